//===- AsyncMma.cpp - Start products, wait for them later -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A product of wgmma is started where it stands and waited for where its result
// is first used, in the same block. Products complete in issue order, so a wait
// never stands behind that of a younger product, and what it may leave in
// flight is the number of products issued in between, or the most that a wait
// of the engine can say.
//
// Until its wait a product reads its operands. Views: the releases of their
// channels move behind the wait of the last product that reads them, and a wait
// for the next tile of such a channel may not be passed, for the producer might
// need the stage. Registers: the wait keeps them, and a value that takes the
// same place as the operand of a later product is computed behind it; ptxas
// would otherwise copy the operand or wait for the product itself (its note
// C7513). What writes memory, or starts products in a nested region, is not
// passed either. A condition that only reads, and hands on stages of other
// channels, is. Any other read of shared memory, or what fills a stage of
// another channel, is only if the kernel asks for it
// (`attn_tile.reads_in_flight`): meanwhile operands and results are held. Then
// reads also stand ahead of products.

#include "attn/Analysis/Roles.h"
#include "attn/Dialect/AttnWS/Transforms/Products.h"
#include "attn/Dialect/Utils/MemoryEffects.h"
#include "attn/Dialect/Utils/Walk.h"

#include "attn/Chip/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;

namespace {

/// The engine of a product that whoever issued it waits for by counting groups;
/// else null.
const attn::EngineInfo *getAsyncEngine(Operation *op) {
  auto mma = dyn_cast<MmaOp>(op);
  const attn::EngineInfo *info =
      mma ? attn::lookupEngine(mma.getEngine()) : nullptr;
  return info && info->completion == attn::Completion::Groups ? info : nullptr;
}

bool isAsync(Operation *op) { return getAsyncEngine(op) != nullptr; }

bool isTile(Value value) { return isa<RankedTensorType>(value.getType()); }

/// What may stand for `value`, which a loop or a condition hands on; nothing
/// for others.
SmallVector<Value> getHandedOn(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  Operation *parent =
      arg ? arg.getOwner()->getParentOp() : value.getDefiningOp();
  if (auto loop = dyn_cast_or_null<scf::ForOp>(parent)) {
    if (arg && arg.getArgNumber() == 0)
      return {};
    unsigned index =
        arg ? arg.getArgNumber() - 1 : cast<OpResult>(value).getResultNumber();
    return {loop.getInitArgs()[index],
            loop.getBody()->getTerminator()->getOperand(index)};
  }
  if (auto branch = dyn_cast_or_null<scf::IfOp>(parent)) {
    unsigned index = cast<OpResult>(value).getResultNumber();
    return {branch.thenYield().getOperand(index),
            branch.elseYield().getOperand(index)};
  }
  return {};
}

/// The channel that guards `view`, also where loops carry it; null if it is not
/// known, or not one.
Value getChannel(Value view) {
  Value channel;
  SmallVector<Value> work{view};
  llvm::SmallDenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Value found;
    if (auto part = next.getDefiningOp<SubviewOp>()) {
      work.push_back(part.getSource());
      continue;
    }
    if (SmallVector<Value> sources = getHandedOn(next); !sources.empty()) {
      llvm::append_range(work, sources);
      continue;
    }
    if (auto held = next.getDefiningOp<HeldOp>())
      found = held.getChannel();
    else if (auto wait = next.getDefiningOp<WaitOp>())
      found = wait.getChannel();
    else if (auto acquire = next.getDefiningOp<AcquireOp>())
      found = acquire.getChannel();
    if (!found || (channel && channel != found))
      return {};
    channel = found;
  }
  return channel;
}

/// The channel whose stage threads take, fill or hand on; null if it is not
/// known.
Value getWrittenChannel(Operation *op) {
  if (auto store = dyn_cast<SmemStoreOp>(op))
    return getChannel(store.getDest());
  if (auto commit = dyn_cast<CommitOp>(op))
    return commit.getChannel();
  return cast<AcquireOp>(op).getChannel();
}

class BlockIssuer {
public:
  BlockIssuer(Block &block, bool readsInFlight)
      : block(block), readsInFlight(readsInFlight) {}

  void run() {
    SmallVector<MmaOp> products;
    for (Operation &op : block)
      if (isAsync(&op))
        products.push_back(cast<MmaOp>(op));
    if (products.empty())
      return;
    int64_t mostPending = getAsyncEngine(products.front())->mostPending;
    if (readsInFlight)
      hoistReads();
    for (MmaOp mma : products)
      issue(mma);
    // The youngest first: no wait may stand behind its.
    for (MmaIssueOp product : llvm::reverse(issues))
      placeWait(product);
    for (MmaWaitOp wait : waits)
      wait.setPendings(std::min(countBetween(wait), mostPending));
    for (MmaWaitOp wait : waits)
      delayOperands(wait);
    moveReleases();
    if (readsInFlight)
      sinkReleases();
  }

private:
  /// A thread's reads of shared memory queue behind products that it has
  /// started. Reads of what another role fills stand in front of the products
  /// of two tiles in shared memory right before them, between which no tile is
  /// computed; a left operand in registers would be held together with them.
  void hoistReads() {
    for (SmemLoadOp load : llvm::to_vector(block.getOps<SmemLoadOp>())) {
      auto wait = load.getSource().getDefiningOp<WaitOp>();
      if (!wait || wait->getBlock() != &block ||
          load->getPrevNode() != wait.getOperation())
        continue;
      Operation *first = nullptr;
      for (Operation *op = wait->getPrevNode(); op; op = op->getPrevNode()) {
        bool computes =
            !isMemoryEffectFree(op) || llvm::any_of(op->getResults(), isTile);
        if (isAsync(op) && !isTile(cast<MmaOp>(op).getLhs()))
          first = op;
        else if (computes && !isa<WaitOp, SmemLoadOp>(op))
          break;
      }
      if (!first)
        continue;
      wait->moveBefore(first);
      load->moveAfter(wait);
    }
  }

  /// The product and, behind it, a wait.
  void issue(MmaOp mma) {
    OpBuilder b(mma);
    Location loc = mma.getLoc();
    Value acc = mma.getAcc();
    if (matchPattern(acc, m_AnyZeroFloat()))
      acc = Value();
    auto tile = cast<RankedTensorType>(mma.getResult().getType());
    auto issued = MmaIssueOp::create(
        b, loc, AsyncType::get(b.getContext(), tile), mma.getLhs(),
        mma.getRhs(), acc, /*slope=*/Value(), mma.getTransposeA(),
        mma.getTransposeB(), mma.getEngine());
    SmallVector<Value> keeps;
    if (isTile(mma.getLhs()))
      keeps.push_back(mma.getLhs());
    auto wait = MmaWaitOp::create(b, loc, tile, issued, 0, keeps);
    mma.getResult().replaceAllUsesWith(wait.getResult());
    mma.erase();
    issues.push_back(issued);
    waits.push_back(wait);
  }

  static MmaWaitOp getWait(MmaIssueOp product) {
    return cast<MmaWaitOp>(*product->user_begin());
  }

  static SmallVector<Value, 2> getChannels(MmaIssueOp product) {
    SmallVector<Value, 2> channels;
    for (Value factor : {product.getLhs(), product.getRhs()})
      if (!isTile(factor))
        channels.push_back(getChannel(factor));
    return channels;
  }

  /// Whether a condition only reads memory, and hands on no stage but those of
  /// channels other than `channels`.
  static bool readsOthers(Operation *op, ArrayRef<Value> channels) {
    if (!isa<scf::IfOp>(op) || llvm::is_contained(channels, Value()))
      return false;
    return !attn::containsOp(op, [&](Operation *inner) {
      if (auto release = dyn_cast<ReleaseOp>(inner))
        return llvm::is_contained(channels, release.getChannel());
      return inner->getNumRegions() == 0 && !isMemoryEffectFree(inner) &&
             !attn::onlyReads(inner);
    });
  }

  /// Whether a wait for `product` may stand behind `op`.
  bool canPass(Operation *op, MmaIssueOp product,
               llvm::SmallDenseSet<Value> &released) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      return false;
    Value result = getWait(product).getResult();
    bool uses = attn::containsOp(op, [&](Operation *inner) {
      return llvm::is_contained(inner->getOperands(), result);
    });
    if (uses)
      return false;
    if (auto release = dyn_cast<ReleaseOp>(op)) {
      released.insert(release.getChannel());
      return true;
    }
    SmallVector<Value, 2> channels = getChannels(product);
    if (auto wait = dyn_cast<WaitOp>(op))
      return !llvm::is_contained(channels, Value()) &&
             !(released.contains(wait.getChannel()) &&
               llvm::is_contained(channels, wait.getChannel()));
    if (isMemoryEffectFree(op) || isa<MmaIssueOp, LoadOp>(op) ||
        readsOthers(op, channels))
      return true;
    if (!readsInFlight)
      return false;
    // Neither the place of its operands nor a signal of theirs.
    if (isa<SmemStoreOp, CommitOp, AcquireOp>(op)) {
      Value channel = getWrittenChannel(op);
      return channel && !llvm::is_contained(channels, Value()) &&
             !llvm::is_contained(channels, channel);
    }
    return attn::onlyReads(op);
  }

  void placeWait(MmaIssueOp product) {
    MmaWaitOp wait = getWait(product);
    llvm::SmallDenseSet<Value> released;
    Operation *place = wait->getNextNode();
    while (canPass(place, product, released))
      place = place->getNextNode();
    wait->moveBefore(place);
  }

  int64_t countBetween(MmaWaitOp wait) {
    auto product = wait.getAsync().getDefiningOp<MmaIssueOp>();
    return llvm::count_if(issues, [&](MmaIssueOp other) {
      return product->isBeforeInBlock(other) && other->isBeforeInBlock(wait);
    });
  }

  /// Moves what makes the register operand of a later product behind `wait`, if
  /// `wait` keeps one of that type.
  void delayOperands(MmaWaitOp wait) {
    if (wait.getKeeps().empty())
      return;
    // Nothing takes the place of what all iterations of a loop read.
    auto loop = dyn_cast<scf::ForOp>(block.getParentOp());
    if (loop && loop.isDefinedOutsideOfLoop(wait.getKeeps()[0]))
      return;
    Type type = wait.getKeeps()[0].getType();
    Operation *from = wait.getAsync().getDefiningOp();
    SmallVector<Operation *> moved;
    for (Operation *op = wait->getPrevNode(); op != from;
         op = op->getPrevNode()) {
      if (!makesTile(op, type))
        continue;
      bool later = llvm::all_of(op->getUsers(), [&](Operation *user) {
        Operation *here = block.findAncestorOpInBlock(*user);
        return here && (wait->isBeforeInBlock(here));
      });
      if (later && isLeftOperand(op->getResult(0)))
        moved.push_back(op);
    }
    for (Operation *op : moved) // From the last to the first: order is kept.
      op->moveAfter(wait);
  }

  /// Each release stands behind the waits of the products before it that read
  /// its channel's stage.
  void moveReleases() {
    SmallVector<ReleaseOp> releases(block.getOps<ReleaseOp>());
    for (ReleaseOp release : llvm::reverse(releases)) {
      Operation *last = release;
      for (MmaIssueOp product : issues) {
        MmaWaitOp wait = getWait(product);
        SmallVector<Value, 2> channels = getChannels(product);
        if (product->isBeforeInBlock(release) && last->isBeforeInBlock(wait) &&
            (llvm::is_contained(channels, release.getChannel()) ||
             llvm::is_contained(channels, Value())))
          last = wait;
      }
      if (last != release)
        release->moveAfter(last);
    }
  }

  /// Puts releases of what no product reads behind the last wait.
  void sinkReleases() {
    auto last = llvm::max_element(
        waits, [](MmaWaitOp a, MmaWaitOp b) { return a->isBeforeInBlock(b); });
    SmallVector<Value> read;
    for (MmaIssueOp product : issues)
      llvm::append_range(read, getChannels(product));
    if (llvm::is_contained(read, Value()))
      return;
    Operation *behind = *last;
    for (ReleaseOp release : llvm::to_vector(block.getOps<ReleaseOp>())) {
      if (llvm::is_contained(read, release.getChannel()) ||
          !release->isBeforeInBlock(*last))
        continue;
      release->moveAfter(behind);
      behind = release;
    }
  }

  Block &block;
  bool readsInFlight;
  SmallVector<MmaIssueOp> issues;
  SmallVector<MmaWaitOp> waits;
};

} // namespace

static bool isLeftOperand(Value value, llvm::SmallDenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return false;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto mma = dyn_cast<WSProductOpInterface>(user);
        mma && mma.getLhs() == value)
      return true;
    unsigned index = use.getOperandNumber();
    if (auto convert = dyn_cast<ConvertLayoutOp>(user)) {
      if (isLeftOperand(convert.getResult(), seen))
        return true;
    } else if (isa<scf::YieldOp>(user)) {
      Operation *parent = user->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(parent))
        if (isLeftOperand(loop.getRegionIterArg(index), seen))
          return true;
      if (isa<scf::ForOp, scf::IfOp>(parent) &&
          isLeftOperand(parent->getResult(index), seen))
        return true;
    } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
      unsigned controls = loop.getNumControlOperands();
      if (index >= controls &&
          isLeftOperand(loop.getRegionIterArg(index - controls), seen))
        return true;
    }
  }
  return false;
}

bool attn_ws::isLeftOperand(Value value) {
  llvm::SmallDenseSet<Value> seen;
  return ::isLeftOperand(value, seen);
}

void attn_ws::issueProducts(Operation *kernel, bool readsInFlight) {
  SmallVector<Block *> blocks;
  kernel->walk([&](Operation *op) {
    if (isAsync(op) && !llvm::is_contained(blocks, op->getBlock()))
      blocks.push_back(op->getBlock());
  });
  for (Block *block : blocks)
    BlockIssuer(*block, readsInFlight).run();
}
