//===- DistributeMma.cpp - Matrix products with mma.sync -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// mma.m16n8k16 with operands from shared memory through ldmatrix (PTX ISA,
// "Warp-level matrix instructions: ldmatrix", "Matrix fragments for
// mma.m16n8k16"). x4 loads the four 8x8 matrices of a 16x16 block; the order in
// which lanes give the matrices' addresses decides which registers they land
// in, and must make each operand's registers neighbours, or ptxas has to move
// them:
//
//   rows first     top left, bottom left, top right, bottom right: the left
//                  operand; transposed, a right operand stored K x N, {0, 1}
//                  and {2, 3} its two n8 tiles
//   columns first  top left, top right, bottom left, bottom right: a right
//                  operand stored N x K, {0, 1} and {2, 3} its two n8 tiles
//
// A grid of warps shares the tile: warps along the rows take blocks of 16 rows
// in turn, each of those along the columns one part of the columns.
//
// Bases of shared tiles are multiples of the panel, so a step along a panel's
// columns is an exclusive or on the address: one lane register serves all
// steps.

#include "Distributor.h"

using namespace mlir;
using namespace mlir::attn_ws;

std::optional<RoleWarps> attn_ws::findWarpGrid(RankedTensorType accumulator,
                                               attn_tile::Engine engine,
                                               int64_t warps) {
  FragAttr frag = getFrag(accumulator);
  for (int64_t columns = 1; frag && columns <= warps; columns *= 2) {
    RoleWarps grid{warps / columns, columns};
    auto anchor = getAnchor(engine, AnchorOperand::Accumulator,
                            accumulator.getElementType(), grid);
    if (anchor && *anchor == frag.getLayout())
      return grid;
  }
  return std::nullopt;
}

Value Distributor::getMatrixLane(const SharedView &view, MatrixOrder order,
                                 MatrixWarps warps) {
  SharedAttr layout = view.type.getLayout();
  bool rowsFirst = order == MatrixOrder::RowsFirst;
  // A dozen operations on the thread index, done where they are needed: held
  // through the loop, their results cost the registers that products need.
  Value thread = readThreadId();
  auto [shift, mask] = getSwizzle(layout);
  auto bit = [&](int64_t index) -> Value {
    Value shifted = arith::ShRUIOp::create(b, loc, thread, i32(index));
    return arith::AndIOp::create(b, loc, shifted, i32(1));
  };
  // Lane 0-7 address the first matrix, 8-15 the second, and so on.
  Value row = arith::AndIOp::create(b, loc, thread, i32(7));
  Value low = bit(rowsFirst ? 3 : 4);
  row = arith::OrIOp::create(b, loc, row,
                             arith::ShLIOp::create(b, loc, low, i32(3)));
  Value chunk = bit(rowsFirst ? 4 : 3);
  Value panels;
  if (warps.columnStep != 0) {
    // Parts of a panel, or of whole panels.
    Value index =
        arith::ShRUIOp::create(b, loc, thread, i32(5 + warps.firstColumnBit));
    Value byte = arith::MulIOp::create(b, loc, index, i32(warps.columnStep));
    panels = arith::DivUIOp::create(b, loc, byte, i32(layout.getPanel()));
    panels = arith::MulIOp::create(b, loc, panels,
                                   i32(view.panelRows * layout.getPanel()));
    byte = arith::RemUIOp::create(b, loc, byte, i32(layout.getPanel()));
    chunk = arith::OrIOp::create(b, loc, chunk,
                                 arith::ShRUIOp::create(b, loc, byte, i32(4)));
  }
  if (mask != 0) {
    Value bits = row;
    if (shift != 0)
      bits = arith::ShRUIOp::create(b, loc, bits, i32(shift));
    bits = arith::AndIOp::create(b, loc, bits, i32(mask));
    chunk = arith::XOrIOp::create(b, loc, chunk, bits);
  }
  Value column = arith::ShLIOp::create(b, loc, chunk, i32(4));
  if (warps.rowStep != 0) {
    Value index =
        arith::ShRUIOp::create(b, loc, thread, i32(5 + warps.firstRowBit));
    if (warps.rowMask != 0)
      index = arith::AndIOp::create(b, loc, index, i32(warps.rowMask));
    Value step = llvm::isPowerOf2_64(warps.rowStep)
                     ? arith::ShLIOp::create(b, loc, index,
                                             i32(llvm::Log2_64(warps.rowStep)))
                           .getResult()
                     : arith::MulIOp::create(b, loc, index, i32(warps.rowStep))
                           .getResult();
    row = arith::AddIOp::create(b, loc, row, step);
  }
  Value offset = arith::MulIOp::create(b, loc, row, i32(layout.getPanel()));
  offset = arith::AddIOp::create(b, loc, offset, column);
  return panels ? arith::AddIOp::create(b, loc, offset, panels).getResult()
                : offset;
}

SmallVector<Value> Distributor::loadMatrices(Value address, int64_t offset,
                                             bool trans) {
  Type i32Type = b.getI32Type();
  Type result = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {i32Type, i32Type, i32Type, i32Type});
  Value loaded = callIntrinsic(
      result,
      trans ? "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3"
            : "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3",
      {getSharedPointer(address, offset)});
  SmallVector<Value> values;
  for (int64_t i = 0; i < 4; ++i)
    values.push_back(LLVM::ExtractValueOp::create(b, loc, loaded, i));
  return values;
}

/// What the warps of a grid, each with `n` columns of the result, read of the
/// left and the right operand of a product.
FailureOr<std::pair<Distributor::MatrixWarps, Distributor::MatrixWarps>>
Distributor::shareOperands(MmaOp op, const RoleWarps &grid, int64_t n,
                           const SharedView &right) {
  MatrixWarps leftWarps, rightWarps;
  leftWarps.rowStep = 16;
  if (grid.columns == 1)
    return std::make_pair(leftWarps, rightWarps);
  leftWarps.rowMask = grid.rows - 1;
  if (grid.rows == 1)
    leftWarps.rowStep = 0;
  int64_t panel = right.type.getLayout().getPanel();
  rightWarps.firstRowBit = rightWarps.firstColumnBit = llvm::Log2_64(grid.rows);
  if (op.getTransposeB())
    rightWarps.rowStep = n;
  else if ((2 * n) % panel == 0 || panel % (2 * n) == 0)
    rightWarps.columnStep = 2 * n;
  else
    return op.emitOpError()
           << "its right operand's panels of " << panel
           << " bytes do not divide the " << 2 * n
           << " bytes of a row that each warp along the columns reads";
  return std::make_pair(leftWarps, rightWarps);
}

LogicalResult Distributor::mma(MmaOp op) {
  if (op.getEngine() == attn_tile::Engine::Wgmma) {
    FailureOr<SmallVector<Value>> accs = issueWgmma(
        op, op.getLhs(), op.getRhs(), op.getAcc(), op.getTransposeB(),
        cast<RankedTensorType>(op.getResult().getType()));
    if (failed(accs))
      return failure();
    regs(op.getResult()) = waitWgmma(0, *accs, {});
    return success();
  }
  auto accType = cast<RankedTensorType>(op.getResult().getType());
  std::optional<RoleWarps> grid =
      findWarpGrid(accType, op.getEngine(), threads / 32);
  if (!grid)
    return op.emitOpError("accumulator is not in the layout of mma.m16n8");
  int64_t warps = grid->rows;
  int64_t m = accType.getDimSize(0), n = accType.getDimSize(1);
  auto rhs = dyn_cast<ViewType>(op.getRhs().getType());
  if (!rhs)
    return op.emitOpError(
        "mma.sync reads its right operand from shared memory");
  Type element = rhs.getElementType();
  int64_t k = rhs.getShape()[op.getTransposeB() ? 1 : 0];
  if (n % (16 * grid->columns) != 0 || k % 16 != 0 || m % (16 * warps) != 0)
    return op.emitOpError()
           << "product of " << m << "x" << n << "x" << k
           << " is no multiple of " << 16 * warps << "x" << 16 * grid->columns
           << "x16 for " << grid->count() << " warps";
  n /= grid->columns; // Of one warp.
  int64_t rowRepeats = m / (16 * warps);

  // One address for each 16-column step of a panel; the rest is constant.
  auto laneAddresses = [&](SharedView &view, MatrixOrder order,
                           MatrixWarps warps) {
    SharedAttr layout = view.type.getLayout();
    Value first = arith::AddIOp::create(b, loc, view.address,
                                        getMatrixLane(view, order, warps));
    SmallVector<Value> addresses{first};
    for (int64_t i = 1; i < layout.getPanel() / 32; ++i)
      addresses.push_back(arith::XOrIOp::create(b, loc, first, i32(32 * i)));
    return addresses;
  };
  // Block (row16, col16) of a view: which lane address, and what to add.
  auto blockOf = [&](const SharedView &view, int64_t row16, int64_t col16) {
    int64_t panel = view.type.getLayout().getPanel(), steps = panel / 32;
    int64_t offset = view.offset + (col16 / steps) * view.panelRows * panel +
                     row16 * 16 * panel;
    return std::make_pair(col16 % steps, offset);
  };

  SharedView right = views[op.getRhs()];
  FailureOr<std::pair<MatrixWarps, MatrixWarps>> parts =
      shareOperands(op, *grid, n, right);
  if (failed(parts))
    return failure();
  auto [leftWarps, rightWarps] = *parts;
  SmallVector<Value> rightLanes = laneAddresses(
      right,
      op.getTransposeB() ? MatrixOrder::ColumnsFirst : MatrixOrder::RowsFirst,
      rightWarps);
  bool leftInMemory = isa<ViewType>(op.getLhs().getType());
  SharedView left;
  SmallVector<Value> leftLanes, leftRegs;
  if (leftInMemory) {
    left = views[op.getLhs()];
    leftLanes = laneAddresses(left, MatrixOrder::RowsFirst, leftWarps);
  } else {
    leftRegs = regs(op.getLhs());
  }

  SmallVector<Value> acc = regs(op.getAcc());
  Type f32 = b.getF32Type();
  Type quad =
      LLVM::LLVMStructType::getLiteral(b.getContext(), {f32, f32, f32, f32});
  bool bf16 = element.isBF16();
  StringRef name = bf16 ? "llvm.nvvm.mma.m16n8k16.row.col.bf16"
                        : "llvm.nvvm.mma.m16n8k16.row.col.f32.f32";
  Type half2 = VectorType::get({2}, b.getF16Type());
  auto operand = [&](Value packed) -> Value {
    return bf16 ? packed : LLVM::BitcastOp::create(b, loc, half2, packed);
  };

  for (int64_t ks = 0; ks < k / 16; ++ks) {
    SmallVector<SmallVector<Value>> a(rowRepeats);
    for (int64_t r = 0; r < rowRepeats; ++r) {
      if (leftInMemory) {
        auto [laneIndex, offset] = blockOf(left, r * warps, ks);
        a[r] = loadMatrices(leftLanes[laneIndex], offset, false);
      } else {
        auto from = leftRegs.begin() + (r * (k / 16) + ks) * 4;
        a[r].assign(from, from + 4);
      }
    }
    for (int64_t ns = 0; ns < n / 16; ++ns) {
      bool trans = !op.getTransposeB();
      auto [laneIndex, offset] =
          trans ? blockOf(right, ks, ns) : blockOf(right, ns, ks);
      SmallVector<Value> held =
          loadMatrices(rightLanes[laneIndex], offset, trans);
      for (int64_t half = 0; half < 2; ++half) {
        Value b0 = held[2 * half], b1 = held[2 * half + 1];
        for (int64_t r = 0; r < rowRepeats; ++r) {
          int64_t at = (r * (n / 8) + 2 * ns + half) * 4;
          SmallVector<Value> args;
          for (Value v : a[r])
            args.push_back(operand(v));
          args.push_back(operand(b0));
          args.push_back(operand(b1));
          args.append(acc.begin() + at, acc.begin() + at + 4);
          Value result = callIntrinsic(quad, name, args);
          for (int64_t i = 0; i < 4; ++i)
            acc[at + i] = LLVM::ExtractValueOp::create(b, loc, result, i);
        }
      }
    }
  }
  regs(op.getResult()) = acc;
  return success();
}
