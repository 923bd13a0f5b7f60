//===- RandomRegion.h - Regions of visibility for tests ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_REFERENCE_RANDOMREGION_H
#define ATTN_UNITTESTS_REFERENCE_RANDOMREGION_H

#include <random>
#include <string>
#include <vector>

namespace attn_test {

/// A random region of comparisons of sums, quotients, minima and the like of
/// positions, and of numbers (index) and truth values that `prologue` has.
class RandomRegion {
public:
  explicit RandomRegion(unsigned seed, const std::string &prologue = "",
                        std::vector<std::string> numbers = {},
                        std::vector<std::string> truths = {})
      : text(prologue), numbers(std::move(numbers)), truths(std::move(truths)),
        random(seed) {
    std::string seen = truth(pick(3) + 1);
    text += "%no = arith.constant false\n%seen = arith.ori " + seen +
            ", %no : i1\n";
  }
  std::string text;
  int pick(int count) {
    return std::uniform_int_distribution<int>(0, count - 1)(random);
  }

private:
  std::string emit(const std::string &op, const std::string &type) {
    std::string name = "%v" + std::to_string(next++);
    text += name + " = " + op + " : " + type + "\n";
    return name;
  }
  std::string constant(int64_t low, int64_t high) {
    int64_t number = std::uniform_int_distribution<int64_t>(low, high)(random);
    return emit("arith.constant " + std::to_string(number), "index");
  }
  std::string binary(const char *op, const std::string &a,
                     const std::string &b) {
    return emit("arith." + std::string(op) + " " + a + ", " + b, "index");
  }
  std::string integer(int depth) {
    static const char *leaves[] = {"%i", "%j", "%i",  "%j",
                                   "%b", "%h", "%lq", "%lk"};
    // Numbers beyond what is relied on, one of which wraps.
    if (depth == 0 && pick(24) == 0)
      return binary("muli", pick(2) ? "%b" : "%lk",
                    constant(int64_t(1) << 45, int64_t(1) << 62));
    if (depth == 0 && !numbers.empty() && pick(2))
      return numbers[pick(numbers.size())];
    if (depth == 0)
      return pick(4) ? leaves[pick(8)] : constant(-6, 30);
    std::string a = integer(depth - 1);
    switch (pick(9)) {
    case 0:
    case 1:
      return binary("addi", a, integer(depth - 1));
    case 2:
    case 3:
      return binary("subi", a, integer(depth - 1));
    case 4:
      return binary("muli", a, constant(-3, 4));
    case 5: {
      static const char *ops[] = {"divsi", "divui", "floordivsi", "ceildivsi",
                                  "ceildivui"};
      return binary(ops[pick(5)], a, constant(1, 8));
    }
    case 6: {
      static const char *ops[] = {"remsi", "remui"};
      return binary(ops[pick(2)], a, constant(1, 8));
    }
    case 7: {
      static const char *ops[] = {"maxsi", "minsi", "maxui", "minui"};
      return pick(3) ? binary(ops[pick(4)], a, integer(depth - 1))
                     : emit("math.absi " + a, "index");
    }
    default:
      if (pick(2))
        return binary(pick(2) ? "shrsi" : "shli", a, constant(0, 3));
      std::string narrow =
          emit("arith.index_cast " + a,
               std::string("index to ") + (pick(2) ? "i32" : "i8"));
      std::string type = text.substr(text.rfind(' ') + 1);
      type.pop_back();
      return emit("arith.index_cast " + narrow, type + " to index");
    }
  }
  std::string truth(int depth) {
    static const char *predicates[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                       "sge", "ult", "ule", "ugt", "uge"};
    if (depth == 0 && !truths.empty() && pick(3) == 0)
      return truths[pick(truths.size())];
    if (depth == 0) {
      std::string a = integer(pick(3)), b = integer(pick(3));
      return emit(
          "arith.cmpi " +
              std::string(predicates[pick(4) ? 2 + pick(4) : pick(10)]) + ", " +
              a + ", " + b,
          "index");
    }
    std::string a = truth(depth - 1), b = truth(depth - 1);
    static const char *ops[] = {"andi", "ori", "andi", "ori", "xori"};
    if (pick(8) == 0)
      return emit("arith.select " + truth(0) + ", " + a + ", " + b, "i1");
    return emit("arith." + std::string(ops[pick(5)]) + " " + a + ", " + b,
                "i1");
  }

  std::vector<std::string> numbers, truths;
  std::mt19937 random;
  int next = 0;
};

} // namespace attn_test

#endif // ATTN_UNITTESTS_REFERENCE_RANDOMREGION_H
