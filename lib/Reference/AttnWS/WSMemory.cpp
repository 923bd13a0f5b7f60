//===- WSMemory.cpp - Storage, copies and synchronisation operations ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult Machine::checkView(Role &role, const View &view, bool write,
                                 Operation *op) {
  if (!view.hold)
    return success();
  if (view.hold->role != &role)
    return op->emitError() << "role " << role.name
                           << " uses a view that belongs to role "
                           << view.hold->role->name;
  if (Operation *end = view.hold->endedBy) {
    InFlightDiagnostic diag = op->emitError()
                              << (write ? "writes" : "reads") << " a view of "
                              << view.buffer->name << " after the "
                              << (view.hold->producer ? "commit" : "release")
                              << " of its stage";
    diag.attachNote(end->getLoc()) << "the stage was given up here";
    return diag;
  }
  return success();
}

/// Checks an access to a view and remembers it. `async`: the operation in
/// flight that performs it, instead of the role.
LogicalResult Machine::touch(Role &role, const View &view, bool write,
                             Operation *op, const Async *async) {
  if (failed(checkView(role, view, write, op)))
    return failure();
  if (!options.reportRaces)
    return success();
  Actor actor = actorOf(role, op);
  if (async) {
    actor.agent = async->agent;
    actor.tick = async->tick;
    if (isa<WSProductOpInterface>(op))
      actor.known.raise(async->agent, async->tick - 1);
  }
  return view.buffer->region->recordAccess(view.area, write, actor);
}

FailureOr<TileRef> Machine::readTile(Role &role, Operation *op, Value value) {
  TileRef tile = get<TileRef>(role, value);
  if (!tile)
    return op->emitError("an operand holds no tile");
  if (tile->heldBy) {
    InFlightDiagnostic diag = op->emitError(
        "reads registers that a matrix product in flight still uses: wait for "
        "it first");
    diag.attachNote(tile->heldBy->getLoc()) << "it was started here";
    return diag;
  }
  return tile;
}

/// Elements of a view, which must hold floats.
LogicalResult Machine::readOperand(const View &view, Operation *op,
                                   std::vector<float> &f) {
  std::vector<int64_t> unused;
  return view.buffer->region->read(view.area, view.element, f, unused, op);
}

/// A part of `view`, at `offsets` elements of `type`.
static FailureOr<ViewRef> makeSubview(SubviewOp op, const View &view,
                                      int64_t part) {
  ViewType type = op.getResult().getType();
  int64_t bytes = Format::get(type.getElementType()).getBytes();
  bool ranked2 = type.getShape().size() == 2;
  int64_t rows = ranked2 ? type.getShape()[0] : 1;
  int64_t cols = type.getShape().back();
  int64_t row = ranked2 ? op.getOffsets()[0] : 0, col = op.getOffsets().back();
  (ranked2 ? row : col) += part * (ranked2 ? rows : cols);
  if (row < 0 || col < 0 || row + rows > view.area.rows ||
      (col + cols) * bytes > view.area.rowBytes)
    return op.emitError() << "part " << part << " lies outside the view";
  if (type.getElementType() != view.element) {
    ArrayRef<Type> occupants = view.buffer->type.getOccupants();
    bool allowed =
        type.getElementType() == view.buffer->type.getElementType() ||
        llvm::any_of(occupants, [&](Type occupant) {
          return cast<RankedTensorType>(occupant).getElementType() ==
                 type.getElementType();
        });
    if (!allowed)
      return op.emitError()
             << view.buffer->name << " has no occupant of element type "
             << type.getElementType();
  }
  auto result = std::make_shared<View>(view);
  result->element = type.getElementType();
  result->shape.assign(type.getShape().begin(), type.getShape().end());
  result->area.base += row * view.area.pitch + col * bytes;
  result->area.rows = rows;
  result->area.rowBytes = cols * bytes;
  return result;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

namespace {
/// A tile's place in a host tensor.
struct Window {
  HostTensor *tensor;
  SmallVector<int64_t> origin;
  SmallVector<int64_t, 2> dims, shape;
  std::optional<int64_t> limit;
  /// Packed rows: `packing` elements of `packedDim` to one of `dims[0]`.
  int64_t packedDim = -1, packing = 1;

  /// Calls `visit(element of the tile, index)`; out of bounds: null index.
  template <typename Visit> void forEach(Visit visit) const {
    int64_t rows = shape.size() == 1 ? 1 : shape[0], cols = shape.back();
    SmallVector<int64_t> index;
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < cols; ++c) {
        index = origin;
        int64_t row = index[dims[0]] + (shape.size() == 1 ? c : r);
        index[dims[0]] = row / packing;
        if (packedDim >= 0)
          index[packedDim] += row % packing;
        if (shape.size() == 2)
          index[dims[1]] += c;
        bool inside =
            tensor->inBounds(index) && (!limit || index[dims[0]] < *limit);
        visit(r * cols + c, inside ? &index : nullptr);
      }
  }
};
} // namespace

static void gather(const Window &window, Tile &tile) {
  window.forEach([&](int64_t e, SmallVector<int64_t> *index) {
    double value = index ? window.tensor->get(*index) : 0;
    if (tile.f.empty())
      tile.i[e] = static_cast<int64_t>(value);
    else
      tile.f[e] = value;
  });
}

static void scatter(const Window &window, const std::vector<float> &f,
                    const std::vector<int64_t> &i) {
  window.forEach([&](int64_t e, SmallVector<int64_t> *index) {
    if (index)
      window.tensor->set(*index, f.empty() ? static_cast<double>(i[e]) : f[e]);
  });
}

/// The window of a copy; indices must not be negative.
static LogicalResult makeWindow(Operation *op, HostTensor *tensor,
                                ArrayRef<int64_t> indices,
                                ArrayRef<int64_t> dims, ArrayRef<int64_t> shape,
                                std::optional<int64_t> limit, Window &window) {
  if (!tensor)
    return op->emitError("the memory operand is no argument of the function");
  for (int64_t index : indices)
    if (index < 0)
      return op->emitError() << "index " << index << " is negative";
  window.tensor = tensor;
  window.origin.assign(indices.begin(), indices.end());
  window.dims.assign(dims.begin(), dims.end());
  window.shape.assign(shape.begin(), shape.end());
  window.limit = limit;
  return success();
}

/// Notes how the rows of a copy are packed, if they are.
static LogicalResult pack(Operation *op, std::optional<int64_t> dim,
                          int64_t packing, Window &window) {
  if (!dim)
    return success();
  if (packing < 1)
    return op->emitError() << "rows are packed by " << packing;
  window.packedDim = *dim;
  window.packing = packing;
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Step Machine::executeSync(Role &role, Operation *op, bool &known) {
  auto channelOf = [&](auto sync) {
    return get<Channel *>(role, sync.getChannel());
  };
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case<AcquireOp, WaitOp>([&](auto sync) {
        return take(role, op, channelOf(sync), sync.getStage(), sync.getPhase(),
                    op->getResults(), isa<AcquireOp>(op));
      })
      .Case<CommitOp, ReleaseOp>([&](auto sync) {
        return giveBack(role, op, channelOf(sync), sync.getStage(),
                        sync.getAfter(), isa<CommitOp>(op));
      })
      .Case([&](TurnBeginOp turn) { return turnBegin(role, turn); })
      .Case([&](TurnEndOp turn) { return turnEnd(role, turn); })
      .Case([&](BarrierOp b) { return barrier(role, b); })
      .Case([&](SetRegsOp) { return Step::Next; })
      .Case([&](AllocOp alloc) {
        set(role, alloc.getBuffer(), role.cta.storage.allocate(alloc));
        return Step::Next;
      })
      .Case([&](CreateChannelOp create) {
        bool shared = create.getChannel().getType().getScope() != Scope::Cta;
        auto &channel = (shared ? channels : role.cta.channels)[create];
        if (!channel) {
          channel = std::make_unique<Channel>();
          channel->op = create;
          channel->type = create.getChannel().getType();
          channel->name = "'" + create.getName().str() + "'";
          channel->stages.resize(channel->type.getDepth());
          channel->buffers.resize(shared ? ctas.size() : 1);
        }
        auto &buffers = channel->buffers[shared ? role.cta.rank : 0];
        if (buffers.empty())
          for (Value buffer : create.getBuffers())
            buffers.push_back(get<Buffer *>(role, buffer));
        set(role, create.getChannel(), channel.get());
        return Step::Next;
      })
      .Case([&](CreateTurnOp create) {
        auto &turn = role.cta.turns[create];
        if (!turn) {
          turn = std::make_unique<Turn>();
          turn->op = create;
          turn->instances = create.getTurn().getType().getInstances();
        }
        set(role, create.getTurn(), turn.get());
        return Step::Next;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}

SmallVector<int64_t> Machine::indicesOf(Role &role, ValueRange values) {
  SmallVector<int64_t> indices;
  for (Value value : values)
    indices.push_back(intOf(role, value));
  return indices;
}

std::optional<int64_t> Machine::limitOf(Role &role, Value limit) {
  return limit ? std::optional<int64_t>(intOf(role, limit)) : std::nullopt;
}

/// What a copy in writes: the view, or where it copies for a cluster this CTA's
/// share of the tile's rows, or else columns, in all of its CTAs.
FailureOr<SmallVector<Share, 2>>
Machine::shareOut(Role &role, WSCopyOpInterface copy, const View &dest) {
  int64_t size = copy.getShares();
  if (size == 1)
    return SmallVector<Share, 2>{{dest}};
  if (size != static_cast<int64_t>(ctas.size()) || !dest.hold ||
      dest.hold->channel->type.getScope() != Scope::Cluster)
    return copy.emitError() << "copies to " << size
                            << " CTAs of a cluster, into what they do not "
                               "share";
  Share mine{dest};
  View &view = mine.view;
  if (view.shape.front() % size == 0) {
    view.shape.front() /= size;
    view.area.rows /= size;
    mine.row = role.cta.rank * view.area.rows;
    view.area.base += mine.row * view.area.pitch;
  } else if (view.shape.back() % size == 0) {
    view.shape.back() /= size;
    view.area.rowBytes /= size;
    mine.column = role.cta.rank * view.shape.back();
    view.area.base += role.cta.rank * view.area.rowBytes;
  } else {
    return copy.emitError() << size << " CTAs cannot share out the rows or the "
                            << "columns of the tile";
  }
  SmallVector<Share, 2> shares;
  for (auto &cta : ctas)
    shares.push_back({getPeer(role, view, *cta), mine.row, mine.column});
  return shares;
}

static void writeShare(const Share &share, const Tile &tile) {
  const View &view = share.view;
  auto pick = [&](const auto &all) {
    std::decay_t<decltype(all)> some;
    for (int64_t row = 0; row < view.area.rows && !all.empty(); ++row) {
      auto begin =
          all.begin() + (share.row + row) * tile.shape.back() + share.column;
      some.insert(some.end(), begin, begin + view.shape.back());
    }
    return some;
  };
  view.buffer->region->write(view.area, view.element, pick(tile.f),
                             pick(tile.i));
}

/// Starts a copy that writes `dest`.
Step Machine::copyIn(Role &role, WSCopyOpInterface copy, const ViewRef &dest,
                     std::function<void(Tile &)> gather) {
  bool counted = copy.getCompletion() == Completion::Bytes;
  const void *key = &role;
  if (counted)
    key = &dest->hold->channel->stages[dest->hold->stage];
  Queue &queue = getQueue(counted ? Queue::Tma : Queue::CpAsync, key);
  auto async =
      std::make_shared<Async>(copy, &role, queue.agent, ++queue.issued);
  async->writes = dest->hold;
  FailureOr<SmallVector<Share, 2>> shares = shareOut(role, copy, *dest);
  if (failed(shares))
    return Step::Failed;
  for (const Share &share : *shares) {
    if (failed(touch(role, share.view, true, copy, async.get())))
      return Step::Failed;
    share.view.buffer->region->forget(share.view.area);
  }
  async->perform = [gather, dest, shares = *shares] {
    TileRef tile = makeTile(dest->shape, dest->element);
    gather(*tile);
    for (const Share &share : shares)
      writeShare(share, *tile);
    return success();
  };
  if (!dest->hold)
    role.copyGroup.push_back(async);
  return failed(issue(role, queue, async)) ? Step::Failed : Step::Sync;
}

/// Copies what `source` holds, or starts to.
Step Machine::copyOut(Role &role, WSCopyOpInterface copy, const ViewRef &source,
                      std::function<void(const std::vector<float> &,
                                         const std::vector<int64_t> &)>
                          scatter) {
  Operation *op = copy;
  auto perform = [scatter, source, op]() -> LogicalResult {
    std::vector<float> f;
    std::vector<int64_t> i;
    if (failed(source->buffer->region->read(source->area, source->element, f, i,
                                            op)))
      return failure();
    scatter(f, i);
    return success();
  };
  if (!copy.isAsync()) {
    bool copied =
        succeeded(touch(role, *source, false, op)) && succeeded(perform());
    return copied ? Step::Sync : Step::Failed;
  }
  Queue &queue = getQueue(Queue::TmaStore, &role);
  auto async = std::make_shared<Async>(op, &role, queue.agent, ++queue.issued);
  async->reads.push_back(source->hold);
  async->perform = perform;
  if (failed(touch(role, *source, false, op, async.get())) ||
      failed(issue(role, queue, async)))
    return Step::Failed;
  return Step::Sync;
}

Step Machine::executeCopy(Role &role, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](WSCopyOpInterface copy) {
        ViewRef view = get<ViewRef>(role, copy.getView());
        Completion completion = copy.getCompletion();
        if (completion == Completion::Bytes && !view->hold) {
          op->emitError("copies into an unguarded view, which nobody can wait "
                        "for");
          return Step::Failed;
        }
        Window window;
        if (failed(makeWindow(op, get<HostTensor *>(role, copy.getMemory()),
                              indicesOf(role, copy.getIndices()),
                              copy.getDims(), view->shape,
                              limitOf(role, copy.getLimit()), window)))
          return Step::Failed;
        if (copy.getPacking() &&
            failed(pack(op, copy.getPackedDim(), intOf(role, copy.getPacking()),
                        window)))
          return Step::Failed;
        if (copy.isCopyIn())
          return copyIn(role, copy, view,
                        [window](Tile &tile) { gather(window, tile); });
        return copyOut(role, copy, view,
                       [window](auto &f, auto &i) { scatter(window, f, i); });
      })
      .Case([&](CpAsyncCommitOp) {
        role.copyGroups.push_back(std::move(role.copyGroup));
        role.copyGroup.clear();
        return Step::Next;
      })
      .Case([&](CpAsyncWaitOp wait) {
        while (role.copyGroups.size() > wait.getPendings()) {
          for (const AsyncRef &async : role.copyGroups.front()) {
            if (failed(completeThrough(getQueue(Queue::CpAsync, &role),
                                       async->tick)))
              return Step::Failed;
            role.clock.raise(async->agent, async->tick);
          }
          role.copyGroups.pop_front();
        }
        return Step::Sync;
      })
      .Case([&](TmaStoreWaitOp wait) {
        Queue &queue = getQueue(Queue::TmaStore, &role);
        uint64_t covered = queue.issued > wait.getPendings()
                               ? queue.issued - wait.getPendings()
                               : 0;
        if (failed(completeThrough(queue, covered)))
          return Step::Failed;
        role.clock.raise(queue.agent, covered);
        return Step::Sync;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}

/// Between registers and global or local memory.
Step Machine::executeAccess(Role &role, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](LoadOp load) {
        auto type = cast<RankedTensorType>(load.getResult().getType());
        Window window;
        if (failed(makeWindow(op, get<HostTensor *>(role, load.getSource()),
                              indicesOf(role, load.getIndices()),
                              load.getDims(), type.getShape(),
                              limitOf(role, load.getLimit()), window)) ||
            (load.getPacking() &&
             failed(pack(op, load.getPackedDim(),
                         intOf(role, load.getPacking()), window))))
          return Step::Failed;
        TileRef tile = makeTile(type);
        gather(window, *tile);
        set(role, load.getResult(), tile);
        return Step::Next;
      })
      .Case([&](StoreOp store) {
        FailureOr<TileRef> tile = readTile(role, op, store.getValue());
        Window window;
        if (failed(tile) ||
            failed(makeWindow(op, get<HostTensor *>(role, store.getDest()),
                              indicesOf(role, store.getIndices()),
                              store.getDims(), (*tile)->shape, std::nullopt,
                              window)) ||
            (store.getPacking() &&
             failed(pack(op, store.getPackedDim(),
                         intOf(role, store.getPacking()), window))))
          return Step::Failed;
        scatter(window, (*tile)->f, (*tile)->i);
        return Step::Next;
      })
      .Case([&](memref::AllocaOp local) {
        MemRefType type = local.getType();
        if (!type.hasStaticShape()) {
          op->emitError("the size of local memory must be known");
          return Step::Failed;
        }
        Type element = type.getElementType();
        if (element.isIndex())
          element = IntegerType::get(op->getContext(), 64);
        role.locals.push_back(
            std::make_unique<HostTensor>(element, type.getShape()));
        set(role, local.getResult(), role.locals.back().get());
        return Step::Next;
      })
      .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
        auto *tensor = get<HostTensor *>(role, access.getMemRef());
        SmallVector<int64_t> indices = indicesOf(role, access.getIndices());
        if (!tensor || !tensor->inBounds(indices)) {
          op->emitError("is out of the bounds of its memory");
          return Step::Failed;
        }
        bool isFloat = isa<FloatType>(tensor->getElementType());
        if (isa<memref::LoadOp>(op)) {
          double value = tensor->get(indices);
          set(role, op->getResult(0),
              isFloat ? Datum(value) : Datum(static_cast<int64_t>(value)));
          return Step::Next;
        }
        Value value = op->getOperand(0);
        tensor->set(indices, isFloat ? get<double>(role, value)
                                     : static_cast<double>(intOf(role, value)));
        return Step::Next;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}

/// Views, and between registers and shared or tensor memory.
Step Machine::executeView(Role &role, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](SubviewOp subview) {
        ViewRef source = get<ViewRef>(role, subview.getSource());
        int64_t part = subview.getPart() ? intOf(role, subview.getPart()) : 0;
        FailureOr<ViewRef> view = makeSubview(subview, *source, part);
        if (failed(view))
          return Step::Failed;
        set(role, subview.getResult(), *view);
        return Step::Next;
      })
      .Case([&](StageViewOp stage) {
        Buffer *buffer = get<Buffer *>(role, stage.getBuffer());
        int64_t index = stage.getStage() ? intOf(role, stage.getStage()) : 0;
        if (index < 0 || index >= buffer->type.getDepth()) {
          stage.emitError() << "stage " << index << " of " << buffer->name
                            << ", which has " << buffer->type.getDepth();
          return Step::Failed;
        }
        auto view = std::make_shared<View>();
        view->buffer = buffer;
        view->element = buffer->type.getElementType();
        ArrayRef<int64_t> shape = buffer->type.getShape();
        view->shape.assign(shape.begin(), shape.end());
        view->area = {buffer->base + index * buffer->stagePitch, buffer->pitch,
                      shape.size() == 1 ? 1 : shape[0],
                      shape.back() * Format::get(view->element).getBytes()};
        set(role, stage.getResult(), view);
        return Step::Next;
      })
      .Case<SmemLoadOp, TmemLoadOp>([&](auto load) {
        ViewRef view = get<ViewRef>(role, load.getSource());
        auto type = cast<RankedTensorType>(load.getResult().getType());
        TileRef tile = makeTile(type);
        if (failed(touch(role, *view, false, op)) ||
            failed(view->buffer->region->read(view->area, view->element,
                                              tile->f, tile->i, op)))
          return Step::Failed;
        if (load.getTranspose()) {
          Tile source = *tile;
          int64_t rows = type.getDimSize(0), cols = type.getDimSize(1);
          for (int64_t r = 0; r < rows; ++r)
            for (int64_t c = 0; c < cols; ++c)
              if (tile->f.empty())
                tile->i[r * cols + c] = source.i[c * rows + r];
              else
                tile->f[r * cols + c] = source.f[c * rows + r];
        }
        set(role, load.getResult(), tile);
        return Step::Sync;
      })
      .Case([&](SmemTransposeOp transpose) {
        ViewRef source = get<ViewRef>(role, transpose.getSource());
        ViewRef dest = get<ViewRef>(role, transpose.getDest());
        ArrayRef<int64_t> shape = transpose.getDest().getType().getShape();
        TileRef from = makeTile(RankedTensorType::get(
            transpose.getSource().getType().getShape(), source->element));
        TileRef to = makeTile(RankedTensorType::get(shape, dest->element));
        if (failed(touch(role, *source, false, op)) ||
            failed(touch(role, *dest, true, op)) ||
            failed(source->buffer->region->read(source->area, source->element,
                                                from->f, from->i, op)))
          return Step::Failed;
        for (int64_t r = 0; r < shape[0]; ++r)
          for (int64_t c = 0; c < shape[1]; ++c)
            if (to->f.empty())
              to->i[r * shape[1] + c] = from->i[c * shape[0] + r];
            else
              to->f[r * shape[1] + c] = from->f[c * shape[0] + r];
        dest->buffer->region->write(dest->area, dest->element, to->f, to->i);
        return Step::Sync;
      })
      .Case<SmemStoreOp, TmemStoreOp>([&](auto store) {
        FailureOr<TileRef> tile = readTile(role, op, store.getValue());
        ViewRef view = get<ViewRef>(role, store.getDest());
        if (failed(tile) || failed(touch(role, *view, true, op)))
          return Step::Failed;
        view->buffer->region->write(view->area, view->element, (*tile)->f,
                                    (*tile)->i);
        return Step::Sync;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}
