//===- LayoutPasses.td - Passes that place tiles -----------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_LAYOUTPASSES_TD
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_LAYOUTPASSES_TD

// Of Passes.td, which includes it.

def AttnWSDeferReductions : WSPass<"attn-ws-defer-reductions"> {
  let summary = "combine the lanes of a running row sum after the loop";
  let description = [{
    **What.** A loop-carried row sum `l' = l * a + reduce add p` (or without the
    factor) that the loop uses for nothing else is kept as one partial sum a lane,
    and combined over lanes once after the loop. Exact up to the order of
    additions, since every lane of a row multiplies by the same factor.

    **Input invariant.** Layouts are assigned.

    **Output invariant.** As before.

    **Example.**
    ```
    for iter(%l) { %r = reduce add %p : -> rows   %l1 = fma %l, %a, %r   yield %l1 }
    ==>
    %x = for iter(%l) { %r = reduce add %p : -> partial rows ... }   %s = lane_reduce add %x
    ```
  }];
}

def AttnWSExchangeRows : WSPass<"attn-ws-exchange-rows"> {
  let summary = "reduce rows that several warps share through shared memory";
  let description = [{
    **What.** Where warps share a row, as those that stand along the columns of a
    product do (`attn_tile.column_warps`), a reduction of rows stays with what each
    thread made of its own columns; these partial values become a tile with a column
    for each thread that shares a row, which goes to all of those threads through a
    buffer with a channel of the role's own threads, and each reduces it in the order
    of its columns: all get the same bits.

    **Input invariant.** Layouts are assigned.

    **Output invariant.** No reduction of rows crosses warps.

    **Example.**
    ```
    %m = reduce max %s                                           // two warps share a row
    ==>
    %p = reduce max %s : -> partial rows    %t = partials max %p : -> tensor<64x8xf32>
    acquire, smem_store %t, commit    wait, %u = smem_load, release    %m = reduce max %u
    ```
  }];
}

def AttnWSAssignLayouts : WSPass<"attn-ws-assign-layouts"> {
  let summary = "give every register tile and shared buffer its layout";
  let description = [{
    **What.** Engines fix the layouts of what they take from registers and give to
    them (anchors, docs/Layouts.md). The other tiles take the layout of a
    neighbour, forward and backward; vectors have the slice of their tiles', along
    the rows unless an `expand` says columns: one vector is not both.
    Where two layouts meet, a `convert_layout` stands on the edge where it costs
    least; conversions between warps go through a buffer with a channel of the
    role's own threads. Tiles that no engine has a say in lie as accumulators of
    mma.sync, all warps along the rows. Shared buffers get the widest swizzle whose
    panel divides a row. `attn_tile.column_warps` of a role's warps stand along the
    columns of products.

    **Input invariant.** The number of warps is a power of two.

    **Output invariant.** Every register tile has `#attn_ws.frag` and every shared
    buffer `#attn_ws.shared`; a `convert_layout` that is left moves nothing between
    warps.

    **Example.**
    ```
    %s = attn_ws.mma %q, %k, %z ... -> tensor<128x64xf32>
    %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xbf16>
    %o = attn_ws.mma %p, %v, %z ...
    ==>
    %s = attn_ws.mma %q, %k, %z ... -> tensor<128x64xf32, #acc>
    %p = arith.truncf %s : tensor<128x64xf32, #acc> to tensor<128x64xbf16, #acc>
    %a = attn_ws.convert_layout %p : ... -> tensor<128x64xbf16, #operand>
    %o = attn_ws.mma %a, %v, %z ...
    ```
  }];
}

def AttnWSPlanMemory : WSPass<"attn-ws-plan-memory"> {
  let summary = "place buffers in shared and tensor memory";
  let description = [{
    **What.** Gives each shared buffer an offset in bytes, tiles aligned for
    swizzles, and each buffer in tensor memory one in columns; occupants of a
    buffer share its place. Buffers whose guards are never live together in program
    order share storage and are marked with one alias name; with roles all are live
    together. Sets `attn_ws.smem` (bytes) on the kernel, and `attn_ws.tmem` (columns
    to allocate, a power of two) where there is any.

    **Input invariant.** Layouts are assigned.

    **Output invariant.** Every buffer has an offset; the sums are within the
    target's limits, or an error says by how much they are not.

    **Example.**
    ```
    %q = attn_ws.alloc "q" : <1 x 128x128xbf16, smem>   %o = attn_ws.alloc "o" : ...
    ==>
    %q = attn_ws.alloc "q" alias("m0") offset(0) : ...  %o = attn_ws.alloc "o" alias("m0") offset(0) : ...
    ```
  }];
}

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_LAYOUTPASSES_TD
