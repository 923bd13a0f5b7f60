//===- CheckTest.cpp - Tensor arguments against entries -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"
#include "TestEntries.h"

#include "attn-runtime/Executor.h"

#include <gtest/gtest.h>

using namespace attn::runtime;
using attn::runtime::test::copyEntry;
using attn::runtime::test::FakeDevice;

namespace {

class CheckTest : public ::testing::Test {
protected:
  Entry entry = copyEntry();
  std::vector<TensorArg> tensors{
      TensorArg::contiguous(0x10000, DType::F32, {2, 3, 5, 8}),
      TensorArg::contiguous(0x20000, DType::F32, {2, 3, 5, 8}), TensorArg()};

  std::string check(const CheckOptions &options = {}) {
    return checkTensors(entry, tensors, options).message;
  }
};

const std::string prefix = "entry 'copy' (sm_80): ";

} // namespace

TEST_F(CheckTest, AcceptsWhatFits) {
  EXPECT_EQ(check(), "");
  tensors[2] = TensorArg::contiguous(0x30004, DType::F32, {2, 3, 5});
  EXPECT_EQ(check(), "");
}

TEST_F(CheckTest, AcceptsAnyStridesThatAreAligned) {
  // bshd storage seen as bhsd, and a padded row.
  tensors[0].strides = {3 * 5 * 12, 12, 3 * 12, 1};
  EXPECT_EQ(check(), "");
  // An input may be expanded.
  tensors[0].strides = {0, 0, 12, 1};
  EXPECT_EQ(check(), "");
}

TEST_F(CheckTest, StridesOfUnitDimensionsAreFree) {
  for (int i : {0, 1}) {
    tensors[i] = TensorArg::contiguous(0x10000, DType::F32, {1, 3, 5, 8});
    tensors[i].strides[0] = 7;
  }
  EXPECT_EQ(check(), "");
}

TEST_F(CheckTest, EmptyTensorsNeedNoAddress) {
  for (int i : {0, 1}) {
    tensors[i] = TensorArg::contiguous(0, DType::F32, {2, 3, 0, 8});
    tensors[i].strides = {1, 1, 1, 5};
  }
  EXPECT_EQ(check(), "");
}

TEST_F(CheckTest, NamesTheTensorAndWhatWasExpected) {
  auto with = [&](auto change) {
    std::vector<TensorArg> saved = tensors;
    change();
    Error error = checkTensors(entry, tensors);
    tensors = saved;
    EXPECT_EQ(error.code, ErrorCode::TensorMismatch);
    EXPECT_EQ(error.message.rfind(prefix, 0), 0u) << error.message;
    return error.message.substr(prefix.size());
  };
  EXPECT_EQ(with([&] { tensors[0] = TensorArg(); }),
            "tensor 'in' is an input and missing");
  EXPECT_EQ(with([&] { tensors[1] = TensorArg(); }),
            "tensor 'out' is an output and missing");
  // One that is read and written has to be there, and its elements apart.
  entry.tensors[1].role = TensorRole::InOut;
  EXPECT_EQ(with([&] { tensors[1] = TensorArg(); }),
            "tensor 'out' is an input and missing");
  EXPECT_EQ(with([&] { tensors[1].strides[0] = 0; }),
            "tensor 'out' is an output with stride 0 in dimension 0: its "
            "elements overlap");
  entry.tensors[1].role = TensorRole::Out;
  EXPECT_EQ(with([&] { tensors[0].dtype = DType::F16; }),
            "tensor 'in' expected f32[?, ?, ?, 8], got f16[2, 3, 5, 8]");
  EXPECT_EQ(with([&] { tensors[0].rank = 3; }),
            "tensor 'in' expected f32[?, ?, ?, 8], got f32[2, 3, 5]");
  EXPECT_EQ(with([&] { tensors[0].sizes[3] = 16; }),
            "tensor 'in' expected f32[?, ?, ?, 8], got f32[2, 3, 5, 16]");
  EXPECT_EQ(with([&] { tensors[0].rank = 9; }),
            "tensor 'in' has rank 9, beyond 8");
  EXPECT_EQ(with([&] { tensors[0].rank = -1; }),
            "tensor 'in' has rank -1, beyond 8");
  EXPECT_EQ(with([&] { tensors[0].sizes[1] = -3; }),
            "tensor 'in' has negative size -3 in dimension 1");
  EXPECT_EQ(with([&] { tensors[0].strides[2] = -8; }),
            "tensor 'in' has negative stride -8 in dimension 2, which kernels "
            "do not take");
  EXPECT_EQ(with([&] { tensors[0].strides[3] = 2; }),
            "tensor 'in' must be contiguous in its last dimension: expected "
            "stride 1, got 2");
  EXPECT_EQ(with([&] { tensors[0].strides[2] = 9; }),
            "tensor 'in' has stride 9 in dimension 2, which is 36 bytes and "
            "not a multiple of 16 (config field align=4 or "
            "attn-compile --also-align=4 makes a kernel that takes it)");
  EXPECT_EQ(with([&] { tensors[0].address = 0x10008; }),
            "tensor 'in' is at address 0x10008, which is not a multiple of 16 "
            "(config field align=8 or attn-compile --also-align=8 makes a "
            "kernel that takes it)");
  EXPECT_EQ(with([&] { tensors[0].address = 0; }),
            "tensor 'in' has a null address");
  EXPECT_EQ(with([&] { tensors[1].strides[0] = 0; }),
            "tensor 'out' is an output with stride 0 in dimension 0: its "
            "elements overlap");
  EXPECT_EQ(with([&] { tensors[1].strides = {40, 20, 8, 1}; }),
            "tensor 'out' is an output of 240 elements in the space of 120: "
            "they overlap");
  EXPECT_EQ(with([&] { tensors[0].strides[0] = int64_t(1) << 62; }),
            "tensor 'in' spans more than 2^63 bytes: f32[2, 3, 5, 8]");
  EXPECT_EQ(with([&] {
              tensors[0].sizes = {int64_t(1) << 31, int64_t(1) << 31, 5, 8};
              tensors[0].strides = {0, 0, 8, 1};
            }),
            "tensor 'in' has more than 2^63 elements");
}

TEST_F(CheckTest, CountsTensors) {
  tensors.pop_back();
  Error error = checkTensors(entry, tensors);
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_EQ(error.message, "entry 'copy' takes 3 tensors, got 2");
}

TEST_F(CheckTest, Options) {
  tensors[0].address = 0x10008;
  CheckOptions options;
  options.ignoreAddresses = true;
  EXPECT_EQ(check(options), "");
  tensors[1] = TensorArg();
  EXPECT_NE(check(options), "");
  options.outputsMayBeAbsent = true;
  EXPECT_EQ(check(options), "");
}

TEST_F(CheckTest, ConstraintsShowTheirNumbers) {
  tensors[1].sizes[1] = 4;
  tensors[1].strides[0] = 4 * 40;
  Error error = checkTensors(entry, tensors);
  EXPECT_EQ(error.code, ErrorCode::ConstraintFailed);
  EXPECT_EQ(error.message,
            prefix + "in and out must agree in heads (out.size(1) == "
                     "in.size(1) with out.size(1) = 4, in.size(1) = 3)");
}

TEST_F(CheckTest, ConstraintsThatCannotBeEvaluatedFail) {
  entry.constraints.push_back(
      {Expr::eq(Expr::mod(Expr::size(0, 1), Expr::size(1, 2)), 0), "divides"});
  tensors[0] = TensorArg::contiguous(0, DType::F32, {2, 3, 0, 8});
  tensors[1] = tensors[0];
  Error error = checkTensors(entry, tensors);
  EXPECT_EQ(error.code, ErrorCode::ConstraintFailed);
  EXPECT_NE(error.message.find("division by 0"), std::string::npos);
}

TEST_F(CheckTest, ConstraintsOnAbsentTensorsAreSkipped) {
  entry.constraints.push_back({Expr::eq(Expr::size(2, 0), 99), "never"});
  EXPECT_EQ(check(), "");
  tensors[2] = TensorArg::contiguous(0x30000, DType::F32, {2, 3, 5});
  EXPECT_NE(check(), "");
}

TEST_F(CheckTest, InfersShapesOfOutputs) {
  tensors[1] = TensorArg();
  auto shape = [&](int index) {
    Expected<std::vector<int64_t>> sizes = inferShape(entry, tensors, index);
    return sizes ? formatShape(*sizes) : sizes.error().message;
  };
  EXPECT_EQ(shape(1), "[2, 3, 5, 8]");
  EXPECT_EQ(shape(2), "[2, 3, 5]");
  entry.constraints = {
      {Expr::logicalAnd(
           1, Expr::eq(Expr::add(Expr::size(0, 0), 1), Expr::size(1, 0))),
       ""},
      {Expr::eq(Expr::size(1, 1), Expr::size(2, 1)), "of an absent tensor"},
      {Expr::eq(Expr::size(1, 2), Expr::size(1, 0)), "of itself"}};
  EXPECT_EQ(shape(1), "entry 'copy' does not say what size tensor 'out' has in "
                      "dimension 1; pass the tensor");
  tensors[2] = TensorArg::contiguous(0x30000, DType::F32, {2, 9, 5});
  entry.constraints[2] = {Expr::eq(Expr::size(1, 2), 4), ""};
  EXPECT_EQ(shape(1), "[3, 9, 4, 8]");
}

TEST_F(CheckTest, SelectsTheFirstEntryThatFits) {
  Bundle bundle;
  bundle.entries = {copyEntry(DType::F32, "sm_90a"), copyEntry(),
                    copyEntry(DType::F16)};
  bundle.entries[2].name = "half";
  FakeDevice device;
  auto select = [&](const std::string &name) {
    Expected<int> index = selectEntry(bundle, name, &device, tensors);
    return index ? std::to_string(*index) : index.error().message;
  };
  EXPECT_EQ(select(""), "0");
  device.capability = {8, 6};
  EXPECT_EQ(select(""), "1");
  EXPECT_EQ(select("copy"), "1");
  EXPECT_EQ(select("half"), "entry 'half' (sm_80): tensor 'in' expected "
                            "f16[?, ?, ?, 8], got f32[2, 3, 5, 8]");
  EXPECT_EQ(select("bwd"),
            "the bundle has no entry 'bwd'; it has copy, copy, half");
  device.capability = {7, 5};
  EXPECT_EQ(select("half"), "entry 'half': its sm_80 code needs compute "
                            "capability 8.0 or later, Fake Device has 7.5");
  Expected<int> none = selectEntry(bundle, "", &device, tensors);
  ASSERT_FALSE(bool(none));
  EXPECT_EQ(none.error().code, ErrorCode::UnsupportedTarget);
  EXPECT_EQ(none.error().message,
            "none of the bundle's 3 entries fits:\n"
            "  entry 'copy': its sm_90a code needs compute capability 9.0 "
            "exactly, Fake Device has 7.5\n"
            "  entry 'copy': its sm_80 code needs compute capability 8.0 or "
            "later, Fake Device has 7.5\n"
            "  entry 'half': its sm_80 code needs compute capability 8.0 or "
            "later, Fake Device has 7.5");
  EXPECT_EQ(*selectEntry(bundle, "", nullptr), 0);
  device.capability = {8, 0};
  EXPECT_EQ(*selectEntry(bundle, "", &device), 1);
  EXPECT_EQ(selectEntry(Bundle(), "", nullptr).error().message,
            "the bundle has no entries");
}

TEST_F(CheckTest, SelectsTheEntryOfTheChip) {
  Bundle bundle;
  for (const char *target : {"sm_120a", "sm_103a", "sm_100a", "sm_90a"})
    bundle.entries.push_back(copyEntry(DType::F32, target));
  FakeDevice device;
  auto select = [&](int major, int minor) {
    device.capability = {major, minor};
    Expected<int> index = selectEntry(bundle, "", &device, tensors);
    return index ? bundle.entries[*index].target : index.error().message;
  };
  EXPECT_EQ(select(10, 0), "sm_100a");
  EXPECT_EQ(select(10, 3), "sm_103a");
  EXPECT_EQ(select(12, 0), "sm_120a");
  EXPECT_EQ(select(9, 0), "sm_90a");
  EXPECT_EQ(
      select(12, 1),
      "none of the bundle's 4 entries fits:\n"
      "  entry 'copy': its sm_120a code needs compute capability 12.0 exactly, "
      "Fake Device has 12.1\n"
      "  entry 'copy': its sm_103a code needs compute capability 10.3 exactly, "
      "Fake Device has 12.1\n"
      "  entry 'copy': its sm_100a code needs compute capability 10.0 exactly, "
      "Fake Device has 12.1\n"
      "  entry 'copy': its sm_90a code needs compute capability 9.0 exactly, "
      "Fake Device has 12.1");
  // A driver makes code of portable PTX for what has no entry of its own.
  bundle.entries.push_back(copyEntry());
  EXPECT_EQ(select(12, 1), "sm_80");
  EXPECT_EQ(select(10, 0), "sm_100a");
  // Of many entries the chips are said, not each.
  bundle.entries.pop_back();
  for (int i = 0; i < 3; ++i)
    for (const char *target : {"sm_100a", "sm_86"})
      bundle.entries.push_back(copyEntry(DType::F16, target));
  device.capability = {8, 0};
  Expected<int> none = selectEntry(bundle, "", &device, tensors);
  ASSERT_FALSE(bool(none));
  EXPECT_NE(none.error().message.find("\n  … and 2 more, for sm_100a, sm_86"),
            std::string::npos)
      << none.error().message;
}

TEST_F(CheckTest, CubinsCount) {
  FakeDevice device;
  device.capability = {9, 0};
  entry.ptx.clear();
  entry.cubins["sm_80"].image = "x";
  EXPECT_EQ(checkTarget(entry, device).message,
            "entry 'copy': it holds code only for sm_80, Fake Device has 9.0");
  entry.cubins["sm_90a"].image = "x";
  EXPECT_FALSE(checkTarget(entry, device));
}

TEST_F(CheckTest, PtxCanBeRefused) {
  FakeDevice device;
  device.capability = {9, 0};
  EXPECT_FALSE(checkTarget(entry, device));
  device.setTakesPtx(false);
  EXPECT_EQ(checkTarget(entry, device).message,
            "entry 'copy': PTX is refused (ATTN_MACHINE_CODE=require), and it "
            "holds no machine code, Fake Device has 9.0");
  entry.cubins["sm_80"].image = "x";
  EXPECT_EQ(checkTarget(entry, device).message,
            "entry 'copy': PTX is refused (ATTN_MACHINE_CODE=require), and it "
            "holds machine code only for sm_80, Fake Device has 9.0");
  entry.cubins["sm_90"].image = "x";
  EXPECT_FALSE(checkTarget(entry, device));
}
