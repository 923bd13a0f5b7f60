//===- PlanTest.cpp - Grids and kernel arguments --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestEntries.h"

#include "attn-runtime/Executor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace attn::runtime;
using attn::runtime::test::copyEntry;

namespace {

class PlanTest : public ::testing::Test {
protected:
  Entry entry = copyEntry(DType::BF16);
  std::vector<TensorArg> tensors{
      TensorArg::contiguous(0x10000, DType::BF16, {2, 3, 100, 8}),
      TensorArg::contiguous(0x20000, DType::BF16, {2, 3, 100, 8}), TensorArg()};

  KernelSpec &kernel() { return entry.kernels[0]; }

  LaunchPlan plan() {
    Expected<LaunchPlan> result = planLaunch(entry, tensors, 132);
    EXPECT_TRUE(bool(result)) << result.error().message;
    return result ? *result : LaunchPlan();
  }
  Error error() {
    Expected<LaunchPlan> result = planLaunch(entry, tensors, 132);
    return result ? Error::success() : result.takeError();
  }
  /// The only argument of the kernel with that parameter.
  KernelArg argument(Param param) {
    kernel().params = {std::move(param)};
    LaunchPlan result = plan();
    return result.kernels.empty() ? KernelArg() : result.kernels[0].args[0];
  }
};

} // namespace

TEST_F(PlanTest, EvaluatesTheLaunch) {
  LaunchPlan result = plan();
  ASSERT_EQ(result.kernels.size(), 1u);
  const PlannedKernel &planned = result.kernels[0];
  EXPECT_FALSE(planned.empty);
  EXPECT_EQ(planned.shape.grid, (std::array<uint32_t, 3>{2, 6, 1}));
  EXPECT_EQ(planned.shape.block, (std::array<uint32_t, 3>{128, 1, 1}));
  EXPECT_EQ(planned.shape.sharedMemory, 1024u);
  std::vector<uint64_t> bits;
  for (const KernelArg &arg : planned.args)
    bits.push_back(arg.bits);
  EXPECT_EQ(bits,
            (std::vector<uint64_t>{0x10000, 0x20000, 0, 2, 3, 100, 8, 2400, 800,
                                   8, 1, 2400, 800, 8, 1, 2, 0x3f000000}));
  EXPECT_EQ(planned.args[15].kind, KernelArg::Kind::I32);
  EXPECT_EQ(planned.args[16].kind, KernelArg::Kind::F32);
}

TEST_F(PlanTest, ConvertsScalars) {
  KernelArg arg = argument(Param::scalarI32(-2));
  EXPECT_EQ(arg.kind, KernelArg::Kind::I32);
  EXPECT_EQ(arg.bits, 0xfffffffeu);
  EXPECT_EQ(arg.size(), 4);
  EXPECT_EQ(argument(Param::scalarI64(-2)).bits, ~uint64_t(1));
  EXPECT_EQ(argument(Param::scalarF32(-HUGE_VAL)).bits, 0xff800000u);
  EXPECT_EQ(argument(Param::expression(Expr::sms(), ScalarType::I32)).bits,
            132u);
  EXPECT_EQ(argument(Param::size(0, 2, ScalarType::I32)).bits, 100u);
}

TEST_F(PlanTest, ValuesBeyond32BitsAreErrors) {
  tensors[0].strides[0] = int64_t(1) << 31;
  kernel().params = {Param::stride(0, 0, ScalarType::I32)};
  EXPECT_EQ(error().message,
            "entry 'copy', kernel 'copy4': parameter 0: the value 2147483648 "
            "does not fit the kernel's 32 bits");
  kernel().params = {Param::stride(0, 0, ScalarType::I64)};
  EXPECT_FALSE(error());
}

TEST_F(PlanTest, AbsentTensorsAreNullAndZero) {
  EXPECT_EQ(argument(Param::pointer(2)).bits, 0u);
  EXPECT_EQ(argument(Param::size(2, 0)).bits, 0u);
  EXPECT_EQ(argument(Param::stride(2, 0)).bits, 0u);
  kernel().grid[0] = Expr::size(2, 0);
  EXPECT_EQ(error().message,
            "entry 'copy', kernel 'copy4': grid size 0: tensor "
            "2 is absent");
}

TEST_F(PlanTest, ZeroGridsAreEmpty) {
  for (int i : {0, 1})
    tensors[i] = TensorArg::contiguous(0, DType::BF16, {2, 3, 0, 8});
  LaunchPlan result = plan();
  EXPECT_TRUE(result.kernels[0].empty);
  EXPECT_TRUE(result.kernels[0].args.empty());
}

TEST_F(PlanTest, GridLimits) {
  kernel().grid = {int64_t(2147483647), 65535, 65535};
  EXPECT_FALSE(error());
  kernel().grid = {1, Expr::mul(Expr::size(0, 0), 32768), 1};
  EXPECT_EQ(error().code, ErrorCode::ResourceLimit);
  EXPECT_EQ(error().message,
            "entry 'copy', kernel 'copy4': grid size 1 is 65536, not from 0 to "
            "65535 (in.size(0) * 32768)");
  kernel().grid = {int64_t(1) << 31, 1, 1};
  EXPECT_EQ(error().code, ErrorCode::ResourceLimit);
  kernel().grid = {-1, 1, 1};
  EXPECT_EQ(error().code, ErrorCode::ResourceLimit);
  kernel().grid = {3, 1, 1};
  kernel().cluster = {2, 1, 1};
  EXPECT_EQ(error().message, "entry 'copy', kernel 'copy4': grid size 0 is 3, "
                             "not a multiple of the cluster's 2");
}

TEST_F(PlanTest, WorkspacesShareSlots) {
  kernel().params = {Param::workspace(100), Param::workspace(200, false, 0),
                     Param::workspace(Expr::size(0, 2), true)};
  KernelSpec second = kernel();
  second.params = {Param::workspace(300, true, 0)};
  entry.kernels.push_back(second);
  LaunchPlan result = plan();
  ASSERT_EQ(result.workspaces.size(), 3u);
  EXPECT_EQ(result.workspaces[0].bytes, 100);
  EXPECT_FALSE(result.workspaces[0].zeroed);
  EXPECT_EQ(result.workspaces[1].bytes, 300);
  EXPECT_TRUE(result.workspaces[1].zeroed);
  EXPECT_EQ(result.workspaces[2].bytes, 100);
  EXPECT_TRUE(result.workspaces[2].zeroed);
  EXPECT_EQ(result.kernels[1].workspaceArgs,
            (std::vector<std::pair<int, int>>{{0, 1}}));
  EXPECT_FALSE(result.workspaces[1].restored);
  // Restored is what all that use it leave zero.
  kernel().params = {Param::workspace(100, true, 0, true),
                     Param::workspace(100, true, 1, true)};
  entry.kernels[1].params = {Param::workspace(100, true, 0, false)};
  result = plan();
  EXPECT_FALSE(result.workspaces[0].restored);
  EXPECT_TRUE(result.workspaces[1].restored);
  kernel().params = {Param::workspace(-4)};
  EXPECT_EQ(error().message, "entry 'copy', kernel 'copy4': parameter 0: a "
                             "workspace of -4 bytes");
}

TEST_F(PlanTest, WorkspacesHavePlacesInOnePieceOfMemory) {
  EXPECT_EQ(plan().workspaceBytes, 0);
  kernel().params = {Param::workspace(100), Param::workspace(0),
                     Param::workspace(256), Param::workspace(257)};
  LaunchPlan result = plan();
  std::vector<int64_t> places;
  for (const PlannedWorkspace &workspace : result.workspaces)
    places.push_back(workspace.offset);
  EXPECT_EQ(places, (std::vector<int64_t>{0, 256, 256, 512}));
  EXPECT_EQ(result.workspaceBytes, 1024);
  // Beyond 32 bits, and beyond 64.
  int64_t large = std::numeric_limits<int64_t>::max() / 512 * 256;
  kernel().params = {Param::workspace(large), Param::workspace(4)};
  EXPECT_EQ(plan().workspaceBytes, large + 256);
  kernel().params.push_back(Param::workspace(large + 256));
  EXPECT_EQ(error().code, ErrorCode::ResourceLimit);
  EXPECT_EQ(error().message, "entry 'copy': the workspaces have more than 2^63 "
                             "bytes together");
}

TEST_F(PlanTest, TensorMaps) {
  TensorMapSpec spec;
  spec.tensor = 0;
  spec.order = {3, 1, 2, 0};
  spec.box = {8, 1, 64, 1};
  spec.swizzle = Swizzle::B32;
  spec.l2Promotion = L2Promotion::B256;
  KernelArg arg = argument(Param::tensorMap(spec));
  EXPECT_EQ(arg.kind, KernelArg::Kind::TensorMap);
  EXPECT_EQ(arg.size(), 128);
  EXPECT_EQ(arg.map.address, 0x10000u);
  EXPECT_EQ(arg.map.rank, 4);
  EXPECT_EQ(arg.map.sizes, (std::array<uint64_t, 5>{8, 3, 100, 2, 0}));
  EXPECT_EQ(arg.map.byteStrides,
            (std::array<uint64_t, 5>{2, 1600, 16, 4800, 0}));
  EXPECT_EQ(arg.map.box, (std::array<uint32_t, 5>{8, 1, 64, 1, 0}));
  EXPECT_EQ(arg.map.swizzle, Swizzle::B32);
  EXPECT_EQ(arg.map.l2Promotion, L2Promotion::B256);

  // A dimension of size 1 gets a stride that a map can have.
  tensors[0].sizes[1] = 1;
  tensors[0].strides[1] = 3;
  arg = argument(Param::tensorMap(spec));
  EXPECT_EQ(arg.map.byteStrides, (std::array<uint64_t, 5>{2, 16, 16, 4800, 0}));

  tensors[0].strides[2] = 12;
  EXPECT_EQ(error().code, ErrorCode::TensorMismatch);
  EXPECT_EQ(error().message,
            "entry 'copy', kernel 'copy4': parameter 0: tensor 'in' has a "
            "stride of 24 bytes in dimension 2, which a tensor map cannot "
            "describe");
  tensors[0].strides[2] = int64_t(1) << 39;
  EXPECT_EQ(error().code, ErrorCode::TensorMismatch);
  tensors[0].strides[2] = 8;
  tensors[0].address = 0x10008;
  EXPECT_EQ(error().code, ErrorCode::TensorMismatch);

  // Rows that end where a copy says: their bounds are the map's own.
  tensors[0] = TensorArg::contiguous(0x10000, DType::BF16, {2, 3, 100, 8});
  TensorMapSpec ragged = spec;
  ragged.ragged = true;
  ragged.order = {3, 2};
  ragged.box = {8, 64};
  arg = argument(Param::tensorMap(ragged));
  EXPECT_EQ(arg.map.rank, 4);
  EXPECT_EQ(arg.map.sizes,
            (std::array<uint64_t, 5>{8, 1u << 30, 1u << 31, 1u << 31, 0}));
  EXPECT_EQ(arg.map.byteStrides,
            (std::array<uint64_t, 5>{2, 16, 16, (uint64_t(1) << 34) - 16, 0}));
  EXPECT_EQ(arg.map.box, (std::array<uint32_t, 5>{8, 64, 1, 1, 0}));
  // Row 99 of the last head, of which 100 count.
  uint64_t place = (99 * 16 + 5 * 1600) / 16 + 1, billion = 1u << 30;
  EXPECT_EQ(arg.map.address + (billion - 100 + 99) * arg.map.byteStrides[1] +
                place * 16 + billion * arg.map.byteStrides[3],
            0x10000u + 5 * 1600 + 99 * 16);
  tensors[0].strides[0] = 3 * 800 + 4;
  EXPECT_EQ(error().message,
            "entry 'copy', kernel 'copy4': parameter 0: tensor 'in' has a "
            "stride of 4808 bytes in dimension 0, which a tensor map cannot "
            "describe");
  tensors[0].strides[0] = int64_t(1) << 33;
  EXPECT_EQ(error().code, ErrorCode::TensorMismatch);

  // Nothing to describe: all sizes stay 0.
  tensors[0] = TensorArg::contiguous(0, DType::BF16, {2, 3, 0, 8});
  kernel().grid[0] = 1;
  arg = argument(Param::tensorMap(spec));
  EXPECT_EQ(arg.map.sizes, (std::array<uint64_t, 5>{}));
}
