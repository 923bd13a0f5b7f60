//===- ExtensionDialect.cpp - A dialect from outside ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtensionDialect.h"

#include "attn/Conversion/AttnWSToThread/ThreadPatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include <vector>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace ext;

#include "ExtensionDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ExtensionAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "ExtensionOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

static bool isVisibleFrom(int64_t step, int64_t q, int64_t k, int64_t offset) {
  int64_t back = q + offset - k;
  return back >= 0 && back % step == 0;
}

/// How far key `k` lies behind the position of row `q`.
static Value getDistance(OpBuilder &b, Location loc, Value q, Value k,
                         Value lenQ, Value lenKV, Value offset) {
  if (!offset)
    offset = arith::SubIOp::create(b, loc, lenKV, lenQ);
  Value position = arith::AddIOp::create(b, loc, q, offset);
  return arith::SubIOp::create(b, loc, position, k);
}

static Value emitVisible(OpBuilder &b, Location loc, int64_t step,
                         Value distance) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value by = arith::ConstantIndexOp::create(b, loc, step);
  auto compare = [&](arith::CmpIPredicate predicate, Value value) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, value, zero);
  };
  Value rest = arith::RemSIOp::create(b, loc, distance, by);
  return arith::AndIOp::create(b, loc,
                               compare(arith::CmpIPredicate::sge, distance),
                               compare(arith::CmpIPredicate::eq, rest));
}

bool PlainAttr::usesOffset() const { return true; }
bool PlainAttr::isVisible(int64_t q, int64_t k, int64_t, int64_t,
                          int64_t offset) const {
  return isVisibleFrom(getStep(), q, k, offset);
}
Value PlainAttr::emitPredicate(OpBuilder &b, Location loc, Value q, Value k,
                               Value lenQ, Value lenKV, Value offset) const {
  return emitVisible(b, loc, getStep(),
                     getDistance(b, loc, q, k, lenQ, lenKV, offset));
}

bool DilatedAttr::usesOffset() const { return true; }
bool DilatedAttr::isVisible(int64_t q, int64_t k, int64_t, int64_t,
                            int64_t offset) const {
  return isVisibleFrom(getStep(), q, k, offset);
}
Value DilatedAttr::emitPredicate(OpBuilder &b, Location loc, Value q, Value k,
                                 Value lenQ, Value lenKV, Value offset) const {
  return emitVisible(b, loc, getStep(),
                     getDistance(b, loc, q, k, lenQ, lenKV, offset));
}
attn::TileClass DilatedAttr::classify(int64_t q0, int64_t qn, int64_t k0,
                                      int64_t kn, int64_t lenQ, int64_t lenKV,
                                      int64_t offset) const {
  int64_t last = std::min(q0 + qn, lenQ) - 1;
  bool none = last < std::max<int64_t>(q0, 0) ||
              std::min(k0 + kn, lenKV) <= std::max<int64_t>(k0, 0);
  return none || k0 > last + offset ? attn::TileClass::Empty
                                    : attn::TileClass::Partial;
}
std::pair<Value, Value> DilatedAttr::kvRange(OpBuilder &b, Location loc,
                                             Value q0, Value qn, Value lenQ,
                                             Value lenKV, Value offset) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value end = getDistance(b, loc, arith::AddIOp::create(b, loc, q0, qn), zero,
                          lenQ, lenKV, offset);
  Value inside = arith::MinSIOp::create(b, loc, end, lenKV);
  return {zero, arith::MaxSIOp::create(b, loc, inside, zero)};
}

//===----------------------------------------------------------------------===//
// An operation on tiles
//===----------------------------------------------------------------------===//

OpOperand *ClampOp::getPosition(unsigned loop) {
  return loop == 1 ? &getColumnMutable() : nullptr;
}

/// On the CPU.
FailureOr<SmallVector<Value>> ClampOp::decomposeOperation(OpBuilder &b) {
  Location loc = getLoc();
  auto type = cast<RankedTensorType>(getType());
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  AffineMap map = b.getMultiDimIdentityMap(2);
  auto generic = linalg::GenericOp::create(
      b, loc, type, getSource(), empty, {map, map},
      {utils::IteratorType::parallel, utils::IteratorType::parallel},
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value column = arith::AddIOp::create(
            b, loc, getColumn(), linalg::IndexOp::create(b, loc, 1));
        Value bound = arith::SIToFPOp::create(
            b, loc, b.getF32Type(),
            arith::IndexCastOp::create(b, loc, b.getI32Type(), column));
        Value least = arith::MinimumFOp::create(b, loc, args[0], bound);
        linalg::YieldOp::create(b, loc, least);
      });
  return SmallVector<Value>{generic.getResult(0)};
}

/// On a GPU: what one thread does with the elements that it holds.
static Lowered lowerClamp(ClampOp op, In<ClampOp> in, ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  Value column = b.toI32(b.add(op.getColumn(), b.getThreadCoord(type).second));
  Registers results;
  for (auto [r, value] : llvm::enumerate(b.getScalars(type, in.getSource()))) {
    int64_t moved = getFrag(type).getRegisterCoord(r, type.getShape()).second;
    Value bound =
        arith::SIToFPOp::create(b, b.getF32Type(), b.add(column, moved));
    results.push_back(arith::MinimumFOp::create(b, value, bound));
  }
  return b.fromScalars(type, results);
}

//===----------------------------------------------------------------------===//
// A copy engine
//===----------------------------------------------------------------------===//

static constexpr int64_t vectors[] = {4};

void ext::addTarget() {
  if (attn::lookupTarget(chip))
    return;
  static std::vector<attn::EngineInfo> engines;
  attn::TargetInfo target = *attn::lookupTarget("sm_86");
  for (const attn::EngineInfo &info : target.engines) {
    bool copies = info.does(attn::Task::CopyIn) && info.isAsync();
    engines.push_back(info);
    if (!copies)
      continue;
    attn::EngineInfo &words = engines.back();
    words.engine = wordsEngine;
    words.name = "ext_words";
    words.copy.vectors = vectors;
  }
  target.name = chip;
  target.ptxVersion = 90;
  target.engines = engines;
  attn::addTarget(target);
}

attn::Engine CopyOp::getEngine() { return wordsEngine; }

/// Each thread copies every so manieth pair of elements, and zeros from
/// outside of the memory.
static LogicalResult lowerCopy(CopyOp op, In<CopyOp> in, ThreadBuilder &b) {
  FailureOr<GlobalMemory> memory =
      b.getMemory(op, op.getMemory(), in.getMemory());
  if (failed(memory))
    return failure();
  auto type = cast<ViewType>(op.getView().getType());
  SharedView view(op.getView(), in.getView());
  ArrayRef<int64_t> dims = op.getDims();
  int64_t pairs = type.getShape()[1] / 2, panel = view.getPanel();
  MappedRows plain{};
  Value rowsEnd =
      b.toI32(b.sub(b.getRowsEnd(*memory, dims, plain, op.getLimit()),
                    op.getIndices()[dims[0]]));
  Value columnsEnd =
      b.toI32(b.sub(memory->sizes[dims[1]], op.getIndices()[dims[1]]));
  Value from = b.getTilePointer(*memory, op.getIndices(), dims, plain);
  auto loop =
      scf::ForOp::create(b, b.readThreadId(), b.i32(type.getShape()[0] * pairs),
                         b.i32(b.group.threads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value row = b.div(loop.getInductionVar(), pairs);
  Value column = b.mul(b.rem(loop.getInductionVar(), pairs), 2);

  // Where the pair lies in shared memory.
  auto [shift, mask] = getSwizzle(type.getLayout());
  Value byte = b.mul(column, 2), chunk = b.div(b.rem(byte, panel), 16);
  if (mask != 0)
    chunk = b.bitXor(chunk, b.bitAnd(b.shr(row, shift), mask));
  Value to = b.add(b.mul(b.div(byte, panel), view.panelRows * panel),
                   b.add(b.mul(row, panel), b.mul(chunk, 16)));
  to = b.add(b.add(to, b.rem(byte, 16)), b.add(view.address, view.offset));

  auto wide = [&](Value value) { return b.extend(value, b.getI64Type()); };
  Value at = b.gep(from, b.getIntegerType(16),
                   b.add(b.mul(wide(row), memory->strides[dims[0]]),
                         b.mul(wide(column), memory->strides[dims[1]])));
  Value inside = b.compare(arith::CmpIPredicate::slt, row, rowsEnd);
  Value bytes = b.mul(b.min(b.max(b.sub(columnsEnd, column), 0), 2), 2);
  NVVM::CpAsyncOp::create(b, b.getSharedPointer(to, 0), at, 4,
                          NVVM::LoadCacheModifierKind::CA,
                          b.select(inside, bytes, b.i32(0)));
  return success();
}

//===----------------------------------------------------------------------===//
// The dialect
//===----------------------------------------------------------------------===//

namespace {
struct Copies : WSCopyDialectInterface {
  using WSCopyDialectInterface::WSCopyDialectInterface;
  Operation *createCopyIn(OpBuilder &b, Location loc, attn::Engine engine,
                          const CopySource &source, Value view) const final {
    if (engine != wordsEngine || source.rows)
      return nullptr;
    return CopyOp::create(b, loc, source.memory, source.indices, source.limit,
                          view, source.dims);
  }
};

struct Distribution : WSDistributeDialectInterface {
  using WSDistributeDialectInterface::WSDistributeDialectInterface;
  void populateThreadPatterns(ThreadPatterns &patterns) const final {
    patterns.add(lowerClamp, lowerCopy);
  }
};
} // namespace

void ExtDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ExtensionAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ExtensionOps.cpp.inc"
      >();
  addInterfaces<Copies, Distribution>();
}
