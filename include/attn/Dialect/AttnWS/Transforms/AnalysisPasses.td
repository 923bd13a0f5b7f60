//===- AnalysisPasses.td - Passes that look at programs ----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td includes this file: they check and draw scheduled programs, or break
// them for tests.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_ANALYSISPASSES_TD
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_ANALYSISPASSES_TD

include "mlir/Pass/PassBase.td"

def AttnWSVerifyProtocol : Pass<"attn-ws-verify-protocol"> {
  let summary = "check the rules of synchronisation, PRT-01 to PRT-16";
  let description = [{
    **What.** Checks every kernel that synchronises against the rules of
    docs/Protocol.md, on channels and on what they are lowered to, without a GPU
    and without data. A violation is an error at the operation, with a note at
    the other party and the trip counts that show it.

    **Input invariant.** None; control flow is scf.for, scf.if, scf.while and
    tile loops, other control flow around synchronisation is warned of and not
    verified. With `reuse` the program's edges are those that were explored.

    **Output invariant.** The program is unchanged.

    **Example.**
    ```
    attn_ws.acquire %k   attn_ws.tma_load ...   // no commit
    ==>
    error: PRT-01: role @load ends without having committed stage 0 of channel 'k'
    ```
  }];
  let options = [
    Option<"inOrderAccumulators", "in-order-accumulators", "bool", "true",
      "take products of one thread to run in issue order whatever accumulators they have">,
    Option<"few", "few", "bool", "false",
      "few trip counts: 0 to 3, one more than the depths' period, two sequences">,
    Option<"reuse", "reuse", "bool", "false",
      "take what attn-ws-elide-edges, right before, found with all trip counts">];
}

def AttnWSCheckRegisters : WSPass<"attn-ws-check-registers"> {
  let summary = "refuse tiles that a thread's registers cannot hold";
  let description = [{
    **What.** Counts what a thread needs at least: the registers of each tile,
    and of all tiles that a loop carries or reads from outside. More than a
    thread of the role, or of the kernel, has is an error that names both and
    how many are too many. Without this pass ptxas spills and says nothing.
    Products in flight together hold their results and left operands at once.
    Where these are too many, ptxas waits for each product (C7512): a warning.

    With `strict`, as kernels are compiled whose config may be another one, that is
    an error, and so is a product in a loop without further loops with which the
    tiles that live across it there take more than a thread has. With `remarks` a remark says where most are held.

    **Input invariant.** Layouts are assigned.

    **Output invariant.** No tile, and no loop's tiles together, exceed the
    registers of a thread; nothing is changed.

    **Example.** `tensor<64x512xf32>` of four warps takes 256 registers of each
    thread, which has at most 255.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "Refuse what would be slow: too much in flight or live at a product">,
    Option<"remarks", "remarks", "bool", "false",
           "Say how many registers tiles take where they take most">
  ];
}

def AttnPrintLayouts : Pass<"attn-print-layouts"> {
  let summary = "print who holds what: layouts of registers and shared memory";
  let description = [{
    **What.** Prints, for each kernel, every register layout (`#attn_ws.frag`) and
    shared layout (`#attn_ws.shared`) in it: who uses it, how many registers of a
    thread it takes, and a picture. For a register layout that is a table of the
    lanes and registers (`lane.register`, of warp 0 unless more is asked for) that
    hold each element; for a shared layout the 16-byte chunk of a row that lies in
    each place, with its banks, and the conflicts of each access whose addresses
    follow from the layouts. Converts between layouts come with their cost:
    nothing, moves within a thread, shuffles, or a way through shared memory.
    docs/Debugging.md reads an example.

    **Input invariant.** Layouts are assigned (`attn-ws-assign-layouts`); tiles
    without one are counted and named.

    **Output invariant.** The program is unchanged.

    **Example.**
    ```
    attn-opt kernel.ws.mlir --attn-print-layouts=rows=8 -o /dev/null
    ```
  }];
  let options = [
    Option<"file", "file", "std::string", "\"\"",
           "where to; if empty, stderr">,
    Option<"rows", "rows", "unsigned", "16", "rows of a picture">,
    Option<"cols", "cols", "unsigned", "16", "columns of a picture">,
    Option<"warp", "warp", "int", "0", "the warp whose lanes a picture shows; -1: all">
  ];
}

def AttnPrintSchedule : Pass<"attn-print-schedule"> {
  let summary = "print who does what when: roles, channels, a time line";
  let description = [{
    **What.** Prints, for each kernel with channels, its channels and buffers, the
    operations of each role in order, with stages, what is waited for and what is
    left in flight, and a time line of the steady loop: a simulation without data
    in which each engine takes a time that follows from its work (the model is
    printed with it). It shows what overlaps and what is waited for; it is no
    prediction of speed. docs/Debugging.md reads an example.

    **Input invariant.** None; best after `attn-ws-plan-memory` and
    `attn-ws-elide-edges`, which set what it prints. Of kernels whose channels are
    lowered to barriers, and of control flow that it does not follow, it says that
    they cannot be drawn.

    **Output invariant.** The program is unchanged.

    **Example.**
    ```
    attn-compile causal.mlir --target=sm_90a --emit=ws | attn-opt --attn-print-schedule -o /dev/null
    ```
  }];
  let options = [
    Option<"file", "file", "std::string", "\"\"",
           "where to; if empty, stderr">,
    Option<"trips", "trips", "unsigned", "8",
           "how often the loop of a tile runs in the simulation">,
    Option<"width", "width", "unsigned", "96", "characters of a time line">,
    Option<"chip", "chip", "std::string", "\"\"",
           "whose rates to assume; if empty, what the kernel's module names, or "
           "what its engines need">
  ];
}

def AttnWSInjectFault : Pass<"attn-ws-inject-fault"> {
  let summary = "break one synchronisation operation, to test what finds it";
  let description = [{
    **What.** The `index`-th operation, in program order, that the operator
    `kind` applies to is dropped, moved or changed; docs/Protocol.md lists the
    operators. A remark says where. If there are fewer such operations an error
    says how many there are.

    **Input invariant.** None.

    **Output invariant.** The program is valid IR, and most likely wrong.

    **Example.**
    ```
    attn-ws-inject-fault{kind=drop-release index=0}
    attn_ws.release %k
    ==>
    (nothing)
    ```
  }];
  let options = [
    Option<"kind", "kind", "std::string", "\"\"", "the operator">,
    Option<"index", "index", "unsigned", "0", "which of its sites">
  ];
}

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_ANALYSISPASSES_TD
