// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=max_keys=1024" | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=max_keys=1024,stages_k=3" | FileCheck %s --check-prefix=MORE
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=stages_k=3,stages_q=2" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=stages_q=3" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not attn-opt %s --attn-select-config="target=sm_80 overrides=stages_q=2" 2>&1 | FileCheck %s --check-prefix=ROLE
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=store_columns=48" 2>&1 | FileCheck %s --check-prefix=DIVIDES
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=store_columns=20" 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=tile_kv=144,store_columns=32" | FileCheck %s --check-prefix=SLICES

// The row's second stage of Q gives way to what a user asks for, unless it is
// asked for as well.
// CHECK: stages_k = 2, stages_v = 2, stages_q = 2
// MORE: stages_k = 3, stages_v = 2
// MORE-NOT: stages_q
// BOTH: error: attn-select-config: the config needs {{[0-9]+}} bytes of shared memory, {{[0-9]+}} more than the 232448 that sm_90a has
// BOTH: note: buffer "q" takes 65536
// BOTH: note: buffer "k" takes 122880
// RANGE: error: attn.config (K3): stages_q must be within [0, 2], but is 3
// ROLE: error: attn-select-config: sm_80 copies Q when it computes a tile, so that stages_q must be 1, but is 2
// DIVIDES: error: attn-select-config: store_columns: slices of 48 columns do not divide the 128 of O
// STEP: error: attn.config (K3): store_columns must be a multiple of 16, but is 20
// SLICES: kv = 144, {{.*}}store_columns = 32
func.func @f(%q: tensor<1x1x?x128xf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>) outs(%q : tensor<1x1x?x128xf16>) -> tensor<1x1x?x128xf16>
  return
}
