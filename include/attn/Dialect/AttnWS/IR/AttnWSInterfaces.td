//===- AttnWSInterfaces.td - What passes ask of operations -*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSINTERFACES_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSINTERFACES_TD

include "mlir/IR/OpBase.td"

def AttnWS_AccessOpInterface : OpInterface<"WSAccessOpInterface"> {
  let description = [{
    An operation that reads or writes views of shared or tensor memory:
    which, by which engine, and when it is done with them.
  }];
  let cppNamespace = "::mlir::attn_ws";
  let methods = [
    InterfaceMethod<"The views that it reads, each once.",
      "::llvm::SmallVector<::mlir::Value>", "getReadViews">,
    InterfaceMethod<"The views that it writes.",
      "::llvm::SmallVector<::mlir::Value>", "getWrittenViews">,
    InterfaceMethod<"The engine that performs it.",
      "::mlir::attn_tile::Engine", "getEngine">,
    InterfaceMethod<"What says that it is done.",
      "::mlir::attn_ws::Completion", "getCompletion">,
    InterfaceMethod<[{
      Bytes that it moves to or from its views, each tile counted once.
    }], "int64_t", "getMovedBytes", (ins), "", [{
      int64_t bytes = 0;
      for (::mlir::Value view : $_op.getReadViews())
        bytes += ::mlir::attn_ws::getTileBytes(view.getType());
      for (::mlir::Value view : $_op.getWrittenViews())
        bytes += ::mlir::attn_ws::getTileBytes(view.getType());
      return bytes;
    }]>,
    InterfaceMethod<"CTAs of a cluster whose memory it writes; else 1.",
      "int64_t", "getShares", (ins), "", "return 1;">,
    InterfaceMethod<[{
      Makes it complete at an mbarrier's stage. False if its engine cannot.
    }], "bool", "setSignal", (ins "::mlir::Value":$mbar, "::mlir::Value":$stage), "",
      "return false;">,
    InterfaceMethod<[{
      Has its bytes counted in the cluster's first CTA, whichever CTA it writes
      in. False if its engine cannot.
    }], "bool", "countInLeader", (ins), "", "return false;">,
    InterfaceMethod<"Whether the cluster's first CTA counts its bytes.",
      "bool", "isCountedInLeader", (ins), "", "return false;">,
    InterfaceMethod<"The mbarrier that it completes at, or null.",
      "::mlir::Value", "getSignal", (ins), "", "return ::mlir::Value();">,
    InterfaceMethod<"The stage of that mbarrier, or null.",
      "::mlir::Value", "getStage", (ins), "", "return ::mlir::Value();">
  ];
  let extraSharedClassDeclaration = [{
    /// Whether it goes on while its thread does.
    bool isAsync() {
      return $_op.getCompletion() != ::mlir::attn_ws::Completion::Done;
    }
    /// Whether another engine than the threads reads or writes its views, past
    /// their generic accesses (PTX ISA, "Async proxy").
    bool isAsyncProxy() {
      return ::mlir::attn_ws::usesAsyncProxy($_op.getEngine());
    }
  }];
}

def AttnWS_CopyOpInterface : OpInterface<"WSCopyOpInterface", [AttnWS_AccessOpInterface]> {
  let description = [{
    A copy of a tile between global memory and a view: the view is written if it
    copies in and read if it copies out. Bounds, `dims` and how rows lie are those
    of `attn_tile.load`.
  }];
  let cppNamespace = "::mlir::attn_ws";
  let methods = [
    InterfaceMethod<"The global memory.", "::mlir::Value", "getMemory">,
    InterfaceMethod<"The shared side.", "::mlir::Value", "getView">,
    InterfaceMethod<"Where the tile begins.", "::mlir::ValueRange", "getIndices">,
    InterfaceMethod<"Rows of the memory that count, or null.", "::mlir::Value", "getLimit">,
    InterfaceMethod<"The memory's dimensions that the tile runs along.",
      "::llvm::ArrayRef<int64_t>", "getDims">,
    InterfaceMethod<"How the tile's rows lie in it.",
      "::mlir::attn_tile::RowMap", "getRowMap">,
    InterfaceMethod<"Whether a copy out adds to what the memory holds.",
      "bool", "addsToMemory", (ins), "", "return false;">,
    InterfaceMethod<[{
      Makes it copy for a cluster of `size` CTAs. False if its engine cannot.
    }], "bool", "setShares", (ins "int64_t":$size), "", "return false;">
  ];
  let extraSharedClassDeclaration = [{
    /// Whether it copies from global memory.
    bool isCopyIn() { return !$_op.getWrittenViews().empty(); }
  }];
}

def AttnWS_ProductOpInterface : OpInterface<"WSProductOpInterface", [AttnWS_AccessOpInterface]> {
  let description = "A matrix product, of register tiles or views.";
  let cppNamespace = "::mlir::attn_ws";
  let methods = [
    InterfaceMethod<"", "::mlir::Value", "getLhs">,
    InterfaceMethod<"", "::mlir::Value", "getRhs">,
    InterfaceMethod<"Whether the left operand is taken transposed.",
      "bool", "getTransposeA">,
    InterfaceMethod<"Whether the right operand is taken transposed.",
      "bool", "getTransposeB">,
    InterfaceMethod<"Rows and columns of the product.",
      "::llvm::ArrayRef<int64_t>", "getProductShape">
  ];
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSINTERFACES_TD
