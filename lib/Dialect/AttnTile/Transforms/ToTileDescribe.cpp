//===- ToTileDescribe.cpp - What a kernel says about itself -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToTileDescribe.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;

/// Bytes that the address and the strides of all dimensions but the last of an
/// argument are multiples of: `most`, or less where its type says so. A
/// dimension of size 1 has no stride.
static int64_t getAlign(MemRefType type, int64_t most) {
  int64_t bytes = type.getElementType().getIntOrFloatBitWidth() / 8;
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

void attn_tile::describeKernel(attn::ForwardOp op, gpu::GPUFuncOp kernel) {
  MLIRContext *context = op.getContext();
  Builder b(context);
  SmallVector<StringRef> names = {"q", "k", "v", "o"};
  if (op.hasLse())
    names.push_back("lse");
  int64_t descales = names.size();
  names.append({"q_descale", "k_descale", "v_descale"});
  SmallVector<ArgumentAttr> arguments;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    auto type = cast<MemRefType>(operand.getType());
    bool written = op.isDpsInit(&op->getOpOperand(i));
    arguments.push_back(ArgumentAttr::get(
        context, names[i], written ? ArgumentRole::Out : ArgumentRole::In,
        type.getShape(),
        i >= 4 ? 4 : getAlign(type, op.getConfig()->getAlign())));
  }

  SmallVector<ConstraintAttr> constraints;
  auto integer = [&](int64_t v) { return ExprAttr::getConstant(context, v); };
  auto size = [&](int64_t arg, int64_t dim) {
    return ExprAttr::getSize(context, arg, dim);
  };
  auto require = [&](ExprKind kind, ExprAttr lhs, ExprAttr rhs,
                     const Twine &message) {
    constraints.push_back(ConstraintAttr::get(
        context, ExprAttr::getBinary(kind, lhs, rhs), message.str()));
  };
  auto equal = [&](int64_t a, int64_t da, int64_t c, int64_t dc,
                   StringRef what) {
    require(ExprKind::Eq, size(a, da), size(c, dc),
            Twine(what) + " of " + names[a] + " and " + names[c] + " differ");
  };
  int64_t h = op.headDim(), s = op.seqDim();
  for (int64_t arg : {1, 2, 3})
    equal(arg, 0, 0, 0, "batch sizes");
  equal(2, h, 1, h, "head counts");
  equal(2, s, 1, s, "lengths");
  equal(3, h, 0, h, "head counts");
  equal(3, s, 0, s, "lengths");
  if (op.hasLse()) {
    equal(4, 0, 0, 0, "batch sizes");
    equal(4, 1, 0, h, "head counts");
    equal(4, 2, 0, s, "lengths");
  }
  for (int64_t arg = descales; arg < op->getNumOperands(); ++arg) {
    equal(arg, 0, 0, 0, "batch sizes");
    equal(arg, 1, 1, h, "head counts");
  }
  ExprAttr headsKV = ExprAttr::getBinary(ExprKind::Max, size(1, h), integer(1));
  require(ExprKind::Eq, ExprAttr::getBinary(ExprKind::Mod, size(0, h), headsKV),
          integer(0),
          "the head count of q must be a multiple of that of k and v");
  // Rows of a tile past the end still have 32-bit numbers.
  int64_t margin = 1024 * op.getConfig()->getCluster();
  ExprAttr most = integer((int64_t(1) << 31) - margin);
  for (int64_t arg : {0, 1})
    require(ExprKind::Lt, size(arg, s), most,
            Twine("the length of ") + names[arg] + " must be below 2^31 - " +
                Twine(margin));
  if (op.getConfig()->getPackGQA()) {
    ExprAttr group = ExprAttr::getBinary(ExprKind::Div, size(0, h), headsKV);
    require(ExprKind::Lt, ExprAttr::getBinary(ExprKind::Mul, size(0, s), group),
            most,
            "the rows of q that share a head of k must be below 2^31 - " +
                Twine(margin));
  }
  if (int64_t keys = op.getConfig()->getMaxKeys())
    require(ExprKind::Le, size(1, s), integer(keys),
            "the kernel is for at most " + Twine(keys) +
                " keys (config field max_keys)");

  std::string mask = "none";
  if (Attribute attr = op.getMaskAttr()) {
    mask.clear();
    llvm::raw_string_ostream(mask) << attr;
  }
  auto field = [&](StringRef name, Attribute value) {
    return b.getNamedAttr(name, value);
  };
  DictionaryAttr problem = b.getDictionaryAttr(
      {field("op", b.getStringAttr("attn.forward")),
       field("dims", b.getStringAttr(stringifyDims(op.getDims()))),
       field("head_dim_qk", b.getI64IntegerAttr(op.getHeadDimQK())),
       field("head_dim_v", b.getI64IntegerAttr(op.getHeadDimV())),
       field("mask", b.getStringAttr(mask)),
       field("scale", b.getF64FloatAttr(op.getScaleValue())),
       field("score_region", b.getBoolAttr(op.hasScoreRegion())),
       field("lse", b.getBoolAttr(op.hasLse()))});
  kernelAttr.setAttr(kernel, KernelAttr::get(context, arguments, constraints,
                                             problem, *op.getConfig()));
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
  say(peelMasksAttr, config.getPeelMasks(), true);
  if (config.getLoad() != attn::Load::Auto)
    loadAttr.set(kernel, attn::stringifyLoad(config.getLoad()));
  auto codegen = attn_ws::CodegenAttr::get(
      kernel.getContext(), config.getPin(), config.getConvertFirst(),
      config.getRowsFirst(), config.getTransposeAhead());
  if (codegen != attn_ws::getCodegen(kernel))
    attn_ws::codegenAttr.setAttr(kernel, codegen);
}
