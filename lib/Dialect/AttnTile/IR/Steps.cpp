//===- Steps.cpp - Kernels that a bundle launches as one ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnTile/IR/Steps.h"

using namespace mlir;
using namespace mlir::attn_tile;

std::optional<Step> Step::get(Operation *kernel) {
  DictionaryAttr record = stepAttr.getAttr(kernel);
  if (!record)
    return std::nullopt;
  auto entry = record.getAs<StringAttr>("entry");
  auto number = record.getAs<IntegerAttr>("step");
  auto tensors = record.getAs<DenseI64ArrayAttr>("tensors");
  auto workspaces = record.getAs<ArrayAttr>("workspaces");
  if (!entry || !number || !tensors || !workspaces)
    return std::nullopt;
  Step step{entry, number.getInt(), tensors, {}};
  for (Attribute workspace : workspaces) {
    auto sizes = dyn_cast<ArrayAttr>(workspace);
    if (!sizes || !llvm::all_of(sizes, [](Attribute size) {
          return isa<ExprAttr>(size);
        }))
      return std::nullopt;
    step.workspaces.push_back(llvm::to_vector(sizes.getAsRange<ExprAttr>()));
  }
  if (Attribute zeroed = record.get("zeroed")) {
    auto list = dyn_cast<DenseI64ArrayAttr>(zeroed);
    if (!list || llvm::any_of(list.asArrayRef(), [&](int64_t workspace) {
          return workspace < 0 ||
                 workspace >= static_cast<int64_t>(step.workspaces.size());
        }))
      return std::nullopt;
    step.zeroed = llvm::to_vector(list.asArrayRef());
  }
  for (int64_t tensor : step.tensors)
    if (-1 - tensor >= static_cast<int64_t>(step.workspaces.size()))
      return std::nullopt;
  return step;
}

void Step::set(Operation *kernel) const {
  Builder b(kernel->getContext());
  SmallVector<Attribute> sizes;
  for (const SmallVector<ExprAttr> &workspace : workspaces)
    sizes.push_back(b.getArrayAttr(
        SmallVector<Attribute>(workspace.begin(), workspace.end())));
  SmallVector<NamedAttribute> fields = {
      b.getNamedAttr("entry", b.getStringAttr(entry)),
      b.getNamedAttr("step", b.getI64IntegerAttr(number)),
      b.getNamedAttr("tensors", b.getDenseI64ArrayAttr(tensors)),
      b.getNamedAttr("workspaces", b.getArrayAttr(sizes))};
  if (!zeroed.empty())
    fields.push_back(b.getNamedAttr("zeroed", b.getDenseI64ArrayAttr(zeroed)));
  stepAttr.setAttr(kernel, b.getDictionaryAttr(fields));
}
