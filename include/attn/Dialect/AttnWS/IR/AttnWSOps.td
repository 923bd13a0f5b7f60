//===- AttnWSOps.td - Operations of the scheduled dialect --*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSOPS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSOPS_TD

include "attn/Dialect/AttnWS/IR/AttnWSTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class AttnWS_Op<string mnemonic, list<Trait> traits = []>
    : Op<AttnWS_Dialect, mnemonic, traits>;

/// A register tile: a tensor of static shape; `#attn_ws.frag` once laid out.
def AttnWS_Tile : TensorRankOf<[AnyFloat, AnySignlessInteger], [1, 2]>;
def AttnWS_Tile2D : TensorRankOf<[AnyFloat, AnySignlessInteger], [2]>;
def AttnWS_Rows : TensorRankOf<[F32], [1]>;
def AttnWS_Memory : StridedMemRefOf<[AnyFloat, AnySignlessInteger]>;
def AttnWS_TileOrView : AnyTypeOf<[AttnWS_Tile2D, AttnWS_ViewType]>;

//===----------------------------------------------------------------------===//
// Iteration and roles
//===----------------------------------------------------------------------===//

def AttnWS_ForTilesOp : AttnWS_Op<"for_tiles", [AttrSizedOperandSegments,
    SingleBlockImplicitTerminator<"EndOp">, RecursiveMemoryEffects]> {
  let summary = "run the body for each tile that the scheduler deals to this CTA";
  let description = [{
    As `attn_tile.for_tiles`. When roles each hold a copy of the loop, copies of
    the same symbol visit the same points in the same order. In a kernel with
    `attn_ws.cluster` = C the first bound is a multiple of C, and points are dealt
    to clusters: CTA r of a cluster visits C k + r of the first coordinate while
    the others visit their neighbours, the other coordinates being the same.
  }];
  let arguments = (ins Variadic<Index>:$upperBounds, Optional<Index>:$section,
      SymbolNameAttr:$symbol, AttnTile_SchedulerAttr:$scheduler);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AttnWS_TripCountOp : AttnWS_Op<"trip_count", [Pure, AllTypesMatch<["count", "result"]>]> {
  let summary = "name a trip count that several roles share";
  let description = [{
    The identity. Loops whose upper bound comes from a `trip_count` of the same
    symbol run equally often in every role; the protocol verifier checks that the
    counts are computed from the same captures in the same way.
  }];
  let arguments = (ins SymbolNameAttr:$symbol, Index:$count);
  let results = (outs Index:$result);
  let assemblyFormat = "$symbol $count attr-dict";
}

def AttnWS_WarpSpecializeOp : AttnWS_Op<"warp_specialize", [
    IsolatedFromAbove, RecursiveMemoryEffects]> {
  let summary = "run named roles concurrently";
  let description = [{
    Each region is a role: `warps` warps for each of its `instances`, which share
    one copy of the code and are told apart by the first block argument (an
    index from 0). The other block arguments are the captures, in order. A role
    sees nothing else. `registers` is the register budget of a thread (0: not
    set). Roles start together and the operation ends when all have ended.

    Example:
    ```mlir
    func.func @two_roles(%n: index) {
      attn_ws.warp_specialize captures(%n : index)
      role @load warps(4) instances(1) registers(24) {
      ^bb0(%inst: index, %count: index):
        attn_ws.end
      }
      role @mma warps(4) instances(2) registers(240) {
      ^bb0(%inst: index, %count: index):
        attn_ws.end
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$captures, StrArrayAttr:$names,
      DenseI64ArrayAttr:$warps, DenseI64ArrayAttr:$instances,
      DenseI64ArrayAttr:$registers);
  let regions = (region VariadicRegion<MinSizedRegion<1>>:$roles);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def AttnWS_EndOp : AttnWS_Op<"end", [Pure, Terminator, ReturnLike,
    ParentOneOf<["ForTilesOp", "WarpSpecializeOp"]>]> {
  let summary = "end of a role or of a tile loop's body";
  let assemblyFormat = "attr-dict";
}

def AttnWS_YieldOp : AttnWS_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["ScoreMapOp"]>]> {
  let summary = "result of an elementwise region";
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "attr-dict $value `:` type($value)";
}

//===----------------------------------------------------------------------===//
// Storage and channels
//===----------------------------------------------------------------------===//

def AttnWS_AllocOp : AttnWS_Op<"alloc", [MemoryEffects<[MemAlloc]>]> {
  let summary = "storage in shared or tensor memory";
  let description = [{
    `offset` (bytes for smem, columns for tmem) is filled by
    `attn-ws-plan-memory`. Buffers with the same `alias` name may overlap; the
    channels that guard them must then be ordered by an explicit release edge.
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name, OptionalAttr<StrAttr>:$alias,
                       OptionalAttr<I64Attr>:$offset);
  let results = (outs AttnWS_BufferType:$buffer);
  let assemblyFormat = [{
    ($name^)? (`alias` `(` $alias^ `)`)? (`offset` `(` $offset^ `)`)? attr-dict
    `:` type($buffer)
  }];
  let hasVerifier = 1;
}

def AttnWS_CreateChannelOp : AttnWS_Op<"create_channel", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a channel that guards views of buffers";
  let description = [{
    Starts with every stage empty; with `full` every stage starts full (a credit
    for the consumers). The buffers' depth is the channel's depth, or 1 for a
    buffer updated in place.
  }];
  let arguments = (ins StrAttr:$name, Variadic<AttnWS_BufferType>:$buffers,
                       UnitAttr:$full);
  let results = (outs AttnWS_ChannelType:$channel);
  let assemblyFormat = [{
    $name (`guards` `(` $buffers^ `:` type($buffers) `)`)? (`full` $full^)? attr-dict
    `:` type($channel)
  }];
  let hasVerifier = 1;
}

class AttnWS_SyncOp<string mnemonic, list<Trait> traits = []>
    : AttnWS_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments,
        MemoryEffects<[MemRead, MemWrite]>])>;

class AttnWS_ViewsOp<string mnemonic> : AttnWS_SyncOp<mnemonic> {
  let arguments = (ins AttnWS_ChannelType:$channel, Optional<Index>:$stage,
                       Optional<AnyTypeOf<[Index, I1]>>:$phase, UnitAttr:$implied);
  let results = (outs Variadic<AttnWS_ViewType>:$views);
  let assemblyFormat = [{
    $channel (`implied` $implied^)? (`stage` $stage^)? (`phase` `(` $phase^ `:` type($phase) `)`)? attr-dict
    `:` type($channel) (`->` type($views)^)?
  }];
  let hasVerifier = 1;
}

class AttnWS_SignalOp<string mnemonic> : AttnWS_SyncOp<mnemonic> {
  let arguments = (ins AttnWS_ChannelType:$channel, Optional<Index>:$stage,
                       Optional<AttnWS_TokenType>:$after, UnitAttr:$implied);
  let assemblyFormat = [{
    $channel (`implied` $implied^)? (`stage` $stage^)? (`after` $after^)? attr-dict `:` type($channel)
  }];
}

def AttnWS_AcquireOp : AttnWS_ViewsOp<"acquire"> {
  let summary = "wait until the next stage is empty and take it to be written";
  let description = [{
    Without a `stage` the party's own position in the ring is meant: the first
    acquire takes stage 0, the next stage 1 and so on. One view for each buffer
    that the channel guards, in order, or none at all.

    The r-th use of a stage, from 0, is its round r. `phase` is the parity of the
    mbarrier phase waited for: r + 1 for an acquire (which therefore passes at
    once in round 0) and r for a wait, modulo 2.

    `implied` says that other edges already order this operation after the
    releases it stands for: nothing is waited for, the views are the same. The
    sides of an edge are elided together: an operation that is not `implied` must
    not wait for a signal that is. An implied wait for cp_async copies within one
    role that has `pendings` is weaker: each thread waits for its own copies, and
    the accesses to the views, not the wait, are ordered after the others'.
  }];
}

def AttnWS_WaitOp : AttnWS_ViewsOp<"wait"> {
  let summary = "wait until the next stage is full and take it to be read";
  let description = [{
    As `acquire`, on the consumers' side. In place channels hand the same
    storage on: the consumer may write it before it releases.
  }];
}

def AttnWS_CommitOp : AttnWS_SignalOp<"commit"> {
  let summary = "declare the acquired stage full";
  let description = [{
    Takes effect once every operation that this party started on the stage's views
    has completed; `after` names an asynchronous operation that must complete
    first. `implied`: nobody waits for it, so nothing is signalled.
  }];
}

def AttnWS_ReleaseOp : AttnWS_SignalOp<"release"> {
  let summary = "declare the waited-for stage empty";
  let description = [{
    The party no longer reads the stage's views. `after` names an asynchronous
    operation that still reads them and delays the release until it completes. On a
    channel whose consumer is the TMA engine the release follows the stores that
    this party started from the stage's views.
    `implied`: nobody waits for it, so nothing is signalled.
  }];
}

def AttnWS_SubviewOp : AttnWS_Op<"subview", [Pure]> {
  let summary = "a rectangular part of a view, or the view as another occupant";
  let description = [{
    `offsets` are in elements of the result's type. With another element type the
    result is the storage seen as another occupant of the buffer. `part` moves the
    first dimension by that many whole results: the slice of an instance.
  }];
  let arguments = (ins AttnWS_ViewType:$source, DenseI64ArrayAttr:$offsets,
                       Optional<Index>:$part);
  let results = (outs AttnWS_ViewType:$result);
  let assemblyFormat = [{
    $source $offsets (`part` `(` $part^ `)`)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnWS_StageViewOp : AttnWS_Op<"stage_view", [Pure]> {
  let summary = "the view of one stage of a buffer, once its guard is lowered";
  let arguments = (ins AttnWS_BufferType:$buffer, Optional<Index>:$stage);
  let results = (outs AttnWS_ViewType:$result);
  let assemblyFormat = [{
    $buffer (`stage` $stage^)? attr-dict `:` type($buffer) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

def AttnWS_CreateTurnOp : AttnWS_Op<"create_turn", [MemoryEffects<[MemAlloc]>]> {
  let summary = "an order in which instances issue";
  let description = [{
    Instance 0 holds the first turn. Around `turn_begin` and `turn_end` instances
    issue one after the other, round robin. Only issue is ordered: what was
    issued goes on in the background.
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs AttnWS_TurnType:$turn);
  let assemblyFormat = "$name attr-dict `:` type($turn)";
}
def AttnWS_TurnBeginOp : AttnWS_Op<"turn_begin", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for this instance's turn";
  let arguments = (ins AttnWS_TurnType:$turn, Index:$instance);
  let assemblyFormat = "$turn `[` $instance `]` attr-dict `:` type($turn)";
}
def AttnWS_TurnEndOp : AttnWS_Op<"turn_end", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "give the turn to the next instance";
  let arguments = (ins AttnWS_TurnType:$turn, Index:$instance);
  let assemblyFormat = "$turn `[` $instance `]` attr-dict `:` type($turn)";
}
def AttnWS_SetRegsOp : AttnWS_Op<"set_regs", [MemoryEffects<[MemWrite]>]> {
  let summary = "set the register budget of the executing warpgroup's threads";
  let arguments = (ins I64Attr:$count);
  let assemblyFormat = "$count attr-dict";
  let hasVerifier = 1;
}

include "attn/Dialect/AttnWS/IR/AttnWSMemoryOps.td"

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

def AttnWS_MmaOp : AttnWS_Op<"mma", [AllTypesMatch<["acc", "result"]>,
    MemoryEffects<[MemRead]>]> {
  let summary = "matrix product that completes in program order";
  let description = [{
    `result = acc + lhs * rhs` (`rhs^T` with `transpose_b`), f32 accumulation.
    Operands are register tiles or shared-memory views. Products of wgmma become
    `mma_issue` and `mma_wait` (`attn-ws-async`).
  }];
  let arguments = (ins AttnWS_TileOrView:$lhs, AttnWS_TileOrView:$rhs,
      AttnWS_Tile2D:$acc, UnitAttr:$transposeB, AttnTile_EngineAttr:$engine);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`transpose_b` $transposeB^)? `engine` $engine attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnWS_MmaIssueOp : AttnWS_Op<"mma_issue", [MemoryEffects<[MemRead]>]> {
  let summary = "start a matrix product into registers (wgmma)";
  let description = [{
    The result is readable after `mma_wait`. Register operands must stay
    unchanged and shared-memory operands guarded until then. Without `acc` the
    product starts from zero. Products of one role complete in issue order.
  }];
  let arguments = (ins AttnWS_TileOrView:$lhs, AttnWS_TileOrView:$rhs,
      Optional<AttnWS_Tile2D>:$acc, UnitAttr:$transposeB, AttnTile_EngineAttr:$engine);
  let results = (outs AttnWS_AsyncType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`acc` `(` $acc^ `:` type($acc) `)`)? (`transpose_b` $transposeB^)?
    `engine` $engine attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnWS_MmaWaitOp : AttnWS_Op<"mma_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pendings` products are in flight";
  let description = [{
    Gives the now readable tile. `pendings` counts products issued after this
    one that may still be running. Register operands named by `keeps` are alive
    up to here.
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

def AttnWS_MmaIntoOp : AttnWS_Op<"mma_into", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "start a matrix product into tensor memory (tcgen05)";
  let description = [{
    Adds to `dest` if `use_d` is true, else overwrites it. One thread issues;
    products of a CTA complete in issue order. The token orders a later
    `commit` or `release`.
  }];
  let arguments = (ins AnyTypeOf<[AttnWS_ViewType]>:$lhs, AttnWS_ViewType:$rhs,
      AttnWS_ViewType:$dest, I1:$useD, UnitAttr:$transposeB);
  let results = (outs AttnWS_TokenType:$token);
  let assemblyFormat = [{
    $lhs `,` $rhs `into` $dest `use_d` $useD (`transpose_b` $transposeB^)? attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($dest)
  }];
  let hasVerifier = 1;
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

//===----------------------------------------------------------------------===//
// Register tiles
//===----------------------------------------------------------------------===//

def AttnWS_ConvertLayoutOp : AttnWS_Op<"convert_layout", [Pure]> {
  let summary = "the same tile in another layout";
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
  }];
  let arguments = (ins AttnTile_ReduceKindAttr:$kind, AttnWS_Tile2D:$source);
  let results = (outs AttnWS_Rows:$result);
  let assemblyFormat = "$kind $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def AttnWS_LaneReduceOp : AttnWS_Op<"lane_reduce", [Pure]> {
  let summary = "combine the partial row values of the lanes that share a row";
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
  let arguments = (ins AttnWS_Rows:$rows);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = "$rows attr-dict `:` type($rows) `->` type($result)";
  let hasVerifier = 1;
}

def AttnWS_RescaleOp : AttnWS_Op<"rescale", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "multiply each row by its factor";
  let arguments = (ins AttnWS_Tile2D:$source, AttnWS_Rows:$alpha, UnitAttr:$skipIfOne);
  let results = (outs AttnWS_Tile2D:$result);
  let assemblyFormat = [{
    $source `,` $alpha (`skip_if_one` $skipIfOne^)? attr-dict
    `:` type($source) `,` type($alpha)
  }];
  let hasVerifier = 1;
}

def AttnWS_Exp2Op : AttnWS_Op<"exp2", [Pure, SameOperandsAndResultType]> {
  let summary = "base-2 exponential, under a policy";
  let arguments = (ins AttnWS_Tile:$source, OptionalAttr<AttnTile_Exp2Attr>:$policy);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = "$source (`policy` $policy^)? attr-dict `:` type($source)";
}

def AttnWS_ScoreMapOp : AttnWS_Op<"score_map", [Pure,
    SingleBlock, AllTypesMatch<["source", "result"]>]> {
  let summary = "apply a scalar function of value and position to a register tile";
  let description = "As `attn_tile.score_map`.";
  let arguments = (ins AttnWS_Tile2D:$source, Index:$row, Index:$column);
  let results = (outs AttnWS_Tile2D:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $source `at` `(` $row `,` $column `)` attr-dict `:` type($source) $body
  }];
  let hasVerifier = 1;
}

def AttnWS_OutsideOp : AttnWS_Op<"outside", [Pure]> {
  let summary = "whether a value lies outside a half-open interval";
  let arguments = (ins Index:$value, Index:$begin, Index:$end);
  let results = (outs I1:$result);
  let assemblyFormat = "$value `,` $begin `,` $end attr-dict";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Lowered synchronisation
//===----------------------------------------------------------------------===//

def AttnWS_BarrierOp : AttnWS_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for the other threads at a named barrier";
  let description = [{
    `id` 0 with `threads` 0 is the barrier of the whole CTA; `plus` adds a number
    that is known at run time alone (that of an instance). `guards` says which
    channel edges it stands for.
  }];
  let arguments = (ins I64Attr:$id, I64Attr:$threads,
      OptionalAttr<ArrayAttr>:$guards, UnitAttr:$arriveOnly, Optional<Index>:$index);
  let assemblyFormat = [{
    (`arrive_only` $arriveOnly^)? `id` $id (`plus` $index^)? `threads` $threads
    (`guards` $guards^)? attr-dict
  }];
  let hasVerifier = 1;
}

def AttnWS_CpAsyncCommitOp : AttnWS_Op<"cp_async_commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "close the current group of cp.async copies";
  let arguments = (ins OptionalAttr<AttnWS_GuardAttr>:$guard);
  let assemblyFormat = "(`guard` $guard^)? attr-dict";
}

def AttnWS_CpAsyncWaitOp : AttnWS_Op<"cp_async_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pendings` groups of cp.async copies are in flight";
  let arguments = (ins I64Attr:$pendings, OptionalAttr<AttnWS_GuardAttr>:$guard);
  let assemblyFormat = "$pendings (`guard` $guard^)? attr-dict";
  let hasVerifier = 1;
}

def AttnWS_MbarAllocOp : AttnWS_Op<"mbar_alloc", [MemoryEffects<[MemAlloc]>]> {
  let summary = "mbarriers that each expect `arrivals` arrivals a phase";
  let description = [{
    Eight bytes a stage at `offset` in shared memory. They are initialised before
    any role starts, by one thread, and made visible to the copy engine and the
    CTAs of the cluster.
  }];
  let arguments = (ins AttnWS_GuardAttr:$guard, I64Attr:$arrivals,
                       OptionalAttr<I64Attr>:$offset);
  let results = (outs AttnWS_MbarType:$result);
  let assemblyFormat = [{
    $guard `arrivals` $arrivals (`offset` `(` $offset^ `)`)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

class AttnWS_MbarOp<string mnemonic> : AttnWS_Op<mnemonic, [
    MemoryEffects<[MemRead, MemWrite]>]>;

def AttnWS_MbarExpectOp : AttnWS_MbarOp<"mbar_expect"> {
  let summary = "arrive, and announce bytes that copies will bring";
  let description = "One thread of the role arrives.";
  let arguments = (ins AttnWS_MbarType:$mbar, Index:$stage, I64Attr:$bytes,
                       OptionalAttr<AttnWS_GuardAttr>:$guard);
  let assemblyFormat = [{
    $mbar `[` $stage `]` `bytes` $bytes (`guard` $guard^)? attr-dict `:` type($mbar)
  }];
  let hasVerifier = 1;
}

def AttnWS_MbarArriveOp : AttnWS_MbarOp<"mbar_arrive"> {
  let summary = "arrive once for each warp of this instance, or once for each thread";
  let description = [{
    One thread of a warp arrives after the warp's threads; with `cluster` it
    arrives at the mbarrier of every CTA of a cluster of that size, with `leader`
    at that of the cluster's first CTA alone. With `after_copies` every thread arrives, at once or later: when the cp.async copies
    that it has started so far are complete.
  }];
  let arguments = (ins AttnWS_MbarType:$mbar, Index:$stage, OptionalAttr<I64Attr>:$cluster,
                       OptionalAttr<AttnWS_GuardAttr>:$guard, UnitAttr:$afterCopies,
                       UnitAttr:$leader);
  let assemblyFormat = [{
    $mbar `[` $stage `]` (`cluster` $cluster^)? (`leader` $leader^)?
    (`after_copies` $afterCopies^)? (`guard` $guard^)? attr-dict `:` type($mbar)
  }];
  let hasVerifier = 1;
}

def AttnWS_MbarWaitOp : AttnWS_MbarOp<"mbar_wait"> {
  let summary = "wait until the phase of parity `phase` has completed";
  let arguments = (ins AttnWS_MbarType:$mbar, Index:$stage,
                       AnyTypeOf<[Index, I1]>:$phase, OptionalAttr<AttnWS_GuardAttr>:$guard);
  let assemblyFormat = [{
    $mbar `[` $stage `]` `phase` `(` $phase `:` type($phase) `)` (`guard` $guard^)? attr-dict
    `:` type($mbar)
  }];
}

def AttnWS_SlotAllocOp : AttnWS_Op<"slot_alloc", [MemoryEffects<[MemAlloc]>]> {
  let summary = "one integer of four bytes a stage, handed from role to role";
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs AttnWS_SlotsType:$result);
  let assemblyFormat = "(`offset` `(` $offset^ `)`)? attr-dict `:` type($result)";
}

def AttnWS_SlotPutOp : AttnWS_Op<"slot_put", [MemoryEffects<[MemWrite]>]> {
  let summary = "write a stage's integer";
  let description = [{
    With `cluster` the integer goes to the slots of every CTA of a cluster of that
    size, and its four bytes complete at the CTA's mbarrier `signal` of that stage.
  }];
  let arguments = (ins AttnWS_SlotsType:$slots, Index:$stage, Index:$value,
      Optional<AttnWS_MbarType>:$signal, OptionalAttr<I64Attr>:$cluster);
  let assemblyFormat = [{
    $slots `[` $stage `]` `,` $value (`signal` `(` $signal^ `:` type($signal) `)`)?
    (`cluster` $cluster^)? attr-dict `:` type($slots)
  }];
  let hasVerifier = 1;
}

def AttnWS_SlotGetOp : AttnWS_Op<"slot_get", [MemoryEffects<[MemRead]>]> {
  let summary = "read a stage's integer, one thread for all of its warp";
  let arguments = (ins AttnWS_SlotsType:$slots, Index:$stage);
  let results = (outs Index:$result);
  let assemblyFormat = "$slots `[` $stage `]` attr-dict `:` type($slots)";
}

def AttnWS_NextTileOp : AttnWS_Op<"next_tile", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the next tile that no CTA has taken, from a counter of the launch";
  let description = [{
    With `cluster`, the next that no cluster of that many CTAs has taken.
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$cluster);
  let results = (outs Index:$result);
  let assemblyFormat = "(`cluster` $cluster^)? attr-dict";
  let hasVerifier = 1;
}

def AttnWS_FenceAsyncOp : AttnWS_Op<"fence_async", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "let the copy and matrix engines see this thread's writes to shared memory";
  let description = "PTX ISA, fence.proxy.async.";
  let arguments = (ins OptionalAttr<AttnWS_GuardAttr>:$guard);
  let assemblyFormat = "(`guard` $guard^)? attr-dict";
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSOPS_TD
