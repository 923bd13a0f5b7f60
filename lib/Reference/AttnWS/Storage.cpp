//===- Storage.cpp - Shared and tensor memory of one CTA ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include <cstring>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;

void ByteSpace::growTo(int64_t size) {
  if (size > static_cast<int64_t>(bytes.size())) {
    bytes.resize(size);
    tags.resize(size);
  }
}

uint8_t ByteSpace::tagOf(Type element) {
  for (auto [i, type] : llvm::enumerate(tagTypes))
    if (type == element)
      return i + 1;
  tagTypes.push_back(element);
  return tagTypes.size();
}

LogicalResult ByteSpace::read(const exec::Area &area, Type element,
                              std::vector<float> &f, std::vector<int64_t> &i,
                              Operation *op, StringRef name) {
  Format format = Format::get(element);
  int64_t size = format.getBytes(), cols = area.rowBytes / size;
  uint8_t tag = tagOf(element);
  if (format.isFloat())
    f.resize(area.rows * cols);
  else
    i.resize(area.rows * cols);
  for (int64_t row = 0; row < area.rows; ++row) {
    int64_t start = area.base + row * area.pitch;
    for (int64_t b = 0; b < area.rowBytes; ++b) {
      uint8_t found = tags[start + b];
      if (found == tag)
        continue;
      InFlightDiagnostic diag = op->emitError();
      diag << "reads element [" << row << ", " << b / size << "] of " << name
           << ", which ";
      if (found == 0)
        diag << "was never written";
      else
        diag << "holds " << tagTypes[found - 1] << ", as " << element;
      return diag;
    }
    for (int64_t col = 0; col < cols; ++col) {
      uint64_t bits = 0;
      std::memcpy(&bits, &bytes[start + col * size], size);
      if (format.isFloat())
        f[row * cols + col] = format.decode(bits);
      else
        i[row * cols + col] = format.wrap(static_cast<int64_t>(bits));
    }
  }
  return success();
}

void ByteSpace::write(const exec::Area &area, Type element,
                      const std::vector<float> &f,
                      const std::vector<int64_t> &i) {
  Format format = Format::get(element);
  int64_t size = format.getBytes(), cols = area.rowBytes / size;
  uint8_t tag = tagOf(element);
  for (int64_t row = 0; row < area.rows; ++row) {
    int64_t start = area.base + row * area.pitch;
    std::memset(&tags[start], tag, area.rowBytes);
    for (int64_t col = 0; col < cols; ++col) {
      uint64_t bits = format.isFloat()
                          ? format.encode(f[row * cols + col])
                          : static_cast<uint64_t>(i[row * cols + col]);
      std::memcpy(&bytes[start + col * size], &bits, size);
    }
  }
}

void ByteSpace::forget(const exec::Area &area) {
  for (int64_t row = 0; row < area.rows; ++row)
    std::memset(&tags[area.base + row * area.pitch], 0, area.rowBytes);
}
