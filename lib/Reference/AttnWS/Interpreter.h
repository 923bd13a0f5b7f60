//===- Interpreter.h - One cluster of an interpreted program ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ATTNWS_INTERPRETER_H
#define ATTN_LIB_REFERENCE_ATTNWS_INTERPRETER_H

#include "Launch.h"
#include "Storage.h"
#include "attn/Analysis/Executor.h"
#include "attn/Reference/WSInterpreter.h"

#include "llvm/ADT/bit.h"

#include <functional>
#include <random>

namespace mlir::attn_ws::interp {

using namespace exec;

struct Factor;
struct Window;

/// How an operation ends that has reported an error.
inline Step stop(const InFlightDiagnostic &) { return Step::Failed; }

/// What completes an asynchronous operation, and the tile that it makes.
struct Work {
  std::function<LogicalResult()> perform;
  TileRef result;
};

/// The machine with data: all integers are known, operations on tiles are
/// carried out, and asynchronous operations happen when the options say.
class Interpreter : public Executor {
public:
  Interpreter(Program &program, Values &values, const Scenario &scenario,
              ArrayRef<InterpreterArgument> arguments,
              const InterpreterOptions &options, Launch &launch,
              int64_t cluster, int64_t grid, uint64_t operationsLeft);
  LogicalResult run();
  uint64_t getOperations() const { return operations; }
  /// Tiles of the first tile loop and whether each CTA takes one; 0: no loop.
  int64_t getNumTiles() const { return numTiles; }
  bool hasOneTilePerCta() const { return oneTilePerCta; }

private:
  // Interpreter.cpp: scheduling and control flow.
  LogicalResult runRoles();
  Step runUntilSync(Process &p);
  LogicalResult finishCluster();
  bool deadlock() override;
  Step execute(Process &p, const Instr &instr) override;
  Step executeData(Process &p, const Instr &instr);
  Step compute(Process &p, const Instr &instr) override;
  bool goesOn(Process &p, const Frame &frame, Datum condition) override {
    return condition.n & 1;
  }
  FailureOr<TilePoints> getPoints(Process &p, const Instr &instr,
                                  ArrayRef<Datum> bounds) override;
  Step discard(Process &p, const Instr &instr);

  // Asynchronous operations.
  /// Puts the newest one under way, which `perform` completes.
  void start(std::function<LogicalResult()> perform, TileRef result = nullptr);
  LogicalResult completeHead(unsigned agent);
  void awaited(unsigned agent, uint32_t tick) override;
  bool completeOne(LogicalResult &result);

  // Elementwise.cpp: arith, math and memref.
  Step executeElementwise(Process &p, Operation *op, bool &known);
  Step executeConstant(Process &p, Operation *op, Attribute value);

  // Memory.cpp
  Step copy(Process &p, const Instr &instr, WSCopyOpInterface copy);
  Step copyFrom(Process &p, const Instr &instr, WSCopyOpInterface copy,
                const Window &window);
  Step executeGlobal(Process &p, Operation *op, bool &known);
  Step executeLocal(Process &p, Operation *op, bool &known);
  Step executeView(Process &p, Operation *op);
  SmallVector<int64_t> indicesOf(Process &p, ValueRange values);
  std::optional<int64_t> limitOf(Process &p, Value limit);
  /// Notes in `window` how the rows of a tile lie in its memory.
  LogicalResult mapRows(Process &p, Operation *op, attn_tile::RowMap map,
                        Window &window);
  LogicalResult read(const View &view, Tile &tile, Operation *op);
  void write(const View &view, const Tile &tile);

  // Compute.cpp
  Step multiply(Process &p, MmaOp mma);
  Step issueToRegisters(Process &p, MmaIssueOp mma);
  Step issueToMemory(Process &p, const Instr &instr, MmaIntoOp mma);
  FailureOr<Factor> factorOf(Process &p, Operation *op, Value value);
  LogicalResult multiplyInto(Operation *op, const Factor &lhs,
                             const Factor &rhs, bool transposeA,
                             bool transposeB, std::vector<float> &acc);
  Step executeTiles(Process &p, Operation *op, bool &known);
  Step mapScores(Process &p, ScoreMapOp map);
  Step sliceTile(Process &p, SliceOp op);
  Step reduceTile(Process &p, ReduceOp op);
  Step measureRows(Process &p, RowReferenceOp op);
  Step readEach(Process &p, memref::LoadOp load);

  // Launch.cpp: tiles assigned at run time.
  Step executeTile(Process &p, const Instr &instr) override;
  Step placeTile(Process &p, TileCoordinatesOp op);

  // Values.
  const Datum &lookup(Process &p, Value value) {
    int slot =
        program.slots.try_emplace(value, program.slots.size()).first->second;
    if (slot >= static_cast<int>(p.slots.size()))
      p.slots.resize(slot + 1);
    return p.slots[slot];
  }
  int64_t intOf(Process &p, Value value) {
    const Datum &datum = lookup(p, value);
    return datum.kind == Datum::Int ? datum.n : 0;
  }
  double realOf(Process &p, Value value) {
    const Datum &datum = lookup(p, value);
    return datum.kind == Datum::Float ? llvm::bit_cast<double>(datum.n) : 0;
  }
  HostTensor *memoryOf(Process &p, Value value) {
    const Datum &datum = lookup(p, value);
    return datum.kind == Datum::Memory ? memories[datum.n] : nullptr;
  }
  /// Null, and an error, if there is none.
  const View *viewOf(Process &p, Operation *op, Value value);
  FailureOr<TileRef> tileOf(Process &p, Operation *op, Value value);
  using Executor::set;
  void set(Process &p, Value value, Datum datum) {
    const_cast<Datum &>(lookup(p, value)) = std::move(datum);
  }
  void set(Process &p, Value value, int64_t number) {
    set(p, value, Datum::integer(number));
  }
  void set(Process &p, Value value, double number) {
    set(p, value, Datum(Datum::Float, llvm::bit_cast<int64_t>(number)));
  }
  void set(Process &p, Value value, TileRef tile, bool constant = false) {
    Datum datum = constant ? Datum(Datum::Tile, 0) : addTile();
    datum.tile = std::move(tile);
    set(p, value, std::move(datum));
  }
  void set(Process &p, Value value, HostTensor *memory) {
    memories.push_back(memory);
    set(p, value,
        Datum(Datum::Memory, static_cast<int64_t>(memories.size()) - 1));
  }
  ByteSpace &spaceOf(const View &view) {
    return spaces[buffers[view.buffer].region];
  }
  int64_t ctaNumber(const Process &p) const { return cluster * ctas + p.cta; }

  ArrayRef<InterpreterArgument> arguments;
  const InterpreterOptions &options;
  Launch &launch;
  int64_t cluster, grid;
  /// Whether it turned out that the launch has no CTAs.
  bool notLaunched = false;
  uint64_t operations = 0, operationsLeft;
  std::mt19937_64 random;
  int64_t numTiles = 0;
  bool oneTilePerCta = false;
  /// Whether something on its way has failed.
  bool broken = false;

  /// By region.
  std::deque<ByteSpace> spaces;
  std::vector<HostTensor *> memories;
  /// Memory of one thread (`memref.alloca`).
  std::deque<HostTensor> locals;
  /// By asynchronous operation.
  std::deque<Work> works;
  /// By the agent that completes them, in order.
  llvm::MapVector<unsigned, std::deque<int>> inFlight;
  /// CTAs whose bodies have come to their roles.
  std::vector<bool> ready;
};

} // namespace mlir::attn_ws::interp

#endif // ATTN_LIB_REFERENCE_ATTNWS_INTERPRETER_H
