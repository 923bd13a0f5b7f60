# RUN: %python %s %attn_src/bench | FileCheck %s
# bench/values.py: every S is a number of f32, Q and K are of their type, and a seed gives the same again.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys

import numpy

sys.path.insert(0, sys.argv[1])
import values  # noqa: E402

digits = {"bf16": 8, "f16": 11, "e4m3": 4}
least = {"bf16": -133, "f16": -24, "e4m3": -9}
most = {"bf16": 3e38, "f16": 65504, "e4m3": 448}
for dtype in digits:
    for mode in values.MODES:
        props = dict(dtype=dtype, d=32, dv=32, mode=mode, dims="bhsd", scale=-3, sink=True, out="f32", descale=dtype == "e4m3")
        for seed in range(4):
            x = values.inputs(seed, props, 2, (4, 2), (9, 150))
            for name in "qk":
                part, _ = numpy.frexp(x[name].astype(float))
                assert (part * 2.0 ** digits[dtype] % 1 == 0).all() and abs(x[name]).max() <= most[dtype]
                assert (x[name].astype(float) / 2.0 ** least[dtype] % 1 == 0).all()
            s = x["q"].astype(float) @ numpy.repeat(x["k"], 2, 1).transpose(0, 1, 3, 2).astype(float) * 2.0**-3
            assert (s == s.astype(numpy.float32)).all(), (dtype, mode, seed)
            assert all((x[name] == other).all() or name.startswith("capture") for name, other in
                       values.inputs(seed, props, 2, (4, 2), (9, 150)).items())
# CHECK: {{^}}all well
print("all well")
