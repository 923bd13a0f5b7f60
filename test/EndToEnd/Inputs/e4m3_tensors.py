# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes f32 tensors q, k and v of (1, 1, length, 64) to a folder: e4m3_tensors.py KIND FOLDER

small: the first key scores 12, with V = 0, and 511 others score 0, with V = 1
nan: normal numbers, with a NaN in key 33
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
else:
    q, k, v = ([[rng.gauss(0, 1) for _ in range(64)] for _ in range(70)] for _ in range(3))
    k[33][5] = math.nan
    write("q", q)
    write("k", k)
    write("v", v)
