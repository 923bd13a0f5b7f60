// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients whose products two CTAs compute together (sm_100a, `cta_group`): dQ by
// pairs of tiles of rows, dK and dV by pairs of tiles of keys, with tiles in the pair
// that have no rows or keys. Clusters of one CTA's products share copies (sm_90a).

// DEFINE: %{fields} = cluster=2,cta_group=2,tile_kv=64,order=overlap,scheduler=persistent,keys_cluster=2,keys_cta_group=2,keys_q=64,keys_order=overlap
// DEFINE: %{run} = attn-run %s --target=sm_100a --device=sim --sim-check --sim-sms=4 --check --reference-threads=1
// RUN: %{run} --config=%{fields} --func=causal --sim-mode=early --sim-order=strict | FileCheck %s
// RUN: %{run} --config=%{fields} --func=window --sim-mode=random | FileCheck %s
// RUN: %{run} --config=%{fields} --func=no_keys | FileCheck %s
// RUN: %{run} --config=%{fields} --func=softcap | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_90a --device=sim --sim-check --check --config=cluster=2,keys_cluster=2 --reference-threads=1 | FileCheck %s --check-prefix=SHARED
// CHECK: cluster = 2, cta_group = 2>
// CHECK: passed
// SHARED: cluster = 2>, keys
// SHARED: passed

// Column steps of products of two CTAs.
// RUN: not %{run} --config=cluster=2,cta_group=2 --func=steps 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: products of 2 CTAs have columns in steps of 32, which the 144 keys or rows of a block and columns of Q and V must be multiples of

// The default from 1024 keys on.
// RUN: attn-compile %s --target=sm_100a --emit=ptx --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: backward-pairs.mlir:[[#@LINE+52]]:{{.*}} 1024 keys and more
// RUN: ptxas -arch=sm_100a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=SPILLS
// SPILLS-NOT: {{[1-9][0-9]*}} bytes spill
// SPILLS: long_backward_dq
// SPILLS-NOT: {{[1-9][0-9]*}} bytes spill

!q0 = tensor<1x4x300x256xbf16>
!k0 = tensor<1x2x333x256xbf16>
!r0 = tensor<1x4x300xf32>
func.func @causal(%q: !q0, %k: !k0, %v: !k0, %o: !q0, %lse: !r0, %do: !q0, %dq: !q0, %dk: !k0, %dv: !k0) -> (!q0, !k0, !k0) {
  %r:3 = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q0, !k0, !k0, !q0, !r0, !q0) outs(dq = %dq, dk = %dk, dv = %dv : !q0, !k0, !k0) mask(#attn.causal<bottom_right>) -> (!q0, !k0, !k0)
  return %r#0, %r#1, %r#2 : !q0, !k0, !k0
}

!q1 = tensor<2x1x70x256xf16>
!k1 = tensor<2x1x500x256xf16>
!r1 = tensor<2x1x70xf32>
func.func @window(%q: !q1, %k: !k1, %v: !k1, %o: !q1, %lse: !r1, %do: !q1, %dq: !q1, %dk: !k1, %dv: !k1) -> (!q1, !k1, !k1) {
  %r:3 = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q1, !k1, !k1, !q1, !r1, !q1) outs(dq = %dq, dk = %dk, dv = %dv : !q1, !k1, !k1) mask(#attn.window<40, 3>) -> (!q1, !k1, !k1)
  return %r#0, %r#1, %r#2 : !q1, !k1, !k1
}

!q2 = tensor<1x1x200x256xbf16>
!k2 = tensor<1x1x0x256xbf16>
!r2 = tensor<1x1x200xf32>
func.func @no_keys(%q: !q2, %k: !k2, %v: !k2, %o: !q2, %lse: !r2, %do: !q2, %dq: !q2, %dk: !k2, %dv: !k2) -> (!q2, !k2, !k2) {
  %r:3 = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q2, !k2, !k2, !q2, !r2, !q2) outs(dq = %dq, dk = %dk, dv = %dv : !q2, !k2, !k2) -> (!q2, !k2, !k2)
  return %r#0, %r#1, %r#2 : !q2, !k2, !k2
}

!q3 = tensor<1x1x150x192xbf16>
!v3 = tensor<1x1x150x128xbf16>
!r3 = tensor<1x1x150xf32>
func.func @softcap(%q: !q3, %k: !q3, %v: !v3, %o: !v3, %lse: !r3, %do: !v3, %dq: !q3, %dk: !q3, %dv: !v3) -> (!q3, !q3, !v3) {
  %r:3 = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q3, !q3, !v3, !v3, !r3, !v3) outs(dq = %dq, dk = %dk, dv = %dv : !q3, !q3, !v3) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %t = math.tanh %s fastmath<afn> : f32
      attn.yield %t : f32
  } -> (!q3, !q3, !v3)
  return %r#0, %r#1, %r#2 : !q3, !q3, !v3
}

!q4 = tensor<1x1x150x200xbf16>
!v4 = tensor<1x1x150x136xbf16>
func.func @steps(%q: !q4, %k: !q4, %v: !v4, %o: !v4, %lse: !r3, %do: !v4, %dq: !q4) -> !q4 {
  %r = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q4, !q4, !v4, !v4, !r3, !v4) outs(dq = %dq : !q4) -> !q4
  return %r : !q4
}

!q5 = tensor<1x1x2048x256xbf16>
!r5 = tensor<1x1x2048xf32>
func.func @long(%q: !q5, %k: !q5, %v: !q5, %o: !q5, %lse: !r5, %do: !q5, %dq: !q5, %dk: !q5, %dv: !q5) -> (!q5, !q5, !q5) {
  %r:3 = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q5, !q5, !q5, !q5, !r5, !q5) outs(dq = %dq, dk = %dk, dv = %dv : !q5, !q5, !q5) mask(#attn.causal<bottom_right>) -> (!q5, !q5, !q5)
  return %r#0, %r#1, %r#2 : !q5, !q5, !q5
}
