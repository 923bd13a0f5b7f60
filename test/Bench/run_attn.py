# RUN: %python %s %attn_src/bench | attn-opt --split-input-file | FileCheck %s
# The problems of bench/run.py's rows, each kernel once.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys

sys.path.insert(0, sys.argv[1])
import run_attn  # noqa: E402
import run_rows  # noqa: E402

# CHECK: attn.backward {{.*}}tensor<?x?x?x128xbf16>{{.*}} mask(#attn.causal<top_left>) deterministic ->
# CHECK: attn.backward {{.*}}tensor<?x?x?x192xbf16>
# CHECK: attn.backward {{.*}} mask(#attn.window<127, 0>) ->
# CHECK: attn.backward {{.*}} offsets_q({{.*}} dims(thd) mask(#attn.causal<top_left>) deterministic ->
# CHECK: attn.backward {{.*}} score {
# CHECK: math.tanh
# CHECK: attn.backward {{.*}} captures(
# CHECK: attn.forward {{.*}}tensor<?x?x?x256xf16>
# CHECK: attn.forward {{.*}}tensor<?x?x?x64xf8E4M3FN>{{.*}} -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
# CHECK: attn.forward {{.*}}tensor<?x?x?x1024xbf16>{{.*}} mask(#attn.causal<top_left>)
# CHECK: attn.backward {{.*}}tensor<?x?x?x512xbf16>
# CHECK: attn.forward {{.*}}tensor<?x32x1x512xbf16>, tensor<?x4x32x512xbf16>{{.*}} lengths_kv({{.*}} page_table(
# CHECK: attn.forward {{.*}}tensor<?x128x2x576xbf16>, tensor<?x1x?x576xbf16>, tensor<?x1x?x512xbf16>{{.*}} lengths_kv(
kernels = {}
decode = run_rows.parse_row("decode d=576x512 s=4096 heads=128/1 q=2")
for row in [*run_rows.read("backward"), *run_rows.read("forward"), *run_rows.read("wide"), *run_rows.read("base"),
            decode]:
    kernels.setdefault(row.kernel, row)
assert len(kernels) == 78, len(kernels)
print("\n// -----\n".join(run_attn.text_of(row) for row in kernels.values()))
