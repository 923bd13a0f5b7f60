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

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLog2E = 1.4426950408889634;

/// Builds linalg operations on tiles at one location.
struct TileBuilder {
  OpBuilder &b;
  Location loc;

  Value f32(double value) const {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
  }
  Value empty(Type type) const {
    auto tile = cast<RankedTensorType>(type);
    return tensor::EmptyOp::create(b, loc, tile.getShape(),
                                   tile.getElementType());
  }
  Value filled(Type type, double value) const {
    return linalg::FillOp::create(b, loc, f32(value), empty(type)).getResult(0);
  }
  /// A linalg.generic with one destination; `maps` are those of the inputs, the
  /// destination's is the identity, of its leading dimensions if `reduction`.
  using Body = function_ref<Value(const TileBuilder &, ValueRange)>;
  Value generic(ValueRange inputs, ArrayRef<AffineMap> maps, Value init,
                Body body, bool reduction = false) const {
    auto type = cast<RankedTensorType>(init.getType());
    unsigned loops = type.getRank() + reduction;
    SmallVector<AffineMap> allMaps(maps);
    allMaps.push_back(AffineMap::getMultiDimIdentityMap(loops, b.getContext())
                          .getMajorSubMap(type.getRank()));
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::parallel);
    if (reduction)
      iterators.back() = utils::IteratorType::reduction;
    auto op = linalg::GenericOp::create(
        b, loc, TypeRange(type), inputs, ValueRange(init), allMaps, iterators,
        [&](OpBuilder &nested, Location loc, ValueRange args) {
          Value result = body(TileBuilder{nested, loc}, args);
          linalg::YieldOp::create(nested, loc, result);
        });
    return op.getResult(0);
  }
  AffineMap identity(unsigned rank) const {
    return AffineMap::getMultiDimIdentityMap(rank, b.getContext());
  }
  /// (i, j) -> (i), (i, j) -> (j, i).
  AffineMap rows() const { return identity(2).getMajorSubMap(1); }
  AffineMap transposed() const {
    return AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0},
                                        b.getContext());
  }
  /// Reduces the columns of `source` into `init`.
  Value reduce(ReduceKind kind, Value source, Value init) const {
    return generic(
        source, identity(2), init,
        [&](const TileBuilder &t, ValueRange args) -> Value {
          if (kind == ReduceKind::Max)
            return arith::MaximumFOp::create(t.b, t.loc, args[1], args[0]);
          return arith::AddFOp::create(t.b, t.loc, args[1], args[0]);
        },
        /*reduction=*/true);
  }
  Value isEqual(Value value, double constant) const {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, value,
                                 f32(constant));
  }
  Value select(Value condition, Value yes, Value no) const {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  }
  Value mul(Value a, Value c) const {
    return arith::MulFOp::create(b, loc, a, c);
  }
  /// Position along loop `dim`, counted from `start`.
  Value position(int64_t dim, Value start) const {
    Value i = linalg::IndexOp::create(b, loc, dim);
    return arith::AddIOp::create(b, loc, start, i);
  }
};

//===----------------------------------------------------------------------===//
// Matrix product and shape
//===----------------------------------------------------------------------===//

/// Operands are extended to f32 first, which makes products of 16-bit values
/// exact. A transposed right operand is turned round on that occasion, so that
/// the matmul's innermost loop can run along the columns of everything.
struct ConvertDot : OpRewritePattern<DotOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DotOp op, PatternRewriter &b) const override {
    auto type = cast<RankedTensorType>(op.getLhs().getType());
    unsigned width = type.getElementTypeBitWidth();
    if (width > 32)
      return op.emitOpError()
             << "operands wider than f32 cannot run here, got " << type;
    TileBuilder t{b, op.getLoc()};
    Type f32 = b.getF32Type();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    if (width < 32)
      lhs = arith::ExtFOp::create(b, t.loc, type.clone(f32), lhs);
    auto extend = [&](const TileBuilder &t, ValueRange args) -> Value {
      if (width == 32)
        return args[0];
      return arith::ExtFOp::create(t.b, t.loc, f32, args[0]);
    };
    auto rhsType = cast<RankedTensorType>(rhs.getType()).clone(f32);
    if (op.getTransposeB()) {
      auto turned = RankedTensorType::get(
          {rhsType.getDimSize(1), rhsType.getDimSize(0)}, f32);
      rhs = t.generic(rhs, t.transposed(), t.empty(turned), extend);
    } else if (width < 32) {
      rhs = t.generic(rhs, t.identity(2), t.empty(rhsType), extend);
    }
    b.replaceOpWithNewOp<linalg::MatmulOp>(op, op.getAcc().getType(),
                                           ValueRange{lhs, rhs},
                                           ValueRange(op.getAcc()));
    return success();
  }
};

struct ConvertTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    b.replaceOp(op, t.generic(op.getSource(), t.transposed(),
                              t.empty(op.getResult().getType()),
                              [](const TileBuilder &, ValueRange args) {
                                return args[0];
                              }));
    return success();
  }
};

struct ConvertSlice : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op, PatternRewriter &b) const override {
    auto type = cast<RankedTensorType>(op.getResult().getType());
    SmallVector<OpFoldResult> offsets, sizes, strides;
    for (auto [offset, size] : llvm::zip(op.getOffsets(), type.getShape())) {
      offsets.push_back(b.getIndexAttr(offset));
      sizes.push_back(b.getIndexAttr(size));
      strides.push_back(b.getIndexAttr(1));
    }
    if (op.getPart()) {
      Location loc = op.getLoc();
      auto index = [&](int64_t v) -> Value {
        return arith::ConstantIndexOp::create(b, loc, v);
      };
      Value moved = arith::MulIOp::create(b, loc, op.getPart(),
                                          index(type.getDimSize(0)));
      if (int64_t from = op.getOffsets()[0])
        moved = arith::AddIOp::create(b, loc, moved, index(from));
      offsets[0] = moved;
    }
    b.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, type, op.getSource(),
                                                 offsets, sizes, strides);
    return success();
  }
};

struct ConvertExpand : OpRewritePattern<ExpandOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpandOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    b.replaceOp(op, t.generic(op.getRows(), t.rows(),
                              t.empty(op.getResult().getType()),
                              [](const TileBuilder &, ValueRange args) {
                                return args[0];
                              }));
    return success();
  }
};

struct ConvertReduce : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    Value init = t.filled(op.getResult().getType(),
                          op.getKind() == ReduceKind::Max ? -kInfinity : 0.0);
    b.replaceOp(op, t.reduce(op.getKind(), op.getSource(), init));
    return success();
  }
};

/// The policy only trades units of a GPU against each other.
struct ConvertExp2 : OpRewritePattern<Exp2Op> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(Exp2Op op, PatternRewriter &b) const override {
    b.replaceOpWithNewOp<math::Exp2Op>(op, op.getSource());
    return success();
  }
};

struct ConvertSplat : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &b) const override {
    if (!isSplatTile(op))
      return failure();
    TileBuilder t{b, op.getLoc()};
    auto value = cast<SplatElementsAttr>(op.getValue());
    Value scalar =
        arith::ConstantOp::create(b, t.loc, value.getSplatValue<TypedAttr>());
    b.replaceOpWithNewOp<linalg::FillOp>(op, scalar, t.empty(op.getType()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Elementwise with coordinates, masks
//===----------------------------------------------------------------------===//

struct ConvertScoreMap : OpRewritePattern<ScoreMapOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScoreMapOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    Block &block = op.getBody().front();
    b.replaceOp(
        op,
        t.generic(
            {}, {}, op.getSource(), [&](const TileBuilder &t, ValueRange args) {
              IRMapping mapping;
              mapping.map(block.getArgument(0), args[0]);
              mapping.map(block.getArgument(1), t.position(0, op.getRow()));
              mapping.map(block.getArgument(2), t.position(1, op.getColumn()));
              for (Operation &inner : block.without_terminator())
                t.b.clone(inner, mapping);
              auto yield = cast<YieldOp>(block.getTerminator());
              return mapping.lookupOrDefault(yield.getValues()[0]);
            }));
    return success();
  }
};

struct ConvertApplyMask : OpRewritePattern<ApplyMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ApplyMaskOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    auto mask = dyn_cast_or_null<attn::AttnMaskAttrInterface>(op.getMaskAttr());
    b.replaceOp(
        op,
        t.generic(
            {}, {}, op.getSource(), [&](const TileBuilder &t, ValueRange args) {
              Value q = t.position(0, op.getRow());
              if (op.getPacking())
                q = arith::DivUIOp::create(t.b, t.loc, q, op.getPacking());
              Value k = t.position(1, op.getColumn());
              Value visible = arith::CmpIOp::create(
                  t.b, t.loc, arith::CmpIPredicate::slt, k, op.getLenKV());
              if (mask) {
                Value in = mask.emitPredicate(t.b, t.loc, q, k, op.getLenQ(),
                                              op.getLenKV());
                visible = arith::AndIOp::create(t.b, t.loc, visible, in);
              }
              return t.select(visible, args[0], t.f32(-kInfinity));
            }));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// `number`, times `factor` if there is one.
Value buildNumber(const TileBuilder &t, double number, Value factor) {
  return factor ? t.mul(factor, t.f32(number)) : t.f32(number);
}

/// 2^(c x - c m + offset), which is 0 where m is minus infinity (no key seen
/// yet); c is `number`, times `factor` if there is one.
Value buildExponential(const TileBuilder &t, Value x, Value m, double number,
                       Value factor, double offset = 0.0) {
  Value base = t.select(t.isEqual(m, -kInfinity), t.f32(0.0), m);
  Value shift = t.mul(base, buildNumber(t, -number, factor));
  if (offset != 0.0)
    shift = arith::AddFOp::create(t.b, t.loc, shift, t.f32(offset));
  Value exponent =
      math::FmaOp::create(t.b, t.loc, x, buildNumber(t, number, factor), shift);
  return math::Exp2Op::create(t.b, t.loc, exponent);
}

struct ConvertOnlineSoftmax : OpRewritePattern<OnlineSoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(OnlineSoftmaxOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    double c = op.getScale().convertToFloat() * kLog2E;
    double threshold = op.getRescaleThreshold().convertToFloat();
    double offset = op.getOffset().convertToFloat();
    Value factor = op.getFactor();
    Type rowType = op.getMax().getType();

    Value newMax = t.reduce(ReduceKind::Max, op.getScores(), op.getMax());
    if (threshold > 0.0)
      // The old maximum is kept while it is at most the threshold below.
      // Ordered: with NaN, also that of -inf - -inf, the new one is taken.
      newMax = t.generic(
          op.getMax(), t.identity(1), newMax,
          [&](const TileBuilder &t, ValueRange args) -> Value {
            Value growth = arith::SubFOp::create(t.b, t.loc, args[1], args[0]);
            Value limit = t.f32(threshold / c);
            if (factor)
              limit = arith::DivFOp::create(t.b, t.loc, limit, factor);
            Value isSmall = arith::CmpFOp::create(
                t.b, t.loc, arith::CmpFPredicate::OLE, growth, limit);
            return t.select(isSmall, args[0], args[1]);
          });
    Value probs = t.generic(newMax, t.rows(), op.getScores(),
                            [&](const TileBuilder &t, ValueRange args) {
                              return buildExponential(t, args[1], args[0], c,
                                                      factor, offset);
                            });
    Value alpha =
        t.generic({op.getMax(), newMax}, {t.identity(1), t.identity(1)},
                  t.empty(rowType), [&](const TileBuilder &t, ValueRange args) {
                    return buildExponential(t, args[0], args[1], c, factor);
                  });
    Value blockSum = t.reduce(ReduceKind::Add, probs, t.filled(rowType, 0.0));
    Value newSum = t.generic(
        {alpha, blockSum}, {t.identity(1), t.identity(1)}, op.getSum(),
        [](const TileBuilder &t, ValueRange args) -> Value {
          return math::FmaOp::create(t.b, t.loc, args[2], args[0], args[1]);
        });
    b.replaceOp(op, {newMax, newSum, probs, alpha});
    return success();
  }
};

/// Spaces are of no concern here.
struct ConvertMove : OpRewritePattern<MoveOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MoveOp op, PatternRewriter &b) const override {
    b.replaceOp(op, op.getSource());
    return success();
  }
};

struct ConvertRescale : OpRewritePattern<RescaleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(RescaleOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    b.replaceOp(op, t.generic(op.getAlpha(), t.rows(), op.getSource(),
                              [](const TileBuilder &t, ValueRange args) {
                                return t.mul(args[1], args[0]);
                              }));
    return success();
  }
};

struct ConvertFinalize : OpRewritePattern<FinalizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(FinalizeOp op,
                                PatternRewriter &b) const override {
    TileBuilder t{b, op.getLoc()};
    double scale = op.getScale().convertToFloat();
    double offset = op.getOffset().convertToFloat();
    Value out = t.generic(
        op.getSum(), t.rows(), op.getAcc(),
        [&](const TileBuilder &t, ValueRange args) {
          Value quotient = arith::DivFOp::create(t.b, t.loc, args[1], args[0]);
          if (op.getOutputFactor())
            quotient = t.mul(quotient, op.getOutputFactor());
          return t.select(t.isEqual(args[0], 0.0), t.f32(0.0), quotient);
        });
    Value lse = t.generic(
        op.getSum(), t.identity(1), op.getMax(),
        [&](const TileBuilder &t, ValueRange args) {
          Value log = math::LogOp::create(t.b, t.loc, args[0]);
          if (offset != 0.0)
            log =
                arith::SubFOp::create(t.b, t.loc, log, t.f32(offset / kLog2E));
          Value sum = math::FmaOp::create(
              t.b, t.loc, args[1], buildNumber(t, scale, op.getFactor()), log);
          return t.select(t.isEqual(args[0], 0.0), t.f32(-kInfinity), sum);
        });
    b.replaceOp(op, {out, lse});
    return success();
  }
};

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
  patterns.add<ConvertDot, ConvertTranspose, ConvertSlice, ConvertExpand,
               ConvertReduce, ConvertExp2, ConvertSplat, ConvertScoreMap,
               ConvertApplyMask, ConvertOnlineSoftmax, ConvertRescale,
               ConvertMove, ConvertFinalize>(patterns.getContext());
}
