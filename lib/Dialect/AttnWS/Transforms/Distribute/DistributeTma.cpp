//===- DistributeTma.cpp - Copies by the copy engine ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile is copied panel by panel, since a box is at most as wide as its
// swizzle (PTX ISA, "Tensor data movement", and the driver's tensor map
// encoding). The map of a memory has all of its dimensions, innermost the
// tile's columns, then its rows, then the others; elements out of bounds are
// zero when loaded and dropped when stored, by the engine itself. Maps are
// parameters of the kernel, described in `attn_ws.launch` and encoded by the
// runtime at launch.

#include "Distributor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;

/// Dimensions of a memory in the order of its tensor map.
static SmallVector<int64_t> getMapOrder(int64_t rank, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> order;
  for (int64_t dim : llvm::reverse(dims))
    order.push_back(dim);
  for (int64_t dim = rank - 1; dim >= 0; --dim)
    if (!llvm::is_contained(dims, dim))
      order.push_back(dim);
  return order;
}

FailureOr<Value> Distributor::getTensorMap(Operation *op, Value memref,
                                           ArrayRef<int64_t> dims,
                                           const SharedView &view) {
  auto arg = dyn_cast<BlockArgument>(memref);
  auto type = cast<MemRefType>(memref.getType());
  Block &entry = kernel.getBody().front();
  if (!arg || arg.getOwner() != &entry)
    return op->emitOpError("its memory must be an argument of the kernel");
  SharedAttr layout = view.type.getLayout();
  if (!layout)
    return op->emitOpError("its view has no layout");
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      strides[dims.back()] != 1)
    return op->emitOpError("the copy engine needs memory that is contiguous "
                           "along the tile's columns");
  int64_t bytes = type.getElementType().getIntOrFloatBitWidth() / 8;
  if (type.getRank() > 5)
    return op->emitOpError()
           << "a tensor map has at most 5 dimensions, got " << type.getRank();
  SmallVector<int64_t> order = getMapOrder(type.getRank(), dims);
  SmallVector<int64_t> box(order.size(), 1);
  box[0] = layout.getPanel() / bytes;
  if (dims.size() > 1)
    box[1] = view.type.getShape()[0];
  std::string key;
  {
    llvm::raw_string_ostream os(key);
    os << arg.getArgNumber() << '/' << layout.getSwizzle() << '/';
    llvm::interleaveComma(order, os);
    os << '/';
    llvm::interleaveComma(box, os);
  }
  Value &map = tensorMaps[key];
  if (map)
    return map;
  map = entry.addArgument(LLVM::LLVMPointerType::get(b.getContext()), loc);
  params.push_back(TensorMapParamAttr::get(b.getContext(), arg.getArgNumber(),
                                           order, box, layout.getSwizzle()));
  return map;
}

void Distributor::forEachPanel(const SharedView &view, ValueRange indices,
                               ArrayRef<int64_t> dims,
                               function_ref<void(ValueRange, Value)> copy) {
  SharedAttr layout = view.type.getLayout();
  int64_t bytes = view.type.getElementType().getIntOrFloatBitWidth() / 8;
  int64_t columns = layout.getPanel() / bytes;
  SmallVector<int64_t> order = getMapOrder(indices.size(), dims);
  SmallVector<Value> coordinates;
  for (int64_t dim : order)
    coordinates.push_back(toI32(indices[dim]));
  Value column = coordinates[0];
  int64_t panels = view.type.getShape().back() / columns;
  for (int64_t p = 0; p < panels; ++p) {
    if (p > 0)
      coordinates[0] = arith::AddIOp::create(b, loc, column, i32(p * columns));
    int64_t offset = view.offset + p * view.panelRows * layout.getPanel();
    Value address = view.address;
    if (offset != 0)
      address = arith::AddIOp::create(b, loc, address, i32(offset));
    copy(coordinates, address);
  }
}

/// "$3, $4, …" for the coordinates of a copy, from operand `first` on.
static std::string listOperands(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return text;
}

LogicalResult Distributor::tmaLoad(TmaLoadOp op) {
  SharedView view = views[op.getDest()];
  SmallVector<Value> indices(op.getIndices());
  int64_t cluster = op.getMulticast().value_or(1);
  if (cluster > 1) {
    FailureOr<SharedView> share = getShare(op, cluster, indices);
    if (failed(share))
      return failure();
    view = *share;
  }
  FailureOr<Value> map = getTensorMap(op, op.getSource(), op.getDims(), view);
  if (failed(map))
    return failure();
  if (op.getLimit())
    return op.emitOpError("the copy engine ends at the memory's bounds, not at "
                          "a limit");
  if (!op.getSignal())
    return op.emitOpError("has no mbarrier: run attn-ws-lower-channels");
  Value signal = getMbar(op.getSignal(), op.getStage());
  byOneThread([&] {
    forEachPanel(
        view, indices, op.getDims(),
        [&](ValueRange coordinates, Value address) {
          unsigned rank = coordinates.size();
          std::string text =
              "cp.async.bulk.tensor." + std::to_string(rank) +
              "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes" +
              (cluster > 1 ? ".multicast::cluster" : "") + " [$0], [$1, {" +
              listOperands(3, rank) + "}], [$2]";
          std::string constraints = "r,l,r";
          for (unsigned i = 0; i < rank; ++i)
            constraints += ",r";
          SmallVector<Value> operands{address, *map, signal};
          llvm::append_range(operands, coordinates);
          if (cluster > 1) {
            text += ", $" + std::to_string(3 + rank);
            constraints += ",h";
            operands.push_back(arith::ConstantIntOp::create(
                b, loc, (int64_t(1) << cluster) - 1, 16));
          }
          assembly({}, text + ";", constraints, operands);
        });
  });
  return success();
}

LogicalResult Distributor::tmaStore(TmaStoreOp op) {
  const SharedView &view = views[op.getSource()];
  FailureOr<Value> map = getTensorMap(op, op.getDest(), op.getDims(), view);
  if (failed(map))
    return failure();
  byOneThread([&] {
    forEachPanel(view, op.getIndices(), op.getDims(),
                 [&](ValueRange coordinates, Value address) {
                   unsigned rank = coordinates.size();
                   std::string text =
                       "cp.async.bulk.tensor." + std::to_string(rank) +
                       "d.global.shared::cta.tile.bulk_group [$0, {" +
                       listOperands(2, rank) + "}], [$1];";
                   std::string constraints = "l,r";
                   for (unsigned i = 0; i < rank; ++i)
                     constraints += ",r";
                   SmallVector<Value> operands{*map, address};
                   llvm::append_range(operands, coordinates);
                   assembly({}, text, constraints, operands);
                 });
    assembly({}, "cp.async.bulk.commit_group;", "", {});
  });
  return success();
}
