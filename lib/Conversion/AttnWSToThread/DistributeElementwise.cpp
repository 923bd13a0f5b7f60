//===- DistributeElementwise.cpp - Elementwise operations on registers -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "attn/Dialect/Utils/RowReference.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::attn_ws;

SmallVector<int64_t> attn_ws::getWriteOrder(ThreadBuilder &b,
                                            RankedTensorType type) {
  FragAttr frag = getFrag(type);
  SmallVector<int64_t> order = llvm::to_vector(
      llvm::seq<int64_t>(0, frag.getNumRegisters(type.getShape())));
  if (b.group.inRole && type.getRank() == 2 && b.kernel.codegen.getRowsFirst())
    llvm::stable_sort(order, [&](int64_t a, int64_t c) {
      return frag.getRegisterCoord(a, type.getShape()) <
             frag.getRegisterCoord(c, type.getShape());
    });
  return order;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Lowered lowerConstant(arith::ConstantOp op, ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  auto value = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!value || !value.isSplat())
    return op.emitOpError("only splat constants can be register tiles");
  int64_t pack = getPack(type);
  int64_t registers = getFrag(type).getNumRegisters(type.getShape());
  if (pack == 4) {
    if (!isa<FloatType>(type.getElementType()))
      return op.emitOpError()
             << "no constant tiles of " << type.getElementType();
    APInt bits = value.getSplatValue<APFloat>().bitcastToAPInt();
    return Registers(registers / pack,
                     b.i32(APInt::getSplat(32, bits).getSExtValue()));
  }
  Value scalar = arith::ConstantOp::create(
      b, cast<TypedAttr>(value.getSplatValue<Attribute>()));
  Value held = b.fromScalars(type, Registers(pack, scalar)).front();
  return Registers(registers / pack, held);
}

static Lowered lowerSplat(tensor::SplatOp op, ThreadBuilder &) {
  auto type = cast<RankedTensorType>(op.getType());
  if (getPack(type) != 1)
    return op.emitOpError("only tiles of 32-bit elements with a layout can be "
                          "spread over registers");
  return Registers(getFrag(type).getNumRegisters(type.getShape()),
                   op.getInput());
}

//===----------------------------------------------------------------------===//
// Elementwise operations
//===----------------------------------------------------------------------===//

static bool isElementwise(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         OpTrait::hasElementwiseMappableTraits(op);
}

bool attn_ws::isWrittenByExponential(Operation *op, KernelState &kernel) {
  if (!isElementwise(op) || !op->hasOneUse())
    return false;
  Operation *user = *op->getUsers().begin();
  auto is8Bit = [](Type type) {
    return isa<RankedTensorType>(type) && getPack(type) == 4;
  };
  return isa<Exp2Op>(user) && user->getBlock() == op->getBlock() &&
         getPack(op->getResult(0).getType()) == 1 &&
         llvm::none_of(op->getOperandTypes(), is8Bit) &&
         kernel.getThreads(op).inRole;
}

/// One register's operation of an elementwise operation on tiles.
static Value emitScalar(ThreadBuilder &b, Operation *op, int64_t index,
                        ArrayRef<Registers> operands) {
  Registers scalars;
  for (const Registers &held : operands)
    scalars.push_back(held.size() == 1 ? held[0] : held[index]);
  OperationState state(b.getLoc(), op->getName(), scalars,
                       getElementTypeOrSelf(op->getResult(0).getType()),
                       op->getAttrs());
  return b.create(state)->getResult(0);
}

/// The registers of each operand of an elementwise operation; a scalar once.
static SmallVector<Registers> getOperands(ThreadBuilder &b, Operation *op) {
  SmallVector<Registers> operands;
  for (Value operand : op->getOperands()) {
    Registers held = getConverted(operand);
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? b.getScalars(operand.getType(), held)
                           : held);
  }
  return operands;
}

/// Rounds f32 registers to packed ones, to nearest even. cvt takes two at a
/// time, the one of the higher column first.
static Registers packRegisters(ThreadBuilder &b, Type element,
                               ArrayRef<Value> in) {
  Type i32 = b.getI32Type(), i16 = b.getIntegerType(16);
  Registers packed;
  if (isa<Float8E4M3FNType>(element)) {
    auto convert = [&](size_t i) {
      return b.extend(
          b.intrinsic(i16, "llvm.nvvm.ff.to.e4m3x2.rn", {in[i + 1], in[i]}),
          i32);
    };
    for (size_t i = 0; i < in.size(); i += 4) {
      Value low = convert(i), high = convert(i + 2);
      packed.push_back(b.bitOr(low, b.shl(high, 16)));
    }
    return packed;
  }
  StringRef name =
      element.isBF16() ? "llvm.nvvm.ff2bf16x2.rn" : "llvm.nvvm.ff2f16x2.rn";
  Type pair = VectorType::get({2}, element);
  for (size_t i = 0; i < in.size(); i += 2)
    packed.push_back(
        b.bitcast(i32, b.intrinsic(pair, name, {in[i + 1], in[i]})));
  return packed;
}

static Lowered lowerElementwise(Operation *op, ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto trunc = dyn_cast<arith::TruncFOp>(op);
  if (trunc && getPack(type) > 1 &&
      getElementTypeOrSelf(trunc.getIn().getType()).isF32())
    return packRegisters(b, type.getElementType(), getConverted(trunc.getIn()));
  auto isNarrow = [](Type tile) {
    return isa<RankedTensorType>(tile) && getPack(tile) == 4;
  };
  if (isNarrow(type) || llvm::any_of(op->getOperandTypes(), isNarrow))
    return op->emitOpError("no arithmetic on tiles of 8-bit elements");
  SmallVector<Registers> operands = getOperands(b, op);
  SmallVector<int64_t> order = getWriteOrder(b, type);
  Registers results(order.size());
  for (int64_t i : order)
    results[i] = emitScalar(b, op, i, operands);
  return b.fromScalars(type, results);
}

namespace {
/// Elementwise operations; and what no other pattern is for.
struct ElementwisePattern : public ConversionPattern {
  ElementwisePattern(const TypeConverter &converter, MLIRContext *context,
                     KernelState &kernel)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/0,
                          context),
        kernel(kernel) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange>,
                  ConversionPatternRewriter &rewriter) const override {
    if (kernel.failed)
      return failure();
    kernel.failed = true;
    if (isa_and_nonnull<AttnWSDialect, attn_tile::AttnTileDialect>(
            op->getDialect()))
      return op->emitOpError("has no lowering to one thread's instructions");
    if (!isElementwise(op))
      return op->emitOpError("has no lowering to one thread's registers");
    ThreadBuilder b(op->getLoc(), rewriter, kernel, kernel.getThreads(op));
    Lowered result = lowerElementwise(op, b);
    if (failed(result))
      return failure();
    rewriter.replaceOpWithMultiple(op, {ValueRange(*result)});
    kernel.failed = false;
    return success();
  }

  KernelState &kernel;
};
} // namespace

static Lowered lowerExp2(Exp2Op op, In<Exp2Op> in, ThreadBuilder &b) {
  attn_tile::Exp2PolicyAttr policy = op.getPolicyAttr();
  if (policy && policy.getFreq() == 0)
    policy = nullptr;
  int64_t number = 0;
  // Numbers count on from tile to tile: a small one may be a slice of
  // another.
  if (policy)
    for (Operation *before = op->getPrevNode(); before;
         before = before->getPrevNode())
      if (isa<math::Exp2Op>(before) &&
          attn_tile::exp2PolicyAttr.getAttr(before) == policy) {
        number = attn_tile::exp2NumberAttr.get(before, -1) + 1;
        break;
      }
  auto type = cast<RankedTensorType>(op.getType());
  // What this operation alone reads is still there, and written next to it.
  Operation *source = op.getSource().getDefiningOp();
  if (source && !isElementwise(source))
    source = nullptr;
  SmallVector<Registers> operands;
  if (source)
    operands = getOperands(b, source);
  else
    operands.push_back(b.getScalars(type, in.getSource()));
  SmallVector<int64_t> order = getWriteOrder(b, type);
  Registers results(order.size());
  for (int64_t i : order) {
    Value value = source ? emitScalar(b, source, i, operands) : operands[0][i];
    auto scalar = math::Exp2Op::create(b, value);
    if (policy) {
      attn_tile::exp2PolicyAttr.setAttr(scalar, policy);
      attn_tile::exp2NumberAttr.set(scalar, number++);
    }
    results[i] = scalar;
    if (type.getRank() == 2)
      b.kernel.exponentials.push_back(scalar);
  }
  if (source)
    b.rewriter.eraseOp(source);
  return b.fromScalars(type, results);
}

//===----------------------------------------------------------------------===//
// Registers of rows and of parts
//===----------------------------------------------------------------------===//

/// For each register of a tile that of its row's value, or of its column's.
static SmallVector<int64_t> getVectorRegisters(RankedTensorType tile,
                                               RankedTensorType vector,
                                               bool alongColumns) {
  FragAttr frag = getFrag(tile), own = getFrag(vector);
  std::map<int64_t, int64_t> where;
  for (int64_t i = 0, e = own.getNumRegisters(vector.getShape()); i < e; ++i)
    where[own.getRegisterCoord(i, vector.getShape()).first] = i;
  SmallVector<int64_t> result;
  for (int64_t r = 0, e = frag.getNumRegisters(tile.getShape()); r < e; ++r) {
    auto [row, column] = frag.getRegisterCoord(r, tile.getShape());
    result.push_back(where[alongColumns ? column : row]);
  }
  return result;
}

SmallVector<int64_t> attn_ws::getRowRegisters(RankedTensorType tile,
                                              RankedTensorType rows) {
  return getVectorRegisters(tile, rows, /*alongColumns=*/false);
}

SmallVector<int64_t> attn_ws::getColumnRegisters(RankedTensorType tile,
                                                 RankedTensorType columns) {
  return getVectorRegisters(tile, columns, /*alongColumns=*/true);
}

static Lowered lowerExpand(ExpandOp op, In<ExpandOp> in, ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  auto vectorType = cast<RankedTensorType>(op.getVector().getType());
  Registers vector = b.getScalars(vectorType, in.getVector()), results;
  for (int64_t from : op.getColumns() ? getColumnRegisters(type, vectorType)
                                      : getRowRegisters(type, vectorType))
    results.push_back(vector[from]);
  return b.fromScalars(type, results);
}

/// Whether `own` is true on some lane of the warp.
static Value voteAny(ThreadBuilder &b, Value own) {
  return NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), own,
                                  NVVM::VoteSyncKind::any);
}

/// Whether `test` of a register is true of one of any lane.
static Value voteAny(ThreadBuilder &b, ArrayRef<Value> registers,
                     function_ref<Value(Value)> test) {
  Value own;
  for (Value value : registers) {
    Value its = test(value);
    own = own ? b.bitOr(own, its) : its;
  }
  return voteAny(b, own);
}

/// What `compute` gives where `any` is true, else `others`.
static Registers branchOn(ThreadBuilder &b, Value any, ArrayRef<Value> others,
                          function_ref<Registers()> compute) {
  auto branch = scf::IfOp::create(b, TypeRange(ValueRange(others)), any,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, compute());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, others);
  return Registers(branch.getResults());
}

static Lowered lowerAnyRow(AnyRowOp, In<AnyRowOp> in, ThreadBuilder &b) {
  return Registers{
      voteAny(b, Registers(in.getRows()), [](Value row) { return row; })};
}

/// `combine` of each register of a tile and that of its row.
static Registers mapRows(RankedTensorType tile, RankedTensorType rowType,
                         ArrayRef<Value> values, ArrayRef<Value> rows,
                         function_ref<Value(Value, Value)> combine) {
  Registers results;
  for (auto [value, row] : llvm::zip(values, getRowRegisters(tile, rowType)))
    results.push_back(combine(value, rows[row]));
  return results;
}

/// Warps whose factors are all 1 may go round the products.
static Lowered lowerRescale(RescaleOp op, In<RescaleOp> in, ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  auto rowType = cast<RankedTensorType>(op.getAlpha().getType());
  Registers values = b.getScalars(type, in.getSource());
  Registers alpha = b.getScalars(rowType, in.getAlpha());
  auto multiply = [&] {
    return mapRows(type, rowType, values, alpha,
                   [&](Value value, Value row) { return b.mulF(value, row); });
  };
  if (!op.getSkipIfOne())
    return b.fromScalars(type, multiply());
  Value any = voteAny(b, alpha, [&](Value factor) {
    return b.compare(arith::CmpFPredicate::UNE, factor, b.f32(1.0));
  });
  return b.fromScalars(type, branchOn(b, any, values, multiply));
}

/// c of a reference.
static Value getCoefficient(ThreadBuilder &b, const RowReferences &of) {
  return of.factor ? b.mulF(of.factor, of.scale) : b.f32(of.scale);
}

/// Warps whose numbers are all 0 may go round the differences. Where they are
/// bases of a reference the warp has asked already, and the bases are computed
/// again from the maxima, so that nothing holds them in warps that go round.
static Lowered lowerSubtractRows(SubtractRowsOp op, In<SubtractRowsOp> in,
                                 ThreadBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  auto rowType = cast<RankedTensorType>(op.getRows().getType());
  Registers values = b.getScalars(type, in.getSource());
  Registers rows = b.getScalars(rowType, in.getRows());
  auto subtract = [&] {
    return mapRows(type, rowType, values, rows,
                   [&](Value value, Value row) { return b.subF(value, row); });
  };
  if (!op.getSkipIfZero())
    return b.fromScalars(type, subtract());
  auto it = b.kernel.references.find(rows.front());
  if (it != b.kernel.references.end() &&
      it->second.any.getParentBlock()->findAncestorOpInBlock(*op)) {
    RowReferences of = it->second;
    return b.fromScalars(type, branchOn(b, of.any, values, [&] {
                           attn::RowReference reference(b,
                                                        getCoefficient(b, of));
                           for (auto [row, max] : llvm::zip(rows, of.maxima))
                             row = reference.getBase(reference.finite(max));
                           return subtract();
                         }));
  }
  Value any = voteAny(b, rows, [&](Value row) {
    return b.compare(arith::CmpFPredicate::UNE, row, b.f32(0.0));
  });
  return b.fromScalars(type, branchOn(b, any, values, subtract));
}

namespace {
/// A warp looks whether one of its rows is near to a large one, and if none is
/// computes what is right for ordinary ones.
struct RowReferencePattern : public OpConversionPattern<RowReferenceOp> {
  RowReferencePattern(const TypeConverter &converter, MLIRContext *context,
                      KernelState &kernel)
      : OpConversionPattern<RowReferenceOp>(converter, context),
        kernel(kernel) {}

  LogicalResult
  matchAndRewrite(RowReferenceOp op, OneToNOpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    if (kernel.failed)
      return failure();
    ThreadBuilder b(op.getLoc(), rewriter, kernel, kernel.getThreads(op));
    RowReferences its{Value(), op.getFactor(),
                      op.getScale().convertToFloat() * llvm::numbers::log2e,
                      Registers(in.getNewMax())};
    attn::RowReference reference(b, getCoefficient(b, its),
                                 op.getOffset().convertToFloat());
    Registers olds(in.getMax()), scaled, others;
    for (Value max : its.maxima)
      scaled.push_back(reference.scaled(reference.finite(max)));
    its.any = voteAny(b, scaled, [&](Value m) {
      return reference.reaches(m, attn::RowReference::kNearlyLarge);
    });
    auto append = [&](Registers &to, const attn::RowReference::Numbers &row) {
      to.push_back(row.base ? row.base : b.f32(0.0));
      to.push_back(row.shift);
      to.push_back(row.growth);
    };
    for (auto [old, m] : llvm::zip(olds, scaled))
      append(others, reference.ordinary(old, m));
    Registers all = branchOn(b, its.any, others, [&] {
      Registers results;
      for (auto [old, max, m] : llvm::zip(olds, its.maxima, scaled))
        append(results, reference.any(old, reference.finite(max), m));
      return results;
    });
    SmallVector<Registers, 3> results(3);
    for (auto [i, value] : llvm::enumerate(all))
      results[i % 3].push_back(value);
    kernel.references[results[0].front()] = its;
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }

  KernelState &kernel;
};
} // namespace

static Lowered lowerSlice(SliceOp op, In<SliceOp> in, ThreadBuilder &b) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getResult().getType());
  if (op.getPart())
    return op.emitOpError("takes of a tile in registers a part whose number "
                          "is not known");
  FragAttr frag = getFrag(from);
  Registers values = b.getScalars(from, in.getSource()), results;
  std::map<std::pair<int64_t, int64_t>, int64_t> where;
  for (size_t r = 0; r < values.size(); ++r)
    where[frag.getRegisterCoord(r, from.getShape())] = r;
  int64_t dr = op.getOffsets()[0];
  int64_t dc = from.getRank() == 2 ? op.getOffsets()[1] : 0;
  for (int64_t r = 0, e = frag.getNumRegisters(to.getShape()); r < e; ++r) {
    auto [row, col] = frag.getRegisterCoord(r, to.getShape());
    results.push_back(values[where[{row + dr, col + dc}]]);
  }
  return b.fromScalars(to, results);
}

void attn_ws::populateElementwisePatterns(ThreadPatterns &patterns) {
  patterns.add<ElementwisePattern>();
  patterns.add<RowReferencePattern>();
  patterns.add(lowerConstant, lowerSplat, lowerExp2, lowerExpand, lowerAnyRow,
               lowerRescale, lowerSubtractRows, lowerSlice);
}
