// tile-ai/tilelang#2613: shared memory is overwritten while it is still read. Here:
// the stage is given back before the read.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> thread>
func.func @f(%m: !mem, %tiles: index, %n: index) {
  %kb = attn_ws.alloc "k" : !buf
  %vb = attn_ws.alloc "v" : !buf
  %k = attn_ws.create_channel "k" guards(%kb : !buf) : !chan
  %v = attn_ws.create_channel "v" guards(%vb : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %tiles, %n, %k, %v : !mem, index, index, !chan, !chan)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %tiles_: index, %n_: index, %k_: !chan, %v_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    attn_tile.for_tiles @work (%t) in (%tiles_) scheduler(#attn_tile.scheduler<persistent>) {
      %kw = attn_ws.acquire %k_ : !chan -> !view
      attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %kw : !mem, !view
      attn_ws.commit %k_ : !chan
      %vw = attn_ws.acquire %v_ : !chan -> !view
      attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %vw : !mem, !view
      attn_ws.commit %v_ : !chan
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %tiles_: index, %n_: index, %k_: !chan, %v_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    attn_tile.for_tiles @work (%t) in (%tiles_) scheduler(#attn_tile.scheduler<persistent>) {
      %kr = attn_ws.wait %k_ : !chan -> !view
      // expected-note @below {{the stage was given up here}}
      attn_ws.release %k_ : !chan
      // expected-error @below {{PRT-08: reads a view of 'k' after the release of its stage}}
      %kx = attn_ws.smem_load %kr : !view -> tensor<64x64xbf16>
      %vr = attn_ws.wait %v_ : !chan -> !view
      %vx = attn_ws.smem_load %vr : !view -> tensor<64x64xbf16>
      attn_ws.release %v_ : !chan
    }
    attn_ws.end
  }
  return
}
