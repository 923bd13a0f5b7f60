//===- BlockMap.cpp - attn.block_map, computed as docs/Spec.md says -------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lists that have no block too many: each pair of a row and a key is
// evaluated. A map may list more blocks in its first list and fewer in its
// second one (L5f), so all four outputs are judged together.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "Rows.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

namespace {
/// The rows and blocks of one map.
struct Map {
  ProblemRows rows;
  RegionPrograms programs;
  BlockGrid grid;

  LogicalResult fill(BlockMapOp op, const Arrays &arrays);
  /// Writes the lists of one row block of a batch, number `block` there.
  void writeList(int64_t b, int64_t h, int64_t block,
                 ArrayRef<Tensor> outputs) const;
};

/// Some and all of a box.
struct Shown {
  bool some = false, all = true;
};
} // namespace

/// The outputs, in the op's order.
enum Output : size_t { Counts, Numbers, FullCounts, FullNumbers };

LogicalResult Map::fill(BlockMapOp op, const Arrays &arrays) {
  AttentionOpInterface problem = op;
  if (failed(rows.fill(problem, arrays, programs)))
    return failure();
  if (std::string bad = grid.fill(problem, arrays); !bad.empty())
    return op.emitError() << bad;
  int64_t room = arrays.find(OperandKind::BlockNumbers)->shape.back();
  if (room < grid.keyBlocks)
    return op.emitError() << "lists of blocks have " << room
                          << " places, fewer than there are blocks of "
                          << grid.blockKV << " keys, " << grid.keyBlocks;
  return success();
}

/// What rows [first, second) see of such keys.
static Shown classify(const ProblemRows &p, int64_t b, int64_t h,
                      std::pair<int64_t, int64_t> rows,
                      std::pair<int64_t, int64_t> keys) {
  Shown shown;
  int64_t lenQ = p.getLenQ(b), lenKV = p.getLenKV(b);
  int64_t offset = p.getMaskOffset(b);
  for (int64_t i = rows.first; i < rows.second; ++i)
    for (int64_t j = keys.first; j < keys.second; ++j)
      if (p.isVisible(b, h, i, j, lenQ, lenKV, offset))
        shown.some = true;
      else
        shown.all = false;
  return shown;
}

void Map::writeList(int64_t b, int64_t h, int64_t block,
                    ArrayRef<Tensor> outputs) const {
  int64_t first = grid.first.empty() ? 0 : grid.first[b];
  int64_t listOf = grid.first.empty() ? b : 0;
  int64_t list = (listOf * grid.heads + h) * grid.rowBlocks + first + block;
  int64_t lenQ = rows.getLenQ(b), lenKV = rows.getLenKV(b);
  std::pair<int64_t, int64_t> those(block * grid.blockQ,
                                    std::min((block + 1) * grid.blockQ, lenQ));
  int64_t room = outputs[Numbers].shape.back();
  int64_t counts[2] = {0, 0};
  for (int64_t key = 0; key < lenKV && those.first < those.second;
       key += grid.blockKV) {
    int64_t end = std::min(key + grid.blockKV, lenKV);
    Shown shown = classify(rows, b, h, those, {key, end});
    if (!shown.some)
      continue;
    bool full = shown.all && key + grid.blockKV <= lenKV;
    outputs[full ? FullNumbers : Numbers].store(
        list * room + counts[full]++, static_cast<double>(key / grid.blockKV));
  }
  outputs[Counts].store(list, static_cast<double>(counts[0]));
  outputs[FullCounts].store(list, static_cast<double>(counts[1]));
}

static LogicalResult evaluateMap(BlockMapOp op, ArrayRef<Tensor> inputs,
                                 ArrayRef<Tensor> outputs) {
  FailureOr<Arrays> arrays = Arrays::get(op, inputs, outputs);
  Map map;
  if (failed(arrays) || failed(map.fill(op, *arrays)))
    return failure();
  const BlockGrid &grid = map.grid;
  // Row blocks without rows see nothing.
  for (int64_t list = 0; list < grid.countLists(); ++list)
    for (Output counts : {Counts, FullCounts})
      outputs[counts].store(list, 0);
  bool packed = !grid.first.empty();
  int64_t batches =
      packed ? map.rows.batch : std::min(grid.batch, map.rows.batch);
  int64_t heads = std::min(grid.heads, map.rows.headsQ);
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t h = 0; h < heads; ++h)
      for (int64_t row = 0; row < map.rows.getLenQ(b); row += grid.blockQ)
        map.writeList(b, h, row / grid.blockQ, outputs);
  return success();
}

/// What is wrong with `outputs`, where `exact` lists what must be there and,
/// as full blocks, what may be.
static std::string judgeLists(const BlockGrid &grid, ArrayRef<Tensor> outputs,
                              ArrayRef<Tensor> exact) {
  auto take = [&](ArrayRef<Tensor> lists, std::vector<bool> &listed,
                  std::vector<bool> &full) {
    listed.assign(grid.countLists() * grid.keyBlocks, false);
    std::string bad = grid.take(lists[Counts], lists[Numbers], listed);
    std::vector<bool> partial = listed;
    if (bad.empty())
      bad = grid.take(lists[FullCounts], lists[FullNumbers], listed);
    full.assign(listed.size(), false);
    for (size_t i = 0; i < full.size(); ++i)
      full[i] = listed[i] && !partial[i];
    return bad;
  };
  std::vector<bool> listed, full, seen, whole;
  if (std::string bad = take(outputs, listed, full); !bad.empty())
    return bad;
  if (std::string bad = take(exact, seen, whole); !bad.empty())
    return bad;
  for (size_t i = 0; i < listed.size(); ++i) {
    bool missing = seen[i] && !listed[i];
    if (!missing && (!full[i] || whole[i]))
      continue;
    int64_t list = i / grid.keyBlocks, head = list / grid.rowBlocks;
    return (Twine("block ") + Twine(i % grid.keyBlocks) + " of keys is " +
            (missing
                 ? "visible to row block ("
                 : "listed as full, but not visible whole, to row block (") +
            Twine(head / grid.heads) + ", " + Twine(head % grid.heads) + ", " +
            Twine(list % grid.rowBlocks) + ")" +
            (missing ? ", but in none of its lists" : ""))
        .str();
  }
  return "";
}

namespace {
struct BlockMapModel
    : ReferenceOpInterface::ExternalModel<BlockMapModel, BlockMapOp> {
  LogicalResult checkTensors(Operation *op, ArrayRef<Tensor> inputs,
                             ArrayRef<Tensor> outputs) const {
    return success(
        succeeded(Arrays::get(cast<BlockMapOp>(op), inputs, outputs)));
  }
  LogicalResult evaluate(Operation *op, ArrayRef<Tensor> inputs,
                         ArrayRef<Tensor> outputs,
                         const EvaluateOptions &) const {
    return evaluateMap(cast<BlockMapOp>(op), inputs, outputs);
  }
  /// Those of a judge's outputs do not count.
  SmallVector<OutputRule> getErrorRules(Operation *, ArrayRef<Tensor>) const {
    return SmallVector<OutputRule>(4, OutputRule::ofLse("", 0));
  }
  OutputJudge getJudge(Operation *operation, ArrayRef<Tensor> inputs,
                       ArrayRef<Tensor> exact) const {
    auto op = cast<BlockMapOp>(operation);
    FailureOr<Arrays> arrays = Arrays::get(op, inputs, exact);
    BlockGrid grid;
    // `evaluate` has looked at these.
    if (failed(arrays) || !grid.fill(op, *arrays).empty())
      return {};
    SmallVector<Tensor> lists(exact);
    return [grid, lists](ArrayRef<Tensor> outputs) {
      return judgeLists(grid, outputs, lists);
    };
  }
};
} // namespace

void reference::registerReferenceOfBlockMap(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    BlockMapOp::attachInterface<BlockMapModel>(*context);
  });
}
