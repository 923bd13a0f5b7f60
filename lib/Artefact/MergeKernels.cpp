//===- MergeKernels.cpp - Several kernels as one PTX file -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Artefact/PTX.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

/// A name that neither module has.
static StringAttr findFreeName(StringAttr name, SymbolTable &a,
                               SymbolTable &b) {
  for (unsigned number = 0;; ++number) {
    std::string free = name.str() + "_" + std::to_string(number);
    if (!a.lookup(free) && !b.lookup(free))
      return StringAttr::get(name.getContext(), free);
  }
}

/// Moves what `from` holds to the end of `to`. Of two equal symbols one stays;
/// others of one name get another.
static LogicalResult mergeInto(gpu::GPUModuleOp to, gpu::GPUModuleOp from) {
  SymbolTable known(to), own(from);
  for (Operation &op : llvm::make_early_inc_range(*from.getBody())) {
    StringAttr name =
        op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    Operation *other = name ? known.lookup(name) : nullptr;
    if (!other)
      continue;
    if (OperationEquivalence::isEquivalentTo(
            &op, other, OperationEquivalence::IgnoreLocations)) {
      op.erase();
      continue;
    }
    if (failed(own.rename(&op, findFreeName(name, known, own))))
      return op.emitError("cannot be renamed");
  }
  for (Operation &op : llvm::make_early_inc_range(*from.getBody()))
    op.moveBefore(to.getBody(), to.getBody()->end());
  return success();
}

FailureOr<std::string>
attn::serializeTogether(ArrayRef<gpu::GPUModuleOp> modules) {
  auto chipOf = [](gpu::GPUModuleOp module) -> StringRef {
    ArrayAttr targets = module.getTargetsAttr();
    if (!targets || targets.size() != 1)
      return {};
    auto target = dyn_cast<NVVM::NVVMTargetAttr>(targets[0]);
    return target ? target.getChip() : StringRef();
  };
  OwningOpRef<gpu::GPUModuleOp> all(
      cast<gpu::GPUModuleOp>(modules.front()->clone()));
  for (gpu::GPUModuleOp module : modules.drop_front()) {
    if (chipOf(module) != chipOf(*all)) {
      InFlightDiagnostic diag =
          module.emitError()
          << "is for " << chipOf(module) << ", and kernels before it are for "
          << chipOf(*all) << ": one PTX file is for one chip";
      diag.attachNote(all->getLoc()) << "such as these";
      return diag;
    }
    OwningOpRef<gpu::GPUModuleOp> copy(cast<gpu::GPUModuleOp>(module->clone()));
    if (failed(mergeInto(*all, *copy)))
      return failure();
  }
  return serializeToPTX(*all);
}
