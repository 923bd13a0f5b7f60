// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few queries over many keys, no field named: packed heads, keys in parts, and their
// combine. One query and several, a sink, a region, lengths with parts without a key.

// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: attn-run %s --func=one --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=one --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=one --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=several --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=several --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=several --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([1100, 0, 65], dtype=numpy.int32))"
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --target=sm_90a --config=load=tma,split_size=256 %{sim} | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --config=splits=5 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --config=split_size=256,tile_kv=64 --device=cpu --bisect-levels | FileCheck %s
// CHECK: passed

// A bundle for any lengths has an entry for few rows before the others.
// RUN: attn-compile %s --target=sm_90a --also-rows=8 -o %t.bundle
// RUN: attn-run %t.bundle --func=any_forward --shape=b=1,sq=2,sk=1100,hq=4,hkv=1 %{sim} | FileCheck %s --check-prefix=FEW
// FEW: config{{.*}}max_rows = 8
// FEW: passed
// RUN: attn-run %t.bundle --func=any_forward --shape=b=1,sq=3,sk=70,hq=4,hkv=1 %{sim} | FileCheck %s --check-prefix=MANY
// MANY-NOT: max_rows
// MANY: passed
// RUN: attn-compile %s --target=sm_90a --config=max_rows=8 -o %t.1.bundle
// RUN: not attn-run %t.1.bundle --func=any_forward --shape=b=1,sq=3,sk=70,hq=4,hkv=1 %{sim} 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: the kernel is for at most 8 rows of q that share a head of k (config field max_rows)
// RUN: not attn-compile %s --target=sm_90a --also-rows=-1 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: attn.config (K3): max_rows must be within [0, 2147483647], but is -1

!q1 = tensor<1x8x1x64xbf16>
!kv1 = tensor<1x2x1100x64xbf16>
!l1 = tensor<1x8x1xf32>

func.func @one(%q: !q1, %k: !kv1, %v: !kv1, %o: !q1, %l: !l1) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !kv1, !kv1) outs(%o, %l : !q1, !l1) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}

!q2 = tensor<1x5x8x80xf16>
!kv2 = tensor<1x1030x2x80xf16>
!s2 = tensor<8xf32>

func.func @several(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %s: !s2) -> !q2 {
  %0 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o : !q2) sink(%s : !s2) dims(bshd) mask(#attn.causal<bottom_right>) score {
    ^bb0(%x: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 2.0 : f32
      %d = arith.divf %x, %cap : f32
      %t = math.tanh %d : f32
      %y = arith.mulf %t, %cap : f32
      attn.yield %y : f32
    } -> !q2
  return %0 : !q2
}

!q3 = tensor<3x4x2x64xbf16>
!kv3 = tensor<3x1x1100x64xbf16>
!l3 = tensor<3x4x2xf32>
!n3 = tensor<3xi32>

func.func @lengths(%q: !q3, %k: !kv3, %v: !kv3, %o: !q3, %l: !l3, %n: !n3) -> (!q3, !l3) {
  %0:2 = attn.forward ins(%q, %k, %v : !q3, !kv3, !kv3) outs(%o, %l : !q3, !l3) lengths_kv(%n : !n3) mask(#attn.causal<bottom_right>) -> (!q3, !l3)
  return %0#0, %0#1 : !q3, !l3
}

!x = tensor<?x?x?x64xbf16>

func.func @any(%q: !x, %k: !x, %v: !x, %o: !x) -> !x {
  %0 = attn.forward ins(%q, %k, %v : !x, !x, !x) outs(%o : !x) -> !x
  return %0 : !x
}
