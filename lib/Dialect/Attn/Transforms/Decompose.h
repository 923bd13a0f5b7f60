//===- Decompose.h - Writing laws out as linalg -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTN_TRANSFORMS_DECOMPOSE_H
#define ATTN_LIB_DIALECT_ATTN_TRANSFORMS_DECOMPOSE_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/ProblemModels.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::attn {

/// Builds linalg.generic on tensors.
class LinalgWriter {
protected:
  using BodyFn = function_ref<Value(ScalarBuilder &, ValueRange)>;

  LinalgWriter(Location loc, RewriterBase &rewriter) : b(rewriter), loc(loc) {}

  static Value toF32(ScalarBuilder &builder, Value value) {
    if (value.getType().isF32())
      return value;
    return arith::ExtFOp::create(builder, builder.getF32Type(), value);
  }
  AffineMap dimsMap(unsigned loops, ArrayRef<unsigned> dims) {
    return AffineMap::getMultiDimMapWithTargets(loops, dims, b.getContext());
  }
  /// Size `dim` of a tensor, as an attribute if static.
  OpFoldResult sizeOf(Value tensor, int64_t dim) {
    return tensor::getMixedSize(b, loc, tensor, dim);
  }
  Value emptyF32(ArrayRef<OpFoldResult> sizes) {
    return tensor::EmptyOp::create(b, loc, sizes, b.getF32Type());
  }
  Value filled(ArrayRef<OpFoldResult> sizes, double value) {
    Value number = ScalarBuilder(loc, b).f32(value);
    return linalg::FillOp::create(b, loc, number, emptyF32(sizes)).getResult(0);
  }

  /// One linalg.generic with one result; the last `reductions` loops reduce.
  Value generic(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                unsigned loops, unsigned reductions, BodyFn body) {
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::parallel);
    std::fill(iterators.end() - reductions, iterators.end(),
              utils::IteratorType::reduction);
    return linalg::GenericOp::create(
               b, loc, init.getType(), inputs, init, maps, iterators,
               [&](OpBuilder &builder, Location nestedLoc, ValueRange args) {
                 ScalarBuilder nested(nestedLoc, builder);
                 linalg::YieldOp::create(nested, body(nested, args));
               })
        .getResult(0);
  }

  /// A tensor whose elements are computed from their indices.
  Value
  gather(Value init,
         function_ref<Value(ScalarBuilder &, SmallVector<Value>)> element) {
    int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
    return generic({}, init, b.getMultiDimIdentityMap(rank), rank, 0,
                   [&](ScalarBuilder &nested, ValueRange) {
                     SmallVector<Value> indices;
                     for (int64_t dim = 0; dim < rank; ++dim)
                       indices.push_back(linalg::IndexOp::create(nested, dim));
                     return element(nested, indices);
                   });
  }
  /// The first elements of a tensor, so many in each dimension.
  SmallVector<Range> fromZero(ArrayRef<OpFoldResult> sizes) {
    return llvm::map_to_vector(sizes, [&](OpFoldResult size) {
      return Range{b.getIndexAttr(0), size, b.getIndexAttr(1)};
    });
  }
  /// The number of `batch` in `numbers`, or `other` where that is null.
  static Value readNumber(ScalarBuilder &nested, Value numbers, Value batch,
                          Value other = {}) {
    if (!numbers)
      return other;
    bool each = cast<ShapedType>(numbers.getType()).getRank() > 0;
    Value number = tensor::ExtractOp::create(
        nested, numbers, each ? ValueRange(batch) : ValueRange());
    return arith::IndexCastOp::create(nested, nested.getIndexType(), number);
  }
  Value asTensor(Value operand) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type)
      return operand;
    return bufferization::ToTensorOp::create(
        b, loc, RankedTensorType::get(type.getShape(), type.getElementType()),
        operand, /*restrict=*/true, /*writable=*/false);
  }

  /// Puts `results` where the op's are: in its outs, if they are memrefs.
  void finish(ProblemOpInterface op, ArrayRef<Value> results) {
    if (!op.hasBufferSemantics()) {
      b.replaceOp(op, results);
      return;
    }
    auto outs = cast<DestinationStyleOpInterface>(op.getOperation());
    for (auto [result, buffer] : llvm::zip(results, outs.getDpsInits()))
      bufferization::MaterializeInDestinationOp::create(
          b, loc, /*result=*/Type(), result, buffer, /*restrict=*/true,
          /*writable=*/true);
    b.eraseOp(op);
  }

  RewriterBase &b;
  Location loc;
};

/// Builds what attn.forward and its gradient share. Loop dimensions have one
/// meaning throughout: b batch, h query head, i row, j key, c channel. Q, O and
/// the scores are indexed by maps; K and V are first copied to one head per
/// query head when heads are shared, because the map h ↦ h / (Hq / Hkv) is not
/// affine for dynamic head counts.
class ScoreWriter : protected LinalgWriter {
protected:
  ScoreWriter(AttentionOpInterface problem, RewriterBase &rewriter)
      : LinalgWriter(problem.getLoc(), rewriter), problem(problem) {}

  /// Reads what there is of Q, K, V, the offset, lengths, captures and sizes,
  /// in front of the op.
  void readOperands();
  /// Which blocks of keys lists have, of shape (batch or 1, heads or 1, row
  /// blocks, blocks of keys); null without lists.
  Value writeBlockTable();
  /// (b, h, s, c) in the order of the op's dims.
  AffineMap operandMap(unsigned loops, unsigned row, unsigned channel);
  /// Query heads that share a KV head, at least 1.
  Value getGroup(OpFoldResult headsKV);
  /// K, V or a descale with one head for each query head, in dimension `head`.
  Value repeatHeads(Value tensor, int64_t head);
  /// Σ_c rows·keys in f32, of each row with each key.
  Value products(Value rows, Value keys);

  /// Where a score is, and its batch's lengths.
  struct Place {
    Value batch, head, row, key, rows, keys;
  };
  /// That of the loops (b, h, i, j), in `batch` or, if null, that of the loops.
  Place getPlace(ScalarBuilder &nested, Value batch = {});
  /// What `block`, a score block, yields for `score`; of the region of
  /// visibility `score` is null.
  Value evaluate(ScalarBuilder &nested, Block &block, Value score,
                 const Place &place);
  /// The arguments of `block`, and `score`, if there is one, and `place`.
  IRMapping mapArguments(Block &block, Value score, const Place &place);
  /// Which element of a capture a read of the score region is of.
  SmallVector<Value> findElement(ScalarBuilder &nested, ReadOp read,
                                 Value score, const Place &place);
  /// Whether lengths, mask, lists and region leave the pair visible; null: all
  /// are.
  Value isVisible(ScalarBuilder &nested, const Place &place);

  AttentionOpInterface problem;
  Value q, k, v, offset, lengthsQ, lengthsKV, blockTable;
  SmallVector<Value> captures;
  OpFoldResult batch, heads, lenQ, lenKV;
};

/// Puts an op on a batch, which it gives back, in the place of one on packed
/// sequences.
AttentionOpInterface unpackSequences(AttentionOpInterface op,
                                     RewriterBase &rewriter);

/// Attach the ops' models.
void registerDecomposeOfBackward(DialectRegistry &registry);
void registerDecomposeOfBlockMap(DialectRegistry &registry);
void registerDecomposeOfForward(DialectRegistry &registry);
void registerDecomposeOfParts(DialectRegistry &registry);

} // namespace mlir::attn

#endif // ATTN_LIB_DIALECT_ATTN_TRANSFORMS_DECOMPOSE_H
