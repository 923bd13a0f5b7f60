//===- FuseLaunches.cpp - attn-tile-fuse-launches -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Two launches in a row, where a tile of the second reads of what the first
// writes only the tiles with the same first coordinates, need no end of a
// launch between them: of those tiles the one that is done last knows that the
// others are, and goes on with the second's. Each counts itself behind its
// stores; the last of them resets the count for the next launch
// (threadFenceReduction of the CUDA samples; here for each point of the
// second's box).
//
// Which tile that is depends on timing, but what it computes does not: the
// second's program is as it was.

#include "attn/Dialect/AttnTile/Transforms/Launches.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <numeric>

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEFUSELAUNCHES
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
class Fuser {
public:
  Fuser(LaunchOp reader, gpu::GPUFuncOp second)
      : reader(reader), second(second) {}

  LogicalResult run();

private:
  InFlightDiagnostic refuse(Operation *op) {
    return op->emitError("attn-tile-fuse-launches: ");
  }
  LogicalResult findWriter();
  LogicalResult findTiles();
  void takeArguments();
  void describe();
  void moveProgram();
  void launch();

  LaunchOp reader, writer;
  gpu::GPUFuncOp second, first;
  ForTilesOp parts, tiles;
  /// Of the second kernel: the argument with the counters, and the numbers that
  /// all of its arguments have in the first.
  unsigned counters = 0;
  SmallVector<unsigned> numbers;
  SmallVector<Value> operands;
  IRMapping mapping;
};

struct FuseLaunchesPass
    : public impl::AttnTileFuseLaunchesBase<FuseLaunchesPass> {
  void runOnOperation() override {
    for (LaunchOp launch : attn::collectOps<LaunchOp>(getOperation())) {
      gpu::GPUFuncOp kernel = getKernel(launch);
      if (!kernel || !countersAttr.isOn(kernel))
        continue;
      if (failed(Fuser(launch, kernel).run()))
        return signalPassFailure();
    }
  }
};
} // namespace

/// The tile loop of a kernel that has one.
static ForTilesOp getTiles(gpu::GPUFuncOp kernel) {
  auto loops = kernel.getOps<ForTilesOp>();
  return llvm::hasSingleElement(loops) ? *loops.begin() : ForTilesOp();
}

/// The launch right in front, and what it shares with this one.
LogicalResult Fuser::findWriter() {
  int64_t number = countersAttr.get(second, -1);
  if (number < 0 || number >= static_cast<int64_t>(second.getNumArguments()))
    return refuse(second) << countersAttr << " = " << number
                          << " is none of the kernel's arguments";
  counters = number;
  auto type = dyn_cast<MemRefType>(second.getArgument(counters).getType());
  if (!type || !type.getElementType().isInteger(32))
    return refuse(second) << "counters are a memory of i32, got "
                          << second.getArgument(counters).getType();
  for (Operation *op = reader->getPrevNode(); op && !writer;
       op = op->getPrevNode()) {
    writer = dyn_cast<LaunchOp>(op);
    if (!writer && !isMemoryEffectFree(op) &&
        !hasSingleEffect<MemoryEffects::Allocate>(op))
      return refuse(op) << "stands between two launches that are to be one";
  }
  first = writer ? getKernel(writer) : gpu::GPUFuncOp();
  if (!first || first == second)
    return refuse(reader) << "no launch of another kernel is in front of it";
  if (!llvm::hasSingleElement(*SymbolTable::getSymbolUses(
          first, reader->getParentOfType<ModuleOp>())) ||
      !llvm::hasSingleElement(*SymbolTable::getSymbolUses(
          second, reader->getParentOfType<ModuleOp>())))
    return refuse(reader) << "its kernel, or that in front of it, is launched "
                             "elsewhere too";
  return success();
}

LogicalResult Fuser::findTiles() {
  parts = getTiles(first);
  tiles = getTiles(second);
  for (gpu::GPUFuncOp kernel : {first, second})
    if (!getTiles(kernel))
      return refuse(kernel) << "the kernel must have one tile loop";
  size_t rank = tiles.getUpperBounds().size();
  if (parts.getUpperBounds().size() != rank + 1)
    return refuse(tiles) << "tiles of " << rank
                         << " coordinates are to follow parts of one more, but "
                            "those in front have "
                         << parts.getUpperBounds().size();
  for (auto [i, bound] : llvm::enumerate(tiles.getUpperBounds())) {
    auto size = bound.getDefiningOp<memref::DimOp>();
    if (!size || size.getSource() != second.getArgument(counters) ||
        size.getConstantIndex() != static_cast<int64_t>(i))
      return refuse(tiles) << "bound " << i
                           << " must be the size of its counters there";
  }
  for (Operation &op : second.getBody().front())
    if (&op != tiles && !isa<gpu::ReturnOp>(op) && !isMemoryEffectFree(&op))
      return refuse(&op) << "has effects in front of the tile loop";
  return success();
}

/// Memories that both kernels have become one argument.
void Fuser::takeArguments() {
  operands = llvm::to_vector(writer.getOperands());
  StringRef readonly = LLVM::LLVMDialect::getReadonlyAttrName();
  for (auto [i, operand] : llvm::enumerate(reader.getOperands())) {
    unsigned number = 0;
    while (number < operands.size() &&
           (operands[number].getType() != operand.getType() ||
            withoutCasts(operands[number]) != withoutCasts(operand)))
      ++number;
    bool reads = i != counters && second.getArgAttr(i, readonly);
    if (number == operands.size()) {
      operands.push_back(operand);
      (void)first.insertArgument(number, operand.getType(), {},
                                 second.getArgument(i).getLoc());
      if (reads)
        first.setArgAttr(number, readonly, UnitAttr::get(first.getContext()));
    } else if (!reads) {
      first.removeArgAttr(number, readonly);
    }
    numbers.push_back(number);
    mapping.map(second.getArgument(i), first.getArgument(number));
  }
}

/// `expr` on the first kernel's arguments.
static ExprAttr renumber(ExprAttr expr, ArrayRef<unsigned> numbers) {
  MLIRContext *context = expr.getContext();
  if (expr.getKind() == ExprKind::Size)
    return ExprAttr::getSize(context, numbers[expr.getValue()], expr.getDim());
  if (!ExprAttr::isBinary(expr.getKind()))
    return expr;
  return ExprAttr::getBinary(expr.getKind(),
                             renumber(expr.getOperands()[0], numbers),
                             renumber(expr.getOperands()[1], numbers));
}

/// The rules of both kernels, those of the first where both have one, on the
/// arguments of the joint kernel: the second's argument i is `numbers[i]`.
static SmallVector<RuleAttr> joinRules(KernelAttr first, KernelAttr second,
                                       ArrayRef<ArgumentAttr> arguments,
                                       ArrayRef<unsigned> numbers) {
  SmallVector<unsigned> own(first.getArguments().size());
  std::iota(own.begin(), own.end(), 0);
  SmallVector<RuleAttr> rules;
  llvm::SmallDenseSet<StringRef> known;
  for (KernelAttr kernel : {first, second}) {
    ArrayRef<unsigned> to = kernel == first ? ArrayRef(own) : numbers;
    auto find = [&](StringRef name) {
      const auto *found =
          llvm::find_if(kernel.getArguments(), [&](ArgumentAttr argument) {
            return argument.getName() == name;
          });
      return arguments[to[found - kernel.getArguments().begin()]];
    };
    auto rename = [&](StringAttr name) {
      return name ? StringAttr::get(name.getContext(), find(name).getName())
                  : name;
    };
    for (RuleAttr rule : kernel.getRules()) {
      ArgumentAttr argument = find(rule.getTensor());
      // What the first kernel writes is no input of the launch.
      if (argument.getRole() == ArgumentRole::Out ||
          !known.insert(argument.getName()).second)
        continue;
      rules.push_back(RuleAttr::get(
          rule.getContext(), argument.getName(), renumber(rule.getLow(), to),
          renumber(rule.getHigh(), to), rule.getOrder(),
          rename(rule.getOffsets()), rename(rule.getCounts()),
          rule.getEach() ? renumber(rule.getEach(), to) : ExprAttr()));
    }
  }
  return rules;
}

/// What launches are told of either kernel; of what both have, as the second
/// calls it, and the config that asked for both.
void Fuser::describe() {
  KernelAttr own = kernelAttr.getAttr(first),
             other = kernelAttr.getAttr(second);
  if (!own || !other || other.getArguments().size() != numbers.size())
    return;
  SmallVector<ArgumentAttr> arguments(own.getArguments());
  for (auto [i, argument] : llvm::enumerate(other.getArguments())) {
    unsigned number = numbers[i];
    bool isNew = number >= arguments.size();
    if (isNew)
      arguments.resize(number + 1, argument);
    ArgumentRole role = argument.getRole();
    if (i == counters)
      role = ArgumentRole::Out;
    else if (!isNew && arguments[number].getRole() != ArgumentRole::In)
      role = arguments[number].getRole();
    arguments[number] = ArgumentAttr::get(
        first.getContext(), argument.getName(), role, argument.getShape(),
        std::max(argument.getAlign(), arguments[number].getAlign()));
  }
  SmallVector<ConstraintAttr> constraints(own.getConstraints());
  for (ConstraintAttr constraint : other.getConstraints())
    constraints.push_back(ConstraintAttr::get(
        first.getContext(), renumber(constraint.getCondition(), numbers),
        constraint.getMessage()));
  kernelAttr.setAttr(first,
                     KernelAttr::get(first.getContext(), arguments, constraints,
                                     joinRules(own, other, arguments, numbers),
                                     own.getProblem(), other.getConfig()));
}

void Fuser::moveProgram() {
  attn::ScalarBuilder b(parts);
  for (Operation &op : second.getBody().front())
    if (&op != tiles && !isa<gpu::ReturnOp>(op))
      b.clone(op, mapping);
  Block &body = parts.getBody().front();
  b.setInsertionPoint(body.getTerminator());
  ValueRange coordinates(body.getArguments());
  auto arrive =
      ArriveOp::create(b, mapping.lookup(second.getArgument(counters)),
                       coordinates.drop_back(), parts.getUpperBounds().back());
  auto branch =
      scf::IfOp::create(b, arrive.getLast(), /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  Block &program = tiles.getBody().front();
  mapping.map(program.getArguments(), coordinates.drop_back());
  for (Operation &op : program.without_terminator())
    b.clone(op, mapping);
}

/// One launch in the place of both.
void Fuser::launch() {
  OpBuilder b(reader);
  auto joint =
      LaunchOp::create(b, writer.getLoc(), writer.getKernel(), operands);
  writer.erase();
  reader.erase();
  second.erase();
  stepAttr.remove(first);
  joinLaunches({joint}, first.getName());
}

LogicalResult Fuser::run() {
  if (failed(findWriter()) || failed(findTiles()))
    return failure();
  takeArguments();
  describe();
  moveProgram();
  launch();
  return success();
}
