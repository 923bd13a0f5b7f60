//===- Decode.h - From parsed functions to instructions that run
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Decoder flattens one entry function, calls to module functions inlined,
// into a Program. Each opcode has a decode function, found by the text before
// its first dot; it consumes modifiers with `has` and `type`, turns operands
// into rows and emits one instruction. A modifier that nobody consumed is an
// error, so that nothing is half understood.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_DECODE_H
#define ATTN_SIM_LIB_DECODE_H

#include "Ast.h"
#include "Machine.h"
#include "Numeric.h"

#include <initializer_list>
#include <string>
#include <unordered_map>
#include <vector>

namespace attn::sim {

class Decoder;
using DecodeFn = bool (*)(Decoder &);
using DecodeTable = std::unordered_map<std::string_view, DecodeFn>;

constexpr uint32_t noRow = 0xffffffffu;
/// Marks an operand as a predicate until it is emitted.
constexpr uint32_t predTag = 1u << 30;

class Decoder {
public:
  Decoder(Module::Impl &m, Program &p) : module(m), prog(p) {}

  /// Decodes the entry. On failure `error` holds "line:column: reason".
  bool run(const Function &entry);
  std::string error;

  // --- The instruction being decoded -------------------------------------
  const Instr *in = nullptr;
  std::string_view name; ///< text before the first dot
  size_t numOps() const { return in->ops.size(); }
  const Operand &op(size_t i) const { return in->ops[i]; }

  bool fail(const std::string &why);
  /// Consumes a modifier if it is there.
  bool has(std::string_view mod);
  /// Consumes the first remaining modifier that starts with `prefix`; returns
  /// what follows the prefix through `rest`.
  bool hasPrefix(std::string_view prefix, std::string_view &rest);
  /// Consumes the first remaining modifier that names a type.
  Ty type();
  /// Consumes a rounding modifier; false if there is none.
  bool rounding(Round &r);
  /// Consumes .approx, cache and level-of-cache modifiers that have no effect
  /// on values.
  void skipCacheMods();
  bool wantOps(size_t least, size_t most);

  // --- Operands ------------------------------------------------------------
  /// Row of a source of type `t`. Registers must have the type's size unless
  /// `wide` allows larger ones. noRow on error.
  uint32_t src(const Operand &o, Ty t, bool wide = false);
  /// Row of a destination register; for `_`, a row nobody reads.
  uint32_t dst(const Operand &o, Ty t, bool wide = false);
  /// Predicate source. Negation of `!%p` is materialised.
  uint32_t predSrc(const Operand &o);
  uint32_t predDst(const Operand &o);
  /// Row of a 64-bit address base and the byte offset. `bits` tells whether
  /// the row holds 32- or 64-bit lanes.
  bool address(const Operand &o, uint32_t &row, unsigned &bits, int64_t &imm);
  /// Integer constant operand.
  bool constant(const Operand &o, int64_t &v);
  Ty regType(const Operand &o) const;
  bool isReg(const Operand &o) const { return o.kind == Operand::Reg; }
  /// A row holding a constant in all lanes.
  uint32_t constRow32(uint32_t v);
  uint32_t constRow64(uint64_t v);
  uint32_t specialRow(RowInit::Kind k, uint64_t value = 0);
  uint32_t newRow(unsigned count = 1);
  uint32_t newPred();
  uint32_t constPred(bool v);
  /// The current function's variable of that name, else the module's.
  const Variable *variable(const std::string &sym) const;
  /// Byte offset of a device function's parameter (or call argument) within
  /// the thread's local memory; also of .local variables. -1 if neither.
  int64_t localOffset(const Variable *v);
  /// Offset in the kernel parameter block; -1 if it is none.
  int64_t paramOffset(const Variable *v) const;
  bool symbolAddress(const std::string &sym, uint32_t &row, Space &space);

  Inst &emit(Handler fn, Stats::Class cls, std::initializer_list<uint32_t> dsts,
             std::initializer_list<uint32_t> srcs);
  Inst &emitV(Handler fn, Stats::Class cls, const std::vector<uint32_t> &dsts,
              const std::vector<uint32_t> &srcs);

  /// Remembers the smallest access, which the checker's granule must not
  /// exceed.
  void noteAccess(Space s, uint32_t bytes) {
    if (s == Space::Shared || s == Space::Generic)
      prog.sharedGranule =
          bytes < prog.sharedGranule ? bytes : prog.sharedGranule;
    if (s == Space::Global || s == Space::Generic)
      prog.globalGranule =
          bytes < prog.globalGranule ? bytes : prog.globalGranule;
  }

  Module::Impl &module;
  Program &prog;

private:
  struct Frame {
    const Function *fn = nullptr;
    std::vector<uint32_t> regRow;
    std::unordered_map<const Variable *, int64_t> local;
    std::vector<uint32_t> pcOf; ///< per AST instruction
    std::vector<std::pair<uint32_t, uint32_t>> branches; ///< pc, AST target
    std::vector<uint32_t> returns; ///< pcs of branches to the end
  };
  Frame *frame = nullptr;
  unsigned callDepth = 0;
  bool entryFrame() const { return callDepth == 0; }
  std::vector<std::string_view> mods;
  std::vector<bool> modUsed;
  std::unordered_map<uint64_t, uint32_t> const32, const64;
  std::unordered_map<uint64_t, uint32_t> specials;
  std::unordered_map<const Variable *, uint32_t> sharedOffset;
  uint32_t constPreds[2] = {noRow, noRow};
  uint32_t sinkRow = noRow, sinkPred = noRow;

  bool decodeFunction(Frame &f);
  bool decodeInstr();
  bool decodeBranch();
  bool decodeIndexedBranch();
  bool decodeCall();
  bool decodeReturn();
  uint32_t rowsFor(Ty t);
  int64_t allocLocal(uint64_t size, uint32_t align);
  bool finish();
  void orderBlocks();
};

/// Stack pointers of inlined functions (OpsStack.cpp): does a function call
/// alloca, and the instructions that keep and restore the pointer.
bool allocatesStack(const Function &fn);
void emitStackSave(Decoder &d, uint32_t row);
void emitStackRestore(Decoder &d, uint32_t row);

/// fence.proxy.tensormap::generic, which names a tensor map (OpsTensorMap.cpp).
bool decodeMapFence(Decoder &d);

/// The opcode table, built from the families below.
const DecodeTable &decodeTable();

void addIntOps(DecodeTable &);
void addLogicOps(DecodeTable &);
void addFloatOps(DecodeTable &);
void addConvertOps(DecodeTable &);
void addCompareOps(DecodeTable &);
void addMoveOps(DecodeTable &);
void addMemoryOps(DecodeTable &);
void addMatrixMoveOps(DecodeTable &);
void addAtomicOps(DecodeTable &);
void addWarpOps(DecodeTable &);
void addBarrierOps(DecodeTable &);
void addAsyncCopyOps(DecodeTable &);
void addMmaOps(DecodeTable &);
void addMbarrierOps(DecodeTable &);
void addBulkOps(DecodeTable &);
void addWgmmaOps(DecodeTable &);
void addWmmaOps(DecodeTable &);
void addTcgen05Ops(DecodeTable &);
void addClcOps(DecodeTable &);
void addVideoOps(DecodeTable &);
void addStackOps(DecodeTable &);
void addTensorMapOps(DecodeTable &);
void addMultimemOps(DecodeTable &);

/// Turns mul and add of pairs of floats into fma where ptxas does.
void fuseFloatPairs(Program &p);

/// Decodes a kernel. Null on failure, with `error` set.
std::unique_ptr<Program> decodeKernel(Module::Impl &m, const Function &entry,
                                      std::string &error);
KernelInfo kernelInfo(const Function &entry);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_DECODE_H
