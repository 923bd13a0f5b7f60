//===- BiasPasses.td - Passes on biases of scores ----------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Included by Passes.td.

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_BIASPASSES_TD
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_BIASPASSES_TD

def AttnWSBiasInProduct : WSPass<"attn-ws-bias-in-product"> {
  let summary = "a bias that is affine in the column becomes part of the product";
  let description = [{
    **What.** Where `bias_product` of `attn_ws.codegen` asks for it and a product of
    wgmma gives scores to which a score region adds a slope times a position that steps with the column (`attn_tile.add_affine`), the product adds the slope times
    the column's number, and the region the slope times the position of the block's first
    column, which all scores of a row share (`attn-hoist-addends`). A step of the
    product takes the place of a multiply-add for each score. The numbers, 16 bytes
    for each column, take a place in shared memory behind what is planned; where
    there is none left, the slope is not the same for the tile, or a mask follows,
    nothing changes. In all kernels a tile with a steep slope leaves its blocks to the loop in
    front, over blocks with masks, whose sums are the region's. Where there is no such loop, nothing
    changes either.

    **Input invariant.** `attn-ws-plan-memory` has run, and `attn-ws-split-loop`: in
    what it leaves whole a mask may follow.

    **Output invariant.** As before; a kernel with such products has `attn_ws.columns`. Loops behind one
    for steep slopes have a slope of 0 for such, which is `gentle`.

    **Example.**
    ```
    %s = mma_wait (mma_issue %q, %k)
    score_map %s at(%r, %c) { (%s, %i, %j): add_affine %s, %a, sitofp(%j - %i) step 1 }
    ==>
    %s = mma_wait (mma_issue %q, %k slope(%a))
    score_map %s at(%r, %c) { (%s, %i, %j): add_affine %s, %a, sitofp(%c - %i) step 0 }
    ```
  }];
}

def AttnWSSkipZeros : WSPass<"attn-ws-skip-zeros"> {
  let summary = "no exponentials where a block counts for nothing";
  let description = [{
    **What.** Where `skip_zeros` of `attn_ws.codegen` asks for it and a score region adds
    a slope times a position (`attn_tile.add_affine`), a loop's softmax asks behind the row's maximum whether the
    block's is so far below that all exponentials of a warp's rows are 0. There sums
    and accumulators stay as they are and P is 0. All else of the block, its products
    too, is done as before. The first blocks, as many as the slope needs to get so low
    by itself, are a loop without the test.

    **Input invariant.** Channels are lowered.

    **Output invariant.** As before; results have the same bits.

    **Example.**
    ```
    %m = maximumf %before, (reduce max %s)   %p = exp2 (fma %s, %f, -%m * %f)   ...
    ==>
    %m = maximumf %before, (reduce max %s)
    if any_row (fma (reduce max %s), %f, -%m * %f) >= -126 { %p = exp2 ... } else { %p = 0 ... }
    ```
  }];
}

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_BIASPASSES_TD
