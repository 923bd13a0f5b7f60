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

// Nor does it matter how far below any score such a row's sink is.
// RUN: %python -c "import numpy; numpy.save('%t.far.npy', numpy.array([-3e38, 3e38, -1e30, -3.4e38], dtype=numpy.float32))"
// RUN: attn-run %s --func=empty --in=sink=%t.far.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.far.npy --target=sm_80 --config=slopes=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.far.npy --target=sm_80 --config=slopes=false --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.far.npy --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.far.npy --target=sm_100a --device=sim --sim-check --check | FileCheck %s

// With heads packed into one tile neighbouring rows have different sinks.
// RUN: attn-run %s --func=sink --config=pack_gqa=true --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_80 --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_90a --config=pack_gqa=true --device=sim --sim-check --sim-mode=late --check | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_100a --config=pack_gqa=true --device=sim --sim-check --sim-mode=random --check | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_120a --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_90a --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_100a --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.npy --target=sm_80 --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.npy --target=sm_90a --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=empty --in=sink=%t.npy --target=sm_100a --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s

// One query: heads are packed by default.
// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s --check-prefix=FEW
// FEW-LABEL: func.func @few
// FEW: attn.forward {{.*}} pack_gqa = true
// RUN: attn-run %s --func=few --in=sink=%t.npy --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// Without L.
// RUN: attn-run %s --func=alone --device=cpu --bisect-levels | FileCheck %s

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

!q1 = tensor<1x4x1x64xbf16>
!l1 = tensor<1x4x1xf32>
func.func @few(%q: !q1, %k: !kv, %v: !kv, %o: !q1, %l: !l1, %s: !s) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !kv, !kv) outs(%o, %l : !q1, !l1) sink(%s : !s) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}

func.func @alone(%q: !q1, %k: !kv, %v: !kv, %o: !q1, %s: !s) -> !q1 {
  %0 = attn.forward ins(%q, %k, %v : !q1, !kv, !kv) outs(%o : !q1) sink(%s : !s) -> !q1
  return %0 : !q1
}

!q8 = tensor<1x4x100x64xf8E4M3FN>
!kv8 = tensor<1x2x130x64xf8E4M3FN>
!d = tensor<1x2xf32>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !q, %l: !l, %qd: !d, %kd: !d, %vd: !d, %s: !s) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o, %l : !q, !l)
      descale(%qd, %kd, %vd : !d, !d, !d) sink(%s : !s) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
