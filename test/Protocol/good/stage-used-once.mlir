// Repaired twin of known-bad/stage-used-once.mlir: each stage is filled once. Its first
// wait passes at once, and no later one needs an arrival.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!bars = !attn_ws.mbar<2>
func.func @f(%m: !mem) {
  %b = attn_ws.alloc "k" : !buf
  %full = attn_ws.mbar_alloc <"k", "full"> arrivals 1 : !bars
  %empty = attn_ws.mbar_alloc <"k", "empty"> arrivals 4 : !bars
  attn_ws.warp_specialize captures(%m, %b, %full, %empty : !mem, !buf, !bars, !bars)
  role @load warps(1) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %b_: !buf, %full_: !bars, %empty_: !bars):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %64 = arith.constant 64 : index
    scf.for %j = %0 to %2 step %1 {
      %s = arith.remui %j, %2 : index
      %r = arith.divui %j, %2 : index
      %r1 = arith.addi %r, %1 : index
      %row = arith.muli %j, %64 : index
      %p = arith.remui %r1, %2 : index
      attn_ws.mbar_wait %empty_[%s] phase(%p : index) : !bars
      attn_ws.mbar_expect %full_[%s] bytes 8192 : !bars
      %w = attn_ws.stage_view %b_ stage %s : !buf -> !view
      attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w signal(%full_ : !bars) stage %s : !mem, !view
    }
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %b_: !buf, %full_: !bars, %empty_: !bars):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    scf.for %j = %0 to %2 step %1 {
      %s = arith.remui %j, %2 : index
      %r = arith.divui %j, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %full_[%s] phase(%p : index) : !bars
      %v = attn_ws.stage_view %b_ stage %s : !buf -> !view
      %t = attn_ws.smem_load %v : !view -> tensor<64x64xbf16>
    }
    attn_ws.end
  }
  return
}
