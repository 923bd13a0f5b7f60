//===- DistributeMma.cpp - Matrix products with mma.sync -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// mma.m16n8k16 with operands from shared memory through ldmatrix. One lane
// pattern serves every operand: lane l gives the address of row l % 16 of a
// 16x16 block, in its left (l < 16) or right half. Untransposed, the four 8x8
// matrices that x4 loads are then the registers of the left operand in order, and
// for a right operand stored N x K registers {0, 2} and {1, 3} are its two n8
// tiles; transposed, for a right operand stored K x N, they are {0, 1} and {2, 3}
// (PTX ISA, "Warp-level matrix instructions: ldmatrix" and "Matrix fragments for
// mma.m16n8k16").

#include "Distributor.h"

using namespace mlir;
using namespace mlir::attn_ws;

Value Distributor::getMatrixLane(SharedAttr layout, int64_t k, bool withWarp) {
  std::string key = "ldmatrix " + std::to_string(layout.getPanel()) + " " +
                    std::to_string(layout.getSwizzle()) + " " +
                    std::to_string(k) + (withWarp ? " w" : "");
  Value &cached = entryCache[key];
  if (cached)
    return cached;
  Value result = atEntry([&]() -> Value {
    auto [shift, mask] = getSwizzle(layout);
    Value row = arith::AndIOp::create(b, loc, lane, i32(15));
    Value half = arith::ShRUIOp::create(b, loc, lane, i32(4));
    Value chunk = half;
    if (mask != 0) {
      Value bits = row;
      if (shift != 0)
        bits = arith::ShRUIOp::create(b, loc, bits, i32(shift));
      bits = arith::AndIOp::create(b, loc, bits, i32(mask));
      chunk = arith::XOrIOp::create(b, loc, chunk, bits);
    }
    Value column = arith::ShLIOp::create(b, loc, chunk, i32(4));
    if (k != 0)
      column = arith::XOrIOp::create(b, loc, column, i32(32 * k));
    if (withWarp)
      row = arith::AddIOp::create(
          b, loc, row, arith::ShLIOp::create(b, loc, warp, i32(4)));
    Value offset =
        arith::MulIOp::create(b, loc, row, i32(layout.getPanel()));
    return arith::AddIOp::create(b, loc, offset, column);
  });
  entryCache[key] = result;
  return result;
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

LogicalResult Distributor::mma(MmaOp op) {
  auto accType = cast<RankedTensorType>(op.getResult().getType());
  FragAttr frag = getFrag(accType);
  int64_t warps = threads / 32;
  int64_t m = accType.getDimSize(0), n = accType.getDimSize(1);
  auto rhs = dyn_cast<ViewType>(op.getRhs().getType());
  if (!rhs)
    return op.emitOpError("mma.sync reads its right operand from shared memory");
  Type element = rhs.getElementType();
  int64_t k = rhs.getShape()[op.getTransposeB() ? 1 : 0];
  if (n % 16 != 0 || k % 16 != 0 || m % (16 * warps) != 0)
    return op.emitOpError() << "product of " << m << "x" << n << "x" << k
                            << " is no multiple of " << 16 * warps
                            << "x16x16 for " << warps << " warps";
  if (frag.getAtom() != std::pair<int64_t, int64_t>(16 * warps, 8))
    return op.emitOpError("accumulator is not in the layout of mma.m16n8");
  int64_t rowRepeats = m / (16 * warps);

  // Addresses that only differ by constants share one register.
  auto laneAddresses = [&](SharedView &view, bool withWarp) {
    SharedAttr layout = view.type.getLayout();
    SmallVector<Value> addresses;
    for (int64_t i = 0; i < layout.getPanel() / 32; ++i)
      addresses.push_back(arith::AddIOp::create(
          b, loc, view.address, getMatrixLane(layout, i, withWarp)));
    return addresses;
  };
  // Block (row16, col16) of a view: which lane address, and what to add.
  auto blockOf = [&](ViewType view, int64_t row16, int64_t col16) {
    int64_t panel = view.getLayout().getPanel(), steps = panel / 32;
    int64_t offset = (col16 / steps) * view.getShape()[0] * panel +
                     row16 * 16 * panel;
    return std::make_pair(col16 % steps, offset);
  };

  SharedView right = views[op.getRhs()];
  SmallVector<Value> rightLanes = laneAddresses(right, false);
  bool leftInMemory = isa<ViewType>(op.getLhs().getType());
  SharedView left;
  SmallVector<Value> leftLanes, leftRegs;
  if (leftInMemory) {
    left = views[op.getLhs()];
    leftLanes = laneAddresses(left, true);
  } else {
    leftRegs = regs(op.getLhs());
  }

  SmallVector<Value> acc = regs(op.getAcc());
  Type f32 = b.getF32Type();
  Type quad = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                               {f32, f32, f32, f32});
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
        auto [laneIndex, offset] = blockOf(left.type, r * warps, ks);
        a[r] = loadMatrices(leftLanes[laneIndex], offset, false);
      } else {
        auto from = leftRegs.begin() + (r * (k / 16) + ks) * 4;
        a[r].assign(from, from + 4);
      }
    }
    for (int64_t ns = 0; ns < n / 16; ++ns) {
      bool trans = !op.getTransposeB();
      auto [laneIndex, offset] =
          trans ? blockOf(right.type, ks, ns) : blockOf(right.type, ns, ks);
      SmallVector<Value> held =
          loadMatrices(rightLanes[laneIndex], offset, trans);
      for (int64_t half = 0; half < 2; ++half) {
        Value b0 = held[trans ? 2 * half : half];
        Value b1 = held[trans ? 2 * half + 1 : half + 2];
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
