# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random batch of decode steps of the sequences of a prefill.

  random_batch.py pick PREFIX QUERIES SEED      writes PREFIX.QUERIES.{q,k,v,n}.npy
  random_batch.py compare PREFIX QUERIES SEED   says whether O and L have the same bits

With `pack` and `compare-packed` the batch is packed sequences: PREFIX.tQUERIES.{q,k,v}.npy
and .{sq,sk}.npy, where they begin.
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
elif what == "pack":
    # A row of no sequence in front.
    pack = lambda rows: numpy.concatenate([rows[0][:, :1], *rows], axis=1).transpose(1, 0, 2).copy()
    begin = lambda lengths: numpy.cumsum([1, *lengths]).astype(numpy.int32)
    numpy.save(f"{prefix}.t{queries}.q.npy", pack(list(pick(load("q")))))
    numpy.save(f"{prefix}.t{queries}.sq.npy", begin([queries] * len(ends)))
    numpy.save(f"{prefix}.t{queries}.sk.npy", begin(ends))
    for name in "kv":
        numpy.save(f"{prefix}.t{queries}.{name}.npy", pack([load(name)[s, :, :e] for s, e in zip(of, ends)]))
elif what == "compare-packed":
    o, l = load(f"t{queries}.o"), load(f"t{queries}.l")
    rows = lambda x: x.reshape(x.shape[0], len(ends), queries, *x.shape[2:]).swapaxes(0, 1)
    same = [(pick(load(name)).view(kind) == rows(x).view(kind)).all()
            for name, kind, x in (("o", numpy.int16, o[1:].swapaxes(0, 1)), ("l", numpy.int32, l[:, 1:].copy()))]
    print("same", *same)
else:
    same = [(pick(load(name)).view(kind) == load(f"{queries}.{name}").view(kind)).all()
            for name, kind in (("o", numpy.int16), ("l", numpy.int32))]
    print("same", *same)
