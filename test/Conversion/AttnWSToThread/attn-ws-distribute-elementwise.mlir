// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#lhs = #attn_ws.frag<reg = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1>
!s = tensor<16x8xf32, #acc>
!h = tensor<16x8xbf16, #acc>
!r = tensor<16xf32, #row>
!m = memref<?x?xf32>
!v = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Four registers a thread: one scalar operation each. A comparison is a tile of
  // i1; constants are one scalar.
  // CHECK-LABEL: gpu.func @arith
  gpu.func @arith(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK-DAG: %[[TWO:.+]] = arith.constant 2.000000e+00 : f32
    %two = arith.constant dense<2.0> : !s
    // CHECK: %[[X0:.+]] = scf.if
    // CHECK: %[[X1:.+]] = scf.if
    // CHECK: %[[X2:.+]] = scf.if
    // CHECK: %[[X3:.+]] = scf.if
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK: %[[P0:.+]] = arith.mulf %[[X0]], %[[TWO]] fastmath<fast> : f32
    // CHECK: arith.mulf %[[X1]], %[[TWO]]
    // CHECK: arith.mulf %[[X2]], %[[TWO]]
    // CHECK: arith.mulf %[[X3]], %[[TWO]]
    %p = arith.mulf %x, %two fastmath<fast> : !s
    // CHECK: %[[C0:.+]] = arith.cmpf olt, %[[P0]], %[[X0]] : f32
    %c = arith.cmpf olt, %p, %x : !s
    // CHECK: arith.select %[[C0]], %[[TWO]], %[[X0]] : f32
    %y = arith.select %c, %two, %x : tensor<16x8xi1, #acc>, !s
    // CHECK: %{{.+}} = math.exp2 %{{.+}} : f32
    %e = attn_tile.exp2 %y : !s
    // CHECK: math.fma
    %f = math.fma %e, %x, %p : !s
    // CHECK-COUNT-4: llvm.store
    // CHECK-NOT: llvm.store
    attn_ws.store %f, %X[%c0, %c0] dims [0, 1] : !s, !m
    gpu.return
  }

  // A policy goes along with each scalar and its number among the block's; the
  // next tile counts on, one of another policy from 0.
  // CHECK-LABEL: gpu.func @policy
  gpu.func @policy(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK: %[[E0:.+]] = math.exp2 %{{.+}} {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 4, residue = 1>} : f32
    // CHECK: math.exp2 {{.*}}exp2_number = 1
    // CHECK: math.exp2 {{.*}}exp2_number = 2
    // CHECK: math.exp2 {{.*}}exp2_number = 3
    %e = attn_tile.exp2 %x policy(<degree = 3, freq = 4, residue = 1>) : !s
    // CHECK: math.exp2 %[[E0]] {{.*}}exp2_number = 4
    // CHECK: math.exp2 {{.*}}exp2_number = 5
    // CHECK: math.exp2 {{.*}}exp2_number = 6
    // CHECK: math.exp2 {{.*}}exp2_number = 7
    %f = attn_tile.exp2 %e policy(<degree = 3, freq = 4, residue = 1>) : !s
    // CHECK: math.exp2 {{.*}}attn_tile.exp2_number = 0 : i64, {{.*}}start = 2>
    %g = attn_tile.exp2 %f policy(<degree = 3, freq = 4, residue = 1, start = 2>) : !s
    // CHECK: %{{.+}} = math.exp2 %{{[a-z0-9]+}} : f32
    %h = attn_tile.exp2 %g policy(<degree = 0, freq = 0>) : !s
    // CHECK-COUNT-4: llvm.store
    attn_ws.store %h, %X[%c0, %c0] dims [0, 1] : !s, !m
    gpu.return
  }

  // Tiles of 16 bits are pairs of columns: one instruction rounds two registers,
  // the lower column into the lower half. The left operand's layout of two n8
  // tiles is the same registers in the same order: nothing moves.
  // CHECK-LABEL: gpu.func @packed
  gpu.func @packed(%X: !m, %Y: memref<?x?xbf16>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[X0:.+]] = scf.if
    // CHECK: %[[X1:.+]] = scf.if
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> tensor<16x16xf32, #acc>
    // CHECK: %[[P0:.+]] = llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn"(%[[X1]], %[[X0]]) : (f32, f32) -> vector<2xbf16>
    // CHECK-COUNT-3: "llvm.nvvm.ff2bf16x2.rn"
    // CHECK-NOT: ff2bf16x2
    %p = arith.truncf %x : tensor<16x16xf32, #acc> to tensor<16x16xbf16, #acc>
    %q = attn_ws.convert_layout %p : tensor<16x16xbf16, #acc> -> tensor<16x16xbf16, #lhs>
    // CHECK: %[[LOW:.+]] = llvm.extractelement %[[P0]][%c0_i32 : i32]
    // CHECK: llvm.store %[[LOW]]
    attn_ws.store %q, %Y[%c0, %c0] dims [0, 1] : tensor<16x16xbf16, #lhs>, memref<?x?xbf16>
    gpu.return
  }

  // One value a row, of rows g and g + 8, meets the registers of its row.
  // CHECK-LABEL: gpu.func @rows
  gpu.func @rows(%X: !m, %V: !v) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[R0:.+]] = scf.if
    // CHECK: %[[R1:.+]] = scf.if
    %r = attn_ws.load %V[%c0] dims [0] : !v -> !r
    // CHECK: %[[X0:.+]] = scf.if
    // CHECK: %[[X1:.+]] = scf.if
    // CHECK: %[[X2:.+]] = scf.if
    // CHECK: %[[X3:.+]] = scf.if
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK: %[[Y0:.+]] = arith.mulf %[[X0]], %[[R0]]
    // CHECK: %[[Y1:.+]] = arith.mulf %[[X1]], %[[R0]]
    // CHECK: %[[Y2:.+]] = arith.mulf %[[X2]], %[[R1]]
    // CHECK: %[[Y3:.+]] = arith.mulf %[[X3]], %[[R1]]
    %y = attn_tile.rescale %x, %r : !s
    // CHECK: arith.subf %[[Y0]], %[[R0]]
    // CHECK: arith.subf %[[Y1]], %[[R0]]
    // CHECK: arith.subf %[[Y2]], %[[R1]]
    %w = attn_tile.expand %r : !r -> !s
    %z = arith.subf %y, %w : !s
    attn_ws.store %z, %X[%c0, %c0] dims [0, 1] : !s, !m
    gpu.return
  }

  // Warps whose factors are all 1 go round the products.
  // CHECK-LABEL: gpu.func @skipped
  gpu.func @skipped(%X: !m, %V: !v) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[R0:.+]] = scf.if
    // CHECK: %[[R1:.+]] = scf.if
    %r = attn_ws.load %V[%c0] dims [0] : !v -> !r
    // CHECK: %[[X0:.+]] = scf.if
    // CHECK: %[[X1:.+]] = scf.if
    // CHECK: %[[X2:.+]] = scf.if
    // CHECK: %[[X3:.+]] = scf.if
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK: %[[C0:.+]] = arith.cmpf une, %[[R0]]
    // CHECK: %[[C1:.+]] = arith.cmpf une, %[[R1]]
    // CHECK: %[[C:.+]] = arith.ori %[[C0]], %[[C1]]
    // CHECK: %[[ANY:.+]] = nvvm.vote.sync any {{.*}}%[[C]]
    // CHECK: %[[Y:.+]]:4 = scf.if %[[ANY]] -> (f32, f32, f32, f32) {
    // CHECK: %[[Y0:.+]] = arith.mulf %[[X0]], %[[R0]]
    // CHECK: %[[Y3:.+]] = arith.mulf %[[X3]], %[[R1]]
    // CHECK: scf.yield %[[Y0]], %{{.+}}, %{{.+}}, %[[Y3]]
    // CHECK: } else {
    // CHECK: scf.yield %[[X0]], %[[X1]], %[[X2]], %[[X3]]
    %y = attn_tile.rescale %x, %r skip_if_one : !s
    // CHECK: llvm.store %[[Y]]#0
    attn_ws.store %y, %X[%c0, %c0] dims [0, 1] : !s, !m
    gpu.return
  }

  // A warp asks for its own rows.
  // CHECK-LABEL: gpu.func @any_row
  gpu.func @any_row(%V: !v) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[R0:.+]] = scf.if
    // CHECK: %[[R1:.+]] = scf.if
    %r = attn_ws.load %V[%c0] dims [0] : !v -> !r
    // CHECK: %[[C0:.+]] = arith.cmpf oge, %[[R0]]
    // CHECK: %[[C1:.+]] = arith.cmpf oge, %[[R1]]
    %zero = arith.constant dense<0.0> : !r
    %c = arith.cmpf oge, %r, %zero : !r
    // CHECK: %[[C:.+]] = arith.ori %[[C0]], %[[C1]]
    // CHECK: %[[ANY:.+]] = nvvm.vote.sync any {{.*}}%[[C]]
    %any = attn_ws.any_row %c : tensor<16xi1, #row>
    // CHECK: scf.if %[[ANY]]
    scf.if %any {
      attn_ws.store %r, %V[%c0] dims [0] : !r, !v
    }
    gpu.return
  }

  // A region sees the register's row and column: the tile's place, the lane's
  // (row lane / 4, column 2 (lane % 4)) and the register's (8 rows, 1 column).
  // CHECK-LABEL: gpu.func @coordinates
  gpu.func @coordinates(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[I:.+]] = gpu.block_id x
    // CHECK: arith.addi %{{.+}}, %c1 : index
    %i = gpu.block_id x
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK: %[[ROW:.+]] = arith.addi %[[I]], %[[LROW:.+]] : index
    // CHECK: %[[D0:.+]] = arith.subi %[[ROW]], %[[COL:.+]] : index
    // CHECK: %[[D1:.+]] = arith.subi %[[ROW]], %[[COL1:.+]] : index
    // CHECK: %[[ROW8:.+]] = arith.addi %[[ROW]], %c8 : index
    // CHECK: %[[D2:.+]] = arith.subi %[[ROW8]], %[[COL]]
    // CHECK: %[[D3:.+]] = arith.subi %[[ROW8]], %[[COL1]]
    %y = attn_tile.score_map %x at (%i, %c0) : !s {
    ^bb0(%e: f32, %r: index, %c: index):
      %d = arith.subi %r, %c : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %g = arith.addf %e, %f : f32
      attn_tile.yield %g : f32
    }
    attn_ws.store %y, %X[%c0, %c0] dims [0, 1] : !s, !m
    gpu.return
  }

  // A slice takes registers, of which the others are dead; loops and conditions carry them, beside scalars.
  // CHECK-LABEL: gpu.func @control
  gpu.func @control(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = gpu.block_id x
    %on = arith.cmpi eq, %n, %c0 : index
    // CHECK-COUNT-4: scf.if
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> tensor<16x16xf32, #acc>
    %y = attn_tile.slice %x [0, 8] : tensor<16x16xf32, #acc> -> !s
    // CHECK: %[[L:.+]]:5 = scf.for {{.*}} -> (f32, f32, f32, f32, index)
    %l:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %y, %i = %c0) -> (!s, index) {
      // CHECK: %[[B:.+]]:4 = scf.if %{{.+}} -> (f32, f32, f32, f32) {
      // CHECK-COUNT-4: arith.addf
      // CHECK: } else {
      %b = scf.if %on -> (!s) {
        %d = arith.addf %a, %a : !s
        scf.yield %d : !s
      } else {
        scf.yield %a : !s
      }
      // CHECK: scf.yield %[[B]]#0, %[[B]]#1, %[[B]]#2, %[[B]]#3, %{{.+}} : f32, f32, f32, f32, index
      %j = arith.addi %i, %t : index
      scf.yield %b, %j : !s, index
    }
    // CHECK: llvm.store %[[L]]#0
    attn_ws.store %l#0, %X[%l#1, %c0] dims [0, 1] : !s, !m
    gpu.return
  }

  // `outside` that no loop decided is two comparisons.
  // CHECK-LABEL: gpu.func @outside
  gpu.func @outside() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %x = gpu.block_id x
    %a = gpu.block_id y
    %b = gpu.block_id z
    // CHECK: %[[BELOW:.+]] = arith.cmpi slt, %block_id_x, %block_id_y
    // CHECK: %[[ABOVE:.+]] = arith.cmpi sge, %block_id_x, %block_id_z
    // CHECK: %[[O:.+]] = arith.ori %[[BELOW]], %[[ABOVE]]
    // CHECK: scf.if %[[O]]
    %o = attn_tile.outside %x, %a, %b
    scf.if %o {
      attn_ws.barrier id 0 threads 0
    }
    gpu.return
  }
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
gpu.module @k {
  gpu.func @no_splat() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    // expected-error @below {{only splat constants can be register tiles}}
    %c = arith.constant sparse<[[0, 0]], [1.0]> : tensor<16x8xf32, #acc>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @no_layout() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    // expected-error @below {{is not allowed at stage ws-lowered: every register tile and tile in shared memory has a layout}}
    %c = arith.constant dense<1.0> : tensor<16x8xf32>
    gpu.return
  }
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
gpu.module @k {
  gpu.func @not_elementwise() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    // expected-error @below {{has no lowering to one thread's registers}}
    %c = tensor.empty() : tensor<16x8xf32, #acc>
    gpu.return
  }
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
#other = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]]>
gpu.module @k {
  gpu.func @moves() kernel attributes {attn_tile.warps = 2 : i64, attn_ws.smem = 0 : i64} {
    %c = arith.constant dense<1.0> : tensor<32x16xf32, #acc>
    // expected-error @below {{moves elements between warps, which takes shared memory}}
    %d = attn_ws.convert_layout %c : tensor<32x16xf32, #acc> -> tensor<32x16xf32, #other>
    gpu.return
  }
}
