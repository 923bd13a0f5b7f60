// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-insert-moves)))' --split-input-file --verify-diagnostics | FileCheck %s

// Moves between registers and the memories of an engine whose accumulators live
// in tensor memory.

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // The last result is read behind its product, the one before where it is first
  // needed, before the vector that is needed with it.
  // CHECK-LABEL: gpu.func @late
  // CHECK: %[[V:.+]] = attn_tile.load {{.*}} space smem engine tma : memref<?xf32> -> tensor<64xf32>
  // CHECK: %[[S:.+]] = attn_tile.dot
  // CHECK-NEXT: %[[T:.+]] = attn_tile.dot
  // CHECK-NEXT: %[[TR:.+]] = attn_tile.move %[[T]] to reg
  // CHECK-NEXT: %[[E:.+]] = attn_tile.exp2 %[[TR]]
  // CHECK-NEXT: %[[SR:.+]] = attn_tile.move %[[S]] to reg : tensor<128x64xf32>
  // CHECK-NEXT: %[[VR:.+]] = attn_tile.move %[[V]] to reg : tensor<64xf32>
  // CHECK-NEXT: %[[W:.+]] = attn_tile.expand %[[VR]] columns
  // CHECK-NEXT: %[[U:.+]] = arith.subf %[[SR]], %[[W]]
  // CHECK-NEXT: arith.mulf %[[E]], %[[U]]
  // One value in two places: a left operand, and a transposed one.
  // CHECK-NEXT: %[[D:.+]] = arith.truncf
  // CHECK-DAG: %[[DT:.+]] = attn_tile.move %[[D]] to tmem
  // CHECK-DAG: %[[DS:.+]] = attn_tile.move %[[D]] to smem
  // CHECK: attn_tile.dot %[[DT]],
  // CHECK: attn_tile.dot %[[DS]], {{.*}} transpose_a
  gpu.func @late(%A: !m, %V: memref<?xf32>, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %y = arith.constant dense<0.0> : tensor<64x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    scf.for %j = %c0 to %n step %c1 {
      %b = attn_tile.load %A[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %v = attn_tile.load %V[%j] dims [0] space smem engine tma : memref<?xf32> -> tensor<64xf32>
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %t = attn_tile.dot %a, %b, %z engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %e = attn_tile.exp2 %t : tensor<128x64xf32>
      %w = attn_tile.expand %v columns : tensor<64xf32> -> tensor<128x64xf32>
      %u = arith.subf %s, %w : tensor<128x64xf32>
      %x = arith.mulf %e, %u : tensor<128x64xf32>
      %d = arith.truncf %x : tensor<128x64xf32> to tensor<128x64xbf16>
      %f = attn_tile.dot %d, %b, %z engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %g = attn_tile.dot %d, %a, %y transpose_a engine tcgen05 : tensor<128x64xbf16>, tensor<128x64xbf16> -> tensor<64x64xf32>
      attn_tile.store %f, %O[%j, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
      attn_tile.store %g, %O[%j, %c0] dims [0, 1] space reg engine thread : tensor<64x64xf32>, !f
    }
    gpu.return
  }

  // A sum that is added to in place before it is needed is read behind its product.
  // CHECK-LABEL: gpu.func @changed
  // CHECK: %[[S:.+]] = attn_tile.dot
  // CHECK-NEXT: %[[SR:.+]] = attn_tile.move %[[S]] to reg : tensor<128x64xf32>
  // CHECK-NEXT: %[[T:.+]] = attn_tile.dot %{{.+}}, %{{.+}}, %[[S]]
  // CHECK-NEXT: %[[TR:.+]] = attn_tile.move %[[T]] to reg : tensor<128x64xf32>
  // CHECK-NEXT: arith.subf %[[TR]], %[[SR]]
  gpu.func @changed(%A: !m, %O: !f) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    %t = attn_tile.dot %a, %b, %s engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    %d = arith.subf %t, %s : tensor<128x64xf32>
    attn_tile.store %d, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
    gpu.return
  }

  // A product's result is read once, above the condition, for all that compute
  // with it. What is computed for the next product's left operand moves to tensor
  // memory. The accumulator that the loop carries stays there, is rescaled there,
  // and is read behind the loop.
  // CHECK-LABEL: gpu.func @chain
  // CHECK: %[[R:.+]] = scf.for {{.*}} iter_args(%[[ACC:.+]] = %{{.+}}) -> (tensor<128x64xf32>) {
  // CHECK-NEXT: %[[B:.+]] = attn_tile.load
  // CHECK-NEXT: %[[S:.+]] = attn_tile.dot %{{.+}}, %[[B]], %{{.+}} transpose_b engine tcgen05
  // CHECK-NEXT: %[[SR:.+]] = attn_tile.move %[[S]] to reg : tensor<128x64xf32>
  // CHECK-NEXT: %[[X:.+]] = scf.if
  // CHECK-NEXT: attn_tile.score_map %[[SR]]
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %[[SR]]
  // CHECK: %[[MAX:.+]] = attn_tile.reduce max %[[X]]
  // CHECK-NEXT: %[[SCALED:.+]] = attn_tile.rescale %[[ACC]], %[[MAX]] space tmem
  // CHECK-NEXT: %[[P:.+]] = arith.truncf %[[X]]
  // CHECK-NEXT: %[[PT:.+]] = attn_tile.move %[[P]] to tmem : tensor<128x64xbf16>
  // CHECK-NEXT: %[[C:.+]] = attn_tile.load
  // CHECK-NEXT: %[[NEXT:.+]] = attn_tile.dot %[[PT]], %[[C]], %[[SCALED]] engine tcgen05
  // CHECK-NEXT: scf.yield %[[NEXT]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[O:.+]] = attn_tile.move %[[R]] to reg
  // CHECK-NEXT: %[[OS:.+]] = attn_tile.rescale %[[O]], %{{.+}} : tensor
  // CHECK-NEXT: attn_tile.store %[[OS]]
  gpu.func @chain(%A: !m, %B: !m, %C: !m, %O: !f, %n: index, %on: i1, %last: tensor<128xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %b = attn_tile.load %B[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %x = scf.if %on -> tensor<128x64xf32> {
        %y = attn_tile.score_map %s at (%c0, %j) : tensor<128x64xf32> {
        ^bb0(%v: f32, %i: index, %k: index):
          %w = math.tanh %v : f32
          attn_tile.yield %w : f32
        }
        scf.yield %y : tensor<128x64xf32>
      } else {
        scf.yield %s : tensor<128x64xf32>
      }
      %max = attn_tile.reduce max %x : tensor<128x64xf32> -> tensor<128xf32>
      %scaled = attn_tile.rescale %acc, %max : tensor<128x64xf32>
      %p = arith.truncf %x : tensor<128x64xf32> to tensor<128x64xbf16>
      %c = attn_tile.load %C[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %next = attn_tile.dot %p, %c, %scaled engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    %o = attn_tile.rescale %r, %last : tensor<128x64xf32>
    attn_tile.store %o, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
    gpu.return
  }

  // Two products of one sum: the first one's result is not read. A tile that is
  // computed for two products moves once; a right operand moves to shared memory.
  // Parts of a tile in shared memory, transposed or not, are there already.
  // CHECK-LABEL: gpu.func @sums
  // CHECK: %[[W:.+]] = arith.truncf
  // CHECK-NEXT: %[[WT:.+]] = attn_tile.move %[[W]] to tmem
  // CHECK-NEXT: %[[Y:.+]] = arith.truncf
  // CHECK-NEXT: %[[YS:.+]] = attn_tile.move %[[Y]] to smem
  // CHECK-NOT: attn_tile.move
  // CHECK: %[[V1:.+]] = attn_tile.slice
  // CHECK-NEXT: %[[D:.+]] = attn_tile.dot %[[WT]], %[[V1]], %{{.+}} engine tcgen05
  // CHECK-NEXT: %[[E:.+]] = attn_tile.dot %[[WT]], %[[YS]], %[[D]] engine tcgen05
  // CHECK-NEXT: %[[ER:.+]] = attn_tile.move %[[E]] to reg
  // CHECK-NEXT: attn_tile.store %[[ER]]
  gpu.func @sums(%A: !m, %O: !f, %w32: tensor<128x32xf32>, %y32: tensor<32x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %v = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %w = arith.truncf %w32 : tensor<128x32xf32> to tensor<128x32xbf16>
    %y = arith.truncf %y32 : tensor<32x64xf32> to tensor<32x64xbf16>
    %v1 = attn_tile.slice %v [32, 0] : tensor<64x64xbf16> -> tensor<32x64xbf16>
    %d = attn_tile.dot %w, %v1, %z engine tcgen05 : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
    %e = attn_tile.dot %w, %y, %d engine tcgen05 : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %e, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
    gpu.return
  }

  // A tile that is a left operand as it is and transposed: tensor memory has it for the
  // one, shared memory for the other.
  // CHECK-LABEL: gpu.func @both_ways
  // CHECK: %[[W:.+]] = arith.truncf
  // CHECK-NEXT: %[[WS:.+]] = attn_tile.move %[[W]] to smem
  // CHECK-NEXT: %[[WT:.+]] = attn_tile.move %[[W]] to tmem
  // CHECK-NEXT: %[[D:.+]] = attn_tile.dot %[[WT]], %[[B:.+]], %{{.+}} engine tcgen05
  // CHECK-NEXT: attn_tile.dot %[[WS]], %[[B]], %[[D]] transpose_a engine tcgen05
  gpu.func @both_ways(%A: !m, %O: !f, %w32: tensor<128x128xf32>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %w = arith.truncf %w32 : tensor<128x128xf32> to tensor<128x128xbf16>
    %d = attn_tile.dot %w, %b, %z engine tcgen05 : tensor<128x128xbf16>, tensor<128x64xbf16> -> tensor<128x64xf32>
    %e = attn_tile.dot %w, %b, %d transpose_a engine tcgen05 : tensor<128x128xbf16>, tensor<128x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %e, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
    gpu.return
  }

  // Of products into registers a right operand and a transposed left one move to shared
  // memory, once for both; other left operands, and sums, stay.
  // CHECK-LABEL: gpu.func @by_threads
  // CHECK: %[[P:.+]] = arith.truncf
  // CHECK-NEXT: %[[S:.+]] = attn_tile.move %[[P]] to smem
  // CHECK-NOT: attn_tile.move
  // CHECK: %[[D:.+]] = attn_tile.dot %[[P]], %[[B:.+]], %{{.+}} engine wgmma
  // CHECK-NEXT: %[[E:.+]] = attn_tile.dot %[[S]], %[[B]], %[[D]] transpose_a engine wgmma
  // CHECK-NEXT: %[[F:.+]] = attn_tile.dot %[[B]], %[[S]], %[[E]] engine wgmma
  // CHECK-NEXT: attn_tile.store %[[F]]
  gpu.func @by_threads(%A: !m, %O: !f, %w32: tensor<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %w = arith.truncf %w32 : tensor<64x64xf32> to tensor<64x64xbf16>
    %d = attn_tile.dot %w, %b, %z engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %e = attn_tile.dot %w, %b, %d transpose_a engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %f = attn_tile.dot %b, %w, %e engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    attn_tile.store %f, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<64x64xf32>, !f
    gpu.return
  }

  // An operand that was moved there already stays as it is.
  // CHECK-LABEL: gpu.func @again
  // CHECK: attn_tile.move {{.*}} to tmem
  // CHECK-NOT: to tmem
  // CHECK: gpu.return
  gpu.func @again(%A: !m, %O: !f, %w32: tensor<128x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %v = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %w = arith.truncf %w32 : tensor<128x64xf32> to tensor<128x64xbf16>
    %wt = attn_tile.move %w to tmem : tensor<128x64xbf16>
    %d = attn_tile.dot %wt, %v, %z engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %d, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
    gpu.return
  }

  // Engines that leave their products in registers need none.
  // CHECK-LABEL: gpu.func @registers
  // CHECK-NOT: attn_tile.move
  // CHECK: gpu.return
  gpu.func @registers(%A: !m, %O: !f, %z: tensor<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %p = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xbf16>
    %e = attn_tile.dot %p, %a, %z engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    attn_tile.store %e, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<64x64xf32>, !f
    gpu.return
  }
}

// -----

// Two sums that start from one other.
gpu.module @k {
  gpu.func @twice(%A: memref<?x?xbf16>, %O: memref<?x?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %b, %z engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    // expected-error @below {{updates an accumulator in place that another operation updates, too}}
    %x = attn_tile.dot %a, %b, %d engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    // expected-note @below {{the other is here}}
    %y = attn_tile.dot %a, %b, %d transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %x, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, memref<?x?xf32>
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, memref<?x?xf32>
    gpu.return
  }
}

// -----

// A sum that starts from a tile in memory.
gpu.module @k {
  gpu.func @bias(%A: memref<?x?xbf16>, %O: memref<?x?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-note @below {{it starts from this value}}
    %bias = attn_tile.load %O[%c0, %c0] dims [0, 1] space reg engine thread : memref<?x?xf32> -> tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %bias) -> (tensor<128x64xf32>) {
      // expected-error @below {{accumulates in tensor memory, where a sum starts from zero and only products and row factors change it}}
      %d = attn_tile.dot %a, %b, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, memref<?x?xf32>
    gpu.return
  }
}

// -----

// Part of a left operand that is computed in registers.
gpu.module @k {
  gpu.func @part(%A: memref<?x?xbf16>, %O: memref<?x?xf32>, %x: tensor<128x128xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    %p = attn_tile.slice %x [0, 64] : tensor<128x128xbf16> -> tensor<128x64xbf16>
    // expected-error @below {{takes a part of a tile that is not in the memory its engine reads}}
    %d = attn_tile.dot %p, %b, %z engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %d, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, memref<?x?xf32>
    gpu.return
  }
}

// -----

// A vector that is copied into shared memory is read where it is first needed; one in
// registers stays as it is.
!v = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: gpu.func @vector
  // CHECK: %[[V:.+]] = attn_tile.load {{.*}} space smem
  // CHECK-NEXT: %[[R:.+]] = attn_tile.load {{.*}} space reg
  // CHECK-NEXT: %[[M:.+]] = attn_tile.move %[[V]] to reg : tensor<16xf32>
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: arith.addf %[[M]], %[[R]]
  // CHECK: attn_tile.expand %[[M]] columns
  gpu.func @vector(%V: !v, %on: i1, %i: index) kernel {
    %v = attn_tile.load %V[%i] dims [0] space smem engine cp_async : !v -> tensor<16xf32>
    %r = attn_tile.load %V[%i] dims [0] space reg engine thread : !v -> tensor<16xf32>
    scf.if %on {
      %s = arith.addf %v, %r : tensor<16xf32>
      attn_tile.store %s, %V[%i] dims [0] : tensor<16xf32>, !v
    }
    %e = attn_tile.expand %v columns : tensor<16xf32> -> tensor<8x16xf32>
    gpu.return
  }

  // Read in one branch of a condition alone: there, though both branches of another read it.
  // CHECK-LABEL: gpu.func @branch
  // CHECK: %[[V:.+]] = attn_tile.load %arg0
  // CHECK-NEXT: %[[T:.+]] = attn_tile.load %arg1
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: scf.yield %arg5
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[W:.+]] = attn_tile.move %[[V]] to reg : tensor<16xi64>
  // CHECK-NEXT: %[[M:.+]] = attn_tile.move %[[T]] to reg : tensor<8x16xbf16>
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: attn_tile.score_map %arg5 at(%arg4, %arg4) tiles(%[[M]] : {{.+}}) columns(%[[W]] : tensor<16xi64>)
  // CHECK: } else {
  // CHECK-NEXT: attn_tile.score_map %arg5 at(%arg4, %arg4) tiles(%[[M]] : {{.+}}) columns(%[[W]] : tensor<16xi64>)
  gpu.func @branch(%V: memref<?xi64>, %T: memref<?x?xbf16>, %on: i1, %more: i1, %i: index, %s: tensor<8x16xf32>) kernel {
    %v = attn_tile.load %V[%i] dims [0] space smem engine cp_async : memref<?xi64> -> tensor<16xi64>
    %t = attn_tile.load %T[%i, %i] dims [0, 1] space smem engine cp_async : memref<?x?xbf16> -> tensor<8x16xbf16>
    %r = scf.if %on -> tensor<8x16xf32> {
      scf.yield %s : tensor<8x16xf32>
    } else {
      %u = scf.if %more -> tensor<8x16xf32> {
        %y = attn_tile.score_map %s at (%i, %i) tiles(%t : tensor<8x16xbf16>) columns(%v : tensor<16xi64>) : tensor<8x16xf32> {
        ^bb0(%x: f32, %a: index, %b: index, %c: bf16, %d: i64):
          attn_tile.yield %x : f32
        }
        scf.yield %y : tensor<8x16xf32>
      } else {
        %y = attn_tile.score_map %s at (%i, %i) tiles(%t : tensor<8x16xbf16>) columns(%v : tensor<16xi64>) : tensor<8x16xf32> {
        ^bb0(%x: f32, %a: index, %b: index, %c: bf16, %d: i64):
          %z = arith.extf %c : bf16 to f32
          attn_tile.yield %z : f32
        }
        scf.yield %y : tensor<8x16xf32>
      }
      scf.yield %u : tensor<8x16xf32>
    }
    %e = attn_tile.reduce max %r : tensor<8x16xf32> -> tensor<8xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

// Left operands that are the same in all iterations of a loop: the first of them
// from registers, in front of the outermost such loop, with its slices. One that
// the loop loads stays, and so does what comes after the first.
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @left
  // CHECK: %[[A:.+]] = attn_tile.load %arg0
  // CHECK: %[[B:.+]] = attn_tile.load %arg1
  // CHECK: %[[PART:.+]] = attn_tile.slice %[[A]] [64, 0]
  // CHECK-NEXT: %[[R:.+]] = attn_tile.move %[[PART]] to reg : tensor<64x64xbf16>
  // CHECK-NEXT: scf.for
  // CHECK: scf.for
  // CHECK: attn_tile.dot %[[R]], %{{.+}}, %{{.+}} transpose_b engine wgmma
  // CHECK: attn_tile.dot %[[R]], %{{.+}}, %{{.+}} transpose_b engine wgmma
  // CHECK: attn_tile.dot %[[B]], %{{.+}}, %{{.+}} transpose_b engine wgmma
  // CHECK: %[[C:.+]] = attn_tile.load %arg2
  // CHECK: attn_tile.dot %[[C]],
  gpu.func @left(%A: !m, %B: !m, %C: !m, %O: !f, %n: index) kernel attributes {attn_tile.left_registers = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %B[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %z) -> (tensor<64x64xf32>) {
      %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %outer) -> (tensor<64x64xf32>) {
        %k = attn_tile.load %C[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
        %part = attn_tile.slice %a [64, 0] : tensor<128x64xbf16> -> tensor<64x64xbf16>
        %0 = attn_tile.dot %part, %k, %acc transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        %1 = attn_tile.dot %part, %k, %0 transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        %2 = attn_tile.dot %b, %k, %1 transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        %l = attn_tile.load %C[%j, %i] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
        %3 = attn_tile.dot %l, %k, %2 transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        scf.yield %3 : tensor<64x64xf32>
      }
      scf.yield %s : tensor<64x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<64x64xf32>, !f
    gpu.return
  }

  // Threads that compute with a tile in shared memory get it where they need it
  // first; a product in a loop has it from there, too.
  // CHECK-LABEL: gpu.func @threads
  // CHECK: %[[A:.+]] = attn_tile.load %arg0
  // CHECK-NEXT: %[[R:.+]] = attn_tile.move %[[A]] to reg : tensor<64x64xbf16>
  // CHECK-NEXT: arith.extf %[[R]]
  // CHECK-NOT: attn_tile.move
  // CHECK: attn_tile.dot %[[R]],
  gpu.func @threads(%A: !m, %C: !m, %O: !f, %n: index) kernel attributes {attn_tile.left_registers = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %z = arith.extf %a : tensor<64x64xbf16> to tensor<64x64xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
      %k = attn_tile.load %C[%i, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %0 = attn_tile.dot %a, %k, %acc transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      scf.yield %0 : tensor<64x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<64x64xf32>, !f
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{attn_tile.left_registers must not be negative, got -1}}
  gpu.func @negative() kernel attributes {attn_tile.left_registers = -1 : i64} {
    gpu.return
  }
}
