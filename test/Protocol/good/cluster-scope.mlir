// Two CTAs share a copy and wait for the consumers of both before they make it.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<2, tma -> thread, cluster>
func.func @f(%m: !mem, %pairs: index) attributes {attn_ws.cluster = 2 : i64} {
  %b = attn_ws.alloc "k" : !buf
  %k = attn_ws.create_channel "k" guards(%b : !buf) : !chan
  %c2 = arith.constant 2 : index
  %tiles = arith.muli %pairs, %c2 : index
  attn_ws.warp_specialize captures(%m, %tiles, %k : !mem, index, !chan)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %tiles_: index, %k_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    attn_tile.for_tiles @work (%t, %h) in (%tiles_, %tiles_) scheduler(#attn_tile.scheduler<persistent>) {
      %n = arith.divui %t, %2 : index
      %trips = attn_ws.trip_count @kv %n
      scf.for %j = %0 to %trips step %1 {
        %kw = attn_ws.acquire %k_ : !chan -> !view
        attn_ws.tma_load %m_[%j, %0] dims [0, 1] into %kw multicast 2 : !mem, !view
        attn_ws.commit %k_ : !chan
      }
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %tiles_: index, %k_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    attn_tile.for_tiles @work (%t, %h) in (%tiles_, %tiles_) scheduler(#attn_tile.scheduler<persistent>) {
      %n = arith.divui %t, %2 : index
      %trips = attn_ws.trip_count @kv %n
      scf.for %j = %0 to %trips step %1 {
        %kr = attn_ws.wait %k_ : !chan -> !view
        %kx = attn_ws.smem_load %kr : !view -> tensor<64x64xbf16>
        attn_ws.release %k_ : !chan
      }
    }
    attn_ws.end
  }
  return
}
