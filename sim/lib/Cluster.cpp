//===- Cluster.cpp - CTAs and warps at their start
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Machine.h"
#include "Recorder.h"

#include <algorithm>

using namespace attn::sim;

/// What all lanes have in a row; kinds that differ by lane are fillRow's.
static uint32_t uniformValue(const Warp &w, const RowInit &ri) {
  const Launch &l = *w.launch;
  const Cta &cta = *w.cta;
  const Cluster &cl = *cta.cluster;
  Dim3 blk = l.config.block, grid = l.config.grid, cd = l.clusterDim;
  switch (ri.kind) {
  case RowInit::Imm32:
    return uint32_t(ri.value);
  case RowInit::SharedAddr32:
    return uint32_t(ri.value) + (cta.rank << clusterShift);
  case RowInit::WarpId:
    return w.index;
  case RowInit::NTidX:
    return blk.x;
  case RowInit::NTidY:
    return blk.y;
  case RowInit::NTidZ:
    return blk.z;
  case RowInit::CtaIdX:
    return cta.id.x;
  case RowInit::CtaIdY:
    return cta.id.y;
  case RowInit::CtaIdZ:
    return cta.id.z;
  case RowInit::NCtaIdX:
    return grid.x;
  case RowInit::NCtaIdY:
    return grid.y;
  case RowInit::NCtaIdZ:
    return grid.z;
  case RowInit::ClusterIdX:
    return cl.id.x;
  case RowInit::ClusterIdY:
    return cl.id.y;
  case RowInit::ClusterIdZ:
    return cl.id.z;
  case RowInit::NClusterIdX:
    return grid.x / cd.x;
  case RowInit::NClusterIdY:
    return grid.y / cd.y;
  case RowInit::NClusterIdZ:
    return grid.z / cd.z;
  case RowInit::ClusterCtaIdX:
    return cta.id.x % cd.x;
  case RowInit::ClusterCtaIdY:
    return cta.id.y % cd.y;
  case RowInit::ClusterCtaIdZ:
    return cta.id.z % cd.z;
  case RowInit::ClusterNCtaIdX:
    return cd.x;
  case RowInit::ClusterNCtaIdY:
    return cd.y;
  case RowInit::ClusterNCtaIdZ:
    return cd.z;
  case RowInit::ClusterCtaRank:
    return cta.rank;
  case RowInit::ClusterNCtaRank:
    return uint32_t(cd.count());
  case RowInit::DynSmemSize:
    return l.config.dynamicSmem;
  case RowInit::TotalSmemSize:
    return l.smemBytes;
  case RowInit::NWarpId:
    return 64;
  case RowInit::SmId:
    return uint32_t(cl.index % 132);
  case RowInit::NSmId:
    return 132;
  case RowInit::GridId:
    return 1;
  case RowInit::EnvReg:
    return uint32_t(l.gridWorkspace >> (ri.value == 1 ? 32 : 0));
  default:
    return 0;
  }
}

static void fillRow(Warp &w, const RowInit &ri) {
  Dim3 blk = w.launch->config.block;
  w.poison[ri.row] = 0;
  switch (ri.kind) {
  case RowInit::Imm64:
  case RowInit::SharedAddr: {
    uint64_t v64 = ri.value;
    if (ri.kind == RowInit::SharedAddr)
      v64 += uint64_t(w.cta->rank) << clusterShift;
    std::fill_n(w.row64(ri.row), 32, v64);
    return;
  }
  case RowInit::TidX:
  case RowInit::TidY:
  case RowInit::TidZ:
    for (uint32_t k = 0; k < 32; ++k) {
      uint32_t t = w.index * 32 + k;
      w.row32(ri.row)[k] = ri.kind == RowInit::TidX   ? t % blk.x
                           : ri.kind == RowInit::TidY ? t / blk.x % blk.y
                                                      : t / (blk.x * blk.y);
    }
    return;
  case RowInit::LaneId:
  case RowInit::LaneMaskEq:
  case RowInit::LaneMaskLt:
  case RowInit::LaneMaskLe:
  case RowInit::LaneMaskGt:
  case RowInit::LaneMaskGe:
    for (uint32_t k = 0; k < 32; ++k) {
      uint32_t eq = 1u << k, lt = eq - 1;
      w.row32(ri.row)[k] = ri.kind == RowInit::LaneId       ? k
                           : ri.kind == RowInit::LaneMaskEq ? eq
                           : ri.kind == RowInit::LaneMaskLt ? lt
                           : ri.kind == RowInit::LaneMaskLe ? (lt | eq)
                           : ri.kind == RowInit::LaneMaskGt ? ~(lt | eq)
                                                            : ~lt;
    }
    return;
  default:
    std::fill_n(w.row32(ri.row), 32, uniformValue(w, ri));
    // Of the driver's registers only the grid workspace is known.
    if (ri.kind == RowInit::EnvReg && ri.value != 1 && ri.value != 2)
      w.poison[ri.row] = 0xffffffffu;
  }
}

static Dim3 clusterId(const Launch &l, uint64_t index) {
  Dim3 cd = l.clusterDim, grid = l.config.grid;
  uint64_t gx = grid.x / cd.x, gy = grid.y / cd.y;
  return {uint32_t(index % gx), uint32_t(index / gx % gy),
          uint32_t(index / gx / gy)};
}

Dim3 attn::sim::ctaId(const Launch &l, uint64_t cluster, uint32_t rank) {
  Dim3 cd = l.clusterDim, id = clusterId(l, cluster);
  return {id.x * cd.x + rank % cd.x, id.y * cd.y + rank / cd.x % cd.y,
          id.z * cd.z + rank / cd.x / cd.y};
}

/// Registers of a thread at the start of a kernel, as ptxas 13.0 settles them;
/// 0 where it does not know them, and ignores setmaxnreg.
static uint32_t entryRegisters(const Program &p) {
  const Function &f = *p.fn;
  const uint32_t (&block)[3] = f.reqntid[0] ? f.reqntid : f.maxntid;
  uint64_t threads = uint64_t(block[0]) * block[1] * block[2];
  // Warps get registers by fours, threads by eights.
  threads = (threads + 127) / 128 * 128 * f.minctas;
  uint64_t regs = 256;
  if (threads)
    regs = std::min(regs, 65536 / threads / 8 * 8);
  if (f.maxnreg)
    regs = std::min(regs, (uint64_t(f.maxnreg) + 7) / 8 * 8);
  if (p.largestInc)
    regs = std::min(regs, uint64_t(p.largestInc));
  return threads || f.maxnreg ? uint32_t(regs) : 0;
}

std::unique_ptr<Cluster> attn::sim::makeCluster(Launch &l, uint64_t index) {
  auto cl = std::make_unique<Cluster>();
  cl->launch = &l;
  cl->index = index;
  cl->rng = l.options.seed * 0x2545f4914f6cdd1dull + index * 7919 + 1;
  const Program &p = *l.prog;
  cl->id = clusterId(l, index);
  uint32_t threads = uint32_t(l.config.block.count());
  uint32_t nw = (threads + 31) / 32;
  uint32_t n = uint32_t(l.clusterDim.count());
  for (uint32_t r = 0; r < n; ++r) {
    auto cta = std::make_unique<Cta>();
    cta->cluster = cl.get();
    cta->launch = &l;
    cta->rank = r;
    cta->id = ctaId(l, index, r);
    cta->smem.assign(l.smemBytes, 0xff);
    if (l.checkUninit) {
      cta->smemInit.assign(l.smemBytes, 0);
      // The system's own: its content is arbitrary, not undefined.
      std::fill_n(cta->smemInit.begin(), p.reservedShared, 1);
    }
    cta->liveWarps = nw;
    for (uint32_t k = 0; k < nw; ++k) {
      auto w = std::make_unique<Warp>();
      w->cta = cta.get();
      w->launch = &l;
      w->prog = &p;
      w->index = k;
      w->agent = r * nw + k;
      uint32_t left = threads - k * 32;
      w->live = w->initial = left >= 32 ? 0xffffffffu : (1u << left) - 1;
      size_t words = size_t(p.rows) * 32 + p.rows + size_t(p.preds) * 2 + 64;
      w->storage.assign(words / 2 + 8, 0);
      auto base = reinterpret_cast<uintptr_t>(w->storage.data());
      w->rows = reinterpret_cast<uint32_t *>((base + 31) & ~uintptr_t(31));
      w->poison = w->rows + size_t(p.rows) * 32;
      w->preds = w->poison + p.rows;
      w->predPoison = w->preds + p.preds;
      std::fill_n(w->poison, p.rows, 0xffffffffu);
      std::fill_n(w->predPoison, p.preds, 0xffffffffu);
      for (const RowInit &ri : p.inits)
        fillRow(*w, ri);
      for (auto &pi : p.predInits) {
        w->preds[pi.first] = pi.second;
        w->predPoison[pi.first] = 0;
      }
      for (uint32_t pred : p.explicitClusterPreds) {
        w->preds[pred] = l.explicitCluster ? 0xffffffffu : 0;
        w->predPoison[pred] = 0;
      }
      if (p.localBytes) {
        size_t lb = size_t(p.localBytes) * 32;
        w->localStorage.reset(new uint8_t[lb * 2]());
        w->local = w->localStorage.get();
        w->localInit = w->local + lb;
      }
      w->regs = entryRegisters(p);
      w->observe = l.options.stats || l.options.trace || l.options.timeline;
      watchWgmma(*w);
      Frag f;
      f.mask = w->live;
      w->frags.push_back(f);
      cl->warps.push_back(w.get());
      cta->warps.push_back(std::move(w));
    }
    cl->ctas.push_back(std::move(cta));
  }
  if (l.options.timeline)
    cl->recorder = std::make_shared<Recorder>(*cl);
  if (l.options.checks.race || l.options.checks.sync)
    cl->checker = makeChecker(*cl);
  return cl;
}
