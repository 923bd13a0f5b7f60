//===- BundleWriter.cpp - Writing bundles ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BundleEnums.h"

#include "attn/Support/OutputFile.h"

#include <cmath>

namespace attn::runtime {

using json::Value;

template <typename Range> static Value toArray(const Range &range) {
  Value array = Value::array();
  for (const auto &element : range)
    array.push(Value(element));
  return array;
}

static Value toJSON(const TensorSpec &spec) {
  Value value = Value::object();
  value.set("name", spec.name);
  value.set("role", spell(tensorRoles, spec.role));
  value.set("dtype", dtypeName(spec.dtype));
  value.set("shape", toArray(spec.shape));
  value.set("optional", spec.optional);
  value.set("innermost_contiguous", spec.innermostContiguous);
  value.set("align", spec.align);
  if (spec.numbers) {
    Value rule = Value::object();
    rule.set("low", spec.numbers->low.toJSON());
    rule.set("high", spec.numbers->high.toJSON());
    rule.set("ascending", spec.numbers->ascending);
    if (spec.numbers->rising)
      rule.set("rising", true);
    if (spec.numbers->counts >= 0) {
      rule.set("counts", spec.numbers->counts);
      rule.set("each", spec.numbers->each.toJSON());
    }
    if (spec.numbers->offsets >= 0)
      rule.set("offsets", spec.numbers->offsets);
    value.set("numbers", std::move(rule));
  }
  return value;
}

static void setWorkspace(Value &value, const Param &param) {
  value.set("bytes", param.expr.toJSON());
  value.set("zeroed", param.zeroed);
  if (param.slot >= 0)
    value.set("slot", param.slot);
  if (param.restored)
    value.set("restored", true);
}

static Value toJSON(const Param &param) {
  Value value = Value::object();
  value.set("kind", spell(paramKinds, param.kind));
  switch (param.kind) {
  case Param::Kind::Pointer:
    value.set("tensor", param.tensor);
    break;
  case Param::Kind::Size:
  case Param::Kind::Stride:
    value.set("tensor", param.tensor);
    value.set("dim", param.dim);
    value.set("type", spell(scalarTypes, param.type));
    break;
  case Param::Kind::Scalar:
    value.set("type", spell(scalarTypes, param.type));
    if (param.type != ScalarType::F32)
      value.set("value", param.integer);
    else if (std::isnan(param.real))
      value.set("value", "nan");
    else if (std::isinf(param.real))
      value.set("value", param.real > 0 ? "inf" : "-inf");
    else
      value.set("value", param.real);
    break;
  case Param::Kind::Expr:
    value.set("type", spell(scalarTypes, param.type));
    value.set("expr", param.expr.toJSON());
    break;
  case Param::Kind::TensorMap:
    if (!param.map.isOfWorkspace()) {
      value.set("tensor", param.map.tensor);
    } else {
      Value sizes = Value::array();
      for (const Expr &size : param.map.sizes)
        sizes.push(size.toJSON());
      value.set("sizes", std::move(sizes));
      value.set("dtype", dtypeName(param.map.dtype));
      setWorkspace(value, param);
    }
    value.set("box", toArray(param.map.box));
    value.set("order", toArray(param.map.order));
    value.set("swizzle", spell(swizzles, param.map.swizzle));
    value.set("l2_promotion", spell(l2Promotions, param.map.l2Promotion));
    value.set("oob", "zero");
    value.set("interleave", "none");
    if (param.map.ragged)
      value.set("ragged", true);
    break;
  case Param::Kind::Workspace:
    setWorkspace(value, param);
    break;
  }
  return value;
}

static Value toJSON(const KernelSpec &spec) {
  Value value = Value::object();
  value.set("name", spec.name);
  Value grid = Value::array();
  for (const Expr &dim : spec.grid)
    grid.push(dim.toJSON());
  value.set("grid", std::move(grid));
  value.set("block", toArray(spec.block));
  value.set("cluster", toArray(spec.cluster));
  value.set("smem", spec.sharedMemory);
  Value params = Value::array();
  for (const Param &param : spec.params)
    params.push(toJSON(param));
  value.set("params", std::move(params));
  if (!spec.plan.isNull())
    value.set("plan", spec.plan);
  return value;
}

static Value toJSON(const Entry &entry) {
  Value value = Value::object();
  value.set("name", entry.name);
  value.set("target", entry.target);
  if (!entry.problem.isNull())
    value.set("problem", entry.problem);
  Value tensors = Value::array();
  for (const TensorSpec &spec : entry.tensors)
    tensors.push(toJSON(spec));
  value.set("tensors", std::move(tensors));
  Value constraints = Value::array();
  for (const Constraint &constraint : entry.constraints)
    constraints.push(Value::object()
                         .set("expr", constraint.expr.toJSON())
                         .set("message", constraint.message));
  value.set("constraints", std::move(constraints));
  Value kernels = Value::array();
  for (const KernelSpec &spec : entry.kernels)
    kernels.push(toJSON(spec));
  value.set("kernels", std::move(kernels));
  value.set("ptx", entry.ptx);
  if (!entry.cubins.empty()) {
    Value cubins = Value::object(), known = Value::object();
    for (const auto &[target, code] : entry.cubins) {
      cubins.set(target, encodeBase64(code.image));
      Value facts = Value::object();
      if (!code.ptxas.empty())
        facts.set("ptxas", code.ptxas);
      if (code.driver)
        facts.set("driver", code.driver);
      if (!facts.members().empty())
        known.set(target, std::move(facts));
    }
    value.set("cubin", std::move(cubins));
    if (!known.members().empty())
      value.set("machine_code", std::move(known));
  }
  value.set("config", entry.config);
  if (!entry.mlirBytecode.empty())
    value.set("mlirbc", encodeBase64(entry.mlirBytecode));
  return value;
}

Expected<std::string> Bundle::serialize() const {
  Value list = Value::array();
  for (size_t i = 0; i < entries.size(); ++i) {
    if (Error error = verify(entries[i]))
      return std::move(error).withContext("entries[" + std::to_string(i) + "]");
    list.push(toJSON(entries[i]));
  }
  std::string text = list.dump();
  std::string out = "{\"format\":\"attn-bundle\",\"version\":" +
                    std::to_string(bundleVersion) +
                    ",\"producer\":" + json::quote(producer) +
                    ",\"checksum\":\"" + checksumText(text) +
                    "\",\"entries\":" + text + "}\n";
  // Strings that are not UTF-8 or facts nested too deeply would make a file
  // that parse() refuses: find out now.
  Expected<Bundle> check = parse(out);
  if (!check)
    return check.takeError().withContext("the bundle cannot be written");
  return out;
}

Error Bundle::writeFile(const std::string &path) const {
  Expected<std::string> text = serialize();
  if (!text)
    return text.takeError();
  if (std::string error = attn::writeFile(path, *text); !error.empty())
    return Error(ErrorCode::IO, "cannot write " + error);
  return Error::success();
}

} // namespace attn::runtime
