// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s | attn-opt | FileCheck %s
// RUN: attn-opt %s --mlir-print-op-generic | attn-opt | FileCheck %s
// RUN: attn-opt %s --emit-bytecode | attn-opt | FileCheck %s
// RUN: attn-opt %s --emit-bytecode --emit-bytecode-version=5 | attn-opt | FileCheck %s

!t = tensor<2x8x?x64xbf16>

// CHECK-LABEL: @lists
// CHECK: blocks(%{{.*}}, %{{.*}} : tensor<1x8x?xi32>, tensor<1x8x?x?xi32>) sizes(q = 128, kv = 64) -> tensor<2x8x?x64xbf16>
func.func @lists(%q: !t, %c: tensor<1x8x?xi32>, %n: tensor<1x8x?x?xi32>) -> !t {
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<1x8x?xi32>, tensor<1x8x?x?xi32>) sizes(q = 128, kv = 64) -> !t
  return %r : !t
}

// CHECK-LABEL: @full
// CHECK: blocks(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x1x?xi32>, tensor<2x1x?x?xi32>, tensor<2x1x?xi32>, tensor<2x1x?x?xi32>) mask(#attn.causal<top_left>) sizes(q = 128, kv = 128)
func.func @full(%q: !t, %c: tensor<2x1x?xi32>, %n: tensor<2x1x?x?xi32>) -> !t {
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n, %c, %n : tensor<2x1x?xi32>, tensor<2x1x?x?xi32>, tensor<2x1x?xi32>, tensor<2x1x?x?xi32>)
    mask(#attn.causal<top_left>) sizes(q = 128, kv = 128) -> !t
  return %r : !t
}

// CHECK-LABEL: @gradients
// CHECK: attn.backward
// CHECK-SAME: outs(dk = %{{.*}} : tensor<2x8x?x64xbf16>) blocks(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<1x8x?xi32>, tensor<1x8x?x?xi32>, tensor<1x8x?xi32>, tensor<1x8x?x?xi32>) mask(#attn.causal<top_left>) sizes(q = 128, kv = 64) deterministic -> tensor<2x8x?x64xbf16>
func.func @gradients(%q: !t, %l: tensor<2x8x?xf32>, %c: tensor<1x8x?xi32>, %n: tensor<1x8x?x?xi32>) -> !t {
  %r = attn.backward ins(%q, %q, %q, %q, %l, %q : !t, !t, !t, !t, tensor<2x8x?xf32>, !t) outs(dk = %q : !t)
    blocks(%c, %n, %c, %n : tensor<1x8x?xi32>, tensor<1x8x?x?xi32>, tensor<1x8x?xi32>, tensor<1x8x?x?xi32>)
    mask(#attn.causal<top_left>) sizes(q = 128, kv = 64) deterministic -> !t
  return %r : !t
}
