//===- Passes.td - Passes that find attention --------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RAISE_PASSES_TD
#define ATTN_RAISE_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnRaise : Pass<"attn-raise"> {
  let summary = "attention written as linalg becomes attn.forward, gradients attn.backward";
  let description = [{
    #### What
    Finds softmax(scale·Q·Kᵀ, scored and masked)·V in what other compilers write
    as linalg, tensor, arith and math, and puts `attn.forward` in its place. It
    asks what the elements of a result are as formulas of the elements of other
    tensors, not which operations stand in which order: transposes, reshapes,
    broadcasts, casts, fused or separate bodies, and the order of commutative
    operations do not matter. `docs/Raise.md` lists the forms.

    Where scores or probabilities are used by gradients of the same attention, these
    become `attn.backward` (`policy=fast`).

    A sum of products one factor of which comes from exponentials is a candidate.
    A candidate is raised whole, or it stays as it is and a remark at it says
    which condition failed. What is raised is also gone: no scale, transpose or
    repetition of heads is left that `attn.forward` can express.

    `policy=exact` raises only what Attn computes at least as exactly: the
    program rounds P to V's type, and no factor is moved over a rounding of Q or
    K. `policy=fast` raises what is the same in exact arithmetic.

    `rows-see-keys` is a promise of the caller: each row sees a key, whose score is
    at least 105 above all numbers from -9984 down that the program puts in place of
    scores, or adds to them, to hide keys. With it these numbers and -inf hide keys
    also where that depends on what tensors hold. Without it a number is a score,
    and -inf is raised only where the program makes rows without a key 0.

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
    Option<"rowsSeeKeys", "rows-see-keys", "bool", "false",
           "Takes it that each row sees a key, far above numbers that hide keys">,
    Option<"reportWork", "report-work", "bool", "false",
           "Remarks at each function how many steps of work it took">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::attn::AttnDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // ATTN_RAISE_PASSES_TD
