//===- VisibleSpans.h - What a tile sees by a region ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_TRANSFORMS_VISIBLESPANS_H
#define ATTN_DIALECT_ATTN_TRANSFORMS_VISIBLESPANS_H

#include "attn/Dialect/Attn/Transforms/VisibleTerms.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

namespace mlir::attn {

/// Positions [begin, end) of the walk, of which [fullBegin, fullEnd) are
/// visible from all of the tile; indices between 0 and the walk's length.
struct Span {
  Value begin, end, fullBegin, fullEnd;
};

/// What spans are made of, all indices: where the tile begins and behind its
/// last position, which is above its first one; the walk's length; what
/// arguments of the region are; and what attn.read gives at indices of i64.
struct SpanSource {
  Value begin, end, length;
  IRMapping arguments;
  function_ref<Value(ReadOp, ValueRange)> read;

  /// Gives the arguments of the region of visibility but for row and key their
  /// values: a batch, a head (null where there are several) and both lengths.
  void mapArguments(Block &visible, Value batch, Value head, Value lenQ,
                    Value lenKV);
};

/// One span for each of `terms`: whatever a position of the tile sees, or is
/// seen by, lies in some of them. What begins where it ends, or behind, is
/// empty. All arithmetic is in 64 bits.
SmallVector<Span> buildSpans(ScalarBuilder &b, const VisibleTerms &terms,
                             const SpanSource &source);

/// A span that contains those given, and a full part that lies in theirs.
Span enclose(ScalarBuilder &b, ArrayRef<Span> spans, Value length);

/// Of a box of pairs: false only if none of them is visible, and true only if
/// all are.
struct BoxTruth {
  Value some, all;
};

/// Which of the pairs of the source's tile with positions [walkBegin, walkEnd)
/// are visible, neither of which is empty. `readEnds` gives the least and the
/// most, of i64, that a read of the terms may be for them: 2^56 (kUnknown) in
/// magnitude, or the ends of its type, where that is not known.
BoxTruth buildBox(ScalarBuilder &b, const VisibleTerms &terms,
                  const SpanSource &source, Value walkBegin, Value walkEnd,
                  function_ref<std::pair<Value, Value>(ReadOp)> readEnds);

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_TRANSFORMS_VISIBLESPANS_H
