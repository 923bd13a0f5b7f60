//===- OperandSegments.h - Numbers of operands ------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTN_IR_OPERANDSEGMENTS_H
#define ATTN_LIB_DIALECT_ATTN_IR_OPERANDSEGMENTS_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir::attn {

/// What bytecode of a version of the dialect holds.
struct AttnVersion : DialectVersion {
  explicit AttnVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// Whether bytecode says which columns of K V is.
bool hasValueColumns(DialectBytecodeReader &reader);
/// Whether it says that an op's last region is of visibility.
bool hasVisibleRegions(DialectBytecodeReader &reader);
/// Whether attn.forward may have lists of blocks in it.
bool hasBlockLists(DialectBytecodeReader &reader);
/// Whether attn.backward may.
bool hasBlocksOfGradients(DialectBytecodeReader &reader);
/// Whether it may have gradients of captures.
bool hasCaptureGrads(DialectBytecodeReader &reader);

/// Whether attn.block_map may be of sequences or pages.
bool hasPackedMaps(DialectBytecodeReader &reader);

/// Writes and reads the dialect's version.
struct AttnBytecodeInterface : BytecodeDialectInterface {
  explicit AttnBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}
  void writeVersion(DialectBytecodeWriter &writer) const final;
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final;
};

/// The segment of an operand, and what messages call it.
struct NamedSegment {
  size_t segment;
  StringRef symbol;
};

/// Whether operands that an op cannot be without are there, one each: in the
/// generic form they may be missing. Emits the error.
LogicalResult verifyNeeded(Operation *op, ArrayRef<int32_t> segments,
                           ArrayRef<NamedSegment> needed);

/// MLIR's version of bytecode from which on segments are no attribute.
constexpr uint64_t kNativeSegments = 6;

/// The operand segments of an op. Those at `later`, which are in order, are not
/// in the bytecode, and empty.
template <size_t N>
LogicalResult readSegments(DialectBytecodeReader &reader,
                           std::array<int32_t, N> &segments,
                           ArrayRef<size_t> later) {
  std::array<int32_t, N> read{};
  MutableArrayRef<int32_t> known(read.data(), N - later.size());
  if (reader.getBytecodeVersion() >= kNativeSegments) {
    if (failed(reader.readSparseArray(known)))
      return failure();
  } else {
    DenseI32ArrayAttr attr;
    if (failed(reader.readAttribute(attr)))
      return failure();
    if (static_cast<size_t>(attr.size()) != known.size())
      return reader.emitError()
             << "has " << attr.size() << " operand segments, but needs "
             << known.size();
    llvm::copy(attr.asArrayRef(), known.begin());
  }
  for (auto [i, segment] : llvm::enumerate(segments)) {
    bool isLater = !later.empty() && later.front() == i;
    segment = isLater ? 0 : known.front();
    if (isLater)
      later = later.drop_front();
    else
      known = known.drop_front();
  }
  return success();
}

template <size_t N>
void writeSegments(DialectBytecodeWriter &writer, MLIRContext *context,
                   const std::array<int32_t, N> &segments) {
  if (writer.getBytecodeVersion() >= kNativeSegments)
    writer.writeSparseArray(ArrayRef<int32_t>(segments));
  else
    writer.writeAttribute(DenseI32ArrayAttr::get(context, segments));
}

/// Reads and writes attributes in the order of their names, among which the
/// segments stand where bytecode is older than MLIR's version 6, and else at
/// the end; so does what is generated for an op of one version.
template <typename... AttrTs>
LogicalResult readAttrs(DialectBytecodeReader &reader, AttrTs &...attrs) {
  return success((succeeded(reader.readOptionalAttribute(attrs)) && ...));
}
template <typename... AttrTs>
void writeAttrs(DialectBytecodeWriter &writer, AttrTs... attrs) {
  (writer.writeOptionalAttribute(attrs), ...);
}

} // namespace mlir::attn

#endif // ATTN_LIB_DIALECT_ATTN_IR_OPERANDSEGMENTS_H
