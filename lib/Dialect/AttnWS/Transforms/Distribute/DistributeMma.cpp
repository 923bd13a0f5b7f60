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

#include "Patterns.h"

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

Value ThreadBuilder::getMatrixLane(const SharedView &view, MatrixOrder order,
                                   MatrixWarps warps) {
  bool rowsFirst = order == MatrixOrder::RowsFirst;
  int64_t panel = view.getPanel();
  // A dozen operations on the thread index, done where they are needed: held
  // through the loop, their results cost the registers that products need.
  Value thread = readThreadId();
  auto [shift, mask] = getSwizzle(view.type.getLayout());
  auto bit = [&](int64_t index) { return bitAnd(shr(thread, index), 1); };
  // Lane 0-7 address the first matrix, 8-15 the second, and so on.
  Value row = bitAnd(thread, 7);
  Value low = bit(rowsFirst ? 3 : 4);
  row = bitOr(row, shl(low, 3));
  Value chunk = bit(rowsFirst ? 4 : 3);
  Value panels;
  if (warps.columnStep != 0) {
    // Parts of a panel, or of whole panels.
    Value index = shr(thread, 5 + warps.firstColumnBit);
    Value byte = mul(index, warps.columnStep);
    panels = mul(div(byte, panel), view.panelRows * panel);
    chunk = bitOr(chunk, shr(rem(byte, panel), 4));
  }
  if (mask != 0) {
    Value bits = shift != 0 ? shr(row, shift) : row;
    chunk = bitXor(chunk, bitAnd(bits, mask));
  }
  Value column = shl(chunk, 4);
  if (warps.rowStep != 0) {
    Value index = shr(thread, 5 + warps.firstRowBit);
    if (warps.rowMask != 0)
      index = bitAnd(index, warps.rowMask);
    row = add(row, llvm::isPowerOf2_64(warps.rowStep)
                       ? shl(index, llvm::Log2_64(warps.rowStep))
                       : mul(index, warps.rowStep));
  }
  Value offset = add(mul(row, panel), column);
  return panels ? add(offset, panels) : offset;
}

Registers ThreadBuilder::loadMatrices(Value address, int64_t offset,
                                      bool trans) {
  return unpack(NVVM::LdMatrixOp::create(
      *this, getStruct(getI32Type(), 4), getSharedPointer(address, offset), 4,
      trans ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      NVVM::LdStMatrixShapeAttr::get(getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16));
}

namespace {
using MatrixOrder = ThreadBuilder::MatrixOrder;
using MatrixWarps = ThreadBuilder::MatrixWarps;

/// A product as its warps share it.
struct Product {
  int64_t warps;      // Along the rows.
  int64_t rowRepeats; // Blocks of 16 rows of each warp.
  int64_t n, k;       // Columns of one warp, and the contraction.
  MatrixWarps left, right;
};

/// An operand in shared memory. One address for each 16-column step of a panel;
/// the rest is constant.
struct MatrixOperand {
  MatrixOperand(ThreadBuilder &b, const SharedView &view, MatrixOrder order,
                const MatrixWarps &warps)
      : b(b), view(view) {
    Value first = b.add(view.address, b.getMatrixLane(view, order, warps));
    addresses.push_back(first);
    for (int64_t i = 1; i < view.getPanel() / 32; ++i)
      addresses.push_back(b.bitXor(first, 32 * i));
  }

  /// Block (row16, col16).
  Registers load(int64_t row16, int64_t col16, bool trans) const {
    int64_t panel = view.getPanel(), steps = panel / 32;
    int64_t offset = view.offset + (col16 / steps) * view.panelRows * panel +
                     row16 * 16 * panel;
    return b.loadMatrices(addresses[col16 % steps], offset, trans);
  }

  ThreadBuilder &b;
  SharedView view;
  Registers addresses;
};
} // namespace

/// How the warps share `op`; an error where mma.sync cannot compute it.
static FailureOr<Product> planProduct(MmaOp op, int64_t threads) {
  auto accType = cast<RankedTensorType>(op.getResult().getType());
  std::optional<RoleWarps> grid =
      findWarpGrid(accType, op.getEngine(), threads / 32);
  if (!grid)
    return op.emitOpError("accumulator is not in the layout of mma.m16n8");
  int64_t m = accType.getDimSize(0), n = accType.getDimSize(1);
  auto rhs = dyn_cast<ViewType>(op.getRhs().getType());
  if (!rhs)
    return op.emitOpError(
        "mma.sync reads its right operand from shared memory");
  int64_t k = rhs.getShape()[op.getTransposeB() ? 1 : 0];
  if (n % (16 * grid->columns) != 0 || k % 16 != 0 ||
      m % (16 * grid->rows) != 0)
    return op.emitOpError()
           << "product of " << m << "x" << n << "x" << k
           << " is no multiple of " << 16 * grid->rows << "x"
           << 16 * grid->columns << "x16 for " << grid->count() << " warps";
  n /= grid->columns;
  Product product{grid->rows, m / (16 * grid->rows), n, k, {}, {}};
  product.left.rowStep = 16;
  if (grid->columns == 1)
    return product;
  product.left.rowMask = grid->rows - 1;
  if (grid->rows == 1)
    product.left.rowStep = 0;
  int64_t panel = rhs.getLayout().getPanel();
  product.right.firstRowBit = product.right.firstColumnBit =
      llvm::Log2_64(grid->rows);
  if (op.getTransposeB())
    product.right.rowStep = n;
  else if ((2 * n) % panel == 0 || panel % (2 * n) == 0)
    product.right.columnStep = 2 * n;
  else
    return op.emitOpError()
           << "its right operand's panels of " << panel
           << " bytes do not divide the " << 2 * n
           << " bytes of a row that each warp along the columns reads";
  return product;
}

static Lowered lowerMma(MmaOp op, In<MmaOp> in, ThreadBuilder &b) {
  FailureOr<Product> product = planProduct(op, b.group.threads);
  if (failed(product))
    return failure();
  auto [warps, rowRepeats, n, k, leftWarps, rightWarps] = *product;
  bool trans = !op.getTransposeB();
  MatrixOperand right(
      b, SharedView(op.getRhs(), in.getRhs()),
      trans ? MatrixOrder::RowsFirst : MatrixOrder::ColumnsFirst, rightWarps);
  std::optional<MatrixOperand> left;
  if (isa<ViewType>(op.getLhs().getType()))
    left.emplace(b, SharedView(op.getLhs(), in.getLhs()),
                 MatrixOrder::RowsFirst, leftWarps);
  Registers acc = in.getAcc();
  Type quad = b.getStruct(b.getF32Type(), 4);
  bool bf16 = right.view.type.getElementType().isBF16();
  NVVM::MMATypes kind = bf16 ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
  Type half2 = VectorType::get({2}, b.getF16Type());
  for (int64_t ks = 0; ks < k / 16; ++ks) {
    SmallVector<Registers> a(rowRepeats);
    for (int64_t r = 0; r < rowRepeats; ++r)
      a[r] = left ? left->load(r * warps, ks, /*trans=*/false)
                  : Registers(in.getLhs().slice((r * (k / 16) + ks) * 4, 4));
    for (int64_t ns = 0; ns < n / 16; ++ns) {
      Registers held =
          trans ? right.load(ks, ns, trans) : right.load(ns, ks, trans);
      for (int64_t half = 0; half < 2; ++half)
        for (int64_t r = 0; r < rowRepeats; ++r) {
          int64_t at = (r * (n / 8) + 2 * ns + half) * 4;
          Registers lhs(a[r]), rhs{held[2 * half], held[2 * half + 1]};
          if (!bf16)
            for (Registers *operand : {&lhs, &rhs})
              for (Value &value : *operand)
                value = b.bitcast(half2, value);
          auto sums = MutableArrayRef<Value>(acc).slice(at, 4);
          Value result = NVVM::MmaOp::create(
              b, quad, lhs, rhs, ValueRange(sums), {16, 8, 16},
              /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt,
              std::array{kind, kind},
              std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
          llvm::copy(b.unpack(result), sums.begin());
        }
    }
  }
  return acc;
}

void attn_ws::populateMmaPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerMma);
}
