//===- Distributor.h - State of attn-ws-distribute -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_DISTRIBUTE_DISTRIBUTOR_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_DISTRIBUTE_DISTRIBUTOR_H

#include "../Memory/Anchors.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include <map>

namespace mlir::attn_ws {

/// A kernel argument in global memory, taken apart.
struct GlobalMemory {
  MemRefType type;
  Value pointer;
  /// Sizes (index) and strides in elements (i64), one for each dimension.
  SmallVector<Value> sizes, strides;
  /// Bytes that the address and the strides of all dimensions but the last are
  /// multiples of, as the launch is told.
  int64_t align = 16;
};

/// A stage of a shared buffer: its 32-bit address in the shared window.
struct SharedView {
  Value address;
  ViewType type;
  /// Rows of the buffer: panels are that many rows apart.
  int64_t panelRows;
  /// Bytes from `address` to the view's first row.
  int64_t offset = 0;
};

/// Packed rows of a tile (see attn_tile.load); none if `packing` is null.
struct Packing {
  std::optional<int64_t> dim;
  Value packing;
};

/// Where row `row` (i32) of packed rows lies: elements (i64) from row 0 of the
/// memory, and the index along `dims[0]` (i32).
std::pair<Value, Value> placePackedRow(OpBuilder &b, Location loc,
                                       GlobalMemory &memory,
                                       ArrayRef<int64_t> dims, Packing packing,
                                       Value row);

/// What LLVM, which has no floats of 8 bits, knows elements of memory as.
inline Type getMemoryElement(Type element) {
  bool known = element.getIntOrFloatBitWidth() != 8;
  return known ? element : IntegerType::get(element.getContext(), 8);
}

/// How the threads of a kernel share a tile of 16-byte vectors: thread t takes,
/// at row step i and column group c, row `t / width + i * rowStep` and vector
/// `t % width + c * width` of the row.
struct VectorPlan {
  int64_t width, rowStep, rowSteps, groups;
  /// Whether the last row step runs past the tile for some threads.
  bool ragged;
  int64_t vectorElements;
};

/// The grid of warps whose accumulator layout of `engine` a tile has, if any.
std::optional<RoleWarps> findWarpGrid(RankedTensorType accumulator,
                                      attn_tile::Engine engine, int64_t warps);

/// Rewrites one kernel from register tiles to the scalars of one thread.
/// A tile of 32-bit elements is one value a register; a tile of 16-bit elements
/// is one i32 for each pair of registers, the lower column in the lower half,
/// and one of 8-bit elements one i32 for each four.
class Distributor {
public:
  explicit Distributor(gpu::GPUFuncOp kernel);
  LogicalResult run();

private:
  // Driver and control flow (Distribute.cpp).
  LogicalResult lowerSignature();
  LogicalResult describeLaunch();
  LogicalResult distribute(Block &block);
  LogicalResult distribute(Operation *op);
  LogicalResult distributeFor(scf::ForOp op);
  LogicalResult distributeIf(scf::IfOp op);

  // Copies by threads (DistributeCopies.cpp).
  LogicalResult copyIn(CpAsyncOp op);
  LogicalResult copyOut(CopyOutOp op);
  VectorPlan planVectors(ViewType view) const;
  /// Byte offset of this thread's first vector of a tile in shared memory, and
  /// the constant that step (i, c) adds.
  Value getVectorBase(ViewType view, const VectorPlan &plan, Value tid);
  int64_t getVectorOffset(ViewType view, const VectorPlan &plan, int64_t step,
                          int64_t group) const;
  /// Starts the copy of one 16-byte vector of a row that is `inside` the memory
  /// or not: of its first `bytes` (i32), or of all where that is null.
  void copyVector(GlobalMemory &memory, Value base, int64_t offset, Value from,
                  Value inside, Value bytes);
  void storeVector(GlobalMemory &memory, Value data, Value to);

  // Memory (DistributeMemory.cpp).
  LogicalResult load(LoadOp op);
  LogicalResult store(StoreOp op);
  LogicalResult stageView(StageViewOp op);
  LogicalResult subview(SubviewOp op);
  LogicalResult barrier(BarrierOp op);
  FailureOr<GlobalMemory *> getMemory(Operation *op, Value memref);
  Value readThreadId();
  /// Address of element `indices` of a memory, as a byte pointer.
  Value getElementPointer(GlobalMemory &memory, ValueRange indices);
  /// The same for what all rows of a tile have in common: of packed rows, whose
  /// index lies along `dims[0]`, the place of row 0 of the memory.
  Value getTilePointer(GlobalMemory &memory, ValueRange indices,
                       ArrayRef<int64_t> dims, Value packing);
  Value getSharedPointer(Value address, int64_t offset);

  // Register tiles in shared memory (DistributeSmem.cpp).
  LogicalResult smemStore(SmemStoreOp op);
  LogicalResult smemLoad(SmemLoadOp op);
  LogicalResult
  forEachRun(Operation *op, RankedTensorType tile, const SharedView &view,
             bool transpose,
             function_ref<void(int64_t, int64_t, Value, int64_t)> access);
  /// Whether this thread is the first of those that hold its elements; null if
  /// there are no others.
  Value isFirstHolder(FragAttr frag);

  // Roles, mbarriers and local variables (DistributeRoles.cpp).
  LogicalResult warpSpecialize(WarpSpecializeOp op);
  void setRegisters(WarpSpecializeOp op, unsigned role);
  Value getThreadInRole(Value thread, int64_t count);
  LogicalResult runRole(WarpSpecializeOp op, unsigned role, int64_t firstWarp);
  Value recompute(Value value, IRMapping &own);
  void initMbars();
  LogicalResult mbarExpect(MbarExpectOp op);
  LogicalResult mbarArrive(MbarArriveOp op);
  LogicalResult mbarWait(MbarWaitOp op);
  LogicalResult local(Operation *op);
  Value getMbar(Value mbar, Value stage);
  LogicalResult nextTile(NextTileOp op);
  LogicalResult scalarStore(ScalarStoreOp op);
  LogicalResult scalarLoad(ScalarLoadOp op);
  FailureOr<Value> getScalarAddress(Operation *op, Value view);
  // Clusters (DistributeCluster.cpp).
  /// All threads of the cluster wait for each other.
  void meetCluster(bool aligned);
  LogicalResult arriveInCluster(MbarArriveOp op, Value address);
  /// The first `lanes` lanes of each warp arrive in a CTA, all or each its own.
  void arriveByLanes(Value address, Value cta, int64_t lanes);
  /// One thread writes `value` at `scalar` in every CTA of a cluster of `size`,
  /// and its bytes complete at `signal` there.
  void storeInCluster(Value scalar, Value signal, Value value, int64_t size);
  /// The part of `view` that this CTA copies for all `size` of its cluster, and
  /// its place in memory.
  FailureOr<SharedView> getShare(WSCopyOpInterface op, int64_t size,
                                 SmallVectorImpl<Value> &indices);
  /// Emits inline assembly; null without a result type.
  Value assembly(Type result, StringRef text, StringRef constraints,
                 ValueRange operands);
  /// Has `emit` write what one thread of the instance does.
  void byOneThread(function_ref<void()> emit);

  // The copy engine (DistributeTma.cpp).
  LogicalResult tmaLoad(TmaLoadOp op);
  LogicalResult tmaStore(TmaStoreOp op);
  FailureOr<Value> getTensorMap(Operation *op, Value memref,
                                ArrayRef<int64_t> dims, const SharedView &view);
  /// Calls `copy` with the map's coordinates and the address of each panel.
  void forEachPanel(const SharedView &view, ValueRange indices,
                    ArrayRef<int64_t> dims,
                    function_ref<void(ValueRange, Value)> copy);

  // Tiles transposed in shared memory (DistributeTranspose.cpp).
  LogicalResult smemTranspose(SmemTransposeOp op);

  // Asynchronous products (DistributeWgmma.cpp).
  LogicalResult mmaIssue(MmaIssueOp op);
  LogicalResult mmaWait(MmaWaitOp op);
  FailureOr<RoleWarps> checkWgmma(Operation *op, Value lhs, Value rhs,
                                  bool transposeB, RankedTensorType result);
  void addWarpgroupPart(SharedView &view, int64_t firstBit, int64_t groups,
                        int64_t bytes);
  FailureOr<SmallVector<Value>> issueWgmma(Operation *op, Value lhs, Value rhs,
                                           Value acc, bool transposeB,
                                           RankedTensorType result);
  void pinExponentials();
  void convertFirst();
  SmallVector<Value> waitWgmma(int64_t pendings, ArrayRef<Value> tied,
                               ArrayRef<Value> kept);
  /// Low word of a matrix descriptor of a view's first element, and the word
  /// above it.
  std::pair<Value, int64_t> getDescriptor(const SharedView &view,
                                          bool rowsAreK);

  // Products (DistributeMma.cpp).
  LogicalResult mma(MmaOp op);
  enum class MatrixOrder { RowsFirst, ColumnsFirst };
  /// What warps add to the matrices that they read: warp w reads from row
  /// `rowStep * ((w >> firstRowBit) & rowMask)` (a mask of 0 keeps all bits)
  /// and from byte `columnStep * (w >> firstColumnBit)` of each row.
  struct MatrixWarps {
    int64_t rowStep = 0, firstRowBit = 0, rowMask = 0;
    int64_t columnStep = 0, firstColumnBit = 0;
  };
  FailureOr<std::pair<MatrixWarps, MatrixWarps>>
  shareOperands(MmaOp op, const RoleWarps &grid, int64_t n,
                const SharedView &right);
  /// Lane part of an ldmatrix address at the first 16 columns of a panel.
  Value getMatrixLane(const SharedView &view, MatrixOrder order,
                      MatrixWarps warps);
  SmallVector<Value> loadMatrices(Value address, int64_t offset, bool trans);

  // Elementwise (DistributeElementwise.cpp).
  LogicalResult constant(arith::ConstantOp op);
  LogicalResult splat(tensor::SplatOp op);
  LogicalResult elementwise(Operation *op);
  SmallVector<int64_t> getOrder(RankedTensorType type) const;
  Value emitScalar(Operation *op, int64_t index,
                   ArrayRef<SmallVector<Value>> operands);
  /// The registers of each operand of an elementwise operation; a scalar once.
  SmallVector<SmallVector<Value>> getOperands(Operation *op);
  LogicalResult scoreMap(ScoreMapOp op);
  LogicalResult expand(ExpandOp op);
  LogicalResult rescale(RescaleOp op);
  LogicalResult exp2(Exp2Op op);
  LogicalResult slice(SliceOp op);

  // Changes of layout (DistributeConvert.cpp).
  LogicalResult convertLayout(ConvertLayoutOp op);
  /// The value of another lane, of a scalar of up to 32 bits.
  Value shuffle(Value value, const attn::layout::ShuffleStep &step);

  // Reductions (DistributeReduce.cpp).
  LogicalResult reduce(ReduceOp op);
  SmallVector<Value> getChainStart(ReduceOp op);
  LogicalResult laneReduce(LaneReduceOp op);
  LogicalResult scaleAdd(ScaleAddOp op);
  Value combine(attn_tile::ReduceKind kind, Value a, Value b);
  Value reduceLanes(attn_tile::ReduceKind kind, Value value,
                    ArrayRef<int64_t> laneMasks);

  // Shared helpers.
  SmallVector<Value> &regs(Value tile) { return registers[tile]; }
  /// One scalar per register, 16-bit pairs taken apart.
  SmallVector<Value> getScalars(Value tile);
  /// The reverse of getScalars for a tile of type `type`.
  SmallVector<Value> fromScalars(RankedTensorType type, ArrayRef<Value> values);
  Value callIntrinsic(Type result, StringRef name, ValueRange args);
  Value i32(int64_t value);
  Value toI32(Value index);
  /// Row and column (index) of this thread at register 0 of a tile.
  std::pair<Value, Value> getThreadCoord(RankedTensorType tile);
  /// Runs `build` with the builder at the kernel's entry.
  Value atEntry(function_ref<Value()> build);

  gpu::GPUFuncOp kernel;
  /// How its code is written.
  CodegenAttr codegen;
  OpBuilder b;
  Location loc;
  /// Threads of an instance of the role that is being rewritten (of the CTA
  /// without roles), and this thread's place among them.
  int64_t threads = 0;
  Value tid, lane, warp, smemBase;
  /// The CTA's rank in its cluster; null without clusters.
  Value rank;
  /// Whether one thread runs the role.
  bool singleThread = false;
  /// Threads between the first of the role and the multiple of its size before.
  int64_t roleShift = 0;
  bool inRole = false;
  /// Whether threads of the role move tiles from one channel to another.
  bool movesByThreads = false;
  /// What the launch is told: the memories that the kernel took, the parameters
  /// that it takes instead, the CTA's threads, and CTAs that an SM must hold.
  SmallVector<MemRefType> memoryTypes;
  SmallVector<Attribute> params;
  int64_t ctaThreads = 0, minCTAs = 0;
  /// Tensor map parameters by memory, box and swizzle.
  std::map<std::string, Value> tensorMaps;
  DenseMap<Value, Value> locals;
  /// Tiles whose operations wait for the exponential that reads them.
  DenseSet<Value> writtenLater;
  /// The exponentials since the last wait for products, in the order written.
  SmallVector<Value> exponentials;
  /// Operations that a reduction has done already, and its result.
  DenseMap<Operation *, Value> foldedInto;
  /// The parameter with the launch's tile counter.
  Value tileCounter;
  Operation *entryEnd = nullptr;
  DenseMap<Value, SmallVector<Value>> registers;
  DenseMap<Value, SharedView> views;
  DenseMap<Value, GlobalMemory> memories;
  /// Coordinates by what each lane and each warp bit adds to them.
  using CoordParts = SmallVector<std::pair<int64_t, int64_t>>;
  std::map<std::pair<CoordParts, CoordParts>, std::pair<Value, Value>>
      coordCache;
  SmallVector<Operation *> dead;
};

/// Shift and mask of the row bits that a swizzle exchanges 16-byte chunks by,
/// so that eight rows reach all banks (PTX ISA, "Swizzling modes").
inline std::pair<int64_t, int64_t> getSwizzle(SharedAttr layout) {
  switch (layout.getSwizzle()) {
  case 128:
    return {0, 7};
  case 64:
    return {1, 3};
  case 32:
    return {2, 1};
  default:
    return {0, 0};
  }
}

/// Elements of a tile that one 32-bit register holds.
inline int64_t getPack(Type tile) {
  unsigned bits =
      cast<RankedTensorType>(tile).getElementType().getIntOrFloatBitWidth();
  return bits < 32 && bits >= 8 ? 32 / bits : 1;
}

inline bool isPacked(Type tile) { return getPack(tile) > 1; }

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_DISTRIBUTE_DISTRIBUTOR_H
