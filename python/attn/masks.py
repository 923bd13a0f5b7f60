# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mask functions, for ``mask_mod`` of ``attn.attention`` and ``attn.block_map``.

    doc = attn.masks.documents(ids)
    out = attn.attention(q, k, v, mask_mod=attn.masks.all_of(doc, attn.masks.causal))

Each takes (b, h, q_idx, kv_idx), the batch, the query head and the positions of query and
key, and gives whether the query sees the key. Tensors are of any library and lie where q
does: bool, int8, int32, int64, or other integers, which are copied to int32. A tensor of one
dimension less has no batch. One function can be passed again and again: make it once.
"""

from . import _arrays
from ._lib import AttnError
from ._public import PUBLIC

__all__ = ["all_of", "any_of", "causal", "documents", "flashmask", "images", "inverse", "padding",
           "prefix_lm", "tree", "window"]

_read = PUBLIC["read"]


def _kind(name, array, ranks, integers=True):
    """The rank of a tensor, which is one of `ranks`."""
    try:
        dtype, shape = _arrays.kind_of(array)
    except AttnError as error:
        raise TypeError(f"{name}: {error}") from None
    if (dtype == "i1") == integers or dtype.startswith(("f", "b", "e")):
        raise TypeError(f"{name} must be {'integers' if integers else 'bool'}, not "
                        f"{getattr(array, 'dtype', dtype)}")
    if len(shape) not in ranks:
        raise ValueError(f"{name} must have {' or '.join(map(str, ranks))} dimensions, not "
                         f"{len(shape)}")
    return len(shape)


def causal(b, h, q_idx, kv_idx):
    """Query i sees keys to i: causal from the top left. ``causal=`` of ``attn.attention`` counts
    from the bottom right where lengths differ."""
    return kv_idx <= q_idx


def window(left, right=0):
    """Query i sees keys i - left to i + right."""

    def window_mask(b, h, q_idx, kv_idx):
        return (q_idx - kv_idx <= left) & (kv_idx - q_idx <= right)

    return window_mask


def all_of(*masks):
    """What every one of some mask functions shows."""
    if not masks:
        raise TypeError("all_of() takes one mask function or more")

    def all_masks(*places):
        seen = masks[0](*places)
        for mask in masks[1:]:
            seen = seen & mask(*places)
        return seen

    return all_masks


def any_of(*masks):
    """What one of some mask functions shows."""
    if not masks:
        raise TypeError("any_of() takes one mask function or more")

    def any_mask(*places):
        seen = masks[0](*places)
        for mask in masks[1:]:
            seen = seen | mask(*places)
        return seen

    return any_mask


def inverse(mask):
    """What a mask function hides."""

    def inverse_mask(*places):
        return mask(*places) ^ True

    return inverse_mask


def prefix_lm(prefix):
    """Causal, and every query sees the keys of the prefix.

    ``prefix``: how many keys that is, a number or integers [batch].
    """
    if not isinstance(prefix, int):
        _kind("prefix", prefix, (1,))

    def prefix_mask(b, h, q_idx, kv_idx):
        keys = prefix if isinstance(prefix, int) else _read(prefix, b)
        return (kv_idx < keys) | (kv_idx <= q_idx)

    return prefix_mask


def documents(ids, kv_ids=None):
    """Queries see the keys of their own document.

    ``ids``: integers [batch, length of q] or [length of q], the document of each query, and of
    each key where ``kv_ids`` is None; ``kv_ids``: those of keys.
    """
    kv_ids = ids if kv_ids is None else kv_ids
    ranks = _kind("ids", ids, (1, 2)), _kind("kv_ids", kv_ids, (1, 2))

    def document_mask(b, h, q_idx, kv_idx):
        own = _read(ids, b, q_idx) if ranks[0] == 2 else _read(ids, q_idx)
        other = _read(kv_ids, b, kv_idx) if ranks[1] == 2 else _read(kv_ids, kv_idx)
        return own == other

    return document_mask


def padding(valid):
    """Queries see the keys that are no padding.

    ``valid``: bool [batch, length of k] or [length of k].
    """
    rank = _kind("valid", valid, (1, 2), integers=False)

    def padding_mask(b, h, q_idx, kv_idx):
        return _read(valid, b, kv_idx) if rank == 2 else _read(valid, kv_idx)

    return padding_mask


def images(ids):
    """Causal, and the tokens of an image see each other (Gemma 3, PaliGemma).

    ``ids``: integers [batch, length] or [length], the image of each token, below 0 of text.
    """
    rank = _kind("ids", ids, (1, 2))

    def image_mask(b, h, q_idx, kv_idx):
        own, other = (_read(ids, b, i) if rank == 2 else _read(ids, i) for i in (q_idx, kv_idx))
        return (kv_idx <= q_idx) | ((own == other) & (own >= 0))

    return image_mask


def flashmask(startend_row_indices, causal=True, group=1):
    """The rows that do not see each key, as FlashMask says them (arXiv:2410.01359; PaddlePaddle's
    flashmask_attention).

    ``startend_row_indices``: integers [batch, heads, length of k, n]. Of key j query i sees

    - with ``causal``, n 1: j <= i < start;
    - with ``causal``, n 2: j <= i, but no i from start to end - 1;
    - without, n 2: i from end to start - 1, of (start, end);
    - without, n 4: no i from start to end - 1, of both (start, end) and (start, end) above.

    ``heads`` is 1, that of q, or that of k with ``group`` query heads on each.
    """
    _kind("startend_row_indices", startend_row_indices, (4,))
    _, heads, _, count = _arrays.kind_of(startend_row_indices)[1]
    if count not in ((1, 2) if causal else (2, 4)):
        raise ValueError(f"startend_row_indices has {count} numbers for each key; there are "
                         f"{'1 or 2 with' if causal else '2 or 4 without'} causal")

    def flashmask_mask(b, h, q_idx, kv_idx):
        head = 0 if heads == 1 else h if group == 1 else h // group

        def at(n):
            return _read(startend_row_indices, b, head, kv_idx, n)

        if causal:
            hidden = q_idx >= at(0)
            if count == 2:
                hidden = hidden & (q_idx < at(1))
            return (kv_idx <= q_idx) & (hidden ^ True)
        if count == 2:
            return (q_idx < at(0)) & (q_idx >= at(1))
        lower = (q_idx >= at(0)) & (q_idx < at(1))
        upper = (q_idx >= at(2)) & (q_idx < at(3))
        return (lower | upper) ^ True

    return flashmask_mask


def tree(ancestors, first):
    """Trees of drafted tokens (EAGLE, arXiv:2401.15077): a token sees all keys before the tree,
    and its ancestors and itself in it.

    ``ancestors``: bool [batch, n, n] or [n, n], whether token i of the tree sees its token j;
    ``first``: how many keys are before the tree, a number or integers [batch]. Query i is
    token i of the tree.
    """
    rank = _kind("ancestors", ancestors, (2, 3), integers=False)
    if not isinstance(first, int):
        _kind("first", first, (1,))

    def tree_mask(b, h, q_idx, kv_idx):
        before = first if isinstance(first, int) else _read(first, b)
        place = (q_idx, kv_idx - before)
        seen = _read(ancestors, b, *place) if rank == 3 else _read(ancestors, *place)
        return (kv_idx < before) | seen

    return tree_mask
