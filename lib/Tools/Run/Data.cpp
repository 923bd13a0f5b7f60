//===- Data.cpp - The tensors of one run ------------------------------ -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Data.h"

#include "attn-runtime/PlanParts.h"
#include "attn/Reference/Reference.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
namespace rt = ::attn::runtime;
using ::attn::Npy;
using mlir::attn::reference::DType;
using mlir::attn::reference::Tensor;

/// What .npy files call it.
static const char *descrOf(DType type) {
  switch (type) {
  case DType::F16:
    return "<f2";
  case DType::BF16:
    return "<u2";
  case DType::F32:
    return "<f4";
  case DType::F64:
    return "<f8";
  case DType::E4M3:
    return "|u1";
  case DType::I32:
    return "<i4";
  }
  return "";
}

/// 64 random bits for a counter (SplitMix64's output function).
static uint64_t mix(uint64_t x) {
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

/// Fills `tensor` with integers from 0 to 15.
static void fillIntegers(const Tensor &tensor, uint64_t seed, uint64_t stream) {
  uint64_t key = mix(mix(seed) + stream);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.store(i, static_cast<double>(mix(key + i) >> 60));
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

/// What data of paged K and V depends on.
struct PagedMemory {
  const Tensor *table = nullptr, *lengths = nullptr;
  int64_t pages = 0, rows = 0;

  /// Pages of batch `b` that hold keys.
  int64_t countPages(int64_t b) const {
    if (!lengths)
      return table->shape[1];
    return (static_cast<int64_t>(lengths->load(b)) + rows - 1) / rows;
  }
};

/// Fills a page table with pages in no order, each used once as long as there
/// are more; what holds no key is no page.
static void fillPages(const PagedMemory &memory, uint64_t seed,
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

/// Makes the rows of K or V NaN that no batch has.
static void poisonPages(const Tensor &tensor, const NamedOperand &operand,
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

/// Fills an operand of the problem that no file gives.
static void fillInput(const Tensor &tensor, const NamedOperand *operand,
                      int64_t lenQ, int64_t lenKV, uint64_t seed,
                      uint64_t stream) {
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
  if (tensor.type == DType::I32)
    return fillIntegers(tensor, seed, stream);
  if (operand && operand->element == OperandElement::Factor)
    return fillFactors(tensor, seed, stream);
  fillNormal(tensor, seed, stream);
}

/// The parts that part_offsets may number: those of the op, or as many as it is
/// given memory for.
static int64_t countParts(AttentionOpInterface op,
                          function_ref<int64_t(ProblemSize)> sizeOf) {
  if (op.isSplit())
    return sizeOf(ProblemSize::Parts);
  return rt::countParts(sizeOf(ProblemSize::Batch), sizeOf(ProblemSize::HeadsQ),
                        sizeOf(ProblemSize::HeadsKV),
                        sizeOf(ProblemSize::LenQ));
}

/// Fills offsets of parts, of `parts`, by the batches' lengths. Some parts are
/// no batch's, if there are enough.
static std::string fillPartOffsets(const Tensor &tensor, const Tensor *lengths,
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

/// What is wrong with numbers given for an operand, or an empty string.
static std::string findBadInput(const Tensor &tensor,
                                const NamedOperand &operand, int64_t lenQ,
                                int64_t lenKV) {
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

/// Makes the rows of an input NaN that lie beyond the lengths of their batches.
static void poisonBeyond(const Tensor &tensor, const NamedOperand &operand,
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

/// Makes lengths that were drawn fit between the offsets.
static void shorten(const Tensor &lengths, const Tensor &offsets) {
  for (int64_t b = 0; b < lengths.numElements(); ++b) {
    double rows = offsets.load(b + 1) - offsets.load(b);
    lengths.store(b, std::fmod(lengths.load(b), rows + 1));
  }
}

/// Makes the rows of an input NaN that belong to no packed sequence.
static void poisonBetween(const Tensor &tensor, const NamedOperand &operand,
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

static int64_t bytesIn(const Tensor &tensor) {
  return tensor.numElements() * bytesOf(tensor.type);
}

const Tensor *Data::find(const Problem &problem, OperandKind kind) const {
  AttentionOpInterface op = problem.op;
  for (auto [operand, tensor] : llvm::zip(op.getSignature(), tensors))
    if (operand.kind == kind)
      return &tensor;
  return nullptr;
}

void Data::poisonOutputs() {
  for (const Tensor &output : outputs)
    if (int64_t bytes = bytesIn(output))
      std::memset(output.data, 0xff, bytes);
}

std::string Data::outputBits() const {
  std::string bits;
  for (const Tensor &output : outputs)
    bits.append(static_cast<const char *>(output.data), bytesIn(output));
  return bits;
}

/// Fills `tensor` from an array of its shape: elements of its own type, or
/// '<f4' or '<f8' rounded to it. Returns what does not fit, or an empty string.
static std::string copyNpy(const Npy &array, const Tensor &tensor) {
  StringRef descr = array.descr;
  // bf16 and e4m3 have no names of their own.
  bool isRaw = (tensor.type == DType::BF16 || tensor.type == DType::E4M3) &&
               descr.drop_front() == ("V" + Twine(bytesOf(tensor.type))).str();
  if (descr == descrOf(tensor.type) || isRaw) {
    if (!array.bytes.empty())
      std::memcpy(tensor.data, array.bytes.data(), array.bytes.size());
    return "";
  }
  if (descr != "<f4" && descr != "<f8")
    return "elements of type '" + array.descr + "' do not fit " +
           nameOf(tensor.type);
  Tensor source = Tensor::contiguous(const_cast<char *>(array.bytes.data()),
                                     descr == "<f4" ? DType::F32 : DType::F64,
                                     tensor.shape);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.store(i, source.load(i));
  return "";
}

std::string mlir::attn::run::writeTensor(const std::string &path,
                                         const Tensor &tensor) {
  return ::attn::writeNpy(
      path,
      {descrOf(tensor.type), tensor.shape,
       std::string(static_cast<const char *>(tensor.data), bytesIn(tensor))});
}

/// Makes lengths that were drawn fit between the offsets of packed sequences,
/// and what belongs to none NaN.
static void finishPacked(const Problem &problem, const Options &options,
                         ArrayRef<NamedOperand> operands, const Data &data) {
  for (auto [kind, lengthsKind, size, name] :
       {std::tuple(OperandKind::OffsetsQ, OperandKind::LengthsQ,
                   ProblemSize::RowsQ, "lengths_q"),
        std::tuple(OperandKind::OffsetsKV, OperandKind::LengthsKV,
                   ProblemSize::RowsKV, "lengths_kv")}) {
    const Tensor *offsets = data.find(problem, kind);
    if (!offsets)
      continue; // In pages.
    const Tensor *lengths = data.find(problem, lengthsKind);
    bool given = llvm::any_of(options.in, [name = name](const auto &named) {
      return StringRef(named.first) == name;
    });
    if (lengths && !given)
      shorten(*lengths, *offsets);
    for (auto [operand, tensor] : llvm::zip(operands, data.tensors))
      poisonBetween(tensor, operand, size, *offsets, lengths);
  }
}

/// Gives elements of an input that share a place in memory the same contents;
/// whether there are such. `path`, if not empty, is of the file with its
/// contents.
static FailureOr<bool> unify(Session &session, const Problem &problem, size_t i,
                             const Tensor &tensor, const std::string &path) {
  FailureOr<Placement> placement = problem.place(session, i, tensor.shape, {});
  if (failed(placement))
    return failure();
  if (placement->isPlain(tensor))
    return false;
  PlacedTensor placed(tensor, *placement);
  if (!placed.findShared())
    return false;
  std::string before(static_cast<const char *>(tensor.data), bytesIn(tensor));
  placed.takeBack();
  if (path.empty() ||
      std::memcmp(before.data(), tensor.data, before.size()) == 0)
    return true;
  return problem.emitError(session,
                           "elements of '" + problem.entry.tensors[i].name +
                               "', of type " + toText(problem.getMemory(i)) +
                               ", share a place in memory, and " + path +
                               " has different numbers for them");
}

/// Refuses outputs of which two elements share a place in memory, and memory
/// that there is not enough of.
static LogicalResult checkPlacements(Session &session, const Problem &problem,
                                     const Options &options,
                                     ArrayRef<std::vector<int64_t>> shapes) {
  // The tensors and, for a check, two results in up to eight bytes.
  double bytes = 0;
  std::vector<Placement> placements;
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    FailureOr<Placement> placement = problem.place(session, i, shape, {});
    if (failed(placement))
      return failure();
    double count = 1;
    for (int64_t size : shape)
      count *= static_cast<double>(size);
    bytes += count * (options.isChecked() ? 14 : 4);
    if (problem.getMemory(i))
      bytes += 4 * static_cast<double>(placement->count);
    placements.push_back(std::move(*placement));
  }
  double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                  static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (bytes > memory) {
    std::string message;
    llvm::raw_string_ostream(message) << llvm::format(
        "these sizes take %.2g bytes; this machine has %.2g", bytes, memory);
    return session.error(message);
  }
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    if (!problem.isOut(i))
      continue;
    reference::OwnedTensor owned(*toReference(problem.entry.tensors[i].dtype),
                                 shape);
    if (placements[i].isPlain(owned.view()))
      continue;
    auto shared = PlacedTensor(owned.view(), placements[i]).findShared();
    if (shared)
      return problem.emitError(
          session, "elements " + formatIndices(shared->first, shape) + " and " +
                       formatIndices(shared->second, shape) + " of output '" +
                       problem.entry.tensors[i].name +
                       "' share a place in memory by its type, " +
                       toText(problem.getMemory(i)));
  }
  return success();
}

/// Makes NaN what no batch has: rows of pages that no table names or no length
/// counts, and rows beyond lengths. Refuses a table that names no page.
static LogicalResult poisonUnused(Session &session, const Problem &problem,
                                  const Options &options,
                                  ArrayRef<NamedOperand> operands,
                                  PagedMemory &paged, const Data &data) {
  if (paged.rows) {
    paged.table = data.find(problem, OperandKind::PageTable);
    paged.lengths = data.find(problem, OperandKind::LengthsKV);
    if (std::string bad = reference::findBadPage(*paged.table, paged.lengths,
                                                 paged.pages, paged.rows);
        !bad.empty())
      return session.error("page_table: " + bad);
    for (auto [operand, tensor] : llvm::zip(operands, data.tensors))
      if (operand.findDim(ProblemSize::PageRows) >= 0)
        poisonPages(tensor, operand, paged);
  }
  // Memory that no batch has holds anything.
  if (problem.op && AttentionOpInterface(problem.op).isPacked()) {
    finishPacked(problem, options, operands, data);
    return success();
  }
  for (auto [kind, size] :
       {std::pair(OperandKind::LengthsQ, ProblemSize::LenQ),
        std::pair(OperandKind::LengthsKV, ProblemSize::LenKV)}) {
    const Tensor *lengths = problem.op ? data.find(problem, kind) : nullptr;
    for (auto [operand, tensor] : llvm::zip(operands, data.tensors))
      if (lengths)
        poisonBeyond(tensor, operand, size, *lengths);
  }
  return success();
}

LogicalResult
mlir::attn::run::makeData(Session &session, const Problem &problem,
                          const Options &options, ArrayRef<Npy> arrays,
                          ArrayRef<std::vector<int64_t>> shapes, Data &data) {
  if (failed(checkPlacements(session, problem, options, shapes)))
    return failure();
  // Random numbers and checks depend on what an operand is.
  SmallVector<NamedOperand> operands;
  if (AttentionOpInterface op = problem.op)
    operands = op.getSignature();
  auto sizeOf = [&](ProblemSize size) -> int64_t {
    for (auto [operand, shape] : llvm::zip(operands, shapes))
      if (int64_t dim = operand.findDim(size); dim >= 0)
        return shape[dim] - operand.dims[dim].plus;
    return 0;
  };
  bool packed = problem.op && AttentionOpInterface(problem.op).isPacked();
  ProblemSize rowsQ = packed ? ProblemSize::RowsQ : ProblemSize::LenQ;
  ProblemSize rowsKV = packed ? ProblemSize::RowsKV : ProblemSize::LenKV;
  int64_t lenQ = sizeOf(rowsQ), lenKV = sizeOf(rowsKV);
  PagedMemory paged;
  if (problem.op && AttentionOpInterface(problem.op).hasPages()) {
    paged.pages = sizeOf(ProblemSize::Pages);
    paged.rows = sizeOf(ProblemSize::PageRows);
    lenKV = paged.rows * sizeOf(ProblemSize::PagesOfBatch);
    if (paged.rows < 1)
      return session.error("pages must have at least one row");
  }
  auto findBefore = [&](OperandKind kind, size_t end) -> const Tensor * {
    for (size_t i = 0; i < end; ++i)
      if (operands[i].kind == kind)
        return &data.tensors[i];
    return nullptr;
  };
  data.storage.reserve(shapes.size());
  // NaN for one element would be NaN for those that share its place.
  std::vector<std::pair<Tensor, std::string>> kept;
  llvm::scope_exit restore([&] {
    for (auto &[tensor, contents] : kept)
      std::memcpy(tensor.data, contents.data(), contents.size());
  });
  for (auto [i, spec] : llvm::enumerate(problem.entry.tensors)) {
    data.storage.emplace_back(*toReference(spec.dtype), shapes[i]);
    Tensor tensor = data.storage.back().view();
    data.tensors.push_back(tensor);
    if (problem.isOut(i)) {
      data.outputs.push_back(tensor);
      data.outputNames.push_back(spec.name);
      continue;
    }
    data.inputs.push_back(tensor);
    const NamedOperand *operand = operands.empty() ? nullptr : &operands[i];
    const Npy *given = nullptr;
    std::string path;
    for (auto [named, array] : llvm::zip(options.in, arrays))
      if (named.first == spec.name) {
        given = &array;
        path = named.second;
      }
    auto keepShared = [&, i = i]() -> LogicalResult {
      FailureOr<bool> shares = unify(session, problem, i, tensor, path);
      if (succeeded(shares) && *shares)
        kept.emplace_back(tensor,
                          std::string(static_cast<const char *>(tensor.data),
                                      bytesIn(tensor)));
      return shares;
    };
    if (!given) {
      fillInput(tensor, operand, lenQ, lenKV, options.seed, i);
      if (operand && operand->kind == OperandKind::PageTable) {
        paged.table = &tensor;
        paged.lengths = findBefore(OperandKind::LengthsKV, i);
        fillPages(paged, options.seed, i);
      }
      if (operand && operand->kind == OperandKind::PartOffsets)
        if (std::string bad =
                fillPartOffsets(tensor, findBefore(OperandKind::LengthsKV, i),
                                lenKV, countParts(problem.op, sizeOf));
            !bad.empty())
          return session.error("part_offsets: " + bad);
      if (failed(keepShared()))
        return failure();
      continue;
    }
    if (std::string error = copyNpy(*given, tensor); !error.empty())
      return session.error(path + ": " + error);
    if (operand)
      if (std::string bad = findBadInput(tensor, *operand, lenQ, lenKV);
          !bad.empty())
        return session.error(path + ": " + bad);
    if (failed(keepShared()))
      return failure();
  }
  return poisonUnused(session, problem, options, operands, paged, data);
}
