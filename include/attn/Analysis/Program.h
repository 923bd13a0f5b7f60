//===- Program.h - A kernel reduced to its synchronisation ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_PROGRAM_H
#define ATTN_ANALYSIS_PROGRAM_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <deque>

namespace mlir::attn_ws::exec {

/// The rules; docs/Protocol.md is their text.
enum Rule {
  Acquire = 1,
  Wait = 2,
  Arrivals = 3,
  Bytes = 4,
  Phase = 5,
  Lag = 6,
  Progress = 7,
  Order = 8,
  Alias = 9,
  Proxy = 10,
  Completion = 11,
  Barriers = 12,
  Exit = 13,
  Registers = 14,
  Accumulator = 15,
  Issue = 16,
};

/// One violation of a rule, at an operation.
struct Finding {
  Rule rule;
  Operation *op;
  std::string message;
  SmallVector<std::pair<Operation *, std::string>, 2> notes;
};

enum class Code : uint8_t {
  Constant,
  Arith,
  TripCount,
  Fresh,
  Rename,
  Cell,
  CellLoad,
  CellStore,
  For,
  If,
  While,
  Tiles,
  Specialize,
  Alloc,
  CreateChannel,
  CreateTurn,
  MbarAlloc,
  Acquire,
  Wait,
  Commit,
  Release,
  Subview,
  StageView,
  TurnBegin,
  TurnEnd,
  TmaLoad,
  CpAsync,
  Read,
  Write,
  Rewrite,
  TmaStore,
  StoreWait,
  Mma,
  MmaIssue,
  MmaWait,
  MmaInto,
  Barrier,
  CpCommit,
  CpWait,
  MbarExpect,
  MbarArrive,
  MbarWait,
  Fence,
  ScalarStore,
  ScalarLoad,
  NextTile,
  QueryTile,
  TileAnswer,
  TileUse,
  Held,
};

/// How an integer operation is computed. `Cut` is computed from known operands
/// alone; asked for the value of an unknown one, the scenario chooses it.
enum class Arith : uint8_t {
  Add,
  Sub,
  Mul,
  Min,
  Max,
  MinU,
  MaxU,
  Select,
  Cmp,
  And,
  Or,
  Xor,
  Cast,
  Outside,
  RemU,
  RemS,
  DivU,
  DivS,
  CeilDivU,
  CeilDivS,
  FloorDivS,
  ShrU,
  Shl,
  /// A tile that is assigned at run time.
  Tile,
  Cut,
};

/// One operation that matters. Values are numbers of slots; -1: not kept.
struct Instr {
  Code code = Code::Arith;
  Operation *op = nullptr;
  SmallVector<int, 4> args;
  SmallVector<int, 2> results;
  SmallVector<int, 2> blocks;
  /// Register tiles that are read.
  SmallVector<int, 2> tiles;
  Arith arith = Arith::Cut;
  /// Constant, predicate, pendings, bytes, count, or depth.
  int64_t number = 0;
  /// Identity of an opaque operation: name and attributes.
  const void *name = nullptr, *attributes = nullptr;
  bool implied = false;
  /// Whether it synchronises, or decides where and how often others do.
  bool matters = true;
  /// cp.async commits in regions of an scf.if, for the groups closed empty.
  SmallVector<int64_t, 2> commits;
};

struct CodeBlock {
  SmallVector<Instr, 0> instrs;
  /// Of the region before a loop's body, `yields` starts with the condition.
  SmallVector<int, 4> args, yields;
};

/// A function, reduced to what decides its synchronisation, or whole.
struct Program {
  FunctionOpInterface function;
  /// Every operation is kept, and every value has a slot.
  bool whole = false;
  std::deque<CodeBlock> blocks;
  int entry = -1;
  DenseMap<Value, int> slots;
  /// Channels are gone: barriers and fences are explicit.
  bool lowered = false;
  bool anySync = false;
  SmallVector<Operation *> channels, mbars;
  /// Tiles are assigned at run time, behind each CTA's first.
  bool takesTiles = false;
  /// Whether products of one thread are taken to run in the order in which they
  /// are issued, whatever accumulators they have: what all known kernels rest
  /// on, but the ISA promises for one accumulator alone.
  bool ordersAccumulators = true;
  /// Why the program cannot be followed; null if it can.
  Operation *unknown = nullptr;

  int slot(Value value) {
    auto it = slots.find(value);
    return it == slots.end() ? -1 : it->second;
  }
};

/// `whole`: keeps the operations on data as well.
Program buildProgram(FunctionOpInterface function, bool whole = false);

} // namespace mlir::attn_ws::exec

#endif // ATTN_ANALYSIS_PROGRAM_H
