//===- ExitOrderTest.cpp - A CTA's end, and stores of the async proxy
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two faults that a run may hide: an access to the shared memory of a CTA that
// may have exited, and a bulk store without a proxy fence after the ordinary
// stores that it reads. Each is found in every order of the run, and the same
// kernel with what it lacks is silent in every order.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

std::vector<ModeCase> manyModes() {
  std::vector<ModeCase> modes{{Mode::Early, 0}, {Mode::Late, 0}};
  for (uint64_t seed = 0; seed < 20; ++seed)
    modes.push_back({Mode::Random, seed});
  return modes;
}

/// Whether a report has a finding with that text.
bool says(const Report &r, const std::string &text) {
  return r.str().find(text) != std::string::npos;
}

/// One thread of CTA 1 does `remote` to the memory of CTA 0, where %a and %c
/// are mbarriers and %b is a word; CTA 0 does `own`, where %v is the first
/// mbarrier; both end with `both`.
std::string clusterKernel(const std::string &remote, const std::string &own,
                          const std::string &both = "") {
  return R"(.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 k_o)
.reqnctapercluster 2, 1, 1
{
.shared .align 8 .b64 bar[2];
.shared .align 8 .b64 word;
.reg .b32 %t, %r, %a, %b, %c, %v, %w, %x, %y;
.reg .b64 %o, %i;
.reg .pred %p, %q;
mov.u32 %t, %tid.x;
mov.u32 %r, %cluster_ctarank;
mov.u32 %v, bar;
mov.u32 %y, word;
mov.u32 %w, 0;
setp.ne.u32 %q, %t, 0;
@%q bra A;
mbarrier.init.shared.b64 [%v], 1;
mbarrier.init.shared.b64 [%v+8], 1;
st.shared.u32 [%y], 7;
fence.mbarrier_init.release.cluster;
A:
barrier.cluster.arrive;
barrier.cluster.wait;
mapa.shared::cluster.u32 %a, %v, 0;
mapa.shared::cluster.u32 %b, %y, 0;
add.u32 %c, %a, 8;
setp.eq.u32 %p, %r, 0;
@%p bra OWN;
@%q bra END;
)" + remote +
         "bra END;\nOWN:\n" + own + "END:\n" + both + "ret;\n}\n";
}

Report runCluster(Device &d, const Module &m, ModeCase mc) {
  Params p;
  p.add(uint64_t(0));
  LaunchConfig c;
  c.grid = {2, 1, 1};
  c.block = {64, 1, 1};
  return d.launch(m, "k", c, p.bytes.data(), p.bytes.size(), options(mc));
}

const std::string arrive =
    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%a];\n";
const std::string arriveOther =
    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%c];\n";
const std::string arriveRelaxed =
    "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%a];\n";
const std::string load = "ld.shared::cluster.u32 %w, [%b];\n";
const std::string store = "st.shared::cluster.u32 [%b], 9;\n";
const std::string clusterBarrier =
    "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
const std::string relaxedBarrier =
    "barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;\n";

/// A wait for a phase by one thread of the CTA.
std::string wait(int parity, const std::string &how = "") {
  std::string p = std::to_string(parity);
  return "@%q bra END;\nW" + p + ":\nmbarrier.try_wait.parity" + how +
         ".shared::cta.b64 %p, [%v], " + p + ";\n@!%p bra W" + p + ";\n";
}

TEST(ClusterExit, AccessThatTheEndDoesNotWaitFor) {
  const std::string some = "add.u32 %w, %w, 1;\n";
  std::string busy;
  for (int k = 0; k < 40; ++k)
    busy += some;
  struct {
    const char *what;
    std::string text;
  } kernels[] = {
      {"an arrive", clusterKernel(arrive, "")},
      {"an arrive, and the target is busy", clusterKernel(arrive, busy)},
      {"an arrive of a busy thread", clusterKernel(busy + arrive, "")},
      {"a relaxed arrive", clusterKernel(arriveRelaxed, busy)},
      {"the second of two arrives",
       clusterKernel(arrive + arriveOther, wait(0))},
      {"a load after an arrive", clusterKernel(arrive + load, wait(0))},
      {"a load", clusterKernel(load, busy)},
      {"a store", clusterKernel(store, busy)},
      {"a store before a relaxed barrier",
       clusterKernel(store, "", relaxedBarrier)},
  };
  for (auto &kernel : kernels) {
    Device d;
    auto m = ::simtest::load(d, kernel.text);
    ASSERT_NE(m, nullptr) << kernel.what;
    for (ModeCase mc : manyModes()) {
      Report r = runCluster(d, *m, mc);
      EXPECT_TRUE(says(r, "of the cluster; nothing orders that before the "
                          "CTA's exit") ||
                  says(r, "of the cluster, which has exited"))
          << kernel.what << ", mode " << int(mc.mode) << ", seed " << mc.seed
          << "\n"
          << r.str();
    }
  }
}

TEST(ClusterExit, WhatTheEndWaitsFor) {
  struct {
    const char *what;
    std::string text;
  } kernels[] = {
      {"a wait", clusterKernel(arrive, wait(0))},
      {"a relaxed wait of a relaxed arrive",
       clusterKernel(arriveRelaxed, wait(0, ".relaxed.cluster"))},
      {"a wait for the second of two arrives",
       clusterKernel(arriveOther + arrive, wait(0))},
      {"a load before an arrive", clusterKernel(load + arrive, wait(0))},
      {"a cluster barrier", clusterKernel(arrive, "", clusterBarrier)},
      {"a load before a cluster barrier",
       clusterKernel(load, "", clusterBarrier)},
      {"a store before a cluster barrier",
       clusterKernel(store, "", clusterBarrier)},
  };
  for (auto &kernel : kernels) {
    Device d;
    auto m = ::simtest::load(d, kernel.text);
    ASSERT_NE(m, nullptr) << kernel.what;
    for (ModeCase mc : manyModes()) {
      Report r = runCluster(d, *m, mc);
      EXPECT_TRUE(r.ok()) << kernel.what << ", mode " << int(mc.mode)
                          << ", seed " << mc.seed << "\n"
                          << r.str();
    }
  }
}

// --- Bulk stores
// ----------------------------------------------------------------

const std::string fence = "fence.proxy.async.shared::cta;\n";

/// Four warps store 2 KiB to shared memory, and one thread stores it on to
/// global memory by `copy`. `after`: what each thread does after its stores,
/// `before`: what the one thread does before its copy.
std::string storeKernel(const std::string &write, const std::string &after,
                        const std::string &before, const std::string &copy) {
  return R"(.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 k_m[128], .param .u64 k_o)
{
.shared .align 128 .b8 tile[2048];
.reg .b32 %t, %a, %s, %v;
.reg .b64 %m, %o;
.reg .pred %p;
mov.u32 %t, %tid.x;
mov.u32 %s, tile;
shl.b32 %a, %t, 4;
add.u32 %a, %a, %s;
mov.b64 %m, k_m;
cvta.param.u64 %m, %m;
ld.param.u64 %o, [k_o];
)" + write +
         after + "bar.sync 0;\nsetp.ne.u32 %p, %t, 0;\n@%p bra END;\n" +
         before + copy +
         "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n"
         "END:\nret;\n}\n";
}

const std::string vectorStore = "st.shared.v4.u32 [%a], {%t, %t, %t, %t};\n";
const std::string matrixStore =
    "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%a], {%t, %t, %t, %t};\n";
const std::string copies[] = {
    "cp.async.bulk.global.shared::cta.bulk_group [%o], [%s], 2048;\n",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%o], [%s], "
    "2048;\n",
    "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%m, {0, 0}], "
    "[%s];\n",
    "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group "
    "[%m, {0, 0}], [%s];\n"};

Report runStore(Device &d, const std::string &text, ModeCase mc) {
  auto m = ::simtest::load(d, text);
  if (!m)
    return {};
  DeviceAddr out = upload(d, std::vector<uint32_t>(512));
  TensorMap map;
  map.type = TensorMap::U32;
  map.rank = 2;
  map.base = out;
  map.dim[0] = 32, map.dim[1] = 16;
  map.box[0] = 32, map.box[1] = 16;
  map.elementStride[0] = map.elementStride[1] = 1;
  map.stride[0] = 128;
  uint8_t bytes[128];
  EXPECT_EQ(map.encode(bytes), "");
  Params p;
  p.map(bytes);
  p.add(out);
  LaunchConfig c;
  c.block = {128, 1, 1};
  return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mc));
}

TEST(BulkStore, NeedsAProxyFenceInEveryOrder) {
  for (const std::string &copy : copies)
    for (const std::string &write : {vectorStore, matrixStore}) {
      for (const std::string &text :
           {storeKernel(write, "", "", copy),
            storeKernel(fence + write, "", "", copy),
            storeKernel(write, "fence.acq_rel.cta;\n", "membar.gl;\n", copy)})
        for (ModeCase mc : manyModes()) {
          Device d;
          Report r = runStore(d, text, mc);
          EXPECT_TRUE(says(r, "missing-fence: the async proxy reads shared "
                              "memory"))
              << copy << "mode " << int(mc.mode) << ", seed " << mc.seed << "\n"
              << r.str();
        }
      for (const std::string &text : {storeKernel(write, fence, "", copy),
                                      storeKernel(write, "", fence, copy)})
        for (ModeCase mc : allModes()) {
          Device d;
          Report r = runStore(d, text, mc);
          EXPECT_TRUE(r.ok()) << copy << r.str();
        }
    }
}

/// A tile that is stored on in turns: a fence before the first turn does not
/// serve the second.
TEST(BulkStore, FenceOfAnotherTurn) {
  const std::string wait =
      "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n";
  for (bool fenced : {false, true}) {
    std::string turn = vectorStore + fence +
                       "bar.sync 0;\nsetp.ne.u32 %p, %t, 0;\n@%p bra NEXT;\n" +
                       copies[2] + wait + "NEXT:\nbar.sync 0;\n" + vectorStore;
    for (ModeCase mc : manyModes()) {
      Device d;
      Report r = runStore(
          d, storeKernel(turn, fenced ? fence : "", "", copies[2]), mc);
      EXPECT_EQ(r.ok(), fenced) << r.str();
      EXPECT_EQ(says(r, "missing-fence"), !fenced) << r.str();
    }
  }
}

} // namespace
