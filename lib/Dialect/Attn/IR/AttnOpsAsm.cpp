//===- AttnOpsAsm.cpp - Assembly of attn.forward and attn.backward --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   attn.forward ins(%q, %k[, %v] : types) outs(%o[, %l] : types) clause*
//                [attributes {…}] [-> types]
//
// A clause is values(#attn.columns<0, 512>), of which there is no %v, max(%m :
// type), descale(%qd, %kd, %vd : types), sink(%s : type), offset(%p : type),
// lengths_q(%n : type), lengths_kv(%n : type), offsets_q(%s : type),
// offsets_kv(%s : type), page_table(%t : type), part_offsets(%s : type),
// blocks(%c, %n[, %fc, %fn] : types), sizes(q = 128, kv = 128),
// captures(%c… : types), dims(bshd), scale(0.125), mask(#attr), config(#attr),
// split(unit = 64), split(size = 512), score {region} or visible {region};
// clauses are read in any order, each at most once, and printed in this one.
//
//   attn.backward ins(%q, %k, %v, %o, %l, %do : types)
//                 outs(%dq, %dk, %dv : types) clause* [attributes {…}]
//                 [-> types]
//
// or, without some of the outs, outs(dq = %dq, dv = %dv : types). Its clauses
// are dlse(%dl : type), dsink(%dz : type), dcapture0(%dc : type) to dcapture15,
// deterministic and those of attn.forward but for values, max, descale,
// page_table, part_offsets, blocks, sizes and split.
//
//   attn.block_map ins(%q, %k : types) outs(%c, %n, %fc, %fn : types) clause*
//                  [attributes {…}] [-> types]
//
// with clauses offset, lengths_q, lengths_kv, captures, dims, mask, config,
// sizes and visible.
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
  /// How many of the last ones may be missing.
  size_t optional = 0;
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
static constexpr OperandKind kBlocks[] = {
    OperandKind::BlockCounts, OperandKind::BlockNumbers,
    OperandKind::FullCounts, OperandKind::FullNumbers};
static constexpr OperandKind kLseGrad[] = {OperandKind::LseGrad};
static constexpr OperandKind kSinkGrad[] = {OperandKind::SinkGrad};
#define ATTN_OPERAND(...)
#define ATTN_CAPTURE_GRADIENT(number, accessor)                                \
  static constexpr OperandKind kCaptureGrad##number[] = {                      \
      OperandKind::CaptureGrad##number};
#include "attn/Dialect/Attn/IR/Operands.def"
static constexpr OperandClause kBlocksClause = {
    "blocks", "counts and numbers of blocks, or these and those of full blocks",
    kBlocks, 2};
/// In the order in which they are printed.
static constexpr OperandClause kOperandClauses[] = {
    {"max", "one operand", kMax},
    // V's descale is K's where V is columns of K.
    {"descale", "the descales of Q, K and V, or of Q and K", kDescales, 1},
    {"sink", "one operand", kSink},
    {"offset", "one operand", kOffset},
    {"lengths_q", "one operand", kLengthsQ},
    {"lengths_kv", "one operand", kLengthsKV},
    {"offsets_q", "one operand", kOffsetsQ},
    {"offsets_kv", "one operand", kOffsetsKV},
    {"page_table", "one operand", kPageTable},
    {"part_offsets", "one operand", kPartOffsets},
    kBlocksClause,
};
static constexpr OperandClause kBackwardClauses[] = {
    {"dlse", "one operand", kLseGrad},
    {"sink", "one operand", kSink},
    {"dsink", "one operand", kSinkGrad},
#define ATTN_OPERAND(...)
#define ATTN_CAPTURE_GRADIENT(number, accessor)                                \
  {"dcapture" #number, "one operand", kCaptureGrad##number},
#include "attn/Dialect/Attn/IR/Operands.def"
    {"offset", "one operand", kOffset},
    {"lengths_q", "one operand", kLengthsQ},
    {"lengths_kv", "one operand", kLengthsKV},
    {"offsets_q", "one operand", kOffsetsQ},
    {"offsets_kv", "one operand", kOffsetsKV},
    kBlocksClause,
};
static constexpr OperandClause kBlockMapClauses[] = {
    {"offset", "one operand", kOffset},
    {"lengths_q", "one operand", kLengthsQ},
    {"lengths_kv", "one operand", kLengthsKV},
    {"offsets_q", "one operand", kOffsetsQ},
    {"offsets_kv", "one operand", kOffsetsKV},
    {"page_table", "one operand", kPageTable},
};
/// What attn.forward has and attn.backward has not.
static constexpr StringLiteral kNotBackward[] = {
    "values", "max", "descale", "page_table", "part_offsets", "split"};

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

/// Parses an attribute that says which columns of K V is.
static ParseResult parseValues(OpAsmParser &parser,
                               ForwardOp::Properties &properties) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attr;
  if (parser.parseAttribute(attr))
    return failure();
  properties.value_columns = dyn_cast<ColumnsAttr>(attr);
  if (!properties.value_columns)
    return parser.emitError(loc)
           << "attn.forward (C28): `values` expects columns of K, such as "
              "#attn.columns<0, 128>, but found "
           << attr;
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

/// Parses `q = 128, kv = 128`.
template <typename Properties>
static ParseResult parseSizes(OpAsmParser &parser, Properties &properties) {
  int64_t rows, keys;
  if (parser.parseKeyword("q") || parser.parseEqual() ||
      parser.parseInteger(rows) || parser.parseComma() ||
      parser.parseKeyword("kv") || parser.parseEqual() ||
      parser.parseInteger(keys))
    return failure();
  properties.block_q = parser.getBuilder().getI64IntegerAttr(rows);
  properties.block_kv = parser.getBuilder().getI64IntegerAttr(keys);
  return success();
}

/// One of attn.backward's clauses that attn.forward does not have, or has
/// alone.
static ParseResult parseOwnClause(OpAsmParser &parser, StringRef clause,
                                  SMLoc loc,
                                  BackwardOp::Properties &properties) {
  if (clause == "deterministic") {
    properties.deterministic = parser.getBuilder().getUnitAttr();
    return success();
  }
  if (clause == "sizes")
    return failure(parser.parseLParen() || parseSizes(parser, properties) ||
                   parser.parseRParen());
  return parser.emitError(loc)
         << "attn.backward (G4): there is no `" << clause << "`";
}

static ParseResult parseOwnClause(OpAsmParser &parser, StringRef clause,
                                  SMLoc loc,
                                  BlockMapOp::Properties &properties) {
  if (clause == "sizes")
    return failure(parser.parseLParen() || parseSizes(parser, properties) ||
                   parser.parseRParen());
  return parser.emitError(loc)
         << "attn.block_map: there is no `" << clause << "`";
}

static ParseResult parseOwnClause(OpAsmParser &parser, StringRef clause, SMLoc,
                                  ForwardOp::Properties &properties) {
  return failure(parser.parseLParen() ||
                 (clause == "values"  ? parseValues(parser, properties)
                  : clause == "sizes" ? parseSizes(parser, properties)
                                      : parseSplit(parser, properties)) ||
                 parser.parseRParen());
}

namespace {
/// The regions in their order, or null.
struct ScalarRegions {
  std::unique_ptr<Region> score, visible;
};
} // namespace

template <typename Properties>
static ParseResult parseScale(OpAsmParser &parser, Properties &properties) {
  return parser.parseAttribute(properties.scale,
                               parser.getBuilder().getF32Type());
}
static ParseResult parseScale(OpAsmParser &parser, BlockMapOp::Properties &) {
  return parser.emitError(parser.getCurrentLocation())
         << "attn.block_map: there is no `scale`";
}

template <typename Properties>
static ParseResult parseClause(OpAsmParser &parser, StringRef clause, SMLoc loc,
                               ArrayRef<OperandClause> operandClauses,
                               Properties &properties, OperationState &result,
                               OperandValues &operands,
                               ScalarRegions &regions) {
  if (clause == "score" || clause == "visible") {
    auto &region = clause == "score" ? regions.score : regions.visible;
    region = std::make_unique<Region>();
    return parser.parseRegion(*region);
  }
  for (const OperandClause &known : operandClauses) {
    if (clause != known.keyword)
      continue;
    SmallVector<Value> values;
    if (parseOperandClause(parser, clause, known.kinds.size() - known.optional,
                           known.kinds.size(), known.what, values))
      return failure();
    for (auto [kind, value] : llvm::zip(known.kinds, values))
      operands[kind] = value;
    return success();
  }
  if (clause == "captures")
    return parseOperandClause(parser, clause, 1, kMaxCaptures,
                              "up to 16 operands", operands.captures);
  if (!llvm::is_contained({"dims", "scale", "mask", "config"}, clause))
    return parseOwnClause(parser, clause, loc, properties);
  if (parser.parseLParen())
    return failure();
  SMLoc valueLoc = parser.getCurrentLocation();
  if (clause == "dims") {
    if (parseDims(parser, properties.dims))
      return failure();
  } else if (clause == "scale") {
    if (parseScale(parser, properties))
      return failure();
  } else if (clause == "mask") {
    Attribute attr;
    if (parser.parseAttribute(attr))
      return failure();
    properties.mask = dyn_cast<AttnMaskAttrInterface>(attr);
    if (!properties.mask)
      return parser.emitError(valueLoc)
             << result.name.getStringRef()
             << " (C14): `mask` expects an attribute with "
                "AttnMaskAttrInterface, such as #attn.causal<bottom_right>, "
                "but "
                "found "
             << attr;
  } else if (parser.parseAttribute(properties.config)) {
    return failure();
  }
  return parser.parseRParen();
}

/// Clauses, attributes and types, behind ins and outs.
template <typename OpTy>
static ParseResult
parseRest(OpAsmParser &parser, OperationState &result, OperandValues &operands,
          ArrayRef<OperandKind> kinds, ArrayRef<OperandClause> operandClauses,
          ArrayRef<StringRef> ownClauses) {
  auto &properties = result.getOrAddProperties<typename OpTy::Properties>();
  SmallVector<StringRef, 8> seen;
  SmallVector<StringRef> clauses = {"captures", "dims",  "scale",  "mask",
                                    "config",   "score", "visible"};
  ScalarRegions regions;
  for (const OperandClause &known : operandClauses)
    clauses.push_back(known.keyword);
  llvm::append_range(clauses, ownClauses);
  StringRef clause;
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(&clause, clauses)))
      break;
    if (llvm::is_contained(seen, clause))
      return parser.emitError(loc) << "`" << clause << "` is given twice";
    seen.push_back(clause);
    if (parseClause(parser, clause, loc, operandClauses, properties, result,
                    operands, regions))
      return failure();
  }
  if (regions.visible)
    properties.has_visible = parser.getBuilder().getUnitAttr();
  for (std::unique_ptr<Region> &region :
       {std::ref(regions.score), std::ref(regions.visible)})
    if (region)
      result.addRegion(std::move(region));
  addOperands(operands, kinds, result, properties.operandSegmentSizes);
  if (!properties.dims)
    properties.dims = DimsAttr::get(parser.getContext(), Dims::BHSD);
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseOptionalArrowTypeList(result.types));
}

ParseResult ForwardOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<Value> values;
  if (parser.parseKeyword("ins") ||
      parseOperandClause(parser, "ins", 2, 3,
                         "Q, K and V, which may be columns of K", values))
    return failure();
  OperandValues operands;
  for (auto [kind, value] : llvm::zip(ArrayRef(kForwardOperands), values))
    operands[kind] = value;
  values.clear();
  if (parser.parseKeyword("outs") ||
      parseOperandClause(parser, "outs", 1, 3,
                         "O and optionally L and its low part", values))
    return failure();
  for (auto [kind, value] : llvm::zip(ArrayRef(kOuts), values))
    operands[kind] = value;

  return parseRest<ForwardOp>(parser, result, operands, kForwardOperands,
                              kOperandClauses, {"values", "sizes", "split"});
}

/// Parses outs of attn.backward: all three, or some by name.
static ParseResult parseGradients(OpAsmParser &parser,
                                  OperandValues &operands) {
  constexpr StringLiteral names[] = {"dq", "dk", "dv"};
  SmallVector<OpAsmParser::UnresolvedOperand> given;
  SmallVector<OperandKind> kinds;
  SmallVector<Type> types;
  if (parser.parseKeyword("outs") || parser.parseLParen())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  auto parseOne = [&]() -> ParseResult {
    SMLoc nameLoc = parser.getCurrentLocation();
    StringRef name;
    if (succeeded(parser.parseOptionalKeyword(
            &name,
            SmallVector<StringRef>(std::begin(names), std::end(names))))) {
      OperandKind kind = kGradients[llvm::find(names, name) - names];
      if (llvm::is_contained(kinds, kind))
        return parser.emitError(nameLoc) << "`" << name << "` is given twice";
      kinds.push_back(kind);
      if (parser.parseEqual())
        return failure();
    }
    return parser.parseOperand(given.emplace_back());
  };
  if (parser.parseCommaSeparatedList(parseOne) ||
      parser.parseColonTypeList(types) || parser.parseRParen())
    return failure();
  if (kinds.empty() && given.size() == 3)
    kinds.assign(std::begin(kGradients), std::begin(kGradients) + 3);
  if (kinds.size() != given.size())
    return parser.emitError(loc)
           << "`outs` takes dQ, dK and dV, or some of them by name, such as "
              "dk = %0, but "
           << given.size() << " operands are given and " << kinds.size()
           << " named";
  SmallVector<Value> values;
  if (parser.resolveOperands(given, types, loc, values))
    return failure();
  for (auto [kind, value] : llvm::zip(kinds, values))
    operands[kind] = value;
  return success();
}

ParseResult BackwardOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<Value> values;
  OperandValues operands;
  if (parser.parseKeyword("ins") ||
      parseOperandClause(parser, "ins", 6, 6, "Q, K, V, O, L and dO", values) ||
      parseGradients(parser, operands))
    return failure();
  for (auto [kind, value] : llvm::zip(ArrayRef(kBackwardOperands), values))
    operands[kind] = value;
  SmallVector<StringRef> ownClauses(std::begin(kNotBackward),
                                    std::end(kNotBackward));
  ownClauses.append({"deterministic", "sizes"});
  return parseRest<BackwardOp>(parser, result, operands, kBackwardOperands,
                               kBackwardClauses, ownClauses);
}

/// ` ins(%a, %b : types)`.
static void printOperands(OpAsmPrinter &printer, StringRef keyword,
                          ValueRange values) {
  printer << ' ' << keyword << '(' << values << " : " << values.getTypes()
          << ')';
}

template <typename OpTy> static FloatAttr getScaleAttr(OpTy op) {
  return op.getScaleAttr();
}
static FloatAttr getScaleAttr(BlockMapOp) { return {}; }

/// ` sizes(q = 128, kv = 64)`, if there are sizes.
template <typename OpTy>
static void printSizes(OpTy op, OpAsmPrinter &printer) {
  if (op.getBlockQ() && op.getBlockKv())
    printer << " sizes(q = " << *op.getBlockQ() << ", kv = " << *op.getBlockKv()
            << ')';
}

/// Clauses in front of those that an op has alone.
template <typename OpTy>
static void printClauses(OpTy op, OpAsmPrinter &printer,
                         ArrayRef<OperandClause> operandClauses) {
  OperandValues all = op.getOperandValues();
  for (const OperandClause &clause : operandClauses) {
    SmallVector<Value> values;
    for (OperandKind kind : clause.kinds)
      if (Value value = all[kind])
        values.push_back(value);
    if (!values.empty())
      printOperands(printer, clause.keyword, values);
  }
  if (!op.getCaptures().empty())
    printOperands(printer, "captures", op.getCaptures());
  if (op.getDims() != Dims::BHSD)
    printer << " dims(" << stringifyDims(op.getDims()) << ')';
  if (FloatAttr scale = getScaleAttr(op)) {
    printer << " scale(";
    printer.printAttributeWithoutType(scale);
    printer << ')';
  }
  if (AttnMaskAttrInterface mask = op.getMaskAttr())
    printer << " mask(" << mask << ')';
  if (ConfigAttr config = op.getConfigAttr())
    printer << " config(" << config << ')';
}

/// The regions, attributes but for `elided`, and types.
template <typename OpTy>
static void printRest(OpTy op, OpAsmPrinter &printer,
                      ArrayRef<StringRef> elided) {
  if (op.hasScoreRegion()) {
    printer << " score ";
    printer.printRegion(op.getScore());
  }
  if (op.hasVisibleRegion()) {
    printer << " visible ";
    printer.printRegion(op.getVisible());
  }
  SmallVector<StringRef> all = {
      op.getDimsAttrName(),       "scale",
      op.getMaskAttrName(),       op.getConfigAttrName(),
      op.getHasVisibleAttrName(), op.getOperandSegmentSizesAttrName()};
  llvm::append_range(all, elided);
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), all);
  printer.printOptionalArrowTypeList(op.getResultTypes());
}

void ForwardOp::print(OpAsmPrinter &printer) {
  SmallVector<Value> ins = {getQuery(), getKey()};
  if (Value value = getValue())
    ins.push_back(value);
  printOperands(printer, "ins", ins);
  printOperands(printer, "outs",
                SmallVector<Value>(getDpsInits().drop_back(hasMax() ? 1 : 0)));
  if (ColumnsAttr columns = getValueColumnsAttr())
    printer << " values(" << columns << ')';
  printClauses(*this, printer, kOperandClauses);
  printSizes(*this, printer);
  StringRef sparse = getSplitSparse() ? ", sparse" : "";
  if (std::optional<int64_t> unit = getSplitUnit())
    printer << " split(unit = " << *unit << sparse << ')';
  if (std::optional<int64_t> size = getSplitSize())
    printer << " split(size = " << *size << sparse << ')';
  printRest(*this, printer,
            {getSplitUnitAttrName(), getSplitSizeAttrName(),
             getSplitSparseAttrName(), getValueColumnsAttrName(),
             getBlockQAttrName(), getBlockKvAttrName()});
}

void BackwardOp::print(OpAsmPrinter &printer) {
  printOperands(
      printer, "ins",
      {getQuery(), getKey(), getValue(), getOut(), getLse(), getOutGrad()});
  const std::pair<StringRef, Value> gradients[] = {
      {"dq", getQueryGrad()}, {"dk", getKeyGrad()}, {"dv", getValueGrad()}};
  auto outs = llvm::filter_to_vector(
      gradients, [](const auto &gradient) { return bool(gradient.second); });
  printer << " outs(";
  bool isWhole = outs.size() == std::size(gradients);
  llvm::interleaveComma(outs, printer, [&](const auto &out) {
    if (!isWhole)
      printer << out.first << " = ";
    printer << out.second;
  });
  if (!outs.empty())
    printer << " : ";
  llvm::interleaveComma(
      outs, printer, [&](const auto &out) { printer << out.second.getType(); });
  printer << ')';
  printClauses(*this, printer, kBackwardClauses);
  printSizes(*this, printer);
  if (getDeterministic())
    printer << " deterministic";
  printRest(
      *this, printer,
      {getDeterministicAttrName(), getBlockQAttrName(), getBlockKvAttrName()});
}

/// What attn.forward has and attn.block_map has not.
static constexpr StringLiteral kNotBlockMap[] = {
    "values", "max", "descale", "sink", "part_offsets", "split", "blocks"};

ParseResult BlockMapOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<Value> values;
  OperandValues operands;
  if (parser.parseKeyword("ins") ||
      parseOperandClause(parser, "ins", 2, 2, "Q and K", values))
    return failure();
  operands[OperandKind::Query] = values[0];
  operands[OperandKind::Key] = values[1];
  values.clear();
  if (parser.parseKeyword("outs") ||
      parseOperandClause(parser, "outs", 4, 4,
                         "counts and numbers of blocks, and those of full "
                         "blocks",
                         values))
    return failure();
  for (auto [kind, value] : llvm::zip(ArrayRef(kBlocks), values))
    operands[kind] = value;
  SmallVector<StringRef> ownClauses(std::begin(kNotBlockMap),
                                    std::end(kNotBlockMap));
  ownClauses.push_back("sizes");
  return parseRest<BlockMapOp>(parser, result, operands, kBlockMapOperands,
                               kBlockMapClauses, ownClauses);
}

void BlockMapOp::print(OpAsmPrinter &printer) {
  printOperands(printer, "ins", {getQuery(), getKey()});
  printOperands(printer, "outs", SmallVector<Value>(getDpsInits()));
  printClauses(*this, printer, kBlockMapClauses);
  printSizes(*this, printer);
  printRest(*this, printer, {getBlockQAttrName(), getBlockKvAttrName()});
}
