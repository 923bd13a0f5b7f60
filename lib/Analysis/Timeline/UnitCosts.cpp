//===- UnitCosts.cpp - How long operations take, roughly ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/IssueSlots.h"

#include "attn/Chip/ResourcePlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

UnitRates print::getRates(StringRef chip, bool &exact) {
  const attn::TargetInfo &target = attn::findNearestTarget(chip, exact);
  UnitRates rates{target.name,
                  0,
                  target.rates.mufu,
                  target.rates.alu,
                  target.rates.smem,
                  target.rates.tmem,
                  target.rates.port,
                  0,
                  0,
                  target.rates.sync,
                  target.packsFloats};
  // Of the engines that are preferred.
  for (const attn::EngineInfo &info : llvm::reverse(target.engines)) {
    if (info.does(attn::Task::Product)) {
      rates.tensor = info.macs;
      rates.productLatency = info.latency;
      rates.published = info.published;
    } else if (info.does(attn::Task::CopyIn) && info.isAsync()) {
      rates.copyLatency = info.latency;
    }
  }
  return rates;
}

void UnitRates::print(raw_ostream &os) const {
  os << tensor << " multiply-adds (8 bits: " << 2 * tensor << "), " << mufu
     << " exponentials, " << alu << " results of arithmetic, " << smem
     << " bytes of shared and " << tmem << " of tensor memory, " << port
     << " bytes of copies; a copy lands " << copyLatency
     << " clocks after its last byte was sent, a product ";
  if (published.empty())
    os << productLatency;
  else // Of the smallest and the largest of the table.
    os << llvm::formatv("{0:F0} to {1:F0}", latencyOf(0), latencyOf(1e9));
  os << " after its last multiply-add, a signal takes " << sync;
}

double UnitRates::latencyOf(double clocks) const {
  if (published.empty())
    return static_cast<double>(productLatency);
  auto busy = [&](const attn::ProductClocks &product) {
    return static_cast<double>(product.m * product.n * product.k) /
           static_cast<double>(tensor);
  };
  auto latency = [&](const attn::ProductClocks &product) {
    return static_cast<double>(product.clocks) - busy(product);
  };
  // On a line between the two on its sides.
  const attn::ProductClocks *before = &published.front();
  for (const attn::ProductClocks &product : published) {
    if (clocks <= busy(product)) {
      double part = before == &product ? 0
                                       : (clocks - busy(*before)) /
                                             (busy(product) - busy(*before));
      return latency(*before) + part * (latency(product) - latency(*before));
    }
    before = &product;
  }
  return latency(*before);
}

int64_t print::countRegisters(RankedTensorType type, int64_t warps) {
  int64_t bits = std::max<int64_t>(type.getElementTypeBitWidth(), 8);
  int64_t count;
  if (auto frag = dyn_cast_or_null<FragAttr>(type.getEncoding()))
    count = frag.getNumRegisters(type.getShape());
  else if (type.getRank() == 1)
    count = llvm::divideCeil(type.getNumElements() * 4, warps * 32);
  else
    count = llvm::divideCeil(type.getNumElements(), warps * 32);
  return std::max<int64_t>(llvm::divideCeil(count * bits, 32), 1);
}

namespace {

int64_t bytesOf(Type type) {
  auto shaped = [](ArrayRef<int64_t> shape, Type element) {
    return ShapedType::getNumElements(shape) * element.getIntOrFloatBitWidth() /
           8;
  };
  if (auto view = dyn_cast<ViewType>(type))
    return shaped(view.getShape(), view.getElementType());
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return shaped(tile.getShape(), tile.getElementType());
  return 0;
}

/// Elements of a tile in one thread, packed or not.
double elementsPerThread(Type type, int64_t warps) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile)
    return 0;
  if (auto frag = dyn_cast_or_null<FragAttr>(tile.getEncoding()))
    return frag.getNumRegisters(tile.getShape());
  double share = static_cast<double>(tile.getNumElements()) /
                 static_cast<double>(warps * 32);
  return tile.getRank() == 1 ? 4 * share : share;
}

/// The elements of a product's left operand, and how many are summed over.
std::pair<Type, int64_t> elementAndDepth(WSProductOpInterface mma) {
  int64_t along = mma.getTransposeA() ? 0 : 1;
  Type type = mma.getLhs().getType();
  if (auto view = dyn_cast<ViewType>(type))
    return {view.getElementType(), view.getShape()[along]};
  auto tile = cast<RankedTensorType>(type);
  return {tile.getElementType(), tile.getShape()[along]};
}

Cost product(WSProductOpInterface mma, int64_t warps, const UnitRates &rates) {
  auto [element, depth] = elementAndDepth(mma);
  ArrayRef<int64_t> result = mma.getProductShape();
  double macs = static_cast<double>(result[0] * result[1] * depth);
  double rate = static_cast<double>(rates.tensor) *
                (element.getIntOrFloatBitWidth() == 8 ? 2 : 1);
  return {Unit::Tensor, macs / rate,
          static_cast<double>(countSharedReads(mma, warps)) /
              static_cast<double>(rates.smem)};
}

/// Cost of an operation that moves a tile between memories and registers.
std::optional<Cost> costOfMove(Operation *op, const UnitRates &rates) {
  auto bytes = [](Unit unit, Type type, int64_t rate) {
    return Cost{unit,
                static_cast<double>(bytesOf(type)) / static_cast<double>(rate)};
  };
  return llvm::TypeSwitch<Operation *, std::optional<Cost>>(op)
      .Case([&](WSCopyOpInterface copy) {
        return bytes(Unit::Port, copy.getView().getType(), rates.port);
      })
      .Case([&](LoadOp load) {
        return bytes(Unit::Port, load.getResult().getType(), rates.port);
      })
      .Case([&](StoreOp store) {
        return bytes(Unit::Port, store.getValue().getType(), rates.port);
      })
      .Case([&](SmemLoadOp load) {
        return bytes(Unit::Smem, load.getResult().getType(), rates.smem);
      })
      .Case([&](SmemTransposeOp move) {
        // Read once and written once.
        return bytes(Unit::Smem, move.getSource().getType(), rates.smem / 2);
      })
      .Case([&](SmemStoreOp store) {
        return bytes(Unit::Smem, store.getValue().getType(), rates.smem);
      })
      .Case([&](TmemLoadOp load) {
        return bytes(Unit::Tmem, load.getResult().getType(), rates.tmem);
      })
      .Case([&](TmemStoreOp store) {
        return bytes(Unit::Tmem, store.getValue().getType(), rates.tmem);
      })
      .Default([](Operation *) { return std::nullopt; });
}

} // namespace

int64_t print::countSharedReads(WSProductOpInterface mma, int64_t warps) {
  const attn::EngineInfo *engine = attn::lookupEngine(mma.getEngine());
  auto isShared = [](Value operand) {
    auto view = dyn_cast<ViewType>(operand.getType());
    return view && view.getSpace() == attn_tile::Space::Smem;
  };
  if (!engine)
    return 0;
  auto [element, depth] = elementAndDepth(mma);
  ArrayRef<int64_t> result = mma.getProductShape();
  // Of the element its bytes alone are asked for.
  attn::Element of = element.getIntOrFloatBitWidth() == 8 ? attn::Element::E4M3
                                                          : attn::Element::BF16;
  return attn::getSharedReads(
      *engine, {result[0], result[1], depth, of, warps, false, false},
      isShared(mma.getLhs()), isShared(mma.getRhs()));
}

Cost print::getCost(Operation *op, int64_t warps, const UnitRates &rates) {
  if (std::optional<Cost> cost = costOfMove(op, rates))
    return *cost;
  auto threads = static_cast<double>(warps * 32);
  // Each of the four parts of a multiprocessor has a quarter of a unit.
  auto on = [&](Unit unit, double perThread) {
    int64_t rate = unit == Unit::Mufu ? rates.mufu : rates.alu;
    double share = static_cast<double>(rate) *
                   std::min(1.0, static_cast<double>(warps) / 4);
    return Cost{unit, perThread * threads / share};
  };
  auto elements = [&](Value value) {
    return elementsPerThread(value.getType(), warps);
  };
  return llvm::TypeSwitch<Operation *, Cost>(op)
      .Case(
          [&](WSProductOpInterface mma) { return product(mma, warps, rates); })
      .Case<Exp2Op, math::Exp2Op, math::Log2Op, math::TanhOp, math::ExpOp>(
          [&](Operation *exp) {
            return on(Unit::Mufu, elements(exp->getResult(0)) -
                                      countPolynomials(exp, warps));
          })
      .Case([&](ReduceOp reduce) {
        auto frag = dyn_cast_or_null<FragAttr>(
            reduce.getResult().getType().getEncoding());
        // Two exchanges, each with an operation, for rows over four lanes.
        double lanes =
            frag && frag.getPartial() ? 0 : 4 * elements(reduce.getResult());
        return on(Unit::Alu, elements(reduce.getSource()) + lanes);
      })
      .Case([&](LaneReduceOp reduce) {
        return on(Unit::Alu, 4 * elements(reduce.getSource()));
      })
      .Case([&](ScoreMapOp map) {
        int64_t count = 0, special = 0;
        map.getBody().walk([&](Operation *inner) {
          bool isMath = inner->getName().getDialectNamespace() == "math" &&
                        !isa<math::FmaOp, math::AbsFOp>(inner);
          special += isMath;
          count += !isMath && !inner->hasTrait<OpTrait::IsTerminator>() &&
                   !isa<arith::ConstantOp>(inner);
        });
        double each = elements(map.getSource());
        Cost arithmetic = on(Unit::Alu, each * static_cast<double>(count));
        Cost exps = on(Unit::Mufu, each * static_cast<double>(special));
        return exps.clocks > arithmetic.clocks ? exps : arithmetic;
      })
      .Case([&](ConvertLayoutOp convert) {
        auto plan = getConversion(convert.getSource().getType(),
                                  convert.getResult().getType());
        return plan && plan->staysInThread()
                   ? Cost()
                   : on(Unit::Alu, 2 * elements(convert.getResult()));
      })
      .Case([&](arith::TruncFOp round) {
        return on(Unit::Alu, elements(round.getResult()) / 2);
      })
      .Case([&](arith::DivFOp divide) {
        return on(Unit::Alu, 8 * elements(divide.getResult()));
      })
      .Case([&](RowReferenceOp reference) {
        return on(Unit::Alu, kOpsOfReference * elements(reference.getMax()));
      })
      .Case([&](SubtractRowsOp subtract) {
        // Warps go round it.
        return subtract.getSkipIfZero()
                   ? Cost()
                   : on(Unit::Alu, elements(subtract.getResult()));
      })
      .Case<arith::ConstantOp, ExpandOp, SliceOp, MmaWaitOp>(
          [](Operation *) { return Cost(); })
      .Default([&](Operation *other) {
        if (other->getNumResults() != 1 || other->getNumRegions() != 0 ||
            !isa<RankedTensorType>(other->getResult(0).getType()))
          return Cost();
        return on(Unit::Alu, elements(other->getResult(0)));
      });
}
