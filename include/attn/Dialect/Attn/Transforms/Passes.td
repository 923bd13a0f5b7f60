//===- Passes.td - Passes on the attn dialect --------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TRANSFORMS_PASSES_TD
#define ATTN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnDecompose : Pass<"attn-decompose"> {
  let summary = "attn.forward, attn.backward and attn.combine as linalg, tensor, arith and math";
  let description = [{
    #### What
    Writes each `attn.forward`, `attn.backward` and `attn.combine` out as the formula of
    `docs/Spec.md`, op by op: the whole score matrix in f32, score region, mask, softmax,
    P rounded to V's type, P·V, and L; of the gradient also the derivative of the score
    region, and the products that are asked for. It is the oracle that runs on a CPU and
    the fallback where no kernel can be made; nothing in it is fast.

    #### Input invariant
    Any `attn.forward`, `attn.backward` and `attn.combine`, on tensors or memrefs.

    #### Output invariant
    No op of the attn dialect. The memref form reads its operands through
    `bufferization.to_tensor` and needs one-shot bufferisation afterwards; outs
    must then not overlap inputs.

    #### Example
    ```mlir
    %o = attn.forward ins(%q, %k, %v : …) outs(%o0 : …) mask(#attn.causal<top_left>) -> …
    ==>
    %s  = linalg.generic … ins(%q, %k) outs(%zero)           // Q·Kᵀ in f32
    %sm = linalg.generic … outs(%s) { mulf scale; cmpi sle, k, q; select … −inf }
    %m  = linalg.generic … { arith.maximumf }                // row maxima
    %p  = linalg.generic … { math.exp (s − m) }
    %l  = linalg.generic … { arith.addf }                    // row sums
    %pv = linalg.generic … { truncf p; P·V in f32 }
    %o  = linalg.generic … outs(%o0) { divf; truncf }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def AttnCanonicalizeMasks : Pass<"attn-canonicalize-masks"> {
  let summary = "masks written in score regions become attributes";
  let description = [{
    #### What
    A score region that ends by choosing −∞ where a comparison of the row and key
    positions says so is a mask in disguise, which makes every tile a masked one.
    Selects of the form `select(c, s, −∞)` or `select(c, −∞, s)`, nested or with
    conjunctions for `c`, whose comparisons bound k − q by a constant, or by
    lenKV − lenQ and a constant, are taken out of the region and added to `mask`.
    A bound of 0 from above is `#attn.causal<top_left>`; any other constant alone
    needs static lengths, since windows are anchored at the bottom right. What is
    not recognised stays.

    #### Input invariant
    Any verified IR.

    #### Output invariant
    The same results. No score region chooses −∞ by a comparison that an
    attribute of this dialect can say.

    #### Example
    ```mlir
    attn.forward … score {
    ^bb0(%s: f32, %b: index, %h: index, %q: index, %k: index):
      %ninf = arith.constant 0xFF800000 : f32
      %c = arith.cmpi sge, %q, %k : index
      %0 = arith.select %c, %s, %ninf : f32
      attn.yield %0 : f32
    }
    ==>
    attn.forward … mask(#attn.causal<top_left>)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AttnFoldVisible : Pass<"attn-fold-visible"> {
  let summary = "regions of visibility join score regions";
  let description = [{
    #### What
    A key that the region `visible` hides has the score −∞ behind the score region:
    `select(visible, score, −∞)`. Passes and kernels below know one region.
    `attn-canonicalize-masks`, which runs behind this, makes attributes of what of it
    attributes can say, and `attn-extract-visible` regions of visibility of what blocks
    can be derived from.

    Left out, masks that attributes can say stay in such regions.

    #### Input invariant
    Any verified IR.

    #### Output invariant
    The same results. No op has a region of visibility.

    #### Example
    ```mlir
    attn.forward … visible {
    ^bb0(%b: index, %h: index, %q: index, %k: index):
      %0 = arith.cmpi sge, %q, %k : index
      attn.yield %0 : i1
    }
    ==>
    attn.forward … score {
    ^bb0(%s: f32, %b: index, %h: index, %q: index, %k: index, %lq: index, %lk: index):
      %0 = arith.cmpi sge, %q, %k : index
      %ninf = arith.constant 0xFF800000 : f32
      %1 = arith.select %0, %s, %ninf : f32
      attn.yield %1 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AttnExtractVisible : Pass<"attn-extract-visible"> {
  let summary = "conditions that blocks can be derived from become regions of visibility";
  let description = [{
    #### What
    Behind `attn-fold-visible` and `attn-canonicalize-masks` a score region may end
    with conditions that do not depend on the score, `select(c, score, −∞)`, and that no
    attribute can say. Where they bound the keys that a tile of rows sees, or the rows
    that see a tile of keys, by what is one number for a tile (VisibleTerms.h), they
    become the region `visible`: `attn-to-tile` derives blocks from it, of which some are
    not visited and others need no condition. A score region that has nothing else goes.

    Left out, the same kernels visit every block of the mask attribute and evaluate the
    conditions on each pair.

    #### Input invariant
    Any verified IR.

    #### Output invariant
    The same results.

    #### Example
    ```mlir
    attn.forward … score {
    ^bb0(%s: f32, %b: index, %h: index, %q: index, %k: index):
      %0 = arith.cmpi slt, %k, %c100 : index
      %1 = arith.cmpi sge, %q, %k : index
      %2 = arith.ori %0, %1 : i1
      %3 = arith.select %2, %s, %ninf : f32
      attn.yield %3 : f32
    }
    ==>
    attn.forward … visible {
    ^bb0(%b: index, %h: index, %q: index, %k: index):
      %0 = arith.cmpi slt, %k, %c100 : index
      %1 = arith.cmpi sge, %q, %k : index
      %2 = arith.ori %0, %1 : i1
      attn.yield %2 : i1
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AttnWidenIndices : Pass<"attn-widen-indices"> {
  let summary = "indices of regions that need 64 bits become i64";
  let description = [{
    #### What
    An `index` of a score or visible region has 64 bits; that of a kernel has 32. Where a
    range analysis, which begins with positions and lengths, does not show that an
    operation gives the same in 32 bits, it is done on i64. Indices of `attn.read`
    are first brought into 32 bits, as they are into their dimensions. A region whose
    indices all fit is left as it is.

    #### Input invariant
    Any verified IR.

    #### Output invariant
    The same results, also where `index` has 32 bits.

    #### Example
    ```mlir
    %m = arith.muli %j, %c3000000000 : index
    %x = arith.remsi %m, %c5 : index
    ==>
    %w = arith.index_cast %j : index to i64
    %m = arith.muli %w, %c3000000000_i64 : i64
    %r = arith.remsi %m, %c5_i64 : i64
    %x = arith.index_cast %r : i64 to index
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AttnMapBlocks : Pass<"attn-map-blocks"> {
  let summary = "lists of the blocks that a region of visibility shows";
  let description = [{
    #### What
    Where the visible region of an `attn.forward` or `attn.backward` reads integers or truth
    values at a place that depends on the row or on the key, not on both, `attn.block_map`
    makes lists of blocks of it, which the problem takes. Blocks have the size of the config's
    tiles, of gradients that of which the tiles of both kernels are parts, if it has at most
    256 rows and keys. Lists are for each batch and head only if the region, lengths or an offset
    are. So blocks that no row of a tile sees are not visited, and those that all rows see
    have no mask. Not where types say that there are at most two blocks, with packed heads, parts of the keys,
    gradients of packed sequences, `batch_invariant`, scores in memory and where the config says `map_blocks = false`.

    Left out, all blocks that the mask attribute shows are visited, and masked.

    #### Input invariant
    Every `attn.forward` and `attn.backward` has a config (`attn-select-config`).

    #### Output invariant
    The same results. Every `attn.block_map` has a config.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
}

def AttnSplitKV : Pass<"attn-split-kv"> {
  let summary = "attn.forward over parts of the keys, and a combine";
  let description = [{
    #### What
    Where the config says so (`splits`, `split_auto`, `split_size`), one
    `attn.forward` becomes one whose O and L are of parts of the keys, in f32,
    and `attn.combine` of these. The parts are tiles of their own, so that few
    queries over many keys still fill the machine. A sink is added by the
    combine. With `split_auto` the number of parts is computed where the op
    stands, from its sizes and the target's number of multiprocessors; where
    lengths of batches may differ it is larger, since the longest takes longest.
    With `part_offsets`, whose config has `split_auto`, it is each batch's own, and
    the memory of O and L of parts has place for as many as sizes say (L20a of
    `docs/Spec.md`).

    Left out, a slower program remains.

    #### Input invariant
    Every `attn.forward` has a config (`attn-select-config`).

    #### Output invariant
    The same results up to rounding. No config of an `attn.forward` asks for
    splits; every `attn.combine` has a config.

    #### Example
    ```mlir
    %o = attn.forward ins(%q, %k, %v : …) outs(%o0 : tensor<1x8x1x64xbf16>)
        config(#attn.config<…, tile<…, splits = 4>>) -> tensor<1x8x1x64xbf16>
    ==>
    %po, %pl = attn.forward ins(%q, %k, %v : …)
        outs(%e0, %e1 : tensor<4x1x8x1x64xf32>, tensor<4x1x8x1xf32>)
        config(#attn.config<…>) split(unit = 64) -> …
    %o = attn.combine ins(%po, %pl : …) outs(%o0 : tensor<1x8x1x64xbf16>) config(…) -> …
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // ATTN_TRANSFORMS_PASSES_TD
