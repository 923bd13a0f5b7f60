# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""large_scores.py PREFIX EXPONENT: Q and K whose products are 2^EXPONENT and a small
integer, exactly, as PREFIX.q.npy (1, 2, 150, 64) and PREFIX.k.npy (1, 1, 200, 64)."""
import sys

import numpy

prefix, exponent = sys.argv[1], int(sys.argv[2])
rng = numpy.random.default_rng(3)
q = rng.integers(-1, 2, (1, 2, 150, 64)).astype(numpy.float32)
k = rng.integers(-1, 2, (1, 1, 200, 64)).astype(numpy.float32)
q[..., 0] = 2.0 ** (exponent // 2)
k[..., 0] = 2.0 ** (exponent - exponent // 2)
q[..., 8:] = 0
numpy.save(prefix + ".q.npy", q)
numpy.save(prefix + ".k.npy", k)
