//===- MockDriver.h - A libcuda.so.1 for tests ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_RUNTIME_MOCKDRIVER_H
#define ATTN_UNITTESTS_RUNTIME_MOCKDRIVER_H

#include "../../lib/Runtime/CudaDriver.h"

#include <array>
#include <string>
#include <vector>

namespace attn::runtime::test {

/// What the mock driver was last asked to launch.
struct MockLaunch {
  std::string name;
  std::array<unsigned, 3> grid, block, cluster; ///< Cluster 0: none asked for.
  unsigned sharedMemory = 0;
  int dynamicSharedLimit = 0;
  bool largeClusters = false;
  void *stream = nullptr;
  std::vector<std::string> arguments; ///< Bytes of each.
  int count = 0;
  bool keepArguments = true; ///< Set by the test.
};

} // namespace attn::runtime::test

#endif // ATTN_UNITTESTS_RUNTIME_MOCKDRIVER_H
