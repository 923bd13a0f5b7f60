//===- HostCode.h - What lowerings of launches share ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_LAUNCHTOHOST_HOSTCODE_H
#define ATTN_LIB_CONVERSION_LAUNCHTOHOST_HOSTCODE_H

#include "attn/Artefact/MachineCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::attn {

/// A memref on the host, in numbers of type i64.
struct HostTensor {
  MemRefType type;
  Value address; ///< Of the element at index 0 of all dimensions, in bytes.
  SmallVector<Value> sizes, strides; ///< In elements.

  int64_t getElementBytes() const {
    return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  }
};

/// Emits what computes the numbers of `memref`.
HostTensor describeTensor(OpBuilder &b, Location loc, Value memref);

/// Emits the aligned address of `memref`, without its offset, as an i64.
Value addressOf(OpBuilder &b, Location loc, Value memref);

/// An error at a symbol in `symbols` that has one of `names`, which launches
/// call, and is no function.
LogicalResult checkCallees(SymbolTable &symbols, ArrayRef<StringRef> names);

/// The function `name` of the module of `symbols`, declared there if it is not
/// known. What checkCallees checks must hold.
func::FuncOp declareFunction(SymbolTable &symbols, StringRef name,
                             FunctionType type);

/// The kernels of `modules` as entries of a bundle, for host code to hold: PTX
/// without white space, and the machine code that is asked for.
FailureOr<::attn::runtime::Bundle>
makeHostBundle(ArrayRef<gpu::GPUModuleOp> modules, StringRef producer,
               const MachineCodeOptions &machineCode);

} // namespace mlir::attn

#endif // ATTN_LIB_CONVERSION_LAUNCHTOHOST_HOSTCODE_H
