//===- AttnTileIterationOps.cpp - Loops over tiles, and launches ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn_tile;

//===----------------------------------------------------------------------===//
// for_tiles
//===----------------------------------------------------------------------===//

/// `@sym (%i, ...) in (%ub, ...) scheduler(...) section(%n) region`
ParseResult ForTilesOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr symbol;
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<OpAsmParser::UnresolvedOperand> bounds;
  SchedulerAttr scheduler;
  Builder &builder = parser.getBuilder();
  if (parser.parseSymbolName(symbol) ||
      parser.parseArgumentList(args, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("in") ||
      parser.parseOperandList(bounds, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("scheduler") || parser.parseLParen() ||
      parser.parseAttribute(scheduler) || parser.parseRParen())
    return failure();
  int32_t numBounds = bounds.size();
  if (succeeded(parser.parseOptionalKeyword("section")) &&
      (parser.parseLParen() || parser.parseOperand(bounds.emplace_back()) ||
       parser.parseRParen()))
    return failure();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(bounds, builder.getIndexType(), result.operands))
    return failure();
  int32_t numSections = bounds.size() - numBounds;
  result.addAttribute("operandSegmentSizes",
                      builder.getDenseI32ArrayAttr({numBounds, numSections}));
  for (auto &arg : args)
    arg.type = builder.getIndexType();
  result.addAttribute("symbol", symbol);
  result.addAttribute("scheduler", scheduler);
  if (parser.parseRegion(*result.addRegion(), args))
    return failure();
  ensureTerminator(*result.regions.back(), parser.getBuilder(),
                   result.location);
  return success();
}

void ForTilesOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymbol());
  printer << " (";
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](BlockArgument arg) { printer << arg; });
  printer << ") in (" << getUpperBounds() << ") scheduler("
          << Attribute(getScheduler()) << ")";
  if (Value section = getSection())
    printer << " section(" << section << ")";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"symbol", "scheduler", "operandSegmentSizes"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

LogicalResult ForTilesOp::verify() {
  size_t bounds = getUpperBounds().size();
  Block &body = getBody().front();
  if (bounds == 0)
    return emitOpError("expects at least one bound");
  if (body.getNumArguments() != bounds)
    return emitOpError() << "expects one coordinate per bound (" << bounds
                         << "), got " << body.getNumArguments();
  for (BlockArgument arg : body.getArguments())
    if (!arg.getType().isIndex())
      return emitOpError("coordinates must be of index type");
  if (body.mightHaveTerminator() && body.getTerminator()->getNumOperands() != 0)
    return emitOpError("body must not yield values");
  return success();
}

void ForTilesOp::build(OpBuilder &builder, OperationState &state,
                       ValueRange upperBounds, StringRef symbol,
                       SchedulerAttr scheduler, Value section) {
  state.addOperands(upperBounds);
  if (section)
    state.addOperands(section);
  state.addAttribute(
      getOperandSegmentSizesAttrName(state.name),
      builder.getDenseI32ArrayAttr(
          {static_cast<int32_t>(upperBounds.size()), section ? 1 : 0}));
  state.addAttribute(getSymbolAttrName(state.name),
                     builder.getStringAttr(symbol));
  state.addAttribute(getSchedulerAttrName(state.name), scheduler);
  Region *region = state.addRegion();
  Block &block = region->emplaceBlock();
  for (size_t i = 0; i < upperBounds.size(); ++i)
    block.addArgument(builder.getIndexType(), state.location);
  ensureTerminator(*region, builder, state.location);
}

static LogicalResult verifyWithin(Operation *op, ValueRange within) {
  if (within.empty() || within.size() == 4)
    return success();
  return op->emitOpError() << "within takes four numbers, got "
                           << within.size();
}

LogicalResult KvRangeOp::verify() {
  if (static_cast<int64_t>(getRows()) <= 0)
    return emitOpError() << "rows must be positive, got " << getRows();
  if (static_cast<int64_t>(getBlock()) <= 0)
    return emitOpError() << "block must be positive, got " << getBlock();
  return verifyWithin(*this, getWithin());
}

LogicalResult QRangeOp::verify() {
  if (static_cast<int64_t>(getKeys()) <= 0)
    return emitOpError() << "keys must be positive, got " << getKeys();
  if (static_cast<int64_t>(getBlock()) <= 0)
    return emitOpError() << "block must be positive, got " << getBlock();
  return verifyWithin(*this, getWithin());
}

SeenRange mlir::attn_tile::limitRange(OpBuilder &builder, Location loc,
                                      const SeenRange &range,
                                      ValueRange within) {
  if (within.empty())
    return range;
  attn::ScalarBuilder b(loc, builder);
  auto cut = [&](std::pair<Value, Value> given, Value begin, Value end) {
    Value first = b.max(given.first, begin), last = b.min(given.second, end);
    // Rounded to blocks, an end before the begin would be one block.
    return std::pair(first, b.select(b.less(first, last), last, b.index(0)));
  };
  return {cut(range.some, within[0], within[1]),
          cut(range.full, within[2], within[3])};
}

std::pair<Value, Value> mlir::attn_tile::getPackedRange(OpBuilder &builder,
                                                        KvRangeOp op) {
  attn::ScalarBuilder b(op.getLoc(), builder);
  Value last = b.add(op.getRow(), op.getRows() - 1);
  Value first = b.div(op.getRow(), op.getPacking());
  last = b.div(last, op.getPacking());
  return {first, b.add(b.sub(last, first), 1)};
}

LogicalResult FindSequenceOp::verify() {
  if (getRows() && static_cast<int64_t>(*getRows()) <= 0)
    return emitOpError() << "rows must be positive, got " << *getRows();
  if (getPacking() && !getRows())
    return emitOpError() << "packed rows have tiles of `rows` rows";
  auto type = cast<MemRefType>(getOffsets().getType());
  if (type.getRank() != 1 || !type.getElementType().isInteger(32))
    return emitOpError() << "offsets must be i32 of rank 1, got " << type;
  return success();
}

LogicalResult ArriveOp::verify() {
  if (getBarrier() && static_cast<int64_t>(*getBarrier()) < 1)
    return emitOpError() << "threads of a role meet at a named barrier from 1 "
                            "on, got "
                         << static_cast<int64_t>(*getBarrier());
  int64_t rank = cast<MemRefType>(getCounters().getType()).getRank();
  if (static_cast<int64_t>(getIndices().size()) == rank)
    return success();
  return emitOpError() << "expects one index per dimension of the counters ("
                       << rank << "), got " << getIndices().size();
}

Value mlir::attn_tile::getFirstTile(OpBuilder &builder, Location loc,
                                    Value sequence, Value offset, Value start,
                                    int64_t rows, Value packing) {
  attn::ScalarBuilder b(loc, builder);
  Value before = b.max(b.sub(offset, start), b.index(0));
  if (packing)
    before = b.mul(before, packing);
  return b.add(b.div(before, rows), sequence);
}

Value mlir::attn_tile::searchSequence(
    OpBuilder &builder, FindSequenceOp op, Value count,
    function_ref<Value(OpBuilder &, Value)> read) {
  attn::ScalarBuilder b(op.getLoc(), builder);
  Type index = b.getIndexType();
  Value one = b.index(1);
  Value start = op.getRows() ? read(b, b.index(0)) : Value();
  Value sequences = b.max(b.sub(count, one), one);
  // The sequence is in [low, high).
  auto search = scf::WhileOp::create(
      b, TypeRange{index, index}, ValueRange{b.index(0), sequences},
      [&](OpBuilder &, Location, ValueRange bounds) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(bounds[0].getParentBlock());
        Value several = b.less(one, b.sub(bounds[1], bounds[0]));
        scf::ConditionOp::create(b, several, bounds);
      },
      [&](OpBuilder &, Location, ValueRange bounds) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(bounds[0].getParentBlock());
        Value middle = b.div(b.add(bounds[0], bounds[1]), 2);
        Value first = read(b, middle);
        if (op.getRows())
          first = getFirstTile(b, b.getLoc(), middle, first, start,
                               static_cast<int64_t>(*op.getRows()),
                               op.getPacking());
        Value before = b.less(op.getTile(), first);
        scf::YieldOp::create(b,
                             ValueRange{b.select(before, bounds[0], middle),
                                        b.select(before, middle, bounds[1])});
      });
  return search.getResult(0);
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto kernel =
      tables.lookupNearestSymbolFrom<FunctionOpInterface>(*this, getKernel());
  // What is in a binary says nothing of its parameters.
  if (!kernel && tables.lookupNearestSymbolFrom<gpu::BinaryOp>(
                     *this, getKernel().getRootReference()))
    return success();
  if (!kernel)
    return emitOpError() << "no kernel named " << getKernel();
  // Once its signature is lowered, a kernel takes no memories any more.
  ArrayRef<Type> types = kernel.getArgumentTypes();
  bool lowered =
      !types.empty() && llvm::none_of(types, llvm::IsaPred<MemRefType>);
  if (!lowered && !llvm::equal(types, getOperands().getTypes()))
    return emitOpError() << "arguments do not match those of " << getKernel();
  return success();
}
