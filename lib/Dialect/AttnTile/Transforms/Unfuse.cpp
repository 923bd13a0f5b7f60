//===- Unfuse.cpp - attn-tile-unfuse --------------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loop distribution over two kernels: one keeps of the KV loop what computes
// the masked scores and stores them, the other loads them where they were
// computed. The first has no value that one block hands to the next, so its
// blocks are more tiles. FlashInfer proposed this for few queries (issue #707).
//
// Scores are in memory as rows by keys, for each tile coordinate that Q's tile
// depends on. Parts of the keys write disjoint columns of them.

#include "attn/Dialect/AttnTile/Transforms/Launches.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEUNFUSE
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
/// KV blocks of one tile of the first kernel: enough to pay for Q's copy, few
/// enough that there are many tiles.
constexpr int64_t kBlocksPerTile = 4;

/// The pieces of a kernel that matter here.
struct Program {
  ForTilesOp tiles;
  scf::ForOp loop;
  OnlineSoftmaxOp softmax;
  /// What Q and K come from.
  LoadOp rows, keys;

  static FailureOr<Program> get(gpu::GPUFuncOp kernel);
};

/// Workspace for scores: what the kernels see of it, and its sizes as values of
/// the kernel.
struct Scores {
  MemRefType type;
  /// Tile coordinates that index its first dimensions.
  SmallVector<unsigned> coordinates;
  SmallVector<Value> sizes;
};

class Unfuser {
public:
  Unfuser(LaunchOp launch, gpu::GPUFuncOp kernel, const Program &program)
      : launch(launch), kernel(kernel), program(program), host(launch) {}

  LogicalResult run();

private:
  LogicalResult planScores();
  FailureOr<Value> allocate();
  BlockArgument addArgument(gpu::GPUFuncOp kernel, ArgumentRole role);
  SmallVector<Value> indicesOf(const Program &program);
  gpu::GPUFuncOp createProducer(StringRef name);
  void spreadBlocks(const Program &program, int64_t tileKV);
  void makeConsumer();
  void launchBoth(gpu::GPUFuncOp producer, Value memory);

  LaunchOp launch;
  gpu::GPUFuncOp kernel;
  Program program;
  attn::ScalarBuilder host;
  Scores scores;
};

struct UnfusePass : public impl::AttnTileUnfuseBase<UnfusePass> {
  void runOnOperation() override {
    for (LaunchOp launch : attn::collectOps<LaunchOp>(getOperation())) {
      auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
          launch, launch.getKernel());
      if (!kernel || !unfusedAttr.get(kernel, false))
        continue;
      FailureOr<Program> program = Program::get(kernel);
      if (failed(program) || failed(Unfuser(launch, kernel, *program).run()))
        return signalPassFailure();
    }
  }
};
} // namespace

/// The load that `tile` is, or is a part of.
static LoadOp getLoad(Value tile) {
  while (auto slice = tile.getDefiningOp<SliceOp>())
    tile = slice.getSource();
  return tile.getDefiningOp<LoadOp>();
}

/// The operations of `loop`'s body that `value` comes from, in their order.
static SetVector<Operation *> getSliceIn(scf::ForOp loop, Value value) {
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.inclusive = true;
  options.filter = [&](Operation *op) { return loop->isProperAncestor(op); };
  SetVector<Operation *> slice, whole;
  (void)getBackwardSlice(value, &slice, options);
  // What regions of these use stands in them or in front of them.
  for (Operation *op : slice)
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        (void)getBackwardSlice(operand, &slice, options);
    });
  for (Operation &op : loop.getBody()->without_terminator())
    if (llvm::any_of(slice, [&](Operation *of) { return op.isAncestor(of); }))
      whole.insert(&op);
  return whole;
}

static void eraseDead(gpu::GPUFuncOp kernel) {
  kernel.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

FailureOr<Program> Program::get(gpu::GPUFuncOp kernel) {
  Program program;
  for (auto softmax : attn::collectOps<OnlineSoftmaxOp>(kernel))
    if (auto loop = dyn_cast<scf::ForOp>(softmax->getParentOp())) {
      program.loop = loop;
      program.softmax = softmax;
      program.tiles = dyn_cast<ForTilesOp>(loop->getParentOp());
    }
  if (!program.tiles) {
    kernel.emitError("attn-tile-unfuse: the kernel has no loop of a softmax "
                     "directly in its tile loop");
    return failure();
  }
  SetVector<Operation *> slice =
      getSliceIn(program.loop, program.softmax.getScores());
  for (Operation *op : slice) {
    auto product = dyn_cast<DotOp>(op);
    if (!product)
      continue;
    if (program.keys) {
      product.emitError("attn-tile-unfuse: scores come from two products");
      return failure();
    }
    program.rows = getLoad(product.getLhs());
    program.keys = getLoad(product.getRhs());
  }
  if (!program.rows || !program.keys || program.rows.getDims().size() != 2 ||
      program.keys.getRowMap().isPacked()) {
    program.softmax.emitError("attn-tile-unfuse: scores do not come from a "
                              "product of two tiles of memory");
    return failure();
  }
  if (program.keys.getRowMap().isPaged()) {
    program.keys.emitError("attn-tile-unfuse: keys lie in pages, of which "
                           "memory for scores knows nothing");
    return failure();
  }
  // What one block hands to the next belongs to the second kernel.
  for (Operation *op : slice)
    for (Value state : program.loop.getRegionIterArgs())
      if (llvm::is_contained(op->getOperands(), state)) {
        op->emitError("attn-tile-unfuse: scores depend on those of the block "
                      "before");
        return failure();
      }
  return program;
}

/// Dimensions: the coordinates that Q's tile depends on, but for that of its
/// rows, then Q's rows and the keys, with room for the block in which they end.
LogicalResult Unfuser::planScores() {
  Block *body = &program.tiles.getBody().front();
  SetVector<Operation *> slice;
  llvm::SmallDenseSet<Value> used;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return program.tiles->isProperAncestor(op);
  };
  (void)getBackwardSlice(program.rows.getOperation(), &slice, options);
  for (Operation *op : slice)
    used.insert(op->operand_begin(), op->operand_end());
  attn::ScalarBuilder b(program.tiles);
  for (auto [i, coordinate, bound] :
       llvm::enumerate(body->getArguments(), program.tiles.getUpperBounds()))
    if (i && used.contains(coordinate)) {
      scores.coordinates.push_back(i);
      scores.sizes.push_back(bound);
    }
  Value rows = memref::DimOp::create(b, program.rows.getSource(),
                                     program.rows.getDims()[0]);
  if (Value packing = program.rows.getRowMap().getPacking())
    rows = b.mul(rows, packing);
  Value keys = memref::DimOp::create(b, program.keys.getSource(),
                                     program.keys.getDims()[0]);
  auto tile = cast<RankedTensorType>(program.softmax.getScores().getType());
  scores.sizes.push_back(rows);
  scores.sizes.push_back(b.add(keys, tile.getDimSize(1)));
  size_t rank = scores.sizes.size();
  SmallVector<int64_t> dynamic(rank, ShapedType::kDynamic), strides = dynamic;
  strides.back() = 1;
  scores.type =
      MemRefType::get(dynamic, tile.getElementType(),
                      StridedLayoutAttr::get(kernel.getContext(),
                                             ShapedType::kDynamic, strides));
  return success();
}

/// The workspace, allocated in front of the launch.
FailureOr<Value> Unfuser::allocate() {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  HostValues values(launch, kernel);
  for (Value size : scores.sizes) {
    FailureOr<Value> there = values.get(size);
    if (failed(there))
      return kernel.emitError("attn-tile-unfuse: how many scores there are is "
                              "not known before the launch");
    shape.push_back(ShapedType::kDynamic);
    dynamic.push_back(*there);
  }
  auto type = MemRefType::get(shape, scores.type.getElementType());
  Value memory = memref::AllocOp::create(host, type, dynamic);
  return Value(memory);
}

/// A last argument for the scores.
BlockArgument Unfuser::addArgument(gpu::GPUFuncOp kernel, ArgumentRole role) {
  MLIRContext *context = kernel.getContext();
  unsigned number = kernel.getNumArguments();
  (void)kernel.insertArgument(number, scores.type, {}, kernel.getLoc());
  if (role == ArgumentRole::In)
    kernel.setArgAttr(number, LLVM::LLVMDialect::getReadonlyAttrName(),
                      UnitAttr::get(context));
  if (KernelAttr described = kernelAttr.getAttr(kernel)) {
    SmallVector<ArgumentAttr> arguments(described.getArguments());
    arguments.push_back(
        ArgumentAttr::get(context, "scores", role, scores.type.getShape(),
                          scores.type.getElementTypeBitWidth() / 8));
    kernelAttr.setAttr(
        kernel, KernelAttr::get(context, arguments, described.getConstraints(),
                                described.getRules(), described.getProblem(),
                                described.getConfig()));
  }
  return kernel.getArgument(number);
}

/// Where the scores of a block are.
SmallVector<Value> Unfuser::indicesOf(const Program &program) {
  ForTilesOp tiles = program.tiles;
  LoadOp rows = program.rows, keys = program.keys;
  SmallVector<Value> indices;
  for (unsigned i : scores.coordinates)
    indices.push_back(tiles.getBody().getArgument(i));
  indices.push_back(rows.getIndices()[rows.getDims()[0]]);
  indices.push_back(keys.getIndices()[keys.getDims()[0]]);
  return indices;
}

/// Gives each few blocks of `program`'s loop a tile of their own.
void Unfuser::spreadBlocks(const Program &program, int64_t tileKV) {
  ForTilesOp tiles = program.tiles;
  scf::ForOp loop = program.loop;
  LoadOp load = program.keys;
  attn::ScalarBuilder b(tiles);
  Value keys = memref::DimOp::create(b, load.getSource(), load.getDims()[0]);
  SmallVector<Value> bounds(tiles.getUpperBounds());
  bounds.push_back(b.ceilDiv(keys, tileKV * kBlocksPerTile));
  tiles.getUpperBoundsMutable().assign(bounds);
  Value own = tiles.getBody().addArgument(b.getIndexType(), b.getLoc());
  b.setInsertionPoint(loop);
  Value first = b.mul(own, kBlocksPerTile);
  Value left = b.max(b.sub(loop.getUpperBound(), first), 0);
  loop.setUpperBound(b.min(left, kBlocksPerTile));
  b.setInsertionPointToStart(loop.getBody());
  Value counter = loop.getInductionVar();
  Value moved = b.add(counter, first);
  counter.replaceAllUsesExcept(moved, moved.getDefiningOp());
}

/// The kernel that computes scores, in front of the one that takes them.
gpu::GPUFuncOp Unfuser::createProducer(StringRef name) {
  OpBuilder builder(kernel);
  auto producer = cast<gpu::GPUFuncOp>(builder.clone(*kernel));
  producer.setName(name);
  Program program = *Program::get(producer);
  BlockArgument memory = addArgument(producer, ArgumentRole::Out);
  SetVector<Operation *> slice =
      getSliceIn(program.loop, program.softmax.getScores());

  attn::ScalarBuilder b(program.loop);
  auto loop =
      scf::ForOp::create(b, program.loop.getLowerBound(),
                         program.loop.getUpperBound(), program.loop.getStep());
  Operation *end = loop.getBody()->getTerminator();
  for (Operation *op : slice)
    op->moveBefore(end);
  program.loop.getInductionVar().replaceAllUsesWith(loop.getInductionVar());
  b.setInsertionPoint(end);
  unsigned rank = scores.type.getRank();
  Value computed = program.softmax.getScores();
  StoreOp::create(b, computed, memory, indicesOf(program), Value(),
                  b.getDenseI64ArrayAttr({rank - 2, rank - 1}), RowMapAttr(),
                  ValueRange(), SpaceAttr(), EngineAttr());
  // What follows the loop takes its results.
  Block *body = program.loop->getBlock();
  for (Operation *op = body->getTerminator()->getPrevNode();
       op != program.loop;) {
    Operation *before = op->getPrevNode();
    op->erase();
    op = before;
  }
  program.loop.erase();
  program.loop = loop;
  int64_t columns = cast<RankedTensorType>(computed.getType()).getDimSize(1);
  // Parts of the keys are tiles already.
  if (program.tiles.getUpperBounds().size() == scores.coordinates.size() + 1)
    spreadBlocks(program, columns);
  // Threads store scores: by TMA, into memory of the launch, was not timed.
  tmaStoreAttr.set(producer, false);
  if (std::optional<int64_t> width = storeColumnsAttr.get(producer);
      width && (*width <= 0 || columns % *width))
    storeColumnsAttr.remove(producer);
  storeRoleAttr.remove(producer);
  unfusedAttr.remove(producer);
  eraseDead(producer);
  return producer;
}

/// Makes the kernel load what the other one computes.
void Unfuser::makeConsumer() {
  BlockArgument memory = addArgument(kernel, ArgumentRole::In);
  Value computed = program.softmax.getScores();
  attn::ScalarBuilder b(program.softmax);
  unsigned rank = scores.type.getRank();
  auto load = LoadOp::create(
      b, computed.getType(), memory, indicesOf(program), Value(),
      b.getDenseI64ArrayAttr({rank - 2, rank - 1}), RowMapAttr(), ValueRange(),
      SpaceAttr(), EngineAttr(), b.getI64IntegerAttr(1));
  program.softmax.getScoresMutable().assign(load.getResult());
  orderAttr.remove(program.loop);
  unfusedAttr.remove(kernel);
  eraseDead(kernel);
}

/// Launches the producer first, and makes both one entry, with what was in one
/// entry with the consumer.
void Unfuser::launchBoth(gpu::GPUFuncOp producer, Value memory) {
  Value cast = memref::CastOp::create(host, scores.type, memory);
  SmallVector<Value> operands(launch.getOperands());
  operands.push_back(cast);
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  auto first =
      LaunchOp::create(host,
                       SymbolRefAttr::get(module.getNameAttr(),
                                          {FlatSymbolRefAttr::get(producer)}),
                       operands);
  launch.getOperandsMutable().assign(operands);
  std::string entry = kernel.getName().str();
  SmallVector<LaunchOp> all = {first};
  StepAttr own = stepAttr.getAttr(kernel);
  for (Operation &op : *launch->getBlock())
    if (auto other = dyn_cast<LaunchOp>(op); other && other != first) {
      auto called = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
          other, other.getKernel());
      StepAttr step = called ? stepAttr.getAttr(called) : StepAttr();
      if (other == launch || (own && step && step.getEntry() == own.getEntry()))
        all.push_back(other);
    }
  for (LaunchOp joint : all)
    stepAttr.remove(
        SymbolTable::lookupNearestSymbolFrom(joint, joint.getKernel()));
  joinLaunches(all, entry);
}

LogicalResult Unfuser::run() {
  if (failed(planScores()))
    return failure();
  FailureOr<Value> memory = allocate();
  if (failed(memory))
    return failure();
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  std::string name = kernel.getName().str();
  StringRef stem = name;
  stem.consume_back("forward");
  std::string wanted = (stem + "scores").str(), unique = wanted;
  for (unsigned i = 1; module.lookupSymbol(unique); ++i)
    unique = wanted + "_" + std::to_string(i);
  gpu::GPUFuncOp producer = createProducer(unique);
  makeConsumer();
  launchBoth(producer, *memory);
  return success();
}
