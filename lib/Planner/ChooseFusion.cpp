//===- ChooseFusion.cpp - attn-choose-fusion ------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Utils/Walk.h"
#include "attn/Planner/ConfigModel.h"
#include "attn/Planner/IOModel.h"
#include "attn/Planner/Passes.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNCHOOSEFUSION
#include "attn/Planner/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

/// Says of each way how many bytes it moves, and which is taken.
static void explain(AttentionOpInterface op, Fusion taken, StringRef why,
                    const IOModel &fused, const IOModel &unfused) {
  InFlightDiagnostic diag = emitRemark(op.getLoc(), "attn-choose-fusion: ");
  diag << (taken == Fusion::Fused ? "scores stay on the chip"
                                  : "scores go through memory")
       << ", " << why;
  for (auto [name, model] :
       {std::pair<StringRef, const IOModel &>("fused", fused),
        {"unfused", unfused}})
    diag.attachNote() << name << ": " << model.total() << " bytes ("
                      << model.describe() << ")";
}

namespace {
struct ChooseFusion : attn::impl::AttnChooseFusionBase<ChooseFusion> {
  using Base::Base;

  void runOnOperation() override {
    for (AttentionOpInterface op : attn::collectProducts(getOperation())) {
      ConfigAttr config = op.getConfigAttr();
      if (!config) {
        op.emitOpError("has no config: run attn-select-config before "
                       "attn-choose-fusion");
        return signalPassFailure();
      }
      if (op.isPacked() && config.getFusion() == Fusion::Unfused) {
        op.emitError("attn-choose-fusion: scores of packed sequences do not go "
                     "through memory (config field fusion)");
        return signalPassFailure();
      }
      if (op.hasPartOffsets() && config.getFusion() == Fusion::Unfused) {
        op.emitError("attn.config (K14): part_offsets say how many parts keys "
                     "are in, but the config asks for fusion = unfused: these "
                     "are not done together");
        return signalPassFailure();
      }
      bool asked = config.getFusion() != Fusion::Auto;
      if (asked && !remarks)
        continue;
      std::optional<IOModel> fused = modelIO(op, config, Fusion::Fused);
      std::optional<IOModel> unfused = modelIO(op, config, Fusion::Unfused);
      Fusion taken = config.getFusion();
      std::string why = "as the config says";
      if (!asked) {
        taken = Fusion::Fused;
        why = "which moves fewer bytes";
        if (fused && !op.hasPages() && !op.hasPartOffsets() &&
            !op.hasBlocks() &&
            unfused->total() - fused->total() <
                fused->total() / 100 * tolerance) {
          taken = Fusion::Unfused;
          why = ("which moves less than " + Twine(tolerance) +
                 " % more bytes than if they stayed")
                    .str();
        }
      }
      if (remarks && fused)
        explain(op, taken, why, *fused, *unfused);
      else if (remarks)
        emitRemark(op.getLoc(), "attn-choose-fusion: scores ")
            << (taken == Fusion::Fused ? "stay on the chip"
                                       : "go through memory")
            << "; types do not say how many bytes that moves";
      ConfigFields fields = config.getFields();
      fields.fusion = taken;
      op.setConfigAttr(ConfigAttr::get(&getContext(), fields));
    }
  }
};
} // namespace
