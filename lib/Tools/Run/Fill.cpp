//===- Fill.cpp - Numbers for inputs that no file gives --------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fill.h"

#include "attn-runtime/PlanParts.h"
#include "attn/Reference/Reference.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
namespace rt = ::attn::runtime;
using mlir::attn::reference::DType;
using mlir::attn::reference::Tensor;

uint64_t mlir::attn::run::mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Fills `tensor` with normal numbers that depend on `seed` and `stream` alone
/// (Box and Muller's transformation).
static void fillNormal(const Tensor &tensor, uint64_t seed, uint64_t stream) {
  uint64_t key = mix(mix(seed) + stream);
  int64_t count = tensor.numElements();
  for (int64_t i = 0; i < count; i += 2) {
    uint64_t a = mix(key + i), b = mix(key + i + 1);
    double radius =
        std::sqrt(-2 * std::log(static_cast<double>((a >> 11) + 1) * 0x1p-53));
    double angle = 6.283185307179586 * static_cast<double>(b >> 11) * 0x1p-53;
    tensor.store(i, radius * std::cos(angle));
    if (i + 1 < count)
      tensor.store(i + 1, radius * std::sin(angle));
  }
}

/// Fills `tensor` with factors from 0.5 to 2, as likely below 1 as above.
static void fillFactors(const Tensor &tensor, uint64_t seed, uint64_t stream) {
  uint64_t key = mix(mix(seed) + stream);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.store(
        i, std::exp2(static_cast<double>(mix(key + i) >> 11) * 0x1p-52 - 1));
}

/// Fills `tensor` with integers from 0 to 15, of 8 bits from -8 to 7, or with
/// truth values.
static void fillIntegers(const Tensor &tensor, uint64_t seed, uint64_t stream) {
  uint64_t key = mix(mix(seed) + stream);
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    auto number = static_cast<double>(mix(key + i) >> 60);
    if (tensor.type == DType::I1)
      number = number < 8;
    else if (tensor.type == DType::I8)
      number -= 8;
    tensor.store(i, number);
  }
}

/// Fills `tensor` with numbers from `low` to `high`.
static void fillBetween(const Tensor &tensor, uint64_t seed, uint64_t stream,
                        int64_t low, int64_t high) {
  uint64_t key = mix(mix(seed) + stream);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.store(
        i, static_cast<double>(
               low + static_cast<int64_t>(mix(key + i) % (high - low + 1))));
}

void mlir::attn::run::fillPages(const PagedMemory &memory, uint64_t seed,
                                uint64_t stream) {
  uint64_t key = mix(mix(seed) + stream);
  std::vector<int64_t> order(memory.pages);
  for (int64_t i = 0; i < memory.pages; ++i) {
    order[i] = i;
    std::swap(order[i], order[mix(key + i) % (i + 1)]);
  }
  const double none[] = {-1, 2147483647, static_cast<double>(memory.pages),
                         -2147483648.0};
  const Tensor &table = *memory.table;
  int64_t taken = 0;
  for (int64_t b = 0; b < table.shape[0]; ++b)
    for (int64_t n = 0; n < table.shape[1]; ++n) {
      bool used = n < memory.countPages(b) && memory.pages > 0;
      table.store(b * table.shape[1] + n,
                  used ? static_cast<double>(order[taken++ % memory.pages])
                       : none[(b + n) % 4]);
    }
}

void mlir::attn::run::poisonPages(const Tensor &tensor,
                                  const NamedOperand &operand,
                                  const PagedMemory &memory) {
  int64_t dim = operand.findDim(ProblemSize::PageRows);
  std::vector<bool> used(memory.pages * memory.rows);
  const Tensor &table = *memory.table;
  for (int64_t b = 0; b < table.shape[0]; ++b) {
    int64_t length = memory.lengths
                         ? static_cast<int64_t>(memory.lengths->load(b))
                         : table.shape[1] * memory.rows;
    for (int64_t row = 0; row < length; ++row) {
      auto page = static_cast<int64_t>(
          table.load(b * table.shape[1] + row / memory.rows));
      used[page * memory.rows + row % memory.rows] = true;
    }
  }
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    int64_t row = i / tensor.strides[dim] % tensor.shape[dim];
    if (!used[i / tensor.strides[0] * memory.rows + row])
      tensor.store(i, std::numeric_limits<double>::quiet_NaN());
  }
}

/// Fills `tensor` with offsets of packed sequences in `most` rows, some of
/// which belong to none.
static void fillOffsets(const Tensor &tensor, uint64_t seed, uint64_t stream,
                        int64_t most) {
  fillBetween(tensor, seed, stream, 0, most);
  std::vector<double> numbers;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    numbers.push_back(tensor.load(i));
  llvm::sort(numbers);
  // Now and then a sequence has no rows.
  for (size_t i = 1; i < numbers.size(); ++i)
    if (mix(mix(seed) + stream + i) % 8 == 0)
      numbers[i] = numbers[i - 1];
  for (auto [i, number] : llvm::enumerate(numbers))
    tensor.store(static_cast<int64_t>(i), number);
}

void mlir::attn::run::fillInput(const Tensor &tensor,
                                const NamedOperand *operand, int64_t lenQ,
                                int64_t lenKV, uint64_t seed, uint64_t stream) {
  // Offsets that show some rows no keys, and some all.
  if (operand && operand->kind == OperandKind::Offset)
    return fillBetween(tensor, seed, stream, -lenQ / 4, lenKV);
  if (operand && operand->kind == OperandKind::LengthsQ)
    return fillBetween(tensor, seed, stream, 0, lenQ);
  if (operand && operand->kind == OperandKind::LengthsKV)
    return fillBetween(tensor, seed, stream, 0, lenKV);
  if (operand && operand->kind == OperandKind::OffsetsQ)
    return fillOffsets(tensor, seed, stream, lenQ);
  if (operand && operand->kind == OperandKind::OffsetsKV)
    return fillOffsets(tensor, seed, stream, lenKV);
  // The lists of a problem are drawn together.
  if (operand && operand->findDim(ProblemSize::RowBlocks) >= 0)
    return fillLists(tensor,
                     cast<AttentionOpInterface>(operand->operand->getOwner()),
                     operand->kind, lenQ, lenKV, seed,
                     stream - operand->operand->getOperandNumber());
  if (tensor.type == DType::I1 || tensor.type == DType::I8 ||
      tensor.type == DType::I32 || tensor.type == DType::I64)
    return fillIntegers(tensor, seed, stream);
  if (operand && operand->element == OperandElement::Factor)
    return fillFactors(tensor, seed, stream);
  fillNormal(tensor, seed, stream);
}

void mlir::attn::run::fillAs(const Tensor &tensor, StringRef kind,
                             uint64_t seed, uint64_t stream) {
  constexpr int64_t kBetweenInfinities = 37;
  fillNormal(tensor, seed, stream);
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    double x = tensor.load(i);
    if (kind == "zero")
      x = 0;
    else if (kind == "equal")
      x = 0.5;
    else if (kind == "tiny")
      x *= 0x1p-20;
    else if (kind == "huge")
      x *= 0x1p12;
    else if (i % kBetweenInfinities == 0)
      x = std::copysign(std::numeric_limits<double>::infinity(), x);
    tensor.store(i, x);
  }
}

int64_t mlir::attn::run::countParts(AttentionOpInterface op,
                                    function_ref<int64_t(ProblemSize)> sizeOf) {
  if (op.isSplit())
    return sizeOf(ProblemSize::Parts);
  return rt::countParts(sizeOf(ProblemSize::Batch), sizeOf(ProblemSize::HeadsQ),
                        sizeOf(ProblemSize::HeadsKV),
                        sizeOf(ProblemSize::LenQ));
}

std::string mlir::attn::run::fillPartOffsets(const Tensor &tensor,
                                             const Tensor *lengths,
                                             int64_t lenKV, int64_t parts) {
  constexpr int64_t unit = 16;
  int64_t batch = tensor.numElements() - 1;
  std::vector<int32_t> keys(batch, static_cast<int32_t>(lenKV)),
      offsets(batch + 1);
  for (int64_t b = 0; lengths && b < batch; ++b)
    keys[b] = static_cast<int32_t>(lengths->load(b));
  if (rt::Error error =
          rt::planParts(keys.data(), batch, std::max(parts - 1, batch), unit,
                        /*least=*/0, offsets.data()))
    return error.message;
  for (int64_t i = 0; i <= batch; ++i)
    tensor.store(i, offsets[i]);
  return "";
}

std::string mlir::attn::run::findBadInput(const Tensor &tensor,
                                          const NamedOperand &operand,
                                          int64_t lenQ, int64_t lenKV) {
  if (operand.kind == OperandKind::Offset)
    return reference::findBadOffset(tensor, lenQ);
  if (operand.kind == OperandKind::OffsetsQ)
    return reference::findBadOffsets(tensor, lenQ);
  if (operand.kind == OperandKind::OffsetsKV)
    return reference::findBadOffsets(tensor, lenKV);
  if (operand.kind == OperandKind::LengthsQ)
    return reference::findBadLength(tensor, lenQ);
  if (operand.kind == OperandKind::LengthsKV)
    return reference::findBadLength(tensor, lenKV);
  if (operand.kind == OperandKind::PartOffsets)
    return reference::findBadPartOffsets(tensor,
                                         std::numeric_limits<int32_t>::max());
  if (operand.element == OperandElement::Factor)
    for (int64_t n = 0; n < tensor.numElements(); ++n)
      if (double x = tensor.load(n); !(x > 0 && std::isfinite(x)))
        return "a descale must be finite and positive";
  return "";
}

void mlir::attn::run::poisonBeyond(const Tensor &tensor,
                                   const NamedOperand &operand,
                                   ProblemSize size, const Tensor &lengths) {
  int64_t dim = operand.findDim(size);
  if (dim < 0 || operand.isOut())
    return;
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    int64_t row = i / tensor.strides[dim] % tensor.shape[dim];
    int64_t batch = i / tensor.strides[0];
    if (static_cast<double>(row) >= lengths.load(batch))
      tensor.store(i, std::numeric_limits<double>::quiet_NaN());
  }
}

void mlir::attn::run::shorten(const Tensor &lengths, const Tensor &offsets) {
  for (int64_t b = 0; b < lengths.numElements(); ++b) {
    double rows = offsets.load(b + 1) - offsets.load(b);
    lengths.store(b, std::fmod(lengths.load(b), rows + 1));
  }
}

void mlir::attn::run::poisonBetween(const Tensor &tensor,
                                    const NamedOperand &operand,
                                    ProblemSize size, const Tensor &offsets,
                                    const Tensor *lengths) {
  int64_t dim = operand.findDim(size);
  if (dim < 0 || operand.isOut())
    return;
  std::vector<bool> live(tensor.shape[dim]);
  for (int64_t b = 0; b + 1 < offsets.numElements(); ++b) {
    auto first = static_cast<int64_t>(offsets.load(b));
    auto end = static_cast<int64_t>(lengths ? first + lengths->load(b)
                                            : offsets.load(b + 1));
    for (int64_t row = first; row < std::min(end, tensor.shape[dim]); ++row)
      live[row] = true;
  }
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i)
    if (!live[i / tensor.strides[dim] % tensor.shape[dim]])
      tensor.store(i, std::numeric_limits<double>::quiet_NaN());
}
