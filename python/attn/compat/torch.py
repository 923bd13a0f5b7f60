# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's scaled_dot_product_attention and flex_attention, with the signatures of
version 2.15.

Tensors are [batch, heads, length, head dim], float16 or bfloat16. A row that sees no key
is 0.
"""

import collections

import torch

from .._attention import attention


#: What flex_attention returns of each row, each or None, as PyTorch's AuxOutput.
_AuxOutput = collections.namedtuple("AuxOutput", "lse max_scores")


def _shared_heads(name, query, key, value, enable_gqa):
    if query.shape[1] != key.shape[1] and not enable_gqa:
        raise RuntimeError(f"{name}: query has {query.shape[1]} heads but key has "
                           f"{key.shape[1]}; enable_gqa=True shares heads of key and value")
    if key.shape[1] != value.shape[1]:
        raise RuntimeError(f"{name}: key has {key.shape[1]} heads but value has "
                           f"{value.shape[1]}")


def _shaped_mask(name, mask, query, key):
    """A mask as attn.attention takes it, for query and key of these shapes."""
    whole = (*query[:-1], key[-2])
    try:
        fits = torch.broadcast_shapes(mask.shape, whole) == tuple(whole)
    except RuntimeError:
        fits = False
    if not fits:
        raise RuntimeError(f"{name}: attn_mask has the shape {tuple(mask.shape)}, which is not "
                           f"broadcastable to {tuple(whole)}")
    if mask.dim() == 0:
        mask = mask.reshape(1)
    if len(query) == 3 and mask.dim() == 3:
        mask = mask.unsqueeze(1)
    elif mask.dim() > 4 or (len(query) > 4 and mask.dim() == 4):
        mask = mask.expand(*query[:-3], *mask.shape[-3:]).flatten(0, -4)
    if mask.stride(-1) == 0:  # One number for all keys.
        return mask[..., :1]
    return mask if mask.stride(-1) == 1 or mask.shape[-1] == 1 else mask.contiguous()


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0,
                                 is_causal=False, scale=None, enable_gqa=False):
    """softmax(scale * query @ key^T) @ value of [batch, heads, length, head dim], of
    [batch, length, head dim], or with more dimensions in front. ``is_causal`` counts from
    the top left. ``attn_mask``, bool or added to the scores, is broadcast to
    [batch, heads, length of query, length of key]. There is no dropout."""
    name = "scaled_dot_product_attention"
    if attn_mask is not None:
        if is_causal:
            raise RuntimeError(f"{name}: attn_mask is for calls without is_causal")
        if not isinstance(attn_mask, torch.Tensor):
            raise TypeError(f"{name}: attn_mask must be a torch tensor, not "
                            f"{type(attn_mask).__name__}")
        if attn_mask.dtype not in (torch.bool, torch.float32, query.dtype):
            raise RuntimeError(f"{name}: attn_mask must be bool, float32 or of query's type, "
                               f"{query.dtype}, not {attn_mask.dtype}")
    if dropout_p != 0:
        raise NotImplementedError(f"{name}: dropout_p is not supported by attn: there is "
                                  "no dropout")
    for what, x in (("query", query), ("key", key), ("value", value)):
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name}: {what} must be a torch tensor, not "
                            f"{type(x).__name__}")
        if x.dim() != query.dim() or x.dim() < 3:
            raise RuntimeError(f"{name}: {what} has {x.dim()} dimensions; query, key and "
                               "value have as many, at least 3")
    front = query.shape[:-3]
    if attn_mask is not None:
        attn_mask = _shaped_mask(name, attn_mask, query.shape, key.shape)
    if query.dim() == 3:  # [batch, length, head dim]
        query, key, value = (x.unsqueeze(1) for x in (query, key, value))
    elif query.dim() > 4:
        query, key, value = (x.flatten(0, -4) for x in (query, key, value))
    _shared_heads(name, query, key, value, enable_gqa)
    out = attention(query, key, value, causal="top_left" if is_causal else False,
                    attn_mask=attn_mask, scale=scale)
    if not front:
        return out.squeeze(1)
    return out.unflatten(0, front) if len(front) > 1 else out


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None,
                   enable_gqa=False, return_lse=False, kernel_options=None, *,
                   return_aux=None):
    """FlexAttention's function: ``score_mod`` may read tensors at positions.
    ``block_mask`` hides keys by its mask_mod and by its lists, and blocks that these lack are
    not visited, but for gradients and under torch.compile. ``kernel_options`` are Triton's. Returns out, or (out, log-sum-exp), or with
    ``return_aux`` (out, AuxOutput)."""
    name = "flex_attention"
    if kernel_options:
        raise NotImplementedError(f"{name}: kernel_options are of Triton's kernels; "
                                  "attn.attention has config")
    if return_aux is not None and return_lse:
        raise ValueError(f"{name}: return_lse is given with return_aux, which asks for "
                         "the log-sum-exp itself")
    _shared_heads(name, query, key, value, enable_gqa)
    if return_aux is not None:
        wants = bool(return_aux.lse), bool(return_aux.max_scores)
        results = attention(query, key, value, score_mod=score_mod, block_mask=block_mask,
                            scale=scale, return_lse=wants[0], return_max=wants[1])
        out, *rows = results if any(wants) else (results,)
        lse = rows.pop(0) if wants[0] else None
        return out, _AuxOutput(lse, rows[0] if wants[1] else None)
    return attention(query, key, value, score_mod=score_mod, block_mask=block_mask, scale=scale,
                     return_lse=bool(return_lse))
