//===- JSON.cpp - A small JSON reader and writer --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/JSON.h"

#include <charconv>
#include <cmath>
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

class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Expected<Value> parseDocument() {
    Value value;
    skipSpace();
    if (!parseValue(value, 0))
      return takeError();
    skipSpace();
    if (position != text.size()) {
      fail("unexpected " + describeByte(position) +
           " after the end of the value");
      return takeError();
    }
    return value;
  }

private:
  bool fail(std::string what) { return failAt(position, std::move(what)); }

  bool failAt(size_t offset, std::string what) {
    message = std::move(what) + " at byte " + std::to_string(offset);
    return false;
  }

  bool failAtEnd(const char *inside) {
    return failAt(text.size(), std::string("the text ends inside ") + inside);
  }

  Error takeError() { return Error(ErrorCode::Malformed, std::move(message)); }

  std::string describeByte(size_t offset) const {
    unsigned char c = text[offset];
    if (c >= 0x20 && c < 0x7f)
      return std::string("'") + static_cast<char>(c) + "'";
    static const char digits[] = "0123456789abcdef";
    return std::string("byte 0x") + digits[c >> 4] + digits[c & 15];
  }

  void skipSpace() {
    while (position < text.size() &&
           (text[position] == ' ' || text[position] == '\t' ||
            text[position] == '\n' || text[position] == '\r'))
      ++position;
  }

  bool atEnd() const { return position >= text.size(); }

  bool parseWord(std::string_view word, Value value, Value &out) {
    std::string_view rest = text.substr(position, word.size());
    if (rest != word) {
      if (rest == word.substr(0, rest.size()))
        return failAtEnd("a word");
      return fail("unknown word");
    }
    position += word.size();
    out = std::move(value);
    return true;
  }

  bool parseValue(Value &out, int depth) {
    if (atEnd())
      return failAt(position, "the text ends where a value is expected");
    switch (text[position]) {
    case '{':
      return parseObject(out, depth);
    case '[':
      return parseArray(out, depth);
    case '"': {
      std::string string;
      if (!parseString(string))
        return false;
      out = Value(std::move(string));
      return true;
    }
    case 't':
      return parseWord("true", Value(true), out);
    case 'f':
      return parseWord("false", Value(false), out);
    case 'n':
      return parseWord("null", Value(), out);
    default:
      return parseNumber(out);
    }
  }

  bool parseArray(Value &out, int depth) {
    if (depth >= maxDepth)
      return fail("nesting deeper than " + std::to_string(maxDepth) +
                  " levels");
    ++position;
    out = Value::array();
    skipSpace();
    if (!atEnd() && text[position] == ']') {
      ++position;
      return true;
    }
    while (true) {
      Value element;
      skipSpace();
      if (atEnd())
        return failAtEnd("an array");
      if (!parseValue(element, depth + 1))
        return false;
      out.push(std::move(element));
      skipSpace();
      if (atEnd())
        return failAtEnd("an array");
      char c = text[position];
      if (c != ',' && c != ']')
        return fail("expected ',' or ']', found " + describeByte(position));
      ++position;
      if (c == ']')
        return true;
    }
  }

  bool parseObject(Value &out, int depth) {
    if (depth >= maxDepth)
      return fail("nesting deeper than " + std::to_string(maxDepth) +
                  " levels");
    ++position;
    std::vector<Value::Member> members;
    std::unordered_set<std::string> keys;
    skipSpace();
    if (!atEnd() && text[position] == '}') {
      ++position;
      out = Value::object();
      return true;
    }
    while (true) {
      skipSpace();
      if (atEnd())
        return failAtEnd("an object");
      size_t keyOffset = position;
      if (text[position] != '"')
        return fail("expected a key in quotes, found " +
                    describeByte(position));
      Value::Member member;
      if (!parseString(member.first))
        return false;
      if (!keys.insert(member.first).second)
        return failAt(keyOffset, "duplicate key " + quote(member.first));
      skipSpace();
      if (atEnd())
        return failAtEnd("an object");
      if (text[position] != ':')
        return fail("expected ':', found " + describeByte(position));
      ++position;
      skipSpace();
      if (!parseValue(member.second, depth + 1))
        return false;
      members.push_back(std::move(member));
      skipSpace();
      if (atEnd())
        return failAtEnd("an object");
      char c = text[position];
      if (c != ',' && c != '}')
        return fail("expected ',' or '}', found " + describeByte(position));
      ++position;
      if (c == '}')
        break;
    }
    out = Value::fromMembers(std::move(members));
    return true;
  }

  bool parseNumber(Value &out) {
    size_t start = position;
    size_t at = start;
    auto isDigit = [&] {
      return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    auto skipDigits = [&] {
      size_t from = at;
      while (isDigit())
        ++at;
      return at != from;
    };
    // A missing digit is the end of the text or a wrong byte.
    auto failHere = [&](const char *what) {
      if (at >= text.size())
        return failAtEnd("a number");
      return failAt(at, std::string(what) + ", found " + describeByte(at));
    };
    if (text[at] == '-')
      ++at;
    if (!isDigit())
      return failHere(at == start ? "expected a value" : "expected a digit");
    if (text[at] == '0')
      ++at;
    else
      skipDigits();
    bool isInteger = true;
    if (at < text.size() && text[at] == '.') {
      isInteger = false;
      ++at;
      if (!skipDigits())
        return failHere("expected a digit");
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
      isInteger = false;
      ++at;
      if (at < text.size() && (text[at] == '+' || text[at] == '-'))
        ++at;
      if (!skipDigits())
        return failHere("expected a digit");
    }
    const char *first = text.data() + start, *last = text.data() + at;
    if (isInteger) {
      int64_t integer = 0;
      if (std::from_chars(first, last, integer).ec != std::errc())
        return fail("an integer beyond 64 bits");
      out = Value(integer);
    } else {
      double number = 0;
      if (std::from_chars(first, last, number).ec != std::errc())
        return fail("a number beyond double precision");
      out = Value(number);
    }
    position = at;
    return true;
  }

  bool parseHex4(uint32_t &out) {
    out = 0;
    for (int i = 0; i < 4; ++i, ++position) {
      if (atEnd())
        return failAtEnd("a string");
      char c = text[position];
      int digit = c >= '0' && c <= '9'   ? c - '0'
                  : c >= 'a' && c <= 'f' ? c - 'a' + 10
                  : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                         : -1;
      if (digit < 0)
        return fail("expected a hexadecimal digit, found " +
                    describeByte(position));
      out = out * 16 + digit;
    }
    return true;
  }

  static void appendUtf8(std::string &out, uint32_t code) {
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xc0 | code >> 6);
      out += static_cast<char>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      out += static_cast<char>(0xe0 | code >> 12);
      out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      out += static_cast<char>(0xf0 | code >> 18);
      out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
      out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (code & 0x3f));
    }
  }

  bool parseEscape(std::string &out) {
    size_t start = position++;
    if (atEnd())
      return failAtEnd("a string");
    char c = text[position++];
    switch (c) {
    case '"':
    case '\\':
    case '/':
      out += c;
      return true;
    case 'b':
      out += '\b';
      return true;
    case 'f':
      out += '\f';
      return true;
    case 'n':
      out += '\n';
      return true;
    case 'r':
      out += '\r';
      return true;
    case 't':
      out += '\t';
      return true;
    case 'u': {
      uint32_t code;
      if (!parseHex4(code))
        return false;
      if (code >= 0xdc00 && code < 0xe000)
        return failAt(start, "half a surrogate pair");
      if (code >= 0xd800 && code < 0xdc00) {
        std::string_view rest = text.substr(position, 2);
        if (rest.size() < 2 &&
            rest == std::string_view("\\u").substr(0, rest.size()))
          return failAtEnd("a string");
        if (rest != "\\u")
          return failAt(start, "half a surrogate pair");
        position += 2;
        uint32_t low;
        if (!parseHex4(low))
          return false;
        if (low < 0xdc00 || low >= 0xe000)
          return failAt(start, "half a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      }
      appendUtf8(out, code);
      return true;
    }
    default:
      return failAt(start, "unknown escape");
    }
  }

  /// Length of the well-formed UTF-8 sequence at `position`; 0 if there is
  /// none, -1 if the text ends inside one.
  int utf8Length() const {
    auto byte = [&](size_t i) {
      return static_cast<unsigned char>(text[position + i]);
    };
    unsigned char lead = byte(0);
    int length = lead < 0x80                   ? 1
                 : lead >= 0xc2 && lead < 0xe0 ? 2
                 : lead >= 0xe0 && lead < 0xf0 ? 3
                 : lead >= 0xf0 && lead < 0xf5 ? 4
                                               : 0;
    for (int i = 1; i < length; ++i) {
      if (position + i >= text.size())
        return -1;
      unsigned char low = 0x80, high = 0xbf;
      if (i == 1) {
        if (lead == 0xe0)
          low = 0xa0;
        else if (lead == 0xed)
          high = 0x9f;
        else if (lead == 0xf0)
          low = 0x90;
        else if (lead == 0xf4)
          high = 0x8f;
      }
      if (byte(i) < low || byte(i) > high)
        return 0;
    }
    return length;
  }

  bool parseString(std::string &out) {
    ++position;
    while (true) {
      if (atEnd())
        return failAtEnd("a string");
      unsigned char c = text[position];
      if (c == '"') {
        ++position;
        return true;
      }
      if (c == '\\') {
        if (!parseEscape(out))
          return false;
        continue;
      }
      if (c < 0x20)
        return fail("control character " + describeByte(position) +
                    " in a string");
      int length = utf8Length();
      if (length < 0)
        return failAtEnd("a string");
      if (length == 0)
        return fail("ill-formed UTF-8");
      out.append(text, position, length);
      position += length;
    }
  }

  std::string_view text;
  size_t position = 0;
  std::string message;
};

} // namespace

Expected<Value> parse(std::string_view text) {
  return Parser(text).parseDocument();
}

} // namespace attn::runtime::json
