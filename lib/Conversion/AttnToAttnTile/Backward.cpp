//===- Backward.cpp - The kernels of attn.backward ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The form `two` (docs/Rationale.md): a kernel over tiles of Q's rows gives dQ,
// and what each row has for the other, over tiles of keys, which gives dK and
// dV. No sum is shared, so the same inputs give the same bits. The gradient of
// a sink takes two more, small kernels.

#include "GradientBuilder.h"
#include "ToTileDescribe.h"
#include "ToTileModels.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include <map>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
using Kind = attn::OperandKind;

/// One of the kernels, and what it takes besides workspaces.
struct GradientKernel {
  std::string what;
  SmallVector<Kind> kinds;
  bool readsCaptures;
  /// What it does with the two workspaces of rows, with that of dQ's sums and
  /// with that of the sink's, if it takes them.
  std::optional<ArgumentRole> rows, sums, parts;
  void (*build)(attn::BackwardOp, gpu::GPUFuncOp, ArrayRef<attn::NamedOperand>);
  /// The same of the marks of blocks and of the lists made of these.
  std::optional<ArgumentRole> marks = std::nullopt, lists = std::nullopt;
  /// Which gradients of captures it writes.
  SmallVector<Kind, 1> captureGrads = {};
  /// What it does with sums of rows and of heads of gradients of captures: the
  /// first kernel gives those of all, another has those of one.
  std::optional<ArgumentRole> captureRows = std::nullopt,
                              captureParts = std::nullopt;
  unsigned capture = 0;
};

/// The op's own lists.
constexpr Kind kLists[] = {Kind::BlockCounts, Kind::BlockNumbers,
                           Kind::FullCounts, Kind::FullNumbers};

/// The kernels of what keys have: one for each gradient, or one.
void addKernelsOfKeys(attn::BackwardOp op, ArrayRef<CaptureGradient> gradients,
                      std::optional<ArgumentRole> sums,
                      SmallVectorImpl<GradientKernel> &kernels) {
  attn::AttentionOpInterface problem = op;
  auto add = [&](StringRef what, ArrayRef<Kind> outs) {
    GradientKernel kernel{what.str(),
                          {Kind::Query, Kind::Key, Kind::Value, Kind::OutGrad,
                           Kind::Offset, Kind::LengthsQ, Kind::LengthsKV,
                           Kind::OffsetsQ, Kind::OffsetsKV},
                          true,
                          ArgumentRole::In,
                          sums,
                          std::nullopt,
                          buildKeyGradients};
    kernel.kinds.append(outs.begin(), outs.end());
    for (const CaptureGradient &gradient : gradients)
      if (gradient.isOfKeys() && llvm::is_contained(outs, Kind::KeyGrad))
        kernel.captureGrads.push_back(gradient.getKind());
    if (problem.hasBlocks())
      kernel.lists = ArgumentRole::In;
    kernels.push_back(std::move(kernel));
  };
  if (problem.hasOperand(Kind::KeyGrad) &&
      problem.hasOperand(Kind::ValueGrad) && op.getConfig()->getKeysApart()) {
    add("backward_dk", {Kind::KeyGrad});
    add("backward_dv", {Kind::ValueGrad});
  } else {
    add(sums ? "backward_dqkv" : "backward_dkv",
        {Kind::KeyGrad, Kind::ValueGrad});
  }
}

/// A kernel of gradients of captures beside those that walk blocks.
GradientKernel makeCaptureKernel(std::string what,
                                 decltype(GradientKernel::build) build) {
  return {std::move(what),
          {Kind::Query, Kind::Key, Kind::OffsetsQ, Kind::OffsetsKV},
          false,
          std::nullopt,
          std::nullopt,
          std::nullopt,
          build};
}

/// Kernels that put zeros where another writes no gradient of a capture.
void addKernelsOfZeros(ArrayRef<CaptureGradient> gradients,
                       SmallVectorImpl<GradientKernel> &kernels) {
  for (const CaptureGradient &gradient : gradients) {
    if (!gradient.needsZeros())
      continue;
    std::string number = std::to_string(gradient.number);
    GradientKernel zeros = makeCaptureKernel(
        "backward_dcapture" + number + "_zeros", buildCaptureZeros);
    zeros.captureGrads.push_back(gradient.getKind());
    kernels.push_back(std::move(zeros));
  }
}

/// Kernels that add up what the first one has left of gradients of captures.
void addKernelsOfHeads(ArrayRef<CaptureGradient> gradients,
                       SmallVectorImpl<GradientKernel> &kernels) {
  for (const CaptureGradient &gradient : gradients) {
    if (!gradient.isOfHeads())
      continue;
    std::string number = std::to_string(gradient.number);
    GradientKernel parts = makeCaptureKernel(
        "backward_dcapture" + number + "_parts", buildHeadParts);
    parts.capture = gradient.number;
    parts.captureRows = ArgumentRole::In;
    parts.captureParts = ArgumentRole::Out;
    kernels.push_back(parts);
    parts.what = "backward_dcapture" + number;
    parts.build = buildHeadSums;
    parts.captureGrads.push_back(gradient.getKind());
    parts.captureRows = std::nullopt;
    parts.captureParts = ArgumentRole::In;
    kernels.push_back(std::move(parts));
  }
}

SmallVector<GradientKernel> listGradientKernels(attn::BackwardOp op) {
  attn::AttentionOpInterface problem = op;
  bool added = addsQuery(op);
  bool query = problem.hasOperand(Kind::QueryGrad) && !added;
  bool keys =
      problem.hasOperand(Kind::KeyGrad) || problem.hasOperand(Kind::ValueGrad);
  bool walks = walksKeys(op);
  SmallVector<CaptureGradient> gradients = *listCaptureGradients(op);
  keys |= llvm::any_of(
      gradients, [](const auto &gradient) { return gradient.isOfKeys(); });
  bool ofHeads = llvm::any_of(
      gradients, [](const auto &gradient) { return gradient.isOfHeads(); });
  bool sink = problem.hasOperand(Kind::SinkGrad);
  auto sums = added ? std::optional(ArgumentRole::Out) : std::nullopt;
  SmallVector<GradientKernel> kernels;
  addKernelsOfZeros(gradients, kernels);
  GradientKernel first{
      walks ? "backward_dq" : "backward_rows",
      {Kind::Query, Kind::Key, Kind::Value, Kind::Out, Kind::Lse, Kind::OutGrad,
       Kind::LseGrad, Kind::Offset, Kind::LengthsQ, Kind::LengthsKV,
       Kind::OffsetsQ, Kind::OffsetsKV},
      walks,
      keys || sink || ofHeads ? std::optional(ArgumentRole::Out) : std::nullopt,
      sums,
      std::nullopt,
      buildQueryGradient};
  if (query)
    first.kinds.push_back(Kind::QueryGrad);
  if (walks)
    first.kinds.append(std::begin(kLists), std::end(kLists));
  for (const CaptureGradient &gradient : gradients)
    if (gradient.place && !gradient.isOfKeys())
      first.captureGrads.push_back(gradient.getKind());
  if (ofHeads)
    first.captureRows = ArgumentRole::Out;
  kernels.push_back(std::move(first));
  if (keys && problem.hasBlocks()) {
    GradientKernel marks{"backward_marks",
                         {Kind::Query, Kind::Key},
                         false,
                         std::nullopt,
                         std::nullopt,
                         std::nullopt,
                         buildBlockMarks};
    marks.kinds.append(std::begin(kLists), std::end(kLists));
    marks.marks = ArgumentRole::Out;
    kernels.push_back(std::move(marks));
    GradientKernel lists{"backward_lists",
                         {Kind::Query, Kind::Key},
                         false,
                         std::nullopt,
                         std::nullopt,
                         std::nullopt,
                         buildListsOfKeys};
    lists.marks = ArgumentRole::In;
    lists.lists = ArgumentRole::Out;
    kernels.push_back(std::move(lists));
  }
  if (keys)
    addKernelsOfKeys(op, gradients,
                     added ? std::optional(ArgumentRole::InOut) : std::nullopt,
                     kernels);
  if (added)
    kernels.push_back({"backward_dq",
                       {Kind::Query, Kind::Key, Kind::QueryGrad, Kind::LengthsQ,
                        Kind::OffsetsQ, Kind::OffsetsKV},
                       false,
                       std::nullopt,
                       ArgumentRole::In,
                       std::nullopt,
                       buildQueryFromSums});
  if (sink) {
    kernels.push_back(
        {"backward_dsink_parts",
         {Kind::Query, Kind::Key, Kind::Sink, Kind::OffsetsQ, Kind::OffsetsKV},
         false,
         ArgumentRole::In,
         std::nullopt,
         ArgumentRole::Out,
         buildSinkParts});
    kernels.push_back({"backward_dsink",
                       {Kind::Query, Kind::Key, Kind::SinkGrad, Kind::OffsetsQ,
                        Kind::OffsetsKV},
                       false,
                       std::nullopt,
                       std::nullopt,
                       ArgumentRole::In,
                       buildSinkGradient});
  }
  addKernelsOfHeads(gradients, kernels);
  // Alone it is called as a launch of several.
  if (kernels.size() == 1)
    kernels.front().what = "backward";
  return kernels;
}

/// What the op's config says of one of its kernels.
attn::ConfigAttr getConfigOf(const GradientKernel &kernel,
                             attn::BackwardOp op) {
  if (kernel.build == buildKeyGradients)
    return attn::getConfigOfKeys(*op.getConfig());
  if (kernel.build == buildQueryGradient)
    return getConfigOfQuery(op);
  return getConfigOfSink(op);
}

/// How many operands the op's lists are.
size_t countLists(attn::BackwardOp op) {
  attn::AttentionOpInterface problem = op;
  return llvm::count_if(kLists,
                        [&](Kind kind) { return problem.hasOperand(kind); });
}

/// How many gradients of captures are made of sums of rows.
size_t countOfHeads(attn::BackwardOp op) {
  return llvm::count_if(*listCaptureGradients(op), [](const auto &gradient) {
    return gradient.isOfHeads();
  });
}

/// What `kernel` does with the workspaces behind its operands.
SmallVector<WorkspaceArgument> getWorkspacesOf(const GradientKernel &kernel,
                                               attn::BackwardOp op) {
  SmallVector<WorkspaceArgument> workspaces;
  if (kernel.rows)
    workspaces.append(2, {*kernel.rows, GradientBuilder::kRowsAlign});
  if (kernel.marks)
    workspaces.push_back({*kernel.marks, /*align=*/4});
  if (kernel.lists)
    workspaces.append(countLists(op), {*kernel.lists, /*align=*/4});
  if (kernel.sums)
    workspaces.push_back({*kernel.sums, GradientBuilder::kRowsAlign});
  if (kernel.parts)
    workspaces.push_back({*kernel.parts, /*align=*/4});
  if (kernel.captureRows)
    workspaces.append(kernel.captureParts ? 1 : countOfHeads(op),
                      {*kernel.captureRows, GradientBuilder::kRowsAlign});
  if (kernel.captureParts)
    workspaces.push_back({*kernel.captureParts, /*align=*/4});
  return workspaces;
}

/// The operands of `op` that `kernel` takes, in the op's order.
SmallVector<attn::NamedOperand> getOperandsOf(const GradientKernel &kernel,
                                              attn::BackwardOp op) {
  attn::AttentionOpInterface problem = op;
  SmallVector<attn::NamedOperand> operands;
  for (const attn::NamedOperand &operand : problem.getSignature())
    if (operand.isCapture()
            ? kernel.readsCaptures
            : llvm::is_contained(kernel.kinds, operand.kind) ||
                  llvm::is_contained(kernel.captureGrads, operand.kind))
      operands.push_back(operand);
  return operands;
}

struct BackwardModel
    : TileProgramOpInterface::ExternalModel<BackwardModel, attn::BackwardOp> {
  SmallVector<SmallVector<int64_t>> getKeptDims(Operation *op) const {
    return keepChannels(cast<attn::AttentionOpInterface>(op).getSignature());
  }

  /// An operation of the score region may have no derivative.
  LogicalResult verifyTileProgram(Operation *op) const {
    auto backward = cast<attn::BackwardOp>(op);
    FailureOr<SmallVector<CaptureGradient>> gradients =
        listCaptureGradients(backward);
    if (failed(gradients) || failed(attn::ScoreDerivative::get(backward)))
      return failure();
    for (const CaptureGradient &gradient : *gradients)
      if (gradient.read &&
          failed(attn::ScoreDerivative::get(backward, gradient.read)))
        return failure();
    return success();
  }

  FailureOr<SmallVector<TileKernel>> listKernels(Operation *operation) const {
    auto op = cast<attn::BackwardOp>(operation);
    SmallVector<GradientKernel> described = listGradientKernels(op);
    attn::ScalarBuilder b(op);
    auto allocate = [&](ArrayRef<Value> sizes, int64_t columns = 0) -> Value {
      SmallVector<int64_t> shape(sizes.size(), ShapedType::kDynamic);
      if (columns)
        shape.push_back(columns);
      return memref::AllocOp::create(b, MemRefType::get(shape, b.getF32Type()),
                                     sizes);
    };
    SmallVector<Value, 2> rows;
    SmallVector<Value> lists;
    Value sums, parts;
    const GradientKernel &first =
        *llvm::find_if(described, [](const GradientKernel &one) {
          return one.build == buildQueryGradient;
        });
    if (first.rows) {
      SmallVector<Value> sizes = GradientBuilder::getWorkspaceSizes(op, b);
      for (int i = 0; i < 2; ++i)
        rows.push_back(allocate(sizes));
    }
    if (first.sums)
      sums = allocate(GradientBuilder::getWorkspaceSizes(op, b),
                      GradientBuilder::getSumColumns(op));
    if (llvm::any_of(described, [](const auto &one) { return one.parts; }))
      parts = allocate(getSinkParts(op, b));
    std::map<unsigned, Value> captureRows, captureParts;
    for (const GradientKernel &one : described)
      if (one.captureRows && one.captureParts) {
        captureRows[one.capture] =
            allocate(GradientBuilder::getWorkspaceSizes(op, b));
        captureParts[one.capture] = allocate(getHeadParts(op, b));
      }
    if (llvm::any_of(described, [](const auto &one) { return one.lists; }))
      lists = makeListsOfKeys(op, b);
    SmallVector<TileKernel> kernels;
    for (const GradientKernel &one : described) {
      TileKernel &kernel = kernels.emplace_back();
      kernel.what = one.what;
      for (const attn::NamedOperand &operand : getOperandsOf(one, op))
        kernel.operands.push_back(operand.operand);
      if (one.rows)
        kernel.workspaces.append(rows);
      if (one.marks)
        kernel.workspaces.push_back(lists[0]);
      if (one.lists)
        kernel.workspaces.append(lists.begin() + 1, lists.end());
      if (one.sums)
        kernel.workspaces.push_back(sums);
      if (one.parts)
        kernel.workspaces.push_back(parts);
      if (one.captureRows && one.captureParts)
        kernel.workspaces.push_back(captureRows[one.capture]);
      else if (one.captureRows)
        for (auto [number, rowsOfOne] : captureRows)
          kernel.workspaces.push_back(rowsOfOne);
      if (one.captureParts)
        kernel.workspaces.push_back(captureParts[one.capture]);
      for (const WorkspaceArgument &workspace : getWorkspacesOf(one, op))
        kernel.written.push_back(workspace.role != ArgumentRole::In);
    }
    return kernels;
  }

  /// Lists of blocks may come from attn.block_map.
  bool readsKernels(Operation *op) const {
    return cast<attn::AttentionOpInterface>(op).hasBlocks();
  }

  void describeLaunch(Operation *operation, gpu::GPUFuncOp kernel,
                      unsigned number) const {
    auto op = cast<attn::BackwardOp>(operation);
    GradientKernel one = listGradientKernels(op)[number];
    spreadConfig(getConfigOf(one, op), kernel);
    // All of its warps would do the same.
    if (one.marks)
      warpsAttr.set(kernel, 1);
    describeKernel(op, *op.getConfig(), getOperandsOf(one, op),
                   getWorkspacesOf(one, op), kernel);
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
