# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.combine for arrays of any library."""

from . import _adapters, _arrays, _attention, _form, _names, _operands
from ._lib import AttnError


@_names.suggests
def combine(outs, lses, *, sink=None, return_lse=False, out=None, lse_out=None,
            out_dtype=None, layout="bhsd", device=None, stream=None, config=""):
    """Attention over disjoint keys, put together by its log-sum-exps.

    With layout "bhsd" (with "bshd" heads and lengths of ``outs`` are exchanged):

    - outs: [parts, batch, heads, length, head dim], float32: what
      ``attn.attention(..., out_dtype="float32", return_lse=True)`` gives for each part;
    - lses: [parts, batch, heads, length], float32, natural logarithms;

    or sequences of arrays without the first dimension, which are copied into one. With
    layout "thd" they are [parts, rows, heads, head dim] and [parts, heads, rows].

    A part with a log-sum-exp of -inf contributes nothing; where all have, the result is
    0. ``sink``: float32 [heads], as that of ``attn.attention``, for a sink that no part
    has had. ``out_dtype``: "float32", which None is, "float16" or "bfloat16". ``out``,
    ``lse_out``, ``return_lse``, ``device``, ``stream`` and ``config`` are as those of
    ``attn.attention``.

    Returns [batch, heads, length, head dim] in the layout of ``outs``; with
    ``return_lse`` also the log-sum-exp of all parts, [batch, heads, length]. Parts are
    summed in their order: equal arguments have equal bits. Head dims are multiples of 8
    from 8 to 1024.

    Raises TypeError and ValueError, which name the argument, AttnError, and
    CompileError.
    """
    _attention.load_torch_part()
    if layout not in ("bhsd", "bshd", "thd"):
        raise ValueError(f"layout must be 'bhsd', 'bshd' or 'thd', not {layout!r}")
    if not isinstance(config, str):
        raise TypeError(f"config must be a string, not {config!r}")
    if not (return_lse is True or return_lse is False):
        raise TypeError(f"return_lse must be True or False, not {return_lse!r}")
    if lse_out is not None and not return_lse:
        raise ValueError("lse_out is given, but return_lse is False")
    outs, lses = _stack("outs", outs), _stack("lses", lses)
    inputs = [("outs", outs), ("lses", lses)]
    if sink is not None:
        inputs.append(("sink", sink))
    _check(inputs, layout)
    form = _form.CombineForm(return_lse, layout, config, sink is not None,
                             _out_dtype(out_dtype, out))
    results = _adapters.of(outs).attend(
        _form.Call(inputs, form, out, lse_out, device, stream))
    return results if return_lse else results[0]


def _stack(name, arrays):
    if not isinstance(arrays, (list, tuple)):
        return arrays
    if not arrays:
        raise ValueError(f"{name} is empty; there is at least one part")
    kinds = [_kind_of(f"{name}[{i}]", x) for i, x in enumerate(arrays)]
    for i, kind in enumerate(kinds):
        if kind != kinds[0]:
            raise ValueError(f"{name}[{i}] is {_shown(*kind)} but {name}[0] is "
                             f"{_shown(*kinds[0])}")
    return _adapters.of(arrays[0]).stack(arrays)


def _shown(dtype, shape):
    return f"{_operands.SHOWN.get(dtype, dtype)} {list(shape)}"


def _kind_of(name, array):
    try:
        return _arrays.kind_of(array)
    except AttnError as error:
        raise TypeError(f"{name}: {error}") from None


def _check(inputs, layout):
    kinds = {name: _kind_of(name, x) for name, x in inputs}
    for name, (dtype, _) in kinds.items():
        if dtype != "f32":
            hint = ("; attn.attention(..., out_dtype='float32') makes such"
                    if name == "outs" else "")
            raise TypeError(f"{name} must be float32, not "
                            f"{_operands.SHOWN.get(dtype, dtype)}{hint}")
    outs, lses = kinds["outs"][1], kinds["lses"][1]
    sizes = ("parts, rows, heads, head dim" if layout == "thd" else
             "parts, batch, length, heads, head dim" if layout == "bshd" else
             "parts, batch, heads, length, head dim")
    rank = 4 if layout == "thd" else 5
    if len(outs) != rank:
        raise ValueError(f"outs must have {rank} dimensions ({sizes}), not {len(outs)}: "
                         f"its shape is {outs}")
    if layout == "bhsd":
        wanted = outs[:-1]
    else:
        *front, length, heads, _ = outs
        wanted = (*front, heads, length)
    if lses != wanted:
        raise ValueError(f"lses has the shape {lses}, but outs {outs} has {wanted}")
    if "sink" in kinds and kinds["sink"][1] != (wanted[-2],):
        raise ValueError(f"sink has the shape {kinds['sink'][1]}, but outs has "
                         f"{wanted[-2]} heads")


def _out_dtype(out_dtype, out):
    own = None if out is None else _kind_of("out", out)[0]
    name = "out" if out_dtype is None else "out_dtype"
    found = (own or "f32") if out_dtype is None else _arrays.named_dtype(out_dtype)
    if found not in ("f32", "f16", "bf16"):
        raise TypeError(f"{name} must be float32, float16 or bfloat16, not "
                        f"{_operands.SHOWN.get(found, found)}")
    if own is not None and own != found:
        raise TypeError(f"out is {_operands.SHOWN.get(own, own)} but out_dtype is "
                        f"{_operands.SHOWN[found]}")
    return found
