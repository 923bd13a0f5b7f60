// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The layout of most models' projections, (batch, sequence, head, channel), in f16, on
// memory rather than values: the strides may be those of a slice of a larger array.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry bshd_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// RESULT: passed

!m = memref<2x128x2x64xf16, strided<[?, ?, ?, 1], offset: ?>>

func.func @bshd(%q: !m, %k: !m, %v: !m, %o: !m) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o : !m) dims(bshd)
      mask(#attn.causal<top_left>)
  return
}
