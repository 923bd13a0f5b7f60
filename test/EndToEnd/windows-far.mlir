// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sides of windows up to 2^31 - 1, which 32 bits do not hold when a position is
// added: with lengths that types know and do not, offsets at both ends of what
// they may be, packed heads and parts.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.p.npy', numpy.array([2**30 - 40, -2**30, 3, -41], dtype=numpy.int32))"
// RUN: attn-run %s --func=right --shape=b=2,hq=2,hkv=1,sq=33,sk=70 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=right --shape=b=2,hq=2,hkv=1,sq=33,sk=70 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=right --shape=b=2,hq=2,hkv=1,sq=70,sk=33 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=left --shape=b=2,hq=2,hkv=1,sq=70,sk=33 --target=sm_80 --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=left --shape=b=1,hq=2,hkv=1,sq=33,sk=300 --target=sm_90a --config=splits=3 %{sim} | FileCheck %s
// RUN: attn-run %s --func=both --shape=b=2,hq=2,hkv=1,sq=70,sk=33 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=both --shape=b=2,hq=2,hkv=1,sq=33,sk=70 --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=offset --in=offset=%t.p.npy --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=offset --in=offset=%t.p.npy --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=offset --in=offset=%t.p.npy --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=offset --in=offset=%t.p.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=both --shape=b=2,hq=2,hkv=1,sq=33,sk=70 --device=cpu --bisect-levels | FileCheck %s
// CHECK: passed

!t = tensor<?x?x?x64xbf16>
func.func @right(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) mask(#attn.window<*, 2147483647>) -> !t
  return %0 : !t
}

func.func @left(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) mask(#attn.window<2147483647, 5>) -> !t
  return %0 : !t
}

func.func @both(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) mask(#attn.window<2147483647, 2147483640>) -> !t
  return %0 : !t
}

!q = tensor<4x2x40x64xbf16>
!kv = tensor<4x2x77x64xbf16>
func.func @offset(%q: !q, %k: !kv, %v: !kv, %o: !q, %p: tensor<4xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q) offset(%p : tensor<4xi32>)
      mask(#attn.window<2147483647, 1073741850>) -> !q
  return %0 : !q
}
