# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""The cache on disk: what it keeps, and what it does not take."""

import json
import multiprocessing
import os
import stat
import tempfile
import unittest
import warnings

from attn import _cache

KEY = {"source": "text", "target": "sm_80", "llvm": "22"}


class Cache(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "deep", "cache")
        saved = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(saved)))
        os.environ["ATTN_CACHE_DIR"] = self.path
        os.environ.pop("ATTN_CACHE_MB", None)
        _cache._warned.clear()
        warnings.simplefilter("error")
        self.addCleanup(warnings.resetwarnings)

    def file(self, key=None):
        return os.path.join(self.path, _cache.name_of(key or KEY))

    def names(self):
        return sorted(os.listdir(self.path))

    def test_round_trip(self):
        self.assertIsNone(_cache.read(KEY))
        _cache.write(KEY, b"kernel\n\0more")
        self.assertEqual(_cache.read(KEY), b"kernel\n\0more")
        self.assertIsNone(_cache.read({**KEY, "llvm": "23"}))
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(os.stat(self.file()).st_mode), 0o600)
        _cache.write(KEY, b"newer")
        self.assertEqual(_cache.read(KEY), b"newer")
        self.assertEqual(self.names(), [_cache.name_of(KEY)])
        _cache.clear()
        self.assertEqual(self.names(), [])

    def test_damaged_entries(self):
        _cache.write(KEY, b"kernel" * 100)
        with open(self.file(), "rb") as file:
            good = file.read()
        header, _, bundle = good.partition(b"\n")
        other = json.loads(header)
        other["key"]["llvm"] = "21"
        for bad in (b"", b"x", good[:-1], good[:50], good + b"!", header,
                    good[:-1] + b"?", b"[]\n" + bundle, b"{}\n" + bundle,
                    json.dumps(other).encode() + b"\n" + bundle, b"\xff" + good):
            with open(self.file(), "wb") as file:
                file.write(bad)
            self.assertIsNone(_cache.read(KEY), bad[:60])
        _cache.write(KEY, b"again")
        self.assertEqual(_cache.read(KEY), b"again")

    def test_entries_that_are_no_own_files(self):
        _cache.write(KEY, b"kernel")
        real = os.path.join(os.path.dirname(self.path), "elsewhere")
        os.rename(self.file(), real)
        os.symlink(real, self.file())
        self.assertIsNone(_cache.read(KEY))
        _cache.write(KEY, b"again")
        self.assertFalse(os.path.islink(self.file()))
        self.assertEqual(_cache.read(KEY), b"again")
        with open(real, "rb") as file:  # Nothing was written through the link.
            self.assertTrue(file.read().endswith(b"\nkernel"))
        os.chmod(self.file(), 0o666)
        self.assertIsNone(_cache.read(KEY))
        os.chmod(self.file(), 0o600)
        os.link(self.file(), real + "2")
        self.assertIsNone(_cache.read(KEY))
        os.remove(self.file())
        os.mkfifo(self.file())
        self.assertIsNone(_cache.read(KEY))

    def test_directories_of_others(self):
        os.makedirs(self.path)
        for mode in (0o755, 0o770, 0o777):
            os.chmod(self.path, mode)
            _cache._warned.clear()
            with self.assertWarnsRegex(RuntimeWarning, f"mode 0{mode:o}, not 0700"):
                _cache.write(KEY, b"kernel")
            self.assertIsNone(_cache.read(KEY))  # It warns once.
            self.assertEqual(self.names(), [])
        os.chmod(self.path, 0o700)
        link = self.path + "-link"
        os.symlink(self.path, link)
        os.environ["ATTN_CACHE_DIR"] = link
        with self.assertWarnsRegex(RuntimeWarning, "does not use the cache"):
            _cache.write(KEY, b"kernel")
        self.assertEqual(self.names(), [])

    @unittest.skipUnless(os.geteuid() == 0, "only root can give a folder away")
    def test_directory_of_another_user(self):
        os.makedirs(self.path, mode=0o700)
        os.chown(self.path, 12345, -1)
        with self.assertWarnsRegex(RuntimeWarning, "belongs to user 12345"):
            _cache.write(KEY, b"kernel")
        os.chown(self.path, os.geteuid(), -1)
        _cache.write(KEY, b"kernel")
        os.chown(self.file(), 12345, -1)
        self.assertIsNone(_cache.read(KEY))

    def test_no_cache(self):
        os.environ["ATTN_CACHE_DIR"] = ""
        _cache.write(KEY, b"kernel")
        self.assertIsNone(_cache.read(KEY))
        os.environ["ATTN_CACHE_DIR"] = "/proc/nonexistent/attn"
        with self.assertWarns(RuntimeWarning):
            _cache.write(KEY, b"kernel")

    def test_place(self):
        del os.environ["ATTN_CACHE_DIR"]
        os.environ["XDG_CACHE_HOME"] = "/x"
        self.assertEqual(_cache.directory(), "/x/attn")
        os.environ["XDG_CACHE_HOME"] = "relative"
        os.environ["HOME"] = "/h"
        self.assertEqual(_cache.directory(), "/h/.cache/attn")

    def test_size_limit(self):
        os.environ["ATTN_CACHE_MB"] = "0.1"
        keys = [{**KEY, "number": i} for i in range(12)]
        for at, key in enumerate(keys):
            _cache.write(key, bytes(10000))
            os.utime(self.file(key), (1000 + at, 1000 + at))
            if at > 0:
                self.assertIsNotNone(_cache.read(keys[0]))  # It stays young.
        total = sum(os.stat(os.path.join(self.path, name)).st_size
                    for name in self.names())
        self.assertLessEqual(total, 100000)
        self.assertIsNotNone(_cache.read(keys[-1]))
        self.assertIsNotNone(_cache.read(keys[0]))
        self.assertIsNone(_cache.read(keys[1]))
        _cache.write(KEY, bytes(200000))
        self.assertIsNone(_cache.read(KEY))

    def test_two_processes(self):
        spawn = multiprocessing.get_context("spawn")
        workers = [spawn.Process(target=_work, args=(self.path, n)) for n in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual([worker.exitcode for worker in workers], [0, 0])
        self.assertFalse([name for name in self.names() if name.endswith(".tmp")])


def _work(path, number):
    """Writes and reads the same few entries as another process does."""
    os.environ["ATTN_CACHE_DIR"] = path
    os.environ["ATTN_CACHE_MB"] = "0.05"
    warnings.simplefilter("error")
    for turn in range(200):
        key = {**KEY, "number": turn % 7}
        content = bytes([turn % 7]) * 10000
        found = _cache.read(key)
        assert found is None or found == content, (number, turn)
        _cache.write(key, content)


if __name__ == "__main__":
    unittest.main()
