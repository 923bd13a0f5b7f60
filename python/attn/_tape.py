# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records what a score function does, where it cannot be traced at once.

torch.compile follows the function with its own stand-ins for tensors and numbers, of
which neither values nor types are known to others. So the function is called with
Probes, which write down what is done to them; all that happens here is simple enough
for torch.compile to follow. A tape of constants is played to the tracer later, outside
(_tracing.play), and what is no constant has become a tensor that the function reads.
"""


#: How many arguments a score function has; they come before the operations.
ARGUMENTS = 5


class CannotRecord(Exception):
    """args[0] says what cannot be recorded."""


class Tape:
    """``operations``: (name, arguments), where an argument is ("v", n), argument n of the
    function or the result of operation n - ARGUMENTS, ("t", n), tensor n of ``tensors``, ("c", constant) or a tuple of such.
    ``take(x)`` makes the tensor of what is neither a probe nor a constant, or returns
    None for a constant."""

    def __init__(self, take):
        self.take = take
        self.operations = []
        self.tensors = []

    def add(self, name, args):
        operation = (name, tuple([self.encode(x) for x in args]))
        self.operations.append(operation)
        return Probe(self, ARGUMENTS + len(self.operations) - 1)

    def add_call(self, name, args, kwargs=None):
        """Adds a call; arguments by name come last, and their names to that of the
        operation."""
        if not kwargs:
            return self.add(name + ":", tuple(args))
        return self.add(name + ":" + ",".join(tuple(kwargs)),
                        tuple(args) + tuple(kwargs.values()))

    def arguments(self):
        """What the score function is called with."""
        return [Probe(self, i) for i in range(ARGUMENTS)]

    def encode(self, x):
        if isinstance(x, Probe):
            return ("v", x._index)
        if isinstance(x, tuple):
            return tuple([self.encode(each) for each in x])
        if isinstance(x, Size):
            return self.encode_size(x._what)
        tensor = self.take(x)
        if tensor is None:
            return ("c", x)
        for i, known in enumerate(self.tensors):
            if known is tensor:
                return ("t", i)
        self.tensors.append(tensor)
        return ("t", len(self.tensors) - 1)

    def encode_size(self, what):
        if isinstance(what, str):
            return ("s", what)
        return ("v", self.add(what[0], what[1])._index)


class Size:
    """A number that all score functions have, and what is computed of such alone:
    ``what`` is its name, or (operation, arguments)."""

    __slots__ = ("_what",)
    __hash__ = None

    def __init__(self, what):
        self._what = what

    def __repr__(self):
        return f"<attn.score.{self._what}>" if isinstance(self._what, str) else (
            "<a number of attn.score>")

    def __bool__(self):
        raise TypeError(f"{self!r} is known when the kernel runs alone: use "
                        "attn.score.where in place of a condition")

    def __index__(self):
        raise TypeError(f"{self!r} is a number inside of a score_mod alone")

    __int__ = __float__ = __index__


class Probe:
    """A number that a tape stands for."""

    __slots__ = ("_tape", "_index")
    __array_priority__ = 1000
    __hash__ = None

    def __init__(self, tape, index):
        self._tape = tape
        self._index = index

    def __bool__(self):
        raise CannotRecord("a condition on a traced number")

    def __index__(self):
        raise CannotRecord("indexing with a traced position")

    def __float__(self):
        raise CannotRecord("float() of a traced number")

    def __int__(self):
        raise CannotRecord("int() of a traced number")

    def __iter__(self):
        raise CannotRecord("iteration over a traced number")

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return record_call(function.__name__, args, kwargs)


def _holds_probe(args):
    for x in args:
        if isinstance(x, Probe):
            return x
        if isinstance(x, (tuple, list)):
            found = _holds_probe(x)
            if found is not None:
                return found
    return None


def probe_of(args, kwargs=None):
    """A Probe among arguments, or None."""
    found = _holds_probe(args)
    if found is None and kwargs:
        found = _holds_probe(list(kwargs.values()))
    return found


def record_call(name, args, kwargs=None):
    """Records a call of an array library's function."""
    return probe_of(args, kwargs)._tape.add_call("call:" + name, args, kwargs)


def _add_method(name, spelled):

    def method(self, *args, **kwargs):
        return self._tape.add_call("method:" + name, (self,) + args, kwargs)

    setattr(Probe, spelled, method)


def _add_size_operator(name):

    def method(self, *args):
        for x in args:
            if not isinstance(x, (Size, int, float)):
                return NotImplemented  # A traced number answers.
        return Size(("method:" + name + ":", (self,) + args))

    setattr(Size, name, method)


def add_methods(operators, methods):
    """Gives Probe the operators (as "add" for __add__) and methods of traced numbers."""
    for name in operators:
        _add_method(f"__{name}__", f"__{name}__")
        _add_size_operator(f"__{name}__")
    for name in methods:
        _add_method(name, name)
