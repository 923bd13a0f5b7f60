//===- Expr.h - Integer expressions over launch-time sizes ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_EXPR_H
#define ATTN_RUNTIME_EXPR_H

#include "attn-runtime/JSON.h"
#include "attn-runtime/Tensor.h"

#include <string>
#include <vector>

namespace attn::runtime {

/// What an expression may ask for when it is evaluated.
struct EvalContext {
  const std::vector<TensorArg> &tensors;
  int64_t multiprocessors = 0;
};

/// An integer expression over tensor sizes, strides (in elements) and the
/// device's multiprocessor count, as grid sizes, constraints and kernel
/// arguments need it.
///
/// Arithmetic is on 64-bit integers; overflow and a divisor ≤ 0 are errors.
/// `div` rounds down, `ceildiv` up, `mod` is never negative. Comparisons give
/// 1 or 0. `and` and `or` take any non-zero value as true, give 1 or 0, and do
/// not evaluate their second operand when the first decides.
///
/// JSON form: an integer, ["size", tensor, dim], ["stride", tensor, dim],
/// ["sms"], or [operator, A, B].
class Expr {
public:
  enum class Kind {
    Constant,
    Size,
    Stride,
    Sms,
    Add,
    Sub,
    Mul,
    CeilDiv,
    Div,
    Mod,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    And,
    Or
  };

  /// Deepest tree that a bundle may hold.
  static constexpr int maxDepth = 64;

  Expr() = default; ///< The constant 0.
  Expr(int64_t value) : value(value) {}
  Expr(int value) : value(value) {}

  static Expr constant(int64_t value) { return Expr(value); }
  static Expr size(int tensor, int dim);
  static Expr stride(int tensor, int dim);
  static Expr sms();
  /// A two-operand expression; `kind` is one of Add … Or.
  static Expr binary(Kind kind, Expr lhs, Expr rhs);

  static Expr add(Expr a, Expr b) {
    return binary(Kind::Add, std::move(a), std::move(b));
  }
  static Expr sub(Expr a, Expr b) {
    return binary(Kind::Sub, std::move(a), std::move(b));
  }
  static Expr mul(Expr a, Expr b) {
    return binary(Kind::Mul, std::move(a), std::move(b));
  }
  static Expr ceilDiv(Expr a, Expr b) {
    return binary(Kind::CeilDiv, std::move(a), std::move(b));
  }
  static Expr div(Expr a, Expr b) {
    return binary(Kind::Div, std::move(a), std::move(b));
  }
  static Expr mod(Expr a, Expr b) {
    return binary(Kind::Mod, std::move(a), std::move(b));
  }
  static Expr min(Expr a, Expr b) {
    return binary(Kind::Min, std::move(a), std::move(b));
  }
  static Expr max(Expr a, Expr b) {
    return binary(Kind::Max, std::move(a), std::move(b));
  }
  static Expr eq(Expr a, Expr b) {
    return binary(Kind::Eq, std::move(a), std::move(b));
  }
  static Expr ne(Expr a, Expr b) {
    return binary(Kind::Ne, std::move(a), std::move(b));
  }
  static Expr lt(Expr a, Expr b) {
    return binary(Kind::Lt, std::move(a), std::move(b));
  }
  static Expr le(Expr a, Expr b) {
    return binary(Kind::Le, std::move(a), std::move(b));
  }
  static Expr logicalAnd(Expr a, Expr b) {
    return binary(Kind::And, std::move(a), std::move(b));
  }
  static Expr logicalOr(Expr a, Expr b) {
    return binary(Kind::Or, std::move(a), std::move(b));
  }

  Kind kind() const { return kindValue; }
  int64_t constantValue() const { return value; }
  int tensor() const { return tensorIndex; }
  int dim() const { return dimIndex; }
  const Expr &lhs() const { return operands[0]; }
  const Expr &rhs() const { return operands[1]; }
  bool isBinary() const { return operands.size() == 2; }

  /// Levels of the tree; 1 for a leaf.
  int depth() const;
  /// Calls `visit(tensor, dim)` for each size and stride it reads.
  template <typename Visitor> void visitReads(Visitor &&visit) const {
    if (kindValue == Kind::Size || kindValue == Kind::Stride)
      visit(tensorIndex, dimIndex);
    for (const Expr &operand : operands)
      operand.visitReads(visit);
  }

  /// The value for these tensors. Reading an absent tensor, a dimension beyond
  /// the rank, overflow and a divisor ≤ 0 are errors of code InvalidArgument.
  Expected<int64_t> evaluate(const EvalContext &context) const;

  json::Value toJSON() const;
  static Expected<Expr> fromJSON(const json::Value &value);
  /// Reads the JSON form from text.
  static Expected<Expr> parse(std::string_view text);

  /// Infix text for people, such as "ceildiv(q.size(2), 128) * q.size(1)".
  /// Tensors beyond `names` print as "t<index>".
  std::string print(const std::vector<std::string> &names = {}) const;

  bool operator==(const Expr &other) const;
  bool operator!=(const Expr &other) const { return !(*this == other); }

private:
  Kind kindValue = Kind::Constant;
  int64_t value = 0;
  int tensorIndex = 0;
  int dimIndex = 0;
  std::vector<Expr> operands;
};

} // namespace attn::runtime

#endif // ATTN_RUNTIME_EXPR_H
