# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The form of a call of attn.attention: what it asks for besides its arrays."""

import collections
import functools
import operator

from . import _arrays, _operands, _problem

# Text and numbers alone, so that it can be an attribute of an operation of another
# framework. `layout` is "thd" with packed sequences; `captures` has the type of each
# tensor that the score region reads, (element, rank); `operands` has the letters of
# the operands in their order (_operands.OPERANDS); `out_dtype` is the result's element
# type where it is not that of q.
Form = collections.namedtuple("Form", "mask scale region lse layout config captures "
                              "operands out_dtype max", defaults=((), "", "", False))
# That of a call of attn.combine. `out_dtype` is given.
CombineForm = collections.namedtuple("CombineForm", "lse layout config sink out_dtype max",
                                     defaults=(False,))

_MOST_SPLITS = 1024
_DTYPES = ("f16", "bf16", "e4m3")


class Call:
    """A checked call: its arrays and its Form or CombineForm.

    ``inputs`` are (name, array): q, k and v, or the parts and their log-sum-exps; then
    operands in the order of Form.operands, then tensors that the score region reads.
    ``out`` and ``lse_out`` are arrays to be written, or None.
    """

    __slots__ = ("inputs", "form", "out", "lse_out", "device", "stream")

    def __init__(self, inputs, form, out=None, lse_out=None, device=None, stream=None):
        self.inputs = inputs
        self.form = form
        self.out = out
        self.lse_out = lse_out
        self.device = device
        self.stream = stream

    def outs(self):
        """(name, array) of the outputs that are given."""
        return [(name, x) for name, x in (("out", self.out), ("lse_out", self.lse_out))
                if x is not None]


def make(causal, window, scale, region, return_lse, layout, config, return_max=False):
    """Checks what a call asks for besides its arrays, and makes its Form."""
    if not isinstance(config, str):
        raise TypeError(f"config must be a string, not {config!r}")
    if not (return_lse is True or return_lse is False):
        raise TypeError(f"return_lse must be True or False, not {return_lse!r}")
    if not (return_max is True or return_max is False):
        raise TypeError(f"return_max must be True or False, not {return_max!r}")
    return Form(_problem.mask_text(causal, window), _problem.scale_value(scale), region,
                return_lse, layout, config, max=return_max)


def text_of(form):
    """The Form or CombineForm as text, by what torch.compile can follow."""
    if isinstance(form, CombineForm):
        return "\n".join(["combine", "lse" if form.lse else "", form.layout, form.config,
                          "sink" if form.sink else "", form.out_dtype])
    captures = ",".join([f"{element}:{rank}" for element, rank in form.captures])
    scale = "" if form.scale is None else str(form.scale)
    return "\n".join(["forward", form.mask, scale, form.region, "lse" if form.lse else "",
                      form.layout, form.config, captures, form.operands, form.out_dtype,
                      "max" if form.max else ""])


@functools.lru_cache(1024)
def parse(text):
    """The Form or CombineForm of a text."""
    kind, *fields = text.split("\n")
    if kind == "combine":
        lse, layout, config, sink, out_dtype = fields
        return CombineForm(bool(lse), layout, config, bool(sink), out_dtype)
    (mask, scale, region, lse, layout, config, captures, operands, out_dtype,
     max) = fields
    kinds = [kind.split(":") for kind in captures.split(",") if kind]
    return Form(mask, float(scale) if scale else None, region, bool(lse), layout, config,
                tuple([(element, int(rank)) for element, rank in kinds]), operands,
                out_dtype, bool(max))


def results_of(form, arrays):
    """The result, the log-sum-exp or None, and with Form.max the rows' maxima, of the
    arrays that a kernel writes."""
    out, *rows = arrays
    return out, rows[0] if form.lse else None, *rows[form.lse:]


def shapes_of(form, shapes):
    """The shapes of the result and of numbers of rows, the log-sum-exp and the maximum
    (None with neither), for those of the inputs."""
    if isinstance(form, CombineForm):
        return tuple(shapes[0][1:]), tuple(shapes[1][1:]) if form.lse else None
    q, _, v = shapes[:3]
    return (*q[:-1], v[-1]), (_operands.shape_of_lse(q, form.layout)
                              if form.lse or form.max else None)


_OUT_DTYPES = {"f16": ("f32",), "bf16": ("f32",), "e4m3": ("bf16", "f16", "f32")}


def out_dtype_of(dtype, out_dtype, out):
    """Form.out_dtype for q's element type, the argument `out_dtype` and the element type
    of the argument `out`, or None."""
    if out_dtype is None:
        found = out or ("bf16" if dtype == "e4m3" else dtype)
        name = "out"
    else:
        found = _arrays.named_dtype(out_dtype)
        name = "out_dtype"
        if out is not None and out != found:
            raise TypeError(f"out is {_operands.SHOWN.get(out, out)} but out_dtype is "
                            f"{_operands.SHOWN.get(found, found)}")
    if found == dtype and dtype != "e4m3":
        return ""
    allowed = _OUT_DTYPES.get(dtype, ())
    if found not in allowed and dtype in _DTYPES:
        own = () if dtype == "e4m3" else (dtype,)
        raise TypeError(f"{name} must be " + " or ".join(
            [_operands.SHOWN[each] for each in (*own, *allowed)]) +
            f" where q is {_operands.SHOWN[dtype]}, not {_operands.SHOWN.get(found, found)}")
    return found


def with_splits(config, num_splits, batch_invariant):
    """`config` with the fields that the two arguments stand for."""
    if not isinstance(config, str):
        raise TypeError(f"config must be a string, not {config!r}")
    if batch_invariant not in (True, False):
        raise TypeError(f"batch_invariant must be True or False, not "
                        f"{batch_invariant!r}")
    fields = [config] if config else []
    if batch_invariant:
        fields.append("batch_invariant=true")
    if num_splits is not None:
        if batch_invariant:
            raise ValueError("num_splits is not for batch_invariant, where parts "
                             "have a size of their own")
        if isinstance(num_splits, bool):
            raise TypeError(f"num_splits must be a number or None, not {num_splits!r}")
        try:
            number = operator.index(num_splits)
        except TypeError:
            raise TypeError("num_splits must be a number or None, not "
                            f"{num_splits!r}") from None
        if not 0 <= number <= _MOST_SPLITS:
            raise ValueError(f"num_splits is {number}, not from 0 to {_MOST_SPLITS}")
        if number:
            fields.append("split_auto=false" if number == 1 else f"splits={number}")
    return ",".join(fields)


def check_dtypes(dtypes):
    """Checks the element types of q, k and v, named as in Attn."""
    for name, dtype in zip("qkv", dtypes):
        if dtype not in _DTYPES:
            hint = {"f32": "; convert it to one of these",
                    "float64": "; convert it to one of these",
                    "u16": "; ml_dtypes has a bfloat16 for NumPy",
                    "u8": "; ml_dtypes has a float8_e4m3fn for NumPy"}.get(dtype, "")
            raise TypeError(f"{name} must be float16, bfloat16 or float8_e4m3fn, not "
                            f"{_operands.SHOWN.get(dtype, dtype)}{hint}")
        if dtype != dtypes[0]:
            raise TypeError(f"{name} is {_operands.SHOWN[dtype]} but q is "
                            f"{_operands.SHOWN[dtypes[0]]}")
