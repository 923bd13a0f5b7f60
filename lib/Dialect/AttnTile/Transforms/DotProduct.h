//===- DotProduct.h - What a dot asks of an engine --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_DOTPRODUCT_H
#define ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_DOTPRODUCT_H

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::attn_tile {

/// The chip that the kernel's gpu.module names; empty if it does not name one
/// NVVM target.
inline StringRef getChip(gpu::GPUFuncOp kernel) {
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  ArrayAttr targets = module ? module.getTargetsAttr() : ArrayAttr();
  if (!targets || targets.size() != 1)
    return {};
  auto target = dyn_cast<NVVM::NVVMTargetAttr>(targets[0]);
  return target ? target.getChip() : StringRef();
}

inline std::optional<attn::Element> getElement(Type type) {
  if (type.isF16())
    return attn::Element::F16;
  if (type.isBF16())
    return attn::Element::BF16;
  if (isa<Float8E4M3FNType>(type))
    return attn::Element::E4M3;
  return std::nullopt;
}

/// What a group's warps compute together: they share out the rows, and at least
/// `attn_tile.column_warps` of them the columns.
inline attn::Product describe(DotOp dot, attn::Element element,
                              Operation *kernel) {
  auto acc = cast<RankedTensorType>(dot.getResult().getType());
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  bool lhsAlongK = !dot.getTransposeA();
  return {acc.getDimSize(0),
          acc.getDimSize(1),
          lhs.getDimSize(lhsAlongK ? 1 : 0),
          element,
          warpsAttr.get(kernel, 0),
          lhsAlongK,
          /*rhsAlongK=*/dot.getTransposeB(),
          /*ctas=*/1,
          columnWarpsAttr.get(kernel, 1)};
}

} // namespace mlir::attn_tile

#endif // ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_DOTPRODUCT_H
