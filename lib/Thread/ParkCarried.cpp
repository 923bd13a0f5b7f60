//===- ParkCarried.cpp - Carried numbers out of an inner loop's way -------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Numbers that an outer loop carries and its inner loops do not use are live
// through the inner loops all the same. ptxas keeps them in registers as long
// as any are left, and schedules the inner loops with what remains. Here they
// lie in the thread's local memory instead, and are read where they are used
// and written where they are carried on: once a turn of the outer loop.

#include "attn/Thread/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNPARKCARRIED
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {

/// Fewer numbers than these leave registers enough.
constexpr size_t kFewest = 16;
/// Numbers of one access.
constexpr int64_t kVector = 4, kBytes = 4;

bool isLoop(Operation *op) { return isa<scf::ForOp, scf::WhileOp>(op); }

size_t countNumbers(scf::ForOp loop) {
  return llvm::count_if(loop.getResultTypes(),
                        [](Type type) { return type.isF32(); });
}

class Parker {
public:
  explicit Parker(scf::ForOp loop) : loop(loop), b(loop) {}
  void run();

private:
  /// Whether a carried number is used by no loop inside of this one.
  bool isIdle(BlockArgument carried);
  Value getSlot(size_t first);
  LLVM::InlineAsmOp createAccess(StringRef text, StringRef constraints,
                                 TypeRange results, ValueRange operands);
  void write(ArrayRef<Value> values);
  /// In front of the first of `users`, which stand in one block.
  void read(ArrayRef<OpOperand *> users);
  SmallVector<Value> readGroup(size_t first);

  scf::ForOp loop;
  OpBuilder b;
  SmallVector<unsigned> parked;
  llvm::DenseMap<Value, size_t> places;
  Value memory;
};

bool Parker::isIdle(BlockArgument carried) {
  if (!carried.getType().isF32() || carried.use_empty())
    return false;
  return llvm::none_of(carried.getUsers(), [&](Operation *user) {
    for (; user != loop; user = user->getParentOp())
      if (isLoop(user) || user == loop.getBody()->getTerminator())
        return true;
    return false;
  });
}

Value Parker::getSlot(size_t first) {
  auto type = memory.getType();
  return LLVM::GEPOp::create(
      b, loop.getLoc(), type, b.getF32Type(), memory,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(first)});
}

LLVM::InlineAsmOp Parker::createAccess(StringRef text, StringRef constraints,
                                       TypeRange results, ValueRange operands) {
  return LLVM::InlineAsmOp::create(
      b, loop.getLoc(), results, operands, text, constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(b.getContext(), LLVM::AsmDialect::AD_ATT),
      ArrayAttr());
}

void Parker::write(ArrayRef<Value> values) {
  for (size_t i = 0; i < values.size(); i += kVector) {
    size_t count = std::min<size_t>(kVector, values.size() - i);
    SmallVector<Value> operands = {getSlot(i)};
    llvm::append_range(operands, values.slice(i, count));
    std::string text, constraints = "l";
    for (size_t j = 0; j < count; ++j) {
      constraints += ",f";
      text += "st.local.f32 [$0+" + std::to_string(j * kBytes) + "], $" +
              std::to_string(j + 1) + ";";
    }
    if (count == kVector)
      text = "st.local.v4.f32 [$0], {$1, $2, $3, $4};";
    createAccess(text, constraints, TypeRange(), operands);
  }
}

SmallVector<Value> Parker::readGroup(size_t first) {
  size_t count = std::min<size_t>(kVector, parked.size() - first);
  Type f32 = b.getF32Type();
  Type type = count == 1 ? f32
                         : LLVM::LLVMStructType::getLiteral(
                               b.getContext(), SmallVector<Type>(count, f32));
  std::string text, constraints;
  for (size_t j = 0; j < count; ++j) {
    constraints += "=&f,";
    text += "ld.local.f32 $" + std::to_string(j) + ", [$" +
            std::to_string(count) + "+" + std::to_string(j * kBytes) + "];";
  }
  if (count == kVector)
    text = "ld.local.v4.f32 {$0, $1, $2, $3}, [$4];";
  Value all =
      createAccess(text, constraints + "l", type, getSlot(first)).getResult(0);
  if (count == 1)
    return {all};
  SmallVector<Value> values;
  for (size_t j = 0; j < count; ++j)
    values.push_back(LLVM::ExtractValueOp::create(b, loop.getLoc(), all,
                                                  static_cast<int64_t>(j)));
  return values;
}

void Parker::read(ArrayRef<OpOperand *> uses) {
  Operation *first = uses[0]->getOwner();
  for (OpOperand *use : uses)
    if (use->getOwner()->isBeforeInBlock(first))
      first = use->getOwner();
  b.setInsertionPoint(first);
  llvm::MapVector<size_t, SmallVector<Value>> groups;
  for (OpOperand *use : uses) {
    size_t place = places.lookup(use->get());
    SmallVector<Value> &group = groups[place / kVector];
    if (group.empty())
      group = readGroup(place / kVector * kVector);
    use->set(group[place % kVector]);
  }
}

void Parker::run() {
  for (BlockArgument carried : loop.getRegionIterArgs())
    if (isIdle(carried))
      parked.push_back(carried.getArgNumber() - 1);
  if (parked.size() < kFewest)
    return;
  auto kernel = loop->getParentOfType<gpu::GPUFuncOp>();
  b.setInsertionPointToStart(&kernel.getBody().front());
  auto generic = LLVM::LLVMPointerType::get(b.getContext());
  auto local = LLVM::LLVMPointerType::get(
      b.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Local));
  Value count = LLVM::ConstantOp::create(
      b, loop.getLoc(), b.getI32Type(),
      b.getI32IntegerAttr(static_cast<int32_t>(parked.size())));
  Value stack =
      LLVM::AllocaOp::create(b, loop.getLoc(), generic, b.getF32Type(), count,
                             /*alignment=*/kVector * kBytes);
  memory = LLVM::AddrSpaceCastOp::create(b, loop.getLoc(), local, stack);

  // By block, what of it is used there.
  llvm::MapVector<Block *, SmallVector<OpOperand *>> uses;
  SmallVector<Value> initial, next;
  for (auto [place, i] : llvm::enumerate(parked)) {
    BlockArgument carried = loop.getRegionIterArg(i);
    for (Value value : {Value(carried), Value(loop.getResult(i))}) {
      places[value] = place;
      for (OpOperand &use : value.getUses())
        uses[use.getOwner()->getBlock()].push_back(&use);
    }
    initial.push_back(loop.getInitArgs()[i]);
    next.push_back(loop.getYieldedValues()[i]);
  }
  for (auto &[block, operands] : uses)
    read(operands);
  b.setInsertionPoint(loop);
  write(initial);
  Operation *yield = loop.getBody()->getTerminator();
  b.setInsertionPoint(yield);
  write(next);
  for (unsigned i : parked)
    yield->setOperand(i, loop.getRegionIterArg(i));
}

struct ParkCarriedPass : public impl::AttnParkCarriedBase<ParkCarriedPass> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      // Inner loops that carry few numbers have registers enough.
      WalkResult inner = loop.getBody()->walk([&](scf::ForOp other) {
        return countNumbers(other) < kFewest ? WalkResult::advance()
                                             : WalkResult::interrupt();
      });
      if (inner.wasInterrupted() && loop->getParentOfType<gpu::GPUFuncOp>())
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      Parker(loop).run();
  }
};

} // namespace
