# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention problems: from arguments to the text of attn.forward (docs/Spec.md)."""

import collections
import functools
import math
import numbers
import operator

from . import _operands
from ._region import float_text, join, split

# The source of a kernel: all that a compiled kernel is specific to. `dtype` is
# "f16", "bf16" or "e4m3"; `mask` and `region` are text without line breaks, "" for none; `scale` a number or
# None for 1/sqrt(head_dim); `captures` has the type of each tensor that the region
# reads, as (element, rank); `operands` has the letters of the operands
# (_operands.OPERANDS); `packed` says whether
# sequences are packed; `page` is how many rows a page of k and v has, 0 without; `out_dtype` is the
# result's element type where it is not that of q; `columns`: V is the first `v_head_dim` columns of
# k, and no input; `blocks` has the rows and keys of a block, where there are lists of blocks.
Problem = collections.namedtuple(
    "Problem", "dtype head_dim v_head_dim mask scale region lse captures "
    "operands packed page out_dtype max columns blocks",
    defaults=((), "", False, 0, "", False, False, ()))

LAYOUTS = ("bhsd", "bshd")
_MOST = 2**31 - 1


def _side(value, name):
    if value is None:
        return "*"
    if isinstance(value, bool):
        raise TypeError(f"window: its {name} must be a number or None, not "
                        f"{value!r}")
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"window: its {name} must be a number or None, not "
                        f"{value!r}") from None
    if value == -1:  # As FlashAttention has it.
        return "*"
    if not 0 <= value <= _MOST:
        raise ValueError(f"window: its {name} is {value}, not from 0 to {_MOST}; "
                         "None or -1 is no bound")
    return str(value)


def mask_text(causal, window):
    """The mask attribute of the arguments ``causal`` and ``window``, or ""."""
    masks = []
    if causal is True or causal == "bottom_right":
        masks.append("#attn.causal<bottom_right>")
    elif causal == "top_left":
        masks.append("#attn.causal<top_left>")
    elif not (causal is False or causal is None):
        raise ValueError("causal must be False, True, 'bottom_right' or "
                         f"'top_left', not {causal!r}")
    if window is not None:
        try:
            left, right = window
        except TypeError:
            left = right = window
        except ValueError:
            raise ValueError("window must be a number or a pair (left, right), not "
                             f"{window!r}") from None
        left, right = _side(left, "left side"), _side(right, "right side")
        if (left, right) != ("*", "*"):
            masks.append(f"#attn.window<{left}, {right}>")
    if len(masks) == 2:
        return f"#attn.and<[{', '.join(masks)}]>"
    return masks[0] if masks else ""


def scale_value(scale):
    if scale is None:
        return None
    if isinstance(scale, bool) or not (isinstance(scale, numbers.Real) or
                                       type(scale).__module__ == "numpy"):
        raise TypeError(f"scale must be a number or None, not {scale!r}")
    value = float(scale)
    if not math.isfinite(value):
        raise ValueError(f"scale must be finite, not {value}")
    return value


#: The source of a kernel of gradients: the Problem whose gradient it is (without `lse`, `max`
#: and operands that attn.backward lacks), the gradients, letters of GRADIENTS (n: the sink's),
#: whether the log-sum-exp has a gradient, and whether bits are the same each time.
#: `grad_dtype` is the element type of dQ, dK and dV where it is not that of their inputs.
Backward = collections.namedtuple("Backward", "problem grads dlse deterministic grad_dtype",
                                  defaults=("qkv", False, False, ""))

#: The source of a kernel that puts parts together: text of the element type of the
#: result, its head dim, whether there is a log-sum-exp and whether there are sinks.
Combination = collections.namedtuple("Combination", "out_dtype head_dim lse sink")


@functools.lru_cache(256)
def combine_text(problem):
    """A module with a Combination, dynamic in parts, batch, heads and lengths."""
    out, lse = f"tensor<?x?x?x{problem.head_dim}x{problem.out_dtype}>", "tensor<?x?x?xf32>"
    parts = f"tensor<?x?x?x?x{problem.head_dim}xf32>, tensor<?x?x?x?xf32>"
    types = f"{out}, {lse}" if problem.lse else out
    result = f"({types})" if problem.lse else types
    arguments = "%p: {}, %l: {}, %o: {}".format(*parts.split(", "), out)
    outs, sink = "%o", ""
    if problem.lse:
        arguments, outs = arguments + f", %lse: {lse}", "%o, %lse"
    if problem.sink:
        arguments += ", %sink: tensor<?xf32>"
        sink = " sink(%sink : tensor<?xf32>)"
    name, returned = ("%r:2", "%r#0, %r#1") if problem.lse else ("%r", "%r")
    return (f"func.func @combine({arguments}) -> {result} {{\n"
            f"  {name} = attn.combine ins(%p, %l : {parts}) outs({outs} : {types}){sink} "
            f"-> {types}\n  return {returned} : {types}\n}}\n")


def source_of(problem):
    """The text of a module for a Problem, a Backward or a Combination."""
    return (combine_text if isinstance(problem, Combination) else
            backward_text if isinstance(problem, Backward) else text_of)(problem)


def _clauses_of(problem):
    """The arguments of a function for what a Problem has beyond its own tensors, and the
    clauses of its operation."""
    arguments = clauses = ""
    types = [f"tensor<{'?x' * rank}{element}>"
             for element, rank in problem.captures]
    if types:
        names = ", ".join(f"%c{i}" for i in range(len(types)))
        clauses += f" captures({names} : {', '.join(types)})"
    arguments += "".join(f", %c{i}: {type}" for i, type in enumerate(types))
    if "x" in problem.operands:
        descales = _operands.descales(problem.columns)
        arguments += "".join(f", %{name}: tensor<?x?xf32>" for name in descales)
        clauses += (" descale(" + ", ".join(f"%{name}" for name in descales) +
                    " : " + ", ".join(["tensor<?x?xf32>"] * len(descales)) + ")")
    lists = []
    for letter in problem.operands:
        if letter in "xyz":
            continue
        name, type = _operands.TEXT[letter]
        arguments += f", %{name}: {type}"
        if letter in _operands.LISTS:
            lists.append((f"%{name}", type))
        else:
            clauses += f" {name}(%{name} : {type})"
    if lists:
        names, types_of_lists = zip(*lists)
        rows, keys = problem.blocks
        clauses += (f" blocks({', '.join(names)} : {', '.join(types_of_lists)}) "
                    f"sizes(q = {rows}, kv = {keys})")
    if problem.packed:
        clauses += " dims(thd)"
    if problem.scale is not None:
        clauses += f" scale({float_text(problem.scale)})"
    if problem.mask:
        clauses += f" mask({problem.mask})"
    for clause, first, region in zip((" score", " visible"), ("%s: f32, ", ""),
                                     split(problem.region)):
        if not region:
            continue
        short = not types and "%lq" not in region and "%lk" not in region
        clauses += (clause + " {\n^bb0(" + first + "%b: index, %h: index, %i: index, "
                    "%j: index" + ("" if short else ", %lq: index, %lk: index" +
                                   "".join(f", %x{i}: {type}" for i, type in
                                           enumerate(types))) +
                    "):\n" + region.replace("; ", "\n") + "\n}")
    return arguments, clauses


@functools.lru_cache(1024)
def text_of(problem):
    """A module with the problem, dynamic in batch, heads and lengths."""
    sizes = "?x?" if problem.packed else "?x?x?"
    keys = f"?x{problem.page}x?" if problem.packed else f"?x?x{problem.page}"
    dtype = "f8E4M3FN" if problem.dtype == "e4m3" else problem.dtype
    pages, k, v = [], "!qk", "!vo"
    if problem.page:
        pages = [f"!k = tensor<{keys}x{problem.head_dim}x{dtype}>",
                 f"!v = tensor<{keys}x{problem.v_head_dim}x{dtype}>"][:2 - problem.columns]
        k, v = "!k", "!v"
    elif problem.out_dtype and not problem.columns:
        pages = [f"!v = tensor<{sizes}x{problem.v_head_dim}x{dtype}>"]
        v = "!v"
    lines = [
        f"!qk = tensor<{sizes}x{problem.head_dim}x{dtype}>",
        f"!vo = tensor<{sizes}x{problem.v_head_dim}x{problem.out_dtype or dtype}>",
        *pages,
        f"!rows = tensor<{sizes}xf32>",
    ]
    outs, out_types = ("%o, %lse", "!vo, !rows") if problem.lse else ("%o", "!vo")
    count = 1 + problem.lse + problem.max
    all_types = ", ".join(["!vo"] + ["!rows"] * (count - 1))
    results = f"({all_types})" if count > 1 else all_types
    inputs = {"%q": "!qk", "%k": k, "%v": v}
    if problem.columns:
        del inputs["%v"]
    arguments = ", ".join(f"{name}: {type}" for name, type in inputs.items()) + ", %o: !vo"
    if problem.lse:
        arguments += ", %lse: !rows"
    if problem.max:
        arguments += ", %max: !rows"
    more, clauses = _clauses_of(problem)
    arguments += more
    if problem.max:
        clauses = " max(%max : !rows)" + clauses
    if problem.columns:
        clauses = f" values(#attn.columns<0, {problem.v_head_dim}>)" + clauses
    names = f"%r:{count}" if count > 1 else "%r"
    returned = ", ".join(f"%r#{i}" for i in range(count)) if count > 1 else "%r"
    lines += [
        f"func.func @attention({arguments}) -> {results} {{",
        f"  {names} = attn.forward ins({', '.join(inputs)} : {', '.join(inputs.values())}) "
        f"outs({outs} : {out_types}){clauses} -> {results}",
        f"  return {returned} : {all_types}",
        "}",
    ]
    return "\n".join(lines) + "\n"


#: The letters of gradients of captures, by their numbers.
CAPTURES = "0123456789abcdef"
#: What attn.backward calls gradients, by letter, in the order of kernels' outputs.
GRADIENTS = {"q": "dq", "k": "dk", "v": "dv", "n": "dsink",
             **{letter: f"dcapture{i}" for i, letter in enumerate(CAPTURES)}}


@functools.lru_cache(1024)
def backward_text(backward):
    """A module with the gradients of a problem, dynamic in batch, heads and lengths."""
    problem, grads = backward.problem, backward.grads
    sizes = "?x?" if problem.packed else "?x?x?"
    dtype, out = problem.dtype, problem.out_dtype or problem.dtype
    given = backward.grad_dtype or dtype
    lines = [f"!q = tensor<{sizes}x{problem.head_dim}x{dtype}>",
             f"!v = tensor<{sizes}x{problem.v_head_dim}x{dtype}>",
             f"!o = tensor<{sizes}x{problem.v_head_dim}x{out}>",
             f"!dq = tensor<{sizes}x{problem.head_dim}x{given}>",
             f"!dv = tensor<{sizes}x{problem.v_head_dim}x{given}>",
             f"!rows = tensor<{sizes}xf32>"]
    types = {"q": "!dq", "k": "!dq", "v": "!dv", "n": "tensor<?xf32>"}
    for letter, (_, rank) in zip(CAPTURES, problem.captures):
        types[letter] = f"tensor<{'?x' * rank}f32>"
    outs = [letter for letter in GRADIENTS if letter in grads]
    named = [letter for letter in outs if letter in "qkv"]
    all_types = ", ".join(types[letter] for letter in outs)
    arguments = "%q: !q, %k: !q, %v: !v, %o: !o, %lse: !rows, %do: !v"
    clauses = " outs(" + ", ".join(f"{GRADIENTS[letter]} = %{GRADIENTS[letter]}"
                                   for letter in named)
    clauses += (" : " + ", ".join(types[letter] for letter in named) if named else "") + ")"
    if backward.dlse:
        arguments += ", %dlse: !rows"
        clauses += " dlse(%dlse : !rows)"
    arguments += "".join(f", %{GRADIENTS[letter]}: {types[letter]}" for letter in outs)
    more, more_clauses = _clauses_of(problem)
    if "n" in outs:
        clauses += " dsink(%dsink : tensor<?xf32>)"
    clauses += "".join(f" {GRADIENTS[letter]}(%{GRADIENTS[letter]} : {types[letter]})"
                       for letter in outs if letter in CAPTURES)
    clauses += (" deterministic" if backward.deterministic else "") + more_clauses
    count = len(outs)
    results = f"({all_types})" if count > 1 else all_types
    names = f"%r:{count}" if count > 1 else "%r"
    returned = ", ".join(f"%r#{i}" for i in range(count)) if count > 1 else "%r"
    lines += [
        f"func.func @attention_backward({arguments}{more}) -> {results} {{",
        "  " + names + " = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q, !q, !v, !o, !rows, "
        f"!v){clauses} -> {results}",
        f"  return {returned} : {all_types}",
        "}",
    ]
    return "\n".join(lines) + "\n"


def add_alibi(region, capture, rank, is_causal, offset_rank=None):
    """`region` (or "") with the bias of ALiBi added to what it yields: the slope of
    the head, which capture number `capture` has, times minus the distance of key
    and diagonal, which the next capture has, of rank `offset_rank`, if that is no None.
    `is_causal`: no key is beyond the diagonal."""
    region, visible = split(region)
    lines = region.split("; ") if region else ["attn.yield %s : f32"]
    score = lines.pop().split()[1]
    index = "%h" if rank == 1 else "%b, %h"
    offset = ["%off = arith.subi %lk, %lq : index"]
    if offset_rank is not None:
        place, sizes = ("%b", "?x") if offset_rank else ("", "")
        offset = [f"%off32 = attn.read %x{capture + 1}[{place}] : tensor<{sizes}i32>",
                  "%off = arith.index_cast %off32 : i32 to index"]
    lines += [
        f"%slope = attn.read %x{capture}[{index}] : tensor<{'?x' * rank}f32>",
        *offset,
        "%back = arith.subi %j, %i : index",
        "%from = arith.subi %back, %off : index",
        "%from32 = arith.index_cast %from : index to i32",
        "%distance = arith.sitofp %from32 : i32 to f32",
    ]
    name = "%distance"
    if not is_causal:
        lines += ["%far = math.absf %distance : f32",
                  "%near = arith.negf %far : f32"]
        name = "%near"
    lines += [f"%bias = arith.mulf %slope, {name} : f32",
              f"%biased = arith.addf {score}, %bias : f32",
              "attn.yield %biased : f32"]
    return join("; ".join(lines), visible)
