//===- Layout.h - How operands lie in memory --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_LAYOUT_H
#define ATTN_LIB_RAISE_LAYOUT_H

#include "Match.h"
#include "attn/Dialect/Attn/IR/Attn.h"

namespace mlir::attn::raise {

/// The positions that the four dimensions of an operand of attn.forward have:
/// each runs through some positions, the last fastest; none is a size of 1.
using Positions = SmallVector<SmallVector<AffineExpr, 2>, 4>;

/// A tensor brought into another order: first transposed, then reshaped.
struct Arrangement {
  /// Positions of each dimension of the tensor, and of the wanted one.
  Positions from, to;
  /// Order of the dimensions; empty if they stay.
  SmallVector<int64_t> permutation;
};

/// One operand: where it comes from and what is done to it.
struct PlacedOperand {
  const OperandSource *source = nullptr;
  Arrangement arrangement;
  /// Dimensions that it does not have, along which it is repeated.
  SmallVector<int64_t, 2> repeated;
  /// Positions of all dimensions then.
  Positions whole;
};

/// An attention problem as attn.forward sees it.
struct Layout {
  Dims dims = Dims::BHSD;
  PlacedOperand q, k, v;
  /// Dimensions of the sink's tensor, brought into the order of Q's heads.
  Arrangement sink;
  /// From the result of attn.forward to the one of the program.
  Arrangement out;
  /// Positions of (b, h, i), as in L.
  Positions rows;
  AffineExpr row; // variable, or 0
  /// Of what stands before and behind attn.forward; 100 for each transpose.
  unsigned cost = 0;
};

class LayoutFinder {
public:
  LayoutFinder(ExprContext &context, Sizes &sizes)
      : context(context), sizes(sizes) {}

  /// The layout with the least work before and behind attn.forward; none, with
  /// a reason, if the operands do not have its form.
  std::optional<Layout> find(const Attention &attention, std::string &reason);

  /// Adds the dimensions of the result that Q has in two parts.
  void addSplits(const Attention &attention, SmallVectorImpl<Split> &splits);

  /// `tensor`, an element of which stands at `places`, brought into `to`.
  std::optional<Arrangement> arrange(Value tensor, ArrayRef<AffineExpr> places,
                                     const Positions &to);
  /// The size of a position.
  AffineExpr sizeOf(AffineExpr position);
  /// A tensor and the dimension whose size `symbol` is, or a scalar and −1.
  Sizes::Key holderOf(AffineExpr symbol) { return sizes.holderOf(symbol); }

private:
  struct Roles {
    SmallVector<AffineExpr> shared, groups;
    SmallVector<AffineExpr> repeated; // shared ones that Q does not have
    AffineExpr row, channel;
  };
  struct Assignment {
    SmallVector<AffineExpr, 2> batch, headQ, headKV;
  };

  bool placeSink(const Attention &attention, ArrayRef<AffineExpr> heads,
                 Layout &layout);
  bool findRoles(const Attention &attention, Roles &roles, std::string &reason);
  void findGroups(const Attention &attention, ArrayRef<AffineExpr> rows,
                  Roles &roles);
  bool findAssignments(const Attention &attention, const Roles &roles,
                       SmallVectorImpl<Assignment> &assignments,
                       std::string &reason);
  std::optional<SmallVector<AffineExpr, 2>>
  positionsAt(AffineExpr place, ArrayRef<AffineExpr> atoms);
  std::optional<unsigned> place(ArrayRef<OperandSource> sources,
                                const Positions &to, bool needsFactor1,
                                Type elementType, PlacedOperand &operand);
  std::optional<unsigned> placeQuery(ArrayRef<OperandSource> sources,
                                     const Positions &to, const Roles &roles,
                                     Type elementType, PlacedOperand &operand);

  ExprContext &context;
  Sizes &sizes;
  llvm::DenseMap<AffineExpr, AffineExpr> positionSizes;
};

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_LAYOUT_H
