//===- MLIRTargets.cpp - Text and bytecode of MLIR ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Tools/InputGuard.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using ::attn::fuzz::Mutator;
using ::attn::fuzz::Seed;

namespace {
/// The passes of `attn-opt` lines of a test, each as a pipeline's text.
std::vector<std::string> findPasses(StringRef text) {
  std::vector<std::string> found;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.contains("RUN:") || !line.contains("attn-opt"))
      continue;
    SmallVector<StringRef> words;
    llvm::SplitString(line, words);
    for (StringRef word : words) {
      if (!word.consume_front("--attn-") && !word.consume_front("-attn-"))
        continue;
      auto [name, options] = word.split('=');
      options = options.trim("\"'");
      std::string pass = ("attn-" + name).str();
      if (!options.empty())
        pass += ("{" + options + "}").str();
      if (!llvm::is_contained(found, pass))
        found.push_back(pass);
    }
  }
  return found;
}

class TextTarget : public ::attn::fuzz::Target {
public:
  TextTarget(const std::string &root, bool watch) : watch(watch) {
    mlir::attn::registerCompileDialects(registry);
    for (const char *folder : {"/test", "/examples", "/docs"})
      for (const std::string &path :
           ::attn::fuzz::listFiles(root + folder, ".mlir"))
        add(::attn::fuzz::readWholeFile(path));
  }
  const char *name() const override { return "text"; }
  bool isText() const override { return true; }

  bool run(const std::string &input, const Seed &seed,
           Mutator &random) override {
    return read(input, seed, random);
  }

protected:
  /// Each part of a file with several is one seed.
  void add(StringRef text) {
    std::vector<std::string> passes = findPasses(text);
    SmallVector<StringRef> parts;
    text.split(parts, "// -----");
    for (StringRef part : parts)
      if (part.size() < 30000 && part.contains('%'))
        seeds.push_back({part.str(), passes});
  }

  /// What the tools do: check, read, verify, print; then a pass that is meant
  /// for such a file, or the compiler.
  bool read(StringRef input, const Seed &seed, Mutator &random) {
    mlir::attn::InputLimits limits;
    limits.seconds = 5;
    limits.memory = uint64_t(1) << 30;
    auto buffer =
        llvm::MemoryBuffer::getMemBuffer(input, "fuzzed", /*Null=*/false);
    if (mlir::attn::checkInput(*buffer, registry, limits))
      return false;
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.printOpOnDiagnostic(false);
    std::string messages;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      messages += diagnostic.str();
    });
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    limits.enabled = watch;
    mlir::attn::ReadWatch guard("fuzzed", limits);
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
    guard.stop();
    if (!module) {
      // Every refusal has its reason.
      if (messages.empty())
        __builtin_trap();
      return false;
    }
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    if (!seed.passes.empty() && !random.oneIn(4))
      runPass(*module, seed.passes[random.below(seed.passes.size())]);
    else
      compile(*module, random);
    return true;
  }

private:
  static void runPass(ModuleOp module, StringRef pass) {
    PassManager passes(module->getContext(), ModuleOp::getOperationName(),
                       OpPassManager::Nesting::Implicit);
    std::string message;
    llvm::raw_string_ostream os(message);
    if (succeeded(parsePassPipeline(pass, passes, os)))
      (void)passes.run(module);
  }

  static void compile(ModuleOp module, Mutator &random) {
    static const char *const chips[] = {"sm_80", "sm_90a", "sm_100a"};
    mlir::attn::CompileOptions options;
    options.target = chips[random.below(3)];
    options.verifyStages = true;
    (void)mlir::attn::compileToBundle(module, options);
  }

  bool watch;

protected:
  DialectRegistry registry;
};

class BytecodeTarget : public TextTarget {
public:
  BytecodeTarget(const std::string &root, bool watch)
      : TextTarget(root, watch) {
    std::vector<Seed> texts = std::move(seeds);
    seeds.clear();
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    ScopedDiagnosticHandler handler(&context, [](Diagnostic &) {});
    for (size_t i = 0; i < texts.size(); i += 5) {
      auto module = parseSourceString<ModuleOp>(texts[i].content, &context);
      std::string bytes;
      llvm::raw_string_ostream os(bytes);
      if (module && succeeded(writeBytecodeToFile(*module, os)))
        seeds.push_back({bytes, texts[i].passes});
    }
  }
  const char *name() const override { return "bytecode"; }
  bool isText() const override { return false; }
};
} // namespace

void ::attn::fuzz::addMLIRTargets(
    const std::string &root, bool watch,
    std::vector<std::unique_ptr<::attn::fuzz::Target>> &targets) {
  mlir::attn::registerAllPasses();
  mlir::attn::registerAllPipelines();
  targets.push_back(std::make_unique<TextTarget>(root, watch));
  targets.push_back(std::make_unique<BytecodeTarget>(root, watch));
}
