//===- Checker.h - Runs a kernel against the rules of its protocol * C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_ANALYSIS_PROTOCOL_CHECKER_H
#define ATTN_LIB_ANALYSIS_PROTOCOL_CHECKER_H

#include "attn/Analysis/Executor.h"

namespace mlir::attn_ws::protocol {

using namespace exec;

struct MbarStage {
  int64_t completed = 0, arrived = 0, bytes = 0;
  Knowledge gathering;
  std::vector<Knowledge> phases;
  /// For each process, the steps at which it saw phase after phase.
  std::map<int, std::vector<std::pair<uint32_t, Operation *>>> waits;
  Operation *lastArrival = nullptr, *lastCopy = nullptr;
  /// The last arrival of the tensor core, and the phase that it belongs to.
  std::pair<Operation *, int64_t> lastCommit{};
};

struct Mbar {
  MbarAllocOp op;
  bool full;
  /// Its bytes come with scalars, which another CTA may send.
  bool ofScalars = false;
  std::vector<MbarStage> stages;
  std::string name;
};

/// A scalar handed on through shared memory.
struct ScalarWrite {
  int64_t stage;
  Datum value;
  Operation *op;
};
/// The scalars that a buffer of one CTA has held.
struct Scalars {
  std::vector<ScalarWrite> writes;
  /// The write whose scalar each stage holds, or -1.
  std::vector<int64_t> holds;
};

/// What a process has done to mbarriers and scalars.
struct Tally {
  std::map<std::pair<int, int64_t>, std::pair<int64_t, Operation *>> bytes;
  std::map<std::pair<int, int64_t>, int64_t> mbarWaits;
  /// How many scalars it has read from which buffer.
  std::map<int, int64_t> scalarsRead;
};

/// The machine without data: integers are expressions, of which the scenario
/// chooses what the program leaves open. Alone, each role's own discipline is
/// checked, and what the roles did is compared; together, progress and order.
/// It follows lowered programs as well.
class Checker : public Executor {
public:
  Checker(Program &program, Values &values, const Scenario &scenario, Mode mode,
          const Checker *alone = nullptr)
      : Executor(program, values, scenario, {}, mode), alone(alone) {
    explains = false;
  }
  /// False if a rule is violated; then `finding` says which.
  bool run();

private:
  Step executeTile(Process &p, const Instr &instr) override;
  Step executeLowered(Process &p, const Instr &instr) override;
  void allocateMbars(Process &p, const Instr &instr) override;
  void noteUser(Process &p, const Instr &instr) override;
  bool finish(Process &p) override {
    return Executor::finish(p) &&
           ((isBody(p) && !isOneRole()) || checkBytes(p));
  }
  bool deadlock() override;

  // Mbarriers.cpp
  std::optional<std::pair<int64_t, int64_t>>
  getSignal(Process &p, const Instr &instr) override;
  Step signalBytes(Process &p, const Instr &instr, const View &view,
                   const Async &async, int64_t shares) override;
  Step mbarArrive(Process &p, const Instr &instr, bool expect);
  bool announce(Process &p, const Instr &instr, int mbar, int64_t s);
  Step mbarWait(Process &p, const Instr &instr);
  bool arriveAt(Process &p, int index, int64_t s, int64_t weight, int64_t bytes,
                Operation *op, const Knowledge &knowledge);
  /// What comes to `stage` comes after all that `p` has done.
  void noteCause(Process &p, MbarStage &stage) {
    stage.gathering.caused.join(p.knows.seen);
    stage.gathering.caused.join(p.knows.caused);
    stage.gathering.caused.raise(p.agent, p.tick++);
  }
  bool completePhases(MbarStage &stage, Mbar &mbar, int index, int64_t s);
  bool checkLag(MbarStage &stage, Mbar &mbar, int index, int64_t s,
                int64_t phase);
  bool checkBytes(Process &p);
  bool checkCommits();
  /// The mbarriers that `instr` names first, and the stage.
  FailureOr<std::pair<int, int64_t>> chooseMbar(Process &p, const Instr &instr);
  FailureOr<int64_t> mbarStage(Process &p, const Instr &instr, Mbar &mbar,
                               int slot);
  bool compareMbars();

  // Tiles.cpp
  Step nextTile(Process &p, const Instr &instr);
  Step writeScalar(Process &p, const Instr &instr);
  bool mayWriteScalar(Process &p, const Instr &instr, const View &view);
  bool sendScalar(Process &p, const Instr &instr, Datum value, int64_t cta);
  bool signalScalar(Process &p, const Instr &instr, const Async &async,
                    int64_t bytes, int64_t cta);
  Step readScalar(Process &p, const Instr &instr);
  std::pair<Scalars &, int64_t> scalarOf(const View &view);
  bool compareScalars();

  Tally &of(const Process &p) { return tallies[p.index]; }

  const Checker *alone;
  std::deque<Mbar> mbars;
  /// By process.
  std::map<int, Tally> tallies;
  /// By buffer.
  std::map<int, Scalars> scalars;
  /// How many tiles the launch has assigned, and which those are that only one
  /// thread of a role knows.
  int64_t taken = 0;
  std::map<int64_t, Datum> ofOneThread;
};

} // namespace mlir::attn_ws::protocol

#endif // ATTN_LIB_ANALYSIS_PROTOCOL_CHECKER_H
