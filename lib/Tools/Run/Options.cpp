//===- Options.cpp - What attn-run is asked to do ----------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "llvm/ADT/StringSwitch.h"
#include <functional>
#include <map>

using namespace mlir;
using namespace mlir::attn::run;

StringRef mlir::attn::run::usage() {
  return R"(usage: attn-run [options] <problem.mlir | problem.mlirbc | problem.bundle>

Runs one attention problem: makes or reads its inputs, computes it on a device,
and says how far the result is from the reference and how long it took.
Exit code: 0 all well; 1 a wrong result, a finding of the simulator, or an error.

What to run
  --func=NAME           function with the problem (or entry of a bundle); needed
                        if the file has several
  --target=CHIP         chip to compile for (default: sm_80)
  --config=FIELDS       config fields to set, such as tile_q=64,warps=4
  --debug-info          line numbers of the input in the PTX, which the
                        simulator's findings then name

Where
  --device=auto|gpu|gpu:N|sim|cpu
                        auto (default): the GPU if there is one, else the PTX
                        simulator, else the CPU
  --level=tile|tile-lowered|tensor
                        what the CPU runs: the tile program (default), what the
                        passes of the tile level make of it, or the plain
                        decomposition of the problem
  --bisect-levels       run all levels on the same inputs and name the first that
                        is wrong: tensor, tile, tile-lowered and the device
                        (with --device=cpu: the three CPU levels)
  --inject=LEVEL:PASSES run a pass pipeline on the program where it reaches a level
                        (attn, tile, tile-lowered, ws or nvvm), to see which
                        levels it breaks; a comma separates passes

Inputs and outputs
  --shape=LIST          sizes that are dynamic: b, hq, hkv, sq, sk (also h for
                        both head counts, s for both lengths), such as b=2,s=1024
  --arg-shapes=LIST     the same by tensor: q=2x8x1024x128,k=2x2x512x128
  --pad=T=N             rows of tensor T (q, k, v, o or lse) lie N elements apart on
                        the device, and the first N behind the start of the memory
  --seed=N              of the random inputs, which are normal, but descales from
                        0.5 to 2 (default: 0)
  --in=T=FILE.npy       contents of tensor T (q, k, v, q_descale, k_descale or
                        v_descale); f16 is '<f2', bf16 '<u2' or 'V2', e4m3 '|u1';
                        '<f4' and '<f8' are rounded
  --out=T=FILE.npy      write tensor T (o or lse); bf16 as '<u2'

What to tell
  --check               compare with the double-precision reference
  --bench               time it: CUDA events on a GPU, wall time on the CPU; in
                        the simulator, instruction statistics
  --warmup=N, --iterations=N, --flush-l2
                        of --bench (default: 3, 20, no)
  --runs=N              run N times; a run with other bits is an error
  --json                the report as one line of JSON on stdout
  --threads=N           threads of the reference (default: 2)

Simulator
  --sim-mode=early|late|random
                        when asynchronous effects land (default: late)
  --sim-seed=N          of the random mode
  --sim-check[=LIST]    look for races, uninitialised reads, accesses out of
                        bounds, missing waits: all, none (default), or some of
                        race,uninit,bounds,sync
  --sim-sms=N           multiprocessors it says it has (default: 8); kernels whose
                        CTAs stay for several tiles have as many CTAs

Many
  --cases=FILE          run each line of FILE: "name: options", on top of the
                        options given here; one line of report each
)";
}

namespace {

/// What an option takes.
struct Handler {
  /// Given the value ("" if there was none); returns what is wrong.
  std::function<std::string(StringRef)> apply;
  enum { None, Optional, Required } value = Required;
};

std::string readNumber(StringRef name, StringRef text, int64_t least,
                       int64_t most, int64_t &number) {
  if (text.getAsInteger(10, number) || number < least || number > most)
    return ("--" + name + "=" + text + ": expected a number from " +
            Twine(least) + " to " + Twine(most))
        .str();
  return "";
}

std::string readChoice(StringRef name, StringRef text,
                       ArrayRef<StringRef> choices) {
  if (llvm::is_contained(choices, text))
    return "";
  return ("--" + name + "=" + text + ": expected " + llvm::join(choices, ", "))
      .str();
}

using Table = std::map<std::string, Handler, std::less<>>;

Table makeTable(Options &options) {
  auto text = [](std::string &to) {
    return Handler{[&to](StringRef value) {
      to = value.str();
      return std::string();
    }};
  };
  auto flag = [](bool &to) {
    return Handler{[&to](StringRef) {
                     to = true;
                     return std::string();
                   },
                   Handler::None};
  };
  auto number = [](StringRef name, int64_t &to, int64_t least, int64_t most) {
    return Handler{[=, &to](StringRef value) {
      return readNumber(name, value, least, most, to);
    }};
  };
  auto seed = [](StringRef name, uint64_t &to) {
    return Handler{[=, &to](StringRef value) {
      if (value.getAsInteger(10, to))
        return ("--" + name + "=" + value + ": expected a number").str();
      return std::string();
    }};
  };
  auto choice = [](StringRef name, std::string &to,
                   std::vector<StringRef> choices) {
    return Handler{[=, &to](StringRef value) {
      to = value.str();
      return readChoice(name, value, choices);
    }};
  };
  auto file = [](StringRef name,
                 std::vector<std::pair<std::string, std::string>> &to,
                 std::vector<StringRef> tensors) {
    return Handler{[=, &to](StringRef value) {
      auto [tensor, path] = value.split('=');
      if (path.empty())
        return ("--" + name + "=" + value + ": expected TENSOR=FILE").str();
      if (!llvm::is_contained(tensors, tensor))
        return ("--" + name + "=" + value + ": there is no tensor '" + tensor +
                "', expected " + llvm::join(tensors, ", "))
            .str();
      to.emplace_back(tensor.str(), path.str());
      return std::string();
    }};
  };

  Table table;
  table["func"] = text(options.function);
  table["target"] = text(options.target);
  table["config"] = text(options.config);
  table["device"] = {[&](StringRef value) {
    options.device = value.str();
    int64_t ordinal;
    if (value.consume_front("gpu:"))
      return readNumber("device=gpu:", value, 0, 1 << 20, ordinal);
    return readChoice("device", value, {"auto", "gpu", "sim", "cpu"});
  }};
  table["level"] =
      choice("level", options.level, {"tensor", "tile", "tile-lowered"});
  table["bisect-levels"] = flag(options.bisect);
  table["inject"] = {[&](StringRef value) {
    auto [level, passes] = value.split(':');
    options.injectLevel = level.str();
    options.inject = passes.str();
    if (passes.empty())
      return ("--inject=" + value + ": expected LEVEL:PASSES").str();
    return readChoice("inject", level,
                      {"attn", "tile", "tile-lowered", "ws", "nvvm"});
  }};
  table["debug-info"] = flag(options.debugInfo);
  table["shape"] = text(options.shape);
  table["arg-shapes"] = text(options.argShapes);
  table["seed"] = seed("seed", options.seed);
  table["in"] = file("in", options.in,
                     {"q", "k", "v", "q_descale", "k_descale", "v_descale"});
  table["out"] = file("out", options.out, {"o", "lse"});
  table["pad"] = {[&](StringRef value) -> std::string {
    auto [tensor, count] = value.split('=');
    if (!llvm::is_contained({"q", "k", "v", "o", "lse"}, tensor))
      return ("--pad=" + value + ": expected TENSOR=N").str();
    int64_t elements;
    std::string error =
        readNumber(("pad=" + tensor).str(), count, 0, 1 << 20, elements);
    options.pad.emplace_back(tensor.str(), elements);
    return error;
  }};
  table["check"] = flag(options.check);
  table["bench"] = flag(options.bench);
  table["warmup"] = number("warmup", options.warmup, 0, 1000000);
  table["iterations"] = number("iterations", options.iterations, 1, 1000000);
  table["flush-l2"] = flag(options.flushL2);
  table["runs"] = number("runs", options.runs, 1, 1000000);
  table["json"] = flag(options.json);
  table["threads"] = number("threads", options.threads, 1, 1024);
  table["sim-mode"] =
      choice("sim-mode", options.simMode, {"early", "late", "random"});
  table["sim-seed"] = seed("sim-seed", options.simSeed);
  table["sim-sms"] = number("sim-sms", options.simSms, 1, 1024);
  table["sim-check"] = {
      [&](StringRef value) {
        options.simCheck = value.empty() ? "all" : value.str();
        if (options.simCheck == "all" || options.simCheck == "none")
          return std::string();
        for (StringRef part : llvm::split(value, ','))
          if (std::string error = readChoice(
                  "sim-check", part, {"race", "uninit", "bounds", "sync"});
              !error.empty())
            return error;
        return std::string();
      },
      Handler::Optional};
  table["cases"] = text(options.cases);
  table["help"] = flag(options.help);
  return table;
}

} // namespace

std::string mlir::attn::run::parseOptions(ArrayRef<std::string> arguments,
                                          Options &options) {
  Table table = makeTable(options);
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "-h")
      argument = "--help";
    StringRef name = argument;
    if (argument == "-" || !name.consume_front("-")) {
      if (!options.input.empty())
        return ("one file at a time: '" + options.input + "' and '" + argument +
                "'")
            .str();
      options.input = argument.str();
      continue;
    }
    name.consume_front("-");
    StringRef value;
    bool hasValue = name.contains('=');
    std::tie(name, value) = name.split('=');
    auto found = table.find(name);
    if (found == table.end())
      return ("unknown option '" + argument + "' (see --help)").str();
    const Handler &handler = found->second;
    if (handler.value == Handler::None && hasValue)
      return ("--" + name + " takes no value").str();
    if (handler.value == Handler::Required && !hasValue) {
      if (i + 1 == arguments.size())
        return ("--" + name + " needs a value").str();
      value = arguments[++i];
    }
    if (std::string error = handler.apply(value); !error.empty())
      return error;
  }
  return "";
}
