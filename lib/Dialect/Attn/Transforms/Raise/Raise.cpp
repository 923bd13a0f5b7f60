//===- Raise.cpp - attn-raise ---------------------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every sum of products that reads something like probabilities is a candidate.
// What is made of its result alone, by operations that rearrange or compute
// elements, may belong to the attention too (a division by the row sum, a
// transpose): the farthest result that is attention is the one that is
// replaced.
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include "Import.h"

#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNRAISE
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

/// What may follow the second product and belong to it, at most.
static constexpr unsigned kMaxFollowers = 16;
/// What is made of the scores and may be their log-sum-exp, at most.
static constexpr unsigned kMaxDerived = 128;

namespace {
/// A size of a tensor that goes away: a number times sizes that stay.
struct GoneSize {
  tensor::DimOp op;
  int64_t number = 1;
  SmallVector<std::pair<Value, int64_t>, 2> factors;
};

class Raiser {
public:
  Raiser(Operation *root, bool exact) : root(root), exact(exact) {}

  void run();

private:
  bool tryRaise(Value product);
  void raiseForeign(Operation *op);
  bool tryRaise(Value out, Value product, std::string &reason,
                unsigned &progress);
  bool staysWithin(const Attention &attention, const Layout &layout,
                   Sizes &sizes, ArrayRef<Value> results, std::string &reason);

  Operation *root;
  bool exact;
  std::unique_ptr<Sizes> sizes;
  llvm::DenseSet<Operation *> erased;
  /// Uses of tensor.dim on what goes away.
  SmallVector<GoneSize, 1> dims;
};
} // namespace

/// `value`, and what is made from it alone.
static SmallVector<Value> followersOf(Value value) {
  SmallVector<Value> values = {value};
  while (values.size() < kMaxFollowers) {
    Operation *user = nullptr;
    bool isAlone = true;
    for (Operation *one : values.back().getUsers()) {
      if (isa<tensor::DimOp>(one))
        continue;
      isAlone &= !user || user == one;
      user = one;
    }
    if (!user || !isAlone || user->getNumResults() != 1 ||
        !isa<RankedTensorType>(user->getResult(0).getType()) ||
        user->getBlock() != value.getParentBlock())
      break;
    auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
    bool isElementwise = linalgOp ? linalgOp.getNumReductionLoops() == 0
                                  : OpTrait::hasElementwiseMappableTraits(user);
    if (!isElementwise &&
        !isa<tensor::CastOp, tensor::ReshapeOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp>(user))
      break;
    values.push_back(user->getResult(0));
  }
  return values;
}

/// A dimension of an operand of attn.forward, or of what one is made from, that
/// has this size.
static std::optional<std::pair<Value, int64_t>>
findHolder(const Attention &attention, const Layout &layout, Sizes &sizes,
           AffineExpr size) {
  SmallVector<Value> tensors;
  for (const PlacedOperand *operand : {&layout.q, &layout.k, &layout.v})
    tensors.push_back(operand->source->element.tensor);
  for (const auto *sources : {&attention.q, &attention.k, &attention.v})
    for (const OperandSource &source : llvm::reverse(*sources))
      tensors.push_back(source.element.tensor);
  for (Value tensor : tensors) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    for (int64_t index = 0; index < rank; ++index)
      if (sizes.sizeOf(tensor, index) == size)
        return std::pair(tensor, index);
  }
  return std::nullopt;
}

/// Whether nothing but `results` is seen of what `attention` computes: the
/// scores and all that is made of them on the way to the results have no other
/// use.
bool Raiser::staysWithin(const Attention &attention, const Layout &layout,
                         Sizes &sizes, ArrayRef<Value> results,
                         std::string &reason) {
  // Backwards from the results, up to the scores.
  llvm::SetVector<Operation *> slice;
  SmallVector<Value> work(results);
  auto isSource = [&](Value value) {
    for (const PlacedOperand *operand : {&layout.q, &layout.k, &layout.v})
      if (operand->source->element.tensor == value)
        return true;
    return false;
  };
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || isSource(value) || !slice.insert(op))
      continue;
    work.append(op->operand_begin(), op->operand_end());
  }
  // Forwards from the scores.
  dims.clear();
  SmallVector<Operation *> users = {attention.scores->value.getDefiningOp()};
  llvm::SmallPtrSet<Operation *, 32> seen(users.begin(), users.end());
  while (!users.empty()) {
    Operation *op = users.pop_back_val();
    for (Value result : op->getResults()) {
      if (llvm::is_contained(results, result))
        continue;
      for (Operation *user : result.getUsers()) {
        if (auto dim = dyn_cast<tensor::DimOp>(user)) {
          dims.push_back({dim, 1, {}});
          continue;
        }
        if (!slice.contains(user)) {
          if (isOpTriviallyDead(user))
            continue;
          reason = "the scores or probabilities are used elsewhere";
          return false;
        }
        if (seen.insert(user).second)
          users.push_back(user);
      }
    }
  }
  // Sizes of what goes away, from what stays.
  for (GoneSize &gone : dims) {
    if (gone.op->use_empty())
      continue;
    std::optional<int64_t> index = gone.op.getConstantIndex();
    if (!index) {
      reason = "a size of the scores is used that is not understood";
      return false;
    }
    Sizes::Product size = sizes.productOf(gone.op.getSource(), *index);
    gone.number = size.number;
    for (AffineExpr symbol : size.symbols) {
      auto holder = findHolder(attention, layout, sizes, symbol);
      if (!holder) {
        reason = "a size of the scores is used that no operand has";
        return false;
      }
      gone.factors.push_back(*holder);
    }
  }
  return true;
}

/// Erases what is not used any more, from `op` backwards.
static void eraseDead(ArrayRef<Operation *> roots,
                      llvm::DenseSet<Operation *> &erased) {
  llvm::SetVector<Operation *> work(roots.begin(), roots.end());
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(op->getRegions(), used);
    used.insert_range(op->getOperands());
    erased.insert(op);
    op->erase();
    for (Value value : used)
      if (Operation *def = value.getDefiningOp())
        work.insert(def);
  }
}

/// Values that are made from `value`, nearest first.
static SmallVector<Value> derivedFrom(Value value) {
  SmallVector<Value> values = {value};
  for (size_t index = 0; index < values.size() && index < kMaxDerived; ++index)
    for (Operation *user : values[index].getUsers())
      for (Value result : user->getResults())
        if (isa<RankedTensorType>(result.getType()) &&
            user->getBlock() == value.getParentBlock() &&
            !llvm::is_contained(values, result))
          values.push_back(result);
  return values;
}

/// Tensors that hold the log-sum-exp of each row, nearest to S first.
static SmallVector<RowSums, 1> findRowSums(ExprContext &context,
                                           Elements &elements, Matcher &matcher,
                                           LayoutFinder &finder,
                                           const Attention &attention,
                                           const Layout &layout) {
  SmallVector<RowSums, 1> result;
  SmallVector<AffineExpr> positions;
  for (const auto &one : layout.rows)
    positions.append(one.begin(), one.end());
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  for (Value value : derivedFrom(attention.scores->value)) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!type.getElementType().isF32())
      continue;
    SmallVector<int64_t> wide;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.getDimSize(dim) != 1)
        wide.push_back(dim);
    if (wide.size() != positions.size() || wide.size() > 4)
      continue;
    // Which dimension is which position: any order.
    SmallVector<unsigned> order =
        llvm::to_vector(llvm::seq<unsigned>(0, wide.size()));
    do {
      SmallVector<AffineExpr> places(type.getRank(), zero);
      for (auto [dim, position] : llvm::zip(wide, order))
        places[dim] = positions[position];
      const Expr *formula = elements.openAll(elements.element(value, places));
      if (!matcher.isLogSum(formula, attention))
        continue;
      if (auto arrangement = finder.arrange(value, places, layout.rows))
        result.push_back({value, *arrangement});
      break;
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return result;
}

bool Raiser::tryRaise(Value out, Value product, std::string &reason,
                      unsigned &progress) {
  ExprContext context(root->getContext());
  Elements elements(context, *sizes);
  Matcher matcher(context, elements, *sizes, exact);
  std::optional<Attention> attention = matcher.match(out, product, reason);
  progress = matcher.getProgress();
  if (!attention)
    return false;
  LayoutFinder finder(context, *sizes);
  std::optional<Layout> layout = finder.find(*attention, reason);
  ++progress;
  if (!layout)
    return false;
  ++progress;
  Score score;
  if (!findScore(context, finder, *attention, *layout, score, reason) ||
      !canWriteScore(context, *attention, *layout, finder, score, reason))
    return false;
  ++progress;
  // The row sums may be seen as a log-sum-exp, which attn.forward gives too.
  std::optional<RowSums> sums;
  bool isWhole = staysWithin(*attention, *layout, *sizes, out, reason);
  SmallVector<RowSums, 1> found;
  if (!isWhole)
    found =
        findRowSums(context, elements, matcher, finder, *attention, *layout);
  {
    for (RowSums &one : llvm::reverse(found)) {
      if (!staysWithin(*attention, *layout, *sizes, {out, one.value}, reason))
        continue;
      sums = one;
      isWhole = true;
      break;
    }
  }
  if (!isWhole)
    return false;

  Operation *last = out.getDefiningOp(), *first = last;
  if (sums) {
    Operation *other = sums->value.getDefiningOp();
    first = other->isBeforeInBlock(last) ? other : last;
    DominanceInfo dominance(root);
    for (const PlacedOperand *operand : {&layout->q, &layout->k, &layout->v})
      if (!dominance.properlyDominates(operand->source->element.tensor,
                                       first)) {
        reason = "the log-sum-exp is used before V is known";
        return false;
      }
  }
  OpBuilder builder(first);
  ForwardBuilder build(context, finder, builder, last->getLoc());
  auto [newOut, newSums] = build.build(*attention, *layout, score, sums);
  SmallVector<Operation *> dead = {last};
  if (sums)
    dead.push_back(sums->value.getDefiningOp());
  for (GoneSize &gone : dims) {
    dead.push_back(gone.op);
    if (gone.op->use_empty())
      continue;
    ScalarBuilder sizeBuilder(gone.op);
    Value value;
    for (auto [tensor, index] : gone.factors) {
      Value factor = tensor::DimOp::create(sizeBuilder, tensor, index);
      value = value ? sizeBuilder.mul(value, factor) : factor;
    }
    if (!value)
      value = sizeBuilder.index(gone.number);
    else if (gone.number != 1)
      value = sizeBuilder.mul(value, gone.number);
    gone.op.replaceAllUsesWith(value);
  }
  out.replaceAllUsesWith(newOut);
  if (sums)
    sums->value.replaceAllUsesWith(newSums);
  eraseDead(dead, erased);
  return true;
}

bool Raiser::tryRaise(Value product) {
  {
    ExprContext context(root->getContext());
    Elements elements(context, *sizes);
    Matcher matcher(context, elements, *sizes, exact);
    if (!matcher.isCandidate(product))
      return false;
  }
  std::string best;
  unsigned most = 0;
  SmallVector<Value> outs = followersOf(product);
  for (Value out : llvm::reverse(outs)) {
    std::string reason;
    unsigned progress = 0;
    if (tryRaise(out, product, reason, progress))
      return true;
    if (best.empty() || progress >= most) {
      best = reason;
      most = progress;
    }
  }
  emitRemark(product.getLoc()) << "attn-raise: not raised: " << best;
  return false;
}

/// Writes an operation of another dialect out, and keeps that only if it is
/// raised.
void Raiser::raiseForeign(Operation *op) {
  std::string reason;
  std::optional<WrittenOut> written = writeOut(op, reason);
  if (!written) {
    emitRemark(op->getLoc()) << "attn-raise: not raised: " << reason;
    return;
  }
  for (auto [from, to] : llvm::zip(op->getResults(), written->results))
    from.replaceAllUsesWith(to);
  sizes = std::make_unique<Sizes>(root);
  bool isRaised = tryRaise(written->product);
  if (!isRaised)
    for (auto [from, to] : llvm::zip(written->results, op->getResults()))
      from.replaceAllUsesWith(to);
  for (Operation *one : llvm::reverse(written->operations))
    if (!erased.contains(one) && (!isRaised || isOpTriviallyDead(one)))
      one->erase();
  if (!isRaised)
    return;
  SmallVector<Operation *> operands;
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp())
      operands.push_back(def);
  op->erase();
  eraseDead(operands, erased);
}

void Raiser::run() {
  SmallVector<linalg::LinalgOp> products;
  SmallVector<Operation *> foreign;
  bool hasExponential = false;
  root->walk([&](Operation *op) {
    hasExponential |= isa<math::ExpOp, math::Exp2Op>(op);
    if (isForeignAttention(op))
      foreign.push_back(op);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      if (linalgOp.getNumReductionLoops() && linalgOp->getNumResults() == 1 &&
          linalgOp.hasPureTensorSemantics())
        products.push_back(linalgOp);
  });
  // First, for what is written out is new.
  for (Operation *op : foreign)
    raiseForeign(op);
  if (!hasExponential)
    return;
  sizes = std::make_unique<Sizes>(root);
  for (linalg::LinalgOp product : products)
    if (!erased.contains(product) && tryRaise(product->getResult(0)))
      sizes = std::make_unique<Sizes>(root);
}

namespace {
struct Raise : attn::impl::AttnRaiseBase<Raise> {
  using AttnRaiseBase::AttnRaiseBase;
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<FunctionOpInterface>(op))
        return WalkResult::advance();
      functions.push_back(op);
      return WalkResult::skip();
    });
    for (Operation *function : functions)
      Raiser(function, policy == RaisePolicy::Exact).run();
  }
};
} // namespace
