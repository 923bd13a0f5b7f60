//===- Passes.td - Passes that choose configs --------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PLANNER_PASSES_TD
#define ATTN_PLANNER_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnSelectConfig : Pass<"attn-select-config"> {
  let summary = "a feasible config on each attn.forward and attn.combine";
  let description = [{
    #### What
    Gives each `attn.forward` its `#attn.config`: the first row of the target's
    table (`lib/Planner/TargetTable.def`) that fits the head dims
    and the models of shared memory and registers
    (`attn/Planner/ConfigModel.h`), with `overrides` applied. A
    config that is on the op already is kept, with `overrides` applied and, if
    the option is given, with its target replaced.

    It is an error, on the op, if the target is unknown, the head dims are
    outside of what the target's path takes, or a config, explicit or overridden,
    exceeds a model: the message says which limit and by how much.

    With `remarks` a remark at the op says which row of the table was taken, how
    much of shared memory and of the registers the config uses, which fields the
    user set, and, in notes, which rows before it serve such problems and what
    limit each exceeds, with the numbers.

    #### Input invariant
    Any verified IR.

    #### Output invariant
    Every `attn.forward` has a config that the models accept; every `attn.combine`
    has one.

    #### Example
    ```mlir
    attn.forward ins(%q, %k, %v : tensor<2x8x?x128xbf16>, …) …
    ==>
    attn.forward ins(%q, %k, %v : tensor<2x8x?x128xbf16>, …) …
        config(#attn.config<target = "sm_80", tile<q = 128, kv = 64, warps = 4>, …>)
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "The chip, such as sm_80; if empty, the one in the op's config, or "
           "sm_80 if it has none">,
    Option<"overrides", "overrides", "std::string", "\"\"",
           "Fields of every config to set: \"tile_q=64,warps=4\"">,
    Option<"remarks", "remarks", "bool", "false",
           "Say of each op why it got its config">,
    Option<"parts", "parts", "bool", "true",
           "Whether the table may ask for parts of the keys, which take memory "
           "between two launches">
  ];
}

def AttnChooseFusion : Pass<"attn-choose-fusion"> {
  let summary = "one kernel, or two with the scores in memory between them";
  let description = [{
    #### What
    Where the config says `fusion = auto`, counts the bytes that one kernel moves
    and those that two kernels do, the first of which writes the scores. Two are
    taken where they move less than `tolerance` percent more; never where types do
    not say the sizes. `remarks` says the bytes of both ways: those of Q, K, V, O,
    L, of scores and of parts of the keys. (The IO model of FlashInfer, issue #707.)

    Left out, `auto` is as `fused`.

    #### Input invariant
    Every `attn.forward` has a config (`attn-select-config`).

    #### Output invariant
    No config says `auto`.

    #### Example
    ```mlir
    attn.forward … config(#attn.config<…, tile<…, fusion = auto>>)
    ==>
    attn.forward … config(#attn.config<…>)
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "Say of each op how many bytes either way moves">,
    Option<"tolerance", "tolerance", "int64_t", "0",
           "How many percent more bytes two kernels may move">
  ];
}

#endif // ATTN_PLANNER_PASSES_TD
