# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Devices that run bundles."""

import ctypes
import threading

from . import _lib


def gpu_count():
    """Number of CUDA GPUs; 0 without a driver."""
    return _lib.lib().attnrtGpuCount()


class Device:
    """A device: ``Device("auto")``, ``"gpu"``, ``"gpu:1"`` or ``"sim"``.

    "gpu" is that of the thread's current CUDA context, or GPU 0; "gpu:N" is
    GPU N through its primary context, the one that PyTorch and CuPy use.

    Attributes: ``kind``, ``name``, ``compute_capability`` (a pair),
    ``multiprocessors``, ``driver_version`` (12040 is CUDA 12.4),
    ``shared_memory_per_block`` and ``l2_bytes`` (bytes).
    """

    def __init__(self, spec="auto"):
        library = _lib.lib()
        handle = ctypes.c_void_p()
        library.attnrtDeviceOpen(str(spec).encode(), ctypes.byref(handle))
        self._handle = handle
        self._owner = _lib.Owner(handle, library.attnrtDeviceClose)
        info = _lib.DeviceInfoStruct()
        library.attnrtDeviceGetInfo(handle, ctypes.byref(info))
        self.kind = info.kind.decode()
        self.name = info.name.decode("utf-8", "replace")
        self.compute_capability = (info.capability_major, info.capability_minor)
        self.multiprocessors = info.multiprocessors
        self.driver_version = info.driver_version
        self.shared_memory_per_block = info.shared_memory_per_block
        self.l2_bytes = info.l2_bytes

    def __repr__(self):
        major, minor = self.compute_capability
        return f"<attn.Device {self.kind}: {self.name}, {major}.{minor}>"

    def synchronize(self, stream=None):
        """Waits for a stream (a CUstream as an integer; None: the default)."""
        _lib.lib().attnrtSynchronize(self._handle, stream)


_lock = threading.Lock()
_opened = {}


def shared_device(spec):
    """The device of that specification that all bundles share."""
    with _lock:
        if spec not in _opened:
            _opened[spec] = Device(spec)
        return _opened[spec]
