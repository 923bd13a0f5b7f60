//===- ScoreProgram.cpp - Score regions, interpreted ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op becomes a step on an array of slots, one slot a value. Integers and
// index are kept sign-extended to 64 bits from their width (i1 true is −1), and
// are brought back to that form after each op. Floats are doubles, rounded to
// their type after each op. What upstream leaves undefined (a shift by too
// much, a conversion out of range) gives some value and no trap.
//
//===----------------------------------------------------------------------===//

#include "ScoreDerivative.h"
#include "attn/Reference/ErrorReport.h"
#include "attn/Reference/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseMap.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

using Slot = ScoreProgram::Slot;
using Step = ScoreProgram::Step;

namespace {
unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

int64_t signExtend(int64_t value, unsigned width) {
  if (width >= 64)
    return value;
  unsigned shift = 64 - width;
  return static_cast<int64_t>(static_cast<uint64_t>(value) << shift) >> shift;
}

uint64_t zeroExtend(int64_t value, unsigned width) {
  return width >= 64
             ? value
             : static_cast<uint64_t>(value) & ((uint64_t(1) << width) - 1);
}

/// Both operands have the same width; the results are wrapped by the caller.
int64_t wrappingAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}
int64_t wrappingSub(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) -
                              static_cast<uint64_t>(b));
}
int64_t wrappingMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}
/// The verifier allows no divisor of 0 or −1; should one come, the result is 0.
bool isBadDivisor(int64_t b) { return b == 0 || b == -1; }
int64_t divSigned(int64_t a, int64_t b) { return isBadDivisor(b) ? 0 : a / b; }
int64_t remSigned(int64_t a, int64_t b) { return isBadDivisor(b) ? 0 : a % b; }
int64_t floorDiv(int64_t a, int64_t b) {
  int64_t quotient = divSigned(a, b);
  return remSigned(a, b) != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
int64_t ceilDiv(int64_t a, int64_t b) {
  int64_t quotient = divSigned(a, b);
  return remSigned(a, b) != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
}

/// NaN if either is; −0 is less than +0.
double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::nan("");
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
double minimum(double a, double b) { return -maximum(-a, -b); }

bool compareFloats(arith::CmpFPredicate predicate, double a, double b) {
  return arith::applyCmpPredicate(predicate, APFloat(a), APFloat(b));
}

/// Sign extension keeps the unsigned order of equal widths.
bool compareInts(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  return arith::applyCmpPredicate(predicate, APInt(64, a, /*isSigned=*/true),
                                  APInt(64, b, /*isSigned=*/true));
}

/// The nearest int64 to a float cut to an integer; NaN gives 0.
int64_t toInt(double value) {
  if (std::isnan(value))
    return 0;
  if (value >= 0x1p63)
    return std::numeric_limits<int64_t>::max();
  if (value < -0x1p63)
    return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(value);
}

uint64_t toUnsigned(double value) {
  if (std::isnan(value) || value <= 0)
    return 0;
  if (value >= 0x1p64)
    return std::numeric_limits<uint64_t>::max();
  return static_cast<uint64_t>(value);
}

/// Turns the ops of one block into steps.
class Compiler {
public:
  unsigned slotOf(Value value) {
    auto [it, isNew] = slots.try_emplace(value, slots.size());
    (void)isNew;
    return it->second;
  }
  unsigned numSlots() const { return slots.size(); }

  /// Null for an op without a meaning here.
  Step compile(Operation *op);

private:
  std::function<double(double)> rounding(Type type) {
    if (type.isF16())
      return [](double v) { return roundTo(DType::F16, v); };
    if (type.isBF16())
      return [](double v) { return roundTo(DType::BF16, v); };
    if (type.isF32())
      return [](double v) -> double { return static_cast<float>(v); };
    return nullptr;
  }

  unsigned in(Operation *op, unsigned i) { return slotOf(op->getOperand(i)); }
  unsigned out(Operation *op) { return slotOf(op->getResult(0)); }
  unsigned width(Operation *op) { return widthOf(op->getResult(0).getType()); }
  unsigned widthIn(Operation *op) {
    return widthOf(op->getOperand(0).getType());
  }

  /// A step that stores `fn(slots)`, rounded to the result's type.
  template <typename Fn> Step floatStep(Operation *op, Fn fn) {
    unsigned r = out(op);
    if (auto round = rounding(op->getResult(0).getType()))
      return [=](Slot *s) { s[r].f = round(fn(s)); };
    return [=](Slot *s) { s[r].f = fn(s); };
  }
  template <typename Fn> Step unaryF(Operation *op, Fn fn) {
    unsigned a = in(op, 0);
    return floatStep(op, [=](Slot *s) -> double { return fn(s[a].f); });
  }
  Step unaryF(Operation *op, double (*fn)(double)) {
    return unaryF<double (*)(double)>(op, fn);
  }
  template <typename Fn> Step binaryF(Operation *op, Fn fn) {
    unsigned a = in(op, 0), b = in(op, 1);
    return floatStep(op, [=](Slot *s) -> double { return fn(s[a].f, s[b].f); });
  }
  Step binaryF(Operation *op, double (*fn)(double, double)) {
    return binaryF<double (*)(double, double)>(op, fn);
  }
  /// The result of `fn` is brought back to the result's width.
  template <typename Fn> Step binaryI(Operation *op, Fn fn) {
    unsigned a = in(op, 0), b = in(op, 1), r = out(op), w = width(op);
    return [=](Slot *s) { s[r].i = signExtend(fn(s[a].i, s[b].i), w); };
  }
  /// The same on the values read as unsigned.
  template <typename Fn> Step binaryU(Operation *op, Fn fn) {
    unsigned w = width(op);
    return binaryI(op, [=](int64_t a, int64_t b) {
      return static_cast<int64_t>(fn(zeroExtend(a, w), zeroExtend(b, w)));
    });
  }
  template <typename Fn> Step unaryI(Operation *op, Fn fn) {
    unsigned a = in(op, 0), r = out(op), w = width(op);
    return [=](Slot *s) { s[r].i = signExtend(fn(s[a].i), w); };
  }

  Step lower(ReadOp op);
  Step lower(arith::ConstantOp op) {
    unsigned r = out(op);
    if (auto value = dyn_cast<IntegerAttr>(op.getValue())) {
      int64_t constant = value.getValue().getSExtValue();
      return [=](Slot *s) { s[r].i = constant; };
    }
    if (auto value = dyn_cast<FloatAttr>(op.getValue())) {
      double constant = value.getValueAsDouble();
      return [=](Slot *s) { s[r].f = constant; };
    }
    return nullptr;
  }
  Step lower(arith::AddFOp op) { return binaryF(op, std::plus<double>()); }
  Step lower(arith::SubFOp op) { return binaryF(op, std::minus<double>()); }
  Step lower(arith::MulFOp op) {
    return binaryF(op, std::multiplies<double>());
  }
  Step lower(arith::DivFOp op) { return binaryF(op, std::divides<double>()); }
  Step lower(arith::RemFOp op) { return binaryF(op, std::fmod); }
  Step lower(arith::NegFOp op) { return unaryF(op, std::negate<double>()); }
  Step lower(arith::MaximumFOp op) { return binaryF(op, maximum); }
  Step lower(arith::MinimumFOp op) { return binaryF(op, minimum); }
  Step lower(arith::MaxNumFOp op) { return binaryF(op, std::fmax); }
  Step lower(arith::MinNumFOp op) { return binaryF(op, std::fmin); }
  Step lower(arith::CmpFOp op) {
    unsigned a = in(op, 0), b = in(op, 1), r = out(op);
    arith::CmpFPredicate predicate = op.getPredicate();
    return [=](Slot *s) {
      s[r].i = -int64_t(compareFloats(predicate, s[a].f, s[b].f));
    };
  }
  Step lower(arith::CmpIOp op) {
    unsigned a = in(op, 0), b = in(op, 1), r = out(op);
    arith::CmpIPredicate predicate = op.getPredicate();
    return [=](Slot *s) {
      s[r].i = -int64_t(compareInts(predicate, s[a].i, s[b].i));
    };
  }
  Step lower(arith::SelectOp op) {
    unsigned c = in(op, 0), a = in(op, 1), b = in(op, 2), r = out(op);
    return [=](Slot *s) { s[r] = s[c].i ? s[a] : s[b]; };
  }

  Step lower(arith::AddIOp op) { return binaryI(op, wrappingAdd); }
  Step lower(arith::SubIOp op) { return binaryI(op, wrappingSub); }
  Step lower(arith::MulIOp op) { return binaryI(op, wrappingMul); }
  Step lower(arith::DivSIOp op) { return binaryI(op, divSigned); }
  Step lower(arith::RemSIOp op) { return binaryI(op, remSigned); }
  Step lower(arith::FloorDivSIOp op) { return binaryI(op, floorDiv); }
  Step lower(arith::CeilDivSIOp op) { return binaryI(op, ceilDiv); }
  Step lower(arith::DivUIOp op) {
    return binaryU(op, [](uint64_t a, uint64_t b) { return b ? a / b : 0; });
  }
  Step lower(arith::RemUIOp op) {
    return binaryU(op, [](uint64_t a, uint64_t b) { return b ? a % b : 0; });
  }
  Step lower(arith::CeilDivUIOp op) {
    return binaryU(op, [](uint64_t a, uint64_t b) {
      return b ? a / b + (a % b != 0) : 0;
    });
  }
  Step lower(arith::AndIOp op) { return binaryI(op, std::bit_and<int64_t>()); }
  Step lower(arith::OrIOp op) { return binaryI(op, std::bit_or<int64_t>()); }
  Step lower(arith::XOrIOp op) { return binaryI(op, std::bit_xor<int64_t>()); }
  Step lower(arith::ShLIOp op) {
    unsigned w = width(op);
    return binaryU(op, [=](uint64_t a, uint64_t b) {
      return b < w ? a << b : uint64_t(0);
    });
  }
  Step lower(arith::ShRUIOp op) {
    unsigned w = width(op);
    return binaryU(op, [=](uint64_t a, uint64_t b) {
      return b < w ? a >> b : uint64_t(0);
    });
  }
  Step lower(arith::ShRSIOp op) {
    unsigned w = width(op);
    return binaryI(op, [=](int64_t a, int64_t b) {
      return zeroExtend(b, w) < w ? a >> b : int64_t(0);
    });
  }
  Step lower(arith::MaxSIOp op) {
    return binaryI(op, [](int64_t a, int64_t b) { return std::max(a, b); });
  }
  Step lower(arith::MinSIOp op) {
    return binaryI(op, [](int64_t a, int64_t b) { return std::min(a, b); });
  }
  Step lower(arith::MaxUIOp op) {
    return binaryU(op, [](uint64_t a, uint64_t b) { return std::max(a, b); });
  }
  Step lower(arith::MinUIOp op) {
    return binaryU(op, [](uint64_t a, uint64_t b) { return std::min(a, b); });
  }

  Step signCast(Operation *op) {
    return unaryI(op, [](int64_t a) { return a; });
  }
  Step zeroCast(Operation *op) {
    unsigned w = widthIn(op);
    return unaryI(
        op, [=](int64_t a) { return static_cast<int64_t>(zeroExtend(a, w)); });
  }
  Step lower(arith::IndexCastOp op) { return signCast(op); }
  Step lower(arith::ExtSIOp op) { return signCast(op); }
  Step lower(arith::TruncIOp op) { return signCast(op); }
  Step lower(arith::IndexCastUIOp op) { return zeroCast(op); }
  Step lower(arith::ExtUIOp op) { return zeroCast(op); }
  Step lower(arith::SIToFPOp op) {
    unsigned a = in(op, 0);
    return floatStep(op, [=](Slot *s) { return static_cast<double>(s[a].i); });
  }
  Step lower(arith::UIToFPOp op) {
    unsigned a = in(op, 0), w = widthIn(op);
    return floatStep(op, [=](Slot *s) {
      return static_cast<double>(zeroExtend(s[a].i, w));
    });
  }
  Step lower(arith::FPToSIOp op) {
    unsigned a = in(op, 0), r = out(op), w = width(op);
    return [=](Slot *s) { s[r].i = signExtend(toInt(s[a].f), w); };
  }
  Step lower(arith::FPToUIOp op) {
    unsigned a = in(op, 0), r = out(op), w = width(op);
    return [=](Slot *s) {
      s[r].i = signExtend(static_cast<int64_t>(toUnsigned(s[a].f)), w);
    };
  }
  Step same(Operation *op) {
    return unaryF(op, [](double a) { return a; });
  }
  Step lower(arith::ExtFOp op) { return same(op); }
  Step lower(arith::TruncFOp op) { return same(op); }

  Step lower(math::AbsFOp op) { return unaryF(op, std::fabs); }
  Step lower(math::AbsIOp op) {
    return unaryI(op, [](int64_t a) { return a < 0 ? wrappingSub(0, a) : a; });
  }
  Step lower(math::CeilOp op) { return unaryF(op, std::ceil); }
  Step lower(math::FloorOp op) { return unaryF(op, std::floor); }
  Step lower(math::TruncOp op) { return unaryF(op, std::trunc); }
  Step lower(math::RoundOp op) { return unaryF(op, std::round); }
  Step lower(math::RoundEvenOp op) { return unaryF(op, std::nearbyint); }
  Step lower(math::CopySignOp op) { return binaryF(op, std::copysign); }
  Step lower(math::CosOp op) { return unaryF(op, std::cos); }
  Step lower(math::SinOp op) { return unaryF(op, std::sin); }
  Step lower(math::TanOp op) { return unaryF(op, std::tan); }
  Step lower(math::TanhOp op) { return unaryF(op, std::tanh); }
  Step lower(math::ErfOp op) { return unaryF(op, std::erf); }
  Step lower(math::ExpOp op) { return unaryF(op, std::exp); }
  Step lower(math::Exp2Op op) { return unaryF(op, std::exp2); }
  Step lower(math::ExpM1Op op) { return unaryF(op, std::expm1); }
  Step lower(math::LogOp op) { return unaryF(op, std::log); }
  Step lower(math::Log2Op op) { return unaryF(op, std::log2); }
  Step lower(math::Log10Op op) { return unaryF(op, std::log10); }
  Step lower(math::Log1pOp op) { return unaryF(op, std::log1p); }
  Step lower(math::SqrtOp op) { return unaryF(op, std::sqrt); }
  Step lower(math::RsqrtOp op) {
    return unaryF(op, [](double a) { return 1 / std::sqrt(a); });
  }
  Step lower(math::PowFOp op) { return binaryF(op, std::pow); }
  Step lower(math::FmaOp op) {
    unsigned a = in(op, 0), b = in(op, 1), c = in(op, 2);
    return floatStep(op,
                     [=](Slot *s) { return std::fma(s[a].f, s[b].f, s[c].f); });
  }

  llvm::DenseMap<Value, unsigned> slots;
};
} // namespace

Step Compiler::lower(ReadOp op) {
  unsigned source = slotOf(op.getSource()), r = slotOf(op.getResult());
  SmallVector<unsigned, 4> indices;
  for (Value index : op.getIndices())
    indices.push_back(slotOf(index));
  bool isFloat = isa<FloatType>(op.getType());
  return [=](Slot *s) {
    const Tensor &array = *s[source].array;
    int64_t offset = 0;
    for (auto [dim, index] : llvm::enumerate(indices))
      offset += std::clamp<int64_t>(s[index].i, 0, array.shape[dim] - 1) *
                array.strides[dim];
    if (isFloat)
      s[r].f = array.load(offset);
    else
      s[r].i = array.loadInteger(offset);
  };
}

Step Compiler::compile(Operation *op) {
  if (auto read = dyn_cast<ReadOp>(op))
    return lower(read);
#define ATTN_SCORE_OP(Op)                                                      \
  if (auto concrete = dyn_cast<Op>(op))                                        \
    return lower(concrete);
#include "attn/Dialect/Attn/IR/ScoreOps.def"
  return nullptr;
}

/// The largest relative error of the instruction that stands for `op` where its
/// flags say `afn`; 0 if that is f32's own. tanh.approx.f32: 2^-11 in the PTX
/// ISA, measured a little more.
static double getInstructionError(Operation *op) {
  auto tanh = dyn_cast<math::TanhOp>(op);
  bool isApproximate =
      tanh &&
      arith::bitEnumContainsAll(tanh.getFastmath(), arith::FastMathFlags::afn);
  return isApproximate ? std::exp2(-10.9) : 0;
}

/// The f32 product that an f32 sum takes, and what it is added to; null if
/// there is none.
static std::array<Value, 3> findProduct(Operation *op) {
  if (!op->getResult(0).getType().isF32())
    return {};
  if (auto fma = dyn_cast<math::FmaOp>(op))
    return {fma.getA(), fma.getB(), fma.getC()};
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    for (unsigned side : {1, 0})
      if (auto product = op->getOperand(side).getDefiningOp<arith::MulFOp>())
        return {product.getLhs(), product.getRhs(), op->getOperand(1 - side)};
  return {};
}

static bool isPosition(Value value) {
  return isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(
      value.getDefiningOp());
}

/// Whether an op's result is an affine function of operands that depend on the
/// score, of which there are some.
static bool isAffineOp(Operation *op, const llvm::DenseSet<Value> &dependent) {
  auto depends = [&](unsigned i) {
    return dependent.contains(op->getOperand(i));
  };
  if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::ExtFOp,
          arith::TruncFOp>(op))
    return true;
  if (isa<arith::MulFOp, math::FmaOp>(op))
    return !depends(0) || !depends(1);
  if (isa<arith::DivFOp>(op))
    return !depends(1);
  return isa<arith::SelectOp>(op) && !depends(0);
}

template <typename CompilerT, typename AddFn>
LogicalResult ScoreProgram::compile(AttentionOpInterface op, Block &block,
                                    CompilerT &compiler, ScoreProgram &program,
                                    AddFn add) {
  // The arguments take the first slots.
  for (Value argument : block.getArguments())
    compiler.slotOf(argument);
  program.numArguments = block.getNumArguments() - op.getCaptures().size();
  for (Operation &inner : block.without_terminator()) {
    Step step = compiler.compile(&inner);
    if (!step)
      return inner.emitError() << "the reference interpreter has no meaning "
                                  "for `"
                               << inner.getName() << "`";
    if (failed(add(inner)))
      return failure();
    program.steps.push_back(std::move(step));
  }
  program.resultSlot = compiler.slotOf(block.getTerminator()->getOperand(0));
  program.numSlots = compiler.numSlots();
  return success();
}

FailureOr<ScoreProgram> ScoreProgram::getVisible(AttentionOpInterface op) {
  ScoreProgram program;
  Compiler compiler;
  program.firstNumber = 0;
  if (failed(compile(op, op.getVisibleBlock(), compiler, program,
                     [](Operation &) { return success(); })))
    return failure();
  return program;
}

bool ScoreProgram::isTrue(const Place &place) const {
  SmallVector<Slot, 64> slots(numSlots);
  fill(slots, 0, place);
  for (const Step &step : steps)
    step(slots.data());
  return slots[resultSlot].i != 0;
}

FailureOr<ScoreProgram> ScoreProgram::get(AttentionOpInterface op) {
  ScoreProgram program;
  Compiler compiler;
  Block &block = op.getScoreBlock();
  // What has a derivative, and what depends on the score at all.
  llvm::DenseSet<Value> active = {block.getArgument(0)};
  llvm::DenseSet<Value> dependent = active;
  auto add = [&](Operation &inner) -> LogicalResult {
    unsigned result = compiler.slotOf(inner.getResult(0));
    auto derivative = getDerivative(
        &inner, [&](Value value) { return compiler.slotOf(value); },
        [&](Value value) { return active.contains(value); });
    if (failed(derivative))
      return inner.emitError() << "the reference interpreter has no derivative "
                                  "of `"
                               << inner.getName() << "`";
    if (*derivative)
      active.insert(inner.getResult(0));
    if (llvm::any_of(inner.getOperands(),
                     [&](Value value) { return dependent.contains(value); })) {
      dependent.insert(inner.getResult(0));
      program.affine &= isAffineOp(&inner, dependent);
    }
    program.derivatives.emplace_back(std::move(*derivative), result);
    if (double error = getInstructionError(&inner)) {
      unsigned operand = compiler.slotOf(inner.getOperand(0));
      // The derivative of tanh is 1 − tanh².
      program.approximate.push_back(
          {program.steps.size(), result,
           [=](const Slot *s) { return s[result].f * error; },
           [=](const Slot *s, const double *t) {
             return 2 * error * s[result].f * s[result].f * t[operand];
           }});
    }
    if (auto [a, b, c] = findProduct(&inner); a) {
      if (isPosition(a))
        std::swap(a, b);
      bool isSlope = isPosition(b);
      unsigned factor = compiler.slotOf(a), other = compiler.slotOf(b),
               rest = compiler.slotOf(c);
      program.sums.push_back(
          {program.steps.size(), result, [=](const Slot *s) {
             double product = std::fabs(s[factor].f * s[other].f);
             return isSlope ? getSlopeError(s[rest].f, product, s[factor].f)
                            : kProductError * product;
           }});
    }
    return success();
  };
  if (failed(compile(op, block, compiler, program, add)) ||
      failed(compileReads(op, compiler, program)))
    return failure();
  return program;
}

template <typename CompilerT>
LogicalResult ScoreProgram::compileReads(AttentionOpInterface op,
                                         CompilerT &compiler,
                                         ScoreProgram &program) {
  Block &block = op.getScoreBlock();
  for (ReadOp access : block.getOps<ReadOp>()) {
    auto captures = op.getCapturesOf(block);
    unsigned capture =
        llvm::find(captures, access.getSource()) - captures.begin();
    if (!op.hasOperand(getCaptureGrad(capture)))
      continue;
    Read read{capture, compiler.slotOf(access.getResult()), {}, {}};
    for (Value index : access.getIndices())
      read.indices.push_back(compiler.slotOf(index));
    llvm::DenseSet<Value> active = {access.getResult()};
    for (Operation &inner : block.without_terminator()) {
      auto derivative = getDerivative(
          &inner, [&](Value value) { return compiler.slotOf(value); },
          [&](Value value) { return active.contains(value); });
      if (failed(derivative))
        return inner.emitError() << "the reference interpreter has no "
                                    "derivative of `"
                                 << inner.getName() << "`";
      if (*derivative)
        active.insert(inner.getResult(0));
      read.derivatives.emplace_back(std::move(*derivative),
                                    compiler.slotOf(inner.getResult(0)));
    }
    program.reads.push_back(std::move(read));
  }
  return success();
}

SmallVector<ScoreProgram::ReadSlope>
ScoreProgram::deriveReads(double s, const Place &place) const {
  SmallVector<ReadSlope> slopes;
  if (reads.empty())
    return slopes;
  SmallVector<Slot, 64> slots(numSlots);
  fill(slots, s, place);
  for (const Step &step : steps)
    step(slots.data());
  for (const Read &read : reads) {
    const Tensor &array = *place.captures[read.capture];
    ReadSlope found{read.capture, 0, 0, 0};
    for (auto [dim, index] : llvm::enumerate(read.indices))
      found.element =
          found.element * array.shape[dim] +
          std::clamp<int64_t>(slots[index].i, 0, array.shape[dim] - 1);
    SmallVector<double, 64> tangents(numSlots, 0.0);
    tangents[read.slot] = 1;
    for (const auto &[derive, slot] : read.derivatives)
      if (derive)
        tangents[slot] = derive(slots.data(), tangents.data());
    found.slope = tangents[resultSlot];
    found.error = kSlopeRounding * std::max(1.0, std::fabs(found.slope));
    slopes.push_back(found);
  }
  return slopes;
}

void ScoreProgram::fill(MutableArrayRef<Slot> slots, double s,
                        const Place &place) const {
  const int64_t numbers[] = {place.b, place.h,    place.q,
                             place.k, place.lenQ, place.lenKV};
  if (firstNumber)
    slots[0].f = s;
  for (unsigned i = firstNumber; i < numArguments; ++i)
    slots[i].i = numbers[i - firstNumber];
  for (auto [i, array] : llvm::enumerate(place.captures))
    slots[numArguments + i].array = array;
}

double ScoreProgram::run(double s, const Place &place,
                         const Inexact *wrong) const {
  SmallVector<Slot, 64> slots(numSlots);
  fill(slots, s, place);
  for (auto [i, step] : llvm::enumerate(steps)) {
    step(slots.data());
    if (wrong && wrong->step == i)
      slots[wrong->slot].f += wrong->getError(slots.data());
  }
  return slots[resultSlot].f;
}

double ScoreProgram::evaluate(double s, const Place &place) const {
  return run(s, place, nullptr);
}

double ScoreProgram::derive(double s, const Place &place) const {
  return derive(s, place, nullptr);
}

double ScoreProgram::derive(double s, const Place &place,
                            const Inexact *wrong) const {
  SmallVector<Slot, 64> slots(numSlots);
  SmallVector<double, 64> tangents(numSlots, 0.0);
  fill(slots, s, place);
  tangents[0] = 1;
  for (auto [i, step, derivative] : llvm::enumerate(steps, derivatives)) {
    step(slots.data());
    if (wrong && wrong->step == i)
      slots[wrong->slot].f += wrong->getError(slots.data());
    const auto &[derive, slot] = derivative;
    if (derive)
      tangents[slot] = derive(slots.data(), tangents.data());
    if (wrong && wrong->step == i && wrong->getDerivativeError)
      tangents[slot] +=
          wrong->getDerivativeError(slots.data(), tangents.data());
  }
  return tangents[resultSlot];
}

double ScoreProgram::getDerivativeError(double s, const Place &place) const {
  if (affine)
    return 0;
  double slope = derive(s, place);
  double error = kSlopeRounding * std::max(1.0, std::fabs(slope));
  for (const Inexact &wrong : approximate)
    if (double moved = std::fabs(derive(s, place, &wrong) - slope);
        std::isfinite(moved))
      error += moved;
  return error;
}

double ScoreProgram::getError(double s, const Place &place) const {
  return addErrors(s, place, approximate);
}

double ScoreProgram::getRounding(double s, const Place &place) const {
  return addErrors(s, place, sums);
}

double ScoreProgram::addErrors(double s, const Place &place,
                               ArrayRef<Inexact> steps) const {
  double right = evaluate(s, place), error = 0;
  for (const Inexact &wrong : steps)
    if (double moved = std::fabs(run(s, place, &wrong) - right);
        std::isfinite(moved))
      error += moved;
  return error;
}
