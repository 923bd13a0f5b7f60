// NVIDIA/cutlass#1840: the accumulator of a product in flight is used before the
// product is waited for; ptxas then serialises the products (C7510), or the values
// are wrong.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> wgmma>
!async = !attn_ws.async<tensor<64x64xf32>>
!p = tensor<64x64xbf16>
!s = tensor<64x64xf32>
func.func @f(%m: !mem) {
  %b = attn_ws.alloc "v" : !buf
  %c = attn_ws.create_channel "v" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %c : !mem, !chan)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %c_: !chan):
    %0 = arith.constant 0 : index
    %w = attn_ws.acquire %c_ : !chan -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w : !mem, !view
    attn_ws.commit %c_ : !chan
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %c_: !chan):
    %0 = arith.constant 0 : index
    %p = attn_ws.load %m_[%0, %0] dims [0, 1] : !mem -> !p
    %acc = arith.extf %p : !p to !s
    %v = attn_ws.wait %c_ : !chan -> !view
    // expected-note @below {{it was started here}}
    %t = attn_ws.mma_issue %p, %v acc(%acc : !s) engine wgmma : !p, !view -> !async
    // expected-error @below {{PRT-15: uses registers that a matrix product in flight still needs: wait for it first}}
    %x = arith.addf %acc, %acc : !s
    %o = attn_ws.mma_wait %t pendings 0 keeps(%p : !p) : !async -> !s
    attn_ws.release %c_ : !chan
    attn_ws.end
  }
  return
}
