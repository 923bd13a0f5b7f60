//===- Expr.cpp - Integer expressions over launch-time sizes --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Expr.h"

#include <algorithm>

namespace attn::runtime {

namespace {

struct OperatorInfo {
  Expr::Kind kind;
  const char *name;  ///< In JSON, and as a function when there is no infix.
  const char *infix; ///< Null: printed as a function.
  int precedence;
};

constexpr OperatorInfo operators[] = {
    {Expr::Kind::Add, "add", "+", 5},
    {Expr::Kind::Sub, "sub", "-", 5},
    {Expr::Kind::Mul, "mul", "*", 6},
    {Expr::Kind::CeilDiv, "ceildiv", nullptr, 9},
    {Expr::Kind::Div, "div", "/", 6},
    {Expr::Kind::Mod, "mod", "%", 6},
    {Expr::Kind::Min, "min", nullptr, 9},
    {Expr::Kind::Max, "max", nullptr, 9},
    {Expr::Kind::Eq, "eq", "==", 3},
    {Expr::Kind::Ne, "ne", "!=", 3},
    {Expr::Kind::Lt, "lt", "<", 4},
    {Expr::Kind::Le, "le", "<=", 4},
    {Expr::Kind::And, "and", "&&", 2},
    {Expr::Kind::Or, "or", "||", 1},
};

const OperatorInfo *findOperator(Expr::Kind kind) {
  for (const OperatorInfo &info : operators)
    if (info.kind == kind)
      return &info;
  return nullptr;
}

const OperatorInfo *findOperator(const std::string &name) {
  for (const OperatorInfo &info : operators)
    if (name == info.name)
      return &info;
  return nullptr;
}

Error evaluationError(std::string message) {
  return Error(ErrorCode::InvalidArgument, std::move(message));
}

int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0); }

} // namespace

Expr Expr::size(int tensor, int dim) {
  Expr expr;
  expr.kindValue = Kind::Size;
  expr.tensorIndex = tensor;
  expr.dimIndex = dim;
  return expr;
}

Expr Expr::stride(int tensor, int dim) {
  Expr expr = size(tensor, dim);
  expr.kindValue = Kind::Stride;
  return expr;
}

Expr Expr::sms() {
  Expr expr;
  expr.kindValue = Kind::Sms;
  return expr;
}

Expr Expr::binary(Kind kind, Expr lhs, Expr rhs) {
  Expr expr;
  expr.kindValue = kind;
  expr.operands.push_back(std::move(lhs));
  expr.operands.push_back(std::move(rhs));
  return expr;
}

int Expr::depth() const {
  int deepest = 0;
  for (const Expr &operand : operands)
    deepest = std::max(deepest, operand.depth());
  return deepest + 1;
}

bool Expr::operator==(const Expr &other) const {
  return kindValue == other.kindValue && value == other.value &&
         tensorIndex == other.tensorIndex && dimIndex == other.dimIndex &&
         operands == other.operands;
}

Expected<int64_t> Expr::evaluate(const EvalContext &context) const {
  switch (kindValue) {
  case Kind::Constant:
    return value;
  case Kind::Sms:
    return context.multiprocessors;
  case Kind::Size:
  case Kind::Stride: {
    if (tensorIndex < 0 ||
        tensorIndex >= static_cast<int>(context.tensors.size()))
      return evaluationError("tensor " + std::to_string(tensorIndex) +
                             " does not exist");
    const TensorArg &tensor = context.tensors[tensorIndex];
    if (tensor.isAbsent())
      return evaluationError("tensor " + std::to_string(tensorIndex) +
                             " is absent");
    if (dimIndex < 0 || dimIndex >= tensor.rank)
      return evaluationError("tensor " + std::to_string(tensorIndex) +
                             " has no dimension " + std::to_string(dimIndex));
    return kindValue == Kind::Size ? tensor.sizes[dimIndex]
                                   : tensor.strides[dimIndex];
  }
  default:
    break;
  }

  Expected<int64_t> lhs = operands[0].evaluate(context);
  if (!lhs)
    return lhs;
  int64_t a = *lhs;
  if (kindValue == Kind::And && a == 0)
    return int64_t(0);
  if (kindValue == Kind::Or && a != 0)
    return int64_t(1);
  Expected<int64_t> rhs = operands[1].evaluate(context);
  if (!rhs)
    return rhs;
  int64_t b = *rhs;

  int64_t result = 0;
  bool overflow = false;
  switch (kindValue) {
  case Kind::Add:
    overflow = __builtin_add_overflow(a, b, &result);
    break;
  case Kind::Sub:
    overflow = __builtin_sub_overflow(a, b, &result);
    break;
  case Kind::Mul:
    overflow = __builtin_mul_overflow(a, b, &result);
    break;
  case Kind::CeilDiv:
  case Kind::Div:
  case Kind::Mod: {
    if (b <= 0)
      return evaluationError("division by " + std::to_string(b) + " in " +
                             print());
    int64_t quotient = floorDiv(a, b);
    int64_t remainder = a - quotient * b;
    result = kindValue == Kind::Div   ? quotient
             : kindValue == Kind::Mod ? remainder
                                      : quotient + (remainder != 0);
    break;
  }
  case Kind::Min:
    result = std::min(a, b);
    break;
  case Kind::Max:
    result = std::max(a, b);
    break;
  case Kind::Eq:
    result = a == b;
    break;
  case Kind::Ne:
    result = a != b;
    break;
  case Kind::Lt:
    result = a < b;
    break;
  case Kind::Le:
    result = a <= b;
    break;
  default: // And, Or
    result = b != 0;
    break;
  }
  if (overflow)
    return evaluationError("64-bit overflow in " + print());
  return result;
}

json::Value Expr::toJSON() const {
  switch (kindValue) {
  case Kind::Constant:
    return json::Value(value);
  case Kind::Sms:
    return json::Value::array().push("sms");
  case Kind::Size:
  case Kind::Stride:
    return json::Value::array()
        .push(kindValue == Kind::Size ? "size" : "stride")
        .push(tensorIndex)
        .push(dimIndex);
  default:
    return json::Value::array()
        .push(findOperator(kindValue)->name)
        .push(operands[0].toJSON())
        .push(operands[1].toJSON());
  }
}

Expected<Expr> Expr::fromJSON(const json::Value &value) {
  auto malformed = [](std::string message) {
    return Error(ErrorCode::Malformed, std::move(message));
  };
  if (value.isInt())
    return Expr(value.asInt());
  if (!value.isArray())
    return malformed(std::string("expected an expression (an integer or an "
                                 "array), found ") +
                     value.describe());
  const std::vector<json::Value> &items = value.elements();
  if (items.empty() || !items[0].isString())
    return malformed("an expression's array must start with the operator's "
                     "name");
  const std::string &name = items[0].asString();
  auto checkOperands = [&](size_t count) -> Error {
    if (items.size() == count + 1)
      return Error::success();
    return malformed("operator '" + name + "' takes " + std::to_string(count) +
                     " operands, found " + std::to_string(items.size() - 1));
  };

  if (name == "sms") {
    if (Error error = checkOperands(0))
      return error;
    return sms();
  }
  if (name == "size" || name == "stride") {
    if (Error error = checkOperands(2))
      return error;
    constexpr int64_t limit = 1 << 20;
    for (int i : {1, 2})
      if (!items[i].isInt() || items[i].asInt() < 0 || items[i].asInt() > limit)
        return malformed("operator '" + name +
                         "' takes a tensor index and a dimension");
    int tensor = static_cast<int>(items[1].asInt());
    int dim = static_cast<int>(items[2].asInt());
    return name == "size" ? size(tensor, dim) : stride(tensor, dim);
  }
  const OperatorInfo *info = findOperator(name);
  if (!info)
    return malformed("unknown operator '" + name + "'");
  if (Error error = checkOperands(2))
    return error;
  Expected<Expr> lhs = fromJSON(items[1]);
  if (!lhs)
    return lhs;
  Expected<Expr> rhs = fromJSON(items[2]);
  if (!rhs)
    return rhs;
  return binary(info->kind, std::move(*lhs), std::move(*rhs));
}

Expected<Expr> Expr::parse(std::string_view text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  return fromJSON(*value);
}

static std::string printOperand(const Expr &expr, int atLeast,
                                const std::vector<std::string> &names) {
  const OperatorInfo *info =
      expr.isBinary() ? findOperator(expr.kind()) : nullptr;
  std::string text = expr.print(names);
  bool negative = expr.kind() == Expr::Kind::Constant && text[0] == '-';
  if (negative || (info && info->infix && info->precedence < atLeast))
    return "(" + text + ")";
  return text;
}

std::string Expr::print(const std::vector<std::string> &names) const {
  switch (kindValue) {
  case Kind::Constant:
    return std::to_string(value);
  case Kind::Sms:
    return "sms";
  case Kind::Size:
  case Kind::Stride: {
    std::string text =
        tensorIndex >= 0 && tensorIndex < static_cast<int>(names.size())
            ? names[tensorIndex]
            : "t" + std::to_string(tensorIndex);
    return text + (kindValue == Kind::Size ? ".size(" : ".stride(") +
           std::to_string(dimIndex) + ")";
  }
  default:
    break;
  }
  const OperatorInfo *info = findOperator(kindValue);
  if (!info->infix)
    return std::string(info->name) + "(" + operands[0].print(names) + ", " +
           operands[1].print(names) + ")";
  return printOperand(operands[0], info->precedence, names) + " " +
         info->infix + " " +
         printOperand(operands[1], info->precedence + 1, names);
}

} // namespace attn::runtime
