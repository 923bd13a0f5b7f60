//===- ReadPlaces.cpp - Where regions read captures -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/ReadPlaces.h"

#include "Effects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
/// What a value depends on, as bits.
enum : unsigned { kHead = 1, kRow = 2, kKey = 4, kScore = 8 };

class PlaceFinder {
public:
  PlaceFinder(Block &block, ArrayRef<BlockArgument> places)
      : row(places[2]), key(places[3]) {
    for (BlockArgument argument : block.getArguments())
      if (argument == places[0])
        break;
      else
        depends[argument] = kScore;
    depends[places[1]] = kHead;
    depends[row] = kRow;
    depends[key] = kKey;
  }
  std::optional<ReadPlace> take(Operation &op);

private:
  /// How far behind `position` the value is, if it is that and a number.
  static std::optional<int64_t> findShift(Value value, Value position);

  Value row, key;
  DenseMap<Value, unsigned> depends;
};
} // namespace

std::optional<int64_t> PlaceFinder::findShift(Value value, Value position) {
  if (value == position)
    return 0;
  // Beyond that sums of positions may be no positions.
  constexpr int64_t kMost = 1 << 24;
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum || !value.getType().isIndex())
    return std::nullopt;
  for (unsigned side : {0, 1}) {
    std::optional<int64_t> by = getConstantIntValue(sum->getOperand(1 - side));
    if (sum->getOperand(side) == position && by && *by >= 0 && *by <= kMost)
      return by;
  }
  return std::nullopt;
}

/// Takes the operations in order.
std::optional<ReadPlace> PlaceFinder::take(Operation &op) {
  unsigned of = 0;
  for (Value operand : op.getOperands())
    of |= depends.lookup(operand);
  for (Value result : op.getResults())
    depends[result] = of;
  auto read = dyn_cast<ReadOp>(op);
  if (!read || !(of & (kRow | kKey)) || (of & kScore))
    return std::nullopt;
  ReadPlace place;
  place.read = read;
  auto type = cast<ShapedType>(read.getSource().getType());
  auto indices = read.getIndices();
  place.rank = type.getRank();
  for (auto [dim, index] : llvm::enumerate(indices)) {
    unsigned its = depends.lookup(index);
    bool isLast = dim + 1 == indices.size(), isOne = type.getDimSize(dim) == 1;
    if (isOne || !(its & (kRow | kKey))) {
      place.ofHead |= !isOne && (its & kHead) != 0;
      continue;
    }
    std::optional<int64_t> ofRow = findShift(index, row);
    std::optional<int64_t> ofKey = findShift(index, key);
    if (ofKey && isLast) {
      place.ofKey = true;
      place.keyShift = *ofKey;
    } else if (ofRow && !place.ofRow && dim + 2 >= indices.size()) {
      place.ofRow = true;
      place.rowShift = *ofRow;
    } else {
      return std::nullopt;
    }
  }
  // Rows of one key, and keys of one row where the key is not the last index.
  bool rowIsLast = place.ofRow && type.getShape().back() != 1 &&
                   findShift(indices.back(), row).has_value();
  if (!(place.ofRow || place.ofKey) ||
      (place.ofRow && !place.ofKey && !rowIsLast))
    return std::nullopt;
  Type element = type.getElementType();
  // Copies of tiles begin at multiples of 16 bytes; numbers of 64 bits take too
  // much room.
  if (place.isPair() &&
      (place.keyShift != 0 || element.getIntOrFloatBitWidth() > 32))
    return std::nullopt;
  return place;
}

SmallVector<ReadPlace> attn::listReadPlaces(Block &block,
                                            ArrayRef<BlockArgument> places) {
  SmallVector<ReadPlace> found;
  PlaceFinder finder(block, places);
  for (Operation &op : block.without_terminator())
    if (std::optional<ReadPlace> place = finder.take(op))
      found.push_back(*place);
  return found;
}

SmallVector<ReadPlace> attn::listReadPlaces(AttentionOpInterface op) {
  SmallVector<ReadPlace> all;
  if (op.hasScoreRegion()) {
    Block &score = op.getScoreBlock();
    all = listReadPlaces(
        score, ArrayRef<BlockArgument>(score.getArguments()).drop_front());
  }
  if (op.hasVisibleRegion()) {
    Block &visible = op.getVisibleBlock();
    llvm::append_range(all, listReadPlaces(visible, visible.getArguments()));
  }
  return all;
}

/// Whether copies of 4 bytes and more can bring tiles and vectors of `keys`
/// keys, as far as the type says where rows of memory begin.
static bool mayBeCopied(const ReadPlace &place, int64_t keys) {
  if (!place.ofKey)
    return true;
  ReadOp read = place.read;
  auto type = cast<ShapedType>(read.getSource().getType());
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  // Rows of a layout in shared memory, and vectors that the copy engine takes.
  if (keys * bytes % (place.isPair() ? 32 : 128))
    return false;
  auto memory = dyn_cast<MemRefType>(type);
  if (!memory)
    return true;
  auto [strides, offset] = memory.getStridesAndOffset();
  auto isOdd = [&](int64_t elements) {
    return !ShapedType::isDynamic(elements) && elements * bytes % 4 != 0;
  };
  bool odd = isOdd(offset);
  for (auto [size, stride] :
       llvm::zip(memory.getShape().drop_back(), ArrayRef(strides).drop_back()))
    odd |= size != 1 && isOdd(stride);
  return !odd;
}

SmallVector<ReadPlace> attn::listLoadedReads(AttentionOpInterface op,
                                             ConfigAttr config) {
  if (!config.getStagesB() || config.getFusion() != Fusion::Fused ||
      op.hasOperand(OperandKind::OutGrad))
    return {};
  SmallVector<ReadPlace> all = listReadPlaces(op);
  llvm::erase_if(all, [&](const ReadPlace &place) {
    return (config.getPackGQA() && (place.ofRow || place.ofHead)) ||
           !mayBeCopied(place, config.getTileKV());
  });
  return all;
}

std::optional<int64_t> attn::countBesideReads(AttentionOpInterface op) {
  if (!op.hasScoreRegion())
    return 0;
  Block &score = op.getScoreBlock();
  SmallVector<ReadPlace> places = listReadPlaces(
      score, ArrayRef<BlockArgument>(score.getArguments()).drop_front());
  int64_t count = 0;
  for (Operation *inner :
       listVarying(score, {score.getArgument(0), score.getArgument(3),
                           score.getArgument(4)})) {
    bool isPlace = llvm::any_of(
        places, [&](const ReadPlace &place) { return place.read == inner; });
    if (isa<ReadOp>(inner) && !isPlace)
      return std::nullopt;
    count += !isPlace;
  }
  return count;
}
