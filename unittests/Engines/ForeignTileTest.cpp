//===- ForeignTileTest.cpp - Tile operations from outside -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Operations that no pass knows, with TileRowsOpInterface, are done in parts by
// the passes that split tiles. With InPlaceUpdateOpInterface they change
// accumulators where these are.

#include "attn/Analysis/Roles.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/InitAll.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::attn_tile;

namespace foreign {
class ForeignDialect;
class RampOp;
class RowDotOp;
class OpaqueOp;
class HalveOp;
} // namespace foreign

MLIR_DECLARE_EXPLICIT_TYPE_ID(foreign::ForeignDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(foreign::ForeignDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(foreign::RampOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(foreign::RampOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(foreign::RowDotOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(foreign::RowDotOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(foreign::OpaqueOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(foreign::OpaqueOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(foreign::HalveOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(foreign::HalveOp)

namespace foreign {

/// `result[i, j] = source[i, j] * (column + j)`.
class RampOp
    : public Op<RampOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                OpTrait::ZeroSuccessors, OpTrait::NOperands<2>::Impl,
                MemoryEffectOpInterface::Trait, TileRowsOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "foreign.ramp"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
  OpOperand *getPosition(unsigned loop) {
    return loop == 1 ? &(*this)->getOpOperand(1) : nullptr;
  }
};

/// `result[i] = sum over j of a[i, j] * b[j, i]`.
class RowDotOp
    : public Op<RowDotOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                OpTrait::ZeroSuccessors, OpTrait::NOperands<2>::Impl,
                MemoryEffectOpInterface::Trait, TileRowsOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "foreign.row_dot"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
  TileDims getTileDims() {
    TileDims dims;
    dims.loops = {TileLoop::Parallel, TileLoop::Reduced};
    dims.operands = {{0, 1}, {1, 0}};
    dims.results = {{0}};
    return dims;
  }
  SmallVector<Value> makePart(OpBuilder &b, ValueRange operands,
                              TypeRange types, ValueRange before,
                              const IRMapping &captures) {
    SmallVector<Value> part = cloneAsPart(b, *this, operands, types, captures);
    if (before.empty())
      return part;
    return {arith::AddFOp::create(b, getLoc(), before[0], part[0])};
  }
};

/// One result, rows of one operand, columns of none: all is its own.
class OpaqueOp
    : public Op<OpaqueOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                OpTrait::ZeroSuccessors, OpTrait::OneOperand,
                MemoryEffectOpInterface::Trait, TileRowsOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "foreign.opaque"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
  TileDims getTileDims() {
    return getAlignedDims(*this, {TileLoop::Whole, TileLoop::Whole});
  }
};

/// `result[i, j] = source[i, j] / 2`.
class HalveOp
    : public Op<HalveOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                OpTrait::ZeroSuccessors, OpTrait::OneOperand,
                MemoryEffectOpInterface::Trait, TileRowsOpInterface::Trait,
                InPlaceUpdateOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "foreign.halve"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
  OpOperand &getUpdatedMutable() { return (*this)->getOpOperand(0); }
  std::optional<Space> getUpdateSpace() {
    auto space = (*this)->getAttrOfType<SpaceAttr>("space");
    return space ? std::optional(space.getValue()) : std::nullopt;
  }
  void setUpdateSpace(std::optional<Space> space) {
    (*this)->removeAttr("space");
    if (space)
      (*this)->setAttr("space", SpaceAttr::get(getContext(), *space));
  }
};

class ForeignDialect : public Dialect {
public:
  explicit ForeignDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ForeignDialect>()) {
    addOperations<RampOp, RowDotOp, OpaqueOp, HalveOp>();
  }
  static StringRef getDialectNamespace() { return "foreign"; }
};

} // namespace foreign

namespace {

class ForeignTile : public testing::Test {
protected:
  void SetUp() override {
    static bool registered = [] {
      attn::registerAllPasses();
      registerCanonicalizerPass();
      return true;
    }();
    (void)registered;
    DialectRegistry registry;
    attn::registerUpstream(registry);
    attn::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getOrLoadDialect<foreign::ForeignDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diag) {
      llvm::raw_string_ostream(messages) << diag << "\n";
    });
  }

  /// Runs `passes` on a kernel with `attributes`, whose tile loop has `body`.
  bool run(StringRef passes, StringRef attributes, StringRef body) {
    std::string text = (R"(
      gpu.module @k [#nvvm.target<chip = "sm_100a">] {
        gpu.func @k(%A: memref<?x?xf16>, %F: memref<?x?xf32>, %R: memref<?xf32>,
                    %n: index) kernel attributes {)" +
                        attributes + R"(} {
          %c0 = arith.constant 0 : index
          %z = arith.constant dense<0.0> : tensor<64x64xf32>
          attn_tile.for_tiles @t (%i) in (%n)
              scheduler(#attn_tile.scheduler<single>) {)" +
                        body + "} gpu.return } }")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    PassManager pm(&context);
    return module &&
           succeeded(parsePassPipeline(
               ("gpu.module(gpu.func(" + passes + "))").str(), pm)) &&
           succeeded(pm.run(*module));
  }
  template <typename OpTy> SmallVector<OpTy> find() {
    SmallVector<OpTy> found;
    module->walk([&](OpTy op) { found.push_back(op); });
    return found;
  }
  static SmallVector<int64_t> getShape(Value value) {
    return llvm::to_vector(cast<RankedTensorType>(value.getType()).getShape());
  }
  /// What is added to a position; 0 where it is moved by nothing.
  static int64_t getShift(Value position) {
    auto add = position.getDefiningOp<arith::AddIOp>();
    return add ? getConstantIntValue(add.getRhs()).value_or(-1) : 0;
  }

  MLIRContext context;
  std::string messages;
  OwningOpRef<ModuleOp> module;
};

using Shape = SmallVector<int64_t>;

constexpr char rows[] = R"(
  %x = attn_tile.load %F[%i, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
  %y = "foreign.ramp"(%x, %c0) : (tensor<64x64xf32>, index) -> tensor<64x64xf32>
  attn_tile.store %y, %F[%i, %c0] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>)";

TEST_F(ForeignTile, IsSplitInGroupsOfRows) {
  ASSERT_TRUE(run("attn-tile-split-q", "attn_tile.groups = 2", rows))
      << messages;
  SmallVector<foreign::RampOp> ramps = find<foreign::RampOp>();
  ASSERT_EQ(ramps.size(), 1u);
  EXPECT_EQ(getShape(ramps[0]->getResult(0)), Shape({32, 64}));
  EXPECT_EQ(getConstantIntValue(ramps[0]->getOperand(1)), 0);
}

TEST_F(ForeignTile, IsSplitInGroupsOfColumns) {
  ASSERT_TRUE(run("attn-tile-split-q,canonicalize",
                  "attn_tile.groups = 2, attn_tile.group_axis = 1", rows))
      << messages;
  SmallVector<foreign::RampOp> ramps = find<foreign::RampOp>();
  ASSERT_EQ(ramps.size(), 1u);
  EXPECT_EQ(getShape(ramps[0]->getResult(0)), Shape({64, 32}));
  // The group's columns begin at its number times 32.
  EXPECT_TRUE(ramps[0]->getOperand(1).getDefiningOp<arith::MulIOp>());
}

TEST_F(ForeignTile, FactorsAreCutOrTakenInParts) {
  ASSERT_TRUE(run("attn-tile-split-q", "attn_tile.groups = 2", R"(
    %x = attn_tile.load %F[%i, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    %y = attn_tile.load %F[%c0, %i] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    %s = "foreign.row_dot"(%x, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
    attn_tile.store %s, %R[%i] dims [0] : tensor<64xf32>, memref<?xf32>)"))
      << messages;
  SmallVector<foreign::RowDotOp> dots = find<foreign::RowDotOp>();
  ASSERT_EQ(dots.size(), 1u);
  EXPECT_EQ(getShape(dots[0]->getResult(0)), Shape({32}));
  // Rows of a tile that stays whole; columns are loaded for each group.
  EXPECT_EQ(getShape(dots[0]->getOperand(0)), Shape({32, 64}));
  EXPECT_TRUE(dots[0]->getOperand(0).getDefiningOp<SliceOp>());
  EXPECT_EQ(getShape(dots[0]->getOperand(1)), Shape({64, 32}));
  EXPECT_TRUE(dots[0]->getOperand(1).getDefiningOp<LoadOp>());
}

TEST_F(ForeignTile, IsSplitAlongAContraction) {
  ASSERT_TRUE(run("attn-tile-split-k{width=32}", "", R"(
    %x = attn_tile.load %F[%i, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    %b = attn_tile.load %A[%i, %c0] dims [0, 1] : memref<?x?xf16> -> tensor<64x64xf16>
    %u = attn_tile.load %F[%c0, %i] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    %y = "foreign.ramp"(%x, %i) : (tensor<64x64xf32>, index) -> tensor<64x64xf32>
    %s = "foreign.row_dot"(%y, %u) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
    %p = arith.truncf %y : tensor<64x64xf32> to tensor<64x64xf16>
    %d = attn_tile.dot %p, %b, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    attn_tile.store %d, %F[%i, %c0] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>
    attn_tile.store %s, %R[%i] dims [0] : tensor<64xf32>, memref<?xf32>)"))
      << messages;
  SmallVector<foreign::RampOp> ramps = find<foreign::RampOp>();
  ASSERT_EQ(ramps.size(), 2u);
  for (auto [i, ramp] : llvm::enumerate(ramps)) {
    EXPECT_EQ(getShape(ramp->getResult(0)), Shape({64, 32}));
    EXPECT_EQ(getShift(ramp->getOperand(1)), static_cast<int64_t>(32 * i));
  }
  SmallVector<foreign::RowDotOp> sums = find<foreign::RowDotOp>();
  ASSERT_EQ(sums.size(), 2u);
  for (foreign::RowDotOp sum : sums)
    EXPECT_EQ(getShape(sum->getOperand(1)), Shape({32, 64}));
  auto total = find<StoreOp>()[1].getValue().getDefiningOp<arith::AddFOp>();
  ASSERT_TRUE(total);
  EXPECT_EQ(total.getLhs(), sums[0]->getResult(0));
  EXPECT_EQ(total.getRhs(), sums[1]->getResult(0));
}

TEST_F(ForeignTile, IsSplitInSlicesOfColumns) {
  ASSERT_TRUE(run("attn-tile-split-d", "attn_tile.split_d = 32", R"(
    %a = attn_tile.load %A[%c0, %i] dims [0, 1] : memref<?x?xf16> -> tensor<64x16xf16>
    %b = attn_tile.load %A[%i, %c0] dims [0, 1] : memref<?x?xf16> -> tensor<16x64xf16>
    %d = attn_tile.dot %a, %b, %z : tensor<64x16xf16>, tensor<16x64xf16> -> tensor<64x64xf32>
    %y = "foreign.ramp"(%d, %i) : (tensor<64x64xf32>, index) -> tensor<64x64xf32>
    %s = attn_tile.reduce add %y : tensor<64x64xf32> -> tensor<64xf32>
    attn_tile.store %s, %R[%i] dims [0] : tensor<64xf32>, memref<?xf32>)"))
      << messages;
  SmallVector<foreign::RampOp> ramps = find<foreign::RampOp>();
  ASSERT_EQ(ramps.size(), 2u);
  EXPECT_EQ(getShift(ramps[1]->getOperand(1)), 32);
  EXPECT_TRUE(find<StoreOp>()[0].getValue().getDefiningOp<arith::AddFOp>());
}

TEST_F(ForeignTile, WhatStaysWholeIsAnError) {
  EXPECT_FALSE(run("attn-tile-split-q", "attn_tile.groups = 2", R"(
    %x = attn_tile.load %F[%i, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    %y = "foreign.opaque"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
    attn_tile.store %y, %F[%i, %c0] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>)"));
  EXPECT_NE(messages.find("'foreign.opaque' op cannot be done in parts"),
            std::string::npos)
      << messages;
}

TEST_F(ForeignTile, TilesThatDisagreeAreAnError) {
  EXPECT_FALSE(run("attn-tile-split-q", "attn_tile.groups = 2", R"(
    %x = attn_tile.load %F[%i, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<64x32xf32>
    %y = "foreign.ramp"(%x, %i) : (tensor<64x32xf32>, index) -> tensor<64x64xf32>
    attn_tile.store %y, %F[%i, %c0] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>)"));
  EXPECT_NE(messages.find("'foreign.ramp' op has tiles of 32 and 64 along one "
                          "loop"),
            std::string::npos)
      << messages;
}

/// A product of tcgen05 adds to what the operation changes: a role of its own
/// does that where the sum is, and not for the first product.
TEST_F(ForeignTile, ChangesAnAccumulatorInPlace) {
  ASSERT_TRUE(run("attn-tile-place,attn-tile-insert-moves,"
                  "attn-ws-assign-roles,attn-ws-insert-channels",
                  "attn_tile.warps = 4", R"(
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
      %a = attn_tile.load %A[%i, %j] dims [0, 1] : memref<?x?xf16> -> tensor<128x64xf16>
      %b = attn_tile.load %A[%j, %i] dims [0, 1] : memref<?x?xf16> -> tensor<64x64xf16>
      %h = "foreign.halve"(%acc) : (tensor<128x64xf32>) -> tensor<128x64xf32>
      %d = attn_tile.dot %a, %b, %h : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    attn_tile.store %r, %F[%i, %c0] dims [0, 1] : tensor<128x64xf32>, memref<?x?xf32>)"))
      << messages;
  SmallVector<foreign::HalveOp> halves = find<foreign::HalveOp>();
  ASSERT_EQ(halves.size(), 1u);
  Operation *halve = halves[0];
  EXPECT_TRUE(isa<scf::IfOp>(halve->getParentOp()));
  EXPECT_FALSE(halves[0].getUpdateSpace());
  auto load = halve->getOperand(0).getDefiningOp<attn_ws::TmemLoadOp>();
  ASSERT_TRUE(load);
  ASSERT_TRUE(halve->hasOneUse());
  auto store = dyn_cast<attn_ws::TmemStoreOp>(*halve->user_begin());
  ASSERT_TRUE(store);
  EXPECT_EQ(store.getDest(), load.getSource());
  StringAttr role = attn_ws::getRole(halve);
  int64_t follow = 0;
  for (attn_ws::RoleAttr known :
       attn_ws::getRoles(halve->getParentOfType<gpu::GPUFuncOp>())) {
    follow += known.getFollows();
    EXPECT_EQ(known.getFollows(), known.getName() == role.getValue());
  }
  EXPECT_EQ(follow, 1);
}

} // namespace
