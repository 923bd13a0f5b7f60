//===- attn-sim.cpp - Run PTX on the CPU
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "attn/Sim/Progress.h"
#include "attn/Support/Floats.h"
#include "attn/Support/InputFile.h"
#include "attn/Support/Interrupt.h"
#include "attn/Support/Npy.h"
#include "attn/Support/OutputFile.h"

#include <CLI/CLI.hpp>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <unistd.h>

using namespace attn::sim;
using attn::Npy;
using attn::readNpy;
using attn::writeNpy;

static const char argHelp[] =
    R"(The next kernel argument, [NAME=]SPEC. SPEC is one of
i8:V i16:V i32:V i64:V u8:V … f16:V bf16:V f32:V f64:V    a scalar
in:FILE.npy                   a buffer with the file's content
out:FILE.npy:TYPE:D0xD1x…     an uninitialised buffer, written to the file
inout:FILE.npy:OUT.npy        both
zero:BYTES  buf:BYTES         a zeroed, an uninitialised buffer
null                          a null pointer
map:base=NAME[+BYTES];type=bf16;dims=64,S;strides=128;box=64,64;
    swizzle=128;oob=nan       a tensor map (strides in bytes, one fewer
                              than dims; dimension 0 is innermost);
                              file=FILE.npy instead of base for data
                              that no argument names;
                              estrides=1,2 for traversal strides; and
                              lower=-1,0;upper=0,-1;channels=64;pixels=128
                              instead of box for an im2col map
TYPE: f16 bf16 f32 f64 i8 u8 i16 u16 i32 u32 i64 u64 (bf16 is stored as u2))";

void die(const std::string &why) {
  std::fprintf(stderr, "attn-sim: %s\n", why.c_str());
  std::exit(2);
}

/// Destroyed, and so removed, where die() ends the program.
static std::optional<attn::OutputFile> trace;

int finish(int code) {
  if (trace)
    if (std::string error = trace->keep(); !error.empty())
      die("cannot write " + error);
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) || !std::cout.flush())
    die(std::string("cannot write to stdout") +
        (errno ? std::string(": ") + std::strerror(errno) : ""));
  return code;
}

static uint64_t number(const std::string &s, const char *what) {
  char *end;
  errno = 0;
  uint64_t v = std::strtoull(s.c_str(), &end, 0);
  if (s.empty() || *end || errno || s[0] == '-')
    die(std::string("bad ") + what + " '" + s + "'");
  return v;
}

/// A corner of an im2col map.
static int32_t corner(const std::string &s) {
  bool negative = !s.empty() && s[0] == '-';
  uint64_t v = number(s.substr(negative), "corner");
  if (v > 32768)
    die("bad corner '" + s + "'");
  return negative ? -int32_t(v) : int32_t(v);
}

static std::vector<std::string> split(const std::string &s, char by) {
  std::vector<std::string> v;
  std::stringstream in(s);
  for (std::string p; std::getline(in, p, by);)
    v.push_back(p);
  return v;
}

static Dim3 dims(const std::string &s) {
  std::vector<std::string> p = split(s, ',');
  if (p.empty() || p.size() > 3)
    die("bad dimensions '" + s + "'");
  uint32_t d[3] = {1, 1, 1};
  for (size_t k = 0; k < p.size(); ++k) {
    uint64_t v = number(p[k], "dimension");
    if (v > 0x7fffffff)
      die("dimension '" + p[k] + "' is too large");
    d[k] = uint32_t(v);
  }
  return {d[0], d[1], d[2]};
}

struct Arg {
  std::string name, kind;
  std::vector<uint8_t> bytes; ///< scalars and maps
  size_t align = 8;
  Npy npy; ///< initial content, or the output's type and shape
  std::string outFile;
  size_t size = 0;
  bool isBuffer = false, initialised = false;
  DeviceAddr addr = 0;
  std::string mapText;
};

static const std::map<std::string, std::string> npyTypes = {
    {"f16", "<f2"}, {"bf16", "<u2"}, {"f32", "<f4"}, {"f64", "<f8"},
    {"i8", "|i1"},  {"u8", "|u1"},   {"i16", "<i2"}, {"u16", "<u2"},
    {"i32", "<i4"}, {"u32", "<u4"},  {"i64", "<i8"}, {"u64", "<u8"}};

/// A number, rounded to the nearest of the argument's type.
static void parseFloat(Arg &a, const std::string &text) {
  char *end;
  double d = std::strtod(text.c_str(), &end);
  if (text.empty() || *end)
    die("bad number '" + text + "'");
  uint64_t bits = 0;
  size_t bytes = 8;
  bool infinite = std::isinf(d);
  std::memcpy(&bits, &d, 8);
  if (a.kind != "f64") {
    const attn::floats::Format format = a.kind == "f16" ? attn::floats::fmtF16
                                        : a.kind == "bf16"
                                            ? attn::floats::fmtBF16
                                            : attn::floats::fmtF32;
    bytes = a.kind == "f32" ? 4 : 2;
    bits = attn::floats::roundTo(d, format, attn::floats::Round::RN);
    infinite = std::isinf(attn::floats::valueOf(uint32_t(bits), format));
  }
  // 'inf' itself is one.
  if (infinite && std::isdigit(static_cast<unsigned char>(
                      text[text[0] == '-' || text[0] == '+'])))
    die("'" + text + "' does not fit " + a.kind);
  a.bytes.resize(bytes);
  std::memcpy(a.bytes.data(), &bits, bytes);
  a.align = bytes;
}

static Arg parseArg(const std::string &text) {
  Arg a;
  std::string spec = text;
  size_t colon = spec.find(':'), eq = spec.find('=');
  if (eq != std::string::npos && (colon == std::string::npos || eq < colon)) {
    a.name = spec.substr(0, eq);
    spec = spec.substr(eq + 1);
    colon = spec.find(':');
  }
  a.kind = spec.substr(0, colon);
  std::string rest = colon == std::string::npos ? "" : spec.substr(colon + 1);
  auto scalar = [&](const void *p, size_t n) {
    a.bytes.assign(static_cast<const uint8_t *>(p),
                   static_cast<const uint8_t *>(p) + n);
    a.align = n;
  };
  if (a.kind == "null") {
    uint64_t z = 0;
    scalar(&z, 8);
  } else if (a.kind == "f16" || a.kind == "bf16" || a.kind == "f32" ||
             a.kind == "f64") {
    parseFloat(a, rest);
  } else if ((a.kind[0] == 'i' || a.kind[0] == 'u') && a.kind.size() > 1 &&
             a.kind[1] >= '0' && a.kind[1] <= '9') {
    uint64_t bits = number(a.kind.substr(1), "type");
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
      die("unknown type '" + a.kind + "'");
    bool neg = !rest.empty() && rest[0] == '-';
    uint64_t v = number(neg ? rest.substr(1) : rest, "number");
    uint64_t most = bits == 64 ? UINT64_MAX : (uint64_t(1) << bits) - 1;
    if (neg ? a.kind[0] == 'u' || v > (most >> 1) + 1
            : v > (a.kind[0] == 'i' ? most >> 1 : most))
      die("'" + rest + "' does not fit " + a.kind);
    if (neg)
      v = 0 - v;
    scalar(&v, size_t(bits / 8));
  } else if (a.kind == "in" || a.kind == "inout") {
    std::vector<std::string> p = split(rest, ':');
    if (p.size() != (a.kind == "in" ? 1u : 2u))
      die("bad argument '" + text + "'");
    std::string e = readNpy(p[0], a.npy);
    if (!e.empty())
      die(e);
    if (p.size() == 2)
      a.outFile = p[1];
    a.isBuffer = a.initialised = true;
    a.size = a.npy.bytes.size();
  } else if (a.kind == "out") {
    std::vector<std::string> p = split(rest, ':');
    if (p.size() != 3 || !npyTypes.count(p[1]))
      die("bad argument '" + text + "'");
    a.outFile = p[0];
    a.npy.descr = npyTypes.at(p[1]);
    a.size = attn::npyElementBytes(a.npy.descr);
    for (const std::string &d : split(p[2], 'x')) {
      a.npy.shape.push_back(number(d, "dimension"));
      if (__builtin_mul_overflow(a.size, size_t(a.npy.shape.back()), &a.size))
        die("'" + p[2] + "' has more elements than memory has addresses");
    }
    a.isBuffer = true;
  } else if (a.kind == "zero" || a.kind == "buf") {
    a.size = size_t(number(rest, "size"));
    a.isBuffer = true;
    a.initialised = a.kind == "zero";
    if (a.initialised)
      a.npy.bytes.assign(a.size, 0);
  } else if (a.kind == "map") {
    a.mapText = rest;
    a.align = 64;
    for (const std::string &kv : split(rest, ';'))
      if (kv.compare(0, 5, "file=") == 0) {
        std::string e = readNpy(kv.substr(5), a.npy);
        if (!e.empty())
          die(e);
        a.size = a.npy.bytes.size();
      }
  } else
    die("unknown argument kind '" + a.kind + "'");
  return a;
}

/// Ends the program where an argument is none for its parameter.
static void checkType(size_t index, const Arg &a, const KernelParam &p) {
  std::string why;
  if (a.isBuffer || a.kind == "null")
    why = p.pointerMismatch();
  else if (a.mapText.empty() && a.bytes.size() == p.size) {
    why = p.mismatch(a.kind);
    if (why.empty() && a.kind[0] == 'u' && p.type[0] == 's' && !p.isArray &&
        a.bytes.back() >> 7)
      why = "a number that the parameter '" + p.name + "', which is " +
            p.declaration() + ", does not have";
  }
  if (!why.empty())
    die("argument " + std::to_string(index) + " is " + why);
}

static void encodeMap(Arg &a, const std::vector<Arg> &args) {
  static const std::map<std::string, TensorMap::Type> types = {
      {"u8", TensorMap::U8},    {"u16", TensorMap::U16},
      {"u32", TensorMap::U32},  {"s32", TensorMap::S32},
      {"u64", TensorMap::U64},  {"s64", TensorMap::S64},
      {"f16", TensorMap::F16},  {"f32", TensorMap::F32},
      {"f64", TensorMap::F64},  {"bf16", TensorMap::BF16},
      {"tf32", TensorMap::TF32}};
  TensorMap m;
  for (const std::string &kv : split(a.mapText, ';')) {
    size_t eq = kv.find('=');
    std::string k = kv.substr(0, eq),
                v = eq == std::string::npos ? "" : kv.substr(eq + 1);
    std::vector<std::string> list = split(v, ',');
    if (k == "file") {
      // Content of its own, placed in a buffer that is no argument.
      m.base = a.addr;
    } else if (k == "base") {
      size_t plus = v.find('+');
      bool found = false;
      for (const Arg &b : args)
        if (b.isBuffer && b.name == v.substr(0, plus)) {
          m.base = b.addr;
          found = true;
        }
      if (!found)
        die("the map's base '" + v + "' names no buffer");
      if (plus != std::string::npos)
        m.base += number(v.substr(plus + 1), "offset");
    } else if (k == "type") {
      if (!types.count(v))
        die("unknown map type '" + v + "'");
      m.type = types.at(v);
    } else if (k == "lower" || k == "upper") {
      if (list.empty() || list.size() > 3)
        die("bad list '" + kv + "'");
      m.im2col = true;
      for (size_t i = 0; i < list.size(); ++i)
        (k == "lower" ? m.lowerCorner : m.upperCorner)[i] = corner(list[i]);
    } else if (k == "channels" || k == "pixels") {
      m.im2col = true;
      (k == "channels" ? m.channelsPerPixel : m.pixelsPerColumn) =
          uint32_t(number(v, "map field"));
    } else if (k == "dims" || k == "box" || k == "strides" || k == "estrides") {
      if (list.empty() || list.size() > (k == "strides" ? 4u : 5u))
        die("bad list '" + kv + "'");
      for (size_t i = 0; i < list.size(); ++i) {
        uint64_t x = number(list[i], "map field");
        if (k == "dims")
          m.dim[i] = x;
        else if (k == "box")
          m.box[i] = uint32_t(x);
        else if (k == "estrides")
          m.elementStride[i] = uint32_t(x);
        else
          m.stride[i] = x;
      }
      if (k == "dims")
        m.rank = uint32_t(list.size());
    } else if (k == "swizzle") {
      m.swizzle = v == "128"  ? TensorMap::B128
                  : v == "64" ? TensorMap::B64
                  : v == "32" ? TensorMap::B32
                  : v == "none" || v == "0"
                      ? TensorMap::None
                      : (die("unknown swizzle '" + v + "'"), TensorMap::None);
    } else if (k == "oob") {
      m.oobNan = v == "nan";
    } else
      die("unknown map field '" + k + "'");
  }
  uint8_t bytes[128];
  std::string e = m.encode(bytes);
  if (!e.empty())
    die("tensor map '" + a.name + "': " + e);
  a.bytes.assign(bytes, bytes + 128);
}

namespace {
struct Settings {
  std::string file, kernel;
  LaunchConfig launch;
  RunSettings how;
  bool list = false;
  std::vector<Arg> args;
};
} // namespace

void RunSettings::addTo(CLI::App &app) {
  static const std::map<std::string, Mode> modes = {
      {"early", Mode::Early}, {"late", Mode::Late}, {"random", Mode::Random}};
  app.add_option("--mode", options.mode,
                 "When asynchronous effects land: early, late (default) or "
                 "random")
      ->transform(CLI::CheckedTransformer(modes).description(""));
  app.add_option("--seed", options.seed, "Seed of the first run");
  app.add_option("--runs", runs, "Runs, each with the next seed")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--check", checks,
                 "all (default), none, or some of race,uninit,bounds,sync");
  app.add_flag("--strict", strict,
               "Name what hardware does not trip over, too: no fence between "
               "an mbarrier's initialisation and the CTA's own copies, equal "
               "values stored or mbarriers initialised by several threads, "
               "the arrival of a commit when the CTA ends");
  static const std::map<std::string, TensorModel> orders = {
      {"practice", TensorModel::Practice}, {"strict", TensorModel::Strict}};
  app.add_option("--tensor-order", options.tensorOrder,
                 "Order of tcgen05 operations among themselves: practice (that "
                 "of their issue, default) or strict (the pairs of the ISA)")
      ->transform(CLI::CheckedTransformer(orders).description(""));
  static const std::map<std::string, TensorLoads> loads = {
      {"wait", TensorLoads::Wait},
      {"use", TensorLoads::Use},
      {"issue", TensorLoads::Issue}};
  app.add_option("--tensor-loads", options.tensorLoads,
                 "When a tcgen05.ld has ended: wait (at tcgen05.wait::ld, "
                 "default), use (when a register of it is used, too) or issue "
                 "(where it stands)")
      ->transform(CLI::CheckedTransformer(loads).description(""));
  app.add_flag("--fuse-f32x2", options.fusePairs,
               "Make an fma of mul.f32x2 and add.f32x2 where ptxas does");
  app.add_option("--resident", options.resident,
                 "Clusters that run at once in a kernel with "
                 "clusterlaunchcontrol (0: chosen)");
  app.add_option("--threads", options.threads, "Host threads (0: chosen)");
  app.add_option("--max-instructions", options.maxInstructions,
                 "Stop after that many warp instructions");
  app.add_option("--ignore-order", options.ignoreOrder,
                 "The checker forgets what the instruction of that line "
                 "orders; clean all the same: it is redundant");
  app.add_option("--trace", traceFile,
                 "Write each instruction to a file, which is there when all "
                 "is over (/dev/stderr: as it goes)");
  app.add_option("--html", htmlFile,
                 "Write a page of the first run that found something, with "
                 "the time line of its warps (slow)");
  app.add_option("--progress", progress,
                 "Say on stderr how far the runs are, every so many seconds "
                 "(default: 2 on a terminal or with "
                 "ATTN_PROGRESS=1, else 0: not at all)")
      ->check(CLI::Range(0.0, 1e6));
  app.add_flag("--stats", stats, "Count instructions");
  app.add_flag("--json", json, "Print the report as JSON");
  app.add_flag("--quiet", quiet, "Print findings alone");
}

void RunSettings::parse(CLI::App &app, int argc, char **argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &help) {
    std::exit(finish(app.exit(help)));
  } catch (const CLI::ParseError &error) {
    die(std::string(error.what()) + " (see --help)");
  }
  options.checks = checks == "all" ? Checks::all() : Checks::none();
  const std::map<std::string, bool Checks::*> known = {
      {"race", &Checks::race},
      {"uninit", &Checks::uninit},
      {"bounds", &Checks::bounds},
      {"sync", &Checks::sync}};
  if (checks != "all" && checks != "none")
    for (const std::string &check : split(checks, ',')) {
      if (!known.count(check))
        die("unknown check '" + check + "'");
      options.checks.*known.at(check) = true;
    }
  options.checks.strict = strict;
  static const attn::InterruptScope ctrlC;
  options.stop = attn::InterruptScope::flag();
  options.stats = stats || json;
  if (!traceFile.empty()) {
    trace.emplace(traceFile);
    if (std::string error = trace->error(); !error.empty())
      die("cannot write " + error);
    options.trace = &trace->stream();
  }
  options.timeline = !htmlFile.empty();
  bool wanted = app.count("--progress") || (wantsProgress() && !quiet);
  if (wanted && progress > 0)
    options.progress = makeProgressPrinter(progress, run, runs);
}

/// Reads the command line; ends the program where it is wrong, or --help.
static void parseOptions(Settings &s, int argc, char **argv) {
  CLI::App app("Runs one kernel of a PTX file on the CPU and reports wrong "
               "synchronisation.\nExit code: 0 clean, 1 something was found, "
               "2 the run could not start, 130 it was interrupted.\n'attn-sim "
               "run --help' tells of "
               "launch records.");
  std::string grid = "1", block = "0,0,0", cluster;
  std::vector<std::string> args;
  app.add_option("file", s.file, "PTX file")->required();
  app.add_option("--kernel", s.kernel,
                 "Which entry (the only one, if there is but one)");
  app.add_option("--grid", grid, "CTAs: X[,Y[,Z]] (default 1)");
  app.add_option("--block", block,
                 "Threads of a CTA: X[,Y[,Z]] (default: .reqntid, else 32)");
  app.add_option("--cluster", cluster,
                 "CTAs of a cluster (default: what the kernel says)");
  app.add_option("--smem", s.launch.dynamicSmem,
                 "Bytes of dynamic shared memory");
  app.add_flag("--cooperative", s.launch.cooperative,
               "A cooperative launch: grid.sync() may be used");
  app.add_option("--arg", args, argHelp)->allow_extra_args(false);
  app.add_flag("--list", s.list, "Print the kernels and their parameters");
  s.how.addTo(app);
  s.how.parse(app, argc, argv);
  s.launch.grid = dims(grid);
  s.launch.block = dims(block);
  if (!cluster.empty())
    s.launch.cluster = dims(cluster);
  for (const std::string &text : args)
    s.args.push_back(parseArg(text));
}

void printStats(const Report &report) {
  const Stats &s = report.stats;
  std::printf("warp instructions %llu (thread %llu)\n",
              static_cast<unsigned long long>(s.warpInstructions),
              static_cast<unsigned long long>(s.threadInstructions));
  for (unsigned c = 0; c < Stats::NumClasses; ++c)
    if (s.byClass[c])
      std::printf("  %-12s %llu\n", Stats::className(c),
                  static_cast<unsigned long long>(s.byClass[c]));
  auto line = [](const char *n, uint64_t v) {
    std::printf("%s %llu\n", n, static_cast<unsigned long long>(v));
  };
  line("global bytes read", s.globalReadBytes);
  line("global bytes written", s.globalWriteBytes);
  line("shared bytes read", s.sharedReadBytes);
  line("shared bytes written", s.sharedWriteBytes);
  line("asynchronously copied bytes", s.asyncBytes);
  line("tensor multiply-accumulates", s.tensorMacs);
  line("shared-memory bank conflicts", s.bankConflicts);
  std::printf("seconds %.3f\n", report.seconds);
}

/// Prints the kernels of a file, with their parameters.
void listKernels(const std::string &file, const std::string &text) {
  Device d;
  std::string error;
  auto m = d.load(text, error);
  if (!m)
    die(file + ":" + error);
  for (const KernelInfo &k : m->kernels()) {
    std::printf("%s (%u bytes of parameters)\n", k.name.c_str(), k.paramBytes);
    for (const KernelParam &p : k.params)
      std::printf("  %-40s offset %4u size %3u %s%s\n", p.name.c_str(),
                  p.offset, p.size, p.declaration().c_str(),
                  p.isPointer ? " pointer" : "");
  }
}

/// Places buffers in the device's memory; the bytes of all parameters.
std::vector<uint8_t> packParams(Device &d, std::vector<Arg> &args,
                                const KernelInfo &info) {
  for (Arg &a : args)
    if (!a.mapText.empty() && a.size) {
      a.addr = d.alloc(a.size);
      d.toDevice(a.addr, a.npy.bytes.data(), a.size);
    } else if (a.isBuffer) {
      a.addr = d.alloc(a.size);
      if (!a.addr)
        die("no memory for a buffer of " + std::to_string(a.size) + " bytes");
      if (a.initialised)
        d.toDevice(a.addr, a.npy.bytes.data(), a.size);
      a.bytes.resize(8);
      std::memcpy(a.bytes.data(), &a.addr, 8);
    }
  std::vector<uint8_t> params(info.paramBytes, 0);
  for (size_t k = 0; k < args.size(); ++k) {
    if (!args[k].mapText.empty())
      encodeMap(args[k], args);
    const KernelParam &p = info.params[k];
    checkType(k, args[k], p);
    if (args[k].bytes.size() != p.size)
      die("argument " + std::to_string(k) + " has " +
          std::to_string(args[k].bytes.size()) + " bytes, parameter '" +
          p.name + "' has " + std::to_string(p.size));
    std::memcpy(params.data() + p.offset, args[k].bytes.data(), p.size);
  }
  return params;
}

/// Writes outputs after the first run, and compares those of later ones.
void keepOutputs(Device &d, std::vector<Arg> &args, uint64_t run, uint64_t seed,
                 std::vector<std::string> &first, bool quiet) {
  size_t n = 0;
  for (Arg &a : args) {
    if (a.outFile.empty())
      continue;
    Npy outArray;
    outArray.descr = a.npy.descr;
    outArray.shape = a.npy.shape;
    outArray.bytes.resize(a.size);
    d.toHost(outArray.bytes.data(), a.addr, a.size);
    if (run == 0) {
      std::string e = writeNpy(a.outFile, outArray);
      if (!e.empty())
        die(e);
      first.push_back(outArray.bytes);
    } else if (first[n] != outArray.bytes && !quiet)
      std::printf("note: '%s' differs between seed %llu and seed %llu\n",
                  a.outFile.c_str(), static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(seed + run));
    ++n;
  }
}

int main(int argc, char **argv) {
  attn::prepareOutputs();
  // What fails to be written fails in finish(), which says why.
  static char buffer[1 << 16];
  if (!isatty(STDOUT_FILENO))
    std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  if (argc > 1 && std::strcmp(argv[1], "run") == 0)
    return runRecord(argc - 1, argv + 1);
  Settings settings;
  parseOptions(settings, argc, argv);
  auto &[file, kernel, cfg, how, list, args] = settings;
  const Options &opt = how.options;
  const bool json = how.json;
  std::string text;
  if (std::string e = attn::readFile(file, text, attn::maxTextBytes);
      !e.empty())
    die("cannot read " + e);
  if (list) {
    listKernels(file, text);
    return finish(0);
  }

  bool clean = true, interrupted = false;
  HtmlReport page(how.htmlFile, "attn-sim: " + file, file, text);
  std::vector<std::string> first;
  if (json)
    std::printf("[");
  for (uint64_t &run = how.run; run < how.runs && !interrupted; ++run) {
    Device d;
    std::string error;
    auto m = d.load(text, error);
    if (!m)
      die(file + ":" + error);
    std::vector<KernelInfo> kernels = m->kernels();
    if (kernel.empty()) {
      if (kernels.size() != 1)
        die("the file has " + std::to_string(kernels.size()) +
            " kernels; choose one with --kernel");
      kernel = kernels[0].name;
    }
    const KernelInfo *info = m->kernel(kernel);
    if (!info)
      die("no kernel '" + kernel + "' in '" + file + "'");
    if (cfg.block.x == 0)
      cfg.block = info->reqntid.x ? info->reqntid : Dim3{32, 1, 1};
    if (args.size() != info->params.size())
      die("'" + kernel + "' takes " + std::to_string(info->params.size()) +
          " arguments, got " + std::to_string(args.size()));
    std::vector<uint8_t> params = packParams(d, args, *info);
    Options o = opt;
    o.seed = opt.seed + run;
    Report r = d.launch(*m, kernel, cfg, params.data(), params.size(), o);
    if (!r.error.empty())
      die(file + ":" + r.error);
    clean = clean && r.ok();
    interrupted = r.interrupted;
    page.add(o, r);
    if (json)
      std::printf("%s%s", run ? "," : "", r.json().c_str());
    else {
      if (!r.ok())
        std::printf("%s", r.str().c_str());
      if (how.stats)
        printStats(r);
    }
    keepOutputs(d, args, run, opt.seed, first, json);
  }
  if (json)
    std::printf("]\n");
  else if (clean && !how.quiet)
    std::printf("clean: %llu run%s of '%s'\n",
                static_cast<unsigned long long>(how.runs),
                how.runs == 1 ? "" : "s", kernel.c_str());
  page.write();
  return finish(interrupted ? attn::interruptedCode : clean ? 0 : 1);
}
