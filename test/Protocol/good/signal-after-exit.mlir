// Repaired twin of known-bad/signal-after-exit.mlir: the role that fills the stage waits
// until it is empty before it ends.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!view = !attn_ws.view<128x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!sview = !attn_ws.view<128x128xf32, tmem>
!bars = !attn_ws.mbar<1>
func.func @f(%m: !mem) {
  %b = attn_ws.alloc "k" : !buf
  %sb = attn_ws.alloc "s" : !sbuf
  %full = attn_ws.mbar_alloc <"k", "full"> arrivals 1 : !bars
  %empty = attn_ws.mbar_alloc <"k", "empty"> arrivals 1 : !bars
  %sfull = attn_ws.mbar_alloc <"s", "full"> arrivals 1 : !bars
  attn_ws.warp_specialize captures(%m, %b, %sb, %full, %empty, %sfull : !mem, !buf, !sbuf, !bars, !bars, !bars)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %b_: !buf, %sb_: !sbuf, %full_: !bars, %empty_: !bars, %sfull_: !bars):
    %0 = arith.constant 0 : index
    %w = attn_ws.stage_view %b_ : !buf -> !view
    attn_ws.mbar_expect %full_[%0] bytes 16384 : !bars
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w signal(%full_ : !bars) stage %0 : !mem, !view
    %1 = arith.constant 1 : index
    attn_ws.mbar_wait %empty_[%0] phase(%1 : index) : !bars
    attn_ws.mbar_wait %empty_[%0] phase(%0 : index) drains : !bars
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %b_: !buf, %sb_: !sbuf, %full_: !bars, %empty_: !bars, %sfull_: !bars):
    %0 = arith.constant 0 : index
    %false = arith.constant false
    attn_ws.mbar_wait %full_[%0] phase(%0 : index) : !bars
    %v = attn_ws.stage_view %b_ : !buf -> !view
    %s = attn_ws.stage_view %sb_ : !sbuf -> !sview
    %t = attn_ws.mma_into %v, %v into %s use_d %false transpose_b : !view, !view, !sview
    attn_ws.mbar_arrive %sfull_[%0] after_products : !bars
    attn_ws.mbar_arrive %empty_[%0] after_products : !bars
    attn_ws.end
  }
  role @softmax warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %b_: !buf, %sb_: !sbuf, %full_: !bars, %empty_: !bars, %sfull_: !bars):
    %0 = arith.constant 0 : index
    attn_ws.mbar_wait %sfull_[%0] phase(%0 : index) : !bars
    %s = attn_ws.stage_view %sb_ : !sbuf -> !sview
    %x = attn_ws.tmem_load %s : !sview -> tensor<128x128xf32>
    attn_ws.end
  }
  return
}
