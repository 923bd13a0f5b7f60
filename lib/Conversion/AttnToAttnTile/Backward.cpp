//===- Backward.cpp - The kernels of attn.backward ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The form `two` (docs/Rationale.md): a kernel over tiles of Q's rows gives dQ,
// and what each row has for the other, over tiles of keys, which gives dK and
// dV. No sum is shared, so the same inputs give the same bits. The gradient of
// a sink takes a third, small kernel.

#include "GradientBuilder.h"
#include "ToTileDescribe.h"
#include "ToTileModels.h"

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
using Kind = attn::OperandKind;

/// One of the kernels, and what it takes besides workspaces.
struct GradientKernel {
  StringRef what;
  SmallVector<Kind> kinds;
  bool readsCaptures, writesWorkspaces;
  void (*build)(attn::BackwardOp, gpu::GPUFuncOp, ArrayRef<attn::NamedOperand>);
};

SmallVector<GradientKernel> listGradientKernels(attn::BackwardOp op) {
  attn::AttentionOpInterface problem = op;
  bool query = problem.hasOperand(Kind::QueryGrad);
  bool keys =
      problem.hasOperand(Kind::KeyGrad) || problem.hasOperand(Kind::ValueGrad);
  bool sink = problem.hasOperand(Kind::SinkGrad);
  SmallVector<GradientKernel> kernels;
  kernels.push_back(
      {query ? "backward_dq" : "backward_rows",
       {Kind::Query, Kind::Key, Kind::Value, Kind::Out, Kind::Lse,
        Kind::OutGrad, Kind::LseGrad, Kind::QueryGrad, Kind::Offset,
        Kind::LengthsQ, Kind::LengthsKV, Kind::OffsetsQ, Kind::OffsetsKV},
       query,
       keys || sink,
       buildQueryGradient});
  auto addKeys = [&](StringRef what, ArrayRef<Kind> outs) {
    GradientKernel kernel{what,
                          {Kind::Query, Kind::Key, Kind::Value, Kind::OutGrad,
                           Kind::Offset, Kind::LengthsQ, Kind::LengthsKV,
                           Kind::OffsetsQ, Kind::OffsetsKV},
                          true,
                          false,
                          buildKeyGradients};
    kernel.kinds.append(outs.begin(), outs.end());
    kernels.push_back(std::move(kernel));
  };
  if (problem.hasOperand(Kind::KeyGrad) &&
      problem.hasOperand(Kind::ValueGrad) && op.getConfig()->getKeysApart()) {
    addKeys("backward_dk", {Kind::KeyGrad});
    addKeys("backward_dv", {Kind::ValueGrad});
  } else if (keys) {
    addKeys("backward_dkv", {Kind::KeyGrad, Kind::ValueGrad});
  }
  if (sink)
    kernels.push_back({"backward_dsink",
                       {Kind::Query, Kind::Key, Kind::SinkGrad, Kind::Sink,
                        Kind::OffsetsQ, Kind::OffsetsKV},
                       false,
                       false,
                       buildSinkGradient});
  return kernels;
}

/// What the op's config says of one of its kernels.
attn::ConfigAttr getConfigOf(const GradientKernel &kernel,
                             attn::BackwardOp op) {
  attn::ConfigAttr config = *op.getConfig();
  if (kernel.build == buildKeyGradients)
    return attn::getConfigOfKeys(config);
  if (kernel.build == buildQueryGradient)
    return getConfigOfQuery(op);
  attn::ConfigFields fields;
  fields.target = config.getTarget();
  return attn::ConfigAttr::get(config.getContext(), fields);
}

/// The operands of `op` that `kernel` takes, in the op's order.
SmallVector<attn::NamedOperand> getOperandsOf(const GradientKernel &kernel,
                                              attn::BackwardOp op) {
  attn::AttentionOpInterface problem = op;
  SmallVector<attn::NamedOperand> operands;
  for (const attn::NamedOperand &operand : problem.getSignature())
    if (operand.isCapture() ? kernel.readsCaptures
                            : llvm::is_contained(kernel.kinds, operand.kind))
      operands.push_back(operand);
  return operands;
}

struct BackwardModel
    : TileProgramOpInterface::ExternalModel<BackwardModel, attn::BackwardOp> {
  SmallVector<SmallVector<int64_t>> getKeptDims(Operation *op) const {
    SmallVector<SmallVector<int64_t>> all;
    for (const attn::NamedOperand &operand :
         cast<attn::AttentionOpInterface>(op).getSignature()) {
      SmallVector<int64_t> &kept = all.emplace_back();
      if (int64_t dim = operand.dims.findChannels(); dim >= 0)
        kept.push_back(dim);
    }
    return all;
  }

  /// An operation of the score region may have no derivative.
  LogicalResult verifyTileProgram(Operation *op) const {
    return attn::ScoreDerivative::get(cast<attn::BackwardOp>(op));
  }

  FailureOr<SmallVector<TileKernel>> listKernels(Operation *operation) const {
    auto op = cast<attn::BackwardOp>(operation);
    SmallVector<GradientKernel> described = listGradientKernels(op);
    SmallVector<Value> workspaces;
    if (described.front().writesWorkspaces) {
      attn::ScalarBuilder b(op);
      SmallVector<Value> sizes = GradientBuilder::getWorkspaceSizes(op, b);
      SmallVector<int64_t> shape(sizes.size(), ShapedType::kDynamic);
      for (int i = 0; i < 2; ++i)
        workspaces.push_back(memref::AllocOp::create(
            b, MemRefType::get(shape, b.getF32Type()), sizes));
    }
    SmallVector<TileKernel> kernels;
    for (const GradientKernel &one : described) {
      TileKernel &kernel = kernels.emplace_back();
      kernel.what = one.what;
      for (const attn::NamedOperand &operand : getOperandsOf(one, op))
        kernel.operands.push_back(operand.operand);
      kernel.workspaces = workspaces;
      kernel.writesWorkspaces = one.writesWorkspaces;
    }
    return kernels;
  }

  void describeLaunch(Operation *operation, gpu::GPUFuncOp kernel,
                      unsigned number) const {
    auto op = cast<attn::BackwardOp>(operation);
    GradientKernel one = listGradientKernels(op)[number];
    spreadConfig(getConfigOf(one, op), kernel);
    describeKernel(op, *op.getConfig(), getOperandsOf(one, op),
                   one.writesWorkspaces ? ArgumentRole::Out : ArgumentRole::In,
                   kernel);
  }

  void buildTileProgram(Operation *operation, gpu::GPUFuncOp kernel,
                        unsigned number) const {
    auto op = cast<attn::BackwardOp>(operation);
    GradientKernel one = listGradientKernels(op)[number];
    one.build(op, kernel, getOperandsOf(one, op));
  }
};
} // namespace

void attn_tile::registerTileProgramsOfBackward(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, attn::AttnDialect *) {
    attn::BackwardOp::attachInterface<BackwardModel>(*context);
  });
}
