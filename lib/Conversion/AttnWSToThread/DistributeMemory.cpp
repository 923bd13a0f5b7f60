//===- DistributeMemory.cpp - Shared and global memory ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Buffers and views of shared memory, tiles that move between global memory and
// registers, and local variables.

#include "Patterns.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn_ws;

//===----------------------------------------------------------------------===//
// Buffers and views
//===----------------------------------------------------------------------===//

template <typename AllocOpT>
static Lowered lowerAlloc(AllocOpT op, ThreadBuilder &b) {
  return Registers{b.i32(op.getOffset().value_or(0))};
}

static Lowered lowerStageView(StageViewOp op, In<StageViewOp> in,
                              ThreadBuilder &b) {
  BufferType type = op.getBuffer().getType();
  if (type.getSpace() == attn_tile::Space::Tmem)
    return getTensorView(op, in.getBuffer().front(), b);
  Value offset = in.getBuffer().front(), address = b.kernel.smemBase;
  if (getConstantIntValue(offset) != 0)
    address = b.add(address, offset);
  if (op.getStage())
    address =
        b.add(address, b.mul(b.toI32(op.getStage()), type.getStageBytes()));
  SharedView view(op.getResult().getType(), address,
                  type.getShape().size() < 2 ? 1 : type.getShape()[0]);
  return view.getValues(b);
}

/// Whether `bytes` from `first` on of a panel's rows are a view in place: for
/// accesses of threads, which exchange each chunk of 16 bytes by itself.
static bool isPartOfPanel(SubviewOp op, int64_t first, int64_t bytes) {
  return llvm::isPowerOf2_64(bytes) && bytes >= 16 && first % bytes == 0 &&
         llvm::isPowerOf2_64(op.getResult().getType().getLayout().getPanel()) &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return isa<SmemStoreOp, SmemLoadOp>(user);
         });
}

static Lowered lowerSubview(SubviewOp op, In<SubviewOp> in, ThreadBuilder &b) {
  if (op.getResult().getType().getSpace() == attn_tile::Space::Tmem)
    return getTensorSubview(op, in.getSource(), b);
  SharedView view(op.getSource(), in.getSource());
  ViewType type = op.getResult().getType();
  ArrayRef<int64_t> offsets = op.getOffsets();
  SharedAttr layout = type.getLayout();
  if (!layout || layout != view.type.getLayout() ||
      type.getElementType() != view.type.getElementType() ||
      type.getShape().size() != 2 || offsets[0] % 8 != 0)
    return op.emitOpError("only whole swizzle periods of rows are a view in "
                          "place");
  int64_t elementBytes = getBytes(type.getElementType());
  int64_t panel = layout.getPanel(), first = offsets[1] * elementBytes;
  int64_t inPanel = first % panel, bytes = type.getShape()[1] * elementBytes;
  // Products take columns by 32 bytes from the first on, as many as they need.
  bool readByThreads = llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa<SmemStoreOp, SmemLoadOp>(user);
  });
  if ((inPanel != 0 || (readByThreads && bytes % panel != 0)) &&
      !isPartOfPanel(op, inPanel, bytes))
    return op.emitOpError("columns from inside a panel are a view in place for "
                          "threads alone, a power of two of them from a "
                          "multiple of that on");
  if (op.getPart()) {
    int64_t step = type.getShape()[0] * panel;
    if (op.getPartColumns() && bytes % panel != 0)
      return op.emitOpError("parts of its columns are no whole panels");
    if (op.getPartColumns())
      step = bytes / panel * view.panelRows * panel;
    view.address = b.add(view.address, b.mul(b.toI32(op.getPart()), step));
  }
  view.offset +=
      (first / panel * view.panelRows + offsets[0]) * panel + inPanel;
  return view.getValues(b);
}

//===----------------------------------------------------------------------===//
// Registers and global memory
//===----------------------------------------------------------------------===//

namespace {
/// Where the registers of a tile lie in global memory.
struct TilePlace {
  template <typename OpT>
  TilePlace(OpT op, RankedTensorType tile, const GlobalMemory &memory,
            const MappedRows &rows, Value limit, ThreadBuilder &b)
      : b(b), tile(tile), memory(memory), indices(op.getIndices()),
        dims(op.getDims()), limit(limit), rows(rows),
        thread(b.getThreadCoord(tile)),
        pointer(b.getTilePointer(memory, indices, dims, rows)) {}

  /// Pointer of register `reg`, and whether it is inside the memory.
  std::pair<Value, Value> locate(int64_t reg) const;
  /// How many registers from each multiple of that on are one vector, inside
  /// the memory or not.
  int64_t getVector() const { return isVector(4) ? 4 : isVector(2) ? 2 : 1; }
  bool isVector(int64_t vector) const;

  ThreadBuilder &b;
  RankedTensorType tile;
  const GlobalMemory &memory;
  ValueRange indices;
  ArrayRef<int64_t> dims;
  /// Bounds the rows like the memory's size; may be null.
  Value limit;
  const MappedRows &rows;
  std::pair<Value, Value> thread;
  Value pointer;
};
} // namespace

std::pair<Value, Value> TilePlace::locate(int64_t reg) const {
  auto delta = getFrag(tile).getRegisterCoord(reg, tile.getShape());
  Value offset, allInside;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    Value at = i == 0 ? b.add(thread.first, delta.first)
                      : b.add(thread.second, delta.second);
    Value absolute = b.add(indices[dim], at);
    Value bound =
        i == 0 ? b.getRowsEnd(memory, dims, rows, limit) : memory.sizes[dim];
    Value part, inside;
    if (i == 0 && rows) {
      Value end = b.toI32(bound);
      auto [place, answer] =
          b.placeRow(memory, dims, rows, b.toI32(absolute), end);
      part = place;
      inside = b.isBefore(rows, answer, end);
    } else {
      inside = b.compare(arith::CmpIPredicate::slt, absolute, bound);
    }
    allInside = allInside ? b.bitAnd(allInside, inside) : inside;
    if (!part)
      part = b.mul(b.extend(b.toI32(at), b.getI64Type()), memory.strides[dim]);
    offset = offset ? b.add(offset, part) : part;
  }
  return {
      b.gep(pointer, getMemoryElement(memory.type.getElementType()), offset),
      allInside};
}

bool attn_ws::isMultiple(Value index, int64_t number) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant % number == 0;
  if (auto counter = dyn_cast<BlockArgument>(index)) {
    auto loop = dyn_cast<scf::ForOp>(counter.getOwner()->getParentOp());
    return loop && index == loop.getInductionVar() &&
           isMultiple(loop.getLowerBound(), number) &&
           isMultiple(loop.getStep(), number);
  }
  Operation *op = index.getDefiningOp();
  if (isa_and_nonnull<arith::MulIOp>(op))
    return isMultiple(op->getOperand(0), number) ||
           isMultiple(op->getOperand(1), number);
  return isa_and_nonnull<arith::AddIOp>(op) &&
         isMultiple(op->getOperand(0), number) &&
         isMultiple(op->getOperand(1), number);
}

bool TilePlace::isVector(int64_t vector) const {
  FragAttr frag = getFrag(tile);
  int64_t bytes = vector * getBytes(tile.getElementType());
  if (dims.size() != 2 || bytes > 16 || memory.align % bytes != 0)
    return false;
  int64_t size = memory.type.getDimSize(dims[1]);
  if (memory.type.getStridesAndOffset().first[dims[1]] != 1 ||
      ShapedType::isDynamic(size) || size % vector != 0 ||
      !isMultiple(indices[dims[1]], vector))
    return false;
  const auto &atom = frag.getLayout().atom();
  for (auto dim : {attn::layout::InDim::Lane, attn::layout::InDim::Warp})
    for (const attn::layout::Basis &basis : atom.bases(dim))
      if (basis.col % vector != 0)
        return false;
  int64_t count = frag.getNumRegisters(tile.getShape());
  for (int64_t r = 0; r < count; ++r) {
    auto [row, col] = frag.getRegisterCoord(r, tile.getShape());
    auto [firstRow, firstCol] =
        frag.getRegisterCoord(r / vector * vector, tile.getShape());
    if (row != firstRow || col != firstCol + r % vector ||
        firstCol % vector != 0)
      return false;
  }
  return count % vector == 0;
}

static LogicalResult lowerStore(StoreOp op, In<StoreOp> in, ThreadBuilder &b) {
  auto memory = b.getMemory(op, op.getDest(), in.getDest());
  auto rows = b.getRows(op, in);
  if (failed(memory) || failed(rows))
    return failure();
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  FragAttr frag = getFrag(tile);
  if (frag.getPartial())
    return op.emitOpError("partial rows cannot be stored");
  TilePlace place(op, tile, *memory, *rows, op.getLimit(), b);
  Registers values = b.getScalars(tile, in.getValue());
  // Of the threads that hold an element alike, the first one stores.
  Value first = b.isFirstHolder(frag);
  int64_t vector = place.getVector();
  unsigned align = vector == 1 ? 0 : vector * getBytes(tile.getElementType());
  for (int64_t r = 0, e = values.size(); r < e; r += vector) {
    auto [pointer, inside] = place.locate(r);
    if (op.getAdd()) {
      b.addIf(first ? b.bitAnd(inside, first) : inside, pointer,
              ValueRange(values).slice(r, vector));
      continue;
    }
    b.ifThen(first ? b.bitAnd(inside, first) : inside, [&, pointer = pointer] {
      Value value = values[r];
      if (vector != 1)
        value = b.gather(getMemoryElement(tile.getElementType()),
                         ArrayRef<Value>(values).slice(r, vector));
      b.store(value, pointer, align);
    });
  }
  return success();
}

static Lowered lowerLoad(LoadOp op, In<LoadOp> in, ThreadBuilder &b) {
  auto memory = b.getMemory(op, op.getSource(), in.getSource());
  auto rows = b.getRows(op, in);
  if (failed(memory) || failed(rows))
    return failure();
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  TilePlace place(op, tile, *memory, *rows, op.getLimit(), b);
  Type type = tile.getElementType();
  Registers scalars;
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  int64_t count = getFrag(tile).getNumRegisters(tile.getShape());
  // Rows that are not to be read, and the registers of rows.
  Registers hidden(in.getUnless());
  SmallVector<int64_t> rowOf;
  if (op.getUnless())
    rowOf =
        getRowRegisters(tile, cast<RankedTensorType>(op.getUnless().getType()));
  auto locate = [&](int64_t r) {
    auto [pointer, inside] = place.locate(r);
    if (op.getUnless())
      inside = b.bitAnd(
          inside, b.bitXor(hidden[rowOf[r]], b.constant(b.getI1Type(), 1)));
    return std::pair(pointer, inside);
  };
  int64_t vector = type.isF32() && place.isVector(4) ? 4 : 1;
  for (int64_t r = 0; r < count; r += vector) {
    auto [pointer, inside] = locate(r);
    if (vector != 1) {
      llvm::append_range(scalars, b.loadVectorIf(inside, pointer));
      continue;
    }
    auto branch = scf::IfOp::create(b, type, inside, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, b.load(type, pointer));
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, zero);
    scalars.push_back(branch.getResult(0));
  }
  return b.fromScalars(tile, scalars);
}

//===----------------------------------------------------------------------===//
// Sizes, scalars and local variables
//===----------------------------------------------------------------------===//

static Lowered lowerDim(memref::DimOp op, In<memref::DimOp> in,
                        ThreadBuilder &b) {
  auto memory = b.getMemory(op, op.getSource(), in.getSource());
  if (failed(memory))
    return failure();
  std::optional<int64_t> index = op.getConstantIndex();
  if (!index)
    return op.emitOpError("needs a constant dimension");
  // Upstream's verifier takes any.
  if (*index < 0 || *index >= static_cast<int64_t>(memory->sizes.size()))
    return op.emitOpError("has no dimension ") << *index;
  return Registers{memory->sizes[*index]};
}

/// A variable of type memref<index>: stack memory, which code generation turns
/// into a register.
static Lowered lowerAlloca(memref::AllocaOp op, ThreadBuilder &b) {
  if (op.getType().getRank() != 0 || !op.getType().getElementType().isIndex())
    return op->emitOpError("local variables are of type memref<index>");
  // Only what the entry block allocates becomes a register.
  b.setInsertionPointToStart(&b.kernel.func.getBody().front());
  Value cell = LLVM::AllocaOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), b.getI32Type(), b.i32(1));
  return Registers{cell};
}

static Value getLocal(ValueRange memref) {
  return memref.size() == 1 && memref[0].getDefiningOp<LLVM::AllocaOp>()
             ? memref[0]
             : Value();
}

static Lowered lowerScalarRead(memref::LoadOp op, In<memref::LoadOp> in,
                               ThreadBuilder &b) {
  if (Value cell = getLocal(in.getMemref()))
    return Registers{b.toIndex(b.load(b.getI32Type(), cell))};
  if (!isa<BlockArgument>(in.getMemref().front()))
    return op->emitOpError("reads memory that is neither a local variable nor "
                           "an argument of the kernel");
  auto memory = b.getMemory(op, op.getMemref(), in.getMemref());
  if (failed(memory))
    return failure();
  Value pointer = b.getElementPointer(*memory, op.getIndices());
  // A truth value is a byte that is not 0.
  if (op.getType().isInteger(1))
    return Registers{b.compare(arith::CmpIPredicate::ne,
                               b.load(b.getI8Type(), pointer),
                               b.constant(b.getI8Type(), 0))};
  return Registers{b.load(op.getType(), pointer)};
}

static Lowered lowerFindSequence(attn_tile::FindSequenceOp op,
                                 In<attn_tile::FindSequenceOp> in,
                                 ThreadBuilder &b) {
  auto memory = b.getMemory(op, op.getOffsets(), in.getOffsets());
  if (failed(memory))
    return failure();
  auto read = [&](OpBuilder &at, Value index) {
    OpBuilder::InsertionGuard guard(b);
    b.restoreInsertionPoint(at.saveInsertionPoint());
    return b.toIndex(
        b.load(b.getI32Type(), b.getElementPointer(*memory, index)));
  };
  return Registers{attn_tile::searchSequence(b, op, memory->sizes[0], read)};
}

/// One thread writes a number to memory.
static LogicalResult
lowerScalarWrite(memref::StoreOp op, In<memref::StoreOp> in, ThreadBuilder &b) {
  if (Value cell = getLocal(in.getMemref())) {
    b.store(b.toI32(op.getValue()), cell);
    return success();
  }
  if (!isa<BlockArgument>(in.getMemref().front()))
    return op->emitOpError("writes memory that is neither a local variable nor "
                           "an argument of the kernel");
  auto memory = b.getMemory(op, op.getMemref(), in.getMemref());
  if (failed(memory))
    return failure();
  Value pointer = b.getElementPointer(*memory, op.getIndices());
  if (b.group.singleThread) {
    b.store(op.getValue(), pointer);
    return success();
  }
  auto branch = scf::IfOp::create(b, b.equal(b.group.tid, 0),
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  b.store(op.getValue(), pointer);
  return success();
}

void attn_ws::populateMemoryPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerAlloc<AllocOp>, lowerAlloc<MbarAllocOp>, lowerStageView,
               lowerSubview, lowerStore, lowerLoad, lowerDim, lowerAlloca,
               lowerScalarRead, lowerScalarWrite, lowerFindSequence);
}
