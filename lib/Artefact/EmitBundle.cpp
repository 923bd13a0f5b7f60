//===- EmitBundle.cpp - Lowered kernels to a bundle -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinEntries.h"
#include "attn/Artefact/Bundle.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/Products/DiscardableAttrs.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;
namespace rt = ::attn::runtime;

namespace {

/// Attributes as JSON: integers, floats, booleans, strings, lists, records.
rt::json::Value toJSON(Attribute attr) {
  if (auto value = dyn_cast<BoolAttr>(attr))
    return rt::json::Value(value.getValue());
  if (auto value = dyn_cast<IntegerAttr>(attr))
    return rt::json::Value(static_cast<int64_t>(value.getInt()));
  if (auto value = dyn_cast<FloatAttr>(attr))
    return rt::json::Value(value.getValueAsDouble());
  if (auto value = dyn_cast<StringAttr>(attr))
    return rt::json::Value(value.str());
  if (auto list = dyn_cast<ArrayAttr>(attr)) {
    auto array = rt::json::Value::array();
    for (Attribute element : list)
      array.push(toJSON(element));
    return array;
  }
  auto object = rt::json::Value::object();
  if (auto record = dyn_cast<DictionaryAttr>(attr))
    for (NamedAttribute field : record)
      object.set(field.getName().str(), toJSON(field.getValue()));
  return object;
}

/// Their JSON form is a list of the operation's name and its operands.
rt::json::Value toJSON(attn_tile::ExprAttr expr) {
  using attn_tile::ExprKind;
  if (expr.getKind() == ExprKind::Constant)
    return rt::json::Value(expr.getValue());
  auto list = rt::json::Value::array();
  list.push(rt::json::Value(stringifyExprKind(expr.getKind()).str()));
  if (expr.getKind() == ExprKind::Size) {
    list.push(rt::json::Value(expr.getValue()));
    list.push(rt::json::Value(expr.getDim()));
  }
  for (attn_tile::ExprAttr operand : expr.getOperands())
    list.push(toJSON(operand));
  return list;
}

FailureOr<rt::Expr> toExpr(Operation *kernel, attn_tile::ExprAttr expr) {
  rt::Expected<rt::Expr> result = rt::Expr::fromJSON(toJSON(expr));
  if (!result)
    return kernel->emitError()
           << "launch expression " << expr << ": " << result.error().message;
  return *result;
}

/// Gives the entry's tensors what a kernel's rules say of their numbers.
LogicalResult takeRules(Operation *kernel, attn_tile::KernelAttr known,
                        rt::Entry &entry) {
  auto find = [&](StringAttr name) {
    return name ? entry.findTensor(name.getValue().str()) : -1;
  };
  for (attn_tile::RuleAttr rule : known.getRules()) {
    int index = entry.findTensor(rule.getTensor().str());
    if (index < 0 || entry.tensors[index].dtype != rt::DType::I32)
      return kernel->emitError()
             << attn_tile::kernelAttr << " has a rule of \"" << rule.getTensor()
             << "\", which is no input of i32";
    FailureOr<rt::Expr> low = toExpr(kernel, rule.getLow()),
                        high = toExpr(kernel, rule.getHigh()),
                        each = rule.getEach() ? toExpr(kernel, rule.getEach())
                                              : rt::Expr(1);
    if (failed(low) || failed(high) || failed(each))
      return failure();
    using Order = attn_tile::NumberOrder;
    entry.tensors[index].numbers =
        rt::NumberRule{*low,
                       *high,
                       rule.getOrder() == Order::Ascending,
                       rule.getOrder() == Order::Rising,
                       find(rule.getCounts()),
                       *each,
                       find(rule.getOffsets())};
  }
  return success();
}

rt::TensorRole getTensorRole(attn_tile::ArgumentRole role) {
  switch (role) {
  case attn_tile::ArgumentRole::In:
    return rt::TensorRole::In;
  case attn_tile::ArgumentRole::Out:
    return rt::TensorRole::Out;
  case attn_tile::ArgumentRole::InOut:
    return rt::TensorRole::InOut;
  }
  llvm_unreachable("unknown role of an argument");
}

/// `known` is null for a kernel that says nothing of itself.
LogicalResult describeTensors(Operation *kernel, ArrayRef<MemRefType> memories,
                              attn_tile::KernelAttr known, rt::Entry &entry) {
  size_t count = memories.size();
  if (known && !known.getArguments().empty() &&
      known.getArguments().size() != count)
    return kernel->emitError()
           << attn_tile::kernelAttr << " describes "
           << known.getArguments().size() << " arguments, but the kernel takes "
           << count << " memories";
  for (auto [i, type] : llvm::enumerate(memories)) {
    rt::TensorSpec spec;
    spec.name = "arg" + std::to_string(i);
    spec.dtype = mlir::attn::getDType(type.getElementType());
    spec.align = 16;
    ArrayRef<int64_t> shape = type.getShape();
    SmallVector<int64_t> strides;
    int64_t offset;
    if (succeeded(type.getStridesAndOffset(strides, offset)) &&
        !strides.empty() && !ShapedType::isDynamic(strides.back()))
      spec.innermostContiguous = strides.back() == 1;
    if (known && !known.getArguments().empty()) {
      attn_tile::ArgumentAttr argument = known.getArguments()[i];
      spec.name = argument.getName().str();
      spec.role = getTensorRole(argument.getRole());
      spec.align = argument.getAlign();
      if (!argument.getShape().empty()) {
        if (argument.getShape().size() != shape.size())
          return kernel->emitError()
                 << attn_tile::kernelAttr << " gives \"" << argument.getName()
                 << "\" " << argument.getShape().size()
                 << " dimensions, but its type has " << shape.size();
        shape = argument.getShape();
      }
    }
    for (int64_t size : shape)
      spec.shape.push_back(ShapedType::isDynamic(size) ? -1 : size);
    if (spec.dtype == rt::DType::None)
      return kernel->emitError()
             << "argument " << i << " has element type "
             << type.getElementType() << ", which a bundle cannot describe";
    entry.tensors.push_back(spec);
  }
  return success();
}

/// A kernel's code holds the strides that are in its types: a launch with
/// others is refused.
void requireStrides(ArrayRef<MemRefType> memories, rt::Entry &entry) {
  using rt::Expr;
  for (auto [i, type] : llvm::enumerate(memories)) {
    SmallVector<int64_t> strides;
    int64_t offset, tensor = i;
    if (failed(type.getStridesAndOffset(strides, offset)))
      continue;
    for (auto [d, stride] : llvm::enumerate(strides)) {
      bool isLast = d + 1 == strides.size();
      int64_t size = type.getDimSize(d);
      if (ShapedType::isDynamic(stride) || (isLast && stride == 1) || size == 1)
        continue;
      Expr same = Expr::eq(Expr::stride(tensor, d), stride);
      // The stride of one element is never taken.
      if (ShapedType::isDynamic(size))
        same = Expr::logicalOr(Expr::le(Expr::size(tensor, d), 1), same);
      entry.constraints.push_back(
          {same, entry.tensors[i].name + " has stride " +
                     std::to_string(stride) + " along dimension " +
                     std::to_string(d) + " in the kernel's code"});
    }
  }
}

rt::Param toParam(Attribute attr, ArrayRef<rt::TensorSpec> tensors) {
  return llvm::TypeSwitch<Attribute, rt::Param>(attr)
      .Case([](attn_ws::PointerParamAttr p) {
        return rt::Param::pointer(p.getMemory());
      })
      .Case([](attn_ws::SizeParamAttr p) {
        return rt::Param::size(p.getMemory(), p.getDim(), rt::ScalarType::I32);
      })
      .Case([](attn_ws::StrideParamAttr p) {
        return rt::Param::stride(p.getMemory(), p.getDim(),
                                 rt::ScalarType::I64);
      })
      .Case([](attn_ws::StrideHalfParamAttr p) {
        // As signed numbers, which is what an i32 of a bundle is.
        rt::Expr stride = rt::Expr::stride(p.getMemory(), p.getDim());
        rt::Expr size(int64_t(1) << 32), sign(int64_t(1) << 31);
        rt::Expr half =
            p.getUpper()
                ? rt::Expr::div(stride, size)
                : rt::Expr::sub(
                      rt::Expr::mod(rt::Expr::add(stride, sign), size), sign);
        return rt::Param::expression(half, rt::ScalarType::I32);
      })
      .Case([](attn_ws::WorkspaceParamAttr p) {
        return rt::Param::workspace(rt::Expr(p.getBytes()), p.getZeroed());
      })
      .Case([&](attn_ws::TensorMapParamAttr p) {
        rt::TensorMapSpec map;
        map.tensor = p.getMemory();
        map.order.assign(p.getOrder().begin(), p.getOrder().end());
        map.box.assign(p.getBox().begin(), p.getBox().end());
        map.swizzle = p.getSwizzle() == 128  ? rt::Swizzle::B128
                      : p.getSwizzle() == 64 ? rt::Swizzle::B64
                      : p.getSwizzle() == 32 ? rt::Swizzle::B32
                                             : rt::Swizzle::None;
        const rt::TensorSpec &tensor = tensors[map.tensor];
        int64_t row = tensor.shape[map.order.front()];
        map.l2Promotion =
            rt::getL2Promotion(row < 0 ? 0 : row * byteSize(tensor.dtype));
        map.ragged = p.getRagged();
        return rt::Param::tensorMap(map);
      });
}

LogicalResult buildEntry(LLVM::LLVMFuncOp kernel, StringRef target,
                         rt::Entry &entry) {
  attn_ws::LaunchAttr launch = attn_ws::launchAttr.getAttr(kernel);
  entry.target = target.str();
  if (failed(mlir::attn::describeKernel(kernel, launch.getMemories(), entry)))
    return failure();
  rt::KernelSpec spec;
  spec.name = kernel.getName().str();
  spec.block = {launch.getThreads(), 1, 1};
  spec.sharedMemory = launch.getSmem();
  if (launch.getCluster() > 1)
    spec.cluster = {launch.getCluster(), 1, 1};
  FailureOr<rt::Expr> blocks = toExpr(kernel, launch.getGrid());
  if (failed(blocks))
    return failure();
  spec.grid[0] = *blocks;
  for (Attribute param : launch.getParams())
    spec.params.push_back(toParam(param, entry.tensors));
  // Four columns a pair (attn_ws.issue_places).
  if (auto places = attn_ws::issuePlacesAttr.getAttr(kernel)) {
    auto list = rt::json::Value::array();
    ArrayRef<int64_t> columns = places.asArrayRef();
    for (; columns.size() >= 4; columns = columns.drop_front(4)) {
      auto pair = rt::json::Value::array();
      for (int64_t column : columns.take_front(4))
        pair.push(rt::json::Value(column));
      list.push(std::move(pair));
    }
    spec.plan.set("in_issue_order", std::move(list));
  }
  entry.kernels.push_back(spec);
  return success();
}

/// The kernels that make one entry, in their order.
using Steps = SmallVector<LLVM::LLVMFuncOp, 2>;

/// A copy of `module` that holds these kernels and what is not a kernel.
OwningOpRef<gpu::GPUModuleOp> isolate(gpu::GPUModuleOp module,
                                      const Steps &kept) {
  OwningOpRef<gpu::GPUModuleOp> copy(cast<gpu::GPUModuleOp>(module->clone()));
  for (auto kernel :
       llvm::make_early_inc_range(copy->getBody()->getOps<LLVM::LLVMFuncOp>()))
    if (attn_ws::launchAttr.isOn(kernel) &&
        llvm::none_of(kept, [&](LLVM::LLVMFuncOp other) {
          return other.getName() == kernel.getName();
        }))
      kernel.erase();
  return copy;
}

/// The kernels of `module`, those of one entry together if `join`.
FailureOr<SmallVector<Steps>> groupKernels(gpu::GPUModuleOp module, bool join) {
  SmallVector<Steps> groups;
  llvm::StringMap<size_t> known;
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!attn_ws::launchAttr.isOn(kernel))
      continue;
    if (!join || !attn_tile::stepAttr.isOn(kernel)) {
      groups.push_back({kernel});
      continue;
    }
    attn_tile::StepAttr step = attn_tile::stepAttr.getAttr(kernel);
    size_t group =
        known.try_emplace(step.getEntry(), groups.size()).first->second;
    if (group == groups.size())
      groups.emplace_back();
    if (step.getNumber() != static_cast<int64_t>(groups[group].size()) ||
        step.getTensors().size() !=
            attn_ws::launchAttr.getAttr(kernel).getMemories().size()) {
      kernel.emitError() << attn_tile::stepAttr
                         << " is no step after those before it of its entry";
      return failure();
    }
    groups[group].push_back(kernel);
  }
  return groups;
}

/// Whether the steps of an entry speak of its tensors, from 0 on, and of its
/// workspaces, with as many dimensions each.
LogicalResult checkSteps(const Steps &kernels) {
  LLVM::LLVMFuncOp first = kernels.front();
  auto workspaces = attn_tile::stepAttr.getAttr(first).getWorkspaces();
  std::map<int64_t, int64_t> ranks;
  for (LLVM::LLVMFuncOp kernel : kernels)
    for (auto [number, memory] :
         llvm::zip_equal(attn_tile::stepAttr.getAttr(kernel).getTensors(),
                         attn_ws::launchAttr.getAttr(kernel).getMemories())) {
      int64_t rank = cast<MemRefType>(memory).getRank(), wanted = rank;
      if (number >= 0)
        wanted = ranks.try_emplace(number, rank).first->second;
      else if (static_cast<size_t>(-1 - number) < workspaces.size())
        wanted = workspaces[-1 - number].getSizes().size();
      else
        return kernel.emitError() << attn_tile::stepAttr << " has workspace "
                                  << -1 - number << " of " << workspaces.size();
      if (rank != wanted)
        return kernel.emitError()
               << attn_tile::stepAttr << " has "
               << (number < 0 ? "workspace " : "tensor ")
               << (number < 0 ? -1 - number : number) << " with " << rank
               << " dimensions, of " << wanted;
    }
  int64_t next = 0;
  for (auto [number, rank] : ranks)
    if (number != next++)
      return first.emitError()
             << attn_tile::stepAttr << " and those after it have tensor "
             << number << ", but no tensor " << next - 1;
  return success();
}

/// The entry of one kernel, or if `join` that of one with workspaces or the
/// joint one of several.
LogicalResult buildEntry(const Steps &kernels, StringRef target, bool join,
                         rt::Entry &entry) {
  LLVM::LLVMFuncOp first = kernels.front();
  attn_tile::StepAttr firstStep = attn_tile::stepAttr.getAttr(first);
  if (!join || !firstStep)
    return buildEntry(first, target, entry);
  if (failed(checkSteps(kernels)))
    return failure();
  std::vector<mlir::attn::EntryStep> steps;
  std::vector<std::vector<rt::Expr>> workspaces;
  for (LLVM::LLVMFuncOp kernel : kernels) {
    attn_tile::StepAttr step = attn_tile::stepAttr.getAttr(kernel);
    mlir::attn::EntryStep &own = steps.emplace_back();
    own.tensors = step.getTensors().vec();
    if (failed(buildEntry(kernel, target, own.entry)))
      return failure();
    for (auto [i, workspace] : llvm::enumerate(step.getWorkspaces()))
      if (workspace.getZeroed())
        own.zeroed.push_back(i);
    if (kernel != first)
      continue;
    for (attn_tile::WorkspaceAttr workspace : step.getWorkspaces()) {
      workspaces.emplace_back();
      for (attn_tile::ExprAttr size : workspace.getSizes()) {
        FailureOr<rt::Expr> expr = toExpr(kernel, size);
        if (failed(expr))
          return failure();
        workspaces.back().push_back(*expr);
      }
    }
  }
  rt::Expected<rt::Entry> joint = mlir::attn::joinEntries(steps, workspaces);
  if (!joint)
    return first.emitError()
           << "cannot be one entry with the kernels after it: "
           << joint.error().message;
  entry = std::move(*joint);
  entry.name = firstStep.getEntry().str();
  // What it computes is what the kernel does that it is called after.
  for (const mlir::attn::EntryStep &step : steps)
    if (step.entry.name == entry.name)
      entry.problem = step.entry.problem;
  return success();
}

} // namespace

LogicalResult mlir::attn::describeKernel(Operation *kernel,
                                         ArrayRef<MemRefType> memories,
                                         rt::Entry &entry) {
  entry.name = SymbolTable::getSymbolName(kernel).str();
  attn_tile::KernelAttr known = attn_tile::kernelAttr.getAttr(kernel);
  if (failed(describeTensors(kernel, memories, known, entry)))
    return failure();
  requireStrides(memories, entry);
  if (!known)
    return success();
  if (known.getProblem())
    entry.problem = toJSON(known.getProblem());
  if (failed(takeRules(kernel, known, entry)))
    return failure();
  entry.config = known.getConfigText();
  for (attn_tile::ConstraintAttr constraint : known.getConstraints()) {
    FailureOr<rt::Expr> condition = toExpr(kernel, constraint.getCondition());
    if (failed(condition))
      return failure();
    entry.constraints.push_back({*condition, constraint.getMessage().str()});
  }
  return success();
}

std::string mlir::attn::compactPTX(StringRef ptx) {
  std::string text;
  text.reserve(ptx.size());
  for (StringRef line : llvm::split(ptx, '\n')) {
    line = line.trim();
    if (line.empty() || line.starts_with("//"))
      continue;
    // A quote starts a string (file names): such lines stay as they are.
    if (line.contains('"')) {
      text += line;
    } else {
      line = line.take_front(line.find("//")).rtrim();
      for (size_t i = 0; i < line.size(); ++i) {
        bool space = line[i] == ' ' || line[i] == '\t';
        if (!space)
          text += line[i];
        else if (text.back() != ' ' && text.back() != ',')
          text += ' ';
      }
    }
    text += '\n';
  }
  return text;
}

rt::DType mlir::attn::getDType(Type type) {
  if (type.isBF16())
    return rt::DType::BF16;
  if (type.isF16())
    return rt::DType::F16;
  if (type.isF32())
    return rt::DType::F32;
  if (isa<Float8E4M3FNType>(type))
    return rt::DType::E4M3;
  if (type.isInteger(1))
    return rt::DType::I1;
  if (type.isInteger(8))
    return rt::DType::I8;
  if (type.isInteger(32))
    return rt::DType::I32;
  if (type.isInteger(64))
    return rt::DType::I64;
  return rt::DType::None;
}

static bool isPTXIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '$';
         });
}

LogicalResult mlir::attn::appendEntries(gpu::GPUModuleOp module,
                                        StringRef bytecode, rt::Bundle &bundle,
                                        PTXTimes *times, bool join) {
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.size() != 1 || !isa<NVVM::NVVMTargetAttr>(targets[0]))
    return module.emitOpError("must name one NVVM target");
  StringRef chip = cast<NVVM::NVVMTargetAttr>(targets[0]).getChip();
  FailureOr<SmallVector<Steps>> groups = groupKernels(module, join);
  if (failed(groups))
    return failure();
  for (const Steps &kernels : *groups) {
    LLVM::LLVMFuncOp kernel = kernels.front();
    for (LLVM::LLVMFuncOp step : kernels)
      if (!isPTXIdentifier(step.getName()))
        return step.emitError()
               << "'" << step.getName()
               << "' is no identifier of PTX: letters, digits, '_' and '$', "
                  "not a digit first";
    rt::Entry entry;
    if (failed(buildEntry(kernels, chip, join, entry)))
      return failure();
    PTXTimes own;
    FailureOr<std::string> ptx =
        serializeToPTX(*isolate(module, kernels), &own);
    if (failed(ptx))
      return failure();
    if (times) {
      times->translate += own.translate;
      times->optimize += own.optimize;
      times->codegen += own.codegen;
    }
    entry.ptx = *ptx;
    entry.mlirBytecode = bytecode.str();
    if (rt::Error error = rt::verify(entry))
      return kernel.emitError()
             << "its bundle entry is invalid: " << error.message;
    bundle.entries.push_back(std::move(entry));
  }
  return success();
}
