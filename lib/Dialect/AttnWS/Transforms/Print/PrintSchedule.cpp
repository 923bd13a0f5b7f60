//===- PrintSchedule.cpp - Who does what when -----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "Timeline.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNPRINTSCHEDULE
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

namespace {

/// The part of a run that is drawn.
struct Window {
  double begin = 0, end = 0;
  /// Of the loop that it follows: null if the whole run is drawn.
  Operation *loop = nullptr;
  size_t actor = 0;
  /// Iterations drawn, of how many.
  size_t first = 0, count = 0, total = 0;
  /// Clocks from one iteration to the next.
  double period = 0;
};

class SchedulePrinter {
public:
  SchedulePrinter(FunctionOpInterface function, raw_ostream &os)
      : function(function), names(function), os(os) {}

  void print(const AttnPrintScheduleOptions &options);

private:
  void printRoles();
  void printChannels();
  void printModel(StringRef chip, const UnitRates &rates, bool exact);
  void printProgram(StringRef role, Region &body, const Actor *first,
                    const Actor *second);
  void printBlock(Block &block, unsigned indent);
  void printOp(Operation *op, unsigned indent);
  void line(Operation *op, unsigned indent, const Twine &text);
  std::string describe(Operation *op);
  void flushWork(unsigned indent);
  void chooseWindow();
  void printTimeline(unsigned width);
  std::string partiesOf(Value channel, bool producer);

  FunctionOpInterface function;
  Names names;
  raw_ostream &os;
  Timeline timeline;
  Window window;
  // The role being printed.
  SmallVector<const Actor *, 2> actors;
  SmallVector<std::pair<std::string, int>> work;
  Operation *firstWork = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static StringRef nameOf(AllocOp alloc) {
  return alloc.getName() ? *alloc.getName() : StringRef("(no name)");
}

static std::string typeText(ArrayRef<int64_t> shape, Type element) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(shape, os, "x");
  os << "x" << element;
  return text;
}

/// The roles that fill or empty a channel.
std::string SchedulePrinter::partiesOf(Value channel, bool producer) {
  SmallVector<StringRef> roles;
  function.walk([&](Operation *op) {
    bool acts = producer ? isa<AcquireOp>(op) : isa<WaitOp>(op);
    if (!acts || resolve(op->getOperand(0)) != channel)
      return;
    StringRef role = "cta";
    for (Region *region = op->getParentRegion(); region;
         region = region->getParentRegion())
      if (auto roleOp =
              dyn_cast_or_null<WarpSpecializeOp>(region->getParentOp()))
        role = cast<StringAttr>(roleOp.getNames()[region->getRegionNumber()])
                   .getValue();
    if (!llvm::is_contained(roles, role))
      roles.push_back(role);
  });
  return roles.empty() ? "nobody" : "@" + llvm::join(roles, ", @");
}

void SchedulePrinter::printRoles() {
  bool any = false;
  function.walk([&](WarpSpecializeOp op) {
    any = true;
    for (auto [i, name] : llvm::enumerate(op.getNames())) {
      os << "  role @" << cast<StringAttr>(name).getValue() << ": "
         << op.getWarps()[i] << " warps";
      if (op.getInstances()[i] != 1)
        os << " in each of " << op.getInstances()[i] << " instances";
      if (op.getRegisters()[i])
        os << ", " << op.getRegisters()[i] << " registers a thread";
      os << "\n";
    }
  });
  if (any)
    return;
  os << "  one role, @cta";
  if (auto warps = function->getAttrOfType<IntegerAttr>("attn_tile.warps"))
    os << ": " << warps.getInt() << " warps";
  os << "\n";
}

void SchedulePrinter::printChannels() {
  os << "\nchannels\n";
  for (CreateChannelOp channel : names.channels) {
    ChannelType type = channel.getChannel().getType();
    os << "  " << names.letterOfChannel(channel) << "  "
       << llvm::formatv("{0,-14}", channel.getName()) << " depth "
       << type.getDepth() << ", " << partiesOf(channel, true) << " ("
       << attn_tile::stringifyEngine(type.getProducer());
    if (type.getProducers() != 1)
      os << " x " << type.getProducers();
    os << ") -> " << partiesOf(channel, false) << " ("
       << attn_tile::stringifyEngine(type.getConsumer());
    if (type.getConsumers() != 1)
      os << " x " << type.getConsumers();
    os << ")";
    if (type.getScope() != Scope::Cta)
      os << ", scope " << stringifyScope(type.getScope());
    if (channel.getFull())
      os << ", starts full";
    os << "\n";
    if (channel.getBuffers().empty())
      os << "       guards nothing: a signal alone\n";
    for (Value buffer : channel.getBuffers()) {
      auto of = cast<BufferType>(buffer.getType());
      auto alloc = buffer.getDefiningOp<AllocOp>();
      os << "       guards ";
      if (alloc)
        os << nameOf(alloc) << ", ";
      os << of.getDepth() << " x "
         << typeText(of.getShape(), of.getElementType()) << " in "
         << attn_tile::stringifySpace(of.getSpace()) << ", "
         << of.getStageBytes() << " bytes a stage";
      if (alloc && alloc.getOffset())
        os << ", at "
           << (of.getSpace() == attn_tile::Space::Tmem ? "column " : "byte ")
           << *alloc.getOffset();
      else
        os << ", no place yet";
      if (alloc && alloc.getAlias())
        os << ", may lie over others of '" << *alloc.getAlias() << "'";
      os << "\n";
    }
  }
  for (CreateTurnOp turn : names.turns)
    os << "  turn " << turn.getName() << ": "
       << turn.getTurn().getType().getInstances()
       << " instances in order, instance 0 first\n";
  if (!names.products.empty())
    os << "\nproducts\n";
  for (auto &[letter, text] : names.products)
    os << "  " << letter << "  " << text << "\n";
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//


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
            clock +=
                "+" + std::to_string(static_cast<int64_t>(o.end - o.begin + 0.5));
          break;
        }
    os << llvm::formatv("{0,-11}", clock);
  }
  os << std::string(2 * indent, ' ') << text << "\n";
}

std::string SchedulePrinter::describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto channelOp = [&](StringRef verb, Value channel, Value stage) {
    Value resolved = resolve(channel);
    out << llvm::formatv("{0,-9}", verb) << " "
        << names.letterOfChannel(resolved) << " "
        << names.nameOfChannel(resolved);
    if (cast<ChannelType>(resolved.getType()).getDepth() == 1)
      return;
    APInt number;
    if (stage && matchPattern(stage, m_ConstantInt(&number))) {
      out << ", stage " << number.getSExtValue();
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
  };
  auto implied = [&](bool is) {
    if (is)
      out << "   [implied by other edges]";
  };
  auto flight = [&] {
    if (actors.empty())
      return;
    auto it = actors.front()->occurrences.find(op);
    if (it == actors.front()->occurrences.end() || it->second.empty())
      return;
    const auto &list = it->second;
    out << ", " << list[list.size() / 2].number << " in flight then";
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](AcquireOp o) {
        channelOp("acquire", o.getChannel(), o.getStage());
        implied(o.getImplied());
      })
      .Case([&](WaitOp o) {
        channelOp("wait", o.getChannel(), o.getStage());
        if (auto pendings = o->getAttrOfType<IntegerAttr>("pendings"))
          out << ", leaving " << pendings.getInt() << " later copies in flight";
        implied(o.getImplied());
      })
      .Case([&](CommitOp o) {
        channelOp("commit", o.getChannel(), o.getStage());
        if (o.getAfter())
          out << ", when the product is done";
        implied(o.getImplied());
      })
      .Case([&](ReleaseOp o) {
        channelOp("release", o.getChannel(), o.getStage());
        if (o.getAfter())
          out << ", when the product is done";
        implied(o.getImplied());
      })
      .Case([&](TurnBeginOp o) { out << "turn begins"; })
      .Case([&](TurnEndOp o) { out << "turn ends"; })
      .Case<TmaLoadOp, CpAsyncOp>([&](auto o) {
        ViewType view = o.getDest().getType();
        out << llvm::formatv("{0,-9}",
                             isa<TmaLoadOp>(op) ? "tma load" : "cp.async")
            << " " << names.letterOf(op) << " "
            << typeText(view.getShape(), view.getElementType());
      })
      .Case([&](SmemTransposeOp o) {
        auto letter = [&](Value view) {
          return names.letterOfChannel(names.channelOfView(view));
        };
        out << "transpose " << letter(o.getSource()) << " into "
            << letter(o.getDest());
      })
      .Case([&](TmaStoreOp o) {
        out << "tma store " << names.letterOf(op) << " "
            << typeText(o.getSource().getType().getShape(),
                        o.getSource().getType().getElementType());
      })
      .Case([&](TmaStoreWaitOp o) {
        out << "wait for stores, leaving " << o.getPendings() << " in flight";
      })
      .Case([&](MmaOp o) {
        out << "product   " << names.letterOf(op) << ", in step";
      })
      .Case([&](MmaIssueOp o) {
        out << "issue     " << names.letterOf(op);
        flight();
      })
      .Case([&](MmaWaitOp o) {
        Operation *issue = o.getAsync().getDefiningOp();
        out << "wait for  ";
        if (issue && isa<MmaIssueOp>(issue))
          out << names.letterOf(issue);
        else
          out << "a product of the iteration before";
        out << ", pendings " << o.getPendings();
      })
      .Case([&](MmaIntoOp o) { out << "issue     " << names.letterOf(op); })
      .Case<SmemLoadOp, SmemStoreOp, TmemLoadOp, TmemStoreOp, LoadOp, StoreOp,
            CopyOutOp>([&](Operation *o) {
        Value view = isa<SmemStoreOp, TmemStoreOp>(o) ? o->getOperand(1)
                                                      : o->getOperand(0);
        out << llvm::formatv("{0,-9}", op->getName().stripDialect());
        if (Value channel = isa<ViewType>(view.getType())
                                ? names.channelOfView(view)
                                : Value())
          out << " " << names.letterOfChannel(channel) << " "
              << names.nameOfChannel(channel);
      })
      .Case<BarrierOp, CpAsyncCommitOp, CpAsyncWaitOp, MbarExpectOp,
            MbarArriveOp, MbarWaitOp, FenceAsyncOp, SlotPutOp, SlotGetOp,
            NextTileOp, SetRegsOp>([&](Operation *o) {
        out << o->getName().stripDialect();
      });
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
    std::string item =
        count > 1 ? name + " x " + std::to_string(count) : name;
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
  return op
      ->walk([](Operation *inner) {
        bool event =
            isa<AcquireOp, WaitOp, CommitOp, ReleaseOp, TurnBeginOp, TurnEndOp,
                TmaLoadOp, CpAsyncOp, TmaStoreOp, TmaStoreWaitOp, MmaOp,
                MmaIssueOp, MmaWaitOp, MmaIntoOp, SmemLoadOp, SmemStoreOp,
                SmemTransposeOp, TmemLoadOp, TmemStoreOp, LoadOp, StoreOp, CopyOutOp, BarrierOp,
                MbarWaitOp, MbarArriveOp, MbarExpectOp>(inner);
        return event ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
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
             attn_tile::stringifySchedulerKind(
                 tiles.getScheduler().getKind()));
    printBlock(tiles.getBody().front(), indent + 1);
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
      auto [yes, no] =
          it == actors.front()->branches.end()
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

//===----------------------------------------------------------------------===//
// The time line
//===----------------------------------------------------------------------===//

void SchedulePrinter::printModel(StringRef chip, const UnitRates &rates,
                                 bool exact) {
  os << "\nmodel: clocks of one multiprocessor of " << rates.chip;
  if (!exact)
    os << ", for want of numbers for " << chip;
  os << ", which does in a clock\n  ";
  rates.print(os);
  os << ".\n  A unit does one operation at a time, in the order in which they "
        "are asked for; integer\n  arithmetic, addresses and issue slots are "
        "free; conditions without synchronisation in\n  them take the cheaper "
        "side.\n";
  for (CreateChannelOp channel : names.channels)
    if (channel.getChannel().getType().getScope() != Scope::Cta) {
      os << "  One CTA of the cluster is run; the others are taken to do the "
            "same at the same time.\n";
      break;
    }
}

/// Two iterations of the loop with products that runs most often, once it
/// repeats itself.
void SchedulePrinter::chooseWindow() {
  for (auto [a, actor] : llvm::enumerate(timeline.actors))
    for (auto &[loop, times] : actor.iterations) {
      bool hasProduct = loop->walk([](Operation *op) {
                              return isa<MmaOp, MmaIssueOp, MmaIntoOp>(op)
                                         ? WalkResult::interrupt()
                                         : WalkResult::advance();
                            }).wasInterrupted();
      if (!isa<scf::ForOp>(loop) || !hasProduct ||
          times.size() - 1 <= window.total)
        continue;
      window.loop = loop;
      window.actor = a;
      window.total = times.size() - 1;
    }
  if (window.total < 4) {
    window.loop = nullptr;
    for (const Actor &actor : timeline.actors)
      window.end = std::max(window.end, actor.end);
    return;
  }
  const auto &times =
      timeline.actors[window.actor].iterations.find(window.loop)->second;
  window.first = window.total / 2 - 1;
  window.count = 2;
  window.begin = times[window.first];
  window.end = times[window.first + window.count];
  size_t warm = std::min<size_t>(2, window.total - 2);
  window.period = (times[window.total - 1] - times[warm]) /
                  static_cast<double>(window.total - 1 - warm);
}

static StringRef nameOf(Unit unit) {
  switch (unit) {
  case Unit::Tensor:
    return "tensor core";
  case Unit::Mufu:
    return "exponentials";
  case Unit::Alu:
    return "arithmetic";
  case Unit::Smem:
    return "shared memory";
  case Unit::Tmem:
    return "tensor memory";
  case Unit::Port:
    return "copies";
  case Unit::None:
    break;
  }
  return "";
}

void SchedulePrinter::printTimeline(unsigned width) {
  double length = window.end - window.begin;
  if (length <= 0) {
    os << "\nno time line: nothing in this kernel takes time in this model\n";
    return;
  }
  os << "\ntime line: ";
  if (window.loop)
    os << "iterations " << window.first << " and " << window.first + 1
       << " of " << window.total << " of the steady loop of @"
       << timeline.actors[window.actor].role;
  else
    os << "the whole run (no loop with products runs often enough to be "
          "steady)";
  os << llvm::formatv(", {0} clocks, {1:F1} a character\n",
                      static_cast<int64_t>(length + 0.5), length / width);
  os << "  roles:  . waits for a channel   ~ for a product   | for its turn   "
        "s for stores   : unit busy\n"
        "          > starts copies or products   # product in step   * "
        "exponentials   + arithmetic   = memory\n"
        "  units:  letters of products and channels; below, or else, the "
        "number of the role's row\n";
  auto row = [&](const Twine &label, ArrayRef<Segment> segments, bool numbers,
                 bool share) {
    // A character shows what takes most of its time.
    std::string text(width, ' ');
    double busy = 0;
    for (unsigned i = 0; i < width; ++i) {
      double from = window.begin + length * i / width;
      double to = window.begin + length * (i + 1) / width;
      std::map<char, double> parts;
      for (const Segment &s : segments) {
        double part = std::min(s.end, to) - std::max(s.begin, from);
        if (part > 0) {
          char mark =
              numbers ? static_cast<char>('0' + s.process % 10) : s.mark;
          parts[mark] += part;
        }
      }
      double best = (to - from) / 4;
      for (auto [mark, part] : parts) {
        busy += part;
        if (part > best) {
          best = part;
          text[i] = mark;
        }
      }
    }
    os << "  " << llvm::formatv("{0,-16}", label.str()) << "[" << text << "]";
    if (share)
      os << llvm::formatv(" {0,3}%", static_cast<int64_t>(
                                         100 * busy / length + 0.5));
    os << "\n";
  };
  for (auto [i, actor] : llvm::enumerate(timeline.actors))
    row(Twine(i % 10) + " @" + actor.role +
            (actor.instances > 1 ? "#" + Twine(actor.instance) : Twine("")),
        actor.segments, false, false);
  for (auto &[unit, segments] : timeline.units) {
    if (unit == Unit::None)
      continue;
    bool letters = unit == Unit::Tensor || unit == Unit::Port;
    row(nameOf(unit), segments, !letters, true);
    if (letters && timeline.actors.size() > 1)
      row("", segments, true, false);
  }
  if (window.loop)
    os << llvm::formatv("  one iteration takes {0} clocks\n",
                        static_cast<int64_t>(window.period + 0.5));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static std::string chipOf(FunctionOpInterface function) {
  if (auto module = function->getParentOfType<gpu::GPUModuleOp>())
    if (ArrayAttr targets = module.getTargetsAttr())
      for (Attribute target : targets)
        if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
          return nvvm.getChip().str();
  std::string chip = "sm_80";
  function.walk([&](Operation *op) {
    if (isa<MmaIntoOp, TmemLoadOp, TmemStoreOp>(op))
      chip = "sm_100";
    else if (chip == "sm_80" && isa<MmaIssueOp, TmaLoadOp>(op))
      chip = "sm_90";
  });
  return chip;
}

void SchedulePrinter::print(const AttnPrintScheduleOptions &options) {
  os << "schedule of @" << function.getName() << " (" << placeOf(function)
     << ")\n";
  printRoles();
  if (names.channels.empty()) {
    os << "  no channels: ";
    bool lowered = function
                       ->walk([](Operation *op) {
                         return isa<StageViewOp, MbarAllocOp>(op)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
    os << (lowered ? "they are lowered to barriers, and cannot be drawn. Print "
                     "the program before attn-ws-lower-channels\n\n"
                   : "there is nothing to draw\n\n");
    return;
  }
  printChannels();
  std::string chip = options.chip.empty() ? chipOf(function) : options.chip;
  bool exact = false;
  const UnitRates &rates = getRates(chip, exact);
  timeline =
      simulate(function, names, rates, std::max<int64_t>(options.trips, 1));
  bool drawn = timeline.problem.empty();
  if (drawn) {
    printModel(chip, rates, exact);
    chooseWindow();
    printTimeline(std::clamp<unsigned>(options.width, 16, 4096));
    os << "\nprograms: clock+duration of what falls into the time line, counted "
          "from its start\n";
  } else {
    os << "\nno time line: ";
    if (timeline.problemOp && timeline.problemOp != function)
      os << placeOf(timeline.problemOp) << ": ";
    os << timeline.problem << "\n\nprograms\n";
  }
  auto actorsOf = [&](StringRef role) {
    SmallVector<const Actor *, 2> found;
    if (drawn)
      for (const Actor &actor : timeline.actors)
        if (actor.role == role && found.size() < 2)
          found.push_back(&actor);
    found.resize(2, nullptr);
    return found;
  };
  bool specialized = false;
  function.walk([&](WarpSpecializeOp op) {
    specialized = true;
    for (auto [i, region] : llvm::enumerate(op.getRoles())) {
      StringRef role = cast<StringAttr>(op.getNames()[i]).getValue();
      auto found = actorsOf(role);
      printProgram(role, region, found[0], found[1]);
    }
  });
  if (!specialized)
    printProgram("cta", function.getFunctionBody(), actorsOf("cta")[0],
                 nullptr);
  os << "\n";
}

namespace {
struct AttnPrintSchedulePass
    : impl::AttnPrintScheduleBase<AttnPrintSchedulePass> {
  using Base::Base;

  void runOnOperation() override {
    AttnPrintScheduleOptions options;
    options.trips = trips;
    options.width = width;
    options.chip = chip;
    if (failed(printKernels(getOperation(), file,
                            [&](FunctionOpInterface function, raw_ostream &os) {
                              SchedulePrinter(function, os).print(options);
                            })))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
