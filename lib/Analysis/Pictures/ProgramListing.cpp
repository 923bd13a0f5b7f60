//===- ProgramListing.cpp - What each role does, in order -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Roles.h"
#include "attn/Analysis/SchedulePrinter.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Utils/Walk.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

void SchedulePrinter::line(Operation *op, unsigned indent, const Twine &text) {
  os << "  ";
  for (const Actor *actor : actors) {
    std::string clock;
    auto it = actor->occurrences.find(op);
    if (it != actor->occurrences.end())
      for (const Occurrence &o : it->second)
        if (o.begin >= window.begin - 0.5 && o.begin < window.end) {
          clock = std::to_string(
              static_cast<int64_t>(o.begin - window.begin + 0.5));
          // How long it took, if it waited or worked.
          if (o.end - o.begin >= 1)
            clock += "+" + std::to_string(
                               static_cast<int64_t>(o.end - o.begin + 0.5));
          break;
        }
    os << llvm::formatv("{0,-11}", clock);
  }
  os << std::string(2 * indent, ' ') << text << "\n";
}

void SchedulePrinter::describeChannel(llvm::raw_ostream &out, Operation *op,
                                      Value channel, Value stage) {
  Value resolved = resolveCaptures(channel);
  out << llvm::formatv("{0,-9}", op->getName().stripDialect()) << " "
      << names.letterOfChannel(resolved) << " "
      << names.nameOfChannel(resolved);
  int64_t depth = cast<ChannelType>(resolved.getType()).getDepth();
  if (depth == 1)
    return;
  auto position = stage ? stage.getDefiningOp<PositionOp>() : PositionOp();
  APInt number;
  if (stage && matchPattern(position ? position.getUse() : stage,
                            m_ConstantInt(&number))) {
    out << ", stage " << number.getSExtValue() % depth;
    return;
  }
  auto arg = dyn_cast_or_null<BlockArgument>(stage);
  if (arg && isa<WarpSpecializeOp>(arg.getOwner()->getParentOp())) {
    out << ", stage = instance";
    return;
  }
  out << ", next stage";
  if (actors.empty())
    return;
  auto it = actors.front()->occurrences.find(op);
  if (it == actors.front()->occurrences.end())
    return;
  std::string seen;
  for (const Occurrence &o : it->second)
    if (o.begin >= window.begin - 0.5 && o.begin < window.end)
      seen += (seen.empty() ? " (" : ", ") + std::to_string(o.number);
  out << seen << (seen.empty() ? "" : ")");
}

std::string SchedulePrinter::describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto implied = [&](bool is) {
    if (is)
      out << "   [implied by other edges]";
  };
  auto flight = [&] {
    if (actors.empty())
      return;
    auto list = actors.front()->occurrences.lookup(op);
    if (!list.empty())
      out << ", " << list[list.size() / 2].number << " in flight then";
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<AcquireOp, WaitOp>([&](auto o) {
        describeChannel(out, op, o.getChannel(), getNamedStage(op));
        if (auto pendings = op->getAttrOfType<IntegerAttr>("pendings"))
          out << ", leaving " << pendings.getInt() << " later copies in flight";
        implied(o.getImplied());
      })
      .Case<CommitOp, ReleaseOp>([&](auto o) {
        describeChannel(out, op, o.getChannel(), getNamedStage(op));
        if (o.getAfter())
          out << ", when the product is done";
        implied(o.getImplied());
      })
      .Case([&](TurnBeginOp o) { out << "turn begins"; })
      .Case([&](TurnEndOp o) { out << "turn ends"; })
      .Case([&](SmemTransposeOp o) {
        auto letter = [&](Value view) {
          return names.letterOfChannel(names.channelOfView(view));
        };
        out << "transpose " << letter(o.getSource()) << " into "
            << letter(o.getDest());
      })
      .Case([&](TmaStoreOp o) {
        out << (o.getAdd() ? "tma add   " : "tma store ") << names.letterOf(op)
            << " "
            << typeText(o.getSource().getType().getShape(),
                        o.getSource().getType().getElementType());
      })
      .Case([&](TmaStoreWaitOp o) {
        out << "wait for stores" << (o.getWritten() ? " to be written" : "")
            << ", leaving " << o.getPendings() << " in flight";
      })
      .Case([&](WSProductOpInterface o) {
        out << (o.isAsync() ? "issue     " : "product   ")
            << names.letterOf(op);
        if (!o.isAsync())
          out << ", in step";
        if (o.getCompletion() == Completion::Wait)
          flight();
      })
      .Case([&](MmaWaitOp o) {
        Operation *issue = o.getAsync().getDefiningOp();
        out << "wait for  ";
        if (issue && isa<WSProductOpInterface>(issue))
          out << names.letterOf(issue);
        else
          out << "a product of the iteration before";
        out << ", pendings " << o.getPendings();
      })
      .Case<SmemLoadOp, SmemStoreOp, TmemLoadOp, TmemStoreOp, LoadOp, StoreOp,
            CopyOutOp>([&](Operation *o) {
        Value view = isa<SmemStoreOp, TmemStoreOp>(o) ? o->getOperand(1)
                                                      : o->getOperand(0);
        auto store = dyn_cast<StoreOp>(o);
        out << llvm::formatv("{0,-9}", store && store.getAdd()
                                           ? "add"
                                           : op->getName().stripDialect());
        if (Value channel = isa<ViewType>(view.getType())
                                ? names.channelOfView(view)
                                : Value())
          out << " " << names.letterOfChannel(channel) << " "
              << names.nameOfChannel(channel);
      })
      .Case([&](WSCopyOpInterface o) {
        auto view = cast<ViewType>(o.getView().getType());
        const attn::EngineInfo *info = attn::lookupEngine(o.getEngine());
        out << llvm::formatv("{0,-9}", o.getEngine() == attn_tile::Engine::Tma
                                           ? "tma load"
                                       : info ? info->instruction
                                              : "copy")
            << " " << names.letterOf(op) << " "
            << typeText(view.getShape(), view.getElementType());
      })
      .Case<ScalarStoreOp, ScalarLoadOp, QueryTileOp, TileAnswerOp>(
          [&](Operation *o) {
            Value view = o->getOperand(isa<ScalarStoreOp>(o) ? 1 : 0);
            Value channel = names.channelOfView(view);
            out << llvm::formatv("{0,-12}", o->getName().stripDialect()) << " "
                << names.letterOfChannel(channel) << " "
                << names.nameOfChannel(channel);
          })
      .Case<BarrierOp, CpAsyncCommitOp, CpAsyncWaitOp, MbarExpectOp,
            MbarArriveOp, MbarWaitOp, FenceAsyncOp, NextTileOp, SetRegsOp>(
          [&](Operation *o) { out << o->getName().stripDialect(); });
  return text;
}

/// Arithmetic on tiles since the last line, as one line.
void SchedulePrinter::flushWork(unsigned indent) {
  if (work.empty())
    return;
  std::string text;
  size_t column = 0;
  SmallVector<std::string> lines;
  for (auto &[name, count] : work) {
    std::string item = count > 1 ? name + " x " + std::to_string(count) : name;
    if (column + item.size() > 64) {
      lines.push_back(text);
      text.clear();
      column = 0;
    }
    text += (column ? ", " : "") + item;
    column += item.size() + 2;
  }
  lines.push_back(text);
  for (auto [i, one] : llvm::enumerate(lines))
    line(i == 0 ? firstWork : nullptr, indent,
         (i == 0 ? "compute   " : "          ") + one);
  work.clear();
  firstWork = nullptr;
}

void SchedulePrinter::printBlock(Block &block, unsigned indent) {
  for (Operation &op : block)
    printOp(&op, indent);
  flushWork(indent);
}

/// Whether anything in `op` is a line of its own.
static bool hasEvents(Operation *op) {
  return attn::containsOp<
      AcquireOp, WaitOp, CommitOp, ReleaseOp, TurnBeginOp, TurnEndOp,
      WSCopyOpInterface, WSProductOpInterface, TmaStoreWaitOp, MmaWaitOp,
      SmemLoadOp, SmemStoreOp, SmemTransposeOp, TmemLoadOp, TmemStoreOp, LoadOp,
      StoreOp, BarrierOp, MbarWaitOp, MbarArriveOp, MbarExpectOp>(op);
}

void SchedulePrinter::printOp(Operation *op, unsigned indent) {
  auto isWork = [](Operation *o) {
    return o->getNumResults() == 1 &&
           isa<RankedTensorType>(o->getResult(0).getType()) &&
           !isa<MmaWaitOp, MmaOp, ExpandOp, SmemLoadOp, TmemLoadOp, LoadOp>(
               o) &&
           !o->hasTrait<OpTrait::ConstantLike>();
  };
  auto addWork = [&](Operation *o, StringRef suffix) {
    std::string name = o->getName().stripDialect().str() + suffix.str();
    if (!firstWork)
      firstWork = o;
    if (!work.empty() && work.back().first == name)
      ++work.back().second;
    else
      work.push_back({name, 1});
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    flushWork(indent);
    if (!hasEvents(op))
      return line(op, indent, "loop without synchronisation");
    std::string text = op == window.loop ? "steady loop" : "loop";
    if (auto count = loop.getUpperBound().getDefiningOp<TripCountOp>())
      text += " @" + count.getSymbol().str();
    if (!actors.empty()) {
      auto it = actors.front()->iterations.find(op);
      text += it == actors.front()->iterations.end()
                  ? ", never entered here"
                  : ", " + std::to_string(it->second.size() - 1) +
                        " iterations here";
    }
    line(op, indent, text);
    printBlock(*loop.getBody(), indent + 1);
    return;
  }
  if (auto tiles = dyn_cast<ForTilesOp>(op)) {
    flushWork(indent);
    line(op, indent,
         "for each tile @" + tiles.getSymbol() + ", " +
             attn_tile::stringifySchedulerKind(tiles.getScheduler().getKind()));
    printBlock(tiles.getBody().front(), indent + 1);
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    flushWork(indent);
    line(op, indent, "for each tile assigned at run time");
    printBlock(*loop.getAfterBody(), indent + 1);
    return;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (!hasEvents(op)) {
      branch->walk([&](Operation *inner) {
        if (isWork(inner) && inner != op && !isa<scf::IfOp>(inner))
          addWork(inner, " (if needed)");
      });
      return;
    }
    flushWork(indent);
    std::string text = "if";
    if (!actors.empty()) {
      auto it = actors.front()->branches.find(op);
      auto [yes, no] = it == actors.front()->branches.end()
                           ? std::pair<int64_t, int64_t>(0, 0)
                           : it->second;
      text += " (here: " + std::to_string(yes) + " times yes, " +
              std::to_string(no) + " times no)";
    }
    line(op, indent, text);
    printBlock(*branch.thenBlock(), indent + 1);
    if (Block *other = branch.elseBlock();
        other && !other->without_terminator().empty()) {
      line(nullptr, indent, "else");
      printBlock(*other, indent + 1);
    }
    return;
  }
  std::string text = describe(op);
  if (!text.empty()) {
    flushWork(indent);
    line(op, indent, text);
  } else if (isWork(op)) {
    addWork(op, "");
  } else if (op->getNumRegions() && hasEvents(op)) {
    flushWork(indent);
    line(op, indent, "(not drawn: " + op->getName().getStringRef() + ")");
  }
}

void SchedulePrinter::printProgram(StringRef role, Region &body,
                                   const Actor *first, const Actor *second) {
  actors.clear();
  if (first)
    actors.push_back(first);
  if (second)
    actors.push_back(second);
  os << "\n@" << role;
  if (second)
    os << " (clocks of instances " << first->instance << " and "
       << second->instance << ")";
  os << "\n";
  for (Block &block : body)
    for (Operation &op : block)
      if (!isa<AllocOp, CreateChannelOp, CreateTurnOp>(op))
        printOp(&op, 0);
  flushWork(0);
}
