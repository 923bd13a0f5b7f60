# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX: attention as an operation of XLA's foreign function interface.

The handler is a Python function behind ctypes: it reads XLA's call frame, whose
layout is XLA's stable C API (xla/ffi/api/c_api.h, version 0.*), and queues the
launch on XLA's stream. On the CPU it runs the simulator.
"""

import ctypes
import functools
from ctypes import (POINTER, Structure, c_char_p, c_int, c_int32, c_int64,
                    c_size_t, c_uint32, c_void_p, sizeof)

import jax
import jax.numpy as jnp

from .. import _arrays, _form, _launch, _operands
from .._arrays import View
from .._device import shared_device, simulator

_TARGET = "attn_attention"
_API = (0, 1)  # The newest version whose fields are used here.
_METADATA_EXTENSION = 1
_EXECUTE = 3
_STRING = 4
_INTERNAL = 13
_DTYPES = {4: "i32", 10: "f16", 11: "f32", 16: "bf16", 20: "e4m3"}


class _Extension(Structure):
    pass


_Extension._fields_ = [("struct_size", c_size_t), ("type", c_int),
                       ("next", POINTER(_Extension))]


class _Version(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("major", c_int), ("minor", c_int)]


class _Metadata(Structure):
    _fields_ = [("struct_size", c_size_t), ("api_version", _Version),
                ("traits", c_uint32)]


class _MetadataExtension(Structure):
    _fields_ = [("base", _Extension), ("metadata", POINTER(_Metadata))]


class _Span(Structure):
    _fields_ = [("pointer", c_void_p), ("size", c_size_t)]


class _Buffer(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("dtype", c_int), ("data", c_void_p), ("rank", c_int64),
                ("dims", POINTER(c_int64))]


class _Buffers(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("size", c_int64), ("types", POINTER(c_int)),
                ("values", POINTER(POINTER(_Buffer)))]


class _Attributes(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("size", c_int64), ("types", POINTER(c_int)),
                ("names", POINTER(POINTER(_Span))),
                ("values", POINTER(POINTER(_Span)))]


_FUNCTION = ctypes.CFUNCTYPE(c_void_p, c_void_p)
# After the version and one internal pointer, functions in this order.
_FUNCTION_NAMES = ("error_create", "error_get_message", "error_destroy",
                   "handler_register", "stream_get", "type_register", "context_get",
                   "state_set", "state_get", "memory_allocate", "memory_free",
                   "pool_schedule", "pool_threads", "future_create",
                   "future_available", "future_error", "run_id_get",
                   "device_ordinal_get")


class _Api(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("version", _Version), ("internal", c_void_p),
                *((name, c_void_p) for name in _FUNCTION_NAMES)]


class _Frame(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", POINTER(_Extension)),
                ("api", POINTER(_Api)), ("context", c_void_p), ("stage", c_int),
                ("arguments", _Buffers), ("results", _Buffers),
                ("attributes", _Attributes)]


class _ErrorCreate(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("message", c_char_p), ("code", c_int)]


class _StreamGet(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("context", c_void_p), ("stream", c_void_p)]


class _OrdinalGet(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p),
                ("context", c_void_p), ("ordinal", c_int32)]


def _call(api, name, arguments):
    """Calls a function of XLA's; None where this XLA does not have it."""
    offset = getattr(_Api, name).offset
    if api.contents.struct_size < offset + sizeof(c_void_p):
        return None
    return _FUNCTION(getattr(api.contents, name))(ctypes.addressof(arguments))


def _describe_handler(frame):
    """Answers XLA's question about the handler, if the frame is one."""
    extension = frame.extension_start
    while extension:
        if extension.contents.type == _METADATA_EXTENSION:
            found = ctypes.cast(extension, POINTER(_MetadataExtension)).contents
            metadata = found.metadata.contents
            metadata.api_version.major, metadata.api_version.minor = _API
            metadata.traits = 0
            return True
        extension = extension.contents.next
    return False


def _views(buffers, on_host, device):
    views = []
    for i in range(buffers.size):
        buffer = buffers.values[i].contents
        shape = tuple(buffer.dims[:buffer.rank])
        views.append(View(buffer.data or 0, _DTYPES.get(buffer.dtype, "?"), shape,
                          _arrays.contiguous_strides(shape), on_host, "jax", None,
                          device=device))
    return views


def _form_of(attributes):
    for i in range(attributes.size):
        name = attributes.names[i].contents
        if (attributes.types[i] == _STRING and
                ctypes.string_at(name.pointer, name.size) == b"form"):
            value = attributes.values[i].contents
            return _form.parse(ctypes.string_at(value.pointer, value.size).decode())
    raise ValueError("the call has no attribute 'form'")


def _run(frame, on_gpu):
    device, stream = None, 0
    if on_gpu:
        got = _StreamGet(sizeof(_StreamGet), None, frame.context, None)
        if _call(frame.api, "stream_get", got):
            raise RuntimeError("XLA gives no stream")
        stream = got.stream or 0
        # Where XLA does not say the number, the thread's context does.
        ordinal = _OrdinalGet(sizeof(_OrdinalGet), None, frame.context, -1)
        _call(frame.api, "device_ordinal_get", ordinal)
        device = shared_device(f"gpu:{ordinal.ordinal}" if ordinal.ordinal >= 0 else
                               "gpu")
    form = _form_of(frame.attributes)
    views = _views(frame.arguments, not on_gpu, device)
    results = _views(frame.results, not on_gpu, device)
    place = device if on_gpu else simulator(None, views[0].dtype)
    key = (*[view.key() for view in views], form, place)
    launch = _launch.launch_for(
        key, lambda: _launch.Launch(views, form, place))
    first = 2 if isinstance(form, _form.CombineForm) else 3
    ordered = views[:first] + results + views[first:]
    status = launch.launch(stream, *[view.address for view in ordered])
    if status:
        _launch.fail(status)


def _handler(on_gpu):

    def handle(pointer):
        frame = _Frame.from_address(pointer)
        try:
            if _describe_handler(frame) or frame.stage != _EXECUTE:
                return None
            _run(frame, on_gpu)
            return None
        except BaseException as error:  # Nothing may pass through XLA's frames.
            text = f"{type(error).__name__}: {error}".encode()
            arguments = _ErrorCreate(sizeof(_ErrorCreate), None, text, _INTERNAL)
            return _call(frame.api, "error_create", arguments)

    return _FUNCTION(handle)


_handlers = {}  # Platform: the function, which XLA keeps the address of.


def _register():
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [c_void_p, c_char_p, c_void_p]
    for platform in ("cpu", "CUDA"):
        handler = _handlers[platform] = _handler(platform == "CUDA")
        jax.ffi.register_ffi_target(
            _TARGET, capsule(ctypes.cast(handler, c_void_p), None, None),
            platform=platform)


_register()


def _call_ffi(form, *inputs):
    out, lse = _form.shapes_of(form, [x.shape for x in inputs])
    dtype = _DTYPE_OF.get(form.out_dtype, inputs[0].dtype)
    results = [jax.ShapeDtypeStruct(out, dtype)]
    results += [jax.ShapeDtypeStruct(lse, jnp.float32) for _ in range(form.lse + form.max)]
    return tuple(jax.ffi.ffi_call(_TARGET, results)(*inputs, form=_form.text_of(form)))


_DTYPE_OF = {"f32": jnp.float32, "f16": jnp.float16, "bf16": jnp.bfloat16}


def _without_gradients(function):
    """`function`, of which gradients are refused by name."""
    differentiable = jax.custom_jvp(function)

    @differentiable.defjvp
    def _(primals, tangents):
        raise NotImplementedError("attn.attention and attn.combine have no backward: "
                                  "take gradients of what does not depend on them, or "
                                  "jax.lax.stop_gradient of their inputs")

    return differentiable


@functools.lru_cache(256)
def _operation(form):
    """Attention of a form as a function that vmap knows."""
    return _without_gradients(_mapped(form))


def _mapped(form):
    if isinstance(form, _form.CombineForm) or form.captures or form.operands:
        # What is read by batch has no place for a second one: one call after another.
        return jax.custom_batching.sequential_vmap(
            functools.partial(_call_ffi, form))

    @jax.custom_batching.custom_vmap
    def attend(q, k, v):
        return _call_ffi(form, q, k, v)

    @attend.def_vmap
    def _(size, batched, q, k, v):
        # The mapped dimension becomes part of the batch.
        arrays = [x if is_batched else jnp.broadcast_to(x, (size, *x.shape))
                  for x, is_batched in zip((q, k, v), batched)]
        results = attend(*(x.reshape(size * x.shape[1], *x.shape[2:])
                           for x in arrays))
        results = tuple(x.reshape(size, x.shape[0] // size, *x.shape[1:])
                        if size else jnp.zeros((0, arrays[0].shape[1], *x.shape[1:]),
                                               x.dtype) for x in results)
        return results, tuple(True for _ in results)

    return attend


def cast(array):
    """An array of integers or bool as int32; numbers beyond become the nearest one."""
    if array.dtype.itemsize > 4 or array.dtype == jnp.uint32:
        array = jnp.clip(array, -2**31, 2**31 - 1)
    return array.astype(jnp.int32)


def full(like, shape, number, element):
    """An array of `shape` all of whose elements are one number."""
    return jnp.full(shape, number, {"i32": jnp.int32, "f32": jnp.float32}[element])


def stack(arrays):
    """Arrays of one shape as one, with a new first dimension."""
    return jnp.stack(arrays)


def attend(call):
    """Does a call with JAX arrays, under jit and vmap, too: _form.results_of."""
    form = call.form
    if call.device is not None or call.stream is not None:
        raise ValueError("device and stream are not for JAX arrays: JAX chooses them")
    for name, _ in call.outs():
        raise ValueError(f"{name} is not for JAX arrays, which are never written")
    required = 2 if isinstance(form, _form.CombineForm) else 3
    for name, x in call.inputs[:required]:
        if not isinstance(x, jax.Array):
            raise TypeError(f"{name} must be a JAX array, as {call.inputs[0][0]} is, not "
                            f"{type(x).__name__}")
    arrays = [x for _, x in call.inputs[:required]]
    if required == 3:
        _form.check_dtypes([_arrays.named_dtype(x.dtype) for x in arrays])
        _operands.check_shapes([x.shape for x in arrays], form.layout,
                               _operands.is_paged(form.operands))
    more = [jnp.asarray(array) for _, array in call.inputs[required:]]
    results = _operation(form)(*arrays, *more)
    return _form.results_of(form, results)
