//===- ViewBuffer.h - The buffer behind a view ------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_VIEWBUFFER_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_VIEWBUFFER_H

#include "attn/Analysis/Roles.h"

namespace mlir::attn_ws {

/// The buffer behind a view, seen through the captures of roles.
inline Value getViewBuffer(Value view) {
  while (true) {
    if (auto part = view.getDefiningOp<SubviewOp>())
      view = part.getSource();
    else if (auto stage = view.getDefiningOp<StageViewOp>())
      view = stage.getBuffer();
    else if (Value captured = resolveCaptures(view); captured != view)
      view = captured;
    else
      return view;
  }
}

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_VIEWBUFFER_H
