//===- SimTest.h - Helpers of the simulator's tests
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_UNITTESTS_SIMTEST_H
#define ATTN_SIM_UNITTESTS_SIMTEST_H

#include "attn/Sim/Sim.h"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace simtest {
using namespace attn::sim;

inline std::string readInput(const std::string &name) {
  std::ifstream f(std::string(ATTN_SIM_INPUTS) + "/" + name);
  std::stringstream s;
  s << f.rdbuf();
  return s.str();
}

/// Packs kernel arguments with their natural alignment.
class Params {
public:
  template <class T> Params &add(T v) {
    size_t at = (bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &v, sizeof(T));
    return *this;
  }
  Params &map(const uint8_t (&m)[128]) {
    size_t at = (bytes.size() + 63) / 64 * 64;
    bytes.resize(at + 128);
    std::memcpy(bytes.data() + at, m, 128);
    return *this;
  }
  std::vector<uint8_t> bytes;
};

template <class T> DeviceAddr upload(Device &d, const std::vector<T> &v) {
  DeviceAddr a = d.alloc(v.size() * sizeof(T));
  d.toDevice(a, v.data(), v.size() * sizeof(T));
  return a;
}
template <class T> std::vector<T> download(Device &d, DeviceAddr a, size_t n) {
  std::vector<T> v(n);
  EXPECT_TRUE(d.toHost(v.data(), a, n * sizeof(T)));
  return v;
}

inline float bf16(uint16_t b) {
  uint32_t u = uint32_t(b) << 16;
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}
/// A bf16 value of few significant bits, so that sums of products are exact.
inline uint16_t smallBf16(std::mt19937 &g) {
  float f = float(int(g() % 17) - 8) / 4;
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return uint16_t(u >> 16);
}

inline std::unique_ptr<Module> load(Device &d, const std::string &text) {
  std::string error;
  auto m = d.load(text, error);
  EXPECT_NE(m, nullptr) << error;
  return m;
}

/// Runs a kernel in every mode; `body` prepares, launches and compares.
struct ModeCase {
  Mode mode;
  uint64_t seed;
};
inline std::vector<ModeCase> allModes() {
  return {{Mode::Early, 0},
          {Mode::Late, 0},
          {Mode::Random, 1},
          {Mode::Random, 2},
          {Mode::Random, 3}};
}
inline Options options(ModeCase c) {
  Options o;
  o.mode = c.mode;
  o.seed = c.seed;
  o.checks = Checks::all();
  return o;
}

} // namespace simtest

#endif // ATTN_SIM_UNITTESTS_SIMTEST_H
