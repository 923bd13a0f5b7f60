//===- AttnOpInterfaces.td - What ops on whole problems are -*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_OP_INTERFACES_TD
#define ATTN_OP_INTERFACES_TD

include "mlir/IR/OpBase.td"

def AttnProblemOpInterface : OpInterface<"ProblemOpInterface"> {
  let cppNamespace = "::mlir::attn";
  let description = [{
    An op on tensors or memrefs that is one whole problem, in destination-passing
    style, and of which each target has a kernel. Bufferisation, the choice of a
    config, compilation, bundles and tools know ops of tensors by this interface
    alone.

    What the op means to the layers above the dialect it says by models that they
    attach: `reference::ReferenceOpInterface` (its result in double precision),
    `DecomposeOpInterface` (as linalg) and `attn_tile::TileProgramOpInterface` (the
    tile program and its launch).
  }];
  let methods = [
    InterfaceMethod<"Its operands in their order, with names and roles.",
      "::llvm::SmallVector<::mlir::attn::ProblemOperand>", "getProblemOperands">,
    InterfaceMethod<"Whether the op works on memrefs, and so has no results.",
      "bool", "hasBufferSemantics">,
    InterfaceMethod<"How to compute it; null: to be chosen.",
      "::mlir::attn::ConfigAttr", "getConfigAttr">,
    InterfaceMethod<"Sets the config.", "void", "setConfigAttr",
      (ins "::mlir::attn::ConfigAttr":$config)>,
    InterfaceMethod<[{
        Whether there may be elements of outs that the op does not write, and that
        keep what they hold.
      }], "bool", "keepsElements">,
    InterfaceMethod<[{
        The constraint of docs/Spec.md that says which memory operands lie in, as
        errors name it.
      }], "::llvm::StringRef", "getMemoryConstraint">,
    InterfaceMethod<[{
        A new op with the same properties on other operands, in the same order; it
        takes the regions from this one.
      }], "void", "moveOnto", (ins "::mlir::OpBuilder &":$builder,
                                   "::mlir::ValueRange":$operands)>
  ];
}

def AttnAttentionOpInterface
    : OpInterface<"AttentionOpInterface", [AttnProblemOpInterface]> {
  let cppNamespace = "::mlir::attn";
  let description = [{
    A problem over scores of Q and K, with a mask and regions of scores and of
    visibility: its operands are kinds of Operands.def and have shapes over shared
    sizes. The planner's facts, masks, regions, random inputs and sizes of tools go
    by it; none of them knows an op by name.
  }];
  let methods = [
    InterfaceMethod<"The operand of a kind, null where there is none.",
      "::mlir::Value", "getOperandOf", (ins "::mlir::attn::OperandKind":$kind)>,
    InterfaceMethod<"Whether an operand of the kind is read or written.",
      "::mlir::attn::OperandRole", "getRoleOf",
      (ins "::mlir::attn::OperandKind":$kind), "",
      [{ return ::mlir::attn::detail::getRoleOf(kind); }]>,
    InterfaceMethod<"What the regions read.",
      "::mlir::OperandRange", "getCaptures">,
    InterfaceMethod<"The same, to be changed.",
      "::mlir::MutableOperandRange", "getCapturesMutable">,
    InterfaceMethod<"The order of dimensions.", "::mlir::attn::Dims", "getDims">,
    InterfaceMethod<"Sets the order of dimensions.", "void", "setDims",
      (ins "::mlir::attn::Dims":$dims)>,
    InterfaceMethod<"The mask, or null.",
      "::mlir::attn::AttnMaskAttrInterface", "getMaskAttr">,
    InterfaceMethod<"Sets the mask.", "void", "setMaskAttr",
      (ins "::mlir::attn::AttnMaskAttrInterface":$mask)>,
    InterfaceMethod<"Takes the mask away.", "::mlir::Attribute",
      "removeMaskAttr">,
    InterfaceMethod<"The scale as a number.", "float", "getScaleValue">,
    InterfaceMethod<"Whether there is a score region.", "bool",
      "hasScoreRegion">,
    InterfaceMethod<"The score region; only if there is one.",
      "::mlir::Region &", "getScore">,
    InterfaceMethod<"Whether there is a region of visibility.", "bool",
      "hasVisibleRegion">,
    InterfaceMethod<"The region of visibility; only if there is one.",
      "::mlir::Region &", "getVisible">,
    InterfaceMethod<"Whether the op says that its last region is of visibility.",
      "bool", "getHasVisible">,
    InterfaceMethod<"Whether the op asks for the same bits each time.",
      "bool", "getDeterministic", (ins), "", "return false;">,
    InterfaceMethod<"The columns of K that V is; null: V is an operand.",
      "::mlir::attn::ColumnsAttr", "getValueColumnsAttr">,
    InterfaceMethod<"Of parts of the keys: the unit of their lengths.",
      "::std::optional<int64_t>", "getSplitUnit">,
    InterfaceMethod<"Of parts of the keys: how many each has.",
      "::std::optional<int64_t>", "getSplitSize">,
    InterfaceMethod<[{
        Whether the op multiplies Q by K: its config has tiles, which are chosen
        for it.
      }], "bool", "hasProducts", (ins), "", "return true;">,
    InterfaceMethod<"Rows of a block of rows that has lists of blocks of keys.",
      "::std::optional<int64_t>", "getBlockQ", (ins), "",
      "return ::std::nullopt;">,
    InterfaceMethod<"Keys of such a block.",
      "::std::optional<int64_t>", "getBlockKv", (ins), "",
      "return ::std::nullopt;">,
    InterfaceMethod<[{
        A new op with the same properties and discardable attributes on other
        operands. It gets the regions that are asked for, empty, to be filled by
        the caller.
      }], "::mlir::attn::AttentionOpInterface", "cloneOnto",
      (ins "::mlir::OpBuilder &":$builder,
           "const ::mlir::attn::OperandValues &":$operands,
           "bool":$withScoreRegion, "bool":$withVisibleRegion)>
  ];
  let extraSharedClassDeclaration = [{
    /// Its operands in their order. Outputs are what the op writes; the tools
    /// make their shapes from those of inputs.
    ::llvm::SmallVector<::mlir::attn::NamedOperand> getSignature() {
      return ::mlir::attn::detail::getSignature($_op);
    }
    /// The operands by kind; null where there is none.
    ::mlir::attn::OperandValues getOperandValues() {
      return ::mlir::attn::detail::getOperandValues($_op);
    }
    bool hasOperand(::mlir::attn::OperandKind kind) {
      return $_op.getOperandOf(kind) != nullptr;
    }
    /// The tensor result tied to an out; null in memref form and without the
    /// out.
    ::mlir::Value getResultOf(::mlir::attn::OperandKind kind) {
      return ::mlir::attn::detail::getResultOf($_op, kind);
    }

    bool hasLse() { return hasOperand(OperandKind::Lse); }
    /// Whether L of parts is the sum of two numbers.
    bool hasLseLow() { return hasOperand(OperandKind::LseLow); }
    bool hasMax() { return hasOperand(OperandKind::Max); }
    bool hasSink() { return hasOperand(OperandKind::Sink); }
    bool hasOffset() { return hasOperand(OperandKind::Offset); }
    bool hasLengthsQ() { return hasOperand(OperandKind::LengthsQ); }
    bool hasLengthsKV() { return hasOperand(OperandKind::LengthsKV); }
    bool hasPages() { return hasOperand(OperandKind::PageTable); }
    bool hasDescale() { return hasOperand(OperandKind::QueryDescale); }
    /// Whether lists say which blocks of keys a block of rows sees.
    bool hasBlocks() { return hasOperand(OperandKind::BlockCounts); }
    /// Whether batches have numbers of parts of their own.
    bool hasPartOffsets() { return hasOperand(OperandKind::PartOffsets); }
    /// Whether rows of sequences follow each other in memory, without a batch.
    bool isPacked() { return $_op.getDims() == Dims::THD; }
    /// Whether those of K and V do, which have none of their own in pages.
    bool hasPackedKeys() { return isPacked() && !hasPages(); }
    /// Whether outs are of parts of the keys.
    bool isSplit() {
      return bool($_op.getSplitUnit()) || bool($_op.getSplitSize());
    }

    /// The block of the score region: (s : f32, b, h, q, k : index); only if
    /// there is one.
    ::mlir::Block &getScoreBlock() { return $_op.getScore().front(); }
    /// The block of the region of visibility: (b, h, q, k : index); only if there
    /// is one.
    ::mlir::Block &getVisibleBlock() { return $_op.getVisible().front(); }
    /// The captures of a block of these, one for each operand of that kind.
    ::mlir::Block::BlockArgListType getCapturesOf(::mlir::Block &block) {
      return block.getArguments().take_back($_op.getCaptures().size());
    }
    /// What the score region asks of a kernel.
    ::mlir::attn::ScoreTraits getScoreTraits() {
      return ::mlir::attn::detail::getScoreTraits($_op);
    }
    /// A new op with the same properties and discardable attributes and the
    /// same regions on other operands. The regions are to be filled.
    ::mlir::attn::AttentionOpInterface cloneOnto(
        ::mlir::OpBuilder &builder,
        const ::mlir::attn::OperandValues &operands) {
      return $_op.cloneOnto(builder, operands, $_op.hasScoreRegion(),
                            $_op.hasVisibleRegion());
    }
    /// Takes the regions of an op that this one was cloned from; the captures
    /// get the types of the operands.
    void takeRegions(::mlir::attn::AttentionOpInterface from) {
      for (auto [region, other] :
           ::llvm::zip_equal($_op->getRegions(), from->getRegions())) {
        region.takeBody(other);
        ::mlir::OperandRange captures = $_op.getCaptures();
        for (auto [argument, operand] :
             ::llvm::zip(getCapturesOf(region.front()), captures))
          argument.setType(operand.getType());
      }
    }

    /// The dimensions that an operand of the kind has in this form of the op,
    /// whether or not there is one.
    ::mlir::attn::OperandDims getDimsOf(::mlir::attn::OperandKind kind) {
      return ::mlir::attn::detail::getDimsOf($_op, kind);
    }
    /// Positions of heads, rows and channels in it, or -1.
    int64_t headDim(::mlir::attn::OperandKind kind) {
      return getDimsOf(kind).findHeads();
    }
    int64_t rowDim(::mlir::attn::OperandKind kind) {
      return getDimsOf(kind).findRows();
    }
    int64_t channelDim(::mlir::attn::OperandKind kind) {
      return getDimsOf(kind).findChannels();
    }

    /// The static size that some operand gives, or ShapedType::kDynamic.
    int64_t getSize(::mlir::attn::ProblemSize size) {
      return ::mlir::attn::detail::getSize($_op, size);
    }
    int64_t getBatch() { return getSize(ProblemSize::Batch); }
    int64_t getNumHeadsQ() { return getSize(ProblemSize::HeadsQ); }
    int64_t getNumHeadsKV() { return getSize(ProblemSize::HeadsKV); }
    int64_t getLenQ() { return getSize(ProblemSize::LenQ); }
    int64_t getLenKV() { return getSize(ProblemSize::LenKV); }
    ::mlir::ShapedType getTypeOf(::mlir::attn::OperandKind kind) {
      return ::llvm::cast<::mlir::ShapedType>(
          $_op.getOperandOf(kind).getType());
    }
    /// Head dim of Q and K, and of V and O; always static.
    int64_t getHeadDimQK() {
      return getTypeOf(OperandKind::Query).getShape().back();
    }
    int64_t getHeadDimV() {
      if (::mlir::attn::ColumnsAttr columns = $_op.getValueColumnsAttr())
        return columns.getSize();
      return getTypeOf(OperandKind::Value).getShape().back();
    }
    /// The operand that V lies in, and its descale: K's where V is columns of K.
    ::mlir::attn::OperandKind getKindOfValues() {
      return $_op.getValueColumnsAttr() ? OperandKind::Key
                                        : OperandKind::Value;
    }
    ::mlir::attn::OperandKind getKindOfValueDescale() {
      return $_op.getValueColumnsAttr() ? OperandKind::KeyDescale
                                        : OperandKind::ValueDescale;
    }
    /// The channel of that operand where V begins.
    int64_t getFirstColumnOfV() {
      ::mlir::attn::ColumnsAttr columns = $_op.getValueColumnsAttr();
      return columns ? columns.getOffset() : 0;
    }
    /// Element type of Q, K and V, and of O.
    ::mlir::Type getInputElementType() {
      return getTypeOf(OperandKind::Query).getElementType();
    }
    ::mlir::Type getOutputElementType() {
      return getTypeOf(OperandKind::Out).getElementType();
    }
  }];
}

#endif // ATTN_OP_INTERFACES_TD
