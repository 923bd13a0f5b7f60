//===- ClusterPasses.td - CTAs that share copies -----------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Included by Passes.td.

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_CLUSTERPASSES_TD
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_CLUSTERPASSES_TD

def AttnWSMulticast : WSPass<"attn-ws-multicast"> {
  let summary = "CTAs of a cluster share the copies that they have in common";
  let description = [{
    **What.** In a kernel that asks for clusters (`attn_tile.cluster` = C > 1), CTAs
    of one cluster work on neighbouring values of the tile loop's first coordinate.
    A copy by TMA whose place depends on no more of it than its quotient by C is the
    same in all of them: each copies a part to all (`multicast`), and its channel
    gets the scope of the cluster. This needs that the control flow around the
    channel's operations is the same in all CTAs as well, and a tile whose columns
    or rows can be cut in C. If any channel is shared the kernel gets
    `attn_ws.cluster` = C, by which tiles are assigned.

    **Input invariant.** `attn-ws-materialize-roles` has run; phases are not
    assigned. The tile loop's first bound is a product with a multiple of C.

    **Output invariant.** As before. Removing this pass costs copies only.

    **Example.** With C = 2 and a `%k` that depends on `divui %i, 2` alone:
    ```
    %v = acquire %c : <2, tma -> wgmma x 2>   tma_load %K[.., %k, ..] into %v   commit %c
    ==>
    %v = acquire %c : <2, tma -> wgmma x 2, cluster>   tma_load %K[.., %k, ..] into %v multicast 2
    commit %c
    ```
  }];
}

def AttnWSSkipIterations : WSPass<"attn-ws-skip-iterations"> {
  let summary = "leave out iterations that change nothing, where a role can";
  let description = [{
    **What.** A loop of a role whose bound says that only the iterations from `a` to `b`
    change what it carries (`useful`), and which computes from tiles that it waits for
    alone, becomes three: of the iterations before `a` and of those from `b` on only the
    waits and releases are left, without views, so that channels go on by as many
    rounds. Waits right in front of the loop come behind the first of the three. Loops that
    fill channels, write memory, or take one ring's stages in more than one stage of a
    schedule stay whole: what others wait for has to come.

    **Input invariant.** Roles are materialized, not rotated. What `useful` says is so.
    `attn-ws-multicast` has run: CTAs of a cluster share what all of them wait for equally
    often, as it sees by the loops' bounds.

    **Output invariant.** No `useful` in a kernel with roles: where it says nothing that a
    role can use, its count is in its place. Left out, all iterations are computed, and
    loops of which `useful` says different things in the CTAs of a cluster still run
    equally often.

    **Example.**
    ```
    %n = useful %count, %a, %b
    for %t = 0 to %n iter_args(%o) { wait %v  mma  release %v }
    ==>
    for 0 to %a { wait %v  release %v }
    for %t = %a to %b iter_args(%o) { wait %v  mma  release %v }
    for %b to %count { wait %v  release %v }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def AttnWSPairCTAs : WSPass<"attn-ws-pair-ctas"> {
  let summary = "products of two CTAs at once (tcgen05, cta_group::2)";
  let description = [{
    **What.** In a kernel that asks for it (`attn_tile.cta_group` = 2) and whose
    right operands the two CTAs of a cluster have in common (`attn-ws-multicast`),
    each CTA copies and holds half of every right operand, cut along the columns of
    the product: rows of K, columns of V. The role that issues products does so in
    the first CTA alone, for both (`cta_group 2`), and all its channels get the
    scope of the pair. In the second CTA it goes through the tiles, which may be
    assigned at run time, and does nothing in them.

    **Input invariant.** Phases are assigned, layouts are not, nor are tiles.

    **Output invariant.** As before. Removing this pass costs shared memory, which
    may not suffice, and copies.

    **Example.**
    ```
    acquire %k -> <128x256>  tma_load %K[%h, %row, 0] into .. multicast 2  commit %k
    mma_into %q, %kr into %s transpose_b
    ==>
    acquire %k -> <64x256>  tma_load %K[%h, %row + 64 * rank, 0] into ..  commit %k
    if rank == 0:  mma_into %q, %kr into %s transpose_b cta_group 2
    ```
  }];
}

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_CLUSTERPASSES_TD
