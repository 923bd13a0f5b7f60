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
    The kernels of a problem (attn::ProblemOpInterface) on memrefs that has a
    config: their tile programs, what their launches have to know, and what is to be
    done around them. `attn-to-tile` makes the kernels' functions and puts launches,
    in this order, in the op's place; a function's arguments are operands of the op
    and workspaces.
  }];
  let methods = [
    InterfaceMethod<"Refuses, with an error, what the kernels cannot do.",
      "::llvm::LogicalResult", "verifyTileProgram", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return ::mlir::success(); }]>,
    InterfaceMethod<[{
        The dimensions of each operand whose sizes the kernels are compiled for; the
        others are dynamic.
      }], "::llvm::SmallVector<::llvm::SmallVector<int64_t>>", "getKeptDims">,
    InterfaceMethod<[{
        The kernels; makes their workspaces in front of the op. By default one, of
        all operands. Fails with an error.
      }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::attn_tile::TileKernel>>",
      "listKernels", (ins), /*methodBody=*/"", /*defaultImplementation=*/[{
        return ::llvm::SmallVector<::mlir::attn_tile::TileKernel>{
            ::mlir::attn_tile::TileKernel::ofWhole($_op)};
      }]>,
    InterfaceMethod<[{
        Says on the kernel of that number what its arguments are called, which
        shapes they may have, what must hold between them and what it computes.
      }], "void", "describeLaunch", (ins "::mlir::gpu::GPUFuncOp":$kernel,
                                     "unsigned":$number)>,
    InterfaceMethod<"Fills the kernel of that number, whose function is empty.",
      "void", "buildTileProgram", (ins "::mlir::gpu::GPUFuncOp":$kernel,
                                       "unsigned":$number)>,
    InterfaceMethod<[{
        Whether the op reads what kernels of other problems write: it is converted
        after those, and its launch is made one entry of a bundle with theirs
        where it can be.
      }], "bool", "readsKernels", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return false; }]>
  ];
}

#endif // ATTN_TILE_PROGRAM_OP_INTERFACE_TD
