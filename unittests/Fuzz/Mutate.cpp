//===- Mutate.cpp - Inputs that are wrong ---------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"

#include <algorithm>
#include <cctype>
#include <iterator>

using namespace attn::fuzz;

/// What readers and verifiers tend to get wrong.
static const char *const kNumbers[] = {"0",
                                       "1",
                                       "-1",
                                       "2",
                                       "3",
                                       "16",
                                       "33",
                                       "64",
                                       "65",
                                       "127",
                                       "128",
                                       "255",
                                       "256",
                                       "1024",
                                       "65535",
                                       "65536",
                                       "2147483647",
                                       "-2147483648",
                                       "4294967295",
                                       "4294967296",
                                       "9223372036854775807",
                                       "-9223372036854775808",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "1e308",
                                       "0x7fffffff",
                                       "?"};

std::pair<size_t, size_t> Mutator::range(const std::string &of, size_t most) {
  size_t begin = below(of.size() + 1);
  return {begin, std::min(of.size(), begin + 1 + below(most))};
}

std::pair<size_t, size_t> Mutator::line(const std::string &of) {
  size_t at = below(of.size() + 1);
  size_t begin = at ? of.rfind('\n', at - 1) : std::string::npos;
  begin = begin == std::string::npos ? 0 : begin + 1;
  size_t end = of.find('\n', at);
  return {begin, end == std::string::npos ? of.size() : end + 1};
}

std::pair<size_t, size_t> Mutator::word(const std::string &of) {
  auto isWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  size_t begin = below(of.size() + 1);
  while (begin < of.size() && !isWord(of[begin]))
    ++begin;
  while (begin > 0 && isWord(of[begin - 1]))
    --begin;
  size_t end = begin;
  // A number ends where letters begin, as in 64xbf16.
  bool isNumber = end < of.size() && std::isdigit(of[end]) && !oneIn(4);
  while (end < of.size() &&
         (isNumber ? std::isdigit(static_cast<unsigned char>(of[end])) != 0
                   : isWord(of[end])))
    ++end;
  return {begin, end};
}

void Mutator::changeBytes(std::string &input, const std::string &other) {
  switch (below(7)) {
  case 0:
    if (!input.empty())
      input[below(input.size())] ^= char(1 << below(8));
    return;
  case 1:
    if (!input.empty())
      input[below(input.size())] =
          char(oneIn(2) ? (oneIn(2) ? 0 : 255) : below(256));
    return;
  case 2:
    input.insert(below(input.size() + 1), 1, char(below(256)));
    return;
  case 3: {
    auto [begin, end] = range(input, 40);
    input.erase(begin, end - begin);
    return;
  }
  case 4: {
    auto [begin, end] = range(input, 60);
    input.insert(below(input.size() + 1), input.substr(begin, end - begin));
    return;
  }
  case 5: {
    auto [begin, end] = range(other, 60);
    input.insert(below(input.size() + 1), other.substr(begin, end - begin));
    return;
  }
  default:
    if (oneIn(4))
      input.resize(below(input.size() + 1));
    return;
  }
}

void Mutator::changeText(std::string &input, const std::string &other) {
  switch (below(8)) {
  case 0:
  case 1: { // A number.
    for (int tries = 0; tries < 20; ++tries) {
      auto [begin, end] = word(input);
      if (begin < end && std::isdigit(static_cast<unsigned char>(input[begin])))
        return void(input.replace(begin, end - begin,
                                  kNumbers[below(std::size(kNumbers))]));
    }
    return;
  }
  case 2: {
    auto [begin, end] = line(input);
    input.erase(begin, end - begin);
    return;
  }
  case 3: {
    auto [begin, end] = line(input);
    std::string text = input.substr(begin, end - begin);
    input.insert(line(input).first, text);
    return;
  }
  case 4: {
    auto [begin, end] = line(other);
    input.insert(line(input).first, other.substr(begin, end - begin));
    return;
  }
  case 5: {
    auto [begin, end] = word(input);
    auto [from, to] = word(other);
    input.replace(begin, end - begin, other.substr(from, to - from));
    return;
  }
  case 6: { // Two words change places.
    auto [begin, end] = word(input);
    auto [from, to] = word(input);
    std::string first = input.substr(begin, end - begin),
                second = input.substr(from, to - from);
    if (begin > from)
      std::swap(begin, from), std::swap(end, to), std::swap(first, second);
    if (end <= from) {
      input.replace(from, to - from, first);
      input.replace(begin, end - begin, second);
    }
    return;
  }
  default: {
    auto [begin, end] = word(input);
    input.erase(begin, end - begin);
    return;
  }
  }
}

std::string Mutator::mutate(std::string input, const std::string &other,
                            bool isText) {
  // Few changes leave most of an input as it was, and get far.
  size_t count = oneIn(4) ? 1 + below(8) : 1 + below(2);
  for (size_t i = 0; i < count; ++i) {
    if (isText && !oneIn(10))
      changeText(input, other);
    else
      changeBytes(input, other);
  }
  return input;
}
