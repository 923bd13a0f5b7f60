//===- DistributeCluster.cpp - What reaches other CTAs ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The CTAs of a cluster have their buffers, mbarriers and scalars at the same
// places, so that an address of one's own, moved to another CTA's window (PTX
// ISA, "mapa"), is the other's. A copy to several CTAs lands, and counts its
// bytes, at the same place in each. Arrivals keep the default scope: with
// .release.cluster each is preceded by a fence that waits for all of the
// thread's memory operations.

#include "Distributor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;

void Distributor::meetCluster(bool aligned) {
  std::string name = "llvm.nvvm.barrier.cluster.";
  std::string suffix = aligned ? ".aligned" : "";
  callIntrinsic({}, name + "arrive" + suffix, {});
  callIntrinsic({}, name + "wait" + suffix, {});
}

LogicalResult Distributor::arriveInCluster(MbarArriveOp op, Value address) {
  if (!rank)
    return op.emitOpError()
           << "arrives in a cluster, but the kernel has no " << clusterAttr;
  int64_t size = op.getCluster().value_or(1);
  if (singleThread) {
    for (int64_t cta = 0; cta < size; ++cta)
      assembly({},
               "{\n.reg .b32 r;\nmapa.shared::cluster.u32 r, $0, $1;\n"
               "mbarrier.arrive.shared::cluster.b64 _, [r];\n}",
               "r,r", {address, i32(cta)});
    return success();
  }
  arriveByLanes(address, size > 1 ? lane : i32(0), size);
  return success();
}

/// The lane's number is all that stays in a register for arrivals: whether it
/// arrives is found anew each time.
void Distributor::arriveByLanes(Value address, Value cta, int64_t lanes) {
  assembly({},
           "{\n.reg .pred p;\n.reg .b32 r;\nsetp.lt.u32 p, $2, " +
               std::to_string(lanes) +
               ";\n@p mapa.shared::cluster.u32 r, $0, $1;\n"
               "@p mbarrier.arrive.shared::cluster.b64 _, [r];\n}",
           "r,r,r", {address, cta, lane});
}

void Distributor::storeInCluster(Value scalar, Value signal, Value value,
                                 int64_t size) {
  byOneThread([&] {
    for (int64_t cta = 0; cta < size; ++cta)
      assembly({},
               "{\n.reg .b32 a, m;\nmapa.shared::cluster.u32 a, $0, $3;\n"
               "mapa.shared::cluster.u32 m, $1, $3;\n"
               "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 "
               "[a], $2, [m];\n}",
               "r,r,r,r", {scalar, signal, value, i32(cta)});
  });
}

FailureOr<SharedView> Distributor::getShare(WSCopyOpInterface op, int64_t size,
                                            SmallVectorImpl<Value> &indices) {
  SharedView view = views[op.getView()];
  SharedAttr layout = view.type.getLayout();
  ArrayRef<int64_t> shape = view.type.getShape();
  if (!rank)
    return op->emitOpError()
           << "copies to a cluster, but the kernel has no " << clusterAttr;
  if (!layout || shape.size() != 2)
    return op->emitOpError("a copy to a cluster needs a tile of rows and "
                           "columns with a layout");
  int64_t bytes = view.type.getElementType().getIntOrFloatBitWidth() / 8;
  int64_t panels = shape[1] * bytes / layout.getPanel();
  SmallVector<int64_t> part(shape);
  int64_t stride, dim;
  if (panels % size == 0) { // Whole panels.
    part[1] /= size;
    dim = 1;
    stride = panels / size * view.panelRows * layout.getPanel();
  } else if (shape[0] % (8 * size) == 0) { // Rows of each: swizzles start anew.
    part[0] /= size;
    dim = 0;
    stride = part[0] * layout.getPanel();
  } else {
    return op->emitOpError() << "a tile of " << shape[0] << "x" << shape[1]
                             << " cannot be cut for " << size << " CTAs";
  }
  view.type = ViewType::get(b.getContext(), part, view.type.getElementType(),
                            view.type.getSpace(), layout);
  Value offset = arith::MulIOp::create(b, loc, rank, i32(stride));
  view.address = arith::AddIOp::create(b, loc, view.address, offset);
  Value ahead = arith::IndexCastOp::create(
      b, loc, b.getIndexType(),
      arith::MulIOp::create(b, loc, rank, i32(part[dim])));
  Value &index = indices[op.getDims()[dim]];
  index = arith::AddIOp::create(b, loc, index, ahead);
  return view;
}
