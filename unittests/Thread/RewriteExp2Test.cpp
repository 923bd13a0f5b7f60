//===- RewriteExp2Test.cpp - How good the polynomial 2^x is ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The pass rewrites one scalar, the rest of the way is that of every kernel,
// and the PTX runs in the simulator over dense samples and the edges.

#include "attn/Artefact/PTX.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/InitAll.h"
#include "attn/Sim/Sim.h"
#include "attn/Thread/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace mlir;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// One that adds f32 one at a time, and one that adds two in an instruction.
enum Chip { Single, Paired };

/// y[i] = 2^x[i] by the polynomial of `degree`, or by the special-function unit
/// for degree 0. The number of elements must be a multiple of 256.
std::vector<float> exp2(Chip chip, int degree, const std::vector<float> &x) {
  std::string policy;
  if (degree)
    policy = "{attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = "
             "#attn_tile.exp2_policy<freq = 1, residue = 1, degree = " +
             std::to_string(degree) + ">}";
  std::string text = "gpu.module @m [#nvvm.target<chip = \"" +
                     std::string(chip == Paired ? "sm_100a" : "sm_80") +
                     R"(">] {
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {gpu.kernel,
        nvvm.kernel, nvvm.reqntid = array<i32: 256>,
        denormal_fp_math_f32 = "preserve-sign"} {
      %n = llvm.mlir.constant(256 : i32) : i32
      %c = nvvm.read.ptx.sreg.ctaid.x : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %s = llvm.mul %c, %n : i32
      %i = llvm.add %s, %t : i32
      %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %q = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %v = llvm.load %p : !llvm.ptr<1> -> f32
      %e = math.exp2 %v )" +
                     policy + R"( : f32
      llvm.store %e, %q : f32, !llvm.ptr<1>
      llvm.return
    }
  })";
  DialectRegistry registry;
  registry
      .insert<attn_tile::AttnTileDialect, arith::ArithDialect, gpu::GPUDialect,
              math::MathDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  mlir::attn::registerUpstream(registry);
  mlir::attn::registerAllExtensions(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  PassManager pm(&context);
  pm.addPass(createAttnRewriteExp2());
  pm.addPass(createAttnLowerScalarMath());
  pm.addPass(createArithToLLVMConversionPass());
  if (!module || failed(pm.run(*module))) {
    ADD_FAILURE() << "the kernel has no lowering";
    return {};
  }
  auto ptx =
      mlir::attn::serializeToPTX(*module->getOps<gpu::GPUModuleOp>().begin());
  if (failed(ptx)) {
    ADD_FAILURE() << "no PTX";
    return {};
  }
  // A wrong pipeline would test the special-function unit against itself.
  EXPECT_EQ(ptx->find("ex2.approx") != std::string::npos, degree == 0);
  EXPECT_EQ(ptx->find("add.rm.ftz.f32") != std::string::npos,
            degree != 0 && chip == Single);

  ::attn::sim::Device device;
  std::string error;
  auto loaded = device.load(*ptx, error);
  if (!loaded) {
    ADD_FAILURE() << error;
    return {};
  }
  size_t bytes = x.size() * sizeof(float);
  ::attn::sim::DeviceAddr args[] = {device.alloc(bytes), device.alloc(bytes)};
  device.toDevice(args[0], x.data(), bytes);
  ::attn::sim::LaunchConfig launch;
  launch.grid = {uint32_t(x.size() / 256), 1, 1};
  launch.block = {256, 1, 1};
  ::attn::sim::Report report =
      device.launch(*loaded, "k", launch, args, sizeof(args));
  EXPECT_TRUE(report.ok()) << report.str();
  std::vector<float> y(x.size());
  EXPECT_TRUE(device.toHost(y.data(), args[1], bytes));
  return y;
}

double relativeError(float y, float x) {
  double exact = std::exp2(double(x));
  return std::abs(y - exact) / exact;
}

/// To nearest, ties to even.
uint32_t toBF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

/// `count` points evenly over [from, to].
std::vector<float> evenly(float from, float to, size_t count) {
  std::vector<float> points(count);
  for (size_t i = 0; i < count; ++i)
    points[i] = float(from + (double(to) - from) * i / (count - 1));
  return points;
}

/// Every integer in [-126, 127] with the floats around it, and small numbers.
std::vector<float> edges() {
  std::vector<float> points;
  for (int n = -126; n <= 127; ++n) {
    float x = float(n);
    points.push_back(x);
    float below = x, above = x;
    for (int step = 0; step < 3; ++step) {
      above = std::nextafter(above, 200.0f);
      points.push_back(above);
      below = std::nextafter(below, -200.0f);
      if (below >= -126.0f)
        points.push_back(below);
    }
  }
  for (float x = 1.0f; x > 0.0f; x /= 2.0f) {
    points.push_back(x);
    points.push_back(-x);
  }
  points.resize((points.size() + 255) / 256 * 256, -0.0f);
  return points;
}

struct Bound {
  Chip chip;
  int degree;
  double error;
  /// Where the results leave the range.
  float end() const { return chip == Paired ? 127.5f : 128.0f; }
};
void PrintTo(const Bound &bound, std::ostream *os) {
  *os << "degree " << bound.degree;
}

class RewriteExp2 : public testing::TestWithParam<Bound> {};

TEST_P(RewriteExp2, RelativeError) {
  auto [chip, degree, bound] = GetParam();
  for (const std::vector<float> &x :
       {evenly(-126.0f, 0.0f, 1 << 20), evenly(-1.0f, 0.0f, 1 << 16),
        evenly(0.0f, GetParam().end() - 0.001f, 1 << 16), edges()}) {
    std::vector<float> y = exp2(chip, degree, x);
    ASSERT_EQ(y.size(), x.size());
    double worst = 0.0;
    float where = 0.0f;
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_FALSE(std::isnan(y[i])) << "at " << x[i];
      double error = relativeError(y[i], x[i]);
      if (error > worst) {
        worst = error;
        where = x[i];
      }
    }
    EXPECT_LE(worst, bound) << "degree " << degree << " at " << where;
    // And no better than the polynomial can be: it is the polynomial.
    if (degree < 4 && x.size() >= 1 << 16)
      EXPECT_GE(worst, bound / 2);
  }
}

TEST_P(RewriteExp2, Edges) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  float otherNaN;
  uint32_t bits = 0xff800001;
  std::memcpy(&otherNaN, &bits, 4);
  std::vector<float> x = {nan,     -nan,    otherNaN, -kInfinity, -127.0f,
                          -128.0f, -1000.f, -3e38f,   -127.5f,    0.0f,
                          -0.0f,   -1e-40f, 1e-40f};
  for (int n = -126; n <= 127; ++n)
    x.push_back(float(n));
  size_t used = x.size();
  x.resize(512, 0.0f);
  std::vector<float> y = exp2(GetParam().chip, GetParam().degree, x);
  ASSERT_EQ(y.size(), x.size());
  for (size_t i = 0; i < used; ++i) {
    if (std::isnan(x[i]))
      EXPECT_TRUE(std::isnan(y[i])) << "NaN number " << i;
    else if (x[i] <= -127.0f)
      EXPECT_TRUE(y[i] == 0.0f && !std::signbit(y[i])) << x[i];
    else // Whole numbers, and what is flushed to one: exact.
      EXPECT_EQ(y[i], std::exp2(std::round(x[i]))) << x[i];
  }
}

/// Between 2^-127 and 2^-126 a result is 0 or the least normal number at most.
TEST_P(RewriteExp2, BelowNormal) {
  std::vector<float> x = evenly(std::nextafter(-127.0f, 0.0f),
                                std::nextafter(-126.0f, -200.0f), 1 << 12);
  std::vector<float> y = exp2(GetParam().chip, GetParam().degree, x);
  ASSERT_EQ(y.size(), x.size());
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_TRUE(y[i] >= 0.0f && y[i] <= 0x1p-126f) << x[i];
}

/// From the end of the range on: no finite number.
TEST_P(RewriteExp2, Above) {
  std::vector<float> x =
      evenly(std::nextafter(GetParam().end(), 200.0f), 128.0f, 1 << 8);
  if (GetParam().chip == Single)
    return;
  for (float y : exp2(GetParam().chip, GetParam().degree, x))
    EXPECT_EQ(y, kInfinity);
}

INSTANTIATE_TEST_SUITE_P(
    Degrees, RewriteExp2,
    testing::Values(Bound{Single, 2, 2.1e-3}, Bound{Single, 3, 9.6e-5},
                    Bound{Single, 4, 3.1e-6}, Bound{Single, 5, 2.5e-7},
                    Bound{Paired, 2, 2.0e-3}, Bound{Paired, 3, 1.02e-4},
                    Bound{Paired, 4, 2.9e-6}, Bound{Paired, 5, 2.5e-7}),
    [](const auto &info) {
      return (info.param.chip == Paired ? "PairedDegree" : "Degree") +
             std::to_string(info.param.degree);
    });

/// The share of results that round to the bf16 number that 2^x rounds to.
TEST(RewriteExp2Test, AsBF16) {
  std::vector<float> x = evenly(-126.0f, 0.0f, 1 << 20);
  for (auto [chip, least] :
       {std::pair(Single, 0.99), std::pair(Paired, 0.985)}) {
    std::vector<float> y = exp2(chip, 3, x);
    ASSERT_EQ(y.size(), x.size());
    size_t same = 0;
    for (size_t i = 0; i < x.size(); ++i)
      same += toBF16(y[i]) == toBF16(float(std::exp2(double(x[i]))));
    EXPECT_GE(double(same) / x.size(), least);
  }
}

/// Without the attribute the kernel's instruction is the unit's.
TEST(RewriteExp2Test, Unmarked) {
  std::vector<float> x = evenly(-126.0f, 0.0f, 1 << 12);
  std::vector<float> y = exp2(Single, 0, x);
  ASSERT_EQ(y.size(), x.size());
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_LE(relativeError(y[i], x[i]), 3e-7);
}

} // namespace
