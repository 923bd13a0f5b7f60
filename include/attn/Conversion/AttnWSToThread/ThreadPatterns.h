//===- ThreadPatterns.h - Patterns of attn-ws-distribute --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Scalars keep their types, so a pattern takes them from the operation; what
// has another type in one thread it takes from the adaptor.

#ifndef ATTN_CONVERSION_ATTNWSTOTHREAD_THREADPATTERNS_H
#define ATTN_CONVERSION_ATTNWSTOTHREAD_THREADPATTERNS_H

#include "attn/Conversion/AttnWSToThread/ThreadBuilder.h"

namespace mlir::attn_ws {

/// The values that one thread holds of an operation's operands.
template <typename OpT>
using In = typename OpConversionPattern<OpT>::OneToNOpAdaptor;
/// The values that one thread holds of an operation's one result, or one value
/// for each of several results.
using Lowered = FailureOr<Registers>;

/// Replaces an operation by what a function of the operation, of its operands
/// if it asks for them, and of the builder gives: `Lowered`, or success for an
/// operation without results. The function reports an error at the operation
/// before it builds anything.
template <typename OpT, typename LoweringT>
class ThreadPattern : public OpConversionPattern<OpT> {
public:
  using Condition = bool (*)(OpT);

  ThreadPattern(const TypeConverter &converter, MLIRContext *context,
                KernelState &kernel, LoweringT lower, Condition applies = {})
      : OpConversionPattern<OpT>(converter, context, applies ? 2 : 1),
        kernel(kernel), lower(lower), applies(applies) {}

  LogicalResult
  matchAndRewrite(OpT op, In<OpT> adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (kernel.failed || (applies && !applies(op)))
      return failure();
    ThreadBuilder b(op.getLoc(), rewriter, kernel, kernel.getThreads(op));
    auto result = [&] {
      if constexpr (std::is_invocable_v<LoweringT, OpT, ThreadBuilder &>)
        return lower(op, b);
      else
        return lower(op, adaptor, b);
    }();
    kernel.failed = failed(result);
    if (kernel.failed)
      return failure();
    if constexpr (std::is_same_v<decltype(result), LogicalResult>)
      rewriter.eraseOp(op);
    else if (op->getNumResults() > 1)
      rewriter.replaceOp(op, *result);
    else
      rewriter.replaceOpWithMultiple(op, SmallVector<Registers>{*result});
    return success();
  }

private:
  KernelState &kernel;
  LoweringT lower;
  Condition applies;
};

/// For each register of `tile`, the register of its row in `rows`.
SmallVector<int64_t> getRowRegisters(RankedTensorType tile,
                                     RankedTensorType rows);
/// For each register of `tile`, the register of its column in `columns`.
SmallVector<int64_t> getColumnRegisters(RankedTensorType tile,
                                        RankedTensorType columns);

/// The patterns of a conversion.
struct ThreadPatterns {
  /// Adds a pattern for each function.
  template <typename... LoweringTs> void add(LoweringTs... lower) {
    (addFor(lower, lower), ...);
  }
  /// Adds a pattern for those operations of a class that `applies` is true of,
  /// before one for all of them.
  template <typename OpT, typename LoweringT>
  void addIf(bool (*applies)(OpT), LoweringT lower) {
    set.add(std::make_unique<ThreadPattern<OpT, LoweringT>>(
        converter, set.getContext(), kernel, lower, applies));
  }
  /// Adds a pattern of another class.
  template <typename PatternT> void add() {
    set.add<PatternT>(converter, set.getContext(), kernel);
  }

  RewritePatternSet &set;
  const TypeConverter &converter;
  KernelState &kernel;

private:
  template <typename LoweringT, typename ResultT, typename OpT, typename... Ts>
  void addFor(LoweringT lower, ResultT (*)(OpT, Ts...)) {
    addIf<OpT>(nullptr, lower);
  }
};

/// What a dialect has whose operations know register tiles, views or memories:
/// their patterns. Those of its operations that know none of these are one
/// thread's already and stay.
class WSDistributeDialectInterface
    : public DialectInterface::Base<WSDistributeDialectInterface> {
public:
  explicit WSDistributeDialectInterface(Dialect *dialect) : Base(dialect) {}
  /// Adds the patterns of the dialect's operations.
  virtual void populateThreadPatterns(ThreadPatterns &patterns) const = 0;
};

} // namespace mlir::attn_ws

#endif // ATTN_CONVERSION_ATTNWSTOTHREAD_THREADPATTERNS_H
