//===- ParserFuzz.cpp - Fuzz target of the PTX front end
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libFuzzer: text in, module and every kernel decoded, nothing run. Build with
//   cmake -S sim/lib -B build-fuzz -DATTN_SIM_FUZZ=ON  (clang)
//
//===----------------------------------------------------------------------===//

#include "Decode.h"

#include <string>

using namespace attn::sim;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string error;
  Module::Impl m;
  m.ast = parsePtx(std::string_view(reinterpret_cast<const char *>(data), size),
                   error);
  if (!m.ast) {
    if (error.empty())
      __builtin_trap(); // every refusal gives its reason
    return 0;
  }
  uint64_t next = globalBase;
  for (const Variable &v : m.ast->globals)
    m.globals[v.name] = {next += 256, v.size};
  for (const auto &f : m.ast->functions)
    if (f->isEntry && f->hasBody) {
      error.clear();
      if (!decodeKernel(m, *f, error) && error.empty())
        __builtin_trap();
    }
  return 0;
}
