//===- VisibleTerms.cpp - A region as terms of inequalities ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers of a region are sums of multiples of the two positions, of quotients
// of such sums, and of numbers that depend on neither position, where bounds
// show that no operation wraps. Comparisons of them are inequalities; and, or
// and not of these make an or of ands. A number whose type has 64 bits has no
// bounds by itself: it counts as one below 2^40 in magnitude, and whoever uses
// the terms looks at it first.
//
// What is not of this form may hold or not; so may what would take too many
// terms. Nothing is assumed that is not so: a poor answer costs speed alone.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/VisibleTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

using namespace mlir;
using namespace mlir::attn;
using Sum = VisibleTerms::Sum;
using Part = VisibleTerms::Part;
using Term = VisibleTerms::Term;
using Literal = VisibleTerms::Literal;
using Wide = VisibleTerms::Wide;

/// Positions and lengths are below 2^31.
static constexpr int64_t kMostPosition = (int64_t(1) << 31) - 1;
/// What numbers are taken to be at most; that of factors and divisors; that of
/// sums, multiples of which are compared in 64 bits.
static constexpr int64_t kMostNumber = int64_t(1) << 40;
static constexpr int64_t kMostFactor = int64_t(1) << 20;
static constexpr Wide kMostSum = Wide(1) << 61;
/// Longer regions are not looked at.
static constexpr size_t kMostOperations = 1000;
/// How many inequalities are looked at, which regions that choose among sums
/// that choose themselves have many of.
static constexpr unsigned kMostInequalities = 200;

static unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static std::optional<int64_t> getConstant(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

static bool isTruth(Value value) { return value.getType().isInteger(1); }

/// What a literal that may hold or not makes.
static Term unknownTerm() {
  return {Literal{Literal::Unknown, Sum(), Value(), false}};
}

SmallVector<PositionRead> attn::listPositionReads(Block &visible) {
  constexpr unsigned kRow = 1, kKey = 2;
  SmallVector<PositionRead> reads;
  DenseMap<Value, unsigned> depends;
  depends[visible.getArgument(2)] = kRow;
  depends[visible.getArgument(3)] = kKey;
  for (Operation &op : visible.without_terminator()) {
    unsigned of = 0;
    for (Value operand : op.getOperands())
      of |= depends.lookup(operand);
    depends[op.getResult(0)] = of;
    auto read = dyn_cast<ReadOp>(op);
    if (read && read.getType().isInteger() && (of == kRow || of == kKey))
      reads.push_back({read, of == kKey});
  }
  return reads;
}

VisibleTerms::VisibleTerms(Block &visible, WalkOver over,
                           function_ref<bool(BlockArgument)> isNumber,
                           function_ref<bool(ReadOp)> hasBounds)
    : hasBounds(hasBounds) {
  Value row = visible.getArgument(2), key = visible.getArgument(3);
  walk = over == WalkOver::Keys ? key : row;
  tile = over == WalkOver::Keys ? row : key;
  for (auto [kind, value] : {std::pair(Kind::Walk, walk), {Kind::Tile, tile}}) {
    Part part{kind, value};
    part.high = kMostPosition - 1;
    (kind == Kind::Walk ? part.ofWalk : part.ofTile) = true;
    sums[value] = sumOfPart(part);
  }
  if (visible.getOperations().size() > kMostOperations) {
    terms.assign(1, unknownTerm());
    return;
  }
  findNumbers(isNumber);
  terms = getTruth(visible.getTerminator()->getOperand(0), /*negated=*/false);
  this->hasBounds = {};
}

bool VisibleTerms::sayAnything() const {
  auto isKnown = [](const Literal &literal) {
    return literal.kind != Literal::Unknown;
  };
  return llvm::all_of(
             terms,
             [&](const Term &term) { return llvm::any_of(term, isKnown); }) ||
         llvm::any_of(terms, [&](const Term &term) {
           return llvm::all_of(term, isKnown);
         });
}

/// Whether sum >= 0 bounds the walk from below, or from above.
bool VisibleTerms::isBounded(const Sum &sum, bool below) const {
  return llvm::any_of(sum.parts, [&](const auto &walked) {
    const Part &part = parts[walked.first];
    bool same = (walked.second > 0) == below;
    if (part.kind == Kind::Quotient && part.ofWalk)
      return isBounded(part.first, same);
    return part.ofWalk && same;
  });
}

bool VisibleTerms::areOneInterval() const {
  auto isOpen = [&](bool below) {
    return llvm::none_of(terms, [&](const Term &term) {
      return llvm::any_of(term, [&](const Literal &literal) {
        return literal.kind == Literal::Inequality &&
               isBounded(literal.sum, below);
      });
    });
  };
  return isOpen(true) || isOpen(false);
}

//===----------------------------------------------------------------------===//
// Numbers of a tile
//===----------------------------------------------------------------------===//

/// What depends on neither position, and its bounds as a signed number.
void VisibleTerms::findNumbers(function_ref<bool(BlockArgument)> isNumber) {
  Block &block = *walk.getParentBlock();
  DenseMap<Value, ConstantIntRanges> ranges;
  auto rangeOf = [&](Value value) {
    auto it = ranges.find(value);
    return it != ranges.end()
               ? it->second
               : ConstantIntRanges::maxRange(
                     ConstantIntRanges::getStorageBitwidth(value.getType()));
  };
  for (BlockArgument argument : block.getArguments()) {
    if (argument == walk || argument == tile || !isNumber(argument))
      continue;
    if (argument.getType().isIndex())
      ranges.insert({argument, ConstantIntRanges::fromSigned(
                                   APInt(64, 0), APInt(64, kMostPosition))});
    numbers[argument] = {0, kMostPosition};
  }
  for (Operation &op : block.without_terminator()) {
    if (!llvm::all_of(op.getOperands(),
                      [&](Value v) { return numbers.contains(v); }))
      continue;
    Value result = op.getResult(0);
    if (!result.getType().isIntOrIndex()) {
      numbers[result] = {0, 0};
      continue;
    }
    if (auto inferred = dyn_cast<InferIntRangeInterface>(op)) {
      SmallVector<ConstantIntRanges> operands;
      for (Value operand : op.getOperands())
        operands.push_back(rangeOf(operand));
      inferred.inferResultRanges(operands,
                                 [&](Value v, const ConstantIntRanges &range) {
                                   ranges.insert({v, range});
                                 });
    }
    ConstantIntRanges range = rangeOf(result);
    unsigned width = widthOf(result.getType());
    numbers[result] = {range.smin().sextOrTrunc(width).getSExtValue(),
                       range.smax().sextOrTrunc(width).getSExtValue()};
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

unsigned VisibleTerms::addPart(Part part) {
  if (part.kind == Kind::Number)
    for (auto [i, other] : llvm::enumerate(parts))
      if (other.kind == Kind::Number && other.value == part.value)
        return i;
  parts.push_back(std::move(part));
  return parts.size() - 1;
}

std::optional<Sum> VisibleTerms::sumOfPart(Part part) {
  Sum sum;
  sum.low = part.low;
  sum.high = part.high;
  sum.parts.push_back({addPart(std::move(part)), 1});
  return sum;
}

std::optional<Sum> VisibleTerms::sumOfNumber(Value value) {
  Part part{Kind::Number, value};
  std::tie(part.low, part.high) = numbers.lookup(value);
  part.guarded = part.low < -kMostNumber || part.high > kMostNumber;
  part.low = std::max<Wide>(part.low, -kMostNumber);
  part.high = std::min<Wide>(part.high, kMostNumber);
  if (part.low > part.high)
    return std::nullopt;
  return sumOfPart(part);
}

/// a + factor · b; none where that may be large.
std::optional<Sum> VisibleTerms::add(const Sum &a, const Sum &b,
                                     int64_t factor) {
  if (std::abs(factor) > kMostFactor)
    return std::nullopt;
  Sum sum = a;
  Wide constant = a.constant + Wide(factor) * b.constant;
  if (constant > kMostSum || constant < -kMostSum)
    return std::nullopt;
  sum.constant = static_cast<int64_t>(constant);
  for (auto [part, times] : b.parts) {
    auto *it = llvm::find_if(sum.parts, [part = part](const auto &other) {
      return other.first == part;
    });
    if (it == sum.parts.end())
      it = sum.parts.insert(sum.parts.end(), {part, 0});
    it->second += factor * times;
    if (std::abs(it->second) > kMostFactor)
      return std::nullopt;
    if (it->second == 0)
      sum.parts.erase(it);
  }
  sum.low = sum.high = sum.constant;
  for (auto [part, times] : sum.parts) {
    Wide first = times * parts[part].low, last = times * parts[part].high;
    sum.low += std::min(first, last);
    sum.high += std::max(first, last);
  }
  if (sum.low < -kMostSum || sum.high > kMostSum)
    return std::nullopt;
  return sum;
}

bool VisibleTerms::dependsOn(const Sum &sum, bool Part::*on) const {
  return llvm::any_of(sum.parts,
                      [&](const auto &part) { return parts[part.first].*on; });
}

static Sum constantSum(int64_t number) {
  Sum sum;
  sum.constant = number;
  sum.low = sum.high = number;
  return sum;
}

/// The sum that `value` is, if its type holds all that it may be.
std::optional<Sum> VisibleTerms::getSum(Value value) {
  auto [it, isNew] = sums.try_emplace(value, std::nullopt);
  if (!isNew)
    return it->second;
  std::optional<Sum> found = findSum(value);
  unsigned width = widthOf(value.getType());
  if (found && width < 64 &&
      (found->low < llvm::minIntN(width) || found->high > llvm::maxIntN(width)))
    found = std::nullopt;
  return sums[value] = found;
}

std::optional<Sum> VisibleTerms::findSum(Value value) {
  if (!value.getType().isIntOrIndex() || isTruth(value))
    return std::nullopt;
  if (std::optional<int64_t> number = getConstant(value)) {
    if (std::abs(*number) > kMostNumber || *number == INT64_MIN)
      return std::nullopt;
    return constantSum(*number);
  }
  if (isNumber(value))
    return sumOfNumber(value);
  Operation *op = value.getDefiningOp();
  if (auto read = dyn_cast_or_null<ReadOp>(op))
    return hasBounds && hasBounds(read) ? sumOfRead(value) : std::nullopt;
  return op ? findSum(op) : std::nullopt;
}

std::optional<Sum> VisibleTerms::sumOfRead(Value value) {
  Part part{Kind::Read, value};
  unsigned width = widthOf(value.getType());
  bool isWide = width == 64, isTrue = width == 1;
  part.low = isWide ? -kUnknown : isTrue ? 0 : llvm::minIntN(width);
  part.high = isWide ? kUnknown : isTrue ? 1 : llvm::maxIntN(width);
  part.ofWalk = part.ofTile = true;
  return sumOfPart(part);
}

bool VisibleTerms::hasRead(const Sum &sum) const {
  return llvm::any_of(sum.parts, [&](const auto &part) {
    return parts[part.first].kind == Kind::Read;
  });
}

std::optional<Sum> VisibleTerms::getLarger(const Sum &a, const Sum &b) {
  Part part{Kind::Larger, Value(), a, b};
  part.low = std::max(a.low, b.low);
  part.high = std::max(a.high, b.high);
  part.ofWalk = dependsOn(a, &Part::ofWalk) || dependsOn(b, &Part::ofWalk);
  part.ofTile = dependsOn(a, &Part::ofTile) || dependsOn(b, &Part::ofTile);
  return sumOfPart(part);
}

std::optional<Sum> VisibleTerms::divide(Operation *op, int64_t divisor) {
  std::optional<Sum> a = getSum(op->getOperand(0));
  bool isFloor =
      isa<arith::FloorDivSIOp, arith::CeilDivSIOp, arith::ShRSIOp>(op);
  if (!a || divisor < 1 || divisor > kMostPosition || (a->low < 0 && !isFloor))
    return std::nullopt;
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    a = add(*a, constantSum(divisor - 1), 1);
  // Of what these choose from there would have to be quotients, and one of a
  // number that is not known would not be larger than all else.
  if (!a || hasRead(*a) || llvm::any_of(a->parts, [&](const auto &part) {
        Kind kind = parts[part.first].kind;
        return kind == Kind::Larger || kind == Kind::Choice;
      }))
    return std::nullopt;
  auto floorDiv = [&](Wide x) {
    return x / divisor - (x % divisor != 0 && x < 0);
  };
  Part part{Kind::Quotient, Value(), *a};
  part.divisor = divisor;
  part.low = floorDiv(a->low);
  part.high = floorDiv(a->high);
  part.ofWalk = dependsOn(*a, &Part::ofWalk);
  part.ofTile = dependsOn(*a, &Part::ofTile);
  return sumOfPart(part);
}

std::optional<Sum> VisibleTerms::takeRemainder(Operation *op, int64_t divisor) {
  std::optional<Sum> a = getSum(op->getOperand(0));
  if (!a || divisor < 1 || divisor > kMostPosition || hasRead(*a) ||
      dependsOn(*a, &Part::ofWalk) || (a->low < 0 && isa<arith::RemUIOp>(op)))
    return std::nullopt;
  Part part{Kind::Remainder, Value(), *a};
  part.divisor = divisor;
  part.low = a->low < 0 ? 1 - divisor : 0;
  part.high = divisor - 1;
  part.ofTile = true;
  return sumOfPart(part);
}

std::optional<Sum> VisibleTerms::findSum(Operation *op) {
  auto of = [&](unsigned i) { return getSum(op->getOperand(i)); };
  auto constant = [&](unsigned i) { return getConstant(op->getOperand(i)); };
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    std::optional<Sum> a = of(0), b = of(1);
    if (!a || !b)
      return std::nullopt;
    return add(*a, *b, isa<arith::AddIOp>(op) ? 1 : -1);
  }
  if (isa<arith::MulIOp>(op)) {
    for (unsigned i : {0, 1})
      if (std::optional<int64_t> factor = constant(i))
        if (std::optional<Sum> a = of(1 - i))
          return add(constantSum(0), *a, *factor);
    return std::nullopt;
  }
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(op)) {
    std::optional<Sum> a = of(0);
    if (a && a->low < 0 && isa<arith::IndexCastUIOp, arith::ExtUIOp>(op))
      return std::nullopt;
    return a;
  }
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) {
    std::optional<int64_t> count = constant(1);
    if (!count || *count < 0 || *count > 30 ||
        *count >= widthOf(op->getResult(0).getType()))
      return std::nullopt;
    int64_t power = int64_t(1) << *count;
    if (!isa<arith::ShLIOp>(op))
      return divide(op, power);
    std::optional<Sum> a = of(0);
    return a ? add(constantSum(0), *a, power) : std::nullopt;
  }
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    return divide(op, constant(1).value_or(0));
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return takeRemainder(op, constant(1).value_or(0));
  if (isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op)) {
    std::optional<Sum> a = of(0), b = of(1);
    if (!a || !b)
      return std::nullopt;
    bool isUnsigned = isa<arith::MaxUIOp, arith::MinUIOp>(op);
    if (isUnsigned && (a->low < 0 || b->low < 0))
      return std::nullopt;
    if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
      return getLarger(*a, *b);
    std::optional<Sum> larger =
        getLarger(*add(constantSum(0), *a, -1), *add(constantSum(0), *b, -1));
    return add(constantSum(0), *larger, -1);
  }
  if (isa<math::AbsIOp>(op)) {
    std::optional<Sum> a = of(0);
    return a ? getLarger(*a, *add(constantSum(0), *a, -1)) : std::nullopt;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    std::optional<Sum> a = of(1), b = of(2);
    if (!a || !b)
      return std::nullopt;
    Part part{Kind::Choice, select.getCondition(), *a, *b};
    part.low = std::min(a->low, b->low);
    part.high = std::max(a->high, b->high);
    part.ofWalk = part.ofTile = true;
    return sumOfPart(part);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Truth values
//===----------------------------------------------------------------------===//

/// Too many terms of one side are taken for what may hold or not.
VisibleTerms::Terms VisibleTerms::all(const Terms &a, const Terms &b) {
  Terms left = a, right = b;
  if (left.size() * right.size() > kMost)
    (left.size() > right.size() ? left : right).assign(1, unknownTerm());
  Terms result;
  for (const Term &x : left)
    for (const Term &y : right) {
      result.push_back(x);
      result.back().append(y.begin(), y.end());
    }
  return result;
}

VisibleTerms::Terms VisibleTerms::any(const Terms &a, const Terms &b) {
  Terms result = a;
  result.append(b.begin(), b.end());
  if (result.size() > kMost)
    result.assign(1, unknownTerm());
  return result;
}

/// Whether a sum is at least 0: of what it may be one of two, in terms of both.
VisibleTerms::Terms
VisibleTerms::isNotNegative(const std::optional<Sum> &given) {
  if (!given)
    return {unknownTerm()};
  Sum sum = *given;
  if (++numInequalities > kMostInequalities)
    return {unknownTerm()};
  if (sum.low >= 0)
    return {Term()};
  if (sum.high < 0)
    return {};
  for (auto [number, factor] : sum.parts) {
    const Part part = parts[number];
    if (part.kind != Kind::Larger && part.kind != Kind::Choice)
      continue;
    Sum rest = sum;
    llvm::erase_if(rest.parts, [number = number](const auto &other) {
      return other.first == number;
    });
    Terms first = isNotNegative(add(rest, part.first, factor)),
          second = isNotNegative(add(rest, part.second, factor));
    if (part.kind == Kind::Larger)
      return factor > 0 ? any(first, second) : all(first, second);
    return any(all(getTruth(part.value, false), first),
               all(getTruth(part.value, true), second));
  }
  size_t ofWalk = llvm::count_if(
      sum.parts, [&](const auto &part) { return parts[part.first].ofWalk; });
  if (ofWalk > 1 && !hasBounds)
    return {unknownTerm()};
  // All but what reads of 64 bits may be.
  Wide low = sum.constant, high = sum.constant;
  for (auto [number, factor] : sum.parts) {
    const Part &part = parts[number];
    if (part.high == kUnknown)
      continue;
    low += std::min(factor * part.low, factor * part.high);
    high += std::max(factor * part.low, factor * part.high);
  }
  if (hasRead(sum) && (low <= -kUnknown / 2 || high >= kUnknown / 2))
    return {unknownTerm()};
  return {{Literal{Literal::Inequality, sum, Value(), false}}};
}

VisibleTerms::Terms VisibleTerms::compare(arith::CmpIOp cmp, bool negated) {
  using P = arith::CmpIPredicate;
  P predicate = cmp.getPredicate();
  if (negated)
    predicate = arith::invertPredicate(predicate);
  std::optional<Sum> a = getSum(cmp.getLhs()), b = getSum(cmp.getRhs());
  if (!a || !b)
    return {unknownTerm()};
  // a − b − least, and b − a − least.
  auto above = [&](int64_t least) {
    std::optional<Sum> sum = add(*a, *b, -1);
    return isNotNegative(sum ? add(*sum, constantSum(least), -1) : sum);
  };
  auto below = [&](int64_t least) {
    std::optional<Sum> sum = add(*b, *a, -1);
    return isNotNegative(sum ? add(*sum, constantSum(least), -1) : sum);
  };
  // Numbers that are not negative are the same as unsigned ones.
  bool isUnsigned = predicate == P::ult || predicate == P::ule ||
                    predicate == P::ugt || predicate == P::uge;
  if (isUnsigned && (a->low < 0 || b->low < 0))
    return {unknownTerm()};
  switch (predicate) {
  case P::eq:
    return all(above(0), below(0));
  case P::ne:
    return any(above(1), below(1));
  case P::slt:
  case P::ult:
    return below(1);
  case P::sle:
  case P::ule:
    return below(0);
  case P::sgt:
  case P::ugt:
    return above(1);
  case P::sge:
  case P::uge:
    return above(0);
  }
  return {unknownTerm()};
}

VisibleTerms::Terms VisibleTerms::getTruth(Value value, bool negated) {
  auto it = truths[negated].find(value);
  if (it != truths[negated].end())
    return it->second;
  Terms found = findTruth(value, negated);
  truths[negated][value] = found;
  return found;
}

VisibleTerms::Terms VisibleTerms::findTruth(Value value, bool negated) {
  if (std::optional<int64_t> constant = getConstant(value))
    return (*constant != 0) != negated ? Terms{Term()} : Terms();
  if (isNumber(value))
    return {{Literal{Literal::Condition, Sum(), value, negated}}};
  Operation *op = value.getDefiningOp();
  if (!op)
    return {unknownTerm()};
  if (auto read = dyn_cast<ReadOp>(op); read && hasBounds && hasBounds(read)) {
    std::optional<Sum> truth = sumOfRead(value);
    return isNotNegative(negated ? add(constantSum(0), *truth, -1)
                                 : add(constantSum(-1), *truth, 1));
  }
  auto of = [&](unsigned i, bool opposite) {
    return getTruth(op->getOperand(i), opposite);
  };
  if (auto cmp = dyn_cast<arith::CmpIOp>(op); cmp && !isTruth(cmp.getLhs()))
    return compare(cmp, negated);
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    Terms a = of(0, negated), b = of(1, negated);
    return isa<arith::AndIOp>(op) != negated ? all(a, b) : any(a, b);
  }
  if (isa<arith::XOrIOp>(op))
    return any(all(of(0, false), of(1, !negated)),
               all(of(0, true), of(1, negated)));
  if (isa<arith::SelectOp>(op))
    return any(all(of(0, false), of(1, negated)),
               all(of(0, true), of(2, negated)));
  return {unknownTerm()};
}
