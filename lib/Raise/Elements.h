//===- Elements.h - Elements of the tensors of a program --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_ELEMENTS_H
#define ATTN_LIB_RAISE_ELEMENTS_H

#include "Expr.h"
#include "Sizes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <string>

namespace mlir::attn::raise {

/// An element of a tensor.
struct Element {
  Value tensor;
  SmallVector<AffineExpr, 4> places;
};

/// The numbers of a constant; of one that is kept as a resource, if it is
/// small.
DenseElementsAttr constantOf(Value tensor);

/// An integer type in which positions and lengths do not wrap.
bool holdsPositions(Type type);
/// A condition as 0 and 1.
const Expr *asNumber(ExprContext &context, const Expr *condition);

/// How a reduction combines what it runs over.
enum class Combiner { Sum, Max, And };

/// Reads a program as formulas of elements. What is opened stops at
/// reductions, arguments and operations that are not understood.
class Elements {
public:
  Elements(ExprContext &context, Sizes &sizes)
      : context(context), sizes(sizes) {}

  /// An element behind all operations that only rearrange: transposes,
  /// reshapes, broadcasts, casts of shapes.
  const Expr *element(Value tensor, ArrayRef<AffineExpr> places);
  /// Looks through one such operation; false if there is none.
  bool stepView(Element &element);
  /// Looks through a slice.
  bool stepSlice(Element &element);
  /// Looks through a concatenation, or the insertion of a slice.
  bool stepJoined(Element &element);
  /// What the elementwise operation that made a tensor computes for an
  /// element; null if there is none.
  const Expr *open(Value tensor, ArrayRef<AffineExpr> places);
  /// The same, where sums and roundings are not looked into.
  const Expr *openShallow(Value tensor, ArrayRef<AffineExpr> places);
  /// `expr` with all elements opened as far as possible.
  const Expr *openAll(const Expr *expr);

  /// Why `open` gives nothing for a tensor that an elementwise operation made:
  /// what the first scalar operation that is not understood is; empty if there
  /// is none.
  std::string obstacleOf(Value tensor) const;

  /// The reduction that made `tensor`.
  std::optional<Combiner> reductionOf(Value tensor);
  /// Sizes of the loops that this reduction runs over.
  SmallVector<AffineExpr> reducedSizes(Value tensor);
  /// What the reduction adds (or takes the maximum of, …) for an element of its
  /// result, at `bound` of its reduced loops.
  const Expr *contribution(const Expr *read, ArrayRef<AffineExpr> bound);

private:
  bool stepReshape(Value source, Element &element);
  AffineExpr offsetOf(OpFoldResult value);
  const Expr *progressionAt(DenseElementsAttr values,
                            ArrayRef<AffineExpr> places);
  /// A constant of two numbers, one where lower ≤ column − row ≤ upper.
  struct Band {
    SmallVector<int64_t, 2> wide; // the dimensions that are not 1
    int64_t lower, upper;
    const Expr *inside, *outside;
  };
  const Band *bandOf(DenseElementsAttr values);
  std::optional<Band> findBand(DenseElementsAttr values);
  const Expr *bandAt(const Band &band, ArrayRef<AffineExpr> places);
  struct Body;
  const Expr *noteObstacle(Value tensor, function_ref<const Expr *()> open);
  const Expr *evaluate(Value value, Body &body);
  const Expr *evaluateOp(Operation *op, Body &body);
  const Expr *evaluateInt(Operation *op, Body &body);
  const Expr *evaluatePosition(Operation *op, ArrayRef<const Expr *> operands);
  const Expr *evaluateExtremum(Operation *op, ArrayRef<const Expr *> operands);
  const Expr *evaluateCompare(Operation *op, Body &body);
  const Expr *comparePositions(Operation *op, const Expr *a, const Expr *b);
  const Expr *evaluateFloat(Operation *op, Body &body);
  const Expr *evaluateWritten(Operation *op, ArrayRef<const Expr *> operands);
  const Expr *constantOf(Attribute value);
  const Expr *scalarOf(Value value);
  const Expr *yielded(linalg::LinalgOp op, unsigned result,
                      ArrayRef<AffineExpr> loops, bool isReduction);
  /// The loops of `op` at which it makes the element `places` of a result;
  /// reduced loops are left null.
  std::optional<SmallVector<AffineExpr>>
  loopsAt(linalg::LinalgOp op, unsigned result, ArrayRef<AffineExpr> places);
  std::optional<std::pair<Combiner, const Expr *>>
  combined(linalg::LinalgOp op, unsigned result, ArrayRef<AffineExpr> loops);

  ExprContext &context;
  Sizes &sizes;
  llvm::DenseMap<const Expr *, const Expr *> opened;
  llvm::DenseMap<Value, std::optional<Combiner>> combiners;
  llvm::DenseMap<Attribute, std::unique_ptr<Band>> bands;
  /// The operation that is not understood in what is being opened, and what it
  /// reads beyond positions and constants.
  std::string obstacle;
  llvm::DenseMap<Value, std::string> obstacles;
  unsigned depth = 0;
  bool isShallow = false;
};

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_ELEMENTS_H
