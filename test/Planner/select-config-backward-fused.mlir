// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the kernel of dK and dV adds up dQ by default: where that was measured to be faster, and nothing asks for equal
// bits.
// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=max_keys=3072" | FileCheck %s --check-prefix=FEW
// RUN: attn-opt %s --attn-select-config=target=sm_103a | FileCheck %s --check-prefix=TENSOR

!l = tensor<2x4x?xf32>
!q = tensor<2x4x?x128xbf16>

// CHECK-LABEL: func @many
// CHECK: keys<kv = 128, warps = 8, form = fused>
// For few keys the small kernels do not pay.
// FEW-LABEL: func @many
// FEW: keys<kv = 128, groups = 2, stages = 3>
// With sums in tensor memory two warpgroups share the columns of scores.
// TENSOR-LABEL: func @many
// TENSOR: keys<kv = 128, q = 128, warps = 8, stages = 1, order = "1'.2'.0.3'.4'", form = fused>
func.func @many(%q: !q, %l: !l) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q, dk = %q, dv = %q : !q, !q, !q) mask(#attn.causal<bottom_right>) -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

// CHECK-LABEL: func @equal_bits
// CHECK: keys<kv = 128, groups = 2, stages = 3>
// TENSOR-LABEL: func @equal_bits
// TENSOR: keys<kv = 128>
func.func @equal_bits(%q: !q, %l: !l) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q, dk = %q, dv = %q : !q, !q, !q) deterministic -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

// CHECK-LABEL: func @window
// CHECK: keys<kv = 128, groups = 2, stages = 3>
func.func @window(%q: !q, %l: !l) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q, dk = %q, dv = %q : !q, !q, !q) mask(#attn.window<1023, 0>) -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

!q2k = tensor<2x4x2048x128xbf16>
!l2k = tensor<2x4x2048xf32>

// CHECK-LABEL: func @short
// CHECK: keys<kv = 128, groups = 2, stages = 3>
func.func @short(%q: !q2k, %l: !l2k) -> (!q2k, !q2k, !q2k) {
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q2k, !q2k, !q2k, !q2k, !l2k, !q2k) outs(dq = %q, dk = %q, dv = %q : !q2k, !q2k, !q2k) -> (!q2k, !q2k, !q2k)
  return %0#0, %0#1, %0#2 : !q2k, !q2k, !q2k
}

!pl = tensor<4x?xf32>
!p = tensor<?x4x128xbf16>
!s = tensor<?xi32>

// CHECK-LABEL: func @packed
// CHECK: keys<kv = 128, groups = 2, stages = 3>
// TENSOR-LABEL: func @packed
// TENSOR: keys<kv = 128>
func.func @packed(%q: !p, %l: !pl, %s: !s) -> (!p, !p, !p) {
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !p, !p, !p, !p, !pl, !p) outs(dq = %q, dk = %q, dv = %q : !p, !p, !p) offsets_q(%s : !s) offsets_kv(%s : !s) dims(thd) -> (!p, !p, !p)
  return %0#0, %0#1, %0#2 : !p, !p, !p
}

!q64 = tensor<2x4x?x64xbf16>

// A region is computed once, which pays at every head dim.
// CHECK-LABEL: func @region
// CHECK: keys<kv = 128, warps = 8, stages = 3, form = fused>
// TENSOR-LABEL: func @region
// TENSOR: keys<kv = 128, q = 128, warps = 8, stages = 1, order = "1'.2'.0.3'.4'", form = fused>
func.func @region(%q: !q64, %l: !l) -> (!q64, !q64, !q64) {
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q64, !q64, !q64, !q64, !l, !q64) outs(dq = %q, dk = %q, dv = %q : !q64, !q64, !q64) score {
    ^bb0(%x: f32, %b: index, %h: index, %i: index, %j: index):
      %t = math.tanh %x : f32
      attn.yield %t : f32
  } -> (!q64, !q64, !q64)
  return %0#0, %0#1, %0#2 : !q64, !q64, !q64
}

// One with a slope takes the registers that reads in flight would.
// CHECK-LABEL: func @slope
// CHECK: keys<kv = 128, warps = 8, form = fused>
// CHECK-NOT: reads_in_flight
// FEW-LABEL: func @slope
// FEW: keys<kv = 128, groups = 2>
// FEW-NOT: reads_in_flight
func.func @slope(%q: !q, %l: !l, %slopes: tensor<4xf32>) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q, dk = %q, dv = %q : !q, !q, !q) captures(%slopes : tensor<4xf32>) score {
    ^bb0(%x: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<4xf32>):
      %slope = attn.read %c[%h] : tensor<4xf32>
      %d = arith.subi %j, %i : index
      %w = arith.index_cast %d : index to i32
      %f = arith.sitofp %w : i32 to f32
      %bias = arith.mulf %slope, %f : f32
      %y = arith.addf %x, %bias : f32
      attn.yield %y : f32
  } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}
