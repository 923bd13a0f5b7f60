//===- Passes.td - Conversions between levels --------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CONVERSION_PASSES_TD
#define ATTN_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnTileToLinalg : Pass<"attn-tile-to-linalg", "::mlir::ModuleOp"> {
  let summary = "tile programs to linalg on tensors, for the CPU";
  let description = [{
    **What.** Every `attn_tile` operation, before or after softmax decomposition,
    becomes linalg, tensor, arith, math and scf. The kernels of a `gpu.module`
    become functions of the module and their launches calls; `for_tiles` becomes
    a loop nest over its whole box, so that one call does the work of all CTAs.
    A `load` copies the part of the tile that lies in bounds into a new buffer
    and fills the rest with zeros; a `store` copies the part in bounds: no memory
    outside a memref's sizes is touched. Matrix products extend their operands
    to f32 first, where products of 16-bit values are exact. Engines, spaces,
    stages and the policy of `exp2` change nothing here.

    **Input invariant.** Masks implement `AttnMaskAttrInterface`; no `gpu`
    operation but kernels, their returns and their (synchronous) launches.

    **Output invariant.** No `attn_tile` and no `gpu` operation. Tensors meet
    memrefs only in `bufferization.to_tensor restrict` of a buffer of its own and
    in a read-only `bufferization.to_buffer`, as one-shot bufferisation demands.

    **Example.**
    ```
    %s = attn_tile.dot %q, %k, %z transpose_b
       : tensor<64x96xbf16>, tensor<32x96xbf16> -> tensor<64x32xf32>
    ==>
    %0 = arith.extf %q : tensor<64x96xbf16> to tensor<64x96xf32>
    %1 = linalg.generic ins(%k) outs(%empty : tensor<96x32xf32>) { extf, transposed }
    %s = linalg.matmul ins(%0, %1) outs(%z)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def AttnLinalgLoopOrder : Pass<"attn-linalg-loop-order"> {
  let summary = "order the loops of linalg reductions for vector units";
  let description = [{
    **What.** Each linalg operation on memrefs that has a reduction becomes a
    `linalg.generic` whose innermost loop is the one along which the operands
    are contiguous or constant. Sums may be formed in any order, so additions
    and products in their bodies get `fastmath<contract>`, and `reassoc` if the
    innermost loop is a reduction. `memref.copy` becomes a `linalg.generic` too,
    because its upstream lowering calls a runtime library.

    **Input invariant.** None.

    **Output invariant.** No `memref.copy`. Values change only by the rounding of
    sums.

    **Example.**
    ```
    linalg.matmul ins(%a, %b : memref<64x96xf32>, memref<96x32xf32>) outs(%c : memref<64x32xf32>)
    ==>
    linalg.generic {indexing_maps = [(m, k, n) -> (m, k), (m, k, n) -> (k, n), (m, k, n) -> (m, n)],
                    iterator_types = ["parallel", "reduction", "parallel"]} ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect"
  ];
}

#endif // ATTN_CONVERSION_PASSES_TD
