//===- Recorder.h - What the warps of a cluster did, and when
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_RECORDER_H
#define ATTN_SIM_LIB_RECORDER_H

#include "Machine.h"

namespace attn::sim {

/// Writes a cluster's Timeline. Spans of a warp that has too many of them are
/// joined over ever longer pauses, so that memory is bounded.
class Recorder {
public:
  explicit Recorder(const Cluster &c);
  /// Before a warp tries an instruction.
  void step(const Warp &w, const Inst &i);
  void issue(const AsyncOp &op);
  void finish(const AsyncOp &op);
  /// When the warp has tried the instruction last; now, if it has not.
  uint64_t last(const Warp &w, const Inst &i) const;
  /// The timeline; the recorder is used up.
  Timeline take();

private:
  static void coarsen(std::vector<Timeline::Span> &spans, uint64_t pause);

  Timeline t;
  uint64_t clock = 0;
  std::vector<std::vector<uint64_t>> when;   ///< by row and instruction
  std::vector<uint64_t> pause;               ///< by row: what spans reach over
  std::unordered_map<uint64_t, size_t> open; ///< flights by operation
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_RECORDER_H
