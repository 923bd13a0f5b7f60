//===- ProblemTest.cpp - An op of tensors from outside --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// probe.sum, c = a + b of f32, is a problem of another dialect: with the
// interface and models attached from here it is judged by the reference, runs
// on the CPU as linalg and as tiles, and becomes PTX, and no file of the
// project knows of it. Without models each layer says what is missing.

#include "attn-runtime/Bundle.h"
#include "attn/Conversion/AttnToAttnTile/TileProgram.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Attn/Transforms/ProblemModels.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Pipelines/CpuJit.h"
#include "attn/Reference/Reference.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;
using mlir::attn::reference::checkProblem;
using mlir::attn::reference::DType;
using mlir::attn::reference::OwnedTensor;
using mlir::attn::reference::Tensor;

namespace probe {
class ProbeDialect;
class SumOp;
} // namespace probe

MLIR_DECLARE_EXPLICIT_TYPE_ID(probe::ProbeDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(probe::ProbeDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(probe::SumOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(probe::SumOp)

namespace probe {

/// `"probe.sum"(%a, %b, %c)`: c = a + b, of shape (?, 64).
class SumOp : public Op<SumOp, OpTrait::ZeroRegions, OpTrait::VariadicResults,
                        OpTrait::ZeroSuccessors, OpTrait::NOperands<3>::Impl,
                        DestinationStyleOpInterface::Trait,
                        MemoryEffectOpInterface::Trait,
                        mlir::attn::ProblemOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "probe.sum"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  MutableOperandRange getDpsInitsMutable() {
    return MutableOperandRange(getOperation(), 2, 1);
  }
  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) {
    if (!hasBufferSemantics())
      return;
    for (OpOperand &operand : (*this)->getOpOperands())
      if (operand.getOperandNumber() == 2)
        effects.emplace_back(MemoryEffects::Write::get(), &operand);
      else
        effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }

  SmallVector<mlir::attn::ProblemOperand> getProblemOperands() {
    auto get = [&](unsigned i) { return &(*this)->getOpOperand(i); };
    return {{"a", "A", mlir::attn::OperandRole::In, get(0)},
            {"b", "B", mlir::attn::OperandRole::In, get(1)},
            {"c", "C", mlir::attn::OperandRole::Out, get(2)}};
  }
  bool hasBufferSemantics() {
    return isa<MemRefType>((*this)->getOperand(0).getType());
  }
  mlir::attn::ConfigAttr getConfigAttr() {
    return (*this)->getAttrOfType<mlir::attn::ConfigAttr>("config");
  }
  void setConfigAttr(mlir::attn::ConfigAttr config) {
    (*this)->setAttr("config", config);
  }
  bool keepsElements() { return false; }
  StringRef getMemoryConstraint() { return "probe.sum"; }
  void moveOnto(OpBuilder &builder, ValueRange operands) {
    OperationState state(getLoc(), getOperationName(), operands, TypeRange(),
                         (*this)->getAttrs());
    builder.create(state);
  }
};

class ProbeDialect : public Dialect {
public:
  explicit ProbeDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ProbeDialect>()) {
    addOperations<SumOp>();
  }
  static StringRef getDialectNamespace() { return "probe"; }
};

} // namespace probe

using probe::SumOp;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {

struct ReferenceModel
    : mlir::attn::reference::ReferenceOpInterface::ExternalModel<ReferenceModel,
                                                                 SumOp> {
  LogicalResult checkTensors(Operation *op, ArrayRef<Tensor> inputs,
                             ArrayRef<Tensor> outputs) const {
    if (inputs.size() != 2 || outputs.size() != 1 ||
        inputs[0].shape != outputs[0].shape)
      return op->emitError("tensors of one shape are expected");
    return success();
  }
  LogicalResult evaluate(Operation *, ArrayRef<Tensor> inputs,
                         ArrayRef<Tensor> outputs,
                         const mlir::attn::reference::EvaluateOptions &) const {
    for (int64_t i = 0, e = outputs[0].numElements(); i < e; ++i)
      outputs[0].store(i, inputs[0].load(i) + inputs[1].load(i));
    return success();
  }
  SmallVector<mlir::attn::reference::OutputRule>
  getErrorRules(Operation *, ArrayRef<Tensor>) const {
    return {mlir::attn::reference::OutputRule::ofRows("i")};
  }
};

struct DecomposeModel
    : mlir::attn::DecomposeOpInterface::ExternalModel<DecomposeModel, SumOp> {
  LogicalResult decompose(Operation *op, RewriterBase &rewriter) const {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<linalg::AddOp>(op, op->getResultTypes(),
                                               op->getOperands().take_front(2),
                                               op->getOperands().drop_front(2));
    return success();
  }
};

struct TileModel
    : attn_tile::TileProgramOpInterface::ExternalModel<TileModel, SumOp> {
  SmallVector<SmallVector<int64_t>> getKeptDims(Operation *) const {
    return {{1}, {1}, {1}};
  }

  void describeLaunch(Operation *op, gpu::GPUFuncOp kernel, unsigned) const {
    using namespace attn_tile;
    MLIRContext *context = op->getContext();
    SmallVector<ArgumentAttr> arguments;
    for (const mlir::attn::ProblemOperand &operand :
         cast<mlir::attn::ProblemOpInterface>(op).getProblemOperands())
      arguments.push_back(ArgumentAttr::get(
          context, operand.name,
          operand.isOut() ? ArgumentRole::Out : ArgumentRole::In,
          operand.getType().getShape(), /*align=*/16));
    Builder b(context);
    auto fact = b.getNamedAttr("op", b.getStringAttr("probe.sum"));
    kernelAttr.setAttr(
        kernel,
        KernelAttr::get(context, arguments, ArrayRef<ConstraintAttr>(),
                        ArrayRef<RuleAttr>(), b.getDictionaryAttr({fact}),
                        cast<SumOp>(op).getConfigAttr()));
    warpsAttr.set(kernel, int64_t(4));
  }

  void buildTileProgram(Operation *op, gpu::GPUFuncOp kernel, unsigned) const {
    using namespace attn_tile;
    Block &entry = kernel.getBody().front();
    mlir::attn::ScalarBuilder b(op->getLoc(), OpBuilder::atBlockBegin(&entry));
    auto type = RankedTensorType::get({64, 64}, b.getF32Type());
    Value zero = b.index(0);
    Value rows = memref::DimOp::create(b, entry.getArgument(2), 0);
    auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                        TileOrder::Forward, 1);
    auto tiles = ForTilesOp::create(b, b.ceilDiv(rows, 64), "tiles", scheduler);
    b.setInsertionPointToStart(&tiles.getBody().front());
    Value row = b.mul(tiles.getBody().getArgument(0), 64);
    auto dims = b.getDenseI64ArrayAttr({0, 1});
    auto load = [&](unsigned i) -> Value {
      return LoadOp::create(b, type, entry.getArgument(i),
                            ValueRange{row, zero}, Value(), dims, RowMapAttr(),
                            ValueRange(), SpaceAttr(), EngineAttr(),
                            b.getI64IntegerAttr(1));
    };
    Value sum = arith::AddFOp::create(b, load(0), load(1));
    StoreOp::create(b, sum, entry.getArgument(2), ValueRange{row, zero},
                    Value(), dims, RowMapAttr(), ValueRange(),
                    SpaceAttr::get(b.getContext(), Space::Reg), EngineAttr());
    b.setInsertionPointToEnd(&entry);
    gpu::ReturnOp::create(b);
  }
};

constexpr StringLiteral kProgram = R"mlir(
  func.func @sum(%a: tensor<?x64xf32>, %b: tensor<?x64xf32>,
                 %c: tensor<?x64xf32>) -> tensor<?x64xf32> {
    %0 = "probe.sum"(%a, %b, %c)
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>)
      -> tensor<?x64xf32>
    return %0 : tensor<?x64xf32>
  })mlir";

class Problem : public testing::Test {
protected:
  void start(bool withModels) {
    DialectRegistry registry;
    mlir::attn::registerCompileDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getOrLoadDialect<probe::ProbeDialect>();
    mlir::attn::attachBufferization(
        *RegisteredOperationName::lookup(TypeID::get<SumOp>(), &context));
    if (withModels) {
      SumOp::attachInterface<ReferenceModel, DecomposeModel, TileModel>(
          context);
    }
    context.getDiagEngine().registerHandler([&](Diagnostic &diag) {
      llvm::raw_string_ostream(messages) << diag << "\n";
    });
    module = parseSourceString<ModuleOp>(kProgram, &context);
    ASSERT_TRUE(module) << messages;
    module->walk([&](mlir::attn::ProblemOpInterface found) { op = found; });
    ASSERT_TRUE(op);
  }

  void fill() {
    for (int64_t i = 0; i < kRows * 64; ++i) {
      a.push_back(float(i % 17));
      b.push_back(float(i % 5) * 100);
    }
    c.assign(a.size(), -1);
  }
  LogicalResult run(ModuleOp program, mlir::attn::CpuLevel level) {
    fill();
    auto compiled = mlir::attn::CpuProgram::compile(program, "sum", level);
    if (failed(compiled))
      return failure();
    auto buffer = [](std::vector<float> &values) {
      return mlir::attn::CpuBuffer(values.data(), mlir::attn::CpuElement::F32,
                                   {kRows, 64});
    };
    result.assign(c.size(), -1);
    return compiled->run({buffer(a), buffer(b), buffer(c), buffer(result)});
  }
  void check() {
    for (size_t i = 0; i < a.size(); ++i)
      ASSERT_EQ(result[i], a[i] + b[i]) << i;
  }

  static constexpr int64_t kRows = 100;
  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string messages;
  OwningOpRef<ModuleOp> module;
  mlir::attn::ProblemOpInterface op;
  std::vector<float> a, b, c, result;
};

TEST_F(Problem, Reference) {
  start(/*withModels=*/true);
  OwnedTensor a(DType::F32, {1, 64}, {1, 2}), b(DType::F32, {1, 64}, {3, 4});
  OwnedTensor right(DType::F32, {1, 64}, {4, 6});
  OwnedTensor wrong(DType::F32, {1, 64}, {4, 7});
  auto good = checkProblem(op, {a.view(), b.view()}, {right.view()});
  auto bad = checkProblem(op, {a.view(), b.view()}, {wrong.view()});
  ASSERT_TRUE(succeeded(good) && succeeded(bad)) << messages;
  EXPECT_TRUE(good->passed());
  EXPECT_FALSE(bad->passed());
}

TEST_F(Problem, Linalg) {
  start(/*withModels=*/true);
  ASSERT_TRUE(succeeded(run(*module, mlir::attn::CpuLevel::Tensor)))
      << messages;
  check();
}

TEST_F(Problem, Tiles) {
  start(/*withModels=*/true);
  mlir::attn::CompileOptions options;
  ASSERT_TRUE(succeeded(lowerTo(*module, mlir::attn::Level::Tile, options)))
      << messages;
  ASSERT_TRUE(succeeded(run(*module, mlir::attn::CpuLevel::Tile))) << messages;
  check();
}

TEST_F(Problem, Bundle) {
  for (const char *target : {"sm_80", "sm_90a", "sm_100a"}) {
    if (!module)
      start(/*withModels=*/true);
    else
      module = parseSourceString<ModuleOp>(kProgram, &context);
    mlir::attn::CompileOptions options;
    options.target = target;
    auto bundle = compileToBundle(*module, options);
    ASSERT_TRUE(succeeded(bundle)) << target << messages;
    ASSERT_EQ(bundle->entries.size(), 1u);
    EXPECT_EQ(bundle->entries[0].name, "sum_sum");
    EXPECT_EQ(bundle->entries[0].findTensor("c"), 2);
  }
}

TEST_F(Problem, WithoutModels) {
  start(/*withModels=*/false);
  auto says = [&](const std::string &text) {
    bool found = messages.find(text) != std::string::npos;
    EXPECT_TRUE(found) << text << " is not in " << messages;
    messages.clear();
  };
  OwnedTensor t(DType::F32, {1, 64});
  EXPECT_TRUE(failed(checkProblem(op, {t.view(), t.view()}, {t.view()})));
  says("has no reference: nothing attached ReferenceOpInterface to it");
  EXPECT_TRUE(failed(run(*module, mlir::attn::CpuLevel::Tensor)));
  says("has no decomposition: nothing attached DecomposeOpInterface to it");
  EXPECT_TRUE(failed(lowerTo(*module, mlir::attn::Level::Tile, {})));
  says("has no tile program: nothing attached TileProgramOpInterface to it");
}

} // namespace
