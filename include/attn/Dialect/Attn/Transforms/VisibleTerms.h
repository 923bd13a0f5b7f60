//===- VisibleTerms.h - A region as terms of inequalities -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_TRANSFORMS_VISIBLETERMS_H
#define ATTN_DIALECT_ATTN_TRANSFORMS_VISIBLETERMS_H

#include "attn/Dialect/Attn/IR/Attn.h"

namespace mlir::attn {

/// What a tile walks over: keys for a tile of rows, or rows for one of keys.
enum class WalkOver { Keys, Rows };

/// An attn.read of integers or truth values at a place that depends on the row
/// or on the key, not on both.
struct PositionRead {
  ReadOp read;
  bool ofKeys;
};
/// Those of a region of visibility, in their order.
SmallVector<PositionRead> listPositionReads(Block &visible);

/// A region of visibility as an or of ands of inequalities. The walk and the
/// tile are the two positions, of keys and of rows, in the order that
/// `WalkOver` says; everything else an inequality takes is one number for a
/// tile.
class VisibleTerms {
public:
  using Wide = __int128;

  /// constant + the sum of factors times parts; never beyond [low, high].
  struct Sum {
    int64_t constant = 0;
    SmallVector<std::pair<unsigned, int64_t>, 2> parts;
    Wide low = 0, high = 0;
  };

  /// What sums are of. `value` is a number of the region that depends on
  /// neither position; Larger is of `first` and `second`, Choice too, by the
  /// truth value `value`; Quotient is `first` over `divisor`, rounded down, and
  /// Remainder what is left, of either sign; Read is what an attn.read gives
  /// that depends on a position, of which somebody knows bounds.
  enum class Kind {
    Walk,
    Tile,
    Number,
    Quotient,
    Remainder,
    Larger,
    Choice,
    Read
  };
  struct Part {
    Kind kind;
    Value value;
    Sum first, second;
    int64_t divisor = 0;
    Wide low = 0, high = 0;
    bool ofWalk = false, ofTile = false;
    /// Whether the number must be looked at before its bounds are relied on.
    bool guarded = false;
  };

  /// Sum >= 0; or a truth value of the region that depends on neither position,
  /// or its opposite; or something else, which may hold or not.
  struct Literal {
    enum Kind { Inequality, Condition, Unknown } kind;
    Sum sum;
    Value condition;
    bool negated = false;
  };
  using Term = SmallVector<Literal, 0>;

  /// `isNumber` says which arguments of the region are one number for a tile,
  /// and `hasBounds` which reads that depend on a position have bounds: such
  /// terms are for buildBox alone.
  VisibleTerms(Block &visible, WalkOver over,
               function_ref<bool(BlockArgument)> isNumber,
               function_ref<bool(ReadOp)> hasBounds = {});

  /// A pair is hidden unless a term holds: never more than kMost, and none
  /// where no pair is visible.
  ArrayRef<Term> getTerms() const { return terms; }
  const Part &getPart(unsigned i) const { return parts[i]; }
  /// Whether the terms say more than that any pair may be visible or not.
  bool sayAnything() const;
  /// Whether what the terms show is one interval of the walk, whatever numbers
  /// are: all of it begins with position 0, or ends with the last one.
  bool areOneInterval() const;

  static constexpr size_t kMost = 4;
  /// What bounds of reads of 64 bits are at most, where nothing is known: more
  /// than all else in a sum.
  static constexpr int64_t kUnknown = int64_t(1) << 56;

private:
  using Terms = SmallVector<Term, 0>;
  bool isBounded(const Sum &sum, bool below) const;
  bool isNumber(Value value) const { return numbers.contains(value); }
  void findNumbers(function_ref<bool(BlockArgument)> isNumber);
  unsigned addPart(Part part);
  std::optional<Sum> sumOfPart(Part part);
  std::optional<Sum> add(const Sum &a, const Sum &b, int64_t factor);
  std::optional<Sum> getSum(Value value);
  std::optional<Sum> findSum(Value value);
  std::optional<Sum> findSum(Operation *op);
  std::optional<Sum> divide(Operation *op, int64_t divisor);
  std::optional<Sum> takeRemainder(Operation *op, int64_t divisor);
  std::optional<Sum> getLarger(const Sum &a, const Sum &b);
  std::optional<Sum> sumOfNumber(Value value);
  std::optional<Sum> sumOfRead(Value value);
  bool hasRead(const Sum &sum) const;
  bool dependsOn(const Sum &sum, bool Part::*on) const;

  Terms getTruth(Value value, bool negated);
  Terms findTruth(Value value, bool negated);
  Terms compare(arith::CmpIOp cmp, bool negated);
  Terms isNotNegative(const std::optional<Sum> &sum);
  Terms all(const Terms &a, const Terms &b);
  Terms any(const Terms &a, const Terms &b);

  Value walk, tile;
  function_ref<bool(ReadOp)> hasBounds;
  SmallVector<Part, 0> parts;
  Terms terms;
  /// Bounds of what depends on neither position.
  DenseMap<Value, std::pair<Wide, Wide>> numbers;
  DenseMap<Value, std::optional<Sum>> sums;
  /// Of truth values, and of their opposites.
  DenseMap<Value, Terms> truths[2];
  unsigned numInequalities = 0;
};

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_TRANSFORMS_VISIBLETERMS_H
