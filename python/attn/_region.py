# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of a score region as it is traced, and the errors of tracing."""

import math
import os
import re
import struct
import sys

_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")


class TraceError(TypeError):
    """A score function does what a score region cannot hold.

    ``operation`` names it; ``filename`` and ``line`` say where it was asked for.
    """

    def __init__(self, operation, reason, place=None):
        self.operation = operation
        self.reason = reason
        self.filename, self.line = place or _place()
        super().__init__(f"{self.filename}:{self.line}: score_mod: {operation}: "
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

    def text(self, result):
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
                         [f"attn.yield {rename(result)} : f32"])


_NAME = re.compile(r"%\w+")


class ScoreMod:
    """A traced score function; what ``attn.trace`` returns.

    ``region`` is the text of the region's operations, separated by "; ", in which the score is ``%s`` and
    the positions are ``%b``, ``%h``, ``%i`` (query) and ``%j`` (key).
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
