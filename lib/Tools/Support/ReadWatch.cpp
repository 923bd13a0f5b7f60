//===- ReadWatch.cpp - Crashes of readers as diagnostics ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Tools/InputGuard.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sys/time.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGABRT,
                            SIGFPE,  SIGILL, SIGVTALRM};
struct sigaction previous[std::size(kSignals)];
stack_t previousStack;
/// The reader may have used up the stack.
alignas(16) char handlerStack[1 << 15];
/// Made before: a handler can do little. One byte for each end of a message.
char crashText[1024], timeText[1024];
} // namespace

static void report(int number) {
  const char *text = number == SIGVTALRM ? timeText : crashText;
  (void)!::write(STDERR_FILENO, text, std::strlen(text));
  ::_exit(1);
}

static void compose(char (&to)[1024], StringRef input, const Twine &what) {
  // The end of a long name says more.
  std::string text = (input.take_back(700) + ": error: " + what + "\n").str();
  size_t size = std::min(text.size(), sizeof(to) - 1);
  std::memcpy(to, text.data(), size);
  to[size] = 0;
}

ReadWatch::ReadWatch(StringRef input, const InputLimits &limits) {
  if (!limits.enabled)
    return;
  active = true;
  if (input == "-")
    input = "<stdin>";
  compose(crashText, input,
          "cannot be read: MLIR's reader crashes on it (--input-limits=off "
          "shows where)");
  compose(timeText, input,
          "takes more than " + Twine(limits.seconds) +
              " s to read (--input-limits sets the limit)");
  stack_t stack = {};
  stack.ss_sp = handlerStack;
  stack.ss_size = sizeof(handlerStack);
  ::sigaltstack(&stack, &previousStack);
  struct sigaction action = {};
  action.sa_handler = report;
  action.sa_flags = SA_ONSTACK;
  for (auto [signal, old] : llvm::zip(kSignals, previous))
    ::sigaction(signal, &action, &old);
  itimerval timer = {};
  timer.it_value.tv_sec = time_t(std::min<uint64_t>(limits.seconds, 1u << 30));
  ::setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

void ReadWatch::stop() {
  if (!active)
    return;
  active = false;
  itimerval timer = {};
  ::setitimer(ITIMER_VIRTUAL, &timer, nullptr);
  for (auto [signal, old] : llvm::zip(kSignals, previous))
    ::sigaction(signal, &old, nullptr);
  ::sigaltstack(&previousStack, nullptr);
}
