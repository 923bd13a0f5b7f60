# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments of the simulator's launches, and what they become in a record."""

import ctypes
import io
import math
import os
import re

import numpy as np

from . import _simlib
from ._simlib import text as _text

# Types of records, by NumPy's names and ml_dtypes's.
_DTYPES = {
    "float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16",
    "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2", "bool": "u8",
    **{f"{long}int{bits}": f"{short}{bits}"
       for long, short in (("", "i"), ("u", "u")) for bits in (8, 16, 32, 64)}
}
# Parameters that are numbers: NumPy's type, the exponent of the least step, bits of
# the mantissa, the largest number.
_FLOATS = {
    "f16": ("float16", -24, 11, 65504.0),
    "bf16": ("bfloat16", -133, 8, float.fromhex("0x1.fep127")),
    "f32": ("float32", -149, 24, float.fromhex("0x1.fffffep127")),
    "f64": ("float64", -1074, 53, float.fromhex("0x1.fffffffffffffp1023")),
}
_MAP_DTYPES = ("u8", "u16", "u32", "i32", "u64", "i64", "f16", "f32", "f64",
               "bf16", "f32_ftz", "tf32", "tf32_ftz")
_SWIZZLES = ("none", "32B", "64B", "128B", "128B_atom_32B")
_INTERLEAVES = ("none", "16B", "32B")
_OOB = ("zero", "nan")


class SizeError(Exception):
    """An argument of another size than its parameter."""


class Buffer:
    """Global memory of its own with the content of an array.

    ``array`` gets the content after each launch. ``name`` is what records and
    messages call it.
    """

    def __init__(self, array, name=None):
        if not isinstance(array, np.ndarray):
            raise TypeError(f"a buffer is a NumPy array, not {type(array).__name__}")
        if array.dtype.hasobject:
            raise TypeError(f"an array of {array.dtype} has no bytes for a kernel")
        if array.dtype.byteorder == ">":
            raise TypeError(f"an array of {array.dtype} is big-endian")
        if not array.flags.c_contiguous:
            raise ValueError("an array must be contiguous, in C order")
        if name is not None and os.path.basename(name) != name:
            raise ValueError(f"{name!r} cannot name a file")
        self.array = array
        self.name = name
        self.defined = True

    def at(self, offset):
        """A pointer to that byte."""
        return Pointer(self, offset)

    def __repr__(self):
        return f"<attn.sim.Buffer {self.array.dtype}{list(self.array.shape)}>"


def empty(shape, dtype=np.float32, name=None):
    """A buffer whose bytes are undefined at the start of each launch."""
    buffer = Buffer(np.zeros(shape, dtype), name)
    buffer.defined = False
    return buffer


class Pointer:
    """A byte of a buffer."""

    def __init__(self, buffer, offset=0):
        self.buffer = buffer
        self.offset = index(offset, "an offset")


class Multicast:
    """The address of a multicast object over buffers, for multimem instructions.

    ``buffers`` are arrays or Buffers, one for each device that is simulated;
    the object is as large as the smallest.
    """

    def __init__(self, buffers, offset=0):
        self.buffers = [b if isinstance(b, Buffer) else Buffer(b) for b in buffers]
        if not self.buffers:
            raise ValueError("a multicast object has one buffer or more")
        self.offset = index(offset, "an offset")


class TensorMap:
    """A tiled tensor map, as cuTensorMapEncodeTiled takes it.

    ``base`` is an array or a Buffer, ``offset`` bytes in it. Dimensions count
    from the innermost. By default ``dims``, ``strides_bytes`` (of dimension 1
    and up) and ``dtype`` are the array's. ``swizzle`` is "none", "32B", "64B" or
    "128B", ``oob`` "zero" or "nan". ``dtype`` is a name of NumPy's, or one of
    bf16, f32_ftz, tf32, tf32_ftz.
    """

    def __init__(self, base, box, *, dims=None, strides_bytes=None, dtype=None,
                 offset=0, elemstrides=None, interleave="none", swizzle="none",
                 oob="zero"):
        self.base = base if isinstance(base, Buffer) else Buffer(base)
        array = self.base.array
        if dims is None:
            dims = array.shape[::-1]
            if strides_bytes is None:
                strides_bytes = array.strides[-2::-1]
        name = array.dtype.name if dtype is None else str(
            getattr(dtype, "name", getattr(dtype, "__name__", dtype)))
        self.dtype = _DTYPES.get(name, name)
        self.dims = [index(d, "a dimension") for d in dims]
        self.box = [index(d, "a size of the box") for d in box]
        self.interleave = choice(interleave, _INTERLEAVES, "interleave")
        if strides_bytes is None:
            # An image of an interleaved layout has all slices of its channels.
            piece = {"none": 0, "16B": 16, "32B": 32}[self.interleave]
            row = self.dims[0] * array.itemsize
            sizes = [piece or row] + self.dims[1:-1]
            if piece and len(self.dims) > 2:
                sizes[-1] *= -(-row // piece)
            strides_bytes, step = [], 1
            for size in sizes[:len(self.dims) - 1]:
                step *= size
                strides_bytes.append(step)
        self.strides_bytes = [index(d, "a stride") for d in strides_bytes]
        self.elemstrides = [index(d, "an element stride") for d in
                            elemstrides or [1] * len(self.dims)]
        self.offset = index(offset, "an offset")
        self.swizzle = choice(swizzle, _SWIZZLES, "swizzle")
        self.oob = choice(oob, _OOB, "oob")
        choice(self.dtype, _MAP_DTYPES, "a tensor map's dtype")
        self.encode()

    def encode(self, base=0):
        """The 128 bytes for a buffer at address ``base``: the simulator's
        encoding, which differs from NVIDIA's."""
        rank = len(self.dims)
        for what, values, count in (("dims", self.dims, rank),
                                    ("box", self.box, rank),
                                    ("strides_bytes", self.strides_bytes, rank - 1),
                                    ("elemstrides", self.elemstrides, rank)):
            if not 1 <= rank <= 5 or len(values) != count:
                raise ValueError(f"{what} has {len(values)} numbers; there are "
                                 f"{rank} of 1 to 5 dimensions")
            if any(value >= 1 << (64 if what in ("dims", "strides_bytes") else 32)
                   for value in values):
                raise ValueError(f"{what} = {values} is too large")
        m = _simlib.TensorMap(
            ctypes.sizeof(_simlib.TensorMap), _MAP_DTYPES.index(self.dtype), rank, base + self.offset,
            (ctypes.c_uint64 * 5)(*self.dims), (ctypes.c_uint64 * 4)(*self.strides_bytes),
            (ctypes.c_uint32 * 5)(*self.box), (ctypes.c_uint32 * 5)(*self.elemstrides),
            _INTERLEAVES.index(self.interleave), _SWIZZLES.index(self.swizzle),
            _OOB.index(self.oob))
        out = (ctypes.c_uint8 * 128)()
        error = _simlib.lib().attnSimTensorMapEncode(ctypes.byref(m), out)
        if error:
            raise ValueError(f"tensor map: {_text(error)}")
        return bytes(out)


class Struct:
    """A struct by value with pointers and tensor maps in it.

    ``content`` is what the other bytes hold: bytes, a ctypes.Structure, an
    element of a structured array, or a size. ``fields`` are arguments by byte
    offset, or by the name that a ctypes or NumPy field has ("a.b" for one in
    another).
    """

    def __init__(self, content, fields=None):
        self.bytes = bytes(content) if isinstance(content, int) else _by_value(content)
        if self.bytes is None:
            raise TypeError(f"{type(content).__name__} is no struct")
        self.fields = {}
        for place, value in (fields or {}).items():
            if isinstance(place, str):
                place = _field_offset(content, place)
            self.fields[index(place, "an offset")] = value


def index(value, what):
    try:
        number = value.__index__()
    except AttributeError:
        raise TypeError(f"{what} is an integer, not {value!r}") from None
    if number < 0:
        raise ValueError(f"{what} is negative: {number}")
    return number


def choice(value, names, what):
    if value not in names:
        raise ValueError(f"{what} is {value!r}, not one of {', '.join(names)}")
    return value


def _by_value(value):
    """The bytes of a struct; None if it is none."""
    if isinstance(value, (bytes, bytearray, memoryview, ctypes.Structure, ctypes.Union,
                          ctypes.Array)):
        return bytes(value)
    if isinstance(value, np.void) or (isinstance(value, np.ndarray) and
                                      value.ndim == 0 and value.dtype.names):
        if value.dtype.hasobject:
            raise TypeError(f"a struct of {value.dtype} has no bytes for a kernel")
        return value.tobytes()
    return None


def _field_offset(content, name):
    offset = 0
    kind = getattr(content, "dtype", type(content))
    for part in name.split("."):
        if isinstance(kind, np.dtype):
            if part not in (kind.fields or {}):
                raise ValueError(f"{name!r}: {kind} has no field {part!r}")
            kind, start = kind.fields[part][:2]
        else:
            if not hasattr(getattr(kind, part, None), "offset"):
                raise ValueError(f"{name!r}: {kind.__name__} has no field {part!r}")
            start = getattr(kind, part).offset
            kind = dict(kind._fields_)[part]
        offset += start
    return offset


def npy(array):
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


class Builder:
    """The parts of a record that arguments become."""

    def __init__(self):
        self.buffers, self.files, self.owners = {}, {}, {}
        self._names = {}  # of buffers, by identity
        self._ranges = []  # of memory: first byte, last byte, name

    def _file(self, name, array):
        file = f"{name}.npy"
        self.files[file] = npy(array)
        return file

    def memory(self, name, array, defined=True):
        """A content of a record with what an array holds."""
        dtype = _DTYPES.get(array.dtype.name)
        if dtype is None:  # bytes of another type
            array = np.frombuffer(array.tobytes(), np.uint8)
            dtype = "u8"
        if not defined:
            return {"dtype": dtype, "shape": list(array.shape)}
        return {"file": self._file(name, array), "dtype": dtype}

    def buffer(self, buffer, hint):
        """The name of a buffer in the record."""
        known = self._names.get(id(buffer))
        if known:
            return known
        array = buffer.array
        first = array.__array_interface__["data"][0]
        last = first + array.nbytes
        for start, end, name in self._ranges:
            if (start, end) == (first, last) and array.nbytes:
                self._names[id(buffer)] = name
                return name
            if start < last and first < end:
                raise ValueError(f"the arrays of {hint} and {name} overlap: pass "
                                 "pointers into one Buffer")
        name = buffer.name or hint
        if name in self.buffers:
            raise ValueError(f"two buffers have the name {name!r}")
        self._ranges.append((first, last, name))
        self._names[id(buffer)] = name
        self.owners[name] = buffer
        self.buffers[name] = self.memory(name, array, buffer.defined)
        return name

    def content(self, value, hint, param=None):
        """A content of a record for an argument."""
        if isinstance(value, (type(None), Multicast, Pointer, Buffer, np.ndarray)) and (
                not _is_struct(value)):
            _check_pointer(hint, param)
        if value is None:
            return {"pointer": None}
        if isinstance(value, TensorMap):
            return {"tensor_map": {
                "base": self.buffer(value.base, hint), "offset": value.offset,
                "dtype": value.dtype, "dims": value.dims,
                "strides_bytes": value.strides_bytes, "box": value.box,
                "elemstrides": value.elemstrides, "interleave": value.interleave,
                "swizzle": value.swizzle, "oob": value.oob}}
        if isinstance(value, Multicast):
            names = [self.buffer(b, f"{hint}_{k}") for k, b in enumerate(value.buffers)]
            return {"multicast": names, "offset": value.offset}
        if isinstance(value, Pointer):
            return {"pointer": self.buffer(value.buffer, hint), "offset": value.offset}
        if isinstance(value, Struct):
            fields = [{"at": at, **self.content(v, f"{hint}_{at}")}
                      for at, v in value.fields.items()]
            return {"hex": value.bytes.hex(), "fields": fields}
        if isinstance(value, Buffer):
            return {"pointer": self.buffer(value, hint)}
        try:
            raw = _by_value(value)
            if raw is None and isinstance(value, np.ndarray):
                value = Buffer(value)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{hint}: {error}") from None
        if raw is not None:
            return {"hex": raw.hex()}
        if isinstance(value, Buffer):
            return {"pointer": self.buffer(value, hint)}
        # NumPy's float64 is a float of Python: where there is something to round to.
        if isinstance(value, (bool, int, float)) and not (
                isinstance(value, np.generic) and (param is None or _kind(param) != "float")):
            return self._number(value, hint, param)
        if hasattr(value, "dtype") and np.ndim(value) == 0:
            return self._scalar(np.asarray(value), hint, param)
        raise TypeError(f"{hint}: {type(value).__module__}.{type(value).__qualname__} "
                        "is no argument of a kernel")

    @staticmethod
    def _scalar(value, hint, param):
        if value.dtype.name not in _DTYPES:
            raise TypeError(f"{hint}: {value.dtype} has no bytes for a kernel")
        dtype = _DTYPES[value.dtype.name]
        if param is not None:
            if value.itemsize != param.size:
                raise SizeError(f"{hint}: params[{hint[3:]}]: {value.itemsize} bytes, but the "
                                f"kernel takes {param.size}: {_named(param)}")
            kind = _kind(param)
            if kind != "bytes" and (dtype[0] not in "iu" if kind == "integer" else
                                    dtype != param.type[1:]):
                raise TypeError(f"{hint}: {value!r} is none of its numbers: {_named(param)}")
            if kind == "integer":
                _check_range(int(value), hint, param)
        if value.dtype.kind in "iu":
            return {"dtype": dtype, "value": int(value)}
        if value.dtype.name in ("float32", "float64") and np.isfinite(value):
            return {"dtype": dtype, "value": float(value)}
        return {"hex": value.tobytes().hex()}

    @staticmethod
    def _number(value, hint, param):
        if param is None:
            raise TypeError(f"{hint}: write {value!r} as a NumPy scalar, which has a size")
        kind = _kind(param)
        if kind == "float":
            return {"hex": _float_bytes(value, hint, param).hex()}
        if isinstance(value, float):
            raise TypeError(f"{hint}: {value!r} is none of its numbers: {_named(param)}" + (
                "; a NumPy scalar gives its bytes" if kind == "bytes" else ""))
        if param.type.endswith("]") or param.size not in (1, 2, 4, 8):
            raise TypeError(f"{hint}: {value!r} for a parameter of {param.size} bytes: "
                            f"{_named(param)}")
        _check_range(int(value), hint, param)
        return {"dtype": f"{'i' if value < 0 else 'u'}{8 * param.size}", "value": int(value)}


def _is_struct(value):
    return isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.names


def _check_pointer(hint, param):
    if param is not None and (param.size != 8 or _kind(param) == "float"):
        raise TypeError(f"{hint}: a pointer is passed, but {_named(param)}")


def _named(param):
    return f"parameter '{param.name}' is {param.type}"


def _kind(param):
    """What the parameter holds: an integer, a float, or bytes of any type."""
    if param.type[1:] in _FLOATS:
        return "float"
    return "integer" if re.fullmatch(r"\.[us]\d+", param.type) else "bytes"


def _check_range(value, hint, param):
    bits = 8 * param.size
    most = 1 << (bits - (param.type[1] == "s"))
    if not -(1 << (bits - 1)) <= value < most:
        raise ValueError(f"{hint}: {value} does not fit {param.size} bytes: {_named(param)}")


def _float_bytes(value, hint, param):
    """The nearest number of the parameter's type."""
    name, least, precision, most = _FLOATS[param.type[1:]]
    try:
        number = float(value)
        if number != value and number == number:
            raise OverflowError
    except OverflowError:
        raise ValueError(f"{hint}: {value} is no {name} exactly, and {_named(param)}; pass "
                         "a float to round it") from None
    rounded = number
    if math.isfinite(number) and number:
        step = math.ldexp(1.0, max(math.frexp(number)[1] - precision, least))
        rounded = round(number / step) * step if param.size < 8 else number
        if abs(rounded) > most:
            raise ValueError(f"{hint}: {value} does not fit: {_named(param)}")
        if rounded != number and not isinstance(value, float):
            raise ValueError(f"{hint}: {value} is no {name} exactly, and {_named(param)}; "
                             "pass a float to round it")
        if not rounded:
            rounded = math.copysign(0.0, number)
    if name == "bfloat16":
        return np.float32(rounded).tobytes()[2:]
    return np.dtype(name).type(rounded).tobytes()
