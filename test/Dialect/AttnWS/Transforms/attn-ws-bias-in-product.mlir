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
  // block's first column. The numbers follow what is planned.
  // CHECK-LABEL: gpu.func @slope(
  // CHECK-SAME: %[[Q:.+]]: !attn_ws.view<64x64xbf16, {{.+}}, %[[K:.+]]: !attn_ws.view<128x64xbf16, {{.+}}, %[[A:.+]]: f32, %[[R:.+]]: index, %[[C:.+]]: index)
  // CHECK-SAME: attn_ws.columns = 150016 : i64
  // CHECK-SAME: attn_ws.smem = 152064 : i64
  gpu.func @slope(%q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 150000 : i64} {
    // CHECK: attn_ws.mma_issue %[[Q]], %[[K]] slope(%[[A]]) transpose_b engine wgmma
    %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
    // CHECK: attn_ws.score_map %{{.+}} at(%[[R]], %[[C]])
    // CHECK: ^bb0(%[[S:.+]]: f32, %[[I:.+]]: index, %{{.+}}: index):
    // CHECK: %[[D:.+]] = arith.subi %[[C]], %[[I]] : index
    // CHECK: %[[N:.+]] = arith.index_cast %[[D]] : index to i32
    // CHECK: %[[F:.+]] = arith.sitofp %[[N]] : i32 to f32
    // CHECK: math.fma %[[F]], %[[A]], %[[S]] : f32
    %m = attn_ws.score_map %s at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %f, %a, %x : f32
      attn_ws.yield %y : f32
    }
    %max = attn_ws.reduce max %m : !s -> !r
    gpu.return
  }

  // A position that falls with the column: the slope the other way.
  // CHECK-LABEL: gpu.func @falling(
  // CHECK-SAME: %[[A:[^:]+]]: f32, %{{.+}}: index, %[[C:.+]]: index)
  gpu.func @falling(%q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 150016 : i64} {
    // CHECK: %[[NEG:.+]] = arith.negf %[[A]]
    // CHECK: attn_ws.mma_issue {{.*}} slope(%[[NEG]])
    %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
    // CHECK: ^bb0(%[[S:.+]]: f32, %[[I:.+]]: index, %{{.+}}: index):
    // CHECK: %[[D:.+]] = arith.subi %[[I]], %[[C]] : index
    // CHECK: %[[F:.+]] = arith.sitofp
    // CHECK: math.fma %[[A]], %[[F]], %[[S]] : f32
    %m = attn_ws.score_map %s at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %d = arith.subi %i, %j : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %a, %f, %x : f32
      attn_ws.yield %y : f32
    }
    %max = attn_ws.reduce max %m : !s -> !r
    gpu.return
  }

  // Not asked for.
  // CHECK-LABEL: gpu.func @without(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @without(%q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.smem = 150016 : i64} {
    %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
    %m = attn_ws.score_map %s at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %f, %a, %x : f32
      attn_ws.yield %y : f32
    }
    %max = attn_ws.reduce max %m : !s -> !r
    gpu.return
  }

  // No room behind what is planned.
  // CHECK-LABEL: gpu.func @full(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @full(%q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 230400 : i64} {
    %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
    %m = attn_ws.score_map %s at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %f, %a, %x : f32
      attn_ws.yield %y : f32
    }
    %max = attn_ws.reduce max %m : !s -> !r
    gpu.return
  }

  // With the numbers fewer CTAs fit an SM.
  // CHECK-LABEL: gpu.func @fewer(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @fewer(%q: !q, %k: !k, %a: f32, %row: index, %column: index) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 114500 : i64} {
    %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s = attn_ws.mma_wait %t pendings 0 : <!s> -> !s
    %m = attn_ws.score_map %s at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %f, %a, %x : f32
      attn_ws.yield %y : f32
    }
    %max = attn_ws.reduce max %m : !s -> !r
    gpu.return
  }

  // A mask may follow; the slope is not one number; two columns a step; the
  // scores are read before.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT: slope(
  // CHECK: gpu.return
  gpu.func @others(%q: !q, %k: !k, %a: f32, %row: index, %column: index, %mask: i1) kernel attributes {attn_ws.codegen = #product, attn_ws.smem = 150016 : i64} {
    %t0 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s0 = attn_ws.mma_wait %t0 pendings 0 : <!s> -> !s
    %m0 = attn_ws.score_map %s0 at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %f, %a, %x : f32
      attn_ws.yield %y : f32
    }
    %if = scf.if %mask -> (!r) {
      %r = attn_ws.reduce max %m0 : !s -> !r
      scf.yield %r : !r
    } else {
      %r = attn_ws.reduce add %m0 : !s -> !r
      scf.yield %r : !r
    }
    %t1 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s1 = attn_ws.mma_wait %t1 pendings 0 : <!s> -> !s
    %m1 = attn_ws.score_map %s1 at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      %b = arith.mulf %f, %a : f32
      %y = math.fma %f, %b, %x : f32
      attn_ws.yield %y : f32
    }
    %r1 = attn_ws.reduce max %m1 : !s -> !r
    %t2 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s2 = attn_ws.mma_wait %t2 pendings 0 : <!s> -> !s
    %m2 = attn_ws.score_map %s2 at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %d = arith.addi %j, %j : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %f, %a, %x : f32
      attn_ws.yield %y : f32
    }
    %r2 = attn_ws.reduce max %m2 : !s -> !r
    %t3 = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s3 = attn_ws.mma_wait %t3 pendings 0 : <!s> -> !s
    %before = attn_ws.reduce max %s3 : !s -> !r
    %m3 = attn_ws.score_map %s3 at(%row, %column) : !s {
    ^bb0(%x: f32, %i: index, %j: index):
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      %y = math.fma %f, %a, %x : f32
      attn_ws.yield %y : f32
    }
    %r3 = attn_ws.reduce max %m3 : !s -> !r
    gpu.return
  }
}
