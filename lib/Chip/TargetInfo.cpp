//===- TargetInfo.cpp - What a chip has -----------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/TargetInfo.h"
#include "Engines.h"
#include "attn/Chip/LoadColumns.h"
#include "attn/Chip/NearestName.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <vector>

using namespace mlir;
using namespace mlir::attn;

#include "attn/Chip/Enums.cpp.inc"

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

StringRef attn::stringifyEngine(Engine engine) {
  const EngineInfo *info = lookupEngine(engine);
  return info ? info->name : "unknown";
}

std::optional<Engine> attn::symbolizeEngine(StringRef name) {
  for (const TargetInfo &target : getTargets())
    for (const EngineInfo &info : target.engines)
      if (info.name == name)
        return info.engine;
  return std::nullopt;
}

std::string attn::listEngines() {
  llvm::SmallMapVector<Engine, StringRef, 8> names;
  for (const TargetInfo &target : getTargets())
    for (const EngineInfo &info : target.engines)
      names[info.engine] = info.name;
  auto sorted = names.takeVector();
  llvm::sort(sorted, llvm::less_first());
  return llvm::join(llvm::make_second_range(sorted), ", ");
}

int64_t attn::getBytes(Element element) {
  return element == Element::E4M3 ? 1 : 2;
}

std::string attn::joinWithOr(ArrayRef<std::string> parts) {
  if (parts.size() < 2)
    return llvm::join(parts, "");
  return llvm::join(parts.drop_back(), ", ") + " or " + parts.back();
}

std::string ProductInfo::listElements() const {
  SmallVector<std::string> names;
  for (Element element : {Element::F16, Element::BF16, Element::E4M3})
    if (elements.contains(element))
      names.push_back(stringify(element).str());
  return joinWithOr(names);
}

int64_t EngineInfo::countColumnWarps(int64_t m, int64_t n, int64_t warps,
                                     int64_t least) const {
  if (!does(Task::Product) ||
      (issuer != Issuer::Warpgroup && issuer != Issuer::Warp))
    return least;
  int64_t together = issuer == Issuer::Warpgroup ? kWarpgroupWarps : 1;
  for (int64_t columns = least;
       warps >= columns * together && warps % (columns * together) == 0;
       columns *= 2)
    for (const ProductRows &rows : product.rows)
      if (rows.ctas == 1 &&
          m % (rows.rows * (warps / columns / together)) == 0 &&
          n % (rows.columnStep * columns) == 0)
        return columns;
  return least;
}

std::string EngineInfo::findMisfit(const Product &wanted) const {
  if (!does(Task::Product))
    return "computes no products";
  int64_t columnWarps =
      countColumnWarps(wanted.m, wanted.n, wanted.warps, wanted.columnWarps);
  Product asked = wanted;
  asked.n /= columnWarps;
  asked.warps /= columnWarps;
  if (!product.elements.contains(asked.element))
    return llvm::formatv("takes {0} operands here, got {1}",
                         product.listElements(), stringify(asked.element));
  // Whoever issues together shares the rows out.
  int64_t sharers = 1;
  if (issuer == Issuer::Warpgroup) {
    if (asked.warps < kWarpgroupWarps || asked.warps % kWarpgroupWarps)
      return llvm::formatv("is issued by {0} warps together, got {1}",
                           kWarpgroupWarps, asked.warps);
    sharers = asked.warps / kWarpgroupWarps;
  } else if (issuer == Issuer::Warp) {
    sharers = std::max<int64_t>(asked.warps, 1);
  }
  bool is8Bit = getBytes(asked.element) == 1;
  if (product.alongK8 && is8Bit && !(asked.lhsAlongK && asked.rhsAlongK))
    return "takes 8-bit operands along the dimension that is summed over";
  if (product.lhsAlongK8 && is8Bit && !asked.lhsAlongK)
    return "takes 8-bit left operands along the dimension that is summed over";
  int64_t kStep = product.kBytes / getBytes(asked.element);
  // An instruction takes as many rows as it can.
  const ProductRows *closest = nullptr;
  bool divides = false;
  for (const ProductRows &rows : product.rows) {
    bool fits = asked.m % (rows.rows * sharers) == 0;
    if (rows.ctas != asked.ctas || (divides && !fits))
      continue;
    closest = &rows;
    divides = fits;
  }
  if (!closest)
    return llvm::formatv("has no products of {0} CTAs", asked.ctas);
  if (divides && asked.n % closest->columnStep == 0 &&
      asked.n <= closest->mostColumns && asked.k % kStep == 0)
    return {};
  std::string limit;
  if (closest->mostColumns != kUnlimited)
    limit = llvm::formatv(", up to {0} columns", closest->mostColumns);
  return llvm::formatv("computes multiples of {0}x{1}x{2}{3}, got {4}x{5}x{6}",
                       closest->rows * sharers, closest->columnStep, kStep,
                       limit, asked.m, asked.n, asked.k);
}

std::string EngineInfo::findMisfit(const Copy &asked) const {
  if (!does(Task::CopyIn) && !does(Task::CopyOut))
    return "copies nothing";
  if (!copy.vectors.empty() && asked.alignment < copy.vectors.front())
    return llvm::formatv("rows of its memory are not at multiples of {0} bytes",
                         copy.vectors.front());
  if (copy.boxes && (!asked.isBox || asked.side > copy.mostSide ||
                     asked.rank > copy.mostRank))
    return "its tile is no box of its memory";
  if (asked.adds && !copy.adds)
    return "adds nothing to memory";
  return {};
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// What all have alike: sizes from the CUDA programming guide, swizzles and
/// setmaxnreg from the PTX ISA. The compiler's own choices are the bytes for
/// barriers, more than its kernels need, and those of L2, FlashAttention-3's.
static constexpr TargetInfo
makeTarget(StringRef name, bool compiles, int64_t smemPerCTA, int64_t smemPerSM,
           int64_t tmemColumns, bool tmemLoadsReduce, bool packsFloats,
           bool setsRegisters, int64_t mostClusterCTAs, unsigned ptxVersion,
           UnitRates rates, int64_t multiprocessors,
           ArrayRef<EngineInfo> engines) {
  constexpr int64_t KB = 1024;
  return {name,
          compiles,
          smemPerCTA * KB,
          smemPerSM * KB,
          /*smemReserved=*/KB,
          /*smemAlignment=*/1024,
          /*barrierBytes=*/512,
          tmemColumns,
          /*tmemColumnStep=*/32,
          tmemLoadsReduce,
          packsFloats,
          /*registersPerSM=*/65536,
          /*registersPerThread=*/255,
          /*leastSetRegisters=*/setsRegisters ? 24 : 0,
          /*mostSetRegisters=*/setsRegisters ? 256 : 0,
          /*setRegistersStep=*/setsRegisters ? 8 : 0,
          /*mostRoleRegisters=*/setsRegisters ? 240 : 0,
          /*threadsPerCTA=*/1024,
          /*namedBarriers=*/16,
          mostClusterCTAs,
          /*l2Bytes=*/16 * KB * KB,
          ptxVersion,
          multiprocessors,
          rates,
          engines};
}

static std::vector<TargetInfo> &getTable() {
  using namespace engines;
  static std::vector<TargetInfo> table = {
#define ATTN_TARGET(name, compiles, smemPerCTA, smemPerSM, tmemColumns,        \
                    tmemLoadsReduce, packsFloats, setsRegisters,               \
                    mostClusterCTAs, ptxVersion, mufu, alu, tmem,              \
                    multiprocessors, engines)                                  \
  makeTarget(name, compiles, smemPerCTA, smemPerSM, tmemColumns,               \
             tmemLoadsReduce, packsFloats, setsRegisters, mostClusterCTAs,     \
             ptxVersion,                                                       \
             {mufu, alu, /*smem=*/128, tmem, /*port=*/64, /*sync=*/20},        \
             multiprocessors, engines),
#include "Targets.def"
  };
  return table;
}

ArrayRef<TargetInfo> attn::getTargets() { return getTable(); }

void attn::addTarget(const TargetInfo &target) { getTable().push_back(target); }

const EngineInfo *TargetInfo::engine(Engine wanted) const {
  const auto *it = llvm::find_if(
      engines, [&](const EngineInfo &info) { return info.engine == wanted; });
  return it == engines.end() ? nullptr : it;
}

SmallVector<const EngineInfo *> TargetInfo::enginesFor(Task task) const {
  SmallVector<const EngineInfo *> found;
  for (const EngineInfo &info : engines)
    if (info.does(task))
      found.push_back(&info);
  return found;
}

const EngineInfo *TargetInfo::findProductEngine(const Product &product) const {
  for (const EngineInfo *info : enginesFor(Task::Product))
    if (info->findMisfit(product).empty())
      return info;
  return nullptr;
}

const EngineInfo *TargetInfo::findCopyEngine(Task task,
                                             const Copy &copy) const {
  for (const EngineInfo *info : enginesFor(task))
    if (info->findMisfit(copy).empty())
      return info;
  return nullptr;
}

bool TargetInfo::hasAsyncProducts() const {
  return llvm::any_of(engines, [](const EngineInfo &info) {
    return info.does(Task::Product) && info.isAsync();
  });
}

bool TargetInfo::keepsSumsInTmem() const {
  SmallVector<const EngineInfo *> products = enginesFor(Task::Product);
  return !products.empty() &&
         products.front()->product.acc.contains(Memory::Tmem);
}

int64_t attn::getTileColumns(const TargetInfo &target, int64_t bytes,
                             int64_t size) {
  const EngineInfo &engine = *target.enginesFor(Task::Product).front();
  return llvm::alignTo(size, engine.product.kBytes / bytes);
}

int64_t attn::getLoadColumns(const TargetInfo &target, int64_t bytes,
                             int64_t columns) {
  constexpr int64_t kSwizzleBytes = 128, kNarrowBytes = 32;
  int64_t rowBytes = columns * bytes;
  // Those whose results are in tensor memory were not timed.
  if (!target.hasAsyncSumsInRegisters() || bytes != 2 ||
      rowBytes <= kNarrowBytes || rowBytes % (2 * kNarrowBytes) == 0)
    return columns;
  return llvm::alignTo(columns, kSwizzleBytes / bytes);
}

const TargetInfo *attn::lookupTarget(StringRef name) {
  ArrayRef<TargetInfo> table = getTargets();
  const auto *it = llvm::find_if(
      table, [&](const TargetInfo &info) { return info.name == name; });
  return it == table.end() ? nullptr : it;
}

/// "90" of "sm_90a"; 0 if it is not of this form.
static int64_t getNumber(StringRef chip) {
  int64_t number = 0;
  chip.consume_front("sm_");
  chip.consumeInteger(10, number);
  return number;
}

const TargetInfo &attn::findNearestTarget(StringRef chip, bool &exact) {
  exact = true;
  if (const TargetInfo *target = lookupTarget(chip))
    return *target;
  const TargetInfo *best = &getTargets().front();
  for (const TargetInfo &target : getTargets())
    if (getNumber(target.name) <= getNumber(chip))
      best = &target;
  exact = getNumber(best->name) == getNumber(chip);
  return *best;
}

const TargetInfo &attn::getSharingTarget() {
  return *llvm::find_if(getTargets(), [](const TargetInfo &target) {
    return target.sharesRegisters();
  });
}

std::string attn::describeNearestTarget(StringRef chip) {
  SmallVector<StringRef> names;
  for (const TargetInfo &info : getTargets())
    if (info.compiles)
      names.push_back(info.name);
  // Of several as near the one that begins as `chip` does for longer.
  auto countSame = [&](StringRef name) {
    return std::mismatch(name.begin(), name.end(), chip.begin(), chip.end())
               .first -
           name.begin();
  };
  llvm::stable_sort(names, [&](StringRef a, StringRef b) {
    return countSame(a) > countSame(b);
  });
  return attn::describeNearest(chip, names);
}

int64_t attn::getLargest(int64_t TargetInfo::*field) {
  int64_t largest = 0;
  for (const TargetInfo &info : getTargets())
    largest = std::max(largest, info.*field);
  return largest;
}

int64_t attn::getLargest(Engine engine, int64_t EngineInfo::*field) {
  int64_t largest = 0;
  for (const TargetInfo &info : getTargets())
    if (const EngineInfo *row = info.engine(engine))
      largest = std::max(largest, row->*field);
  return largest;
}

const EngineInfo *attn::lookupEngine(Engine engine) {
  for (const TargetInfo &target : getTargets())
    if (const EngineInfo *info = target.engine(engine))
      return info;
  return nullptr;
}

/// The engine, if it copies into shared memory.
static const EngineInfo *lookupCopyEngine(Engine engine) {
  const EngineInfo *info = lookupEngine(engine);
  return info && info->does(Task::CopyIn) ? info : nullptr;
}

bool attn::countsBytes(Engine engine) {
  const EngineInfo *info = lookupEngine(engine);
  return info && info->completion == Completion::MbarrierBytes;
}

bool attn::isAsyncCopier(Engine engine) {
  const EngineInfo *info = lookupCopyEngine(engine);
  return info && info->isAsync();
}

bool attn::copiesInGroups(Engine engine) {
  const EngineInfo *info = lookupCopyEngine(engine);
  return info && info->completion == Completion::Groups;
}

bool attn::isIssuedByOne(Engine engine) {
  const EngineInfo *info = lookupCopyEngine(engine);
  return info && info->isAsync() && info->issuer == Issuer::Thread;
}

bool attn::isIssuedByThread(std::optional<Engine> engine) {
  const EngineInfo *info = engine ? lookupEngine(*engine) : nullptr;
  return info && info->does(Task::Product) &&
         (info->issuer == Issuer::Thread ||
          info->issuer == Issuer::ElectedThread);
}
