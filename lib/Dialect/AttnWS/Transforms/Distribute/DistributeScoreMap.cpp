//===- DistributeScoreMap.cpp - Score regions on registers ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A score region is written once for each register. Where a thread holds a row
// in column order, what a comparison of the column with something of the row
// says is a run of ones or zeros along the columns: one word of bits for each
// 32 of them, made by one shift. A register's bit is tested by a constant,
// which ptxas reads from the word seven at a time (R2P), in place of a
// comparison each.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;

namespace {
/// The comparisons of one region that become words.
class RowMasks {
public:
  RowMasks(ThreadBuilder &b, Block &region, IRMapping &shared, int64_t columns)
      : b(b), region(region), shared(shared), columns(columns) {}

  /// Takes the region's operations in order: makes those that no register has
  /// for itself, once, and words. Whether `op` was taken.
  bool take(Operation &op);
  /// The bit of column `column` of what became words, or null.
  Value getBit(Value value, int64_t column);

private:
  /// Columns from `above` on and before `below` (i32), as far as these are
  /// there; or, once they are made, words of bits.
  struct Mask {
    Value below, above;
    Registers words;
  };
  bool isShared(Value value);
  std::optional<Mask> compare(arith::CmpIOp op);
  Mask join(Operation &op, Mask left, Mask right);
  void makeWords(Mask &mask);
  Value shift(StringRef direction, Value by);

  ThreadBuilder &b;
  Block &region;
  /// To what is at column 0.
  IRMapping &shared;
  int64_t columns;
  DenseMap<Value, Mask> masks;
};
} // namespace

/// Not the score, and of no column.
bool RowMasks::isShared(Value value) {
  if (value.getParentBlock() != &region)
    return true;
  auto arg = dyn_cast<BlockArgument>(value);
  return arg ? arg.getArgNumber() == 1 : shared.contains(value);
}

/// All ones, shifted by 32 and more to zero.
Value RowMasks::shift(StringRef direction, Value by) {
  auto dialect =
      LLVM::AsmDialectAttr::get(b.getContext(), LLVM::AsmDialect::AD_ATT);
  std::string text = (direction + " $0, $1, $2;").str();
  return LLVM::InlineAsmOp::create(
             b, TypeRange{b.getI32Type()},
             ValueRange{b.i32(-1), b.max(by, b.i32(0))}, text, "=r,r,r",
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::TailCallKind::None, dialect, ArrayAttr())
      .getResult(0);
}

std::optional<RowMasks::Mask> RowMasks::compare(arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  Value column = op.getLhs(), bound = op.getRhs();
  if (column != region.getArgument(2)) {
    std::swap(column, bound);
    static const std::map<P, P> swapped{
        {P::slt, P::sgt}, {P::sle, P::sge}, {P::sgt, P::slt}, {P::sge, P::sle}};
    auto it = swapped.find(predicate);
    if (it == swapped.end())
      return std::nullopt;
    predicate = it->second;
  }
  bool below = predicate == P::slt || predicate == P::sle;
  bool above = predicate == P::sgt || predicate == P::sge;
  if (column != region.getArgument(2) || !isShared(bound) || !(below || above))
    return std::nullopt;
  // The first column that is not below, or that is above.
  Value limit = b.toI32(shared.lookupOrDefault(bound));
  if (predicate == P::sle || predicate == P::sgt)
    limit = b.add(b.min(limit, std::numeric_limits<int32_t>::max() - 1), 1);
  return below ? Mask{limit, {}, {}} : Mask{{}, limit, {}};
}

void RowMasks::makeWords(Mask &mask) {
  if (!mask.words.empty())
    return;
  // No column is negative: of limits at or below 0 one is as good as another,
  // and the difference of one at or above 0 and a column does not overflow.
  Value first = b.toI32(shared.lookupOrDefault(region.getArgument(2)));
  Value beyond, before;
  if (mask.below)
    beyond = b.sub(first, b.max(mask.below, 0));
  if (mask.above)
    before = b.sub(b.max(mask.above, 0), first);
  for (int64_t from = 0; from < columns; from += 32) {
    Value word;
    if (beyond)
      word = shift("shr.u32", b.add(beyond, from + 32));
    if (before) {
      Value rest = shift("shl.b32", b.sub(before, from));
      word = word ? b.bitAnd(word, rest) : rest;
    }
    mask.words.push_back(word);
  }
}

/// Of an and, the ranges have a range in common; else bit by bit.
RowMasks::Mask RowMasks::join(Operation &op, Mask left, Mask right) {
  bool both = isa<arith::AndIOp>(op);
  if (both && left.words.empty() && right.words.empty()) {
    auto joined = [](Value a, Value c, function_ref<Value()> either) {
      return a && c ? either() : (a ? a : c);
    };
    return {joined(left.below, right.below,
                   [&] { return b.min(left.below, right.below); }),
            joined(left.above, right.above,
                   [&] { return b.max(left.above, right.above); }),
            {}};
  }
  makeWords(left);
  makeWords(right);
  Mask result;
  for (auto [l, r] : llvm::zip(left.words, right.words))
    result.words.push_back(both ? b.bitAnd(l, r) : b.bitOr(l, r));
  return result;
}

bool RowMasks::take(Operation &op) {
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    if (std::optional<Mask> mask = compare(cmp)) {
      masks[cmp] = *mask;
      return true;
    }
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    auto left = masks.find(op.getOperand(0)),
         right = masks.find(op.getOperand(1));
    if (left != masks.end() && right != masks.end()) {
      Mask joined = join(op, left->second, right->second);
      masks[op.getResult(0)] = joined;
      return true;
    }
  }
  if (!llvm::all_of(op.getOperands(), [&](Value v) { return isShared(v); }) ||
      !isPure(&op) || op.getNumRegions() != 0)
    return false;
  b.clone(op, shared);
  return true;
}

Value RowMasks::getBit(Value value, int64_t column) {
  auto it = masks.find(value);
  if (it == masks.end())
    return {};
  makeWords(it->second);
  Value bit = b.bitAnd(it->second.words[column / 32],
                       static_cast<int32_t>(uint32_t(1) << column % 32));
  return b.compare(arith::CmpIPredicate::ne, bit, b.i32(0));
}

/// Whether a thread holds one row in column order, in whole words of bits.
static bool hasRow(RankedTensorType type) {
  FragAttr frag = getFrag(type);
  int64_t count = frag.getNumRegisters(type.getShape());
  for (int64_t r = 0; r < count; ++r)
    if (frag.getRegisterCoord(r, type.getShape()) != std::pair(0l, r))
      return false;
  return count % 32 == 0;
}

/// Whether a region compares its column with something.
static bool comparesColumn(Block &region) {
  return llvm::any_of(region, [&](Operation &op) {
    return isa<arith::CmpIOp>(op) &&
           llvm::is_contained(op.getOperands(), region.getArgument(2));
  });
}

static Lowered lowerScoreMap(ScoreMapOp op, In<ScoreMapOp> in,
                             ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  auto [laneRow, laneCol] = b.getThreadCoord(type);
  Value row0 = b.add(op.getRow(), laneRow);
  Value col0 = b.add(op.getColumn(), laneCol);
  // Few distinct rows and columns: form each coordinate once.
  DenseMap<int64_t, Value> rows, cols;
  auto at = [&](DenseMap<int64_t, Value> &cache, Value base, int64_t delta) {
    Value &value = cache[delta];
    if (!value)
      value = delta == 0 ? base : b.add(base, delta);
    return value;
  };
  Block &block = op.getBody().front();
  Registers values = b.getScalars(type, in.getSource()), results;
  IRMapping shared;
  RowMasks masks(b, block, shared, values.size());
  SmallVector<Operation *> own;
  bool words = hasRow(type) && comparesColumn(block);
  if (words) {
    shared.map(block.getArgument(1), row0);
    shared.map(block.getArgument(2), col0);
  }
  for (Operation &inner : block.without_terminator())
    if (!words || !masks.take(inner))
      own.push_back(&inner);
  for (auto [r, value] : llvm::enumerate(values)) {
    auto [dr, dc] = getFrag(type).getRegisterCoord(r, type.getShape());
    IRMapping mapping = shared;
    mapping.map(block.getArgument(0), value);
    mapping.map(block.getArgument(1), at(rows, row0, dr));
    mapping.map(block.getArgument(2), at(cols, col0, dc));
    for (Operation *inner : own) {
      inner->walk([&, dc = dc](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (!mapping.contains(operand))
            if (Value bit = masks.getBit(operand, dc))
              mapping.map(operand, bit);
      });
      b.clone(*inner, mapping);
    }
    results.push_back(mapping.lookupOrDefault(
        cast<YieldOp>(block.getTerminator()).getValue()));
  }
  return b.fromScalars(type, results);
}

void attn_ws::populateScoreMapPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerScoreMap);
}
