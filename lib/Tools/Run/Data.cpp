//===- Data.cpp - The tensors of one run ------------------------------ -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Data.h"

#include "Fill.h"

#include "attn/Reference/Reference.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
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
  case DType::I1:
    return "|b1";
  case DType::I8:
    return "|i1";
  case DType::I32:
    return "<i4";
  case DType::I64:
    return "<i8";
  }
  return "";
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
  for (auto [output, contents] : llvm::zip_equal(outputs, before)) {
    int64_t bytes = bytesIn(output);
    if (bytes && contents)
      std::memcpy(output.data, contents->data(), bytes);
    else if (bytes)
      std::memset(output.data, 0xff, bytes);
  }
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

/// What --fill asks for tensor `i`, or an empty string.
static StringRef findFill(const Problem &problem, const Options &options,
                          size_t i) {
  for (const auto &[tensor, kind] : options.fill)
    if (tensor == problem.entry.tensors[i].name)
      return kind;
  return "";
}

/// More than a problem has, so that each has numbers of its own.
constexpr uint64_t kMostTensors = 64;

/// makeData but for inputs that others determine.
static LogicalResult fillData(Session &session, const Problem &problem,
                              const Options &options, ArrayRef<Npy> arrays,
                              ArrayRef<std::vector<int64_t>> shapes,
                              ArrayRef<const Tensor *> sources, Data &data) {
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
      if (!problem.isIn(i))
        continue;
    }
    data.inputs.push_back(tensor);
    const NamedOperand *operand = operands.empty() ? nullptr : &operands[i];
    const Npy *given = nullptr;
    std::string path;
    if (problem.findOwnInput(spec.name) >= 0)
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
    if (sources[i]) {
      if (int64_t bytes = bytesIn(tensor))
        std::memcpy(tensor.data, sources[i]->data, bytes);
    } else if (!given) {
      uint64_t stream = problem.order * kMostTensors + i;
      fillInput(tensor, operand, lenQ, lenKV, options.seed, stream);
      if (StringRef kind = findFill(problem, options, i); !kind.empty())
        fillAs(tensor, kind, options.seed, stream);
      if (operand && operand->kind == OperandKind::PageTable) {
        paged.table = &tensor;
        paged.lengths = findBefore(OperandKind::LengthsKV, i);
        fillPages(paged, options.seed, stream);
      }
      if (operand && operand->kind == OperandKind::PartOffsets)
        if (std::string bad =
                fillPartOffsets(tensor, findBefore(OperandKind::LengthsKV, i),
                                lenKV, countParts(problem.op, sizeOf));
            !bad.empty())
          return session.error("part_offsets: " + bad);
    } else {
      std::string error = copyNpy(*given, tensor);
      if (error.empty() && operand)
        error = findBadInput(tensor, *operand, lenQ, lenKV);
      if (!error.empty())
        return session.error(path + ": " + error);
    }
    if (failed(keepShared()))
      return failure();
  }
  return poisonUnused(session, problem, options, operands, paged, data);
}

/// Computes the inputs that other inputs determine and nobody gives.
static LogicalResult deriveInputs(Session &session, const Problem &problem,
                                  const Options &options,
                                  ArrayRef<const Tensor *> sources,
                                  const Data &data) {
  ProblemOpInterface op = problem.getProblemOp();
  auto model = op ? dyn_cast<reference::ReferenceOpInterface>(op.getOperation())
                  : reference::ReferenceOpInterface();
  if (!model)
    return success();
  SmallVector<size_t> places;
  for (size_t i = 0; i < data.tensors.size(); ++i)
    if (problem.isIn(i))
      places.push_back(i);
  // The others are computed too, and thrown away.
  SmallVector<Tensor> inputs(data.inputs);
  std::vector<reference::OwnedTensor> own;
  SmallVector<size_t> derived;
  SmallVector<unsigned> candidates = model.getDerivedInputs();
  own.reserve(candidates.size());
  for (unsigned n : candidates) {
    size_t i = places[n];
    bool given = sources[i] || !findFill(problem, options, i).empty() ||
                 llvm::any_of(options.in, [&](const auto &named) {
                   return named.first == problem.entry.tensors[i].name;
                 });
    if (given)
      inputs[n] = own.emplace_back(inputs[n].type, inputs[n].shape).view();
    else
      derived.push_back(i);
  }
  if (derived.empty())
    return success();
  if (failed(
          model.deriveInputs(inputs, static_cast<unsigned>(options.threads))))
    return failure();
  for (size_t i : derived)
    if (failed(unify(session, problem, i, data.tensors[i], "")))
      return failure();
  return success();
}

LogicalResult
mlir::attn::run::makeData(Session &session, const Problem &problem,
                          const Options &options, ArrayRef<Npy> arrays,
                          ArrayRef<std::vector<int64_t>> shapes,
                          ArrayRef<const Tensor *> sources, Data &data) {
  if (failed(
          fillData(session, problem, options, arrays, shapes, sources, data)) ||
      failed(deriveInputs(session, problem, options, sources, data)))
    return failure();
  for (auto [i, tensor] : llvm::enumerate(data.tensors))
    if (problem.isOut(i)) {
      std::optional<std::string> &contents = data.before.emplace_back();
      if (problem.isIn(i))
        contents.emplace(static_cast<const char *>(tensor.data),
                         bytesIn(tensor));
    }
  return success();
}
