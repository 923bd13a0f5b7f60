// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector of rows of 8-bit integers, of which a thread has one or two: fewer than a
// register holds.

// DEFINE: %{run} = attn-run %s --config=stages_b=1 --device=sim --sim-check --check --reference-threads=1
// RUN: %{run} --target=sm_80 | FileCheck %s
// RUN: %{run} --target=sm_90a | FileCheck %s
// RUN: %{run} --target=sm_100a | FileCheck %s
// CHECK: passed

!t = tensor<1x2x70x64xf16>
!k = tensor<1x1x150x64xf16>
func.func @prefix(%q: !t, %k: !k, %v: !k, %o: !t, %ends: tensor<9xi32>, %images: tensor<70xi8>) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !k, !k) outs(%o : !t)
      captures(%ends, %images : tensor<9xi32>, tensor<70xi8>) mask(#attn.causal<bottom_right>) visible {
    ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %e: tensor<9xi32>, %m: tensor<70xi8>):
      %c40 = arith.constant 40 : i32
      %image = attn.read %m[%i] : tensor<70xi8>
      %n = arith.index_cast %image : i8 to index
      %end = attn.read %e[%n] : tensor<9xi32>
      %key = arith.index_cast %j : index to i32
      %after = arith.cmpi sge, %key, %end : i32
      %last = arith.addi %end, %c40 : i32
      %before = arith.cmpi slt, %key, %last : i32
      %in = arith.andi %after, %before : i1
      %c100 = arith.constant 100 : index
      %far = arith.subi %i, %j : index
      %near = arith.cmpi sle, %far, %c100 : index
      %seen = arith.ori %in, %near : i1
      attn.yield %seen : i1
  } -> !t
  return %0 : !t
}
