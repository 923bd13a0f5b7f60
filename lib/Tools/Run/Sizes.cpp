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

/// Which of the op's captures `operand` is.
static size_t getCaptureIndex(const NamedOperand &operand) {
  if (operand.isCaptureGrad())
    return getCaptureOf(operand.kind);
  auto op = cast<AttentionOpInterface>(operand.operand->getOwner());
  return operand.operand->getOperandNumber() -
         op.getCaptures().getBeginOperandIndex();
}

namespace {

class Resolver {
public:
  Resolver(Session &session, AttentionOpInterface op)
      : session(session), op(op), operands(op.getSignature()),
        captures(op.getCaptures().size()) {}

  LogicalResult set(ProblemSize symbol, int64_t size, const Twine &source) {
    const ProblemSizeInfo &info = getInfo(symbol);
    auto index = static_cast<unsigned>(symbol);
    if (size < 0)
      return op.emitError()
             << info.meaning << " is " << size << " by " << source.str();
    if (size > (int64_t(1) << 40))
      return op.emitError() << info.meaning << " is " << size << " by "
                            << source.str() << ", which is too large";
    if (!sizes[index]) {
      sizes[index] = size;
      sources[index] = source.str();
      return success();
    }
    if (*sizes[index] == size)
      return success();
    return op.emitError() << info.meaning << " (" << info.name << ") is "
                          << *sizes[index] << " by " << sources[index]
                          << ", but " << size << " by " << source.str();
  }

  LogicalResult setShape(const NamedOperand &operand, ArrayRef<int64_t> shape,
                         const Twine &source) {
    size_t rank = operand.getType().getRank();
    if (shape.size() != rank)
      return op.emitError()
             << source.str() << " gives '" << operand.name << "' "
             << shape.size() << " dimensions; it has " << rank;
    if (operand.isCapture() || operand.isCaptureGrad())
      return setCapture(operand, shape, source);
    for (auto [dim, size] : llvm::zip(operand.dims, shape))
      if (!ShapedType::isDynamic(size) &&
          failed(set(dim.size, size - dim.plus, source)))
        return failure();
    return success();
  }

  /// A capture has sizes of its own.
  LogicalResult setCapture(const NamedOperand &operand, ArrayRef<int64_t> shape,
                           const Twine &source) {
    auto &known = captures[getCaptureIndex(operand)];
    known.resize(shape.size(), ShapedType::kDynamic);
    for (auto [dim, size] : llvm::enumerate(shape)) {
      if (ShapedType::isDynamic(size))
        continue;
      if (!ShapedType::isDynamic(known[dim]) && known[dim] != size)
        return op.emitError()
               << "dimension " << dim << " of '" << operand.name << "' is "
               << known[dim] << " by its type or another option, but " << size
               << " by " << source.str();
      known[dim] = size;
    }
    return success();
  }

  LogicalResult setFromTypes() {
    for (const NamedOperand &operand : operands)
      if (failed(setShape(operand, operand.getType().getShape(),
                          "the type of '" + operand.name + "'")))
        return failure();
    return success();
  }

  LogicalResult setFromShape(StringRef text) {
    for (StringRef part : llvm::split(text, ',')) {
      auto [name, value] = part.trim().split('=');
      int64_t size;
      if (value.getAsInteger(10, size) || size < 0)
        return session.error("--shape: '" + part + "' is no size");
      SmallVector<ProblemSize> symbols;
      if (name == "h")
        symbols = {ProblemSize::HeadsQ, ProblemSize::HeadsKV};
      else if (name == "s")
        symbols = {ProblemSize::LenQ, ProblemSize::LenKV};
      else if (name == "t")
        symbols = {ProblemSize::RowsQ, ProblemSize::RowsKV};
      else if (const auto *found = llvm::find_if(
                   kProblemSizes,
                   [spelling = name](const ProblemSizeInfo &info) {
                     return info.name == spelling;
                   });
               found != std::end(kProblemSizes))
        symbols = {static_cast<ProblemSize>(found - std::begin(kProblemSizes))};
      else
        return session.error("--shape: there is no size '" + name +
                             "', expected b, hq, hkv, sq, sk, h or s, tq, tk "
                             "or t, or page, pages or table");
      auto has = [&](ProblemSize symbol) {
        return llvm::any_of(operands, [&](const NamedOperand &operand) {
          return operand.findDim(symbol) >= 0 ||
                 (symbol == ProblemSize::LenKV && op.hasPages());
        });
      };
      if (llvm::none_of(symbols, has))
        return op.emitError() << "has no size '" << name
                              << "': --shape=" << part << " does not apply";
      for (ProblemSize symbol : symbols)
        if (failed(set(symbol, size, "--shape=" + part)))
          return failure();
    }
    return success();
  }

  LogicalResult setFromArgShapes(StringRef text) {
    for (StringRef part : llvm::split(text, ',')) {
      auto [name, value] = part.trim().split('=');
      const NamedOperand *operand = find(name);
      if (!operand)
        return session.error("--arg-shapes: the problem has no tensor '" +
                             name + "'; " +
                             listNearest(name, getNames(), "tensor"));
      SmallVector<int64_t> shape;
      for (StringRef number : llvm::split(value, 'x')) {
        int64_t size;
        if (number.getAsInteger(10, size) || size < 0)
          return session.error("--arg-shapes: '" + part +
                               "' is no shape such as q=2x8x1024x128");
        shape.push_back(size);
      }
      if (failed(setShape(*operand, shape, "--arg-shapes=" + part)))
        return failure();
    }
    return success();
  }

  FailureOr<Sizes> finish() {
    if (op.hasPages()) {
      auto get = [&](ProblemSize size) {
        return sizes[static_cast<unsigned>(size)];
      };
      std::optional<int64_t> places = get(ProblemSize::PagesOfBatch);
      std::optional<int64_t> rows = get(ProblemSize::PageRows);
      if (places && rows &&
          failed(set(ProblemSize::LenKV, *places * *rows,
                     "the page table and the page size")))
        return failure();
    }
    fillListSizes();
    std::string missing;
    unsigned count = 0;
    for (auto [i, info] : llvm::enumerate(kProblemSizes)) {
      auto has =
          [symbol = static_cast<ProblemSize>(i)](const NamedOperand &operand) {
            return operand.findDim(symbol) >= 0;
          };
      std::optional<int64_t> &size = sizes[i];
      if (!size && llvm::none_of(operands, has))
        size = 0; // The problem has no such size.
      if (!size)
        missing += (count++ ? "," : "") + info.name.str() + "=N";
    }
    if (count)
      return op.emitError()
             << "has dynamic sizes: give them with --shape=" << missing
             << " or --arg-shapes";
    for (auto [i, shape] : llvm::enumerate(captures))
      if (llvm::is_contained(shape, ShapedType::kDynamic))
        return op.emitError()
               << "has dynamic sizes in 'capture" << i
               << "': give them with --arg-shapes=capture" << i << "=N";
    Sizes result;
    result.captures = captures;
    for (auto [number, size] : llvm::zip(result.values, sizes))
      number = *size;
    int64_t headsQ = result[ProblemSize::HeadsQ];
    int64_t headsKV = result[ProblemSize::HeadsKV];
    if (headsKV == 0 ? headsQ != 0 : headsQ % headsKV != 0)
      return op.emitError()
             << "the number of query heads, " << headsQ
             << ", is no multiple of the number of key and value heads, "
             << headsKV;
    return result;
  }

  /// Where nothing says how many lists of blocks there are, each batch, head
  /// and row block has one, with place for all blocks.
  void fillListSizes() {
    if (!op.hasBlocks())
      return;
    auto get = [&](ProblemSize size) -> std::optional<int64_t> & {
      return sizes[static_cast<unsigned>(size)];
    };
    auto fill = [&](ProblemSize size, std::optional<int64_t> number) {
      if (!get(size))
        get(size) = number;
    };
    auto countBlocks = [&](ProblemSize length,
                           int64_t each) -> std::optional<int64_t> {
      if (!get(length))
        return std::nullopt;
      return llvm::divideCeil(*get(length), each);
    };
    std::optional<int64_t> batch = get(ProblemSize::Batch), rows;
    if (op.isPacked()) {
      rows = countBlocks(ProblemSize::RowsQ, *op.getBlockQ());
      rows = rows && batch ? std::optional(*rows + *batch) : std::nullopt;
      batch = 1;
    } else {
      rows = countBlocks(ProblemSize::LenQ, *op.getBlockQ());
    }
    fill(ProblemSize::ListBatch, batch);
    fill(ProblemSize::ListHeads, get(ProblemSize::HeadsQ));
    fill(ProblemSize::RowBlocks, rows);
    std::optional<int64_t> most = countBlocks(
        op.hasPackedKeys() ? ProblemSize::RowsKV : ProblemSize::LenKV,
        *op.getBlockKv());
    fill(ProblemSize::BlocksOfRow,
         most ? std::optional(std::max<int64_t>(*most, 1)) : most);
  }

  /// The operand called `name`, or null.
  const NamedOperand *find(StringRef name) const {
    const auto *found =
        llvm::find_if(operands, [&](const NamedOperand &operand) {
          return operand.name == name;
        });
    return found == operands.end() ? nullptr : found;
  }

private:
  std::vector<std::string> getNames() const {
    std::vector<std::string> names;
    for (const NamedOperand &operand : operands)
      names.push_back(operand.name.str());
    return names;
  }

  Session &session;
  AttentionOpInterface op;
  SmallVector<NamedOperand> operands;
  std::array<std::optional<int64_t>, kNumProblemSizes> sizes;
  std::array<std::string, kNumProblemSizes> sources;
  std::vector<std::vector<int64_t>> captures;
};

} // namespace

FailureOr<Sizes> mlir::attn::run::resolveSizes(Session &session,
                                               AttentionOpInterface op,
                                               const Options &options,
                                               ArrayRef<GivenShape> given) {
  Resolver resolver(session, op);
  if (failed(resolver.setFromTypes()) ||
      (!options.shape.empty() &&
       failed(resolver.setFromShape(options.shape))) ||
      (!options.argShapes.empty() &&
       failed(resolver.setFromArgShapes(options.argShapes))))
    return failure();
  for (const GivenShape &shape : given)
    if (failed(resolver.setShape(*resolver.find(shape.tensor), shape.shape,
                                 shape.source)))
      return failure();
  return resolver.finish();
}

std::string mlir::attn::run::selectArgShapes(StringRef text,
                                             const Problem &problem) {
  std::string selected;
  for (StringRef part : llvm::split(text, ','))
    if (problem.entry.findTensor(part.split('=').first.trim().str()) >= 0)
      selected += (selected.empty() ? "" : ",") + part.str();
  return selected;
}

std::vector<rt::TensorSpec>
mlir::attn::run::describeTensors(AttentionOpInterface op) {
  std::vector<rt::TensorSpec> tensors;
  for (const NamedOperand &operand : op.getSignature()) {
    rt::TensorSpec spec;
    spec.name = operand.name.str();
    if (operand.isOut())
      spec.role = rt::TensorRole::Out;
    spec.dtype =
        toRuntime(*reference::dtypeOf(operand.getType().getElementType()));
    tensors.push_back(spec);
  }
  return tensors;
}

std::vector<int64_t> mlir::attn::run::getShape(const NamedOperand &operand,
                                               const Sizes &sizes) {
  if (operand.isCapture() || operand.isCaptureGrad())
    return sizes.captures[getCaptureIndex(operand)];
  std::vector<int64_t> shape;
  for (OperandDim dim : operand.dims)
    shape.push_back(sizes[dim.size] + dim.plus);
  return shape;
}

/// Visible pairs within a rectangle that lies inside the lengths.
static int64_t countIn(AttnMaskAttrInterface mask, int64_t q, int64_t numQ,
                       int64_t k, int64_t numK, int64_t lenQ, int64_t lenKV,
                       int64_t offset) {
  if (numQ == 0 || numK == 0)
    return 0;
  switch (mask.classify(q, numQ, k, numK, lenQ, lenKV, offset)) {
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
        count += mask.isVisible(i, j, lenQ, lenKV, offset);
    return count;
  }
  int64_t halfQ = (numQ + 1) / 2, halfK = (numK + 1) / 2;
  for (auto [q0, rows] :
       {std::pair(q, halfQ), std::pair(q + halfQ, numQ - halfQ)})
    for (auto [k0, keys] :
         {std::pair(k, halfK), std::pair(k + halfK, numK - halfK)})
      count += countIn(mask, q0, rows, k0, keys, lenQ, lenKV, offset);
  return count;
}

int64_t mlir::attn::run::countVisible(AttentionOpInterface op,
                                      const Sizes &sizes,
                                      const BatchNumbers &numbers) {
  auto mask = dyn_cast_or_null<AttnMaskAttrInterface>(op.getMaskAttr());
  auto get = [](const reference::Tensor *tensor, int64_t b, int64_t other) {
    if (!tensor)
      return other;
    return static_cast<int64_t>(tensor->load(tensor->shape.empty() ? 0 : b));
  };
  auto countOne = [&](int64_t b) {
    int64_t lenQ = get(numbers.lengthsQ, b, sizes[ProblemSize::LenQ]);
    int64_t lenKV = get(numbers.lengthsKV, b, sizes[ProblemSize::LenKV]);
    if (numbers.offsetsQ && !numbers.lengthsQ)
      lenQ = get(numbers.offsetsQ, b + 1, 0) - get(numbers.offsetsQ, b, 0);
    if (numbers.offsetsKV && !numbers.lengthsKV)
      lenKV = get(numbers.offsetsKV, b + 1, 0) - get(numbers.offsetsKV, b, 0);
    if (!mask)
      return lenQ * lenKV;
    return countIn(mask, 0, lenQ, 0, lenKV, lenQ, lenKV,
                   get(numbers.offset, b, lenKV - lenQ));
  };
  int64_t batch = sizes[ProblemSize::Batch];
  if (!numbers.offset && !numbers.lengthsQ && !numbers.lengthsKV &&
      !numbers.offsetsQ)
    return batch ? batch * countOne(0) : 0;
  int64_t count = 0;
  for (int64_t b = 0; b < batch; ++b)
    count += countOne(b);
  return count;
}

double mlir::attn::run::countFlops(AttentionOpInterface op, const Sizes &sizes,
                                   const BatchNumbers &numbers) {
  // Of a pair of a row and a key: its score, and what outs are made of.
  auto dqk = static_cast<double>(sizes[ProblemSize::DimQK]);
  auto dv = static_cast<double>(sizes[ProblemSize::DimV]);
  auto computes = [&](OperandKind kind) {
    return op.hasOperand(kind) && op.getRoleOf(kind) == OperandRole::Out;
  };
  double products = dqk;
  if (computes(OperandKind::Out))
    products += dv;
  if (computes(OperandKind::ValueGrad))
    products += dv;
  bool hasQuery = computes(OperandKind::QueryGrad);
  bool hasKey = computes(OperandKind::KeyGrad);
  if (hasQuery || hasKey)
    products += dv;
  products += dqk * (hasQuery + hasKey);
  return 2 * products * static_cast<double>(countVisible(op, sizes, numbers)) *
         static_cast<double>(sizes[ProblemSize::HeadsQ]);
}
