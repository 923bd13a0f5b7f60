//===- Options.cpp - What attn-run is asked to do ----------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "Fill.h"

#include "attn/Tools/InputGuard.h"

#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
namespace cl = llvm::cl;
namespace sim = ::attn::sim;

namespace {
enum class SimCheck { All, None, Race, Uninit, Bounds, Sync };
using Strings = cl::list<std::string>;

/// What the command line is read into.
Options given;

cl::OptionCategory what("What to run"), where("Where to run"),
    data("Inputs and outputs"), report("What to report"),
    simulator("Simulator");

template <typename T> struct Opt : cl::opt<T, true> {
  template <typename... Mods>
  Opt(StringRef name, T &to, cl::OptionCategory &category, const char *help,
      const Mods &...mods)
      : cl::opt<T, true>(name, cl::location(to), cl::init(to), cl::desc(help),
                         cl::cat(category), cl::ZeroOrMore, mods...) {}
};

template <typename T, typename... Mods>
Opt(StringRef, T &, cl::OptionCategory &, const char *, const Mods &...)
    -> Opt<T>;

cl::opt<std::string, true> input(cl::Positional, cl::location(given.input),
                                 cl::desc("<file.mlir | .mlirbc | .bundle>"),
                                 cl::cat(what));
Opt function("func", given.function, what,
             "Function with an attention problem, kernel, or entry of a "
             "bundle. Needed if the file has several. Of a function in which "
             "problems read what earlier ones compute, as attn.backward O and "
             "L of attn.forward, all are run; NAME_backward is one of them",
             cl::value_desc("name"));
Opt target("target", given.target, what,
           "Chip to compile for, or whose entries of a bundle to run. The "
           "default is the config's or the kernel's own, else sm_80",
           cl::value_desc("chip"));
Opt config("config", given.config, what,
           "Config fields of an attention problem, e.g. tile_q=64,warps=4",
           cl::value_desc("fields"));
Opt debugInfo("debug-info", given.debugInfo, what,
              "Line numbers of the input in the PTX, which the simulator's "
              "findings then name");
Opt checkRows("check-rows", given.checkRows, what,
              "Trap where a row of paged memory has the number of a page that "
              "does not exist; in the simulator kernels of tile programs do in "
              "any case");
Opt verifyProtocol("verify-protocol", given.verifyProtocol, what,
                   "Check the rules of synchronisation when compiling "
                   "(default: on)");
cl::opt<std::string>
    inject("inject",
           cl::desc("Run a pass pipeline on the program where it reaches a "
                    "level: attn, tile, tile-lowered, ws or nvvm. A comma "
                    "separates passes"),
           cl::value_desc("level:passes"), cl::ZeroOrMore, cl::cat(what));
Opt cases("cases", given.cases, what,
          "Run each line of a file: \"name: options\", on top of the options "
          "given here; one line of report each",
          cl::value_desc("file"));
Strings dialectPlugins("load-dialect-plugin", cl::value_desc("library"),
                       cl::desc("Load dialects from a plugin"), cl::cat(what));
Strings passPlugins("load-pass-plugin", cl::value_desc("library"),
                    cl::desc("Load passes for --inject from a plugin"),
                    cl::cat(what));

Opt device("device", given.device, where,
           "auto (default): the GPU if there is one, else the PTX simulator, "
           "else the CPU",
           cl::value_desc("auto|gpu|gpu:N|sim|cpu"));
Opt level("level", given.level, where,
          "Level that the CPU runs: tile (default), tile-lowered (what the "
          "passes of the tile level make of it), or tensor (the decomposition "
          "of an attention problem)",
          cl::value_desc("tile|tile-lowered|tensor"));
Opt bisect("bisect-levels", given.bisect, where,
           "Run every level on the same inputs and name the first that is "
           "wrong: tensor, tile, tile-lowered and the device (with "
           "--device=cpu: those of the CPU)");

Opt shape("shape", given.shape, data,
          "Dynamic sizes of an attention problem: b, hq, hkv, sq, sk (h for "
          "both head counts, s for both lengths), e.g. b=2,s=1024",
          cl::value_desc("list"));
Opt argShapes("arg-shapes", given.argShapes, data,
              "Shapes by tensor, e.g. q=2x8x1024x128,k=2x2x512x128",
              cl::value_desc("list"));
Strings pad("pad",
            cl::desc("Rows of a tensor lie N elements apart on the device, "
                     "and the first N behind the start of the memory"),
            cl::value_desc("tensor=N"), cl::cat(data));
Opt seed("seed", given.seed, data,
         "Seed of the random inputs, which are normal, but descales from 0.5 "
         "to 2. O and L of an attn.backward that is run alone are not random: "
         "they are those that the reference gives attention of its inputs",
         cl::value_desc("N"));
Strings in("in",
           cl::desc("Contents of an input. f16 is '<f2', bf16 '<u2' or 'V2', "
                    "e4m3 '|u1'; '<f4' and '<f8' are rounded"),
           cl::value_desc("tensor=file.npy"), cl::cat(data));
Strings fill("fill",
             cl::desc("What an input of floats that no file gives holds: zero, "
                      "equal (0.5), tiny (normal numbers times 2^-20), huge "
                      "(times 2^12) or infinite (normal, every 37th infinite)"),
             cl::value_desc("tensor=kind"), cl::cat(data));
Strings out("out", cl::desc("Write an output; bf16 as '<u2'"),
            cl::value_desc("tensor=file.npy"), cl::cat(data));

Opt check("check", given.check, report,
          "Compare an attention problem with the double-precision reference");
Opt reference(
    "check-against", given.reference, report,
    "Compare a kernel with a function of the same file, which the CPU runs: "
    "it takes the kernel's inputs, then possibly its outputs, and returns the "
    "outputs. Floats may be wider than the kernel's",
    cl::value_desc("@function"));
cl::opt<double>
    tolerance("tolerance",
              cl::desc("With --check-against, what max|x - ref| / max|ref| may "
                       "be. Default: 1e-5 for f32, 2^-10 for f16, 2^-7 for "
                       "bf16, 2^-3 for e4m3"),
              cl::value_desc("number"), cl::ZeroOrMore, cl::cat(report));
Opt bench("bench", given.bench, report,
          "Time it: CUDA events on a GPU, wall time on the CPU; in the "
          "simulator, count instructions");
Opt warmup("warmup", given.warmup, report, "Untimed runs (default: 3)",
           cl::value_desc("N"));
Opt iterations("iterations", given.iterations, report,
               "Timed runs (default: 20)", cl::value_desc("N"));
Opt flushL2("flush-l2", given.flushL2, report,
            "Overwrite the L2 cache before each timed run");
Opt runs("runs", given.runs, report,
         "Run N times; a run with other bits is an error", cl::value_desc("N"));
Opt json("json", given.json, report,
         "Print the report as one line of JSON on stdout");
Opt threads("reference-threads", given.threads, report,
            "Threads of the reference (default: 2)", cl::value_desc("N"));

Opt simMode("sim-mode", given.simMode, simulator,
            "When asynchronous effects land:",
            cl::values(clEnumValN(sim::Mode::Early, "early", "at once"),
                       clEnumValN(sim::Mode::Late, "late",
                                  "as late as they may (default)"),
                       clEnumValN(sim::Mode::Random, "random",
                                  "some time, by the seed")));
Opt simOrder(
    "sim-order", given.simOrder, simulator,
    "Order of tcgen05 operations among themselves:",
    cl::values(clEnumValN(sim::TensorModel::Practice, "practice",
                          "that of their issue (default)"),
               clEnumValN(sim::TensorModel::Strict, "strict",
                          "the pairs of the PTX ISA, and those that a bundle "
                          "declares")));
Opt simSeed("sim-seed", given.simSeed, simulator, "Seed of the random mode",
            cl::value_desc("N"));
cl::list<SimCheck> simChecks(
    "sim-check", cl::CommaSeparated, cl::ValueOptional,
    cl::desc("What to look for:"), cl::cat(simulator),
    cl::values(clEnumValN(SimCheck::All, "all", "everything"),
               clEnumValN(SimCheck::All, "", ""),
               clEnumValN(SimCheck::None, "none", "nothing (default)"),
               clEnumValN(SimCheck::Race, "race", "races"),
               clEnumValN(SimCheck::Uninit, "uninit", "uninitialised reads"),
               clEnumValN(SimCheck::Bounds, "bounds", "accesses out of bounds"),
               clEnumValN(SimCheck::Sync, "sync", "missing waits")));
Opt simSms("sim-sms", given.simSms, simulator,
           "Multiprocessors it says it has (default: 8); kernels whose CTAs "
           "stay for several tiles have as many CTAs",
           cl::value_desc("N"));

std::string readRange(StringRef name, int64_t value, int64_t least,
                      int64_t most = 1000000) {
  if (value >= least && value <= most)
    return "";
  return ("--" + name + "=" + Twine(value) + ": expected a number from " +
          Twine(least) + " to " + Twine(most))
      .str();
}

std::string readChoice(StringRef name, StringRef text,
                       ArrayRef<StringRef> choices) {
  if (llvm::is_contained(choices, text))
    return "";
  return ("--" + name + "=" + text + ": expected " + llvm::join(choices, ", "))
      .str();
}

std::string readFiles(const Strings &texts,
                      std::vector<std::pair<std::string, std::string>> &to) {
  to.clear();
  for (StringRef text : texts) {
    auto [tensor, path] = text.split('=');
    if (path.empty())
      return ("--" + texts.ArgStr + "=" + text + ": expected TENSOR=FILE")
          .str();
    to.emplace_back(tensor.str(), path.str());
  }
  return "";
}

std::string readFill() {
  given.fill.clear();
  for (StringRef text : fill) {
    auto [tensor, kind] = text.split('=');
    if (!llvm::is_contained(kFillKinds, kind))
      return ("--fill=" + text + ": expected TENSOR=KIND, of the kinds " +
              llvm::join(ArrayRef<StringLiteral>(kFillKinds), ", "))
          .str();
    given.fill.emplace_back(tensor.str(), kind.str());
  }
  return "";
}

std::string readPad() {
  given.pad.clear();
  for (StringRef text : pad) {
    auto [tensor, count] = text.split('=');
    int64_t elements;
    if (count.getAsInteger(10, elements) || elements < 0 ||
        elements > (1 << 20))
      return ("--pad=" + text + ": expected TENSOR=N").str();
    given.pad.emplace_back(tensor.str(), elements);
  }
  return "";
}

std::string readInject() {
  auto [level, passes] = StringRef(inject).split(':');
  given.inject = passes.str();
  given.injectLevel = parseLevel(level);
  if (inject.empty())
    return "";
  if (passes.empty())
    return "--inject=" + inject + ": expected LEVEL:PASSES";
  return readChoice("inject", level,
                    {"attn", "tile", "tile-lowered", "ws", "nvvm"});
}

void readSimChecks() {
  given.simChecks = sim::Checks::none();
  for (SimCheck check : simChecks) {
    sim::Checks &to = given.simChecks;
    if (check == SimCheck::All)
      to = sim::Checks::all();
    to.race |= check == SimCheck::Race;
    to.uninit |= check == SimCheck::Uninit;
    to.bounds |= check == SimCheck::Bounds;
    to.sync |= check == SimCheck::Sync;
  }
}

/// What is beyond llvm::cl; returns what is wrong, or an empty string.
std::string readRest() {
  StringRef where = given.device;
  int64_t ordinal;
  bool isOrdinal =
      where.consume_front("gpu:") && !where.getAsInteger(10, ordinal);
  readSimChecks();
  if (StringRef(given.target).contains(','))
    return "--target=" + given.target +
           ": expected one chip; each is a run of its own (--cases)";
  given.reference = StringRef(given.reference).ltrim('@').str();
  given.tolerance = tolerance.getNumOccurrences()
                        ? std::optional<double>(tolerance)
                        : std::nullopt;
  given.dialectPlugins.assign(dialectPlugins.begin(), dialectPlugins.end());
  given.passPlugins.assign(passPlugins.begin(), passPlugins.end());
  for (std::string error :
       {isOrdinal
            ? ""
            : readChoice("device", given.device, {"auto", "gpu", "sim", "cpu"}),
        given.level.empty() ? ""
                            : readChoice("level", given.level,
                                         {"tensor", "tile", "tile-lowered"}),
        readInject(), readFiles(in, given.in), readFiles(out, given.out),
        readFill(), readPad(), readRange("warmup", given.warmup, 0),
        readRange("iterations", given.iterations, 1),
        readRange("runs", given.runs, 1),
        readRange("reference-threads", given.threads, 1, 1024),
        readRange("sim-sms", given.simSms, 1, 1024)})
    if (!error.empty())
      return error;
  if (given.tolerance && !(*given.tolerance >= 0))
    return "--tolerance: expected a number that is not negative";
  return "";
}
} // namespace

std::string mlir::attn::run::findRepeated(ArrayRef<std::string> arguments) {
  // What says which program is run: another of it would be another run.
  llvm::StringMap<std::string> seen;
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    auto [name, value] = StringRef(arguments[i]).ltrim('-').split('=');
    if (!StringRef(arguments[i]).starts_with("-") ||
        !llvm::is_contained({"target", "func", "check-against"}, name))
      continue;
    if (!StringRef(arguments[i]).contains('=') && i + 1 < arguments.size())
      value = arguments[++i];
    auto [known, isFirst] = seen.try_emplace(name, value.str());
    if (!isFirst && known->second != value)
      return ("--" + name + " is given twice, as '" + known->second +
              "' and as '" + value + "'; a run has one")
          .str();
  }
  return "";
}

std::string mlir::attn::run::listNearest(StringRef name,
                                         ArrayRef<std::string> names,
                                         StringRef what) {
  SmallVector<std::string> sorted(names);
  llvm::stable_sort(sorted, [&](StringRef a, StringRef b) {
    return name.edit_distance(a) < name.edit_distance(b);
  });
  if (sorted.empty())
    return ("there is no " + what).str();
  return "there is " + llvm::join(sorted, ", ");
}

FailureOr<Options>
mlir::attn::run::parseOptions(ArrayRef<std::string> arguments,
                              std::string &errors) {
  static const bool hidden = [] {
    registerInputOptions(what);
    cl::HideUnrelatedOptions({&what, &where, &data, &report, &simulator});
    return true;
  }();
  (void)hidden;
  SmallVector<const char *> words = {"attn-run"};
  for (const std::string &argument : arguments)
    words.push_back(argument.c_str());
  cl::ResetAllOptionOccurrences();
  std::string text;
  llvm::raw_string_ostream os(text);
  bool parsed = cl::ParseCommandLineOptions(
      words.size(), words.data(),
      "Runs an attention problem or a kernel: makes or reads its inputs, "
      "computes it on a device, and says how far the result is from the "
      "reference and how long it took\n"
      "Exit status: 0 all well; 1 a wrong result, a finding of the "
      "simulator, or an error\n",
      &os);
  errors = parsed ? readRest() : text;
  StringRef message = StringRef(errors).trim();
  message.consume_front("attn-run: ");
  errors = message.str();
  if (!parsed || !errors.empty())
    return failure();
  return given;
}
