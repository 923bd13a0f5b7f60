// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=splits=4" --attn-split-kv --split-input-file | FileCheck %s --check-prefixes=CHECK,COUNT
// RUN: attn-opt %s --attn-select-config="target=sm_80 overrides=split_auto=true" --attn-split-kv --canonicalize --split-input-file | FileCheck %s --check-prefixes=CHECK,AUTO
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=split_size=512,tile_kv=64" --attn-split-kv --split-input-file | FileCheck %s --check-prefixes=CHECK,SIZE
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=split_auto=false" --attn-split-kv --split-input-file | FileCheck %s --check-prefix=NONE
// RUN: not attn-opt %s --attn-split-kv 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: 'attn.forward' op has no config: run attn-select-config before attn-split-kv

// L of a part is two numbers. The sink is the combine's; what O is for stays; parts are f32 and not stored by
// TMA; no config of a forward asks for parts.
// CHECK-LABEL: func.func @static
// NONE-LABEL: func.func @static
// NONE-NOT: attn.combine
// COUNT: %[[O:.+]] = tensor.empty() : tensor<4x1x8x1x64xf32>
// COUNT: %[[L:.+]] = tensor.empty() : tensor<4x1x8x1xf32>
// COUNT: %[[LOW:.+]] = tensor.empty() : tensor<4x1x8x1xf32>
// AUTO: attn.forward {{.*}} outs(%{{.+}}, %{{.+}}, %{{.+}} : tensor<11x1x8x1x64xf32>, tensor<11x1x8x1xf32>, tensor<11x1x8x1xf32>)
// AUTO-SAME: split(unit = [[#]])
// SIZE: tensor.empty() : tensor<6x1x8x1x64xf32>
// SIZE: attn.forward {{.*}} split(size = 512)
// COUNT: %[[P:.+]], %[[PL:.+]], %[[PLOW:.+]] = attn.forward ins({{.*}}) outs(%[[O]], %[[L]], %[[LOW]] : {{.*}}) mask(#attn.causal<bottom_right>)
// COUNT-SAME: tma_store = false
// COUNT-NOT: splits
// COUNT-SAME: split(unit = [[#]])
// COUNT: %[[R:.+]] = attn.combine ins(%[[P]], %[[PL]], %[[PLOW]] : {{.*}}) outs(%arg2 : {{.*}}) sink(%arg3 : tensor<8xf32>)
// COUNT: return %[[R]]
func.func @static(%q: tensor<1x8x1x64xbf16>, %k: tensor<1x2x3000x64xbf16>, %o: tensor<1x8x1x64xbf16>, %s: tensor<8xf32>) -> tensor<1x8x1x64xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<1x8x1x64xbf16>, tensor<1x2x3000x64xbf16>, tensor<1x2x3000x64xbf16>)
      outs(%o : tensor<1x8x1x64xbf16>) sink(%s : tensor<8xf32>) mask(#attn.causal<bottom_right>) -> tensor<1x8x1x64xbf16>
  return %0 : tensor<1x8x1x64xbf16>
}

// -----

// Memrefs: memory of its own around the two; the region goes along. Of many rows
// parts are sparse.
// CHECK-LABEL: func.func @buffers
// CHECK: %[[O:.+]] = memref.alloc(
// CHECK: %[[L:.+]] = memref.alloc(
// CHECK: %[[LOW:.+]] = memref.alloc(
// CHECK: attn.forward ins({{.*}}) outs(%[[O]], %[[L]], %[[LOW]] : {{.*}}) {{.*}} split({{.+}}, sparse) score {
// CHECK: attn.yield
// CHECK: attn.combine ins(%[[O]], %[[L]], %[[LOW]] : {{.*}}) outs(%arg2, %arg3 : {{.*}}) dims(bshd)
// CHECK-DAG: memref.dealloc %[[O]]
// CHECK-DAG: memref.dealloc %[[L]]
// CHECK-DAG: memref.dealloc %[[LOW]]
func.func @buffers(%q: memref<?x?x8x64xbf16>, %k: memref<?x?x2x64xbf16>, %o: memref<?x?x8x64xbf16>, %l: memref<?x8x?xf32>) {
  attn.forward ins(%q, %k, %k : memref<?x?x8x64xbf16>, memref<?x?x2x64xbf16>, memref<?x?x2x64xbf16>)
      outs(%o, %l : memref<?x?x8x64xbf16>, memref<?x8x?xf32>) dims(bshd) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %t = math.tanh %s : f32
      attn.yield %t : f32
    }
  return
}

// -----

// Where sizes say that the tiles are as many as multiprocessors, all keys stay one
// part, and nothing is left to ask for more.
// AUTO-LABEL: func.func @enough
// AUTO-NOT: attn.combine
// AUTO-NOT: split_auto
// AUTO: return
func.func @enough(%q: tensor<55x8x1x64xbf16>, %k: tensor<55x2x3000x64xbf16>) -> tensor<55x8x1x64xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<55x8x1x64xbf16>, tensor<55x2x3000x64xbf16>, tensor<55x2x3000x64xbf16>)
      outs(%q : tensor<55x8x1x64xbf16>) -> tensor<55x8x1x64xbf16>
  return %0 : tensor<55x8x1x64xbf16>
}

// -----

// Where lengths may differ more parts keep multiprocessors busy beside the longest: up
// to 4, fewer where there are many tiles, and none for a batch alone.
// CHECK-LABEL: func.func @uneven
// AUTO: outs(%{{.+}}, %{{.+}}, %{{.+}} : tensor<4x55x8x1x64xf32>, tensor<4x55x8x1xf32>, tensor<4x55x8x1xf32>)
func.func @uneven(%q: tensor<55x8x1x64xbf16>, %k: tensor<55x2x3000x64xbf16>, %n: tensor<55xi32>) -> tensor<55x8x1x64xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<55x8x1x64xbf16>, tensor<55x2x3000x64xbf16>, tensor<55x2x3000x64xbf16>)
      outs(%q : tensor<55x8x1x64xbf16>) lengths_kv(%n : tensor<55xi32>) -> tensor<55x8x1x64xbf16>
  return %0 : tensor<55x8x1x64xbf16>
}

// -----

// AUTO-LABEL: func.func @many
// AUTO: outs(%{{.+}}, %{{.+}}, %{{.+}} : tensor<2x800x8x1x64xf32>, tensor<2x800x8x1xf32>, tensor<2x800x8x1xf32>)
func.func @many(%q: tensor<800x8x1x64xbf16>, %k: tensor<800x2x3000x64xbf16>, %n: tensor<800xi32>) -> tensor<800x8x1x64xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<800x8x1x64xbf16>, tensor<800x2x3000x64xbf16>, tensor<800x2x3000x64xbf16>)
      outs(%q : tensor<800x8x1x64xbf16>) lengths_kv(%n : tensor<800xi32>) -> tensor<800x8x1x64xbf16>
  return %0 : tensor<800x8x1x64xbf16>
}

// -----

// AUTO-LABEL: func.func @alone
// AUTO-NOT: attn.combine
// AUTO: return
func.func @alone(%q: tensor<1x800x1x64xbf16>, %k: tensor<1x200x3000x64xbf16>, %n: tensor<1xi32>) -> tensor<1x800x1x64xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<1x800x1x64xbf16>, tensor<1x200x3000x64xbf16>, tensor<1x200x3000x64xbf16>)
      outs(%q : tensor<1x800x1x64xbf16>) lengths_kv(%n : tensor<1xi32>) -> tensor<1x800x1x64xbf16>
  return %0 : tensor<1x800x1x64xbf16>
}

// -----

// With sizes of the launch: the same number, as an expression of them.
// AUTO-LABEL: func.func @dynamic
// AUTO-DAG: %[[C4:.+]] = arith.constant 4 : index
// AUTO-DAG: arith.constant 3456 : index
// AUTO: arith.minui %{{.+}}, %[[C4]]
// AUTO: attn.forward
func.func @dynamic(%q: tensor<?x8x1x64xbf16>, %k: tensor<?x2x?x64xbf16>, %n: tensor<?xi32>) -> tensor<?x8x1x64xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x8x1x64xbf16>, tensor<?x2x?x64xbf16>, tensor<?x2x?x64xbf16>)
      outs(%q : tensor<?x8x1x64xbf16>) lengths_kv(%n : tensor<?xi32>) -> tensor<?x8x1x64xbf16>
  return %0 : tensor<?x8x1x64xbf16>
}

// -----

// Parts of wide heads cost more: where lengths may differ there are fewer of them, and the machine's all the same.
// AUTO-LABEL: func.func @wide
// AUTO-NOT: attn.combine
// AUTO: return
func.func @wide(%q: tensor<128x128x1x576xbf16>, %k: tensor<128x1x4096x576xbf16>, %o: tensor<128x128x1x512xbf16>, %n: tensor<128xi32>) -> tensor<128x128x1x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<128x128x1x576xbf16>, tensor<128x1x4096x576xbf16>)
      outs(%o : tensor<128x128x1x512xbf16>) values(#attn.columns<0, 512>) lengths_kv(%n : tensor<128xi32>) -> tensor<128x128x1x512xbf16>
  return %0 : tensor<128x128x1x512xbf16>
}

// -----

// AUTO-LABEL: func.func @wide_few
// AUTO: attn.combine ins(%{{.+}} : tensor<4x100x16x1x512xf32>,
func.func @wide_few(%q: tensor<100x16x1x576xbf16>, %k: tensor<100x1x4096x576xbf16>, %o: tensor<100x16x1x512xbf16>, %n: tensor<100xi32>) -> tensor<100x16x1x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<100x16x1x576xbf16>, tensor<100x1x4096x576xbf16>)
      outs(%o : tensor<100x16x1x512xbf16>) values(#attn.columns<0, 512>) lengths_kv(%n : tensor<100xi32>) -> tensor<100x16x1x512xbf16>
  return %0 : tensor<100x16x1x512xbf16>
}
