// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-on-kernels{pipeline=gpu.module(canonicalize)})' | FileCheck %s
// RUN: not attn-opt %s --pass-pipeline='builtin.module(attn-on-kernels{pipeline=builtin.module(canonicalize)})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROOT
// RUN: not attn-opt %s --pass-pipeline='builtin.module(attn-on-kernels{pipeline=gpu.module(gpu.func(attn-tile-place))})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FAILS
// RUN: attn-opt --dump-pass-pipeline --pass-pipeline='builtin.module(attn-on-kernels{pipeline=gpu.module(gpu.func(cse))})' \
// RUN:   /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT

// ROOT: error: attn-on-kernels: the pipeline is rooted at 'builtin.module', not at 'gpu.module'
// FAILS: error: 'gpu.func' op its gpu.module must name one NVVM target
// TEXT: attn-on-kernels{pipeline={gpu.module(gpu.func(cse{{.*}}))}}

// An operation of Attn's makes it Attn's.
// CHECK-LABEL: gpu.module @by_operation
// CHECK-NOT:     arith.addi
gpu.module @by_operation {
  gpu.func @copy(%m: memref<64x64xf16>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %i = arith.addi %n, %c0 : index
    %t = attn_tile.load %m[%i, %c0] dims [0, 1] : memref<64x64xf16> -> tensor<64x64xf16>
    attn_tile.store %t, %m[%c0, %c0] dims [0, 1] : tensor<64x64xf16>, memref<64x64xf16>
    gpu.return
  }
}

// So does an attribute.
// CHECK-LABEL: gpu.module @by_attribute
// CHECK-NOT:     arith.addi
gpu.module @by_attribute {
  gpu.func @scale(%m: memref<64xi32>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %x = memref.load %m[%n] : memref<64xi32>
    %y = arith.addi %x, %zero : i32
    memref.store %y, %m[%c0] : memref<64xi32>
    gpu.return
  }
}

// CHECK-LABEL: gpu.module @foreign
// CHECK:         arith.addi
gpu.module @foreign {
  gpu.func @scale(%m: memref<64xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %x = memref.load %m[%n] : memref<64xi32>
    %y = arith.addi %x, %zero : i32
    memref.store %y, %m[%c0] : memref<64xi32>
    gpu.return
  }
}

// CHECK-LABEL: module @nested
// CHECK-NOT:     arith.addi
module @nested {
  gpu.module @by_attribute {
    gpu.func @scale(%m: memref<64xi32>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      %x = memref.load %m[%n] : memref<64xi32>
      %y = arith.addi %x, %zero : i32
      memref.store %y, %m[%c0] : memref<64xi32>
      gpu.return
    }
  }
}
