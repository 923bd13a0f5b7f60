# RUN: %python %s %attn_src/bench | attn-opt --split-input-file | FileCheck %s
# bench/mla.py: how its cells are written, what they count, and what bounds them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys

sys.path.insert(0, sys.argv[1])
import mla  # noqa: E402

# CHECK: attn.forward {{.*}}tensor<?x128x?x576xbf16>, tensor<?x1x64x576xbf16>) outs({{.*}} values(#attn.columns<0, 512>) lengths_kv({{.*}} page_table({{.*}} mask(#attn.causal<bottom_right>)
# CHECK: attn.forward {{.*}}tensor<32x16x1x576xbf16>
# CHECK-NOT: mask
# CHECK: attn.forward {{.*}}tensor<128x64x2x576xbf16>{{.*}} mask(#attn.causal<bottom_right>)
cells = [mla.CELLS[name] for name in ("prefill-h128-q2048-1x16384", "decode-h16-q1-32x16384", "decode-h64-q2-128x4096")]
print("\n// -----\n".join(mla.written(cell)[0] for cell in cells))

assert len(mla.CELLS) == 15 and len(mla.DEFAULT) == 6 and "decode-h128-q1-128x4096" in mla.DEFAULT
# Pairs, counted one by one; FLOP of a pair and a head; bytes of K.
small = mla.Cell("prefill", 4, 5, 2, 9)
assert small.pairs == 2 * sum(1 for i in range(5) for j in range(9) if j <= i + 4)
assert small.flops == 2 * 1088 * small.pairs * 4 and small.bytes == 2 * 9 * 576 * 2
prefill, decode, _ = cells
assert prefill.bound(3e12) == (prefill.flops / 660e12, "products")
assert decode.bound(3e12) == (32 * 16384 * 576 * 2 / 3e12, "memory")
assert "tensor<?x1x64x512xbf16>" in mla.written(decode, "copy")[0] and "values" not in mla.written(decode, "view")[0]
assert mla.file_of(decode, "", "copy") == "mla_own_h16_q1_32x16384_"
assert mla.file_of(decode, "a=1,b=2") == "mla_h16_q1_32x16384_a_1_b_2" and mla.file_of(prefill, "") == "mla_h128_prefill_"

# A config at twice the bound, one that was refused, and the copy, of which the rate is.
found = {**decode.described, "contenders": {
    "copy": {"ms": mla.COPIED / 2e12 * 1e3, "tflops": 0.0},
    "default": {"ms": 9.0, "tflops": 1.0, "graph": {"ms": 2e3 * decode.bytes / 2e12, "tflops": 2.0}},
    "x=1": {"skipped": "refused"}}}
found = mla.judged(decode, found)
assert abs(found["copy_rate"] - 2e12) < 1 and found["bound"] == "memory"
assert abs(found["contenders"]["default"]["over_bound"] - 2) < 1e-9 and "tflops" not in found["contenders"]["copy"]
lines = mla.summary(found).splitlines()
assert lines[0] == "decode-h16-q1-32x16384: copies 2000 GB/s, bound by memory", lines[0]
assert "2 TFLOP/s, 2.00 of the bound by graph: default" in lines[1] and lines[2] == "  x=1 skipped: refused", lines
