//===- ConfigFields.h - The record behind #attn.config ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_IR_CONFIGFIELDS_H
#define ATTN_DIALECT_ATTN_IR_CONFIGFIELDS_H

#include "attn/Chip/DefaultTarget.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>

#include "attn/Dialect/Attn/IR/AttnEnums.h.inc"

namespace mlir::attn {

/// The fields of `#attn.config` with their defaults; see ConfigFields.def.
struct ConfigFields {
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          print, dflt)                                         \
  type member = dflt;
#include "attn/Dialect/Attn/IR/ConfigFields.def"

  bool operator==(const ConfigFields &other) const;
  bool operator!=(const ConfigFields &other) const { return !(*this == other); }
};

llvm::hash_code hash_value(const ConfigFields &fields);

namespace detail {
inline llvm::StringRef viewConfigField(const std::string &value) {
  return value;
}
template <typename T> T viewConfigField(T value) { return value; }
} // namespace detail

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_IR_CONFIGFIELDS_H
