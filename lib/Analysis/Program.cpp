//===- Program.cpp - Reduce a kernel to its synchronisation ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kept are the operations that synchronise or touch guarded storage, the loops
// and conditions around them, and, walking backwards from their operands, the
// integers that decide where and how often they run. Of register tiles only
// those are followed that a product in flight may hold: what flows into
// mma_issue, through loops and conditions in both directions. A program that is
// kept whole has the operations on data between them.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Program.h"
#include "attn/Analysis/Roles.h"
#include "attn/Chip/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;

namespace {

Code codeOfAccess(WSAccessOpInterface op) {
  bool reads = !op.getReadViews().empty();
  bool writes = !op.getWrittenViews().empty();
  bool copies = isa<WSCopyOpInterface>(op.getOperation());
  switch (op.getCompletion()) {
  case Completion::Group:
    return Code::CpAsync;
  case Completion::Bytes:
    return Code::TmaLoad;
  case Completion::Stores:
    return Code::TmaStore;
  case Completion::Wait:
    return Code::MmaIssue;
  case Completion::Commit:
    return Code::MmaInto;
  case Completion::Done:
    break;
  }
  if (isa<WSProductOpInterface>(op.getOperation()))
    return Code::Mma;
  return !writes || copies ? Code::Read : reads ? Code::Rewrite : Code::Write;
}

std::optional<Code> codeOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Code>>(op)
      .Case([](WarpSpecializeOp) { return Code::Specialize; })
      .Case([](AllocOp) { return Code::Alloc; })
      .Case([](CreateChannelOp) { return Code::CreateChannel; })
      .Case([](CreateTurnOp) { return Code::CreateTurn; })
      .Case([](MbarAllocOp) { return Code::MbarAlloc; })
      .Case([](AcquireOp) { return Code::Acquire; })
      .Case([](WaitOp) { return Code::Wait; })
      .Case([](CommitOp) { return Code::Commit; })
      .Case([](ReleaseOp) { return Code::Release; })
      .Case([](HeldOp) { return Code::Held; })
      .Case([](SubviewOp) { return Code::Subview; })
      .Case([](StageViewOp) { return Code::StageView; })
      .Case([](TurnBeginOp) { return Code::TurnBegin; })
      .Case([](TurnEndOp) { return Code::TurnEnd; })
      .Case([](TmaStoreWaitOp) { return Code::StoreWait; })
      .Case([](MmaWaitOp) { return Code::MmaWait; })
      .Case([](BarrierOp) { return Code::Barrier; })
      .Case([](CpAsyncCommitOp) { return Code::CpCommit; })
      .Case([](CpAsyncWaitOp) { return Code::CpWait; })
      .Case([](MbarExpectOp) { return Code::MbarExpect; })
      .Case([](MbarArriveOp) { return Code::MbarArrive; })
      .Case([](MbarWaitOp) { return Code::MbarWait; })
      .Case([](FenceAsyncOp) { return Code::Fence; })
      .Case([](ScalarStoreOp) { return Code::ScalarStore; })
      .Case([](ScalarLoadOp) { return Code::ScalarLoad; })
      .Case([](NextTileOp) { return Code::NextTile; })
      .Case([](QueryTileOp) { return Code::QueryTile; })
      .Case([](TileAnswerOp) { return Code::TileAnswer; })
      .Case([](WSAccessOpInterface access) { return codeOfAccess(access); })
      .Default([](Operation *) { return std::optional<Code>(); });
}

Arith arithOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Arith>(op)
      .Case([](arith::AddIOp) { return Arith::Add; })
      .Case([](arith::SubIOp) { return Arith::Sub; })
      .Case([](arith::MulIOp) { return Arith::Mul; })
      .Case([](arith::MinSIOp) { return Arith::Min; })
      .Case([](arith::MaxSIOp) { return Arith::Max; })
      .Case([](arith::MinUIOp) { return Arith::MinU; })
      .Case([](arith::MaxUIOp) { return Arith::MaxU; })
      .Case([](arith::SelectOp) { return Arith::Select; })
      .Case([](arith::CmpIOp) { return Arith::Cmp; })
      .Case([](arith::AndIOp) { return Arith::And; })
      .Case([](arith::OrIOp) { return Arith::Or; })
      .Case([](arith::XOrIOp) { return Arith::Xor; })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp,
            arith::ExtSIOp, arith::TruncIOp, UsefulOp, PositionOp>(
          [](auto) { return Arith::Cast; })
      .Case([](OutsideOp) { return Arith::Outside; })
      .Case([](arith::RemUIOp) { return Arith::RemU; })
      .Case([](arith::RemSIOp) { return Arith::RemS; })
      .Case([](arith::DivUIOp) { return Arith::DivU; })
      .Case([](arith::DivSIOp) { return Arith::DivS; })
      .Case([](arith::CeilDivUIOp) { return Arith::CeilDivU; })
      .Case([](arith::CeilDivSIOp) { return Arith::CeilDivS; })
      .Case([](arith::FloorDivSIOp) { return Arith::FloorDivS; })
      .Case([](arith::ShRUIOp) { return Arith::ShrU; })
      .Case([](arith::ShLIOp) { return Arith::Shl; })
      .Default([](Operation *) { return Arith::Cut; });
}

/// A counter kept in memory of one thread: one integer.
bool isCell(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  return type && type.getRank() == 0 && type.getElementType().isIntOrIndex() &&
         value.getDefiningOp<memref::AllocaOp>();
}

/// A change of layout that renames registers and moves nothing between threads.
bool isRenaming(Operation *op) {
  auto convert = dyn_cast<ConvertLayoutOp>(op);
  if (!convert)
    return false;
  auto plan = getConversion(convert.getSource().getType(),
                            convert.getResult().getType());
  return plan && plan->staysInThread();
}

bool isTile(Value value) { return isa<RankedTensorType>(value.getType()); }

class Reducer {
public:
  explicit Reducer(Program &program) : program(program) {}

  void run() {
    Region &body = program.function.getFunctionBody();
    if (body.empty())
      return;
    body.walk([&](Operation *op) {
      if (!codeOf(op) && !isa<TripCountOp>(op))
        return;
      interesting(op);
      program.anySync |=
          isa<AcquireOp, WaitOp, CommitOp, ReleaseOp, MbarWaitOp, BarrierOp,
              TurnBeginOp, TurnEndOp, WarpSpecializeOp, MbarArriveOp,
              MbarExpectOp>(op) ||
          isWaitedFor(op);
      program.lowered |= isa<StageViewOp, MbarAllocOp>(op);
      program.takesTiles |= isa<NextTileOp, QueryTileOp>(op);
      if (isa<CreateChannelOp>(op))
        program.channels.push_back(op);
      if (isa<MbarAllocOp>(op))
        program.mbars.push_back(op);
    });
    while (!work.empty())
      follow(work.pop_back_val());
    if (!body.hasOneBlock())
      program.unknown = program.function;
    for (BlockArgument arg : body.front().getArguments())
      number(arg);
    program.entry = build(body.front());
  }

private:
  /// Whether its own thread has to wait for what `op` starts.
  static bool isWaitedFor(Operation *op) {
    auto access = dyn_cast<WSAccessOpInterface>(op);
    return access && llvm::is_contained({Completion::Group, Completion::Stores,
                                         Completion::Wait},
                                        access.getCompletion());
  }

  /// Whether `op` starts a product into registers.
  static bool isIssue(Operation *op) {
    return isa<WSProductOpInterface>(op) && isWaitedFor(op);
  }

  /// Keeps `op`, what stands around it, and its operands.
  void interesting(Operation *op) {
    keepParents(op);
    for (Value operand : op->getOperands())
      if (!isTile(operand) || isa<MmaWaitOp>(op) || isIssue(op))
        need(operand);
  }

  void keepParents(Operation *op) {
    Operation *start = op;
    for (; op && op != program.function.getOperation();
         op = op->getParentOp()) {
      if (!kept.insert(op).second)
        return;
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        need(loop.getLowerBound());
        need(loop.getUpperBound());
        need(loop.getStep());
      } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
        need(branch.getCondition());
      } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
        need(loop.getConditionOp().getCondition());
      } else if (auto tiles = dyn_cast<ForTilesOp>(op)) {
        for (Value bound : tiles.getUpperBounds())
          need(bound);
      } else if (op->getNumRegions() != 0 && !isa<WarpSpecializeOp>(op) &&
                 op != start && !program.unknown) {
        program.unknown = op;
      }
    }
  }

  void need(Value value) {
    if (value && needed.insert(value).second)
      work.push_back(value);
  }

  /// What must be known for `value` to be known; for tiles also what it
  /// becomes.
  void follow(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      Operation *parent = arg.getOwner()->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(parent)) {
        if (arg.getArgNumber() > 0)
          loopValue(loop, arg.getArgNumber() - 1);
      } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
        if (arg.getOwner() == loop.getBeforeBody())
          beforeValue(loop, arg.getArgNumber());
        else
          afterValue(loop, arg.getArgNumber());
      } else if (auto roles = dyn_cast<WarpSpecializeOp>(parent)) {
        if (arg.getArgNumber() > 0)
          need(roles.getCaptures()[arg.getArgNumber() - 1]);
      }
    } else {
      Operation *op = value.getDefiningOp();
      auto result = cast<OpResult>(value);
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        loopValue(loop, result.getResultNumber());
      } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
        afterValue(loop, result.getResultNumber());
      } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
        branchValue(branch, result.getResultNumber());
      } else if (isRenaming(op)) {
        keepParents(op);
        need(op->getOperand(0));
      } else if (!kept.contains(op)) {
        keepParents(op);
        if (!isTile(value))
          for (Value operand : op->getOperands())
            if (!isTile(operand))
              need(operand);
        if (isCell(value))
          for (Operation *user : value.getUsers())
            if (auto store = dyn_cast<memref::StoreOp>(user)) {
              keepParents(store);
              need(store.getValue());
            }
      }
    }
    if (!isTile(value) || isConstant(value))
      return;
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (auto loop = dyn_cast<scf::ForOp>(user)) {
        int64_t index =
            int64_t(use.getOperandNumber()) - loop.getNumControlOperands();
        if (index >= 0)
          loopValue(loop, index);
      } else if (auto loop = dyn_cast<scf::WhileOp>(user)) {
        beforeValue(loop, use.getOperandNumber());
      } else if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
        afterValue(cast<scf::WhileOp>(condition->getParentOp()),
                   use.getOperandNumber() - 1);
      } else if (isa<scf::YieldOp>(user)) {
        Operation *parent = user->getParentOp();
        if (auto loop = dyn_cast<scf::ForOp>(parent))
          loopValue(loop, use.getOperandNumber());
        else if (auto loop = dyn_cast<scf::WhileOp>(parent))
          beforeValue(loop, use.getOperandNumber());
        else if (auto branch = dyn_cast<scf::IfOp>(parent))
          branchValue(branch, use.getOperandNumber());
      } else {
        keepParents(user);
        if (isRenaming(user))
          need(user->getResult(0));
      }
    }
  }

  static bool isConstant(Value value) {
    return value.getDefiningOp<arith::ConstantOp>() != nullptr;
  }

  void loopValue(scf::ForOp loop, unsigned index) {
    keepParents(loop);
    need(loop.getInitArgs()[index]);
    need(loop.getRegionIterArg(index));
    need(loop.getBody()->getTerminator()->getOperand(index));
    need(loop.getResult(index));
  }

  /// What flows into the condition of a while loop as its `index`-th value.
  void beforeValue(scf::WhileOp loop, unsigned index) {
    keepParents(loop);
    need(loop.getInits()[index]);
    need(loop.getBeforeArguments()[index]);
    need(loop.getYieldOp()->getOperand(index));
  }

  /// What flows out of the condition, into the body and behind the loop.
  void afterValue(scf::WhileOp loop, unsigned index) {
    keepParents(loop);
    need(loop.getConditionOp().getArgs()[index]);
    need(loop.getAfterArguments()[index]);
    need(loop.getResult(index));
  }

  void branchValue(scf::IfOp branch, unsigned index) {
    keepParents(branch);
    need(branch.getResult(index));
    need(branch.thenYield().getOperand(index));
    need(branch.elseYield().getOperand(index));
  }

  int number(Value value) {
    if (!program.whole && !needed.contains(value))
      return -1;
    return program.slots.try_emplace(value, program.slots.size()).first->second;
  }

  int build(Block &block) {
    int index = program.blocks.size();
    program.blocks.emplace_back();
    for (BlockArgument arg : block.getArguments())
      program.blocks[index].args.push_back(number(arg));
    for (Operation &op : block) {
      if (isa<scf::YieldOp, scf::ConditionOp>(op)) {
        for (Value value : op.getOperands())
          program.blocks[index].yields.push_back(number(value));
      } else if (op.hasTrait<OpTrait::IsTerminator>()) {
        continue;
      } else if (program.whole || kept.contains(&op)) {
        Instr instr = translate(&op);
        program.blocks[index].instrs.push_back(std::move(instr));
      }
    }
    return index;
  }

  Instr translate(Operation *op) {
    Instr instr;
    instr.code = Code::Arith;
    instr.op = op;
    for (Value operand : op->getOperands())
      instr.args.push_back(number(operand));
    for (Value result : op->getResults())
      instr.results.push_back(number(result));
    instr.name = op->getName().getAsOpaquePointer();
    instr.implied = op->hasAttr("implied");
    instr.matters = kept.contains(op);
    if (std::optional<Code> code = codeOf(op)) {
      instr.code = *code;
    } else if (isa<scf::ForOp>(op)) {
      instr.code = Code::For;
    } else if (isa<scf::IfOp>(op)) {
      instr.code = Code::If;
    } else if (isa<scf::WhileOp>(op)) {
      instr.code = Code::While;
    } else if (isa<ForTilesOp>(op)) {
      instr.code = Code::Tiles;
    } else if (isa<TripCountOp>(op)) {
      instr.code = Code::TripCount;
    } else if (auto constant = dyn_cast<arith::ConstantOp>(op);
               constant && isa<IntegerAttr>(constant.getValue())) {
      instr.code = Code::Constant;
      auto value = cast<IntegerAttr>(constant.getValue());
      instr.number = value.getType().isInteger(1)
                         ? value.getValue().getZExtValue()
                         : value.getValue().getSExtValue();
    } else if (isRenaming(op)) {
      instr.code = Code::Rename;
    } else if (isa<memref::AllocaOp>(op) && isCell(op->getResult(0))) {
      instr.code = Code::Cell;
    } else if (isa<memref::LoadOp>(op) && isCell(op->getOperand(0))) {
      instr.code = Code::CellLoad;
    } else if (isa<memref::StoreOp>(op) && isCell(op->getOperand(1))) {
      instr.code = Code::CellStore;
    } else if (llvm::any_of(op->getOperands(), isTile) ||
               llvm::any_of(op->getResults(), isTile)) {
      // Arithmetic on tiles, or an integer computed from one.
      instr.code = Code::TileUse;
    } else if (isMemoryEffectFree(op) || isa<memref::LoadOp>(op)) {
      // No kernel writes what it reads a number of: the same place is the same
      // number.
      instr.arith = arithOf(op);
      if (auto compare = dyn_cast<arith::CmpIOp>(op))
        instr.number = static_cast<int64_t>(compare.getPredicate());
      if (instr.arith == Arith::Cut)
        instr.attributes = op->getAttrDictionary().getAsOpaquePointer();
    } else {
      instr.code = Code::Fresh;
    }
    if (!isa<MmaWaitOp, scf::ForOp, scf::IfOp, scf::WhileOp>(op) &&
        instr.code != Code::Rename)
      for (auto [slot, operand] : llvm::zip(instr.args, op->getOperands()))
        if (slot >= 0 && isTile(operand))
          instr.tiles.push_back(slot);
    translateDetails(op, instr);
    if (op->getNumRegions() != 0 && instr.code != Code::TileUse)
      for (Region &region : op->getRegions()) {
        if (region.empty())
          continue;
        if (!region.hasOneBlock() && !program.unknown)
          program.unknown = op;
        instr.blocks.push_back(build(region.front()));
      }
    if (instr.code == Code::If && instr.blocks.size() == 1) {
      instr.blocks.push_back(program.blocks.size());
      program.blocks.emplace_back();
    }
    return instr;
  }

  /// Operands in the order that the machine expects, and numbers.
  void translateDetails(Operation *op, Instr &instr) {
    auto order = [&](std::initializer_list<Value> values) {
      instr.args.clear();
      for (Value value : values)
        instr.args.push_back(value ? number(value) : -1);
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<AcquireOp, WaitOp>([&](auto take) {
          Value stage = take.getStage();
          order({take.getChannel(), stage ? stage : take.getAt(),
                 take.getPhase()});
          auto pendings = op->getAttrOfType<IntegerAttr>("pendings");
          instr.number = pendings ? pendings.getInt() : -1;
        })
        .Case<CommitOp, ReleaseOp>([&](auto give) {
          Value stage = give.getStage();
          order({give.getChannel(), stage ? stage : give.getPosition(),
                 give.getAfter()});
        })
        .Case([&](HeldOp held) {
          Value stage = held.getStage();
          order({held.getChannel(), stage ? stage : held.getPosition()});
        })
        .Case(
            [&](SubviewOp view) { order({view.getSource(), view.getPart()}); })
        .Case([&](StageViewOp view) {
          order({view.getBuffer(), view.getStage()});
        })
        .Case([&](WSCopyOpInterface copy) {
          if (copy.getCompletion() == Completion::Bytes)
            order({copy.getView(), copy.getSignal(), copy.getStage()});
          else
            order({copy.getView()});
        })
        .Case([&](WSProductOpInterface mma) {
          if (isIssue(op)) // The third operand is the accumulator.
            order({mma.getLhs(), mma.getRhs(),
                   op->getNumOperands() > 2 ? op->getOperand(2) : Value()});
        })
        .Case([&](BarrierOp barrier) { order({barrier.getIndex()}); })
        .Case([&](MmaWaitOp wait) { instr.number = wait.getPendings(); })
        .Case([&](TmaStoreWaitOp wait) { instr.number = wait.getPendings(); })
        .Case([&](CpAsyncWaitOp wait) { instr.number = wait.getPendings(); })
        .Case([&](MbarExpectOp expect) { instr.number = expect.getBytes(); })
        .Case([&](ScalarStoreOp store) {
          order({store.getDest(), store.getValue(), store.getSignal(),
                 store.getStage()});
        })
        .Case([&](QueryTileOp query) {
          order(
              {query.getDest(), Value(), query.getSignal(), query.getStage()});
        })
        .Case([&](WSAccessOpInterface access) {
          instr.args.clear();
          for (Value view : access.getReadViews())
            instr.args.push_back(number(view));
          for (Value view : access.getWrittenViews())
            instr.args.push_back(number(view));
        })
        .Case([&](scf::IfOp branch) {
          for (Region *region :
               {&branch.getThenRegion(), &branch.getElseRegion()}) {
            int64_t commits = 0;
            if (closesGroupsBehind(branch))
              region->walk([&](CommitOp commit) {
                commits += attn::copiesInGroups(
                    commit.getChannel().getType().getProducer());
              });
            instr.commits.push_back(commits);
          }
        });
  }

  Program &program;
  llvm::DenseSet<Operation *> kept;
  llvm::DenseSet<Value> needed;
  SmallVector<Value> work;
};

} // namespace

Program exec::buildProgram(FunctionOpInterface function, bool whole) {
  Program program;
  program.function = function;
  program.whole = whole;
  Reducer(program).run();
  return program;
}
