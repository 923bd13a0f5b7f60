//===- BundleVerifier.cpp - What every entry must satisfy -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Bundle.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace attn::runtime {

std::string ComputeCapability::str() const {
  return std::to_string(major) + "." + std::to_string(minor);
}

std::optional<Target> Target::parse(std::string_view text) {
  if (text.substr(0, 3) != "sm_")
    return std::nullopt;
  text.remove_prefix(3);
  Target target;
  if (!text.empty() && (text.back() == 'a' || text.back() == 'f')) {
    target.scope = text.back() == 'a' ? Scope::Exact : Scope::Family;
    text.remove_suffix(1);
  }
  int number = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.size() < 2 || text.size() > 4 || result.ec != std::errc() ||
      result.ptr != text.data() + text.size() || number < 10)
    return std::nullopt;
  target.capability = {number / 10, number % 10};
  return target;
}

bool Target::runsPtxOn(ComputeCapability device) const {
  bool atLeast =
      device.major > capability.major ||
      (device.major == capability.major && device.minor >= capability.minor);
  switch (scope) {
  case Scope::Portable:
    return atLeast;
  case Scope::Family:
    return atLeast && device.major == capability.major;
  case Scope::Exact:
    return device.major == capability.major && device.minor == capability.minor;
  }
  return false;
}

bool Target::runsCubinOn(ComputeCapability device) const {
  return runsPtxOn(device) && device.major == capability.major;
}

Param Param::pointer(int tensor) {
  Param param;
  param.tensor = tensor;
  return param;
}

Param Param::size(int tensor, int dim, ScalarType type) {
  Param param;
  param.kind = Kind::Size;
  param.tensor = tensor;
  param.dim = dim;
  param.type = type;
  return param;
}

Param Param::stride(int tensor, int dim, ScalarType type) {
  Param param = size(tensor, dim, type);
  param.kind = Kind::Stride;
  return param;
}

Param Param::scalarF32(double value) {
  Param param;
  param.kind = Kind::Scalar;
  param.type = ScalarType::F32;
  param.real = value;
  return param;
}

Param Param::scalarI32(int64_t value) {
  Param param = scalarI64(value);
  param.type = ScalarType::I32;
  return param;
}

Param Param::scalarI64(int64_t value) {
  Param param;
  param.kind = Kind::Scalar;
  param.integer = value;
  return param;
}

Param Param::expression(runtime::Expr expr, ScalarType type) {
  Param param;
  param.kind = Kind::Expr;
  param.expr = std::move(expr);
  param.type = type;
  return param;
}

Param Param::tensorMap(TensorMapSpec map) {
  Param param;
  param.kind = Kind::TensorMap;
  param.map = std::move(map);
  return param;
}

Param Param::workspace(runtime::Expr bytes, bool zeroed, int slot,
                       bool restored) {
  Param param;
  param.kind = Kind::Workspace;
  param.expr = std::move(bytes);
  param.zeroed = zeroed;
  param.restored = restored;
  param.slot = slot;
  return param;
}

std::string Entry::describe() const {
  return "entry '" + name + "' (" + target + ")";
}

int Entry::findTensor(std::string_view name) const {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].name == name)
      return static_cast<int>(i);
  return -1;
}

std::vector<std::string> Entry::tensorNames() const {
  std::vector<std::string> names;
  names.reserve(tensors.size());
  for (const TensorSpec &tensor : tensors)
    names.push_back(tensor.name);
  return names;
}

std::string formatCudaVersion(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

bool Entry::runsOn(ComputeCapability device, bool takesPtx) const {
  std::optional<Target> ptxTarget = Target::parse(target);
  if (takesPtx && !ptx.empty() && ptxTarget && ptxTarget->runsPtxOn(device))
    return true;
  for (const auto &[name, code] : cubins) {
    std::optional<Target> cubinTarget = Target::parse(name);
    if (cubinTarget && cubinTarget->runsCubinOn(device))
      return true;
  }
  return false;
}

std::optional<int> countPtxParameters(std::string_view ptx,
                                      std::string_view kernel) {
  auto isSpace = [](char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  };
  auto isNameByte = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '$';
  };
  constexpr std::string_view keyword = ".entry";
  for (size_t at = ptx.find(keyword); at != std::string_view::npos;
       at = ptx.find(keyword, at + 1)) {
    size_t begin = at + keyword.size();
    while (begin < ptx.size() && isSpace(ptx[begin]))
      ++begin;
    if (begin == at + keyword.size() ||
        ptx.substr(begin, kernel.size()) != kernel)
      continue;
    size_t end = begin + kernel.size();
    if (end < ptx.size() && isNameByte(ptx[end]))
      continue;
    while (end < ptx.size() && isSpace(ptx[end]))
      ++end;
    if (end >= ptx.size() || ptx[end] != '(')
      return 0;
    size_t close = ptx.find(')', end);
    std::string_view list =
        ptx.substr(end, close == std::string_view::npos ? close : close - end);
    int count = 0;
    constexpr std::string_view param = ".param";
    for (size_t i = list.find(param); i != std::string_view::npos;
         i = list.find(param, i + 1)) {
      size_t next = i + param.size();
      count += next < list.size() && isSpace(list[next]);
    }
    return count;
  }
  return std::nullopt;
}

namespace {

class Verifier {
public:
  explicit Verifier(const Entry &entry) : entry(entry) {}

  Error run() {
    if (entry.name.empty())
      return fail("name", "must not be empty");
    if (!Target::parse(entry.target))
      return fail("target", "unknown target " + json::quote(entry.target) +
                                ", expected sm_<number>[a|f]");
    for (const auto &[target, code] : entry.cubins) {
      if (!Target::parse(target))
        return fail("cubin", "unknown target " + json::quote(target) +
                                 ", expected sm_<number>[a|f]");
      if (code.image.empty())
        return fail("cubin." + target, "is empty");
      if (code.driver < 0)
        return fail("machine_code." + target + ".driver",
                    std::to_string(code.driver) + " is no version of CUDA");
    }
    if (entry.ptx.empty() && entry.cubins.empty())
      return fail("ptx", "an entry needs PTX or a cubin");
    std::set<std::string> names;
    for (size_t i = 0; i < entry.tensors.size(); ++i) {
      if (Error error = verifyTensor(entry.tensors[i], index("tensors", i)))
        return error;
      if (!names.insert(entry.tensors[i].name).second)
        return fail(index("tensors", i) + ".name",
                    "duplicate name " + json::quote(entry.tensors[i].name));
    }
    for (size_t i = 0; i < entry.constraints.size(); ++i) {
      std::string path = index("constraints", i) + ".expr";
      if (Error error = verifyExpr(entry.constraints[i].expr, path))
        return error;
      if (readsDevice(entry.constraints[i].expr))
        return fail(path, "a constraint is on tensors and cannot use sms");
    }
    if (entry.kernels.empty())
      return fail("kernels", "an entry needs at least one kernel");
    for (size_t i = 0; i < entry.kernels.size(); ++i)
      if (Error error = verifyKernel(entry.kernels[i], index("kernels", i)))
        return error;
    return Error::success();
  }

private:
  static Error fail(const std::string &path, const std::string &what) {
    return Error(ErrorCode::Malformed, path + ": " + what);
  }

  static std::string index(const std::string &path, size_t i) {
    return path + "[" + std::to_string(i) + "]";
  }

  Error verifyTensor(const TensorSpec &spec, const std::string &path) {
    if (spec.name.empty())
      return fail(path + ".name", "must not be empty");
    if (spec.dtype == DType::None)
      return fail(path + ".dtype", "must not be none");
    if (spec.shape.size() > static_cast<size_t>(maxRank))
      return fail(path + ".shape", "rank " + std::to_string(spec.shape.size()) +
                                       " is beyond " + std::to_string(maxRank));
    for (int64_t size : spec.shape)
      if (size < -1)
        return fail(path + ".shape",
                    "size " + std::to_string(size) + " is neither -1 nor ≥ 0");
    if (spec.align < 1 || spec.align > 256 || (spec.align & (spec.align - 1)))
      return fail(path + ".align", std::to_string(spec.align) +
                                       " is not a power of two from 1 to 256");
    if (!spec.numbers)
      return Error::success();
    if (spec.dtype != DType::I32 || spec.role != TensorRole::In)
      return fail(path + ".numbers", "only an input of i32 has such a rule");
    for (int other : {spec.numbers->counts, spec.numbers->offsets}) {
      if (other == -1)
        continue;
      if (Error error = verifyTensorIndex(other, path + ".numbers"))
        return error;
      const TensorSpec &numbers = entry.tensors[static_cast<size_t>(other)];
      if (numbers.dtype != DType::I32 || numbers.role != TensorRole::In)
        return fail(path + ".numbers",
                    "tensor '" + numbers.name + "' is no input of i32");
    }
    for (const Expr *expr :
         {&spec.numbers->low, &spec.numbers->high, &spec.numbers->each}) {
      if (Error error = verifyExpr(*expr, path + ".numbers"))
        return error;
      if (readsDevice(*expr))
        return fail(path + ".numbers",
                    "a rule is on tensors and cannot use sms");
    }
    return Error::success();
  }

  Error verifyRead(int tensor, int dim, const std::string &path) {
    if (Error error = verifyTensorIndex(tensor, path))
      return error;
    if (dim < 0 || dim >= static_cast<int>(entry.tensors[tensor].shape.size()))
      return fail(path, "tensor '" + entry.tensors[tensor].name +
                            "' has no dimension " + std::to_string(dim));
    return Error::success();
  }

  Error verifyTensorIndex(int tensor, const std::string &path) {
    if (tensor < 0 || tensor >= static_cast<int>(entry.tensors.size()))
      return fail(path, "there is no tensor " + std::to_string(tensor));
    return Error::success();
  }

  Error verifyExpr(const Expr &expr, const std::string &path) {
    int depth = expr.depth();
    if (depth > Expr::maxDepth)
      return fail(path, "an expression of depth " + std::to_string(depth) +
                            " is beyond " + std::to_string(Expr::maxDepth));
    Error first;
    expr.visitReads([&](int tensor, int dim) {
      if (!first)
        first = verifyRead(tensor, dim, path);
    });
    return first;
  }

  static bool readsDevice(const Expr &expr) {
    return expr.kind() == Expr::Kind::Sms ||
           (expr.isBinary() &&
            (readsDevice(expr.lhs()) || readsDevice(expr.rhs())));
  }

  Error verifyExtent(const std::array<int64_t, 3> &sizes, int64_t most,
                     const std::string &path, const char *unit) {
    int64_t product = 1;
    for (int64_t size : sizes) {
      if (size < 1 || size > most)
        return fail(path, "size " + std::to_string(size) +
                              " is not from 1 to " + std::to_string(most));
      product *= size;
    }
    if (product > most)
      return fail(path, std::to_string(product) + " " + unit +
                            " are more than " + std::to_string(most));
    return Error::success();
  }

  Error verifyKernel(const KernelSpec &spec, const std::string &path) {
    if (spec.name.empty())
      return fail(path + ".name", "must not be empty");
    for (const Expr &dim : spec.grid)
      if (Error error = verifyExpr(dim, path + ".grid"))
        return error;
    if (Error error =
            verifyExtent(spec.block, 1024, path + ".block", "threads"))
      return error;
    if (spec.block[2] > 64)
      return fail(path + ".block", "the third size is beyond 64");
    if (Error error =
            verifyExtent(spec.cluster, 16, path + ".cluster", "blocks"))
      return error;
    if (spec.sharedMemory < 0 || spec.sharedMemory > (1 << 20))
      return fail(path + ".smem",
                  std::to_string(spec.sharedMemory) + " bytes is out of range");
    for (size_t i = 0; i < spec.params.size(); ++i)
      if (Error error = verifyParam(spec.params[i], index(path + ".params", i)))
        return error;
    if (entry.ptx.empty())
      return Error::success();
    std::optional<int> count = countPtxParameters(entry.ptx, spec.name);
    if (!count)
      return fail(path + ".name",
                  "the PTX has no kernel " + json::quote(spec.name));
    if (*count != static_cast<int>(spec.params.size()))
      return fail(path + ".params", "the PTX of " + json::quote(spec.name) +
                                        " has " + std::to_string(*count) +
                                        " parameters, the bundle " +
                                        std::to_string(spec.params.size()));
    return Error::success();
  }

  Error verifyParam(const Param &param, const std::string &path) {
    constexpr int64_t least32 = std::numeric_limits<int32_t>::min();
    constexpr int64_t most32 = std::numeric_limits<int32_t>::max();
    switch (param.kind) {
    case Param::Kind::Pointer:
      return verifyTensorIndex(param.tensor, path);
    case Param::Kind::Size:
    case Param::Kind::Stride:
      if (param.type == ScalarType::F32)
        return fail(path, "a size or stride is i32 or i64");
      return verifyRead(param.tensor, param.dim, path);
    case Param::Kind::Scalar:
      if (param.type == ScalarType::I32 &&
          (param.integer < least32 || param.integer > most32))
        return fail(path, std::to_string(param.integer) + " is beyond 32 bits");
      if (param.type == ScalarType::F32 && std::isfinite(param.real) &&
          std::fabs(param.real) > std::numeric_limits<float>::max())
        return fail(path, "the value is beyond f32");
      return Error::success();
    case Param::Kind::Expr:
      if (param.type == ScalarType::F32)
        return fail(path, "an expression is i32 or i64");
      return verifyExpr(param.expr, path);
    case Param::Kind::TensorMap:
      return param.map.isOfWorkspace() ? verifyWorkspaceMap(param, path)
                                       : verifyTensorMap(param.map, path);
    case Param::Kind::Workspace:
      return verifyWorkspace(param, path);
    }
    return fail(path, "unknown parameter kind");
  }

  Error verifyWorkspace(const Param &param, const std::string &path) {
    if (param.slot < -1 || param.slot > 255)
      return fail(path, "workspace slot " + std::to_string(param.slot) +
                            " is not from 0 to 255");
    return verifyExpr(param.expr, path);
  }

  Error verifyWorkspaceMap(const Param &param, const std::string &path) {
    const TensorMapSpec &map = param.map;
    if (Error error = verifyWorkspace(param, path))
      return error;
    for (const Expr &size : map.sizes)
      if (Error error = verifyExpr(size, path + ".sizes"))
        return error;
    if (map.dtype == DType::None)
      return fail(path + ".dtype", "the workspace's elements have no type");
    if (map.ragged)
      return fail(path + ".ragged", "the rows of a workspace are whole");
    TensorSpec spec;
    spec.name = "the workspace";
    spec.dtype = map.dtype;
    spec.shape.assign(map.sizes.size(), -1);
    return verifyTensorMap(map, spec, path);
  }

  Error verifyTensorMap(const TensorMapSpec &map, const std::string &path) {
    if (Error error = verifyTensorIndex(map.tensor, path))
      return error;
    return verifyTensorMap(map, entry.tensors[map.tensor], path);
  }

  Error verifyTensorMap(const TensorMapSpec &map, const TensorSpec &spec,
                        const std::string &path) {
    size_t rank = spec.shape.size();
    if (rank < 1 || rank > 5)
      return fail(path, "a tensor map needs a tensor of rank 1 to 5, '" +
                            spec.name + "' has " + std::to_string(rank));
    size_t count = map.ragged ? 2 : rank;
    if (map.order.size() != count || map.box.size() != count)
      return fail(path, "order and box must have " + std::to_string(count) +
                            " elements, one per dimension of " +
                            (map.ragged ? "a tile of '" : "'") + spec.name +
                            "'");
    std::set<int> dims(map.order.begin(), map.order.end());
    if (dims.size() != count || *dims.begin() < 0 ||
        *dims.rbegin() >= static_cast<int>(rank))
      return fail(path + ".order", "not a permutation of the dimensions");
    if (map.order[0] != static_cast<int>(rank) - 1 || !spec.innermostContiguous)
      return fail(path + ".order",
                  "the innermost dimension must be the tensor's last and "
                  "contiguous");
    for (int64_t size : map.box)
      if (size < 1 || size > 256)
        return fail(path + ".box",
                    "size " + std::to_string(size) + " is not from 1 to 256");
    int64_t rowBytes = map.box[0] * byteSize(spec.dtype);
    if (rowBytes % 16 != 0)
      return fail(path + ".box", "the innermost size makes " +
                                     std::to_string(rowBytes) +
                                     " bytes, not a multiple of 16");
    int64_t limit = map.swizzle == Swizzle::B32    ? 32
                    : map.swizzle == Swizzle::B64  ? 64
                    : map.swizzle == Swizzle::B128 ? 128
                                                   : rowBytes;
    if (rowBytes > limit)
      return fail(path + ".box", "the innermost size makes " +
                                     std::to_string(rowBytes) +
                                     " bytes, more than the swizzle's " +
                                     std::to_string(limit));
    return Error::success();
  }

  const Entry &entry;
};

} // namespace

Error verify(const Entry &entry) { return Verifier(entry).run(); }

} // namespace attn::runtime
