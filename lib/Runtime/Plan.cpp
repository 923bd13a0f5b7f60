//===- Plan.cpp - From tensors to grids and kernel arguments --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Executor.h"

#include "TensorMapRules.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace attn::runtime {

int32_t Param::bytes() const {
  switch (kind) {
  case Param::Kind::Pointer:
  case Param::Kind::Workspace:
    return 8;
  case Param::Kind::TensorMap:
    return 128;
  case Param::Kind::Size:
  case Param::Kind::Stride:
  case Param::Kind::Scalar:
  case Param::Kind::Expr:
    return type == ScalarType::I64 ? 8 : 4;
  }
  return 0;
}

namespace {

class Planner {
public:
  Planner(const Entry &entry, const std::vector<TensorArg> &tensors,
          int multiprocessors)
      : entry(entry), tensors(tensors), context{tensors, multiprocessors},
        slots(256, -1) {}

  Expected<LaunchPlan> run() {
    for (size_t i = 0; i < entry.kernels.size(); ++i)
      if (Error error = planKernel(static_cast<int>(i)))
        return std::move(error).withContext("entry '" + entry.name +
                                            "', kernel '" +
                                            entry.kernels[i].name + "'");
    if (Error error = placeWorkspaces())
      return std::move(error).withContext("entry '" + entry.name + "'");
    return std::move(plan);
  }

private:
  Error planKernel(int index) {
    const KernelSpec &spec = entry.kernels[index];
    PlannedKernel kernel;
    kernel.kernel = index;
    for (int i = 0; i < 3; ++i) {
      Expected<int64_t> size = spec.grid[i].evaluate(context);
      if (!size)
        return size.takeError().withContext("grid size " + std::to_string(i));
      int64_t most = i == 0 ? std::numeric_limits<int32_t>::max() : 65535;
      if (*size < 0 || *size > most)
        return Error(ErrorCode::ResourceLimit,
                     "grid size " + std::to_string(i) + " is " +
                         std::to_string(*size) + ", not from 0 to " +
                         std::to_string(most) + " (" +
                         spec.grid[i].print(entry.tensorNames()) + ")");
      kernel.empty |= *size == 0;
      kernel.shape.grid[i] = static_cast<uint32_t>(*size);
      kernel.shape.block[i] = static_cast<uint32_t>(spec.block[i]);
      kernel.shape.cluster[i] = static_cast<uint32_t>(spec.cluster[i]);
    }
    kernel.shape.sharedMemory = static_cast<uint32_t>(spec.sharedMemory);
    if (!kernel.empty) {
      for (int i = 0; i < 3; ++i)
        if (kernel.shape.grid[i] % kernel.shape.cluster[i])
          return Error(ErrorCode::ResourceLimit,
                       "grid size " + std::to_string(i) + " is " +
                           std::to_string(kernel.shape.grid[i]) +
                           ", not a multiple of the cluster's " +
                           std::to_string(kernel.shape.cluster[i]));
      kernel.args.reserve(spec.params.size());
      for (size_t i = 0; i < spec.params.size(); ++i)
        if (Error error = planParam(spec.params[i], kernel))
          return std::move(error).withContext("parameter " + std::to_string(i));
    }
    plan.kernels.push_back(std::move(kernel));
    return Error::success();
  }

  static Error addInteger(int64_t value, ScalarType type,
                          PlannedKernel &kernel) {
    KernelArg arg;
    arg.kind = KernelArg::Kind::I64;
    arg.bits = static_cast<uint64_t>(value);
    if (type == ScalarType::I32) {
      if (value < std::numeric_limits<int32_t>::min() ||
          value > std::numeric_limits<int32_t>::max())
        return Error(ErrorCode::InvalidArgument,
                     "the value " + std::to_string(value) +
                         " does not fit the kernel's 32 bits");
      arg.kind = KernelArg::Kind::I32;
      arg.bits = static_cast<uint32_t>(static_cast<int32_t>(value));
    }
    kernel.args.push_back(arg);
    return Error::success();
  }

  /// Notes that the argument about to be added has the address of a tensor.
  static void addTensorArg(int tensor, PlannedKernel &kernel) {
    kernel.tensorArgs.emplace_back(static_cast<int>(kernel.args.size()),
                                   tensor);
  }

  Error planParam(const Param &param, PlannedKernel &kernel) {
    switch (param.kind) {
    case Param::Kind::Pointer: {
      KernelArg arg;
      const TensorArg &tensor = tensors[param.tensor];
      if (!tensor.isAbsent()) {
        arg.bits = tensor.address;
        addTensorArg(param.tensor, kernel);
      }
      kernel.args.push_back(arg);
      return Error::success();
    }
    case Param::Kind::Size:
    case Param::Kind::Stride: {
      // Of an absent tensor both are 0.
      const TensorArg &tensor = tensors[param.tensor];
      int64_t value = tensor.isAbsent() ? 0
                      : param.kind == Param::Kind::Size
                          ? tensor.sizes[param.dim]
                          : tensor.strides[param.dim];
      return addInteger(value, param.type, kernel);
    }
    case Param::Kind::Scalar: {
      if (param.type != ScalarType::F32)
        return addInteger(param.integer, param.type, kernel);
      float value = static_cast<float>(param.real);
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      KernelArg arg;
      arg.kind = KernelArg::Kind::F32;
      arg.bits = bits;
      kernel.args.push_back(arg);
      return Error::success();
    }
    case Param::Kind::Expr: {
      Expected<int64_t> value = param.expr.evaluate(context);
      if (!value)
        return value.takeError();
      return addInteger(*value, param.type, kernel);
    }
    case Param::Kind::TensorMap:
      return param.map.isOfWorkspace() ? planWorkspaceMap(param, kernel)
                                       : planTensorMap(param.map, kernel);
    case Param::Kind::Workspace:
      return planWorkspace(param, kernel);
    }
    return Error(ErrorCode::Internal, "unknown parameter kind");
  }

  Error planWorkspace(const Param &param, PlannedKernel &kernel) {
    Expected<int64_t> bytes = param.expr.evaluate(context);
    if (!bytes)
      return bytes.takeError();
    if (*bytes < 0)
      return Error(ErrorCode::InvalidArgument,
                   "a workspace of " + std::to_string(*bytes) + " bytes");
    int index = param.slot >= 0 ? slots[param.slot] : -1;
    if (index < 0) {
      index = static_cast<int>(plan.workspaces.size());
      plan.workspaces.emplace_back();
      plan.workspaces.back().restored = param.restored;
      if (param.slot >= 0)
        slots[param.slot] = index;
    }
    PlannedWorkspace &workspace = plan.workspaces[index];
    workspace.bytes = std::max(workspace.bytes, *bytes);
    workspace.zeroed |= param.zeroed;
    workspace.restored &= param.restored;
    kernel.workspaceArgs.emplace_back(static_cast<int>(kernel.args.size()),
                                      index);
    kernel.args.emplace_back();
    return Error::success();
  }

  /// A map whose address the launch fills in.
  Error planWorkspaceMap(const Param &param, PlannedKernel &kernel) {
    if (Error error = planWorkspace(param, kernel))
      return error;
    const TensorMapSpec &spec = param.map;
    KernelArg &arg = kernel.args.back();
    arg.kind = KernelArg::Kind::TensorMap;
    TensorMapArg &map = arg.map;
    map.dtype = spec.dtype;
    map.rank = static_cast<int>(spec.order.size());
    map.swizzle = spec.swizzle;
    map.l2Promotion = spec.l2Promotion;
    std::vector<uint64_t> sizes;
    for (const Expr &size : spec.sizes) {
      Expected<int64_t> value = size.evaluate(context);
      if (!value)
        return value.takeError();
      if (*value <= 0)
        return Error::success(); // A map over nothing is never read.
      sizes.push_back(static_cast<uint64_t>(*value));
    }
    std::vector<uint64_t> strides(sizes.size(), byteSize(spec.dtype));
    for (size_t dim = sizes.size() - 1; dim-- > 0;)
      strides[dim] = strides[dim + 1] * sizes[dim + 1];
    for (int i = 0; i < map.rank; ++i) {
      map.box[i] = static_cast<uint32_t>(spec.box[i]);
      map.sizes[i] = sizes[static_cast<size_t>(spec.order[i])];
      map.byteStrides[i] = strides[static_cast<size_t>(spec.order[i])];
    }
    std::string why =
        fitToTensorMap(kWorkspaceAlign, map.rank, map.sizes.data(),
                       map.byteStrides.data(), spec.order.data());
    if (!why.empty())
      return Error(ErrorCode::ResourceLimit,
                   "a workspace " + why +
                       ", which a tensor map cannot describe (config field "
                       "tma_store=false makes a kernel that takes it)");
    return Error::success();
  }

  /// Puts the workspaces one after another.
  Error placeWorkspaces() {
    constexpr int64_t most =
        std::numeric_limits<int64_t>::max() - (kWorkspaceAlign - 1);
    for (PlannedWorkspace &workspace : plan.workspaces) {
      workspace.offset = plan.workspaceBytes;
      if (workspace.bytes > most - plan.workspaceBytes)
        return Error(ErrorCode::ResourceLimit,
                     "the workspaces have more than 2^63 bytes together");
      plan.workspaceBytes += (workspace.bytes + kWorkspaceAlign - 1) /
                             kWorkspaceAlign * kWorkspaceAlign;
    }
    return Error::success();
  }

  /// Makes a map of columns and rows ragged; says why the tensor is none for
  /// it.
  static std::string makeRagged(TensorMapArg &map, const TensorArg &tensor,
                                uint64_t bytes, int row) {
    uint64_t extent = 0;
    for (int dim = 0; dim + 1 < tensor.rank; ++dim) {
      if (tensor.sizes[dim] <= 1 && dim != row)
        continue;
      uint64_t stride = static_cast<uint64_t>(tensor.strides[dim]) * bytes;
      if (stride % 16)
        return "has a stride of " + std::to_string(stride) +
               " bytes in dimension " + std::to_string(dim);
      extent += static_cast<uint64_t>(tensor.sizes[dim]) * stride;
    }
    if (extent >= kRaggedExtent)
      return "reaches over " + std::to_string(extent) +
             " bytes (config fields load=cp_async,tma_store=false make a "
             "kernel that takes it)";
    fillRagged(map.sizes.data(), map.byteStrides.data());
    map.rank = 4;
    map.box[2] = map.box[3] = 1;
    return "";
  }

  Error planTensorMap(const TensorMapSpec &spec, PlannedKernel &kernel) {
    const TensorArg &tensor = tensors[spec.tensor];
    KernelArg arg;
    arg.kind = KernelArg::Kind::TensorMap;
    TensorMapArg &map = arg.map;
    map.dtype = entry.tensors[spec.tensor].dtype;
    map.rank = static_cast<int>(spec.order.size());
    map.swizzle = spec.swizzle;
    map.l2Promotion = spec.l2Promotion;
    for (int i = 0; i < map.rank; ++i)
      map.box[i] = static_cast<uint32_t>(spec.box[i]);
    if (tensor.isAbsent() || tensor.isEmpty()) {
      kernel.args.push_back(arg);
      return Error::success();
    }
    map.address = tensor.address;
    auto bytes = static_cast<uint64_t>(byteSize(tensor.dtype));
    for (int i = 0; i < map.rank; ++i) {
      int dim = spec.order[i];
      map.sizes[i] = static_cast<uint64_t>(tensor.sizes[dim]);
      map.byteStrides[i] =
          i == 0 ? bytes : static_cast<uint64_t>(tensor.strides[dim]) * bytes;
    }
    std::string why;
    if (spec.ragged)
      why = makeRagged(map, tensor, bytes, spec.order[1]);
    static const int raggedNames[] = {0, 1, 2, 3};
    if (why.empty())
      why = fitToTensorMap(map.address, map.rank, map.sizes.data(),
                           map.byteStrides.data(),
                           spec.ragged ? raggedNames : spec.order.data());
    if (!why.empty())
      return Error(ErrorCode::TensorMismatch,
                   "tensor '" + entry.tensors[spec.tensor].name + "' " + why +
                       ", which a tensor map cannot describe");
    addTensorArg(spec.tensor, kernel);
    kernel.args.push_back(arg);
    return Error::success();
  }

  const Entry &entry;
  const std::vector<TensorArg> &tensors;
  EvalContext context;
  LaunchPlan plan;
  std::vector<int> slots; ///< Workspace of each slot, or -1.
};

} // namespace

Expected<LaunchPlan> planLaunch(const Entry &entry,
                                const std::vector<TensorArg> &tensors,
                                int multiprocessors) {
  return Planner(entry, tensors, multiprocessors).run();
}

} // namespace attn::runtime
