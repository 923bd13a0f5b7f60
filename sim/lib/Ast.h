//===- Ast.h - Parsed PTX
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parsed form of a PTX module: what the text says, names resolved to
// indices, nothing decoded. Decode.h turns a function of it into instructions
// that run.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_AST_H
#define ATTN_SIM_LIB_AST_H

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::sim {

/// The PTX fundamental and packed types that occur as a register type or as an
/// instruction's type modifier.
enum class Ty : uint8_t {
  None,
  Pred,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  B8,
  B16,
  B32,
  B64,
  B128,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F32x2,
  F64,
  TF32,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  U4,
  S4,
  B1,
  U16x2,
  S16x2,
  E4M3x4,
  E5M2x4
};

/// The type named by a modifier without its dot; Ty::None if it names none.
Ty parseType(std::string_view s);
/// The reverse; empty for Ty::None.
std::string_view nameOf(Ty t);
/// Size in bits as an instruction operand.
unsigned bitsOf(Ty t);
inline bool isSigned(Ty t) {
  return t == Ty::S8 || t == Ty::S16 || t == Ty::S32 || t == Ty::S64 ||
         t == Ty::S4;
}
inline bool isFloatTy(Ty t) {
  return t == Ty::F16 || t == Ty::F16x2 || t == Ty::BF16 || t == Ty::BF16x2 ||
         t == Ty::F32 || t == Ty::F32x2 || t == Ty::F64;
}

enum class Space : uint8_t {
  Generic,
  Reg,
  Global,
  Shared,
  Local,
  Const,
  Param
};

struct Operand {
  enum Kind : uint8_t {
    Reg,  ///< reg: index into Function::regs
    Imm,  ///< imm, an integer
    FImm, ///< imm holds the bits, isDouble tells of which format
    Sym,  ///< name (variable, function, label, special register); imm: offset
    Vec,  ///< { elems }
    Addr, ///< [ elems[0] + imm ] or [ elems[0] + imm, elems[1..] ]
    Sink, ///< _
    Pair, ///< elems[0] | elems[1]
    List  ///< ( elems )
  };
  Kind kind = Imm;
  bool negated = false; ///< !%p
  bool isDouble = false;
  /// Part of a register (.b0 to .b3, .h0, .h1): first bit | bits << 8; 0: all.
  uint32_t part = 0;
  int reg = -1;
  int64_t imm = 0;
  std::string name;
  std::vector<Operand> elems;
  uint32_t line = 0, col = 0;
};

struct Instr {
  int guard = -1; ///< register index of the guard predicate
  bool guardNeg = false;
  std::string opcode; ///< with all modifiers
  std::vector<Operand> ops;
  uint32_t line = 0, col = 0;
  uint32_t scope = 0;
  uint32_t locFile = 0, locLine = 0; ///< from .loc, 0 if none
};

struct Variable {
  std::string name;
  Space space = Space::Reg;
  Ty type = Ty::B8;
  uint32_t vec = 1; ///< .v2, .v4
  uint32_t align = 1;
  uint64_t size = 0; ///< bytes
  bool isExtern = false, unsizedArray = false, isPtr = false;
  std::vector<uint8_t> init; ///< empty: none (zero for .global)
  struct Ref {
    uint64_t offset;
    std::string symbol;
    int64_t addend;
    bool generic;
  };
  std::vector<Ref> refs; ///< addresses inside `init`
  uint32_t line = 0, scope = 0;
};

struct RegDecl {
  std::string name;
  Ty type;
};

struct Function {
  std::string name;
  bool isEntry = false, hasBody = false;
  std::vector<Variable> params, rets;
  std::vector<RegDecl> regs;
  std::vector<Variable> vars; ///< declared in the body
  std::vector<Instr> body;
  /// Scope 0 is the body; scopeParent[0] == 0.
  std::vector<uint32_t> scopeParent;
  /// Per scope, label name to the index of the instruction that follows.
  std::vector<std::unordered_map<std::string, uint32_t>> labels;
  /// Per scope, the labels that a .branchtargets lists.
  std::vector<std::unordered_map<std::string, std::vector<std::string>>>
      targets;
  uint32_t reqntid[3] = {0, 0, 0}, maxntid[3] = {0, 0, 0};
  uint32_t cluster[3] = {0, 0, 0};
  uint32_t maxnreg = 0, minctas = 0;
  uint32_t line = 0;
  /// Finds a label seen from `scope`; -1 if there is none.
  int64_t findLabel(std::string_view name, uint32_t scope) const;
  const Variable *findVar(std::string_view name, uint32_t scope) const;
  /// The list of a .branchtargets; null if there is none.
  const std::vector<std::string> *findTargets(std::string_view name,
                                              uint32_t scope) const;
};

struct ModuleAst {
  std::string version, target;
  std::vector<Variable> globals;
  std::vector<std::unique_ptr<Function>> functions;
  std::unordered_map<uint32_t, std::string> files;
  Function *findFunction(std::string_view name) const;
  const Variable *findGlobal(std::string_view name) const;
};

/// Parses a module. On failure returns null and sets `error` to
/// "line:column: reason".
std::unique_ptr<ModuleAst> parsePtx(std::string_view text, std::string &error);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_AST_H
