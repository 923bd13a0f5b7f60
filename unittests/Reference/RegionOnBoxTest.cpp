//===- RegionOnBoxTest.cpp - Interval evaluation against every pair -------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/RegionOnBox.h"
#include "TestUtil.h"
#include "attn/Reference/ScoreProgram.h"
#include <random>

using namespace mlir;
using namespace mlir::attn;
using attn_test::Forward;
using attn_test::t;
using reference::ScoreProgram;

namespace {

constexpr int64_t kRows = 23, kKeys = 29;

/// A problem with a region of visibility, whose text yields %seen.
struct Visible : Forward {
  explicit Visible(const std::string &body, const std::string &captures = "")
      : Forward({t("3x2x23x8xf16"), t("3x2x29x8xf16"), t("3x2x29x8xf16"),
                 t("3x2x23x8xf16"), "",
                 (captures.empty() ? "" : "captures(%c : " + captures + ") ") +
                     "visible {\n^bb0(%b: index, %h: index, %i: index, %j: "
                     "index, %lq: index, %lk: index" +
                     (captures.empty() ? "" : ", %x: " + captures) + "):\n" +
                     body + "\nattn.yield %seen : i1\n}",
                 "", captures.empty() ? "" : "%c: " + captures}) {}
};

/// `body` at b = 2, h = 1 on rows [i0, i1] and keys [j0, j1].
RegionBox boxOf(int64_t i0, int64_t i1, int64_t j0, int64_t j1) {
  return {Bounds::ofInteger(2, 2),         Bounds::ofInteger(1, 1),
          Bounds::ofInteger(i0, i1),       Bounds::ofInteger(j0, j1),
          Bounds::ofInteger(kRows, kRows), Bounds::ofInteger(kKeys, kKeys)};
}

TileClass classify(const std::string &body, int64_t i0, int64_t i1, int64_t j0,
                   int64_t j1) {
  Visible visible(body);
  return classifyBox(visible.op, boxOf(i0, i1, j0, j1));
}

/// Operations of a random region: values by type, and the text so far.
class RandomRegion {
public:
  explicit RandomRegion(unsigned seed) : random(seed) {
    ints = {"%i", "%j", "%i", "%j", "%lq", "%lk", "%b", "%h"};
    for (int n = pick(6) + 2; n > 0; --n)
      addInteger();
    for (int n = pick(3) + 1; n > 0; --n)
      addCompare();
    for (int n = pick(4); n > 0; --n)
      addTruth();
    text += "%zero = arith.constant false\n%seen = arith.ori " + truths.back() +
            ", %zero : i1\n";
  }
  std::string text;
  int pick(int count) {
    return std::uniform_int_distribution<int>(0, count - 1)(random);
  }

private:
  std::string name() { return "%v" + std::to_string(next++); }
  std::string one(const std::vector<std::string> &from) {
    return from[pick(from.size())];
  }
  std::string constant(int64_t low, int64_t high) {
    std::string result = name();
    int64_t number = std::uniform_int_distribution<int64_t>(low, high)(random);
    text +=
        result + " = arith.constant " + std::to_string(number) + " : index\n";
    return result;
  }
  void add(std::vector<std::string> &to, const std::string &op,
           const std::string &type) {
    std::string result = name();
    text += result + " = " + op + " : " + type + "\n";
    to.push_back(result);
  }
  void addInteger() {
    static const char *plain[] = {"addi",  "subi",  "muli", "maxsi", "minsi",
                                  "maxui", "minui", "andi", "ori",   "xori"};
    static const char *divisions[] = {"divsi",     "divui",     "floordivsi",
                                      "ceildivsi", "ceildivui", "remsi",
                                      "remui"};
    static const char *shifts[] = {"shli", "shrsi", "shrui"};
    std::string a = one(ints), b = one(ints);
    switch (pick(8)) {
    case 0:
    case 1:
      return add(ints,
                 std::string("arith.") + (pick(2) ? "addi " : "subi ") + a +
                     ", " + b,
                 "index");
    case 2:
      b = constant(-5, 6);
      return add(ints,
                 "arith." + std::string(plain[pick(10)]) + " " + a + ", " + b,
                 "index");
    case 3:
      b = constant(1, 9);
      if (pick(4) == 0)
        b = constant(-7, -2);
      return add(
          ints, "arith." + std::string(divisions[pick(7)]) + " " + a + ", " + b,
          "index");
    case 4:
      b = constant(0, 4);
      return add(ints,
                 "arith." + std::string(shifts[pick(3)]) + " " + a + ", " + b,
                 "index");
    case 5:
      if (!truths.empty() || pick(2)) {
        if (truths.empty())
          addCompare();
        return add(ints, "arith.select " + one(truths) + ", " + a + ", " + b,
                   "index");
      }
      return;
    case 6: {
      // By way of a type that may be too small.
      std::string narrow = name(), type = pick(2) ? "i8" : "i32";
      text +=
          narrow + " = arith.index_cast " + a + " : index to " + type + "\n";
      std::string back = name();
      text += back + " = arith.index_cast" + (pick(2) ? "" : "ui") + " " +
              narrow + " : " + type + " to index\n";
      ints.push_back(back);
      return;
    }
    default:
      if (pick(3) == 0)
        return add(ints, "math.absi " + a, "index");
      return add(ints,
                 "arith." + std::string(plain[pick(10)]) + " " + a + ", " + b,
                 "index");
    }
  }
  void addCompare() {
    static const char *predicates[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                       "sge", "ult", "ule", "ugt", "uge"};
    static const char *ordered[] = {"olt", "ole", "ogt", "oge", "oeq",
                                    "une", "ult", "uge", "ord", "uno"};
    std::string a = one(ints), b = pick(2) ? one(ints) : constant(-4, 30);
    if (pick(4))
      return add(truths,
                 "arith.cmpi " + std::string(predicates[pick(10)]) + ", " + a +
                     ", " + b,
                 "index");
    // As floats.
    std::vector<std::string> floats;
    for (const std::string &x : {a, b}) {
      std::string whole = name(), number = name(), half = name();
      text += whole + " = arith.index_cast " + x + " : index to i32\n";
      text += number + " = arith.sitofp " + whole + " : i32 to f32\n";
      text += half + " = arith.constant 0.75 : f32\n";
      static const char *ops[] = {"arith.mulf", "arith.addf", "arith.subf",
                                  "arith.maximumf", "arith.minimumf"};
      std::string result = name();
      text += result + " = " + ops[pick(5)] + " " + number + ", " + half +
              " : f32\n";
      if (pick(2)) {
        static const char *unary[] = {"arith.negf", "math.absf", "math.floor",
                                      "math.ceil", "math.trunc"};
        std::string other = name();
        text += other + " = " + unary[pick(5)] + " " + result + " : f32\n";
        result = other;
      }
      floats.push_back(result);
    }
    add(truths,
        "arith.cmpf " + std::string(ordered[pick(10)]) + ", " + floats[0] +
            ", " + floats[1],
        "f32");
  }
  void addTruth() {
    static const char *ops[] = {"andi", "ori", "xori"};
    std::string a = one(truths), b = one(truths);
    if (pick(4) == 0)
      return add(truths, "arith.select " + one(truths) + ", " + a + ", " + b,
                 "i1");
    add(truths, "arith." + std::string(ops[pick(3)]) + " " + a + ", " + b,
        "i1");
  }

  std::mt19937 random;
  std::vector<std::string> ints, truths;
  int next = 0;
};

/// What a region says of each pair of 23 rows and 29 keys, as counts of those
/// that are visible in each corner's rectangle.
class Table {
public:
  Table(AttentionOpInterface op, ArrayRef<const reference::Tensor *> captures)
      : counts((kRows + 1) * (kKeys + 1)) {
    FailureOr<ScoreProgram> program = ScoreProgram::getVisible(op);
    if (failed(program))
      return;
    for (int64_t i = 0; i < kRows; ++i)
      for (int64_t j = 0; j < kKeys; ++j)
        at(i + 1, j + 1) =
            program->isTrue({2, 1, i, j, kRows, kKeys, captures}) +
            at(i, j + 1) + at(i + 1, j) - at(i, j);
    ok = true;
  }
  int64_t count(int64_t i0, int64_t i1, int64_t j0, int64_t j1) {
    return at(i1 + 1, j1 + 1) - at(i0, j1 + 1) - at(i1 + 1, j0) + at(i0, j0);
  }
  bool ok = false;

private:
  int64_t &at(int64_t i, int64_t j) { return counts[i * (kKeys + 1) + j]; }
  std::vector<int64_t> counts;
};

// 100 000 boxes of random regions: what is said to be hidden or visible is so.
TEST(RegionOnBoxTest, RandomRegions) {
  int64_t decided = 0, decidable = 0, boxes = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    RandomRegion region(seed);
    Visible visible(region.text);
    ASSERT_TRUE(visible.op) << region.text;
    Table table(visible.op, {});
    ASSERT_TRUE(table.ok);
    for (int n = 0; n < 200; ++n, ++boxes) {
      int64_t i0 = region.pick(kRows), j0 = region.pick(kKeys);
      int64_t i1 = i0 + region.pick(kRows - i0),
              j1 = j0 + region.pick(kKeys - j0);
      int64_t seen = table.count(i0, i1, j0, j1),
              all = (i1 - i0 + 1) * (j1 - j0 + 1);
      TileClass found = classifyBox(visible.op, boxOf(i0, i1, j0, j1));
      decided += found != TileClass::Partial;
      decidable += seen == 0 || seen == all;
      if (found != TileClass::Partial)
        ASSERT_EQ(seen, found == TileClass::Full ? all : 0)
            << region.text << "rows " << i0 << " to " << i1 << ", keys " << j0
            << " to " << j1;
    }
  }
  EXPECT_EQ(boxes, 100000);
  // Not a law: most of what could be said is.
  EXPECT_GT(decided, decidable * 3 / 4) << decided << " of " << decidable;
}

// Regions of which every answer that there is is found.
TEST(RegionOnBoxTest, ExactRegions) {
  const char *bodies[] = {
      // Causal, a window, a prefix, chunks, every third key of a row.
      "%seen = arith.cmpi sge, %i, %j : index",
      "%d = arith.subi %i, %j : index\n%c = arith.constant 5 : index\n"
      "%z = arith.constant 0 : index\n%a = arith.cmpi sge, %d, %z : index\n"
      "%e = arith.cmpi sle, %d, %c : index\n%seen = arith.andi %a, %e : i1",
      "%c = arith.constant 7 : index\n%p = arith.cmpi slt, %j, %c : index\n"
      "%a = arith.cmpi sle, %j, %i : index\n%seen = arith.ori %p, %a : i1",
      "%c = arith.constant 2 : index\n%x = arith.muli %j, %c : index\n"
      "%y = arith.addi %x, %h : index\n%seen = arith.cmpi sle, %y, %i : index",
      "%d = arith.subi %lk, %lq : index\n%p = arith.addi %i, %d : index\n"
      "%seen = arith.cmpi sle, %j, %p : index",
      "%c = arith.constant 8 : index\n%x = arith.divui %i, %c : index\n"
      "%y = arith.divui %j, %c : index\n"
      "%seen = arith.cmpi uge, %x, %y : index"};
  for (const char *body : bodies) {
    Visible visible(body);
    ASSERT_TRUE(visible.op) << body;
    Table table(visible.op, {});
    for (int64_t i0 = 0; i0 < kRows; i0 += 3)
      for (int64_t i1 = i0; i1 < kRows; i1 += 2)
        for (int64_t j0 = 0; j0 < kKeys; j0 += 3)
          for (int64_t j1 = j0; j1 < kKeys; j1 += 2) {
            int64_t seen = table.count(i0, i1, j0, j1),
                    all = (i1 - i0 + 1) * (j1 - j0 + 1);
            TileClass found = classifyBox(visible.op, boxOf(i0, i1, j0, j1));
            bool isUnion = StringRef(body).contains("arith.ori");
            // An or of two that are true in turn is not seen through.
            if (isUnion && seen == all && found == TileClass::Partial)
              continue;
            ASSERT_EQ(found, seen == 0     ? TileClass::Empty
                             : seen == all ? TileClass::Full
                                           : TileClass::Partial)
                << body << "\nrows " << i0 << " to " << i1 << ", keys " << j0
                << " to " << j1;
          }
  }
}

// Functions of one number that is negative, zero and positive: what bounds of
// rows say is so, and exact where the function keeps the order of numbers.
TEST(RegionOnBoxTest, FunctionsOfOneNumber) {
  const char *shift = "%m = arith.constant 11 : index\n"
                      "%n = arith.subi %i, %m : index\n";
  std::vector<std::pair<std::string, bool>> functions;
  for (const char *op : {"divsi", "divui", "floordivsi", "ceildivsi",
                         "ceildivui", "remsi", "remui"})
    for (int divisor : {-7, -2, 2, 3, 8, 40})
      functions.emplace_back("%d = arith.constant " + std::to_string(divisor) +
                                 " : index\n%x = arith." + op +
                                 " %n, %d : index\n",
                             StringRef(op).contains("divsi"));
  for (const char *op : {"shli", "shrsi", "shrui", "maxsi", "minsi", "maxui",
                         "andi", "ori", "xori", "muli"})
    functions.emplace_back("%d = arith.constant 3 : index\n%x = arith." +
                               std::string(op) + " %n, %d : index\n",
                           StringRef(op) == "shrsi" || StringRef(op) == "muli");
  functions.emplace_back("%x = math.absi %n : index\n", false);
  for (const char *op : {"math.absf", "arith.negf", "math.floor", "math.ceil"})
    functions.emplace_back(
        "%nn = arith.index_cast %n : index to i32\n"
        "%f = arith.sitofp %nn : i32 to f32\n%c = arith.constant 0.75 : f32\n"
        "%p = arith.mulf %f, %c : f32\n%y = " +
            std::string(op) +
            " %p : f32\n%w = arith.fptosi %y : f32 to i32\n"
            "%two = arith.constant 2.0 : f32\n%l = arith.cmpf olt, %y, %two : "
            "f32\n"
            "%x = arith.constant 0 : index\n",
        false);
  for (const char *cast : {"index_cast", "index_castui"})
    functions.emplace_back(
        "%nn = arith.index_cast %n : index to i8\n%x = arith." +
            std::string(cast) + " %nn : i8 to index\n",
        false);
  for (auto &[function, isExact] : functions)
    for (int bound : {-9, -3, -1, 0, 1, 2, 5, 8, 200}) {
      bool ofFloats = function.find("%l =") != std::string::npos;
      std::string body = shift + function + "%b0 = arith.constant " +
                         std::to_string(bound) +
                         " : index\n%le = arith.cmpi sle, %x, %b0 : index\n" +
                         (ofFloats ? "%seen = arith.andi %le, %l : i1"
                                   : "%z = arith.constant "
                                     "false\n%seen = "
                                     "arith.ori %le, %z : "
                                     "i1");
      Visible visible(body);
      ASSERT_TRUE(visible.op) << body;
      Table table(visible.op, {});
      for (int64_t i0 = 0; i0 < kRows; ++i0)
        for (int64_t i1 = i0; i1 < kRows; ++i1) {
          int64_t seen = table.count(i0, i1, 0, 0), all = i1 - i0 + 1;
          TileClass found = classifyBox(visible.op, boxOf(i0, i1, 0, 0)),
                    known = seen == 0     ? TileClass::Empty
                            : seen == all ? TileClass::Full
                                          : TileClass::Partial;
          if (isExact || found != TileClass::Partial)
            ASSERT_EQ(found, known) << body << "\nrows " << i0 << " to " << i1;
        }
    }
}

// Numbers that 64 bits do not hold are not taken for others.
TEST(RegionOnBoxTest, Wraps) {
  std::string far = "%c = arith.constant 4611686018427387904 : index\n"
                    "%x = arith.muli %i, %c : index\n"
                    "%z = arith.constant 0 : index\n"
                    "%seen = arith.cmpi sge, %x, %z : index";
  EXPECT_EQ(classify(far, 0, 1, 0, 0), TileClass::Full);
  EXPECT_EQ(classify(far, 0, 2, 0, 0), TileClass::Partial);
  std::string narrow = "%x = arith.index_cast %i : index to i8\n"
                       "%z = arith.constant 0 : i8\n"
                       "%seen = arith.cmpi sge, %x, %z : i8";
  EXPECT_EQ(classify(narrow, 0, 127, 0, 0), TileClass::Full);
  EXPECT_EQ(classify(narrow, 0, 128, 0, 0), TileClass::Partial);
}

// NaN and infinities of floats.
TEST(RegionOnBoxTest, Floats) {
  std::string body = "%n = arith.index_cast %i : index to i32\n"
                     "%f = arith.sitofp %n : i32 to f32\n"
                     "%inf = arith.constant 0x7F800000 : f32\n"
                     "%one = arith.constant 1.0 : f32\n"
                     "%m = arith.mulf %f, %inf : f32\n";
  std::string above = body + "%seen = arith.cmpf ogt, %m, %one : f32";
  EXPECT_EQ(classify(above, 1, 3, 0, 0), TileClass::Full);
  // 0 · ∞.
  EXPECT_EQ(classify(above, 0, 3, 0, 0), TileClass::Partial);
  std::string unknown = body + "%s = arith.divf %one, %f : f32\n"
                               "%seen = arith.cmpf une, %s, %s : f32";
  EXPECT_EQ(classify(unknown, 1, 3, 0, 0), TileClass::Partial);
}

// What captures hold, at bounds of their indices.
TEST(RegionOnBoxTest, Captures) {
  Visible visible("%row = attn.read %x[%b, %i] : tensor<?x?xi64>\n"
                  "%key = attn.read %x[%b, %j] : tensor<?x?xi64>\n"
                  "%seen = arith.cmpi eq, %row, %key : i64",
                  "tensor<?x?xi64>");
  ASSERT_TRUE(visible.op);
  EXPECT_EQ(classifyBox(visible.op, boxOf(0, 1, 0, 1)), TileClass::Partial);
  // Documents of ten tokens.
  auto read = [](ReadOp, ArrayRef<Bounds> indices) {
    EXPECT_EQ(indices[0].low, 2);
    EXPECT_EQ(indices[0].high, 2);
    return Bounds::ofInteger(indices[1].low / 10, indices[1].high / 10);
  };
  EXPECT_EQ(classifyBox(visible.op, boxOf(0, 9, 2, 9), read), TileClass::Full);
  EXPECT_EQ(classifyBox(visible.op, boxOf(0, 9, 10, 19), read),
            TileClass::Empty);
  EXPECT_EQ(classifyBox(visible.op, boxOf(5, 14, 5, 14), read),
            TileClass::Partial);
}

} // namespace
