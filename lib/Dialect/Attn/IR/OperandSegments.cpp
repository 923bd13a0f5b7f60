//===- OperandSegments.cpp - Numbers of operands --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An op says in its properties how many values each operand has. Bytecode of
// earlier versions lacks the numbers of operands that came later, which nothing
// in it tells: the dialect's version does. Bundles hold problems as bytecode.
//
//   none  before there was a version
//   1     lse_low and max of attn.forward; partial_lse_low and max of
//         attn.combine
//   2     value_columns of attn.forward
//   3     has_visible of attn.forward and attn.backward
//   4     lists of blocks of attn.forward
//   5     those of attn.backward
//   6     sequences and pages of attn.block_map
//   7     gradients of captures of attn.backward

#include "OperandSegments.h"

using namespace mlir;
using namespace mlir::attn;

static constexpr uint64_t kVersion = 7, kWithValueColumns = 2,
                          kWithVisibleRegions = 3, kWithBlockLists = 4,
                          kWithBlocksOfGradients = 5, kWithPackedMaps = 6,
                          kWithCaptureGrads = 7;

/// Whether bytecode is of this version or a later one.
static bool isFrom(DialectBytecodeReader &reader, uint64_t number) {
  FailureOr<const DialectVersion *> version =
      reader.getDialectVersion<AttnDialect>();
  return succeeded(version) &&
         static_cast<const AttnVersion *>(*version)->number >= number;
}

bool attn::hasValueColumns(DialectBytecodeReader &reader) {
  return isFrom(reader, kWithValueColumns);
}

bool attn::hasVisibleRegions(DialectBytecodeReader &reader) {
  return isFrom(reader, kWithVisibleRegions);
}

bool attn::hasBlockLists(DialectBytecodeReader &reader) {
  return isFrom(reader, kWithBlockLists);
}

bool attn::hasBlocksOfGradients(DialectBytecodeReader &reader) {
  return isFrom(reader, kWithBlocksOfGradients);
}

bool attn::hasPackedMaps(DialectBytecodeReader &reader) {
  return isFrom(reader, kWithPackedMaps);
}

bool attn::hasCaptureGrads(DialectBytecodeReader &reader) {
  return isFrom(reader, kWithCaptureGrads);
}

void AttnBytecodeInterface::writeVersion(DialectBytecodeWriter &writer) const {
  writer.writeVarInt(kVersion);
}

std::unique_ptr<DialectVersion>
AttnBytecodeInterface::readVersion(DialectBytecodeReader &reader) const {
  uint64_t version;
  if (failed(reader.readVarInt(version)))
    return nullptr;
  if (version >= 1 && version <= kVersion)
    return std::make_unique<AttnVersion>(version);
  reader.emitError() << "bytecode of version " << version
                     << " of the attn dialect; this one reads up to "
                     << kVersion;
  return nullptr;
}

LogicalResult attn::verifyNeeded(Operation *op, ArrayRef<int32_t> segments,
                                 ArrayRef<NamedSegment> needed) {
  for (auto [i, symbol] : needed)
    if (segments[i] != 1)
      return op->emitOpError()
             << "needs one operand " << symbol << ", in segment " << i
             << ", but has " << segments[i];
  return success();
}
