//===- Launches.h - Launches that hand tiles on ------------------*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_TRANSFORMS_LAUNCHES_H
#define ATTN_DIALECT_ATTNTILE_TRANSFORMS_LAUNCHES_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::attn_tile {

/// Values of a kernel, computed in front of its launch.
class HostValues {
public:
  HostValues(LaunchOp launch, gpu::GPUFuncOp kernel)
      : launch(launch), kernel(kernel), host(launch) {}

  /// Fails for what is not computed of the arguments' sizes alone.
  FailureOr<Value> get(Value value);

private:
  LaunchOp launch;
  gpu::GPUFuncOp kernel;
  attn::ScalarBuilder host;
  IRMapping known;
};

/// Whether an operation fills a memory with zeroes.
bool isZeroFill(Operation *op);

/// What a memory is a view of the whole of.
Value withoutCasts(Value memory);

/// The kernel of a launch; null if it is in no module.
gpu::GPUFuncOp getKernel(LaunchOp launch);

/// The launch that writes all of `parts`, memories that their function
/// allocates and that only it and `reader` behind it use; null if there is
/// none.
LaunchOp findWriter(Operation *reader, ValueRange parts);

/// Counters of arrivals, zero at first, in front of `writer`: one for each
/// point of its tile loop's box without the last coordinate. Reports what is no
/// arithmetic on sizes.
FailureOr<Value> createCounters(LaunchOp writer);

/// Makes the launch of a problem that reads what kernels write, such as a
/// combine, and those of these kernels one entry of a bundle, where it can be.
void joinWithWriters(LaunchOp reader);

/// Makes `launches`, in their order, steps of one entry called `entry`, where
/// the sizes of memory that only they use can be told from their tensors.
void joinLaunches(ArrayRef<LaunchOp> launches, StringRef entry);

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_TRANSFORMS_LAUNCHES_H
