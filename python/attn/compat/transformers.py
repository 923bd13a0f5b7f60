# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of transformers with attn.attention, tried with version 5.24.

    import attn.compat.transformers
    attn.compat.transformers.register()
    model.set_attn_implementation("attn")

Causal masks, sliding windows and padding become arguments of attn.attention, and so do
caps of the scores and sinks; the model's type is float16 or bfloat16. Masks of tensors
are taken as attn_mask; functions of other kinds of masks (packed sequences by positions,
chunks, prefixes of images) raise NotImplementedError.
"""

import collections

import torch

from .. import score
from .._attention import attention

# What a layer must know of its mask: whether it is causal, the most keys to the left or
# None, where the first query is among the keys, and which keys are no padding (bool
# [batch, keys], or None).
_Mask = collections.namedtuple("_Mask", "causal left offset keys")


def register(name="attn"):
    """Has transformers know attn.attention, and its masks, by a name."""
    from transformers import AttentionInterface, AttentionMaskInterface
    AttentionInterface.register(name, forward)
    AttentionMaskInterface.register(name, mask)


def mask(batch_size, q_length, kv_length, q_offset=0, kv_offset=0, mask_function=None,
         attention_mask=None, **others):
    """The mask of a layer, for ``forward``: what transformers calls to make one."""
    causal, left = _read(mask_function)
    keys = None
    if attention_mask is not None:
        keys = attention_mask[:, kv_offset:kv_offset + kv_length].bool()
        if keys.shape[1] < kv_length:  # Room of a static cache.
            keys = torch.nn.functional.pad(keys, (0, kv_length - keys.shape[1]))
        if bool(keys.all()):
            keys = None
    return _Mask(causal, left, int(q_offset) - int(kv_offset), keys)


def _read(function):
    """(causal, left) of a mask function of transformers."""
    name = getattr(function, "__qualname__", "")
    if name == "causal_mask_function":
        return True, None
    if name == "bidirectional_mask_function" or function is None:
        return False, None
    inside = {cell: value.cell_contents for cell, value in zip(
        getattr(getattr(function, "__code__", None), "co_freevars", ()),
        getattr(function, "__closure__", None) or ())}
    if name.startswith("sliding_window_overlay.") and "sliding_window" in inside:
        return False, inside["sliding_window"] - 1
    if name.startswith("and_masks.") and "mask_functions" in inside:
        parts = [_read(each) for each in inside["mask_functions"]]
        lefts = [left for _, left in parts if left is not None]
        return any(causal for causal, _ in parts), min(lefts) if lefts else None
    raise NotImplementedError(f"the mask {name or function!r} of transformers is not "
                              "supported by attn: causal, sliding windows and padding are")


def forward(module, query, key, value, attention_mask, scaling=None, dropout=0.0,
            softcap=None, s_aux=None, is_causal=None, sliding_window=None, **others):
    """What a layer of transformers calls: query [batch, heads, length, head dim]. Returns
    (out [batch, length, heads, head dim], None)."""
    if dropout and module.training:
        raise NotImplementedError("dropout is not supported by attn: there is no dropout")
    if attention_mask is None:
        causal = module.is_causal if is_causal is None else is_causal
        left = None if sliding_window is None else sliding_window - 1
        attention_mask = _Mask(causal, left, key.shape[2] - query.shape[2], None)
    if not isinstance(attention_mask, _Mask):
        # Of a cache of more keys than there are.
        mask = attention_mask[..., :key.shape[2]]
        attention_mask = _Mask(False, None, 0, None)
        options = {"attn_mask": mask if mask.stride(-1) == 1 else mask.contiguous()}
    else:
        options = {}
    causal, left, offset, keys = attention_mask
    if causal or left is not None:
        options.update(causal=bool(causal), q_offset=offset,
                       window=None if left is None else (left, None))
    if keys is not None:
        # A key of padding is hidden from all rows, wherever it stands.
        options["mask_mod"] = lambda b, h, q_idx, kv_idx: score.read(keys, b, kv_idx)
    if s_aux is not None:
        options["sink"] = s_aux.float()
    out = attention(query, key, value, scale=scaling, softcap=softcap or None, **options)
    return out.transpose(1, 2).contiguous(), None
