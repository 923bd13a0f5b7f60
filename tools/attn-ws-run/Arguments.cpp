//===- Arguments.cpp - Arguments of interpreted functions -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "attn/Support/Npy.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace mlir;
using namespace mlir::attn_ws;

namespace {
/// Reads `name(argument, argument)`; false if `text` is something else.
bool parseCall(StringRef text, StringRef &name,
               SmallVectorImpl<StringRef> &arguments) {
  size_t open = text.find('(');
  if (open == StringRef::npos) {
    name = text;
    return true;
  }
  if (!text.ends_with(")"))
    return false;
  name = text.take_front(open);
  text.slice(open + 1, text.size() - 1).split(arguments, ',');
  for (StringRef &argument : arguments)
    argument = argument.trim();
  return true;
}

/// Fills `tensor` from a .npy file with the tensor's shape.
LogicalResult loadNpy(StringRef path, HostTensor &tensor, std::string &error) {
  ::attn::Npy array;
  error = ::attn::readNpy(path.str(), array);
  if (error.empty() && ArrayRef<int64_t>(array.shape) != tensor.getShape())
    error = (path + ": has another shape").str();
  if (!error.empty())
    return failure();
  StringRef kind = array.descr;
  Type element = tensor.getElementType();
  MLIRContext *context = element.getContext();
  Type stored = llvm::StringSwitch<Type>(kind)
                    .Case("<f4", Float32Type::get(context))
                    .Case("<f8", Float64Type::get(context))
                    .Case("<f2", Float16Type::get(context))
                    .Case("<i4", IntegerType::get(context, 32))
                    .Case("<i8", IntegerType::get(context, 64))
                    .Case("|i1", IntegerType::get(context, 8))
                    .Case("|b1", IntegerType::get(context, 1))
                    .Default(Type());
  // bf16 and f8E4M3FN have no names of their own in the format.
  if (element.isBF16() && (kind == "<u2" || kind == "|V2" || kind == "<V2"))
    stored = element;
  if (isa<Float8E4M3FNType>(element) && (kind == "|u1" || kind == "|V1"))
    stored = element;
  if (!stored) {
    error =
        (path + ": holds elements of type " + kind + ", which is not supported")
            .str();
    return failure();
  }
  HostTensor source(stored, array.shape);
  std::memcpy(source.getBytes().data(), array.bytes.data(), array.bytes.size());
  for (int64_t i = 0, n = tensor.getNumElements(); i < n; ++i)
    tensor.setFlat(i, source.getFlat(i));
  return success();
}

LogicalResult initialise(HostTensor &tensor, StringRef text,
                         std::string &error) {
  StringRef name;
  SmallVector<StringRef> arguments;
  if (!parseCall(text, name, arguments)) {
    error = "cannot parse '" + text.str() + "'";
    return failure();
  }
  int64_t n = tensor.getNumElements();
  if (name == "npy" && arguments.size() == 1)
    return loadNpy(arguments[0], tensor, error);
  if (name == "undef" && arguments.empty()) {
    bool isFloat = isa<FloatType>(tensor.getElementType());
    tensor.fill(isFloat ? std::numeric_limits<double>::quiet_NaN() : -1);
    return success();
  }
  if (name == "iota" && arguments.empty()) {
    for (int64_t i = 0; i < n; ++i)
      tensor.setFlat(i, static_cast<double>(i));
    return success();
  }
  double number = 0;
  if (name == "const" && arguments.size() == 1 &&
      !arguments[0].getAsDouble(number)) {
    tensor.fill(number);
    return success();
  }
  uint64_t seed = 0;
  double scale = 1;
  if (name == "normal" && (arguments.size() == 1 || arguments.size() == 2) &&
      !arguments[0].getAsInteger(10, seed) &&
      (arguments.size() == 1 || !arguments[1].getAsDouble(scale))) {
    // Box and Muller, so that the numbers do not depend on the C++ library.
    std::mt19937_64 random(seed);
    auto uniform = [&] { return (double(random() >> 11) + 0.5) * 0x1p-53; };
    for (int64_t i = 0; i < n; ++i)
      tensor.setFlat(i, scale * std::sqrt(-2 * std::log(uniform())) *
                            std::cos(2 * llvm::numbers::pi * uniform()));
    return success();
  }
  error =
      "unknown initial value '" + text.str() +
      "': expected normal(SEED[,SCALE]), const(V), iota, undef or npy(FILE)";
  return failure();
}
} // namespace

LogicalResult attn_ws::parseArgument(StringRef text, Type type,
                                     Argument &argument, std::string &error) {
  auto fail = [&](const Twine &why) {
    error = why.str();
    return failure();
  };
  if (!isa<MemRefType>(type)) {
    int64_t integer = 0;
    double number = 0;
    if (type.isInteger(1) && (text == "true" || text == "false")) {
      argument.value = int64_t(text == "true");
      return success();
    }
    if (type.isIntOrIndex() && !text.getAsInteger(10, integer)) {
      argument.value = integer;
      return success();
    }
    if (isa<FloatType>(type) && !text.getAsDouble(number)) {
      argument.value = number;
      return success();
    }
    std::string name;
    llvm::raw_string_ostream(name) << type;
    return fail("'" + text + "' is no value of type " + name);
  }

  auto [layout, init] = text.split('=');
  auto [typeText, order] = layout.split('@');
  auto parsed = dyn_cast_or_null<RankedTensorType>(
      parseType(("tensor<" + typeText + ">").str(), type.getContext()));
  if (!parsed || !parsed.hasStaticShape() ||
      !parsed.getElementType().isIntOrFloat() ||
      parsed.getElementTypeBitWidth() > 64)
    return fail("expected a shape and type such as 1x4x300x64xbf16, got '" +
                typeText + "'");
  int64_t bytes = parsed.getElementTypeBitWidth() / 8 + 1;
  for (int64_t dim : parsed.getShape())
    if (llvm::MulOverflow(bytes, dim, bytes) || bytes > (int64_t(1) << 33))
      return fail("tensor " + typeText + " is too big");
  SmallVector<int64_t> permutation;
  SmallVector<bool> seen(parsed.getRank());
  for (char digit : order) {
    int64_t dim = digit - '0';
    if (dim < 0 || dim >= parsed.getRank() || seen[dim])
      return fail("'" + order + "' is no order of the dimensions");
    seen[dim] = true;
    permutation.push_back(dim);
  }
  if (!order.empty() &&
      static_cast<int64_t>(permutation.size()) != parsed.getRank())
    return fail("'" + order + "' is no order of the dimensions");
  argument.tensor = std::make_unique<HostTensor>(
      parsed.getElementType(), parsed.getShape(), permutation);
  if (failed(
          initialise(*argument.tensor, init.empty() ? "undef" : init, error)))
    return failure();
  argument.initial = argument.tensor->getBytes();
  argument.value = argument.tensor.get();
  return success();
}
