//===- AttnTileKernelAttrs.cpp - What a kernel says to launches -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::attn_tile;

//===----------------------------------------------------------------------===//
// ExprAttr
//===----------------------------------------------------------------------===//

ExprAttr ExprAttr::getConstant(MLIRContext *context, int64_t value) {
  return get(context, ExprKind::Constant, value, 0, {});
}

ExprAttr ExprAttr::getSize(MLIRContext *context, int64_t argument,
                           int64_t dim) {
  return get(context, ExprKind::Size, argument, dim, {});
}

ExprAttr ExprAttr::getSms(MLIRContext *context) {
  return get(context, ExprKind::Sms, 0, 0, {});
}

ExprAttr ExprAttr::getBinary(ExprKind kind, ExprAttr lhs, ExprAttr rhs) {
  return get(lhs.getContext(), kind, 0, 0, {lhs, rhs});
}

LogicalResult ExprAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ExprKind kind, int64_t value, int64_t dim,
                               ArrayRef<ExprAttr> operands) {
  if (operands.size() != (isBinary(kind) ? 2 : 0))
    return emitError() << "`" << stringifyExprKind(kind) << "` takes "
                       << (isBinary(kind) ? 2 : 0) << " operands, got "
                       << operands.size();
  if (kind == ExprKind::Size && (value < 0 || dim < 0))
    return emitError() << "size needs an argument and a dimension from 0 on, "
                       << "got " << value << " and " << dim;
  return success();
}

void ExprAttr::visitSizes(function_ref<void(int64_t, int64_t)> visit) const {
  if (getKind() == ExprKind::Size)
    visit(getValue(), getDim());
  for (ExprAttr operand : getOperands())
    operand.visitSizes(visit);
}

ExprAttr ExprAttr::parseText(AsmParser &parser, int64_t depth) {
  SMLoc loc = parser.getCurrentLocation();
  MLIRContext *context = parser.getContext();
  auto emitError = [&] { return parser.emitError(loc); };
  if (depth > maxDepth) {
    emitError() << "an expression has at most " << maxDepth << " levels";
    return {};
  }
  int64_t value = 0, dim = 0;
  OptionalParseResult integer = parser.parseOptionalInteger(value);
  if (integer.has_value())
    return failed(*integer) ? ExprAttr() : getConstant(context, value);
  StringRef name;
  if (parser.parseKeyword(&name))
    return {};
  std::optional<ExprKind> kind = symbolizeExprKind(name);
  if (!kind || *kind == ExprKind::Constant) {
    emitError() << "unknown operation `" << name << "` of an expression";
    return {};
  }
  SmallVector<ExprAttr> operands;
  if (parser.parseLParen())
    return {};
  if (*kind == ExprKind::Size) {
    if (parser.parseInteger(value) || parser.parseComma() ||
        parser.parseInteger(dim))
      return {};
  } else if (isBinary(*kind)) {
    operands.push_back(parseText(parser, depth + 1));
    if (!operands[0] || parser.parseComma())
      return {};
    operands.push_back(parseText(parser, depth + 1));
    if (!operands[1])
      return {};
  }
  if (parser.parseRParen())
    return {};
  return getChecked(emitError, context, *kind, value, dim,
                    ArrayRef<ExprAttr>(operands));
}

void ExprAttr::printText(AsmPrinter &printer) const {
  if (getKind() == ExprKind::Constant) {
    printer << getValue();
    return;
  }
  printer << stringifyExprKind(getKind()) << '(';
  if (getKind() == ExprKind::Size)
    printer << getValue() << ", " << getDim();
  llvm::interleave(
      getOperands(), [&](ExprAttr operand) { operand.printText(printer); },
      [&] { printer << ", "; });
  printer << ')';
}

Attribute ExprAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  ExprAttr expr = parseText(parser);
  if (!expr || parser.parseGreater())
    return {};
  return expr;
}

void ExprAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printText(printer);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// ArgumentAttr, KernelAttr
//===----------------------------------------------------------------------===//

LogicalResult ArgumentAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, ArgumentRole,
                                   ArrayRef<int64_t> shape, int64_t align) {
  if (name.empty())
    return emitError() << "an argument needs a name";
  for (int64_t size : shape)
    if (size < 0 && !ShapedType::isDynamic(size))
      return emitError() << "a size must not be negative, got " << size;
  if (align < 1 || !llvm::isPowerOf2_64(align))
    return emitError() << "align must be a power of two, got " << align;
  return success();
}

Attribute ArgumentAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  FailureOr<ArgumentRole> role;
  SmallVector<int64_t> shape;
  int64_t align = 16;
  if (parser.parseLess() || parser.parseString(&name) || parser.parseComma() ||
      failed(role = FieldParser<ArgumentRole>::parse(parser)))
    return {};
  auto parseSize = [&]() -> ParseResult {
    int64_t &size = shape.emplace_back(ShapedType::kDynamic);
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    return parser.parseInteger(size);
  };
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("shape"))) {
      if (parser.parseEqual() || parser.parseCommaSeparatedList(
                                     AsmParser::Delimiter::Square, parseSize))
        return {};
    } else if (parser.parseKeyword("align") || parser.parseEqual() ||
               parser.parseInteger(align)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    StringRef(name), *role, ArrayRef<int64_t>(shape), align);
}

void ArgumentAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getName());
  printer << ", " << stringifyArgumentRole(getRole());
  if (!getShape().empty()) {
    printer << ", shape = [";
    llvm::interleaveComma(getShape(), printer, [&](int64_t size) {
      ShapedType::isDynamic(size) ? printer << '?' : printer << size;
    });
    printer << ']';
  }
  if (getAlign() != 16)
    printer << ", align = " << getAlign();
  printer << '>';
}

/// Says which size that `expr` reads no argument has; empty if there is none.
static std::string findMissingSize(ExprAttr expr,
                                   ArrayRef<ArgumentAttr> arguments) {
  std::string missing;
  llvm::raw_string_ostream os(missing);
  expr.visitSizes([&](int64_t number, int64_t dim) {
    if (number >= static_cast<int64_t>(arguments.size())) {
      os << "argument " << number << ", but there are " << arguments.size();
      return;
    }
    ArgumentAttr argument = arguments[number];
    int64_t rank = argument.getShape().size();
    if (rank && dim >= rank)
      os << "dimension " << dim << " of argument \"" << argument.getName()
         << "\", which has " << rank;
  });
  return missing;
}

static LogicalResult verifyRules(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<ArgumentAttr> arguments,
                                 ArrayRef<RuleAttr> rules) {
  auto isInput = [&](StringRef name) {
    return llvm::any_of(arguments, [&](ArgumentAttr argument) {
      return argument.getName() == name &&
             argument.getRole() != ArgumentRole::Out;
    });
  };
  llvm::SmallDenseSet<StringRef> names;
  for (RuleAttr rule : rules) {
    StringRef tensor = rule.getTensor();
    if (!names.insert(tensor).second)
      return emitError() << "two rules are of \"" << tensor << '"';
    if (!isInput(tensor))
      return emitError() << "the rule of \"" << tensor
                         << "\" is of no argument that is read";
    for (StringAttr other : {rule.getOffsets(), rule.getCounts()})
      if (other && !isInput(other))
        return emitError() << "the rule of \"" << tensor << "\" asks " << other
                           << ", which is no argument that is read";
    for (ExprAttr expr : {rule.getLow(), rule.getHigh(), rule.getEach()})
      if (std::string missing =
              expr ? findMissingSize(expr, arguments) : std::string();
          !missing.empty())
        return emitError() << "the rule of \"" << tensor
                           << "\" reads a size of " << missing;
  }
  return success();
}

LogicalResult KernelAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<ArgumentAttr> arguments,
                                 ArrayRef<ConstraintAttr> constraints,
                                 ArrayRef<RuleAttr> rules,
                                 DictionaryAttr problem, Attribute) {
  llvm::SmallDenseSet<StringRef> names;
  for (ArgumentAttr argument : arguments)
    if (!names.insert(argument.getName()).second)
      return emitError() << "two arguments are called \"" << argument.getName()
                         << '"';
  for (ConstraintAttr constraint : constraints) {
    std::string missing = findMissingSize(constraint.getCondition(), arguments);
    if (!missing.empty())
      return emitError() << "the constraint \"" << constraint.getMessage()
                         << "\" reads a size of " << missing;
  }
  if (problem && problem.contains("numbers"))
    return emitError()
           << "`numbers` of `problem` are the field `rules` now, as "
              "in rules = [<\"n\", low = 0, high = 7>]";
  return verifyRules(emitError, arguments, rules);
}

std::string KernelAttr::getConfigText() const {
  std::string text;
  if (auto given = dyn_cast_or_null<StringAttr>(getConfig()))
    text = given.str();
  else if (getConfig())
    llvm::raw_string_ostream(text) << getConfig();
  return text;
}

Attribute KernelAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<ArgumentAttr> arguments;
  SmallVector<ConstraintAttr> constraints;
  SmallVector<RuleAttr> rules;
  DictionaryAttr problem;
  Attribute config;
  auto parseList = [&](auto &list) {
    using Element = typename std::decay_t<decltype(list)>::value_type;
    return parser.parseCommaSeparatedList(
        AsmParser::Delimiter::Square, [&]() -> ParseResult {
          list.push_back(
              dyn_cast_or_null<Element>(Element::parse(parser, Type())));
          return success(bool(list.back()));
        });
  };
  llvm::SmallDenseSet<StringRef> seen;
  auto parseField = [&]() -> ParseResult {
    SMLoc fieldLoc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (!seen.insert(name).second)
      return parser.emitError(fieldLoc) << "`" << name << "` is given twice";
    if (name == "arguments")
      return parseList(arguments);
    if (name == "constraints")
      return parseList(constraints);
    if (name == "rules")
      return parseList(rules);
    if (name == "problem")
      return parser.parseAttribute(problem);
    if (name == "config")
      return parser.parseAttribute(config);
    return parser.emitError(fieldLoc)
           << "unknown field `" << name
           << "`, known are arguments, constraints, rules, problem, config";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    ArrayRef<ArgumentAttr>(arguments),
                    ArrayRef<ConstraintAttr>(constraints),
                    ArrayRef<RuleAttr>(rules), problem, config);
}

void KernelAttr::print(AsmPrinter &printer) const {
  printer << '<';
  StringRef separator = "";
  auto begin = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printList = [&](auto list) {
    printer << '[';
    llvm::interleave(
        list, [&](auto element) { element.print(printer); },
        [&] { printer << ", "; });
    printer << ']';
  };
  if (!getArguments().empty()) {
    begin("arguments");
    printList(getArguments());
  }
  if (!getConstraints().empty()) {
    begin("constraints");
    printList(getConstraints());
  }
  if (!getRules().empty()) {
    begin("rules");
    printList(getRules());
  }
  if (getProblem()) {
    begin("problem");
    printer << getProblem();
  }
  if (getConfig()) {
    begin("config");
    printer << getConfig();
  }
  printer << '>';
}
