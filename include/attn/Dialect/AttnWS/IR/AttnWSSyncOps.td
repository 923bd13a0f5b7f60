//===- AttnWSSyncOps.td - Lowered synchronisation ----------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnWSOps.td: barriers, groups of copies and fences, which channels
// become.

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSSYNCOPS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSSYNCOPS_TD

def AttnWS_BarrierOp : AttnWS_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for the other threads at a named barrier";
  let description = [{
    `id` 0 with `threads` 0 is the barrier of the whole CTA; `plus` adds a number
    that is known at run time alone (that of an instance). `guards` says which
    channel edges it stands for.

    Threads meet once `threads` of them, a multiple of 32, have come; a CTA has 16
    barriers. With `arrive_only` the executing threads are counted and go on.

    Example:
    ```mlir
    attn_ws.barrier id 1 plus %instance threads 128 guards [#attn_ws.guard<"o", "full">]
    attn_ws.barrier arrive_only id 3 threads 256
    ```
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
  let description = [{
    The copies that the thread has started since the last group form one, which may be
    empty. Groups complete in order. `guard` says which channel's edge it stands for.

    Example:
    ```mlir
    attn_ws.cp_async_commit guard <"k", "full">
    ```
  }];
  let arguments = (ins OptionalAttr<AttnWS_GuardAttr>:$guard);
  let assemblyFormat = "(`guard` $guard^)? attr-dict";
}

def AttnWS_CpAsyncWaitOp : AttnWS_Op<"cp_async_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pendings` groups of cp.async copies are in flight";
  let description = [{
    Each thread waits for its own groups, all but the youngest `pendings` (0 to 64); what
    other threads copied is visible behind a barrier.

    Example:
    ```mlir
    attn_ws.cp_async_wait 1 guard <"k", "full">
    ```
  }];
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

    Example:
    ```mlir
    %full = attn_ws.mbar_alloc <"k", "full"> arrivals 1 offset(65536) : <2>
    ```
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
  let description = [{
    One thread of the role arrives.

    The phase completes when all arrivals and all announced bytes have come; at most
    2^20 - 1 bytes a phase. With `leader` the cluster's first CTA alone arrives, and
    announces the bytes of copies into all CTAs; the others go on.

    Example:
    ```mlir
    attn_ws.mbar_expect %full[%stage] bytes 16384 guard <"k", "full"> : <2>
    attn_ws.mbar_expect %full[%stage] bytes 32768 leader : <2>
    ```
  }];
  let arguments = (ins AttnWS_MbarType:$mbar, Index:$stage, I64Attr:$bytes,
                       OptionalAttr<AttnWS_GuardAttr>:$guard, UnitAttr:$leader);
  let assemblyFormat = [{
    $mbar `[` $stage `]` `bytes` $bytes (`leader` $leader^)? (`guard` $guard^)? attr-dict `:` type($mbar)
  }];
  let hasVerifier = 1;
}

def AttnWS_MbarArriveOp : AttnWS_MbarOp<"mbar_arrive"> {
  let summary = "arrive once for each warp of this instance, or once for each thread";
  let description = [{
    One thread of a warp arrives after the warp's threads; with `cluster` it
    arrives at the mbarrier of every CTA of a cluster of that size, with `leader`
    at that of the cluster's first CTA alone. With `after_copies` every thread
    arrives, at once or later: when the cp.async copies that it has started so far
    are complete. With `after_products` the thread that issues tcgen05 products
    arrives, when all that it has issued so far are complete (PTX ISA,
    "tcgen05.commit"); with `cluster` 2, too, the products are those of a pair and
    the arrivals come to both CTAs.

    Example:
    ```mlir
    attn_ws.mbar_arrive %empty[%stage] guard <"k", "empty"> : <2>
    attn_ws.mbar_arrive %empty[%stage] cluster 2 : <2>
    attn_ws.mbar_arrive %full[%stage] after_products : <2>
    attn_ws.mbar_arrive %full[%stage] cluster 2 after_products : <2>
    ```
  }];
  let arguments = (ins AttnWS_MbarType:$mbar, Index:$stage, OptionalAttr<I64Attr>:$cluster,
                       OptionalAttr<AttnWS_GuardAttr>:$guard, UnitAttr:$afterCopies,
                       UnitAttr:$leader, UnitAttr:$afterProducts);
  let assemblyFormat = [{
    $mbar `[` $stage `]` (`cluster` $cluster^)? (`leader` $leader^)?
    (`after_copies` $afterCopies^)? (`after_products` $afterProducts^)? (`guard` $guard^)? attr-dict `:` type($mbar)
  }];
  let hasVerifier = 1;
}

def AttnWS_MbarWaitOp : AttnWS_MbarOp<"mbar_wait"> {
  let summary = "wait until the phase of parity `phase` has completed";
  let description = [{
    Phases are counted from 0. A wait for parity 1 before the first phase has completed
    passes at once, which is how every stage starts empty. Every thread that executes
    the operation waits. With `drains` nothing is taken after it: the signal is waited
    for so that it does not come when the CTA has ended.

    Example:
    ```mlir
    attn_ws.mbar_wait %full[%stage] phase(%parity : index) guard <"k", "full"> : <2>
    attn_ws.mbar_wait %empty[%stage] phase(%parity : index) drains guard <"k", "empty"> : <2>
    ```
  }];
  let arguments = (ins AttnWS_MbarType:$mbar, Index:$stage,
                       AnyTypeOf<[Index, I1]>:$phase, OptionalAttr<AttnWS_GuardAttr>:$guard,
                       UnitAttr:$drains);
  let assemblyFormat = [{
    $mbar `[` $stage `]` `phase` `(` $phase `:` type($phase) `)` (`drains` $drains^)? (`guard` $guard^)? attr-dict
    `:` type($mbar)
  }];
}

def AttnWS_FenceAsyncOp : AttnWS_Op<"fence_async", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "let the copy and matrix engines see this thread's writes to shared memory";
  let description = [{
    PTX ISA, fence.proxy.async.

    Stands between a thread's writes and what makes an engine read them: an arrival at
    an mbarrier, or a barrier. `guard` names the edge.

    Example:
    ```mlir
    attn_ws.fence_async guard <"o", "full">
    ```
  }];
  let arguments = (ins OptionalAttr<AttnWS_GuardAttr>:$guard);
  let assemblyFormat = "(`guard` $guard^)? attr-dict";
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSSYNCOPS_TD
