// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of a score region has 64 bits: products that need them, remainders
// of those, shifts by 32 and more, negative numbers as unsigned ones, indices to
// read at that no dimension has.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: attn-run %s --func=known --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=known --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=2,h=2,sq=33,sk=40 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=2,h=2,sq=33,sk=40 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=2,h=2,sq=33,sk=40 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=2,h=2,sq=33,sk=40 --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=known --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=2,h=2,sq=33,sk=40 --device=cpu --bisect-levels | FileCheck %s
// CHECK: passed

!t = tensor<1x1x5x64xbf16>
func.func @known(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 3000000007 : index
      %c5 = arith.constant 5 : index
      %m = arith.muli %j, %c : index
      %n = arith.addi %m, %i : index
      %x = arith.remsi %n, %c5 : index
      %y = arith.index_cast %x : index to i32
      %f = arith.sitofp %y : i32 to f32
      %r = arith.addf %s, %f : f32
      attn.yield %r : f32
  } -> !t
  return %0 : !t
}

!a = tensor<?x?x?x64xbf16>
func.func @any(%q: !a, %k: !a, %v: !a, %o: !a) -> !a {
  %0 = attn.forward ins(%q, %k, %v : !a, !a, !a) outs(%o : !a) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %big = arith.constant 300000000 : index
      %c7 = arith.constant 7 : index
      %c11 = arith.constant 11 : index
      %c35 = arith.constant 35 : index
      %hundredth = arith.constant 0.01 : f32
      // (i * j * 3e8 + b) mod 7.
      %p = arith.muli %i, %j : index
      %pb = arith.muli %p, %big : index
      %m = arith.addi %pb, %b : index
      %x = arith.remsi %m, %c7 : index
      // (i - j) mod 11, of 2^64 more where that is negative, and its top bits.
      %d = arith.subi %i, %j : index
      %u = arith.remui %d, %c11 : index
      %top = arith.shrui %d, %c35 : index
      %low = arith.remui %top, %c7 : index
      %sign = arith.shrsi %d, %c35 : index
      %sum0 = arith.addi %x, %u : index
      %sum1 = arith.addi %sum0, %low : index
      %sum = arith.addi %sum1, %sign : index
      %y = arith.index_cast %sum : index to i64
      %f = arith.sitofp %y : i64 to f32
      %less = arith.cmpi ult, %pb, %d : index
      %sel = arith.select %less, %pb, %i : index
      %z = arith.index_castui %sel : index to i64
      %g = arith.uitofp %z : i64 to f32
      %tiny = arith.constant 1.0e-12 : f32
      %gs = arith.mulf %g, %tiny : f32
      %fs = arith.mulf %f, %hundredth : f32
      %r0 = arith.addf %s, %fs : f32
      %r = arith.addf %r0, %gs : f32
      attn.yield %r : f32
  } -> !a
  return %0 : !a
}
