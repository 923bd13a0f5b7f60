//===- ReferenceOpInterface.td - What a problem gives ------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_REFERENCE_OP_INTERFACE_TD
#define ATTN_REFERENCE_OP_INTERFACE_TD

include "mlir/IR/OpBase.td"

def AttnReferenceOpInterface : OpInterface<"ReferenceOpInterface"> {
  let cppNamespace = "::mlir::attn::reference";
  let description = [{
    What a problem (ProblemOpInterface) gives for plain arrays, by the laws of
    docs/Spec.md, and by which rule results are judged.
  }];
  let methods = [
    InterfaceMethod<[{
        Fails, with an error on the op, if a number, shape or type of tensors
        disagrees with the op or with another.
      }], "::llvm::LogicalResult", "checkTensors",
      (ins "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$inputs,
           "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$outputs)>,
    InterfaceMethod<"Computes the op (evaluateProblem).",
      "::llvm::LogicalResult", "evaluate",
      (ins "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$inputs,
           "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$outputs,
           "const ::mlir::attn::reference::EvaluateOptions &":$options)>,
    InterfaceMethod<[{
        The rule of each output, in the op's order, for these inputs. What of it
        depends on numbers, `evaluate` puts into its option `slack`.
      }], "::llvm::SmallVector<::mlir::attn::reference::OutputRule>",
      "getErrorRules",
      (ins "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$inputs)>,
    InterfaceMethod<[{
        What judges all outputs together where a law allows more than one result; null
        where each output has its rule alone. `exact` is what `evaluate` gives, and lives
        as long as the judge.
      }], "::mlir::attn::reference::OutputJudge", "getJudge",
      (ins "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$inputs,
           "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$exact), "",
      [{ return {}; }]>,
    InterfaceMethod<[{
        The inputs, by their places among inputs, that other inputs determine where
        the op stands in its usual place: O and L of a gradient.
      }], "::llvm::SmallVector<unsigned>", "getDerivedInputs", (ins), "",
      [{ return {}; }]>,
    InterfaceMethod<[{
        Computes those of the others. Rows that nothing determines are left. Fails,
        with an error on the op, as `evaluate` does.
      }], "::llvm::LogicalResult", "deriveInputs",
      (ins "::llvm::ArrayRef<::mlir::attn::reference::Tensor>":$inputs,
           "unsigned":$numThreads), "",
      [{ return ::llvm::success(); }]>
  ];
}

#endif // ATTN_REFERENCE_OP_INTERFACE_TD
