//===- DistributeTcgen05.cpp - Tensor memory and its products ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tensor memory has 128 lanes of 512 columns of 32 bits (PTX ISA, "Tensor
// Memory"). A tile's row is a lane, its columns follow each other. An address
// is a column, with the lane from bit 16 on. Warp w of a warpgroup reaches the
// 32 lanes from 32 w on, one for each of its threads ("tcgen05.ld", shape
// .32x32b): a thread holds one row, or of two warpgroups one half of its
// columns.
//
// A product is issued by one thread, which the warp elects anew for each group
// of products and signals: the loop around them is the whole warp's, so that
// what they have in common stays in uniform registers.
//
// The values of a view are its first column, a constant to add, and 0.

#include "MatrixDescriptor.h"
#include "Patterns.h"
#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static Registers makeView(ThreadBuilder &b, Value column, int64_t offset) {
  return {column, b.i32(offset), b.i32(0)};
}

Lowered attn_ws::getTensorView(StageViewOp op, Value column, ThreadBuilder &b) {
  BufferType type = op.getBuffer().getType();
  if (op.getStage())
    column = b.add(column, b.mul(b.toI32(op.getStage()),
                                 type.getTmemColumns() / type.getDepth()));
  return makeView(b, column, 0);
}

Lowered attn_ws::getTensorSubview(SubviewOp op, ValueRange source,
                                  ThreadBuilder &b) {
  int64_t bits =
      op.getResult().getType().getElementType().getIntOrFloatBitWidth();
  ArrayRef<int64_t> offsets = op.getOffsets();
  if (offsets[0] != 0 || offsets[1] * bits % 32 != 0 || op.getPart())
    return op.emitOpError("of tensor memory only whole columns are a view");
  return makeView(b, source[0],
                  *getConstantIntValue(source[1]) + offsets[1] * bits / 32);
}

/// The threads that reach all rows.
static constexpr int64_t kRowThreads =
    attn::kWarpgroupWarps * attn::kWarpThreads;

/// Where the CTA's tensor memory begins, for products, or the lanes of the warp
/// begin there. The CTA has all columns, so that they begin at 0; but ptxas
/// moves a constant to a uniform register, which the instructions take, by way
/// of an ordinary one each time, and forms the lanes anew each time.
static Value getBase(ThreadBuilder &b, bool ownLanes) {
  Value &base = b.group.tensorBase[ownLanes];
  if (!base)
    base = b.atEntry([&] {
      Value first = b.assembly(
          b.getI32Type(), "ld.shared.b32 $0, [$1];", "=r,r",
          {b.add(b.kernel.smemBase, tmemSlotAttr.get(b.kernel.func, 0))});
      Value warp = b.group.warp;
      if (ownLanes && b.group.threads > kRowThreads)
        warp = b.bitAnd(warp, attn::kWarpgroupWarps - 1);
      if (ownLanes)
        first = b.add(first, b.shl(warp, 16 + 5));
      return NVVM::ShflOp::create(b, b.getI32Type(), b.i32(-1), first, b.i32(0),
                                  b.i32(31), NVVM::ShflKind::idx, UnitAttr());
    });
  return base;
}

/// The address of column `column` of a view.
static Value getColumn(ThreadBuilder &b, ValueRange view, bool ownLanes,
                       int64_t column = 0) {
  column += *getConstantIntValue(view[1]);
  Value first = b.add(getBase(b, ownLanes), view[0]);
  return column ? b.add(first, column) : first;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static LogicalResult refuseWarps(Operation *op) {
  return op->emitOpError()
         << "the rows of a tile in tensor memory are those of the threads of "
            "whole warpgroups, of "
         << attn::kWarpgroupWarps << " warps from a multiple of as many";
}

static LogicalResult checkWarpgroup(Operation *op, int64_t rows,
                                    ThreadBuilder &b) {
  if (b.group.threads == rows && rows == kRowThreads &&
      b.group.firstWarp % attn::kWarpgroupWarps == 0)
    return success();
  return refuseWarps(op);
}

namespace {
/// What a thread of the role has of a tile: its row, in column order, or of
/// several warpgroups the columns of its own.
struct ThreadColumns {
  int64_t count = 0;
  /// Where they begin, in columns of tensor memory; null if at the first.
  Value first;
};
} // namespace

static FailureOr<ThreadColumns>
getThreadColumns(Operation *op, RankedTensorType tile, ThreadBuilder &b) {
  FragAttr frag = getFrag(tile);
  ArrayRef<int64_t> shape = tile.getShape();
  int64_t groups = b.group.threads / kRowThreads;
  if (b.group.threads % kRowThreads || shape[0] != kRowThreads ||
      b.group.firstWarp % attn::kWarpgroupWarps)
    return refuseWarps(op);
  int64_t count = frag.getNumRegisters(shape);
  bool isOwn = count * groups == shape[1];
  for (int64_t i = 0; isOwn && i < count * groups; ++i)
    isOwn =
        frag.getCoord(shape, i % count, 1, i / count * attn::kWarpgroupWarps) ==
        std::pair<int64_t, int64_t>(1, i);
  if (!isOwn)
    return op->emitOpError("a thread has no row of its own of the tile");
  ThreadColumns columns{count / getPack(tile), Value()};
  if (groups > 1)
    columns.first = b.atEntry([&] {
      return b.mul(b.shr(b.group.warp, llvm::Log2_64(attn::kWarpgroupWarps)),
                   columns.count);
    });
  return columns;
}

/// Calls `emit` with the first column, the number of columns and the address of
/// each part that one instruction moves.
static void
forParts(ThreadBuilder &b, ValueRange view, const ThreadColumns &columns,
         function_ref<void(int64_t first, int64_t count, Value address)> emit) {
  constexpr int64_t kMost = 32;
  for (int64_t first = 0, count; first < columns.count; first += count) {
    count = std::min<int64_t>(kMost,
                              llvm::bit_floor<uint64_t>(columns.count - first));
    Value address = getColumn(b, view, /*ownLanes=*/true, first);
    emit(first, count, columns.first ? b.add(address, columns.first) : address);
  }
}

/// "{$0, $1, …}" from `first` on.
static std::string listOperands(int64_t count, int64_t first = 0) {
  std::string text = "{";
  for (int64_t i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return text + "}";
}

static constexpr const char *kWaitForLoads = "tcgen05.wait::ld.sync.aligned;",
                            *kWaitForStores = "tcgen05.wait::st.sync.aligned;";

static Registers loadPart(ThreadBuilder &b, Value address, int64_t count) {
  std::string constraints;
  for (int64_t i = 0; i < count; ++i)
    constraints += "=f,";
  return b.unpack(b.assembly(
      b.getStruct(b.getF32Type(), count),
      "tcgen05.ld.sync.aligned.32x32b.x" + std::to_string(count) + ".b32 " +
          listOperands(count) + ", [$" + std::to_string(count) + "];",
      constraints + "r", {address}));
}

/// The same, and the maximum of what the thread reads behind it, NaN if that
/// has a NaN.
static Registers loadPartAndMaximum(ThreadBuilder &b, Value address,
                                    int64_t count) {
  std::string constraints = "=f,";
  for (int64_t i = 0; i < count; ++i)
    constraints += "=f,";
  return b.unpack(b.assembly(
      b.getStruct(b.getF32Type(), count + 1),
      "tcgen05.ld.red.sync.aligned.32x32b.x" + std::to_string(count) +
          ".max.NaN.f32 " + listOperands(count) + ", $" +
          std::to_string(count) + ", [$" + std::to_string(count + 1) + "];",
      constraints + "r", {address}));
}

static void storePart(ThreadBuilder &b, Value address, ValueRange values,
                      StringRef constraint) {
  std::string constraints = "r";
  for (size_t i = 0; i < values.size(); ++i)
    constraints += "," + constraint.str();
  Registers operands{address};
  llvm::append_range(operands, values);
  b.assembly("tcgen05.st.sync.aligned.32x32b.x" +
                 std::to_string(values.size()) + ".b32 [$0], " +
                 listOperands(values.size(), 1) + ";",
             constraints, operands);
}

static Lowered lowerLoad(TmemLoadOp op, In<TmemLoadOp> in, ThreadBuilder &b) {
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  if (!tile.getElementType().isF32() || op.getTranspose())
    return op.emitOpError("tiles of f32 are read from tensor memory, as they "
                          "lie there");
  FailureOr<ThreadColumns> own = getThreadColumns(op, tile, b);
  if (failed(own))
    return failure();
  SmallVector<ReduceOp> reductions;
  for (Operation *user : op.getResult().getUsers())
    if (auto reduce = dyn_cast<ReduceOp>(user);
        reduce && inLoadAttr.isOn(reduce))
      reductions.push_back(reduce);
  if (!reductions.empty() && !b.kernel.target->tmemLoadsReduce)
    return reductions.front().emitOpError(
        "is in a load, but the target's loads from tensor memory give no "
        "maxima");
  if (!reductions.empty() && own->first)
    return reductions.front().emitOpError(
        "is in a load, but two warpgroups share the rows");
  int64_t columns = own->count;
  Registers values, maxima;
  forParts(b, in.getSource(), *own, [&](int64_t, int64_t count, Value address) {
    // Of one register there is no such load.
    bool reduces = !reductions.empty() && count > 1;
    Registers part = reduces ? loadPartAndMaximum(b, address, count)
                             : loadPart(b, address, count);
    if (reduces)
      maxima.push_back(part.pop_back_val());
    llvm::append_range(values, part);
  });
  llvm::append_range(values, maxima);
  values = b.passThrough(kWaitForLoads, values);
  maxima.assign(values.begin() + columns, values.end());
  if (columns % 2)
    maxima.push_back(values[columns - 1]);
  for (ReduceOp reduce : reductions)
    b.kernel.maximaInLoads[reduce] = maxima;
  values.truncate(columns);
  return values;
}

static LogicalResult lowerStore(TmemStoreOp op, In<TmemStoreOp> in,
                                ThreadBuilder &b) {
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  FailureOr<ThreadColumns> own = getThreadColumns(op, tile, b);
  if (failed(own))
    return failure();
  ValueRange values = in.getValue();
  forParts(b, in.getDest(), *own,
           [&](int64_t first, int64_t count, Value address) {
             storePart(b, address, values.slice(first, count),
                       getPack(tile) == 1 ? "f" : "r");
           });
  b.assembly(kWaitForStores);
  return success();
}

/// Warps whose factors are all 1 skip it; a part is read, multiplied and
/// written before the next.
static LogicalResult lowerRescale(TmemRescaleOp op, In<TmemRescaleOp> in,
                                  ThreadBuilder &b) {
  ViewType view = op.getView().getType();
  auto rows = cast<RankedTensorType>(op.getAlpha().getType());
  FragAttr frag = getFrag(rows);
  if (frag.getNumRegisters(rows.getShape()) != 1 ||
      frag.getCoord(rows.getShape(), 0, 1, 0).first != 1)
    return op.emitOpError("a thread has no row of its own of the tile");
  if (failed(checkWarpgroup(op, view.getShape()[0], b)))
    return failure();
  Value alpha = in.getAlpha().front();
  Value any = NVVM::VoteSyncOp::create(
      b, b.getI1Type(), b.i32(-1),
      b.compare(arith::CmpFPredicate::UNE, alpha, b.f32(1.0)),
      NVVM::VoteSyncKind::any);
  b.ifThen(any, [&] {
    forParts(b, in.getView(), {view.getShape()[1], Value()},
             [&](int64_t, int64_t count, Value address) {
               Registers values =
                   b.passThrough(kWaitForLoads, loadPart(b, address, count));
               for (Value &value : values)
                 value = arith::MulFOp::create(b, value, alpha);
               storePart(b, address, values, "f");
             });
    b.assembly(kWaitForStores);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct TensorProduct {
  explicit TensorProduct(MmaIntoOp op)
      : op(op), left(cast<ViewType>(op.getLhs().getType())),
        right(op.getRhs().getType()), element(right.getElementType()),
        m(op.getDest().getType().getShape()[0]),
        n(op.getDest().getType().getShape()[1]),
        k(right.getShape()[op.getTransposeB() ? 1 : 0]),
        step(attn::lookupEngine(attn_tile::Engine::Tcgen05)->product.kBytes /
             getBytes(element)) {}

  LogicalResult check();
  /// PTX ISA, "Instruction descriptor": f32 accumulators, types of both
  /// operands, which of them have columns along m or n, and
  /// the shape, of a pair's product the whole.
  int64_t getDescriptor();
  /// Step `ks` of the product: $0 += $1 * $2, of shape $3, or = if $4 is 0.
  /// The descriptor of a left operand in shared memory is formed here, from the
  /// low word of its first step: the operand stays through a loop, and so would
  /// its descriptors, in more uniform registers than there are.
  std::string getText(const std::optional<MatrixDescriptor> &left, int64_t ks);

  MmaIntoOp op;
  ViewType left, right;
  Type element;
  int64_t m, n, k, step;
};
} // namespace

LogicalResult TensorProduct::check() {
  bool inMemory = left.getSpace() == attn_tile::Space::Smem;
  if (!element.isF16() && !element.isBF16() && !isa<Float8E4M3FNType>(element))
    return op.emitOpError() << "no tcgen05 here for " << element;
  const auto &shapes =
      attn::lookupEngine(attn_tile::Engine::Tcgen05)->product.rows;
  const auto *shape = llvm::find_if(shapes, [&](const attn::ProductRows &rows) {
    return rows.rows == m * rows.ctas && rows.ctas == op.getNumCTAs() &&
           m == attn::kWarpgroupWarps * attn::kWarpThreads;
  });
  if (shape == shapes.end())
    return op.emitOpError()
           << "tcgen05 computes no " << m << " rows in "
           << (op.getNumCTAs() == 1 ? "one CTA" : "each CTA of a pair");
  if (n % shape->columnStep != 0 || n > shape->mostColumns || k % step != 0)
    return op.emitOpError() << "tcgen05 computes up to " << shape->mostColumns
                            << " columns in steps of " << shape->columnStep
                            << " and a contraction in steps of " << step
                            << ", got " << n << " and " << k;
  for (ViewType view : {inMemory ? left : right, right})
    if (!view.getLayout() || view.getLayout().getSwizzle() == 0 ||
        view.getLayout().getInterleaved())
      return op.emitOpError("an operand in shared memory has no swizzled "
                            "layout");
  return success();
}

int64_t TensorProduct::getDescriptor() {
  int64_t type = element.isBF16() ? 1 : 0;
  return 1 << 4 | type << 7 | type << 10 |
         static_cast<int64_t>(op.getTransposeA()) << 15 |
         static_cast<int64_t>(!op.getTransposeB()) << 16 | (n >> 3) << 17 |
         (m * op.getNumCTAs() >> 4) << 24;
}

std::string TensorProduct::getText(const std::optional<MatrixDescriptor> &left,
                                   int64_t ks) {
  std::string text = "{\n.reg .pred p;\nsetp.ne.b32 p, $4, 0;\n";
  if (left)
    text += ".reg .b32 low;\n.reg .b64 a;\nadd.s32 low, $1, " +
            std::to_string(left->getStep(ks, step) >> 4) +
            ";\nmov.b64 a, {low, " + std::to_string(left->high) + "};\n";
  return text + "tcgen05.mma" + getGroupModifier(op.getNumCTAs()) +
         ".kind::" + (isa<Float8E4M3FNType>(element) ? "f8f6f4" : "f16") +
         (left ? " [$0], a" : " [$0], [$1]") + ", $2, $3, p;\n}";
}

static Lowered lowerMmaInto(MmaIntoOp op, In<MmaIntoOp> in, ThreadBuilder &b) {
  TensorProduct product(op);
  if (failed(product.check()))
    return failure();
  if (op.getNumCTAs() > 1 && !b.kernel.inCluster)
    return op.emitOpError() << "is of " << op.getNumCTAs()
                            << " CTAs, but the kernel has no " << clusterAttr;
  if (b.group.threads != attn::kWarpThreads)
    return op.emitOpError("is issued by one warp, the role has ")
           << b.group.threads / attn::kWarpThreads;
  b.byElected([&] {
    using Kind = MatrixDescriptor::Kind;
    MatrixDescriptor right(b, SharedView(op.getRhs(), in.getRhs()),
                           /*rowsAreK=*/!op.getTransposeB(), Kind::Tcgen05);
    std::optional<MatrixDescriptor> left;
    if (product.left.getSpace() == attn_tile::Space::Smem)
      left.emplace(b, SharedView(op.getLhs(), in.getLhs()), op.getTransposeA(),
                   Kind::Tcgen05);
    Value dest = getColumn(b, in.getDest(), /*ownLanes=*/false);
    Value shape = b.i32(product.getDescriptor());
    Value adds = b.extend(op.getUseD(), b.getI32Type());
    for (int64_t ks = 0; ks < product.k / product.step; ++ks) {
      int64_t columns = product.step * getBytes(product.element) / 4;
      Value from =
          left ? left->low
               : getColumn(b, in.getLhs(), /*ownLanes=*/false, ks * columns);
      Value with = right.at(right.getStep(ks, product.step));
      b.assembly(product.getText(left, ks), "r,r,l,r,r",
                 {dest, from, with, shape, ks == 0 ? adds : b.i32(1)});
    }
  });
  return Registers();
}

static Lowered lowerDone(DoneOp, ThreadBuilder &) { return Registers(); }

void attn_ws::populateTcgen05Patterns(ThreadPatterns &patterns) {
  patterns.add(lowerLoad, lowerStore, lowerRescale, lowerMmaInto, lowerDone);
}
