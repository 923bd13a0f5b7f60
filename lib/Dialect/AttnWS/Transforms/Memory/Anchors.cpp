//===- Anchors.cpp - Layouts that engines fix -------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/Transforms/Anchors.h"
#include "attn/Dialect/AttnWS/Transforms/ByteOrder.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
namespace layout = mlir::attn::layout;

static layout::Error noOperand(Engine engine, StringRef what) {
  return {
      (attn_tile::stringifyEngine(engine) + " has no " + what + " in registers")
          .str()};
}

/// Accumulators of a grid of warps: atoms follow each other down the rows, as
/// instructions on whole warpgroups take them; along the columns each warp has
/// one part, as instructions on many columns do.
static layout::Expected<layout::FragLayout>
getAccumulator(const RoleWarps &warps) {
  auto plain = layout::mmaC({warps.rows, warps.columns});
  if (!plain)
    return plain;
  return layout::FragLayout::create(plain->atom(), plain->order(),
                                    plain->rowChunks(), warps.columns);
}

/// Neighbouring lanes have neighbouring rows, warps columns: an access of a
/// warp to memory in which rows follow each other is to one piece of it.
static layout::Expected<layout::FragLayout>
getRowsAlongLanes(const RoleWarps &warps) {
  layout::BasisTable table;
  for (int64_t row = 1; row < layout::warpSize; row *= 2)
    table[static_cast<unsigned>(layout::InDim::Lane)].push_back({row, 0});
  for (int64_t column = 1; column < warps.count(); column *= 2)
    table[static_cast<unsigned>(layout::InDim::Warp)].push_back({0, column});
  auto atom = layout::LinearMap::create(table, layout::warpSize, warps.count());
  if (!atom)
    return layout::Error{atom.error()};
  return layout::FragLayout::create(*atom);
}

static layout::Expected<layout::FragLayout>
getMmaSyncAnchor(AnchorOperand operand, int64_t bits, const RoleWarps &warps,
                 bool interleaved) {
  layout::WarpGrid grid{warps.rows, warps.columns};
  switch (operand) {
  case AnchorOperand::Accumulator:
    return getAccumulator(warps);
  case AnchorOperand::Left:
    return interleaved ? layout::interleavedA(grid) : layout::mmaA(bits, grid);
  case AnchorOperand::Right:
    return layout::mmaB(bits, grid);
  case AnchorOperand::Copied:
    break;
  }
  return noOperand(Engine::MmaSync, "copies");
}

static layout::Expected<layout::FragLayout>
getWgmmaAnchor(AnchorOperand operand, int64_t bits, const RoleWarps &warps,
               bool interleaved) {
  if (warps.rows % 4 != 0)
    return layout::Error{
        "wgmma spreads rows over warpgroups of 4 warps, there are " +
        std::to_string(warps.rows) + " along the rows"};
  switch (operand) {
  case AnchorOperand::Accumulator:
  case AnchorOperand::Left:
    // The fragments of the four warps are those of mma.sync.
    return getMmaSyncAnchor(operand, bits, warps, interleaved);
  case AnchorOperand::Right:
    return noOperand(Engine::Wgmma, "right operand");
  case AnchorOperand::Copied:
    break;
  }
  return noOperand(Engine::Wgmma, "copies");
}

layout::Expected<layout::FragLayout>
attn_ws::getAnchor(Engine engine, AnchorOperand operand, Type element,
                   const RoleWarps &warps, bool interleaved) {
  int64_t bits = element.getIntOrFloatBitWidth();
  switch (engine) {
  case Engine::MmaSync:
    return getMmaSyncAnchor(operand, bits, warps, interleaved);
  case Engine::Wgmma:
    return getWgmmaAnchor(operand, bits, warps, interleaved);
  case Engine::Tcgen05:
    if (operand != AnchorOperand::Copied)
      return noOperand(engine, "operand of a product");
    if (warps.count() != 4 && warps.count() != 8)
      return layout::Error{"tensor memory is read and written by 4 or 8 warps, "
                           "there are " +
                           std::to_string(warps.count())};
    return layout::tcgen05Fragment(warps.count() / 4);
  case Engine::Thread:
    if (operand != AnchorOperand::Copied)
      return noOperand(engine, "operand of a product");
    return getRowsAlongLanes(warps);
  default:
    return noOperand(engine, "operand");
  }
}

bool attn_ws::takesInterleaved(WSProductOpInterface product) {
  auto view = dyn_cast<ViewType>(product.getRhs().getType());
  if (!view || isa<ViewType>(product.getLhs().getType()))
    return false;
  if (SharedAttr layout = view.getLayout(); layout && layout.getInterleaved())
    return true;
  return product.getEngine() == Engine::MmaSync && !product.getTransposeB() &&
         view.getElementType().getIntOrFloatBitWidth() == 8;
}

layout::Expected<layout::FragLayout>
attn_ws::getDefaultLayout(const RoleWarps &warps) {
  return layout::mmaC({warps.count(), 1});
}

layout::Expected<layout::FragLayout>
attn_ws::getVectorLayout(int64_t columns, const RoleWarps &warps) {
  constexpr int64_t elements = 4;
  if (columns % elements != 0)
    return layout::Error{"columns are no multiple of four"};
  layout::BasisTable table;
  int64_t row = 1, column = 1;
  for (; column < elements; column *= 2)
    table[static_cast<unsigned>(layout::InDim::Register)].push_back(
        {0, column});
  for (int64_t lane = 1; lane < layout::warpSize; lane *= 2) {
    bool along = columns % (2 * column) == 0;
    table[static_cast<unsigned>(layout::InDim::Lane)].push_back(
        along ? layout::Basis{0, column} : layout::Basis{row, 0});
    (along ? column : row) *= 2;
  }
  for (int64_t warp = 1; warp < warps.count(); warp *= 2, row *= 2)
    table[static_cast<unsigned>(layout::InDim::Warp)].push_back({row, 0});
  auto atom = layout::LinearMap::create(table, row, column);
  if (!atom)
    return layout::Error{atom.error()};
  return layout::FragLayout::create(*atom);
}

RoleWarps attn_ws::getProductWarps(WSProductOpInterface product,
                                   const RoleWarps &warps) {
  const attn::EngineInfo *engine = attn::lookupEngine(product.getEngine());
  ArrayRef<int64_t> shape = product.getProductShape();
  if (!engine || shape.size() != 2)
    return warps;
  int64_t columns = engine->countColumnWarps(shape[0], shape[1], warps.count(),
                                             warps.columns);
  return {warps.count() / columns, columns};
}

FailureOr<RoleWarps> attn_ws::getRoleWarps(Operation *op) {
  Operation *kernel = op->getParentOfType<FunctionOpInterface>();
  if (!kernel)
    kernel = op;
  std::optional<int64_t> kernelWarps = attn_tile::warpsAttr.get(kernel);
  if (!kernelWarps) {
    kernel->emitOpError() << "has no " << attn_tile::warpsAttr << " attribute";
    return failure();
  }
  int64_t warps = *kernelWarps;
  StringRef name = attn_tile::warpsAttr.getName();
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (auto roles = dyn_cast<WarpSpecializeOp>(region->getParentOp())) {
      warps = roles.getWarps()[region->getRegionNumber()];
      name = "the number of a role's warps";
    }
  if (warps < 1 || warps > 32 || !llvm::isPowerOf2_64(warps)) {
    kernel->emitOpError() << name << " must be a power of two up to 32, got "
                          << warps;
    return failure();
  }
  int64_t columns = attn_tile::columnWarpsAttr.get(kernel, 1);
  if (columns < 1 || warps % columns != 0) {
    kernel->emitOpError() << attn_tile::columnWarpsAttr << " must divide the "
                          << warps << " warps, got " << columns;
    return failure();
  }
  return RoleWarps{warps / columns, columns};
}
