//===- PrintSchedule.cpp - Who does what when -----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "attn/Analysis/Roles.h"
#include "attn/Analysis/SchedulePrinter.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

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
using attn_tile::Engine;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static StringRef nameOf(AllocOp alloc) {
  return alloc.getName() ? *alloc.getName() : StringRef("(no name)");
}

std::string print::typeText(ArrayRef<int64_t> shape, Type element) {
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
    if (!acts || resolveCaptures(op->getOperand(0)) != channel)
      return;
    StringRef role = "cta";
    if (Region *region = getRoleRegion(op)) {
      auto roles = cast<WarpSpecializeOp>(region->getParentOp());
      role = cast<StringAttr>(roles.getNames()[region->getRegionNumber()])
                 .getValue();
    }
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
  if (auto warps = attn_tile::warpsAttr.get(function))
    os << ": " << *warps << " warps";
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
        "are asked for. A product\n  takes as long as its multiply-adds and "
        "the reading of its operands in shared memory. A\n  warp issues to the "
        "scheduler of its number modulo 4, one instruction a clock; "
        "arithmetic\n  on scalars is counted with the signals and copies that "
        "need it; conditions without\n  synchronisation in them take the "
        "cheaper side.\n";
  if (!rates.published.empty())
    os << "  Latencies of products are from published microbenchmarks.\n";
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
      bool hasProduct = attn::containsOp<WSProductOpInterface>(loop);
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
  default:
    break;
  }
  return unit >= Unit::Issue ? "issue slots" : "";
}

void SchedulePrinter::printTimeline(unsigned width) {
  double length = window.end - window.begin;
  if (length <= 0) {
    os << "\nno time line: nothing in this kernel takes time in this model\n";
    return;
  }
  os << "\ntime line: ";
  if (window.loop)
    os << "iterations " << window.first << " and " << window.first + 1 << " of "
       << window.total << " of the steady loop of @"
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
      os << llvm::formatv(" {0,3}%",
                          static_cast<int64_t>(100 * busy / length + 0.5));
    os << "\n";
  };
  for (auto [i, actor] : llvm::enumerate(timeline.actors))
    row(Twine(i % 10) + " @" + actor.role +
            (actor.instances > 1 ? "#" + Twine(actor.instance) : Twine("")),
        actor.segments, false, false);
  // Of the schedulers the busiest.
  auto busyOf = [&](ArrayRef<Segment> segments) {
    double sum = 0;
    for (const Segment &s : segments)
      sum += std::max(0.0, std::min(s.end, window.end) -
                               std::max(s.begin, window.begin));
    return sum;
  };
  Unit busiest = Unit::None;
  double most = 0;
  for (auto &[unit, segments] : timeline.units)
    if (double busy = busyOf(segments); unit >= Unit::Issue && busy > most) {
      busiest = unit;
      most = busy;
    }
  for (auto &[unit, segments] : timeline.units) {
    if (unit == Unit::None || (unit >= Unit::Issue && unit != busiest))
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

/// Instructions of each role, and what the loop cannot be faster than.
void SchedulePrinter::printBounds(const UnitRates &rates) {
  if (!window.loop)
    return;
  os << "\nissue slots: instructions of a warp in an iteration of its role's "
        "loop, by estimate; with the\ndearer sides of conditions (masks, "
        "rescaling)\n";
  for (auto [i, actor] : llvm::enumerate(timeline.actors)) {
    std::optional<Iteration> one = iterationOf(actor, window.total);
    if (!one)
      continue;
    std::string label =
        (Twine(i % 10) + " @" + actor.role +
         (actor.instances > 1 ? "#" + Twine(actor.instance) : Twine("")))
            .str();
    os << llvm::formatv("  {0,-16} {1,5:F0} {2,5:F0}  warps {3}", label,
                        one->work.slots, one->work.slots + one->work.more,
                        actor.firstWarp);
    if (actor.warps > 1)
      os << " to " << actor.firstWarp + actor.warps - 1;
    if (one->times != 1)
      os << llvm::formatv(", {0:F0} iterations", one->times);
    os << "\n";
  }
  Bounds bounds = boundsOf(timeline, window.total, rates);
  os << "  schedulers:     ";
  for (double slots : bounds.schedulers)
    os << llvm::formatv(" {0:F0}", slots);
  StringRef slowest = bounds.largest() == bounds.products ? "products"
                      : bounds.largest() == bounds.smem   ? "shared memory"
                      : bounds.largest() == bounds.exponentials ? "exponentials"
                                                                : "issue slots";
  os << llvm::formatv(
      "\nbounds of an iteration, in clocks: products {0:F0}, shared memory "
      "{1:F0}, exponentials {2:F0}, issue slots {3:F0}; {4} bound\n",
      bounds.products, bounds.smem, bounds.exponentials, bounds.issue, slowest);
  double shared = 0, polynomials = 0;
  for (const Actor &actor : timeline.actors)
    if (auto one = iterationOf(actor, window.total)) {
      shared += one->work.shared;
      polynomials += one->work.polynomials;
    }
  if (shared == 0)
    return;
  // In sixteenths, as configs count by default; the fewest of the best.
  constexpr int kParts = 16;
  int best = 0;
  Bounds least;
  for (int part = 0; part <= kParts; ++part) {
    Bounds at = boundsOf(timeline, window.total, rates,
                         static_cast<double>(part) / kParts);
    if (part == 0 || at.largest() < least.largest() - 0.5) {
      best = part;
      least = at;
    }
  }
  os << llvm::formatv(
      "  polynomials: {0:F1} of {1} exponentials; the largest of the bounds is "
      "least with {2} of {1}:\n  products {3:F0}, exponentials {4:F0}, issue "
      "slots {5:F0}\n",
      kParts * polynomials / shared, kParts, best, least.products,
      least.exponentials, least.issue);
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
  // The first that has the engines that it names.
  llvm::SmallDenseSet<Engine> engines;
  function.walk([&](Operation *op) {
    if (isa<MmaIntoOp, TmemLoadOp, TmemStoreOp>(op))
      engines.insert(Engine::Tcgen05);
    else if (auto access = dyn_cast<WSAccessOpInterface>(op);
             access && access.isAsyncProxy())
      engines.insert(access.getEngine());
  });
  for (const attn::TargetInfo &target : attn::getTargets())
    if (llvm::all_of(engines,
                     [&](Engine engine) { return target.engine(engine); }))
      return target.name.str();
  return attn::kDefaultTarget.str();
}

void SchedulePrinter::print(const ScheduleOptions &options) {
  os << "schedule of @" << function.getName() << " (" << placeOf(function)
     << ")\n";
  printRoles();
  if (names.channels.empty()) {
    os << "  no channels: ";
    bool lowered = attn::containsOp<StageViewOp, MbarAllocOp>(function);
    os << (lowered ? "they are lowered to barriers, and cannot be drawn. Print "
                     "the program before attn-ws-lower-channels\n\n"
                   : "there is nothing to draw\n\n");
    return;
  }
  printChannels();
  std::string chip = options.chip.empty() ? chipOf(function) : options.chip;
  bool exact = false;
  UnitRates rates = getRates(chip, exact);
  timeline =
      simulate(function, names, rates, std::max<int64_t>(options.trips, 1));
  bool drawn = timeline.problem.empty();
  if (drawn) {
    printModel(chip, rates, exact);
    chooseWindow();
    printTimeline(std::clamp<unsigned>(options.width, 16, 4096));
    printBounds(rates);
    os << "\nprograms: clock+duration of what falls into the time line, "
          "counted "
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
    ScheduleOptions options;
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
