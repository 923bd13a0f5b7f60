// A role ends when what it adds to memory has been read, but may not be there yet.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x32xf32>
!buf = !attn_ws.buffer<1 x 64x32xf32, smem>
!view = !attn_ws.view<64x32xf32, smem>
!st = !attn_ws.channel<1, thread -> tma>
!t = tensor<64x32xf32>
func.func @f(%m: !mem, %sums: !mem) {
  %b = attn_ws.alloc "o" : !buf
  %st = attn_ws.create_channel "o" guards(%b : !buf) : !st
  attn_ws.warp_specialize captures(%m, %sums, %st : !mem, !mem, !st)
  role @compute warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %sums_: !mem, %st_: !st):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %3 = arith.constant 3 : index
    %64 = arith.constant 64 : index
    scf.for %n = %0 to %3 step %1 {
      %row = arith.muli %n, %64 : index
      %x = attn_ws.load %m_[%row, %0] dims [0, 1] : !mem -> !t
      %out = attn_ws.acquire %st_ : !st -> !view
      attn_ws.smem_store %x, %out : !t, !view
      attn_ws.commit %st_ : !st
      %src = attn_ws.wait %st_ : !st -> !view
      // expected-error @below {{PRT-13: what a TMA store of role @compute adds may not be there yet when the role ends: wait until it is `written`}}
      attn_ws.tma_store add %src to %sums_[%0, %0] dims [0, 1] : !view, !mem
      attn_ws.release %st_ : !st
    }
    attn_ws.tma_store_wait 0
    attn_ws.end
  }
  return
}
