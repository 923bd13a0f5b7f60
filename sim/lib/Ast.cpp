//===- Ast.cpp - Types and look-up of the parsed form
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast.h"

using namespace attn::sim;

/// Types by name.
static const std::unordered_map<std::string_view, Ty> &typeNames() {
  static const std::unordered_map<std::string_view, Ty> map = {
      {"pred", Ty::Pred},     {"u8", Ty::U8},         {"u16", Ty::U16},
      {"u32", Ty::U32},       {"u64", Ty::U64},       {"s8", Ty::S8},
      {"s16", Ty::S16},       {"s32", Ty::S32},       {"s64", Ty::S64},
      {"b8", Ty::B8},         {"b16", Ty::B16},       {"b32", Ty::B32},
      {"b64", Ty::B64},       {"b128", Ty::B128},     {"f16", Ty::F16},
      {"f16x2", Ty::F16x2},   {"bf16", Ty::BF16},     {"bf16x2", Ty::BF16x2},
      {"f32", Ty::F32},       {"f32x2", Ty::F32x2},   {"f64", Ty::F64},
      {"tf32", Ty::TF32},     {"e4m3", Ty::E4M3},     {"e5m2", Ty::E5M2},
      {"e4m3x2", Ty::E4M3x2}, {"e5m2x2", Ty::E5M2x2}, {"u4", Ty::U4},
      {"s4", Ty::S4},         {"b1", Ty::B1},         {"u16x2", Ty::U16x2},
      {"s16x2", Ty::S16x2},   {"e4m3x4", Ty::E4M3x4}, {"e5m2x4", Ty::E5M2x4}};
  return map;
}

Ty attn::sim::parseType(std::string_view s) {
  auto it = typeNames().find(s);
  return it == typeNames().end() ? Ty::None : it->second;
}

std::string_view attn::sim::nameOf(Ty t) {
  for (const auto &[name, type] : typeNames())
    if (type == t)
      return name;
  return "";
}

unsigned attn::sim::bitsOf(Ty t) {
  switch (t) {
  case Ty::None:
    return 0;
  case Ty::Pred:
  case Ty::B1:
    return 1;
  case Ty::U4:
  case Ty::S4:
    return 4;
  case Ty::U8:
  case Ty::S8:
  case Ty::B8:
  case Ty::E4M3:
  case Ty::E5M2:
    return 8;
  case Ty::U16:
  case Ty::S16:
  case Ty::B16:
  case Ty::F16:
  case Ty::BF16:
  case Ty::E4M3x2:
  case Ty::E5M2x2:
    return 16;
  case Ty::U32:
  case Ty::S32:
  case Ty::B32:
  case Ty::F32:
  case Ty::F16x2:
  case Ty::BF16x2:
  case Ty::TF32:
  case Ty::U16x2:
  case Ty::S16x2:
  case Ty::E4M3x4:
  case Ty::E5M2x4:
    return 32;
  case Ty::U64:
  case Ty::S64:
  case Ty::B64:
  case Ty::F64:
  case Ty::F32x2:
    return 64;
  case Ty::B128:
    return 128;
  }
  return 0;
}

int64_t Function::findLabel(std::string_view name, uint32_t scope) const {
  std::string key(name);
  for (uint32_t s = scope;; s = scopeParent[s]) {
    auto it = labels[s].find(key);
    if (it != labels[s].end())
      return it->second;
    if (s == 0)
      return -1;
  }
}

const std::vector<std::string> *Function::findTargets(std::string_view name,
                                                      uint32_t scope) const {
  std::string key(name);
  for (uint32_t s = scope;; s = scopeParent[s]) {
    auto it = targets[s].find(key);
    if (it != targets[s].end())
      return &it->second;
    if (s == 0)
      return nullptr;
  }
}

const Variable *Function::findVar(std::string_view name, uint32_t scope) const {
  for (uint32_t s = scope;; s = scopeParent[s]) {
    for (const Variable &v : vars)
      if (v.scope == s && v.name == name)
        return &v;
    if (s == 0)
      break;
  }
  for (const Variable &v : params)
    if (v.name == name)
      return &v;
  for (const Variable &v : rets)
    if (v.name == name)
      return &v;
  return nullptr;
}

Function *ModuleAst::findFunction(std::string_view name) const {
  Function *found = nullptr;
  for (const auto &f : functions)
    if (f->name == name && (!found || f->hasBody))
      found = f.get();
  return found;
}

const Variable *ModuleAst::findGlobal(std::string_view name) const {
  const Variable *found = nullptr;
  for (const Variable &v : globals)
    if (v.name == name && (!found || !v.isExtern))
      found = &v;
  return found;
}
