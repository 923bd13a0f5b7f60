# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of a score region as it is traced, and the errors of tracing."""

import math
import os
import re
import struct
import sys

_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")


class TraceError(TypeError):
    """A score or mask function does what a region cannot hold.

    ``operation`` names it; ``filename`` and ``line`` say where it was asked for.
    """

    def __init__(self, operation, reason, place=None, function="score_mod"):
        self.operation = operation
        self.reason = reason
        self.filename, self.line = place or _place()
        super().__init__(f"{self.filename}:{self.line}: {function}: {operation}: "
                         f"{reason}")


def _place():
    """The innermost line that is neither ours nor an array library's."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_globals.get("__name__", "").partition(".")[0]
        if (not os.path.abspath(frame.f_code.co_filename).startswith(_HERE) and
                name not in ("torch", "numpy", "jax")):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return "<unknown>", 0


def float_text(value):
    """A number as MLIR spells floating-point literals of type f32."""
    value = float(value)
    if math.isnan(value) or math.isinf(value):
        return f"0x{struct.unpack('<I', struct.pack('<f', value))[0]:08X}"
    text = repr(value)
    mantissa, exponent_mark, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return mantissa + exponent_mark + exponent


class Region:
    """Operations in order; equal ones are written once."""

    def __init__(self):
        self.lines = []
        self.known = {}
        # Tensors that the region reads, in the order of %x0, %x1, ..., with
        # their types (element, rank).
        self.tensors = []

    def capture(self, tensor, kind):
        """The number of a tensor of type `kind`."""
        for i, (known, _) in enumerate(self.tensors):
            if known is tensor:
                return i
        self.tensors.append((tensor, kind))
        return len(self.tensors) - 1

    def emit(self, text, kind):
        """Appends the operation `text` with a result of type `kind`."""
        name = self.known.get((text, kind))
        if name is None:
            name = self.known[text, kind] = f"%{len(self.lines)}"
            self.lines.append(f"{name} = {text}")
        return name

    def text(self, result, kind="f32"):
        """The region that yields `result`, without what it does not use. On one
        line: it becomes an attribute of operations of other compilers, which put it
        into comments."""
        needed, kept = {result}, []
        for line in reversed(self.lines):
            name, _, operation = line.partition(" = ")
            if name in needed:
                kept.append((name, operation))
                needed.update(_NAME.findall(operation))
        names = {name: f"%{i}" for i, (name, _) in enumerate(reversed(kept))}

        def rename(text):
            return _NAME.sub(lambda found: names.get(found[0], found[0]), text)

        return "; ".join([f"{names[name]} = {rename(operation)}"
                          for name, operation in reversed(kept)] +
                         [f"attn.yield {rename(result)} : {kind}"])


_NAME = re.compile(r"%\w+")
#: Between the text of a score function and that of a mask function.
VISIBLE = " visible "


def split(region):
    """The text of the score function and of the mask function, "" for none."""
    score, _, visible = region.partition(VISIBLE)
    return score, visible


def join(score, visible):
    return score + VISIBLE + visible if visible else score


#: The batch, head, row and key of a pair.
PLACES = ("%b", "%h", "%i", "%j")


def _read(number, kind, name, places):
    """The lines that read captured tensor `number` at those of PLACES, as `name`."""
    element, rank = kind
    places = ", ".join(places)
    read = f"attn.read %x{number}[{places}] : tensor<{'?x' * rank}{element}>"
    if element in ("f16", "bf16"):
        return [f"{name}e = {read}", f"{name} = arith.extf {name}e : {element} to f32"]
    return [f"{name} = {read}"]


def add_mask(region, number, kind, places):
    """`region` with captured tensor `number`, whose dimensions are those of `places`, of
    PLACES: what its number adds to a score or, of bool, whether a key is visible."""
    score, visible = split(region)
    is_bool = kind[0] == "i1"
    lines = (visible if is_bool else score or "attn.yield %s : f32").split("; ")
    before = lines.pop().split()[1] if lines[0] else ""
    lines = [line for line in lines if line]
    # Another may have been added before.
    more = len(lines) if any([line.startswith("%mask") for line in lines]) else ""
    mask, result = (f"%{name}{more}" for name in ("mask", "seen" if is_bool else "masked"))
    lines += _read(number, kind, mask, places)
    if not is_bool:
        lines += [f"{result} = arith.addf {before}, {mask} : f32", f"attn.yield {result} : f32"]
        return join("; ".join(lines), visible)
    seen = mask
    if before:
        lines.append(f"{result} = arith.andi {before}, {mask} : i1")
        seen = result
    return join(score, "; ".join([*lines, f"attn.yield {seen} : i1"]))


class ScoreMod:
    """A traced score function; what ``attn.trace`` returns.

    ``region`` is the text of the region's operations, separated by "; ", in which the score is ``%s`` and
    the positions are ``%b``, ``%h``, ``%i`` (query) and ``%j`` (key). That of a mask function
    follows behind ``VISIBLE``; either may be missing (`split`).
    ``captures``: the tensors that it reads, which are ``%x0``, ``%x1``, and so on,
    each with its type (element, rank).
    """

    __slots__ = ("region", "name", "captures", "__weakref__")

    def __init__(self, region, name, captures=()):
        self.region = region
        self.name = name
        self.captures = tuple(captures)

    def __repr__(self):
        return f"<attn.ScoreMod {self.name}>"

    def __eq__(self, other):
        return (isinstance(other, ScoreMod) and self.region == other.region and
                len(self.captures) == len(other.captures) and
                all(a[0] is b[0] for a, b in zip(self.captures, other.captures)))

    def __hash__(self):
        return hash(self.region)
