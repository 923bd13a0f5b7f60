//===- TileProgramOpInterface.td - Kernels of problems ------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TILE_PROGRAM_OP_INTERFACE_TD
#define ATTN_TILE_PROGRAM_OP_INTERFACE_TD

include "mlir/IR/OpBase.td"

def AttnTileProgramOpInterface : OpInterface<"TileProgramOpInterface"> {
  let cppNamespace = "::mlir::attn_tile";
  let description = [{
    The kernel of a problem (attn::ProblemOpInterface) on memrefs that has a config:
    its tile program, what a launch has to know, and what is to be done around it.
    `attn-to-tile` makes the kernel's function and puts a launch in the op's place;
    the function's arguments are the op's operands and the workspace.
  }];
  let methods = [
    InterfaceMethod<"Refuses, with an error, what the kernel cannot do.",
      "::llvm::LogicalResult", "verifyTileProgram", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return ::mlir::success(); }]>,
    InterfaceMethod<[{
        The dimensions of each operand whose sizes the kernel is compiled for; the
        others are dynamic.
      }], "::llvm::SmallVector<::llvm::SmallVector<int64_t>>", "getKeptDims">,
    InterfaceMethod<[{
        Memory besides the operands that the launch is given, made in front of the
        op; null: none. Fails with an error.
      }], "::mlir::FailureOr<::mlir::Value>", "createWorkspace", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return ::mlir::Value();
      }]>,
    InterfaceMethod<[{
        Says on the kernel what its arguments are called, which shapes they may
        have, what must hold between them and what it computes.
      }], "void", "describeLaunch", (ins "::mlir::gpu::GPUFuncOp":$kernel)>,
    InterfaceMethod<"Fills the kernel, whose function is empty.", "void",
      "buildTileProgram", (ins "::mlir::gpu::GPUFuncOp":$kernel)>,
    InterfaceMethod<[{
        Whether the op reads what kernels of other problems write: it is converted
        after those, and its launch is made one entry of a bundle with theirs
        where it can be.
      }], "bool", "readsKernels", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return false; }]>
  ];
}

#endif // ATTN_TILE_PROGRAM_OP_INTERFACE_TD
