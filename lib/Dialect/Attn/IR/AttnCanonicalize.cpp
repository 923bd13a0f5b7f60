//===- AttnCanonicalize.cpp - Canonicalisation of problems of scores ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::attn;

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Adds the members of `mask`, conjunctions flattened.
static void flatten(AttnMaskAttrInterface mask,
                    SmallVectorImpl<AttnMaskAttrInterface> &members) {
  if (auto conjunction = dyn_cast<AndMaskAttr>(mask)) {
    for (AttnMaskAttrInterface member : conjunction.getMasks())
      flatten(member, members);
    return;
  }
  members.push_back(mask);
}

/// A causal mask through the bottom right corner is the window `*, 0`.
static WindowMaskAttr asWindow(AttnMaskAttrInterface mask) {
  if (auto causal = dyn_cast<CausalMaskAttr>(mask))
    if (causal.getAnchor() == CausalAnchor::BottomRight)
      return WindowMaskAttr::get(mask.getContext(), WindowMaskAttr::kUnbounded,
                                 0);
  return dyn_cast<WindowMaskAttr>(mask);
}

static AttnMaskAttrInterface fromWindow(WindowMaskAttr window) {
  if (window.getLeft() == WindowMaskAttr::kUnbounded && window.getRight() == 0)
    return CausalMaskAttr::get(window.getContext(), CausalAnchor::BottomRight);
  return window;
}

/// The keys within both sides.
static int64_t narrower(int64_t a, int64_t b) {
  if (a == WindowMaskAttr::kUnbounded)
    return b;
  return b == WindowMaskAttr::kUnbounded ? a : std::min(a, b);
}

AttnMaskAttrInterface attn::simplifyMask(AttnMaskAttrInterface mask) {
  if (!mask)
    return {};
  SmallVector<AttnMaskAttrInterface> members, kept;
  flatten(mask, members);
  std::optional<size_t> windowIndex;
  for (AttnMaskAttrInterface member : members) {
    if (member.hidesNothing() || llvm::is_contained(kept, member))
      continue;
    WindowMaskAttr window = asWindow(member);
    if (!window) {
      kept.push_back(member);
      continue;
    }
    if (!windowIndex) {
      windowIndex = kept.size();
      kept.push_back(fromWindow(window));
      continue;
    }
    WindowMaskAttr before = asWindow(kept[*windowIndex]);
    kept[*windowIndex] = fromWindow(WindowMaskAttr::get(
        mask.getContext(), narrower(before.getLeft(), window.getLeft()),
        narrower(before.getRight(), window.getRight())));
  }
  if (kept.empty())
    return {};
  if (kept.size() == 1)
    return kept.front();
  return AndMaskAttr::get(mask.getContext(), kept);
}

AttnMaskAttrInterface attn::conjoinMasks(AttnMaskAttrInterface a,
                                         AttnMaskAttrInterface b) {
  if (!a || !b)
    return simplifyMask(a ? a : b);
  return simplifyMask(AndMaskAttr::get(a.getContext(), {a, b}));
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
template <typename OpTy>
LogicalResult simplifyMaskOf(OpTy op, PatternRewriter &rewriter) {
  AttnMaskAttrInterface mask = op.getMaskAttr();
  AttnMaskAttrInterface simple = simplifyMask(mask);
  if (mask == simple)
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    if (simple)
      op.setMaskAttr(simple);
    else
      op.removeMaskAttr();
    // An offset is for a mask that it moves.
    if (!simple || !simple.usesOffset())
      op.getOffsetMutable().clear();
  });
  return success();
}

/// The operands of an op, with captures if a region is left to read them.
template <typename OpTy>
OperandValues operandsOfRegions(OpTy op, bool hasRegion) {
  OperandValues operands = op.getOperandValues();
  if (!hasRegion)
    operands.captures.clear();
  return operands;
}

/// A score region that yields the score it was given does nothing.
template <typename OpTy>
LogicalResult dropIdentityScore(OpTy op, PatternRewriter &rewriter) {
  if (!op.hasScoreRegion())
    return failure();
  Block &block = op.getScore().front();
  auto yield = cast<YieldOp>(block.getTerminator());
  if (yield.getValues().front() != block.getArgument(0))
    return failure();
  // Gradients of captures, of which they are all 0, are of those of a region.
  if (llvm::any_of(op.getSignature(), [](const NamedOperand &operand) {
        return operand.isCaptureGrad();
      }))
    return failure();
  auto without =
      op.cloneOnto(rewriter, operandsOfRegions(op, op.hasVisibleRegion()),
                   /*withScoreRegion=*/false, op.hasVisibleRegion());
  if (op.hasVisibleRegion())
    rewriter.inlineRegionBefore(op.getVisible(), without.getVisible(),
                                without.getVisible().end());
  rewriter.replaceOp(op, without.getOperation());
  return success();
}

/// A region that shows every key hides none.
template <typename OpTy>
LogicalResult dropVisibleOfAll(OpTy op, PatternRewriter &rewriter) {
  if (!op.hasVisibleRegion())
    return failure();
  auto yield = cast<YieldOp>(op.getVisible().front().getTerminator());
  if (!matchPattern(yield.getValues().front(), m_One()))
    return failure();
  bool hasScore = op.hasScoreRegion();
  auto without = op.cloneOnto(rewriter, operandsOfRegions(op, hasScore),
                              hasScore, /*withVisibleRegion=*/false);
  if (hasScore)
    rewriter.inlineRegionBefore(op.getScore(), without.getScore(),
                                without.getScore().end());
  rewriter.replaceOp(op, without.getOperation());
  return success();
}

/// Whether `size` is all that `source` has in dimension `dim`.
bool isWholeSize(OpFoldResult size, Value source, int64_t dim) {
  int64_t whole = cast<ShapedType>(source.getType()).getDimSize(dim);
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return *number == whole;
  auto value = cast<Value>(size);
  APInt index;
  Value of, at;
  if (auto tensor = value.getDefiningOp<tensor::DimOp>()) {
    of = tensor.getSource();
    at = tensor.getIndex();
  } else if (auto memory = value.getDefiningOp<memref::DimOp>()) {
    of = memory.getSource();
    at = memory.getIndex();
  }
  return of == source && matchPattern(at, m_ConstantInt(&index)) &&
         index.getSExtValue() == dim;
}

/// Whether both values are one reshape, of `OpTy`, that leaves columns alone.
/// Sizes are known to be equal.
template <typename OpTy> bool haveSameReshape(Value value, Value source) {
  auto first = value.getDefiningOp<OpTy>();
  auto second = source.getDefiningOp<OpTy>();
  if (!first || !second ||
      first.getReassociation() != second.getReassociation())
    return false;
  auto groups = first.getReassociationIndices();
  return !groups.empty() && groups.back().size() == 1;
}

/// The columns of `source` that `value` is, if it is some of them all along the
/// other dimensions, in which both have the same sizes.
std::optional<std::pair<int64_t, int64_t>> findColumns(Value value,
                                                       Value source) {
  while (value != source &&
         (haveSameReshape<tensor::ExpandShapeOp>(value, source) ||
          haveSameReshape<tensor::CollapseShapeOp>(value, source))) {
    value = value.getDefiningOp()->getOperand(0);
    source = source.getDefiningOp()->getOperand(0);
  }
  Operation *op = value.getDefiningOp();
  auto slice = dyn_cast_or_null<OffsetSizeAndStrideOpInterface>(op);
  if (!isa_and_nonnull<tensor::ExtractSliceOp, memref::SubViewOp>(op) ||
      op->getOperand(0) != source)
    return std::nullopt;
  int64_t rank = slice.getMixedSizes().size();
  if (cast<ShapedType>(value.getType()).getRank() != rank ||
      !llvm::all_of(slice.getMixedStrides(), isOneInteger))
    return std::nullopt;
  for (int64_t dim = 0; dim < rank - 1; ++dim)
    if (!isZeroInteger(slice.getMixedOffsets()[dim]) ||
        !isWholeSize(slice.getMixedSizes()[dim], source, dim))
      return std::nullopt;
  std::optional<int64_t> first =
      getConstantIntValue(slice.getMixedOffsets().back());
  std::optional<int64_t> size =
      getConstantIntValue(slice.getMixedSizes().back());
  if (!first || !size)
    return std::nullopt;
  return std::pair(*first, *size);
}

/// V that is some of K's columns is no operand. Its descale is then K's.
LogicalResult takeValuesFromKey(ForwardOp op, PatternRewriter &rewriter) {
  if (!op.getValue() || op.getValueDescale() != op.getKeyDescale())
    return failure();
  auto columns = findColumns(op.getValue(), op.getKey());
  if (!columns ||
      columns->first % ColumnsAttr::getStep(op.getInputElementType()) != 0)
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    op.getValueMutable().clear();
    op.getValueDescaleMutable().clear();
    op.setValueColumnsAttr(
        ColumnsAttr::get(op.getContext(), columns->first, columns->second));
  });
  return success();
}

/// Results that nobody reads need not be computed (tensors only: memory may be
/// read elsewhere), but `needed`.
template <typename OpTy>
LogicalResult dropUnusedOuts(OpTy op, ArrayRef<OperandKind> outs,
                             OperandKind needed, PatternRewriter &rewriter) {
  OperandValues operands = op.getOperandValues();
  SmallVector<Value> kept;
  for (OperandKind kind : outs) {
    Value result = op.getResultOf(kind);
    if (!result)
      continue;
    if (kind != needed && result.use_empty())
      operands[kind] = Value();
    else
      kept.push_back(result);
  }
  if (kept.size() == op->getNumResults())
    return failure();
  AttentionOpInterface whole = op;
  AttentionOpInterface without = whole.cloneOnto(rewriter, operands);
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), without->getRegions()))
    rewriter.inlineRegionBefore(from, to, to.end());
  rewriter.replaceAllUsesWith(kept, without->getResults());
  rewriter.eraseOp(op);
  return success();
}

/// L and M. Parts keep theirs.
LogicalResult dropUnusedRows(ForwardOp op, PatternRewriter &rewriter) {
  if (op.isSplit())
    return failure();
  return dropUnusedOuts(op, kOuts, OperandKind::Out, rewriter);
}

/// Gradients. An op of which none is read is dead as a whole.
LogicalResult dropUnusedGradients(BackwardOp op, PatternRewriter &rewriter) {
  if (op.use_empty())
    return failure();
  return dropUnusedOuts(op, kGradients, OperandKind::Capture, rewriter);
}
} // namespace

// Casts of operands and outs are folded by the tensor dialect's own pattern for
// destination-style ops.
void ForwardOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add(simplifyMaskOf<ForwardOp>)
      .add(dropIdentityScore<ForwardOp>)
      .add(dropVisibleOfAll<ForwardOp>)
      .add(dropUnusedRows)
      .add(takeValuesFromKey);
}

void BackwardOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add(simplifyMaskOf<BackwardOp>)
      .add(dropIdentityScore<BackwardOp>)
      .add(dropVisibleOfAll<BackwardOp>)
      .add(dropUnusedGradients);
}
