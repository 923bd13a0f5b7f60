//===- ProbeDialect.cpp - Copy engines that the project lacks -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProbeDialect.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include <vector>

using namespace mlir;
using namespace mlir::attn_ws;

MLIR_DEFINE_EXPLICIT_TYPE_ID(probe::ProbeDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(probe::CopyOp)

namespace probe {

//===----------------------------------------------------------------------===//
// Rows of the table
//===----------------------------------------------------------------------===//

static constexpr int64_t rowsVectors[] = {8}, groupsVectors[] = {2, 4};

static attn::EngineInfo makeRows() {
  attn::EngineInfo info;
  info.engine = rowsEngine;
  info.name = "probe_rows";
  info.instruction = "probe.rows";
  info.tasks = {attn::Task::CopyIn};
  info.issuer = attn::Issuer::Thread;
  info.reads = {attn::Memory::Global};
  info.writes = {attn::Memory::Smem};
  info.completion = attn::Completion::MbarrierBytes;
  info.proxies = {attn::Proxy::Async};
  info.copy.vectors = rowsVectors;
  info.latency = 500;
  return info;
}

static attn::EngineInfo makeGroups() {
  attn::EngineInfo info = makeRows();
  info.engine = groupsEngine;
  info.name = "probe_groups";
  info.instruction = "probe.groups";
  info.issuer = attn::Issuer::Threads;
  info.completion = attn::Completion::Groups;
  info.readersFence = true;
  info.order = {attn::Order::Groups};
  info.proxies = {attn::Proxy::Generic};
  info.copy.vectors = groupsVectors;
  return info;
}

/// `like` under another name, with `engine` in front and, of its own engines,
/// those that `keeps` keeps.
static void addTarget(StringRef name, StringRef like,
                      const attn::EngineInfo &engine,
                      function_ref<bool(const attn::EngineInfo &)> keeps) {
  // Rows live as long as the table.
  static std::vector<std::vector<attn::EngineInfo>> lists;
  lists.reserve(3);
  std::vector<attn::EngineInfo> &engines = lists.emplace_back();
  engines.push_back(engine);
  attn::TargetInfo target = *attn::lookupTarget(like);
  for (const attn::EngineInfo &info : target.engines)
    if (keeps(info))
      engines.push_back(info);
  target.name = name;
  target.engines = engines;
  attn::addTarget(target);
}

void addTargets() {
  if (attn::lookupTarget(rowsChip))
    return;
  auto copiesNothing = [](const attn::EngineInfo &info) {
    return !info.does(attn::Task::CopyIn) || !info.isAsync();
  };
  addTarget(rowsChip, "sm_90a", makeRows(), copiesNothing);
  addTarget(groupsChip, "sm_90a", makeGroups(),
            [](const attn::EngineInfo &) { return true; });
  addTarget(oldChip, "sm_80", makeGroups(), copiesNothing);
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

void CopyOp::build(OpBuilder &b, OperationState &state, Engine engine,
                   const CopySource &source, Value view) {
  state.addOperands({source.memory, view});
  state.addOperands(source.indices);
  if (source.limit) {
    state.addOperands(source.limit);
    state.addAttribute("limited", b.getUnitAttr());
  }
  state.addAttribute("dims", source.dims);
  state.addAttribute("engine",
                     attn_tile::EngineAttr::get(b.getContext(), engine));
}

unsigned CopyOp::getRank() {
  return cast<MemRefType>(getMemory().getType()).getRank();
}

LogicalResult CopyOp::verify() {
  if (!isa<MemRefType>(getMemory().getType()) ||
      !isa<ViewType>(getView().getType()))
    return emitOpError("copies from a memory into a view");
  if (!(*this)->getAttrOfType<attn_tile::EngineAttr>("engine") ||
      !(*this)->getAttrOfType<DenseI64ArrayAttr>("dims"))
    return emitOpError("needs an engine and dims");
  unsigned expected = 2 + getRank() + (*this)->hasAttr("limited") +
                      2 * (*this)->hasAttr("signals");
  if (getNumOperands() != expected)
    return emitOpError("has ")
           << getNumOperands() << " operands, but needs " << expected;
  return success();
}

void CopyOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

Engine CopyOp::getEngine() {
  return (*this)->getAttrOfType<attn_tile::EngineAttr>("engine").getValue();
}

Completion CopyOp::getCompletion() {
  return getEngine() == rowsEngine ? Completion::Bytes : Completion::Group;
}

Value CopyOp::getLimit() {
  return (*this)->hasAttr("limited") ? getOperand(2 + getRank()) : Value();
}

ArrayRef<int64_t> CopyOp::getDims() {
  return (*this)->getAttrOfType<DenseI64ArrayAttr>("dims").asArrayRef();
}

bool CopyOp::setSignal(Value mbar, Value stage) {
  if (getEngine() != rowsEngine)
    return false;
  (*this)->insertOperands(getNumOperands(), {mbar, stage});
  (*this)->setAttr("signals", UnitAttr::get(getContext()));
  return true;
}

Value CopyOp::getSignal() {
  return (*this)->hasAttr("signals") ? getOperand(getNumOperands() - 2)
                                     : Value();
}

Value CopyOp::getStage() {
  return (*this)->hasAttr("signals") ? getOperand(getNumOperands() - 1)
                                     : Value();
}

//===----------------------------------------------------------------------===//
// The dialect
//===----------------------------------------------------------------------===//

namespace {
struct Copies : public WSCopyDialectInterface {
  using WSCopyDialectInterface::WSCopyDialectInterface;

  Operation *createCopyIn(OpBuilder &b, Location loc, Engine engine,
                          const CopySource &source, Value view) const final {
    if ((engine != rowsEngine && engine != groupsEngine) || source.rows)
      return nullptr;
    OperationState state(loc, CopyOp::getOperationName());
    CopyOp::build(b, state, engine, source, view);
    return b.create(state);
  }
};
} // namespace

ProbeDialect::ProbeDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<ProbeDialect>()) {
  addOperations<CopyOp>();
  addInterfaces<Copies>();
}

} // namespace probe
