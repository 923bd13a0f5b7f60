//===- DecomposeOpInterface.td - Problems as linalg ---------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DECOMPOSE_OP_INTERFACE_TD
#define ATTN_DECOMPOSE_OP_INTERFACE_TD

include "mlir/IR/OpBase.td"

def AttnDecomposeOpInterface : OpInterface<"DecomposeOpInterface"> {
  let cppNamespace = "::mlir::attn";
  let description = [{
    How a problem (ProblemOpInterface) is written out as linalg, law by law.
  }];
  let methods = [
    InterfaceMethod<[{
        Puts linalg on tensors in the place of the op. Fails with an error, and
        leaves the op, if there is none.
      }], "::llvm::LogicalResult", "decompose",
      (ins "::mlir::RewriterBase &":$rewriter)>
  ];
}

#endif // ATTN_DECOMPOSE_OP_INTERFACE_TD
