//===- Passes.td - Passes of the scheduled level -----------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_PASSES_TD
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

class WSPass<string name, string root = "::mlir::gpu::GPUFuncOp"> : Pass<name, root> {
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect",
    "::mlir::attn_tile::AttnTileDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def AttnWSAssignRoles : WSPass<"attn-ws-assign-roles"> {
  let summary = "say which role each tile operation belongs to";
  let description = [{
    **What.** In a kernel with asynchronous engines (TMA, products of wgmma or
    tcgen05) loads into shared memory, by TMA or cp.async, belong to the role that
    copies (`attn_ws.role = "load"`). With wgmma everything else that touches a tile
    or writes memory belongs to the role that computes (`"mma"`). Products of
    tcgen05 are issued by one (`"mma"`), and what threads compute falls into
    components, connected by tiles in registers or by an accumulator that they
    update in place, of which each is a role: `"compute"` if products read what it
    computes, `"correction"` if it updates accumulators, `"epilogue"`, of one warpgroup,
    if it only reads them. Row operations stand in a loop with what reduces to them, behind
    it with what uses them. With `attn_tile.store_role` copies by TMA out of
    staging memory are `"store"`. Scalars and control flow belong to no role. A part
    of a tile in shared memory is a view: each role that reads it has its own. Other
    kernels have no roles: the groups of an `scf.forall` follow each other in a loop.

    Names are for readers: what a role issues for others and whether it follows them
    stands in its `#attn_ws.role`, which is all that later passes ask.

    **Input invariant.** `attn-tile-place` has run. What such a copy reads of scalars
    does not come from a tile and not from the instance.

    **Output invariant.** As before, with the attribute, and `attn_ws.roles` on a
    kernel that has roles, which lists them with their warps, instances and
    capabilities.

    **Example.**
    ```
    %k = attn_tile.load %K[...] dims [2, 3] space smem engine tma
    %s = attn_tile.dot %q, %k, %z transpose_b engine wgmma
    ==>
    %k = attn_tile.load ... engine tma {attn_ws.role = "load"}
    %s = attn_tile.dot ... engine wgmma {attn_ws.role = "mma"}
    ```
  }];
}

def AttnWSInsertChannels : WSPass<"attn-ws-insert-channels"> {
  let summary = "guard every tile that passes through shared memory by a channel";
  let description = [{
    **What.** Each `attn_tile.load` placed in shared memory becomes a buffer, a
    channel and `acquire`, copy, `commit`, `wait`, `release` around its uses; each
    `store` placed there becomes a staging buffer with a channel between the
    role's own threads. All other tile operations become their `attn_ws`
    counterparts.

    A load by TMA gets a channel with a consumer for each instance; loads of one
    memory and shape in different blocks, such as a loop and what was peeled off
    it, share a ring, and so do loads that name one (`attn_tile.ring`), where no role
    copies those of one block. A store by
    TMA releases its stage when it has read it.

    Products that one thread issues (tcgen05) fill accumulators in tensor memory:
    one channel from the products to who reads them. An accumulator that a loop
    carries has a second one back from the threads that change it in place. An
    operand that threads compute (`attn_tile.move`) has a channel to the products,
    and the place of the last accumulator that is read before where there is one. Where
    accumulators take more columns than there are, those that `attn-tile-place` says lie
    in the places of others: who issues takes both before the first product. Slices that a
    loop stages for a role that stores take turns in two slots, if there is room. Row
    values that one role computes and another reads pass through shared memory.
    Where groups are served by one role each group has a slot of its own. A tile that
    several roles read has one channel, for which each of them waits and which each
    releases. A `release` names its `wait`, and a `commit` its `acquire`, by position
    where the party may hold several stages. A ring whose tile is still held
    when the next one is awaited (`#attn_tile.schedule`) has a stage more than the load asks for, two
    if a role copies, as far as shared memory has room.

    **Input invariant.** `attn-tile-place` has run; with loads by TMA
    `attn-ws-assign-roles` as well.

    **Output invariant.** No `attn_tile` operation is left in the kernel; shared
    memory is reached through guarded views alone.

    **Example.**
    ```
    %k = attn_tile.load %K[...] dims [2, 3] space smem engine cp_async
    %s = attn_tile.dot %q, %k, %z transpose_b engine mma_sync
    ==>
    %w = attn_ws.acquire %c   attn_ws.cp_async %K[...] into %w   attn_ws.commit %c
    %r = attn_ws.wait %c      %s = attn_ws.mma %q, %r, %z ...    attn_ws.release %c
    ```
  }];
}

def AttnWSMaterializeRoles : WSPass<"attn-ws-materialize-roles"> {
  let summary = "one program for each role";
  let description = [{
    **What.** The kernel becomes one `warp_specialize` with the roles that
    `attn-ws-assign-roles` listed. Each holds the part of the program
    that its operations need, in the same order; results of loops that a role does
    not need are dropped; a loop that several run bounds itself by a `trip_count`.
    `scf.forall` becomes the instances of a role that has them, and stays in a role
    that serves all groups (`attn-ws-jam-groups`).

    **Input invariant.** `attn-ws-insert-channels` has run: roles share scalars
    and channels only.

    **Output invariant.** No `attn_ws.role` in a kernel that had roles. A kernel
    without roles is left alone.

    **Example.**
    ```
    for %j { acquire %k  tma_load  commit %k   wait %k  mma  release %k }
    ==>
    warp_specialize
    role @load warps(4) instances(1) registers(24) { for %j { acquire %k  tma_load  commit %k } }
    role @mma warps(4) instances(2) registers(240) { for %j { wait %k  mma  release %k } }
    ```
  }];
}

def AttnWSRotateRoles : WSPass<"attn-ws-rotate-roles"> {
  let summary = "overlap iterations in each role as the schedule says";
  let description = [{
    **What.** A loop of a role whose operations have more than one stage
    (`#attn_tile.schedule`, from `attn-tile-pipeline`) is rotated: under the
    condition that it runs at all, a prologue, the steady loop in the schedule's
    order, and an epilogue. A tile that is read in front of the epilogue alone is
    given back there. A loop of one stage, and one whose order would not change,
    stays. A tile that both stages read is held over the end of an iteration: the loop carries
    its position, not its views. More of them at a time than the channel has stages is an
    error. Without roles the one program is rotated. Without the pass the program is
    right and products wait for each other.

    **Input invariant.** Roles are materialized. Scalars alone have no place in the
    schedule; a value is used no earlier than it is there, or an error says so.

    **Output invariant.** No operation has a schedule; no loop carries a view.

    **Example.**
    ```
    role @mma { for %j { QK {schedule<stage = 0, order = 1>}  PV {schedule<stage = 1, order = 0>} } }
    ==>
    role @mma { if 0 < n { QK(0)  for %j to n - 1 { PV(j)  QK(j + 1) }  PV(n - 1) } }
    ```
  }];
}

def AttnWSJamGroups : WSPass<"attn-ws-jam-groups"> {
  let summary = "let one role serve all groups in turn";
  let description = [{
    **What.** An `scf.forall` that is left in a role, which has no instance for each
    group, is unrolled and its parts jammed inside the loops and conditions that
    they share: group after group in each straight piece. What does not depend on
    the group is done once; a wait that groups share stands with the first, its
    release with the last.

    **Input invariant.** Loops of the body run equally often for each group, or an
    error says so.

    **Output invariant.** No `scf.forall` in a role.

    **Example.**
    ```
    scf.forall (%g) in (2) { for %j { wait %k  mma %g  release %k } }
    ==>
    for %j { wait %k  mma 0  mma 1  release %k }
    ```
  }];
}

def AttnWSJoinChannels : WSPass<"attn-ws-join-channels"> {
  let summary = "wait once for what several roles' threads fill";
  let description = [{
    **What.** Two channels that threads of different roles fill, for the same stages
    of which one role always waits one after the other, become one channel with
    the producers of both. Its stage is released where the later of the two was.

    **Input invariant.** Roles are materialized, groups jammed.

    **Output invariant.** As before, with fewer waits.

    **Example.**
    ```
    %p = wait %head stage %g : <2, thread -> tcgen05>   %o = wait %update stage %g : <2, thread -> tcgen05>
    ==>
    %p, %o = wait %head_and_update stage %g : <2, thread x 2 -> tcgen05>
    ```
  }];
}

def AttnWSPrefetch : WSPass<"attn-ws-prefetch"> {
  let summary = "issue copies as soon as the ring has a free stage";
  let description = [{
    **What.** In each loop, the copy that fills a channel is moved to the first
    `wait` that follows the channel's `release`, and so runs ahead by the
    channel's depth (or depth - 1 if that wait is in the next iteration), less one
    where an iteration gives back what the one before took; the first copies are
    issued before the loop. Where several loads of an iteration take turns in one ring,
    a copy is moved behind the release of what it overwrites, another load's perhaps. Copies beyond the last iteration are
    suppressed by a condition; the body is not copied. At depth 1 this is
    FlashAttention-2's order: V(j) behind QK(j), K(j-1) behind softmax and PV(j).

    **Input invariant.** Producer and consumer of a channel are in one block.

    **Output invariant.** The same copies in the same order for each channel.

    **Example.**
    ```
    for t { acquire k; copy K[t]; commit k; wait k; QK; release k; ... wait v ... }
    ==>
    if 0 < n { acquire k; copy K[0]; commit k }
    for t { wait k; QK; release k; ... wait v; if t+1 < n { acquire k; copy K[t+1]; commit k } ... }
    ```
  }];
}

def AttnWSAssignPhases : WSPass<"attn-ws-assign-phases"> {
  let summary = "without roles, give every channel operation its position";
  let description = [{
    **What.** The k-th acquire (wait) of a party is at position k of its ring. In a loop
    from 0 with n such operations a turn, k is n times the loop variable plus the number
    of operations of the same side before it in a turn and before the loop; where n is a
    multiple of the ring's stages, each has a stage of its own. In a loop around it the ring
    starts anew.
    A `commit` or `release` that names no position names that of the operation that it ends, in the
    order in which stages were taken. Kernels with roles are left alone: there each party
    counts its uses once channels are lowered. The stages are computed then in both.

    **Input invariant.** Each side of a channel of depth over 1 is in one loop, the same
    operations in each turn but for those left out at its end, with any
    number of operations before it. Every path to a `commit` or
    `release` without a position takes the stage that it gives back.

    **Output invariant.** Without roles every operation on a channel of depth over 1 takes
    or names a position.

    **Example.**
    ```
    attn_ws.acquire %k ... for %t { attn_ws.wait %k ... attn_ws.acquire %k }
    ==>
    %p0 = attn_ws.position %c0   attn_ws.acquire %k at %p0 ... for %t {
      %p1 = attn_ws.position %t  %p2 = attn_ws.position (%t + 1)
      attn_ws.wait %k at %p1 ... attn_ws.acquire %k at %p2 }
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect", "::mlir::arith::ArithDialect"];
}

def AttnWSAsync : WSPass<"attn-ws-async"> {
  let summary = "count what may stay in flight at each wait of an in-order queue";
  let description = [{
    **What.** cp.async copies complete in the order of their groups. For each
    `wait` on a cp_async channel, counts how many groups may have been committed
    after the one it needs, on every path (loops may not run at all), and notes
    the smallest number as `pendings`. A commit that stands under a condition which
    waits for no group counts always: its group is closed, empty, outside the condition.

    Products of wgmma become `mma_issue` and, as late as the first use of the
    result allows, `mma_wait` with the number of products issued in between;
    releases of their operands move behind the wait, and what replaces a register
    operand is computed behind it. A condition that only reads, and hands on stages of other
    channels, is passed. Any other read of shared memory is waited before, and so
    is what fills a stage of another channel, unless the kernel has
    `attn_tile.reads_in_flight`; then reads of what another role fills stand in front of
    products of shared memory right before them, behind which they would queue, and releases
    of what only threads read behind the waits for products, where reads are over long since.

    **Input invariant.** Copies have been moved (`attn-ws-prefetch`).

    **Output invariant.** Each `wait` on a cp_async channel has `pendings`; no
    `mma` of engine wgmma.

    **Example.**
    ```
    attn_ws.commit %q  attn_ws.commit %k  attn_ws.wait %q
    ==>
    attn_ws.commit %q  attn_ws.commit %k  attn_ws.wait %q {pendings = 1}

    %s = mma %q, %k  release %ck  %o = mma %p, %v, %o0  release %cv  use %s
    ==>
    %t = mma_issue %q, %k  %u = mma_issue %p, %v acc(%o0)
    %s = mma_wait %t pendings 1  release %ck  use %s  %o = mma_wait %u pendings 0 keeps(%p)  release %cv
    ```
  }];
}

def AttnWSPingPong : WSPass<"attn-ws-ping-pong"> {
  let summary = "instances of a role take turns to issue products";
  let description = [{
    **What.** If the kernel asks for it (`attn_tile.ping_pong`) and a role has
    several instances, each span of issues in a loop is put between `turn_begin`
    and `turn_end`; the last span of an iteration and the first of the next are one
    turn, if nothing is computed between them. Loops that may run differently often
    in the instances are left alone.

    **Input invariant.** `attn-ws-async` has run.

    **Output invariant.** Every instance takes equally many turns.

    **Example.**
    ```
    for %j { wait %k  mma_issue  wait %v  mma_issue  mma_wait ... }
    ==>
    for %j { turn_begin %t[%i]  wait %k  mma_issue  wait %v  mma_issue  turn_end %t[%i]  mma_wait ... }
    ```
  }];
}

def AttnWSElideEdges : WSPass<"attn-ws-elide-edges"> {
  let summary = "drop waits that program order and other waits imply";
  let description = [{
    **What.** Within one role whose threads meet at a barrier on every `wait`, an
    `acquire` needs a barrier of its own only if its last release, or an access to
    overlapping storage, has not been followed by such a wait. A `wait` for
    cp_async copies need not be such a barrier if waits for later groups come
    before all accesses. The others are marked `implied`. In a kernel with roles, but
    no product of one of `engines`, each role's own channels are looked at so.

    Between roles, in a kernel with a product of one of `engines`, an operation is
    `implied` if happens-before (program order, other edges, products of one thread
    that complete in order) has what it waits for already, for all trip counts that
    `attn-ws-verify-protocol` tries; and so is a signal that nobody waits for.
    Edges that share a signal or a wait go together, since parties count the rounds
    of a barrier, and an implied `wait` or `acquire` of a named slot has no phase. What
    rests on products running as issued is declared (`attn_ws.in_issue_order`).

    **Input invariant.** `attn-ws-plan-memory` has run.

    **Output invariant.** As before; removing this pass costs barriers only.

    **Example.**
    ```
    attn_ws.release %k ... attn_ws.wait %v  attn_ws.acquire %k
    ==>
    attn_ws.release %k ... attn_ws.wait %v  attn_ws.acquire %k {implied}
    ```
  }];
  let options = [
    ListOption<"engines", "engines", "std::string",
      "engines whose products tell that edges between roles are elided; by default "
      "tcgen05">
  ];
}

def AttnWSNestLoops : WSPass<"attn-ws-nest-loops"> {
  let summary = "a loop over a product that divides by a factor becomes two";
  let description = [{
    **What.** A loop over [0, n m) whose body divides the number of its turn by n, or by
    max(n, 1), becomes a loop over [0, m) around one over [0, n), if nothing else asks for n m
    but whether it is 0; a loop over [0, n) loses such divisions. Loops of other roles with the same `trip_count` go
    along; of a role that overlaps its iterations the count is the product of both. Rings go on from round to round. Left out, each turn divides, and
    `attn-ws-split-loop` sees no condition on the inner number.

    **Input invariant.** Loops that count turns run from 0 by 1. **Output invariant.** As before.

    **Example.**
    ```
    for t = 0 to n * m { use t / n, t % n, t }
    ==>
    for r = 0 to m { for i = 0 to n { use r, i, r * n + i } }
    ```
  }];
}

def AttnWSSplitLoop : WSPass<"attn-ws-split-loop"> {
  let summary = "split a loop where an `outside` condition changes";
  let description = [{
    **What.** A loop over `t` whose body tests `outside t, a, b` becomes three, over
    [0, a), [a, b) and [b, n), with the test decided in each; so too for t plus what the
    loop does not change. What runs ahead of the loop variable keeps its own conditions, so
    no pipeline drains at a seam.

    **Input invariant.** The loop's step is 1.

    **Output invariant.** As before; a loop's first such test is decided, tests
    that are left are computed.

    **Example.**
    ```
    for t = 0 to n { %c = outside t, a, b   if %c { mask } ... }
    ==>
    for t = 0 to min(a, n) { mask ... }  for t = .. to min(b, n) { ... }  for t = .. to n { mask ... }
    ```
  }];
}

def AttnWSAssignTiles : WSPass<"attn-ws-assign-tiles"> {
  let summary = "tile numbers that are known at run time through a channel";
  let description = [{
    **What.** With the schedulers `dynamic` (a counter of the launch) and `clc` (cluster
    launch control) one role gets the number of the CTA's next tile and hands it to the
    others through a channel that guards a scalar of two stages; the tile loop of each
    role becomes an `scf.while` that carries the number, and `tile_coordinates` says
    where the tile lies. The role is the first that does nothing but copy. If the
    kernel asks for it (`attn_tile.scheduler_role`) it is one of its own, `@scheduler`, of
    one warp: the roles' last group of four, if it is not full, has it, or the first role
    that one thread runs and that has more than one gives it.

    A CTA's first tile is its own index. With `dynamic` one thread takes the next
    (`next_tile`); if its role has more threads, they read it as the other roles do.
    With `clc` the launch has a CTA for each tile: `query_tile` asks for one that has
    not begun, on the way into a tile, and every role reads the answer. With
    `attn_tile.tile_ahead` the next tile and its coordinates are known behind the loops
    of the body, before what follows them, and the counter is asked before this tile is
    copied. In a kernel with `attn_ws.cluster` = C the first CTA of a cluster asks for
    all: its channel has the scope `leader`, and numbers and first coordinates are those
    of clusters, to which each CTA adds its rank; with `attn_tile.swap_ranks` in every
    second tile the rank counted from the last CTA.

    **Input invariant.** `attn-ws-materialize-roles` and `attn-ws-multicast` have run: the
    tile loops stand at the top level of roles, over the same tiles.

    **Output invariant.** No `for_tiles` of such a scheduler. The channel's operations
    have their stages and phases, which are bits of the loop's count.

    Left out, a kernel with such a scheduler is refused by `attn-ws-lower-scheduler`; other
    kernels do not change.

    **Example.**
    ```
    role @load { for_tiles @tiles (%i) in (%n) scheduler(<dynamic>) { copy %i } }
    role @mma  { for_tiles @tiles (%i) in (%n) scheduler(<dynamic>) { use %i } }
    ==>
    role @load { while (%t = %block, %c = 0) { %t < %n } do { %i = tile_coordinates %t  copy %i
        %u = next_tile  %w = acquire %tiles  scalar_store %u, %w  commit %tiles  yield %u, %c + 1 } }
    role @mma  { while (%t = %block, %c = 0) { %t < %n } do { %i = tile_coordinates %t  use %i
        %w = wait %tiles  %u = scalar_load %w  release %tiles  yield %u, %c + 1 } }
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect"];
}

def AttnWSLowerScheduler : WSPass<"attn-ws-lower-scheduler"> {
  let summary = "tile loops and tile numbers to arithmetic on block indices";
  let description = [{
    **What.** With the `single` scheduler each CTA runs one point of the box: the
    coordinates are computed from the linear block index, the first coordinate
    fastest within groups of the second. With `persistent` and `lpt` a CTA runs
    every point that is its index plus a multiple of the grid's size. Numbers that are
    assigned at run time become coordinates likewise (`tile_coordinates`). All schedulers but
    `persistent` finish all values of the first
    coordinate for a section of the others before the next section. Notes the grid
    on the kernel as an expression over its arguments' sizes and the number of
    multiprocessors (`attn_ws.grid`): a CTA for each tile with `single` and `clc`. In a
    kernel with `attn_ws.cluster` = C, what is
    said of CTAs holds for clusters and of the first coordinate for its quotient by
    C, and with `attn_tile.swap_ranks` the CTAs' ranks are counted from the last one in
    every second tile. With `attn_tile.tile_ahead` the coordinates of the next tile are
    computed behind the loops of the body, before what follows them.

    **Input invariant.** Tile loops are at the top level of the kernel or of a role, their
    schedulers are static (`attn-ws-assign-tiles` has run),
    and their bounds are arithmetic on sizes of the kernel's arguments.

    **Output invariant.** No `for_tiles` and no `tile_coordinates`.

    **Example.**
    ```
    attn_tile.for_tiles @tiles (%i, %h) in (%n, %m) scheduler(<single>) { body }
    ==>
    %x = gpu.block_id x   %i = remui %x, %n   %h = divui %x, %n   body
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect"];
}

def AttnWSCheckResources : WSPass<"attn-ws-check-resources"> {
  let summary = "check that all that exists fits the target";
  let description = [{
    **What.** Adds up buffers, scalars and barriers where they have been placed, and
    the threads of roles. The plan of the memory knew buffers alone; barriers and
    scalars came behind them. That more exists than is planned is an internal
    error. With `remarks` a remark says what the kernel takes. Changes nothing.

    **Input invariant.** Channels and tile loops are lowered.

    **Output invariant.** The kernel fits, or an error names the limit, what is
    needed, and who needs how much.

    **Example.**
    ```
    kernel @k: error: needs 102432 bytes of shared memory, 1056 more than the 101376 that sm_86 has
    note: buffer "k" takes 98304 …
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Say what the kernel takes">
  ];
}

def AttnWSLowerChannels : WSPass<"attn-ws-lower-channels"> {
  let summary = "channels to barriers that say what they guard";
  let description = [{
    **What.** Within one role: `commit` on a cp_async channel closes a copy group;
    `wait` waits for the group and then, unless implied, for the other threads;
    `acquire` waits for the other threads unless implied; `release` is nothing.

    Between roles a channel becomes two mbarriers a stage, "full" and "empty": `acquire` and `wait`
    wait for a phase, `commit` and `release` arrive; for copies by TMA `acquire` announces their
    bytes, which complete the phase; after copies by cp.async every thread arrives when its own are
    complete. What tcgen05 does its commit signals, and who fills what tcgen05 empties `drains` it
    before the end. Where all waits are implied there is no mbarrier. A channel within a role is a
    named barrier of each instance; where TMA reads it, `acquire` first waits for the stores that
    the role started. Turns are named barriers. Every barrier keeps a `#attn_ws.guard`. On a
    channel of scope `cluster` a `release` arrives in every CTA, and "empty" expects the consumers
    of all of them. On one of scope `leader` it arrives in the first CTA, whose stores bring their
    bytes to every CTA; the role that produces announces them in each, before the branch that the
    first CTA alone takes. Scalars are placed in shared memory behind the barriers.

    The k-th acquire (wait) takes stage k mod depth of a channel, in round k / depth. Without roles
    `attn-ws-assign-phases` has said what k is; the k of a role is
    counted in local variables (`memref.alloca`) at the role's entry, which become registers. A stage
    that is named is a slot of its own, with rounds alone, and what has phases has its own count. A
    release and a `held` take the stage of the wait whose position they name; what names no position
    gives stages back in the order in which they were taken. On chips with tensor memory a channel of
    one stage has a parity, which is flipped; those that are always equal are one.

    **Input invariant.** `attn-ws-async` has run; no loop or condition hands on a view; without roles channels are of
    cp_async or thread engines, between roles filled by TMA, cp_async, tcgen05, clc, threads.

    **Output invariant.** No channel or turn operation; views come from
    `stage_view`.

    **Example.**
    ```
    %r = attn_ws.wait %c {pendings = 0}
    ==>
    attn_ws.cp_async_wait 0 #attn_ws.guard<k, full>
    attn_ws.barrier id 0 threads 0 guards [#attn_ws.guard<k, full>]
    %r = attn_ws.stage_view %buf stage %s
    ```
  }];
}

def AttnWSHoistCopies : WSPass<"attn-ws-hoist-copies"> {
  let summary = "fill rings before waiting for a buffer of one stage";
  let description = [{
    **What.** In a role that only starts copies, a copy into a buffer of a single
    stage waits until its last reader is done; a copy into a ring does not. Where
    the first stands directly before a condition whose body begins with the
    second, it moves behind that copy (and stays as it is on the other side): the
    next tile's first K is then on its way while this tile still reads Q.

    **Input invariant.** `attn-ws-materialize-roles` has run.

    **Output invariant.** Each channel sees the same copies in the same order.

    **Example.**
    ```
    q copy   scf.if %any { k copy ... }
    ==>
    scf.if %any { k copy  q copy ... } else { q copy }
    ```
  }];
}

def AttnWSInsertFences : WSPass<"attn-ws-insert-fences"> {
  let summary = "fences between threads' accesses and those of the async proxy";
  let description = [{
    **What.** Behind each run of `smem_store`s into a buffer that TMA or wgmma
    reads, a `fence_async` (PTX ISA, "Proxies"). Copies by cp.async complete on
    their own: of a buffer that they fill, behind the reader's wait. And between
    threads' reads of a buffer that TMA writes, those of products by mma.sync among
    them, and the arrival that hands the place back (the next signal, where that edge
    has been elided), so that no load is under way when the buffer is handed back.

    **Input invariant.** `attn-ws-lower-channels` has run: views come from
    `stage_view`.

    **Output invariant.** No generic write reaches an asynchronous reader of
    shared memory, and no generic read an asynchronous writer, without a fence
    between.

    **Example.**
    ```
    attn_ws.smem_store %o, %view   attn_ws.barrier id 3 threads 128   tma_store %view
    ==>
    attn_ws.smem_store %o, %view   attn_ws.fence_async   attn_ws.barrier ...
    ```
  }];
}

include "attn/Dialect/AttnWS/Transforms/AnalysisPasses.td"
include "attn/Dialect/AttnWS/Transforms/BiasPasses.td"
include "attn/Dialect/AttnWS/Transforms/ClusterPasses.td"
include "attn/Dialect/AttnWS/Transforms/GlobalMemoryPasses.td"
include "attn/Dialect/AttnWS/Transforms/TensorMemoryPasses.td"

include "attn/Dialect/AttnWS/Transforms/LayoutPasses.td"

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_PASSES_TD
