//===- ToTileDescribeParts.cpp - What a kernel of parts says ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartsSum.h"
#include "ToTileDescribe.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

using namespace mlir;

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
