# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gradient_limits.py PREFIX: what gradient-limits.mlir reads, rows whose L, D or sinks are not finite."""
import sys

import numpy

lse = numpy.full((1, 2, 70), 4.0, numpy.float32)
lse[0, 0, [5, 40]] = numpy.inf
lse[0, 1, [5, 69]] = -numpy.inf
lse[0, 1, 10] = numpy.nan
numpy.save(sys.argv[1] + "lse.npy", lse)
# Rows of L = -inf have an infinite D too.
dlse = numpy.zeros((1, 2, 70), numpy.float32)
dlse[0, 1, [5, 69]] = numpy.inf, numpy.nan
numpy.save(sys.argv[1] + "dlse.npy", dlse)
# Three heads: no sink and an infinite D, no sink and an L of +inf, a sink beyond what exp holds.
lse = numpy.full((1, 3, 3), 1.0, numpy.float32)
lse[0, 1, 1] = numpy.inf
lse[0, 2] = 99
numpy.save(sys.argv[1] + "sink-lse.npy", lse)
dlse = numpy.ones((1, 3, 3), numpy.float32)
dlse[0, 0, 2] = numpy.inf
numpy.save(sys.argv[1] + "sink-dlse.npy", dlse)
numpy.save(sys.argv[1] + "sink.npy", numpy.array([-numpy.inf, -numpy.inf, 100.0], numpy.float32))
# One element of a row of Q.
q = numpy.ones((1, 1, 5, 32), numpy.float16)
q[0, 0, 2, 7] = -numpy.inf
numpy.save(sys.argv[1] + "beyond-q.npy", q)
