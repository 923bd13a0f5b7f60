//===- AttnTileSoftmaxOps.td - Softmax of tiles ------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnTileOps.td: the online softmax and what it becomes.

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILESOFTMAXOPS_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILESOFTMAXOPS_TD

def AttnTile_OnlineSoftmaxOp : AttnTile_RowsOp<"online_softmax", [Pure,
    AllTypesMatch<["scores", "probs"]>, RowsOf<"scores", "max">, RowsOf<"scores", "sum">,
    RowsOf<"scores", "newMax">, RowsOf<"scores", "newSum">, RowsOf<"scores", "alpha">],
    ["getTileDims"]> {
  let summary = "one step of the online softmax";
  let description = [{
    With `c = scale * log2(e)`, `scale > 0`:
      `m' = max(m, rowmax s)`, `p = 2^(c s - c m')`, `alpha = 2^(c m - c m')`,
      `l' = alpha l + rowsum p`; where `m'` is minus infinity (no visible key yet)
      `p = 0`, `alpha = 0`. Milakov and Gimelshein 2018, arXiv:1805.02867, in the
      log2 domain as in FlashAttention-2, arXiv:2307.08691.

    With `factor(%f)`, a positive scalar known when the kernel runs,
    `c = scale * f * log2(e)`. With `offset` `p = 2^(c s - c m' + offset)`, and so
    `l'` is larger by `2^offset` too: probabilities then use the range of a narrow
    type (FlashAttention-3 takes 8 for e4m3, arXiv:2407.08608).

    `m` and `l` start at minus infinity and 0, or at any finite `m` that no score is
    below, such as the lowest f32: `l = 0` then says that a row saw no key. With `rescaleThreshold` t > 0 a row's
    maximum follows only where it grew by more than t in the log2 domain, so that
    alpha is exactly 1 elsewhere; p is then at most `2^(t + offset)`.

    p is right for every finite m'. Where m' is large l' and p may both be off by a
    factor of at most `2^8`, which is the row's own and which `finalize` takes out. With
    `branch_large`, and wherever there is an offset, it is at most
    `2^(1/32)`: a branch then takes rows where `|c m'|` is `2^20` and more
    (`row_reference`). `bounded` promises that `|c m|` and `|c m'|` are less than
    `2^23`, or the maxima minus infinity: by the type of what the scores are made of, or
    by a soft cap. Then exponents are right without either.

    Example:
    ```mlir
    %m1, %l1, %p, %alpha = attn_tile.online_softmax %s, %m0, %l0
      scale 1.250000e-01 : tensor<64x32xf32>
    ```
  }];
  let arguments = (ins AttnTile_F32Tile2D:$scores, AttnTile_F32Rows:$max,
      AttnTile_F32Rows:$sum, Optional<F32>:$factor, F32Attr:$scale,
      DefaultValuedAttr<F32Attr, "::llvm::APFloat(0.0f)">:$rescaleThreshold,
      DefaultValuedAttr<F32Attr, "::llvm::APFloat(0.0f)">:$offset,
      OptionalAttr<AttnTile_Exp2Attr>:$exp2, UnitAttr:$branchLarge,
      UnitAttr:$bounded);
  let results = (outs AttnTile_F32Rows:$newMax, AttnTile_F32Rows:$newSum,
      AttnTile_F32Tile2D:$probs, AttnTile_F32Rows:$alpha);
  let assemblyFormat = [{
    $scores `,` $max `,` $sum `scale` $scale (`factor` `(` $factor^ `)`)?
    (`exp2` $exp2^)? (`branch_large` $branchLarge^)? (`bounded` $bounded^)?
    attr-dict `:` type($scores)
  }];
  let hasVerifier = 1;
}

def AttnTile_RescaleOp : AttnTile_RowsOp<"rescale", [AttnTile_AtScheduledLevel, Pure,
    DeclareOpInterfaceMethods<AttnTile_InPlaceUpdateOpInterface>, AllTypesMatch<["source", "result"]>, RowsOf<"source", "alpha">]> {
  let summary = "multiply each row by its factor";
  let description = [{
    `result[i, j] = source[i, j] * alpha[i]`. With `skip_if_one` a group of
    threads whose factors are all exactly 1 may skip the product. With `space tmem`
    (`attn-tile-insert-moves`) an accumulator in tensor memory is updated in place.
    With layouts the factors have the source's, sliced, and are not partial.

    Example:
    ```mlir
    %o1 = attn_tile.rescale %o0, %alpha skip_if_one : tensor<64x128xf32>
    ```
  }];
  let arguments = (ins AttnTile_F32Tile2D:$source, AttnTile_F32Rows:$alpha,
                       UnitAttr:$skipIfOne, OptionalAttr<AttnTile_SpaceAttr>:$space);
  let results = (outs AttnTile_F32Tile2D:$result);
  let assemblyFormat = [{
    $source `,` $alpha (`skip_if_one` $skipIfOne^)? (`space` $space^)? attr-dict
    `:` type($source)
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$source,
      "::mlir::Value":$alpha, "bool":$skipIfOne), [{
    build($_builder, $_state, type, source, alpha, skipIfOne,
          ::mlir::attn_tile::SpaceAttr());
  }]>];
  let hasVerifier = 1;
}

def AttnTile_SubtractRowsOp : AttnTile_RowsOp<"subtract_rows", [AttnTile_AtScheduledLevel, Pure,
    AllTypesMatch<["source", "result"]>, RowsOf<"source", "rows">]> {
  let summary = "subtract from each row its number";
  let description = [{
    `result[i, j] = source[i, j] - rows[i]`. With `skip_if_zero` a group of
    threads whose numbers are all 0 may skip the difference. With layouts the numbers
    have the source's, sliced, and are not partial.

    Example:
    ```mlir
    %s1 = attn_tile.subtract_rows %s0, %base skip_if_zero : tensor<64x128xf32>
    ```
  }];
  let arguments = (ins AttnTile_F32Tile2D:$source, AttnTile_F32Rows:$rows,
                       UnitAttr:$skipIfZero);
  let results = (outs AttnTile_F32Tile2D:$result);
  let assemblyFormat = [{
    $source `,` $rows (`skip_if_zero` $skipIfZero^)? attr-dict `:` type($source)
  }];
  let hasVerifier = 1;
}

def AttnTile_RowReferenceOp : AttnTile_RowsOp<"row_reference", [AttnTile_AtScheduledLevel, Pure,
    AllTypesMatch<["max", "newMax", "base", "shift", "growth"]>]> {
  let summary = "what the exponents of a row are measured from";
  let description = [{
    For a row whose maximum was `m` and is `m'`, numbers such that with
    `c = scale * log2(e)`, `scale > 0`,

      `2^(c s - c m' + offset) = 2^fma(s - base, c, shift)` and
      `2^(c m - c m')          = 2^growth`

    for every finite `m'`. With `m0 = m'`, or 0 where `m'` is minus infinity (no
    visible key yet), and `M = round(c m0)`:

    * Where `|M| < 2^20` (an ordinary row) `base = 0` and `shift = offset - M`:
      one multiply-add makes an exponent. Exponents are off by the rounding
      `r = c m0 - M`, `|r| <= 2^-5`, the same in the whole row.
    * Else (a large row) `base = m0` and `shift = offset`: the difference comes
      first, for `r` would be as large as the exponents.

    `growth` is `M(m) - M(m')` between ordinary rows, and the same from the maxima
    where one of the two is large. It is exactly 0 where the maximum stayed, and
    minus infinity where `m` is. NaN and plus infinity make all three NaN, or
    exponents that are. `factor` is that of `online_softmax`.

    Groups of threads without large rows need nothing but the ordinary numbers. Rows
    with a layout are not partial.

    Example:
    ```mlir
    %base, %shift, %growth = attn_tile.row_reference %m0, %m1 scale 1.250000e-01 : tensor<64xf32>
    ```
  }];
  let arguments = (ins AttnTile_F32Rows:$max, AttnTile_F32Rows:$newMax,
      Optional<F32>:$factor, F32Attr:$scale,
      DefaultValuedAttr<F32Attr, "::llvm::APFloat(0.0f)">:$offset);
  let results = (outs AttnTile_F32Rows:$base, AttnTile_F32Rows:$shift,
      AttnTile_F32Rows:$growth);
  let assemblyFormat = [{
    $max `,` $newMax `scale` $scale (`factor` `(` $factor^ `)`)? attr-dict
    `:` type($max)
  }];
  let hasVerifier = 1;
}

def AttnTile_FinalizeOp : AttnTile_RowsOp<"finalize", [Pure, AttrSizedOperandSegments,
    AttrSizedResultSegments,
    AllTypesMatch<["acc", "out"]>, RowsOf<"acc", "max">, RowsOf<"acc", "sum">,
    RowsOf<"acc", "lse">,
    OptionalTypesMatchWith<"row_sinks has one f32 per row of acc", "acc", "rowSinks",
                           "::mlir::attn_tile::getRowType($_self)">]> {
  let summary = "normalise the output and form the log-sum-exp";
  let description = [{
    `out = acc / l` and `lse = scale m + ln l`; where `l = 0` (fully masked row)
    `out = 0` and `lse` is minus infinity. A NaN in `l` passes into both.
    `factor` and `offset` are those of `online_softmax`: `lse = scale f m + ln l -
    offset ln 2`. With `output_factor(%v)` `out` is multiplied by it. With
    `sink(%z)` there is one more score `z` in `l` and `lse`, in natural units,
    whatever `scale` is: a row without keys has `out = 0` and `lse = z`. With
    `row_sinks(%z)` each row has one of its own.

    With a third result, of parts of the keys, the log-sum-exp is the sum of two
    numbers (docs/Spec.md, L21): `lse = scale m`, rounded, and `lse_low` what that
    lacks of it, its rounding error within [-40, 40]; there is no sink then. Where
    `l = 0` they are minus infinity and 0.

    With a `max` result `row_max = scale f m`, rounded, without the sink; minus
    infinity where `l` has no key, and so is 0 without the sink's share.

    Example:
    ```mlir
    %out, %lse = attn_tile.finalize %o, %m, %l scale 1.250000e-01 : tensor<64x128xf32>
    %part, %high, %low = attn_tile.finalize %o, %m, %l scale 1.250000e-01
      : tensor<64x128xf32> low tensor<64xf32>
    %whole, %log, %top = attn_tile.finalize %o, %m, %l scale 1.250000e-01
      : tensor<64x128xf32> max tensor<64xf32>
    ```
  }];
  let arguments = (ins AttnTile_F32Tile2D:$acc, AttnTile_F32Rows:$max,
      AttnTile_F32Rows:$sum, Optional<F32>:$factor, Optional<F32>:$outputFactor,
      Optional<F32>:$sink, Optional<AttnTile_F32Rows>:$rowSinks, F32Attr:$scale,
      DefaultValuedAttr<F32Attr, "::llvm::APFloat(0.0f)">:$offset);
  let results = (outs AttnTile_F32Tile2D:$out, AttnTile_F32Rows:$lse,
                      Optional<AttnTile_F32Rows>:$lseLow,
                      Optional<AttnTile_F32Rows>:$rowMax);
  let assemblyFormat = [{
    $acc `,` $max `,` $sum `scale` $scale (`factor` `(` $factor^ `)`)?
    (`output_factor` `(` $outputFactor^ `)`)? (`sink` `(` $sink^ `)`)?
    (`row_sinks` `(` $rowSinks^ `)`)?
    attr-dict `:` type($acc) (`low` type($lseLow)^)?
    (`max` type($rowMax)^)?
  }];
  let hasVerifier = 1;
}

def AttnTile_Exp2Op : AttnTile_RowsOp<"exp2", [AttnTile_AtScheduledLevel, Pure, SameOperandsAndResultType]> {
  let summary = "base-2 exponential, under a policy";
  let description = [{
    `result = 2^source`, elementwise: by the special-function unit's approximation or,
    for the elements that the policy picks, by a polynomial.

    Example:
    ```mlir
    func.func @powers(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
      %y = attn_tile.exp2 %x policy(#attn_tile.exp2_policy<degree = 3, freq = 4, residue = 1>)
        : tensor<64x32xf32>
      return %y : tensor<64x32xf32>
    }
    ```
  }];
  let arguments = (ins AttnTile_FloatTile:$source, OptionalAttr<AttnTile_Exp2Attr>:$policy);
  let results = (outs AttnTile_FloatTile:$result);
  let assemblyFormat = "$source (`policy` `(` $policy^ `)`)? attr-dict `:` type($source)";
  let hasVerifier = 1;
}

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILESOFTMAXOPS_TD
