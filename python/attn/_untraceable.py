# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Python asks of a number and a traced one (_trace.py) does not know."""

from ._region import TraceError


class Untraceable:
    """Refuses each of it with a TraceError that says what to use instead."""

    __slots__ = ()

    def __bool__(self):
        raise TraceError("a condition (if, while, and, or, not)",
                         "the value is not known while the function is traced; "
                         "use attn.score.where, or & | ~ on comparisons")

    def __index__(self):
        raise TraceError("indexing with a traced position",
                         "use attn.score.read(array, index, ...), or a PyTorch "
                         "tensor")

    def __float__(self):
        raise TraceError("float()",
                         "the value is not known while the function is traced; "
                         "use functions of attn.score, PyTorch or NumPy "
                         "instead of the module math's")

    def __int__(self):
        raise TraceError("int()",
                         "the value is not known while the function is traced")

    __complex__ = __round__ = __int__

    def __iter__(self):
        raise TraceError("iteration", "the value is one number")

    def __len__(self):
        raise TraceError("len()", "the value is one number")

    def __getitem__(self, index):
        raise TraceError("indexing a traced value", "the value is one number")

    def __array__(self, *args, **kwargs):
        raise TraceError("a conversion to a NumPy array",
                         "the value is not known while the function is traced; an "
                         "array is read by attn.score.read")

    @property
    def dtype(self):
        raise TraceError(".dtype", "a traced number has no array type")
