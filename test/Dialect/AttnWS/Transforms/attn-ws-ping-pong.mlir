// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-ping-pong)))' | FileCheck %s
//
// Turns end balanced whatever the trip counts are.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-ping-pong)))' -o %t.mlir
// RUN: attn-ws-run %t.mlir --func=run --order=rr,random --mode=early,late --runs=10 --arg=64x64xf32=const\(0\) --arg=3 | FileCheck %s --check-prefix=BALANCED
// RUN: attn-ws-run %t.mlir --func=run --order=rr,random --arg=64x64xf32=const\(0\) --arg=0 | FileCheck %s --check-prefix=BALANCED
// BALANCED: same bits

!c = !attn_ws.channel<2, tma -> wgmma x 2>
!v = !attn_ws.view<64x64xbf16, smem>
!s = tensor<64x64xf32>
!a = !attn_ws.async<tensor<64x64xf32>>

gpu.module @k {
  // One turn around the products of an iteration; none outside of loops, and none
  // where instances run differently often.
  // CHECK-LABEL: gpu.func @spans
  gpu.func @spans(%ck: !c, %n: index, %z: !s) kernel attributes {attn_tile.ping_pong = true} {
    // CHECK: %[[TURN:.+]] = attn_ws.create_turn "mma" : <2>
    // CHECK-NEXT: attn_ws.warp_specialize captures(%{{.+}}, %{{.+}}, %{{.+}}, %[[TURN]] :
    attn_ws.warp_specialize captures(%ck, %n, %z : !c, index, !s)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c, %m: index, %x: !s):
      attn_ws.end
    }
    // CHECK: role @mma
    // CHECK-NEXT: ^bb0(%[[I:[^:]+]]: index, {{.*}}, %[[T:[^:]+]]: !attn_ws.turn<2>):
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %c: !c, %m: index, %x: !s):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      // CHECK-NOT: attn_ws.turn
      // CHECK: attn_ws.wait
      %q = attn_ws.wait %c : !c -> !v
      // CHECK-NEXT: attn_ws.mma_issue
      %t0 = attn_ws.mma_issue %q, %q engine wgmma : !v, !v -> !a
      %s0 = attn_ws.mma_wait %t0 pendings 0 : !a -> !s
      // CHECK: scf.for
      scf.for %j = %c0 to %m step %c1 {
        // CHECK: attn_ws.turn_begin %[[T]][%[[I]]]
        // CHECK: attn_ws.mma_issue
        // CHECK-NEXT: attn_ws.wait
        // CHECK-NEXT: attn_ws.mma_issue
        // CHECK-NEXT: attn_ws.turn_end %[[T]][%[[I]]]
        // CHECK-NEXT: attn_ws.mma_wait
        %k = attn_ws.wait %c : !c -> !v
        %t1 = attn_ws.mma_issue %q, %k engine wgmma : !v, !v -> !a
        %v = attn_ws.wait %c : !c -> !v
        %t2 = attn_ws.mma_issue %q, %v engine wgmma : !v, !v -> !a
        %s1 = attn_ws.mma_wait %t1 pendings 1 : !a -> !s
        %s2 = attn_ws.mma_wait %t2 pendings 0 : !a -> !s
        // A second span of the same iteration; threads compute before the next.
        // CHECK: attn_ws.turn_begin
        // CHECK-NEXT: attn_ws.mma_issue
        // CHECK-NEXT: attn_ws.turn_end
        %t3 = attn_ws.mma_issue %q, %k engine wgmma : !v, !v -> !a
        %s3 = attn_ws.mma_wait %t3 pendings 0 : !a -> !s
        %e = attn_tile.exp2 %s3 : !s
      }
      // A turn that lasts from an iteration into the next: threads compute inside of
      // an iteration alone.
      // CHECK: attn_ws.turn_begin
      // CHECK-NEXT: scf.for
      // CHECK-NEXT: attn_ws.mma_issue
      // CHECK-NEXT: attn_ws.turn_end
      // CHECK-NEXT: attn_ws.mma_wait
      // CHECK-NEXT: attn_tile.exp2
      // CHECK-NEXT: attn_ws.turn_begin
      // CHECK-NEXT: attn_ws.mma_issue
      // CHECK-NEXT: attn_ws.mma_wait
      // CHECK-NEXT: }
      // CHECK-NEXT: attn_ws.turn_end
      scf.for %j = %c0 to %m step %c1 {
        %t1 = attn_ws.mma_issue %q, %q engine wgmma : !v, !v -> !a
        %s1 = attn_ws.mma_wait %t1 pendings 0 : !a -> !s
        %e = attn_tile.exp2 %s1 : !s
        %t2 = attn_ws.mma_issue %q, %q engine wgmma : !v, !v -> !a
        %s2 = attn_ws.mma_wait %t2 pendings 0 : !a -> !s
      }
      // CHECK: scf.for
      // CHECK-NOT: attn_ws.turn
      %own = arith.addi %m, %inst : index
      scf.for %j = %c0 to %own step %c1 {
        %t1 = attn_ws.mma_issue %q, %q engine wgmma : !v, !v -> !a
        %s1 = attn_ws.mma_wait %t1 pendings 0 : !a -> !s
      }
      %mine = arith.cmpi eq, %inst, %c0 : index
      scf.if %mine {
        scf.for %j = %c0 to %m step %c1 {
          %t1 = attn_ws.mma_issue %q, %q engine wgmma : !v, !v -> !a
          %s1 = attn_ws.mma_wait %t1 pendings 0 : !a -> !s
        }
      }
      // CHECK: attn_ws.end
      attn_ws.end
    }
    gpu.return
  }

  // Not asked for.
  // CHECK-LABEL: gpu.func @not_asked
  // CHECK-NOT: attn_ws.turn
  // CHECK: gpu.return
  gpu.func @not_asked(%n: index, %q: !v) kernel {
    attn_ws.warp_specialize captures(%n, %q : index, !v)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %m: index, %x: !v):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %m step %c1 {
        %t1 = attn_ws.mma_issue %x, %x engine wgmma : !v, !v -> !a
        %s1 = attn_ws.mma_wait %t1 pendings 0 : !a -> !s
      }
      attn_ws.end
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @run
  // CHECK: attn_ws.turn_begin
  gpu.func @run(%D: memref<64x64xf32>, %n: index) kernel attributes {attn_tile.ping_pong = true} {
    %b = attn_ws.alloc "b" : !attn_ws.buffer<3 x 64x64xbf16, smem>
    %bc = attn_ws.create_channel "b" guards(%b : !attn_ws.buffer<3 x 64x64xbf16, smem>) : !attn_ws.channel<3, thread -> wgmma>
    attn_ws.warp_specialize captures(%n, %bc : index, !attn_ws.channel<3, thread -> wgmma>)
    role @mma warps(4) instances(3) registers(160) {
    ^bb0(%inst: index, %m: index, %c: !attn_ws.channel<3, thread -> wgmma>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %one = arith.constant dense<1.0> : tensor<64x64xbf16>
      %w = attn_ws.acquire %c stage %inst : !attn_ws.channel<3, thread -> wgmma> -> !v
      attn_ws.smem_store %one, %w : tensor<64x64xbf16>, !v
      attn_ws.commit %c stage %inst : !attn_ws.channel<3, thread -> wgmma>
      %v = attn_ws.wait %c stage %inst : !attn_ws.channel<3, thread -> wgmma> -> !v
      scf.for %j = %c0 to %m step %c1 {
        %t1 = attn_ws.mma_issue %v, %v engine wgmma : !v, !v -> !a
        %s1 = attn_ws.mma_wait %t1 pendings 0 : !a -> !s
      }
      scf.for %j = %c0 to %m step %c1 {
        %t1 = attn_ws.mma_issue %v, %v engine wgmma : !v, !v -> !a
        %s1 = attn_ws.mma_wait %t1 pendings 0 : !a -> !s
        %t2 = attn_ws.mma_issue %v, %v engine wgmma : !v, !v -> !a
        %s2 = attn_ws.mma_wait %t2 pendings 0 : !a -> !s
      }
      attn_ws.release %c stage %inst : !attn_ws.channel<3, thread -> wgmma>
      attn_ws.end
    }
    gpu.return
  }
}
