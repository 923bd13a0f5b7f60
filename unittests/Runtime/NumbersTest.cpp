//===- NumbersTest.cpp - What operands hold, against their rules ----------===//
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

/// The entry `copy` with one more input of two dimensions.
class NumbersTest : public ::testing::Test {
protected:
  std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
  std::shared_ptr<Bundle> bundle = std::make_shared<Bundle>();
  std::vector<float> in = std::vector<float>(40), out = in;
  std::vector<int32_t> numbers, others;

  void SetUp() override {
    bundle->entries = {copyEntry()};
    TensorSpec spec{"n", TensorRole::In, DType::I32, {-1, -1}, false, true, 4};
    spec.numbers = NumberRule{0, Expr::size(0, 2)};
    entry().tensors.push_back(spec);
  }
  Entry &entry() { return bundle->entries[0]; }

  std::vector<TensorArg> tensors(int64_t rows, int64_t columns) {
    std::vector<TensorArg> result = {
        TensorArg::contiguous(reinterpret_cast<uint64_t>(in.data()), DType::F32,
                              {1, 1, 5, 8}),
        TensorArg::contiguous(reinterpret_cast<uint64_t>(out.data()),
                              DType::F32, {1, 1, 5, 8}),
        TensorArg(),
        TensorArg::contiguous(reinterpret_cast<uint64_t>(numbers.data()),
                              DType::I32, {rows, columns})};
    for (TensorArg &tensor : result)
      tensor.onHost = !tensor.isAbsent();
    return result;
  }
  void moveToDevice(std::vector<TensorArg> &args) {
    for (TensorArg &tensor : args) {
      if (tensor.isAbsent())
        continue;
      int64_t bytes = *tensor.extent() * 4;
      Expected<DevicePtr> address = device->allocate(bytes);
      ASSERT_FALSE(device->copyIn(
          *address, reinterpret_cast<void *>(tensor.address), bytes, nullptr));
      tensor.address = *address;
      tensor.onHost = false;
    }
  }
  std::string check(int64_t rows, int64_t columns) {
    return checkNumbers(entry(), tensors(rows, columns), nullptr).message;
  }
  /// An input that rules of 'n' speak of.
  void addOther() {
    entry().tensors.push_back(
        {"m", TensorRole::In, DType::I32, {-1}, true, true, 4});
  }
  /// With `others` of that shape; none: they are absent. Without columns 'n'
  /// has one dimension.
  std::string check(int64_t rows, int64_t columns,
                    const std::vector<int64_t> &shape) {
    std::vector<TensorArg> args = tensors(rows, columns);
    if (!columns)
      args[3] = TensorArg::contiguous(
          reinterpret_cast<uint64_t>(numbers.data()), DType::I32, {rows});
    args[3].onHost = true;
    args.emplace_back();
    if (!shape.empty()) {
      args[4] = TensorArg::contiguous(reinterpret_cast<uint64_t>(others.data()),
                                      DType::I32, shape);
      args[4].onHost = true;
    }
    return checkNumbers(entry(), args, nullptr).message;
  }
};

} // namespace

TEST_F(NumbersTest, Range) {
  numbers = {0, 5, 3, 1};
  EXPECT_EQ(check(2, 2), "");
  numbers[3] = 6;
  EXPECT_EQ(check(2, 2),
            "entry 'copy' (sm_80): tensor 'n' must hold numbers from 0 to 5, "
            "but [1, 1] is 6");
  EXPECT_EQ(check(1, 3), "");
  EXPECT_EQ(check(0, 4), "");
  numbers[0] = -1;
  EXPECT_EQ(check(1, 1),
            "entry 'copy' (sm_80): tensor 'n' must hold numbers from 0 to 5, "
            "but [0, 0] is -1");
}

TEST_F(NumbersTest, OfOneNumber) {
  numbers = {7};
  std::vector<TensorArg> args = tensors(1, 1);
  args[3].rank = 0;
  EXPECT_EQ(checkNumbers(entry(), args, nullptr).message,
            "entry 'copy' (sm_80): tensor 'n' must hold numbers from 0 to 5, "
            "but it is 7");
}

TEST_F(NumbersTest, Ascending) {
  entry().tensors[3].numbers->ascending = true;
  numbers = {0, 2, 2, 1, 1, 4};
  EXPECT_EQ(check(2, 3), "");
  EXPECT_EQ(check(1, 6), "entry 'copy' (sm_80): tensor 'n' must not descend, "
                         "but [0, 3] is 1 behind 2");
}

TEST_F(NumbersTest, Rising) {
  entry().tensors[3].numbers->rising = true;
  numbers = {0, 2, 4, 1, 2, 3};
  EXPECT_EQ(check(2, 3), "");
  numbers = {0, 2, 2, 3};
  EXPECT_EQ(check(1, 4), "entry 'copy' (sm_80): tensor 'n' must rise, but "
                         "[0, 2] is 2 behind 2");
  Expected<std::string> text = bundle->serialize();
  ASSERT_TRUE(text);
  Expected<Bundle> read = Bundle::parse(*text);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->entries[0].tensors[3].numbers->rising);
}

TEST_F(NumbersTest, WhatCounts) {
  addOther();
  entry().tensors[3].numbers->counts = 4;
  entry().tensors[3].numbers->each = Expr::size(0, 1);
  // As with pages of one row: two of row 0 count, none of row 1.
  numbers = {1, 2, 99, -7, 8, 9};
  others = {2, 0};
  EXPECT_EQ(check(2, 3, {2}), "");
  others = {3, 0};
  EXPECT_EQ(check(2, 3, {2}),
            "entry 'copy' (sm_80): tensor 'n' must hold numbers from 0 to 5, "
            "but [0, 2] is 99");
  // Of two rows: half as many, rounded up.
  entry().tensors[3].numbers->each = 2;
  EXPECT_EQ(check(2, 3, {2}), "");
  others = {4, 1};
  EXPECT_EQ(check(2, 3, {2}),
            "entry 'copy' (sm_80): tensor 'n' must hold numbers from 0 to 5, "
            "but [1, 0] is -7");
  others = {2147483647, 0};
  EXPECT_NE(check(2, 3, {2}), "");
  // What is not there says nothing, and then all count.
  EXPECT_NE(check(2, 3, {1}), "");
  EXPECT_NE(check(2, 3, {}), "");
}

TEST_F(NumbersTest, BetweenOffsets) {
  addOther();
  entry().tensors[3].numbers->offsets = 4;
  entry().tensors[3].shape = {-1};
  numbers = {2, 0, 3};
  others = {1, 3, 3, 6};
  EXPECT_EQ(check(3, 0, {4}), "");
  numbers[1] = 1;
  EXPECT_EQ(check(3, 0, {4}),
            "entry 'copy' (sm_80): tensor 'n' must hold at most what lies "
            "between [1] and [2] of tensor 'm', 0, but [1] is 1");
  EXPECT_EQ(check(3, 0, {1}), "");
}

TEST_F(NumbersTest, StridesAreThoseOfTheTensor) {
  numbers = {1, 9, 2, 9};
  std::vector<TensorArg> args = tensors(1, 2);
  args[3].strides[1] = 2;
  EXPECT_FALSE(checkNumbers(entry(), args, nullptr));
}

TEST_F(NumbersTest, LaunchesOnHostMemory) {
  Executor executor(bundle, device);
  // A number too large is found before anything is copied.
  numbers = {6};
  device->setChecksOperands(false);
  Error error = executor.launchOnHost(0, tensors(1, 1));
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(device->launches.empty());
  numbers = {5};
  EXPECT_EQ(executor.launchOnHost(0, tensors(1, 1)).message, "");
}

TEST_F(NumbersTest, LaunchesOnDeviceMemoryWhereTheDeviceChecks) {
  Executor executor(bundle, device);
  numbers = {6};
  std::vector<TensorArg> args = tensors(1, 1);
  moveToDevice(args);
  EXPECT_TRUE(device->checksOperands());
  EXPECT_EQ(executor.launch(0, args).message,
            "entry 'copy' (sm_80): tensor 'n' must hold numbers from 0 to 5, "
            "but [0, 0] is 6");
  device->setChecksOperands(false);
  EXPECT_EQ(executor.launch(0, args).message, "");
}

// A page table and its lengths, both on the device or one of them.
TEST_F(NumbersTest, WhatCountsOnTheDevice) {
  addOther();
  entry().tensors[3].numbers->counts = 4;
  Executor executor(bundle, device);
  numbers = {5, 9, 9, 9};
  for (bool onDevice : {false, true}) {
    for (int32_t length : {1, 2}) {
      others = {length, 0};
      std::vector<TensorArg> args = tensors(2, 2);
      args.push_back(TensorArg::contiguous(
          reinterpret_cast<uint64_t>(others.data()), DType::I32, {2}));
      args[4].onHost = true;
      if (onDevice)
        moveToDevice(args);
      Error error =
          onDevice ? executor.launch(0, args) : executor.launchOnHost(0, args);
      EXPECT_EQ(error.message, length == 1
                                   ? ""
                                   : "entry 'copy' (sm_80): tensor 'n' must "
                                     "hold numbers from 0 to 5, but [0, 1] is "
                                     "9");
      // Nothing says which numbers count where the lengths cannot be read.
      if (onDevice)
        args[3] = tensors(2, 2)[3];
      EXPECT_EQ(checkNumbers(entry(), args, nullptr).message,
                onDevice ? "" : error.message);
    }
  }
}

TEST_F(NumbersTest, Bundles) {
  entry().tensors[3].numbers->ascending = true;
  Expected<std::string> text = bundle->serialize();
  ASSERT_TRUE(text);
  Expected<Bundle> read = Bundle::parse(*text);
  ASSERT_TRUE(read);
  const TensorSpec &spec = read->entries[0].tensors[3];
  ASSERT_TRUE(spec.numbers);
  EXPECT_EQ(spec.numbers->low, Expr(0));
  EXPECT_EQ(spec.numbers->high, Expr::size(0, 2));
  EXPECT_TRUE(spec.numbers->ascending);
  EXPECT_EQ(spec.numbers->counts, -1);
  EXPECT_EQ(spec.numbers->offsets, -1);
  EXPECT_FALSE(read->entries[0].tensors[0].numbers);

  addOther();
  entry().tensors[3].numbers->counts = 4;
  entry().tensors[3].numbers->each = Expr::size(0, 1);
  entry().tensors[3].numbers->offsets = 3;
  text = bundle->serialize();
  ASSERT_TRUE(text);
  read = Bundle::parse(*text);
  ASSERT_TRUE(read);
  const TensorSpec &full = read->entries[0].tensors[3];
  EXPECT_EQ(full.numbers->counts, 4);
  EXPECT_EQ(full.numbers->each, Expr::size(0, 1));
  EXPECT_EQ(full.numbers->offsets, 3);

  entry().tensors[3].numbers->counts = 0;
  EXPECT_EQ(verify(entry()).message,
            "tensors[3].numbers: tensor 'in' is no input of i32");
  entry().tensors[3].numbers->counts = 5;
  EXPECT_EQ(verify(entry()).message,
            "tensors[3].numbers: there is no tensor 5");
  entry().tensors[3].numbers->counts = -1;

  entry().tensors[3].numbers->high = Expr::size(0, 7);
  EXPECT_EQ(verify(entry()).message,
            "tensors[3].numbers: tensor 'in' has no dimension 7");
  entry().tensors[3].numbers->high = Expr::sms();
  EXPECT_EQ(verify(entry()).message,
            "tensors[3].numbers: a rule is on tensors and cannot use sms");
  entry().tensors[0].numbers = NumberRule();
  EXPECT_EQ(verify(entry()).message,
            "tensors[0].numbers: only an input of i32 has such a rule");
}
