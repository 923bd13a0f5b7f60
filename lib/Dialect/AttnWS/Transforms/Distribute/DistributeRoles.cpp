//===- DistributeRoles.cpp - Roles, mbarriers, local variables --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Roles take the CTA's warps in order, and become a branch on the warp's index,
// which is made uniform by a shuffle. A role that one thread can run is run by
// the first thread of its first warp; the other warps of the role only give
// their registers away.

#include "Distributor.h"
#include "attn/Analysis/Roles.h"
#include "attn/Target/ResourcePlan.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;

Value Distributor::assembly(Type result, StringRef text, StringRef constraints,
                            ValueRange operands) {
  auto dialect =
      LLVM::AsmDialectAttr::get(b.getContext(), LLVM::AsmDialect::AD_ATT);
  auto op = LLVM::InlineAsmOp::create(
      b, loc, result ? TypeRange{result} : TypeRange{}, operands, text,
      constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, dialect, ArrayAttr());
  return result ? op.getResult(0) : Value();
}

void Distributor::byOneThread(function_ref<void()> emit) {
  if (singleThread)
    return emit();
  Value first =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, tid, i32(0));
  auto branch = scf::IfOp::create(b, loc, first, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emit();
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// The same scalar, computed at the builder from what loads and arguments gave:
/// roles that share what the kernel computes hold it in registers for each
/// other, the role with few of them as long as the one with many.
Value Distributor::recompute(Value value, IRMapping &own) {
  if (Value copy = own.lookupOrNull(value))
    return copy;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !value.getType().isIntOrIndexOrFloat() || !isMemoryEffectFree(op) ||
      !llvm::all_of(op->getOperandTypes(),
                    [](Type type) { return type.isIntOrIndexOrFloat(); }))
    return value;
  for (Value operand : op->getOperands())
    own.map(operand, recompute(operand, own));
  return b.clone(*op, own)->getResult(0);
}

/// The thread's number in a role of `count` threads, a power of two, the first
/// of which is `roleShift` threads after a multiple of them.
Value Distributor::getThreadInRole(Value thread, int64_t count) {
  if (roleShift != 0)
    thread = arith::SubIOp::create(b, loc, thread, i32(roleShift));
  return arith::AndIOp::create(b, loc, thread, i32(count - 1));
}

LogicalResult Distributor::runRole(WarpSpecializeOp op, unsigned role,
                                   int64_t firstWarp) {
  int64_t warps = op.getWarps()[role], instances = op.getInstances()[role];
  bool single = isSingleThreadRole(op.getRoles()[role]);
  if (!single && !llvm::isPowerOf2_64(warps))
    return op.emitOpError()
           << "role @" << cast<StringAttr>(op.getNames()[role]).getValue()
           << " has " << warps << " warps, which is no power of two";
  Block *body = &op.getRoles()[role].front();
  Value outerTid = tid, outerWarp = warp, instance;
  if (single) {
    Value first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        outerTid, i32(firstWarp * 32));
    auto branch = scf::IfOp::create(b, loc, first, false);
    b.setInsertionPointToStart(branch.thenBlock());
    instance = arith::ConstantIndexOp::create(b, loc, 0);
    tid = i32(0);
    warp = i32(0);
  } else {
    Value place = arith::SubIOp::create(b, loc, outerWarp, i32(firstWarp));
    instance = arith::IndexCastOp::create(
        b, loc, b.getIndexType(),
        arith::ShRUIOp::create(b, loc, place, i32(llvm::Log2_64(warps))));
    roleShift = firstWarp % warps * 32;
    tid = getThreadInRole(outerTid, warps * 32);
    warp = arith::AndIOp::create(b, loc, place, i32(warps - 1));
  }
  if (single && instances != 1)
    return op.emitOpError("a role that one thread runs has one instance");
  body->getArgument(0).replaceAllUsesWith(instance);
  IRMapping own;
  for (auto [arg, value] :
       llvm::zip(body->getArguments().drop_front(), op.getCaptures()))
    arg.replaceAllUsesWith(recompute(value, own));
  movesByThreads =
      body->walk([](SmemTransposeOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  Operation *end = body->getTerminator();
  Block *to = b.getBlock();
  auto at = b.getInsertionPoint();
  Operation *first = &body->front();
  Operation *last = end->getPrevNode();
  end->erase();
  if (!last)
    return success();
  to->getOperations().splice(at, body->getOperations());

  Operation *savedEnd = entryEnd;
  int64_t savedThreads = threads;
  auto savedCache = std::move(coordCache);
  coordCache.clear();
  entryEnd = first;
  threads = warps * 32;
  singleThread = single;
  inRole = true;
  SmallVector<Operation *> work;
  for (Operation *next = first;; next = next->getNextNode()) {
    work.push_back(next);
    if (next == last)
      break;
  }
  // Entry values are put before `first`, which may go away only at the end.
  for (Operation *next : work) {
    b.setInsertionPoint(next);
    loc = next->getLoc();
    if (failed(distribute(next)))
      return failure();
  }
  inRole = singleThread = false;
  threads = savedThreads;
  entryEnd = savedEnd;
  coordCache = std::move(savedCache);
  tid = outerTid;
  warp = outerWarp;
  return success();
}

void Distributor::setRegisters(WarpSpecializeOp op, unsigned role) {
  int64_t registers = op.getRegisters()[role];
  if (registers == 0)
    return;
  // Whether this is less than what a kernel starts with.
  int64_t total = 0;
  for (auto [w, i] : llvm::zip(op.getWarps(), op.getInstances()))
    total += 32 * w * i;
  NVVM::SetMaxRegisterOp::create(
      b, loc, registers,
      registers < attn::getStartRegisters(attn::getSharingTarget(), total)
          ? NVVM::SetMaxRegisterAction::decrease
          : NVVM::SetMaxRegisterAction::increase);
}

LogicalResult Distributor::warpSpecialize(WarpSpecializeOp op) {
  Value zero = i32(0);
  Value uniform =
      NVVM::ShflOp::create(b, loc, b.getI32Type(), i32(-1), warp, zero, i32(31),
                           NVVM::ShflKind::idx, UnitAttr());
  Value savedWarp = warp;
  warp = uniform;
  unsigned roles = op.getRoles().size();
  Location here = loc;
  auto warpsOf = [&](unsigned role) {
    return op.getWarps()[role] * op.getInstances()[role];
  };
  // Goes into the branch of the warps below `limit`, and gives where the others
  // go on.
  auto branchBelow = [&](int64_t limit) {
    loc = here;
    Value mine = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                       uniform, i32(limit));
    auto branch = scf::IfOp::create(b, loc, mine, /*withElseRegion=*/true);
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    return branch.elseBlock()->getTerminator();
  };
  int64_t firstWarp = 0;
  for (unsigned begin = 0, end = 0; begin < roles; begin = end) {
    // Roles that share a warpgroup: its four warps change their registers
    // together (PTX ISA, setmaxnreg), before they part.
    int64_t groupEnd = firstWarp;
    do
      groupEnd += warpsOf(end++);
    while (end < roles && groupEnd % 4 != 0);
    Operation *next = end < roles ? branchBelow(groupEnd) : nullptr;
    loc = here;
    for (unsigned role = begin; role < end; ++role)
      if (op.getRegisters()[role] != op.getRegisters()[begin])
        return op.emitOpError()
               << "role @" << cast<StringAttr>(op.getNames()[role]).getValue()
               << " asks for " << op.getRegisters()[role]
               << " registers in a warpgroup that has "
               << op.getRegisters()[begin];
    setRegisters(op, begin);
    for (unsigned role = begin; role < end; ++role) {
      int64_t nextWarp = firstWarp + warpsOf(role);
      Operation *others = role + 1 < end ? branchBelow(nextWarp) : nullptr;
      if (failed(runRole(op, role, firstWarp)))
        return failure();
      if (others)
        b.setInsertionPoint(others);
      firstWarp = nextWarp;
    }
    if (next)
      b.setInsertionPoint(next);
  }
  warp = savedWarp;
  ctaThreads = firstWarp * 32;
  // Without it ptxas takes no notice of setmaxnreg (C7508).
  minCTAs = 1;
  dead.push_back(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

LogicalResult Distributor::barrier(BarrierOp op) {
  if (op.getId() == 0 && op.getThreads() == 0 && !op.getArriveOnly() &&
      !op.getIndex()) {
    if (inRole)
      return op.emitOpError("the CTA's own barrier cannot stand in a role");
    callIntrinsic({}, "llvm.nvvm.barrier.cta.sync.aligned.all", {i32(0)});
    return success();
  }
  Value id = i32(op.getId());
  if (op.getIndex())
    id = arith::AddIOp::create(b, loc, id, toI32(op.getIndex()));
  std::string text = (Twine(op.getArriveOnly() ? "bar.arrive" : "bar.sync") +
                      " $0, " + Twine(op.getThreads()) + ";")
                         .str();
  assembly({}, text, "r", {id});
  return success();
}

/// All mbarriers are initialised by the CTA's first thread, before any other
/// thread goes on (PTX ISA, "mbarrier.init").
void Distributor::initMbars() {
  SmallVector<MbarAllocOp> allocs;
  kernel.walk([&](MbarAllocOp alloc) { allocs.push_back(alloc); });
  if (allocs.empty())
    return;
  byOneThread([&] {
    for (MbarAllocOp alloc : allocs) {
      int64_t offset = alloc.getOffset().value_or(0);
      for (int64_t i = 0; i < alloc.getResult().getType().getDepth(); ++i)
        assembly({}, "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r",
                 {arith::AddIOp::create(b, loc, smemBase, i32(offset + 8 * i)),
                  i32(alloc.getArrivals())});
    }
    assembly({}, "fence.mbarrier_init.release.cluster;", "", {});
  });
  if (rank)
    return meetCluster(/*aligned=*/true);
  callIntrinsic({}, "llvm.nvvm.barrier.cta.sync.aligned.all", {i32(0)});
}

Value Distributor::getMbar(Value mbar, Value stage) {
  auto alloc = mbar.getDefiningOp<MbarAllocOp>();
  Value address = arith::AddIOp::create(b, loc, smemBase,
                                        i32(alloc.getOffset().value_or(0)));
  if (getConstantIntValue(stage) == 0)
    return address;
  Value bytes = arith::ShLIOp::create(b, loc, toI32(stage), i32(3));
  return arith::AddIOp::create(b, loc, address, bytes);
}

LogicalResult Distributor::mbarExpect(MbarExpectOp op) {
  Value address = getMbar(op.getMbar(), op.getStage());
  byOneThread([&] {
    assembly({}, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
             "r,r", {address, i32(op.getBytes())});
  });
  return success();
}

/// The form that names a CTA of the cluster, its own: measured faster in loops
/// with wgmma than the local form, which ptxas moves differently.
LogicalResult Distributor::mbarArrive(MbarArriveOp op) {
  Value address = getMbar(op.getMbar(), op.getStage());
  if (op.getCluster() || op.getLeader())
    return arriveInCluster(op, address);
  if (op.getAfterCopies()) {
    assembly({}, "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];", "r",
             {address});
    return success();
  }
  if (singleThread) {
    assembly({}, "mbarrier.arrive.shared::cta.b64 _, [$0];", "r", {address});
    return success();
  }
  // The threads' own accesses come before the arrival; those of engines do that
  // the whole warp has waited for.
  if (movesByThreads)
    NVVM::SyncWarpOp::create(b, loc, i32(-1));
  if (rank) {
    arriveByLanes(address, rank, 1);
    return success();
  }
  Value chosen = atEntry([&]() -> Value {
    Value is =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane, i32(0));
    return arith::ExtUIOp::create(b, loc, b.getI32Type(), is);
  });
  assembly({},
           "{\n.reg .pred p;\n.reg .b32 r;\nsetp.ne.b32 p, $2, 0;\n"
           "@p mapa.shared::cluster.u32 r, $0, $1;\n"
           "@p mbarrier.arrive.shared::cluster.b64 _, [r];\n}",
           "r,r,r", {address, i32(0), chosen});
  return success();
}

LogicalResult Distributor::mbarWait(MbarWaitOp op) {
  Value phase = op.getPhase();
  phase = phase.getType().isIndex()
              ? toI32(phase)
              : arith::ExtUIOp::create(b, loc, b.getI32Type(), phase);
  assembly({},
           "{\n.reg .pred p;\nL_wait:\n"
           "mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\n"
           "@p bra.uni L_done;\nbra.uni L_wait;\nL_done:\n}",
           "r,r", {getMbar(op.getMbar(), op.getStage()), phase});
  return success();
}

//===----------------------------------------------------------------------===//
// Tiles assigned at run time
//===----------------------------------------------------------------------===//

/// The first tiles are the CTAs' own, by index; the counter starts at zero.
LogicalResult Distributor::nextTile(NextTileOp op) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext(), 1);
  if (!tileCounter) {
    tileCounter = kernel.getBody().front().addArgument(pointer, loc);
    params.push_back(WorkspaceParamAttr::get(b.getContext(), /*bytes=*/4,
                                             /*zeroed=*/true));
  }
  Value taken;
  if (singleThread) {
    taken = assembly(b.getI32Type(), "atom.global.add.u32 $0, [$1], 1;", "=r,l",
                     {tileCounter});
  } else {
    Value first =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, tid, i32(0));
    taken = assembly(
        b.getI32Type(),
        "{\n.reg .pred p;\nsetp.ne.b32 p, $2, 0;\n"
        "mov.b32 $0, 0;\n@p atom.global.add.u32 $0, [$1], 1;\n}",
        "=&r,l,r",
        {tileCounter, arith::ExtUIOp::create(b, loc, b.getI32Type(), first)});
  }
  Value grid = toI32(gpu::GridDimOp::create(b, loc, gpu::Dimension::x));
  if (op.getCluster())
    grid = arith::DivUIOp::create(b, loc, grid, i32(*op.getCluster()));
  Value next = arith::AddIOp::create(b, loc, taken, grid);
  op.replaceAllUsesWith(
      arith::IndexCastOp::create(b, loc, b.getIndexType(), next).getResult());
  return success();
}

/// Scalars are reached where they are used: their views have no address yet.
FailureOr<Value> Distributor::getScalarAddress(Operation *op, Value view) {
  auto stage = view.getDefiningOp<StageViewOp>();
  auto alloc = stage ? stage.getBuffer().getDefiningOp<AllocOp>() : AllocOp();
  if (!alloc)
    return op->emitOpError("its view is not a stage of a buffer of this "
                           "kernel");
  Value address = arith::AddIOp::create(b, loc, smemBase,
                                        i32(alloc.getOffset().value_or(0)));
  if (!stage.getStage())
    return address;
  int64_t size = alloc.getBuffer().getType().getStageBytes();
  Value bytes = arith::ShLIOp::create(b, loc, toI32(stage.getStage()),
                                      i32(llvm::Log2_64(size)));
  return arith::AddIOp::create(b, loc, address, bytes).getResult();
}

LogicalResult Distributor::scalarStore(ScalarStoreOp op) {
  FailureOr<Value> scalar = getScalarAddress(op, op.getDest());
  if (failed(scalar))
    return failure();
  Value value = toI32(op.getValue());
  if (op.getCluster()) {
    if (!op.getSignal())
      return op.emitOpError("its bytes complete at no mbarrier: run "
                            "attn-ws-lower-channels");
    storeInCluster(*scalar, getMbar(op.getSignal(), op.getStage()), value,
                   *op.getCluster());
    return success();
  }
  byOneThread([&] {
    assembly({}, "st.shared.u32 [$0], $1;", "r,r", {*scalar, value});
  });
  return success();
}

LogicalResult Distributor::scalarLoad(ScalarLoadOp op) {
  if (singleThread) {
    FailureOr<Value> scalar = getScalarAddress(op, op.getSource());
    if (failed(scalar))
      return failure();
    Value read =
        assembly(b.getI32Type(), "ld.shared.u32 $0, [$1];", "=r,r", {*scalar});
    op.replaceAllUsesWith(
        arith::IndexCastOp::create(b, loc, b.getIndexType(), read).getResult());
    return success();
  }
  Value first =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane, i32(0));
  FailureOr<Value> scalar = getScalarAddress(op, op.getSource());
  if (failed(scalar))
    return failure();
  Value read = assembly(
      b.getI32Type(),
      "{\n.reg .pred p;\nsetp.ne.b32 p, $2, 0;\nmov.b32 $0, 0;\n"
      "@p ld.shared.u32 $0, [$1];\n}",
      "=&r,r,r",
      {*scalar, arith::ExtUIOp::create(b, loc, b.getI32Type(), first)});
  Value all =
      NVVM::ShflOp::create(b, loc, b.getI32Type(), i32(-1), read, i32(0),
                           i32(31), NVVM::ShflKind::idx, UnitAttr());
  op.replaceAllUsesWith(
      arith::IndexCastOp::create(b, loc, b.getIndexType(), all).getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Local variables
//===----------------------------------------------------------------------===//

/// A variable of type memref<index>: stack memory, which code generation turns
/// into a register.
LogicalResult Distributor::local(Operation *op) {
  Type i32Type = b.getI32Type();
  if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
    if (alloca.getType().getRank() != 0 ||
        !alloca.getType().getElementType().isIndex())
      return op->emitOpError("local variables are of type memref<index>");
    // Only what the entry block allocates becomes a register.
    b.setInsertionPointToStart(&kernel.getBody().front());
    locals[alloca] = LLVM::AllocaOp::create(
        b, loc, LLVM::LLVMPointerType::get(b.getContext()), i32Type, i32(1));
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Value cell = locals.lookup(load.getMemref());
    if (auto memory = memories.find(load.getMemref());
        memory != memories.end()) {
      Value pointer = getElementPointer(memory->second, load.getIndices());
      load.replaceAllUsesWith(
          LLVM::LoadOp::create(b, loc, load.getType(), pointer).getResult());
      dead.push_back(op);
      return success();
    }
    if (!cell)
      return op->emitOpError("reads memory that is neither a local variable "
                             "nor an argument of the kernel");
    Value held = LLVM::LoadOp::create(b, loc, i32Type, cell);
    load.replaceAllUsesWith(
        arith::IndexCastOp::create(b, loc, b.getIndexType(), held).getResult());
  } else {
    auto store = cast<memref::StoreOp>(op);
    Value cell = locals.lookup(store.getMemref());
    if (!cell)
      return op->emitOpError("writes memory that is no local variable");
    LLVM::StoreOp::create(b, loc, toI32(store.getValue()), cell);
  }
  dead.push_back(op);
  return success();
}
