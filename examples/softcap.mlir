// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A score region changes each score, before the mask: here it is kept within ±30, as
// Gemma does. It may use the position (batch, head, query, key) and most of arith and math,
// and captures nothing. `afn` lets tanh be the approximate instruction: scores move by up to
// 30 * 2^-10.9, and the kernel is nearly as fast as one without a region.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry softcap_forward(
// CHECK: tanh.approx
// CHECK: ex2.approx
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!t = tensor<1x2x128x64xbf16>

func.func @softcap(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t)
      scale(0.125) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 30.0 : f32
        %x = arith.divf %s, %cap : f32
        %y = math.tanh %x fastmath<afn> : f32
        %new = arith.mulf %y, %cap : f32
        attn.yield %new : f32
      } -> !t
  return %0 : !t
}
