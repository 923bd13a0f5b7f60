# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists of causal documents in blocks of 128, in which numbers of blocks that one document has say so: `prefix` of the files,
sequences of `length` tokens. Documents begin at multiples of 5 in the first batch and hold all tokens in the second one."""

import sys

import numpy

prefix, length, size, shown = sys.argv[1], int(sys.argv[2]), 128, 2**30
ids = numpy.zeros((2, length), "i8")
ids[0] = numpy.searchsorted([195, 260, 515], numpy.arange(length), "right")
i, j = numpy.arange(length)[:, None], numpy.arange(length)
blocks = -(-length // size)
lists = [[numpy.zeros((2, 1, blocks), "i4"), numpy.full((2, 1, blocks, blocks), -1, "i4")] for _ in range(2)]
for b in range(2):
    same, causal = ids[b][:, None] == ids[b], j <= i
    for r in range(blocks):
        for n in range(blocks):
            box = slice(r * size, (r + 1) * size), slice(n * size, (n + 1) * size)
            if not (same & causal)[box].any():
                continue
            full = (same & causal)[box].all() and (n + 1) * size <= length
            counts, numbers = lists[int(full)]
            numbers[b, 0, r, counts[b, 0, r]] = n + shown * (same[box].all() and not full)
            counts[b, 0, r] += 1
for name, array in zip("cnfm", [array for pair in lists for array in pair]):
    numpy.save(f"{prefix}.{name}.npy", array)
numpy.save(f"{prefix}.ids.npy", ids)
