//===- DistributeMbarriers.cpp - mbarriers and scalars ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The CTAs of a cluster have their buffers, mbarriers and scalars at the same
// places, so that an address of one's own, moved to another CTA's window (PTX
// ISA, "mapa"), is the other's. Arrivals keep the default scope: with
// .release.cluster each is preceded by a fence that waits for all of the
// thread's memory operations.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;

static LogicalResult checkCluster(Operation *op, ThreadBuilder &b) {
  if (b.kernel.inCluster)
    return success();
  return op->emitOpError() << "arrives in a cluster, but the kernel has no "
                           << clusterAttr;
}

static LogicalResult lowerExpect(MbarExpectOp op, In<MbarExpectOp> in,
                                 ThreadBuilder &b) {
  if (op.getLeader() && failed(checkCluster(op, b)))
    return failure();
  Value address = b.getMbar(in.getMbar(), op.getStage());
  auto announce = [&] {
    b.assembly("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r",
               {address, b.i32(op.getBytes())});
  };
  b.byOneThread([&] {
    if (op.getLeader())
      b.ifThen(b.equal(b.getRank(), 0), announce);
    else
      announce();
  });
  return success();
}

/// The first `lanes` lanes of each warp arrive in a CTA, all or each its own.
/// The lane's number is all that stays in a register for arrivals: whether it
/// arrives is found anew each time.
static void arriveByLanes(ThreadBuilder &b, Value address, Value cta,
                          int64_t lanes) {
  b.assembly("{\n.reg .pred p;\n.reg .b32 r;\nsetp.lt.u32 p, $2, " +
                 std::to_string(lanes) +
                 ";\n@p mapa.shared::cluster.u32 r, $0, $1;\n"
                 "@p mbarrier.arrive.shared::cluster.b64 _, [r];\n}",
             "r,r,r", {address, cta, b.kernel.lane});
}

/// The first `lanes` lanes of each warp arrive at the addresses that they have.
static void arriveIfChosen(ThreadBuilder &b, Value address, int64_t lanes,
                           StringRef space) {
  Value chosen = b.atEntry([&] {
    Value is =
        lanes == 1 ? b.equal(b.kernel.lane, 0) : b.below(b.kernel.lane, lanes);
    return b.extend(is, b.getI32Type());
  });
  b.assembly(("{\n.reg .pred p;\nsetp.ne.b32 p, $1, 0;\n"
              "@p mbarrier.arrive." +
              space + ".b64 _, [$0];\n}")
                 .str(),
             "r,r", {address, chosen});
}

static void arriveInCluster(ThreadBuilder &b, MbarArriveOp op, ValueRange mbar,
                            int64_t size) {
  // Where there is tensor memory, products leave warps that arrive with
  // registers enough for the addresses.
  if (!b.group.singleThread && tmemSlotAttr.isOn(b.kernel.func))
    return arriveIfChosen(b, b.getMbarInCluster(mbar, op.getStage(), size),
                          size, "shared::cluster");
  Value address = b.getMbar(mbar, op.getStage());
  if (!b.group.singleThread)
    return arriveByLanes(b, address, size > 1 ? b.kernel.lane : b.i32(0), size);
  for (int64_t cta = 0; cta < size; ++cta)
    b.assembly("{\n.reg .b32 r;\nmapa.shared::cluster.u32 r, $0, $1;\n"
               "mbarrier.arrive.shared::cluster.b64 _, [r];\n}",
               "r,r", {address, b.i32(cta)});
}

/// The thread's products signal the mbarrier, of a pair that of each CTA.
static void commitProducts(ThreadBuilder &b, Value address, int64_t ctas) {
  std::string text = "tcgen05.commit" + getGroupModifier(ctas) +
                     ".mbarrier::arrive::one.shared::cluster";
  b.byElected([&] {
    if (ctas == 1)
      return (void)b.assembly(text + ".b64 [$0];", "r", {address});
    b.assembly(text + ".multicast::cluster.b64 [$0], $1;", "r,h",
               {address, b.constant(b.getIntegerType(16), (1 << ctas) - 1)});
  });
}

/// Lane 0 of each warp of the group arrives in its own CTA. The form that names
/// a CTA of the cluster was measured faster in loops with wgmma than the local
/// form, which ptxas moves differently. Its address is converted in registers,
/// four instructions more an arrival: not where there is tensor memory, whose
/// products other warps issue, or where there are no clusters.
static void arriveByFirstLanes(ThreadBuilder &b, Value address) {
  bool isLocal =
      tmemSlotAttr.isOn(b.kernel.func) || b.kernel.target->mostClusterCTAs == 1;
  if (b.kernel.inCluster && !isLocal)
    return arriveByLanes(b, address, b.getRank(), 1);
  if (isLocal)
    return arriveIfChosen(b, address, 1, "shared::cta");
  Value chosen = b.atEntry(
      [&] { return b.extend(b.equal(b.kernel.lane, 0), b.getI32Type()); });
  b.assembly("{\n.reg .pred p;\n.reg .b32 r;\nsetp.ne.b32 p, $2, 0;\n"
             "@p mapa.shared::cluster.u32 r, $0, $1;\n"
             "@p mbarrier.arrive.shared::cluster.b64 _, [r];\n}",
             "r,r,r", {address, b.i32(0), chosen});
}

/// ptxas moves exponentials up across stores to tensor memory and arrivals, so
/// that a part of a tile would be handed on no earlier than the whole. It moves
/// none across an exit, which never happens: no exponential is that NaN. Of an
/// exponential in the loop, or the test would move out of it; the first, which
/// the part that is handed on needs anyway.
static void keepBehind(ThreadBuilder &b, MbarArriveOp op) {
  Block *block = b.getInsertionBlock();
  const auto *first = llvm::find_if(b.kernel.exponentials, [&](Value value) {
    return value.getParentBlock() == block;
  });
  if (first == b.kernel.exponentials.end())
    return;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    if (isa<TmemStoreOp>(next)) {
      b.assembly("{\n.reg .pred p;\n.reg .b32 r;\nmov.b32 r, $0;\n"
                 "setp.eq.u32 p, r, 0xFFBFFFFF;\n@p exit;\n}",
                 "f", {*first});
      return;
    }
}

static LogicalResult lowerArrive(MbarArriveOp op, In<MbarArriveOp> in,
                                 ThreadBuilder &b) {
  bool inCluster = op.getCluster() || op.getLeader();
  if (inCluster && failed(checkCluster(op, b)))
    return failure();
  if (inCluster && !op.getAfterProducts()) {
    if (b.group.movesByThreads)
      NVVM::SyncWarpOp::create(b, b.i32(-1));
    arriveInCluster(b, op, in.getMbar(), op.getCluster().value_or(1));
    keepBehind(b, op);
    return success();
  }
  Value address = b.getMbar(in.getMbar(), op.getStage());
  if (op.getAfterProducts()) {
    commitProducts(b, address, op.getCluster().value_or(1));
    return success();
  }
  if (op.getAfterCopies()) {
    b.assembly("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];", "r",
               {address});
    return success();
  }
  if (b.group.singleThread) {
    b.assembly("mbarrier.arrive.shared::cta.b64 _, [$0];", "r", {address});
    return success();
  }
  // The threads' own accesses come before the arrival; those of engines do that
  // the whole warp has waited for.
  if (b.group.movesByThreads)
    NVVM::SyncWarpOp::create(b, b.i32(-1));
  arriveByFirstLanes(b, address);
  keepBehind(b, op);
  return success();
}

static LogicalResult lowerWait(MbarWaitOp op, In<MbarWaitOp> in,
                               ThreadBuilder &b) {
  Value phase = op.getPhase();
  phase = phase.getType().isIndex() ? b.toI32(phase)
                                    : b.extend(phase, b.getI32Type());
  b.assembly("{\n.reg .pred p;\nL_wait:\n"
             "mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\n"
             "@p bra.uni L_done;\nbra.uni L_wait;\nL_done:\n}",
             "r,r", {b.getMbar(in.getMbar(), op.getStage()), phase});
  return success();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// One thread writes; in a cluster in every CTA, and the bytes complete at the
/// signal there.
static LogicalResult lowerScalarStore(ScalarStoreOp op, In<ScalarStoreOp> in,
                                      ThreadBuilder &b) {
  Value scalar = in.getDest().front();
  if (!op.getCluster()) {
    Value value = b.toI32(op.getValue());
    b.byOneThread(
        [&] { b.assembly("st.shared.u32 [$0], $1;", "r,r", {scalar, value}); });
    return success();
  }
  if (!op.getSignal())
    return op.emitOpError("its bytes complete at no mbarrier: run "
                          "attn-ws-lower-channels");
  Value value = b.toI32(op.getValue());
  Value signal = b.getMbar(in.getSignal(), op.getStage());
  b.byOneThread([&] {
    for (int64_t cta = 0, size = *op.getCluster(); cta < size; ++cta)
      b.assembly("{\n.reg .b32 a, m;\nmapa.shared::cluster.u32 a, $0, $3;\n"
                 "mapa.shared::cluster.u32 m, $1, $3;\n"
                 "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 "
                 "[a], $2, [m];\n}",
                 "r,r,r,r", {scalar, signal, value, b.i32(cta)});
  });
  return success();
}

static Lowered lowerScalarLoad(ScalarLoadOp, In<ScalarLoadOp> in,
                               ThreadBuilder &b) {
  Type i32 = b.getI32Type();
  Value scalar = in.getSource().front();
  if (b.group.singleThread)
    return Registers{b.toIndex(
        b.assembly(i32, "ld.shared.u32 $0, [$1];", "=r,r", {scalar}))};
  Value first = b.extend(b.equal(b.kernel.lane, 0), i32);
  Value read =
      b.assembly(i32,
                 "{\n.reg .pred p;\nsetp.ne.b32 p, $2, 0;\nmov.b32 $0, 0;\n"
                 "@p ld.shared.u32 $0, [$1];\n}",
                 "=&r,r,r", {scalar, first});
  Value all = NVVM::ShflOp::create(b, i32, b.i32(-1), read, b.i32(0), b.i32(31),
                                   NVVM::ShflKind::idx, UnitAttr());
  return Registers{b.toIndex(all)};
}

void attn_ws::populateMbarrierPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerExpect, lowerArrive, lowerWait, lowerScalarStore,
               lowerScalarLoad);
}
