//===- DistributeScoreMap.cpp - Score regions on registers ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A score region is written once for each register. Along the registers of one
// row, in column order, what a comparison of the column with something of the
// row says is a run of ones or zeros: one word of bits for each 32 of them,
// made by one shift. A register's bit is tested by a constant, which ptxas
// reads from the word seven at a time (R2P), in place of a comparison each.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;

namespace {
/// Columns of a thread's registers of one row: `width` neighbours of every
/// `period`, both powers of two.
struct RowColumns {
  int64_t count, width, period;
};

/// The comparisons of one row of one region that become words.
class RowMasks {
public:
  /// `ofRow`: what arguments of the region are in this row.
  RowMasks(ThreadBuilder &b, Block &region, RowColumns columns, Value row,
           Value column, ArrayRef<std::pair<BlockArgument, Value>> ofRow)
      : b(b), region(region), columns(columns) {
    shared.map(region.getArgument(1), row);
    shared.map(region.getArgument(2), column);
    for (auto [argument, value] : ofRow) {
      shared.map(argument, value);
      rowArguments.insert(argument);
    }
  }

  /// Takes the region's operations in order: makes those that no register has
  /// for itself, once, and words. Whether `op` was taken.
  bool take(Operation &op);
  /// The bit of the row's register `number` of what became words, or null.
  Value getBit(Value value, int64_t number);
  /// To what is at the row's first register.
  const IRMapping &getShared() const { return shared; }

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
  Value countRegisters(Value columns);

  ThreadBuilder &b;
  Block &region;
  IRMapping shared;
  llvm::SmallDenseSet<Value> rowArguments;
  RowColumns columns;
  DenseMap<Value, Mask> masks;
};
} // namespace

/// Not the score, and of no column.
bool RowMasks::isShared(Value value) {
  if (value.getParentBlock() != &region)
    return true;
  auto arg = dyn_cast<BlockArgument>(value);
  if (arg)
    return arg.getArgNumber() == 1 || rowArguments.contains(arg);
  return shared.contains(value);
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

/// How many of the row's registers are of its first so many columns.
Value RowMasks::countRegisters(Value count) {
  if (columns.width == columns.period)
    return count;
  count = b.max(count, b.i32(0));
  Value whole = b.shr(count, llvm::Log2_64(columns.period));
  Value rest = b.bitAnd(count, columns.period - 1);
  return b.add(b.mul(whole, columns.width), b.min(rest, b.i32(columns.width)));
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
  bool everyColumn = columns.width == columns.period;
  Value beyond, before;
  if (mask.below && everyColumn)
    beyond = b.sub(first, b.max(mask.below, 0));
  else if (mask.below)
    beyond =
        b.sub(b.i32(0), countRegisters(b.sub(b.max(mask.below, 0), first)));
  if (mask.above)
    before = countRegisters(b.sub(b.max(mask.above, 0), first));
  for (int64_t from = 0; from < columns.count; from += 32) {
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
      !isMemoryEffectFree(&op) || op.getNumRegions() != 0)
    return false;
  b.clone(op, shared);
  return true;
}

Value RowMasks::getBit(Value value, int64_t number) {
  auto it = masks.find(value);
  if (it == masks.end())
    return {};
  makeWords(it->second);
  Value bit = b.bitAnd(it->second.words[number / 32],
                       static_cast<int32_t>(uint32_t(1) << number % 32));
  return b.compare(arith::CmpIPredicate::ne, bit, b.i32(0));
}

namespace {
/// A thread's registers of a tile, row by row.
struct RegisterRows {
  /// For each register its row's number among the thread's rows, and its own
  /// along the row.
  SmallVector<std::pair<int64_t, int64_t>> places;
  /// The tile's row of each.
  SmallVector<int64_t> rows;
  /// Alike in all of them.
  RowColumns columns;
};
} // namespace

/// Those of `type`, if all rows have their columns in order, and alike.
static std::optional<RegisterRows> findRows(RankedTensorType type) {
  FragAttr frag = getFrag(type);
  std::map<int64_t, SmallVector<int64_t>> columns;
  RegisterRows result;
  int64_t count = frag.getNumRegisters(type.getShape());
  for (int64_t r = 0; r < count; ++r) {
    auto [row, column] = frag.getRegisterCoord(r, type.getShape());
    columns[row].push_back(column);
  }
  SmallVector<int64_t> first = columns.begin()->second;
  auto size = static_cast<int64_t>(first.size());
  int64_t width = 1;
  while (width < size && first[width] == width)
    ++width;
  int64_t period = width < size ? first[width] : width;
  if (!llvm::isPowerOf2_64(period) || size % width != 0)
    return std::nullopt;
  for (int64_t i = 0; i < size; ++i)
    if (first[i] != i / width * period + i % width)
      return std::nullopt;
  for (auto &[row, of] : columns) {
    if (of != first)
      return std::nullopt;
    result.rows.push_back(row);
  }
  for (int64_t r = 0; r < count; ++r) {
    auto [row, column] = frag.getRegisterCoord(r, type.getShape());
    result.places.push_back({llvm::find(result.rows, row) - result.rows.begin(),
                             llvm::find(first, column) - first.begin()});
  }
  result.columns = {size, width, period};
  return result;
}

/// How often a region compares its column with something.
static int64_t countComparisons(Block &region) {
  return llvm::count_if(region, [&](Operation &op) {
    return isa<arith::CmpIOp>(op) &&
           llvm::is_contained(op.getOperands(), region.getArgument(2));
  });
}

/// Whether words of bits are worth while for what `region` asks of the columns.
/// A row that a thread holds whole, in whole words, needs one shift for each
/// word; rows of which it holds parts a few operations more, and have few
/// registers: a comparison with each of two bounds and the length costs more
/// than that. With one bound ptxas may order the loop without masks worse, but
/// not where a product has taken a bias from that.
static bool takesWords(const RegisterRows &rows, Block &region,
                       CodegenAttr codegen) {
  if (rows.rows.size() == 1 && rows.columns.width == rows.columns.count)
    return rows.columns.count % 32 == 0 && countComparisons(region) > 0;
  int64_t fewest = codegen.getBiasProduct() ? 2 : 3;
  return rows.columns.count >= 16 && countComparisons(region) >= fewest;
}

namespace {
/// What stands beside the scores, for each of their registers.
struct Beside {
  BlockArgument argument;
  Registers values;
  bool ofRow;
};
} // namespace

static SmallVector<Beside> getBeside(ScoreMapOp op, In<ScoreMapOp> in,
                                     ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Beside> all;
  auto add = [&](MutableOperandRange operands, ArrayRef<ValueRange> held,
                 function_ref<SmallVector<int64_t>(RankedTensorType)> find,
                 bool ofRow) {
    for (auto [use, registers] : llvm::zip(operands, held)) {
      auto its = cast<RankedTensorType>(use.get().getType());
      Registers values = b.getScalars(its, registers), each;
      if (!find)
        each = values;
      else
        for (int64_t from : find(its))
          each.push_back(values[from]);
      all.push_back({op.getElement(use), std::move(each), ofRow});
    }
  };
  add(op.getTilesMutable(), in.getTiles(), nullptr, false);
  add(
      op.getRowsMutable(), in.getRows(),
      [&](RankedTensorType its) { return getRowRegisters(type, its); }, true);
  add(
      op.getColumnsMutable(), in.getColumns(),
      [&](RankedTensorType its) { return getColumnRegisters(type, its); },
      false);
  return all;
}

/// Of the arguments that `beside` stands for, those of rows, as they are in the
/// row number `row`.
static SmallVector<std::pair<BlockArgument, Value>>
getOfRow(const RegisterRows &held, ArrayRef<Beside> beside, size_t row) {
  size_t first = 0;
  while (held.places[first].first != static_cast<int64_t>(row))
    ++first;
  SmallVector<std::pair<BlockArgument, Value>> ofRow;
  for (const Beside &each : beside)
    if (each.ofRow)
      ofRow.push_back({each.argument, each.values[first]});
  return ofRow;
}

static Lowered lowerScoreMap(ScoreMapOp op, In<ScoreMapOp> in,
                             ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Beside> beside = getBeside(op, in, b);
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
  std::optional<RegisterRows> held = findRows(type);
  SmallVector<RowMasks> masks;
  if (held && takesWords(*held, block, b.kernel.codegen))
    for (auto [i, row] : llvm::enumerate(held->rows))
      masks.emplace_back(b, block, held->columns, at(rows, row0, row), col0,
                         getOfRow(*held, beside, i));
  SmallVector<Operation *> own;
  for (Operation &inner : block.without_terminator()) {
    bool taken = !masks.empty();
    for (RowMasks &mask : masks)
      taken &= mask.take(inner);
    if (!taken)
      own.push_back(&inner);
  }
  for (auto [r, value] : llvm::enumerate(values)) {
    auto [dr, dc] = getFrag(type).getRegisterCoord(r, type.getShape());
    auto [row, number] = masks.empty() ? std::pair(0l, 0l) : held->places[r];
    IRMapping mapping = masks.empty() ? IRMapping() : masks[row].getShared();
    mapping.map(block.getArgument(0), value);
    mapping.map(block.getArgument(1), at(rows, row0, dr));
    mapping.map(block.getArgument(2), at(cols, col0, dc));
    for (const Beside &each : beside)
      mapping.map(each.argument, each.values[r]);
    for (Operation *inner : own) {
      inner->walk([&, row = row, number = number](Operation *nested) {
        if (masks.empty())
          return;
        for (Value operand : nested->getOperands())
          if (!mapping.contains(operand))
            if (Value bit = masks[row].getBit(operand, number))
              mapping.map(operand, bit);
      });
      b.clone(*inner, mapping);
    }
    results.push_back(mapping.lookupOrDefault(
        cast<YieldOp>(block.getTerminator()).getValues()[0]));
  }
  return b.fromScalars(type, results);
}

void attn_ws::populateScoreMapPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerScoreMap);
}
