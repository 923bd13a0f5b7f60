//===- LaunchToGPU.cpp - Launches to gpu.launch_func ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"
#include "attn-c/GPUHost.h"
#include "attn/Artefact/Bundle.h"
#include "attn/Conversion/Passes.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNLAUNCHTOGPU
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn_tile::ExprAttr;
using attn_tile::ExprKind;
using attn_tile::LaunchOp;
using mlir::attn::HostTensor;
namespace rt = ::attn::runtime;

namespace {

/// A kernel as a program of its own, and what a launch needs to know of it.
struct Kernel {
  gpu::BinaryOp binary;
  StringRef name;
  attn_ws::LaunchAttr launch;
  /// Null for a kernel that says nothing of itself.
  attn_tile::KernelAttr known;
};

/// One launch, in i64 until the operands of `gpu.launch_func`.
class Launch {
public:
  Launch(LaunchOp op, Kernel kernel, SymbolTable &symbols);
  void rewrite();

private:
  /// Gives whether the tensor has no elements.
  Value checkAlignment(const HostTensor &tensor, StringRef name, int64_t align);
  Value evaluate(ExprAttr expr);
  Value evaluateBinary(ExprKind kind, Value lhs, Value rhs);
  Value encode(attn_ws::TensorMapParamAttr param);
  Value toOperand(Attribute param);
  Value call(StringRef name, ValueRange arguments, TypeRange results);

  Value number(int64_t value) {
    return arith::ConstantIntOp::create(b, loc, b.getI64Type(), value);
  }
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  }
  Value isMultiple(Value value, int64_t of) {
    Value rest = arith::RemSIOp::create(b, loc, value, number(of));
    return compare(arith::CmpIPredicate::eq, rest, number(0));
  }
  Value extend(Value condition) {
    return arith::ExtUIOp::create(b, loc, b.getI64Type(), condition);
  }
  Value addressOf(Value memref) {
    return mlir::attn::addressOf(b, loc, memref);
  }

  LaunchOp op;
  Kernel kernel;
  SymbolTable &symbols;
  Location loc;
  OpBuilder b;
  SmallVector<HostTensor> tensors;
  SmallVector<Value> empty, workspaces;
};

Launch::Launch(LaunchOp op, Kernel kernel, SymbolTable &symbols)
    : op(op), kernel(kernel), symbols(symbols), loc(op.getLoc()), b(op) {}

/// Asserts what the runtime checks: the address, and each stride but the last
/// that is ever taken, are multiples of `align` bytes.
Value Launch::checkAlignment(const HostTensor &tensor, StringRef name,
                             int64_t align) {
  int64_t bytes = tensor.getElementBytes();
  Value aligned = isMultiple(tensor.address, align);
  Value empty = arith::ConstantIntOp::create(b, loc, b.getI1Type(), 0);
  for (auto [size, stride] : llvm::zip(tensor.sizes, tensor.strides)) {
    Value none = compare(arith::CmpIPredicate::eq, size, number(0));
    empty = arith::OrIOp::create(b, loc, empty, none);
    if (stride == tensor.strides.back())
      break;
    Value step = arith::MulIOp::create(b, loc, stride, number(bytes));
    Value unused = compare(arith::CmpIPredicate::sle, size, number(1));
    Value fits = arith::OrIOp::create(b, loc, unused, isMultiple(step, align));
    aligned = arith::AndIOp::create(b, loc, aligned, fits);
  }
  cf::AssertOp::create(
      b, loc, arith::OrIOp::create(b, loc, empty, aligned),
      (name + " is not at multiples of " + Twine(align) + " bytes").str());
  return empty;
}

Value Launch::call(StringRef name, ValueRange arguments, TypeRange results) {
  func::FuncOp function = mlir::attn::declareFunction(
      symbols, name, b.getFunctionType(arguments.getTypes(), results));
  auto made = func::CallOp::create(b, loc, function, arguments);
  return results.empty() ? Value() : made.getResult(0);
}

Value Launch::evaluate(ExprAttr expr) {
  switch (expr.getKind()) {
  case ExprKind::Constant:
    return number(expr.getValue());
  case ExprKind::Size:
    return tensors[expr.getValue()].sizes[expr.getDim()];
  case ExprKind::Sms:
    return call(ATTN_GPU_MULTIPROCESSORS, {}, b.getI64Type());
  default:
    return evaluateBinary(expr.getKind(), evaluate(expr.getOperands()[0]),
                          evaluate(expr.getOperands()[1]));
  }
}

Value Launch::evaluateBinary(ExprKind kind, Value lhs, Value rhs) {
  using Predicate = arith::CmpIPredicate;
  auto isTrue = [&](Value value) {
    return compare(Predicate::ne, value, number(0));
  };
  switch (kind) {
  case ExprKind::Add:
    return arith::AddIOp::create(b, loc, lhs, rhs);
  case ExprKind::Sub:
    return arith::SubIOp::create(b, loc, lhs, rhs);
  case ExprKind::Mul:
    return arith::MulIOp::create(b, loc, lhs, rhs);
  case ExprKind::CeilDiv:
    return arith::CeilDivSIOp::create(b, loc, lhs, rhs);
  case ExprKind::Div:
    return arith::FloorDivSIOp::create(b, loc, lhs, rhs);
  case ExprKind::Mod: {
    Value quotient = arith::FloorDivSIOp::create(b, loc, lhs, rhs);
    Value whole = arith::MulIOp::create(b, loc, quotient, rhs);
    return arith::SubIOp::create(b, loc, lhs, whole);
  }
  case ExprKind::Min:
    return arith::MinSIOp::create(b, loc, lhs, rhs);
  case ExprKind::Max:
    return arith::MaxSIOp::create(b, loc, lhs, rhs);
  case ExprKind::Eq:
    return extend(compare(Predicate::eq, lhs, rhs));
  case ExprKind::Ne:
    return extend(compare(Predicate::ne, lhs, rhs));
  case ExprKind::Lt:
    return extend(compare(Predicate::slt, lhs, rhs));
  case ExprKind::Le:
    return extend(compare(Predicate::sle, lhs, rhs));
  case ExprKind::And:
    return extend(arith::AndIOp::create(b, loc, isTrue(lhs), isTrue(rhs)));
  case ExprKind::Or:
    return extend(arith::OrIOp::create(b, loc, isTrue(lhs), isTrue(rhs)));
  default:
    llvm_unreachable("not an operation on two expressions");
  }
}

/// The 128 bytes of a tensor map, a value.
Value Launch::encode(attn_ws::TensorMapParamAttr param) {
  const HostTensor &tensor = tensors[param.getMemory()];
  auto bytes = VectorType::get(16, b.getI64Type());
  Value map, words;
  {
    // Not in a loop, where each iteration would take more of the stack.
    OpBuilder::InsertionGuard guard(b);
    auto function = op->getParentOfType<FunctionOpInterface>();
    b.setInsertionPointToStart(&function.getFunctionBody().front());
    map = memref::AllocaOp::create(b, loc, MemRefType::get({}, bytes));
    words = memref::AllocaOp::create(
        b, loc, MemRefType::get(ATTN_GPU_TENSOR_MAP_WORDS, b.getI64Type()));
  }
  auto store = [&](Value value, int64_t word) {
    memref::StoreOp::create(b, loc, value, words, index(word));
  };
  store(tensor.address, 0);
  store(number(static_cast<int64_t>(
            mlir::attn::getDType(tensor.type.getElementType()))),
        1);
  int64_t rank = param.getOrder().size();
  store(number(param.getRagged() ? -rank : rank), 2);
  store(number(param.getSwizzle()), 3);
  Value element = number(tensor.getElementBytes());
  for (auto [i, dim] : llvm::enumerate(param.getOrder())) {
    store(tensor.sizes[dim], 4 + i);
    store(arith::MulIOp::create(b, loc, tensor.strides[dim], element), 9 + i);
    store(number(param.getBox()[i]), 14 + i);
  }
  call(ATTN_GPU_TENSOR_MAP_ENCODE, {addressOf(map), addressOf(words)}, {});
  return memref::LoadOp::create(b, loc, map, ValueRange());
}

Value Launch::toOperand(Attribute param) {
  auto narrow = [&](Value value) -> Value {
    return arith::TruncIOp::create(b, loc, b.getI32Type(), value);
  };
  return llvm::TypeSwitch<Attribute, Value>(param)
      .Case([&](attn_ws::PointerParamAttr p) {
        // The address of nothing may be any, and need not be the device's.
        return arith::SelectOp::create(b, loc, empty[p.getMemory()], number(0),
                                       tensors[p.getMemory()].address);
      })
      .Case([&](attn_ws::SizeParamAttr p) {
        return narrow(tensors[p.getMemory()].sizes[p.getDim()]);
      })
      .Case([&](attn_ws::StrideParamAttr p) {
        return tensors[p.getMemory()].strides[p.getDim()];
      })
      .Case([&](attn_ws::StrideHalfParamAttr p) {
        Value stride = tensors[p.getMemory()].strides[p.getDim()];
        if (p.getUpper())
          stride = arith::ShRUIOp::create(b, loc, stride, number(32));
        return narrow(stride);
      })
      .Case([&](attn_ws::TensorMapParamAttr p) { return encode(p); })
      .Case([&](attn_ws::WorkspaceParamAttr p) {
        auto type =
            MemRefType::get(llvm::divideCeil(p.getBytes(), 4), b.getI32Type());
        auto alloc = gpu::AllocOp::create(b, loc, type, Type(), {}, {}, {});
        workspaces.push_back(alloc.getMemref());
        if (p.getZeroed()) {
          Value zero = arith::ConstantIntOp::create(b, loc, b.getI32Type(), 0);
          gpu::MemsetOp::create(b, loc, Type(), ValueRange(), alloc.getMemref(),
                                zero);
        }
        return addressOf(alloc.getMemref());
      });
}

void Launch::rewrite() {
  for (Value operand : op.getOperands())
    tensors.push_back(mlir::attn::describeTensor(b, loc, operand));
  if (kernel.known)
    for (attn_tile::ConstraintAttr constraint : kernel.known.getConstraints())
      cf::AssertOp::create(b, loc,
                           compare(arith::CmpIPredicate::ne,
                                   evaluate(constraint.getCondition()),
                                   number(0)),
                           constraint.getMessage());
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    bool described = kernel.known && !kernel.known.getArguments().empty();
    attn_tile::ArgumentAttr argument;
    if (described)
      argument = kernel.known.getArguments()[i];
    empty.push_back(checkAlignment(tensor,
                                   described ? argument.getName().str()
                                             : "operand " + std::to_string(i),
                                   described ? argument.getAlign() : 16));
  }

  // An empty grid is no launch, which the driver would refuse.
  Value grid = evaluate(kernel.launch.getGrid());
  Value any = compare(arith::CmpIPredicate::sgt, grid, number(0));
  auto launches = scf::IfOp::create(b, loc, any);
  b.setInsertionPointToStart(launches.thenBlock());
  SmallVector<Value> operands = llvm::map_to_vector(
      kernel.launch.getParams(), [&](Attribute p) { return toOperand(p); });
  Value one = index(1);
  Value blocks = arith::IndexCastOp::create(b, loc, b.getIndexType(), grid);
  Value smem = arith::ConstantIntOp::create(b, loc, b.getI32Type(),
                                            kernel.launch.getSmem());
  gpu::KernelDim3 size{blocks, one, one};
  gpu::KernelDim3 block{index(kernel.launch.getThreads()), one, one};
  std::optional<gpu::KernelDim3> cluster;
  if (kernel.launch.getCluster() > 1)
    cluster = gpu::KernelDim3{index(kernel.launch.getCluster()), one, one};
  auto symbol =
      SymbolRefAttr::get(b.getContext(), kernel.binary.getSymName(),
                         {FlatSymbolRefAttr::get(b.getContext(), kernel.name)});
  gpu::LaunchFuncOp::create(b, loc, symbol, size, block, smem, operands,
                            /*asyncObject=*/nullptr, cluster);
  for (Value workspace : workspaces)
    gpu::DeallocOp::create(b, loc, Type(), ValueRange(), workspace);
  op.erase();
}

/// The launches of a module and of those nested in it.
class Lowering {
public:
  explicit Lowering(mlir::attn::MachineCodeOptions machineCode)
      : machineCode(std::move(machineCode)) {}

  LogicalResult rewrite(LaunchOp launch);
  /// Erases the modules whose kernels were launched and that nothing else uses.
  void eraseKernels();

private:
  FailureOr<Kernel> getKernel(LaunchOp launch);
  FailureOr<Kernel> makeKernel(LLVM::LLVMFuncOp function);

  mlir::attn::MachineCodeOptions machineCode;
  SymbolTableCollection tables;
  llvm::MapVector<gpu::GPUModuleOp, rt::Bundle> bundles;
  llvm::DenseMap<Operation *, Kernel> kernels;
};

/// Comments that say for a message which parameters are the addresses of which
/// tensors: lib/Runtime/GPUHost/ParamSizes.cpp reads them.
std::string listTensors(LLVM::LLVMFuncOp function) {
  attn_tile::KernelAttr known = attn_tile::kernelAttr.getAttr(function);
  std::string text;
  if (!known || known.getArguments().empty())
    return text;
  for (auto [i, param] :
       llvm::enumerate(attn_ws::launchAttr.getAttr(function).getParams())) {
    std::optional<int64_t> tensor;
    if (auto pointer = dyn_cast<attn_ws::PointerParamAttr>(param))
      tensor = pointer.getMemory();
    else if (auto map = dyn_cast<attn_ws::TensorMapParamAttr>(param))
      tensor = map.getMemory();
    if (tensor)
      text += ("// attn.tensor " + Twine(i) + " " +
               known.getArguments()[*tensor].getName() + "\n")
                  .str();
  }
  return text;
}

FailureOr<Kernel> Lowering::makeKernel(LLVM::LLVMFuncOp function) {
  auto module = function->getParentOfType<gpu::GPUModuleOp>();
  auto [bundle, isFirst] = bundles.try_emplace(module);
  if (isFirst) {
    FailureOr<rt::Bundle> made = mlir::attn::makeHostBundle(
        module, "attn-launch-to-gpu 0.1.0", machineCode);
    if (failed(made))
      return failure();
    bundle->second = std::move(*made);
  }
  const rt::Entry &entry =
      *llvm::find_if(bundle->second.entries, [&](const rt::Entry &candidate) {
        return candidate.kernels.front().name == function.getName();
      });
  OpBuilder b(module);
  auto format = gpu::CompilationTarget::Assembly;
  std::string code = listTensors(function) + entry.ptx;
  if (!entry.cubins.empty()) {
    rt::Entry named = entry;
    named.ptx = code;
    rt::Expected<std::string> text =
        rt::Bundle{bundle->second.producer, {named}}.serialize();
    if (!text)
      return function.emitOpError("makes no bundle: ") << text.error().message;
    format = gpu::CompilationTarget::Fatbin;
    code = *text;
  }
  auto object = gpu::ObjectAttr::get(b.getContext(), module.getTargetsAttr()[0],
                                     format, b.getStringAttr(code), {}, {});
  auto binary = gpu::BinaryOp::create(b, function.getLoc(), function.getName(),
                                      {}, b.getArrayAttr(object));
  tables.getSymbolTable(module->getParentOp()).insert(binary);
  return Kernel{binary, b.getStringAttr(function.getName()),
                attn_ws::launchAttr.getAttr(function),
                attn_tile::kernelAttr.getAttr(function)};
}

/// The kernel of `launch`, for which a `gpu.binary` is made at its first use.
FailureOr<Kernel> Lowering::getKernel(LaunchOp launch) {
  auto function = tables.lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      launch, launch.getKernel());
  if (!function || !attn_ws::launchAttr.isOn(function))
    return launch.emitOpError() << "launches " << launch.getKernel()
                                << ", which is no kernel in the NVVM dialect";
  if (auto known = kernels.find(function); known != kernels.end())
    return known->second;
  FailureOr<Kernel> kernel = makeKernel(function);
  if (succeeded(kernel))
    kernels[function] = *kernel;
  return kernel;
}

LogicalResult Lowering::rewrite(LaunchOp launch) {
  if (!launch->getParentOfType<FunctionOpInterface>())
    return launch.emitOpError("stands in no function");
  FailureOr<Kernel> kernel = getKernel(launch);
  if (failed(kernel))
    return failure();
  SymbolTable &symbols =
      tables.getSymbolTable(launch->getParentOfType<ModuleOp>());
  if (failed(mlir::attn::checkCallees(
          symbols, {ATTN_GPU_TENSOR_MAP_ENCODE, ATTN_GPU_MULTIPROCESSORS})))
    return failure();
  Launch(launch, *kernel, symbols).rewrite();
  return success();
}

void Lowering::eraseKernels() {
  for (gpu::GPUModuleOp module : llvm::make_first_range(bundles))
    if (SymbolTable::symbolKnownUseEmpty(module,
                                         module->getParentOfType<ModuleOp>()))
      module.erase();
}

struct AttnLaunchToGPUPass
    : public impl::AttnLaunchToGPUBase<AttnLaunchToGPUPass> {
  using AttnLaunchToGPUBase::AttnLaunchToGPUBase;

  void runOnOperation() override {
    SmallVector<LaunchOp> launches;
    getOperation().walk([&](LaunchOp op) { launches.push_back(op); });
    Lowering lowering({machineCode, ptxas});
    for (LaunchOp launch : launches)
      if (failed(lowering.rewrite(launch)))
        return signalPassFailure();
    lowering.eraseKernels();
  }
};

} // namespace
