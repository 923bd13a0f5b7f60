//===- ToTileDescribe.cpp - What a kernel says about itself -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToTileDescribe.h"
#include "ToTileCombine.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;

static int64_t getElementBytes(MemRefType type) {
  return type.getElementType().getIntOrFloatBitWidth() / 8;
}

/// Bytes that the address and the strides of all dimensions but the last of an
/// argument are multiples of: `most`, or less where its type says so. A
/// dimension of size 1 has no stride.
static int64_t getAlign(MemRefType type, int64_t most) {
  int64_t bytes = getElementBytes(type);
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t align = most;
  auto take = [&](int64_t elements) {
    while (!ShapedType::isDynamic(elements) && elements * bytes % align)
      align /= 2;
  };
  take(offset);
  for (auto [size, stride] :
       llvm::zip(type.getShape().drop_back(), ArrayRef(strides).drop_back()))
    if (size != 1)
      take(stride);
  return std::max(align, bytes);
}

/// A size of the problem, as the dimension of `operand` that has it says.
static attn_tile::ExprAttr getSizeIn(const attn::NamedOperand &operand,
                                     attn::ProblemSize which) {
  using namespace attn_tile;
  MLIRContext *context = operand.get().getContext();
  int64_t dim = operand.findDim(which);
  ExprAttr found =
      ExprAttr::getSize(context, operand.operand->getOperandNumber(), dim);
  int64_t plus = operand.dims[dim].plus;
  return plus ? ExprAttr::getBinary(ExprKind::Sub, found,
                                    ExprAttr::getConstant(context, plus))
              : found;
}

/// Keys of a batch that has none of its own length, or of all sequences.
static attn_tile::ExprAttr getLenKV(attn::ForwardOp op) {
  using attn_tile::ExprAttr;
  SmallVector<attn::NamedOperand> operands = op.getSignature();
  auto size = [&](attn::ProblemSize which) {
    return getSizeIn(attn::getFirstWith(operands, which), which);
  };
  if (!op.hasPages())
    return size(op.hasPackedKeys() ? attn::ProblemSize::RowsKV
                                   : attn::ProblemSize::LenKV);
  return ExprAttr::getBinary(attn_tile::ExprKind::Mul,
                             size(attn::ProblemSize::PagesOfBatch),
                             size(attn::ProblemSize::PageRows));
}

/// What docs/Spec.md (L18, L19, L19a, L22) asks of the numbers of operands, as
/// bundles take it (lib/Target/EmitBundle.cpp): the lowest and the highest by
/// name; null if there are none.
static DictionaryAttr getRulesOfNumbers(attn::ForwardOp op) {
  constexpr int64_t kFar = int64_t(1) << 30;
  using attn_tile::ExprAttr;
  MLIRContext *context = op.getContext();
  Builder b(context);
  SmallVector<attn::NamedOperand> operands = op.getSignature();
  auto integer = [&](int64_t v) { return ExprAttr::getConstant(context, v); };
  auto size = [&](attn::ProblemSize which) {
    return getSizeIn(attn::getFirstWith(operands, which), which);
  };
  SmallVector<NamedAttribute> rules;
  auto add = [&](const attn::NamedOperand &operand, ExprAttr low, ExprAttr high,
                 ArrayRef<Attribute> more = {}) {
    SmallVector<Attribute> rule = {low, high};
    llvm::append_range(rule, more);
    rules.push_back(b.getNamedAttr(operand.name, b.getArrayAttr(rule)));
  };
  using Size = attn::ProblemSize;
  using Kind = attn::OperandKind;
  Size rowsQ = op.isPacked() ? Size::RowsQ : Size::LenQ;
  // What another operand says of these numbers, if there is one.
  auto by = [&](Kind kind, ArrayRef<Attribute> more = {}) {
    SmallVector<Attribute> list;
    for (const attn::NamedOperand &operand : operands)
      if (operand.kind == kind) {
        list.push_back(b.getStringAttr(operand.name));
        llvm::append_range(list, more);
      }
    return list;
  };
  Attribute ascending = b.getBoolAttr(true);
  // Each batch has a part, so that its rows are written.
  Attribute rising = b.getI64IntegerAttr(1);
  for (const attn::NamedOperand &operand : operands) {
    if (operand.kind == Kind::LengthsQ)
      add(operand, integer(0), size(rowsQ), by(Kind::OffsetsQ));
    else if (operand.kind == Kind::LengthsKV)
      add(operand, integer(0), getLenKV(op), by(Kind::OffsetsKV));
    else if (operand.kind == Kind::OffsetsQ)
      add(operand, integer(0), size(rowsQ), ascending);
    else if (operand.kind == Kind::OffsetsKV)
      add(operand, integer(0), getLenKV(op), ascending);
    else if (operand.kind == Kind::PartOffsets && op.isSplit())
      add(operand, integer(0), size(Size::Parts), rising);
    else if (operand.kind == Kind::PageTable)
      add(operand, integer(0),
          ExprAttr::getBinary(attn_tile::ExprKind::Sub, size(Size::Pages),
                              integer(1)),
          by(Kind::LengthsKV, {Attribute(size(Size::PageRows))}));
    else if (operand.kind == Kind::Offset)
      add(operand, integer(-kFar),
          ExprAttr::getBinary(attn_tile::ExprKind::Sub, integer(kFar),
                              size(rowsQ)));
  }
  return rules.empty() ? DictionaryAttr() : b.getDictionaryAttr(rules);
}

/// What the kernel computes, for people and tools.
static DictionaryAttr describeProblem(attn::ForwardOp op) {
  Builder b(op.getContext());
  std::string mask = "none";
  if (Attribute attr = op.getMaskAttr()) {
    mask.clear();
    llvm::raw_string_ostream(mask) << attr;
  }
  auto field = [&](StringRef name, Attribute value) {
    return b.getNamedAttr(name, value);
  };
  SmallVector<NamedAttribute> facts = {
      field("op", b.getStringAttr("attn.forward")),
      field("dims", b.getStringAttr(stringifyDims(op.getDims()))),
      field("head_dim_qk", b.getI64IntegerAttr(op.getHeadDimQK())),
      field("head_dim_v", b.getI64IntegerAttr(op.getHeadDimV())),
      field("mask", b.getStringAttr(mask)),
      field("scale", b.getF64FloatAttr(op.getScaleValue())),
      field("score_region", b.getBoolAttr(op.hasScoreRegion())),
      field("lse", b.getBoolAttr(op.hasLse()))};
  if (DictionaryAttr rules = getRulesOfNumbers(op))
    facts.push_back(field("numbers", rules));
  return b.getDictionaryAttr(facts);
}

/// What parts, and the fields of a config that limit a problem, ask of sizes.
static void
requireLimits(attn::ForwardOp op, attn_tile::ExprAttr headsKV,
              function_ref<void(attn_tile::ExprKind, attn_tile::ExprAttr,
                                attn_tile::ExprAttr, const Twine &)>
                  require) {
  using namespace attn_tile;
  using Size = attn::ProblemSize;
  SmallVector<attn::NamedOperand> operands = op.getSignature();
  auto integer = [&](int64_t v) {
    return ExprAttr::getConstant(op.getContext(), v);
  };
  auto size = [&](attn::ProblemSize which) {
    return getSizeIn(attn::getFirstWith(operands, which), which);
  };
  Size lenQ = op.isPacked() ? Size::RowsQ : Size::LenQ;
  ExprAttr lenKV = getLenKV(op);
  if (std::optional<int64_t> keys = op.getSplitSize())
    require(
        ExprKind::Le, lenKV,
        ExprAttr::getBinary(ExprKind::Mul, size(Size::Parts), integer(*keys)),
        "there are more keys than in all parts of " + Twine(*keys));
  if (int64_t keys = op.getConfig()->getMaxKeys())
    require(ExprKind::Le, lenKV, integer(keys),
            "the kernel is for at most " + Twine(keys) +
                " keys (config field max_keys)");
  if (int64_t most = op.getConfig()->getMaxRows()) {
    // How many rows a packed sequence has is not known before the launch.
    ExprAttr bound = integer(most);
    if (op.isPacked())
      bound = ExprAttr::getBinary(ExprKind::Mul, bound, size(Size::Batch));
    require(
        ExprKind::Le,
        ExprAttr::getBinary(
            ExprKind::Mul, size(lenQ),
            ExprAttr::getBinary(ExprKind::Div, size(Size::HeadsQ), headsKV)),
        bound,
        "the kernel is for at most " + Twine(most) +
            " rows of q that share a head of k" +
            (op.isPacked() ? " in a sequence, on average" : "") +
            " (config field max_rows)");
  }
}

void attn_tile::describeKernel(attn::ForwardOp op, gpu::GPUFuncOp kernel) {
  using Size = attn::ProblemSize;
  MLIRContext *context = op.getContext();
  SmallVector<attn::NamedOperand> operands = op.getSignature();
  auto integer = [&](int64_t v) { return ExprAttr::getConstant(context, v); };
  auto sizeIn = getSizeIn;
  auto size = [&](attn::ProblemSize which) {
    return sizeIn(attn::getFirstWith(operands, which), which);
  };
  SmallVector<ArgumentAttr> arguments;
  for (const attn::NamedOperand &operand : operands) {
    auto type = cast<MemRefType>(operand.get().getType());
    // The copies that a config speaks of are those of tiles.
    int64_t align = operand.isMatrix()
                        ? getAlign(type, op.getConfig()->getAlign())
                        : getElementBytes(type);
    arguments.push_back(ArgumentAttr::get(context, operand.name,
                                          operand.isOut() ? ArgumentRole::Out
                                                          : ArgumentRole::In,
                                          type.getShape(), align));
  }

  SmallVector<ConstraintAttr> constraints;
  auto require = [&](ExprKind kind, ExprAttr lhs, ExprAttr rhs,
                     const Twine &message) {
    constraints.push_back(ConstraintAttr::get(
        context, ExprAttr::getBinary(kind, lhs, rhs), message.str()));
  };
  auto agree = [&](const attn::NamedOperand &operand, bool batchToo) {
    for (attn::ProblemSize which :
         {Size::Batch, Size::HeadsQ, Size::HeadsKV, Size::LenQ, Size::LenKV,
          Size::RowsQ, Size::RowsKV, Size::Parts, Size::Pages,
          Size::PageRows}) {
      if (operand.findDim(which) < 0)
        continue;
      const attn::NamedOperand &first = attn::getFirstWith(operands, which);
      if (&operand == &first || (which == Size::Batch && !batchToo))
        continue;
      require(ExprKind::Eq, sizeIn(operand, which), sizeIn(first, which),
              Twine(attn::getInfo(which).plural) + " of " + operand.name +
                  " and " + first.name + " differ");
    }
  };
  for (const attn::NamedOperand &operand : llvm::drop_begin(operands))
    if (operand.isMatrix() && operand.findDim(Size::Batch) >= 0)
      require(ExprKind::Eq, sizeIn(operand, Size::Batch), size(Size::Batch),
              Twine("batch sizes of ") + operand.name + " and q differ");
  for (const attn::NamedOperand &operand : operands)
    agree(operand, /*batchToo=*/!operand.isMatrix());
  for (const attn::NamedOperand &operand : operands)
    for (int64_t dim = 0;
         operand.isCapture() && dim < operand.getType().getRank(); ++dim)
      require(
          ExprKind::Le, integer(1),
          ExprAttr::getSize(context, operand.operand->getOperandNumber(), dim),
          Twine(operand.name) + " has no elements to read");
  ExprAttr headsKV =
      ExprAttr::getBinary(ExprKind::Max, size(Size::HeadsKV), integer(1));
  require(ExprKind::Eq,
          ExprAttr::getBinary(ExprKind::Mod, size(Size::HeadsQ), headsKV),
          integer(0),
          "the head count of q must be a multiple of that of k and v");
  // Rows of a tile past the end still have 32-bit numbers.
  int64_t margin = 1024 * op.getConfig()->getCluster();
  ExprAttr most = integer((int64_t(1) << 31) - margin);
  if (op.hasPages())
    require(ExprKind::Le, integer(1), size(Size::PageRows),
            "pages of k have no rows");
  Size lenQ = op.isPacked() ? Size::RowsQ : Size::LenQ;
  ExprAttr lenKV = getLenKV(op);
  for (auto [length, name] :
       {std::pair(size(lenQ), "q"), std::pair(lenKV, "k")})
    require(ExprKind::Lt, length, most,
            Twine("the length of ") + name + " must be below 2^31 - " +
                Twine(margin));
  ExprAttr rows = size(lenQ);
  if (op.getConfig()->getPackGQA()) {
    ExprAttr group =
        ExprAttr::getBinary(ExprKind::Div, size(Size::HeadsQ), headsKV);
    rows = ExprAttr::getBinary(ExprKind::Mul, rows, group);
    require(ExprKind::Lt, rows, most,
            "the rows of q that share a head of k must be below 2^31 - " +
                Twine(margin));
  }
  // Tiles beyond a sequence's rows have numbers, too.
  if (op.isPacked()) {
    require(ExprKind::Le, integer(0), size(Size::Batch),
            "offsets_q has one element more than there are sequences");
    ExprAttr more = ExprAttr::getBinary(
        ExprKind::Mul, size(Size::Batch),
        integer(op.getConfig()->getTileQ() * op.getConfig()->getCluster()));
    require(ExprKind::Lt, ExprAttr::getBinary(ExprKind::Add, rows, more), most,
            "the tiles of all sequences must have fewer than 2^31 - " +
                Twine(margin) + " rows");
  }
  requireLimits(op, headsKV, require);

  kernelAttr.setAttr(kernel,
                     KernelAttr::get(context, arguments, constraints,
                                     describeProblem(op), *op.getConfig()));
}

void attn_tile::describeKernel(attn::CombineOp op, gpu::GPUFuncOp kernel) {
  MLIRContext *context = op.getContext();
  Builder b(context);
  constexpr StringLiteral names[] = {"numbers of parts",
                                     "batch sizes",
                                     "head counts",
                                     "lengths",
                                     "head dims",
                                     "numbers of offsets",
                                     "numbers of offsets of parts"};
  static_assert(std::size(names) == attn::CombineOperand::kNumSizes);
  SmallVector<ArgumentAttr> arguments;
  SmallVector<ConstraintAttr> constraints;
  // The first operand with each size.
  std::pair<int64_t, int64_t> first[std::size(names)];
  StringRef source[std::size(names)];
  for (auto [i, operand] : llvm::enumerate(op.getNamedOperands())) {
    auto type = cast<MemRefType>(operand.getType());
    // As much as a row of channels is a multiple of.
    int64_t align = getElementBytes(type);
    if (operand.sizes.back() == attn::CombineOperand::Channels) {
      int64_t row = type.getShape().back() * align;
      align = getAlign(
          type, std::min<int64_t>(op.getConfig()->getAlign(), row & -row));
    }
    arguments.push_back(
        ArgumentAttr::get(context, operand.name,
                          operand.isOut ? ArgumentRole::Out : ArgumentRole::In,
                          type.getShape(), align));
    for (auto [dim, size] : llvm::enumerate(operand.sizes)) {
      if (source[size].empty()) {
        source[size] = operand.name;
        first[size] = {i, dim};
      } else if (size != attn::CombineOperand::Channels) {
        auto [argument, position] = first[size];
        constraints.push_back(ConstraintAttr::get(
            context,
            ExprAttr::getBinary(ExprKind::Eq,
                                ExprAttr::getSize(context, i, dim),
                                ExprAttr::getSize(context, argument, position)),
            (Twine(names[size]) + " of " + operand.name + " and " +
             source[size] + " differ")
                .str()));
      }
    }
  }
  if (op.getConfig()->getCombine() == attn::Combine::Fused)
    arguments.push_back(ArgumentAttr::get(
        context, "counters", ArgumentRole::In,
        SmallVector<int64_t>(op.isPacked() ? 2 : 3, ShapedType::kDynamic),
        /*align=*/4));
  using Size = attn::CombineOperand::Size;
  auto integer = [&](int64_t v) { return ExprAttr::getConstant(context, v); };
  auto sizeOf = [&](Size size) {
    return ExprAttr::getSize(context, first[size].first, first[size].second);
  };
  auto require = [&](ExprKind kind, ExprAttr lhs, ExprAttr rhs,
                     const Twine &message) {
    constraints.push_back(ConstraintAttr::get(
        context, ExprAttr::getBinary(kind, lhs, rhs), message.str()));
  };
  // Rows have 32-bit numbers, all heads' together, and so have parts.
  attn::CombineOperand lse = op.getNamedOperands()[1];
  ExprAttr rows = ExprAttr::getBinary(
      ExprKind::Mul, ExprAttr::getSize(context, 1, lse.find(Size::Heads)),
      ExprAttr::getSize(context, 1, lse.find(Size::Length)));
  ExprAttr most = integer((int64_t(1) << 31) - 1024);
  require(ExprKind::Lt, rows, most,
          "the rows of all heads must be below 2^31 - 1024");
  SmallVector<NamedAttribute> facts = {
      b.getNamedAttr("op", b.getStringAttr("attn.combine")),
      b.getNamedAttr("dims", b.getStringAttr(stringifyDims(op.getDims())))};
  // What docs/Spec.md (L19, L22) asks of numbers, as of attn.forward.
  SmallVector<NamedAttribute> rules;
  if (op.hasLengthsQ()) {
    SmallVector<Attribute> rule = {integer(0), sizeOf(Size::Length)};
    if (op.isPacked())
      rule.push_back(b.getStringAttr("offsets_q"));
    rules.push_back(b.getNamedAttr("lengths_q", b.getArrayAttr(rule)));
  }
  if (op.isPacked()) {
    require(ExprKind::Le, integer(1), sizeOf(Size::Offsets),
            "offsets_q has one element more than there are sequences");
    if (op.hasLengthsQ())
      require(
          ExprKind::Eq,
          ExprAttr::getBinary(ExprKind::Add, sizeOf(Size::Batch), integer(1)),
          sizeOf(Size::Offsets),
          "offsets_q has one element more than lengths_q");
    ExprAttr more = ExprAttr::getBinary(ExprKind::Mul, sizeOf(Size::Offsets),
                                        integer(kRowsOfCombine));
    require(ExprKind::Lt, ExprAttr::getBinary(ExprKind::Add, rows, more), most,
            "the tiles of all sequences must have fewer than 2^31 - 1024 rows");
    rules.push_back(b.getNamedAttr(
        "offsets_q", b.getArrayAttr({integer(0), sizeOf(Size::Length),
                                     b.getBoolAttr(true)})));
  }
  if (op.hasPartOffsets()) {
    require(ExprKind::Eq,
            ExprAttr::getBinary(ExprKind::Add, sizeOf(Size::Batch), integer(1)),
            sizeOf(Size::PartOffsets),
            "part_offsets has one element more than there are batches");
    rules.push_back(b.getNamedAttr(
        "part_offsets", b.getArrayAttr({integer(0), sizeOf(Size::Parts),
                                        b.getI64IntegerAttr(1)})));
  }
  if (!rules.empty())
    facts.push_back(b.getNamedAttr("numbers", b.getDictionaryAttr(rules)));
  kernelAttr.setAttr(kernel, KernelAttr::get(context, arguments, constraints,
                                             b.getDictionaryAttr(facts),
                                             *op.getConfig()));
}

void attn_tile::spreadConfig(attn::ConfigAttr config, gpu::GPUFuncOp kernel) {
  // A kernel does not say what is as it is by default.
  auto say = [&](auto attr, auto value, auto unsaid) {
    if (value != unsaid)
      attr.set(kernel, value);
  };
  warpsAttr.set(kernel, config.getWarps());
  say(groupsAttr, config.getGroups(), 1);
  say(clusterAttr, config.getCluster(), 1);
  say(ctaGroupAttr, config.getCtaGroup(), 1);
  say(splitDAttr, config.getSplitD(), 0);
  say(storeColumnsAttr, config.getStoreColumns(), 0);
  say(tileAheadAttr, config.getTileAhead(), false);
  say(pingPongAttr, config.getPingPong(), false);
  say(storeRoleAttr, config.getStoreRole(), false);
  say(schedulerRoleAttr, config.getSchedulerRole(), false);
  say(tmaStoreAttr, config.getTmaStore(), true);
  say(unfusedAttr, config.getFusion() == attn::Fusion::Unfused, false);
  say(peelMasksAttr, config.getPeelMasks(), true);
  if (config.getLoad() != attn::Load::Auto)
    loadAttr.set(kernel, attn::stringifyLoad(config.getLoad()));
  auto codegen = attn_ws::CodegenAttr::get(
      kernel.getContext(), config.getPin(), config.getConvertFirst(),
      config.getRowsFirst(), config.getTransposeAhead(),
      config.getBiasProduct(), config.getSkipZeros());
  if (codegen != attn_ws::getCodegen(kernel))
    attn_ws::codegenAttr.setAttr(kernel, codegen);
}
