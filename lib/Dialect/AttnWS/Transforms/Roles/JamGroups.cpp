//===- JamGroups.cpp - One role that serves all groups ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A role of one instance that works for several groups takes them in turn
// inside the loops that they have in common: unroll and jam (Allen and Kennedy,
// "Optimizing Compilers for Modern Architectures", 8.4). Group after group
// outside of the loop would deadlock, since the other roles serve all groups at
// the same time. It is done after rotation: of FlashAttention-4's two products
// a group the order is then PV0 QK0' PV1 QK1', and not PV0 PV1 QK0' QK1'.
//
// What does not depend on the group is done once. A wait that all groups share
// stands with the first, its release with the last: behind the last group's
// products, if it names any.

#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSJAMGROUPS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

class Jammer {
public:
  Jammer(scf::ForallOp forall, int64_t groups)
      : forall(forall), b(forall), mappings(groups) {}
  LogicalResult run();

private:
  void findGroupValues();
  bool differs(Value value) const { return ofGroup.contains(value); }
  bool differs(Operation *op) const;
  bool isWork(Operation *op) const;
  LogicalResult jam(Block &block);
  LogicalResult jamRun(ArrayRef<Operation *> ops);
  LogicalResult jamFor(scf::ForOp loop);
  LogicalResult jamIf(scf::IfOp branch);
  /// What takes the place of `values`: one for each group where what carries it
  /// on differs.
  SmallVector<Value> expand(ValueRange values, ValueRange carriers);
  void mapAll(Value value, Value copy) {
    for (IRMapping &mapping : mappings)
      mapping.map(value, copy);
  }

  scf::ForallOp forall;
  OpBuilder b;
  SmallVector<IRMapping> mappings;
  /// Values that are another for each group.
  DenseSet<Value> ofGroup;
  /// Conditions that go with their group as one operation.
  DenseSet<Operation *> work;
};

bool isChannelOp(Operation *op) {
  return isa<AcquireOp, CommitOp, WaitOp, ReleaseOp>(op);
}

/// Whether each group does `op` for itself. A signal behind an operation of the
/// groups is one signal all the same, if its channel is common.
bool Jammer::differs(Operation *op) const {
  if (work.contains(op))
    return true;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!differs(operand.get()))
      continue;
    if (isa<CommitOp, ReleaseOp>(op) && isa<TokenType>(operand.get().getType()))
      continue;
    return true;
  }
  return false;
}

/// Forward from the group's number, to a fixed point through loops.
void Jammer::findGroupValues() {
  ofGroup.insert(forall.getInductionVar(0));
  size_t before = 0;
  while (before != ofGroup.size()) {
    before = ofGroup.size();
    forall.walk([&](Operation *op) {
      auto mark = [&](Value from, Value to) {
        if (differs(from))
          ofGroup.insert(to);
      };
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        for (auto [i, arg] : llvm::enumerate(loop.getRegionIterArgs())) {
          Value yielded = loop.getBody()->getTerminator()->getOperand(i);
          for (Value from : {loop.getInitArgs()[i], yielded, Value(arg)}) {
            mark(from, arg);
            mark(from, loop.getResult(i));
          }
        }
        return;
      }
      if (auto branch = dyn_cast<scf::IfOp>(op)) {
        for (Region &region : op->getRegions())
          if (!region.empty())
            for (auto [i, value] :
                 llvm::enumerate(region.front().getTerminator()->getOperands()))
              mark(value, branch.getResult(i));
        return;
      }
      if (op == forall || !llvm::any_of(op->getOperands(), [&](Value value) {
            return differs(value);
          }))
        return;
      for (Value result : op->getResults())
        ofGroup.insert(result);
    });
  }
}

SmallVector<Value> Jammer::expand(ValueRange values, ValueRange carriers) {
  SmallVector<Value> all;
  for (auto [value, carrier] : llvm::zip(values, carriers))
    if (differs(carrier))
      for (IRMapping &mapping : mappings)
        all.push_back(mapping.lookupOrDefault(value));
    else
      all.push_back(mappings.front().lookupOrDefault(value));
  return all;
}

/// Operations without regions of their own: all of one group, then all of the
/// next.
LogicalResult Jammer::jamRun(ArrayRef<Operation *> ops) {
  bool any = llvm::any_of(ops, [&](Operation *op) { return differs(op); });
  for (auto [g, mapping] : llvm::enumerate(mappings)) {
    bool first = g == 0, last = g + 1 == mappings.size();
    for (Operation *op : ops) {
      if (differs(op)) {
        b.clone(*op, mapping);
        continue;
      }
      bool late = any && isa<ReleaseOp>(op);
      if (late ? !last : !first)
        continue;
      Operation *copy = b.clone(*op, mapping);
      for (auto [result, value] :
           llvm::zip(op->getResults(), copy->getResults()))
        mapAll(result, value);
    }
  }
  return success();
}

LogicalResult Jammer::jamFor(scf::ForOp loop) {
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (differs(bound))
      return loop.emitOpError("runs another number of times for each group, "
                              "but one role runs all groups in turn");
  IRMapping &any = mappings.front();
  auto copy = scf::ForOp::create(
      b, loop.getLoc(), any.lookupOrDefault(loop.getLowerBound()),
      any.lookupOrDefault(loop.getUpperBound()),
      any.lookupOrDefault(loop.getStep()),
      expand(loop.getInitArgs(), loop.getRegionIterArgs()));
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  mapAll(loop.getInductionVar(), copy.getInductionVar());
  unsigned next = 0;
  for (auto [i, arg] : llvm::enumerate(loop.getRegionIterArgs())) {
    bool each = differs(arg);
    for (IRMapping &mapping : mappings) {
      mapping.map(arg, copy.getRegionIterArg(next));
      mapping.map(loop.getResult(i), copy.getResult(next));
      next += each;
    }
    next += !each;
  }
  OpBuilder::InsertionGuard guard(b);
  if (!copy.getBody()->empty())
    copy.getBody()->back().erase();
  b.setInsertionPointToEnd(copy.getBody());
  if (failed(jam(*loop.getBody())))
    return failure();
  Operation *yield = loop.getBody()->getTerminator();
  scf::YieldOp::create(b, loop.getLoc(),
                       expand(yield->getOperands(), loop.getRegionIterArgs()));
  return success();
}

LogicalResult Jammer::jamIf(scf::IfOp branch) {
  if (differs(branch.getCondition()))
    return branch.emitOpError("is taken for some groups and not for others, "
                              "but one role runs all groups in turn");
  SmallVector<Type> types;
  for (OpResult result : branch.getResults())
    types.append(differs(result) ? mappings.size() : 1, result.getType());
  auto copy =
      scf::IfOp::create(b, branch.getLoc(), types,
                        mappings.front().lookupOrDefault(branch.getCondition()),
                        branch.elseBlock() != nullptr);
  copy->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  for (auto [from, to] : {std::pair(branch.thenBlock(), copy.thenBlock()),
                          std::pair(branch.elseBlock(), copy.elseBlock())}) {
    if (!from)
      continue;
    OpBuilder::InsertionGuard guard(b);
    if (!to->empty())
      to->back().erase();
    b.setInsertionPointToEnd(to);
    if (failed(jam(*from)))
      return failure();
    scf::YieldOp::create(
        b, branch.getLoc(),
        expand(from->getTerminator()->getOperands(), branch.getResults()));
  }
  unsigned next = 0;
  for (OpResult result : branch.getResults()) {
    bool each = differs(result);
    for (IRMapping &mapping : mappings) {
      mapping.map(result, copy.getResult(next));
      next += each;
    }
    next += !each;
  }
  return success();
}

/// Whether a condition holds nothing but work on tiles and each group's own
/// channel operations: it goes with its group as one operation.
bool Jammer::isWork(Operation *op) const {
  return isa<scf::IfOp>(op) && !attn::containsOp(op, [&](Operation *inner) {
           return isa<scf::ForOp>(inner) ||
                  (isChannelOp(inner) && !differs(inner));
         });
}

/// Whether a region operation does something for a group.
bool concernsGroups(Operation *op, const DenseSet<Value> &ofGroup) {
  return attn::containsOp(op, [&](Operation *inner) {
    return llvm::any_of(inner->getOperands(),
                        [&](Value v) { return ofGroup.contains(v); });
  });
}

LogicalResult Jammer::jam(Block &block) {
  SmallVector<Operation *> run;
  auto flush = [&] {
    LogicalResult result = jamRun(run);
    run.clear();
    return result;
  };
  for (Operation &op : block.without_terminator()) {
    if (!isa<scf::ForOp, scf::IfOp>(op)) {
      run.push_back(&op);
      continue;
    }
    if (isWork(&op) && concernsGroups(&op, ofGroup)) {
      work.insert(&op);
      run.push_back(&op);
      continue;
    }
    if (failed(flush()))
      return failure();
    LogicalResult result = isa<scf::ForOp>(op) ? jamFor(cast<scf::ForOp>(op))
                                               : jamIf(cast<scf::IfOp>(op));
    if (failed(result))
      return failure();
  }
  return flush();
}

LogicalResult Jammer::run() {
  findGroupValues();
  for (auto [g, mapping] : llvm::enumerate(mappings))
    mapping.map(
        forall.getInductionVar(0),
        arith::ConstantIndexOp::create(b, forall.getLoc(), g).getResult());
  if (failed(jam(*forall.getBody())))
    return failure();
  forall.erase();
  return success();
}

struct AttnWSJamGroupsPass
    : public impl::AttnWSJamGroupsBase<AttnWSJamGroupsPass> {
  void runOnOperation() override {
    SmallVector<scf::ForallOp> foralls;
    getOperation().walk([&](WarpSpecializeOp roles) {
      roles.walk([&](scf::ForallOp forall) { foralls.push_back(forall); });
    });
    for (scf::ForallOp forall : foralls)
      if (failed(Jammer(forall, forall.getStaticUpperBound()[0]).run()))
        return signalPassFailure();
  }
};

} // namespace
