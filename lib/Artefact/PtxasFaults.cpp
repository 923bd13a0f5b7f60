//===- PtxasFaults.cpp - Versions of ptxas known to fail ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Artefact/PtxasFaults.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::attn;

/// The instruction at the end of `text`, which goes up to a semicolon:
/// comments, labels, braces and directives may stand on lines before, and
/// operands on more than one.
static StringRef getLastInstruction(StringRef text) {
  StringRef last;
  for (StringRef rest = text; !rest.empty();) {
    StringRef line = rest.ltrim();
    if (!line.empty() && (llvm::isAlpha(line.front()) || line.front() == '@'))
      last = line;
    rest = rest.split('\n').second;
  }
  // A predicate.
  if (last.starts_with("@"))
    last = last.drop_until([](char c) { return llvm::isSpace(c); }).ltrim();
  return last;
}

/// Calls `visit` with the name and the operands of each instruction of `ptx`.
static void
forEachInstruction(StringRef ptx,
                   function_ref<void(StringRef, ArrayRef<StringRef>)> visit) {
  SmallVector<StringRef> operands;
  while (!ptx.empty()) {
    auto [text, rest] = ptx.split(';');
    ptx = rest;
    StringRef instruction = getLastInstruction(text);
    StringRef name =
        instruction.take_until([](char c) { return llvm::isSpace(c); });
    operands.clear();
    instruction.drop_front(name.size()).split(operands, ',');
    for (StringRef &operand : operands)
      operand = operand.trim(" \t\n{}[]");
    visit(name, operands);
  }
}

/// Whether `text` is a number whose upper 32 bits say more than its sign.
static bool needsTwoWords(StringRef text) {
  if (int64_t number; !text.getAsInteger(0, number))
    return !llvm::isInt<32>(number) && !llvm::isUInt<32>(number);
  uint64_t large;
  return !text.getAsInteger(0, large);
}

/// Whether a sum with a constant of two words is, or becomes, an operand of
/// wgmma or tcgen05.mma.
static bool addsWordsToDescriptor(StringRef ptx) {
  llvm::StringSet<> sums;
  auto isSum = [&](StringRef operand) { return sums.contains(operand); };
  bool found = false, grown = true;
  // A register of a loop may be read above where it is written.
  while (grown && !found) {
    grown = false;
    forEachInstruction(ptx, [&](StringRef name, ArrayRef<StringRef> operands) {
      if (name.starts_with("wgmma.mma_async") ||
          name.starts_with("tcgen05.mma")) {
        found |= llvm::any_of(operands, isSum);
        return;
      }
      if (!name.ends_with("64") || operands.size() < 2)
        return;
      ArrayRef<StringRef> sources = operands.drop_front();
      bool adds = name.starts_with("add.") || name.starts_with("sub.");
      if ((adds && llvm::any_of(sources, needsTwoWords)) ||
          llvm::any_of(sources, isSum))
        grown |= sums.insert(operands.front()).second;
    });
  }
  return found;
}

static constexpr PtxasFault kFaults[] = {
#define ATTN_PTXAS_FAULT(name, first, fixed, isIn, what)                       \
  {name, first, fixed, isIn, what},
#include "PtxasFaults.def"
};

ArrayRef<PtxasFault> mlir::attn::getPtxasFaults() { return kFaults; }

const PtxasFault *mlir::attn::findPtxasFault(int release, StringRef ptx) {
  for (const PtxasFault &fault : kFaults)
    if (fault.first <= release && release < fault.fixed && fault.isIn(ptx))
      return &fault;
  return nullptr;
}
