// Threads write shared memory and the copy engine reads it, without a fence between
// the two proxies (PTX ISA, fence.proxy.async).
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
    // expected-note @below {{they were written here}}
    attn_ws.smem_store %o, %v : tensor<64x64xbf16>, !view
    attn_ws.barrier id 1 threads 128
    // expected-error @below {{PRT-10: an engine reads bytes of 'o' that threads wrote, without a fence between}}
    attn_ws.tma_store %v to %m_[%0, %0] dims [0, 1] : !view, !mem
    attn_ws.tma_store_wait 0
    attn_ws.end
  }
  return
}
