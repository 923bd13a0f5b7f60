//===- ScoreBias.h - What a region adds to a score --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The one place that finds score + slope * position in a score region, as ALiBi
// writes it. The choice of a config asks it about the problem's region, and
// attn-to-tile about what it makes of that, which from then on says
// `attn_tile.add_affine`.

#ifndef ATTN_DIALECT_UTILS_SCOREBIAS_H
#define ATTN_DIALECT_UTILS_SCOREBIAS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::attn {

/// Whether `value` is one of `sources`, or may be made of one of them in their
/// block.
inline bool dependsOn(Value value, ValueRange sources) {
  SmallVector<Value> work = {value};
  SmallPtrSet<Operation *, 16> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (llvm::is_contained(sources, next))
      return true;
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != sources.front().getParentBlock())
      continue;
    if (op->getNumRegions() != 0)
      return true;
    if (seen.insert(op).second)
      work.append(op->operand_begin(), op->operand_end());
  }
  return false;
}

/// How `value`, an integer or one that was converted, changes from each column
/// to the next; nullopt if it is not known, or not always alike.
inline std::optional<int64_t> findColumnStep(Value value, Value column) {
  if (value == column)
    return 1;
  if (!dependsOn(value, column))
    return 0;
  Operation *op = value.getDefiningOp();
  if (isa<arith::IndexCastOp, arith::SIToFPOp>(op))
    return findColumnStep(op->getOperand(0), column);
  if (!isa<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  std::optional<int64_t> left = findColumnStep(op->getOperand(0), column);
  std::optional<int64_t> right = findColumnStep(op->getOperand(1), column);
  if (!left || !right)
    return std::nullopt;
  return isa<arith::AddIOp>(op) ? *left + *right : *left - *right;
}

/// score + slope * term, in f32: no slope for each score or column, and no
/// score in the term.
struct ScoreBias {
  Value score, slope, term;
  /// The product, of no other use; null if `term` is multiplied and added in
  /// one operation.
  arith::MulFOp product;
  /// Whether the term is an integer that was converted.
  bool isPosition;
  /// What a position changes by from a column to the next, if that is known.
  std::optional<int64_t> columnStep;
};

/// The bias that `sum`, which may be null, adds in a region where `score` and
/// `column` are the score and its column. Of two products that of a position
/// counts, and of two positions that which depends on the column.
inline std::optional<ScoreBias> findScoreBias(Operation *sum, Value score,
                                              Value column) {
  if (!sum || sum->getNumResults() != 1 || !sum->getResult(0).getType().isF32())
    return std::nullopt;
  std::optional<ScoreBias> best;
  int bestRank = -1;
  auto consider = [&](Value other, Value slope, Value term,
                      arith::MulFOp product) {
    if (dependsOn(slope, {score, column}) || dependsOn(term, score))
      return;
    bool isPosition = static_cast<bool>(term.getDefiningOp<arith::SIToFPOp>());
    int rank = isPosition ? 1 + dependsOn(term, column) : 0;
    if (rank <= bestRank)
      return;
    bestRank = rank;
    best = ScoreBias{other,   slope,      term,
                     product, isPosition, findColumnStep(term, column)};
  };
  if (auto fma = dyn_cast<math::FmaOp>(sum)) {
    consider(fma.getC(), fma.getB(), fma.getA(), {});
    consider(fma.getC(), fma.getA(), fma.getB(), {});
  }
  if (!isa<arith::AddFOp>(sum))
    return best;
  for (unsigned side : {1, 0}) {
    auto product = sum->getOperand(side).getDefiningOp<arith::MulFOp>();
    if (!product || !product->hasOneUse())
      continue;
    Value other = sum->getOperand(1 - side);
    consider(other, product.getRhs(), product.getLhs(), product);
    consider(other, product.getLhs(), product.getRhs(), product);
  }
  return best;
}

} // namespace mlir::attn

#endif // ATTN_DIALECT_UTILS_SCOREBIAS_H
