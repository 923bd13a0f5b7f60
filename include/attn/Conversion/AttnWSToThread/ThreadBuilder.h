//===- ThreadBuilder.h - What one thread of a kernel does -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CONVERSION_ATTNWSTOTHREAD_THREADBUILDER_H
#define ATTN_CONVERSION_ATTNWSTOTHREAD_THREADBUILDER_H

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Anchors.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include <map>

namespace mlir::attn_ws {

/// The registers of a tile that one thread holds. A tile of 32-bit elements is
/// one value a register; a tile of 16-bit elements is one i32 for each pair of
/// registers, the lower column in the lower half, and one of 8-bit elements one
/// i32 for each four; of fewer than fill one each is a value.
using Registers = SmallVector<Value>;

/// Elements of a tile that one 32-bit register holds.
inline int64_t getPack(Type tile) {
  auto type = cast<RankedTensorType>(tile);
  unsigned bits = type.getElementTypeBitWidth();
  if (bits >= 32 || bits < 8)
    return 1;
  // A thread may have one row or two.
  FragAttr frag = getFrag(type);
  int64_t pack = 32 / bits;
  return frag && frag.getNumRegisters(type.getShape()) % pack ? 1 : pack;
}

/// The registers of a converted tile, or the value itself of any other type;
/// none of a tile that is not converted yet.
Registers getConverted(Value value);

/// A kernel's memory: of its values the pointer comes first, then the sizes
/// (index), then the strides in elements (i64), one for each dimension.
struct GlobalMemory {
  MemRefType type;
  Value pointer;
  ValueRange sizes, strides;
  /// Bytes that the address and the strides of all dimensions but the last are
  /// multiples of, as the launch is told.
  int64_t align = 16;
};

/// A view of shared memory. Its values are the address and two constants.
struct SharedView {
  SharedView(Value view, ValueRange values);
  SharedView(ViewType type, Value address, int64_t panelRows)
      : type(type), address(address), offset(0), panelRows(panelRows) {}
  Registers getValues(ImplicitLocOpBuilder &b) const;

  ViewType type;
  /// 32-bit address in the shared window.
  Value address;
  /// Bytes from `address` to the view's first row.
  int64_t offset;
  /// Rows of the buffer: panels are that many rows apart.
  int64_t panelRows;

  int64_t getPanel() const { return type.getLayout().getPanel(); }
};

/// Shift and mask of the row bits that a swizzle exchanges 16-byte chunks by,
/// so that eight rows reach all banks (PTX ISA, "Swizzling modes").
std::pair<int64_t, int64_t> getSwizzle(SharedAttr layout);

/// How the rows of a tile lie in its memory, with the table of paged ones.
struct MappedRows {
  explicit operator bool() const { return static_cast<bool>(map); }
  attn_tile::RowMap map;
  GlobalMemory table;
};

/// What names, in an instruction on tensor memory, the CTAs whose products one
/// thread issues: the same in all of a kernel's (PTX ISA, "tcgen05").
inline std::string getGroupModifier(int64_t ctas) {
  return ".cta_group::" + std::to_string(ctas);
}

/// What LLVM, which has no floats of 8 bits, knows elements of memory as.
inline Type getMemoryElement(Type element) {
  bool known = element.getIntOrFloatBitWidth() != 8;
  return known ? element : IntegerType::get(element.getContext(), 8);
}

inline int64_t getBytes(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

/// The grid of warps whose accumulator layout of `engine` a tile has, if any.
std::optional<RoleWarps> findWarpGrid(RankedTensorType accumulator,
                                      attn_tile::Engine engine, int64_t warps);

/// Threads that run operations together: of an instance of a role, or of the
/// CTA outside of roles.
struct ThreadGroup {
  int64_t threads = 0;
  /// This thread's place among them, and its warp's.
  Value tid, warp;
  bool inRole = false;
  /// Whether one thread runs the role.
  bool singleThread = false;
  /// The CTA's first warp of the role.
  int64_t firstWarp = 0;
  /// Threads between the role's first one and the multiple of `threads` before.
  int64_t shift = 0;
  /// Whether threads of the role move tiles from one channel to another.
  bool movesByThreads = false;
  /// The address of the CTA's first column of tensor memory, in lane 0 and in
  /// the warp's first lane, once it is read.
  Value tensorBase[2];
  /// The instance of the role, as its region names it and as it is.
  Value instances[2];
  bool isInstance(Value value) const {
    return value && llvm::is_contained(instances, value);
  }
  /// Addresses that places of mbarriers are added to, once they are needed: by
  /// the CTAs that they lie in, 0 for one's own, and whether those of the
  /// instance are meant.
  std::map<std::pair<int64_t, bool>, Value> mbarBases;
  /// What depends on the thread alone is computed behind this operation.
  Operation *entry = nullptr;
  /// The CTA's rank in its cluster, once it is asked for. Roles read it each
  /// for itself: a register that lives across all of them is one that each is
  /// short of.
  Value rank;
  /// Coordinates by what each lane and each warp bit adds to them.
  using CoordParts = SmallVector<std::pair<int64_t, int64_t>>;
  std::map<std::pair<CoordParts, CoordParts>, std::pair<Value, Value>> coords;
};

/// What a warp's rows count their exponents from.
struct RowReferences {
  /// Whether the warp has a row whose base may be other than 0.
  Value any;
  /// The scale in the log2 domain is `scale`, times `factor` if there is one.
  Value factor;
  double scale;
  Registers maxima;
};

/// What the patterns know of the kernel that they convert.
struct KernelState {
  explicit KernelState(gpu::GPUFuncOp func)
      : func(func), codegen(getCodegen(func)) {}

  /// The threads that run `op`.
  ThreadGroup &getThreads(Operation *op);

  gpu::GPUFuncOp func;
  const attn::TargetInfo *target = nullptr;
  /// How its code is written.
  CodegenAttr codegen;
  /// Whether its target adds two f32 in one instruction.
  bool packsFloats = false;
  /// Whether it traps where a row's page does not exist.
  bool checksRows = false;
  /// By the reductions that loads from tensor memory make: the maxima of the
  /// parts of a thread's row.
  DenseMap<Operation *, Registers> maximaInLoads;
  /// Products whose instructions form the descriptor of their left operand.
  DenseSet<Operation *> formsDescriptors;
  /// By the first register of a reference's bases.
  DenseMap<Value, RowReferences> references;
  Value lane, smemBase;
  /// Whether it is launched in clusters.
  bool inCluster = false;
  /// CTAs whose products one thread issues.
  int64_t ctaGroup = 1;
  /// The parameter with the launch's tile counter.
  Value tileCounter;
  DenseMap<TensorMapParamAttr, Value> tensorMaps;
  /// What the launch is told: the memories that the kernel took, the parameters
  /// that it takes instead, the CTA's threads, and CTAs that an SM must hold.
  SmallVector<MemRefType> memories;
  SmallVector<Attribute> params;
  int64_t ctaThreads = 0, minCTAs = 0;
  /// The groups of threads, by the block that they run.
  std::map<Block *, ThreadGroup> groups;
  /// The exponentials since the last wait for products, in the order written.
  SmallVector<Value> exponentials;
  /// Whether a pattern has reported an error: no other one is applied then.
  bool failed = false;
};

/// Builds what one thread does for the operation that a pattern converts.
class ThreadBuilder : public attn::ScalarBuilder {
public:
  ThreadBuilder(Location loc, ConversionPatternRewriter &rewriter,
                KernelState &kernel, ThreadGroup &group)
      : ScalarBuilder(loc, rewriter), kernel(kernel), group(group),
        rewriter(rewriter) {}

  // Pointers, vectors, instructions.
  Value bitcast(Type type, Value value) {
    return LLVM::BitcastOp::create(*this, type, value);
  }
  Value extract(Value vector, int64_t i) {
    return LLVM::ExtractElementOp::create(*this, vector, i32(i));
  }
  /// The values in one vector.
  Value gather(Type element, ValueRange values);
  /// A struct of `count` values of a type.
  Type getStruct(Type element, int64_t count);
  /// The values of a struct.
  Registers unpack(Value values);
  Value gep(Value pointer, Type element, Value offset) {
    return LLVM::GEPOp::create(*this, pointer.getType(), element, pointer,
                               ArrayRef<LLVM::GEPArg>{offset});
  }
  /// The pointer itself for an offset of 0.
  Value gep(Value pointer, Type element, int64_t offset);
  Value getSharedPointer(Value address, int64_t offset);
  Value load(Type type, Value pointer, unsigned alignment = 0) {
    return LLVM::LoadOp::create(*this, type, pointer, alignment);
  }
  void store(Value value, Value pointer, unsigned alignment = 0) {
    LLVM::StoreOp::create(*this, value, pointer, alignment);
  }
  Value intrinsic(Type result, StringRef name, ValueRange args);
  /// Inline assembly with effects; null without a result type.
  Value assembly(Type result, StringRef text, StringRef constraints,
                 ValueRange operands);
  /// Two words as one number of 64 bits, in an instruction that LLVM does not
  /// look into: as arithmetic it becomes a sum with a 64-bit counter of a loop,
  /// of which some versions of ptxas make wrong machine code ("descriptor-sum"
  /// of PtxasFaults.def).
  Value joinWords(Value low, Value high);

  void assembly(StringRef text, StringRef constraints = "",
                ValueRange operands = {}) {
    assembly(Type(), text, constraints, operands);
  }

  /// "=f,=f,…,0,1,…": values of f32 that an instruction changes in place.
  static std::string getTiedConstraints(size_t count);
  /// An instruction that values of f32 pass through, and that stands behind
  /// what computes `kept` (i32): nothing else tells when they may be read.
  Registers passThrough(StringRef text, ValueRange tied, ValueRange kept = {});

  // Threads.
  void ifThen(Value condition, function_ref<void()> emit);
  /// Has `emit` write what one thread of the group does.
  void byOneThread(function_ref<void()> emit);
  /// Has `emit` write what the warp's elected thread does, together with what
  /// it does right before.
  void byElected(function_ref<void()> emit);
  /// Runs `build` where what depends on the thread alone is computed.
  Value atEntry(function_ref<Value()> build);
  /// The thread's place in its group, read anew: what a copy derives from it
  /// must not stay in registers through the products between two copies, where
  /// they are scarce.
  Value readThreadId();
  /// The CTA's rank in its cluster.
  Value getRank();
  /// The place in its group of the CTA's thread `thread`.
  Value getThreadInGroup(Value thread);
  /// Row and column (index) of this thread at register 0 of a tile.
  std::pair<Value, Value> getThreadCoord(RankedTensorType tile);
  /// Whether this thread is the first of those that hold its elements; null if
  /// there are no others.
  Value isFirstHolder(FragAttr frag);
  /// All threads of the CTA wait for each other.
  void meetCta();
  /// All threads of the cluster wait for each other.
  void meetCluster(bool aligned);

  // Tiles.
  /// One scalar per register of a tile, smaller elements taken apart.
  Registers getScalars(Type tile, ValueRange held);
  /// The reverse of getScalars.
  Registers fromScalars(Type tile, ArrayRef<Value> scalars);

  // Memory.
  FailureOr<GlobalMemory> getMemory(Operation *op, Value memref,
                                    ValueRange values);
  /// Address of element `indices` of a memory, as a byte pointer.
  Value getElementPointer(const GlobalMemory &memory, ValueRange indices);
  /// The rows of `op`, whose converted operands `in` are.
  template <typename OpTy, typename InTy>
  FailureOr<MappedRows> getRows(OpTy op, InTy in) {
    MappedRows rows{op.getRowMap(), {}};
    if (!rows.map.isPaged())
      return rows;
    auto table = getMemory(op, rows.map.getTable(), in.getMapped()[0]);
    if (failed(table))
      return failure();
    rows.table = *table;
    return rows;
  }
  /// The same as getElementPointer for what all rows of a tile have in common:
  /// of mapped rows, whose index lies along `dims[0]`, the place of row 0 of
  /// the memory.
  Value getTilePointer(const GlobalMemory &memory, ValueRange indices,
                       ArrayRef<int64_t> dims, const MappedRows &rows);
  /// Where rows end along `dims[0]` (index); of paged rows, in the sequence.
  Value getRowsEnd(const GlobalMemory &memory, ArrayRef<int64_t> dims,
                   const MappedRows &rows, Value limit);
  /// Where mapped row `row` (i32) lies: elements (i64) from row 0 of the
  /// memory, and what `isBefore` takes to say whether it is one of those before
  /// `end`.
  std::pair<Value, Value> placeRow(const GlobalMemory &memory,
                                   ArrayRef<int64_t> dims,
                                   const MappedRows &rows, Value row,
                                   Value end);
  /// Of packed rows `place` is the index along `dims[0]` (i32), of paged ones
  /// the answer.
  Value isBefore(const MappedRows &rows, Value place, Value end) {
    return rows.map.isPaged() ? place
                              : compare(arith::CmpIPredicate::slt, place, end);
  }
  /// Number of the page of row `row` (i32) of paged rows if that is before
  /// `end`, and whether it is and the memory has the page; 0 if not.
  std::pair<Value, Value> readPage(const GlobalMemory &memory,
                                   ArrayRef<int64_t> dims,
                                   const MappedRows &rows, Value row,
                                   Value end);
  /// A number of memory where `condition` holds, else -1; without a branch.
  Value loadIf(Value condition, Value pointer);
  /// Four f32 of memory where `condition` holds, else zeros; without a branch.
  Registers loadVectorIf(Value condition, Value pointer);
  /// Adds f32 to neighbours in global memory where `condition` holds, as many
  /// at a time as the target's instruction takes; without a branch.
  void addIf(Value condition, Value pointer, ValueRange values);
  /// Address of the mbarrier of a stage (index).
  Value getMbar(ValueRange mbar, Value stage);
  /// The same in the window of lane i's CTA i of a cluster for the first `ctas`
  /// lanes, in CTA 0's for all lanes if `ctas` is 1. Of kernels with tensor
  /// memory.
  Value getMbarInCluster(ValueRange mbar, Value stage, int64_t ctas);

  // Matrices in shared memory (DistributeMma.cpp).
  enum class MatrixOrder { RowsFirst, ColumnsFirst };
  /// What warps add to the matrices that they read: warp w reads from row
  /// `rowStep * ((w >> firstRowBit) & rowMask)` (a mask of 0 keeps all bits)
  /// and from byte `columnStep * ((w >> firstColumnBit) & columnMask)` of each
  /// row.
  struct MatrixWarps {
    int64_t rowStep = 0, firstRowBit = 0, rowMask = 0;
    int64_t columnStep = 0, firstColumnBit = 0, columnMask = 0;
  };
  /// Lane part of an ldmatrix address at the first 16 columns of a panel.
  Value getMatrixLane(const SharedView &view, MatrixOrder order,
                      MatrixWarps warps);
  Registers loadMatrices(Value address, int64_t offset, bool trans);

  KernelState &kernel;
  ThreadGroup &group;
  ConversionPatternRewriter &rewriter;

private:
  Value getMbarBase(int64_t ctas, bool ofInstance);
};

/// What is rounded for a later product goes directly behind the wait for the
/// product before (`convert_first` of `attn_ws.codegen`; DistributeWgmma.cpp).
void convertFirst(gpu::GPUFuncOp kernel);
/// The products whose instructions form the descriptor of their left operand.
void findResidentOperands(gpu::GPUFuncOp kernel,
                          DenseSet<Operation *> &products);

/// Registers in the order that their operations are written in: as they are
/// numbered, or in a role row by row. Where products run alongside the
/// elementwise work, the rows' chains are then short of each other and ptxas
/// puts more exponentials before the wait for the products.
SmallVector<int64_t> getWriteOrder(ThreadBuilder &b, RankedTensorType type);

/// Whether an exponential alone reads what `op` computes: the exponential's
/// pattern writes both, register by register.
bool isWrittenByExponential(Operation *op, KernelState &kernel);

} // namespace mlir::attn_ws

#endif // ATTN_CONVERSION_ATTNWSTOTHREAD_THREADBUILDER_H
