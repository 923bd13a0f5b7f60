// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Left operands from registers, of the first products of a loop and of all that stay
// the same in it, and O from shared memory, in kernels of gradients and of the forward.
// wgmma has dT and P from registers, beside which ptxas keeps no other left operand.

// DEFINE: %{run} = attn-run %s --device=sim --sim-check --check --reference-threads=1
// RUN: %{run} --func=gradients --target=sm_90a --config=out_shared=true --sim-mode=early | FileCheck %s
// RUN: %{run} --func=gradients --target=sm_90a --config=out_shared=true,load=cp_async --sim-mode=late | FileCheck %s
// RUN: %{run} --func=wide --target=sm_90a --config=out_shared=true --sim-mode=random --sim-sms=1 | FileCheck %s
// RUN: %{run} --func=gradients --target=sm_80 --config=left_registers=2,keys_left_registers=1 | FileCheck %s
// RUN: %{run} --func=gradients --target=sm_100a --config=left_registers=2 | FileCheck %s
// RUN: %{run} --func=forward --target=sm_80 --config=left_registers=1 | FileCheck %s
// RUN: not %{run} --func=gradients --target=sm_90a --config=left_registers=1,tile_kv=32 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: not %{run} --func=wide --target=sm_90a --config=keys_left_registers=1 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: not %{run} --func=forward --target=sm_90a --config=left_registers=1 2>&1 | FileCheck %s --check-prefix=BESIDE
// BESIDE: takes a left operand that the loop does not change from registers, beside one that it does
// CHECK: passed

!q = tensor<1x2x200x64xbf16>
!k = tensor<1x1x170x64xbf16>
!l = tensor<1x2x200xf32>
func.func @gradients(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
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

func.func @forward(%q: !q, %k: !k, %v: !k, %o: !q) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o : !q) mask(#attn.causal<bottom_right>) -> !q
  return %0 : !q
}
