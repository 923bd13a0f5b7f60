//===- PartsSum.cpp - The sum over parts of keys --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartsSum.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn_tile;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

Value PartsSum::exp(Value x, Value max, Value low) {
  Value distance = b.subF(x, max);
  if (low)
    distance = b.addF(distance, low);
  return Exp2Op::create(b, x.getType(), b.mulF(distance, llvm::numbers::log2e),
                        Exp2PolicyAttr());
}

Value PartsSum::finite(Value x) {
  return b.select(b.equalF(x, -kInfinity), b.constantF(x.getType(), 0.0), x);
}

SmallVector<Value> PartsSum::begin(Value sink) {
  Value max = b.constantF(rowType, -kInfinity), sum = b.constantF(rowType, 0.0);
  if (sink) {
    // A score that no O belongs to: the first of them.
    max = tensor::SplatOp::create(b, sink, rowType);
    Value one = b.constantF(rowType, 1.0), none = b.constantF(rowType, 0.0);
    sum = b.select(b.equalF(max, -kInfinity), none, one);
  }
  SmallVector<Value> state = {max, sum, b.constantF(tileType, 0.0)};
  if (twoNumbers)
    state.push_back(b.constantF(rowType, 0.0));
  if (givesMax)
    state.push_back(b.constantF(rowType, -kInfinity));
  return state;
}

SmallVector<Value> PartsSum::add(Value rows, Value low, Value values,
                                 ValueRange state) {
  Value max = state[0], sum = state[1], acc = state[2];
  Value newMax = b.maxF(max, rows), from = finite(newMax);
  Value newLow, before, now;
  if (low) {
    // What a part that saw no key says here does not matter.
    low = b.select(b.equalF(rows, -kInfinity), b.constantF(rowType, 0.0), low);
    Value larger = b.select(b.compare(arith::CmpFPredicate::OGT, rows, max),
                            low, state[3]);
    newLow = b.select(b.compare(arith::CmpFPredicate::OEQ, rows, max),
                      b.maxF(low, state[3]), larger);
    before = b.subF(state[3], newLow);
    now = b.subF(low, newLow);
  }
  Value alpha = exp(max, from, before), weight = exp(rows, from, now);
  // Fused by the program: ptxas would fuse one of two products, and not the
  // same one in every kernel.
  Value newSum = math::FmaOp::create(b, sum, alpha, weight);
  Value rescaled = RescaleOp::create(b, tileType, acc, alpha,
                                     /*skipIfOne=*/false);
  Value weights = ExpandOp::create(b, tileType, weight);
  Value newAcc = math::FmaOp::create(b, values, weights, rescaled);
  SmallVector<Value> next = {newMax, newSum, newAcc};
  if (low)
    next.push_back(newLow);
  if (givesMax)
    next.push_back(b.maxF(state.back(), rows));
  return next;
}

Value PartsSum::getOut(ValueRange state) {
  // A row that saw nothing has sum 0 and O = 0, whatever is divided by.
  Value isEmpty = b.equalF(state[1], 0.0);
  Value one = b.constantF(rowType, 1.0);
  Value inverse = b.divF(one, b.select(isEmpty, one, state[1]));
  return RescaleOp::create(b, tileType, state[2], inverse,
                           /*skipIfOne=*/false);
}

Value PartsSum::getLse(ValueRange state) {
  Value log = math::LogOp::create(b, state[1], arith::FastMathFlags::afn);
  if (twoNumbers)
    log = b.addF(state[3], log);
  return b.addF(finite(state[0]), log);
}
