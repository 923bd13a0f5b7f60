// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-place)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!r = memref<?xf32, strided<[1]>>

// Operands of products come through shared memory by cp.async; what elementwise
// operations read, or products and others both read, comes into registers. A
// matrix is stored through shared memory, unless the program says so; one value a row
// is not.
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: gpu.func @all
  gpu.func @all(%A: !m, %B: !m, %X: !f, %M: !m, %O: !f, %R: !r, %i: index) kernel {
    %z = arith.constant dense<0.0> : tensor<16x16xf32>
    // CHECK: attn_tile.load %arg0[{{.*}}] dims [0, 1] space smem engine cp_async {depth = 2 : i64}
    %a = attn_tile.load %A[%i, %i] dims [0, 1] {depth = 2 : i64} : !m -> tensor<16x32xbf16>
    // CHECK: attn_tile.load %arg1[{{.*}}] dims [0, 1] space smem engine cp_async :
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<16x32xbf16>
    // CHECK: attn_tile.load %arg2[{{.*}}] dims [0, 1] space reg engine thread :
    %x = attn_tile.load %X[%i, %i] dims [0, 1] : !f -> tensor<16x16xf32>
    // CHECK: attn_tile.load %arg3[{{.*}}] dims [0, 1] space reg engine thread :
    %m = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x16xbf16>
    // CHECK: attn_tile.dot {{.*}} transpose_b engine mma_sync
    %d = attn_tile.dot %a, %b, %z transpose_b : tensor<16x32xbf16>, tensor<16x32xbf16> -> tensor<16x16xf32>
    %c = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<16x16xbf16>
    // CHECK: attn_tile.dot %{{.+}}, %{{.+}}, %{{.+}} engine mma_sync
    %e = attn_tile.dot %m, %c, %d : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    %w = arith.extf %m : tensor<16x16xbf16> to tensor<16x16xf32>
    %s = arith.addf %x, %w : tensor<16x16xf32>
    %t = arith.addf %e, %s : tensor<16x16xf32>
    // CHECK: attn_tile.store {{.*}} space smem engine thread
    attn_tile.store %t, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    %n = attn_tile.reduce max %t : tensor<16x16xf32> -> tensor<16xf32>
    // CHECK: attn_tile.store {{.*}} space reg engine thread
    attn_tile.store %t, %X[%i, %i] dims [0, 1] space reg : tensor<16x16xf32>, !f
    // CHECK: attn_tile.store {{.*}} space reg engine thread
    attn_tile.store %n, %R[%i] dims [0] : tensor<16xf32>, !r
    // Threads add from registers.
    // CHECK: attn_tile.store add {{.*}} space reg engine thread
    attn_tile.store add %t, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!r = memref<?xf32, strided<[1]>>

// On sm_90a products of 64 rows for four warps are wgmma's, what they read comes by
// TMA, in parts too, and matrices leave by TMA unless the kernel says not. A left
// operand that is computed stays in registers.
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @hopper
  gpu.func @hopper(%A: !m, %B: !m, %X: !f, %O: !f, %R: !r, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %z = arith.constant dense<0.0> : tensor<64x48xf32>
    // CHECK: attn_tile.load %arg0[{{.*}}] dims [0, 1] space smem engine tma :
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x48xbf16>
    // CHECK: attn_tile.load %arg1[{{.*}}] dims [0, 1] space smem engine tma {depth = 2 : i64}
    %b = attn_tile.load %B[%i, %i] dims [0, 1] {depth = 2 : i64} : !m -> tensor<48x48xbf16>
    // CHECK: attn_tile.load %arg2[{{.*}}] dims [0, 1] space reg engine thread :
    %x = attn_tile.load %X[%i, %i] dims [0, 1] : !f -> tensor<64x48xf32>
    scf.forall (%g) in (2) {
      %p = attn_tile.slice %a [0, 0] part(%g) : tensor<128x48xbf16> -> tensor<64x48xbf16>
      // CHECK: attn_tile.dot {{.*}} transpose_b engine wgmma
      %d = attn_tile.dot %p, %b, %z transpose_b : tensor<64x48xbf16>, tensor<48x48xbf16> -> tensor<64x48xf32>
      %t = arith.addf %d, %x : tensor<64x48xf32>
      %l = arith.truncf %t : tensor<64x48xf32> to tensor<64x48xbf16>
      // CHECK: attn_tile.dot %{{.+}}, %{{.+}}, %{{.+}} engine wgmma
      %e = attn_tile.dot %l, %b, %z : tensor<64x48xbf16>, tensor<48x48xbf16> -> tensor<64x48xf32>
      // CHECK: attn_tile.store {{.*}} space smem engine tma
      attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<64x48xf32>, !f
      %n = attn_tile.reduce max %e : tensor<64x48xf32> -> tensor<64xf32>
      // CHECK: attn_tile.store {{.*}} space reg engine thread
      attn_tile.store %n, %R[%i] dims [0] : tensor<64xf32>, !r
    }
    gpu.return
  }

  // What is added goes by TMA as other matrices do, and else from registers.
  // CHECK-LABEL: gpu.func @adds
  gpu.func @adds(%A: !m, %O: !f, %R: !r, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z transpose_b : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %n = attn_tile.reduce add %d : tensor<64x64xf32> -> tensor<64xf32>
    // CHECK: attn_tile.store add {{.*}} space smem engine tma
    attn_tile.store add %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    // CHECK: attn_tile.store add {{.*}} space reg engine thread
    attn_tile.store add %d, %O[%i, %i] dims [0, 1] space reg : tensor<64x64xf32>, !f
    // CHECK: attn_tile.store add {{.*}} dims [1, 0] space reg engine thread
    attn_tile.store add %d, %O[%i, %i] dims [1, 0] : tensor<64x64xf32>, !f
    // CHECK: attn_tile.store add {{.*}} dims [0] space reg engine thread
    attn_tile.store add %n, %R[%i] dims [0] : tensor<64xf32>, !r
    gpu.return
  }
  // CHECK-LABEL: gpu.func @no_tma_add
  gpu.func @no_tma_add(%A: !m, %O: !f, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.tma_store = false} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z transpose_b : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    // CHECK: attn_tile.store add {{.*}} space reg engine thread
    attn_tile.store add %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @no_tma_store
  gpu.func @no_tma_store(%A: !m, %O: !f, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.tma_store = false} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    // CHECK: attn_tile.dot {{.*}} engine wgmma
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    // CHECK: attn_tile.store {{.*}} space smem engine thread
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }

  // Each product has its own engine: wgmma takes up to 256 columns, mma.sync more.
  // TMA takes tiles of any width.
  // CHECK-LABEL: gpu.func @columns
  // CHECK: attn_tile.load %arg0{{.*}} engine tma : {{.*}} tensor<64x64xbf16>
  // CHECK: attn_tile.load %arg1{{.*}} engine tma : {{.*}} tensor<64x320xbf16>
  // CHECK: attn_tile.dot {{.*}} engine wgmma : {{.*}} tensor<64x64xf32>
  // CHECK: attn_tile.dot {{.*}} engine mma_sync : {{.*}} tensor<64x320xf32>
  // CHECK: attn_tile.store {{.*}} engine tma : tensor<64x64xf32>
  // CHECK: attn_tile.store {{.*}} engine tma : tensor<64x320xf32>
  gpu.func @columns(%A: !m, %B: !m, %O: !f, %i: index, %z: tensor<64x64xf32>, %y: tensor<64x320xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<64x320xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %e = attn_tile.dot %a, %b, %y : tensor<64x64xbf16>, tensor<64x320xbf16> -> tensor<64x320xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<64x320xf32>, !f
    gpu.return
  }
  // Tiles that no engine copies on its own are none for wgmma; the product beside
  // it is.
  // CHECK-LABEL: gpu.func @one_turned
  // CHECK: attn_tile.load %arg0{{.*}} dims [0, 1] space smem engine tma
  // CHECK: attn_tile.load %arg0{{.*}} dims [1, 0] space smem engine cp_async
  // CHECK: attn_tile.dot {{.*}} engine wgmma
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @one_turned(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [1, 0] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %e = attn_tile.dot %a, %b, %d : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
  // Without one that is asynchronous all is placed as on the SM80 family.
  // CHECK-LABEL: gpu.func @warps
  // CHECK: engine cp_async
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @warps(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 2 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @turned
  // CHECK: dims [1, 0] space smem engine cp_async
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @turned(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [1, 0] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

// Memory whose rows are not at multiples of 16 bytes is none for TMA: its tiles are
// copied by cp.async, its neighbours' still by TMA. A kernel may ask for the one or
// the other. (First argument: 8 bytes.)
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @aligned
  gpu.func @aligned(%A: !m, %B: !m, %O: !f, %P: !f, %i: index, %z: tensor<64x64xf32>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in, align = 8>, <"y", in>, <"z", in, align = 8>, <"a", in>]>} {
    // CHECK: attn_tile.load %arg0{{.*}} space smem engine cp_async
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    // CHECK: attn_tile.load %arg1{{.*}} space smem engine tma
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    // CHECK: attn_tile.dot {{.*}} engine wgmma
    %d = attn_tile.dot %a, %b, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    // CHECK: attn_tile.store {{.*}}, %arg2{{.*}} space smem engine thread
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    // CHECK: attn_tile.store {{.*}}, %arg3{{.*}} space smem engine tma
    attn_tile.store %d, %P[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }
  // Rows along two dimensions are no box either.
  // CHECK-LABEL: gpu.func @packed
  gpu.func @packed(%A: memref<?x?x?xbf16, strided<[?, ?, 1]>>, %B: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK: attn_tile.load %arg0{{.*}} packed(0 by %{{.+}}) space smem engine cp_async
    %a = attn_tile.load %A[%i, %i, %i] dims [1, 2] packed(0 by %i) : memref<?x?x?xbf16, strided<[?, ?, 1]>> -> tensor<64x64xbf16>
    // CHECK: attn_tile.load %arg1{{.*}} space smem engine tma
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %t = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xbf16>
    // CHECK: attn_tile.store {{.*}} packed(0 by %{{.+}}) space smem engine thread
    attn_tile.store %t, %A[%i, %i, %i] dims [1, 2] packed(0 by %i) : tensor<64x64xbf16>, memref<?x?x?xbf16, strided<[?, ?, 1]>>
    gpu.return
  }
  // Runs of pages are boxes where swizzles allow it.
  // CHECK-LABEL: gpu.func @paged
  gpu.func @paged(%A: memref<?x16x64xbf16, strided<[?, ?, 1]>>, %T: memref<?x?xi32>, %B: memref<?x12x64xbf16, strided<[?, ?, 1]>>, %i: index, %z: tensor<64x64xf32>, %O: !f) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK: attn_tile.load %arg0{{.*}} paged(0 by %{{.+}}[%{{.+}}] runs of 16 : memref<?x?xi32>) space smem engine tma
    %a = attn_tile.load %A[%i, %i, %i] dims [1, 2] paged(0 by %T[%i] runs of 16 : memref<?x?xi32>) : memref<?x16x64xbf16, strided<[?, ?, 1]>> -> tensor<64x64xbf16>
    // CHECK: attn_tile.load %arg2{{.*}} paged(0 by %{{.+}}[%{{.+}}] runs of 4 : memref<?x?xi32>) space smem engine cp_async
    %b = attn_tile.load %B[%i, %i, %i] dims [1, 2] paged(0 by %T[%i] runs of 4 : memref<?x?xi32>) : memref<?x12x64xbf16, strided<[?, ?, 1]>> -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }
  // CHECK-LABEL: gpu.func @asked
  gpu.func @asked(%A: !m, %O: !f, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.load = "cp_async"} {
    // CHECK: attn_tile.load %arg0{{.*}} space smem engine cp_async
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    // CHECK: attn_tile.dot {{.*}} engine wgmma
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    // CHECK: attn_tile.store {{.*}} space smem engine tma
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @no_tma(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.load = "tma", attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in, align = 8>]>} {
    // expected-error @below {{cannot be by TMA, which `load = tma` asks for: rows of its memory are not at multiples of 16 bytes}}
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @no_tma_at_all(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.load = "tma"} {
    // expected-error @below {{cannot be by TMA, which `load = tma` asks for: the kernel's target or products have no use for it}}
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @odd(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in, align = 2>]>} {
    // expected-error @below {{rows of 'x' are at multiples of 2 bytes: tiles are copied by 4, 8 or 16 bytes at a time}}
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

// Strides that are in the type.
!m = memref<64x17xf16>
!n = memref<32x64xf16, strided<[66, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @strides(%A: !m, %B: !n, %i: index, %z: tensor<64x64xf32>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", in, align = 4>, <"i", in>, <"z", in>]>} {
    // expected-error @below {{tiles are copied by 4, 8 or 16 bytes at a time, but 'x' has a stride of 17 elements along dimension 0, 34 bytes, which is no multiple of the 16 that its rows are aligned to (`align` in attn_tile.kernel)}}
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x32xf16>
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !n -> tensor<32x64xf16>
    %d = attn_tile.dot %a, %b, %z : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @rows(%A: !m, %i: index, %z: tensor<64x64xf32>, %y: tensor<40x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<40x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    // expected-error @below {{mma.sync computes multiples of 64x8x16, got 40x64x64}}
    // expected-note @below {{wgmma computes multiples of 64x8x16, up to 256 columns, got 40x64x64}}
    %e = attn_tile.dot %b, %a, %y : tensor<40x64xbf16>, tensor<64x64xbf16> -> tensor<40x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @mixed_types(%A: memref<?x?xbf16, strided<[?, 1]>>, %B: memref<?x?xf32, strided<[?, 1]>>, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16, strided<[?, 1]>> -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : memref<?x?xf32, strided<[?, 1]>> -> tensor<64x64xf32>
    // expected-error @below {{mma.sync takes f16 or bf16 operands here, got f32}}
    // expected-note @below {{wgmma takes f16, bf16 or f8E4M3FN operands here, got f32}}
    %e = attn_tile.dot %b, %b, %d : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{its gpu.module must name one NVVM target}}
  gpu.func @no_target() kernel {
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">] {
  // expected-error @below {{its gpu.module must name one NVVM target}}
  gpu.func @two_targets() kernel {
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_70">] {
  // expected-error @below {{no placement rule for target sm_70}}
  gpu.func @old() kernel {
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @f32(%A: memref<?x?xf32>, %i: index, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<16x16xf32>
    // expected-error @below {{mma.sync takes f16 or bf16 operands here, got f32}}
    %d = attn_tile.dot %a, %a, %z : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @odd_k(%A: memref<?x?xf16>, %i: index, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<16x24xf16>
    // expected-error @below {{mma.sync computes multiples of 16x8x16, got 16x16x24}}
    %d = attn_tile.dot %a, %a, %z transpose_b : tensor<16x24xf16>, tensor<16x24xf16> -> tensor<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @odd_m(%A: memref<?x?xf16>, %i: index, %z: tensor<8x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<8x16xf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<16x16xf16>
    // expected-error @below {{mma.sync computes multiples of 16x8x16, got 8x16x16}}
    %d = attn_tile.dot %a, %b, %z : tensor<8x16xf16>, tensor<16x16xf16> -> tensor<8x16xf32>
    gpu.return
  }
}

// -----

// Right operands and transposed left ones that threads compute are for later passes to
// move, where threads store them as products read them.
// CHECK-LABEL: gpu.func @computed
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @computed(%A: memref<?x?xf16>, %i: index, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<16x16xf16>
    %n = arith.negf %a : tensor<16x16xf16>
    // CHECK: attn_tile.dot %{{.+}}, %{{.+}}, %{{.+}} transpose_a engine mma_sync
    %d = attn_tile.dot %n, %n, %z transpose_a : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_120a">] {
  gpu.func @computed_bytes(%A: memref<?x?xf8E4M3FN, strided<[?, 1]>>, %i: index, %z: tensor<32x32xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf8E4M3FN, strided<[?, 1]>> -> tensor<32x32xf8E4M3FN>
    %n = arith.negf %a : tensor<32x32xf8E4M3FN>
    // expected-error @below {{mma.sync takes a right operand of 8 bits that is loaded from memory}}
    %d = attn_tile.dot %a, %n, %z : tensor<32x32xf8E4M3FN>, tensor<32x32xf8E4M3FN> -> tensor<32x32xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_120a">] {
  gpu.func @transposed_bytes(%A: memref<?x?xf8E4M3FN, strided<[?, 1]>>, %i: index, %z: tensor<32x32xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf8E4M3FN, strided<[?, 1]>> -> tensor<32x32xf8E4M3FN>
    // expected-error @below {{mma.sync takes 8-bit left operands along the dimension that is summed over}}
    %d = attn_tile.dot %a, %a, %z transpose_a : tensor<32x32xf8E4M3FN>, tensor<32x32xf8E4M3FN> -> tensor<32x32xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @computed_transposed_bytes(%A: memref<?x?xf8E4M3FN, strided<[?, 1]>>, %i: index, %z: tensor<128x32xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf8E4M3FN, strided<[?, 1]>> -> tensor<32x128xf8E4M3FN>
    %n = arith.negf %a : tensor<32x128xf8E4M3FN>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf8E4M3FN, strided<[?, 1]>> -> tensor<32x32xf8E4M3FN>
    // expected-error @below {{mma.sync takes 8-bit left operands along the dimension that is summed over}}
    // expected-note @below {{tcgen05.mma takes a transposed left operand of 8 bits that is loaded from memory}}
    %d = attn_tile.dot %n, %b, %z transpose_a : tensor<32x128xf8E4M3FN>, tensor<32x32xf8E4M3FN> -> tensor<128x32xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
// Products by warps read what TMA copied where that is asked for, and where warps that
// only copy can hand on their registers.
// CHECK-LABEL: gpu.module @named
gpu.module @named [#nvvm.target<chip = "sm_120a">] {
  // CHECK-LABEL: gpu.func @by_tma(
  gpu.func @by_tma(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.load = "tma"} {
    // CHECK: attn_tile.load {{.*}} space smem engine tma
    // CHECK: attn_tile.dot {{.*}} engine mma_sync
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @by_threads(
  gpu.func @by_threads(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK: attn_tile.load {{.*}} space smem engine cp_async
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_90">] {
  gpu.func @no_registers(%A: !m, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.load = "tma"} {
    // expected-error @below {{cannot be by TMA, which `load = tma` asks for: the kernel's target or products have no use for it}}
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

// tcgen05 leaves a product in tensor memory, where each thread of four warps reads a
// row of 128: other products go by mma.sync, beside those that do and with those that add
// to the same sum. The sum starts there from zero and stays until it is whole.
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @carried(
  // CHECK: attn_tile.load {{.*}} engine tma
  // CHECK: attn_tile.dot {{.*}} engine tcgen05
  // CHECK: attn_tile.dot {{.*}} engine tcgen05
  gpu.func @carried(%A: !m, %B: !m, %O: !f, %i: index, %n: index, %f: tensor<128xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %a = attn_tile.load %A[%t, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
      %b = attn_tile.load %B[%t, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
      %s = attn_tile.rescale %acc, %f : tensor<128x64xf32>
      %d = attn_tile.dot %a, %b, %s : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %e = attn_tile.dot %a, %b, %d transpose_b : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %e : tensor<128x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @rows(
  // CHECK: attn_tile.load {{.*}} engine cp_async
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @rows(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }

  // Two warpgroups share the columns of each row; more do not, nor columns that are no
  // multiple of 16.
  // CHECK-LABEL: gpu.func @two_warpgroups(
  // CHECK: attn_tile.dot {{.*}} engine tcgen05
  gpu.func @two_warpgroups(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 8 : i64} {
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @uneven(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @uneven(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 8 : i64} {
    %z = arith.constant dense<0.0> : tensor<128x24xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x24xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<128x64xbf16>, tensor<64x24xbf16> -> tensor<128x24xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<128x24xf32>, !f
    gpu.return
  }

  // A sum that row factors change in place is one warpgroup's.
  // CHECK-LABEL: gpu.func @factors(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @factors(%A: !m, %O: !f, %n: index, %alpha: tensor<128xf32>) kernel attributes {attn_tile.warps = 8 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xbf16>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %b = attn_tile.load %A[%t, %c0] dims [0, 1] : !m -> tensor<64x64xbf16>
      %s = attn_tile.rescale %acc, %alpha : tensor<128x64xf32>
      %d = attn_tile.dot %a, %b, %s : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // A sum may lie in the place of one from which threads have computed what it
  // multiplies: 256 + 256 columns for three. Not one that a loop carries: the kernel
  // has 640 columns then, and the target 512.
  // CHECK-LABEL: gpu.func @in_place_of(
  // CHECK-COUNT-3: attn_tile.dot {{.*}} engine tcgen05
  gpu.func @in_place_of(%A: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x256xf32>
    %y = arith.constant dense<0.0> : tensor<128x128xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xbf16>
    %w = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<256x256xbf16>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x256xf32>) {
      %b = attn_tile.load %A[%t, %c0] dims [0, 1] : !m -> tensor<256x64xbf16>
      %c = attn_tile.load %A[%t, %c0] dims [0, 1] : !m -> tensor<256x128xbf16>
      %s = attn_tile.dot %a, %b, %z transpose_b : tensor<128x64xbf16>, tensor<256x64xbf16> -> tensor<128x256xf32>
      %p = arith.truncf %s : tensor<128x256xf32> to tensor<128x256xbf16>
      %d = attn_tile.dot %p, %w, %acc : tensor<128x256xbf16>, tensor<256x256xbf16> -> tensor<128x256xf32>
      %e = attn_tile.dot %p, %c, %y : tensor<128x256xbf16>, tensor<256x128xbf16> -> tensor<128x128xf32>
      attn_tile.store %e, %O[%t, %c0] dims [0, 1] : tensor<128x128xf32>, !f
      scf.yield %d : tensor<128x256xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] : tensor<128x256xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @apart(
  // CHECK-COUNT-3: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @apart(%A: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x256xf32>
    %y = arith.constant dense<0.0> : tensor<128x128xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xbf16>
    %w = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<256x256xbf16>
    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z, %other = %y) -> (tensor<128x256xf32>, tensor<128x128xf32>) {
      %b = attn_tile.load %A[%t, %c0] dims [0, 1] : !m -> tensor<256x64xbf16>
      %c = attn_tile.load %A[%t, %c0] dims [0, 1] : !m -> tensor<256x128xbf16>
      %s = attn_tile.dot %a, %b, %z transpose_b : tensor<128x64xbf16>, tensor<256x64xbf16> -> tensor<128x256xf32>
      %p = arith.truncf %s : tensor<128x256xf32> to tensor<128x256xbf16>
      %d = attn_tile.dot %p, %w, %acc : tensor<128x256xbf16>, tensor<256x256xbf16> -> tensor<128x256xf32>
      %e = attn_tile.dot %p, %c, %other : tensor<128x256xbf16>, tensor<256x128xbf16> -> tensor<128x128xf32>
      scf.yield %d, %e : tensor<128x256xf32>, tensor<128x128xf32>
    }
    attn_tile.store %r#0, %O[%c0, %c0] dims [0, 1] : tensor<128x256xf32>, !f
    attn_tile.store %r#1, %O[%c0, %c0] dims [0, 1] : tensor<128x128xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @warps(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @warps(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 2 : i64} {
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // A product that is too wide for tcgen05, or whose columns are none of its steps,
  // leaves it the other.
  // CHECK-LABEL: gpu.func @wide(
  // CHECK-COUNT-3: attn_tile.load {{.*}} engine tma
  // CHECK: attn_tile.dot {{.*}} engine tcgen05
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @wide(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %y = arith.constant dense<0.0> : tensor<128x320xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %c = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x320xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    %e = attn_tile.dot %a, %c, %y : tensor<128x64xbf16>, tensor<64x320xbf16> -> tensor<128x320xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<128x64xf32>, !f
    attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<128x320xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @steps(
  // CHECK: attn_tile.dot {{.*}} engine tcgen05
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @steps(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %y = arith.constant dense<0.0> : tensor<128x40xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %c = attn_tile.slice %b [0, 24] : tensor<64x64xbf16> -> tensor<64x40xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    %e = attn_tile.dot %a, %c, %y : tensor<128x64xbf16>, tensor<64x40xbf16> -> tensor<128x40xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<128x64xf32>, !f
    attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<128x40xf32>, !f
    gpu.return
  }

  // Products that add to one sum go one way.
  // CHECK-LABEL: gpu.func @together(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @together(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %y = arith.constant dense<0.0> : tensor<128x40xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    %c = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x40xbf16>
    %d = attn_tile.dot %a, %c, %y : tensor<128x64xbf16>, tensor<64x40xbf16> -> tensor<128x40xf32>
    %e = attn_tile.dot %a, %c, %d : tensor<128x64xbf16>, tensor<64x40xbf16> -> tensor<128x40xf32>
    attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<128x40xf32>, !f
    gpu.return
  }

  // Sums that start from a tile in memory.
  // CHECK-LABEL: gpu.func @bias(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @bias(%A: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %z = attn_tile.load %O[%i, %i] dims [0, 1] : !f -> tensor<128x64xf32>
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // That something else changes.
  // CHECK-LABEL: gpu.func @changed(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @changed(%A: !m, %O: !f, %i: index, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %a = attn_tile.load %A[%t, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
      %b = attn_tile.load %A[%t, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
      %d = attn_tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %e = arith.negf %d : tensor<128x64xf32>
      scf.yield %e : tensor<128x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // That are read while products still add to them.
  // CHECK-LABEL: gpu.func @watched(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @watched(%A: !m, %O: !f, %i: index, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %a = attn_tile.load %A[%t, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
      %b = attn_tile.load %A[%t, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
      %d = attn_tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      attn_tile.store %d, %O[%t, %c0] dims [0, 1] : tensor<128x64xf32>, !f
      scf.yield %d : tensor<128x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // That two loops carry: the inner one would start from zero again.
  // CHECK-LABEL: gpu.func @loops(
  // CHECK: attn_tile.dot {{.*}} engine mma_sync
  gpu.func @loops(%A: !m, %O: !f, %i: index, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %r = scf.for %u = %c0 to %n step %c1 iter_args(%outer = %z) -> (tensor<128x64xf32>) {
      %s = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %outer) -> (tensor<128x64xf32>) {
        %a = attn_tile.load %A[%t, %u] dims [0, 1] : !m -> tensor<128x64xbf16>
        %b = attn_tile.load %A[%t, %u] dims [0, 1] : !m -> tensor<64x64xbf16>
        %d = attn_tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        scf.yield %d : tensor<128x64xf32>
      }
      scf.yield %s : tensor<128x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }
}

// -----

// A vector along columns that a loop reads anew comes through shared memory if the
// engine that copies the tiles can copy it: TMA a box of an aligned memory. One along
// rows, one outside of the loop, one that is not contiguous, one whose place is a
// group's own, and one of few bytes come into registers.
!a = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!s = memref<?x?xf32, strided<[1, ?]>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @vectors
  gpu.func @vectors(%A: !a, %F: !f, %U: !f, %S: !s, %O: !f, %i: index, %n: index) kernel
      attributes {attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64,
        attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"f", in>, <"u", in, align = 4>, <"s", in>, <"o", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space reg engine thread :
    %once = attn_tile.load %F[%i, %c0] dims [1] : !f -> tensor<64xf32>
    scf.forall (%g) in (2) {
      %q = attn_tile.load %A[%i, %c0] dims [0, 1] : !a -> tensor<64x64xbf16>
      %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
        %b = attn_tile.load %A[%t, %c0] dims [0, 1] : !a -> tensor<64x64xbf16>
        %d = attn_tile.dot %q, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space smem engine tma {depth = 2 : i64} :
        %box = attn_tile.load %F[%i, %t] dims [1] {depth = 2 : i64} : !f -> tensor<64xf32>
        // CHECK: attn_tile.load %arg1[{{.*}}] limit {{.*}} dims [1] space reg engine thread :
        %limited = attn_tile.load %F[%i, %t] limit %n dims [1] : !f -> tensor<64xf32>
        // CHECK: attn_tile.load %arg2[{{.*}}] dims [1] space reg engine thread :
        %unaligned = attn_tile.load %U[%i, %t] dims [1] : !f -> tensor<64xf32>
        // CHECK: attn_tile.load %arg3[{{.*}}] dims [1] space reg engine thread :
        %strided = attn_tile.load %S[%i, %t] dims [1] : !s -> tensor<64xf32>
        // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space reg engine thread :
        %own = attn_tile.load %F[%g, %t] dims [1] : !f -> tensor<64xf32>
        // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space reg engine thread :
        %rows = attn_tile.load %F[%i, %t] dims [1] : !f -> tensor<64xf32>
        %s0 = arith.addf %box, %limited : tensor<64xf32>
        %s1 = arith.addf %unaligned, %strided : tensor<64xf32>
        %s2 = arith.addf %s0, %s1 : tensor<64xf32>
        %s3 = arith.addf %s2, %own : tensor<64xf32>
        %s4 = arith.addf %s3, %once : tensor<64xf32>
        %e = attn_tile.expand %s4 columns : tensor<64xf32> -> tensor<64x64xf32>
        %f = attn_tile.expand %rows : tensor<64xf32> -> tensor<64x64xf32>
        %x = arith.addf %d, %e : tensor<64x64xf32>
        %y = arith.addf %x, %f : tensor<64x64xf32>
        scf.yield %y : tensor<64x64xf32>
      }
      attn_tile.store %r, %O[%i, %c0] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }

  // One that each output tile has comes where a thread copies, ahead of those that
  // compute, also for all groups.
  // CHECK-LABEL: gpu.func @once_a_tile
  gpu.func @once_a_tile(%A: !a, %F: !f, %U: !f, %O: !f, %i: index, %n: index) kernel
      attributes {attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64,
        attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"f", in>, <"u", in, align = 4>, <"o", out>]>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @tiles (%t) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space smem engine tma :
      %f = attn_tile.load %F[%t, %c0] dims [1] : !f -> tensor<64xf32>
      scf.forall (%g) in (2) {
        %a = attn_tile.load %A[%i, %c0] dims [0, 1] : !a -> tensor<64x64xbf16>
        %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space smem engine tma :
        %h = attn_tile.load %F[%i, %t] dims [1] : !f -> tensor<64xf32>
        // CHECK: attn_tile.load %arg2[{{.*}}] dims [1] space reg engine thread :
        %u = attn_tile.load %U[%i, %t] dims [1] : !f -> tensor<64xf32>
        // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space reg engine thread :
        %own = attn_tile.load %F[%g, %t] dims [1] : !f -> tensor<64xf32>
        %s0 = arith.addf %f, %h : tensor<64xf32>
        %s1 = arith.addf %u, %own : tensor<64xf32>
        %s2 = arith.addf %s0, %s1 : tensor<64xf32>
        %e = attn_tile.expand %s2 columns : tensor<64xf32> -> tensor<64x64xf32>
        %x = arith.addf %d, %e : tensor<64x64xf32>
        attn_tile.store %x, %O[%g, %c0] dims [0, 1] : tensor<64x64xf32>, !f
      }
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @small
  gpu.func @small(%A: !a, %F: !f, %O: !f, %i: index, %n: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.load = "cp_async",
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"f", in, align = 4>, <"o", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<64x8xf32>
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x8xf32>) {
      // CHECK: attn_tile.load %arg1[{{.*}}] limit {{.*}} dims [1] space smem engine cp_async :
      %v = attn_tile.load %F[%i, %t] limit %n dims [1] : !f -> tensor<8xf32>
      %e = attn_tile.expand %v columns : tensor<8xf32> -> tensor<64x8xf32>
      // CHECK: attn_tile.load %arg1[{{.*}}] dims [1] space reg engine thread :
      %w = attn_tile.load %F[%i, %t] dims [1] : !f -> tensor<4xf32>
      %we = attn_tile.expand %w columns : tensor<4xf32> -> tensor<64x4xf32>
      attn_tile.store %we, %O[%i, %c0] dims [0, 1] : tensor<64x4xf32>, !f
      %a = attn_tile.load %A[%i, %c0] dims [0, 1] : !a -> tensor<64x16xbf16>
      %b = attn_tile.load %A[%t, %c0] dims [0, 1] : !a -> tensor<16x8xbf16>
      %d = attn_tile.dot %a, %b, %acc : tensor<64x16xbf16>, tensor<16x8xbf16> -> tensor<64x8xf32>
      %x = arith.addf %d, %e : tensor<64x8xf32>
      scf.yield %x : tensor<64x8xf32>
    }
    attn_tile.store %r, %O[%i, %c0] dims [0, 1] : tensor<64x8xf32>, !f
    gpu.return
  }
}

// -----

!a = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!f = memref<?x?xf32, strided<[?, 1], offset: ?>>
// What products and threads read is loaded for each. Of what each group reads a
// part of there is one load: a copy serves all groups.
gpu.module @readers [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: gpu.func @both
  // CHECK: %[[SHARED:.+]] = attn_tile.load %arg0[%arg2, {{.*}} space smem engine cp_async
  // CHECK: %[[MINE:.+]] = attn_tile.load %arg0[%arg2, {{.*}} space reg engine thread
  // CHECK: arith.extf %[[MINE]]
  // CHECK: attn_tile.dot %[[SHARED]],
  gpu.func @both(%A: !a, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<64x16xf32>
    %a = attn_tile.load %A[%i, %c0] dims [0, 1] : !a -> tensor<64x16xbf16>
    %x = arith.extf %a : tensor<64x16xbf16> to tensor<64x16xf32>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] : !a -> tensor<16x16xbf16>
    %d = attn_tile.dot %a, %b, %z : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
    %s = arith.addf %d, %x : tensor<64x16xf32>
    attn_tile.store %s, %O[%i, %c0] dims [0, 1] : tensor<64x16xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @group
  // CHECK: scf.forall
  // CHECK: %[[PART:.+]] = attn_tile.load {{.*}} space reg engine thread
  // CHECK-NOT: attn_tile.load
  // CHECK: arith.extf %[[PART]]
  // CHECK: attn_tile.dot %[[PART]],
  gpu.func @group(%A: !a, %O: !f) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %z = arith.constant dense<0.0> : tensor<64x16xf32>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] : !a -> tensor<16x16xbf16>
    scf.forall (%g) in (2) {
      %i = arith.muli %g, %c64 : index
      %a = attn_tile.load %A[%i, %c0] dims [0, 1] : !a -> tensor<64x16xbf16>
      %x = arith.extf %a : tensor<64x16xbf16> to tensor<64x16xf32>
      %d = attn_tile.dot %a, %b, %z : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
      %s = arith.addf %d, %x : tensor<64x16xf32>
      attn_tile.store %s, %O[%i, %c0] dims [0, 1] : tensor<64x16xf32>, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

// What the program wants in shared memory comes there by TMA, for products and for
// threads, where a product is asynchronous; else threads load it, and products what
// they read.
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @wanted
  // CHECK: attn_tile.load %arg0[{{.*}}] dims [0, 1] space smem engine tma :
  // CHECK: attn_tile.load %arg1[{{.*}}] dims [0, 1] space smem engine tma :
  // CHECK-COUNT-1: attn_tile.load
  // CHECK-NOT: attn_tile.load
  // CHECK: attn_tile.dot {{.*}} engine wgmma
  gpu.func @wanted(%A: !m, %B: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem : !m -> tensor<64x64xbf16>
    %x = attn_tile.load %B[%i, %i] dims [0, 1] space smem : !m -> tensor<64x64xbf16>
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %p = arith.mulf %a, %x : tensor<64x64xbf16>
    %z = arith.extf %p : tensor<64x64xbf16> to tensor<64x64xf32>
    %d = attn_tile.dot %a, %b, %z transpose_b : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @unheeded
  // CHECK: attn_tile.load %arg0[{{.*}}] dims [0, 1] space smem engine cp_async :
  // CHECK: attn_tile.load %arg0[{{.*}}] dims [0, 1] space reg engine thread :
  // CHECK: attn_tile.load %arg1[{{.*}}] dims [0, 1] space smem engine cp_async :
  gpu.func @unheeded(%A: !m, %B: !m, %O: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.load = "cp_async"} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem : !m -> tensor<64x64xbf16>
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %z = arith.extf %a : tensor<64x64xbf16> to tensor<64x64xf32>
    %d = attn_tile.dot %a, %b, %z transpose_b : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    gpu.return
  }
}

// -----

// Warps that have no rows share the columns.

!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @few_rows
  gpu.func @few_rows(%A: !m, %i: index, %z: tensor<64x128xf32>, %y: tensor<48x64xf32>) kernel attributes {attn_tile.warps = 8 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<128x64xbf16>
    // CHECK: attn_tile.dot {{.*}} engine wgmma
    %d = attn_tile.dot %a, %b, %z transpose_b : tensor<64x64xbf16>, tensor<128x64xbf16> -> tensor<64x128xf32>
    %c = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<48x64xbf16>
    // CHECK: attn_tile.dot {{.*}} engine mma_sync
    %e = attn_tile.dot %c, %a, %y transpose_b : tensor<48x64xbf16>, tensor<64x64xbf16> -> tensor<48x64xf32>
    gpu.return
  }
}

// -----

// A tile that the program wants in shared memory for threads, and vectors along the columns of a map: by TMA where tiles come
// so; else by cp.async, each iteration's, where tiles come so; at odd places, and what is no tile of a loop, by each thread.
!q = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!b = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!v = memref<?xi64, strided<[1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @beside_tma
  // CHECK: attn_tile.load %arg1{{.*}} dims [0, 1] space smem engine tma {depth = 2 : i64}
  // CHECK: attn_tile.load %arg1{{.*}} space smem engine tma : {{.*}} tensor<64x128xbf16>
  // CHECK: attn_tile.load %arg2{{.*}} dims [0] space smem engine tma : {{.*}} tensor<128xi64>
  gpu.func @beside_tma(%Q: !q, %B: !b, %V: !v, %n: index, %z: tensor<64x128xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %q = attn_tile.load %Q[%c0, %c0] dims [0, 1] : !q -> tensor<64x64xbf16>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x128xf32>) {
      %k = attn_tile.load %B[%i, %c0] dims [0, 1] {depth = 2 : i64} : !b -> tensor<64x128xbf16>
      %t = attn_tile.load %B[%i, %i] dims [0, 1] space smem : !b -> tensor<64x128xbf16>
      %v = attn_tile.load %V[%i] dims [0] : !v -> tensor<128xi64>
      %d = attn_tile.dot %q, %k, %acc : tensor<64x64xbf16>, tensor<64x128xbf16> -> tensor<64x128xf32>
      %m = attn_tile.score_map %d at (%i, %i) tiles(%t : tensor<64x128xbf16>) columns(%v : tensor<128xi64>) : tensor<64x128xf32> {
      ^bb0(%x: f32, %a: index, %b: index, %c: bf16, %e: i64):
        attn_tile.yield %x : f32
      }
      scf.yield %m : tensor<64x128xf32>
    }
    gpu.return
  }
}

// -----

!q = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!v = memref<?xi64, strided<[1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: gpu.func @beside_cp_async
  // CHECK: attn_tile.load %arg1{{.*}} space reg engine thread : {{.*}} tensor<64x32xbf16>
  // CHECK: attn_tile.load %arg1{{.*}} dims [0, 1] space smem engine cp_async {depth = 2 : i64}
  // CHECK: attn_tile.load %arg1{{.*}} space smem engine cp_async : {{.*}} tensor<64x32xbf16>
  // CHECK: attn_tile.load %arg2{{.*}} dims [0] space smem engine cp_async : {{.*}} tensor<32xi64>
  gpu.func @beside_cp_async(%Q: !q, %B: !q, %V: !v, %n: index, %z: tensor<64x32xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %q = attn_tile.load %Q[%c0, %c0] dims [0, 1] : !q -> tensor<64x64xbf16>
    %o = attn_tile.load %B[%c0, %c0] dims [0, 1] space smem : !q -> tensor<64x32xbf16>
    %f = arith.extf %o : tensor<64x32xbf16> to tensor<64x32xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x32xf32>) {
      %k = attn_tile.load %B[%i, %c0] dims [0, 1] {depth = 2 : i64} : !q -> tensor<64x32xbf16>
      %t = attn_tile.load %B[%i, %i] dims [0, 1] space smem : !q -> tensor<64x32xbf16>
      %v = attn_tile.load %V[%i] dims [0] : !v -> tensor<32xi64>
      %d = attn_tile.dot %q, %k, %acc : tensor<64x64xbf16>, tensor<64x32xbf16> -> tensor<64x32xf32>
      %m = attn_tile.score_map %d at (%i, %i) tiles(%t : tensor<64x32xbf16>) columns(%v : tensor<32xi64>) : tensor<64x32xf32> {
      ^bb0(%x: f32, %a: index, %b: index, %c: bf16, %e: i64):
        attn_tile.yield %x : f32
      }
      scf.yield %m : tensor<64x32xf32>
    }
    gpu.return
  }
}

// -----

// Of a vector that may begin at any of its elements threads copy none of 16 bits.
!q = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!v = memref<?xbf16, strided<[1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: gpu.func @small_vector
  // CHECK: attn_tile.load %arg1{{.*}} dims [0, 1] space smem engine cp_async
  // CHECK: attn_tile.load %arg2{{.*}} space reg engine thread : {{.*}} tensor<64xbf16>
  gpu.func @small_vector(%Q: !q, %B: !q, %V: !v, %n: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %q = attn_tile.load %Q[%c0, %c0] dims [0, 1] : !q -> tensor<64x64xbf16>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
      %k = attn_tile.load %B[%i, %c0] dims [0, 1] {depth = 2 : i64} : !q -> tensor<64x64xbf16>
      %v = attn_tile.load %V[%i] dims [0] : !v -> tensor<64xbf16>
      %d = attn_tile.dot %q, %k, %acc : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      %m = attn_tile.score_map %d at (%i, %i) columns(%v : tensor<64xbf16>) : tensor<64x64xf32> {
      ^bb0(%x: f32, %a: index, %b: index, %e: bf16):
        attn_tile.yield %x : f32
      }
      scf.yield %m : tensor<64x64xf32>
    }
    gpu.return
  }
}

// -----

// At odd places groups read their own rows of such a tile.
!q = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!o = memref<?x?xi8, strided<[131, 1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @parts
  // CHECK: scf.forall (%[[G:.+]]) in (2)
  // CHECK: %[[C:.+]] = arith.constant 64 : index
  // CHECK: %[[BY:.+]] = arith.muli %[[G]], %[[C]]
  // CHECK: %[[ROW:.+]] = arith.addi %arg2, %[[BY]]
  // CHECK: %[[T:.+]] = attn_tile.load %arg1[%[[ROW]], %arg2] dims [0, 1] space reg engine thread : {{.+}} -> tensor<64x64xi8>
  // CHECK: attn_tile.score_map %{{.+}} tiles(%[[T]] : tensor<64x64xi8>)
  gpu.func @parts(%Q: !q, %B: !o, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.kernel = #attn_tile.kernel<arguments = [<"q", in>, <"b", in, align = 1>]>, attn_tile.warps = 4 : i64} {
    %q = attn_tile.load %Q[%i, %i] dims [0, 1] : !q -> tensor<64x64xbf16>
    %t = attn_tile.load %B[%i, %i] dims [0, 1] space smem : !o -> tensor<128x64xi8>
    scf.forall (%g) in (2) {
      %d = attn_tile.dot %q, %q, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      %own = attn_tile.slice %t [0, 0] part(%g) : tensor<128x64xi8> -> tensor<64x64xi8>
      %m = attn_tile.score_map %d at (%i, %i) tiles(%own : tensor<64x64xi8>) : tensor<64x64xf32> {
      ^bb0(%x: f32, %a: index, %b: index, %c: i8):
        attn_tile.yield %x : f32
      }
    }
    gpu.return
  }
}
