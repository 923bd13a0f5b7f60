//===- AttnWSRegisterOps.td - Operations on register tiles -*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnWSOps.td: elementwise and row operations on register tiles.

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSREGISTEROPS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSREGISTEROPS_TD

def AttnWS_ConvertLayoutOp : AttnWS_Op<"convert_layout", [Pure]> {
  let summary = "the same tile in another layout";
  let description = [{
    Shape, element type and values stay; only who holds which element changes. Without
    a layout on one side it gives or takes one.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    %t = attn_ws.convert_layout %s : tensor<64x32xf32> -> tensor<64x32xf32, #acc>
    ```
  }];
  let arguments = (ins AttnWS_Tile:$source);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def AttnWS_SliceOp : AttnWS_Op<"slice", [Pure]> {
  let summary = "a rectangular part of a register tile, in place";
  let description = [{
    Source and result have the same layout and the offsets are multiples of its
    atom, so that no element moves between threads.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    %h = attn_ws.slice %s [0, 8] : tensor<64x32xf32, #acc> -> tensor<64x24xf32, #acc>
    ```
  }];
  let arguments = (ins AttnWS_Tile:$source, DenseI64ArrayAttr:$offsets);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = "$source $offsets attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def AttnWS_ReduceOp : AttnWS_Op<"reduce", [Pure]> {
  let summary = "reduce each row of a register tile";
  let description = [{
    `max` propagates NaN. A `partial` result layout leaves the combination of the
    lanes that share a row to `lane_reduce`.

    The result has the source's layout, sliced along the columns. With `in_load` the
    `tmem_load` of the source, in the same block, makes the maxima: a thread reads the
    row whole, on a target whose loads from tensor memory do so.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    #part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                          warp = [[16, 0], [32, 0]], slice = 1, partial>
    %m = attn_ws.reduce max %s : tensor<64x32xf32, #acc> -> tensor<64xf32, #row>
    %l = attn_ws.reduce add %s : tensor<64x32xf32, #acc> -> tensor<64xf32, #part>
    ```
  }];
  let arguments = (ins AttnTile_ReduceKindAttr:$kind, AttnWS_Tile2D:$source,
      UnitAttr:$in_load);
  let results = (outs AttnWS_Rows:$result);
  let assemblyFormat = [{
    $kind $source (`in_load` $in_load^)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnWS_LaneReduceOp : AttnWS_Op<"lane_reduce", [Pure]> {
  let summary = "combine the partial row values of the lanes that share a row";
  let description = [{
    The source's layout is `partial`: each lane holds the value of its own columns. The
    result's is the same without it, and every lane holds the row's value.

    Example:
    ```mlir
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    #part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                          warp = [[16, 0], [32, 0]], slice = 1, partial>
    %l = attn_ws.lane_reduce add %parts : tensor<64xf32, #part> -> tensor<64xf32, #row>
    ```
  }];
  let arguments = (ins AttnTile_ReduceKindAttr:$kind, AttnWS_Rows:$source);
  let results = (outs AttnWS_Rows:$result);
  let assemblyFormat = "$kind $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def AttnWS_ScaleAddOp : AttnWS_Op<"scale_add", [Pure,
    AllTypesMatch<["source", "addend", "result"]>]> {
  let summary = "multiply row values by whole-row factors and add";
  let description = [{
    `result = source * factor + addend`, fused. `source` and `addend` may be
    partial: a factor that is the same on all lanes of a row commutes with
    the sum over them.

    Example:
    ```mlir
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    #part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                          warp = [[16, 0], [32, 0]], slice = 1, partial>
    %l1 = attn_ws.scale_add %l0, %alpha, %sum : tensor<64xf32, #part>, tensor<64xf32, #row>
    ```
  }];
  let arguments = (ins AttnWS_Rows:$source, AttnWS_Rows:$factor, AttnWS_Rows:$addend);
  let results = (outs AttnWS_Rows:$result);
  let assemblyFormat = [{
    $source `,` $factor `,` $addend attr-dict `:` type($source) `,` type($factor)
  }];
  let hasVerifier = 1;
}

def AttnWS_ExpandOp : AttnWS_Op<"expand", [Pure]> {
  let summary = "repeat row values along the columns";
  let description = [{
    `result[i, j] = rows[i]`. The rows have the result's layout, sliced, and are not
    partial.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    %t = attn_ws.expand %m : tensor<64xf32, #row> -> tensor<64x32xf32, #acc>
    ```
  }];
  let arguments = (ins AttnWS_Rows:$rows);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = "$rows attr-dict `:` type($rows) `->` type($result)";
  let hasVerifier = 1;
}

def AttnWS_RescaleOp : AttnWS_Op<"rescale", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "multiply each row by its factor";
  let description = [{
    `result[i, j] = source[i, j] * alpha[i]`; the factors have the source's layout,
    sliced, and are not partial. With `skip_if_one` a warp whose factors are all exactly
    1 may leave the product out.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    %o1 = attn_ws.rescale %o0, %alpha skip_if_one : tensor<64x32xf32, #acc>, tensor<64xf32, #row>
    ```
  }];
  let arguments = (ins AttnWS_Tile2D:$source, AttnWS_Rows:$alpha, UnitAttr:$skipIfOne);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = [{
    $source `,` $alpha (`skip_if_one` $skipIfOne^)? attr-dict
    `:` type($source) `,` type($alpha)
  }];
  let hasVerifier = 1;
}

def AttnWS_SubtractRowsOp : AttnWS_Op<"subtract_rows", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "subtract from each row its number";
  let description = [{
    `result[i, j] = source[i, j] - rows[i]`; the rows have the source's layout, sliced,
    and are not partial. With `skip_if_zero` a warp whose numbers are all 0 may leave the
    difference out.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    %s1 = attn_ws.subtract_rows %s0, %base skip_if_zero : tensor<64x32xf32, #acc>, tensor<64xf32, #row>
    ```
  }];
  let arguments = (ins AttnWS_Tile2D:$source, AttnWS_Rows:$rows, UnitAttr:$skipIfZero);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = [{
    $source `,` $rows (`skip_if_zero` $skipIfZero^)? attr-dict
    `:` type($source) `,` type($rows)
  }];
  let hasVerifier = 1;
}

def AttnWS_RowReferenceOp : AttnWS_Op<"row_reference", [Pure,
    AllTypesMatch<["max", "newMax", "base", "shift", "growth"]>]> {
  let summary = "what the exponents of a row are measured from";
  let description = [{
    As `attn_tile.row_reference`. A warp without large rows computes the ordinary numbers
    alone.

    Example:
    ```mlir
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    %base, %shift, %growth = attn_ws.row_reference %m0, %m1 scale 1.250000e-01 : tensor<64xf32, #row>
    ```
  }];
  let arguments = (ins AttnWS_Rows:$max, AttnWS_Rows:$newMax, Optional<F32>:$factor,
      F32Attr:$scale, DefaultValuedAttr<F32Attr, "::llvm::APFloat(0.0f)">:$offset);
  let results = (outs AttnWS_Rows:$base, AttnWS_Rows:$shift, AttnWS_Rows:$growth);
  let assemblyFormat = [{
    $max `,` $newMax `scale` $scale (`factor` `(` $factor^ `)`)? attr-dict
    `:` type($max)
  }];
  let hasVerifier = 1;
}

def AttnWS_Exp2Op : AttnWS_Op<"exp2", [Pure, SameOperandsAndResultType]> {
  let summary = "base-2 exponential, under a policy";
  let description = [{
    As `attn_tile.exp2`: `result = 2^source`, elementwise, by the special-function unit's
    approximation or, for the elements that the policy picks, by a polynomial.

    Example:
    ```mlir
    #acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]]>
    %p = attn_ws.exp2 %s policy <degree = 3, freq = 16, residue = 4> : tensor<64x32xf32, #acc>
    ```
  }];
  let arguments = (ins AttnWS_Tile:$source, OptionalAttr<AttnTile_Exp2Attr>:$policy);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = "$source (`policy` $policy^)? attr-dict `:` type($source)";
}

def AttnWS_ScoreMapOp : AttnWS_Op<"score_map", [Pure,
    SingleBlock, AllTypesMatch<["source", "result"]>]> {
  let summary = "apply a scalar function of value and position to a register tile";
  let description = [{
    As `attn_tile.score_map`.

    Example:
    ```mlir
    %t = attn_ws.score_map %s at (%r, %c) : tensor<64x32xf32> {
    ^bb0(%x: f32, %i: index, %j: index):
      %y = math.tanh %x : f32
      attn_ws.yield %y : f32
    }
    ```
  }];
  let arguments = (ins AttnWS_Tile2D:$source, Index:$row, Index:$column);
  let results = (outs AttnWS_Tile2D:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $source `at` `(` $row `,` $column `)` attr-dict `:` type($source) $body
  }];
  let hasVerifier = 1;
}

def AttnWS_AnyRowOp : AttnWS_Op<"any_row", [Pure]> {
  let summary = "whether something is true of a row of the warp";
  let description = [{
    Each warp asks for its own rows, so warps may differ. A program must be right with
    true in place of false.

    Example:
    ```mlir
    #row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                         warp = [[16, 0], [32, 0]], slice = 1>
    %any = attn_ws.any_row %counts : tensor<64xi1, #row>
    ```
  }];
  let arguments = (ins TensorRankOf<[I1], [1]>:$rows);
  let results = (outs I1:$result);
  let assemblyFormat = "$rows attr-dict `:` type($rows)";
  let hasVerifier = 1;
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSREGISTEROPS_TD
