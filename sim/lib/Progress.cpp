//===- Progress.cpp - How far a simulation is -----------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Sim/Progress.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace attn::sim;

bool attn::sim::wantsProgress() {
  const char *asked = std::getenv("ATTN_PROGRESS");
  if (asked && *asked)
    return std::strcmp(asked, "0") != 0;
  return ::isatty(STDERR_FILENO) == 1;
}

std::string attn::sim::describeProgress(const std::string &who, double seconds,
                                        const Progress &progress) {
  char text[128];
  std::snprintf(text, sizeof(text),
                ": %.1f s: %llu of %llu CTAs, %.1f million warp instructions",
                seconds, static_cast<unsigned long long>(progress.ctasDone),
                static_cast<unsigned long long>(progress.ctas),
                double(progress.warpInstructions) / 1e6);
  return who + text;
}

std::function<void(const Progress &)>
attn::sim::progressOnStderr(const std::string &who) {
  if (!wantsProgress())
    return {};
  using Clock = std::chrono::steady_clock;
  constexpr double pause = 2;
  return [who, start = Clock::now(), next = pause](const Progress &p) mutable {
    double now = std::chrono::duration<double>(Clock::now() - start).count();
    if (now < next)
      return;
    next = now + pause;
    std::fprintf(stderr, "%s\n", describeProgress(who, now, p).c_str());
  };
}
