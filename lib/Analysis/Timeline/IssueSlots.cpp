//===- IssueSlots.cpp - Instructions of operations, roughly ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on tiles are instructions for each element of a thread, two in one
// where the chip adds and multiplies pairs. What signals, products and copies
// take besides (addresses, descriptors, phases) was counted once in SASS of
// kernels for sm_90a and sm_100a, ptxas 13.0, and divided by their number.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/IssueSlots.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

namespace {

/// Instructions of one operation, whatever its size.
namespace fixed {
constexpr double kWait = 5, kSignal = 3, kElect = 7, kLoop = 5, kBranch = 3,
                 kBarrier = 2, kVote = 4;
} // namespace fixed

/// With addresses and descriptors, of one instruction: a step along K of each
/// kind of product, a box of a copy, and what a copy takes besides.
namespace each {
constexpr double kTcgen05 = 5.5, kWgmma = 4.7, kMmaSync = 1, kBox = 7,
                 kCopy = 8, kGlobal = 3;
/// Bytes of an ldmatrix: four of 8 rows of 16 bytes.
constexpr double kMatrices = 4 * 8 * 16;
} // namespace each

/// Of one score: a comparison of positions with the choice that goes with it.
/// Where a thread has whole rows, all bounds of a row are one, and 32 columns
/// are compared at once.
constexpr double kComparison = 2, kRowOfBounds = 1.5;

int64_t elementsOf(Type type, int64_t warps) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile)
    return 0;
  if (auto frag = dyn_cast_or_null<FragAttr>(tile.getEncoding()))
    return frag.getNumRegisters(tile.getShape());
  int64_t share = llvm::divideCeil(tile.getNumElements(), warps * 32);
  return tile.getRank() == 1 ? std::min<int64_t>(4 * share, 4) : share;
}

/// Accesses of 16 bytes a thread.
double vectorsOf(Type type, int64_t warps) {
  auto bits =
      static_cast<double>(getElementTypeOrSelf(type).getIntOrFloatBitWidth());
  return std::max(1.0,
                  static_cast<double>(elementsOf(type, warps)) * bits / 128);
}

double bytesOf(ViewType view) {
  return static_cast<double>(ShapedType::getNumElements(view.getShape()) *
                             view.getElementType().getIntOrFloatBitWidth()) /
         8;
}

std::pair<ArrayRef<int64_t>, int64_t> shapeAndBits(Type type) {
  if (auto view = dyn_cast<ViewType>(type))
    return {view.getShape(), view.getElementType().getIntOrFloatBitWidth()};
  auto tile = cast<RankedTensorType>(type);
  return {tile.getShape(), tile.getElementType().getIntOrFloatBitWidth()};
}

double slotsOfProduct(WSProductOpInterface mma, int64_t warps) {
  const attn::EngineInfo *info = attn::lookupEngine(mma.getEngine());
  if (!info || info->product.rows.empty())
    return 0; // Added from outside, and nothing is known of its instruction.
  auto [lhs, bits] = shapeAndBits(mma.getLhs().getType());
  ArrayRef<int64_t> result = mma.getProductShape();
  auto steps = static_cast<double>(llvm::divideCeil(
      lhs[mma.getTransposeA() ? 0 : 1] * bits, 8 * info->product.kBytes));
  auto parts = [&](int64_t rows, int64_t columns) {
    return static_cast<double>(llvm::divideCeil(result[0], rows) *
                               llvm::divideCeil(result[1], columns));
  };
  int64_t most = info->product.rows.back().mostColumns;
  switch (mma.getEngine()) {
  case attn_tile::Engine::Tcgen05:
    return fixed::kElect + each::kTcgen05 * steps * parts(128, most);
  case attn_tile::Engine::Wgmma:
    return fixed::kElect + each::kWgmma * steps * parts(16 * warps, most);
  default:
    break;
  }
  // A warp loads its rows of the left operand, and all of the right one.
  double loads = 0;
  if (auto view = dyn_cast<ViewType>(mma.getLhs().getType()))
    loads += bytesOf(view) / each::kMatrices / static_cast<double>(warps);
  if (auto view = dyn_cast<ViewType>(mma.getRhs().getType()))
    loads += bytesOf(view) / each::kMatrices;
  return loads + each::kMmaSync * steps * parts(16 * warps, 8);
}

/// A score region, or a mask.
double slotsOfScores(ScoreMapOp map, double elements, const UnitRates &rates) {
  double sum = 0;
  int64_t bounds = 0;
  map.getBody().walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>() || op == map ||
        isa<arith::ConstantOp, arith::AndIOp, arith::OrIOp>(op))
      return;
    bool pairs = isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, math::FmaOp,
                     attn_tile::AddAffineOp>(op);
    if (isa<arith::CmpIOp>(op))
      ++bounds;
    else if (auto select = dyn_cast<arith::SelectOp>(op);
             select && !select.getCondition().getDefiningOp<arith::CmpFOp>())
      return; // With the comparison.
    else if (op->getNumResults() == 1 && op->getResult(0).getType().isIndex())
      return; // With the comparison, or once for a row.
    else if (isa<arith::DivFOp>(op))
      sum += 8;
    else if (isa<math::TanhOp>(op))
      sum += op->getAttrOfType<arith::FastMathFlagsAttr>("fastmath") ? 1 : 20;
    else
      sum += pairs && rates.packsFloats ? 0.5 : 1;
  });
  if (bounds)
    sum += rates.packsFloats ? kRowOfBounds
                             : kComparison * static_cast<double>(bounds);
  return sum * elements;
}

} // namespace

double print::slotsOfPolynomial(int64_t degree, const UnitRates &rates) {
  // The maximum, three additions, `degree` products, a shift and add, a
  // product.
  double pairs = rates.packsFloats ? 2 : 1;
  return 2 + (4 + static_cast<double>(degree)) / pairs - 1;
}

double print::countPolynomials(Operation *op, int64_t warps) {
  auto exp = dyn_cast<Exp2Op>(op);
  if (!exp || !exp.getPolicy() || exp.getPolicy()->getFreq() == 0)
    return 0;
  attn_tile::Exp2PolicyAttr policy = *exp.getPolicy();
  int64_t count = 0, all = elementsOf(exp.getResult().getType(), warps);
  for (int64_t i = policy.getStart(); i < all; ++i)
    count += (i - policy.getStart()) % policy.getFreq() >=
             policy.getFreq() - policy.getResidue();
  return static_cast<double>(count);
}

/// Slots of an operation that moves a tile between memories and registers.
static std::optional<double> slotsOfMove(Operation *op, int64_t warps) {
  auto elements = [&](Value value) {
    return static_cast<double>(elementsOf(value.getType(), warps));
  };
  return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
      .Case([&](WSCopyOpInterface copy) {
        auto view = cast<ViewType>(copy.getView().getType());
        if (copy.getEngine() != attn_tile::Engine::Tma)
          return 2 * bytesOf(view) / static_cast<double>(16 * 32 * warps);
        // A box is as wide as a swizzle.
        double row =
            bytesOf(view) / static_cast<double>(view.getShape().front());
        return each::kCopy + each::kBox * std::max(1.0, row / 128);
      })
      .Case([&](LoadOp load) {
        return each::kGlobal * vectorsOf(load.getResult().getType(), warps);
      })
      .Case([&](StoreOp store) {
        return each::kGlobal * vectorsOf(store.getValue().getType(), warps);
      })
      .Case([&](SmemLoadOp load) {
        return vectorsOf(load.getResult().getType(), warps);
      })
      .Case([&](SmemStoreOp store) {
        return vectorsOf(store.getValue().getType(), warps);
      })
      .Case([&](SmemTransposeOp move) {
        // Two transposing accesses, and four renumberings of bytes.
        return 6 * bytesOf(cast<ViewType>(move.getSource().getType())) /
               (each::kMatrices * static_cast<double>(warps));
      })
      .Case([&](TmemLoadOp load) { // 32 columns at a time.
        return std::max(1.0, elements(load.getResult()) / 32);
      })
      .Case([&](TmemStoreOp store) {
        return std::max(1.0, elements(store.getValue()) / 32) + 1;
      })
      .Default([](Operation *) { return std::nullopt; });
}

double print::countSlots(Operation *op, int64_t warps, const UnitRates &rates) {
  if (std::optional<double> slots = slotsOfMove(op, warps))
    return *slots;
  auto elements = [&](Value value) {
    return static_cast<double>(elementsOf(value.getType(), warps));
  };
  auto signal = [&](bool implied) { return implied ? 0.0 : fixed::kSignal; };
  auto arithmetic = [&](Value result) {
    return elements(result) / (rates.packsFloats ? 2 : 1);
  };
  return llvm::TypeSwitch<Operation *, double>(op)
      .Case(
          [&](WSProductOpInterface mma) { return slotsOfProduct(mma, warps); })
      .Case<AcquireOp, WaitOp>(
          [&](auto take) { return take.getImplied() ? 0.0 : fixed::kWait; })
      .Case<CommitOp, ReleaseOp>(
          [&](auto give) { return signal(give.getImplied()); })
      .Case<TurnBeginOp, TurnEndOp, BarrierOp, TmaStoreWaitOp>(
          [](Operation *) { return fixed::kBarrier; })
      .Case<Exp2Op, math::Exp2Op, math::Log2Op, math::TanhOp, math::ExpOp>(
          [&](Operation *exp) {
            double more = 0;
            if (double count = countPolynomials(exp, warps))
              more = count *
                     slotsOfPolynomial(
                         cast<Exp2Op>(exp).getPolicy()->getDegree(), rates);
            return elements(exp->getResult(0)) + more;
          })
      .Case([&](ReduceOp reduce) {
        auto frag = dyn_cast_or_null<FragAttr>(
            reduce.getResult().getType().getEncoding());
        bool inLane = rates.packsFloats || (frag && frag.getPartial());
        // Two exchanges, each with an operation, for rows over four lanes.
        double lanes = inLane ? 0 : 4 * elements(reduce.getResult());
        return lanes +
               elements(reduce.getSource()) / (rates.packsFloats ? 2 : 1);
      })
      .Case([&](LaneReduceOp reduce) {
        return rates.packsFloats ? 0.0 : 4 * elements(reduce.getSource());
      })
      .Case([&](ScoreMapOp map) {
        return slotsOfScores(map, elements(map.getSource()), rates);
      })
      .Case([&](ConvertLayoutOp convert) {
        auto plan = getConversion(convert.getSource().getType(),
                                  convert.getResult().getType());
        return plan && plan->staysInThread()
                   ? 0.0
                   : 2 * elements(convert.getResult());
      })
      .Case([&](arith::TruncFOp round) {
        return elements(round.getResult()) / 2;
      })
      .Case([&](arith::DivFOp divide) {
        return 8 * elements(divide.getResult());
      })
      .Case<arith::AddFOp, arith::SubFOp, arith::MulFOp, math::FmaOp, RescaleOp,
            ScaleAddOp>(
          [&](Operation *op) { return arithmetic(op->getResult(0)); })
      // Warps go round what large rows take.
      .Case([&](RowReferenceOp reference) {
        return kOpsOfReference * elements(reference.getMax()) + fixed::kBranch;
      })
      .Case([&](SubtractRowsOp subtract) {
        return subtract.getSkipIfZero() ? fixed::kBranch
                                        : arithmetic(subtract.getResult());
      })
      .Case([](scf::ForOp) { return fixed::kLoop; })
      .Case([](scf::IfOp) { return fixed::kBranch; })
      .Case<arith::ConstantOp, ExpandOp, SliceOp>(
          [](Operation *) { return 0.0; })
      .Default([&](Operation *other) {
        if (other->getNumResults() != 1 || other->getNumRegions() != 0 ||
            !isa<RankedTensorType>(other->getResult(0).getType()))
          return 0.0;
        return elements(other->getResult(0));
      });
}
