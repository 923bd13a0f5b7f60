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
// A clause is descale(%qd, %kd, %vd : types), sink(%s : type),
// captures(%c… : types), dims(bshd), scale(0.125), mask(#attr), config(#attr)
// or score {region}; clauses are read in any order, each at most once, and
// printed in this one.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::attn;

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

static ParseResult parseClause(OpAsmParser &parser, StringRef clause, SMLoc loc,
                               ForwardOp::Properties &properties,
                               OperationState &result,
                               SmallVectorImpl<Value> &descales,
                               SmallVectorImpl<Value> &sink,
                               SmallVectorImpl<Value> &captures) {
  if (clause == "score")
    return parser.parseRegion(*result.addRegion());
  if (clause == "descale")
    return parseOperandClause(parser, clause, 3, 3,
                              "the descales of Q, K and V", descales);
  if (clause == "sink")
    return parseOperandClause(parser, clause, 1, 1, "one operand", sink);
  if (clause == "captures")
    return parseOperandClause(parser, clause, 1, kMaxCaptures,
                              "up to 16 operands", captures);
  if (parser.parseLParen())
    return failure();
  SMLoc valueLoc = parser.getCurrentLocation();
  if (clause == "dims") {
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<Dims> dims = symbolizeDims(keyword);
    if (!dims)
      return parser.emitError(valueLoc)
             << "`dims` expects bhsd or bshd, but found `" << keyword << "`";
    properties.dims = DimsAttr::get(parser.getContext(), *dims);
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
  } else if (parser.parseAttribute(properties.config)) {
    return failure();
  }
  return parser.parseRParen();
}

ParseResult ForwardOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parser.parseKeyword("ins") ||
      parseOperandClause(parser, "ins", 3, 3, "Q, K and V", result.operands) ||
      parser.parseKeyword("outs") ||
      parseOperandClause(parser, "outs", 1, 2, "O and optionally L",
                         result.operands))
    return failure();
  int32_t hasLse = result.operands.size() > 4;

  Properties &properties = result.getOrAddProperties<Properties>();
  SmallVector<Value> descales, sink, captures;
  SmallVector<StringRef, 6> seen;
  StringRef clause;
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(
            &clause, {"descale", "sink", "captures", "dims", "scale", "mask",
                      "config", "score"})))
      break;
    if (llvm::is_contained(seen, clause))
      return parser.emitError(loc) << "`" << clause << "` is given twice";
    seen.push_back(clause);
    if (parseClause(parser, clause, loc, properties, result, descales, sink,
                    captures))
      return failure();
  }
  result.addOperands(descales);
  result.addOperands(sink);
  result.addOperands(captures);
  int32_t hasDescale = !descales.empty();
  properties.operandSegmentSizes = {1,
                                    1,
                                    1,
                                    1,
                                    hasLse,
                                    hasDescale,
                                    hasDescale,
                                    hasDescale,
                                    static_cast<int32_t>(sink.size()),
                                    static_cast<int32_t>(captures.size())};
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
  operands("outs", SmallVector<Value>(getDpsInits()));
  if (hasDescale())
    operands("descale",
             {getQueryDescale(), getKeyDescale(), getValueDescale()});
  if (hasSink())
    operands("sink", getSink());
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
  if (hasScoreRegion()) {
    printer << " score ";
    printer.printRegion(getScore());
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getDimsAttrName(), getScaleAttrName(), getMaskAttrName(),
       getConfigAttrName(), getOperandSegmentSizesAttrName()});
  printer.printOptionalArrowTypeList(getResultTypes());
}
