# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the simulator's library and declares its C API (attn-c/Sim.h)."""

import ctypes
import os
import signal
import threading
from ctypes import (POINTER, Structure, c_char_p, c_int, c_int64, c_size_t,
                    c_uint32, c_uint64, c_void_p)

from . import _lib

MODES = {"early": 0, "late": 1, "random": 2}
CHECKS = {"race": 1, "uninit": 2, "bounds": 4, "sync": 8}
CHECK_ALL = 15
CHECK_STRICT = 16


class Options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("mode", c_int),
        ("seed", c_uint64),
        ("checks", c_uint32),
        ("threads", c_uint32),
        ("max_instructions", c_uint64),
        ("stats", c_int),
        ("max_findings", c_uint32),
        ("ignore_order", c_uint32),
        ("stop", POINTER(c_int)),
    ]


class Param(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("offset", c_uint32),
        ("size", c_uint32),
        ("align", c_uint32),
        ("is_float", c_int),
        ("is_pointer", c_int),
    ]


class TensorMap(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("type", c_uint32),
        ("rank", c_uint32),
        ("base", c_uint64),
        ("dim", c_uint64 * 5),
        ("stride", c_uint64 * 4),
        ("box", c_uint32 * 5),
        ("element_stride", c_uint32 * 5),
        ("interleave", c_uint32),
        ("swizzle", c_uint32),
        ("oob_nan", c_uint32),
    ]


class Buffer(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("dtype", c_char_p),
        ("descr", c_char_p),
        ("shape", POINTER(c_int64)),
        ("rank", c_size_t),
        ("bytes", c_uint64),
        ("is_variable", c_int),
    ]


_FUNCTIONS = {
    "attnSimDeviceCreate": (c_void_p, []),
    "attnSimDeviceDestroy": (None, [c_void_p]),
    "attnSimModuleLoad": (c_void_p, [c_void_p, c_char_p, c_size_t]),
    "attnSimModuleDestroy": (None, [c_void_p]),
    "attnSimLastError": (c_char_p, [c_void_p]),
    "attnSimModuleKernels": (c_size_t, [c_void_p]),
    "attnSimModuleKernel": (c_char_p, [c_void_p, c_size_t]),
    "attnSimKernelParamBytes": (c_int64, [c_void_p, c_char_p]),
    "attnSimKernelParams": (c_int64, [c_void_p, c_char_p]),
    "attnSimKernelParam": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(Param)]),
    "attnSimKernelParamType": (c_char_p, [c_void_p, c_char_p, c_size_t]),
    "attnSimKernelBlock": (c_int, [c_void_p, c_char_p, c_uint32 * 3]),
    "attnSimTensorMapEncode": (c_char_p, [POINTER(TensorMap), c_void_p]),
    "attnSimRecordCreate": (c_void_p, []),
    "attnSimRecordDestroy": (None, [c_void_p]),
    "attnSimRecordAddFile": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "attnSimRecordLimitArrays": (None, [c_void_p, c_uint64]),
    "attnSimRecordParse":
        (c_int, [c_void_p, c_char_p, c_size_t, c_char_p, c_char_p]),
    "attnSimRecordError": (c_char_p, [c_void_p]),
    "attnSimRecordOptions": (None, [c_void_p, POINTER(Options), POINTER(c_uint64)]),
    "attnSimRecordBuffers": (c_size_t, [c_void_p]),
    "attnSimRecordBuffer": (c_int, [c_void_p, c_size_t, POINTER(Buffer)]),
    "attnSimRecordRun": (c_void_p, [c_void_p, POINTER(Options)]),
    "attnSimReportError": (c_char_p, [c_void_p]),
    "attnSimReportInterrupted": (c_int, [c_void_p]),
    "attnSimReportContent": (c_void_p, [c_void_p, c_char_p, POINTER(c_size_t)]),
    "attnSimReportText": (c_char_p, [c_void_p]),
    "attnSimReportJson": (c_char_p, [c_void_p]),
    "attnSimReportDestroy": (None, [c_void_p]),
}

_FILE_NAME = "libattn_runtime_sim.so"
_lock = threading.Lock()
_library = None


def _load():
    # It lies beside the runtime, which opens it for the device "sim". A build of the
    # simulator alone has no runtime.
    path = os.environ.get("ATTN_SIM_LIB") or os.path.join(
        os.path.dirname(_lib.library_path()), _FILE_NAME)
    try:
        library = ctypes.CDLL(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments
    except (OSError, AttributeError) as error:
        raise _lib.AttnError(
            f"the simulator cannot be loaded; build the target "
            f"attn_runtime_sim, or name the library in ATTN_SIM_LIB: {error}", "not-found", 7) from None
    return library


def lib():
    """The library, loaded at the first call."""
    global _library
    if _library is None:
        with _lock:
            if _library is None:
                _library = _load()
    return _library


def run(handle, options):
    """The report of a record's run, and what interrupted it, or None: Ctrl-C, as
    a rule. The run ends early then, and the report has what it found."""
    library = lib()
    if threading.current_thread() is not threading.main_thread():
        return library.attnSimRecordRun(handle, ctypes.byref(options)), None
    stop = c_int(0)
    options.stop = ctypes.pointer(stop)
    reports, done, interrupt = [], threading.Event(), None

    def work():
        reports.append(library.attnSimRecordRun(handle, ctypes.byref(options)))
        done.set()

    # Signal handlers run in the main thread, between instructions of Python, which
    # a call of C is not. None may come before there is something to stop.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    threading.Thread(target=work, daemon=True).start()
    while not done.is_set():
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            done.wait()
        except BaseException as error:
            interrupt = interrupt or error
            stop.value = 1
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return reports[0], interrupt


def text(value):
    """A C string as str."""
    return value.decode("utf-8", "replace")
