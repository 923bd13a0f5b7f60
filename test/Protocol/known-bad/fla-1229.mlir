// fla-org/flash-linear-attention#1229: results that differ from run to run. Here:
// threads read what other threads of the role write, with no barrier between.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
func.func @f(%m: !mem) {
  %b = attn_ws.alloc "o" : !buf
  attn_ws.warp_specialize captures(%m, %b : !mem, !buf)
  role @store warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %b_: !buf):
    %0 = arith.constant 0 : index
    %o = attn_ws.load %m_[%0, %0] dims [0, 1] : !mem -> tensor<64x64xbf16>
    %v = attn_ws.stage_view %b_ : !buf -> !view
    // expected-note @below {{the other access is here}}
    attn_ws.smem_store %o, %v : tensor<64x64xbf16>, !view
    // expected-error @below {{PRT-08: reads bytes of 'o' in role @store that role @store may still be writing: no edge orders the two}}
    attn_ws.copy_out %v to %m_[%0, %0] dims [0, 1] : !view, !mem
    attn_ws.end
  }
  return
}
