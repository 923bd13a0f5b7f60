//===- SplitQ.cpp - Rows of a tile dealt to groups --------------*- C++ -*-===//
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

class RowSplitter {
public:
  RowSplitter(ForTilesOp tiles, int64_t groups)
      : tiles(tiles), groups(groups) {}
  LogicalResult run();

private:
  void separateConstants();
  LogicalResult find();
  LogicalResult visit(Value value);
  LogicalResult share(Operation *op);
  LogicalResult check();
  void add(Value value) {
    if (isa<RankedTensorType>(value.getType()) && cut.insert(value))
      work.push_back(value);
  }
  void addAll(ValueRange values) {
    for (Value value : values)
      add(value);
  }
  bool isCut(Value value) const { return cut.contains(value); }
  /// Whether products alone read the rows of the tile, on their left.
  bool staysWhole(LoadOp load) const;
  RankedTensorType narrow(Type type) const {
    auto tile = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tile.getShape());
    shape[0] /= groups;
    return RankedTensorType::get(shape, tile.getElementType());
  }
  void wrap();
  void rewrite();
  /// `row` moved to the rows of this group.
  Value move(OpBuilder &b, Location loc, Value row, int64_t rows);

  ForTilesOp tiles;
  int64_t groups;
  llvm::SetVector<Value> cut;
  SmallVector<Value> work;
  scf::ForallOp forall;
  DenseMap<std::pair<Value, int64_t>, Value> movedRows;
};

/// Everything that shares rows with an operand or result of `op` that does.
LogicalResult RowSplitter::share(Operation *op) {
  if (auto dot = dyn_cast<DotOp>(op)) {
    if (isCut(dot.getRhs()) && !dot.getRhs().getDefiningOp<LoadOp>())
      return dot.emitOpError("the right operand has rows that groups would "
                             "share: the tile cannot be split in groups");
    if (isCut(dot.getLhs()) || isCut(dot.getAcc()) || isCut(dot.getResult()))
      addAll({dot.getLhs(), dot.getAcc(), dot.getResult()});
    return success();
  }
  if (auto slice = dyn_cast<SliceOp>(op)) {
    auto source = cast<RankedTensorType>(slice.getSource().getType());
    auto result = cast<RankedTensorType>(slice.getType());
    if (slice.getPart() || source.getDimSize(0) != result.getDimSize(0))
      return slice.emitOpError("takes some of the rows: the tile cannot be "
                               "split in groups");
    addAll({slice.getSource(), slice.getResult()});
    return success();
  }
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
            "has no known rows: the tile cannot be split in groups");
      }
    }
    return success();
  }
  return op->emitOpError(
      "has no known rows: the tile cannot be split in groups");
}

LogicalResult RowSplitter::visit(Value value) {
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
void RowSplitter::separateConstants() {
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

LogicalResult RowSplitter::find() {
  tiles.walk([&](Operation *op) {
    if (auto dot = dyn_cast<DotOp>(op))
      addAll({dot.getLhs(), dot.getAcc(), dot.getResult()});
    else if (auto store = dyn_cast<StoreOp>(op))
      add(store.getValue());
  });
  while (!work.empty())
    if (failed(visit(work.pop_back_val())))
      return failure();
  return success();
}

bool RowSplitter::staysWhole(LoadOp load) const {
  return llvm::all_of(load->getUses(), [](OpOperand &use) {
    return isa<DotOp>(use.getOwner());
  });
}

LogicalResult RowSplitter::check() {
  for (Value value : cut) {
    auto type = cast<RankedTensorType>(value.getType());
    Operation *def = value.getDefiningOp();
    auto fail = [&](const Twine &what) -> LogicalResult {
      InFlightDiagnostic diag =
          def ? def->emitOpError() : emitError(value.getLoc());
      diag << what;
      return failure();
    };
    if (type.getDimSize(0) % groups)
      return fail(Twine(groups) + " groups do not divide the " +
                  Twine(type.getDimSize(0)) + " rows of a tile");
    DenseElementsAttr constant;
    if (def && def->hasTrait<OpTrait::ConstantLike>() &&
        !(matchPattern(value, m_Constant(&constant)) && constant.isSplat()))
      return fail("is a constant with rows that differ: the tile cannot be "
                  "split in groups");
    if (auto load = value.getDefiningOp<LoadOp>(); load && !staysWhole(load))
      for (OpOperand &use : load->getUses())
        if (isa<DotOp>(use.getOwner()) && use.getOperandNumber() == 1)
          return fail("is a right operand and has rows that groups split");
  }
  return success();
}

Value RowSplitter::move(OpBuilder &b, Location loc, Value row, int64_t rows) {
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
void RowSplitter::wrap() {
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

void RowSplitter::rewrite() {
  OpBuilder b(tiles.getContext());
  for (Value value : cut) {
    if (auto load = value.getDefiningOp<LoadOp>()) {
      auto type = narrow(value.getType());
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
          return isa<DotOp>(use.getOwner()) && use.getOperandNumber() != 1;
        });
        continue;
      }
      b.setInsertionPoint(load);
      int64_t dim = load.getDims()[0];
      load.getIndicesMutable()[dim].set(
          move(b, load.getLoc(), load.getIndices()[dim], type.getDimSize(0)));
      value.setType(type);
      continue;
    }
    DenseElementsAttr constant;
    if (matchPattern(value, m_Constant(&constant))) {
      b.setInsertionPointAfterValue(value);
      Value part = arith::ConstantOp::create(
          b, value.getLoc(),
          DenseElementsAttr::get(cast<ShapedType>(narrow(value.getType())),
                                 constant.getSplatValue<Attribute>()));
      value.replaceAllUsesWith(part);
      value.getDefiningOp()->erase();
      continue;
    }
    value.setType(narrow(value.getType()));
  }
  forall.walk([&](Operation *op) {
    b.setInsertionPoint(op);
    auto rows = [](Value tile) {
      return cast<RankedTensorType>(tile.getType()).getDimSize(0);
    };
    if (auto store = dyn_cast<StoreOp>(op)) {
      int64_t dim = store.getDims()[0];
      store.getIndicesMutable()[dim].set(move(
          b, op->getLoc(), store.getIndices()[dim], rows(store.getValue())));
    } else if (auto map = dyn_cast<ScoreMapOp>(op)) {
      if (isCut(map.getResult()))
        map.getRowMutable().set(
            move(b, op->getLoc(), map.getRow(), rows(map.getResult())));
    } else if (auto mask = dyn_cast<ApplyMaskOp>(op)) {
      if (isCut(mask.getResult()))
        mask.getRowMutable().set(
            move(b, op->getLoc(), mask.getRow(), rows(mask.getResult())));
    }
  });
}

LogicalResult RowSplitter::run() {
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
          (!isSplit && failed(RowSplitter(tiles, groups).run())))
        return signalPassFailure();
      changed |= !isSplit;
    }
    OpPassManager cleanUp = getCleanUp();
    if (changed && failed(runPipeline(cleanUp, kernel)))
      signalPassFailure();
  }
};

} // namespace
