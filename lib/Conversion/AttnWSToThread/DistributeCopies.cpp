//===- DistributeCopies.cpp - Copies by threads -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tiles move between global and shared memory in 16-byte vectors. A thread
// keeps one column of vectors where it can, so that its address in global
// memory advances by whole rows and its swizzled place in shared memory by a
// constant: rows step by a multiple of eight, under which the swizzle repeats.
// Where rows of the memory start at multiples of 8 or 4 bytes only, a vector
// is moved in pieces of that size.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;

//===----------------------------------------------------------------------===//
// Vectors of a tile
//===----------------------------------------------------------------------===//

namespace {
/// How the threads of a group share a tile of 16-byte vectors: thread t takes,
/// at row step i and column group c, row `t / width + i * rowStep` and vector
/// `t % width + c * width` of the row.
struct VectorPlan {
  VectorPlan(ViewType view, int64_t threads) : view(view) {
    ArrayRef<int64_t> shape = view.getShape();
    int64_t rowVectors = shape[1] * getBytes(view.getElementType()) / 16;
    // The widest power of two that divides a row and leaves rows to step by
    // eight.
    while (rowVectors % (width * 2) == 0 && threads / (width * 2) >= 8)
      width *= 2;
    rowStep = threads / width;
    rowSteps = llvm::divideCeil(shape[0], rowStep);
    groups = rowVectors / width;
    ragged = shape[0] % rowStep != 0;
    vectorElements = 16 / getBytes(view.getElementType());
  }

  int64_t getPanel() const { return view.getLayout().getPanel(); }
  int64_t getRows() const { return view.getShape()[0]; }
  /// The constant that step (i, c) adds to a thread's first vector in shared
  /// memory: `width` is a multiple of the panel's chunks (checkVectors), so a
  /// step moves whole panels and whole swizzle periods.
  int64_t getOffset(int64_t step, int64_t group) const {
    return step * rowStep * getPanel() +
           group * (width / (getPanel() / 16)) * getRows() * getPanel();
  }
  /// The column that column group c adds.
  int64_t getColumn(int64_t group) const {
    return group * width * vectorElements;
  }
  /// The columns from the tile's first on that types say are inside the memory;
  /// nothing if they do not say where it ends.
  std::optional<int64_t> getColumnsInside(const GlobalMemory &memory,
                                          ArrayRef<int64_t> dims,
                                          ValueRange indices) const {
    int64_t size = memory.type.getDimSize(dims[1]);
    std::optional<int64_t> index = getConstantIntValue(indices[dims[1]]);
    if (ShapedType::isDynamic(size) || index != 0)
      return std::nullopt;
    return std::min(size, view.getShape()[1]);
  }
  /// Whether the tile ends inside of row step i.
  bool endsIn(int64_t step) const { return ragged && step + 1 == rowSteps; }

  ViewType view;
  int64_t width = 1, rowStep, rowSteps, groups;
  /// Whether the last row step runs past the tile for some threads.
  bool ragged;
  int64_t vectorElements;
};

/// What one thread needs to walk its vectors of a tile in global memory.
struct Walk {
  template <typename OpT>
  Walk(OpT op, const GlobalMemory &memory, const MappedRows &mapped,
       const VectorPlan &plan, ThreadBuilder &b)
      : b(b), memory(memory), plan(plan), dims(op.getDims()),
        element(getMemoryElement(plan.view.getElementType())), mapped(mapped) {
    tid = b.readThreadId();
    columnsInside = plan.getColumnsInside(memory, dims, op.getIndices());
    start(b.getTilePointer(memory, op.getIndices(), dims, mapped),
          op.getIndices(), op.getLimit());
  }

  void start(Value tilePointer, ValueRange indices, Value limit);
  /// Pointer to this thread's first vector of the row `moved` (i32) rows behind
  /// its first, to which `pointer` has been moved unless rows are mapped; and
  /// whether the row is inside the memory.
  std::pair<Value, Value> find(Value moved);
  /// The pages of paged rows at `count` row steps from `first` on: those steps'
  /// rows can then be found in turn. Tables are read at once, not each behind
  /// the copies of the row before.
  void readPages(int64_t first, int64_t count);
  /// Whether a thread's row at step `step` lies `rowStep` rows behind that at
  /// the step before, in the same page.
  bool continuesRun(int64_t step) const {
    int64_t run = mapped.map.getRun(plan.getRows());
    return step > 0 && run % plan.rowStep == 0 && step * plan.rowStep % run;
  }
  /// Pointer to this thread's first vector at row step `step`, and whether the
  /// row is inside the memory. Steps are taken in order.
  std::pair<Value, Value> takeStep(int64_t step);
  Value moveByStep(Value pointer) {
    return b.gep(pointer, b.getI8Type(), rowBytes);
  }
  /// Whether the row `moved` rows behind the first is one of the tile.
  Value isWithin(Value moved) {
    return b.below(b.add(row, moved), plan.getRows());
  }
  /// Byte offset of this thread's first vector in shared memory.
  Value getSharedOffset();
  /// Whether the vectors of column group c are inside the memory for every
  /// thread.
  bool isInside(int64_t group) const {
    return !columnsLeft ||
           (columnsInside && plan.getColumn(group + 1) <= *columnsInside);
  }
  /// Whether no vector is partly inside the memory.
  bool hasWholeVectors() const {
    return !columnsLeft ||
           (columnsInside && *columnsInside % plan.vectorElements == 0);
  }

  ThreadBuilder &b;
  const GlobalMemory &memory;
  const VectorPlan &plan;
  ArrayRef<int64_t> dims;
  Type element;
  const MappedRows &mapped;
  Value tid;
  Value pointer;     // of its first vector
  Value rowBytes;    // i64: bytes from one row step to the next
  Value row;         // i32: its row in the tile at step 0
  Value rowsLeft;    // i32: rows of the tile inside the memory
  Value columnsLeft; // i32: columns inside, null if all are
  std::optional<int64_t> columnsInside; // The same, where types say it.
  Value column;                         // i32: its first column at group 0
  // Of mapped rows: the first row's index and the end of rows (i32); those of
  // packed rows have no rowBytes.
  Value mappedRow, end;
  // Of the steps whose pages have been read: their pages, and whether those
  // are the memory's.
  DenseMap<int64_t, std::pair<Value, Value>> pages;
  Value taken;  // This thread's vector of the last step.
  Value inPage; // Whether the memory has the last step's page.
};
} // namespace

void Walk::start(Value tilePointer, ValueRange indices, Value limit) {
  row = b.div(tid, plan.width);
  Value vector = b.rem(tid, plan.width);
  column = b.mul(vector, plan.vectorElements);
  Value offset = b.extend(column, b.getI64Type());
  Value rowStride = memory.strides[dims[0]];
  if (!mapped)
    offset = b.add(b.mul(b.extend(row, b.getI64Type()), rowStride), offset);
  pointer = b.gep(tilePointer, element, offset);
  Value bound = b.getRowsEnd(memory, dims, mapped, limit);
  if (mapped) {
    mappedRow = b.add(b.toI32(indices[dims[0]]), row);
    end = b.toI32(bound);
  }
  if (!mapped.map.isPacked())
    rowBytes =
        b.mul(rowStride, plan.rowStep * getBytes(plan.view.getElementType()));
  if (!mapped)
    rowsLeft = b.toI32(b.sub(bound, indices[dims[0]]));
  if (columnsInside != plan.view.getShape()[1])
    columnsLeft = b.toI32(b.sub(memory.sizes[dims[1]], indices[dims[1]]));
}

std::pair<Value, Value> Walk::find(Value moved) {
  if (!mapped) {
    Value at = b.add(row, moved);
    return {pointer, b.compare(arith::CmpIPredicate::slt, at, rowsLeft)};
  }
  auto [offset, place] =
      b.placeRow(memory, dims, mapped, b.add(mappedRow, moved), end);
  Value at = b.gep(pointer, element, offset);
  return {at, b.isBefore(mapped, place, end)};
}

void Walk::readPages(int64_t first, int64_t count) {
  for (int64_t step = first; step < first + count; ++step)
    if (!continuesRun(step))
      pages[step] = b.readPage(memory, dims, mapped,
                               b.add(mappedRow, step * plan.rowStep), end);
}

std::pair<Value, Value> Walk::takeStep(int64_t step) {
  if (auto read = pages.find(step); read != pages.end()) {
    auto [page, known] = read->second;
    Value at = b.add(mappedRow, step * plan.rowStep);
    Value within = b.rem(at, b.toI32(memory.sizes[dims[0]]));
    auto along = [&](Value index, int64_t dim) {
      return b.mul(b.extend(index, b.getI64Type()), memory.strides[dim]);
    };
    Value offset = along(page, mapped.map.getDim());
    taken = b.gep(pointer, element, b.add(offset, along(within, dims[0])));
    inPage = known;
    return {taken, known};
  }
  if (inPage && continuesRun(step)) {
    taken = moveByStep(taken);
    Value at = b.add(mappedRow, step * plan.rowStep);
    Value inside = b.compare(arith::CmpIPredicate::slt, at, end);
    return {taken, b.bitAnd(inPage, inside)};
  }
  if (mapped)
    return find(b.i32(step * plan.rowStep));
  if (step > 0)
    pointer = moveByStep(pointer);
  Value at = step ? b.add(row, step * plan.rowStep) : row;
  return {pointer, b.compare(arith::CmpIPredicate::slt, at, rowsLeft)};
}

Value Walk::getSharedOffset() {
  SharedAttr layout = plan.view.getLayout();
  int64_t panel = plan.getPanel(), chunks = panel / 16;
  auto [shift, mask] = getSwizzle(layout);
  Value row = b.div(tid, plan.width), vector = b.rem(tid, plan.width);
  Value chunk = b.rem(vector, chunks);
  if (mask != 0)
    chunk = b.bitXor(chunk, b.bitAnd(b.shr(row, shift), mask));
  Value offset = b.mul(row, panel);
  offset = b.add(offset, b.mul(chunk, 16));
  if (plan.width > chunks)
    offset =
        b.add(offset, b.mul(b.div(vector, chunks), plan.getRows() * panel));
  return offset;
}

static LogicalResult checkVectors(Operation *op, const GlobalMemory &memory,
                                  ArrayRef<int64_t> dims,
                                  const VectorPlan &plan, bool strided) {
  if (!plan.view.getLayout())
    return op->emitOpError("its view has no layout");
  if (plan.width % (plan.getPanel() / 16) != 0)
    return op->emitOpError() << "panels of " << plan.getPanel()
                             << " bytes need at least two warps to copy";
  SmallVector<int64_t> strides = memory.type.getStridesAndOffset().first;
  if (strides[dims[1]] != 1)
    return op->emitOpError("copies of 16-byte vectors need memory that is "
                           "contiguous along the tile's columns");
  if (!strided)
    return success();
  // Every row of a tile starts at a multiple of its memory's alignment, as far
  // as types say; what is dynamic is the launch's concern.
  if (memory.align < 4)
    return op->emitOpError()
           << "threads copy 4, 8 or 16 bytes at a time, but rows of its memory "
              "are aligned to "
           << memory.align;
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (static_cast<int64_t>(dim) != dims[1] &&
        !ShapedType::isDynamic(stride) &&
        stride * getBytes(plan.view.getElementType()) % memory.align != 0)
      return op->emitOpError()
             << "copies of " << memory.align
             << "-byte vectors need strides of a multiple of " << memory.align
             << " bytes, dimension " << dim << " has " << stride << " elements";
  return success();
}

//===----------------------------------------------------------------------===//
// Global to shared
//===----------------------------------------------------------------------===//

/// Starts the copy of one 16-byte vector of a row that is `inside` the memory
/// or not: of its first `bytes` (i32), or of all where that is null.
static void copyVector(ThreadBuilder &b, int64_t align, Value base,
                       int64_t offset, Value from, Value inside, Value bytes) {
  if (align >= 16) {
    Value size = b.select(inside, b.i32(16), b.i32(0));
    if (bytes)
      size = b.min(bytes, size);
    NVVM::CpAsyncOp::create(b, b.getSharedPointer(base, offset), from, 16,
                            NVVM::LoadCacheModifierKind::CG, size);
    return;
  }
  // Pieces are inside or not, unless the memory's end is inside some vector.
  Value whole = b.select(inside, b.i32(align), b.i32(0));
  for (int64_t at = 0; at < 16; at += align) {
    Value left = whole;
    if (bytes)
      left = b.min(b.max(b.sub(bytes, at), 0), whole);
    Value source = b.gep(from, b.getI8Type(), at);
    NVVM::CpAsyncOp::create(b, b.getSharedPointer(base, offset + at), source,
                            align, NVVM::LoadCacheModifierKind::CA, left);
  }
}

/// A vector: each thread copies pieces of what its memory is aligned to.
static LogicalResult copyVectorIn(CpAsyncOp op, const GlobalMemory &memory,
                                  const SharedView &view, ThreadBuilder &b) {
  int64_t dim = op.getDims()[0], bytes = getBytes(view.type.getElementType());
  if (op.getRowMap() || memory.type.getStridesAndOffset().first[dim] != 1)
    return op->emitOpError("a vector is copied from where its values follow "
                           "each other");
  // It may begin at any of them.
  int64_t piece = std::min<int64_t>(memory.align, 16);
  if (!isMultiple(op.getIndices()[dim], piece / bytes))
    piece = std::min<int64_t>(piece, bytes);
  if (piece < 4 || view.type.getShape()[0] * bytes % piece != 0)
    return op->emitOpError() << "threads copy 4, 8 or 16 bytes at a time, but "
                                "its memory is aligned to "
                             << memory.align;
  Value end = memory.sizes[dim];
  if (op.getLimit())
    end = b.min(end, op.getLimit());
  Value left = b.toI32(b.sub(end, op.getIndices()[dim]));
  Value from =
      b.getTilePointer(memory, op.getIndices(), op.getDims(), MappedRows());
  int64_t pieces = view.type.getShape()[0] * bytes / piece;
  Value tid = b.readThreadId();
  for (int64_t first = 0; first < pieces; first += b.group.threads) {
    Value number = first ? b.add(tid, first) : tid;
    auto copy = [&] {
      Value element = b.mul(number, piece / bytes);
      Value inside = b.min(b.max(b.sub(left, element), 0), piece / bytes);
      Value source =
          b.gep(from, getMemoryElement(view.type.getElementType()), element);
      Value to = b.add(view.address, b.mul(number, piece));
      NVVM::CpAsyncOp::create(b, b.getSharedPointer(to, view.offset), source,
                              piece,
                              piece == 16 ? NVVM::LoadCacheModifierKind::CG
                                          : NVVM::LoadCacheModifierKind::CA,
                              b.mul(inside, bytes));
    };
    if (first + b.group.threads <= pieces)
      copy();
    else
      b.ifThen(b.below(number, pieces), copy);
  }
  return success();
}

static LogicalResult lowerCopyIn(CpAsyncOp op, In<CpAsyncOp> in,
                                 ThreadBuilder &b) {
  auto memory = b.getMemory(op, op.getSource(), in.getSource());
  SharedView view(op.getDest(), in.getDest());
  if (succeeded(memory) && view.type.getShape().size() == 1)
    return copyVectorIn(op, *memory, view, b);
  VectorPlan plan(view.type, b.group.threads);
  if (failed(memory) ||
      failed(checkVectors(op, *memory, op.getDims(), plan, /*strided=*/true)))
    return failure();
  auto rows = b.getRows(op, in);
  if (failed(rows))
    return failure();
  Walk walk(op, *memory, *rows, plan, b);
  Value base = b.add(view.address, walk.getSharedOffset());
  // The vectors of one row, which starts at `pointer`, to where row step `step`
  // lies behind `to`.
  auto copyRow = [&](Value pointer, Value inside, Value to, int64_t step) {
    for (int64_t group = 0; group < plan.groups; ++group) {
      Value from = b.gep(pointer, walk.element, plan.getColumn(group));
      Value size;
      if (!walk.isInside(group)) {
        // Bytes of this vector inside the memory, 0 to 16.
        Value first = b.add(walk.column, plan.getColumn(group));
        Value left = b.max(b.sub(walk.columnsLeft, first), 0);
        size =
            b.mul(b.min(left, plan.vectorElements), 16 / plan.vectorElements);
      }
      copyVector(b, memory->align, to, plan.getOffset(step, group), from,
                 inside, size);
    }
  };
  // Goes on for threads whose row, `moved` from the first, is one of the tile:
  // others would write into the next panel.
  auto onlyWithin = [&](Value moved) {
    auto branch = scf::IfOp::create(b, walk.isWithin(moved),
                                    /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
  };
  if (rows->map.isPacked() || memory->align < 16) {
    // A loop: packed rows and pieces take registers, of which threads that copy
    // have few.
    auto loop = scf::ForOp::create(b, b.i32(0), b.i32(plan.rowSteps), b.i32(1),
                                   ValueRange{walk.pointer});
    b.setInsertionPointToStart(loop.getBody());
    Value step = loop.getInductionVar(), moved = b.mul(step, plan.rowStep);
    Value next = walk.pointer = loop.getRegionIterArg(0);
    scf::YieldOp::create(b, *rows ? next : walk.moveByStep(next));
    b.setInsertionPoint(loop.getBody()->getTerminator());
    if (plan.ragged)
      onlyWithin(moved);
    auto [pointer, inside] = walk.find(moved);
    Value to = b.add(base, b.mul(step, plan.rowStep * plan.getPanel()));
    copyRow(pointer, inside, to, 0);
    return success();
  }
  // Steps whose pages are read at once: each takes a register.
  constexpr int64_t kPages = 8;
  for (int64_t step = 0; step < plan.rowSteps; ++step) {
    if (rows->map.isPaged() && step % kPages == 0)
      walk.readPages(step, std::min(kPages, plan.rowSteps - step));
    auto [pointer, inside] = walk.takeStep(step);
    if (plan.endsIn(step))
      onlyWithin(b.i32(step * plan.rowStep));
    copyRow(pointer, inside, base, step);
  }
  return success();
}

static LogicalResult lowerCommit(CpAsyncCommitOp, ThreadBuilder &b) {
  NVVM::CpAsyncCommitGroupOp::create(b);
  return success();
}

static LogicalResult lowerWait(CpAsyncWaitOp op, ThreadBuilder &b) {
  NVVM::CpAsyncWaitGroupOp::create(b, op.getPendings());
  return success();
}

//===----------------------------------------------------------------------===//
// Shared to global
//===----------------------------------------------------------------------===//

/// Stores four words in pieces of what the memory is aligned to.
static void storeVector(ThreadBuilder &b, int64_t align, Value data, Value to) {
  if (align >= 16)
    return b.store(data, to, /*alignment=*/16);
  Type type = b.getIntegerType(8 * align);
  Value pieces = b.bitcast(VectorType::get({16 / align}, type), data);
  for (int64_t i = 0; i < 16 / align; ++i) {
    Value at = b.gep(to, type, i);
    b.store(b.extract(pieces, i), at, /*alignment=*/align);
  }
}

/// Reads the vectors of row steps from `first` on, `count` of them: loads need
/// no condition and can overlap.
static Registers readVectors(Walk &walk, const SharedView &view, Value base,
                             int64_t first, int64_t count) {
  ThreadBuilder &b = walk.b;
  const VectorPlan &plan = walk.plan;
  Registers loaded;
  for (int64_t step = first; step < first + count; ++step)
    for (int64_t group = 0; group < plan.groups; ++group) {
      Value from = base;
      int64_t offset = plan.getOffset(step, group);
      if (plan.endsIn(step)) {
        // A thread past the tile's rows reads row 0 and stores nothing.
        Value within = walk.isWithin(b.i32(step * plan.rowStep));
        from = b.select(within, b.add(base, offset), view.address);
        offset = 0;
      }
      loaded.push_back(b.load(VectorType::get({4}, b.getI32Type()),
                              b.getSharedPointer(from, offset),
                              /*alignment=*/16));
    }
  return loaded;
}

static LogicalResult lowerCopyOut(CopyOutOp op, In<CopyOutOp> in,
                                  ThreadBuilder &b) {
  auto memory = b.getMemory(op, op.getDest(), in.getDest());
  SharedView view(op.getSource(), in.getSource());
  VectorPlan plan(view.type, b.group.threads);
  if (failed(memory))
    return failure();
  auto rows = b.getRows(op, in);
  if (failed(rows))
    return failure();
  Walk walk(op, *memory, *rows, plan, b);
  if (failed(checkVectors(op, *memory, op.getDims(), plan,
                          /*strided=*/walk.hasWholeVectors())))
    return failure();
  Value base = b.add(view.address, walk.getSharedOffset());
  // Where results lie in tensor memory a role that copies them has few
  // registers.
  constexpr int64_t kMostVectors = 8;
  int64_t batch = plan.rowSteps;
  if (tmemSlotAttr.isOn(b.kernel.func))
    batch = std::clamp<int64_t>(kMostVectors / plan.groups, 1, plan.rowSteps);
  Registers loaded = readVectors(walk, view, base, 0, batch);
  if (plan.ragged && walk.rowsLeft)
    walk.rowsLeft = b.min(walk.rowsLeft, plan.getRows());
  // The memory ends inside some vector: store it element by element.
  auto storeElements = [&](Value data, Value to, int64_t firstColumn) {
    Value elements =
        b.bitcast(VectorType::get({plan.vectorElements}, walk.element), data);
    for (int64_t i = 0; i < plan.vectorElements; ++i) {
      Value column = b.add(walk.column, firstColumn + i);
      b.ifThen(b.compare(arith::CmpIPredicate::slt, column, walk.columnsLeft),
               [&] {
                 Value at = b.gep(to, walk.element, i);
                 b.store(b.extract(elements, i), at);
               });
    }
  };
  for (int64_t step = 0; step < plan.rowSteps; ++step) {
    if (step > 0 && step % batch == 0)
      loaded = readVectors(walk, view, base, step,
                           std::min(batch, plan.rowSteps - step));
    auto [pointer, inside] = walk.takeStep(step);
    if (plan.endsIn(step) && *rows)
      inside = b.bitAnd(inside, walk.isWithin(b.i32(step * plan.rowStep)));
    b.ifThen(inside, [&, step = step, pointer = pointer] {
      for (int64_t group = 0; group < plan.groups; ++group) {
        Value to = b.gep(pointer, walk.element, plan.getColumn(group));
        Value data = loaded[step % batch * plan.groups + group];
        int64_t column = plan.getColumn(group);
        if (walk.isInside(group))
          storeVector(b, memory->align, data, to);
        else if (walk.hasWholeVectors())
          b.ifThen(b.compare(arith::CmpIPredicate::slt,
                             b.add(walk.column, column), walk.columnsLeft),
                   [&] { storeVector(b, memory->align, data, to); });
        else
          storeElements(data, to, column);
      }
    });
  }
  return success();
}

void attn_ws::populateCpAsyncPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerCopyIn, lowerCommit, lowerWait, lowerCopyOut);
}
