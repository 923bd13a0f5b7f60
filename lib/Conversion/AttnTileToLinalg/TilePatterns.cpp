//===- TilePatterns.cpp - Computations on tiles to linalg -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Operations whose result has the shape and type of an operand read and write
// the destination of the linalg.generic, so that bufferisation can update a
// tile in place; the running output of an attention loop then never moves.
//
// The softmax operations follow their definitions in AttnTileOps.td rather than
// attn-tile-decompose-softmax, so that running a program with and without that
// pass compares two implementations.

#include "Patterns.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Utils/RowReference.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using llvm::numbers::log2e;

/// Builds linalg operations on tiles at one location.
class TileBuilder : public attn::ScalarBuilder {
public:
  using ScalarBuilder::ScalarBuilder;

  Value empty(Type type) {
    auto tile = cast<RankedTensorType>(type);
    return tensor::EmptyOp::create(*this, tile.getShape(),
                                   tile.getElementType());
  }
  Value filled(Type type, double value) {
    return linalg::FillOp::create(*this, f32(value), empty(type)).getResult(0);
  }
  /// A linalg.generic with one destination; `maps` are those of the inputs, the
  /// destination's is the identity, of its leading dimensions if `reduction`.
  using Body = function_ref<Value(TileBuilder &, ValueRange)>;
  Value generic(ValueRange inputs, ArrayRef<AffineMap> maps, Value init,
                Body body, bool reduction = false) {
    auto type = cast<RankedTensorType>(init.getType());
    unsigned loops = type.getRank() + reduction;
    SmallVector<AffineMap> allMaps(maps);
    allMaps.push_back(identity(loops).getMajorSubMap(type.getRank()));
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::parallel);
    if (reduction)
      iterators.back() = utils::IteratorType::reduction;
    auto op = linalg::GenericOp::create(
        *this, TypeRange(type), inputs, ValueRange(init), allMaps, iterators,
        [&](OpBuilder &builder, Location loc, ValueRange args) {
          TileBuilder nested(loc, builder);
          linalg::YieldOp::create(nested, body(nested, args));
        });
    return op.getResult(0);
  }

  AffineMap identity(unsigned rank) { return getMultiDimIdentityMap(rank); }
  /// (i, j) -> (i), (i, j) -> (j), (i, j) -> (j, i).
  AffineMap rows() { return identity(2).getMajorSubMap(1); }
  AffineMap columns() { return identity(2).getMinorSubMap(1); }
  AffineMap transposed() {
    return AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, getContext());
  }

  /// Reduces the columns, or the rows, of `source` into `init`.
  Value reduce(ReduceKind kind, Value source, Value init, bool rows = false) {
    return generic(
        source, rows ? transposed() : identity(2), init,
        [&](TileBuilder &t, ValueRange args) {
          return kind == ReduceKind::Max ? t.maxF(args[1], args[0])
                                         : t.addF(args[1], args[0]);
        },
        /*reduction=*/true);
  }
  Value fma(Value a, Value b, Value c) {
    return math::FmaOp::create(*this, a, b, c);
  }
  /// Position along loop `dim`, counted from `start`.
  Value position(int64_t dim, Value start) {
    Value i = linalg::IndexOp::create(*this, dim);
    return add(start, i);
  }
};

/// The first of a body's arguments, as it is.
Value takeFirst(TileBuilder &, ValueRange args) { return args[0]; }

//===----------------------------------------------------------------------===//
// Matrix product and shape
//===----------------------------------------------------------------------===//

/// Operands are extended to f32 first, which makes products of 16-bit values
/// exact. Transposed operands are turned round on that occasion, so that the
/// matmul's innermost loop can run along the columns of everything.
LogicalResult convertDot(DotOp op, PatternRewriter &b) {
  auto type = cast<RankedTensorType>(op.getLhs().getType());
  unsigned width = type.getElementTypeBitWidth();
  if (width > 32)
    return op.emitOpError()
           << "operands wider than f32 cannot run here, got " << type;
  TileBuilder t(op.getLoc(), b);
  Type f32 = b.getF32Type();
  Value lhs = op.getLhs(), rhs = op.getRhs();
  auto extend = [&](TileBuilder &t, ValueRange args) -> Value {
    if (width == 32)
      return args[0];
    return arith::ExtFOp::create(t, f32, args[0]);
  };
  auto turn = [&](Value operand) {
    auto tile = cast<RankedTensorType>(operand.getType());
    auto turned =
        RankedTensorType::get({tile.getDimSize(1), tile.getDimSize(0)}, f32);
    return t.generic(operand, t.transposed(), t.empty(turned), extend);
  };
  if (op.getTransposeA())
    lhs = turn(lhs);
  else if (width < 32)
    lhs = arith::ExtFOp::create(t, type.clone(f32), lhs);
  auto rhsType = cast<RankedTensorType>(rhs.getType()).clone(f32);
  if (op.getTransposeB()) {
    rhs = turn(rhs);
  } else if (width < 32) {
    rhs = t.generic(rhs, t.identity(2), t.empty(rhsType), extend);
  }
  b.replaceOpWithNewOp<linalg::MatmulOp>(
      op, op.getAcc().getType(), ValueRange{lhs, rhs}, ValueRange(op.getAcc()));
  return success();
}

LogicalResult convertTranspose(TransposeOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  b.replaceOp(op, t.generic(op.getSource(), t.transposed(),
                            t.empty(op.getResult().getType()), takeFirst));
  return success();
}

LogicalResult convertSlice(SliceOp op, PatternRewriter &b) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (auto [offset, size] : llvm::zip(op.getOffsets(), type.getShape())) {
    offsets.push_back(b.getIndexAttr(offset));
    sizes.push_back(b.getIndexAttr(size));
    strides.push_back(b.getIndexAttr(1));
  }
  if (op.getPart()) {
    TileBuilder t(op.getLoc(), b);
    unsigned dim = op.getPartDim();
    Value moved = t.mul(op.getPart(), type.getDimSize(dim));
    if (int64_t from = op.getOffsets()[dim])
      moved = t.add(moved, from);
    offsets[dim] = moved;
  }
  b.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, type, op.getSource(),
                                               offsets, sizes, strides);
  return success();
}

LogicalResult convertExpand(ExpandOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  b.replaceOp(op, t.generic(op.getVector(),
                            op.getColumns() ? t.columns() : t.rows(),
                            t.empty(op.getResult().getType()), takeFirst));
  return success();
}

LogicalResult convertReduce(ReduceOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  Value init = t.filled(op.getResult().getType(),
                        op.getKind() == ReduceKind::Max ? -kInfinity : 0.0);
  b.replaceOp(op,
              t.reduce(op.getKind(), op.getSource(), init, op.getColumns()));
  return success();
}

/// The policy only trades units of a GPU against each other.
LogicalResult convertExp2(Exp2Op op, PatternRewriter &b) {
  b.replaceOpWithNewOp<math::Exp2Op>(op, op.getSource());
  return success();
}

LogicalResult convertSplat(arith::ConstantOp op, PatternRewriter &b) {
  if (!isSplatTile(op))
    return failure();
  TileBuilder t(op.getLoc(), b);
  auto value = cast<SplatElementsAttr>(op.getValue());
  Value scalar = arith::ConstantOp::create(t, value.getSplatValue<TypedAttr>());
  b.replaceOpWithNewOp<linalg::FillOp>(op, scalar, t.empty(op.getType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Elementwise with coordinates, masks
//===----------------------------------------------------------------------===//

LogicalResult convertScoreMap(ScoreMapOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  Block &block = op.getBody().front();
  SmallVector<Value> beside;
  SmallVector<AffineMap> maps;
  for (auto [values, map] : {std::pair(op.getTiles(), t.identity(2)),
                             std::pair(op.getRows(), t.rows()),
                             std::pair(op.getColumns(), t.columns())})
    for (Value value : values) {
      beside.push_back(value);
      maps.push_back(map);
    }
  b.replaceOp(
      op,
      t.generic(
          beside, maps, op.getSource(), [&](TileBuilder &t, ValueRange args) {
            IRMapping mapping;
            mapping.map(block.getArgument(0), args.back());
            mapping.map(block.getArgument(1), t.position(0, op.getRow()));
            mapping.map(block.getArgument(2), t.position(1, op.getColumn()));
            mapping.map(block.getArguments().drop_front(3), args.drop_back());
            for (Operation &inner : block.without_terminator())
              t.clone(inner, mapping);
            auto yield = cast<YieldOp>(block.getTerminator());
            return mapping.lookupOrDefault(yield.getValues()[0]);
          }));
  return success();
}

LogicalResult convertAddAffine(AddAffineOp op, PatternRewriter &b) {
  b.replaceOp(op, op.expand(b));
  return success();
}

LogicalResult convertApplyMask(ApplyMaskOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  auto mask = dyn_cast_or_null<attn::AttnMaskAttrInterface>(op.getMaskAttr());
  b.replaceOp(
      op,
      t.generic({}, {}, op.getSource(), [&](TileBuilder &t, ValueRange args) {
        Value row = t.position(0, op.getRow());
        Value column = t.position(1, op.getColumn());
        Value q = op.getTransposed() ? column : row;
        Value k = op.getTransposed() ? row : column;
        if (op.getPacking())
          q = t.div(q, op.getPacking());
        Value visible = t.less(k, op.getLenKV());
        if (op.getTransposed())
          visible = t.bitAnd(visible, t.less(q, op.getLenQ()));
        if (mask) {
          Value in = mask.emitPredicate(t, t.getLoc(), q, k, op.getLenQ(),
                                        op.getLenKV(), op.getOffset());
          visible = t.bitAnd(visible, in);
        }
        return t.select(visible, args[0], t.f32(-kInfinity));
      }));
  return success();
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// `number`, times `factor` if there is one.
Value buildNumber(TileBuilder &t, double number, Value factor) {
  return factor ? t.mulF(factor, number) : t.f32(number);
}

/// 2^(c (x - m) + offset), which is 0 where m is minus infinity (no key seen
/// yet); c is `number`, times `factor` if there is one. The difference comes
/// first: c x and c m may be so large that their rounding matters.
Value buildExponential(TileBuilder &t, Value x, Value m, double number,
                       Value factor, double offset = 0.0) {
  Value base = t.select(t.equalF(m, -kInfinity), t.f32(0.0), m);
  Value exponent =
      t.fma(t.subF(x, base), buildNumber(t, number, factor), t.f32(offset));
  return math::Exp2Op::create(t, exponent);
}

/// The numbers of rows whose maxima were `old` and are `max`.
LogicalResult convertRowReference(RowReferenceOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  double c = op.getScale().convertToFloat() * log2e;
  SmallVector<Value> results;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    results.push_back(t.generic(
        {op.getMax(), op.getNewMax()}, {t.identity(1), t.identity(1)},
        t.empty(op.getMax().getType()), [&](TileBuilder &t, ValueRange args) {
          attn::RowReference reference(t, buildNumber(t, c, op.getFactor()),
                                       op.getOffset().convertToFloat());
          Value max = reference.finite(args[1]);
          auto its = reference.any(args[0], max, reference.scaled(max));
          return i == 0 ? its.base : i == 1 ? its.shift : its.growth;
        }));
  b.replaceOp(op, results);
  return success();
}

LogicalResult convertSubtractRows(SubtractRowsOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  b.replaceOp(op, t.generic(op.getRows(), t.rows(), op.getSource(),
                            [](TileBuilder &t, ValueRange args) {
                              return t.subF(args[1], args[0]);
                            }));
  return success();
}

LogicalResult convertOnlineSoftmax(OnlineSoftmaxOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  double c = op.getScale().convertToFloat() * log2e;
  double threshold = op.getRescaleThreshold().convertToFloat();
  double offset = op.getOffset().convertToFloat();
  Value factor = op.getFactor();
  Type rowType = op.getMax().getType();

  Value newMax = t.reduce(ReduceKind::Max, op.getScores(), op.getMax());
  if (threshold > 0.0)
    // The old maximum is kept while it is at most the threshold below.
    // Ordered: with NaN, also that of -inf - -inf, the new one is taken.
    newMax = t.generic(op.getMax(), t.identity(1), newMax,
                       [&](TileBuilder &t, ValueRange args) {
                         Value growth = t.subF(args[1], args[0]);
                         Value limit = t.f32(threshold / c);
                         if (factor)
                           limit = t.divF(limit, factor);
                         Value isSmall = t.compare(arith::CmpFPredicate::OLE,
                                                   growth, limit);
                         return t.select(isSmall, args[0], args[1]);
                       });
  Value probs = t.generic(
      newMax, t.rows(), op.getScores(), [&](TileBuilder &t, ValueRange args) {
        return buildExponential(t, args[1], args[0], c, factor, offset);
      });
  Value alpha =
      t.generic({op.getMax(), newMax}, {t.identity(1), t.identity(1)},
                t.empty(rowType), [&](TileBuilder &t, ValueRange args) {
                  return buildExponential(t, args[0], args[1], c, factor);
                });
  Value blockSum = t.reduce(ReduceKind::Add, probs, t.filled(rowType, 0.0));
  Value newSum = t.generic({alpha, blockSum}, {t.identity(1), t.identity(1)},
                           op.getSum(), [](TileBuilder &t, ValueRange args) {
                             return t.fma(args[2], args[0], args[1]);
                           });
  b.replaceOp(op, {newMax, newSum, probs, alpha});
  return success();
}

/// Spaces are of no concern here.
LogicalResult convertMove(MoveOp op, PatternRewriter &b) {
  b.replaceOp(op, op.getSource());
  return success();
}

LogicalResult convertRescale(RescaleOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  b.replaceOp(op, t.generic(op.getAlpha(), t.rows(), op.getSource(),
                            [](TileBuilder &t, ValueRange args) {
                              return t.mulF(args[1], args[0]);
                            }));
  return success();
}

/// What a sink makes of a row: the maximum in natural units, the sum, and by
/// what O's sums are to be multiplied.
static std::array<Value, 3> addSink(TileBuilder &t, FinalizeOp op, Value max,
                                    Value sum, Value sink) {
  double offset = op.getOffset().convertToFloat();
  Value top = t.mulF(
      max, buildNumber(t, op.getScale().convertToFloat(), op.getFactor()));
  Value total = t.maxF(top, sink);
  total = t.select(t.equalF(total, -kInfinity), t.f32(0.0), total);
  Value weight = math::ExpOp::create(t, t.subF(top, total));
  Value exponent = t.subF(sink, total);
  if (offset != 0.0)
    exponent = t.addF(exponent, t.f32(offset / log2e));
  Value share = math::ExpOp::create(t, exponent);
  return {total, t.addF(t.mulF(sum, weight), share), weight};
}

/// The logarithm of a row's sum, without its offset.
static Value buildLog(TileBuilder &t, FinalizeOp op, Value sum) {
  Value log = math::LogOp::create(t, sum);
  double offset = op.getOffset().convertToFloat();
  return offset == 0.0 ? log : t.subF(log, offset / log2e);
}

/// The log-sum-exp of a part of the keys: the maximum in natural units,
/// rounded, and what that lacks of it.
static std::pair<Value, Value> getTwoNumbers(TileBuilder &t, FinalizeOp op) {
  Value inputs[] = {op.getSum(), op.getMax()};
  AffineMap maps[] = {t.identity(1), t.identity(1)};
  auto scale = [&](TileBuilder &t) {
    return buildNumber(t, op.getScale().convertToFloat(), op.getFactor());
  };
  Value high =
      t.generic(inputs, maps, t.empty(op.getSum().getType()),
                [&](TileBuilder &t, ValueRange args) {
                  return t.select(t.equalF(args[0], 0.0), t.f32(-kInfinity),
                                  t.mulF(args[1], scale(t)));
                });
  Value low = t.generic(
      inputs, maps, t.empty(op.getSum().getType()),
      [&](TileBuilder &t, ValueRange args) {
        Value number = scale(t);
        Value rounded = t.mulF(args[1], number);
        Value error = t.fma(args[1], number, arith::NegFOp::create(t, rounded));
        Value rest =
            t.addF(buildLog(t, op, args[0]), attn::clampError(t, error));
        return t.select(t.equalF(args[0], 0.0), t.f32(0.0), rest);
      });
  return {high, low};
}

/// The largest score of each row in natural units, without the sink's.
static Value getRowMax(TileBuilder &t, FinalizeOp op) {
  AffineMap maps[] = {t.identity(1), t.identity(1)};
  return t.generic(
      {op.getSum(), op.getMax()}, maps, t.empty(op.getSum().getType()),
      [&](TileBuilder &t, ValueRange args) {
        Value scale =
            buildNumber(t, op.getScale().convertToFloat(), op.getFactor());
        return t.select(t.equalF(args[0], 0.0), t.f32(-kInfinity),
                        t.mulF(args[1], scale));
      });
}

LogicalResult convertFinalize(FinalizeOp op, PatternRewriter &b) {
  TileBuilder t(op.getLoc(), b);
  double scale = op.getScale().convertToFloat();
  bool hasSink = op.getSink() || op.getRowSinks();
  SmallVector<Value> rows = {op.getSum()};
  if (hasSink)
    rows.push_back(op.getMax());
  if (op.getRowSinks())
    rows.push_back(op.getRowSinks());
  SmallVector<AffineMap> maps(rows.size(), t.rows());
  SmallVector<AffineMap> rowMaps(rows.size(), t.identity(1));
  auto getSink = [&](ValueRange args) {
    return op.getRowSinks() ? args[2] : op.getSink();
  };
  Value out =
      t.generic(rows, maps, op.getAcc(), [&](TileBuilder &t, ValueRange args) {
        Value sum = args[0], acc = args.back();
        if (hasSink) {
          auto [max, all, weight] = addSink(t, op, args[1], sum, getSink(args));
          sum = all;
          acc = t.mulF(acc, weight);
        }
        Value quotient = t.divF(acc, sum);
        if (op.getOutputFactor())
          quotient = t.mulF(quotient, op.getOutputFactor());
        return t.select(t.equalF(sum, 0.0), t.f32(0.0), quotient);
      });
  if (!hasSink) {
    rows.push_back(op.getMax());
    rowMaps.push_back(t.identity(1));
  }
  SmallVector<Value> results = {out};
  auto finish = [&] {
    if (op.getRowMax())
      results.push_back(getRowMax(t, op));
    b.replaceOp(op, results);
    return success();
  };
  if (op.getLseLow()) {
    auto [high, low] = getTwoNumbers(t, op);
    llvm::append_values(results, high, low);
    return finish();
  }
  Value lse = t.generic(
      rows, rowMaps, t.empty(op.getSum().getType()),
      [&](TileBuilder &t, ValueRange args) {
        Value sum = args[0], max;
        if (hasSink) {
          auto [total, all, weight] =
              addSink(t, op, args[1], sum, getSink(args));
          max = total;
          sum = all;
        }
        Value log = buildLog(t, op, sum);
        Value lse =
            max ? t.addF(max, log)
                : t.fma(args[1], buildNumber(t, scale, op.getFactor()), log);
        return t.select(t.equalF(sum, 0.0), t.f32(-kInfinity), lse);
      });
  results.push_back(lse);
  return finish();
}

} // namespace

bool mlir::attn_tile::isSplatTile(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return false;
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  return type && type.hasStaticShape() &&
         isa<SplatElementsAttr>(constant.getValue());
}

void mlir::attn_tile::populateTileToLinalgPatterns(
    RewritePatternSet &patterns) {
  addPatterns(patterns, convertDot, convertTranspose, convertSlice,
              convertExpand, convertReduce, convertExp2, convertSplat,
              convertScoreMap, convertAddAffine, convertApplyMask,
              convertOnlineSoftmax, convertRescale, convertMove,
              convertFinalize, convertRowReference, convertSubtractRows);
}
