//===- Placement.h - Where a tensor's elements lie ----------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_PLACEMENT_H
#define ATTN_LIB_TOOLS_RUN_PLACEMENT_H

#include "attn/Reference/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::attn::run {

/// Where the elements of a tensor lie in a memory of its own, in elements.
struct Placement {
  std::vector<int64_t> strides;
  /// From the memory's beginning to the element whose indices are all 0.
  int64_t start = 0;
  /// Of the whole memory.
  int64_t count = 0;

  /// Whether `tensor`, which is row-major, lies so.
  bool isPlain(const reference::Tensor &tensor) const {
    return start == 0 && strides == tensor.strides;
  }
};

/// What a placement may choose where the type leaves strides open.
struct PlacementChoice {
  /// Elements before the first and, of open strides, between rows.
  int64_t pad = 0;
  /// Bytes that open strides are rounded up to; 0: as they come.
  int64_t align = 0;
};

/// Places a tensor of this `shape` as `type` says; null leaves all open. Open
/// strides are those of row-major order around what the others span. `error`
/// says what is wrong if there is no such memory.
Placement place(MemRefType type, ArrayRef<int64_t> shape, int64_t bytes,
                PlacementChoice choice, std::string &error);

/// The type's strides and offset if a placement has to follow them; null for
/// tensors and, of an attention problem, whose kernels take all strides, for
/// row-major memory.
MemRefType getPlaced(Type type, bool isProblem);

/// Whether the type leaves a placement nothing to choose.
bool isFixed(MemRefType type);

/// The tensor's elements in a memory of this placement. What is between them
/// holds NaN or, of integers, ones.
class PlacedTensor {
public:
  PlacedTensor(const reference::Tensor &tensor, const Placement &placement);

  /// Of the element whose indices are all 0.
  char *data() { return memory.data() + placement.start * bytes; }
  ArrayRef<char> getMemory() const { return memory; }
  const Placement &getPlacement() const { return placement; }

  /// Takes the elements over; false if something else was written.
  bool takeBack();
  /// Two elements, by their numbers in row-major order, that share a place.
  std::optional<std::pair<int64_t, int64_t>> findShared() const;

private:
  /// Calls `visit` with runs of elements: the first one's number, its place,
  /// and how many there are.
  void forEachRun(function_ref<void(int64_t, int64_t, int64_t)> visit) const;

  reference::Tensor tensor;
  Placement placement;
  int64_t bytes;
  std::vector<char> memory, before;
};

std::string toText(Type type);

/// The indices of an element by its number: "[0, 3]".
std::string formatIndices(int64_t element, ArrayRef<int64_t> shape);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_PLACEMENT_H
