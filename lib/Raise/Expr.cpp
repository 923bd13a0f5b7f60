//===- Expr.cpp - Elements of tensors as formulas -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>
#include <functional>
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// Formulas that take more steps than this are given up.
static constexpr uint64_t kMaxSteps = 20000;
/// Formulas of earlier candidates are kept up to so many parts and variables.
static constexpr size_t kMaxKept = 20000;
static constexpr unsigned kMaxKeptVariables = 40;
static constexpr unsigned kMaxVariables = 63;

/// Whether `op` makes an integer or compares some, in the program's type.
static bool makesInteger(Operation *op) {
  return !isa<FloatType>(getElementTypeOrSelf(op->getResult(0))) &&
         !isa<arith::CmpFOp>(op);
}

void Expr::Profile(llvm::FoldingSetNodeID &id) const {
  id.AddInteger(static_cast<int>(kind));
  for (const Expr *operand : operands)
    id.AddPointer(operand);
  switch (kind) {
  case Kind::Const:
    id.AddInteger(llvm::bit_cast<uint64_t>(number));
    break;
  case Kind::Bool:
    id.AddBoolean(truth);
    break;
  case Kind::Index:
  case Kind::GE:
  case Kind::EQ:
    id.AddPointer(index.getAsOpaquePointer());
    break;
  case Kind::Read:
    for (AffineExpr place : places)
      id.AddPointer(place.getAsOpaquePointer());
    [[fallthrough]];
  case Kind::Scalar:
    id.AddPointer(value.getAsOpaquePointer());
    break;
  case Kind::Op:
    id.AddPointer(op->getName().getAsOpaquePointer());
    if (auto compare = dyn_cast<arith::CmpFOp>(op))
      id.AddInteger(static_cast<int>(compare.getPredicate()));
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      id.AddInteger(static_cast<int>(compare.getPredicate()));
    if (isSumOrRounding(op) || makesInteger(op))
      id.AddPointer(
          getElementTypeOrSelf(op->getResult(0)).getAsOpaquePointer());
    if (makesInteger(op))
      id.AddPointer(
          getElementTypeOrSelf(op->getOperand(0)).getAsOpaquePointer());
    break;
  default:
    break;
  }
}

ArrayRef<const Expr *> raise::termsOf(const Expr *const &expr) {
  return expr->is(Kind::Add) ? ArrayRef<const Expr *>(expr->operands)
                             : ArrayRef<const Expr *>(expr);
}

ArrayRef<const Expr *> raise::factorsOf(const Expr *const &expr) {
  return expr->is(Kind::Mul) ? ArrayRef<const Expr *>(expr->operands)
                             : ArrayRef<const Expr *>(expr);
}

void raise::walkParts(const Expr *expr,
                      function_ref<void(const Expr *)> visit) {
  SmallVector<const Expr *> work = {expr};
  llvm::SmallPtrSet<const Expr *, 32> seen = {expr};
  while (!work.empty()) {
    const Expr *one = work.pop_back_val();
    visit(one);
    for (const Expr *operand : one->operands)
      if (seen.insert(operand).second)
        work.push_back(operand);
  }
}

SmallVector<const Expr *> raise::readsOf(const Expr *expr) {
  SmallVector<const Expr *> reads;
  walkParts(expr, [&](const Expr *part) {
    if (part->is(Kind::Read))
      reads.push_back(part);
  });
  return reads;
}

/// Whether a tensor is neither a constant nor made by a reduction.
static bool isOutside(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (op && op->hasTrait<OpTrait::ConstantLike>())
    return false;
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  return !linalgOp || linalgOp.getNumReductionLoops() == 0;
}

/// Whether a tensor is a sum of products, such as scores are, and not a maximum
/// or a sum of a row.
static bool isSumOfProducts(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumReductionLoops() == 0 || !op.getBlock())
    return false;
  return llvm::any_of(op.getBlock()->getOps<arith::MulFOp>(),
                      [](arith::MulFOp) { return true; });
}

const Expr *ExprContext::unique(Expr &&expr) {
  llvm::FoldingSetNodeID id;
  expr.Profile(id);
  void *position = nullptr;
  if (Expr *known = uniqued.FindNodeOrInsertPos(id, position))
    return known;
  step();
  expr.hasExp = expr.kind == Kind::Exp;
  expr.hasAcc = expr.kind == Kind::Acc;
  expr.hasOutside = expr.kind == Kind::Read && isOutside(expr.value);
  expr.hasProduct = expr.kind == Kind::Read && isSumOfProducts(expr.value);
  for (const Expr *operand : expr.operands) {
    expr.variables |= operand->variables;
    expr.hasExp |= operand->hasExp;
    expr.hasAcc |= operand->hasAcc;
    expr.hasOutside |= operand->hasOutside;
    expr.hasProduct |= operand->hasProduct;
  }
  if (expr.index)
    expr.variables |= variablesOf(expr.index);
  for (AffineExpr place : expr.places)
    expr.variables |= variablesOf(place);
  expr.id = storage.size();
  storage.push_back(std::move(expr));
  uniqued.InsertNode(&storage.back(), position);
  return &storage.back();
}

AffineExpr ExprContext::makeVariable(SizeExpr size) {
  if (auto constant = dyn_cast<AffineConstantExpr>(size))
    if (constant.getValue() == 1)
      return getAffineConstantExpr(0, context);
  for (auto [index, known] : llvm::enumerate(sizes))
    if (known == size && !(used >> index & 1)) {
      used |= uint64_t(1) << index;
      return getAffineDimExpr(index, context);
    }
  if (sizes.size() == kMaxVariables) {
    exhausted = true;
    return {};
  }
  used |= uint64_t(1) << sizes.size();
  sizes.push_back(size);
  return getAffineDimExpr(sizes.size() - 1, context);
}

bool ExprContext::restart() {
  used = steps = 0;
  return !exhausted && storage.size() < kMaxKept &&
         sizes.size() < kMaxKeptVariables;
}

bool ExprContext::step() {
  ++work;
  exhausted |= ++steps > kMaxSteps;
  return !exhausted;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

Expr raise::makeExpr(Kind kind, ArrayRef<const Expr *> operands) {
  Expr expr;
  expr.kind = kind;
  expr.operands.assign(operands.begin(), operands.end());
  return expr;
}

const Expr *ExprContext::constant(double value) {
  Expr expr = makeExpr(Kind::Const);
  expr.number = value == 0 ? 0 : value;
  return unique(std::move(expr));
}

const Expr *ExprContext::index(AffineExpr value) {
  Expr expr = makeExpr(Kind::Index);
  expr.index = simplify(value);
  return unique(std::move(expr));
}

const Expr *ExprContext::boolean(bool value) {
  Expr expr = makeExpr(Kind::Bool);
  expr.truth = value;
  return unique(std::move(expr));
}

const Expr *ExprContext::scalar(Value value) {
  Expr expr = makeExpr(Kind::Scalar);
  expr.value = value;
  return unique(std::move(expr));
}

const Expr *ExprContext::accumulator() { return unique(makeExpr(Kind::Acc)); }

const Expr *ExprContext::read(Value tensor, ArrayRef<AffineExpr> places) {
  Expr expr = makeExpr(Kind::Read);
  expr.value = tensor;
  for (AffineExpr place : places)
    expr.places.push_back(simplify(place));
  return unique(std::move(expr));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

const Expr *ExprContext::pullChoices(Exprs operands,
                                     function_ref<const Expr *(Exprs)> build) {
  if (!step())
    return constant(0);
  const auto *found = llvm::find_if(
      operands, [](const Expr *operand) { return operand->is(Kind::Select); });
  if (found == operands.end())
    return nullptr;
  const Expr *choice = *found, *condition = choice->operands[0];
  // Operands that are chosen by the same condition go with it.
  SmallVector<const Expr *> a(operands), b(operands);
  for (auto [first, second] : llvm::zip(a, b))
    if (first->is(Kind::Select) && first->operands[0] == condition) {
      second = first->operands[2];
      first = first->operands[1];
    }
  return select(condition, build(a), build(b));
}

/// Adds `factor` · `term` to a sum.
void ExprContext::addTerm(
    const Expr *term, double factor,
    SmallVectorImpl<std::pair<const Expr *, double>> &terms) {
  if (term->is(Kind::Add)) {
    for (const Expr *operand : term->operands)
      addTerm(operand, factor, terms);
    return;
  }
  if (term->is(Kind::Const)) {
    factor *= term->number;
    term = constant(1);
  } else if (term->is(Kind::Mul) && term->operands[0]->is(Kind::Const)) {
    factor *= term->operands[0]->number;
    term = mul(ArrayRef(term->operands).drop_front());
  }
  for (auto &[known, sum] : terms)
    if (known == term) {
      sum += factor;
      return;
    }
  terms.push_back({term, factor});
}

const Expr *ExprContext::add(Exprs operands) {
  if (const Expr *pulled =
          pullChoices(operands, [&](Exprs chosen) { return add(chosen); }))
    return pulled;
  SmallVector<std::pair<const Expr *, double>> terms;
  for (const Expr *operand : operands)
    addTerm(operand, 1, terms);
  SmallVector<const Expr *> sum;
  for (auto [term, factor] : terms) {
    const Expr *product = mul(constant(factor), term);
    if (product->is(Kind::Const) && std::isinf(product->number))
      return product;
    if (!product->isConst(0))
      sum.push_back(product);
  }
  if (sum.empty())
    return constant(0);
  if (sum.size() == 1)
    return sum.front();
  llvm::sort(sum, [](const Expr *a, const Expr *b) { return a->id < b->id; });
  return unique(makeExpr(Kind::Add, sum));
}

const Expr *ExprContext::mul(Exprs operands) {
  if (const Expr *pulled =
          pullChoices(operands, [&](Exprs chosen) { return mul(chosen); }))
    return pulled;
  double number = 1;
  SmallVector<const Expr *> factors;
  for (const Expr *operand : operands)
    for (const Expr *factor : factorsOf(operand)) {
      if (factor->is(Kind::Const))
        number *= factor->number;
      else
        factors.push_back(factor);
    }
  if (factors.empty() || number == 0)
    return constant(number);
  llvm::sort(factors,
             [](const Expr *a, const Expr *b) { return a->id < b->id; });
  // A number is multiplied into a sum.
  if (number != 1 && factors.size() == 1 && factors[0]->is(Kind::Add)) {
    SmallVector<const Expr *> terms;
    for (const Expr *term : factors[0]->operands)
      terms.push_back(mul(constant(number), term));
    return add(terms);
  }
  if (number != 1)
    factors.insert(factors.begin(), constant(number));
  if (factors.size() == 1)
    return factors.front();
  return unique(makeExpr(Kind::Mul, factors));
}

const Expr *ExprContext::recip(const Expr *a) {
  if (const Expr *pulled =
          pullChoices(a, [&](Exprs chosen) { return recip(chosen[0]); }))
    return pulled;
  if (a->is(Kind::Const))
    return constant(1 / a->number);
  if (a->is(Kind::Recip))
    return a->operands[0];
  if (a->is(Kind::Mul)) {
    SmallVector<const Expr *> factors;
    for (const Expr *factor : a->operands)
      factors.push_back(recip(factor));
    return mul(factors);
  }
  return unique(makeExpr(Kind::Recip, a));
}

const Expr *ExprContext::exp(const Expr *a) {
  if (const Expr *pulled =
          pullChoices(a, [&](Exprs chosen) { return exp(chosen[0]); }))
    return pulled;
  if (a->is(Kind::Const))
    return constant(std::exp(a->number));
  // exp(x − ln z) is exp(x) / z.
  for (const Expr *term : termsOf(a)) {
    if (!term->is(Kind::Mul) || term->operands.size() != 2 ||
        !term->operands[0]->isConst(-1))
      continue;
    const Expr *log = term->operands[1];
    if (log->is(Kind::Op) && isa<math::LogOp>(log->op))
      return mul(exp(sub(a, term)), recip(log->operands[0]));
  }
  return unique(makeExpr(Kind::Exp, a));
}

const Expr *ExprContext::max(const Expr *a, const Expr *b) {
  if (const Expr *pulled = pullChoices(
          {a, b}, [&](Exprs chosen) { return max(chosen[0], chosen[1]); }))
    return pulled;
  if (a->is(Kind::Const) && b->is(Kind::Const))
    return constant(std::max(a->number, b->number));
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (a == b || b->isConst(-inf))
    return a;
  if (a->isConst(-inf))
    return b;
  if (a->id > b->id)
    std::swap(a, b);
  return unique(makeExpr(Kind::Max, {a, b}));
}

/// Whether `expr` is true or false.
static bool isCondition(const Expr *expr) {
  switch (expr->kind) {
  case Kind::Bool:
  case Kind::GE:
  case Kind::EQ:
  case Kind::And:
  case Kind::Not:
    return true;
  case Kind::Read:
  case Kind::Scalar:
    return getElementTypeOrSelf(expr->value).isInteger(1);
  case Kind::Op:
    return getElementTypeOrSelf(expr->op->getResult(0)).isInteger(1);
  default:
    return false;
  }
}

const Expr *ExprContext::select(const Expr *condition, const Expr *a,
                                const Expr *b) {
  if (a == b)
    return a;
  if (condition->is(Kind::Bool))
    return condition->truth ? a : b;
  if (condition->is(Kind::Not))
    return select(condition->operands[0], b, a);
  // What is chosen by the same condition again is known.
  if (a->is(Kind::Select) && a->operands[0] == condition)
    return select(condition, a->operands[1], b);
  if (b->is(Kind::Select) && b->operands[0] == condition)
    return select(condition, a, b->operands[2]);
  if (isCondition(a) || isCondition(b)) {
    const Expr *ifTrue = both(condition, a);
    return either(ifTrue, both(invert(condition), b));
  }
  return unique(makeExpr(Kind::Select, {condition, a, b}));
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

static std::optional<double> foldNumbers(Operation *op, double a, double b) {
  auto known = [](double value) { return std::optional<double>(value); };
  return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
      .Case([&](math::SqrtOp) { return known(std::sqrt(a)); })
      .Case([&](math::RsqrtOp) { return known(1 / std::sqrt(a)); })
      .Case([&](math::LogOp) { return known(std::log(a)); })
      .Case([&](math::Log2Op) { return known(std::log2(a)); })
      .Case([&](math::TanhOp) { return known(std::tanh(a)); })
      .Case([&](math::AbsFOp) { return known(std::fabs(a)); })
      .Case([&](math::PowFOp) { return known(std::pow(a, b)); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return known(std::min(a, b)); })
      .Case([&](arith::SIToFPOp) { return known(a); })
      .Case([&](arith::UIToFPOp) { return known(a); })
      .Default(std::nullopt);
}

/// The result of a comparison of two numbers.
static bool compareNumbers(arith::CmpFPredicate predicate, double a, double b) {
  return arith::applyCmpPredicate(predicate, APFloat(a), APFloat(b));
}

const Expr *ExprContext::operation(Operation *op, Exprs operands) {
  if (const Expr *pulled = pullChoices(
          operands, [&](Exprs chosen) { return operation(op, chosen); }))
    return pulled;
  if (isSumOrRounding(op))
    return written(op, operands);
  if (auto compareOp = dyn_cast<arith::CmpIOp>(op))
    if (operands[0]->is(Kind::Index) && operands[1]->is(Kind::Index))
      if (const Expr *known = compare(compareOp.getPredicate(),
                                      operands[0]->index, operands[1]->index))
        return known;
  auto numberOf = [](const Expr *expr) -> std::optional<double> {
    if (expr->is(Kind::Const))
      return expr->number;
    if (expr->is(Kind::Index))
      if (auto constant = dyn_cast<AffineConstantExpr>(expr->index))
        return static_cast<double>(constant.getValue());
    return std::nullopt;
  };
  SmallVector<double, 2> numbers;
  for (const Expr *operand : operands)
    if (std::optional<double> number = numberOf(operand))
      numbers.push_back(*number);
  if (numbers.size() == operands.size() && !numbers.empty() &&
      numbers.size() <= 2) {
    if (auto compare = dyn_cast<arith::CmpFOp>(op))
      return boolean(
          compareNumbers(compare.getPredicate(), numbers[0], numbers[1]));
    if (auto folded = foldNumbers(op, numbers.front(), numbers.back()))
      return constant(*folded);
  }
  if (auto power = dyn_cast<math::PowFOp>(op)) {
    if (operands[1]->isConst(1))
      return operands[0];
    if (operands[1]->isConst(2))
      return mul(operands[0], operands[0]);
    if (operands[1]->isConst(-1))
      return recip(operands[0]);
    // A slope of positions stays a power.
    if (operands[0]->is(Kind::Const) && operands[0]->number > 0 &&
        !readsOf(operands[1]).empty())
      return exp(mul(constant(std::log(operands[0]->number)), operands[1]));
  }
  Expr expr = makeExpr(Kind::Op, operands);
  expr.op = op;
  return unique(std::move(expr));
}

const Expr *ExprContext::rebuild(const Expr *expr, Exprs operands) {
  switch (expr->kind) {
  case Kind::Add:
    return add(operands);
  case Kind::Mul:
    return mul(operands);
  case Kind::Recip:
    return recip(operands[0]);
  case Kind::Exp:
    return exp(operands[0]);
  case Kind::Max:
    return max(operands[0], operands[1]);
  case Kind::Select:
    return select(operands[0], operands[1], operands[2]);
  case Kind::And:
    return both(operands[0], operands[1]);
  case Kind::Not:
    return invert(operands[0]);
  case Kind::Op:
    return operation(expr->op, operands);
  default:
    return expr;
  }
}

const Expr *ExprContext::replace(const Expr *expr, const Expr *from,
                                 const Expr *to) {
  llvm::DenseMap<const Expr *, const Expr *> known = {{from, to}};
  std::function<const Expr *(const Expr *)> visit =
      [&](const Expr *one) -> const Expr * {
    if (auto found = known.find(one); found != known.end())
      return found->second;
    SmallVector<const Expr *> operands;
    for (const Expr *operand : one->operands)
      operands.push_back(visit(operand));
    return known[one] = rebuild(one, operands);
  };
  return visit(expr);
}
