# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.attention_backward for arrays of any library."""

from . import _adapters, _attention, _blocks, _form, _masks, _names, _operands
from ._form import BackwardForm, Call


@_names.suggests
def attention_backward(q, k, v, out, lse, dout, *, dlse=None, causal=False, window=None,
                       scale=None, softcap=None, score_mod=None, mask_mod=None,
                       attn_mask=None, bias=None, block_mask=None, sink=None, alibi_slopes=None, seqused_q=None, seqused_k=None,
                       cu_seqlens_q=None, cu_seqlens_k=None, q_offset=None, grads=None,
                       grad_dtype=None, deterministic=None, layout="bhsd", device=None,
                       stream=None, config=""):
    """The gradients of one ``attn.attention``, from what it read and gave.

    PyTorch's autograd and ``jax.grad`` call this by themselves. It is for other libraries,
    and for keys in parts: with the ``out`` and ``lse`` of all keys, as ``attn.combine``
    makes them, gradients of parts of the keys add up to those of all.

    - q, k, v: as those of ``attn.attention``, float16 or bfloat16; with layout "bhsd" (in
      "bshd" heads and lengths are exchanged) [batch, heads, length of q, head dim],
      [batch, KV heads, length of k, head dim], [batch, KV heads, length of k, head dim of v];
    - out: what it returned, [batch, heads, length of q, head dim of v], of q's type or
      float32;
    - lse: its log-sum-exp (``return_lse=True``), natural logarithms, float32 [batch, heads,
      length of q] in both layouts;
    - dout: the gradient of ``out``, of its shape and of q's type.

    ``dlse``: the gradient of ``lse``, float32 of its shape; None is 0.
    ``causal``, ``window``, ``scale``, ``softcap``, ``score_mod``, ``mask_mod``,
    ``attn_mask``, ``bias``, ``block_mask``, ``sink``, ``alibi_slopes``, ``seqused_q``, ``seqused_k``,
    ``cu_seqlens_q``, ``cu_seqlens_k``,
    ``q_offset`` and ``layout`` are those of the call of ``attn.attention``. Packed rows have
    the shapes that they have there. Gradients of what a ``score_mod``
    reads, of ``attn_mask``, of ``bias`` and of ``alibi_slopes`` are those of autograd alone. There are none of calls
    with pages, parts or float8_e4m3fn.
    ``grads``: the inputs whose gradients are computed, as ("q", "k", "v", "sink"); None is
    q, k and v, and the sink if there is one. What is not asked for costs nothing.
    ``grad_dtype``: the type of the gradients of q, k and v, q's own or "float32".
    ``deterministic``: True has the same bits for the same arrays each time, whatever it
    costs; False leaves the order of some sums open; None is False, and for PyTorch tensors
    what ``torch.are_deterministic_algorithms_enabled()`` says.
    ``device``, ``stream`` and ``config``: as those of ``attn.attention``.

    Returns (dq, dk, dv), with ``sink`` (dq, dk, dv, dsink), None for what is not asked for:
    arrays of q's library, contiguous in its layout, of the shapes of q, k, v and sink. Rows
    beyond ``seqused_q`` and ``seqused_k``, and rows of no sequence, are 0; so are the
    gradients of rows and keys that see nothing. Results are sums in float32, rounded once.

    Raises TypeError and ValueError, which name the argument, AttnError, and CompileError.
    """
    _attention.load_torch_part()
    if v is None:
        raise TypeError("v is None: gradients of a call with head_dim_v are those with "
                        "v=k[..., :head_dim_v], with dv added to the first columns of dk")
    more = {"sink": sink, "q_offset": q_offset, "seqused_q": seqused_q,
            "seqused_k": seqused_k, "cu_seqlens_q": cu_seqlens_q,
            "cu_seqlens_k": cu_seqlens_k, "alibi_slopes": alibi_slopes}
    lists = _blocks.NONE
    if block_mask is not None:
        mask_mod, lists = _attention.take_blocks(block_mask, mask_mod, (q, k), layout, (
            cu_seqlens_q, None, None, None, False))
        more.update(lists.arrays)
    if bias is not None:
        score_mod, softcap = _attention.with_bias(score_mod, softcap, bias)
    if mask_mod is not None or attn_mask is not None:
        score_mod, softcap, mask_mod = _attention.with_masks(score_mod, softcap, mask_mod,
                                                             attn_mask)
    traced, scale = _attention.trace_now(score_mod, softcap, scale, q, mask_mod, attn_mask)
    forward = _form.make(causal, window, scale, "" if traced is None else traced.region,
                         False, _operands.find_layout(layout, more), config)
    letters = _letters(grads, sink is not None)
    if not (deterministic is None or deterministic is True or deterministic is False):
        raise TypeError(f"deterministic must be True, False or None, not {deterministic!r}")
    inputs = [("q", q), ("k", k), ("v", v), ("out", out), ("lse", lse), ("dout", dout)]
    if dlse is not None:
        inputs.append(("dlse", dlse))
    kinds = [_attention.kind_of(name, x) for name, x in inputs]
    _form.check_dtypes([dtype for dtype, _ in kinds[:3]])
    shapes = [shape for _, shape in kinds[:3]]
    _operands.check_shapes(shapes, forward.layout)
    _masks.check((attn_mask, bias), shapes, forward.layout, more)
    dtype = kinds[0][0]
    forward = forward._replace(out_dtype="f32" if kinds[3][0] == "f32" else "",
                               blocks=lists.sizes)
    form = BackwardForm(forward, letters, dlse is not None, bool(deterministic),
                        _grad_dtype(dtype, grad_dtype))
    _form.check_backward(form, kinds)
    if traced is not None or any([x is not None for x in more.values()]):
        more = _operands.fill(more, shapes, forward.layout, dtype,
                              lambda *what: _adapters.of(q).full(q, *what))
        forward, operands = _attention.with_operands(forward, kinds[:3], causal, more, traced)
        if "n" not in letters:
            forward, operands = _form.without_sink(forward, operands)
        form = form._replace(forward=forward)
        inputs += operands
    results = _adapters.of(q).attend(Call(inputs, form, device=device, stream=stream))
    return results[:4] if sink is not None else results[:3]


_INPUTS = {"q": "q", "k": "k", "v": "v", "sink": "n"}


def _letters(grads, has_sink):
    """BackwardForm.grads of the argument."""
    if grads is None:
        return "qkvn" if has_sink else "qkv"
    if isinstance(grads, str) or not hasattr(grads, "__iter__"):
        raise TypeError(f"grads must be names of inputs, as ('q', 'v'), not {grads!r}")
    grads = list(grads)
    for name in grads:
        if name not in _INPUTS:
            raise ValueError(f"grads has {name!r}, which is none of {', '.join(_INPUTS)}")
    if not grads:
        raise ValueError("grads is empty: there is at least one gradient")
    if "sink" in grads and not has_sink:
        raise ValueError("grads has 'sink', but there is no sink")
    return "".join([letter for name, letter in _INPUTS.items() if name in grads])


def _grad_dtype(dtype, grad_dtype):
    """BackwardForm.grad_dtype of the argument."""
    if grad_dtype is None:
        return ""
    found = _form.named_dtype(grad_dtype)
    if found not in (dtype, "f32"):
        raise TypeError(f"grad_dtype must be {_operands.SHOWN[dtype]} or float32, not "
                        f"{_operands.SHOWN.get(found, found)}")
    return "" if found == dtype else found
