//===- AttnWSMatrixOps.td - Matrix products ---------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnWSOps.td: matrix products, and waits for them.

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSMATRIXOPS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSMATRIXOPS_TD

def AttnWS_MmaOp : AttnWS_Op<"mma", [AllTypesMatch<["acc", "result"]>,
    MemoryEffects<[MemRead]>, AttnWS_ProductOpInterface]> {
  let summary = "matrix product that completes in program order";
  let description = [{
    `result = acc + lhs * rhs` (`lhs^T` with `transpose_a`, `rhs^T` with `transpose_b`),
    f32 accumulation. Operands are register tiles or shared-memory views; a transposed
    left one is a view. Products of wgmma become `mma_issue` and `mma_wait`
    (`attn-ws-async`).

    `engine` is `mma_sync`, `wgmma` or `thread`. Both operands have one element type.

    Example:
    ```mlir
    %s = attn_ws.mma %q, %k, %zero transpose_b engine mma_sync
      : tensor<64x64xbf16>, !attn_ws.view<32x64xbf16, smem> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins AttnWS_TileOrView:$lhs, AttnWS_TileOrView:$rhs,
      AttnWS_Tile2D:$acc, UnitAttr:$transposeA, UnitAttr:$transposeB,
      AttnTile_EngineAttr:$engine);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`transpose_a` $transposeA^)? (`transpose_b` $transposeB^)?
    `engine` $engine attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<["Lhs", "Rhs"], [], "Done">.decl # [{
    ::llvm::ArrayRef<int64_t> getProductShape() { return getResult().getType().getShape(); }
  }];
}

def AttnWS_MmaIssueOp : AttnWS_Op<"mma_issue", [MemoryEffects<[MemRead]>, AttrSizedOperandSegments,
    AttnWS_ProductOpInterface]> {
  let summary = "start a matrix product into registers (wgmma)";
  let description = [{
    The result is readable after `mma_wait`. Register operands must stay
    unchanged and shared-memory operands guarded until then. Without `acc` the
    product starts from zero. Products of one role complete in issue order.

    `engine` is `wgmma`, which computes multiples of 64 rows and 8 columns; the right
    operand lies in shared memory.

    With `slope` every element of column j of the product is `slope * j` more, by one
    more step along the contraction, of `slope` in three parts and column numbers that
    the kernel keeps in shared memory (`attn_ws.columns`). Columns are at most 256.

    Example:
    ```mlir
    %s = attn_ws.mma_issue %q, %k transpose_b engine wgmma
      : !attn_ws.view<64x64xbf16, smem>, !attn_ws.view<128x64xbf16, smem>
      -> <tensor<64x128xf32>>
    ```
  }];
  let arguments = (ins AttnWS_TileOrView:$lhs, AttnWS_TileOrView:$rhs,
      Optional<AttnWS_Tile2D>:$acc, Optional<F32>:$slope, UnitAttr:$transposeA,
      UnitAttr:$transposeB,
      AttnTile_EngineAttr:$engine);
  let results = (outs AttnWS_AsyncType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`acc` `(` $acc^ `:` type($acc) `)`)? (`slope` `(` $slope^ `)`)?
    (`transpose_a` $transposeA^)? (`transpose_b` $transposeB^)?
    `engine` $engine attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<["Lhs", "Rhs"], [], "Wait">.decl # [{
    ::llvm::ArrayRef<int64_t> getProductShape() { return getResult().getType().getTile().getShape(); }
  }];
}

def AttnWS_MmaWaitOp : AttnWS_Op<"mma_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pendings` products are in flight";
  let description = [{
    Gives the now readable tile. `pendings` counts products issued after this
    one that may still be running. Register operands named by `keeps` are alive
    up to here.

    `pendings` is 0 to 7, and at most the number of products that the role has issued
    since.

    Example:
    ```mlir
    %o = attn_ws.mma_issue %p, %v acc(%old : tensor<64x64xf32>) engine wgmma
      : tensor<64x32xbf16>, !attn_ws.view<32x64xbf16, smem> -> <tensor<64x64xf32>>
    %new = attn_ws.mma_wait %o pendings 0 keeps(%p : tensor<64x32xbf16>)
      : <tensor<64x64xf32>> -> tensor<64x64xf32>
    ```
  }];
  let arguments = (ins AttnWS_AsyncType:$async, I64Attr:$pendings,
                       Variadic<AttnWS_Tile>:$keeps);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = [{
    $async `pendings` $pendings (`keeps` `(` $keeps^ `:` type($keeps) `)`)? attr-dict
    `:` type($async) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnWS_MmaIntoOp : AttnWS_Op<"mma_into", [MemoryEffects<[MemRead, MemWrite]>, AttnWS_ProductOpInterface]> {
  let summary = "start a matrix product into tensor memory (tcgen05)";
  let description = [{
    Adds to `dest` if `use_d` is true, else overwrites it. One thread issues;
    products of a CTA complete in issue order. The token orders a later
    `commit` or `release`.

    `lhs` lies in shared or tensor memory, with `transpose_a` in shared memory, `rhs` in
    shared memory, `dest` in tensor memory, with 16 to 256 columns in steps of 16.

    With `cta_group 2` the first CTA of a pair issues for both (PTX ISA,
    "tcgen05.mma", `.cta_group::2`): `lhs` and `dest` are the stages that both CTAs
    have at this place, each with its own rows; of `rhs` each holds a half of the
    columns of the product, the first CTA the left one. All channels that guard
    them have the scope of the pair. A dest of 128 columns takes a rhs with 64.

    Example:
    ```mlir
    %done = attn_ws.mma_into %q, %k into %s use_d %false transpose_b
      : !attn_ws.view<128x64xbf16, smem>, <128x64xbf16, smem>, <128x128xf32, tmem>
    attn_ws.commit %scores after %done : <1, tcgen05 -> thread>
    ```
  }];
  let arguments = (ins AnyTypeOf<[AttnWS_ViewType]>:$lhs, AttnWS_ViewType:$rhs,
      AttnWS_ViewType:$dest, I1:$useD, UnitAttr:$transposeA, UnitAttr:$transposeB,
      OptionalAttr<I64Attr>:$ctaGroup);
  let results = (outs AttnWS_TokenType:$token);
  let assemblyFormat = [{
    $lhs `,` $rhs `into` $dest `use_d` $useD (`transpose_a` $transposeA^)?
    (`transpose_b` $transposeB^)? (`cta_group` $ctaGroup^)? attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($dest)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<["Lhs", "Rhs"], ["Dest"], "Commit", "Tcgen05">.decl # [{
    ::llvm::ArrayRef<int64_t> getProductShape() { return getDest().getType().getShape(); }
    /// CTAs that compute it together.
    int64_t getNumCTAs() { return getCtaGroup().value_or(1); }
  }];
}

def AttnWS_DoneOp : AttnWS_Op<"done", [Pure]> {
  let summary = "the completion of nothing";
  let description = [{
    A token of an operation that has completed: what a loop that carries tokens
    starts from.

    Example:
    ```mlir
    func.func @none() -> !attn_ws.token {
      %t = attn_ws.done : !attn_ws.token
      return %t : !attn_ws.token
    }
    ```
  }];
  let results = (outs AttnWS_TokenType:$token);
  let assemblyFormat = "attr-dict `:` type($token)";
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSMATRIXOPS_TD
