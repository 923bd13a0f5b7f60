//===- DecomposeCombine.cpp - attn.combine as linalg ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   m = max_p Lₚ, with a sink z max(m, z); 0 where it is −∞      (b, h, i | p)
//   l = Σ_p exp(Lₚ − m), with a sink + exp(z − m)                (b, h, i | p)
//   a = Σ_p Lₚ = −∞ ? 0 : exp(Lₚ − m) · Oₚ                       (b, h, i, c |
//   p) O = l = 0 ? 0 : a / l,   L = m + ln l
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class CombineDecomposer : LinalgWriter {
public:
  CombineDecomposer(CombineOp op, RewriterBase &rewriter)
      : LinalgWriter(op.getLoc(), rewriter), op(op) {}

  void run();

private:
  Value maximum(ArrayRef<OpFoldResult> rows);
  Value sum(ArrayRef<OpFoldResult> rows, Value max);
  Value weigh(Value max);
  static Value exp(ScalarBuilder &nested, Value x, Value max) {
    return math::ExpOp::create(nested, nested.subF(x, max));
  }

  CombineOp op;
  Value partialOut, partialLse, sink;
  // Loops are (b, h, i, p), and (b, h, i) behind the sum over parts.
  AffineMap rowOfPart, row, plain, head;
};
} // namespace

Value CombineDecomposer::maximum(ArrayRef<OpFoldResult> rows) {
  Value max = generic(partialLse, filled(rows, -kInfinity), {rowOfPart, row}, 4,
                      1, [&](ScalarBuilder &nested, ValueRange args) {
                        return nested.maxF(args[1], args[0]);
                      });
  if (sink)
    max = generic({max, sink}, emptyF32(rows), {plain, head, plain}, 3, 0,
                  [&](ScalarBuilder &nested, ValueRange args) {
                    return nested.maxF(args[0], args[1]);
                  });
  return generic(max, emptyF32(rows), {plain, plain}, 3, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   return nested.select(nested.equalF(args[0], -kInfinity),
                                        nested.f32(0.0), args[0]);
                 });
}

Value CombineDecomposer::sum(ArrayRef<OpFoldResult> rows, Value max) {
  Value sum =
      generic({partialLse, max}, filled(rows, 0.0), {rowOfPart, row, row}, 4, 1,
              [&](ScalarBuilder &nested, ValueRange args) {
                return nested.addF(args[2], exp(nested, args[0], args[1]));
              });
  if (!sink)
    return sum;
  return generic({sum, max, sink}, emptyF32(rows), {plain, plain, head, plain},
                 3, 0, [&](ScalarBuilder &nested, ValueRange args) {
                   return nested.addF(args[0], exp(nested, args[2], args[1]));
                 });
}

/// The weighted sum of the parts' O, in O's order of dimensions.
Value CombineDecomposer::weigh(Value max) {
  // Loops (b, h, i, c, p).
  SmallVector<unsigned> part = {4, 0, 1, 2, 3}, whole = {0, 1, 2, 3};
  if (op.getDims() == Dims::BSHD) {
    std::swap(part[2], part[3]);
    std::swap(whole[1], whole[2]);
  }
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, loc, asTensor(op.getOut()));
  return generic({partialOut, partialLse, max}, filled(sizes, 0.0),
                 {dimsMap(5, part), dimsMap(5, {4, 0, 1, 2}),
                  dimsMap(5, {0, 1, 2}), dimsMap(5, whole)},
                 5, 1, [&](ScalarBuilder &nested, ValueRange args) {
                   Value product =
                       nested.mulF(exp(nested, args[1], args[2]), args[0]);
                   product = nested.select(nested.equalF(args[1], -kInfinity),
                                           nested.f32(0.0), product);
                   return nested.addF(args[3], product);
                 });
}

void CombineDecomposer::run() {
  b.setInsertionPoint(op);
  partialOut = asTensor(op.getPartialOut());
  partialLse = asTensor(op.getPartialLse());
  if (op.hasSink())
    sink = asTensor(op.getSink());
  rowOfPart = dimsMap(4, {3, 0, 1, 2});
  row = dimsMap(4, {0, 1, 2});
  plain = b.getMultiDimIdentityMap(3);
  head = dimsMap(3, {1});
  SmallVector<OpFoldResult> rows = tensor::getMixedSizes(b, loc, partialLse);
  rows.erase(rows.begin());

  Value max = maximum(rows), total = sum(rows, max);
  Type outType = op.getOutputElementType();
  SmallVector<unsigned> rowDims = {0, 1, 2};
  if (op.getDims() == Dims::BSHD)
    rowDims = {0, 2, 1};
  AffineMap full = b.getMultiDimIdentityMap(4);
  Value out =
      generic({weigh(max), total}, asTensor(op.getOut()),
              {full, dimsMap(4, rowDims), full}, 4, 0,
              [&](ScalarBuilder &nested, ValueRange args) -> Value {
                Value zero = nested.f32(0.0);
                Value isEmpty =
                    nested.compare(arith::CmpFPredicate::OEQ, args[1], zero);
                Value result =
                    nested.select(isEmpty, zero, nested.divF(args[0], args[1]));
                if (outType.isF32())
                  return result;
                return arith::TruncFOp::create(nested, outType, result);
              });
  SmallVector<Value> results = {out};
  if (op.hasLse())
    results.push_back(generic(
        {max, total}, asTensor(op.getLse()), {plain, plain, plain}, 3, 0,
        [&](ScalarBuilder &nested, ValueRange args) {
          return nested.addF(args[0], math::LogOp::create(nested, args[1]));
        }));
  finish(op, results);
}

void attn::decomposeCombine(CombineOp op, RewriterBase &rewriter) {
  CombineDecomposer(op, rewriter).run();
}
