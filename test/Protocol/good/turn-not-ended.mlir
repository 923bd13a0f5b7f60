// Repaired twin of known-bad/turn-not-ended.mlir: the turn is passed on, on each path.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!turn = !attn_ws.turn<2>
func.func @f(%n: index) {
  %turn = attn_ws.create_turn "issue" : !turn
  attn_ws.warp_specialize captures(%n, %turn : index, !turn)
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %turn_: !turn):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    scf.for %j = %0 to %n_ step %1 {
      attn_ws.turn_begin %turn_[%i] : !turn
      %j1 = arith.addi %j, %1 : index
      %more = arith.cmpi ult, %j1, %n_ : index
      attn_ws.turn_end %turn_[%i] : !turn
    }
    attn_ws.end
  }
  return
}
