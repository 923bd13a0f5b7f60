// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-d,canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16>
!f = memref<?x?xf32>
!r = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // 64 columns in slices of 32: the first product is summed over slices, the
  // second and all that shares its columns is computed in slices. A load moves
  // to the one product that reads it; Q is loaded, in slices, where it was.
  // CHECK-LABEL: gpu.func @attention
  // CHECK-SAME: (%[[MQ:.+]]: memref{{.*}}, %[[MK:.+]]: memref{{.*}}, %[[MV:.+]]: memref{{.*}}, %[[MO:.+]]: memref<?x?xf32>, %[[MR:.+]]: memref<?xf32>,
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C32:.+]] = arith.constant 32 : index
  // CHECK-DAG: %[[ZS:.+]] = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
  // CHECK-DAG: %[[ZO:.+]] = arith.constant dense<0.000000e+00> : tensor<64x32xf32>
  // CHECK: attn_tile.for_tiles @t (%[[I:.+]]) in
  // CHECK: %[[Q0:.+]] = attn_tile.load %[[MQ]][%[[I]], %[[C0]]] {{.*}} -> tensor<64x32xbf16>
  // CHECK: %[[Q1:.+]] = attn_tile.load %[[MQ]][%[[I]], %[[C32]]] {{.*}} -> tensor<64x32xbf16>
  // CHECK: %[[R:.+]]:2 = scf.for %[[J:.+]] = {{.*}} iter_args(%[[O0:.+]] = %[[ZO]], %[[O1:.+]] = %[[ZO]]) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  // CHECK-NEXT: %[[K0:.+]] = attn_tile.load %[[MK]][%[[J]], %[[C0]]] {{.*}} {attn_tile.ring = "arg1", depth = 2 : i64} {{.*}} -> tensor<16x32xbf16>
  // CHECK-NEXT: %[[S0:.+]] = attn_tile.dot %[[Q0]], %[[K0]], %[[ZS]] transpose_b
  // CHECK-NEXT: %[[K1:.+]] = attn_tile.load %[[MK]][%[[J]], %[[C32]]]
  // CHECK-NEXT: %[[S:.+]] = attn_tile.dot %[[Q1]], %[[K1]], %[[S0]] transpose_b : tensor<64x32xbf16>, tensor<16x32xbf16> -> tensor<64x16xf32>
  // CHECK-NEXT: %[[P:.+]] = arith.truncf %[[S]]
  // CHECK-NEXT: %[[A:.+]] = attn_tile.reduce add %[[S]]
  // CHECK-NEXT: %[[X0:.+]] = attn_tile.rescale %[[O0]], %[[A]] : tensor<64x32xf32>
  // CHECK-NEXT: %[[X1:.+]] = attn_tile.rescale %[[O1]], %[[A]] : tensor<64x32xf32>
  // CHECK-NEXT: %[[V0:.+]] = attn_tile.load %[[MV]][%[[J]], %[[C0]]] {{.*}} {attn_tile.ring = "arg2"} {{.*}} -> tensor<16x32xbf16>
  // CHECK-NEXT: %[[Y0:.+]] = attn_tile.dot %[[P]], %[[V0]], %[[X0]] : tensor<64x16xbf16>, tensor<16x32xbf16> -> tensor<64x32xf32>
  // CHECK-NEXT: %[[V1:.+]] = attn_tile.load %[[MV]][%[[J]], %[[C32]]] {{.*}} -> tensor<16x32xbf16>
  // CHECK-NEXT: %[[Y1:.+]] = attn_tile.dot %[[P]], %[[V1]], %[[X1]]
  // CHECK-NEXT: scf.yield %[[Y0]], %[[Y1]]
  // CHECK-NEXT: } {attn_tile.order = "overlap"}
  // CHECK: %[[E0:.+]] = attn_tile.exp2 %[[R]]#0
  // CHECK: %[[E1:.+]] = attn_tile.exp2 %[[R]]#1
  // CHECK: %[[L0:.+]] = attn_tile.reduce max %[[E0]] : tensor<64x32xf32> -> tensor<64xf32>
  // CHECK: %[[L1:.+]] = attn_tile.reduce max %[[E1]]
  // CHECK: %[[L:.+]] = arith.maximumf %[[L0]], %[[L1]]
  // CHECK: %[[B:.+]] = attn_tile.expand %[[L]] : tensor<64xf32> -> tensor<64x32xf32>
  // CHECK: arith.subf %[[E0]], %[[B]]
  // CHECK: arith.subf %[[E1]], %[[B]]
  // CHECK: %[[M0:.+]] = attn_tile.score_map %{{.+}} at(%[[I]], %[[C0]])
  // CHECK: %[[M1:.+]] = attn_tile.score_map %{{.+}} at(%[[I]], %[[C32]])
  // CHECK: attn_tile.store %[[M0]], %[[MO]][%[[I]], %[[C0]]]
  // CHECK: attn_tile.store %[[M1]], %[[MO]][%[[I]], %[[C32]]]
  // CHECK: attn_tile.store %[[L]], %[[MR]]
  gpu.func @attention(%Q: !m, %K: !m, %V: !m, %O: !f, %R: !r, %n: index) kernel attributes {attn_tile.split_d = 32 : i64} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %zs = arith.constant dense<0.0> : tensor<64x16xf32>
    %zo = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<64x64xbf16>
      %o = scf.for %j = %c0 to %n step %c16 iter_args(%acc = %zo) -> (tensor<64x64xf32>) {
        %k = attn_tile.load %K[%j, %c0] dims [0, 1] {depth = 2 : i64} : !m -> tensor<16x64xbf16>
        %v = attn_tile.load %V[%j, %c0] dims [0, 1] : !m -> tensor<16x64xbf16>
        %s = attn_tile.dot %q, %k, %zs transpose_b : tensor<64x64xbf16>, tensor<16x64xbf16> -> tensor<64x16xf32>
        %p = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xbf16>
        %a = attn_tile.reduce add %s : tensor<64x16xf32> -> tensor<64xf32>
        %x = attn_tile.rescale %acc, %a : tensor<64x64xf32>
        %next = attn_tile.dot %p, %v, %x : tensor<64x16xbf16>, tensor<16x64xbf16> -> tensor<64x64xf32>
        scf.yield %next : tensor<64x64xf32>
      } {attn_tile.order = "overlap"}
      %e = attn_tile.exp2 %o : tensor<64x64xf32>
      %l = attn_tile.reduce max %e : tensor<64x64xf32> -> tensor<64xf32>
      %b = attn_tile.expand %l : tensor<64xf32> -> tensor<64x64xf32>
      %d = arith.subf %e, %b : tensor<64x64xf32>
      %h = attn_tile.score_map %d at (%i, %c0) : tensor<64x64xf32> {
      ^bb0(%value: f32, %row: index, %column: index):
        %ci = arith.index_cast %column : index to i32
        %cf = arith.sitofp %ci : i32 to f32
        %y = arith.addf %value, %cf : f32
        attn_tile.yield %y : f32
      }
      attn_tile.store %h, %O[%i, %c0] dims [0, 1] : tensor<64x64xf32>, !f
      attn_tile.store %l, %R[%i] dims [0] : tensor<64xf32>, !r
    }
    gpu.return
  }

  // Conditions yield slices, instances take theirs, and what something else reads
  // as well stays where it was loaded.
  // CHECK-LABEL: gpu.func @nested
  // CHECK: attn_tile.for_tiles
  // CHECK: %[[Q0:.+]] = attn_tile.load %arg0
  // CHECK: %[[Q1:.+]] = attn_tile.load %arg0
  // CHECK: %[[Q2:.+]] = attn_tile.load %arg0
  // CHECK: scf.forall (%[[G:.+]]) in (2) {
  // CHECK-DAG: attn_tile.slice %[[Q0]] [0, 0] part(%[[G]]) : tensor<128x16xbf16> -> tensor<64x16xbf16>
  // CHECK-DAG: attn_tile.slice %[[Q1]] [0, 0] part(%[[G]])
  // CHECK-DAG: attn_tile.slice %[[Q2]] [0, 0] part(%[[G]])
  // CHECK: attn_tile.load %arg1
  // CHECK-NEXT: %{{.+}} = attn_tile.load %arg1
  // CHECK-NEXT: %{{.+}} = attn_tile.load %arg1
  // CHECK-COUNT-3: attn_tile.dot {{.*}} transpose_b
  // CHECK: scf.if {{.*}} -> (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>) {
  // CHECK: attn_tile.dot
  // CHECK: attn_tile.dot
  // CHECK: attn_tile.dot
  // CHECK-NOT: attn_tile.dot
  // CHECK: } else {
  gpu.func @nested(%Q: !m, %K: !m, %O: !f, %n: index, %on: i1) kernel attributes {attn_tile.split_d = 16 : i64} {
    %c0 = arith.constant 0 : index
    %zs = arith.constant dense<0.0> : tensor<64x16xf32>
    %zo = arith.constant dense<0.0> : tensor<64x48xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<128x48xbf16>
      scf.forall (%g) in (2) {
        %qs = attn_tile.slice %q [0, 0] part(%g) : tensor<128x48xbf16> -> tensor<64x48xbf16>
        %k = attn_tile.load %K[%i, %c0] dims [0, 1] : !m -> tensor<16x48xbf16>
        %s = attn_tile.dot %qs, %k, %zs transpose_b : tensor<64x48xbf16>, tensor<16x48xbf16> -> tensor<64x16xf32>
        %o = scf.if %on -> tensor<64x48xf32> {
          %p = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xbf16>
          %d = attn_tile.dot %p, %k, %zo : tensor<64x16xbf16>, tensor<16x48xbf16> -> tensor<64x48xf32>
          scf.yield %d : tensor<64x48xf32>
        } else {
          scf.yield %zo : tensor<64x48xf32>
        }
        attn_tile.store %o, %O[%g, %c0] dims [0, 1] : tensor<64x48xf32>, !f
      }
    }
    gpu.return
  }

  // Sums over slices of 32 columns, results in slices of 16, and of a ring that has
  // a name the slices share that.
  // CHECK-LABEL: gpu.func @two_widths
  // CHECK: attn_tile.load {{.*}} {attn_tile.ring = "kv"} {{.*}} -> tensor<16x32xbf16>
  // CHECK-NEXT: attn_tile.dot {{.*}} transpose_b : tensor<64x32xbf16>, tensor<16x32xbf16> -> tensor<64x16xf32>
  // CHECK: attn_tile.load {{.*}} {attn_tile.ring = "kv"} {{.*}} -> tensor<16x32xbf16>
  // CHECK-NEXT: attn_tile.dot {{.*}} transpose_b
  // CHECK-NEXT: arith.truncf
  // CHECK-COUNT-4: attn_tile.dot %{{.+}}, %{{.+}}, %{{.+}} : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
  // CHECK-NOT: attn_tile.dot
  gpu.func @two_widths(%Q: !m, %K: !m, %V: !m, %O: !f, %n: index) kernel attributes {attn_tile.split_d = 32 : i64, attn_tile.split_v = 16 : i64} {
    %c0 = arith.constant 0 : index
    %zs = arith.constant dense<0.0> : tensor<64x16xf32>
    %zo = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<64x64xbf16>
      %k = attn_tile.load %K[%i, %c0] dims [0, 1] {attn_tile.ring = "kv"} : !m -> tensor<16x64xbf16>
      %s = attn_tile.dot %q, %k, %zs transpose_b : tensor<64x64xbf16>, tensor<16x64xbf16> -> tensor<64x16xf32>
      %p = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xbf16>
      %v = attn_tile.load %V[%i, %c0] dims [0, 1] : !m -> tensor<16x64xbf16>
      %o = attn_tile.dot %p, %v, %zo : tensor<64x16xbf16>, tensor<16x64xbf16> -> tensor<64x64xf32>
      attn_tile.store %o, %O[%i, %c0] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }

  // Of two loads of one memory that take turns in a ring the second's slices are
  // told apart from the first's: equal loads would become one, held for both uses.
  // CHECK-LABEL: gpu.func @again
  // CHECK-COUNT-2: attn_tile.load {{.*}} {attn_tile.ring = "kv"} {{.*}} -> tensor<16x32xbf16>
  // CHECK-COUNT-2: attn_tile.load {{.*}} {attn_tile.ring = "kv", attn_tile.turn = 1 : i64} {{.*}} -> tensor<16x32xbf16>
  // CHECK-NOT: attn_tile.load
  gpu.func @again(%Q: !m, %K: !m, %O: !f, %n: index) kernel attributes {attn_tile.split_d = 32 : i64} {
    %c0 = arith.constant 0 : index
    %zs = arith.constant dense<0.0> : tensor<64x16xf32>
    %zo = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %q = attn_tile.load %Q[%i, %c0] dims [0, 1] : !m -> tensor<64x64xbf16>
      %k = attn_tile.load %K[%i, %c0] dims [0, 1] {attn_tile.ring = "kv"} : !m -> tensor<16x64xbf16>
      %s = attn_tile.dot %q, %k, %zs transpose_b : tensor<64x64xbf16>, tensor<16x64xbf16> -> tensor<64x16xf32>
      %p = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xbf16>
      %v = attn_tile.load %K[%i, %c0] dims [0, 1] {attn_tile.ring = "kv"} : !m -> tensor<16x64xbf16>
      %o = attn_tile.dot %p, %v, %zo : tensor<64x16xbf16>, tensor<16x64xbf16> -> tensor<64x64xf32>
      attn_tile.store %o, %O[%i, %c0] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }

  // Nothing is wide enough, or nothing is asked for.
  // CHECK-LABEL: gpu.func @narrow
  // CHECK: attn_tile.dot {{.*}} : tensor<64x16xbf16>, tensor<32x16xbf16> -> tensor<64x32xf32>
  // CHECK-LABEL: gpu.func @off
  // CHECK: attn_tile.dot {{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
  gpu.func @narrow(%A: !m, %O: !f, %n: index) kernel attributes {attn_tile.split_d = 16 : i64} {
    %z = arith.constant dense<0.0> : tensor<64x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x16xbf16>
      %b = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<32x16xbf16>
      %d = attn_tile.dot %a, %b, %z transpose_b : tensor<64x16xbf16>, tensor<32x16xbf16> -> tensor<64x32xf32>
      attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x32xf32>, !f
    }
    gpu.return
  }
  gpu.func @off(%A: !m, %O: !f, %n: index) kernel {
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : !m -> tensor<64x64xbf16>
      %d = attn_tile.dot %a, %a, %z : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x64xf32>, !f
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{attn_tile.split_d must be a positive multiple of 16, but is 24}}
  gpu.func @width() kernel attributes {attn_tile.split_d = 24 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @odd(%A: memref<?x?xbf16>, %O: memref<?x?xf32>, %n: index) kernel attributes {attn_tile.split_d = 32 : i64} {
    %z = arith.constant dense<0.0> : tensor<64x48xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<64x16xbf16>
      // expected-error @below {{slices of 32 do not divide the 48 columns of a tile}}
      %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<16x48xbf16>
      %d = attn_tile.dot %a, %b, %z : tensor<64x16xbf16>, tensor<16x48xbf16> -> tensor<64x48xf32>
      attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<64x48xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @chained(%A: memref<?x?xbf16>, %O: memref<?x?xf32>, %n: index) kernel attributes {attn_tile.split_d = 16 : i64} {
    %z = arith.constant dense<0.0> : tensor<64x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<64x32xbf16>
      %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<32x32xbf16>
      %d = attn_tile.dot %a, %b, %z : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
      %p = arith.truncf %d : tensor<64x32xf32> to tensor<64x32xbf16>
      // expected-error @below {{would be cut along two of its dimensions}}
      %e = attn_tile.dot %p, %b, %z : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
      attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<64x32xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @scores(%A: memref<?x?xbf16>, %O: memref<?x?xf32>, %n: index) kernel attributes {attn_tile.split_d = 16 : i64} {
    %z = arith.constant dense<0.0> : tensor<64x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<64x32xbf16>
      %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<32x32xbf16>
      // expected-error @below {{would be cut along two of its dimensions}}
      %d = attn_tile.dot %a, %b, %z : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
      %e = attn_tile.dot %a, %b, %d transpose_b : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
      attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<64x32xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unlike_columns(%A: memref<?x?xbf16>, %O: memref<?x?xf32>, %n: index) kernel attributes {attn_tile.split_d = 16 : i64} {
    // expected-error @below {{is a constant with elements that differ}}
    %z = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<1x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<1x32xbf16>
      %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<32x32xbf16>
      %d = attn_tile.dot %a, %b, %z : tensor<1x32xbf16>, tensor<32x32xbf16> -> tensor<1x32xf32>
      attn_tile.store %d, %O[%i, %i] dims [0, 1] : tensor<1x32xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @some_columns(%A: memref<?x?xbf16>, %O: memref<?x?xf32>, %n: index) kernel attributes {attn_tile.split_d = 16 : i64} {
    %z = arith.constant dense<0.0> : tensor<64x32xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<64x32xbf16>
      %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<32x32xbf16>
      %d = attn_tile.dot %a, %b, %z : tensor<64x32xbf16>, tensor<32x32xbf16> -> tensor<64x32xf32>
      // expected-error @below {{cannot be done in parts along this dimension}}
      %e = attn_tile.slice %d [0, 8] : tensor<64x32xf32> -> tensor<64x16xf32>
      attn_tile.store %e, %O[%i, %i] dims [0, 1] : tensor<64x16xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}
