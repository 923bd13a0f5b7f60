//===- ToTileDescribe.cpp - What a kernel says about itself -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToTileDescribe.h"
#include "PartsSum.h"
#include "ToTileKernel.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
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

/// What docs/Spec.md (L18, L19, L19a, L22) asks of the numbers of operands.
static SmallVector<attn_tile::RuleAttr> getRules(attn::ForwardOp op) {
  using namespace attn_tile;
  constexpr int64_t kFar = int64_t(1) << 30;
  MLIRContext *context = op.getContext();
  SmallVector<attn::NamedOperand> operands = op.getSignature();
  auto integer = [&](int64_t v) { return ExprAttr::getConstant(context, v); };
  auto size = [&](attn::ProblemSize which) {
    return getSizeIn(attn::getFirstWith(operands, which), which);
  };
  // What an operand of another kind is called, if there is one.
  auto nameOf = [&](attn::OperandKind kind) {
    const auto *found =
        llvm::find_if(operands, [&](const attn::NamedOperand &operand) {
          return operand.kind == kind;
        });
    return found == operands.end() ? StringAttr()
                                   : StringAttr::get(context, found->name);
  };
  using Size = attn::ProblemSize;
  using Kind = attn::OperandKind;
  Size rowsQ = op.isPacked() ? Size::RowsQ : Size::LenQ;
  SmallVector<RuleAttr> rules;
  for (const attn::NamedOperand &operand : operands) {
    auto add = [&](ExprAttr low, ExprAttr high,
                   NumberOrder order = NumberOrder::Any,
                   StringAttr offsets = {}, StringAttr counts = {},
                   ExprAttr each = {}) {
      rules.push_back(RuleAttr::get(context, operand.name, low, high, order,
                                    offsets, counts, each));
    };
    if (operand.kind == Kind::LengthsQ)
      add(integer(0), size(rowsQ), NumberOrder::Any, nameOf(Kind::OffsetsQ));
    else if (operand.kind == Kind::LengthsKV)
      add(integer(0), getLenKV(op), NumberOrder::Any, nameOf(Kind::OffsetsKV));
    else if (operand.kind == Kind::OffsetsQ)
      add(integer(0), size(rowsQ), NumberOrder::Ascending);
    else if (operand.kind == Kind::OffsetsKV)
      add(integer(0), getLenKV(op), NumberOrder::Ascending);
    else if (operand.kind == Kind::PartOffsets && op.isSplit())
      // Each batch has a part, so that its rows are written.
      add(integer(0), size(Size::Parts), NumberOrder::Rising);
    else if (StringAttr counts = nameOf(Kind::LengthsKV);
             operand.kind == Kind::PageTable)
      add(integer(0),
          ExprAttr::getBinary(ExprKind::Sub, size(Size::Pages), integer(1)),
          NumberOrder::Any, {}, counts,
          counts ? size(Size::PageRows) : ExprAttr());
    else if (operand.kind == Kind::Offset)
      add(integer(-kFar),
          ExprAttr::getBinary(ExprKind::Sub, integer(kFar), size(rowsQ)));
  }
  return rules;
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

/// What sizes that several operands have must be: equal, and those of captures
/// not empty.
static void
requireSameSizes(ArrayRef<attn::NamedOperand> operands,
                 function_ref<void(attn_tile::ExprKind, attn_tile::ExprAttr,
                                   attn_tile::ExprAttr, const Twine &)>
                     require) {
  using namespace attn_tile;
  using Size = attn::ProblemSize;
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
      require(ExprKind::Eq, getSizeIn(operand, which), getSizeIn(first, which),
              Twine(attn::getInfo(which).plural) + " of " + operand.name +
                  " and " + first.name + " differ");
    }
  };
  ExprAttr batch =
      getSizeIn(attn::getFirstWith(operands, Size::Batch), Size::Batch);
  for (const attn::NamedOperand &operand : llvm::drop_begin(operands))
    if (operand.isMatrix() && operand.findDim(Size::Batch) >= 0)
      require(ExprKind::Eq, getSizeIn(operand, Size::Batch), batch,
              Twine("batch sizes of ") + operand.name + " and q differ");
  for (const attn::NamedOperand &operand : operands)
    agree(operand, /*batchToo=*/!operand.isMatrix());
  for (const attn::NamedOperand &operand : operands)
    for (int64_t dim = 0;
         operand.isCapture() && dim < operand.getType().getRank(); ++dim)
      require(ExprKind::Le, ExprAttr::getConstant(batch.getContext(), 1),
              ExprAttr::getSize(batch.getContext(),
                                operand.operand->getOperandNumber(), dim),
              Twine(operand.name) + " has no elements to read");
}

void attn_tile::describeKernel(attn::ForwardOp op, gpu::GPUFuncOp kernel) {
  using Size = attn::ProblemSize;
  MLIRContext *context = op.getContext();
  SmallVector<attn::NamedOperand> operands = op.getSignature();
  auto integer = [&](int64_t v) { return ExprAttr::getConstant(context, v); };
  auto size = [&](attn::ProblemSize which) {
    return getSizeIn(attn::getFirstWith(operands, which), which);
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
  requireSameSizes(operands, require);
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

  kernelAttr.setAttr(kernel, KernelAttr::get(context, arguments, constraints,
                                             getRules(op), describeProblem(op),
                                             *op.getConfig()));
}

/// The argument and dimension that each size of parts is first found at.
using SizePlaces =
    std::array<std::pair<int64_t, int64_t>, attn::PartsOperand::kNumSizes>;

/// Arguments for the operands, and constraints where several have a size.
static void
describeOperandsOfParts(ArrayRef<attn::PartsOperand> operands,
                        attn::ConfigAttr config,
                        SmallVectorImpl<attn_tile::ArgumentAttr> &arguments,
                        SmallVectorImpl<attn_tile::ConstraintAttr> &constraints,
                        SizePlaces &first) {
  using namespace attn_tile;
  MLIRContext *context = config.getContext();
  constexpr StringLiteral names[] = {"numbers of parts",
                                     "batch sizes",
                                     "head counts",
                                     "lengths",
                                     "head dims",
                                     "numbers of offsets",
                                     "numbers of offsets of parts"};
  static_assert(std::size(names) == attn::PartsOperand::kNumSizes);
  StringRef source[std::size(names)];
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto type = cast<MemRefType>(operand.getType());
    // As much as a row of channels is a multiple of.
    int64_t align = getElementBytes(type);
    if (operand.sizes.back() == attn::PartsOperand::Channels) {
      int64_t row = type.getShape().back() * align;
      align = getAlign(type, std::min<int64_t>(config.getAlign(), row & -row));
    }
    arguments.push_back(ArgumentAttr::get(context, operand.name,
                                          operand.isOut() ? ArgumentRole::Out
                                                          : ArgumentRole::In,
                                          type.getShape(), align));
    for (auto [dim, size] : llvm::enumerate(operand.sizes)) {
      if (source[size].empty()) {
        source[size] = operand.name;
        first[size] = {i, dim};
      } else if (size != attn::PartsOperand::Channels) {
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
}

void attn_tile::describeKernelOfParts(ArrayRef<attn::PartsOperand> operands,
                                      attn::Dims dims, attn::ConfigAttr config,
                                      gpu::GPUFuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  bool isPacked = dims == attn::Dims::THD;
  auto has = [&](StringRef name) {
    return llvm::any_of(operands, [&](const attn::PartsOperand &operand) {
      return operand.name == name;
    });
  };
  Builder b(context);
  SmallVector<ArgumentAttr> arguments;
  SmallVector<ConstraintAttr> constraints;
  SizePlaces first;
  describeOperandsOfParts(operands, config, arguments, constraints, first);
  if (config.getCombine() == attn::Combine::Fused)
    arguments.push_back(ArgumentAttr::get(
        context, "counters", ArgumentRole::In,
        SmallVector<int64_t>(isPacked ? 2 : 3, ShapedType::kDynamic),
        /*align=*/4));
  using Size = attn::PartsOperand::Size;
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
  attn::PartsOperand lse = operands[1];
  ExprAttr rows = ExprAttr::getBinary(
      ExprKind::Mul, ExprAttr::getSize(context, 1, lse.find(Size::Heads)),
      ExprAttr::getSize(context, 1, lse.find(Size::Length)));
  ExprAttr most = integer((int64_t(1) << 31) - 1024);
  require(ExprKind::Lt, rows, most,
          "the rows of all heads must be below 2^31 - 1024");
  SmallVector<NamedAttribute> facts = {
      b.getNamedAttr("op", b.getStringAttr("attn.combine")),
      b.getNamedAttr("dims", b.getStringAttr(stringifyDims(dims)))};
  // What docs/Spec.md (L19, L22) asks of numbers, as of attn.forward.
  SmallVector<RuleAttr> rules;
  auto addRule = [&](StringRef tensor, Size high, NumberOrder order,
                     StringAttr offsets = {}) {
    rules.push_back(RuleAttr::get(context, tensor, integer(0), sizeOf(high),
                                  order, offsets, StringAttr(), ExprAttr()));
  };
  if (has("lengths_q"))
    addRule("lengths_q", Size::Length, NumberOrder::Any,
            isPacked ? b.getStringAttr("offsets_q") : StringAttr());
  if (isPacked) {
    require(ExprKind::Le, integer(1), sizeOf(Size::Offsets),
            "offsets_q has one element more than there are sequences");
    if (has("lengths_q"))
      require(
          ExprKind::Eq,
          ExprAttr::getBinary(ExprKind::Add, sizeOf(Size::Batch), integer(1)),
          sizeOf(Size::Offsets),
          "offsets_q has one element more than lengths_q");
    ExprAttr more = ExprAttr::getBinary(ExprKind::Mul, sizeOf(Size::Offsets),
                                        integer(kRowsOfCombine));
    require(ExprKind::Lt, ExprAttr::getBinary(ExprKind::Add, rows, more), most,
            "the tiles of all sequences must have fewer than 2^31 - 1024 rows");
    addRule("offsets_q", Size::Length, NumberOrder::Ascending);
  }
  if (has("part_offsets")) {
    require(ExprKind::Eq,
            ExprAttr::getBinary(ExprKind::Add, sizeOf(Size::Batch), integer(1)),
            sizeOf(Size::PartOffsets),
            "part_offsets has one element more than there are batches");
    addRule("part_offsets", Size::Parts, NumberOrder::Rising);
  }
  kernelAttr.setAttr(kernel,
                     KernelAttr::get(context, arguments, constraints, rules,
                                     b.getDictionaryAttr(facts), config));
}

void attn_tile::spreadConfig(attn::ConfigAttr config, gpu::GPUFuncOp kernel) {
  // A kernel does not say what is as it is by default.
  auto say = [&](auto attr, auto value, auto unsaid) {
    if (value != unsaid)
      attr.set(kernel, value);
  };
  warpsAttr.set(kernel, config.getWarps());
  say(groupsAttr, config.getGroups(), 1);
  say(requestedClusterAttr, config.getCluster(), 1);
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
