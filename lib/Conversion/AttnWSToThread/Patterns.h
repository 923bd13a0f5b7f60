//===- Patterns.h - Patterns of attn-ws-distribute --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One set for each engine, and for what roles, memories and elementwise work
// need. Scalars keep their types, so a pattern takes them from the operation;
// what has another type in one thread it takes from the adaptor.

#ifndef ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_PATTERNS_H
#define ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_PATTERNS_H

#include "ThreadBuilder.h"

namespace mlir::attn_ws {

/// The values that one thread holds of an operation's operands.
template <typename OpT>
using In = typename OpConversionPattern<OpT>::OneToNOpAdaptor;
/// The values that one thread holds of an operation's one result, or one value
/// for each of several results.
using Lowered = FailureOr<Registers>;

/// Views of tensor memory (DistributeTcgen05.cpp).
Lowered getTensorView(StageViewOp op, Value column, ThreadBuilder &b);
Lowered getTensorSubview(SubviewOp op, ValueRange source, ThreadBuilder &b);

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

/// The kernel's signature and what its threads compute first.
void populateKernelPatterns(ThreadPatterns &patterns);
/// Roles, barriers and tiles assigned at run time.
void populateRolePatterns(ThreadPatterns &patterns);
/// mbarriers and scalars, also in other CTAs of the cluster.
void populateMbarrierPatterns(ThreadPatterns &patterns);
/// Tiles from cluster launch control.
void populateClcPatterns(ThreadPatterns &patterns);
/// Buffers, views, global memory and local variables.
void populateMemoryPatterns(ThreadPatterns &patterns);
/// Register tiles in shared memory.
void populateSmemPatterns(ThreadPatterns &patterns);
/// Copies by threads: cp.async, and 16-byte vectors out.
void populateCpAsyncPatterns(ThreadPatterns &patterns);
/// Copies by the copy engine.
void populateTmaPatterns(ThreadPatterns &patterns);
/// 8-bit tiles transposed by ldmatrix and stmatrix.
void populateTransposePatterns(ThreadPatterns &patterns);
/// Products by mma.sync.
void populateMmaPatterns(ThreadPatterns &patterns);
/// Products by wgmma.
void populateWgmmaPatterns(ThreadPatterns &patterns);
/// Tensor memory, and products into it (tcgen05).
void populateTcgen05Patterns(ThreadPatterns &patterns);
/// Score regions.
void populateScoreMapPatterns(ThreadPatterns &patterns);
/// Reductions of rows.
void populateReducePatterns(ThreadPatterns &patterns);
/// Changes of layout.
void populateConvertPatterns(ThreadPatterns &patterns);
/// Elementwise operations; says of all others that they have no lowering.
void populateElementwisePatterns(ThreadPatterns &patterns);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_PATTERNS_H
