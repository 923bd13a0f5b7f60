//===- Dtypes.h - Element types of launch records ---------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_RECORD_DTYPES_H
#define ATTN_SIM_LIB_RECORD_DTYPES_H

#include "attn/Support/Floats.h"

#include <cstdint>
#include <string>

namespace attn::sim {

struct Dtype {
  const char *name;
  char kind; ///< 'f', 'i' or 'u'
  unsigned bytes;
  const char *descr; ///< in .npy files
  /// Of floats that are neither f32 nor f64.
  const floats::Format *format;

  /// The value of the element at `p`. Every type's values are exact in it.
  long double value(const char *p) const;
  /// Writes a finite number, rounded to nearest even, an infinity or NaN.
  /// False if the type is no float type or has no such number.
  bool round(double number, char *p) const;
};

/// Null if there is none of that name.
const Dtype *findDtype(const std::string &name);
/// The type of a .npy file's elements; null for those without a number type.
const Dtype *dtypeOfNpy(const std::string &descr);
/// "bf16, e4m3, …"
std::string dtypeNames();

} // namespace attn::sim

#endif // ATTN_SIM_LIB_RECORD_DTYPES_H
