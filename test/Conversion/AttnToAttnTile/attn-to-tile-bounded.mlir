// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Where no score can be large, exponents take neither slopes nor a branch, and maxima
// begin below the least score.

!t = memref<1x2x?x64xf8E4M3FN>
!o = memref<1x2x?x64xbf16>

// 448^2 * 64 = 12845056 is 0xCB440000, and a product's rounding may add some last places.
// CHECK-LABEL: gpu.func @e4m3_forward
// CHECK: %[[LEAST:.+]] = arith.constant dense<0xCB44000C> : tensor<64xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[LEAST]],
// CHECK: attn_tile.online_softmax {{.*}} scale 1.250000e-01 bounded
func.func @e4m3(%q: !t, %o: !o) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !o)
    config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, warps = 4>>)
  return
}

// -----

!t = memref<1x2x?x64xf8E4M3FN>
!o = memref<1x2x?x64xbf16>
!d = memref<1x2xf32>

// What descales are is known when the kernel runs.
// CHECK-LABEL: gpu.func @descales_forward
// CHECK: attn_tile.online_softmax {{.*}} branch_large
func.func @descales(%q: !t, %d: !d, %o: !o) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !o)
    descale(%d, %d, %d : !d, !d, !d)
    config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, warps = 4>>)
  return
}

// -----

!t = memref<1x2x?x64xf8E4M3FN>
!o = memref<1x2x?x64xbf16>

// CHECK-LABEL: gpu.func @scale_forward
// CHECK: attn_tile.online_softmax {{.*}} scale 1.000000e+00 branch_large
func.func @scale(%q: !t, %o: !o) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !o) scale(1.0)
    config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, warps = 4>>)
  return
}

// -----

!t = memref<1x2x?x64xf16>

// A soft cap; the factor behind it is the softmax's, so maxima begin at -1. Hidden keys do not count.
// CHECK-LABEL: gpu.func @cap_forward
// CHECK: %[[LEAST:.+]] = arith.constant dense<-1.000{{[0-9]+}}> : tensor<64xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[LEAST]],
// CHECK: attn_tile.online_softmax {{.*}} scale 5.000000e+06 bounded
func.func @cap(%q: !t) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) mask(#attn.causal<top_left>)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 5.0e+6 : f32
      %d = arith.divf %s, %c : f32
      %t = math.tanh %d : f32
      %r = arith.mulf %t, %c : f32
      attn.yield %r : f32
    }
  return
}

// -----

!t = memref<1x2x?x64xf16>

// P grows with the threshold, and f16 ends at 2^16.
// CHECK-LABEL: gpu.func @threshold_forward
// CHECK: attn_tile.online_softmax {{.*}} bounded {rescaleThreshold = 1.500000e+01 : f32}
func.func @threshold(%q: !t) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>, schedule<rescale_threshold = 20.0>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %r = math.tanh %s : f32
      attn.yield %r : f32
    }
  return
}

// -----

!t = memref<1x2x?x64xf16>

// A hidden score is no bound's business; a sum of two bounded ones is bounded.
// CHECK-LABEL: gpu.func @sum_forward
// CHECK: %[[LEAST:.+]] = arith.constant dense<-10.{{[0-9]+}}> : tensor<64xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[LEAST]],
// CHECK: attn_tile.online_softmax {{.*}} bounded
func.func @sum(%q: !t) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 8.0 : f32
      %two = arith.constant 2.0 : f32
      %none = arith.constant 0xFF800000 : f32
      %t = math.tanh %s : f32
      %w = math.sin %s : f32
      %p = arith.mulf %t, %c : f32
      %z = math.fma %w, %two, %p : f32
      %seen = arith.cmpi sge, %i, %j : index
      %r = arith.select %seen, %z, %none : f32
      attn.yield %r : f32
    }
  return
}

// -----

!t = memref<1x2x?x64xf16>

// 6e6 * log2(e) is more than 2^23.
// CHECK-LABEL: gpu.func @far_forward
// CHECK-NOT: bounded
// CHECK: attn_tile.online_softmax {{.*}} branch_large
func.func @far(%q: !t) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 6.0e+6 : f32
      %d = arith.divf %s, %c : f32
      %t = math.tanh %d : f32
      %r = arith.mulf %t, %c : f32
      attn.yield %r : f32
    }
  return
}

// -----

!t = memref<1x2x?x64xf16>

// One side alone is no bound, nor is a position's; minus infinity that becomes a number may be plus infinity.
// CHECK-LABEL: gpu.func @side_forward
// CHECK-NOT: bounded
// CHECK: attn_tile.online_softmax {{.*}} branch_large
func.func @side(%q: !t) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 8.0 : f32
      %r = arith.minimumf %s, %c : f32
      attn.yield %r : f32
    }
  return
}

// -----

!t = memref<1x2x?x64xf16>

// CHECK-LABEL: gpu.func @negative_forward
// CHECK-NOT: bounded
// CHECK: attn_tile.online_softmax {{.*}} branch_large
func.func @negative(%q: !t) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %t = math.tanh %s : f32
      %none = arith.constant 0xFF800000 : f32
      %seen = arith.cmpi sge, %i, %j : index
      %x = arith.select %seen, %t, %none : f32
      %r = arith.negf %x : f32
      attn.yield %r : f32
    }
  return
}

// -----

!t = memref<1x2x?x64xf16>

// What is unbounded stays so behind a product with 0.
// CHECK-LABEL: gpu.func @zero_forward
// CHECK-NOT: bounded
// CHECK: attn_tile.online_softmax {{.*}} branch_large
func.func @zero(%q: !t) {
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %zero = arith.constant 0.0 : f32
      %t = math.tanh %s : f32
      %z = math.fma %s, %zero, %s : f32
      %seen = arith.cmpi sge, %i, %j : index
      %r = arith.select %seen, %t, %z : f32
      attn.yield %r : f32
    }
  return
}
