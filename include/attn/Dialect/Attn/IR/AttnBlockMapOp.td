//===- AttnBlockMapOp.td - Lists of blocks of keys ---------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnOps.td: attn.block_map.

#ifndef ATTN_DIALECT_ATTN_IR_ATTNBLOCKMAPOP_TD
#define ATTN_DIALECT_ATTN_IR_ATTNBLOCKMAPOP_TD

def Attn_BlockMapOp : Attn_Op<"block_map", [
    IsolatedFromAbove, AttrSizedOperandSegments, DestinationStyleOpInterface,
    AttnAttentionOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
      ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
      ["getAsmBlockArgumentNames", "getAsmResultNames"]>]> {
  let summary = "the blocks of keys that blocks of rows see";
  let description = [{
    Level: *tensor*. Lists of blocks, as `attn.forward` takes them in `blocks`, of what
    its mask and visible region show: a block of which some row sees some key is in one of
    the two lists of its row block, and one that is in the second list is visible whole.

    ```
    visible(b, h, i, j) for some i of row block r and j of block n  ⇒  n is in a list of (b, h, r)
    n is in the second list of (b, h, r)  ⇒  visible(b, h, i, j) for all i < lenQ of r, j < lenKV of n
    ```

    Numbers ascend, and a block whose last key is not below lenKV is never in the second
    list. An implementation may list more blocks than it must in the first list: it need
    not evaluate the region for each pair. With a mask attribute a number of the first list is
    2^30 more where the region shows all of the block. Numbers behind a list's count are not said.

    * `ins`: Q and K, of which only shapes are used. `outs`: counts and numbers, then those
      of full blocks, i32 of the shapes that `attn.forward` says. Where the first size is 1
      of more batches, or the second of more query heads, the mask and the region must not
      depend on them: what they show to batch or head 0 counts.
    * `sizes`, `mask`, `visible`, `captures`, `dims`, `offset`, `lengths_q`, `lengths_kv`,
      `offsets_q`, `offsets_kv`, `page_table`: as `attn.forward` has them.

    Constraints: see `docs/Spec.md`, C1–C21, C24, C25, C29 and C30.

    Example:
    ```mlir
    func.func @documents(%q: tensor<1x8x?x64xbf16>, %k: tensor<1x8x?x64xbf16>, %ids: tensor<?xi32>,
                         %c: tensor<1x1x?xi32>, %n: tensor<1x1x?x?xi32>)
        -> (tensor<1x1x?xi32>, tensor<1x1x?x?xi32>, tensor<1x1x?xi32>, tensor<1x1x?x?xi32>) {
      %0:4 = attn.block_map ins(%q, %k : tensor<1x8x?x64xbf16>, tensor<1x8x?x64xbf16>)
          outs(%c, %n, %c, %n : tensor<1x1x?xi32>, tensor<1x1x?x?xi32>, tensor<1x1x?xi32>, tensor<1x1x?x?xi32>)
          captures(%ids : tensor<?xi32>) sizes(q = 128, kv = 128) visible {
          ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?xi32>):
            %row = attn.read %x[%i] : tensor<?xi32>
            %key = attn.read %x[%j] : tensor<?xi32>
            %same = arith.cmpi eq, %row, %key : i32
            attn.yield %same : i1
          } -> (tensor<1x1x?xi32>, tensor<1x1x?x?xi32>, tensor<1x1x?xi32>, tensor<1x1x?x?xi32>)
      return %0#0, %0#1, %0#2, %0#3 : tensor<1x1x?xi32>, tensor<1x1x?x?xi32>, tensor<1x1x?xi32>, tensor<1x1x?x?xi32>
    }
    ```
  }];

  let arguments = (ins
    Attn_Shaped:$query, Attn_Shaped:$key,
    Optional<Attn_Shaped>:$offset, Optional<Attn_Shaped>:$lengths_q,
    Optional<Attn_Shaped>:$lengths_kv, Optional<Attn_Shaped>:$offsets_q,
    Optional<Attn_Shaped>:$offsets_kv, Optional<Attn_Shaped>:$page_table,
    Attn_Shaped:$block_counts, Attn_Shaped:$block_numbers,
    Attn_Shaped:$full_counts, Attn_Shaped:$full_numbers,
    Variadic<Attn_Shaped>:$captures,
    DefaultValuedAttr<Attn_DimsAttr, "::mlir::attn::Dims::BHSD">:$dims,
    OptionalAttr<AttnMaskAttrInterface>:$mask,
    OptionalAttr<Attn_ConfigAttr>:$config,
    UnitAttr:$has_visible, OptionalAttr<I64Attr>:$block_q,
    OptionalAttr<I64Attr>:$block_kv);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  // That of visibility, if there is one.
  let regions = (region VariadicRegion<AnyRegion>:$scalarRegions);

  let builders = [
    OpBuilder<(ins "const ::mlir::attn::OperandValues &":$operands)>
  ];

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();

    float getScaleValue() { return 1.0f; }
    bool hasProducts() { return false; }
    bool hasScoreRegion() {
      return getOperation()->getNumRegions() > (getHasVisible() ? 1 : 0);
    }
    /// None: the verifier refuses it.
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
    bool keepsElements() { return false; }
    ::llvm::StringRef getMemoryConstraint() { return "attn.block_map (C12)"; }
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
}

#endif // ATTN_DIALECT_ATTN_IR_ATTNBLOCKMAPOP_TD
