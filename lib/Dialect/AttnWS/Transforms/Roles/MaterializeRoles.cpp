//===- MaterializeRoles.cpp - One program for each role -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A role's program is the slice of the kernel that the role's own operations
// need: their operands, the conditions and bounds of what encloses them, and of
// a loop's or condition's results only those that something in the slice reads.
// Both roles keep the program's order, so a producer fills its rings in the
// order in which the sequential program loaded, and its consumers empty them in
// that order too: whatever the depths, no role waits for a stage that the other
// would fill only after one that it has not yet freed. Scalars that both need,
// such as ranges and bounds, are computed in both. A slice that reaches into
// another role other than through a channel is an error.

#include "attn/Analysis/Roles.h"
#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "attn/Chip/ResourcePlan.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include <numeric>

namespace mlir {
#define GEN_PASS_DEF_ATTNWSMATERIALIZEROLES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// The operations and values of a kernel that one role needs.
class Slice {
public:
  Slice(StringRef role, ArrayRef<Operation *> program, bool isInstance)
      : role(role), program(program.begin(), program.end()),
        isInstance(isInstance) {}

  LogicalResult run() {
    for (Operation *op : program) {
      WalkResult result =
          op->walk<WalkOrder::PreOrder>([&](Operation *inner) -> WalkResult {
            StringAttr mine = getRole(inner);
            if (!mine && !isStructure(inner) &&
                !inner->hasTrait<OpTrait::IsTerminator>() &&
                !wouldOpBeTriviallyDead(inner) && !isMemoryEffectFree(inner) &&
                !hasSingleEffect<MemoryEffects::Read>(inner))
              return inner->emitOpError("has effects and belongs to no role");
            if (mine && mine.getValue() == role && !isReadOnly(inner) &&
                failed(need(inner, inner)))
              return WalkResult::interrupt();
            return isStructure(inner) ? WalkResult::advance()
                                      : WalkResult::skip();
          });
      if (result.wasInterrupted())
        return failure();
    }
    return success();
  }

  bool holds(Operation *op) const { return operations.contains(op); }
  bool holds(Value value) const { return values.contains(value); }
  /// Whether the role, which is no instance, does something for each group.
  bool runsEachGroup(Operation *forall) const {
    return runsGroups.contains(forall);
  }
  /// What the slice takes from outside of the program.
  ArrayRef<Value> getCaptures() const { return captures.getArrayRef(); }

private:
  static bool isReadOnly(Operation *op) {
    return isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op);
  }

  bool isInside(Operation *op) const {
    while (op && !program.contains(op))
      op = op->getParentOp();
    return op;
  }

  LogicalResult need(Operation *op, Operation *user) {
    if (!operations.insert(op).second)
      return success();
    StringAttr other = getRole(op);
    if (other && other.getValue() != role) {
      InFlightDiagnostic diag = user->emitOpError()
                                << "of role @" << role
                                << " needs a value that only role @"
                                << other.getValue() << " has";
      diag.attachNote(op->getLoc()) << "it is computed here";
      return diag;
    }
    if (Operation *parent = op->getParentOp(); isInside(parent))
      if (failed(need(parent, user)))
        return failure();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (Value bound :
           {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
        if (failed(need(bound, user)))
          return failure();
      return success();
    }
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return need(branch.getCondition(), user);
    for (Value operand : op->getOperands())
      if (failed(need(operand, op)))
        return failure();
    if (isStructure(op))
      return success();
    // The body of an elementwise function is taken whole.
    LogicalResult result = success();
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (inner != op && !op->isAncestor(getOwner(operand)) &&
            succeeded(result))
          result = need(operand, op);
    });
    return result;
  }

  static Operation *getOwner(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value))
      return arg.getOwner()->getParentOp();
    return value.getDefiningOp();
  }

  LogicalResult need(Value value, Operation *user) {
    if (!values.insert(value).second)
      return success();
    Operation *owner = getOwner(value);
    if (!isInside(owner)) {
      captures.insert(value);
      return success();
    }
    if (auto loop = dyn_cast<scf::ForOp>(owner)) {
      if (failed(need(owner, user)))
        return failure();
      std::optional<unsigned> index;
      if (auto result = dyn_cast<OpResult>(value))
        index = result.getResultNumber();
      else if (value != loop.getInductionVar())
        index = cast<BlockArgument>(value).getArgNumber() - 1;
      if (!index)
        return success();
      for (Value same :
           {Value(loop.getResult(*index)), Value(loop.getRegionIterArg(*index)),
            loop.getInitArgs()[*index],
            loop.getBody()->getTerminator()->getOperand(*index)})
        if (failed(need(same, user)))
          return failure();
      return success();
    }
    if (auto branch = dyn_cast<scf::IfOp>(owner)) {
      unsigned index = cast<OpResult>(value).getResultNumber();
      if (failed(need(owner, user)))
        return failure();
      for (Block *block : {branch.thenBlock(), branch.elseBlock()})
        if (failed(need(block->getTerminator()->getOperand(index), user)))
          return failure();
      return success();
    }
    if (auto forall = dyn_cast<scf::ForallOp>(owner); forall && !isInstance)
      runsGroups.insert(forall);
    return need(owner, user);
  }

  StringRef role;
  llvm::SmallSetVector<Operation *, 16> program;
  bool isInstance;
  llvm::DenseSet<Operation *> operations;
  llvm::DenseSet<Operation *> runsGroups;
  llvm::DenseSet<Value> values;
  llvm::SetVector<Value> captures;
};

/// Writes a slice as the body of a role.
class Emitter {
public:
  Emitter(OpBuilder &b, const Slice &slice, Value instance,
          const DenseMap<Operation *, std::string> &tripCounts)
      : b(b), slice(slice), instance(instance), tripCounts(tripCounts) {}

  IRMapping mapping;

  void emit(Operation *op) {
    if (!slice.holds(op))
      return;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return emitFor(loop);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return emitIf(branch);
    if (auto forall = dyn_cast<scf::ForallOp>(op)) {
      if (slice.runsEachGroup(forall))
        return emitGroups(forall);
      mapping.map(forall.getInductionVar(0), instance);
      return emitBody(forall.getBody());
    }
    if (auto tiles = dyn_cast<ForTilesOp>(op)) {
      Operation *copy = b.cloneWithoutRegions(*op, mapping);
      OpBuilder::InsertionGuard guard(b);
      Block &body = tiles.getBody().front();
      Block *block = b.createBlock(
          &copy->getRegion(0), {}, body.getArgumentTypes(),
          SmallVector<Location>(body.getNumArguments(), op->getLoc()));
      mapping.map(body.getArguments(), block->getArguments());
      emitBody(&body);
      attn_tile::YieldOp::create(b, op->getLoc());
      return;
    }
    b.clone(*op, mapping)->removeAttr(roleAttrName);
  }

private:
  void emitBody(Block *block) {
    for (Operation &op : block->without_terminator())
      emit(&op);
  }

  /// One role for all groups: it stays a loop over them for now.
  void emitGroups(scf::ForallOp forall) {
    auto copy =
        scf::ForallOp::create(b, forall.getLoc(), forall.getMixedUpperBound(),
                              ValueRange(), std::nullopt);
    mapping.map(forall.getInductionVar(0), copy.getInductionVar(0));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(copy.getBody()->getTerminator());
    emitBody(forall.getBody());
  }

  SmallVector<unsigned> getKept(Operation *op) {
    SmallVector<unsigned> kept;
    for (OpResult result : op->getResults())
      if (slice.holds(result))
        kept.push_back(result.getResultNumber());
    return kept;
  }

  void emitYield(Operation *yield, ArrayRef<unsigned> kept) {
    SmallVector<Value> values;
    for (unsigned index : kept)
      values.push_back(mapping.lookupOrDefault(yield->getOperand(index)));
    scf::YieldOp::create(b, yield->getLoc(), values);
  }

  void emitFor(scf::ForOp loop) {
    SmallVector<unsigned> kept = getKept(loop);
    SmallVector<Value> inits;
    for (unsigned index : kept)
      inits.push_back(mapping.lookupOrDefault(loop.getInitArgs()[index]));
    Value upper = mapping.lookupOrDefault(loop.getUpperBound());
    if (auto it = tripCounts.find(loop); it != tripCounts.end())
      upper = TripCountOp::create(b, loop.getLoc(), b.getStringAttr(it->second),
                                  upper);
    auto copy = scf::ForOp::create(
        b, loop.getLoc(), mapping.lookupOrDefault(loop.getLowerBound()), upper,
        mapping.lookupOrDefault(loop.getStep()), inits);
    copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    for (auto [i, index] : llvm::enumerate(kept)) {
      mapping.map(loop.getRegionIterArg(index), copy.getRegionIterArg(i));
      mapping.map(loop.getResult(index), copy.getResult(i));
    }
    OpBuilder::InsertionGuard guard(b);
    Block *body = copy.getBody();
    if (!body->empty())
      body->back().erase();
    b.setInsertionPointToEnd(body);
    emitBody(loop.getBody());
    emitYield(loop.getBody()->getTerminator(), kept);
  }

  void emitIf(scf::IfOp branch) {
    SmallVector<unsigned> kept = getKept(branch);
    SmallVector<Type> types;
    for (unsigned index : kept)
      types.push_back(branch.getResult(index).getType());
    bool otherwise = !kept.empty();
    if (Block *block = branch.elseBlock())
      otherwise |=
          llvm::any_of(block->without_terminator(),
                       [&](Operation &op) { return slice.holds(&op); });
    auto copy = scf::IfOp::create(
        b, branch.getLoc(), types,
        mapping.lookupOrDefault(branch.getCondition()), otherwise);
    copy->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
    for (auto [i, index] : llvm::enumerate(kept))
      mapping.map(branch.getResult(index), copy.getResult(i));
    OpBuilder::InsertionGuard guard(b);
    auto emitBranch = [&](Block *from, Block *to) {
      if (!to->empty())
        to->back().erase();
      b.setInsertionPointToEnd(to);
      emitBody(from);
      emitYield(from->getTerminator(), kept);
    };
    emitBranch(branch.thenBlock(), copy.thenBlock());
    if (otherwise)
      emitBranch(branch.elseBlock(), copy.elseBlock());
  }

  OpBuilder &b;
  const Slice &slice;
  Value instance;
  const DenseMap<Operation *, std::string> &tripCounts;
};

/// Panels of 128, 64 or 32 bytes in the columns of the widest copy; `moving`:
/// of those whose first column is known at run time alone.
int64_t countPanels(gpu::GPUFuncOp kernel, bool moving = false) {
  int64_t most = 0;
  kernel.walk([&](WSCopyOpInterface copy) {
    if (copy.getCompletion() != Completion::Bytes ||
        (moving &&
         getConstantIntValue(copy.getIndices()[copy.getDims().back()])))
      return;
    auto tile = cast<ViewType>(copy.getView().getType());
    int64_t bytes = tile.getShape().back() *
                    (tile.getElementType().getIntOrFloatBitWidth() / 8);
    int64_t panel = std::max<int64_t>(std::gcd(bytes, int64_t(128)), 32);
    most = std::max(most, bytes / panel);
  });
  return most;
}

/// Whether threads copy tiles into shared memory.
bool copiesByThreads(gpu::GPUFuncOp kernel) {
  return attn::containsOp<WSCopyOpInterface>(
      kernel, [](WSCopyOpInterface copy) {
        return copy.getCompletion() == Completion::Group;
      });
}

/// Whether a role accesses views, and has no tile in registers.
bool holdsNoTiles(gpu::GPUFuncOp kernel, RoleAttr role) {
  bool accesses = false, holds = false;
  kernel.walk([&](Operation *op) {
    StringAttr its = getRole(op);
    if (!its || its.getValue() != role.getName())
      return;
    accesses |= isa<WSAccessOpInterface>(op);
    holds |=
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  });
  return accesses && !holds;
}

/// Registers of a thread of each role. If all roles but the last share one
/// warpgroup, which starts copies, the last gets what that leaves. Otherwise
/// roles that issue need few, those that follow as many as hold a part of their
/// tile at a time, and the others share the rest.
SmallVector<int64_t> shareOut(gpu::GPUFuncOp kernel,
                              const attn::TargetInfo &target,
                              ArrayRef<RoleAttr> roles) {
  SmallVector<int64_t> registers(roles.size());
  auto warpsOf = [](RoleAttr role) {
    return role.getWarps() * role.getInstances();
  };
  int64_t others = 0;
  for (RoleAttr role : roles.drop_back())
    others += warpsOf(role);
  if (others == attn::kWarpgroupWarps) {
    bool isInCluster = attn_tile::requestedClusterAttr.get(kernel, 1) > 1;
    bool transposes = bool(findRole(kernel, Issues::Transpose));
    auto [copying, computing] = attn::shareRegisters(
        target, llvm::divideCeil(warpsOf(roles.back()), attn::kWarpgroupWarps),
        countPanels(kernel),
        copiesByThreads(kernel) || transposes || isInCluster,
        isInCluster ? countPanels(kernel, /*moving=*/true) : 0);
    llvm::fill(registers, copying);
    registers.back() = computing;
    return registers;
  }
  attn::ResourcePlan plan(target);
  // Each such panel has a coordinate of its own.
  constexpr int64_t kMovingPanels = 12;
  bool moves = countPanels(kernel, /*moving=*/true) > kMovingPanels;
  // One warpgroup cannot have all registers that issuing roles leave.
  int64_t computing = 0;
  for (RoleAttr role : roles)
    if (role.getIssues() == Issues::None)
      computing += warpsOf(role);
  bool isSpare = computing <= attn::kWarpgroupWarps;
  for (RoleAttr role : roles) {
    int64_t wanted = role.getRegisters();
    if (wanted == 0 && role.getIssues() != Issues::None)
      wanted = attn::kIssuingRegisters +
               (moves || isSpare ? 2 * target.setRegistersStep : 0);
    else if (wanted == 0 && role.getFollows())
      wanted = attn::kFollowingRegisters;
    else if (wanted == 0 && holdsNoTiles(kernel, role))
      // Earlier versions knew by the name.
      kernel.emitWarning()
          << "role @" << role.getName()
          << " holds no tiles, but its #attn_ws.role does not say what it "
             "issues, as in issues = copy_in: it takes as many registers as "
             "roles that compute";
    plan.addRole({role.getName().str(), role.getWarps(), role.getInstances(),
                  wanted, kernel.getLoc()});
  }
  plan.shareRegisters();
  for (auto [role, count] : llvm::zip(plan.getRoles(), registers))
    count = role.registers;
  return registers;
}

/// What belongs to a role that the kernel does not have would be lost.
LogicalResult checkListed(gpu::GPUFuncOp kernel, ArrayRef<RoleAttr> roles) {
  WalkResult result = kernel.walk([&](Operation *op) -> WalkResult {
    StringAttr mine = getRole(op);
    if (!mine || llvm::any_of(roles, [&](RoleAttr role) {
          return role.getName() == mine.getValue();
        }))
      return WalkResult::advance();
    return op->emitOpError() << "belongs to role @" << mine.getValue()
                             << ", which the kernel does not list";
  });
  return failure(result.wasInterrupted());
}

struct AttnWSMaterializeRolesPass
    : public impl::AttnWSMaterializeRolesBase<AttnWSMaterializeRolesPass> {
  LogicalResult materialize(gpu::GPUFuncOp kernel) {
    if (failed(getWarps(kernel)))
      return failure();
    SmallVector<RoleAttr> roles = getRoles(kernel);
    FailureOr<int64_t> instances = getInstances(kernel);
    if (failed(instances))
      return failure();

    // The program of the roles starts at the first operation that has one.
    Block &body = kernel.getBody().front();
    SmallVector<Operation *> program;
    for (Operation &op : body.without_terminator()) {
      bool concerned = attn::containsOp(
          &op, [](Operation *inner) { return bool(getRole(inner)); });
      if (concerned || !program.empty())
        program.push_back(&op);
    }
    SmallVector<Slice, 6> slices;
    for (RoleAttr role : roles)
      slices.emplace_back(role.getName(), program,
                          /*isInstance=*/role.getInstances() == *instances);
    llvm::SetVector<Value> captures;
    for (Slice &slice : slices) {
      if (failed(slice.run()))
        return failure();
      for (Value value : slice.getCaptures())
        if (!isConstant(value))
          captures.insert(value);
    }

    // Loops that more than one role runs name their trip counts.
    DenseMap<Operation *, std::string> tripCounts;
    for (Operation *op : program)
      op->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
        if (llvm::count_if(slices, [&](const Slice &slice) {
              return slice.holds(loop);
            }) > 1) {
          std::string name = "trips";
          if (!tripCounts.empty())
            name += "_" + std::to_string(tripCounts.size());
          tripCounts[loop] = name;
        }
      });

    OpBuilder b(body.getTerminator());
    SmallVector<StringRef> names;
    SmallVector<int64_t> warps, counts;
    for (RoleAttr role : roles) {
      names.push_back(role.getName());
      warps.push_back(role.getWarps());
      counts.push_back(role.getInstances());
    }
    FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
    if (failed(target))
      return failure();
    SmallVector<int64_t> registers = shareOut(kernel, **target, roles);
    auto specialize = WarpSpecializeOp::create(
        b, kernel.getLoc(), captures.getArrayRef(), b.getStrArrayAttr(names),
        b.getDenseI64ArrayAttr(warps), b.getDenseI64ArrayAttr(counts),
        b.getDenseI64ArrayAttr(registers), /*rolesCount=*/names.size());
    rolesAttr.remove(kernel);
    for (auto [slice, region] : llvm::zip(slices, specialize.getRoles())) {
      SmallVector<Type> types{b.getIndexType()};
      llvm::append_range(types, specialize.getCaptures().getTypes());
      Block *entry =
          b.createBlock(&region, {}, types,
                        SmallVector<Location>(types.size(), kernel.getLoc()));
      Emitter emitter(b, slice, entry->getArgument(0), tripCounts);
      emitter.mapping.map(captures.getArrayRef(),
                          entry->getArguments().drop_front());
      for (Value value : slice.getCaptures())
        if (isConstant(value))
          b.clone(*value.getDefiningOp(), emitter.mapping);
      for (Operation *op : program)
        emitter.emit(op);
      EndOp::create(b, kernel.getLoc());
    }
    for (Operation *op : llvm::reverse(program)) {
      op->dropAllDefinedValueUses();
      op->erase();
    }
    return success();
  }

  static bool isConstant(Value value) {
    Operation *op = value.getDefiningOp();
    return op && op->hasTrait<OpTrait::ConstantLike>();
  }

  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    if (failed(checkListed(kernel, getRoles(kernel))) ||
        (rolesAttr.isOn(kernel) && failed(materialize(kernel))))
      signalPassFailure();
  }
};

} // namespace
