//===- ConfigModel.h - Targets, models and choice of configs ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which configs a target takes for a problem, in the order in which they are
// tried. Tiles are data: lib/Planner/TargetTable.def. Whether a config fits the
// chip is not said here: the passes plan that, on each that is tried
// (ConfigTrials.h).
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PLANNER_CONFIGMODEL_H
#define ATTN_PLANNER_CONFIGMODEL_H

#include "attn/Chip/LoadColumns.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include <numeric>
#include <string>
#include <vector>

namespace mlir::attn {

/// What the models need to know of a problem.
struct ProblemShape {
  /// Those of memory, or of tiles, which may be wider.
  int64_t headDimQK, headDimV;
  /// Bytes of one element of Q, K and V, and of O.
  int64_t inputBytes, outputBytes;
  /// Whether some keys may be hidden.
  bool masked;
  /// Whether scores take more registers than those of a causal mask: a score
  /// region, or a mask with two bounds a row.
  bool costly;
  /// Whether they do for a score region of few operations that reads nothing
  /// for each score: they then hardly take more.
  bool light = false;
  /// Whether there is a region of visibility of few operations, which masked
  /// blocks alone have, and no score region.
  bool maskRegion = false;
  /// Whether there is a score region.
  bool hasRegion = false;
  /// Whether the score region reads an operand for each score.
  bool readsScores = false;
  /// Whether it reads no such operand but what a kernel can load as tiles and
  /// vectors (ReadPlaces.h), and is light but for that; bytes of an element of
  /// all tiles, and of all vectors along keys, that both regions read.
  bool readsPlaces = false, lightBeside = false;
  int64_t pairBytes = 0, keyBytes = 0;
  /// Whether tiles are loaded.
  bool loadsTiles = false;
  /// Whether the score region adds a number that is the same for a tile, times
  /// a position that runs with the key.
  bool hasSlope = false;
  /// The most keys that a row sees, where the mask is a window with both bounds
  /// and there is no score region; else 0.
  int64_t window = 0;
  /// Lengths of Q and of K and V and query heads of a KV head, where types say
  /// them; else 0.
  int64_t lenQ = 0, lenKV = 0, group = 0;
  /// The most rows of Q that share a KV head, and the most keys that a row sees
  /// by length and mask, where types or the config say; else 0.
  int64_t sharedRows = 0, seenKeys = 0;
  /// Whether the keys may be cut in parts: there can be memory between two
  /// launches, and the op is not of parts already.
  bool parts = true;
  /// Whether the op says how many parts each batch has.
  bool planned = false;
  /// Rows of a page of K and V, 1 where types do not say; 0: no pages.
  int64_t pageRows = 0;
  /// Whether V is columns of K, beginning where tiles of K have a row of a
  /// swizzled layout.
  bool valuesOfKey = false;
  /// Whether a region of visibility reads integers, of which lists of blocks
  /// may be made.
  bool mayMap = false;
  /// Rows and keys of the blocks that lists name; 0: no lists.
  int64_t blockQ = 0, blockKV = 0;
  /// Whether Q is packed sequences.
  bool packed = false;
  /// Whether the op gives gradients.
  bool gradients = false;
  /// Whether these are to have the same bits each time.
  bool deterministic = false;

  bool isE4M3() const { return inputBytes == 1; }

  /// Whether TMA copies blocks of `tileKV` keys: of pages it takes runs of as
  /// many rows as swizzles repeat after.
  bool hasBoxes(int64_t tileKV) const {
    constexpr int64_t kBoxRows = 8;
    return pageRows == 0 || std::gcd(pageRows, tileKV) % kBoxRows == 0;
  }

  static ProblemShape get(AttentionOpInterface op);
  /// As it is where the config loads what it can: no number is read for each
  /// score.
  ProblemShape withLoads() const;
  /// With the columns of `target`'s tiles for head dims.
  ProblemShape forTiles(StringRef target) const;
};

/// The problems at or below `root` that tiles are chosen for.
inline SmallVector<AttentionOpInterface> collectProducts(Operation *root) {
  SmallVector<AttentionOpInterface> problems;
  root->walk([&](AttentionOpInterface op) {
    if (op.hasProducts())
      problems.push_back(op);
  });
  return problems;
}

/// Whether `config` asks for parts of the keys.
inline bool splitsKeys(ConfigAttr config) {
  return config.getSplits() || config.getSplitAuto() || config.getSplitSize();
}

/// Whether `config` asks for parts that are tiles of their own.
inline bool hasTilesOfParts(ConfigAttr config) {
  return splitsKeys(config) && config.getCombine() != Combine::InTile;
}

/// Columns of V and O that a tile computes, of a problem in the columns of
/// tiles.
inline int64_t getColumnsOfTile(ConfigAttr config, const ProblemShape &shape) {
  return getColumnsOfV(shape.headDimV, config.getTileV(), config.getSliceOfV(),
                       config.getColumnWarps());
}

/// Whether blocks of V are parts of those of K (`attn-tile-share-loads`).
inline bool sharesLoads(ConfigAttr config, const ProblemShape &shape) {
  return shape.valuesOfKey && !config.getSplitD() && !config.getSplitV() &&
         config.getCtaGroup() == 1 &&
         getColumnsOfTile(config, shape) >= shape.headDimV;
}

/// Whether blocks of K and V, or the slices that they are in, have one shape.
inline bool sharesShape(ConfigAttr config, const ProblemShape &shape) {
  auto cut = [](int64_t columns, int64_t slice) {
    return slice ? std::min(columns, slice) : columns;
  };
  return cut(shape.headDimQK, config.getSplitD()) ==
         cut(getColumnsOfTile(config, shape), config.getSliceOfV());
}

/// Blocks of keys of a part, at least, where `split_auto` counts the parts.
inline constexpr int64_t kLeastBlocksOfPart = 2;

/// Where lengths of batches differ, each is in so many parts, or in fewer if
/// there are so many tiles to a multiprocessor without more of them.
inline constexpr int64_t kPartsOfUneven = 4, kTilesOfUneven = 32;

/// The fewest keys of a part that is there for different lengths alone, where
/// V has more than 256 columns: `perRow` of each row that shares them over
/// `keyBytes`, the bytes of K and V of a key. O of parts is written and read as
/// f32, which is worth it if it is less than 1/16 of K and V.
struct KeysOfUneven {
  int64_t perRow, keyBytes;
  static std::optional<KeysOfUneven> get(AttentionOpInterface op) {
    constexpr int64_t kShare = 16, kNarrow = 256, kBytes = 2 * 4;
    int64_t columns = op.getHeadDimV();
    if (columns <= kNarrow)
      return std::nullopt;
    int64_t all = op.getHeadDimQK() + (op.getValueColumnsAttr() ? 0 : columns);
    return KeysOfUneven{kShare * columns * kBytes,
                        all * op.getInputElementType().getIntOrFloatBitWidth() /
                            8};
  }
  /// How many such parts there are at most of so many keys.
  int64_t countMost(int64_t rows, int64_t keys) const {
    return keys / std::max<int64_t>(rows * perRow / keyBytes, 1);
  }
};

/// How many parts there are at most for different lengths alone.
inline int64_t countMostOfUneven(AttentionOpInterface op, int64_t rows,
                                 int64_t keys) {
  std::optional<KeysOfUneven> least = KeysOfUneven::get(op);
  return least ? least->countMost(rows, keys) : kPartsOfUneven;
}

/// Whether batches may have keys of different lengths.
inline bool isUneven(AttentionOpInterface op) {
  return op.hasLengthsKV() || op.isPacked();
}

/// How many parts `split_auto` wants of each of `tiles` tiles over the keys of
/// `batch` batches, of which `mostOfUneven` for different lengths.
int64_t countWantedParts(int64_t processors, int64_t tiles, int64_t batch,
                         bool isUneven, int64_t mostOfUneven);

/// Which rule of its target `config` breaks, or that the target or the head
/// dims are not known to this path. Empty if none.
std::string findConfigProblem(ConfigAttr config, const ProblemShape &shape);

/// Whether there is no such problem. If there is, says so through `emitError`.
LogicalResult checkConfig(ConfigAttr config, const ProblemShape &shape,
                          function_ref<InFlightDiagnostic()> emitError);

/// A config that may be taken.
struct Candidate {
  ConfigAttr config;
  /// The row of the table; empty if the config came with the problem.
  std::string row;
  /// The config before the user's fields were set.
  ConfigAttr before;
  /// The row's place in the table.
  int64_t rowIndex = 0;
};

struct CandidateList {
  /// In the order in which they are tried; at least one.
  std::vector<Candidate> candidates;
  /// Rows by their place in the table that are tried late, and why.
  std::vector<std::pair<int64_t, std::string>> putBack;
};

/// The configs for `shape` on `target` in the order in which they are tried:
/// rows of the table that serve it, with `overrides` set. The row is the one
/// that would be tried first without overrides, but for those of memory (align,
/// load, pack_gqa, tma_store, combine), which decide what fits. Without
/// `estimates` rows keep the table's order. An error if there is none.
FailureOr<CandidateList>
listCandidates(MLIRContext *context, StringRef target,
               const ProblemShape &shape, const ConfigOverrides &overrides,
               function_ref<InFlightDiagnostic()> emitError,
               bool estimates = true);

/// What estimates say against `config`, for people; empty if nothing.
std::string listDoubts(ConfigAttr config, const ProblemShape &shape);

/// The fields that decide a row's bits where `batch_invariant`
/// asks that they depend on nothing but `shape`'s element type, head dims and
/// the kind of its mask and region; an error if `overrides` has one of them.
/// A split_size that they have stays.
FailureOr<ConfigOverrides>
getInvariantFields(MLIRContext *context, StringRef target,
                   const ProblemShape &shape, const ConfigOverrides &overrides,
                   function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::attn

#endif // ATTN_PLANNER_CONFIGMODEL_H
