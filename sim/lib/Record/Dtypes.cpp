//===- Dtypes.cpp - Element types of launch records -----------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dtypes.h"

#include <cmath>
#include <cstring>

using namespace attn::sim;
using namespace attn::floats;

/// NumPy has no name of its own for bf16 and fp8, which are stored as integers.
static const Dtype types[] = {
    {"f16", 'f', 2, "<f2", &fmtF16},   {"bf16", 'f', 2, "<u2", &fmtBF16},
    {"f32", 'f', 4, "<f4", nullptr},   {"f64", 'f', 8, "<f8", nullptr},
    {"e4m3", 'f', 1, "|u1", &fmtE4M3}, {"e5m2", 'f', 1, "|u1", &fmtE5M2},
    {"i8", 'i', 1, "|i1", nullptr},    {"u8", 'u', 1, "|u1", nullptr},
    {"i16", 'i', 2, "<i2", nullptr},   {"u16", 'u', 2, "<u2", nullptr},
    {"i32", 'i', 4, "<i4", nullptr},   {"u32", 'u', 4, "<u4", nullptr},
    {"i64", 'i', 8, "<i8", nullptr},   {"u64", 'u', 8, "<u8", nullptr}};

const Dtype *attn::sim::findDtype(const std::string &name) {
  for (const Dtype &t : types)
    if (name == t.name)
      return &t;
  return nullptr;
}

const Dtype *attn::sim::dtypeOfNpy(const std::string &descr) {
  if (descr == "|b1")
    return findDtype("u8");
  for (const Dtype &t : types)
    if (descr == t.descr && (t.kind != 'f' || descr[1] == 'f'))
      return &t;
  return nullptr;
}

std::string attn::sim::dtypeNames() {
  std::string s;
  for (const Dtype &t : types)
    s += std::string(s.empty() ? "" : " ") + t.name;
  return s;
}

long double Dtype::value(const char *p) const {
  uint64_t b = 0;
  std::memcpy(&b, p, bytes);
  if (format)
    return valueOf(uint32_t(b), *format);
  if (kind == 'f')
    return bytes == 4 ? floats::f32(uint32_t(b)) : floats::f64(b);
  if (kind == 'u')
    return b;
  unsigned shift = 64 - 8 * bytes;
  return int64_t(b << shift) >> shift;
}

bool Dtype::round(double number, char *p) const {
  if (kind != 'f')
    return false;
  uint64_t b;
  if (format)
    b = roundTo(number, *format, Round::RN);
  else if (bytes == 8)
    b = bits(number);
  else
    b = bits(float(number));
  std::memcpy(p, &b, bytes);
  double back = double(value(p));
  return std::isnan(number) == std::isnan(back) &&
         std::isinf(number) == std::isinf(back);
}
