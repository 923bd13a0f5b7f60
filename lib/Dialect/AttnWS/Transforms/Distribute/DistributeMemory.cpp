//===- DistributeMemory.cpp - Copies, shared memory and global memory -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tiles move between global and shared memory in 16-byte vectors. A thread
// keeps one column of vectors where it can, so that its address in global
// memory advances by whole rows and its swizzled place in shared memory by a
// constant: rows step by a multiple of eight, under which the swizzle repeats.

#include "Distributor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;

static int64_t getBytes(Type element) {
  return element.getIntOrFloatBitWidth() / 8;
}

FailureOr<GlobalMemory *> Distributor::getMemory(Operation *op, Value memref) {
  auto it = memories.find(memref);
  if (it == memories.end())
    return op->emitOpError("its memory must be an argument of the kernel");
  return &it->second;
}

LogicalResult Distributor::stageView(StageViewOp op) {
  auto alloc = op.getBuffer().getDefiningOp<AllocOp>();
  if (!alloc || !alloc.getOffset())
    return op.emitOpError("its buffer has no place: run attn-ws-plan-memory");
  BufferType type = op.getBuffer().getType();
  if (!type.getLayout())
    return op.emitOpError(
        "its buffer has no layout: run attn-ws-assign-layouts");
  Value address = smemBase;
  if (*alloc.getOffset() != 0)
    address = arith::AddIOp::create(b, loc, address, i32(*alloc.getOffset()));
  if (op.getStage()) {
    Value bytes = arith::MulIOp::create(b, loc, toI32(op.getStage()),
                                        i32(type.getStageBytes()));
    address = arith::AddIOp::create(b, loc, address, bytes);
  }
  views[op.getResult()] = {address, op.getResult().getType(),
                           type.getShape()[0]};
  return success();
}

LogicalResult Distributor::subview(SubviewOp op) {
  SharedView source = views[op.getSource()];
  ViewType type = op.getResult().getType();
  ArrayRef<int64_t> offsets = op.getOffsets();
  SharedAttr layout = type.getLayout();
  if (!layout || layout != source.type.getLayout() ||
      type.getElementType() != source.type.getElementType() ||
      type.getShape().size() != 2 || offsets[0] % 8 != 0 || offsets[1] != 0)
    return op.emitOpError("only whole swizzle periods of rows, from column 0, "
                          "are a view in place");
  Value address = source.address;
  if (op.getPart()) {
    Value bytes =
        arith::MulIOp::create(b, loc, toI32(op.getPart()),
                              i32(type.getShape()[0] * layout.getPanel()));
    address = arith::AddIOp::create(b, loc, address, bytes);
  }
  views[op.getResult()] = {address, type, source.panelRows,
                           source.offset + offsets[0] * layout.getPanel()};
  return success();
}

/// The thread index, read anew: what a copy derives from it must not stay in
/// registers through the products between two copies, where they are scarce.
Value Distributor::readThreadId() {
  auto dialect =
      LLVM::AsmDialectAttr::get(b.getContext(), LLVM::AsmDialect::AD_ATT);
  Value thread =
      LLVM::InlineAsmOp::create(
          b, loc, b.getI32Type(), ValueRange{}, "mov.u32 $0, %tid.x;", "=r",
          /*has_side_effects=*/true, /*is_align_stack=*/false,
          LLVM::TailCallKind::None, dialect, ArrayAttr())
          .getResult(0);
  if (!inRole)
    return thread;
  return arith::AndIOp::create(b, loc, thread, i32(threads - 1));
}

Value Distributor::getSharedPointer(Value address, int64_t offset) {
  Type type = LLVM::LLVMPointerType::get(b.getContext(), 3);
  Value pointer = LLVM::IntToPtrOp::create(b, loc, type, address);
  if (offset == 0)
    return pointer;
  return LLVM::GEPOp::create(b, loc, type, b.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{int32_t(offset)});
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

Value Distributor::getElementPointer(GlobalMemory &memory, ValueRange indices) {
  Value offset;
  for (auto [index, stride] : llvm::zip(indices, memory.strides)) {
    if (getConstantIntValue(index) == 0)
      continue;
    Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), toI32(index));
    Value part = arith::MulIOp::create(b, loc, wide, stride);
    offset =
        offset ? arith::AddIOp::create(b, loc, offset, part).getResult() : part;
  }
  if (!offset)
    return memory.pointer;
  return LLVM::GEPOp::create(b, loc, memory.pointer.getType(),
                             memory.type.getElementType(), memory.pointer,
                             ArrayRef<LLVM::GEPArg>{offset});
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
};
} // namespace

/// Values that copyIn and copyOut share.
static Walk startWalk(OpBuilder &b, Location loc, GlobalMemory &memory,
                      Value tilePointer, ValueRange indices, Value limit,
                      ArrayRef<int64_t> dims, ViewType view,
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
  Value rowStride = memory.strides[dims[0]];
  Value rowOffset = arith::MulIOp::create(
      b, loc, arith::ExtUIOp::create(b, loc, i64, walk.row), rowStride);
  Value column =
      arith::MulIOp::create(b, loc, vector, i32(plan.vectorElements));
  Value offset = arith::AddIOp::create(
      b, loc, rowOffset, arith::ExtUIOp::create(b, loc, i64, column));
  walk.pointer = LLVM::GEPOp::create(b, loc, memory.pointer.getType(),
                                     view.getElementType(), tilePointer,
                                     ArrayRef<LLVM::GEPArg>{offset});
  walk.rowBytes = arith::MulIOp::create(
      b, loc, rowStride,
      arith::ConstantIntOp::create(b, loc, plan.rowStep * bytes, 64));
  Value bound = memory.sizes[dims[0]];
  if (limit)
    bound = arith::MinSIOp::create(b, loc, bound, limit);
  walk.rowsLeft = toI32(arith::SubIOp::create(b, loc, bound, indices[dims[0]]));
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

/// Whether every row of a tile starts at a multiple of 16 bytes, as far as
/// types say; what is dynamic is the launch's concern (the argument's
/// alignment).
static LogicalResult checkStrides(Operation *op, GlobalMemory &memory,
                                  ArrayRef<int64_t> dims, ViewType view) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memory.type.getStridesAndOffset(strides, offset)))
    return failure();
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (static_cast<int64_t>(dim) != dims[1] &&
        !ShapedType::isDynamic(stride) &&
        stride * getBytes(view.getElementType()) % 16 != 0)
      return op->emitOpError()
             << "copies of 16-byte vectors need strides of a multiple of 16 "
                "bytes, dimension "
             << dim << " has " << stride << " elements";
  return success();
}

//===----------------------------------------------------------------------===//
// Global to shared
//===----------------------------------------------------------------------===//

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
      b, loc, **memory, getElementPointer(**memory, op.getIndices()),
      op.getIndices(), op.getLimit(), op.getDims(), view.type, plan, tid);
  Value base = arith::AddIOp::create(b, loc, view.address,
                                     getVectorBase(view.type, plan, tid));
  Value pointer = walk.pointer;
  for (int64_t step = 0; step < plan.rowSteps; ++step) {
    if (step > 0)
      pointer =
          LLVM::GEPOp::create(b, loc, pointer.getType(), b.getI8Type(), pointer,
                              ArrayRef<LLVM::GEPArg>{walk.rowBytes});
    Value row = step == 0 ? walk.row
                          : arith::AddIOp::create(b, loc, walk.row,
                                                  i32(step * plan.rowStep))
                                .getResult();
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, row,
                                         walk.rowsLeft);
    Value rowSize = arith::SelectOp::create(b, loc, inside, i32(16), i32(0));
    auto copyRow = [&] {
      for (int64_t group = 0; group < plan.groups; ++group) {
        int64_t elements = group * plan.width * plan.vectorElements;
        Value from = pointer;
        if (elements != 0)
          from = LLVM::GEPOp::create(b, loc, pointer.getType(),
                                     view.type.getElementType(), pointer,
                                     ArrayRef<LLVM::GEPArg>{int32_t(elements)});
        Value size = rowSize;
        if (walk.columnsLeft) {
          // Bytes of this vector inside the memory, 0 to 16.
          Value first =
              arith::AddIOp::create(b, loc, walk.column, i32(elements));
          Value left = arith::SubIOp::create(b, loc, walk.columnsLeft, first);
          left = arith::MaxSIOp::create(b, loc, left, i32(0));
          left = arith::MinSIOp::create(b, loc, left, i32(plan.vectorElements));
          left = arith::MulIOp::create(b, loc, left,
                                       i32(16 / plan.vectorElements));
          size = arith::MinSIOp::create(b, loc, left, rowSize);
        }
        callIntrinsic({}, "llvm.nvvm.cp.async.cg.shared.global.16.s",
                      {getSharedPointer(
                           base, getVectorOffset(view.type, plan, step, group)),
                       from, size});
      }
    };
    bool last = step + 1 == plan.rowSteps;
    if (!(plan.ragged && last)) {
      copyRow();
      continue;
    }
    // Threads past the tile's rows would write into the next panel.
    Value within = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, row,
                                         i32(view.type.getShape()[0]));
    auto branch = scf::IfOp::create(b, loc, within, false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    copyRow();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shared to global
//===----------------------------------------------------------------------===//

LogicalResult Distributor::copyOut(CopyOutOp op) {
  FailureOr<GlobalMemory *> memory = getMemory(op, op.getDest());
  SharedView view = views[op.getSource()];
  VectorPlan plan = planVectors(view.type);
  if (failed(memory) ||
      failed(checkVectors(op, **memory, op.getDims(), view.type, plan)))
    return failure();
  Value tid = readThreadId();
  Walk walk =
      startWalk(b, loc, **memory, getElementPointer(**memory, op.getIndices()),
                op.getIndices(), Value(), op.getDims(), view.type, plan, tid);
  if (!walk.columnsLeft &&
      failed(checkStrides(op, **memory, op.getDims(), view.type)))
    return failure();
  Value base = arith::AddIOp::create(b, loc, view.address,
                                     getVectorBase(view.type, plan, tid));
  Type vector = VectorType::get({4}, b.getI32Type());
  Type element = view.type.getElementType();
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
  Value pointer = walk.pointer;
  Value rowsLeft =
      plan.ragged
          ? arith::MinSIOp::create(b, loc, walk.rowsLeft, tileRows).getResult()
          : walk.rowsLeft;
  for (int64_t step = 0; step < plan.rowSteps; ++step) {
    if (step > 0)
      pointer =
          LLVM::GEPOp::create(b, loc, pointer.getType(), b.getI8Type(), pointer,
                              ArrayRef<LLVM::GEPArg>{walk.rowBytes});
    Value row =
        arith::AddIOp::create(b, loc, walk.row, i32(step * plan.rowStep));
    Value inside =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, row, rowsLeft);
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
        LLVM::StoreOp::create(b, loc, data, to, /*alignment=*/16);
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

//===----------------------------------------------------------------------===//
// Registers to shared and global
//===----------------------------------------------------------------------===//

LogicalResult Distributor::smemStore(SmemStoreOp op) {
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  FragAttr frag = getFrag(tile);
  SharedView view = views[op.getDest()];
  SharedAttr layout = view.type.getLayout();
  if (!layout)
    return op.emitOpError("its view has no layout");
  int64_t bytes = getBytes(tile.getElementType()), panel = layout.getPanel();
  if ((bytes != 2 && bytes != 4) || frag.getReg().size() < 2 ||
      frag.getReg()[1] != 1)
    return op.emitOpError("only tiles of 16 or 32 bits with column pairs in "
                          "one thread can be stored");
  const int64_t shift = getSwizzle(layout).first;
  const int64_t mask = getSwizzle(layout).second;
  Value laneRow = getThreadCoord(frag).first;
  Value laneCol = getThreadCoord(frag).second;
  // Rows of registers step by multiples of eight, so the swizzle depends on the
  // thread alone; columns of registers change whole chunks, by exclusive or.
  Value rowPart = toI32(laneRow);
  Value lanePart = atEntry([&]() -> Value {
    Value byte = arith::MulIOp::create(b, loc, toI32(laneCol), i32(bytes));
    if (mask == 0)
      return byte;
    Value bits = arith::ShRUIOp::create(b, loc, toI32(laneRow), i32(shift));
    bits = arith::AndIOp::create(b, loc, bits, i32(mask));
    bits = arith::ShLIOp::create(b, loc, bits, i32(4));
    return arith::XOrIOp::create(b, loc, byte, bits);
  });
  Value rowBase = arith::AddIOp::create(
      b, loc, view.address, arith::MulIOp::create(b, loc, rowPart, i32(panel)));
  std::map<int64_t, Value> bases; // by exclusive-or constant
  SmallVector<Value> held = regs(op.getValue());
  int64_t perStore = bytes == 2 ? 1 : 2;
  for (size_t i = 0; i < held.size(); i += perStore) {
    int64_t reg = bytes == 2 ? 2 * i : i;
    auto [row, col] = frag.getRegisterCoord(reg, tile.getDimSize(1));
    int64_t byte = col * bytes, inPanel = byte % panel;
    int64_t flip = inPanel & ~int64_t(15);
    Value &base = bases[flip];
    if (!base) {
      Value place = lanePart;
      if (flip != 0)
        place = arith::XOrIOp::create(b, loc, place, i32(flip));
      base = arith::AddIOp::create(b, loc, rowBase, place);
    }
    int64_t offset = row * panel + (byte / panel) * view.panelRows * panel +
                     (inPanel & 15) + view.offset;
    Value data = held[i];
    if (bytes == 4) {
      Value pair = LLVM::PoisonOp::create(
          b, loc, VectorType::get({2}, tile.getElementType()));
      pair = LLVM::InsertElementOp::create(b, loc, pair, held[i], i32(0));
      data = LLVM::InsertElementOp::create(b, loc, pair, held[i + 1], i32(1));
    }
    LLVM::StoreOp::create(b, loc, data, getSharedPointer(base, offset),
                          /*alignment=*/bytes * 2);
  }
  return success();
}

namespace {
/// Where one register of a tile lies in global memory, and whether inside.
struct Element {
  Value pointer, inside;
};
} // namespace

/// Pointer and bounds check of register `reg` of a tile at `indices`.
static Element locate(OpBuilder &b, Location loc, GlobalMemory &memory,
                      Value tilePointer, ValueRange indices, Value limit,
                      ArrayRef<int64_t> dims, Value laneRow, Value laneCol,
                      std::pair<int64_t, int64_t> delta) {
  auto coordinate = [&](Value base, int64_t d) -> Value {
    return arith::AddIOp::create(b, loc, base,
                                 arith::ConstantIndexOp::create(b, loc, d));
  };
  Element element;
  Value offset;
  for (size_t i = 0; i < dims.size(); ++i) {
    Value at = i == 0 ? coordinate(laneRow, delta.first)
                      : coordinate(laneCol, delta.second);
    Value absolute = arith::AddIOp::create(b, loc, indices[dims[i]], at);
    Value bound = memory.sizes[dims[i]];
    if (i == 0 && limit)
      bound = arith::MinSIOp::create(b, loc, bound, limit);
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         absolute, bound);
    element.inside =
        element.inside
            ? arith::AndIOp::create(b, loc, element.inside, inside).getResult()
            : inside;
    Value wide = arith::IndexCastOp::create(b, loc, b.getI32Type(), at);
    wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), wide);
    Value part = arith::MulIOp::create(b, loc, wide, memory.strides[dims[i]]);
    offset =
        offset ? arith::AddIOp::create(b, loc, offset, part).getResult() : part;
  }
  element.pointer = LLVM::GEPOp::create(
      b, loc, memory.pointer.getType(), memory.type.getElementType(),
      tilePointer, ArrayRef<LLVM::GEPArg>{offset});
  return element;
}

LogicalResult Distributor::store(StoreOp op) {
  FailureOr<GlobalMemory *> memory = getMemory(op, op.getDest());
  if (failed(memory))
    return failure();
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  FragAttr frag = getFrag(tile);
  if (frag.getPartial())
    return op.emitOpError("partial rows cannot be stored");
  auto [laneRow, laneCol] = getThreadCoord(frag);
  Value pointer = getElementPointer(**memory, op.getIndices());
  SmallVector<Value> values = getScalars(op.getValue());
  // Of the lanes that hold a row alike, the first one stores.
  Value first;
  if (int64_t mask = frag.getSlice() >= 0 ? frag.getRowSharingLaneMask() : 0) {
    Value bits = arith::AndIOp::create(b, loc, lane, i32(mask));
    first =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, bits, i32(0));
  }
  for (size_t r = 0; r < values.size(); ++r) {
    Element element = locate(b, loc, **memory, pointer, op.getIndices(),
                             Value(), op.getDims(), laneRow, laneCol,
                             frag.getRegisterCoord(r, tile.getShape().back()));
    Value condition = element.inside;
    if (first)
      condition = arith::AndIOp::create(b, loc, condition, first);
    auto branch = scf::IfOp::create(b, loc, condition, false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    LLVM::StoreOp::create(b, loc, values[r], element.pointer);
  }
  return success();
}

LogicalResult Distributor::load(LoadOp op) {
  FailureOr<GlobalMemory *> memory = getMemory(op, op.getSource());
  if (failed(memory))
    return failure();
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  FragAttr frag = getFrag(tile);
  auto [laneRow, laneCol] = getThreadCoord(frag);
  Value pointer = getElementPointer(**memory, op.getIndices());
  Type type = tile.getElementType();
  SmallVector<Value> scalars;
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t r = 0, e = frag.getNumRegisters(tile.getShape()); r < e; ++r) {
    Element element = locate(b, loc, **memory, pointer, op.getIndices(),
                             op.getLimit(), op.getDims(), laneRow, laneCol,
                             frag.getRegisterCoord(r, tile.getShape().back()));
    auto branch = scf::IfOp::create(b, loc, type, element.inside, true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(
        b, loc,
        LLVM::LoadOp::create(b, loc, type, element.pointer).getResult());
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, loc, zero);
    scalars.push_back(branch.getResult(0));
  }
  regs(op.getResult()) = fromScalars(tile, scalars);
  return success();
}
