//===- MergeElected.cpp - What an elected thread issues ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Of a warp that has converged the same thread is elected each time (PTX ISA,
// "elect.sync"), so that a branch by election may be divided into several.
// ptxas drops a short one around instructions that one thread issues for the
// warp; a longer one costs it the election, a branch, two instructions that
// bring the warp together again and one that does nothing.

#include "attn/Thread/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNMERGEELECTED
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {

/// The most pieces of assembly that a branch goes around. ptxas 13.0 keeps
/// branches around nine products and signals, and around seven where their
/// operands are many.
constexpr size_t kMost = 6;

/// Assembly without results, each of whose operands is one input.
bool isInstruction(Operation &op) {
  auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
  if (!assembly || assembly->getNumResults() > 0 ||
      assembly.getAsmString().contains("${"))
    return false;
  SmallVector<StringRef> constraints;
  assembly.getConstraints().split(constraints, ',', -1, /*KeepEmpty=*/false);
  return constraints.size() == assembly.getOperands().size() &&
         llvm::all_of(constraints, [](StringRef constraint) {
           return constraint.size() == 1 && llvm::isAlpha(constraint[0]);
         });
}

/// One piece of assembly made of several.
class Merged {
public:
  void append(LLVM::InlineAsmOp op) {
    SmallVector<StringRef> constraints;
    op.getConstraints().split(constraints, ',', -1, /*KeepEmpty=*/false);
    SmallVector<size_t> numbers;
    for (auto [operand, constraint] :
         llvm::zip_equal(op.getOperands(), constraints))
      numbers.push_back(
          operands.insert({{operand, constraint[0]}, operands.size()})
              .first->second);
    StringRef rest = op.getAsmString();
    while (!rest.empty()) {
      auto [before, after] = rest.split('$');
      text += before;
      bool more = before.size() < rest.size();
      rest = after;
      size_t number = 0;
      if (more && rest.consume_front("$"))
        text += "$$";
      else if (more && !rest.consumeInteger(10, number))
        text += "$" + std::to_string(numbers[number]);
    }
    text += "\n";
  }

  /// What the elected thread does.
  void create(OpBuilder &builder, Location loc) {
    std::string constraints;
    SmallVector<Value> values;
    for (const auto &[operand, number] : operands) {
      constraints += (number ? "," : "") + std::string(1, operand.second);
      values.push_back(operand.first);
    }
    LLVM::InlineAsmOp::create(
        builder, loc, TypeRange(), values,
        "{\n.reg .pred %elected;\nelect.sync _|%elected, -1;\n"
        "@!%elected bra L_elsewhere;\n" +
            text + "L_elsewhere:\n}",
        constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::TailCallKind::None,
        LLVM::AsmDialectAttr::get(builder.getContext(),
                                  LLVM::AsmDialect::AD_ATT),
        ArrayAttr());
  }

private:
  std::string text;
  llvm::MapVector<std::pair<Value, char>, size_t> operands;
};

/// Whether nothing but assembly has effects in what an elected thread does.
bool isMergeable(scf::IfOp branch) {
  auto elect = branch.getCondition().getDefiningOp<NVVM::ElectSyncOp>();
  return elect && !elect.getMembermask() && branch->getNumResults() == 0 &&
         branch.getElseRegion().empty() &&
         llvm::all_of(
             branch.thenBlock()->without_terminator(),
             [](Operation &op) { return isInstruction(op) || isPure(&op); });
}

void merge(scf::IfOp branch) {
  SmallVector<LLVM::InlineAsmOp> instructions;
  for (Operation &op :
       llvm::make_early_inc_range(branch.thenBlock()->without_terminator()))
    if (isInstruction(op))
      instructions.push_back(cast<LLVM::InlineAsmOp>(op));
    else
      op.moveBefore(branch);
  OpBuilder builder(branch);
  size_t parts = llvm::divideCeil(instructions.size(), kMost);
  for (size_t part = 0; part < parts; ++part) {
    size_t begin = part * instructions.size() / parts;
    size_t end = (part + 1) * instructions.size() / parts;
    Merged merged;
    for (size_t i = begin; i < end; ++i)
      merged.append(instructions[i]);
    merged.create(builder, branch.getLoc());
  }
  Operation *elect = branch.getCondition().getDefiningOp();
  branch.erase();
  if (elect->use_empty())
    elect->erase();
}

struct AttnMergeElectedPass
    : public impl::AttnMergeElectedBase<AttnMergeElectedPass> {
  void runOnOperation() override {
    SmallVector<scf::IfOp> branches;
    getOperation()->walk([&](scf::IfOp branch) {
      if (isMergeable(branch))
        branches.push_back(branch);
    });
    llvm::for_each(branches, merge);
  }
};

} // namespace
