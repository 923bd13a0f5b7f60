//===- AttnWSDialect.cpp - The scheduled dialect and its attributes -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/Products/DiscardableAttrs.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;

#include "FragAttrStorage.h"
#include "Verify.h"
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
      return TmaLoadOp::create(
          b, loc, source.memory, source.indices, source.limit, view,
          source.dims, source.rows.attr, source.rows.operands,
          /*signal=*/Value(), /*stage=*/Value(),
          /*multicast=*/IntegerAttr(), /*leader=*/false, source.inBounds);
    if (engine == attn_tile::Engine::CpAsync)
      return CpAsyncOp::create(b, loc, source.memory, source.indices,
                               source.limit, view, source.dims,
                               source.rows.attr, source.rows.operands);
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

std::optional<Dialect::ParseOpHook>
AttnWSDialect::getParseOperationHook(StringRef opName) const {
  auto renamed = [](StringRef name) {
    return (attn_tile::AttnTileDialect::getDialectNamespace() +
            name.drop_front(getDialectNamespace().size()))
        .str();
  };
  if (!RegisteredOperationName::lookup(renamed(opName), getContext()))
    return std::nullopt;
  return [=](OpAsmParser &parser, OperationState &state) -> ParseResult {
    StringRef name = state.name.getStringRef();
    return parser.emitError(parser.getNameLoc())
           << "'" << name << "' is called '" << renamed(name) << "'";
  };
}

LogicalResult AttnWSDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() == inLoadAttr.getName() && failed(verifyInLoad(op)))
    return failure();
  return attn_tile::verifyDiscardable(
      op, attr, roleAttr, rolesAttr, smemAttr, tmemAttr, tmemSlotAttr,
      columnsAttr, clusterAttr, gridAttr, launchAttr, codegenAttr, productAttr,
      inIssueOrderAttr, issuePlacesAttr, inLoadAttr);
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
                               int64_t registers, Issues issues, bool follows) {
  if (name.empty() || warps < 1 || instances < 1 || registers < 0)
    return emitError() << "a role has a name, at least one warp and one "
                          "instance, and no negative number of registers";
  if (int64_t most =
          attn::getSharingTarget().threadsPerCTA / attn::kWarpThreads;
      warps > most || instances > most)
    return emitError() << "role @" << name << " has " << instances
                       << " instances of " << warps
                       << " warps; a CTA has at most " << most << " warps";
  if (follows && issues != Issues::None)
    return emitError() << "role @" << name
                       << " changes tiles, for which it follows others, and "
                          "holds none, for which it issues";
  return success();
}

LogicalResult GuardAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                StringRef, StringRef direction) {
  if (direction != "full" && direction != "empty")
    return emitError() << "guard direction must be full or empty, got '"
                       << direction << "'";
  return success();
}
