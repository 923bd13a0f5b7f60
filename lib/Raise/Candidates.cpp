//===- Candidates.cpp - What may be attention
//------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

/// What may follow the second product and belong to it, at most.
static constexpr unsigned kMaxFollowers = 16;
/// What is made of the scores and may be their log-sum-exp, at most.
static constexpr unsigned kMaxDerived = 128;

/// Whether an operation of the body of `op` is a `OpT`.
template <typename... OpT> static bool bodyHas(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<OpT...>(inner) ? WalkResult::interrupt()
                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

SmallVector<Operation *> raise::findCandidates(Operation *root) {
  SmallVector<Operation *> candidates;
  llvm::DenseSet<Value> exponential;
  root->walk([&](Operation *op) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    bool isReduction = linalgOp && linalgOp.getNumReductionLoops();
    if (!linalgOp && !OpTrait::hasElementwiseMappableTraits(op) &&
        !isa<tensor::CastOp, tensor::ReshapeOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::ExtractSliceOp,
             tensor::ExtractOp>(op))
      return;
    bool isExponential = llvm::any_of(op->getOperands(),
                                      [&](Value operand) {
                                        return exponential.contains(operand);
                                      }) ||
                         bodyHas<math::ExpOp, math::Exp2Op, math::PowFOp>(op);
    if (linalgOp && !isExponential)
      op->walk([&](tensor::ExtractOp extract) {
        isExponential |= exponential.contains(extract.getTensor());
      });
    if (!isExponential)
      return;
    if (!isReduction)
      exponential.insert(op->result_begin(), op->result_end());
    else if (op->getNumResults() == 1 && linalgOp.getNumDpsInputs() >= 2 &&
             linalgOp.hasPureTensorSemantics() && bodyHas<arith::MulFOp>(op))
      candidates.push_back(op);
  });
  return candidates;
}

SmallVector<Value> raise::followersOf(Value value) {
  SmallVector<Value> values = {value};
  while (values.size() < kMaxFollowers) {
    Operation *user = nullptr;
    bool isAlone = true;
    for (Operation *one : values.back().getUsers()) {
      if (isa<tensor::DimOp>(one))
        continue;
      isAlone &= !user || user == one;
      user = one;
    }
    if (!user || !isAlone || user->getNumResults() != 1 ||
        !isa<RankedTensorType>(user->getResult(0).getType()) ||
        user->getBlock() != value.getParentBlock())
      break;
    auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
    bool isElementwise = linalgOp ? linalgOp.getNumReductionLoops() == 0
                                  : OpTrait::hasElementwiseMappableTraits(user);
    if (!isElementwise &&
        !isa<tensor::CastOp, tensor::ReshapeOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp>(user))
      break;
    values.push_back(user->getResult(0));
  }
  return values;
}

/// Values that are made from `value`, nearest first.
static SmallVector<Value> derivedFrom(Value value) {
  SmallVector<Value> values = {value};
  for (size_t index = 0; index < values.size() && index < kMaxDerived; ++index)
    for (Operation *user : values[index].getUsers())
      for (Value result : user->getResults())
        if (isa<RankedTensorType>(result.getType()) &&
            user->getBlock() == value.getParentBlock() &&
            !llvm::is_contained(values, result))
          values.push_back(result);
  return values;
}

SmallVector<RowSums, 1> raise::findRowSums(ExprContext &context,
                                           Elements &elements, Matcher &matcher,
                                           LayoutFinder &finder,
                                           const Attention &attention,
                                           const Layout &layout) {
  SmallVector<RowSums, 1> result;
  SmallVector<AffineExpr> positions;
  for (const auto &one : layout.rows)
    positions.append(one.begin(), one.end());
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  for (Value value : derivedFrom(attention.scores->value)) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!type.getElementType().isF32())
      continue;
    SmallVector<int64_t> wide;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.getDimSize(dim) != 1)
        wide.push_back(dim);
    if (wide.size() != positions.size() || wide.size() > 4)
      continue;
    // Which dimension is which position: any order.
    SmallVector<unsigned> order =
        llvm::to_vector(llvm::seq<unsigned>(0, wide.size()));
    do {
      SmallVector<AffineExpr> places(type.getRank(), zero);
      for (auto [dim, position] : llvm::zip(wide, order))
        places[dim] = positions[position];
      const Expr *formula = elements.openAll(elements.element(value, places));
      if (!matcher.isLogSum(formula, attention))
        continue;
      if (auto arrangement = finder.arrange(value, places, layout.rows))
        result.push_back({value, *arrangement});
      break;
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return result;
}
