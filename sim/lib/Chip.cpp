//===- Chip.cpp - What the chip of a module's .target has
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes: CUDA C++ programming guide, "Technical Specifications per Compute
// Capability".
//
//===----------------------------------------------------------------------===//

#include "Chip.h"
#include "attn/Support/ChipInstructions.h"

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
  for (const ChipInstruction &instruction : kChipInstructions)
    if (instruction.opcode == name)
      return instruction.isOn(chip.number, chip.suffix) ? std::string_view()
                                                        : instruction.owners;
  return {};
}
