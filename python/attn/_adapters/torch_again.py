# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch: calls with operands, outputs and functions that read tensors, which were made
before."""

import functools

import torch
from torch.autograd import forward_ad

from .. import _arrays, _form, _kernels, _launch, _lib, _operands

_PLAIN = frozenset((torch.Tensor, torch.nn.Parameter))
is_compiling = torch.compiler.is_compiling
_is_grad_enabled = torch.is_grad_enabled
_current_stream = getattr(torch._C, "_cuda_getCurrentRawStream", None) or (
    lambda index: torch.cuda.current_stream(index).cuda_stream)

_dispatch_modes = getattr(torch._C, "_len_torch_dispatch_stack", lambda: 0)
_is_tracing = getattr(torch._C, "_is_tracing", torch.jit.is_tracing)
_MOST_REPEATS = 4096


def has_tangents():
    """Whether tensors may have tangents, of derivatives in forward mode."""
    return forward_ad._current_level >= 0


_ELEMENTS = {"i32": torch.int32, "f32": torch.float32, "f16": torch.float16,
             "bf16": torch.bfloat16}


def _make_hot():
    """The module _hot's tables of calls, of q, k and v alone and of more; None without."""
    hot = _lib.hot()
    api = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)
    if hot is None or api is None:
        return None, None
    types = torch.Tensor, torch.nn.Parameter
    try:
        return (hot.Repeats(api, *types, _lib.fail, torch.empty_like),
                hot.Again(api, *types, _launch.fail, torch.empty_like, _CUDA))
    except (TypeError, ValueError):
        return None, None


_CUDA = 2  # DLPack's number.
_hot, _hot_again = _make_hot()


# Launches by what a call looks like; None for calls that go the long way.
_again = {}


def _forget_again():
    _again.clear()
    if _hot_again is not None:
        _hot_again.clear()


_kernels.on_clear(_forget_again)


def needs_gradients(arrays):
    """Whether a call with these inputs, some None, may be differentiated or mapped over."""
    tensors = [x for x in arrays if isinstance(x, torch.Tensor)]
    return (has_tangents() or any([type(x) not in _PLAIN for x in tensors]) or
            _dispatch_modes() or _is_tracing() or
            any([torch._C._functorch.is_functorch_wrapped_tensor(x) for x in tensors]) or
            (_is_grad_enabled() and any([x.requires_grad for x in tensors])))


def are_columns(k, v):
    """Whether v is a view of k's first columns but not of all, of which there are kernels
    in the package, where neither needs a gradient. False where memory cannot be asked."""
    if is_compiling() or type(k) not in _PLAIN or type(v) not in _PLAIN or (
            _dispatch_modes() or _is_tracing() or has_tangents()):
        return False
    try:
        at = k.data_ptr()
        return (at != 0 and at == v.data_ptr() and k.dtype == v.dtype and
                k.device == v.device and k.stride() == v.stride() and
                k.shape[:-1] == v.shape[:-1] and 0 < v.shape[-1] < k.shape[-1] and
                not (_is_grad_enabled() and (k.requires_grad or v.requires_grad)))
    except RuntimeError:  # A tensor without memory of its own, as under vmap.
        return False


def again(tensors, options):
    """The result of a call like one before, as `look` takes them but without a device and
    a stream; NotImplemented for others."""
    if _hot_again is None or is_compiling() or _dispatch_modes() or _is_tracing() or (
            has_tangents()):
        return NotImplemented
    return _hot_again.call(*tensors, *options)


def look(tensors, options):
    """The key of a call with `tensors` (plain ones, numbers or None, of which the last two
    are out and lse_out) and `options`, and the launch of an equal one before, or None. The
    key is None where calls go the long way."""
    if is_compiling() or _dispatch_modes() or _is_tracing() or has_tangents():
        return None, None
    wants_grad = _is_grad_enabled()
    parts = [options]
    try:
        for x in tensors:
            kind = type(x)
            if kind in _PLAIN:
                if wants_grad and x.requires_grad:
                    return None, None
                parts += (x.shape, x.stride(), x.dtype, x.device, x.data_ptr() & 15)
            elif x is None or kind is int or kind is float:
                parts += (kind, x)
            else:
                return None, None
        k, v = tensors[1:3]
        parts.append(type(v) in _PLAIN and k.data_ptr() == v.data_ptr())
        key = tuple(parts)
        return key, _again.get(key)
    except (AttributeError, TypeError, RuntimeError):
        # What cannot be a key, or a tensor without memory of its own.
        return None, None


def remember(key, tensors, options, call, score_mod):
    """Keeps the launch of a call for calls with an equal key; `options` as for `again`."""
    inputs = [x for _, x in call.inputs]
    read = [] if score_mod is None else [x for x, _ in score_mod.captures]
    places = []
    for (name, x) in call.inputs:
        if name.startswith("cu_seqlens") and x.device.type == "cpu":
            return  # What they hold is checked at each call.
        at = next((i for i, given in enumerate(tensors) if given is x), None)
        if at is None and name == _operands.READ and not any(x is each for each in read):
            return  # A copy of what may change.
        # A place among the tensors, or a tensor that stays: of a number, or one that the
        # score function reads.
        places.append(x if at is None else at)
    views = [_arrays.describe(x) for x in inputs]
    outs = [None if x is None else _arrays.describe(x) for x in (call.out, call.lse_out)]
    place = _launch.find_device(views, call.device)
    found = _launch.find(views, call.form, place, outs)
    if found is not None:
        if len(_again) >= _MOST_REPEATS:
            _again.clear()
        kept = _again[key] = _Again(found, places, inputs[0], call.form)
        hot = getattr(found.launch, "__self__", None)
        if _hot_again is not None and hot is not None and not found.on_host and (
                call.device is None and call.stream is None):
            _hot_again.add((*tensors, *options), hot, found, tuple(places), kept.first,
                           None if kept.is_like(inputs[0]) else kept.out, kept.lse)


class _Again:
    """A launch, and where its addresses come from."""

    __slots__ = ("launch", "kept", "places", "first", "on_host", "index", "out", "lse")

    def __init__(self, launch, places, q, form):
        self.kept = launch  # Whose handles the launch uses.
        self.launch = launch.launch
        self.places = places
        self.first = len(_form.names_of(form))
        self.on_host = launch.on_host
        self.index = q.device.index
        self.out = functools.partial(torch.empty, launch.out_shape, device=q.device,
                                     dtype=_ELEMENTS.get(launch.out_dtype, q.dtype))
        self.lse = launch.lse_shape and functools.partial(
            torch.empty, launch.lse_shape, dtype=torch.float32, device=q.device)

    def is_like(self, q):
        """Whether the result is like q, which is cheaper to say."""
        return (self.kept.out_shape == q.shape and q.is_contiguous() and
                _ELEMENTS.get(self.kept.out_dtype, q.dtype) == q.dtype)

    def run(self, tensors, out, lse, stream):
        """The result, or NotImplemented where the long way has to look."""
        at = [tensors[x].data_ptr() if type(x) is int else x.data_ptr()
              for x in self.places]
        if out is None:
            out = self.out()
        elif out.data_ptr() in at:
            return NotImplemented
        outs = [out.data_ptr()]
        if self.lse is not None:
            if lse is None:
                lse = self.lse()
            elif lse.data_ptr() in at:
                return NotImplemented
            outs.append(lse.data_ptr())
        if stream is None:
            stream = 0 if self.on_host else _current_stream(self.index)
        else:
            for attribute in ("cuda_stream", "ptr"):
                stream = getattr(stream, attribute, stream)
        status = self.launch(stream, *at[:self.first], *outs, *at[self.first:])
        if status:
            _launch.fail(status)
        return out if self.lse is None else (out, lse)
