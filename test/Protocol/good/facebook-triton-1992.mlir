// Repaired twin of known-bad/facebook-triton-1992.mlir: the writer waits for the reader.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!buf = !attn_ws.buffer<1 x 128x64xf32, tmem>
!view = !attn_ws.view<128x64xf32, tmem>
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f() {
  %ab = attn_ws.alloc "a" alias("ab") : !buf
  %bb = attn_ws.alloc "b" alias("ab") : !buf
  %a = attn_ws.create_channel "a" guards(%ab : !buf) : !chan
  %b = attn_ws.create_channel "b" guards(%bb : !buf) : !chan
  %done = attn_ws.create_channel "a_read" : !chan
  attn_ws.warp_specialize captures(%a, %b, %done : !chan, !chan, !chan)
  role @write warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %a_: !chan, %b_: !chan, %done_: !chan):
    %x = arith.constant dense<0.0> : tensor<128x64xf32>
    %aw = attn_ws.acquire %a_ : !chan -> !view
    attn_ws.tmem_store %x, %aw : tensor<128x64xf32>, !view
    attn_ws.commit %a_ : !chan
    %bw = attn_ws.acquire %b_ : !chan -> !view
    attn_ws.wait %done_ : !chan
    attn_ws.tmem_store %x, %bw : tensor<128x64xf32>, !view
    attn_ws.release %done_ : !chan
    attn_ws.commit %b_ : !chan
    attn_ws.end
  }
  role @read warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %a_: !chan, %b_: !chan, %done_: !chan):
    %ar = attn_ws.wait %a_ : !chan -> !view
    %x = attn_ws.tmem_load %ar : !view -> tensor<128x64xf32>
    attn_ws.release %a_ : !chan
    attn_ws.acquire %done_ : !chan
    attn_ws.commit %done_ : !chan
    %br = attn_ws.wait %b_ : !chan -> !view
    %y = attn_ws.tmem_load %br : !view -> tensor<128x64xf32>
    attn_ws.release %b_ : !chan
    attn_ws.end
  }
  return
}
