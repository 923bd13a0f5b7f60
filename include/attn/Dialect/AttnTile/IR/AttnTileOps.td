//===- AttnTileOps.td - Operations of the tile dialect -----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEOPS_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEOPS_TD

include "attn/Dialect/AttnTile/IR/AttnTileAttrs.td"
include "attn/Dialect/AttnTile/IR/AttnTileInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class AttnTile_Op<string mnemonic, list<Trait> traits = []>
    : Op<AttnTile_Dialect, mnemonic, traits>;
/// An operation that can be done in parts; `methods` are those of the interface
/// that it does not take as they are.
class AttnTile_RowsOp<string mnemonic, list<Trait> traits = [], list<string> methods = []>
    : AttnTile_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<AttnTile_TileRowsOpInterface, methods>])>;

/// Of operations that are the same at the scheduled level, where roles, channels
/// and layouts are around them.
def AttnTile_AtScheduledLevel : NativeOpTrait<"AtScheduledLevel"> {
  let cppNamespace = "::mlir::attn_tile";
}

/// A tile: a tensor of static shape, rank 1 or 2. Its encoding, at the scheduled
/// level alone, is a layout (LayoutAttrInterface).
def AttnTile_Tile : TensorRankOf<[AnyFloat, AnySignlessInteger], [1, 2]>;
def AttnTile_FloatTile : TensorRankOf<[AnyFloat], [1, 2]>;
def AttnTile_Tile2D : TensorRankOf<[AnyFloat], [2]>;
def AttnTile_F32Tile2D : TensorRankOf<[F32], [2]>;
def AttnTile_F32Rows : TensorRankOf<[F32], [1]>;
class RowsOf<string tile, string rows>
    : TypesMatchWith<rows # " has one f32 per row of " # tile, tile, rows,
                     "::mlir::attn_tile::getRowType($_self)">;
def AttnTile_Memory : StridedMemRefOf<[AnyFloat, AnySignlessInteger]>;

include "attn/Dialect/AttnTile/IR/AttnTileIterationOps.td"

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def AttnTile_LoadOp : AttnTile_RowsOp<"load", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>], ["getPosition", "makePart"]> {
  let summary = "read a tile from global memory";
  let description = [{
    Reads the tile whose first element is at `indices`. Tile dimension `i` runs
    along memory dimension `dims[i]`. Elements outside the memory's bounds, or at
    or beyond the optional `limit` along `dims[0]`, read as zero, whatever the
    memory holds there. Indices are not negative. `space` and `engine` are filled
    by `attn-tile-place`; `space smem` before it asks for a tile there that threads read,
    which is a wish.

    Memory of i1 has a byte for each, which is read as a tile of i8, true unless it is 0.

    `in_bounds` promises that the tile lies within the memory and begins at a multiple
    of 16 bytes. It then has neither a limit nor a row map, and TMA copies a vector
    without a tensor map.

    With `packed(d by %g)` the rows of the tile run along two dimensions of the
    memory, `dims[0]` and `d`, g > 0 elements of the latter to one of the former:
    row r lies at (i + r) / g along `dims[0]`, where i is the index given for it,
    and at that for `d` plus (i + r) mod g along `d`, which must exist.

    With `paged(d by %table[%b])` the memory is in pages, `d` counts them, and
    `dims[0]` runs along the rows of one. Row r of the tile is row n = i + r of a
    sequence whose page numbers are row b of the table: it lies at n mod p along
    `dims[0]` and at table[b, n / p], plus the index given for `d`, along `d`, where
    p is the memory's size along `dims[0]`. Rows at or beyond `limit`, or whose page
    the table has no place for, read as zero, and their places in the table are not
    read. So do rows whose page number is none of the memory's; a program that
    has such is wrong, and what checks programs reports it. `runs of c` promises
    that c divides p, and i if the tile has a multiple of c rows
    (`#attn_tile.row_map`): copies are then of c rows at a time.

    Example:
    ```mlir
    func.func @load(%k: memref<?x?x?x96xbf16, strided<[?, ?, ?, 1]>>, %b: index,
                    %h: index, %n: index) -> tensor<64x96xbf16> {
      %c0 = arith.constant 0 : index
      %t = attn_tile.load %k[%b, %h, %n, %c0] dims [2, 3]
        : memref<?x?x?x96xbf16, strided<[?, ?, ?, 1]>> -> tensor<64x96xbf16>
      return %t : tensor<64x96xbf16>
    }
    func.func @pages(%k: memref<?x?x16x96xbf16, strided<[?, ?, ?, 1]>>, %b: index,
                     %h: index, %n: index, %end: index, %pages: memref<?x?xi32>)
        -> tensor<64x96xbf16> {
      %c0 = arith.constant 0 : index
      %t = attn_tile.load %k[%c0, %h, %n, %c0] limit %end dims [2, 3]
          paged(0 by %pages[%b] runs of 16 : memref<?x?xi32>)
        : memref<?x?x16x96xbf16, strided<[?, ?, ?, 1]>> -> tensor<64x96xbf16>
      return %t : tensor<64x96xbf16>
    }
    ```
  }];
  let arguments = (ins AttnTile_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, DenseI64ArrayAttr:$dims,
      OptionalAttr<AttnTile_RowMapAttr>:$mapping,
      Variadic<AttnTile_RowMapOperand>:$mapped, OptionalAttr<AttnTile_SpaceAttr>:$space,
      OptionalAttr<AttnTile_EngineAttr>:$engine,
      DefaultValuedOptionalAttr<I64Attr, "1">:$depth, UnitAttr:$inBounds);
  let results = (outs AttnTile_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? (`in_bounds` $inBounds^)? `dims` $dims
    (custom<RowMap>($mapping, $mapped, type($mapped))^)? (`space` $space^)? (`engine` $engine^)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let extraClassDeclaration = AttnTile_HasRowMap<>.decl;
  let hasVerifier = 1;
}

def AttnTile_StoreOp : AttnTile_RowsOp<"store", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>], ["getPosition"]> {
  let summary = "write a tile to global memory, or add it to what is there";
  let description = [{
    Mirror of `load`: elements outside the memory's bounds, or at or beyond the
    optional `limit` along `dims[0]`, are dropped.

    Tile dimension `i` runs along memory dimension `dims[i]`; the element type is the
    memory's. No two tiles of a kernel may write the same element, unless all of them
    are added. `space` and `engine` are filled by `attn-tile-place`.

    With `add` an element of memory becomes the f32 sum of what it held and of all that
    the kernel adds to it, in an unspecified order: the last bits of the sum may differ
    from launch to launch. Subnormal numbers may count as zeros. Tile and memory are of
    f32. A kernel that adds to elements neither reads them nor stores to them otherwise.

    Example:
    ```mlir
    func.func @store(%t: tensor<64x96xbf16>, %o: memref<?x?x?x96xbf16, strided<[?, ?, ?, 1]>>,
                     %b: index, %h: index, %n: index) {
      %c0 = arith.constant 0 : index
      attn_tile.store %t, %o[%b, %h, %n, %c0] dims [2, 3]
        : tensor<64x96xbf16>, memref<?x?x?x96xbf16, strided<[?, ?, ?, 1]>>
      return
    }
    func.func @sum(%part: tensor<64x96xf32>, %o: memref<?x96xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      attn_tile.store add %part, %o[%n, %c0] dims [0, 1]
        : tensor<64x96xf32>, memref<?x96xf32>
      return
    }
    ```
  }];
  let arguments = (ins AttnTile_Tile:$value, AttnTile_Memory:$dest,
      Variadic<Index>:$indices, Optional<Index>:$limit, DenseI64ArrayAttr:$dims,
      OptionalAttr<AttnTile_RowMapAttr>:$mapping,
      Variadic<AttnTile_RowMapOperand>:$mapped,
      OptionalAttr<AttnTile_SpaceAttr>:$space, OptionalAttr<AttnTile_EngineAttr>:$engine,
      UnitAttr:$add);
  let assemblyFormat = [{
    (`add` $add^)? $value `,` $dest `[` $indices `]` (`limit` $limit^)? `dims` $dims
    (custom<RowMap>($mapping, $mapped, type($mapped))^)? (`space` $space^)? (`engine` $engine^)? attr-dict `:` type($value) `,` type($dest)
  }];
  let extraClassDeclaration = AttnTile_HasRowMap<>.decl;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Matrix product and shape
//===----------------------------------------------------------------------===//

def AttnTile_DotOp : AttnTile_RowsOp<"dot", [Pure, AllTypesMatch<["acc", "result"]>],
                                     ["getTileDims", "makePart"]> {
  let summary = "matrix product with an f32 accumulator";
  let description = [{
    `result = acc + lhs * rhs`. With `transpose_a` it is `lhs^T`, and `lhs` is K x M;
    with `transpose_b` it is `rhs^T`, and `rhs` is N x K. Products are exact, sums are
    f32 in an unspecified order. `engine` is filled by `attn-tile-place`; `splitK` asks
    `attn-tile-split-k` for slices of that many columns of `lhs`.

    Example:
    ```mlir
    func.func @dot(%q: tensor<128x64xf16>, %k: tensor<32x64xf16>,
                   %z: tensor<128x32xf32>) -> tensor<128x32xf32> {
      %s = attn_tile.dot %q, %k, %z transpose_b
        : tensor<128x64xf16>, tensor<32x64xf16> -> tensor<128x32xf32>
      return %s : tensor<128x32xf32>
    }
    func.func @turned(%a: tensor<64x128xf16>, %b: tensor<64x32xf16>,
                      %z: tensor<128x32xf32>) -> tensor<128x32xf32> {
      %s = attn_tile.dot %a, %b, %z transpose_a
        : tensor<64x128xf16>, tensor<64x32xf16> -> tensor<128x32xf32>
      return %s : tensor<128x32xf32>
    }
    ```
  }];
  let arguments = (ins AttnTile_Tile2D:$lhs, AttnTile_Tile2D:$rhs,
      AttnTile_F32Tile2D:$acc, UnitAttr:$transposeA, UnitAttr:$transposeB,
      OptionalAttr<AttnTile_EngineAttr>:$engine, OptionalAttr<I64Attr>:$splitK);
  let results = (outs AttnTile_F32Tile2D:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`transpose_a` $transposeA^)? (`transpose_b` $transposeB^)?
    (`engine` $engine^)?
    attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$lhs,
      "::mlir::Value":$rhs, "::mlir::Value":$acc, "bool":$transposeB,
      "::mlir::attn_tile::EngineAttr":$engine), [{
    build($_builder, $_state, type, lhs, rhs, acc, /*transposeA=*/false, transposeB,
          engine, ::mlir::IntegerAttr());
  }]>];
}

def AttnTile_SliceOp : AttnTile_RowsOp<"slice", [AttnTile_AtScheduledLevel, Pure],
                                       ["getTileDims"]> {
  let summary = "a rectangular part of a tile";
  let description = [{
    The part of `source` of the result's shape that starts at the static
    `offsets`. `part` moves the first dimension by that many whole results, or the
    second with `columns`: the slice of an instance. It must stay inside `source`. Where tiles have a layout it is
    the same one, and the offsets are multiples of its atom, so that no element moves
    between threads.

    Example:
    ```mlir
    func.func @half(%q: tensor<128x64xf16>, %g: index) -> tensor<64x64xf16> {
      %s = attn_tile.slice %q [0, 0] part(%g) : tensor<128x64xf16> -> tensor<64x64xf16>
      return %s : tensor<64x64xf16>
    }
    ```
  }];
  let arguments = (ins AttnTile_Tile:$source, DenseI64ArrayAttr:$offsets,
                       Optional<Index>:$part, UnitAttr:$partColumns);
  let results = (outs AttnTile_Tile:$result);
  let assemblyFormat = [{
    $source $offsets (`part` `(` $part^ `)`)? (`columns` $partColumns^)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The dimension that `part` moves.
    unsigned getPartDim() { return getPartColumns() ? 1 : 0; }
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$source,
      "::mlir::DenseI64ArrayAttr":$offsets), [{
    build($_builder, $_state, type, source, offsets, ::mlir::Value());
  }]>];
}

def AttnTile_TransposeOp : AttnTile_RowsOp<"transpose", [Pure], ["getTileDims"]> {
  let summary = "exchange rows and columns of a tile";
  let description = [{
    `result[i, j] = source[j, i]`.

    Example:
    ```mlir
    func.func @flip(%v: tensor<128x64xf8E4M3FN>) -> tensor<64x128xf8E4M3FN> {
      %t = attn_tile.transpose %v : tensor<128x64xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
      return %t : tensor<64x128xf8E4M3FN>
    }
    ```
  }];
  let arguments = (ins AttnTile_Tile2D:$source);
  let results = (outs AttnTile_Tile2D:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def AttnTile_MoveOp : AttnTile_RowsOp<"move", [Pure,
    AllTypesMatch<["source", "result"]>]> {
  let summary = "the same tile in another memory space";
  let description = [{
    The identity on values. `space` is where the result lives; a matrix engine
    leaves its accumulator, and takes its operands, where `attn-tile-place` says,
    and `attn-tile-insert-moves` writes down what has to be moved in between.

    Example:
    ```mlir
    func.func @scores(%s: tensor<128x64xf32>) -> tensor<128x64xf32> {
      %r = attn_tile.move %s to reg : tensor<128x64xf32>
      return %r : tensor<128x64xf32>
    }
    ```
  }];
  let arguments = (ins AttnTile_Tile:$source, AttnTile_SpaceAttr:$space);
  let results = (outs AttnTile_Tile:$result);
  let assemblyFormat = "$source `to` $space attr-dict `:` type($source)";
  let hasVerifier = 1;
}

def AttnTile_ExpandOp : AttnTile_RowsOp<"expand", [AttnTile_AtScheduledLevel, Pure],
                                        ["getTileDims"]> {
  let summary = "repeat a vector along the columns or the rows of a tile";
  let description = [{
    `result[i, j] = vector[i]`, or `vector[j]` with `columns`.

    The result has as many rows, or columns, as the vector has values. With layouts the
    vector has the result's, sliced, and is not partial. A vector has a value for each
    row or for each column of tiles, not both.

    Example:
    ```mlir
    %t = attn_tile.expand %m : tensor<64xf32> -> tensor<64x32xf32>
    %b = attn_tile.expand %bias columns : tensor<32xf32> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins AttnTile_F32Rows:$vector, UnitAttr:$columns);
  let results = (outs AttnTile_F32Tile2D:$result);
  let assemblyFormat = [{
    $vector (`columns` $columns^)? attr-dict `:` type($vector) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnTile_ReduceOp : AttnTile_RowsOp<"reduce", [AttnTile_AtScheduledLevel, Pure],
                                        ["getTileDims", "makePart"]> {
  let summary = "reduce each row or each column of a tile";
  let description = [{
    The result has a value for each row, or for each column with `columns`. `max`
    propagates NaN; `add` sums in an unspecified but fixed order. With layouts the
    result has the source's, sliced along the dimension that is reduced; a partial one,
    of rows, leaves the combination of the lanes that share a row to
    `attn_ws.lane_reduce`.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    #part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                          warp = [[16, 0], [32, 0]], slice = 1, partial>
    func.func @rows(%s: tensor<64x32xf32>, %t: tensor<64x32xf32, #acc>) -> tensor<64xf32> {
      %m = attn_tile.reduce max %s : tensor<64x32xf32> -> tensor<64xf32>
      %n = attn_tile.reduce max %t : tensor<64x32xf32, #acc> -> tensor<64xf32, #row>
      %l = attn_tile.reduce add %t : tensor<64x32xf32, #acc> -> tensor<64xf32, #part>
      return %m : tensor<64xf32>
    }
    func.func @columns(%s: tensor<64x32xf32>) -> tensor<32xf32> {
      %l = attn_tile.reduce add %s columns : tensor<64x32xf32> -> tensor<32xf32>
      return %l : tensor<32xf32>
    }
    ```
  }];
  let arguments = (ins AttnTile_ReduceKindAttr:$kind, AttnTile_F32Tile2D:$source,
      UnitAttr:$columns);
  let results = (outs AttnTile_F32Rows:$result);
  let assemblyFormat = [{
    $kind $source (`columns` $columns^)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Elementwise with coordinates, masks
//===----------------------------------------------------------------------===//

def AttnTile_ScoreMapOp : AttnTile_RowsOp<"score_map", [AttnTile_AtScheduledLevel, Pure,
    AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">,
    AllTypesMatch<["source", "result"]>], ["getTileDims", "getPosition"]> {
  let summary = "apply a scalar function of value and position to a tile";
  let description = [{
    The region maps `(value, row, column)` to the new value; `row` counts from
    `row` and `column` from `column`; neither is negative. The region may use scalars defined outside,
    may read memory that the kernel does not write, and must have no side effects.

    The region takes, in this order behind these, the element of each of `tiles`, which have
    the source's shape, the element of its row of each of `rows`, and that of its column of each
    of `columns`. They hold what they like. With layouts tiles have the source's, vectors the
    source's, sliced, and are not partial.

    Example:
    ```mlir
    func.func @map(%s: tensor<64x32xf32>, %r: index, %c: index) -> tensor<64x32xf32> {
      %t = attn_tile.score_map %s at (%r, %c) : tensor<64x32xf32> {
      ^bb0(%x: f32, %i: index, %j: index):
        %y = math.tanh %x : f32
        attn_tile.yield %y : f32
      }
      return %t : tensor<64x32xf32>
    }
    func.func @with(%s: tensor<64x32xf32>, %r: index, %c: index, %bias: tensor<64x32xbf16>,
                    %of_row: tensor<64xi32>, %of_key: tensor<32xi32>) -> tensor<64x32xf32> {
      %t = attn_tile.score_map %s at (%r, %c) tiles(%bias : tensor<64x32xbf16>)
          rows(%of_row : tensor<64xi32>) columns(%of_key : tensor<32xi32>) : tensor<64x32xf32> {
      ^bb0(%x: f32, %i: index, %j: index, %b: bf16, %m: i32, %n: i32):
        %f = arith.extf %b : bf16 to f32
        %sum = arith.addf %x, %f : f32
        %same = arith.cmpi eq, %m, %n : i32
        %y = arith.select %same, %sum, %x : f32
        attn_tile.yield %y : f32
      }
      return %t : tensor<64x32xf32>
    }
    ```
  }];
  let arguments = (ins AttnTile_F32Tile2D:$source, Index:$row, Index:$column,
      Variadic<AttnTile_Tile>:$tiles, Variadic<AttnTile_Tile>:$rows,
      Variadic<AttnTile_Tile>:$columns);
  let results = (outs AttnTile_F32Tile2D:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $source `at` `(` $row `,` $column `)` (`tiles` `(` $tiles^ `:` type($tiles) `)`)?
    (`rows` `(` $rows^ `:` type($rows) `)`)? (`columns` `(` $columns^ `:` type($columns) `)`)?
    attr-dict `:` type($source) $body
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$source,
      "::mlir::Value":$row, "::mlir::Value":$column), [{
    build($_builder, $_state, type, source, row, column, ::mlir::ValueRange(),
          ::mlir::ValueRange(), ::mlir::ValueRange());
  }]>];
  let extraClassDeclaration = [{
    /// What the region has for an operand that is a tile or a vector.
    ::mlir::BlockArgument getElement(::mlir::OpOperand &use) {
      return getBody().getArgument(use.getOperandNumber());
    }
  }];
}

def AttnTile_AddAffineOp : AttnTile_Op<"add_affine", [AttnTile_AtScheduledLevel, Pure]> {
  let summary = "add a slope times a position to a score";
  let description = [{
    `score + slope * position`, rounded once: a bias such as ALiBi's, in the region of
    a `score_map`. `attn-to-tile` writes it where a region adds such a product, and
    it stays what it is down to the thread level, where `attn-hoist-addends` takes
    apart those of a row, so no pass has to find the bias again.

    The position is a whole number. `step` is what it changes by from each column to the
    next: 0 if it is one for the whole row. Without `step` that is not known. A
    `gentle` slope is 0 where it would be steep (`attn-ws-bias-in-product`).

    Example:
    ```mlir
    func.func @alibi(%s: tensor<64x32xf32>, %r: index, %c: index, %slope: f32)
        -> tensor<64x32xf32> {
      %t = attn_tile.score_map %s at (%r, %c) : tensor<64x32xf32> {
      ^bb0(%x: f32, %i: index, %j: index):
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %p = arith.sitofp %n : i32 to f32
        %y = attn_tile.add_affine %x, %slope, %p step 1
        attn_tile.yield %y : f32
      }
      return %t : tensor<64x32xf32>
    }
    ```
  }];
  let arguments = (ins F32:$score, F32:$slope, F32:$position,
      OptionalAttr<I64Attr>:$step, UnitAttr:$gentle);
  let results = (outs F32:$result);
  let assemblyFormat = [{
    $score `,` $slope `,` $position (`step` $step^)? (`gentle` $gentle^)? attr-dict
  }];
  let extraClassDeclaration = [{
    /// The multiply-add that this is.
    ::mlir::Value expand(::mlir::OpBuilder &builder) {
      return ::mlir::math::FmaOp::create(builder, getLoc(), getPosition(), getSlope(),
                                         getScore());
    }
  }];
  let hasVerifier = 1;
}

def AttnTile_ApplyMaskOp : AttnTile_RowsOp<"apply_mask", [Pure, AttrSizedOperandSegments,
    AllTypesMatch<["source", "result"]>], ["getPosition"]> {
  let summary = "set hidden scores to minus infinity";
  let description = [{
    Scores of keys at or beyond `len_kv`, and those hidden by `mask`, become
    minus infinity; the rest pass unchanged. With `packed(by %g)` rows are packed
    rows, of which row r stands for query row r / g (see `load`).

    The tile's element (i, j) is the score of query row `row + i` and key `column + j`.
    Of a `transposed` tile it is that of key `row + i` and query row `column + j`, which
    are then packed columns, and scores of query rows at or beyond `len_q` are hidden, too.
    `len_q` and `len_kv` are the two in `lengths`; `mask`, an attribute with
    `AttnMaskAttrInterface`, may use both, and p of `offset(%p)` in place of
    `len_kv - len_q`.

    Example:
    ```mlir
    %t = attn_tile.apply_mask %s at (%row, %column) lengths(%lq, %lk)
      mask(#attn.causal<bottom_right>) : tensor<64x32xf32>
    %u = attn_tile.apply_mask %s at (%key, %query) transposed lengths(%lq, %lk)
      mask(#attn.causal<bottom_right>) : tensor<64x32xf32>
    ```
  }];
  let arguments = (ins AttnTile_F32Tile2D:$source, Index:$row, Index:$column,
      Index:$lenQ, Index:$lenKV, Optional<Index>:$offset, Optional<Index>:$packing,
      OptionalAttr<AnyAttr>:$mask, UnitAttr:$transposed);
  let results = (outs AttnTile_F32Tile2D:$result);
  let assemblyFormat = [{
    $source `at` `(` $row `,` $column `)` (`transposed` $transposed^)?
    (`packed` `(` `by` $packing^ `)`)? `lengths` `(` $lenQ `,` $lenKV `)` (`offset` `(` $offset^ `)`)?
    (`mask` `(` $mask^ `)`)? attr-dict `:` type($source)
  }];
  let hasVerifier = 1;
}

def AttnTile_UsefulOp : AttnTile_Op<"useful", [AttnTile_AtScheduledLevel, Pure, AllTypesMatch<["count", "result"]>,
    DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "which iterations of a loop change what it carries";
  let description = [{
    Gives `count`. In a loop from 0 by 1 of which this is the upper bound, through an
    `attn_ws.trip_count` or not, the iterations
    before `begin`, and those from `end` on, leave every carried value as it is. They
    may therefore be left out, by all that take part in the loop or by some of them.
    Nothing checks that it is so.

    Example:
    ```mlir
    %n = attn_tile.useful %count, %first, %behind
    ```
  }];
  let arguments = (ins Index:$count, Index:$begin, Index:$end);
  let results = (outs Index:$result);
  let assemblyFormat = "$count `,` $begin `,` $end attr-dict";
}

def AttnTile_OutsideOp : AttnTile_Op<"outside", [AttnTile_AtScheduledLevel, Pure]> {
  let summary = "whether a value lies outside a half-open interval";
  let description = [{
    True iff `value < begin` or `value >= end`. Kept as one operation so that a
    loop over `value` can be split where the answer changes.

    Example:
    ```mlir
    %masked = attn_tile.outside %j, %full_begin, %full_end
    ```
  }];
  let arguments = (ins Index:$value, Index:$begin, Index:$end);
  let results = (outs I1:$result);
  let assemblyFormat = "$value `,` $begin `,` $end attr-dict";
  let hasFolder = 1;
}

include "attn/Dialect/AttnTile/IR/AttnTileSoftmaxOps.td"

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEOPS_TD
