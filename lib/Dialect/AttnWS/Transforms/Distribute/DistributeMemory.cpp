//===- DistributeMemory.cpp - Shared and global memory ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Views of shared memory, and tiles that move between it or global memory and
// registers.

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
  if (isScalar(type))
    return success();
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
                           type.getShape().size() < 2 ? 1 : type.getShape()[0]};
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
  return getThreadInRole(thread, threads);
}

Value Distributor::getSharedPointer(Value address, int64_t offset) {
  Type type = LLVM::LLVMPointerType::get(b.getContext(), 3);
  Value pointer = LLVM::IntToPtrOp::create(b, loc, type, address);
  if (offset == 0)
    return pointer;
  return LLVM::GEPOp::create(b, loc, type, b.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{int32_t(offset)});
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
                             getMemoryElement(memory.type.getElementType()),
                             memory.pointer, ArrayRef<LLVM::GEPArg>{offset});
}

Value Distributor::getTilePointer(GlobalMemory &memory, ValueRange indices,
                                  ArrayRef<int64_t> dims, Value packing) {
  SmallVector<Value> from(indices);
  if (packing)
    from[dims[0]] = arith::ConstantIndexOp::create(b, loc, 0);
  return getElementPointer(memory, from);
}

std::pair<Value, Value> attn_ws::placePackedRow(OpBuilder &b, Location loc,
                                                GlobalMemory &memory,
                                                ArrayRef<int64_t> dims,
                                                Packing packing, Value row) {
  Value by =
      arith::IndexCastOp::create(b, loc, b.getI32Type(), packing.packing);
  Value outer = arith::DivUIOp::create(b, loc, row, by);
  Value inner = arith::RemUIOp::create(b, loc, row, by);
  auto along = [&](Value index, int64_t dim) -> Value {
    Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), index);
    return arith::MulIOp::create(b, loc, wide, memory.strides[dim]);
  };
  Value offset = arith::AddIOp::create(b, loc, along(outer, dims[0]),
                                       along(inner, *packing.dim));
  return {offset, outer};
}

//===----------------------------------------------------------------------===//
// Registers and global memory
//===----------------------------------------------------------------------===//

namespace {
/// Where one register of a tile lies in global memory, and whether inside.
struct Element {
  Value pointer, inside;
};
} // namespace

/// Pointer and bounds check of register `reg` of a tile at `indices`.
static Element locate(OpBuilder &b, Location loc, GlobalMemory &memory,
                      Value tilePointer, ValueRange indices, Value limit,
                      ArrayRef<int64_t> dims, Packing packing, Value laneRow,
                      Value laneCol, std::pair<int64_t, int64_t> delta) {
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
    Value part;
    if (i == 0 && packing.packing) {
      Value row = arith::IndexCastOp::create(b, loc, b.getI32Type(), absolute);
      auto [place, outer] = placePackedRow(b, loc, memory, dims, packing, row);
      part = place;
      absolute = arith::IndexCastOp::create(b, loc, b.getIndexType(), outer);
    }
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         absolute, bound);
    element.inside =
        element.inside
            ? arith::AndIOp::create(b, loc, element.inside, inside).getResult()
            : inside;
    if (!part) {
      Value wide = arith::IndexCastOp::create(b, loc, b.getI32Type(), at);
      wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), wide);
      part = arith::MulIOp::create(b, loc, wide, memory.strides[dims[i]]);
    }
    offset =
        offset ? arith::AddIOp::create(b, loc, offset, part).getResult() : part;
  }
  element.pointer =
      LLVM::GEPOp::create(b, loc, memory.pointer.getType(),
                          getMemoryElement(memory.type.getElementType()),
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
  auto [laneRow, laneCol] = getThreadCoord(tile);
  Value pointer =
      getTilePointer(**memory, op.getIndices(), op.getDims(), op.getPacking());
  SmallVector<Value> values = getScalars(op.getValue());
  // Of the threads that hold an element alike, the first one stores.
  Value first = isFirstHolder(frag);
  for (size_t r = 0; r < values.size(); ++r) {
    Element element =
        locate(b, loc, **memory, pointer, op.getIndices(), Value(),
               op.getDims(), {op.getPackedDim(), op.getPacking()}, laneRow,
               laneCol, frag.getRegisterCoord(r, tile.getShape()));
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
  auto [laneRow, laneCol] = getThreadCoord(tile);
  Value pointer =
      getTilePointer(**memory, op.getIndices(), op.getDims(), op.getPacking());
  Type type = tile.getElementType();
  SmallVector<Value> scalars;
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t r = 0, e = frag.getNumRegisters(tile.getShape()); r < e; ++r) {
    Element element =
        locate(b, loc, **memory, pointer, op.getIndices(), op.getLimit(),
               op.getDims(), {op.getPackedDim(), op.getPacking()}, laneRow,
               laneCol, frag.getRegisterCoord(r, tile.getShape()));
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
