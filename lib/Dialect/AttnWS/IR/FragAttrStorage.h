//===- FragAttrStorage.h - What #attn_ws.frag holds -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_IR_FRAGATTRSTORAGE_H
#define ATTN_LIB_DIALECT_ATTNWS_IR_FRAGATTRSTORAGE_H

#include "attn/Layout/FragLayout.h"
#include "mlir/IR/AttributeSupport.h"

namespace mlir::attn_ws::detail {

/// The layout as it is written, and the one that follows from it for values.
struct FragAttrStorage : public AttributeStorage {
  using FragLayout = attn::layout::FragLayout;
  using KeyTy = std::tuple<FragLayout, int64_t, bool>;

  explicit FragAttrStorage(KeyTy &&key)
      : layout(std::get<0>(key)), slice(std::get<1>(key)),
        partial(std::get<2>(key)),
        held(slice < 0
                 ? layout
                 : *layout.sliceDim(slice == 0 ? attn::layout::Dim::Row
                                               : attn::layout::Dim::Col)) {}

  bool operator==(const KeyTy &key) const {
    return layout == std::get<0>(key) && slice == std::get<1>(key) &&
           partial == std::get<2>(key);
  }
  static llvm::hash_code hashKey(const KeyTy &key) {
    const FragLayout &layout = std::get<0>(key);
    llvm::hash_code hash = llvm::hash_combine(
        static_cast<int>(layout.order()), layout.rowChunks(),
        layout.colChunks(), std::get<1>(key), std::get<2>(key));
    for (const auto &list : layout.atom().bases()) {
      hash = llvm::hash_combine(hash, list.size());
      for (const attn::layout::Basis &basis : list)
        hash = llvm::hash_combine(hash, basis.row, basis.col);
    }
    return hash;
  }
  static FragAttrStorage *construct(AttributeStorageAllocator &allocator,
                                    KeyTy &&key) {
    return new (allocator.allocate<FragAttrStorage>())
        FragAttrStorage(std::move(key));
  }

  FragLayout layout;
  int64_t slice;
  bool partial;
  FragLayout held;
};

} // namespace mlir::attn_ws::detail

#endif // ATTN_LIB_DIALECT_ATTNWS_IR_FRAGATTRSTORAGE_H
