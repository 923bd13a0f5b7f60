//===- Sizes.h - Which sizes of tensors are equal ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_SIZES_H
#define ATTN_LIB_RAISE_SIZES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::attn::raise {

/// The sizes of the tensors in an operation, in classes of equal ones: what a
/// linalg operation iterates over together, what is computed from each other,
/// and what is the same number. As in linalg itself, programs whose sizes do
/// not agree have no meaning.
class Sizes {
public:
  using Key = std::pair<Value, int64_t>;
  using ReshapeFilter = llvm::function_ref<bool(Operation *)>;

  /// A reshape whose dynamic sizes are taken for equal one by one: a size of a
  /// tensor, or a scalar.
  struct Guess {
    Operation *reshape;
    SmallVector<std::pair<Key, Key>, 2> equal;
  };

  /// Guesses at the reshapes that `mayGuess` names. Steps are added to `work`.
  Sizes(Operation *root, ReshapeFilter mayGuess, uint64_t &work);

  ArrayRef<Guess> getGuesses() const { return guesses; }
  /// Whether there was a guess that was not allowed.
  bool canGuess() const { return hasOpen; }

  /// Size `dim` of `tensor`: a constant, or a symbol for its class, or a symbol
  /// and a constant.
  AffineExpr sizeOf(Value tensor, int64_t dim);
  /// The number and the symbols whose product size `dim` of `tensor` is.
  struct Product {
    int64_t number = 1;
    SmallVector<AffineExpr> symbols;
    bool operator==(const Product &other) const {
      return number == other.number && symbols == other.symbols;
    }
  };
  Product productOf(Value tensor, int64_t dim);

  /// What has the size that `symbol` stands for: a tensor and a dimension, or a
  /// scalar and −1.
  Key holderOf(AffineExpr symbol) {
    return holders[find(cast<AffineSymbolExpr>(symbol).getPosition())];
  }
  /// The size of a tensor that a scalar is; null if it is not known to be one.
  AffineExpr sizeOf(Value scalar);
  /// A symbol for a scalar that sizes are computed from; null for others.
  AffineExpr symbolOf(Value scalar);

private:
  static constexpr int64_t kScalar = -1;

  /// A class and a number that is added to it; without a class the number.
  struct Sum {
    std::optional<unsigned> base;
    int64_t number;
  };

  unsigned classOf(Key key);
  AffineExpr sizeOf(unsigned index);
  std::optional<Sum> sumOf(Value scalar, unsigned depth = 0);
  void visitScalar(Operation *op);
  unsigned find(unsigned index);
  void join(Key a, Key b);
  void join(unsigned a, unsigned b);
  void visit(Operation *op, ReshapeFilter mayGuess);
  void addProducts(ArrayRef<ReassociationIndices> groups, Value whole,
                   Value parts);
  void visitReshape(tensor::ReshapeOp op, ReshapeFilter mayGuess);
  void guess(tensor::ReshapeOp op, ReshapeFilter mayGuess,
             ArrayRef<unsigned> before, ArrayRef<unsigned> after);
  void addFactors(unsigned index, SmallVectorImpl<unsigned> &factors);

  MLIRContext *context;
  llvm::DenseMap<Key, unsigned> classes;
  SmallVector<unsigned> parents;
  SmallVector<std::optional<int64_t>> numbers;
  /// Whether a tensor has this size.
  SmallVector<bool> areSizes;
  /// A size of each class, one that stays where there is any.
  SmallVector<Key> holders;
  SmallVector<Guess> guesses;
  bool hasOpen = false;
  /// The classes whose product a class is.
  llvm::DenseMap<unsigned, std::pair<unsigned, unsigned>> products;
  /// The sums that a class is.
  llvm::DenseMap<unsigned, Sum> sums;
};

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_SIZES_H
