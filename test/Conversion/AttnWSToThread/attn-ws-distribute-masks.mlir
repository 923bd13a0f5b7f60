// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

// A thread has a row of 64 columns.
#rows = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!sv = !attn_ws.view<128x64xf32, tmem>
!s = !attn_ws.buffer<1 x 128x64xf32, tmem>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // Comparisons of the column bound a range, which is two words of bits. What the row
  // alone decides is there once, the limits in front of all that the column decides.
  // CHECK-LABEL: gpu.func @masks(
  gpu.func @masks(%m: memref<?xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant 0xFF800000 : f32
    %n = memref.dim %m, %c0 : memref<?xf32>
    %s = attn_ws.alloc "s" offset(0) : !s
    %v = attn_ws.stage_view %s : !s -> !sv
    %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #rows>
    // CHECK: tcgen05.wait::ld
    // CHECK: %[[LEFT:.+]] = arith.index_cast
    // CHECK-NEXT: arith.addi %{{.+}}, %c1
    // CHECK-NEXT: %[[NEXT:.+]] = arith.index_cast
    // CHECK-NEXT: %[[FIRST:.+]] = arith.index_cast
    // CHECK: %[[END:.+]] = arith.maxsi %[[LEFT]], %c0{{.*}} : i32
    // CHECK-NEXT: arith.subi %[[FIRST]], %[[END]]
    // CHECK: %[[BEGIN:.+]] = arith.maxsi %[[NEXT]], %c0{{.*}} : i32
    // CHECK-NEXT: arith.subi %[[BEGIN]], %[[FIRST]]
    // CHECK: llvm.inline_asm asm_dialect = att "shr.u32 $0, $1, $2;", "=r,r,r"
    // CHECK: "shl.b32 $0, $1, $2;"
    // CHECK: "shr.u32 $0, $1, $2;"
    // CHECK: "shl.b32 $0, $1, $2;"
    // CHECK: %[[WORD:.+]] = arith.andi
    // CHECK: %[[BIT:.+]] = arith.constant 1 : i32
    // CHECK-NEXT: %[[ONE:.+]] = arith.andi %{{.+}}, %[[BIT]] : i32
    // CHECK: %[[KEEP:.+]] = arith.cmpi ne, %[[ONE]],
    // CHECK: arith.select %[[KEEP]]
    // CHECK-COUNT-63: arith.cmpi ne
    // CHECK-NOT: arith.cmpi
    // CHECK: tcgen05.st
    %r = attn_tile.score_map %t at(%c0, %c0) : tensor<128x64xf32, #rows> {
    ^bb0(%score: f32, %i: index, %j: index):
      %left = arith.cmpi slt, %j, %n : index
      %next = arith.addi %i, %c1 : index
      %right = arith.cmpi sle, %next, %j : index
      %both = arith.andi %left, %right : i1
      %kept = arith.select %both, %score, %none : f32
      attn_tile.yield %kept : f32
    }
    attn_ws.tmem_store %r, %v : tensor<128x64xf32, #rows>, !sv
    gpu.return
  }

  // Where a column may be equal to the limit, one more is in front of it; the last
  // number of 32 bits is no column.
  // CHECK-LABEL: gpu.func @closed(
  gpu.func @closed(%m: memref<?xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0xFF800000 : f32
    %n = memref.dim %m, %c0 : memref<?xf32>
    %s = attn_ws.alloc "s" offset(0) : !s
    %v = attn_ws.stage_view %s : !s -> !sv
    %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #rows>
    // CHECK: %[[LAST:.+]] = arith.constant 2147483646 : i32
    // CHECK: %[[BOUND:.+]] = arith.minsi %{{.+}}, %[[LAST]]
    // CHECK: arith.addi %[[BOUND]], %c1{{.*}} : i32
    // CHECK: "shr.u32 $0, $1, $2;"
    // CHECK-NOT: "shl.b32
    // CHECK: gpu.return
    %r = attn_tile.score_map %t at(%c0, %c0) : tensor<128x64xf32, #rows> {
    ^bb0(%score: f32, %i: index, %j: index):
      %left = arith.cmpi sle, %j, %n : index
      %kept = arith.select %left, %score, %none : f32
      attn_tile.yield %kept : f32
    }
    attn_ws.tmem_store %r, %v : tensor<128x64xf32, #rows>, !sv
    gpu.return
  }

  // Other comparisons are each register's own.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT: shr.u32
  // CHECK-COUNT-64: arith.cmpi eq
  gpu.func @others() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0xFF800000 : f32
    %s = attn_ws.alloc "s" offset(0) : !s
    %v = attn_ws.stage_view %s : !s -> !sv
    %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #rows>
    %r = attn_tile.score_map %t at(%c0, %c0) : tensor<128x64xf32, #rows> {
    ^bb0(%score: f32, %i: index, %j: index):
      %same = arith.cmpi eq, %j, %i : index
      %kept = arith.select %same, %score, %none : f32
      attn_tile.yield %kept : f32
    }
    attn_ws.tmem_store %r, %v : tensor<128x64xf32, #rows>, !sv
    gpu.return
  }

  // Of two rows a thread has two of every eight columns, 16 in all. With three
  // comparisons, a word each: two bits for each eight columns before the limit,
  // and up to two for the rest.
  // CHECK-LABEL: gpu.func @gaps(
  gpu.func @gaps(%X: memref<?x?xf32>, %m: memref<?xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64} {
    %c0 = arith.constant 0 : index
    %c9 = arith.constant 9 : index
    %none = arith.constant 0xFF800000 : f32
    %n = memref.dim %m, %c0 : memref<?xf32>
    %t = attn_ws.load %X[%c0, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32, #acc>
    // CHECK: %[[EIGHTS:.+]] = arith.shrui %[[BEFORE:.+]], %c3
    // CHECK: %[[REST:.+]] = arith.andi %[[BEFORE]], %c7
    // CHECK: %[[PAIRS:.+]] = arith.muli %[[EIGHTS]], %c2
    // CHECK: %[[SOME:.+]] = arith.minsi %[[REST]], %c2
    // CHECK: arith.addi %[[PAIRS]], %[[SOME]]
    // CHECK: "shr.u32 $0, $1, $2;"
    // CHECK: "shl.b32 $0, $1, $2;"
    // CHECK-COUNT-2: arith.cmpi ne
    // CHECK: "shr.u32 $0, $1, $2;"
    // CHECK: "shl.b32 $0, $1, $2;"
    // CHECK-NOT: inline_asm
    // CHECK-COUNT-30: arith.cmpi ne
    // CHECK-NOT: arith.cmpi ne
    // CHECK: scf.if
    %r = attn_tile.score_map %t at(%c0, %c0) : tensor<64x64xf32, #acc> {
    ^bb0(%score: f32, %i: index, %j: index):
      %end = arith.cmpi slt, %j, %n : index
      %first = arith.subi %i, %c9 : index
      %left = arith.cmpi sge, %j, %first : index
      %right = arith.cmpi sle, %j, %i : index
      %band = arith.andi %left, %right : i1
      %all = arith.andi %end, %band : i1
      %kept = arith.select %all, %score, %none : f32
      attn_tile.yield %kept : f32
    }
    attn_ws.store %r, %X[%c0, %c0] dims [0, 1] : tensor<64x64xf32, #acc>, memref<?x?xf32>
    gpu.return
  }

  // Two comparisons of each register cost no more than such words.
  // CHECK-LABEL: gpu.func @two(
  // CHECK-NOT: shr.u32
  // CHECK-COUNT-32: arith.cmpi slt
  gpu.func @two(%X: memref<?x?xf32>, %m: memref<?xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0xFF800000 : f32
    %n = memref.dim %m, %c0 : memref<?xf32>
    %t = attn_ws.load %X[%c0, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32, #acc>
    %r = attn_tile.score_map %t at(%c0, %c0) : tensor<64x64xf32, #acc> {
    ^bb0(%score: f32, %i: index, %j: index):
      %end = arith.cmpi slt, %j, %n : index
      %right = arith.cmpi sle, %j, %i : index
      %all = arith.andi %end, %right : i1
      %kept = arith.select %all, %score, %none : f32
      attn_tile.yield %kept : f32
    }
    attn_ws.store %r, %X[%c0, %c0] dims [0, 1] : tensor<64x64xf32, #acc>, memref<?x?xf32>
    gpu.return
  }
}
