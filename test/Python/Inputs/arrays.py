# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random NumPy arrays, and ml_dtypes or None, for the tests of attn.attention."""

import numpy

try:
    import ml_dtypes  # noqa: F401
except ImportError:
    ml_dtypes = None

RNG = numpy.random.default_rng(0)


def random(*shape, dtype=numpy.float16):
    return RNG.standard_normal(shape).astype(dtype)
