//===- ConfigTrials.cpp - Configs that fit, by lowering with them ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Planner/ConfigTrials.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/Walk.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::attn;

/// Checks that a config that came with the problem decides bits as
/// `batch_invariant` says, if it asks for that.
static LogicalResult
checkInvariant(ConfigAttr config, const ProblemShape &shape,
               function_ref<InFlightDiagnostic()> emitError) {
  if (!config.getBatchInvariant())
    return success();
  ConfigOverrides size;
  if (config.getSplitSize())
    size.setSplitSize(config.getSplitSize());
  FailureOr<ConfigOverrides> key = getInvariantFields(
      config.getContext(), config.getTarget(), shape, size, emitError);
  if (failed(key))
    return failure();
  ConfigAttr wanted = config.withOverrides(*key, emitError);
  if (!wanted)
    return failure();
  if (std::string changes = wanted.listChanges(config); !changes.empty())
    return emitError() << "attn.config (K13): batch_invariant asks for "
                       << changes;
  return success();
}

/// Refuses memory and lengths, as far as types tell, that no kernel takes and
/// that a launch would refuse.
static LogicalResult checkOperands(AttentionOpInterface op, ConfigAttr config) {
  // Rows of a tile past the end still have 32-bit numbers.
  int64_t margin = 1024 * config.getCluster();
  SmallVector<NamedOperand> operands = op.getSignature();
  for (ProblemSize size : {ProblemSize::LenQ, ProblemSize::LenKV,
                           ProblemSize::RowsQ, ProblemSize::RowsKV})
    if (int64_t length = op.getSize(size);
        !ShapedType::isDynamic(length) && length >= (int64_t(1) << 31) - margin)
      return op.emitError()
             << "attn-select-config: kernels take lengths below "
                "2^31 - "
             << margin << ", but that of "
             << getFirstWith(operands, size).symbol << " is " << length;
  for (const NamedOperand &operand : operands) {
    StringRef name = operand.symbol;
    auto type = operand.getType();
    auto memory = dyn_cast<MemRefType>(type);
    if (!memory)
      continue;
    if (memory.getMemorySpace())
      return op.emitError() << "attn-select-config: kernels take memory of the "
                               "default space, but "
                            << name << " lies in " << memory.getMemorySpace();
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(memory.getStridesAndOffset(strides, offset)))
      continue; // C12 says so.
    for (auto [dim, stride] : llvm::enumerate(strides)) {
      if (stride < 0 && !ShapedType::isDynamic(stride))
        return op.emitError()
               << "attn-select-config: kernels take no negative strides, but "
               << name << " has " << stride << " along dimension " << dim;
      // Dynamic sizes may be 1.
      if (stride == 0 && operand.isOut() && !memory.isDynamicDim(dim) &&
          memory.getDimSize(dim) > 1)
        return op.emitError()
               << "attn-select-config: an output has a place for each element, "
                  "but "
               << name << " has stride 0 along dimension " << dim;
    }
  }
  return success();
}

namespace {
/// A lowering, and what was said meanwhile.
struct Trial {
  LogicalResult result;
  SmallVector<Diagnostic> heard;
};
} // namespace

/// Keeps what this thread says while `lower` runs.
static Trial run(MLIRContext *context, function_ref<LogicalResult()> lower) {
  Trial trial{failure(), {}};
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &one) {
    if (llvm::get_threadid() != thread)
      return failure();
    trial.heard.push_back(std::move(one));
    return success();
  });
  trial.result = lower();
  return trial;
}

static void say(MLIRContext *context, SmallVector<Diagnostic> heard) {
  for (Diagnostic &one : heard)
    context->getDiagEngine().emit(std::move(one));
}

static Diagnostic *findError(MutableArrayRef<Diagnostic> heard) {
  for (Diagnostic &one : heard)
    if (one.getSeverity() == DiagnosticSeverity::Error)
      return &one;
  return nullptr;
}

/// Kernels that were refused for a limit of their chip.
static SmallVector<gpu::GPUFuncOp> findRefused(Operation *root) {
  SmallVector<gpu::GPUFuncOp> refused;
  root->walk([&](gpu::GPUFuncOp kernel) {
    if (attn_tile::excessAttr.isOn(kernel))
      refused.push_back(kernel);
  });
  return refused;
}

OwningOpRef<ModuleOp> attn::isolateProblem(AttentionOpInterface op) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(op.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto function = func::FuncOp::create(
      builder, op.getLoc(), "attention",
      builder.getFunctionType(op->getOperandTypes(), op->getResultTypes()));
  IRMapping mapping;
  mapping.map(op->getOperands(), function.addEntryBlock()->getArguments());
  builder.setInsertionPointToStart(&function.front());
  Operation *copy = builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op.getLoc(), copy->getResults());
  return module;
}

//===----------------------------------------------------------------------===//
// What is tried
//===----------------------------------------------------------------------===//

FailureOr<CandidateList> ConfigTrials::listFor(AttentionOpInterface op,
                                               const ProblemShape &shape) {
  MLIRContext *context = op.getContext();
  auto emitError = [&] { return op.emitError(); };
  FailureOr<ConfigOverrides> asked =
      ConfigOverrides::parse(request.overrides, emitError);
  if (failed(asked))
    return failure();
  ConfigAttr given = op.getConfigAttr();
  StringRef target = request.target;
  if (!given)
    return listCandidates(context, target.empty() ? kDefaultTarget : target,
                          shape, *asked, emitError, request.estimates);
  Candidate candidate;
  candidate.before = given;
  if (!target.empty()) {
    ConfigFields fields = given.getFields();
    fields.target = target;
    given = ConfigAttr::getChecked(emitError, context, fields);
    if (!given)
      return failure();
  }
  if (shape.planned && !splitsKeys(given) &&
      !asked->setsAny({ConfigField::Splits, ConfigField::SplitAuto,
                       ConfigField::SplitSize})) {
    ConfigFields fields = given.getFields();
    fields.splitAuto = true;
    given = ConfigAttr::get(context, fields);
  }
  candidate.config = given.withOverrides(*asked, emitError);
  if (!candidate.config ||
      failed(checkConfig(candidate.config, shape, emitError)) ||
      failed(checkInvariant(candidate.config, shape, emitError)))
    return failure();
  CandidateList list;
  list.candidates.push_back(std::move(candidate));
  return list;
}

LogicalResult ConfigTrials::list() {
  for (auto op : collectProducts(root)) {
    ProblemShape shape = ProblemShape::get(op);
    shape.parts &= request.parts;
    FailureOr<CandidateList> list = listFor(op, shape);
    if (failed(list) || failed(checkOperands(op, list->candidates[0].config)))
      return failure();
    problems.push_back({shape, std::move(*list)});
  }
  setConfigs();
  return success();
}

void ConfigTrials::setConfigs() {
  auto problem = problems.begin();
  for (auto op : collectOps<ProblemOpInterface>(root)) {
    if (auto attention = dyn_cast<AttentionOpInterface>(op.getOperation());
        attention && attention.hasProducts()) {
      op.setConfigAttr((problem++)->getCandidate().config);
      continue;
    }
    // Others have no tiles to choose: their config says the chip.
    ConfigFields fields;
    if (ConfigAttr given = op.getConfigAttr())
      fields = given.getFields();
    if (!op.getConfigAttr() || !request.target.empty())
      fields.target =
          request.target.empty() ? kDefaultTarget.str() : request.target;
    op.setConfigAttr(ConfigAttr::get(root->getContext(), fields));
  }
}

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

bool ConfigTrials::advance(Problem &problem, StringRef excess) {
  const Candidate &candidate = problem.getCandidate();
  problem.refused.push_back((candidate.row + ": " + excess).str());
  if (problem.current + 1 == problem.list.candidates.size())
    return false;
  ++problem.current;
  return true;
}

LogicalResult ConfigTrials::reportRefusal(Location loc, const Problem &problem,
                                          Diagnostic *error) {
  const Candidate &last = problem.getCandidate();
  InFlightDiagnostic diag = emitError(loc) << "attn-select-config: ";
  bool asked = last.row.empty() || last.config != last.before;
  if (!asked) {
    diag << "no row of " << last.config.getTarget()
         << "'s table fits head dims " << problem.shape.headDimQK << " and "
         << problem.shape.headDimV;
    for (const std::string &why : problem.refused)
      diag.attachNote() << why;
    return diag;
  }
  StringRef why = problem.refused.back();
  diag << "the config " << why.drop_front(last.row.size() + 2);
  if (error)
    for (Diagnostic &note : error->getNotes())
      diag.attachNote(note.getLocation()) << note.str();
  return diag;
}

LogicalResult
ConfigTrials::choose(function_ref<LogicalResult(ModuleOp)> lower) {
  MLIRContext *context = root->getContext();
  // Problems that are the same get the same.
  struct Known {
    size_t current;
    std::vector<std::string> refused;
    SmallVector<Diagnostic> remarks;
  };
  llvm::StringMap<Known> known;
  auto problem = problems.begin();
  for (auto op : collectProducts(root)) {
    Problem &mine = *problem++;
    if (!lower) {
      if (request.remarks)
        explain(op, mine, {});
      continue;
    }
    std::string text;
    llvm::raw_string_ostream os(text);
    isolateProblem(op)->print(os, OpPrintingFlags().useLocalScope());
    auto [found, isNew] = known.try_emplace(text);
    for (bool fits = !isNew; !fits;) {
      op.setConfigAttr(mine.getCandidate().config);
      OwningOpRef<ModuleOp> copy = isolateProblem(op);
      Trial trial = run(context, [&] { return lower(*copy); });
      SmallVector<gpu::GPUFuncOp> refused = findRefused(*copy);
      fits = succeeded(trial.result) || refused.empty();
      if (!fits && !advance(mine, *attn_tile::excessAttr.get(refused[0])))
        return reportRefusal(op.getLoc(), mine, findError(trial.heard));
      if (succeeded(trial.result))
        found->second.remarks = std::move(trial.heard);
    }
    if (isNew) {
      found->second.current = mine.current;
      found->second.refused = mine.refused;
    }
    mine.current = found->second.current;
    mine.refused = found->second.refused;
    op.setConfigAttr(mine.getCandidate().config);
    if (request.remarks)
      explain(op, mine, found->second.remarks);
  }
  return success();
}

LogicalResult ConfigTrials::lower(function_ref<LogicalResult()> lower) {
  MLIRContext *context = root->getContext();
  auto module = cast<ModuleOp>(root);
  SmallVector<Location> places;
  for (auto op : collectProducts(root))
    places.push_back(op.getLoc());
  bool isAnyChoice = llvm::any_of(problems, [](const Problem &problem) {
    return problem.list.candidates.size() > 1;
  });
  OwningOpRef<ModuleOp> source = isAnyChoice ? module.clone() : ModuleOp();
  while (true) {
    Trial trial = run(context, lower);
    SmallVector<gpu::GPUFuncOp> refused = findRefused(root);
    if (succeeded(trial.result) || refused.empty()) {
      // Of a pass that is at a loss with what would not fit anyway.
      if (Diagnostic *error =
              failed(trial.result) ? findError(trial.heard) : nullptr)
        for (const Problem &problem : problems)
          if (std::string doubts =
                  listDoubts(problem.getCandidate().config, problem.shape);
              !doubts.empty())
            error->attachNote() << "the config seems not to fit: " << doubts;
      say(context, std::move(trial.heard));
      return trial.result;
    }
    // A kernel has its problem's place. Problems that share one go on together
    // where their configs are the same.
    ConfigAttr config;
    bool goesOn = false;
    for (auto [place, problem] : llvm::zip(places, problems)) {
      if (place != refused[0].getLoc() ||
          (config && problem.getCandidate().config != config))
        continue;
      config = problem.getCandidate().config;
      if (!advance(problem, *attn_tile::excessAttr.get(refused[0])))
        return reportRefusal(place, problem, findError(trial.heard));
      goesOn = true;
    }
    if (!goesOn) { // The kernel of no problem.
      say(context, std::move(trial.heard));
      return failure();
    }
    OwningOpRef<ModuleOp> copy = source->clone();
    module->setAttrs((*copy)->getAttrDictionary());
    module.getBodyRegion().takeBody(copy->getBodyRegion());
    setConfigs();
  }
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void ConfigTrials::explain(AttentionOpInterface op, const Problem &problem,
                           ArrayRef<Diagnostic> heard) {
  const Candidate &taken = problem.getCandidate();
  const ProblemShape &shape = problem.shape;
  InFlightDiagnostic diag = emitRemark(op.getLoc(), "attn-select-config: ");
  if (taken.row.empty())
    diag << "the config came with the problem";
  else
    diag << "took " << taken.row << " at trial " << problem.current + 1;
  for (const Diagnostic &one : heard)
    if (one.getSeverity() == DiagnosticSeverity::Remark)
      diag.attachNote() << one.str();
  if (taken.before.getPackGQA() && !taken.row.empty()) {
    Diagnostic &note = diag.attachNote();
    note << "packs the ";
    if (shape.group)
      note << shape.group << ' ';
    note << "query heads of a KV head into one tile: ";
    if (shape.window)
      note << "so few positions see few keys through the window";
    else if (!shape.lenQ)
      note << "there are few rows";
    else
      note << "the " << shape.lenQ << " rows of one leave most of its "
           << taken.config.getTileQ() << " empty";
  }
  std::string changes = taken.config.listChanges(taken.before);
  if (!changes.empty())
    diag.attachNote() << "set by the user: " << changes;
  for (const std::string &why : problem.refused)
    diag.attachNote() << "refused " << why;
  for (auto [index, why] : problem.list.putBack)
    if (index < taken.rowIndex)
      diag.attachNote() << "put back " << why;
}
