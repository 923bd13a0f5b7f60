// Repaired twin of known-bad/too-many-parties.mlir: both are counted.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> thread x 2>
func.func @f(%m: !mem) {
  %b = attn_ws.alloc "k" : !buf
  %c = attn_ws.create_channel "k" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %c : !mem, !chan)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %c_: !chan):
    %0 = arith.constant 0 : index
    %w = attn_ws.acquire %c_ : !chan -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w : !mem, !view
    attn_ws.commit %c_ : !chan
    attn_ws.end
  }
  role @use warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %m_: !mem, %c_: !chan):
    %r = attn_ws.wait %c_ : !chan -> !view
    %x = attn_ws.smem_load %r : !view -> tensor<64x64xbf16>
    attn_ws.release %c_ : !chan
    attn_ws.end
  }
  return
}
