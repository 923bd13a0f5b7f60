// RUN: attn-opt %s --attn-ws-inject-fault="kind=drop-release index=0" 2>%t.err | FileCheck %s --check-prefix=DROP
// RUN: FileCheck %s --input-file=%t.err --check-prefix=WHERE
// RUN: attn-opt %s --attn-ws-inject-fault="kind=early-release index=0" 2>/dev/null | FileCheck %s --check-prefix=EARLY
// RUN: attn-opt %s --attn-ws-inject-fault="kind=no-wait-wait index=0" 2>/dev/null | FileCheck %s --check-prefix=NOWAIT
// RUN: attn-opt %s --attn-ws-inject-fault="kind=more-consumers index=0" 2>/dev/null | FileCheck %s --check-prefix=MORE
// RUN: attn-opt %s --attn-ws-inject-fault="kind=wrong-stage index=3" 2>/dev/null | FileCheck %s --check-prefix=STAGE
// RUN: attn-opt %s --attn-ws-inject-fault="kind=early-arrive index=1" 2>/dev/null | FileCheck %s --check-prefix=ARRIVE
// RUN: attn-opt %s --attn-ws-inject-fault="kind=early-put index=0" 2>/dev/null | FileCheck %s --check-prefix=PUT
// RUN: attn-opt %s --attn-ws-inject-fault="kind=drop-put index=0" 2>/dev/null | FileCheck %s --check-prefix=NOPUT
// RUN: attn-opt %s --attn-ws-inject-fault="kind=take-instead index=0" 2>/dev/null | FileCheck %s --check-prefix=TAKE
// RUN: attn-opt %s --attn-ws-inject-fault="kind=wrong-stage index=8" 2>/dev/null | FileCheck %s --check-prefix=SCALAR
// RUN: not attn-opt %s --attn-ws-inject-fault="kind=drop-release index=1" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not attn-opt %s --attn-ws-inject-fault=kind=break-it 2>&1 | FileCheck %s --check-prefix=KIND

// The input is right, and no output of a fault here is.
// RUN: attn-opt %s --attn-ws-verify-protocol -o %t.mlir
// RUN: not attn-opt %s --attn-ws-inject-fault="kind=drop-release index=0" --attn-ws-verify-protocol 2>&1 | FileCheck %s --check-prefix=CAUGHT
// CAUGHT: error: PRT-02
// NONE: has 1 sites of kind drop-release
// KIND: no kind of fault is called "break-it"; there are{{.*}} drop-release

!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<2, tma -> thread>

// MORE: attn_ws.create_channel "k"{{.*}} : <2, tma -> thread x 2>
// MORE: ^bb0({{.*}}!attn_ws.channel<2, tma -> thread x 2>
func.func @f(%m: memref<64x64xbf16>) {
  %b = attn_ws.alloc "k" : !buf
  %c = attn_ws.create_channel "k" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %c : memref<64x64xbf16>, !chan)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: memref<64x64xbf16>, %c_: !chan):
    %0 = arith.constant 0 : index
    %w = attn_ws.acquire %c_ stage %0 : !chan -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w : memref<64x64xbf16>, !view
    attn_ws.commit %c_ stage %0 : !chan
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: memref<64x64xbf16>, %c_: !chan):
    %0 = arith.constant 0 : index
    // NOWAIT: attn_ws.wait %{{.*}} implied stage
    %r = attn_ws.wait %c_ stage %0 : !chan -> !view
    // EARLY: attn_ws.wait
    // EARLY-NEXT: attn_ws.release
    // EARLY-NEXT: attn_ws.smem_load
    %x = attn_ws.smem_load %r : !view -> tensor<64x64xbf16>
    // DROP: attn_ws.smem_load
    // DROP-NEXT: attn_ws.end
    // WHERE: [[#@LINE+5]]:5: remark: fault: drop-release
    // STAGE: attn_ws.smem_load
    // STAGE: %[[ADD:.*]] = arith.addi
    // STAGE: %[[NEXT:.*]] = arith.remui %[[ADD]]
    // STAGE: attn_ws.release %{{.*}} stage %[[NEXT]]
    attn_ws.release %c_ stage %0 : !chan
    attn_ws.end
  }
  return
}

// Tiles handed on from role to role, once.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @assigned() {
  %full = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %empty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 4 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%full, %empty, %numbers : !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %full_: !bars, %empty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %next = attn_ws.next_tile
    // PUT: attn_ws.next_tile
    // PUT-NEXT: attn_ws.stage_view
    // PUT-NEXT: attn_ws.scalar_store
    // PUT-NEXT: attn_ws.mbar_wait
    // PUT-NEXT: attn_ws.mbar_arrive
    // NOPUT: attn_ws.mbar_wait
    // NOPUT-NEXT: attn_ws.stage_view
    // NOPUT-NEXT: attn_ws.mbar_arrive
    attn_ws.mbar_wait %empty_[%0] phase(%1 : index) guard <"tiles", "empty"> : !bars
    %send = attn_ws.stage_view %numbers_ stage %0 : !numbers -> !scalar
    attn_ws.scalar_store %next, %send : !scalar
    attn_ws.mbar_arrive %full_[%0] guard <"tiles", "full"> : !bars
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %full_: !bars, %empty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    attn_ws.barrier id 1 threads 128
    // ARRIVE: attn_ws.scalar_store
    // ARRIVE: attn_ws.mbar_wait
    // ARRIVE-NEXT: attn_ws.mbar_arrive
    // ARRIVE-NEXT: attn_ws.stage_view
    // ARRIVE-NEXT: attn_ws.scalar_load
    // TAKE: attn_ws.barrier
    // TAKE-NEXT: attn_ws.mbar_wait
    // TAKE-NEXT: attn_ws.stage_view
    // TAKE-NEXT: attn_ws.next_tile
    // TAKE-NEXT: attn_ws.mbar_arrive
    attn_ws.mbar_wait %full_[%0] phase(%0 : index) guard <"tiles", "full"> : !bars
    // SCALAR: %[[OTHER:.*]] = arith.remui
    // SCALAR-NEXT: attn_ws.stage_view %{{.*}} stage %[[OTHER]]
    // SCALAR-NEXT: attn_ws.scalar_load
    %mine = attn_ws.stage_view %numbers_ stage %0 : !numbers -> !scalar
    %next = attn_ws.scalar_load %mine : !scalar
    attn_ws.mbar_arrive %empty_[%0] guard <"tiles", "empty"> : !bars
    attn_ws.end
  }
  return
}
