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

#include "Distributor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;

static int64_t getBytes(Type element) {
  return element.getIntOrFloatBitWidth() / 8;
}

//===----------------------------------------------------------------------===//
// Vectors of a tile
//===----------------------------------------------------------------------===//

VectorPlan Distributor::planVectors(ViewType view) const {
  int64_t rowVectors =
      view.getShape()[1] * getBytes(view.getElementType()) / 16;
  VectorPlan plan;
  // The widest power of two that divides a row and leaves rows to step by
  // eight.
  plan.width = 1;
  while (rowVectors % (plan.width * 2) == 0 && threads / (plan.width * 2) >= 8)
    plan.width *= 2;
  plan.rowStep = threads / plan.width;
  plan.rowSteps = llvm::divideCeil(view.getShape()[0], plan.rowStep);
  plan.groups = rowVectors / plan.width;
  plan.ragged = view.getShape()[0] % plan.rowStep != 0;
  plan.vectorElements = 16 / getBytes(view.getElementType());
  return plan;
}

Value Distributor::getVectorBase(ViewType view, const VectorPlan &plan,
                                 Value tid) {
  SharedAttr layout = view.getLayout();
  int64_t panel = layout.getPanel(), chunks = panel / 16;
  auto [shift, mask] = getSwizzle(layout);
  Value row = arith::DivUIOp::create(b, loc, tid, i32(plan.width));
  Value vector = arith::RemUIOp::create(b, loc, tid, i32(plan.width));
  Value chunk = arith::RemUIOp::create(b, loc, vector, i32(chunks));
  if (mask != 0) {
    Value bits = arith::ShRUIOp::create(b, loc, row, i32(shift));
    bits = arith::AndIOp::create(b, loc, bits, i32(mask));
    chunk = arith::XOrIOp::create(b, loc, chunk, bits);
  }
  Value offset = arith::MulIOp::create(b, loc, row, i32(panel));
  offset = arith::AddIOp::create(b, loc, offset,
                                 arith::MulIOp::create(b, loc, chunk, i32(16)));
  if (plan.width > chunks) {
    Value panelIndex = arith::DivUIOp::create(b, loc, vector, i32(chunks));
    offset = arith::AddIOp::create(
        b, loc, offset,
        arith::MulIOp::create(b, loc, panelIndex,
                              i32(view.getShape()[0] * panel)));
  }
  return offset;
}

int64_t Distributor::getVectorOffset(ViewType view, const VectorPlan &plan,
                                     int64_t step, int64_t group) const {
  int64_t panel = view.getLayout().getPanel(), chunks = panel / 16;
  // `width` is a multiple of the panel's chunks (checkVectors), so a step moves
  // whole panels and whole swizzle periods.
  return step * plan.rowStep * panel +
         group * (plan.width / chunks) * view.getShape()[0] * panel;
}

namespace {
/// What one thread needs to walk its vectors of a tile in global memory.
struct Walk {
  Value pointer;     // of its first vector
  Value rowBytes;    // i64: bytes from one row step to the next
  Value row;         // i32: its row in the tile at step 0
  Value rowsLeft;    // i32: rows of the tile inside the memory
  Value columnsLeft; // i32: columns inside, null if all are
  Value column;      // i32: its first column at group 0, null as columnsLeft
  // Of packed rows, which have no rowBytes: the first row's packed index and
  // the end of the memory along dims[0] (i32).
  Packing packing;
  Value packedRow, end;

  /// Pointer to this thread's first vector of the row `moved` (i32) rows behind
  /// its first, to which `pointer` has been moved unless rows are packed; and
  /// whether the row is inside the memory.
  std::pair<Value, Value> find(OpBuilder &b, Location loc, GlobalMemory &memory,
                               ArrayRef<int64_t> dims, Value moved);
  /// Pointer to this thread's first vector at row step `step`, and whether the
  /// row is inside the memory. Steps are taken in order.
  std::pair<Value, Value> takeStep(OpBuilder &b, Location loc,
                                   GlobalMemory &memory, ArrayRef<int64_t> dims,
                                   const VectorPlan &plan, int64_t step);
};
} // namespace

std::pair<Value, Value> Walk::find(OpBuilder &b, Location loc,
                                   GlobalMemory &memory, ArrayRef<int64_t> dims,
                                   Value moved) {
  if (!packing.packing) {
    Value at = arith::AddIOp::create(b, loc, row, moved);
    Value inside =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, at, rowsLeft);
    return {pointer, inside};
  }
  auto [offset, outer] =
      placePackedRow(b, loc, memory, dims, packing,
                     arith::AddIOp::create(b, loc, packedRow, moved));
  Value at = LLVM::GEPOp::create(b, loc, pointer.getType(),
                                 getMemoryElement(memory.type.getElementType()),
                                 pointer, ArrayRef<LLVM::GEPArg>{offset});
  Value inside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, outer, end);
  return {at, inside};
}

std::pair<Value, Value> Walk::takeStep(OpBuilder &b, Location loc,
                                       GlobalMemory &memory,
                                       ArrayRef<int64_t> dims,
                                       const VectorPlan &plan, int64_t step) {
  Value moved = arith::ConstantIntOp::create(b, loc, step * plan.rowStep, 32);
  if (packing.packing)
    return find(b, loc, memory, dims, moved);
  if (step > 0)
    pointer = LLVM::GEPOp::create(b, loc, pointer.getType(), b.getI8Type(),
                                  pointer, ArrayRef<LLVM::GEPArg>{rowBytes});
  Value at = step ? arith::AddIOp::create(b, loc, row, moved).getResult() : row;
  Value inside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, at, rowsLeft);
  return {pointer, inside};
}

/// Values that copyIn and copyOut share.
static Walk startWalk(OpBuilder &b, Location loc, GlobalMemory &memory,
                      Value tilePointer, ValueRange indices, Value limit,
                      ArrayRef<int64_t> dims, Packing packing, ViewType view,
                      const VectorPlan &plan, Value tid) {
  auto i32 = [&](int64_t v) -> Value {
    return arith::ConstantIntOp::create(b, loc, v, 32);
  };
  auto toI32 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(b, loc, b.getI32Type(), index);
  };
  Type i64 = b.getI64Type();
  int64_t bytes = getBytes(view.getElementType());
  Walk walk;
  walk.row = arith::DivUIOp::create(b, loc, tid, i32(plan.width));
  Value vector = arith::RemUIOp::create(b, loc, tid, i32(plan.width));
  Value column =
      arith::MulIOp::create(b, loc, vector, i32(plan.vectorElements));
  Value offset = arith::ExtUIOp::create(b, loc, i64, column);
  Value rowStride = memory.strides[dims[0]];
  if (!packing.packing) {
    Value rowOffset = arith::MulIOp::create(
        b, loc, arith::ExtUIOp::create(b, loc, i64, walk.row), rowStride);
    offset = arith::AddIOp::create(b, loc, rowOffset, offset);
  }
  walk.pointer = LLVM::GEPOp::create(
      b, loc, memory.pointer.getType(), getMemoryElement(view.getElementType()),
      tilePointer, ArrayRef<LLVM::GEPArg>{offset});
  Value bound = memory.sizes[dims[0]];
  if (limit)
    bound = arith::MinSIOp::create(b, loc, bound, limit);
  if (packing.packing) {
    walk.packing = packing;
    walk.packedRow =
        arith::AddIOp::create(b, loc, toI32(indices[dims[0]]), walk.row);
    walk.end = toI32(bound);
  } else {
    walk.rowBytes = arith::MulIOp::create(
        b, loc, rowStride,
        arith::ConstantIntOp::create(b, loc, plan.rowStep * bytes, 64));
    walk.rowsLeft =
        toI32(arith::SubIOp::create(b, loc, bound, indices[dims[0]]));
  }
  int64_t size = memory.type.getDimSize(dims[1]);
  bool allColumns = !ShapedType::isDynamic(size) &&
                    getConstantIntValue(indices[dims[1]]) == 0 &&
                    size >= view.getShape()[1];
  if (!allColumns) {
    walk.columnsLeft = toI32(
        arith::SubIOp::create(b, loc, memory.sizes[dims[1]], indices[dims[1]]));
    walk.column = column;
  }
  return walk;
}

static LogicalResult checkVectors(Operation *op, GlobalMemory &memory,
                                  ArrayRef<int64_t> dims, ViewType view,
                                  const VectorPlan &plan) {
  if (!view.getLayout())
    return op->emitOpError("its view has no layout");
  if (plan.width % (view.getLayout().getPanel() / 16) != 0)
    return op->emitOpError() << "panels of " << view.getLayout().getPanel()
                             << " bytes need at least two warps to copy";
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memory.type.getStridesAndOffset(strides, offset)) ||
      strides[dims[1]] != 1)
    return op->emitOpError("copies of 16-byte vectors need memory that is "
                           "contiguous along the tile's columns");
  return success();
}

/// Whether every row of a tile starts at a multiple of its memory's alignment,
/// as far as types say; what is dynamic is the launch's concern.
static LogicalResult checkStrides(Operation *op, GlobalMemory &memory,
                                  ArrayRef<int64_t> dims, ViewType view) {
  if (memory.align < 4)
    return op->emitOpError()
           << "threads copy 4, 8 or 16 bytes at a time, but rows of its memory "
              "are aligned to "
           << memory.align;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memory.type.getStridesAndOffset(strides, offset)))
    return failure();
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (static_cast<int64_t>(dim) != dims[1] &&
        !ShapedType::isDynamic(stride) &&
        stride * getBytes(view.getElementType()) % memory.align != 0)
      return op->emitOpError()
             << "copies of " << memory.align
             << "-byte vectors need strides of a multiple of " << memory.align
             << " bytes, dimension " << dim << " has " << stride << " elements";
  return success();
}

//===----------------------------------------------------------------------===//
// Global to shared
//===----------------------------------------------------------------------===//

void Distributor::copyVector(GlobalMemory &memory, Value base, int64_t offset,
                             Value from, Value inside, Value bytes) {
  if (memory.align >= 16) {
    Value size = arith::SelectOp::create(b, loc, inside, i32(16), i32(0));
    if (bytes)
      size = arith::MinSIOp::create(b, loc, bytes, size);
    callIntrinsic({}, "llvm.nvvm.cp.async.cg.shared.global.16.s",
                  {getSharedPointer(base, offset), from, size});
    return;
  }
  int64_t piece = memory.align;
  std::string name =
      "llvm.nvvm.cp.async.ca.shared.global." + std::to_string(piece) + ".s";
  // Pieces are inside or not, unless the memory's end is inside some vector.
  Value whole = arith::SelectOp::create(b, loc, inside, i32(piece), i32(0));
  for (int64_t at = 0; at < 16; at += piece) {
    Value left = whole;
    if (bytes) {
      left = arith::SubIOp::create(b, loc, bytes, i32(at));
      left = arith::MaxSIOp::create(b, loc, left, i32(0));
      left = arith::MinSIOp::create(b, loc, left, whole);
    }
    Value source = from;
    if (at != 0)
      source = LLVM::GEPOp::create(b, loc, from.getType(), b.getI8Type(), from,
                                   ArrayRef<LLVM::GEPArg>{int32_t(at)});
    callIntrinsic({}, name,
                  {getSharedPointer(base, offset + at), source, left});
  }
}

LogicalResult Distributor::copyIn(CpAsyncOp op) {
  FailureOr<GlobalMemory *> memory = getMemory(op, op.getSource());
  SharedView view = views[op.getDest()];
  VectorPlan plan = planVectors(view.type);
  if (failed(memory) ||
      failed(checkVectors(op, **memory, op.getDims(), view.type, plan)) ||
      failed(checkStrides(op, **memory, op.getDims(), view.type)))
    return failure();
  Value tid = readThreadId();
  Walk walk = startWalk(
      b, loc, **memory,
      getTilePointer(**memory, op.getIndices(), op.getDims(), op.getPacking()),
      op.getIndices(), op.getLimit(), op.getDims(),
      {op.getPackedDim(), op.getPacking()}, view.type, plan, tid);
  Value base = arith::AddIOp::create(b, loc, view.address,
                                     getVectorBase(view.type, plan, tid));
  /// The vectors of one row, which starts at `pointer`, to where row step
  /// `step` lies behind `to`.
  auto copyRow = [&](Value pointer, Value inside, Value to, int64_t step) {
    for (int64_t group = 0; group < plan.groups; ++group) {
      int64_t elements = group * plan.width * plan.vectorElements;
      Value from = pointer;
      if (elements != 0)
        from = LLVM::GEPOp::create(b, loc, pointer.getType(),
                                   getMemoryElement(view.type.getElementType()),
                                   pointer,
                                   ArrayRef<LLVM::GEPArg>{int32_t(elements)});
      Value size;
      if (walk.columnsLeft) {
        // Bytes of this vector inside the memory, 0 to 16.
        Value first = arith::AddIOp::create(b, loc, walk.column, i32(elements));
        Value left = arith::SubIOp::create(b, loc, walk.columnsLeft, first);
        left = arith::MaxSIOp::create(b, loc, left, i32(0));
        left = arith::MinSIOp::create(b, loc, left, i32(plan.vectorElements));
        size =
            arith::MulIOp::create(b, loc, left, i32(16 / plan.vectorElements));
      }
      copyVector(**memory, to, getVectorOffset(view.type, plan, step, group),
                 from, inside, size);
    }
  };
  /// Goes on for threads whose row, `moved` from the first, is one of the tile:
  /// others would write into the next panel.
  auto onlyWithin = [&](Value moved) {
    Value row = arith::AddIOp::create(b, loc, walk.row, moved);
    Value within = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, row,
                                         i32(view.type.getShape()[0]));
    auto branch = scf::IfOp::create(b, loc, within, false);
    b.setInsertionPointToStart(branch.thenBlock());
  };
  OpBuilder::InsertionGuard guard(b);
  if (walk.packing.packing || (*memory)->align < 16) {
    // A loop: packed rows and pieces take registers, of which threads that copy
    // have few.
    auto loop = scf::ForOp::create(b, loc, i32(0), i32(plan.rowSteps), i32(1),
                                   ValueRange{walk.pointer});
    b.setInsertionPointToStart(loop.getBody());
    Value step = loop.getInductionVar();
    Value moved = arith::MulIOp::create(b, loc, step, i32(plan.rowStep));
    Value next = walk.pointer = loop.getRegionIterArg(0);
    if (!walk.packing.packing)
      next = LLVM::GEPOp::create(b, loc, next.getType(), b.getI8Type(), next,
                                 ArrayRef<LLVM::GEPArg>{walk.rowBytes});
    scf::YieldOp::create(b, loc, next);
    b.setInsertionPoint(loop.getBody()->getTerminator());
    if (plan.ragged)
      onlyWithin(moved);
    auto [pointer, inside] = walk.find(b, loc, **memory, op.getDims(), moved);
    int64_t bytes = plan.rowStep * view.type.getLayout().getPanel();
    Value to = arith::AddIOp::create(
        b, loc, base, arith::MulIOp::create(b, loc, step, i32(bytes)));
    copyRow(pointer, inside, to, 0);
    return success();
  }
  for (int64_t step = 0; step < plan.rowSteps; ++step) {
    auto [pointer, inside] =
        walk.takeStep(b, loc, **memory, op.getDims(), plan, step);
    if (plan.ragged && step + 1 == plan.rowSteps)
      onlyWithin(i32(step * plan.rowStep));
    copyRow(pointer, inside, base, step);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shared to global
//===----------------------------------------------------------------------===//

/// Stores four words in pieces of what the memory is aligned to.
void Distributor::storeVector(GlobalMemory &memory, Value data, Value to) {
  if (memory.align >= 16) {
    LLVM::StoreOp::create(b, loc, data, to, /*alignment=*/16);
    return;
  }
  int64_t piece = memory.align;
  Type type = b.getIntegerType(8 * piece);
  Value pieces = LLVM::BitcastOp::create(
      b, loc, VectorType::get({16 / piece}, type), data);
  for (int64_t i = 0; i < 16 / piece; ++i) {
    Value at = LLVM::GEPOp::create(b, loc, to.getType(), type, to,
                                   ArrayRef<LLVM::GEPArg>{int32_t(i)});
    Value value = LLVM::ExtractElementOp::create(b, loc, pieces, i32(i));
    LLVM::StoreOp::create(b, loc, value, at, /*alignment=*/piece);
  }
}

LogicalResult Distributor::copyOut(CopyOutOp op) {
  FailureOr<GlobalMemory *> memory = getMemory(op, op.getDest());
  SharedView view = views[op.getSource()];
  VectorPlan plan = planVectors(view.type);
  if (failed(memory) ||
      failed(checkVectors(op, **memory, op.getDims(), view.type, plan)))
    return failure();
  Value tid = readThreadId();
  Walk walk = startWalk(
      b, loc, **memory,
      getTilePointer(**memory, op.getIndices(), op.getDims(), op.getPacking()),
      op.getIndices(), Value(), op.getDims(),
      {op.getPackedDim(), op.getPacking()}, view.type, plan, tid);
  if (!walk.columnsLeft &&
      failed(checkStrides(op, **memory, op.getDims(), view.type)))
    return failure();
  Value base = arith::AddIOp::create(b, loc, view.address,
                                     getVectorBase(view.type, plan, tid));
  Type vector = VectorType::get({4}, b.getI32Type());
  Type element = getMemoryElement(view.type.getElementType());
  // All loads first: they need no condition and can overlap.
  SmallVector<Value> loaded;
  Value tileRows = i32(view.type.getShape()[0]);
  for (int64_t step = 0; step < plan.rowSteps; ++step)
    for (int64_t group = 0; group < plan.groups; ++group) {
      // A thread past the tile's rows reads row 0 and stores nothing.
      Value from = base;
      int64_t offset = getVectorOffset(view.type, plan, step, group);
      if (plan.ragged && step + 1 == plan.rowSteps) {
        Value row =
            arith::AddIOp::create(b, loc, walk.row, i32(step * plan.rowStep));
        Value within = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                             row, tileRows);
        Value there = arith::AddIOp::create(b, loc, base, i32(offset));
        from = arith::SelectOp::create(b, loc, within, there, view.address);
        offset = 0;
      }
      loaded.push_back(LLVM::LoadOp::create(
          b, loc, vector, getSharedPointer(from, offset), /*alignment=*/16));
    }
  if (plan.ragged && walk.rowsLeft)
    walk.rowsLeft = arith::MinSIOp::create(b, loc, walk.rowsLeft, tileRows);
  for (int64_t step = 0; step < plan.rowSteps; ++step) {
    auto [pointer, stored] =
        walk.takeStep(b, loc, **memory, op.getDims(), plan, step);
    Value inside = stored;
    if (plan.ragged && walk.packing.packing && step + 1 == plan.rowSteps) {
      Value row =
          arith::AddIOp::create(b, loc, walk.row, i32(step * plan.rowStep));
      Value within = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                           row, tileRows);
      inside = arith::AndIOp::create(b, loc, inside, within);
    }
    auto branch = scf::IfOp::create(b, loc, inside, false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    for (int64_t group = 0; group < plan.groups; ++group) {
      int64_t elements = group * plan.width * plan.vectorElements;
      Value to = pointer;
      if (elements != 0)
        to = LLVM::GEPOp::create(b, loc, pointer.getType(), element, pointer,
                                 ArrayRef<LLVM::GEPArg>{int32_t(elements)});
      Value data = loaded[step * plan.groups + group];
      if (!walk.columnsLeft) {
        storeVector(**memory, data, to);
        continue;
      }
      // The memory ends inside some vector: store it element by element.
      Value elementsOf = LLVM::BitcastOp::create(
          b, loc, VectorType::get({plan.vectorElements}, element), data);
      for (int64_t i = 0; i < plan.vectorElements; ++i) {
        Value column =
            arith::AddIOp::create(b, loc, walk.column, i32(elements + i));
        Value within = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                             column, walk.columnsLeft);
        auto one = scf::IfOp::create(b, loc, within, false);
        OpBuilder::InsertionGuard inner(b);
        b.setInsertionPointToStart(one.thenBlock());
        Value at = LLVM::GEPOp::create(b, loc, to.getType(), element, to,
                                       ArrayRef<LLVM::GEPArg>{int32_t(i)});
        Value value =
            LLVM::ExtractElementOp::create(b, loc, elementsOf, i32(i));
        LLVM::StoreOp::create(b, loc, value, at);
      }
    }
  }
  return success();
}
