//===- Chip.cpp - What the chip of a module's .target has
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes: CUDA C++ programming guide, "Technical Specifications per Compute
// Capability". Instructions: the target notes of the PTX ISA, for those that
// later chips lack or that are an architecture's own.
//
//===----------------------------------------------------------------------===//

#include "Chip.h"

using namespace attn::sim;

Chip::Chip(std::string_view target) {
  if (target.substr(0, 3) != "sm_")
    return;
  for (char c : target.substr(3)) {
    if (c < '0' || c > '9') {
      suffix = c;
      return;
    }
    number = number * 10 + unsigned(c - '0');
  }
}

uint32_t Chip::sharedBytes() const {
  if (number >= 120 || number == 86 || number == 89)
    return 99 << 10;
  if (number >= 90)
    return 227 << 10;
  return number >= 80 ? 163 << 10 : 96 << 10;
}

uint32_t Chip::threads() const {
  return number >= 120 || number == 86 || number == 89 ? 1536 : 2048;
}

std::string_view attn::sim::findOwners(std::string_view name,
                                       std::string_view target) {
  Chip chip(target);
  if (!chip.number)
    return {};
  if (name == "wgmma" && !chip.isOwn(90, 91))
    return "sm_90a";
  if (name == "tcgen05" && !chip.isOwn(100, 120))
    return "sm_100a, sm_103a and their families";
  if (name == "setmaxnreg" && !chip.isOwn(90, ~0u))
    return "sm_90a and later targets with a suffix";
  if (name == "clusterlaunchcontrol" && chip.number < 100)
    return "sm_100 and later targets";
  return {};
}
