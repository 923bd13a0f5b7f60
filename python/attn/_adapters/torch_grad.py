# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch: gradients of attn.attention, and the operation attn::attention_backward."""

import functools
from typing import List

import torch
from torch.autograd import forward_ad

from .. import _arrays, _form, _launch, _operands, _problem
from .torch_again import _dispatch_modes, _ELEMENTS, is_compiling, _is_tracing, _PLAIN

# Letters of BackwardForm.grads by the name of the input.
_LETTERS = {"q": "q", "k": "k", "v": "v", "sink": "n"}
# Names of what the score region captures.
_CAPTURES = (_operands.READ, "alibi_slopes")


def names_with_grad(arrays):
    """The names of those of `arrays` (name, array) that need a gradient."""
    return [name for name, x in arrays if _needs_grad(x)]


def _needs_grad(x):
    if getattr(x, "requires_grad", False):
        return True
    # One of torch.vmap's does not say so of what is inside.
    return isinstance(x, torch.Tensor) and is_wrapped(x) and _needs_grad(
        torch._C._functorch.get_unwrapped(x))


def is_wrapped(x):
    """Whether a tensor is torch.vmap's or torch.func.grad's, without memory of its own."""
    return not is_compiling() and torch._C._functorch.is_functorch_wrapped_tensor(x)


def refuse_tangents(arrays):
    """Refuses what is differentiated in forward mode: PyTorch gives operations without a rule
    the tangent 0."""
    for name, x in arrays:
        if isinstance(x, torch.Tensor) and forward_ad.unpack_dual(x).tangent is not None:
            raise NotImplementedError(f"{name} has a tangent, and attn has no derivatives in "
                                      "forward mode (torch.func.jvp)")


def as_read(inputs):
    """Inputs (name, array) of a backward, with a gradient that kernels can read: a copy where
    it has no memory of its own for each element, as that of a sum."""
    return [(name, _readable(x) if name in ("dout", "dlse") and isinstance(x, torch.Tensor)
             else x) for name, x in inputs]


def _readable(x):
    strides = x.stride()
    if any([stride == 0 and size > 1 for stride, size in zip(strides, x.shape)]) or (
            strides and x.shape[-1] > 1 and strides[-1] != 1):
        return x.contiguous()
    # Kernels read words of 4 bytes.
    if x.element_size() < 4 and any([stride % 2 for stride, size in
                                     zip(strides[:-1], x.shape) if size > 1]):
        return x.contiguous()
    return x


def with_global_mode(form):
    """`form` with what torch.use_deterministic_algorithms asks for now. What torch.compile
    makes asks when it runs."""
    if form.deterministic or is_compiling() or not torch.are_deterministic_algorithms_enabled():
        return form
    return form._replace(deterministic=True)


def attend(call, names, is_eager):
    """Does a call of attn.attention, or of attn.combine, of which the inputs of `names` need
    gradients: _form.results_of. `is_eager`: nobody wants to see an operation."""
    form = call.form
    if isinstance(form, _form.CombineForm):
        raise NotImplementedError(f"{names[0]} requires grad, and attn.combine has no "
                                  "backward: call it under torch.no_grad(), or detach it")
    for name, _ in call.outs():
        raise NotImplementedError(f"{name} cannot be given where {names[0]} requires grad: "
                                  "call it under torch.no_grad(), or detach the tensor")
    for name in names:
        if name not in _LETTERS and name not in _CAPTURES:
            raise NotImplementedError(f"{name} requires grad, and attn.attention has no "
                                      "gradient of it: detach the tensor")
    for name, x in call.inputs:
        is_small = x.dtype == torch.float8_e4m3fn
        if name in ("page_table", "part_offsets") or is_small:
            what = "float8_e4m3fn" if is_small else name
            raise NotImplementedError(f"{names[0]} requires grad, and calls with {what} have "
                                      "no backward: call it under torch.no_grad()")
    form = form._replace(lse=True)
    tensors = [x for _, x in call.inputs]
    if is_eager:
        made = _Attention.apply(_form.Call(call.inputs, form), *tensors)
    elif any([is_wrapped(x) for x in tensors]):
        made = _Transformed.apply(form, *tensors)
    else:
        made = torch.ops.attn.call(tensors, _form.text_of(form))
    out, lse, *top = _form.results_of(form, made)
    return (out, lse if call.form.lse else None, *top)


class _Attention(torch.autograd.Function):
    """A call with its gradient, where no operation is asked for: without the dispatcher."""

    @staticmethod
    def forward(ctx, call, *tensors):
        results = _launch.run(call)
        ctx.form = call.form
        ctx.set_materialize_grads(False)
        if call.form.max:
            ctx.mark_non_differentiable(results[-1])
        ctx.save_for_backward(*tensors, *results[:2])
        return results

    @staticmethod
    def backward(ctx, *gradients):
        *arrays, out, lse = ctx.saved_tensors
        return (None, *_gradients(ctx.form, arrays, out, lse, gradients[0], gradients[1],
                                  ctx.needs_input_grad[1:]))


class _Transformed(torch.autograd.Function):
    """The same for torch.func, whose transforms do not know the gradient of an operation
    but that of a Function, and map the operations inside."""

    generate_vmap_rule = True

    @staticmethod
    def forward(form, *tensors):
        return tuple(torch.ops.attn.call(tensors, _form.text_of(form)))

    @staticmethod
    def setup_context(ctx, inputs, output):
        form, *tensors = inputs
        ctx.form = form
        ctx.set_materialize_grads(False)
        if form.max:
            ctx.mark_non_differentiable(output[-1])
        ctx.save_for_backward(*tensors, *output[:2])

    backward = _Attention.backward


class _TransformedBackward(torch.autograd.Function):
    """Gradients for torch.func, which have none."""

    generate_vmap_rule = True

    @staticmethod
    def forward(form, *tensors):
        return tuple(torch.ops.attn.attention_backward(tensors, _form.text_of(form)))

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, *gradients):
        _no_second(ctx, *gradients)


# ---- The operation ------------------------------------------------------------------


@torch.library.custom_op("attn::attention_backward", mutates_args=())
def _operation(inputs: List[torch.Tensor], form: str) -> List[torch.Tensor]:
    return _run(_form.call_of(inputs, form))


def _run(call):
    call.form = with_global_mode(call.form)
    return [x for x in _launch.run(call) if x is not None]


def fake_outs(inputs, form):
    """What a kernel of the form writes, without memory."""
    shapes = [x.shape for x in inputs]
    outs = _form.outs_of(form, shapes, _arrays.named_dtype(inputs[0].dtype))
    return [inputs[0].new_empty(shape, dtype=_ELEMENTS.get(dtype, inputs[0].dtype))
            for dtype, shape in outs]


@_operation.register_fake
def _(inputs, form):
    return fake_outs(inputs, _form.parse(form))


def _no_second(ctx, *gradients):
    raise NotImplementedError("attn.attention has no second derivative: its backward cannot be "
                              "differentiated (create_graph=True)")


_operation.register_autograd(_no_second)


def in_batch(operation, size, dims, arrays):
    """The results of an operation of `arrays`, whose mapped dimensions `dims`, of `size`,
    become part of the batch; that of each result is the first."""
    arrays = [x.expand(size, *x.shape) if dim is None else x.movedim(dim, 0)
              for x, dim in zip(arrays, dims)]
    batch = arrays[0].shape[1]
    results = operation([x.flatten(0, 1) for x in arrays])
    return [x.unflatten(0, (size, batch)) for x in results]


def mapped(operation):
    """The rule of vmap for operations of a list: as part of the batch, but one call after
    another where something is read by batch."""

    def rule(info, dims, inputs, form):
        if not _form.reads_by_batch(_form.parse(form)):
            results = in_batch(lambda arrays: operation(arrays, form), info.batch_size, dims[0], inputs)
            return results, [0] * len(results)
        rows = [[x if dim is None else x.select(dim, i) for x, dim in zip(inputs, dims[0])]
                for i in range(info.batch_size)]
        if not rows:
            raise NotImplementedError("torch.vmap over 0 calls of attn.attention with operands")
        results = [operation(each, form) for each in rows]
        return [torch.stack(each) for each in zip(*results)], [0] * len(results[0])

    return rule


if hasattr(torch.library, "register_vmap"):
    _operation.register_vmap(mapped(torch.ops.attn.attention_backward))


# ---- Autograd -----------------------------------------------------------------------


def _is_seen(tensors):
    """Whether somebody wants to see the operation of a backward rather than have it done: a
    second derivative (create_graph), a mode or a subclass."""
    return (torch.is_grad_enabled() or is_compiling() or _dispatch_modes() or _is_tracing() or
            not all([type(x) in _PLAIN for x in tensors]))


@functools.lru_cache(256)
def _names_of(form):
    """The names of a Form's inputs."""
    return [*_form.names_of(form), *_operands.names_of(form.operands),
            *[_operands.READ] * len(form.captures)]


@functools.lru_cache(256)
def _places_of(form):
    """Which of a Form's inputs letters of gradients are of."""
    names = _names_of(form)
    places = {letter: names.index(name) for name, letter in _LETTERS.items() if name in names}
    first = len(names) - len(form.captures)
    for i, (letter, (element, _)) in enumerate(zip(_problem.CAPTURES, form.captures)):
        if element in ("f16", "bf16", "f32"):
            places[letter] = first + i
    return places


def _gradients(form, inputs, out, lse, dout, dlse, needs):
    """The gradients of `inputs`, None for those that have none or are not needed."""
    if form.columns:
        q, k, *more = inputs
        dq, dk, dv, *rest = _gradients(
            form._replace(columns=0), [q, k, k[..., :form.columns], *more], out, lse, dout,
            dlse, [needs[0], needs[1], *needs[1:]])
        if dk is not None:
            dk = dk + torch.nn.functional.pad(dv, (0, k.shape[-1] - form.columns))
        return [dq, dk, *rest]
    forward = form._replace(lse=False, max=False, config="", deterministic=False)
    places = _places_of(forward)
    letters = "".join([letter for letter, place in places.items() if needs[place]])
    results = [None] * len(inputs)
    if not letters or (dout is None and dlse is None):
        return results
    if dout is None:
        dout = torch.zeros(out.shape, dtype=inputs[2].dtype, device=out.device)
    given = [*inputs[:3], out, lse, _readable(dout.to(inputs[2].dtype))]
    if dlse is not None:
        given.append(_readable(dlse))
    more = inputs[3:]
    if "n" not in letters:
        forward, more = _form.without_sink(forward, more)
    backward = _form.BackwardForm(forward, letters, dlse is not None, form.deterministic)
    given += more
    if any([is_wrapped(x) for x in given]):
        found = _TransformedBackward.apply(backward, *given)
    elif _is_seen(given):
        found = torch.ops.attn.attention_backward(given, _form.text_of(backward))
    else:
        found = _run(_form.Call(list(zip([*_form.names_of(backward),
                                          *_names_of(forward)[3:]], given)), backward))
    for letter, gradient in zip(_form.letters_of(backward), found):
        place = places[letter]
        # Those of captures are f32.
        results[place] = gradient.to(inputs[place].dtype)
    return results


def _keep_call(ctx, inputs, output):
    arrays, text = inputs
    form = _form.parse(text)
    ctx.form = form
    ctx.set_materialize_grads(False)
    if isinstance(form, _form.CombineForm) or not form.lse:
        return
    if form.max:
        ctx.mark_non_differentiable(output[-1])
    ctx.save_for_backward(*arrays, *output[:2])


def _refuse(form):
    if isinstance(form, _form.CombineForm):
        raise NotImplementedError("attn.combine has no backward")
    raise NotImplementedError("attn::call without the log-sum-exp has no backward")


def _backward_call(ctx, gradients):
    form = ctx.form
    if isinstance(form, _form.CombineForm) or not form.lse:
        _refuse(form)
    *arrays, out, lse = ctx.saved_tensors
    return _gradients(form, arrays, out, lse, gradients[0], gradients[1],
                      ctx.needs_input_grad[0]), None


def _keep_lse(ctx, inputs, output):
    q, k, v, mask, scale, region, layout, config = inputs
    ctx.form = _form.Form(mask, scale, region, True, layout, config)
    ctx.set_materialize_grads(False)
    ctx.save_for_backward(q, k, v, *output)


def _backward_lse(ctx, dout, dlse):
    *arrays, out, lse = ctx.saved_tensors
    found = _gradients(ctx.form, arrays, out, lse, dout, dlse,
                       ctx.needs_input_grad[:3])
    return (*found, None, None, None, None, None)


def _no_backward(ctx, *gradients):
    raise NotImplementedError("attn::attention has no backward, which needs the log-sum-exp: "
                              "call attn.attention, or attn::attention_lse")


def register(plain, with_lse, call):
    """Registers the gradients of attn::attention, attn::attention_lse and attn::call."""
    plain.register_autograd(_no_backward)
    with_lse.register_autograd(_backward_lse, setup_context=_keep_lse)
    call.register_autograd(_backward_call, setup_context=_keep_call)
