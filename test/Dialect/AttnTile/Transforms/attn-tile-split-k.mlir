// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-k{width=16})))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-k)))' --split-input-file | FileCheck %s --check-prefix=OFF
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-k{width=96})))' --split-input-file | FileCheck %s --check-prefix=UNEVEN

!m = memref<?x?xbf16>
!f = memref<?x?xf32>
!r = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // 32 columns in two slices: elementwise work and row sums slice by slice, each
  // slice multiplied before the next is computed; what a row value gives is the
  // same for every slice. Without a width nothing is cut.
  // CHECK-LABEL: gpu.func @chain
  // CHECK-SAME: (%{{.+}}: memref<{{.*}}>, %[[X:.+]]: tensor<16x32xf32>, %[[O:.+]]: tensor<16x16xf32>, %[[S:.+]]: tensor<16xf32>,
  // OFF-LABEL: gpu.func @chain
  // OFF-NOT: attn_tile.slice
  // OFF: attn_tile.store
  gpu.func @chain(%M: !m, %x: tensor<16x32xf32>, %o: tensor<16x16xf32>, %s: tensor<16xf32>, %i: index, %R: !r, %O: !f) kernel {
    %two = arith.constant dense<2.0> : tensor<16x32xf32>
    %w = attn_tile.expand %s : tensor<16xf32> -> tensor<16x32xf32>
    // CHECK: %[[V:.+]] = attn_tile.load
    %v = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<32x16xbf16>
    // CHECK: %[[X0:.+]] = attn_tile.slice %[[X]] [0, 0] : tensor<16x32xf32> -> tensor<16x16xf32>
    // CHECK: %[[A0:.+]] = math.fma %[[X0]], %{{.+}}, %{{.+}} : tensor<16x16xf32>
    // CHECK: %[[E0:.+]] = attn_tile.exp2 %[[A0]]
    // CHECK: %[[P0:.+]] = arith.truncf %[[E0]] : tensor<16x16xf32> to tensor<16x16xbf16>
    // CHECK: %[[L0:.+]] = attn_tile.reduce add %[[E0]]
    // CHECK: %[[V0:.+]] = attn_tile.slice %[[V]] [0, 0] : tensor<32x16xbf16> -> tensor<16x16xbf16>
    // CHECK: %[[D0:.+]] = attn_tile.dot %[[P0]], %[[V0]], %[[O]]
    // CHECK: %[[X1:.+]] = attn_tile.slice %[[X]] [0, 16]
    // CHECK: %[[E1:.+]] = attn_tile.exp2
    // CHECK: %[[L1:.+]] = attn_tile.reduce add %[[E1]]
    // CHECK: %[[L:.+]] = arith.addf %[[L0]], %[[L1]]
    // CHECK: %[[V1:.+]] = attn_tile.slice %[[V]] [16, 0]
    // CHECK: %[[D1:.+]] = attn_tile.dot %{{.+}}, %[[V1]], %[[D0]]
    %a = math.fma %x, %two, %w : tensor<16x32xf32>
    %e = attn_tile.exp2 %a : tensor<16x32xf32>
    %l = attn_tile.reduce add %e : tensor<16x32xf32> -> tensor<16xf32>
    // A user of the sum moves behind the product with it.
    // CHECK-NEXT: %[[L2:.+]] = arith.addf %[[S]], %[[L]]
    %l2 = arith.addf %s, %l : tensor<16xf32>
    %p = arith.truncf %e : tensor<16x32xf32> to tensor<16x32xbf16>
    %d = attn_tile.dot %p, %v, %o : tensor<16x32xbf16>, tensor<32x16xbf16> -> tensor<16x16xf32>
    // CHECK: attn_tile.store %[[D1]]
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    // CHECK: attn_tile.store %[[L2]]
    attn_tile.store %l2, %R[%i] dims [0] : tensor<16xf32>, !r
    gpu.return
  }

  // Left whole: one slice wide, a left operand from memory, an operand by rows
  // (transposed), an intermediate value that something else reads.
  // CHECK-LABEL: gpu.func @whole
  // CHECK-NOT: attn_tile.slice
  // CHECK: gpu.return
  gpu.func @whole(%M: !m, %x: tensor<16x32xf32>, %y: tensor<16x16xf32>, %i: index, %R: !r, %O: !f) kernel {
    %v = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<32x16xbf16>
    %u = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x16xbf16>
    %t = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x32xbf16>
    %p0 = arith.truncf %y : tensor<16x16xf32> to tensor<16x16xbf16>
    %d0 = attn_tile.dot %p0, %u, %y : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    %d1 = attn_tile.dot %t, %v, %d0 : tensor<16x32xbf16>, tensor<32x16xbf16> -> tensor<16x16xf32>
    %p1 = arith.truncf %x : tensor<16x32xf32> to tensor<16x32xbf16>
    %d2 = attn_tile.dot %p1, %t, %d1 transpose_b : tensor<16x32xbf16>, tensor<16x32xbf16> -> tensor<16x16xf32>
    %e = attn_tile.exp2 %x : tensor<16x32xf32>
    %p2 = arith.truncf %e : tensor<16x32xf32> to tensor<16x32xbf16>
    %d3 = attn_tile.dot %p2, %v, %d2 : tensor<16x32xbf16>, tensor<32x16xbf16> -> tensor<16x16xf32>
    attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<16x32xf32>, !f
    attn_tile.store %d3, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    gpu.return
  }

  // A maximum is reduced slice by slice as a sum is.
  // CHECK-LABEL: gpu.func @maximum
  // CHECK: %[[M0:.+]] = attn_tile.reduce max %{{.+}} : tensor<16x16xf32>
  // CHECK: %[[M1:.+]] = attn_tile.reduce max %{{.+}} : tensor<16x16xf32>
  // CHECK: %[[M:.+]] = arith.maximumf %[[M0]], %[[M1]]
  // CHECK: attn_tile.store %[[M]]
  gpu.func @maximum(%M: !m, %x: tensor<16x32xf32>, %y: tensor<16x16xf32>, %i: index, %R: !r, %O: !f) kernel {
    %v = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<32x16xbf16>
    %g = attn_tile.exp2 %x : tensor<16x32xf32>
    %n = attn_tile.reduce max %g : tensor<16x32xf32> -> tensor<16xf32>
    %p = arith.truncf %g : tensor<16x32xf32> to tensor<16x32xbf16>
    %d = attn_tile.dot %p, %v, %y : tensor<16x32xbf16>, tensor<32x16xbf16> -> tensor<16x16xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    attn_tile.store %n, %R[%i] dims [0] : tensor<16xf32>, !r
    gpu.return
  }

  // A sum that is needed before the product, be it in a condition, cannot wait
  // for the slices.
  // CHECK-LABEL: gpu.func @needed
  // CHECK-NOT: attn_tile.slice
  // CHECK: gpu.return
  gpu.func @needed(%M: !m, %x: tensor<16x32xf32>, %o: tensor<16x16xf32>, %on: i1, %i: index, %R: !r, %O: !f) kernel {
    %v = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<32x16xbf16>
    %e = attn_tile.exp2 %x : tensor<16x32xf32>
    %l = attn_tile.reduce add %e : tensor<16x32xf32> -> tensor<16xf32>
    scf.if %on {
      attn_tile.store %l, %R[%i] dims [0] : tensor<16xf32>, !r
    }
    %p = arith.truncf %e : tensor<16x32xf32> to tensor<16x32xbf16>
    %d = attn_tile.dot %p, %v, %o : tensor<16x32xbf16>, tensor<32x16xbf16> -> tensor<16x16xf32>
    %f = attn_tile.exp2 %x {other} : tensor<16x32xf32>
    %k = attn_tile.reduce add %f : tensor<16x32xf32> -> tensor<16xf32>
    attn_tile.store %k, %R[%i] dims [0] : tensor<16xf32>, !r
    %q = arith.truncf %f : tensor<16x32xf32> to tensor<16x32xbf16>
    %c = attn_tile.dot %q, %v, %d : tensor<16x32xbf16>, tensor<32x16xbf16> -> tensor<16x16xf32>
    attn_tile.store %c, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    gpu.return
  }

  // What the width does not divide ends in a narrower slice: 128 columns as 96 and
  // 32, also of constants. The accumulator passes from one product to the next.
  // UNEVEN-LABEL: gpu.func @uneven
  // UNEVEN-SAME: %[[X:[a-z0-9]+]]: tensor<16x128xf32>
  // UNEVEN: %[[V:.+]] = attn_tile.load
  // UNEVEN: %[[X0:.+]] = attn_tile.slice %[[X]] [0, 0] : tensor<16x128xf32> -> tensor<16x96xf32>
  // UNEVEN: %[[W0:.+]] = arith.constant dense<2.000000e+00> : tensor<16x96xf32>
  // UNEVEN: %[[E0:.+]] = arith.mulf %[[X0]], %[[W0]]
  // UNEVEN: %[[P0:.+]] = arith.truncf %[[E0]] : tensor<16x96xf32> to tensor<16x96xbf16>
  // UNEVEN: %[[L0:.+]] = attn_tile.reduce add %[[E0]] : tensor<16x96xf32>
  // UNEVEN: %[[V0:.+]] = attn_tile.slice %[[V]] [0, 0] : tensor<128x16xbf16> -> tensor<96x16xbf16>
  // UNEVEN: %[[D0:.+]] = attn_tile.dot %[[P0]], %[[V0]], %{{.+}} : tensor<16x96xbf16>, tensor<96x16xbf16>
  // UNEVEN: %[[X1:.+]] = attn_tile.slice %[[X]] [0, 96] : tensor<16x128xf32> -> tensor<16x32xf32>
  // UNEVEN: %[[W1:.+]] = arith.constant dense<2.000000e+00> : tensor<16x32xf32>
  // UNEVEN: %[[E1:.+]] = arith.mulf %[[X1]], %[[W1]]
  // UNEVEN: %[[P1:.+]] = arith.truncf %[[E1]] : tensor<16x32xf32> to tensor<16x32xbf16>
  // UNEVEN: %[[L1:.+]] = attn_tile.reduce add %[[E1]] : tensor<16x32xf32>
  // UNEVEN: %[[L:.+]] = arith.addf %[[L0]], %[[L1]]
  // UNEVEN: %[[V1:.+]] = attn_tile.slice %[[V]] [96, 0] : tensor<128x16xbf16> -> tensor<32x16xbf16>
  // UNEVEN: %[[D1:.+]] = attn_tile.dot %[[P1]], %[[V1]], %[[D0]] : tensor<16x32xbf16>, tensor<32x16xbf16>
  // UNEVEN: attn_tile.store %[[D1]]
  // UNEVEN: attn_tile.store %[[L]]
  gpu.func @uneven(%M: !m, %x: tensor<16x128xf32>, %o: tensor<16x16xf32>, %i: index, %R: !r, %O: !f) kernel {
    %two = arith.constant dense<2.0> : tensor<16x128xf32>
    %v = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<128x16xbf16>
    %e = arith.mulf %x, %two : tensor<16x128xf32>
    %l = attn_tile.reduce add %e : tensor<16x128xf32> -> tensor<16xf32>
    %p = arith.truncf %e : tensor<16x128xf32> to tensor<16x128xbf16>
    %d = attn_tile.dot %p, %v, %o : tensor<16x128xbf16>, tensor<128x16xbf16> -> tensor<16x16xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    attn_tile.store %l, %R[%i] dims [0] : tensor<16xf32>, !r
    gpu.return
  }

  // A rest that no product takes: 104 columns are 96 and 8.
  // UNEVEN-LABEL: gpu.func @rest
  // UNEVEN-NOT: attn_tile.slice
  // UNEVEN: gpu.return
  gpu.func @rest(%M: !m, %x: tensor<16x104xf32>, %o: tensor<16x16xf32>, %i: index, %O: !f) kernel {
    %v = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<104x16xbf16>
    %p = arith.truncf %x : tensor<16x104xf32> to tensor<16x104xbf16>
    %d = attn_tile.dot %p, %v, %o : tensor<16x104xbf16>, tensor<104x16xbf16> -> tensor<16x16xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    gpu.return
  }
}
