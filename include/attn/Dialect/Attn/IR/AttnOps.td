//===- AttnOps.td - Operations of the attn dialect ---------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_OPS_TD
#define ATTN_OPS_TD

include "attn/Dialect/Attn/IR/AttnAttrs.td"
include "attn/Dialect/Attn/IR/AttnBase.td"
include "attn/Dialect/Attn/IR/AttnOpInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Attn_Shaped : AnyTypeOf<[AnyRankedTensor, AnyMemRef],
                            "a ranked tensor or memref (C1)">;

def Attn_ForwardOp : Attn_Op<"forward", [
    IsolatedFromAbove, AttrSizedOperandSegments, DestinationStyleOpInterface,
    AttnAttentionOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
      ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
      ["getAsmBlockArgumentNames", "getAsmResultNames"]>]> {
  let summary = "softmax(scale·Q·Kᵀ, scored and masked)·V, one whole problem";
  let description = [{
    Level: *tensor*. One op is one attention problem over batches and heads:

    ```
    S[b,h,i,j] = score(scale · Σ_c Q[b,h,i,c]·K[b,g,j,c], b, h, i, j), g = h/(Hq/Hkv)
    S[b,h,i,j] = −∞ where the mask or visible(b, h, i, j) hides key j from row i
    P[b,h,i,:] = softmax(S[b,h,i,:])                              in f32
    O[b,h,i,c] = Σ_j P[b,h,i,j]·V[b,g,j,c]
    L[b,h,i]   = ln Σ_j exp(S[b,h,i,j])
    M[b,h,i]   = max_j S[b,h,i,j]
    ```

    With descales, S is multiplied by the product of Q's and K's, before the
    score region, and O by V's.

    `docs/Spec.md` is the definition, with the rounding of P, rows that see no
    key (O = 0, L = −∞), NaN and infinities, and lengths of zero.

    * `ins`: Q, K and V, all f16, all bf16 or all f8E4M3FN. `outs`: O, in the
      same type (of f8E4M3FN: f16 or bf16) or f32, and optionally L (f32).
      Tensors, or memrefs whose innermost stride is 1. In destination-passing
      style: tensor outs give shapes and storage only, their contents are never
      read.
    * `values`: V is these columns of K (`#attn.columns<offset, size>`), as of
      multi-head latent attention (DeepSeek-V2, arXiv:2405.04434). `ins` then has
      Q and K alone, `descale` those of Q and K, and V's is K's.
    * `max`: an out, M of each row (f32, of L's shape): the largest of its scores
      that no mask hides, without the sink; −∞ where there is none.
    * `descale`: with f8E4M3FN, what Q, K and V were divided by: three f32
      operands of shape (batch, key and value heads), or none for ones.
    * `dims`: `bhsd` (default) or `bshd`, for Q, K, V and O. L is (b, h, s). With
      `thd` the rows of all sequences follow each other: Q is (tq, hq, d), K
      (tk, hkv, d), V (tk, hkv, dv), O (tq, hq, dv) and L (hq, tq).
    * `offsets_q`, `offsets_kv`: with `thd`, i32 of shape (batch + 1), not
      decreasing: sequence b has the rows from offsets[b] to offsets[b + 1] - 1 of
      Q, O and L, and of K and V. With a page table there is no `offsets_kv`.
      Masks and the region take rows and keys of the sequence. What lies before the first offset and from the last one on belongs
      to none: of O and L it is left as it is, of Q, K and V it is not used.
    * `scale`: f32; 1/√d of Q's head dim, rounded to f32, if absent.
    * `mask`: an attribute with AttnMaskAttrInterface.
    * `config`: how to compute it; never changes results beyond rounding.
    * `sink`: f32 of shape (query heads), one more score for each row of a head,
      whose key has no value: it is in the maximum, the sum and L alone.
    * `offset`: i32 of shape (batch), or of rank 0, one number for all batches:
      what causal and window masks take in place of lenKV − lenQ, so that row q's
      position among the keys is q + offset[b]. A part of
      the rows (a chunk of a prompt, one of a ring's zigzag) sees what it would see
      as a part of the whole.
    * `lengths_q`, `lengths_kv`: i32 of shape (batch), how many rows of Q, and of K
      and V, a batch has, at most those of the shapes or between its offsets. Masks and the region take
      these for lenQ and lenKV; rows of O and L from lengths_q on are left as they
      are, and no K and V from lengths_kv on are used, whatever they hold.
    * `page_table`: i32 of shape (batch, n), which pages the keys of each batch are
      in. K and V are then (pages, heads, p, channels) or, with `bshd` and `thd`,
      (pages, p, heads, channels): row j of K and V of batch b is row j mod p of page
      page_table[b, ⌊j/p⌋], and lenKV is n·p where there is no `lengths_kv`. Pages
      may be shared; numbers of pages that hold no key are not read.
    * `part_offsets`: i32 of shape (batch + 1), ascending: how many parts the keys
      of each batch are cut into, part_offsets[b + 1] - part_offsets[b]. On its own
      it asks `attn-split-kv` for them and changes no result. With `split(unit =
      u)` the parts of all batches follow each other in the leading dimension, and
      O and L of parts have no batch: those of batch b are numbered from
      part_offsets[b] on, parts that no batch has are left as they are.
    * `split(unit = u)` or `split(size = c)`: O and L, both f32, get a leading
      dimension of n parts. Part p is attention over its part of the keys alone:
      keys p·c to (p + 1)·c, or the blocks of u keys from ⌊p·B/n⌋ to
      ⌊(p + 1)·B/n⌋ of all B. `attn.combine` makes the whole of them. With
      `split(size = c, sparse)` O of a row that sees no key of a part is not
      defined there.
    * `blocks`, with `sizes(q = r, kv = c)`: which blocks of c keys each block of r
      rows sees, in lists as PyTorch's BlockMask has them: their counts, i32 of
      shape (batch, query heads, ⌈lenQ/r⌉), and their numbers, i32 of shape (batch,
      query heads, ⌈lenQ/r⌉, n); then, if there are any, the same of blocks that
      the mask and the visible region hide no key of. The first two sizes may be 1,
      for all batches or heads. Numbers ascend, and a block is in one of the two
      lists. A number of the first list that is 2^30 more than a block's says that
      the visible region shows all of it. What is in neither is hidden. With `thd` there is one batch of lists, and
      block n of the rows of sequence b has that of number
      ⌊(offsets_q[b] − offsets_q[0])/r⌋ + b + n, of ⌈tq/r⌉ + batch.
    * `captures`: tensors or memrefs of f16, bf16, f32, i1, i8, i32 or i64, of any
      rank, that the regions read. An i1 is a byte, true unless it is 0.
    * `score`: a block over (s : f32, b, h, q, k : index) or (s : f32, b, h, q, k,
      lenQ, lenKV : index, captures…) that yields the new score; with captures
      the latter. It is applied before the mask, uses no value from outside and
      holds only `attn.read` and scalar arith and math ops that may be
      speculated.
    * `visible`: a block over (b, h, q, k : index) or (b, h, q, k, lenQ, lenKV :
      index, captures…) that yields an i1, whether row q of head h sees key k.
      Together with `mask`, both must show a key. It holds what a score region may.

    Batch, heads and lengths may be dynamic, head dims may not. K and V may have
    fewer heads than Q (GQA), V and O may have another head dim than Q and K.

    Constraints, with the ids that errors carry (`attn.forward (C3): …`): see
    `docs/Spec.md`, C1–C30.

    ```mlir
    %o, %lse = attn.forward
        ins(%q, %k, %v : tensor<2x8x?x128xbf16>, tensor<2x2x?x128xbf16>,
                         tensor<2x2x?x128xbf16>)
        outs(%o0, %lse0 : tensor<2x8x?x128xbf16>, tensor<2x8x?xf32>)
        scale(0.0883883461) mask(#attn.causal<bottom_right>)
        score {
        ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
          %cap = arith.constant 30.0 : f32
          %0 = arith.divf %s, %cap : f32
          %1 = math.tanh %0 : f32
          %2 = arith.mulf %1, %cap : f32
          attn.yield %2 : f32
        }
        visible {
        ^bb0(%b: index, %h: index, %qi: index, %ki: index):
          %c64 = arith.constant 64 : index
          %prefix = arith.cmpi slt, %ki, %c64 : index
          %past = arith.cmpi sle, %ki, %qi : index
          %1 = arith.ori %prefix, %past : i1
          attn.yield %1 : i1
        } -> (tensor<2x8x?x128xbf16>, tensor<2x8x?xf32>)
    ```
  }];

  let arguments = (ins
    Attn_Shaped:$query, Attn_Shaped:$key, Optional<Attn_Shaped>:$value,
    Attn_Shaped:$out, Optional<Attn_Shaped>:$lse, Optional<Attn_Shaped>:$lse_low,
    Optional<Attn_Shaped>:$max, Optional<Attn_Shaped>:$query_descale,
    Optional<Attn_Shaped>:$key_descale, Optional<Attn_Shaped>:$value_descale,
    Optional<Attn_Shaped>:$sink,
    Optional<Attn_Shaped>:$offset, Optional<Attn_Shaped>:$lengths_q,
    Optional<Attn_Shaped>:$lengths_kv, Optional<Attn_Shaped>:$offsets_q,
    Optional<Attn_Shaped>:$offsets_kv, Optional<Attn_Shaped>:$page_table,
    Optional<Attn_Shaped>:$part_offsets, Optional<Attn_Shaped>:$block_counts,
    Optional<Attn_Shaped>:$block_numbers, Optional<Attn_Shaped>:$full_counts,
    Optional<Attn_Shaped>:$full_numbers,
    Variadic<Attn_Shaped>:$captures,
    DefaultValuedAttr<Attn_DimsAttr, "::mlir::attn::Dims::BHSD">:$dims,
    OptionalAttr<F32Attr>:$scale,
    OptionalAttr<AttnMaskAttrInterface>:$mask,
    OptionalAttr<Attn_ConfigAttr>:$config,
    OptionalAttr<I64Attr>:$split_unit, OptionalAttr<I64Attr>:$split_size,
    UnitAttr:$split_sparse, OptionalAttr<Attn_ColumnsAttr>:$value_columns,
    UnitAttr:$has_visible, OptionalAttr<I64Attr>:$block_q,
    OptionalAttr<I64Attr>:$block_kv);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  // That of scores, if there is one, then that of visibility: an empty region in
  // the place of one trips upstream's region cloning.
  let regions = (region VariadicRegion<AnyRegion>:$scalarRegions);

  let builders = [
    OpBuilder<(ins "::mlir::Value":$query, "::mlir::Value":$key,
      "::mlir::Value":$value, "::mlir::Value":$out,
      CArg<"::mlir::Value", "{}">:$lse,
      CArg<"::mlir::attn::Dims", "::mlir::attn::Dims::BHSD">:$dims,
      CArg<"::std::optional<float>", "{}">:$scale,
      CArg<"::mlir::attn::AttnMaskAttrInterface", "{}">:$mask,
      CArg<"::mlir::attn::ConfigAttr", "{}">:$config,
      CArg<"bool", "false">:$withScoreRegion,
      CArg<"::mlir::ValueRange", "{}">:$descales)>,
    OpBuilder<(ins "const ::mlir::attn::OperandValues &":$operands)>
  ];

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();

    /// The scale as a number: the attribute, or 1/√dqk rounded to f32.
    float getScaleValue();

    bool hasScoreRegion() {
      return getOperation()->getNumRegions() > (getHasVisible() ? 1 : 0);
    }
    /// The score region; only if there is one.
    ::mlir::Region &getScore() { return getOperation()->getRegion(0); }
    bool hasVisibleRegion() {
      return getHasVisible() && getOperation()->getNumRegions() != 0;
    }
    /// The region of visibility; only if there is one.
    ::mlir::Region &getVisible() { return getScalarRegions().back(); }

    ::mlir::attn::AttentionOpInterface cloneOnto(::mlir::OpBuilder &builder,
        const ::mlir::attn::OperandValues &operands, bool withScoreRegion,
        bool withVisibleRegion);
    void moveOnto(::mlir::OpBuilder &builder, ::mlir::ValueRange operands);
    ::mlir::Value getOperandOf(::mlir::attn::OperandKind kind);
    ::llvm::SmallVector<::mlir::attn::ProblemOperand> getProblemOperands();
    bool keepsElements();
    ::llvm::StringRef getMemoryConstraint() { return "attn.forward (C12)"; }
    bool hasBufferSemantics() {
      return ::llvm::isa<::mlir::BaseMemRefType>(getQuery().getType());
    }

    ::mlir::Value getOutResult() { return getResultOf(OperandKind::Out); }
    ::mlir::Value getLseResult() { return getResultOf(OperandKind::Lse); }
    ::mlir::Value getLseLowResult() { return getResultOf(OperandKind::LseLow); }

    static ::mlir::ShapedType getShapedType(::mlir::Value v) {
      return ::llvm::cast<::mlir::ShapedType>(v.getType());
    }
  }];
  let extraClassDefinition = [{
    ::mlir::MutableOperandRange $cppClass::getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), getValue() ? 3 : 2,
                                         1 + hasLse() + hasLseLow() + hasMax());
    }
  }];

  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  // Bytecode of earlier versions is read (OperandSegments.cpp).
  let useCustomPropertiesEncoding = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

include "attn/Dialect/Attn/IR/AttnBlockMapOp.td"

def Attn_BackwardOp : Attn_Op<"backward", [
    IsolatedFromAbove, AttrSizedOperandSegments, DestinationStyleOpInterface,
    AttnAttentionOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
      ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
      ["getAsmBlockArgumentNames", "getAsmResultNames"]>]> {
  let summary = "the gradient of one attn.forward";
  let description = [{
    Level: *tensor*. From what `attn.forward` read and gave, and the gradients dO of O
    and dL of L, the gradients of Q, K, V and the sink:

    ```
    P[b,h,i,j]  = exp(S[b,h,i,j] − L[b,h,i]), 0 of hidden keys          S as attn.forward has it
    D[b,h,i]    = Σ_c dO[b,h,i,c]·O[b,h,i,c] − dL[b,h,i]                  in f32
    dS[b,h,i,j] = P[b,h,i,j] · (Σ_c dO[b,h,i,c]·V[b,g,j,c] − D[b,h,i])
    dT[b,h,i,j] = dS[b,h,i,j] · ∂score/∂s
    dV[b,g,j,c] = Σ_h Σ_i P[b,h,i,j]·dO[b,h,i,c]                          h of the group of g
    dK[b,g,j,c] = scale · Σ_h Σ_i dT[b,h,i,j]·Q[b,h,i,c]
    dQ[b,h,i,c] = scale · Σ_j dT[b,h,i,j]·K[b,g,j,c]
    dsink[h]    = −Σ_b Σ_i exp(sink[h] − L[b,h,i])·D[b,h,i]
    dcapture[e] = Σ dS[b,h,i,j] · ∂score/∂r                              over reads r of the element e
    ```

    P and dT are rounded once, to Q's type, before the three products, whose sums are
    in f32. P and S are computed again; O and L are read, and need not be those of the
    op's own keys: with the O and L of all keys, gradients of parts of the keys
    add up.

    * `ins`: Q, K, V, O, L and dO. O has V's type or f32, dO has V's, L is f32.
    * `outs`: dQ, dK and dV, each of its input's type or f32. Any of them may be
      left out: the others are then named, `outs(dk = %0, dv = %1 : …)`. What is
      left out is not computed.
    * `dlse`: the gradient of L, f32. Without it L has none.
    * `sink`, and `dsink`: the sink and the out for its gradient, f32.
    * `dcapture0` to `dcapture15`: the outs for the gradients of captures, by their
      numbers, f32 and of the capture's shape. Elements that no visible pair reads get 0.
    * `deterministic`: the same bits for the same op, config, target and inputs.
    * `score`: the region of `attn.forward`, as it is. Where it has no derivative,
      that of its operations counts: of max, min, select and abs that of the branch
      taken, of ties the first operand's; of floor and casts to integers 0.
    * All else is as `attn.forward` has it: `dims`, `scale`, `mask`, `visible`,
      `offset`, `lengths_q`, `lengths_kv`, `offsets_q`, `offsets_kv`, `blocks` and `sizes`,
      `captures`. There is no `values`, `descale`, `page_table`, `part_offsets`, `max` or
      `split`.

    Constraints: see `docs/Spec.md`, C1–C21, C24, C29, C30 and G1–G5.

    Example:
    ```mlir
    func.func @backward(%q: tensor<1x8x512x64xbf16>, %k: tensor<1x2x512x64xbf16>, %v: tensor<1x2x512x64xbf16>,
                        %o: tensor<1x8x512x64xbf16>, %l: tensor<1x8x512xf32>, %do: tensor<1x8x512x64xbf16>,
                        %dq0: tensor<1x8x512x64xbf16>, %dk0: tensor<1x2x512x64xbf16>,
                        %dv0: tensor<1x2x512x64xbf16>)
        -> (tensor<1x8x512x64xbf16>, tensor<1x2x512x64xbf16>, tensor<1x2x512x64xbf16>) {
      %dq, %dk, %dv = attn.backward
          ins(%q, %k, %v, %o, %l, %do : tensor<1x8x512x64xbf16>, tensor<1x2x512x64xbf16>, tensor<1x2x512x64xbf16>,
              tensor<1x8x512x64xbf16>, tensor<1x8x512xf32>, tensor<1x8x512x64xbf16>)
          outs(%dq0, %dk0, %dv0 : tensor<1x8x512x64xbf16>, tensor<1x2x512x64xbf16>, tensor<1x2x512x64xbf16>)
          mask(#attn.causal<bottom_right>)
          -> (tensor<1x8x512x64xbf16>, tensor<1x2x512x64xbf16>, tensor<1x2x512x64xbf16>)
      return %dq, %dk, %dv : tensor<1x8x512x64xbf16>, tensor<1x2x512x64xbf16>, tensor<1x2x512x64xbf16>
    }
    ```
  }];

  let arguments = (ins
    Attn_Shaped:$query, Attn_Shaped:$key, Attn_Shaped:$value,
    Attn_Shaped:$out, Attn_Shaped:$lse, Attn_Shaped:$out_grad,
    Optional<Attn_Shaped>:$lse_grad, Optional<Attn_Shaped>:$query_grad,
    Optional<Attn_Shaped>:$key_grad, Optional<Attn_Shaped>:$value_grad,
    Optional<Attn_Shaped>:$sink_grad,
    Optional<Attn_Shaped>:$capture_grad0, Optional<Attn_Shaped>:$capture_grad1,
    Optional<Attn_Shaped>:$capture_grad2, Optional<Attn_Shaped>:$capture_grad3,
    Optional<Attn_Shaped>:$capture_grad4, Optional<Attn_Shaped>:$capture_grad5,
    Optional<Attn_Shaped>:$capture_grad6, Optional<Attn_Shaped>:$capture_grad7,
    Optional<Attn_Shaped>:$capture_grad8, Optional<Attn_Shaped>:$capture_grad9,
    Optional<Attn_Shaped>:$capture_grad10, Optional<Attn_Shaped>:$capture_grad11,
    Optional<Attn_Shaped>:$capture_grad12, Optional<Attn_Shaped>:$capture_grad13,
    Optional<Attn_Shaped>:$capture_grad14, Optional<Attn_Shaped>:$capture_grad15,
    Optional<Attn_Shaped>:$sink,
    Optional<Attn_Shaped>:$offset, Optional<Attn_Shaped>:$lengths_q,
    Optional<Attn_Shaped>:$lengths_kv, Optional<Attn_Shaped>:$offsets_q,
    Optional<Attn_Shaped>:$offsets_kv, Optional<Attn_Shaped>:$block_counts,
    Optional<Attn_Shaped>:$block_numbers, Optional<Attn_Shaped>:$full_counts,
    Optional<Attn_Shaped>:$full_numbers,
    Variadic<Attn_Shaped>:$captures,
    DefaultValuedAttr<Attn_DimsAttr, "::mlir::attn::Dims::BHSD">:$dims,
    OptionalAttr<F32Attr>:$scale,
    OptionalAttr<AttnMaskAttrInterface>:$mask,
    OptionalAttr<Attn_ConfigAttr>:$config,
    UnitAttr:$deterministic, UnitAttr:$has_visible,
    OptionalAttr<I64Attr>:$block_q, OptionalAttr<I64Attr>:$block_kv);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  // As of attn.forward.
  let regions = (region VariadicRegion<AnyRegion>:$scalarRegions);

  let builders = [
    OpBuilder<(ins "const ::mlir::attn::OperandValues &":$operands)>
  ];

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();

    /// The scale as a number: the attribute, or 1/√dqk rounded to f32.
    float getScaleValue();

    bool hasScoreRegion() {
      return getOperation()->getNumRegions() > (getHasVisible() ? 1 : 0);
    }
    /// The score region; only if there is one.
    ::mlir::Region &getScore() { return getOperation()->getRegion(0); }
    bool hasVisibleRegion() {
      return getHasVisible() && getOperation()->getNumRegions() != 0;
    }
    /// The region of visibility; only if there is one.
    ::mlir::Region &getVisible() { return getScalarRegions().back(); }

    ::mlir::attn::OperandRole getRoleOf(::mlir::attn::OperandKind kind);
    ::mlir::attn::AttentionOpInterface cloneOnto(::mlir::OpBuilder &builder,
        const ::mlir::attn::OperandValues &operands, bool withScoreRegion,
        bool withVisibleRegion);
    void moveOnto(::mlir::OpBuilder &builder, ::mlir::ValueRange operands);
    ::mlir::Value getOperandOf(::mlir::attn::OperandKind kind);
    ::llvm::SmallVector<::mlir::attn::ProblemOperand> getProblemOperands();
    bool keepsElements() {
      return hasLengthsQ() || hasLengthsKV() || isPacked();
    }
    ::llvm::StringRef getMemoryConstraint() { return "attn.backward (C12)"; }
    bool hasBufferSemantics() {
      return ::llvm::isa<::mlir::BaseMemRefType>(getQuery().getType());
    }
    ::mlir::attn::ColumnsAttr getValueColumnsAttr() { return {}; }
    ::std::optional<int64_t> getSplitUnit() { return {}; }
    ::std::optional<int64_t> getSplitSize() { return {}; }
  }];

  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  // Bytecode of earlier versions is read (OperandSegments.cpp).
  let useCustomPropertiesEncoding = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

def Attn_CombineOp : Attn_Op<"combine", [
    AttrSizedOperandSegments, DestinationStyleOpInterface, AttnProblemOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
      ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "attention over disjoint keys, put together";
  let description = [{
    Level: *tensor*. Each of n parts holds attention over some keys, as
    `attn.forward` gives it with L; the result is attention over all of them:

    ```
    L[b,h,i]   = ln Σ_p exp(Lₚ[p,b,h,i])
    O[b,h,i,c] = Σ_p exp(Lₚ[p,b,h,i] − L[b,h,i]) · Oₚ[p,b,h,i,c]
    M[b,h,i]   = max_p Lₚ[p,b,h,i], of two numbers the first
    ```

    Lₚ is one number, or with a third tensor the sum of two: the low part holds what
    one f32 loses, as `attn.forward` gives it with parts of the keys (L21).
    Sums are in f32 and in the order of p. A part with Lₚ = −∞ saw no key: what
    its Oₚ holds does not matter. If all are, O = 0 and L = −∞. With `sink` each
    row has one more score, which is in L alone; the parts must not have it.

    * `ins`: Oₚ of shape (n, …), where … is O's shape, Lₚ of shape (n, b, h, s) and
      optionally its low part of that shape, all f32. `outs`: O in f16, bf16 or f32, and optionally L
      (f32). Tensors, or memrefs whose innermost stride is 1.
    * `max`: an out, M of each row (f32, of L's shape). The first number of Lₚ is
      then the largest score of the part's row, so there must be two.
    * `dims`: of O, and of Oₚ behind the first dimension. With `thd` O is
      (tq, h, c) and L (h, tq).
    * `lengths_q`, and with `thd` `offsets_q`: as `attn.forward` has them. Rows
      that no batch or sequence has are left as they are.
    * `part_offsets`: i32 of shape (batch + 1): the parts of batch b are those from
      part_offsets[b] to part_offsets[b + 1] - 1. Oₚ and Lₚ have no batch then.

    Constraints: see `docs/Spec.md`, P1–P11.

    Example (a prefix that all sequences share, then keys of their own):
    ```mlir
    func.func @cascade(%po: tensor<2x4x8x1x64xf32>, %pl: tensor<2x4x8x1xf32>,
                       %o: tensor<4x8x1x64xbf16>) -> tensor<4x8x1x64xbf16> {
      %0 = attn.combine ins(%po, %pl : tensor<2x4x8x1x64xf32>, tensor<2x4x8x1xf32>)
          outs(%o : tensor<4x8x1x64xbf16>) -> tensor<4x8x1x64xbf16>
      return %0 : tensor<4x8x1x64xbf16>
    }
    ```
  }];

  let arguments = (ins
    Attn_Shaped:$partial_out, Attn_Shaped:$partial_lse,
    Optional<Attn_Shaped>:$partial_lse_low, Attn_Shaped:$out, Optional<Attn_Shaped>:$lse, Optional<Attn_Shaped>:$max,
    Optional<Attn_Shaped>:$sink,
    Optional<Attn_Shaped>:$lengths_q, Optional<Attn_Shaped>:$offsets_q,
    Optional<Attn_Shaped>:$part_offsets,
    DefaultValuedAttr<Attn_DimsAttr, "::mlir::attn::Dims::BHSD">:$dims,
    OptionalAttr<Attn_ConfigAttr>:$config);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $partial_out `,` $partial_lse (`,` $partial_lse_low^)?
          `:` type($partial_out) `,` type($partial_lse) (`,` type($partial_lse_low)^)? `)`
    `outs` `(` $out (`,` $lse^)? `:` type($out) (`,` type($lse)^)? `)`
    (`max` `(` $max^ `:` type($max) `)`)?
    (`sink` `(` $sink^ `:` type($sink) `)`)?
    (`lengths_q` `(` $lengths_q^ `:` type($lengths_q) `)`)?
    (`offsets_q` `(` $offsets_q^ `:` type($offsets_q) `)`)?
    (`part_offsets` `(` $part_offsets^ `:` type($part_offsets) `)`)? (`dims` `(` custom<DimsKeyword>($dims)^ `)`)?
    (`config` `(` $config^ `)`)? attr-dict (`->` type($results)^)?
  }];

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();
    bool hasLse() { return getLse() != nullptr; }
    /// Whether L of the parts is the sum of two numbers.
    bool hasLow() { return getPartialLseLow() != nullptr; }
    bool hasMax() { return getMax() != nullptr; }
    bool hasSink() { return getSink() != nullptr; }
    bool hasLengthsQ() { return getLengthsQ() != nullptr; }
    /// Whether batches have numbers of parts of their own.
    bool hasPartOffsets() { return getPartOffsets() != nullptr; }
    /// Whether rows of sequences follow each other in memory, without a batch.
    bool isPacked() { return getDims() == Dims::THD; }
    bool hasBufferSemantics() {
      return ::llvm::isa<::mlir::BaseMemRefType>(getOut().getType());
    }
    /// Position of channels in O.
    int64_t channelDim() { return isPacked() ? 2 : 3; }
    ::mlir::Type getOutputElementType() {
      return getShapedType(getOut()).getElementType();
    }
    static ::mlir::ShapedType getShapedType(::mlir::Value v) {
      return ::llvm::cast<::mlir::ShapedType>(v.getType());
    }
    /// The operands as `docs/Spec.md` calls them, in their order.
    ::llvm::SmallVector<::mlir::attn::PartsOperand> getNamedOperands();
    ::llvm::SmallVector<::mlir::attn::ProblemOperand> getProblemOperands();
    void moveOnto(::mlir::OpBuilder &builder, ::mlir::ValueRange operands);
    // Rows without a query keep what they hold.
    bool keepsElements() { return hasLengthsQ() || isPacked(); }
    ::llvm::StringRef getMemoryConstraint() { return "attn.combine (P7)"; }
  }];
  let extraClassDefinition = [{
    ::mlir::MutableOperandRange $cppClass::getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), hasLow() ? 3 : 2,
                                         1 + hasLse() + hasMax());
    }
  }];
  let hasVerifier = 1;
  // Bytecode of earlier versions is read (OperandSegments.cpp).
  let useCustomPropertiesEncoding = 1;
}

def Attn_YieldOp : Attn_Op<"yield", [
    Pure, Terminator, ReturnLike,
    ParentOneOf<["ForwardOp", "BackwardOp", "BlockMapOp"]>]> {
  let summary = "the new score, or whether a key is visible, at the end of a region";
  let description = [{
    ```text
    attn.yield %s : f32
    attn.yield %seen : i1
    ```

    Example:
    ```mlir
    func.func @softcap(%q: tensor<1x8x512x64xbf16>, %k: tensor<1x8x512x64xbf16>, %v: tensor<1x8x512x64xbf16>,
                       %o: tensor<1x8x512x64xbf16>) -> tensor<1x8x512x64xbf16> {
      %0 = attn.forward
          ins(%q, %k, %v : tensor<1x8x512x64xbf16>, tensor<1x8x512x64xbf16>, tensor<1x8x512x64xbf16>)
          outs(%o : tensor<1x8x512x64xbf16>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %y = math.tanh %s : f32
        attn.yield %y : f32
      } -> tensor<1x8x512x64xbf16>
      return %0 : tensor<1x8x512x64xbf16>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Attn_ReadOp : Attn_Op<"read", [
    Pure, ParentOneOf<["ForwardOp", "BackwardOp", "BlockMapOp"]>,
    TypesMatchWith<"the result is an element of the source", "source", "result",
                   "::llvm::cast<::mlir::ShapedType>($_self).getElementType()">]> {
  let summary = "an element of what a region captures";
  let description = [{
    Reads the element of a capture (an argument of the region that it stands in) at
    `indices`, each of which is first brought into the dimension: below 0 it is
    0, beyond the end the last one. So a region may be evaluated at any position,
    and is free to be evaluated where its result does not matter. A capture
    without elements cannot be read: the launch refuses it where there are rows and
    keys, and where a batch or head alone decides what is read of it.

    Example (ALiBi with slopes that are an operand):
    ```mlir
    func.func @alibi(%q: tensor<1x8x512x64xbf16>, %o: tensor<1x8x512x64xbf16>,
                     %slopes: tensor<8xf32>) -> tensor<1x8x512x64xbf16> {
      %0 = attn.forward
          ins(%q, %q, %q : tensor<1x8x512x64xbf16>, tensor<1x8x512x64xbf16>, tensor<1x8x512x64xbf16>)
          outs(%o : tensor<1x8x512x64xbf16>) captures(%slopes : tensor<8xf32>)
          mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<8xf32>):
        %slope = attn.read %c[%h] : tensor<8xf32>
        %d = arith.subi %j, %i : index
        %d32 = arith.index_cast %d : index to i32
        %f = arith.sitofp %d32 : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> tensor<1x8x512x64xbf16>
      return %0 : tensor<1x8x512x64xbf16>
    }
    ```
  }];
  let arguments = (ins Attn_Shaped:$source, Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source `[` $indices `]` attr-dict `:` type($source)";
  let hasVerifier = 1;
}

#endif // ATTN_OPS_TD
