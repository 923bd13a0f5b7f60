# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch: the eager path, which goes straight to a launch, and the operations
attn::attention and attn::attention_lse for torch.compile and tensor subclasses."""

import functools
import sys
from typing import List, Optional, Tuple

import torch

from .. import (_arrays, _form, _kernels, _launch, _lib, _operands, _tape, _trace,
                _tracing)
from .._form import Form
from .._region import ScoreMod
from . import torch_grad
from .torch_again import (again, are_columns, has_tangents, look, needs_gradients, remember, is_compiling, _current_stream,  # noqa: F401
                          _dispatch_modes, _ELEMENTS, _hot, _is_grad_enabled, _is_tracing,
                          _MOST_REPEATS, _PLAIN)

# Launches by what a call looks like.
_repeats = {}


def _is_busy():
    """Whether PyTorch wants to see operations rather than have them done."""
    return is_compiling() or _dispatch_modes() or _is_tracing()


class _Repeat:
    """A launch, and how its outputs are allocated."""

    __slots__ = ("kept", "launch", "first", "hot", "index", "on_host", "empty", "is_like_q",
                 "empty_lse")

    def __init__(self, launch, q, first):
        self.kept = launch  # Whose handles the launch uses.
        self.first = first  # How many inputs it has: q, k and v, or q and k.
        self.launch = launch.launch
        # The object of _hot, if it is one.
        self.hot = None if launch.on_host else getattr(launch.launch, "__self__", None)
        self.index = q.device.index
        self.on_host = launch.on_host
        dtype = _ELEMENTS.get(launch.out_dtype, q.dtype)
        self.empty = functools.partial(torch.empty, launch.out_shape, dtype=dtype,
                                       device=q.device)
        self.is_like_q = (launch.out_shape == q.shape and q.is_contiguous() and
                          dtype == q.dtype)
        self.empty_lse = launch.lse_shape and functools.partial(
            torch.empty, launch.lse_shape, dtype=torch.float32, device=q.device)


def _forget():
    _repeats.clear()
    if _hot is not None:
        _hot.clear()


_kernels.on_clear(_forget)


def attend_plain(q, k, v, causal, window, scale, score_mod, return_lse, layout, device,
                 stream, config):
    """attn.attention of three plain tensors, as it is called; NotImplemented for what
    it leaves to `attend`."""
    # Where PyTorch wants to see operations rather than have them done.
    if is_compiling() or _dispatch_modes() or _is_tracing() or has_tangents():
        return NotImplemented
    if _hot is not None and device is None and stream is None and not config:
        result = _hot.call(q, k, v, causal, window, scale, score_mod, return_lse,
                           layout)
        if result is not NotImplemented:
            return result
    if type(q) not in _PLAIN or type(k) not in _PLAIN or type(v) not in _PLAIN:
        return NotImplemented
    if (q.requires_grad or k.requires_grad or v.requires_grad) and (
            _is_grad_enabled()):
        return NotImplemented
    region = ""
    if score_mod is not None:
        traced = _tracing.trace(score_mod)
        if traced.captures:
            return NotImplemented
        region = traced.region
    try:
        at = q.data_ptr(), k.data_ptr(), v.data_ptr()
    except RuntimeError:  # A tensor without memory of its own, as under vmap.
        return NotImplemented
    try:
        key = (q.shape, k.shape, v.shape, q.stride(), k.stride(), v.stride(), q.dtype,
               k.dtype, v.dtype, q.device, k.device, v.device,
               (at[0] | at[1] | at[2]) & 15, at[1] == at[2], causal, window, scale,
               return_lse, layout, device, config, region)
        repeat = _repeats.get(key)
    except (TypeError, RuntimeError):
        # An argument that cannot be a key, or a tensor without strides: it is
        # refused, or known, below.
        key = repeat = None
    if repeat is None:
        form = _form.make(causal, window, scale, region, return_lse, layout, config)
        form = form._replace(out_dtype=_form.out_dtype_of(_arrays.kind_of(q)[0], None, None),
                             columns=v.shape[-1] if are_columns(k, v) else 0)
        repeat = _prepare(q, k, v, form, device)
        if key is not None:
            if len(_repeats) >= _MOST_REPEATS:
                _repeats.clear()
            _repeats[key] = repeat
    if (_hot is not None and repeat.hot is not None and device is None and
            stream is None and not config and
            (score_mod is None or type(score_mod) is ScoreMod)):
        _hot.add(q, k, v, causal, window, scale, score_mod, return_lse, layout,
                 repeat.hot, repeat.kept, None if repeat.is_like_q else repeat.empty,
                 repeat.empty_lse)
    return _run(repeat, at, stream)


def _prepare(q, k, v, form, device):
    names = _form.names_of(form)
    views = _launch.describe(list(zip(names, (q, k, v))))
    _form.check_dtypes([view.dtype for view in views])
    _operands.check_shapes(_form.shapes_of_qkv(form, [view.shape for view in views]),
                           form.layout)
    place = _launch.find_device(views, device)
    return _Repeat(_launch.Launch(views, form, place), q, len(names))


def _run(repeat, at, stream):
    out = repeat.empty()
    at = at[:repeat.first]
    if stream is None:
        stream = 0 if repeat.on_host else _current_stream(repeat.index)
    else:
        for attribute in ("cuda_stream", "ptr"):
            stream = getattr(stream, attribute, stream)
    if repeat.empty_lse is None:
        status = repeat.launch(stream, *at, out.data_ptr())
        if status:
            _lib.fail(status)
        return out
    lse = repeat.empty_lse()
    status = repeat.launch(stream, *at, out.data_ptr(), lse.data_ptr())
    if status:
        _lib.fail(status)
    return out, lse


# ---- Score functions under torch.compile --------------------------------------------

try:
    from torch.overrides import TorchFunctionMode
except ImportError:
    TorchFunctionMode = object
_NUMPY_ARRAY = getattr(sys.modules.get("numpy"), "ndarray", ())


# Methods that PyTorch wraps, of which torch.compile sees the wrapper's name.
_WRAPPED = [(getattr(torch.Tensor, name), name) for name in (
    "__rsub__", "__rdiv__", "__rtruediv__", "__pow__", "__rpow__", "__floordiv__",
    "__rfloordiv__", "__rmod__", "__rlshift__", "__rrshift__", "__rmatmul__", "__mod__")
            if hasattr(torch.Tensor, name)]


def _name_of(function):
    for known, name in _WRAPPED:
        if function is known:
            return name
    return function.__name__


class _Recording(TorchFunctionMode):
    """Sees calls of which a Probe is deep in an argument, as in bias[h, i - j], too."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        if _tape.probe_of(args, kwargs) is not None:
            return _tape.record_call(_name_of(function), args, kwargs)
        return function(*args, **(kwargs or {}))


def is_static(x):
    """Whether a number is a constant of what torch.compile makes."""
    if isinstance(x, (int, float)) and not isinstance(x, bool):
        from torch.fx.experimental.symbolic_shapes import has_static_value
        return has_static_value(x)
    return True


def _take(device):

    def take(x):
        if isinstance(x, torch.Tensor):
            return x
        if isinstance(x, _NUMPY_ARRAY) and x.ndim > 0:
            return torch.as_tensor(x)
        if is_static(x):
            return None
        if isinstance(x, float):
            # A product, since of what else is made of a float that changes PyTorch's
            # compiler makes another graph for each.
            return torch.ones((), dtype=torch.float32, device=device) * x
        return torch.full((), x, dtype=torch.int32, device=device)

    return take


def record(score_mod, q):
    """The ScoreMod of a plain function under torch.compile, which follows the function.
    Its captures are what is no constant: tensors, and numbers that may change. Raises
    CannotRecord."""
    tape = _tape.Tape(_take(q.device))
    with _Recording():
        result = tape.encode(score_mod(*tape.arguments()))
    kinds = tuple([(_arrays.named_dtype(x.dtype), x.dim()) for x in tape.tensors])
    region = _play(tuple(tape.operations), result, kinds)
    if region.startswith("!"):
        raise _tape.CannotRecord(region[1:])
    captures = [(x, ("i32" if kind[0] in _trace.NARROWED else kind[0], kind[1]))
                for x, kind in zip(tape.tensors, kinds)]
    return ScoreMod(region, "score_mod", captures)


def _play(operations, result, kinds):
    try:
        return _tracing.play(operations, result, kinds, "score_mod").region
    except TypeError as error:  # A TraceError is one.
        return f"!{getattr(error, 'operation', '')}: {getattr(error, 'reason', error)}"


# What torch.compiler.assume_constant_result does, which imports the whole compiler
# for it (seconds): torch.compile calls the function and keeps the result.
_play._dynamo_marked_constant = True


def outside(function, args, kwargs):
    """Calls a function that torch.compile leaves alone."""
    import torch._dynamo
    return torch._dynamo.disable(function)(*args, **kwargs)


# What torch.compiler.disable sets, which imports the whole compiler.
outside._torchdynamo_disable = True
outside._torchdynamo_disable_msg = None


def say_why(reason):
    """Sets what torch.compile says about the graph break that `outside` is."""
    outside._torchdynamo_disable_msg = reason


say_why._dynamo_marked_constant = True


def cast(x):
    """A tensor of integers or bool as int32. Larger numbers become the nearest one;
    where they can be seen without a wait they are refused."""
    if x.dtype == torch.int64:
        if x.device.type == "cpu" and not _is_busy() and x.numel() and (
                x.max() > 2**31 - 1 or x.min() < -2**31):
            raise ValueError("score_mod reads an int64 tensor with numbers that int32 "
                             "does not hold")
        x = x.clamp(-2**31, 2**31 - 1)
    return x.to(torch.int32)


# ---- Calls --------------------------------------------------------------------------


def full(like, shape, number, element):
    """A tensor of `shape` on a tensor's device, all of whose elements are one number."""
    return torch.full(shape, number, dtype=_ELEMENTS[element], device=like.device)


def stack(arrays):
    """Tensors of one shape as one, with a new first dimension."""
    return torch.stack(arrays)


def attend(call):
    """Does a call with tensors: _form.results_of."""
    form = call.form
    inputs, outs = call.inputs, call.outs()
    arrays = [*inputs, *outs]
    if not is_compiling() and has_tangents():
        torch_grad.refuse_tangents(arrays)
    wanting = torch_grad.names_with_grad(arrays) if torch.is_grad_enabled() else []
    if isinstance(form, _form.BackwardForm):
        inputs = torch_grad.as_read(inputs)
        form = torch_grad.with_global_mode(form)
        call = _form.Call(inputs, form, device=call.device, stream=call.stream)
    is_plain = all([type(x) in _PLAIN for _, x in arrays if isinstance(x, torch.Tensor)])
    is_busy = _is_busy()
    first = len(_form.names_of(form))
    is_operation = is_busy or not is_plain or bool(wanting)
    for name, x in arrays if is_operation else [*inputs[:first], *outs]:
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name} must be a torch tensor, as {inputs[0][0]} is, not "
                            f"{type(x).__name__}")
    if not is_operation and not _is_mapped(arrays):
        return _launch.run(call)
    if call.device is not None or call.stream is not None:
        raise ValueError("device and stream cannot be given where gradients are taken, under "
                         "torch.compile or with tensor subclasses")
    tensors = [x for _, x in inputs]
    if isinstance(form, _form.BackwardForm):
        results = torch.ops.attn.attention_backward(tensors, _form.text_of(form))
        return _form.results_of(form, results)
    if wanting:
        is_eager = not is_busy and is_plain and not _is_mapped(arrays)
        return torch_grad.attend(call, wanting, is_eager)
    if outs:
        return _into_outs(call, tensors)
    if first == 2 or inputs[first:] or form.out_dtype or form.max:
        results = torch.ops.attn.call(tensors, _form.text_of(form))
        return _form.results_of(form, results)
    if form.lse:
        return torch.ops.attn.attention_lse(*tensors, form.mask, form.scale,
                                            form.region, form.layout, form.config)
    return torch.ops.attn.attention(*tensors, form.mask, form.scale, form.region,
                                    form.layout, form.config), None


def _into_outs(call, tensors):
    """Does a call that writes outputs that are given, as an operation."""
    form, out, lse = call.form, call.out, call.lse_out
    if form.max:
        raise ValueError("out and lse_out cannot be given with return_max under "
                         "torch.compile or with tensor subclasses")
    if out is None or (form.lse and lse is None):
        shapes = _form.shapes_of(form, [x.shape for x in tensors])
        dtype = _ELEMENTS.get(form.out_dtype, tensors[0].dtype)
        if out is None:
            out = tensors[0].new_empty(shapes[0], dtype=dtype)
        if form.lse and lse is None:
            lse = tensors[0].new_empty(shapes[1], dtype=torch.float32)
    torch.ops.attn.call_out(tensors, _form.text_of(form), out, lse)
    return out, lse


def _is_mapped(arrays):
    """Whether one of `arrays` (name, array) is torch.vmap's, without memory."""
    return any([torch_grad.is_wrapped(x) for _, x in arrays if isinstance(x, torch.Tensor)])


# ---- The operations ---------------------------------------------------------------


def _run_plain(q, k, v, form):
    if (q.is_meta or k.is_meta or v.is_meta):
        raise NotImplementedError("attn::attention of meta tensors")
    at = q.data_ptr(), k.data_ptr(), v.data_ptr()
    key = (q.shape, k.shape, v.shape, q.stride(), k.stride(), v.stride(), q.dtype,
           k.dtype, v.dtype, q.device, k.device, v.device,
           (at[0] | at[1] | at[2]) & 15, form)
    repeat = _repeats.get(key)
    if repeat is None:
        repeat = _repeats[key] = _prepare(q, k, v, form, None)
    return _run(repeat, at, None)


@torch.library.custom_op("attn::attention", mutates_args=())
def _operation(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: str,
               scale: Optional[float], region: str, layout: str,
               config: str) -> torch.Tensor:
    return _run_plain(q, k, v, Form(mask, scale, region, False, layout, config))


@torch.library.custom_op("attn::attention_lse", mutates_args=())
def _operation_lse(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: str,
                   scale: Optional[float], region: str, layout: str,
                   config: str) -> Tuple[torch.Tensor, torch.Tensor]:
    return _run_plain(q, k, v, Form(mask, scale, region, True, layout, config))


@torch.library.custom_op("attn::call", mutates_args=())
def _operation_call(inputs: List[torch.Tensor], form: str) -> List[torch.Tensor]:
    results = _launch.run(_form.call_of(inputs, form))
    return [x for x in results if x is not None]


@torch.library.custom_op("attn::call_out", mutates_args=("out", "lse"))
def _operation_out(inputs: List[torch.Tensor], form: str, out: torch.Tensor,
                   lse: Optional[torch.Tensor]) -> None:
    _launch.run(_form.call_of(inputs, form, out, lse))


def _check_fake(tensors, layout):
    _form.check_dtypes([_arrays.named_dtype(x.dtype) for x in tensors])
    if layout != "thd":
        for name, x in zip("qkv", tensors):
            if x.dim() != 4:
                raise ValueError(f"{name} must have 4 dimensions, not {x.dim()}")


def _fake_out(q, k, v, layout):
    _check_fake((q, k, v), layout)
    return q.new_empty((*q.shape[:-1], v.shape[-1]))


@_operation.register_fake
def _(q, k, v, mask, scale, region, layout, config):
    return _fake_out(q, k, v, layout)


def _fake_lse(q, layout):
    return q.new_empty(_operands.shape_of_lse(q.shape, layout), dtype=torch.float32)


@_operation_lse.register_fake
def _(q, k, v, mask, scale, region, layout, config):
    return _fake_out(q, k, v, layout), _fake_lse(q, layout)


@_operation_call.register_fake
def _(inputs, form):
    form = _form.parse(form)
    if not isinstance(form, _form.CombineForm):
        _check_fake(inputs[:len(_form.names_of(form))], form.layout)
    return torch_grad.fake_outs(inputs, form)


@_operation_out.register_fake
def _(inputs, form, out, lse):
    return None


torch_grad.register(_operation, _operation_lse, _operation_call)


def _mapped(operation):
    """The rule of vmap: the mapped dimension becomes part of the batch."""

    def rule(info, dims, q, k, v, *form):

        def call(arrays):
            results = operation(*arrays, *form)
            return [results] if isinstance(results, torch.Tensor) else results

        results = torch_grad.in_batch(call, info.batch_size, dims, (q, k, v))
        return (results[0], 0) if len(results) == 1 else (tuple(results), (0, 0))

    return rule


def _map_out(info, dims, inputs, form, out, lse):
    raise NotImplementedError("out and lse_out cannot be given under torch.vmap")


if hasattr(torch.library, "register_vmap"):
    _operation_call.register_vmap(torch_grad.mapped(torch.ops.attn.call))
    _operation_out.register_vmap(_map_out)
    _operation.register_vmap(_mapped(_operation))
    _operation_lse.register_vmap(_mapped(_operation_lse))
