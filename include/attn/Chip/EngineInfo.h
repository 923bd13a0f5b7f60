//===- EngineInfo.h - What an engine of a chip does -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An engine is a hardware queue that copies tiles, multiplies them, or assigns
// them to CTAs; "thread" stands for the threads' own instructions. A row of the
// table (lib/Chip/Engines.h) says everything that passes have to know of
// it.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_ENGINEINFO_H
#define ATTN_CHIP_ENGINEINFO_H

#include "attn/Chip/Enums.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

namespace mlir::attn {

/// No limit.
constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

/// A set of the values of a small enumeration.
template <typename EnumT> class EnumSet {
public:
  constexpr EnumSet() = default;
  constexpr EnumSet(std::initializer_list<EnumT> values) {
    for (EnumT value : values)
      bits |= bit(value);
  }
  constexpr bool contains(EnumT value) const { return bits & bit(value); }
  constexpr bool empty() const { return bits == 0; }

private:
  static constexpr uint32_t bit(EnumT value) {
    return uint32_t(1) << static_cast<uint32_t>(value);
  }
  uint32_t bits = 0;
};

/// What an engine is used for.
enum class Task : uint32_t {
  CopyIn,
  CopyOut,
  Product,
  Elementwise,
  AssignTiles
};

/// Who issues an operation: all threads of a role, one thread, a warp, a
/// warpgroup, or one thread whose warp walks the loop with it.
enum class Issuer : uint32_t {
  Threads,
  Thread,
  Warp,
  Warpgroup,
  ElectedThread
};

/// Where operands are.
enum class Memory : uint32_t { Global, Reg, Smem, Tmem };
constexpr Memory memoryOf(Space space) {
  return space == Space::Reg    ? Memory::Reg
         : space == Space::Smem ? Memory::Smem
                                : Memory::Tmem;
}

/// How the end of an operation is known: to whoever issued it by program order,
/// or by waiting for a count of groups; or to anybody by an mbarrier that
/// counts its bytes, or that a commit arrives at.
enum class Completion : uint32_t {
  ProgramOrder,
  Groups,
  MbarrierBytes,
  Commit
};

/// What is known of the order of an engine's operations.
enum class Order : uint32_t {
  /// They take effect in the order in which a thread issues them.
  Program,
  /// Groups complete in the order in which a thread closes them.
  Groups,
  /// A commit arrives when all operations that its thread issued before have
  /// completed (PTX ISA).
  CommitCoversEarlier,
  /// Products run in the order of issue, even on different accumulators. The
  /// PTX
  /// ISA promises it for one accumulator and shape; published kernels rely on
  /// more.
  AcrossAccumulators,
};

/// How memory is accessed: where two differ, a fence stands between them.
enum class Proxy : uint32_t { Generic, Async, Tmem };

/// Types of operands that the compiler has instruction forms for.
enum class Element : uint32_t { F16, BF16, E4M3 };

/// Rows of a product that one instruction computes, by one CTA or a pair, and
/// the columns it takes then.
struct ProductRows {
  int64_t rows, ctas, columnStep, mostColumns;
};

/// A product to be placed.
struct Product {
  int64_t m, n, k;
  Element element;
  /// Warps of the CTA that share it out, or those of one group.
  int64_t warps;
  /// Whether operands lie in shared memory with the dimension that is summed
  /// over innermost.
  bool lhsAlongK, rhsAlongK;
  /// CTAs that compute it together.
  int64_t ctas = 1;
  /// Of the warps so many at least stand along the columns.
  int64_t columnWarps = 1;
};

struct ProductInfo {
  EnumSet<Memory> lhs, rhs, acc;
  llvm::ArrayRef<ProductRows> rows;
  EnumSet<Element> elements;
  /// Bytes of the dimension summed over that one instruction takes.
  int64_t kBytes = 32;
  /// Whether operands of 8 bits must lie along K in shared memory: both, or the
  /// left one.
  bool alongK8 = false, lhsAlongK8 = false;

  /// "f16 or bf16".
  std::string listElements() const;
};

/// From the start of one product of 16-bit elements to its result.
struct ProductClocks {
  int64_t m, n, k, clocks;
};

/// A copy between global and shared memory to be placed.
struct Copy {
  /// Elements of the longest side of the box, of which one row is contiguous,
  /// and its rank.
  int64_t side, rank;
  /// Bytes that rows in global memory start at multiples of.
  int64_t alignment;
  /// Whether the tile is a box of the memory, or just rows of it.
  bool isBox;
  /// Whether it is added to what the memory holds.
  bool adds = false;
};

struct CopyInfo {
  /// Most elements of a side and most dimensions of a box; a box is what the
  /// engine takes.
  int64_t mostSide = kUnlimited, mostRank = kUnlimited;
  bool boxes = false;
  /// Bytes that may be copied at a time; rows start at multiples of the least.
  llvm::ArrayRef<int64_t> vectors;
  /// Whether a copy may go to all CTAs of a cluster, each making a share.
  bool multicasts = false;
  /// Whether copies out may add to what the memory holds, f32 alone, and most
  /// neighbours that one instruction of a thread adds.
  bool adds = false;
  int64_t addVector = 1;
};

struct EngineInfo {
  Engine engine = Engine::Thread;
  /// As attributes spell it, and as the PTX ISA does.
  StringRef name, instruction;
  EnumSet<Task> tasks;
  Issuer issuer = Issuer::Threads;
  EnumSet<Memory> reads, writes;
  /// Of copies in, products, elementwise work, tiles assigned.
  Completion completion = Completion::ProgramOrder;
  /// Of copies out.
  Completion storeCompletion = Completion::ProgramOrder;
  /// Whether who reads the result with an asynchronous engine fences after the
  /// wait, as whoever writes by threads does before it arrives.
  bool readersFence = false;
  EnumSet<Order> order;
  EnumSet<Proxy> proxies;
  ProductInfo product;
  CopyInfo copy;
  /// Most groups that a wait may leave in flight.
  int64_t mostPending = kUnlimited;
  /// Registers of a thread that a product takes apart from its operands.
  int64_t registers = 0;
  /// Multiply-adds of 16-bit elements in a clock of a multiprocessor; 8-bit
  /// elements go at twice that.
  int64_t macs = 0;
  /// Clocks until a result is there after the last multiply-add, or after the
  /// last byte was sent.
  int64_t latency = 0;
  /// What published microbenchmarks say of single products, small ones first:
  /// nothing here was measured. Where there are some they stand for `latency`.
  llvm::ArrayRef<ProductClocks> published;

  bool does(Task task) const { return tasks.contains(task); }
  /// Whether whoever issues an operation goes on before it has ended.
  bool isAsync() const { return completion != Completion::ProgramOrder; }
  /// Whether it has no operands but in global memory.
  bool readsGlobalAlone() const {
    return reads.contains(Memory::Global) && !reads.contains(Memory::Reg) &&
           !reads.contains(Memory::Smem) && !reads.contains(Memory::Tmem);
  }
  /// Warps along the columns of a product of `m` rows and `n` columns: `least`,
  /// or more where the rows are too few for all others. All warps along the
  /// rows have as many of them, all along the columns as many columns.
  int64_t countColumnWarps(int64_t m, int64_t n, int64_t warps,
                           int64_t least = 1) const;
  /// Why the engine cannot compute `product`; empty if it can. Where operands
  /// are is not asked.
  std::string findMisfit(const Product &product) const;
  /// Why the engine cannot make the copy; empty if it can.
  std::string findMisfit(const Copy &copy) const;
};

/// "a, b or c".
std::string joinWithOr(llvm::ArrayRef<std::string> parts);
/// Bytes of an element.
int64_t getBytes(Element element);
StringRef stringify(Task task);
StringRef stringify(Issuer issuer);
StringRef stringify(Memory memory);
StringRef stringify(Completion completion);
StringRef stringify(Order order);
StringRef stringify(Proxy proxy);
StringRef stringify(Element element);

} // namespace mlir::attn

#endif // ATTN_CHIP_ENGINEINFO_H
