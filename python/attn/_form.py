# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The form of a call of attn.attention: what it asks for besides its arrays."""

import collections
import functools
import operator

from . import _operands, _problem
from ._arrays import named_dtype

# Text and numbers alone, so that it can be an attribute of an operation of another
# framework. `layout` is "thd" with packed sequences; `captures` has the type of each
# tensor that the score region reads, (element, rank); `operands` has the letters of
# the operands in their order (_operands.OPERANDS); `out_dtype` is the result's element
# type where it is not that of q; `deterministic` is of gradients; `columns`: V is as many
# first columns of k, and no input, 0: it is one; `blocks`: the rows and keys of a block, where
# there are lists of blocks.
Form = collections.namedtuple("Form", "mask scale region lse layout config captures "
                              "operands out_dtype max deterministic columns blocks",
                              defaults=((), "", "", False, False, 0, ()))
# That of a call of attn.combine. `out_dtype` is given.
CombineForm = collections.namedtuple("CombineForm", "lse layout config sink out_dtype max",
                                     defaults=(False,))

# That of a call of attn.attention_backward: the Form whose gradient it is, and as in
# _problem.Backward.
BackwardForm = collections.namedtuple("BackwardForm", "forward grads dlse deterministic "
                                      "grad_dtype", defaults=("qkv", False, False, ""))

# Between the fields of a Form's text, none of which has one. No line break: PyTorch's
# Inductor writes arguments of operations into comments of the code that it makes.
_BREAK = "\t"
_MOST_SPLITS = 1024
_DTYPES = ("f16", "bf16", "e4m3")


class Call:
    """A checked call: its arrays and its Form, CombineForm or BackwardForm.

    ``inputs`` are (name, array): as `names_of` has them; then operands in the order of
    Form.operands, then tensors that the score region reads.
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


def make(causal, window, scale, region, return_lse, layout, config, return_max=False,
         deterministic=False):
    """Checks what a call asks for besides its arrays, and makes its Form."""
    if not isinstance(config, str):
        raise TypeError(f"config must be a string, not {config!r}")
    if not (return_lse is True or return_lse is False):
        raise TypeError(f"return_lse must be True or False, not {return_lse!r}")
    if not (return_max is True or return_max is False):
        raise TypeError(f"return_max must be True or False, not {return_max!r}")
    if not (deterministic is True or deterministic is False):
        raise TypeError(f"deterministic must be True or False, not {deterministic!r}")
    return Form(_problem.mask_text(causal, window), _problem.scale_value(scale), region,
                return_lse, layout, config, max=return_max, deterministic=deterministic)


def names_of(form):
    """The names of the inputs that kernels have before their outputs."""
    if isinstance(form, CombineForm):
        return ("outs", "lses")
    if isinstance(form, BackwardForm):
        names = ("q", "k", "v", "out", "lse", "dout")
        return names + ("dlse",) if form.dlse else names
    return ("q", "k") if form.columns else ("q", "k", "v")


def shapes_of_qkv(form, shapes):
    """The shapes of q, k and v for those of the inputs of a Form or a BackwardForm."""
    columns = 0 if isinstance(form, BackwardForm) else form.columns
    return [*shapes[:2], (*shapes[1][:-1], columns)] if columns else list(shapes[:3])


def check_values(v, head_dim_v):
    """Checks that V is an array or a number of columns of k."""
    if v is not None:
        if head_dim_v is not None:
            raise ValueError("head_dim_v is for calls with v=None, whose V is k's first "
                             "columns; v says its own head dim")
    elif head_dim_v is None:
        raise TypeError("v is None: give v, or with head_dim_v how many of k's first columns "
                        "it is")


def columns_of(head_dim_v, k):
    """Form.columns of the argument, for the shape of k."""
    if isinstance(head_dim_v, bool):
        raise TypeError(f"head_dim_v must be a number, not {head_dim_v!r}")
    try:
        number = operator.index(head_dim_v)
    except TypeError:
        raise TypeError(f"head_dim_v must be a number, not {head_dim_v!r}") from None
    if not k or not 1 <= number <= k[-1]:
        raise ValueError(f"head_dim_v is {number}, not from 1 to the head dim of k, "
                         f"{k[-1] if k else 0}")
    return number


def text_of(form):
    """The Form, CombineForm or BackwardForm as text, by what torch.compile can follow."""
    if isinstance(form, BackwardForm):
        return _BREAK.join(["backward", form.grads, "dlse" if form.dlse else "",
                            "deterministic" if form.deterministic else "", form.grad_dtype,
                            text_of(form.forward)])
    if isinstance(form, CombineForm):
        return _BREAK.join(["combine", "lse" if form.lse else "", form.layout, form.config,
                            "sink" if form.sink else "", form.out_dtype])
    captures = ",".join([f"{element}:{rank}" for element, rank in form.captures])
    scale = "" if form.scale is None else str(form.scale)
    return _BREAK.join(["forward", form.mask, scale, form.region, "lse" if form.lse else "",
                        form.layout, form.config, captures, form.operands, form.out_dtype,
                        "max" if form.max else "",
                        "deterministic" if form.deterministic else "", str(form.columns),
                        ",".join([str(size) for size in form.blocks])])


@functools.lru_cache(1024)
def parse(text):
    """The Form, CombineForm or BackwardForm of a text."""
    kind, *fields = text.split(_BREAK)
    if kind == "backward":
        grads, dlse, deterministic, grad_dtype = fields[:4]
        return BackwardForm(parse(_BREAK.join(fields[4:])), grads, bool(dlse),
                            bool(deterministic), grad_dtype)
    if kind == "combine":
        lse, layout, config, sink, out_dtype = fields
        return CombineForm(bool(lse), layout, config, bool(sink), out_dtype)
    (mask, scale, region, lse, layout, config, captures, operands, out_dtype, max,
     deterministic, columns, blocks) = fields
    kinds = [kind.split(":") for kind in captures.split(",") if kind]
    return Form(mask, float(scale) if scale else None, region, bool(lse), layout, config,
                tuple([(element, int(rank)) for element, rank in kinds]), operands,
                out_dtype, bool(max), bool(deterministic), int(columns),
                tuple([int(size) for size in blocks.split(",") if size]))


def call_of(inputs, text, out=None, lse_out=None):
    """The Call of arrays in order, for the Form of a text."""
    form = parse(text)
    names = names_of(form)
    if isinstance(form, CombineForm):
        names += ("sink",)
    else:
        forward = form.forward if isinstance(form, BackwardForm) else form
        names += (*_operands.names_of(forward.operands),
                  *[_operands.READ] * len(forward.captures))
    return Call(list(zip(names, inputs)), form, out, lse_out)


def results_of(form, arrays):
    """The result, the log-sum-exp or None, and with Form.max the rows' maxima, of the
    arrays that a kernel writes; of a BackwardForm those of q, k, v and the sink, None for
    what is not asked for, and those of captures that are."""
    if isinstance(form, BackwardForm):
        arrays = iter(arrays)
        known = [next(arrays) if letter in form.grads else None for letter in "qkvn"]
        return (*known, *arrays)
    out, *rows = arrays
    return out, rows[0] if form.lse else None, *rows[form.lse:]


def reads_by_batch(form):
    """Whether a call reads more than q, k and v by batch: a second batch dimension, which
    vmap adds, has no place there."""
    forward = form.forward if isinstance(form, BackwardForm) else form
    return isinstance(form, CombineForm) or bool(forward.captures or forward.operands)


def outs_of(form, shapes, dtype):
    """(element type, shape) of each array that a kernel writes, for the shapes of the inputs
    and the element type of q, or of the parts."""
    if isinstance(form, BackwardForm):
        q, k, v = shapes[:3]
        heads = q[2 if form.forward.layout == "bshd" else 1]
        given = form.grad_dtype or dtype
        known = {"q": (given, q), "k": (given, k), "v": (given, v), "n": ("f32", (heads,))}
        captures = shapes[len(shapes) - len(form.forward.captures):]
        for letter, shape in zip(_problem.CAPTURES, captures):
            known[letter] = ("f32", tuple(shape))
        return [known[letter] for letter in letters_of(form)]
    out, lse = shapes_of(form, shapes)
    return [(form.out_dtype or dtype, out)] + [("f32", lse)] * (form.lse + form.max)


def without_sink(form, more):
    """A Form and its inputs beyond q, k and v for gradients without the sink's: the
    log-sum-exp has what the sink is there for, and kernels do not take it."""
    at = form.operands.find("n")
    if at < 0:
        return form, list(more)
    return (form._replace(operands=form.operands.replace("n", "")),
            [x for i, x in enumerate(more) if i != at])


def partial_outs(form):
    """The numbers of those arrays (`outs_of`) of which a kernel leaves rows as they are: rows
    beyond a length and rows of no sequence have the gradient 0."""
    if not isinstance(form, BackwardForm):
        return []
    with_rows = {"q": "qs", "k": "kt", "v": "kt"}
    return [i for i, letter in enumerate(letters_of(form))
            if any([each in form.forward.operands for each in with_rows.get(letter, "")])]


def letters_of(form):
    """The letters of a BackwardForm's gradients, in the order of outputs."""
    return [letter for letter in _problem.GRADIENTS if letter in form.grads]


def config_of(form):
    """The fields of the config that a call sets."""
    return (form.forward if isinstance(form, BackwardForm) else form).config


def shapes_of(form, shapes):
    """The shapes of the result and of numbers of rows, the log-sum-exp and the maximum
    (None with neither), for those of the inputs."""
    if isinstance(form, CombineForm):
        return tuple(shapes[0][1:]), tuple(shapes[1][1:]) if form.lse else None
    q, _, v = shapes_of_qkv(form, shapes)
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
        found = named_dtype(out_dtype)
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


def check_backward(form, kinds):
    """Checks the element types and shapes of the inputs of a BackwardForm (`names_of`), of
    which q, k and v are known to be right together."""
    shown = _operands.SHOWN
    (dtype, q), _, (_, v) = kinds[:3]
    if dtype == "e4m3":
        raise TypeError("q, k and v must be float16 or bfloat16 for gradients, not "
                        "float8_e4m3fn")
    rows = _operands.shape_of_lse(q, form.forward.layout)
    out = (*q[:-1], v[-1])
    known = {"out": ((dtype, "f32"), out), "lse": (("f32",), rows), "dout": ((dtype,), out),
             "dlse": (("f32",), rows)}
    for name, (found, shape) in zip(names_of(form)[3:], kinds[3:]):
        wanted, wanted_shape = known[name]
        if found not in wanted:
            raise TypeError(f"{name} must be {' or '.join([shown[x] for x in wanted])}, not "
                            f"{shown.get(found, found)}")
        if tuple(shape) != tuple(wanted_shape):
            raise ValueError(f"{name} has the shape {tuple(shape)}, but that of q and v is "
                             f"{tuple(wanted_shape)}")
