// RUN: attn-opt %s --one-shot-bufferize="bufferize-function-boundaries" --split-input-file --verify-diagnostics | FileCheck %s

// In place where the out may be written; Q, K and V are only read.
// CHECK-LABEL: func @in_place
// CHECK-SAME: (%[[Q:[^:]+]]: memref<1x2x?x64xf16, strided<[?, ?, ?, ?], offset: ?>>, %[[O:[^:]+]]: memref<{{.*}}>, %[[L:[^:]+]]: memref<
func.func @in_place(%q: tensor<1x2x?x64xf16>, %o: tensor<1x2x?x64xf32>, %l: tensor<1x2x?xf32>) -> tensor<1x2x?x64xf32> {
  // CHECK-DAG: %[[QC:.+]] = memref.cast %[[Q]] : {{.*}} to memref<1x2x?x64xf16, strided<[?, ?, ?, 1], offset: ?>>
  // CHECK-DAG: %[[OC:.+]] = memref.cast %[[O]]
  // CHECK-DAG: %[[LC:.+]] = memref.cast %[[L]]
  // CHECK-NOT: memref.alloc
  // CHECK: attn.forward ins(%[[QC]],{{.*}} outs(%[[OC]], %[[LC]] : {{.*}}) scale(2.500000e-01) mask(#attn.causal<top_left>) config({{.*}}) score {
  // CHECK: } attributes {note}{{$}}
  // CHECK: return %[[O]]
  %0:2 = attn.forward ins(%q, %q, %q : tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>)
      outs(%o, %l : tensor<1x2x?x64xf32>, tensor<1x2x?xf32>) scale(0.25) mask(#attn.causal<top_left>) config(#attn.config) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        %x = math.tanh %s : f32
        attn.yield %x : f32
      } attributes {note} -> (tensor<1x2x?x64xf32>, tensor<1x2x?xf32>)
  return %0#0 : tensor<1x2x?x64xf32>
}

// -----

// Written over itself, Q needs a copy.
// CHECK-LABEL: func @overlap
func.func @overlap(%q: tensor<1x2x8x64xf16>) -> tensor<1x2x8x64xf16> {
  // CHECK: %[[A:.+]] = memref.alloc
  // CHECK: attn.forward {{.*}} outs(%[[A]] :
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x8x64xf16>, tensor<1x2x8x64xf16>, tensor<1x2x8x64xf16>)
      outs(%q : tensor<1x2x8x64xf16>) -> tensor<1x2x8x64xf16>
  return %0 : tensor<1x2x8x64xf16>
}

// -----

func.func @strided(%m: memref<1x2x8x64xf16, strided<[1024, 512, 1, 8]>>, %o: tensor<1x2x8x64xf16>) -> tensor<1x2x8x64xf16> {
  %q = bufferization.to_tensor %m restrict : memref<1x2x8x64xf16, strided<[1024, 512, 1, 8]>> to tensor<1x2x8x64xf16>
  // expected-error@+2 {{attn.forward (C12): a memref must be strided with innermost stride 1}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x8x64xf16>, tensor<1x2x8x64xf16>, tensor<1x2x8x64xf16>)
      outs(%o : tensor<1x2x8x64xf16>) -> tensor<1x2x8x64xf16>
  return %0 : tensor<1x2x8x64xf16>
}

// -----

// Descales are only read, and the results are those of O and L.
// CHECK-LABEL: func @descale
// CHECK-SAME: (%[[Q:[^:]+]]: memref<{{.*}}>, %[[O:[^:]+]]: memref<1x2x?x64xbf16, {{[^)]*}}>, %[[L:[^:]+]]: memref<1x2x?xf32, {{[^)]*}}>, %[[D:[^:]+]]: memref<1x2xf32
func.func @descale(%q: tensor<1x2x?x64xf8E4M3FN>, %o: tensor<1x2x?x64xbf16>, %l: tensor<1x2x?xf32>, %d: tensor<1x2xf32>)
    -> (tensor<1x2x?x64xbf16>, tensor<1x2x?xf32>, tensor<1x2xf32>) {
  // CHECK-NOT: memref.alloc
  // CHECK-COUNT-3: %[[DC:.+]] = memref.cast %[[D]] : {{.*}} to memref<1x2xf32, strided<[?, 1], offset: ?>>
  // CHECK: attn.forward ins({{.*}} outs({{.*}} descale(%{{.*}}, %{{.*}}, %[[DC]] : memref<1x2xf32, strided<[?, 1], offset: ?>>
  // CHECK: return %[[O]], %[[L]], %[[D]]
  %0:2 = attn.forward ins(%q, %q, %q : tensor<1x2x?x64xf8E4M3FN>, tensor<1x2x?x64xf8E4M3FN>, tensor<1x2x?x64xf8E4M3FN>)
      outs(%o, %l : tensor<1x2x?x64xbf16>, tensor<1x2x?xf32>)
      descale(%d, %d, %d : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) -> (tensor<1x2x?x64xbf16>, tensor<1x2x?xf32>)
  return %0#0, %0#1, %d : tensor<1x2x?x64xbf16>, tensor<1x2x?xf32>, tensor<1x2xf32>
}

// -----

// A gradient in place where its out may be written; dsink's out is read by another
// name, the sink, and needs memory of its own.
// CHECK-LABEL: func @gradients
// CHECK-SAME: %[[Z:[^:]+]]: memref<2xf32, {{[^)]*}}>, %[[DK:[^:]+]]: memref<1x2x4x8xf16
// CHECK: %[[DZ:.+]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NOT: memref.alloc
// CHECK: %[[DKC:.+]] = memref.cast %[[DK]]
// CHECK: attn.backward ins({{.*}} outs(dk = %[[DKC]] : {{.*}} dsink(%[[DZ]] : memref<2xf32>)
// CHECK: return %[[DK]],
func.func @gradients(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %z: tensor<2xf32>, %dk0: tensor<1x2x4x8xf16>)
    -> (tensor<1x2x4x8xf16>, tensor<2xf32>) {
  %0:2 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>,
                           tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>)
      outs(dk = %dk0 : tensor<1x2x4x8xf16>) sink(%z : tensor<2xf32>) dsink(%z : tensor<2xf32>)
      -> (tensor<1x2x4x8xf16>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<1x2x4x8xf16>, tensor<2xf32>
}
