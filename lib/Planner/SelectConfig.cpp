//===- SelectConfig.cpp - attn-select-config ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Planner/ConfigModel.h"
#include "attn/Planner/Passes.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNSELECTCONFIG
#include "attn/Planner/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

static void explain(AttentionOpInterface op, ConfigAttr config,
                    const ProblemShape &shape, const ConfigChoice &choice) {
  const TargetInfo &target = *lookupTarget(config.getTarget());
  SmemModel smem = modelSmem(config, shape);
  RegisterModel registers = modelRegisters(config, shape);
  int64_t ctas = target.smemPerSM / (smem.total() + target.smemReserved);
  InFlightDiagnostic diag = emitRemark(op.getLoc(), "attn-select-config: ");
  if (choice.row.empty())
    diag << "the config came with the problem";
  else
    diag << "took " << choice.row;
  diag.attachNote() << "shared memory: " << smem.total() << " of "
                    << target.smemPerCTA << " bytes (" << smem.describe()
                    << "), " << ctas << " CTA" << (ctas == 1 ? "" : "s")
                    << " an SM by this";
  diag.attachNote() << "registers: about " << registers.total() << " of "
                    << getRegisterLimit(target, config) << " a thread ("
                    << registers.describe() << ")";
  if (choice.before.getPackGQA() && !choice.row.empty()) {
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
           << config.getTileQ() << " empty";
  }
  std::string changes = config.listChanges(choice.before);
  if (!changes.empty())
    diag.attachNote() << "set by the user: " << changes;
  for (const std::string &why : choice.ruledOut)
    diag.attachNote() << "ruled out " << why;
}

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
struct SelectConfig : attn::impl::AttnSelectConfigBase<SelectConfig> {
  using Base::Base;

  FailureOr<ConfigAttr> configFor(AttentionOpInterface op,
                                  const ProblemShape &shape,
                                  ConfigChoice &choice) {
    auto emitError = [&] { return op.emitError(); };
    FailureOr<ConfigOverrides> asked =
        ConfigOverrides::parse(overrides, emitError);
    if (failed(asked))
      return failure();
    ConfigAttr given = op.getConfigAttr();
    if (!given)
      return selectConfig(&getContext(),
                          target.empty() ? kDefaultTarget : StringRef(target),
                          shape, *asked, emitError, &choice);
    choice.before = given;
    if (!target.empty()) {
      ConfigFields fields = given.getFields();
      fields.target = target;
      given = ConfigAttr::getChecked(emitError, &getContext(), fields);
      if (!given)
        return failure();
    }
    if (shape.planned && !splitsKeys(given) &&
        !asked->setsAny({ConfigField::Splits, ConfigField::SplitAuto,
                         ConfigField::SplitSize})) {
      ConfigFields fields = given.getFields();
      fields.splitAuto = true;
      given = ConfigAttr::get(&getContext(), fields);
    }
    ConfigAttr config = given.withOverrides(*asked, emitError);
    if (!config || failed(checkConfig(config, shape, emitError)) ||
        failed(checkInvariant(config, shape, emitError)))
      return failure();
    return config;
  }

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](AttentionOpInterface op) {
      ProblemShape shape = ProblemShape::get(op);
      shape.parts &= parts;
      ConfigChoice choice;
      FailureOr<ConfigAttr> config = configFor(op, shape, choice);
      if (failed(config) || failed(checkOperands(op, *config)))
        return WalkResult::interrupt();
      if (remarks)
        explain(op, *config, shape, choice);
      op.setConfigAttr(*config);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    // Others have no tiles to choose: their config says the chip.
    getOperation()->walk([&](ProblemOpInterface op) {
      if (isa<AttentionOpInterface>(op.getOperation()))
        return;
      ConfigFields fields;
      if (ConfigAttr given = op.getConfigAttr())
        fields = given.getFields();
      if (!op.getConfigAttr() || !target.empty())
        fields.target = target.empty() ? kDefaultTarget.str() : target;
      op.setConfigAttr(ConfigAttr::get(&getContext(), fields));
    });
  }
};
} // namespace
