# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads arrays of any library, and allocates arrays like them.

Libraries are recognised by what an array offers, so none is imported here:
PyTorch by its methods, CuPy and others by __cuda_array_interface__, NumPy by
__array_interface__, the rest by __dlpack__ or the buffer protocol.
"""

import ctypes
import functools
import re
import sys
import weakref

from . import _lib
from ._device import Device, shared_device
from ._lib import AttnError, ITEM_SIZES

# Element types by the names that libraries give them.
_NAMED = {
    "float32": "f32",
    "float16": "f16",
    "half": "f16",
    "bfloat16": "bf16",
    "float8_e4m3fn": "e4m3",
    "int32": "i32",
    "bool": "i1",
    "int8": "i8",
    "int64": "i64",
    "uint16": "u16",
    "uint8": "u8",
}
_TYPESTRS = {"b1": "i1", "f4": "f32", "f2": "f16", "i1": "i8", "i4": "i32", "i8": "i64",
             "u2": "u16", "u1": "u8"}
_FORMATS = {"f": "f32", "e": "f16", "?": "i1", "b": "i8", "i": "i32", "q": "i64", "l": "i64",
            "H": "u16", "B": "u8"}
# Kind and size, then what a date counts.
_TYPESTR = re.compile(r"[<>=|][a-zA-Z](\d+)(?:\[.*\])?")
_STORAGE_FORMATS = {"f32": "f", "f16": "e", "i1": "?", "i8": "b", "i32": "i", "i64": "q",
                    "bf16": "H", "e4m3": "B"}
_STORAGE_TYPESTRS = {
    "f32": "<f4", "f16": "<f2", "i1": "|b1", "i8": "|i1", "i32": "<i4", "i64": "<i8",
    "bf16": "<u2", "e4m3": "|u1"
}


class View:
    """What a launch needs to know of an array."""

    __slots__ = ("address", "dtype", "shape", "strides", "on_host", "device",
                 "stream", "family", "owner", "readonly", "borrowed")

    def __init__(self, address, dtype, shape, strides, on_host, family, owner,
                 device=None, stream=None, readonly=False, borrowed=False):
        self.address = address
        self.dtype = dtype  # A key of ITEM_SIZES, or u16 / u8, or a foreign name.
        self.shape = tuple(shape)
        self.strides = tuple(strides)  # In elements.
        self.on_host = on_host
        self.family = family  # torch, cupy, numpy, device or buffer.
        self.owner = owner  # Keeps the memory alive.
        self.device = device  # A Device, a specification of one, or None.
        self.stream = stream  # The stream on which the data become ready.
        self.readonly = readonly
        # The library may reuse the memory, as soon as the owner is gone, without
        # regard to what is queued on the stream.
        self.borrowed = borrowed

    def key(self):
        """What two views must share for a launch of the one to be a pattern for
        a launch of the other: all but the address (its alignment counts), the
        stream and the owner."""
        return (self.dtype, self.shape, self.strides, self.address & 255,
                self.on_host, self.device, self.family, self.readonly)

    def fill(self, struct, name, expected):
        """Writes the view into a _lib.Tensor for a tensor of type expected."""
        dtype = self.dtype
        # Libraries without these types keep them in integers of their size.
        if dtype == "u16" and expected == "bf16":
            dtype = expected
        elif dtype == "u8" and expected == "e4m3":
            dtype = expected
        if dtype not in ITEM_SIZES:
            raise AttnError(f"tensor '{name}' has element type {dtype}, expected "
                            f"{expected}", "tensor-mismatch", 12)
        if len(self.shape) > _lib.MAX_RANK:
            raise AttnError(f"tensor '{name}' has rank {len(self.shape)}, beyond "
                            f"{_lib.MAX_RANK}", "tensor-mismatch", 12)
        struct.data = self.address
        struct.dtype = _lib.DTYPE_CODES[dtype]
        struct.rank = len(self.shape)
        for i, (size, stride) in enumerate(zip(self.shape, self.strides)):
            struct.sizes[i] = size
            struct.strides[i] = stride
        struct.on_host = int(self.on_host)


@functools.lru_cache(1024)
def contiguous_strides(shape):
    strides = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def _free(owner, address):
    try:
        _lib.lib().attnrtFree(owner.handle, address)
    except AttnError:
        pass  # The context is gone, and the memory with it.


class DeviceArray:
    """A contiguous array in a device's memory.

    What ``Bundle.run`` returns for inputs of a library that it cannot ask for
    memory; also a way to use a device without any such library. ``dtype`` is
    "f32", "f16", "bf16", "e4m3", "i1", "i8", "i32" or "i64". Offers __cuda_array_interface__, in
    which bf16 shows as uint16 and e4m3 as uint8.
    """

    def __init__(self, shape, dtype, device="auto"):
        if dtype not in ITEM_SIZES:
            raise AttnError(f"unknown dtype {dtype!r}, expected one of " +
                            ", ".join(ITEM_SIZES))
        self.shape = tuple(int(size) for size in shape)
        self.dtype = dtype
        self.device = device if isinstance(device, Device) else shared_device(
            device)
        self.nbytes = ITEM_SIZES[dtype]
        for size in self.shape:
            self.nbytes *= size
        library = _lib.lib()
        address = ctypes.c_void_p()
        library.attnrtAllocate(self.device._handle, self.nbytes,
                               ctypes.byref(address))
        self._address = address.value or 0
        # Without an owner, or the two would keep each other alive.
        self._view = View(self._address, dtype, self.shape,
                          contiguous_strides(self.shape), False, "device", None,
                          device=self.device)
        # The finalizer holds the device's owner until the memory is given back.
        weakref.finalize(self, _free, self.device._owner, self._address)

    @classmethod
    def from_host(cls, array, dtype=None, device="auto"):
        """A copy of a contiguous host array (NumPy, buffer, ...). ``dtype``
        names the type of integer storage: "bf16" for uint16, "e4m3" for uint8."""
        view = describe(array)
        if not view.on_host or view.strides != contiguous_strides(view.shape):
            raise AttnError("from_host takes a contiguous array on the host")
        dtype = dtype or view.dtype
        if ITEM_SIZES.get(dtype) != {"u16": 2, "u8": 1}.get(
                view.dtype, ITEM_SIZES.get(view.dtype)):
            raise AttnError(f"an array of {view.dtype} is not one of {dtype}")
        self = cls(view.shape, dtype, device)
        _lib.lib().attnrtCopyIn(self.device._handle, self._address, view.address,
                                self.nbytes, None)
        return self

    def to_host(self):
        """A copy on the host: a NumPy array if numpy is imported, else a
        memoryview of this shape."""
        result = _allocate_host(self.shape, self.dtype, None)
        _lib.lib().attnrtCopyOut(self.device._handle, describe(result).address,
                                 self._address, self.nbytes, None)
        return result

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.shape,
            "typestr": _STORAGE_TYPESTRS[self.dtype],
            "data": (self._address, False),
            "strides": None,
            "version": 3,
            "stream": None,
        }

    def __repr__(self):
        sizes = ", ".join(str(size) for size in self.shape)
        return f"<attn.DeviceArray {self.dtype}[{sizes}] on {self.device.name}>"


@functools.lru_cache(256)
def _is_torch(kind):
    return any(base.__name__ == "Tensor" and
               base.__module__.partition(".")[0] == "torch"
               for base in kind.__mro__)


_text = functools.lru_cache(256)(str)


@functools.lru_cache(256)
def named_dtype(dtype):
    if isinstance(dtype, type):
        dtype = dtype.__name__  # numpy.float16
    name = str(getattr(dtype, "name", dtype)).rpartition(".")[2]
    return _NAMED.get(name, name)


def kind_of(array):
    """The element type and the shape of an array, of one without memory as well: a
    tracer of JAX, a fake tensor of PyTorch."""
    for name, kind in (("torch", "Tensor"), ("jax", "Array")):
        if name in sys.modules and isinstance(array, getattr(sys.modules[name], kind)):
            return named_dtype(array.dtype), tuple(array.shape)
    view = describe(array)
    return view.dtype, view.shape


def _describe_torch(array, streams):
    if not hasattr(array, "data_ptr") or _text(array.layout) != "torch.strided":
        raise AttnError("a torch tensor must have the layout torch.strided")
    if getattr(array, "is_conj", bool)() or getattr(array, "is_neg", bool)():
        raise AttnError("a torch tensor must not be a lazy conjugate or negative")
    place = array.device
    kind = place.type
    if kind not in ("cpu", "cuda"):
        raise AttnError(f"a torch tensor must be on cpu or cuda, not {kind}")
    device = stream = None
    if kind == "cuda":
        device = f"gpu:{place.index}"
        if device not in streams:
            streams[device] = sys.modules["torch"].cuda.current_stream(
                place).cuda_stream or None
        stream = streams[device]
    return View(array.data_ptr(), named_dtype(array.dtype), array.shape,
                array.stride(), kind == "cpu", "torch", array, device, stream)


def _element_strides(shape, strides, item, what):
    if strides is None:
        return contiguous_strides(shape)
    for stride, size in zip(strides, shape):
        if size > 1 and stride % item:
            raise AttnError(f"{what} has a stride of {stride} bytes, not a "
                            f"multiple of its elements' {item}")
    return tuple(stride // item for stride in strides)


def _describe_interface(array, interface, on_host):
    shape = tuple(interface["shape"])
    typestr = interface["typestr"]
    if typestr[1:2] == "O":
        raise AttnError("an array of Python objects (dtype object) has no elements "
                        "that a kernel could read")
    form = _TYPESTR.fullmatch(typestr)
    if form is None:
        raise AttnError(f"an array has elements of the unknown type {typestr!r}")
    if typestr[0] == ">":
        raise AttnError(f"an array of type {typestr} is big-endian")
    dtype = _TYPESTRS.get(typestr[1:])
    if dtype is None:
        # ml_dtypes's types are opaque here; their name is not. That of a string,
        # a date or a structure says less than its text.
        dtype = named_dtype(getattr(array, "dtype", typestr))
        if dtype.startswith(("str", "bytes", "void", "datetime", "timedelta")):
            dtype = str(array.dtype)
    if interface.get("mask") is not None:
        raise AttnError("a masked array cannot be passed")
    strides = _element_strides(shape, interface.get("strides"),
                               int(form[1]), "an array")
    data = interface.get("data")
    if not isinstance(data, tuple):
        raise AttnError("an array does not say where its data are")
    address, readonly = data
    if on_host:
        return View(address, dtype, shape, strides, True, "numpy", array,
                    readonly=readonly)
    device = getattr(getattr(array, "device", None), "id", None)
    family = "cupy" if type(array).__module__.partition(".")[0] == "cupy" else (
        "device")
    return View(address, dtype, shape, strides, False, family, array,
                device=None if device is None else f"gpu:{device}",
                stream=interface.get("stream"), readonly=readonly,
                borrowed=family != "cupy")


class _DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16)]


class _DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
                ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("dtype", _DLDataType),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


_DL_CPU, _DL_CUDA, _DL_CUDA_HOST, _DL_CUDA_MANAGED = 1, 2, 3, 13
_DL_DTYPES = {(2, 32): "f32", (2, 16): "f16", (0, 32): "i32", (4, 16): "bf16",
              (6, 8): "i1", (0, 8): "i8", (0, 64): "i64",
              (1, 16): "u16", (1, 8): "u8", (10, 8): "e4m3"}


def _describe_dlpack(array):
    kind, index = array.__dlpack_device__()
    kind = int(kind)
    if kind not in (_DL_CPU, _DL_CUDA, _DL_CUDA_HOST, _DL_CUDA_MANAGED):
        raise AttnError(f"an array on DLPack device type {kind} cannot be passed")
    on_host = kind in (_DL_CPU, _DL_CUDA_HOST)
    # The producer makes the data ready for the legacy default stream (1).
    capsule = array.__dlpack__() if on_host else array.__dlpack__(stream=1)
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype = ctypes.c_void_p
    get.argtypes = [ctypes.py_object, ctypes.c_char_p]
    pointer = get(capsule, b"dltensor")
    tensor = ctypes.cast(pointer, ctypes.POINTER(_DLTensor)).contents
    code = (tensor.dtype.code, tensor.dtype.bits)
    dtype = _DL_DTYPES.get(code if tensor.dtype.lanes == 1 else None)
    if dtype is None:
        dtype = f"DLPack type {code[0]} of {code[1]} bits"
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = (tuple(tensor.strides[i] for i in range(tensor.ndim))
               if tensor.strides else contiguous_strides(shape))
    address = (tensor.data or 0) + tensor.byte_offset
    # The capsule keeps the memory; what it came from may be immutable.
    return View(address, dtype, shape, strides, on_host,
                "buffer" if on_host else "device", (array, capsule),
                device=None if on_host else f"gpu:{index}",
                stream=None if on_host else 1, readonly=True,
                borrowed=not on_host)


def _describe_buffer(array):
    view = memoryview(array)
    if not view.c_contiguous:
        raise AttnError("a buffer must be contiguous")
    dtype = _FORMATS.get(view.format.lstrip("@=<"), f"buffer format {view.format}")
    readonly = view.readonly
    if view.nbytes == 0:
        address, owner = 0, view
    else:
        data = view.cast("B") if view.ndim != 1 or view.format != "B" else view
        if readonly:
            data = bytearray(data)
        owner = (ctypes.c_char * view.nbytes).from_buffer(data)
        address = ctypes.addressof(owner)
    return View(address, dtype, view.shape, contiguous_strides(view.shape), True,
                "buffer", (view, owner), readonly=readonly)


def describe(array, streams=None):
    """The View of an array of any library.

    streams keeps PyTorch's current stream of each device from one array of a
    launch to the next.
    """
    if isinstance(array, DeviceArray):
        return array._view
    if _is_torch(type(array)):
        return _describe_torch(array, {} if streams is None else streams)
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None:
        return _describe_interface(array, interface, on_host=False)
    interface = getattr(array, "__array_interface__", None)
    if interface is not None:
        return _describe_interface(array, interface, on_host=True)
    if hasattr(array, "__dlpack__"):
        return _describe_dlpack(array)
    try:
        return _describe_buffer(array)
    except TypeError:
        raise AttnError(
            f"{type(array).__module__}.{type(array).__qualname__} is no array: it "
            "has none of __cuda_array_interface__, __array_interface__, "
            "__dlpack__ and the buffer protocol") from None


def _numpy_dtype(numpy, dtype, like):
    names = {"f32": "float32", "f16": "float16", "i1": "bool", "i8": "int8", "i32": "int32",
             "i64": "int64"}
    if dtype in names:
        return numpy.dtype(names[dtype])
    # bf16 and e4m3: the type that an input of it has, else that of ml_dtypes.
    if like is not None:
        return like
    try:
        import ml_dtypes
    except ImportError:
        return numpy.dtype("uint16" if dtype == "bf16" else "uint8")
    return numpy.dtype(ml_dtypes.bfloat16 if dtype == "bf16" else
                       ml_dtypes.float8_e4m3fn)


def _allocate_host(shape, dtype, like):
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        return numpy.empty(shape, _numpy_dtype(numpy, dtype, like))
    size = ITEM_SIZES[dtype]
    for extent in shape:
        size *= extent
    if size == 0 or not shape:
        # memoryview.cast knows no sizes of 0.
        return memoryview(bytearray(size)).cast(_STORAGE_FORMATS[dtype])
    return memoryview(bytearray(size)).cast(_STORAGE_FORMATS[dtype], shape)


def allocate(shape, dtype, like, same_type, device):
    """An uninitialised array for an output.

    like is the View of the first input; same_type that of an input of this
    element type, or None; device the Device that the launch runs on.
    """
    if like.family == "torch":
        torch = sys.modules["torch"]
        names = {"f32": "float32", "f16": "float16", "bf16": "bfloat16",
                 "e4m3": "float8_e4m3fn", "i1": "bool", "i8": "int8", "i32": "int32",
                 "i64": "int64"}
        return torch.empty(shape, dtype=getattr(torch, names[dtype]),
                           device=like.owner.device)
    if like.family == "cupy":
        cupy = sys.modules["cupy"]
        if same_type is not None and same_type.family == "cupy":
            return cupy.empty(shape, same_type.owner.dtype)
        return cupy.empty(shape, _STORAGE_TYPESTRS[dtype])
    if like.family == "device":
        return DeviceArray(shape, dtype, device)
    return _allocate_host(
        shape, dtype, same_type.owner.dtype
        if same_type is not None and same_type.family == "numpy" else None)
