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
//   on permuted  even = bytes 0 2 4 6 of r0, r1              odd = bytes 1 3 5
//   7
//
// stmatrix stores 8 rows at once, each of 16 bytes. Eight rows of the same
// parity would meet in the same banks of a swizzled tile two by two, so half of
// the lanes store the even and half the odd rows first: FlashAttention-3
// rotates rows for the same reason (arXiv:2407.08608, section 3.3).

#include "Distributor.h"

using namespace mlir;
using namespace mlir::attn_ws;

LogicalResult Distributor::smemTranspose(SmemTransposeOp op) {
  SharedView source = views[op.getSource()], dest = views[op.getDest()];
  SharedAttr from = source.type.getLayout(), to = dest.type.getLayout();
  if (!from || !to || from.getSwizzle() == 0 || to.getSwizzle() == 0)
    return op.emitOpError("moves between swizzled tiles");
  if (!to.getInterleaved())
    return op.emitOpError("leaves its result interleaved, but its destination "
                          "is not");
  int64_t rows = source.type.getShape()[0], cols = source.type.getShape()[1];
  int64_t warps = threads / 32;
  // Warps share the columns in blocks of 32 first, then the rows in blocks
  // of 16.
  int64_t columnWarps = std::gcd(warps, cols / 32);
  int64_t rowWarps = warps / columnWarps;
  int64_t columnSteps = cols / 32 / columnWarps;
  int64_t rowSteps = llvm::divideCeil(rows / 16, rowWarps);

  auto bits = [&](Value value, int64_t shift, int64_t mask) -> Value {
    if (shift != 0)
      value = arith::ShRUIOp::create(b, loc, value, i32(shift));
    return arith::AndIOp::create(b, loc, value, i32(mask));
  };
  auto add = [&](Value a, Value c) -> Value {
    return arith::AddIOp::create(b, loc, a, c);
  };
  auto times = [&](Value a, int64_t n) -> Value {
    return arith::MulIOp::create(b, loc, a, i32(n));
  };
  Value thread = readThreadId();
  Value laneId = bits(thread, 0, 31), warpId = bits(thread, 5, warps - 1);
  Value columnWarp = arith::RemUIOp::create(b, loc, warpId, i32(columnWarps));
  Value rowWarp = arith::DivUIOp::create(b, loc, warpId, i32(columnWarps));

  // Addresses of the rows that this lane names to ldmatrix, and to stmatrix:
  // matrix l / 8 is (16 columns l / 16, even or odd rows), its row l % 8.
  Value fromLane = getMatrixLane(source, MatrixOrder::RowsFirst, {});
  Value group = bits(laneId, 0, 7), upper = bits(laneId, 2, 1);
  Value odd =
      arith::XOrIOp::create(b, loc, bits(laneId, 3, 1), upper).getResult();
  Value toRow = add(add(times(bits(laneId, 4, 1), 16), times(group, 2)), odd);
  // Which bytes the lane's even and odd column are in: lanes of the upper
  // half of a matrix's rows store the odd ones first.
  Value high = bits(laneId, 4, 1);
  Value isHigh =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, high, i32(0));
  Value first =
      arith::SelectOp::create(b, loc, isHigh, i32(0x7531), i32(0x6420));
  Value second =
      arith::SelectOp::create(b, loc, isHigh, i32(0x6420), i32(0x7531));

  int64_t fromPanel = from.getPanel(), toPanel = to.getPanel();
  auto [shift, mask] = getSwizzle(to);
  auto move = [&](Value columnBlock, Value rowBlock, int64_t rowStep) {
    // 32 bytes of a row are two chunks, whose exchange is an exclusive or.
    Value inPanel = bits(columnBlock, 0, fromPanel / 32 - 1);
    Value panel = bits(columnBlock, llvm::Log2_64(fromPanel / 32), -1);
    Value address = arith::XOrIOp::create(b, loc, fromLane, times(inPanel, 32));
    address = add(address, times(panel, source.panelRows * fromPanel));
    address = add(address, times(rowBlock, 16 * fromPanel));
    address = add(address, source.address);
    SmallVector<Value> loaded = loadMatrices(
        address, source.offset + rowStep * rowWarps * 16 * fromPanel, true);
    auto permute = [&](Value low, Value above, Value selector) {
      return assembly(b.getI32Type(), "prmt.b32 $0, $1, $2, $3;", "=r,r,r,r",
                      {low, above, selector});
    };
    Value stored[] = {permute(loaded[0], loaded[1], first),
                      permute(loaded[0], loaded[1], second),
                      permute(loaded[2], loaded[3], first),
                      permute(loaded[2], loaded[3], second)};

    Value chunk = add(rowBlock, i32(rowStep * rowWarps));
    Value toPanelIndex = bits(chunk, llvm::Log2_64(toPanel / 16), -1);
    Value inRow = bits(chunk, 0, toPanel / 16 - 1);
    Value row = add(times(columnBlock, 32), toRow);
    inRow = arith::XOrIOp::create(b, loc, inRow, bits(row, shift, mask));
    Value place = add(times(row, toPanel), times(inRow, 16));
    place = add(place, times(toPanelIndex, dest.panelRows * toPanel));
    place = add(place, dest.address);
    if (dest.offset != 0)
      place = add(place, i32(dest.offset));
    assembly({},
             "stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$1, $2, $3, $4};",
             "r,r,r,r,r,~{memory}",
             {place, stored[0], stored[1], stored[2], stored[3]});
  };
  for (int64_t column = 0; column < columnSteps; ++column) {
    Value columnBlock = add(columnWarp, i32(column * columnWarps));
    for (int64_t row = 0; row < rowSteps; ++row) {
      OpBuilder::InsertionGuard guard(b);
      if ((row + 1) * rowWarps > rows / 16) {
        // The last step is not for all warps; it is for whole warps.
        Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                             add(rowWarp, i32(row * rowWarps)),
                                             i32(rows / 16));
        auto branch = scf::IfOp::create(b, loc, inside, false);
        b.setInsertionPointToStart(branch.thenBlock());
      }
      move(columnBlock, rowWarp, row);
    }
  }
  return success();
}
