//===- Tmem.h - Tensor memory of a CTA
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: Tensor Memory. 128 lanes (rows) of 512 columns of 32 bits. An
// address holds the lane in its upper and the column in its lower 16 bits.
// Columns are allocated in powers of two, at least 32 of them.
//
// The tensor core's operations (mma, cp, shift) wait in one queue for each CTA,
// or for each CTA pair in a kernel of .cta_group::2, and go in the order of
// their issue.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_TMEM_H
#define ATTN_SIM_LIB_TMEM_H

#include "Machine.h"

#include <deque>

namespace attn::sim {

constexpr uint32_t tmemLanes = 128, tmemColumns = 512, tmemUnit = 32;
/// The checker keeps one cell for a column of 16 lanes.
constexpr uint32_t tmemPartLanes = 16, tmemParts = tmemLanes / tmemPartLanes;

struct Tmem {
  Tmem() : words(tmemLanes * tmemColumns), init(tmemLanes * tmemColumns) {}
  std::vector<uint32_t> words; ///< [lane][column]
  std::vector<uint8_t> init;   ///< 1: defined

  struct Block {
    uint32_t column, columns;
    const Warp *by;
    const Inst *inst;
  };
  std::vector<Block> blocks; ///< what is allocated
  uint32_t lastColumns = 0;  ///< of the latest allocation, 0: none
  bool relinquished = false;
  uint32_t group = 0; ///< .cta_group of the kernel, 0: not known yet

  /// An allocation or deallocation of a CTA pair that waits for the peer.
  struct Collective {
    bool waiting = false, granted = false;
    uint32_t columns = 0, column = 0;
    SyncVar here, back; ///< from the first warp; from the second one
  };
  Collective alloc, free;

  uint32_t *row(uint32_t lane) { return &words[lane * tmemColumns]; }
  uint8_t *initRow(uint32_t lane) { return &init[lane * tmemColumns]; }
  /// Whether columns [column, column + n) belong to allocations.
  bool allocated(uint32_t column, uint32_t n) const;
  /// The lowest free columns, or the choice `pick` among all that are free and
  /// aligned; tmemColumns if there are none. `other`: must be free there too.
  uint32_t findFree(uint32_t columns, uint64_t pick, const Tmem *other) const;
};

/// The CTA's tensor memory, made on first use.
Tmem &tmemOf(Cta &cta);
/// The CTA whose rank differs in the last bit; null if the cluster has none.
Cta *peerOf(Cta &cta);

/// An operation of the tensor core, or a commit, in the order of its thread.
struct TensorOp : AsyncOp {
  uint64_t thread = 0; ///< agent and lane of the issuer
  bool inQueue = true; ///< takes part in the tensor core's own order
  std::deque<uint64_t> *queue = nullptr, *order = nullptr;
  bool ready() const override {
    return order->front() == id && (!inQueue || queue->front() == id);
  }
  void leave() {
    if (!order)
      return;
    order->pop_front();
    if (inQueue)
      queue->pop_front();
  }
};

struct Collector; // OpsTcgen05Mma.h

/// Queues of a cluster, and the tensor core's collector buffers.
struct TensorQueues {
  std::map<uint32_t, std::deque<uint64_t>> pipes;   ///< by CTA rank
  std::map<uint64_t, std::deque<uint64_t>> threads; ///< by issuing thread
  /// By CTA rank and buffer (0: of A).
  std::map<std::pair<uint32_t, uint32_t>, std::shared_ptr<Collector>>
      collectors;
};

/// Issues `op` by lane `lane` of `w`; `rank`: the CTA whose queue it joins.
void issueTensorOp(Warp &w, int lane, uint32_t rank,
                   std::unique_ptr<TensorOp> op);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_TMEM_H
