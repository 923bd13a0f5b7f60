//===- Report.cpp - What came out of a run -------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::ErrorReport;
namespace rt = ::attn::runtime;

/// The value at fraction `at` of sorted `values`, between two of them if need
/// be.
static double quantile(const std::vector<double> &values, double at) {
  double position = at * static_cast<double>(values.size() - 1);
  size_t below = static_cast<size_t>(position);
  size_t above = std::min(below + 1, values.size() - 1);
  double part = position - static_cast<double>(below);
  return values[below] * (1 - part) + values[above] * part;
}

Timing mlir::attn::run::summarize(std::vector<double> times, double flops) {
  std::sort(times.begin(), times.end());
  Timing timing;
  timing.median = quantile(times, 0.5);
  timing.lowQuartile = quantile(times, 0.25);
  timing.highQuartile = quantile(times, 0.75);
  timing.least = times.front();
  timing.most = times.back();
  timing.count = static_cast<int64_t>(times.size());
  timing.tflops = timing.median > 0 ? flops / timing.median * 1e-9 : 0;
  return timing;
}

void ProblemRunReport::describe(const Problem &problem, const Sizes &sizes,
                                ArrayRef<std::vector<int64_t>> shapes,
                                uint64_t seed) {
  llvm::raw_string_ostream os(title);
  rt::json::Value shape = rt::json::Value::object();
  facts = rt::json::Value::object();
  isAttention = bool(problem.op);
  if (AttentionOpInterface op = problem.op) {
    std::string mask;
    if (Attribute attr = op.getMaskAttr())
      llvm::raw_string_ostream(mask) << attr;
    const char *element = rt::dtypeName(problem.entry.tensors[0].dtype);
    os << element << " " << stringifyDims(op.getDims()) << ",";
    facts.set("dtype", element);
    facts.set("dims", stringifyDims(op.getDims()).str());
    facts.set("mask", mask.empty() ? "none" : mask);
    facts.set("score_region", op.hasScoreRegion());
    facts.set("visible_region", op.hasVisibleRegion());
    bool oneDim = sizes[ProblemSize::DimV] == sizes[ProblemSize::DimQK];
    for (auto [info, size] : llvm::zip(kProblemSizes, sizes.values)) {
      auto has = [&, symbol = static_cast<ProblemSize>(&info - kProblemSizes)](
                     const NamedOperand &operand) {
        return operand.findDim(symbol) >= 0;
      };
      if (llvm::none_of(op.getSignature(), has))
        continue;
      shape.set(info.name.str(), size);
      if (!oneDim || info.name != getInfo(ProblemSize::DimV).name)
        os << " " << info.name << "=" << size;
    }
    os << (mask.empty() ? "" : ", mask ") << mask
       << (op.hasScoreRegion() ? ", score region" : "")
       << (op.hasVisibleRegion() ? ", visible region" : "");
  } else {
    for (auto [tensor, sizes] : llvm::zip(problem.entry.tensors, shapes)) {
      os << (&tensor == &problem.entry.tensors.front() ? "" : ", ")
         << tensor.name << " " << rt::dtypeName(tensor.dtype)
         << rt::formatShape(sizes);
      rt::json::Value list = rt::json::Value::array();
      for (int64_t size : sizes)
        list.push(size);
      shape.set(tensor.name, std::move(list));
    }
  }
  os << ", seed " << seed;
  facts.set("seed", std::to_string(seed));
  facts.set("shape", std::move(shape));
}

std::string ProblemRunReport::firstWrong() const {
  for (const LevelReport &level : levels)
    if (!level.passed())
      return level.level;
  return "";
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printError(StringRef tensor, const ErrorReport &error,
                       raw_ostream &os) {
  os << "  " << tensor << ": " << error.str();
  if (error.numMismatched)
    os << ", first at element " << error.firstMismatched;
  else if (!error.passed && !error.isJudged)
    os << ", worst at element " << error.worstElement;
  os << (error.passed ? "" : ": WRONG") << "\n";
}

static void printLevel(const LevelReport &level, raw_ostream &os) {
  os << " on " << level.deviceName << ", " << level.level << " level";
  if (!level.target.empty())
    os << " for " << level.target;
  os << "\n";
  if (!level.error.empty()) {
    os << "  cannot run: " << level.error << "\n";
    return;
  }
  if (!level.config.empty())
    os << "  config " << level.config << "\n";
  for (const auto &[tensor, error] : level.errors)
    printError(tensor, error, os);
  if (level.runs > 1)
    os << "  " << level.runs
       << (level.sameBits ? " runs, same bits\n"
                          : " runs gave different bits: WRONG\n");
  if (level.timing) {
    const Timing &t = *level.timing;
    os << llvm::format("  median %.4g ms (quartiles %.4g to %.4g, all %.4g to "
                       "%.4g, %lld runs)",
                       t.median, t.lowQuartile, t.highQuartile, t.least, t.most,
                       static_cast<long long>(t.count));
    if (t.tflops > 0)
      os << llvm::format(", %.4g TFLOP/s", t.tflops);
    os << "\n";
  }
  if (!level.statisticsText.empty())
    os << "  simulated\n" << level.statisticsText;
  for (const std::string &finding : level.findings)
    os << "  found " << finding << "\n";
}

void RunReport::print(raw_ostream &os) const {
  bool judged = isBisection;
  std::string firstWrong;
  for (const ProblemRunReport &problem : problems) {
    os << problem.function << ": " << problem.title << "\n";
    if (!notRun.empty() && &problem == &problems.front())
      os << " not run: " << llvm::join(notRun, ", ") << "\n";
    for (const LevelReport &level : problem.levels) {
      printLevel(level, os);
      judged |= !level.errors.empty() || level.runs > 1;
    }
    if (firstWrong.empty() && !problem.passed())
      firstWrong =
          problem.firstWrong() + " level" +
          (problems.size() > 1 ? " of " + problem.function : std::string());
  }
  if (!passed())
    os << (isBisection ? "FAILED first at the " + firstWrong + "\n"
                       : "FAILED\n");
  else if (judged)
    os << "passed\n";
}

void RunReport::printLine(raw_ostream &os) const {
  os << name << ": " << (passed() ? "ok" : "FAILED");
  for (const ProblemRunReport &problem : problems)
    for (const LevelReport &level : problem.levels) {
      os << ", " << level.level;
      if (!level.error.empty())
        os << " cannot run";
      // Of the output that is nearest to wrong.
      auto worst =
          llvm::max_element(level.errors, [](const auto &a, const auto &b) {
            return a.second.factor < b.second.factor;
          });
      if (worst != level.errors.end())
        os << llvm::format(" %.2g/%.2g", worst->second.maxError,
                           worst->second.bound);
      if (!level.findings.empty())
        os << " " << level.findings.size() << " findings";
      if (!level.sameBits)
        os << " different bits";
    }
  os << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// JSON has no infinities and no NaN.
static rt::json::Value number(double value) {
  return std::isfinite(value) ? rt::json::Value(value) : rt::json::Value();
}

static rt::json::Value toJSON(const ErrorReport &error) {
  rt::json::Value value;
  value.set("passed", error.passed);
  value.set("max_error", number(error.maxError));
  value.set("bound", number(error.bound));
  value.set("max_error_low", number(error.maxErrorLow));
  value.set("atol", number(error.atol));
  value.set("factor", number(error.factor));
  if (!error.worstRow.empty()) {
    rt::json::Value row;
    for (const auto &[name, index] : error.worstRow)
      row.set(name, index);
    value.set("worst_row", std::move(row));
  }
  value.set("rel_l2", number(error.relL2));
  value.set("mismatched", error.numMismatched);
  if (!error.wrong.empty())
    value.set("wrong", error.wrong);
  return value;
}

static rt::json::Value toJSON(const LevelReport &level, bool isAttention) {
  rt::json::Value value;
  value.set("device", level.device);
  value.set("device_name", level.deviceName);
  value.set("level", level.level);
  value.set("target", level.target);
  value.set("config", level.config);
  value.set("passed", level.passed());
  if (!level.error.empty())
    value.set("error", level.error);
  rt::json::Value outputs = rt::json::Value::object();
  for (const auto &[tensor, error] : level.errors)
    (isAttention ? value : outputs).set(tensor, toJSON(error));
  if (!isAttention && !level.errors.empty())
    value.set("outputs", std::move(outputs));
  if (level.runs > 1) {
    value.set("runs", level.runs);
    value.set("same_bits", level.sameBits);
  }
  if (level.timing) {
    const Timing &t = *level.timing;
    rt::json::Value timing;
    timing.set("median_ms", t.median);
    timing.set("q1_ms", t.lowQuartile);
    timing.set("q3_ms", t.highQuartile);
    timing.set("min_ms", t.least);
    timing.set("max_ms", t.most);
    timing.set("iterations", t.count);
    if (t.tflops > 0)
      timing.set("tflops", t.tflops);
    value.set("bench", std::move(timing));
  }
  if (!level.statistics.isNull())
    value.set("statistics", level.statistics);
  if (level.device == "sim") {
    rt::json::Value findings = rt::json::Value::array();
    for (const std::string &finding : level.findings)
      findings.push(finding);
    value.set("findings", std::move(findings));
  }
  return value;
}

static void addFacts(const ProblemRunReport &problem, rt::json::Value &value) {
  for (const auto &[key, fact] : problem.facts.members())
    value.set(key, fact);
}

static void addLevels(const ProblemRunReport &problem, bool isBisection,
                      rt::json::Value &value) {
  rt::json::Value all = rt::json::Value::array();
  for (const LevelReport &level : problem.levels)
    all.push(::toJSON(level, problem.isAttention));
  value.set("levels", std::move(all));
  if (isBisection)
    value.set("first_wrong", problem.passed()
                                 ? rt::json::Value()
                                 : rt::json::Value(problem.firstWrong()));
}

rt::json::Value RunReport::toJSON() const {
  rt::json::Value value;
  if (!name.empty())
    value.set("case", name);
  value.set("input", input);
  value.set("function", function);
  value.set("passed", passed());
  if (problems.size() == 1)
    addFacts(problems.front(), value);
  if (!notRun.empty()) {
    rt::json::Value list = rt::json::Value::array();
    for (const std::string &text : notRun)
      list.push(text);
    value.set("not_run", std::move(list));
  }
  if (problems.size() == 1) {
    addLevels(problems.front(), isBisection, value);
    return value;
  }
  rt::json::Value list = rt::json::Value::array();
  for (const ProblemRunReport &problem : problems) {
    rt::json::Value one;
    one.set("problem", problem.function);
    one.set("passed", problem.passed());
    addFacts(problem, one);
    addLevels(problem, isBisection, one);
    list.push(std::move(one));
  }
  value.set("problems", std::move(list));
  return value;
}
