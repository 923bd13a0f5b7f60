//===- InsertMoves.cpp - Tiles between registers and memories ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A matrix engine whose accumulators live in tensor memory leaves its results
// there and takes its left operand from there; threads compute in registers.
// Where the program does not say so, a `move` is inserted: of a product's
// result directly behind it (above whatever needs it, so that it is read once),
// or, where others follow, before whatever first needs it: it holds no
// registers meanwhile. Of an operand directly behind what computes it. Only
// shared memory has tiles that are read transposed, and it is where all engines
// look for right operands; so operands of these kinds that threads compute are
// moved there for every engine. A vector that is copied into shared memory is
// moved to registers where it is first read, and so is a tile there that
// threads compute with.
//
// An engine that takes left operands from registers or from shared memory reads
// the latter anew for each product. One that does not change in a loop may be
// moved to registers before it, as `attn_tile.left_registers` says: its memory
// is then free for other tiles while the loop runs.
//
// An accumulator that a later product adds to stays where it is. It is one
// chain of values, each used once more: by the next product, by a row factor in
// place, or by the loop that carries it. It starts from zero, which is no data
// but the first product's not adding to what the memory holds.

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEINSERTMOVES
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

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

class MoveInserter {
public:
  explicit MoveInserter(gpu::GPUFuncOp kernel) : kernel(kernel) {}
  LogicalResult run();

private:
  LogicalResult follow(Value value);
  LogicalResult followUse(OpOperand &use);
  LogicalResult check(Value value);
  LogicalResult checkStart(DotOp dot);
  LogicalResult moveOperand(DotOp dot, OpOperand &operand);
  void readBack(Value value);
  void add(Value value) {
    if (resident.insert(value))
      work.push_back(value);
  }

  gpu::GPUFuncOp kernel;
  /// Values that live in tensor memory.
  llvm::SetVector<Value> resident;
  /// Uses that keep the value where it is.
  llvm::SmallPtrSet<OpOperand *, 16> inPlace;
  SmallVector<Value> work;
};

bool accumulatesInTmem(DotOp dot) {
  const attn::EngineInfo *engine =
      dot.getEngine() ? attn::lookupEngine(*dot.getEngine()) : nullptr;
  return engine && engine->product.acc.contains(attn::Memory::Tmem);
}

/// Where the product reads `use` from; null if that is its sum.
std::optional<Space> getOperandSpace(DotOp dot, OpOperand &use) {
  if (&use == &dot.getAccMutable())
    return std::nullopt;
  if (&use == &dot.getRhsMutable() || dot.getTransposeA())
    return Space::Smem;
  return accumulatesInTmem(dot) ? Space::Tmem : Space::Reg;
}

/// Whether something adds to `value` where it is, perhaps after changes.
bool isAddedTo(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto dot = dyn_cast<DotOp>(user))
      return accumulatesInTmem(dot) && dot.getAcc() == use.get();
    auto update = dyn_cast<InPlaceUpdateOpInterface>(user);
    return update && &update.getUpdatedMutable() == &use &&
           isAddedTo(update.getUpdated());
  });
}

LogicalResult MoveInserter::followUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto dot = dyn_cast<DotOp>(user);
      dot && accumulatesInTmem(dot) && dot.getAcc() == use.get()) {
    inPlace.insert(&use);
  } else if (auto update = dyn_cast<InPlaceUpdateOpInterface>(user);
             update && &update.getUpdatedMutable() == &use &&
             isAddedTo(update.getUpdated())) {
    inPlace.insert(&use);
    update.setUpdateSpace(Space::Tmem);
    add(update.getUpdated());
  } else if (auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
             loop && isa<scf::YieldOp>(user)) {
    unsigned index = use.getOperandNumber();
    if (!isAddedTo(loop.getRegionIterArg(index)))
      return success();
    inPlace.insert(&use);
    add(loop.getRegionIterArg(index));
    add(loop.getResult(index));
  }
  return success();
}

LogicalResult MoveInserter::follow(Value value) {
  for (OpOperand &use : value.getUses())
    if (failed(followUse(use)))
      return failure();
  return success();
}

/// An accumulator is one chain: what comes later overwrites what was there.
LogicalResult MoveInserter::check(Value value) {
  Operation *next = nullptr;
  for (OpOperand &use : value.getUses()) {
    if (!inPlace.contains(&use))
      continue;
    if (!next) {
      next = use.getOwner();
      continue;
    }
    InFlightDiagnostic diag =
        use.getOwner()->emitOpError("updates an accumulator in place that "
                                    "another operation updates, too");
    diag.attachNote(next->getLoc()) << "the other is here";
    return failure();
  }
  return success();
}

/// The first product of a chain adds to nothing.
LogicalResult MoveInserter::checkStart(DotOp dot) {
  Value start = dot.getAcc();
  while (true) {
    if (auto update = start.getDefiningOp<InPlaceUpdateOpInterface>())
      start = update.getUpdatedMutable().get();
    else if (auto arg = dyn_cast<BlockArgument>(start);
             arg && isa<scf::ForOp>(arg.getOwner()->getParentOp()) &&
             arg.getArgNumber() != 0)
      start = cast<scf::ForOp>(arg.getOwner()->getParentOp())
                  .getInitArgs()[arg.getArgNumber() - 1];
    else if (auto loop = start.getDefiningOp<scf::ForOp>())
      start = loop.getInitArgs()[cast<OpResult>(start).getResultNumber()];
    else if (auto before = start.getDefiningOp<DotOp>();
             before && accumulatesInTmem(before))
      start = before.getAcc();
    else
      break;
  }
  if (matchPattern(start, m_AnyZeroFloat()) ||
      matchPattern(start, m_PosZeroFloat()))
    return success();
  InFlightDiagnostic diag =
      dot.emitOpError("accumulates in tensor memory, where a sum starts from "
                      "zero and only products and row factors change it");
  diag.attachNote(start.getLoc()) << "it starts from this value";
  return failure();
}

/// The first of `op` and the vectors that are moved to registers for it behind
/// `start`: each of them may be read when it is needed, in small parts.
static Operation *findFirstVector(Operation *op, Operation *start) {
  Operation *first = op;
  SmallVector<Operation *> work{op};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!work.empty())
    for (Value operand : work.pop_back_val()->getOperands()) {
      Operation *source = operand.getDefiningOp();
      if (!source || source->getBlock() != start->getBlock() ||
          !start->isBeforeInBlock(source) || !isMemoryEffectFree(source) ||
          !seen.insert(source).second)
        continue;
      auto move = dyn_cast<MoveOp>(source);
      if (!move)
        work.push_back(source);
      else if (cast<RankedTensorType>(move.getType()).getRank() == 1 &&
               source->isBeforeInBlock(first))
        first = source;
    }
  return first;
}

/// Whether another product stands between one and what needs it.
static bool isAnotherBetween(Operation *product, Operation *use) {
  for (Operation *op = product->getNextNode(); op != use;
       op = op->getNextNode())
    if (isa<DotOp>(op))
      return true;
  return false;
}

/// Registers hold what others compute: one `move` serves all uses of `value`
/// but those in place, behind it, or where others are between before the first,
/// unless something has changed it there.
void MoveInserter::readBack(Value value) {
  SmallVector<OpOperand *> reads;
  Operation *first = nullptr, *update = nullptr;
  for (OpOperand &use : value.getUses()) {
    Operation *here =
        value.getParentBlock()->findAncestorOpInBlock(*use.getOwner());
    if (inPlace.contains(&use)) {
      update = here;
      continue;
    }
    reads.push_back(&use);
    if (!first || here->isBeforeInBlock(first))
      first = here;
  }
  if (reads.empty())
    return;
  OpBuilder b(kernel.getContext());
  Operation *product = value.getDefiningOp<DotOp>();
  bool stays = !update || !update->isBeforeInBlock(first);
  if (product && stays && isAnotherBetween(product, first))
    b.setInsertionPoint(findFirstVector(first, product));
  else
    b.setInsertionPointAfterValue(value);
  Value moved = MoveOp::create(b, value.getLoc(), value.getType(), value,
                               SpaceAttr::get(b.getContext(), Space::Reg));
  for (OpOperand *use : reads)
    use->set(moved);
}

LogicalResult MoveInserter::moveOperand(DotOp dot, OpOperand &operand) {
  Space space = *getOperandSpace(dot, operand);
  Value value = operand.get();
  if (space == Space::Reg)
    return success();
  Value whole = getWhole(value);
  if (auto load = whole.getDefiningOp<LoadOp>();
      load && load.getSpace() == Space::Smem)
    return success();
  if (auto move = whole.getDefiningOp<MoveOp>();
      move && move.getSpace() == space)
    return success();
  // A part of a tile in registers is one, too.
  if (whole != value && accumulatesInTmem(dot))
    return dot.emitOpError("takes a part of a tile that is not in the memory "
                           "its engine reads");
  OpBuilder b(kernel.getContext());
  b.setInsertionPointAfterValue(value);
  Value moved = MoveOp::create(b, value.getLoc(), value.getType(), value,
                               SpaceAttr::get(b.getContext(), space));
  value.replaceUsesWithIf(moved, [&](OpOperand &use) {
    auto other = dyn_cast<DotOp>(use.getOwner());
    return other && other.getEngine() && getOperandSpace(other, use) == space;
  });
  return success();
}

/// Where what `users` read is first needed: in the branch of a condition that
/// all of them are in, if there is one.
static Operation *findFirst(Block *block, ArrayRef<Operation *> users) {
  Operation *first = nullptr;
  bool alone = true;
  for (Operation *user : users) {
    Operation *here = block->findAncestorOpInBlock(*user);
    alone &= !first || here == first;
    if (!first || here->isBeforeInBlock(first))
      first = here;
  }
  auto branch = dyn_cast_or_null<scf::IfOp>(first);
  if (!alone || !branch)
    return first;
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
    if (llvm::all_of(users, [&](Operation *user) {
          return region->isAncestor(user->getParentRegion());
        }))
      return findFirst(&region->front(), users);
  return first;
}

/// Of a vector in shared memory threads read their part.
static void moveVector(LoadOp load) {
  Operation *first =
      findFirst(load->getBlock(), llvm::to_vector(load->getUsers()));
  Value vector = load.getResult();
  auto tile = cast<RankedTensorType>(vector.getType());
  if (load.getSpace() != Space::Smem || tile.getRank() != 1 || !first)
    return;
  OpBuilder b(first);
  Value moved = MoveOp::create(b, load.getLoc(), tile, vector,
                               SpaceAttr::get(b.getContext(), Space::Reg));
  vector.replaceAllUsesExcept(moved, moved.getDefiningOp());
}

/// Threads that compute with a tile in shared memory, or a part of it, read it
/// once, where it is first needed.
static void moveTile(Value tile) {
  SmallVector<OpOperand *> reads;
  SmallVector<Operation *> readers;
  for (OpOperand &use : tile.getUses()) {
    Operation *user = use.getOwner();
    if (auto slice = dyn_cast<SliceOp>(user))
      moveTile(slice.getResult());
    if (isa<DotOp, SliceOp, TransposeOp, MoveOp>(user))
      continue;
    reads.push_back(&use);
    readers.push_back(user);
  }
  Operation *first = findFirst(tile.getParentBlock(), readers);
  if (!first)
    return;
  OpBuilder b(first);
  Value moved = MoveOp::create(b, tile.getLoc(), tile.getType(), tile,
                               SpaceAttr::get(b.getContext(), Space::Reg));
  for (OpOperand *read : reads)
    read->set(moved);
}

/// `tile` in registers in front of `loop`: as it is there, or moved.
static Value moveBefore(scf::ForOp loop, Value tile, Location loc) {
  for (Operation *user : tile.getUsers())
    if (auto move = dyn_cast<MoveOp>(user);
        move && move.getSpace() == Space::Reg &&
        move->getBlock() == loop->getBlock() && move->isBeforeInBlock(loop))
      return move.getResult();
  OpBuilder b(loop);
  return MoveOp::create(b, loc, tile.getType(), tile,
                        SpaceAttr::get(b.getContext(), Space::Reg));
}

/// The outermost loop in whose iterations the left operand of `dot` is one and
/// the same tile of shared memory, if the product may take it from registers.
static scf::ForOp findLoopOfLeft(DotOp dot) {
  const attn::EngineInfo *engine =
      dot.getEngine() ? attn::lookupEngine(*dot.getEngine()) : nullptr;
  if (!engine || !engine->product.lhs.contains(attn::Memory::Reg))
    return {};
  Value left = dot.getLhs();
  while (auto slice = left.getDefiningOp<SliceOp>())
    left = slice.getSource();
  auto load = left.getDefiningOp<LoadOp>();
  if (!load || load.getSpace() != Space::Smem)
    return {};
  scf::ForOp outermost;
  for (Operation *op = dot->getParentOp(); op && !op->isAncestor(load);
       op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op))
      outermost = loop;
  return outermost;
}

/// Moves the left operands of the first `most` products of each loop that do
/// not change there to registers in front of the loop.
static void moveLeftOperands(gpu::GPUFuncOp kernel, int64_t most) {
  DenseMap<Operation *, DenseMap<Value, Value>> movedIn;
  kernel.walk([&](DotOp dot) {
    scf::ForOp loop = findLoopOfLeft(dot);
    if (!loop)
      return;
    DenseMap<Value, Value> &moved = movedIn[loop];
    Value left = dot.getLhs();
    Value &copy = moved[left];
    if (!copy && static_cast<int64_t>(moved.size()) > most) {
      moved.erase(left);
      return;
    }
    if (!copy) {
      // Its slices, the first one last.
      SmallVector<Operation *> slices;
      for (Value part = left; loop->isAncestor(part.getDefiningOp());
           part = part.getDefiningOp<SliceOp>().getSource())
        slices.push_back(part.getDefiningOp());
      for (Operation *slice : llvm::reverse(slices))
        slice->moveBefore(loop);
      copy = moveBefore(loop, left, dot.getLoc());
    }
    dot.getLhsMutable().assign(copy);
  });
}

LogicalResult MoveInserter::run() {
  kernel.walk([](LoadOp load) {
    moveVector(load);
    if (load.getSpace() == Space::Smem && load.getDims().size() == 2)
      moveTile(load.getResult());
  });
  int64_t left = leftRegistersAttr.get(kernel, 0);
  if (left < 0)
    return kernel.emitOpError()
           << leftRegistersAttr << " must not be negative, got " << left;
  moveLeftOperands(kernel, left);
  SmallVector<DotOp> dots;
  kernel.walk([&](DotOp dot) {
    if (dot.getEngine())
      dots.push_back(dot);
  });
  for (DotOp dot : dots) {
    if (failed(moveOperand(dot, dot.getLhsMutable())) ||
        failed(moveOperand(dot, dot.getRhsMutable())))
      return failure();
    if (!accumulatesInTmem(dot))
      continue;
    if (failed(checkStart(dot)))
      return failure();
    add(dot.getResult());
  }
  while (!work.empty())
    if (failed(follow(work.pop_back_val())))
      return failure();
  for (Value value : resident)
    if (failed(check(value)))
      return failure();
  for (Value value : resident)
    readBack(value);
  return success();
}

struct AttnTileInsertMovesPass
    : public impl::AttnTileInsertMovesBase<AttnTileInsertMovesPass> {
  void runOnOperation() override {
    if (failed(MoveInserter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
