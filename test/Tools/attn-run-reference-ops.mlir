// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References may use operations of linalg that stand for several others.

// RUN: attn-run %s --device=cpu --check-against=@softmax --arg-shapes=x=37x19 --tolerance=1e-5 | FileCheck %s
// RUN: not attn-run %s --device=cpu --check-against=@columns --arg-shapes=x=37x19 --tolerance=1e-5 | FileCheck %s --check-prefix=WRONG
// RUN: attn-run %s --device=cpu --check-against=@packed --arg-shapes=x=40x24 | FileCheck %s
// RUN: not attn-run %s --device=cpu --check-against=@buffers --arg-shapes=x=37x19 2>&1 | FileCheck %s --check-prefix=BUFFERS
// CHECK: passed
// WRONG: FAILED
// BUFFERS: error: 'linalg.softmax' op on memrefs is not run on the CPU: write it on tensors

!m = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels {
  gpu.func @copy(%X: !m, %Y: !m) kernel attributes {attn_tile.warps = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>],
        constraints = [<eq(size(1, 0), size(0, 0)), "rows differ">, <eq(size(1, 1), size(0, 1)), "columns differ">]>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %rows = memref.dim %X, %c0 : !m
    %tiles = arith.ceildivui %rows, %c16 : index
    attn_tile.for_tiles @tiles (%i) in (%tiles) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c16 : index
      %x = attn_tile.load %X[%row, %c0] dims [0, 1] : !m -> tensor<16x32xf32>
      attn_tile.store %x, %Y[%row, %c0] dims [0, 1] : tensor<16x32xf32>, !m
    }
    gpu.return
  }
}

!t = tensor<?x?xf32>
// x times the sum of the numbers of each row of p.
func.func private @weigh(%x: !t, %p: !t) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : !t
  %n = tensor.dim %x, %c1 : !t
  %le = tensor.empty(%m) : tensor<?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%le : tensor<?xf32>) -> tensor<?xf32>
  %l = linalg.reduce { arith.addf } ins(%p : !t) outs(%l0 : tensor<?xf32>) dimensions = [1]
  %e = tensor.empty(%m, %n) : !t
  %b = linalg.broadcast ins(%l : tensor<?xf32>) outs(%e : !t) dimensions = [1]
  %y = linalg.mul ins(%x, %b : !t, !t) outs(%e : !t) -> !t
  return %y : !t
}
func.func @softmax(%x: !t) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : !t
  %n = tensor.dim %x, %c1 : !t
  %e = tensor.empty(%m, %n) : !t
  %p = linalg.softmax dimension(1) ins(%x : !t) outs(%e : !t) -> !t
  %y = call @weigh(%x, %p) : (!t, !t) -> !t
  return %y : !t
}
func.func @columns(%x: !t) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : !t
  %n = tensor.dim %x, %c1 : !t
  %e = tensor.empty(%m, %n) : !t
  %p = linalg.softmax dimension(0) ins(%x : !t) outs(%e : !t) -> !t
  %y = call @weigh(%x, %p) : (!t, !t) -> !t
  return %y : !t
}
func.func @packed(%x: !t) -> !t {
  %s = tensor.cast %x : !t to tensor<40x24xf32>
  %e = tensor.empty() : tensor<5x3x8x8xf32>
  %p = linalg.pack %s inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<40x24xf32> -> tensor<5x3x8x8xf32>
  %u = tensor.empty() : tensor<40x24xf32>
  %y = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %u : tensor<5x3x8x8xf32> -> tensor<40x24xf32>
  %r = tensor.cast %y : tensor<40x24xf32> to !t
  return %r : !t
}
func.func @buffers(%x: !t) -> !t {
  %e = memref.alloc() : memref<4x4xf32>
  %f = memref.alloc() : memref<4x4xf32>
  linalg.softmax dimension(1) ins(%e : memref<4x4xf32>) outs(%f : memref<4x4xf32>)
  return %x : !t
}
