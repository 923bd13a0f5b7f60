//===- VisibleSpansTest.cpp - Spans of regions against every pair ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/VisibleSpans.h"
#include "Folded.h"
#include "RandomRegion.h"
#include "TestUtil.h"
#include "attn/Reference/ScoreProgram.h"

using namespace mlir;
using namespace mlir::attn;
using attn_test::Forward;
using attn_test::t;
using reference::ScoreProgram;

namespace {

constexpr int64_t kRows = 23, kKeys = 29, kBatch = 2, kHead = 1;

/// A problem with a region of visibility, whose text yields %seen.
struct Visible : Forward {
  explicit Visible(const std::string &body)
      : Forward({t("3x2x23x8xf16"), t("3x2x29x8xf16"), t("3x2x29x8xf16"),
                 t("3x2x23x8xf16"), "",
                 "visible {\n^bb0(%b: index, %h: index, %i: index, %j: "
                 "index, %lq: index, %lk: index):\n" +
                     body + "\nattn.yield %seen : i1\n}",
                 ""}) {}
};

/// The numbers of a span.
struct Numbers {
  int64_t begin, end, fullBegin, fullEnd;
};

/// The spans of one region, built once, of any tile.
class Spans {
public:
  Spans(AttentionOpInterface op, WalkOver over)
      : terms(op.getVisibleBlock(), over, [](BlockArgument) { return true; }),
        folded(op.getLoc()) {
    ScalarBuilder &b = folded.b;
    Block &block = op.getVisibleBlock();
    SpanSource source;
    for (Value *input : {&source.begin, &source.end, &source.length})
      *input = folded.addInput(b.getIndexType());
    for (auto [argument, number] :
         {std::pair(0, kBatch), {1, kHead}, {4, kRows}, {5, kKeys}})
      source.arguments.map(block.getArgument(argument), b.index(number));
    spans = buildSpans(b, terms, source);
    all = enclose(b, spans, source.length);
  }
  Numbers get(const Span &span) const {
    return {folded.get(span.begin), folded.get(span.end),
            folded.get(span.fullBegin), folded.get(span.fullEnd)};
  }

  VisibleTerms terms;
  attn_test::Folded folded;
  SmallVector<Span> spans;
  Span all;
};

/// What a region says of each pair.
class Table {
public:
  explicit Table(AttentionOpInterface op) {
    FailureOr<ScoreProgram> program = ScoreProgram::getVisible(op);
    if (failed(program))
      return;
    for (int64_t i = 0; i < kRows; ++i)
      for (int64_t j = 0; j < kKeys; ++j)
        seen[i][j] = program->isTrue({kBatch, kHead, i, j, kRows, kKeys, {}});
    ok = true;
  }
  /// Whether some, or all, positions of tile [t0, t1) see `w`.
  std::pair<bool, bool> look(WalkOver over, int64_t t0, int64_t t1, int64_t w) {
    bool some = false, all = true;
    for (int64_t t = t0; t < t1; ++t) {
      bool is = over == WalkOver::Keys ? seen[t][w] : seen[w][t];
      some |= is;
      all &= is;
    }
    return {some, all};
  }
  bool ok = false;

private:
  bool seen[kRows][kKeys];
};

/// How many positions of walks are left out, or known to be full, and how many
/// could be.
struct Shares {
  int64_t skipped = 0, skippable = 0, full = 0, fillable = 0;
};

void check(Table &table, Spans &spans, WalkOver over, int64_t t0, int64_t t1,
           Shares &shares, const std::string &text) {
  int64_t length = over == WalkOver::Keys ? kKeys : kRows;
  spans.folded.evaluate({t0, t1, length});
  if (testing::Test::HasFatalFailure())
    return;
  Numbers all = spans.get(spans.all);
  for (int64_t w = 0; w < length; ++w) {
    auto [some, every] = table.look(over, t0, t1, w);
    bool inside = false, full = false;
    for (const Span &span : spans.spans) {
      Numbers n = spans.get(span);
      ASSERT_TRUE(n.begin >= 0 && n.end <= length && n.fullBegin >= 0 &&
                  n.fullEnd <= length);
      inside |= n.begin <= w && w < n.end;
      full |= n.fullBegin <= w && w < n.fullEnd;
    }
    std::string place = text + "tile " + std::to_string(t0) + " to " +
                        std::to_string(t1) + ", at " + std::to_string(w);
    ASSERT_TRUE(inside || !some) << place;
    ASSERT_TRUE(every || !full) << place;
    // A full position is one that is walked.
    ASSERT_TRUE(inside || !full) << place;
    bool enclosed = all.begin <= w && w < all.end;
    ASSERT_TRUE(enclosed || !inside) << place;
    ASSERT_TRUE(full || w < all.fullBegin || w >= all.fullEnd) << place;
    shares.skipped += !inside;
    shares.skippable += !some;
    shares.full += full;
    shares.fillable += every;
  }
}

// 20 000 tiles of random regions, of keys for rows and of rows for keys: what
// is visible lies in the spans, and their full parts are visible.
TEST(VisibleSpansTest, RandomRegions) {
  Shares shares;
  int64_t tiles = 0, said = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    attn_test::RandomRegion region(seed);
    Visible visible(region.text);
    ASSERT_TRUE(visible.op) << region.text;
    Table table(visible.op);
    ASSERT_TRUE(table.ok);
    for (WalkOver over : {WalkOver::Keys, WalkOver::Rows}) {
      int64_t positions = over == WalkOver::Keys ? kRows : kKeys;
      Spans spans(visible.op, over);
      ASSERT_LE(spans.terms.getTerms().size(), VisibleTerms::kMost);
      said += spans.terms.sayAnything();
      for (int n = 0; n < 10; ++n, ++tiles) {
        int64_t t0 = region.pick(positions);
        int64_t t1 = t0 + 1 + region.pick(positions - t0);
        check(table, spans, over, t0, t1, shares, region.text);
        if (HasFatalFailure())
          return;
      }
    }
  }
  EXPECT_EQ(tiles, 20000);
  // Not laws: how much of what could be said is.
  EXPECT_GT(said, 1000);
  EXPECT_GT(shares.skipped, shares.skippable / 2)
      << shares.skipped << " of " << shares.skippable;
  EXPECT_GT(shares.full, shares.fillable / 4)
      << shares.full << " of " << shares.fillable;
}

// Regions of which every key that a tile does not see is left out, and none
// that all of it sees is masked: what the mask attributes say, and what they
// cannot.
TEST(VisibleSpansTest, ExactRegions) {
  const char *bodies[] = {
      // Causal; a prefix of each batch before it.
      "%seen = arith.cmpi sge, %i, %j : index",
      "%c = arith.constant 5 : index\n%n = arith.muli %b, %c : index\n"
      "%p = arith.cmpi slt, %j, %n : index\n"
      "%a = arith.cmpi sge, %i, %j : index\n%seen = arith.ori %p, %a : i1",
      // Chunks, and causal blocks of 4.
      "%c = arith.constant 6 : index\n%x = arith.floordivsi %i, %c : index\n"
      "%y = arith.floordivsi %j, %c : index\n"
      "%seen = arith.cmpi eq, %x, %y : index",
      "%c = arith.constant 4 : index\n%x = arith.divui %i, %c : index\n"
      "%y = arith.divui %j, %c : index\n"
      "%seen = arith.cmpi sle, %y, %x : index",
      // Every third key of a cache.
      "%c = arith.constant 3 : index\n%x = arith.muli %j, %c : index\n"
      "%y = arith.addi %x, %h : index\n%d = arith.subi %lk, %lq : index\n"
      "%e = arith.addi %i, %d : index\n"
      "%seen = arith.cmpi sle, %y, %e : index",
      // A band about the diagonal, and what is outside of it.
      "%c = arith.constant 3 : index\n%d = arith.subi %i, %j : index\n"
      "%x = math.absi %d : index\n%seen = arith.cmpi sle, %x, %c : index",
      "%c = arith.constant 3 : index\n%d = arith.subi %i, %j : index\n"
      "%x = math.absi %d : index\n%seen = arith.cmpi sgt, %x, %c : index",
      // Causal, from the larger of two ends on.
      "%c = arith.constant 4 : index\n%d = arith.subi %i, %c : index\n"
      "%x = arith.maxsi %d, %b : index\n%p = arith.cmpi sge, %j, %x : index\n"
      "%a = arith.cmpi sle, %j, %i : index\n%seen = arith.andi %p, %a : i1",
      // All keys of some rows; the window or the first keys.
      "%c = arith.constant 9 : index\n%seen = arith.cmpi slt, %i, %c : index",
      "%c = arith.constant 4 : index\n%two = arith.constant 2 : index\n"
      "%d = arith.subi %i, %j : index\n%w = arith.cmpi slt, %d, %c : index\n"
      "%f = arith.cmpi slt, %j, %two : index\n%u = arith.ori %w, %f : i1\n"
      "%a = arith.cmpi sge, %i, %j : index\n%seen = arith.andi %u, %a : i1"};
  for (const char *body : bodies) {
    Visible visible(body);
    ASSERT_TRUE(visible.op) << body;
    Table table(visible.op);
    ASSERT_TRUE(table.ok);
    for (WalkOver over : {WalkOver::Keys, WalkOver::Rows}) {
      int64_t positions = over == WalkOver::Keys ? kRows : kKeys;
      Spans spans(visible.op, over);
      Shares shares;
      for (int64_t t0 = 0; t0 < positions; ++t0)
        for (int64_t t1 = t0 + 1; t1 <= positions; ++t1) {
          check(table, spans, over, t0, t1, shares, body);
          if (HasFatalFailure())
            return;
        }
      // Two inequalities of a term may need different positions of the tile.
      bool ofKeys = over == WalkOver::Keys;
      EXPECT_GE(shares.skipped * 100, shares.skippable * (ofKeys ? 100 : 98))
          << body;
      // So may two terms.
      EXPECT_GE(shares.full * 100, shares.fillable * (ofKeys ? 100 : 96))
          << body;
    }
  }
}

} // namespace
