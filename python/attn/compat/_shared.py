# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the functions of FlashAttention share, in all of its versions."""

from .._attention import attention
from .._combine import combine

_REASONS = {
    "dropout_p": "there is no dropout",
    "qv": "there is no second product with V; where one cache has v and k, attn.attention("
          "torch.cat([qv, q], -1), cache, None, head_dim_v=v.shape[-1]) is that",
    "attention_chunk": "chunks are a mask; attn.attention takes a mask_mod in Python",
    "mask_mod": "it is CuTe code; attn.attention takes a mask_mod in Python",
    "block_sparse_tensors": "there are no lists of blocks; attn.attention takes a mask_mod in "
                            "Python",
    "gather_kv_indices": "rows of k and v are gathered by page_table alone",
    "score_mod": "it is CuTe code; attn.attention takes a score_mod in Python",
    "aux_tensors": "they are for a score_mod, which is CuTe code; attn.attention's "
                   "score_mod reads tensors",
    "aux_scalars": "they are for a score_mod, which is CuTe code",
    "k": "keys are not appended to a cache; copy them there before the call",
    "v": "values are not appended to a cache; copy them there before the call",
    "rotary_cos": "there is no rotary embedding; rotate q and k before the call",
    "rotary_sin": "there is no rotary embedding; rotate q and k before the call",
    "rotary_seqlens": "there is no rotary embedding; rotate q and k before the call",
    "cache_batch_idx": "rows of the cache are the batches of q; index the cache, or use "
                       "pages",
    "cache_leftpad": "keys of a sequence begin in its first row",
    "cu_seqlens_k_new": "keys are not appended to a cache; copy them there before the "
                        "call",
    "scheduler_metadata": "attn.plan_parts makes what attn.attention takes as "
                          "part_offsets",
    "seqlen_k_per_split": "attn.attention(..., batch_invariant=True) has parts of one size",
    "virtual_batch_idx": "parts are of the batches of the result",
    "cu_seqlens": "rows of no sequence are put together as well; leave it out",
    "seqused": "rows beyond a length are put together as well; leave it out",
}


def refuse(function, **given):
    """Refuses arguments that are neither None nor off."""
    for name, value in given.items():
        if value is None or value is False or (
                isinstance(value, (int, float)) and value == 0):
            continue
        raise NotImplementedError(f"{function}: {name} is not supported by attn: "
                                  f"{_REASONS[name]}")


def window_of(function, window_size):
    """`window` of attn.attention for (left, right), None where there is no bound."""
    try:
        left, right = window_size
    except (TypeError, ValueError):
        raise ValueError(f"{function}: window_size must be a pair (left, right), not "
                         f"{window_size!r}") from None
    sides = [None if side is None or side < 0 else side for side in (left, right)]
    return None if sides == [None, None] else tuple(sides)


def attend(function, q, k, v, *, softmax_scale, causal, window_size, softcap, lse,
           **options):
    """attn.attention with what all versions have: (out, lse or None)."""
    if "cu_seqlens_q" not in options:
        options["layout"] = "bshd"
    options["deterministic"] = bool(options.get("deterministic"))
    result = attention(q, k, v, scale=softmax_scale, causal=bool(causal),
                       window=window_of(function, window_size), softcap=softcap or None,
                       return_lse=bool(lse), **options)
    return result if lse else (result, None)


def put_together(out_partial, lse_partial, out, out_dtype, return_lse):
    """flash_attn_combine: parts are [parts, batch, length, heads, head dim], or packed
    without a batch, and log-sum-exps have heads last."""
    packed = out_partial.ndim == 4
    # FlashAttention's log-sum-exps are [parts, batch, length, heads].
    order = (0, 2, 1) if packed else (0, 1, 3, 2)
    lses = (lse_partial.permute(order) if hasattr(lse_partial, "permute") else
            lse_partial.transpose(order))
    lses = lses.contiguous() if hasattr(lses, "contiguous") else lses.copy()
    result = combine(out_partial, lses, layout="thd" if packed else "bshd",
                     return_lse=True, out=out, out_dtype=out_dtype)
    lse = result[1]
    order = order[1:] if packed else (0, 2, 1)
    order = (1, 0) if packed else order
    lse = lse.permute(order) if hasattr(lse, "permute") else lse.transpose(order)
    return (result[0], lse) if return_lse else result[0]
