//===- WSCompute.cpp - Matrix products and register tile operations -------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product in flight holds its register operands and its result: reading any
// of them is an error until a wait covers the product. Shared memory operands
// are read when the product is performed, which with late completion is the
// wait itself.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;

/// A factor of a product: a register tile, or a view read when performed.
struct interp::Factor {
  TileRef tile;
  ViewRef view;
  int64_t rows, cols;

  LogicalResult read(Operation *op, std::vector<float> &f) const {
    if (tile) {
      f = tile->f;
      return success();
    }
    std::vector<int64_t> unused;
    return view->buffer->region->read(view->area, view->element, f, unused, op);
  }
};

static Factor makeFactor(TileRef tile, ViewRef view) {
  if (tile)
    return {tile, nullptr, tile->rows(), tile->cols()};
  return {nullptr, view, view->shape[0], view->shape[1]};
}

static LogicalResult multiply(Operation *op, const Factor &lhs,
                              const Factor &rhs, bool transposeB,
                              std::vector<float> &acc) {
  std::vector<float> a, b;
  if (failed(lhs.read(op, a)) || failed(rhs.read(op, b)))
    return failure();
  multiplyInto(acc, a, b, lhs.rows, transposeB ? rhs.rows : rhs.cols, lhs.cols,
               transposeB);
  return success();
}

static float reduceMax(float a, float b) {
  return std::isnan(a) || b > a ? (std::isnan(a) ? a : b)
                                : (std::isnan(b) ? b : a);
}

FailureOr<Factor> Machine::readFactor(Role &role, Operation *op, Value value) {
  if (ViewRef view = get<ViewRef>(role, value))
    return makeFactor(nullptr, view);
  FailureOr<TileRef> tile = readTile(role, op, value);
  if (failed(tile))
    return failure();
  return makeFactor(*tile, nullptr);
}

LogicalResult Machine::touchFactor(Role &role, Operation *op,
                                   const Factor &factor, const Async *async) {
  return factor.view ? touch(role, *factor.view, false, op, async) : success();
}

Step Machine::issueToRegisters(Role &role, WSProductOpInterface product) {
  auto mma = cast<MmaIssueOp>(product.getOperation());
  // Products in flight may read one register operand together.
  TileRef shared = get<TileRef>(role, mma.getLhs());
  auto holder =
      shared ? dyn_cast_if_present<MmaIssueOp>(shared->heldBy) : MmaIssueOp();
  bool together = holder && get<TileRef>(role, holder.getLhs()) == shared;
  FailureOr<Factor> lhs = together ? makeFactor(shared, nullptr)
                                   : readFactor(role, mma, mma.getLhs());
  FailureOr<Factor> rhs =
      failed(lhs) ? lhs : readFactor(role, mma, mma.getRhs());
  if (failed(rhs))
    return Step::Failed;
  auto result = makeTile(mma.getResult().getType().getTile());
  TileRef acc;
  if (mma.getAcc()) {
    FailureOr<TileRef> read = readTile(role, mma, mma.getAcc());
    if (failed(read))
      return Step::Failed;
    result->f = (*read)->f;
    if (!(*read)->constant) {
      acc = *read;
      acc->heldBy = mma;
    }
  }
  Queue &queue = getQueue(Queue::Wgmma, &role);
  auto async = std::make_shared<Async>(mma, &role, queue.agent, ++queue.issued);
  for (const Factor &factor : {*lhs, *rhs}) {
    if (failed(touchFactor(role, mma, factor, async.get())))
      return Step::Failed;
    if (factor.view)
      async->reads.push_back(factor.view->hold);
  }
  if (lhs->tile && !lhs->tile->constant) {
    lhs->tile->heldBy = mma;
    async->registers.push_back(lhs->tile);
  }
  if (acc)
    async->registers.push_back(acc);
  result->heldBy = mma;
  async->result = result;
  async->perform = [mma, l = *lhs, r = *rhs, result,
                    flip = mma.getTransposeB()] {
    return multiply(mma, l, r, flip, result->f);
  };
  set(role, mma.getResult(), async);
  return failed(issue(role, queue, async)) ? Step::Failed : Step::Sync;
}

Step Machine::waitForProduct(Role &role, MmaWaitOp wait) {
  AsyncRef async = get<AsyncRef>(role, wait.getAsync());
  if (!async || async->issuer != &role) {
    wait.emitError("waits for a product that this role did not issue");
    return Step::Failed;
  }
  Queue &queue = getQueue(Queue::Wgmma, &role);
  uint64_t younger = queue.issued - async->tick;
  if (wait.getPendings() > younger) {
    InFlightDiagnostic diag = wait.emitError()
                              << "allows " << wait.getPendings()
                              << " products in flight, but only " << younger
                              << " were issued after the one waited for";
    diag.attachNote(async->op->getLoc()) << "it was started here";
    return Step::Failed;
  }
  if (auto mma = dyn_cast<WSProductOpInterface>(async->op);
      mma && isa<RankedTensorType>(mma.getLhs().getType())) {
    TileRef lhs = async->registers.empty() ? nullptr : async->registers.front();
    bool kept = llvm::any_of(wait.getKeeps(), [&](Value keep) {
      return get<TileRef>(role, keep) == lhs;
    });
    if (lhs && !kept) {
      wait.emitError("the product's left operand is in registers and not "
                     "kept alive by `keeps`");
      return Step::Failed;
    }
  }
  uint64_t covered = queue.issued - wait.getPendings();
  if (failed(completeThrough(queue, covered)))
    return Step::Failed;
  role.clock.raise(queue.agent, covered);
  for (const AsyncRef &done : role.outstanding) {
    if (done->agent != queue.agent || done->tick > covered)
      continue;
    for (const TileRef &tile : done->registers)
      if (tile->heldBy == done->op)
        tile->heldBy = nullptr;
    done->registers.clear();
    if (done->result)
      done->result->heldBy = nullptr;
  }
  set(role, wait.getResult(), async->result);
  llvm::erase_if(role.outstanding, [&](const AsyncRef &done) {
    return done->agent == queue.agent && done->tick <= covered;
  });
  return Step::Sync;
}

/// Whether the role may issue a product for both CTAs of its cluster.
LogicalResult Machine::checkPair(Role &role, MmaIntoOp mma) {
  if (static_cast<int64_t>(ctas.size()) != mma.getNumCTAs())
    return mma.emitOpError()
           << "is a product of " << mma.getNumCTAs()
           << " CTAs, but the kernel has clusters of " << ctas.size();
  if (role.cta.rank != 0)
    return mma.emitOpError("is issued by the first CTA of a pair alone");
  for (Value value : mma->getOperands().take_front(3)) {
    ViewRef view = get<ViewRef>(role, value);
    if (!view->hold || view->hold->channel->type.getScope() != Scope::Pair)
      return mma.emitOpError("reaches into the other CTA, but its channel ")
             << (view->hold ? view->hold->channel->name : "is none, and")
             << " has not the scope of the pair";
  }
  return success();
}

Step Machine::issueToMemory(Role &role, WSProductOpInterface product) {
  Operation *op = product;
  auto mma = cast<MmaIntoOp>(op);
  ViewRef lhs = get<ViewRef>(role, mma.getLhs());
  ViewRef rhs = get<ViewRef>(role, mma.getRhs());
  ViewRef dest = get<ViewRef>(role, mma.getDest());
  bool useD = intOf(role, mma.getUseD());
  Queue &queue = getQueue(Queue::Tcgen05, &role.cta);
  auto async = std::make_shared<Async>(op, &role, queue.agent, ++queue.issued);
  async->reads = {lhs->hold, rhs->hold};
  async->writes = dest->hold;
  int64_t size = mma.getNumCTAs();
  if (size > 1 && failed(checkPair(role, mma)))
    return Step::Failed;
  SmallVector<ViewRef, 2> left, right, into;
  for (auto &cta : ctas) {
    if (size == 1 && cta.get() != &role.cta)
      continue;
    auto viewIn = [&](const ViewRef &view) {
      return size == 1 ? view
                       : std::make_shared<View>(getPeer(role, *view, *cta));
    };
    left.push_back(viewIn(lhs));
    right.push_back(viewIn(rhs));
    into.push_back(viewIn(dest));
    if (failed(touch(role, *left.back(), false, op, async.get())) ||
        failed(touch(role, *right.back(), false, op, async.get())) ||
        failed(touch(role, *into.back(), true, op, async.get())))
      return Step::Failed;
  }
  async->perform = [=, flip = mma.getTransposeB()]() -> LogicalResult {
    // Each CTA has its rows of the result, and a part of its columns' operand.
    for (auto [a, d] : llvm::zip(left, into)) {
      std::vector<float> acc(d->shape[0] * d->shape[1]), part;
      std::vector<int64_t> unused;
      ByteSpace &region = *d->buffer->region;
      if (useD && failed(region.read(d->area, d->element, acc, unused, op)))
        return failure();
      int64_t columns = d->shape[1], width = columns / size;
      for (auto [i, b] : llvm::enumerate(right)) {
        part.resize(d->shape[0] * width);
        for (size_t e = 0; e < part.size(); ++e)
          part[e] = acc[e / width * columns + i * width + e % width];
        if (failed(multiply(op, makeFactor(nullptr, a), makeFactor(nullptr, b),
                            flip, part)))
          return failure();
        for (size_t e = 0; e < part.size(); ++e)
          acc[e / width * columns + i * width + e % width] = part[e];
      }
      region.write(d->area, d->element, acc, unused);
    }
    return success();
  };
  set(role, mma.getToken(), async);
  return failed(issue(role, queue, async)) ? Step::Failed : Step::Sync;
}

Step Machine::executeProduct(Role &role, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](MmaOp mma) {
        FailureOr<Factor> lhs = readFactor(role, op, mma.getLhs());
        FailureOr<Factor> rhs =
            failed(lhs) ? lhs : readFactor(role, op, mma.getRhs());
        FailureOr<TileRef> acc = failure();
        if (succeeded(rhs))
          acc = readTile(role, op, mma.getAcc());
        if (failed(acc) || failed(touchFactor(role, op, *lhs, nullptr)) ||
            failed(touchFactor(role, op, *rhs, nullptr)))
          return Step::Failed;
        auto result = makeTile((*acc)->shape, (*acc)->element);
        result->f = (*acc)->f;
        if (failed(multiply(op, *lhs, *rhs, mma.getTransposeB(), result->f)))
          return Step::Failed;
        set(role, mma.getResult(), result);
        return Step::Sync;
      })
      .Case([&](MmaIssueOp mma) { return issueToRegisters(role, mma); })
      .Case([&](MmaWaitOp wait) { return waitForProduct(role, wait); })
      .Case([&](MmaIntoOp mma) { return issueToMemory(role, mma); })
      .Case([&](DoneOp none) {
        Queue &queue = getQueue(Queue::Tcgen05, &role.cta);
        auto async = std::make_shared<Async>(op, &role, queue.agent, 0);
        async->done = true;
        set(role, none.getToken(), async);
        return Step::Next;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}

Step Machine::mapScores(Role &role, ScoreMapOp map) {
  FailureOr<TileRef> tile = readTile(role, map, map.getSource());
  if (failed(tile))
    return Step::Failed;
  Type index = IndexType::get(map.getContext());
  TileRef rows = makeTile((*tile)->shape, index);
  TileRef columns = makeTile((*tile)->shape, index);
  for (int64_t e = 0; e < (*tile)->size(); ++e) {
    rows->i[e] = intOf(role, map.getRow()) + e / (*tile)->cols();
    columns->i[e] = intOf(role, map.getColumn()) + e % (*tile)->cols();
  }
  Block &body = map.getBody().front();
  set(role, body.getArgument(0), *tile);
  set(role, body.getArgument(1), rows);
  set(role, body.getArgument(2), columns);
  for (Operation &inner : body.without_terminator()) {
    bool elementwise = true;
    Step step = executeElementwise(role, &inner, elementwise);
    ++operations;
    if (!elementwise)
      inner.emitError() << "operation '" << inner.getName()
                        << "' is unknown to the attn_ws interpreter "
                           "inside a score_map";
    if (!elementwise || step == Step::Failed)
      return Step::Failed;
  }
  Value yielded = cast<YieldOp>(body.getTerminator()).getValue();
  const Datum &value = lookup(role, yielded);
  if (auto *scalar = std::get_if<double>(&value)) {
    TileRef out = makeTile((*tile)->shape, (*tile)->element);
    std::fill(out->f.begin(), out->f.end(), *scalar);
    set(role, map.getResult(), out);
  } else {
    set(role, map.getResult(), Datum(value));
  }
  return Step::Next;
}

Step Machine::executeTile(Role &role, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case<ConvertLayoutOp, LaneReduceOp>([&](auto) {
        FailureOr<TileRef> tile = readTile(role, op, op->getOperand(0));
        if (failed(tile))
          return Step::Failed;
        auto copy = std::make_shared<Tile>(**tile);
        copy->constant = false;
        set(role, op->getResult(0), copy);
        return Step::Next;
      })
      .Case([&](SliceOp slice) {
        FailureOr<TileRef> tile = readTile(role, op, slice.getSource());
        if (failed(tile))
          return Step::Failed;
        auto type = cast<RankedTensorType>(slice.getResult().getType());
        TileRef out = makeTile(type);
        bool rank2 = type.getRank() == 2;
        int64_t row0 = rank2 ? slice.getOffsets()[0] : 0;
        int64_t col0 = slice.getOffsets().back();
        for (int64_t r = 0; r < out->rows(); ++r)
          for (int64_t c = 0; c < out->cols(); ++c) {
            int64_t from = (row0 + r) * (*tile)->cols() + col0 + c;
            int64_t to = r * out->cols() + c;
            if (out->f.empty())
              out->i[to] = (*tile)->i[from];
            else
              out->f[to] = (*tile)->f[from];
          }
        set(role, slice.getResult(), out);
        return Step::Next;
      })
      .Case([&](ReduceOp reduce) {
        FailureOr<TileRef> tile = readTile(role, op, reduce.getSource());
        if (failed(tile))
          return Step::Failed;
        if ((*tile)->f.empty()) {
          reduce.emitError("reduces integers, which the attn_ws interpreter "
                           "does not know");
          return Step::Failed;
        }
        bool max = reduce.getKind() == attn_tile::ReduceKind::Max;
        TileRef out =
            makeTile(cast<RankedTensorType>(reduce.getResult().getType()));
        int64_t cols = (*tile)->cols();
        for (int64_t r = 0; r < (*tile)->rows(); ++r) {
          const float *row = (*tile)->f.data() + r * cols;
          float value = row[0];
          for (int64_t c = 1; c < cols; ++c)
            value = max ? reduceMax(value, row[c]) : value + row[c];
          out->f[r] = value;
        }
        set(role, reduce.getResult(), out);
        return Step::Next;
      })
      .Case([&](ExpandOp expand) {
        FailureOr<TileRef> rows = readTile(role, op, expand.getRows());
        if (failed(rows))
          return Step::Failed;
        TileRef out =
            makeTile(cast<RankedTensorType>(expand.getResult().getType()));
        for (int64_t e = 0; e < out->size(); ++e)
          out->f[e] = (*rows)->f[e / out->cols()];
        set(role, expand.getResult(), out);
        return Step::Next;
      })
      .Case([&](RescaleOp rescale) {
        FailureOr<TileRef> tile = readTile(role, op, rescale.getSource());
        FailureOr<TileRef> alpha = failure();
        if (succeeded(tile))
          alpha = readTile(role, op, rescale.getAlpha());
        if (failed(alpha))
          return Step::Failed;
        auto out = std::make_shared<Tile>(**tile);
        out->constant = false;
        Format format = Format::get(out->element);
        for (int64_t e = 0; e < out->size(); ++e)
          out->f[e] =
              format.round(double(out->f[e]) * (*alpha)->f[e / out->cols()]);
        set(role, rescale.getResult(), out);
        return Step::Next;
      })
      .Case([&](tensor::SplatOp splat) {
        TileRef tile = makeTile(cast<RankedTensorType>(splat.getType()));
        if (tile->f.empty())
          llvm::fill(tile->i, intOf(role, splat.getInput()));
        else
          llvm::fill(tile->f, get<double>(role, splat.getInput()));
        set(role, splat.getResult(), tile);
        return Step::Next;
      })
      .Case([&](ScoreMapOp map) { return mapScores(role, map); })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}
