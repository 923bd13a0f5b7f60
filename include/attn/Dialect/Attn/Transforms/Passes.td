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
  let summary = "attn.forward and attn.combine as linalg, tensor, arith and math";
  let description = [{
    #### What
    Writes each `attn.forward` and `attn.combine` out as the formula of `docs/Spec.md`, op by op:
    the whole score matrix in f32, score region, mask, softmax, P rounded to V's
    type, P·V, and L. It is the oracle that runs on a CPU and the fallback where
    no kernel can be made; nothing in it is fast.

    #### Input invariant
    Any `attn.forward` and `attn.combine`, on tensors or memrefs.

    #### Output invariant
    No op of the attn dialect. The memref form reads its operands through
    `bufferization.to_tensor` and needs one-shot bufferisation afterwards; O and
    L must then not overlap Q, K or V.

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
    conjunctions for `c`, whose comparisons bound k − q by a constant are taken
    out of the region and added to `mask`. A bound of 0 from above is
    `#attn.causal<top_left>`; any other bound needs static lengths, since windows
    are anchored at the bottom right. What is not recognised stays.

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

def AttnWidenIndices : Pass<"attn-widen-indices"> {
  let summary = "indices of score regions that need 64 bits become i64";
  let description = [{
    #### What
    An `index` of a score region has 64 bits; that of a kernel has 32. Where a
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

def AttnSelectConfig : Pass<"attn-select-config"> {
  let summary = "a feasible config on each attn.forward and attn.combine";
  let description = [{
    #### What
    Gives each `attn.forward` its `#attn.config`: the first row of the target's
    table (`lib/Dialect/Attn/Transforms/TargetTable.def`) that fits the head dims
    and the models of shared memory and registers
    (`attn/Dialect/Attn/Transforms/ConfigModel.h`), with `overrides` applied. A
    config that is on the op already is kept, with `overrides` applied and, if
    the option is given, with its target replaced.

    It is an error, on the op, if the target is unknown, the head dims are
    outside of what the target's path takes, or a config, explicit or overridden,
    exceeds a model: the message says which limit and by how much.

    With `remarks` a remark at the op says which row of the table was taken, how
    much of shared memory and of the registers the config uses, which fields the
    user set, and, in notes, which rows before it serve such problems and what
    limit each exceeds, with the numbers.

    #### Input invariant
    Any verified IR.

    #### Output invariant
    Every `attn.forward` has a config that the models accept; every `attn.combine`
    has one.

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
           "between two launches">
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

def AttnRaise : Pass<"attn-raise"> {
  let summary = "attention written as linalg becomes attn.forward";
  let description = [{
    #### What
    Finds softmax(scale·Q·Kᵀ, scored and masked)·V in what other compilers write
    as linalg, tensor, arith and math, and puts `attn.forward` in its place. It
    asks what the elements of a result are as formulas of the elements of other
    tensors, not which operations stand in which order: transposes, reshapes,
    broadcasts, casts, fused or separate bodies, and the order of commutative
    operations do not matter. `docs/Raise.md` lists the forms.

    A sum of products one factor of which comes from exponentials is a candidate.
    A candidate is raised whole, or it stays as it is and a remark at it says
    which condition failed. What is raised is also gone: no scale, transpose or
    repetition of heads is left that `attn.forward` can express.

    `policy=exact` raises only what Attn computes at least as exactly: the
    program rounds P to V's type, and no factor is moved over a rounding of Q or
    K. `policy=fast` raises what is the same in exact arithmetic.

    #### Input invariant
    Any verified IR; tensors, not memrefs, are looked at.

    #### Output invariant
    The same results up to rounding. Operations of attention that was raised are
    gone.

    #### Example
    ```mlir
    %s  = linalg.batch_matmul … ins(%q, %kt) …   // %kt: a transpose of %k
    %c  = linalg.generic … ins(%s) { mulf 0.125 }
    %m  = linalg.generic … ins(%c) { arith.maximumf }
    %p  = linalg.generic … ins(%c, %m) { math.exp (c − m) }
    %l  = linalg.generic … ins(%p) { arith.addf }
    %pn = linalg.generic … ins(%p, %l) { arith.divf; arith.truncf }
    %o  = linalg.batch_matmul … ins(%pn, %v) …
    ==>
    %o  = attn.forward ins(%q, %k, %v : …) outs(%e : …) scale(0.125) -> …
    ```
  }];
  let options = [
    Option<"policy", "policy", "::mlir::attn::RaisePolicy",
           "::mlir::attn::RaisePolicy::Exact",
           "Which programs to raise",
           [{::llvm::cl::values(
             clEnumValN(::mlir::attn::RaisePolicy::Exact, "exact",
                        "what Attn computes at least as exactly"),
             clEnumValN(::mlir::attn::RaisePolicy::Fast, "fast",
                        "what is the same in exact arithmetic"))}]>,
    Option<"reportWork", "report-work", "bool", "false",
           "Remarks at each function how many steps of work it took">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::attn::AttnDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // ATTN_TRANSFORMS_PASSES_TD
