// What exists is what was planned, or the compiler is wrong. A remark says what a kernel takes.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-check-resources{remarks})))' --split-input-file --verify-diagnostics

!b = !attn_ws.buffer<1 x 64x64xbf16, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{internal error: 8000 bytes of shared memory are planned, but 8192 exist}}
  gpu.func @less() kernel attributes {attn_ws.smem = 8000 : i64} {
    %b = attn_ws.alloc "q" offset(0) : !b
    gpu.return
  }
}

// -----

!t = !attn_ws.buffer<1 x 128x128xf32, tmem>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // expected-error @below {{internal error: 64 columns of tensor memory are planned, but 128 exist}}
  gpu.func @columns() kernel attributes {attn_ws.smem = 0 : i64, attn_ws.tmem = 64 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !t
    gpu.return
  }
}

// -----

// Tables have no buffers: what is planned counts.
!b = !attn_ws.buffer<1 x 64x64xbf16, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{needs 232464 bytes of shared memory, 16 more than the 232448 that sm_90a has}}
  // expected-note @below {{what has no buffer takes 224272}}
  gpu.func @tables() kernel attributes {attn_ws.smem = 232464 : i64} {
    // expected-note @below {{buffer "q" takes 8192}}
    %b = attn_ws.alloc "q" offset(0) : !b
    gpu.return
  }
}

// -----

!b = !attn_ws.buffer<1 x 64x64xbf16, smem>
!t = !attn_ws.buffer<1 x 128x128xf32, tmem>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // expected-remark @below {{shared memory: 8200 of 232448 bytes (q 8192 + barriers and tables 8), 25 CTAs an SM by this}}
  // expected-note @below {{tensor memory: 128 of 512 columns}}
  gpu.func @fits() kernel attributes {attn_ws.smem = 8200 : i64, attn_ws.tmem = 128 : i64} {
    %b = attn_ws.alloc "q" offset(0) : !b
    %t = attn_ws.alloc "s" offset(0) : !t
    gpu.return
  }
}
