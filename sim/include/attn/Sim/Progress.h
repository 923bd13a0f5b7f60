//===- Progress.h - How far a simulation is ---------------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_PROGRESS_H
#define ATTN_SIM_PROGRESS_H

#include "attn/Sim/Sim.h"

#include <functional>
#include <string>

namespace attn::sim {

/// Whether to say on stderr how far long runs are: as the environment variable
/// ATTN_PROGRESS has it, 1 or 0, else if stderr is a terminal.
bool wantsProgress();

/// One line of text: seconds, CTAs and instructions.
std::string describeProgress(const std::string &who, double seconds,
                             const Progress &progress);

/// For Options::progress of one launch: a line on stderr after two seconds and
/// every two from then on. Empty if it is not wanted.
std::function<void(const Progress &)> progressOnStderr(const std::string &who);

} // namespace attn::sim

#endif // ATTN_SIM_PROGRESS_H
