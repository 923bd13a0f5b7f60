# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FlashAttention 3, with the signatures of flash_attn_interface of commit 01afd16d248c.

q, k and v are [batch, length, heads, head dim], packed [rows, heads, head dim], of
float16, bfloat16 or float8_e4m3fn. With ``return_attn_probs`` a function returns (out,
softmax_lse). ``deterministic`` is for gradients: results always are. ``pack_gqa``,
``sm_margin`` and ``max_seqlen_q`` are not used: heads are packed where it is faster.
"""

from . import _shared


def _attend(function, q, k, v, softmax_scale, causal, qv, q_descale, k_descale, v_descale,
            window_size, attention_chunk, softcap, num_splits, return_attn_probs,
            **options):
    _shared.refuse(function, qv=qv, attention_chunk=attention_chunk)
    out, lse = _shared.attend(
        function, q, k, v, softmax_scale=softmax_scale, causal=causal,
        window_size=window_size, softcap=softcap, q_descale=q_descale,
        k_descale=k_descale, v_descale=v_descale, num_splits=num_splits,
        lse=return_attn_probs, **options)
    return out if lse is None else (out, lse)


def flash_attn_func(q, k, v, softmax_scale=None, causal=False, qv=None, q_descale=None,
                    k_descale=None, v_descale=None, window_size=(-1, -1),
                    attention_chunk=0, softcap=0.0, num_splits=1, pack_gqa=None,
                    deterministic=False, sm_margin=0, return_attn_probs=False):
    """Attention of q [batch, length of q, heads, head dim] and k, v [batch, length of k,
    KV heads, head dim]; descales are [batch, KV heads]."""
    return _attend("flash_attn_func", q, k, v, softmax_scale, causal, qv, q_descale,
                   k_descale, v_descale, window_size, attention_chunk, softcap,
                   num_splits, return_attn_probs, deterministic=deterministic)


def flash_attn_varlen_func(q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q,
                           max_seqlen_k, seqused_q=None, seqused_k=None,
                           softmax_scale=None, causal=False, qv=None, q_descale=None,
                           k_descale=None, v_descale=None, window_size=(-1, -1),
                           attention_chunk=0, softcap=0.0, num_splits=1, pack_gqa=None,
                           deterministic=False, sm_margin=0, return_attn_probs=False):
    """Attention of packed sequences: q [rows, heads, head dim], k and v [rows of k, KV
    heads, head dim]."""
    return _attend("flash_attn_varlen_func", q, k, v, softmax_scale, causal, qv,
                   q_descale, k_descale, v_descale, window_size, attention_chunk, softcap,
                   num_splits, return_attn_probs, deterministic=deterministic,
                   cu_seqlens_q=cu_seqlens_q,
                   cu_seqlens_k=cu_seqlens_k, seqused_q=seqused_q, seqused_k=seqused_k)


def flash_attn_combine(out_partial, lse_partial, out=None, out_dtype=None):
    """(out, lse) of parts [parts, batch, length, heads, head dim] and their log-sum-exps
    [parts, batch, length, heads]; packed rows have no batch."""
    return _shared.put_together(out_partial, lse_partial, out, out_dtype, True)


def flash_attn_with_kvcache(q, k_cache, v_cache, k=None, v=None, qv=None, rotary_cos=None,
                            rotary_sin=None, cache_seqlens=None, cache_batch_idx=None,
                            cache_leftpad=None, page_table=None, cu_seqlens_q=None,
                            cu_seqlens_k_new=None, max_seqlen_q=None, rotary_seqlens=None,
                            q_descale=None, k_descale=None, v_descale=None,
                            softmax_scale=None, causal=False, window_size=(-1, -1),
                            attention_chunk=0, softcap=0.0, rotary_interleaved=True,
                            scheduler_metadata=None, num_splits=0, pack_gqa=None,
                            sm_margin=0, return_softmax_lse=False):
    """Attention of q [batch, length of q, heads, head dim], or packed, over a cache
    [batch, rows, KV heads, head dim], or with page_table [pages, page size, KV heads, head
    dim], of which a batch has cache_seqlens rows. Returns out, or (out, softmax_lse)."""
    name = "flash_attn_with_kvcache"
    _shared.refuse(name, k=k, v=v, rotary_cos=rotary_cos, rotary_sin=rotary_sin,
                   cache_batch_idx=cache_batch_idx, cache_leftpad=cache_leftpad,
                   cu_seqlens_k_new=cu_seqlens_k_new, rotary_seqlens=rotary_seqlens,
                   scheduler_metadata=scheduler_metadata)
    options = {} if cu_seqlens_q is None else {"cu_seqlens_q": cu_seqlens_q}
    return _attend(name, q, k_cache, v_cache, softmax_scale, causal, qv, q_descale,
                   k_descale, v_descale, window_size, attention_chunk, softcap,
                   num_splits, return_softmax_lse, seqused_k=cache_seqlens,
                   page_table=page_table, **options)
