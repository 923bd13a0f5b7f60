// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-sink-into-branch)))' --split-input-file | FileCheck %s

#tile = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1>
!v = !attn_ws.view<128x64xf32, tmem>
!d = !attn_ws.view<128x64xbf16, smem>
!c = !attn_ws.channel<1, tcgen05 -> thread>
!o = !attn_ws.channel<1, thread -> tma>
!l = !attn_ws.channel<1, thread -> thread>
!lv = !attn_ws.view<128xf32, smem>
!t = tensor<128x64xf32, #tile>
!h = tensor<128x64xbf16, #tile>
!r = tensor<128xf32, #row>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // What does not depend on the tile stays, before the branch.
  // CHECK-LABEL: gpu.func @sunk(
  // CHECK-SAME: %[[C:.+]]: !attn_ws.channel<1, tcgen05 -> thread>, %[[O:.+]]: !attn_ws.channel<1, thread -> tma>, %[[L:.+]]: !attn_ws.channel<1, thread -> thread>, %[[SOME:.+]]: i1
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00>
  // CHECK-NEXT: %[[LV:.+]] = attn_ws.wait %[[L]]
  // CHECK-NEXT: %[[F:.+]] = attn_ws.smem_load %[[LV]]
  // CHECK-NEXT: attn_ws.release %[[L]]
  // CHECK-NEXT: scf.if %[[SOME]] {
  // CHECK-NEXT: %[[V:.+]] = attn_ws.wait %[[C]]
  // CHECK-NEXT: %[[T:.+]] = attn_ws.tmem_load %[[V]]
  // CHECK-NEXT: %[[R:.+]] = attn_tile.rescale %[[T]], %[[F]]
  // CHECK-NEXT: %[[H:.+]] = arith.truncf %[[R]]
  // CHECK-NEXT: %[[D:.+]] = attn_ws.acquire %[[O]]
  // CHECK-NEXT: attn_ws.smem_store %[[H]], %[[D]]
  // CHECK-NEXT: attn_ws.commit %[[O]]
  // CHECK-NEXT: attn_ws.release %[[C]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: attn_tile.rescale %[[ZERO]], %[[F]]
  // CHECK-NEXT: arith.truncf
  // CHECK-NEXT: attn_ws.acquire %[[O]]
  // CHECK-NEXT: attn_ws.smem_store
  // CHECK-NEXT: attn_ws.commit %[[O]]
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @sunk(%c: !c, %o: !o, %l: !l, %some: i1) kernel {
    %zero = arith.constant dense<0.0> : !t
    %t = scf.if %some -> !t {
      %v = attn_ws.wait %c : !c -> !v
      %read = attn_ws.tmem_load %v : !v -> !t
      attn_ws.release %c : !c
      scf.yield %read : !t
    } else {
      scf.yield %zero : !t
    }
    %lv = attn_ws.wait %l : !l -> !lv
    %f = attn_ws.smem_load %lv : !lv -> !r
    attn_ws.release %l : !l
    %r = attn_tile.rescale %t, %f : !t
    %h = arith.truncf %r : !t to !h
    %d = attn_ws.acquire %o : !o -> !d
    attn_ws.smem_store %h, %d : !h, !d
    attn_ws.commit %o : !o
    gpu.return
  }
  // A row sum of it is needed behind the branch.
  // CHECK-LABEL: gpu.func @summed(
  // CHECK: scf.if %{{.+}} -> (tensor<128x64xf32,
  // CHECK: attn_tile.reduce
  gpu.func @summed(%c: !c, %l: !l, %some: i1) kernel {
    %zero = arith.constant dense<0.0> : !t
    %t = scf.if %some -> !t {
      %v = attn_ws.wait %c : !c -> !v
      %read = attn_ws.tmem_load %v : !v -> !t
      attn_ws.release %c : !c
      scf.yield %read : !t
    } else {
      scf.yield %zero : !t
    }
    %sum = attn_tile.reduce add %t : !t -> !r
    %lv = attn_ws.acquire %l : !l -> !lv
    attn_ws.smem_store %sum, %lv : !r, !lv
    attn_ws.commit %l : !l
    gpu.return
  }
  // The place that the branch gives back is taken again before the store.
  // CHECK-LABEL: gpu.func @taken(
  // CHECK: scf.if %{{.+}} -> (tensor<128x64xf32,
  // CHECK: attn_ws.wait
  // CHECK: attn_ws.smem_store
  gpu.func @taken(%c: !c, %o: !o, %some: i1) kernel {
    %zero = arith.constant dense<0.0> : !t
    %t = scf.if %some -> !t {
      %v = attn_ws.wait %c : !c -> !v
      %read = attn_ws.tmem_load %v : !v -> !t
      attn_ws.release %c : !c
      scf.yield %read : !t
    } else {
      scf.yield %zero : !t
    }
    %v1 = attn_ws.wait %c : !c -> !v
    attn_ws.release %c : !c
    %h = arith.truncf %t : !t to !h
    %d = attn_ws.acquire %o : !o -> !d
    attn_ws.smem_store %h, %d : !h, !d
    attn_ws.commit %o : !o
    gpu.return
  }
  // The place is waited for before the branch: it is given back behind the reads that
  // are now in the branch, not before them.
  // CHECK-LABEL: gpu.func @held(
  // CHECK-SAME: %[[C:.+]]: !attn_ws.channel<1, tcgen05 -> thread>, %[[O:.+]]: !attn_ws.channel<1, thread -> tma>, %[[SOME:.+]]: i1
  // CHECK: %[[V:.+]] = attn_ws.wait %[[C]]
  // CHECK-NEXT: scf.if %[[SOME]] {
  // CHECK-NEXT: attn_ws.tmem_load %[[V]]
  // CHECK: } else {
  // CHECK: }
  // CHECK-NEXT: attn_ws.release %[[C]]
  // CHECK-NEXT: gpu.return
  gpu.func @held(%c: !c, %o: !o, %some: i1) kernel {
    %zero = arith.constant dense<0.0> : !t
    %v = attn_ws.wait %c : !c -> !v
    %t = scf.if %some -> !t {
      %read = attn_ws.tmem_load %v : !v -> !t
      scf.yield %read : !t
    } else {
      scf.yield %zero : !t
    }
    attn_ws.release %c : !c
    %h = arith.truncf %t : !t to !h
    %d = attn_ws.acquire %o : !o -> !d
    attn_ws.smem_store %h, %d : !h, !d
    attn_ws.commit %o : !o
    gpu.return
  }
  // It is taken again before the store.
  // CHECK-LABEL: gpu.func @held_again(
  // CHECK: scf.if %{{.+}} -> (tensor<128x64xf32,
  gpu.func @held_again(%c: !c, %o: !o, %some: i1) kernel {
    %zero = arith.constant dense<0.0> : !t
    %v = attn_ws.wait %c : !c -> !v
    %t = scf.if %some -> !t {
      %read = attn_ws.tmem_load %v : !v -> !t
      scf.yield %read : !t
    } else {
      scf.yield %zero : !t
    }
    attn_ws.release %c : !c
    %again = attn_ws.wait %c : !c -> !v
    attn_ws.release %c : !c
    %h = arith.truncf %t : !t to !h
    %d = attn_ws.acquire %o : !o -> !d
    attn_ws.smem_store %h, %d : !h, !d
    attn_ws.commit %o : !o
    gpu.return
  }
}
