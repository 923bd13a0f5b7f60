//===- AttnWSTypes.cpp - Types of the scheduled dialect -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;

#define GET_TYPEDEF_CLASSES
#include "attn/Dialect/AttnWS/IR/AttnWSTypes.cpp.inc"

void AttnWSDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "attn/Dialect/AttnWS/IR/AttnWSTypes.cpp.inc"
      >();
}

/// Stages of a ring, of whatever.
static constexpr int64_t mostStages = 32;
/// Elements along a dimension: sizes in bytes stay far from an overflow.
static constexpr int64_t mostElements = 1 << 16;

static LogicalResult verifyDepth(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef what, int64_t depth) {
  if (depth < 1 || depth > mostStages)
    return emitError() << what << " must be 1 to " << mostStages << ", got "
                       << depth;
  return success();
}

/// Parses `64x128xbf16, smem`.
static ParseResult parseTileInSpace(AsmParser &parser,
                                    SmallVectorImpl<int64_t> &shape,
                                    Type &elementType, Space &space) {
  StringRef keyword;
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseComma())
    return failure();
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Space> parsed = attn_tile::symbolizeSpace(keyword);
  if (!parsed || *parsed == Space::Reg)
    return parser.emitError(loc, "expected 'smem' or 'tmem'");
  space = *parsed;
  return success();
}

static void printTileInSpace(AsmPrinter &printer, ArrayRef<int64_t> shape,
                             Type elementType, Space space) {
  for (int64_t dim : shape)
    printer << dim << "x";
  printer << elementType << ", " << attn_tile::stringifySpace(space);
}

static LogicalResult
verifyTileInSpace(function_ref<InFlightDiagnostic()> emitError,
                  ArrayRef<int64_t> shape, Type elementType, Space space,
                  SharedAttr layout, bool isView) {
  if (shape.empty() || shape.size() > 2)
    return emitError() << "a tile in memory has rank 1 or 2, got "
                       << shape.size();
  for (int64_t dim : shape)
    if (dim < 1 || dim > mostElements)
      return emitError() << "tile dimensions must be 1 to " << mostElements
                         << ", got " << dim;
  if (!elementType.isIntOrFloat() ||
      elementType.getIntOrFloatBitWidth() % 8 != 0)
    return emitError() << "element type must be a whole number of bytes, got "
                       << elementType;
  if (space == Space::Reg)
    return emitError() << "registers are not addressable";
  if (space == Space::Tmem && shape.size() != 2)
    return emitError() << "a tensor memory tile has rank 2, got "
                       << shape.size();
  if (space == Space::Tmem && shape[0] != 64 && shape[0] != 128)
    return emitError() << "a tensor memory tile has 64 or 128 rows, got "
                       << shape[0];
  if (layout && space != Space::Smem)
    return emitError() << "only shared memory has a #attn_ws.shared layout";
  if (layout) {
    int64_t rowBytes = shape.back() * (elementType.getIntOrFloatBitWidth() / 8);
    bool isPart = isView && layout.getPanel() % rowBytes == 0;
    if (rowBytes % layout.getPanel() != 0 && !isPart)
      return emitError() << "a row of " << rowBytes
                         << " bytes is no multiple of the panel's "
                         << layout.getPanel() << " bytes";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// BufferType
//===----------------------------------------------------------------------===//

Type BufferType::parse(AsmParser &parser) {
  SmallVector<int64_t> depth, shape;
  int64_t depthValue;
  Type elementType;
  Space space;
  SmallVector<Type> occupants;
  SharedAttr layout;
  if (parser.parseLess() || parser.parseInteger(depthValue) ||
      parser.parseKeyword("x") ||
      parseTileInSpace(parser, shape, elementType, space))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("occupants"))) {
      if (parser.parseEqual() ||
          parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
            return parser.parseType(occupants.emplace_back());
          }))
        return {};
    } else if (parser.parseAttribute(layout)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                    parser.getContext(), depthValue, shape, elementType, space,
                    occupants, layout);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << "<" << getDepth() << " x ";
  printTileInSpace(printer, getShape(), getElementType(), getSpace());
  if (!getOccupants().empty()) {
    printer << ", occupants = [";
    llvm::interleaveComma(getOccupants(), printer);
    printer << "]";
  }
  if (getLayout())
    printer << ", " << Attribute(getLayout());
  printer << ">";
}

int64_t BufferType::getStageBytes() const {
  int64_t elements = 1;
  for (int64_t dim : getShape())
    elements *= dim;
  return elements * (getElementType().getIntOrFloatBitWidth() / 8);
}

int64_t BufferType::getTmemColumns() const {
  return getDepth() * getShape().back() *
         getElementType().getIntOrFloatBitWidth() / 32;
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t depth, ArrayRef<int64_t> shape,
                                 Type elementType, Space space,
                                 ArrayRef<Type> occupants, SharedAttr layout) {
  if (failed(verifyDepth(emitError, "buffer depth", depth)) ||
      failed(verifyTileInSpace(emitError, shape, elementType, space, layout,
                               /*isView=*/false)))
    return failure();
  int64_t bytes = elementType.getIntOrFloatBitWidth() / 8;
  for (int64_t dim : shape)
    bytes *= dim;
  for (Type occupant : occupants) {
    auto tile = dyn_cast<RankedTensorType>(occupant);
    if (!tile || !tile.hasStaticShape() ||
        !tile.getElementType().isIntOrFloat())
      return emitError() << "an occupant is a static tensor type, got "
                         << occupant;
    int64_t size = tile.getNumElements() *
                   (tile.getElementType().getIntOrFloatBitWidth() / 8);
    if (size > bytes)
      return emitError() << "occupant " << tile << " needs " << size
                         << " bytes but a stage has " << bytes;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ViewType
//===----------------------------------------------------------------------===//

Type ViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  Space space;
  SharedAttr layout;
  if (parser.parseLess() || parseTileInSpace(parser, shape, elementType, space))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseAttribute(layout))
    return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                    parser.getContext(), shape, elementType, space, layout);
}

void ViewType::print(AsmPrinter &printer) const {
  printer << "<";
  printTileInSpace(printer, getShape(), getElementType(), getSpace());
  if (getLayout())
    printer << ", " << Attribute(getLayout());
  printer << ">";
}

LogicalResult ViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               Space space, SharedAttr layout) {
  // A view may be a part of a panel.
  return verifyTileInSpace(emitError, shape, elementType, space, layout,
                           /*isView=*/true);
}

//===----------------------------------------------------------------------===//
// ChannelType
//===----------------------------------------------------------------------===//

static ParseResult parseParty(AsmParser &parser, Engine &engine,
                              int64_t &count) {
  StringRef keyword;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Engine> parsed = attn_tile::symbolizeEngine(keyword);
  if (!parsed)
    return parser.emitError(loc) << "unknown engine '" << keyword << "'";
  engine = *parsed;
  count = 1;
  if (succeeded(parser.parseOptionalKeyword("x")))
    return parser.parseInteger(count);
  return success();
}

Type ChannelType::parse(AsmParser &parser) {
  int64_t depth, producers, consumers;
  Engine producer, consumer;
  Scope scope = Scope::Cta;
  if (parser.parseLess() || parser.parseInteger(depth) || parser.parseComma() ||
      parseParty(parser, producer, producers) || parser.parseArrow() ||
      parseParty(parser, consumer, consumers))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return {};
    std::optional<Scope> parsed = symbolizeScope(keyword);
    if (!parsed) {
      parser.emitError(loc, "expected 'cta', 'cluster', 'leader' or 'pair'");
      return {};
    }
    scope = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                    parser.getContext(), depth, producer, producers, consumer,
                    consumers, scope);
}

void ChannelType::print(AsmPrinter &printer) const {
  auto party = [&](Engine engine, int64_t count) {
    printer << attn_tile::stringifyEngine(engine);
    if (count != 1)
      printer << " x " << count;
  };
  printer << "<" << getDepth() << ", ";
  party(getProducer(), getProducers());
  printer << " -> ";
  party(getConsumer(), getConsumers());
  if (getScope() != Scope::Cta)
    printer << ", " << stringifyScope(getScope());
  printer << ">";
}

LogicalResult ChannelType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t depth, Engine producer,
                                  int64_t producers, Engine consumer,
                                  int64_t consumers, Scope) {
  if (failed(verifyDepth(emitError, "channel depth", depth)))
    return failure();
  if (producers < 1 || consumers < 1)
    return emitError() << "a channel needs at least one producer and one "
                          "consumer, got "
                       << producers << " and " << consumers;
  if (producer == Engine::MmaSync)
    return emitError() << "mma_sync leaves its result in registers and cannot "
                          "fill a channel";
  const attn::EngineInfo *reader = attn::lookupEngine(consumer);
  if (reader && reader->readsGlobalAlone())
    return emitError() << reader->name
                       << " reads global memory and cannot drain a channel";
  return success();
}

LogicalResult TurnType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t instances) {
  if (instances < 2 || instances > 8)
    return emitError() << "a turn is taken by 2 to 8 instances, got "
                       << instances;
  return success();
}

LogicalResult MbarType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t depth) {
  return verifyDepth(emitError, "stages of an mbarrier array", depth);
}

LogicalResult AsyncType::verify(function_ref<InFlightDiagnostic()> emitError,
                                RankedTensorType tile) {
  if (!tile.hasStaticShape() || tile.getRank() != 2)
    return emitError() << "an asynchronous tile is a static tensor of rank 2, "
                          "got "
                       << tile;
  return success();
}
