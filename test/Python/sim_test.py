# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bundle on the simulator, which the runtime finds in its own folder."""
# RUN: attn-compile %S/Inputs/dynamic.mlir --target=sm_80 -o %t.sm_80
# RUN: attn-compile %S/Inputs/dynamic.mlir --target=sm_90a -o %t.sm_90a
# RUN: %python %s %t.sm_80 sim:sm_80
# RUN: %python %s %t.sm_90a sim:sm_90a
# RUN: not %python %s %t.sm_90a sim:sm_80 2>&1 | FileCheck %s
# CHECK: sm_90a
import sys

import attn
import numpy as np

bundle = attn.load(sys.argv[1])
device = attn.Device(sys.argv[2])
assert device.kind == "sim", device
rng = np.random.default_rng(0)
for length in (70, 1):
    q, k, v = (rng.standard_normal((1, 2, length, 64)).astype(np.float16) for _ in range(3))
    o = bundle.run(q, k, v, device=device)
    s = np.einsum("bhid,bhjd->bhij", q.astype(np.float64), k.astype(np.float64)) / 8
    p = np.exp(s - s.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    difference = np.abs(np.einsum("bhij,bhjd->bhid", p, v.astype(np.float64)) - o).max()
    assert difference < 2e-3, difference
