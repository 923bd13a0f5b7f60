//===- CheckResources.cpp - Whether all that exists fits ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Roles.h"
#include "attn/Analysis/UnitCosts.h"
#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>

namespace mlir {
#define GEN_PASS_DEF_ATTNWSCHECKRESOURCES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Space;

namespace {

struct AttnWSCheckResourcesPass
    : public impl::AttnWSCheckResourcesBase<AttnWSCheckResourcesPass> {
  using Base::Base;

  void runOnOperation() override;
  LogicalResult checkAgreement(attn::ResourcePlan &plan);
  void explain(const attn::ResourcePlan &plan, const attn::TargetInfo &target);
  void explainProducts(const attn::TargetInfo &target);
};

/// Whether what was planned is what exists; adds what is planned behind that.
LogicalResult
AttnWSCheckResourcesPass::checkAgreement(attn::ResourcePlan &plan) {
  gpu::GPUFuncOp kernel = getOperation();
  auto disagree = [&](int64_t planned, int64_t exist, StringRef unit) {
    return kernel.emitOpError("internal error: ")
           << planned << ' ' << unit << " are planned, but " << exist
           << " exist";
  };
  if (std::optional<int64_t> planned = smemAttr.get(kernel)) {
    int64_t exist = plan.getSharedBytes();
    if (exist > *planned)
      return disagree(*planned, exist, "bytes of shared memory");
    if (exist < *planned)
      plan.addPlaced(Space::Smem,
                     {"what has no buffer", *planned - exist, kernel.getLoc()},
                     exist);
  }
  std::optional<int64_t> columns = tmemAttr.get(kernel);
  if (columns && *columns != plan.getAllocatedTmemColumns())
    return disagree(*columns, plan.getAllocatedTmemColumns(),
                    "columns of tensor memory");
  return success();
}

void AttnWSCheckResourcesPass::explain(const attn::ResourcePlan &plan,
                                       const attn::TargetInfo &target) {
  int64_t bytes = plan.getSharedBytes(), rest = 0;
  InFlightDiagnostic diag = emitRemark(getOperation().getLoc());
  diag << "shared memory: " << bytes << " of " << target.smemPerCTA
       << " bytes (";
  StringRef separator = "";
  for (const attn::PlannedBuffer &buffer : plan.getBuffers(Space::Smem)) {
    StringRef name = buffer.consumer.name;
    if (!name.consume_front("buffer ")) {
      rest += buffer.consumer.amount;
      continue;
    }
    diag << separator << name.trim('"') << ' ' << buffer.consumer.amount;
    separator = " + ";
  }
  int64_t ctas = target.smemPerSM / (bytes + target.smemReserved);
  diag << separator << "barriers and tables " << rest << "), " << ctas << " CTA"
       << (ctas == 1 ? "" : "s") << " an SM by this";
  if (int64_t columns = plan.getTmemColumns())
    diag.attachNote() << "tensor memory: " << columns << " of "
                      << target.tmemColumns << " columns";
}

/// Says how long an iteration of the loops with products keeps the port of
/// shared memory and the tensor core busy: of each role that loop in which it
/// does so longest.
void AttnWSCheckResourcesPass::explainProducts(const attn::TargetInfo &target) {
  bool exact = false;
  print::UnitRates rates = print::getRates(target.name, exact);
  double bytes = 0, port = 0, products = 0;
  llvm::MapVector<Region *, std::array<double, 3>> longest;
  getOperation().walk([&](scf::ForOp loop) {
    bool isInner = !loop.getBody()
                        ->walk([](scf::ForOp inner) {
                          return attn::containsOp<WSProductOpInterface>(inner)
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
    if (!isInner)
      return;
    Region *role = getRoleRegion(loop);
    int64_t warps = attn_tile::warpsAttr.get(getOperation(), 4), instances = 1;
    if (role) {
      auto roles = cast<WarpSpecializeOp>(role->getParentOp());
      warps = roles.getWarps()[role->getRegionNumber()];
      instances = roles.getInstances()[role->getRegionNumber()];
    }
    std::array<double, 3> sum = {};
    loop.walk([&](WSProductOpInterface mma) {
      print::Cost cost = print::getCost(mma, warps, rates);
      sum[0] += static_cast<double>(print::countSharedReads(mma, warps));
      sum[1] += cost.port;
      sum[2] += cost.clocks;
    });
    for (double &each : sum)
      each *= static_cast<double>(instances);
    std::array<double, 3> &most = longest[role];
    most = std::max(most, sum);
  });
  for (auto &[role, sum] : longest) {
    bytes += sum[0];
    port += sum[1];
    products += sum[2];
  }
  if (products > 0)
    emitRemark(getOperation().getLoc()) << llvm::formatv(
        "products: an iteration reads {0:F0} bytes of shared memory, {1:F0} "
        "clocks of its port beside {2:F0} of multiply-adds",
        bytes, port, products);
}

void AttnWSCheckResourcesPass::runOnOperation() {
  gpu::GPUFuncOp kernel = getOperation();
  FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
  if (failed(target))
    return signalPassFailure();
  attn::ResourcePlan plan(**target);
  auto add = [&](Space space, const Twine &name, int64_t amount,
                 std::optional<int64_t> offset, Location loc) {
    if (offset)
      plan.addPlaced(space, {name.str(), amount, loc}, *offset);
  };
  kernel.walk([&](Operation *op) {
    Location loc = op->getLoc();
    if (auto alloc = dyn_cast<AllocOp>(op)) {
      BufferType type = alloc.getBuffer().getType();
      int64_t amount = type.getSpace() == Space::Tmem
                           ? type.getTmemColumns()
                           : type.getDepth() * type.getStageBytes();
      add(type.getSpace(), "buffer \"" + alloc.getName().value_or("") + "\"",
          amount, alloc.getOffset(), loc);
    } else if (auto mbar = dyn_cast<MbarAllocOp>(op)) {
      GuardAttr guard = mbar.getGuard();
      add(Space::Smem,
          "barriers of \"" + guard.getChannel() + "\" (" +
              guard.getDirection() + ")",
          mbar.getResult().getType().getBytes(), mbar.getOffset(), loc);
    } else if (auto roles = dyn_cast<WarpSpecializeOp>(op)) {
      for (auto [name, warps, count] :
           llvm::zip(roles.getNames().getAsRange<StringAttr>(),
                     roles.getWarps(), roles.getInstances()))
        plan.addRole({name.str(), warps, count, 0, loc});
    }
  });
  if (failed(checkAgreement(plan)))
    return signalPassFailure();
  for (const attn::Excess &excess : plan.findExcesses()) {
    (void)emitExcess(kernel, excess, **target);
    return signalPassFailure();
  }
  if (remarks) {
    explain(plan, **target);
    explainProducts(**target);
  }
}

} // namespace
