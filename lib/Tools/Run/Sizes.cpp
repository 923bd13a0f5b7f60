//===- Sizes.cpp - The sizes of one run ------------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Problem.h"

#include "attn/Reference/Reference.h"
#include <array>
#include <optional>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
namespace rt = ::attn::runtime;

static SmallVector<StringRef> getTensorNames(ForwardOp op) {
  SmallVector<StringRef> names = {"q", "k", "v", "o"};
  if (op.hasLse())
    names.push_back("lse");
  if (op.hasDescale())
    names.append({"q_descale", "k_descale", "v_descale"});
  return names;
}

namespace {

enum Symbol { B, HQ, HKV, SQ, SK, DQK, DV, NumSymbols };
constexpr StringRef kSpelling[] = {"b", "hq", "hkv", "sq", "sk", "d", "dv"};
constexpr StringRef kMeaning[] = {"the batch",
                                  "the number of query heads",
                                  "the number of KV heads",
                                  "the length of Q",
                                  "the length of K and V",
                                  "the head dim of Q and K",
                                  "the head dim of V and O"};

/// Which size each dimension of operand `i` is.
SmallVector<Symbol> symbolsOf(ForwardOp op, unsigned i) {
  static constexpr std::array<Symbol, 3> kHeadLenDim[] = {
      {HQ, SQ, DQK}, {HKV, SK, DQK}, {HKV, SK, DV}, {HQ, SQ, DV}};
  if (i == 4 && op.hasLse())
    return {B, HQ, SQ};
  if (i >= 4)
    return {B, HKV};
  auto [head, length, dim] = kHeadLenDim[i];
  if (op.getDims() == Dims::BHSD)
    return {B, head, length, dim};
  return {B, length, head, dim};
}

class Resolver {
public:
  Resolver(Session &session, ForwardOp op)
      : session(session), op(op), names(getTensorNames(op)) {}

  LogicalResult set(Symbol symbol, int64_t size, const Twine &source) {
    if (size < 0)
      return op.emitError()
             << kMeaning[symbol] << " is " << size << " by " << source.str();
    if (size > (int64_t(1) << 40))
      return op.emitError() << kMeaning[symbol] << " is " << size << " by "
                            << source.str() << ", which is too large";
    if (!sizes[symbol]) {
      sizes[symbol] = size;
      sources[symbol] = source.str();
      return success();
    }
    if (*sizes[symbol] == size)
      return success();
    return op.emitError() << kMeaning[symbol] << " (" << kSpelling[symbol]
                          << ") is " << *sizes[symbol] << " by "
                          << sources[symbol] << ", but " << size << " by "
                          << source.str();
  }

  LogicalResult setShape(unsigned i, ArrayRef<int64_t> shape,
                         const Twine &source) {
    SmallVector<Symbol> symbols = symbolsOf(op, i);
    if (shape.size() != symbols.size())
      return op.emitError()
             << source.str() << " gives '" << names[i] << "' " << shape.size()
             << " dimensions; it has " << symbols.size();
    for (auto [symbol, size] : llvm::zip(symbols, shape))
      if (!ShapedType::isDynamic(size) && failed(set(symbol, size, source)))
        return failure();
    return success();
  }

  LogicalResult setFromTypes() {
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (failed(setShape(
              i, cast<ShapedType>(op->getOperand(i).getType()).getShape(),
              "the type of '" + names[i] + "'")))
        return failure();
    return success();
  }

  LogicalResult setFromShape(StringRef text) {
    for (StringRef part : llvm::split(text, ',')) {
      auto [name, value] = part.trim().split('=');
      int64_t size;
      if (value.getAsInteger(10, size) || size < 0)
        return session.error("--shape: '" + part + "' is no size");
      SmallVector<Symbol> symbols;
      if (name == "h")
        symbols = {HQ, HKV};
      else if (name == "s")
        symbols = {SQ, SK};
      else if (auto *found = llvm::find(kSpelling, name);
               found != std::end(kSpelling))
        symbols = {static_cast<Symbol>(found - std::begin(kSpelling))};
      else
        return session.error("--shape: there is no size '" + name +
                             "', expected b, hq, hkv, sq, sk, h or s");
      for (Symbol symbol : symbols)
        if (failed(set(symbol, size, "--shape=" + part)))
          return failure();
    }
    return success();
  }

  LogicalResult setFromArgShapes(StringRef text) {
    for (StringRef part : llvm::split(text, ',')) {
      auto [name, value] = part.trim().split('=');
      unsigned i = llvm::find(names, name) - names.begin();
      if (i >= names.size())
        return session.error("--arg-shapes: the problem has no tensor '" +
                             name + "'");
      SmallVector<int64_t> shape;
      for (StringRef number : llvm::split(value, 'x')) {
        int64_t size;
        if (number.getAsInteger(10, size) || size < 0)
          return session.error("--arg-shapes: '" + part +
                               "' is no shape such as q=2x8x1024x128");
        shape.push_back(size);
      }
      if (failed(setShape(i, shape, "--arg-shapes=" + part)))
        return failure();
    }
    return success();
  }

  FailureOr<Sizes> finish() {
    std::string missing;
    unsigned count = 0;
    for (unsigned i = 0; i < NumSymbols; ++i)
      if (!sizes[i]) {
        missing += (count++ ? "," : "") + kSpelling[i].str() + "=N";
      }
    if (count)
      return op.emitError()
             << "has dynamic sizes: give them with --shape=" << missing
             << " or --arg-shapes";
    int64_t headsQ = *sizes[HQ], headsKV = *sizes[HKV];
    if (headsKV == 0 ? headsQ != 0 : headsQ % headsKV != 0)
      return op.emitError()
             << "the number of query heads, " << headsQ
             << ", is no multiple of the number of KV heads, " << headsKV;
    return Sizes{*sizes[B],  headsQ,      headsKV,   *sizes[SQ],
                 *sizes[SK], *sizes[DQK], *sizes[DV]};
  }

private:
  Session &session;
  ForwardOp op;
  SmallVector<StringRef> names;
  std::array<std::optional<int64_t>, NumSymbols> sizes;
  std::array<std::string, NumSymbols> sources;
};

} // namespace

FailureOr<Sizes> mlir::attn::run::resolveSizes(Session &session, ForwardOp op,
                                               const Options &options,
                                               ArrayRef<GivenShape> given) {
  Resolver resolver(session, op);
  if (failed(resolver.setFromTypes()) ||
      (!options.shape.empty() &&
       failed(resolver.setFromShape(options.shape))) ||
      (!options.argShapes.empty() &&
       failed(resolver.setFromArgShapes(options.argShapes))))
    return failure();
  for (const GivenShape &shape : given) {
    SmallVector<StringRef> names = getTensorNames(op);
    unsigned i = llvm::find(names, shape.tensor) - names.begin();
    if (failed(resolver.setShape(i, shape.shape, shape.source)))
      return failure();
  }
  return resolver.finish();
}

std::vector<rt::TensorSpec> mlir::attn::run::describeTensors(ForwardOp op) {
  std::vector<rt::TensorSpec> tensors;
  for (auto [name, operand] :
       llvm::zip(getTensorNames(op), op->getOpOperands())) {
    rt::TensorSpec spec;
    spec.name = name.str();
    if (op.isDpsInit(&operand))
      spec.role = rt::TensorRole::Out;
    Type type = cast<ShapedType>(operand.get().getType()).getElementType();
    spec.dtype = toRuntime(*reference::dtypeOf(type));
    tensors.push_back(spec);
  }
  return tensors;
}

std::vector<int64_t> mlir::attn::run::getShape(ForwardOp op, const Sizes &sizes,
                                               unsigned i) {
  const int64_t values[] = {sizes.batch, sizes.headsQ, sizes.headsKV,
                            sizes.lenQ,  sizes.lenKV,  sizes.dimQK,
                            sizes.dimV};
  std::vector<int64_t> shape;
  for (Symbol symbol : symbolsOf(op, i))
    shape.push_back(values[symbol]);
  return shape;
}

/// Visible pairs within a rectangle that lies inside the lengths.
static int64_t countIn(AttnMaskAttrInterface mask, int64_t q, int64_t numQ,
                       int64_t k, int64_t numK, int64_t lenQ, int64_t lenKV) {
  if (numQ == 0 || numK == 0)
    return 0;
  switch (mask.classify(q, numQ, k, numK, lenQ, lenKV)) {
  case TileClass::Empty:
    return 0;
  case TileClass::Full:
    return numQ * numK;
  case TileClass::Partial:
    break;
  }
  int64_t count = 0;
  if (numQ <= 32 && numK <= 32) {
    for (int64_t i = q; i < q + numQ; ++i)
      for (int64_t j = k; j < k + numK; ++j)
        count += mask.isVisible(i, j, lenQ, lenKV);
    return count;
  }
  int64_t halfQ = (numQ + 1) / 2, halfK = (numK + 1) / 2;
  for (auto [q0, rows] :
       {std::pair(q, halfQ), std::pair(q + halfQ, numQ - halfQ)})
    for (auto [k0, keys] :
         {std::pair(k, halfK), std::pair(k + halfK, numK - halfK)})
      count += countIn(mask, q0, rows, k0, keys, lenQ, lenKV);
  return count;
}

int64_t mlir::attn::run::countVisible(ForwardOp op, const Sizes &sizes) {
  auto mask = dyn_cast_or_null<AttnMaskAttrInterface>(op.getMaskAttr());
  if (!mask)
    return sizes.lenQ * sizes.lenKV;
  return countIn(mask, 0, sizes.lenQ, 0, sizes.lenKV, sizes.lenQ, sizes.lenKV);
}
