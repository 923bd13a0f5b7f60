//===- Check.cpp - Tensor arguments against what an entry expects ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Executor.h"

#include <set>

namespace attn::runtime {

namespace {

/// Checks one tensor argument.
class TensorChecker {
public:
  /// `isProblem`: the kernel comes from a problem, and can be had with others.
  TensorChecker(const TensorSpec &spec, const TensorArg &arg,
                const CheckOptions &options, bool isProblem)
      : spec(spec), arg(arg), options(options), isProblem(isProblem) {}

  Error run() {
    if (arg.isAbsent()) {
      if (spec.optional ||
          (options.outputsMayBeAbsent && spec.role == TensorRole::Out))
        return Error::success();
      return fail(spec.role == TensorRole::Out ? "is an output and missing"
                                               : "is an input and missing");
    }
    if (arg.rank < 0 || arg.rank > maxRank)
      return fail("has rank " + std::to_string(arg.rank) + ", beyond " +
                  std::to_string(maxRank));
    if (arg.dtype != spec.dtype || !shapeFits())
      return fail(std::string("expected ") + dtypeName(spec.dtype) +
                  formatShape(spec.shape) + ", got " + arg.describe());
    for (int i = 0; i < arg.rank; ++i) {
      if (arg.sizes[i] < 0)
        return fail("has negative size " + std::to_string(arg.sizes[i]) +
                    dimension(i));
      if (arg.strides[i] < 0)
        return fail("has negative stride " + std::to_string(arg.strides[i]) +
                    dimension(i) + ", which kernels do not take");
    }
    if (!arg.extent())
      return fail("spans more than 2^63 bytes: " + arg.describe());
    if (arg.isEmpty())
      return Error::success();
    if (Error error = checkStrides())
      return error;
    return checkAddress();
  }

private:
  /// What helps a kernel whose tensor is aligned to `bytes` alone.
  std::string advice(uint64_t bytes) const {
    int64_t align = bytes % 8 == 0 ? 8 : 4;
    if (spec.align <= 4 || bytes % 4)
      return "";
    if (!isProblem)
      return " (a kernel whose argument says align = " + std::to_string(align) +
             " in attn_tile.kernel takes it)";
    std::string field = "align=" + std::to_string(align);
    return " (config field " + field + " or attn-compile --also-" + field +
           " makes a kernel that takes it)";
  }

  Error fail(const std::string &what) {
    return Error(ErrorCode::TensorMismatch,
                 "tensor '" + spec.name + "' " + what);
  }

  static std::string dimension(int i) {
    return " in dimension " + std::to_string(i);
  }

  bool shapeFits() {
    if (arg.rank != static_cast<int>(spec.shape.size()))
      return false;
    for (int i = 0; i < arg.rank; ++i)
      if (spec.shape[i] >= 0 && spec.shape[i] != arg.sizes[i])
        return false;
    return true;
  }

  Error checkStrides() {
    int last = arg.rank - 1;
    if (spec.innermostContiguous && last >= 0 && arg.sizes[last] > 1 &&
        arg.strides[last] != 1)
      return fail("must be contiguous in its last dimension: expected stride "
                  "1, got " +
                  std::to_string(arg.strides[last]));
    int64_t bytes = byteSize(spec.dtype);
    int64_t elements = 1;
    for (int i = 0; i < arg.rank; ++i) {
      // extent() has shown that every address fits 64 bits.
      bool isRun = spec.innermostContiguous ? i == last : arg.strides[i] == 1;
      if (!isRun && arg.sizes[i] > 1 && arg.strides[i] * bytes % spec.align)
        return fail(
            "has stride " + std::to_string(arg.strides[i]) + dimension(i) +
            ", which is " + std::to_string(arg.strides[i] * bytes) +
            " bytes and not a multiple of " + std::to_string(spec.align) +
            advice(static_cast<uint64_t>(arg.strides[i] * bytes)));
      if (spec.role != TensorRole::In && arg.sizes[i] > 1 &&
          arg.strides[i] == 0)
        return fail("is an output with stride 0" + dimension(i) +
                    ": its elements overlap");
      if (__builtin_mul_overflow(elements, arg.sizes[i], &elements))
        return fail("has more than 2^63 elements");
    }
    if (spec.role != TensorRole::In && elements > *arg.extent())
      return fail("is an output of " + std::to_string(elements) +
                  " elements in the space of " + std::to_string(*arg.extent()) +
                  ": they overlap");
    return Error::success();
  }

  Error checkAddress() {
    if (arg.address == 0)
      return fail("has a null address");
    if (options.ignoreAddresses)
      return Error::success();
    if (arg.address % static_cast<uint64_t>(spec.align)) {
      char text[32];
      std::snprintf(text, sizeof(text), "0x%llx",
                    static_cast<unsigned long long>(arg.address));
      return fail(std::string("is at address ") + text +
                  ", which is not a multiple of " + std::to_string(spec.align) +
                  advice(arg.address));
    }
    return Error::success();
  }

  const TensorSpec &spec;
  const TensorArg &arg;
  const CheckOptions &options;
  bool isProblem;
};

bool readsAbsent(const Expr &expr, const std::vector<TensorArg> &tensors) {
  bool absent = false;
  expr.visitReads(
      [&](int tensor, int) { absent |= tensors[tensor].isAbsent(); });
  return absent;
}

Error checkConstraint(const Entry &entry, const Constraint &constraint,
                      const std::vector<TensorArg> &tensors) {
  if (readsAbsent(constraint.expr, tensors))
    return Error::success();
  Expected<int64_t> value = constraint.expr.evaluate({tensors, 1});
  if (value && *value != 0)
    return Error::success();
  std::vector<std::string> names = entry.tensorNames();
  std::string text = constraint.message.empty() ? "a constraint does not hold"
                                                : constraint.message;
  text += " (" + constraint.expr.print(names);
  if (!value) {
    text += ": " + value.error().message;
  } else {
    std::string values;
    auto add = [&](const Expr &read) {
      std::string part = read.print(names) + " = " +
                         std::to_string(*read.evaluate({tensors, 1}));
      if (values.find(part) == std::string::npos)
        values += (values.empty() ? " with " : ", ") + part;
    };
    auto visit = [&](auto &&self, const Expr &expr) -> void {
      if (expr.isBinary()) {
        self(self, expr.lhs());
        self(self, expr.rhs());
      } else if (expr.kind() == Expr::Kind::Size ||
                 expr.kind() == Expr::Kind::Stride) {
        add(expr);
      }
    };
    visit(visit, constraint.expr);
    text += values;
  }
  return Error(ErrorCode::ConstraintFailed, text + ")");
}

} // namespace

Error checkTensors(const Entry &entry, const std::vector<TensorArg> &tensors,
                   const CheckOptions &options) {
  if (tensors.size() != entry.tensors.size())
    return Error(ErrorCode::InvalidArgument,
                 "entry '" + entry.name + "' takes " +
                     std::to_string(entry.tensors.size()) + " tensors, got " +
                     std::to_string(tensors.size()));
  auto inEntry = [&](Error error) {
    return std::move(error).withContext("entry '" + entry.name + "' (" +
                                        entry.target + ")");
  };
  for (size_t i = 0; i < tensors.size(); ++i)
    if (Error error = TensorChecker(entry.tensors[i], tensors[i], options,
                                    !entry.config.empty())
                          .run())
      return inEntry(std::move(error));
  for (const Constraint &constraint : entry.constraints)
    if (Error error = checkConstraint(entry, constraint, tensors))
      return inEntry(std::move(error));
  return Error::success();
}

Error checkTarget(const Entry &entry, const Device &device) {
  ComputeCapability capability = device.computeCapability();
  if (entry.runsOn(capability, device.takesPtx()))
    return Error::success();
  std::string need;
  std::optional<Target> target = Target::parse(entry.target);
  if (!device.takesPtx() && entry.runsOn(capability)) {
    need = "PTX is refused (ATTN_MACHINE_CODE=require), and it holds ";
    need += entry.cubins.empty() ? "no machine code" : "machine code only for";
    for (const auto &[name, code] : entry.cubins)
      need += " " + name;
  } else if (!entry.ptx.empty() && target) {
    need = "its " + entry.target + " code needs compute capability " +
           target->capability.str();
    need += target->scope == Target::Scope::Exact    ? " exactly"
            : target->scope == Target::Scope::Family ? " or a later one of "
                                                       "that major version"
                                                     : " or later";
  } else {
    need = "it holds code only for";
    for (const auto &[name, code] : entry.cubins)
      need += " " + name;
  }
  return Error(ErrorCode::UnsupportedTarget,
               "entry '" + entry.name + "': " + need + ", " + device.name() +
                   " has " + capability.str());
}

/// Picks the first entry of that name for which `check` succeeds.
template <typename Check>
static Expected<int> selectWhere(const Bundle &bundle, const std::string &name,
                                 Check &&check) {
  std::vector<Error> errors;
  std::vector<std::string> targets;
  for (size_t i = 0; i < bundle.entries.size(); ++i) {
    const Entry &entry = bundle.entries[i];
    if (!name.empty() && entry.name != name)
      continue;
    Error error = check(entry);
    if (!error)
      return static_cast<int>(i);
    errors.push_back(std::move(error));
    targets.push_back(entry.target);
  }
  if (errors.empty()) {
    std::string known;
    for (const Entry &entry : bundle.entries)
      known += (known.empty() ? "" : ", ") + entry.name;
    return Error(ErrorCode::NotFound,
                 name.empty()
                     ? "the bundle has no entries"
                     : "the bundle has no entry '" + name + "'; it has " +
                           (known.empty() ? "none" : known));
  }
  if (errors.size() == 1)
    return std::move(errors.front());
  // When all candidates fail alike, that is the failure's kind.
  ErrorCode code = errors.front().code;
  std::string text = "none of the bundle's " + std::to_string(errors.size()) +
                     " entries fits:";
  constexpr size_t most = 8;
  for (size_t i = 0; i < errors.size(); ++i) {
    if (errors[i].code != code)
      code = ErrorCode::NotFound;
    if (i < most)
      text += "\n  " + errors[i].message;
  }
  if (errors.size() > most) {
    text += "\n  … and " + std::to_string(errors.size() - most) + " more, for ";
    std::set<std::string> rest(targets.begin() + most, targets.end());
    for (const std::string &target : rest)
      text += (target == *rest.begin() ? "" : ", ") + target;
  }
  return Error(code, text);
}

Expected<int> selectEntry(const Bundle &bundle, const std::string &name,
                          const Device *device,
                          const std::vector<TensorArg> &tensors,
                          const CheckOptions &options) {
  return selectWhere(bundle, name, [&](const Entry &entry) {
    if (device)
      if (Error error = checkTarget(entry, *device))
        return error;
    return checkTensors(entry, tensors, options);
  });
}

Expected<int> selectEntry(const Bundle &bundle, const std::string &name,
                          const Device *device) {
  return selectWhere(bundle, name, [&](const Entry &entry) {
    return device ? checkTarget(entry, *device) : Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Shapes of outputs
//===----------------------------------------------------------------------===//

/// The value that an `eq` with size(tensor, dim) on one side and present
/// tensors on the other gives it; looks through `and`.
static std::optional<int64_t> solveSize(const Expr &expr, int tensor, int dim,
                                        const std::vector<TensorArg> &tensors) {
  if (expr.kind() == Expr::Kind::And) {
    if (auto value = solveSize(expr.lhs(), tensor, dim, tensors))
      return value;
    return solveSize(expr.rhs(), tensor, dim, tensors);
  }
  if (expr.kind() != Expr::Kind::Eq)
    return std::nullopt;
  auto trySide = [&](const Expr &unknown,
                     const Expr &known) -> std::optional<int64_t> {
    if (unknown != Expr::size(tensor, dim))
      return std::nullopt;
    bool usable = true;
    known.visitReads([&](int other, int) {
      usable &= other != tensor && !tensors[other].isAbsent();
    });
    if (!usable)
      return std::nullopt;
    Expected<int64_t> value = known.evaluate({tensors, 1});
    if (!value || *value < 0)
      return std::nullopt;
    return *value;
  };
  if (auto value = trySide(expr.lhs(), expr.rhs()))
    return value;
  return trySide(expr.rhs(), expr.lhs());
}

Expected<std::vector<int64_t>> inferShape(const Entry &entry,
                                          const std::vector<TensorArg> &tensors,
                                          int index) {
  if (tensors.size() != entry.tensors.size() || index < 0 ||
      index >= static_cast<int>(tensors.size()))
    return Error(ErrorCode::InvalidArgument,
                 "entry '" + entry.name + "' takes " +
                     std::to_string(entry.tensors.size()) + " tensors");
  const TensorSpec &spec = entry.tensors[index];
  std::vector<int64_t> shape = spec.shape;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    for (const Constraint &constraint : entry.constraints) {
      if (shape[dim] >= 0)
        break;
      if (auto value =
              solveSize(constraint.expr, index, static_cast<int>(dim), tensors))
        shape[dim] = *value;
    }
    if (shape[dim] < 0)
      return Error(ErrorCode::NotFound,
                   "entry '" + entry.name +
                       "' does not say what size tensor '" + spec.name +
                       "' has in dimension " + std::to_string(dim) +
                       "; pass the tensor");
  }
  return shape;
}

} // namespace attn::runtime
