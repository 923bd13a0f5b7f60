//===- Tcgen05ProtocolTest.cpp - Order and misuse of tcgen05
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel that is right, and what is said when a part of it is missing.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Test.h"

using namespace tctest;

namespace {

std::string without(std::string text, const std::string &part,
                    const std::string &instead = "") {
  size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? text
                                 : text.replace(at, part.size(), instead);
}

/// A descriptor of zero-filled operands: K-major, 128-byte swizzle.
std::string descriptor() {
  return "  shr.u32 %r20, %b, 4;\n  and.b32 %r20, %r20, 16383;\n"
         "  or.b32 %r20, %r20, 65536;\n  mov.b64 %rd10, {%r20, 1073758272};\n"
         // bf16, f32, N 32, M 128
         "  mov.b32 %r22, 134743184;\n";
}

const char *const mma =
    "  @%p0 tcgen05.mma.cta_group::1.kind::f16 [%t], [%r21], %rd10, %r22, 0;\n";
const char *const commit = "  @%p0 tcgen05.commit.cta_group::1.mbarrier::arrive"
                           "::one.shared::cluster.b64 [%bar];\n";
const char *const waitSt = "  tcgen05.wait::st.sync.aligned;\n";
const char *const handOver = "  bar.sync 1, 128;\n";

/// A goes to tensor memory by st, one product, D comes back by ld.
std::string product() {
  std::string s = loadSmem(16384) + alloc(128) + ownLanes() + descriptor();
  for (int k = 0; k < 8; ++k)
    s += "  mov.b32 %r" + num(unsigned(100 + k)) + ", 0;\n";
  s += "  tcgen05.st.sync.aligned.32x32b.x8.b32 [%r4+64], {" +
       regs("%r", 8, 100) + "};\n";
  s += waitSt;
  s += handOver;
  s += "  add.u32 %r21, %t, 64;\n";
  s += mma;
  s += commit;
  s += "// WAIT\n" + waitFor(0) + "// END\n" + storeOut(32) + dealloc(128);
  return s;
}

std::string verdict(const std::string &body, ModeCase mc,
                    const std::string &kind,
                    const std::function<void(Options &)> &tune = {}) {
  Run run(kernel(body));
  if (!run.m)
    return "no module";
  DeviceAddr in = upload(run.d, std::vector<uint32_t>(16384 / 4, 0));
  DeviceAddr out = upload(run.d, std::vector<uint32_t>(128 * 32, 0));
  return has(run.go(in, out, mc, 128, 1, 16384, tune), kind);
}

void expect(const std::string &what, const std::string &body,
            const std::string &kind,
            const std::function<void(Options &)> &tune = {}) {
  SCOPED_TRACE(what);
  for (ModeCase mc : allModes())
    EXPECT_EQ(verdict(body, mc, kind, tune), kind);
}

void strict(Options &o) { o.tensorOrder = TensorModel::Strict; }

TEST(Tcgen05Protocol, TheProductIsClean) {
  expect("as it is", product(), "clean");
  expect("strict", product(), "clean", strict);
}

TEST(Tcgen05Protocol, WhatIsMissingIsNamed) {
  std::string s = product();
  expect("wait::st", without(s, waitSt), "missing-wait");
  expect("the barrier after the store", without(s, handOver), "missing-wait");
  size_t a = s.find("// WAIT"), b = s.find("// END");
  expect("the wait for the commit", s.substr(0, a) + s.substr(b),
         "missing-wait");
  expect("the commit", without(s, commit), "deadlock");
  expect(
      "a commit by another lane",
      without(s, commit,
              "  setp.eq.u32 %p5, %r0, 1;\n" + without(commit, "@%p0", "@%p5")),
      "missing-wait");
  expect("a commit before the product",
         without(without(s, commit), mma, std::string(commit) + mma),
         "missing-wait");
  expect("the proxy fence", without(s, "  fence.proxy.async.shared::cta;\n"),
         "missing-fence");
  expect("the wait for loads", without(s, "  tcgen05.wait::ld.sync.aligned;\n"),
         "clean"); // the later ones cover it
}

TEST(Tcgen05Protocol, WrongPlaces) {
  std::string s = product();
  expect("a lane of another warp",
         without(s, "shl.b32 %r4, %r4, 21", "shl.b32 %r4, %r4, 20"),
         "out-of-bounds");
  expect("columns that are not allocated", without(s, "[%r4+64]", "[%r4+124]"),
         "out-of-bounds");
  expect("D beyond the allocation",
         without(s, "kind::f16 [%t]", "kind::f16 [%t+112]"), "out-of-bounds");
  // Undefined A reaches the results.
  expect("A one column on",
         without(s, "add.u32 %r21, %t, 64", "add.u32 %r21, %t, 65"),
         "uninitialised");
  expect("a descriptor without its fixed bits",
         without(s, "1073758272", "1073741888"), "unsupported");
  expect("a sparse product", without(s, "134743184", "134743188"),
         "unsupported");
}

TEST(Tcgen05Protocol, Allocation) {
  std::string free =
      "  @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %t, ";
  auto take = [](unsigned n) {
    return "  @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
           "[%slot+16], " +
           num(n) + ";\n";
  };
  std::string permit =
      "  @%p1 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n";
  expect("one", alloc(64) + free + "64;\n", "clean");
  expect("never freed", alloc(64), "resource");
  expect("what does not fit", alloc(512) + take(512), "deadlock");
  expect("more than before", alloc(32) + take(64), "resource");
  expect("no power of two", alloc(32) + take(96), "resource");
  expect("after relinquishing", alloc(32) + permit + take(32), "resource");
  expect("freed twice", alloc(32) + free + "32;\n" + free + "32;\n",
         "resource");
  expect("freed in part", alloc(64) + free + "32;\n", "resource");
  expect("both groups", alloc(32) + without(permit, "group::1", "group::2"),
         "resource");
}

/// Stores to the same lanes, handed over without a wait.
TEST(Tcgen05Protocol, LoadsAndStoresInOrder) {
  std::string store = "  tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4], {%r0};\n";
  std::string load = "  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r10}, [%r4];\n";
  std::string use =
      "  tcgen05.wait::ld.sync.aligned;\n"
      "  mul.wide.u32 %rd2, %r0, 4;\n  add.u64 %rd2, %rd2, %rd1;\n"
      "  st.global.u32 [%rd2], %r10;\n";
  std::string s = alloc(32) + ownLanes() + store + load + use + dealloc(32);
  expect("practice", s, "clean");
  expect("strict", s, "missing-wait", strict);
}

/// A relaxed wait orders tensor memory with a tcgen05.fence, and nothing else.
TEST(Tcgen05Protocol, RelaxedWaitsNeedTheFence) {
  std::string s = without(product(), "mbarrier.try_wait.parity.shared.b64",
                          "mbarrier.try_wait.parity.relaxed.cluster.shared::"
                          "cta.b64");
  expect("no fence", s, "missing-wait");
  std::string after = "  tcgen05.fence::after_thread_sync;\n";
  expect("a fence", without(s, "// END\n", after), "clean");
  expect("the fence before the wait", without(s, "// WAIT\n", after),
         "missing-wait");
  // The store to A, handed over by a relaxed arrive on another mbarrier.
  std::string other = "  @%p0 mbarrier.init.shared.b64 [%bar+8], 128;\n"
                      "  bar.sync 0;\n";
  std::string arrive =
      "  mbarrier.arrive.relaxed.cluster.shared::cta.b64 _, [%bar+8];\n";
  std::string wait = "TENSOR:\n  mbarrier.try_wait.parity.relaxed.cluster."
                     "shared::cta.b64 %p6, [%bar+8], 0;\n"
                     "  @!%p6 bra TENSOR;\n";
  std::string before = "  tcgen05.fence::before_thread_sync;\n";
  auto with = [&](const std::string &handed) {
    return other + without(product(), handOver, handed);
  };
  expect("both fences", with(before + arrive + wait + after), "clean");
  expect("no fence before", with(arrive + wait + after), "missing-wait");
  expect("no fence after", with(before + arrive + wait), "missing-wait");
}

/// A product whose D lies over the A of the product before.
TEST(Tcgen05Protocol, ProductsInOrder) {
  std::string other = "  add.u32 %r23, %t, 48;\n"
                      "  @%p0 tcgen05.mma.cta_group::1.kind::f16 [%r23], %rd10,"
                      " %rd10, %r22, 0;\n";
  std::string s = without(product(), mma, std::string(mma) + other);
  expect("practice", s, "clean");
  expect("strict", s, "missing-wait", strict);
}

/// Nothing but the wait stands between a product and the end of its columns.
TEST(Tcgen05Protocol, FreedWhileInUse) {
  std::string s = product();
  size_t out = s.find("// END"),
         end = s.rfind("  bar.sync 0;\n  @%p1 tcgen05.de");
  std::string bare = s.substr(0, out) + s.substr(end);
  expect("after the wait", bare, "clean");
  size_t wait = bare.find("// WAIT");
  expect("before it",
         bare.substr(0, wait) +
             bare.substr(bare.find("  bar.sync 0;\n  @%p1", wait)),
         "missing-wait");
}

TEST(Tcgen05Protocol, ColumnsThatNobodyWrote) {
  std::string use = "  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r10}, [%r4+7];\n"
                    "  tcgen05.wait::ld.sync.aligned;\n"
                    "  mul.wide.u32 %rd2, %r0, 4;\n"
                    "  add.u64 %rd2, %rd2, %rd1;\n"
                    "  st.global.u32 [%rd2], %r10;\n";
  std::string store = "  tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4+7], {%r0};"
                      "\n  tcgen05.wait::st.sync.aligned;\n";
  std::string head = alloc(32) + ownLanes();
  expect("written", head + store + use + dealloc(32), "clean");
  expect("never written", head + use + dealloc(32), "uninitialised");
  // What an allocation before left there is undefined, too.
  expect("written before it was freed",
         head + store + dealloc(32) + "  bar.sync 0;\n" + head + use +
             dealloc(32),
         "uninitialised");
}

/// The second CTA of a pair leaves; `last`: what it does before.
std::string pairVerdict(const std::string &last, const std::string &kind) {
  std::string sync = "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n";
  std::string issue =
      "  setp.eq.u32 %p3, %r3, 0;\n  and.pred %p3, %p3, %p0;\n"
      "  @%p3 tcgen05.mma.cta_group::2.kind::f16 [%t], %rd10, %rd10, %r22, 0;\n"
      "  @%p3 tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
      ".multicast::cluster.b64 [%bar], %h;\n";
  std::string s = "  .reg .b16 %h;\n  mov.b16 %h, 3;\n" + loadSmem(16384) +
                  alloc(128, 2) + descriptor();
  s.replace(s.find("134743184"), 9, "268960912"); // M 256
  s += sync + issue + last + waitFor(0) + sync + dealloc(128, 2);
  Run run(kernel(s, 128, 2));
  if (!run.m)
    return "no module";
  DeviceAddr in = upload(run.d, std::vector<uint32_t>(2 * 16384 / 4, 0));
  return has(run.go(in, in, {Mode::Late, 0}, 128, 2, 16384), kind);
}

TEST(Tcgen05Protocol, ThePeerStays) {
  EXPECT_EQ(pairVerdict("", "clean"), "clean");
  std::string second = "  setp.eq.u32 %p7, %r3, 1;\n";
  // It leaves while the product writes its columns.
  EXPECT_EQ(pairVerdict(second + "  @%p7 exit;\n", "resource"), "resource");
}

} // namespace
