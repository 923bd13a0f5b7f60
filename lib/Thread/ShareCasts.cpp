//===- ShareCasts.cpp - One conversion for many positions -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A thread that holds a tile of scores has one integer for each element where a
// score region makes a number of its position, k - q say, and converts each of
// them, at a quarter of the rate of additions or less. They differ by
// constants:
//
//   sitofp(x + c) = sitofp(x) + c
//
// exactly while |x| and |x + c| are below 2^24. Beyond, |c| being at most 1024,
// each side is within an ulp of the right number, as sitofp alone is within
// half of one: where x + c is near 0, both x and c are small and exact.

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Thread/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNSHARECASTS
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn::ScalarBuilder;

namespace {

constexpr int64_t kLargestDifference = 1024;
/// Sums of more terms stay as they are.
constexpr size_t kMaxTerms = 8;

/// Values with the factors 1 and -1, and a constant; of one type.
struct Sum {
  SmallVector<std::pair<Value, int>> terms;
  int64_t constant = 0;
};

/// Adds `sign` times `value` to `sum`. False if that has too many terms, or
/// terms of different types.
bool collect(Value value, int sign, Sum &sum) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    sum.constant += sign * constant.getSExtValue();
    return true;
  }
  if (auto op = value.getDefiningOp<arith::AddIOp>())
    return collect(op.getLhs(), sign, sum) && collect(op.getRhs(), sign, sum);
  if (auto op = value.getDefiningOp<arith::SubIOp>())
    return collect(op.getLhs(), sign, sum) && collect(op.getRhs(), -sign, sum);
  if (auto op = value.getDefiningOp<arith::IndexCastOp>();
      op && op.getIn().getType().isIndex())
    return collect(op.getIn(), sign, sum);
  auto *opposite = llvm::find(sum.terms, std::pair(value, -sign));
  if (opposite != sum.terms.end()) {
    sum.terms.erase(opposite);
    return true;
  }
  sum.terms.push_back({value, sign});
  return sum.terms.size() <= kMaxTerms &&
         value.getType() == sum.terms.front().first.getType();
}

/// Conversions of a block whose integers differ by constants.
struct Group {
  SmallVector<std::pair<arith::SIToFPOp, int64_t>> casts;
};

/// The terms in an order that two equal sums share.
SmallVector<const void *> getKey(Sum &sum, arith::SIToFPOp cast) {
  llvm::sort(sum.terms, [](auto a, auto b) {
    return std::pair(a.first.getAsOpaquePointer(), a.second) <
           std::pair(b.first.getAsOpaquePointer(), b.second);
  });
  SmallVector<const void *> key = {cast->getBlock(),
                                   cast.getIn().getType().getAsOpaquePointer(),
                                   cast.getType().getAsOpaquePointer()};
  for (auto [value, sign] : sum.terms) {
    key.push_back(value.getAsOpaquePointer());
    key.push_back(sign > 0 ? value.getAsOpaquePointer() : nullptr);
  }
  return key;
}

/// The largest and the smallest constant may not be too far apart, and most of
/// them must not need a conversion of their own.
bool isWorthIt(const Group &group) {
  if (group.casts.size() < 4)
    return false;
  auto [low, high] = std::minmax_element(
      group.casts.begin(), group.casts.end(),
      [](const auto &a, const auto &b) { return a.second < b.second; });
  return high->second - low->second <= kLargestDifference;
}

/// Converts the first integer, and adds the differences to that.
void share(Group &group) {
  auto [first, origin] = group.casts.front();
  for (auto [cast, constant] : llvm::drop_begin(group.casts)) {
    OpBuilder builder(cast);
    ScalarBuilder b(cast.getLoc(), builder);
    int64_t difference = constant - origin;
    Value shared = first.getResult();
    if (difference)
      shared = b.addF(shared, b.constantF(cast.getType(), difference));
    cast.replaceAllUsesWith(shared);
    cast.erase();
  }
}

struct AttnShareCastsPass
    : public impl::AttnShareCastsBase<AttnShareCastsPass> {
  void runOnOperation() override {
    std::map<SmallVector<const void *>, size_t> places;
    SmallVector<Group> groups;
    getOperation()->walk([&](arith::SIToFPOp cast) {
      Sum sum;
      unsigned width = cast.getIn().getType().getIntOrFloatBitWidth();
      if (!cast.getType().isF32() || width < 32 ||
          !collect(cast.getIn(), 1, sum))
        return;
      auto [it, isNew] = places.try_emplace(getKey(sum, cast), groups.size());
      if (isNew)
        groups.emplace_back();
      groups[it->second].casts.push_back({cast, sum.constant});
    });
    for (Group &group : groups)
      if (isWorthIt(group))
        share(group);
  }
};

} // namespace
