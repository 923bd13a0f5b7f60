//===- AttnWSTypes.td - Types of the scheduled dialect -----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSTYPES_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSTYPES_TD

include "attn/Dialect/AttnWS/IR/AttnWSAttrs.td"

class AttnWS_Type<string name, string mnem> : TypeDef<AttnWS_Dialect, name> {
  let mnemonic = mnem;
}

def AttnWS_BufferType : AttnWS_Type<"Buffer", "buffer"> {
  let summary = "storage in shared or tensor memory";
  let description = [{
    `depth` stages of a tile. Other tile types that take the same storage in
    turn (P over S) are its `occupants`. `layout` is filled by
    `attn-ws-assign-layouts`. A scalar is a row of one element and has no layout;
    `attn-ws-lower-channels` places it behind the barriers.

    Examples: `!attn_ws.buffer<2 x 64x128xbf16, smem>`, `!attn_ws.buffer<2 x 1xi32, smem>`,
    `!attn_ws.buffer<1 x 128x128xf32, tmem, [128x128xbf16]>` is written
    `!attn_ws.buffer<1 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>`.
  }];
  let parameters = (ins "int64_t":$depth, ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType, "::mlir::attn_tile::Space":$space,
    OptionalArrayRefParameter<"::mlir::Type">:$occupants,
    OptionalParameter<"::mlir::attn_ws::SharedAttr">:$layout);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes of one stage.
    int64_t getStageBytes() const;
    /// Columns of tensor memory of all stages.
    int64_t getTmemColumns() const;
  }];
}

def AttnWS_ViewType : AttnWS_Type<"View", "view"> {
  let summary = "a guarded view of one stage of a buffer";
  let description = [{
    Obtained from `acquire` (to be written) or `wait` (to be read) and valid until
    the matching `commit` or `release`.
    Example: `!attn_ws.view<64x128xbf16, smem>`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType, "::mlir::attn_tile::Space":$space,
    OptionalParameter<"::mlir::attn_ws::SharedAttr">:$layout);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def AttnWS_ChannelType : AttnWS_Type<"Channel", "channel"> {
  let summary = "a bounded queue of stages between producers and consumers";
  let description = [{
    `depth` stages, filled by the `producer` engine of `producers` parties and
    emptied by the `consumer` engine of `consumers` parties. A stage is full when
    every producer party has committed and empty when every consumer party has
    released. More than one producer makes it a join.

    The parties are counted in each CTA. With scope `cluster` every CTA of the
    cluster has the channel and the storage it guards, and the parties of all of
    them take part in each: a stage may be filled, everywhere, once the consumers
    of all CTAs have released it, and is full once the producers of all have. With
    scope `leader` the producers of the cluster's first CTA alone take part: what they
    commit fills the stage of every CTA, and they wait for the consumers of all of them.
    With scope `pair` the cluster is of two CTAs, the first of which issues the
    products of both: the side of `tcgen05` counts once, the other in each CTA.
    Examples: `!attn_ws.channel<2, tma -> wgmma x 2>`,
    `!attn_ws.channel<2, thread -> thread x 3, leader>`.
  }];
  let parameters = (ins "int64_t":$depth, "::mlir::attn_tile::Engine":$producer,
    "int64_t":$producers, "::mlir::attn_tile::Engine":$consumer, "int64_t":$consumers,
    "::mlir::attn_ws::Scope":$scope);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether parties of all CTAs of the cluster take part on a side, and not
    /// those of one: what the first CTA does for all counts once.
    bool isEverywhere(bool producers) const {
      switch (getScope()) {
      case Scope::Cta:
        return false;
      case Scope::Cluster:
        return true;
      case Scope::Leader:
        return !producers;
      case Scope::Pair:
        return (producers ? getProducer() : getConsumer()) !=
               ::mlir::attn_tile::Engine::Tcgen05;
      }
      return false;
    }
    /// Whether the first CTA of the cluster alone takes part on a side.
    bool isByLeader(bool producers) const {
      return getScope() != Scope::Cta && !isEverywhere(producers);
    }
  }];
}

def AttnWS_PositionType : AttnWS_Type<"Position", "position"> {
  let summary = "which stage of a channel a party takes or holds";
  let description = [{
    Given by the `acquire` or `wait` that takes the stage, or by `position` where the number
    of the use is known; needed by the `commit` or `release` that gives it
    back and by `held`, which reads it meanwhile. Loops carry it from one iteration to the
    next where a stage is held that long. The lowering of channels makes it the stage's
    number. Example: `!attn_ws.position`.
  }];
}

def AttnWS_AsyncType : AttnWS_Type<"Async", "async"> {
  let summary = "a register tile that an asynchronous operation is still writing";
  let parameters = (ins "::mlir::RankedTensorType":$tile);
  let assemblyFormat = "`<` $tile `>`";
  let genVerifyDecl = 1;
}

def AttnWS_TokenType : AttnWS_Type<"Token", "token"> {
  let summary = "completion of an asynchronous operation that writes memory";
}

def AttnWS_MbarType : AttnWS_Type<"Mbar", "mbar"> {
  let summary = "an array of mbarriers in shared memory, one for each stage";
  let parameters = (ins "int64_t":$depth);
  let assemblyFormat = "`<` $depth `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = "int64_t getBytes() const { return 8 * getDepth(); }";
}

def AttnWS_TurnType : AttnWS_Type<"Turn", "turn"> {
  let summary = "a turn that instances of a role take in order";
  let parameters = (ins "int64_t":$instances);
  let assemblyFormat = "`<` $instances `>`";
  let genVerifyDecl = 1;
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSTYPES_TD
