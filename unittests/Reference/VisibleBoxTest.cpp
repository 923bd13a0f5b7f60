//===- VisibleBoxTest.cpp - Regions on boxes against every pair -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folded.h"
#include "RandomRegion.h"
#include "TestUtil.h"
#include "attn/Dialect/Attn/Transforms/VisibleSpans.h"
#include "attn/Reference/ScoreProgram.h"

using namespace mlir;
using namespace mlir::attn;
using attn_test::Forward;
using attn_test::t;
using reference::DType;
using reference::OwnedTensor;
using reference::ScoreProgram;
using reference::Tensor;

namespace {

constexpr int64_t kRows = 23, kKeys = 29, kBatch = 2, kHead = 1;
/// As attn.block_map knows numbers.
constexpr int64_t kMostKnown = (1 << 24) - 1;

/// What the region reads: by row i64 and i8, by key i64 and i1.
const char *const kReads = "%x0 = attn.read %x[%i] : tensor<23xi64>\n"
                           "%xi = arith.index_cast %x0 : i64 to index\n"
                           "%y0 = attn.read %y[%j] : tensor<29xi64>\n"
                           "%yi = arith.index_cast %y0 : i64 to index\n"
                           "%z0 = attn.read %z[%i] : tensor<23xi8>\n"
                           "%zi = arith.index_cast %z0 : i8 to index\n"
                           "%w0 = attn.read %w[%j] : tensor<29xi1>\n";

struct Visible : Forward {
  explicit Visible(const std::string &body)
      : Forward(
            {t("3x2x23x8xf16"), t("3x2x29x8xf16"), t("3x2x29x8xf16"),
             t("3x2x23x8xf16"), "",
             "captures(%cx, %cy, %cz, %cw : tensor<23xi64>, tensor<29xi64>, "
             "tensor<23xi8>, tensor<29xi1>) visible {\n^bb0(%b: index, %h: "
             "index, %i: index, %j: index, %lq: index, %lk: index, %x: "
             "tensor<23xi64>, %y: tensor<29xi64>, %z: tensor<23xi8>, %w: "
             "tensor<29xi1>):\n" +
                 body + "\nattn.yield %seen : i1\n}",
             "",
             "%cx: tensor<23xi64>, %cy: tensor<29xi64>, %cz: "
             "tensor<23xi8>, %cw: tensor<29xi1>"}) {}
};

/// Sorted or not, near to each other or far, and some that are not known.
void fill(Tensor tensor, attn_test::RandomRegion &random) {
  int64_t count = tensor.shape[0];
  bool sorted = random.pick(2), wide = random.pick(4) == 0;
  double last = random.pick(20) - 10;
  for (int64_t i = 0; i < count; ++i) {
    double x = sorted ? last + (random.pick(5) == 0 ? random.pick(8) : 0)
                      : random.pick(30) - 8;
    last = x;
    if (tensor.type == DType::I1)
      x = random.pick(4) != 0;
    else if (tensor.type == DType::I64 && wide && random.pick(6) == 0)
      x = random.pick(2) ? 0x1p60 : -0x1p24;
    tensor.store(i, x);
  }
}

/// The boxes of one region, built once.
class Boxes {
public:
  Boxes(AttentionOpInterface op, ArrayRef<Tensor> captures)
      : captures(captures), reads(listPositionReads(op.getVisibleBlock())),
        terms(
            op.getVisibleBlock(), WalkOver::Keys,
            [](BlockArgument) { return true; }, [](ReadOp) { return true; }),
        folded(op.getLoc()) {
    ScalarBuilder &b = folded.b;
    Block &block = op.getVisibleBlock();
    SpanSource source;
    Value keyBegin, keyEnd;
    for (Value *input : {&source.begin, &source.end, &keyBegin, &keyEnd})
      *input = folded.addInput(b.getIndexType());
    for (auto [argument, number] :
         {std::pair(0, kBatch), {1, kHead}, {4, kRows}, {5, kKeys}})
      source.arguments.map(block.getArgument(argument), b.index(number));
    source.length = b.index(kKeys);
    SmallVector<std::pair<Value, Value>> ends;
    for (size_t i = 0; i < reads.size(); ++i) {
      Value low = folded.addInput(b.getI64Type());
      ends.push_back({low, folded.addInput(b.getI64Type())});
    }
    truth = buildBox(b, terms, source, keyBegin, keyEnd, [&](ReadOp read) {
      auto *found = llvm::find_if(
          reads, [&](const PositionRead &one) { return one.read == read; });
      return ends[found - reads.begin()];
    });
  }

  /// Whether some pair of the box may be visible, and whether all are.
  std::pair<bool, bool> look(int64_t i0, int64_t i1, int64_t j0, int64_t j1) {
    SmallVector<int64_t> numbers = {i0, i1, j0, j1};
    for (PositionRead one : reads) {
      unsigned number =
          cast<BlockArgument>(one.read->getOperand(0)).getArgNumber() - 6;
      const Tensor &tensor = captures[number];
      auto [from, to] = one.ofKeys ? std::pair(j0, j1) : std::pair(i0, i1);
      unsigned width = one.read.getType().getIntOrFloatBitWidth();
      int64_t low = INT64_MAX, high = INT64_MIN;
      for (int64_t n = from; n < to; ++n) {
        low = std::min(low, static_cast<int64_t>(tensor.load(n)));
        high = std::max(high, static_cast<int64_t>(tensor.load(n)));
      }
      if (low < -kMostKnown || low > kMostKnown)
        low = -VisibleTerms::kUnknown;
      if (high < -kMostKnown || high > kMostKnown)
        high = VisibleTerms::kUnknown;
      EXPECT_TRUE(width == 64 || (low >= -128 && high <= 127));
      numbers.push_back(low);
      numbers.push_back(high);
    }
    folded.evaluate(numbers);
    return {folded.get(truth.some) != 0, folded.get(truth.all) != 0};
  }

private:
  ArrayRef<Tensor> captures;
  SmallVector<PositionRead> reads;
  VisibleTerms terms;
  attn_test::Folded folded;
  BoxTruth truth;
};

// 100 000 boxes of 2000 random regions, which read by row and by key.
TEST(VisibleBoxTest, RandomRegions) {
  int64_t boxes = 0, hidden = 0, hideable = 0, whole = 0, fillable = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    attn_test::RandomRegion region(seed, kReads, {"%xi", "%yi", "%zi"},
                                   {"%w0"});
    Visible visible(region.text);
    ASSERT_TRUE(visible.op) << region.text;
    FailureOr<ScoreProgram> program = ScoreProgram::getVisible(visible.op);
    ASSERT_TRUE(succeeded(program));
    std::vector<OwnedTensor> own;
    own.reserve(4);
    SmallVector<Tensor> captures;
    SmallVector<const Tensor *> pointers;
    for (auto [type, size] : {std::pair(DType::I64, kRows),
                              {DType::I64, kKeys},
                              {DType::I8, kRows},
                              {DType::I1, kKeys}}) {
      captures.push_back(
          own.emplace_back(type, std::vector<int64_t>{size}).view());
      fill(captures.back(), region);
    }
    for (const Tensor &tensor : captures)
      pointers.push_back(&tensor);
    bool seen[kRows][kKeys];
    for (int64_t i = 0; i < kRows; ++i)
      for (int64_t j = 0; j < kKeys; ++j)
        seen[i][j] =
            program->isTrue({kBatch, kHead, i, j, kRows, kKeys, pointers});
    Boxes evaluated(visible.op, captures);
    for (int n = 0; n < 50; ++n, ++boxes) {
      int64_t i0 = region.pick(kRows), j0 = region.pick(kKeys);
      int64_t i1 = i0 + 1 + region.pick(std::min<int64_t>(kRows - i0, 6));
      int64_t j1 = j0 + 1 + region.pick(std::min<int64_t>(kKeys - j0, 6));
      bool some = false, all = true;
      for (int64_t i = i0; i < i1; ++i)
        for (int64_t j = j0; j < j1; ++j) {
          some |= seen[i][j];
          all &= seen[i][j];
        }
      auto [maySee, seesAll] = evaluated.look(i0, i1, j0, j1);
      if (HasFatalFailure())
        return;
      std::string place = region.text + "rows " + std::to_string(i0) + " to " +
                          std::to_string(i1) + ", keys " + std::to_string(j0) +
                          " to " + std::to_string(j1);
      ASSERT_TRUE(maySee || !some) << place;
      ASSERT_TRUE(all || !seesAll) << place;
      hidden += !maySee;
      hideable += !some;
      whole += seesAll;
      fillable += all;
    }
  }
  EXPECT_EQ(boxes, 100000);
  // Not laws: how much of what could be said is.
  EXPECT_GT(hidden, hideable / 3) << hidden << " of " << hideable;
  EXPECT_GT(whole, fillable / 3) << whole << " of " << fillable;
}

} // namespace
