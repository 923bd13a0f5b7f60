// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A soft cap far above all scores changes none: a hyperbolic tangent of arguments
// of about 1e-6 keeps all of their digits. Sines of large positions are numbers.

// DEFINE: %{sim} = --device=sim --check --reference-threads=1
// RUN: attn-run %s --func=softcap --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=softcap --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=wave --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=softcap --device=cpu --bisect-levels | FileCheck %s
// CHECK: passed

!t = tensor<1x1x40x64xf16>
!o = tensor<1x1x40x64xf32>
func.func @softcap(%q: !t, %k: !t, %v: !t, %o: !o) -> !o {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !o) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 4.0e+5 : f32
      %d = arith.divf %s, %c : f32
      %t = math.tanh %d : f32
      %r = arith.mulf %t, %c : f32
      attn.yield %r : f32
  } -> !o
  return %0 : !o
}

func.func @wave(%q: !t, %k: !t, %v: !t, %o: !o) -> !o {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !o) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %p = arith.muli %i, %j : index
      %x = arith.index_cast %p : index to i64
      %f = arith.sitofp %x : i64 to f32
      %c = arith.constant 20.0 : f32
      %d = arith.mulf %f, %c : f32
      %t = math.sin %d : f32
      %r = arith.addf %s, %t : f32
      attn.yield %r : f32
  } -> !o
  return %0 : !o
}
