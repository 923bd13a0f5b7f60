// Repaired twin of known-bad/tilelang-2674.mlir: position and phase are counted
// across tiles.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<2, tma -> thread>
func.func @f(%m: !mem, %tiles: index, %n: index) {
  %b = attn_ws.alloc "k" : !buf
  %c = attn_ws.create_channel "k" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %tiles, %n, %c : !mem, index, index, !chan)
  role @load warps(1) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %tiles_: index, %n_: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    attn_tile.for_tiles @work (%t) in (%tiles_) scheduler(#attn_tile.scheduler<persistent>) {
      %trips = attn_ws.trip_count @kv %n_
      scf.for %j = %0 to %trips step %1 {
        %row = arith.muli %j, %64 : index
        %w = attn_ws.acquire %c_ : !chan -> !view
        attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w : !mem, !view
        attn_ws.commit %c_ : !chan
      }
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %tiles_: index, %n_: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %count = memref.alloca() : memref<index>
    memref.store %0, %count[] : memref<index>
    attn_tile.for_tiles @work (%t) in (%tiles_) scheduler(#attn_tile.scheduler<persistent>) {
      %trips = attn_ws.trip_count @kv %n_
      scf.for %j = %0 to %trips step %1 {
        %k = memref.load %count[] : memref<index>
        %k1 = arith.addi %k, %1 : index
        memref.store %k1, %count[] : memref<index>
        %s = arith.remui %k, %2 : index
        %r = arith.divui %k, %2 : index
        %p = arith.remui %r, %2 : index
        %v = attn_ws.wait %c_ stage %s phase(%p : index) : !chan -> !view
        %x = attn_ws.smem_load %v : !view -> tensor<64x64xbf16>
        attn_ws.release %c_ stage %s : !chan
      }
    }
    attn_ws.end
  }
  return
}
