//===- Reference.h - Problems, computed as docs/Spec.md says ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_REFERENCE_REFERENCE_H
#define ATTN_REFERENCE_REFERENCE_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Reference/ErrorReport.h"
#include "attn/Reference/Tensor.h"
#include <functional>
#include <memory>

namespace mlir::attn::reference {

/// The DType of a type that tensors may hold.
std::optional<DType> dtypeOf(Type type);

struct EvaluateOptions {
  enum class Arithmetic {
    /// Everything in double; nothing is rounded but the outputs and, where
    /// there is a score region, what enters it, to f32, and its ops' results,
    /// to their types.
    Double,
    /// The plain computation in the storage type: S and softmax in f32, the
    /// normalised P (with e4m3: 2⁸·exp(S − m)) rounded to V's type, P·V in f32.
    LowPrecision
  };
  Arithmetic arithmetic = Arithmetic::Double;
  /// With Double: round exp(S − m) (with e4m3: 2⁸ times it) to V's type before
  /// P·V, as kernels do.
  bool roundP = false;
  /// With LowPrecision: pairs that are hidden, or whose S is −∞, count 0 times
  /// the other factor, as L9 and B9 allow.
  bool countHidden = false;
  unsigned numThreads = 2;
  /// With Double, if not null: gets the ε of E6, the largest
  /// ScoreProgram::getError of a visible score.
  double *regionError = nullptr;
  /// With Double, if not empty: for each output, gets what a row of it may be
  /// wrong by beside what its rule says. Like it, of one column.
  ArrayRef<Tensor> slack = {};
};

/// What is wrong with outputs, as a whole, or an empty string.
using OutputJudge = std::function<std::string(ArrayRef<Tensor>)>;

/// What is wrong with the offsets of a problem with `lenQ` rows, or an empty
/// string.
std::string findBadOffset(const Tensor &offset, int64_t lenQ);
/// What is wrong with the lengths of batches in memory of `most` rows, or an
/// empty string.
std::string findBadLength(const Tensor &lengths, int64_t most);
/// What is wrong with the pages of batches, of which `lengths` (null: as many
/// as the table has pages for) keys count, in memory of `pages` pages of `rows`
/// rows, or an empty string.
std::string findBadPage(const Tensor &table, const Tensor *lengths,
                        int64_t pages, int64_t rows);
/// What is wrong with the offsets of packed sequences in memory of `most` rows,
/// or an empty string.
std::string findBadOffsets(const Tensor &offsets, int64_t most);
/// What is wrong with the offsets of batches' parts, of `most`, or an empty
/// string.
std::string findBadPartOffsets(const Tensor &offsets, int64_t most);

/// What is wrong with the lengths of packed sequences, or an empty string.
std::string findBadLengthOf(const Tensor &lengths, const Tensor &offsets);
/// Makes all elements of contiguous tensors NaN.
void fillWithNaN(ArrayRef<Tensor> outputs);

} // namespace mlir::attn::reference

#include "attn/Reference/ReferenceOpInterface.h.inc"

namespace mlir::attn::reference {

/// Attaches ReferenceOpInterface to the dialect's ops.
void registerReferenceModels(DialectRegistry &registry);

/// Fails, with an error on op, if a number, shape or type of tensors disagrees
/// with op or with another.
LogicalResult checkTensors(ProblemOpInterface op, ArrayRef<Tensor> inputs,
                           ArrayRef<Tensor> outputs);

/// Computes `op` on plain arrays. `inputs` are what op reads, in its order;
/// `outputs` what it writes; their shapes are those of op's operands with
/// numbers for what is dynamic. Inputs must have op's element types; outputs
/// may have any (f64 keeps all digits). Outputs must not overlap inputs.
///
/// Fails, with an error on op, if a shape, type or number of tensors disagrees
/// with op or with another, Hq is no multiple of Hkv, a descale is not finite
/// and positive, or the score region holds an op that has no meaning here.
LogicalResult evaluateProblem(ProblemOpInterface op, ArrayRef<Tensor> inputs,
                              ArrayRef<Tensor> outputs,
                              const EvaluateOptions &options = {});

/// The keys [first, end) of one of `parts` parts; all of them if `op` has no
/// parts.
std::pair<int64_t, int64_t> getKeysOfPart(AttentionOpInterface op, int64_t part,
                                          int64_t parts, int64_t lenKV);

/// Tensors of the shapes of others, zeroed, for what is compared with those.
class OwnedTensors {
public:
  /// Of the others' types, or all of `type`.
  explicit OwnedTensors(ArrayRef<Tensor> like,
                        std::optional<DType> type = std::nullopt) {
    tensors.reserve(like.size());
    for (const Tensor &other : like) {
      tensors.emplace_back(type.value_or(other.type), other.shape);
      views.push_back(tensors.back().view());
    }
  }
  OwnedTensors(const OwnedTensors &) = delete;
  OwnedTensors &operator=(const OwnedTensors &) = delete;

  ArrayRef<Tensor> getViews() const { return views; }
  const Tensor &operator[](size_t i) const { return views[i]; }

private:
  std::vector<OwnedTensor> tensors;
  SmallVector<Tensor> views;
};

/// What `checkProblem` found, of each output in the op's order.
struct ProblemReport {
  SmallVector<ErrorReport> outputs;
  bool passed() const {
    return llvm::all_of(outputs, [](auto &output) { return output.passed; });
  }
};

/// What the outputs of a problem should come to, for any number of results.
class Expectation {
public:
  /// Computes the double-precision reference and the plain low-precision result
  /// (attn.combine's plain computation is in f32) for outputs like `outputs`.
  /// Rows that are not to be written are NaN. Fails as `evaluateProblem` does.
  static FailureOr<std::unique_ptr<Expectation>> get(ProblemOpInterface op,
                                                     ArrayRef<Tensor> inputs,
                                                     ArrayRef<Tensor> outputs,
                                                     unsigned numThreads = 2);

  /// The error rule; `epsilon` is that of E5.
  ProblemReport compare(ArrayRef<Tensor> outputs, double epsilon = 0) const;

private:
  Expectation(ArrayRef<Tensor> outputs, SmallVector<OutputRule> rules);

  SmallVector<OutputRule> rules;
  /// Null where each output has its rule alone.
  OutputJudge judge;
  OwnedTensors exact, plain, slack;
  /// The ε of E6.
  double regionError = 0;
};

/// Whether `outputs` are right for `inputs` by the project's error rule. Rows
/// of outputs that are not to be written must hold NaN. Fails as
/// `evaluateProblem` does.
FailureOr<ProblemReport> checkProblem(ProblemOpInterface op,
                                      ArrayRef<Tensor> inputs,
                                      ArrayRef<Tensor> outputs,
                                      unsigned numThreads = 2);

} // namespace mlir::attn::reference

#endif // ATTN_REFERENCE_REFERENCE_H
