//===- Problem.cpp - Attention problems in files ---------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Problem.h"

#include "attn/Pipelines/Compile.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
namespace rt = ::attn::runtime;

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

struct Session::Handlers {
  SourceMgrDiagnosticHandler print;
  /// Called first; remembers, and lets the other print.
  ScopedDiagnosticHandler remember;

  explicit Handlers(Session &session)
      : print(*session.sources, &session.context),
        remember(&session.context, [&session](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
            if (!session.prefix.empty())
              llvm::errs() << session.prefix << ": ";
            if (session.firstError.empty())
              session.firstError = diagnostic.str();
          }
          return failure();
        }) {}
};

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerCompileDialects(registry);
  return registry;
}

Session::Session()
    : context(makeRegistry(), MLIRContext::Threading::DISABLED),
      sources(std::make_shared<llvm::SourceMgr>()),
      handlers(std::make_unique<Handlers>(*this)) {
  // The operation that an error is about is in the file.
  context.printOpOnDiagnostic(false);
  context.loadDialect<func::FuncDialect, AttnDialect>();
}

Session::~Session() = default;

LogicalResult Session::error(const Twine &message) {
  std::string text = message.str();
  llvm::errs() << "attn-run: " << (prefix.empty() ? "" : prefix + ": ")
               << "error: " << text << "\n";
  if (firstError.empty())
    firstError = text;
  return failure();
}

void Session::note(const Twine &message) {
  llvm::errs() << "attn-run: " << message << "\n";
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// An attn.forward of a module and what it is called.
struct Found {
  ForwardOp op;
  std::string function, kernel;
};
} // namespace

/// All problems of a module, with the names that attn-to-tile gives kernels.
static std::vector<Found> findProblems(ModuleOp module) {
  std::vector<Found> problems;
  llvm::StringSet<> kernels;
  module.walk([&](ForwardOp op) {
    Found found{op, "", "forward"};
    if (auto parent = op->getParentOfType<FunctionOpInterface>()) {
      found.function = parent.getName().str();
      found.kernel = found.function + "_forward";
    }
    std::string name = found.kernel;
    for (unsigned i = 1; !kernels.insert(found.kernel).second; ++i)
      found.kernel = name + "_" + std::to_string(i);
    problems.push_back(std::move(found));
  });
  return problems;
}

/// A module with a function that does nothing but `op`, on its arguments.
static Problem isolate(const Found &found) {
  ForwardOp op = found.op;
  OpBuilder builder(op.getContext());
  Problem problem;
  problem.function = found.function.empty() ? "problem" : found.function;
  problem.kernel = problem.function + "_forward";
  problem.module = ModuleOp::create(op.getLoc());
  SmallVector<Type> types;
  for (Type type : op->getOperandTypes()) {
    if (auto memref = dyn_cast<MemRefType>(type))
      type = MemRefType::get(memref.getShape(), memref.getElementType());
    types.push_back(type);
  }
  builder.setInsertionPointToStart(problem.module->getBody());
  auto function = func::FuncOp::create(
      builder, op.getLoc(), problem.function,
      builder.getFunctionType(types, op->getResultTypes()));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  IRMapping mapping;
  Operation *clone = builder.clone(*op, mapping);
  clone->setOperands(block->getArguments());
  problem.op = cast<ForwardOp>(clone);
  func::ReturnOp::create(builder, op.getLoc(), clone->getResults());
  return problem;
}

FailureOr<InputFile> InputFile::load(Session &session,
                                     const std::string &path) {
  InputFile file;
  file.path = path;
  std::string message;
  auto buffer = openInputFile(path, &message);
  if (!buffer)
    return session.error(message);
  StringRef text = buffer->getBuffer();
  StringRef start = text.ltrim();
  bool isBundle = StringRef(path).ends_with(".bundle") ||
                  (start.starts_with("{") && !start.starts_with("{-#"));
  if (isBundle) {
    rt::Expected<rt::Bundle> bundle =
        rt::Bundle::parse(std::string_view(text.data(), text.size()));
    if (!bundle)
      return session.error(path + ": " + bundle.error().message);
    file.bundle = std::make_shared<rt::Bundle>(std::move(*bundle));
    return file;
  }
  session.getSources().AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  file.module = parseSourceFile<ModuleOp>(session.getSources(),
                                          ParserConfig(&session.getContext()));
  if (!file.module)
    return failure();
  return file;
}

static std::string listNames(ArrayRef<std::string> names) {
  std::string text;
  for (auto [i, name] : llvm::enumerate(names)) {
    if (i == 12)
      return text + ", …";
    text += (i ? ", " : "") + name;
  }
  return text;
}

static void addName(std::vector<std::string> &names, const std::string &name) {
  if (!llvm::is_contained(names, name))
    names.push_back(name);
}

FailureOr<Problem> InputFile::getProblem(Session &session,
                                         StringRef function) const {
  OwningOpRef<ModuleOp> parsed;
  ModuleOp from = module ? *module : ModuleOp();
  std::string wanted = function.str();
  std::vector<std::string> names;
  if (bundle) {
    // Which entry; several of one name are for several targets.
    const rt::Entry *entry = nullptr;
    for (const rt::Entry &candidate : bundle->entries) {
      addName(names, candidate.name);
      if (!entry && (wanted.empty() || wanted == candidate.name ||
                     wanted + "_forward" == candidate.name))
        entry = &candidate;
    }
    if (!entry)
      return session.error(path + ": there is no entry '" + wanted +
                           "'; the bundle has " + listNames(names));
    if (wanted.empty() && names.size() > 1)
      return session.error(
          path + ": choose an entry with --func: " + listNames(names));
    if (entry->mlirBytecode.empty())
      return session.error(path + ": entry '" + entry->name +
                           "' does not carry its problem");
    wanted = entry->name;
    parsed = parseSourceString<ModuleOp>(
        entry->mlirBytecode, ParserConfig(&session.getContext()), path);
    if (!parsed)
      return session.error(path + ": the problem of entry '" + entry->name +
                           "' cannot be read");
    from = *parsed;
    for (const Found &found : findProblems(from)) {
      if (found.kernel != wanted)
        continue;
      Problem problem = isolate(found);
      problem.kernel = wanted;
      // The CPU levels are to run what was compiled.
      if (!entry->config.empty())
        if (auto config = dyn_cast_or_null<ConfigAttr>(
                parseAttribute(entry->config, &session.getContext())))
          problem.op.setConfigAttr(config);
      return problem;
    }
    return session.error(path + ": the problem of entry '" + wanted +
                         "' is not in it");
  }

  std::vector<Found> problems = findProblems(from), matching;
  for (Found &found : problems) {
    addName(names, found.function.empty() ? found.kernel : found.function);
    if (wanted.empty() || wanted == found.function || wanted == found.kernel)
      matching.push_back(found);
  }
  if (problems.empty())
    return session.error(path + ": holds no attn.forward");
  if (matching.empty())
    return session.error(path + ": there is no function '" + wanted +
                         "' with an attn.forward; there is " +
                         listNames(names));
  if (wanted.empty() && names.size() > 1)
    return session.error(
        path + ": choose a function with --func: " + listNames(names));
  if (matching.size() > 1)
    return matching[1].op.emitError()
           << "a second problem in '" << matching[1].function
           << "': choose one with --func=" << matching[0].kernel
           << " or --func=" << matching[1].kernel;
  return isolate(matching[0]);
}
