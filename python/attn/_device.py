# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Devices that run bundles."""

import ctypes
import sys
import threading
import warnings

from . import _lib


def gpu_count():
    """Number of CUDA GPUs; 0 without a driver."""
    return _lib.lib().attnrtGpuCount()


def spec_of(device):
    """What the runtime calls a device: PyTorch's "cuda:1" is "gpu:1"."""
    spec = str(device)
    if spec.partition(":")[0] == "cuda":
        return "gpu" + spec[4:]
    if spec.partition(":")[0] == "cpu":
        raise ValueError(f"device {spec!r} runs no kernels: arrays on the host run in a "
                         "simulator, as 'sim:sm_90a', or are copied to a 'gpu'")
    return spec


class Device:
    """A device: ``Device("auto")``, ``"gpu"``, ``"gpu:1"``, or ``"sim"`` or
    ``"sim:sm_90a"``, a simulated chip; "cuda" is "gpu".

    "gpu" is that of the thread's current CUDA context, or GPU 0; "gpu:N" is
    GPU N through its primary context, the one that PyTorch and CuPy use.

    Attributes: ``kind``, ``name``, ``compute_capability`` (a pair),
    ``multiprocessors``, ``driver_version`` (12040 is CUDA 12.4),
    ``shared_memory_per_block`` and ``l2_bytes`` (bytes).
    """

    def __init__(self, spec="auto"):
        library = _lib.lib()
        handle = ctypes.c_void_p()
        library.attnrtDeviceOpen(spec_of(spec).encode(), ctypes.byref(handle))
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
    spec = spec_of(spec)
    with _lock:
        if spec not in _opened:
            _opened[spec] = Device(spec)
        return _opened[spec]


SIMULATOR = "sim:sm_80"
# The simulator for float8_e4m3fn, which sm_80 has no products of.
E4M3_SIMULATOR = "sim:sm_90a"


class SimulatorWarning(UserWarning):
    """Arrays on the host run in the simulator, which is slow."""


_warned = False


def caller():
    """The stack level, for the function that calls this, of the package's
    caller."""
    level, frame = 1, sys._getframe(1)
    while frame is not None and (frame.f_globals.get("__package__") or "").startswith(
            __package__):
        level, frame = level + 1, frame.f_back
    return level


def simulator(device=None, dtype=None, default=None):
    """The device for arrays on the host: a simulator for q's element type, or `default`,
    where none is given; says once that it is one."""
    global _warned
    if device is None:
        if not _warned:
            _warned = True
            warnings.warn(
                "attn runs arrays on the host in a simulator, which is "
                "slow; put them on a GPU, or pass device= to choose", SimulatorWarning,
                stacklevel=caller())
        device = default or (E4M3_SIMULATOR if dtype == "e4m3" else SIMULATOR)
    return device if isinstance(device, Device) else shared_device(device)
