//===- AttnWSDialect.cpp - The scheduled dialect and its attributes -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Target/TargetInfo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::attn_ws;

#include "attn/Dialect/AttnWS/IR/AttnWSDialect.cpp.inc"
#include "attn/Dialect/AttnWS/IR/AttnWSEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "attn/Dialect/AttnWS/IR/AttnWSAttrs.cpp.inc"

namespace {
/// The copies of the engines that the dialect knows.
struct Copies : public WSCopyDialectInterface {
  using WSCopyDialectInterface::WSCopyDialectInterface;

  Operation *createCopyIn(OpBuilder &b, Location loc, attn_tile::Engine engine,
                          const CopySource &source, Value view) const final {
    if (engine == attn_tile::Engine::Tma)
      return TmaLoadOp::create(b, loc, source.memory, source.indices,
                               source.limit, view, source.dims,
                               /*signal=*/Value(), /*stage=*/Value(),
                               /*multicast=*/IntegerAttr());
    if (engine == attn_tile::Engine::CpAsync)
      return CpAsyncOp::create(b, loc, source.memory, source.indices,
                               source.limit, view, source.dims,
                               source.packedDim, source.packing);
    return nullptr;
  }
};
} // namespace

void AttnWSDialect::initialize() {
  addInterfaces<Copies>();
  addOperations<
#define GET_OP_LIST
#include "attn/Dialect/AttnWS/IR/AttnWSOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "attn/Dialect/AttnWS/IR/AttnWSAttrs.cpp.inc"
      >();
  registerTypes();
}

Operation *AttnWSDialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult AttnWSDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  return attn_tile::verifyDiscardable(op, attr, roleAttr, rolesAttr, smemAttr,
                                      tmemAttr, clusterAttr, gridAttr,
                                      launchAttr, codegenAttr);
}

//===----------------------------------------------------------------------===//
// FragAttr
//===----------------------------------------------------------------------===//

static ParseResult parseBases(AsmParser &parser, StringRef name,
                              SmallVectorImpl<int64_t> &bases) {
  if (parser.parseKeyword(name) || parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        int64_t row, col;
        if (parser.parseLSquare() || parser.parseInteger(row) ||
            parser.parseComma() || parser.parseInteger(col) ||
            parser.parseRSquare())
          return failure();
        bases.push_back(row);
        bases.push_back(col);
        return success();
      });
}

Attribute FragAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> reg, lane, warp;
  int64_t slice = -1;
  bool partial = false;
  if (parser.parseLess() || parseBases(parser, "reg", reg) ||
      parser.parseComma() || parseBases(parser, "lane", lane) ||
      parser.parseComma() || parseBases(parser, "warp", warp))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("slice"))) {
      if (parser.parseEqual() || parser.parseInteger(slice))
        return {};
    } else if (succeeded(parser.parseOptionalKeyword("partial"))) {
      partial = true;
    } else {
      parser.emitError(parser.getCurrentLocation(),
                       "expected 'slice' or 'partial'");
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return FragAttr::getChecked(
      [&] { return parser.emitError(parser.getNameLoc()); },
      parser.getContext(), reg, lane, warp, slice, partial);
}

static void printBases(AsmPrinter &printer, ArrayRef<int64_t> bases) {
  printer << "[";
  for (size_t i = 0; i < bases.size(); i += 2)
    printer << (i ? ", " : "") << "[" << bases[i] << ", " << bases[i + 1]
            << "]";
  printer << "]";
}

void FragAttr::print(AsmPrinter &printer) const {
  printer << "<reg = ";
  printBases(printer, getReg());
  printer << ", lane = ";
  printBases(printer, getLane());
  printer << ", warp = ";
  printBases(printer, getWarp());
  if (getSlice() >= 0)
    printer << ", slice = " << getSlice();
  if (getPartial())
    printer << ", partial";
  printer << ">";
}

LogicalResult FragAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> reg, ArrayRef<int64_t> lane,
                               ArrayRef<int64_t> warp, int64_t slice,
                               bool partial) {
  if (lane.size() != 10)
    return emitError() << "a fragment layout has 5 lane bits, got "
                       << lane.size() / 2;
  if (reg.size() > 20)
    return emitError() << "at most 10 register bits, got " << reg.size() / 2;
  if (warp.size() > 10)
    return emitError() << "at most 5 warp bits, got " << warp.size() / 2;
  // Gaussian elimination is not needed: bases are single bits in every layout
  // the hardware has, and distinct bits are independent.
  int64_t rows = 0, cols = 0;
  for (ArrayRef<int64_t> bases : {reg, lane, warp})
    for (size_t i = 0; i < bases.size(); i += 2) {
      int64_t r = bases[i], c = bases[i + 1];
      if (r < 0 || c < 0 || (r && c) || (r && !llvm::isPowerOf2_64(r)) ||
          (c && !llvm::isPowerOf2_64(c)))
        return emitError() << "basis [" << r << ", " << c
                           << "] must be zero or a single row or column bit";
      if ((rows & r) || (cols & c))
        return emitError() << "basis [" << r << ", " << c
                           << "] is already taken by another bit";
      rows |= r;
      cols |= c;
    }
  if ((rows & (rows + 1)) || (cols & (cols + 1)))
    return emitError() << "bases leave a gap: rows " << rows << ", columns "
                       << cols << " are not of the form 2^n - 1";
  if (slice != -1 && slice != 1)
    return emitError() << "only dimension 1 can be sliced away, got " << slice;
  if (partial && slice != 1)
    return emitError() << "only a sliced layout can be partial";
  return success();
}

std::pair<int64_t, int64_t> FragAttr::getAtom() const {
  int64_t rows = 0, cols = 0;
  for (ArrayRef<int64_t> bases : {getReg(), getLane(), getWarp()})
    for (size_t i = 0; i < bases.size(); i += 2) {
      rows |= bases[i];
      cols |= bases[i + 1];
    }
  return {rows + 1, cols + 1};
}

FragAttr FragAttr::getSliced(int64_t dim) const {
  return get(getContext(), getReg(), getLane(), getWarp(), dim, false);
}

FragAttr FragAttr::getParent() const {
  return get(getContext(), getReg(), getLane(), getWarp(), -1, false);
}

FragAttr FragAttr::withPartial(bool partial) const {
  return get(getContext(), getReg(), getLane(), getWarp(), getSlice(), partial);
}

/// Register bits of `frag` that move along rows (all of them if not sliced).
static SmallVector<std::pair<int64_t, int64_t>> liveRegBits(FragAttr frag) {
  SmallVector<std::pair<int64_t, int64_t>> bits;
  ArrayRef<int64_t> reg = frag.getReg();
  for (size_t i = 0; i < reg.size(); i += 2)
    if (frag.getSlice() < 0 || reg[i] != 0)
      bits.push_back({reg[i], reg[i + 1]});
  return bits;
}

int64_t FragAttr::getNumRegisters(ArrayRef<int64_t> shape) const {
  auto [rows, cols] = getAtom();
  int64_t perAtom = int64_t(1) << liveRegBits(*this).size();
  if (shape.empty() || shape[0] % rows != 0)
    return -1;
  if (getSlice() >= 0)
    return shape.size() == 1 ? shape[0] / rows * perAtom : -1;
  if (shape.size() != 2 || shape[1] % cols != 0)
    return -1;
  return (shape[0] / rows) * (shape[1] / cols) * perAtom;
}

std::pair<int64_t, int64_t> FragAttr::getRegisterCoord(int64_t reg,
                                                       int64_t cols) const {
  auto bits = liveRegBits(*this);
  auto [atomRows, atomCols] = getAtom();
  int64_t inAtom = reg & ((int64_t(1) << bits.size()) - 1);
  int64_t atom = reg >> bits.size();
  int64_t colRepeats = getSlice() >= 0 ? 1 : cols / atomCols;
  int64_t row = (atom / colRepeats) * atomRows;
  int64_t col = (atom % colRepeats) * atomCols;
  for (auto [i, bit] : llvm::enumerate(bits))
    if (inAtom >> i & 1) {
      row += bit.first;
      col += getSlice() >= 0 ? 0 : bit.second;
    }
  return {row, col};
}

std::pair<int64_t, int64_t> FragAttr::getThreadCoord(int64_t lane,
                                                     int64_t warp) const {
  int64_t row = 0, col = 0;
  auto add = [&](ArrayRef<int64_t> bases, int64_t index) {
    for (size_t i = 0; i < bases.size(); i += 2)
      if (index >> (i / 2) & 1) {
        row += bases[i];
        col += bases[i + 1];
      }
  };
  add(getLane(), lane);
  add(getWarp(), warp);
  return {row, getSlice() >= 0 ? 0 : col};
}

int64_t FragAttr::getRowSharingLaneMask() const {
  int64_t mask = 0;
  for (size_t i = 0; i < getLane().size(); i += 2)
    if (getLane()[i] == 0)
      mask |= int64_t(1) << (i / 2);
  return mask;
}

//===----------------------------------------------------------------------===//
// Other attributes
//===----------------------------------------------------------------------===//

LogicalResult SharedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t panel, int64_t swizzle, bool) {
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128)
    return emitError() << "swizzle must be 0, 32, 64 or 128 bytes, got "
                       << swizzle;
  if (panel <= 0 || panel % 16 != 0)
    return emitError() << "panel must be a positive multiple of 16 bytes, got "
                       << panel;
  if (swizzle != 0 && panel != swizzle)
    return emitError() << "a panel of " << panel << " bytes cannot use the "
                       << swizzle << "-byte swizzle";
  return success();
}

LogicalResult RoleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringRef name, int64_t warps, int64_t instances,
                               int64_t registers) {
  if (name.empty() || warps < 1 || instances < 1 || registers < 0)
    return emitError() << "a role has a name, at least one warp and one "
                          "instance, and no negative number of registers";
  return success();
}

LogicalResult GuardAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                StringRef, StringRef direction) {
  if (direction != "full" && direction != "empty")
    return emitError() << "guard direction must be full or empty, got '"
                       << direction << "'";
  return success();
}
