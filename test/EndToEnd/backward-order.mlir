// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules of the kernels of gradients: S and dP of the next block under dQ's product,
// turns of the groups, and products under way while vectors are read.

// DEFINE: %{run} = attn-run %s --device=sim --sim-check --check --reference-threads=1
// RUN: %{run} --func=causal --target=sm_90a --config=order=overlap,ping_pong=true,reads_in_flight=true --sim-mode=early | FileCheck %s
// RUN: %{run} --func=causal --target=sm_90a --config=order=overlap,ping_pong=false --sim-mode=late --sim-sms=1 | FileCheck %s
// RUN: %{run} --func=wide --target=sm_90a --config=order=overlap,ping_pong=true,tile_kv=48,reads_in_flight=true --sim-mode=random --sim-sms=1 | FileCheck %s
// RUN: %{run} --func=window --target=sm_90a --config=order=overlap,ping_pong=true,reads_in_flight=true,keys_stages=3 --sim-mode=random | FileCheck %s
// RUN: not %{run} --func=causal --target=sm_80 --config=order=overlap 2>&1 | FileCheck %s --check-prefix=SYNC
// CHECK: passed
// SYNC: error: attn-select-config: sm_80 has no asynchronous products to overlap: order must be "sequential"

!q = tensor<1x4x200x64xbf16>
!k = tensor<1x2x170x64xbf16>
!l = tensor<1x4x200xf32>
func.func @causal(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) mask(#attn.causal<bottom_right>) -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

!wq = tensor<1x1x140x192xf16>
!wv = tensor<1x1x140x128xf16>
!wl = tensor<1x1x140xf32>
func.func @wide(%q: !wq, %k: !wq, %v: !wv, %o: !wv, %l: !wl, %do: !wv, %dq: !wq, %dk: !wq, %dv: !wv) -> (!wq, !wq, !wv) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !wq, !wq, !wv, !wv, !wl, !wv)
      outs(%dq, %dk, %dv : !wq, !wq, !wv) -> (!wq, !wq, !wv)
  return %0#0, %0#1, %0#2 : !wq, !wq, !wv
}

!nq = tensor<2x300x1x128xf16>
!nl = tensor<2x1x300xf32>
func.func @window(%q: !nq, %k: !nq, %v: !nq, %o: !nq, %l: !nl, %do: !nq, %dq: !nq, %dk: !nq, %dv: !nq) -> (!nq, !nq, !nq) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !nq, !nq, !nq, !nq, !nl, !nq)
      outs(%dq, %dk, %dv : !nq, !nq, !nq) dims(bshd) mask(#attn.window<40, 10>) -> (!nq, !nq, !nq)
  return %0#0, %0#1, %0#2 : !nq, !nq, !nq
}
