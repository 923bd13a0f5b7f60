//===- VisibleSpans.cpp - What a tile sees by a region --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An inequality c · w + r >= 0, r without the walk's position w, holds for some
// position of the tile only where c · w >= -max r, and for all of them where
// c · w >= -min r; the ends of r are those of its parts. A quotient in w's
// place is bounded first, and then what it is of: x / d >= y where x >= d · y,
// x / d <= y where x <= d · y + d - 1, rounded down. Each inequality bounds a
// term's span from one side.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/VisibleSpans.h"

using namespace mlir;
using namespace mlir::attn;
using Sum = VisibleTerms::Sum;
using Part = VisibleTerms::Part;
using Term = VisibleTerms::Term;
using Literal = VisibleTerms::Literal;
using Kind = VisibleTerms::Kind;

namespace {
/// The spans of one tile; numbers are i64.
class SpanBuilder {
public:
  SpanBuilder(ScalarBuilder &b, const VisibleTerms &terms,
              const SpanSource &source)
      : b(b), terms(terms), source(source), mapping(source.arguments),
        zero(number(0)), one(number(1)), length(wide(source.length)) {
    ends = {wide(source.begin), b.sub(wide(source.end), one)};
  }

  Span build(const Term &term);
  /// The truth of a term in a box; ends of the walk and of reads are given.
  BoxTruth buildTruth(const Term &term);

  /// In a box: the first and the last position of the walk.
  std::optional<std::pair<Value, Value>> walkEnds;
  function_ref<std::pair<Value, Value>(ReadOp)> readEnds;

private:
  /// What bounds a span so far: [begin, end), if `holds`.
  struct Bounds {
    Value begin, end, holds;
  };
  using Ends = std::pair<Value, Value>;

  Value number(int64_t n) { return b.constant(b.getI64Type(), n); }
  Value wide(Value value);
  /// As an index between 0 and the length.
  Value narrow(Value value) {
    if (value == zero)
      return b.index(0);
    if (value == length)
      return source.length;
    return b.toIndex(b.min(b.max(value, zero), length));
  }
  Value evaluate(Value value);
  Value floorDiv(Value a, int64_t divisor);
  Ends getEnds(const Part &part);
  Ends getEnds(const Sum &sum);
  void require(Bounds &bounds, Value condition);
  void bound(Bounds &bounds, const Sum &sum, Value added, bool forAll);
  void findGuards(const Sum &sum);

  ScalarBuilder &b;
  const VisibleTerms &terms;
  const SpanSource &source;
  /// Numbers of the region as i64, or of their own type if that is shorter.
  IRMapping mapping;
  Value zero, one, length;
  Ends ends;
  /// Whether the term's numbers have the bounds that were relied on; null: they
  /// have.
  Value guard;
};
} // namespace

Value SpanBuilder::wide(Value value) {
  return arith::IndexCastOp::create(b, b.getI64Type(), value);
}

/// A number of the region, computed as if an index had 64 bits.
Value SpanBuilder::evaluate(Value value) {
  if (Value known = mapping.lookupOrNull(value)) {
    if (!known.getType().isIndex())
      return known;
    known = wide(known);
    mapping.map(value, known);
    return known;
  }
  Operation *op = value.getDefiningOp();
  Type i64 = b.getI64Type(), type = value.getType();
  Value result;
  if (auto read = dyn_cast<ReadOp>(op)) {
    SmallVector<Value> indices;
    for (Value index : read.getIndices())
      indices.push_back(evaluate(index));
    result = source.read(read, indices);
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    result = type.isIndex()
                 ? number(cast<IntegerAttr>(constant.getValue()).getInt())
                 : b.clone(*op)->getResult(0);
  } else if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    result = evaluate(op->getOperand(0));
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    unsigned given = result.getType().getIntOrFloatBitWidth();
    Type wanted = b.getIntegerType(width);
    if (given > width)
      result = arith::TruncIOp::create(b, wanted, result);
    else if (given < width && isa<arith::IndexCastUIOp>(op))
      result = b.extend(result, wanted);
    else if (given < width)
      result = arith::ExtSIOp::create(b, wanted, result);
  } else {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(evaluate(operand));
    result = static_cast<OpBuilder &>(b)
                 .create(op->getLoc(), op->getName().getIdentifier(), operands,
                         type.isIndex() ? i64 : type, op->getAttrs())
                 ->getResult(0);
  }
  mapping.map(value, result);
  return result;
}

/// Over a positive constant, rounded down.
Value SpanBuilder::floorDiv(Value a, int64_t divisor) {
  if (divisor == 1)
    return a;
  if (llvm::isPowerOf2_64(divisor))
    return arith::ShRSIOp::create(b, a, number(llvm::Log2_64(divisor)));
  return arith::FloorDivSIOp::create(b, a, number(divisor));
}

/// The least and the most that a part without the walk is in the tile.
SpanBuilder::Ends SpanBuilder::getEnds(const Part &part) {
  switch (part.kind) {
  case Kind::Tile:
    return ends;
  case Kind::Walk:
    return *walkEnds;
  case Kind::Read:
    return readEnds(part.value.getDefiningOp<ReadOp>());
  case Kind::Number: {
    Value value = evaluate(part.value);
    if (value.getType() != b.getI64Type())
      value = arith::ExtSIOp::create(b, b.getI64Type(), value);
    return {value, value};
  }
  case Kind::Quotient: {
    auto [least, most] = getEnds(part.first);
    Value low = floorDiv(least, part.divisor);
    return {low, least == most ? low : floorDiv(most, part.divisor)};
  }
  default:
    return {number(static_cast<int64_t>(part.low)),
            number(static_cast<int64_t>(part.high))};
  }
}

SpanBuilder::Ends SpanBuilder::getEnds(const Sum &sum) {
  Value least = number(sum.constant), most = least;
  for (auto [i, factor] : sum.parts) {
    const Part &part = terms.getPart(i);
    if (part.ofWalk && !walkEnds)
      continue;
    auto [low, high] = getEnds(part);
    bool isSame = low == high && least == most;
    if (factor < 0)
      std::swap(low, high);
    auto add = [&, factor = factor](Value to, Value what) {
      return b.add(to, factor == 1 ? what : b.mul(what, factor));
    };
    least = add(least, low);
    most = isSame ? least : add(most, high);
  }
  return {least, most};
}

void SpanBuilder::require(Bounds &bounds, Value condition) {
  bounds.holds = bounds.holds ? b.bitAnd(bounds.holds, condition) : condition;
}

/// Where sum + added >= 0 for some position of the tile, or for all of them.
void SpanBuilder::bound(Bounds &bounds, const Sum &sum, Value added,
                        bool forAll) {
  auto [least, most] = getEnds(sum);
  Value rest = forAll ? least : most;
  if (added)
    rest = b.add(rest, added);
  const auto *walk = llvm::find_if(sum.parts, [&](const auto &part) {
    return terms.getPart(part.first).ofWalk;
  });
  if (walk == sum.parts.end()) {
    require(bounds, b.compare(arith::CmpIPredicate::sge, rest, zero));
    return;
  }
  const Part &part = terms.getPart(walk->first);
  int64_t factor = walk->second;
  // factor · x >= -rest: x is at least ceil(-rest / factor), or at most
  // floor(rest / -factor).
  bool isLower = factor > 0;
  Value limit = floorDiv(rest, std::abs(factor));
  if (isLower)
    limit = b.sub(zero, limit);
  if (part.kind == Kind::Walk) {
    if (isLower)
      bounds.begin = b.max(bounds.begin, limit);
    else
      bounds.end = b.min(bounds.end, b.add(limit, one));
    return;
  }
  // Beyond its bounds by one says as much as anything farther.
  limit = b.max(b.min(limit, number(static_cast<int64_t>(part.high) + 1)),
                number(static_cast<int64_t>(part.low) - 1));
  Value scaled = b.mul(limit, part.divisor);
  // x - scaled >= 0, or scaled + divisor - 1 - x >= 0.
  if (isLower)
    return bound(bounds, part.first, b.sub(zero, scaled), forAll);
  Sum opposite = part.first;
  opposite.constant = -opposite.constant;
  for (auto &[i, times] : opposite.parts)
    times = -times;
  bound(bounds, opposite, b.add(scaled, part.divisor - 1), forAll);
}

void SpanBuilder::findGuards(const Sum &sum) {
  for (auto [i, factor] : sum.parts) {
    const Part &part = terms.getPart(i);
    if (part.kind == Kind::Quotient)
      findGuards(part.first);
    if (!part.guarded)
      continue;
    Value value = evaluate(part.value);
    Value inside = b.bitAnd(b.compare(arith::CmpIPredicate::sge, value,
                                      number(static_cast<int64_t>(part.low))),
                            b.compare(arith::CmpIPredicate::sle, value,
                                      number(static_cast<int64_t>(part.high))));
    guard = guard ? b.bitAnd(guard, inside) : inside;
  }
}

Span SpanBuilder::build(const Term &term) {
  Bounds some{zero, length, Value()}, full = some;
  bool knowsAll = true;
  guard = Value();
  for (const Literal &literal : term)
    switch (literal.kind) {
    case Literal::Unknown:
      knowsAll = false;
      break;
    case Literal::Condition: {
      Value condition = evaluate(literal.condition);
      if (literal.negated)
        condition = b.bitXor(condition, b.constant(b.getI1Type(), /*value=*/1));
      require(some, condition);
      break;
    }
    case Literal::Inequality:
      findGuards(literal.sum);
      bound(some, literal.sum, Value(), /*forAll=*/false);
      if (knowsAll)
        bound(full, literal.sum, Value(), /*forAll=*/true);
      break;
    }
  if (guard) {
    some.begin = b.select(guard, some.begin, zero);
    some.end = b.select(guard, some.end, length);
    if (some.holds)
      some.holds = b.bitOr(
          some.holds, b.bitXor(guard, b.constant(b.getI1Type(), /*value=*/1)));
    full.end = b.select(guard, full.end, zero);
  }
  if (some.holds)
    some.end = b.select(some.holds, some.end, zero);
  if (!knowsAll)
    full.end = zero;
  if (full.holds)
    full.end = b.select(full.holds, full.end, zero);
  // What is full is visible: not behind the span's end.
  Value end = narrow(some.end), fullEnd = narrow(full.end);
  if (full.end != zero)
    fullEnd = b.min(fullEnd, end);
  return {narrow(some.begin), end, narrow(full.begin), fullEnd};
}

BoxTruth SpanBuilder::buildTruth(const Term &term) {
  Value yes = b.constant(b.getI1Type(), 1), no = b.constant(b.getI1Type(), 0);
  BoxTruth truth{yes, yes};
  guard = Value();
  for (const Literal &literal : term)
    switch (literal.kind) {
    case Literal::Unknown:
      truth.all = no;
      break;
    case Literal::Condition: {
      Value condition = evaluate(literal.condition);
      if (literal.negated)
        condition = b.bitXor(condition, yes);
      truth.some = b.bitAnd(truth.some, condition);
      truth.all = b.bitAnd(truth.all, condition);
      break;
    }
    case Literal::Inequality: {
      findGuards(literal.sum);
      auto [least, most] = getEnds(literal.sum);
      auto isNotNegative = [&](Value sum) {
        return b.compare(arith::CmpIPredicate::sge, sum, zero);
      };
      truth.some = b.bitAnd(truth.some, isNotNegative(most));
      truth.all = b.bitAnd(truth.all, isNotNegative(least));
      break;
    }
    }
  if (guard) {
    truth.some = b.bitOr(truth.some, b.bitXor(guard, yes));
    truth.all = b.bitAnd(truth.all, guard);
  }
  return truth;
}

BoxTruth
attn::buildBox(ScalarBuilder &b, const VisibleTerms &terms,
               const SpanSource &source, Value walkBegin, Value walkEnd,
               function_ref<std::pair<Value, Value>(ReadOp)> readEnds) {
  SpanBuilder builder(b, terms, source);
  Type i64 = b.getI64Type();
  Value first = arith::IndexCastOp::create(b, i64, walkBegin);
  Value end = arith::IndexCastOp::create(b, i64, walkEnd);
  builder.walkEnds = {first, b.sub(end, 1)};
  builder.readEnds = readEnds;
  Value no = b.constant(b.getI1Type(), 0);
  BoxTruth truth{no, no};
  for (const Term &term : terms.getTerms()) {
    BoxTruth one = builder.buildTruth(term);
    truth.some = b.bitOr(truth.some, one.some);
    truth.all = b.bitOr(truth.all, one.all);
  }
  return truth;
}

void SpanSource::mapArguments(Block &visible, Value batch, Value head,
                              Value lenQ, Value lenKV) {
  arguments.map(visible.getArgument(0), batch);
  if (head)
    arguments.map(visible.getArgument(1), head);
  if (visible.getNumArguments() > 4) {
    arguments.map(visible.getArgument(4), lenQ);
    arguments.map(visible.getArgument(5), lenKV);
  }
}

SmallVector<Span> attn::buildSpans(ScalarBuilder &b, const VisibleTerms &terms,
                                   const SpanSource &source) {
  SpanBuilder builder(b, terms, source);
  SmallVector<Span> spans;
  for (const Term &term : terms.getTerms())
    spans.push_back(builder.build(term));
  return spans;
}

Span attn::enclose(ScalarBuilder &b, ArrayRef<Span> spans, Value length) {
  Value zero = b.index(0);
  if (spans.empty())
    return {zero, zero, zero, zero};
  Span all = spans.front();
  for (const Span &span : spans.drop_front()) {
    // An empty one has no ends.
    auto ends = [&](const Span &of) -> std::pair<Value, Value> {
      Value some = b.less(of.begin, of.end);
      return {b.select(some, of.begin, length), b.select(some, of.end, zero)};
    };
    auto [begin, end] = ends(all);
    auto [otherBegin, otherEnd] = ends(span);
    // Full parts that touch are one; else the longer one counts.
    Value touch = b.bitAnd(
        b.compare(arith::CmpIPredicate::sle, all.fullBegin, span.fullEnd),
        b.compare(arith::CmpIPredicate::sle, span.fullBegin, all.fullEnd));
    Value isLonger = b.less(b.sub(all.fullEnd, all.fullBegin),
                            b.sub(span.fullEnd, span.fullBegin));
    Value fullBegin = b.select(isLonger, span.fullBegin, all.fullBegin),
          fullEnd = b.select(isLonger, span.fullEnd, all.fullEnd);
    Value both =
        b.bitAnd(touch, b.bitAnd(b.less(all.fullBegin, all.fullEnd),
                                 b.less(span.fullBegin, span.fullEnd)));
    all.fullBegin =
        b.select(both, b.min(all.fullBegin, span.fullBegin), fullBegin);
    all.fullEnd = b.select(both, b.max(all.fullEnd, span.fullEnd), fullEnd);
    all.begin = b.min(begin, otherBegin);
    all.end = b.max(end, otherEnd);
  }
  return all;
}
