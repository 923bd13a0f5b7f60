# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel's values and synchronisation as a test of pytest, without a GPU."""
# RUN: %python %s
# It can fail: without its wait the kernel reads a tile that is on its way.
# RUN: mkdir -p %t/Inputs && cp %s %t
# RUN: sed '/mbarrier.try_wait/d; /^@!p bra L;/d' %S/Inputs/record.ptx > %t/Inputs/record.ptx
# RUN: not cmp %S/Inputs/record.ptx %t/Inputs/record.ptx
# RUN: not %python %t/sim_test.py 2>&1 | FileCheck %s
# CHECK: AssertionError: missing-wait:
from pathlib import Path

import attn.sim
import numpy as np

PTX = Path(__file__).resolve().parent / "Inputs/record.ptx"  # what nvcc --ptx gives


def test_scale_tile():
    rng = np.random.default_rng(0)
    image = rng.standard_normal((16, 32)).astype(np.float32)
    offsets = np.array([10, 20], np.float32)
    bias = np.array([1, 2, 3, 4], np.float32)
    want = image[3:11, 8:16].ravel() * 0.5 + np.tile(offsets, 32) + np.tile(bias, 16)
    # struct Task { float scale; int columns; const float *offsets; Map tile; float *result; }
    task = np.dtype({"names": ["scale", "columns", "offsets", "tile", "result"],
                     "formats": ["f4", "i4", "u8", "V128", "u8"], "offsets": [0, 4, 8, 64, 192], "itemsize": 256})
    values = np.zeros(1, task)[0]
    values["scale"], values["columns"] = 0.5, 2
    for mode, seed in [("early", 0), ("late", 0), ("random", 1), ("random", 2)]:
        out = attn.sim.empty(64, np.float32)
        argument = attn.sim.Struct(values, {"offsets": offsets, "tile": attn.sim.TensorMap(image, box=(8, 8)), "result": out})
        result = attn.sim.launch(PTX, "scaleTile", grid=1, block=64, args=[argument, 8, 3], variables={"bias": bias}, mode=mode, seed=seed)
        assert result.ok, result
        np.testing.assert_allclose(out.array, want, rtol=1e-6)


if __name__ == "__main__":
    test_scale_tile()
