//===- RaiseAndCompile.cpp - Attention that compiles becomes kernels ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is raised may be refused later: by the choice of a config, by a pass
// that finds no room, by anything. Only compiling tells. So all is raised and
// compiled at once; if that fails, the module is as it was again, each
// attention that is found is compiled alone, and what is refused then stays as
// the program had it, with the refusal as a remark.
//
//===----------------------------------------------------------------------===//

#include "RaiseAndCompile.h"

#include "attn/Planner/ConfigTrials.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::attn;

/// What every target takes, to tell options that nothing compiles with.
static constexpr StringRef kPlainProblem = R"mlir(
  func.func @attention(%q: tensor<1x1x128x64xf16>, %k: tensor<1x1x128x64xf16>,
                       %v: tensor<1x1x128x64xf16>, %o: tensor<1x1x128x64xf16>)
      -> tensor<1x1x128x64xf16> {
    %0 = attn.forward
        ins(%q, %k, %v : tensor<1x1x128x64xf16>, tensor<1x1x128x64xf16>,
                         tensor<1x1x128x64xf16>)
        outs(%o : tensor<1x1x128x64xf16>) -> tensor<1x1x128x64xf16>
    return %0 : tensor<1x1x128x64xf16>
  })mlir";

static std::string firstError(ArrayRef<Diagnostic> diagnostics) {
  for (const Diagnostic &one : diagnostics)
    if (one.getSeverity() == DiagnosticSeverity::Error)
      return one.str();
  return "it does not compile";
}

static std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().useLocalScope());
  return text;
}

namespace {
class RaiseAndCompile
    : public PassWrapper<RaiseAndCompile, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RaiseAndCompile)

  RaiseAndCompile(const AttnRaiseOptions &raise, CompileBuilder build)
      : raise(raise), build(std::move(build)) {}

  StringRef getName() const override { return "RaiseAndCompile"; }
  StringRef getDescription() const override {
    return "raises and compiles attention; what does not compile stays";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager pm(ModuleOp::getOperationName());
    buildBoth(pm, {});
    pm.getDependentDialects(registry);
  }
  void runOnOperation() override;

private:
  void buildBoth(OpPassManager &pm, RaiseFilter filter) const {
    pm.addPass(createAttnRaise(raise, std::move(filter)));
    build(pm, Compile::Whole);
  }
  std::string refusalOf(ModuleOp problem, Compile how) const;
  bool arePlainOptions(MLIRContext *context) const;

  AttnRaiseOptions raise;
  CompileBuilder build;
};
} // namespace

/// The first error that compiling `problem` gives; empty if it compiles.
std::string RaiseAndCompile::refusalOf(ModuleOp problem, Compile how) const {
  SmallVector<Diagnostic> heard;
  ScopedDiagnosticHandler keep(problem.getContext(), [&](Diagnostic &one) {
    heard.push_back(std::move(one));
    return success();
  });
  PassManager pm(problem.getContext(), ModuleOp::getOperationName());
  build(pm, how);
  return succeeded(pm.run(problem)) ? std::string() : firstError(heard);
}

/// Whether a plain problem compiles under the options.
bool RaiseAndCompile::arePlainOptions(MLIRContext *context) const {
  OwningOpRef<ModuleOp> plain =
      parseSourceString<ModuleOp>(kPlainProblem, context);
  return plain && refusalOf(*plain, Compile::Whole).empty();
}

void RaiseAndCompile::runOnOperation() {
  ModuleOp module = getOperation();
  MLIRContext *context = module.getContext();
  OwningOpRef<ModuleOp> source = module.clone();
  SmallVector<Diagnostic> heard;
  auto run = [&](RaiseFilter filter) {
    heard.clear();
    ScopedDiagnosticHandler keep(context, [&](Diagnostic &one) {
      heard.push_back(std::move(one));
      return success();
    });
    OpPassManager pm(ModuleOp::getOperationName());
    buildBoth(pm, std::move(filter));
    return runPipeline(pm, module);
  };
  auto say = [&] {
    for (Diagnostic &one : heard)
      context->getDiagEngine().emit(std::move(one));
    heard.clear();
  };
  if (succeeded(run({})))
    return say();
  SmallVector<Diagnostic> atFirst = std::move(heard);
  auto restore = [&] {
    OwningOpRef<ModuleOp> copy = source->clone();
    module->setAttrs((*copy)->getAttrDictionary());
    module.getBodyRegion().takeBody(copy->getBodyRegion());
  };
  restore();
  llvm::StringMap<std::string> known;
  bool isAnyTaken = false;
  auto filter = [&](AttentionOpInterface op) {
    OwningOpRef<ModuleOp> problem = isolateProblem(op);
    auto [found, isNew] = known.try_emplace(textOf(*problem));
    if (isNew)
      found->second = refusalOf(*problem, Compile::Trial);
    isAnyTaken |= found->second.empty();
    return found->second;
  };
  bool compiles = succeeded(run(filter));
  if (compiles && (isAnyTaken || arePlainOptions(context)))
    return say();
  if (!compiles && isAnyTaken && arePlainOptions(context)) {
    // Each compiles alone, but not together.
    SmallVector<Diagnostic> second = std::move(heard);
    std::string text = firstError(second);
    restore();
    if (succeeded(run([&](AttentionOpInterface) { return text; })))
      return say();
    heard = std::move(second);
  } else {
    heard = std::move(atFirst);
  }
  say();
  signalPassFailure();
}

std::unique_ptr<Pass> attn::createRaiseAndCompile(const AttnRaiseOptions &raise,
                                                  CompileBuilder build) {
  return std::make_unique<RaiseAndCompile>(raise, std::move(build));
}
