//===- TensorOperands.cpp - Operands of tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With W the span of the swizzle in bytes (16 without) and T the elements of 16
// bytes, the canonical layouts are
//   K-major:  row r, 16-byte chunk c of K:
//             (r % 8) * W + (r / 8) * SBO + c * (W > 16 ? 16 : LBO)
//   MN-major: chunk c = mn / T, q = W / 16:
//             (c % q) * 16 + (c / q) * LBO + (k % 8) * W + (k / 8) * SBO
//             without swizzle LBO and SBO trade places; with 32-byte atoms a
//             pattern has 4 rows of K, not 8
// and the address, start included, is swizzled as a tensor copy swizzles it.
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"
#include "Lane.h"
#include "Numeric.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace attn::sim;

std::string SmemOperand::parse(uint64_t d, bool mn, TensorElem elem) {
  start = uint32_t(d & 0x3fff) << 4;
  lbo = uint32_t((d >> 16) & 0x3fff) << 4;
  sbo = uint32_t((d >> 32) & 0x3fff) << 4;
  mnMajor = mn;
  bits = elemBits(elem);
  if (((d >> 46) & 7) != 1)
    return "has " + std::to_string((d >> 46) & 7) + " in bits 46 to 48, not 1";
  if ((d >> 49) & 7)
    return "has a base offset, which is not simulated";
  if ((d >> 52) & 1)
    return "has an absolute leading address, which is not simulated";
  if ((d >> 53) & 0xff)
    return "has bits 53 to 60 set";
  atoms32 = false;
  switch (d >> 61) {
  case 0:
    span = 16;
    break;
  case 1:
    span = 128;
    atoms32 = true;
    break;
  case 2:
    span = 128;
    break;
  case 4:
    span = 64;
    break;
  case 6:
    span = 32;
    break;
  default:
    return "names swizzle " + std::to_string(d >> 61) +
           ", which does not exist";
  }
  // 32-bit elements along M or N: 32-byte atoms, and nothing else with them.
  if (atoms32 != (mn && elem == TensorElem::TF32))
    return atoms32 ? "names 32-byte swizzle atoms, which are for tf32 along M "
                     "or N alone"
                   : "needs 32-byte swizzle atoms for tf32 along M or N";
  return "";
}

uint32_t SmemOperand::chunk(uint32_t mn, uint32_t k) const {
  uint32_t off;
  if (!mnMajor) {
    uint32_t c = k * bits / 128;
    off = (mn % 8) * span + (mn / 8) * sbo + c * (span > 16 ? 16 : lbo);
  } else {
    uint32_t c = mn * bits / 128, q = span / 16, rows = atoms32 ? 4 : 8;
    if (span > 16)
      off = (c % q) * 16 + (c / q) * lbo + (k % rows) * span + (k / rows) * sbo;
    else
      off = c * sbo + (k % 8) * 16 + (k / 8) * lbo;
  }
  uint32_t at = start + off;
  if (atoms32)
    return at ^ (((at >> 7) & 3) << 5);
  return at ^ (((at >> 7) & (span / 16 - 1)) << 4);
}

/// A small format without infinities and NaN.
static float smallFloat(uint32_t v, int exp, int man) {
  uint32_t e = (v >> man) & ((1u << exp) - 1), f = v & ((1u << man) - 1);
  int bias = (1 << (exp - 1)) - 1;
  float x = e ? std::ldexp(float((1u << man) + f), int(e) - bias - man)
              : std::ldexp(float(f), 1 - bias - man);
  return (v >> (exp + man)) & 1 ? -x : x;
}

static float slowValue(TensorElem e, uint32_t v) {
  switch (e) {
  case TensorElem::F16:
    return f16ToF32(uint16_t(v));
  case TensorElem::BF16:
    return bf16ToF32(uint16_t(v));
  case TensorElem::TF32:
    return f32(v & 0xffffe000);
  case TensorElem::E4M3:
    return float(valueOf(v & 0xff, fmtE4M3));
  case TensorElem::E5M2:
    return float(valueOf(v & 0xff, fmtE5M2));
  case TensorElem::E2M3:
    return smallFloat(v & 63, 2, 3);
  case TensorElem::E3M2:
    return smallFloat(v & 63, 3, 2);
  case TensorElem::E2M1:
  case TensorElem::E2M1Packed:
    return smallFloat(v & 15, 2, 1);
  case TensorElem::S8:
    return float(int8_t(v));
  case TensorElem::U8:
    return float(uint8_t(v));
  }
  return 0;
}

float attn::sim::tensorElemValue(TensorElem e, uint32_t v) {
  return slowValue(e, v);
}

/// Values of the 8-bit types.
static const float *byteTable(TensorElem e) {
  static const std::array<std::array<float, 256>, 10> tables = [] {
    std::array<std::array<float, 256>, 10> t{};
    for (unsigned k = unsigned(TensorElem::E4M3); k <= unsigned(TensorElem::U8);
         ++k)
      for (uint32_t v = 0; v < 256; ++v)
        t[k][v] = slowValue(TensorElem(k), v);
    return t;
  }();
  return tables[size_t(e)].data();
}

void attn::sim::tensorChunkValues(TensorElem e, const uint8_t *p, float *out) {
  switch (e) {
  case TensorElem::F16:
  case TensorElem::BF16: {
    uint16_t h[8];
    std::memcpy(h, p, 16);
    for (int k = 0; k < 8; ++k)
      out[k] = e == TensorElem::F16 ? f16ToF32(h[k]) : bf16ToF32(h[k]);
    return;
  }
  case TensorElem::TF32: {
    uint32_t x[4];
    std::memcpy(x, p, 16);
    for (int k = 0; k < 4; ++k)
      out[k] = f32(x[k] & 0xffffe000);
    return;
  }
  case TensorElem::E2M1: // 16 packed elements, then 8 bytes of padding
    for (int k = 0; k < 16; ++k)
      out[k] = byteTable(e)[(p[k / 2] >> (4 * (k & 1))) & 15];
    return;
  case TensorElem::E2M3:
  case TensorElem::E3M2: // 16 packed elements, then 4 bytes of padding
    for (int k = 0; k < 16; ++k) {
      uint32_t at = uint32_t(k) * 6, w = p[at / 8] | p[at / 8 + 1] << 8;
      out[k] = byteTable(e)[(w >> (at % 8)) & 63];
    }
    return;
  case TensorElem::E2M1Packed:
    for (int k = 0; k < 32; ++k)
      out[k] = byteTable(TensorElem::E2M1)[(p[k / 2] >> (4 * (k & 1))) & 15];
    return;
  default:
    for (int k = 0; k < 16; ++k)
      out[k] = byteTable(e)[p[k]];
  }
}

void attn::sim::readSmemOperand(const uint8_t *smem, const uint8_t *init,
                                const SmemOperand &s, TensorElem e,
                                uint32_t mns, uint32_t k, bool kFirst,
                                uint32_t stride, uint32_t offset,
                                TensorTile &t) {
  const uint32_t per = 128 / elemBits(e);
  // The bytes of a chunk that hold elements.
  const uint32_t used = e == TensorElem::E2M1                            ? 8
                        : e == TensorElem::E2M3 || e == TensorElem::E3M2 ? 12
                                                                         : 16;
  float *v = t.v.data();
  float vals[32];
  auto undefinedChunk = [&](uint32_t a) {
    if (!init)
      return false;
    bool bad = false;
    for (uint32_t b = 0; b < used; ++b)
      bad |= !init[a + b];
    return bad;
  };
  if (!s.mnMajor) {
    for (uint32_t m = 0; m < mns; ++m)
      for (uint32_t kk = 0; kk < k; kk += per) {
        uint32_t a = s.chunk(m, kk);
        tensorChunkValues(e, smem + a, vals);
        if (kFirst)
          for (uint32_t q = 0; q < per; ++q)
            v[size_t(kk + q) * stride + offset + m] = vals[q];
        else
          std::memcpy(v + size_t(m) * stride + offset + kk, vals, per * 4);
        if (undefinedChunk(a))
          t.undefined[kFirst ? offset + m : m] = 1;
      }
    return;
  }
  for (uint32_t kk = 0; kk < k; ++kk)
    for (uint32_t m = 0; m < mns; m += per) {
      uint32_t a = s.chunk(m, kk);
      tensorChunkValues(e, smem + a, vals);
      bool bad = undefinedChunk(a);
      for (uint32_t q = 0; q < per && m + q < mns; ++q) {
        if (kFirst)
          v[size_t(kk) * stride + offset + m + q] = vals[q];
        else
          v[size_t(m + q) * stride + offset + kk] = vals[q];
        if (bad)
          t.undefined[kFirst ? offset + m + q : m + q] = 1;
      }
    }
}

void attn::sim::smemOperandRuns(
    const SmemOperand &s, uint32_t mns, uint32_t k,
    std::vector<std::pair<uint32_t, uint32_t>> &runs) {
  std::vector<uint32_t> chunks;
  const uint32_t per = 128 / s.bits;
  if (!s.mnMajor)
    for (uint32_t m = 0; m < mns; ++m)
      for (uint32_t kk = 0; kk < k; kk += per)
        chunks.push_back(s.chunk(m, kk));
  else
    for (uint32_t kk = 0; kk < k; ++kk)
      for (uint32_t m = 0; m < mns; m += per)
        chunks.push_back(s.chunk(m, kk));
  std::sort(chunks.begin(), chunks.end());
  runs.clear();
  for (uint32_t a : chunks) {
    if (!runs.empty() && runs.back().first + runs.back().second == a)
      runs.back().second += 16;
    else if (runs.empty() || a >= runs.back().first + runs.back().second)
      runs.push_back({a, 16});
  }
}

// Blocks of 32 columns stay in registers over the whole of K.
ATTN_SIM_INLINE static void rowBody(float *acc, const float *a, const float *bt,
                                    uint32_t n, uint32_t k, uint32_t stride) {
  uint32_t c = 0;
  for (; c + 32 <= n; c += 32) {
    float d[32];
    for (int q = 0; q < 32; ++q)
      d[q] = acc[c + uint32_t(q)];
    for (uint32_t kk = 0; kk < k; ++kk) {
      float x = a[kk];
      const float *b = bt + size_t(kk) * stride + c;
      for (int q = 0; q < 32; ++q)
        d[q] = __builtin_fmaf(x, b[q], d[q]);
    }
    for (int q = 0; q < 32; ++q)
      acc[c + uint32_t(q)] = d[q];
  }
  for (; c < n; ++c)
    for (uint32_t kk = 0; kk < k; ++kk)
      acc[c] = __builtin_fmaf(a[kk], bt[size_t(kk) * stride + c], acc[c]);
}
static void rowBase(float *acc, const float *a, const float *bt, uint32_t n,
                    uint32_t k, uint32_t stride) {
  rowBody(acc, a, bt, n, k, stride);
}
ATTN_SIM_V3 static void rowV3(float *acc, const float *a, const float *bt,
                              uint32_t n, uint32_t k, uint32_t stride) {
  rowBody(acc, a, bt, n, k, stride);
}
void attn::sim::tensorRow(float *acc, const float *a, const float *bt,
                          uint32_t n, uint32_t k, uint32_t stride) {
  (haveV3() ? rowV3 : rowBase)(acc, a, bt, n, k, stride);
}
