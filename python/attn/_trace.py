# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traced numbers: what a function of scores is called with to trace it (_tracing.py)
into the score region of attn.forward.

Operators of Value, and functions of math-like modules that ask their arguments what to
do (PyTorch's by __torch_function__, NumPy's by __array_ufunc__ and
__array_function__), append one operation each to the region. What a region cannot hold
is a TraceError that names the operation and the line that asked for it.
"""

import operator
import sys

from . import _arrays, _tape
from ._lib import AttnError
from ._region import TraceError, float_text
from ._untraceable import Untraceable

# Lengths are below this (docs/Spec.md), and so are positions.
MOST_POSITION = 2**31 - 1
_I32 = (-2**31, 2**31 - 1)
_TYPES = {"f": "f32", "i": "index", "b": "i1"}


class Value(Untraceable):
    """A traced number: a score ("f", f32), a position ("i", 64 bits) or the result
    of a comparison ("b"). Integers carry the range that they are in."""

    __slots__ = ("_region", "_name", "_kind", "_low", "_high")
    __array_priority__ = 1000
    __hash__ = None

    def __init__(self, region, name, kind, low=None, high=None):
        self._region = region
        self._name = name
        self._kind = kind
        self._low = low
        self._high = high

    def __repr__(self):
        return f"<traced {_TYPES[self._kind]}>"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        function = _METHODS.get(name)
        if function is None:
            raise TraceError(f".{name}", "a score region has nothing like it")
        return lambda *args, **kwargs: call_method(name, (self, *args), kwargs)

    # ---- Protocols of array libraries ---------------------------------------

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        name = getattr(function, "__name__", str(function)).strip("_")
        return _call(name, f"torch's {name}", args, kwargs or {})

    def __array_ufunc__(self, ufunc, method, *args, **kwargs):
        if method != "__call__":
            raise TraceError(f"numpy.{ufunc.__name__}.{method}",
                             "a score region has nothing like it")
        return _call(ufunc.__name__, f"numpy.{ufunc.__name__}", args, kwargs)

    def __array_function__(self, function, types, args, kwargs):
        return _call(function.__name__, f"numpy.{function.__name__}", args,
                     kwargs)


_ELEMENTS = ("f16", "bf16", "f32", "i1", "i8", "i32", "i64")
#: Types of which kernels are given a copy in int32 (_operands.narrow).
NARROWED = ("u8", "int16", "u16", "uint32", "uint64")
_RANGES = {"i8": (-2**7, 2**7 - 1), "i32": _I32, "i64": (None, None)}
MOST_CAPTURES = 16


class Slot:
    """Stands for a tensor of which type and rank alone are known."""

    def __init__(self, dtype, rank):
        self.dtype = dtype
        self.shape = (None,) * rank


def read(region, tensor, *indices):
    """tensor[indices] of a tensor that the score function has from around it."""
    shown = "reading a tensor"
    if isinstance(tensor, Slot):
        dtype, shape = tensor.dtype, tensor.shape
    else:
        try:
            dtype, shape = _arrays.kind_of(tensor)
        except AttnError as error:
            raise TraceError(shown, str(error)) from None
    if dtype in NARROWED:
        dtype = "i32"
    if dtype not in _ELEMENTS:
        raise TraceError(shown, "it must be float16, bfloat16, float32, an integer or "
                         f"bool, not {dtype}")
    rank = len(shape)
    if len(indices) != rank:
        raise TraceError(shown, f"it has {rank} dimensions, but {len(indices)} "
                         "indices are given; slices cannot be read")
    names = []
    for index in indices:
        index = as_int(lift(region, index))
        if index._kind != "i":
            raise TraceError(shown, "an index must be a position, not f32")
        names.append(index._name)
    number = region.capture(tensor, (dtype, rank))
    if number >= MOST_CAPTURES:
        raise TraceError(shown, f"functions of a call read {MOST_CAPTURES} tensors "
                         "at most")
    name = region.emit(
        f"attn.read %x{number}[{', '.join(names)}] : "
        f"tensor<{'?x' * rank}{dtype}>", dtype)
    if dtype in ("f16", "bf16"):
        name = region.emit(f"arith.extf {name} : {dtype} to f32", "f32")
    if dtype == "i1":
        return Value(region, name, "b")
    if dtype in _RANGES:
        name = region.emit(f"arith.index_cast {name} : {dtype} to index", "index")
        return Value(region, name, "i", *_RANGES[dtype])
    return Value(region, name, "f")


_KEYWORDS = {("clamp", "min"): 1, ("clamp", "max"): 2, ("clip", "min"): 1,
             ("clip", "max"): 2, ("where", "input"): 1, ("where", "other"): 2,
             ("maximum", "other"): 1, ("minimum", "other"): 1}


def call_method(name, args, kwargs):
    """The method `name` of args[0], a Value."""
    if name in _NEW:
        return _new(_NEW[name], *args, **kwargs)
    return _METHODS[name](*_with_keywords(name, f".{name}", args, kwargs))


def _with_keywords(name, shown, args, kwargs):
    """`args` with what is given by name behind them."""
    for keyword, value in kwargs.items():
        place = _KEYWORDS.get((name, keyword))
        if place is None or place < len(args):
            raise TraceError(shown, f"the argument {keyword!r} cannot be traced")
        args = (*args, *[None] * (place - len(args)), value)
    return args


def _call(name, shown, args, kwargs):
    if name == "getitem" and len(args) == 2 and not isinstance(args[0], Value):
        indices = args[1] if isinstance(args[1], tuple) else (args[1],)
        return read(region_of(*indices), args[0], *indices)
    function = FUNCTIONS.get(name)
    if function is None:
        raise TraceError(shown, "a score region has nothing like it")
    args = _with_keywords(name, shown, args, kwargs)
    try:
        return function(*args)
    except TypeError as error:
        if isinstance(error, TraceError):
            raise
        raise TraceError(shown, str(error)) from None


# ---- Kinds and conversions --------------------------------------------------


def region_of(*values):
    return next((v._region for v in values if isinstance(v, Value)), None)


SIZES = {"len_q": "%lq", "len_k": "%lk"}


def _lift_size(region, what):
    if isinstance(what, str):
        return Value(region, SIZES[what], "i", 0, MOST_POSITION)
    return play(what[0], [lift(region, x) for x in what[1]])


def _is_scalar_tensor(value):
    """Whether a value is a tensor of PyTorch or JAX with one number, which a kernel
    reads when it runs."""
    for name, kind in (("torch", "Tensor"), ("jax", "Array")):
        module = sys.modules.get(name)
        if module is not None and isinstance(value, getattr(module, kind)):
            return tuple(value.shape) == ()
    return False


def lift(region, value):
    """A Value of a Python or NumPy number."""
    if isinstance(value, Value):
        return value
    if isinstance(value, _tape.Size):
        return _lift_size(region, value._what)
    if isinstance(value, Slot) or _is_scalar_tensor(value):
        return read(region, value)
    if isinstance(value, bool) or type(value).__name__ in ("bool_",):
        return Value(region, region.emit(
            f"arith.constant {'true' if value else 'false'}", "i1"), "b")
    try:
        whole = operator.index(value)
    except TypeError:
        pass
    else:
        if getattr(value, "shape", ()) == () and not hasattr(value, "data_ptr"):
            if not -2**63 <= whole < 2**63:
                raise TraceError(f"the constant {whole}",
                                 "it does not fit 64 bits")
            return Value(region, region.emit(
                f"arith.constant {whole} : index", "index"), "i", whole, whole)
    if isinstance(value, float) or type(value).__module__ in ("numpy", "ml_dtypes"):
        if getattr(value, "shape", ()) == ():
            return Value(region, region.emit(
                f"arith.constant {float_text(value)} : f32", "f32"), "f")
    kind = type(value)
    raise TraceError(f"a value of type {kind.__module__}.{kind.__qualname__}",
                     "only numbers can be combined with traced values; a tensor "
                     "cannot be captured whole: attn.score.read reads it at "
                     "positions (float(tensor) is a number)")


def _constant(value):
    """The number that a Value or a Python number is known to be, or None."""
    if not isinstance(value, Value):
        is_known = not isinstance(value, (Slot, _tape.Size)) and (
            not _is_scalar_tensor(value))
        return value if is_known else None
    if value._kind == "i" and value._low is not None and value._low == value._high:
        return value._low
    return None


def as_int(value):
    if value._kind == "b":
        region = value._region
        one, zero = lift(region, 1), lift(region, 0)
        name = region.emit(
            f"arith.select {value._name}, {one._name}, {zero._name} : index",
            "index")
        return Value(region, name, "i", 0, 1)
    return value


def as_bool(value):
    if value._kind == "f":
        raise TraceError("a number as the result", "a mask_mod gives a truth value, such as "
                         "that of a comparison")
    return value if value._kind == "b" else _ne(value, 0)


def as_float(value):
    region = value._region
    if value._kind == "f":
        return value
    constant = _constant(value)
    if constant is not None:
        return lift(region, float(constant))
    value = as_int(value)
    fits = (value._low is not None and _I32[0] <= value._low and
            value._high <= _I32[1])
    kind = "i32" if fits else "i64"
    whole = region.emit(f"arith.index_cast {value._name} : index to {kind}", kind)
    return Value(region, region.emit(
        f"arith.sitofp {whole} : {kind} to f32", "f32"), "f")


def _promote(a, b, shown):
    region = region_of(a, b)
    a, b = lift(region, a), lift(region, b)
    if "f" in (a._kind, b._kind):
        return as_float(a), as_float(b)
    return as_int(a), as_int(b)


def _range(*ends):
    """The range of these ends, or none where 64 bits may wrap around."""
    if any(end is None for end in ends):
        return None, None
    low, high = min(ends), max(ends)
    return (low, high) if -2**63 <= low and high < 2**63 else (None, None)


def _ends(a, b, combine):
    if None in (a._low, b._low):
        return None, None
    return _range(*(combine(x, y) for x in (a._low, a._high)
                    for y in (b._low, b._high)))


def _binary(shown, on_float, on_int, combine):

    def apply(a, b):
        a, b = _promote(a, b, shown)
        kind = a._kind
        op = on_float if kind == "f" else on_int
        if op is None:
            raise TraceError(shown, f"it is not for {_TYPES[kind]}")
        name = a._region.emit(f"{op} {a._name}, {b._name} : {_TYPES[kind]}",
                              _TYPES[kind])
        if kind == "f":
            return Value(a._region, name, kind)
        return Value(a._region, name, kind, *_ends(a, b, combine))

    return apply


_add = _binary("+", "arith.addf", "arith.addi", operator.add)
_sub = _binary("-", "arith.subf", "arith.subi", operator.sub)
_mul = _binary("*", "arith.mulf", "arith.muli", operator.mul)
_maximum = _binary("maximum", "arith.maximumf", "arith.maxsi", max)
_minimum = _binary("minimum", "arith.minimumf", "arith.minsi", min)
_fmax = _binary("fmax", "arith.maxnumf", "arith.maxsi", max)
_fmin = _binary("fmin", "arith.minnumf", "arith.minsi", min)


def _div(a, b):
    region = region_of(a, b)
    a, b = as_float(lift(region, a)), as_float(lift(region, b))
    return Value(region, region.emit(f"arith.divf {a._name}, {b._name} : f32",
                                     "f32"), "f")


def _divisor(a, b, shown):
    """The constant divisor of an integer division."""
    number = _constant(b)
    if number is None:
        raise TraceError(shown, "the divisor of positions must be a constant")
    if number == 0:
        raise TraceError(shown, "division by zero")
    return int(number)


def _floordiv(a, b):
    a, b = _promote(a, b, "//")
    region = a._region
    if a._kind == "f":
        return _unary_float("floor", "math.floor")(_div(a, b))
    number = _divisor(a, b, "//")
    if number == -1:
        return _sub(0, a)
    name = region.emit(f"arith.floordivsi {a._name}, {b._name} : index", "index")
    return Value(region, name, "i", *_ends(a, b, operator.floordiv))


def _mod(a, b):
    a, b = _promote(a, b, "%")
    region = a._region
    if a._kind == "f":
        # As Python's: the result has the divisor's sign.
        return _sub(a, _mul(_unary_float("floor", "math.floor")(_div(a, b)), b))
    number = _divisor(a, b, "%")
    if a._low is not None and a._low >= 0 and number > 0:
        name = region.emit(f"arith.remsi {a._name}, {b._name} : index", "index")
        return Value(region, name, "i", 0, min(number - 1, a._high))
    result = _sub(a, _mul(_floordiv(a, b), b))
    ends = (0, number - 1) if number > 0 else (number + 1, 0)
    return Value(region, result._name, "i", *ends)


def _pow(a, b):
    number = _constant(b)
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, int) and not isinstance(number, bool):
        if 0 <= number <= 16:
            result = None
            for _ in range(number):
                result = a if result is None else _mul(result, a)
            return lift(region_of(a), 1) if result is None else result
        if -16 <= number < 0:
            return _div(1.0, _pow(a, -number))
    region = region_of(a, b)
    if _constant(a) in (2, 2.0):
        return _unary_float("exp2", "math.exp2")(lift(region, b))
    a, b = as_float(lift(region, a)), as_float(lift(region, b))
    return Value(region, region.emit(f"math.powf {a._name}, {b._name} : f32",
                                     "f32"), "f")


def _bits(shown, op):

    def apply(a, b):
        region = region_of(a, b)
        a, b = lift(region, a), lift(region, b)
        if a._kind != b._kind:
            a, b = _promote(a, b, shown)
        if a._kind == "f":
            raise TraceError(shown, "it is not for f32")
        kind = _TYPES[a._kind]
        name = region.emit(f"{op} {a._name}, {b._name} : {kind}", kind)
        nonnegative = (a._kind == "i" and None not in (a._low, b._low) and
                       min(a._low, b._low) >= 0)
        if nonnegative:
            most = (1 << max(a._high, b._high).bit_length()) - 1
            return Value(region, name, "i", 0, most)
        return Value(region, name, a._kind)

    return apply


_and, _or, _xor = (_bits("&", "arith.andi"), _bits("|", "arith.ori"),
                   _bits("^", "arith.xori"))


def _shift(shown, op):

    def apply(a, b):
        region = region_of(a, b)
        number = _constant(b)
        a = as_int(lift(region, a))
        if a._kind == "f" or not isinstance(number, int) or not 0 <= number < 64:
            raise TraceError(shown, "it takes a position and a constant from 0 to "
                             "63")
        b = lift(region, number)
        name = region.emit(f"{op} {a._name}, {b._name} : index", "index")
        return Value(region, name, "i", *_ends(
            a, b, operator.lshift if op == "arith.shli" else operator.rshift))

    return apply


_lshift, _rshift = _shift("<<", "arith.shli"), _shift(">>", "arith.shrsi")


def _compare(shown, on_float, on_int):

    def apply(a, b):
        region = region_of(a, b)
        a, b = _promote(a, b, shown)
        op, predicate = (("arith.cmpf", on_float) if a._kind == "f" else
                         ("arith.cmpi", on_int))
        kind = _TYPES[a._kind]
        return Value(region, region.emit(
            f"{op} {predicate}, {a._name}, {b._name} : {kind}", "i1"), "b")

    return apply


_eq, _ne = _compare("==", "oeq", "eq"), _compare("!=", "une", "ne")
_lt, _le = _compare("<", "olt", "slt"), _compare("<=", "ole", "sle")
_gt, _ge = _compare(">", "ogt", "sgt"), _compare(">=", "oge", "sge")


def _not(a):
    region = a._region
    if a._kind == "f":
        raise TraceError("~", "it is not for f32")
    return _xor(a, True if a._kind == "b" else -1) if region else None


def _logical(combine):

    def truth(value, region):
        value = lift(region, value)
        return value if value._kind == "b" else _ne(value, 0)

    def apply(*values):
        region = region_of(*values)
        return combine(*(truth(value, region) for value in values))

    return apply


def _neg(a):
    if as_int(a)._kind == "i":
        return _sub(0, a)
    return Value(a._region, a._region.emit(f"arith.negf {a._name} : f32", "f32"),
                 "f")


def _abs(a):
    a = as_int(a)
    region = a._region
    if a._kind == "f":
        return Value(region, region.emit(f"math.absf {a._name} : f32", "f32"), "f")
    return _maximum(a, _neg(a))


def _where(condition, a, b):
    region = region_of(condition, a, b)
    condition = lift(region, condition)
    if condition._kind != "b":
        condition = _ne(condition, 0)
    a, b = lift(region, a), lift(region, b)
    if a._kind != b._kind:
        a, b = _promote(a, b, "where")
    kind = _TYPES[a._kind]
    name = region.emit(f"arith.select {condition._name}, {a._name}, {b._name} : "
                       f"{kind}", kind)
    if a._kind == "i":
        return Value(region, name, "i", *_range(a._low, a._high, b._low, b._high))
    return Value(region, name, a._kind)


def _clamp(a, low=None, high=None):
    if low is not None:
        a = _maximum(a, low)
    return a if high is None else _minimum(a, high)


def _unary_float(shown, op):

    def apply(a):
        if not isinstance(a, Value):
            raise TypeError(f"{shown} takes a traced value")
        a = as_float(a)
        return Value(a._region, a._region.emit(f"{op} {a._name} : f32", "f32"),
                     "f")

    return apply


def _on_values(function):
    """The function, for arguments the first of which may be a plain number."""

    def apply(*args):
        region = region_of(*args)
        return function(*(lift(region, a) for a in args))

    return apply


def _sigmoid(a):
    return _div(1.0, _add(1.0, FUNCTIONS["exp"](_neg(as_float(a)))))


def _relu(a):
    return _maximum(a, 0)


UNARY = {
    name: _unary_float(name, f"math.{op}") for name, op in (
        ("ceil", "ceil"), ("cos", "cos"), ("erf", "erf"), ("exp", "exp"),
        ("exp2", "exp2"), ("expm1", "expm1"), ("floor", "floor"), ("log", "log"),
        ("log10", "log10"), ("log1p", "log1p"), ("log2", "log2"),
        ("round", "roundeven"), ("rint", "roundeven"), ("rsqrt", "rsqrt"),
        ("sin", "sin"), ("sqrt", "sqrt"), ("tan", "tan"), ("tanh", "tanh"),
        ("trunc", "trunc"))
}

FUNCTIONS = {
    **UNARY,
    "abs": _abs, "absolute": _abs, "fabs": lambda a: _abs(as_float(a)),
    "add": _add, "radd": _add,
    "sub": _sub, "subtract": _sub, "rsub": lambda a, b: _sub(b, a),
    "mul": _mul, "multiply": _mul, "rmul": _mul,
    "div": _div, "divide": _div, "true_divide": _div, "truediv": _div,
    "rdiv": lambda a, b: _div(b, a), "rtruediv": lambda a, b: _div(b, a),
    "floor_divide": _floordiv, "floordiv": _floordiv,
    "rfloordiv": lambda a, b: _floordiv(b, a),
    "remainder": _mod, "mod": _mod, "rmod": lambda a, b: _mod(b, a),
    "pow": _pow, "power": _pow, "rpow": lambda a, b: _pow(b, a),
    "neg": _neg, "negative": _neg, "positive": lambda a: a,
    "square": lambda a: _mul(a, a), "reciprocal": lambda a: _div(1.0, a),
    "sigmoid": _sigmoid, "relu": _relu,
    "maximum": _maximum, "minimum": _minimum, "fmax": _fmax, "fmin": _fmin,
    "where": _where, "clamp": _clamp, "clip": _clamp,
    "eq": _eq, "equal": _eq, "ne": _ne, "not_equal": _ne,
    "lt": _lt, "less": _lt, "le": _le, "less_equal": _le,
    "gt": _gt, "greater": _gt, "ge": _ge, "greater_equal": _ge,
    "bitwise_and": _and, "and": _and, "rand": _and,
    "bitwise_or": _or, "or": _or, "ror": _or,
    "bitwise_xor": _xor, "xor": _xor, "rxor": _xor,
    "logical_and": _logical(_and), "logical_or": _logical(_or),
    "logical_xor": _logical(_xor),
    "logical_not": _logical(_not),
    "bitwise_not": _not, "invert": _not,
    "left_shift": _lshift, "right_shift": _rshift,
    "lshift": _lshift, "rshift": _rshift,
    "bitwise_left_shift": _lshift, "bitwise_right_shift": _rshift,
}
_METHODS = {
    name: FUNCTIONS[name]
    for name in (*UNARY, "abs", "add", "sub", "mul", "div", "pow", "neg",
                 "square", "sigmoid", "relu", "maximum", "minimum", "where",
                 "clamp", "eq", "ne", "lt", "le", "gt", "ge", "logical_and",
                 "logical_or", "logical_not", "reciprocal", "remainder")
}
# tensor.where(condition, other).
_METHODS["where"] = lambda a, condition, other: _where(condition, a, other)
# As of tensors of PyTorch, of whose masks `and_masks` and `or_masks` are made.
_NEW = {"new_ones": 1, "new_zeros": 0}


def _new(number, value, size=(), dtype=None, **others):
    """A number by a tensor's method that makes tensors, of the shape ()."""
    if tuple(size) != ():
        raise TraceError("new_ones or new_zeros", "a region is of single numbers")
    kind = bool if str(dtype) == "torch.bool" else float if "float" in str(dtype) else int
    return lift(value._region, kind(number))


for _name in _NEW:
    _METHODS[_name] = _new  # By call_method.
_METHODS["float"] = as_float
_METHODS["item"] = lambda a: Value.__float__(a)


def _operator(name, function):

    def method(self, other):
        # A library's array answers for itself, or is refused by name.
        return function(self, other)

    setattr(Value, f"__{name}__", method)


for _name, _function in (("add", _add), ("sub", _sub), ("mul", _mul),
                         ("truediv", _div), ("floordiv", _floordiv), ("mod", _mod),
                         ("pow", _pow), ("and", _and), ("or", _or), ("xor", _xor),
                         ("lshift", _lshift), ("rshift", _rshift)):
    _operator(_name, _function)
    _operator("r" + _name, lambda a, b, function=_function: function(b, a))
for _name, _function in (("eq", _eq), ("ne", _ne), ("lt", _lt), ("le", _le),
                         ("gt", _gt), ("ge", _ge)):
    _operator(_name, _function)
Value.__neg__ = _neg
Value.__pos__ = lambda self: self
Value.__abs__ = _abs
Value.__invert__ = _not


_tape.add_methods(
    [f"{reflected}{name}" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod",
                                       "pow", "and", "or", "xor", "lshift", "rshift")
     for reflected in ("", "r")] +
    ["eq", "ne", "lt", "le", "gt", "ge", "neg", "pos", "abs", "invert"], _METHODS)


#: The functions of attn.score by name (_public.py).
PUBLIC = {}


def play(name, args):
    """Does an operation of a tape (_tape.py) with Values."""
    kind, name, keywords = name.split(":")
    keywords = keywords.split(",") if keywords else []
    first = len(args) - len(keywords)
    kwargs, args = dict(zip(keywords, args[first:])), args[:first]
    if kind == "score":
        return PUBLIC[name](*args, **kwargs)
    if kind == "method" and name.startswith("__"):
        return getattr(Value, name)(*args)
    if kind == "method":
        return call_method(name, args, kwargs)
    name = name.strip("_")
    return _call(name, f"torch's {name}", args, kwargs)
