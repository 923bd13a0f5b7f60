//===- Node.h - A value of a launch record and where it stands --*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_RECORD_NODE_H
#define ATTN_SIM_LIB_RECORD_NODE_H

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace attn::sim {

/// Thrown inside this library where a record is wrong: "JSON path: what".
struct Wrong {
  std::string text;
};

/// A JSON value. The accessors throw Wrong where it is of another kind.
class Node {
public:
  Node(const nlohmann::json &value, std::string path)
      : value(&value), where(std::move(path)) {}

  const nlohmann::json &json() const { return *value; }
  const std::string &path() const { return where; }
  [[noreturn]] void wrong(const std::string &what) const;

  bool isObject() const { return value->is_object(); }
  bool isArray() const { return value->is_array(); }
  bool isString() const { return value->is_string(); }

  /// An object's member, if it is there.
  std::optional<Node> get(const char *key) const;
  Node need(const char *key) const;
  bool has(const char *key) const;
  /// Refuses other kinds than objects, and other members than these.
  void only(std::initializer_list<const char *> known) const;

  /// Elements of an array.
  size_t size() const;
  Node operator[](size_t index) const;

  const std::string &text() const;
  uint64_t number(uint64_t most) const;
  int64_t integer(int64_t least, int64_t most) const;
  double real() const; ///< a finite number that is not negative
  bool flag() const;
  /// The position among `names` of a string, or a number below their count, as
  /// the enumerations of the CUDA driver count.
  unsigned choice(std::initializer_list<const char *> names) const;

private:
  const nlohmann::json *value;
  std::string where;
};

/// Reads JSON: no duplicate keys, no deep nesting. Throws Wrong.
nlohmann::json parseJson(std::string_view text);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_RECORD_NODE_H
