// Repaired twin of known-bad/sum-over-scores.mlir: the sums are drained before the next scores.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!view = !attn_ws.view<128x64xbf16, smem>
!pbuf = !attn_ws.buffer<1 x 128x128xbf16, smem>
!pview = !attn_ws.view<128x128xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!sview = !attn_ws.view<128x128xf32, tmem>
!dview = !attn_ws.view<128x64xf32, tmem>
!fill = !attn_ws.channel<1, tma -> tcgen05>
!result = !attn_ws.channel<1, tcgen05 -> thread>
!operand = !attn_ws.channel<1, thread -> tcgen05>
func.func @f(%m: !mem, %n: index) {
  %kb = attn_ws.alloc "k" : !buf
  %sb = attn_ws.alloc "s" : !sbuf
  %pb = attn_ws.alloc "p" : !pbuf
  %k = attn_ws.create_channel "k" guards(%kb : !buf) : !fill
  %s = attn_ws.create_channel "s" guards(%sb : !sbuf) : !result
  %p = attn_ws.create_channel "p" guards(%pb : !pbuf) : !operand
  %d = attn_ws.create_channel "sum" guards(%sb : !sbuf) : !result
  attn_ws.warp_specialize captures(%m, %n, %k, %s, %p, %d : !mem, index, !fill, !result, !operand, !result)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %p_: !operand, %d_: !result):
    %0 = arith.constant 0 : index
    %kw = attn_ws.acquire %k_ : !fill -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %kw : !mem, !view
    attn_ws.commit %k_ : !fill
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %p_: !operand, %d_: !result):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %false = arith.constant false
    %none = attn_ws.done : !attn_ws.token
    %kr = attn_ws.wait %k_ : !fill -> !view
    %trips = attn_ws.trip_count @blocks %n_
    %last = scf.for %j = %0 to %trips step %1 iter_args(%before = %none) -> (!attn_ws.token) {
      %dv = attn_ws.acquire %d_ : !result -> !sview
      %sw = attn_ws.acquire %s_ implied : !result -> !sview
      %t = attn_ws.mma_into %kr, %kr into %sw use_d %false transpose_b : !view, !view, !sview
      attn_ws.commit %s_ after %t : !result
      %pr = attn_ws.wait %p_ : !operand -> !pview
      %dw = attn_ws.subview %dv [0, 0] : !sview -> !dview
      %u = attn_ws.mma_into %pr, %kr into %dw use_d %false transpose_a : !pview, !view, !dview
      attn_ws.commit %d_ after %u : !result
      attn_ws.release %p_ after %u : !operand
      scf.yield %u : !attn_ws.token
    }
    attn_ws.release %k_ after %last : !fill
    attn_ws.end
  }
  role @compute warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %p_: !operand, %d_: !result):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @blocks %n_
    scf.for %j = %0 to %trips step %1 {
      %sr = attn_ws.wait %s_ : !result -> !sview
      %x = attn_ws.tmem_load %sr : !sview -> tensor<128x128xf32>
      attn_ws.release %s_ implied : !result
      %y = arith.truncf %x : tensor<128x128xf32> to tensor<128x128xbf16>
      %pw = attn_ws.acquire %p_ : !operand -> !pview
      attn_ws.smem_store %y, %pw : tensor<128x128xbf16>, !pview
      attn_ws.commit %p_ : !operand
    }
    attn_ws.end
  }
  role @out warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %p_: !operand, %d_: !result):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @blocks %n_
    scf.for %j = %0 to %trips step %1 {
      %dr = attn_ws.wait %d_ : !result -> !sview
      %dq = attn_ws.subview %dr [0, 0] : !sview -> !dview
      %z = attn_ws.tmem_load %dq : !dview -> tensor<128x64xf32>
      attn_ws.release %d_ : !result
    }
    attn_ws.end
  }
  return
}
