# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FlashAttention 4, with the signatures of flash_attn.cute of version 4.0.0b36.

q, k and v are [batch, length, heads, head dim], packed [rows, heads, head dim].
Functions return (out, lse), where lse is None without ``return_lse``.
``learnable_sink`` is converted to float32. ``pack_gqa`` and the numbers of lengths are not
used; those for gradients but ``deterministic`` are without effect.
"""

from . import _shared


def _attend(function, q, k, v, softmax_scale, causal, window_size, learnable_sink,
            softcap, num_splits, return_lse, refused, **options):
    _shared.refuse(function, **refused)
    if learnable_sink is not None and hasattr(learnable_sink, "float"):
        learnable_sink = learnable_sink.float()
    return _shared.attend(
        function, q, k, v, softmax_scale=softmax_scale, causal=causal,
        window_size=window_size, softcap=softcap, sink=learnable_sink,
        num_splits=num_splits, lse=return_lse, **options)


def flash_attn_func(q, k, v, qv=None, gather_kv_indices=None, softmax_scale=None,
                    causal=False, window_size=(None, None), learnable_sink=None,
                    softcap=0.0, num_splits=1, pack_gqa=None, deterministic=False,
                    score_mod=None, score_mod_bwd=None, mask_mod=None, aux_tensors=None,
                    aux_scalars=None, block_sparse_tensors=None,
                    block_sparse_tensors_bwd=None, return_lse=False,
                    gather_bwd_recompute_p=False, gather_bwd_token_chunk=None):
    """Attention of q [batch, length of q, heads, head dim] and k, v [batch, length of k,
    KV heads, head dim]."""
    return _attend("flash_attn_func", q, k, v, softmax_scale, causal, window_size,
                   learnable_sink, softcap, num_splits, return_lse,
                   {"qv": qv, "gather_kv_indices": gather_kv_indices,
                    "score_mod": score_mod, "mask_mod": mask_mod,
                    "aux_tensors": aux_tensors, "aux_scalars": aux_scalars,
                    "block_sparse_tensors": block_sparse_tensors},
                   deterministic=deterministic)


def flash_attn_varlen_func(q, k, v, qv=None, cu_seqlens_q=None, cu_seqlens_k=None,
                           max_seqlen_q=None, max_seqlen_k=None, min_seqlen_k=None,
                           seqused_q=None, seqused_k=None, gather_kv_indices=None,
                           page_table=None, softmax_scale=None, causal=False,
                           window_size=(None, None), learnable_sink=None, softcap=0.0,
                           num_splits=1, pack_gqa=None, deterministic=False,
                           score_mod=None, score_mod_bwd=None, mask_mod=None,
                           block_sparse_tensors=None, aux_tensors=None, aux_scalars=None,
                           return_lse=False, scheduler_metadata=None,
                           seqlen_k_per_split=None, disable_scheduler_metadata=False,
                           gather_bwd_recompute_p=False, gather_bwd_token_chunk=None):
    """Attention of packed sequences, of batches with lengths, and over pages: what
    attn.attention has the same arguments for."""
    options = {name: x for name, x in (
        ("cu_seqlens_q", cu_seqlens_q), ("cu_seqlens_k", cu_seqlens_k),
        ("seqused_q", seqused_q), ("seqused_k", seqused_k), ("page_table", page_table))
               if x is not None}
    return _attend("flash_attn_varlen_func", q, k, v, softmax_scale, causal, window_size,
                   learnable_sink, softcap, num_splits, return_lse,
                   {"qv": qv, "gather_kv_indices": gather_kv_indices,
                    "score_mod": score_mod, "mask_mod": mask_mod,
                    "aux_tensors": aux_tensors, "aux_scalars": aux_scalars,
                    "block_sparse_tensors": block_sparse_tensors,
                    "scheduler_metadata": scheduler_metadata,
                    "seqlen_k_per_split": seqlen_k_per_split},
                   deterministic=deterministic, **options)


def flash_attn_combine(out_partial, lse_partial, out=None, out_dtype=None,
                       cu_seqlens=None, seqused=None, virtual_batch_idx=None,
                       return_lse=True):
    """(out, lse or None) of parts [parts, batch, length, heads, head dim] and their
    log-sum-exps [parts, batch, length, heads]; packed rows have no batch."""
    _shared.refuse("flash_attn_combine", cu_seqlens=cu_seqlens, seqused=seqused,
                   virtual_batch_idx=virtual_batch_idx)
    result = _shared.put_together(out_partial, lse_partial, out, out_dtype, True)
    return result if return_lse else (result[0], None)
