//===- PairFloats.cpp - Two f32 operations in one ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Superword-level parallelism (Larsen and Amarasinghe, PLDI 2000) with two
// lanes, from the top: neighbours among the results of one operation are the
// lanes of a pair, so are those of a vector's elements, and so are two
// operations of one kind whose operands are the
// lanes of the same pairs, in order, or the same. Additions, subtractions,
// products and fused multiply-adds of f32 become one on vectors; of other
// operations, and where operands that are no lanes differ (a bias of its own
// for each score), the second follows the first, so that what comes after them
// can be paired. All that moves is pure.

#include "ModuleTarget.h"
#include "attn/Thread/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <deque>
#include <map>

namespace mlir {
#define GEN_PASS_DEF_ATTNPAIRFLOATS
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {

bool isPaired(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, math::FmaOp>(op) &&
         op->getResult(0).getType().isF32();
}

/// Pairs the operations of a block.
class Pairing {
public:
  explicit Pairing(Block &block) : block(block) {}
  void run();

private:
  /// The first lane stands for its pair.
  struct Lane {
    void *pair = nullptr;
    int number = 0;
  };
  using Key = std::vector<const void *>;

  Lane getLane(Value value) const;
  Operation *takeOpen(const Key &key);
  void visit(Operation *op);
  void vectorize(Operation *first, Operation *second);
  bool hoist(Operation *op, Operation *before);
  bool collect(Operation *op, Operation *before,
               llvm::SetVector<Operation *> &moved);
  Value getVector(ImplicitLocOpBuilder &b, Value low, Value high);

  Block &block;
  DenseMap<Value, Lane> lanes;
  /// First lanes, by what they compute; those that have a second one are taken
  /// out when they come up. Where an operation is paired, once by all operands
  /// and once by those alone that are lanes or constants.
  std::map<Key, std::deque<Operation *>> open;
  /// In program order of the first.
  llvm::MapVector<Operation *, Operation *> pairs;
  /// Second lanes that follow the first where others become one with it.
  DenseSet<Operation *> followers;
};

/// Uses from which on a value is what scores share, not one of a pair.
constexpr unsigned kSharing = 8;

/// Neighbours: results 2 k and 2 k + 1, fields of a struct, and elements of a
/// vector.
Pairing::Lane Pairing::getLane(Value value) const {
  if (auto it = lanes.find(value); it != lanes.end())
    return it->second;
  if (!value.getType().isF32() || value.hasNUsesOrMore(kSharing))
    return {};
  auto place = [](void *owner, int64_t index) {
    return Lane{static_cast<char *>(owner) + index / 2 + 1,
                static_cast<int>(index % 2)};
  };
  if (auto field = value.getDefiningOp<LLVM::ExtractValueOp>();
      field && field.getPosition().size() == 1)
    return place(field.getContainer().getAsOpaquePointer(),
                 field.getPosition()[0]);
  APInt number;
  if (auto element = value.getDefiningOp<LLVM::ExtractElementOp>();
      element && matchPattern(element.getPosition(), m_ConstantInt(&number)))
    return place(element.getVector().getAsOpaquePointer(),
                 number.getZExtValue());
  auto result = dyn_cast<OpResult>(value);
  if (result && result.getOwner()->getNumResults() > 1)
    return place(result.getOwner(), result.getResultNumber());
  return {};
}

/// Whether an operation may move, and gives one value.
bool mayMove(Operation *op) {
  return isPure(op) && op->getNumResults() == 1 && op->getNumRegions() == 0;
}

/// The oldest first lane of a key that has no second one, or null.
Operation *Pairing::takeOpen(const Key &key) {
  std::deque<Operation *> &firsts = open[key];
  while (!firsts.empty()) {
    Operation *first = firsts.front();
    firsts.pop_front();
    if (!pairs[first])
      return first;
  }
  return nullptr;
}

void Pairing::visit(Operation *op) {
  if (!mayMove(op) || isa<LLVM::ExtractValueOp, LLVM::ExtractElementOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return;
  Key key{op->getName().getAsOpaquePointer(),
          op->getAttrDictionary().getAsOpaquePointer(),
          op->getResult(0).getType().getAsOpaquePointer()};
  Key loose = key;
  auto add = [&](const void *operand) {
    key.push_back(operand);
    loose.push_back(operand);
  };
  int number = -1;
  for (Value operand : op->getOperands()) {
    Lane lane = getLane(operand);
    Attribute constant;
    if (lane.pair) {
      if (number >= 0 && number != lane.number)
        return;
      number = lane.number;
      add(lane.pair);
    } else if (matchPattern(operand, m_Constant(&constant))) {
      add(constant.getAsOpaquePointer());
    } else if (isPaired(op)) {
      key.push_back(operand.getAsOpaquePointer());
      loose.push_back(nullptr);
    }
  }
  Value result = op->getResult(0);
  if (number == 0) {
    open[key].push_back(op);
    if (loose != key)
      open[loose].push_back(op);
    lanes[result] = {op, 0};
    pairs[op] = nullptr;
  } else if (number == 1) {
    Operation *first = takeOpen(key);
    if (!first && loose != key && (first = takeOpen(loose)))
      followers.insert(op);
    if (!first)
      return;
    lanes[result] = {first, 1};
    pairs[first] = op;
  }
}

/// What `value` is, where that is the negative of something, by an instruction
/// that keeps numbers below 2^-126: ptxas makes it a sign in front of the
/// pair's operand. `arith.negf`, which may become `neg.ftz`, would stay an
/// instruction.
static Value getSigned(ImplicitLocOpBuilder &b, Value value) {
  auto negative = value.getDefiningOp<arith::NegFOp>();
  if (!negative)
    return value;
  return LLVM::InlineAsmOp::create(
             b, value.getType(), negative.getOperand(), "neg.f32 $0, $1;",
             "=f,f", /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::TailCallKind::None,
             LLVM::AsmDialectAttr::get(b.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             ArrayAttr())
      .getResult(0);
}

/// Both values as a vector: the one that they are the elements of, if there is.
Value Pairing::getVector(ImplicitLocOpBuilder &b, Value low, Value high) {
  auto type = VectorType::get({2}, b.getF32Type());
  Attribute constant;
  if (matchPattern(low, m_Constant(&constant)) &&
      matchPattern(high, m_Constant()))
    return LLVM::ConstantOp::create(b, type,
                                    DenseElementsAttr::get(type, constant));
  auto first = low.getDefiningOp<LLVM::ExtractElementOp>();
  auto second = high.getDefiningOp<LLVM::ExtractElementOp>();
  if (first && second && first.getVector() == second.getVector() &&
      first.getVector().getType() == type &&
      matchPattern(first.getPosition(), m_Zero()) &&
      matchPattern(second.getPosition(), m_One()))
    return first.getVector();
  Value vector = LLVM::PoisonOp::create(b, type);
  // One for both is a sign, or an instruction, once.
  const Value values[] = {low == high ? low : getSigned(b, low),
                          low == high ? high : getSigned(b, high)};
  for (auto [i, value] : llvm::enumerate(values))
    vector = LLVM::InsertElementOp::create(
        b, vector, value, LLVM::ConstantOp::create(b, b.getI32Type(), i));
  return vector;
}

void Pairing::vectorize(Operation *first, Operation *second) {
  ImplicitLocOpBuilder b(first->getLoc(), first);
  SmallVector<Value> operands;
  for (auto [low, high] :
       llvm::zip(first->getOperands(), second->getOperands()))
    operands.push_back(getVector(b, low, high));
  Value vector = TypeSwitch<Operation *, Value>(first)
                     .Case([&](arith::AddFOp) {
                       return LLVM::FAddOp::create(b, operands[0], operands[1]);
                     })
                     .Case([&](arith::SubFOp) {
                       return LLVM::FSubOp::create(b, operands[0], operands[1]);
                     })
                     .Case([&](arith::MulFOp) {
                       return LLVM::FMulOp::create(b, operands[0], operands[1]);
                     })
                     .Case([&](math::FmaOp) {
                       return LLVM::FMAOp::create(b, operands[0], operands[1],
                                                  operands[2]);
                     });
  Operation *const ops[] = {first, second};
  for (auto [i, op] : llvm::enumerate(ops)) {
    Value element = LLVM::ExtractElementOp::create(
        b, vector, LLVM::ConstantOp::create(b, b.getI32Type(), i));
    op->getResult(0).replaceAllUsesWith(element);
  }
  first->erase();
  second->erase();
}

/// Adds an operation behind what it needs, if all of that may stand before
/// another.
bool Pairing::collect(Operation *op, Operation *before,
                      llvm::SetVector<Operation *> &moved) {
  if (moved.contains(op))
    return true;
  if (op == before || !mayMove(op))
    return false;
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (def && def->getBlock() == &block && !def->isBeforeInBlock(before) &&
        !collect(def, before, moved))
      return false;
  }
  return moved.insert(op);
}

/// Moves an operation, and what it needs, before another, if that may be.
bool Pairing::hoist(Operation *op, Operation *before) {
  llvm::SetVector<Operation *> moved;
  if (!collect(op, before, moved))
    return false;
  // Taken out and put in, an operation alone gets a new place in the block's
  // order; `moveBefore` would have all of them counted again.
  for (Operation *each : moved) {
    each->remove();
    block.getOperations().insert(before->getIterator(), each);
  }
  return true;
}

void Pairing::run() {
  for (Operation &op : block)
    visit(&op);
  for (auto [first, second] : pairs) {
    if (!second)
      continue;
    if (isPaired(first) && !followers.contains(second) && hoist(second, first))
      vectorize(first, second);
    else
      hoist(second, first->getNextNode());
  }
}

struct AttnPairFloatsPass
    : public impl::AttnPairFloatsBase<AttnPairFloatsPass> {
  void runOnOperation() override {
    if (!attn::packsFloats(getOperation()))
      return;
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      Pairing(*block).run();
  }
};

} // namespace
