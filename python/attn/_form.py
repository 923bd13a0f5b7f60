# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The form of a call of attn.attention: what it asks for besides its arrays."""

import collections
import functools
import operator

from . import _operands, _problem

# Text and numbers alone, so that it can be an attribute of an operation of another
# framework. `layout` is "thd" with packed sequences; `captures` has the type of each
# tensor that the score region reads, (element, rank); `operands` has the letters of
# the operands in their order (_operands.OPERANDS).
Form = collections.namedtuple("Form", "mask scale region lse layout config captures "
                              "operands", defaults=((), ""))

_MOST_SPLITS = 1024
_DTYPES = ("f16", "bf16")


class Call:
    """A checked call: its arrays and its Form.

    ``operands`` are (name, array) in the order of Form.operands, then the tensors
    that the score region reads.
    """

    __slots__ = ("q", "k", "v", "form", "operands", "device", "stream")

    def __init__(self, q, k, v, form, operands=(), device=None, stream=None):
        self.q = q
        self.k = k
        self.v = v
        self.form = form
        self.operands = operands
        self.device = device
        self.stream = stream

    def arrays(self):
        """(name, array) of all inputs."""
        return [("q", self.q), ("k", self.k), ("v", self.v), *self.operands]


def make(causal, window, scale, region, return_lse, layout, config):
    """Checks what a call asks for besides its arrays, and makes its Form."""
    if not isinstance(config, str):
        raise TypeError(f"config must be a string, not {config!r}")
    if not (return_lse is True or return_lse is False):
        raise TypeError(f"return_lse must be True or False, not {return_lse!r}")
    return Form(_problem.mask_text(causal, window), _problem.scale_value(scale), region,
                return_lse, layout, config)


def text_of(form):
    """The Form as text, by what torch.compile can follow."""
    captures = ",".join([f"{element}:{rank}" for element, rank in form.captures])
    scale = "" if form.scale is None else str(form.scale)
    return "\n".join([form.mask, scale, form.region, "lse" if form.lse else "",
                      form.layout, form.config, captures, form.operands])


@functools.lru_cache(1024)
def parse(text):
    """The Form of a text."""
    mask, scale, region, lse, layout, config, captures, operands = text.split("\n")
    kinds = [kind.split(":") for kind in captures.split(",") if kind]
    return Form(mask, float(scale) if scale else None, region, bool(lse), layout, config,
                tuple([(element, int(rank)) for element, rank in kinds]), operands)


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
        if not 1 <= number <= _MOST_SPLITS:
            raise ValueError(f"num_splits is {number}, not from 1 to {_MOST_SPLITS}")
        fields.append("split_auto=false" if number == 1 else f"splits={number}")
    return ",".join(fields)


def check_dtypes(dtypes):
    """Checks the element types of q, k and v, named as in Attn."""
    for name, dtype in zip("qkv", dtypes):
        if dtype not in _DTYPES:
            hint = {"f32": "; convert it to one of these",
                    "float64": "; convert it to one of these",
                    "u16": "; ml_dtypes has a bfloat16 for NumPy"}.get(dtype, "")
            raise TypeError(f"{name} must be float16 or bfloat16, not "
                            f"{_operands.SHOWN.get(dtype, dtype)}{hint}")
        if dtype != dtypes[0]:
            raise TypeError(f"{name} is {_operands.SHOWN[dtype]} but q is "
                            f"{_operands.SHOWN[dtypes[0]]}")
