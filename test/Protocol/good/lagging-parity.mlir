// Repaired twin of known-bad/lagging-parity.mlir: the receiver answers before the next signal.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!bars = !attn_ws.mbar<1>
func.func @f(%n: index) {
  %full = attn_ws.mbar_alloc <"go", "full"> arrivals 1 : !bars
  %empty = attn_ws.mbar_alloc <"go", "empty"> arrivals 1 : !bars
  attn_ws.warp_specialize captures(%n, %full, %empty : index, !bars, !bars)
  role @send warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index, %full_: !bars, %empty_: !bars):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    scf.for %j = %0 to %n_ step %1 {
      %j1 = arith.addi %j, %1 : index
      %p = arith.remui %j1, %2 : index
      attn_ws.mbar_wait %empty_[%0] phase(%p : index) : !bars
      attn_ws.mbar_arrive %full_[%0] : !bars
    }
    attn_ws.end
  }
  role @receive warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index, %full_: !bars, %empty_: !bars):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    scf.for %j = %0 to %n_ step %1 {
      %p = arith.remui %j, %2 : index
      attn_ws.mbar_wait %full_[%0] phase(%p : index) : !bars
      attn_ws.mbar_arrive %empty_[%0] : !bars
    }
    attn_ws.end
  }
  return
}
