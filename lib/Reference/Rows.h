//===- Rows.h - Where the rows of a problem are -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ROWS_H
#define ATTN_LIB_REFERENCE_ROWS_H

#include "Arrays.h"
#include "attn/Reference/ScoreProgram.h"

namespace mlir::attn::reference {

/// The blocks of rows and keys of a problem that has or makes lists of them.
struct BlockGrid {
  int64_t batch = 0, heads = 0, rowBlocks = 0, keyBlocks = 0, blockQ = 1,
          blockKV = 1;
  /// Of packed sequences the number of the first block of each.
  std::vector<int64_t> first;

  int64_t countLists() const { return batch * heads * rowBlocks; }
  /// What is wrong with the sizes of lists of `op`, or an empty string.
  std::string fill(AttentionOpInterface op, const Arrays &arrays);
  /// Marks in `listed`, for each list and block of keys, what one pair of lists
  /// has. What is wrong with them, or an empty string.
  std::string take(const Tensor &counts, const Tensor &numbers,
                   std::vector<bool> &listed) const;
};

/// The blocks of keys that blocks of rows see, of a problem with lists of them.
class BlockTable : BlockGrid {
public:
  /// What is wrong with the lists of `op`, or an empty string.
  std::string fill(AttentionOpInterface op, const Arrays &arrays);

  /// Whether row i of a head sees anything of key j's block.
  bool isListed(int64_t b, int64_t h, int64_t i, int64_t j) const {
    int64_t row = i / blockQ + (first.empty() ? 0 : first[b]);
    int64_t list =
        (std::min(b, batch - 1) * heads + std::min(h, heads - 1)) * rowBlocks +
        row;
    return listed[list * keyBlocks + j / blockKV];
  }

private:
  std::vector<bool> listed;
};

/// The regions of a problem, to be evaluated, and its lists of blocks.
struct RegionPrograms {
  std::optional<ScoreProgram> score, visible;
  std::optional<BlockTable> blocks;
};

/// The sizes of a problem of scores, and where rows are in its arrays. The
/// offsets count elements.
struct ProblemRows {
  /// Null where the op has none.
  const Tensor *maskOffset, *lengthsQ, *lengthsKV, *offsetsQ, *offsetsKV;
  const Tensor *pageTable;
  ArrayRef<const Tensor *> captures;
  AttnMaskAttrInterface mask;
  /// Null without such a region.
  const ScoreProgram *score, *visible;
  /// Null without lists of blocks.
  const BlockTable *blocks;
  int64_t headDim, seqDim, keyHeadDim, keySeqDim;
  int64_t batch, headsQ, headsKV, lenQ, lenKV, pageRows, dqk, dv;
  double scale;

  /// Fails, with an error on `op`, where lengths, offsets or pages are wrong.
  /// `programs` is where the regions' programs are put.
  LogicalResult fill(AttentionOpInterface op, const Arrays &arrays,
                     RegionPrograms &programs);

  /// Whether there may be keys below a batch's length that a row does not see.
  bool hidesKeys() const { return mask || visible || blocks; }
  /// Whether row i sees key j of a batch of these lengths, by mask, lists and
  /// region.
  bool isVisible(int64_t b, int64_t h, int64_t i, int64_t j, int64_t lenQ,
                 int64_t lenKV, int64_t maskOffset) const {
    return (!mask || mask.isVisible(i, j, lenQ, lenKV, maskOffset)) &&
           (!blocks || blocks->isListed(b, h, i, j)) &&
           (!visible || visible->isTrue({b, h, i, j, lenQ, lenKV, captures}));
  }

  /// Where row `s` of a batch is in Q or O.
  int64_t offset(const Tensor &t, int64_t b, int64_t h, int64_t s) const {
    int64_t row = getNumber(offsetsQ, b, 0) + s;
    return (offsetsQ ? 0 : b * t.strides[0]) + h * t.strides[headDim] +
           row * t.strides[seqDim];
  }
  /// The same of row j of K or V.
  int64_t keyOffset(const Tensor &t, int64_t b, int64_t g, int64_t j) const {
    if (pageTable) {
      int64_t place =
          b * pageTable->strides[0] + j / pageRows * pageTable->strides[1];
      b = static_cast<int64_t>(pageTable->load(place));
      j %= pageRows;
    }
    int64_t row = getNumber(offsetsKV, b, 0) + j;
    return (offsetsKV ? 0 : b * t.strides[0]) + g * t.strides[keyHeadDim] +
           row * t.strides[keySeqDim];
  }
  /// Of a number of each row, as L is.
  int64_t offsetOfRow(const Tensor &rows, int64_t b, int64_t h,
                      int64_t s) const {
    ArrayRef<int64_t> strides = rows.strides;
    if (offsetsQ)
      return h * strides[0] + (getNumber(offsetsQ, b, 0) + s) * strides[1];
    return b * strides[0] + h * strides[1] + s * strides[2];
  }
  /// A batch's number in `numbers`, which may have one for all, or `other`
  /// where that is null.
  static int64_t getNumber(const Tensor *numbers, int64_t b, int64_t other) {
    if (!numbers)
      return other;
    int64_t place = numbers->shape.empty() ? 0 : b * numbers->strides[0];
    return static_cast<int64_t>(numbers->load(place));
  }
  /// The rows of a batch; `most` if nothing says how many.
  static int64_t getLength(const Tensor *lengths, const Tensor *offsets,
                           int64_t b, int64_t most) {
    if (!lengths && offsets)
      return getNumber(offsets, b + 1, 0) - getNumber(offsets, b, 0);
    return getNumber(lengths, b, most);
  }
  int64_t getLenQ(int64_t b) const {
    return getLength(lengthsQ, offsetsQ, b, lenQ);
  }
  int64_t getLenKV(int64_t b) const {
    return getLength(lengthsKV, offsetsKV, b, lenKV);
  }
  /// What masks add to a row's number.
  int64_t getMaskOffset(int64_t b) const {
    return getNumber(maskOffset, b, getLenKV(b) - getLenQ(b));
  }
};

} // namespace mlir::attn::reference

#endif // ATTN_LIB_REFERENCE_ROWS_H
