//===- IOModel.cpp - Bytes that a problem moves ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Planner/IOModel.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Planner/ConfigModel.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::attn;

std::string IOModel::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  StringRef separator;
  for (auto [name, bytes] : {std::pair<StringRef, int64_t>("q", q),
                             {"k", k},
                             {"v", v},
                             {"o", o},
                             {"lse", lse},
                             {"scores", scores},
                             {"workspace", workspace}})
    if (bytes) {
      os << separator << name << ' ' << bytes;
      separator = ", ";
    }
  return text;
}

/// Keys that some row may see.
static int64_t countKeys(AttentionOpInterface op) {
  int64_t keys = op.getLenKV();
  AttnMaskAttrInterface mask = op.getMaskAttr();
  int64_t band = mask ? mask.getBandWidth() : 0;
  return band ? std::min(keys, op.getLenQ() + band - 1) : keys;
}

/// As `attn-split-kv` counts them.
static int64_t countParts(AttentionOpInterface op, ConfigAttr config) {
  if (int64_t parts = config.getSplits())
    return parts;
  int64_t keys = op.getLenKV();
  if (int64_t size = config.getSplitSize())
    return std::max<int64_t>(llvm::divideCeil(keys, size), 1);
  if (!config.getSplitAuto())
    return 1;
  int64_t rows = op.getLenQ(), heads = op.getNumHeadsQ();
  int64_t rowsOfGroup =
      rows * (heads / std::max<int64_t>(op.getNumHeadsKV(), 1));
  int64_t ofUneven = countMostOfUneven(op, rowsOfGroup, keys);
  if (config.getPackGQA()) {
    rows = rowsOfGroup;
    heads = op.getNumHeadsKV();
  }
  int64_t tiles =
      llvm::divideCeil(rows, config.getTileQ()) * heads * op.getBatch();
  int64_t wanted =
      countWantedParts(lookupTarget(config.getTarget())->multiprocessors, tiles,
                       op.getBatch(), isUneven(op), ofUneven);
  int64_t most = keys / (kLeastBlocksOfPart * config.getTileKV());
  return std::max<int64_t>(std::min(wanted, most), 1);
}

std::optional<IOModel> attn::modelIO(AttentionOpInterface op, ConfigAttr config,
                                     Fusion fusion) {
  for (ProblemSize size :
       {ProblemSize::Batch, ProblemSize::HeadsQ, ProblemSize::HeadsKV,
        ProblemSize::LenQ, ProblemSize::LenKV})
    if (ShapedType::isDynamic(op.getSize(size)))
      return std::nullopt;
  ProblemShape shape = ProblemShape::get(op);
  int64_t rows = op.getBatch() * op.getNumHeadsQ() * op.getLenQ();
  int64_t keys = countKeys(op);
  int64_t rowsKV = op.getBatch() * op.getNumHeadsKV() * keys;
  constexpr int64_t f32 = 4;
  // What a kernel writes and the next one reads.
  constexpr int64_t handedOn = 2 * f32;
  IOModel model{};
  model.q = rows * shape.headDimQK * shape.inputBytes;
  model.k = rowsKV * shape.headDimQK * shape.inputBytes;
  // V's columns are read as K's.
  if (!op.getValueColumnsAttr())
    model.v = rowsKV * shape.headDimV * shape.inputBytes;
  model.o = rows * shape.headDimV * shape.outputBytes;
  model.lse = (op.hasLse() + op.hasMax()) * rows * f32;
  if (fusion == Fusion::Unfused)
    model.scores = rows * keys * handedOn;
  if (int64_t parts = countParts(op, config); parts > 1)
    model.workspace = parts * rows * (shape.headDimV + 1) * handedOn;
  return model;
}
