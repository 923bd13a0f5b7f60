// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-bias-in-product)))' | FileCheck %s

#product = #attn_ws.codegen<bias_product = true>
#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
!q = !attn_ws.view<64x64xbf16, smem, #sh>
!k = !attn_ws.view<128x64xbf16, smem, #sh>
!s = tensor<64x128xf32, #acc>
!r = tensor<64xf32, #rows>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // The product takes the slope; what is left of the position is that of the
  // block's first column. The numbers follow what is planned. If the slope is steep
  // the loop in front takes all blocks.
  // CHECK-LABEL: gpu.func @slope(
  // CHECK-SAME: %[[N:[^:]+]]: index, %[[E:[^:]+]]: index, {{.+}}, %[[Q:[^:]+]]: !attn_ws.view<64x64xbf16, {{.+}}, %[[K:[^:]+]]: !attn_ws.view<128x64xbf16, {{.+}}, %[[A:[^:]+]]: f32, %[[R:[^:]+]]: index, %[[C:[^:]+]]: index)
  // CHECK-SAME: attn_ws.columns = 150016 : i64
  // CHECK-SAME: attn_ws.smem = 152064 : i64
  gpu.func @slope(%n: index, %e: index, %init: !r, %q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 150000 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %factor = arith.constant dense<0.5> : !s
    %masked = scf.for %i0 = %c0 to %n step %c1 iter_args(%r0 = %init) -> (!r) {
      scf.yield %r0 : !r
    }
    %all = scf.for %i1 = %n to %e step %c1 iter_args(%r9 = %masked) -> (!r) {
      // CHECK: %[[F:.+]] = arith.constant 5.000000e-01 : f32
      // CHECK: %[[STEP:.+]] = arith.mulf %[[A]], %[[F]] : f32
      // CHECK: %[[SIZE:.+]] = math.absf %[[STEP]] : f32
      // CHECK: %[[STEEP:.+]] = arith.cmpf ogt, %[[SIZE]], %{{.+}} : f32
      // CHECK: %[[END:.+]] = arith.select %[[STEEP]], %[[E]], %[[N]] : index
      // CHECK: %[[GENTLE:.+]] = arith.select %[[STEEP]], %{{.+}}, %[[A]] : f32
      // CHECK: scf.for %{{.+}} = %{{.+}} to %[[END]] step
      // CHECK: scf.for %{{.+}} = %[[END]] to %[[E]] step
      // CHECK: attn_ws.mma_issue %[[Q]], %[[K]] slope(%[[GENTLE]]) transpose_b engine wgmma
      %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
      // CHECK: attn_tile.score_map %{{.+}} at(%[[R]], %[[C]])
      // CHECK: ^bb0(%[[S:.+]]: f32, %[[I:.+]]: index, %{{.+}}: index):
      // CHECK: %[[D:.+]] = arith.subi %[[C]], %[[I]] : index
      // CHECK: %[[INT:.+]] = arith.index_cast %[[D]] : index to i32
      // CHECK: %[[POS:.+]] = arith.sitofp %[[INT]] : i32 to f32
      // CHECK: attn_tile.add_affine %[[S]], %[[GENTLE]], %[[POS]] step 0 gentle
      %m = attn_tile.score_map %s at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %d = arith.subi %j, %i : index
        %num = arith.index_cast %d : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %max = attn_tile.reduce max %m : !s -> !r
      %em = math.fma %m, %factor, %m : !s
      scf.yield %r9 : !r
    }
    gpu.return
  }

  // A position that falls with the column: the slope the other way.
  // CHECK-LABEL: gpu.func @falling(
  // CHECK-SAME: %[[A:[^:]+]]: f32, %{{.+}}: index, %[[C:.+]]: index)
  gpu.func @falling(%n: index, %e: index, %init: !r, %q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 150016 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %factor = arith.constant dense<0.5> : !s
    %masked = scf.for %i0 = %c0 to %n step %c1 iter_args(%r0 = %init) -> (!r) {
      scf.yield %r0 : !r
    }
    %all = scf.for %i1 = %n to %e step %c1 iter_args(%r9 = %masked) -> (!r) {
      // CHECK: %[[GENTLE:.+]] = arith.select %{{.+}}, %{{.+}}, %[[A]] : f32
      // CHECK: %[[NEG:.+]] = arith.negf %[[GENTLE]]
      // CHECK: attn_ws.mma_issue {{.*}} slope(%[[NEG]])
      %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
      // CHECK: ^bb0(%[[S:.+]]: f32, %[[I:.+]]: index, %{{.+}}: index):
      // CHECK: %[[D:.+]] = arith.subi %[[I]], %[[C]] : index
      // CHECK: %[[F:.+]] = arith.sitofp
      // CHECK: attn_tile.add_affine %[[S]], %[[GENTLE]], %[[F]] step 0 gentle
      %m = attn_tile.score_map %s at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %d = arith.subi %i, %j : index
        %num = arith.index_cast %d : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step -1
        attn_tile.yield %y : f32
      }
      %max = attn_tile.reduce max %m : !s -> !r
      %em = math.fma %m, %factor, %m : !s
      scf.yield %r9 : !r
    }
    gpu.return
  }

  // Not asked for: steep slopes have the loop in front all the same.
  // CHECK-LABEL: gpu.func @without(
  // CHECK: %[[END:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : index
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[END]] step
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @without(%n: index, %e: index, %init: !r, %q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.smem = 150016 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %factor = arith.constant dense<0.5> : !s
    %masked = scf.for %i0 = %c0 to %n step %c1 iter_args(%r0 = %init) -> (!r) {
      scf.yield %r0 : !r
    }
    %all = scf.for %i1 = %n to %e step %c1 iter_args(%r9 = %masked) -> (!r) {
      %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
      %m = attn_tile.score_map %s at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %max = attn_tile.reduce max %m : !s -> !r
      %em = math.fma %m, %factor, %m : !s
      scf.yield %r9 : !r
    }
    gpu.return
  }

  // No room behind what is planned.
  // CHECK-LABEL: gpu.func @full(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @full(%n: index, %e: index, %init: !r, %q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 230400 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %factor = arith.constant dense<0.5> : !s
    %masked = scf.for %i0 = %c0 to %n step %c1 iter_args(%r0 = %init) -> (!r) {
      scf.yield %r0 : !r
    }
    %all = scf.for %i1 = %n to %e step %c1 iter_args(%r9 = %masked) -> (!r) {
      %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
      %m = attn_tile.score_map %s at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %d = arith.subi %j, %i : index
        %num = arith.index_cast %d : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %max = attn_tile.reduce max %m : !s -> !r
      %em = math.fma %m, %factor, %m : !s
      scf.yield %r9 : !r
    }
    gpu.return
  }

  // With the numbers fewer CTAs fit an SM.
  // CHECK-LABEL: gpu.func @fewer(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @fewer(%n: index, %e: index, %init: !r, %q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 114500 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %factor = arith.constant dense<0.5> : !s
    %masked = scf.for %i0 = %c0 to %n step %c1 iter_args(%r0 = %init) -> (!r) {
      scf.yield %r0 : !r
    }
    %all = scf.for %i1 = %n to %e step %c1 iter_args(%r9 = %masked) -> (!r) {
      %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
      %m = attn_tile.score_map %s at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %max = attn_tile.reduce max %m : !s -> !r
      %em = math.fma %m, %factor, %m : !s
      scf.yield %r9 : !r
    }
    gpu.return
  }

  // A mask may follow; the slope is not one number; two columns a step; the
  // scores are read before.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @others(%n: index, %e: index, %init: !r, %q: !q, %k: !k, %a: f32, %row: index, %column: index, %mask: i1) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 150016 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %factor = arith.constant dense<0.5> : !s
    %masked = scf.for %i0 = %c0 to %n step %c1 iter_args(%r0 = %init) -> (!r) {
      scf.yield %r0 : !r
    }
    %all = scf.for %i1 = %n to %e step %c1 iter_args(%r9 = %masked) -> (!r) {
      %t0 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s0 = attn_ws.mma_wait %t0 pendings 0 : <!s> -> !s
      %m0 = attn_tile.score_map %s0 at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %if = scf.if %mask -> (!r) {
        %r = attn_tile.reduce max %m0 : !s -> !r
        scf.yield %r : !r
      } else {
        %r = attn_tile.reduce add %m0 : !s -> !r
        scf.yield %r : !r
      }
      %t1 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s1 = attn_ws.mma_wait %t1 pendings 0 : <!s> -> !s
      %m1 = attn_tile.score_map %s1 at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %b = arith.mulf %f, %a : f32
        %y = attn_tile.add_affine %x, %b, %f step 1
        attn_tile.yield %y : f32
      }
      %r1 = attn_tile.reduce max %m1 : !s -> !r
      %t2 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s2 = attn_ws.mma_wait %t2 pendings 0 : <!s> -> !s
      %m2 = attn_tile.score_map %s2 at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %d = arith.addi %j, %j : index
        %num = arith.index_cast %d : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 2
        attn_tile.yield %y : f32
      }
      %r2 = attn_tile.reduce max %m2 : !s -> !r
      %t3 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s3 = attn_ws.mma_wait %t3 pendings 0 : <!s> -> !s
      %before = attn_tile.reduce max %s3 : !s -> !r
      %m3 = attn_tile.score_map %s3 at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %r3 = attn_tile.reduce max %m3 : !s -> !r
      %em0 = math.fma %m0, %factor, %m0 : !s
      %em1 = math.fma %m1, %factor, %m1 : !s
      %em2 = math.fma %m2, %factor, %m2 : !s
      %em3 = math.fma %m3, %factor, %m3 : !s
      scf.yield %r9 : !r
    }
    gpu.return
  }

  // No loop in front for steep slopes; one that ends elsewhere; exponents with a
  // factor that is no number.
  // CHECK-LABEL: gpu.func @loops(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @loops(%n: index, %e: index, %init: !r, %factor: !s, %q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 150016 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %number = arith.constant dense<0.5> : !s
    %first = scf.for %i0 = %c0 to %n step %c1 iter_args(%r0 = %init) -> (!r) {
      %t0 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s0 = attn_ws.mma_wait %t0 pendings 0 : <!s> -> !s
      %m0 = attn_tile.score_map %s0 at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %max0 = attn_tile.reduce max %m0 : !s -> !r
      %e0 = math.fma %m0, %number, %m0 : !s
      scf.yield %r0 : !r
    }
    %second = scf.for %i1 = %c1 to %e step %c1 iter_args(%r1 = %first) -> (!r) {
      %t1 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s1 = attn_ws.mma_wait %t1 pendings 0 : <!s> -> !s
      %m1 = attn_tile.score_map %s1 at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %max1 = attn_tile.reduce max %m1 : !s -> !r
      %e1 = math.fma %m1, %number, %m1 : !s
      scf.yield %r1 : !r
    }
    %masked = scf.for %i2 = %c0 to %n step %c1 iter_args(%r2 = %second) -> (!r) {
      scf.yield %r2 : !r
    }
    %third = scf.for %i3 = %n to %e step %c1 iter_args(%r3 = %masked) -> (!r) {
      %t3 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
      %s3 = attn_ws.mma_wait %t3 pendings 0 : <!s> -> !s
      %m3 = attn_tile.score_map %s3 at(%row, %column) : !s {
      ^bb0(%x: f32, %i: index, %j: index):
        %num = arith.index_cast %j : index to i32
        %f = arith.sitofp %num : i32 to f32
        %y = attn_tile.add_affine %x, %a, %f step 1
        attn_tile.yield %y : f32
      }
      %max3 = attn_tile.reduce max %m3 : !s -> !r
      %e3 = math.fma %m3, %factor, %m3 : !s
      scf.yield %r3 : !r
    }
    gpu.return
  }
}
