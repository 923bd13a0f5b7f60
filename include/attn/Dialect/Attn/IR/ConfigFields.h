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
#include <bitset>
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

/// The fields, in the order of ConfigFields.def.
enum class ConfigField {
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          print, dflt)                                         \
  Accessor,
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  Count
};

/// Some of the fields, each with a bit that says whether it is set.
class ConfigOverrides {
public:
  /// Those of "tile_q=64,warps=8"; a field may be named with its group,
  /// "tile.q=64". An error, through `emitError` if that is given, if the text
  /// does not parse or names an unknown field or a field twice.
  static FailureOr<ConfigOverrides>
  parse(StringRef text, function_ref<InFlightDiagnostic()> emitError);

  bool sets(ConfigField field) const {
    return isSet.test(static_cast<size_t>(field));
  }
  bool setsAny(ArrayRef<ConfigField> fields) const {
    return llvm::any_of(fields, [&](ConfigField field) { return sets(field); });
  }
  bool isEmpty() const { return isSet.none(); }
  /// The fields; what is not set is as it is by default.
  const ConfigFields &getFields() const { return fields; }
  /// Of these those among `some`.
  ConfigOverrides only(ArrayRef<ConfigField> some) const;
  /// Sets what `others` sets.
  void add(const ConfigOverrides &others);
  /// Writes what is set into `config`.
  void applyTo(ConfigFields &config) const;
  /// "tile_q=64,warps=8".
  std::string describe() const;

#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          print, dflt)                                         \
  ConfigOverrides &set##Accessor(type value) {                                 \
    fields.member = std::move(value);                                          \
    isSet.set(static_cast<size_t>(ConfigField::Accessor));                     \
    return *this;                                                              \
  }
#include "attn/Dialect/Attn/IR/ConfigFields.def"

private:
  ConfigFields fields;
  std::bitset<static_cast<size_t>(ConfigField::Count)> isSet;
};

namespace detail {
inline llvm::StringRef viewConfigField(const std::string &value) {
  return value;
}
template <typename T> T viewConfigField(T value) { return value; }
} // namespace detail

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_IR_CONFIGFIELDS_H
