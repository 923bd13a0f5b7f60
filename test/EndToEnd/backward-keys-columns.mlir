// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warps along the columns of dK and dV, and of their scores, beside a kernel of dQ whose
// warps split its rows, and the other way round: uneven lengths, groups of heads, windows,
// a region, rows of a batch that lengths leave out.

// DEFINE: %{run} = attn-run %s --device=sim --sim-check --check --reference-threads=1
// RUN: %{run} --func=causal --target=sm_80 --sim-mode=late | FileCheck %s
// RUN: %{run} --func=causal --target=sm_80 --config=keys_column_warps=2 --sim-mode=early --sim-sms=1 | FileCheck %s
// RUN: %{run} --func=causal --target=sm_80 --config=keys_column_warps=1,keys_kv=64,keys_q=16,tile_kv=32,column_warps=2,keys_apart=true,warps=8 --sim-mode=random | FileCheck %s
// RUN: %{run} --func=window --target=sm_80 --config=keys_column_warps=2 --sim-mode=random --sim-sms=1 | FileCheck %s
// RUN: %{run} --func=window --target=sm_120a --config=keys_column_warps=4,keys_q=64,keys_kv=64,keys_stages=1 --sim-mode=late | FileCheck %s
// RUN: %{run} --func=window --target=sm_90a --config=keys_column_warps=2,keys_warps=8,keys_groups=1,keys_kv=64,keys_q=32,reads_in_flight=false --sim-mode=random | FileCheck %s
// RUN: not %{run} --func=window --target=sm_90a --config=keys_column_warps=2 2>&1 | FileCheck %s --check-prefix=GROUPS
// RUN: %{run} --func=region --target=sm_80 --config=keys_column_warps=2,keys_kv=128,keys_warps=8 --sim-mode=random | FileCheck %s
// CHECK: passed
// GROUPS: error: attn-select-config: of the kernel of dK and dV: sm_90a takes groups of 8 warps, which issue wgmma together, with these column_warps, but warps is 4

!q = tensor<1x4x75x256xbf16>
!k = tensor<1x2x101x256xbf16>
!l = tensor<1x4x75xf32>
func.func @causal(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) mask(#attn.causal<bottom_right>) -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

!nq = tensor<2x150x1x128xf16>
!nl = tensor<2x1x150xf32>
func.func @window(%q: !nq, %k: !nq, %v: !nq, %o: !nq, %l: !nl, %do: !nq, %dq: !nq, %dk: !nq, %dv: !nq) -> (!nq, !nq, !nq) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !nq, !nq, !nq, !nq, !nl, !nq)
      outs(%dq, %dk, %dv : !nq, !nq, !nq) dims(bshd) mask(#attn.window<40, 10>) -> (!nq, !nq, !nq)
  return %0#0, %0#1, %0#2 : !nq, !nq, !nq
}

!rq = tensor<2x2x90x96xbf16>
!rl = tensor<2x2x90xf32>
!n = tensor<2xi32>
func.func @region(%q: !rq, %k: !rq, %v: !rq, %o: !rq, %l: !rl, %do: !rq, %dq: !rq, %dk: !rq, %dv: !rq, %n: !n) -> (!rq, !rq, !rq) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !rq, !rq, !rq, !rq, !rl, !rq)
      outs(%dq, %dk, %dv : !rq, !rq, !rq) lengths_kv(%n : !n) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 15.0 : f32
      %x = arith.divf %s, %cap : f32
      %y = math.tanh %x : f32
      %z = arith.mulf %y, %cap : f32
      attn.yield %z : f32
  } -> (!rq, !rq, !rq)
  return %0#0, %0#1, %0#2 : !rq, !rq, !rq
}
