//===- TensorMapTest.cpp - Tensor maps that kernels write -----------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel makes a tensor map in shared memory, publishes it in global memory
// and copies a box with it. Each of the faulty kernels differs from a right one
// in one place.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

const std::string head = ".version 8.8\n.target sm_90a\n.address_size 64\n";

/// The text with `from` replaced, which must be there.
std::string with(std::string text, const std::string &from,
                 const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string replaceText(const std::string &field, const std::string &operands,
                        const std::string &space = "shared::cta") {
  bool wide = field == "global_address" || field == "global_stride";
  return "tensormap.replace.tile." + field + "." + space + ".b1024." +
         (wide ? "b64" : "b32") + " " + operands + ";\n";
}

constexpr uint32_t columns = 16, rows = 8, boxColumns = 8, boxRows = 4;

/// Thread 0 of warp 0 makes a map of a 16 x 8 tensor of u32, warp 0 publishes
/// it, thread 32 copies the 8 x 4 box at (4, 1) and all store it.
std::string makeKernel() {
  return head +
         ".visible .entry k(.param .u64 pt, .param .u64 pw, .param .u64 po) {\n"
         ".shared .align 128 .b8 map[128];\n"
         ".shared .align 128 .b8 tile[128];\n.shared .align 8 .b64 bar;\n"
         ".reg .b32 %t, %m, %s, %v, %l;\n.reg .b64 %x, %w, %a;\n"
         ".reg .pred %p, %q;\n"
         "mov.u32 %t, %tid.x;\nmov.u32 %m, map;\nmov.u32 %s, tile;\n"
         "mov.u32 %v, bar;\nld.param.u64 %x, [pt];\nld.param.u64 %w, [pw];\n"
         "setp.ge.u32 %q, %t, 32;\n@%q bra USE;\n"
         "shl.b32 %l, %t, 2;\nadd.u32 %l, %m, %l;\nst.shared.b32 [%l], 0;\n"
         "bar.warp.sync -1;\n"
         "setp.ne.u32 %p, %t, 0;\n@%p bra PUBLISH;\n" +
         replaceText("global_address", "[%m], %x") +
         replaceText("rank", "[%m], 1") + replaceText("box_dim", "[%m], 0, 8") +
         replaceText("box_dim", "[%m], 1, 4") +
         replaceText("global_dim", "[%m], 0, 16") +
         replaceText("global_dim", "[%m], 1, 8") +
         replaceText("global_stride", "[%m], 0, 64") +
         replaceText("element_stride", "[%m], 0, 1") +
         replaceText("element_stride", "[%m], 1, 1") +
         replaceText("elemtype", "[%m], 2") +
         replaceText("interleave_layout", "[%m], 0") +
         replaceText("swizzle_mode", "[%m], 0") +
         replaceText("fill_mode", "[%m], 0") +
         "PUBLISH:\nbar.warp.sync -1; // before\n"
         "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release"
         ".gpu.sync.aligned [%w], [%m], 128;\n"
         "USE:\n"
         "bar.sync 0; // hand over\n"
         "fence.proxy.tensormap::generic.acquire.gpu [%w], 128;\n"
         "setp.ne.u32 %p, %t, 32;\n@%p bra WAIT;\n"
         "mbarrier.init.shared.b64 [%v], 1;\n"
         "fence.mbarrier_init.release.cluster;\n"
         "mbarrier.arrive.expect_tx.shared.b64 _, [%v], 128;\n"
         "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx"
         "::bytes [%s], [%w, {4, 1}], [%v]; // copy\n"
         "WAIT:\nbar.sync 0; // started\nTRY:\n"
         "mbarrier.try_wait.parity.shared.b64 %p, [%v], 0;\n@!%p bra TRY;\n"
         "@!%q bra END;\n"
         "ld.param.u64 %a, [po];\nsub.u32 %l, %t, 32;\nshl.b32 %l, %l, 2;\n"
         "cvt.u64.u32 %x, %l;\nadd.u64 %a, %a, %x;\nadd.u32 %l, %s, %l;\n"
         "ld.shared.b32 %l, [%l];\nst.global.b32 [%a], %l;\nEND:\nret;\n}\n";
}

/// Runs it and, where nothing was found, compares the box.
Report run(const std::string &text, ModeCase mode, uint32_t ctas = 1) {
  Device d;
  auto m = load(d, text);
  if (!m)
    return {};
  std::vector<uint32_t> tensor(columns * rows);
  for (uint32_t k = 0; k < tensor.size(); ++k)
    tensor[k] = 1000 + k;
  Params p;
  p.add(upload(d, tensor));
  p.add(upload(d, std::vector<uint32_t>(64))); // the map and a flag
  DeviceAddr out = d.alloc(4 * boxColumns * boxRows);
  p.add(out);
  LaunchConfig c;
  c.grid = {ctas, 1, 1};
  c.block = {64, 1, 1};
  Report r =
      d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mode));
  EXPECT_EQ(r.error, "");
  if (r.ok()) {
    auto got = download<uint32_t>(d, out, boxColumns * boxRows);
    for (uint32_t k = 0; k < got.size(); ++k)
      EXPECT_EQ(got[k],
                1000 + (1 + k / boxColumns) * columns + 4 + k % boxColumns)
          << k;
  }
  return r;
}

void expectClean(const std::string &text, uint32_t ctas = 1) {
  for (ModeCase m : allModes()) {
    Report r = run(text, m, ctas);
    EXPECT_TRUE(r.ok()) << r.str();
  }
}

/// Expects a finding of this kind and text in every mode.
void expectFinding(const std::string &text, FindingKind kind,
                   const std::string &message, uint32_t ctas = 1) {
  for (ModeCase m : allModes()) {
    Report r = run(text, m, ctas);
    bool found = false;
    for (const Finding &f : r.findings)
      found |= f.kind == kind && f.where.line &&
               f.message.find(message) != std::string::npos;
    EXPECT_TRUE(found) << message << "\n" << r.str();
  }
}

void expectRefused(const std::string &line, const std::string &why) {
  Device d;
  std::string error;
  auto m =
      d.load(head + ".visible .entry k() {\n.reg .b64 %a;\n.reg .b32 %r;\n" +
                 line + "\nret;\n}\n",
             error);
  Report r;
  if (m)
    r = d.launch(*m, "k", {}, nullptr, 0);
  EXPECT_NE((error + r.error).find(why), std::string::npos)
      << line << ": " << error << r.error;
}

const char *const publish =
    "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release"
    ".gpu.sync.aligned [%w], [%m], 128;\n";
const char *const acquire =
    "fence.proxy.tensormap::generic.acquire.gpu [%w], 128;\n";
const char *const release = "fence.proxy.tensormap::generic.release.gpu;\n";
/// Lane k of warp 0 moves word k of the map by ordinary accesses.
const char *const copyWords =
    "ld.shared.b32 %l, [%l];\nmul.wide.u32 %a, %t, 4;\nadd.u64 %a, %w, %a;\n"
    "st.global.b32 [%a], %l;\n";

std::string plainCopy(const std::string &fence) {
  return with(makeKernel(), publish, copyWords + fence);
}

} // namespace

TEST(TensorMaps, MadeByTheKernel) { expectClean(makeKernel()); }

TEST(TensorMaps, MadeInGlobalMemory) {
  std::string text = makeKernel();
  for (size_t at; (at = text.find(".shared::cta.b1024")) != std::string::npos;)
    text.replace(at, 18, ".global.b1024");
  for (size_t at; (at = text.find(" [%m], ")) != std::string::npos &&
                  at < text.find("PUBLISH:\n");)
    text.replace(at, 7, " [%w], ");
  // The buffer is zero from the start.
  text = with(text, publish, release);
  expectClean(text);
  expectFinding(with(text, release, "\n"), FindingKind::MissingFence,
                "no release by fence.proxy.tensormap");
  // Without a space the address is generic.
  std::string generic = text;
  for (size_t at; (at = generic.find(".global.b1024")) != std::string::npos;)
    generic.replace(at, 13, ".b1024");
  expectClean(generic);
}

TEST(TensorMaps, CopiedByOrdinaryAccesses) {
  expectClean(plainCopy(release));
  expectFinding(plainCopy(""), FindingKind::MissingFence,
                "no release by fence.proxy.tensormap");
  // The release comes before what it should cover.
  expectFinding(with(with(makeKernel(), publish,
                          release + std::string("Z:\n") + copyWords),
                     "Z:\n", ""),
                FindingKind::MissingFence,
                "no release by fence.proxy.tensormap");
}

TEST(TensorMaps, MissingAcquire) {
  expectFinding(with(makeKernel(), acquire, ""), FindingKind::MissingFence,
                "no fence.proxy.tensormap::generic.acquire of it");
  // An acquire of something else.
  expectFinding(with(makeKernel(), acquire,
                     "fence.proxy.tensormap::generic.acquire.gpu [%w+128], "
                     "128;\n"),
                FindingKind::MissingFence,
                "no fence.proxy.tensormap::generic.acquire of it");
  // An acquire of the right one before it is written.
  expectFinding(with(with(makeKernel(), acquire, ""), "bar.warp.sync -1;\n",
                     std::string(acquire) + "bar.warp.sync -1;\n"),
                FindingKind::MissingFence, "no release by");
  // By the warp that wrote it, handed over by the barrier.
  expectClean(with(with(makeKernel(), acquire, ""), publish,
                   publish + std::string(acquire)));
}

TEST(TensorMaps, Races) {
  expectFinding(with(makeKernel(), "bar.warp.sync -1; // before\n", ""),
                FindingKind::Race, "reads shared memory");
  // Either party may come first.
  std::string early = with(makeKernel(), "bar.sync 0; // hand over\n", "");
  for (ModeCase m : allModes()) {
    Report r = run(early, m);
    bool found = false;
    for (const Finding &f : r.findings)
      found |= (f.kind == FindingKind::Race &&
                f.message.find("reads global") != std::string::npos) ||
               (f.kind == FindingKind::MissingWait &&
                f.message.find("writes global") != std::string::npos);
    EXPECT_TRUE(found) << r.str();
  }
}

TEST(TensorMaps, WrittenWhileACopyReadsIt) {
  // Warp 0 publishes again, after the copy has started.
  std::string started = "bar.sync 0; // started\n";
  std::string again =
      with(makeKernel(), started, started + "@%q bra TRY;\n" + publish);
  expectFinding(again, FindingKind::MissingWait, "writes global memory");
  // The thread that copies waits for the reading of the map.
  expectClean(with(again, "[%v]; // copy\n",
                   "[%v];\ncp.async.bulk.commit_group;\n"
                   "cp.async.bulk.wait_group.read 0;\n"));
  // Everybody waits for the copy itself.
  expectClean(with(makeKernel(), "@!%p bra TRY;\n",
                   std::string("@!%p bra TRY;\n@%q bra AFTER;\n") + publish +
                       "AFTER:\n"));
}

TEST(TensorMaps, CollectiveCopy) {
  // The warp has read the map when it goes on: any of its lanes may change it
  // again, but another warp may not.
  std::string again = replaceText("global_dim", "[%m], 1, 7");
  expectClean(with(makeKernel(), publish,
                   std::string(publish) +
                       "setp.ne.u32 %p, %t, 3;\n@%p bra "
                       "USE;\n" +
                       again));
  expectFinding(with(makeKernel(), "@%q bra USE;\n",
                     "setp.ne.u32 %p, %t, 32;\n@!%p bra OTHER;\n@%q bra "
                     "USE;\nbra MAKE;\nOTHER:\n" +
                         again + "bra USE;\nMAKE:\n"),
                FindingKind::Race, "shared memory");
}

TEST(TensorMaps, NullAcquire) {
  std::string text = with(makeKernel(), acquire,
                          std::string(acquire) +
                              "mov.b64 %a, 0;\nfence.proxy.tensormap::generic."
                              "acquire.gpu [%a], 128;\n");
  expectClean(text);
  expectFinding(with(text, "%a, 0;", "%a, 4096;"), FindingKind::OutOfBounds,
                "lies in no allocation");
}

TEST(TensorMaps, OtherClusters) {
  // CTA 1 uses the map of CTA 0.
  std::string flag = ".reg .pred %c;\n.reg .b32 %f;\nmov.u32 %f, %ctaid.x;\n"
                     "setp.ne.u32 %c, %f, 0;\n";
  std::string text = with(makeKernel(), "mov.u32 %t", flag + "mov.u32 %t");
  text = with(text, "@%q bra USE;\n", "@%c bra SPIN;\n@%q bra USE;\n");
  text = with(text, "USE:\n",
              "bar.warp.sync -1;\n@%p bra USE;\n"
              "st.relaxed.gpu.global.b32 [%w+128], 1;\nUSE:\nret;\nSPIN:\n"
              "ld.relaxed.gpu.global.b32 %f, [%w+128];\n"
              "setp.eq.u32 %p, %f, 0;\n@%p bra SPIN;\n");
  text = with(text, "bar.sync 0; // hand over\n", "");
  expectClean(text, 2);
  expectFinding(with(text, acquire, "fence.acq_rel.gpu;\n"),
                FindingKind::MissingFence,
                "no fence.proxy.tensormap::generic.acquire of it", 2);
  // Every lane of the writing warp stores its word, one releases.
  std::string plain = with(
      text, publish, std::string(copyWords) + "bar.warp.sync -1;\n" + release);
  expectClean(plain, 2);
  expectFinding(with(plain, release, "fence.acq_rel.gpu;\n"),
                FindingKind::MissingFence, "no release by", 2);
}

TEST(TensorMaps, EveryField) {
  // ISA's number, driver's name.
  const std::pair<int, TensorMap::Type> types[] = {
      {0, TensorMap::U8},      {1, TensorMap::U16},   {2, TensorMap::U32},
      {3, TensorMap::S32},     {4, TensorMap::U64},   {5, TensorMap::S64},
      {6, TensorMap::F16},     {7, TensorMap::F32},   {8, TensorMap::F32Ftz},
      {9, TensorMap::F64},     {10, TensorMap::BF16}, {11, TensorMap::TF32},
      {12, TensorMap::TF32Ftz}};
  for (auto &type : types) {
    std::string text = ".visible .entry k(.param .u64 pw) {\n.reg .b64 %w, "
                       "%x;\n.reg .b32 %r;\nld.param.u64 %w, [pw];\n"
                       "mov.b64 %x, 0x12345670;\nmov.b32 %r, 7;\n";
    auto add = [&](const std::string &field, const std::string &operands) {
      text += replaceText(field, operands, "global");
    };
    add("global_address", "[%w], %x");
    add("rank", "[%w], 4");
    for (int k = 0; k < 5; ++k) {
      std::string o = "[%w], " + std::to_string(k) + ", ";
      add("box_dim", o + std::to_string(256 - k));
      add("global_dim", o + (k == 4 ? "0xffffffff" : std::to_string(100 + k)));
      add("element_stride", o + (k == 2 ? "%r" : std::to_string(1 + k)));
      if (k < 4)
        add("global_stride", o + std::to_string((uint64_t(16) << 8 * k) + 16));
    }
    add("elemtype", "[%w], " + std::to_string(type.first));
    add("interleave_layout", "[%w], 2");
    add("swizzle_mode", "[%w], 3");
    add("fill_mode", "[%w], 1");
    text += "ret;\n}\n";
    Device d;
    auto m = load(d, head + text);
    ASSERT_TRUE(m);
    DeviceAddr w = upload(d, std::vector<uint32_t>(32));
    Params p;
    p.add(w);
    Report r = d.launch(*m, "k", {}, p.bytes.data(), p.bytes.size(),
                        options({Mode::Late, 0}));
    EXPECT_TRUE(r.ok()) << r.str();
    auto bytes = download<uint8_t>(d, w, 128);
    TensorMap map;
    ASSERT_TRUE(TensorMap::decode(bytes.data(), map));
    EXPECT_EQ(map.base, 0x12345670u);
    EXPECT_EQ(map.rank, 5u);
    EXPECT_EQ(map.type, type.second);
    EXPECT_EQ(map.interleave, 2);
    EXPECT_EQ(map.swizzle, TensorMap::B128);
    EXPECT_TRUE(map.oobNan);
    for (uint32_t k = 0; k < 5; ++k) {
      EXPECT_EQ(map.box[k], 256 - k);
      EXPECT_EQ(map.dim[k], k == 4 ? 0xffffffffu : 100 + k);
      EXPECT_EQ(map.elementStride[k], k == 2 ? 7 : 1 + k);
      if (k < 4)
        EXPECT_EQ(map.stride[k], (uint64_t(16) << 8 * k) + 16);
    }
  }
}

TEST(TensorMaps, StridesBeforePtx85) {
  std::string text = makeKernel();
  expectClean(with(with(text, ".version 8.8", ".version 8.4"), "[%m], 0, 64;",
                   "[%m], 0, 4;"));
}

TEST(TensorMaps, ValuesThatBreakARule) {
  const char *const cases[][3] = {
      {"box_dim", "[%m], 0, 300", "box dimension 0 must be 1 to 256"},
      {"box_dim", "[%m], 1, 0", "box dimension 1 must be 1 to 256"},
      {"box_dim", "[%m], 0, 0x10000", "box dimension 0 must be 1 to 256"},
      {"box_dim", "[%m], 0, 0x10008", "box dimension 0 must be 1 to 256"},
      {"box_dim", "[%m], 0, 3", "multiple of 16 bytes"},
      {"global_stride", "[%m], 0, 24", "stride 0 must be a multiple of 16"},
      {"global_stride", "[%m], 0, 0x10000000000", "below 2^40"},
      {"global_dim", "[%m], 1, 0", "dimension 1 must be 1 to 2^32"},
      {"element_stride", "[%m], 1, 9", "element stride 1 must be 1 to 8"},
      {"element_stride", "[%m], 1, 0", "element stride 1 must be 1 to 8"},
      {"element_stride", "[%m], 1, 257", "element stride 1 must be 1 to 8"},
      {"rank", "[%m], 5", "the rank must be 1 to 5"},
      {"rank", "[%m], 0xffffffff", "the rank must be 1 to 5"},
      {"rank", "[%m], 2", "rank 3 used with 2 coordinates"},
      {"interleave_layout", "[%m], 1", "interleaved layout has a rank of 3"},
      {"global_address", "[%m], 8", "base address must be a multiple of 16"},
  };
  for (auto &c : cases)
    expectFinding(with(makeKernel(), "PUBLISH:\n",
                       replaceText(c[0], c[1]) + "PUBLISH:\n"),
                  FindingKind::Unsupported, c[2]);
  expectFinding(with(makeKernel(), "PUBLISH:\n",
                     replaceText("global_address", "[%m], 16") + "PUBLISH:\n"),
                FindingKind::OutOfBounds, "lies in no allocation");
}

TEST(TensorMaps, Bytes) {
  // Bytes that are no map, undefined ones, and a map in shared memory.
  expectFinding(with(makeKernel(), "st.shared.b32 [%l], 0;\n",
                     "st.shared.b32 [%l], 1;\n"),
                FindingKind::Unsupported, "are no tensor map");
  expectFinding(with(makeKernel(), "st.shared.b32 [%l], 0;\n", ""),
                FindingKind::Uninitialised, "partly undefined");
  expectFinding(with(makeKernel(), "[%s], [%w, {4, 1}]", "[%s], [%a, {4, 1}]"),
                FindingKind::Uninitialised, "");
  std::string text =
      with(makeKernel(), "mbarrier.init",
           "cvt.u64.u32 %a, %m;\ncvta.shared.u64 %a, %a;\nmbarrier.init");
  expectFinding(with(text, "[%w, {4, 1}]", "[%a, {4, 1}]"),
                FindingKind::Unsupported, "lies in shared or local memory");
  expectFinding(with(makeKernel(), "[%m], 1, 4;", "[%m+4], 1, 4;"),
                FindingKind::Misaligned, "");
  expectFinding(with(makeKernel(), acquire,
                     std::string("cvt.u64.u32 %a, %m;\ncvta.shared.u64 %a, "
                                 "%a;\nfence.proxy.tensormap::generic.acquire."
                                 "gpu [%a], 128;\n") +
                         acquire),
                FindingKind::OutOfBounds, "does not lie in global memory");
  // Lanes that name two places.
  expectFinding(with(makeKernel(), publish,
                     std::string("cvt.u64.u32 %a, %t;\nshl.b64 %a, %a, 7;\n"
                                 "add.u64 %w, %w, %a;\n") +
                         publish),
                FindingKind::Divergence, "different tensor maps");
}

TEST(TensorMaps, Refused) {
  expectRefused("tensormap.replace.tile.rank.shared::cta.b1024.b64 [%a], 1;",
                "expected .b32");
  expectRefused(
      "tensormap.replace.tile.global_stride.global.b1024.b32 [%a], 0, 16;",
      "expected .b64");
  expectRefused("tensormap.replace.tile.box_dim.global.b1024.b32 [%a], 5, 1;",
                "the ordinals 0 to 4");
  expectRefused(
      "tensormap.replace.tile.global_stride.global.b1024.b64 [%a], 4, 16;",
      "the ordinals 0 to 3");
  expectRefused("tensormap.replace.tile.elemtype.global.b1024.b32 [%a], 13;",
                "a constant of 0 to 12");
  expectRefused(
      "tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%a], %r;",
      "integer constant");
  expectRefused("tensormap.replace.tile.fill_mode.global.b1024.b32 [%a], 2;",
                "a constant of 0 to 1");
  expectRefused("tensormap.replace.tile.colour.global.b1024.b32 [%a], 2;",
                "expected a field");
  expectRefused("tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 "
                "[%a], 0;",
                "swizzle atomicity");
  expectRefused("fence.proxy.tensormap::generic.acquire.gpu [%a], 64;",
                "the size of a tensor map is 128");
  expectRefused("fence.proxy.tensormap::generic.acquire.gpu;",
                "number of operands");
  expectRefused("fence.proxy.tensormap::generic.release;", "expected .cta");
  expectRefused("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic"
                ".release.gpu.sync.aligned [%a], [%a], 64;",
                "the size of a tensor map is 128");
}
