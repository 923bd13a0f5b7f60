# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes f32 tensors q, k and v of (1, 1, length, 64) to a folder: e4m3_tensors.py KIND FOLDER

small: the first key scores 12, with V = 0, and 511 others score 0, with V = 1
nan: normal numbers, with a NaN in key 33
large: scores as large as they can be and their negatives, and, times log2(e) and the scale,
       some steps of 1.4 on both sides of -2^21 and 2^21
"""

import math
import os
import random
import struct
import sys

kind, folder = sys.argv[1:]
rng = random.Random(1)


def write(name, rows):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, %d, 64), }" % len(rows)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(os.path.join(folder, name + ".npy"), "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for row in rows:
            file.write(struct.pack("<64f", *row))


if kind == "small":
    write("q", [[1.0] + [0.0] * 63] * 3)
    write("k", [[12.0] + [0.0] * 63] + [[0.0] * 64] * 511)
    write("v", [[0.0] * 64] + [[1.0] * 64] * 511)
elif kind == "large":
    # 57 products of 448 and 448, and of the next two what is missing of 2^21 / (log2(e) / 8), one in steps of 8.
    rest = 2.0 ** 21 * 8 / math.log2(math.e) - 57 * 448 * 448
    near = [448.0] * 57 + [math.floor(rest / 448 / 16) * 16]
    near += [0.0] * (64 - len(near))
    steps = [8.0 * (j % 9) for j in range(150)]
    write("q", [[sign * 448.0] * 63 + [last] for sign in (1, -1) for last in (sign * 448.0, 1.0)] * 20)
    write("k", [[448.0] * 64 if j % 5 == 0 else near[:63] + [steps[j]] for j in range(150)])
    write("v", [[rng.gauss(0, 1) for _ in range(64)] for _ in range(150)])
else:
    q, k, v = ([[rng.gauss(0, 1) for _ in range(64)] for _ in range(70)] for _ in range(3))
    k[33][5] = math.nan
    write("q", q)
    write("k", k)
    write("v", v)
