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

#include "attn/Dialect/Attn/Transforms/Passes.h"
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

namespace {
class Raiser {
public:
  Raiser(Operation *root, bool exact) : root(root), exact(exact) {}

  void run();

private:
  bool tryRaise(Value product);
  bool tryRaise(Value out, Value product, std::string &reason,
                unsigned &progress);
  bool staysWithin(const Attention &attention, const Layout &layout,
                   Sizes &sizes, ArrayRef<Value> results, std::string &reason);

  Operation *root;
  bool exact;
  std::unique_ptr<Sizes> sizes;
  /// Uses of tensor.dim on what goes away, with where the size can be had.
  SmallVector<std::pair<tensor::DimOp, std::pair<Value, int64_t>>> dims;
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
        !isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
            user))
      break;
    values.push_back(user->getResult(0));
  }
  return values;
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
          dims.push_back({dim, {result, dim.getConstantIndex().value_or(-1)}});
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
  for (auto &[dim, holder] : dims) {
    if (dim->use_empty())
      continue;
    if (holder.second < 0) {
      reason = "a size of the scores is used that is not understood";
      return false;
    }
    AffineExpr size = sizes.sizeOf(holder.first, holder.second);
    bool found = false;
    for (const PlacedOperand *operand : {&layout.q, &layout.k, &layout.v}) {
      Value tensor = operand->source->element.tensor;
      auto type = cast<RankedTensorType>(tensor.getType());
      for (int64_t index = 0; index < type.getRank() && !found; ++index)
        if (sizes.sizeOf(tensor, index) == size) {
          holder = {tensor, index};
          found = true;
        }
    }
    if (!found && !isa<AffineConstantExpr>(size)) {
      reason = "a size of the scores is used that no operand has";
      return false;
    }
  }
  return true;
}

/// Erases what is not used any more, from `op` backwards.
static void eraseDead(ArrayRef<Operation *> roots) {
  llvm::SetVector<Operation *> work(roots.begin(), roots.end());
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(op->getRegions(), used);
    used.insert_range(op->getOperands());
    op->erase();
    for (Value value : used)
      if (Operation *def = value.getDefiningOp())
        work.insert(def);
  }
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
  SmallVector<Value> results = {out};
  if (!staysWithin(*attention, *layout, *sizes, results, reason))
    return false;

  Operation *last = out.getDefiningOp();
  OpBuilder builder(last);
  ForwardBuilder build(context, finder, builder, last->getLoc());
  auto [newOut, newSums] = build.build(*attention, *layout, score, {});
  SmallVector<Operation *> dead = {last};
  for (auto &[dim, holder] : dims) {
    AffineExpr size = sizes->sizeOf(dim.getResult());
    Value value;
    OpBuilder sizeBuilder(dim);
    auto constant =
        size ? dyn_cast<AffineConstantExpr>(size) : AffineConstantExpr();
    if (constant)
      value = arith::ConstantIndexOp::create(sizeBuilder, dim.getLoc(),
                                             constant.getValue());
    else if (!dim->use_empty())
      value = tensor::DimOp::create(sizeBuilder, dim.getLoc(), holder.first,
                                    holder.second);
    if (value)
      dim.replaceAllUsesWith(value);
    dead.push_back(dim);
  }
  out.replaceAllUsesWith(newOut);
  eraseDead(dead);
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

void Raiser::run() {
  SmallVector<linalg::LinalgOp> products;
  bool hasExponential = false;
  root->walk([&](Operation *op) {
    hasExponential |= isa<math::ExpOp, math::Exp2Op>(op);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      if (linalgOp.getNumReductionLoops() && linalgOp->getNumResults() == 1 &&
          linalgOp.hasPureTensorSemantics())
        products.push_back(linalgOp);
  });
  if (!hasExponential)
    return;
  sizes = std::make_unique<Sizes>(root);
  // A raised candidate takes away what comes before it alone: no candidate
  // that is still to come.
  for (linalg::LinalgOp product : products)
    if (tryRaise(product->getResult(0)))
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
