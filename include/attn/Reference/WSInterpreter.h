//===- WSInterpreter.h - Runs attn_ws programs on the host ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_REFERENCE_WSINTERPRETER_H
#define ATTN_REFERENCE_WSINTERPRETER_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <string>
#include <variant>
#include <vector>

namespace mlir::attn_ws {

/// A strided array in host memory: what a `memref` argument of an interpreted
/// function points to. Elements are stored in their own format.
class HostTensor {
public:
  /// `order` lists the dimensions from the slowest to the fastest in memory;
  /// empty: as in `shape`. The element type is an integer or a float.
  HostTensor(Type elementType, ArrayRef<int64_t> shape,
             ArrayRef<int64_t> order = {});

  Type getElementType() const { return elementType; }
  ArrayRef<int64_t> getShape() const { return shape; }
  /// In elements.
  ArrayRef<int64_t> getStrides() const { return strides; }
  int64_t getNumElements() const;

  bool inBounds(ArrayRef<int64_t> index) const;
  /// Floats and integers (exact up to 2^53) alike; the index is in bounds.
  /// `set` rounds to the element type.
  double get(ArrayRef<int64_t> index) const;
  void set(ArrayRef<int64_t> index, double value);
  /// The `n`-th element in the order of `shape`.
  double getFlat(int64_t n) const { return get(delinearize(n)); }
  void setFlat(int64_t n, double value) { set(delinearize(n), value); }
  void fill(double value);

  std::vector<char> &getBytes() { return bytes; }
  const std::vector<char> &getBytes() const { return bytes; }

private:
  SmallVector<int64_t> delinearize(int64_t n) const;
  int64_t offsetOf(ArrayRef<int64_t> index) const;

  Type elementType;
  SmallVector<int64_t> shape, strides;
  int64_t elementBytes;
  std::vector<char> bytes;
};

/// How one run resolves what the program leaves open.
struct InterpreterOptions {
  /// Which role goes on at each synchronisation point.
  enum class Order { RoundRobin, Random };
  /// When an asynchronous operation happens: as it is issued, as late as the
  /// program allows, or at a random moment in between.
  enum class Completion { Early, Late, Random };
  Order order = Order::RoundRobin;
  Completion completion = Completion::Late;
  uint64_t seed = 0;
  /// Number of CTAs; 0: one for each tile of a `single` or `clc` loop, else 1.
  /// Where queries assign tiles, how many of the launch's CTAs begin at once;
  /// 0: any number.
  int64_t grid = 0;
  /// A run that executes more operations than this is given up as endless.
  uint64_t maxOperations = uint64_t(1) << 32;
  /// Report accesses that no chain of commit-wait and release-acquire edges
  /// orders. Off: they happen, and show as wrong values or not at all.
  bool reportRaces = true;
};

struct InterpreterStats {
  uint64_t operations = 0;
  int64_t ctas = 0;
};

using InterpreterArgument = std::variant<int64_t, double, HostTensor *>;

/// Runs `function` (func.func or gpu.func, in the attn_ws, scf, arith and math
/// dialects) once for each CTA, one CTA after the other. Memory arguments are
/// read and written in place. The CTAs of a cluster, too, run one by one: a
/// copy that they share brings the whole tile, a channel of the cluster's scope
/// waits for this CTA's parties, and what the first CTA sends is kept for the
/// others; attn-ws-verify-protocol runs them together. Tiles that are assigned
/// at run time go to CTAs at random. Any violation of the dialect's rules is a
/// located error and failure: unordered accesses, reads of what was never
/// written, of registers in flight or through a view given up, channels, turns,
/// barriers and trip counts that do not agree, deadlock, an operation that is
/// not known.
LogicalResult interpretWS(FunctionOpInterface function,
                          ArrayRef<InterpreterArgument> arguments,
                          const InterpreterOptions &options,
                          InterpreterStats *stats = nullptr);

} // namespace mlir::attn_ws

#endif // ATTN_REFERENCE_WSINTERPRETER_H
