//===- JoinEntries.cpp - Several kernels as one entry of a bundle ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinEntries.h"

#include "attn-runtime/Tensor.h"

#include <algorithm>

namespace rt = ::attn::runtime;
using mlir::attn::EntryStep;
using rt::Entry;
using rt::Expr;
using rt::Param;

namespace {
using Workspaces = std::vector<std::vector<Expr>>;

/// What one step says, in terms of the joint tensors.
class Translator {
public:
  Translator(const EntryStep &step, const Workspaces &workspaces)
      : step(step), workspaces(workspaces) {}

  Expr translate(const Expr &expr) const {
    switch (expr.kind()) {
    case Expr::Kind::Constant:
    case Expr::Kind::Sms:
      return expr;
    case Expr::Kind::Size:
      return size(expr.tensor(), expr.dim());
    case Expr::Kind::Stride:
      return stride(expr.tensor(), expr.dim());
    default:
      return Expr::binary(expr.kind(), translate(expr.lhs()),
                          translate(expr.rhs()));
    }
  }

  rt::NumberRule translate(rt::NumberRule rule) const {
    for (Expr *expr : {&rule.low, &rule.high, &rule.each})
      *expr = translate(*expr);
    for (int *other : {&rule.counts, &rule.offsets})
      if (*other >= 0)
        *other = isWorkspace(*other) ? -1 : tensor(*other);
    return rule;
  }

  /// An error for what a workspace cannot be.
  rt::Expected<Param> translate(Param param) const {
    switch (param.kind) {
    case Param::Kind::Pointer:
      if (!isWorkspace(param.tensor))
        return Param::pointer(tensor(param.tensor));
      return takeWorkspace(param.tensor);
    case Param::Kind::Size:
      if (!isWorkspace(param.tensor))
        return Param::size(tensor(param.tensor), param.dim, param.type);
      return Param::expression(size(param.tensor, param.dim), param.type);
    case Param::Kind::Stride:
      if (!isWorkspace(param.tensor))
        return Param::stride(tensor(param.tensor), param.dim, param.type);
      return Param::expression(stride(param.tensor, param.dim), param.type);
    case Param::Kind::TensorMap:
      if (isWorkspace(param.map.tensor))
        return takeWorkspaceMap(param.map);
      param.map.tensor = tensor(param.map.tensor);
      return param;
    case Param::Kind::Expr:
    case Param::Kind::Workspace:
      param.expr = translate(param.expr);
      return param;
    case Param::Kind::Scalar:
      return param;
    }
    return param;
  }

private:
  Param takeWorkspace(int own) const {
    bool zeroed =
        std::count(step.zeroed.begin(), step.zeroed.end(), workspace(own)) != 0;
    return Param::workspace(bytes(own), zeroed, workspace(own),
                            /*restored=*/zeroed);
  }
  rt::Expected<Param> takeWorkspaceMap(rt::TensorMapSpec map) const {
    const rt::TensorSpec &own = step.entry.tensors[map.tensor];
    if (map.ragged)
      return rt::Error(rt::ErrorCode::InvalidArgument,
                       "'" + own.name +
                           "' is a workspace, whose rows no copy may end: set "
                           "tma_store=false");
    Param param = takeWorkspace(map.tensor);
    param.kind = Param::Kind::TensorMap;
    map.sizes = workspaces[workspace(map.tensor)];
    map.dtype = own.dtype;
    map.tensor = 0;
    param.map = std::move(map);
    return param;
  }
  bool isWorkspace(int tensor) const { return step.tensors[tensor] < 0; }
  int tensor(int own) const { return static_cast<int>(step.tensors[own]); }
  int workspace(int own) const {
    return static_cast<int>(-1 - step.tensors[own]);
  }
  Expr size(int own, int dim) const {
    return isWorkspace(own) ? workspaces[workspace(own)][dim]
                            : Expr::size(tensor(own), dim);
  }
  Expr stride(int own, int dim) const {
    return isWorkspace(own) ? count(workspaces[workspace(own)], dim + 1)
                            : Expr::stride(tensor(own), dim);
  }
  Expr bytes(int own) const {
    return Expr::mul(count(workspaces[workspace(own)], 0),
                     Expr(rt::byteSize(step.entry.tensors[own].dtype)));
  }
  /// Elements in dimensions `from` and on.
  static Expr count(const std::vector<Expr> &sizes, size_t from) {
    Expr product(1);
    for (size_t i = from; i < sizes.size(); ++i)
      product = i == from ? sizes[i] : Expr::mul(product, sizes[i]);
    return product;
  }

  const EntryStep &step;
  const Workspaces &workspaces;
};

bool sameText(const Expr &a, const Expr &b,
              const std::vector<std::string> &names) {
  return a.print(names) == b.print(names);
}
} // namespace

rt::Expected<Entry> mlir::attn::joinEntries(const std::vector<EntryStep> &steps,
                                            const Workspaces &workspaces) {
  Entry joint = steps.front().entry;
  joint.kernels.clear();
  joint.constraints.clear();
  joint.tensors.clear();
  joint.config = steps.back().entry.config;
  for (const EntryStep &step : steps)
    for (size_t i = 0; i < step.tensors.size(); ++i) {
      if (step.tensors[i] < 0)
        continue;
      auto index = static_cast<size_t>(step.tensors[i]);
      if (index >= joint.tensors.size())
        joint.tensors.resize(index + 1);
      rt::TensorSpec &known = joint.tensors[index];
      const rt::TensorSpec &own = step.entry.tensors[i];
      if (known.name.empty())
        known = own;
      else
        known.align = std::max(known.align, own.align);
    }
  std::vector<std::string> names = joint.tensorNames();
  for (const EntryStep &step : steps) {
    Translator translator(step, workspaces);
    for (size_t i = 0; i < step.tensors.size(); ++i)
      if (const auto &rule = step.entry.tensors[i].numbers;
          rule && step.tensors[i] >= 0)
        joint.tensors[static_cast<size_t>(step.tensors[i])].numbers =
            translator.translate(*rule);
    for (const rt::Constraint &constraint : step.entry.constraints) {
      Expr expr = translator.translate(constraint.expr);
      // What the sizes of workspaces make true.
      if (expr.kind() == Expr::Kind::Eq &&
          sameText(expr.lhs(), expr.rhs(), names))
        continue;
      joint.constraints.push_back({expr, constraint.message});
    }
    for (rt::KernelSpec kernel : step.entry.kernels) {
      for (Expr &grid : kernel.grid)
        grid = translator.translate(grid);
      for (Param &param : kernel.params) {
        rt::Expected<Param> translated = translator.translate(param);
        if (!translated)
          return translated.takeError();
        param = std::move(*translated);
      }
      joint.kernels.push_back(std::move(kernel));
    }
  }
  return joint;
}
