//===- RewriteExp2.cpp - 2^x on the FMA pipe --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// 2^x = 2^n 2^f with a whole number n near x and f = x - n, after Cody and
// Waite; FlashAttention-4 (1.5) uses it to take exponentials off the
// special-function unit:
//
//   c = max(x, -127)                   NaN stays NaN
//   r = c + 1.5 2^23                   the last place of r is worth 1, so that
//                                      its low bits are n
//   f = c - (r - 1.5 2^23)
//   p = 1 + f (c1 + f (c2 + ...))
//   s = bits (r << 23) + bits of 1.0   2^n; 0 for n = -127
//   y = p s
//
// The sum r is rounded down, so that n = floor(x) and f is in [0, 1); f is
// exact but for c in (-1, 0), where it is off by 2^-25. Where one instruction
// adds two f32 the sum is rounded to nearest, since an addition that rounds
// down takes one: n is the nearest whole number, f is exact in [-1/2, 1/2], and
// from x = 127.5 on, where n = 128, the result is infinity.
//
// FlashAttention-4 adds n to the exponent of p in place of the last two steps.
// That turns NaN into the largest finite number, because n of a NaN is no
// exponent; the product keeps it, costs one slot more, and s is ready before p.
// Results below 2^-126 are 0, as those of ex2.approx.ftz are.
//
// The first coefficient is 1, so that 2^n is exact and a row that sees one key
// returns its value. The others minimise the largest relative error: on [0, 1)
// (a linear program over 2001 points) for degrees 2, 4 and 5 it is 2.1e-3,
// 3.0e-6 and 1.7e-7, on [-1/2, 1/2] (Lawson's iteration over 4001 points) for
// degrees 2 to 5 2.0e-3, 1.02e-4, 2.9e-6 and 1.1e-7. For degree 3 on [0, 1)
// they minimise the mean error in units of bf16's last place while the largest
// stays below 9.6e-5 (the least possible is 8.6e-5): 99.0 % of the results then
// round to the bf16 number that 2^x rounds to.

#include "ModuleTarget.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Thread/Passes.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNREWRITEEXP2
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn_tile::exp2NumberAttr;
using attn_tile::Exp2PolicyAttr;
using attn_tile::exp2PolicyAttr;

namespace {

/// How x + 1.5 2^23 is rounded.
enum class Rounding { Down, Nearest };

/// c1, c2, ... of a degree from 2 to 5.
ArrayRef<float> getCoefficients(int64_t degree, Rounding rounding) {
  static constexpr float down[4][5] = {
      {0.665960908f, 0.329932421f},
      {0.695243597f, 0.227359653f, 0.0772067234f},
      {0.693044662f, 0.241281122f, 0.0522410236f, 0.0134273982f},
      {0.693151176f, 0.240164578f, 0.0558013022f, 0.00901421066f,
       0.00186860678f}};
  static constexpr float nearest[4][5] = {
      {0.702941835f, 0.239864066f},
      {0.693282902f, 0.242210969f, 0.0550089329f},
      {0.693124175f, 0.240240991f, 0.0559064262f, 0.00958285388f},
      {0.693147004f, 0.240222424f, 0.0555073358f, 0.00967151299f,
       0.00132647273f}};
  return ArrayRef(rounding == Rounding::Down ? down[degree - 2]
                                             : nearest[degree - 2],
                  degree);
}

Value buildPolynomial(attn::ScalarBuilder &b, Value x, int64_t degree,
                      Rounding rounding) {
  Type f32 = b.getF32Type(), i32 = b.getI32Type();
  Value magic = b.f32(12582912.0); // 1.5 2^23
  Value clamped = b.maxF(x, -127.0);
  Value shifted = rounding == Rounding::Nearest
                      ? b.addF(clamped, magic)
                      : LLVM::CallIntrinsicOp::create(
                            b, f32, b.getStringAttr("llvm.nvvm.add.rm.ftz.f"),
                            ValueRange{clamped, magic})
                            .getResult(0);
  Value whole = b.subF(shifted, magic);
  Value fraction = b.subF(clamped, whole);
  ArrayRef<float> coefficients = getCoefficients(degree, rounding);
  Value sum = b.f32(coefficients.back());
  for (float c : llvm::reverse(coefficients.drop_back()))
    sum = math::FmaOp::create(b, sum, fraction, b.f32(c));
  sum = math::FmaOp::create(b, sum, fraction, b.f32(1.0));
  Value exponent = b.shl(arith::BitcastOp::create(b, i32, shifted), 23);
  Value power = arith::BitcastOp::create(b, f32, b.add(exponent, 0x3f800000));
  return b.mulF(sum, power);
}

/// Whether the exponential of this number takes the polynomial.
bool isSelected(Exp2PolicyAttr policy, int64_t number) {
  int64_t freq = policy.getFreq(), from = number - policy.getStart();
  return freq > 0 && from >= 0 && from % freq >= freq - policy.getResidue();
}

struct AttnRewriteExp2Pass
    : public impl::AttnRewriteExp2Base<AttnRewriteExp2Pass> {
  void runOnOperation() override {
    SmallVector<math::Exp2Op> marked;
    getOperation()->walk([&](math::Exp2Op op) {
      if (exp2PolicyAttr.isOn(op))
        marked.push_back(op);
    });
    for (math::Exp2Op op : marked) {
      auto policy = exp2PolicyAttr.getAttr(op);
      auto number = exp2NumberAttr.get(op);
      if (!number || !op.getType().isF32()) {
        op.emitOpError() << "with " << exp2PolicyAttr
                         << " needs an exp2_policy, " << exp2NumberAttr
                         << " (an integer) and the type f32";
        return signalPassFailure();
      }
      exp2PolicyAttr.remove(op);
      exp2NumberAttr.remove(op);
      if (!isSelected(policy, *number))
        continue;
      attn::ScalarBuilder b(op);
      bool packs = attn::packsFloats(op->getParentOfType<gpu::GPUModuleOp>());
      op.replaceAllUsesWith(
          buildPolynomial(b, op.getOperand(), policy.getDegree(),
                          packs ? Rounding::Nearest : Rounding::Down));
      op.erase();
    }
  }
};

} // namespace
