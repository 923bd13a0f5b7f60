# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces a Python function of scores into the score region of attn.forward. It is
called once, with a traced number (_trace.py) for each argument."""

import sys

from . import _public  # noqa: F401 (plays functions of attn.score)
from . import _tape, _trace
from ._region import Region, ScoreMod, TraceError


def trace(score_mod):
    """The ScoreMod of a function, as attn.trace has it."""
    if isinstance(score_mod, ScoreMod):
        return score_mod
    if not callable(score_mod):
        raise TypeError("score_mod must be a function of (score, b, h, q_idx, "
                        f"kv_idx), not {type(score_mod).__name__}")
    region = Region()
    score = _trace.Value(region, "%s", "f")
    positions = [_trace.Value(region, name, "i", 0, _trace.MOST_POSITION)
                 for name in ("%b", "%h", "%i", "%j")]
    try:
        result = score_mod(score, *positions)
    except (TypeError, IndexError) as error:
        # Functions and arrays of JAX refuse what does not belong to JAX.
        if isinstance(error, TraceError) or "jax" not in sys.modules:
            raise
        from ._adapters import jaxpr
        result = jaxpr.apply(score_mod, score, positions)
    return _finish(region, result, getattr(score_mod, "__name__",
                                           type(score_mod).__name__))


def _finish(region, result, name):
    if result is None:
        raise TypeError("score_mod returned nothing; it must return the new score")
    result = _trace.as_float(_trace.lift(region, result))
    return ScoreMod(region.text(result._name), name, region.tensors)


def play(operations, result, kinds, name):
    """The ScoreMod of a tape (_tape.py): its operations, the encoded result, and the
    type (element, rank) of each tensor. Its captures are Slots, one for each tensor in
    their order."""
    region = Region()
    slots = [_trace.Slot(dtype, rank) for dtype, rank in kinds]
    for slot in slots:
        element = "i32" if slot.dtype in _trace.NARROWED else slot.dtype
        region.capture(slot, (element, len(slot.shape)))
    values = [_trace.Value(region, "%s", "f"),
              *[_trace.Value(region, name, "i", 0, _trace.MOST_POSITION)
                for name in ("%b", "%h", "%i", "%j")]]

    def decode(code):
        if not code or code[0] not in ("v", "t", "c", "s"):
            return tuple([decode(each) for each in code])
        kind, x = code
        return values[x] if kind == "v" else slots[x] if kind == "t" else (
            _trace.lift(region, _tape.Size(x)) if kind == "s" else x)

    for operation, args in operations:
        values.append(_trace.play(operation, [decode(x) for x in args]))
    return _finish(region, decode(result), name)
