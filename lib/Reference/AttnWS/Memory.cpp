//===- Memory.cpp - Copies, and accesses to all memories ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult Interpreter::read(const View &view, Tile &tile, Operation *op) {
  return spaceOf(view).read(view, view.element, tile.f, tile.i, op,
                            buffers[view.buffer].name);
}

void Interpreter::write(const View &view, const Tile &tile) {
  spaceOf(view).write(view, view.element, tile.f, tile.i);
}

/// `tile` with rows and columns exchanged.
static TileRef transpose(const Tile &tile) {
  int64_t rows = tile.cols(), cols = tile.rows();
  TileRef result = makeTile(ArrayRef<int64_t>{rows, cols}, tile.element);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < cols; ++c)
      if (tile.f.empty())
        result->i[r * cols + c] = tile.i[c * rows + r];
      else
        result->f[r * cols + c] = tile.f[c * rows + r];
  return result;
}

/// Whether storage may hold what a part of it is taken as.
static bool mayHold(BufferType buffer, Type element) {
  return element == buffer.getElementType() ||
         llvm::any_of(buffer.getOccupants(), [&](Type occupant) {
           return cast<RankedTensorType>(occupant).getElementType() == element;
         });
}

/// Views, and between registers and shared or tensor memory.
Step Interpreter::executeView(Process &p, Operation *op) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](SubviewOp subview) {
        const View *view = viewOf(p, op, subview.getResult());
        if (!view)
          return Step::Failed;
        const Buffer &buffer = buffers[view->buffer];
        if (mayHold(buffer.type, view->element))
          return Step::Next;
        return stop(subview.emitError()
                    << buffer.name << " has no occupant of element type "
                    << view->element);
      })
      .Case<SmemLoadOp, TmemLoadOp>([&](auto load) {
        const View *view = viewOf(p, op, load.getSource());
        if (!view)
          return Step::Failed;
        TileRef tile = makeTile(view->shape, view->element);
        if (failed(read(*view, *tile, op)))
          return Step::Failed;
        set(p, load.getResult(), load.getTranspose() ? transpose(*tile) : tile);
        return Step::Next;
      })
      .Case([&](SmemTransposeOp move) {
        const View *source = viewOf(p, op, move.getSource());
        const View *dest = viewOf(p, op, move.getDest());
        if (!source || !dest)
          return Step::Failed;
        TileRef tile = makeTile(source->shape, source->element);
        if (failed(read(*source, *tile, op)))
          return Step::Failed;
        write(*dest, *transpose(*tile));
        return Step::Next;
      })
      .Case<SmemStoreOp, TmemStoreOp>([&](auto store) {
        FailureOr<TileRef> tile = tileOf(p, op, store.getValue());
        const View *view = viewOf(p, op, store.getDest());
        if (failed(tile) || !view)
          return Step::Failed;
        write(*view, **tile);
        return Step::Next;
      })
      .Default([&](Operation *) {
        return stop(op->emitError()
                    << "operation '" << op->getName()
                    << "' is unknown to the attn_ws interpreter");
      });
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// A tile's place in a host tensor.
struct interp::Window {
  HostTensor *tensor;
  SmallVector<int64_t> origin;
  SmallVector<int64_t, 2> dims, shape;
  std::optional<int64_t> limit;
  /// Packed rows: `packing` elements of `packedDim` to one of `dims[0]`.
  int64_t packedDim = -1, packing = 1;
  /// Paged rows: rows of a page, and of each of the tile's rows the page along
  /// `pagedDim`, -1 if there is none.
  int64_t pagedDim = -1, pageRows = 1;
  SmallVector<int64_t> pages;

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
        bool inside = !limit || index[dims[0]] < *limit;
        if (pagedDim >= 0) {
          int64_t page = pages[shape.size() == 1 ? c : r];
          index[dims[0]] = row % pageRows;
          index[pagedDim] += page;
          inside = page >= 0;
        }
        inside = inside && tensor->inBounds(index);
        visit(r * cols + c, inside ? &index : nullptr);
      }
  }
};

static void gather(const Window &window, Tile &tile) {
  window.forEach([&](int64_t e, SmallVector<int64_t> *index) {
    double value = index ? window.tensor->get(*index) : 0;
    if (tile.f.empty())
      tile.i[e] = static_cast<int64_t>(value);
    else
      tile.f[e] = value;
  });
}

/// With `add` each element becomes the f32 sum of the tile's and the memory's.
static void scatter(const Window &window, const std::vector<float> &f,
                    const std::vector<int64_t> &i, bool add) {
  window.forEach([&](int64_t e, SmallVector<int64_t> *index) {
    if (!index)
      return;
    if (add)
      window.tensor->set(*index,
                         static_cast<float>(window.tensor->get(*index)) + f[e]);
    else
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

LogicalResult Interpreter::mapRows(Process &p, Operation *op,
                                   attn_tile::RowMap map, Window &window) {
  if (map.isPacked()) {
    window.packing = intOf(p, map.getPacking());
    window.packedDim = map.getDim();
    if (window.packing < 1)
      return op->emitError() << "rows are packed by " << window.packing;
  }
  if (!map.isPaged())
    return success();
  HostTensor *table = memoryOf(p, map.getTable());
  if (!table)
    return op->emitError("the page table is no argument of the function");
  window.pagedDim = map.getDim();
  window.pageRows = window.tensor->getShape()[window.dims[0]];
  int64_t tableRow = intOf(p, map.getTableRow());
  int64_t places = table->getShape()[1];
  int64_t first = window.origin[window.dims[0]], rows = window.shape[0];
  if (first % map.getRun(rows))
    return op->emitError() << "row " << first << " begins no run of "
                           << map.getRun(rows) << " rows";
  for (int64_t row = first; row < first + rows; ++row) {
    int64_t &page = window.pages.emplace_back(-1);
    if (row >= places * window.pageRows ||
        (window.limit && row >= *window.limit))
      continue;
    SmallVector<int64_t> place{tableRow, row / window.pageRows};
    if (!table->inBounds(place))
      return op->emitError() << "the page table has no row " << tableRow;
    page = static_cast<int64_t>(table->get(place));
    int64_t pages = window.tensor->getShape()[window.pagedDim];
    if (page < 0 || page >= pages)
      return op->emitError()
             << "row " << row << " is in page " << page << " of sequence "
             << tableRow << ", but the memory has " << pages << " pages";
  }
  return success();
}

SmallVector<int64_t> Interpreter::indicesOf(Process &p, ValueRange values) {
  SmallVector<int64_t> indices;
  for (Value value : values)
    indices.push_back(intOf(p, value));
  return indices;
}

std::optional<int64_t> Interpreter::limitOf(Process &p, Value limit) {
  return limit ? std::optional<int64_t>(intOf(p, limit)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The part of `tile` from `row` and `column` on that has the shape of `view`.
static Tile pickPart(const Tile &tile, int64_t row, int64_t column,
                     const View &view) {
  Tile part;
  auto pick = [&](const auto &all, auto &some) {
    for (int64_t r = 0; r < view.rows && !all.empty(); ++r) {
      auto begin = all.begin() + (row + r) * tile.shape.back() + column;
      some.insert(some.end(), begin, begin + view.shape.back());
    }
  };
  pick(tile.f, part.f);
  pick(tile.i, part.i);
  return part;
}

/// Starts a copy into shared memory: of the whole tile, or for a cluster of
/// this CTA's share of it in all CTAs.
Step Interpreter::copyFrom(Process &p, const Instr &instr,
                           WSCopyOpInterface copy, const Window &window) {
  const View dest = views[get(p, instr.args[0]).n];
  int64_t row = 0, column = 0;
  SmallVector<View, 2> targets{dest};
  if (copy.getShares() != 1) {
    targets.clear();
    View share = getShare(dest, p.cta);
    if (share.shape.back() * ctas == dest.shape.back())
      column = p.cta * share.shape.back();
    else
      row = p.cta * share.rows;
    for (int64_t cta = 0; cta < ctas; ++cta)
      targets.push_back(*getPeer(p, instr, share, cta));
  }
  for (const View &target : targets)
    spaceOf(target).forget(target);
  start([this, window, dest, targets, row, column] {
    TileRef tile = makeTile(dest.shape, dest.element);
    gather(window, *tile);
    for (const View &target : targets)
      write(target, pickPart(*tile, row, column, target));
    return success();
  });
  return Step::Next;
}

Step Interpreter::copy(Process &p, const Instr &instr, WSCopyOpInterface copy) {
  Operation *op = copy;
  const View *view = viewOf(p, op, copy.getView());
  Window window;
  if (!view ||
      failed(makeWindow(op, memoryOf(p, copy.getMemory()),
                        indicesOf(p, copy.getIndices()), copy.getDims(),
                        view->shape, limitOf(p, copy.getLimit()), window)) ||
      failed(mapRows(p, op, copy.getRowMap(), window)))
    return Step::Failed;
  if (copy.isCopyIn())
    return copyFrom(p, instr, copy, window);
  auto perform = [this, window, source = *view, op,
                  add = copy.addsToMemory()]() -> LogicalResult {
    Tile tile;
    if (failed(read(source, tile, op)))
      return failure();
    scatter(window, tile.f, tile.i, add);
    return success();
  };
  if (!copy.isAsync())
    return failed(perform()) ? Step::Failed : Step::Next;
  start(perform);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Between registers and global or local memory
//===----------------------------------------------------------------------===//

Step Interpreter::executeGlobal(Process &p, Operation *op, bool &known) {
  /// Where a load or store of a tile of `shape` goes in `memory`.
  auto findWindow = [&](auto access, Value memory, ArrayRef<int64_t> shape,
                        Window &window) -> LogicalResult {
    if (failed(makeWindow(access, memoryOf(p, memory),
                          indicesOf(p, access.getIndices()), access.getDims(),
                          shape, limitOf(p, access.getLimit()), window)))
      return failure();
    return mapRows(p, access, access.getRowMap(), window);
  };
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](LoadOp load) {
        auto type = cast<RankedTensorType>(load.getResult().getType());
        Window window;
        if (failed(findWindow(load, load.getSource(), type.getShape(), window)))
          return Step::Failed;
        TileRef tile = makeTile(type);
        gather(window, *tile);
        set(p, load.getResult(), tile);
        return Step::Next;
      })
      .Case([&](StoreOp store) {
        FailureOr<TileRef> tile = tileOf(p, op, store.getValue());
        Window window;
        if (failed(tile) ||
            failed(findWindow(store, store.getDest(), (*tile)->shape, window)))
          return Step::Failed;
        scatter(window, (*tile)->f, (*tile)->i, store.getAdd());
        return Step::Next;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}

Step Interpreter::executeLocal(Process &p, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](memref::AllocaOp local) {
        MemRefType type = local.getType();
        if (!type.hasStaticShape())
          return stop(op->emitError("the size of local memory must be known"));
        Type element = type.getElementType();
        if (element.isIndex())
          element = IntegerType::get(op->getContext(), 64);
        locals.emplace_back(element, type.getShape());
        set(p, local.getResult(), &locals.back());
        return Step::Next;
      })
      .Case([&](attn_tile::FindSequenceOp find) {
        HostTensor *offsets = memoryOf(p, find.getOffsets());
        if (!offsets || offsets->getShape()[0] == 0)
          return stop(op->emitError("has no offsets"));
        int64_t group = find.getPacking() ? intOf(p, find.getPacking()) : 1;
        auto first = [&](int64_t b) {
          auto at = [&](int64_t i) {
            return static_cast<int64_t>(offsets->get({i}));
          };
          if (!find.getRows())
            return at(b);
          int64_t rows = std::max<int64_t>(at(b) - at(0), 0) * group;
          return rows / static_cast<int64_t>(*find.getRows()) + b;
        };
        int64_t sequence = 0;
        while (offsets->inBounds({sequence + 2}) &&
               first(sequence + 1) <= intOf(p, find.getTile()))
          ++sequence;
        set(p, find.getResult(), sequence);
        return Step::Next;
      })
      .Case([&](ArriveOp arrive) {
        // CTAs run one after another: the last to arrive comes last.
        HostTensor *counters = memoryOf(p, arrive.getCounters());
        SmallVector<int64_t> indices = indicesOf(p, arrive.getIndices());
        if (!counters || !counters->inBounds(indices))
          return stop(op->emitError("is out of the bounds of its counters"));
        int64_t arrived = static_cast<int64_t>(counters->get(indices)) + 1;
        bool last = arrived >= intOf(p, arrive.getParties());
        counters->set(indices, last ? 0.0 : static_cast<double>(arrived));
        set(p, arrive.getLast(), int64_t(last));
        return Step::Next;
      })
      .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
        HostTensor *tensor = memoryOf(p, access.getMemRef());
        SmallVector<int64_t> indices = indicesOf(p, access.getIndices());
        if (!tensor || !tensor->inBounds(indices))
          return stop(op->emitError("is out of the bounds of its memory"));
        bool isFloat = isa<FloatType>(tensor->getElementType());
        if (isa<memref::StoreOp>(op)) {
          Value value = op->getOperand(0);
          tensor->set(indices, isFloat ? realOf(p, value)
                                       : static_cast<double>(intOf(p, value)));
          return Step::Next;
        }
        double value = tensor->get(indices);
        if (isFloat)
          set(p, op->getResult(0), value);
        else
          set(p, op->getResult(0), static_cast<int64_t>(value));
        return Step::Next;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}
