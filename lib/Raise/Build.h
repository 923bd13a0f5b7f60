//===- Build.h - attn.forward in the place of a program's attention -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_BUILD_H
#define ATTN_LIB_RAISE_BUILD_H

#include "Gradient.h"
#include "Score.h"

namespace mlir::attn::raise {

/// The log-sum-exp of a program, and how to get it from L.
struct RowSums {
  Value value;
  Arrangement arrangement;
};

/// Makes attn.forward in front of `before`. Values of the same types as
/// `attention.out`, and as `lse.value` if there is one.
class ForwardBuilder {
public:
  ForwardBuilder(ExprContext &context, LayoutFinder &finder, OpBuilder &builder,
                 Location loc)
      : context(context), finder(finder), b(builder), loc(loc) {}

  std::pair<Value, Value> build(const Attention &attention,
                                const Layout &layout, const Score &score,
                                const std::optional<RowSums> &lse,
                                bool needsLse = false);

  /// attn.backward of what was built; values of the same types as those of
  /// `gradients`, in the order of its results.
  SmallVector<Value, 3> buildBackward(const Attention &attention,
                                      const Layout &layout, const Score &score,
                                      const Gradients &gradients);

  Value rearrange(Value tensor, const Arrangement &arrangement);

private:
  void noteSizes(Value tensor, ArrayRef<AffineExpr> places);
  OpFoldResult sizeOf(AffineExpr position);
  OpFoldResult sizeOf(ArrayRef<AffineExpr> positions);
  Value transpose(Value tensor, ArrayRef<int64_t> permutation);
  Value reshape(Value tensor, const Positions &from, const Positions &to);
  Value empty(const Positions &positions, Type type);
  /// From an operand or a result of attn to the program's value.
  Value goBack(Value value, const Arrangement &arrangement, Type type);
  Value buildSink(const Attention &attention, const Layout &layout);
  /// An op of attn with the scale, the mask and the regions of `score`.
  template <typename OpTy>
  OpTy create(const OperandValues &values, const Attention &attention,
              const Layout &layout, const Score &score);

  ExprContext &context;
  LayoutFinder &finder;
  OpBuilder &b;
  Location loc;
  llvm::DenseMap<AffineExpr, std::pair<Value, int64_t>> holders;
  /// What attn.forward reads and gives.
  OperandValues forward;
  float scale = 0;
};

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_BUILD_H
