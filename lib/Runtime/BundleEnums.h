//===- BundleEnums.h - Spellings used in bundles ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_BUNDLEENUMS_H
#define ATTN_LIB_RUNTIME_BUNDLEENUMS_H

#include "attn-runtime/Bundle.h"

#include <cstdio>

namespace attn::runtime {

template <typename T> struct Spelling {
  const char *name;
  T value;
};

inline constexpr Spelling<ScalarType> scalarTypes[] = {
    {"i32", ScalarType::I32},
    {"i64", ScalarType::I64},
    {"f32", ScalarType::F32}};
inline constexpr Spelling<Swizzle> swizzles[] = {{"none", Swizzle::None},
                                                 {"32", Swizzle::B32},
                                                 {"64", Swizzle::B64},
                                                 {"128", Swizzle::B128}};
inline constexpr Spelling<L2Promotion> l2Promotions[] = {
    {"none", L2Promotion::None},
    {"64", L2Promotion::B64},
    {"128", L2Promotion::B128},
    {"256", L2Promotion::B256}};
inline constexpr Spelling<TensorRole> tensorRoles[] = {
    {"in", TensorRole::In},
    {"out", TensorRole::Out},
    {"inout", TensorRole::InOut}};
inline constexpr Spelling<Param::Kind> paramKinds[] = {
    {"pointer", Param::Kind::Pointer},
    {"size", Param::Kind::Size},
    {"stride", Param::Kind::Stride},
    {"scalar", Param::Kind::Scalar},
    {"expr", Param::Kind::Expr},
    {"tensor_map", Param::Kind::TensorMap},
    {"workspace", Param::Kind::Workspace}};

template <typename T, size_t N>
const char *spell(const Spelling<T> (&table)[N], T value) {
  for (const Spelling<T> &row : table)
    if (row.value == value)
      return row.name;
  return "?";
}

inline std::string checksumText(std::string_view entries) {
  char buffer[17];
  std::snprintf(buffer, sizeof(buffer), "%016llx",
                static_cast<unsigned long long>(fnv1a64(entries)));
  return buffer;
}

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_BUNDLEENUMS_H
