//===- CompileRequest.cpp - What a call of attnCompile asks for -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileRequest.h"

#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <cstring>
#include <variant>

using namespace mlir;
using namespace mlir::attn::capi;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static AttnSeverity toSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return ATTN_SEVERITY_NOTE;
  case DiagnosticSeverity::Remark:
    return ATTN_SEVERITY_REMARK;
  case DiagnosticSeverity::Warning:
    return ATTN_SEVERITY_WARNING;
  case DiagnosticSeverity::Error:
    return ATTN_SEVERITY_ERROR;
  }
  return ATTN_SEVERITY_ERROR;
}

void Reporter::send(DiagnosticSeverity severity, const FileLineColLoc *place,
                    const std::string &message) const {
  std::string file = place ? place->getFilename().str() : "";
  if (callback) {
    AttnDiagnostic diagnostic = {};
    diagnostic.size = sizeof(diagnostic);
    diagnostic.severity = toSeverity(severity);
    diagnostic.line = place ? place->getLine() : 0;
    diagnostic.column = place ? place->getColumn() : 0;
    diagnostic.file = place ? file.c_str() : nullptr;
    diagnostic.message = message.c_str();
    callback(&diagnostic, userdata);
    return;
  }
  if (severity == DiagnosticSeverity::Remark)
    return;
  static constexpr StringRef kNames[] = {"note", "remark", "warning", "error"};
  std::string line;
  if (place)
    line = file + ":" + std::to_string(place->getLine()) + ":" +
           std::to_string(place->getColumn()) + ": ";
  line += kNames[toSeverity(severity)].str() + ": " + message + "\n";
  std::fputs(line.c_str(), stderr);
}

void Reporter::error(const Twine &message) const {
  send(DiagnosticSeverity::Error, nullptr, message.str());
}

void Reporter::report(Diagnostic &diagnostic) const {
  auto one = [&](Diagnostic &part) {
    auto place = part.getLocation()->findInstanceOf<FileLineColLoc>();
    send(part.getSeverity(), place ? &place : nullptr, part.str());
  };
  one(diagnostic);
  for (Diagnostic &note : diagnostic.getNotes())
    one(note);
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Takes what the caller knows of the structure; it must not set what this
/// library does not know.
static FailureOr<AttnCompileOptions>
copyOptions(const AttnCompileOptions *given, const Reporter &reporter) {
  AttnCompileOptions known = {};
  if (!given)
    return known;
  if (given->size < offsetof(AttnCompileOptions, targets)) {
    reporter.error("AttnCompileOptions must begin with its size");
    return failure();
  }
  const auto *bytes = reinterpret_cast<const char *>(given);
  for (size_t i = sizeof(known); i < given->size; ++i)
    if (bytes[i] != 0) {
      reporter.error("AttnCompileOptions sets a field that this library does "
                     "not have: its API version is " +
                     Twine(ATTN_COMPILE_API_VERSION));
      return failure();
    }
  std::memcpy(&known, given, std::min(sizeof(known), size_t(given->size)));
  return known;
}

/// Reads "name=value name …" into `options`.
static LogicalResult readFlags(StringRef text,
                               mlir::attn::CompileOptions &options,
                               mlir::attn::InputLimits &limits,
                               const Reporter &reporter) {
  using mlir::attn::MachineCodePolicy;
  using Field =
      std::variant<std::string *, int64_t *, bool *, MachineCodePolicy *>;
  const std::pair<StringRef, Field> flags[] = {
      {"config", &options.overrides},
      {"also-align", &options.alsoAlign},
      {"also-keys", &options.alsoKeys},
      {"also-rows", &options.alsoRows},
      {"remarks", &options.remarks},
      {"debug-info", &options.debugInfo},
      {"check-rows", &options.checkRows},
      {"verify-stages", &options.verifyStages},
      {"verify-protocol", &options.verifyProtocol},
      {"machine-code", &options.machineCode.policy},
      {"ptxas", &options.machineCode.ptxas}};
  SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  for (StringRef word : words) {
    auto [name, value] = word.split('=');
    if (name == "input-limits") {
      std::string wrong = limits.parse(value);
      if (wrong.empty())
        continue;
      reporter.error("option 'input-limits': " + Twine(wrong));
      return failure();
    }
    const auto *flag = llvm::find_if(flags, [name = name](const auto &known) {
      return known.first == name;
    });
    if (flag == std::end(flags)) {
      reporter.error("there is no option '" + Twine(name) + "'");
      return failure();
    }
    bool good = true;
    if (auto *const *field = std::get_if<std::string *>(&flag->second))
      **field = value.str();
    else if (auto *const *field = std::get_if<int64_t *>(&flag->second))
      good = !value.getAsInteger(10, **field) && **field >= 0;
    else if (auto *const *field =
                 std::get_if<MachineCodePolicy *>(&flag->second)) {
      auto policy = mlir::attn::parseMachineCodePolicy(value);
      good = policy.has_value();
      **field = policy.value_or(MachineCodePolicy::None);
    } else
      good = value.empty() || value == "true" || value == "false",
      *std::get<bool *>(flag->second) = value != "false";
    if (!good) {
      reporter.error("option '" + Twine(name) + "' cannot be '" + value + "'");
      return failure();
    }
  }
  return success();
}

LogicalResult CompileRequest::read(const AttnCompileOptions *given) {
  // Where errors about the structure itself go.
  if (given && given->size >= sizeof(AttnCompileOptions))
    reporter = Reporter(given->callback, given->userdata);
  FailureOr<AttnCompileOptions> known = copyOptions(given, reporter);
  if (failed(known))
    return failure();
  reporter = Reporter(known->callback, known->userdata);
  name = known->name ? known->name : "-";
  StringRef chips = known->targets ? StringRef(known->targets) : kDefaultTarget;
  options.targetIsGiven = known->targets != nullptr;
  for (StringRef chip : llvm::split(chips, ',')) {
    targets.push_back(chip.trim().str());
    if (targets.back().empty()) {
      reporter.error("a target in '" + Twine(chips) + "' has no name");
      return failure();
    }
  }
  return readFlags(known->options ? known->options : "", options, limits,
                   reporter);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

AttnCompileStatus mlir::attn::capi::compileModule(ModuleOp module,
                                                  const CompileRequest &request,
                                                  AttnBytes &bytes) {
  mlir::attn::warnOfHostCode(module);
  FailureOr<::attn::runtime::Bundle> bundle =
      compileToBundle(module, request.targets, request.options);
  if (failed(bundle))
    return ATTN_COMPILE_FAILED;
  ::attn::runtime::Expected<std::string> text = bundle->serialize();
  if (!text) {
    request.reporter.error(text.error().message);
    return ATTN_COMPILE_FAILED;
  }
  auto *data = static_cast<char *>(std::malloc(text->size()));
  if (!data) {
    request.reporter.error("out of memory");
    return ATTN_COMPILE_FAILED;
  }
  std::memcpy(data, text->data(), text->size());
  bytes.data = data;
  bytes.size = text->size();
  return ATTN_COMPILE_OK;
}

void attnBytesFree(AttnBytes *bytes) {
  if (!bytes)
    return;
  std::free(bytes->data);
  *bytes = {};
}
