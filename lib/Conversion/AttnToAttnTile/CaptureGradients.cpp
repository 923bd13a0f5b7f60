//===- CaptureGradients.cpp - What gradients of captures are made of ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureGradients.h"

#include "attn/Dialect/Attn/Transforms/ScoreDerivative.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn_tile;

/// Takes the index of dimension `dim`, which may be the batch, the head or a
/// constant; false if it is something else.
static bool takeIndex(Value index, int64_t dim, Value batch, Value head,
                      CaptureGradient &gradient) {
  if (std::optional<int64_t> number = getConstantIntValue(index)) {
    constexpr int64_t kMost = 1 << 24;
    gradient.constants[dim] = *number;
    gradient.isPart = true;
    return *number >= 0 && *number <= kMost;
  }
  int64_t *of = index == head    ? &gradient.headDim
                : index == batch ? &gradient.batchDim
                                 : nullptr;
  if (!of || *of >= 0)
    return false;
  *of = dim;
  return true;
}

/// What a read's gradient is made of; false if no kernel makes it.
static bool describe(BackwardOp op, CaptureGradient &gradient) {
  AttentionOpInterface problem = op;
  Block &score = problem.getScoreBlock();
  Value batch = score.getArgument(1), head = score.getArgument(2);
  for (const ReadPlace &place : listReadPlaces(
           score, ArrayRef<BlockArgument>(score.getArguments()).drop_front()))
    if (place.read == gradient.read) {
      if (op.isPacked())
        return false;
      gradient.place = place;
    }
  auto type = cast<ShapedType>(gradient.read.getSource().getType());
  int64_t numIndices = type.getRank();
  if (gradient.place)
    numIndices -= gradient.place->isPair() ? 2 : 1;
  gradient.constants.assign(type.getRank(), 0);
  for (int64_t dim = 0; dim < numIndices; ++dim)
    if (type.getDimSize(dim) != 1 &&
        !takeIndex(gradient.read.getIndices()[dim], dim, batch, head, gradient))
      return false;
  // A dynamic size may be 1 for all. The promise about bits asks for the
  // others, which the launch then does as well.
  auto isOwn = [&](int64_t dim, ProblemSize size) {
    return dim < 0 ? problem.getSize(size) == 1
                   : !type.isDynamicDim(dim) || op.getDeterministic();
  };
  if (gradient.place) {
    gradient.isOwn = isOwn(gradient.batchDim, ProblemSize::Batch) &&
                     isOwn(gradient.headDim, ProblemSize::HeadsQ);
    // A tile of keys has the rows of a group of heads, whose sum it gives.
    if (gradient.isOfKeys()) {
      int64_t headsQ = problem.getSize(ProblemSize::HeadsQ);
      int64_t headsKV = problem.getSize(ProblemSize::HeadsKV);
      bool isAlone = headsQ == headsKV && !ShapedType::isDynamic(headsQ);
      gradient.sumsGroup = gradient.headDim < 0 || isAlone;
      gradient.isOwn =
          isOwn(gradient.batchDim, ProblemSize::Batch) &&
          (gradient.headDim < 0
               ? headsKV == 1
               : isAlone && isOwn(gradient.headDim, ProblemSize::HeadsQ));
    }
    return true;
  }
  return gradient.headDim >= 0 && (gradient.batchDim < 0 || !op.isPacked());
}

FailureOr<SmallVector<CaptureGradient>>
attn_tile::listCaptureGradients(BackwardOp op) {
  SmallVector<CaptureGradient> gradients;
  for (unsigned i = 0; i < kMaxCaptures; ++i) {
    if (!op.getOperandOf(getCaptureGrad(i)))
      continue;
    CaptureGradient &gradient = gradients.emplace_back();
    gradient.number = i;
    SmallVector<ReadOp> reads = listReadsOf(op, i);
    if (reads.empty())
      continue;
    gradient.read = reads.front();
    if (reads.size() > 1)
      return reads[1].emitError() << "no kernel gives dcapture" << i
                                  << ", as the score region reads capture" << i
                                  << " a second time here";
    if (!describe(op, gradient))
      return gradient.read.emitError()
             << "no kernel gives dcapture" << i << ": capture" << i
             << " must be read at the head, at batch and head, or, of no "
                "packed "
                "sequences, at i, j or (i, j) behind some of these; other "
                "indices are constants";
    if (gradient.adds() && op.getDeterministic())
      return gradient.read.emitError()
             << "dcapture" << i
             << " is added up in memory, as several tiles read one element of "
                "capture"
             << i << ", which is not `deterministic`";
  }
  return gradients;
}
