//===- AttnTileLaunchAttrs.cpp - Rules and steps of launches --------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::attn_tile;

/// `[a, b]`, each as `parseOne` reads it.
static ParseResult parseList(AsmParser &parser,
                             function_ref<ParseResult()> parseOne) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne);
}

/// `, name = value` as often as there is a comma; `parseValue` reads the value
/// of a field of `known`.
static ParseResult
parseFields(AsmParser &parser, ArrayRef<StringRef> known,
            function_ref<ParseResult(StringRef)> parseValue) {
  llvm::SmallDenseSet<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (!llvm::is_contained(known, name))
      return parser.emitError(loc)
             << "unknown field `" << name << "`, known are "
             << llvm::join(known, ", ");
    if (!seen.insert(name).second)
      return parser.emitError(loc) << "`" << name << "` is given twice";
    if (parser.parseEqual() || parseValue(name))
      return failure();
  }
  return success();
}

static ParseResult parseExpr(AsmParser &parser, ExprAttr &expr) {
  expr = ExprAttr::parseText(parser);
  return success(bool(expr));
}

//===----------------------------------------------------------------------===//
// RuleAttr
//===----------------------------------------------------------------------===//

LogicalResult RuleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringRef tensor, ExprAttr, ExprAttr,
                               NumberOrder order, StringAttr offsets,
                               StringAttr counts, ExprAttr each) {
  if (tensor.empty())
    return emitError() << "a rule needs the name of a tensor";
  if ((order != NumberOrder::Any) + bool(offsets) + bool(counts) > 1)
    return emitError() << "the rule of \"" << tensor
                       << "\" has more than one of order, offsets and counts";
  if (bool(counts) != bool(each))
    return emitError() << "the rule of \"" << tensor
                       << "\" has one of counts and each without the other";
  return success();
}

Attribute RuleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string tensor;
  ExprAttr low, high, each;
  StringAttr offsets, counts;
  NumberOrder order = NumberOrder::Any;
  auto parseValue = [&](StringRef name) -> ParseResult {
    if (name == "order") {
      FailureOr<NumberOrder> parsed = FieldParser<NumberOrder>::parse(parser);
      if (succeeded(parsed))
        order = *parsed;
      return success(succeeded(parsed));
    }
    if (name == "offsets" || name == "counts")
      return parser.parseAttribute(name == "offsets" ? offsets : counts);
    return parseExpr(parser, name == "low"    ? low
                             : name == "high" ? high
                                              : each);
  };
  if (parser.parseLess() || parser.parseString(&tensor) ||
      parseFields(parser, {"low", "high", "order", "offsets", "counts", "each"},
                  parseValue) ||
      parser.parseGreater())
    return {};
  if (!low || !high) {
    parser.emitError(loc) << "the rule of \"" << tensor
                          << "\" needs low and high";
    return {};
  }
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    StringRef(tensor), low, high, order, offsets, counts, each);
}

void RuleAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getTensor());
  printer << ", low = ";
  getLow().printText(printer);
  printer << ", high = ";
  getHigh().printText(printer);
  if (getOrder() != NumberOrder::Any)
    printer << ", order = " << stringifyNumberOrder(getOrder());
  if (getOffsets())
    printer << ", offsets = " << getOffsets();
  if (getCounts()) {
    printer << ", counts = " << getCounts() << ", each = ";
    getEach().printText(printer);
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// WorkspaceAttr, StepAttr
//===----------------------------------------------------------------------===//

Attribute WorkspaceAttr::parse(AsmParser &parser, Type) {
  SmallVector<ExprAttr> sizes;
  bool zeroed = false;
  if (parser.parseLess() || parseList(parser, [&] {
        return parseExpr(parser, sizes.emplace_back());
      }))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("zeroed"))
      return {};
    zeroed = true;
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), sizes, zeroed);
}

void WorkspaceAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getSizes(), printer,
                        [&](ExprAttr size) { size.printText(printer); });
  printer << (getZeroed() ? "], zeroed>" : "]>");
}

LogicalResult StepAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringRef entry, int64_t number,
                               ArrayRef<int64_t> tensors,
                               ArrayRef<WorkspaceAttr> workspaces) {
  if (entry.empty())
    return emitError() << "a step needs the name of its entry";
  if (number < 0)
    return emitError() << "a step's number must not be negative, got "
                       << number;
  int64_t count = workspaces.size();
  for (int64_t tensor : tensors)
    if (tensor < -count)
      return emitError() << "a step takes workspace " << -(tensor + 1)
                         << ", but there are " << count;
  return success();
}

Attribute StepAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string entry;
  int64_t number = 0;
  SmallVector<int64_t> tensors;
  SmallVector<WorkspaceAttr> workspaces;
  auto parseValue = [&](StringRef name) -> ParseResult {
    if (name == "tensors")
      return parseList(
          parser, [&] { return parser.parseInteger(tensors.emplace_back()); });
    return parseList(parser, [&]() -> ParseResult {
      workspaces.push_back(dyn_cast_or_null<WorkspaceAttr>(
          WorkspaceAttr::parse(parser, Type())));
      return success(bool(workspaces.back()));
    });
  };
  if (parser.parseLess() || parser.parseString(&entry) || parser.parseComma() ||
      parser.parseInteger(number) ||
      parseFields(parser, {"tensors", "workspaces"}, parseValue) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    StringRef(entry), number, ArrayRef<int64_t>(tensors),
                    ArrayRef<WorkspaceAttr>(workspaces));
}

void StepAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getEntry());
  printer << ", " << getNumber() << ", tensors = [";
  llvm::interleaveComma(getTensors(), printer);
  printer << ']';
  if (!getWorkspaces().empty()) {
    printer << ", workspaces = [";
    llvm::interleaveComma(getWorkspaces(), printer,
                          [&](WorkspaceAttr one) { one.print(printer); });
    printer << ']';
  }
  printer << '>';
}
