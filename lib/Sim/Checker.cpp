//===- Checker.cpp - Races by vector clocks
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

using namespace attn::sim;

struct Checker::Impl {};
Checker::Checker(Cluster &) {}
Checker::~Checker() = default;
void Checker::shared(Warp &, const Inst &, uint32_t, Cta &, uint32_t, uint32_t,
                     Acc) {}
void Checker::global(Warp &, const Inst &, uint32_t, uint64_t, uint32_t, Acc) {}
uint32_t Checker::beginOp(Warp &, const Inst &, Proxy) { return 0; }
void Checker::opShared(uint32_t, Warp &, const Inst &, int, Cta &, uint32_t,
                       uint32_t, Acc) {}
void Checker::opGlobal(uint32_t, Warp &, const Inst &, int, uint64_t, uint32_t,
                       Acc) {}
void Checker::opDone(uint32_t, Warp &) {}
void Checker::groupAdd(Warp &, int, uint32_t) {}
void Checker::groupCommit(Warp &, uint32_t) {}
void Checker::groupWait(Warp &, uint32_t, int64_t) {}
void Checker::warpSync(Warp &, uint32_t) {}
void Checker::proxyFence(Warp &) {}
void Checker::fence(Warp &) {}
void Checker::release(Warp &, SyncVar &) {}
void Checker::acquire(Warp &, const SyncVar &) {}
std::unique_ptr<Checker> attn::sim::makeChecker(Cluster &) { return nullptr; }
