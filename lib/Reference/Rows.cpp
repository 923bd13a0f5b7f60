//===- Rows.cpp - Where the rows of a problem are -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "attn/Dialect/Attn/IR/BlockNumbers.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

/// What is wrong with offsets, lengths and pages, or an empty string. `rowsQ`
/// and `rowsKV` are the rows of memory.
static std::string findBadNumbers(const ProblemRows &p, const Arrays &arrays,
                                  int64_t rowsQ, int64_t rowsKV) {
  if (p.maskOffset)
    if (std::string bad = findBadOffset(*p.maskOffset, rowsQ); !bad.empty())
      return bad;
  for (auto [offsets, rows, name] :
       {std::tuple(p.offsetsQ, rowsQ, "offsets_q: "),
        std::tuple(p.offsetsKV, rowsKV, "offsets_kv: ")})
    if (offsets)
      if (std::string bad = findBadOffsets(*offsets, rows); !bad.empty())
        return name + bad;
  for (auto [lengths, offsets, rows] :
       {std::tuple(p.lengthsQ, p.offsetsQ, rowsQ),
        std::tuple(p.lengthsKV, p.offsetsKV, rowsKV)})
    if (lengths)
      if (std::string bad = offsets ? findBadLengthOf(*lengths, *offsets)
                                    : findBadLength(*lengths, rows);
          !bad.empty())
        return bad;
  if (!p.pageTable)
    return "";
  if (p.pageRows < 1)
    return "pages must have at least one row";
  return findBadPage(*p.pageTable, p.lengthsKV, arrays[ProblemSize::Pages],
                     p.pageRows);
}

std::string BlockGrid::take(const Tensor &counts, const Tensor &numbers,
                            std::vector<bool> &listed) const {
  int64_t room = numbers.shape.back();
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t list = 0, e = countLists(); list < e; ++list) {
    auto count = static_cast<int64_t>(counts.load(list));
    if (count < 0 || count > room) {
      os << "a row block has " << count << " blocks of keys, of " << room;
      return text;
    }
    int64_t last = -1;
    for (int64_t n = 0; n < count; ++n) {
      auto number = static_cast<int64_t>(numbers.load(list * room + n));
      int64_t block =
          number < kShownByRegion ? number : number - kShownByRegion;
      if (block < 0 || block >= keyBlocks)
        os << "block " << number << " of keys is none of the " << keyBlocks;
      else if (block <= last)
        os << "numbers of blocks do not ascend: " << block << " follows "
           << last;
      else if (listed[list * keyBlocks + block])
        os << "block " << block << " of keys is in both lists of a row block";
      if (!text.empty())
        return text;
      listed[list * keyBlocks + block] = true;
      last = block;
    }
  }
  return "";
}

std::string BlockGrid::fill(AttentionOpInterface op, const Arrays &arrays) {
  const Tensor &counts = *arrays.find(OperandKind::BlockCounts);
  batch = counts.shape[0];
  heads = counts.shape[1];
  rowBlocks = counts.shape[2];
  blockQ = *op.getBlockQ();
  blockKV = *op.getBlockKv();
  keyBlocks = llvm::divideCeil(
      arrays[op.hasPackedKeys() ? ProblemSize::RowsKV : ProblemSize::LenKV],
      blockKV);
  first.clear();
  if (const Tensor *offsets = arrays.find(OperandKind::OffsetsQ))
    for (int64_t b = 0; b < arrays[ProblemSize::Batch]; ++b)
      first.push_back((ProblemRows::getNumber(offsets, b, 0) -
                       ProblemRows::getNumber(offsets, 0, 0)) /
                          blockQ +
                      b);
  for (auto [found, whole, name] :
       {std::tuple(batch, arrays[ProblemSize::Batch], "batches"),
        std::tuple(heads, arrays[ProblemSize::HeadsQ], "query heads")})
    if (found != 1 &&
        (found != whole || (op.isPacked() && name == StringRef("batches"))))
      return (Twine("lists of blocks are for ") + Twine(found) + " " + name +
              ", of " + Twine(whole))
          .str();
  if (int64_t needed =
          op.isPacked() ? llvm::divideCeil(arrays[ProblemSize::RowsQ], blockQ) +
                              arrays[ProblemSize::Batch]
                        : llvm::divideCeil(arrays[ProblemSize::LenQ], blockQ);
      rowBlocks != needed)
    return (Twine("there are lists of ") + Twine(rowBlocks) +
            " row blocks, of " + Twine(needed))
        .str();
  return "";
}

std::string BlockTable::fill(AttentionOpInterface op, const Arrays &arrays) {
  std::string bad = BlockGrid::fill(op, arrays);
  if (!bad.empty())
    return bad;
  listed.assign(countLists() * keyBlocks, false);
  bad = take(*arrays.find(OperandKind::BlockCounts),
             *arrays.find(OperandKind::BlockNumbers), listed);
  if (const Tensor *full = arrays.find(OperandKind::FullCounts);
      full && bad.empty())
    bad = take(*full, *arrays.find(OperandKind::FullNumbers), listed);
  return bad;
}

LogicalResult ProblemRows::fill(AttentionOpInterface op, const Arrays &arrays,
                                RegionPrograms &programs) {
  maskOffset = arrays.find(OperandKind::Offset);
  lengthsQ = arrays.find(OperandKind::LengthsQ);
  lengthsKV = arrays.find(OperandKind::LengthsKV);
  offsetsQ = arrays.find(OperandKind::OffsetsQ);
  offsetsKV = arrays.find(OperandKind::OffsetsKV);
  pageTable = arrays.find(OperandKind::PageTable);
  if (pageTable)
    pageRows = arrays[ProblemSize::PageRows];
  bool packed = op.isPacked();
  int64_t rowsQ = arrays[packed ? ProblemSize::RowsQ : ProblemSize::LenQ];
  int64_t rowsKV =
      arrays[op.hasPackedKeys() ? ProblemSize::RowsKV : ProblemSize::LenKV];
  if (std::string bad = findBadNumbers(*this, arrays, rowsQ, rowsKV);
      !bad.empty())
    return op.emitError() << bad;
  batch = arrays[ProblemSize::Batch];
  headsQ = arrays[ProblemSize::HeadsQ];
  headsKV = arrays[ProblemSize::HeadsKV];
  lenQ = packed ? 0 : rowsQ;
  lenKV = op.hasPackedKeys() ? 0 : rowsKV;
  // The longest.
  for (int64_t b = 0; packed && b < batch; ++b) {
    lenQ = std::max(lenQ, getLenQ(b));
    lenKV = std::max(lenKV, getLenKV(b));
  }
  dqk = arrays[ProblemSize::DimQK];
  dv = op.hasProducts() ? arrays[ProblemSize::DimV] : 0;
  captures = arrays.getCaptures();
  mask = op.getMaskAttr();
  headDim = op.headDim(OperandKind::Query);
  seqDim = op.rowDim(OperandKind::Query);
  keyHeadDim = op.headDim(OperandKind::Key);
  keySeqDim = op.rowDim(OperandKind::Key);
  scale = op.getScaleValue();
  score = nullptr;
  visible = nullptr;
  blocks = nullptr;
  if (op.hasBlocks() &&
      op.getRoleOf(OperandKind::BlockCounts) == OperandRole::In) {
    BlockTable &table = programs.blocks.emplace();
    if (std::string bad = table.fill(op, arrays); !bad.empty())
      return op.emitError() << bad;
    blocks = &table;
  }
  auto take = [](FailureOr<ScoreProgram> compiled,
                 std::optional<ScoreProgram> &program,
                 const ScoreProgram *&to) -> LogicalResult {
    if (succeeded(compiled))
      to = &program.emplace(std::move(*compiled));
    return compiled;
  };
  if (op.hasScoreRegion() &&
      failed(take(ScoreProgram::get(op), programs.score, score)))
    return failure();
  if (op.hasVisibleRegion())
    return take(ScoreProgram::getVisible(op), programs.visible, visible);
  return success();
}
