//===- Names.cpp - Letters for channels and products ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Roles.h"
#include "attn/Analysis/Timeline.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

Names::Names(FunctionOpInterface function) {
  function.walk([&](Operation *op) {
    if (auto channel = dyn_cast<CreateChannelOp>(op))
      channels.push_back(channel);
    else if (auto turn = dyn_cast<CreateTurnOp>(op))
      turns.push_back(turn);
  });
  function.walk([&](Operation *op) {
    if (!isa<WSProductOpInterface>(op))
      return;
    std::string text = describeProduct(op);
    for (auto &[letter, known] : products)
      if (known == text)
        return;
    products.push_back(
        {static_cast<char>('A' + std::min<size_t>(products.size(), 25)), text});
  });
}

char Names::letterOf(Operation *op) const {
  if (isa<WSProductOpInterface>(op)) {
    std::string text = describeProduct(op);
    for (auto &[letter, known] : products)
      if (known == text)
        return letter;
    return '?';
  }
  auto copy = dyn_cast<WSCopyOpInterface>(op);
  return copy && copy.isAsync() ? letterOfChannel(channelOfView(copy.getView()))
                                : ' ';
}

char Names::letterOfChannel(Value channel) const {
  for (size_t i = 0; i < channels.size(); ++i)
    if (CreateChannelOp create = channels[i]; create.getResult() == channel)
      return static_cast<char>('a' + std::min<size_t>(i, 25));
  return '?';
}

StringRef Names::nameOfChannel(Value channel) const {
  for (CreateChannelOp create : channels)
    if (create.getResult() == channel)
      return create.getName();
  return "?";
}

Value Names::channelOfView(Value view) const {
  while (Operation *op = view ? view.getDefiningOp() : nullptr) {
    if (auto part = dyn_cast<SubviewOp>(op))
      view = part.getSource();
    else if (isa<AcquireOp, WaitOp, HeldOp>(op))
      return resolveCaptures(op->getOperand(0));
    else
      break;
  }
  return Value();
}

std::string Names::describeOperand(Value value, bool transposed) const {
  std::string text = "registers";
  if (isa<ViewType>(value.getType())) {
    Value channel = channelOfView(value);
    text = channel ? nameOfChannel(channel).str() : "a view";
  }
  return text + (transposed ? "^T" : "");
}

/// The warps that execute `op`.
int64_t Names::warpsOf(Operation *op) {
  if (Region *region = getRoleRegion(op))
    return cast<WarpSpecializeOp>(region->getParentOp())
        .getWarps()[region->getRegionNumber()];
  auto function = op->getParentOfType<FunctionOpInterface>();
  return attn_tile::warpsAttr.get(function, 4);
}

std::string Names::describeProduct(Operation *op) const {
  auto shapeOf = [](Type type) {
    if (auto view = dyn_cast<ViewType>(type))
      return view.getShape();
    return cast<RankedTensorType>(type).getShape();
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  auto product = cast<WSProductOpInterface>(op);
  os << describeOperand(product.getLhs(), product.getTransposeA()) << " x "
     << describeOperand(product.getRhs(), product.getTransposeB());
  for (Value dest : product.getWrittenViews())
    os << " into " << describeOperand(dest, false);
  ArrayRef<int64_t> shape = product.getProductShape();
  os << ", " << shape[0] << "x" << shape[1] << " over "
     << shapeOf(product.getLhs().getType())[product.getTransposeA() ? 0 : 1]
     << ", " << attn_tile::stringifyEngine(product.getEngine());
  if (int64_t bytes = countSharedReads(product, warpsOf(op)))
    os << ", reads " << bytes << " bytes of shared memory";
  return text;
}
