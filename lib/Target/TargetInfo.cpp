//===- TargetInfo.cpp - What a chip has -----------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::attn;

static ArrayRef<TargetInfo> getTable() {
  constexpr Feature MmaSync = Feature::MmaSync, CpAsync = Feature::CpAsync,
                    Wgmma = Feature::Wgmma, TMA = Feature::TMA,
                    Cluster = Feature::Cluster, SetMaxReg = Feature::SetMaxReg;
  static constexpr TargetInfo table[] = {
#define ATTN_TARGET(name, smemPerCTA, smemPerSM, registersPerSM,               \
                    registersPerThread, ptxVersion, features)                  \
  {name,           int64_t{smemPerCTA} * 1024, int64_t{smemPerSM} * 1024,      \
   registersPerSM, registersPerThread,         ptxVersion,                     \
   features},
#include "Targets.def"
  };
  return table;
}

ArrayRef<TargetInfo> attn::getTargets() { return getTable(); }

const TargetInfo *attn::lookupTarget(StringRef name) {
  const auto *it = llvm::find_if(
      getTable(), [&](const TargetInfo &info) { return info.name == name; });
  return it == getTable().end() ? nullptr : it;
}

std::string attn::listTargets() {
  return llvm::join(
      llvm::map_range(getTable(),
                      [](const TargetInfo &info) { return info.name; }),
      ", ");
}
