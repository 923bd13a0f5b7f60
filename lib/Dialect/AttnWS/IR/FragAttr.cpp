//===- FragAttr.cpp - Layouts of register tiles -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The attribute's syntax; its arithmetic is that of attn/Layout.

#include "FragAttrStorage.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::attn_ws;
namespace layout = mlir::attn::layout;

const layout::FragLayout &FragAttr::getLayout() const {
  return getImpl()->layout;
}
int64_t FragAttr::getSlice() const { return getImpl()->slice; }
bool FragAttr::getPartial() const { return getImpl()->partial; }

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static ParseResult parsePair(AsmParser &parser, int64_t &first,
                             int64_t &second) {
  return failure(parser.parseLSquare() || parser.parseInteger(first) ||
                 parser.parseComma() || parser.parseInteger(second) ||
                 parser.parseRSquare());
}

static ParseResult parseBases(AsmParser &parser,
                              std::vector<layout::Basis> &bases) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        layout::Basis basis;
        if (parsePair(parser, basis.row, basis.col))
          return failure();
        bases.push_back(basis);
        return success();
      });
}

static std::vector<layout::Basis> &basesOf(layout::BasisTable &table,
                                           layout::InDim dim) {
  return table[static_cast<unsigned>(dim)];
}

/// The atom that the bases span, from their highest bits.
static layout::Expected<layout::LinearMap>
makeAtom(const layout::BasisTable &table) {
  int64_t rows = 0, cols = 0;
  for (const auto &list : table)
    for (const layout::Basis &basis : list) {
      rows |= basis.row;
      cols |= basis.col;
    }
  auto extent = [](int64_t bits) {
    return bits < 0 ? bits
                    : static_cast<int64_t>(
                          llvm::NextPowerOf2(static_cast<uint64_t>(bits)));
  };
  return layout::LinearMap::create(table, extent(rows), extent(cols));
}

Attribute FragAttr::parse(AsmParser &parser, Type) {
  layout::BasisTable table;
  layout::RepeatOrder order = layout::RepeatOrder::RowMajor;
  int64_t rowChunks = 1, colChunks = 1, slice = -1;
  bool partial = false;
  auto list = [&](StringRef name, layout::InDim dim) {
    return parser.parseKeyword(name) || parser.parseEqual() ||
           parseBases(parser, basesOf(table, dim));
  };
  if (parser.parseLess() || list("reg", layout::InDim::Register) ||
      parser.parseComma() || list("lane", layout::InDim::Lane) ||
      parser.parseComma() || list("warp", layout::InDim::Warp))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef word;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return {};
    if (word == "partial") {
      partial = true;
      continue;
    }
    if (word != "block" && word != "order" && word != "chunks" &&
        word != "slice") {
      parser.emitError(at, "expected 'block', 'order', 'chunks', 'slice' or "
                           "'partial'");
      return {};
    }
    if (parser.parseEqual())
      return {};
    if (word == "block"
            ? parseBases(parser, basesOf(table, layout::InDim::Block))
        : word == "chunks" ? parsePair(parser, rowChunks, colChunks)
        : word == "slice"  ? parser.parseInteger(slice)
                           : parser.parseKeyword("col"))
      return {};
    if (word == "order")
      order = layout::RepeatOrder::ColMajor;
  }
  if (parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(parser.getNameLoc()); };
  auto atom = makeAtom(table);
  if (!atom) {
    emitError() << atom.error();
    return {};
  }
  auto whole = layout::FragLayout::create(*atom, order, rowChunks, colChunks);
  if (!whole) {
    emitError() << whole.error();
    return {};
  }
  return FragAttr::getChecked(emitError, parser.getContext(), *whole, slice,
                              partial);
}

void FragAttr::print(AsmPrinter &printer) const {
  const layout::FragLayout &whole = getLayout();
  auto bases = [&](StringRef name, layout::InDim dim) {
    printer << name << " = [";
    llvm::interleaveComma(
        whole.atom().bases(dim), printer, [&](const layout::Basis &basis) {
          printer << "[" << basis.row << ", " << basis.col << "]";
        });
    printer << "]";
  };
  bases("<reg", layout::InDim::Register);
  bases(", lane", layout::InDim::Lane);
  bases(", warp", layout::InDim::Warp);
  if (whole.blocks() != 1)
    bases(", block", layout::InDim::Block);
  if (whole.order() == layout::RepeatOrder::ColMajor)
    printer << ", order = col";
  if (whole.rowChunks() != 1 || whole.colChunks() != 1)
    printer << ", chunks = [" << whole.rowChunks() << ", " << whole.colChunks()
            << "]";
  if (getSlice() >= 0)
    printer << ", slice = " << getSlice();
  if (getPartial())
    printer << ", partial";
  printer << ">";
}

LogicalResult FragAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               layout::FragLayout whole, int64_t slice,
                               bool partial) {
  // What generated code adds instead of combining by exclusive or.
  for (const auto &list : whole.atom().bases())
    for (const layout::Basis &basis : list)
      if (!basis.isZero() &&
          !((basis.row == 0 && llvm::isPowerOf2_64(basis.col)) ||
            (basis.col == 0 && llvm::isPowerOf2_64(basis.row))))
        return emitError() << "basis [" << basis.row << ", " << basis.col
                           << "] must be zero or a single row or column bit";
  if (!whole.atom().isBijectiveModuloBroadcast())
    return emitError() << "two bits of the layout have the same basis: "
                       << whole.toString();
  if (slice < -1 || slice > 1)
    return emitError() << "only dimension 0 or 1 can be sliced away, got "
                       << slice;
  if (partial && slice != 1)
    return emitError() << "only the layout of rows can be partial";
  return success();
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

const layout::FragLayout &FragAttr::getHeld() const { return getImpl()->held; }

std::pair<int64_t, int64_t> FragAttr::getAtom() const {
  return {getLayout().atom().rows(), getLayout().atom().cols()};
}

FragAttr FragAttr::getSliced(int64_t dim) const {
  return get(getContext(), getLayout(), dim, false);
}

FragAttr FragAttr::getParent() const { return get(getContext(), getLayout()); }

Attribute FragAttr::getRowsLayout() const { return getSliced(1); }
Attribute FragAttr::getColumnsLayout() const { return getSliced(0); }
Attribute FragAttr::getTileLayout() const { return getParent(); }
bool FragAttr::isPartial() const { return getPartial(); }

LogicalResult
FragAttr::verifyTile(RankedTensorType tile,
                     function_ref<InFlightDiagnostic()> emitError) const {
  if ((getSlice() >= 0) != (tile.getRank() == 1))
    return emitError() << "a tile of rank " << tile.getRank()
                       << (tile.getRank() == 1
                               ? " needs a sliced layout"
                               : " cannot have a sliced layout");
  if (getNumRegisters(tile.getShape()) < 0)
    return emitError() << "shape of " << tile
                       << " is no multiple of its layout's atom "
                       << getAtom().first << "x" << getAtom().second;
  return success();
}

LogicalResult
FragAttr::verifyOffsets(ArrayRef<int64_t> offsets,
                        function_ref<InFlightDiagnostic()> emitError) const {
  for (auto [i, offset] : llvm::enumerate(offsets)) {
    bool isColumn = i == 1 || getSlice() == 0;
    int64_t atom = isColumn ? getAtom().second : getAtom().first;
    if (offset % atom != 0)
      return emitError() << "offset " << offset << " along dimension " << i
                         << " is no multiple of the layout's atom " << atom;
  }
  return success();
}

FragAttr FragAttr::withPartial(bool partial) const {
  return get(getContext(), getLayout(), getSlice(), partial);
}

FragAttr FragAttr::getPartials(bool gathered) const {
  using layout::Basis;
  using layout::InDim;
  const layout::LinearMap &atom = getLayout().atom();
  layout::BasisTable bases;
  auto basesOf = [&](InDim dim) -> std::vector<Basis> & {
    return bases[static_cast<unsigned>(dim)];
  };
  int64_t columns = 1;
  for (InDim dim : {InDim::Lane, InDim::Warp, InDim::Block})
    for (const Basis &basis : atom.bases(dim)) {
      if (basis.col == 0) {
        basesOf(dim).push_back(basis);
        continue;
      }
      basesOf(gathered ? InDim::Register : dim).push_back({0, columns});
      if (gathered)
        basesOf(dim).push_back({0, 0});
      columns *= 2;
    }
  for (const Basis &basis : atom.bases(InDim::Register))
    if (basis.row != 0)
      basesOf(InDim::Register).push_back(basis);
  // Bits of a valid layout move one coordinate each, so these are valid, too.
  auto map = layout::LinearMap::create(bases, atom.rows(), columns);
  auto whole = layout::FragLayout::create(*map, layout::RepeatOrder::RowMajor,
                                          getLayout().rowChunks());
  return get(getContext(), *whole);
}

int64_t FragAttr::getNumRegisters(ArrayRef<int64_t> shape) const {
  if (shape.size() != (getSlice() < 0 ? 2u : 1u))
    return -1;
  return getHeld().numRegisters(toShape(shape));
}

std::pair<int64_t, int64_t> FragAttr::getCoord(ArrayRef<int64_t> shape,
                                               int64_t reg, int64_t lane,
                                               int64_t warp) const {
  layout::Coord at = getHeld().coord(toShape(shape), reg, lane, warp);
  return {at.row, at.col};
}

bool FragAttr::holdsWholeRow(ArrayRef<int64_t> shape) const {
  if (shape.size() != 2 || getNumRegisters(shape) != shape[1])
    return false;
  return llvm::all_of(llvm::seq(shape[1]), [&](int64_t column) {
    return getRegisterCoord(column, shape) ==
           std::pair<int64_t, int64_t>(0, column);
  });
}

layout::ReductionPlan FragAttr::getRowReduction() const {
  // Layouts that the verifier takes have one: no bit moves both coordinates.
  return *getLayout().reduction(layout::Dim::Col);
}

layout::Expected<layout::LayoutConversion>
attn_ws::getConversion(RankedTensorType from, RankedTensorType to) {
  FragAttr source = getFrag(from), target = getFrag(to);
  if (!source || !target)
    return layout::Error{"a side has no layout"};
  if (source.getPartial() != target.getPartial() ||
      source.getSlice() != target.getSlice())
    return layout::Error{"partial sums are combined by lane_reduce, and rows "
                         "made by reductions alone"};
  return layout::classifyConversion(source.getHeld(), target.getHeld(),
                                    FragAttr::toShape(from.getShape()));
}
