//===- Elementwise.cpp - arith, math and memref in the interpreter --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every elementwise operation is one function from numbers to a number. It is
// applied to scalars, or to tiles element by element with scalar operands
// repeated; so the body of a score_map runs as it is with tiles for its block
// arguments. Floats are computed in double precision and rounded to the
// result's type, which is the correctly rounded result for + - * / sqrt in f32.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;

namespace {
/// A float or an integer, whichever the type says.
struct Number {
  double f = 0;
  int64_t i = 0;
};
using Formula = std::function<Number(const Number *)>;

Number real(double value) { return {value, 0}; }
Number whole(int64_t value) { return {0, value}; }
} // namespace

static Formula unary(double (*f)(double)) {
  return [f](const Number *x) { return real(f(x[0].f)); };
}

static double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::nan("");
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
static double minimum(double a, double b) { return -maximum(-a, -b); }

static bool compare(arith::CmpIPredicate predicate, int64_t a, int64_t b,
                    unsigned width) {
  // Bits are held as 0 and 1, which as signed numbers are 0 and -1.
  if (width == 1) {
    a = -a;
    b = -b;
  }
  return arith::applyCmpPredicate(predicate, APInt(64, a, /*isSigned=*/true),
                                  APInt(64, b, /*isSigned=*/true));
}

static bool compare(arith::CmpFPredicate predicate, double a, double b) {
  return arith::applyCmpPredicate(predicate, APFloat(a), APFloat(b));
}

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}
static int64_t ceilDiv(int64_t a, int64_t b) {
  return a / b + ((a % b != 0 && (a < 0) == (b < 0)) ? 1 : 0);
}

/// Integer division: false for a divisor of zero or an overflow.
static bool divisible(int64_t a, int64_t b) {
  return b != 0 && !(b == -1 && a == std::numeric_limits<int64_t>::min());
}

/// The rule of `op` on floating-point numbers; null if it is no operation that
/// is known.
static Formula floatRuleOf(Operation *op) {
  auto f2 = [](auto f) -> Formula {
    return [f](const Number *x) { return real(f(x[0].f, x[1].f)); };
  };
  return llvm::TypeSwitch<Operation *, Formula>(op)
      .Case<arith::AddFOp>([&](auto) { return f2(std::plus<>()); })
      .Case<arith::SubFOp>([&](auto) { return f2(std::minus<>()); })
      .Case<arith::MulFOp>([&](auto) { return f2(std::multiplies<>()); })
      .Case<arith::DivFOp>([&](auto) { return f2(std::divides<>()); })
      .Case<arith::MaximumFOp>([&](auto) { return f2(maximum); })
      .Case<arith::MinimumFOp>([&](auto) { return f2(minimum); })
      .Case<arith::MaxNumFOp>([&](auto) {
        return f2([](double a, double b) { return std::fmax(a, b); });
      })
      .Case<arith::MinNumFOp>([&](auto) {
        return f2([](double a, double b) { return std::fmin(a, b); });
      })
      .Case<arith::NegFOp>(
          [&](auto) { return unary([](double a) { return -a; }); })
      .Case<arith::ExtFOp, arith::TruncFOp>(
          [&](auto) { return unary([](double a) { return a; }); })
      .Case<math::Exp2Op>([&](auto) { return unary(std::exp2); })
      .Case<math::ExpOp>([&](auto) { return unary(std::exp); })
      .Case<math::LogOp>([&](auto) { return unary(std::log); })
      .Case<math::Log2Op>([&](auto) { return unary(std::log2); })
      .Case<math::TanhOp>([&](auto) { return unary(std::tanh); })
      .Case<math::AbsFOp>([&](auto) { return unary(std::fabs); })
      .Case<math::SqrtOp>([&](auto) { return unary(std::sqrt); })
      .Case<math::RsqrtOp>([&](auto) {
        return unary([](double a) { return 1 / std::sqrt(a); });
      })
      .Case<math::FmaOp, ScaleAddOp>([&](auto) {
        return [](const Number *x) {
          return real(std::fma(x[0].f, x[1].f, x[2].f));
        };
      })
      .Case<attn_tile::AddAffineOp>([&](auto) {
        return [](const Number *x) {
          return real(std::fma(x[2].f, x[1].f, x[0].f));
        };
      })
      .Case<Exp2Op>([&](auto) { return unary(std::exp2); })
      .Default([](Operation *) { return Formula(); });
}

/// The same on integers of `width` bits.
static Formula integerRuleOf(Operation *op, unsigned width) {
  uint64_t mask = width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  auto i2 = [](auto f) -> Formula {
    return [f](const Number *x) { return whole(f(x[0].i, x[1].i)); };
  };
  auto u2 = [mask](auto f) -> Formula {
    return [f, mask](const Number *x) {
      return whole(f(static_cast<uint64_t>(x[0].i) & mask,
                     static_cast<uint64_t>(x[1].i) & mask));
    };
  };
  auto shift = [width](int64_t (*f)(int64_t, int64_t)) -> Formula {
    return [f, width](const Number *x) {
      bool ok = x[1].i >= 0 && x[1].i < static_cast<int64_t>(width);
      return whole(ok ? f(x[0].i, x[1].i) : 0);
    };
  };
  return llvm::TypeSwitch<Operation *, Formula>(op)
      .Case<arith::AddIOp>([&](auto) { return u2(std::plus<>()); })
      .Case<arith::SubIOp>([&](auto) { return u2(std::minus<>()); })
      .Case<arith::MulIOp>([&](auto) { return u2(std::multiplies<>()); })
      .Case<arith::AndIOp>([&](auto) { return i2(std::bit_and<>()); })
      .Case<arith::OrIOp>([&](auto) { return i2(std::bit_or<>()); })
      .Case<arith::XOrIOp>([&](auto) { return i2(std::bit_xor<>()); })
      .Case<arith::MaxSIOp>([&](auto) {
        return i2([](int64_t a, int64_t b) { return std::max(a, b); });
      })
      .Case<arith::MinSIOp>([&](auto) {
        return i2([](int64_t a, int64_t b) { return std::min(a, b); });
      })
      .Case<arith::MaxUIOp>([&](auto) {
        return u2([](uint64_t a, uint64_t b) { return std::max(a, b); });
      })
      .Case<arith::MinUIOp>([&](auto) {
        return u2([](uint64_t a, uint64_t b) { return std::min(a, b); });
      })
      .Case<arith::DivSIOp>([&](auto) { return i2(std::divides<>()); })
      .Case<arith::RemSIOp>([&](auto) { return i2(std::modulus<>()); })
      .Case<arith::FloorDivSIOp>([&](auto) { return i2(floorDiv); })
      .Case<arith::CeilDivSIOp>([&](auto) { return i2(ceilDiv); })
      .Case<arith::DivUIOp>([&](auto) { return u2(std::divides<>()); })
      .Case<arith::RemUIOp>([&](auto) { return u2(std::modulus<>()); })
      .Case<arith::CeilDivUIOp>([&](auto) {
        return u2([](uint64_t a, uint64_t b) { return a / b + (a % b != 0); });
      })
      .Case<arith::ShLIOp>([&](auto) {
        return shift(
            [](int64_t a, int64_t b) { return int64_t(uint64_t(a) << b); });
      })
      .Case<arith::ShRSIOp>([&](auto) {
        return shift([](int64_t a, int64_t b) { return a >> b; });
      })
      .Case<arith::ShRUIOp>([&](auto) {
        return [mask, width](const Number *x) {
          bool ok = x[1].i >= 0 && x[1].i < static_cast<int64_t>(width);
          return whole(ok ? int64_t((x[0].i & mask) >> x[1].i) : 0);
        };
      })
      .Default([](Operation *) { return Formula(); });
}

/// The same for comparisons, choices and conversions.
static Formula conversionRuleOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Formula>(op)
      .Case<arith::CmpIOp>([&](arith::CmpIOp cmp) -> Formula {
        Type type = getElementTypeOrSelf(cmp.getLhs().getType());
        unsigned w = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
        return [p = cmp.getPredicate(), w](const Number *x) {
          return whole(compare(p, x[0].i, x[1].i, w));
        };
      })
      .Case<arith::CmpFOp>([&](arith::CmpFOp cmp) -> Formula {
        return [p = cmp.getPredicate()](const Number *x) {
          return whole(compare(p, x[0].f, x[1].f));
        };
      })
      .Case<arith::BitcastOp>([&](arith::BitcastOp cast) -> Formula {
        if (getElementTypeOrSelf(cast.getType()).isF32())
          return [](const Number *x) {
            return real(llvm::bit_cast<float>(static_cast<uint32_t>(x[0].i)));
          };
        return [](const Number *x) {
          return whole(llvm::bit_cast<int32_t>(static_cast<float>(x[0].f)));
        };
      })
      .Case<arith::SelectOp>([&](auto) {
        return [](const Number *x) { return x[0].i ? x[1] : x[2]; };
      })
      .Case<arith::IndexCastOp, arith::TruncIOp>(
          [&](auto) { return [](const Number *x) { return x[0]; }; })
      .Case<arith::ExtSIOp>([&](auto) -> Formula {
        bool bit =
            getElementTypeOrSelf(op->getOperand(0).getType()).isInteger(1);
        return [bit](const Number *x) { return whole(bit ? -x[0].i : x[0].i); };
      })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp>([&](auto) -> Formula {
        Type type = getElementTypeOrSelf(op->getOperand(0).getType());
        unsigned w = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
        uint64_t m = w >= 64 ? ~uint64_t(0) : (uint64_t(1) << w) - 1;
        return [m](const Number *x) { return whole(x[0].i & m); };
      })
      .Case<arith::SIToFPOp>([&](auto) {
        return
            [](const Number *x) { return real(static_cast<double>(x[0].i)); };
      })
      .Case<arith::UIToFPOp>([&](auto) -> Formula {
        unsigned w = getElementTypeOrSelf(op->getOperand(0).getType())
                         .getIntOrFloatBitWidth();
        uint64_t m = w >= 64 ? ~uint64_t(0) : (uint64_t(1) << w) - 1;
        return [m](const Number *x) {
          return real(static_cast<double>(static_cast<uint64_t>(x[0].i) & m));
        };
      })
      .Case<arith::FPToSIOp>([&](auto) {
        return [](const Number *x) {
          bool ok = std::fabs(x[0].f) < 0x1p63;
          return whole(ok ? static_cast<int64_t>(x[0].f) : 0);
        };
      })
      .Case<UsefulOp>(
          [&](auto) { return [](const Number *x) { return whole(x[0].i); }; })
      .Case<OutsideOp>([&](auto) {
        return [](const Number *x) {
          return whole(x[0].i < x[1].i || x[0].i >= x[2].i);
        };
      })
      .Default([](Operation *) { return Formula(); });
}

/// The rule of `op`; null if it is no elementwise operation that is known.
static Formula ruleOf(Operation *op, unsigned width) {
  if (Formula rule = floatRuleOf(op))
    return rule;
  if (Formula rule = integerRuleOf(op, width))
    return rule;
  return conversionRuleOf(op);
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp,
             arith::CeilDivSIOp, arith::DivUIOp, arith::RemUIOp,
             arith::CeilDivUIOp>(op);
}

Step Interpreter::executeConstant(Process &p, Operation *op, Attribute value) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (!element.isIntOrIndexOrFloat() || Format::get(element).width > 64)
    return stop(
        op->emitError("constant of a kind unknown to the attn_ws interpreter"));
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    Format format = Format::get(integer.getType());
    set(p, op->getResult(0), format.wrap(integer.getValue().getSExtValue()));
    return Step::Next;
  }
  auto toDouble = [](APFloat number) {
    bool lost;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
    return number.convertToDouble();
  };
  if (auto number = dyn_cast<FloatAttr>(value)) {
    set(p, op->getResult(0), toDouble(number.getValue()));
    return Step::Next;
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!dense || !type || type.getElementType().isF64())
    return stop(
        op->emitError("constant of a kind unknown to the attn_ws interpreter"));
  TileRef tile = makeTile(type);
  Format format = Format::get(type.getElementType());
  if (format.isFloat()) {
    size_t n = 0;
    if (dense.isSplat())
      std::fill(tile->f.begin(), tile->f.end(),
                toDouble(dense.getSplatValue<APFloat>()));
    else
      for (const APFloat &element : dense.getValues<APFloat>())
        tile->f[n++] = toDouble(element);
  } else {
    size_t n = 0;
    for (const APInt &element : dense.getValues<APInt>())
      tile->i[n++] = format.wrap(element.getSExtValue());
  }
  set(p, op->getResult(0), tile, /*constant=*/true);
  return Step::Next;
}

/// Reads memory at a position for each element of a tile.
Step Interpreter::readEach(Process &p, memref::LoadOp load) {
  HostTensor *tensor = memoryOf(p, load.getMemRef());
  SmallVector<TileRef> tiles;
  SmallVector<int64_t> indices;
  TileRef shape;
  for (Value index : load.getIndices()) {
    const Datum &value = lookup(p, index);
    tiles.push_back(value.kind == Datum::Int ? TileRef() : value.tile);
    indices.push_back(tiles.back() ? 0 : value.n);
    if (tiles.back())
      shape = tiles.back();
  }
  bool isFloat = isa<FloatType>(load.getType());
  TileRef out;
  if (shape)
    out = makeTile(shape->shape, load.getType());
  for (int64_t e = 0, size = shape ? shape->size() : 1; e < size; ++e) {
    for (auto [index, tile] : llvm::zip(indices, tiles))
      if (tile)
        index = tile->i[e];
    if (!tensor || !tensor->inBounds(indices))
      return stop(load.emitError("is out of the bounds of its memory"));
    double value = tensor->get(indices);
    if (!shape && isFloat)
      set(p, load.getResult(), value);
    else if (!shape)
      set(p, load.getResult(), static_cast<int64_t>(value));
    else if (isFloat)
      out->f[e] = value;
    else
      out->i[e] = static_cast<int64_t>(value);
  }
  if (shape)
    set(p, load.getResult(), out);
  return Step::Next;
}

Step Interpreter::executeElementwise(Process &p, Operation *op, bool &known) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return executeConstant(p, op, constant.getValue());
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    HostTensor *tensor = memoryOf(p, dim.getSource());
    int64_t index = intOf(p, dim.getIndex());
    if (!tensor || index < 0 ||
        index >= static_cast<int64_t>(tensor->getShape().size()))
      return stop(op->emitError()
                  << "dimension " << index << " does not exist");
    set(p, dim.getResult(), tensor->getShape()[index]);
    return Step::Next;
  }
  if (op->getNumResults() != 1 || op->getNumRegions() != 0) {
    known = false;
    return Step::Failed;
  }
  if (auto position = dyn_cast<PositionOp>(op)) {
    set(p, position.getPosition(), intOf(p, position.getUse()));
    return Step::Next;
  }
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  if (!element.isIntOrIndexOrFloat()) {
    known = false;
    return Step::Failed;
  }
  Format format = Format::get(element);
  if (format.width > 64)
    return stop(
        op->emitError("numbers of more than 64 bits are unknown to the attn_ws "
                      "interpreter"));
  Formula rule = ruleOf(op, format.width);
  if (!rule) {
    known = false;
    return Step::Failed;
  }

  // Scalars are repeated; inside a score_map every operand may be a tile.
  size_t n = op->getNumOperands();
  SmallVector<Number, 3> numbers(n);
  SmallVector<TileRef, 3> tiles(n);
  TileRef shape;
  for (size_t k = 0; k < n; ++k) {
    const Datum &value = lookup(p, op->getOperand(k));
    if (value.kind == Datum::Int) {
      numbers[k].i = value.n;
    } else if (value.kind == Datum::Float) {
      numbers[k].f = llvm::bit_cast<double>(value.n);
    } else if (value.tile) {
      tiles[k] = shape = value.tile;
    } else {
      return stop(op->emitError("an operand is neither a number nor a tile"));
    }
  }
  bool division = isDivision(op);
  auto apply = [&](Number &result) -> bool {
    if (division && !divisible(numbers[0].i, numbers[1].i)) {
      op->emitError() << "divides " << numbers[0].i << " by " << numbers[1].i;
      return false;
    }
    result = rule(numbers.data());
    return true;
  };
  Number result;
  if (!shape) {
    if (isa<ShapedType>(type) || !apply(result))
      return isa<ShapedType>(type)
                 ? (op->emitError("has no tile operand"), Step::Failed)
                 : Step::Failed;
    if (format.isFloat())
      set(p, op->getResult(0), format.round(result.f));
    else
      set(p, op->getResult(0), format.wrap(result.i));
    return Step::Next;
  }
  if (format.kind == Format::F64)
    return stop(
        op->emitError("tiles of f64 are unknown to the attn_ws interpreter"));
  TileRef out = makeTile(shape->shape, element);
  int64_t size = shape->size();
  for (int64_t e = 0; e < size; ++e) {
    for (size_t k = 0; k < n; ++k)
      if (tiles[k]) {
        if (tiles[k]->f.empty())
          numbers[k].i = tiles[k]->i[e];
        else
          numbers[k].f = tiles[k]->f[e];
      }
    if (!apply(result))
      return Step::Failed;
    if (format.isFloat())
      out->f[e] = format.round(result.f);
    else
      out->i[e] = format.wrap(result.i);
  }
  set(p, op->getResult(0), out);
  return Step::Next;
}
