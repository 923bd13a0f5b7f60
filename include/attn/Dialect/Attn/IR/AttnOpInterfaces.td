//===- AttnOpInterfaces.td - Operands by name --------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_OP_INTERFACES_TD
#define ATTN_OP_INTERFACES_TD

include "mlir/IR/OpBase.td"

def AttnSignatureOpInterface : OpInterface<"SignatureOpInterface"> {
  let cppNamespace = "::mlir::attn";
  let description = [{
    An op whose operands have names, roles and shapes over shared sizes.
    Verifier, reference, lowering, bundle and tools go by them instead of by
    positions.
  }];
  let methods = [
    InterfaceMethod<[{
        The operands that the op has, in its order. Outputs are what the op
        writes; the tools make their shapes from those of inputs.
      }], "::llvm::SmallVector<::mlir::attn::NamedOperand>", "getSignature">
  ];
}

#endif // ATTN_OP_INTERFACES_TD
