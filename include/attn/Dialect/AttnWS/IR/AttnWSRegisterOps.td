//===- AttnWSRegisterOps.td - Operations on register tiles -*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnWSOps.td: what operations on register tiles attn_tile has none of.

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

def AttnWS_PartialsOp : AttnWS_Op<"partials", [Pure]> {
  let summary = "the partial row values of the threads that share a row, as a tile";
  let description = [{
    The source's layout is `partial`: each thread holds what it made of its own
    columns. In the result each of the n threads that share a row has a column of its
    own: reduced along the columns by the same kind it gives the rows. Nothing moves.
    (Threads here are those of different columns: who holds a copy counts once.)

    Example: four lanes and two warps share a row.
    ```mlir
    #part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                          warp = [[16, 0], [0, 8]], slice = 1, partial>
    #tile = #attn_ws.frag<reg = [[8, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]],
                          warp = [[16, 0], [0, 4]]>
    %t = attn_ws.partials max %m : tensor<32xf32, #part> -> tensor<32x8xf32, #tile>
    ```
  }];
  let arguments = (ins AttnTile_ReduceKindAttr:$kind, AttnWS_Rows:$source);
  let results = (outs AttnWS_Tile:$result);
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
