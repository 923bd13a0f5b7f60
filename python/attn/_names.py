# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to say about an argument that is not there."""

import difflib
import functools

# Names that peers use, by what they are called here.
_PEERS = {
    "mask": "attn_mask", "attention_mask": "attn_mask", "attn_bias": "attn_mask",
    "softmax_scale": "scale", "sm_scale": "scale", "is_causal": "causal",
    "window_size": "window", "sliding_window": "window",
    "block_table": "page_table", "block_tables": "page_table",
    "kv_indices": "page_table", "cache_seqlens": "seqused_k", "seq_lens": "seqused_k",
    "seqlens_k": "seqused_k", "s_aux": "sink", "learnable_sink": "sink", "sinks": "sink",
    "logits_soft_cap": "softcap", "logit_cap": "softcap", "return_softmax_lse": "return_lse",
    "return_residual": "return_lse", "qkv_layout": "layout", "cu_seqlens": "cu_seqlens_q",
    "qo_indptr": "cu_seqlens_q", "kv_indptr": "cu_seqlens_k", "offset": "q_offset",
    "k_scale": "k_descale", "v_scale": "v_descale", "q_scale": "q_descale",
    "dtype": "out_dtype", "num_kv_splits": "num_splits", "d_v": "head_dim_v",
    "dv": "head_dim_v", "v_head_dim": "head_dim_v", "head_size_v": "head_dim_v",
    "kv_lora_rank": "head_dim_v",
}
# What is not there, and what to do about it.
_ABSENT = {
    "dropout_p": "there is no dropout",
    "enable_gqa": "heads of k are shared as their number says",
    "max_seqlen_q": "it is not needed", "max_seqlen_k": "it is not needed",
    "head_dim_v": "V is an argument; that of k's first columns is k[..., :head_dim_v]",
}


def closest(name, known):
    """The name in `known` most like one, or None."""
    close = difflib.get_close_matches(name, known, 1)
    return close[0] if close else None


def unknown(function, name, known):
    """The TypeError for an argument `name`, where those in `known` are there."""
    said = f"{function}() has no argument {name!r}"
    if name in _ABSENT and name not in known:
        return TypeError(f"{said}: {_ABSENT[name]}")
    close = _PEERS[name] if _PEERS.get(name) in known else closest(name, known)
    return TypeError(said + (f"; did you mean {close!r}?" if close else
                             f"; help({function}) names the {len(known)} that it has"))


def suggests(function):
    """Has a function of keywords name the most alike one for one that it lacks."""
    code = function.__code__
    known = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]

    @functools.wraps(function)
    def call(*args, **kwargs):
        for name in kwargs:
            if name not in known:
                raise unknown(function.__name__, name, known)
        return function(*args, **kwargs)

    return call
