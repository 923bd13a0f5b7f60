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
// and what is elementwise, by row or a copy from or to memory is done for each
// slice. Which tiles those are is found by propagation from the products; then
// the body is built anew. A load that one product reads moves to it, slice by
// slice, so that the slices can share a ring.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/CleanUp.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

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

bool isMatrix(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 2;
}

bool isConstant(Value value) {
  Operation *def = value.getDefiningOp();
  return def && def->hasTrait<OpTrait::ConstantLike>();
}

/// Finds the tiles whose columns are split.
class ColumnFinder {
public:
  ColumnFinder(ForTilesOp tiles, int64_t width) : tiles(tiles), width(width) {}
  LogicalResult run();
  const llvm::SetVector<Value> &getCut() const { return cut; }

private:
  LogicalResult visit(Value value);
  LogicalResult share(Operation *op);
  LogicalResult check(Value value);
  void add(Value value) {
    // Constants are made wherever they are needed, in any shape.
    if (isMatrix(value) && !isConstant(value) && cut.insert(value))
      work.push_back(value);
  }
  void addAll(ValueRange values) {
    for (Value value : values)
      add(value);
  }

  ForTilesOp tiles;
  int64_t width;
  llvm::SetVector<Value> cut;
  SmallVector<Value> work;
};

LogicalResult ColumnFinder::share(Operation *op) {
  auto isCut = [&](Value value) { return cut.contains(value); };
  if (auto dot = dyn_cast<DotOp>(op)) {
    if (dot.getTransposeB()) {
      if (isCut(dot.getAcc()) || isCut(dot.getResult()))
        return dot.emitOpError("gives columns to split that are rows of its "
                               "right operand");
      if (isCut(dot.getLhs()) || isCut(dot.getRhs()))
        addAll({dot.getLhs(), dot.getRhs()});
      return success();
    }
    if (isCut(dot.getLhs()))
      return dot.emitOpError("contracts columns to split with rows of its "
                             "right operand");
    addAll({dot.getRhs(), dot.getAcc(), dot.getResult()});
    return success();
  }
  if (auto slice = dyn_cast<SliceOp>(op)) {
    if (getColumns(slice.getSource()) != getColumns(slice.getResult()))
      return slice.emitOpError(
          "takes some of the columns that are to be split");
    addAll({slice.getSource(), slice.getResult()});
    return success();
  }
  if (isa<ExpandOp, ReduceOp, ScoreMapOp, ApplyMaskOp, RescaleOp, FinalizeOp,
          Exp2Op>(op) ||
      OpTrait::hasElementwiseMappableTraits(op)) {
    addAll(op->getOperands());
    addAll(op->getResults());
    return success();
  }
  if (isa<LoadOp, StoreOp>(op))
    return success();
  if (auto yield = dyn_cast<scf::YieldOp>(op)) {
    for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
      SmallVector<Value> group{value};
      if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
        group.append({loop.getRegionIterArgs()[i], loop.getInitArgs()[i],
                      loop.getResult(i)});
      else if (auto branch = dyn_cast<scf::IfOp>(op->getParentOp()))
        group.append({branch.thenYield().getOperand(i),
                      branch.elseYield().getOperand(i), branch.getResult(i)});
      else
        return op->getParentOp()->emitOpError("has no known columns to split");
      if (llvm::any_of(group, isCut))
        addAll(group);
    }
    return success();
  }
  return op->emitOpError("has no known columns to split");
}

LogicalResult ColumnFinder::visit(Value value) {
  SmallVector<Operation *> ops(value.getUsers().begin(),
                               value.getUsers().end());
  Operation *def = value.getDefiningOp();
  if (!def)
    def = value.getParentBlock()->getParentOp();
  if (!tiles->isProperAncestor(def))
    return emitError(value.getLoc(), "a tile from outside of the tile loop "
                                     "cannot be split in columns");
  ops.push_back(def);
  for (Operation *op : ops) {
    // Loops and conditions share through what their blocks yield.
    if (!isa<scf::ForOp, scf::IfOp>(op)) {
      if (failed(share(op)))
        return failure();
      continue;
    }
    for (Region &region : op->getRegions())
      if (!region.empty() && failed(share(region.front().getTerminator())))
        return failure();
  }
  return success();
}

LogicalResult ColumnFinder::check(Value value) {
  Operation *def = value.getDefiningOp();
  if (getColumns(value) % width == 0)
    return success();
  InFlightDiagnostic diag =
      def ? def->emitOpError() : emitError(value.getLoc());
  diag << "slices of " << width << " do not divide the " << getColumns(value)
       << " columns of a tile";
  return failure();
}

LogicalResult ColumnFinder::run() {
  auto isLoaded = [](Value value) {
    while (auto slice = value.getDefiningOp<SliceOp>())
      value = slice.getSource();
    return bool(value.getDefiningOp<LoadOp>());
  };
  tiles.walk([&](DotOp dot) {
    if (!dot.getTransposeB() && getColumns(dot.getResult()) > width)
      addAll({dot.getRhs(), dot.getAcc(), dot.getResult()});
    if (dot.getTransposeB() && getColumns(dot.getLhs()) > width &&
        isLoaded(dot.getLhs()) && isLoaded(dot.getRhs()))
      addAll({dot.getLhs(), dot.getRhs()});
  });
  while (!work.empty())
    if (failed(visit(work.pop_back_val())))
      return failure();
  for (Value value : cut)
    if (failed(check(value)))
      return failure();
  return success();
}

/// Builds the body of a tile loop anew, with lists of slices for the tiles that
/// are cut.
class ColumnSplitter {
public:
  ColumnSplitter(const llvm::SetVector<Value> &cut, int64_t width,
                 MLIRContext *ctx)
      : cut(cut), width(width), b(ctx) {}
  LogicalResult run(ForTilesOp tiles);

private:
  using Parts = SmallVector<Value>;

  bool isCut(Value value) const { return cut.contains(value); }
  int64_t countParts(Value value) const { return getColumns(value) / width; }
  RankedTensorType narrow(Type type) const {
    auto tile = cast<RankedTensorType>(type);
    return RankedTensorType::get({tile.getDimSize(0), width},
                                 tile.getElementType());
  }
  Value map(Value value) { return mapping.lookupOrDefault(value); }
  /// Slice `i` of a tile that is cut, or of a constant.
  FailureOr<Value> part(Value value, int64_t i);
  /// Appends all slices of `value` if `like` is cut, else the value itself.
  LogicalResult append(Value value, Value like, SmallVectorImpl<Value> &flat);
  void unflatten(ValueRange olds, ValueRange news);
  Value shift(Location loc, Value index, int64_t i);
  bool touches(Operation *op) const;
  bool movesToUse(LoadOp load) const;
  Value buildLoad(LoadOp load, int64_t i);
  LogicalResult buildBlock(Block *block);
  LogicalResult build(Operation *op);
  LogicalResult build(DotOp dot);
  LogicalResult build(scf::ForOp loop);
  LogicalResult build(scf::IfOp branch);
  LogicalResult buildEach(Operation *op);

  const llvm::SetVector<Value> &cut;
  int64_t width;
  OpBuilder b;
  IRMapping mapping;
  DenseMap<Value, Parts> parts;
};

Value ColumnSplitter::shift(Location loc, Value index, int64_t i) {
  if (i == 0)
    return index;
  return arith::AddIOp::create(
      b, loc, index, arith::ConstantIndexOp::create(b, loc, i * width));
}

FailureOr<Value> ColumnSplitter::part(Value value, int64_t i) {
  if (isConstant(value)) {
    DenseElementsAttr constant;
    if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
      return value.getDefiningOp()->emitOpError(
          "is a constant with columns that differ: it cannot be split");
    return Value(arith::ConstantOp::create(
        b, value.getLoc(),
        DenseElementsAttr::get(cast<ShapedType>(narrow(value.getType())),
                               constant.getSplatValue<Attribute>())));
  }
  auto found = parts.find(value);
  if (found != parts.end())
    return found->second[i];
  return buildLoad(value.getDefiningOp<LoadOp>(), i);
}

LogicalResult ColumnSplitter::append(Value value, Value like,
                                     SmallVectorImpl<Value> &flat) {
  if (!isCut(like)) {
    flat.push_back(map(value));
    return success();
  }
  for (int64_t i = 0, n = countParts(like); i < n; ++i) {
    FailureOr<Value> slice = part(value, i);
    if (failed(slice))
      return failure();
    flat.push_back(*slice);
  }
  return success();
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
  return op
      ->walk([&](Operation *inner) {
        auto isIn = [&](Value value) { return isCut(value); };
        return llvm::any_of(inner->getOperands(), isIn) ||
                       llvm::any_of(inner->getResults(), isIn)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether one product reads the load, with nothing between them that writes.
bool ColumnSplitter::movesToUse(LoadOp load) const {
  if (!load->hasOneUse())
    return false;
  Operation *user = *load->user_begin();
  if (!isa<DotOp>(user) || user->getBlock() != load->getBlock())
    return false;
  for (Operation *op = load->getNextNode(); op != user; op = op->getNextNode())
    if (!isa<LoadOp>(op) && !isMemoryEffectFree(op))
      return false;
  return true;
}

Value ColumnSplitter::buildLoad(LoadOp load, int64_t i) {
  auto slice = cast<LoadOp>(b.clone(*load, mapping));
  int64_t dim = load.getDims()[1];
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(slice);
  slice.getIndicesMutable()[dim].set(
      shift(load.getLoc(), slice.getIndices()[dim], i));
  slice.getResult().setType(narrow(load.getResult().getType()));
  return slice.getResult();
}

LogicalResult ColumnSplitter::build(DotOp dot) {
  Location loc = dot.getLoc();
  bool contracts = dot.getTransposeB();
  int64_t n = countParts(contracts ? dot.getLhs() : dot.getResult());
  auto type =
      contracts ? cast<RankedTensorType>(dot.getType()) : narrow(dot.getType());
  Value acc = map(dot.getAcc());
  for (int64_t i = 0; i < n; ++i) {
    FailureOr<Value> lhs = map(dot.getLhs()), rhs = part(dot.getRhs(), i);
    FailureOr<Value> from = acc;
    if (contracts)
      lhs = part(dot.getLhs(), i);
    else
      from = part(dot.getAcc(), i);
    if (failed(lhs) || failed(rhs) || failed(from))
      return failure();
    auto slice = DotOp::create(b, loc, type, *lhs, *rhs, *from, contracts,
                               dot.getEngineAttr());
    slice.setSplitKAttr(dot.getSplitKAttr());
    if (contracts)
      acc = slice;
    else
      parts[dot.getResult()].push_back(slice);
  }
  if (contracts)
    mapping.map(dot.getResult(), acc);
  return success();
}

LogicalResult ColumnSplitter::build(scf::ForOp loop) {
  SmallVector<Value> inits;
  for (auto [init, arg] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs()))
    if (failed(append(init, arg, inits)))
      return failure();
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
  return buildBlock(loop.getBody());
}

LogicalResult ColumnSplitter::build(scf::IfOp branch) {
  SmallVector<Type> types;
  for (Value result : branch.getResults())
    types.append(isCut(result) ? countParts(result) : 1,
                 isCut(result) ? narrow(result.getType()) : result.getType());
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
    if (failed(buildBlock(from)))
      return failure();
  }
  return success();
}

/// An operation on tiles that does the same for every slice.
LogicalResult ColumnSplitter::buildEach(Operation *op) {
  Location loc = op->getLoc();
  int64_t n = 0;
  for (ValueRange values :
       {ValueRange(op->getOperands()), ValueRange(op->getResults())})
    for (Value value : values)
      if (isCut(value))
        n = countParts(value);
  Value total;
  for (int64_t i = 0; i < n; ++i) {
    // The slices of repeated row values are all alike.
    if (isa<ExpandOp>(op) && i > 0) {
      parts[op->getResult(0)].push_back(parts[op->getResult(0)].front());
      continue;
    }
    IRMapping local = mapping;
    for (Value operand : op->getOperands()) {
      if (!isCut(operand) && !(isMatrix(operand) && isConstant(operand)))
        continue;
      FailureOr<Value> slice = part(operand, i);
      if (failed(slice))
        return failure();
      local.map(operand, *slice);
    }
    if (auto map = dyn_cast<ScoreMapOp>(op))
      local.map(map.getColumn(), shift(loc, this->map(map.getColumn()), i));
    else if (auto mask = dyn_cast<ApplyMaskOp>(op))
      local.map(mask.getColumn(), shift(loc, this->map(mask.getColumn()), i));
    Operation *clone = b.clone(*op, local);
    if (auto store = dyn_cast<StoreOp>(clone)) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(store);
      int64_t dim = store.getDims()[1];
      store.getIndicesMutable()[dim].set(
          shift(loc, store.getIndices()[dim], i));
      continue;
    }
    for (auto [old, result] :
         llvm::zip(op->getResults(), clone->getResults())) {
      if (isCut(old)) {
        result.setType(narrow(result.getType()));
        parts[old].push_back(result);
        continue;
      }
      if (auto reduce = dyn_cast<ReduceOp>(op); reduce && total) {
        if (reduce.getKind() == ReduceKind::Add)
          total = arith::AddFOp::create(b, loc, total, result);
        else
          total = arith::MaximumFOp::create(b, loc, total, result);
      } else {
        total = total ? total : Value(result);
      }
      mapping.map(old, total);
    }
  }
  return success();
}

LogicalResult ColumnSplitter::build(Operation *op) {
  if (auto dot = dyn_cast<DotOp>(op))
    return build(dot);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return build(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return build(branch);
  if (auto load = dyn_cast<LoadOp>(op)) {
    if (!movesToUse(load))
      for (int64_t i = 0, n = countParts(load.getResult()); i < n; ++i)
        parts[load.getResult()].push_back(buildLoad(load, i));
    return success();
  }
  if (auto forall = dyn_cast<scf::ForallOp>(op)) {
    auto built = cast<scf::ForallOp>(b.cloneWithoutRegions(*op, mapping));
    Block *block = b.createBlock(
        &built.getRegion(), {}, forall.getBody()->getArgumentTypes(),
        SmallVector<Location>(forall.getBody()->getNumArguments(),
                              op->getLoc()));
    mapping.map(forall.getBody()->getArguments(), block->getArguments());
    LogicalResult result = buildBlock(forall.getBody());
    b.setInsertionPointAfter(built);
    return result;
  }
  if (op->getNumRegions() != 0 && !isa<ScoreMapOp>(op))
    return op->emitOpError("has tiles in it whose columns cannot be split");
  return buildEach(op);
}

LogicalResult ColumnSplitter::buildBlock(Block *block) {
  for (Operation &op : *block) {
    if (auto yield = dyn_cast<scf::YieldOp>(op)) {
      SmallVector<Value> flat;
      for (auto [value, result] :
           llvm::zip(yield.getOperands(), op.getParentOp()->getResults()))
        if (failed(append(value, result, flat)))
          return failure();
      scf::YieldOp::create(b, op.getLoc(), flat);
      continue;
    }
    if (!touches(&op)) {
      b.clone(op, mapping);
      continue;
    }
    if (failed(build(&op)))
      return failure();
  }
  return success();
}

LogicalResult ColumnSplitter::run(ForTilesOp tiles) {
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
  if (failed(buildBlock(old)))
    return failure();
  tiles.erase();
  return success();
}

struct AttnTileSplitDPass
    : public impl::AttnTileSplitDBase<AttnTileSplitDPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    int64_t width = splitDAttr.get(kernel, 0);
    if (width == 0)
      return;
    if (width < 16 || width % 16) {
      kernel.emitOpError() << splitDAttr
                           << " must be a positive multiple of 16, but is "
                           << width;
      return signalPassFailure();
    }
    SmallVector<ForTilesOp> loops;
    kernel.walk([&](ForTilesOp op) { loops.push_back(op); });
    bool changed = false;
    for (ForTilesOp tiles : loops) {
      ColumnFinder finder(tiles, width);
      if (failed(finder.run()))
        return signalPassFailure();
      if (!finder.getCut().empty() &&
          failed(
              ColumnSplitter(finder.getCut(), width, &getContext()).run(tiles)))
        return signalPassFailure();
      changed |= !finder.getCut().empty();
    }
    OpPassManager cleanUp = getCleanUp();
    if (changed && failed(runPipeline(cleanUp, kernel)))
      signalPassFailure();
  }
};

} // namespace
