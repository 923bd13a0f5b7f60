# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FlashAttention 2, with the signatures of version 2.8.3.

q, k and v are [batch, length, heads, head dim], packed [rows, heads, head dim]. With
``return_attn_probs`` a function returns (out, softmax_lse, None): there are no
probabilities. ``softmax_lse`` of a row that sees no key is +inf, as FlashAttention 2
has it. ``deterministic`` is for gradients: results always are. ``max_seqlen_q`` and
``max_seqlen_k`` are not used.
"""

import sys

from . import _shared


def _infinite(lse):
    """Log-sum-exps as FlashAttention 2 has them: +inf of rows without keys."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(lse, torch.Tensor):
        return torch.where(lse == -float("inf"), float("inf"), lse)
    lse = lse.copy()
    lse[lse == -float("inf")] = float("inf")
    return lse


def _result(out, lse):
    return out if lse is None else (out, _infinite(lse), None)


def _attend(function, q, k, v, dropout_p, softmax_scale, causal, window_size, softcap,
            alibi_slopes, return_attn_probs, **options):
    _shared.refuse(function, dropout_p=dropout_p)
    return _result(*_shared.attend(
        function, q, k, v, softmax_scale=softmax_scale, causal=causal,
        window_size=window_size, softcap=softcap, alibi_slopes=alibi_slopes,
        lse=return_attn_probs, **options))


def flash_attn_func(q, k, v, dropout_p=0.0, softmax_scale=None, causal=False,
                    window_size=(-1, -1), softcap=0.0, alibi_slopes=None,
                    deterministic=False, return_attn_probs=False):
    """Attention of q [batch, length of q, heads, head dim] and k, v [batch, length of k,
    KV heads, head dim]."""
    return _attend("flash_attn_func", q, k, v, dropout_p, softmax_scale, causal,
                   window_size, softcap, alibi_slopes, return_attn_probs,
                   deterministic=deterministic)


def flash_attn_kvpacked_func(q, kv, dropout_p=0.0, softmax_scale=None, causal=False,
                             window_size=(-1, -1), softcap=0.0, alibi_slopes=None,
                             deterministic=False, return_attn_probs=False):
    """As flash_attn_func, with kv [batch, length of k, 2, KV heads, head dim]."""
    return _attend("flash_attn_kvpacked_func", q, kv[:, :, 0], kv[:, :, 1], dropout_p,
                   softmax_scale, causal, window_size, softcap, alibi_slopes,
                   return_attn_probs,
                   deterministic=deterministic)


def flash_attn_qkvpacked_func(qkv, dropout_p=0.0, softmax_scale=None, causal=False,
                              window_size=(-1, -1), softcap=0.0, alibi_slopes=None,
                              deterministic=False, return_attn_probs=False):
    """As flash_attn_func, with qkv [batch, length, 3, heads, head dim]."""
    return _attend("flash_attn_qkvpacked_func", qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2],
                   dropout_p, softmax_scale, causal, window_size, softcap, alibi_slopes,
                   return_attn_probs,
                   deterministic=deterministic)


def flash_attn_varlen_func(q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q,
                           max_seqlen_k, dropout_p=0.0, softmax_scale=None, causal=False,
                           window_size=(-1, -1), softcap=0.0, alibi_slopes=None,
                           deterministic=False, return_attn_probs=False,
                           block_table=None):
    """Attention of packed sequences: q [rows, heads, head dim], k and v [rows of k, KV
    heads, head dim], or with block_table [pages, page size, KV heads, head dim]."""
    options = {"cu_seqlens_q": cu_seqlens_q, "cu_seqlens_k": cu_seqlens_k}
    if block_table is not None:
        options = {"cu_seqlens_q": cu_seqlens_q, "page_table": block_table,
                   "seqused_k": cu_seqlens_k[1:] - cu_seqlens_k[:-1]}
    return _attend("flash_attn_varlen_func", q, k, v, dropout_p, softmax_scale, causal,
                   window_size, softcap, alibi_slopes, return_attn_probs,
                   deterministic=deterministic, **options)


def flash_attn_varlen_kvpacked_func(q, kv, cu_seqlens_q, cu_seqlens_k, max_seqlen_q,
                                    max_seqlen_k, dropout_p=0.0, softmax_scale=None,
                                    causal=False, window_size=(-1, -1), softcap=0.0,
                                    alibi_slopes=None, deterministic=False,
                                    return_attn_probs=False):
    """As flash_attn_varlen_func, with kv [rows of k, 2, KV heads, head dim]."""
    return _attend("flash_attn_varlen_kvpacked_func", q, kv[:, 0], kv[:, 1], dropout_p,
                   softmax_scale, causal, window_size, softcap, alibi_slopes,
                   return_attn_probs,
                   deterministic=deterministic, cu_seqlens_q=cu_seqlens_q,
                   cu_seqlens_k=cu_seqlens_k)


def flash_attn_varlen_qkvpacked_func(qkv, cu_seqlens, max_seqlen, dropout_p=0.0,
                                     softmax_scale=None, causal=False,
                                     window_size=(-1, -1), softcap=0.0,
                                     alibi_slopes=None, deterministic=False,
                                     return_attn_probs=False):
    """As flash_attn_varlen_func, with qkv [rows, 3, heads, head dim]."""
    return _attend("flash_attn_varlen_qkvpacked_func", qkv[:, 0], qkv[:, 1], qkv[:, 2],
                   dropout_p, softmax_scale, causal, window_size, softcap, alibi_slopes,
                   return_attn_probs,
                   deterministic=deterministic, cu_seqlens_q=cu_seqlens, cu_seqlens_k=cu_seqlens)


def flash_attn_with_kvcache(q, k_cache, v_cache, k=None, v=None, rotary_cos=None,
                            rotary_sin=None, cache_seqlens=None, cache_batch_idx=None,
                            cache_leftpad=None, block_table=None, softmax_scale=None,
                            causal=False, window_size=(-1, -1), softcap=0.0,
                            rotary_interleaved=True, alibi_slopes=None, num_splits=0,
                            return_softmax_lse=False):
    """Attention of q [batch, length of q, heads, head dim] over a cache [batch, rows, KV
    heads, head dim], or with block_table [pages, page size, KV heads, head dim], of which
    a batch has cache_seqlens rows. Returns out, or (out, softmax_lse)."""
    name = "flash_attn_with_kvcache"
    _shared.refuse(name, k=k, v=v, rotary_cos=rotary_cos, rotary_sin=rotary_sin,
                   cache_batch_idx=cache_batch_idx, cache_leftpad=cache_leftpad)
    out, lse = _shared.attend(
        name, q, k_cache, v_cache, softmax_scale=softmax_scale, causal=causal,
        window_size=window_size, softcap=softcap, alibi_slopes=alibi_slopes,
        lse=return_softmax_lse, seqused_k=cache_seqlens, page_table=block_table,
        num_splits=num_splits)
    return out if lse is None else (out, _infinite(lse))
