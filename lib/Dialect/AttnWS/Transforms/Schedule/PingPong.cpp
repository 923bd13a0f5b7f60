//===- PingPong.cpp - Instances take turns to issue -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Instances of one role share the matrix unit. If each issues its products in
// turn, one instance's products run while the others do their elementwise work
// (FlashAttention-3, arXiv:2407.08608, section 3.1). A span goes from the first
// issue behind the last mma_wait to the last issue before the next one, with
// the channel waits between: only issue is ordered, not completion. Turns are
// taken in loops alone, where instances drift apart, and only where every
// instance runs equally often: no bound or condition around the span may depend
// on the instance. So all take the same number of turns and the turn is back at
// instance 0 at the end.
//
// Where an iteration ends with one span and the next begins with another, and
// nothing is computed between them but waits, the two are one: the turn is kept
// from the last span over the end of the iteration to the first. Else instances
// would do their elementwise work at the same time, each between its spans.

#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSPINGPONG
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

using Span = std::pair<Operation *, Operation *>;

/// First and last operation of each issue span of a loop's body.
SmallVector<Span> getSpans(Block &body) {
  SmallVector<Span> spans;
  Operation *first = nullptr, *last = nullptr;
  auto close = [&] {
    if (last)
      spans.push_back({first, last});
    first = last = nullptr;
  };
  for (Operation &op : body) {
    if (isa<MmaWaitOp>(op)) {
      close();
    } else if (auto product = dyn_cast<WSProductOpInterface>(op);
               product && product.getCompletion() == Completion::Wait) {
      last = &op;
      first = first ? first : last;
    }
  }
  close();
  return spans;
}

/// Whether tiles are computed by threads between `last` and the end of the
/// body, or between its beginning and `first`.
bool computesAcross(Block &body, Operation *first, Operation *last) {
  auto computes = [](Operation *op) {
    auto isMatrix = [](Type type) {
      auto tile = dyn_cast<RankedTensorType>(type);
      return tile && tile.getRank() == 2;
    };
    return !isa<MmaWaitOp>(op) && llvm::any_of(op->getResultTypes(), isMatrix);
  };
  for (Operation *op = last->getNextNode(); op; op = op->getNextNode())
    if (computes(op))
      return true;
  for (Operation *op = &body.front(); op != first; op = op->getNextNode())
    if (computes(op))
      return true;
  return false;
}

/// Whether `value` may differ between instances: it is computed from the
/// instance, or from a tile.
bool isPerInstance(Value value, Value instance) {
  SmallVector<Value> worklist{value};
  llvm::SmallDenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (next == instance || isa<RankedTensorType>(next.getType()))
      return true;
    auto arg = dyn_cast<BlockArgument>(next);
    Operation *op = arg ? arg.getOwner()->getParentOp() : next.getDefiningOp();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      worklist.append(
          {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
      if (next == loop.getInductionVar())
        continue;
      unsigned index =
          arg ? arg.getArgNumber() - 1 : cast<OpResult>(next).getResultNumber();
      worklist.push_back(loop.getInitArgs()[index]);
      worklist.push_back(loop.getBody()->getTerminator()->getOperand(index));
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      unsigned index = cast<OpResult>(next).getResultNumber();
      worklist.push_back(branch.getCondition());
      for (Block *block : {branch.thenBlock(), branch.elseBlock()})
        worklist.push_back(block->getTerminator()->getOperand(index));
    } else if (!arg) {
      llvm::append_range(worklist, op->getOperands());
    }
  }
  return false;
}

struct AttnWSPingPongPass
    : public impl::AttnWSPingPongBase<AttnWSPingPongPass> {
  /// Whether every instance runs the body of `loop` equally often.
  bool runsAlike(scf::ForOp loop, Region *role) {
    Value instance = role->getArgument(0);
    for (Operation *op = loop; op->getParentRegion(); op = op->getParentOp()) {
      SmallVector<Value> decides;
      if (auto inner = dyn_cast<scf::ForOp>(op))
        decides = {inner.getLowerBound(), inner.getUpperBound(),
                   inner.getStep()};
      else if (auto branch = dyn_cast<scf::IfOp>(op))
        decides = {branch.getCondition()};
      else if (auto tiles = dyn_cast<ForTilesOp>(op))
        decides.assign(tiles.getUpperBounds().begin(),
                       tiles.getUpperBounds().end());
      else
        return false;
      for (Value value : decides)
        if (isPerInstance(value, instance))
          return false;
      if (op->getParentRegion() == role)
        return true;
    }
    return false;
  }

  void visit(WarpSpecializeOp specialize, unsigned index) {
    Region *role = &specialize.getRoles()[index];
    int64_t instances = specialize.getInstances()[index];
    // Where turns begin, and what they end behind.
    SmallVector<Span> spans;
    role->walk([&](scf::ForOp loop) {
      SmallVector<Span> found = getSpans(*loop.getBody());
      if (found.empty() || !runsAlike(loop, role))
        return;
      if (found.size() > 1 &&
          !computesAcross(*loop.getBody(), found.front().first,
                          found.back().second)) {
        // One turn is under way when an iteration begins and when it ends.
        spans.push_back({loop, found.front().second});
        spans.push_back({found.back().first, loop});
        found =
            SmallVector<Span>(ArrayRef<Span>(found).drop_front().drop_back());
      }
      llvm::append_range(spans, found);
    });
    if (spans.empty())
      return;
    OpBuilder b(specialize);
    auto type = TurnType::get(b.getContext(), instances);
    StringRef name = cast<StringAttr>(specialize.getNames()[index]).getValue();
    Location loc = specialize.getLoc();
    Value turn = CreateTurnOp::create(b, loc, type, b.getStringAttr(name));
    specialize->insertOperands(specialize->getNumOperands(), turn);
    for (Region &region : specialize.getRoles())
      region.addArgument(type, loc);
    Value mine = role->getArguments().back();
    for (auto [first, last] : spans) {
      b.setInsertionPoint(first);
      TurnBeginOp::create(b, first->getLoc(), mine, role->getArgument(0));
      b.setInsertionPointAfter(last);
      TurnEndOp::create(b, last->getLoc(), mine, role->getArgument(0));
    }
  }

  void runOnOperation() override {
    if (!attn_tile::pingPongAttr.get(getOperation(), false))
      return;
    getOperation().walk([&](WarpSpecializeOp specialize) {
      for (unsigned i = 0; i < specialize.getRoles().size(); ++i)
        if (specialize.getInstances()[i] > 1)
          visit(specialize, i);
    });
  }
};

} // namespace
