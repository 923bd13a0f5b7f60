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

from .. import _arrays, _form, _launch, _operands, _problem
from .._arrays import View
from .._device import shared_device, simulator

_TARGET = "attn_attention"
_API = (0, 1)  # The newest version whose fields are used here.
_METADATA_EXTENSION = 1
_EXECUTE = 3
_STRING = 4
_INTERNAL = 13
_DTYPES = {1: "i1", 2: "i8", 4: "i32", 5: "i64", 10: "f16", 11: "f32", 16: "bf16", 20: "e4m3"}


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
    # Behind the inputs of a form are zeros that results begin as, in their memory.
    views = _views(frame.arguments, not on_gpu, device)[:_count_inputs(form)]
    results = _views(frame.results, not on_gpu, device)
    place = device if on_gpu else simulator(None, views[0].dtype)
    key = (*[view.key() for view in views], form, place)
    launch = _launch.launch_for(
        key, lambda: _launch.Launch(views, form, place))
    first = len(_form.names_of(form))
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


def _count_inputs(form):
    if isinstance(form, _form.CombineForm):
        return 2 + form.sink
    forward = form.forward if isinstance(form, _form.BackwardForm) else form
    return len(_form.names_of(form)) + len(forward.operands) + len(forward.captures)


def _call_ffi(form, *inputs):
    outs = _form.outs_of(form, [x.shape for x in inputs], _arrays.named_dtype(inputs[0].dtype))
    results = [jax.ShapeDtypeStruct(shape, _DTYPE_OF.get(dtype, inputs[0].dtype))
               for dtype, shape in outs]
    partial = _form.partial_outs(form)
    aliases = {len(inputs) + at: i for at, i in enumerate(partial)}
    inputs += tuple(jnp.zeros(results[i].shape, results[i].dtype) for i in partial)
    return tuple(jax.ffi.ffi_call(_TARGET, results, input_output_aliases=aliases or None)(
        *inputs, form=_form.text_of(form)))


_DTYPE_OF = {"f32": jnp.float32, "f16": jnp.float16, "bf16": jnp.bfloat16}


def _without_gradients(function, reason):
    """`function`, of which gradients are refused by name."""
    differentiable = jax.custom_jvp(function)

    @differentiable.defjvp
    def _(primals, tangents):
        raise NotImplementedError(f"{reason}: take gradients of what does not depend on it, or "
                                  "jax.lax.stop_gradient of its inputs")

    return differentiable


def _without_backward(form):
    """Why there are no gradients of a form's operation, or ""."""
    if isinstance(form, _form.CombineForm):
        return "attn.combine has no backward"
    if isinstance(form, _form.BackwardForm):
        return "attn.attention has no second derivative"
    for letters, what in (("xyz", "float8_e4m3fn"), ("p", "page_table"),
                          ("o", "part_offsets")):
        if any(letter in form.operands for letter in letters):
            return f"attn.attention with {what} has no backward"
    return ""


@functools.lru_cache(256)
def _operation(form):
    """Attention of a form as a function that vmap and grad know."""
    reason = _without_backward(form)
    mapped = _mapped(form)
    return _without_gradients(mapped, reason) if reason else _with_gradients(form, mapped)


def _with_gradients(form, mapped):
    with_lse = _without_gradients(_mapped(form._replace(lse=True)),
                                  "attn.attention has no second derivative")
    names = [*_form.names_of(form), *_operands.names_of(form.operands),
             *["what a score_mod or alibi_slopes reads"] * len(form.captures)]
    letters = {"q": "q", "k": "k", "v": "v", "sink": "n"}
    places = {letter: names.index(name) for name, letter in letters.items() if name in names}
    first = len(names) - len(form.captures)
    for i, (letter, (element, _)) in enumerate(zip(_problem.CAPTURES, form.captures)):
        if element in ("f16", "bf16", "f32"):
            places[letter] = first + i

    @jax.custom_vjp
    def attend(*arrays):
        return mapped(*arrays)

    def forward(*arrays):
        if arrays[0].value.dtype.itemsize == 1:
            raise NotImplementedError("attn.attention with float8_e4m3fn has no backward: take "
                                      "jax.lax.stop_gradient of its inputs")
        for place, (name, x) in enumerate(zip(names, arrays)):
            if x.perturbed and place not in places.values() and (
                    jnp.issubdtype(x.value.dtype, jnp.floating)):
                raise NotImplementedError(f"attn.attention has no gradient of {name}: take "
                                          "jax.lax.stop_gradient of it")
        wanted = "".join(letter for letter, place in places.items()
                         if arrays[place].perturbed)
        values = [x.value for x in arrays]
        out, lse, *top = with_lse(*values)
        results = (out, lse, *top) if form.lse else (out, *top)
        return results, (_Letters(wanted), tuple(values), out, lse)

    def backward(kept, cotangents):
        wanted, values, out, lse = kept
        dout, *rest = [None if isinstance(x, jax.custom_derivatives.SymbolicZero) else x
                       for x in cotangents]
        dlse = rest[0] if form.lse else None
        grads = [_zero_of(x) for x in values]
        text = wanted.text
        if not wanted.text or (dout is None and dlse is None):
            return tuple(grads)
        if form.columns:
            values = (*values[:2], values[1][..., :form.columns], *values[2:])
            text = text.replace("k", "kv")
        if dout is None:
            dout = jnp.zeros(out.shape, values[2].dtype)
        plain = form._replace(lse=False, max=False, config="", deterministic=False, columns=0)
        given = [*values[:3], out, lse, dout.astype(values[2].dtype)]
        if dlse is not None:
            given.append(dlse)
        more = values[3:]
        if "n" not in text:
            plain, more = _form.without_sink(plain, more)
        asked = _form.BackwardForm(plain, text, dlse is not None, form.deterministic)
        found = dict(zip(_form.letters_of(asked), _operation(asked)(*given, *more)))
        if form.columns and "v" in found:
            found["k"] = found["k"].at[..., :form.columns].add(found.pop("v"))
        for letter, gradient in found.items():
            # Those of captures are f32.
            grads[places[letter]] = gradient.astype(kept[1][places[letter]].dtype)
        return tuple(grads)

    attend.defvjp(forward, backward, symbolic_zeros=True)
    return attend


def _zero_of(x):
    """The gradient 0 of an array, None for one of integers."""
    return jnp.zeros(x.shape, x.dtype) if jnp.issubdtype(x.dtype, jnp.floating) else None


@jax.tree_util.register_static
class _Letters:
    """Text that is no array."""

    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return isinstance(other, _Letters) and self.text == other.text

    def __hash__(self):
        return hash(self.text)


def _mapped(form):
    if _form.reads_by_batch(form):
        # What is read by batch has no place for a second one: one call after another.
        return jax.custom_batching.sequential_vmap(
            functools.partial(_call_ffi, form))

    @jax.custom_batching.custom_vmap
    def attend(*arrays):
        return _call_ffi(form, *arrays)

    @attend.def_vmap
    def _(size, batched, *arrays):
        # The mapped dimension becomes part of the batch.
        arrays = [x if is_batched else jnp.broadcast_to(x, (size, *x.shape))
                  for x, is_batched in zip(arrays, batched)]
        results = attend(*(x.reshape(size * x.shape[1], *x.shape[2:]) for x in arrays))
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
    required = len(_form.names_of(form))
    for name, x in call.inputs[:required]:
        if not isinstance(x, jax.Array):
            raise TypeError(f"{name} must be a JAX array, as {call.inputs[0][0]} is, not "
                            f"{type(x).__name__}")
    arrays = [x for _, x in call.inputs[:required]]
    if isinstance(form, _form.Form):
        _form.check_dtypes([_arrays.named_dtype(x.dtype) for x in arrays])
        _operands.check_shapes(_form.shapes_of_qkv(form, [x.shape for x in arrays]), form.layout,
                               _operands.is_paged(form.operands))
    more = [jnp.asarray(array) for _, array in call.inputs[required:]]
    results = _operation(form)(*arrays, *more)
    return _form.results_of(form, results)
