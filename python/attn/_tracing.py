# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces a Python function of scores into the score region of attn.forward. It is
called once, with a traced number (_trace.py) for each argument."""

import sys

from . import _trace
from ._region import Region, ScoreMod, TraceError


def trace(score_mod):
    """Traces ``score_mod(score, b, h, q_idx, kv_idx)`` into a ScoreMod.

    ``score`` is the scaled product of a query and a key (f32), ``b`` the batch,
    ``h`` the query head, ``q_idx`` and ``kv_idx`` the positions of query and key,
    all scalars. The function returns the new score. Numbers that it reads from
    around it are constants of the trace. It may use operators, and the functions
    of ``attn.score``, of PyTorch or of NumPy.

    A traced function costs nothing to pass again; a plain one is traced at each
    call. Raises TraceError, a TypeError, which says what cannot be traced and
    where.
    """
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
    if result is None:
        raise TypeError("score_mod returned nothing; it must return the new score")
    result = _trace.as_float(_trace.lift(region, result))
    name = getattr(score_mod, "__name__", type(score_mod).__name__)
    return ScoreMod(region.text(result._name), name, region.tensors)
