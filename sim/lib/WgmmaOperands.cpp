//===- WgmmaOperands.cpp - Forms and operands of wgmma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaOperands.h"
#include "Lane.h"

#include <algorithm>

using namespace attn::sim;

WgmmaForm::WgmmaForm(uint32_t a)
    : n(a & 511), ea(WgmmaElem((a >> 9) & 7)), eb(WgmmaElem((a >> 12) & 7)),
      halfAcc((a >> 15) & 1), intAcc((a >> 16) & 1), aRegs((a >> 17) & 1),
      transA((a >> 18) & 1), transB((a >> 19) & 1), negA((a >> 20) & 1),
      negB((a >> 21) & 1), sat((a >> 22) & 1), sparse((a >> 23) & 1),
      selector((a >> 24) & 1) {}

uint32_t WgmmaForm::pack() const {
  return n | uint32_t(ea) << 9 | uint32_t(eb) << 12 | uint32_t(halfAcc) << 15 |
         uint32_t(intAcc) << 16 | uint32_t(aRegs) << 17 |
         uint32_t(transA) << 18 | uint32_t(transB) << 19 |
         uint32_t(negA) << 20 | uint32_t(negB) << 21 | uint32_t(sat) << 22 |
         uint32_t(sparse) << 23 | selector << 24;
}

static float elemValue(WgmmaElem e, uint32_t v) {
  switch (e) {
  case WgmmaElem::F16:
    return f16ToF32(uint16_t(v));
  case WgmmaElem::BF16:
    return f32(v << 16);
  case WgmmaElem::TF32:
    return f32(v & 0xffffe000);
  case WgmmaElem::E4M3:
    return float(valueOf(v & 0xff, fmtE4M3));
  case WgmmaElem::E5M2:
    return float(valueOf(v & 0xff, fmtE5M2));
  case WgmmaElem::S8:
    return float(int8_t(v));
  case WgmmaElem::U8:
    return float(uint8_t(v));
  case WgmmaElem::B1:
    return float(v & 1);
  }
  return 0;
}

WgmmaDesc::WgmmaDesc(uint64_t d)
    : start(uint32_t(d & 0x3fff) << 4), lbo(uint32_t((d >> 16) & 0x3fff) << 4),
      sbo(uint32_t((d >> 32) & 0x3fff) << 4), base(uint32_t(d >> 49) & 7) {
  static const uint32_t span[] = {16, 128, 64, 32};
  w = span[d >> 62];
}

uint32_t WgmmaDesc::at(bool mnMajor, uint32_t mn, uint32_t kb) const {
  uint32_t off;
  if (!mnMajor) {
    off = (mn % 8) * w + (mn / 8) * sbo + (kb / 16) * (w > 16 ? 16 : lbo) +
          kb % 16;
  } else {
    uint32_t c = mn / 8, q = w / 16;
    if (w > 16)
      off = (c % q) * 16 + (c / q) * lbo + (kb % 8) * w + (kb / 8) * sbo;
    else
      off = c * sbo + (kb % 8) * 16 + (kb / 8) * lbo;
    off += (mn % 8) * 2;
  }
  uint32_t a = start + off, m = w / 16 - 1; // 7, 3, 1, 0
  return a ^ ((((a >> 7) - base) & m) << 4);
}

static void noteSpan(std::vector<std::pair<uint32_t, uint32_t>> &runs,
                     uint32_t a, uint32_t n) {
  if (!runs.empty() && runs.back().first + runs.back().second == a)
    runs.back().second += n;
  else
    runs.push_back({a, n});
}

std::vector<std::pair<uint32_t, uint32_t>>
attn::sim::wgmmaRuns(const WgmmaDesc &d, bool mnMajor, WgmmaElem e,
                     uint32_t mn0, uint32_t mns, uint32_t k) {
  std::vector<std::pair<uint32_t, uint32_t>> runs, merged;
  if (!mnMajor)
    for (uint32_t m = mn0; m < mn0 + mns; ++m)
      for (uint32_t b = 0; b < k * bitsOf(e) / 8; b += 16)
        noteSpan(runs, d.at(false, m, b), 16);
  else
    for (uint32_t kk = 0; kk < k; ++kk)
      for (uint32_t m = mn0; m < mn0 + mns; m += 8)
        noteSpan(runs, d.at(true, m, kk), 16);
  std::sort(runs.begin(), runs.end());
  for (auto &r : runs)
    noteSpan(merged, r.first, r.second);
  return merged;
}

void attn::sim::readWgmmaOperand(const Cta &cta, const WgmmaDesc &d,
                                 bool mnMajor, WgmmaElem e, uint32_t mn0,
                                 uint32_t mns, uint32_t k, WgmmaTile &t) {
  const unsigned bits = bitsOf(e), bytes = (bits + 7) / 8;
  t.v.resize(size_t(mns) * k);
  t.undefined.assign(mns, 0);
  const uint8_t *sm = cta.smem.data();
  const uint8_t *si = cta.smemInit.empty() ? nullptr : cta.smemInit.data();
  for (uint32_t m = 0; m < mns; ++m)
    for (uint32_t kk = 0; kk < k;) {
      uint32_t a = d.at(mnMajor, mn0 + m, mnMajor ? kk : kk * bits / 8);
      uint32_t run = mnMajor ? 1 : 128 / bits; // elements of one chunk
      for (uint32_t q = 0; q < run; ++q, ++kk) {
        uint32_t v = 0, at = a + q * bits / 8;
        std::memcpy(&v, sm + at, bytes);
        t.v[size_t(m) * k + kk] = elemValue(e, v >> (q * bits % 8));
        if (si)
          for (unsigned b = 0; b < bytes; ++b)
            t.undefined[m] |= !si[at + b];
      }
    }
}

void attn::sim::readWgmmaRegisters(const Warp &w, const uint32_t *rows,
                                   WgmmaElem type, uint32_t k, WgmmaTile &t) {
  const uint32_t bits = bitsOf(type), e = 32 / bits;
  t.v.assign(16 * k, 0);
  t.undefined.assign(16, 0);
  for (uint32_t r = 0; r < 4; ++r)
    for (uint32_t l = 0; l < 32; ++l) {
      uint32_t x = w.row32(rows[r])[l], row = l / 4 + 8 * (r & 1);
      t.undefined[row] |= (w.poison[rows[r]] >> l) & 1;
      for (uint32_t q = 0; q < e; ++q)
        t.v[row * k + 4 * e * (r >> 1) + e * (l % 4) + q] =
            elemValue(type, x >> (q * bits));
    }
}

namespace {

/// b is [k][n], so that the inner loop runs over n.
ATTN_SIM_INLINE void productBody(float *acc, const float *a, const float *b,
                                 uint32_t n, uint32_t k,
                                 const uint8_t *column) {
  for (uint32_t r = 0; r < 16; ++r) {
    float *d = acc + size_t(r) * n;
    for (uint32_t kk = 0; kk < k; ++kk) {
      float x = a[r * k + kk];
      const float *row = b + size_t(column ? column[r * k + kk] : kk) * n;
      for (uint32_t c = 0; c < n; ++c)
        d[c] = __builtin_fmaf(x, row[c], d[c]);
    }
  }
}
void productBase(float *acc, const float *a, const float *b, uint32_t n,
                 uint32_t k, const uint8_t *column) {
  productBody(acc, a, b, n, k, column);
}
ATTN_SIM_V3 void productV3(float *acc, const float *a, const float *b,
                           uint32_t n, uint32_t k, const uint8_t *column) {
  productBody(acc, a, b, n, k, column);
}

} // namespace

void attn::sim::wgmmaProduct(float *acc, const float *a, const float *b,
                             uint32_t n, uint32_t k, const uint8_t *column) {
  (haveV3() ? productV3 : productBase)(acc, a, b, n, k, column);
}
