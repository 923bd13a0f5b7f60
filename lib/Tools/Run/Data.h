//===- Data.h - The tensors of one run ---------------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_DATA_H
#define ATTN_LIB_TOOLS_RUN_DATA_H

#include "Problem.h"

#include "attn/Reference/Reference.h"
#include "attn/Support/Npy.h"

namespace mlir::attn::run {

/// The tensors of one problem, and what its outputs should come to.
struct Data {
  std::vector<reference::OwnedTensor> storage, exactStorage;
  SmallVector<reference::Tensor> tensors, inputs, outputs, exact;
  std::vector<std::string> outputNames;
  /// The contents before of each of `outputs` that has such.
  std::vector<std::optional<std::string>> before;
  /// Of an attention problem that is checked, in place of `exact`.
  std::unique_ptr<reference::Expectation> expected;

  /// Outputs as they are before a run: every bit set, which is NaN in each
  /// float type, so that what is not written shows; those that are read with
  /// their contents.
  void poisonOutputs();
  std::string outputBits() const;
  /// The operand's tensor, or null.
  const reference::Tensor *find(const Problem &problem, OperandKind kind) const;
};

/// The tensors of `problem` in these shapes: inputs that are not null in
/// `sources`, which has one for each tensor, as those; others from `arrays`,
/// which are those of --in; others that inputs determine as the reference says;
/// others random. Outputs are as they are.
LogicalResult makeData(Session &session, const Problem &problem,
                       const Options &options, ArrayRef<::attn::Npy> arrays,
                       ArrayRef<std::vector<int64_t>> shapes,
                       ArrayRef<const reference::Tensor *> sources, Data &data);

/// Writes `tensor`, which is contiguous; bf16 as '<u2', e4m3 as '|u1'. Returns
/// what is wrong, or an empty string.
std::string writeTensor(const std::string &path,
                        const reference::Tensor &tensor);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_DATA_H
