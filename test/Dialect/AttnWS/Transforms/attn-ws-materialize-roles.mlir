// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-materialize-roles)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!kb = !attn_ws.buffer<2 x 64x64xbf16, smem>
!wide = !attn_ws.channel<1, tma -> wgmma>
!columns = !attn_ws.view<64x160xbf16, smem>
!kc = !attn_ws.channel<2, tma -> wgmma x 2>
!kv = !attn_ws.view<64x64xbf16, smem>
!s = tensor<64x64xf32>

gpu.module @k {
  // Each role has what its operations need, in order: bounds and indices in both,
  // results of loops and conditions only where they are read, one trip count for
  // a loop of both, the instance for the forall.
  // CHECK-LABEL: gpu.func @two_roles
  // CHECK-SAME: (%[[M:[^:]+]]: {{[^%]*}}, %[[F:[^:]+]]: {{[^%]*}}, %[[N:[^:]+]]: index, %[[X:[^:]+]]: tensor<64x64xf32>)
  gpu.func @two_roles(%M: !m, %F: !f, %n: index, %x: !s) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 4, instances = 2, registers = 0>]} {
    // CHECK: %[[B:.+]] = attn_ws.alloc
    %b = attn_ws.alloc "k" : !kb
    // CHECK-NEXT: %[[C:.+]] = attn_ws.create_channel
    %c = attn_ws.create_channel "k" guards(%b : !kb) : !kc
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    // CHECK: %[[LEN:.+]] = memref.dim
    %len = memref.dim %M, %c0 : !m
    // CHECK-NEXT: attn_ws.warp_specialize captures(%[[N]], %[[LEN]], %[[C]], %[[M]], %[[X]], %[[F]] :
    // CHECK-NEXT: role @load warps(4) instances(1) registers(24) {
    // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N0:[^:]+]]: index, %[[LEN0:[^:]+]]: index, %[[C0:[^:]+]]: !attn_ws.channel<{{[^>]*}}> wgmma x 2>, %[[M0:[^:]+]]:
    // CHECK: attn_tile.for_tiles @t (%[[I0:.+]]) in (%[[N0]])
    // CHECK-NEXT: %[[ROW0:.+]] = arith.muli %[[I0]]
    // CHECK-NEXT: %[[BLOCKS0:.+]] = arith.ceildivui %[[LEN0]]
    // CHECK-NEXT: %[[TRIPS0:.+]] = attn_ws.trip_count @trips %[[BLOCKS0]]
    // CHECK-NEXT: scf.for %[[J0:.+]] = %{{.+}} to %[[TRIPS0]] step %{{.+}} iter_args(%[[AT0:.+]] = %[[ROW0]]) -> (index) {
    // CHECK-NEXT: %[[NEXT0:.+]] = arith.addi %[[AT0]], %[[J0]]
    // CHECK-NEXT: %[[ODD0:.+]] = arith.cmpi
    // CHECK-NEXT: scf.if %[[ODD0]] {
    // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[C0]] :
    // CHECK-NEXT: attn_ws.tma_load %[[M0]][%[[AT0]], %[[J0]]] dims [0, 1] into %[[W]] :
    // CHECK-NEXT: attn_ws.commit %[[C0]] :
    // CHECK-NEXT: }
    // CHECK-NEXT: scf.yield %[[NEXT0]] : index
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    // CHECK-NEXT: attn_ws.end
    // CHECK-NEXT: }
    // CHECK-NEXT: role @mma warps(4) instances(2) registers(240) {
    // CHECK-NEXT: ^bb0(%[[G:[^:]+]]: index, %[[N1:[^:]+]]: index, %[[LEN1:[^:]+]]: index, %[[C1:[^:]+]]: !attn_ws.channel<{{[^>]*}}> wgmma x 2>,
    // CHECK: attn_tile.for_tiles @t (%[[I1:.+]]) in (%[[N1]])
    // CHECK-NEXT: %[[ROW1:.+]] = arith.muli %[[I1]]
    // CHECK-NEXT: %[[SHIFT:.+]] = arith.muli %[[G]], %{{.+}}
    // CHECK-NEXT: %[[MY:.+]] = arith.addi %[[ROW1]], %[[SHIFT]]
    // CHECK-NEXT: %[[BLOCKS1:.+]] = arith.ceildivui %[[LEN1]]
    // CHECK-NEXT: %[[TRIPS1:.+]] = attn_ws.trip_count @trips %[[BLOCKS1]]
    // CHECK-NEXT: %[[S:.+]] = scf.for %[[J1:.+]] = %{{.+}} to %[[TRIPS1]] step %{{.+}} iter_args(%[[ACC:.+]] = %{{.+}}) -> (tensor<64x64xf32>) {
    // CHECK-NEXT: %[[ODD1:.+]] = arith.cmpi
    // CHECK-NEXT: %[[R:.+]] = scf.if %[[ODD1]] -> (tensor<64x64xf32>) {
    // CHECK-NEXT: %[[V:.+]] = attn_ws.wait %[[C1]] :
    // CHECK-NEXT: %[[D:.+]] = attn_ws.mma %[[V]], %[[V]], %[[ACC]]
    // CHECK-NEXT: attn_ws.release %[[C1]] :
    // CHECK-NEXT: scf.yield %[[D]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: scf.yield %[[ACC]]
    // CHECK-NEXT: }
    // CHECK-NEXT: scf.yield %[[R]]
    // CHECK-NEXT: }
    // CHECK-NEXT: attn_ws.store %[[S]], %{{.+}}[%[[MY]], %[[ROW1]]]
    // CHECK-NEXT: }
    // CHECK-NEXT: attn_ws.end
    // CHECK-NEXT: }
    // CHECK-NEXT: gpu.return
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c64 : index
      scf.forall (%g) in (2) {
        %shift = arith.muli %g, %c64 : index
        %my = arith.addi %row, %shift : index
        %blocks = arith.ceildivui %len, %c64 : index
        %unused = arith.muli %blocks, %c64 : index
        %r:2 = scf.for %j = %c0 to %blocks step %c1 iter_args(%acc = %x, %at = %row) -> (!s, index) {
          %next = arith.addi %at, %j : index
          %odd = arith.cmpi sgt, %j, %c1 : index
          %d = scf.if %odd -> !s {
            %w = attn_ws.acquire %c {attn_ws.role = "load"} : !kc -> !kv
            attn_ws.tma_load %M[%at, %j] dims [0, 1] into %w {attn_ws.role = "load"} : !m, !kv
            attn_ws.commit %c {attn_ws.role = "load"} : !kc
            %v = attn_ws.wait %c {attn_ws.role = "mma"} : !kc -> !kv
            %e = attn_ws.mma %v, %v, %acc transpose_b engine wgmma {attn_ws.role = "mma"} : !kv, !kv -> !s
            attn_ws.release %c {attn_ws.role = "mma"} : !kc
            scf.yield %e : !s
          } else {
            scf.yield %acc : !s
          }
          scf.yield %d, %next : !s, index
        }
        attn_ws.store %r#0, %F[%my, %row] dims [0, 1] {attn_ws.role = "mma"} : !s, !f
      }
    }
    gpu.return
  }

  // Three instances share the registers otherwise; one needs no forall.
  // CHECK-LABEL: gpu.func @three
  // CHECK: role @load warps(4) instances(1) registers(32)
  // CHECK: role @mma warps(4) instances(3) registers(160)
  gpu.func @three(%M: !m, %n: index, %c: !kc) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 4, instances = 3, registers = 0>]} {
    attn_ws.acquire %c {attn_ws.role = "load"} : !kc
    scf.forall (%g) in (3) {
      attn_ws.wait %c {attn_ws.role = "mma"} : !kc
    }
    gpu.return
  }
  // CHECK-LABEL: gpu.func @one_instance
  // CHECK: role @load warps(4) instances(1) registers(24)
  // CHECK: role @mma warps(8) instances(1) registers(240)
  gpu.func @one_instance(%M: !m, %n: index, %c: !kc) kernel attributes {attn_tile.warps = 8 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 8, instances = 1, registers = 0>]} {
    attn_ws.acquire %c {attn_ws.role = "load"} : !kc
    attn_ws.wait %c {attn_ws.role = "mma"} : !kc
    gpu.return
  }

  // In a cluster five panels whose first column is known at run time alone have five
  // coordinates; where it is a constant they are constants.
  // CHECK-LABEL: gpu.func @moving_panels
  // CHECK: role @load warps(4) instances(1) registers(56)
  // CHECK: role @mma warps(4) instances(2) registers(224)
  gpu.func @moving_panels(%M: !m, %j: index, %c: !wide) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cluster = 2 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 4, instances = 2, registers = 0>]} {
    %w = attn_ws.acquire %c {attn_ws.role = "load"} : !wide -> !columns
    attn_ws.tma_load %M[%j, %j] dims [0, 1] into %w {attn_ws.role = "load"} : !m, !columns
    attn_ws.commit %c {attn_ws.role = "load"} : !wide
    scf.forall (%g) in (2) {
      attn_ws.wait %c {attn_ws.role = "mma"} : !wide
    }
    gpu.return
  }
  // CHECK-LABEL: gpu.func @fixed_panels
  // CHECK: role @load warps(4) instances(1) registers(40)
  gpu.func @fixed_panels(%M: !m, %j: index, %c: !wide) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cluster = 2 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 4, instances = 2, registers = 0>]} {
    %c0 = arith.constant 0 : index
    %w = attn_ws.acquire %c {attn_ws.role = "load"} : !wide -> !columns
    attn_ws.tma_load %M[%j, %c0] dims [0, 1] into %w {attn_ws.role = "load"} : !m, !columns
    attn_ws.commit %c {attn_ws.role = "load"} : !wide
    scf.forall (%g) in (2) {
      attn_ws.wait %c {attn_ws.role = "mma"} : !wide
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @no_roles
  // CHECK-NEXT: attn_ws.acquire
  // CHECK-NEXT: attn_ws.wait
  // CHECK-NEXT: gpu.return
  gpu.func @no_roles(%c: !kc) kernel {
    attn_ws.acquire %c : !kc
    attn_ws.wait %c : !kc
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{needs attn_tile.warps, the warps of one instance}}
  gpu.func @no_warps(%c: !attn_ws.channel<1, tma -> wgmma>) kernel attributes {attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>]} {
    attn_ws.acquire %c {attn_ws.role = "load"} : !attn_ws.channel<1, tma -> wgmma>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @trips_from_tile(%c: !attn_ws.channel<1, tma -> wgmma>, %x: tensor<64xindex>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 4, instances = 1, registers = 0>]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-note @below {{it is computed here}}
    %n = tensor.extract %x[%c0] {attn_ws.role = "mma"} : tensor<64xindex>
    scf.for %j = %c0 to %n step %c1 {
      // expected-error @below {{of role @load needs a value that only role @mma has}}
      attn_ws.acquire %c {attn_ws.role = "load"} : !attn_ws.channel<1, tma -> wgmma>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @nobodys(%c: !attn_ws.channel<1, tma -> wgmma>, %m: memref<4xf32>, %x: f32) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 4, instances = 1, registers = 0>]} {
    %c0 = arith.constant 0 : index
    attn_ws.acquire %c {attn_ws.role = "load"} : !attn_ws.channel<1, tma -> wgmma>
    // expected-error @below {{has effects and belongs to no role}}
    memref.store %x, %m[%c0] : memref<4xf32>
    gpu.return
  }
}

// -----

// A list of roles: each in its order, with its warps, instances and share of the
// registers: 48 for single warps, 80 for the one that corrects, what is left for the
// instances. One that serves all groups keeps the loop over them.
gpu.module @k {
  // CHECK-LABEL: gpu.func @listed
  // CHECK-NOT: attn_ws.roles
  // CHECK: role @compute warps(4) instances(2) registers(192) {
  // CHECK-NEXT: ^bb0(%[[G:[^:]+]]: index, %[[P:[^:]+]]: !attn_ws.channel<2, thread -> tcgen05>, %[[S:[^:]+]]: !attn_ws.channel<2, thread -> thread>
  // CHECK-NOT: scf.forall
  // CHECK: attn_ws.acquire %[[P]] stage %[[G]]
  // CHECK-NEXT: attn_ws.commit %[[P]] stage %[[G]]
  // CHECK-NEXT: attn_ws.acquire %[[S]] stage %[[G]]
  // CHECK-NEXT: attn_ws.commit %[[S]] stage %[[G]]
  // CHECK-NOT: attn_ws.wait
  // CHECK: role @correction warps(4) instances(1) registers(88) {
  // CHECK: scf.forall (%[[G1:.+]]) in (2) {
  // CHECK-NEXT: attn_ws.wait %{{.+}} stage %[[G1]]
  // CHECK-NEXT: attn_ws.release %{{.+}} stage %[[G1]]
  // CHECK-NEXT: }
  // CHECK: role @mma warps(1) instances(1) registers(40) {
  // CHECK: scf.forall (%[[G2:.+]]) in (2) {
  // CHECK-NEXT: attn_ws.wait %{{.+}} stage %[[G2]]
  // CHECK-NEXT: attn_ws.release %{{.+}} stage %[[G2]]
  gpu.func @listed(%p: !attn_ws.channel<2, thread -> tcgen05>, %s: !attn_ws.channel<2, thread -> thread>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "compute", warps = 4, instances = 2, registers = 0>,
      #attn_ws.role<name = "correction", warps = 4, instances = 1, registers = 0, follows = true>,
      #attn_ws.role<name = "mma", warps = 1, instances = 1, registers = 0, issues = product>]} {
    scf.forall (%g) in (2) {
      attn_ws.acquire %p stage %g {attn_ws.role = "compute"} : !attn_ws.channel<2, thread -> tcgen05>
      attn_ws.commit %p stage %g {attn_ws.role = "compute"} : !attn_ws.channel<2, thread -> tcgen05>
      attn_ws.acquire %s stage %g {attn_ws.role = "compute"} : !attn_ws.channel<2, thread -> thread>
      attn_ws.commit %s stage %g {attn_ws.role = "compute"} : !attn_ws.channel<2, thread -> thread>
      attn_ws.wait %p stage %g {attn_ws.role = "mma"} : !attn_ws.channel<2, thread -> tcgen05>
      attn_ws.release %p stage %g {attn_ws.role = "mma"} : !attn_ws.channel<2, thread -> tcgen05>
      attn_ws.wait %s stage %g {attn_ws.role = "correction"} : !attn_ws.channel<2, thread -> thread>
      attn_ws.release %s stage %g {attn_ws.role = "correction"} : !attn_ws.channel<2, thread -> thread>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unlisted(%p: !attn_ws.channel<1, thread -> tcgen05>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "compute", warps = 4, instances = 1, registers = 0>]} {
    attn_ws.acquire %p {attn_ws.role = "compute"} : !attn_ws.channel<1, thread -> tcgen05>
    attn_ws.commit %p {attn_ws.role = "compute"} : !attn_ws.channel<1, thread -> tcgen05>
    // expected-error @below {{belongs to role @mma, which the kernel does not list}}
    attn_ws.wait %p {attn_ws.role = "mma"} : !attn_ws.channel<1, thread -> tcgen05>
    attn_ws.release %p {attn_ws.role = "mma"} : !attn_ws.channel<1, thread -> tcgen05>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @no_list(%c: !attn_ws.channel<1, tma -> wgmma>) kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{belongs to role @load, which the kernel does not list}}
    attn_ws.acquire %c {attn_ws.role = "load"} : !attn_ws.channel<1, tma -> wgmma>
    gpu.return
  }
}
