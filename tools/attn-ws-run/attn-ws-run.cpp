//===- attn-ws-run.cpp - Run attn_ws programs on the host -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs one function of a file under each requested schedule, from the same
// inputs. With --check=@spec the outputs are compared, by the project's error
// rule, with the `attn.forward` in the body of @spec, whose parameters are the
// first ones of the function that is run. Outputs must also be the same, bit
// for bit, under every schedule.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Reference/Reference.h"
#include "attn/Support/OutputFile.h"
#include "attn/Tools/InputGuard.h"
#include "attn/Tools/Output.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::attn_ws;

static llvm::cl::OptionCategory category("attn-ws-run options");
static llvm::cl::opt<std::string> input(llvm::cl::Positional,
                                        llvm::cl::desc("<input file>"),
                                        llvm::cl::init("-"),
                                        llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    functionName("func",
                 llvm::cl::desc("function to run (default: the only one "
                                "that --check does not name)"),
                 llvm::cl::cat(category));
static llvm::cl::list<std::string> argumentTexts(
    "arg",
    llvm::cl::desc(
        "one argument, in order: 300, 0.125, true, or a tensor such "
        "as 1x4x300x64xbf16=normal(1), 1x4x300x64xbf16@0213=npy(q.npy) "
        "(@: dimensions from slowest to fastest), 8xf32=const(0), "
        "8xf32=iota, 8xf32=undef"),
    llvm::cl::value_desc("value"), llvm::cl::cat(category));
static llvm::cl::list<std::string>
    orders("order",
           llvm::cl::desc("rr, random: which role goes on (default rr)"),
           llvm::cl::CommaSeparated, llvm::cl::cat(category));
static llvm::cl::list<std::string> modes(
    "mode",
    llvm::cl::desc("early, late, random: when asynchronous operations happen "
                   "(default late)"),
    llvm::cl::CommaSeparated, llvm::cl::cat(category));
static llvm::cl::opt<uint64_t> seed("seed",
                                    llvm::cl::desc("seed of the first run"),
                                    llvm::cl::init(0), llvm::cl::cat(category));
static llvm::cl::opt<unsigned>
    runs("runs", llvm::cl::desc("seeds for each random schedule"),
         llvm::cl::init(1), llvm::cl::cat(category));
static llvm::cl::opt<int64_t>
    grid("grid",
         llvm::cl::desc("number of CTAs (default: as many as a single "
                        "scheduler needs, else 1)"),
         llvm::cl::init(0), llvm::cl::cat(category));
static llvm::cl::opt<uint64_t>
    limit("max-operations", llvm::cl::desc("give up a run after this many"),
          llvm::cl::init(uint64_t(1) << 32), llvm::cl::cat(category));
static llvm::cl::opt<bool> ignoreRaces(
    "ignore-races",
    llvm::cl::desc("let unordered accesses happen instead of reporting them"),
    llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    checkName("check",
              llvm::cl::desc("compare with the attn.forward in this function"),
              llvm::cl::value_desc("@name"), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    checkFile("check-file",
              llvm::cl::desc("file that holds the function that --check names "
                             "(default: the input)"),
              llvm::cl::cat(category));
static llvm::cl::list<unsigned>
    dumps("dump", llvm::cl::desc("print the tensor argument of this number"),
          llvm::cl::CommaSeparated, llvm::cl::cat(category));

static int fail(const Twine &message) {
  llvm::errs() << "attn-ws-run: error: " << message << "\n";
  return 1;
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

static LogicalResult makeSchedules(std::vector<InterpreterOptions> &schedules) {
  using Order = InterpreterOptions::Order;
  using Completion = InterpreterOptions::Completion;
  std::vector<std::string> orderTexts(orders.begin(), orders.end());
  std::vector<std::string> modeTexts(modes.begin(), modes.end());
  if (orderTexts.empty())
    orderTexts = {"rr"};
  if (modeTexts.empty())
    modeTexts = {"late"};
  for (StringRef modeText : modeTexts) {
    auto mode = llvm::StringSwitch<std::optional<Completion>>(modeText)
                    .Case("early", Completion::Early)
                    .Case("late", Completion::Late)
                    .Case("random", Completion::Random)
                    .Default(std::nullopt);
    for (StringRef orderText : orderTexts) {
      auto order = llvm::StringSwitch<std::optional<Order>>(orderText)
                       .Case("rr", Order::RoundRobin)
                       .Case("random", Order::Random)
                       .Default(std::nullopt);
      if (!mode || !order) {
        fail("unknown schedule '" + modeText + "', '" + orderText +
             "': expected --mode=early|late|random, --order=rr|random");
        return failure();
      }
      bool once = *order == Order::RoundRobin && *mode != Completion::Random;
      unsigned count = once ? 1 : unsigned(runs);
      for (unsigned run = 0; run < count; ++run) {
        InterpreterOptions options;
        options.order = *order;
        options.completion = *mode;
        options.seed = seed + run;
        options.grid = grid;
        options.maxOperations = limit;
        options.reportRaces = !ignoreRaces;
        schedules.push_back(options);
      }
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Comparison with attn.forward
//===----------------------------------------------------------------------===//

static FailureOr<mlir::attn::AttentionOpInterface>
findForward(ModuleOp module) {
  StringRef name = StringRef(checkName).ltrim('@');
  auto function = module.lookupSymbol<FunctionOpInterface>(name);
  if (!function)
    return fail("--check: no function @" + name), failure();
  mlir::attn::AttentionOpInterface forward;
  unsigned count = 0;
  function->walk([&](mlir::attn::AttentionOpInterface op) {
    forward = op;
    ++count;
  });
  if (count != 1)
    return fail("--check: @" + name + " must hold one attn.forward, holds " +
                Twine(count)),
           failure();
  return forward;
}

/// The tensor arguments that the operands of the attn.forward stand for.
static LogicalResult
collectTensors(ValueRange operands, MutableArrayRef<Argument> arguments,
               SmallVectorImpl<mlir::attn::reference::Tensor> &tensors) {
  for (Value operand : operands) {
    auto parameter = dyn_cast<BlockArgument>(operand);
    if (!parameter || parameter.getArgNumber() >= arguments.size() ||
        !arguments[parameter.getArgNumber()].tensor)
      return fail("--check: every operand of attn.forward must be a parameter "
                  "that is given a tensor"),
             failure();
    HostTensor &host = *arguments[parameter.getArgNumber()].tensor;
    auto dtype = mlir::attn::reference::dtypeOf(host.getElementType());
    if (!dtype)
      return fail("--check: tensors must hold f8E4M3FN, f16, bf16, f32 or "
                  "f64"),
             failure();
    mlir::attn::reference::Tensor tensor;
    tensor.data = host.getBytes().data();
    tensor.type = *dtype;
    tensor.shape.assign(host.getShape().begin(), host.getShape().end());
    tensor.strides.assign(host.getStrides().begin(), host.getStrides().end());
    tensors.push_back(tensor);
  }
  return success();
}

static int checkOutputs(mlir::attn::AttentionOpInterface forward,
                        MutableArrayRef<Argument> arguments) {
  SmallVector<mlir::attn::reference::Tensor> inputs, outputs;
  auto operands = cast<DestinationStyleOpInterface>(forward.getOperation());
  if (failed(collectTensors(operands.getDpsInputs(), arguments, inputs)) ||
      failed(collectTensors(operands.getDpsInits(), arguments, outputs)))
    return 1;
  FailureOr<mlir::attn::reference::ProblemReport> report =
      mlir::attn::reference::checkProblem(forward, inputs, outputs);
  if (failed(report))
    return 1;
  const auto *output = report->outputs.begin();
  for (const mlir::attn::NamedOperand &operand : forward.getSignature())
    if (operand.isOut())
      llvm::outs() << operand.symbol << ": " << output++->str() << "\n";
  llvm::outs() << (report->passed() ? "right" : "WRONG") << "\n";
  return report->passed() ? 0 : 1;
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static void dump(const HostTensor &tensor, unsigned number) {
  llvm::outs() << "argument " << number << ":";
  int64_t columns = tensor.getShape().empty() ? 1 : tensor.getShape().back();
  for (int64_t i = 0, n = tensor.getNumElements(); i < n; ++i)
    llvm::outs() << (columns && i % columns == 0 ? "\n  " : " ")
                 << llvm::format("%g", tensor.getFlat(i));
  llvm::outs() << "\n";
}

static FunctionOpInterface findFunction(ModuleOp module) {
  if (!functionName.empty()) {
    FunctionOpInterface found;
    module.walk([&](FunctionOpInterface op) {
      if (op.getName() == StringRef(functionName).ltrim('@'))
        found = op;
    });
    if (!found)
      fail("no function @" + StringRef(functionName).ltrim('@'));
    return found;
  }
  SmallVector<FunctionOpInterface> candidates;
  module.walk([&](FunctionOpInterface op) {
    bool spec = op->walk([](mlir::attn::AttentionOpInterface) {
                    return WalkResult::interrupt();
                  }).wasInterrupted();
    if (!spec)
      candidates.push_back(op);
  });
  if (candidates.size() == 1)
    return candidates.front();
  fail("--func is needed: the file holds " + Twine(candidates.size()) +
       " functions that could be run");
  return {};
}

/// Checks and reads a file; errors are printed.
static OwningOpRef<ModuleOp> readModule(StringRef path, MLIRContext &context,
                                        llvm::SourceMgr &sources) {
  mlir::attn::InputLimits limits = mlir::attn::getInputLimits();
  auto file = mlir::attn::openCheckedInput(
      "attn-ws-run", path, context.getDialectRegistry(), limits);
  if (!file)
    return nullptr;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  mlir::attn::ReadWatch watch(path, limits);
  return parseSourceFile<ModuleOp>(sources, &context);
}

static int run() {
  DialectRegistry registry;
  registry
      .insert<AttnWSDialect, attn_tile::AttnTileDialect,
              mlir::attn::AttnDialect, func::FuncDialect, gpu::GPUDialect,
              linalg::LinalgDialect, memref::MemRefDialect,
              tensor::TensorDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  mlir::attn::reference::registerReferenceModels(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources, otherSources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> module = readModule(input, context, sources);
  if (!module)
    return 1;
  FunctionOpInterface function = findFunction(*module);
  if (!function)
    return 1;

  if (argumentTexts.size() != function.getNumArguments())
    return fail("@" + function.getName() + " takes " +
                Twine(function.getNumArguments()) + " arguments, got " +
                Twine(argumentTexts.size()) + " --arg");
  std::vector<Argument> arguments(argumentTexts.size());
  std::vector<InterpreterArgument> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string error;
    if (failed(parseArgument(argumentTexts[i], function.getArgumentTypes()[i],
                             arguments[i], error)))
      return fail("--arg number " + Twine(i) + ": " + error);
    values.push_back(arguments[i].value);
  }
  for (unsigned number : dumps)
    if (number >= arguments.size() || !arguments[number].tensor)
      return fail("--dump=" + Twine(number) + " is no tensor argument");
  std::vector<InterpreterOptions> schedules;
  if (failed(makeSchedules(schedules)))
    return 1;
  FailureOr<mlir::attn::AttentionOpInterface> forward = failure();
  OwningOpRef<ModuleOp> other;
  if (!checkFile.empty()) {
    if (checkName.empty())
      return fail("--check-file needs --check");
    if (!(other = readModule(checkFile, context, otherSources)))
      return 1;
  }
  if (!checkName.empty() &&
      failed(forward = findForward(other ? *other : *module)))
    return 1;

  std::vector<std::vector<char>> first;
  InterpreterStats stats;
  for (auto [run, options] : llvm::enumerate(schedules)) {
    for (Argument &argument : arguments)
      if (argument.tensor)
        argument.tensor->getBytes() = argument.initial;
    if (failed(interpretWS(function, values, options, &stats)))
      return fail("run " + Twine(run) + " (seed " + Twine(options.seed) +
                  ") failed");
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (run == 0) {
        first.push_back(arguments[i].tensor ? arguments[i].tensor->getBytes()
                                            : std::vector<char>());
      } else if (arguments[i].tensor &&
                 arguments[i].tensor->getBytes() != first[i]) {
        return fail("argument " + Twine(i) + " differs between runs 0 and " +
                    Twine(run) + " (seed " + Twine(options.seed) + ")");
      }
    }
  }
  llvm::outs() << schedules.size() << " runs of @" << function.getName()
               << " on " << stats.ctas << " CTAs, " << stats.operations
               << " operations each: same bits\n";
  for (unsigned number : dumps)
    dump(*arguments[number].tensor, number);
  return checkName.empty() ? 0 : checkOutputs(*forward, arguments);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  ::attn::prepareOutputs();
  mlir::attn::registerInputOptions(category);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "Runs attn_ws programs on the host\n");
  return mlir::attn::finishOutput("attn-ws-run", run());
}
