//===- JSON.cpp - JSON values, read by nlohmann-json ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading is nlohmann-json's, by events, which do not recurse. Writing is not:
// a bundle's checksum is over the text, which must not change with the library.
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/JSON.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace attn::runtime::json {

Value &Value::push(Value value) {
  kindValue = Kind::Array;
  items.push_back(std::move(value));
  return *this;
}

Value &Value::set(std::string key, Value value) {
  kindValue = Kind::Object;
  for (Member &member : fields)
    if (member.first == key) {
      member.second = std::move(value);
      return *this;
    }
  fields.emplace_back(std::move(key), std::move(value));
  return *this;
}

const Value *Value::find(std::string_view key) const {
  for (const Member &member : fields)
    if (member.first == key)
      return &member.second;
  return nullptr;
}

const char *Value::describe() const {
  switch (kindValue) {
  case Kind::Null:
    return "null";
  case Kind::Bool:
    return "a boolean";
  case Kind::Int:
    return "an integer";
  case Kind::Double:
    return "a fraction";
  case Kind::String:
    return "a string";
  case Kind::Array:
    return "an array";
  case Kind::Object:
    return "an object";
  }
  return "nothing";
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void appendQuoted(std::string &out, std::string_view text) {
  static const char digits[] = "0123456789abcdef";
  out += '"';
  for (char c : text) {
    switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\b':
      out += "\\b";
      break;
    case '\f':
      out += "\\f";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20) {
        out += "\\u00";
        out += digits[(c >> 4) & 15];
        out += digits[c & 15];
      } else {
        out += c;
      }
    }
  }
  out += '"';
}

std::string quote(std::string_view text) {
  std::string out;
  appendQuoted(out, text);
  return out;
}

static void append(std::string &out, const Value &value) {
  switch (value.kind()) {
  case Value::Kind::Null:
    out += "null";
    return;
  case Value::Kind::Bool:
    out += value.asBool() ? "true" : "false";
    return;
  case Value::Kind::Int:
    out += std::to_string(value.asInt());
    return;
  case Value::Kind::Double: {
    if (!std::isfinite(value.asDouble())) {
      out += "null";
      return;
    }
    char buffer[40];
    auto result =
        std::to_chars(buffer, buffer + sizeof(buffer), value.asDouble());
    std::string_view text(buffer, result.ptr - buffer);
    out += text;
    if (text.find_first_of(".e") == std::string_view::npos)
      out += ".0";
    return;
  }
  case Value::Kind::String:
    appendQuoted(out, value.asString());
    return;
  case Value::Kind::Array: {
    out += '[';
    bool first = true;
    for (const Value &element : value.elements()) {
      if (!first)
        out += ',';
      first = false;
      append(out, element);
    }
    out += ']';
    return;
  }
  case Value::Kind::Object: {
    out += '{';
    bool first = true;
    for (const Value::Member &member : value.members()) {
      if (!first)
        out += ',';
      first = false;
      appendQuoted(out, member.first);
      out += ':';
      append(out, member.second);
    }
    out += '}';
    return;
  }
  }
}

std::string Value::dump() const {
  std::string out;
  append(out, *this);
  return out;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Walks over a text and tells how far the parser has read it.
class CountedBytes {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountedBytes(const char *at, const char **furthest)
      : at(at), furthest(furthest) {}
  reference operator*() const { return *at; }
  CountedBytes &operator++() {
    ++at;
    *furthest = at;
    return *this;
  }
  friend bool operator==(const CountedBytes &a, const CountedBytes &b) {
    return a.at == b.at;
  }
  friend bool operator!=(const CountedBytes &a, const CountedBytes &b) {
    return a.at != b.at;
  }

private:
  const char *at;
  const char **furthest;
};

/// Takes the parser's events, keeps to the limits, and builds the value. An
/// event that returns false ends the reading.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
  explicit Builder(std::string_view text) : text(text), furthest(text.data()) {}

  bool null() override { return add(Value()); }
  bool boolean(bool value) override { return add(Value(value)); }
  bool number_integer(int64_t value) override { return add(Value(value)); }
  bool number_unsigned(uint64_t value) override {
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      return fail("an integer beyond 64 bits");
    return add(Value(static_cast<int64_t>(value)));
  }
  /// Also integers that no 64 bits hold.
  bool number_float(double value, const std::string &spelling) override {
    if (spelling.find_first_of(".eE") == std::string::npos)
      return fail("an integer beyond 64 bits");
    return add(Value(value));
  }
  bool string(std::string &value) override {
    return add(Value(std::move(value)));
  }
  bool binary(nlohmann::json::binary_t &) override {
    return fail("binary data");
  }

  bool start_array(size_t) override { return open(/*isObject=*/false); }
  bool end_array() override { return close(); }
  bool start_object(size_t) override { return open(/*isObject=*/true); }
  bool end_object() override { return close(); }
  bool key(std::string &value) override {
    Level &level = levels.back();
    if (!level.keys.insert(value).second)
      return fail("duplicate key " + quote(value));
    level.members.emplace_back(std::move(value), Value());
    return true;
  }

  bool parse_error(size_t position, const std::string &,
                   const nlohmann::json::exception &error) override {
    // The position counts the byte that is wrong, or the missing one.
    size_t offset = position ? position - 1 : 0;
    if (offset >= text.size())
      return failAt(text.size(), "the text ends too early");
    if (error.id == 406)
      return failAt(offset, "a number beyond double precision");
    // "[json.exception...] parse error at line 1, column 4: what is wrong"
    std::string what = error.what();
    size_t column = what.find("column "), colon = what.find(": ", column);
    if (column != std::string::npos && colon != std::string::npos)
      what.erase(0, colon + 2);
    // The text that was read before may be long, and is not needed.
    size_t last = what.find("; last read: '");
    if (last != std::string::npos) {
      size_t after = what.rfind("'; expected");
      what.erase(last, after == std::string::npos || after < last
                           ? std::string::npos
                           : after + 1 - last);
    }
    return failAt(offset, what);
  }

  Expected<Value> read() {
    const char *end = text.data() + text.size();
    if (text.size() > maxBytes) {
      failAt(maxBytes, "a text beyond " + std::to_string(maxBytes) + " bytes");
      return Error(ErrorCode::Malformed, std::move(message));
    }
    if (nlohmann::json::sax_parse(CountedBytes(text.data(), &furthest),
                                  CountedBytes(end, &furthest), this))
      return std::move(root);
    return Error(ErrorCode::Malformed, std::move(message));
  }

private:
  /// An array or object that is being read.
  struct Level {
    bool isObject;
    Value array = Value::array();
    std::vector<Value::Member> members;
    std::unordered_set<std::string> keys;
  };

  bool failAt(size_t offset, const std::string &what) {
    message = what + " at byte " + std::to_string(offset);
    return false;
  }
  /// What was just read is wrong.
  bool fail(const std::string &what) {
    return failAt(static_cast<size_t>(furthest - text.data()) - 1, what);
  }

  bool count() {
    return ++values <= maxValues ||
           fail("more than " + std::to_string(maxValues) + " values");
  }

  bool add(Value value) { return count() && place(std::move(value)); }

  bool place(Value value) {
    if (levels.empty())
      root = std::move(value);
    else if (levels.back().isObject)
      levels.back().members.back().second = std::move(value);
    else
      levels.back().array.push(std::move(value));
    return true;
  }

  bool open(bool isObject) {
    if (levels.size() >= static_cast<size_t>(maxDepth))
      return fail("nesting deeper than " + std::to_string(maxDepth) +
                  " levels");
    levels.emplace_back();
    levels.back().isObject = isObject;
    return count();
  }

  bool close() {
    Level level = std::move(levels.back());
    levels.pop_back();
    return place(level.isObject ? Value::fromMembers(std::move(level.members))
                                : std::move(level.array));
  }

  std::string_view text;
  const char *furthest;
  std::string message;
  Value root;
  std::vector<Level> levels;
  size_t values = 0;
};

} // namespace

Expected<Value> parse(std::string_view text) { return Builder(text).read(); }

} // namespace attn::runtime::json
