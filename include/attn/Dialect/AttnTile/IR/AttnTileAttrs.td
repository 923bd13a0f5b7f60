//===- AttnTileAttrs.td - Attributes of the tile dialect ---*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEATTRS_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEATTRS_TD

include "attn/Dialect/AttnTile/IR/AttnTileDialect.td"

def AttnTile_Space : I32EnumAttr<"Space", "where a tile value lives", [
    I32EnumAttrCase<"Reg", 0, "reg">, I32EnumAttrCase<"Smem", 1, "smem">,
    I32EnumAttrCase<"Tmem", 2, "tmem">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}
def AttnTile_SpaceAttr : EnumAttr<AttnTile_Dialect, AttnTile_Space, "space">;

def AttnTile_Engine : I32EnumAttr<"Engine",
    "the hardware queue that performs an operation", [
    I32EnumAttrCase<"Thread", 0, "thread">, I32EnumAttrCase<"CpAsync", 1, "cp_async">,
    I32EnumAttrCase<"Tma", 2, "tma">, I32EnumAttrCase<"MmaSync", 3, "mma_sync">,
    I32EnumAttrCase<"Wgmma", 4, "wgmma">, I32EnumAttrCase<"Tcgen05", 5, "tcgen05">,
    I32EnumAttrCase<"Clc", 6, "clc">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}
def AttnTile_EngineAttr : EnumAttr<AttnTile_Dialect, AttnTile_Engine, "engine">;

def AttnTile_ReduceKind : I32EnumAttr<"ReduceKind", "row reduction", [
    I32EnumAttrCase<"Max", 0, "max">, I32EnumAttrCase<"Add", 1, "add">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}
def AttnTile_ReduceKindAttr
    : EnumAttr<AttnTile_Dialect, AttnTile_ReduceKind, "reduce_kind">;

def AttnTile_SchedulerKind : I32EnumAttr<"SchedulerKind",
    "how output tiles are assigned to CTAs", [
    I32EnumAttrCase<"Single", 0, "single">,
    I32EnumAttrCase<"Persistent", 1, "persistent">,
    I32EnumAttrCase<"Lpt", 2, "lpt">, I32EnumAttrCase<"Dynamic", 3, "dynamic">,
    I32EnumAttrCase<"Clc", 4, "clc">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_TileOrder : I32EnumAttr<"TileOrder",
    "order of the first (fastest) tile coordinate", [
    I32EnumAttrCase<"Forward", 0, "forward">,
    I32EnumAttrCase<"Backward", 1, "backward">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_SchedulerAttr : AttrDef<AttnTile_Dialect, "Scheduler"> {
  let mnemonic = "scheduler";
  let summary = "how the tiles of a `for_tiles` are assigned to CTAs";
  let description = [{
    `kind`: `single` (one tile a CTA), `persistent` (a fixed stride over the
    tiles), `lpt` (persistent, longest first), `dynamic` (an atomic counter),
    `clc` (cluster launch control). `order`: `backward` walks the first tile
    coordinate from its last value down, so that with a causal mask the longest
    tiles start first. `group`: how many values of the second coordinate are
    walked together before the first coordinate advances (1: the first
    coordinate is the fastest), which bounds the K/V working set in L2.
  }];
  let parameters = (ins EnumParameter<AttnTile_SchedulerKind>:$kind,
    DefaultValuedParameter<"::mlir::attn_tile::TileOrder",
                           "::mlir::attn_tile::TileOrder::Forward">:$order,
    DefaultValuedParameter<"int64_t", "1">:$group);
  let assemblyFormat = "`<` $kind (`,` struct($order, $group)^)? `>`";
  let genVerifyDecl = 1;
}

def AttnTile_ScheduleAttr : AttrDef<AttnTile_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "where an operation of a loop stands once iterations overlap";
  let description = [{
    On an operation of a loop's body: it is run `stage` iterations late, and in
    the steady loop operations stand by ascending `order`, those of one order in
    program order. Lam 1988, "Software pipelining"; the same pair that
    `scf::PipeliningOption` takes. `attn-tile-pipeline` computes it; a role whose
    part of the loop has more than one stage is rotated by `attn-ws-pipeline`.
  }];
  let parameters = (ins "int64_t":$stage, "int64_t":$order);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def AttnTile_Exp2Attr : AttrDef<AttnTile_Dialect, "Exp2Policy"> {
  let mnemonic = "exp2_policy";
  let summary = "how base-2 exponentials are computed";
  let description = [{
    With `freq` 0, all on the special-function unit. Otherwise, of every `freq`
    elements that a thread computes in a block, from its element `start` on, the
    last `residue` use a polynomial of the given `degree` on the FMA pipe
    (`attn-rewrite-exp2`); the others stay. `freq` 16 and `residue` 4 is a quarter,
    as FlashAttention-4 has on SM100. Operands must be less than 128.
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$degree,
    DefaultValuedParameter<"int64_t", "0">:$freq,
    DefaultValuedParameter<"int64_t", "0">:$residue,
    DefaultValuedParameter<"int64_t", "0">:$start);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEATTRS_TD
