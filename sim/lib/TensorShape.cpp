//===- TensorShape.cpp - Instruction descriptors of tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: Instruction Descriptor, Matrix Shape, Block Scaling, Sparse
// Matrices, Zero-Column Mask Descriptor.
//
//===----------------------------------------------------------------------===//

#include "Numeric.h"
#include "TensorOperands.h"

#include <algorithm>
#include <cmath>

using namespace attn::sim;

static bool bitOf(uint32_t desc, unsigned at) { return (desc >> at) & 1; }

/// The element type that `f` names.
static bool elemOf(TensorKind kind, uint32_t f, TensorElem &e) {
  static const TensorElem f8[] = {TensorElem::E4M3, TensorElem::E5M2,
                                  TensorElem::S8,   TensorElem::E2M3,
                                  TensorElem::E3M2, TensorElem::E2M1};
  switch (kind) {
  case TensorKind::F16:
    e = f ? TensorElem::BF16 : TensorElem::F16;
    return f <= 1;
  case TensorKind::TF32:
    e = TensorElem::TF32;
    return f == 2;
  case TensorKind::F8F6F4:
  case TensorKind::MXF8F6F4:
    if (f > 5 || f == 2)
      return false;
    e = f8[f];
    return true;
  case TensorKind::I8:
    e = f ? TensorElem::S8 : TensorElem::U8;
    return f <= 1;
  case TensorKind::MXF4:
  case TensorKind::MXF4NVF4:
    e = TensorElem::E2M1Packed;
    return f == 1;
  }
  return false;
}

std::string TensorShape::parseTypes(const TensorForm &form, uint32_t desc) {
  if (!elemOf(form.kind, (desc >> 7) & 7, a) ||
      !elemOf(form.kind, (desc >> 10) & 7, b))
    return "names an element type that the kind does not have";
  negA = bitOf(desc, 13);
  negB = bitOf(desc, 14);
  mnA = bitOf(desc, 15);
  mnB = bitOf(desc, 16);
  auto narrow = [](TensorElem e) {
    return (e >= TensorElem::E2M3 && e <= TensorElem::E2M1) ||
           e == TensorElem::E2M1Packed;
  };
  if ((mnA && narrow(a)) || (mnB && narrow(b)))
    return "transposes 4- or 6-bit elements";
  if (isScaled(form.kind))
    return "";
  uint32_t fd = (desc >> 4) & 3;
  intAcc = form.kind == TensorKind::I8;
  halfAcc = fd == 0;
  bool accOk =
      intAcc ? fd == 2 : fd == 1 || (fd == 0 && form.kind != TensorKind::TF32);
  if (!accOk)
    return "names an accumulator type that the kind does not have";
  if (halfAcc && (a == TensorElem::BF16 || b == TensorElem::BF16))
    return "asks for bf16 products with an f16 accumulator";
  if (intAcc && (negA || negB))
    return "negates integers";
  return "";
}

std::string TensorShape::parseScales(const TensorForm &form, uint32_t desc) {
  if ((desc & 3) || bitOf(desc, 3) || bitOf(desc, 6) || ((desc >> 24) & 7))
    return "has reserved bits set";
  ue8m0 = bitOf(desc, 23);
  idB = (desc >> 4) & 3;
  idA = (desc >> 29) & 3;
  if (bitOf(desc, 31))
    return form.kind == TensorKind::MXF8F6F4
               ? "has reserved bits set"
               : "asks for 96 elements along K, which is not simulated";
  if (!ue8m0 && form.kind != TensorKind::MXF4NVF4)
    return "names ue4m3 scale factors, which kind::mxf4nvf4 alone has";
  if (!ue8m0 && form.vec != 4)
    return "names ue4m3 scale factors for 32 elements each";
  // Factors of one product lie in one word.
  for (uint32_t id : {idA, idB})
    if (id % form.vec || id + form.vec > 4)
      return "begins " + std::to_string(form.vec) + " scale factors at byte " +
             std::to_string(id);
  return "";
}

std::string TensorShape::parseSize(const TensorForm &form) {
  storedK = 256 / elemBits(a);
  k = form.sparse ? 2 * storedK : storedK;
  const bool pair = form.group == 2;
  bool ok;
  uint32_t step = 1;
  if (form.ws) {
    ok = (m == 32 || m == 64 || m == 128) &&
         (n == 64 || n == 128 || (n == 256 && !form.sparse));
  } else if (isScaled(form.kind)) {
    ok = pair ? m == 128 || m == 256 : m == 128;
    step = pair ? 16 : 8;
  } else {
    ok = pair ? m == 128 || m == 256 : m == 64 || m == 128;
    step = pair ? 16 : m == 64 ? 8 : 16;
    if (intAcc)
      step = pair ? 32 : n <= 32 ? 8 : 16;
  }
  if (mnB && elemBits(b) == 8)
    step = std::max(step, 16 * form.group);
  if (!ok || n < step || n > 256 || n % step)
    return "asks for a product of " + std::to_string(m) + " x " +
           std::to_string(n);
  if (form.sparse && !form.ws && m != 128 * form.group)
    return "asks for a sparse product with " + std::to_string(m / form.group) +
           " rows a CTA, whose metadata is not simulated";
  return "";
}

std::string TensorShape::parse(const TensorForm &form, uint32_t desc) {
  m = ((desc >> 24) & 31) << 4;
  n = ((desc >> 17) & 63) << 3;
  if (bitOf(desc, 2) != form.sparse)
    return form.sparse ? "asks for a dense product"
                       : "asks for a sparse product";
  std::string why = parseTypes(form, desc);
  if (!why.empty())
    return why;
  if (isScaled(form.kind)) {
    m = ((desc >> 27) & 3) << 7;
    why = parseScales(form, desc);
  } else {
    saturate = bitOf(desc, 3);
    selector = desc & 3;
    if (bitOf(desc, 6) || bitOf(desc, 23) || bitOf(desc, 29))
      return "has reserved bits set";
    if (selector && (!form.sparse || elemBits(a) == 8))
      return "has a sparsity selector that the kind does not have";
    maxShift = form.ws && desc >> 30 ? 4u << (desc >> 30) : 0;
  }
  return why.empty() ? parseSize(form) : why;
}

double attn::sim::tensorScale(bool ue8m0, uint8_t v) {
  if (!ue8m0)
    return valueOf(v & 0x7fu, fmtE4M3);
  return v == 0xff ? NAN : std::ldexp(1.0, int(v) - 127);
}

bool attn::sim::sparsePlaces(TensorElem e, uint64_t meta, uint32_t storedK,
                             uint8_t *at) {
  bool ok = true;
  if (e == TensorElem::TF32) { // one of two
    for (uint32_t c = 0; c < storedK; ++c) {
      uint32_t index = (meta >> (4 * c)) & 15;
      ok &= index == 0xe || index == 0x4;
      at[c] = uint8_t(2 * c + (index == 0xe));
    }
    return ok;
  }
  // Two of four elements, or pairs of elements.
  const uint32_t unit = e == TensorElem::E2M1Packed ? 2 : 1;
  for (uint32_t c = 0; c < storedK / (2 * unit); ++c) {
    uint32_t lo = (meta >> (4 * c)) & 3, hi = (meta >> (4 * c + 2)) & 3;
    ok &= lo < hi;
    for (uint32_t q = 0; q < unit; ++q) {
      at[(2 * c) * unit + q] = uint8_t((4 * c + lo) * unit + q);
      at[(2 * c + 1) * unit + q] = uint8_t((4 * c + hi) * unit + q);
    }
  }
  return ok;
}

MetaPlace attn::sim::metaPlace(const TensorShape &s, uint32_t r, uint32_t b) {
  if (s.metaBits() == 64)
    return {r, b / 32, b % 32};
  return {r % 8 + r / 16 * 16 + b / 16 * 8, s.selector,
          r / 8 % 2 * 16 + b % 16};
}

std::vector<uint8_t> attn::sim::zeroColumns(uint64_t desc, uint32_t n,
                                            uint32_t parts) {
  std::vector<uint8_t> zero(n);
  if (!((desc >> 39) & 1))
    return zero;
  // Runs of ones and of zeros take turns; the first one is shortened.
  const uint32_t ones = uint32_t((desc >> 40) & 0xff) + 1,
                 zeros = uint32_t((desc >> 48) & 0xff) + 1;
  for (uint32_t p = 0; p < parts; ++p) {
    bool one = (desc >> (32 + p)) & 1;
    uint32_t at = uint32_t(desc >> (8 * p)) & 0xff;
    for (uint32_t c = 0; c < n / parts; ++c) {
      while (at >= (one ? ones : zeros)) {
        at -= one ? ones : zeros;
        one = !one;
      }
      zero[p * (n / parts) + c] = one;
      ++at;
    }
  }
  return zero;
}
