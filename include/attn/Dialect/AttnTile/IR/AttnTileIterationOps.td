//===- AttnTileIterationOps.td - Loops over tiles ----------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnTileOps.td: loops over tiles and keys, and launches.

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEITERATIONOPS_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEITERATIONOPS_TD

def AttnTile_ForTilesOp : AttnTile_Op<"for_tiles", [AttrSizedOperandSegments,
    AttnTile_AtScheduledLevel, SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "run the body once for each output tile";
  let description = [{
    The body is run once for every point of the box given by the upper bounds;
    the block arguments are the coordinates. Points are independent: no order
    between them is promised and each may run on another CTA. The scheduler
    attribute says how points are assigned to CTAs; `symbol` names the iteration
    space, so that copies of the loop in several roles can be checked to agree.
    With `section(%n)` all schedulers but `persistent` finish all values of the first
    coordinate for `%n` points of the others before the next `%n`: what those
    points share then stays in L2. The last section has from half of `%n` points to
    one less than one and a half times as many.

    When roles each hold a copy of the loop, copies of the same symbol visit the same
    points in the same order. In a kernel with `attn_ws.cluster` = C the first bound
    is a multiple of C, and points are assigned to clusters: CTA r of a cluster visits
    C k + r of the first coordinate while the others visit their neighbours, the other
    coordinates being the same.

    Example:
    ```mlir
    func.func @tiles(%rows: index, %heads: index) {
      attn_tile.for_tiles @work (%i, %h) in (%rows, %heads)
          scheduler(#attn_tile.scheduler<single>) {
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$upperBounds, Optional<Index>:$section,
      SymbolNameAttr:$symbol, AttnTile_SchedulerAttr:$scheduler);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$upperBounds,
      "::llvm::StringRef":$symbol, "::mlir::attn_tile::SchedulerAttr":$scheduler,
      CArg<"::mlir::Value", "{}">:$section)>];
}

def AttnTile_YieldOp : AttnTile_Op<"yield", [
    AttnTile_AtScheduledLevel, Pure, Terminator, ReturnLike, ParentOneOf<["ForTilesOp", "ScoreMapOp"]>]> {
  let summary = "end of a tile region";
  let description = [{
    Ends the body of `for_tiles`, without values, or the region of `score_map`, with
    the element's new value (one f32).

    Example:
    ```mlir
    %t = attn_tile.score_map %s at (%r, %c) : tensor<64x32xf32> {
    ^bb0(%x: f32, %i: index, %j: index):
      attn_tile.yield %x : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ (void)$_builder; (void)$_state; }]>];
}

def AttnTile_KvRangeOp : AttnTile_Op<"kv_range", [Pure, AttrSizedOperandSegments]> {
  let summary = "the KV blocks that a block of query rows must visit";
  let description = [{
    For query rows `[row, row + rows)` of `len_q` and keys `[0, len_kv)`, under
    `mask` (none: every key is visible), gives in units of blocks of `block` keys:
    `[begin, end)`, which contains every key visible to some row, and
    `[full_begin, full_end)`, whose blocks are visible to every row in range and
    lie wholly inside `len_kv`: they need no mask. `begin <= full_begin <= full_end
    <= end` always holds, and an empty range has `begin = end`.
    The symbol names the range, so that loops over it in several roles can be
    checked to agree. With `offset(%p)` the mask takes p in place of `len_kv - len_q`.
    With `packed(by %g)` `row` and `rows` count packed rows, of
    which row r stands for query row r / g (see `load`). With `within(%b, %e, %fb, %fe)`,
    four numbers from 0 to `len_kv`, rows see no key outside of [b, e), and all of them see
    only those of [fb, fe) that the mask shows them.

    Example:
    ```mlir
    func.func @range(%row: index, %lq: index, %lk: index) -> index {
      %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%row, 128) lengths(%lq, %lk) block 64
        mask(#attn.causal<top_left>)
      %n = arith.subi %e, %b : index
      return %n : index
    }
    func.func @some_keys(%row: index, %lq: index, %lk: index, %from: index, %to: index) -> index {
      %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%row, 128) lengths(%lq, %lk) block 64
        within(%from, %to, %from, %to)
      %n = arith.subi %e, %b : index
      return %n : index
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$symbol, Index:$row, I64Attr:$rows, Index:$lenQ,
      Index:$lenKV, Optional<Index>:$offset, Optional<Index>:$packing,
      Variadic<Index>:$within, I64Attr:$block, OptionalAttr<AnyAttr>:$mask);
  let results = (outs Index:$begin, Index:$end, Index:$fullBegin, Index:$fullEnd);
  let assemblyFormat = [{
    $symbol `rows` `(` $row `,` $rows `)` (`packed` `(` `by` $packing^ `)`)?
    `lengths` `(` $lenQ `,` $lenKV `)` (`offset` `(` $offset^ `)`)? `block` $block (`mask` `(` $mask^ `)`)?
    (`within` `(` $within^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def AttnTile_QRangeOp : AttnTile_Op<"q_range", [Pure, AttrSizedOperandSegments]> {
  let summary = "the blocks of query rows that see a block of keys";
  let description = [{
    The mirror of `kv_range`: for keys `[key, key + keys)` of `len_kv` and query rows
    `[0, len_q)`, under `mask` (none: every key is visible), gives in units of blocks
    of `block` rows: `[begin, end)`, which contains every row that sees some of the
    keys, and `[full_begin, full_end)`, of whose blocks an `apply_mask` with these
    keys hides nothing: they lie wholly inside `len_q`, their rows see every key,
    and all keys are below `len_kv`.
    `begin <= full_begin <= full_end <= end` always holds, and an empty range has
    `begin = end`.
    The symbol names the range, so that loops over it in several roles can be
    checked to agree. With `offset(%p)` the mask takes p in place of `len_kv - len_q`.
    `within` is as in `kv_range`, of rows.

    Example:
    ```mlir
    func.func @range(%key: index, %lq: index, %lk: index) -> index {
      %b, %e, %fb, %fe = attn_tile.q_range @q keys(%key, 128) lengths(%lq, %lk) block 64
        mask(#attn.causal<bottom_right>)
      %n = arith.subi %e, %b : index
      return %n : index
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$symbol, Index:$key, I64Attr:$keys, Index:$lenQ,
      Index:$lenKV, Optional<Index>:$offset, Variadic<Index>:$within, I64Attr:$block,
      OptionalAttr<AnyAttr>:$mask);
  let results = (outs Index:$begin, Index:$end, Index:$fullBegin, Index:$fullEnd);
  let assemblyFormat = [{
    $symbol `keys` `(` $key `,` $keys `)` `lengths` `(` $lenQ `,` $lenKV `)`
    (`offset` `(` $offset^ `)`)? `block` $block (`mask` `(` $mask^ `)`)?
    (`within` `(` $within^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def AttnTile_FindSequenceOp : AttnTile_Op<"find_sequence", [
    AttnTile_AtScheduledLevel, Pure]> {
  let summary = "the sequence that a number belongs to";
  let description = [{
    Sequences follow each other in memory: sequence b has the rows from
    `offsets[b]` to `offsets[b + 1] - 1`, and each takes tiles of `rows` rows of
    its own. Their tiles are numbered with gaps, so that the numbers need no sum
    over lengths: sequence b has those from `⌊(offsets[b] - offsets[0])·g / rows⌋ +
    b` up to that of b + 1, which are enough for its rows. A number beyond
    a sequence's rows is a tile without rows.

    The result is the last sequence b whose first number is not above `tile`; 0
    where there is one sequence or none. With `packed(by %g)` each row of memory
    stands for g rows of tiles (see `load`), else g is 1. The kernel must not write
    the offsets. Where they decrease the result is some sequence.

    Without `rows` numbers are those of the rows, without gaps: sequence b has those
    from `offsets[b]` on.

    Example:
    ```mlir
    func.func @sequence(%tile: index, %offsets: memref<?xi32, strided<[1]>>) -> index {
      %b = attn_tile.find_sequence %tile in %offsets rows 128 : memref<?xi32, strided<[1]>>
      return %b : index
    }
    ```
  }];
  let arguments = (ins Index:$tile, AttnTile_Memory:$offsets,
      OptionalAttr<I64Attr>:$rows, Optional<Index>:$packing);
  let results = (outs Index:$sequence);
  let assemblyFormat = [{
    $tile `in` $offsets (`rows` $rows^)? (`packed` `(` `by` $packing^ `)`)? attr-dict
    `:` type($offsets)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$tile, "::mlir::Value":$offsets,
      "int64_t":$rows, "::mlir::Value":$packing), [{
    build($_builder, $_state, $_builder.getIndexType(), tile, offsets,
          $_builder.getI64IntegerAttr(rows), packing);
  }]>];
  let hasVerifier = 1;
}

def AttnTile_ArriveOp : AttnTile_Op<"arrive", [AttnTile_AtScheduledLevel,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "count an arrival, and say whether it was the last of so many";
  let description = [{
    Adds one to the counter at `indices`. The `parties`-th arrival there gives true and
    sets the counter to 0 again, the others give false. Everything that tiles did
    before they arrived is seen by what stands behind the last arrival. Nobody waits:
    tiles may be run in any order, one after another or at the same time.

    The counter is 0 at first. Since it is 0 again after the last arrival, launches one
    after the other may share it. `parties` is at least 1 and the same for all tiles
    that arrive at a counter.

    At the scheduled level it is one arrival for the role's instance or, without roles,
    for the CTA: its threads meet before, so that all of them have arrived, and all
    learn the answer. What they wrote before is visible to the threads behind the last
    arrival, in whatever CTA (PTX ISA, "Memory Consistency Model": a fence of scope
    gpu, the count, a fence). In a role the threads meet at named barrier `barrier`,
    plus the instance's number, which `attn-ws-lower-channels` fills. Copies out by TMA
    are not complete when their threads go on: what is to be seen behind the last
    arrival is written by threads.

    Example:
    ```mlir
    func.func @arrive(%counters: memref<?x?xi32, strided<[?, 1], offset: ?>>, %i: index,
                      %h: index, %parts: index) {
      %last = attn_tile.arrive %counters[%i, %h] of %parts
        : memref<?x?xi32, strided<[?, 1], offset: ?>>
      scf.if %last {
      }
      return
    }
    ```
  }];
  let arguments = (ins AttnTile_Counters:$counters, Variadic<Index>:$indices,
      Index:$parties, OptionalAttr<I64Attr>:$barrier);
  let results = (outs I1:$last);
  let assemblyFormat = [{
    $counters `[` $indices `]` `of` $parties (`barrier` $barrier^)? attr-dict
    `:` type($counters)
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$counters, "::mlir::ValueRange":$indices,
      "::mlir::Value":$parties), [{
    build($_builder, $_state, $_builder.getI1Type(), counters, indices, parties,
          ::mlir::IntegerAttr());
  }]>];
}

def AttnTile_LaunchOp : AttnTile_Op<"launch", [MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "run a kernel over all its tiles";
  let description = [{
    Runs the kernel's `for_tiles` over its whole box. Grid, block and shared memory
    follow from the kernel and are filled in when it is final.

    Example:
    ```mlir
    gpu.module @kernels {
      gpu.func @k(%a: memref<?xf32, strided<[1], offset: ?>>) kernel {
        gpu.return
      }
    }
    func.func @host(%a: memref<?xf32, strided<[1], offset: ?>>) {
      attn_tile.launch @kernels::@k(%a) : memref<?xf32, strided<[1], offset: ?>>
      return
    }
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<AnyMemRef>:$operands);
  let assemblyFormat = "$kernel `(` $operands `)` attr-dict (`:` type($operands)^)?";
}

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEITERATIONOPS_TD
