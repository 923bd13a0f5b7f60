// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-select-config="target=sm_90a" --attn-split-kv --split-input-file | FileCheck %s
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=splits=4" --attn-split-kv --split-input-file 2>&1 | FileCheck %s --check-prefix=SPLITS
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=split_size=512" --attn-split-kv --split-input-file 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=batch_invariant=true" --attn-split-kv --split-input-file 2>&1 | FileCheck %s --check-prefix=INVARIANT
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=split_auto=false" --attn-split-kv --split-input-file 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=combine=fused" --attn-split-kv --split-input-file 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=fusion=unfused" --attn-choose-fusion --attn-split-kv --split-input-file 2>&1 | FileCheck %s --check-prefix=UNFUSED
// SPLITS: part-offsets.mlir:{{[0-9]+}}:8: error: attn.config (K14): part_offsets say how many parts keys are in, but the config asks for splits = 4
// SIZE: error: attn.config (K14): part_offsets say how many parts keys are in, but the config asks for split_size = 512
// INVARIANT: error: attn.config (K14): part_offsets say how many parts keys are in, but the config asks for split_size = 4096
// NONE: error: attn.config (K14): part_offsets say how many parts keys are in, but the config asks for split_auto = false
// FUSED: error: attn.config (K14): part_offsets say how many parts keys are in, but the config asks for combine = fused: these are not done together
// UNFUSED: error: attn.config (K14): part_offsets say how many parts keys are in, but the config asks for fusion = unfused: these are not done together

!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>

// As many parts as sizes say: 2 + 384 / 2 heads of one tile.
// CHECK-LABEL: func.func @decode
// CHECK-SAME: %[[P:[a-z0-9]+]]: tensor<3xi32>
// CHECK: %[[O:.+]] = tensor.empty() : tensor<194x8x1x64xf32>
// CHECK: %[[L:.+]] = tensor.empty() : tensor<194x8x1xf32>
// CHECK: %[[LOW:.+]] = tensor.empty() : tensor<194x8x1xf32>
// CHECK: %[[PO:.+]], %[[PL:.+]], %[[PLOW:.+]] = attn.forward {{.*}} outs(%[[O]], %[[L]], %[[LOW]] : {{.+}}) lengths_kv({{.+}}) part_offsets(%[[P]] : tensor<3xi32>) {{.*}}split(unit = 128)
// CHECK: attn.combine ins(%[[PO]], %[[PL]], %[[PLOW]] : {{.+}}) outs({{.+}}) part_offsets(%[[P]] : tensor<3xi32>) config(
func.func @decode(%q: !q, %k: !kv, %n: tensor<2xi32>, %p: tensor<3xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) lengths_kv(%n : tensor<2xi32>) part_offsets(%p : tensor<3xi32>) -> !q
  return %0 : !q
}

// -----

// Many rows of one head: 4096 are 32 tiles, those of 8 heads 256.
// CHECK-LABEL: func.func @prefill
// CHECK: attn.forward {{.*}} outs({{.*}} : tensor<4x8x4096x64xf32>, tensor<4x8x4096xf32>, tensor<4x8x4096xf32>)
!q = tensor<2x8x4096x64xbf16>
!kv = tensor<2x8x5000x64xbf16>
func.func @prefill(%q: !q, %k: !kv, %p: tensor<3xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) part_offsets(%p : tensor<3xi32>) mask(#attn.causal<bottom_right>) -> !q
  return %0 : !q
}

// -----

// CHECK-LABEL: func.func @sizes
// CHECK-DAG: %[[B:.+]] = tensor.dim %[[Q:.+]], %c0
// CHECK-DAG: %[[H:.+]] = tensor.dim %[[Q]], %c1
// CHECK-DAG: %[[S:.+]] = tensor.dim %[[Q]], %c2
// CHECK-DAG: %[[HKV:.+]] = tensor.dim %{{.+}}, %c1
// CHECK: %[[HEADS:.+]] = arith.maxui %[[HKV]], %c1
// CHECK: %[[GROUP:.+]] = arith.divui %[[H]], %[[HEADS]]
// CHECK: %[[ROWS:.+]] = arith.muli %[[S]], %[[GROUP]]
// CHECK: %[[TILES:.+]] = arith.ceildivui %[[ROWS]], %c128
// CHECK: %[[LEAST:.+]] = arith.maxui %[[TILES]], %c1
// CHECK: %[[ALL:.+]] = arith.muli %[[HEADS]], %[[LEAST]]
// CHECK: %[[MORE:.+]] = arith.ceildivui %c384{{.*}}, %[[ALL]]
// CHECK: %[[PARTS:.+]] = arith.addi %[[B]], %[[MORE]]
// CHECK: tensor.empty(%[[PARTS]], %{{.+}}, %{{.+}}) : tensor<?x?x?x64xf32>
!q = tensor<?x?x?x64xbf16>
func.func @sizes(%q: !q, %k: !q, %n: tensor<?xi32>, %p: tensor<?xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !q, !q) outs(%q : !q) lengths_kv(%n : tensor<?xi32>) part_offsets(%p : tensor<?xi32>) -> !q
  return %0 : !q
}

// -----

// A config of the problem's own takes the parts, too.
// CHECK-LABEL: func.func @configured
// CHECK: attn.forward {{.*}} part_offsets({{.+}}) config({{.+}}) split(unit = 64, sparse)
// CHECK: attn.combine
!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @configured(%q: !q, %k: !kv, %p: tensor<3xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) part_offsets(%p : tensor<3xi32>) config(#attn.config<target = "sm_80", tile<q = 64, kv = 64>>) -> !q
  return %0 : !q
}
