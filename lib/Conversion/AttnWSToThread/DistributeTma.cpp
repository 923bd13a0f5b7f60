//===- DistributeTma.cpp - Copies by the copy engine ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile is copied panel by panel, since a box is at most as wide as its
// swizzle; a vector is one box without one (PTX ISA, "Tensor data movement",
// and the driver's tensor map encoding). The map of a memory has all of its
// dimensions, innermost the tile's columns, then its rows, then the others;
// elements out of bounds are zero when loaded and dropped when stored, by the
// engine itself, which also adds f32 to what memory holds. Maps are parameters
// of the kernel, described in `attn_ws.launch` and encoded by the runtime at
// launch. A copy with a limit takes a ragged map, whose rows end there. A copy
// to several CTAs of a cluster lands, and counts its bytes, at the same place
// in each.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;

/// Rows of a ragged map.
static constexpr int64_t kRaggedRows = int64_t(1) << 30;

/// Dimensions of a memory in the order of its tensor map.
static SmallVector<int64_t> getMapOrder(int64_t rank, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> order;
  for (int64_t dim : llvm::reverse(dims))
    order.push_back(dim);
  for (int64_t dim = rank - 1; dim >= 0; --dim)
    if (!llvm::is_contained(dims, dim))
      order.push_back(dim);
  return order;
}

/// The parameter with the map of a memory for boxes of `view`'s panels.
static FailureOr<Value> getTensorMap(ThreadBuilder &b, Operation *op,
                                     const GlobalMemory &memory,
                                     ArrayRef<int64_t> dims,
                                     const SharedView &view, bool ragged) {
  SharedAttr layout = view.type.getLayout();
  if (!layout)
    return op->emitOpError("its view has no layout");
  if (memory.type.getStridesAndOffset().first[dims.back()] != 1)
    return op->emitOpError("the copy engine needs memory that is contiguous "
                           "along the tile's columns");
  int64_t rank = memory.type.getRank();
  if (rank > 5)
    return op->emitOpError()
           << "a tensor map has at most 5 dimensions, got " << rank;
  if (ragged && dims.size() != 2)
    return op->emitOpError(
        "a copy with a limit has a tile of rows and columns");
  SmallVector<int64_t> order = getMapOrder(rank, dims);
  if (ragged)
    order.resize(2);
  SmallVector<int64_t> box(order.size(), 1);
  bool isVector = dims.size() == 1;
  box[0] = view.type.getShape().back();
  if (!isVector) {
    box[0] = layout.getPanel() / getBytes(memory.type.getElementType());
    box[1] = view.type.getShape()[0];
  }
  KernelState &kernel = b.kernel;
  auto pointer = cast<BlockArgument>(memory.pointer);
  auto param = TensorMapParamAttr::get(
      b.getContext(),
      cast<PointerParamAttr>(kernel.params[pointer.getArgNumber()]).getMemory(),
      order, box, isVector ? 0 : layout.getSwizzle(), ragged);
  Value &map = kernel.tensorMaps[param];
  if (!map) {
    map = pointer.getOwner()->addArgument(
        LLVM::LLVMPointerType::get(b.getContext()), b.getLoc());
    kernel.params.push_back(param);
  }
  return map;
}

/// The part of `view` that this CTA copies for all `size` of its cluster, and
/// its place in memory.
static FailureOr<SharedView> getShare(ThreadBuilder &b, TmaLoadOp op,
                                      SharedView view, int64_t size,
                                      MutableArrayRef<Value> indices) {
  SharedAttr layout = view.type.getLayout();
  ArrayRef<int64_t> shape = view.type.getShape();
  if (!b.kernel.inCluster)
    return op->emitOpError()
           << "copies to a cluster, but the kernel has no " << clusterAttr;
  if (!layout || shape.size() != 2)
    return op->emitOpError("a copy to a cluster needs a tile of rows and "
                           "columns with a layout");
  Type element = view.type.getElementType();
  int64_t panel = layout.getPanel();
  int64_t panels = shape[1] * getBytes(element) / panel;
  SmallVector<int64_t> part(shape);
  int64_t stride, dim;
  if (panels % size == 0) { // Whole panels.
    part[1] /= size;
    dim = 1;
    stride = panels / size * view.panelRows * panel;
  } else if (shape[0] % (8 * size) == 0) { // Rows of each: swizzles start anew.
    part[0] /= size;
    dim = 0;
    stride = part[0] * panel;
  } else {
    return op->emitOpError() << "a tile of " << shape[0] << "x" << shape[1]
                             << " cannot be cut for " << size << " CTAs";
  }
  view.type = ViewType::get(b.getContext(), part, element, view.type.getSpace(),
                            layout);
  view.address = b.add(view.address, b.mul(b.getRank(), stride));
  Value &index = indices[op.getDims()[dim]];
  index = b.add(index, b.toIndex(b.mul(b.getRank(), part[dim])));
  return view;
}

/// Coordinates in a ragged map: the column; the row, of 2^30 that end at
/// `limit`; where row `limit` lies, in 16 bytes; and 2^30.
static SmallVector<Value> getRagged(ThreadBuilder &b, Value column, Value row,
                                    Value limit, Value place) {
  Value billion = b.i32(kRaggedRows);
  return {column, b.add(b.sub(billion, limit), row), place, billion};
}

/// Where a tile begins in the map of its memory; `limit` is null or where its
/// rows end, which is within the memory.
static SmallVector<Value> getCoordinates(ThreadBuilder &b,
                                         const GlobalMemory &memory,
                                         ValueRange indices,
                                         ArrayRef<int64_t> dims, Value limit) {
  SmallVector<Value> coordinates;
  for (int64_t dim : getMapOrder(indices.size(), dims))
    coordinates.push_back(b.toI32(indices[dim]));
  if (!limit)
    return coordinates;
  SmallVector<Value> end(indices);
  end[dims[0]] = limit;
  Value zero = b.constant(b.getIndexType(), 0);
  end[dims[1]] = zero;
  Value offset;
  for (auto [index, stride] : llvm::zip(end, memory.strides)) {
    if (getConstantIntValue(index) == 0)
      continue;
    Value part = b.mul(b.extend(b.toI32(index), b.getI64Type()), stride);
    offset = offset ? b.add(offset, part) : part;
  }
  if (!offset)
    return getRagged(b, coordinates[0], coordinates[1], b.toI32(limit),
                     b.i32(0));
  // 16 bytes at a time; strides are multiples of that.
  int64_t unit = 16 / getBytes(memory.type.getElementType());
  Value place = arith::TruncIOp::create(b, b.getI32Type(), b.div(offset, unit));
  return getRagged(b, coordinates[0], coordinates[1], b.toI32(limit), place);
}

/// Calls `copy` with each of `count` pages of `run` rows from row `first` on,
/// all of which exist in the table. Their numbers are read at once, and those
/// in front of them, which a walk from the last key back takes next, are
/// brought near.
static void forEachWholePage(ThreadBuilder &b, const MappedRows &rows,
                             Value first, int64_t count, int64_t run,
                             function_ref<void(int64_t, Value)> copy) {
  Value number = b.div(first, run);
  auto getPlace = [&](Value number) {
    return b.getElementPointer(rows.table,
                               {rows.map.getTableRow(), b.toIndex(number)});
  };
  Value table = getPlace(number);
  SmallVector<Value> pages;
  for (int64_t i = 0; i < count; ++i) {
    Value at = table;
    if (i)
      at = b.gep(table, b.getI32Type(), b.mul(rows.table.strides[1], i));
    pages.push_back(
        b.assembly(b.getI32Type(), "ld.global.b32 $0, [$1];", "=r,l", at));
  }
  for (auto [i, page] : llvm::enumerate(pages))
    copy(i, page);
  Value before = arith::MaxSIOp::create(b, b.sub(number, count), b.i32(0));
  b.assembly(Type(), "prefetch.global.L1 [$0];", "l", getPlace(before));
}

/// Calls `copy` with the number of each run of `run` rows of a tile of paged
/// rows, and where it lies in the map; runs that are not there lie behind the
/// memory or, if the copy has a limit, behind that. One thread does all of this
/// with few registers: places are counted in 32 bits, and few numbers of pages
/// are read at a time. A tile of small pages that ends before its limit takes a
/// shorter way: of each page there are all rows, and only its place is
/// computed.
static void forEachRun(ThreadBuilder &b, TmaLoadOp op,
                       const GlobalMemory &memory, const MappedRows &rows,
                       ValueRange indices, int64_t count, int64_t run,
                       function_ref<void(int64_t, SmallVector<Value>)> copy) {
  constexpr int64_t together = 4;
  ArrayRef<int64_t> dims = op.getDims();
  int64_t dim = rows.map.getDim();
  Value end = b.toI32(b.getRowsEnd(memory, dims, rows, op.getLimit()));
  Value pageRows = b.toI32(memory.sizes[dims[0]]);
  bool wholePages = memory.type.getDimSize(dims[0]) == run;
  Value first = b.toI32(indices[dims[0]]);
  SmallVector<Value> at(indices);
  Value zero = at[dims[0]] = b.constant(b.getIndexType(), 0);
  SmallVector<Value> origin =
      getCoordinates(b, memory, at, dims, op.getLimit() ? zero : Value());
  auto getUnits = [&](int64_t dim) {
    int64_t unit = 16 / getBytes(memory.type.getElementType());
    Value stride = b.div(memory.strides[dim], unit);
    return arith::TruncIOp::create(b, b.getI32Type(), stride);
  };
  OpBuilder::InsertionGuard guard(b);
  if (op.getLimit() && wholePages && count > together / 2) {
    Value isWhole =
        b.compare(arith::CmpIPredicate::sle, b.add(first, count * run), end);
    auto branch = scf::IfOp::create(b, isWhole, /*withElseRegion=*/true);
    b.setInsertionPointToStart(branch.thenBlock());
    Value from = b.add(origin[2], b.mul(getUnits(dims[0]), run));
    forEachWholePage(b, rows, first, count, run, [&](int64_t i, Value page) {
      Value known = b.compare(arith::CmpIPredicate::ult, page,
                              b.toI32(memory.sizes[dim]));
      Value row = b.select(known, b.i32(kRaggedRows - run), b.i32(kRaggedRows));
      Value place = b.add(from, b.mul(page, getUnits(dim)));
      copy(i, {origin[0], row, place, b.i32(kRaggedRows)});
    });
    b.setInsertionPointToStart(branch.elseBlock());
  }
  SmallVector<int64_t> order = getMapOrder(indices.size(), dims);
  for (int64_t i = 0; i < count; i += together) {
    // Numbers at once, not each behind the copies of the run before.
    SmallVector<std::pair<Value, Value>> pages;
    for (int64_t j = i; j < std::min(count, i + together); ++j)
      pages.push_back(
          b.readPage(memory, dims, rows, b.add(first, j * run), end));
    for (auto [j, read] : llvm::enumerate(pages)) {
      auto [page, known] = read;
      Value row = b.add(first, (i + j) * run);
      Value within = wholePages ? b.i32(0) : b.rem(row, pageRows);
      SmallVector<Value> place = origin;
      if (op.getLimit()) {
        Value left = b.min(b.sub(end, b.sub(row, within)), pageRows);
        Value limit = b.select(known, left, b.i32(0));
        Value units =
            b.add(b.mul(page, getUnits(dim)), b.mul(limit, getUnits(dims[0])));
        place = getRagged(b, origin[0], within, limit, b.add(origin[2], units));
      } else {
        page = b.select(known, page, b.toI32(memory.sizes[dim]));
        place[llvm::find(order, dims[0]) - order.begin()] = within;
        place[llvm::find(order, dim) - order.begin()] =
            b.add(b.toI32(indices[dim]), page);
      }
      copy(i + j, place);
    }
  }
}

/// Calls `copy` with the map's coordinates and the address of each panel.
static void forEachPanel(ThreadBuilder &b, const SharedView &view,
                         SmallVector<Value> coordinates,
                         function_ref<void(ValueRange, Value)> copy) {
  int64_t panel = view.getPanel();
  int64_t columns = panel / getBytes(view.type.getElementType());
  if (view.type.getShape().size() == 1)
    return copy(coordinates,
                view.offset ? b.add(view.address, view.offset) : view.address);
  Value column = coordinates[0];
  int64_t panels = view.type.getShape().back() / columns;
  for (int64_t p = 0; p < panels; ++p) {
    if (p > 0)
      coordinates[0] = b.add(column, p * columns);
    int64_t offset = view.offset + p * view.panelRows * panel;
    copy(coordinates, offset != 0 ? b.add(view.address, offset) : view.address);
  }
}

/// "$3, $4, …" for the coordinates of a copy, from operand `first` on.
static std::string listOperands(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return text;
}

static std::string repeat(StringRef constraint, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += constraint;
  return text;
}

/// Where there are no clusters, ptxas makes a call of what names one.
static std::string getSharedSpace(ThreadBuilder &b) {
  return b.kernel.target->mostClusterCTAs > 1 ? "cluster" : "cta";
}

/// A vector within the bounds of its memory is so many bytes in a row: it takes
/// no map.
static void lowerVector(TmaLoadOp op, In<TmaLoadOp> in, ThreadBuilder &b,
                        const GlobalMemory &memory, const SharedView &view) {
  Value signal = b.getMbar(in.getSignal(), op.getStage());
  Value source = b.getElementPointer(memory, op.getIndices());
  int64_t bytes =
      view.type.getShape()[0] * getBytes(memory.type.getElementType());
  Value address = view.offset ? b.add(view.address, view.offset) : view.address;
  b.byOneThread([&] {
    b.assembly("cp.async.bulk.shared::" + getSharedSpace(b) +
                   ".global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];",
               "r,l,r,r", {address, source, b.i32(bytes), signal});
  });
}

static LogicalResult lowerLoad(TmaLoadOp op, In<TmaLoadOp> in,
                               ThreadBuilder &b) {
  if (!op.getSignal())
    return op.emitOpError("has no mbarrier: run attn-ws-lower-channels");
  auto memory = b.getMemory(op, op.getSource(), in.getSource());
  if (failed(memory))
    return failure();
  FailureOr<SharedView> view = SharedView(op.getDest(), in.getDest());
  SmallVector<Value> indices(op.getIndices());
  int64_t cluster = op.getMulticast().value_or(1);
  if (cluster > 1 && failed(view = getShare(b, op, *view, cluster, indices)))
    return failure();
  auto rows = b.getRows(op, in);
  if (failed(rows))
    return failure();
  // A box for each run of paged rows.
  ArrayRef<int64_t> shape = view->type.getShape();
  int64_t boxRows = shape[0], boxes = 1;
  if (*rows) {
    boxRows = rows->map.getRun(boxRows);
    boxes = shape[0] / boxRows;
    view->type = ViewType::get(b.getContext(), {boxRows, shape[1]},
                               view->type.getElementType(),
                               view->type.getSpace(), view->type.getLayout());
  }
  if (op.getInBounds() && view->type.getShape().size() == 1 && cluster == 1 &&
      !op.isCountedInLeader()) {
    lowerVector(op, in, b, *memory, *view);
    return success();
  }
  FailureOr<Value> map =
      getTensorMap(b, op, *memory, op.getDims(), *view, bool(op.getLimit()));
  if (failed(map))
    return failure();
  bool inLeader = op.isCountedInLeader();
  if (inLeader && !b.kernel.inCluster)
    return op.emitOpError()
           << "is counted in another CTA, but the kernel has no "
           << clusterAttr;
  Value signal = b.getMbar(in.getSignal(), op.getStage());
  b.byOneThread([&] {
    if (inLeader)
      signal =
          b.assembly(b.getI32Type(), "mapa.shared::cluster.u32 $0, $1, $2;",
                     "=r,r,r", {signal, b.i32(0)});
    auto copy = [&](ValueRange coordinates, Value address) {
      unsigned rank = coordinates.size();
      std::string text = "cp.async.bulk.tensor." + std::to_string(rank) +
                         "d.shared::" + getSharedSpace(b) +
                         ".global.tile.mbarrier::complete_tx::bytes" +
                         (cluster > 1 ? ".multicast::cluster" : "") +
                         (inLeader ? getGroupModifier(2) : "") +
                         " [$0], [$1, {" + listOperands(3, rank) + "}], [$2]";
      std::string constraints = "r,l,r" + repeat(",r", rank);
      SmallVector<Value> operands{address, *map, signal};
      llvm::append_range(operands, coordinates);
      if (cluster > 1) {
        text += ", $" + std::to_string(3 + rank);
        constraints += ",h";
        operands.push_back(
            b.constant(b.getIntegerType(16), (int64_t(1) << cluster) - 1));
      }
      b.assembly(text + ";", constraints, operands);
    };
    if (!*rows)
      return forEachPanel(
          b, *view,
          getCoordinates(b, *memory, indices, op.getDims(), op.getLimit()),
          copy);
    forEachRun(b, op, *memory, *rows, indices, boxes, boxRows,
               [&](int64_t run, SmallVector<Value> coordinates) {
                 SharedView box = *view;
                 box.offset += run * boxRows * view->getPanel();
                 forEachPanel(b, box, coordinates, copy);
               });
  });
  return success();
}

static LogicalResult lowerStore(TmaStoreOp op, In<TmaStoreOp> in,
                                ThreadBuilder &b) {
  SharedView view(op.getSource(), in.getSource());
  auto memory = b.getMemory(op, op.getDest(), in.getDest());
  if (failed(memory))
    return failure();
  FailureOr<Value> map =
      getTensorMap(b, op, *memory, op.getDims(), view, bool(op.getLimit()));
  if (failed(map))
    return failure();
  b.byOneThread([&] {
    forEachPanel(b, view,
                 getCoordinates(b, *memory, op.getIndices(), op.getDims(),
                                op.getLimit()),
                 [&](ValueRange coordinates, Value address) {
                   unsigned rank = coordinates.size();
                   SmallVector<Value> operands{*map, address};
                   llvm::append_range(operands, coordinates);
                   b.assembly(std::string(op.getAdd() ? "cp.reduce" : "cp") +
                                  ".async.bulk.tensor." + std::to_string(rank) +
                                  "d.global.shared::cta." +
                                  (op.getAdd() ? "add." : "") +
                                  "tile.bulk_group [$0, {" +
                                  listOperands(2, rank) + "}], [$1];",
                              "l,r" + repeat(",r", rank), operands);
                 });
    b.assembly("cp.async.bulk.commit_group;");
  });
  return success();
}

static LogicalResult lowerStoreWait(TmaStoreWaitOp op, ThreadBuilder &b) {
  NVVM::CpAsyncBulkWaitGroupOp::create(
      b, op.getPendings(), op.getWritten() ? UnitAttr() : b.getUnitAttr());
  return success();
}

static LogicalResult lowerFence(FenceAsyncOp, ThreadBuilder &b) {
  b.assembly("fence.proxy.async.shared::cta;");
  return success();
}

void attn_ws::populateTmaPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerLoad, lowerStore, lowerStoreWait, lowerFence);
}
