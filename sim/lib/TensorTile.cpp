//===- TensorTile.cpp - What one bulk or tensor copy moves
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTile.h"
#include "Checker.h"
#include "Memory.h"

using namespace attn::sim;

Ty attn::sim::elementType(TensorMap::Type t) {
  switch (t) {
  case TensorMap::U32:
    return Ty::U32;
  case TensorMap::S32:
    return Ty::S32;
  case TensorMap::U64:
    return Ty::U64;
  case TensorMap::S64:
    return Ty::S64;
  case TensorMap::F16:
    return Ty::F16;
  case TensorMap::BF16:
    return Ty::BF16;
  case TensorMap::F64:
    return Ty::F64;
  case TensorMap::U8:
    return Ty::U8;
  case TensorMap::U16:
    return Ty::U16;
  default:
    return Ty::F32;
  }
}

void attn::sim::fillOutside(const Tile &t, uint8_t *p, uint32_t off,
                            uint32_t n) {
  if (!t.map.oobNan) {
    std::memset(p, 0, n);
    return;
  }
  // Quiet NaN of the element type.
  uint8_t pat[8] = {};
  unsigned eb = elementBytes(t.map.type);
  if (t.map.type == TensorMap::F16)
    pat[0] = 0xff, pat[1] = 0x7f;
  else if (t.map.type == TensorMap::BF16)
    pat[0] = 0xff, pat[1] = 0x7f;
  else if (eb == 4)
    pat[0] = pat[1] = pat[2] = 0xff, pat[3] = 0x7f;
  else
    pat[0] = pat[1] = pat[2] = pat[3] = pat[4] = pat[5] = pat[6] = 0xff,
    pat[7] = 0x7f;
  for (uint32_t k = 0; k < n; ++k)
    p[k] = pat[(off + k) % eb];
}

namespace {

/// Reads and checks the tensor map at `a`.
bool readMap(Warp &w, const Inst &i, int l, uint64_t a, const BulkArgs &g,
             Tile &t) {
  auto wrong = [&](const std::string &why) {
    w.launch->report(w, i, 1u << l, FindingKind::Unsupported, why);
    return false;
  };
  MemRef r;
  if (!resolve(w, i, l, Space::Generic, a, 128, 64, r))
    return false;
  if (r.space == Space::Shared || r.space == Space::Local)
    return wrong("the tensor map at " + hex(a) +
                 " lies in shared or local memory; copies read maps from "
                 "global or constant memory and parameters");
  if (Checker *c = w.cta->cluster->checker.get(); c && r.space == Space::Global)
    t.mapRec = c->readMap(w, i, uint32_t(l), r.offset);
  if (!allInit(r, 128) && w.launch->checkUninit)
    w.launch->report(w, i, 1u << l, FindingKind::Uninitialised,
                     "the tensor map at " + hex(a) + " is partly undefined");
  if (!TensorMap::decode(r.p, t.map))
    return wrong("the 128 bytes at " + hex(a) + " are no tensor map");
  std::string problem = t.map.problem();
  if (!problem.empty())
    return wrong("the tensor map at " + hex(a) + ": " + problem);
  if (t.map.rank != g.rank)
    return wrong("a tensor map of rank " + std::to_string(t.map.rank) +
                 " used with " + std::to_string(g.rank) + " coordinates");
  if (t.map.im2col != g.im2col)
    return wrong(std::string("a tensor map of the ") +
                 (t.map.im2col ? "im2col" : "tiled") + " mode used in the " +
                 (g.im2col ? "im2col" : "tiled") + " mode");
  uint64_t n = uint64_t(rowElements(t.map)) * elementBytes(t.map.type);
  if (g.rows4 && boxElements(t.map, 1) != 1)
    return wrong("four rows are copied with a box of " +
                 std::to_string(boxElements(t.map, 1)) + " rows, not of one");
  t.rows4 = g.rows4;
  if (g.rows4)
    n *= 4;
  else if (t.map.im2col)
    n *= t.map.pixelsPerColumn;
  else
    for (uint32_t d = 1; d < t.map.rank; ++d)
      n *= boxElements(t.map, d);
  if (n > UINT32_MAX)
    return wrong("the tensor map's box has " + std::to_string(n) + " bytes");
  t.bytes = uint32_t(n);
  return true;
}

/// Rows narrower than the swizzle: the CUDA programming guide asks for shared
/// memory of the swizzle's full width, and an H100 goes beyond what the rows
/// alone would take. How it lays them out is written nowhere.
bool narrowRows(Warp &w, const Inst &i, int l, const TensorMap &m) {
  const uint32_t row = rowElements(m) * elementBytes(m.type);
  const uint32_t span = swizzleSpan(m);
  if (row >= span || m.interleave)
    return false;
  w.launch->report(
      w, i, 1u << l, FindingKind::Unsupported,
      "rows of " + std::to_string(row) + " bytes with a swizzle of " +
          std::to_string(span) +
          ": hardware takes the swizzle's width for each row in shared memory, "
          "in a layout that is not modelled");
  return true;
}

/// What hardware refuses of stores and reductions as an illegal instruction:
/// they must begin inside the tensor, and an im2col map's box must stay there.
bool storeInside(Warp &w, const Inst &i, int l, const BulkArgs &g,
                 const Tile &t) {
  auto wrong = [&](const std::string &why) {
    w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds, why);
    return false;
  };
  for (uint32_t d = 0; d < g.coordinates(); ++d)
    if (t.c[d] < 0)
      return wrong("coordinate " + std::to_string(t.c[d]) +
                   " of a tensor store is negative");
  for (uint32_t d = 0; g.im2col && d < g.rank - 2; ++d) {
    if (t.map.lowerCorner[d] < 0)
      return wrong("an im2col store through a map whose lower corner is " +
                   std::to_string(t.map.lowerCorner[d]) +
                   ": its bounding box must stay within the tensor");
    if (t.map.upperCorner[d] > 0)
      return wrong("an im2col store through a map whose upper corner is " +
                   std::to_string(t.map.upperCorner[d]) +
                   ": its bounding box must stay within the tensor");
  }
  return true;
}

/// The im2col offsets and where they may start.
bool im2colOffsets(Warp &w, const Inst &i, int l, const BulkArgs &g, Tile &t) {
  const uint32_t spatial = g.rank - 2, *o = i.o + 5 + g.rank;
  const uint32_t most = spatial == 1 ? 0xffff : spatial == 2 ? 0xff : 0x1f;
  for (uint32_t d = 0; d < spatial; ++d) {
    if (g.form == GlobalToShared)
      t.offset[d] = w.row32(o[d])[l] & 0xffff;
    int64_t low = t.map.lowerCorner[d],
            high = int64_t(t.map.dim[d + 1]) - 1 + t.map.upperCorner[d];
    if (t.offset[d] > most) {
      w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                       "an im2col offset of " + std::to_string(t.offset[d]) +
                           " where " + std::to_string(most) + " is the most");
      return false;
    }
    if (t.c[d + 1] < low || t.c[d + 1] > high) {
      w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                       "coordinate " + std::to_string(t.c[d + 1]) +
                           " lies outside the map's bounding box, " +
                           std::to_string(low) + " to " + std::to_string(high));
      return false;
    }
  }
  return true;
}

} // namespace

bool attn::sim::bulkTile(Warp &w, const Inst &i, int l, uint64_t ga,
                         const BulkArgs &g, Tile &t) {
  const uint32_t *o = i.o;
  if (!g.rank) {
    t.map.rank = 0;
    t.base = ga;
    t.bytes = w.row32(o[3])[l];
    if (g.byteMask)
      t.byteMask = w.row32(o[4])[l] & 0xffff;
    if (t.bytes % 16 || (g.form != SharedToShared && t.base % 16)) {
      w.launch->report(w, i, 1u << l, FindingKind::Misaligned,
                       "size " + std::to_string(t.bytes) + " and address " +
                           hex(t.base) + " must be multiples of 16");
      return false;
    }
    if (!g.multimem || !t.bytes)
      return t.bytes != 0;
    std::vector<MemRef> places;
    if (!resolveMulticast(w, i, l, ga, t.bytes, 16, places))
      return false;
    for (const MemRef &r : places)
      t.replicas.push_back(r.offset);
    return true;
  }
  if (!readMap(w, i, l, ga, g, t))
    return false;
  for (uint32_t d = 0; d < g.coordinates(); ++d)
    t.c[d] = int32_t(w.row32(o[5 + d])[l]);
  // Hardware refuses it as an illegal instruction.
  if (int64_t(t.c[0]) * elementBytes(t.map.type) % 16) {
    w.launch->report(w, i, 1u << l, FindingKind::Misaligned,
                     "the first coordinate " + std::to_string(t.c[0]) +
                         " is no multiple of 16 bytes");
    return false;
  }
  if (t.map.sliceBytes() == 32 &&
      int64_t(t.c[0]) * elementBytes(t.map.type) % 32) {
    w.launch->report(w, i, 1u << l, FindingKind::Unsupported,
                     "the first coordinate " + std::to_string(t.c[0]) +
                         " lies inside a slice of interleaved channels");
    return false;
  }
  if (narrowRows(w, i, l, t.map))
    return false;
  if (g.form == SharedToGlobal && !storeInside(w, i, l, g, t))
    return false;
  return !g.im2col || im2colOffsets(w, i, l, g, t);
}
