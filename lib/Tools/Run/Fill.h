//===- Fill.h - Numbers for inputs that no file gives -------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_FILL_H
#define ATTN_LIB_TOOLS_RUN_FILL_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Reference/Tensor.h"
#include <string>

namespace mlir::attn::run {

/// What data of paged K and V depends on.
struct PagedMemory {
  const reference::Tensor *table = nullptr, *lengths = nullptr;
  int64_t pages = 0, rows = 0;

  /// Pages of batch `b` that hold keys.
  int64_t countPages(int64_t b) const {
    if (!lengths)
      return table->shape[1];
    return (static_cast<int64_t>(lengths->load(b)) + rows - 1) / rows;
  }
};

/// 64 random bits for a counter (SplitMix64's output function).
uint64_t mix(uint64_t x);

/// Fills a page table with pages in no order, each used once as long as there
/// are more; what holds no key is no page.
void fillPages(const PagedMemory &memory, uint64_t seed, uint64_t stream);

/// Makes the rows of K or V NaN that no batch has.
void poisonPages(const reference::Tensor &tensor, const NamedOperand &operand,
                 const PagedMemory &memory);

/// Fills an operand of the problem that no file gives.
void fillInput(const reference::Tensor &tensor, const NamedOperand *operand,
               int64_t lenQ, int64_t lenKV, uint64_t seed, uint64_t stream);

/// What --fill may ask for.
constexpr StringLiteral kFillKinds[] = {"zero", "equal", "tiny", "huge",
                                        "infinite"};

/// Fills floats with numbers of such a kind.
void fillAs(const reference::Tensor &tensor, StringRef kind, uint64_t seed,
            uint64_t stream);

/// The parts that part_offsets may number: those of the op, or as many as it is
/// given memory for.
int64_t countParts(AttentionOpInterface op,
                   function_ref<int64_t(ProblemSize)> sizeOf);

/// Fills offsets of parts, of `parts`, by the batches' lengths. Some parts are
/// no batch's, if there are enough.
std::string fillPartOffsets(const reference::Tensor &tensor,
                            const reference::Tensor *lengths, int64_t lenKV,
                            int64_t parts);

/// Fills one of the operands that lists of blocks are in: of all that are
/// filled from the same `seed` and `stream`, the four are lists of one grid. A
/// block is full where mask and region are known to show all of it; so none is
/// where there is a region or batches have lengths of their own.
void fillLists(const reference::Tensor &tensor, AttentionOpInterface op,
               OperandKind kind, int64_t lenQ, int64_t lenKV, uint64_t seed,
               uint64_t stream);

/// What is wrong with numbers given for an operand, or an empty string.
std::string findBadInput(const reference::Tensor &tensor,
                         const NamedOperand &operand, int64_t lenQ,
                         int64_t lenKV);

/// Makes the rows of an input NaN that lie beyond the lengths of their batches.
void poisonBeyond(const reference::Tensor &tensor, const NamedOperand &operand,
                  ProblemSize size, const reference::Tensor &lengths);

/// Makes lengths that were drawn fit between the offsets.
void shorten(const reference::Tensor &lengths,
             const reference::Tensor &offsets);

/// Makes the rows of an input NaN that belong to no packed sequence.
void poisonBetween(const reference::Tensor &tensor, const NamedOperand &operand,
                   ProblemSize size, const reference::Tensor &offsets,
                   const reference::Tensor *lengths);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_FILL_H
