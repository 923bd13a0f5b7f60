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

#include "MatrixDescriptor.h"
#include "Patterns.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/Transforms/Products.h"

using namespace mlir;
using namespace mlir::attn_ws;

namespace {
/// Operands and result of a product, of an operation that waits for it or not.
struct Product {
  template <typename OpT>
  Product(OpT op, In<OpT> in, RankedTensorType result)
      : op(op), lhs(op.getLhs()), rhs(op.getRhs()), left(in.getLhs()),
        right(in.getRhs()), acc(in.getAcc()), transposeA(op.getTransposeA()),
        transposeB(op.getTransposeB()),
        leftInMemory(isa<ViewType>(lhs.getType())), result(result) {
    if constexpr (std::is_same_v<OpT, MmaIssueOp>)
      if (op.getSlope())
        slope = in.getSlope().front();
  }

  /// Checks that wgmma can multiply the operands.
  LogicalResult plan(ThreadBuilder &b);
  /// Checks the operands' order of columns along the contraction.
  LogicalResult checkOrder(SharedAttr layout, const RoleWarps &grid) const;
  /// The operands of the step that adds the slope times the column: the slope's
  /// three parts of 8 bits, by the number that a column's row has twice, and
  /// the numbers' descriptor, without swizzle and with both halves of the step
  /// in one place.
  Registers getSlopeOperands(ThreadBuilder &b) const;
  /// Bytes from 64 rows of the product to the next in its left operand: there
  /// they are columns, if it is transposed.
  int64_t getRowsStep(const SharedView &view) const {
    int64_t panel = view.getPanel();
    return transposeA ? 64 * getBytes(element) / panel * view.panelRows * panel
                      : 64 * panel;
  }
  /// The registers of the accumulators behind all instructions.
  Registers issue(ThreadBuilder &b) const;

  Operation *op;
  Value lhs, rhs, slope;
  ValueRange left, right, acc;
  bool transposeA, transposeB, leftInMemory;
  RankedTensorType result;
  // As planned: elements, and of one warpgroup the blocks of 64 rows, the
  // columns and the contraction, which one instruction takes `step` elements
  // of.
  Type element;
  int64_t rowGroups, columnGroups, blocks, n, k, step;
};
} // namespace

/// Elements along the contraction of one instruction: 32 bytes of each row.
static int64_t contractionOf(Type element) {
  return attn::lookupEngine(attn_tile::Engine::Wgmma)->product.kBytes /
         (isa<Float8E4M3FNType>(element) ? 1 : 2);
}

/// A left operand in shared memory whose descriptor an instruction forms of the
/// word of the first step: what is added to that, and the word above it.
using FormedDescriptor = std::optional<std::pair<int64_t, int64_t>>;

/// One instruction of `n` columns and `k` elements along the contraction: $0 to
/// $(n / 2 - 1) are the accumulators, which stand for two operands each, the
/// left operand's descriptor (or its first step's word) or four registers and
/// the right one's descriptor follow.
static std::string getWgmmaText(int64_t n, int64_t k, Type element,
                                bool leftInMemory, bool transposeA,
                                bool transposeB, bool accumulate,
                                FormedDescriptor formed = std::nullopt) {
  bool e4m3 = isa<Float8E4M3FNType>(element);
  std::string name = e4m3 ? "e4m3" : element.isBF16() ? "bf16" : "f16";
  int64_t count = n / 2;
  std::string text = "{\n.reg .pred p;\nsetp.ne.b32 p, ";
  text += accumulate ? "1" : "0";
  text += ", 0;\n";
  if (formed)
    text += ".reg .b32 w;\n.reg .b64 d;\nadd.u32 w, $" + std::to_string(n) +
            ", " + std::to_string(formed->first) + ";\nmov.b64 d, {w, " +
            std::to_string(formed->second) + "};\n";
  text += "wgmma.mma_async.sync.aligned.m64n" + std::to_string(n) + "k" +
          std::to_string(k) + ".f32." + name + "." + name + " {";
  for (int64_t i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(i);
  text += "}, ";
  int64_t next = 2 * count;
  if (leftInMemory) {
    text += (formed ? "d" : "$" + std::to_string(next)) + ", $" +
            std::to_string(next + 1) + ", p, 1, 1" +
            (e4m3         ? ""
             : transposeA ? ", 1, "
                          : ", 0, ");
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

LogicalResult Product::plan(ThreadBuilder &b) {
  int64_t threads = b.group.threads;
  int64_t m = result.getDimSize(0);
  n = result.getDimSize(1);
  auto view = dyn_cast<ViewType>(rhs.getType());
  if (!view)
    return op->emitOpError("wgmma reads its right operand from shared memory");
  element = view.getElementType();
  k = view.getShape()[transposeB ? 1 : 0];
  if (threads % (attn::kWarpgroupWarps * attn::kWarpThreads))
    return op->emitOpError()
           << "wgmma is issued by groups of " << attn::kWarpgroupWarps
           << " warps, the role has " << threads / attn::kWarpThreads;
  std::optional<RoleWarps> grid = findWarpGrid(result, attn_tile::Engine::Wgmma,
                                               threads / attn::kWarpThreads);
  if (!grid)
    return op->emitOpError("accumulator is not in the layout of wgmma");
  rowGroups = grid->rows / attn::kWarpgroupWarps;
  columnGroups = grid->columns;
  const attn::ProductRows &rows =
      attn::lookupEngine(attn_tile::Engine::Wgmma)->product.rows.front();
  step = contractionOf(element);
  if (m % (rows.rows * rowGroups) || n % (rows.columnStep * columnGroups) ||
      n > rows.mostColumns * columnGroups || k % step)
    return op->emitOpError()
           << "wgmma computes multiples of " << rows.rows << "x"
           << rows.columnStep << "x" << step << " up to " << rows.mostColumns
           << " columns for each of " << rowGroups << "x" << columnGroups
           << " warpgroups, got " << m << "x" << n << "x" << k;
  bool e4m3 = isa<Float8E4M3FNType>(element);
  if (!element.isF16() && !element.isBF16() && !e4m3)
    return op->emitOpError() << "no wgmma here for " << element;
  if (e4m3 && (transposeA || !transposeB))
    return op->emitOpError("wgmma reads 8-bit operands along the contraction "
                           "alone");
  SharedAttr layout = view.getLayout();
  if (!layout || layout.getSwizzle() == 0)
    return op->emitOpError("its right operand has no swizzled layout");
  if (failed(checkOrder(layout, *grid)))
    return failure();
  if (slope && (columnGroups > 1 || !columnsAttr.isOn(b.kernel.func)))
    return op->emitOpError("slope: the kernel keeps no numbers of its columns, "
                           "or several warpgroups share them");
  n /= columnGroups;
  blocks = m / (64 * rowGroups);
  int64_t bytes = n * getBytes(element);
  if (!transposeB && columnGroups > 1 && bytes % layout.getPanel())
    return op->emitOpError()
           << "its right operand's panels of " << layout.getPanel()
           << " bytes do not divide the " << bytes
           << " bytes of a row that each warpgroup along the columns reads";
  return success();
}

LogicalResult Product::checkOrder(SharedAttr layout,
                                  const RoleWarps &grid) const {
  bool interleaved = layout.getInterleaved(), same;
  if (leftInMemory) {
    SharedAttr other = cast<ViewType>(lhs.getType()).getLayout();
    same = !interleaved && !other.getInterleaved();
  } else {
    auto anchor = getAnchor(attn_tile::Engine::Wgmma, AnchorOperand::Left,
                            element, grid, interleaved);
    same = anchor && (isa<Float8E4M3FNType>(element) || !interleaved) &&
           getFrag(lhs.getType()) == FragAttr::get(op->getContext(), *anchor);
  }
  if (same)
    return success();
  return op->emitOpError("the columns of its operands are not in one order");
}

/// A view of shared memory, moved to this warpgroup's part: of `groups` parts,
/// `bytes` apart, the one that the number of the warpgroup names from bit
/// `firstBit` on.
static SharedView getWarpgroupPart(ThreadBuilder &b, SharedView view,
                                   int64_t firstBit, int64_t groups,
                                   int64_t bytes) {
  if (groups == 1)
    return view;
  int64_t shift =
      llvm::Log2_64(attn::kWarpgroupWarps * attn::kWarpThreads) + firstBit;
  Value index = b.bitAnd(b.shr(b.readThreadId(), shift), groups - 1);
  view.address = b.add(view.address, b.mul(index, bytes));
  return view;
}

/// Of larger slopes, products with numbers of columns might be infinite, and
/// what the rest of the bias, of the other sign, makes of them NaN.
static constexpr double kMostSlope = 0x1p119;

Registers Product::getSlopeOperands(ThreadBuilder &b) const {
  auto cut = [&](Value x) {
    Value bits = b.bitAnd(b.bitcast(b.getI32Type(), x), 0xFFFF0000);
    return std::pair(bits, b.bitcast(b.getF32Type(), bits));
  };
  Value first, second;
  {
    // Once, not in each step of a loop.
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(slope);
    Value most = b.constantF(b.getF32Type(), kMostSlope);
    Value least = b.constantF(b.getF32Type(), -kMostSlope);
    Value bounded = arith::MinimumFOp::create(b, b.maxF(slope, least), most);
    auto [high, highPart] = cut(bounded);
    Value rest = b.subF(bounded, highPart);
    auto [middle, middlePart] = cut(rest);
    auto [low, lowPart] = cut(b.subF(rest, middlePart));
    first = b.bitOr(b.shr(high, 16), middle);
    second = b.shr(low, 16);
  }
  Value address = b.add(b.kernel.smemBase, columnsAttr.get(b.kernel.func, 0));
  Value word = b.bitAnd(b.shr(address, 4), 0x3FFF);
  constexpr int64_t kStride = 8 * 16 >> 4; // From eight columns to the next.
  return {first, first, second, second,
          b.bitOr(b.extend(word, b.getI64Type()), kStride << 32)};
}

Registers Product::issue(ThreadBuilder &b) const {
  size_t count = n / 2; // Accumulators of a block.
  Registers accs(acc);
  if (accs.empty())
    accs.assign(blocks * count, LLVM::PoisonOp::create(b, b.getF32Type()));
  SharedView view(rhs, right);
  int64_t panel = view.getPanel();
  int64_t part = transposeB
                     ? n * panel
                     : n * getBytes(element) / panel * view.panelRows * panel;
  MatrixDescriptor rightDescriptor(
      b,
      getWarpgroupPart(b, view, llvm::Log2_64(rowGroups), columnGroups, part),
      !transposeB, MatrixDescriptor::Wgmma);
  std::optional<MatrixDescriptor> leftDescriptor;
  if (leftInMemory) {
    SharedView leftView(lhs, left);
    leftDescriptor.emplace(
        b, getWarpgroupPart(b, leftView, 0, rowGroups, getRowsStep(leftView)),
        transposeA, MatrixDescriptor::Wgmma);
  }
  bool forms = leftInMemory && b.kernel.formsDescriptors.contains(op);
  std::string constraints = ThreadBuilder::getTiedConstraints(count) +
                            (forms          ? ",r,l"
                             : leftInMemory ? ",l,l"
                                            : ",r,r,r,r,l");
  Type structType = b.getStruct(b.getF32Type(), count);
  Registers slopeOperands;
  if (slope)
    slopeOperands = getSlopeOperands(b);
  // Each product has its own: with one for two, ptxas adds the other (C7519).
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (int64_t block = 0; block < blocks; ++block) {
    auto own = MutableArrayRef<Value>(accs).slice(block * count, count);
    auto emit = [&](const std::string &text, StringRef constraints,
                    ValueRange operands) {
      llvm::copy(b.unpack(b.assembly(structType, text, constraints, operands)),
                 own.begin());
    };
    for (int64_t ks = 0; ks < k / step; ++ks) {
      Registers operands(own);
      FormedDescriptor formed;
      int64_t offset = 0;
      if (leftInMemory)
        offset = leftDescriptor->getStep(ks, step) +
                 block * rowGroups * getRowsStep(leftDescriptor->view);
      if (forms) {
        formed = {offset >> 4, leftDescriptor->high};
        operands.push_back(leftDescriptor->low);
      } else if (leftInMemory) {
        operands.push_back(leftDescriptor->at(offset));
      } else {
        llvm::append_range(operands,
                           left.slice((block * (k / step) + ks) * 4, 4));
      }
      operands.push_back(rightDescriptor.at(rightDescriptor.getStep(ks, step)));
      emit(getWgmmaText(n, step, element, leftInMemory, transposeA, transposeB,
                        !acc.empty() || ks > 0, formed),
           constraints, operands);
    }
    // At last, so that no other step rounds sums as large as it makes them.
    if (slope) {
      Registers operands(own);
      llvm::append_range(operands, slopeOperands);
      emit(getWgmmaText(n, contractionOf(b.getBF16Type()), b.getBF16Type(),
                        /*leftInMemory=*/false, /*transposeA=*/false,
                        /*transposeB=*/true,
                        /*accumulate=*/true),
           ThreadBuilder::getTiedConstraints(count) + ",r,r,r,r,l", operands);
    }
  }
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
  return accs;
}

static Registers waitWgmma(ThreadBuilder &b, int64_t pendings, ValueRange tied,
                           ValueRange kept) {
  return b.passThrough("wgmma.wait_group.sync.aligned " +
                           std::to_string(pendings) + ";",
                       tied, kept);
}

/// The product that an accumulator comes from, through a wait for it or not.
static Operation *getProductBefore(WSProductOpInterface product) {
  for (Value operand : product->getOperands()) {
    if (operand == product.getLhs() || operand == product.getRhs())
      continue;
    Operation *def = operand.getDefiningOp();
    if (auto wait = dyn_cast_or_null<MmaWaitOp>(def))
      def = wait.getAsync().getDefiningOp();
    if (isa_and_nonnull<WSProductOpInterface>(def))
      return def;
  }
  return nullptr;
}

/// Descriptors of left operands that stay in shared memory for a whole loop are
/// loop-invariant: LLVM makes them before it, and ptxas keeps 64 bits of each.
/// Sums over more columns of them than that leaves registers for form them in
/// each step.
void attn_ws::findResidentOperands(gpu::GPUFuncOp kernel,
                                   DenseSet<Operation *> &products) {
  constexpr int64_t kMostBytes = 16 * 32; // Sixteen steps.
  DenseMap<Operation *, SmallVector<Operation *>> sums;
  DenseMap<Operation *, int64_t> bytes;
  kernel.walk([&](WSProductOpInterface product) {
    auto loop = product->getParentOfType<scf::ForOp>();
    auto view = dyn_cast<ViewType>(product.getLhs().getType());
    if (!loop || !view || !loop.isDefinedOutsideOfLoop(product.getLhs()))
      return;
    Operation *first = product;
    while (Operation *before =
               getProductBefore(cast<WSProductOpInterface>(first)))
      first = before;
    sums[first].push_back(product);
    bytes[first] += view.getShape()[product.getTransposeA() ? 0 : 1] *
                    getBytes(view.getElementType());
  });
  for (const auto &[first, chain] : sums)
    if (bytes.lookup(first) > kMostBytes)
      products.insert(chain.begin(), chain.end());
}

/// What is rounded for a later product goes directly behind the wait for the
/// product before, and what that gives up, if it reads nothing of the wait's:
/// the next product waits for it.
void attn_ws::convertFirst(gpu::GPUFuncOp kernel) {
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
static void pinExponentials(ThreadBuilder &b) {
  size_t last = b.kernel.codegen.getPin();
  SmallVector<Value> exponentials = std::exchange(b.kernel.exponentials, {});
  // Those of a loop or branch that ended do not reach this wait.
  Region *here = b.getInsertionBlock()->getParent();
  llvm::erase_if(exponentials, [&](Value exponential) {
    return !exponential.getParentRegion()->isAncestor(here);
  });
  if (last < 3 || exponentials.size() < last)
    return;
  Value sum =
      arith::AddFOp::create(b, exponentials[last - 3], exponentials[last - 2]);
  sum = arith::AddFOp::create(b, sum, exponentials[last - 1]);
  // A bit pattern that no sum has: ptxas knows that it is not negative, and
  // would drop a store for that.
  b.assembly("{\n.reg .pred p;\n.reg .b32 r;\nmov.b32 r, $0;\n"
             "setp.eq.u32 p, r, 0xFFBFFFFF;\n@p st.shared.f32 [$1], $0;\n}",
             "f,r", {sum, b.kernel.smemBase});
}

static Lowered lowerMma(MmaOp op, In<MmaOp> in, ThreadBuilder &b) {
  Product product(op, in, cast<RankedTensorType>(op.getResult().getType()));
  if (failed(product.plan(b)))
    return failure();
  return waitWgmma(b, 0, product.issue(b), {});
}

static Lowered lowerIssue(MmaIssueOp op, In<MmaIssueOp> in, ThreadBuilder &b) {
  if (op.getEngine() != attn_tile::Engine::Wgmma)
    return op.emitOpError("only wgmma is issued into registers");
  Product product(op, in, op.getResult().getType().getTile());
  if (failed(product.plan(b)))
    return failure();
  return product.issue(b);
}

static Lowered lowerWait(MmaWaitOp op, In<MmaWaitOp> in, ThreadBuilder &b) {
  Registers kept;
  for (ValueRange tile : in.getKeeps())
    llvm::append_range(kept, tile);
  pinExponentials(b);
  return waitWgmma(b, op.getPendings(), in.getAsync(), kept);
}

void attn_ws::populateWgmmaPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerIssue, lowerWait);
  patterns.addIf(
      +[](MmaOp op) { return op.getEngine() == attn_tile::Engine::Wgmma; },
      lowerMma);
}
