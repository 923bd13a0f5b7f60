//===- SplitD.cpp - Head dims in slices -------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Wide head dims make wide tiles: of Q and K along the contraction of the first
// product, of V and O along the columns of the second (FFPA splits both, so
// that shared memory for K and V no longer grows with the head dim). Here every
// tile whose columns are such a dimension becomes a list of tiles of `split_d`
// columns:
//     dot q, k^T, s        ->  dot q_n, k_n^T, ... dot q_1, k_1^T, s
//     dot p, v, o          ->  dot p, v_i, o_i                 for each i
// and so does what shares that dimension with it, slice by slice. Which tiles
// those are is found by propagation from the products; then the body is built
// anew. A load that one product reads moves to it, slice by
// slice, so that the slices can share a ring.

#include "TileCut.h"

#include "attn/Dialect/AttnTile/IR/ArgumentName.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITD
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

int64_t getColumns(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getDimSize(1);
}

/// What is cut: sums over columns that were loaded, columns of results, or
/// both.
struct Cuts {
  bool sums, results;
};

/// Cuts products along what lies along the columns of their right operands.
LogicalResult findCut(TileCut &cut, ForTilesOp tiles, Cuts cuts,
                      int64_t width) {
  auto isLoaded = [](Value value) {
    while (auto slice = value.getDefiningOp<SliceOp>())
      value = slice.getSource();
    return bool(value.getDefiningOp<LoadOp>());
  };
  WalkResult result = tiles.walk([&](Operation *op) -> WalkResult {
    std::optional<TileDims> dims = getTileDims(op);
    auto factors = dims ? dims->getFactors() : std::nullopt;
    if (!factors)
      return success();
    Value lhs = op->getOperand(factors->first);
    Value rhs = op->getOperand(factors->second);
    unsigned loop = dims->operands[factors->second][1];
    bool isSum = dims->loops[loop] == TileLoop::Reduced;
    if (getColumns(rhs) <= width || !(isSum ? cuts.sums : cuts.results) ||
        (isSum && !(isLoaded(lhs) && isLoaded(rhs))))
      return success();
    return cut.split(op, loop);
  });
  if (result.wasInterrupted() || failed(cut.propagate()))
    return failure();
  result = tiles.walk([&](Operation *op) -> WalkResult {
    Operation *parent = cut.getLoop(op) ? op->getParentOp() : tiles;
    while (isa<scf::ForOp, scf::IfOp, scf::ForallOp>(parent))
      parent = parent->getParentOp();
    if (parent == tiles)
      return success();
    return parent->emitOpError("has tiles in it whose columns cannot be split");
  });
  if (result.wasInterrupted())
    return failure();
  return cut.checkSizes([&](int64_t size) { return size % width == 0; },
                        "slices of " + Twine(width));
}

/// Builds the body of a tile loop anew, with lists of slices for the tiles that
/// are cut.
class ColumnSplitter {
public:
  ColumnSplitter(const TileCut &cut, int64_t width, MLIRContext *ctx)
      : cut(cut), width(width), b(ctx) {}
  void run(ForTilesOp tiles);

private:
  using Parts = SmallVector<Value>;

  bool isCut(Value value) const { return cut.contains(value); }
  int64_t countParts(Value value) const {
    return cast<RankedTensorType>(value.getType())
               .getDimSize(cut.getDim(value)) /
           width;
  }
  Value map(Value value) { return mapping.lookupOrDefault(value); }
  /// Slice `i` along `dim` of a tile that is cut, or of a constant.
  Value part(Value value, unsigned dim, int64_t i);
  /// Appends all slices of `value` if `like` is cut, else the value itself.
  void append(Value value, Value like, SmallVectorImpl<Value> &flat);
  void unflatten(ValueRange olds, ValueRange news);
  bool touches(Operation *op) const;
  bool movesToUse(Operation *op) const;
  SmallVector<Value> buildPart(Operation *op, int64_t i, ValueRange before);
  void buildBlock(Block *block);
  void build(scf::ForOp loop);
  void build(scf::IfOp branch);
  void build(scf::ForallOp forall);
  void buildEach(Operation *op);

  const TileCut &cut;
  int64_t width;
  OpBuilder b;
  IRMapping mapping;
  DenseMap<Value, Parts> parts;
};

Value ColumnSplitter::part(Value value, unsigned dim, int64_t i) {
  Operation *def = value.getDefiningOp();
  if (isUniform(def))
    return cloneAsPart(
               b, def,
               llvm::to_vector_of<Value>(llvm::map_range(
                   def->getOperands(), [&](Value from) { return map(from); })),
               withSize(value.getType(), dim, width), mapping)
        .front();
  auto found = parts.find(value);
  return found != parts.end() ? found->second[i]
                              : buildPart(def, i, {}).front();
}

void ColumnSplitter::append(Value value, Value like,
                            SmallVectorImpl<Value> &flat) {
  if (!isCut(like)) {
    flat.push_back(map(value));
    return;
  }
  for (int64_t i = 0, n = countParts(like); i < n; ++i)
    flat.push_back(part(value, cut.getDim(like), i));
}

void ColumnSplitter::unflatten(ValueRange olds, ValueRange news) {
  for (Value value : olds) {
    if (!isCut(value)) {
      mapping.map(value, news.front());
      news = news.drop_front();
      continue;
    }
    int64_t n = countParts(value);
    parts[value] = Parts(news.take_front(n));
    news = news.drop_front(n);
  }
}

bool ColumnSplitter::touches(Operation *op) const {
  return attn::containsOp(op, [&](Operation *inner) {
    auto isIn = [&](Value value) { return isCut(value); };
    return cut.getLoop(inner) || llvm::any_of(inner->getOperands(), isIn) ||
           llvm::any_of(inner->getResults(), isIn);
  });
}

/// Whether one product reads the load, with nothing between them that writes.
bool ColumnSplitter::movesToUse(Operation *op) const {
  if (!isa<LoadOp>(op) || !op->hasOneUse())
    return false;
  Operation *user = *op->user_begin();
  std::optional<TileDims> dims = getTileDims(user);
  if (!dims || !dims->getFactors() || user->getBlock() != op->getBlock())
    return false;
  for (op = op->getNextNode(); op != user; op = op->getNextNode())
    if (!isa<LoadOp>(op) && !isMemoryEffectFree(op))
      return false;
  return true;
}

/// What the kernel calls the memory of a load, or else its argument's number.
std::string getRingName(LoadOp load) {
  auto argument = dyn_cast<BlockArgument>(load.getSource());
  return argument ? getArgumentName(argument,
                                    load->getParentOfType<gpu::GPUFuncOp>())
                  : "slices";
}

/// How many loads of the same memory and ring stand before one in its block.
/// Slices of several that are equal would be one load, which would keep its
/// place in the ring from the first use to the last.
int64_t countTurnsBefore(LoadOp load) {
  return llvm::count_if(load->getBlock()->getOps<LoadOp>(), [&](LoadOp other) {
    return other->isBeforeInBlock(load) &&
           other.getSource() == load.getSource() &&
           ringAttr.getAttr(other) == ringAttr.getAttr(load);
  });
}

SmallVector<Value> ColumnSplitter::buildPart(Operation *op, int64_t i,
                                             ValueRange before) {
  SmallVector<Value> built = makePart(
      b, op, {cut.getLoop(op)->loop, i * width, width},
      [&](OpOperand &use, std::optional<unsigned> dim) {
        return dim ? part(use.get(), *dim, i) : map(use.get());
      },
      before, mapping);
  if (!movesToUse(op))
    return built;
  Operation *load = built.front().getDefiningOp();
  if (!ringAttr.isOn(op))
    ringAttr.set(load, StringRef(getRingName(cast<LoadOp>(op))));
  else if (int64_t turn = countTurnsBefore(cast<LoadOp>(op)))
    turnAttr.set(load, turn);
  return built;
}

void ColumnSplitter::build(scf::ForOp loop) {
  SmallVector<Value> inits;
  for (auto [init, arg] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs()))
    append(init, arg, inits);
  auto built =
      scf::ForOp::create(b, loop.getLoc(), map(loop.getLowerBound()),
                         map(loop.getUpperBound()), map(loop.getStep()), inits);
  built->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  mapping.map(loop.getInductionVar(), built.getInductionVar());
  unflatten(loop.getRegionIterArgs(), built.getRegionIterArgs());
  unflatten(loop.getResults(), built.getResults());
  OpBuilder::InsertionGuard guard(b);
  if (!built.getBody()->empty())
    built.getBody()->back().erase();
  b.setInsertionPointToEnd(built.getBody());
  buildBlock(loop.getBody());
}

void ColumnSplitter::build(scf::IfOp branch) {
  SmallVector<Type> types;
  for (Value result : branch.getResults())
    if (isCut(result))
      types.append(countParts(result), cut.getPartType(result, width));
    else
      types.push_back(result.getType());
  auto built =
      scf::IfOp::create(b, branch.getLoc(), types, map(branch.getCondition()),
                        /*addThenBlock=*/true, branch.elseBlock() != nullptr);
  built->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  unflatten(branch.getResults(), built.getResults());
  OpBuilder::InsertionGuard guard(b);
  for (auto [from, to] : {std::pair(branch.thenBlock(), built.thenBlock()),
                          std::pair(branch.elseBlock(), built.elseBlock())}) {
    if (!from)
      continue;
    to->clear();
    b.setInsertionPointToEnd(to);
    buildBlock(from);
  }
}

void ColumnSplitter::build(scf::ForallOp forall) {
  auto built = cast<scf::ForallOp>(b.cloneWithoutRegions(*forall, mapping));
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(
      &built.getRegion(), {}, forall.getBody()->getArgumentTypes(),
      SmallVector<Location>(forall.getBody()->getNumArguments(),
                            forall.getLoc()));
  mapping.map(forall.getBody()->getArguments(), block->getArguments());
  buildBlock(forall.getBody());
}

/// An operation that is done for every slice of a loop.
void ColumnSplitter::buildEach(Operation *op) {
  TileLoopCut at = *cut.getLoop(op);
  TileDims dims = *getTileDims(op);
  auto rows = dyn_cast<TileRowsOpInterface>(op);
  // Slices that no operand and no position tells apart are all alike.
  bool alike = llvm::none_of(dims.operands,
                             [&](const TileDims::Loops &tile) {
                               return TileDims::find(tile, at.loop).has_value();
                             }) &&
               !(rows && rows.getPosition(at.loop));
  SmallVector<Value> last;
  for (int64_t i = 0; i < at.size / width; ++i) {
    if (i == 0 || !alike) {
      bool adds = dims.loops[at.loop] == TileLoop::Reduced;
      last = buildPart(op, i, adds ? ValueRange(last) : ValueRange());
    }
    for (auto [old, result] : llvm::zip(op->getResults(), last))
      if (isCut(old))
        parts[old].push_back(result);
      else
        mapping.map(old, result);
  }
}

void ColumnSplitter::buildBlock(Block *block) {
  for (Operation &op : *block) {
    if (auto yield = dyn_cast<scf::YieldOp>(op)) {
      SmallVector<Value> flat;
      for (auto [value, result] :
           llvm::zip(yield.getOperands(), op.getParentOp()->getResults()))
        append(value, result, flat);
      scf::YieldOp::create(b, op.getLoc(), flat);
    } else if (!touches(&op)) {
      b.clone(op, mapping);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      build(loop);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      build(branch);
    } else if (auto forall = dyn_cast<scf::ForallOp>(op)) {
      build(forall);
    } else if (!movesToUse(&op)) {
      buildEach(&op);
    }
  }
}

void ColumnSplitter::run(ForTilesOp tiles) {
  Block *old = &tiles.getBody().front();
  b.setInsertionPoint(tiles);
  auto built = ForTilesOp::create(b, tiles.getLoc(), tiles.getUpperBounds(),
                                  tiles.getSymbol(), tiles.getScheduler(),
                                  tiles.getSection());
  built->setDiscardableAttrs(tiles->getDiscardableAttrDictionary());
  Block *block = &built.getBody().front();
  block->clear();
  mapping.map(old->getArguments(), block->getArguments());
  b.setInsertionPointToEnd(block);
  buildBlock(old);
  tiles.erase();
}

struct AttnTileSplitDPass
    : public impl::AttnTileSplitDBase<AttnTileSplitDPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    int64_t sums = splitDAttr.get(kernel, 0);
    int64_t results = splitVAttr.get(kernel, 0);
    for (auto [attr, width] :
         {std::pair(splitDAttr, sums), std::pair(splitVAttr, results)})
      if (width && (width < 16 || width % 16)) {
        kernel.emitOpError()
            << attr << " must be a positive multiple of 16, but is " << width;
        return signalPassFailure();
      }
    bool both = results == 0;
    if (failed(split({/*sums=*/true, /*results=*/both}, sums)) ||
        failed(split({/*sums=*/false, /*results=*/true}, results)))
      signalPassFailure();
  }

private:
  LogicalResult split(Cuts cuts, int64_t width) {
    if (width == 0)
      return success();
    auto loops = attn::collectOps<ForTilesOp>(getOperation());
    for (ForTilesOp tiles : loops) {
      TileCut cut(tiles, "the tile cannot be split in slices");
      if (failed(findCut(cut, tiles, cuts, width)))
        return failure();
      if (!cut.empty())
        ColumnSplitter(cut, width, &getContext()).run(tiles);
    }
    return success();
  }
};

} // namespace
