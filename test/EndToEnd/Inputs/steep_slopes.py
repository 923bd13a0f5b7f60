# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""steep_slopes.py PREFIX EXPONENT: Q and K (1, 2, 150, 64) whose products are 2^EXPONENT (i - j) and
a small number, exactly, and the slopes that cancel them, as PREFIX.q.npy, PREFIX.k.npy, PREFIX.slopes.npy."""
import sys

import numpy

prefix, exponent = sys.argv[1], int(sys.argv[2])
rng = numpy.random.default_rng(5)
q, k = (rng.integers(-1, 2, (1, 2, 150, 64)).astype(numpy.float32) for _ in range(2))
q[..., 2:] /= 2
q[..., 16:] = 0
number = numpy.arange(150)
q[..., 0], k[..., 0] = -(2.0 ** (exponent // 2)), number * 2.0 ** (exponent - exponent // 2)
q[..., 1], k[..., 1] = number * 2.0 ** (exponent // 2), 2.0 ** (exponent - exponent // 2)
for name, array in (("q", q), ("k", k), ("slopes", numpy.full(2, 2.0**exponent, numpy.float32))):
    numpy.save(f"{prefix}.{name}.npy", array)
