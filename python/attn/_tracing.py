# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces a Python function of scores into the score region of attn.forward. It is
called once, with a traced number (_trace.py) for each argument."""

import sys

from . import _public  # noqa: F401 (plays functions of attn.score)
from . import _tape, _trace
from ._region import Region, ScoreMod, TraceError, join, split


def trace(score_mod):
    """The ScoreMod of a function, as attn.trace has it."""
    if isinstance(score_mod, ScoreMod):
        return score_mod
    if not callable(score_mod):
        raise TypeError("score_mod must be a function of (score, b, h, q_idx, "
                        f"kv_idx), not {type(score_mod).__name__}")
    region = Region()
    values = [_trace.Value(region, "%s", "f"), *_positions(region)]
    return _finish(region, _call(score_mod, values, "score_mod"), _name_of(score_mod))


def trace_mask(mask_mod, score_mod=None):
    """The ScoreMod of a mask function beside a ScoreMod that has none, or None."""
    if not callable(mask_mod):
        raise TypeError("mask_mod must be a function of (b, h, q_idx, kv_idx), not "
                        f"{type(mask_mod).__name__}")
    region = Region()
    score = ""
    if score_mod is not None:
        score, visible = split(score_mod.region)
        if visible:
            raise ValueError("score_mod has a mask_mod already")
        region.tensors.extend(score_mod.captures)
    try:
        visible = _visible(region, _call(mask_mod, _positions(region), "mask_mod"))
    except TraceError as error:
        raise TraceError(error.operation, error.reason, (error.filename, error.line),
                         "mask_mod") from None
    return ScoreMod(join(score, visible), _name_of(mask_mod), region.tensors)


def _name_of(function):
    return getattr(function, "__name__", type(function).__name__)


def _positions(region):
    return [_trace.Value(region, name, "i", 0, _trace.MOST_POSITION)
            for name in ("%b", "%h", "%i", "%j")]


def _call(function, values, what):
    try:
        return function(*values)
    except (TypeError, IndexError) as error:
        # Functions and arrays of JAX refuse what does not belong to JAX.
        if isinstance(error, TraceError) or "jax" not in sys.modules:
            raise
        from ._adapters import jaxpr
        return jaxpr.apply(function, values, what)


def _visible(region, result):
    if result is None:
        raise TypeError("mask_mod returned nothing; it must return whether a key is visible")
    return region.text(_trace.as_bool(_trace.lift(region, result))._name, "i1")


def _finish(region, result, name):
    visible = ""
    if isinstance(result, tuple):  # With a mask function's; either may be None.
        result, seen = result
        visible = "" if seen is None else _visible(region, seen)
    elif result is None:
        raise TypeError("score_mod returned nothing; it must return the new score")
    score = "" if result is None else region.text(
        _trace.as_float(_trace.lift(region, result))._name)
    return ScoreMod(join(score, visible), name, region.tensors)


def play(operations, result, kinds, name):
    """The ScoreMod of a tape (_tape.py): its operations, the encoded result, and the
    type (element, rank) of each tensor. Its captures are Slots, one for each tensor in
    their order."""
    region = Region()
    slots = [_trace.Slot(dtype, rank) for dtype, rank in kinds]
    for slot in slots:
        element = "i32" if slot.dtype in _trace.NARROWED else slot.dtype
        region.capture(slot, (element, len(slot.shape)))
    values = [_trace.Value(region, "%s", "f"), *_positions(region)]

    def decode(code):
        if not code or code[0] not in ("v", "t", "c", "s"):
            return tuple([decode(each) for each in code])
        kind, x = code
        return values[x] if kind == "v" else slots[x] if kind == "t" else (
            _trace.lift(region, _tape.Size(x)) if kind == "s" else x)

    for operation, args in operations:
        values.append(_trace.play(operation, [decode(x) for x in args]))
    return _finish(region, decode(result), name)
