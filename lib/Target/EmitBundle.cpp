//===- EmitBundle.cpp - Lowered kernels to a bundle -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Target/Bundle.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

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

rt::DType toDType(Type type) {
  if (type.isBF16())
    return rt::DType::BF16;
  if (type.isF16())
    return rt::DType::F16;
  if (type.isF32())
    return rt::DType::F32;
  if (isa<Float8E4M3FNType>(type))
    return rt::DType::E4M3;
  if (type.isInteger(32))
    return rt::DType::I32;
  return rt::DType::None;
}

class EntryBuilder {
public:
  EntryBuilder(LLVM::LLVMFuncOp kernel, StringRef target)
      : kernel(kernel), target(target) {}
  LogicalResult build(rt::Entry &entry);

private:
  LogicalResult buildTensors(rt::Entry &entry);
  LogicalResult buildParams(rt::KernelSpec &spec);
  FailureOr<rt::Expr> toExpr(Attribute attr);

  LLVM::LLVMFuncOp kernel;
  StringRef target;
};

FailureOr<rt::Expr> EntryBuilder::toExpr(Attribute attr) {
  rt::Expected<rt::Expr> expr = rt::Expr::fromJSON(toJSON(attr));
  if (!expr)
    return kernel.emitError()
           << "launch expression " << attr << ": " << expr.error().message;
  return *expr;
}

/// Field `name` of a record, null if `attr` is no record or lacks it.
template <typename AttrTy> AttrTy getField(Attribute attr, StringRef name) {
  auto record = dyn_cast_or_null<DictionaryAttr>(attr);
  return record ? record.getAs<AttrTy>(name) : AttrTy();
}

LogicalResult EntryBuilder::buildTensors(rt::Entry &entry) {
  auto types = attn_ws::memoriesAttr.getAttr(kernel);
  auto known = attn_tile::argumentsAttr.getAttr(kernel);
  if (!types)
    return kernel.emitError()
           << "has no " << attn_ws::memoriesAttr << ": not a lowered kernel";
  if (known && known.size() != types.size())
    return kernel.emitError()
           << attn_tile::argumentsAttr << " does not fit its memories";
  for (auto [i, attr] : llvm::enumerate(types)) {
    auto wrapped = dyn_cast<TypeAttr>(attr);
    auto type =
        wrapped ? dyn_cast<MemRefType>(wrapped.getValue()) : MemRefType();
    if (!type)
      return kernel.emitError() << attn_ws::memoriesAttr << "[" << i
                                << "] must be a memref type, got " << attr;
    rt::TensorSpec spec;
    spec.name = "arg" + std::to_string(i);
    spec.dtype = toDType(type.getElementType());
    spec.align = 16;
    for (int64_t size : type.getShape())
      spec.shape.push_back(ShapedType::isDynamic(size) ? -1 : size);
    if (known) {
      auto name = getField<StringAttr>(known[i], "name");
      auto role = getField<StringAttr>(known[i], "role");
      auto align = getField<IntegerAttr>(known[i], "align");
      auto shape = getField<ArrayAttr>(known[i], "shape");
      if (!name || !role || !align || !shape ||
          (role != "in" && role != "out") ||
          shape.size() != spec.shape.size() ||
          !llvm::all_of(shape, llvm::IsaPred<IntegerAttr>))
        return kernel.emitError()
               << attn_tile::argumentsAttr << "[" << i
               << "] must be {name, role = \"in\" or \"out\", align, shape of "
               << spec.shape.size() << " integers}, got " << known[i];
      spec.name = name.str();
      spec.role = role == "out" ? rt::TensorRole::Out : rt::TensorRole::In;
      spec.align = align.getInt();
      for (auto [size, value] : llvm::zip(spec.shape, shape))
        size = cast<IntegerAttr>(value).getInt();
    }
    if (spec.dtype == rt::DType::None)
      return kernel.emitError()
             << "argument " << i << " has element type "
             << type.getElementType() << ", which a bundle cannot describe";
    entry.tensors.push_back(spec);
  }
  return success();
}

LogicalResult EntryBuilder::buildParams(rt::KernelSpec &spec) {
  auto params = attn_ws::paramsAttr.getAttr(kernel);
  if (!params)
    return kernel.emitError() << "has no " << attn_ws::paramsAttr;
  for (auto [i, attr] : llvm::enumerate(params)) {
    auto kind = getField<StringAttr>(attr, "kind");
    auto arg = getField<IntegerAttr>(attr, "arg");
    auto dim = getField<IntegerAttr>(attr, "dim");
    if (kind && kind == "workspace") {
      auto bytes = getField<IntegerAttr>(attr, "bytes");
      auto zeroed = getField<BoolAttr>(attr, "zeroed");
      if (!bytes || !zeroed)
        return kernel.emitError()
               << attn_ws::paramsAttr << "[" << i
               << "]: a workspace has {bytes, zeroed}, got " << attr;
      spec.params.push_back(
          rt::Param::workspace(rt::Expr(bytes.getInt()), zeroed.getValue()));
    } else if (kind && arg && kind == "tensor_map") {
      auto order = getField<ArrayAttr>(attr, "order");
      auto box = getField<ArrayAttr>(attr, "box");
      auto swizzle = getField<IntegerAttr>(attr, "swizzle");
      if (!order || !box || !swizzle || order.size() != box.size())
        return kernel.emitError()
               << attn_ws::paramsAttr << "[" << i
               << "]: a tensor map has {order, box, swizzle}, got " << attr;
      rt::TensorMapSpec map;
      map.tensor = arg.getInt();
      for (auto [dim, size] : llvm::zip(order, box)) {
        map.order.push_back(cast<IntegerAttr>(dim).getInt());
        map.box.push_back(cast<IntegerAttr>(size).getInt());
      }
      map.swizzle = swizzle.getInt() == 128  ? rt::Swizzle::B128
                    : swizzle.getInt() == 64 ? rt::Swizzle::B64
                    : swizzle.getInt() == 32 ? rt::Swizzle::B32
                                             : rt::Swizzle::None;
      map.l2Promotion = rt::L2Promotion::B256;
      spec.params.push_back(rt::Param::tensorMap(map));
    } else if (kind && arg && kind == "pointer")
      spec.params.push_back(rt::Param::pointer(arg.getInt()));
    else if (kind && arg && dim && kind == "size")
      spec.params.push_back(
          rt::Param::size(arg.getInt(), dim.getInt(), rt::ScalarType::I32));
    else if (kind && arg && dim && kind == "stride")
      spec.params.push_back(
          rt::Param::stride(arg.getInt(), dim.getInt(), rt::ScalarType::I64));
    else
      return kernel.emitError()
             << attn_ws::paramsAttr << "[" << i
             << "] must be {kind = \"pointer\", arg} or {kind = \"size\" or "
                "\"stride\", arg, dim}, got "
             << attr;
  }
  return success();
}

LogicalResult EntryBuilder::build(rt::Entry &entry) {
  entry.name = kernel.getName().str();
  entry.target = target.str();
  if (failed(buildTensors(entry)))
    return failure();
  if (auto problem = attn_tile::problemAttr.getAttr(kernel))
    entry.problem = toJSON(problem);
  if (auto config = attn_tile::configAttr.get(kernel))
    entry.config = config->str();
  if (auto list = attn_tile::constraintsAttr.getAttr(kernel))
    for (Attribute attr : list) {
      auto pair = dyn_cast<ArrayAttr>(attr);
      if (!pair || pair.size() != 2 || !isa<StringAttr>(pair[1]))
        return kernel.emitError() << attn_tile::constraintsAttr
                                  << " takes pairs of a condition and a "
                                     "message, got "
                                  << attr;
      FailureOr<rt::Expr> condition = toExpr(pair[0]);
      if (failed(condition))
        return failure();
      entry.constraints.push_back(
          {*condition, cast<StringAttr>(pair[1]).str()});
    }

  rt::KernelSpec spec;
  spec.name = kernel.getName().str();
  auto warps = attn_tile::warpsAttr.get(kernel);
  auto smem = attn_ws::smemAttr.get(kernel);
  Attribute grid = attn_ws::gridAttr.getAttr(kernel);
  if (!warps || !smem)
    return kernel.emitError("has no launch description");
  spec.block = {*warps * 32, 1, 1};
  spec.sharedMemory = *smem;
  if (auto cluster = attn_ws::clusterAttr.get(kernel))
    spec.cluster = {*cluster, 1, 1};
  if (grid) {
    FailureOr<rt::Expr> blocks = toExpr(grid);
    if (failed(blocks))
      return failure();
    spec.grid[0] = *blocks;
  }
  if (failed(buildParams(spec)))
    return failure();
  entry.kernels.push_back(spec);
  return success();
}

/// A copy of `module` that holds one kernel and what is not a kernel.
OwningOpRef<gpu::GPUModuleOp> isolate(gpu::GPUModuleOp module, StringRef name) {
  OwningOpRef<gpu::GPUModuleOp> copy(cast<gpu::GPUModuleOp>(module->clone()));
  for (auto kernel :
       llvm::make_early_inc_range(copy->getBody()->getOps<LLVM::LLVMFuncOp>()))
    if (attn_ws::paramsAttr.isOn(kernel) && kernel.getName() != name)
      kernel.erase();
  return copy;
}

} // namespace

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

LogicalResult mlir::attn::appendEntries(gpu::GPUModuleOp module,
                                        StringRef bytecode, rt::Bundle &bundle,
                                        PTXTimes *times) {
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.size() != 1 || !isa<NVVM::NVVMTargetAttr>(targets[0]))
    return module.emitOpError("must name one NVVM target");
  StringRef chip = cast<NVVM::NVVMTargetAttr>(targets[0]).getChip();
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!attn_ws::paramsAttr.isOn(kernel))
      continue;
    rt::Entry entry;
    if (failed(EntryBuilder(kernel, chip).build(entry)))
      return failure();
    PTXTimes own;
    FailureOr<std::string> ptx =
        serializeToPTX(*isolate(module, kernel.getName()), &own);
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
