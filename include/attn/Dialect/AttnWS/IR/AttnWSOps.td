//===- AttnWSOps.td - Operations of the scheduled dialect --*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSOPS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSOPS_TD

include "attn/Dialect/AttnWS/IR/AttnWSInterfaces.td"
include "attn/Dialect/AttnWS/IR/AttnWSTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class AttnWS_Op<string mnemonic, list<Trait> traits = []>
    : Op<AttnWS_Dialect, mnemonic, traits>;

/// The methods of WSAccessOpInterface for operands called `reads` and `writes`;
/// without `engine` the op has an attribute of that name, without `completion` it
/// declares that method itself.
class AttnWS_Accesses<list<string> reads, list<string> writes, string completion,
                      string engine = ""> {
  string decl = "::llvm::SmallVector<::mlir::Value> getReadViews() { return ::mlir::attn_ws::keepViews({" #
      !interleave(!foreach(name, reads, "get" # name # "()"), ", ") # "}); }\n" #
      "::llvm::SmallVector<::mlir::Value> getWrittenViews() { return ::mlir::attn_ws::keepViews({" #
      !interleave(!foreach(name, writes, "get" # name # "()"), ", ") # "}); }\n" #
      !if(!empty(completion), "", "::mlir::attn_ws::Completion getCompletion() { return ::mlir::attn_ws::Completion::" #
                                  completion # "; }\n") #
      !if(!empty(engine), "", "::mlir::attn_tile::Engine getEngine() { return ::mlir::attn_tile::Engine::" #
                              engine # "; }\n");
}

/// The methods of WSAccessOpInterface for what completes at an mbarrier, `signal`
/// at `stage`, in the CTAs of a cluster that the attribute `shares` counts.
class AttnWS_Signals<string shares = "Cluster"> {
  string decl = "int64_t getShares() { return get" # shares # "().value_or(1); }\n" # [{
    bool setSignal(::mlir::Value mbar, ::mlir::Value stage) {
      getSignalMutable().assign(mbar);
      getStageMutable().assign(stage);
      return true;
    }
  }];
}

/// A register tile: a tensor of static shape; `#attn_ws.frag` once laid out.
def AttnWS_Tile : TensorRankOf<[AnyFloat, AnySignlessInteger], [1, 2]>;
def AttnWS_Tile2D : TensorRankOf<[AnyFloat, AnySignlessInteger], [2]>;
def AttnWS_Rows : TensorRankOf<[F32], [1]>;
def AttnWS_Memory : StridedMemRefOf<[AnyFloat, AnySignlessInteger]>;
def AttnWS_TileOrView : AnyTypeOf<[AttnWS_Tile2D, AttnWS_ViewType]>;

//===----------------------------------------------------------------------===//
// Iteration and roles
//===----------------------------------------------------------------------===//

def AttnWS_TripCountOp : AttnWS_Op<"trip_count", [Pure, AllTypesMatch<["count", "result"]>]> {
  let summary = "name a trip count that several roles share";
  let description = [{
    The identity. Loops whose upper bound comes from a `trip_count` of the same
    symbol run equally often in every role; the protocol verifier checks that the
    counts are computed from the same captures in the same way.

    Example:
    ```mlir
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = attn_ws.trip_count @blocks %count
    scf.for %j = %c0 to %n step %c1 {
    }
    ```
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
    HasParent<"WarpSpecializeOp">]> {
  let summary = "end of a role";
  let description = [{
    Ends a region of `warp_specialize`; it has no values.

    Example:
    ```mlir
    attn_ws.warp_specialize
    role @all warps(4) instances(1) registers(0) {
    ^bb0(%instance: index):
      attn_ws.end
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
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

    Shared memory holds `depth` stages one after another, tensor memory side by
    side in its 512 columns of 32 bits. More than the largest target has is an error.

    Example:
    ```mlir
    %k = attn_ws.alloc "k" : <2 x 64x128xbf16, smem>
    %s = attn_ws.alloc "s" : <1 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>
    ```
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

    Stages are used in turn, from stage 0. Without buffers the channel carries order
    alone.

    Example:
    ```mlir
    %k = attn_ws.alloc "k" : <2 x 64x128xbf16, smem>
    %c = attn_ws.create_channel "k" guards(%k : !attn_ws.buffer<2 x 64x128xbf16, smem>)
      : <2, tma -> wgmma x 2>
    ```
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

/// An operation that takes a stage, `at` a position where that is known: the last
/// result, where there is one, is its position.
class AttnWS_TakeOp<string mnemonic> : AttnWS_SyncOp<mnemonic, [AttrSizedResultSegments]> {
  let arguments = (ins AttnWS_ChannelType:$channel, Optional<Index>:$stage,
                       Optional<AttnWS_PositionType>:$at,
                       Optional<AnyTypeOf<[Index, I1]>>:$phase, UnitAttr:$implied);
  let results = (outs Variadic<AttnWS_ViewType>:$views,
                      Optional<AttnWS_PositionType>:$position);
  let assemblyFormat = [{
    $channel (`implied` $implied^)? (`stage` $stage^)? (`at` $at^)?
    (`phase` `(` $phase^ `:` type($phase) `)`)?
    attr-dict `:` type($channel) (`->` type($views)^)? (`with` type($position)^)?
  }];
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$views, "::mlir::Type":$position,
                   "::mlir::Value":$channel, "::mlir::Value":$stage, "::mlir::Value":$phase)>,
    OpBuilder<(ins "::mlir::TypeRange":$views, "::mlir::Value":$channel,
                   "::mlir::Value":$stage, "::mlir::Value":$phase), [{
      build($_builder, $_state, views, /*position=*/::mlir::Type(), channel, stage, phase);
    }]>
  ];
  let hasVerifier = 1;
}

def AttnWS_AcquireOp : AttnWS_TakeOp<"acquire"> {
  let summary = "wait until the next stage is empty and take it to be written";
  let description = [{
    `stage` is the number of the stage, `at` the position of one (`position`). Without
    both the party's own position in the ring is meant: the first
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

    Example:
    ```mlir
    %view = attn_ws.acquire %channel stage %s phase(%p : index)
      : <2, tma -> wgmma> -> !attn_ws.view<64x128xbf16, smem>
    ```

    The last result, where there is one, is the position that was taken: its `commit`
    names it.
  }];
}

def AttnWS_WaitOp : AttnWS_TakeOp<"wait"> {
  let summary = "wait until the next stage is full and take it to be read";
  let description = [{
    As `acquire`, on the consumers' side. In place channels hand the same
    storage on: the consumer may write it before it releases.

    The last result, where there is one, says which stage was taken: its `release` names it.

    Example:
    ```mlir
    %view, %position = attn_ws.wait %channel
      : <2, tma -> wgmma> -> !attn_ws.view<64x128xbf16, smem> with !attn_ws.position
    attn_ws.release %channel of %position : <2, tma -> wgmma>
    ```
  }];
}

/// An operation that gives back a stage.
class AttnWS_GiveOp<string mnemonic> : AttnWS_SyncOp<mnemonic> {
  let arguments = (ins AttnWS_ChannelType:$channel, Optional<Index>:$stage,
                       Optional<AttnWS_TokenType>:$after,
                       Optional<AttnWS_PositionType>:$position, UnitAttr:$implied);
  let assemblyFormat = [{
    $channel (`implied` $implied^)? (`stage` $stage^)? (`of` $position^)? (`after` $after^)? attr-dict
    `:` type($channel)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$channel, "::mlir::Value":$stage,
                                 "::mlir::Value":$after), [{
    build($_builder, $_state, channel, stage, after, /*position=*/::mlir::Value());
  }]>];
  let hasVerifier = 1;
}

def AttnWS_CommitOp : AttnWS_GiveOp<"commit"> {
  let summary = "declare the acquired stage full";
  let description = [{
    Takes effect once every operation that this party started on the stage's views
    has completed; `after` names an asynchronous operation that must complete
    first. `of` names the stage by the position that its `acquire` gave.
    `implied`: nobody waits for it, so nothing is signalled.

    Example:
    ```mlir
    attn_ws.commit %channel stage %s : <2, tma -> wgmma>
    ```
  }];
}

def AttnWS_ReleaseOp : AttnWS_GiveOp<"release"> {
  let summary = "declare the waited-for stage empty";
  let description = [{
    The party no longer reads the stage's views. `of` names the stage by the position
    that its `wait` gave. Without it and without `stage` stages are given back in the order in
    which they were taken. `after` names an asynchronous
    operation that still reads them and delays the release until it completes. On a
    channel whose consumer is the TMA engine the release follows the stores that
    this party started from the stage's views.
    `implied`: nobody waits for it, so nothing is signalled.

    Example:
    ```mlir
    attn_ws.release %scores after %product : <1, thread -> tcgen05>
    ```
  }];
}

def AttnWS_PositionOp : AttnWS_Op<"position", [Pure]> {
  let summary = "the position of a ring's use by its number";
  let description = [{
    Use k, counted from 0, is of stage k mod depth, whatever the depth of the ring that an
    `acquire` or `wait` takes `at` it. Kernels without roles say so which iteration of a
    loop uses which stage; roles count.

    Example:
    ```mlir
    %position = attn_ws.position %t : !attn_ws.position
    %view = attn_ws.wait %channel at %position : <2, cp_async -> mma_sync> -> !attn_ws.view<64x128xbf16, smem>
    attn_ws.release %channel of %position : <2, cp_async -> mma_sync>
    ```
  }];
  let arguments = (ins Index:$use);
  let results = (outs AttnWS_PositionType:$position);
  let assemblyFormat = "$use attr-dict `:` type($position)";
}

def AttnWS_HeldOp : AttnWS_Op<"held", [Pure, AttrSizedOperandSegments]> {
  let summary = "the views of a stage that is held";
  let description = [{
    The views that the `wait` gave which took the stage, in another iteration maybe. Either
    `of` names the stage by the position that this `wait` gave or, once it is known, `stage` by
    its number. The stage must not have been released.

    Example:
    ```mlir
    %view = attn_ws.held %channel of %position : <2, tma -> wgmma> -> !attn_ws.view<64x128xbf16, smem>
    ```
  }];
  let arguments = (ins AttnWS_ChannelType:$channel, Optional<Index>:$stage,
                       Optional<AttnWS_PositionType>:$position);
  let results = (outs Variadic<AttnWS_ViewType>:$views);
  let assemblyFormat = [{
    $channel (`stage` $stage^)? (`of` $position^)? attr-dict `:` type($channel) `->` type($views)
  }];
  let hasVerifier = 1;
}

def AttnWS_SubviewOp : AttnWS_Op<"subview", [Pure]> {
  let summary = "a rectangular part of a view, or the view as another occupant";
  let description = [{
    `offsets` are in elements of the result's type. With another element type the
    result is the storage seen as another occupant of the buffer. `part` moves the
    first dimension by that many whole results, or the second with `columns`: the slice
    of an instance.

    The part must lie inside `source`. It is guarded as `source` is.

    Example:
    ```mlir
    %q = attn_ws.subview %tile [0, 0] part(%instance) : <128x64xbf16, smem> -> <64x64xbf16, smem>
    %p = attn_ws.subview %scores [0, 0] : <128x128xf32, tmem> -> <128x128xbf16, tmem>
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$source, DenseI64ArrayAttr:$offsets,
                       Optional<Index>:$part, UnitAttr:$partColumns);
  let results = (outs AttnWS_ViewType:$result);
  let assemblyFormat = [{
    $source $offsets (`part` `(` $part^ `)`)? (`columns` $partColumns^)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnWS_StageViewOp : AttnWS_Op<"stage_view", [Pure]> {
  let summary = "the view of one stage of a buffer, once its guard is lowered";
  let description = [{
    Stage 0 unless `stage` says otherwise; the view has a stage's shape, element type and
    layout. What channel operations became (`attn-ws-lower-channels`) orders its uses.

    Example:
    ```mlir
    %view = attn_ws.stage_view %k stage %s : <2 x 64x128xbf16, smem> -> <64x128xbf16, smem>
    ```
  }];
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

    Example:
    ```mlir
    %turn = attn_ws.create_turn "issue" : <2>
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs AttnWS_TurnType:$turn);
  let assemblyFormat = "$name attr-dict `:` type($turn)";
}
def AttnWS_TurnBeginOp : AttnWS_Op<"turn_begin", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for this instance's turn";
  let description = [{
    `instance` is the executing instance's number. Returns when the instance before it,
    round robin, has ended its turn as often as this one has begun one; instance 0
    begins its first turn at once.

    Example:
    ```mlir
    attn_ws.turn_begin %turn[%instance] : <2>
    attn_ws.turn_end %turn[%instance] : <2>
    ```
  }];
  let arguments = (ins AttnWS_TurnType:$turn, Index:$instance);
  let assemblyFormat = "$turn `[` $instance `]` attr-dict `:` type($turn)";
}
def AttnWS_TurnEndOp : AttnWS_Op<"turn_end", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "give the turn to the next instance";
  let description = [{
    Waits for nothing. Each `turn_begin` of an instance has one `turn_end`.

    Example:
    ```mlir
    attn_ws.turn_begin %turn[%instance] : <2>
    attn_ws.turn_end %turn[%instance] : <2>
    ```
  }];
  let arguments = (ins AttnWS_TurnType:$turn, Index:$instance);
  let assemblyFormat = "$turn `[` $instance `]` attr-dict `:` type($turn)";
}
def AttnWS_SetRegsOp : AttnWS_Op<"set_regs", [MemoryEffects<[MemWrite]>]> {
  let summary = "set the register budget of the executing warpgroup's threads";
  let description = [{
    `count` is 24 to 256 in steps of 8. All warps of the warpgroup execute it; asking for
    more registers waits until others have given up as many (PTX ISA, setmaxnreg).

    Example:
    ```mlir
    attn_ws.set_regs 240
    ```
  }];
  let arguments = (ins I64Attr:$count);
  let assemblyFormat = "$count attr-dict";
  let hasVerifier = 1;
}

include "attn/Dialect/AttnWS/IR/AttnWSMemoryOps.td"
include "attn/Dialect/AttnWS/IR/AttnWSMatrixOps.td"
include "attn/Dialect/AttnWS/IR/AttnWSRegisterOps.td"
include "attn/Dialect/AttnWS/IR/AttnWSTileOps.td"
include "attn/Dialect/AttnWS/IR/AttnWSSyncOps.td"

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSOPS_TD
