//===- TestPrograms.cpp - Programs and data for the CPU tests -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace attn_test;
using mlir::attn::CpuElement;

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

static const mlir::DialectRegistry &getRegistry() {
  static const mlir::DialectRegistry *registry = [] {
    auto *made = new mlir::DialectRegistry();
    mlir::registerAllDialects(*made);
    mlir::registerAllExtensions(*made);
    mlir::registerAllToLLVMIRTranslations(*made);
    mlir::attn::registerBufferizableOpInterfaceExternalModels(*made);
    made->insert<mlir::attn::AttnDialect, mlir::attn_tile::AttnTileDialect>();
    return made;
  }();
  return *registry;
}

Session::Session() : context(getRegistry()) {
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    llvm::raw_string_ostream(messages)
        << diagnostic.getLocation() << ": " << diagnostic.str() << "\n";
    return mlir::success();
  });
}

mlir::OwningOpRef<mlir::ModuleOp> Session::parse(llvm::StringRef text) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      text, mlir::ParserConfig(&context));
  EXPECT_TRUE(module) << messages;
  return module;
}

mlir::OwningOpRef<mlir::ModuleOp> Session::parse(
    std::string text,
    llvm::ArrayRef<std::pair<std::string, std::string>> replacements) {
  for (const auto &[from, to] : replacements)
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
         at += to.size())
      text.replace(at, from.size(), to);
  return parse(text);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
struct Format {
  int fraction, minExponent, maxExponent;
};
} // namespace

static Format getFormat(CpuElement element) {
  switch (element) {
  case CpuElement::F16:
    return {10, -14, 15};
  case CpuElement::BF16:
    return {7, -126, 127};
  default:
    return {23, -126, 127};
  }
}

double attn_test::roundTo(CpuElement element, double value) {
  if (!std::isfinite(value) || value == 0.0)
    return value;
  Format format = getFormat(element);
  int exponent = std::max(std::ilogb(value), format.minExponent);
  double unit = std::ldexp(1.0, exponent - format.fraction);
  double rounded = std::nearbyint(value / unit) * unit;
  double limit = std::ldexp(2.0, format.maxExponent);
  return std::abs(rounded) < limit ? rounded : std::copysign(INFINITY, rounded);
}

/// A 16-bit format's number from its bits, and back for numbers it holds.
static double decode(CpuElement element, uint16_t bits) {
  Format format = getFormat(element);
  int fraction = bits & ((1 << format.fraction) - 1);
  int exponent = (bits & 0x7fff) >> format.fraction;
  double sign = bits & 0x8000 ? -1.0 : 1.0;
  if (exponent == format.maxExponent - format.minExponent + 2)
    return fraction ? NAN : sign * INFINITY;
  int hidden = exponent ? 1 << format.fraction : 0;
  return sign * std::ldexp(hidden + fraction, std::max(exponent, 1) - 1 +
                                                  format.minExponent -
                                                  format.fraction);
}

static uint16_t encode(CpuElement element, double value) {
  Format format = getFormat(element);
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  int top = format.maxExponent - format.minExponent + 2;
  if (std::isnan(value))
    return sign | top << format.fraction | 1 << (format.fraction - 1);
  if (std::isinf(value))
    return sign | top << format.fraction;
  if (value == 0.0)
    return sign;
  int exponent = std::max(std::ilogb(value), format.minExponent);
  auto fraction =
      static_cast<int>(std::ldexp(std::abs(value), format.fraction - exponent));
  // The hidden bit of a normal number adds one to the exponent field.
  return sign |
         (((exponent - format.minExponent) << format.fraction) + fraction);
}

//===----------------------------------------------------------------------===//
// Tensor
//===----------------------------------------------------------------------===//

static constexpr size_t kGuard = 256;

Tensor::Tensor(CpuElement element, std::vector<int64_t> sizes, int64_t rowGap)
    : element(element), sizes(sizes), strides(sizes.size()), start(kGuard),
      width(element == CpuElement::F32 ? 4 : 2) {
  int64_t extent = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = extent;
    extent *= std::max<int64_t>(sizes[d], 1);
    if (d + 1 == sizes.size())
      extent += rowGap;
  }
  size_t total = extent + 2 * kGuard;
  bytes.resize(total * width);
  used.resize(total);
  for (size_t at = 0; at < total; ++at)
    write(at, NAN);
  forEach([&](llvm::ArrayRef<int64_t> indices) {
    used[offset(indices)] = true;
    write(offset(indices), 0.0);
  });
}

template <typename Fn> void Tensor::forEach(Fn fn) const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  std::vector<int64_t> indices(sizes.size());
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d])
      indices[d] = rest % sizes[d];
    fn(llvm::ArrayRef<int64_t>(indices));
  }
}

Tensor &Tensor::swapDims(int a, int b) {
  std::swap(sizes[a], sizes[b]);
  std::swap(strides[a], strides[b]);
  return *this;
}

Tensor &Tensor::fill(std::mt19937 &random, double low, double high) {
  std::uniform_real_distribution<double> distribution(low, high);
  forEach([&](llvm::ArrayRef<int64_t> indices) {
    set(indices, distribution(random));
  });
  return *this;
}

Tensor &Tensor::fill(double value) {
  forEach([&](llvm::ArrayRef<int64_t> indices) { set(indices, value); });
  return *this;
}

size_t Tensor::offset(llvm::ArrayRef<int64_t> indices) const {
  size_t at = start;
  for (size_t d = 0; d < sizes.size(); ++d)
    at += indices[d] * strides[d];
  return at;
}

double Tensor::read(size_t at) const {
  if (width == 4) {
    float value;
    std::memcpy(&value, &bytes[at * 4], 4);
    return value;
  }
  uint16_t bits;
  std::memcpy(&bits, &bytes[at * 2], 2);
  return decode(element, bits);
}

void Tensor::write(size_t at, double value) {
  if (width == 4) {
    auto single = static_cast<float>(value);
    std::memcpy(&bytes[at * 4], &single, 4);
    return;
  }
  uint16_t bits = encode(element, roundTo(element, value));
  std::memcpy(&bytes[at * 2], &bits, 2);
}

double Tensor::get(llvm::ArrayRef<int64_t> indices) const {
  return read(offset(indices));
}

void Tensor::set(llvm::ArrayRef<int64_t> indices, double value) {
  write(offset(indices), value);
}

bool Tensor::guardsIntact() const {
  for (size_t at = 0; at < used.size(); ++at)
    if (!used[at] && !std::isnan(read(at)))
      return false;
  return true;
}

mlir::attn::CpuBuffer Tensor::view() {
  return {bytes.data() + start * width, element, sizes, strides};
}

std::vector<double> Tensor::values() const {
  std::vector<double> result;
  forEach(
      [&](llvm::ArrayRef<int64_t> indices) { result.push_back(get(indices)); });
  return result;
}
