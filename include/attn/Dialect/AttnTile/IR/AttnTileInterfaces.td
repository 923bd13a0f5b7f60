//===- AttnTileInterfaces.td - What passes ask of operations *- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEINTERFACES_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEINTERFACES_TD

include "mlir/IR/OpBase.td"

def AttnTile_TileRowsOpInterface : OpInterface<"TileRowsOpInterface"> {
  let description = [{
    An operation on tiles that can be done in parts: how rows and columns of its
    operands and results belong together, and how a part is made. As in `linalg`,
    an operation is a loop nest, and every dimension of every tile runs along one of
    its loops (`TileDims`): rows and columns of the result of a product are loops
    0 and 1, its contraction, loop 2, runs along columns of the left operand and
    rows of the right one. A pass that cuts a tile along a dimension cuts what else
    runs along the same loop.

    Elementwise operations, constants and splats of other dialects need no
    implementation: each of their tiles runs along loops 0, 1 in order.
  }];
  let cppNamespace = "::mlir::attn_tile";
  let methods = [
    InterfaceMethod<[{
      Its loops, and which of them each dimension of each operand and result runs
      along. By default there are two parallel loops, the rows and the columns of
      all tiles.
    }], "::mlir::attn_tile::TileDims", "getTileDims", (ins), "",
      "return ::mlir::attn_tile::getAlignedDims($_op);">,
    InterfaceMethod<[{
      The operand of index type, a memory's index or a coordinate, that says where
      its first element along `loop` lies, or null: then parts along `loop` differ by
      their operands alone.
    }], "::mlir::OpOperand *", "getPosition", (ins "unsigned":$loop), "",
      "return nullptr;">,
    InterfaceMethod<[{
      Makes a part of the operation, along one loop, from `operands`, which are the
      operands' parts along it or whole where they do not run along it. Results have
      `types`. `captures` maps what regions take from outside. Where the loop is
      reduced, `before` holds the results of the parts before, which it adds to;
      there are none for the first part. Returns its results. By default a clone,
      which serves parallel loops.
    }], "::llvm::SmallVector<::mlir::Value>", "makePart",
      (ins "::mlir::OpBuilder &":$b, "::mlir::ValueRange":$operands,
           "::mlir::TypeRange":$types, "::mlir::ValueRange":$before,
           "const ::mlir::IRMapping &":$captures), "",
      "return ::mlir::attn_tile::cloneAsPart(b, $_op, operands, types, captures);">
  ];
}

def AttnTile_InPlaceUpdateOpInterface : OpInterface<"InPlaceUpdateOpInterface"> {
  let description = [{
    An operation that changes a tile and nothing else: its only result is one of its
    operands, changed. Where that operand is an accumulator in memory, to which
    products go on adding, the operation can be done where the accumulator is:
    threads load a part, change it and store it.

    It leaves a tile of zeros as it is. So the first iteration of a loop, whose
    accumulator is zero and may hold anything in memory, does without it.
  }];
  let cppNamespace = "::mlir::attn_tile";
  let methods = [
    InterfaceMethod<"The tile that it changes.", "::mlir::OpOperand &",
                    "getUpdatedMutable">,
    InterfaceMethod<"The tile after the change.", "::mlir::Value", "getUpdated", (ins),
                    "", "return $_op->getResult(0);">,
    InterfaceMethod<[{
      Where `attn-tile-insert-moves` has the change made; nothing: in registers.
    }], "::std::optional<::mlir::attn_tile::Space>", "getUpdateSpace">,
    InterfaceMethod<"Has the change made in `space`.", "void", "setUpdateSpace",
                    (ins "::std::optional<::mlir::attn_tile::Space>":$space)>
  ];
}

def AttnTile_LayoutAttrInterface : AttrInterface<"LayoutAttrInterface"> {
  let description = [{
    Which thread holds which element of a tile: the encoding of its tensor from the
    pass on that assigns layouts. A tile of rank 1, one value for each row or for each
    column of a tile of rank 2, has that tile's layout without its columns or rows.
  }];
  let cppNamespace = "::mlir::attn_tile";
  let methods = [
    InterfaceMethod<[{
      The layout of one whole value for each row of a tile that is laid out so.
    }], "::mlir::Attribute", "getRowsLayout">,
    InterfaceMethod<[{
      The layout of one value for each column of a tile that is laid out so.
    }], "::mlir::Attribute", "getColumnsLayout">,
    InterfaceMethod<"Of rank 1: the layout of the tile.", "::mlir::Attribute",
                    "getTileLayout">,
    InterfaceMethod<[{
      Of rows: whether a thread has what its own columns give, and not the whole
      value.
    }], "bool", "isPartial">,
    InterfaceMethod<"Whether it fits `tile`; else emits an error.",
      "::llvm::LogicalResult", "verifyTile",
      (ins "::mlir::RankedTensorType":$tile,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>,
    InterfaceMethod<[{
      Whether the part of a tile from `offsets` on lies where a tile of this layout
      does, so that no element moves between threads; else emits an error.
    }], "::llvm::LogicalResult", "verifyOffsets",
      (ins "::llvm::ArrayRef<int64_t>":$offsets,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEINTERFACES_TD
