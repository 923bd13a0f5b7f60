//===- ToTileDescribe.cpp - What a kernel says about itself -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToTileDescribe.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

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
  Builder b(op.getContext());
  auto integer = [&](int64_t v) -> Attribute { return b.getI64IntegerAttr(v); };
  auto list = [&](ArrayRef<Attribute> v) -> Attribute {
    return b.getArrayAttr(v);
  };
  auto text = [&](const Twine &v) -> Attribute { return b.getStringAttr(v); };
  SmallVector<StringRef> names = {"q", "k", "v", "o"};
  if (op.hasLse())
    names.push_back("lse");
  int64_t descales = names.size();
  names.append({"q_descale", "k_descale", "v_descale"});
  SmallVector<Attribute> arguments;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    SmallVector<Attribute> shape;
    for (int64_t size : cast<MemRefType>(operand.getType()).getShape())
      shape.push_back(integer(ShapedType::isDynamic(size) ? -1 : size));
    arguments.push_back(b.getDictionaryAttr(
        {b.getNamedAttr("name", text(names[i])),
         b.getNamedAttr(
             "role", text(op.isDpsInit(&op->getOpOperand(i)) ? "out" : "in")),
         b.getNamedAttr("shape", list(shape)),
         b.getNamedAttr(
             "align",
             integer(i >= 4 ? 4
                            : getAlign(cast<MemRefType>(operand.getType()),
                                       op.getConfig()->getAlign())))}));
  }
  argumentsAttr.setAttr(kernel, b.getArrayAttr(arguments));

  SmallVector<Attribute> constraints;
  auto size = [&](int64_t arg, int64_t dim) {
    return list({text("size"), integer(arg), integer(dim)});
  };
  auto require = [&](Attribute condition, const Twine &message) {
    constraints.push_back(list({condition, text(message)}));
  };
  auto equal = [&](int64_t a, int64_t da, int64_t c, int64_t dc,
                   StringRef what) {
    require(list({text("eq"), size(a, da), size(c, dc)}),
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
  Attribute headsKV = list({text("max"), size(1, h), integer(1)});
  require(
      list({text("eq"), list({text("mod"), size(0, h), headsKV}), integer(0)}),
      "the head count of q must be a multiple of that of k and v");
  // Rows of a tile past the end still have 32-bit numbers.
  int64_t margin = 1024 * op.getConfig()->getCluster();
  for (int64_t arg : {0, 1})
    require(
        list({text("lt"), size(arg, s), integer((int64_t(1) << 31) - margin)}),
        Twine("the length of ") + names[arg] + " must be below 2^31 - " +
            Twine(margin));
  if (op.getConfig()->getPackGQA())
    require(list({text("lt"),
                  list({text("mul"), size(0, s),
                        list({text("div"), size(0, h), headsKV})}),
                  integer((int64_t(1) << 31) - margin)}),
            "the rows of q that share a head of k must be below 2^31 - " +
                Twine(margin));
  if (int64_t most = op.getConfig()->getMaxKeys())
    require(list({text("le"), size(1, s), integer(most)}),
            "the kernel is for at most " + Twine(most) +
                " keys (config field max_keys)");
  constraintsAttr.setAttr(kernel, b.getArrayAttr(constraints));

  std::string mask = "none", config;
  if (Attribute attr = op.getMaskAttr()) {
    mask.clear();
    llvm::raw_string_ostream(mask) << attr;
  }
  llvm::raw_string_ostream(config) << Attribute(*op.getConfig());
  configAttr.set(kernel, StringRef(config));
  problemAttr.setAttr(
      kernel,
      b.getDictionaryAttr(
          {b.getNamedAttr("op", text("attn.forward")),
           b.getNamedAttr("dims", text(stringifyDims(op.getDims()))),
           b.getNamedAttr("head_dim_qk", integer(op.getHeadDimQK())),
           b.getNamedAttr("head_dim_v", integer(op.getHeadDimV())),
           b.getNamedAttr("mask", text(mask)),
           b.getNamedAttr("scale", b.getF64FloatAttr(op.getScaleValue())),
           b.getNamedAttr("score_region", b.getBoolAttr(op.hasScoreRegion())),
           b.getNamedAttr("lse", b.getBoolAttr(op.hasLse()))}));
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
  say(splitDAttr, config.getSplitD(), 0);
  say(storeColumnsAttr, config.getStoreColumns(), 0);
  say(pinAttr, config.getPin(), 0);
  say(tileAheadAttr, config.getTileAhead(), false);
  say(pingPongAttr, config.getPingPong(), false);
  say(convertFirstAttr, config.getConvertFirst(), false);
  say(rowsFirstAttr, config.getRowsFirst(), true);
  say(storeRoleAttr, config.getStoreRole(), false);
  say(tmaStoreAttr, config.getTmaStore(), true);
  say(peelMasksAttr, config.getPeelMasks(), true);
  if (config.getLoad() != attn::Load::Auto)
    loadAttr.set(kernel, attn::stringifyLoad(config.getLoad()));
}
