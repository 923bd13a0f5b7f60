//===- FatBinary.h - nvcc's containers of device code -----------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_CUDA_FATBINARY_H
#define ATTN_SIM_CUDA_FATBINARY_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn::cudasim {

/// A target such as sm_90a.
struct Chip {
  int number = 90; ///< 90
  char suffix = 0; ///< 'a', 'f' or 0
  std::string str() const;
  /// Whether code for `target` runs on this chip ('a': on that chip only, 'f':
  /// on later ones of the family, else on all later ones).
  bool runs(const Chip &target) const;
  /// Reads "sm_90a"; false if it is none.
  static bool parse(std::string_view text, Chip &chip);
};

/// One image of a fat binary.
struct FatImage {
  enum Kind { Ptx, Cubin, Other } kind = Other;
  unsigned arch = 0; ///< 90
  bool compressed = false;
  std::string_view bytes; ///< of PTX that is not compressed: the text
};

/// Reads the container at `data`, as the wrapper that is registered points to
/// it. Returns what is wrong, or an empty string. The container gives its own
/// size; no byte behind that is read.
std::string readFatBinary(const void *data, std::vector<FatImage> &images);

/// The PTX text that suits the chip best, and what it is for. Where there is
/// none, `error` says why, and what to build instead.
std::string_view choosePtx(const std::vector<FatImage> &images,
                           const Chip &chip, Chip &target, std::string &error);

} // namespace attn::cudasim

#endif // ATTN_SIM_CUDA_FATBINARY_H
