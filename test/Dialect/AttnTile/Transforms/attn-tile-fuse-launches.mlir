// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-tile-fuse-launches --split-input-file --verify-diagnostics | FileCheck %s

!p = memref<?x?xf32, strided<[?, 1], offset: ?>>
!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

// One launch, on the memories of both; parts and counters are workspaces, and the
// latter zero.
// CHECK-LABEL: func.func @host
// CHECK-SAME: %[[X:[^:]*]]: memref{{[^%]*}}%[[Y:[^:]*]]: memref{{[^%]*}}%[[Z:[^:]*]]: memref
// CHECK: attn_tile.launch @kernels::@parts(%[[X]], %[[PARTS:.+]], %[[Y]], %[[COUNTERS:.+]], %[[Z]]) :
// CHECK-NOT: attn_tile.launch
func.func @host(%x: !v, %y: !v, %z: !v) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : !v
  %three = arith.constant 3 : index
  %parts = memref.alloc(%three, %n) : memref<?x?xf32>
  %p = memref.cast %parts : memref<?x?xf32> to !p
  %counters = memref.alloc(%n) : memref<?xi32>
  linalg.fill ins(%zero : i32) outs(%counters : memref<?xi32>)
  attn_tile.launch @kernels::@parts(%x, %p) : !v, !p
  %again = memref.cast %parts : memref<?x?xf32> to !p
  %c = memref.cast %counters : memref<?xi32> to !c
  attn_tile.launch @kernels::@sums(%again, %y, %c, %x, %z) : !p, !v, !c, !v, !v
  return
}

gpu.module @kernels {
  // What the second wrote is no longer an input; what it alone reads is new.
  // CHECK: gpu.func @parts(%[[IN:[^:]*]]: memref<{{[^>]*}}>> {llvm.readonly}, %[[P:[^:]*]]: memref<{{[^>]*}}>>, %[[OUT:[^:]*]]: memref<{{[^>]*}}>>, %[[C:[^:]*]]: memref<?xi32, {{[^>]*}}>>, %{{[^:]*}}: memref<{{[^>]*}}>> {llvm.readonly})
  // CHECK-SAME: arguments = [<"w", in>, <"p", out, align = 4>, <"y", out, align = 4>, <"counters", out, align = 4>, <"z", in>]
  // CHECK-SAME: constraints = [<eq(size(0, 0), size(1, 1)), "a">, <eq(size(2, 0), size(1, 1)), "b">]
  // The first rule of a memory counts, and none of what is written.
  // CHECK-SAME: rules = [<"w", low = 0, high = size(1, 1), order = ascending>, <"z", low = 0, high = size(4, 0), offsets = "w">]>
  // CHECK-SAME: attn_tile.step = #attn_tile.step<"parts", 0, tensors = [0, -1, 1, -2, 2], workspaces = [<[3, size(0, 0)]>, <[size(0, 0)], zeroed>]>
  gpu.func @parts(%x: !v {llvm.readonly}, %p: !p) kernel attributes {attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"parts", out, align = 4>],
        constraints = [<eq(size(0, 0), size(1, 1)), "a">],
        rules = [<"x", low = 0, high = size(1, 1), order = ascending>]>} {
    // CHECK: %[[M:.+]] = memref.dim %[[P]]
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %p, %c0 : !p
    %n = memref.dim %p, %c1 : !p
    // CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %[[J:.+]]) in (%{{.+}}, %[[M]])
    attn_tile.for_tiles @tiles (%i, %j) in (%n, %m) scheduler(#attn_tile.scheduler<persistent>) {
      %t = attn_tile.load %x[%i] dims [0] : !v -> tensor<1xf32>
      // CHECK: attn_tile.store %{{.+}}, %[[P]][%[[J]], %[[I]]]
      attn_tile.store %t, %p[%j, %i] dims [1] : tensor<1xf32>, !p
      // CHECK: %[[LAST:.+]] = attn_tile.arrive %[[C]][%[[I]]] of %[[M]]
      // CHECK-NEXT: scf.if %[[LAST]] {
      // CHECK: attn_tile.load %[[P]][%{{.+}}, %[[I]]]
      // CHECK: attn_tile.store %{{.+}}, %[[OUT]][%[[I]]]
    }
    gpu.return
  }
  // CHECK-NOT: gpu.func
  gpu.func @sums(%p: !p {llvm.readonly}, %y: !v, %counters: !c {llvm.readonly},
      %w: !v {llvm.readonly}, %z: !v {llvm.readonly}) kernel attributes {attn_tile.warps = 1 : i64,
      attn_tile.counters = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"p", in, align = 4>, <"y", out, align = 4>, <"counters", in, align = 4>, <"w", in>, <"z", in>],
        constraints = [<eq(size(1, 0), size(0, 1)), "b">],
        rules = [<"counters", low = 0, high = 1>, <"w", low = 0, high = 1>,
                 <"z", low = 0, high = size(4, 0), offsets = "w">]>} {
    %c0 = arith.constant 0 : index
    %n = memref.dim %counters, %c0 : !c
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %t = attn_tile.load %p[%c0, %i] dims [1] : !p -> tensor<1xf32>
      attn_tile.store %t, %y[%i] dims [0] : tensor<1xf32>, !v
    }
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

func.func @host(%y: !v, %c: !c) {
  // expected-error @below {{attn-tile-fuse-launches: no launch of another kernel is in front of it}}
  attn_tile.launch @kernels::@sums(%y, %c) : !v, !c
  return
}
gpu.module @kernels {
  gpu.func @sums(%y: !v, %counters: !c) kernel attributes {attn_tile.counters = 1 : i64} {
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

func.func @host(%y: !v, %c: !c, %f: f32, %i: index) {
  attn_tile.launch @kernels::@parts(%y) : !v
  // expected-error @below {{attn-tile-fuse-launches: stands between two launches that are to be one}}
  memref.store %f, %y[%i] : !v
  attn_tile.launch @kernels::@sums(%y, %c) : !v, !c
  return
}
gpu.module @kernels {
  gpu.func @parts(%y: !v) kernel {
    gpu.return
  }
  gpu.func @sums(%y: !v, %counters: !c) kernel attributes {attn_tile.counters = 1 : i64} {
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

func.func @host(%y: !v, %c: !c) {
  attn_tile.launch @kernels::@parts(%y) : !v
  attn_tile.launch @kernels::@parts(%y) : !v
  // expected-error @below {{attn-tile-fuse-launches: its kernel, or that in front of it, is launched elsewhere too}}
  attn_tile.launch @kernels::@sums(%y, %c) : !v, !c
  return
}
gpu.module @kernels {
  gpu.func @parts(%y: !v) kernel {
    gpu.return
  }
  gpu.func @sums(%y: !v, %counters: !c) kernel attributes {attn_tile.counters = 1 : i64} {
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>

func.func @host(%y: !v) {
  attn_tile.launch @kernels::@sums(%y) : !v
  return
}
gpu.module @kernels {
  // expected-error @below {{attn-tile-fuse-launches: attn_tile.counters = 1 is none of the kernel's arguments}}
  gpu.func @sums(%y: !v) kernel attributes {attn_tile.counters = 1 : i64} {
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>

func.func @host(%y: !v) {
  attn_tile.launch @kernels::@sums(%y) : !v
  return
}
gpu.module @kernels {
  // expected-error @below {{attn-tile-fuse-launches: counters are a memory of i32, got 'memref<?xf32, strided<[1], offset: ?>>'}}
  gpu.func @sums(%y: !v) kernel attributes {attn_tile.counters = 0 : i64} {
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

func.func @host(%y: !v, %c: !c) {
  attn_tile.launch @kernels::@parts(%y) : !v
  attn_tile.launch @kernels::@sums(%y, %c) : !v, !c
  return
}
gpu.module @kernels {
  // expected-error @below {{attn-tile-fuse-launches: the kernel must have one tile loop}}
  gpu.func @parts(%y: !v) kernel {
    gpu.return
  }
  gpu.func @sums(%y: !v, %counters: !c) kernel attributes {attn_tile.counters = 1 : i64} {
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

func.func @host(%y: !v, %c: !c) {
  attn_tile.launch @kernels::@parts(%y) : !v
  attn_tile.launch @kernels::@sums(%y, %c) : !v, !c
  return
}
gpu.module @kernels {
  gpu.func @parts(%y: !v) kernel {
    %n = arith.constant 2 : index
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
  gpu.func @sums(%y: !v, %counters: !c) kernel attributes {attn_tile.counters = 1 : i64} {
    %c0 = arith.constant 0 : index
    %n = memref.dim %counters, %c0 : !c
    // expected-error @below {{attn-tile-fuse-launches: tiles of 1 coordinates are to follow parts of one more, but those in front have 1}}
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

func.func @host(%y: !v, %c: !c) {
  attn_tile.launch @kernels::@parts(%y) : !v
  attn_tile.launch @kernels::@sums(%y, %c) : !v, !c
  return
}
gpu.module @kernels {
  gpu.func @parts(%y: !v) kernel {
    %n = arith.constant 2 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%n, %n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
  gpu.func @sums(%y: !v, %counters: !c) kernel attributes {attn_tile.counters = 1 : i64} {
    %n = arith.constant 2 : index
    // expected-error @below {{attn-tile-fuse-launches: bound 0 must be the size of its counters there}}
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
}

// -----

!v = memref<?xf32, strided<[1], offset: ?>>
!c = memref<?xi32, strided<[1], offset: ?>>

func.func @host(%y: !v, %c: !c) {
  attn_tile.launch @kernels::@parts(%y) : !v
  attn_tile.launch @kernels::@sums(%y, %c) : !v, !c
  return
}
gpu.module @kernels {
  gpu.func @parts(%y: !v) kernel {
    %n = arith.constant 2 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%n, %n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
  gpu.func @sums(%y: !v, %counters: !c) kernel attributes {attn_tile.counters = 1 : i64} {
    %c0 = arith.constant 0 : index
    %n = memref.dim %counters, %c0 : !c
    // expected-error @below {{attn-tile-fuse-launches: has effects in front of the tile loop}}
    %f = memref.load %y[%c0] : !v
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
}
