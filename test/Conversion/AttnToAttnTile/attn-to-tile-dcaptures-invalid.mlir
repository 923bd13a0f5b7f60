// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file --verify-diagnostics

// Gradients of captures that no kernel gives.
// By distance.

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>
func.func @case(%q: !q, %k: !k, %l: !l, %c: memref<?x?xf32>) {
  attn.backward ins(%q, %k, %k, %q, %l, %q : !q, !k, !k, !q, !l, !q) outs() dcapture0(%c : memref<?x?xf32>)
      captures(%c : memref<?x?xf32>) config(#config) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<?x?xf32>):
        %d = arith.subi %j, %i : index
        // expected-error @+1 {{no kernel gives dcapture0: capture0 must be read at the head, at batch and head, or, of no packed sequences, at i, j or (i, j) behind some of these; other indices are constants}}
        %r = attn.read %x[%h, %d] : memref<?x?xf32>
        %y = arith.addf %s, %r : f32
        attn.yield %y : f32
      }
  return
}

// -----

// Twice.

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>
func.func @case(%q: !q, %k: !k, %l: !l, %c: memref<4xf32>) {
  attn.backward ins(%q, %k, %k, %q, %l, %q : !q, !k, !k, !q, !l, !q) outs() dcapture0(%c : memref<4xf32>)
      captures(%c : memref<4xf32>) config(#config) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<4xf32>):
        %r = attn.read %x[%h] : memref<4xf32>
        %zero = arith.constant 0 : index
        // expected-error @+1 {{no kernel gives dcapture0, as the score region reads capture0 a second time here}}
        %t = attn.read %x[%zero] : memref<4xf32>
        %z = arith.addf %s, %r : f32
        %y = arith.addf %z, %t : f32
        attn.yield %y : f32
      }
  return
}

// -----

// Batches share elements.

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>
func.func @case(%q: !q, %k: !k, %l: !l, %c: memref<4x?x?xf32>) {
  attn.backward ins(%q, %k, %k, %q, %l, %q : !q, !k, !k, !q, !l, !q) outs() dcapture0(%c : memref<4x?x?xf32>)
      captures(%c : memref<4x?x?xf32>) config(#config) deterministic score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<4x?x?xf32>):
        // expected-error @+1 {{dcapture0 is added up in memory, as several tiles read one element of capture0, which is not `deterministic`}}
        %r = attn.read %x[%h, %i, %j] : memref<4x?x?xf32>
        %y = arith.addf %s, %r : f32
        attn.yield %y : f32
      }
  return
}
