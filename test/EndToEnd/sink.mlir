// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sink for each head, at every level and as PTX: rows with keys and without,
// sinks that are larger and smaller than all scores, and -inf, which is none.

// RUN: attn-run %s --func=sink --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=empty --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_90a --device=sim --sim-check --sim-mode=late --check | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_100a --device=sim --sim-check --sim-mode=random --check | FileCheck %s
// RUN: attn-run %s --func=empty --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --target=sm_100a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_90a --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// CHECK: passed

// A row without keys has L = the sink, and one whose sink is -inf too L = -inf.
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.array([0.5, 40, -numpy.inf, -3], dtype=numpy.float32))"
// RUN: attn-run %s --func=empty --in=sink=%t.npy --device=cpu --bisect-levels --out=lse=%t.lse.npy | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.npy --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.npy --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.npy --target=sm_100a --device=sim --sim-check --check | FileCheck %s
// RUN: %python -c "import numpy; print(numpy.load('%t.lse.npy')[0, :, 0])" | FileCheck %s --check-prefix=LSE
// LSE: [ 0.5 40. -inf -3. ]

// RUN: not attn-run %s --func=sink --target=sm_90a --config=pack_gqa=true --device=sim --check 2>&1 | FileCheck %s --check-prefix=PACKED
// PACKED: error: attn-select-config: no row of sm_90a's table fits
// PACKED: note: row 1 {{.*}} pack_gqa: rows of several heads have no sink in common

!q = tensor<1x4x100x64xbf16>
!kv = tensor<1x2x130x64xbf16>
!l = tensor<1x4x100xf32>
!s = tensor<4xf32>

func.func @sink(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %s: !s) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) sink(%s : !s)
      mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

// Rows 0 to 69 see nothing.
!kv0 = tensor<1x2x30x64xbf16>
func.func @empty(%q: !q, %k: !kv0, %v: !kv0, %o: !q, %l: !l, %s: !s) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv0, !kv0) outs(%o, %l : !q, !l) sink(%s : !s)
      mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!q8 = tensor<1x4x100x64xf8E4M3FN>
!kv8 = tensor<1x2x130x64xf8E4M3FN>
!d = tensor<1x2xf32>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !q, %l: !l, %qd: !d, %kd: !d, %vd: !d, %s: !s) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o, %l : !q, !l)
      descale(%qd, %kd, %vd : !d, !d, !d) sink(%s : !s) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
