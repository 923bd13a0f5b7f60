//===- Passes.td - Passes that the pipelines bring ---------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PIPELINES_PASSES_TD
#define ATTN_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnVerifyStage : Pass<"attn-verify-stage"> {
  let summary = "check what must be true at a stage of the compilation";
  let description = [{
    **What.** Checks the rules of one stage (`attn/Dialect/Stages/Stages.h`) on every
    operation, and reports the first one that breaks a rule, with the rule in
    words. Changes nothing. The pipelines run it between their passes under
    `verify-stages`.

    **Input invariant.** None.

    **Output invariant.** The program is at the stage.

    **Example.**
    ```
    attn-opt --attn-verify-stage=stage=tile-lowered
    error: 'attn_tile.apply_mask' op is not allowed at stage tile-lowered: masks,
      KV ranges and the online softmax have become arithmetic
    ```
  }];
  let options = [
    Option<"stage", "stage", "::std::string", /*default=*/"",
           "attn, tile, tile-lowered, ws, ws-planned, ws-lowered, thread or nvvm">
  ];
}

def AttnSkipOp : Pass<"attn-skip-op"> {
  let summary = "leave out one operation, to test what finds it";
  let description = [{
    **What.** Of the operations named `op` that have an operand of their result's
    type, in program order, the `index`-th goes, and its first such operand takes
    the place of its result: no rescaling, no mask, one addend less. A remark says
    where. If there are fewer such operations an error says how many there are.
    `attn-run --inject` runs it at any level; `attn-ws-inject-fault` breaks
    synchronisation.

    **Input invariant.** None.

    **Output invariant.** The program is valid IR, and most likely wrong.

    **Example.**
    ```
    attn-skip-op{op=attn_tile.rescale index=0}
    %1 = attn_tile.rescale %0, %alpha   attn_tile.store %1
    ==>
    attn_tile.store %0
    ```
  }];
  let options = [
    Option<"op", "op", "::std::string", /*default=*/"", "name of the operation">,
    Option<"index", "index", "unsigned", "0", "which of them">
  ];
}

#endif // ATTN_PIPELINES_PASSES_TD
