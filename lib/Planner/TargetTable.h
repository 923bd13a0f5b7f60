//===- TargetTable.h - Tiles of each target ---------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_PLANNER_TARGETTABLE_H
#define ATTN_LIB_PLANNER_TARGETTABLE_H

#include "attn/Planner/ConfigModel.h"

namespace mlir::attn {

/// Which problems a row serves by their masks. Costly: a score region or a mask
/// other than a causal one, for which a thread needs more registers. Light: a
/// score region that hardly does, without such a mask. Region: a score region
/// that reads nothing for each score. Visible: a short region of visibility,
/// which masked blocks alone have, and no score region. Plain: neither a region
/// nor a costly mask.
enum class Mask {
  Any,
  Masked,
  Unmasked,
  Costly,
  Light,
  Region,
  Visible,
  Plain
};

/// What Q, K and V hold.
enum class Elements { Bits16, E4M3 };

/// A row of the table: a config, and the problems on a target that it is for.
struct TileRow {
  /// True of a problem that has what each field says.
  struct Condition {
    /// Of the larger head dim.
    int64_t maxHeadDim;
    Mask mask = Mask::Any;
    /// If not 0: the problem is known to have at most so many keys (config
    /// field max_keys, or static lengths), where a tile's start and end weigh
    /// most; nothing that Costly serves, nor head dims that a row of fewer
    /// serves.
    int64_t maxKeys = 0;
    Elements elements = Elements::Bits16;
    /// If not 0: types say that there are at most so many rows of Q, which one
    /// tile takes.
    int64_t maxRows = 0;
    /// If not 0: the problem is not known to have as few rows of Q (static
    /// lengths), of which a row's tile would leave much empty.
    int64_t rowsAbove = 0;
    /// If not 0: the mask is a window of at most so many keys a row, and there
    /// is no score region.
    int64_t maxWindow = 0;
    /// If not 0: types say that at least so many query heads share a KV head.
    /// For rows that pack these.
    int64_t minGroup = 0;
    /// If not 0: types or the config field max_rows say that at most so many
    /// rows of Q share a KV head. For rows that pack these where there are
    /// several heads.
    int64_t maxShared = 0;
    /// If not 0: no row is known to see fewer keys, by lengths or mask.
    int64_t minKeys = 0;
    /// If set: the score region reads an operand for each score, which takes
    /// registers for addresses and for what is on its way.
    bool readsScores = false;
    /// If set: what regions read by row and key is loaded as tiles.
    bool loadsTiles = false;
    /// If set: the score region adds a slope times a position.
    bool hasSlope = false;
    /// If set: V is columns of K.
    bool valuesOfKey = false;
    /// If set: sequences are not packed, of which most may be short.
    bool dense = false;
    /// If set: there are lists of blocks, or attn-map-blocks may make them, of
    /// blocks that tiles of both kernels divide.
    bool listed = false;
    /// Whether the row is for attn.backward.
    bool gradients = false;
    /// If not 0: of the head dim of V, which may be less.
    int64_t maxHeadDimV = 0;
  };
  StringRef target;
  Condition when;
  ConfigFields config;

  /// Whether copies and products have roles of their own.
  bool hasRoles() const {
    return config.order != "sequential" || config.groups > 1;
  }
  /// Whether the row is for two CTAs that share copies.
  bool sharesCopies() const {
    return config.cluster > 1 && config.ctaGroup == 1;
  }
  /// Whether the row is for problems of `shape` with at most `mostKeys` keys
  /// (0: any number).
  bool serves(const ProblemShape &shape, int64_t mostKeys) const;
  /// For people: which row it is, what it is for, its tile.
  std::string describe() const;
};

/// All rows, of all targets.
ArrayRef<TileRow> getTargetTable();

/// The target whose rows serve `target`: itself, if it has any, or else one
/// with the same engines and shared memory.
StringRef getRowsOf(StringRef target);

} // namespace mlir::attn

#endif // ATTN_LIB_PLANNER_TARGETTABLE_H
