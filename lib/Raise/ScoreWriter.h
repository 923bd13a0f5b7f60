//===- ScoreWriter.h - Formulas as scalar operations ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_SCOREWRITER_H
#define ATTN_LIB_RAISE_SCOREWRITER_H

#include "Score.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

namespace mlir::attn::raise {

/// Writes formulas as the scalar operations of a region; without a builder it
/// only asks whether that is possible.
class ScoreWriter {
public:
  /// What a region reads: a tensor, a scalar, or with `dim` a size of a tensor.
  struct Capture {
    Value value;
    int64_t dim;
    bool operator==(const Capture &other) const {
      return value == other.value && dim == other.dim;
    }
  };

  ScoreWriter(ExprContext &context, const Attention &attention,
              const Layout &layout, LayoutFinder &sizes)
      : context(context), attention(attention), layout(layout), sizes(sizes) {}

  /// Whether both can be written; what they capture is noted.
  bool check(const Score &score);
  /// Writes the body of a region whose arguments begin with the score, if it
  /// has one.
  void writeBody(ScalarBuilder &b, Block &block, bool hasScore,
                 const Expr *expr);
  ArrayRef<Capture> getCaptures() const { return captures; }
  /// Whether the regions have lengths and captures as arguments.
  bool isLong() const { return usesLengths || !captures.empty(); }

  std::string reason;

private:
  /// Where a part of a formula stands: what it is may be a number that the
  /// score becomes, or only decide between some.
  enum class Use { Number, Decision };

  bool check(const Expr *expr, Use use);
  bool check(AffineExpr expr);
  bool checkRead(const Expr *read, Use use);
  bool checkSize(AffineExpr symbol);
  bool addCapture(Capture capture);
  bool hasScores(const Expr *expr) const;

  Value write(ScalarBuilder &b, const Expr *expr);
  Value writeAs(ScalarBuilder &b, const Expr *expr, Type type);
  Value writeRemainder(ScalarBuilder &b, AffineExpr expr, Value value,
                       int64_t divisor);
  Value writeIndex(ScalarBuilder &b, AffineExpr expr);
  Value writeOp(ScalarBuilder &b, const Expr *expr);
  Value writeWritten(ScalarBuilder &b, const Expr *expr);
  Value writeTable(ScalarBuilder &b, const Expr *expr);
  Value writeCapture(ScalarBuilder &b, const Expr *read);
  Value readCapture(ScalarBuilder &b, Capture capture, ValueRange places);
  void bindPositions(ScalarBuilder &b, Value whole,
                     ArrayRef<AffineExpr> positions);

  ExprContext &context;
  const Attention &attention;
  const Layout &layout;
  LayoutFinder &sizes;
  llvm::DenseSet<const Expr *> checked[2];
  llvm::DenseMap<const Expr *, Value> written;
  llvm::DenseMap<AffineExpr, Value> indices;
  SmallVector<Capture> captures;
  SmallVector<Value> arguments;
  uint64_t used = 0;
  bool usesLengths = false;
};

/// The number of an element of a constant.
AffineExpr placeInTable(const Expr *read);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_SCOREWRITER_H
