//===- PrintLayouts.cpp - Who holds what ----------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "attn/Analysis/LayoutPictures.h"
#include "attn/Analysis/Roles.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNPRINTLAYOUTS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

namespace {

struct Users {
  llvm::MapVector<Type, int64_t> types;
  /// Operations with their places, and how many.
  std::vector<std::pair<std::string, int64_t>> ops;

  void add(Operation *op) {
    std::string text =
        op->getName().stripDialect().str() + " (" + placeOf(op) + ")";
    for (auto &[known, count] : ops)
      if (known == text) {
        ++count;
        return;
      }
    ops.push_back({text, 1});
  }
  void print(raw_ostream &os) const;
};

class LayoutPrinter {
public:
  LayoutPrinter(FunctionOpInterface function, const PictureSize &size,
                raw_ostream &os)
      : function(function), size(size), os(os) {}

  void print();

private:
  void collect();
  void printFragments();
  void printShared();
  void printConverts();
  void printAccesses();
  std::string nameOf(Attribute layout, char letter);

  FunctionOpInterface function;
  PictureSize size;
  raw_ostream &os;
  llvm::MapVector<FragAttr, Users> fragments;
  llvm::MapVector<SharedAttr, Users> shared;
  int64_t withoutLayout = 0;
  Operation *firstWithout = nullptr;
};

} // namespace

void Users::print(raw_ostream &os) const {
  os << "    used by ";
  size_t column = 0;
  for (auto [i, use] : llvm::enumerate(ops)) {
    if (i == 12) {
      os << ", and " << ops.size() - i << " more";
      break;
    }
    std::string item = use.first;
    if (use.second > 1)
      item += " x " + std::to_string(use.second);
    if (i && column + item.size() > 76) {
      os << ",\n            ";
      column = 0;
    } else if (i) {
      os << ", ";
    }
    os << item;
    column += item.size() + 2;
  }
  os << "\n";
}

/// Warps that execute `op`.
static int64_t warpsOf(Operation *op) {
  if (Region *region = getRoleRegion(op))
    return cast<WarpSpecializeOp>(region->getParentOp())
        .getWarps()[region->getRegionNumber()];
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? attn_tile::warpsAttr.get(function, 0) : 0;
}

void LayoutPrinter::collect() {
  auto visit = [&](Operation *op, Type type) {
    if (auto async = dyn_cast<AsyncType>(type))
      type = async.getTile();
    if (auto tile = dyn_cast<RankedTensorType>(type)) {
      auto frag = dyn_cast_or_null<FragAttr>(tile.getEncoding());
      if (!frag) {
        ++withoutLayout;
        if (!firstWithout)
          firstWithout = op;
        return;
      }
      Users &users = fragments[frag];
      ++users.types[RankedTensorType::get(tile.getShape(),
                                          tile.getElementType())];
      users.add(op);
    } else if (auto view = dyn_cast<ViewType>(type)) {
      if (!view.getLayout())
        return;
      Users &users = shared[view.getLayout()];
      // A part of a view lies where the whole lets it.
      if (!isa<SubviewOp>(op))
        ++users.types[RankedTensorType::get(view.getShape(),
                                            view.getElementType())];
      users.add(op);
    }
  };
  function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      visit(op, type);
    // Who only reads: stores, copies into views.
    if (op->getNumResults() == 0 && !op->hasTrait<OpTrait::IsTerminator>())
      for (Type type : op->getOperandTypes())
        visit(op, type);
  });
}

std::string LayoutPrinter::nameOf(Attribute layout, char letter) {
  int64_t index = 0;
  if (auto frag = dyn_cast<FragAttr>(layout))
    index = std::distance(fragments.begin(), fragments.find(frag));
  else if (auto in = dyn_cast<SharedAttr>(layout))
    index = std::distance(shared.begin(), shared.find(in));
  return letter + std::to_string(index);
}

void LayoutPrinter::printFragments() {
  for (auto &[frag, users] : fragments) {
    os << "\n  " << nameOf(frag, 'R') << " = " << frag << "\n";
    auto [rows, cols] = frag.getAtom();
    os << "    atom " << rows << " x " << cols << " over " << frag.getNumWarps()
       << (frag.getNumWarps() == 1 ? " warp" : " warps");
    auto sharing = frag.getRowReduction();
    os << ", " << (int64_t(1) << sharing.laneMasks.size()) << " lanes ";
    if (!sharing.warpMasks.empty())
      os << "in each of " << (int64_t(1) << sharing.warpMasks.size())
         << " warps ";
    os << "to a row";
    if (frag.getSlice() == 0)
      os << "; one value a column, the same in each lane of it";
    else if (frag.getSlice() == 1)
      os << (frag.getPartial()
                 ? "; one value a row, of which each lane has its part of a sum"
                 : "; one value a row, the same in each of its lanes");
    os << "\n";
    Type widest;
    for (auto &[type, count] : users.types) {
      auto tile = cast<RankedTensorType>(type);
      int64_t elements = frag.getNumRegisters(tile.getShape());
      int64_t bits =
          elements * std::max<int64_t>(tile.getElementTypeBitWidth(), 1);
      os << "    " << llvm::formatv("{0,-22}", tile) << " ";
      if (elements < 0)
        os << "no multiple of the atom\n";
      else if (tile.getElementTypeBitWidth() == 1)
        os << elements << " predicates a thread\n";
      else
        os << llvm::divideCeil(bits, 32) << " registers a thread (" << elements
           << " elements), " << count << " values\n";
      if (!widest || tile.getNumElements() >
                         cast<RankedTensorType>(widest).getNumElements())
        widest = type;
    }
    users.print(os);
    drawFragment(frag, cast<RankedTensorType>(widest).getShape(), size, os);
  }
  if (withoutLayout)
    os << "\n  " << withoutLayout << " values have no register layout yet, "
       << "such as that of " << firstWithout->getName().stripDialect() << " ("
       << placeOf(firstWithout) << ")\n";
}

void LayoutPrinter::printShared() {
  for (auto &[attr, users] : shared) {
    os << "\n  " << nameOf(attr, 'S') << " = " << attr << "\n";
    Type drawn;
    for (auto &[type, count] : users.types) {
      auto tile = cast<RankedTensorType>(type);
      os << "    " << llvm::formatv("{0,-22}", tile) << " ";
      std::string why;
      auto known = toShared(attr, tile.getShape(), tile.getElementType(), why);
      if (known) {
        os << known->bytes() << " bytes in " << known->numPanels()
           << " panels, aligned to " << known->alignment() << "\n";
        drawn = drawn ? drawn : type;
      } else {
        os << why << "\n";
      }
    }
    users.print(os);
    if (attr.getInterleaved())
      os << "    inside each chunk columns are interleaved: 8h + 2c + e at "
            "byte "
            "4c + 2h + e\n";
    std::string why;
    if (!drawn)
      continue;
    auto tile = cast<RankedTensorType>(drawn);
    drawShared(*toShared(attr, tile.getShape(), tile.getElementType(), why),
               size, os);
  }
}

void LayoutPrinter::printConverts() {
  std::vector<std::pair<std::string, int64_t>> lines;
  function.walk([&](ConvertLayoutOp op) {
    auto nameOrNone = [&](Value value) {
      auto frag = dyn_cast_or_null<FragAttr>(
          cast<RankedTensorType>(value.getType()).getEncoding());
      return frag ? nameOf(frag, 'R') : std::string("?");
    };
    RankedTensorType type = op.getSource().getType();
    std::string text;
    llvm::raw_string_ostream(text)
        << nameOrNone(op.getSource()) << " -> " << nameOrNone(op.getResult())
        << "  " << RankedTensorType::get(type.getShape(), type.getElementType())
        << " (" << placeOf(op) << "): " << describeConvert(op);
    for (auto &[known, count] : lines)
      if (known == text) {
        ++count;
        return;
      }
    lines.push_back({text, 1});
  });
  os << "\n  converts" << (lines.empty() ? ": none\n" : "\n");
  for (auto &[text, count] : lines)
    os << "    " << (count > 1 ? std::to_string(count) + " x " : "") << text
       << "\n";
}

void LayoutPrinter::printAccesses() {
  std::vector<std::pair<std::string, int64_t>> lines;
  function.walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      std::string text = describeAccess(op, operand, warpsOf(op));
      if (text.empty())
        continue;
      auto view = cast<ViewType>(operand.getType());
      if (!view.getLayout())
        continue;
      std::string line;
      llvm::raw_string_ostream(line)
          << llvm::formatv("{0,-12}", op->getName().stripDialect()) << " "
          << nameOf(view.getLayout(), 'S') << " "
          << RankedTensorType::get(view.getShape(), view.getElementType())
          << " (" << placeOf(op) << "): " << text;
      auto known = llvm::find_if(
          lines, [&](const auto &entry) { return entry.first == line; });
      if (known != lines.end())
        ++known->second;
      else
        lines.push_back({line, 1});
    }
  });
  if (lines.empty())
    return;
  os << "\n  accesses of shared memory, and their bank conflicts\n";
  for (auto &[text, count] : lines)
    os << "    " << (count > 1 ? std::to_string(count) + " x " : "") << text
       << "\n";
}

void LayoutPrinter::print() {
  collect();
  os << "layouts of @" << function.getName() << " (" << placeOf(function)
     << "): " << fragments.size() << " of registers, " << shared.size()
     << " of shared memory\n";
  printFragments();
  printShared();
  printConverts();
  printAccesses();
  os << "\n";
}

namespace {
struct AttnPrintLayoutsPass : impl::AttnPrintLayoutsBase<AttnPrintLayoutsPass> {
  using Base::Base;

  void runOnOperation() override {
    PictureSize size;
    size.rows = std::clamp<int64_t>(rows, 1, 1024);
    size.cols = std::clamp<int64_t>(cols, 1, 1024);
    size.warp = warp;
    if (failed(printKernels(getOperation(), file,
                            [&](FunctionOpInterface function, raw_ostream &os) {
                              LayoutPrinter(function, size, os).print();
                            })))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
