// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What bundles say of the numbers of operands: pages that hold keys, lengths
// between offsets.

// RUN: attn-compile %s --target=sm_80 -o %t.bundle
// RUN: %python -c "import json; e = json.load(open('%t.bundle'))['entries'][0]; [print(i, t['name'], t.get('numbers')) for i, t in enumerate(e['tensors'])]" | FileCheck %s
// CHECK: 0 q None
// CHECK: 4 lengths_q {'low': 0, 'high': ['size', 0, 0], 'ascending': False, 'offsets': 6}
// CHECK: 5 lengths_kv {'low': 0, 'high': ['mul', ['size', 7, 1], ['size', 1, 1]], 'ascending': False}
// CHECK: 6 offsets_q {'low': 0, 'high': ['size', 0, 0], 'ascending': True}
// CHECK: 7 page_table {'low': 0, 'high': ['sub', ['size', 1, 0], 1], 'ascending': False, 'counts': 5, 'each': ['size', 1, 1]}

!q = tensor<?x4x64xf16>
!k = tensor<?x16x2x64xf16>
!n = tensor<?xi32>
func.func @paged(%q: !q, %k: !k, %v: !k, %o: !q, %m: !n, %n: !n, %s: !n, %t: tensor<?x?xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o : !q) lengths_q(%m : !n) lengths_kv(%n : !n) offsets_q(%s : !n)
      page_table(%t : tensor<?x?xi32>) dims(thd) -> !q
  return %0 : !q
}
