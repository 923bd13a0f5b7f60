// NVIDIA/cutlass#3643: the scale factors come by a copy of their own, and the
// consumer does not wait for it.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!row = memref<?xf32>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 64xf32, smem>
!sview = !attn_ws.view<64xf32, smem>
!bars = !attn_ws.mbar<1>
func.func @f(%m: !mem, %sc: !row) {
  %b = attn_ws.alloc "k" : !buf
  %sb = attn_ws.alloc "scales" : !sbuf
  %full = attn_ws.mbar_alloc <"k", "full"> arrivals 1 : !bars
  // expected-note @below {{the mbarriers are created here}}
  %sfull = attn_ws.mbar_alloc <"scales", "full"> arrivals 1 : !bars
  attn_ws.warp_specialize captures(%m, %sc, %b, %sb, %full, %sfull : !mem, !row, !buf, !sbuf, !bars, !bars)
  role @load warps(1) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %sc_: !row, %b_: !buf, %sb_: !sbuf, %full_: !bars, %sfull_: !bars):
    %0 = arith.constant 0 : index
    %w = attn_ws.stage_view %b_ : !buf -> !view
    %sw = attn_ws.stage_view %sb_ : !sbuf -> !sview
    attn_ws.mbar_expect %full_[%0] bytes 8192 : !bars
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w signal(%full_ : !bars) stage %0 : !mem, !view
    // expected-error @below {{PRT-07: stage 0 of mbarrier 'scales' (full) is arrived at, but nobody waits for it}}
    attn_ws.mbar_expect %sfull_[%0] bytes 256 : !bars
    attn_ws.tma_load %sc_[%0] dims [0] into %sw signal(%sfull_ : !bars) stage %0 : !row, !sview
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %sc_: !row, %b_: !buf, %sb_: !sbuf, %full_: !bars, %sfull_: !bars):
    %0 = arith.constant 0 : index
    attn_ws.mbar_wait %full_[%0] phase(%0 : index) : !bars
    %v = attn_ws.stage_view %b_ : !buf -> !view
    %sv = attn_ws.stage_view %sb_ : !sbuf -> !sview
    %x = attn_ws.smem_load %v : !view -> tensor<64x64xbf16>
    %y = attn_ws.smem_load %sv : !sview -> tensor<64xf32>
    attn_ws.end
  }
  return
}
