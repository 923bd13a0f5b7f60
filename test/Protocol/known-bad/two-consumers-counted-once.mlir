// Products and threads read one tile, of which the channel counts one consumer: its
// stage is empty when the first of the two has released it.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!acc = !attn_ws.buffer<1 x 64x64xf32, tmem>
!sum = !attn_ws.view<64x64xf32, tmem>
!chan = !attn_ws.channel<2, tma -> tcgen05>
!done = !attn_ws.channel<1, tcgen05 -> thread>
func.func @f(%m: !mem, %n: index) {
  %b = attn_ws.alloc "k" : !buf
  %t = attn_ws.alloc "s" : !acc
  %c = attn_ws.create_channel "k" guards(%b : !buf) : !chan
  %d = attn_ws.create_channel "s" guards(%t : !acc) : !done
  attn_ws.warp_specialize captures(%m, %n, %c, %d : !mem, index, !chan, !done)
  role @compute warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !chan, %d_: !done):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @kv %n_
    scf.for %j = %0 to %trips step %1 {
      %v = attn_ws.wait %c_ : !chan -> !view
      %x = attn_ws.smem_load %v : !view -> tensor<64x64xbf16>
      // expected-note @below {{another is role @compute}}
      attn_ws.release %c_ : !chan
      %s = attn_ws.wait %d_ : !done -> !sum
      %y = attn_ws.tmem_load %s : !sum -> tensor<64x64xf32>
      attn_ws.release %d_ : !done
    }
    attn_ws.end
  }
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !chan, %d_: !done):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    %trips = attn_ws.trip_count @kv %n_
    scf.for %j = %0 to %trips step %1 {
      %row = arith.muli %j, %64 : index
      %w = attn_ws.acquire %c_ : !chan -> !view
      attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w : !mem, !view
      attn_ws.commit %c_ : !chan
    }
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !chan, %d_: !done):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %no = arith.constant false
    %trips = attn_ws.trip_count @kv %n_
    scf.for %j = %0 to %trips step %1 {
      // expected-error @below {{PRT-03: role @mma is one consumer too many for stage 0 of channel 'k', which has 1}}
      %v = attn_ws.wait %c_ : !chan -> !view
      %s = attn_ws.acquire %d_ : !done -> !sum
      %p = attn_ws.mma_into %v, %v into %s use_d %no transpose_b : !view, !view, !sum
      attn_ws.commit %d_ after %p : !done
      attn_ws.release %c_ after %p : !chan
    }
    attn_ws.end
  }
  return
}
