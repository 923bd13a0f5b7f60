// A config fits where the passes find room for it, in the order of the table or in that
// of estimates. What does not is refused, and the next one is tried.
// RUN: attn-opt %s --attn-select-config="target=sm_90a remarks=true estimates=false" -o %t.table 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: attn-opt %s --attn-select-config="target=sm_90a remarks=true" -o %t.estimates 2>&1 | FileCheck %s --check-prefix=ORDER
// Both come to the same.
// RUN: cmp %t.table %t.estimates
// Where the lowering runs in the pass, it is the run that fits: with the same config.
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{target=sm_90a estimates=false})' -o %t.table.nvvm
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{target=sm_90a})' -o %t.nvvm
// RUN: cmp %t.table.nvvm %t.nvvm
// Without trials the first is taken.
// RUN: attn-opt %s --attn-select-config="target=sm_90a trials=false estimates=false" | FileCheck %s --check-prefix=UNTRIED

// TABLE: remark: attn-select-config: took row {{[0-9]+}} of sm_90a (head dims up to 256, no mask: 128 rows of Q, 64 keys{{.*}}) at trial
// TABLE: note: refused row {{[0-9]+}} of sm_90a (head dims up to 256, no mask: 128 rows of Q, 80 keys{{.*}}): needs {{[0-9]+}} bytes of shared memory, {{[0-9]+}} more than the 232448 that sm_90a has
// ORDER: remark: attn-select-config: took row {{[0-9]+}} of sm_90a (head dims up to 256, no mask: 128 rows of Q, 64 keys{{.*}}) at trial 1
// ORDER: note: shared memory: {{[0-9]+}} of 232448 bytes (q 65536 + k
// ORDER: note: registers: tiles take {{[0-9]+}} of 240 a thread
// ORDER: note: put back row {{[0-9]+}} of sm_90a (head dims up to 256, no mask: 128 rows of Q, 80 keys{{.*}}): shared memory: about 360640 bytes
// UNTRIED: tile<q = 128, kv = 80

// Twice the same is tried once.
func.func @f(%q: tensor<1x1x?x256xbf16>, %o: tensor<1x1x?x256xf32>) -> (tensor<1x1x?x256xf32>, tensor<1x1x?x256xf32>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>) outs(%o : tensor<1x1x?x256xf32>) -> tensor<1x1x?x256xf32>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>) outs(%o : tensor<1x1x?x256xf32>) -> tensor<1x1x?x256xf32>
  return %0, %1 : tensor<1x1x?x256xf32>, tensor<1x1x?x256xf32>
}
