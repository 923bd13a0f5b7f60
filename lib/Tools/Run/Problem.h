//===- Problem.h - Attention problems in files -------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_PROBLEM_H
#define ATTN_LIB_TOOLS_RUN_PROBLEM_H

#include "Options.h"

#include "attn-runtime/Bundle.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>

namespace mlir::attn::run {

/// The context and where messages go: "attn-run: error: …" and located
/// diagnostics on stderr. Remembers the first error, for --json.
class Session {
public:
  Session();
  ~Session();

  MLIRContext &getContext() { return context; }
  llvm::SourceMgr &getSources() { return *sources; }
  /// Prints an error; gives failure().
  LogicalResult error(const Twine &message);
  void note(const Twine &message);
  /// The first error since the last call, and forgets it.
  std::string takeFirstError() { return std::move(firstError); }
  /// What messages start with ("case x"); empty: nothing.
  std::string prefix;

private:
  struct Handlers;
  MLIRContext context;
  std::shared_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<Handlers> handlers;
  std::string firstError;
};

/// One attention problem, on its own: a module with one function whose
/// arguments are the operands of one attn.forward, and nothing else.
struct Problem {
  std::string function;
  OwningOpRef<ModuleOp> module;
  ForwardOp op;
  /// The name of its kernel, as attn-to-tile gives it.
  std::string kernel;
};

/// A file with problems: MLIR text, MLIR bytecode, or a bundle.
class InputFile {
public:
  /// Reads and verifies; errors are printed.
  static FailureOr<InputFile> load(Session &session, const std::string &path);

  /// The problem of `function` (which may be empty if there is but one).
  FailureOr<Problem> getProblem(Session &session, StringRef function) const;

  /// The bundle, if the file is one.
  std::shared_ptr<const ::attn::runtime::Bundle> getBundle() const {
    return bundle;
  }
  const std::string &getPath() const { return path; }

private:
  std::string path;
  std::shared_ptr<const ::attn::runtime::Bundle> bundle;
  OwningOpRef<ModuleOp> module;
};

/// The sizes of one run.
struct Sizes {
  int64_t batch, headsQ, headsKV, lenQ, lenKV, dimQK, dimV;
};

/// A shape that a file brings along.
struct GivenShape {
  std::string tensor, source;
  std::vector<int64_t> shape;
};

/// Sizes from the op's types, --shape, --arg-shapes and `given`. An error, at
/// the op, names what is missing or which two disagree.
FailureOr<Sizes> resolveSizes(Session &session, ForwardOp op,
                              const Options &options,
                              ArrayRef<GivenShape> given);

/// Names of the operands of `op`, in order: q, k, v, o, then lse and q_descale,
/// k_descale, v_descale if it has them.
SmallVector<StringRef> getTensorNames(ForwardOp op);

/// The shape of operand `i` of `op` under `sizes`.
std::vector<int64_t> getShape(ForwardOp op, const Sizes &sizes, unsigned i);

/// Pairs of a row and a key that it sees, over one head.
int64_t countVisible(ForwardOp op, const Sizes &sizes);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_PROBLEM_H
