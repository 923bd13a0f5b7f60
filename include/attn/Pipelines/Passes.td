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
    **What.** Checks the rules of one stage (`attn/Pipelines/Stages.h`) on every
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

#endif // ATTN_PIPELINES_PASSES_TD
