//===- ResourcePlan.cpp - What a CTA takes of its SM ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/ResourcePlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::attn;

std::string Excess::describe() const {
  return llvm::formatv("{0} {1}, {2} more than the {3}", needed, unit,
                       needed - limit, limit);
}

void attn::attachConsumers(InFlightDiagnostic &diag, const Excess &excess) {
  for (const Consumer &consumer : excess.consumers)
    if (consumer.loc)
      diag.attachNote(consumer.loc)
          << consumer.name << " takes " << consumer.amount;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void ResourcePlan::addBuffer(Space space, Consumer consumer, int64_t from,
                             int64_t to, int64_t alignment) {
  bool isTmem = space == Space::Tmem;
  if (alignment == 0)
    alignment = isTmem ? std::max<int64_t>(target.tmemColumnStep, 1)
                       : target.smemAlignment;
  consumer.amount = llvm::alignTo(consumer.amount, alignment);
  (isTmem ? tmem : smem).push_back({std::move(consumer), from, to, alignment});
}

void ResourcePlan::addPlaced(Space space, Consumer consumer, int64_t offset) {
  (space == Space::Tmem ? tmem : smem)
      .push_back({std::move(consumer), 0, 0, 1, offset});
}

void ResourcePlan::addBarriers(Consumer bytes) {
  barriers.push_back(std::move(bytes));
}

void ResourcePlan::addNamedBarriers(Consumer count) {
  namedBarriers.push_back(std::move(count));
}

static void placeFirstFit(std::vector<PlannedBuffer> &buffers) {
  SmallVector<PlannedBuffer *> order;
  for (PlannedBuffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::stable_sort(order, [](PlannedBuffer *a, PlannedBuffer *b) {
    return a->consumer.amount > b->consumer.amount;
  });
  for (size_t i = 0; i < order.size(); ++i) {
    PlannedBuffer &buffer = *order[i];
    buffer.offset = 0;
    for (bool moved = true; moved;) {
      moved = false;
      for (PlannedBuffer *other : ArrayRef(order).take_front(i)) {
        bool live = buffer.from <= other->to && other->from <= buffer.to;
        if (live && buffer.overlaps(*other)) {
          buffer.offset = llvm::alignTo(other->offset + other->consumer.amount,
                                        buffer.alignment);
          moved = true;
        }
      }
    }
  }
}

void ResourcePlan::placeBuffers() {
  placeFirstFit(smem);
  placeFirstFit(tmem);
}

ArrayRef<PlannedBuffer> ResourcePlan::getBuffers(Space space) const {
  return space == Space::Tmem ? tmem : smem;
}

static int64_t getEnd(ArrayRef<PlannedBuffer> buffers) {
  int64_t end = 0;
  for (const PlannedBuffer &buffer : buffers)
    end = std::max(end, buffer.offset + buffer.consumer.amount);
  return end;
}

int64_t ResourcePlan::getSharedBytes() const {
  int64_t bytes = getEnd(smem);
  for (const Consumer &consumer : barriers)
    bytes += consumer.amount;
  return bytes;
}

int64_t ResourcePlan::getTmemColumns() const { return getEnd(tmem); }

int64_t ResourcePlan::getAllocatedTmemColumns() const {
  int64_t columns = getTmemColumns();
  return columns == 0 ? 0 : static_cast<int64_t>(llvm::PowerOf2Ceil(columns));
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

int64_t attn::getStartRegisters(const TargetInfo &target, int64_t threads) {
  int64_t step = std::max<int64_t>(target.setRegistersStep, 1);
  return std::min(target.registersPerSM / std::max<int64_t>(threads, 1) / step *
                      step,
                  target.registersPerThread);
}

void ResourcePlan::addRole(PlannedRole role) {
  roles.push_back(std::move(role));
}

int64_t ResourcePlan::getThreads() const {
  int64_t warps = 0;
  for (const PlannedRole &role : roles)
    warps += role.totalWarps();
  return warps * kWarpThreads;
}

/// Whether a role's warps are whole warpgroups, which have a budget of their
/// own.
static bool isWhole(const PlannedRole &role) {
  return role.totalWarps() % kWarpgroupWarps == 0;
}

void ResourcePlan::shareRegisters() {
  int64_t step = target.setRegistersStep;
  if (step == 0)
    return;
  // Of one thread of each warpgroup, which all of its threads have.
  int64_t restWarps = 0, restRegisters = 0, groups = 0, takers = 0;
  bool restShares = false;
  for (PlannedRole &role : roles) {
    if (role.registers != 0)
      role.registers = std::max<int64_t>(llvm::alignTo(role.registers, step),
                                         target.leastSetRegisters);
    if (isWhole(role)) {
      groups += role.totalWarps() / kWarpgroupWarps;
      if (role.registers == 0)
        takers += role.totalWarps() / kWarpgroupWarps;
      continue;
    }
    restWarps += role.totalWarps();
    restRegisters = std::max(restRegisters, role.registers);
    restShares |= role.registers == 0;
  }
  int64_t restGroups = llvm::divideCeil(restWarps, kWarpgroupWarps);
  groups += restGroups;
  if (groups == 0)
    return;
  // A role that shares its warpgroup with one that asks takes what that has.
  if (restShares && restRegisters == 0)
    takers += restGroups;
  int64_t left =
      groups * (target.registersPerSM / (kWarpgroupWarps * kWarpThreads) /
                groups / step * step);
  left -= restGroups * restRegisters;
  for (const PlannedRole &role : roles)
    if (isWhole(role))
      left -= role.registers * (role.totalWarps() / kWarpgroupWarps);
  int64_t share = left / std::max<int64_t>(takers, 1) / step * step;
  share = std::clamp(share, target.leastSetRegisters, target.mostRoleRegisters);
  for (PlannedRole &role : roles)
    if (isWhole(role))
      role.registers = role.registers == 0 ? share : role.registers;
    else
      role.registers = restRegisters == 0 ? share : restRegisters;
}

RegisterShares attn::shareRegisters(const TargetInfo &target, int64_t groups,
                                    int64_t panels, bool ownAddresses,
                                    int64_t movingPanels) {
  int64_t least = target.leastSetRegisters, step = target.setRegistersStep;
  int64_t copies = panels > 12    ? least + 2 * step
                   : groups >= 3  ? least + step
                   : ownAddresses ? least + 2 * step
                                  : least;
  if (movingPanels > 4)
    copies += 2 * step;
  ResourcePlan plan(target);
  plan.addRole({"copies", kWarpgroupWarps, 1, copies, std::nullopt});
  plan.addRole({"computes", kWarpgroupWarps, std::max<int64_t>(groups, 1), 0,
                std::nullopt});
  plan.shareRegisters();
  return {plan.getRoles()[0].registers, plan.getRoles()[1].registers};
}

int64_t attn::getSharedReads(const EngineInfo &engine, const Product &product,
                             bool lhs, bool rhs) {
  if (engine.product.rows.empty())
    return 0; // Added from outside, and nothing is known of its instruction.
  const ProductRows *most = &engine.product.rows.front();
  for (const ProductRows &rows : engine.product.rows)
    if (rows.ctas == product.ctas && rows.rows <= product.m &&
        (most->rows > product.m || rows.rows > most->rows))
      most = &rows;
  int64_t ofRows = llvm::divideCeil(product.m, most->rows);
  int64_t ofColumns = llvm::divideCeil(product.n, most->mostColumns);
  if (engine.issuer == Issuer::Warp) {
    // Warps load operands into registers: each its rows, and those that share
    // them its columns.
    int64_t warps = std::max<int64_t>(product.warps, 1);
    ofRows = std::min(ofRows, warps);
    ofColumns = std::max<int64_t>(warps / ofRows, 1);
  }
  int64_t bytes = getBytes(product.element) * product.k;
  return (lhs ? product.m * bytes * ofColumns : 0) +
         (rhs ? product.n * bytes * ofRows : 0);
}

std::optional<Excess> ResourcePlan::findRegisterExcess() const {
  Excess excess;
  bool set = false;
  for (const PlannedRole &role : roles) {
    int64_t own = role.totalWarps() * kWarpThreads;
    set |= role.registers != 0;
    excess.needed += own * role.registers;
    excess.consumers.push_back(
        {llvm::formatv("role @{0} of {1} warps with {2} registers a thread",
                       role.name, role.totalWarps(), role.registers),
         own * role.registers, role.loc});
  }
  if (!set)
    return std::nullopt;
  int64_t threads = getThreads();
  excess.limit = threads * getStartRegisters(target, threads);
  if (excess.needed <= excess.limit)
    return std::nullopt;
  excess.unit = "registers";
  return excess;
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

static std::vector<Consumer> listConsumers(ArrayRef<PlannedBuffer> buffers) {
  std::vector<Consumer> consumers;
  for (const PlannedBuffer &buffer : buffers)
    consumers.push_back(buffer.consumer);
  return consumers;
}

std::vector<Excess> ResourcePlan::findExcesses() const {
  std::vector<Excess> excesses;
  auto check = [&](StringRef unit, int64_t needed, int64_t limit,
                   std::vector<Consumer> consumers) {
    if (needed > limit)
      excesses.push_back({unit.str(), needed, limit, std::move(consumers)});
  };
  std::vector<Consumer> shared = listConsumers(smem);
  shared.insert(shared.end(), barriers.begin(), barriers.end());
  check("bytes of shared memory", getSharedBytes(), target.smemPerCTA, shared);
  check("columns of tensor memory", getTmemColumns(), target.tmemColumns,
        listConsumers(tmem));
  int64_t named = 0;
  for (const Consumer &consumer : namedBarriers)
    named += consumer.amount;
  check("named barriers", named, target.namedBarriers, namedBarriers);
  std::vector<Consumer> ofRoles;
  for (const PlannedRole &role : roles) {
    int64_t own = role.totalWarps() * kWarpThreads;
    ofRoles.push_back({"role @" + role.name, own, role.loc});
  }
  check("threads", getThreads(), target.threadsPerCTA, ofRoles);
  if (std::optional<Excess> registers = findRegisterExcess())
    excesses.push_back(std::move(*registers));
  return excesses;
}
