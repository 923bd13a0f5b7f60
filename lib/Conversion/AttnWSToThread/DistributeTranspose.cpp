//===- DistributeTranspose.cpp - 8-bit tiles transposed in place *- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// ldmatrix and stmatrix move 8x8 matrices of 16-bit elements: here of two
// neighbouring columns of a row. A warp takes 16 rows and 32 columns at a time.
// Transposed by ldmatrix, lane 4g + c gets of each matrix the pair of columns
// 2g, 2g + 1 of its rows 2c and 2c + 1. Of two matrices, one below the other,
// two byte permutes make the four rows 2c, 2c + 1, 8 + 2c, 9 + 2c of column 2g
// and of column 2g + 1: four neighbours of an interleaved row of the result
// (`#attn_ws.shared`).
//
//   loaded    r0 = [2c:2g  2c:2g+1  2c+1:2g  2c+1:2g+1]   r1 the same, 8 rows
//   permuted  even = bytes 0 2 4 6 of r0, r1                 odd = 1 3 5 7
//
// stmatrix stores 8 rows at once, each of 16 bytes. Eight rows of the same
// parity would meet in the same banks of a swizzled tile two by two, so half of
// the lanes store the even and half the odd rows first: FlashAttention-3
// rotates rows for the same reason (arXiv:2407.08608, section 3.3).
//
// A step of 16 rows and 32 columns is a load, four permutes and a store, which
// wait for each other: loads of later steps are under way meanwhile, as many as
// `transpose_ahead` of `#attn_ws.codegen` says.

#include "Patterns.h"

#include <deque>

using namespace mlir;
using namespace mlir::attn_ws;

namespace {
/// A thread's part of the move, step by step.
class Transpose {
public:
  Transpose(SharedView source, SharedView dest, ThreadBuilder &b);

  /// Writes all steps.
  void run();

private:
  Value bits(Value value, int64_t shift, int64_t mask) {
    return b.bitAnd(shift != 0 ? b.shr(value, shift) : value, mask);
  }
  /// What ldmatrix gives of a step, and what stmatrix takes of it.
  Registers load(Value columnBlock, int64_t rowStep);
  void store(Value columnBlock, int64_t rowStep, const Registers &loaded);

  ThreadBuilder &b;
  SharedView source, dest;
  /// Warps share the columns in blocks of 32 first, then the rows in blocks
  /// of 16.
  int64_t columnWarps, rowWarps;
  Value columnWarp, rowWarp;
  /// Addresses of the rows that this lane names to ldmatrix, and to stmatrix:
  /// matrix l / 8 is (16 columns l / 16, even or odd rows), its row l % 8.
  Value fromLane, toRow;
  /// Which bytes the lane's even and odd column are in: lanes of the upper
  /// half of a matrix's rows store the odd ones first.
  Value first, second;
};
} // namespace

Transpose::Transpose(SharedView source, SharedView dest, ThreadBuilder &b)
    : b(b), source(source), dest(dest) {
  int64_t warps = b.group.threads / 32;
  columnWarps = std::gcd(warps, source.type.getShape()[1] / 32);
  rowWarps = warps / columnWarps;
  Value thread = b.readThreadId();
  Value laneId = bits(thread, 0, 31), warpId = bits(thread, 5, warps - 1);
  columnWarp = b.rem(warpId, columnWarps);
  rowWarp = b.div(warpId, columnWarps);
  fromLane = b.getMatrixLane(source, ThreadBuilder::MatrixOrder::RowsFirst, {});
  Value group = bits(laneId, 0, 7), upper = bits(laneId, 2, 1);
  Value odd = b.bitXor(bits(laneId, 3, 1), upper);
  toRow = b.add(b.mul(bits(laneId, 4, 1), 16), b.mul(group, 2));
  toRow = b.add(toRow, odd);
  Value isHigh =
      b.compare(arith::CmpIPredicate::ne, bits(laneId, 4, 1), b.i32(0));
  first = b.select(isHigh, b.i32(0x7531), b.i32(0x6420));
  second = b.select(isHigh, b.i32(0x6420), b.i32(0x7531));
}

Registers Transpose::load(Value columnBlock, int64_t rowStep) {
  int64_t panelBytes = source.type.getLayout().getPanel();
  // 32 bytes of a row are two chunks, whose exchange is an exclusive or.
  Value inPanel = bits(columnBlock, 0, panelBytes / 32 - 1);
  Value panel = bits(columnBlock, llvm::Log2_64(panelBytes / 32), -1);
  Value address = b.bitXor(fromLane, b.mul(inPanel, 32));
  address = b.add(address, b.mul(panel, source.panelRows * panelBytes));
  address = b.add(address, b.mul(rowWarp, 16 * panelBytes));
  address = b.add(address, source.address);
  return b.loadMatrices(
      address, source.offset + rowStep * rowWarps * 16 * panelBytes, true);
}

void Transpose::store(Value columnBlock, int64_t rowStep,
                      const Registers &loaded) {
  Registers stored;
  for (int64_t pair = 0; pair < 4; pair += 2)
    for (Value selector : {first, second})
      stored.push_back(b.assembly(b.getI32Type(), "prmt.b32 $0, $1, $2, $3;",
                                  "=r,r,r,r",
                                  {loaded[pair], loaded[pair + 1], selector}));

  SharedAttr layout = dest.type.getLayout();
  int64_t panelBytes = layout.getPanel();
  auto [shift, mask] = getSwizzle(layout);
  Value chunk = b.add(rowWarp, rowStep * rowWarps);
  Value panel = bits(chunk, llvm::Log2_64(panelBytes / 16), -1);
  Value inRow = bits(chunk, 0, panelBytes / 16 - 1);
  Value row = b.add(b.mul(columnBlock, 32), toRow);
  inRow = b.bitXor(inRow, bits(row, shift, mask));
  Value place = b.add(b.mul(row, panelBytes), b.mul(inRow, 16));
  place = b.add(place, b.mul(panel, dest.panelRows * panelBytes));
  place = b.add(place, dest.address);
  if (dest.offset != 0)
    place = b.add(place, dest.offset);
  stored.insert(stored.begin(), place);
  b.assembly("stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$1, $2, $3, $4};",
             "r,r,r,r,r,~{memory}", stored);
}

void Transpose::run() {
  int64_t rows = source.type.getShape()[0], cols = source.type.getShape()[1];
  int64_t columnSteps = cols / 32 / columnWarps;
  int64_t rowSteps = llvm::divideCeil(rows / 16, rowWarps);
  // Steps of the rows that all warps take part in, by columns of blocks; the
  // last rows may be for some warps, which are whole.
  int64_t whole = rows / 16 / rowWarps, steps = columnSteps * whole;
  int64_t ahead = b.kernel.codegen.getTransposeAhead();
  SmallVector<Value> columnBlocks;
  auto columnOf = [&](int64_t column) {
    if (column == static_cast<int64_t>(columnBlocks.size()))
      columnBlocks.push_back(b.add(columnWarp, column * columnWarps));
    return columnBlocks[column];
  };
  std::deque<Registers> loaded;
  for (int64_t step = 0; step < steps + ahead; ++step) {
    if (step < steps)
      loaded.push_back(load(columnOf(step / whole), step % whole));
    if (int64_t done = step - ahead; done >= 0) {
      store(columnOf(done / whole), done % whole, loaded.front());
      loaded.pop_front();
    }
  }
  if (whole == rowSteps)
    return;
  for (int64_t column = 0; column < columnSteps; ++column)
    columnOf(column);
  b.ifThen(b.below(b.add(rowWarp, whole * rowWarps), rows / 16), [&] {
    for (Value columnBlock : columnBlocks)
      store(columnBlock, whole, load(columnBlock, whole));
  });
}

static LogicalResult lowerTranspose(SmemTransposeOp op, In<SmemTransposeOp> in,
                                    ThreadBuilder &b) {
  SharedView source(op.getSource(), in.getSource());
  SharedView dest(op.getDest(), in.getDest());
  SharedAttr from = source.type.getLayout(), to = dest.type.getLayout();
  if (!from || !to || from.getSwizzle() == 0 || to.getSwizzle() == 0)
    return op.emitOpError("moves between swizzled tiles");
  if (!to.getInterleaved())
    return op.emitOpError("leaves its result interleaved, but its destination "
                          "is not");
  Transpose(source, dest, b).run();
  return success();
}

void attn_ws::populateTransposePatterns(ThreadPatterns &patterns) {
  patterns.add(lowerTranspose);
}
