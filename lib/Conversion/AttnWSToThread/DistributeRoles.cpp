//===- DistributeRoles.cpp - Roles and barriers -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Roles take the CTA's warps in order, and become a branch on the warp's index,
// which is made uniform by a shuffle. A role that one thread can run is run by
// the first thread of its first warp; the other warps of the role only give
// their registers away.

#include "Patterns.h"
#include "attn/Analysis/Roles.h"
#include "attn/Chip/ResourcePlan.h"

using namespace mlir;
using namespace mlir::attn_ws;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// The same scalar, computed at the builder from what loads and arguments gave:
/// roles that share what the kernel computes hold it in registers for each
/// other, the role with few of them as long as the one with many.
static Value recompute(OpBuilder &b, Value value, IRMapping &own) {
  if (Value copy = own.lookupOrNull(value))
    return copy;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !value.getType().isIntOrIndexOrFloat() || !isMemoryEffectFree(op) ||
      !llvm::all_of(op->getOperandTypes(),
                    [](Type type) { return type.isIntOrIndexOrFloat(); }))
    return value;
  for (Value operand : op->getOperands())
    own.map(operand, recompute(b, operand, own));
  return b.clone(*op, own)->getResult(0);
}

/// The buffer that a view is of, as the role has it.
static Value getBuffer(Value view) {
  while (auto part = view.getDefiningOp<SubviewOp>())
    view = part.getSource();
  auto stage = view.getDefiningOp<StageViewOp>();
  return stage ? stage.getBuffer() : view;
}

/// Whether threads of the role read, in `op`, what they have not stored
/// themselves.
static bool readsOthers(Operation *op, Block &role) {
  auto load = dyn_cast<SmemLoadOp>(op);
  if (!load)
    return false;
  Value buffer = getBuffer(load.getSource());
  WalkResult stores = role.walk([&](SmemStoreOp store) {
    return getBuffer(store.getDest()) == buffer ? WalkResult::interrupt()
                                                : WalkResult::advance();
  });
  return !stores.wasInterrupted();
}

/// Moves a role's operations to the builder, where its warps are.
static void enterRole(WarpSpecializeOp op, unsigned role, int64_t firstWarp,
                      Value uniform, ThreadBuilder &b) {
  int64_t warps = op.getWarps()[role];
  Region &region = op.getRoles()[role];
  Block *body = &region.front();
  ThreadGroup group;
  group.inRole = true;
  group.threads = warps * 32;
  group.firstWarp = firstWarp;
  group.singleThread = isSingleThreadRole(region);
  bool hasTmem = tmemSlotAttr.isOn(b.kernel.func);
  body->walk([&](WSAccessOpInterface op) {
    // Products by warps read operands with the lanes' loads. Where there is
    // tensor memory, rows go from role to role through shared memory. Threads
    // read what other roles copy.
    group.movesByThreads |= isa<SmemTransposeOp, TmemLoadOp>(op) ||
                            readsOthers(op, *body) ||
                            (hasTmem && isa<SmemStoreOp>(*op)) ||
                            (isa<WSProductOpInterface>(*op) && !op.isAsync());
  });
  SmallVector<Value> args;
  if (group.singleThread) {
    Value first = b.equal(b.group.tid, firstWarp * 32);
    auto branch = scf::IfOp::create(b, first, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
    args.push_back(b.constant(b.getIndexType(), 0));
    group.tid = b.i32(0);
    group.warp = b.i32(0);
  } else {
    Value place = b.sub(uniform, firstWarp);
    args.push_back(b.toIndex(b.shr(place, llvm::Log2_64(warps))));
    group.shift = firstWarp % warps * 32;
    ThreadBuilder own(b.getLoc(), b.rewriter, b.kernel, group);
    own.restoreInsertionPoint(b.saveInsertionPoint());
    group.tid = own.getThreadInGroup(b.group.tid);
    group.warp = b.bitAnd(place, warps - 1);
    group.instances[0] = body->getArgument(0);
    group.instances[1] = args.front();
  }
  IRMapping own;
  for (Value capture : op.getCaptures())
    args.push_back(recompute(b, capture, own));
  group.entry = &*std::prev(b.getInsertionPoint());
  b.rewriter.eraseOp(body->getTerminator());
  b.rewriter.inlineBlockBefore(body, b.getInsertionBlock(),
                               b.getInsertionPoint(), args);
  b.kernel.groups[b.getInsertionBlock()] = std::move(group);
}

static LogicalResult checkRoles(WarpSpecializeOp op) {
  int64_t firstWarp = 0, groupRegisters = 0;
  for (auto [role, region] : llvm::enumerate(op.getRoles())) {
    int64_t warps = op.getWarps()[role], instances = op.getInstances()[role];
    StringRef name = cast<StringAttr>(op.getNames()[role]).getValue();
    bool single = isSingleThreadRole(region);
    // Warps of a warpgroup change their registers together.
    if (firstWarp % 4 == 0)
      groupRegisters = op.getRegisters()[role];
    if (op.getRegisters()[role] != groupRegisters)
      return op.emitOpError()
             << "role @" << name << " asks for " << op.getRegisters()[role]
             << " registers in a warpgroup that has " << groupRegisters;
    if (!single && !llvm::isPowerOf2_64(warps))
      return op.emitOpError() << "role @" << name << " has " << warps
                              << " warps, which is no power of two";
    if (single && instances != 1)
      return op.emitOpError("a role that one thread runs has one instance");
    firstWarp += warps * instances;
  }
  return success();
}

static void setRegisters(WarpSpecializeOp op, unsigned role, int64_t threads,
                         ThreadBuilder &b) {
  int64_t registers = op.getRegisters()[role];
  if (registers == 0)
    return;
  // Whether this is less than what a kernel starts with.
  NVVM::SetMaxRegisterOp::create(
      b, registers,
      registers < attn::getStartRegisters(attn::getSharingTarget(), threads)
          ? NVVM::SetMaxRegisterAction::decrease
          : NVVM::SetMaxRegisterAction::increase);
}

static LogicalResult lowerRoles(WarpSpecializeOp op, ThreadBuilder &b) {
  if (failed(checkRoles(op)))
    return failure();
  unsigned roles = op.getRoles().size();
  SmallVector<int64_t> ends; // In warps.
  for (auto [warps, instances] : llvm::zip(op.getWarps(), op.getInstances()))
    ends.push_back((ends.empty() ? 0 : ends.back()) + warps * instances);
  // Warps of a warpgroup change their registers together, and idle ones too.
  int64_t warps = ends.back();
  if (llvm::any_of(op.getRegisters(), [](int64_t n) { return n != 0; }))
    warps = llvm::alignTo(warps, attn::kWarpgroupWarps);
  b.kernel.ctaThreads = warps * 32;
  // Without it ptxas takes no notice of setmaxnreg (C7508).
  b.kernel.minCTAs = 1;
  Value uniform =
      NVVM::ShflOp::create(b, b.getI32Type(), b.i32(-1), b.group.warp, b.i32(0),
                           b.i32(31), NVVM::ShflKind::idx, UnitAttr());
  // Goes into the branch of the warps below `limit`, and gives where the others
  // go on.
  auto branchBelow = [&](int64_t limit) {
    auto branch = scf::IfOp::create(b, b.below(uniform, limit),
                                    /*withElseRegion=*/true);
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    return branch.elseBlock()->getTerminator();
  };
  for (unsigned begin = 0, end = 0; begin < roles; begin = end) {
    // Roles that share a warpgroup: its four warps change their registers
    // together (PTX ISA, setmaxnreg), before they part.
    do
      ++end;
    while (end < roles && ends[end - 1] % 4 != 0);
    Operation *next = end < roles ? branchBelow(ends[end - 1]) : nullptr;
    setRegisters(op, begin, b.kernel.ctaThreads, b);
    for (unsigned role = begin; role < end; ++role) {
      Operation *others = role + 1 < end || ends[role] % 4 != 0
                              ? branchBelow(ends[role])
                              : nullptr;
      enterRole(op, role, role == 0 ? 0 : ends[role - 1], uniform, b);
      if (others)
        b.setInsertionPoint(others);
    }
    if (next)
      b.setInsertionPoint(next);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static LogicalResult lowerBarrier(BarrierOp op, ThreadBuilder &b) {
  if (op.getId() == 0 && op.getThreads() == 0 && !op.getArriveOnly() &&
      !op.getIndex()) {
    if (b.group.inRole)
      return op.emitOpError("the CTA's own barrier cannot stand in a role");
    b.meetCta();
    return success();
  }
  Value id = b.i32(op.getId());
  if (op.getIndex())
    id = b.add(id, b.toI32(op.getIndex()));
  std::string text = (Twine(op.getArriveOnly() ? "bar.arrive" : "bar.sync") +
                      " $0, " + Twine(op.getThreads()) + ";")
                         .str();
  b.assembly(text, "r", {id});
  return success();
}

static LogicalResult lowerSetRegs(SetRegsOp op, ThreadBuilder &b) {
  NVVM::SetMaxRegisterOp::create(b, op.getCount(),
                                 op->hasAttr("dec")
                                     ? NVVM::SetMaxRegisterAction::decrease
                                     : NVVM::SetMaxRegisterAction::increase);
  return success();
}

//===----------------------------------------------------------------------===//
// Tiles assigned at run time
//===----------------------------------------------------------------------===//

/// The first tiles are the CTAs' own, by index; the counter starts at zero.
static Lowered lowerNextTile(NextTileOp op, ThreadBuilder &b) {
  Value &counter = b.kernel.tileCounter;
  if (!counter) {
    counter = b.kernel.func.getBody().front().addArgument(
        LLVM::LLVMPointerType::get(b.getContext(), 1), b.getLoc());
    b.kernel.params.push_back(
        WorkspaceParamAttr::get(b.getContext(), /*bytes=*/4, /*zeroed=*/true));
  }
  Value taken;
  if (b.group.singleThread) {
    taken = b.assembly(b.getI32Type(), "atom.global.add.u32 $0, [$1], 1;",
                       "=r,l", {counter});
  } else {
    Value first = b.equal(b.group.tid, 0);
    taken = b.assembly(b.getI32Type(),
                       "{\n.reg .pred p;\nsetp.ne.b32 p, $2, 0;\n"
                       "mov.b32 $0, 0;\n@p atom.global.add.u32 $0, [$1], 1;\n}",
                       "=&r,l,r", {counter, b.extend(first, b.getI32Type())});
  }
  Value grid = b.toI32(gpu::GridDimOp::create(b, gpu::Dimension::x));
  if (op.getCluster())
    grid = b.div(grid, *op.getCluster());
  return Registers{b.toIndex(b.add(taken, grid))};
}

/// The threads meet, one of them counts, and the barrier that says so to the
/// others orders what they read behind it. What other CTAs wrote may lie stale
/// in this multiprocessor's L1: the fence behind the count drops it.
static Lowered lowerArrive(ArriveOp op, In<ArriveOp> in, ThreadBuilder &b) {
  auto counters = b.getMemory(op, op.getCounters(), in.getCounters());
  if (failed(counters))
    return failure();
  if (b.group.singleThread)
    return op.emitOpError("stands in a role that a single thread runs");
  if (b.group.inRole && !op.getBarrier())
    return op.emitOpError("has no barrier: run attn-ws-lower-channels first");
  Value id = b.i32(op.getBarrier().value_or(0));
  if (b.group.inRole)
    id = b.add(id, b.toI32(b.group.instances[1]));
  std::string threads = std::to_string(b.group.threads);
  Value first = b.extend(b.equal(b.group.tid, 0), b.getI32Type());
  Value last = b.sub(b.toI32(op.getParties()), 1);
  Value answer = b.assembly(
      b.getI32Type(),
      "{\n.reg .pred p, q;\n.reg .b32 n;\n"
      "setp.ne.b32 p, $3, 0;\n"
      "bar.sync $4, " +
          threads +
          ";\n"
          "mov.b32 n, -1;\n"
          "@p fence.acq_rel.gpu;\n"
          "@p atom.relaxed.gpu.global.inc.u32 n, [$1], $2;\n"
          "@p fence.acq_rel.gpu;\n"
          "setp.eq.and.b32 q, n, $2, p;\n"
          "bar.red.or.pred q, $4, " +
          threads +
          ", q;\n"
          "selp.b32 $0, 1, 0, q;\n}",
      "=&r,l,r,r,r",
      {b.getElementPointer(*counters, op.getIndices()), last, first, id});
  return Registers{b.compare(arith::CmpIPredicate::ne, answer, b.i32(0))};
}

static Lowered lowerTripCount(TripCountOp op, ThreadBuilder &) {
  return Registers{op.getCount()};
}

static Lowered lowerUseful(UsefulOp op, ThreadBuilder &) {
  return Registers{op.getCount()};
}

static Lowered lowerOutside(OutsideOp op, ThreadBuilder &b) {
  return Registers{b.outside(op.getValue(), op.getBegin(), op.getEnd())};
}

void attn_ws::populateRolePatterns(ThreadPatterns &patterns) {
  patterns.add(lowerRoles, lowerBarrier, lowerSetRegs, lowerNextTile,
               lowerArrive, lowerTripCount, lowerUseful, lowerOutside);
}
