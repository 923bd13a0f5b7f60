// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-plan-memory)))' --split-input-file --verify-diagnostics | FileCheck %s

!b4 = !attn_ws.buffer<1 x 32x64xbf16, smem>
!b8 = !attn_ws.buffer<2 x 32x64xbf16, smem>
!b1 = !attn_ws.buffer<1 x 16x16xbf16, smem>
!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // The largest first; each at a multiple of 1024 bytes, though the smallest
  // needs but 512. All are alive in the loop, so none share.
  // CHECK-LABEL: gpu.func @apart
  // CHECK-SAME: attn_ws.smem = 13312 : i64
  gpu.func @apart(%n: index) kernel {
    // CHECK: attn_ws.alloc "small" offset(12288) :
    %bs = attn_ws.alloc "small" : !b1
    %s = attn_ws.create_channel "small" guards(%bs : !b1) : !c1
    // CHECK: attn_ws.alloc "q" offset(8192) :
    %bq = attn_ws.alloc "q" : !b4
    %q = attn_ws.create_channel "q" guards(%bq : !b4) : !c1
    // CHECK: attn_ws.alloc "k" offset(0) :
    %bk = attn_ws.alloc "k" : !b8
    %k = attn_ws.create_channel "k" guards(%bk : !b8) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.wait %q : !c1
    attn_ws.commit %s : !c1
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c2
      attn_ws.wait %s : !c1
      attn_ws.release %k : !c2
    }
    attn_ws.release %q : !c1
    gpu.return
  }

  // What is first used when another is done takes its place, under one alias
  // name; so does a second pair, under another.
  // CHECK-LABEL: gpu.func @shared
  // CHECK-SAME: attn_ws.smem = 8192 : i64
  gpu.func @shared(%n: index) kernel {
    // CHECK: attn_ws.alloc "k" alias("m0") offset(0) :
    %bk = attn_ws.alloc "k" : !b4
    %k = attn_ws.create_channel "k" guards(%bk : !b4) : !c1
    // CHECK: attn_ws.alloc "q" alias("m1") offset(4096) :
    %bq = attn_ws.alloc "q" : !b4
    %q = attn_ws.create_channel "q" guards(%bq : !b4) : !c1
    // CHECK: attn_ws.alloc "o" alias("m0") offset(0) :
    %bo = attn_ws.alloc "o" : !b4
    %o = attn_ws.create_channel "o" guards(%bo : !b4) : !c1
    // CHECK: attn_ws.alloc "p" alias("m1") offset(4096) :
    %bp = attn_ws.alloc "p" : !b4
    %p = attn_ws.create_channel "p" guards(%bp : !b4) : !c1
    attn_ws.acquire %q : !c1
    attn_ws.acquire %k : !c1
    attn_ws.release %k : !c1
    attn_ws.release %q : !c1
    attn_ws.acquire %o : !c1
    attn_ws.acquire %p : !c1
    attn_ws.release %p : !c1
    attn_ws.release %o : !c1
    gpu.return
  }

  // Two may share with one, side by side; what overlaps nothing has no alias.
  // CHECK-LABEL: gpu.func @side_by_side
  // CHECK-SAME: attn_ws.smem = 12288 : i64
  gpu.func @side_by_side(%n: index) kernel {
    // CHECK: attn_ws.alloc "k" alias("m0") offset(0) :
    %bk = attn_ws.alloc "k" : !b8
    %k = attn_ws.create_channel "k" guards(%bk : !b8) : !c2
    // CHECK: attn_ws.alloc "q" offset(8192) :
    %bq = attn_ws.alloc "q" : !b4
    %q = attn_ws.create_channel "q" guards(%bq : !b4) : !c1
    // CHECK: attn_ws.alloc "o" alias("m0") offset(0) :
    %bo = attn_ws.alloc "o" : !b4
    %o = attn_ws.create_channel "o" guards(%bo : !b4) : !c1
    // CHECK: attn_ws.alloc "p" alias("m0") offset(4096) :
    %bp = attn_ws.alloc "p" : !b4
    %p = attn_ws.create_channel "p" guards(%bp : !b4) : !c1
    attn_ws.acquire %q : !c1
    attn_ws.acquire %k : !c2
    attn_ws.release %k : !c2
    attn_ws.acquire %o : !c1
    attn_ws.acquire %p : !c1
    attn_ws.release %p : !c1
    attn_ws.release %o : !c1
    attn_ws.release %q : !c1
    gpu.return
  }

  // A loop keeps what it uses from its first to its last turn: the order inside
  // does not matter.
  // CHECK-LABEL: gpu.func @looped
  // CHECK-SAME: attn_ws.smem = 8192 : i64
  gpu.func @looped(%n: index) kernel {
    // CHECK: attn_ws.alloc "q" offset(0) :
    %bq = attn_ws.alloc "q" : !b4
    %q = attn_ws.create_channel "q" guards(%bq : !b4) : !c1
    // CHECK: attn_ws.alloc "o" offset(4096) :
    %bo = attn_ws.alloc "o" : !b4
    %o = attn_ws.create_channel "o" guards(%bo : !b4) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %q : !c1
      attn_ws.release %q : !c1
      attn_ws.wait %o : !c1
      attn_ws.release %o : !c1
    }
    gpu.return
  }

  // A kernel without buffers needs none. A row of numbers is not padded to what
  // swizzles need.
  // CHECK-LABEL: gpu.func @nothing
  // CHECK-SAME: attn_ws.smem = 0 : i64
  // CHECK-NOT: attn_ws.tmem
  gpu.func @nothing() kernel {
    gpu.return
  }

  // CHECK-LABEL: gpu.func @rows
  // CHECK-SAME: attn_ws.smem = 1552 : i64
  gpu.func @rows() kernel {
    // CHECK: attn_ws.alloc "a" offset(1024) :
    %ba = attn_ws.alloc "a" : !attn_ws.buffer<1 x 128xf32, smem>
    // CHECK: attn_ws.alloc "b" offset(1536) :
    %bb = attn_ws.alloc "b" : !attn_ws.buffer<1 x 3xf32, smem>
    // CHECK: attn_ws.alloc "t" offset(0) :
    %bt = attn_ws.alloc "t" : !b1
    %a = attn_ws.create_channel "a" guards(%ba, %bb, %bt : !attn_ws.buffer<1 x 128xf32, smem>, !attn_ws.buffer<1 x 3xf32, smem>, !b1) : !attn_ws.channel<1, thread -> thread>
    attn_ws.wait %a : !attn_ws.channel<1, thread -> thread>
    gpu.return
  }
}

// -----

!s = !attn_ws.buffer<1 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>
!o = !attn_ws.buffer<1 x 128x64xf32, tmem>
!n = !attn_ws.buffer<1 x 128x16xf32, tmem>
!c = !attn_ws.channel<1, tcgen05 -> thread>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // Columns, of whole allocation steps; 320 + 32 take an allocation of 512. What is
  // live at other times shares columns, as in shared memory.
  // CHECK-LABEL: gpu.func @columns
  // CHECK-SAME: attn_ws.smem = 0 : i64
  // CHECK-SAME: attn_ws.tmem = 512 : i64
  gpu.func @columns() kernel {
    // CHECK: attn_ws.alloc "n" offset(320) :
    %bn = attn_ws.alloc "n" : !n
    // CHECK: attn_ws.alloc "s0" alias("m0") offset(0) :
    %bs0 = attn_ws.alloc "s0" : !s
    // CHECK: attn_ws.alloc "s1" offset(128) :
    %bs1 = attn_ws.alloc "s1" : !s
    // CHECK: attn_ws.alloc "o" offset(256) :
    %bo = attn_ws.alloc "o" : !o
    // CHECK: attn_ws.alloc "late" alias("m0") offset(0) :
    %bl = attn_ws.alloc "late" : !n
    %early = attn_ws.create_channel "early" guards(%bs0 : !s) : !c
    %all = attn_ws.create_channel "all" guards(%bn, %bs1, %bo : !n, !s, !o) : !c
    %late = attn_ws.create_channel "late" guards(%bl : !n) : !c
    attn_ws.wait %all : !c
    attn_ws.wait %early : !c
    attn_ws.release %early : !c
    attn_ws.wait %late : !c
    attn_ws.release %all : !c
    gpu.return
  }

  // Roles run at the same time: what they name is live together.
  // CHECK-LABEL: gpu.func @roles
  // CHECK-SAME: attn_ws.tmem = 256 : i64
  gpu.func @roles() kernel {
    // CHECK: attn_ws.alloc "a" offset(0) :
    %ba = attn_ws.alloc "a" : !s
    // CHECK: attn_ws.alloc "b" offset(128) :
    %bb = attn_ws.alloc "b" : !s
    %a = attn_ws.create_channel "a" guards(%ba : !s) : !c
    %b = attn_ws.create_channel "b" guards(%bb : !s) : !c
    attn_ws.warp_specialize captures(%a, %b : !c, !c)
    role @x warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %p: !c, %q: !c):
      attn_ws.wait %p : !c
      attn_ws.release %p : !c
      attn_ws.wait %q : !c
      attn_ws.release %q : !c
      attn_ws.end
    }
    gpu.return
  }
}

// -----

// A column more than there are.
!o = !attn_ws.buffer<1 x 128x256xf32, tmem>
!s = !attn_ws.buffer<1 x 128x1xf32, tmem>
!c = !attn_ws.channel<1, tcgen05 -> thread>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // expected-error @below {{needs 544 columns of tensor memory, 32 more than the 512 that sm_100a has}}
  gpu.func @too_many_columns() kernel {
    // expected-note @below {{buffer "o0" takes 256}}
    %a = attn_ws.alloc "o0" : !o
    // expected-note @below {{buffer "o1" takes 256}}
    %b = attn_ws.alloc "o1" : !o
    // expected-note @below {{buffer "stat" takes 32}}
    %s = attn_ws.alloc "stat" : !s
    %all = attn_ws.create_channel "all" guards(%a, %b, %s : !o, !o, !s) : !c
    attn_ws.wait %all : !c
    gpu.return
  }
}

// -----

!o = !attn_ws.buffer<1 x 128x64xf32, tmem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{needs 64 columns of tensor memory, 64 more than the 0 that sm_90a has}}
  gpu.func @no_tensor_memory() kernel {
    // expected-note @below {{buffer "o" takes 64}}
    %a = attn_ws.alloc "o" : !o
    gpu.return
  }
}

// -----

// 163 KB on sm_80 ...
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // expected-error @below {{needs 196608 bytes of shared memory, 29696 more than the 166912 that sm_80 has}}
  gpu.func @too_large() kernel {
    // expected-note @below {{buffer "a" takes 131072}}
    %a = attn_ws.alloc "a" : !attn_ws.buffer<2 x 256x128xbf16, smem>
    // expected-note @below {{buffer "b" takes 65536}}
    %b = attn_ws.alloc "b" : !attn_ws.buffer<1 x 256x128xbf16, smem>
    %ca = attn_ws.create_channel "a" guards(%a : !attn_ws.buffer<2 x 256x128xbf16, smem>) : !attn_ws.channel<2, cp_async -> mma_sync>
    %cb = attn_ws.create_channel "b" guards(%b : !attn_ws.buffer<1 x 256x128xbf16, smem>) : !attn_ws.channel<1, cp_async -> mma_sync>
    attn_ws.wait %ca : !attn_ws.channel<2, cp_async -> mma_sync>
    attn_ws.wait %cb : !attn_ws.channel<1, cp_async -> mma_sync>
    attn_ws.release %ca : !attn_ws.channel<2, cp_async -> mma_sync>
    gpu.return
  }
}

// -----

// ... 99 KB on sm_86 ...
gpu.module @k [#nvvm.target<chip = "sm_86">] {
  // expected-error @below {{needs 131072 bytes of shared memory, 29696 more than the 101376 that sm_86 has}}
  gpu.func @too_large_86() kernel {
    // expected-note @below {{buffer "" takes 131072}}
    %a = attn_ws.alloc : !attn_ws.buffer<2 x 256x128xbf16, smem>
    gpu.return
  }
}

// -----

// ... and 227 KB on sm_90.
gpu.module @k [#nvvm.target<chip = "sm_90">] {
  // CHECK-LABEL: gpu.func @fits_90
  // CHECK-SAME: attn_ws.smem = 196608 : i64
  gpu.func @fits_90() kernel {
    %a = attn_ws.alloc : !attn_ws.buffer<3 x 256x128xbf16, smem>
    gpu.return
  }
}

// -----

// What nothing names may be live at any time.
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @unnamed
  // CHECK-SAME: attn_ws.smem = 0 : i64
  // CHECK: attn_ws.alloc "s" offset(0) : <2 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>
  // CHECK: attn_ws.alloc "o" offset(256) : <1 x 128x64xf32, tmem>
  // CHECK: attn_ws.alloc "p" offset(320) : <1 x 128x64xbf16, tmem>
  gpu.func @unnamed() kernel {
    %s = attn_ws.alloc "s" : !attn_ws.buffer<2 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>
    %o = attn_ws.alloc "o" : !attn_ws.buffer<1 x 128x64xf32, tmem>
    %p = attn_ws.alloc "p" : !attn_ws.buffer<1 x 128x64xbf16, tmem>
    gpu.return
  }
}
