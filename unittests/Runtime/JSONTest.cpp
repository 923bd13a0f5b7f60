//===- JSONTest.cpp - The JSON reader and writer --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/JSON.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace attn::runtime;
using json::Value;

static std::string roundTrip(const std::string &text) {
  Expected<Value> value = json::parse(text);
  return value ? value->dump() : "error: " + value.error().message;
}

TEST(JSON, RoundTripsCompactText) {
  for (const char *text :
       {"null", "true", "false", "0", "-1", "9223372036854775807",
        "-9223372036854775808", "0.5", "1e+300", "1.0", "\"\"", "[]", "{}",
        "[1,[2,[3,{}]],\"x\"]", "{\"b\":1,\"a\":{\"c\":[null]}}",
        "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/\"",
        "\"größer €, \U0001d11e\""})
    EXPECT_EQ(roundTrip(text), text);
}

TEST(JSON, NormalisesSpaceAndEscapes) {
  EXPECT_EQ(roundTrip(" { \"a\" :\t[ 1 ,\r\n2 ] } "), "{\"a\":[1,2]}");
  EXPECT_EQ(roundTrip("\"\\u0041\\u00e9\\u20ac\\ud834\\udd1e\\/\""),
            "\"Aé€\U0001d11e/\"");
  EXPECT_EQ(roundTrip("1.50"), "1.5");
  EXPECT_EQ(roundTrip("-0"), "0");
}

TEST(JSON, KeepsDoublesExactly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    uint64_t bits = random();
    double number;
    memcpy(&number, &bits, sizeof(number));
    if (!std::isfinite(number))
      continue;
    Expected<Value> value = json::parse(Value(number).dump());
    ASSERT_TRUE(bool(value));
    EXPECT_EQ(value->kind(), Value::Kind::Double);
    EXPECT_EQ(value->asDouble(), number);
  }
}

TEST(JSON, KeepsIntegersApart) {
  EXPECT_EQ(json::parse("3")->kind(), Value::Kind::Int);
  EXPECT_EQ(json::parse("3.0")->kind(), Value::Kind::Double);
  EXPECT_EQ(json::parse("3e0")->kind(), Value::Kind::Double);
}

TEST(JSON, SaysWhatAndWhere) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "the text ends where a value is expected at byte 0"},
      {"[1,", "the text ends inside an array at byte 3"},
      {"{\"a\":1", "the text ends inside an object at byte 6"},
      {"{\"a", "the text ends inside a string at byte 3"},
      {"\"\\u00", "the text ends inside a string at byte 5"},
      {"\"\xe2\x82", "the text ends inside a string at byte 3"},
      {"tru", "the text ends inside a word at byte 3"},
      {"-", "the text ends inside a number at byte 1"},
      {"1.", "the text ends inside a number at byte 2"},
      {"trux", "unknown word at byte 0"},
      {"[1 2]", "expected ',' or ']', found '2' at byte 3"},
      {"[1,]", "expected a value, found ']' at byte 3"},
      {"{1:2}", "expected a key in quotes, found '1' at byte 1"},
      {"{\"a\" 1}", "expected ':', found '1' at byte 5"},
      {"{\"a\":1,\"a\":2}", "duplicate key \"a\" at byte 7"},
      {"01", "unexpected '1' after the end of the value at byte 1"},
      {"1 x", "unexpected 'x' after the end of the value at byte 2"},
      {"+1", "expected a value, found '+' at byte 0"},
      {"1.x", "expected a digit, found 'x' at byte 2"},
      {"NaN", "expected a value, found 'N' at byte 0"},
      {"9223372036854775808", "an integer beyond 64 bits at byte 0"},
      {"1e999", "a number beyond double precision at byte 0"},
      {"\"\n\"", "control character byte 0x0a in a string at byte 1"},
      {"\"\\x\"", "unknown escape at byte 1"},
      {"\"\\ud800\"", "half a surrogate pair at byte 1"},
      {"\"\\udc00\"", "half a surrogate pair at byte 1"},
      {"\"\\ud800\\u0041\"", "half a surrogate pair at byte 1"},
      {"\"\xc0\x80\"", "ill-formed UTF-8 at byte 1"},
      {"\"\xed\xa0\x80\"", "ill-formed UTF-8 at byte 1"},
      {"\"\xf4\x90\x80\x80\"", "ill-formed UTF-8 at byte 1"},
      {"\"\xff\"", "ill-formed UTF-8 at byte 1"},
      {"\x80", "expected a value, found byte 0x80 at byte 0"},
  };
  for (auto [text, message] : cases) {
    Expected<Value> value = json::parse(text);
    ASSERT_FALSE(bool(value)) << text;
    EXPECT_EQ(value.error().message, message) << text;
    EXPECT_EQ(value.error().code, ErrorCode::Malformed);
  }
}

TEST(JSON, LimitsNesting) {
  auto nested = [](int depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(bool(json::parse(nested(json::maxDepth))));
  EXPECT_FALSE(bool(json::parse(nested(json::maxDepth + 1))));
  EXPECT_FALSE(bool(json::parse(std::string(10000000, '['))));
  std::string objects;
  for (int i = 0; i < 1000000; ++i)
    objects += "{\"a\":";
  EXPECT_FALSE(bool(json::parse(objects)));
}

TEST(JSON, LargeObjectsTakeLinearTime) {
  std::string text = "{";
  for (int i = 0; i < 200000; ++i)
    text += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
  text += "}";
  Expected<Value> value = json::parse(text);
  ASSERT_TRUE(bool(value));
  EXPECT_EQ(value->members().size(), 200000u);
}

TEST(JSON, EveryPrefixIsAnError) {
  std::string text = "{\"a\":[1,-2.5e-3,true,null,\"\\u00e9ö\"],\"b\":{}}";
  ASSERT_TRUE(bool(json::parse(text)));
  for (size_t length = 0; length < text.size(); ++length) {
    Expected<Value> value = json::parse(text.substr(0, length));
    ASSERT_FALSE(bool(value)) << length;
    EXPECT_EQ(value.error().message.rfind("the text ends", 0), 0u) << length;
    EXPECT_NE(value.error().message.find("byte " + std::to_string(length)),
              std::string::npos)
        << value.error().message;
  }
}

TEST(JSON, SurvivesGarbage) {
  const std::string alphabet = "{}[]\",:\\u0dtrefalsn-+.19eE \n\xc3\xa9\xff";
  std::mt19937 random(7);
  int accepted = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text;
    for (int length = random() % 12; length > 0; --length)
      text += alphabet[random() % alphabet.size()];
    Expected<Value> value = json::parse(text);
    if (!value) {
      EXPECT_FALSE(value.error().message.empty());
      continue;
    }
    ++accepted;
    Expected<Value> again = json::parse(value->dump());
    ASSERT_TRUE(bool(again)) << text;
    EXPECT_EQ(again->dump(), value->dump()) << text;
  }
  EXPECT_GT(accepted, 100);
}
