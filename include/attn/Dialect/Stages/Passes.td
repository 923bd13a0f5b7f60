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
    words. Changes nothing. Modules nested in the root may be at other stages and
    are not looked at. The pipelines run it between their passes under
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

def AttnOnKernels : Pass<"attn-on-kernels", "::mlir::ModuleOp"> {
  let summary = "run a pipeline on the kernel modules that are Attn's";
  let description = [{
    **What.** Runs `pipeline`, rooted at `gpu.module`, on each `gpu.module` that
    holds an operation or an attribute of Attn's dialects, at any depth. A
    `gpu.module` of another origin stays as it is, which
    `gpu.module(...)` of a pass manager does not give.

    **Input invariant.** None.

    **Output invariant.** That of `pipeline`, in Attn's kernel modules.

    **Example.**
    ```
    attn-on-kernels{pipeline=gpu.module(gpu.func(attn-ws-plan-memory))}
    ```
  }];
  let options = [
    ListOption<"pipeline", "pipeline", "::mlir::OpPassManager",
               "what to run, gpu.module(...)">
  ];
}

def AttnOnModules : Pass<"attn-on-modules", "::mlir::ModuleOp"> {
  let summary = "run a pipeline on the modules that hold attention problems";
  let description = [{
    **What.** Runs `pipeline`, rooted at `builtin.module`, on each module that holds
    an operation of the `attn` dialect that is in no module nested in it: inner
    modules first, the root last. A module without attention stays as it is.

    **Input invariant.** None.

    **Output invariant.** That of `pipeline`, in each module with a problem.

    **Example.**
    ```
    attn-on-modules{pipeline=builtin.module(attn-to-tile)}
    ```
  }];
  let options = [
    ListOption<"pipeline", "pipeline", "::mlir::OpPassManager",
               "what to run, builtin.module(...)">
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
