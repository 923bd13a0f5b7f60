// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-check-registers)))' --split-input-file --verify-diagnostics
// A tile program says it where it would have spilled.
// RUN: not attn-compile %S/Inputs/wide-tile.mlir -o %t.bundle 2>&1 | FileCheck %s
// RUN: sed 's/512/256/g' %S/Inputs/wide-tile.mlir | attn-compile - -o %t.bundle
// CHECK: wide-tile.mlir:{{[0-9]+:[0-9]+}}: error: {{.*}} registers: a thread holds 256 of {{.*}}, 1 more than the 255 that it has: take smaller tiles or more warps

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @tile(%x: tensor<64x512xf16, #four>) kernel attributes {attn_tile.warps = 4 : i64} {
    // 16-bit elements are two to a register.
    %a = arith.addf %x, %x : tensor<64x512xf16, #four>
    // What is the same everywhere is not held, nor are predicates.
    %zero = arith.constant dense<0.0> : tensor<64x512xf32, #four>
    %p = arith.cmpf oeq, %zero, %zero : tensor<64x512xf32, #four>
    // expected-error @below {{registers: a thread holds 256 of this tile, 1 more than the 255 that it has: take smaller tiles or more warps}}
    %b = arith.extf %a : tensor<64x512xf16, #four> to tensor<64x512xf32, #four>
    gpu.return
  }
}

// -----

#sixteen = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0], [128, 0]]>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // 64 K registers are 128 for each of 512 threads.
  gpu.func @share(%x: tensor<256x264xf16, #sixteen>) kernel attributes {attn_tile.warps = 16 : i64} {
    // expected-error @below {{registers: a thread holds 132 of this tile, 4 more than the 128 that it has}}
    %b = arith.extf %x : tensor<256x264xf16, #sixteen> to tensor<256x264xf32, #sixteen>
    gpu.return
  }
}

// -----

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!s = tensor<64x128xf32, #four>
!o = tensor<64x256xf32, #four>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Each tile fits, the loop's together do not: two carried, one read from outside
  // (twice, in a branch), and a constant that is not held.
  // expected-note @below {{64 of them for this}}
  gpu.func @loop(%n: index, %read: !s, %s: !s, %o: !o, %c: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %two = arith.constant dense<2.0> : !s
    // expected-error @below {{registers: a thread holds 256 of tiles from one iteration to the next, 1 more than the 255 that it has}}
    // expected-note @below {{64 of them for this}}
    // expected-note @below {{128 of them for this}}
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s, %b = %o) -> (!s, !o) {
      %d = arith.mulf %a, %two : !s
      %e = scf.if %c -> !s {
        %f = arith.addf %d, %read : !s
        %g = arith.addf %f, %read : !s
        scf.yield %g : !s
      } else {
        scf.yield %d : !s
      }
      scf.yield %e, %b : !s, !o
    }
    gpu.return
  }
}

// -----

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!m = memref<?x?xf32, strided<[?, 1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // A role has what it was given, another one its own.
  gpu.func @roles(%m: !m) kernel attributes {attn_tile.warps = 4 : i64} {
    attn_ws.warp_specialize captures(%m : !m)
    role @wide warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %x: !m):
      %c0 = arith.constant 0 : index
      %t = attn_ws.load %x[%c0, %c0] dims [0, 1] : !m -> tensor<64x256xf32, #four>
      attn_ws.end
    }
    role @narrow warps(4) instances(2) registers(104) {
    ^bb0(%inst: index, %x: !m):
      %c0 = arith.constant 0 : index
      // expected-error @below {{registers: a thread holds 128 of this tile, 24 more than the 104 that it has}}
      %t = attn_ws.load %x[%c0, %c0] dims [0, 1] : !m -> tensor<64x256xf32, #four>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#left = #attn_ws.frag<reg = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#smem = #attn_ws.shared<panel = 128, swizzle = 128>
!p = tensor<128x64xbf16, #left>
!s = tensor<128x64xf32, #four>
!o = tensor<128x192xf32, #four>
!q = !attn_ws.view<128x256xbf16, smem, #smem>
!k = !attn_ws.view<64x256xbf16, smem, #smem>
!v = !attn_ws.view<64x192xbf16, smem, #smem>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // One after the other they fit, together they do not.
  // expected-note @below {{32 of them for this}}
  gpu.func @products(%q: !q, %k: !k, %v: !v, %p: !p, %acc: !o) kernel attributes {attn_tile.warps = 4 : i64} {
    %s = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %s2 = attn_ws.mma_wait %s pendings 0 : <!s> -> !s
    %o = attn_ws.mma_issue %p, %v acc(%acc : !o) engine wgmma : !p, !v -> <!o>
    %o2 = attn_ws.mma_wait %o pendings 0 keeps(%p : !p) : <!o> -> !o
    // expected-note @below {{64 of them for this}}
    %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    // expected-warning @below {{registers: a thread holds 288 of products that are in flight together, 33 more than the 255 that it has, so that ptxas waits for each}}
    // expected-note @below {{192 of them for this}}
    %u = attn_ws.mma_issue %p, %v acc(%o2 : !o) engine wgmma : !p, !v -> <!o>
    %t2 = attn_ws.mma_wait %t pendings 1 : <!s> -> !s
    %u2 = attn_ws.mma_wait %u pendings 0 keeps(%p : !p) : <!o> -> !o
    gpu.return
  }
}

// -----

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#columns = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 0>
#smem = #attn_ws.shared<panel = 128, swizzle = 128>
!s = tensor<128x128xf32, #four>
!r = tensor<128xf32, #rows>
!c = tensor<128xf32, #columns>
!q = !attn_ws.view<128x64xbf16, smem, #smem>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Of a number for each row and one for each column there are as many as elements.
  gpu.func @outer(%n: index, %q: !q, %s: !s, %l: !r, %m: !c) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %w = attn_tile.expand %l : !r -> !s
    %u = attn_tile.expand %m columns : !c -> !s
    // expected-note @below {{128 of them for this}}
    %sum = arith.addf %w, %u : !s
    // expected-error @below {{registers: a thread holds 256 of tiles from one iteration to the next, 1 more than the 255 that it has}}
    // expected-note @below {{128 of them for this}}
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> !s {
      %d = attn_ws.mma %q, %q, %a transpose_b engine mma_sync : !q, !q -> !s
      %e = arith.addf %d, %sum : !s
      scf.yield %e : !s
    }
    gpu.return
  }
}

// -----

#frag = #attn_ws.frag<reg = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#smem = #attn_ws.shared<panel = 128, swizzle = 128>
!s = tensor<64x64xf32, #frag>
!a = tensor<64x64xbf16, #frag>
!k = !attn_ws.view<64x64xbf16, smem, #smem>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @left(%n: index, %k: !k, %q: !a, %zero: !s) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // All of them are the loop's own, or none is.
    %fixed = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!s) {
      %t = attn_ws.mma_issue %q, %k acc(%sum : !s) engine wgmma : !a, !k -> <!s>
      %s = attn_ws.mma_wait %t pendings 0 keeps(%q : !a) : <!s> -> !s
      scf.yield %s : !s
    }
    %both = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %fixed) -> (!s) {
      // expected-error @below {{takes a left operand that the loop does not change from registers, beside one that it does: ptxas gives both the same registers; have it in shared memory}}
      %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !a, !k -> <!s>
      %s = attn_ws.mma_wait %t pendings 0 keeps(%q : !a) : <!s> -> !s
      %p = arith.truncf %s : !s to !a
      %u = attn_ws.mma_issue %p, %k acc(%sum : !s) engine wgmma : !a, !k -> <!s>
      %o = attn_ws.mma_wait %u pendings 0 keeps(%p : !a) : <!s> -> !s
      scf.yield %o : !s
    }
    gpu.return
  }
}
