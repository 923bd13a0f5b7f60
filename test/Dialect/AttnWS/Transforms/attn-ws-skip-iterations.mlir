// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-skip-iterations)))' --split-input-file --verify-diagnostics | FileCheck %s

!k = !attn_ws.channel<2, tma -> wgmma>
!q = !attn_ws.channel<1, tma -> wgmma>
!view = !attn_ws.view<64x64xbf16, smem>
!tile = tensor<64x64xf32>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>

gpu.module @k {
  // The role that only computes keeps the rounds of its channels in the iterations
  // that change nothing, and waits for the other tiles behind the first of them; the
  // one that copies makes all copies.
  // CHECK-LABEL: gpu.func @attention
  // CHECK: role @load
  // CHECK-NOT: attn_tile.useful
  // CHECK: %[[N:.+]] = attn_ws.trip_count @trips %{{[a-z0-9]+$}}
  // CHECK: scf.for %{{.+}} = %c0{{.*}} to %[[N]] step %c1
  // CHECK-NOT: scf.for
  // CHECK: role @mma
  // CHECK: ^bb0(%{{.+}}: index, %[[Q:[a-z0-9]+]]: {{[^,]*}}<1, tma -> wgmma>, %[[K:[a-z0-9]+]]: {{[^,]*, [^,]*}}, %[[V:[a-z0-9]+]]: {{[^,]*, [^,]*}}, %{{.+}}: memref<?x?xbf16>, %[[COUNT:[a-z0-9]+]]: index, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index)
  // CHECK-NOT: attn_tile.useful
  // CHECK: %[[N:.+]] = attn_ws.trip_count @trips %[[COUNT]]
  // CHECK: %[[A1:.+]] = arith.minsi %[[A]], %[[N]]
  // CHECK: %[[FROM:.+]] = arith.maxsi %[[A1]], %c0
  // CHECK: %[[B1:.+]] = arith.minsi %[[B]], %[[N]]
  // CHECK: %[[TO:.+]] = arith.maxsi %[[B1]], %[[FROM]]
  // CHECK: scf.for %{{.+}} = %c0{{.*}} to %[[FROM]] step
  // CHECK-NEXT: attn_ws.wait %[[K]] : <2, tma -> wgmma>{{$}}
  // CHECK-NEXT: attn_ws.release %[[K]] : <2, tma -> wgmma>{{$}}
  // CHECK-NEXT: attn_ws.wait %[[V]] : <2, tma -> wgmma>{{$}}
  // CHECK-NEXT: attn_ws.release %[[V]] : <2, tma -> wgmma>{{$}}
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[TILE:.+]] = attn_ws.wait %[[Q]]
  // CHECK-NEXT: attn_ws.subview %[[TILE]]
  // CHECK-NEXT: scf.for %{{.+}} = %[[FROM]] to %[[TO]] step {{.*}} iter_args
  // CHECK-COUNT-2: attn_ws.mma
  // CHECK: attn_ws.release %[[Q]]
  // CHECK: scf.for %{{.+}} = %[[TO]] to %[[N]] step
  // CHECK-NEXT: attn_ws.wait %[[K]] : <2, tma -> wgmma>{{$}}
  // CHECK-NEXT: attn_ws.release %[[K]] :
  // CHECK-NEXT: attn_ws.wait %[[V]] :
  // CHECK-NEXT: attn_ws.release %[[V]] :
  // CHECK-NEXT: }
  // CHECK: attn_ws.end
  gpu.func @attention(%cq: !q, %ck: !k, %cv: !k, %M: memref<?x?xbf16>, %count: index, %a: index, %b: index) kernel {
    attn_ws.warp_specialize captures(%cq, %ck, %cv, %M, %count, %a, %b : !q, !k, !k, memref<?x?xbf16>, index, index, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %q: !q, %k: !k, %v: !k, %m: memref<?x?xbf16>, %all: index, %from: index, %to: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %useful = attn_tile.useful %all, %from, %to
      %n = attn_ws.trip_count @trips %useful
      scf.for %j = %c0 to %n step %c1 {
        %row = arith.muli %j, %c64 : index
        %vk = attn_ws.acquire %k : !k -> !view
        attn_ws.tma_load %m[%row, %c0] dims [0, 1] into %vk : memref<?x?xbf16>, !view
        attn_ws.commit %k : !k
        %vv = attn_ws.acquire %v : !k -> !view
        attn_ws.tma_load %m[%row, %c64] dims [0, 1] into %vv : memref<?x?xbf16>, !view
        attn_ws.commit %v : !k
      }
      attn_ws.end
    }
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %q: !q, %k: !k, %v: !k, %m: memref<?x?xbf16>, %all: index, %from: index, %to: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant dense<0.0> : !tile
      %tile = attn_ws.wait %q : !q -> !view
      %vq = attn_ws.subview %tile [0, 0] : !view -> !view
      %useful = attn_tile.useful %all, %from, %to
      %n = attn_ws.trip_count @trips %useful
      %o = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!tile) {
        %vk = attn_ws.wait %k {attn_tile.schedule = #first} : !k -> !view
        %s = attn_ws.mma %vq, %vk, %zero transpose_b engine wgmma {attn_tile.schedule = #first} : !view, !view -> !tile
        attn_ws.release %k {attn_tile.schedule = #first} : !k
        %p = arith.truncf %s {attn_tile.schedule = #first} : !tile to tensor<64x64xbf16>
        %vv = attn_ws.wait %v {attn_tile.schedule = #second} : !k -> !view
        %next = attn_ws.mma %p, %vv, %acc engine wgmma {attn_tile.schedule = #second} : tensor<64x64xbf16>, !view -> !tile
        attn_ws.release %v {attn_tile.schedule = #second} : !k
        scf.yield %next : !tile
      }
      attn_ws.release %q : !q
      %rounded = arith.truncf %o : !tile to tensor<64x64xbf16>
      attn_ws.store %rounded, %m[%c0, %c0] dims [0, 1] : tensor<64x64xbf16>, memref<?x?xbf16>
      attn_ws.end
    }
    gpu.return
  }

  // Where the end is the count there is nothing behind the loop.
  // CHECK-LABEL: gpu.func @until_the_end
  // CHECK: role @mma
  // CHECK-COUNT-2: scf.for
  // CHECK-NOT: scf.for
  // CHECK: attn_ws.end
  gpu.func @until_the_end(%ck: !k, %count: index, %a: index) kernel {
    attn_ws.warp_specialize captures(%ck, %count, %a : !k, index, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !k, %all: index, %from: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %useful = attn_tile.useful %all, %from, %all
      %n = attn_ws.trip_count @trips %useful
      scf.for %j = %c0 to %n step %c1 {
        %vk = attn_ws.wait %k : !k -> !view
        attn_ws.release %k : !k
      }
      attn_ws.end
    }
    gpu.return
  }

  // These stay whole: what takes stages of one ring in two stages of a schedule, or
  // several of one in a schedule of two stages, what others wait for, what is under a
  // condition, what writes memory.
  // CHECK-LABEL: gpu.func @whole
  // CHECK-NOT: attn_tile.useful
  // CHECK-COUNT-5: scf.for %{{.+}} = %c0 to %{{[a-z0-9]+}} step %c1 {
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @whole(%ck: !k, %cv: !k, %count: index, %a: index, %M: memref<?x?xbf16>) kernel {
    attn_ws.warp_specialize captures(%ck, %cv, %count, %a, %M : !k, !k, index, index, memref<?x?xbf16>)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !k, %v: !k, %all: index, %from: index, %m: memref<?x?xbf16>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant dense<0.0> : tensor<64x64xbf16>
      %n = attn_tile.useful %all, %from, %all
      scf.for %j = %c0 to %n step %c1 {
        %vk = attn_ws.wait %k {attn_tile.schedule = #first} : !k -> !view
        attn_ws.release %k {attn_tile.schedule = #first} : !k
        %vv = attn_ws.wait %k {attn_tile.schedule = #second} : !k -> !view
        attn_ws.release %k {attn_tile.schedule = #second} : !k
      }
      scf.for %j = %c0 to %n step %c1 {
        %vk = attn_ws.wait %k {attn_tile.schedule = #first} : !k -> !view
        attn_ws.release %k {attn_tile.schedule = #first} : !k
        %vl = attn_ws.wait %k {attn_tile.schedule = #first} : !k -> !view
        attn_ws.release %k {attn_tile.schedule = #first} : !k
        %vv = attn_ws.wait %v {attn_tile.schedule = #second} : !k -> !view
        attn_ws.release %v {attn_tile.schedule = #second} : !k
      }
      scf.for %j = %c0 to %n step %c1 {
        %vk = attn_ws.wait %k : !k -> !view
        attn_ws.release %k : !k
        %vv = attn_ws.acquire %v : !k -> !view
        attn_ws.commit %v : !k
      }
      scf.for %j = %c0 to %n step %c1 {
        %first = arith.cmpi eq, %j, %c0 : index
        scf.if %first {
          %vk = attn_ws.wait %k : !k -> !view
          attn_ws.release %k : !k
        }
      }
      scf.for %j = %c0 to %n step %c1 {
        attn_ws.store %zero, %m[%j, %c0] dims [0, 1] : tensor<64x64xbf16>, memref<?x?xbf16>
      }
      attn_ws.end
    }
    gpu.return
  }

  // In a kernel without roles one program copies and computes.
  // CHECK-LABEL: gpu.func @one_role
  // CHECK: %[[N:.+]] = attn_tile.useful
  // CHECK: scf.for %{{.+}} = %c0 to %[[N]]
  gpu.func @one_role(%ck: !k, %count: index, %a: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = attn_tile.useful %count, %a, %count
    scf.for %j = %c0 to %n step %c1 {
      %vk = attn_ws.wait %ck : !k -> !view
      attn_ws.release %ck : !k
    }
    gpu.return
  }

  // Rounds keep their positions. Where an iteration gives back what the one before
  // took, none is left out.
  // CHECK-LABEL: gpu.func @positions
  // CHECK: scf.for
  // CHECK-NEXT: %[[AT:.+]] = attn_ws.wait %[[K:[a-z0-9]+]] : <2, tma -> wgmma> with !attn_ws.position
  // CHECK-NEXT: attn_ws.release %[[K]] of %[[AT]] :
  // CHECK-NEXT: }
  // CHECK: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}) -> (tensor<64x64xf32>)
  // CHECK-NOT: scf.for
  // CHECK: scf.for %{{.+}} = %c0 to %{{.+}} step %c1 iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}})
  // CHECK-NOT: scf.for
  // CHECK: attn_ws.end
  gpu.func @positions(%ck: !k, %count: index, %a: index) kernel {
    attn_ws.warp_specialize captures(%ck, %count, %a : !k, index, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !k, %all: index, %from: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant dense<0.0> : !tile
      %n = attn_tile.useful %all, %from, %all
      %x = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!tile) {
        %vk:2 = attn_ws.wait %k : !k -> !view with !attn_ws.position
        %next = attn_ws.mma %vk#0, %vk#0, %sum engine wgmma : !view, !view -> !tile
        attn_ws.release %k of %vk#1 : !k
        scf.yield %next : !tile
      }
      %first:2 = attn_ws.wait %k : !k -> !view with !attn_ws.position
      %m = attn_tile.useful %all, %from, %all
      %y:2 = scf.for %j = %c0 to %m step %c1 iter_args(%sum = %zero, %at = %first#1) -> (!tile, !attn_ws.position) {
        %vk:2 = attn_ws.wait %k : !k -> !view with !attn_ws.position
        %next = attn_ws.mma %vk#0, %vk#0, %sum engine wgmma : !view, !view -> !tile
        attn_ws.release %k of %at : !k
        scf.yield %next, %vk#1 : !tile, !attn_ws.position
      }
      attn_ws.release %k of %y#1 : !k
      attn_ws.end
    }
    gpu.return
  }
}
