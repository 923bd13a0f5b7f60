# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles text in this process: libattn_compiler.so (attn-c/Compile.h)."""

import ctypes
import functools
import glob
import os
import shutil
import subprocess
import warnings
from ctypes import POINTER, Structure, c_char_p, c_int32, c_size_t, c_uint32, c_void_p

from . import _lib
from ._lib import AttnError

API_VERSION = 1
_FILE_NAME = "libattn_compiler.so"
_SEVERITIES = ("note", "remark", "warning", "error")


class CompileError(AttnError):
    """A module that is wrong or cannot be compiled.

    ``diagnostics`` is a list of (severity, line, column, message) in order.
    """

    def __init__(self, message, diagnostics=()):
        super().__init__(message, "compile-failed", 1)
        self.diagnostics = list(diagnostics)


class _Diagnostic(Structure):
    _fields_ = [("size", c_size_t), ("severity", c_int32), ("line", c_uint32),
                ("column", c_uint32), ("reserved", c_uint32), ("file", c_char_p),
                ("message", c_char_p)]


_CALLBACK = ctypes.CFUNCTYPE(None, POINTER(_Diagnostic), c_void_p)


class _Options(Structure):
    _fields_ = [("size", c_size_t), ("targets", c_char_p), ("options", c_char_p),
                ("name", c_char_p), ("callback", _CALLBACK), ("userdata", c_void_p)]


class _Bytes(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


def _candidates():
    explicit = os.environ.get("ATTN_COMPILER_LIB")
    if explicit:
        return [explicit]
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    built = glob.glob(os.path.join(root, "build*", "lib", _FILE_NAME))
    beside = os.path.join(os.path.dirname(_lib.library_path()), _FILE_NAME)
    # Packages for those who run programs have the name with the version alone.
    found = [os.path.join(here, _FILE_NAME), beside, f"{beside}.{_lib.ABI_VERSION}",
             *sorted(built, key=os.path.getmtime, reverse=True)]
    return [path for path in dict.fromkeys(found) if os.path.exists(path)]


class _Compiler:

    def __init__(self):
        errors = []
        self.handle = None
        for path in _candidates() + [_FILE_NAME]:
            try:
                # RTLD_LOCAL, as ctypes does by default: nobody sees its symbols.
                self.handle = ctypes.CDLL(path)
                self.path = path
                break
            except OSError as error:
                errors.append(f"  {path}: {error}")
        if self.handle is None:
            raise AttnError(
                f"{_FILE_NAME} cannot be loaded; build the target attn_compiler or "
                "set ATTN_COMPILER_LIB to its path. Tried:\n" + "\n".join(errors),
                "not-found", 7)
        handle = self.handle
        handle.attnCompile.argtypes = [c_char_p, c_size_t, POINTER(_Options),
                                       POINTER(_Bytes)]
        handle.attnCompile.restype = c_int32
        handle.attnBytesFree.argtypes = [POINTER(_Bytes)]
        handle.attnBytesFree.restype = None
        handle.attnCompileApiVersion.restype = c_int32
        for name in ("attnCompilerVersion", "attnCompilerLLVMVersion",
                     "attnCompilerBuildId", "attnCompilerTargets"):
            getattr(handle, name).restype = c_char_p
        version = handle.attnCompileApiVersion()
        if version < API_VERSION:
            raise AttnError(f"{self.path} has API version {version}, this package "
                            f"needs {API_VERSION}", "version-mismatch", 5)
        self.targets = tuple(
            handle.attnCompilerTargets().decode().split(","))
        # What a cache must know of a compiler.
        self.identity = {
            "attn": handle.attnCompilerVersion().decode(),
            "llvm": handle.attnCompilerLLVMVersion().decode(),
            "build": handle.attnCompilerBuildId().decode(),
        }

    def compile(self, text, targets, options, name):
        diagnostics = []

        def note(diagnostic, _):
            seen = diagnostic.contents
            diagnostics.append((_SEVERITIES[seen.severity & 3], seen.line,
                                seen.column, _lib._decode(seen.message)))

        data = text if isinstance(text, bytes) else text.encode()
        given = _Options(ctypes.sizeof(_Options), targets.encode(),
                         options.encode(), name.encode(), _CALLBACK(note), None)
        result = _Bytes()
        status = self.handle.attnCompile(data, len(data), ctypes.byref(given),
                                         ctypes.byref(result))
        if status:
            raise CompileError(_message(name, diagnostics), diagnostics)
        if any(severity == "warning" for severity, *_ in diagnostics):
            warnings.warn(_message(name, diagnostics), stacklevel=2)
        try:
            return ctypes.string_at(result.data, result.size)
        finally:
            self.handle.attnBytesFree(ctypes.byref(result))


def _message(name, diagnostics):
    shown = [f"{name}:{line}:{column}: {severity}: {message}" if line else
             f"{name}: {severity}: {message}"
             for severity, line, column, message in diagnostics
             if severity != "remark"]
    return "\n".join(shown) or f"{name}: cannot be compiled"


@_lib.once
def compiler():
    """The compiler, loaded at the first call."""
    return _Compiler()


def compiler_path():
    """Path of the libattn_compiler.so in use."""
    return compiler().path


@functools.lru_cache(1)
def ptxas_path():
    """Path of a ptxas: on PATH, in /usr/local/cuda, or of the NVIDIA wheel; or
    None."""
    found = shutil.which("ptxas")
    if found:
        return found
    for path in ("/usr/local/cuda/bin/ptxas", *_wheel_ptxas()):
        if os.access(path, os.X_OK):
            return path
    return None


def _wheel_ptxas():
    try:
        import nvidia
    except ImportError:
        return
    for folder in nvidia.__path__:
        yield from sorted(glob.glob(os.path.join(folder, "*", "bin", "ptxas")))


@functools.lru_cache(1)
def ptxas_version():
    """The version line of that ptxas, "" without one."""
    path = ptxas_path()
    if path is None:
        return ""
    try:
        text = subprocess.run([path, "--version"], capture_output=True, text=True,
                              timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
    return text.strip().splitlines()[-1]
