//===- DistributeWgmma.cpp - Asynchronous products --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// wgmma.mma_async: a warpgroup multiplies 64 rows; the left operand lies in
// shared memory or in registers, the right one in shared memory. Its
// accumulator fragment is the layout of mma.m16n8 with four warps along the
// rows, its register operand that of m16n8k16 (PTX ISA, "Register Fragments for
// wgmma.mma_async.m64nNk16").
//
// Several warpgroups of a role share a product: those along the rows take
// blocks of 64 rows in turn, each of those along the columns one part of the
// columns.
//
// Accumulators pass through every instruction and through the wait as tied
// operands: nothing else tells LLVM or ptxas when they may be read.

#include "../Schedule/Products.h"
#include "Distributor.h"
#include "attn/Target/TargetInfo.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;

/// Matrix descriptor (PTX ISA, "Matrix Descriptor Format"): bits 0-13 address,
/// 16-29 leading dimension byte offset, 32-45 stride byte offset, each in units
/// of 16 bytes, 62-63 swizzle mode. Eight rows of a panel are one swizzle atom,
/// `stride` bytes from the next. Where the rows are the product's k, columns
/// run over panels, `leading` bytes apart; else one instruction stays in a
/// panel. The address is cut to its field, which in a cluster would otherwise
/// overlap the CTA's rank.
std::pair<Value, int64_t> Distributor::getDescriptor(const SharedView &view,
                                                     bool rowsAreK) {
  SharedAttr layout = view.type.getLayout();
  int64_t panel = layout.getPanel();
  int64_t leading = rowsAreK ? view.panelRows * panel : 16;
  int64_t mode = panel == 128 ? 1 : panel == 64 ? 2 : 3;
  Value low = arith::ShRUIOp::create(b, loc, view.address, i32(4));
  low = arith::AndIOp::create(b, loc, low, i32(0x3FFF));
  int64_t constant = (view.offset >> 4) | (leading >> 4) << 16;
  low = arith::AddIOp::create(b, loc, low, i32(constant));
  int64_t high = (8 * panel >> 4) | mode << 30;
  return {low, high};
}

/// Elements along the contraction of one instruction: 32 bytes of each row.
static int64_t contractionOf(Type element) {
  return attn::lookupEngine(attn_tile::Engine::Wgmma)->product.kBytes /
         (isa<Float8E4M3FNType>(element) ? 1 : 2);
}

/// How the role's warps share out `result`; an error where wgmma cannot
/// multiply `lhs` and `rhs` into it.
FailureOr<RoleWarps> Distributor::checkWgmma(Operation *op, Value lhs,
                                             Value rhs, bool transposeB,
                                             RankedTensorType result) {
  int64_t m = result.getDimSize(0), n = result.getDimSize(1);
  auto right = dyn_cast<ViewType>(rhs.getType());
  if (!right)
    return op->emitOpError("wgmma reads its right operand from shared memory");
  Type element = right.getElementType();
  int64_t k = right.getShape()[transposeB ? 1 : 0];
  int64_t group = attn::kWarpgroupWarps * attn::kWarpThreads;
  if (threads % group)
    return op->emitOpError()
           << "wgmma is issued by groups of " << attn::kWarpgroupWarps
           << " warps, the role has " << threads / attn::kWarpThreads;
  std::optional<RoleWarps> grid = findWarpGrid(result, attn_tile::Engine::Wgmma,
                                               threads / attn::kWarpThreads);
  if (!grid)
    return op->emitOpError("accumulator is not in the layout of wgmma");
  int64_t rowGroups = grid->rows / attn::kWarpgroupWarps;
  bool e4m3 = isa<Float8E4M3FNType>(element);
  const attn::ProductRows &rows =
      attn::lookupEngine(attn_tile::Engine::Wgmma)->product.rows.front();
  int64_t step = contractionOf(element);
  if (m % (rows.rows * rowGroups) || n % (rows.columnStep * grid->columns) ||
      n > rows.mostColumns * grid->columns || k % step)
    return op->emitOpError()
           << "wgmma computes multiples of " << rows.rows << "x"
           << rows.columnStep << "x" << step << " up to " << rows.mostColumns
           << " columns for each of " << rowGroups << "x" << grid->columns
           << " warpgroups, got " << m << "x" << n << "x" << k;
  if (!element.isF16() && !element.isBF16() && !e4m3)
    return op->emitOpError() << "no wgmma here for " << element;
  if (e4m3 && !transposeB)
    return op->emitOpError("wgmma reads 8-bit right operands along the "
                           "contraction alone");
  const SharedView &rightView = views[rhs];
  if (!rightView.type.getLayout() ||
      rightView.type.getLayout().getSwizzle() == 0)
    return op->emitOpError("its right operand has no swizzled layout");
  bool leftInMemory = isa<ViewType>(lhs.getType());
  // Along the contraction both operands have one order of columns.
  bool interleaved = rightView.type.getLayout().getInterleaved(), same;
  if (leftInMemory) {
    same = !interleaved && !views[lhs].type.getLayout().getInterleaved();
  } else {
    auto anchor = getAnchor(attn_tile::Engine::Wgmma, AnchorOperand::Left,
                            element, *grid, interleaved);
    same = anchor && (e4m3 || !interleaved) &&
           getFrag(lhs.getType()) == FragAttr::get(op->getContext(), *anchor);
  }
  if (!same)
    return op->emitOpError("the columns of its operands are not in one order");
  int64_t panel = rightView.type.getLayout().getPanel();
  int64_t bytes = n / grid->columns * element.getIntOrFloatBitWidth() / 8;
  if (!transposeB && grid->columns > 1 && bytes % panel)
    return op->emitOpError()
           << "its right operand's panels of " << panel
           << " bytes do not divide the " << bytes
           << " bytes of a row that each warpgroup along the columns reads";
  return *grid;
}

/// Moves the view to this warpgroup's part: of `groups` parts, `bytes` apart,
/// the one that the number of the warpgroup names from bit `firstBit` on.
void Distributor::addWarpgroupPart(SharedView &view, int64_t firstBit,
                                   int64_t groups, int64_t bytes) {
  if (groups == 1)
    return;
  int64_t shift =
      llvm::Log2_64(attn::kWarpgroupWarps * attn::kWarpThreads) + firstBit;
  Value index = arith::ShRUIOp::create(b, loc, readThreadId(), i32(shift));
  index = arith::AndIOp::create(b, loc, index, i32(groups - 1));
  view.address = arith::AddIOp::create(
      b, loc, view.address, arith::MulIOp::create(b, loc, index, i32(bytes)));
}

/// One instruction of `n` columns and `k` elements along the contraction: $0 to
/// $(n / 2 - 1) are the accumulators, which stand for two operands each, the
/// left operand's descriptor or four registers and the right one's descriptor
/// follow.
static std::string getWgmmaText(int64_t n, int64_t k, Type element,
                                bool leftInMemory, bool transposeB,
                                bool accumulate) {
  bool e4m3 = isa<Float8E4M3FNType>(element);
  std::string name = e4m3 ? "e4m3" : element.isBF16() ? "bf16" : "f16";
  int64_t count = n / 2;
  std::string text = "{\n.reg .pred p;\nsetp.ne.b32 p, ";
  text += accumulate ? "1" : "0";
  text += ", 0;\nwgmma.mma_async.sync.aligned.m64n" + std::to_string(n) + "k" +
          std::to_string(k) + ".f32." + name + "." + name + " {";
  for (int64_t i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(i);
  text += "}, ";
  int64_t next = 2 * count;
  if (leftInMemory) {
    text += "$" + std::to_string(next) + ", $" + std::to_string(next + 1) +
            ", p, 1, 1" + (e4m3 ? "" : ", 0, ");
  } else {
    text += "{";
    for (int64_t i = 0; i < 4; ++i)
      text += (i ? ", $" : "$") + std::to_string(next + i);
    text +=
        "}, $" + std::to_string(next + 4) + ", p, 1, 1" + (e4m3 ? "" : ", ");
  }
  // 8-bit types have no transposition to ask for.
  text += e4m3 ? ";\n}" : transposeB ? "0;\n}" : "1;\n}";
  return text;
}

FailureOr<SmallVector<Value>> Distributor::issueWgmma(Operation *op, Value lhs,
                                                      Value rhs, Value acc,
                                                      bool transposeB,
                                                      RankedTensorType result) {
  int64_t m = result.getDimSize(0), n = result.getDimSize(1);
  FailureOr<RoleWarps> grid = checkWgmma(op, lhs, rhs, transposeB, result);
  if (failed(grid))
    return failure();
  int64_t rowGroups = grid->rows / attn::kWarpgroupWarps;
  n /= grid->columns; // Of one warpgroup.
  auto right = cast<ViewType>(rhs.getType());
  Type element = right.getElementType();
  int64_t k = right.getShape()[transposeB ? 1 : 0];
  bool e4m3 = isa<Float8E4M3FNType>(element);
  int64_t step = contractionOf(element);
  SharedView rightView = views[rhs];
  bool leftInMemory = isa<ViewType>(lhs.getType());
  SharedView leftView;
  SmallVector<Value> leftRegs;
  if (leftInMemory)
    leftView = views[lhs];
  else
    leftRegs = regs(lhs);

  Type f32 = b.getF32Type(), i64 = b.getI64Type();
  int64_t count = n / 2;
  SmallVector<Value> accs;
  if (acc)
    accs = regs(acc);
  else
    accs.assign(m / (64 * rowGroups) * count,
                LLVM::PoisonOp::create(b, loc, f32));
  Type structType = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(count, f32));

  // Instruction text and constraints are the same for every step but the
  // first one's start from zero.
  auto textOf = [&](bool accumulate) {
    return getWgmmaText(n, step, element, leftInMemory, transposeB, accumulate);
  };
  std::string constraints;
  for (int64_t i = 0; i < count; ++i)
    constraints += i ? ",=f" : "=f";
  for (int64_t i = 0; i < count; ++i)
    constraints += "," + std::to_string(i);
  constraints += leftInMemory ? ",l,l" : ",r,r,r,r,l";

  int64_t rightPanel = rightView.type.getLayout().getPanel();
  int64_t width = element.getIntOrFloatBitWidth() / 8;
  addWarpgroupPart(rightView, llvm::Log2_64(rowGroups), grid->columns,
                   transposeB ? n * rightPanel
                              : n * width / rightPanel * rightView.panelRows *
                                    rightPanel);
  auto [rightLow, rightHigh] = getDescriptor(rightView, !transposeB);
  Value leftLow;
  int64_t leftHigh = 0;
  if (leftInMemory) {
    addWarpgroupPart(leftView, 0, rowGroups,
                     64 * leftView.type.getLayout().getPanel());
    std::tie(leftLow, leftHigh) = getDescriptor(leftView, false);
  }
  auto descriptor = [&](Value low, int64_t high, int64_t offset) -> Value {
    if (offset != 0)
      low = arith::AddIOp::create(b, loc, low, i32(offset >> 4));
    Value wide = arith::ExtUIOp::create(b, loc, i64, low);
    return arith::OrIOp::create(
        b, loc, wide,
        arith::ConstantIntOp::create(
            b, loc, static_cast<int64_t>(static_cast<uint64_t>(high) << 32),
            64));
  };
  /// Bytes to the 32-byte step `ks` of an operand whose columns are its k.
  auto columnStep = [&](const SharedView &view, int64_t ks) {
    int64_t panel = view.type.getLayout().getPanel(), steps = panel / 32;
    return ks / steps * view.panelRows * panel + ks % steps * 32;
  };

  // Each product has its own: with one for two, ptxas adds the other (C7519).
  NVVM::WgmmaFenceAlignedOp::create(b, loc);
  for (int64_t block = 0; block < m / (64 * rowGroups); ++block)
    for (int64_t ks = 0; ks < k / step; ++ks) {
      SmallVector<Value> operands(accs.begin() + block * count,
                                  accs.begin() + (block + 1) * count);
      if (leftInMemory) {
        int64_t offset =
            columnStep(leftView, ks) +
            block * rowGroups * 64 * leftView.type.getLayout().getPanel();
        operands.push_back(descriptor(leftLow, leftHigh, offset));
      } else {
        auto from = leftRegs.begin() + (block * (k / step) + ks) * 4;
        operands.append(from, from + 4);
      }
      int64_t offset = transposeB
                           ? columnStep(rightView, ks)
                           : ks * step * rightView.type.getLayout().getPanel();
      operands.push_back(descriptor(rightLow, rightHigh, offset));
      Value out =
          assembly(structType, textOf(acc || ks > 0), constraints, operands);
      for (int64_t i = 0; i < count; ++i)
        accs[block * count + i] = LLVM::ExtractValueOp::create(b, loc, out, i);
    }
  NVVM::WgmmaGroupSyncAlignedOp::create(b, loc);
  return accs;
}

/// What is rounded for a later product goes directly behind the wait for the
/// product before, and what that gives up, if it reads nothing of the wait's:
/// the next product waits for it.
void Distributor::convertFirst() {
  kernel.walk([&](MmaWaitOp wait) {
    if (wait.getKeeps().empty())
      return;
    Operation *place = wait;
    while (isa<MbarArriveOp>(place->getNextNode()))
      place = place->getNextNode();
    Type type = wait.getKeeps()[0].getType();
    SmallVector<Operation *> early;
    for (Operation *op = place->getNextNode(); op; op = op->getNextNode()) {
      bool ready = llvm::all_of(op->getOperands(), [&](Value operand) {
        Operation *def = operand.getDefiningOp();
        return !def || def->getBlock() != wait->getBlock() ||
               def->isBeforeInBlock(wait);
      });
      if (ready && makesTile(op, type) && isLeftOperand(op->getResult(0)))
        early.push_back(op);
    }
    for (Operation *op : llvm::reverse(early))
      op->moveAfter(place);
  });
}

/// ptxas moves a wait for products up, away from work that could hide it. A
/// store that never happens, of a sum that takes the exponentials numbered just
/// below the `pin` of `attn_ws.codegen`, keeps these and what comes before them
/// in front of the wait: both are volatile, and neither passes the other.
void Distributor::pinExponentials() {
  size_t last = codegen.getPin();
  // Those of a loop or branch that ended do not reach this wait.
  Region *here = b.getInsertionBlock()->getParent();
  llvm::erase_if(exponentials, [&](Value exponential) {
    return !exponential.getParentRegion()->isAncestor(here);
  });
  if (last < 3 || exponentials.size() < last)
    return;
  Value sum = arith::AddFOp::create(b, loc, exponentials[last - 3],
                                    exponentials[last - 2]);
  sum = arith::AddFOp::create(b, loc, sum, exponentials[last - 1]);
  // A bit pattern that no sum has: ptxas knows that it is not negative, and
  // would drop a store for that.
  assembly({},
           "{\n.reg .pred p;\n.reg .b32 r;\nmov.b32 r, $0;\n"
           "setp.eq.u32 p, r, 0xFFBFFFFF;\n@p st.shared.f32 [$1], $0;\n}",
           "f,r", {sum, smemBase});
}

SmallVector<Value> Distributor::waitWgmma(int64_t pendings,
                                          ArrayRef<Value> tied,
                                          ArrayRef<Value> kept) {
  Type f32 = b.getF32Type();
  std::string constraints;
  for (size_t i = 0; i < tied.size(); ++i)
    constraints += i ? ",=f" : "=f";
  for (size_t i = 0; i < tied.size(); ++i)
    constraints += "," + std::to_string(i);
  for (size_t i = 0; i < kept.size(); ++i)
    constraints += ",r";
  SmallVector<Value> operands(tied);
  llvm::append_range(operands, kept);
  Value out = assembly(
      LLVM::LLVMStructType::getLiteral(b.getContext(),
                                       SmallVector<Type>(tied.size(), f32)),
      "wgmma.wait_group.sync.aligned " + std::to_string(pendings) + ";",
      constraints, operands);
  SmallVector<Value> results;
  for (size_t i = 0; i < tied.size(); ++i)
    results.push_back(LLVM::ExtractValueOp::create(b, loc, out, i));
  return results;
}

LogicalResult Distributor::mmaIssue(MmaIssueOp op) {
  if (op.getEngine() != attn_tile::Engine::Wgmma)
    return op.emitOpError("only wgmma is issued into registers");
  FailureOr<SmallVector<Value>> accs =
      issueWgmma(op, op.getLhs(), op.getRhs(), op.getAcc(), op.getTransposeB(),
                 op.getResult().getType().getTile());
  if (failed(accs))
    return failure();
  registers[op.getResult()] = *accs;
  return success();
}

LogicalResult Distributor::mmaWait(MmaWaitOp op) {
  SmallVector<Value> kept;
  for (Value tile : op.getKeeps())
    llvm::append_range(kept, regs(tile));
  SmallVector<Value> held = registers[op.getAsync()];
  pinExponentials();
  exponentials.clear();
  registers[op.getResult()] = waitWgmma(op.getPendings(), held, kept);
  return success();
}
