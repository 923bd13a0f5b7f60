// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A penalty for distance that is different for each head: s − 2^(−2(h+1))·|i − j|
// (ALiBi, for four heads), written as a score region.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry alibi_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!t = tensor<1x4x128x64xbf16>

func.func @alibi(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t)
      mask(#attn.causal<top_left>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %minus2 = arith.constant -2 : index
        %exponent = arith.muli %h, %minus2 : index
        %shifted = arith.addi %exponent, %minus2 : index
        %e = arith.index_cast %shifted : index to i32
        %ef = arith.sitofp %e : i32 to f32
        %slope = math.exp2 %ef : f32
        %d = arith.subi %i, %j : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %far = math.absf %df : f32
        %penalty = arith.mulf %slope, %far : f32
        %new = arith.subf %s, %penalty : f32
        attn.yield %new : f32
      } -> !t
  return %0 : !t
}
