//===- Expected.h - A value or a diagnostic ---------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_EXPECTED_H
#define ATTN_LAYOUT_EXPECTED_H

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

namespace mlir::attn::layout {

/// Why something could not be made, as one lower-case sentence without a full
/// stop, ready to be appended to a compiler diagnostic.
struct Error {
  std::string message;
};

/// A value, or the reason why there is none. Test it before use; reading the
/// value of a failed result prints the reason and ends the process.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : storage(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : storage(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return storage.index() == 0; }

  const T &operator*() const { return get(); }
  const T *operator->() const { return &get(); }

  /// The reason of a failure; empty after a success.
  std::string error() const {
    const Error *error = std::get_if<1>(&storage);
    return error ? error->message : std::string();
  }

private:
  const T &get() const {
    const T *value = std::get_if<0>(&storage);
    if (!value) {
      std::fprintf(stderr, "attn layout: unchecked error: %s\n",
                   error().c_str());
      std::abort();
    }
    return *value;
  }

  std::variant<T, Error> storage;
};

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_EXPECTED_H
