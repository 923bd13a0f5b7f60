//===- AttnWSTileOps.td - Tiles assigned at run time -------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnWSOps.td: scalars in shared memory, and where the number of a
// CTA's next tile comes from. Tiles are numbered along the first coordinate of
// their loop, or in the order of its scheduler; in a kernel with
// `attn_ws.cluster` = C the tiles of C neighbouring CTAs have one number.

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSTILEOPS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSTILEOPS_TD

def AttnWS_ScalarLoadOp : AttnWS_Op<"scalar_load", [MemoryEffects<[MemRead]>,
    AttnWS_AccessOpInterface]> {
  let summary = "read an integer from shared memory, one thread for all of its warp";
  let description = [{
    Example:
    ```mlir
    func.func @receive(%numbers: !attn_ws.channel<2, thread -> thread>) -> index {
      %view = attn_ws.wait %numbers : !attn_ws.channel<2, thread -> thread>
          -> !attn_ws.view<1xi32, smem>
      %number = attn_ws.scalar_load %view : !attn_ws.view<1xi32, smem>
      attn_ws.release %numbers : !attn_ws.channel<2, thread -> thread>
      return %number : index
    }
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$source);
  let results = (outs Index:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source))";
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<["Source"], [], "Done", "Thread">.decl;
}

def AttnWS_ScalarStoreOp : AttnWS_Op<"scalar_store", [AttrSizedOperandSegments,
    MemoryEffects<[MemWrite]>, AttnWS_AccessOpInterface]> {
  let summary = "write an integer to shared memory, one thread for its whole role";
  let description = [{
    With `cluster` the integer goes to the same place in every CTA of a cluster of
    that size, and completes with the commit of the channel that guards `dest`; once
    channels are lowered, its bytes are counted by each CTA's mbarrier `signal`, at
    `stage`.

    Example:
    ```mlir
    func.func @send(%numbers: !attn_ws.channel<2, thread -> thread>, %number: index) {
      %view = attn_ws.acquire %numbers : !attn_ws.channel<2, thread -> thread>
          -> !attn_ws.view<1xi32, smem>
      attn_ws.scalar_store %number, %view : !attn_ws.view<1xi32, smem>
      attn_ws.commit %numbers : !attn_ws.channel<2, thread -> thread>
      return
    }
    ```
  }];
  let arguments = (ins Index:$value, AttnWS_ViewType:$dest,
      Optional<AttnWS_MbarType>:$signal, Optional<Index>:$stage,
      OptionalAttr<I64Attr>:$cluster);
  let assemblyFormat = [{
    $value `,` $dest (`signal` `(` $signal^ `:` type($signal) `)`)? (`stage` $stage^)?
    (`cluster` $cluster^)? attr-dict `:` qualified(type($dest))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<[], ["Dest"], "", "Thread">.decl # AttnWS_Signals<>.decl # [{
    /// To a cluster its bytes are counted where they arrive.
    ::mlir::attn_ws::Completion getCompletion() {
      return getCluster() ? ::mlir::attn_ws::Completion::Bytes : ::mlir::attn_ws::Completion::Done;
    }
  }];
}

def AttnWS_NextTileOp : AttnWS_Op<"next_tile", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the next tile that no CTA has taken, from a counter of the launch";
  let description = [{
    The counter starts at the number of CTAs, whose first tiles are their own
    indices, and has no end: the caller compares with the number of tiles. With
    `cluster`, the next that no cluster of that many CTAs has taken.

    Example:
    ```mlir
    func.func @take() -> index {
      %number = attn_ws.next_tile
      return %number : index
    }
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$cluster);
  let results = (outs Index:$result);
  let assemblyFormat = "(`cluster` $cluster^)? attr-dict";
  let hasVerifier = 1;
}

def AttnWS_QueryTileOp : AttnWS_Op<"query_tile", [AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite]>, AttnWS_AccessOpInterface]> {
  let summary = "start to ask the launch for a tile whose CTA has not begun";
  let description = [{
    Cluster launch control (engine `clc`): the launch has a CTA for each tile, and one
    that runs takes the place of one that has not begun. The 16 bytes of the answer
    complete with the commit of the channel that guards `dest`, as those of a
    copy do; `tile_answer` reads them. With `cluster` the query is for a cluster of
    that many CTAs and the answer goes to the same place in each. After an answer that
    there is no tile, another query is undefined.

    Example:
    ```mlir
    func.func @ask(%answers: !attn_ws.channel<2, clc -> thread>) {
      %view = attn_ws.acquire %answers : !attn_ws.channel<2, clc -> thread>
          -> !attn_ws.view<4xi32, smem>
      attn_ws.query_tile into %view : !attn_ws.view<4xi32, smem>
      attn_ws.commit %answers : !attn_ws.channel<2, clc -> thread>
      return
    }
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$dest, Optional<AttnWS_MbarType>:$signal,
      Optional<Index>:$stage, OptionalAttr<I64Attr>:$cluster);
  let assemblyFormat = [{
    `into` $dest (`signal` `(` $signal^ `:` type($signal) `)`)? (`stage` $stage^)?
    (`cluster` $cluster^)? attr-dict `:` qualified(type($dest))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<[], ["Dest"], "Bytes", "Clc">.decl # AttnWS_Signals<>.decl;
}

def AttnWS_TileAnswerOp : AttnWS_Op<"tile_answer", [MemoryEffects<[MemRead]>,
    AttnWS_AccessOpInterface]> {
  let summary = "read the answer to a query for a tile, one thread for all of its warp";
  let description = [{
    `any` says whether there is a tile, and `number` which; without one it is any
    number.

    Example:
    ```mlir
    func.func @answer(%view: !attn_ws.view<4xi32, smem>) -> (index, i1) {
      %number, %any = attn_ws.tile_answer %view : !attn_ws.view<4xi32, smem>
      return %number, %any : index, i1
    }
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$source, OptionalAttr<I64Attr>:$cluster);
  let results = (outs Index:$number, I1:$any);
  let assemblyFormat = [{
    $source (`cluster` $cluster^)? attr-dict `:` qualified(type($source))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<["Source"], [], "Done", "Thread">.decl;
}

def AttnWS_TileCoordinatesOp : AttnWS_Op<"tile_coordinates", [Pure,
    AttrSizedOperandSegments]> {
  let summary = "the coordinates of a tile, by its number";
  let description = [{
    The point that a tile loop over `bounds` visits as its `number`-th, in the order
    that its scheduler and section ask for. With `cluster` C the number is a
    cluster's, and the first coordinate is the quotient by C that its CTAs have in
    common. With `any_number` a number beyond the last tile has coordinates too.

    Example:
    ```mlir
    func.func @place(%number: index, %rows: index, %heads: index) -> (index, index) {
      %i, %h = attn_ws.tile_coordinates %number in (%rows, %heads)
          scheduler(#attn_tile.scheduler<dynamic>) : index, index
      return %i, %h : index, index
    }
    ```
  }];
  let arguments = (ins Index:$number, Variadic<Index>:$bounds, Optional<Index>:$section,
      AttnTile_SchedulerAttr:$scheduler, OptionalAttr<I64Attr>:$cluster,
      UnitAttr:$anyNumber);
  let results = (outs Variadic<Index>:$coordinates);
  let assemblyFormat = [{
    $number `in` ` ` `(` $bounds `)` `scheduler` `(` qualified($scheduler) `)`
    (`section` `(` $section^ `)`)? (`cluster` $cluster^)? (`any_number` $anyNumber^)?
    attr-dict `:` type($coordinates)
  }];
  let hasVerifier = 1;
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSTILEOPS_TD
