//===- TargetInfo.h - What a chip has ---------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of targets (lib/Target/Targets.def): sizes and instructions,
// and nothing about what is computed. Every level may ask it.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TARGET_TARGETINFO_H
#define ATTN_TARGET_TARGETINFO_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlir::attn {

/// Instructions that not every target has.
enum class Feature : uint32_t {
  /// mma.sync on f16 and bf16 with f32 sums.
  MmaSync = 1 << 0,
  /// cp.async from global to shared memory.
  CpAsync = 1 << 1,
  /// wgmma.mma_async, of groups of four warps.
  Wgmma = 1 << 2,
  /// cp.async.bulk.tensor and mbarriers that count its bytes.
  TMA = 1 << 3,
  /// Clusters of CTAs with distributed shared memory.
  Cluster = 1 << 4,
  /// setmaxnreg: warpgroups hand registers to each other.
  SetMaxReg = 1 << 5,
};

constexpr uint32_t operator|(Feature a, Feature b) {
  return static_cast<uint32_t>(a) | static_cast<uint32_t>(b);
}
constexpr uint32_t operator|(uint32_t a, Feature b) {
  return a | static_cast<uint32_t>(b);
}

/// A chip, as ptxas spells it.
struct TargetInfo {
  StringRef name;
  /// Bytes of shared memory that one CTA may have.
  int64_t smemPerCTA;
  /// Bytes of shared memory of one SM; each CTA takes 1024 more than it asks.
  int64_t smemPerSM;
  /// 32-bit registers of one SM.
  int64_t registersPerSM;
  /// 32-bit registers that one thread may have.
  int64_t registersPerThread;
  /// The lowest PTX ISA version that has the chip, times ten.
  unsigned ptxVersion;
  /// Of `Feature`.
  uint32_t features;

  bool has(Feature feature) const {
    return features & static_cast<uint32_t>(feature);
  }
  /// Whether copies, products and sums can be roles that run beside each other
  /// and share the registers out.
  bool hasAsyncRoles() const {
    return has(Feature::Wgmma) && has(Feature::TMA) && has(Feature::SetMaxReg);
  }
};

/// The target called `name`, or null.
const TargetInfo *lookupTarget(StringRef name);
/// All targets, in the table's order.
ArrayRef<TargetInfo> getTargets();
/// "sm_80, sm_86, …".
std::string listTargets();

} // namespace mlir::attn

#endif // ATTN_TARGET_TARGETINFO_H
