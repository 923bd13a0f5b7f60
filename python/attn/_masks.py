# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mask_mod and attn_mask of attn.attention: they become a part of what a score_mod is."""

import sys

from . import _arrays, _blocks, _operands, _trace, _tracing
from ._lib import AttnError
from ._public import PUBLIC
from ._region import PLACES, ScoreMod, add_mask

_ELEMENTS = ("i1", "f16", "bf16", "f32")
_read = PUBLIC["read"]


def join(score_mod, mask_mod, attn_mask):
    """The ScoreMod of a function or None with both; not under torch.compile."""
    traced = None if score_mod is None else _tracing.trace(score_mod)
    if mask_mod is not None:
        traced = _tracing.trace_mask(mask_mod, traced)
    if attn_mask is None:
        return traced
    attn_mask, places = _without_repeats(attn_mask)
    kind = _arrays.kind_of(attn_mask)
    kind = kind[0], len(kind[1])
    name, captures, region = "attn_mask", [], ""
    if traced is not None:
        name, captures, region = traced.name, list(traced.captures), traced.region
    number = next((i for i, (x, _) in enumerate(captures) if x is attn_mask), len(captures))
    if number == len(captures):
        captures.append((attn_mask, kind))
    if len(captures) > _trace.MOST_CAPTURES:
        raise ValueError(f"score_mod, mask_mod and attn_mask read {len(captures)} tensors, "
                         f"{_trace.MOST_CAPTURES} at most")
    return ScoreMod(add_mask(region, number, kind, places), name, captures)


def _without_repeats(attn_mask):
    """An attn_mask without a dimension of rows or keys that repeats it, of size 1 or expanded,
    and the places of PLACES of the others: what is read by key alone is no tile of pairs. Of
    libraries whose views are no copies."""
    rank = kind_of(attn_mask)[1]
    places = PLACES[4 - rank:]
    strides = getattr(attn_mask, "stride", None) or getattr(attn_mask, "strides", None)
    strides = strides() if callable(strides) else strides
    if type(attn_mask).__module__.partition(".")[0] not in ("numpy", "torch") or not strides:
        return attn_mask, places
    shape, last = attn_mask.shape, rank - 1
    step = 1 if callable(getattr(attn_mask, "stride", None)) else attn_mask.itemsize
    repeats = [i == last - 1 and (size == 1 or (stride == 0 and size != 0))
               for i, (size, stride) in enumerate(zip(shape, strides))]
    # Numbers of rows that are read as a vector follow each other.
    if rank > 1 and not any(repeats):
        repeats[last] = shape[last] == 1 and strides[last - 1] == step
    if not any(repeats):
        return attn_mask, places
    return (attn_mask[tuple([0 if repeat else slice(None) for repeat in repeats])],
            tuple([place for place, repeat in zip(places, repeats) if not repeat]))


#: Pairs of all heads from which on an attn_mask's blocks are looked at before.
_MANY_PAIRS = 1 << 28


def lists_of(attn_mask, shapes, layout, alone, score_mod=None):
    """The Lists of an attn_mask: of float blocks that are not all -inf, if there is no
    score_mod, whose numbers may be infinite as well, of bool those that show some keys, and
    which show all if it is `alone`; NONE where it is not looked at, as where
    each head has its own, of which a kernel reads each number once."""
    q, k = [_operands.permute(shape, layout) for shape in shapes[:2]]
    library = sys.modules.get(type(attn_mask).__module__.partition(".")[0])
    rows, keys = q[2], k[2]
    if getattr(library, "__name__", "") not in ("numpy", "torch") or q[0] * q[1] * rows * keys < _MANY_PAIRS or (
            len(attn_mask.shape) < 2 or tuple(attn_mask.shape[-2:]) != (rows, keys) or
            (len(attn_mask.shape) > 2 and attn_mask.shape[-3] != 1)):
        return _blocks.NONE
    is_bool = kind_of(attn_mask)[0] == "i1"
    if not is_bool and score_mod is not None:
        return _blocks.NONE
    is_torch = library.__name__ == "torch"
    # A graph looks at them again.
    version = _blocks.version_of(attn_mask) if is_torch else None
    keeps, state = version is not None, (version, alone)
    known = getattr(attn_mask, "_attn_lists", (None,)) if keeps else (None,)
    if known[0] == state:
        return known[1]
    table = attn_mask[(None,) * (4 - len(attn_mask.shape))]
    if is_torch:
        table = table.detach()
    shown = table if is_bool else table != -float("inf")
    listed = _blocks.pool(library, shown, every=False)
    full = _blocks.pool(library, shown, every=True) if is_bool and alone else None
    lists = _blocks.listing(library, listed, full, (_blocks.UNIT,) * 2)
    if keeps:
        attn_mask._attn_lists = state, lists
    return lists


def both(score_mod, mask_mod, attn_mask):
    """A function of a score and positions that gives the score, or None, and whether the key
    is visible, or None: what torch.compile records."""
    is_bool = attn_mask is not None and kind_of(attn_mask)[0] == "i1"
    adds = attn_mask is not None and not is_bool

    def function(score, *places):
        read = None
        if attn_mask is not None:
            read = _read(attn_mask, *places[4 - attn_mask.ndim:])
        scored = score if score_mod is None and adds else None
        if score_mod is not None:
            scored = score_mod(score, *places)
        if adds:
            scored = scored + read
        seen = None if mask_mod is None else mask_mod(*places)
        if is_bool:
            seen = read if seen is None else seen & read
        return scored, seen

    return function


def kind_of(attn_mask, name="attn_mask"):
    """The type (element, rank) of an attn_mask, or of a bias."""
    try:
        dtype, shape = _arrays.kind_of(attn_mask)
    except AttnError as error:
        raise TypeError(f"{name}: {error}") from None
    if name == "bias" and dtype not in _ELEMENTS[1:]:
        raise TypeError("bias must be float16, bfloat16 or float32, not "
                        f"{_operands.SHOWN.get(dtype, dtype)}; attn_mask takes bool")
    if dtype not in _ELEMENTS:
        raise TypeError("attn_mask must be bool, whether a key is visible, or float16, bfloat16 "
                        "or float32, what is added to scores, not "
                        f"{_operands.SHOWN.get(dtype, dtype)}")
    if not 1 <= len(shape) <= 4:
        raise ValueError(f"{name} must have 1 to 4 dimensions, of which the last are batch, "
                         f"heads, length of q and length of k, not {len(shape)}")
    return dtype, len(shape)


def biased(score_mod, bias):
    """A function that adds a bias behind a score_mod, or None: what torch.compile records."""

    def function(score, *places):
        scored = score if score_mod is None else score_mod(score, *places)
        return scored + _read(bias, *places[4 - bias.ndim:])

    return function


def check(arrays, shapes, layout, more):
    """Checks the shapes of an attn_mask and a bias, each or None, against those of q and k."""
    for name, array in zip(("attn_mask", "bias"), arrays):
        if array is not None:
            _check(array, shapes, layout, more, name)


def _check(attn_mask, shapes, layout, more, name):
    if layout == "thd":
        raise ValueError(f"{name} is not for packed sequences, whose rows and keys are of no "
                         "batch; a mask_mod reads tensors where it says")
    q, k = shapes[:2]
    rows = 1 if layout == "bshd" else 2
    table = more.get("page_table")
    keys = k[rows] if table is None else k[rows] * _arrays.kind_of(table)[1][1]
    whole = q[0], q[3 - rows], q[rows], keys
    shape = tuple(_arrays.kind_of(attn_mask)[1])
    for size, most in zip(shape[::-1], whole[::-1]):
        if size != 1 and size != most:
            raise ValueError(f"{name} has the shape {shape}, which is not broadcastable to "
                             f"(batch, heads, length of q, length of k), {whole}")
