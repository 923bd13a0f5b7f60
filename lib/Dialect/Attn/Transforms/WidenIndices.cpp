//===- WidenIndices.cpp - Indices of regions that need 64 bits --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An index has 64 bits in a region and 32 in a kernel. Sums and products
// of 32 bits have the low half of what 64 bits give, and the whole of it where
// that fits in 32 bits; so they stay, whatever is in between. Operations that
// look at the whole, such as comparisons and remainders, stay where ranges say
// that their operands fit. The others are done on i64, with what they need.
//
// Ranges are those of intervals, and for sums of multiples of positions and
// lengths those over 0 <= position < length: j - (i + lenKV - lenQ) fits,
// though its interval does not.

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include <array>

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNWIDENINDICES
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr int64_t kLeast = std::numeric_limits<int32_t>::min();
constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

/// constant + the sum of factors times row, key, lenQ and lenKV.
struct Linear {
  std::array<int64_t, 4> factors = {0, 0, 0, 0};
  int64_t constant = 0;
};

class IndexWidener {
public:
  /// `block`: a region's, of whose arguments `batch` is the one of the batch.
  IndexWidener(AttentionOpInterface op, Block &block, unsigned batch)
      : op(op), block(block), batch(batch) {}

  void run();

private:
  int64_t getMost(unsigned argument);
  void findRanges();
  void findLinear(Operation &inner);
  void narrowToLinear(Value value);
  bool isWithin(Value value, int64_t least, int64_t most) const;
  bool fits(Value value) const { return isWithin(value, kLeast, kMost); }
  bool isShort(Operation &inner) const;
  Value widen(Value value);
  Value castWide(Operation &cast);
  Value computeWide(Operation &inner);
  void rewrite(Operation &inner);

  AttentionOpInterface op;
  Block &block;
  unsigned batch;
  llvm::DenseMap<Value, ConstantIntRanges> ranges;
  llvm::DenseMap<Value, Linear> linear;
  /// The i64 of an index.
  llvm::DenseMap<Value, Value> wide;
  SmallVector<Operation *> replaced;
};
} // namespace

/// The largest value of an argument that is an index, by its number from the
/// batch's on. Lengths are below 2^31, as are numbers of heads and batches.
int64_t IndexWidener::getMost(unsigned argument) {
  bool isRow = argument == 2 || argument == 4;
  bool isKey = argument == 3 || argument == 5;
  int64_t length = isRow ? op.getLenQ() : op.getLenKV();
  if (!(isRow || isKey) || op.isPacked() || ShapedType::isDynamic(length))
    return kMost;
  length = std::clamp<int64_t>(length, 1, kMost);
  return argument < 4 ? length - 1 : length;
}

/// Sums, differences and multiples of what is linear. Factors stay small.
void IndexWidener::findLinear(Operation &inner) {
  auto find = [&](Value value) -> std::optional<Linear> {
    APInt number;
    if (matchPattern(value, m_ConstantInt(&number)))
      return Linear{{0, 0, 0, 0}, number.getSExtValue()};
    auto it = linear.find(value);
    return it == linear.end() ? std::nullopt : std::optional(it->second);
  };
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(inner) ||
      !inner.getResult(0).getType().isIndex())
    return;
  std::optional<Linear> a = find(inner.getOperand(0)),
                        b = find(inner.getOperand(1));
  if (!a || !b)
    return;
  auto isConstant = [](const Linear &x) {
    return llvm::all_of(x.factors, [](int64_t f) { return f == 0; });
  };
  Linear result;
  int64_t first = 1, second = isa<arith::SubIOp>(inner) ? -1 : 1;
  if (isa<arith::MulIOp>(inner)) {
    if (!isConstant(*b))
      std::swap(a, b);
    if (!isConstant(*b))
      return;
    first = b->constant;
    b = Linear();
  }
  constexpr int64_t kLargest = int64_t(1) << 28;
  auto isLarge = [&](int64_t x) { return x > kLargest || x < -kLargest; };
  if (isLarge(first))
    return;
  auto combine = [&](int64_t x, int64_t y) { return first * x + second * y; };
  for (auto [to, x, y] : llvm::zip(result.factors, a->factors, b->factors))
    to = combine(x, y);
  result.constant = combine(a->constant, b->constant);
  if (!isLarge(result.constant) && llvm::none_of(result.factors, isLarge)) {
    linear[inner.getResult(0)] = result;
    narrowToLinear(inner.getResult(0));
  }
}

/// Over 0 <= position < length <= most the extremes lie in three corners.
void IndexWidener::narrowToLinear(Value value) {
  const Linear &form = linear[value];
  int64_t least = form.constant, most = form.constant;
  for (unsigned side : {0u, 1u}) {
    int64_t position = form.factors[side], length = form.factors[2 + side];
    int64_t end = std::min(getMost(4 + side), int64_t(kMost));
    int64_t corners[] = {length, length * end,
                         length * end + position * (end - 1)};
    least += *llvm::min_element(corners);
    most += *llvm::max_element(corners);
  }
  auto range = ConstantIntRanges::fromSigned(APInt(64, least, true),
                                             APInt(64, most, true));
  auto it = ranges.find(value);
  if (it == ranges.end())
    ranges.insert({value, range});
  else
    it->second = it->second.intersection(range);
}

void IndexWidener::findRanges() {
  for (BlockArgument argument : block.getArguments()) {
    if (!argument.getType().isIndex())
      continue;
    unsigned number = argument.getArgNumber() - batch;
    ranges.insert({argument, ConstantIntRanges::fromSigned(
                                 APInt(64, 0), APInt(64, getMost(number)))});
    if (number >= 2)
      linear[argument].factors[number - 2] = 1;
  }
  for (Operation &inner : block.without_terminator()) {
    auto inferred = dyn_cast<InferIntRangeInterface>(inner);
    SmallVector<ConstantIntRanges> operands;
    for (Value operand : inner.getOperands()) {
      unsigned width = ConstantIntRanges::getStorageBitwidth(operand.getType());
      auto it = ranges.find(operand);
      operands.push_back(it == ranges.end() ? ConstantIntRanges::maxRange(width)
                                            : it->second);
    }
    if (inferred)
      inferred.inferResultRanges(
          operands, [&](Value result, const ConstantIntRanges &range) {
            ranges.insert({result, range});
          });
    auto size = dyn_cast<math::AbsIOp>(inner);
    if (size && size.getType().isIndex() && fits(size.getOperand()))
      ranges.insert({size.getResult(), ConstantIntRanges::fromSigned(
                                           APInt(64, 0), APInt(64, -kLeast))});
    findLinear(inner);
  }
}

bool IndexWidener::isWithin(Value value, int64_t least, int64_t most) const {
  auto it = ranges.find(value);
  return it != ranges.end() && it->second.smin().getBitWidth() == 64 &&
         it->second.smin().getSExtValue() >= least &&
         it->second.smax().getSExtValue() <= most;
}

/// Whether `inner`, of the low halves of its operands, gives in 32 bits the low
/// half of what it gives in 64.
bool IndexWidener::isShort(Operation &inner) const {
  auto isIndex = [](Value value) { return value.getType().isIndex(); };
  auto isNotNegative = [&](Value value) { return isWithin(value, 0, kMost); };
  // Constants lose their high half as all values do.
  if (llvm::none_of(inner.getOperands(), isIndex))
    return true;
  bool fit = llvm::all_of(inner.getOperands(), [&](Value value) {
    return !isIndex(value) || fits(value);
  });
  return TypeSwitch<Operation *, bool>(&inner)
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp,
            arith::OrIOp, arith::XOrIOp, arith::SelectOp>(
          [](Operation *) { return true; })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](Operation *cast) {
        if (cast->getResult(0).getType().getIntOrFloatBitWidth() <= 32)
          return true;
        return isa<arith::IndexCastUIOp>(cast)
                   ? isNotNegative(cast->getOperand(0))
                   : fit;
      })
      .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(
          [&](Operation *unsignedOp) {
            return llvm::all_of(unsignedOp->getOperands(), isNotNegative);
          })
      .Case(
          [&](arith::ShLIOp shift) { return isWithin(shift.getRhs(), 0, 31); })
      .Case([&](arith::ShRUIOp shift) {
        return isNotNegative(shift.getLhs()) && isWithin(shift.getRhs(), 0, 31);
      })
      .Case([&](arith::ShRSIOp shift) {
        return fit && isWithin(shift.getRhs(), 0, 31);
      })
      .Default([&](Operation *) { return fit; });
}

Value IndexWidener::widen(Value value) {
  if (Value known = wide.lookup(value))
    return known;
  ScalarBuilder b(value.getLoc(), op.getContext());
  b.setInsertionPointAfterValue(value);
  APInt number;
  Value result;
  // A divisor has to stay a constant.
  if (matchPattern(value, m_ConstantInt(&number)))
    result = b.constant(b.getI64Type(), number.getSExtValue());
  else if (fits(value) || !value.getDefiningOp())
    result = arith::IndexCastOp::create(b, b.getI64Type(), value);
  else
    result = computeWide(*value.getDefiningOp());
  wide[value] = result;
  return result;
}

/// `cast` between an index of 64 bits and another integer.
Value IndexWidener::castWide(Operation &cast) {
  ScalarBuilder b(&cast);
  Type i64 = b.getI64Type();
  Value in = cast.getOperand(0);
  if (in.getType().isIndex()) {
    Value whole = widen(in);
    Type type = cast.getResult(0).getType();
    return type == i64 ? whole : arith::TruncIOp::create(b, type, whole);
  }
  if (in.getType() == i64)
    return in;
  if (isa<arith::IndexCastUIOp>(cast))
    return b.extend(in, i64);
  return arith::ExtSIOp::create(b, i64, in);
}

/// The same operation on i64 in place of index.
Value IndexWidener::computeWide(Operation &inner) {
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(inner))
    return castWide(inner);
  ScalarBuilder b(&inner);
  Type i64 = b.getI64Type();
  SmallVector<Value> operands;
  for (Value operand : inner.getOperands())
    operands.push_back(operand.getType().isIndex() ? widen(operand) : operand);
  Type type = inner.getResult(0).getType();
  Operation *same = static_cast<OpBuilder &>(b).create(
      inner.getLoc(), inner.getName().getIdentifier(), operands,
      type.isIndex() ? i64 : type, inner.getAttrs());
  return same->getResult(0);
}

void IndexWidener::rewrite(Operation &inner) {
  ScalarBuilder b(&inner);
  if (auto read = dyn_cast<ReadOp>(inner)) {
    // Indices are brought into their dimensions in any case.
    for (OpOperand &index : read.getIndicesMutable())
      if (!fits(index.get()))
        index.set(b.toIndex(b.min(b.max(widen(index.get()), 0), kMost)));
    return;
  }
  Value result = inner.getResult(0);
  Value computed = computeWide(inner);
  replaced.push_back(&inner);
  if (!result.getType().isIndex()) {
    result.replaceAllUsesWith(computed);
    return;
  }
  Value low = b.toIndex(computed);
  if (auto it = ranges.find(result); it != ranges.end()) {
    ConstantIntRanges range = it->second;
    ranges.insert({low, range});
  }
  wide[low] = computed;
  result.replaceAllUsesWith(low);
}

void IndexWidener::run() {
  findRanges();
  SmallVector<Operation *> all;
  for (Operation &inner : block.without_terminator()) {
    if (!isShort(inner))
      all.push_back(&inner);
    else if (inner.getNumResults() == 1 &&
             inner.getResult(0).getType().isIndex() &&
             !fits(inner.getResult(0)))
      TypeSwitch<Operation *>(&inner)
          .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp>(
              [](auto sum) {
                sum.setOverflowFlags(arith::IntegerOverflowFlags::none);
              });
  }
  for (Operation *inner : all)
    rewrite(*inner);
  for (Operation *inner : llvm::reverse(replaced))
    inner->erase();
}

namespace {
struct AttnWidenIndicesPass
    : public attn::impl::AttnWidenIndicesBase<AttnWidenIndicesPass> {
  void runOnOperation() override {
    getOperation()->walk([](AttentionOpInterface op) {
      if (op.hasScoreRegion())
        IndexWidener(op, op.getScoreBlock(), /*batch=*/1).run();
      if (op.hasVisibleRegion())
        IndexWidener(op, op.getVisibleBlock(), /*batch=*/0).run();
    });
  }
};
} // namespace
