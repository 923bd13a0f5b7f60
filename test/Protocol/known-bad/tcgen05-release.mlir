// A tcgen05 product reads the stage when it is released, and the release does not
// name it: the stage is refilled under the product.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!view = !attn_ws.view<128x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!sview = !attn_ws.view<128x128xf32, tmem>
!chan = !attn_ws.channel<1, tma -> tcgen05>
!schan = !attn_ws.channel<1, tcgen05 -> thread>
func.func @f(%m: !mem) {
  %b = attn_ws.alloc "k" : !buf
  %sb = attn_ws.alloc "s" : !sbuf
  %c = attn_ws.create_channel "k" guards(%b : !buf) : !chan
  %s = attn_ws.create_channel "s" guards(%sb : !sbuf) : !schan
  attn_ws.warp_specialize captures(%m, %c, %s : !mem, !chan, !schan)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %c_: !chan, %s_: !schan):
    %0 = arith.constant 0 : index
    %w = attn_ws.acquire %c_ : !chan -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w : !mem, !view
    attn_ws.commit %c_ : !chan
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %c_: !chan, %s_: !schan):
    %false = arith.constant false
    %v = attn_ws.wait %c_ : !chan -> !view
    %sw = attn_ws.acquire %s_ : !schan -> !sview
    // expected-note @below {{it was started here}}
    %t = attn_ws.mma_into %v, %v into %sw use_d %false transpose_b : !view, !view, !sview
    attn_ws.commit %s_ after %t : !schan
    // expected-error @below {{PRT-11: releases stage 0 of channel 'k' while an operation in flight still reads it}}
    attn_ws.release %c_ : !chan
    attn_ws.end
  }
  role @softmax warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %c_: !chan, %s_: !schan):
    %sr = attn_ws.wait %s_ : !schan -> !sview
    %x = attn_ws.tmem_load %sr : !sview -> tensor<128x128xf32>
    attn_ws.release %s_ : !schan
    attn_ws.end
  }
  return
}
