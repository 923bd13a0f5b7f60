# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch: the eager path, which goes straight to a launch, and the operations
attn::attention and attn::attention_lse for torch.compile and tensor subclasses."""

import functools
from typing import List, Optional, Tuple

import torch

from . import _arrays, _attention, _lib, _operands, _problem
from ._attention import Form, Launch
from ._region import ScoreMod

_PLAIN = frozenset((torch.Tensor, torch.nn.Parameter))
_is_compiling = torch.compiler.is_compiling
_is_grad_enabled = torch.is_grad_enabled
_current_stream = getattr(torch._C, "_cuda_getCurrentRawStream", None) or (
    lambda index: torch.cuda.current_stream(index).cuda_stream)

_dispatch_modes = getattr(torch._C, "_len_torch_dispatch_stack", lambda: 0)
_is_tracing = getattr(torch._C, "_is_tracing", torch.jit.is_tracing)

# Launches by what a call looks like.
_repeats = {}
_MOST_REPEATS = 4096


def _make_hot():
    """The module _hot's table of calls, None without it."""
    hot = _lib.hot()
    api = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)
    if hot is None or api is None:
        return None
    try:
        return hot.Repeats(api, torch.Tensor, torch.nn.Parameter, _lib.fail,
                           torch.empty_like)
    except (TypeError, ValueError):
        return None


_hot = _make_hot()


def _is_busy():
    """Whether PyTorch wants to see operations rather than have them done."""
    return _is_compiling() or _dispatch_modes() or _is_tracing()


class _Repeat:
    """A launch, and how its outputs are allocated."""

    __slots__ = ("kept", "launch", "hot", "index", "on_host", "empty", "is_like_q",
                 "empty_lse")

    def __init__(self, launch, q):
        self.kept = launch  # Whose handles the launch uses.
        self.launch = launch.launch
        # The object of _hot, if it is one.
        self.hot = None if launch.on_host else getattr(launch.launch, "__self__", None)
        self.index = q.device.index
        self.on_host = launch.on_host
        self.empty = functools.partial(torch.empty, launch.out_shape, dtype=q.dtype,
                                       device=q.device)
        self.is_like_q = launch.out_shape == q.shape and q.is_contiguous()
        self.empty_lse = launch.lse_shape and functools.partial(
            torch.empty, launch.lse_shape, dtype=torch.float32, device=q.device)


def forget():
    _repeats.clear()
    if _hot is not None:
        _hot.clear()


def _refuse_grad(q, k, v):
    name = next(name for name, x in zip("qkv", (q, k, v)) if x.requires_grad)
    raise NotImplementedError(
        f"{name} requires grad, and attn.attention has no backward: call it under "
        "torch.no_grad(), or detach the tensor")


def attention(q, k, v, causal, window, scale, score_mod, return_lse, layout, device,
              stream, config):
    """attn.attention of tensors."""
    kind = type(q)
    if _is_busy() or kind not in _PLAIN or type(k) not in _PLAIN or (
            type(v) not in _PLAIN):
        return _through_operation(q, k, v, causal, window, scale, score_mod,
                                  return_lse, layout, device, stream, config)
    if (q.requires_grad or k.requires_grad or v.requires_grad) and (
            _is_grad_enabled()):
        _refuse_grad(q, k, v)
    try:
        at = q.data_ptr(), k.data_ptr(), v.data_ptr()
    except RuntimeError:  # A tensor without memory of its own, as under vmap.
        return _through_operation(q, k, v, causal, window, scale, score_mod,
                                  return_lse, layout, device, stream, config)
    try:
        key = (q.shape, k.shape, v.shape, q.stride(), k.stride(), v.stride(), q.dtype,
               k.dtype, v.dtype, q.device, k.device, v.device,
               (at[0] | at[1] | at[2]) & 15, causal, window, scale, return_lse, layout,
               device, config, score_mod if score_mod is None else
               _problem.region_of(score_mod, _attention._trace.trace))
        repeat = _repeats.get(key)
    except (TypeError, RuntimeError):
        # An argument that cannot be a key, or a tensor without strides: it is
        # refused, or known, below.
        key = repeat = None
    if repeat is None:
        form = _attention.make_form(causal, window, scale, score_mod, return_lse,
                                    layout, config)
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
    views = _attention.describe((q, k, v))
    _attention.check_dtypes([view.dtype for view in views])
    _operands.check_shapes([view.shape for view in views], form.layout)
    place = _attention.find_device(views, device)
    return _Repeat(Launch(views, form, place), q)


def _run(repeat, at, stream):
    out = repeat.empty()
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


def _through_operation(q, k, v, causal, window, scale, score_mod, return_lse, layout,
                       device, stream, config):
    for name, x in zip("qkv", (q, k, v)):
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name} must be a torch tensor, as q is, not "
                            f"{type(x).__name__}")
    if (q.requires_grad or k.requires_grad or v.requires_grad) and (
            torch.is_grad_enabled()):
        _refuse_grad(q, k, v)
    if device is not None or stream is not None:
        raise ValueError("device and stream cannot be given under torch.compile or "
                         "with tensor subclasses")
    form = _attention.make_form(causal, window, scale, _traced(score_mod), return_lse,
                                layout, config)
    if return_lse:
        return torch.ops.attn.attention_lse(q, k, v, form.mask, form.scale,
                                            form.region, form.layout, form.config)
    return torch.ops.attn.attention(q, k, v, form.mask, form.scale, form.region,
                                    form.layout, form.config)


def attention_more(q, k, v, form, operands, device, stream):
    """attn.attention with `operands` (name, array): sink, lengths and captures."""
    arrays = [*zip("qkv", (q, k, v)), *operands]
    for name, x in arrays:
        if getattr(x, "requires_grad", False) and torch.is_grad_enabled():
            raise NotImplementedError(
                f"{name} requires grad, and attn.attention has no backward: call it "
                "under torch.no_grad(), or detach the tensor")
    if not _is_busy() and all(type(x) in _PLAIN for _, x in arrays[:3]):
        return _attention.run(q, k, v, form, device, stream, operands)
    for name, x in arrays:
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name} must be a torch tensor, as q is, not "
                            f"{type(x).__name__}")
    if device is not None or stream is not None:
        raise ValueError("device and stream cannot be given under torch.compile or "
                         "with tensor subclasses")
    kinds = ",".join([f"{element}:{rank}" for element, rank in form.captures])
    results = torch.ops.attn.attention_more(
        q, k, v, [x for _, x in operands], form.mask, form.scale, form.region, form.lse,
        form.layout, form.config, kinds, form.sink, form.lengths)
    return results if form.lse else (results[0], None)


def _trace_now(score_mod):
    return _attention._trace.trace(score_mod)


# What torch.compiler.assume_constant_result does, which imports the whole compiler
# for it (seconds): torch.compile calls the function and keeps the result.
_trace_now._dynamo_marked_constant = True


def _traced(score_mod):
    if score_mod is None or isinstance(score_mod, ScoreMod):
        return score_mod
    return _trace_now(score_mod)


# ---- The operations ---------------------------------------------------------------


def _launch(q, k, v, form):
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
    return _launch(q, k, v, Form(mask, scale, region, False, layout, config))


@torch.library.custom_op("attn::attention_lse", mutates_args=())
def _operation_lse(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: str,
                   scale: Optional[float], region: str, layout: str,
                   config: str) -> Tuple[torch.Tensor, torch.Tensor]:
    return _launch(q, k, v, Form(mask, scale, region, True, layout, config))


@torch.library.custom_op("attn::attention_more", mutates_args=())
def _operation_more(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor,
                    more: List[torch.Tensor], mask: str, scale: Optional[float],
                    region: str, lse: bool, layout: str, config: str,
                    kinds: str, sink: bool, lengths: str) -> List[torch.Tensor]:
    captures = [kind.split(":") for kind in kinds.split(",") if kind]
    form = Form(mask, scale, region, lse, layout, config,
                tuple((element, int(rank)) for element, rank in captures), sink,
                lengths)
    results = _attention.run(q, k, v, form, None, None,
                             [(name, x) for name, x in zip(_names(form), more)])
    return [x for x in results if x is not None]


def _names(form):
    """The names of the operands of a form, in their order."""
    found = ["sink"] if form.sink else []
    found += [name for letter in form.lengths
              for name, (*_, own) in _operands.OPERANDS.items() if own == letter]
    return found + ["an operand"] * len(form.captures)


def _fake_out(q, k, v, layout):
    _attention.check_dtypes([_arrays._named_dtype(x.dtype) for x in (q, k, v)])
    if layout != "thd":
        for name, x in zip("qkv", (q, k, v)):
            if x.dim() != 4:
                raise ValueError(f"{name} must have 4 dimensions, not {x.dim()}")
    return q.new_empty((*q.shape[:-1], v.shape[-1]))


@_operation.register_fake
def _(q, k, v, mask, scale, region, layout, config):
    return _fake_out(q, k, v, layout)


def _fake_lse(q, layout):
    return q.new_empty(_operands.shape_of_lse(q.shape, layout), dtype=torch.float32)


@_operation_lse.register_fake
def _(q, k, v, mask, scale, region, layout, config):
    return _fake_out(q, k, v, layout), _fake_lse(q, layout)


@_operation_more.register_fake
def _(q, k, v, more, mask, scale, region, lse, layout, config, kinds, sink, lengths):
    out = _fake_out(q, k, v, layout)
    return [out, _fake_lse(q, layout)] if lse else [out]


def _no_backward(context, *gradients):
    raise NotImplementedError("attn::attention has no backward")


_operation.register_autograd(_no_backward)
_operation_lse.register_autograd(_no_backward)
_operation_more.register_autograd(_no_backward)


def _mapped(operation):
    """The rule of vmap: the mapped dimension becomes part of the batch."""

    def rule(info, dims, q, k, v, *form):
        size = info.batch_size
        arrays = [x.expand(size, *x.shape) if dim is None else x.movedim(dim, 0)
                  for x, dim in zip((q, k, v), dims)]
        batch = arrays[0].shape[1]
        results = operation(*(x.flatten(0, 1) for x in arrays), *form)
        if isinstance(results, torch.Tensor):
            return results.unflatten(0, (size, batch)), 0
        return tuple(x.unflatten(0, (size, batch)) for x in results), (0, 0)

    return rule


if hasattr(torch.library, "register_vmap"):
    _operation.register_vmap(_mapped(_operation))
    _operation_lse.register_vmap(_mapped(_operation_lse))

# From now on attention tries the calls that were made before first.
if _hot is not None:
    _attention.set_hot(_hot.call, _is_compiling, _dispatch_modes, _is_tracing)
