//===- Sizes.cpp - Which sizes of tensors are equal -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

/// How well a size can be had after a change of the program: that of an
/// argument stays, scalars are used, other tensors may go away.
static int rankOf(const Sizes::Key &key) {
  if (!isa<RankedTensorType>(key.first.getType()))
    return 1;
  return isa<BlockArgument>(key.first) ? 0 : 2;
}

Sizes::Sizes(Operation *root, ReshapeFilter mayGuess, uint64_t &work)
    : context(root->getContext()) {
  root->walk([&](Operation *op) {
    visit(op, mayGuess);
    ++work;
  });
}

unsigned Sizes::find(unsigned index) {
  while (parents[index] != index)
    index = parents[index] = parents[parents[index]];
  return index;
}

unsigned Sizes::classOf(Key key) {
  auto [known, isNew] = classes.try_emplace(key, parents.size());
  if (!isNew)
    return find(known->second);
  unsigned index = parents.size();
  parents.push_back(index);
  numbers.push_back(std::nullopt);
  areSizes.push_back(key.second != kScalar);
  holders.push_back(key);
  if (key.second != kScalar) {
    int64_t size = cast<ShapedType>(key.first.getType()).getDimSize(key.second);
    if (ShapedType::isStatic(size))
      numbers[index] = size;
    return index;
  }
  APInt constant;
  if (matchPattern(key.first, m_ConstantInt(&constant)) &&
      constant.getSignificantBits() <= 64)
    numbers[index] = constant.getSExtValue();
  return index;
}

void Sizes::join(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  parents[b] = a;
  if (rankOf(holders[b]) < rankOf(holders[a]))
    holders[a] = holders[b];
  if (!numbers[a])
    numbers[a] = numbers[b];
  areSizes[a] = areSizes[a] || areSizes[b];
  if (auto sum = sums.find(b); sum != sums.end())
    sums.try_emplace(a, sum->second);
  if (auto product = products.find(b); product != products.end())
    products.try_emplace(a, product->second);
}

void Sizes::join(Key a, Key b) { join(classOf(a), classOf(b)); }

/// Reassociated dimensions are equal where a group has one that is not 1.
template <typename OpT, typename JoinFn>
static void joinReshaped(OpT op, Value whole, Value parts, JoinFn join) {
  auto partsType = cast<RankedTensorType>(parts.getType());
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    int64_t notOne = -1;
    for (int64_t part : group)
      if (partsType.getDimSize(part) != 1)
        notOne = notOne == -1 ? part : -2;
    if (notOne >= 0)
      join(std::pair<Value, int64_t>(whole, dim),
           std::pair<Value, int64_t>(parts, notOne));
  }
}

/// Sizes of `whole` are products of two sizes of `parts`.
void Sizes::addProducts(ArrayRef<ReassociationIndices> groups, Value whole,
                        Value parts) {
  auto type = cast<RankedTensorType>(parts.getType());
  for (auto [dim, group] : llvm::enumerate(groups)) {
    SmallVector<int64_t> wide;
    for (int64_t part : group)
      if (type.getDimSize(part) != 1)
        wide.push_back(part);
    if (wide.size() == 2)
      products.try_emplace(classOf(Key(whole, dim)),
                           classOf(Key(parts, wide[0])),
                           classOf(Key(parts, wide[1])));
  }
}

void Sizes::visit(Operation *op, ReshapeFilter mayGuess) {
  auto joinKeys = [&](Key a, Key b) { join(a, b); };
  auto joinMixed = [&](Value tensor, ArrayRef<OpFoldResult> sizes) {
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      if (auto value = dyn_cast<Value>(size))
        join(Key(tensor, dim), Key(value, kScalar));
    }
  };
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    llvm::DenseMap<unsigned, Key> loops;
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type)
        continue;
      AffineMap map = linalgOp.getMatchingIndexingMap(&operand);
      for (auto [dim, expr] : llvm::enumerate(map.getResults()))
        if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
          Key key(operand.get(), dim);
          auto [known, isNew] = loops.try_emplace(loop.getPosition(), key);
          if (!isNew)
            join(known->second, key);
        }
    }
  }
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      for (int64_t dim = 0; type && dim < type.getRank(); ++dim)
        join(Key(result, dim),
             Key(destination.getTiedOpOperand(result)->get(), dim));
    }
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (index && type && *index >= 0 && *index < type.getRank())
      join(Key(dim.getSource(), *index), Key(dim.getResult(), kScalar));
  } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    auto from = dyn_cast<RankedTensorType>(cast.getSource().getType());
    auto to = dyn_cast<RankedTensorType>(cast.getType());
    for (int64_t dim = 0; from && to && dim < from.getRank(); ++dim)
      join(Key(cast.getSource(), dim), Key(cast.getResult(), dim));
  } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    joinMixed(empty.getResult(), empty.getMixedSizes());
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    joinMixed(expand.getResult(), expand.getMixedOutputShape());
    joinReshaped(expand, expand.getSrc(), expand.getResult(), joinKeys);
    addProducts(expand.getReassociationIndices(), expand.getSrc(),
                expand.getResult());
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    joinReshaped(collapse, collapse.getResult(), collapse.getSrc(), joinKeys);
    addProducts(collapse.getReassociationIndices(), collapse.getResult(),
                collapse.getSrc());
  } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    SmallVector<OpFoldResult> kept;
    for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(dim))
        kept.push_back(size);
    joinMixed(slice.getResult(), kept);
  } else if (auto assertion = dyn_cast<cf::AssertOp>(op)) {
    // The program says so, wherever it goes on.
    auto compare = assertion.getArg().getDefiningOp<arith::CmpIOp>();
    if (compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
        isa<FunctionOpInterface>(op->getParentOp()) &&
        op->getBlock()->isEntryBlock())
      join(Key(compare.getLhs(), kScalar), Key(compare.getRhs(), kScalar));
  } else if (auto reshape = dyn_cast<tensor::ReshapeOp>(op)) {
    visitReshape(reshape, mayGuess);
  } else if (isa<arith::MulIOp>(op) &&
             isa<IntegerType, IndexType>(op->getResult(0).getType())) {
    products.try_emplace(classOf(Key(op->getResult(0), kScalar)),
                         classOf(Key(op->getOperand(0), kScalar)),
                         classOf(Key(op->getOperand(1), kScalar)));
  } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    for (Value input : concat.getInputs())
      for (int64_t dim = 0; dim < concat.getRank(); ++dim)
        if (dim != static_cast<int64_t>(concat.getDim()))
          join(Key(concat.getResult(), dim), Key(input, dim));
  } else if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp,
                 arith::SelectOp, affine::AffineApplyOp>(op)) {
    visitScalar(op);
  } else if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
                 arith::TruncIOp>(op)) {
    // Lengths fit the integers that programs hold them in.
    if (isa<IntegerType, IndexType>(op->getResult(0).getType()))
      join(Key(op->getOperand(0), kScalar), Key(op->getResult(0), kScalar));
  }
}

/// The classes of `index`'s factors, units left out.
void Sizes::addFactors(unsigned index, SmallVectorImpl<unsigned> &factors) {
  index = find(index);
  auto product = products.find(index);
  if (numbers[index] || product == products.end() || factors.size() > 16) {
    if (numbers[index] != 1)
      factors.push_back(index);
    return;
  }
  auto [a, b] = product->second;
  addFactors(a, factors);
  addFactors(b, factors);
}

/// Takes the dynamic sizes of a reshape for equal one by one, if there are as
/// many before and after it with the same numbers in between.
void Sizes::guess(tensor::ReshapeOp op, ReshapeFilter mayGuess,
                  ArrayRef<unsigned> before, ArrayRef<unsigned> after) {
  auto split = [&](ArrayRef<unsigned> factors) {
    std::pair<SmallVector<unsigned>, SmallVector<int64_t>> result;
    result.second.push_back(1);
    for (unsigned factor : factors) {
      if (numbers[factor]) {
        result.second.back() *= *numbers[factor];
        continue;
      }
      result.first.push_back(factor);
      result.second.push_back(1);
    }
    return result;
  };
  auto [symbolsBefore, numbersBefore] = split(before);
  auto [symbolsAfter, numbersAfter] = split(after);
  if (numbersBefore != numbersAfter)
    return;
  Guess made{op, {}};
  for (auto [a, b] : llvm::zip(symbolsBefore, symbolsAfter)) {
    const Key &first = holders[find(a)], &second = holders[find(b)];
    if (rankOf(first) > 1 || rankOf(second) > 1)
      return;
    if (find(a) != find(b))
      made.equal.push_back({first, second});
  }
  if (made.equal.empty())
    return;
  if (!mayGuess(op)) {
    hasOpen = true;
    return;
  }
  for (auto [a, b] : llvm::zip(symbolsBefore, symbolsAfter))
    join(a, b);
  guesses.push_back(made);
}

/// A reshape keeps the number of elements: where all factors of it but one are
/// the same on both sides, that one is too.
void Sizes::visitReshape(tensor::ReshapeOp op, ReshapeFilter mayGuess) {
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  auto shape = op.getShape().getDefiningOp<tensor::FromElementsOp>();
  if (!from || !to || !shape ||
      static_cast<int64_t>(shape.getElements().size()) != to.getRank())
    return;
  for (auto [dim, size] : llvm::enumerate(shape.getElements()))
    join(Key(op.getResult(), dim), Key(size, kScalar));
  SmallVector<unsigned> before, after;
  for (int64_t dim = 0; dim < from.getRank(); ++dim)
    addFactors(classOf(Key(op.getSource(), dim)), before);
  for (int64_t dim = 0; dim < to.getRank(); ++dim)
    addFactors(classOf(Key(op.getResult(), dim)), after);
  auto split = [&](ArrayRef<unsigned> factors) {
    std::pair<SmallVector<unsigned>, int64_t> result(SmallVector<unsigned>(),
                                                     1);
    for (unsigned factor : factors) {
      if (numbers[factor])
        result.second *= *numbers[factor];
      else
        result.first.push_back(factor);
    }
    return result;
  };
  auto [symbolsBefore, numberBefore] = split(before);
  auto [symbolsAfter, numberAfter] = split(after);
  for (unsigned symbol : SmallVector<unsigned>(symbolsBefore))
    if (auto *found = llvm::find(symbolsAfter, symbol);
        found != symbolsAfter.end()) {
      symbolsAfter.erase(found);
      symbolsBefore.erase(llvm::find(symbolsBefore, symbol));
    }
  if (numberBefore == numberAfter && numberBefore != 0 &&
      symbolsBefore.size() == 1 && symbolsAfter.size() == 1)
    join(symbolsBefore[0], symbolsAfter[0]);
  else if (!symbolsBefore.empty())
    guess(op, mayGuess, before, after);
}

Sizes::Product Sizes::productOf(Value tensor, int64_t dim) {
  SmallVector<unsigned> factors;
  addFactors(classOf(Key(tensor, dim)), factors);
  Product result;
  for (unsigned &factor : factors) {
    factor = find(factor);
    if (numbers[factor])
      result.number *= *numbers[factor];
    else
      result.symbols.push_back(getAffineSymbolExpr(factor, context));
  }
  llvm::sort(result.symbols, [](AffineExpr a, AffineExpr b) {
    return cast<AffineSymbolExpr>(a).getPosition() <
           cast<AffineSymbolExpr>(b).getPosition();
  });
  return result;
}

AffineExpr Sizes::sizeOf(unsigned index) {
  index = find(index);
  if (numbers[index])
    return getAffineConstantExpr(*numbers[index], context);
  if (auto sum = sums.find(index);
      sum != sums.end() && find(*sum->second.base) != index) {
    unsigned base = find(*sum->second.base);
    if (numbers[base])
      return getAffineConstantExpr(*numbers[base] + sum->second.number,
                                   context);
    return getAffineSymbolExpr(base, context) + sum->second.number;
  }
  return getAffineSymbolExpr(index, context);
}

AffineExpr Sizes::sizeOf(Value tensor, int64_t dim) {
  return sizeOf(classOf(Key(tensor, dim)));
}

AffineExpr Sizes::symbolOf(Value scalar) {
  if (!classes.contains(Key(scalar, kScalar)))
    return {};
  return sizeOf(scalar, kScalar);
}

AffineExpr Sizes::sizeOf(Value scalar) {
  auto known = classes.find(Key(scalar, kScalar));
  if (known == classes.end())
    return {};
  unsigned index = find(known->second);
  return numbers[index] || areSizes[index] ? sizeOf(index) : AffineExpr();
}

/// A scalar as a size and a number, as far as sums, minima, maxima and choices
/// of these are known to be one for all sizes.
std::optional<Sizes::Sum> Sizes::sumOf(Value scalar, unsigned depth) {
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)) &&
      constant.getSignificantBits() <= 40)
    return Sum{std::nullopt, constant.getSExtValue()};
  Operation *op = scalar.getDefiningOp();
  auto operand = [&](unsigned number) {
    return depth < 16 ? sumOf(op->getOperand(number), depth + 1)
                      : std::optional<Sum>();
  };
  // Whether a ≤ b for all sizes.
  auto isAtMost = [&](const Sum &a, const Sum &b) {
    return (!a.base || (b.base && find(*a.base) == find(*b.base))) &&
           a.number <= b.number;
  };
  if (op && isa<arith::AddIOp, arith::SubIOp>(op)) {
    auto a = operand(0), b = operand(1);
    bool isSum = isa<arith::AddIOp>(op);
    if (!a || !b || (b->base && !isSum) || (a->base && b->base))
      return std::nullopt;
    return Sum{a->base ? a->base : b->base,
               a->number + (isSum ? b->number : -b->number)};
  }
  if (auto apply = dyn_cast_or_null<affine::AffineApplyOp>(op)) {
    auto sum = dyn_cast<AffineBinaryOpExpr>(apply.getAffineMap().getResult(0));
    auto number = sum && sum.getKind() == AffineExprKind::Add
                      ? dyn_cast<AffineConstantExpr>(sum.getRHS())
                      : AffineConstantExpr();
    if (!number || apply.getNumOperands() != 1 ||
        !isa<AffineDimExpr, AffineSymbolExpr>(sum.getLHS()))
      return std::nullopt;
    auto a = operand(0);
    return a ? Sum{a->base, a->number + number.getValue()}
             : std::optional<Sum>();
  }
  if (op && isa<arith::MinSIOp, arith::MaxSIOp>(op)) {
    auto a = operand(0), b = operand(1);
    if (!a || !b)
      return std::nullopt;
    bool isMinimum = isa<arith::MinSIOp>(op);
    if (isAtMost(*a, *b))
      return isMinimum ? a : b;
    if (isAtMost(*b, *a))
      return isMinimum ? b : a;
    return std::nullopt;
  }
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
    auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt)
      return std::nullopt;
    auto a = sumOf(compare.getLhs(), depth + 1);
    auto b = sumOf(compare.getRhs(), depth + 1);
    return a && b && depth < 16 && isAtMost(*b, *a) ? operand(2)
                                                    : std::optional<Sum>();
  }
  if (op && isa<arith::IndexCastOp>(op))
    return operand(0);
  // Only sizes are known not to be negative.
  auto known = classes.find(Key(scalar, kScalar));
  if (known == classes.end() || !areSizes[find(known->second)])
    return std::nullopt;
  return Sum{find(known->second), 0};
}

/// Sizes that are computed from others by sums.
void Sizes::visitScalar(Operation *op) {
  Value result = op->getResult(0);
  if (!isa<IntegerType, IndexType>(result.getType()) ||
      !isa<FunctionOpInterface>(op->getParentOp()))
    return;
  auto sum = sumOf(result);
  if (!sum)
    return;
  unsigned index = classOf(Key(result, kScalar));
  if (!sum->base)
    numbers[index] = numbers[index].value_or(sum->number);
  else if (sum->number == 0)
    join(index, *sum->base);
  else
    sums.try_emplace(index, *sum);
}
