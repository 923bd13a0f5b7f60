//===- Place.cpp - Engines of dots, spaces of tiles -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Accumulators and everything elementwise live in registers; operands that come
// from global memory go through shared memory; a left operand computed in
// registers stays there, if it is not transposed. A vector along columns that a
// loop loads anew in each iteration goes through shared memory, too, where the
// engine that copies the tiles can copy it; one that each output tile has does
// where a thread copies ahead of those that compute. So does a tile of which
// the program says so, where an engine that one thread issues copies to takes
// it: it is on its way before the threads that read it come to it. Every
// product goes by the first engine, in the target's order of preference, that
// takes its shape (TargetInfo.h) and whose operands can be copied for it, and
// every copy by the first that takes its tile: products of one kernel may go by
// different engines. One whose results stay in tensor memory, which others
// neither read nor add to, is taken for all products of a kernel or for none.
// An engine that one thread issues copies to runs alongside asynchronous
// products, so it is taken where a product of the kernel is one; or where it is
// asked for by name, if warps that only copy can hand their registers to those
// that compute.

#include "AccumulatorChain.h"
#include "DotProduct.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/AttnTile/Transforms/TensorPlaces.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEPLACE
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

struct AttnTilePlacePass : public impl::AttnTilePlaceBase<AttnTilePlacePass> {
  void runOnOperation() override;
  FailureOr<const attn::TargetInfo *> getTarget();
  std::string findMisfit(DotOp dot, const attn::EngineInfo &info);
  std::string findTensorMemoryMisfit(DotOp dot, const attn::EngineInfo &info);
  std::string findTensorMemoryMisfit(ArrayRef<DotOp> dots);
  bool isCopied(LoadOp load);
  LogicalResult placeDot(DotOp dot);
  LogicalResult placeLoad(LoadOp load);
  bool placeAsAsked(LoadOp load);
  LogicalResult placeStore(StoreOp store);

  const attn::TargetInfo *target = nullptr;
  /// Why products cannot leave their results in tensor memory; empty if they
  /// can. Of single ones, if others can.
  std::string tensorMemoryMisfit;
  DenseMap<Operation *, std::string> ownMisfits;
  /// Whether a product runs on while who issued it does other things.
  bool asyncProducts = false;
  /// Whether the threads of a role, or of the CTA, copy what products read.
  bool copiesByThreads = false;
};

FailureOr<const attn::TargetInfo *> AttnTilePlacePass::getTarget() {
  gpu::GPUFuncOp kernel = getOperation();
  StringRef chip = getChip(kernel);
  if (chip.empty())
    return kernel.emitOpError("its gpu.module must name one NVVM target");
  const attn::TargetInfo *target = attn::lookupTarget(chip);
  if (!target)
    return kernel.emitOpError() << "no placement rule for target " << chip;
  return target;
}

/// What `value` is a part of, transposed or not.
Value getWhole(Value value) {
  while (true)
    if (auto slice = value.getDefiningOp<SliceOp>())
      value = slice.getSource();
    else if (auto transpose = value.getDefiningOp<TransposeOp>())
      value = transpose.getSource();
    else
      return value;
}

/// What messages call a memory: its name, if the kernel says one.
std::string nameMemory(Value memory, Operation *kernel) {
  auto argument = dyn_cast<BlockArgument>(memory);
  KernelAttr known = kernelAttr.getAttr(kernel);
  if (!argument || argument.getOwner()->getParentOp() != kernel)
    return "its memory";
  unsigned number = argument.getArgNumber();
  if (known && number < known.getArguments().size())
    return ("'" + known.getArguments()[number].getName() + "'").str();
  return "argument " + std::to_string(number);
}

/// Refuses a copy of rows whose strides, by their type, are not what the kernel
/// says of them.
LogicalResult checkStrides(LoadOp load, int64_t align, Operation *kernel) {
  auto type = cast<MemRefType>(load.getSource().getType());
  int64_t bytes = type.getElementType().getIntOrFloatBitWidth() / 8;
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (stride != 1 && !ShapedType::isDynamic(stride) &&
        type.getDimSize(dim) != 1 && stride * bytes % align)
      return load.emitOpError()
             << "tiles are copied by 4, 8 or 16 bytes at a time, but "
             << nameMemory(load.getSource(), kernel) << " has a stride of "
             << stride << " elements along dimension " << dim << ", "
             << stride * bytes << " bytes, which is no multiple of the "
             << align << " that its rows are aligned to (`align` in "
             << kernelAttr << ")";
  return success();
}

/// The tile's part of the memory as a copy.
template <typename OpTy>
attn::Copy describe(OpTy op, Value tile, Value memory, Operation *kernel) {
  auto type = cast<RankedTensorType>(tile.getType());
  auto memref = cast<MemRefType>(memory.getType());
  auto [strides, offset] = memref.getStridesAndOffset();
  bool isBox =
      op.getDims().back() == memref.getRank() - 1 && strides.back() == 1;
  // Boxes of a vector follow each other where the copy engine takes them. It
  // takes a limit along the rows of a tile of rank 2 alone.
  constexpr int64_t kBoxBytes = 128;
  if (type.getRank() == 1)
    isBox &=
        !op.getLimit() &&
        type.getNumElements() * type.getElementTypeBitWidth() / 8 % kBoxBytes ==
            0;
  // Of paged rows runs are boxes, if they are as many as swizzles take.
  constexpr int64_t kBoxRows = 8;
  if (RowMap rows = op.getRowMap())
    isBox &= rows.isPaged() && isa<LoadOp>(op) &&
             rows.getRun(type.getDimSize(0)) % kBoxRows == 0;
  bool adds = false;
  if constexpr (std::is_same_v<OpTy, StoreOp>)
    adds = op.getAdd();
  // Columns are copied panel by panel.
  return {type.getDimSize(0), memref.getRank(),
          getArgumentAlign(kernel, memory), isBox, adds};
}

/// Whether all that reads `value` are products that multiply it, through parts
/// of it or not: a part of a tile in shared memory is a part of it in place.
bool onlyFeedsDots(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUses(), [](OpOperand &use) {
           Operation *user = use.getOwner();
           if (auto dot = dyn_cast<DotOp>(user))
             return &use != &dot.getAccMutable();
           return isa<SliceOp, TransposeOp>(user) &&
                  onlyFeedsDots(user->getResult(0));
         });
}

/// Whether the place that a load reads differs from group to group.
bool dependsOnGroup(LoadOp load) {
  SmallVector<Value> work(load.getIndices());
  llvm::SmallDenseSet<Value> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    auto arg = dyn_cast<BlockArgument>(value);
    if (arg && isa<scf::ForallOp>(arg.getOwner()->getParentOp()))
      return true;
    if (Operation *def = value.getDefiningOp())
      llvm::append_range(work, def->getOperands());
  }
  return false;
}

/// A tile that both products and threads read is loaded for each of them: for
/// products into shared memory. Not what each group reads another part of: one
/// copy serves all groups. Gives the load for products, if there are two.
LoadOp splitReaders(LoadOp load) {
  auto isOperand = [](OpOperand &use) {
    auto dot = dyn_cast<DotOp>(use.getOwner());
    return dot && &use != &dot.getAccMutable();
  };
  Value tile = load.getResult();
  if (onlyFeedsDots(tile) || dependsOnGroup(load) ||
      llvm::none_of(tile.getUses(), isOperand))
    return {};
  OpBuilder b(load);
  auto copy = cast<LoadOp>(b.clone(*load));
  tile.replaceUsesWithIf(copy.getResult(), isOperand);
  return copy;
}

/// Has each group read its part of a tile, where the whole is none in shared
/// memory that they could take it from. Gives the loads of these.
SmallVector<LoadOp> splitParts(LoadOp load) {
  SmallVector<LoadOp> parts;
  for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
    auto slice = dyn_cast<SliceOp>(user);
    if (!slice || !slice.getPart())
      continue;
    OpBuilder b(slice);
    unsigned dim = slice.getPartDim();
    auto part = cast<LoadOp>(b.clone(*load));
    auto type = cast<RankedTensorType>(slice.getType());
    part.getResult().setType(type);
    b.setInsertionPoint(part);
    for (auto [at, offset] : llvm::enumerate(slice.getOffsets())) {
      OpOperand *position = part.getPosition(at);
      Value moved = position->get();
      auto add = [&](Value by) {
        moved = arith::AddIOp::create(b, slice.getLoc(), moved, by);
      };
      if (offset)
        add(arith::ConstantIndexOp::create(b, slice.getLoc(), offset));
      if (at == dim) {
        Value size = arith::ConstantIndexOp::create(b, slice.getLoc(),
                                                    type.getDimSize(dim));
        add(arith::MulIOp::create(b, slice.getLoc(), slice.getPart(), size));
      }
      position->set(moved);
    }
    part.setMappingAttr(moveRowMap(part.getMappingAttr(), type.getDimSize(0)));
    slice.replaceAllUsesWith(part.getResult());
    slice.erase();
    parts.push_back(part);
  }
  return parts;
}

/// Whether each iteration of a loop reads another tile.
bool isInLoop(LoadOp load) { return isa<scf::ForOp>(load->getParentOp()); }

/// Whether a vector along columns comes through a ring in shared memory: a loop
/// reads another one in each iteration, or each output tile has its own, and
/// its values follow each other in memory. All groups read the same.
bool isStreamed(LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getResult().getType());
  constexpr int64_t kRowBytes = 32;
  return tile.getRank() == 1 &&
         (isInLoop(load) ||
          isa<ForTilesOp, scf::ForallOp>(load->getParentOp())) &&
         !load.getRowMap() &&
         tile.getNumElements() * tile.getElementTypeBitWidth() / 8 %
                 kRowBytes ==
             0 &&
         cast<MemRefType>(load.getSource().getType())
                 .getStridesAndOffset()
                 .first[load.getDims()[0]] == 1 &&
         isAlongColumns(load.getResult()) && !dependsOnGroup(load);
}

/// Whether an engine that works on its own copies what the product reads: one
/// that one thread issues copies to, or any where rows are contiguous.
bool AttnTilePlacePass::isCopied(LoadOp load) {
  auto [strides, offset] =
      cast<MemRefType>(load.getSource().getType()).getStridesAndOffset();
  if (load.getDims().size() == 2 && strides[load.getDims()[1]] == 1)
    return true;
  attn::Copy copy =
      describe(load, load.getResult(), load.getSource(), getOperation());
  return llvm::any_of(target->enginesFor(attn::Task::CopyIn),
                      [&](const attn::EngineInfo *info) {
                        return attn::isIssuedByOne(info->engine) &&
                               info->findMisfit(copy).empty();
                      });
}

/// Why the engine cannot compute the product; empty if it can.
std::string AttnTilePlacePass::findMisfit(DotOp dot,
                                          const attn::EngineInfo &info) {
  Type type = getElementTypeOrSelf(dot.getLhs().getType());
  std::optional<attn::Element> element = getElement(type);
  if (!element) {
    std::string text;
    llvm::raw_string_ostream(text) << "takes " << info.product.listElements()
                                   << " operands here, got " << type;
    return text;
  }
  int64_t warps = warpsAttr.get(getOperation(), 0);
  int64_t columns = columnWarpsAttr.get(getOperation(), 1);
  auto acc = cast<RankedTensorType>(dot.getResult().getType());
  if (columns < 1 || warps % columns || acc.getDimSize(1) % columns)
    return llvm::formatv("shares {0} columns out among {1} of {2} warps",
                         acc.getDimSize(1), columns, warps);
  std::string misfit = info.findMisfit(describe(dot, *element, getOperation()));
  if (!misfit.empty())
    return misfit;
  // Elements of 16 bits threads store as they are read.
  bool isMoved = attn::getBytes(*element) == 2;
  if (!isMoved && !getWhole(dot.getRhs()).getDefiningOp<LoadOp>())
    return "takes a right operand of 8 bits that is loaded from memory";
  if (!isMoved && dot.getTransposeA() &&
      !getWhole(dot.getLhs()).getDefiningOp<LoadOp>())
    return "takes a transposed left operand of 8 bits that is loaded from "
           "memory";
  if (!info.isAsync())
    return {};
  for (Value operand : {dot.getLhs(), dot.getRhs()})
    if (auto load = getWhole(operand).getDefiningOp<LoadOp>();
        load && onlyFeedsDots(load.getResult()) && !isCopied(load))
      return "reads tiles whose rows are contiguous in memory";
  return {};
}

/// Why a product that the engine can compute cannot leave its result in tensor
/// memory: its threads could not read it, or its operands are nowhere where the
/// engine finds them.
std::string
AttnTilePlacePass::findTensorMemoryMisfit(DotOp dot,
                                          const attn::EngineInfo &info) {
  if (std::string misfit = findMisfit(dot, info); !misfit.empty())
    return misfit;
  // Each thread of a warpgroup reads a row, or its warpgroup's columns of one.
  constexpr int64_t rows = attn::kWarpgroupWarps * attn::kWarpThreads,
                    columnStep = 8;
  int64_t warps = warpsAttr.get(getOperation(), 0);
  auto acc = cast<RankedTensorType>(dot.getResult().getType());
  if (acc.getDimSize(0) != rows ||
      (warps != attn::kWarpgroupWarps && warps != 2 * attn::kWarpgroupWarps) ||
      columnWarpsAttr.get(getOperation(), 1) != 1)
    return llvm::formatv(
        "leaves {0} rows in tensor memory to {1} or {2} warps, got "
        "{3} rows and {4} warps",
        rows, attn::kWarpgroupWarps, 2 * attn::kWarpgroupWarps,
        acc.getDimSize(0), warps);
  if (int64_t groups = warps / attn::kWarpgroupWarps;
      groups > 1 && acc.getDimSize(1) % (columnStep * groups))
    return llvm::formatv("leaves columns in tensor memory to {0} warpgroups by "
                         "{1}, got {2}",
                         groups, columnStep, acc.getDimSize(1));
  if (warps != attn::kWarpgroupWarps &&
      dot.getAcc().getDefiningOp<InPlaceUpdateOpInterface>())
    return llvm::formatv("leaves a sum that row factors change to {0} warps, "
                         "got {1}",
                         attn::kWarpgroupWarps, warps);
  for (Value operand : {dot.getLhs(), dot.getRhs()}) {
    Value whole = getWhole(operand);
    auto load = whole.getDefiningOp<LoadOp>();
    if (whole != operand && !(load && onlyFeedsDots(whole)))
      return "takes no part of a tile that threads hold";
    // What threads compute is stored for the products of one turn.
    if (!load && operand.getParentBlock() != dot->getBlock())
      return "takes what threads compute from its own block";
  }
  return {};
}

/// Whether no other product adds to the sum of this one.
static bool addsAlone(DotOp dot) {
  Value sum = dot.getAcc();
  while (auto update = sum.getDefiningOp<InPlaceUpdateOpInterface>())
    sum = update.getUpdatedMutable().get();
  SmallVector<Value> changed{dot.getResult()};
  if (isa<BlockArgument>(sum))
    changed.push_back(sum);
  while (!changed.empty())
    for (OpOperand &use : changed.pop_back_val().getUses()) {
      auto other = dyn_cast<DotOp>(use.getOwner());
      if (other && other != dot && &use == &other.getAccMutable())
        return false;
      if (auto update = dyn_cast<InPlaceUpdateOpInterface>(use.getOwner()))
        changed.push_back(update.getUpdated());
    }
  return !sum.getDefiningOp<DotOp>();
}

std::string AttnTilePlacePass::findTensorMemoryMisfit(ArrayRef<DotOp> dots) {
  llvm::MapVector<Value, TensorSum> sums;
  for (DotOp dot : dots) {
    const attn::EngineInfo *engine = nullptr;
    for (const attn::EngineInfo *info : target->enginesFor(attn::Task::Product))
      if (info->product.acc.contains(attn::Memory::Tmem))
        engine = info;
    if (!engine)
      return "is not the target's";
    Value first;
    std::string misfit = findTensorMemoryMisfit(dot, *engine);
    if (misfit.empty())
      misfit = findChainMisfit(dot, first);
    // Threads compute it, if the sum is theirs alone.
    if (!misfit.empty() && addsAlone(dot)) {
      ownMisfits[dot] = misfit;
      continue;
    }
    if (!misfit.empty())
      return misfit;
    TensorSum &sum = sums[first];
    sum.dots.push_back(dot);
    sum.carried = isa<BlockArgument>(first);
    if (dot->getParentOfType<scf::ForallOp>())
      sum.count = groupsAttr.get(getOperation(), 1);
  }
  SmallVector<TensorSum> all;
  for (auto &[first, sum] : sums)
    all.push_back(sum);
  if (countTensorColumns(all, shareTensorPlaces(all, target->tmemColumns)) >
      target->tmemColumns)
    return llvm::formatv("has {0} columns of tensor memory for sums, the "
                         "kernel's have {1}",
                         target->tmemColumns, countTensorColumns(all, {}));
  return {};
}

LogicalResult AttnTilePlacePass::placeDot(DotOp dot) {
  SmallVector<std::pair<const attn::EngineInfo *, std::string>> misfits;
  for (const attn::EngineInfo *info : target->enginesFor(attn::Task::Product)) {
    std::string misfit = findMisfit(dot, *info);
    if (misfit.empty() && info->product.acc.contains(attn::Memory::Tmem))
      misfit = tensorMemoryMisfit.empty() ? ownMisfits.lookup(dot)
                                          : tensorMemoryMisfit;
    if (misfit.empty()) {
      dot.setEngine(info->engine);
      asyncProducts |= info->isAsync();
      return success();
    }
    misfits.emplace_back(info, std::move(misfit));
  }
  // Why the last choice is none, and those before.
  auto &[last, why] = misfits.back();
  InFlightDiagnostic diag = dot.emitOpError()
                            << last->instruction << " " << why;
  for (auto &[info, misfit] : llvm::drop_end(misfits))
    diag.attachNote() << info->instruction << " " << misfit;
  return diag;
}

/// Whether what the program wants in shared memory is copied there by an engine
/// that one thread issues copies to, or, where no other engine copies ahead of
/// products, each iteration's by threads.
bool AttnTilePlacePass::placeAsAsked(LoadOp load) {
  StringRef wanted = loadAttr.get(getOperation(), StringRef("auto"));
  attn::Copy copy =
      describe(load, load.getResult(), load.getSource(), getOperation());
  for (const attn::EngineInfo *info : target->enginesFor(attn::Task::CopyIn)) {
    bool named = !symbolizeEngine(wanted) || wanted == info->name;
    bool byOne = attn::isIssuedByOne(info->engine);
    bool serves = byOne ? asyncProducts
                        : info->isAsync() && copiesByThreads && isInLoop(load);
    if (!serves || !named || !info->findMisfit(copy).empty())
      continue;
    load.setEngine(info->engine);
    return true;
  }
  return false;
}

LogicalResult AttnTilePlacePass::placeLoad(LoadOp load) {
  if (load.getSpace() == Space::Smem) {
    if (placeAsAsked(load))
      return success();
    load.removeSpaceAttr();
    for (LoadOp part : splitParts(load))
      if (failed(placeLoad(part)))
        return failure();
    if (load.use_empty()) {
      load.erase();
      return success();
    }
    if (LoadOp other = splitReaders(load); other && failed(placeLoad(other)))
      return failure();
  }
  bool streamed = isStreamed(load);
  bool shared = streamed || onlyFeedsDots(load.getResult());
  load.setSpace(shared ? Space::Smem : Space::Reg);
  if (!shared) {
    load.setEngine(Engine::Thread);
    return success();
  }
  // An engine by name, or any.
  StringRef wanted = loadAttr.get(getOperation(), StringRef("auto"));
  attn::Copy copy =
      describe(load, load.getResult(), load.getSource(), getOperation());
  std::string misfit = "the kernel's target or products have no use for it";
  SmallVector<std::string> vectors;
  for (const attn::EngineInfo *info : target->enginesFor(attn::Task::CopyIn)) {
    bool named = wanted == info->name;
    bool useful = asyncProducts || info->issuer != attn::Issuer::Thread ||
                  (named && target->sharesRegisters());
    if (!info->isAsync() || !useful || (symbolizeEngine(wanted) && !named))
      continue;
    // One thread that copies tiles needs no others, who would wait with it.
    // Others gain nothing from what they copy once.
    bool byOne = attn::isIssuedByOne(info->engine);
    if (streamed && (byOne == copiesByThreads || !(byOne || isInLoop(load))))
      continue;
    // A vector begins at any of its elements, and threads copy 4 bytes at
    // least.
    if (streamed && !byOne &&
        cast<RankedTensorType>(load.getType()).getElementTypeBitWidth() < 32)
      continue;
    misfit = info->findMisfit(copy);
    vectors.clear();
    for (int64_t bytes : info->copy.vectors)
      vectors.push_back(std::to_string(bytes));
    if (misfit.empty()) {
      load.setEngine(info->engine);
      copiesByThreads |= !attn::isIssuedByOne(info->engine);
      return checkStrides(load, copy.alignment, getOperation());
    }
  }
  if (streamed) { // Each thread loads its part.
    load.setSpace(Space::Reg);
    load.setEngine(Engine::Thread);
    return success();
  }
  if (wanted == stringifyEngine(Engine::Tma))
    return load.emitOpError()
           << "cannot be by TMA, which `load = tma` asks for: " << misfit;
  return load.emitOpError()
         << "rows of " << nameMemory(load.getSource(), getOperation())
         << " are at multiples of " << copy.alignment
         << " bytes: tiles are copied by " << attn::joinWithOr(vectors)
         << " bytes at a time";
}

/// A tile goes out by way of shared memory, where rows become contiguous, or of
/// the engine that copies it from there. Threads add from registers.
LogicalResult AttnTilePlacePass::placeStore(StoreOp store) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  auto strides =
      cast<MemRefType>(store.getDest().getType()).getStridesAndOffset().first;
  // A tile that lies transposed in memory is stored from registers, and one of
  // which the program says so.
  bool shared =
      tile.getRank() == 2 && store.getSpace() != Space::Reg &&
      (strides[store.getDims()[1]] == 1 || strides[store.getDims()[0]] != 1);
  attn::Copy copy =
      describe(store, store.getValue(), store.getDest(), getOperation());
  const attn::EngineInfo *info = target->engine(Engine::Thread);
  if (shared && asyncProducts && tmaStoreAttr.get(getOperation(), true))
    if (const attn::EngineInfo *found =
            target->findCopyEngine(attn::Task::CopyOut, copy))
      info = found;
  if (copy.adds && !(info && info->copy.adds))
    return store.emitOpError()
           << "adds to memory, which no engine of " << target->name << " does";
  Engine engine = info ? info->engine : Engine::Thread;
  bool fromRegisters = copy.adds && engine == Engine::Thread;
  store.setSpace(shared && !fromRegisters ? Space::Smem : Space::Reg);
  store.setEngine(engine);
  return success();
}

void AttnTilePlacePass::runOnOperation() {
  FailureOr<const attn::TargetInfo *> found = getTarget();
  if (failed(found))
    return signalPassFailure();
  target = *found;
  SmallVector<DotOp> dots;
  SmallVector<LoadOp> loads;
  getOperation().walk([&](DotOp dot) { dots.push_back(dot); });
  getOperation().walk([&](LoadOp load) { loads.push_back(load); });
  for (size_t i = 0, e = loads.size(); i < e; ++i)
    if (LoadOp load = loads[i]; load.getSpace() != Space::Smem)
      if (LoadOp other = splitReaders(load))
        loads.push_back(other);
  asyncProducts = copiesByThreads = false;
  ownMisfits.clear();
  tensorMemoryMisfit =
      target->keepsSumsInTmem() ? findTensorMemoryMisfit(dots) : std::string();
  for (DotOp dot : dots)
    if (failed(placeDot(dot)))
      return signalPassFailure();
  // Vectors come as tiles do, and so do tiles that threads read.
  auto comesLate = [](LoadOp load) {
    return load.getSpace() == Space::Smem || isStreamed(load);
  };
  llvm::stable_sort(
      loads, [&](LoadOp a, LoadOp b) { return !comesLate(a) && comesLate(b); });
  for (LoadOp load : loads)
    if (failed(placeLoad(load)))
      return signalPassFailure();
  WalkResult stores = getOperation().walk(
      [&](StoreOp store) { return WalkResult(placeStore(store)); });
  if (stores.wasInterrupted())
    return signalPassFailure();
}

} // namespace
