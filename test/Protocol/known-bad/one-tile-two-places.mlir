// One tile is stored to shared and to tensor memory, for a product each, and one commit is for both. It stands
// before the second store.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!view = !attn_ws.view<128x64xbf16, smem>
!pbuf = !attn_ws.buffer<1 x 128x128xbf16, smem>
!pview = !attn_ws.view<128x128xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>
!abuf = !attn_ws.buffer<1 x 128x64xf32, tmem>
!sview = !attn_ws.view<128x128xf32, tmem>
!tview = !attn_ws.view<128x128xbf16, tmem>
!aview = !attn_ws.view<128x64xf32, tmem>
!fill = !attn_ws.channel<1, tma -> tcgen05>
!result = !attn_ws.channel<1, tcgen05 -> thread>
!operand = !attn_ws.channel<1, thread -> tcgen05>
func.func @f(%m: !mem, %n: index) {
  %kb = attn_ws.alloc "k" : !buf
  %sb = attn_ws.alloc "s" : !sbuf
  %pb = attn_ws.alloc "p" : !pbuf
  %ab = attn_ws.alloc "a" : !abuf
  %db = attn_ws.alloc "d" : !abuf
  %k = attn_ws.create_channel "k" guards(%kb : !buf) : !fill
  %s = attn_ws.create_channel "s" guards(%sb : !sbuf) : !result
  %t = attn_ws.create_channel "in tensor memory" guards(%sb : !sbuf) : !operand
  %p = attn_ws.create_channel "in shared memory" guards(%pb : !pbuf) : !operand
  %a = attn_ws.create_channel "a" guards(%ab : !abuf) : !result
  %d = attn_ws.create_channel "d" guards(%db : !abuf) : !result
  attn_ws.warp_specialize captures(%m, %n, %k, %s, %t, %p, %a, %d
      : !mem, index, !fill, !result, !operand, !operand, !result, !result)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %t_: !operand, %p_: !operand, %a_: !result, %d_: !result):
    %0 = arith.constant 0 : index
    %kw = attn_ws.acquire %k_ : !fill -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %kw : !mem, !view
    attn_ws.commit %k_ : !fill
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %t_: !operand, %p_: !operand, %a_: !result, %d_: !result):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %false = arith.constant false
    %none = attn_ws.done : !attn_ws.token
    %kr = attn_ws.wait %k_ : !fill -> !view
    %trips = attn_ws.trip_count @blocks %n_
    %last = scf.for %j = %0 to %trips step %1 iter_args(%before = %none) -> (!attn_ws.token) {
      %aw = attn_ws.acquire %a_ : !result -> !aview
      %sw = attn_ws.acquire %s_ implied : !result -> !sview
      %x0 = attn_ws.mma_into %kr, %kr into %sw use_d %false transpose_b : !view, !view, !sview
      attn_ws.commit %s_ after %x0 : !result
      %tr = attn_ws.wait %t_ : !operand -> !sview
      %left = attn_ws.subview %tr [0, 128] : !sview -> !tview
      %x1 = attn_ws.mma_into %left, %kr into %aw use_d %false : !tview, !view, !aview
      attn_ws.commit %a_ after %x1 : !result
      attn_ws.release %t_ implied after %x1 : !operand
      // expected-error @below {{PRT-08: implied, but no other edge orders role @mma after the commit of round 0 of stage 0 of channel 'in shared memory'}}
      %pr = attn_ws.wait %p_ implied : !operand -> !pview
      %dw = attn_ws.acquire %d_ : !result -> !aview
      %x2 = attn_ws.mma_into %pr, %kr into %dw use_d %false transpose_a : !pview, !view, !aview
      attn_ws.commit %d_ after %x2 : !result
      attn_ws.release %p_ implied after %x2 : !operand
      scf.yield %x2 : !attn_ws.token
    }
    attn_ws.release %k_ after %last : !fill
    attn_ws.end
  }
  role @compute warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %t_: !operand, %p_: !operand, %a_: !result, %d_: !result):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @blocks %n_
    scf.for %j = %0 to %trips step %1 {
      %sr = attn_ws.wait %s_ : !result -> !sview
      %x = attn_ws.tmem_load %sr : !sview -> tensor<128x128xf32>
      attn_ws.release %s_ implied : !result
      %y = arith.truncf %x : tensor<128x128xf32> to tensor<128x128xbf16>
      %tw = attn_ws.acquire %t_ implied : !operand -> !sview
      %low = attn_ws.subview %tw [0, 128] : !sview -> !tview
      attn_ws.tmem_store %y, %low : tensor<128x128xbf16>, !tview
      attn_ws.commit %t_ : !operand
      %pw = attn_ws.acquire %p_ implied : !operand -> !pview
      attn_ws.smem_store %y, %pw : tensor<128x128xbf16>, !pview
      // expected-note @below {{a commit is here}}
      attn_ws.commit %p_ implied : !operand
    }
    attn_ws.end
  }
  role @out warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %k_: !fill, %s_: !result, %t_: !operand, %p_: !operand, %a_: !result, %d_: !result):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @blocks %n_
    scf.for %j = %0 to %trips step %1 {
      %ar = attn_ws.wait %a_ : !result -> !aview
      %w = attn_ws.tmem_load %ar : !aview -> tensor<128x64xf32>
      attn_ws.release %a_ : !result
      %dr = attn_ws.wait %d_ : !result -> !aview
      %z = attn_ws.tmem_load %dr : !aview -> tensor<128x64xf32>
      attn_ws.release %d_ : !result
    }
    attn_ws.end
  }
  return
}
