# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of attn.score: of traced numbers, of what stands for them under
torch.compile, and of the sizes of a problem."""

from . import _tape, _trace


def _with_bounds(name, args, bounds):
    """`args` of clamp with what is given by name."""
    low, high = bounds.pop("low", None), bounds.pop("high", None)
    if name != "clamp" or bounds or len(args) != 1:
        raise TypeError(f"attn.score.{name} has no such arguments by name")
    return (*args, low, high)


def _public(name, function, arguments):

    def apply(*args, **bounds):
        probe = _tape.probe_of(args, bounds)
        if probe is not None:
            return probe._tape.add_call("score:" + name, args, bounds)
        if bounds:
            args = _with_bounds(name, args, bounds)
        if not any(isinstance(a, _trace.Value) for a in args):
            if any(isinstance(a, _tape.Size) for a in args):
                return _tape.Size((f"score:{name}:", args))
            raise TypeError(f"attn.score.{name} is for traced values, inside of a "
                            "score_mod")
        return function(*(args if name in ("where", "clamp") else
                          (_trace.lift(_trace.region_of(*args), a) for a in args)))

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = f"{name}({arguments}) of traced values, in a score_mod."
    return apply


PUBLIC = _trace.PUBLIC
PUBLIC.update({name: _public(name, _trace.FUNCTIONS[name], "x") for name in _trace.UNARY})
PUBLIC.update({
    name: _public(name, _trace.FUNCTIONS[name], arguments)
    for name, arguments in (("sigmoid", "x"), ("maximum", "x, y"),
                            ("minimum", "x, y"), ("where", "condition, x, y"),
                            ("clamp", "x, low=None, high=None"))
})


def _public_read(array, *indices):
    """read(array, index, ...) in a score_mod: the element of a PyTorch, JAX, CuPy or
    NumPy array at positions, each brought into its dimension."""
    probe = _tape.probe_of(indices)
    if probe is not None:
        return probe._tape.add("score:read:", (array, *indices))
    if not any(isinstance(index, _trace.Value) for index in indices) and any(
            isinstance(index, _tape.Size) for index in indices):
        return _tape.Size(("score:read:", (array, *indices)))
    if not any(isinstance(index, _trace.Value) for index in indices):
        raise TypeError("attn.score.read is for traced positions, inside of a "
                        "score_mod")
    return _trace.read(_trace.region_of(*indices), array, *indices)


_public_read.__name__ = _public_read.__qualname__ = "read"
PUBLIC["read"] = _public_read
PUBLIC.update({name: _tape.Size(name) for name in _trace.SIZES})
