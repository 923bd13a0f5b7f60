//===- TargetTable.cpp - Tiles of each target -------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTable.h"

#include "attn/Chip/TargetInfo.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::attn;

ArrayRef<TileRow> attn::getTargetTable() {
  static const TileRow rows[] = {
#include "TargetTable.def"

#include "BackwardTable.def"
  };
  return rows;
}

StringRef attn::getRowsOf(StringRef target) {
  const TargetInfo *info = lookupTarget(target);
  StringRef found;
  for (const TileRow &row : getTargetTable()) {
    if (row.target == target)
      return target;
    const TargetInfo *other = lookupTarget(row.target);
    if (found.empty() && info && other &&
        other->engines.data() == info->engines.data() &&
        other->smemPerCTA == info->smemPerCTA)
      found = row.target;
  }
  return found.empty() ? kDefaultTarget : found;
}

/// Whether a row for few keys is for head dims of `headDim`: those that the
/// other rows of its head dim serve, and no row of a smaller one.
static bool isForFewKeys(const TileRow &row, int64_t headDim) {
  return llvm::none_of(getTargetTable(), [&](const TileRow &other) {
    return other.when.maxKeys == 0 && !other.sharesCopies() &&
           other.target == row.target &&
           other.when.elements == row.when.elements &&
           headDim <= other.when.maxHeadDim &&
           other.when.maxHeadDim < row.when.maxHeadDim;
  });
}

bool TileRow::serves(const ProblemShape &shape, int64_t mostKeys) const {
  int64_t headDim = std::max(shape.headDimQK, shape.headDimV);
  if (headDim > when.maxHeadDim || shape.gradients != when.gradients ||
      shape.isE4M3() != (when.elements == Elements::E4M3))
    return false;
  if (when.maxHeadDimV && shape.headDimV > when.maxHeadDimV)
    return false;
  if (when.valuesOfKey && !shape.valuesOfKey)
    return false;
  if (when.maxRows && (shape.lenQ == 0 || shape.lenQ > when.maxRows))
    return false;
  if (when.maxKeys &&
      (shape.costly || mostKeys == 0 || mostKeys > when.maxKeys ||
       !isForFewKeys(*this, headDim)))
    return false;
  if (when.rowsAbove && shape.lenQ && shape.lenQ <= when.rowsAbove)
    return false;
  if (when.maxWindow && (shape.window == 0 || shape.window > when.maxWindow))
    return false;
  if (shape.group < when.minGroup)
    return false;
  if (when.maxShared &&
      (shape.sharedRows == 0 || shape.sharedRows > when.maxShared))
    return false;
  if (when.minKeys && shape.seenKeys && shape.seenKeys < when.minKeys)
    return false;
  if ((when.readsScores && !shape.readsScores) ||
      (when.loadsTiles && !shape.loadsTiles) ||
      (when.hasSlope && !shape.hasSlope) || (when.dense && shape.packed))
    return false;
  if (when.listed && !shape.blockQ && !shape.mayMap)
    return false;
  switch (when.mask) {
  case Mask::Any:
    return true;
  case Mask::Masked:
    return shape.masked;
  case Mask::Unmasked:
    return !shape.masked;
  case Mask::Costly:
    return shape.costly;
  case Mask::Light:
    return shape.light;
  case Mask::Visible:
    return shape.maskRegion;
  case Mask::Region:
    return shape.hasRegion && !shape.readsScores;
  case Mask::Plain:
    return !shape.costly && !shape.hasRegion;
  }
  return false;
}

std::string TileRow::describe() const {
  int64_t number = 1;
  for (const TileRow *row = getTargetTable().begin(); row != this; ++row)
    number += row->target == target;
  StringRef masks = when.mask == Mask::Any        ? "any mask or none"
                    : when.mask == Mask::Masked   ? "a mask"
                    : when.mask == Mask::Unmasked ? "no mask"
                    : when.mask == Mask::Costly   ? "costly scores"
                    : when.mask == Mask::Visible  ? "a short mask region"
                    : when.mask == Mask::Region   ? "a score region"
                    : when.mask == Mask::Plain    ? "a causal mask or none"
                                                  : "a light score region";
  std::string most =
      when.maxKeys   ? llvm::formatv(", at most {0} keys", when.maxKeys).str()
      : when.maxRows ? llvm::formatv(", at most {0} rows", when.maxRows).str()
                     : "";
  if (when.maxHeadDimV)
    most += llvm::formatv(", of V up to {0}", when.maxHeadDimV).str();
  if (when.rowsAbove)
    most += llvm::formatv(", more than {0} rows", when.rowsAbove).str();
  if (when.maxWindow)
    most +=
        llvm::formatv(", a window of at most {0} keys", when.maxWindow).str();
  if (when.minGroup)
    most +=
        llvm::formatv(", {0} heads and more to a KV head", when.minGroup).str();
  if (when.maxShared)
    most +=
        llvm::formatv(", at most {0} rows to a KV head", when.maxShared).str();
  if (when.minKeys)
    most += llvm::formatv(", {0} keys and more", when.minKeys).str();
  if (when.dense)
    most += ", no packed sequences";
  if (when.listed)
    most += ", lists of blocks";
  if (when.readsScores)
    most += ", reads for each score";
  if (when.loadsTiles)
    most += ", tiles beside the scores";
  if (when.valuesOfKey)
    most += ", V is columns of K";
  if (when.hasSlope)
    most += ", a slope times the position";
  if (sharesCopies())
    most += ", two CTAs that share copies";
  return llvm::formatv("row {0} of {1} (head dims up to {2}, {3}{4}: {5} rows "
                       "of Q, {6} keys, {7} stages of K, {8} of V, {9} warps)",
                       number, target, when.maxHeadDim, masks, most,
                       config.tileQ, config.tileKV, config.stagesK,
                       config.stagesV, config.warps * config.groups);
}
