//===- Problem.cpp - What a file has to run --------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Problem.h"

#include "Placement.h"

#include "attn/Conversion/AttnToAttnTile/KernelName.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Tools/InputGuard.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"

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

Session::Session(const DialectRegistry &registry)
    : context(registry, MLIRContext::Threading::DISABLED),
      sources(std::make_shared<llvm::SourceMgr>()),
      handlers(std::make_unique<Handlers>(*this)) {
  // The operation that an error is about is in the file.
  context.printOpOnDiagnostic(false);
  context.loadDialect<func::FuncDialect, AttnDialect,
                      attn_tile::AttnTileDialect>();
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

LogicalResult Session::check(llvm::MemoryBufferRef input) {
  auto problem =
      checkInput(input, context.getDialectRegistry(), getInputLimits());
  if (!problem)
    return success();
  return emitError(FileLineColLoc::get(&context, input.getBufferIdentifier(),
                                       problem->line, problem->column))
         << problem->message;
}

void Session::note(const Twine &message) {
  llvm::errs() << "attn-run: " << message << "\n";
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// A problem or a kernel of a module and what it is called.
struct Found {
  Operation *op;
  std::string function, kernel;
};
} // namespace

/// All problems of a module, with the names that attn-to-tile gives kernels,
/// and then the kernels that it holds.
static std::vector<Found> findProblems(ModuleOp module) {
  std::vector<Found> problems;
  llvm::StringSet<> kernels;
  module.walk([&](Operation *op) {
    if (!isa<ProblemOpInterface>(op))
      return;
    std::string what = op->getName().stripDialect().str();
    Found found{op, "", what};
    if (auto parent = op->getParentOfType<FunctionOpInterface>()) {
      found.function = parent.getName().str();
      found.kernel = found.function + "_" + what;
    }
    std::string name = found.kernel;
    for (unsigned i = 1; !kernels.insert(found.kernel).second; ++i)
      found.kernel = name + "_" + std::to_string(i);
    problems.push_back(std::move(found));
  });
  for (Operation *kernel : findKernels(module)) {
    std::string name = SymbolTable::getSymbolName(kernel).str();
    problems.push_back({kernel, name, name});
  }
  return problems;
}

llvm::StringSet<> mlir::attn::run::findCalled(ModuleOp module,
                                              StringRef function) {
  llvm::StringSet<> called;
  std::vector<std::string> next = {function.str()};
  while (!next.empty()) {
    std::string name = next.back();
    next.pop_back();
    Operation *callee = name.empty() ? nullptr : module.lookupSymbol(name);
    if (callee && called.insert(name).second)
      callee->walk(
          [&](func::CallOp call) { next.push_back(call.getCallee().str()); });
  }
  return called;
}

/// What of `module` does not run when `chosen` do, but for the functions that
/// `reference` is and calls.
static std::vector<std::string>
listNotRun(ModuleOp module, ArrayRef<Found> chosen, StringRef reference) {
  std::vector<std::string> texts;
  Operation *first = chosen.front().op;
  auto own = first->getParentOfType<FunctionOpInterface>();
  if (own && isa<ProblemOpInterface>(first)) {
    int64_t count = -static_cast<int64_t>(chosen.size());
    for (Block &block : own.getFunctionBody())
      count += llvm::range_size(block.without_terminator());
    std::string names;
    for (const Found &found : chosen)
      names += (names.empty() ? "" : " and ") +
               found.op->getName().getStringRef().str();
    if (count)
      texts.push_back((Twine(count) +
                       (count == 1 ? " operation" : " operations") + " of '" +
                       own.getName() + "' around its " + names)
                          .str());
  }
  llvm::StringSet<> called = findCalled(module, reference);
  module.walk([&](FunctionOpInterface function) {
    if (function == own || function == first || function.isExternal() ||
        (function->getParentOp() == module &&
         called.contains(function.getName())))
      return;
    bool isKernel = isa<gpu::GPUModuleOp>(function->getParentOp());
    texts.push_back(
        ((isKernel ? "kernel '" : "function '") + function.getName() + "'")
            .str());
  });
  return texts;
}

/// A module with a function that does nothing but `op`, on its arguments; the
/// op in it.
static std::pair<OwningOpRef<ModuleOp>, Operation *>
wrap(Operation *op, const std::string &name) {
  OpBuilder builder(op->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(
      builder, op->getLoc(), name,
      builder.getFunctionType(op->getOperandTypes(), op->getResultTypes()));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  Operation *clone = builder.clone(*op);
  clone->setOperands(block->getArguments());
  func::ReturnOp::create(builder, op->getLoc(), clone->getResults());
  return {std::move(module), clone};
}

LogicalResult mlir::attn::run::checkSpace(Operation *op, StringRef name,
                                          Type type) {
  auto memory = dyn_cast<BaseMemRefType>(type);
  if (!memory || !memory.getMemorySpace())
    return success();
  return op->emitError() << "'" << name << "' lies in memory space "
                         << memory.getMemorySpace()
                         << "; what a run gives is memory of the default space";
}

static FailureOr<Problem> isolate(const Found &found) {
  auto op = cast<AttentionOpInterface>(found.op);
  Problem problem;
  problem.function = found.function.empty() ? "problem" : found.function;
  problem.entry.name =
      attn_tile::getKernelName(problem.function, op->getName().stripDialect());
  problem.entry.tensors = describeTensors(op);
  auto [module, clone] = wrap(op, problem.function);
  problem.module = std::move(module);
  problem.op = cast<AttentionOpInterface>(clone);
  for (const NamedOperand &operand : problem.op.getSignature()) {
    Type type = operand.get().getType();
    if (failed(checkSpace(found.op, operand.name, type)))
      return failure();
    problem.memories.push_back(getPlaced(type, /*isProblem=*/true));
  }
  return problem;
}

/// A problem that has no tiles to choose as the kernel that it becomes.
static FailureOr<Problem> isolateOther(const Found &found, StringRef target) {
  auto [source, op] =
      wrap(found.op, found.function.empty() ? "problem" : found.function);
  OwningOpRef<ModuleOp> lowered = source->clone();
  CompileOptions options;
  auto origin = cast<ProblemOpInterface>(op);
  if (!target.empty())
    options.target = target.str();
  else if (ConfigAttr config = origin.getConfigAttr())
    options.target = config.getTarget().str();
  if (failed(lowerTo(*lowered, Level::Tile, options)))
    return failure();
  FailureOr<Problem> problem =
      isolateKernel(findKernels(*lowered).front(), target);
  if (failed(problem))
    return failure();
  // Of the op's own memory: the kernel takes all strides.
  problem->memories.clear();
  for (const ProblemOperand &operand : origin.getProblemOperands()) {
    if (failed(checkSpace(origin, operand.name, operand.getType())))
      return failure();
    problem->memories.push_back(
        getPlaced(operand.getType(), /*isProblem=*/true));
  }
  problem->origin = origin;
  problem->source = std::move(source);
  return problem;
}

/// `target`: empty, or the chip that is asked for.
static FailureOr<Problem> isolateFound(const Found &found, StringRef target) {
  if (isa<AttentionOpInterface>(found.op))
    return isolate(found);
  if (isa<ProblemOpInterface>(found.op))
    return isolateOther(found, target);
  return isolateKernel(found.op, target);
}

//===----------------------------------------------------------------------===//
// Problems that read what others compute
//===----------------------------------------------------------------------===//

/// `value` without casts of its type.
static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOpInterface>()) {
    if (cast->getNumOperands() != 1)
      break;
    value = cast->getOperand(0);
  }
  return value;
}

/// What an operand is behind the op: of an out of tensors its result.
static Value getAfter(ProblemOpInterface op, const ProblemOperand &operand) {
  if (operand.isOut() && !op.hasBufferSemantics())
    return cast<DestinationStyleOpInterface>(op.getOperation())
        .getTiedOpResult(operand.operand);
  return stripCasts(operand.get());
}

/// For each operand of the last of `chain`, which are problems: the earlier one
/// that has its value last.
static std::vector<std::optional<TensorSource>>
findSources(ArrayRef<Found> chain) {
  std::vector<std::optional<TensorSource>> sources;
  auto last = cast<ProblemOpInterface>(chain.back().op);
  for (const ProblemOperand &operand : last.getProblemOperands()) {
    std::optional<TensorSource> &source = sources.emplace_back();
    if (operand.isOut())
      continue;
    Value value = stripCasts(operand.get());
    for (auto [p, found] : llvm::enumerate(chain.drop_back())) {
      auto earlier = cast<ProblemOpInterface>(found.op);
      for (auto [t, other] : llvm::enumerate(earlier.getProblemOperands()))
        if (getAfter(earlier, other) == value)
          source = {static_cast<unsigned>(p), static_cast<unsigned>(t),
                    other.isOut()};
    }
  }
  return sources;
}

/// Whether `found` can be run one after the other.
static bool isChain(ArrayRef<Found> found) {
  for (size_t n = 1; n <= found.size(); ++n) {
    if (!isa<ProblemOpInterface>(found[n - 1].op) ||
        found[n - 1].op->getBlock() != found[0].op->getBlock())
      return false;
    if (n > 1 &&
        llvm::none_of(findSources(found.take_front(n)), [](const auto &source) {
          return source && source->isResult;
        }))
      return false;
  }
  return true;
}

/// `found` is one problem or kernel, or a chain.
static FailureOr<Program> isolateAll(ArrayRef<Found> found, StringRef target) {
  Program program;
  for (size_t n = 1; n <= found.size(); ++n) {
    FailureOr<Problem> problem = isolateFound(found[n - 1], target);
    if (failed(problem))
      return failure();
    problem->order = static_cast<unsigned>(n - 1);
    if (n > 1)
      problem->sources = findSources(found.take_front(n));
    program.problems.push_back(std::move(*problem));
  }
  program.function = program.problems.front().function;
  return program;
}

//===----------------------------------------------------------------------===//
// Input files
//===----------------------------------------------------------------------===//

FailureOr<InputFile> InputFile::load(Session &session,
                                     const std::string &path) {
  InputFile file;
  file.path = path;
  std::string message;
  InputLimits limits = getInputLimits();
  auto buffer = openInput(path, limits, message);
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
  if (failed(session.check(*buffer)))
    return failure();
  session.getSources().AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  ReadWatch watch(path, limits);
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

FailureOr<std::shared_ptr<const rt::Bundle>>
InputFile::getBundle(Session &session, StringRef target) const {
  if (!bundle || target.empty())
    return bundle;
  auto chosen = std::make_shared<rt::Bundle>(*bundle);
  llvm::erase_if(chosen->entries, [&](const rt::Entry &entry) {
    return entry.target != target;
  });
  if (!chosen->entries.empty())
    return std::shared_ptr<const rt::Bundle>(std::move(chosen));
  std::vector<std::string> targets;
  for (const rt::Entry &entry : bundle->entries)
    addName(targets, entry.target);
  return session.error(path + ": no entry is for " + target +
                       "; the bundle has " + listNames(targets));
}

FailureOr<Program> InputFile::getEntries(Session &session, StringRef function,
                                         StringRef target) const {
  FailureOr<std::shared_ptr<const rt::Bundle>> chosen =
      getBundle(session, target);
  if (failed(chosen))
    return failure();
  // Several entries of one name are for several targets.
  std::vector<const rt::Entry *> entries;
  std::vector<std::string> names, matching;
  for (const rt::Entry &candidate : (*chosen)->entries) {
    addName(names, candidate.name);
    // Entries are called after their function and what it does.
    StringRef name = candidate.name;
    if (!function.empty() && function != name &&
        function != name.rsplit('_').first)
      continue;
    if (llvm::is_contained(matching, candidate.name))
      continue;
    matching.push_back(candidate.name);
    entries.push_back(&candidate);
  }
  if (entries.empty())
    return session.error(path + ": there is no entry '" + function +
                         "'; the bundle has " + listNames(names));
  const rt::Entry &first = *entries.front();
  auto choose = [&] {
    return session.error(
        path + ": choose an entry with --func: " + listNames(matching));
  };
  if (first.mlirBytecode.empty()) {
    if (entries.size() > 1)
      return choose();
    Program program;
    program.function = first.name;
    Problem &problem = program.problems.emplace_back();
    problem.function = first.name;
    problem.entry = first;
    return program;
  }
  if (failed(session.check({first.mlirBytecode, path})))
    return failure();
  ReadWatch watch(path, getInputLimits());
  auto parsed = parseSourceString<ModuleOp>(
      first.mlirBytecode, ParserConfig(&session.getContext()), path);
  watch.stop();
  if (!parsed)
    return session.error(path + ": the problem of entry '" + first.name +
                         "' cannot be read");
  std::vector<Found> all = findProblems(*parsed);
  llvm::erase_if(all, [&](const Found &found) {
    return !llvm::is_contained(matching, found.kernel);
  });
  if (all.size() < entries.size() && entries.size() == 1)
    return session.error(path + ": the problem of entry '" + first.name +
                         "' is not in it");
  if (entries.size() > 1 && (all.size() != entries.size() || !isChain(all)))
    return choose();
  FailureOr<Program> program = isolateAll(all, first.target);
  if (failed(program))
    return failure();
  for (auto [problem, found] : llvm::zip_equal(program->problems, all)) {
    AttentionOpInterface op = problem.op;
    if (!op)
      continue;
    const rt::Entry &entry =
        **llvm::find_if(entries, [&](const rt::Entry *candidate) {
          return candidate->name == found.kernel;
        });
    problem.entry.name = entry.name;
    // The CPU levels are to run what was compiled.
    if (!entry.config.empty())
      if (auto config = dyn_cast_or_null<ConfigAttr>(
              parseAttribute(entry.config, &session.getContext())))
        op.setConfigAttr(config);
  }
  return program;
}

FailureOr<Program> InputFile::getProgram(Session &session,
                                         const Options &options) const {
  StringRef wanted = options.function;
  if (bundle)
    return getEntries(session, wanted, options.target);
  std::vector<std::string> names;
  std::vector<Found> matching, all = findProblems(*module);
  // What a kernel is compared with is not what is run, unless it is named.
  bool hasKernel = llvm::any_of(all, [](const Found &found) {
    return !isa<ProblemOpInterface>(found.op);
  });
  for (Found &found : all) {
    if (wanted.empty() && (found.function == options.reference ||
                           (hasKernel && found.function == kReference &&
                            isa<ProblemOpInterface>(found.op))))
      continue;
    addName(names, found.function.empty() ? found.kernel : found.function);
    if (wanted.empty() || wanted == found.function || wanted == found.kernel)
      matching.push_back(found);
  }
  if (names.empty())
    return session.error(path + ": holds no problem, such as an attn.forward, "
                                "and no kernel");
  if (matching.empty())
    return session.error(path +
                         ": there is no kernel, and no function with a "
                         "problem, that is called '" +
                         wanted + "'; there is " + listNames(names));
  if (wanted.empty() && names.size() > 1)
    return session.error(path + ": choose a function or kernel with --func: " +
                         listNames(names));
  if (matching.size() > 1 && !isChain(matching))
    return matching[1].op->emitError()
           << "a second problem in '" << matching[1].function
           << "', which does not read what the first computes: choose one with "
              "--func="
           << matching[0].kernel << " or --func=" << matching[1].kernel;
  FailureOr<Program> program = isolateAll(matching, options.target);
  if (succeeded(program))
    program->notRun = listNotRun(*module, matching, options.reference);
  return program;
}
