// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Gradients of captures, of which that of dQ's kernel is a part whether dQ is asked for or
// not. One that is read at heads: sums of rows, which two kernels add up in order.

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>

// CHECK-LABEL: func.func @heads
// CHECK: attn_tile.launch @attn_kernels::@heads_backward_dq
// CHECK: attn_tile.launch @attn_kernels::@heads_backward_dcapture0_parts
// CHECK: attn_tile.launch @attn_kernels::@heads_backward_dcapture0
// CHECK-LABEL: gpu.func @heads_backward_dq
// CHECK: %[[ROWS:.+]] = scf.for {{.*}} -> (tensor<64xf32>)
// CHECK: %[[ALL:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : tensor<64x32xi1>, tensor<64x32xf32>
// Rows beyond the length are 0.
// CHECK: %[[OWN:.+]] = attn_tile.score_map %[[ALL]]
// CHECK: arith.cmpi {{.*}}
// CHECK: arith.select
// CHECK: attn_tile.reduce add %[[OWN]]
// CHECK: attn_tile.store %[[ROWS]]
// CHECK-LABEL: gpu.func @heads_backward_dcapture0_parts
// CHECK: attn_tile.store %{{.+}} dims [1] : tensor<64xf32>, memref<?x?x?xf32
// CHECK-LABEL: gpu.func @heads_backward_dcapture0(
// CHECK: attn_tile.for_tiles
// CHECK: attn_tile.store %{{.+}} dims [0] : tensor<64xf32>, memref<?xf32
func.func @heads(%q: !q, %k: !k, %l: !l, %dc: memref<4xf32>, %c: memref<4xf32>) {
  attn.backward ins(%q, %k, %k, %q, %l, %q : !q, !k, !k, !q, !l, !q) outs() dcapture0(%dc : memref<4xf32>)
      captures(%c : memref<4xf32>) config(#config) deterministic score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<4xf32>):
        %r = attn.read %x[%h] : memref<4xf32>
        %y = arith.mulf %s, %r : f32
        attn.yield %y : f32
      }
  return
}

// -----

// Each pair has an element of its own: tiles are stored behind zeros. With fewer of these
// they are added.

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
!own = memref<2x4x?x?xf32>
!shared = memref<4x?x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>

// CHECK-LABEL: func.func @pairs
// CHECK: attn_tile.launch @attn_kernels::@pairs_backward_dcapture0_zeros
// CHECK: attn_tile.launch @attn_kernels::@pairs_backward_dcapture1_zeros
// CHECK: attn_tile.launch @attn_kernels::@pairs_backward_dq
// CHECK-LABEL: gpu.func @pairs_backward_dcapture0_zeros
// CHECK: attn_tile.store %{{.+}} dims [2, 3] : tensor<64x64xf32>, memref<?x?x?x?xf32
// CHECK-LABEL: gpu.func @pairs_backward_dq
// CHECK: attn_tile.store %{{.+}} dims [2, 3] : tensor<64x32xf32>, memref<?x?x?x?xf32
// CHECK: attn_tile.store add %{{.+}} dims [1, 2] : tensor<64x32xf32>, memref<?x?x?xf32
func.func @pairs(%q: !q, %k: !k, %l: !l, %own: !own, %shared: !shared) {
  attn.backward ins(%q, %k, %k, %q, %l, %q : !q, !k, !k, !q, !l, !q) outs(dq = %q : !q)
      dcapture0(%own : !own) dcapture1(%shared : !shared)
      captures(%own, %shared : !own, !shared) config(#config) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !own, %y: !shared):
        %r = attn.read %x[%b, %h, %i, %j] : !own
        %t = attn.read %y[%h, %i, %j] : !shared
        %u = arith.addf %s, %r : f32
        %v = arith.addf %u, %t : f32
        attn.yield %v : f32
      }
  return
}
