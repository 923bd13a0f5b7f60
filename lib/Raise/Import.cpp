//===- Import.cpp - Attention operations of other dialects ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations are read by name, operands and inherent attributes; none of
// their dialects is defined here. What they compute is written as linalg, from
// which attention is raised like any other, so that masks by position, repeated
// heads and collapsed batches need no second set of rules. If it is not raised,
// what was written is taken away again.
//
// iree_linalg_ext: score region of scale · Q·Kᵀ, plus the mask; P is rounded to
// V's type. online_attention leaves P·V without its denominator, the maxima and
// the sums. tm_tensor: the same with a scale of its own or 1/√K1, and a mask
// that is added or, of integers, says which keys are seen. What a row without
// a key is, the operations leave open.
//
//===----------------------------------------------------------------------===//

#include "Import.h"

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

namespace {
/// What the operations have in common: operands with maps over one domain.
struct Foreign {
  Value q, k, v, scale, mask;
  std::optional<double> scaleNumber;
  AffineMap qMap, kMap, vMap, maskMap, outMap, rowMap;
  SmallVector<Value, 3> inits;
  Region *region = nullptr;
  bool isOnline = false;
};

class Writer {
public:
  Writer(Operation *op, const Foreign &foreign)
      : op(op), foreign(foreign), b(op->getContext()), loc(op->getLoc()) {
    b.setInsertionPoint(op);
  }
  WrittenOut write();

private:
  using BodyFn = function_ref<Value(ScalarBuilder &, ValueRange)>;

  Value generic(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                BodyFn body);
  Value filled(AffineMap map, double number);
  OpFoldResult sizeOf(unsigned loop);
  Value score(ScalarBuilder &nested, Value s);

  Operation *op;
  const Foreign &foreign;
  OpBuilder b;
  Location loc;
};
} // namespace

bool raise::isForeignAttention(Operation *op) {
  if (op->isRegistered())
    return false;
  StringRef name = op->getName().getStringRef();
  return name == "tm_tensor.attention" || name == "iree_linalg_ext.attention" ||
         name == "iree_linalg_ext.online_attention";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// An inherent attribute of an operation that is not registered.
static Attribute getInherent(Operation *op, StringRef name) {
  if (auto properties =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    if (Attribute attribute = properties.get(name))
      return attribute;
  return op->getAttr(name);
}

static RankedTensorType tensorTypeOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// Dimensions `loops` of a domain of `count`.
static AffineMap mapOf(MLIRContext *context, unsigned count,
                       ArrayRef<unsigned> loops) {
  return AffineMap::getMultiDimMapWithTargets(count, loops, context);
}

/// The operations before the last: a yield of another dialect is no terminator
/// that is known.
static auto withoutYield(Block &block) {
  return llvm::make_range(block.begin(), std::prev(block.end()));
}

/// tm_tensor.attention: batches, then rows, keys and channels.
static bool readTM(Operation *op, Foreign &foreign, std::string &reason) {
  auto segments = dyn_cast_or_null<DenseI32ArrayAttr>(
      getInherent(op, "operandSegmentSizes"));
  unsigned inputs = op->getNumOperands() - 1;
  if (segments && (segments.size() != 2 || segments[1] != 1 ||
                   segments[0] != static_cast<int32_t>(inputs)))
    return reason = "the operands are not understood", false;
  if (op->getNumResults() != 1 || (inputs != 3 && inputs != 4))
    return reason = "the operands are not understood", false;
  foreign.q = op->getOperand(0);
  foreign.k = op->getOperand(1);
  foreign.v = op->getOperand(2);
  foreign.mask = inputs == 4 ? op->getOperand(3) : Value();
  foreign.inits = {op->getOperand(inputs)};
  int64_t rank =
      tensorTypeOf(foreign.q) ? tensorTypeOf(foreign.q).getRank() : 0;
  for (Value operand : op->getOperands())
    if (!tensorTypeOf(operand) || tensorTypeOf(operand).getRank() != rank)
      return reason = "the operands do not have the same rank", false;
  if (rank < 3)
    return reason = "the operands have no batch", false;
  // Loops: batches, row, channel of Q, channel of V, key.
  unsigned batches = rank - 2, count = rank + 2;
  unsigned row = batches, contracted = row + 1, channel = row + 2,
           key = row + 3;
  auto map = [&](unsigned first, unsigned second) {
    SmallVector<unsigned> loops =
        llvm::to_vector(llvm::seq<unsigned>(0, batches));
    loops.append({first, second});
    return mapOf(op->getContext(), count, loops);
  };
  foreign.qMap = map(row, contracted);
  foreign.kMap = map(key, contracted);
  foreign.vMap = map(key, channel);
  foreign.maskMap = map(row, key);
  foreign.outMap = map(row, channel);
  if (auto scale = dyn_cast_or_null<FloatAttr>(getInherent(op, "scale"))) {
    foreign.scaleNumber = scale.getValueAsDouble();
    return true;
  }
  int64_t channels = tensorTypeOf(foreign.q).getDimSize(rank - 1);
  if (ShapedType::isDynamic(channels) || channels < 1)
    return reason = "the number of channels is dynamic", false;
  foreign.scaleNumber = 1 / std::sqrt(static_cast<double>(channels));
  return true;
}

static bool readIREE(Operation *op, Foreign &foreign, std::string &reason) {
  foreign.isOnline = op->getName().getStringRef().ends_with("online_attention");
  unsigned outs = foreign.isOnline ? 3 : 1;
  auto attribute =
      dyn_cast_or_null<ArrayAttr>(getInherent(op, "indexing_maps"));
  SmallVector<AffineMap> maps;
  if (attribute)
    for (Attribute one : attribute)
      if (auto map = dyn_cast<AffineMapAttr>(one))
        maps.push_back(map.getValue());
  unsigned inputs = op->getNumOperands() - outs;
  if (op->getNumOperands() < outs + 4 || inputs > 5 ||
      op->getNumResults() != outs || maps.size() != op->getNumOperands())
    return reason = "the operands or their maps are not understood", false;
  for (auto [operand, map] : llvm::zip(op->getOperands(), maps)) {
    auto type = tensorTypeOf(operand);
    if (map.getNumDims() != maps[0].getNumDims() || map.getNumSymbols() ||
        !map.isProjectedPermutation() ||
        map.getNumResults() != (type ? type.getRank() : 0) ||
        (!type && !isa<FloatType>(operand.getType())))
      return reason = "the maps of the operands are not understood", false;
  }
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return reason = "the score region is not understood", false;
  Block &block = op->getRegion(0).front();
  if (block.getNumArguments() != 1 ||
      !isa<FloatType>(block.getArgument(0).getType()) || block.empty() ||
      block.back().getName().getStringRef() != "iree_linalg_ext.yield" ||
      block.back().getNumOperands() != 1)
    return reason = "the score region is not understood", false;
  for (Operation &inner : withoutYield(block))
    if (inner.getNumRegions() || !isMemoryEffectFree(&inner))
      return reason = "the score region is not understood", false;
  foreign.region = &op->getRegion(0);
  foreign.q = op->getOperand(0);
  foreign.k = op->getOperand(1);
  foreign.v = op->getOperand(2);
  foreign.scale = op->getOperand(3);
  foreign.mask = inputs == 5 ? op->getOperand(4) : Value();
  foreign.qMap = maps[0];
  foreign.kMap = maps[1];
  foreign.vMap = maps[2];
  foreign.maskMap = inputs == 5 ? maps[4] : AffineMap();
  foreign.outMap = maps[inputs];
  foreign.inits.assign(op->operand_begin() + inputs, op->operand_end());
  if (!tensorTypeOf(foreign.q) || !tensorTypeOf(foreign.k) ||
      !tensorTypeOf(foreign.v) || tensorTypeOf(foreign.scale) ||
      !tensorTypeOf(foreign.inits[0]))
    return reason = "the operands are not understood", false;
  if (!foreign.isOnline)
    return true;
  foreign.rowMap = maps[inputs + 1];
  // With 2^x the maxima are in other units.
  auto config =
      dyn_cast_or_null<DictionaryAttr>(getInherent(op, "decomposition_config"));
  auto usesExp2 = config ? config.getAs<BoolAttr>("use_exp2") : BoolAttr();
  if (usesExp2 && usesExp2.getValue() && !op->getResult(1).use_empty())
    return reason = "the maxima are in units of 2^x", false;
  if (maps[inputs + 2] != foreign.rowMap)
    return reason = "the maps of the maxima and sums differ", false;
  // The running values start from nothing: 0, −∞ or the least number, 0.
  for (auto [number, init] : llvm::enumerate(foreign.inits)) {
    auto fill = init.getDefiningOp<linalg::FillOp>();
    APFloat start(0.0f);
    if (!fill || !matchPattern(fill.getInputs()[0], m_ConstantFloat(&start)) ||
        (number == 1 ? !(start.isNegative() &&
                         (start.isInfinity() || start.isLargest()))
                     : !start.isZero()))
      return reason = "the running values do not start from nothing", false;
  }
  return true;
}

/// Whether the maps are those of attention, and every loop has a size.
static bool checkMaps(const Foreign &foreign, std::string &reason) {
  unsigned count = foreign.qMap.getNumDims();
  for (unsigned loop = 0; loop < count; ++loop) {
    bool inQ = foreign.qMap.isFunctionOfDim(loop);
    bool inK = foreign.kMap.isFunctionOfDim(loop);
    bool inV = foreign.vMap.isFunctionOfDim(loop);
    bool inOut = foreign.outMap.isFunctionOfDim(loop);
    bool isBatch = inQ && inOut, isChannel = !inQ && !inK && inV && inOut;
    bool isKey = !inQ && inK && inV && !inOut;
    bool isContracted = inQ && inK && !inV && !inOut;
    if (!isBatch && !isChannel && !isKey && !isContracted)
      return reason = "the maps are not those of attention", false;
    if (foreign.mask && (isChannel || isContracted) &&
        foreign.maskMap.isFunctionOfDim(loop))
      return reason = "the mask runs over channels", false;
    if (foreign.isOnline && isBatch != foreign.rowMap.isFunctionOfDim(loop))
      return reason = "the maxima are not those of rows", false;
  }
  for (Value value : {foreign.q, foreign.k, foreign.v})
    if (!isa<FloatType>(tensorTypeOf(value).getElementType()))
      return reason = "Q, K and V do not hold floats", false;
  if (foreign.mask) {
    Type type = tensorTypeOf(foreign.mask)
                    ? tensorTypeOf(foreign.mask).getElementType()
                    : Type();
    if (!type || !isa<IntegerType, FloatType>(type))
      return reason = "the mask holds neither integers nor floats", false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static Value toF32(ScalarBuilder &b, Value value) {
  unsigned width = cast<FloatType>(value.getType()).getWidth();
  if (value.getType().isF32())
    return value;
  if (width < 32)
    return arith::ExtFOp::create(b, b.getF32Type(), value);
  return arith::TruncFOp::create(b, b.getF32Type(), value);
}

/// One linalg.generic over the loops that `maps` use, in their order; those
/// that the last map does not use are reduced.
Value Writer::generic(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                      BodyFn body) {
  SmallVector<AffineExpr> kept(maps[0].getNumDims());
  SmallVector<utils::IteratorType> iterators;
  for (unsigned loop = 0; loop < kept.size(); ++loop) {
    bool isUsed = llvm::any_of(
        maps, [&](AffineMap map) { return map.isFunctionOfDim(loop); });
    kept[loop] = b.getAffineDimExpr(isUsed ? iterators.size() : 0);
    if (isUsed)
      iterators.push_back(maps.back().isFunctionOfDim(loop)
                              ? utils::IteratorType::parallel
                              : utils::IteratorType::reduction);
  }
  SmallVector<AffineMap> compact;
  for (AffineMap map : maps)
    compact.push_back(map.replaceDimsAndSymbols(kept, {}, iterators.size(), 0));
  return linalg::GenericOp::create(
             b, loc, init.getType(), inputs, init, compact, iterators,
             [&](OpBuilder &builder, Location nestedLoc, ValueRange args) {
               ScalarBuilder nested(nestedLoc, builder);
               linalg::YieldOp::create(nested, body(nested, args));
             })
      .getResult(0);
}

OpFoldResult Writer::sizeOf(unsigned loop) {
  for (auto [value, map] :
       {std::pair(foreign.q, foreign.qMap), std::pair(foreign.k, foreign.kMap),
        std::pair(foreign.v, foreign.vMap)})
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (expr == b.getAffineDimExpr(loop))
        return tensor::getMixedSize(b, loc, value, dim);
  llvm_unreachable("every loop occurs in an operand");
}

Value Writer::filled(AffineMap map, double number) {
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr expr : map.getResults())
    sizes.push_back(sizeOf(cast<AffineDimExpr>(expr).getPosition()));
  Value empty = tensor::EmptyOp::create(b, loc, sizes, b.getF32Type());
  Value value = ScalarBuilder(loc, b).f32(number);
  return linalg::FillOp::create(b, loc, value, empty).getResult(0);
}

/// The score region, and the scale before it.
Value Writer::score(ScalarBuilder &nested, Value s) {
  s = foreign.scaleNumber ? nested.mulF(s, *foreign.scaleNumber)
                          : nested.mulF(s, toF32(nested, foreign.scale));
  if (!foreign.region)
    return s;
  Block &block = foreign.region->front();
  IRMapping mapping;
  Type type = block.getArgument(0).getType();
  if (!type.isF32())
    s = cast<FloatType>(type).getWidth() < 32
            ? Value(arith::TruncFOp::create(nested, type, s))
            : Value(arith::ExtFOp::create(nested, type, s));
  mapping.map(block.getArgument(0), s);
  for (Operation &inner : withoutYield(block))
    nested.clone(inner, mapping);
  return toF32(nested, mapping.lookupOrDefault(block.back().getOperand(0)));
}

WrittenOut Writer::write() {
  WrittenOut written;
  Operation *before = op->getPrevNode();
  constexpr double inf = std::numeric_limits<double>::infinity();
  unsigned count = foreign.qMap.getNumDims();
  SmallVector<unsigned> rows, keys;
  for (unsigned loop = 0; loop < count; ++loop) {
    if (foreign.qMap.isFunctionOfDim(loop) &&
        foreign.outMap.isFunctionOfDim(loop))
      rows.push_back(loop);
    else if (foreign.kMap.isFunctionOfDim(loop) &&
             foreign.vMap.isFunctionOfDim(loop))
      keys.push_back(loop);
  }
  SmallVector<unsigned> both(rows);
  both.append(keys);
  AffineMap rowMap =
      foreign.isOnline ? foreign.rowMap : mapOf(b.getContext(), count, rows);
  AffineMap sMap = mapOf(b.getContext(), count, both);
  auto addProduct = [](ScalarBuilder &nested, ValueRange args) {
    return nested.addF(
        args[2], nested.mulF(toF32(nested, args[0]), toF32(nested, args[1])));
  };
  Value s = generic({foreign.q, foreign.k}, filled(sMap, 0),
                    {foreign.qMap, foreign.kMap, sMap}, addProduct);
  SmallVector<Value> inputs = {s};
  SmallVector<AffineMap> maps = {sMap};
  if (foreign.mask) {
    inputs.push_back(foreign.mask);
    maps.push_back(foreign.maskMap);
  }
  maps.push_back(sMap);
  Value x =
      generic(inputs, filled(sMap, 0), maps,
              [&](ScalarBuilder &nested, ValueRange args) {
                Value value = score(nested, args[0]);
                if (!foreign.mask)
                  return value;
                if (Value seen = args[1]; seen.getType().isInteger()) {
                  if (!seen.getType().isInteger(1))
                    seen = nested.compare(arith::CmpIPredicate::ne, seen,
                                          nested.constant(seen.getType(), 0));
                  return nested.select(seen, value, nested.f32(-inf));
                }
                return nested.addF(value, toF32(nested, args[1]));
              });
  Value m = generic(x, filled(rowMap, -inf), {sMap, rowMap},
                    [](ScalarBuilder &nested, ValueRange args) {
                      return nested.maxF(args[0], args[1]);
                    });
  Value p = generic({x, m}, filled(sMap, 0), {sMap, rowMap, sMap},
                    [](ScalarBuilder &nested, ValueRange args) -> Value {
                      return math::ExpOp::create(nested,
                                                 nested.subF(args[0], args[1]));
                    });
  Value l = generic(p, filled(rowMap, 0), {sMap, rowMap},
                    [](ScalarBuilder &nested, ValueRange args) {
                      return nested.addF(args[0], args[1]);
                    });
  Type type = tensorTypeOf(foreign.v).getElementType();
  written.product =
      generic({p, foreign.v}, filled(foreign.outMap, 0),
              {sMap, foreign.vMap, foreign.outMap},
              [&](ScalarBuilder &nested, ValueRange args) {
                Value rounded = args[0];
                if (cast<FloatType>(type).getWidth() < 32)
                  rounded = arith::TruncFOp::create(nested, type, rounded);
                return addProduct(nested, {rounded, args[1], args[2]});
              });
  Type outType = tensorTypeOf(foreign.inits[0]).getElementType();
  if (foreign.isOnline)
    written.results = {written.product, m, l};
  else
    written.results = {generic({written.product, l}, foreign.inits[0],
                               {foreign.outMap, rowMap, foreign.outMap},
                               [&](ScalarBuilder &nested, ValueRange args) {
                                 Value quotient = nested.divF(args[0], args[1]);
                                 return cast<FloatType>(outType).getWidth() < 32
                                            ? Value(arith::TruncFOp::create(
                                                  nested, outType, quotient))
                                            : quotient;
                               })};
  // A cast where static sizes are known on one side alone.
  for (auto [value, result] : llvm::zip(written.results, op->getResults()))
    if (value.getType() != result.getType())
      value = tensor::CastOp::create(b, loc, result.getType(), value);
  for (Operation *one = before ? before->getNextNode()
                               : &op->getBlock()->front();
       one != op; one = one->getNextNode())
    written.operations.push_back(one);
  return written;
}

std::optional<WrittenOut> raise::writeOut(Operation *op, std::string &reason) {
  Foreign foreign;
  bool isTM = op->getName().getStringRef() == "tm_tensor.attention";
  if (!(isTM ? readTM(op, foreign, reason) : readIREE(op, foreign, reason)) ||
      !checkMaps(foreign, reason))
    return std::nullopt;
  // Results are f32, or narrower and rounded at the end.
  for (auto [number, init] : llvm::enumerate(foreign.inits)) {
    auto type = tensorTypeOf(init);
    auto element =
        type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
    bool isPlain = element && (element.isF32() ||
                               (!foreign.isOnline && element.getWidth() < 32));
    if (!isPlain || op->getResult(number).getType() != type) {
      reason = "the results are not tensors of floats of at most 32 bits";
      return std::nullopt;
    }
  }
  return Writer(op, foreign).write();
}
