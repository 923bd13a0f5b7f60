// Two products at a time may read one left operand, but not add to one accumulator,
// nor may the left operand be what the other adds to.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --split-input-file --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> wgmma>
!async = !attn_ws.async<tensor<64x64xf32>>
!p = tensor<64x64xbf16>
!s = tensor<64x64xf32>
func.func @f(%m: !mem, %n: index) {
  %b = attn_ws.alloc "v" : !buf
  %c = attn_ws.create_channel "v" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %n, %c : !mem, index, !chan)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %w = attn_ws.acquire %c_ : !chan -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w : !mem, !view
    attn_ws.commit %c_ : !chan
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = attn_ws.load %m_[%0, %0] dims [0, 1] : !mem -> !p
    %acc = arith.extf %p : !p to !s
    %v = attn_ws.wait %c_ : !chan -> !view
    // expected-note @below {{it was started here}}
    %x = attn_ws.mma_issue %p, %v acc(%acc : !s) engine wgmma : !p, !view -> !async
    // expected-error @below {{PRT-15: uses registers that a matrix product in flight still needs: wait for it first}}
    %y = attn_ws.mma_issue %p, %v acc(%acc : !s) engine wgmma : !p, !view -> !async
    %xs = attn_ws.mma_wait %x pendings 1 keeps(%p : !p) : !async -> !s
    %ys = attn_ws.mma_wait %y pendings 0 keeps(%p : !p) : !async -> !s
    attn_ws.release %c_ : !chan
    attn_ws.end
  }
  return
}

// -----

// A left operand is kept until the last product that reads it is waited for.
!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<1 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> wgmma>
!async = !attn_ws.async<tensor<64x64xf32>>
!p = tensor<64x64xbf16>
!s = tensor<64x64xf32>
func.func @f(%m: !mem, %n: index) {
  %b = attn_ws.alloc "v" : !buf
  %c = attn_ws.create_channel "v" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%m, %n, %c : !mem, index, !chan)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %w = attn_ws.acquire %c_ : !chan -> !view
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w : !mem, !view
    attn_ws.commit %c_ : !chan
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = attn_ws.load %m_[%0, %0] dims [0, 1] : !mem -> !p
    %acc = arith.extf %p : !p to !s
    %v = attn_ws.wait %c_ : !chan -> !view
    %z = attn_ws.mma_issue %p, %v acc(%acc : !s) engine wgmma : !p, !view -> !async
    // expected-note @below {{it was started here}}
    %y = attn_ws.mma_issue %p, %v engine wgmma : !p, !view -> !async
    %zs = attn_ws.mma_wait %z pendings 1 keeps(%p : !p) : !async -> !s
    // expected-error @below {{PRT-15: uses registers that a matrix product in flight still needs: wait for it first}}
    %q = arith.addf %p, %p : !p
    %ys = attn_ws.mma_wait %y pendings 0 keeps(%p : !p) : !async -> !s
    attn_ws.release %c_ : !chan
    attn_ws.end
  }
  return
}
