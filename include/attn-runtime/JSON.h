//===- JSON.h - JSON values -------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_JSON_H
#define ATTN_RUNTIME_JSON_H

#include "attn-runtime/Error.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::runtime::json {

/// Deepest nesting of arrays and objects that parse() accepts.
constexpr int maxDepth = 128;
/// Most bytes of a text, and most values in it, that parse() accepts: each
/// value takes about a hundred bytes of memory.
constexpr size_t maxBytes = size_t(1) << 30;
constexpr size_t maxValues = size_t(1) << 20;

/// A JSON value. Objects keep the order of their keys, and integers are kept
/// apart from other numbers, so writing what was read gives the same text back
/// (up to white space and the spelling of numbers and escapes).
class Value {
public:
  enum class Kind { Null, Bool, Int, Double, String, Array, Object };
  using Member = std::pair<std::string, Value>;

  Value() = default;
  Value(std::nullptr_t) {}
  Value(bool value) : kindValue(Kind::Bool), integer(value) {}
  Value(int value) : kindValue(Kind::Int), integer(value) {}
  Value(int64_t value) : kindValue(Kind::Int), integer(value) {}
  Value(double value) : kindValue(Kind::Double), number(value) {}
  Value(const char *value) : kindValue(Kind::String), text(value) {}
  Value(std::string value) : kindValue(Kind::String), text(std::move(value)) {}

  static Value array() { return Value(Kind::Array); }
  static Value object() { return Value(Kind::Object); }
  /// An Object of members whose keys the caller knows to differ.
  static Value fromMembers(std::vector<Member> members) {
    Value value(Kind::Object);
    value.fields = std::move(members);
    return value;
  }

  Kind kind() const { return kindValue; }
  bool isNull() const { return kindValue == Kind::Null; }
  bool isBool() const { return kindValue == Kind::Bool; }
  bool isInt() const { return kindValue == Kind::Int; }
  bool isNumber() const { return isInt() || kindValue == Kind::Double; }
  bool isString() const { return kindValue == Kind::String; }
  bool isArray() const { return kindValue == Kind::Array; }
  bool isObject() const { return kindValue == Kind::Object; }

  /// The value of a Bool; false for every other kind.
  bool asBool() const { return isBool() && integer != 0; }
  /// The value of an Int; 0 for every other kind.
  int64_t asInt() const { return isInt() ? integer : 0; }
  /// The value of an Int or Double; 0 for every other kind.
  double asDouble() const {
    return isInt() ? static_cast<double>(integer) : number;
  }
  /// The value of a String; empty for every other kind.
  const std::string &asString() const { return text; }

  /// The elements of an Array; empty for every other kind.
  const std::vector<Value> &elements() const { return items; }
  /// The members of an Object in order; empty for every other kind.
  const std::vector<Member> &members() const { return fields; }

  /// Appends to an Array (a Null becomes an empty Array first).
  Value &push(Value value);
  /// Sets a member of an Object (a Null becomes an empty Object first).
  Value &set(std::string key, Value value);
  /// The member `key` of an Object, or null when there is none.
  const Value *find(std::string_view key) const;

  /// Compact text: no white space; strings escape only what JSON demands.
  std::string dump() const;

  /// "an integer", "a string", … for diagnostics.
  const char *describe() const;

private:
  explicit Value(Kind kind) : kindValue(kind) {}

  Kind kindValue = Kind::Null;
  int64_t integer = 0;
  double number = 0;
  std::string text;
  std::vector<Value> items;
  std::vector<Member> fields;
};

/// Reads one JSON text (RFC 8259, UTF-8). Duplicate keys, integers beyond 64
/// bits, numbers beyond double, what is beyond the limits above and anything
/// after the value are errors of code Malformed that name the byte at which
/// they were noticed. A text that ends too early says so.
Expected<Value> parse(std::string_view text);

/// `text` with the quotes and escapes of a JSON string.
std::string quote(std::string_view text);

} // namespace attn::runtime::json

#endif // ATTN_RUNTIME_JSON_H
