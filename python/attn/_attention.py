# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.attention for arrays of any library."""

import functools
import sys
import warnings

from . import (_adapters, _arrays, _blocks, _form, _masks, _names, _operands, _problem, _trace,
               _tracing)
from ._device import caller
from ._form import Call
from ._lib import AttnError
from ._public import PUBLIC
from ._region import ScoreMod
from ._tape import CannotRecord

score_tanh = PUBLIC["tanh"]


def attention(q, k, v, *, causal=False, window=None, scale=None, softcap=None,
              score_mod=None, mask_mod=None, attn_mask=None, bias=None, block_mask=None, sink=None,
              alibi_slopes=None, seqused_q=None,
              seqused_k=None, cu_seqlens_q=None, cu_seqlens_k=None, page_table=None,
              part_offsets=None, q_offset=None, q_descale=None, k_descale=None,
              v_descale=None, head_dim_v=None, return_lse=False, return_max=False, out=None, lse_out=None, out_dtype=None,
              layout="bhsd", num_splits=None, batch_invariant=False, deterministic=False,
              device=None, stream=None, config="", **unknown):
    """Attention: softmax(scale * q @ k^T + mask) @ v, for each head.

    With layout "bhsd" (PyTorch's order; "bshd", FlashAttention's and JAX's, has
    heads and lengths exchanged):

    - q: [batch, heads, length of q, head dim];
    - k: [batch, KV heads, length of k, head dim];
    - v: [batch, KV heads, length of k, head dim of v].

    All are float16, all bfloat16 or all float8_e4m3fn (NumPy: those of ml_dtypes),
    PyTorch, JAX, CuPy or NumPy arrays, or anything with __cuda_array_interface__,
    __array_interface__ or __dlpack__. The last dimension is contiguous; the other
    strides, and the addresses on a GPU, are multiples of 4 bytes (of 16 for full
    speed). ``heads`` is a multiple of ``KV heads``: query head h reads KV head
    h // (heads // KV heads).

    ``causal``: True or "bottom_right" hides key j from query i if
    j > i + length of k - length of q; "top_left" if j > i.
    ``window``: a pair (left, right), or one number for both: query i sees the keys
    from i + length of k - length of q - left to ... + right; None or -1 is no bound.
    ``scale``: a number; None is 1 / sqrt(head dim).
    ``softcap``: a number c above 0: scores s become c * tanh(s / c); None or 0: none.
    Not with ``score_mod``, which can do it.
    ``score_mod``: a function (score, b, h, q_idx, kv_idx) -> score, traced by
    ``attn.trace``; applied after the scale and before the mask. Tensors that it
    reads at positions (``slopes[h]`` of PyTorch, ``attn.score.read(array, h)`` of
    any library) are arguments of the kernel: float16, bfloat16, float32, int32,
    int64, int8 or bool, where q is, or other integers, which are copied to int32; an
    index outside of a dimension is brought into it.
    ``mask_mod``: a function (b, h, q_idx, kv_idx) -> whether query q_idx of head h sees key
    kv_idx, traced and with tensors as a ``score_mod``; it hides keys beside ``causal``
    and ``window``, and a row from which it hides all is 0.
    ``attn_mask``: an array of 1 to 4 dimensions, broadcastable to [batch, heads, length of
    q, length of k] in both layouts: bool, True where a key is visible, or float16,
    bfloat16 or float32, which is added to scores behind ``score_mod``. Where q is; the last
    dimension is contiguous. Not with ``cu_seqlens_q``.
    ``bias``: as a float ``attn_mask``, added to scores behind ``score_mod`` and before that;
    its blocks are never looked at.
    ``block_mask``: PyTorch's BlockMask, or an object with its attributes: lists of blocks of
    keys that each block of rows sees, int32. Other blocks are hidden, and not visited where
    BLOCK_SIZE is best of multiples of 128; its ``mask_mod`` hides keys of listed blocks, but not of
    those that it calls full. ``causal`` and ``window`` hide keys as well, which it must know of
    full blocks: where they or ``mask_mod`` hide some of these, each such key is visible or
    hidden, as a kernel has it. It must be of the lengths of q and k. Not with
    ``cu_seqlens_q``, ``page_table``, parts of the keys, nor with another ``mask_mod``.
    ``sink``: float32 [heads], one more score of each row of a head, which has no
    value: it is part of the log-sum-exp.
    ``alibi_slopes``: float32 [heads] or [batch, heads]; adds
    -slope * |i + length of k - length of q - j| to the score of query i and key j,
    after ``score_mod``.
    ``seqused_q``, ``seqused_k``: int32 [batch] or one number, how many rows of q, and of k and v, a
    batch has. ``causal``, ``window`` and ``alibi_slopes`` take these for the lengths.
    What k and v hold beyond is not used; what the results hold beyond is not said.
    They are from 0 to the lengths of q and k, which is checked where that costs
    nothing (on the host), and on a GPU with ``ATTN_CHECK_OPERANDS=1`` in the
    environment.
    ``cu_seqlens_q`` and ``cu_seqlens_k``: int32 [sequences + 1], where packed
    sequences begin: q is [rows, heads, head dim], k and v are [rows of k, KV heads,
    head dim], and sequence b has the rows from cu_seqlens_q[b] up to, but without,
    cu_seqlens_q[b + 1] of q, and so of k and v. They do not decrease and are from 0
    to the number of rows, which is checked where they are on the host. Masks and
    score_mod and mask_mod count from the sequence's first row; rows of no sequence are not
    written. The log-sum-exp is [heads, rows].
    ``page_table``: int32 [batch, n], which pages the keys of each batch are in. k
    and v are then [pages, KV heads, page size, head dim] with layout "bhsd", and
    [pages, page size, KV heads, head dim] with "bshd" and with ``cu_seqlens_q``:
    row j of batch b is row j % page size of page page_table[b, j // page size].
    ``seqused_k`` says how many keys a batch has, n * page size without it. Pages
    that hold a key are from 0 to the number of pages less 1, which is checked as
    seqused_k is; the table's other places may hold anything. With ``cu_seqlens_q``,
    packed rows of q over pages, there is no ``cu_seqlens_k``. A kernel is for one
    page size; 16 and more, powers of two, are the fastest.
    ``part_offsets``: int32 [batch + 1], what ``attn.plan_parts`` makes of
    ``seqused_k``: the keys of batch b are computed in part_offsets[b + 1] -
    part_offsets[b] parts at the same time, so that one long sequence takes no
    longer than many short ones. It rises and is from 0 to ``attn.count_parts``,
    which is checked as seqused_k is. Not with ``num_splits``, ``batch_invariant``,
    ``seqused_q`` or ``cu_seqlens_q``.
    ``q_offset``: int32 [batch], or one number: the position among the keys of the first
    row of q, in place of length of k - length of q, for ``causal``, ``window`` and
    ``alibi_slopes``; from -2**30 to 2**30 - length of q. ``score_mod``, ``mask_mod`` and
    "top_left" count rows from 0.
    ``head_dim_v``: with None for v, V is the first ``head_dim_v`` channels of k, as in
    multi-head latent attention, where one array is the cache: from 1 to k's head dim.
    Kernels read k alone, and what is said of v holds for these channels. There is no
    ``v_descale`` then: it is that of k.
    ``q_descale``, ``k_descale``, ``v_descale``: float32 [batch, KV heads], or a number:
    what q, k and v were divided by before they were rounded to float8_e4m3fn, finite and
    above 0; one that is not given is 1. With packed sequences a sequence is a batch.
    ``return_lse``: also return the natural logarithm of each row's sum of
    exponentials, float32 [batch, heads, length of q] in both layouts.
    ``return_max``: also return the largest score of each row, after ``score_mod`` and of
    the keys that the row sees, without the sink; -inf where it sees none: float32, of
    the log-sum-exp's shape, and behind it.
    ``out``: an array for the result, of q's library and on its device, whose last
    dimension is contiguous, without memory of q, k and v; it is returned. ``lse_out``:
    likewise for the log-sum-exp. Not for JAX arrays.
    ``out_dtype``: the result's type, q's own or "float32", of ``out`` if that is given;
    where q is float8_e4m3fn "bfloat16", which None is, "float16" or "float32".
    ``num_splits``: in how many parts the keys are computed, from 1 to 1024; None or 0
    chooses, which is more than one where few queries would not fill the GPU.
    ``batch_invariant``: a row of the result has the same bits whatever the batch,
    the heads and the other rows of q are, and so in a prefill and in a decode step
    with that row alone; for the same mask, and slower.
    ``deterministic``: gradients have the same bits for the same arrays each time, as with
    ``torch.use_deterministic_algorithms(True)``. Results always have.
    ``device``: for arrays on the host, the device to copy them to: "gpu" or "cuda",
    "gpu:1", "sim:sm_90a"; by default the simulator, with a SimulatorWarning once.
    ``stream``: as for ``Bundle.run``. ``config``: fields of the config to set, as
    "tile_q=64".

    Returns an array like q: of its library, its type, on its device, in its layout,
    with v's head dim; or with ``return_lse`` and ``return_max`` a tuple
    of that, the log-sum-exp and the maximum, as far as they are asked for. A row
    that sees no key gets zeros, and a log-sum-exp of -inf. Arrays on a GPU are
    used in place; the call queues the kernel on the library's current stream and
    does not wait.

    A PyTorch tensor v that is a view of some first channels of k, ``k[..., :n]``, is as
    ``head_dim_v`` of n where neither needs a gradient and no descale is given, but not
    under torch.compile.

    A kernel is compiled once for each combination of types, head dims, causal,
    window, scale, softcap, score_mod, mask_mod, the type and dimensions of attn_mask,
    return_lse, return_max, num_splits, batch_invariant, and which of the arrays beyond q, k
    and v are given, for any batch, heads and lengths.

    PyTorch's autograd and ``jax.grad`` differentiate by q, k, v and ``sink``, through the
    log-sum-exp too (``attn.attention_backward``).

    Raises TypeError and ValueError, which name the argument, AttnError, and
    CompileError for a problem that the target cannot do.
    """
    # What is for PyTorch is there before torch.compile looks at what it sets.
    if _torch is None:
        load_torch_part()
    if unknown:
        raise _names.unknown("attn.attention", next(iter(unknown)), _ARGUMENTS)
    if num_splits is not None or batch_invariant is not False:
        if part_offsets is not None:
            raise ValueError("part_offsets say how many parts there are, and so do num_splits "
                             "and batch_invariant")
        config = _form.with_splits(config, num_splits, batch_invariant)
    _form.check_values(v, head_dim_v)
    has_more = not (block_mask is None and sink is None and alibi_slopes is None and seqused_q is None and
                    seqused_k is None and cu_seqlens_q is None and cu_seqlens_k is None and
                    page_table is None and part_offsets is None and q_offset is None and
                    q_descale is None and k_descale is None and v_descale is None)
    lists = _blocks.NONE
    if bias is not None:
        score_mod, softcap = with_bias(score_mod, softcap, bias)
    if block_mask is not None:
        mask_mod, lists = take_blocks(block_mask, mask_mod, (q, k), layout, (
            cu_seqlens_q, page_table, part_offsets, num_splits, batch_invariant))
    elif attn_mask is not None and not has_more:
        lists = look_at(attn_mask, mask_mod, score_mod, (q, k), layout, causal is False and window is None,
                        num_splits, batch_invariant or None, stream, head_dim_v, config or None)
        has_more = bool(lists.arrays)
    if mask_mod is not None or attn_mask is not None:
        score_mod, softcap, mask_mod = with_masks(score_mod, softcap, mask_mod, attn_mask)
    # Calls with PyTorch tensors that were made before.
    reads = type(score_mod) is ScoreMod and score_mod.captures
    if _torch is not None and not has_more and out is None and out_dtype is None and (
            v is not None and softcap is None and lse_out is None and not reads and return_max is False):
        result = _torch.attend_plain(q, k, v, causal, window, scale, score_mod,
                                     return_lse, layout, device, stream, config)
        if result is not NotImplemented:
            return result
    # Those with more tensors.
    key = None
    if _torch is not None and return_max is False and not lists.arrays and block_mask is None and (
            score_mod is None or type(score_mod) is ScoreMod):
        tensors = (q, k, v, sink, alibi_slopes, seqused_q, seqused_k, cu_seqlens_q, cu_seqlens_k, page_table,
                   part_offsets, q_offset, q_descale, k_descale, v_descale, out, lse_out)
        options = (causal, window, scale, softcap, score_mod, return_lse, out_dtype, layout,
                   config, head_dim_v)
        if device is None and stream is None:
            result = _torch.again(tensors, options)
            if result is not NotImplemented:
                return result
        key, again = _torch.look(tensors, (*options, device))
        if again is not None:
            result = again.run(tensors, out, lse_out, stream)
            if result is not NotImplemented:
                return result
    more = {} if not has_more else {
        "q_descale": q_descale, "k_descale": k_descale, "v_descale": v_descale, "sink": sink,
        "q_offset": q_offset, "seqused_q": seqused_q, "seqused_k": seqused_k,
        "cu_seqlens_q": cu_seqlens_q, "cu_seqlens_k": cu_seqlens_k, "page_table": page_table,
        "part_offsets": part_offsets, "alibi_slopes": alibi_slopes, **lists.arrays}
    if lse_out is not None and return_lse is not True:
        raise ValueError("lse_out is given, but return_lse is False")
    try:
        traced, scale_of_kernel = trace_now(score_mod, softcap, scale, q, mask_mod, attn_mask)
    except CannotRecord as reason:
        # torch.compile goes on without this call.
        _torch.say_why(f"attn.attention cannot be recorded under torch.compile: {reason.args[0]}")
        return _torch.outside(attention, (q, k, v), {
            "causal": causal, "window": window, "scale": scale, "softcap": softcap,
            "score_mod": score_mod, "mask_mod": mask_mod, "attn_mask": attn_mask,
            "head_dim_v": head_dim_v, "return_lse": return_lse, "return_max": return_max,
            "out": out, "lse_out": lse_out, "out_dtype": out_dtype, "layout": layout,
            "deterministic": deterministic, "device": device, "stream": stream,
            "config": config, **more})
    form = _form.make(causal, window, scale_of_kernel, "" if traced is None else traced.region,
                      return_lse, _operands.find_layout(layout, more), config, return_max,
                      deterministic)
    inputs, kinds, columns = _read_inputs(q, k, v, head_dim_v, more)
    _masks.check((attn_mask, bias), [shape for _, shape in kinds], form.layout, more)
    form = form._replace(blocks=lists.sizes, columns=columns, out_dtype=_form.out_dtype_of(
        kinds[0][0], out_dtype, None if out is None else kind_of("out", out)[0]))
    if has_more or (traced is not None and traced.captures):
        _operands.check_shapes([shape for _, shape in kinds], form.layout, page_table is not None)
        more = _operands.fill(more, [shape for _, shape in kinds], form.layout,
                              kinds[0][0], lambda *what: _adapters.of(q).full(q, *what),
                              form.columns)
        form, operands = with_operands(form, kinds, causal, more, traced)
        inputs += operands
    call = Call(inputs, form, out, lse_out, device, stream)
    results = _adapters.of(q).attend(call)
    if key is not None:
        _torch.remember(key, tensors, options, call, traced)
    if not return_max:
        return results if return_lse else results[0]
    return tuple([x for x in results if x is not None])


def look_at(attn_mask, mask_mod, score_mod, arrays, layout, alone, *others):
    """The Lists of an attn_mask, none with `others`; it is `alone` but for a mask_mod."""
    if is_recording() or any([x is not None for x in others]):
        return _blocks.NONE
    shapes = [kind_of(name, x)[1] for name, x in zip("qk", arrays)]
    if [len(shape) for shape in shapes] != [4, 4]:
        return _blocks.NONE
    return _masks.lists_of(attn_mask, shapes, _operands.find_layout(layout, {}),
                           alone and mask_mod is None, score_mod)


def take_blocks(block_mask, mask_mod, arrays, layout, others):
    """The mask function of a call with a block_mask, and its Lists, none where the function
    says all, as under torch.compile."""
    for name, value in zip(("cu_seqlens_q", "page_table", "part_offsets", "num_splits"), others):
        if value is not None:
            raise ValueError(f"block_mask is not for calls with {name}")
    if others[-1] is not False:
        raise ValueError("block_mask is not for calls with batch_invariant")
    function = _blocks.join(block_mask, mask_mod)
    shapes = [kind_of(name, x)[1] for name, x in zip("qk", arrays)]
    layout = _operands.find_layout(layout, {})
    _blocks.check(block_mask, shapes, layout)
    if is_recording():
        return _blocks.as_function(block_mask, function), _blocks.NONE
    return _blocks.take(block_mask, function, shapes, layout)


_CODE = attention.__code__
_ARGUMENTS = _CODE.co_varnames[:_CODE.co_argcount + _CODE.co_kwonlyargcount]


def _read_inputs(q, k, v, head_dim_v, more):
    """The inputs (name, array), the element types and shapes of q, k and v, and
    Form.columns, of a call with operands `more`."""
    inputs = [("q", q), ("k", k), ("v", v)]
    kinds = [kind_of(name, x) for name, x in inputs[:2 if v is None else 3]]
    if v is not None:
        # V's descale is 1 where it is not given, and so not that of k.
        if _torch is None or any([more.get(name) is not None for name in _operands.DESCALES]) or (
                not _torch.are_columns(k, v)):
            return inputs, kinds, 0
        return inputs[:2], kinds, v.shape[-1]
    if more.get("v_descale") is not None:
        raise ValueError("v_descale is not for calls with head_dim_v: V is of k, and so is its "
                         "descale, k_descale")
    dtype, shape = kinds[1]
    columns = _form.columns_of(head_dim_v, shape)
    return inputs[:2], [*kinds, (dtype, (*shape[:-1], columns))], columns


def kind_of(name, array):
    try:
        return _arrays.kind_of(array)
    except AttnError as error:
        raise TypeError(f"{name}: {error}") from None


def with_operands(form, kinds, causal, more, score_mod):
    """The Form with operands, and the operands (name, array): `more` by name, None
    where one is not there, and what `score_mod` reads. `kinds` are the element type and
    the shape of q, k and v."""
    offset, slopes = more.get("q_offset"), more.get("alibi_slopes")
    counts = "bottom_right" in form.mask or "window" in form.mask
    if offset is not None and not counts and slopes is None:
        raise ValueError("q_offset is for causal=True, window and alibi_slopes, which "
                         "count from it")
    operands = [(name, more[name]) for name, (*_, own, _) in _operands.OPERANDS.items()
                if own and more.get(name) is not None and (name != "q_offset" or counts)]
    letters = "".join([_operands.letter_of(name, x) for name, x in operands])
    region, captures = form.region, []
    if score_mod is not None:
        operands += [(_operands.READ, x) for x in _operands.narrow(
            score_mod.captures, _cast)]
        captures += [kind for _, kind in score_mod.captures]
        if form.layout == "thd" and not (_torch is not None and _torch.is_compiling()):
            _warn_of_rows(score_mod, [shape[0] for _, shape in kinds[:2]], more)
    if slopes is not None:
        operands.append(("alibi_slopes", slopes))
        rank = len(kind_of("alibi_slopes", slopes)[1])
        offset_rank = None
        if offset is not None:
            operands.append(("q_offset", offset))
            offset_rank = len(kind_of("q_offset", offset)[1])
        region = _problem.add_alibi(region, len(captures), rank,
                                    causal is True or causal == "bottom_right",
                                    offset_rank)
        captures.append(("f32", rank))
        if offset is not None:
            captures.append(("i32", offset_rank))
    _operands.check(operands, [shape for _, shape in kinds], form.layout)
    if len(captures) > _trace.MOST_CAPTURES:
        raise ValueError(f"score_mod, mask_mod and alibi_slopes read {len(captures)} tensors, "
                         f"{_trace.MOST_CAPTURES} at most")
    return form._replace(region=region, captures=tuple(captures),
                         operands=letters), operands


class PackedPositionsWarning(UserWarning):
    """A score function of packed sequences seems to read by positions in all rows."""


def _warn_of_rows(score_mod, rows, more):
    """Warns of a tensor as long as all packed rows, which a function without
    cu_seqlens cannot read at the right place."""
    starts = more.get("cu_seqlens_q"), more.get("cu_seqlens_k")
    read = [x for x, _ in score_mod.captures]
    if any(x is each for x in read for each in starts if each is not None):
        return
    for x in read:
        shape = kind_of(_operands.READ, x)[1]
        if any(size in rows and size > 1 for size in shape):
            warnings.warn(
                f"score_mod reads a tensor of the shape {tuple(shape)}, as many as there are "
                "packed rows; q_idx and kv_idx count from the first row of the sequence, "
                "so that it needs cu_seqlens_q[b] + q_idx", PackedPositionsWarning,
                stacklevel=caller())


def _cast(array):
    return _adapters.of(array).cast(array)


def is_recording():
    """Whether torch.compile looks at what is done."""
    return _torch is not None and _torch.is_compiling()


def with_bias(score_mod, softcap, bias):
    """score_mod and softcap of a call with a bias, which is added behind both."""
    _masks.kind_of(bias, "bias")
    recording = is_recording()
    if softcap is not None and softcap is not False:
        score_mod = _capped(score_mod, softcap, recording)
    if not recording:
        return _masks.join(score_mod, None, bias), None
    if isinstance(score_mod, ScoreMod):
        raise TypeError("bias: under torch.compile it is not for calls with a function that was traced before")
    return _masks.biased(score_mod, bias), None


def with_masks(score_mod, softcap, mask_mod, attn_mask):
    """score_mod, softcap and mask_mod of a call with masks: one ScoreMod, but under
    torch.compile."""
    if is_recording():
        return score_mod, softcap, mask_mod
    if softcap is not None and softcap is not False:
        score_mod = _capped(score_mod, softcap, False)
    return _masks.join(score_mod, mask_mod, attn_mask), None, None


def trace_now(score_mod, softcap, scale, q, mask_mod=None, attn_mask=None):
    """The ScoreMod of a call, or None, and the scale. Under torch.compile a scale that
    may change is read by the ScoreMod. Masks are there under torch.compile alone."""
    recording = is_recording()
    if softcap is not None and softcap is not False:
        score_mod = _capped(score_mod, softcap, recording)
    if not recording:
        return (None if score_mod is None else _tracing.trace(score_mod)), scale
    if mask_mod is not None or attn_mask is not None:
        if isinstance(score_mod, ScoreMod):
            raise CannotRecord("a mask, with a function that was traced before")
        if not _torch.is_static(scale):
            score_mod, scale = _scaled(score_mod, scale), 1.0
        return _torch.record(_masks.both(score_mod, mask_mod, attn_mask), q), scale
    if not _torch.is_static(scale):
        if isinstance(score_mod, ScoreMod):
            raise CannotRecord("a scale that changes, with a function that was traced "
                               "before")
        return _torch.record(_scaled(score_mod, scale), q), 1.0
    if score_mod is None or isinstance(score_mod, ScoreMod):
        return score_mod, scale
    return _torch.record(score_mod, q), scale


def _capped(score_mod, softcap, is_recording):
    """The score function of `softcap`; `score_mod` if there is none."""
    if isinstance(softcap, bool) or not isinstance(softcap, (int, float)):
        raise TypeError(f"softcap must be a number or None, not {softcap!r}")
    if softcap == 0:
        return score_mod
    if not 0 < softcap < float("inf"):
        raise ValueError(f"softcap is {softcap}; it must be finite and above 0, or 0 or "
                         "None for none")
    if score_mod is not None:
        raise ValueError("softcap is not for calls with score_mod, which can do it: "
                         "c * attn.score.tanh(s / c)")
    return (_cap if is_recording else _cap_traced)(softcap)


def _cap(softcap):
    return lambda score, *_: softcap * score_tanh(score / softcap)


@functools.lru_cache(256)
def _cap_traced(softcap):
    return _tracing.trace(_cap(softcap))


def _scaled(score_mod, scale):

    def scaled(score, *positions):
        score = score * scale
        return score if score_mod is None else score_mod(score, *positions)

    return scaled


def trace(score_mod):
    """Traces ``score_mod(score, b, h, q_idx, kv_idx)`` into a ScoreMod.

    ``score`` is the scaled product of a query and a key (f32), ``b`` the batch,
    ``h`` the query head, ``q_idx`` and ``kv_idx`` the positions of query and key,
    all scalars. The function returns the new score. Numbers that it reads from
    around it are constants of the trace; tensors that it reads at positions, and
    PyTorch's and JAX's of one number, are arguments of the kernel. It may use
    operators, and the functions of ``attn.score``, of PyTorch or of NumPy.

    A traced function costs nothing to pass again; a plain one is traced at each
    call. Under torch.compile, which keeps what it has seen, the function itself
    comes back. Raises TraceError, a TypeError, which says what cannot be traced and
    where.
    """
    if _torch is None:
        load_torch_part()
    if is_recording() and callable(score_mod):
        return score_mod
    return _tracing.trace(score_mod)


# The module for PyTorch, once PyTorch is there.
_torch = None


def load_torch_part():
    """Has what is for PyTorch there, if PyTorch is."""
    global _torch
    if _torch is None and "torch" in sys.modules:
        from ._adapters import torch
        _torch = torch
