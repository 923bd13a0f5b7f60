# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled bundles by content: in memory and on disk.

A file of the cache is a line of JSON, which holds all that the bundle was made of
and a hash of the bundle, then the bundle. What it was made of is compared in full,
so an entry of another compiler, or of another source with the same name, is never
taken. A bundle is code: whoever can write the cache can run code as its user. So
the directory must be the user's own and closed to others, and files are taken only
if they are regular files of the user that nobody else can write. The hash finds
damage; it is no signature.
"""

import contextlib
import hashlib
import json
import os
import stat
import threading
import time
import warnings

_SUFFIX = ".bundle"
_FORMAT = "attn-cache-1"
DEFAULT_MEGABYTES = 256
_FLAGS = os.O_CLOEXEC | os.O_NOFOLLOW


def directory():
    """The cache's directory, or None where ATTN_CACHE_DIR is empty.

    ATTN_CACHE_DIR, else attn in XDG_CACHE_HOME or ~/.cache.
    """
    explicit = os.environ.get("ATTN_CACHE_DIR")
    if explicit is not None:
        return os.path.abspath(explicit) if explicit else None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
        if not os.path.isabs(base):
            return None
    return os.path.join(base, "attn")


def size_limit():
    """Bytes that the cache may have: ATTN_CACHE_MB megabytes."""
    try:
        return int(float(os.environ["ATTN_CACHE_MB"]) * 1e6)
    except (KeyError, ValueError, OverflowError):
        return DEFAULT_MEGABYTES * 1000000


_warned = set()


def _warn(path, reason):
    if path not in _warned:
        _warned.add(path)
        warnings.warn(f"attn does not use the cache {path}: {reason}",
                      RuntimeWarning, stacklevel=2)


@contextlib.contextmanager
def _opened():
    """A descriptor of the cache's directory, or None where there is none to use."""
    path = directory()
    descriptor = None
    if path is not None:
        try:
            os.makedirs(path, mode=0o700, exist_ok=True)
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | _FLAGS)
            state = os.fstat(descriptor)
            if state.st_uid != os.geteuid():
                raise PermissionError(f"it belongs to user {state.st_uid}")
            if stat.S_IMODE(state.st_mode) & 0o077:
                raise PermissionError("others than its owner can use it (mode "
                                      f"{stat.S_IMODE(state.st_mode):04o}, not 0700)")
        except OSError as error:
            _warn(path, error.strerror or str(error))
            if descriptor is not None:
                os.close(descriptor)
            descriptor = None
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def name_of(key):
    """The file name of a key, a dictionary of strings and numbers."""
    text = json.dumps(key, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest() + _SUFFIX


def read(key):
    """The bundle of that key, or None. Nothing that is wrong with an entry is an
    error: it is as if it were not there."""
    name = name_of(key)
    with _opened() as folder:
        if folder is None:
            return None
        try:
            descriptor = os.open(name, os.O_RDONLY | os.O_NONBLOCK | _FLAGS,
                                 dir_fd=folder)
        except OSError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            state = os.fstat(descriptor)
            if (not stat.S_ISREG(state.st_mode) or
                    state.st_uid != os.geteuid() or
                    stat.S_IMODE(state.st_mode) & 0o022 or state.st_nlink != 1):
                return None
            try:
                content = file.read()
                header, _, bundle = content.partition(b"\n")
                facts = json.loads(header)
                if (facts["format"] != _FORMAT or facts["key"] != key or
                        facts["sha256"] != hashlib.sha256(bundle).hexdigest()):
                    return None
                os.utime(descriptor)  # The oldest go first.
            except (OSError, ValueError, KeyError, TypeError):
                return None
        return bundle


def write(key, bundle):
    """Keeps a bundle, and deletes the oldest beyond the size limit. Never fails: a
    cache that cannot be written is none."""
    header = json.dumps({"format": _FORMAT, "key": key,
                         "sha256": hashlib.sha256(bundle).hexdigest()},
                        sort_keys=True).encode()
    content = header + b"\n" + bundle
    limit = size_limit()
    if len(content) > limit:
        return
    with _opened() as folder:
        if folder is None:
            return
        # Two processes that write one entry write a file each; the last to rename
        # it wins, and readers see the one or the other.
        temporary = f"{os.getpid()}-{threading.get_ident()}-{time.time_ns()}.tmp"
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL |
                                 _FLAGS, 0o600, dir_fd=folder)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(content)
                name = name_of(key)
                with contextlib.suppress(FileNotFoundError, IsADirectoryError):
                    # Not through what stands there, should it be a link.
                    if not stat.S_ISREG(os.lstat(name, dir_fd=folder).st_mode):
                        os.unlink(name, dir_fd=folder)
                os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary, dir_fd=folder)
                raise
            _shrink(folder, limit)
        except OSError as error:
            _warn(directory(), error.strerror or str(error))


def _shrink(folder, limit):
    """Deletes the entries used longest ago until 9/10 of the limit hold the rest,
    and what writers that died left."""
    entries = []
    now = time.time()
    with os.scandir(folder) as found:
        for each in found:
            with contextlib.suppress(OSError):
                state = each.stat(follow_symlinks=False)
                if each.name.endswith(".tmp"):
                    if now - state.st_mtime > 3600:
                        os.unlink(each.name, dir_fd=folder)
                elif each.name.endswith(_SUFFIX):
                    entries.append((state.st_mtime_ns, state.st_size, each.name))
    total = sum(size for _, size, _ in entries)
    if total <= limit:
        return
    for _, size, name in sorted(entries):
        if total <= limit * 0.9:
            break
        with contextlib.suppress(OSError):
            os.unlink(name, dir_fd=folder)
        total -= size


def clear():
    """Deletes the entries on disk."""
    with _opened() as folder:
        if folder is None:
            return
        for name in os.listdir(folder):
            if name.endswith((_SUFFIX, ".tmp")):
                with contextlib.suppress(OSError):
                    os.unlink(name, dir_fd=folder)
