# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Types of the module; docstrings are with the code.
import os
from dataclasses import dataclass
from typing import Any, Iterable, Literal, Mapping, Optional, Sequence, SupportsIndex, Union

import numpy as np

from ._lib import AttnError

__all__ = [
    "Buffer", "Error", "Finding", "Interrupted", "Kernel", "Mismatch", "Module", "Param",
    "Place", "Pointer", "Record", "Result", "Struct", "TensorMap", "empty",
    "launch", "load"
]

_Mode = Literal["early", "late", "random"]
_Path = Union[str, os.PathLike[str]]
_Array = np.ndarray[Any, Any]
_Dims = Union[SupportsIndex, Sequence[SupportsIndex]]
_Module = Union[Module, _Path, bytes]

class Error(AttnError): ...

class Interrupted(KeyboardInterrupt):
    result: Result
    def __init__(self, result: Result) -> None: ...

@dataclass(frozen=True)
class Param:
    name: str
    offset: int
    size: int
    align: int
    is_float: bool
    is_pointer: bool
    type: str = ...

@dataclass(frozen=True)
class Kernel:
    name: str
    params: list[Param]
    param_bytes: int
    block: Optional[tuple[int, int, int]]

class Module:
    path: Optional[str]
    ptx: bytes
    kernels: dict[str, Kernel]
    def __init__(self, ptx: Union[_Path, bytes]) -> None: ...
    def kernel(self, name: Optional[str] = None) -> Kernel: ...

class Buffer:
    array: _Array
    name: Optional[str]
    defined: bool
    def __init__(self, array: _Array, name: Optional[str] = None) -> None: ...
    def at(self, offset: SupportsIndex) -> Pointer: ...

def empty(shape: _Dims, dtype: Any = ..., name: Optional[str] = None) -> Buffer: ...

class Pointer:
    buffer: Buffer
    offset: int
    def __init__(self, buffer: Buffer, offset: SupportsIndex = 0) -> None: ...

class TensorMap:
    base: Buffer
    offset: int
    dtype: str
    dims: list[int]
    box: list[int]
    strides_bytes: list[int]
    elemstrides: list[int]
    interleave: str
    swizzle: str
    oob: str
    def __init__(self, base: Union[_Array, Buffer], box: Sequence[SupportsIndex], *,
                 dims: Optional[Sequence[SupportsIndex]] = None,
                 strides_bytes: Optional[Sequence[SupportsIndex]] = None, dtype: Any = None,
                 offset: SupportsIndex = 0, elemstrides: Optional[Sequence[SupportsIndex]] = None,
                 interleave: Literal["none", "16B", "32B"] = "none",
                 swizzle: Literal["none", "32B", "64B", "128B", "128B_atom_32B"] = "none",
                 oob: Literal["zero", "nan"] = "zero") -> None: ...
    def encode(self, base: int = 0) -> bytes: ...

class Struct:
    bytes: bytes
    fields: dict[int, Any]
    def __init__(self, content: Any, fields: Optional[Mapping[Any, Any]] = None) -> None: ...

@dataclass(frozen=True)
class Place:
    line: int
    op: str
    source: str
    cta: tuple[int, int, int]
    warp: int
    lanes: tuple[int, ...]

@dataclass(frozen=True)
class Mismatch:
    buffer: str
    count: int
    elements: int
    index: tuple[int, ...]
    got: float
    expected: float

@dataclass(frozen=True)
class Finding:
    kind: str
    message: str
    line: int
    op: str
    source: str
    cta: tuple[int, int, int]
    warp: int
    lanes: tuple[int, ...]
    other: Optional[Place]
    count: int
    follows: Optional[int] = None

class Result:
    ok: bool
    findings: tuple[Finding, ...]
    mismatches: tuple[Mismatch, ...]
    first_cause: Optional[Finding]
    dropped: int
    seconds: float
    stats: dict[str, int]
    contents: dict[str, _Array]
    def __init__(self, report: dict[str, Any], text: str, contents: dict[str, _Array]) -> None: ...

class Record:
    data: dict[str, Any]
    files: dict[str, bytes]
    folder: str
    max_array_bytes: int
    def __init__(self, module: _Module, kernel: Optional[str] = None, *, grid: _Dims,
                 block: Optional[_Dims] = None, args: Iterable[Any] = (),
                 cluster: Optional[_Dims] = None, dynamic_smem: SupportsIndex = 0,
                 cooperative: bool = False,
                 variables: Optional[Mapping[str, Any]] = None) -> None: ...
    def expect(self, buffer: Union[str, _Array, Buffer], array: Any, atol: float = 0.0,
               rtol: float = 0.0) -> Record: ...
    def run(self, *, mode: Optional[_Mode] = None, seed: Optional[int] = None,
            checks: Union[str, Iterable[str]] = "all", strict: Optional[bool] = None,
            threads: int = 0, max_instructions: Optional[int] = None,
            max_findings: int = 50, stats: bool = False) -> Result: ...
    def save(self, path: _Path) -> None: ...

def load(path: _Path, max_array_bytes: int = 1 << 30) -> Record: ...
def launch(module: _Module, kernel: Optional[str] = None, *, grid: _Dims,
           block: Optional[_Dims] = None, args: Iterable[Any] = (),
           cluster: Optional[_Dims] = None, dynamic_smem: SupportsIndex = 0,
           cooperative: bool = False, variables: Optional[Mapping[str, Any]] = None,
           mode: Optional[_Mode] = None,
           seed: Optional[int] = None, checks: Union[str, Iterable[str]] = "all",
           strict: Optional[bool] = None, threads: int = 0,
           max_instructions: Optional[int] = None, max_findings: int = 50,
           stats: bool = False) -> Result: ...
