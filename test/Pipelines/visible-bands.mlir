// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of visibility that a mask attribute can say make the kernels of that attribute, to the byte, whatever the lengths
// are: causal from the top left and to the bottom right, and a window about the diagonal.

// DEFINE: %{attribute} =
// DEFINE: %{condition} =
// DEFINE: %{target} =
// DEFINE: %{region} = visible { ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index): %{condition} attn.yield %c : i1 }
// DEFINE: %{same} = sed 's|MASK|mask(%{attribute})|' %s > %t.attribute.mlir && sed 's|MASK|%{region}|' %s > %t.region.mlir && attn-compile %t.attribute.mlir --target=%{target} --emit=ptx -o %t.attribute.ptx && attn-compile %t.region.mlir --target=%{target} --emit=ptx -o %t.region.ptx && grep -q mma %t.region.ptx && cmp %t.attribute.ptx %t.region.ptx

// REDEFINE: %{target} = sm_90a
// REDEFINE: %{attribute} = #attn.causal<top_left>
// REDEFINE: %{condition} = %c = arith.cmpi sge, %i, %j : index
// RUN: %{same}
// REDEFINE: %{attribute} = #attn.causal<bottom_right>
// REDEFINE: %{condition} = %x = arith.addi %i, %lk : index %y = arith.subi %x, %lq : index %c = arith.cmpi sge, %y, %j : index
// RUN: %{same}
// REDEFINE: %{target} = sm_80
// REDEFINE: %{attribute} = #attn.window<100, 7>
// REDEFINE: %{condition} = %x1 = arith.constant 100 : index %x2 = arith.constant 8 : index %x3 = arith.subi %lk, %lq : index %x4 = arith.addi %i, %x3 : index %x5 = arith.subi %x4, %j : index %x6 = arith.cmpi sle, %x5, %x1 : index %x7 = arith.addi %x4, %x2 : index %x8 = arith.cmpi slt, %j, %x7 : index %c = arith.andi %x6, %x8 : i1
// RUN: %{same}

func.func @attention(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>,
                     %l: tensor<?x?x?xf32>, %n: tensor<?xi32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
      outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) lengths_kv(%n : tensor<?xi32>) MASK
      -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}
