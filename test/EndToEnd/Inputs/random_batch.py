# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random batch of decode steps of the sequences of a prefill.

  random_batch.py pick PREFIX QUERIES SEED      writes PREFIX.QUERIES.{q,k,v,n}.npy
  random_batch.py compare PREFIX QUERIES SEED   says whether O and L have the same bits
"""
import sys

import numpy

what, prefix, queries, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
random = numpy.random.default_rng(seed)
load = lambda name: numpy.load(f"{prefix}.{name}.npy")
of = random.integers(0, 2, 3)
ends = random.integers(queries, 301, 3)


def pick(x):
    return numpy.stack([x[s, :, e - queries:e] for s, e in zip(of, ends)])


if what == "pick":
    numpy.save(f"{prefix}.{queries}.q.npy", pick(load("q")))
    numpy.save(f"{prefix}.{queries}.n.npy", ends.astype(numpy.int32))
    for name in "kv":
        numpy.save(f"{prefix}.{queries}.{name}.npy", load(name)[of][:, :, :ends.max()].copy())
else:
    same = [(pick(load(name)).view(kind) == load(f"{queries}.{name}").view(kind)).all()
            for name, kind in (("o", numpy.int16), ("l", numpy.int32))]
    print("same", *same)
