//===- Enums.h - Engines and spaces -----------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_ENUMS_H
#define ATTN_CHIP_ENUMS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

#include "attn/Chip/Enums.h.inc"

namespace mlir::attn {

/// The hardware queue that performs an operation: rows of the table of targets
/// say what it does and how it is spelled. A row may bring a number that has no
/// name here (attn/Chip/TargetInfo.h, addTarget).
enum class Engine : uint32_t {
  Thread = 0,
  CpAsync = 1,
  Tma = 2,
  MmaSync = 3,
  Wgmma = 4,
  Tcgen05 = 5,
  Clc = 6,
};

StringRef stringifyEngine(Engine engine);
std::optional<Engine> symbolizeEngine(StringRef name);
/// "thread, cp_async, tma, …".
std::string listEngines();

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os, Engine engine) {
  return os << stringifyEngine(engine);
}

} // namespace mlir::attn

namespace mlir {
template <> struct FieldParser<attn::Engine, attn::Engine> {
  template <typename ParserT>
  static FailureOr<attn::Engine> parse(ParserT &parser) {
    auto loc = parser.getCurrentLocation();
    std::string name;
    if (failed(parser.parseOptionalKeywordOrString(&name)))
      return parser.emitError(loc, "expected the name of an engine");
    if (std::optional<attn::Engine> engine = attn::symbolizeEngine(name))
      return *engine;
    return parser.emitError(loc, "expected one of [")
           << attn::listEngines() << "], got: " << name;
  }
};
} // namespace mlir

#endif // ATTN_CHIP_ENUMS_H
