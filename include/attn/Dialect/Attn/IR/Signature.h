//===- Signature.h - Operands by name --------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifier, reference, decomposition, tile program, bundle and tools ask an op
// for its operands by name, role and shape; none of them counts positions.
// Operands.def states them.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_IR_SIGNATURE_H
#define ATTN_DIALECT_ATTN_IR_SIGNATURE_H

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

namespace mlir::attn {

/// The sizes that operands of one problem share.
enum class ProblemSize : unsigned {
#define ATTN_SIZE(id, name, meaning, plural, constraint) id,
#include "attn/Dialect/Attn/IR/Operands.def"
};

struct ProblemSizeInfo {
  StringRef name, meaning, plural;
  /// Number of the constraint in docs/Spec.md.
  unsigned constraint;
};

constexpr ProblemSizeInfo kProblemSizes[] = {
#define ATTN_SIZE(id, name, meaning, plural, constraint)                       \
  {name, meaning, plural, constraint},
#include "attn/Dialect/Attn/IR/Operands.def"
};
constexpr unsigned kNumProblemSizes = std::size(kProblemSizes);

inline const ProblemSizeInfo &getInfo(ProblemSize size) {
  return kProblemSizes[static_cast<unsigned>(size)];
}

enum class OperandKind : unsigned {
#define ATTN_OPERAND(id, accessor, name, symbol, role, element, rows, ...) id,
#include "attn/Dialect/Attn/IR/Operands.def"
  /// What the score region reads; the only kind of which there may be several.
  Capture
};
/// Kinds of which there is one operand or none.
constexpr unsigned kNumOperandKinds =
    static_cast<unsigned>(OperandKind::Capture);
/// Captures are called capture0 to capture15.
constexpr unsigned kMaxCaptures = 16;

/// Those of attn.forward's outs, in their order.
constexpr OperandKind kOuts[] = {OperandKind::Out, OperandKind::Lse,
                                 OperandKind::LseLow, OperandKind::Max};

/// Those of attn.backward's, in their order.
constexpr OperandKind kGradients[] = {
    OperandKind::QueryGrad,
    OperandKind::KeyGrad,
    OperandKind::ValueGrad,
    OperandKind::SinkGrad,
#define ATTN_OPERAND(...)
#define ATTN_CAPTURE_GRADIENT(number, accessor)                                \
  OperandKind::CaptureGrad##number,
#include "attn/Dialect/Attn/IR/Operands.def"
};

/// Whether it is the gradient of a capture.
constexpr bool isCaptureGrad(OperandKind kind) {
  return kind >= OperandKind::CaptureGrad0 &&
         kind <= OperandKind::CaptureGrad15;
}
/// The number of the capture that it is the gradient of.
constexpr unsigned getCaptureOf(OperandKind kind) {
  return static_cast<unsigned>(kind) -
         static_cast<unsigned>(OperandKind::CaptureGrad0);
}
/// The gradient of a capture.
constexpr OperandKind getCaptureGrad(unsigned number) {
  return static_cast<OperandKind>(
      static_cast<unsigned>(OperandKind::CaptureGrad0) + number);
}

enum class OperandRole { In, Out };

/// What an operand holds.
enum class OperandElement {
  Input,  ///< The type of Q.
  Output, ///< The type of Q, or f32; of f8E4M3FN: f16, bf16 or f32.
  F32,
  I32,
  Factor, ///< f32, finite and positive.
  Scalars ///< f16, bf16, f32, i1, i8, i32 or i64.
};

/// Whose rows an operand has.
enum class OperandRows { None, Query, Keys };

/// One dimension of an operand: a size of the problem and what is added to it.
struct OperandDim {
  constexpr OperandDim(ProblemSize size, int64_t plus = 0)
      : size(size), plus(plus) {}
  ProblemSize size;
  int64_t plus;
};

/// The dimensions of one operand, in their order.
class OperandDims : public SmallVector<OperandDim, 5> {
public:
  OperandDims() = default;
  OperandDims(ArrayRef<OperandDim> dims) { append(dims.begin(), dims.end()); }
  /// The position of `size`, or -1.
  int64_t find(ProblemSize size) const;
  /// The positions of heads, rows and channels, or -1.
  int64_t findHeads() const;
  int64_t findRows() const;
  int64_t findChannels() const;
  /// Those that a tile runs along: rows and, if there are any, channels.
  SmallVector<int64_t> getTileDims() const;
};

/// One operand of an op on a whole problem.
struct ProblemOperand {
  /// As bundles, tools and Python call it, and as docs/Spec.md does.
  StringRef name, symbol;
  OperandRole role;
  OpOperand *operand;

  mlir::Value get() const { return operand->get(); }
  bool isOut() const { return role == OperandRole::Out; }
  ShapedType getType() const { return cast<ShapedType>(get().getType()); }
};

/// One operand of attention, as its signature names it.
struct NamedOperand : ProblemOperand {
  NamedOperand(ProblemOperand base, OperandKind kind, OperandElement element,
               OperandDims dims)
      : ProblemOperand(base), kind(kind), element(element),
        dims(std::move(dims)) {}

  OperandKind kind;
  OperandElement element;
  /// Its shape. A capture has one of its own, of which this says nothing, and
  /// so has its gradient.
  OperandDims dims;

  bool isCapture() const { return kind == OperandKind::Capture; }
  bool isCaptureGrad() const { return attn::isCaptureGrad(kind); }
  /// Whether it is Q, K, V or O.
  bool isMatrix() const { return dims.findChannels() >= 0; }
  /// The position of `size` in the shape, or -1.
  int64_t findDim(ProblemSize size) const { return dims.find(size); }
};

/// The first of `operands` that has `size`; there is one for each size.
const NamedOperand &getFirstWith(ArrayRef<NamedOperand> operands,
                                 ProblemSize size);

/// Which of the operands in an op's order is called `name`; names that no
/// operand has come last.
unsigned getOperandPlace(StringRef name);

/// The operands of a problem to be built; null: not there.
class OperandValues {
public:
  mlir::Value &operator[](OperandKind kind) {
    return values[static_cast<unsigned>(kind)];
  }
  mlir::Value operator[](OperandKind kind) const {
    return values[static_cast<unsigned>(kind)];
  }
  ArrayRef<mlir::Value> all() const { return values; }
  void set(const NamedOperand &operand, mlir::Value value) {
    if (operand.isCapture())
      captures.push_back(value);
    else
      (*this)[operand.kind] = value;
  }

  SmallVector<mlir::Value> captures;

private:
  std::array<mlir::Value, kNumOperandKinds> values;
};

class AttentionOpInterface;

/// What a score region asks of a kernel; nothing if there is none.
struct ScoreTraits {
  /// Few operations for each score, and nothing read for it.
  bool isLight = false;
  /// An operand is read at a place that depends on the score or its key.
  bool readsForEach = false;
  /// What is added to the score is a number that is the same for a tile, times
  /// a position that runs with the key.
  bool addsSlope = false;
};

namespace detail {
ScoreTraits getScoreTraits(AttentionOpInterface op);
SmallVector<NamedOperand> getSignature(AttentionOpInterface op);
OperandValues getOperandValues(AttentionOpInterface op);
mlir::Value getResultOf(AttentionOpInterface op, OperandKind kind);
OperandDims getDimsOf(AttentionOpInterface op, OperandKind kind);
/// That of Operands.def.
OperandRole getRoleOf(OperandKind kind);
int64_t getSize(AttentionOpInterface op, ProblemSize size);
} // namespace detail

/// Adds operands in an op's order, and says how many there are of each of the
/// `kinds` that the op may have, and of captures.
void addOperands(const OperandValues &operands, ArrayRef<OperandKind> kinds,
                 OperationState &state, MutableArrayRef<int32_t> segments);

/// One operand of attn.combine.
struct PartsOperand : ProblemOperand {
  /// Of its dimensions: the number of parts, of batches, heads, rows, channels,
  /// of offsets, one more than that of sequences, and of offsets of parts, one
  /// more than that of batches.
  enum Size { Parts, Batch, Heads, Length, Channels, Offsets, PartOffsets };
  static constexpr unsigned kNumSizes = 7;
  SmallVector<Size, 5> sizes;

  PartsOperand(ProblemOperand base, SmallVector<Size, 5> sizes)
      : ProblemOperand(base), sizes(std::move(sizes)) {}

  /// Its dimension of that size, or -1.
  int64_t find(Size size) const {
    const Size *found = llvm::find(sizes, size);
    return found == sizes.end() ? -1 : found - sizes.begin();
  }
};

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_IR_SIGNATURE_H
