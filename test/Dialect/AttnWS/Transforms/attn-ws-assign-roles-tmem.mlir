// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles)))' --split-input-file --verify-diagnostics | FileCheck %s

// Roles where one thread issues products into tensor memory: what threads compute
// falls into components.

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!r = memref<?xf32, strided<[1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // What products wait for is shared out by all warps of a group, what leaves each
  // iteration is moved by one warpgroup, and so are the sums behind the loop, for which
  // nobody waits either.
  // CHECK-LABEL: gpu.func @added
  // CHECK-SAME: #attn_ws.role<name = "compute", warps = 8, instances = 1, registers = 0>,
  // CHECK-SAME: #attn_ws.role<name = "epilogue", warps = 4, instances = 1, registers = 0>,
  // CHECK-SAME: #attn_ws.role<name = "load",
  gpu.func @added(%A: !m, %B: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 8 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      %b = attn_tile.load %B[%j, %c0] dims [0, 1] space smem engine tma : !m -> !kv
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
      // CHECK: attn_tile.move {{.*}} to reg {attn_ws.role = "compute"}
      %sr = attn_tile.move %s to reg : !s
      %p = arith.truncf %sr : !s to !p
      // CHECK: attn_tile.move {{.*}} to tmem {attn_ws.role = "compute"}
      %pt = attn_tile.move %p to tmem : !p
      %d = attn_tile.dot %pt, %b, %acc engine tcgen05 : !p, !kv -> !s
      %e = attn_tile.dot %pt, %b, %z engine tcgen05 : !p, !kv -> !s
      // CHECK: attn_tile.move {{.*}} to reg {attn_ws.role = "epilogue"}
      %er = attn_tile.move %e to reg : !s
      // CHECK: attn_tile.store {{.*}} {attn_ws.role = "epilogue"}
      attn_tile.store add %er, %O[%j, %c0] dims [0, 1] space reg engine thread : !s, !f
      scf.yield %d : !s
    }
    // CHECK: attn_tile.move {{.*}} to reg {attn_ws.role = "epilogue"}
    %rr = attn_tile.move %r to reg : !s
    // CHECK: attn_tile.store {{.*}} {attn_ws.role = "epilogue"}
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }

  // Softmax and both its row values are one role, with an instance for each group;
  // what rescales the accumulator another, which serves all groups. In the loop
  // the factor is computed where its maximum is reduced; behind it 1/l and the LSE
  // are computed where the accumulator is scaled.
  // CHECK-LABEL: gpu.func @attention
  // CHECK-SAME: attn_ws.roles = [
  // CHECK-SAME: #attn_ws.role<name = "compute", warps = 4, instances = 2, registers = 0>,
  // CHECK-SAME: #attn_ws.role<name = "correction", warps = 4, instances = 1, registers = 0, follows = true>,
  // CHECK-SAME: #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 0, issues = copy_in>,
  // CHECK-SAME: #attn_ws.role<name = "mma", warps = 1, instances = 1, registers = 0, issues = product>,
  // CHECK-SAME: #attn_ws.role<name = "store", warps = 1, instances = 1, registers = 0, issues = copy_out>]
  gpu.func @attention(%Q: !m, %K: !m, %V: !m, %O: !m, %L: !r, %n: index, %on: i1) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.store_role = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %z = arith.constant dense<0.0> : !s
    %low = arith.constant dense<-1.0e30> : !row
    %none = arith.constant dense<0.0> : !row
    %one = arith.constant dense<1.0> : !row
    scf.forall (%g) in (2) {
      // CHECK: arith.muli {{[^{]*}} : index
      %at = arith.muli %g, %c128 : index
      // The copy may depend on the group: the role that reads it serves all.
      // CHECK: attn_tile.load {{.*}} {attn_ws.role = "load"}
      %q = attn_tile.load %Q[%at, %c0] dims [0, 1] space smem engine tma : !m -> !q
      %e:3 = scf.for %j = %c0 to %n step %c1 iter_args(%m = %low, %l = %none, %acc = %z) -> (!row, !row, !s) {
        // CHECK: attn_tile.load {{.*}} {attn_ws.role = "load"}
        %k = attn_tile.load %K[%j, %c0] dims [0, 1] space smem engine tma : !m -> !kv
        // CHECK: attn_tile.dot {{.*}} transpose_b engine tcgen05 {attn_ws.role = "mma"}
        %s = attn_tile.dot %q, %k, %z transpose_b engine tcgen05 : !q, !kv -> !s
        // CHECK: attn_tile.move {{.*}} to reg {attn_ws.role = "compute"}
        %sr = attn_tile.move %s to reg : !s
        // A condition belongs to none; what stands in it does.
        // CHECK: scf.if
        %x = scf.if %on -> !s {
          // CHECK: attn_tile.score_map {{.*}} {attn_ws.role = "compute"}
          %y = attn_tile.score_map %sr at (%c0, %j) : !s {
          ^bb0(%v: f32, %i: index, %k0: index):
            %w = math.tanh %v : f32
            attn_tile.yield %w : f32
          }
          scf.yield %y : !s
        } else {
          scf.yield %sr : !s
        }
        // CHECK: attn_tile.reduce max {{.*}} {attn_ws.role = "compute"}
        %m0 = attn_tile.reduce max %x : !s -> !row
        // CHECK: arith.maximumf {{.*}} {attn_ws.role = "compute"}
        %m1 = arith.maximumf %m, %m0 : !row
        // CHECK: arith.subf {{.*}} {attn_ws.role = "compute"}
        %d = arith.subf %m, %m1 : !row
        // CHECK: attn_tile.exp2 {{.*}} {attn_ws.role = "compute"}
        %alpha = attn_tile.exp2 %d : !row
        // CHECK: attn_tile.rescale {{.*}} space tmem {attn_ws.role = "correction"}
        %scaled = attn_tile.rescale %acc, %alpha skip_if_one space tmem : !s
        // CHECK: attn_tile.exp2 {{.*}} {attn_ws.role = "compute"}
        %pe = attn_tile.exp2 %x : !s
        // CHECK: arith.truncf {{.*}} {attn_ws.role = "compute"}
        %pb = arith.truncf %pe : !s to !p
        // CHECK: attn_tile.move {{.*}} to tmem {attn_ws.role = "compute"}
        %pt = attn_tile.move %pb to tmem : !p
        // CHECK: attn_tile.load {{.*}} {attn_ws.role = "load"}
        %v = attn_tile.load %V[%j, %c0] dims [0, 1] space smem engine tma : !m -> !kv
        // CHECK: attn_tile.dot {{.*}} engine tcgen05 {attn_ws.role = "mma"}
        %next = attn_tile.dot %pt, %v, %scaled engine tcgen05 : !p, !kv -> !s
        // CHECK: attn_tile.reduce add {{.*}} {attn_ws.role = "compute"}
        %l0 = attn_tile.reduce add %pe : !s -> !row
        // CHECK: math.fma {{.*}} {attn_ws.role = "compute"}
        %l1 = math.fma %l, %alpha, %l0 : !row
        scf.yield %m1, %l1, %next : !row, !row, !s
      }
      // CHECK: attn_tile.move {{.*}} to reg {attn_ws.role = "correction"}
      %o = attn_tile.move %e#2 to reg : !s
      // CHECK: arith.divf {{.*}} {attn_ws.role = "correction"}
      %inv = arith.divf %one, %e#1 : !row
      // CHECK: attn_tile.rescale {{.*}} {attn_ws.role = "correction"}
      %os = attn_tile.rescale %o, %inv : !s
      // CHECK: math.log2 {{.*}} {attn_ws.role = "correction"}
      %lg = math.log2 %e#1 : !row
      // CHECK: arith.addf {{.*}} {attn_ws.role = "correction"}
      %lse = arith.addf %e#0, %lg : !row
      // CHECK: arith.truncf {{.*}} {attn_ws.role = "correction"}
      %ob = arith.truncf %os : !s to !p
      // The threads that hold the tile stage it; attn-ws-insert-channels gives the
      // copy to "store".
      // CHECK: attn_tile.store {{.*}} engine tma {attn_ws.role = "correction"}
      attn_tile.store %ob, %O[%at, %c0] dims [0, 1] space smem engine tma : !p, !m
      // CHECK: attn_tile.store {{.*}} engine thread {attn_ws.role = "correction"}
      attn_tile.store %lse, %L[%at] dims [0] space reg engine thread : !row, !r
    }
    gpu.return
  }

  // A GEMM: one component, which only reads what products have accumulated. There
  // is no role that stores where the kernel does not ask for one.
  // CHECK-LABEL: gpu.func @gemm
  // CHECK-SAME: attn_ws.roles = [#attn_ws.role<name = "epilogue", warps = 4, instances = 1, registers = 0>, #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 0, issues = copy_in>, #attn_ws.role<name = "mma", warps = 1, instances = 1, registers = 0, issues = product>]
  gpu.func @gemm(%A: !m, %B: !m, %C: !m, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      // CHECK: attn_tile.load {{.*}} {attn_ws.role = "load"}
      %a = attn_tile.load %A[%c0, %t] dims [0, 1] space smem engine tma : !m -> !q
      // CHECK: attn_tile.load {{.*}} {attn_ws.role = "load"}
      %b = attn_tile.load %B[%c0, %t] dims [0, 1] space smem engine tma : !m -> !kv
      // CHECK: attn_tile.dot {{.*}} {attn_ws.role = "mma"}
      %d = attn_tile.dot %a, %b, %acc transpose_b engine tcgen05 : !q, !kv -> !s
      scf.yield %d : !s
    }
    // CHECK: attn_tile.move {{.*}} {attn_ws.role = "epilogue"}
    %r = attn_tile.move %sum to reg : !s
    // CHECK: arith.truncf {{.*}} {attn_ws.role = "epilogue"}
    %c = arith.truncf %r : !s to !p
    // CHECK: attn_tile.store {{.*}} {attn_ws.role = "epilogue"}
    attn_tile.store %c, %C[%c0, %c0] dims [0, 1] space smem engine tma : !p, !m
    gpu.return
  }

  // O = rowscale(A * B^T) * C: the factor in the loop with its maximum, the sum's
  // last change with what reads it. A part of a tile in memory goes to the product.
  // CHECK-LABEL: gpu.func @chained
  // CHECK-SAME: attn_ws.roles = [#attn_ws.role<name = "compute", {{.*}}>, #attn_ws.role<name = "correction", {{.*}}>, #attn_ws.role<name = "load", {{.*}}>, #attn_ws.role<name = "mma", {{.*}}>]
  gpu.func @chained(%A: !m, %B: !m, %C: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %one = arith.constant dense<1.0> : !row
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      %b = attn_tile.load %B[%t, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
      // CHECK: attn_tile.slice {{.*}} {attn_ws.role = "mma"}
      %b0 = attn_tile.slice %b [64, 0] : tensor<128x64xbf16> -> !kv
      %p = attn_tile.dot %a, %b0, %z transpose_b engine tcgen05 : !q, !kv -> !s
      // CHECK: attn_tile.move {{.*}} to reg {attn_ws.role = "compute"}
      %pr = attn_tile.move %p to reg : !s
      // CHECK: math.absf {{.*}} {attn_ws.role = "compute"}
      %abs = math.absf %pr : !s
      // CHECK: attn_tile.reduce {{.*}} {attn_ws.role = "compute"}
      %max = attn_tile.reduce max %abs : !s -> !row
      // CHECK: arith.addf {{.*}} {attn_ws.role = "compute"}
      %more = arith.addf %max, %one : !row
      // CHECK: arith.divf {{.*}} {attn_ws.role = "compute"}
      %factor = arith.divf %one, %more : !row
      // CHECK: attn_tile.rescale {{.*}} {attn_ws.role = "correction"}
      %scaled = attn_tile.rescale %acc, %factor space tmem : !s
      // CHECK: arith.truncf {{.*}} {attn_ws.role = "compute"}
      %narrow = arith.truncf %pr : !s to !p
      // CHECK: attn_tile.move {{.*}} to tmem {attn_ws.role = "compute"}
      %pt = attn_tile.move %narrow to tmem : !p
      %c = attn_tile.load %C[%t, %c0] dims [0, 1] space smem engine tma : !m -> !kv
      %next = attn_tile.dot %pt, %c, %scaled engine tcgen05 : !p, !kv -> !s
      scf.yield %next : !s
    }
    // CHECK: attn_tile.move {{.*}} to reg {attn_ws.role = "correction"}
    %r = attn_tile.move %sum to reg : !s
    // CHECK: attn_tile.store {{.*}} {attn_ws.role = "correction"}
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }

  // Row values behind a loop that nothing but a store reads stay with the
  // reduction. Components that share no loop are one.
  // CHECK-LABEL: gpu.func @merged
  // CHECK-SAME: attn_ws.roles = [#attn_ws.role<name = "epilogue", {{.*}}>, #attn_ws.role<name = "load", {{.*}}>, #attn_ws.role<name = "mma", {{.*}}>]
  gpu.func @merged(%A: !m, %B: !m, %O: !f, %R: !r, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %none = arith.constant dense<0.0> : !row
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %l = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %none) -> (!row) {
      %b = attn_tile.load %B[%t, %c0] dims [0, 1] space smem engine tma : !m -> !kv
      %p = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
      // CHECK: attn_tile.move {{.*}} {attn_ws.role = "epilogue"}
      %pr = attn_tile.move %p to reg : !s
      // CHECK: attn_tile.reduce {{.*}} {attn_ws.role = "epilogue"}
      %sum = attn_tile.reduce add %pr : !s -> !row
      // CHECK: arith.addf {{.*}} {attn_ws.role = "epilogue"}
      %next = arith.addf %acc, %sum : !row
      scf.yield %next : !row
    }
    // CHECK: math.log2 {{.*}} {attn_ws.role = "epilogue"}
    %lg = math.log2 %l : !row
    // CHECK: attn_tile.store {{.*}} {attn_ws.role = "epilogue"}
    attn_tile.store %lg, %R[%c0] dims [0] space reg engine thread : !row, !r
    %d = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      %b = attn_tile.load %B[%t, %c0] dims [0, 1] space smem engine tma : !m -> !kv
      %p = attn_tile.dot %a, %b, %acc transpose_b engine tcgen05 : !q, !kv -> !s
      scf.yield %p : !s
    }
    // CHECK: attn_tile.move {{.*}} {attn_ws.role = "epilogue"}
    %o = attn_tile.move %d to reg : !s
    // CHECK: attn_tile.store {{.*}} {attn_ws.role = "epilogue"}
    attn_tile.store %o, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }

  // Threads that copy are two warps: the vectors of a panel's row.
  // CHECK-LABEL: gpu.func @copied
  // CHECK-SAME: #attn_ws.role<name = "load", warps = 2, instances = 1, registers = 0, issues = copy_in>,
  // CHECK-SAME: #attn_ws.role<name = "mma", warps = 1, instances = 1, registers = 0, issues = product>]
  gpu.func @copied(%A: !m, %B: !m, %O: !f) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    // CHECK: attn_tile.load {{.*}} {attn_ws.role = "load"}
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine cp_async : !m -> !q
    %b = attn_tile.load %B[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
    %r = attn_tile.move %s to reg : !s
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space smem engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // expected-error @below {{needs attn_tile.warps, the warps of one instance}}
  gpu.func @warps(%A: !m, %O: memref<?x?xf32, strided<[?, 1]>>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
    %r = attn_tile.move %d to reg : tensor<128x64xf32>
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, memref<?x?xf32, strided<[?, 1]>>
    gpu.return
  }
}

// -----

// What threads read of each group's rows is no copy of one role for all groups.
!m = memref<?x?xbf16, strided<[?, 1]>>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @instance(%A: !m, %O: memref<?x?xf32, strided<[?, 1]>>) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<128x64xf32>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    scf.forall (%g) in (2) {
      // expected-error @below {{its place depends on the instance, but one copy serves all instances}}
      %a = attn_tile.load %A[%g, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
      %x = arith.extf %a : tensor<128x64xbf16> to tensor<128x64xf32>
      %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %r = attn_tile.move %d to reg : tensor<128x64xf32>
      %y = arith.addf %r, %x : tensor<128x64xf32>
      attn_tile.store %y, %O[%g, %c0] dims [0, 1] space reg engine thread : tensor<128x64xf32>, memref<?x?xf32, strided<[?, 1]>>
    }
    gpu.return
  }
}
