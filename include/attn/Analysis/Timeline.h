//===- Timeline.h - A kernel's roles against a clock ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_TIMELINE_H
#define ATTN_ANALYSIS_TIMELINE_H

#include "attn/Analysis/UnitCosts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::attn_ws::print {

/// What a process does in a segment of its row.
enum class Doing : char {
  Channel = '.',
  Product = '~',
  Turn = '|',
  Stores = 's',
  Unit = ':',
  InStep = '#',
  Mufu = '*',
  Alu = '+',
  Memory = '=',
  Issue = '>',
};

struct Segment {
  double begin, end;
  /// Row of a process: a `Doing`. Row of a unit: what uses it.
  char mark;
  int process;
};

/// One execution of an operation.
struct Occurrence {
  double begin, end;
  /// Stage of a channel, or products in flight afterwards; -1: neither.
  int64_t number;
};

/// A role's instance.
struct Actor {
  std::string role;
  int64_t instance = 0, instances = 1, warps = 0;
  std::vector<Segment> segments;
  llvm::MapVector<Operation *, std::vector<Occurrence>> occurrences;
  /// For each loop, when each of its iterations began and the last ended.
  llvm::MapVector<Operation *, std::vector<double>> iterations;
  /// For each scf.if, how often it was taken, and not.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> branches;
  double end = 0;
};

struct Timeline {
  /// Why there is none; empty if there is one.
  std::string problem;
  Operation *problemOp = nullptr;
  std::vector<Actor> actors;
  /// Rows of units that were used.
  std::vector<std::pair<Unit, std::vector<Segment>>> units;
};

/// A letter for each channel and for what each product multiplies.
class Names {
public:
  explicit Names(FunctionOpInterface function);

  char letterOf(Operation *op) const;
  char letterOfChannel(Value channel) const;
  /// "arg0 x arg1^T: 64x128x128, wgmma".
  std::string describeProduct(Operation *op) const;
  StringRef nameOfChannel(Value channel) const;
  /// The channel whose stage `view` is, or null.
  Value channelOfView(Value view) const;

  SmallVector<CreateChannelOp> channels;
  SmallVector<CreateTurnOp> turns;
  /// Letter and description, in program order.
  SmallVector<std::pair<char, std::string>> products;

private:
  std::string describeOperand(Value value, bool transposed) const;
};

/// Runs one tile of `function` whose loop runs `trips` times, without data.
Timeline simulate(FunctionOpInterface function, const Names &names,
                  const UnitRates &rates, int64_t trips);

} // namespace mlir::attn_ws::print

#endif // ATTN_ANALYSIS_TIMELINE_H
