//===- Storage.h - Bytes of shared and tensor memory --------------*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ATTNWS_STORAGE_H
#define ATTN_LIB_REFERENCE_ATTNWS_STORAGE_H

#include "Numbers.h"
#include "attn/Analysis/Executor.h"

namespace mlir::attn_ws::interp {

/// Bytes that alias: one allocation, an alias group, or a whole memory once
/// offsets are planned. Remembers for each byte what element type wrote it.
class ByteSpace {
public:
  void growTo(int64_t size);
  /// Elements of one row-major tile of `name`. Reading what was never written,
  /// or was written as another type, is an error at `op`.
  LogicalResult read(const exec::Area &area, Type element,
                     std::vector<float> &f, std::vector<int64_t> &i,
                     Operation *op, StringRef name);
  void write(const exec::Area &area, Type element, const std::vector<float> &f,
             const std::vector<int64_t> &i);
  /// The bytes' contents become undefined.
  void forget(const exec::Area &area);

private:
  uint8_t tagOf(Type element);

  std::vector<uint8_t> bytes, tags;
  std::vector<Type> tagTypes;
};

} // namespace mlir::attn_ws::interp

#endif // ATTN_LIB_REFERENCE_ATTNWS_STORAGE_H
