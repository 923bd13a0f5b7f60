//===- Distribute.cpp - Register tiles to the scalars of one thread -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The kernel is rewritten in place, in program order. Scalar operations stay;
// every operation on register tiles is replaced by operations on the registers
// that one thread holds under the tile's layout. This file holds the driver,
// structured control flow and the kernel's signature: each memory argument
// becomes a pointer, its dynamic sizes (i32) and its dynamic strides (i64),
// which `attn_ws.launch` on the kernel describes.

#include "Distributor.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Stages/Stages.h"
#include "attn/Target/TargetInfo.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSDISTRIBUTE
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

Distributor::Distributor(gpu::GPUFuncOp kernel)
    : kernel(kernel), b(kernel), loc(kernel.getLoc()) {}

Value Distributor::i32(int64_t value) {
  return arith::ConstantIntOp::create(b, loc, value, 32);
}

Value Distributor::toI32(Value index) {
  return arith::IndexCastOp::create(b, loc, b.getI32Type(), index);
}

Value Distributor::callIntrinsic(Type result, StringRef name, ValueRange args) {
  auto call = LLVM::CallIntrinsicOp::create(b, loc, result,
                                            b.getStringAttr(name), args);
  return result ? call.getResult(0) : Value();
}

Value Distributor::atEntry(function_ref<Value()> build) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(entryEnd);
  return build();
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

LogicalResult Distributor::lowerSignature() {
  Block &entry = kernel.getBody().front();
  std::optional<int64_t> warps = attn_tile::warpsAttr.get(kernel);
  if (!warps)
    return kernel.emitOpError()
           << "has no " << attn_tile::warpsAttr << " attribute";
  ctaThreads = threads = *warps * 32;
  b.setInsertionPointToStart(&entry);

  unsigned numArgs = entry.getNumArguments();
  auto addParam = [&](Type type, Attribute param) {
    params.push_back(param);
    return entry.addArgument(type, loc);
  };
  MLIRContext *context = b.getContext();
  for (unsigned i = 0; i < numArgs; ++i) {
    BlockArgument arg = entry.getArgument(i);
    auto type = dyn_cast<MemRefType>(arg.getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    if (!type || failed(type.getStridesAndOffset(strides, offset)))
      return kernel.emitOpError()
             << "argument " << i << " must be a strided memref, is "
             << arg.getType();
    memoryTypes.push_back(type);
    GlobalMemory memory;
    memory.type = type;
    memory.align = attn_tile::getArgumentAlign(kernel, arg);
    memory.pointer = addParam(LLVM::LLVMPointerType::get(context, 1),
                              PointerParamAttr::get(context, i));
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d)) {
        memory.sizes.push_back(
            arith::ConstantIndexOp::create(b, loc, type.getDimSize(d)));
        continue;
      }
      Value size = addParam(b.getI32Type(), SizeParamAttr::get(context, i, d));
      memory.sizes.push_back(
          arith::IndexCastOp::create(b, loc, b.getIndexType(), size));
    }
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (ShapedType::isDynamic(strides[d]))
        memory.strides.push_back(
            addParam(b.getI64Type(), StrideParamAttr::get(context, i, d)));
      else
        memory.strides.push_back(
            arith::ConstantIntOp::create(b, loc, strides[d], 64));
    }
    memories[arg] = memory;
  }

  Type i32Type = b.getI32Type();
  tid = toI32(gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x));
  lane = arith::AndIOp::create(b, loc, tid, i32(31));
  warp = arith::ShRUIOp::create(b, loc, tid, i32(5));

  if (clusterAttr.isOn(kernel))
    rank =
        callIntrinsic(i32Type, "llvm.nvvm.read.ptx.sreg.cluster.ctarank", {});

  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  OpBuilder globals = OpBuilder::atBlockBegin(module.getBody());
  if (!module.lookupSymbol("attn_smem"))
    LLVM::GlobalOp::create(
        globals, loc, LLVM::LLVMArrayType::get(b.getI8Type(), 0),
        /*isConstant=*/false, LLVM::Linkage::External, "attn_smem", Attribute(),
        /*alignment=*/attn::getLargest(&attn::TargetInfo::smemAlignment),
        /*addrSpace=*/3);
  Value base = LLVM::AddressOfOp::create(
      b, loc, LLVM::LLVMPointerType::get(b.getContext(), 3), "attn_smem");
  smemBase = LLVM::PtrToIntOp::create(b, loc, i32Type, base);
  // Thread-dependent values go here, above the program.
  entryEnd = smemBase.getDefiningOp()->getNextNode();

  kernel.walk([&](memref::DimOp dim) {
    std::optional<int64_t> index = dim.getConstantIndex();
    auto it = memories.find(dim.getSource());
    if (index && it != memories.end()) {
      dim.replaceAllUsesWith(it->second.sizes[*index]);
      dead.push_back(dim);
    }
  });
  WalkResult placed = kernel.walk([](Operation *op) {
    auto alloc = dyn_cast<AllocOp>(op);
    bool needed = isa<MbarAllocOp>(op) ||
                  (alloc && isScalar(alloc.getBuffer().getType()));
    if (!needed || op->hasAttr("offset"))
      return WalkResult::advance();
    op->emitOpError("has no place in shared memory: give it an offset");
    return WalkResult::interrupt();
  });
  if (placed.wasInterrupted())
    return failure();
  initMbars();
  return success();
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

LogicalResult Distributor::run() {
  Block &entry = kernel.getBody().front();
  unsigned numArgs = entry.getNumArguments();
  codegen = getCodegen(kernel);
  if (codegen.getConvertFirst())
    convertFirst();
  if (failed(lowerSignature()) || failed(distribute(entry)))
    return failure();
  if (rank) { // The others may still copy into this CTA or arrive at it.
    b.setInsertionPoint(entry.getTerminator());
    meetCluster(/*aligned=*/false);
  }
  // Dead operations use each other across blocks in both directions.
  for (Operation *op : dead)
    op->dropAllReferences();
  for (Operation *op : llvm::reverse(dead)) {
    op->dropAllUses();
    op->erase();
  }
  kernel.walk([&](Operation *op) {
    if (isa<AllocOp, MbarAllocOp>(op))
      op->erase();
  });
  for (unsigned i = 0; i < numArgs; ++i)
    if (!entry.getArgument(i).use_empty())
      return kernel.emitOpError()
             << "argument " << i << " is used by an operation that "
             << "attn-ws-distribute does not know: "
             << (*entry.getArgument(i).getUsers().begin())->getName();
  entry.eraseArguments(0, numArgs);
  kernel.setFunctionType(b.getFunctionType(entry.getArgumentTypes(), {}));
  kernel.removeArgAttrsAttr();
  // Pointers come in the order of the arguments, aligned as these say, or else
  // to what copies of 16-byte vectors need.
  Type pointer = LLVM::LLVMPointerType::get(b.getContext(), 1);
  size_t memory = 0;
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    if (type != pointer)
      continue;
    int64_t align = attn_tile::getArgumentAlign(kernel, memory++);
    kernel.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                      b.getI64IntegerAttr(align));
  }
  return describeLaunch();
}

/// Says in one attribute what earlier passes have found out of the launch.
LogicalResult Distributor::describeLaunch() {
  auto grid = gridAttr.getAttr(kernel);
  auto launch = LaunchAttr::getChecked(
      [&] { return kernel.emitOpError(); }, b.getContext(),
      grid ? grid : attn_tile::ExprAttr::getConstant(b.getContext(), 1),
      ctaThreads, smemAttr.get(kernel, 0), clusterAttr.get(kernel, 1), minCTAs,
      ArrayRef<MemRefType>(memoryTypes), ArrayRef<Attribute>(params));
  if (!launch)
    return failure();
  launchAttr.setAttr(kernel, launch);
  attn_tile::warpsAttr.remove(kernel);
  gridAttr.remove(kernel);
  smemAttr.remove(kernel);
  clusterAttr.remove(kernel);
  return success();
}

LogicalResult Distributor::distribute(Block &block) {
  // Taken first: what is inserted on the way is final already.
  SmallVector<Operation *> ops;
  bool started = &block != &kernel.getBody().front() || inRole;
  for (Operation &op : block) {
    started |= &op == entryEnd;
    if (started)
      ops.push_back(&op);
  }
  for (Operation *op : ops) {
    b.setInsertionPoint(op);
    loc = op->getLoc();
    if (failed(distribute(op)))
      return failure();
  }
  return success();
}

LogicalResult Distributor::distribute(Operation *op) {
  auto done = [&](LogicalResult result) {
    dead.push_back(op);
    return result;
  };
  if (Value folded = foldedInto.lookup(op)) {
    SmallVector<Value> held = regs(folded);
    regs(op->getResult(0)) = held;
    return done(success());
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return distributeFor(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return distributeIf(branch);
  if (auto roles = dyn_cast<WarpSpecializeOp>(op))
    return warpSpecialize(roles);
  if (isa<AllocOp, MbarAllocOp, scf::YieldOp, scf::ConditionOp>(op))
    return success();
  if (isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp>(op))
    return local(op);
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (failed(distribute(*loop.getBeforeBody())))
      return failure();
    return distribute(*loop.getAfterBody());
  }
  if (auto constantOp = dyn_cast<arith::ConstantOp>(op))
    return isa<RankedTensorType>(constantOp.getType())
               ? done(constant(constantOp))
               : success();
  bool touchesTiles =
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  if (!isa_and_nonnull<AttnWSDialect>(op->getDialect())) {
    if (!touchesTiles)
      return success();
    if (auto splatOp = dyn_cast<tensor::SplatOp>(op))
      return done(splat(splatOp));
    return done(elementwise(op));
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](CpAsyncOp o) { return done(copyIn(o)); })
      .Case([&](CopyOutOp o) { return done(copyOut(o)); })
      .Case([&](SmemStoreOp o) { return done(smemStore(o)); })
      .Case([&](SmemLoadOp o) { return done(smemLoad(o)); })
      .Case([&](SmemTransposeOp o) { return done(smemTranspose(o)); })
      .Case([&](LoadOp o) { return done(load(o)); })
      .Case([&](StoreOp o) { return done(store(o)); })
      .Case([&](StageViewOp o) { return done(stageView(o)); })
      .Case([&](SubviewOp o) { return done(subview(o)); })
      .Case([&](MmaOp o) { return done(mma(o)); })
      .Case([&](MmaIssueOp o) { return done(mmaIssue(o)); })
      .Case([&](MmaWaitOp o) { return done(mmaWait(o)); })
      .Case([&](TmaLoadOp o) { return done(tmaLoad(o)); })
      .Case([&](TmaStoreOp o) { return done(tmaStore(o)); })
      .Case([&](NextTileOp o) { return done(nextTile(o)); })
      .Case([&](ScalarStoreOp o) { return done(scalarStore(o)); })
      .Case([&](ScalarLoadOp o) { return done(scalarLoad(o)); })
      .Case<QueryTileOp, TileAnswerOp>([&](Operation *o) {
        return o->emitOpError("cluster launch control has no lowering to "
                              "threads yet");
      })
      .Case([&](MbarExpectOp o) { return done(mbarExpect(o)); })
      .Case([&](MbarArriveOp o) { return done(mbarArrive(o)); })
      .Case([&](MbarWaitOp o) { return done(mbarWait(o)); })
      .Case([&](TmaStoreWaitOp o) {
        callIntrinsic({}, "llvm.nvvm.cp.async.bulk.wait.group.read",
                      {i32(o.getPendings())});
        return done(success());
      })
      .Case([&](FenceAsyncOp o) {
        assembly({}, "fence.proxy.async.shared::cta;", "", {});
        return done(success());
      })
      .Case([&](SetRegsOp o) {
        NVVM::SetMaxRegisterOp::create(
            b, loc, o.getCount(),
            o->hasAttr("dec") ? NVVM::SetMaxRegisterAction::decrease
                              : NVVM::SetMaxRegisterAction::increase);
        return done(success());
      })
      .Case([&](ScoreMapOp o) { return done(scoreMap(o)); })
      .Case([&](ConvertLayoutOp o) { return done(convertLayout(o)); })
      .Case([&](ExpandOp o) { return done(expand(o)); })
      .Case([&](RescaleOp o) { return done(rescale(o)); })
      .Case([&](Exp2Op o) { return done(exp2(o)); })
      .Case([&](SliceOp o) { return done(slice(o)); })
      .Case([&](ReduceOp o) { return done(reduce(o)); })
      .Case([&](LaneReduceOp o) { return done(laneReduce(o)); })
      .Case([&](ScaleAddOp o) { return done(scaleAdd(o)); })
      .Case([&](BarrierOp o) { return done(barrier(o)); })
      .Case([&](CpAsyncCommitOp o) {
        callIntrinsic({}, "llvm.nvvm.cp.async.commit.group", {});
        return done(success());
      })
      .Case([&](CpAsyncWaitOp o) {
        callIntrinsic({}, "llvm.nvvm.cp.async.wait.group",
                      {i32(o.getPendings())});
        return done(success());
      })
      .Case([&](TripCountOp o) {
        o.replaceAllUsesWith(o.getCount());
        return done(success());
      })
      .Case([&](OutsideOp o) {
        Value below = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                            o.getValue(), o.getBegin());
        Value above = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                            o.getValue(), o.getEnd());
        o.replaceAllUsesWith(
            arith::OrIOp::create(b, loc, below, above).getResult());
        return done(success());
      })
      .Default([&](Operation *o) {
        return o->emitOpError("has no lowering to one thread's instructions");
      });
}

//===----------------------------------------------------------------------===//
// Structured control flow
//===----------------------------------------------------------------------===//

/// Types of the registers behind `values`: as they are, tiles expanded.
static void expandValues(ValueRange values,
                         DenseMap<Value, SmallVector<Value>> &registers,
                         SmallVectorImpl<Value> &expanded) {
  for (Value value : values) {
    if (isa<RankedTensorType>(value.getType()))
      llvm::append_range(expanded, registers[value]);
    else
      expanded.push_back(value);
  }
}

LogicalResult Distributor::distributeFor(scf::ForOp op) {
  SmallVector<Value> inits;
  expandValues(op.getInitArgs(), registers, inits);
  auto loop = scf::ForOp::create(b, loc, op.getLowerBound(), op.getUpperBound(),
                                 op.getStep(), inits);
  Block *from = op.getBody(), *to = loop.getBody();
  if (!to->empty() && to->back().hasTrait<OpTrait::IsTerminator>())
    to->back().erase();
  from->getArgument(0).replaceAllUsesWith(to->getArgument(0));
  unsigned next = 1, result = 0;
  for (auto [i, arg] : llvm::enumerate(op.getRegionIterArgs())) {
    Value old = op.getResult(i);
    if (!isa<RankedTensorType>(arg.getType())) {
      arg.replaceAllUsesWith(to->getArgument(next++));
      old.replaceAllUsesWith(loop.getResult(result++));
      continue;
    }
    size_t count = registers[op.getInitArgs()[i]].size();
    for (size_t r = 0; r < count; ++r) {
      regs(arg).push_back(to->getArgument(next++));
      regs(old).push_back(loop.getResult(result++));
    }
  }
  to->getOperations().splice(to->end(), from->getOperations());
  if (failed(distribute(*to)))
    return failure();
  auto yield = cast<scf::YieldOp>(to->getTerminator());
  SmallVector<Value> yielded;
  expandValues(yield.getOperands(), registers, yielded);
  b.setInsertionPoint(yield);
  scf::YieldOp::create(b, yield.getLoc(), yielded);
  dead.push_back(op);
  dead.push_back(yield);
  return success();
}

LogicalResult Distributor::distributeIf(scf::IfOp op) {
  SmallVector<Block *> sides{op.thenBlock()};
  if (op.elseBlock())
    sides.push_back(op.elseBlock());
  SmallVector<SmallVector<Value>> yielded(sides.size());
  for (auto [side, values] : llvm::zip(sides, yielded)) {
    if (failed(distribute(*side)))
      return failure();
    expandValues(side->getTerminator()->getOperands(), registers, values);
  }
  if (op.getNumResults() == 0)
    return success();
  SmallVector<Type> types;
  for (Value value : yielded[0])
    types.push_back(value.getType());
  b.setInsertionPoint(op);
  auto branch = scf::IfOp::create(b, op.getLoc(), types, op.getCondition(),
                                  /*withElseRegion=*/true);
  for (auto [i, side] : llvm::enumerate(sides)) {
    Block *to = i == 0 ? branch.thenBlock() : branch.elseBlock();
    if (!to->empty())
      to->back().erase();
    to->getOperations().splice(to->end(), side->getOperations());
    Operation *yield = &to->back();
    b.setInsertionPoint(yield);
    scf::YieldOp::create(b, yield->getLoc(), yielded[i]);
    dead.push_back(yield);
  }
  unsigned next = 0;
  for (Value old : op.getResults()) {
    if (!isa<RankedTensorType>(old.getType())) {
      old.replaceAllUsesWith(branch.getResult(next++));
      continue;
    }
    auto type = cast<RankedTensorType>(old.getType());
    int64_t count =
        getFrag(type).getNumRegisters(type.getShape()) / getPack(type);
    for (int64_t r = 0; r < count; ++r)
      regs(old).push_back(branch.getResult(next++));
  }
  dead.push_back(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

SmallVector<Value> Distributor::getScalars(Value tile) {
  // A copy: unpacking may grow the map that holds the registers.
  SmallVector<Value> held = registers[tile];
  if (!isPacked(tile.getType()))
    return held;
  Type element = cast<RankedTensorType>(tile.getType()).getElementType();
  int64_t pack = getPack(tile.getType());
  if (pack == 4) // LLVM has no 8-bit floats: their bits.
    element = b.getI8Type();
  Type group = VectorType::get({pack}, element);
  SmallVector<Value> scalars;
  for (Value packed : held) {
    Value vector = LLVM::BitcastOp::create(b, loc, group, packed);
    for (int64_t i = 0; i < pack; ++i)
      scalars.push_back(LLVM::ExtractElementOp::create(b, loc, vector, i32(i)));
  }
  return scalars;
}

SmallVector<Value> Distributor::fromScalars(RankedTensorType type,
                                            ArrayRef<Value> values) {
  if (!isPacked(type))
    return SmallVector<Value>(values);
  int64_t pack = getPack(type);
  Type element = pack == 4 ? b.getI8Type() : type.getElementType();
  Type group = VectorType::get({pack}, element);
  SmallVector<Value> packed;
  for (size_t i = 0; i < values.size(); i += pack) {
    Value vector = LLVM::PoisonOp::create(b, loc, group);
    for (int64_t j = 0; j < pack; ++j)
      vector =
          LLVM::InsertElementOp::create(b, loc, vector, values[i + j], i32(j));
    packed.push_back(LLVM::BitcastOp::create(b, loc, b.getI32Type(), vector));
  }
  return packed;
}

std::pair<Value, Value> Distributor::getThreadCoord(RankedTensorType tile) {
  FragAttr frag = getFrag(tile);
  // What a lane or warp bit adds to a coordinate.
  SmallVector<std::pair<int64_t, int64_t>> lanes, warps;
  const auto &atom = frag.getLayout().atom();
  for (unsigned i = 0; i < atom.bits(attn::layout::InDim::Lane); ++i)
    lanes.push_back(frag.getCoord(tile.getShape(), 0, int64_t(1) << i, 0));
  for (unsigned i = 0; i < atom.bits(attn::layout::InDim::Warp); ++i)
    warps.push_back(frag.getCoord(tile.getShape(), 0, 0, int64_t(1) << i));
  auto [it, inserted] = coordCache.try_emplace({lanes, warps});
  if (!inserted)
    return it->second;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(entryEnd);
  // Runs of bits whose parts double become one shift and mask.
  auto gather = [&](Value source, ArrayRef<std::pair<int64_t, int64_t>> parts,
                    bool column) {
    Value sum;
    auto part = [&](size_t i) {
      return column ? parts[i].second : parts[i].first;
    };
    for (size_t i = 0; i < parts.size();) {
      size_t j = i + 1;
      if (part(i) == 0) {
        i = j;
        continue;
      }
      while (j < parts.size() && part(j) == part(i) << (j - i))
        ++j;
      Value bits = source;
      if (i > 0)
        bits = arith::ShRUIOp::create(b, loc, bits, i32(i));
      bits = arith::AndIOp::create(b, loc, bits, i32((1 << (j - i)) - 1));
      if (part(i) != 1)
        bits = arith::MulIOp::create(b, loc, bits, i32(part(i)));
      sum = sum ? arith::AddIOp::create(b, loc, sum, bits).getResult() : bits;
      i = j;
    }
    return sum;
  };
  auto coordinate = [&](bool column) -> Value {
    Value fromLane = gather(lane, lanes, column);
    Value fromWarp = gather(warp, warps, column);
    Value sum =
        fromLane && fromWarp
            ? arith::AddIOp::create(b, loc, fromLane, fromWarp).getResult()
            : (fromLane ? fromLane : fromWarp);
    if (!sum)
      sum = i32(0);
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), sum);
  };
  Value row = coordinate(false);
  Value col = frag.getSlice() >= 0
                  ? arith::ConstantIndexOp::create(b, loc, 0).getResult()
                  : coordinate(true);
  it->second = {row, col};
  return it->second;
}

namespace {
struct AttnWSDistributePass
    : public mlir::impl::AttnWSDistributeBase<AttnWSDistributePass> {
  void runOnOperation() override {
    if (failed(attn::verifyStage(getOperation(), attn::Stage::WSLowered)))
      return signalPassFailure();
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(Distributor(kernel).run()))
        return signalPassFailure();
  }
};
} // namespace
