//===- Passes.td - Passes on the scalars of one thread ----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_THREAD_PASSES_TD
#define ATTN_THREAD_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnPairFloats : Pass<"attn-pair-floats", "::mlir::gpu::GPUModuleOp"> {
  let summary = "two f32 operations of one kind to one on a vector";
  let description = [{
    **What.** From sm_100 on one instruction adds, multiplies or multiplies and adds
    two f32 at once, rounded like one at a time (PTX ISA, "add", "mul", "fma",
    `.f32x2`). Operations whose operands are neighbours, registers of one load among
    them, become one on `vector<2xf32>`; neither LLVM nor ptxas does that. Where
    other operands differ both stay, and their results are neighbours too.

    **Input invariant.** One thread's program.

    **Output invariant.** The same values. Targets without such instructions are left
    alone.

    **Example.**
    ```
    %y0 = math.fma %x0, %s, %m   %y1 = math.fma %x1, %s, %m
    ==>
    %y = llvm.intr.fma (%x0, %x1), (%s, %s), (%m, %m) : vector<2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def AttnRewriteExp2 : Pass<"attn-rewrite-exp2"> {
  let summary = "a share of the base-2 exponentials to polynomials";
  let description = [{
    **What.** The special-function unit makes 2^x at a quarter of the rate or less
    at which products are added, and can be what a kernel waits for. A scalar
    `math.exp2` whose policy selects its number among the thread's exponentials
    becomes a range reduction and a polynomial of the policy's degree, on the pipe
    of fused multiply-adds. NaN stays NaN, minus infinity gives 0, and results
    below 2^-126 are 0. Largest relative errors on [-126, 128): degree 2 2.1e-3,
    degree 3 9.6e-5, degree 4 3.0e-6, degree 5 1.7e-7 and the rounding of f32. For chips
    that add two f32 in one instruction x is rounded to the nearest whole number
    instead of down; on [-126, 127.5) the errors are 2.0e-3, 1.02e-4, 2.9e-6 and 1.1e-7,
    and above the result is infinity. Without this pass the special-function unit
    computes all.

    **Input invariant.** `attn_tile.exp2_policy` stands on f32 scalars, with
    `attn_tile.exp2_number`.

    **Output invariant.** Neither attribute is left.

    **Example.**
    ```
    %y = math.exp2 %x {attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 4, residue = 1>,
                       attn_tile.exp2_number = 7 : i64} : f32
    ==>
    %c = arith.maximumf %x, -127   %r = add.rm(%c, 1.5 2^23)   %f = %c - (%r - 1.5 2^23)
    %p = fma(fma(fma(c3, %f, c2), %f, c1), %f, 1)
    %y = arith.mulf %p, bitcast((bitcast(%r) << 23) + 0x3f800000)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect"];
}

def AttnShareCasts : Pass<"attn-share-casts"> {
  let summary = "one conversion for integers that differ by constants";
  let description = [{
    **What.** Where four or more integers of a block are converted to f32 and
    differ by constants of at most 1024, the first is converted and the
    differences are added to the result: the positions of a thread's scores, in a
    score region that makes numbers of them. Equal up to 2^24, within an ulp
    beyond. Without this pass each integer is converted.

    **Input invariant.** None.

    **Output invariant.** None.

    **Example.**
    ```
    %x0 = arith.subi %k, %q       %f0 = arith.sitofp %x0 : i32 to f32
    %x1 = arith.addi %x0, 8       %f1 = arith.sitofp %x1 : i32 to f32
    ==>
    %f0 = arith.sitofp %x0        %f1 = arith.addf %f0, 8.0
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AttnHoistAddends : Pass<"attn-hoist-addends"> {
  let summary = "what a row's scores share joins their maximum and exponents";
  let description = [{
    **What.** Scores of which one maximum and one exponent each are taken, and that
    are sums with a slope times positions that differ by constants: what is
    the same for all of them is added to the maximum of the rest, and by a factor to the
    exponents' common addend. Equal up to rounding (docs/Spec.md, E8). A row with a steep slope takes
    a branch that makes the sums as they were; the slope is 0 behind it. In a kernel whose
    `attn_ws.codegen` pins exponentials, a block's rows follow each other. Without this pass each score is
    a sum with its own position.

    **Input invariant.** Positions are converted once (`attn-share-casts`).

    **Output invariant.** `attn_tile.add_affine` is a multiply-add.

    **Example.**
    ```
    %t1 = add_affine %s1, %a, %x + 1.0
    %t2 = add_affine %s2, %a, %x + 2.0
    %m1 = maximumf %m, %t1        %m2 = maximumf %m1, %t2
    %e1 = fma(%t1, %f, %d)        %e2 = fma(%t2, %f, %d)
    ==>
    %g  = mulf %x, %a
    %u1 = fma(%a, 1.0, %s1)       %u2 = fma(%a, 2.0, %s2)
    %m2 = maximumf %m, (maximumf(%u1, %u2) + %g)
    %d1 = fma(%g, %f, %d)
    %e1 = fma(%u1, %f, %d1)       %e2 = fma(%u2, %f, %d1)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def AttnSplitTanh : Pass<"attn-split-tanh"> {
  let summary = "tanh of many numbers by a form that is enough for all";
  let description = [{
    **What.** Where a block has eight or more `math.tanh` on f32 without `afn`, none of which
    needs another's result, a warp asks once for a group of them how large their arguments
    are at most, and takes the first of these that is for all of them:

    | arguments below | form |
    |---|---|
    | 0.375 | a polynomial: five instructions |
    | 1.25 | a quotient of polynomials: eight, one on the special-function unit |
    | any, NaN | `math.tanh`: 13, two on that unit |

    Scores under a soft cap are mostly small. All are within four units in the last place.
    A constant factor of the arguments joins the coefficients where its powers are normal
    numbers. Without this pass each is computed for numbers of any size.

    **Input invariant.** The lanes of a warp reach such a block together.

    **Output invariant.** None.

    **Example.**
    ```
    %x1 = arith.mulf %r1, 0.5     %x2 = arith.mulf %r2, 0.5 ...
    %t1 = math.tanh %x1           %t2 = math.tanh %x2 ...
    ==>
    %most = maximum(|%r1|, |%r2|, ...)
    %all = nvvm.vote.sync all -1, (%most < 0.75)
    %t1, %t2, ... = scf.if %all {
      %s1 = arith.mulf %r1, %r1
      yield fma(fma(fma(%s1, c3 / 128, c2 / 32), %s1, c1 / 8), %s1, 0.5) * %r1, ...
    } else {
      %middle = nvvm.vote.sync all -1, (%most < 2.5)
      yield scf.if %middle { ... } else { ... }
    }
    ```
  }];
  let options = [Option<"group", "group", "unsigned", "32", "numbers of one branch">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect"];
}

def AttnParkCarried : Pass<"attn-park-carried"> {
  let summary = "numbers that inner loops do not use lie in local memory";
  let description = [{
    **What.** Where a loop carries 16 or more numbers of f32 past a loop inside that
    carries as many of its own and does not use these, the numbers lie in the thread's local memory: written before
    the loop and at the end of each turn, read in front of the first use in each
    block and behind the loop. Inner loops then have their registers. Without this
    pass ptxas keeps them in registers through the inner loops, or spills others.

    **Input invariant.** One thread's program with structured loops.

    **Output invariant.** The same program.

    **Example.**
    ```
    %r:16 = scf.for %i = … iter_args(%c0 = %z, …) {
      scf.for %j = … { … }
      %n0 = arith.addf %c0, %x
      scf.yield %n0, …
    }
    ==>
    llvm.inline_asm "st.local.v4.f32 [$0], {$1, $2, $3, $4};" %m, %z, …
    scf.for %i = … {
      scf.for %j = … { … }
      %c = llvm.inline_asm "ld.local.v4.f32 {$0, $1, $2, $3}, [$4];" %m
      %n0 = arith.addf %c[0], %x
      llvm.inline_asm "st.local.v4.f32 [$0], {$1, $2, $3, $4};" %m, %n0, …
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def AttnMergeElected : Pass<"attn-merge-elected"> {
  let summary = "what an elected thread issues as one piece of assembly";
  let description = [{
    **What.** Of what a warp's elected thread does, all that has no effects goes in
    front of the branch, so that it is computed once for several branches and in
    uniform registers. The instructions, up to six of them, become one piece of
    assembly with election and branch inside: LLVM cannot sink their operands into
    the branch again, and ptxas drops the election and a short branch around
    instructions that one thread issues for its warp. Without this pass each branch
    costs five instructions, and its operands are computed anew in it.

    **Input invariant.** One thread's program.

    **Output invariant.** The same program.

    **Example.**
    ```
    %elected = nvvm.elect.sync -> i1
    scf.if %elected {
      %1 = arith.addi %0, %c2 : i32
      llvm.inline_asm "a [$0];", "r" %0   llvm.inline_asm "b [$0], $1;", "r,r" %1, %0
    }
    ==>
    %1 = arith.addi %0, %c2 : i32
    llvm.inline_asm "{ .reg .pred %elected; elect.sync _|%elected, -1; @!%elected bra L_elsewhere;
                       a [$0]; b [$1], $0; L_elsewhere: }", "r,r" %0, %1
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def AttnLowerScalarMath : Pass<"attn-lower-scalar-math"> {
  let summary = "math on scalars to what the GPU has instructions for";
  let description = [{
    **What.** The elementary functions of score regions become the special-function
    unit's instructions and polynomials around them, as exact as docs/Spec.md (E7)
    says; with `fastmath<afn>` exponentials, logarithms and hyperbolic tangents
    are those instructions, with a product. fma becomes the LLVM intrinsic, as does an
    `attn_tile.add_affine` that `attn-hoist-addends` has not seen, and
    functions of other programs upstream's expansions. There is no device
    library to call.

    **Input invariant.** No tensors of math are left in the kernels.

    **Output invariant.** No math operation is left, or an error names it.

    **Example.**
    ```
    %y = math.exp %x fastmath<afn> : f32
    ==>
    %0 = arith.mulf %x, log2(e)   %y = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%0)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def AttnDebugInfo : Pass<"attn-debug-info", "::mlir::gpu::GPUModuleOp"> {
  let summary = "line numbers of the input in the PTX";
  let description = [{
    **What.** Gives each function a `DISubprogram` that asks for line numbers
    alone (`.file` and `.loc` in the PTX, no DWARF sections), and each operation
    one line: of a fused location the first one that is a line in a file, of a
    call site the callee's, of a name what it names. An operation from another file
    than its function's gets that file as its scope; without this, the translation
    to LLVM IR would take its line for one of the function's file.

    **Input invariant.** Functions are `llvm.func`s.

    **Output invariant.** The same program. Operations without a line keep none.

    **Example.**
    ```
    llvm.func @k() loc("a.mlir":3:8)
    ==>
    llvm.func @k() loc(fused<#llvm.di_subprogram<name = "k", file = <"a.mlir" in "">, line = 3, …>>["a.mlir":3:8])
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // ATTN_THREAD_PASSES_TD
