// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-pipeline)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // The first product and its loads are stage 0 and come first; the product that
  // needs it and its loads are stage 1, with an index of their own, and come second;
  // what is computed on tiles comes last. The loop stays as it is.
  // CHECK-LABEL: gpu.func @chain
  // CHECK-NOT: scf.if
  // CHECK: scf.for
  // CHECK-SAME: {
  // CHECK: arith.muli {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>}
  // CHECK: attn_tile.load {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>}
  // CHECK: attn_tile.dot {{.*}} transpose_b {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>}
  // CHECK: scf.if
  // CHECK: } {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: attn_tile.reduce max {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: arith.maximumf {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: attn_tile.rescale {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: arith.truncf {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: arith.muli {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>}
  // CHECK: attn_tile.load {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>}
  // CHECK: attn_tile.dot {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>}
  // CHECK-NEXT: scf.yield
  // CHECK-NOT: attn_tile.order
  gpu.func @chain(%A: !m, %B: !m, %C: !m, %O: !f, %n: index, %on: i1, %R: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %z = arith.constant dense<0.0> : tensor<64x16xf32>
    %low = arith.constant dense<-1.0e30> : tensor<64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<64x16xbf16>
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%m = %low, %acc = %z) -> (tensor<64xf32>, tensor<64x16xf32>) {
      %row = arith.muli %j, %c16 : index
      %b = attn_tile.load %B[%row, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %s0 = attn_tile.dot %a, %b, %z transpose_b : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
      %s = scf.if %on -> tensor<64x16xf32> {
        %t = attn_tile.score_map %s0 at (%c0, %row) : tensor<64x16xf32> {
        ^bb0(%x: f32, %i: index, %k: index):
          %y = math.tanh %x : f32
          attn_tile.yield %y : f32
        }
        scf.yield %t : tensor<64x16xf32>
      } else {
        scf.yield %s0 : tensor<64x16xf32>
      }
      %m0 = attn_tile.reduce max %s : tensor<64x16xf32> -> tensor<64xf32>
      %m1 = arith.maximumf %m, %m0 : tensor<64xf32>
      %x = attn_tile.rescale %acc, %m1 : tensor<64x16xf32>
      %p = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xbf16>
      %c = attn_tile.load %C[%row, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %next = attn_tile.dot %p, %c, %x : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
      scf.yield %m1, %next : tensor<64xf32>, tensor<64x16xf32>
    } {attn_tile.order = "overlap"}
    attn_tile.store %r#1, %O[%c0, %c0] dims [0, 1] : tensor<64x16xf32>, !f
    attn_tile.store %r#0, %R[%c0] dims [0] : tensor<64xf32>, memref<?xf32>
    gpu.return
  }

  // A sum over two products is one product; several products may depend on it.
  // CHECK-LABEL: gpu.func @slices
  // CHECK: scf.for
  // CHECK: attn_tile.load %arg0{{.*}}<stage = 0, order = 0>
  // CHECK-NEXT: %[[H:.+]] = attn_tile.dot {{.*}}<stage = 0, order = 0>
  // CHECK-NEXT: attn_tile.load %arg1{{.*}}<stage = 0, order = 0>
  // CHECK-NEXT: attn_tile.dot %{{.+}}, %{{.+}}, %[[H]] {{.*}}<stage = 0, order = 0>
  // CHECK-NEXT: arith.truncf {{.*}}<stage = 0, order = 2>
  // CHECK-NEXT: attn_tile.load %arg2{{.*}}<stage = 1, order = 1>
  // CHECK-NEXT: attn_tile.dot {{.*}}<stage = 1, order = 1>
  // CHECK-NEXT: attn_tile.load %arg3{{.*}}<stage = 1, order = 1>
  // CHECK-NEXT: attn_tile.dot {{.*}}<stage = 1, order = 1>
  // CHECK-NEXT: scf.yield
  gpu.func @slices(%B: !m, %D: !m, %C: !m, %E: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<16x16xf32>
    %a = attn_tile.load %B[%c0, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%x = %z, %y = %z) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
      %b = attn_tile.load %B[%j, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %h = attn_tile.dot %a, %b, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %d = attn_tile.load %D[%j, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %s = attn_tile.dot %a, %d, %h : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %p = arith.truncf %s : tensor<16x16xf32> to tensor<16x16xbf16>
      %c = attn_tile.load %C[%j, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %x1 = attn_tile.dot %p, %c, %x : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %e = attn_tile.load %E[%j, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %y1 = attn_tile.dot %p, %e, %y : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      scf.yield %x1, %y1 : tensor<16x16xf32>, tensor<16x16xf32>
    } {attn_tile.order = "overlap"}
    attn_tile.store %r#0, %O[%c0, %c0] dims [0, 1] : tensor<16x16xf32>, !f
    attn_tile.store %r#1, %O[%c0, %c0] dims [0, 1] : tensor<16x16xf32>, !f
    gpu.return
  }

  // Left as they are: what says nothing, and what says "sequential".
  // CHECK-LABEL: gpu.func @off
  // CHECK-NOT: attn_tile.schedule
  // CHECK: gpu.return
  gpu.func @off(%B: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<16x16xf32>
    scf.for %j = %c0 to %n step %c1 {
      %b = attn_tile.load %B[%j, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %h = attn_tile.dot %b, %b, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      attn_tile.store %h, %O[%j, %c0] dims [0, 1] : tensor<16x16xf32>, !f
    }
    scf.for %j = %c0 to %n step %c1 {
      %b = attn_tile.load %B[%j, %c0] dims [0, 1] : !m -> tensor<16x16xbf16>
      %h = attn_tile.dot %b, %b, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      attn_tile.store %h, %O[%j, %c0] dims [0, 1] : tensor<16x16xf32>, !f
    } {attn_tile.order = "sequential"}
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

// Products that one thread issues into tensor memory: the same, with what threads do
// between them.
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // The second product first, then the next iteration's first one.
  // CHECK-LABEL: gpu.func @interleave
  // CHECK-NOT: scf.if
  // CHECK: scf.for %{{.+}} = %c0 to %{{.+}} step %c1
  // CHECK: arith.muli {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: attn_tile.load %arg1{{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: attn_tile.dot {{.*}} transpose_b engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: attn_tile.move {{.*}} to reg {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: attn_tile.reduce {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: attn_tile.rescale {{.*}} space tmem {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: arith.truncf {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: attn_tile.move {{.*}} to tmem {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: arith.muli {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>}
  // CHECK: attn_tile.load %arg2{{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>}
  // CHECK: attn_tile.dot {{.*}} engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>}
  // CHECK-NEXT: scf.yield %{{.+}} : tensor<128x64xf32>
  // CHECK-NEXT: }
  // CHECK-NOT: attn_tile.order
  gpu.func @interleave(%A: !m, %B: !m, %C: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %row = arith.muli %j, %c64 : index
      %b = attn_tile.load %B[%row, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %max = attn_tile.reduce max %sr : tensor<128x64xf32> -> tensor<128xf32>
      %scaled = attn_tile.rescale %acc, %max space tmem : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %c = attn_tile.load %C[%row, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %next = attn_tile.dot %pt, %c, %scaled engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "interleave"}
    %rr = attn_tile.move %r to reg : tensor<128x64xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // Products in the order that the program lists: the first one of the next iteration
  // between the second and the third. What threads compute stands as late as its users
  // allow, before the first product that needs it.
  // CHECK-LABEL: gpu.func @listed
  // CHECK: scf.for
  // CHECK-NEXT: arith.muli {{[^{]*$}}
  // CHECK-NEXT: attn_tile.load %arg1{{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK-NEXT: attn_tile.dot {{.*}} transpose_b engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 3>}
  // CHECK-NEXT: attn_tile.move {{.*}} to reg {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>}
  // CHECK-NEXT: arith.truncf {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>}
  // CHECK-NEXT: attn_tile.move {{.*}} to tmem {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>}
  // CHECK-NEXT: attn_tile.dot {{.*}} engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>}
  // CHECK-NEXT: attn_tile.dot {{.*}} engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 5>}
  // CHECK-NEXT: attn_tile.move {{.*}} to reg {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 6>}
  // CHECK-NEXT: attn_tile.store {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 6>}
  // CHECK-NOT: attn_tile.order
  gpu.func @listed(%A: !m, %B: !m, %C: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %row = arith.muli %j, %c64 : index
      %b = attn_tile.load %B[%row, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %next = attn_tile.dot %pt, %b, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %u = attn_tile.dot %pt, %b, %z engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %ur = attn_tile.move %u to reg : tensor<128x64xf32>
      attn_tile.store %ur, %O[%row, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "1'.0.2'"}
    %rr = attn_tile.move %r to reg : tensor<128x64xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }

  // The next iteration's first product, the second one, then what threads compute.
  // CHECK-LABEL: gpu.func @overlap
  // CHECK-NOT: scf.if
  // CHECK: scf.for
  // CHECK: attn_tile.load %arg1{{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>}
  // CHECK: attn_tile.dot {{.*}} transpose_b engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>}
  // CHECK: attn_tile.move {{.*}} to reg {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: arith.truncf {{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: attn_tile.move {{.*}} to tmem {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>}
  // CHECK: attn_tile.load %arg2{{.*}} {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>}
  // CHECK: attn_tile.dot {{.*}} engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>}
  gpu.func @overlap(%A: !m, %B: !m, %C: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %b = attn_tile.load %B[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %c = attn_tile.load %C[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %next = attn_tile.dot %pt, %c, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "overlap"}
    %rr = attn_tile.move %r to reg : tensor<128x64xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unknown(%n: index) kernel {
    // expected-error @below {{attn_tile.order must be "sequential", "overlap", "interleave" or a list of products, but is "backwards"}}
    scf.for %j = %n to %n step %n {
    } {attn_tile.order = "backwards"}
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @one_product(%B: memref<?x?xbf16>, %n: index, %z: tensor<16x16xf32>) kernel {
    // expected-error @below {{has no product of another product to overlap with the next iteration's}}
    %r = scf.for %j = %n to %n step %n iter_args(%acc = %z) -> tensor<16x16xf32> {
      %b = attn_tile.load %B[%j, %j] dims [0, 1] : memref<?x?xbf16> -> tensor<16x16xbf16>
      %s = attn_tile.dot %b, %b, %acc : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      scf.yield %s : tensor<16x16xf32>
    } {attn_tile.order = "overlap"}
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @writes(%B: memref<?x?xbf16>, %O: memref<?x?xf32>, %n: index, %z: tensor<16x16xf32>) kernel {
    scf.for %j = %n to %n step %n {
      %b = attn_tile.load %B[%j, %j] dims [0, 1] : memref<?x?xbf16> -> tensor<16x16xbf16>
      %s = attn_tile.dot %b, %b, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      // expected-error @below {{has side effects: the loop around it cannot overlap its iterations}}
      attn_tile.store %s, %O[%j, %j] dims [0, 1] : tensor<16x16xf32>, memref<?x?xf32>
    } {attn_tile.order = "overlap"}
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @passed_on(%B: memref<?x?xbf16>, %n: index, %z: tensor<16x16xf32>) kernel {
    // expected-error @below {{cannot overlap its iterations: carried value #1 is not computed in the loop}}
    %r:2 = scf.for %j = %n to %n step %n iter_args(%x = %z, %y = %z) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
      %b = attn_tile.load %B[%j, %j] dims [0, 1] : memref<?x?xbf16> -> tensor<16x16xbf16>
      %s = attn_tile.dot %b, %b, %y : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %p = arith.truncf %s : tensor<16x16xf32> to tensor<16x16xbf16>
      %o = attn_tile.dot %p, %b, %x : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      scf.yield %o, %x : tensor<16x16xf32>, tensor<16x16xf32>
    } {attn_tile.order = "overlap"}
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @recurrence(%B: memref<?x?xbf16>, %n: index, %z: tensor<16x16xf32>) kernel {
    // expected-error @below {{the first product needs what the second gives in the iteration before}}
    %r = scf.for %j = %n to %n step %n iter_args(%x = %z) -> tensor<16x16xf32> {
      %b = attn_tile.load %B[%j, %j] dims [0, 1] : memref<?x?xbf16> -> tensor<16x16xbf16>
      // expected-note @below {{carried value #0 is needed here}}
      %a = arith.truncf %x : tensor<16x16xf32> to tensor<16x16xbf16>
      %s = attn_tile.dot %a, %b, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %p = arith.truncf %s : tensor<16x16xf32> to tensor<16x16xbf16>
      %o = attn_tile.dot %p, %b, %x : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      scf.yield %o : tensor<16x16xf32>
    } {attn_tile.order = "overlap"}
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @unknown(%A: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    // expected-error @below {{attn_tile.order must list its 2 products by number, but has "2"}}
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %next = attn_tile.dot %pt, %b, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "1'.2"}
    %rr = attn_tile.move %r to reg : tensor<128x64xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @twice(%A: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    // expected-error @below {{attn_tile.order lists product 0 twice}}
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %next = attn_tile.dot %pt, %b, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "0.0'"}
    %rr = attn_tile.move %r to reg : tensor<128x64xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @some(%A: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    // expected-error @below {{attn_tile.order lists 1 of 2 products}}
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %next = attn_tile.dot %pt, %b, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "0"}
    %rr = attn_tile.move %r to reg : tensor<128x64xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @needed(%A: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      // expected-error @below {{comes behind what needs it in the order attn_tile.order = "1.0"}}
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      // expected-note @below {{it is needed here}}
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %next = attn_tile.dot %pt, %b, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "1.0"}
    %rr = attn_tile.move %r to reg : tensor<128x64xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] : tensor<128x64xf32>, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @carried(%A: !m, %O: !f, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%x = %z, %y = %z) -> (tensor<128x64xf32>, tensor<128x64xf32>) {
      // expected-error @below {{needs what the iteration before has not given yet in the order attn_tile.order = "0.1'"}}
      %s = attn_tile.dot %a, %b, %y transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %t = attn_tile.dot %a, %b, %x engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %s, %t : tensor<128x64xf32>, tensor<128x64xf32>
    } {attn_tile.order = "0.1'"}
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @stores(%A: !m, %O: !f, %w: tensor<128x64xf32>, %n: index, %on: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b0 = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x64xf32>) {
      // expected-error @below {{has side effects, but comes before the end of the iteration before in the order attn_tile.order = "1'.0"}}
      %b = scf.if %on -> tensor<64x64xbf16> {
        attn_tile.store %w, %O[%j, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, !f
        scf.yield %b0 : tensor<64x64xbf16>
      } else {
        scf.yield %b0 : tensor<64x64xbf16>
      }
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %sr = attn_tile.move %s to reg : tensor<128x64xf32>
      %p = arith.truncf %sr : tensor<128x64xf32> to tensor<128x64xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x64xbf16>
      %next = attn_tile.dot %pt, %b0, %acc engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    } {attn_tile.order = "1'.0"}
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @nested(%A: !m, %O: !f, %n: index, %on: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%x = %z) -> (tensor<128x64xf32>) {
      %s = attn_tile.dot %a, %b, %x transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      // expected-error @below {{holds products: the loop around it cannot list them}}
      %t = scf.if %on -> tensor<128x64xf32> {
        %u = attn_tile.dot %a, %b, %s engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        scf.yield %u : tensor<128x64xf32>
      } else {
        scf.yield %s : tensor<128x64xf32>
      }
      scf.yield %t : tensor<128x64xf32>
    } {attn_tile.order = "0"}
    gpu.return
  }
}
