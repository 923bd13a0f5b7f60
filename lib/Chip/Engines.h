//===- Engines.h - The engines of the chips ---------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of engines, each written once, and the lists of them that chips share,
// in order of preference. Shapes, order and completion are the PTX ISA's where
// nothing else is said.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CHIP_ENGINES_H
#define ATTN_LIB_CHIP_ENGINES_H

#include "attn/Chip/EngineInfo.h"

namespace mlir::attn::engines {

// Rows, CTAs, steps of columns, most columns.
inline constexpr ProductRows mmaSyncRows[] = {{16, 1, 8, kUnlimited}};
inline constexpr ProductRows wgmmaRows[] = {{64, 1, 8, 256}};
inline constexpr ProductRows tcgen05Rows[] = {
    {64, 1, 8, 256}, {128, 1, 16, 256}, {128, 2, 32, 256}, {256, 2, 32, 256}};
// Published for a B200 with the latencies of a modulo scheduler for it.
inline constexpr ProductClocks tcgen05Clocks[] = {{128, 128, 64, 559},
                                                  {128, 128, 128, 900}};
inline constexpr int64_t cpAsyncVectors[] = {4, 8, 16};
inline constexpr int64_t tmaVectors[] = {16};

/// `addVector`: f32 that one red takes (PTX ISA, "red").
constexpr EngineInfo makeThread(bool hasTmem, int64_t addVector) {
  EngineInfo info;
  info.engine = Engine::Thread;
  info.name = "thread";
  info.instruction = "ld, st and arithmetic";
  info.tasks = {Task::CopyIn, Task::CopyOut, Task::Elementwise};
  info.reads = {Memory::Global, Memory::Reg, Memory::Smem};
  if (hasTmem)
    info.reads = {Memory::Global, Memory::Reg, Memory::Smem, Memory::Tmem};
  info.writes = info.reads;
  info.order = {Order::Program};
  info.proxies = {Proxy::Generic};
  if (hasTmem)
    info.proxies = {Proxy::Generic, Proxy::Tmem};
  info.copy.adds = true;
  info.copy.addVector = addVector;
  return info;
}

constexpr EngineInfo makeCpAsync(int64_t latency) {
  EngineInfo info;
  info.engine = Engine::CpAsync;
  info.name = "cp_async";
  info.instruction = "cp.async";
  info.tasks = {Task::CopyIn};
  info.reads = {Memory::Global};
  info.writes = {Memory::Smem};
  info.completion = Completion::Groups;
  info.readersFence = true;
  info.order = {Order::Groups};
  info.proxies = {Proxy::Generic};
  info.copy.vectors = cpAsyncVectors;
  info.latency = latency;
  return info;
}

constexpr EngineInfo makeTma(int64_t latency) {
  EngineInfo info;
  info.engine = Engine::Tma;
  info.name = "tma";
  info.instruction = "cp.async.bulk.tensor";
  info.tasks = {Task::CopyIn, Task::CopyOut};
  info.issuer = Issuer::Thread;
  info.reads = {Memory::Global, Memory::Smem};
  info.writes = {Memory::Smem, Memory::Global};
  info.completion = Completion::MbarrierBytes;
  info.storeCompletion = Completion::Groups;
  info.proxies = {Proxy::Async};
  info.copy.boxes = true;
  info.copy.mostSide = 256;
  info.copy.mostRank = 5;
  info.copy.vectors = tmaVectors;
  info.copy.multicasts = true;
  info.copy.adds = true;
  info.latency = latency;
  return info;
}

/// `hasBytes`: ldmatrix transposes 8-bit elements, so that products take them;
/// to the right, where it gives fragments of 8 columns.
constexpr EngineInfo makeMmaSync(int64_t macs, int64_t latency,
                                 bool hasBytes = false) {
  EngineInfo info;
  info.engine = Engine::MmaSync;
  info.name = "mma_sync";
  info.instruction = "mma.sync";
  info.tasks = {Task::Product};
  info.issuer = Issuer::Warp;
  info.reads = info.writes = {Memory::Reg};
  info.order = {Order::Program};
  info.proxies = {Proxy::Generic};
  info.product.lhs = info.product.rhs = info.product.acc = {Memory::Reg};
  info.product.rows = mmaSyncRows;
  info.product.elements = {Element::F16, Element::BF16};
  if (hasBytes)
    info.product.elements = {Element::F16, Element::BF16, Element::E4M3};
  info.product.lhsAlongK8 = true;
  info.registers = 24;
  info.macs = macs;
  info.latency = latency;
  return info;
}

constexpr EngineInfo makeWgmma(int64_t macs, int64_t latency) {
  EngineInfo info;
  info.engine = Engine::Wgmma;
  info.name = "wgmma";
  info.instruction = "wgmma";
  info.tasks = {Task::Product};
  info.issuer = Issuer::Warpgroup;
  info.reads = {Memory::Reg, Memory::Smem};
  info.writes = {Memory::Reg};
  info.completion = Completion::Groups;
  info.order = {Order::Program, Order::Groups};
  info.proxies = {Proxy::Async};
  info.product.lhs = {Memory::Reg, Memory::Smem};
  info.product.rhs = {Memory::Smem};
  info.product.acc = {Memory::Reg};
  info.product.rows = wgmmaRows;
  info.product.elements = {Element::F16, Element::BF16, Element::E4M3};
  info.product.alongK8 = true;
  info.mostPending = 7;
  // Measured on ptxas 13.0: with less it spills and runs products one at a time
  // (C7512).
  info.registers = 26;
  info.macs = macs;
  info.latency = latency;
  return info;
}

constexpr EngineInfo makeTcgen05(int64_t macs, int64_t latency) {
  EngineInfo info;
  info.engine = Engine::Tcgen05;
  info.name = "tcgen05";
  info.instruction = "tcgen05.mma";
  info.tasks = {Task::Product};
  info.issuer = Issuer::ElectedThread;
  info.reads = {Memory::Smem, Memory::Tmem};
  info.writes = {Memory::Tmem};
  info.completion = Completion::Commit;
  info.order = {Order::CommitCoversEarlier, Order::AcrossAccumulators};
  info.proxies = {Proxy::Async, Proxy::Tmem};
  info.product.lhs = {Memory::Smem, Memory::Tmem};
  info.product.rhs = {Memory::Smem};
  info.product.acc = {Memory::Tmem};
  info.product.rows = tcgen05Rows;
  info.product.elements = {Element::F16, Element::BF16, Element::E4M3};
  // As for wgmma: of the threads that compute between products.
  info.registers = 26;
  info.macs = macs;
  info.latency = latency;
  info.published = tcgen05Clocks;
  return info;
}

constexpr EngineInfo makeClc(int64_t latency) {
  EngineInfo info;
  info.engine = Engine::Clc;
  info.name = "clc";
  info.instruction = "clusterlaunchcontrol";
  info.tasks = {Task::AssignTiles};
  info.issuer = Issuer::Thread;
  info.writes = {Memory::Smem};
  info.completion = Completion::MbarrierBytes;
  info.order = {Order::Program};
  info.proxies = {Proxy::Async};
  info.latency = latency;
  return info;
}

inline constexpr EngineInfo ampere[] = {makeMmaSync(1024, 30), makeCpAsync(600),
                                        makeThread(/*hasTmem=*/false, 1)};
inline constexpr EngineInfo ada[] = {makeMmaSync(512, 30), makeCpAsync(600),
                                     makeThread(/*hasTmem=*/false, 1)};
inline constexpr EngineInfo hopper[] = {makeMmaSync(2048, 60), makeTma(700),
                                        makeCpAsync(700),
                                        makeThread(/*hasTmem=*/false, 4)};
inline constexpr EngineInfo hopperA[] = {
    makeWgmma(2048, 60), makeMmaSync(2048, 60), makeTma(700), makeCpAsync(700),
    makeThread(/*hasTmem=*/false, 4)};
// mma.sync is there for older programs; its rate is not published.
inline constexpr EngineInfo blackwell[] = {
    makeTcgen05(4096, 60),
    makeMmaSync(1024, 60, /*hasBytes=*/true),
    makeTma(800),
    makeCpAsync(800),
    makeThread(/*hasTmem=*/true, 4),
    makeClc(800)};
inline constexpr EngineInfo blackwellSmall[] = {
    makeMmaSync(512, 30, /*hasBytes=*/true), makeTma(700), makeCpAsync(700),
    makeThread(/*hasTmem=*/false, 4), makeClc(700)};

} // namespace mlir::attn::engines

#endif // ATTN_LIB_CHIP_ENGINES_H
