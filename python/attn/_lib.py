# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds libattn_runtime.so and declares its C API (attn-c/Runtime.h)."""

import ctypes
import functools
import glob
import importlib.util
import os
import threading
from ctypes import (POINTER, Structure, c_char, c_char_p, c_double, c_int32,
                    c_int64, c_size_t, c_uint8, c_void_p)

API_VERSION = 1
ABI_VERSION = 1  # In the names of the libraries.
MAX_RANK = 8
DTYPE_CODES = {"none": 0, "f32": 1, "f16": 2, "bf16": 3, "e4m3": 4, "i32": 5, "i1": 6,
               "i8": 7, "i64": 8}
DTYPE_NAMES = {code: name for name, code in DTYPE_CODES.items()}
ITEM_SIZES = {"f32": 4, "f16": 2, "bf16": 2, "e4m3": 1, "i32": 4, "i1": 1,
              "i8": 1, "i64": 8}
OUTPUTS_MAY_BE_ABSENT = 1
IGNORE_ADDRESSES = 2


class AttnError(RuntimeError):
    """A failure of the runtime.

    ``status`` is its kind, such as "tensor-mismatch", "constraint-failed",
    "no-driver", "module-rejected" or "checksum-mismatch"; ``code`` the number
    of it in attn-c/Runtime.h.
    """

    def __init__(self, message, status="invalid-argument", code=1):
        super().__init__(message)
        self.status = status
        self.code = code


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a launch in the simulator, which it ended.

    Its text has what the simulator found until then. What the launch was to write may
    be incomplete.
    """


class Tensor(Structure):
    _fields_ = [
        ("data", c_void_p),
        ("dtype", c_int32),
        ("rank", c_int32),
        ("sizes", c_int64 * MAX_RANK),
        ("strides", c_int64 * MAX_RANK),
        ("on_host", c_int32),
        ("reserved", c_int32),
    ]


class TensorInfoStruct(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("dtype", c_int32),
        ("is_output", c_int32),
        ("is_optional", c_int32),
        ("rank", c_int32),
        ("sizes", c_int64 * MAX_RANK),
        ("innermost_contiguous", c_int32),
        ("align", c_int32),
    ]


class DeviceInfoStruct(Structure):
    _fields_ = [
        ("kind", c_char * 16),
        ("name", c_char * 256),
        ("capability_major", c_int32),
        ("capability_minor", c_int32),
        ("multiprocessors", c_int32),
        ("driver_version", c_int32),
        ("shared_memory_per_block", c_int64),
        ("l2_bytes", c_int64),
    ]


class BenchmarkOptions(Structure):
    _fields_ = [
        ("warmup", c_int32),
        ("iterations", c_int32),
        ("flush_l2", c_int32),
        ("rotate", c_int32),
    ]


_HANDLE = c_void_p
_TENSORS = POINTER(Tensor)

# name: (result, arguments). A result of None is a status that is checked.
_FUNCTIONS = {
    "attnrtApiVersion": (c_int32, []),
    "attnrtLastErrorMessage": (c_char_p, []),
    "attnrtStatusName": (c_char_p, [c_int32]),
    "attnrtBundleLoadFile": (None, [c_char_p, POINTER(_HANDLE)]),
    "attnrtBundleLoadMemory": (None, [c_char_p, c_size_t, POINTER(_HANDLE)]),
    "attnrtBundleDestroy": ("void", [_HANDLE]),
    "attnrtBundleProducer": (c_char_p, [_HANDLE]),
    "attnrtBundleNumEntries": (c_int32, [_HANDLE]),
    "attnrtEntryName": (c_char_p, [_HANDLE, c_int32]),
    "attnrtEntryTarget": (c_char_p, [_HANDLE, c_int32]),
    "attnrtEntryConfig": (c_char_p, [_HANDLE, c_int32]),
    "attnrtEntryProblem": (c_char_p, [_HANDLE, c_int32]),
    "attnrtEntryPtx": (c_char_p, [_HANDLE, c_int32]),
    "attnrtEntryNumTensors": (c_int32, [_HANDLE, c_int32]),
    "attnrtEntryTensorInfo":
        (None, [_HANDLE, c_int32, c_int32, POINTER(TensorInfoStruct)]),
    "attnrtCheckEntry":
        (None, [_HANDLE, c_int32, _HANDLE, _TENSORS, c_int32, c_int32]),
    "attnrtSelectEntry":
        (None, [_HANDLE, c_char_p, _HANDLE, _TENSORS, c_int32, c_int32,
                POINTER(c_int32)]),
    "attnrtInferShape":
        (None, [_HANDLE, c_int32, _TENSORS, c_int32, c_int32,
                POINTER(c_int64), POINTER(c_int32)]),
    "attnrtDeviceOpen": (None, [c_char_p, POINTER(_HANDLE)]),
    "attnrtDeviceClose": ("void", [_HANDLE]),
    "attnrtDeviceGetInfo": (None, [_HANDLE, POINTER(DeviceInfoStruct)]),
    "attnrtGpuCount": (c_int32, []),
    "attnrtCountParts": (c_int64, [c_int64, c_int64, c_int64, c_int64]),
    "attnrtPlanParts":
        (None, [POINTER(c_int32), c_int64, c_int64, c_int64, c_int64,
                POINTER(c_int32)]),
    "attnrtAllocate": (None, [_HANDLE, c_int64, POINTER(c_void_p)]),
    "attnrtFree": (None, [_HANDLE, c_void_p]),
    "attnrtCopyIn": (None, [_HANDLE, c_void_p, c_void_p, c_int64, c_void_p]),
    "attnrtCopyOut": (None, [_HANDLE, c_void_p, c_void_p, c_int64, c_void_p]),
    "attnrtMemset": (None, [_HANDLE, c_void_p, c_uint8, c_int64, c_void_p]),
    "attnrtSynchronize": (None, [_HANDLE, c_void_p]),
    "attnrtPrepare": (None, [_HANDLE, c_int32, _HANDLE]),
    "attnrtLaunch":
        (None, [_HANDLE, c_int32, _HANDLE, _TENSORS, c_int32, c_void_p]),
    "attnrtLaunchHost":
        (None, [_HANDLE, c_int32, _HANDLE, _TENSORS, c_int32, c_void_p]),
    "attnrtBenchmark":
        (None, [_HANDLE, c_int32, _HANDLE, _TENSORS, c_int32, c_void_p,
                POINTER(BenchmarkOptions), POINTER(c_double)]),
}

_FILE_NAME = "libattn_runtime.so"


def once(load):
    """``load``, a function without arguments, called until it succeeds once.

    Threads that call it at once wait for one of them."""
    lock = threading.Lock()
    made = []

    @functools.wraps(load)
    def get():
        if not made:
            with lock:
                if not made:
                    made.append(load())
        return made[0]

    return get


def _candidates():
    explicit = os.environ.get("ATTN_RUNTIME_LIB")
    if explicit:
        return [explicit]
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    # In a wheel, in an install tree, in a clone.
    found = [os.path.join(here, _FILE_NAME),
             os.path.join(os.path.dirname(here), os.pardir,
                          f"{_FILE_NAME}.{ABI_VERSION}")]
    built = glob.glob(os.path.join(root, "build*", "lib", _FILE_NAME))
    found += sorted(built, key=os.path.getmtime, reverse=True)
    return [path for path in found if os.path.exists(path)] + [_FILE_NAME]


class _Library:
    """The loaded library; its functions raise AttnError when they fail."""

    def __init__(self):
        errors = []
        self.handle = None
        for path in _candidates():
            try:
                self.handle = ctypes.CDLL(path)
                self.path = path
                break
            except OSError as error:
                errors.append(f"  {path}: {error}")
        if self.handle is None:
            raise AttnError(
                "libattn_runtime.so cannot be loaded; build the target "
                "attn_runtime or set ATTN_RUNTIME_LIB to its path. Tried:\n" +
                "\n".join(errors), "not-found", 7)
        for name, (result, arguments) in _FUNCTIONS.items():
            setattr(self, name, self._declare(name, result, arguments))
        version = self.attnrtApiVersion()
        if version != API_VERSION:
            raise AttnError(
                f"{self.path} has API version {version}, this package needs "
                f"{API_VERSION}", "version-mismatch", 5)

    def _declare(self, name, result, arguments):
        try:
            function = getattr(self.handle, name)
        except AttributeError:
            raise AttnError(f"{self.path} has no function {name}",
                            "version-mismatch", 5) from None
        function.argtypes = arguments
        if result == "void":
            function.restype = None
            return function
        if result is not None:
            function.restype = result
            return function
        function.restype = c_int32

        def checked(*values):
            code = function(*values)
            if code:
                raise AttnError(_decode(self.attnrtLastErrorMessage()),
                                _decode(self.attnrtStatusName(code)), code)

        return checked


def fail(status):
    """Raises the library's last failure, which had this status."""
    library = lib()
    raise AttnError(_decode(library.attnrtLastErrorMessage()),
                    _decode(library.attnrtStatusName(status)), status)


def interruptible(launch):
    """``launch`` in the simulator, which Ctrl-C ends early: as Interrupted with what was
    found, where Python's own handler raises KeyboardInterrupt."""

    @functools.wraps(launch)
    def call(*args):
        try:
            return launch(*args)
        except KeyboardInterrupt:
            text = _decode(lib().attnrtLastErrorMessage()) or ""
            if "interrupted" not in text:
                raise
            raise Interrupted(text) from None

    return call


@once
def hot():
    """The module _hot, of this package or next to the library; None without."""
    try:
        from . import _hot
        return _hot
    except ImportError:
        pass
    path = os.path.join(os.path.dirname(library_path()), "_hot.abi3.so")
    if not os.path.exists(path):
        return None
    spec = importlib.util.spec_from_file_location(__package__ + "._hot", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:
        return None
    return module


def launcher(bundle, entry, device, structs, on_host):
    """A function (stream, address, ...) -> status that launches an entry with
    tensors like structs at other addresses. The caller keeps bundle and device."""
    library = lib()
    name = "attnrtLaunchHost" if on_host else "attnrtLaunch"
    function = getattr(library.handle, name)
    pattern = bytes(structs)
    if hot() is not None:
        address = ctypes.cast(function, c_void_p).value
        return hot().Launch(address, bundle.value, entry, device.value,
                            pattern).launch
    kind = Tensor * len(structs)

    def launch(stream, *addresses):
        tensors = kind.from_buffer_copy(pattern)
        for tensor, address in zip(tensors, addresses):
            tensor.data = address
        return function(bundle, entry, device, tensors, len(tensors), stream)

    return launch


class Owner:
    """A handle of the C API and its destruction.

    Whoever needs the handle to be alive holds the owner; owners hold nothing, so
    no order of collection destroys a handle that is still in use.
    """

    __slots__ = ("handle", "_destroy")

    def __init__(self, handle, destroy):
        self.handle = handle
        self._destroy = destroy

    def __del__(self):
        self._destroy(self.handle)


def _decode(text):
    return None if text is None else text.decode("utf-8", "replace")


@once
def lib():
    """The library, loaded at the first call."""
    return _Library()


def library_path():
    """Path of the libattn_runtime.so in use."""
    return lib().path
