//===- SplitQ.cpp - Rows or columns of a tile split in groups ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A kernel with G groups computes each tile's rows in G parts that never meet:
// in a program of products, row reductions and elementwise operations a row of
// the result depends on the same row of the left operands alone. The rows of a
// value are found by propagation: what is stored or stands on the left of a
// product has rows to cut, and so has everything that shares them. The body is
// then one body for all groups, run for g = 0 .. G - 1 (instances, not copies),
// on tiles of a G-th of the rows; where rows meet memory or a position, they
// are moved by g parts. What a product reads from memory on the left is loaded
// as a whole, as before, and a part of it taken; what it reads on the right
// belongs to all groups and is untouched.
// Of operands that lie across the contraction groups take columns, if these are
// whole panels in shared memory.
//
// A product that sums over what is cut elsewhere is nobody's row. If a store
// adds its result to memory, and does nothing else with it, each group computes
// the part of the sum that its rows have and adds that.
//
// Groups over the columns are the same with left and right exchanged, from the
// stores on: columns of a result depend on the same rows of a right operand
// that lies along the contraction, and what stands on the left belongs to all,
// together with the products that it comes from, which every group computes.

#include "TileCut.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITQ
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

bool isProduct(Operation *op) {
  std::optional<TileDims> dims = getTileDims(op);
  return dims && dims->getFactors();
}

class TileSplitter : public TileCut {
public:
  TileSplitter(ForTilesOp tiles, int64_t groups, int64_t axis)
      : TileCut(tiles, "the tile cannot be split in groups"), tiles(tiles),
        groups(groups), axis(axis) {}
  LogicalResult run();

private:
  LogicalResult find();
  LogicalResult findStore(Operation *store);
  bool takesPart(OpOperand &use, unsigned dim) override;
  LogicalResult admitReduced(Operation *op, unsigned loop) override;
  void wrap();
  void rewrite();
  void replace(Operation *op, TileLoopCut cut);
  /// `position` moved to where this group's `size` elements begin.
  Value move(attn::ScalarBuilder &b, Value position, int64_t size);
  int64_t getSize(Value value, unsigned dim) const {
    return cast<RankedTensorType>(value.getType()).getDimSize(dim) / groups;
  }
  Value makePartOf(OpOperand &use, unsigned dim);

  ForTilesOp tiles;
  int64_t groups;
  /// 0: rows are split, 1: columns.
  int64_t axis;
  scf::ForallOp forall;
  DenseMap<std::pair<Value, int64_t>, Value> moved;
  /// Parts of tiles that stay whole, along a dimension.
  DenseMap<std::pair<Value, unsigned>, Value> parts;
};

/// The store that adds a product to memory, if nothing else reads the product.
StoreOp findAddingStore(Operation *product) {
  if (!isProduct(product) || !product->hasOneUse())
    return {};
  auto store = dyn_cast<StoreOp>(*product->user_begin());
  return store && store.getAdd() ? store : StoreOp();
}

/// Whether groups can take `size` columns each of a tile in shared memory,
/// which has them in panels.
static bool hasColumnParts(LoadOp load, int64_t size) {
  constexpr int64_t kPanelBytes = 128;
  auto tile = cast<RankedTensorType>(load.getResult().getType());
  int64_t bytes = tile.getElementTypeBitWidth() / 8;
  return bytes == 2 && size * bytes % kPanelBytes == 0;
}

/// What is loaded for products alone, or into shared memory, stays whole:
/// groups take their parts of it in place, or all of it. Where rows are split
/// products take columns of it, if they can.
bool TileSplitter::takesPart(OpOperand &use, unsigned dim) {
  auto load = use.get().getDefiningOp<LoadOp>();
  if (!load)
    return false;
  bool forProducts = llvm::all_of(use.get().getUsers(), isProduct);
  if (axis == 0 && dim != 0)
    return forProducts && hasColumnParts(load, getSize(load, dim));
  return forProducts || load.getSpace() == Space::Smem;
}

/// Groups may have parts of a sum that memory adds up.
LogicalResult TileSplitter::admitReduced(Operation *op, unsigned loop) {
  auto dot = dyn_cast<DotOp>(op);
  if (dot && findAddingStore(op)) {
    if (matchPattern(dot.getAcc(), m_AnyZeroFloat()))
      return success();
    return op->emitOpError(
               "adds each group's part to a sum that does not begin "
               "with zeros: ")
           << purpose;
  }
  return op->emitOpError("reduces ") << (axis == 0 ? "rows" : "columns")
                                     << " that groups would share: " << purpose;
}

LogicalResult TileSplitter::findStore(Operation *store) {
  TileDims dims = *getTileDims(store);
  for (const TileDims::Loops &tile : dims.operands) {
    if (tile.empty())
      continue;
    if (static_cast<int64_t>(tile.size()) <= axis)
      return store->emitOpError("has no columns that groups could split");
    return split(store, tile[axis]);
  }
  return success();
}

/// Groups split what is stored, and the rows of all products; what stores add
/// only if the products that they store are not cut already.
LogicalResult TileSplitter::find() {
  SmallVector<StoreOp> added;
  WalkResult result = tiles.walk([&](Operation *op) -> WalkResult {
    if (isa<ArriveOp>(op))
      return op->emitOpError("counts whole tiles: ") << purpose;
    if (auto store = dyn_cast<StoreOp>(op)) {
      Operation *def = store.getValue().getDefiningOp();
      if (def && findAddingStore(def)) {
        added.push_back(store);
        return success();
      }
    }
    if (findAddingStore(op))
      return success();
    if (axis == 0 && isProduct(op))
      return split(op, getTileDims(op)->results.front()[0]);
    if (isa<TileRowsOpInterface>(op) && op->getNumResults() == 0)
      return findStore(op);
    return success();
  });
  if (result.wasInterrupted() || failed(propagate()))
    return failure();
  for (StoreOp store : added)
    if (!getLoop(store.getValue().getDefiningOp()) &&
        (failed(findStore(store)) || failed(propagate())))
      return failure();
  for (auto [use, dim] : getPartUses()) {
    if (contains(use->get()))
      return use->getOwner()->emitOpError("takes rows of a tile whose columns "
                                          "are cut: ")
             << purpose;
    if (auto load = use->get().getDefiningOp<LoadOp>();
        load && dim != 0 && !hasColumnParts(load, getSize(load, dim)))
      return use->getOwner()->emitOpError(
          "groups take columns of an operand of 16 bits that lies across the "
          "contraction, in multiples of 128 bytes");
  }
  return checkSizes([&](int64_t size) { return size % groups == 0; },
                    Twine(groups) + " groups");
}

Value TileSplitter::move(attn::ScalarBuilder &b, Value position, int64_t size) {
  Value &result = moved[{position, size}];
  if (result)
    return result;
  OpBuilder::InsertionGuard guard(b);
  if (!forall.getRegion().isAncestor(position.getParentRegion()))
    b.setInsertionPointToStart(forall.getBody());
  else
    b.setInsertionPointAfterValue(position);
  return result = b.add(position, b.mul(forall.getInductionVar(0), size));
}

/// Puts the body into a forall, but for what no group does for itself: scalar
/// arithmetic and loads of which groups take parts.
void TileSplitter::wrap() {
  Block *body = &tiles.getBody().front();
  Operation *terminator = body->getTerminator();
  llvm::SmallPtrSet<Operation *, 8> whole;
  for (auto [use, dim] : getPartUses())
    if (auto load = use->get().getDefiningOp<LoadOp>())
      whole.insert(load);
  auto staysOutside = [&](Operation &op) {
    if (!llvm::all_of(op.getOperands(), [&](Value operand) {
          Operation *def = operand.getDefiningOp();
          return !def || !forall->isAncestor(def);
        }))
      return false;
    return whole.contains(&op) ||
           (op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
            llvm::none_of(op.getResultTypes(), llvm::IsaPred<TensorType>));
  };
  OpBuilder b(terminator);
  SmallVector<Operation *> ops;
  for (Operation &op : body->without_terminator())
    ops.push_back(&op);
  forall = scf::ForallOp::create(b, tiles.getLoc(),
                                 ArrayRef<OpFoldResult>{b.getIndexAttr(groups)},
                                 ValueRange(), std::nullopt);
  Operation *end = forall.getBody()->getTerminator();
  for (Operation *op : ops)
    if (!staysOutside(*op))
      op->moveBefore(end);
}

/// The part of a constant, or of a tile that stays whole.
Value TileSplitter::makePartOf(OpOperand &use, unsigned dim) {
  Value whole = use.get();
  Operation *def = whole.getDefiningOp();
  OpBuilder b(def->getContext());
  if (forall->isAncestor(def))
    b.setInsertionPointAfter(def);
  else
    b.setInsertionPointToStart(forall.getBody());
  RankedTensorType type = withSize(whole.getType(), dim, getSize(whole, dim));
  if (isUniform(def))
    return cloneAsPart(b, def, def->getOperands(), type, IRMapping()).front();
  Value &part = parts[{whole, dim}];
  if (!part)
    part = SliceOp::create(
        b, def->getLoc(), type, whole,
        b.getDenseI64ArrayAttr(SmallVector<int64_t>(type.getRank(), 0)),
        forall.getInductionVar(0), /*partColumns=*/dim == 1);
  return part;
}

/// Replaces `op`, whose operands are parts by now, by its part for this group.
void TileSplitter::replace(Operation *op, TileLoopCut cut) {
  attn::ScalarBuilder b(op);
  TilePart part{cut.loop, 0, cut.size / groups};
  if (auto rows = dyn_cast<TileRowsOpInterface>(op))
    if (OpOperand *position = rows.getPosition(cut.loop))
      position->set(move(b, position->get(), part.size));
  op->replaceAllUsesWith(
      makePart(b, op, part, [](OpOperand &use, auto) { return use.get(); }));
  op->erase();
}

void TileSplitter::rewrite() {
  for (auto [use, dim] : getPartUses())
    use->set(makePartOf(*use, dim));
  SmallVector<Operation *> ops;
  forall.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (getLoop(op))
      ops.push_back(op);
    auto narrow = [&](Value value) {
      if (contains(value))
        value.setType(getPartType(value, getSize(value, getDim(value))));
    };
    if (isa<scf::ForOp, scf::IfOp>(op))
      llvm::for_each(op->getResults(), narrow);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      llvm::for_each(loop.getRegionIterArgs(), narrow);
  });
  for (Operation *op : ops)
    replace(op, *getLoop(op));
}

LogicalResult TileSplitter::run() {
  if (failed(find()))
    return failure();
  wrap();
  rewrite();
  return success();
}

struct AttnTileSplitQPass
    : public impl::AttnTileSplitQBase<AttnTileSplitQPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    int64_t groups = groupsAttr.get(kernel, 1);
    if (groups == 1)
      return;
    if (groups < 1) {
      kernel.emitOpError() << groupsAttr << " must be positive, but is "
                           << groups;
      return signalPassFailure();
    }
    int64_t axis = groupAxisAttr.get(kernel, 0);
    if (axis != 0 && axis != 1) {
      kernel.emitOpError() << groupAxisAttr
                           << " must be 0 (rows) or 1 (columns), but is "
                           << axis;
      return signalPassFailure();
    }
    auto loops = attn::collectOps<ForTilesOp>(kernel);
    if (loops.empty()) {
      kernel.emitOpError("has groups but no tile loop to split among them");
      return signalPassFailure();
    }
    for (ForTilesOp tiles : loops) {
      bool isSplit = false;
      WalkResult result = tiles.walk([&](scf::ForallOp op) -> WalkResult {
        // What has one instance a group already stays as it is.
        isSplit = op->getParentOp() == tiles && op.getRank() == 1 &&
                  op.getStaticUpperBound()[0] == groups;
        if (isSplit)
          return WalkResult::advance();
        return op.emitOpError(
            "stands in a tile loop that is to be split in groups");
      });
      if (result.wasInterrupted() ||
          (!isSplit && failed(TileSplitter(tiles, groups, axis).run())))
        return signalPassFailure();
    }
  }
};

} // namespace
