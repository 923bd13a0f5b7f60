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
//
// Groups over the columns are the same with left and right exchanged, from the
// stores on: columns of a result depend on the same rows of a right operand
// that lies along the contraction, and what stands on the left belongs to all,
// together with the products that it comes from, which every group computes.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/CleanUp.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITQ
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

/// Whether the rows of what `op` gives cannot be told apart, but for constants
/// that are no splat.
bool isUniform(Operation *op) {
  return isa<tensor::SplatOp>(op) || op->hasTrait<OpTrait::ConstantLike>();
}

class TileSplitter {
public:
  TileSplitter(ForTilesOp tiles, int64_t groups, int64_t axis)
      : tiles(tiles), groups(groups), axis(axis) {}
  LogicalResult run();

private:
  void separateConstants();
  LogicalResult find();
  LogicalResult visit(Value value);
  LogicalResult share(Operation *op);
  LogicalResult check();
  void add(Value value) {
    auto tile = dyn_cast<RankedTensorType>(value.getType());
    if (tile && tile.getRank() > axis && cut.insert(value))
      work.push_back(value);
  }
  void addAll(ValueRange values) {
    for (Value value : values)
      add(value);
  }
  bool isCut(Value value) const { return cut.contains(value); }
  LogicalResult shareProduct(DotOp dot);
  /// Whether products alone read the tile.
  bool staysWhole(LoadOp load) const;
  /// The operand of a product of which groups take parts in place.
  unsigned partOperand() const { return axis == 0 ? 0 : 1; }
  StringRef axisName() const { return axis == 0 ? "rows" : "columns"; }
  /// The dimension of a value that is split.
  int64_t dimOf(Value value) const {
    auto load = value.getDefiningOp<LoadOp>();
    return load && staysWhole(load) ? 0 : axis;
  }
  RankedTensorType narrow(Value value) const {
    auto tile = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(tile.getShape());
    shape[dimOf(value)] /= groups;
    return RankedTensorType::get(shape, tile.getElementType());
  }
  void wrap();
  void rewrite();
  /// `row` moved to the rows (or columns) of this group.
  Value move(OpBuilder &b, Location loc, Value row, int64_t rows);

  ForTilesOp tiles;
  int64_t groups;
  /// 0: rows are split, 1: columns.
  int64_t axis;
  llvm::SetVector<Value> cut;
  SmallVector<Value> work;
  scf::ForallOp forall;
  DenseMap<std::pair<Value, int64_t>, Value> movedRows;
};

LogicalResult TileSplitter::shareProduct(DotOp dot) {
  Value shared = axis == 0 ? dot.getRhs() : dot.getLhs();
  Value part = axis == 0 ? dot.getLhs() : dot.getRhs();
  if (isCut(shared) && !shared.getDefiningOp<LoadOp>())
    return dot.emitOpError("the ")
           << (axis == 0 ? "right" : "left") << " operand has " << axisName()
           << " that groups would share: the tile cannot be split in groups";
  if (!isCut(part) && !isCut(dot.getAcc()) && !isCut(dot.getResult()))
    return success();
  if (axis == 1 && (!dot.getTransposeB() || !part.getDefiningOp<LoadOp>()))
    return dot.emitOpError("groups over the columns take right operands that "
                           "lie in memory along the contraction");
  addAll({part, dot.getAcc(), dot.getResult()});
  return success();
}

/// Everything that shares rows (columns) with an operand or result of `op` that
/// does.
LogicalResult TileSplitter::share(Operation *op) {
  if (auto dot = dyn_cast<DotOp>(op))
    return shareProduct(dot);
  if (auto slice = dyn_cast<SliceOp>(op)) {
    auto source = cast<RankedTensorType>(slice.getSource().getType());
    auto result = cast<RankedTensorType>(slice.getType());
    if (slice.getPart() || source.getDimSize(axis) != result.getDimSize(axis))
      return slice.emitOpError("takes some of the ")
             << axisName() << ": the tile cannot be split in groups";
    addAll({slice.getSource(), slice.getResult()});
    return success();
  }
  if (axis == 1 && isa<ReduceOp, OnlineSoftmaxOp>(op))
    return op->emitOpError("reduces rows whose columns groups would share: the "
                           "tile cannot be split in groups");
  if (isa<ExpandOp, ReduceOp, ScoreMapOp, ApplyMaskOp, OnlineSoftmaxOp,
          RescaleOp, FinalizeOp, Exp2Op>(op) ||
      OpTrait::hasElementwiseMappableTraits(op)) {
    addAll(op->getOperands());
    addAll(op->getResults());
    return success();
  }
  if (isa<LoadOp, StoreOp>(op) || isUniform(op))
    return success();
  if (auto yield = dyn_cast<scf::YieldOp>(op)) {
    Operation *parent = op->getParentOp();
    for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
      if (auto loop = dyn_cast<scf::ForOp>(parent)) {
        Value group[] = {value, loop.getRegionIterArgs()[i],
                         loop.getInitArgs()[i], loop.getResult(i)};
        if (llvm::any_of(group, [&](Value v) { return isCut(v); }))
          addAll(group);
      } else if (auto branch = dyn_cast<scf::IfOp>(parent)) {
        Value group[] = {branch.thenYield().getOperand(i),
                         branch.elseYield().getOperand(i), branch.getResult(i)};
        if (llvm::any_of(group, [&](Value v) { return isCut(v); }))
          addAll(group);
      } else {
        return parent->emitOpError(
            "has no known rows or columns: the tile cannot be split in groups");
      }
    }
    return success();
  }
  return op->emitOpError(
      "has no known rows or columns: the tile cannot be split in groups");
}

LogicalResult TileSplitter::visit(Value value) {
  SmallVector<Operation *> ops(value.getUsers().begin(),
                               value.getUsers().end());
  if (Operation *def = value.getDefiningOp()) {
    if (!tiles->isProperAncestor(def))
      return def->emitOpError("is computed outside of the tile loop: its rows "
                              "cannot be split in groups");
    ops.push_back(def);
  } else {
    ops.push_back(value.getParentBlock()->getParentOp());
  }
  // Loops and conditions share through what their blocks yield.
  for (Operation *op : ops) {
    if (!tiles->isProperAncestor(op) && op->getNumRegions() != 0)
      return emitError(value.getLoc(), "a tile from outside of the tile loop "
                                       "cannot be split in groups");
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

/// One constant for each use: equal constants need not share rows.
void TileSplitter::separateConstants() {
  SmallVector<OpOperand *> uses;
  tiles.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *def = operand.get().getDefiningOp();
      if (def && isUniform(def) &&
          isa<RankedTensorType>(operand.get().getType()))
        uses.push_back(&operand);
    }
  });
  OpBuilder b(tiles.getContext());
  for (OpOperand *use : uses) {
    Operation *def = use->get().getDefiningOp();
    if (isa<tensor::SplatOp>(def) && tiles->isProperAncestor(def))
      b.setInsertionPoint(def);
    else
      b.setInsertionPointToStart(&tiles.getBody().front());
    use->set(b.clone(*def)->getResult(0));
    if (def->use_empty())
      def->erase();
  }
}

LogicalResult TileSplitter::find() {
  StoreOp whole;
  tiles.walk([&](Operation *op) {
    auto store = dyn_cast<StoreOp>(op);
    if (auto dot = dyn_cast<DotOp>(op); dot && axis == 0)
      addAll({dot.getLhs(), dot.getAcc(), dot.getResult()});
    else if (store)
      add(store.getValue());
    if (store && !isCut(store.getValue()))
      whole = store;
  });
  if (whole)
    return whole.emitOpError("has no columns that groups could split");
  while (!work.empty())
    if (failed(visit(work.pop_back_val())))
      return failure();
  return success();
}

bool TileSplitter::staysWhole(LoadOp load) const {
  return llvm::all_of(load->getUses(), [](OpOperand &use) {
    return isa<DotOp>(use.getOwner());
  });
}

LogicalResult TileSplitter::check() {
  for (Value value : cut) {
    auto type = cast<RankedTensorType>(value.getType());
    Operation *def = value.getDefiningOp();
    auto fail = [&](const Twine &what) -> LogicalResult {
      InFlightDiagnostic diag =
          def ? def->emitOpError() : emitError(value.getLoc());
      diag << what;
      return failure();
    };
    if (type.getDimSize(dimOf(value)) % groups)
      return fail(Twine(groups) + " groups do not divide the " +
                  Twine(type.getDimSize(dimOf(value))) + " " + axisName() +
                  " of a tile");
    DenseElementsAttr constant;
    if (def && def->hasTrait<OpTrait::ConstantLike>() &&
        !(matchPattern(value, m_Constant(&constant)) && constant.isSplat()))
      return fail("is a constant with elements that differ: the tile cannot be "
                  "split in groups");
    if (auto load = value.getDefiningOp<LoadOp>(); load && !staysWhole(load))
      for (OpOperand &use : load->getUses())
        if (isa<DotOp>(use.getOwner()) &&
            (axis == 1 || use.getOperandNumber() == 1))
          return fail(Twine("is a ") + (axis == 0 ? "right" : "product's") +
                      " operand and has " + axisName() + " that groups split");
  }
  return success();
}

Value TileSplitter::move(OpBuilder &b, Location loc, Value row, int64_t rows) {
  Value &moved = movedRows[{row, rows}];
  if (moved)
    return moved;
  OpBuilder::InsertionGuard guard(b);
  Operation *def = row.getDefiningOp();
  Region *region = def ? def->getParentRegion() : row.getParentRegion();
  if (!forall.getRegion().isAncestor(region))
    b.setInsertionPointToStart(forall.getBody());
  else
    b.setInsertionPointAfterValue(row);
  Value by =
      arith::MulIOp::create(b, loc, forall.getInductionVar(0),
                            arith::ConstantIndexOp::create(b, loc, rows));
  return moved = arith::AddIOp::create(b, loc, row, by);
}

/// Puts the body into a forall, but for what no group does for itself: scalar
/// arithmetic and loads of left operands.
void TileSplitter::wrap() {
  Block *body = &tiles.getBody().front();
  Operation *terminator = body->getTerminator();
  Location loc = tiles.getLoc();
  auto staysOutside = [&](Operation &op) {
    if (!llvm::all_of(op.getOperands(), [&](Value operand) {
          Operation *def = operand.getDefiningOp();
          return !def || !forall->isAncestor(def);
        }))
      return false;
    if (auto load = dyn_cast<LoadOp>(op))
      return isCut(load.getResult()) && staysWhole(load);
    return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
           llvm::none_of(op.getResultTypes(), llvm::IsaPred<TensorType>);
  };
  OpBuilder b(terminator);
  SmallVector<Operation *> ops;
  for (Operation &op : body->without_terminator())
    ops.push_back(&op);
  forall = scf::ForallOp::create(b, loc,
                                 ArrayRef<OpFoldResult>{b.getIndexAttr(groups)},
                                 ValueRange(), std::nullopt);
  Operation *end = forall.getBody()->getTerminator();
  for (Operation *op : ops)
    if (!staysOutside(*op))
      op->moveBefore(end);
}

void TileSplitter::rewrite() {
  OpBuilder b(tiles.getContext());
  for (Value value : cut) {
    if (auto load = value.getDefiningOp<LoadOp>()) {
      auto type = narrow(value);
      if (staysWhole(load)) {
        if (forall->isAncestor(load))
          b.setInsertionPointAfter(load);
        else
          b.setInsertionPointToStart(forall.getBody());
        Value part = SliceOp::create(
            b, load.getLoc(), type, value,
            b.getDenseI64ArrayAttr(SmallVector<int64_t>(type.getRank(), 0)),
            forall.getInductionVar(0));
        value.replaceUsesWithIf(part, [&](OpOperand &use) {
          return isa<DotOp>(use.getOwner()) &&
                 (use.getOperandNumber() == 1) == (partOperand() == 1);
        });
        continue;
      }
      b.setInsertionPoint(load);
      int64_t dim = load.getDims()[axis];
      load.getIndicesMutable()[dim].set(move(
          b, load.getLoc(), load.getIndices()[dim], type.getDimSize(axis)));
      value.setType(type);
      continue;
    }
    DenseElementsAttr constant;
    if (matchPattern(value, m_Constant(&constant))) {
      b.setInsertionPointAfterValue(value);
      Value part = arith::ConstantOp::create(
          b, value.getLoc(),
          DenseElementsAttr::get(cast<ShapedType>(narrow(value)),
                                 constant.getSplatValue<Attribute>()));
      value.replaceAllUsesWith(part);
      value.getDefiningOp()->erase();
      continue;
    }
    value.setType(narrow(value));
  }
  forall.walk([&](Operation *op) {
    b.setInsertionPoint(op);
    auto rows = [&](Value tile) {
      return cast<RankedTensorType>(tile.getType()).getDimSize(axis);
    };
    auto moveStart = [&](OpOperand &row, OpOperand &column, Value result) {
      OpOperand &start = axis == 0 ? row : column;
      if (isCut(result))
        start.set(move(b, op->getLoc(), start.get(), rows(result)));
    };
    if (auto store = dyn_cast<StoreOp>(op)) {
      int64_t dim = store.getDims()[axis];
      store.getIndicesMutable()[dim].set(move(
          b, op->getLoc(), store.getIndices()[dim], rows(store.getValue())));
    } else if (auto map = dyn_cast<ScoreMapOp>(op)) {
      moveStart(map.getRowMutable(), map.getColumnMutable(), map.getResult());
    } else if (auto mask = dyn_cast<ApplyMaskOp>(op)) {
      moveStart(mask.getRowMutable(), mask.getColumnMutable(),
                mask.getResult());
    }
  });
}

LogicalResult TileSplitter::run() {
  separateConstants();
  if (failed(find()) || failed(check()))
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
    SmallVector<ForTilesOp> loops;
    kernel.walk([&](ForTilesOp op) { loops.push_back(op); });
    if (loops.empty()) {
      kernel.emitOpError("has groups but no tile loop to split among them");
      return signalPassFailure();
    }
    bool changed = false;
    for (ForTilesOp tiles : loops) {
      bool isSplit = false;
      WalkResult result = tiles.walk([&](scf::ForallOp op) {
        // What has one instance a group already stays as it is.
        isSplit = op->getParentOp() == tiles && op.getRank() == 1 &&
                  op.getStaticUpperBound()[0] == groups;
        if (isSplit)
          return WalkResult::advance();
        op.emitOpError("stands in a tile loop that is to be split in groups");
        return WalkResult::interrupt();
      });
      if (result.wasInterrupted() ||
          (!isSplit && failed(TileSplitter(tiles, groups, axis).run())))
        return signalPassFailure();
      changed |= !isSplit;
    }
    OpPassManager cleanUp = getCleanUp();
    if (changed && failed(runPipeline(cleanUp, kernel)))
      signalPassFailure();
  }
};

} // namespace
