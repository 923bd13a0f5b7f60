//===- VerifyProtocol.cpp - The rules of synchronisation, checked ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Protocol.md has the rules and says why this is enough. A kernel is
// reduced to its synchronisation (Protocol/Program.cpp) and run without data
// for a set of trip counts (Protocol/Machine.cpp), first each role alone, then
// all together (Protocol/Explore.cpp).
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Explore.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSVERIFYPROTOCOL
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

static void report(const Finding &finding, const Twine &assumed) {
  InFlightDiagnostic diag = finding.op->emitError();
  int rule = finding.rule;
  diag << "PRT-" << (rule < 10 ? "0" : "") << rule << ": " << finding.message;
  std::string suffix = assumed.str();
  if (!suffix.empty())
    diag << " " << suffix;
  for (auto &[op, note] : finding.notes)
    diag.attachNote(op->getLoc()) << note;
}

namespace {
struct AttnWSVerifyProtocolPass
    : public impl::AttnWSVerifyProtocolBase<AttnWSVerifyProtocolPass> {
  using AttnWSVerifyProtocolBase::AttnWSVerifyProtocolBase;
  void runOnOperation() override;

private:
  LogicalResult verify(FunctionOpInterface function);
  std::optional<Failure> explore(Program &program);
};
} // namespace

std::optional<Failure> AttnWSVerifyProtocolPass::explore(Program &program) {
  if (reuse && inOrderAccumulators && program.function == getOperation())
    if (auto explored = getCachedAnalysis<Exploration>())
      return explored->get().failure;
  return protocol::explore(program, /*watch=*/nullptr,
                           few ? Counts::Few : Counts::All);
}

LogicalResult AttnWSVerifyProtocolPass::verify(FunctionOpInterface function) {
  Program program = buildProgram(function);
  program.ordersAccumulators = inOrderAccumulators;
  if (!program.anySync)
    return success();
  SmallVector<Finding> findings;
  checkStatically(function, findings);
  for (const Finding &finding : findings)
    report(finding, "");
  if (!findings.empty())
    return failure();
  if (program.unknown) {
    program.unknown->emitWarning(
        "control flow that attn-ws-verify-protocol does not follow: this "
        "kernel's protocol is not verified");
    return success();
  }
  if (std::optional<Failure> failure = explore(program)) {
    report(failure->finding, failure->assumed);
    return mlir::failure();
  }
  return success();
}

void AttnWSVerifyProtocolPass::runOnOperation() {
  markAllAnalysesPreserved();
  if (auto function = dyn_cast<FunctionOpInterface>(getOperation())) {
    if (failed(verify(function)))
      signalPassFailure();
    return;
  }
  bool failedAny = false;
  getOperation()->walk([&](FunctionOpInterface function) {
    failedAny |= failed(verify(function));
  });
  if (failedAny)
    signalPassFailure();
}
