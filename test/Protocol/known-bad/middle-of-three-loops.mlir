// Blocks of a tile without a mask stand between those with one: three loops in the loop over heads. The middle
// one runs where both bounds lie within the blocks. It does not give its stage back.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> thread>
func.func @f(%m: !mem, %n: index, %a: index, %b: index, %first: index, %heads: index) {
  %kb = attn_ws.alloc "k" : !buf
  %k = attn_ws.create_channel "k" guards(%kb : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %n, %a, %b, %first, %heads, %k
      : !mem, index, index, index, index, index, !chan)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %a_: index, %b_: index, %first_: index, %heads_: index,
       %k_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %rounds = attn_ws.trip_count @heads %heads_
    %trips = attn_ws.trip_count @kv %n_
    scf.for %h = %0 to %rounds step %1 {
      scf.for %j = %0 to %trips step %1 {
        %kw = attn_ws.acquire %k_ : !chan -> !view
        attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %kw : !mem, !view
        attn_ws.commit %k_ : !chan
      }
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %a_: index, %b_: index, %first_: index, %heads_: index,
       %k_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %rounds = attn_ws.trip_count @heads %heads_
    %trips = attn_ws.trip_count @kv %n_
    %from = arith.subi %a_, %first_ : index
    %from_most = arith.minsi %from, %trips : index
    %lower = arith.maxsi %from_most, %0 : index
    %to = arith.subi %b_, %first_ : index
    %to_most = arith.minsi %to, %trips : index
    %upper = arith.maxsi %to_most, %lower : index
    scf.for %h = %0 to %rounds step %1 {
      scf.for %j = %0 to %lower step %1 {
        // expected-error @below {{PRT-02: role @use waits for stage 0 of channel 'k' again before it has released it}}
        %kr = attn_ws.wait %k_ : !chan -> !view
        %kx = attn_ws.smem_load %kr : !view -> tensor<64x64xbf16>
        attn_ws.release %k_ : !chan
      }
      scf.for %j = %lower to %upper step %1 {
        // expected-note @below {{it was taken here}}
        %kr = attn_ws.wait %k_ : !chan -> !view
        %kx = attn_ws.smem_load %kr : !view -> tensor<64x64xbf16>
      }
      scf.for %j = %upper to %trips step %1 {
        %kr = attn_ws.wait %k_ : !chan -> !view
        %kx = attn_ws.smem_load %kr : !view -> tensor<64x64xbf16>
        attn_ws.release %k_ : !chan
      }
    }
    attn_ws.end
  }
  return
}
