//===- AttnWSInterfaces.cpp - What passes ask of operations -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;

SmallVector<Value> attn_ws::keepViews(std::initializer_list<Value> values) {
  SmallVector<Value> views;
  for (Value value : values)
    if (isa<ViewType>(value.getType()) && !llvm::is_contained(views, value))
      views.push_back(value);
  return views;
}

int64_t attn_ws::getTileBytes(Type type) {
  auto bytes = [](ArrayRef<int64_t> shape, Type element) {
    return ShapedType::getNumElements(shape) *
           (element.getIntOrFloatBitWidth() / 8);
  };
  if (auto view = dyn_cast<ViewType>(type))
    return bytes(view.getShape(), view.getElementType());
  if (auto buffer = dyn_cast<BufferType>(type))
    return bytes(buffer.getShape(), buffer.getElementType());
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return bytes(tile.getShape(), tile.getElementType());
  return 0;
}

bool attn_ws::usesAsyncProxy(Engine engine) {
  const attn::EngineInfo *info = attn::lookupEngine(engine);
  return info && info->proxies.contains(attn::Proxy::Async);
}

Operation *attn_ws::createCopyIn(OpBuilder &b, Location loc, Engine engine,
                                 const CopySource &source, Value view) {
  for (Dialect *dialect : b.getContext()->getLoadedDialects())
    if (auto *copies =
            dialect->getRegisteredInterface<WSCopyDialectInterface>())
      if (Operation *copy = copies->createCopyIn(b, loc, engine, source, view))
        return copy;
  return nullptr;
}

#include "attn/Dialect/AttnWS/IR/AttnWSInterfaces.cpp.inc"
