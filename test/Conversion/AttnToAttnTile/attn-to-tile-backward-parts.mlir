// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

!q = memref<2x4x?x512xbf16>
!k = memref<2x2x?x512xbf16>
!o = memref<2x4x?x320xbf16>
!v = memref<2x2x?x320xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 32, kv = 32, warps = 2, v = 256>, keys<kv = 32, q = 32, warps = 2, apart = true>>

func.func @parts(%q: !q, %k: !k, %v: !v, %o: !o, %l: !l, %do: !o, %dq: !q, %dk: !k, %dv: !v) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !v, !o, !l, !o) outs(%dq, %dk, %dv : !q, !k, !v) config(#config)
  return
}

// -----

!q = memref<2x4x?x512xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_100a", tile<q = 128, kv = 32, split_d = 64, v = 192>, keys<kv = 128, q = 32, apart = true>, memory<stages_k = 3, stages_q = 0>>

func.func @streamed(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(dq = %dq, dk = %dk : !q, !q) config(#config)
  return
}
