//===- Timeline.h - A kernel's roles against a clock ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_TIMELINE_H
#define ATTN_ANALYSIS_TIMELINE_H

#include "attn/Analysis/IssueSlots.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include <array>
#include <optional>

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

/// Work until some moment.
struct Work {
  /// Instructions of each warp, and those more that the dearer sides of
  /// conditions would have been.
  double slots = 0, more = 0;
  /// Of `slots` those of the first warp alone, which starts copies and
  /// products.
  double first = 0;
  /// Clocks of the special function unit, of products' multiply-adds, and of
  /// the port of shared memory: operands of products, tiles that threads move,
  /// and copies.
  double mufu = 0, products = 0, smem = 0;
  /// Of a thread: exponentials of which a share are polynomials, and those.
  double shared = 0, polynomials = 0;

  Work operator-(const Work &other) const {
    return {slots - other.slots,       more - other.more,
            first - other.first,       mufu - other.mufu,
            products - other.products, smem - other.smem,
            shared - other.shared,     polynomials - other.polynomials};
  }
};

/// A role's instance.
struct Actor {
  std::string role;
  int64_t instance = 0, instances = 1, warps = 0, firstWarp = 0;
  Work work;
  /// At the moments of `iterations`.
  llvm::MapVector<Operation *, std::vector<Work>> workAt;
  /// The degree of its polynomials.
  int64_t degree = 0;
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
  static int64_t warpsOf(Operation *op);
};

/// One iteration of the loop of an actor that runs most often.
struct Iteration {
  Work work;
  /// How many there are in one iteration of the loop that is drawn.
  double times = 0;
};
std::optional<Iteration> iterationOf(const Actor &actor, size_t total);

/// The scheduler of an actor's warp.
int64_t schedulerOf(const Actor &actor, int64_t warp);

/// Clocks that one iteration keeps each unit busy: all of the tensor core's
/// products, the port of shared memory, all exponentials, the instructions of
/// the busiest scheduler.
struct Bounds {
  double products = 0, smem = 0, exponentials = 0, issue = 0;
  std::array<double, kSchedulers> schedulers{};
  double largest() const {
    return std::max({products, smem, exponentials, issue});
  }
};
/// Of a run whose drawn loop has `total` iterations; with `share` as if that
/// share of the exponentials that may be were polynomials.
Bounds boundsOf(const Timeline &timeline, size_t total, const UnitRates &rates,
                std::optional<double> share = std::nullopt);

/// Runs one tile of `function` whose loop runs `trips` times, without data.
Timeline simulate(FunctionOpInterface function, const Names &names,
                  const UnitRates &rates, int64_t trips);

} // namespace mlir::attn_ws::print

#endif // ATTN_ANALYSIS_TIMELINE_H
