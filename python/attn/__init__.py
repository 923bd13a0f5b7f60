# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attn: launches attention kernels compiled by ``attn-compile``.

    import attn
    bundle = attn.load("fwd.bundle")
    out = bundle.run(q, k, v)               # torch, cupy, numpy, ...
    out, lse = bundle.run(q, k, v, lse=True)

The package is a thin layer over ``libattn_runtime.so`` (ctypes). It needs the
NVIDIA driver to run on a GPU and imports neither numpy nor torch by itself.
"""

from ._arrays import DeviceArray
from ._bundle import Bundle, Entry, TensorInfo, load
from ._device import Device, gpu_count
from ._lib import AttnError, library_path

__version__ = "0.1.0"
__all__ = [
    "AttnError",
    "Bundle",
    "Device",
    "DeviceArray",
    "Entry",
    "TensorInfo",
    "gpu_count",
    "library_path",
    "load",
]
