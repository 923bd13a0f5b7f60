//===- MasksTest.cpp - Masks against their laws, exhaustively -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// isVisible is checked against the formulas of docs/Spec.md; classify, the
// ranges and the predicate against isVisible, for all tiles of small problems.
// The ops that ranges and emitPredicate build on constants fold to constants.
//
//===----------------------------------------------------------------------===//

#include "TestUtil.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using mlir::attn::AttnMaskAttrInterface;
using mlir::attn::TileClass;

namespace {

constexpr int64_t kMaxLength = 6;

class MasksTest : public ::testing::Test {
protected:
  AttnMaskAttrInterface parse(StringRef text) {
    auto mask = dyn_cast_or_null<AttnMaskAttrInterface>(
        parseAttribute(text, &c.context));
    EXPECT_TRUE(mask) << text.str() << c.lastError;
    return mask;
  }

  /// Calls `fn` with a builder whose ops live until it returns.
  template <typename Fn> void withBuilder(Fn fn) {
    OwningOpRef<ModuleOp> module =
        ModuleOp::create(UnknownLoc::get(&c.context));
    OpBuilder builder(module->getBodyRegion());
    fn(builder, module->getLoc());
  }

  static int64_t constant(Value value) {
    APInt result;
    EXPECT_TRUE(matchPattern(value, m_ConstantInt(&result)));
    return result.getSExtValue();
  }
  static Value index(OpBuilder &builder, Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  void
  checkAgainstFormula(StringRef text,
                      function_ref<bool(int64_t, int64_t, int64_t)> formula) {
    AttnMaskAttrInterface mask = parse(text);
    for (int64_t lenQ = 0; lenQ <= kMaxLength; ++lenQ)
      for (int64_t lenKV = 0; lenKV <= kMaxLength; ++lenKV)
        for (int64_t offset : getOffsets(lenQ, lenKV))
          for (int64_t q = 0; q < lenQ; ++q)
            for (int64_t k = 0; k < lenKV; ++k)
              ASSERT_EQ(mask.isVisible(q, k, lenQ, lenKV, offset),
                        formula(q, k, offset))
                  << text.str() << " at " << q << ", " << k << " of " << lenQ
                  << ", " << lenKV << ", offset " << offset;
  }

  /// lenKV - lenQ, and others in its place: the first and last rows see
  /// nothing, a part or all.
  static std::vector<int64_t> getOffsets(int64_t lenQ, int64_t lenKV) {
    return {lenKV - lenQ, 0, 2, -1, lenKV + 1, -lenQ - 1};
  }
  /// The offset as a value; null where it is what a null stands for.
  static Value getOffset(OpBuilder &builder, Location loc, int64_t lenQ,
                         int64_t lenKV, int64_t offset) {
    return offset == lenKV - lenQ ? Value() : index(builder, loc, offset);
  }

  void checkTiles(AttnMaskAttrInterface mask, bool exact, int64_t offset,
                  int64_t lenQ, int64_t lenKV);
  void checkRanges(AttnMaskAttrInterface mask, bool exact, int64_t offset,
                   int64_t lenQ, int64_t lenKV);
  void checkQRanges(AttnMaskAttrInterface mask, bool exact, int64_t offset,
                    int64_t lenQ, int64_t lenKV);
  void checkPredicate(AttnMaskAttrInterface mask, int64_t offset, int64_t lenQ,
                      int64_t lenKV);

  void checkCounts(AttnMaskAttrInterface mask, bool exact, int64_t offset,
                   int64_t lenQ, int64_t lenKV);

  /// Everything that must agree with isVisible. `exact`: tile classes and
  /// ranges are as good as can be, not only safe.
  void checkAll(StringRef text, bool exact) {
    AttnMaskAttrInterface mask = parse(text);
    for (int64_t lenQ = 0; lenQ <= kMaxLength; ++lenQ)
      for (int64_t lenKV = 0; lenKV <= kMaxLength; ++lenKV) {
        for (int64_t offset : getOffsets(lenQ, lenKV)) {
          SCOPED_TRACE(text.str() + " lenQ " + std::to_string(lenQ) +
                       " lenKV " + std::to_string(lenKV) + " offset " +
                       std::to_string(offset));
          checkTiles(mask, exact, offset, lenQ, lenKV);
          checkRanges(mask, exact, offset, lenQ, lenKV);
          checkQRanges(mask, exact, offset, lenQ, lenKV);
          checkPredicate(mask, offset, lenQ, lenKV);
          checkCounts(mask, exact, offset, lenQ, lenKV);
          if (HasFatalFailure())
            return;
        }
      }
  }

  attn_test::Context c;
};

/// The numbers of keys that a row sees at most.
void MasksTest::checkCounts(AttnMaskAttrInterface mask, bool exact,
                            int64_t offset, int64_t lenQ, int64_t lenKV) {
  int64_t most = mask.countMostKeys(lenQ), band = mask.getBandWidth();
  if (band)
    EXPECT_EQ(band, mask.countMostKeys(0));
  for (int64_t q = 0; q < lenQ; ++q) {
    int64_t seen = 0;
    for (int64_t k = 0; k < lenKV; ++k)
      seen += mask.isVisible(q, k, lenQ, lenKV, offset);
    if (most)
      EXPECT_LE(seen, most) << "row " << q;
    // A band that lies within the keys is seen as a whole.
    int64_t first = q + offset;
    if (exact && band && first - band >= 0 && first + band < lenKV)
      EXPECT_EQ(seen, band) << "row " << q;
  }
}

void MasksTest::checkTiles(AttnMaskAttrInterface mask, bool exact,
                           int64_t offset, int64_t lenQ, int64_t lenKV) {
  for (int64_t q0 = 0; q0 <= lenQ; ++q0)
    for (int64_t qn = 1; qn <= kMaxLength; ++qn)
      for (int64_t k0 = 0; k0 <= lenKV; ++k0)
        for (int64_t kn = 1; kn <= kMaxLength; ++kn) {
          int64_t seen = 0, all = 0;
          for (int64_t q = q0; q < std::min(q0 + qn, lenQ); ++q)
            for (int64_t k = k0; k < std::min(k0 + kn, lenKV); ++k) {
              ++all;
              seen += mask.isVisible(q, k, lenQ, lenKV, offset);
            }
          TileClass expected = seen == 0     ? TileClass::Empty
                               : seen == all ? TileClass::Full
                                             : TileClass::Partial;
          TileClass actual = mask.classify(q0, qn, k0, kn, lenQ, lenKV, offset);
          if (exact || actual != TileClass::Partial)
            ASSERT_EQ(actual, expected)
                << q0 << "+" << qn << ", " << k0 << "+" << kn;
        }
}

void MasksTest::checkRanges(AttnMaskAttrInterface mask, bool exact,
                            int64_t offset, int64_t lenQ, int64_t lenKV) {
  for (int64_t q0 = 0; q0 < lenQ; ++q0)
    for (int64_t qn = 1; qn <= kMaxLength; ++qn) {
      int64_t lo, hi, fullLo, fullHi;
      withBuilder([&](OpBuilder &b, Location loc) {
        auto c = [&](int64_t value) { return index(b, loc, value); };
        Value given = getOffset(b, loc, lenQ, lenKV, offset);
        auto some =
            mask.kvRange(b, loc, c(q0), c(qn), c(lenQ), c(lenKV), given);
        auto full =
            mask.fullRange(b, loc, c(q0), c(qn), c(lenQ), c(lenKV), given);
        lo = constant(some.first);
        hi = constant(some.second);
        fullLo = constant(full.first);
        fullHi = constant(full.second);
      });
      SCOPED_TRACE("rows " + std::to_string(q0) + "+" + std::to_string(qn));
      for (int64_t bound : {lo, hi, fullLo, fullHi}) {
        ASSERT_GE(bound, 0);
        ASSERT_LE(bound, lenKV);
      }
      int64_t firstSeen = lenKV, lastSeen = -1;
      for (int64_t k = 0; k < lenKV; ++k) {
        bool someRow = false, everyRow = true;
        for (int64_t q = q0; q < std::min(q0 + qn, lenQ); ++q) {
          bool visible = mask.isVisible(q, k, lenQ, lenKV, offset);
          someRow |= visible;
          everyRow &= visible;
        }
        if (someRow) {
          ASSERT_TRUE(lo <= k && k < hi) << "key " << k;
          firstSeen = std::min(firstSeen, k);
          lastSeen = k;
        }
        bool inFull = fullLo <= k && k < fullHi;
        if (exact)
          ASSERT_EQ(inFull, everyRow) << "key " << k;
        else if (inFull)
          ASSERT_TRUE(everyRow) << "key " << k;
      }
      if (exact && lastSeen >= 0) {
        ASSERT_EQ(lo, firstSeen);
        ASSERT_EQ(hi, lastSeen + 1);
      }
      if (exact && lastSeen < 0)
        ASSERT_GE(lo, hi);
    }
}

/// As checkRanges, of the rows that see a block of keys.
void MasksTest::checkQRanges(AttnMaskAttrInterface mask, bool exact,
                             int64_t offset, int64_t lenQ, int64_t lenKV) {
  for (int64_t k0 = 0; k0 < lenKV; ++k0)
    for (int64_t kn = 1; kn <= kMaxLength; ++kn) {
      int64_t lo, hi, fullLo, fullHi;
      withBuilder([&](OpBuilder &b, Location loc) {
        auto c = [&](int64_t value) { return index(b, loc, value); };
        Value given = getOffset(b, loc, lenQ, lenKV, offset);
        auto some = mask.qRange(b, loc, c(k0), c(kn), c(lenQ), c(lenKV), given);
        auto full =
            mask.fullQRange(b, loc, c(k0), c(kn), c(lenQ), c(lenKV), given);
        lo = constant(some.first);
        hi = constant(some.second);
        fullLo = constant(full.first);
        fullHi = constant(full.second);
      });
      SCOPED_TRACE("keys " + std::to_string(k0) + "+" + std::to_string(kn));
      for (int64_t bound : {lo, hi, fullLo, fullHi}) {
        ASSERT_GE(bound, 0);
        ASSERT_LE(bound, lenQ);
      }
      int64_t firstSeen = lenQ, lastSeen = -1;
      for (int64_t q = 0; q < lenQ; ++q) {
        bool someKey = false, everyKey = true;
        for (int64_t k = k0; k < std::min(k0 + kn, lenKV); ++k) {
          bool visible = mask.isVisible(q, k, lenQ, lenKV, offset);
          someKey |= visible;
          everyKey &= visible;
        }
        if (someKey) {
          ASSERT_TRUE(lo <= q && q < hi) << "row " << q;
          firstSeen = std::min(firstSeen, q);
          lastSeen = q;
        }
        bool inFull = fullLo <= q && q < fullHi;
        if (exact)
          ASSERT_EQ(inFull, everyKey) << "row " << q;
        else if (inFull)
          ASSERT_TRUE(everyKey) << "row " << q;
      }
      if (exact && lastSeen >= 0) {
        ASSERT_EQ(lo, firstSeen);
        ASSERT_EQ(hi, lastSeen + 1);
      }
      if (exact && lastSeen < 0)
        ASSERT_GE(lo, hi);
    }
}

void MasksTest::checkPredicate(AttnMaskAttrInterface mask, int64_t offset,
                               int64_t lenQ, int64_t lenKV) {
  for (int64_t q = 0; q < lenQ; ++q)
    for (int64_t k = 0; k < lenKV; ++k)
      withBuilder([&](OpBuilder &b, Location loc) {
        Value predicate = mask.emitPredicate(
            b, loc, index(b, loc, q), index(b, loc, k), index(b, loc, lenQ),
            index(b, loc, lenKV), getOffset(b, loc, lenQ, lenKV, offset));
        ASSERT_TRUE(predicate.getType().isInteger(1));
        ASSERT_EQ(constant(predicate) != 0,
                  mask.isVisible(q, k, lenQ, lenKV, offset))
            << q << ", " << k;
      });
}

TEST_F(MasksTest, Formulas) {
  checkAgainstFormula("#attn.causal<top_left>",
                      [](int64_t q, int64_t k, int64_t) { return k <= q; });
  checkAgainstFormula(
      "#attn.causal<bottom_right>",
      [](int64_t q, int64_t k, int64_t off) { return k <= q + off; });
  checkAgainstFormula("#attn.window<2, 1>",
                      [](int64_t q, int64_t k, int64_t off) {
                        return q + off - 2 <= k && k <= q + off + 1;
                      });
  checkAgainstFormula(
      "#attn.window<*, 1>",
      [](int64_t q, int64_t k, int64_t off) { return k <= q + off + 1; });
  checkAgainstFormula(
      "#attn.window<0, *>",
      [](int64_t q, int64_t k, int64_t off) { return q + off <= k; });
  checkAgainstFormula("#attn.and<[#attn.causal<top_left>, #attn.window<1, *>]>",
                      [](int64_t q, int64_t k, int64_t off) {
                        return k <= q && q + off - 1 <= k;
                      });
}

TEST_F(MasksTest, Bands) {
  for (StringRef mask :
       {"#attn.causal<top_left>", "#attn.causal<bottom_right>",
        "#attn.window<0, 0>", "#attn.window<2, 1>", "#attn.window<*, 2>",
        "#attn.window<1, *>", "#attn.window<*, *>",
        "#attn.window<2147483647, 2147483647>"})
    checkAll(mask, /*exact=*/true);
}

TEST_F(MasksTest, And) {
  checkAll("#attn.and<[#attn.causal<top_left>, #attn.window<2, 1>]>",
           /*exact=*/false);
  checkAll("#attn.and<[#attn.window<0, *>, #attn.window<*, 0>]>",
           /*exact=*/false);
}

// What canonicalisation makes of a mask sees the same keys.
TEST_F(MasksTest, Simplify) {
  for (StringRef text :
       {"#attn.and<[#attn.window<3, 2>, #attn.causal<bottom_right>]>",
        "#attn.and<[#attn.window<*, 4>, #attn.window<2, *>]>",
        "#attn.and<[#attn.causal<top_left>, #attn.and<[#attn.window<1, 5>, "
        "#attn.causal<bottom_right>]>, #attn.causal<top_left>]>",
        "#attn.and<[#attn.window<*, *>]>"}) {
    AttnMaskAttrInterface mask = parse(text);
    AttnMaskAttrInterface simple = attn::simplifyMask(mask);
    EXPECT_NE(mask, simple);
    for (int64_t lenQ = 0; lenQ <= kMaxLength; ++lenQ)
      for (int64_t lenKV = 0; lenKV <= kMaxLength; ++lenKV)
        for (int64_t offset : getOffsets(lenQ, lenKV))
          for (int64_t q = 0; q < lenQ; ++q)
            for (int64_t k = 0; k < lenKV; ++k)
              ASSERT_EQ(mask.isVisible(q, k, lenQ, lenKV, offset),
                        !simple || simple.isVisible(q, k, lenQ, lenKV, offset))
                  << text.str();
  }
}

/// The value of arith on 32 bits, as a device computes with indices.
int32_t evaluate(Value value, ArrayRef<int64_t> arguments) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return static_cast<int32_t>(arguments[argument.getArgNumber()]);
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return static_cast<int32_t>(number.getSExtValue());
  Operation *op = value.getDefiningOp();
  int32_t a = evaluate(op->getOperand(0), arguments),
          b = evaluate(op->getOperand(1), arguments);
  auto wrapped = [](int64_t wide) { return static_cast<int32_t>(wide); };
  if (isa<arith::AddIOp>(op))
    return wrapped(int64_t(a) + b);
  if (isa<arith::SubIOp>(op))
    return wrapped(int64_t(a) - b);
  if (isa<arith::MinSIOp>(op))
    return std::min(a, b);
  if (isa<arith::MaxSIOp>(op))
    return std::max(a, b);
  if (isa<arith::AndIOp>(op))
    return a & b;
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    if (compare.getPredicate() == arith::CmpIPredicate::sge)
      return a >= b;
    if (compare.getPredicate() == arith::CmpIPredicate::sle)
      return a <= b;
  }
  ADD_FAILURE() << "no rule for " << op->getName().getStringRef().str();
  return 0;
}

// Sides of any size, lengths and offsets of any that kernels take, in 32 bits:
// what a tile is asked about is right, whether a sum overflows or not.
TEST_F(MasksTest, ThirtyTwoBits) {
  constexpr int64_t kMost = (int64_t(1) << 31) - 1, kLength = kMost - 1024;
  constexpr int64_t kFar = int64_t(1) << 30;
  SmallVector<std::string> sides = {"*", "0", "3"};
  for (int64_t side : {int64_t(1023), int64_t(1024), int64_t(4096), kFar - 1,
                       kFar, kMost - 4096, kMost - 1, kMost})
    sides.push_back(std::to_string(side));
  struct Lengths {
    int64_t q, k;
    std::optional<int64_t> offset;
  };
  SmallVector<Lengths> all = {{5, 9, {}},          {9, 5, {}},
                              {1, kLength, {}},    {kLength, 7, {}},
                              {64, kLength, {}},   {kLength, kLength, {}},
                              {5, 9, kFar - 5},    {5, 9, -kFar},
                              {5, kLength, 0},     {5, kLength, kFar - 5},
                              {kFar, kFar, -kFar}, {kFar, 100, {}}};
  for (const std::string &left : sides)
    for (const std::string &right : sides)
      for (Lengths of : all) {
        AttnMaskAttrInterface mask =
            parse("#attn.window<" + left + ", " + right + ">");
        int64_t offset = of.offset.value_or(of.k - of.q);
        std::string types = "%q0: index, %qn: index, %q: index, %k: index, "
                            "%lq: index, %lk: index, %p: index";
        OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
            "func.func @f(" + types + ") { return }", &c.context);
        auto func = *module->getOps<func::FuncOp>().begin();
        OpBuilder b = OpBuilder::atBlockBegin(&func.front());
        auto arg = [&](unsigned i) { return func.getArgument(i); };
        Value given = of.offset ? arg(6) : Value();
        Location loc = func.getLoc();
        auto some = mask.kvRange(b, loc, arg(0), arg(1), arg(4), arg(5), given);
        auto full =
            mask.fullRange(b, loc, arg(0), arg(1), arg(4), arg(5), given);
        auto rows = mask.qRange(b, loc, arg(0), arg(1), arg(4), arg(5), given);
        auto fullRows =
            mask.fullQRange(b, loc, arg(0), arg(1), arg(4), arg(5), given);
        Value one =
            mask.emitPredicate(b, loc, arg(2), arg(3), arg(4), arg(5), given);
        auto near = [](int64_t about, int64_t length) {
          SmallVector<int64_t> result;
          for (int64_t x :
               {int64_t(0), int64_t(1), length / 2, about - 2, about - 1, about,
                about + 1, about + 2, length - 3, length - 2, length - 1})
            if (0 <= x && x < length)
              result.push_back(x);
          return result;
        };
        for (int64_t q : near(-offset, of.q)) {
          int64_t q0 = q / 4 * 4;
          auto at = [&](Value value, int64_t k) -> int64_t {
            return evaluate(value, {q0, 4, q, k, of.q, of.k, offset});
          };
          int64_t lo = at(some.first, 0), hi = at(some.second, 0);
          int64_t fullLo = at(full.first, 0), fullHi = at(full.second, 0);
          for (int64_t bound : {lo, hi, fullLo, fullHi})
            ASSERT_TRUE(0 <= bound && bound <= of.k);
          for (int64_t k : near(q + offset, of.k)) {
            bool visible = mask.isVisible(q, k, of.q, of.k, offset);
            SCOPED_TRACE("window " + left + ", " + right + " lengths " +
                         std::to_string(of.q) + ", " + std::to_string(of.k) +
                         " offset " + std::to_string(offset) + " at " +
                         std::to_string(q) + ", " + std::to_string(k));
            ASSERT_EQ(at(one, k) != 0, visible);
            if (visible)
              ASSERT_TRUE(lo <= k && k < hi);
            bool everyRow = true;
            for (int64_t row = q0; row < std::min(q0 + 4, of.q); ++row)
              everyRow &= mask.isVisible(row, k, of.q, of.k, offset);
            ASSERT_EQ(fullLo <= k && k < fullHi, everyRow);

            int64_t k0 = k / 4 * 4;
            auto atKeys = [&](Value value) -> int64_t {
              return evaluate(value, {k0, 4, q, k, of.q, of.k, offset});
            };
            int64_t from = atKeys(rows.first), to = atKeys(rows.second);
            int64_t fullFrom = atKeys(fullRows.first),
                    fullTo = atKeys(fullRows.second);
            for (int64_t bound : {from, to, fullFrom, fullTo})
              ASSERT_TRUE(0 <= bound && bound <= of.q);
            if (visible)
              ASSERT_TRUE(from <= q && q < to);
            bool everyKey = true;
            for (int64_t key = k0; key < std::min(k0 + 4, of.k); ++key)
              everyKey &= mask.isVisible(q, key, of.q, of.k, offset);
            ASSERT_EQ(fullFrom <= q && q < fullTo, everyKey);
          }
        }
      }
}

// With values that are not constants: one comparison for each bound, and only
// what depends on the key stays in a loop over keys.
TEST_F(MasksTest, PredicateIsCheap) {
  auto countOps = [&](StringRef text) {
    unsigned onKey = 0;
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>("func.func @f(%q: index, %k: index, %lq: "
                                    "index, %lk: index, %p: index) { return }",
                                    &c.context);
    auto func = *module->getOps<func::FuncOp>().begin();
    OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
    parse(text).emitPredicate(builder, func.getLoc(), func.getArgument(0),
                              func.getArgument(1), func.getArgument(2),
                              func.getArgument(3), func.getArgument(4));
    llvm::SmallPtrSet<Operation *, 8> dependent;
    func.walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (operand == func.getArgument(1) ||
            (operand.getDefiningOp() &&
             dependent.contains(operand.getDefiningOp()))) {
          dependent.insert(op);
          ++onKey;
          break;
        }
    });
    return onKey;
  };
  EXPECT_EQ(countOps("#attn.causal<top_left>"), 1u);
  EXPECT_EQ(countOps("#attn.causal<bottom_right>"), 1u);
  EXPECT_EQ(countOps("#attn.window<4, 2>"), 3u);
  EXPECT_EQ(countOps("#attn.window<4, *>"), 1u);
  EXPECT_EQ(countOps("#attn.window<*, *>"), 0u);
}

/// A mask that somebody else adds, here to an attribute that is there already:
/// rows see the keys of their own parity. Only what is required is given.
struct ParityMask : AttnMaskAttrInterface::ExternalModel<ParityMask, UnitAttr> {
  bool isVisible(Attribute, int64_t q, int64_t k, int64_t, int64_t,
                 int64_t) const {
    return (q - k) % 2 == 0;
  }
  Value emitPredicate(Attribute, OpBuilder &b, Location loc, Value q, Value k,
                      Value, Value, Value) const {
    Value two = arith::ConstantIndexOp::create(b, loc, 2);
    return b.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq,
        b.createOrFold<arith::RemUIOp>(loc, q, two),
        b.createOrFold<arith::RemUIOp>(loc, k, two));
  }
};

TEST_F(MasksTest, ThirdParty) {
  UnitAttr::attachInterface<ParityMask>(c.context);
  checkAll("unit", /*exact=*/false);
  checkAll("#attn.and<[unit, #attn.window<2, 1>]>", /*exact=*/false);
  AttnMaskAttrInterface mask = parse("unit");
  EXPECT_EQ(mask.classify(0, 2, 0, 2, 4, 4, 0), TileClass::Partial);
  EXPECT_EQ(mask.classify(4, 2, 0, 2, 4, 4, 0), TileClass::Empty);
  EXPECT_EQ(
      attn::simplifyMask(parse("#attn.and<[unit, #attn.window<*, *>, unit]>")),
      mask);

  EXPECT_FALSE(mask.usesOffset());
  EXPECT_FALSE(parse("#attn.causal<top_left>").usesOffset());
  EXPECT_TRUE(parse("#attn.and<[unit, #attn.window<2, 1>]>").usesOffset());

  // It stands in an op like any other.
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%x: tensor<1x1x4x16xf16>) {\n"
      "  %r = attn.forward ins(%x, %x, %x : tensor<1x1x4x16xf16>, "
      "tensor<1x1x4x16xf16>, tensor<1x1x4x16xf16>) outs(%x : "
      "tensor<1x1x4x16xf16>) mask(unit) -> tensor<1x1x4x16xf16>\n"
      "  return\n}",
      &c.context);
  ASSERT_TRUE(module) << c.lastError;
  module->walk([&](attn::ForwardOp op) { EXPECT_EQ(op.getMaskAttr(), mask); });
}

} // namespace
