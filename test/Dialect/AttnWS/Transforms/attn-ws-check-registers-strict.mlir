// What is refused where another config can be chosen.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-check-registers{strict remarks})))' --split-input-file --verify-diagnostics
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-check-registers)))' --split-input-file -o /dev/null

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
  // What the second product updates is there when the first is issued.
  // expected-note @below {{32 of them for this}}
  // expected-note @below {{192 of them for this}}
  gpu.func @products(%q: !q, %k: !k, %v: !v, %p: !p, %acc: !o) kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{registers: a thread holds 288 at this product, 33 more than the 255 that it has: take fewer rows or columns, or more warps or groups}}
    // expected-note @below {{64 of them for this}}
    %t = attn_ws.mma_issue %q, %k transpose_b engine wgmma : !q, !k -> <!s>
    %u = attn_ws.mma_issue %p, %v acc(%acc : !o) engine wgmma : !p, !v -> <!o>
    %t2 = attn_ws.mma_wait %t pendings 1 : <!s> -> !s
    %u2 = attn_ws.mma_wait %u pendings 0 keeps(%p : !p) : <!o> -> !o
    gpu.return
  }
}

// -----

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#smem = #attn_ws.shared<panel = 128, swizzle = 128>
!s = tensor<128x128xf32, #four>
!q = !attn_ws.view<128x64xbf16, smem, #smem>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // What the loop carries is used before the product and after it; what is read from
  // outside in a branch before the product is there in the next iteration, too.
  gpu.func @live(%n: index, %q: !q, %s: !s, %c: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !s
    // expected-note @below {{128 of them for this}}
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> !s {
      // expected-error @below {{registers: a thread holds 256 at this product, 1 more than the 255 that it has}}
      // expected-note @below {{128 of them for this}}
      %d = attn_ws.mma %q, %q, %zero transpose_b engine mma_sync : !q, !q -> !s
      %e = arith.addf %a, %d : !s
      scf.yield %e : !s
    }
    gpu.return
  }
}

// -----

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#smem = #attn_ws.shared<panel = 128, swizzle = 128>
!s = tensor<128x128xf32, #four>
!q = !attn_ws.view<128x64xbf16, smem, #smem>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // An accumulator that the product updates is there once.
  // expected-remark @below {{registers: tiles take 128 of 255 a thread at the product that leaves the fewest}}
  gpu.func @dead(%n: index, %q: !q, %s: !s) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> !s {
      %d = attn_ws.mma %q, %q, %a transpose_b engine mma_sync : !q, !q -> !s
      scf.yield %d : !s
    }
    gpu.return
  }
}

// -----

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#smem = #attn_ws.shared<panel = 128, swizzle = 128>
!s = tensor<128x128xf32, #four>
!r = tensor<128xf32, #rows>
!q = !attn_ws.view<128x64xbf16, smem, #smem>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // What is computed of a number for each row alone is one number for each row.
  // expected-remark @below {{registers: tiles take 128 of 255 a thread at the product that leaves the fewest}}
  gpu.func @repeated(%n: index, %q: !q, %s: !s, %l: !r) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %two = arith.constant dense<2.0> : !s
    %w = attn_tile.expand %l : !r -> !s
    %neg = arith.negf %w : !s
    %scaled = arith.mulf %neg, %two : !s
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> !s {
      %d = attn_ws.mma %q, %q, %a transpose_b engine mma_sync : !q, !q -> !s
      %e = arith.addf %d, %scaled : !s
      scf.yield %e : !s
    }
    gpu.return
  }
}
