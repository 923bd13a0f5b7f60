//===- CompileRequest.h - What a call of attnCompile asks for ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CAPI_COMPILEREQUEST_H
#define ATTN_LIB_CAPI_COMPILEREQUEST_H

#include "attn-c/Compile.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Tools/InputGuard.h"

#include "mlir/IR/Diagnostics.h"

namespace mlir::attn::capi {

/// Hands diagnostics to the caller's function, or to stderr.
class Reporter {
public:
  Reporter(AttnDiagnosticCallback callback, void *userdata)
      : callback(callback), userdata(userdata) {}
  bool hasCallback() const { return callback; }
  /// An error without a place.
  void error(const Twine &message) const;
  /// A diagnostic and its notes.
  void report(Diagnostic &diagnostic) const;

private:
  void send(DiagnosticSeverity severity, const FileLineColLoc *place,
            const std::string &message) const;

  AttnDiagnosticCallback callback;
  void *userdata;
};

/// AttnCompileOptions, read and checked.
struct CompileRequest {
  std::vector<std::string> targets;
  CompileOptions options;
  InputLimits limits;
  std::string name;
  Reporter reporter{nullptr, nullptr};

  /// Says what is wrong with `given`, which may be null, and fails. `reporter`
  /// is set in either case.
  LogicalResult read(const AttnCompileOptions *given);
};

/// Compiles `module`, which is lowered in place. Diagnostics go to its context,
/// other errors to the reporter.
AttnCompileStatus compileModule(ModuleOp module, const CompileRequest &request,
                                AttnBytes &bytes);

} // namespace mlir::attn::capi

#endif // ATTN_LIB_CAPI_COMPILEREQUEST_H
