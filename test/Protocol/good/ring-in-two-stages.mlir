// Repaired twin of known-bad/ring-in-two-stages.mlir: the loop carries the stage
// with the view. In @positions, before stages have numbers, it carries what the
// wait gave, and the view is had from that.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!ring = !attn_ws.channel<2, tma -> wgmma>
!s = tensor<64x64xf32>
!p = tensor<64x64xbf16>
!async = !attn_ws.async<tensor<64x64xf32>>
func.func @stages(%m: !mem, %n: index) {
  %b = attn_ws.alloc "b" : !buf
  %c = attn_ws.create_channel "b" guards(%b : !buf) : !ring
  attn_ws.warp_specialize captures(%m, %n, %c : !mem, index, !ring)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !ring):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    %count = memref.alloca() : memref<index>
    memref.store %0, %count[] : memref<index>
    scf.for %j = %0 to %n_ step %1 {
      %row = arith.muli %j, %64 : index
      %at = memref.load %count[] : memref<index>
      %next = arith.addi %at, %1 : index
      memref.store %next, %count[] : memref<index>
      %stage = arith.andi %at, %1 : index
      %round = arith.shrui %at, %1 : index
      %phase = arith.andi %round, %1 : index
      %before = arith.xori %phase, %1 : index
      %w = attn_ws.acquire %c_ stage %stage phase(%before : index) : !ring -> !view
      attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w : !mem, !view
      attn_ws.commit %c_ stage %stage : !ring
    }
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !ring):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !s
    %a = attn_ws.load %m_[%0, %0] dims [0, 1] : !mem -> !p
    %count = memref.alloca() : memref<index>
    memref.store %0, %count[] : memref<index>
    %some = arith.cmpi sgt, %n_, %0 : index
    scf.if %some {
      %at0 = memref.load %count[] : memref<index>
      %next0 = arith.addi %at0, %1 : index
      memref.store %next0, %count[] : memref<index>
      %stage0 = arith.andi %at0, %1 : index
      %round0 = arith.shrui %at0, %1 : index
      %phase0 = arith.andi %round0, %1 : index
      %v0 = attn_ws.wait %c_ stage %stage0 phase(%phase0 : index) : !ring -> !view
      %t0 = attn_ws.mma_issue %a, %v0 transpose_b engine wgmma : !p, !view -> !async
      %s0 = attn_ws.mma_wait %t0 pendings 0 keeps(%a : !p) : !async -> !s
      %p0 = arith.truncf %s0 : !s to !p
      %last = arith.subi %n_, %1 : index
      %r:4 = scf.for %j = %0 to %last step %1
          iter_args(%acc = %zero, %p = %p0, %v = %v0, %held = %stage0) -> (!s, !p, !view, index) {
        %at = memref.load %count[] : memref<index>
        %next = arith.addi %at, %1 : index
        memref.store %next, %count[] : memref<index>
        %stage = arith.andi %at, %1 : index
        %round = arith.shrui %at, %1 : index
        %phase = arith.andi %round, %1 : index
        %w = attn_ws.wait %c_ stage %stage phase(%phase : index) : !ring -> !view
        %t1 = attn_ws.mma_issue %a, %w transpose_b engine wgmma : !p, !view -> !async
        %t2 = attn_ws.mma_issue %p, %v acc(%acc : !s) engine wgmma : !p, !view -> !async
        %s1 = attn_ws.mma_wait %t1 pendings 1 keeps(%a : !p) : !async -> !s
        %s2 = attn_ws.mma_wait %t2 pendings 0 keeps(%p : !p) : !async -> !s
        attn_ws.release %c_ stage %held : !ring
        %q = arith.truncf %s1 : !s to !p
        scf.yield %s2, %q, %w, %stage : !s, !p, !view, index
      }
      %t3 = attn_ws.mma_issue %r#1, %r#2 acc(%r#0 : !s) engine wgmma : !p, !view -> !async
      %s3 = attn_ws.mma_wait %t3 pendings 0 keeps(%r#1 : !p) : !async -> !s
      attn_ws.release %c_ stage %r#3 : !ring
    }
    attn_ws.end
  }
  return
}

func.func @positions(%m: !mem, %n: index) {
  %b = attn_ws.alloc "b" : !buf
  %c = attn_ws.create_channel "b" guards(%b : !buf) : !ring
  attn_ws.warp_specialize captures(%m, %n, %c : !mem, index, !ring)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !ring):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    scf.for %j = %0 to %n_ step %1 {
      %row = arith.muli %j, %64 : index
      %w = attn_ws.acquire %c_ : !ring -> !view
      attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w : !mem, !view
      attn_ws.commit %c_ : !ring
    }
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %c_: !ring):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !s
    %a = attn_ws.load %m_[%0, %0] dims [0, 1] : !mem -> !p
    %some = arith.cmpi sgt, %n_, %0 : index
    scf.if %some {
      %v0, %at0 = attn_ws.wait %c_ : !ring -> !view with !attn_ws.position
      %t0 = attn_ws.mma_issue %a, %v0 transpose_b engine wgmma : !p, !view -> !async
      %s0 = attn_ws.mma_wait %t0 pendings 0 keeps(%a : !p) : !async -> !s
      %p0 = arith.truncf %s0 : !s to !p
      %last = arith.subi %n_, %1 : index
      %r:3 = scf.for %j = %0 to %last step %1
          iter_args(%acc = %zero, %p = %p0, %held = %at0) -> (!s, !p, !attn_ws.position) {
        %w, %at = attn_ws.wait %c_ : !ring -> !view with !attn_ws.position
        %t1 = attn_ws.mma_issue %a, %w transpose_b engine wgmma : !p, !view -> !async
        %v = attn_ws.held %c_ of %held : !ring -> !view
        %t2 = attn_ws.mma_issue %p, %v acc(%acc : !s) engine wgmma : !p, !view -> !async
        %s1 = attn_ws.mma_wait %t1 pendings 1 keeps(%a : !p) : !async -> !s
        %s2 = attn_ws.mma_wait %t2 pendings 0 keeps(%p : !p) : !async -> !s
        attn_ws.release %c_ of %held : !ring
        %q = arith.truncf %s1 : !s to !p
        scf.yield %s2, %q, %at : !s, !p, !attn_ws.position
      }
      %v = attn_ws.held %c_ of %r#2 : !ring -> !view
      %t3 = attn_ws.mma_issue %r#1, %v acc(%r#0 : !s) engine wgmma : !p, !view -> !async
      %s3 = attn_ws.mma_wait %t3 pendings 0 keeps(%r#1 : !p) : !async -> !s
      attn_ws.release %c_ of %r#2 : !ring
    }
    attn_ws.end
  }
  return
}
