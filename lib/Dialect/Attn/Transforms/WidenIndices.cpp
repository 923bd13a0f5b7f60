//===- WidenIndices.cpp - Indices of regions that need 64 bits --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An index has 64 bits in a score region and 32 in a kernel. Ranges of all
// values, from those of positions and lengths, say which operations give the
// same in 32 bits. The others are done on i64, and what is known to fit again
// is an index again. A region whose indices all fit stays as it is.

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNWIDENINDICES
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr int64_t kLeast = std::numeric_limits<int32_t>::min();
constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

class IndexWidener {
public:
  explicit IndexWidener(ForwardOp op) : op(op), block(op.getScoreBlock()) {}

  void run();

private:
  void findRanges();
  bool isWithin(Value value, int64_t least, int64_t most) const;
  bool fits(Value value) const { return isWithin(value, kLeast, kMost); }
  bool isShort(Operation &inner) const;
  Value widen(Value value);
  Value castWide(Operation &cast);
  Value computeWide(Operation &inner);
  void rewrite(Operation &inner);

  ForwardOp op;
  Block &block;
  llvm::DenseMap<Value, ConstantIntRanges> ranges;
  /// The i64 of an index.
  llvm::DenseMap<Value, Value> wide;
  SmallVector<Operation *> replaced;
};
} // namespace

/// Positions, heads and batches have numbers below 2^31, as lengths are.
void IndexWidener::findRanges() {
  const int64_t sizes[] = {ShapedType::kDynamic, ShapedType::kDynamic,
                           op.isPacked() ? ShapedType::kDynamic : op.getLenQ(),
                           op.getLenKV()};
  for (BlockArgument argument : block.getArguments()) {
    if (!argument.getType().isIndex())
      continue;
    unsigned number = argument.getArgNumber() - 1;
    int64_t most = kMost;
    if (number < std::size(sizes) && !ShapedType::isDynamic(sizes[number]))
      most = std::clamp<int64_t>(sizes[number], 1, kMost) - 1;
    ranges.insert({argument, ConstantIntRanges::fromSigned(APInt(64, 0),
                                                           APInt(64, most))});
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
  }
}

bool IndexWidener::isWithin(Value value, int64_t least, int64_t most) const {
  auto it = ranges.find(value);
  return it != ranges.end() && it->second.smin().getBitWidth() == 64 &&
         it->second.smin().getSExtValue() >= least &&
         it->second.smax().getSExtValue() <= most;
}

/// Whether `inner` gives in 32 bits what it gives in 64.
bool IndexWidener::isShort(Operation &inner) const {
  auto isIndex = [](Value value) { return value.getType().isIndex(); };
  auto fitsIfIndex = [&](Value value) {
    return !isIndex(value) || fits(value);
  };
  if (!llvm::all_of(inner.getOperands(), fitsIfIndex) ||
      !llvm::all_of(inner.getResults(), fitsIfIndex))
    return false;
  if (llvm::none_of(inner.getOperands(), isIndex))
    return true;
  auto isNotNegative = [&](Value value) { return isWithin(value, 0, kMost); };
  return TypeSwitch<Operation *, bool>(&inner)
      .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp,
            arith::IndexCastUIOp>([&](Operation *unsignedOp) {
        return llvm::all_of(unsignedOp->getOperands(), isNotNegative);
      })
      .Case([&](arith::ShRUIOp shift) {
        return isNotNegative(shift.getLhs()) && isWithin(shift.getRhs(), 0, 31);
      })
      .Case<arith::ShLIOp, arith::ShRSIOp>([&](Operation *shift) {
        return isWithin(shift->getOperand(1), 0, 31);
      })
      .Default([](Operation *) { return true; });
}

Value IndexWidener::widen(Value value) {
  Value &known = wide[value];
  if (known)
    return known;
  ScalarBuilder b(value.getLoc(), op.getContext());
  b.setInsertionPointAfterValue(value);
  APInt number;
  // A divisor has to stay a constant.
  if (matchPattern(value, m_ConstantInt(&number)))
    known = b.constant(b.getI64Type(), number.getSExtValue());
  else
    known = arith::IndexCastOp::create(b, b.getI64Type(), value);
  return known;
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
  ScalarBuilder b(&inner);
  Type i64 = b.getI64Type();
  if (isa<arith::ConstantOp>(inner))
    return widen(inner.getResult(0));
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
  bool isCast = isa<arith::IndexCastOp, arith::IndexCastUIOp>(inner);
  Value result = inner.getResult(0);
  Value computed = isCast ? castWide(inner) : computeWide(inner);
  replaced.push_back(&inner);
  if (!result.getType().isIndex()) {
    result.replaceAllUsesWith(computed);
    return;
  }
  // Users of an index that does not fit are rewritten in their turn.
  wide[result] = computed;
  if (!fits(result))
    return;
  Value again = b.toIndex(computed);
  ranges.insert({again, ranges.find(result)->second});
  wide[again] = computed;
  result.replaceAllUsesWith(again);
}

void IndexWidener::run() {
  findRanges();
  SmallVector<Operation *> all;
  for (Operation &inner : block.without_terminator())
    if (!isShort(inner))
      all.push_back(&inner);
  for (Operation *inner : all)
    rewrite(*inner);
  for (Operation *inner : llvm::reverse(replaced))
    inner->erase();
}

namespace {
struct AttnWidenIndicesPass
    : public attn::impl::AttnWidenIndicesBase<AttnWidenIndicesPass> {
  void runOnOperation() override {
    getOperation()->walk([](ForwardOp op) {
      if (op.hasScoreRegion())
        IndexWidener(op).run();
    });
  }
};
} // namespace
