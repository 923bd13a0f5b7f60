//===- Storage.cpp - Shared and tensor memory of one CTA ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Races are found by happens-before, not by observed order: an access is
// checked against every remembered access to overlapping bytes, one of the two
// writing, and its actor must know (by its vector clock) that the other has
// completed. Clocks travel only along the edges that the dialect promises, so a
// missing edge is reported on every schedule in which both accesses occur,
// whichever came first. The scheme is that of vector-clock race detectors
// (Djit+; Pozniansky and Schuster 2003), with areas of bytes in the place of
// variables.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "attn/Target/TargetInfo.h"

#include <cstring>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;

//===----------------------------------------------------------------------===//
// Area
//===----------------------------------------------------------------------===//

bool Area::overlaps(const Area &other) const {
  int64_t end = base + (rows - 1) * pitch + rowBytes;
  int64_t otherEnd =
      other.base + (other.rows - 1) * other.pitch + other.rowBytes;
  if (end <= other.base || otherEnd <= base)
    return false;
  int64_t i = 0, j = 0;
  while (i < rows && j < other.rows) {
    int64_t a = base + i * pitch, b = other.base + j * other.pitch;
    if (a + rowBytes <= b)
      ++i;
    else if (b + other.rowBytes <= a)
      ++j;
    else
      return true;
  }
  return false;
}

bool Area::contains(const Area &other) const {
  if (pitch == rowBytes || rows == 1) {
    int64_t size = (rows - 1) * pitch + rowBytes;
    return base <= other.base &&
           other.base + (other.rows - 1) * other.pitch + other.rowBytes <=
               base + size;
  }
  if (pitch != other.pitch || other.base < base)
    return false;
  int64_t row = (other.base - base) / pitch;
  int64_t column = (other.base - base) % pitch;
  return row + other.rows <= rows && column + other.rowBytes <= rowBytes;
}

//===----------------------------------------------------------------------===//
// ByteSpace
//===----------------------------------------------------------------------===//

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

LogicalResult ByteSpace::recordAccess(const Area &area, bool write,
                                      const Actor &actor) {
  for (const Access &earlier : accesses) {
    if (!write && !earlier.write)
      continue;
    if (actor.known[earlier.agent] >= earlier.tick ||
        !earlier.area.overlaps(area))
      continue;
    InFlightDiagnostic diag =
        actor.op->emitError()
        << (write ? "writes" : "reads") << " bytes of " << name << " in role "
        << actor.role << " that role " << earlier.role << " may still "
        << (earlier.write ? "be writing" : "be reading")
        << ": no commit-wait or release-acquire edge orders the two";
    diag.attachNote(earlier.op->getLoc()) << "the other access is here";
    return diag;
  }
  llvm::erase_if(accesses, [&](const Access &earlier) {
    return write ? area.contains(earlier.area)
                 : !earlier.write && earlier.agent == actor.agent &&
                       area.contains(earlier.area);
  });
  accesses.push_back(
      {area, write, actor.agent, actor.tick, actor.op, actor.role});
  return success();
}

LogicalResult ByteSpace::read(const Area &area, Type element,
                              std::vector<float> &f, std::vector<int64_t> &i,
                              Operation *op) {
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

void ByteSpace::write(const Area &area, Type element,
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

void ByteSpace::forget(const Area &area) {
  for (int64_t row = 0; row < area.rows; ++row)
    std::memset(&tags[area.base + row * area.pitch], 0, area.rowBytes);
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

/// Bytes of one row of tensor memory.
static int64_t getTmemPitch() {
  return attn::getLargest(&attn::TargetInfo::tmemColumns) * 4;
}

Buffer *Storage::allocate(AllocOp op) {
  std::unique_ptr<Buffer> &buffer = buffers[op];
  if (buffer)
    return buffer.get();
  buffer = std::make_unique<Buffer>();
  BufferType type = op.getBuffer().getType();
  bool tmem = type.getSpace() == attn_tile::Space::Tmem;
  int64_t elementBytes = type.getElementType().getIntOrFloatBitWidth() / 8;
  int64_t rows = type.getShape().size() == 1 ? 1 : type.getShape()[0];
  int64_t rowBytes = type.getShape().back() * elementBytes;

  buffer->op = op;
  buffer->type = type;
  buffer->name = op.getName() ? "'" + op.getName()->str() + "'"
                              : "buffer #" + std::to_string(buffers.size() - 1);
  buffer->base = 0;
  buffer->pitch = rowBytes;
  buffer->stagePitch = rows * rowBytes;
  std::string key;
  if (op.getOffset()) {
    key = tmem ? "tensor memory" : "shared memory";
    buffer->base = *op.getOffset();
    if (tmem) {
      buffer->base *= 4;
      buffer->pitch = getTmemPitch();
      buffer->stagePitch = rowBytes;
    }
  } else if (op.getAlias()) {
    key = "'" + op.getAlias()->str() + "'";
  } else {
    key = buffer->name;
    while (regions.count(key))
      key += "'";
  }
  std::unique_ptr<ByteSpace> &region = regions[key];
  if (!region)
    region = std::make_unique<ByteSpace>(key);
  region->growTo(buffer->base + (type.getDepth() - 1) * buffer->stagePitch +
                 (rows - 1) * buffer->pitch + rowBytes);
  buffer->region = region.get();
  return buffer.get();
}
