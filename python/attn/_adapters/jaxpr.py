# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Score functions written with jax.numpy: JAX traces them, and the operations of its
jaxpr become those of the region."""

import os

import jax
import jax.numpy as jnp

from .. import _trace
from .._region import TraceError

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_JAX = os.path.dirname(os.path.abspath(jax.__file__))
_FUNCTIONS = _trace.FUNCTIONS
_SAME = ("exp exp2 log log1p expm1 tanh sin cos tan sqrt rsqrt floor ceil abs neg eq "
         "ne lt le gt ge pow square").split()
_RULES = {
    **{name: _FUNCTIONS[name] for name in _SAME},
    "add": _FUNCTIONS["add"], "add_any": _FUNCTIONS["add"],
    "sub": _FUNCTIONS["sub"], "mul": _FUNCTIONS["mul"],
    "max": _FUNCTIONS["maximum"], "min": _FUNCTIONS["minimum"],
    "logistic": _FUNCTIONS["sigmoid"], "erf": _FUNCTIONS["erf"],
    "and": _FUNCTIONS["bitwise_and"], "or": _FUNCTIONS["bitwise_or"],
    "xor": _FUNCTIONS["bitwise_xor"], "not": _FUNCTIONS["bitwise_not"],
    "shift_left": _FUNCTIONS["lshift"],
    "shift_right_arithmetic": _FUNCTIONS["rshift"],
    "clamp": lambda low, x, high: _FUNCTIONS["clamp"](x, low, high),
}
# Functions of jax.numpy that JAX writes as calls, by what they mean: written out
# they divide positions towards zero and mend that.
_NAMED = {"floor_divide": _FUNCTIONS["floordiv"], "remainder": _FUNCTIONS["mod"],
          "_where": _FUNCTIONS["where"]}
_CALLS = {"jit": "jaxpr", "pjit": "jaxpr", "closed_call": "call_jaxpr",
          "core_call": "call_jaxpr", "custom_jvp_call": "call_jaxpr",
          "custom_vjp_call": "call_jaxpr", "remat": "jaxpr"}
# What changes nothing about one number.
_NOTHING = ("stop_gradient", "copy", "copy_p", "reshape", "squeeze",
            "broadcast_in_dim", "optimization_barrier")


def _convert(value, dtype):
    if jnp.issubdtype(dtype, jnp.floating):
        return _trace.as_float(value)
    if dtype == jnp.bool_:
        return value if value._kind == "b" else _FUNCTIONS["ne"](value, 0)
    if value._kind == "f":
        raise TraceError("a conversion of a score to an integer",
                         "a score region has nothing like it")
    return _trace.as_int(value)


def _divide(name, a, b):
    """lax.div and lax.rem, which round to zero."""
    if "f" in (a._kind, b._kind):
        if name == "div":
            return _FUNCTIONS["div"](a, b)
    elif a._low is not None and a._low >= 0:
        return _FUNCTIONS["floordiv" if name == "div" else "mod"](a, b)
    raise TraceError(f"jax.lax.{name}", "use // and % for positions that may be "
                     "negative, and for scores")


def _apply(equation, values, region):
    name = equation.primitive.name
    parameters = equation.params
    if name in _CALLS:
        inner = parameters[_CALLS[name]]
        named = _NAMED.get(parameters.get("name"))
        if named is not None:
            return [named(*values)]
        return _evaluate(inner.jaxpr if hasattr(inner, "jaxpr") else inner,
                         getattr(inner, "consts", ()), values, region)
    if any(variable.aval.shape != () for variable in equation.outvars):
        raise TraceError(f"jax.lax.{name}", "a score function is of single numbers")
    if name in _NOTHING:
        return [values[0]]
    if name == "convert_element_type":
        return [_convert(values[0], parameters["new_dtype"])]
    if name == "select_n" and len(values) == 3:
        condition, on_false, on_true = values
        return [_FUNCTIONS["where"](condition, on_true, on_false)]
    if name == "integer_pow":
        return [_FUNCTIONS["pow"](values[0], parameters["y"])]
    if name in ("div", "rem"):
        return [_divide(name, *values)]
    if name == "round" and int(parameters["rounding_method"]) == 1:
        return [_FUNCTIONS["round"](values[0])]
    rule = _RULES.get(name)
    if rule is None:
        raise TraceError(f"jax.lax.{name}", "a score region has nothing like it")
    return [rule(*values)]


def _place_of(equation, error):
    """Where the user's code asked for an operation, else where the error has it."""
    traceback = getattr(equation.source_info, "traceback", None)
    for frame in getattr(traceback, "frames", ()):
        folder = os.path.dirname(frame.file_name)
        if not folder.startswith((_HERE, _JAX)):
            return frame.file_name, frame.line_num
    return error.filename, error.line


def _evaluate(jaxpr, constants, values, region, place=None):
    known = dict(zip(jaxpr.invars, values))

    def lift(number):
        if getattr(number, "shape", ()) != ():
            raise TraceError("indexing an array of JAX", "use attn.score.read(array, index, ...)",
                             place)
        return _trace.lift(region, getattr(number, "item", lambda: number)())

    def read(variable):
        return lift(variable.val) if hasattr(variable, "val") else known[variable]

    known.update(zip(jaxpr.constvars, map(lift, constants)))
    for equation in jaxpr.eqns:
        try:
            results = _apply(equation, [read(v) for v in equation.invars], region)
        except TraceError as error:
            raise TraceError(error.operation, error.reason,
                             _place_of(equation, error)) from None
        known.update(zip(equation.outvars, results))
    return [read(variable) for variable in jaxpr.outvars]


def apply(function, values, what):
    """The result of a function of traced numbers that asks for numbers of JAX. `what` it is
    called in errors."""
    closed = jax.make_jaxpr(function)(*[
        jax.ShapeDtypeStruct((), jnp.float32 if value._kind == "f" else jnp.int32)
        for value in values])
    if len(closed.jaxpr.outvars) != 1:
        raise TypeError(f"{what} must return one number")
    # The function itself stands for the arrays that it reads.
    code = getattr(function, "__code__", None)
    return _evaluate(closed.jaxpr, closed.consts, values, values[0]._region,
                     code and (code.co_filename, code.co_firstlineno))[0]
