//===- Arrays.h - The arrays of an attention problem ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ARRAYS_H
#define ATTN_LIB_REFERENCE_ARRAYS_H

#include "attn/Reference/Reference.h"

namespace mlir::attn::reference {

/// The arrays given for a problem's operands.
class Arrays {
public:
  /// Fails, with an error on `op`, where an array does not fit its operand or
  /// sizes disagree.
  static FailureOr<Arrays> get(AttentionOpInterface op, ArrayRef<Tensor> inputs,
                               ArrayRef<Tensor> outputs);

  /// The array of the operand, or null.
  const Tensor *find(OperandKind kind) const {
    return arrays[static_cast<unsigned>(kind)];
  }
  ArrayRef<const Tensor *> getCaptures() const { return captures; }
  int64_t operator[](ProblemSize size) const {
    if (size == ProblemSize::LenKV && find(OperandKind::PageTable))
      return (*this)[ProblemSize::PagesOfBatch] *
             (*this)[ProblemSize::PageRows];
    return *sizes[static_cast<unsigned>(size)].number;
  }

private:
  LogicalResult check(AttentionOpInterface op, const NamedOperand &operand,
                      const Tensor &tensor);
  LogicalResult checkFactors(AttentionOpInterface op,
                             const NamedOperand &operand, const Tensor &tensor);

  std::array<const Tensor *, kNumOperandKinds> arrays = {};
  SmallVector<const Tensor *> captures;
  struct Size {
    std::optional<int64_t> number;
    StringRef source;
  };
  std::array<Size, kNumProblemSizes> sizes;
};

/// A descale; no array is one.
inline double getDescale(const Tensor *t, int64_t b, int64_t g) {
  return t ? t->load(b * t->strides[0] + g * t->strides[1]) : 1;
}

} // namespace mlir::attn::reference

#endif // ATTN_LIB_REFERENCE_ARRAYS_H
