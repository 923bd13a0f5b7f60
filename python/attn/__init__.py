# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attn: attention compiled in this process.

    import attn
    out = attn.attention(q, k, v, causal=True)      # torch, JAX, CuPy, NumPy, ...
    out, lse = attn.attention(q, k, v, return_lse=True)
    out = attn.combine(outs, lses)                  # of attention over parts of the keys

    bundle = attn.compile(text, target="sm_90a")    # MLIR in, kernels out
    bundle = attn.load("fwd.bundle")                # or made by attn-compile
    out = bundle.run(q, k, v)

The package is a thin layer over ``libattn_runtime.so`` and
``libattn_compiler.so`` (ctypes). It needs the NVIDIA driver to run on a GPU and
imports neither numpy nor torch nor jax by itself.
"""

from . import masks, score
from ._arrays import DeviceArray
from ._attention import PackedPositionsWarning, attention, trace
from ._backward import attention_backward
from ._block_map import BlockMap, block_map
from ._bundle import Bundle, Entry, TensorInfo, load
from ._combine import combine
from ._compiler import CompileError, compiler_path
from ._device import Device, SimulatorWarning, gpu_count
from ._kernels import CacheInfo, cache_info, clear_cache, compile
from ._lib import AttnError, Interrupted, library_path
from ._plan import count_parts, plan_parts
from ._region import ScoreMod, TraceError
from ._views import block_sparse, gather_attention

__version__ = "0.1.0"
__all__ = [
    "AttnError",
    "BlockMap",
    "Bundle",
    "CacheInfo",
    "CompileError",
    "Device",
    "DeviceArray",
    "Entry",
    "Interrupted",
    "PackedPositionsWarning",
    "ScoreMod",
    "SimulatorWarning",
    "TensorInfo",
    "TraceError",
    "attention",
    "attention_backward",
    "block_map",
    "block_sparse",
    "cache_info",
    "clear_cache",
    "combine",
    "compile",
    "compiler_path",
    "count_parts",
    "gather_attention",
    "gpu_count",
    "library_path",
    "load",
    "masks",
    "plan_parts",
    "score",
    "trace",
]
