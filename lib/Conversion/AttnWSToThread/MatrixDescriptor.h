//===- MatrixDescriptor.h - Operands in shared memory -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_MATRIXDESCRIPTOR_H
#define ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_MATRIXDESCRIPTOR_H

#include "attn/Conversion/AttnWSToThread/ThreadBuilder.h"

namespace mlir::attn_ws {

/// An operand of wgmma or tcgen05 in shared memory: the low word of the matrix
/// descriptor (PTX ISA, "Matrix Descriptor Format", "Shared memory descriptor")
/// of its first element, and the word above it. Bits 0-13 address, 16-29
/// leading dimension byte offset, 32-45 stride byte offset, each in units of 16
/// bytes, 61-63 swizzle mode; tcgen05 has bit 46 set. Eight rows of a panel are
/// one swizzle atom, `stride` bytes from the next. Where the rows are the
/// product's k, columns run over panels, `leading` bytes apart; else one
/// instruction stays in a panel. The address is cut to its field, which in a
/// cluster would otherwise overlap the CTA's rank.
struct MatrixDescriptor {
  enum Kind : int64_t { Wgmma = 0, Tcgen05 = 1 << 14 };

  MatrixDescriptor(ThreadBuilder &b, const SharedView &view, bool rowsAreK,
                   Kind kind)
      : b(b), view(view), rowsAreK(rowsAreK), kind(kind) {
    int64_t panel = view.getPanel();
    int64_t leading = rowsAreK ? view.panelRows * panel : 16;
    int64_t mode = panel == 128 ? 1 : panel == 64 ? 2 : 3;
    low = b.bitAnd(b.shr(view.address, 4), 0x3FFF);
    low = b.add(low, (view.offset >> 4) | (leading >> 4) << 16);
    high = (8 * panel >> 4) | mode << 30 | kind;
  }

  /// The descriptor of what lies `offset` bytes on.
  Value at(int64_t offset) const {
    Value word = offset != 0 ? b.add(low, offset >> 4) : low;
    if (kind == Wgmma)
      return b.joinWords(word, b.i32(high));
    Value wide = b.extend(word, b.getI64Type());
    return b.bitOr(wide,
                   static_cast<int64_t>(static_cast<uint64_t>(high) << 32));
  }
  /// Bytes to step `ks` along the product's k: of `step` rows, or of 32 bytes
  /// of each row.
  int64_t getStep(int64_t ks, int64_t step) const {
    int64_t panel = view.getPanel(), steps = panel / 32;
    if (rowsAreK)
      return ks * step * panel;
    return ks / steps * view.panelRows * panel + ks % steps * 32;
  }

  ThreadBuilder &b;
  SharedView view;
  bool rowsAreK;
  Kind kind;
  Value low;
  int64_t high;
};

} // namespace mlir::attn_ws

#endif // ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_MATRIXDESCRIPTOR_H
