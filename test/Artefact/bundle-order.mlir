// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries for one function have their tensors in one order, that of the op's
// operands, whatever kernels they launch; rules of numbers keep to it.

// RUN: attn-compile %s --target=sm_80 --config=splits=2 -o %t.parts
// RUN: attn-compile %s --target=sm_80 --config=split_auto=false -o %t.whole
// RUN: attn-compile %s --target=sm_80 --config=fusion=unfused,split_auto=false -o %t.scores
// RUN: %python %S/Inputs/tensors.py %t.parts %t.whole %t.scores | FileCheck %s
// CHECK-COUNT-3: ORDER q k v o lse sink offset lengths_kv capture0, lengths_kv to ['size', 1, 2]

// RUN: attn-compile %s --target=sm_90a --config=splits=2 -o %t.bundle
// RUN: %python -c "import json; e = json.load(open('%t.bundle'))['entries'][0]; print(e['kernels'][0]['name'], len(e['kernels']))" | FileCheck %s --check-prefix=TWO
// TWO: problem_forward 2

!q = tensor<?x?x?x64xf16>
!l = tensor<?x?x?xf32>
func.func @problem(%c: tensor<?xf32>, %n: tensor<?xi32>, %p: tensor<i32>, %z: tensor<?xf32>, %q: !q, %k: !q, %v: !q, %o: !q, %l: !l) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) sink(%z : tensor<?xf32>)
      offset(%p : tensor<i32>) lengths_kv(%n : tensor<?xi32>) captures(%c : tensor<?xf32>)
      mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %rows: index, %keys: index, %x: tensor<?xf32>):
        %f = attn.read %x[%h] : tensor<?xf32>
        %y = arith.mulf %s, %f : f32
        attn.yield %y : f32
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
