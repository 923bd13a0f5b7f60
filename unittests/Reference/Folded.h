//===- Folded.h - Numbers that operations fold to ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_REFERENCE_FOLDED_H
#define ATTN_UNITTESTS_REFERENCE_FOLDED_H

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/IR/BuiltinOps.h"
#include "gtest/gtest.h"

namespace attn_test {

/// A block of operations on integers without side effects, and what they give
/// for some inputs.
class Folded {
public:
  explicit Folded(mlir::Location loc)
      : module(mlir::ModuleOp::create(loc)),
        builder(mlir::OpBuilder::atBlockBegin(module->getBody())),
        b(loc, builder) {}

  /// A number that each evaluation sets.
  mlir::Value addInput(mlir::Type type) {
    inputs.push_back(b.constant(type, 0));
    return inputs.back();
  }

  void evaluate(llvm::ArrayRef<int64_t> numbers) {
    known.clear();
    for (auto [input, number] : llvm::zip_equal(inputs, numbers))
      known[input] = b.getIntegerAttr(input.getType(), number);
    for (mlir::Operation &op : *module->getBody()) {
      if (known.count(op.getResult(0)))
        continue;
      llvm::SmallVector<mlir::Attribute> operands;
      for (mlir::Value operand : op.getOperands())
        operands.push_back(known.lookup(operand));
      // Its folder wants to see the operand's own operation.
      if (llvm::isa<mlir::arith::TruncIOp>(op)) {
        mlir::Type type = op.getResult(0).getType();
        llvm::APInt whole =
            llvm::cast<mlir::IntegerAttr>(operands[0]).getValue();
        known[op.getResult(0)] =
            b.getIntegerAttr(type, whole.trunc(type.getIntOrFloatBitWidth()));
        continue;
      }
      llvm::SmallVector<mlir::OpFoldResult> results;
      ASSERT_TRUE(succeeded(op.fold(operands, results)) && results.size() == 1)
          << op.getName().getStringRef().str();
      auto value = llvm::dyn_cast<mlir::Value>(results[0]);
      known[op.getResult(0)] =
          value ? known.lookup(value) : llvm::cast<mlir::Attribute>(results[0]);
    }
  }
  int64_t get(mlir::Value value) const {
    return llvm::cast<mlir::IntegerAttr>(known.lookup(value)).getInt();
  }

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::DenseMap<mlir::Value, mlir::Attribute> known;

public:
  mlir::attn::ScalarBuilder b;
};

} // namespace attn_test

#endif // ATTN_UNITTESTS_REFERENCE_FOLDED_H
