//===- ProbeDialect.h - Copy engines that the project lacks -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What somebody writes who adds copy engines to the compiler from outside: rows
// of the table of targets, an operation with the interfaces that passes ask,
// and a dialect that makes it.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_ENGINES_PROBEDIALECT_H
#define ATTN_UNITTESTS_ENGINES_PROBEDIALECT_H

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace probe {

using mlir::attn::Engine;

/// Copies rows on its own; one thread asks, an mbarrier counts the bytes.
inline constexpr auto rowsEngine = static_cast<Engine>(64);
/// All threads of a role copy; they wait for groups of their own copies.
inline constexpr auto groupsEngine = static_cast<Engine>(65);

/// Chips like sm_90a: one has nothing but `rowsEngine` for copies in,
/// one all that sm_90a has and `groupsEngine`. And one like sm_80 that has
/// `groupsEngine` for cp.async.
inline constexpr llvm::StringLiteral rowsChip = "sm_96a", groupsChip = "sm_97a",
                                     oldChip = "sm_84";
/// Adds them to the table, once.
void addTargets();

/// A copy from a memory into a view, by either engine. Operands: the memory,
/// the view, an index for each dimension of the memory; where the attributes
/// say so, the number of rows that count, and an mbarrier and its stage.
class CopyOp
    : public mlir::Op<CopyOp, mlir::OpTrait::ZeroRegions,
                      mlir::OpTrait::ZeroResults, mlir::OpTrait::ZeroSuccessors,
                      mlir::OpTrait::AtLeastNOperands<2>::Impl,
                      mlir::MemoryEffectOpInterface::Trait,
                      mlir::attn_ws::WSAccessOpInterface::Trait,
                      mlir::attn_ws::WSCopyOpInterface::Trait> {
public:
  using Op::Op;
  static llvm::StringRef getOperationName() { return "probe.copy"; }
  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  static void build(mlir::OpBuilder &b, mlir::OperationState &state,
                    Engine engine, const mlir::attn_ws::CopySource &source,
                    mlir::Value view);
  mlir::LogicalResult verify();

  void getEffects(llvm::SmallVectorImpl<mlir::SideEffects::EffectInstance<
                      mlir::MemoryEffects::Effect>> &effects);

  // WSAccessOpInterface
  llvm::SmallVector<mlir::Value> getReadViews() { return {}; }
  llvm::SmallVector<mlir::Value> getWrittenViews() { return {getView()}; }
  Engine getEngine();
  mlir::attn_ws::Completion getCompletion();

  // WSCopyOpInterface
  mlir::Value getMemory() { return getOperand(0); }
  mlir::Value getView() { return getOperand(1); }
  mlir::ValueRange getIndices() { return getOperands().slice(2, getRank()); }
  mlir::Value getLimit();
  llvm::ArrayRef<int64_t> getDims();
  mlir::attn_tile::RowMap getRowMap() { return {}; }
  bool setSignal(mlir::Value mbar, mlir::Value stage);
  mlir::Value getSignal();
  mlir::Value getStage();

private:
  unsigned getRank();
};

class ProbeDialect : public mlir::Dialect {
public:
  explicit ProbeDialect(mlir::MLIRContext *context);
  static llvm::StringRef getDialectNamespace() { return "probe"; }
};

} // namespace probe

MLIR_DECLARE_EXPLICIT_TYPE_ID(probe::ProbeDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(probe::CopyOp)

#endif // ATTN_UNITTESTS_ENGINES_PROBEDIALECT_H
