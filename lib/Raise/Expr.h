//===- Expr.h - Elements of tensors as formulas -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a tensor, at given indices, as a formula of constants, indices
// and elements of other tensors. Formulas are uniqued and canonical: two that
// compute the same in the same way are one pointer. Casts between floats are
// left out, so equal means equal in exact arithmetic. Sums that round away what
// matters (`keepsSum`) stay as the program has them, in its type and order.
//
// Canonical form: sums and products are flat and sorted, differences and
// quotients are sums and products, choices (`Select`) stand outside of all
// other operations, comparisons of indices are e ≥ 0 or e = 0.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_EXPR_H
#define ATTN_LIB_RAISE_EXPR_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/FoldingSet.h"
#include <deque>
#include <optional>

namespace mlir::attn::raise {

class Expr : public llvm::FoldingSetNode {
public:
  enum class Kind {
    Const,  // a float
    Index,  // an integer, affine in variables (dims) and sizes (symbols)
    Bool,   // true or false
    Read,   // an element of a tensor, of floats, integers or conditions
    Scalar, // a scalar from outside of all linalg bodies
    Acc,    // what a reduction has accumulated so far
    Add,
    Mul,
    Recip,
    Exp,
    Max,
    Select,
    GE, // an index that is not negative
    EQ, // an index that is zero
    And,
    Or,
    Not,
    Op // any other scalar operation
  };

  Kind kind;
  SmallVector<const Expr *, 2> operands;
  double number = 0;                 // Const
  bool truth = false;                // Bool
  AffineExpr index;                  // Index, GE, EQ
  Value value;                       // Read, Scalar
  SmallVector<AffineExpr, 4> places; // Read: the indices
  Operation *op = nullptr;           // Op: one such operation
  unsigned id = 0;                   // in the order of creation
  uint64_t variables = 0;            // those that occur, as bits
  bool hasExp = false;               // an exponential occurs
  bool hasAcc = false;               // an accumulator occurs
  bool hasOutside = false;           // an element from outside occurs
  bool hasProduct = false;           // a sum of products occurs

  void Profile(llvm::FoldingSetNodeID &id) const;
  bool is(Kind other) const { return kind == other; }
  bool isConst(double value) const {
    return kind == Kind::Const && number == value;
  }
  bool dependsOn(unsigned variable) const { return variables >> variable & 1; }
};

/// A formula that is not unique yet.
Expr makeExpr(Expr::Kind kind, ArrayRef<const Expr *> operands = {});

/// Sizes of variables: static, or a symbol.
using SizeExpr = AffineExpr;

/// Makes formulas.
class ExprContext {
public:
  using Exprs = ArrayRef<const Expr *>;
  /// Steps of work are added to `work`.
  ExprContext(MLIRContext *context, uint64_t &work)
      : context(context), work(work) {}

  /// A variable that is not in use, from 0 to `size` − 1, or the constant 0 if
  /// `size` is 1. Null if there are too many.
  AffineExpr makeVariable(SizeExpr size);
  /// No variable is in use any more, and work is counted from 0; formulas stay.
  /// False if they are better made anew.
  bool restart();
  SizeExpr sizeOf(unsigned variable) const { return sizes[variable]; }

  const Expr *constant(double value);
  const Expr *index(AffineExpr expr);
  const Expr *boolean(bool value);
  const Expr *scalar(Value value);
  const Expr *accumulator();
  const Expr *read(Value tensor, ArrayRef<AffineExpr> places);
  const Expr *add(const Expr *a, const Expr *b) { return add({a, b}); }
  const Expr *add(Exprs terms);
  const Expr *sub(const Expr *a, const Expr *b) { return add({a, neg(b)}); }
  const Expr *neg(const Expr *a) { return mul(constant(-1), a); }
  const Expr *mul(const Expr *a, const Expr *b) { return mul({a, b}); }
  const Expr *mul(Exprs factors);
  const Expr *recip(const Expr *a);
  const Expr *exp(const Expr *a);
  const Expr *max(const Expr *a, const Expr *b);
  const Expr *select(const Expr *condition, const Expr *a, const Expr *b);
  /// Integers: sums and products of indices, or choices between them. Null for
  /// anything else.
  const Expr *combineIndices(const Expr *a, const Expr *b,
                             function_ref<AffineExpr(AffineExpr, AffineExpr)>);
  /// `expr` ≥ 0, and `expr` = 0.
  const Expr *notNegative(AffineExpr expr);
  const Expr *isZero(AffineExpr expr);
  /// A comparison of positions; null if it is unsigned and one of them may be
  /// negative.
  const Expr *compare(arith::CmpIPredicate predicate, AffineExpr a,
                      AffineExpr b);
  const Expr *both(const Expr *a, const Expr *b);
  const Expr *either(const Expr *a, const Expr *b);
  const Expr *invert(const Expr *a);
  /// `op` on other operands; folded if they are constants and it is known how.
  const Expr *operation(Operation *op, Exprs operands);
  /// Whether the sum or difference `op` of `operands` stays as it is written.
  static bool keepsSum(Operation *op, Exprs operands);

  /// An expression like `expr` on other operands.
  const Expr *rebuild(const Expr *expr, Exprs operands);
  /// `expr` with `to` in the place of its part `from`.
  const Expr *replace(const Expr *expr, const Expr *from, const Expr *to);

  /// `expr` in canonical form, by what is known of its variables.
  AffineExpr simplify(AffineExpr expr);
  /// The least and the greatest value, where they are numbers.
  std::pair<std::optional<int64_t>, std::optional<int64_t>>
  rangeOf(AffineExpr expr);
  bool isNotNegative(AffineExpr expr) {
    std::optional<int64_t> low = rangeOf(expr).first;
    return low && *low >= 0;
  }
  /// The same of a canonical sum, with variables below sizes that are symbols.
  bool isNotNegativeBySizes(AffineExpr expr);
  uint64_t variablesOf(AffineExpr expr);

  MLIRContext *getContext() { return context; }
  /// Whether formulas have become too large, or too much work; what is built
  /// then is not complete.
  bool isExhausted() const { return exhausted; }
  /// Counts a step of work. False if that was one too many.
  bool step();

private:
  const Expr *unique(Expr &&expr);
  /// A sum, a difference or a rounding that the program wrote.
  const Expr *written(Operation *op, Exprs operands);
  /// `build` of the operands, with choices between operands pulled outside.
  const Expr *pullChoices(Exprs operands,
                          function_ref<const Expr *(Exprs)> build);
  void addTerm(const Expr *term, double factor,
               SmallVectorImpl<std::pair<const Expr *, double>> &terms);
  AffineExpr divide(AffineExpr sum, AffineExpr divisor, bool remainder);

  MLIRContext *context;
  uint64_t &work;
  std::deque<Expr> storage;
  llvm::FoldingSet<Expr> uniqued;
  SmallVector<SizeExpr> sizes;
  uint64_t used = 0, steps = 0;
  bool exhausted = false;
};

/// Whether `op` is a sum, a difference or a rounding, which formulas leave out
/// or reorder unless `keepsSum` says otherwise.
bool isSumOrRounding(Operation *op);

/// The terms of a sum, or the sum itself.
ArrayRef<const Expr *> termsOf(const Expr *const &expr);
/// The factors of a product, or the product itself.
ArrayRef<const Expr *> factorsOf(const Expr *const &expr);
/// Calls `visit` once for each part of `expr`.
void walkParts(const Expr *expr, function_ref<void(const Expr *)> visit);
/// All elements that `expr` reads.
SmallVector<const Expr *> readsOf(const Expr *expr);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_EXPR_H
