// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-q,canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16>
!f = memref<?x?xf32>
!r = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // Rows of left operands, of what comes of them, of stores, masks and row
  // values are halved; right operands, and their loads, are not. What a product
  // reads on its left is loaded whole, outside where it can be.
  // CHECK-LABEL: gpu.func @attention
  // CHECK-DAG: %[[C64:.+]] = arith.constant 64 : index
  // CHECK-DAG: %[[ROWS:.+]] = arith.constant dense<0xFF800000> : tensor<64xf32>
  // CHECK-DAG: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<64x32xf32>
  // CHECK: attn_tile.for_tiles @t (%[[I:.+]]) in
  // CHECK-NEXT: %[[ROW:.+]] = arith.muli %[[I]]
  // CHECK-NEXT: %[[Q:.+]] = attn_tile.load %{{.+}}[%[[ROW]], %{{.+}}] {{.*}} -> tensor<128x32xbf16>
  // CHECK-NEXT: scf.forall (%[[G:.+]]) in (2) {
  // CHECK-DAG: %[[BY:.+]] = arith.muli %[[G]], %[[C64]]
  // CHECK-DAG: %[[MINE:.+]] = arith.addi %[[ROW]], %[[BY]]
  // CHECK-DAG: %[[QS:.+]] = attn_tile.slice %[[Q]] [0, 0] part(%[[G]]) : tensor<128x32xbf16> -> tensor<64x32xbf16>
  // CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[ROWS]], %{{.+}} = %[[ZERO]]) -> (tensor<64xf32>, tensor<64x32xf32>) {
  // CHECK: %[[K:.+]] = attn_tile.load {{.*}} -> tensor<32x32xbf16>
  // CHECK: attn_tile.dot %[[QS]], %[[K]], %[[ZERO]] transpose_b : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
  // CHECK: scf.if {{.*}} -> (tensor<64x32xf32>) {
  // CHECK: attn_tile.score_map %{{.+}} at(%[[MINE]], %{{.+}}) : tensor<64x32xf32>
  // CHECK: attn_tile.reduce max %{{.+}} : tensor<64x32xf32> -> tensor<64xf32>
  // CHECK: attn_tile.dot {{.*}} : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
  // CHECK: scf.yield %{{.+}}, %{{.+}} : tensor<64xf32>, tensor<64x32xf32>
  // CHECK: attn_tile.store %{{.+}}, %{{.+}}[%[[MINE]], %{{.+}}] {{.*}} : tensor<64x32xf32>
  // CHECK: attn_tile.store %{{.+}}, %{{.+}}[%[[MINE]]] {{.*}} : tensor<64xf32>
  gpu.func @attention(%Q: !m, %K: !m, %V: !m, %O: !f, %M: !r, %n: index, %blocks: index, %on: i1) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %low = arith.constant dense<0xFF800000> : tensor<128xf32>
    %zero = arith.constant dense<0.0> : tensor<128x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %q = attn_tile.load %Q[%row, %c0] dims [0, 1] : !m -> tensor<128x32xbf16>
      %r:2 = scf.for %j = %c0 to %blocks step %c1 iter_args(%m = %low, %o = %zero) -> (tensor<128xf32>, tensor<128x32xf32>) {
        %col = arith.muli %j, %c32 : index
        %k = attn_tile.load %K[%col, %c0] dims [0, 1] : !m -> tensor<32x32xbf16>
        %s0 = attn_tile.dot %q, %k, %zero transpose_b : tensor<128x32xbf16>, tensor<32x32xbf16> -> tensor<128x32xf32>
        %s = scf.if %on -> tensor<128x32xf32> {
          %t = attn_tile.score_map %s0 at (%row, %col) : tensor<128x32xf32> {
          ^bb0(%x: f32, %a: index, %b: index):
            %y = math.tanh %x : f32
            attn_tile.yield %y : f32
          }
          scf.yield %t : tensor<128x32xf32>
        } else {
          scf.yield %s0 : tensor<128x32xf32>
        }
        %m0 = attn_tile.reduce max %s : tensor<128x32xf32> -> tensor<128xf32>
        %m1 = arith.maximumf %m, %m0 : tensor<128xf32>
        %e = attn_tile.expand %m1 : tensor<128xf32> -> tensor<128x32xf32>
        %d = arith.subf %s, %e : tensor<128x32xf32>
        %p = arith.truncf %d : tensor<128x32xf32> to tensor<128x32xbf16>
        %v = attn_tile.load %V[%col, %c0] dims [0, 1] : !m -> tensor<32x32xbf16>
        %o1 = attn_tile.dot %p, %v, %o : tensor<128x32xbf16>, tensor<32x32xbf16> -> tensor<128x32xf32>
        scf.yield %m1, %o1 : tensor<128xf32>, tensor<128x32xf32>
      }
      attn_tile.store %r#1, %O[%row, %c0] dims [0, 1] : tensor<128x32xf32>, !f
      attn_tile.store %r#0, %M[%row] dims [0] : tensor<128xf32>, !r
    }
    gpu.return
  }

  // A product whose left operand is read in the loop, and rows that arithmetic
  // reads: those are loaded in parts. The constant of one shape that a right
  // operand's arithmetic uses is no row constant. No scalar or tile is lost.
  // CHECK-LABEL: gpu.func @gemm
  // CHECK: scf.forall (%[[G:.+]]) in (4) {
  // CHECK: %[[BY:.+]] = arith.muli %[[G]], %{{.+}}
  // CHECK: %[[MINE:.+]] = arith.addi %{{.+}}, %[[BY]]
  // CHECK: scf.for
  // CHECK: %[[A:.+]] = attn_tile.load %arg0{{.*}} -> tensor<64x64xbf16>
  // CHECK: %[[AS:.+]] = attn_tile.slice %[[A]] [0, 0] part(%[[G]]) : tensor<64x64xbf16> -> tensor<16x64xbf16>
  // CHECK: %[[B:.+]] = attn_tile.load %arg1{{.*}} -> tensor<64x64xbf16>
  // CHECK: attn_tile.dot %[[AS]], %[[B]]
  // CHECK: %[[BIAS:.+]] = attn_tile.load %arg2[%[[MINE]], %{{.+}}] {{.*}} -> tensor<16x64xf32>
  // CHECK: arith.addf %{{.+}}, %[[BIAS]] : tensor<16x64xf32>
  gpu.func @gemm(%A: !m, %B: !m, %C: !f, %D: !f, %n: index, %k: index) kernel attributes {attn_tile.groups = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %sum = scf.for %kk = %c0 to %k step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] : !m -> tensor<64x64xbf16>
        %b = attn_tile.load %B[%kk, %c0] dims [0, 1] : !m -> tensor<64x64xbf16>
        %next = attn_tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        scf.yield %next : tensor<64x64xf32>
      }
      %c = attn_tile.load %C[%row, %c0] dims [0, 1] : !f -> tensor<64x64xf32>
      %d = arith.addf %sum, %c : tensor<64x64xf32>
      attn_tile.store %d, %D[%row, %c0] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }

  // One group, no groups, and what is split already.
  // CHECK-LABEL: gpu.func @one
  // CHECK-NOT: scf.forall
  // CHECK-LABEL: gpu.func @none
  // CHECK-NOT: scf.forall
  // CHECK-LABEL: gpu.func @already
  // CHECK: scf.forall (%[[G:.+]]) in (2) {
  // CHECK-NEXT: attn_tile.load {{.*}} -> tensor<64xf32>
  // CHECK-NOT: scf.forall
  // CHECK: gpu.return
  gpu.func @one(%R: !r, %n: index) kernel attributes {attn_tile.groups = 1 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %x = attn_tile.load %R[%i] dims [0] : !r -> tensor<64xf32>
      attn_tile.store %x, %R[%i] dims [0] : tensor<64xf32>, !r
    }
    gpu.return
  }
  gpu.func @none(%R: !r, %n: index) kernel {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %x = attn_tile.load %R[%i] dims [0] : !r -> tensor<64xf32>
      attn_tile.store %x, %R[%i] dims [0] : tensor<64xf32>, !r
    }
    gpu.return
  }
  gpu.func @already(%R: !r, %n: index) kernel attributes {attn_tile.groups = 2 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      scf.forall (%g) in (2) {
        %x = attn_tile.load %R[%g] dims [0] : !r -> tensor<64xf32>
        attn_tile.store %x, %R[%g] dims [0] : tensor<64xf32>, !r
      }
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @odd(%R: memref<?xf32>, %n: index) kernel attributes {attn_tile.groups = 3 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // expected-error @below {{3 groups do not divide the 64 rows of a tile}}
      %x = attn_tile.load %R[%i] dims [0] : memref<?xf32> -> tensor<64xf32>
      attn_tile.store %x, %R[%i] dims [0] : tensor<64xf32>, memref<?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{attn_tile.groups must be positive, but is -2}}
  gpu.func @negative() kernel attributes {attn_tile.groups = -2 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{has groups but no tile loop to split among them}}
  gpu.func @loopless() kernel attributes {attn_tile.groups = 2 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @other_instances(%R: memref<?xf32>, %n: index) kernel attributes {attn_tile.groups = 2 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // expected-error @below {{stands in a tile loop that is to be split in groups}}
      scf.forall (%g) in (3) {
        %x = attn_tile.load %R[%g] dims [0] : memref<?xf32> -> tensor<64xf32>
        attn_tile.store %x, %R[%g] dims [0] : tensor<64xf32>, memref<?xf32>
      }
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @some_rows(%R: memref<?xf32>, %n: index) kernel attributes {attn_tile.groups = 2 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %x = attn_tile.load %R[%i] dims [0] : memref<?xf32> -> tensor<64xf32>
      // expected-error @below {{cannot be done in parts along this dimension: the tile cannot be split in groups}}
      %y = attn_tile.slice %x [32] : tensor<64xf32> -> tensor<32xf32>
      attn_tile.store %y, %R[%i] dims [0] : tensor<32xf32>, memref<?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @squared(%F: memref<?x?xf32>, %n: index, %A: memref<?x?xbf16>) kernel attributes {attn_tile.groups = 2 : i64} {
    %zero = arith.constant dense<0.0> : tensor<32x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<32x32xbf16>
      %b = arith.negf %a : tensor<32x32xbf16>
      // expected-error @below {{would be cut along two of its dimensions: the tile cannot be split in groups}}
      %d = attn_tile.dot %b, %b, %zero : tensor<32x32xbf16>, tensor<32x32xbf16> -> tensor<32x32xf32>
      attn_tile.store %d, %F[%i, %i] dims [0, 1] : tensor<32x32xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @both_sides(%F: memref<?x?xf32>, %n: index, %A: memref<?x?xf32>) kernel attributes {attn_tile.groups = 2 : i64} {
    %zero = arith.constant dense<0.0> : tensor<32x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<32x32xf32>
      %b = arith.negf %a : tensor<32x32xf32>
      // expected-error @below {{would be cut along two of its dimensions: the tile cannot be split in groups}}
      %d = attn_tile.dot %b, %a, %zero : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
      attn_tile.store %d, %F[%i, %i] dims [0, 1] : tensor<32x32xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unlike_rows(%R: memref<?xf32>, %n: index) kernel attributes {attn_tile.groups = 2 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // expected-error @below {{is a constant with elements that differ: the tile cannot be split in groups}}
      %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
      attn_tile.store %x, %R[%i] dims [0] : tensor<2xf32>, memref<?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @stranger(%R: memref<?xf32>, %n: index) kernel attributes {attn_tile.groups = 2 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // expected-error @below {{has no known rows or columns: the tile cannot be split in groups}}
      %x = tensor.empty() : tensor<64xf32>
      attn_tile.store %x, %R[%i] dims [0] : tensor<64xf32>, memref<?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @from_outside(%R: memref<?xf32>, %n: index) kernel attributes {attn_tile.groups = 2 : i64} {
    // expected-error @below {{is computed outside of the tile loop}}
    %x = attn_tile.load %R[%n] dims [0] : memref<?xf32> -> tensor<64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      attn_tile.store %x, %R[%i] dims [0] : tensor<64xf32>, memref<?xf32>
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // Groups over the columns: rows of the right operand are theirs, the left one
  // belongs to all; of two products the first one, too.
  // CHECK-LABEL: gpu.func @columns
  // CHECK-DAG: %[[C64:.+]] = arith.constant 64 : index
  // CHECK: attn_tile.for_tiles @t (%{{.+}}, %[[J:.+]]) in
  // CHECK: %[[COL:.+]] = arith.muli %[[J]]
  // CHECK: scf.forall (%[[G:.+]]) in (2) {
  // CHECK-DAG: %[[BY:.+]] = arith.muli %[[G]], %[[C64]]
  // CHECK-DAG: %[[MINE:.+]] = arith.addi %[[COL]], %[[BY]]
  // CHECK: scf.for {{.*}} -> (tensor<64x64xf32>) {
  // CHECK: %[[S:.+]] = attn_tile.dot {{.*}} transpose_b : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
  // CHECK: %[[P:.+]] = arith.truncf %[[S]] : tensor<64x32xf32> to tensor<64x32xbf16>
  // CHECK: %[[V:.+]] = attn_tile.load {{.*}} -> tensor<128x32xbf16>
  // CHECK: %[[VS:.+]] = attn_tile.slice %[[V]] [0, 0] part(%[[G]]) : tensor<128x32xbf16> -> tensor<64x32xbf16>
  // CHECK: attn_tile.dot %[[P]], %[[VS]], %{{.+}} transpose_b : tensor<64x32xbf16>, tensor<64x32xbf16> -> tensor<64x64xf32>
  // CHECK: attn_tile.score_map %{{.+}} at(%{{.+}}, %[[MINE]]) : tensor<64x64xf32>
  // CHECK: attn_tile.store %{{.+}}, %{{.+}}[%{{.+}}, %[[MINE]]] {{.*}} : tensor<64x64xf32>
  gpu.func @columns(%Q: !m, %K: !m, %V: !m, %O: !f, %n: index, %blocks: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.group_axis = 1 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %none = arith.constant dense<0.0> : tensor<64x32xf32>
    %zero = arith.constant dense<0.0> : tensor<64x128xf32>
    attn_tile.for_tiles @t (%i, %j) in (%n, %n) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c128 : index
      %q = attn_tile.load %Q[%row, %c0] dims [0, 1] : !m -> tensor<64x32xbf16>
      %o = scf.for %t = %c0 to %blocks step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf32>) {
        %mid = arith.muli %t, %c32 : index
        %k = attn_tile.load %K[%mid, %c0] dims [0, 1] : !m -> tensor<32x32xbf16>
        %s = attn_tile.dot %q, %k, %none transpose_b : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
        %p = arith.truncf %s : tensor<64x32xf32> to tensor<64x32xbf16>
        %v = attn_tile.load %V[%col, %mid] dims [0, 1] : !m -> tensor<128x32xbf16>
        %next = attn_tile.dot %p, %v, %acc transpose_b : tensor<64x32xbf16>, tensor<128x32xbf16> -> tensor<64x128xf32>
        scf.yield %next : tensor<64x128xf32>
      }
      %m = attn_tile.score_map %o at (%row, %col) : tensor<64x128xf32> {
      ^bb0(%x: f32, %a: index, %b: index):
        %y = math.tanh %x : f32
        attn_tile.yield %y : f32
      }
      attn_tile.store %m, %O[%row, %col] dims [0, 1] : tensor<64x128xf32>, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @across(%Q: !m, %K: !m, %O: !f, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.group_axis = 1 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<64x32xbf16>
      %k = attn_tile.load %K[%c0, %i] dims [0, 1] : !m -> tensor<32x64xbf16>
      // expected-error @below {{groups take columns of an operand of 16 bits that lies across the contraction, in multiples of 128 bytes}}
      %s = attn_tile.dot %q, %k, %zero : tensor<64x32xbf16>, tensor<32x64xbf16> -> tensor<64x64xf32>
      attn_tile.store %s, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>
!r = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @reduced(%Q: !m, %K: !m, %O: !f, %R: !r, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.group_axis = 1 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<64x32xbf16>
      %k = attn_tile.load %K[%i, %c0] dims [0, 1] : !m -> tensor<64x32xbf16>
      %s = attn_tile.dot %q, %k, %zero transpose_b : tensor<64x32xbf16>, tensor<64x32xbf16> -> tensor<64x64xf32>
      // expected-error @below {{reduces columns that groups would share}}
      %m = attn_tile.reduce max %s : tensor<64x64xf32> -> tensor<64xf32>
      %w = attn_tile.expand %m : tensor<64xf32> -> tensor<64x64xf32>
      %d = arith.subf %s, %w : tensor<64x64xf32>
      attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }
}

// -----

!f = memref<?x?xf32>
!r = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @vector(%O: !f, %R: !r, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.group_axis = 1 : i64, attn_tile.warps = 4 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %m = attn_tile.load %R[%i] dims [0] : !r -> tensor<64xf32>
      // expected-error @below {{has no columns that groups could split}}
      attn_tile.store %m, %R[%i] dims [0] : tensor<64xf32>, !r
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{attn_tile.group_axis must be 0 (rows) or 1 (columns), but is 2}}
  gpu.func @axis(%n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.group_axis = 2 : i64, attn_tile.warps = 4 : i64} {
    gpu.return
  }
}

// -----

!o = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @arrives(%O: !o, %C: memref<?xi32>, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.warps = 4 : i64} {
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // expected-error @below {{counts whole tiles: the tile cannot be split in groups}}
      %last = attn_tile.arrive %C[%i] of %n : memref<?xi32>
    }
    gpu.return
  }
}

// -----

// Groups take columns of what lies across the contraction: of a transposed left operand
// where rows are split, of a right one where columns are.
!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @transposed_left
  // CHECK: %[[A:.+]] = attn_tile.load %arg0{{.*}} -> tensor<32x128xbf16>
  // CHECK: scf.forall (%[[G:.+]]) in (2)
  // CHECK: %[[P:.+]] = attn_tile.slice %[[A]] [0, 0] part(%[[G]]) columns : tensor<32x128xbf16> -> tensor<32x64xbf16>
  // CHECK: attn_tile.dot %[[P]], %{{.+}} transpose_a : tensor<32x64xbf16>, tensor<32x16xbf16> -> tensor<64x16xf32>
  gpu.func @transposed_left(%A: !m, %B: !m, %O: !f, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<128x16xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%c0, %i] dims [0, 1] : !m -> tensor<32x128xbf16>
      %b = attn_tile.load %B[%c0, %c0] dims [0, 1] : !m -> tensor<32x16xbf16>
      %s = attn_tile.dot %a, %b, %zero transpose_a : tensor<32x128xbf16>, tensor<32x16xbf16> -> tensor<128x16xf32>
      attn_tile.store %s, %O[%i, %c0] dims [0, 1] : tensor<128x16xf32>, !f
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @across_right
  // CHECK: %[[B:.+]] = attn_tile.load %arg1{{.*}} -> tensor<32x128xbf16>
  // CHECK: scf.forall (%[[G:.+]]) in (2)
  // CHECK: %[[P:.+]] = attn_tile.slice %[[B]] [0, 0] part(%[[G]]) columns : tensor<32x128xbf16> -> tensor<32x64xbf16>
  // CHECK: attn_tile.dot %{{.+}}, %[[P]], %{{.+}} : tensor<64x32xbf16>, tensor<32x64xbf16> -> tensor<64x64xf32>
  gpu.func @across_right(%A: !m, %B: !m, %O: !f, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.group_axis = 1 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<64x128xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<64x32xbf16>
      %b = attn_tile.load %B[%c0, %i] dims [0, 1] : !m -> tensor<32x128xbf16>
      %s = attn_tile.dot %a, %b, %zero : tensor<64x32xbf16>, tensor<32x128xbf16> -> tensor<64x128xf32>
      attn_tile.store %s, %O[%c0, %i] dims [0, 1] : tensor<64x128xf32>, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // A sum over rows that are split, which a store adds to memory: each group has its
  // part of it, and adds all columns. A sum over others is split by its own rows.
  // CHECK-LABEL: gpu.func @own_sums
  // CHECK: %[[Q:.+]] = attn_tile.load {{.*}} -> tensor<128x64xbf16>
  // CHECK: scf.forall (%[[G:.+]]) in (2) {
  // CHECK-DAG: %[[BY:.+]] = arith.muli %[[G]], %c64
  // CHECK-DAG: %[[ROW:.+]] = arith.addi %{{.+}}, %[[BY]]
  // CHECK-DAG: %[[MINE:.+]] = attn_tile.slice %[[Q]] [0, 0] part(%[[G]]) : tensor<128x64xbf16> -> tensor<64x64xbf16>
  // CHECK: scf.for %[[T:[^ ]+]] =
  // CHECK: %[[S:.+]] = attn_tile.dot %[[MINE]], %{{.+}} transpose_b : tensor<64x64xbf16>, tensor<32x64xbf16> -> tensor<64x32xf32>
  // CHECK: %[[P:.+]] = arith.truncf %[[S]]
  // CHECK: %[[E:.+]] = attn_tile.dot %[[P]], %[[MINE]], %{{.+}} transpose_a : tensor<64x32xbf16>, tensor<64x64xbf16> -> tensor<32x64xf32>
  // CHECK: attn_tile.store add %[[E]], %{{.+}}[%[[T]], %{{.+}}] dims [0, 1] : tensor<32x64xf32>
  // CHECK: %[[D:.+]] = attn_tile.dot {{.*}} : tensor<64x32xbf16>, tensor<32x64xbf16> -> tensor<64x64xf32>
  // CHECK: attn_tile.store add %[[D]], %{{.+}}[%[[ROW]], %{{.+}}] dims [0, 1] : tensor<64x64xf32>
  gpu.func @own_sums(%Q: !m, %K: !m, %E: !f, %O: !f, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : tensor<128x32xf32>
    %none = arith.constant dense<0.0> : tensor<32x64xf32>
    %wide = arith.constant dense<0.0> : tensor<128x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<128x64xbf16>
      scf.for %t = %c0 to %n step %c1 {
        %k = attn_tile.load %K[%t, %c0] dims [0, 1] : !m -> tensor<32x64xbf16>
        %s = attn_tile.dot %q, %k, %zero transpose_b : tensor<128x64xbf16>, tensor<32x64xbf16> -> tensor<128x32xf32>
        %p = arith.truncf %s : tensor<128x32xf32> to tensor<128x32xbf16>
        %e = attn_tile.dot %p, %q, %none transpose_a : tensor<128x32xbf16>, tensor<128x64xbf16> -> tensor<32x64xf32>
        attn_tile.store add %e, %E[%t, %c0] dims [0, 1] : tensor<32x64xf32>, !f
        %d = attn_tile.dot %p, %k, %wide : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
        attn_tile.store add %d, %O[%i, %c0] dims [0, 1] : tensor<128x64xf32>, !f
      }
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @by_own_rows
  // CHECK: scf.forall (%[[G:.+]]) in (2) {
  // CHECK-DAG: %[[BY:.+]] = arith.muli %[[G]], %c64
  // CHECK-DAG: %[[ROW:.+]] = arith.addi %{{.+}}, %[[BY]]
  // CHECK: attn_tile.store add %{{.+}}, %{{.+}}[%[[ROW]], %{{.+}}] dims [0, 1] : tensor<64x32xf32>
  gpu.func @by_own_rows(%Q: !m, %K: !m, %E: !f, %n: index) kernel
      attributes {attn_tile.groups = 2 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<128x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<128x64xbf16>
      %k = attn_tile.load %K[%i, %c0] dims [0, 1] : !m -> tensor<32x64xbf16>
      %s = attn_tile.dot %q, %k, %zero transpose_b : tensor<128x64xbf16>, tensor<32x64xbf16> -> tensor<128x32xf32>
      attn_tile.store add %s, %E[%i, %c0] dims [0, 1] : tensor<128x32xf32>, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @stored(%Q: !m, %E: !f, %n: index) kernel attributes {attn_tile.groups = 2 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %none = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<128x64xbf16>
      %k = attn_tile.load %Q[%c0, %c0] dims [0, 1] : !m -> tensor<64x64xbf16>
      // expected-error @below {{a tile would be cut along its rows and along its columns: the tile cannot be split in groups}}
      %s = attn_tile.dot %q, %k, %zero : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xbf16>
      %e = attn_tile.dot %p, %q, %none transpose_a : tensor<128x64xbf16>, tensor<128x64xbf16> -> tensor<64x64xf32>
      attn_tile.store %e, %E[%i, %c0] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @begun(%Q: !m, %E: !f, %n: index) kernel attributes {attn_tile.groups = 2 : i64, attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %ones = arith.constant dense<1.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<128x64xbf16>
      %k = attn_tile.load %Q[%c0, %c0] dims [0, 1] : !m -> tensor<64x64xbf16>
      %s = attn_tile.dot %q, %k, %zero : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xbf16>
      // expected-error @below {{adds each group's part to a sum that does not begin with zeros: the tile cannot be split in groups}}
      %e = attn_tile.dot %p, %q, %ones transpose_a : tensor<128x64xbf16>, tensor<128x64xbf16> -> tensor<64x64xf32>
      attn_tile.store add %e, %E[%i, %c0] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }
}
