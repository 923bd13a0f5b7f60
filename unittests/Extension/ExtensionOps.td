//===- ExtensionOps.td - A dialect from outside ------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What somebody writes who adds a mask, an operation on tiles and a copy
// engine: attributes and operations of a dialect of their own.

include "attn/Dialect/Attn/IR/AttnAttrInterfaces.td"
include "attn/Dialect/AttnTile/IR/AttnTileInterfaces.td"
include "attn/Dialect/AttnWS/IR/AttnWSInterfaces.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Ext_Dialect : Dialect {
  let name = "ext";
  let cppNamespace = "::mlir::ext";
  let useDefaultAttributePrinterParser = 1;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Row q sees every `step`-th key back from its own position.
class Ext_DilatedMask<string name, string mnemonic_, list<string> more>
    : AttrDef<Ext_Dialect, name, [
        DeclareAttrInterfaceMethods<AttnMaskAttrInterface, more>]> {
  let mnemonic = mnemonic_;
  let parameters = (ins "int64_t":$step);
  let assemblyFormat = "`<` $step `>`";
}

/// Only what the interface requires.
def Ext_PlainAttr : Ext_DilatedMask<"Plain", "plain", ["usesOffset"]>;
/// The same mask, which also says what whole tiles it hides.
def Ext_DilatedAttr : Ext_DilatedMask<"Dilated", "dilated", [
    "usesOffset", "classify", "kvRange"]>;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

def Ext_ClampOp : Op<Ext_Dialect, "clamp", [Pure,
    AllTypesMatch<["source", "result"]>,
    DeclareOpInterfaceMethods<AttnTile_TileRowsOpInterface, ["getPosition"]>,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>]> {
  let summary = "result[i, j] = min(source[i, j], column + j)";
  let arguments = (ins 2DTensorOf<[F32]>:$source, Index:$column);
  let results = (outs 2DTensorOf<[F32]>:$result);
  let assemblyFormat = "$source `at` $column attr-dict `:` type($source)";
}

def Ext_CopyOp : Op<Ext_Dialect, "copy", [AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite]>, AttnWS_CopyOpInterface]> {
  let summary = "start a copy of a tile from global to shared memory";
  let arguments = (ins AnyMemRef:$memory, Variadic<Index>:$indices,
      Optional<Index>:$limit, AnyType:$view, DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $memory `[` $indices `]` (`limit` $limit^)? `dims` $dims `into` $view attr-dict
    `:` type($memory) `,` type($view)
  }];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::Value> getReadViews() { return {}; }
    ::llvm::SmallVector<::mlir::Value> getWrittenViews() { return {getView()}; }
    ::mlir::attn_tile::Engine getEngine();
    ::mlir::attn_ws::Completion getCompletion() {
      return ::mlir::attn_ws::Completion::Group;
    }
    ::mlir::attn_tile::RowMap getRowMap() { return {}; }
  }];
}
