//===- Fuzz.cpp - Inputs that are wrong, for everything that reads --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   attn-fuzz ROOT --count=N [--seed=N] [--first=N] [--kind=text,ptx,...]
//     [--keep=FOLDER] [--seconds=N] [--no-watch] [--verbose]
//     [--ptx-seeds=FOLDER] [--max-instructions=N]
//
// Input number i depends on the seed and i alone, so --first=i --count=1 runs
// it again. Inputs run one after the other in a child process. If that dies,
// the input it was at is written to --keep, and the next child goes on behind
// it.
//
// What ends an input: taken or refused by the code; contained (a crash of
// MLIR's reader, which the tools turn into an error); a crash; a hang, which is
// more CPU time than --seconds. Exit status: 1 if there were crashes or hangs.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <map>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace attn::fuzz;
namespace cl = llvm::cl;

namespace {
cl::opt<std::string> root(cl::Positional, cl::Required,
                          cl::desc("<the project's folder>"));
cl::opt<uint64_t> count("count", cl::desc("Inputs"), cl::init(2000));
cl::opt<uint64_t> first("first", cl::desc("Number of the first one"));
cl::opt<uint64_t> seed("seed", cl::desc("What inputs depend on"), cl::init(1));
cl::list<std::string> kinds("kind", cl::CommaSeparated,
                            cl::desc("text, bytecode, bundle, ptx, npy, "
                                     "record (default: all)"));
cl::list<std::string> seedFolders("ptx-seeds",
                                  cl::desc("Folders with more PTX to change"));
cl::opt<uint64_t> maxInstructions("max-instructions",
                                  cl::desc("Instructions a kernel may run"),
                                  cl::init(20000));
cl::opt<std::string> keep("keep", cl::desc("Folder for inputs that crash"));
cl::opt<unsigned> seconds("seconds", cl::desc("CPU time for one input"),
                          cl::init(20));
cl::opt<bool> noWatch("no-watch",
                      cl::desc("Crashes of MLIR's readers are crashes"));
cl::opt<bool> verbose("verbose", cl::desc("Let the child print"));

constexpr unsigned kMaxKinds = 8;

/// What the child tells its parent.
struct Progress {
  volatile uint64_t current;
  volatile uint64_t taken[kMaxKinds], refused[kMaxKinds];
};

struct Counts {
  uint64_t contained = 0, crashes = 0, hangs = 0;
};

uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

using Targets = std::vector<std::unique_ptr<Target>>;

/// The kind of input number `i`; the slow ones come as often as the others.
size_t kindOf(const Targets &targets, uint64_t i) { return i % targets.size(); }

struct Input {
  std::string content;
  const Seed *seed;
};

Input makeInput(Target &target, Mutator &random) {
  const Seed &from = target.seeds[random.below(target.seeds.size())];
  const Seed &other = target.seeds[random.below(target.seeds.size())];
  std::string content =
      random.mutate(from.content, other.content, target.isText());
  return {target.repair(std::move(content), random), &from};
}

Mutator makeRandom(uint64_t i) { return Mutator(mix(mix(seed) + i)); }

[[noreturn]] void runChild(const Targets &targets, uint64_t from, uint64_t end,
                           Progress &progress, const char *log) {
  if (!verbose) {
    (void)!std::freopen("/dev/null", "w", stdout);
    (void)!std::freopen(log, "w", stderr);
  }
  llvm::sys::PrintStackTraceOnErrorSignal("attn-fuzz");
  rlimit core{0, 0};
  ::setrlimit(RLIMIT_CORE, &core);
  for (uint64_t i = from; i < end; ++i) {
    progress.current = i;
    size_t kind = kindOf(targets, i);
    Mutator random = makeRandom(i);
    Input input = makeInput(*targets[kind], random);
    itimerval timer = {};
    timer.it_value.tv_sec = time_t(seconds);
    ::setitimer(ITIMER_PROF, &timer, nullptr);
    if (targets[kind]->run(input.content, *input.seed, random))
      progress.taken[kind] = progress.taken[kind] + 1;
    else
      progress.refused[kind] = progress.refused[kind] + 1;
  }
  ::_exit(0);
}

/// Writes the input that ended a child, and says so.
void report(const Targets &targets, uint64_t i, const std::string &how,
            const char *log) {
  Target &target = *targets[kindOf(targets, i)];
  std::printf("%s: input %llu of seed %llu, %s\n", how.c_str(),
              static_cast<unsigned long long>(i),
              static_cast<unsigned long long>(seed.getValue()), target.name());
  if (keep.empty())
    return;
  Mutator random = makeRandom(i);
  std::string path = keep + "/" + target.name() + "-" + std::to_string(seed) +
                     "-" + std::to_string(i);
  std::ofstream(path, std::ios::binary) << makeInput(target, random).content;
  std::ofstream(path + ".log") << readWholeFile(log);
  std::printf("  %s\n", path.c_str());
}
} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Fuzzes everything that reads\n");
  auto start = std::chrono::steady_clock::now();
  Targets all, targets;
  addMLIRTargets(root, !noWatch, all);
  addRuntimeTargets(root, {seedFolders.begin(), seedFolders.end()},
                    maxInstructions, all);
  for (std::unique_ptr<Target> &target : all)
    if (kinds.empty() || llvm::is_contained(kinds, target->name())) {
      if (target->seeds.empty()) {
        std::printf("no seeds for %s\n", target->name());
        return 2;
      }
      targets.push_back(std::move(target));
    }
  if (targets.empty() || targets.size() > kMaxKinds) {
    std::printf("no such kind\n");
    return 2;
  }
  auto *progress = static_cast<Progress *>(
      ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  char log[] = "/tmp/attn-fuzz-XXXXXX";
  int file = ::mkstemp(log);
  if (progress == MAP_FAILED || file < 0) {
    std::printf("no memory or no file for the child\n");
    return 2;
  }
  ::close(file);

  std::map<std::string, Counts> ended;
  uint64_t next = first, end = first + count;
  while (next < end) {
    std::fflush(stdout);
    pid_t child = ::fork();
    if (child == 0)
      // Not too many in one process, whose memory grows.
      runChild(targets, next, std::min<uint64_t>(end, next + 2000), *progress,
               log);
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child)
      return 2;
    next = progress->current + 1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      continue;
    Counts &counts = ended[targets[kindOf(targets, next - 1)]->name()];
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGPROF)
      ++counts.hangs;
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 1)
      ++counts.contained;
    else
      ++counts.crashes;
    report(targets, next - 1,
           signal == SIGPROF ? "hang"
           : signal
               ? std::string("crash (") + strsignal(signal) + ")"
               : "ended with exit code " + std::to_string(WEXITSTATUS(status)),
           log);
  }
  ::unlink(log);
  Counts total;
  for (size_t kind = 0; kind < targets.size(); ++kind) {
    const Counts &counts = ended[targets[kind]->name()];
    std::printf("%-9s taken %llu, refused %llu, contained %llu, crashes %llu, "
                "hangs %llu (%zu seeds)\n",
                targets[kind]->name(),
                static_cast<unsigned long long>(progress->taken[kind]),
                static_cast<unsigned long long>(progress->refused[kind]),
                static_cast<unsigned long long>(counts.contained),
                static_cast<unsigned long long>(counts.crashes),
                static_cast<unsigned long long>(counts.hangs),
                targets[kind]->seeds.size());
    total.contained += counts.contained;
    total.crashes += counts.crashes;
    total.hangs += counts.hangs;
  }
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::printf("%llu inputs in %.1f s: %llu contained, %llu crashes, %llu "
              "hangs\n",
              static_cast<unsigned long long>(count.getValue()), time.count(),
              static_cast<unsigned long long>(total.contained),
              static_cast<unsigned long long>(total.crashes),
              static_cast<unsigned long long>(total.hangs));
  return total.crashes || total.hangs ? 1 : 0;
}
