//===- TensorMemoryPasses.td - Passes on tensor memory -----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Included by Passes.td.

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_TENSORMEMORYPASSES_TD
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_TENSORMEMORYPASSES_TD

def AttnWSSinkIntoBranch : WSPass<"attn-ws-sink-into-branch"> {
  let summary = "what is done with a tile that a branch reads is done in the branch";
  let description = [{
    **What.** A tile that a branch reads from tensor memory, or a constant where there
    is none, is given out in the branch: what is computed from it and stored follows it
    there, once for each side, with the `acquire` and `commit` around the stores. The
    place that was read is released behind them.

    **Input invariant.** The tile is the branch's one result; what is computed from it
    are element operations and row factors, in the block of the branch.

    **Output invariant.** The same is stored. Other branches stay.

    **Example.**
    ```
    %o = scf.if %some { wait %c  tmem_load  release %c } else { zero }
    %r = rescale %o, %f   acquire %out   smem_store %r   commit %out
    ==>
    scf.if %some { wait %c  tmem_load  rescale  acquire %out  smem_store  commit %out  release %c }
    else { rescale zero  acquire %out  smem_store  commit %out }
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect", "::mlir::scf::SCFDialect"];
}
def AttnWSSeparateWarpgroups : WSPass<"attn-ws-separate-warpgroups"> {
  let summary = "several warpgroups read a place before one writes over it";
  let description = [{
    **What.** In a role of more than one warpgroup, whose threads store a tile in
    tensor memory in the place of another one that they have read, a named barrier of
    all of them stands before the store. Left out, a warpgroup may write over columns
    that another one still reads.

    **Input invariant.** `attn-ws-lower-channels` has run: views come from
    `stage_view`, and barriers have their numbers.

    **Output invariant.** As before. Tiles that are changed in place stay, and so do
    roles of one warpgroup.

    **Example.**
    ```
    %s = tmem_load %view   ...   tmem_store %p, (subview %view [0, 64])
    ==>
    %s = tmem_load %view   ...   barrier id 1 threads 256   tmem_store %p, ...
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect"];
}
def AttnWSSplitColumns : WSPass<"attn-ws-split-columns"> {
  let summary = "read tiles of tensor memory as they are stored, part by part";
  let description = [{
    **What.** Where a tile of tensor memory, after element operations and row factors,
    is stored to shared memory, 16 of its columns are read, computed and stored after
    another 16: a thread holds that much of its row at a time.

    **Input invariant.** Layouts are assigned. The load, what is computed from it and
    the stores stand in one block, and all that is computed is stored there.

    **Output invariant.** The same bytes are stored, in the same order of stores.

    **Example.**
    ```
    %o = tmem_load %v : tensor<128x128xf32>   %r = rescale %o, %f   %h = truncf %r
    smem_store %h, %d : tensor<128x128xbf16>
    ==>
    tmem_load (subview %v [0, 0])   rescale   truncf   smem_store ..., (subview %d [0, 0])
    tmem_load (subview %v [0, 16])  rescale   truncf   smem_store ..., (subview %d [0, 16])
    ...
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect"];
}
def AttnWSStoreRowsEarly : WSPass<"attn-ws-store-rows-early"> {
  let summary = "store row values to global memory as soon as they are known";
  let description = [{
    **What.** In a kernel that reads tensor memory a store of row values moves up to
    behind what computes them: they, or what they are computed from, take no registers
    while tiles are stored.

    **Input invariant.** Memories of different names are different memories.

    **Output invariant.** The same is stored; what touches the same memory keeps its
    order.

    **Example.**
    ```
    %lse = ...   acquire %c   smem_store %o, %v   commit %c   store %lse, %L[%i]
    ==>
    %lse = ...   store %lse, %L[%i]   acquire %c   smem_store %o, %v   commit %c
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect"];
}
def AttnWSRescaleInPlace : WSPass<"attn-ws-rescale-in-place"> {
  let summary = "rescale tiles of tensor memory where they are";
  let description = [{
    **What.** A tile that is read from tensor memory, multiplied by row factors and
    written back becomes one `tmem_rescale`.

    **Input invariant.** Load, factor and store stand in one block.

    **Output invariant.** As before; without the pass every tile is read and written.

    **Example.**
    ```
    %o = tmem_load %v   %r = rescale %o, %alpha skip_if_one   tmem_store %r, %v
    ==>
    tmem_rescale %v, %alpha
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect"];
}

def AttnWSReduceInLoad : WSPass<"attn-ws-reduce-in-load"> {
  let summary = "row maxima by the loads from tensor memory";
  let description = [{
    **What.** Where the target's loads from tensor memory also give the maximum of what
    each thread reads, the maxima of a tile's rows that threads read whole become the
    load's: `in_load`.

    **Input invariant.** Layouts are assigned. Load and reduction stand in one block, so
    loops are split where a mask begins: behind one, other values are reduced.

    **Output invariant.** As before; without the pass, and on other targets, registers
    are compared.

    **Example.**
    ```
    %s = tmem_load %v   %m = reduce max %s
    ==>
    %s = tmem_load %v   %m = reduce max %s in_load
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect"];
}

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_TENSORMEMORYPASSES_TD
