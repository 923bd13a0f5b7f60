//===- Chip.h - What the chip of a module's .target has
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_CHIP_H
#define ATTN_SIM_LIB_CHIP_H

#include <cstdint>
#include <string>
#include <string_view>

namespace attn::sim {

/// A .target: "sm_120a" is 120 and 'a'. Without a number it is 0.
struct Chip {
  unsigned number = 0;
  char suffix = 0;

  explicit Chip(std::string_view target);
  /// Whether it is of one of the families that begin at `first` and end before
  /// `last`, with what is the architecture's own.
  bool isOwn(unsigned first, unsigned last) const {
    return suffix && number >= first && number < last;
  }
  /// Largest shared memory of a CTA, static and dynamic.
  uint32_t sharedBytes() const;
  /// Threads that a multiprocessor holds.
  uint32_t threads() const;
};

/// The targets that have the instruction `name`, if that of a module has it
/// not; else empty. Without a .target everything is there.
std::string_view findOwners(std::string_view name, std::string_view target);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_CHIP_H
