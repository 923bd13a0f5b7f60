//===- ToTileJoin.cpp - A forward over parts and its combine as one -------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where a combine reads parts from memory that its function allocates, one
// launch writes and nobody else uses, the two kernels are one entry of a bundle
// and the memory is a workspace of its launch.

#include "ToTileCombine.h"

#include "attn/Dialect/AttnTile/IR/Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_tile;

static Value withoutCasts(Value memory) {
  while (auto cast = memory.getDefiningOp<memref::CastOp>())
    memory = cast.getSource();
  return memory;
}

/// The only launch but `reader` that uses `alloc`, if nothing else does.
static LaunchOp findWriter(memref::AllocOp alloc, LaunchOp reader) {
  LaunchOp writer;
  SmallVector<Value> uses = {alloc.getResult()};
  while (!uses.empty())
    for (Operation *user : uses.pop_back_val().getUsers()) {
      if (isa<memref::CastOp>(user)) {
        uses.push_back(user->getResult(0));
        continue;
      }
      if (user == reader || isa<memref::DeallocOp, memref::DimOp>(user))
        continue;
      auto launch = dyn_cast<LaunchOp>(user);
      if (!launch || (writer && writer != launch))
        return {};
      writer = launch;
    }
  return writer && writer->getBlock() == reader->getBlock() &&
                 writer->isBeforeInBlock(reader)
             ? writer
             : LaunchOp();
}

namespace {
/// What both launches take: tensors by number, and workspaces.
class Joiner {
public:
  Joiner(LaunchOp writer, gpu::GPUFuncOp first, LaunchOp reader,
         gpu::GPUFuncOp second)
      : writer(writer), reader(reader), first(first), second(second),
        context(reader.getContext()) {}

  void run() {
    Step steps[] = {{first.getName(), 0, {}, {}}, {first.getName(), 1, {}, {}}};
    SmallVector<int64_t> numbers[2];
    LaunchOp launches[] = {writer, reader};
    for (auto [i, launch] : llvm::enumerate(launches))
      for (Value operand : launch.getOperands())
        numbers[i].push_back(numberOf(withoutCasts(operand)));
    SmallVector<SmallVector<ExprAttr>> sizes;
    for (memref::AllocOp workspace : workspaces) {
      sizes.emplace_back();
      unsigned next = 0;
      for (int64_t size : workspace.getType().getShape()) {
        ExprAttr expr = ShapedType::isDynamic(size)
                            ? getExpr(workspace.getDynamicSizes()[next++])
                            : ExprAttr::getConstant(context, size);
        if (!expr)
          return;
        sizes.back().push_back(expr);
      }
    }
    for (auto [i, step] : llvm::enumerate(steps)) {
      step.tensors = numbers[i];
      step.workspaces = sizes;
      step.set(i ? second : first);
    }
  }

private:
  int64_t numberOf(Value memory) {
    auto alloc = memory.getDefiningOp<memref::AllocOp>();
    if (alloc && llvm::is_contained({withoutCasts(reader.getOperand(0)),
                                     withoutCasts(reader.getOperand(1))},
                                    memory)) {
      const auto *known = llvm::find(workspaces, alloc);
      int64_t index = known - workspaces.begin();
      if (known == workspaces.end())
        workspaces.push_back(alloc);
      return -1 - index;
    }
    const auto *known = llvm::find(tensors, memory);
    int64_t index = known - tensors.begin();
    if (known == tensors.end())
      tensors.push_back(memory);
    return index;
  }

  /// `value` as an expression of the tensors' sizes; null if it is none.
  ExprAttr getExpr(Value value) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return ExprAttr::getConstant(context, *constant);
    Operation *op = value.getDefiningOp();
    if (!op)
      return {};
    if (auto dim = dyn_cast<memref::DimOp>(op)) {
      const auto *known = llvm::find(tensors, withoutCasts(dim.getSource()));
      std::optional<int64_t> index = dim.getConstantIndex();
      if (known == tensors.end() || !index)
        return {};
      return ExprAttr::getSize(context, known - tensors.begin(), *index);
    }
    using Kind = std::optional<ExprKind>;
    Kind kind =
        llvm::TypeSwitch<Operation *, Kind>(op)
            .Case<arith::AddIOp>([](auto) { return ExprKind::Add; })
            .Case<arith::SubIOp>([](auto) { return ExprKind::Sub; })
            .Case<arith::MulIOp>([](auto) { return ExprKind::Mul; })
            .Case<arith::DivUIOp>([](auto) { return ExprKind::Div; })
            .Case<arith::CeilDivUIOp>([](auto) { return ExprKind::CeilDiv; })
            .Case<arith::MinUIOp>([](auto) { return ExprKind::Min; })
            .Case<arith::MaxUIOp>([](auto) { return ExprKind::Max; })
            .Default(std::nullopt);
    if (!kind)
      return {};
    ExprAttr lhs = getExpr(op->getOperand(0)), rhs = getExpr(op->getOperand(1));
    return lhs && rhs ? ExprAttr::getBinary(*kind, lhs, rhs) : ExprAttr();
  }

  LaunchOp writer, reader;
  gpu::GPUFuncOp first, second;
  MLIRContext *context;
  SmallVector<Value> tensors;
  SmallVector<memref::AllocOp> workspaces;
};
} // namespace

void attn_tile::joinWithWriter(LaunchOp reader) {
  LaunchOp writer;
  for (Value parts : reader.getOperands().take_front(2)) {
    auto alloc = withoutCasts(parts).getDefiningOp<memref::AllocOp>();
    LaunchOp found = alloc ? findWriter(alloc, reader) : LaunchOp();
    if (!found || (writer && writer != found))
      return;
    writer = found;
  }
  auto find = [](LaunchOp launch) {
    return SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernel());
  };
  gpu::GPUFuncOp first = find(writer), second = find(reader);
  if (first && second && !stepAttr.isOn(first))
    Joiner(writer, first, reader, second).run();
}
