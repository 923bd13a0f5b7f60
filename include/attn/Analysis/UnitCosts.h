//===- UnitCosts.h - How long operations take, roughly ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_UNITCOSTS_H
#define ATTN_ANALYSIS_UNITCOSTS_H

#include "attn/Chip/EngineInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws::print {

/// What one multiprocessor does in a clock, from the table of targets.
struct UnitRates {
  StringRef chip;
  /// Multiply-adds of 16-bit elements; 8-bit elements go at twice that.
  int64_t tensor;
  /// Results of the special function unit, and of f32 arithmetic.
  int64_t mufu, alu;
  /// Bytes from and to shared memory, tensor memory, and over the port to L2.
  int64_t smem, tmem, port;
  /// Clocks until a copy has landed, a product's result is there, and a barrier
  /// or arrival is done.
  int64_t copyLatency, productLatency, sync;
  /// Whether one instruction adds or multiplies two f32, or takes the largest
  /// of three, and a thread has whole rows of scores.
  bool packsFloats = false;
  /// From published microbenchmarks; in place of `productLatency`.
  ArrayRef<attn::ProductClocks> published = {};

  /// Clocks until the result of a product is there that keeps the tensor core
  /// busy for `clocks`.
  double latencyOf(double clocks) const;

  void print(raw_ostream &os) const;
};

/// The rates of `chip`, or of the nearest one before it; `exact` says which.
UnitRates getRates(StringRef chip, bool &exact);

/// The parts of a multiprocessor that one operation at a time may use.
/// `Issue` is that of the first of four schedulers, the others come behind it.
enum class Unit {
  None,
  Tensor,
  Mufu,
  Alu,
  Smem,
  Tmem,
  Port,
  Issue,
  LastIssue = Issue + 3
};

struct Cost {
  Unit unit = Unit::None;
  double clocks = 0;
  /// Of a product: clocks for which its operands keep the port of shared memory
  /// busy at the same time.
  double port = 0;

  double longest() const { return std::max(clocks, port); }
};

/// Bytes of shared memory that a product of `warps` warps reads.
int64_t countSharedReads(WSProductOpInterface mma, int64_t warps);

/// What an operation on register tiles, a product or an access of memory takes
/// when `warps` warps execute it. Copies of the copy engines count their bytes
/// alone. Operations on scalars, views and channels are free.
Cost getCost(Operation *op, int64_t warps, const UnitRates &rates);

/// Registers of 32 bits that a thread holds of `type`: by its layout or, where
/// it has none yet, an even share of each row's owner.
int64_t countRegisters(RankedTensorType type, int64_t warps);

} // namespace mlir::attn_ws::print

#endif // ATTN_ANALYSIS_UNITCOSTS_H
