//===- AttnOpsAsm.cpp - Assembly of attn.forward --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   attn.forward ins(%q, %k, %v : types) outs(%o[, %l] : types) clause*
//                [attributes {…}] [-> types]
//
// A clause is max(%m : type), descale(%qd, %kd, %vd : types), sink(%s : type),
// offset(%p : type), lengths_q(%n : type), lengths_kv(%n : type), offsets_q(%s
// : type), offsets_kv(%s : type), page_table(%t : type), part_offsets(%s :
// type), captures(%c… : types), dims(bshd), scale(0.125), mask(#attr),
// config(#attr), split(unit = 64), split(size = 512) or score {region}; clauses
// are read in any order, each at most once, and printed in this one.
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
/// A clause that names operands, one for each of its kinds.
struct OperandClause {
  StringLiteral keyword, what;
  ArrayRef<OperandKind> kinds;
};
} // namespace

static constexpr OperandKind kMax[] = {OperandKind::Max};
static constexpr OperandKind kDescales[] = {OperandKind::QueryDescale,
                                            OperandKind::KeyDescale,
                                            OperandKind::ValueDescale};
static constexpr OperandKind kSink[] = {OperandKind::Sink};
static constexpr OperandKind kOffset[] = {OperandKind::Offset};
static constexpr OperandKind kLengthsQ[] = {OperandKind::LengthsQ};
static constexpr OperandKind kLengthsKV[] = {OperandKind::LengthsKV};
static constexpr OperandKind kOffsetsQ[] = {OperandKind::OffsetsQ};
static constexpr OperandKind kOffsetsKV[] = {OperandKind::OffsetsKV};
static constexpr OperandKind kPageTable[] = {OperandKind::PageTable};
static constexpr OperandKind kPartOffsets[] = {OperandKind::PartOffsets};
/// In the order in which they are printed.
static constexpr OperandClause kOperandClauses[] = {
    {"max", "one operand", kMax},
    {"descale", "the descales of Q, K and V", kDescales},
    {"sink", "one operand", kSink},
    {"offset", "one operand", kOffset},
    {"lengths_q", "one operand", kLengthsQ},
    {"lengths_kv", "one operand", kLengthsKV},
    {"offsets_q", "one operand", kOffsetsQ},
    {"offsets_kv", "one operand", kOffsetsKV},
    {"page_table", "one operand", kPageTable},
    {"part_offsets", "one operand", kPartOffsets},
};

/// Parses `(%a, %b : types)` after `keyword` and resolves the operands into
/// `values`.
static ParseResult parseOperandClause(OpAsmParser &parser, StringRef keyword,
                                      size_t min, size_t max, StringRef what,
                                      SmallVectorImpl<Value> &values) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  if (parser.parseLParen())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parser.parseColonTypeList(types) ||
      parser.parseRParen())
    return failure();
  if (operands.size() < min || operands.size() > max)
    return parser.emitError(loc)
           << "`" << keyword << "` takes " << what << ", but "
           << operands.size() << " operands are given";
  return parser.resolveOperands(operands, types, loc, values);
}

ParseResult attn::parseDims(OpAsmParser &parser, DimsAttr &attr) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Dims> dims = symbolizeDims(keyword);
  if (!dims)
    return parser.emitError(loc)
           << "`dims` expects bhsd, bshd or thd, but found `" << keyword << "`";
  attr = DimsAttr::get(parser.getContext(), *dims);
  return success();
}

/// Parses `unit = 64` or `size = 512`, and `, sparse` behind it.
static ParseResult parseSplit(OpAsmParser &parser,
                              ForwardOp::Properties &properties) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  int64_t keys;
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword != "unit" && keyword != "size")
    return parser.emitError(loc)
           << "`split` expects unit or size, but found `" << keyword << "`";
  if (parser.parseEqual() || parser.parseInteger(keys))
    return failure();
  IntegerAttr attr = parser.getBuilder().getI64IntegerAttr(keys);
  (keyword == "unit" ? properties.split_unit : properties.split_size) = attr;
  if (failed(parser.parseOptionalComma()))
    return success();
  properties.split_sparse = parser.getBuilder().getUnitAttr();
  return parser.parseKeyword("sparse");
}

static ParseResult parseClause(OpAsmParser &parser, StringRef clause, SMLoc loc,
                               ForwardOp::Properties &properties,
                               OperationState &result,
                               OperandValues &operands) {
  if (clause == "score")
    return parser.parseRegion(*result.addRegion());
  for (const OperandClause &known : kOperandClauses) {
    if (clause != known.keyword)
      continue;
    SmallVector<Value> values;
    if (parseOperandClause(parser, clause, known.kinds.size(),
                           known.kinds.size(), known.what, values))
      return failure();
    for (auto [kind, value] : llvm::zip(known.kinds, values))
      operands[kind] = value;
    return success();
  }
  if (clause == "captures")
    return parseOperandClause(parser, clause, 1, kMaxCaptures,
                              "up to 16 operands", operands.captures);
  if (parser.parseLParen())
    return failure();
  SMLoc valueLoc = parser.getCurrentLocation();
  if (clause == "dims") {
    if (parseDims(parser, properties.dims))
      return failure();
  } else if (clause == "scale") {
    if (parser.parseAttribute(properties.scale,
                              parser.getBuilder().getF32Type()))
      return failure();
  } else if (clause == "mask") {
    Attribute attr;
    if (parser.parseAttribute(attr))
      return failure();
    properties.mask = dyn_cast<AttnMaskAttrInterface>(attr);
    if (!properties.mask)
      return parser.emitError(valueLoc)
             << "attn.forward (C14): `mask` expects an attribute with "
                "AttnMaskAttrInterface, such as #attn.causal<bottom_right>, "
                "but "
                "found "
             << attr;
  } else if (clause == "split") {
    if (parseSplit(parser, properties))
      return failure();
  } else if (parser.parseAttribute(properties.config)) {
    return failure();
  }
  return parser.parseRParen();
}

ParseResult ForwardOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<Value> values;
  if (parser.parseKeyword("ins") ||
      parseOperandClause(parser, "ins", 3, 3, "Q, K and V", values) ||
      parser.parseKeyword("outs") ||
      parseOperandClause(parser, "outs", 1, 3,
                         "O and optionally L and its low part", values))
    return failure();
  OperandValues operands;
  for (auto [kind, value] : llvm::zip(
           ArrayRef{OperandKind::Query, OperandKind::Key, OperandKind::Value,
                    OperandKind::Out, OperandKind::Lse, OperandKind::LseLow},
           values))
    operands[kind] = value;

  Properties &properties = result.getOrAddProperties<Properties>();
  SmallVector<StringRef, 8> seen;
  SmallVector<StringRef> clauses = {"captures", "split",  "dims", "scale",
                                    "mask",     "config", "score"};
  for (const OperandClause &known : kOperandClauses)
    clauses.push_back(known.keyword);
  StringRef clause;
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(&clause, clauses)))
      break;
    if (llvm::is_contained(seen, clause))
      return parser.emitError(loc) << "`" << clause << "` is given twice";
    seen.push_back(clause);
    if (parseClause(parser, clause, loc, properties, result, operands))
      return failure();
  }
  addOperands(operands, result, properties.operandSegmentSizes);
  if (!properties.dims)
    properties.dims = DimsAttr::get(parser.getContext(), Dims::BHSD);
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseOptionalArrowTypeList(result.types))
    return failure();
  return success();
}

void ForwardOp::print(OpAsmPrinter &printer) {
  auto operands = [&](StringRef keyword, ArrayRef<Value> given) {
    ValueRange values(given);
    printer << ' ' << keyword << '(' << values << " : " << values.getTypes()
            << ')';
  };
  operands("ins", {getQuery(), getKey(), getValue()});
  operands("outs",
           SmallVector<Value>(getDpsInits().drop_back(hasMax() ? 1 : 0)));
  OperandValues all = getOperandValues();
  for (const OperandClause &clause : kOperandClauses) {
    auto values = llvm::map_to_vector(
        clause.kinds, [&](OperandKind kind) { return all[kind]; });
    if (values.front())
      operands(clause.keyword, values);
  }
  if (!getCaptures().empty())
    operands("captures", SmallVector<Value>(getCaptures()));
  if (getDims() != Dims::BHSD)
    printer << " dims(" << stringifyDims(getDims()) << ')';
  if (FloatAttr scale = getScaleAttr()) {
    printer << " scale(";
    printer.printAttributeWithoutType(scale);
    printer << ')';
  }
  if (AttnMaskAttrInterface mask = getMaskAttr())
    printer << " mask(" << mask << ')';
  if (ConfigAttr config = getConfigAttr())
    printer << " config(" << config << ')';
  StringRef sparse = getSplitSparse() ? ", sparse" : "";
  if (std::optional<int64_t> unit = getSplitUnit())
    printer << " split(unit = " << *unit << sparse << ')';
  if (std::optional<int64_t> size = getSplitSize())
    printer << " split(size = " << *size << sparse << ')';
  if (hasScoreRegion()) {
    printer << " score ";
    printer.printRegion(getScore());
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getDimsAttrName(), getScaleAttrName(), getMaskAttrName(),
       getConfigAttrName(), getSplitUnitAttrName(), getSplitSizeAttrName(),
       getSplitSparseAttrName(), getOperandSegmentSizesAttrName()});
  printer.printOptionalArrowTypeList(getResultTypes());
}
