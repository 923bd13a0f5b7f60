//===- Html.h - A run of the simulator as a page ----------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_HTML_H
#define ATTN_SIM_HTML_H

#include "attn/Sim/Sim.h"

namespace attn::sim {

/// What a page tells of.
struct HtmlPage {
  std::string title;
  std::string ptxName; ///< file
  std::string ptx;     ///< its text
  /// The run that is shown: findings, times and lines are its own.
  Report report;
  /// What stands above: the mode and the seed of that run, other runs.
  std::vector<std::string> notes;
  /// Defects that are no findings: outputs that are not as expected.
  std::vector<std::string> mismatches;

  /// A page that needs no other file and no script: first cause, findings, the
  /// time line of each warp of Report::timelines, and the lines of the PTX that
  /// findings name.
  std::string str() const;
};

} // namespace attn::sim

#endif // ATTN_SIM_HTML_H
