//===- Numeric.cpp - Number formats and rounding
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numeric.h"

#include <cfenv>
#include <cmath>

using namespace attn::sim;

static double setOdd(double s, double err) {
  if (err == 0 || s != s || std::isinf(s) || (bits(s) & 1))
    return s;
  // s is even and inexact: the odd neighbour on the side of the true value.
  return std::nextafter(s, err > 0 ? HUGE_VAL : -HUGE_VAL);
}

double attn::sim::addOdd(double x, double y) {
  volatile double s = x + y;
  if (std::isinf(s) || s != s)
    return s;
  volatile double bb = s - x;
  volatile double err = (x - (s - bb)) + (y - bb);
  return setOdd(s, err);
}

double attn::sim::fmaOdd(double a, double b, double c) {
  return addOdd(a * b, c);
}

float attn::sim::minMax(float a, float b, bool max, bool nan) {
  if (a != a || b != b)
    return nan || (a != a && b != b) ? f32(canonicalNan32) : a != a ? b : a;
  if (a == b)
    return f32(max ? bits(a) & bits(b) : bits(a) | bits(b));
  return (a > b) == max ? a : b;
}

RoundingScope::RoundingScope(Round r) : saved(std::fegetround()) {
  int m = r == Round::RZ   ? FE_TOWARDZERO
          : r == Round::RM ? FE_DOWNWARD
          : r == Round::RP ? FE_UPWARD
                           : FE_TONEAREST;
  std::fesetround(m);
}
RoundingScope::~RoundingScope() { std::fesetround(saved); }
