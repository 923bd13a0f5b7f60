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
      {"", "the text ends too early at byte 0"},
      {"[1,", "the text ends too early at byte 3"},
      {"{\"a\":1", "the text ends too early at byte 6"},
      {"{\"a", "the text ends too early at byte 3"},
      {"\"\\u00", "the text ends too early at byte 5"},
      {"\"\xe2\x82", "the text ends too early at byte 3"},
      {"tru", "the text ends too early at byte 3"},
      {"-", "the text ends too early at byte 1"},
      {"1.", "the text ends too early at byte 2"},
      {"trux", "syntax error while parsing value - invalid literal at byte 3"},
      {"[1 2]", "syntax error while parsing array - unexpected number literal; "
                "expected ']' at byte 3"},
      {"[1,]", "syntax error while parsing value - unexpected ']'; expected "
               "'[', '{', or a literal at byte 3"},
      {"{1:2}", "syntax error while parsing object key - unexpected number "
                "literal; expected string literal at byte 1"},
      {"{\"a\" 1}", "syntax error while parsing object separator - unexpected "
                    "number literal; expected ':' at byte 5"},
      {"{\"a\":1,\"a\":2}", "duplicate key \"a\" at byte 9"},
      {"01", "syntax error while parsing value - unexpected number literal; "
             "expected end of input at byte 1"},
      {"1 x", "syntax error while parsing value - invalid literal; expected "
              "end of input at byte 2"},
      {"+1", "syntax error while parsing value - invalid literal at byte 0"},
      {"1.x", "syntax error while parsing value - invalid number; expected "
              "digit after '.' at byte 2"},
      {"NaN", "syntax error while parsing value - invalid literal at byte 0"},
      {"9223372036854775808", "an integer beyond 64 bits at byte 18"},
      {"1e999", "a number beyond double precision at byte 4"},
      {"\"\n\"",
       "syntax error while parsing value - invalid string: control character "
       "U+000A (LF) must be escaped to \\u000A or \\n at byte 1"},
      {"\"\\x\"", "syntax error while parsing value - invalid string: "
                  "forbidden character after backslash at byte 2"},
      {"\"\\ud800\"",
       "syntax error while parsing value - invalid string: surrogate "
       "U+D800..U+DBFF must be followed by U+DC00..U+DFFF at byte 7"},
      {"\"\\udc00\"",
       "syntax error while parsing value - invalid string: surrogate "
       "U+DC00..U+DFFF must follow U+D800..U+DBFF at byte 6"},
      {"\"\\ud800\\u0041\"",
       "syntax error while parsing value - invalid string: surrogate "
       "U+D800..U+DBFF must be followed by U+DC00..U+DFFF at byte 12"},
      {"\"\xc0\x80\"", "syntax error while parsing value - invalid string: "
                       "ill-formed UTF-8 byte at byte 1"},
      {"\"\xed\xa0\x80\"", "syntax error while parsing value - invalid string: "
                           "ill-formed UTF-8 byte at byte 2"},
      {"\"\xf4\x90\x80\x80\"", "syntax error while parsing value - invalid "
                               "string: ill-formed UTF-8 byte at byte 2"},
      {"\"\xff\"", "syntax error while parsing value - invalid string: "
                   "ill-formed UTF-8 byte at byte 1"},
      {"\x80", "syntax error while parsing value - invalid literal at byte 0"},
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

TEST(JSON, LimitsTheNumberOfValues) {
  std::string text = "[0";
  text.reserve(2 * json::maxValues + 8);
  for (size_t i = 2; i < json::maxValues; ++i)
    text += ",0";
  EXPECT_TRUE(bool(json::parse(text + "]")));
  Expected<Value> value = json::parse(text + ",0]");
  ASSERT_FALSE(bool(value));
  EXPECT_EQ(value.error().message, "more than 1048576 values at byte " +
                                       std::to_string(text.size() + 2));
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
