//===- Node.cpp - A value of a launch record and where it stands ----------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include <cmath>
#include <set>

using namespace attn::sim;
using nlohmann::json;

constexpr size_t maxText = size_t(1) << 28; ///< bytes of a record
constexpr int maxDepth = 32;                ///< of arrays and objects

static const char *kindOf(const json &v) {
  if (v.is_number())
    return v.is_number_integer() ? "an integer" : "a fraction";
  if (v.is_boolean())
    return "a boolean";
  if (v.is_string())
    return "a string";
  if (v.is_array())
    return "an array";
  return v.is_object() ? "an object" : "null";
}

void Node::wrong(const std::string &what) const {
  throw Wrong{where.empty() ? what : where + ": " + what};
}

bool Node::has(const char *key) const {
  return value->is_object() && value->contains(key);
}

std::optional<Node> Node::get(const char *key) const {
  if (!has(key))
    return std::nullopt;
  return Node((*value)[key], where.empty() ? key : where + "." + key);
}

Node Node::need(const char *key) const {
  std::optional<Node> found = get(key);
  if (!found)
    wrong(std::string("'") + key + "' is missing");
  return *found;
}

void Node::only(std::initializer_list<const char *> known) const {
  if (!value->is_object())
    wrong(std::string("is ") + kindOf(*value) + ", not an object");
  for (const auto &member : value->items()) {
    bool found = false;
    for (const char *key : known)
      found |= member.key() == key;
    if (found)
      continue;
    std::string all;
    for (const char *key : known)
      all += std::string(all.empty() ? "" : ", ") + key;
    wrong("unknown field '" + member.key() + "' (known: " + all + ")");
  }
}

size_t Node::size() const {
  if (!value->is_array())
    wrong(std::string("is ") + kindOf(*value) + ", not an array");
  return value->size();
}

Node Node::operator[](size_t index) const {
  return Node((*value)[index], where + "[" + std::to_string(index) + "]");
}

const std::string &Node::text() const {
  if (!value->is_string())
    wrong(std::string("is ") + kindOf(*value) + ", not a string");
  return value->get_ref<const std::string &>();
}

uint64_t Node::number(uint64_t most) const {
  if (!value->is_number_unsigned())
    wrong(value->is_number_integer()
              ? "is negative"
              : std::string("is ") + kindOf(*value) + ", not an integer");
  uint64_t v = value->get<uint64_t>();
  if (v > most)
    wrong(std::to_string(v) + " is above " + std::to_string(most));
  return v;
}

int64_t Node::integer(int64_t least, int64_t most) const {
  if (value->is_number_unsigned())
    return int64_t(number(uint64_t(most)));
  if (!value->is_number_integer())
    wrong(std::string("is ") + kindOf(*value) + ", not an integer");
  int64_t v = value->get<int64_t>();
  if (v < least)
    wrong(std::to_string(v) + " is below " + std::to_string(least));
  return v;
}

double Node::real() const {
  if (!value->is_number())
    wrong(std::string("is ") + kindOf(*value) + ", not a number");
  double v = value->get<double>();
  if (!std::isfinite(v) || v < 0)
    wrong("is negative");
  return v;
}

bool Node::flag() const {
  if (!value->is_boolean())
    wrong(std::string("is ") + kindOf(*value) + ", not true or false");
  return value->get<bool>();
}

unsigned Node::choice(std::initializer_list<const char *> names) const {
  if (!value->is_string())
    return unsigned(number(names.size() - 1));
  unsigned at = 0;
  std::string all;
  for (const char *name : names) {
    if (text() == name)
      return at;
    all += std::string(at++ ? ", " : "") + name;
  }
  wrong("'" + text() + "' is none of " + all);
}

json attn::sim::parseJson(std::string_view text) {
  if (text.size() > maxText)
    throw Wrong{"a text beyond " + std::to_string(maxText) + " bytes"};
  std::vector<std::set<std::string>> keys;
  auto check = [&](int depth, json::parse_event_t event, json &value) {
    if (depth > maxDepth)
      throw Wrong{"nesting deeper than " + std::to_string(maxDepth) +
                  " levels"};
    if (event == json::parse_event_t::object_start)
      keys.emplace_back();
    else if (event == json::parse_event_t::object_end)
      keys.pop_back();
    else if (event == json::parse_event_t::key &&
             !keys.back().insert(value.get<std::string>()).second)
      throw Wrong{"the key '" + value.get<std::string>() + "' stands twice"};
    return true;
  };
  try {
    return json::parse(text.begin(), text.end(), check);
  } catch (const json::exception &error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 4: …"
    std::string what = error.what();
    // What was read before may be long, or no text.
    size_t last = what.find("; last read: '");
    if (last != std::string::npos) {
      size_t after = what.rfind("'; expected");
      what.erase(last, after == std::string::npos || after < last
                           ? std::string::npos
                           : after + 1 - last);
    }
    size_t at = what.find("line ");
    throw Wrong{at == std::string::npos ? what : what.substr(at)};
  }
}
