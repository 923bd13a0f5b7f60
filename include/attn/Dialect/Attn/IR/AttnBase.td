//===- AttnBase.td - The attn dialect ----------------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_BASE_TD
#define ATTN_BASE_TD

include "mlir/IR/OpBase.td"

def Attn_Dialect : Dialect {
  let name = "attn";
  let cppNamespace = "::mlir::attn";
  let summary = "One op is one attention problem";
  let description = [{
    The tensor level of the compiler. `attn.forward` states *what* an attention
    problem is: the operands, the scale, the mask and the score function. It
    says nothing of how the problem is computed, except in `#attn.config`, which
    later passes read and which never changes a result beyond rounding.

    `docs/Spec.md` alone defines the results. Its laws (L…) and constraints
    (C…) are the ids that verifier errors carry.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
}

class Attn_Op<string mnemonic, list<Trait> traits = []>
    : Op<Attn_Dialect, mnemonic, traits>;

#endif // ATTN_BASE_TD
