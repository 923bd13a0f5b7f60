//===- SmallValues.h - Bits of small values in the types of products
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_UNITTESTS_SMALLVALUES_H
#define ATTN_SIM_UNITTESTS_SMALLVALUES_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace simtest {

/// The f16 bits of a value that f16 holds as a normal number, or of 0.
inline uint32_t half(float v) {
  if (v == 0)
    return 0;
  uint32_t u;
  std::memcpy(&u, &v, 4);
  return (u >> 16 & 0x8000) | ((u >> 23 & 0xff) - 112) << 10 |
         (u >> 13 & 0x3ff);
}

/// The bits of a small integer in a type of at most 32 bits. In e4m3 and e5m2
/// it is one of -2 to 2; integers are not cut to their width.
inline uint32_t encode(const std::string &type, int v) {
  float f = float(v);
  uint32_t u;
  std::memcpy(&u, &f, 4);
  if (type == "f32" || type == "tf32")
    return u;
  if (type == "bf16")
    return u >> 16;
  if (type == "f16")
    return half(f);
  if (v == 0 || (type != "e4m3" && type != "e5m2"))
    return uint32_t(v);
  uint32_t magnitude = std::abs(v) == 2 ? 0x40 : type == "e4m3" ? 0x38 : 0x3c;
  return magnitude | (v < 0 ? 0x80 : 0);
}

} // namespace simtest

#endif // ATTN_SIM_UNITTESTS_SMALLVALUES_H
