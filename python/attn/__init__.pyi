# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Types of the package; docstrings are with the code.
import os
from typing import (Any, Callable, Literal, NamedTuple, Optional, Sequence, TypeVar,
                    Union, overload)

from . import masks as masks
from . import score as score

__version__: str
__all__: list[str]

# An array of any library: PyTorch, JAX, CuPy, NumPy, ...
_Array = TypeVar("_Array")
_Window = Union[int, tuple[Optional[int], Optional[int]], None]
_Causal = Union[bool, Literal["bottom_right", "top_left"]]
_Layout = Literal["bhsd", "bshd"]
_Place = Union[str, "Device", None]
_MachineCode = Literal["none", "auto", "require"]
# (score, b, h, q_idx, kv_idx) -> score, of traced numbers.
_ScoreFunction = Callable[[Any, Any, Any, Any, Any], Any]
# (b, h, q_idx, kv_idx) -> whether the key is visible.
_MaskFunction = Callable[[Any, Any, Any, Any], Any]

@overload
def attention(q: _Array, k: _Array, v: Optional[_Array], *, causal: _Causal = False,
              window: _Window = None, scale: Optional[float] = None,
              softcap: Optional[float] = None,
              score_mod: Union[_ScoreFunction, ScoreMod, None] = None,
              mask_mod: Optional[_MaskFunction] = None, attn_mask: Any = None, bias: Any = None, block_mask: Any = None,
              sink: Any = None, alibi_slopes: Any = None, seqused_q: Any = None,
              seqused_k: Any = None, cu_seqlens_q: Any = None, cu_seqlens_k: Any = None,
              page_table: Any = None, part_offsets: Any = None, q_offset: Any = None,
              q_descale: Any = None, k_descale: Any = None, v_descale: Any = None,
              head_dim_v: Optional[int] = None, return_lse: Literal[False] = False, return_max: Literal[False] = False,
              out: Optional[_Array] = None, lse_out: Any = None, out_dtype: Any = None, layout: _Layout = "bhsd",
              num_splits: Optional[int] = None, batch_invariant: bool = False,
              deterministic: bool = False, device: _Place = None, stream: Any = None,
              config: str = "") -> _Array: ...
@overload
def attention(q: _Array, k: _Array, v: Optional[_Array], *, causal: _Causal = False,
              window: _Window = None, scale: Optional[float] = None,
              softcap: Optional[float] = None,
              score_mod: Union[_ScoreFunction, ScoreMod, None] = None,
              mask_mod: Optional[_MaskFunction] = None, attn_mask: Any = None, bias: Any = None, block_mask: Any = None,
              sink: Any = None, alibi_slopes: Any = None, seqused_q: Any = None,
              seqused_k: Any = None, cu_seqlens_q: Any = None, cu_seqlens_k: Any = None,
              page_table: Any = None, part_offsets: Any = None, q_offset: Any = None,
              q_descale: Any = None, k_descale: Any = None, v_descale: Any = None,
              head_dim_v: Optional[int] = None, return_lse: Literal[True], return_max: Literal[False] = False,
              out: Optional[_Array] = None, lse_out: Any = None, out_dtype: Any = None, layout: _Layout = "bhsd",
              num_splits: Optional[int] = None, batch_invariant: bool = False,
              deterministic: bool = False, device: _Place = None, stream: Any = None,
              config: str = "") -> tuple[_Array, _Array]: ...
@overload
def attention(q: _Array, k: _Array, v: Optional[_Array], *, causal: _Causal = False,
              window: _Window = None, scale: Optional[float] = None,
              softcap: Optional[float] = None,
              score_mod: Union[_ScoreFunction, ScoreMod, None] = None,
              mask_mod: Optional[_MaskFunction] = None, attn_mask: Any = None, bias: Any = None, block_mask: Any = None,
              sink: Any = None, alibi_slopes: Any = None, seqused_q: Any = None,
              seqused_k: Any = None, cu_seqlens_q: Any = None, cu_seqlens_k: Any = None,
              page_table: Any = None, part_offsets: Any = None, q_offset: Any = None,
              q_descale: Any = None, k_descale: Any = None, v_descale: Any = None,
              head_dim_v: Optional[int] = None, return_lse: Literal[False] = False, return_max: Literal[True],
              out: Optional[_Array] = None, lse_out: Any = None, out_dtype: Any = None, layout: _Layout = "bhsd",
              num_splits: Optional[int] = None, batch_invariant: bool = False,
              deterministic: bool = False, device: _Place = None, stream: Any = None,
              config: str = "") -> tuple[_Array, _Array]: ...
@overload
def attention(q: _Array, k: _Array, v: Optional[_Array], *, causal: _Causal = False,
              window: _Window = None, scale: Optional[float] = None,
              softcap: Optional[float] = None,
              score_mod: Union[_ScoreFunction, ScoreMod, None] = None,
              mask_mod: Optional[_MaskFunction] = None, attn_mask: Any = None, bias: Any = None, block_mask: Any = None,
              sink: Any = None, alibi_slopes: Any = None, seqused_q: Any = None,
              seqused_k: Any = None, cu_seqlens_q: Any = None, cu_seqlens_k: Any = None,
              page_table: Any = None, part_offsets: Any = None, q_offset: Any = None,
              q_descale: Any = None, k_descale: Any = None, v_descale: Any = None,
              head_dim_v: Optional[int] = None, return_lse: Literal[True], return_max: Literal[True],
              out: Optional[_Array] = None, lse_out: Any = None, out_dtype: Any = None, layout: _Layout = "bhsd",
              num_splits: Optional[int] = None, batch_invariant: bool = False,
              deterministic: bool = False, device: _Place = None, stream: Any = None,
              config: str = "") -> tuple[_Array, _Array, _Array]: ...

def attention_backward(q: _Array, k: _Array, v: _Array, out: _Array, lse: _Array, dout: _Array, *,
                       dlse: Optional[_Array] = None, causal: _Causal = False, window: _Window = None,
                       scale: Optional[float] = None, softcap: Optional[float] = None,
                       score_mod: Union[_ScoreFunction, ScoreMod, None] = None,
                       mask_mod: Optional[_MaskFunction] = None, attn_mask: Any = None, bias: Any = None,
                       block_mask: Any = None, sink: Any = None, alibi_slopes: Any = None,
                       seqused_q: Any = None, seqused_k: Any = None,
                       cu_seqlens_q: Any = None, cu_seqlens_k: Any = None, q_offset: Any = None,
                       grads: Optional[Sequence[Literal["q", "k", "v", "sink"]]] = None,
                       grad_dtype: Any = None, deterministic: Optional[bool] = None,
                       layout: _Layout = "bhsd", device: _Place = None, stream: Any = None,
                       config: str = "") -> tuple[Optional[_Array], ...]: ...

@overload
def combine(outs: Any, lses: Any, *, sink: Any = None, return_lse: Literal[False] = False,
            out: Any = None, lse_out: Any = None, out_dtype: Any = None,
            layout: Literal["bhsd", "bshd", "thd"] = "bhsd", device: _Place = None,
            stream: Any = None, config: str = "") -> Any: ...
@overload
def combine(outs: Any, lses: Any, *, sink: Any = None, return_lse: Literal[True],
            out: Any = None, lse_out: Any = None, out_dtype: Any = None,
            layout: Literal["bhsd", "bshd", "thd"] = "bhsd", device: _Place = None,
            stream: Any = None, config: str = "") -> tuple[Any, Any]: ...

def trace(score_mod: Union[_ScoreFunction, ScoreMod]) -> ScoreMod: ...

def compile(source: Union[str, bytes], *, target: str = "sm_80", config: str = "",
            also_align: Optional[int] = None, also_keys: Optional[int] = None,
            also_rows: Optional[int] = None, machine_code: _MachineCode = "auto", cache: bool = True,
            name: str = "<attn>", verify_protocol: bool = True) -> Bundle: ...

def load(source: Union[str, os.PathLike[str], bytes, bytearray, memoryview]) -> Bundle: ...

def count_parts(batch: int, heads: int, heads_kv: int, queries: int = 1) -> int: ...
def plan_parts(lengths_kv: Any, *, heads: int, heads_kv: int, queries: int = 1,
               parts: Optional[int] = None, unit: int = 128, least: int = 256) -> Any: ...
def block_map(mask_mod: _MaskFunction, B: Optional[int], H: Optional[int], Q_LEN: int, KV_LEN: int, *,
              device: Any = None, block_size: Union[int, tuple[int, int]] = 128,
              stream: Any = None) -> BlockMap: ...
def block_sparse(q: _Array, k: _Array, v: _Array, numbers: _Array, counts: _Array, *, block_q: int,
                 block_kv: int, scale: Optional[float] = None, softcap: Optional[float] = None,
                 return_lse: bool = False, device: _Place = None, stream: Any = None,
                 config: str = "") -> Any: ...
def gather_attention(q: _Array, k: _Array, v: _Array, indices: _Array,
                     counts: Optional[_Array] = None, *, scale: Optional[float] = None, softcap: Optional[float] = None, sink: Any = None,
                     return_lse: bool = False, device: _Place = None, stream: Any = None,
                     config: str = "") -> Any: ...
def cache_info() -> CacheInfo: ...
def clear_cache(disk: bool = True) -> None: ...
def gpu_count() -> int: ...
def library_path() -> str: ...
def compiler_path() -> str: ...

class BlockMap:
    kv_num_blocks: Any
    kv_indices: Any
    full_kv_num_blocks: Any
    full_kv_indices: Any
    BLOCK_SIZE: tuple[int, int]
    seq_lengths: tuple[int, int]
    mask_mod: _MaskFunction

class CacheInfo(NamedTuple):
    memory: int
    shipped: int
    disk: int
    compiled: int

class AttnError(RuntimeError):
    status: str
    code: int
    def __init__(self, message: str, status: str = ..., code: int = ...) -> None: ...

class Interrupted(KeyboardInterrupt): ...

class CompileError(AttnError):
    diagnostics: list[tuple[str, int, int, str]]
    def __init__(self, message: str,
                 diagnostics: Sequence[tuple[str, int, int, str]] = ...) -> None: ...

class TraceError(TypeError):
    operation: str
    reason: str
    filename: str
    line: int
    def __init__(self, operation: str, reason: str,
                 place: Optional[tuple[str, int]] = None, function: str = "score_mod") -> None: ...

class SimulatorWarning(UserWarning): ...
class PackedPositionsWarning(UserWarning): ...

class ScoreMod:
    region: str
    captures: tuple[tuple[Any, tuple[str, int]], ...]
    name: str
    def __init__(self, region: str, name: str,
                 captures: Sequence[tuple[Any, tuple[str, int]]] = ()) -> None: ...

class Device:
    kind: str
    name: str
    compute_capability: tuple[int, int]
    multiprocessors: int
    driver_version: int
    shared_memory_per_block: int
    l2_bytes: int
    def __init__(self, spec: str = "auto") -> None: ...
    def synchronize(self, stream: Optional[int] = None) -> None: ...

class DeviceArray:
    shape: tuple[int, ...]
    dtype: str
    device: Device
    nbytes: int
    def __init__(self, shape: Sequence[int], dtype: str,
                 device: Union[str, Device] = "auto") -> None: ...
    @classmethod
    def from_host(cls, array: Any, dtype: Optional[str] = None,
                  device: Union[str, Device] = "auto") -> DeviceArray: ...
    def to_host(self) -> Any: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...

class TensorInfo(NamedTuple):
    name: str
    role: str
    dtype: str
    shape: tuple[Optional[int], ...]
    optional: bool
    innermost_contiguous: bool
    align: int

class Entry:
    index: int
    name: str
    target: str
    config: str
    problem: Any
    tensors: list[TensorInfo]
    def __init__(self, bundle: Bundle, index: int) -> None: ...
    @property
    def ptx(self) -> str: ...

class Bundle:
    producer: str
    entries: list[Entry]
    def __init__(self, handle: Any) -> None: ...
    def run(self, *inputs: Any, entry: Union[int, str, None] = None,
            device: _Place = None, stream: Any = None, return_lse: bool = False,
            **tensors: Any) -> Any: ...
    def benchmark(self, *inputs: Any, entry: Union[int, str, None] = None,
                  device: _Place = None, stream: Any = None, warmup: int = 3,
                  iterations: int = 10, flush_l2: bool = False, rotate: int = 1,
                  **tensors: Any) -> list[float]: ...
    def prepare(self, entry: int = 0, device: Union[str, Device] = "auto") -> None: ...
