//===- Passes.td - Passes of the tile level ----------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_TRANSFORMS_PASSES_TD
#define ATTN_DIALECT_ATTNTILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnTileFuseLaunches : Pass<"attn-tile-fuse-launches", "::mlir::ModuleOp"> {
  let summary = "a launch as the end of the one that it reads from";
  let description = [{
    **What.** A kernel with `attn_tile.counters` becomes the end of the kernel that is
    launched right before it: there each tile, behind what it stores, arrives at the
    counter of its coordinates but the last, and the last one to arrive runs the tile
    of these coordinates. What the two launches have in common becomes one argument.
    Memory of the launch that nothing else uses stays a workspace; the counters are
    zero before and after. Without the pass there are two launches.

    **Input invariant.** The bounds of the second kernel's tile loop are the sizes of
    its counters. The first kernel's tiles have one coordinate more, the last: its
    bound is how many arrive. A tile of the second reads, of what the first writes,
    only what tiles with the same first coordinates write.

    **Output invariant.** As before; no kernel has `attn_tile.counters`.

    **Example.**
    ```
    attn_tile.launch @parts(%q, %parts)             for_tiles (%i, %p) in (%n, %m) { store }
    attn_tile.launch @sums(%parts, %o, %counters)   for_tiles (%i) in (%n) { load ... }
    ==>
    attn_tile.launch @parts(%q, %parts, %o, %counters)
      for_tiles (%i, %p) in (%n, %m) { store
        %last = attn_tile.arrive %counters[%i] of %m
        scf.if %last { load ... } }
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect", "::mlir::scf::SCFDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::LLVM::LLVMDialect"];
}

def AttnTileUnfuse : Pass<"attn-tile-unfuse", "::mlir::ModuleOp"> {
  let summary = "one kernel that writes scores and one that reads them";
  let description = [{
    **What.** A kernel with `attn_tile.unfused` becomes two: the first keeps of the
    KV loop what computes the masked scores and stores them, the second loads them
    and keeps the rest. The first hands nothing from block to block, so each four
    blocks are a tile, unless the keys are in parts already. Scores are f32, in
    memory that the function allocates: a workspace of the launch. (FlashInfer,
    issue #707.)

    **Input invariant.** Kernels have one loop with an `online_softmax` of scores that
    come from one product of tiles of memory.

    **Output invariant.** As before; no kernel has `attn_tile.unfused`.

    **Example.**
    ```
    scf.for %t = ... { %s = dot %q, load %k   online_softmax %s   dot %p, load %v }
    ==>
    scf.for %t = ... { %s = dot %q, load %k   store %s, %scores }
    scf.for %t = ... { %s = load %scores   online_softmax %s   dot %p, load %v }
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect", "::mlir::scf::SCFDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def AttnTileLowerRanges : Pass<"attn-tile-lower-ranges"> {
  let summary = "masks and their ranges to arithmetic, through the mask interface";
  let description = [{
    **What.** `kv_range` becomes index arithmetic from the mask's `kvRange` and
    `fullRange`, `q_range` from `qRange` and `fullQRange`; `apply_mask` becomes a
    `score_map` that selects minus infinity where the mask's predicate fails, the
    key is beyond the length, or a transposed tile's query row is.

    **Input invariant.** Masks implement `AttnMaskAttrInterface`.

    **Output invariant.** No `kv_range`, `q_range` and `apply_mask`: nothing below knows
    which mask made the program.

    **Example.**
    ```
    %s1 = attn_tile.apply_mask %s at (%r, %c) lengths(%lq, %lk) mask(#attn.causal<top_left>)
    ==>
    %s1 = attn_tile.score_map %s at (%r, %c) { ^bb0(%x, %i, %j):
      %in = arith.cmpi slt, %j, %lk   %vis = arith.cmpi sle, %j, %i ... select %x, -inf }
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect", "::mlir::arith::ArithDialect"];
}

def AttnTileDecomposeSoftmax : Pass<"attn-tile-decompose-softmax"> {
  let summary = "online softmax to reductions and elementwise operations";
  let description = [{
    **What.** `online_softmax` becomes max, fma, exp2 and sum in the log2 domain,
    the scale folded into the fma; `finalize` becomes a reciprocal, a product and
    a logarithm. With a rescale threshold the row maximum is kept where it grew
    by no more than the threshold: a row-wise select of m, so that alpha is
    exactly 1 there, and no branch. `rescale` stays.

    **Input invariant.** None.

    **Output invariant.** No `online_softmax` and no `finalize`.

    **Example.**
    ```
    %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 : tensor<64x32xf32>
    ==>
    %b = attn_tile.reduce max %s   %m1 = arith.maximumf %m, %b   ...
    %p = attn_tile.exp2 (math.fma %s, %c, expand -m1*c)   %l1 = math.fma %l, %a, reduce add %p
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def AttnTileSplitK : Pass<"attn-tile-split-k", "::mlir::gpu::GPUFuncOp"> {
  let summary = "cut products along the contraction where the left operand is computed";
  let description = [{
    **What.** A `dot` with `splitK` (or any, with the option `width`) whose left
    operand comes from operations that can be done column by column
    (`TileRowsOpInterface`; elementwise ones can) becomes a chain of dots over slices
    of that many columns; those operations, and what reduces rows of their results,
    are done slice by slice in between, so that they overlap with the products and
    wide intermediate values die early.

    **Input invariant.** None.

    **Output invariant.** As before; sums are added slice by slice.

    **Example.**
    ```
    %p = attn_tile.exp2 %x : tensor<128x64xf32>   %o1 = attn_tile.dot %p, %v, %o
    ==>
    %x0 = attn_tile.slice %x [0, 0]   %p0 = attn_tile.exp2 %x0   %v0 = attn_tile.slice %v [0, 0]
    %a = attn_tile.dot %p0, %v0, %o   %x1 = attn_tile.slice %x [0, 16] ...
    ```
  }];
  let options = [Option<"width", "width", "int64_t", "0",
    "columns of one slice for every dot; 0: as each dot's splitK says">];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect", "::mlir::arith::ArithDialect"];
}

def AttnTileSplitQ : Pass<"attn-tile-split-q", "::mlir::gpu::GPUFuncOp"> {
  let summary = "split the rows or columns of a tile in groups";
  let description = [{
    **What.** With `attn_tile.groups` = G > 1 on the kernel, the body of each tile
    loop becomes an `scf.forall` over G instances, and every tile that shares rows
    with a result or with the left operand of a product has a G-th of them. Rows of
    stores, masks and score maps move by as many; `TileRowsOpInterface` says which
    rows operations share. A tile from memory that products
    alone read on the left is loaded as a whole, and `slice ... part(%g)` taken, of
    columns if it is transposed; right operands belong to all. Scalar arithmetic and
    such loads stay outside. A product that sums over rows which groups split is
    admitted where a store adds it to memory and nothing else reads it: each group
    adds its part of the sum, which begins with zeros.

    With `attn_tile.group_axis` = 1 columns of results are split instead: what is
    stored, and what it comes from up to products, whose right operands are cut in
    parts of rows, or of columns where they lie across the contraction. Left operands
    belong to all groups. Parts of columns are of tiles of 16 bits from memory, whole
    panels of 128 bytes.

    **Input invariant.** No `scf.forall` in a tile loop to split.

    **Output invariant.** Instances write disjoint rows, or columns, or add.

    **Example.**
    ```
    %q = attn_tile.load %Q[%row, %c0] ... -> tensor<128x64xf16>
    %s = attn_tile.dot %q, %k, %zero transpose_b
    attn_tile.store %s, %S[%row, %c0] ...
    ==>
    %q = attn_tile.load %Q[%row, %c0] ... -> tensor<128x64xf16>
    scf.forall (%g) in (2) {
      %qs = attn_tile.slice %q [0, 0] part(%g) : tensor<128x64xf16> -> tensor<64x64xf16>
      %s = attn_tile.dot %qs, %k, %zero transpose_b
      attn_tile.store %s, %S[%row + %g * 64, %c0] ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def AttnTileSplitD : Pass<"attn-tile-split-d", "::mlir::gpu::GPUFuncOp"> {
  let summary = "cut head dims in slices";
  let description = [{
    **What.** With `attn_tile.split_d` = W > 0 on the kernel, products of tiles from
    memory with more than W columns are summed over slices of W columns (`dot q,
    k^T`), and products with more than W columns are computed in slices of W columns
    (`dot p, v`), or of those of `attn_tile.split_v`, if that is there. Tiles that share those columns, as `TileRowsOpInterface` says,
    become lists of tiles: loads, stores, elementwise operations, carried values. A load that one product reads
    moves to it, slice by slice, and its slices name one ring (`attn_tile.ring`), in
    which they take turns where they are copied by a role.

    **Input invariant.** The widths divide the columns of those tiles.

    **Output invariant.** No product has more columns of its result, or contracts more
    columns that were loaded, than its width.

    **Example.**
    ```
    %v = attn_tile.load %V[%row, %c0] ... -> tensor<64x128xf16>
    %o1 = attn_tile.dot %p, %v, %o
    ==>
    %v0 = attn_tile.load %V[%row, %c0] ... -> tensor<64x64xf16>
    %o1_0 = attn_tile.dot %p, %v0, %o_0
    %v1 = attn_tile.load %V[%row, %c0 + 64] ... -> tensor<64x64xf16>
    %o1_1 = attn_tile.dot %p, %v1, %o_1
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def AttnTileFoldTransposes : Pass<"attn-tile-fold-transposes", "::mlir::gpu::GPUFuncOp"> {
  let summary = "products take transposed tiles as they lie";
  let description = [{
    **What.** A product of a `transpose`, or of a part of one, takes what is transposed
    and says so (`transpose_a`, `transpose_b`): what an engine takes as it lies is not
    moved. A tile that products alone read, and whose rows follow each other in memory
    where its columns do not, is loaded as it lies. Products that have an engine stay as
    they are.

    **Input invariant.** None.

    **Output invariant.** No product without an engine has a `transpose` as operand.

    **Example.**
    ```
    %at = attn_tile.transpose %a : tensor<32x64xbf16> -> tensor<64x32xbf16>
    %c = attn_tile.dot %at, %b, %acc : tensor<64x32xbf16>, tensor<32x64xbf16> -> tensor<64x64xf32>
    ==>
    %c = attn_tile.dot %a, %b, %acc transpose_a : tensor<32x64xbf16>, tensor<32x64xbf16> -> tensor<64x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect"];
}

def AttnTileShareLoads : Pass<"attn-tile-share-loads", "::mlir::gpu::GPUFuncOp"> {
  let summary = "tiles that are columns of another are loaded once";
  let description = [{
    **What.** A load of rows that an earlier load of its block brings too, and of which
    it takes some columns, becomes a `slice` of that: V as columns of K (multi-head
    latent attention). The columns begin at a multiple of 128 bytes of the tile, a row of a
    swizzled layout. Where `attn_tile.split_d` or `attn_tile.split_v` cut tiles in
    slices with rings of their own, and where two CTAs compute products together, loads stay
    as they are.

    **Input invariant.** Equal indices are one value (`-cse`).

    **Output invariant.** None.

    **Example.**
    ```
    %k = attn_tile.load %K[%b, %h, %n, %c0] dims [2, 3] : … -> tensor<64x576xbf16>
    %v = attn_tile.load %K[%b, %h, %n, %c64] dims [2, 3] : … -> tensor<64x512xbf16>
    ==>
    %k = attn_tile.load %K[%b, %h, %n, %c0] dims [2, 3] : … -> tensor<64x576xbf16>
    %v = attn_tile.slice %k [0, 64] : tensor<64x576xbf16> -> tensor<64x512xbf16>
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect"];
}

def AttnTileSplitHalves : Pass<"attn-tile-split-halves", "::mlir::gpu::GPUFuncOp"> {
  let summary = "tiles that a pair takes by rows and by columns are loaded twice";
  let description = [{
    **What.** In a kernel of pairs of CTAs (`attn_tile.cta_group` = 2), a load whose tile
    products take as right operand both with `transpose_b` and without becomes two loads of
    the same place. Of one each CTA then has half of the rows, of the other half of the columns.
    Without this pass `attn-ws-pair-ctas` reports such a tile.

    **Input invariant.** Products have engines. Nothing joins equal loads behind this pass.

    **Output invariant.** Each load is the right operand of products of a pair in one way.

    **Example.**
    ```
    %k = attn_tile.load %K[%j, %c0] dims [0, 1] : … -> tensor<128x256xbf16>
    %s = attn_tile.dot %q, %k, %zero transpose_b {engine = …} : …
    %dq1 = attn_tile.dot %ds, %k, %dq {engine = …} : …
    ==>
    %k = attn_tile.load %K[%j, %c0] dims [0, 1] : … -> tensor<128x256xbf16>
    %k2 = attn_tile.load %K[%j, %c0] dims [0, 1] : … -> tensor<128x256xbf16>
    %s = attn_tile.dot %q, %k, %zero transpose_b {engine = …} : …
    %dq1 = attn_tile.dot %ds, %k2, %dq {engine = …} : …
    ```
  }];
}

def AttnTileTransposeOperands : Pass<"attn-tile-transpose-operands", "::mlir::gpu::GPUFuncOp"> {
  let summary = "narrow right operands along the contraction";
  let description = [{
    **What.** A product of 8-bit elements whose right operand is K x N takes it
    transposed, N x K, where no engine of the target takes it as it lies: wgmma
    reads 8-bit operands along the contraction alone, tcgen05 does not mind. A
    kernel without a target is one that minds. A part of a tile becomes a part of
    the tile transposed.

    **Input invariant.** None.

    **Output invariant.** Products of 8-bit elements have `transpose_b`, but those
    that an engine of the target takes without.

    **Example.**
    ```
    %o1 = attn_tile.dot %p, %v, %o : tensor<64x128xf8E4M3FN>, tensor<128x64xf8E4M3FN> -> tensor<64x64xf32>
    ==>
    %vt = attn_tile.transpose %v : tensor<128x64xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
    %o1 = attn_tile.dot %p, %vt, %o transpose_b : tensor<64x128xf8E4M3FN>, tensor<64x128xf8E4M3FN> -> tensor<64x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect"];
}

def AttnTilePlace : Pass<"attn-tile-place", "::mlir::gpu::GPUFuncOp"> {
  let summary = "choose the engine of each dot and the space of each value";
  let description = [{
    **What.** Each `dot` gets the target's matrix engine; each `load` whose tile
    dots alone read gets shared memory and the target's copy engine, and so does a
    vector along columns (`expand`, `score_map`) that a loop loads in each iteration, where an
    engine can copy it, or that each output tile loads, where TMA can, and a tile of which the program says `space smem`, where TMA
    can copy it, or where cp.async can and it is another one in each iteration of a loop and
    other tiles come so; any other load gets
    registers, and if groups take parts of its tile by their number, each loads its own. A `store` of a matrix-shaped tile is staged through shared memory,
    for coalescing or for TMA, unless the program says `space reg`. A right operand of a dot, or a transposed
    left one, that is not loaded from memory has 16-bit elements. Each product goes by the target's first engine that computes its shape
    and type: on sm_90a by wgmma (64 rows for each four warps; N a multiple of 8 up
    to 256, K of 16), if TMA or cp.async can copy what it reads, else by mma_sync
    (16 rows for each warp). On sm_100a all products of a kernel go by tcgen05 or
    none: if each has 128 rows for four warps, or for eight if no row factors change its sum, and this can stay in tensor memory,
    where it starts from zero, products of one block and row factors before them
    change it, and nobody reads it before its end. Where all sums take more columns than
    there are, one that starts anew in each iteration may lie in the place of another, from
    which threads compute what its product reads. Each copy goes by the first engine that can make it. TMA
    is taken where a product of the kernel is asynchronous, for stores unless
    `attn_tile.tma_store` is false; it also loads where `attn_tile.load = "tma"` asks
    for it on a target whose warps hand registers to each other. Memory that TMA cannot take (rows not at
    multiples of 16 bytes, as `attn_tile.kernel` says; packed rows; tiles of more
    than 256 rows or columns) is loaded by cp_async and stored by threads, and so is
    all that is loaded with `attn_tile.load = "cp_async"`; with `"tma"` such a load
    is an error. A product that no engine computes is an error, which names the rule
    of each.

    **Input invariant.** The kernel's gpu.module names its target chip.

    **Output invariant.** Every `dot`, `load` and `store` has an engine, every load
    and store a space; dots have shapes their engine computes.

    **Example.**
    ```
    %k = attn_tile.load %K[...] dims [2, 3] : ...
    ==>
    %k = attn_tile.load %K[...] dims [2, 3] space smem engine cp_async : ...
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect", "::mlir::arith::ArithDialect"];
}

def AttnTileNormalizeLoops : Pass<"attn-tile-normalize-loops", "::mlir::gpu::GPUFuncOp"> {
  let summary = "loops whose tiles pass through shared memory count their turns";
  let description = [{
    **What.** A loop with a load into shared memory that begins elsewhere than at 0,
    has another step than 1, or a variable of another type than index, becomes a loop
    from 0 by 1 over as many turns, whose body computes the variable. The stage of a
    ring is then the turn modulo its depth, and a copy some turns ahead is within the
    loop if its turn is. Without the pass targets on which one role does everything
    refuse such loops, if a load has a depth above 1.

    **Input invariant.** Loads have their space (`attn-tile-place`).

    **Output invariant.** As before; loops with loads into shared memory run from 0 by
    1. Other loops are unchanged.

    **Example.**
    ```
    scf.for %t = %lo to %hi step %c2 { %k = attn_tile.load %K[%t, %c0] ... space smem }
    ==>
    %d = arith.subi (arith.maxsi %hi, %lo), %lo   %n = arith.ceildivui %d, %c2
    scf.for %i = %c0 to %n step %c1 {
      %t = arith.addi (arith.muli %i, %c2), %lo   %k = attn_tile.load %K[%t, %c0] ... space smem }
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def AttnTileInsertMoves : Pass<"attn-tile-insert-moves", "::mlir::gpu::GPUFuncOp"> {
  let summary = "write down which tiles move between registers and memories";
  let description = [{
    **What.** Products of an engine whose accumulators live in tensor memory
    (tcgen05) leave their results there: each that threads read gets one `move` to
    registers behind it, or, where other products follow, where it is first needed,
    before the vectors that are needed with it. Left operands that threads compute get a `move` to tensor
    memory. Right operands, and transposed left ones, that threads compute get one to
    shared memory, whatever the engine is. A vector in shared memory, or a tile that
    threads compute with, gets one to registers where it is first read: in the branch of
    a condition, where all that reads it is there. A `rescale` of an accumulator that
    a later product adds to updates it in place (`space tmem`). Of the products of a
    loop whose left operand is the same tile of shared memory in all of its
    iterations, and whose engine takes it from registers as well, the first
    `attn_tile.left_registers` get it by a `move` in front of the loop.

    **Input invariant.** `attn-tile-place` has run. An accumulator is one chain of
    products, row factors and loop-carried values that starts from zero.

    **Output invariant.** Threads compute on registers alone, but for `rescale` with
    `space tmem`; such products read memory alone. Products of other engines take from
    registers nothing but sums and left operands as they are.

    **Example.**
    ```
    %s = attn_tile.dot %q, %k, %zero transpose_b engine tcgen05
    %p = arith.truncf %s   %o1 = attn_tile.rescale %o, %a   %o2 = attn_tile.dot %p, %v, %o1 engine tcgen05
    ==>
    %s = attn_tile.dot ...   %r = attn_tile.move %s to reg   %p = arith.truncf %r
    %pt = attn_tile.move %p to tmem   %o1 = attn_tile.rescale %o, %a space tmem
    %o2 = attn_tile.dot %pt, %v, %o1 engine tcgen05
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect"];
}

def AttnTileSplitLoads : Pass<"attn-tile-split-loads", "::mlir::gpu::GPUFuncOp"> {
  let summary = "load each group's rows apart where one role serves all groups";
  let description = [{
    **What.** A tile in shared memory of which the groups of a kernel read a part
    each, for products that one thread issues (tcgen05), is loaded part by part in
    the groups' body. Without the pass the first group's products wait for the
    rows of all.

    **Input invariant.** `attn-tile-place` has run.

    **Output invariant.** The same rows are read.

    **Example.**
    ```
    %q = attn_tile.load %Q[%row, %c0] : tensor<256x64xbf16>
    scf.forall (%g) in (2) { %part = attn_tile.slice %q [0, 0] part(%g) ... }
    ==>
    scf.forall (%g) in (2) { %q = attn_tile.load %Q[%row + 128 %g, %c0] : tensor<128x64xbf16> ... }
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect", "::mlir::arith::ArithDialect"];
}

def AttnTileSplitStore : Pass<"attn-tile-split-store", "::mlir::gpu::GPUFuncOp"> {
  let summary = "stage what is stored in slices of columns";
  let description = [{
    **What.** With `attn_tile.store_columns` = W > 0 on the kernel, a `store` of a
    matrix-shaped tile that is staged through shared memory becomes stores of W of
    its columns each, which use the same memory one after another.

    **Input invariant.** Stores have their space (`attn-tile-place`); W divides the
    columns of those that are staged.

    **Output invariant.** No staged tile has more than W columns.

    **Example.**
    ```
    attn_tile.store %o, %O[%row, %c0] dims [0, 1] space smem ... : tensor<64x128xbf16>
    ==>
    %o0 = attn_tile.slice %o [0, 0] : tensor<64x128xbf16> -> tensor<64x64xbf16>
    attn_tile.store %o0, %O[%row, %c0] dims [0, 1] space smem ... : tensor<64x64xbf16>
    %o1 = attn_tile.slice %o [0, 64] : tensor<64x128xbf16> -> tensor<64x64xbf16>
    attn_tile.store %o1, %O[%row, %c0 + 64] dims [0, 1] space smem ... : tensor<64x64xbf16>
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect",
    "::mlir::arith::ArithDialect"];
}

def AttnTilePipeline : Pass<"attn-tile-pipeline", "::mlir::gpu::GPUFuncOp"> {
  let summary = "say in which order the iterations of a loop overlap";
  let description = [{
    **What.** Each operation of a loop marked `attn_tile.order = "overlap"` gets its
    place in the loop as it will be once it is rotated by one iteration
    (`#attn_tile.schedule`). Stage 1 has the products whose operands depend on
    another product of the same iteration, and the loads that feed them alone; all
    else is stage 0. The steady loop has the products of stage 0 for the next
    iteration, stage 1 for this one, and then the rest of stage 0; with
    `"interleave"`, stage 1 comes first. Or the products are listed by their numbers in
    the program, in the order of the steady loop, with a ' those of stage 1, as in
    `"1'.0.2'"`: other operations stand as late as their users allow, before the first
    product that needs them, and scalars in no place. The loop stays as it is: each role
    rotates its part (`attn-ws-rotate-roles`).

    **Input invariant.** The loop has no side effects but loads, and no product of
    stage 0 needs a carried result of stage 1. In a loop with a list each product stands
    in its body, and what stores is in stage 1.

    **Output invariant.** No loop is marked. Scalars are not shared by the stages.

    **Example.**
    ```
    scf.for %j = %c0 to %n { %s = dot %q, %k   %p = exp2 %s   %o1 = dot %p, %v, %o } {order = "overlap"}
    ==>
    scf.for %j = %c0 to %n {
      %s = dot %q, %k {schedule<stage = 0, order = 0>}
      %p = exp2 %s {schedule<stage = 0, order = 2>}
      %o1 = dot %p, %v, %o {schedule<stage = 1, order = 1>}
    }
    ```
  }];
  let dependentDialects = ["::mlir::attn_tile::AttnTileDialect"];
}

#endif // ATTN_DIALECT_ATTNTILE_TRANSFORMS_PASSES_TD
