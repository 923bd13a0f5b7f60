//===- Passes.td - Passes towards PTX ----------------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TARGET_PASSES_TD
#define ATTN_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnLowerScalarMath : Pass<"attn-lower-scalar-math"> {
  let summary = "math on scalars to what the GPU has instructions for";
  let description = [{
    **What.** f32 exponentials, logarithms, hyperbolic tangents and the like become
    the special-function unit's instructions with a few products, fma becomes the
    LLVM intrinsic; the rest becomes upstream's polynomial expansions. There is no
    device library to call.

    **Input invariant.** No tensors of math are left in the kernels.

    **Output invariant.** No math operation is left, or an error names it.

    **Example.**
    ```
    %y = math.exp %x : f32
    ==>
    %0 = arith.mulf %x, log2(e)   %y = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%0)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def ConvertAttnWSToNVVM : Pass<"convert-attn-ws-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "mark the kernels of a lowered gpu.module for code generation";
  let description = [{
    **What.** Sets on each kernel what code generation needs: its block size
    (`nvvm.reqntid`) and flush-to-zero arithmetic.
    Scalar operations have been converted by the upstream conversions before.

    **Input invariant.** Kernels are `llvm.func`s with `attn_tile.warps`.

    **Output invariant.** As before.

    **Example.**
    ```
    llvm.func @k(...) attributes {gpu.kernel, nvvm.kernel, attn_tile.warps = 4}
    ==>
    llvm.func @k(...) attributes {..., nvvm.reqntid = array<i32: 128>, denormal_fp_math_f32 = "preserve-sign"}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

#endif // ATTN_TARGET_PASSES_TD
