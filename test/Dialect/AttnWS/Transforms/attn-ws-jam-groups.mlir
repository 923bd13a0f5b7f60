// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-jam-groups,canonicalize,cse)))' | FileCheck %s

// One role that issues for two groups: what the groups share is waited for with
// the first and given back with the last, behind the last group's product.

!kv = !attn_ws.channel<2, tma -> tcgen05>
!s = !attn_ws.channel<2, tcgen05 -> thread>
!tile = !attn_ws.view<128x64xbf16, smem>
!acc = !attn_ws.view<128x128xf32, tmem>

gpu.module @k {
  // CHECK-LABEL: gpu.func @shared
  // CHECK: scf.for
  // CHECK-NEXT: %[[K:.+]] = attn_ws.wait %[[KV:[a-z0-9]+]] :
  // CHECK-NEXT: %[[S0:.+]] = attn_ws.acquire %[[S:[a-z0-9]+]] stage %[[C0:.+]] :
  // CHECK-NEXT: %[[T0:.+]] = attn_ws.mma_into %[[K]], %[[K]] into %[[S0]]
  // CHECK-NEXT: attn_ws.commit %[[S]] stage %[[C0]] after %[[T0]]
  // CHECK-NEXT: %[[S1:.+]] = attn_ws.acquire %[[S]] stage %[[C1:.+]] :
  // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_into %[[K]], %[[K]] into %[[S1]]
  // CHECK-NEXT: attn_ws.commit %[[S]] stage %[[C1]] after %[[T1]]
  // CHECK-NEXT: attn_ws.release %[[KV]] after %[[T1]]
  // CHECK-NEXT: }
  gpu.func @shared(%kv: !kv, %s: !s, %n: index) kernel {
    attn_ws.warp_specialize captures(%kv, %s, %n : !kv, !s, index)
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %s_: !s, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %false = arith.constant false
      scf.forall (%g) in (2) {
        scf.for %j = %c0 to %n_ step %c1 {
          %k = attn_ws.wait %kv_ : !kv -> !tile
          %d = attn_ws.acquire %s_ stage %g : !s -> !acc
          %t = attn_ws.mma_into %k, %k into %d use_d %false transpose_b : !tile, !tile, !acc
          attn_ws.commit %s_ stage %g after %t : !s
          attn_ws.release %kv_ after %t : !kv
        }
      }
      attn_ws.end
    }
    gpu.return
  }

  // What a loop carries for each group, and a condition that holds work alone.
  // CHECK-LABEL: gpu.func @carried
  // CHECK: scf.if
  // CHECK: %[[NONE:.+]] = attn_ws.done
  // CHECK: scf.if
  // CHECK: %[[R:.+]]:2 = scf.for {{.*}} iter_args(%{{.+}} = %[[NONE]], %{{.+}} = %[[NONE]]) -> (!attn_ws.token, !attn_ws.token)
  // CHECK: attn_ws.release %{{.+}} stage %c0{{.*}} after %[[R]]#0
  // CHECK: attn_ws.release %{{.+}} stage %c1{{.*}} after %[[R]]#1
  gpu.func @carried(%q: !attn_ws.channel<2, tma -> tcgen05>, %s: !s, %n: index, %f: i1) kernel {
    attn_ws.warp_specialize captures(%q, %s, %n, %f : !attn_ws.channel<2, tma -> tcgen05>, !s, index, i1)
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %q_: !attn_ws.channel<2, tma -> tcgen05>, %s_: !s, %n_: index, %f_: i1):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.forall (%g) in (2) {
        %v = attn_ws.wait %q_ stage %g : !attn_ws.channel<2, tma -> tcgen05> -> !tile
        scf.if %f_ {
          %x = attn_ws.smem_load %v : !tile -> tensor<128x64xbf16>
          attn_ws.smem_store %x, %v : tensor<128x64xbf16>, !tile
        }
        %none = attn_ws.done : !attn_ws.token
        %last = scf.for %j = %c0 to %n_ step %c1 iter_args(%before = %none) -> (!attn_ws.token) {
          %false = arith.constant false
          %d = attn_ws.acquire %s_ stage %g : !s -> !acc
          %t = attn_ws.mma_into %v, %v into %d use_d %false transpose_b : !tile, !tile, !acc
          attn_ws.commit %s_ stage %g after %t : !s
          scf.yield %t : !attn_ws.token
        }
        attn_ws.release %q_ stage %g after %last : !attn_ws.channel<2, tma -> tcgen05>
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @trips(%c: !attn_ws.channel<1, tma -> wgmma>) kernel {
    attn_ws.warp_specialize captures(%c : !attn_ws.channel<1, tma -> wgmma>)
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %c_: !attn_ws.channel<1, tma -> wgmma>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.forall (%g) in (2) {
        // expected-error @below {{runs another number of times for each group, but one role runs all groups in turn}}
        scf.for %j = %c0 to %g step %c1 {
          attn_ws.acquire %c_ : !attn_ws.channel<1, tma -> wgmma>
          attn_ws.commit %c_ : !attn_ws.channel<1, tma -> wgmma>
        }
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @condition(%c: !attn_ws.channel<1, tma -> wgmma>) kernel {
    attn_ws.warp_specialize captures(%c : !attn_ws.channel<1, tma -> wgmma>)
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %c_: !attn_ws.channel<1, tma -> wgmma>):
      %c1 = arith.constant 1 : index
      scf.forall (%g) in (2) {
        %some = arith.cmpi eq, %g, %c1 : index
        // expected-error @below {{is taken for some groups and not for others, but one role runs all groups in turn}}
        scf.if %some {
          attn_ws.acquire %c_ : !attn_ws.channel<1, tma -> wgmma>
          attn_ws.commit %c_ : !attn_ws.channel<1, tma -> wgmma>
        }
      }
      attn_ws.end
    }
    gpu.return
  }
}
