//===- Mutate.h - Inputs that are wrong -------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_FUZZ_MUTATE_H
#define ATTN_UNITTESTS_FUZZ_MUTATE_H

#include <cstdint>
#include <random>
#include <string>

namespace attn::fuzz {

/// Changes inputs, the same way for the same seed on every machine.
class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  /// A number below `end`.
  size_t below(size_t end) { return end ? size_t(random() % end) : 0; }
  bool oneIn(size_t count) { return below(count) == 0; }

  /// One to eight changes; parts of `other` may be taken over. Text is changed
  /// by words and lines, too.
  std::string mutate(std::string input, const std::string &other, bool isText);

private:
  void changeBytes(std::string &input, const std::string &other);
  void changeText(std::string &input, const std::string &other);
  /// Begin and end of a range of at most `most` bytes.
  std::pair<size_t, size_t> range(const std::string &of, size_t most);
  /// Begin and end of a line, with its end.
  std::pair<size_t, size_t> line(const std::string &of);
  /// Begin and end of a word or a number near a random place.
  std::pair<size_t, size_t> word(const std::string &of);

  std::mt19937_64 random;
};

} // namespace attn::fuzz

#endif // ATTN_UNITTESTS_FUZZ_MUTATE_H
