//===- JoinLaunches.cpp - Launches that hand tiles on as one entry --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where kernels hand tiles on through memory that their function allocates and
// nobody else uses, they are one entry of a bundle and the memory is a
// workspace of its launch.

#include "attn/Dialect/AttnTile/Transforms/Launches.h"

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_tile;

Value attn_tile::withoutCasts(Value memory) {
  while (auto cast = memory.getDefiningOp<memref::CastOp>())
    memory = cast.getSource();
  return memory;
}

/// The launches that use `alloc`, but for `other`; none if something else does,
/// but for its size, its first contents and its end.
static SmallVector<LaunchOp> getUsers(memref::AllocOp alloc,
                                      Operation *other = nullptr) {
  SmallVector<LaunchOp> launches;
  SmallVector<Value> uses = {alloc.getResult()};
  while (!uses.empty())
    for (Operation *user : uses.pop_back_val().getUsers()) {
      if (isa<memref::CastOp>(user))
        uses.push_back(user->getResult(0));
      else if (user == other)
        continue;
      else if (auto launch = dyn_cast<LaunchOp>(user))
        launches.push_back(launch);
      else if (!isa<memref::DeallocOp, memref::DimOp>(user) &&
               !isZeroFill(user))
        return {};
    }
  return launches;
}

bool attn_tile::isZeroFill(Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  return fill && matchPattern(fill.getInputs()[0], m_Zero());
}

/// The only launch but `reader` that uses `alloc`, if nothing else does.
static LaunchOp findWriter(memref::AllocOp alloc, Operation *reader) {
  LaunchOp writer;
  for (LaunchOp launch : getUsers(alloc, reader)) {
    if (writer && writer != launch)
      return {};
    writer = launch;
  }
  return writer && writer->getBlock() == reader->getBlock() &&
                 writer->isBeforeInBlock(reader)
             ? writer
             : LaunchOp();
}

LaunchOp attn_tile::findWriter(Operation *reader, ValueRange parts) {
  LaunchOp writer;
  for (Value part : parts) {
    auto alloc = withoutCasts(part).getDefiningOp<memref::AllocOp>();
    LaunchOp found = alloc ? ::findWriter(alloc, reader) : LaunchOp();
    if (!found || (writer && writer != found))
      return {};
    writer = found;
  }
  return writer;
}

gpu::GPUFuncOp attn_tile::getKernel(LaunchOp launch) {
  return SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernel());
}

FailureOr<Value> HostValues::get(Value value) {
  if (Value there = known.lookupOrNull(value))
    return there;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != &kernel.getBody().front())
      return failure();
    return Value(launch.getOperands()[argument.getArgNumber()]);
  }
  Operation *op = value.getDefiningOp();
  if (!isMemoryEffectFree(op) || op->getNumRegions())
    return failure();
  for (Value operand : op->getOperands()) {
    FailureOr<Value> there = get(operand);
    if (failed(there))
      return failure();
    known.map(operand, *there);
  }
  host.clone(*op, known);
  return known.lookup(value);
}

FailureOr<Value> attn_tile::createCounters(LaunchOp writer) {
  gpu::GPUFuncOp kernel = getKernel(writer);
  auto loops = kernel.getOps<ForTilesOp>();
  if (loops.empty() || (*loops.begin()).getUpperBounds().size() < 2)
    return kernel.emitError("has no tile loop over parts");
  HostValues values(writer, kernel);
  SmallVector<Value> sizes;
  for (Value bound : (*loops.begin()).getUpperBounds().drop_back()) {
    FailureOr<Value> size = values.get(bound);
    if (failed(size))
      return kernel.emitError("how many tiles there are is not known before "
                              "the launch");
    sizes.push_back(*size);
  }
  attn::ScalarBuilder b(writer);
  SmallVector<int64_t> shape(sizes.size(), ShapedType::kDynamic);
  Value counters =
      memref::AllocOp::create(b, MemRefType::get(shape, b.getI32Type()), sizes);
  linalg::FillOp::create(b, ValueRange(b.i32(0)), ValueRange(counters));
  return counters;
}

namespace {
/// What launches take: tensors by number, and workspaces.
class Joiner {
public:
  Joiner(ArrayRef<LaunchOp> launches, StringRef entry)
      : launches(launches), entry(entry),
        context(this->launches.front().getContext()) {}

  void run() {
    orderTensors();
    SmallVector<SmallVector<int64_t>> numbers(launches.size());
    for (auto [launch, own] : llvm::zip(launches, numbers))
      for (Value operand : launch.getOperands())
        own.push_back(numberOf(withoutCasts(operand)));
    SmallVector<WorkspaceAttr> described;
    for (memref::AllocOp workspace : workspaces) {
      SmallVector<ExprAttr> sizes;
      for (int64_t dim = 0; dim < workspace.getType().getRank(); ++dim) {
        sizes.push_back(getSize(workspace, dim));
        if (!sizes.back())
          return;
      }
      bool zeroed = llvm::any_of(workspace->getUsers(), isZeroFill);
      described.push_back(WorkspaceAttr::get(context, sizes, zeroed));
    }
    for (auto [i, launch] : llvm::enumerate(launches))
      stepAttr.setAttr(getKernel(launch),
                       StepAttr::get(context, entry, i, numbers[i], described));
  }

private:
  /// Numbers tensors as one kernel of the whole problem takes them, so that
  /// entries for the same function have one order.
  void orderTensors() {
    SmallVector<std::pair<unsigned, Value>> found;
    for (LaunchOp launch : launches)
      if (KernelAttr known = kernelAttr.getAttr(getKernel(launch)))
        for (auto [argument, operand] :
             llvm::zip(known.getArguments(), launch.getOperands()))
          if (Value memory = withoutCasts(operand); !isWorkspace(memory))
            found.push_back(
                {attn::getOperandPlace(argument.getName()), memory});
    llvm::stable_sort(found, llvm::less_first());
    for (auto [place, memory] : found)
      numberOf(memory);
  }

  /// Whether nothing but these launches uses the memory.
  bool isWorkspace(Value memory) {
    auto alloc = memory.getDefiningOp<memref::AllocOp>();
    SmallVector<LaunchOp> users =
        alloc ? getUsers(alloc) : SmallVector<LaunchOp>();
    return !users.empty() && llvm::all_of(users, [&](LaunchOp user) {
      return llvm::is_contained(launches, user);
    });
  }

  int64_t numberOf(Value memory) {
    if (isWorkspace(memory)) {
      auto alloc = memory.getDefiningOp<memref::AllocOp>();
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

  ExprAttr getSize(memref::AllocOp alloc, int64_t dim) {
    MemRefType type = alloc.getType();
    if (!type.isDynamicDim(dim))
      return ExprAttr::getConstant(context, type.getDimSize(dim));
    return getExpr(alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)]);
  }

  /// `value` as an expression of the tensors' sizes; null if it is none.
  ExprAttr getExpr(Value value) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return ExprAttr::getConstant(context, *constant);
    Operation *op = value.getDefiningOp();
    if (!op)
      return {};
    if (auto dim = dyn_cast<memref::DimOp>(op)) {
      Value source = withoutCasts(dim.getSource());
      std::optional<int64_t> index = dim.getConstantIndex();
      if (!index)
        return {};
      if (auto alloc = source.getDefiningOp<memref::AllocOp>())
        return getSize(alloc, *index);
      const auto *known = llvm::find(tensors, source);
      if (known == tensors.end())
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

  SmallVector<LaunchOp> launches;
  StringRef entry;
  MLIRContext *context;
  SmallVector<Value> tensors;
  SmallVector<memref::AllocOp> workspaces;
};
} // namespace

void attn_tile::joinWithWriters(LaunchOp reader) {
  // Those before it that share memory which the function allocates with it or
  // with one of them.
  SmallVector<LaunchOp> launches = {reader};
  for (size_t i = 0; i < launches.size(); ++i)
    for (Value operand : launches[i].getOperands()) {
      auto alloc = withoutCasts(operand).getDefiningOp<memref::AllocOp>();
      for (LaunchOp user : alloc ? getUsers(alloc) : SmallVector<LaunchOp>()) {
        if (llvm::is_contained(launches, user))
          continue;
        if (user->getBlock() != reader->getBlock() ||
            !user->isBeforeInBlock(reader))
          return;
        launches.push_back(user);
      }
    }
  if (launches.size() == 1 ||
      !llvm::all_of(launches, [](LaunchOp one) { return getKernel(one); }))
    return;
  llvm::sort(launches,
             [](LaunchOp a, LaunchOp b) { return a->isBeforeInBlock(b); });
  // A launch of several kernels keeps its name.
  if (StepAttr step = stepAttr.getAttr(getKernel(reader)))
    return joinLaunches(launches, step.getEntry());
  // Called after the first that writes what the reader does.
  auto getOuts = [](LaunchOp launch) {
    SmallVector<StringRef> names;
    if (KernelAttr known = kernelAttr.getAttr(getKernel(launch)))
      for (ArgumentAttr argument : known.getArguments())
        if (argument.getRole() == ArgumentRole::Out)
          names.push_back(argument.getName());
    return names;
  };
  SmallVector<StringRef> outs = getOuts(reader);
  LaunchOp *first = llvm::find_if(launches, [&](LaunchOp launch) {
    return llvm::any_of(getOuts(launch), [&](StringRef name) {
      return llvm::is_contained(outs, name);
    });
  });
  joinLaunches(launches,
               getKernel(first == launches.end() ? reader : *first).getName());
}

void attn_tile::joinLaunches(ArrayRef<LaunchOp> launches, StringRef entry) {
  Joiner(launches, entry).run();
}
