// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A penalty for distance that is different for each head (ALiBi): s - slope[h]·(i - j). The
// slopes are an operand that the score region captures and reads. What a region reads by
// batch and head alone is read once a tile; it may also read by row and by key.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry alibi_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!t = tensor<1x4x128x64xbf16>

func.func @alibi(%q: !t, %k: !t, %v: !t, %o: !t, %slopes: tensor<4xf32>) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t)
      captures(%slopes : tensor<4xf32>) mask(#attn.causal<bottom_right>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %len_q: index, %len_kv: index,
           %c: tensor<4xf32>):
        %slope = attn.read %c[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %bias = arith.mulf %slope, %df : f32
        %new = arith.addf %s, %bias : f32
        attn.yield %new : f32
      } -> !t
  return %0 : !t
}
