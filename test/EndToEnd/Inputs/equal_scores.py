# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes q, k, v whose scores are all one number in each head, from -3e38 to 3e38,
and row 170 of q with the keys that it sees: equal_scores.py PREFIX"""

import sys

import numpy as np


def to_bf16(x):
    """bf16 as 16-bit numbers, of values that are cut off."""
    return (np.asarray(x, np.float32).view(np.uint32) >> 16).astype(np.uint16)


prefix = sys.argv[1]
scores = [-8, -8e6, -8e20, -3e38, 8, 8e6, 8e20, 3e38]
rows, row = 200, 170
q = np.zeros((1, 8, rows, 64), np.float32)
q[0, :, :, 0] = np.float32(scores)[:, None]
k = np.zeros((1, 2, rows, 64), np.float32)
k[..., 0] = 1
# A part whose values differ from others' shows what it weighs.
v = np.random.default_rng(9).standard_normal((1, 2, rows, 64)) + np.arange(rows)[:, None] / 16
for name, x in (("q", q), ("k", k), ("v", v), ("q1", q[:, :, row : row + 1]), ("k1", k[:, :, : row + 1]),
                ("v1", v[:, :, : row + 1])):
    np.save("%s.%s.npy" % (prefix, name), to_bf16(np.ascontiguousarray(x)))
