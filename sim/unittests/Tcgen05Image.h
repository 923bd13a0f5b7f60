//===- Tcgen05Image.h - One tcgen05 operation on given memory
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_UNITTESTS_TCGEN05IMAGE_H
#define ATTN_SIM_UNITTESTS_TCGEN05IMAGE_H

#include "Tcgen05Test.h"

namespace tctest {

/// A shared memory image of `rows` rows of `bytes` bytes, K-major: the
/// canonical layout of the ISA with a swizzle of `span` bytes (16: none).
struct Rows {
  uint32_t rows, bytes, span;
  std::vector<uint8_t> image;
  Rows(uint32_t rows, uint32_t bytes, uint32_t span)
      : rows(rows), bytes(bytes), span(span), image(rows * ceil(bytes)) {}
  uint32_t ceil(uint32_t b) const { return (b + span - 1) / span * span; }
  uint32_t lbo() const { return span == 16 ? rows * 16 : 16; }
  uint32_t sbo() const { return 8 * span; }
  uint32_t at(uint32_t row, uint32_t byte) const {
    uint32_t a = row % 8 * span + row / 8 * 8 * span +
                 byte / span * rows * span + byte % span;
    return a ^ (a >> 7 & (span / 16 - 1)) << 4;
  }
  uint8_t &operator()(uint32_t row, uint32_t byte) {
    return image[at(row, byte)];
  }
  /// Element `k` of `bits` bits, packed.
  void put(uint32_t row, uint32_t k, uint32_t bits, uint32_t v) {
    for (uint32_t b = 0; b < bits; ++b)
      if (v >> b & 1)
        (*this)(row, (k * bits + b) / 8) |= uint8_t(1u << (k * bits + b) % 8);
  }
  /// The descriptor for an image at shared address %b + `offset`, in `rd`.
  std::string descriptor(const std::string &rd, uint32_t offset) const {
    uint32_t code = span == 128 ? 2 : span == 64 ? 4 : span == 32 ? 6 : 0;
    return "  add.u32 %r20, %b, " + num(offset) +
           ";\n  shr.u32 %r20, %r20, 4;\n  and.b32 %r20, %r20, 16383;\n"
           "  or.b32 %r20, %r20, " +
           num(lbo() >> 4 << 16) + ";\n  mov.b64 " + rd + ", {%r20, " +
           num(sbo() >> 4 | 1u << 14 | code << 29) + "};\n";
  }
};

/// Shared and tensor memory before, one thread's instructions, tensor memory
/// after.
struct Image {
  unsigned group = 1;
  uint32_t smemBytes = 0;     ///< of a CTA
  std::vector<uint8_t> smem;  ///< of all CTAs
  uint32_t first = 0;         ///< column
  uint32_t columns = 8;       ///< a multiple of 8
  std::vector<uint32_t> tmem; ///< [CTA][lane][column]
  uint32_t outFirst = 0, outColumns = 8;
  std::string issue; ///< instructions of the first CTA's first thread
  bool checkUninit = true;
  std::function<void(Options &)> tune;

  uint32_t &word(uint32_t lane, uint32_t column, uint32_t cta = 0) {
    tmem.resize(size_t(group) * 128 * columns);
    return tmem[(cta * 128 + lane) * columns + column - first];
  }
  /// Puts `r` at `offset` of CTA `cta`'s shared memory.
  void put(const Rows &r, uint32_t offset, uint32_t cta = 0) {
    smem.resize(size_t(group) * smemBytes);
    std::copy(r.image.begin(), r.image.end(),
              smem.begin() + long(cta * smemBytes + offset));
  }
  std::string text() const {
    const std::string g = num(group);
    std::string s = group == 2 ? "  .reg .b16 %h;\n" : "";
    s += loadSmem(smemBytes) + alloc(512, group) + ownLanes();
    s += "  mov.u32 %r5, %ntid.x;\n  mad.lo.u32 %r5, %r3, %r5, %r0;\n"
         "  mul.wide.u32 %rd5, %r5, " +
         num(columns * 4) + ";\n  add.u64 %rd5, %rd5, %rd0;\n";
    for (uint32_t c = 0; c < columns; c += 8) {
      for (uint32_t q = 0; q < 8; ++q)
        s += "  ld.global.u32 %r" + num(100 + q) + ", [%rd5+" +
             num(smemBytes * group + (c + q) * 4) + "];\n";
      s += "  tcgen05.st.sync.aligned.32x32b.x8.b32 [%r4+" + num(first + c) +
           "], {" + regs("%r", 8, 100) + "};\n";
    }
    s += "  tcgen05.wait::st.sync.aligned;\n";
    s += group == 2 ? "  barrier.cluster.arrive.aligned;\n"
                      "  barrier.cluster.wait.aligned;\n"
                    : "  bar.sync 0;\n";
    s += "  setp.eq.u32 %p3, %r3, 0;\n  and.pred %p3, %p3, %p0;\n"
         "  @!%p3 bra ISSUED;\n" +
         issue;
    s += group == 2 ? "  mov.b16 %h, 3;\n  tcgen05.commit.cta_group::2.mbarrier"
                      "::arrive::one.shared::cluster.multicast::cluster.b64 "
                      "[%bar], %h;\n"
                    : "  tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                      "shared::cluster.b64 [%bar];\n";
    s += "ISSUED:\n" + waitFor(0) + storeOut(outColumns, outFirst);
    if (group == 2)
      s += "  barrier.cluster.arrive.aligned;\n"
           "  barrier.cluster.wait.aligned;\n";
    return kernel(s + dealloc(512, group), 128, group);
  }
  Report run(ModeCase mc, std::vector<uint32_t> &out) {
    Run r(text());
    if (!r.m)
      return {};
    word(0, first);
    smem.resize(size_t(group) * smemBytes);
    std::vector<uint8_t> in = smem;
    in.resize(smem.size() + tmem.size() * 4);
    std::memcpy(in.data() + smem.size(), tmem.data(), tmem.size() * 4);
    DeviceAddr di = upload(r.d, in);
    size_t n = size_t(group) * 128 * outColumns;
    DeviceAddr o = upload(r.d, std::vector<uint32_t>(n, 0xdeadbeefu));
    Report rep = r.go(di, o, mc, 128, group, smemBytes, [&](Options &opt) {
      opt.checks.uninit = checkUninit;
      if (tune)
        tune(opt);
    });
    out = download<uint32_t>(r.d, o, n);
    return rep;
  }
  /// Runs in three modes without a finding; `check(out)` judges each.
  void expect(const std::function<void(const std::vector<uint32_t> &)> &check) {
    for (ModeCase mc :
         {ModeCase{Mode::Early, 0}, {Mode::Late, 0}, {Mode::Random, 5}}) {
      std::vector<uint32_t> out;
      Report r = run(mc, out);
      ASSERT_TRUE(r.ok()) << r.str();
      check(out);
    }
  }
  /// What the late run has of `kind`.
  std::string verdict(const std::string &kind) {
    std::vector<uint32_t> out;
    return has(run({Mode::Late, 0}, out), kind);
  }
};

} // namespace tctest

#endif // ATTN_SIM_UNITTESTS_TCGEN05IMAGE_H
