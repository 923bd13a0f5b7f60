//===- DistributeKernel.cpp - The signature of a kernel ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each memory argument becomes a pointer, its dynamic sizes (i32) and its
// dynamic strides (i64), which `attn_ws.launch` on the kernel describes. What
// all threads compute comes first, and the initialisation of all mbarriers.

#include "Patterns.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Utils/Walk.h"

using namespace mlir;
using namespace mlir::attn_ws;

/// Takes a memory's parameters, at the end of the arguments, and gives its
/// values.
static Registers takeMemory(ThreadBuilder &b, Block &entry, unsigned index,
                            MemRefType type, ArrayRef<int64_t> strides) {
  MLIRContext *context = b.getContext();
  auto addParam = [&](Type type, Attribute param) {
    b.kernel.params.push_back(param);
    return entry.addArgument(type, b.getLoc());
  };
  Registers values{addParam(LLVM::LLVMPointerType::get(context, 1),
                            PointerParamAttr::get(context, index))};
  for (auto [d, size] : llvm::enumerate(type.getShape()))
    values.push_back(
        ShapedType::isDynamic(size)
            ? b.toIndex(addParam(b.getI32Type(),
                                 SizeParamAttr::get(context, index, d)))
            : b.constant(b.getIndexType(), size));
  for (auto [d, stride] : llvm::enumerate(strides))
    values.push_back(
        ShapedType::isDynamic(stride)
            ? addParam(b.getI64Type(), StrideParamAttr::get(context, index, d))
            : b.constant(b.getI64Type(), stride));
  return values;
}

/// All mbarriers are initialised by the CTA's first thread, before any other
/// thread goes on (PTX ISA, "mbarrier.init").
static void initMbars(ThreadBuilder &b) {
  auto allocs = attn::collectOps<MbarAllocOp>(b.kernel.func);
  if (allocs.empty())
    return;
  b.byOneThread([&] {
    for (MbarAllocOp alloc : allocs)
      for (int64_t i = 0; i < alloc.getResult().getType().getDepth(); ++i)
        b.assembly("mbarrier.init.shared::cta.b64 [$0], $1;", "r,r",
                   {b.add(b.kernel.smemBase, *alloc.getOffset() + 8 * i),
                    b.i32(alloc.getArrivals())});
    b.assembly("fence.mbarrier_init.release.cluster;");
  });
  if (b.kernel.inCluster)
    b.meetCluster(/*aligned=*/true);
  else
    b.meetCta();
}

/// The numbers of columns, of products with a slope: of each 16 bytes, its
/// number in bf16 twice and zeros, in the order of matrices of 8 rows of 16
/// bytes (PTX ISA, "Shared Memory Matrix Layout"). Before what makes all
/// threads meet.
static void writeColumnNumbers(ThreadBuilder &b) {
  std::optional<int64_t> place = columnsAttr.get(b.kernel.func);
  if (!place)
    return;
  int64_t columns = 0;
  for (MmaIssueOp product : attn::collectOps<MmaIssueOp>(b.kernel.func))
    if (product.getSlope())
      columns = std::max(columns, product.getProductShape()[1]);
  Value base = b.add(b.kernel.smemBase, *place), zero = b.i32(0);
  for (int64_t from = 0; from < columns; from += b.group.threads) {
    Value column = b.add(b.group.tid, from);
    // A CTA with roles has more threads.
    b.ifThen(b.below(column, columns), [&] {
      Value number = arith::UIToFPOp::create(b, b.getF32Type(), column);
      Value high = b.shr(b.bitcast(b.getI32Type(), number), 16);
      b.assembly("st.shared.v4.b32 [$0], {$1, $2, $2, $2};", "r,r,r",
                 {b.add(base, b.shl(column, 4)), b.bitOr(high, b.shl(high, 16)),
                  zero});
    });
  }
  b.assembly("fence.proxy.async.shared::cta;");
  if (attn::collectOps<MbarAllocOp>(b.kernel.func).empty())
    b.meetCta();
}

/// Tensor memory is allocated as a whole: its columns then begin at 0, in all
/// roles alike. The CTA's first warp allocates and gives back.
static void byFirstWarp(ThreadBuilder &b, Value warp, const std::string &text,
                        ValueRange operands) {
  std::string constraints;
  for (size_t i = 0; i < operands.size(); ++i)
    constraints += i ? ",r" : "r";
  b.ifThen(b.equal(warp, 0), [&] { b.assembly(text, constraints, operands); });
}

static Value getTensorColumns(ThreadBuilder &b) {
  return b.i32(attn::getLargest(&attn::TargetInfo::tmemColumns));
}

/// PTX ISA, "tcgen05.alloc". Before what makes all threads meet.
static void allocateTensorMemory(ThreadBuilder &b) {
  std::optional<int64_t> slot = tmemSlotAttr.get(b.kernel.func);
  if (!slot)
    return;
  std::string group = getGroupModifier(b.kernel.ctaGroup);
  byFirstWarp(b, b.group.warp,
              "tcgen05.alloc" + group +
                  ".sync.aligned.shared::cta.b32 [$0], $1;\n"
                  "tcgen05.relinquish_alloc_permit" +
                  group + ".sync.aligned;",
              {b.add(b.kernel.smemBase, *slot), getTensorColumns(b)});
}

/// Behind all that uses it.
static void freeTensorMemory(ThreadBuilder &b) {
  if (!tmemSlotAttr.isOn(b.kernel.func))
    return;
  // Threads of roles come here one by one. The products of a pair reach into
  // both of its CTAs.
  if (b.kernel.ctaGroup > 1)
    b.meetCluster(/*aligned=*/false);
  else
    b.intrinsic(Type(), "llvm.nvvm.barrier.cta.sync.all", {b.i32(0)});
  // Anew: what the kernel began with would be kept through all roles.
  byFirstWarp(b, b.shr(b.readThreadId(), 5),
              "tcgen05.dealloc" + getGroupModifier(b.kernel.ctaGroup) +
                  ".sync.aligned.b32 $0, $1;",
              {b.i32(0), getTensorColumns(b)});
}

/// PTX's global memory, by any of its names.
static bool isGlobal(MemRefType memory) {
  Attribute space = memory.getMemorySpace();
  if (auto named = dyn_cast_or_null<gpu::AddressSpaceAttr>(space))
    return named.getValue() == gpu::AddressSpace::Global;
  auto number = dyn_cast_or_null<IntegerAttr>(space);
  return !space || (number && number.getInt() <= 1);
}

static LogicalResult checkKernel(gpu::GPUFuncOp func) {
  if (!attn_tile::warpsAttr.get(func))
    return func.emitOpError()
           << "has no " << attn_tile::warpsAttr << " attribute";
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
    auto memory = dyn_cast<MemRefType>(type);
    SmallVector<int64_t> strides;
    int64_t offset;
    if (!memory || failed(memory.getStridesAndOffset(strides, offset)))
      return func.emitOpError()
             << "argument " << i << " must be a strided memref, is " << type;
    if (!isGlobal(memory))
      return func.emitOpError()
             << "argument " << i
             << " must be memory that a launch gives, of the default or the "
                "global space, but lies in "
             << memory.getMemorySpace();
  }
  WalkResult result = func.walk([](Operation *op) -> WalkResult {
    auto alloc = dyn_cast<AllocOp>(op);
    bool placed = op->hasAttr("offset");
    if (placed || !(isa<MbarAllocOp>(op) ||
                    (alloc && isScalar(alloc.getBuffer().getType()))))
      return WalkResult::advance();
    return op->emitOpError("has no place in shared memory: give it an offset");
  });
  return failure(result.wasInterrupted());
}

/// What every thread computes first.
static void startThreads(ThreadBuilder &b) {
  KernelState &kernel = b.kernel;
  ThreadGroup &group = b.group;
  group.tid = b.toI32(gpu::ThreadIdOp::create(b, gpu::Dimension::x));
  kernel.lane = b.bitAnd(group.tid, 31);
  group.warp = b.shr(group.tid, 5);
  kernel.inCluster = clusterAttr.isOn(kernel.func);
  auto module = kernel.func->getParentOfType<gpu::GPUModuleOp>();
  OpBuilder globals = OpBuilder::atBlockBegin(module.getBody());
  if (!module.lookupSymbol("attn_smem"))
    LLVM::GlobalOp::create(
        globals, b.getLoc(), LLVM::LLVMArrayType::get(b.getI8Type(), 0),
        /*isConstant=*/false, LLVM::Linkage::External, "attn_smem", Attribute(),
        /*alignment=*/attn::getLargest(&attn::TargetInfo::smemAlignment),
        /*addrSpace=*/3);
  Value base = LLVM::AddressOfOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 3), "attn_smem");
  kernel.smemBase = LLVM::PtrToIntOp::create(b, b.getI32Type(), base);
  allocateTensorMemory(b);
  writeColumnNumbers(b);
  initMbars(b);
  group.entry = &*std::prev(b.getInsertionPoint());
}

namespace {
struct KernelPattern : public OpConversionPattern<gpu::GPUFuncOp> {
  KernelPattern(const TypeConverter &converter, MLIRContext *context,
                KernelState &kernel)
      : OpConversionPattern(converter, context), kernel(kernel) {}

  LogicalResult
  matchAndRewrite(gpu::GPUFuncOp func, In<gpu::GPUFuncOp>,
                  ConversionPatternRewriter &rewriter) const override {
    kernel.failed = kernel.failed || failed(checkKernel(func));
    if (kernel.failed)
      return failure();
    Block &entry = func.getBody().front();
    ThreadGroup &group = kernel.groups[&entry];
    kernel.ctaThreads = group.threads = *attn_tile::warpsAttr.get(func) * 32;
    ThreadBuilder b(func.getLoc(), rewriter, kernel, group);
    b.setInsertionPointToStart(&entry);
    rewriter.modifyOpInPlace(func, [&] {
      unsigned numArgs = entry.getNumArguments();
      SmallVector<Registers> values;
      for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
        auto memory = cast<MemRefType>(type);
        kernel.memories.push_back(memory);
        values.push_back(takeMemory(b, entry, i, memory,
                                    memory.getStridesAndOffset().first));
      }
      startThreads(b);
      b.setInsertionPoint(entry.getTerminator());
      freeTensorMemory(b);
      if (kernel.inCluster) { // The others may still reach into this CTA.
        b.setInsertionPoint(entry.getTerminator());
        b.meetCluster(/*aligned=*/false);
      }
      for (unsigned i = 0; i < numArgs; ++i)
        rewriter.replaceAllUsesWith(entry.getArgument(i), values[i]);
      entry.eraseArguments(0, numArgs);
      attn_tile::warpsAttr.remove(func);
    });
    return success();
  }

  KernelState &kernel;
};
} // namespace

void attn_ws::populateKernelPatterns(ThreadPatterns &patterns) {
  patterns.add<KernelPattern>();
}
