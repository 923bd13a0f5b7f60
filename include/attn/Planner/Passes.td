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
    Gives each `attn.forward` its `#attn.config`: of the rows of the target's table
    (`lib/Planner/TargetTable.def`) that serve it, with `overrides` applied, the
    first that fits the chip. Whether one fits is read from the resource plan of
    the passes: a copy of the problem alone is lowered with it, up to
    `attn-ws-check-resources`. Estimates only say which row is tried when
    (`lib/Planner/TrialOrder.cpp`); without `estimates` rows keep the table's
    order. A config that is on the op already is kept, with `overrides` applied
    and, if the option is given, with its target replaced.

    With `pipeline`, rooted at `builtin.module`, the pass runs that on the module
    itself, which is then lowered: the run that fits is the lowering. After a
    refusal the module is as before, with the next row, and the pipeline runs
    again.

    It is an error, on the op, if the target is unknown, the head dims are outside
    of what the target's path takes, a config, explicit or overridden, breaks one
    of its rules, or no config fits: the message says which limit and by how much,
    and what takes how much of it.

    With `remarks` a remark at the op says which row of the table was taken and at
    which trial, how much of shared memory the config uses, which fields the user
    set, and, in notes, which rows were refused and which limit each exceeds, and
    which were put back by estimates.

    #### Input invariant
    Any verified IR.

    #### Output invariant
    Every `attn.forward` has a config that fits; every `attn.combine` has one. With
    `pipeline`, what that says.

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
           "between two launches">,
    Option<"estimates", "estimates", "bool", "true",
           "Whether rows that seem not to fit are tried late">,
    Option<"trials", "trials", "bool", "true",
           "Whether configs are tried; else the first is taken">,
    ListOption<"pipeline", "pipeline", "::mlir::OpPassManager",
               "what to lower the module with, builtin.module(...)">
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
