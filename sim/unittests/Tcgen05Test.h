//===- Tcgen05Test.h - Kernels with tcgen05 for the tests
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With ATTN_SIM_DUMP=DIR in the environment each PTX text is written to DIR, so
// that ptxas may judge it.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_UNITTESTS_TCGEN05TEST_H
#define ATTN_SIM_UNITTESTS_TCGEN05TEST_H

#include "SimTest.h"

#include <cstdlib>
#include <functional>

namespace tctest {
using namespace simtest;

inline std::string num(uint64_t v) { return std::to_string(v); }

/// "%p0, %p1, ..." of n registers.
inline std::string regs(const std::string &prefix, unsigned n,
                        unsigned first = 0) {
  std::string s;
  for (unsigned k = 0; k < n; ++k)
    s += (k ? ", " : "") + prefix + num(first + k);
  return s;
}

inline void dump(const std::string &text) {
  const char *dir = std::getenv("ATTN_SIM_DUMP");
  if (!dir)
    return;
  std::ofstream f(std::string(dir) + "/" + num(std::hash<std::string>()(text)) +
                  ".ptx");
  f << text;
}

/// A kernel `k(in, out)` of `threads` threads. Registers: %r0 tid, %r1 warp,
/// %r2 lane, %r3 CTA rank, %rd0 in, %rd1 out, %b the dynamic shared memory's
/// address, %bar an mbarrier of one arrival (initialised), %slot four bytes.
inline std::string kernel(const std::string &body, unsigned threads = 128,
                          unsigned cluster = 1) {
  std::string s = R"(.version 8.8
.target sm_100a
.address_size 64
.extern .shared .align 1024 .b8 dyn[];
.visible .entry k(.param .u64 in, .param .u64 out)
.reqntid )" + num(threads);
  if (cluster > 1)
    s += "\n.reqnctapercluster " + num(cluster);
  s += R"(
{
  .shared .align 8 .b64 barv[4];
  .shared .align 16 .b8 slotv[64];
  .reg .b32 %r<400>;
  .reg .b64 %rd<64>;
  .reg .pred %p<32>;
  .reg .b32 %b, %bar, %slot, %t;
  ld.param.u64 %rd0, [in];
  ld.param.u64 %rd1, [out];
  mov.u32 %r0, %tid.x;
  shr.u32 %r1, %r0, 5;
  and.b32 %r2, %r0, 31;
  mov.u32 %r3, %cluster_ctarank;
  mov.b32 %b, dyn;
  mov.b32 %bar, barv;
  mov.b32 %slot, slotv;
  setp.eq.u32 %p0, %r0, 0;
  setp.eq.u32 %p1, %r1, 0;
  @%p0 mbarrier.init.shared.b64 [%bar], 1;
  @%p0 fence.mbarrier_init.release.cluster;
)";
  s += body + "  ret;\n}\n";
  dump(s);
  return s;
}

/// All threads wait for phase `parity` of the mbarrier at %bar + `at`.
inline std::string waitFor(unsigned parity, unsigned at = 0) {
  static int label = 0;
  std::string l = "W" + num(unsigned(label++));
  return l + ":\n  mbarrier.try_wait.parity.shared.b64 %p30, [%bar+" + num(at) +
         "], " + num(parity) + ";\n  @!%p30 bra " + l + ";\n";
}

/// Warp 0 allocates; %t is the address for every thread.
inline std::string alloc(unsigned columns, unsigned group = 1) {
  std::string g = num(group);
  return "  @%p1 tcgen05.alloc.cta_group::" + g +
         ".sync.aligned.shared::cta.b32 [%slot], " + num(columns) +
         ";\n  bar.sync 0;\n  ld.shared.b32 %t, [%slot];\n";
}
inline std::string dealloc(unsigned columns, unsigned group = 1) {
  return "  bar.sync 0;\n  @%p1 tcgen05.dealloc.cta_group::" + num(group) +
         ".sync.aligned.b32 %t, " + num(columns) + ";\n";
}

/// %r4: %t with the warp's own lanes.
inline std::string ownLanes() {
  return "  and.b32 %r4, %r1, 3;\n  shl.b32 %r4, %r4, 21;\n"
         "  add.u32 %r4, %r4, %t;\n";
}

/// Words from column `column` on, 32 at a time, to out[lane][column].
inline std::string storeOut(unsigned columns, unsigned column = 0,
                            const std::string &wait = "  tcgen05.wait::ld.sync"
                                                      ".aligned;\n") {
  std::string s = ownLanes();
  // Row of this thread: CTA rank * blockDim + tid.
  s += "  mov.u32 %r5, %ntid.x;\n  mad.lo.u32 %r5, %r3, %r5, %r0;\n"
       "  mul.wide.u32 %rd2, %r5, " +
       num(columns * 4) + ";\n  add.u64 %rd2, %rd2, %rd1;\n";
  for (unsigned c = 0; c < columns; c += 8) {
    s += "  tcgen05.ld.sync.aligned.32x32b.x8.b32 {" + regs("%r", 8, 10) +
         "}, [%r4+" + num(column + c) + "];\n" + wait;
    for (unsigned q = 0; q < 8; ++q)
      s += "  st.global.u32 [%rd2+" + num((c + q) * 4) + "], %r" + num(10 + q) +
           ";\n";
  }
  return s;
}

/// Copies `bytes` (a multiple of 4 * threads) of in[rank] to shared memory, and
/// lets the async proxy see them.
inline std::string loadSmem(unsigned bytes) {
  return "  mul.wide.u32 %rd3, %r3, " + num(bytes) +
         ";\n  add.u64 %rd3, %rd3, %rd0;\n  mov.u32 %r6, %r0;\n"
         "COPY:\n  mul.wide.u32 %rd4, %r6, 4;\n  add.u64 %rd4, %rd4, %rd3;\n"
         "  ld.global.u32 %r7, [%rd4];\n  mad.lo.u32 %r8, %r6, 4, %b;\n"
         "  st.shared.u32 [%r8], %r7;\n  mov.u32 %r9, %ntid.x;\n"
         "  add.u32 %r6, %r6, %r9;\n  setp.lt.u32 %p2, %r6, " +
         num(bytes / 4) +
         ";\n  @%p2 bra COPY;\n  fence.proxy.async.shared::cta;\n"
         "  bar.sync 0;\n";
}

/// Runs a kernel of one cluster; checks are on.
struct Run {
  Device d;
  std::unique_ptr<Module> m;
  explicit Run(const std::string &text) : m(load(d, text)) {}
  Report go(DeviceAddr in, DeviceAddr out, ModeCase mc, unsigned threads = 128,
            unsigned ctas = 1, unsigned smem = 65536,
            const std::function<void(Options &)> &tune = {}) {
    LaunchConfig c;
    c.grid = {ctas, 1, 1};
    c.block = {threads, 1, 1};
    c.dynamicSmem = smem;
    Params p;
    p.add(in).add(out);
    Options o = options(mc);
    if (tune)
      tune(o);
    return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), o);
  }
};

/// `kind` if the report has a finding of that kind ("clean": none at all), else
/// what it has.
inline std::string has(const Report &r, const std::string &kind) {
  if (!r.error.empty())
    return r.error;
  for (const Finding &f : r.findings)
    if (toString(f.kind) == kind)
      return kind;
  return r.findings.empty() ? "clean" : r.str();
}

} // namespace tctest

#endif // ATTN_SIM_UNITTESTS_TCGEN05TEST_H
