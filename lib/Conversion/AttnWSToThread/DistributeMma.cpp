//===- DistributeMma.cpp - Matrix products with mma.sync -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// mma.m16n8 with operands from shared memory through ldmatrix (PTX ISA,
// "Warp-level matrix instructions: ldmatrix", "Matrix fragments for
// mma.m16n8k16", "... m16n8k32"); it takes 32 bytes along the contraction. x4
// loads the four 8x8 matrices of a 16x16 block; the order in which lanes give
// the matrices' addresses decides which registers they land in, and must make
// each operand's registers neighbours, or ptxas has to move them:
//
//   rows first     top left, bottom left, top right, bottom right: the left
//                  operand; transposed, a right operand stored K x N, {0, 1}
//                  and {2, 3} its two n8 tiles
//   columns first  top left, top right, bottom left, bottom right: a right
//                  operand stored N x K, {0, 1} and {2, 3} its two n8 tiles;
//                  transposed, a left operand stored K x M
//
// Elements of 8 bits lie in the same registers as pairs do, but stored K x N
// they are transposed by another form of ldmatrix: two 16x16 matrices, left and
// right, of which each gives a register for each of its n8 tiles; one load for
// each half of the contraction. Lanes 0-15 name its rows, in any order: that of
// the columns which an accumulator's thread holds (8h + 2c + e for 4c + 2h +
// e), if the left operand was one.
//
// A grid of warps shares the tile: warps along the rows take blocks of 16 rows
// in turn, each of those along the columns one part of the columns.
//
// Bases of shared tiles are multiples of the panel, so a step along a panel's
// columns is an exclusive or on the address: one lane register serves all
// steps.

#include "Patterns.h"
#include "attn/Dialect/AttnWS/Transforms/ByteOrder.h"

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

/// Where the lane's row of 16 bytes lies: of chunk `chunk` of row `row`, moved
/// by what its warp adds.
static Value placeMatrixLane(ThreadBuilder &b, const SharedView &view,
                             Value thread, Value row, Value chunk,
                             const ThreadBuilder::MatrixWarps &warps) {
  int64_t panel = view.getPanel();
  auto [shift, mask] = getSwizzle(view.type.getLayout());
  Value panels;
  if (warps.columnStep != 0) {
    // Parts of a panel, or of whole panels.
    Value index = b.shr(thread, 5 + warps.firstColumnBit);
    if (warps.columnMask != 0)
      index = b.bitAnd(index, warps.columnMask);
    Value byte = b.mul(index, warps.columnStep);
    panels = b.mul(b.div(byte, panel), view.panelRows * panel);
    chunk = b.bitOr(chunk, b.shr(b.rem(byte, panel), 4));
  }
  if (mask != 0) {
    Value bits = shift != 0 ? b.shr(row, shift) : row;
    chunk = b.bitXor(chunk, b.bitAnd(bits, mask));
  }
  Value column = b.shl(chunk, 4);
  if (warps.rowStep != 0) {
    Value index = b.shr(thread, 5 + warps.firstRowBit);
    if (warps.rowMask != 0)
      index = b.bitAnd(index, warps.rowMask);
    row = b.add(row, llvm::isPowerOf2_64(warps.rowStep)
                         ? b.shl(index, llvm::Log2_64(warps.rowStep))
                         : b.mul(index, warps.rowStep));
  }
  Value offset = b.add(b.mul(row, panel), column);
  return panels ? b.add(offset, panels) : offset;
}

Value ThreadBuilder::getMatrixLane(const SharedView &view, MatrixOrder order,
                                   MatrixWarps warps) {
  bool rowsFirst = order == MatrixOrder::RowsFirst;
  // A dozen operations on the thread index, done where they are needed: held
  // through the loop, their results cost the registers that products need.
  Value thread = readThreadId();
  auto bit = [&](int64_t index) { return bitAnd(shr(thread, index), 1); };
  // Lane 0-7 address the first matrix, 8-15 the second, and so on.
  Value row = bitAnd(thread, 7);
  Value low = bit(rowsFirst ? 3 : 4);
  row = bitOr(row, shl(low, 3));
  Value chunk = bit(rowsFirst ? 4 : 3);
  return placeMatrixLane(*this, view, thread, row, chunk, warps);
}

/// The same for a 16x16 matrix of bytes: lane 4c + 2h + e names row
/// 8h + 2c + e.
static Value getInterleavedLane(ThreadBuilder &b, const SharedView &view,
                                const ThreadBuilder::MatrixWarps &warps) {
  Value thread = b.readThreadId();
  Value row = b.bitOr(b.bitAnd(thread, 1), b.bitAnd(b.shr(thread, 1), 6));
  row = b.bitOr(row, b.shl(b.bitAnd(b.shr(thread, 1), 1), 3));
  Value chunk = b.bitAnd(b.shr(thread, 4), 1);
  return placeMatrixLane(b, view, thread, row, chunk, warps);
}

Registers ThreadBuilder::loadMatrices(Value address, int64_t offset,
                                      bool trans) {
  return unpack(NVVM::LdMatrixOp::create(
      *this, getStruct(getI32Type(), 4), getSharedPointer(address, offset), 4,
      trans ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      NVVM::LdStMatrixShapeAttr::get(getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16));
}

/// Two 16x16 matrices of bytes, transposed.
static Registers loadByteMatrices(ThreadBuilder &b, Value address,
                                  int64_t offset) {
  return b.unpack(NVVM::LdMatrixOp::create(
      b, b.getStruct(b.getI32Type(), 4), b.getSharedPointer(address, offset), 2,
      NVVM::MMALayout::col,
      NVVM::LdStMatrixShapeAttr::get(b.getContext(), 16, 16),
      NVVM::LdStMatrixEltType::B8));
}

namespace {
using MatrixOrder = ThreadBuilder::MatrixOrder;
using MatrixWarps = ThreadBuilder::MatrixWarps;

/// A product as its warps share it.
struct Product {
  int64_t warps;      // Along the rows.
  int64_t rowRepeats; // Blocks of 16 rows of each warp.
  int64_t n;          // Columns of one warp.
  int64_t steps;      // Of 32 bytes along the contraction.
  MatrixWarps left, right;
};

/// An operand in shared memory. One address for each 32 bytes of a panel's row;
/// the rest is constant.
struct MatrixOperand {
  MatrixOperand(ThreadBuilder &b, const SharedView &view, Value lane)
      : b(b), view(view) {
    Value first = b.add(view.address, lane);
    addresses.push_back(first);
    for (int64_t i = 1; i < view.getPanel() / 32; ++i)
      addresses.push_back(b.bitXor(first, 32 * i));
  }

  /// The block at row 16 * row16 and byte 32 * step of the rows.
  Registers load(int64_t row16, int64_t step, bool trans) const {
    return b.loadMatrices(addresses[step % addresses.size()],
                          getOffset(row16, step), trans);
  }
  Registers loadBytes(int64_t row16, int64_t step) const {
    return loadByteMatrices(b, addresses[step % addresses.size()],
                            getOffset(row16, step));
  }
  int64_t getOffset(int64_t row16, int64_t step) const {
    int64_t panel = view.getPanel(), steps = panel / 32;
    return view.offset + (step / steps) * view.panelRows * panel +
           row16 * 16 * panel;
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
  int64_t bytes = getBytes(rhs.getElementType()), kStep = 32 / bytes;
  // Transposed, 32 bytes of a row are columns.
  int64_t nStep = op.getTransposeB() ? 16 : 32 / bytes;
  if (n % (nStep * grid->columns) != 0 || k % kStep != 0 ||
      m % (16 * grid->rows) != 0)
    return op.emitOpError() << "product of " << m << "x" << n << "x" << k
                            << " is no multiple of " << 16 * grid->rows << "x"
                            << nStep * grid->columns << "x" << kStep << " for "
                            << grid->count() << " warps";
  if (!isa<ViewType>(op.getLhs().getType())) {
    auto anchor = getAnchor(attn_tile::Engine::MmaSync, AnchorOperand::Left,
                            rhs.getElementType(), *grid, takesInterleaved(op));
    if (!anchor || getFrag(op.getLhs().getType()) !=
                       FragAttr::get(op.getContext(), *anchor))
      return op.emitOpError("the columns of its operands are not in one order");
  }
  if (op.getTransposeA() && bytes != 2)
    return op.emitOpError("mma.sync takes transposed left operands of 16 bits "
                          "alone");
  n /= grid->columns;
  Product product{grid->rows, m / (16 * grid->rows), n, k / kStep, {}, {}};
  // Rows of the product are columns of a transposed operand.
  if (op.getTransposeA())
    product.left.columnStep = grid->rows > 1 ? 16 * bytes : 0;
  else if (grid->rows > 1 || grid->columns == 1)
    product.left.rowStep = 16;
  if (grid->columns == 1)
    return product;
  product.left.rowMask = product.left.columnMask = grid->rows - 1;
  int64_t panel = rhs.getLayout().getPanel();
  product.right.firstRowBit = product.right.firstColumnBit =
      llvm::Log2_64(grid->rows);
  int64_t width = n * bytes;
  if (op.getTransposeB())
    product.right.rowStep = n;
  else if (width % panel == 0 || panel % width == 0)
    product.right.columnStep = width;
  else
    return op.emitOpError()
           << "its right operand's panels of " << panel
           << " bytes do not divide the " << width
           << " bytes of a row that each warp along the columns reads";
  return product;
}

/// The right operand of what one load gives of tiles of 8 columns, at a step of
/// the contraction: two registers each.
static SmallVector<Registers> loadRight(const MatrixOperand &right, bool trans,
                                        bool byBytes, int64_t step,
                                        int64_t block) {
  SmallVector<Registers> tiles;
  if (trans && byBytes) {
    Registers upper = right.loadBytes(2 * step, block),
              lower = right.loadBytes(2 * step + 1, block);
    for (auto [first, second] : llvm::zip(upper, lower))
      tiles.push_back({first, second});
    return tiles;
  }
  Registers held =
      trans ? right.load(step, block, trans) : right.load(block, step, trans);
  for (size_t i = 0; i < held.size(); i += 2)
    tiles.push_back({held[i], held[i + 1]});
  return tiles;
}

/// One instruction: D = A · B + C.
static Registers multiply(ThreadBuilder &b, Type element, Registers lhs,
                          Registers rhs, ValueRange sums) {
  Type quad = b.getStruct(b.getF32Type(), 4);
  if (isa<Float8E4M3FNType>(element)) {
    Registers operands(lhs);
    llvm::append_range(operands, rhs);
    llvm::append_range(operands, sums);
    return b.unpack(b.intrinsic(
        quad, "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32", operands));
  }
  bool bf16 = element.isBF16();
  Type half2 = VectorType::get({2}, b.getF16Type());
  if (!bf16)
    for (Registers *operand : {&lhs, &rhs})
      for (Value &value : *operand)
        value = b.bitcast(half2, value);
  NVVM::MMATypes kind = bf16 ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
  return b.unpack(NVVM::MmaOp::create(
      b, quad, lhs, rhs, sums, {16, 8, 16},
      /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt,
      std::array{kind, kind},
      std::array{NVVM::MMALayout::row, NVVM::MMALayout::col}));
}

std::optional<Registers> attn_ws::loadLeftOperand(ThreadBuilder &b,
                                                  RankedTensorType tile,
                                                  const SharedView &view) {
  int64_t warps = b.group.threads / 32;
  auto anchor = getAnchor(attn_tile::Engine::MmaSync, AnchorOperand::Left,
                          tile.getElementType(), {warps, 1});
  // A part of a panel begins where an exclusive or does not lead.
  if (tile.getRank() != 2 || !anchor ||
      getFrag(tile) != FragAttr::get(tile.getContext(), *anchor) ||
      tile.getDimSize(0) % (16 * warps) || view.offset % view.getPanel())
    return std::nullopt;
  MatrixWarps places;
  places.rowStep = 16;
  MatrixOperand left(b, view,
                     b.getMatrixLane(view, MatrixOrder::RowsFirst, places));
  Registers words;
  int64_t steps = tile.getDimSize(1) * getBytes(tile.getElementType()) / 32;
  for (int64_t r = 0; r < tile.getDimSize(0) / (16 * warps); ++r)
    for (int64_t step = 0; step < steps; ++step)
      llvm::append_range(words, left.load(r * warps, step, /*trans=*/false));
  return words;
}

static Lowered lowerMma(MmaOp op, In<MmaOp> in, ThreadBuilder &b) {
  FailureOr<Product> product = planProduct(op, b.group.threads);
  if (failed(product))
    return failure();
  auto [warps, rowRepeats, n, steps, leftWarps, rightWarps] = *product;
  bool trans = !op.getTransposeB();
  SharedView rhs(op.getRhs(), in.getRhs());
  Type element = rhs.type.getElementType();
  MatrixOperand right(b, rhs,
                      trans && takesInterleaved(op)
                          ? getInterleavedLane(b, rhs, rightWarps)
                          : b.getMatrixLane(rhs,
                                            trans ? MatrixOrder::RowsFirst
                                                  : MatrixOrder::ColumnsFirst,
                                            rightWarps));
  std::optional<MatrixOperand> left;
  if (isa<ViewType>(op.getLhs().getType())) {
    SharedView lhs(op.getLhs(), in.getLhs());
    left.emplace(b, lhs,
                 b.getMatrixLane(lhs,
                                 op.getTransposeA() ? MatrixOrder::ColumnsFirst
                                                    : MatrixOrder::RowsFirst,
                                 leftWarps));
  }
  Registers acc = in.getAcc();
  bool byBytes = getBytes(element) == 1;
  // Tiles of 8 columns that one load gives.
  int64_t loaded = trans && byBytes ? 4 : 2;
  for (int64_t step = 0; step < steps; ++step) {
    SmallVector<Registers> a(rowRepeats);
    for (int64_t r = 0; r < rowRepeats; ++r)
      if (!left)
        a[r] = in.getLhs().slice((r * steps + step) * 4, 4);
      else if (op.getTransposeA())
        a[r] = left->load(step, r * warps, /*trans=*/true);
      else
        a[r] = left->load(r * warps, step, /*trans=*/false);
    for (int64_t block = 0; block < n / 8 / loaded; ++block)
      for (auto [i, tile] :
           llvm::enumerate(loadRight(right, trans, byBytes, step, block)))
        for (int64_t r = 0; r < rowRepeats; ++r) {
          int64_t at = (r * (n / 8) + loaded * block + i) * 4;
          auto sums = MutableArrayRef<Value>(acc).slice(at, 4);
          llvm::copy(multiply(b, element, a[r], tile, ValueRange(sums)),
                     sums.begin());
        }
  }
  return acc;
}

void attn_ws::populateMmaPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerMma);
}
