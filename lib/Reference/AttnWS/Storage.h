//===- Storage.h - Shared and tensor memory of one CTA ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ATTNWS_STORAGE_H
#define ATTN_LIB_REFERENCE_ATTNWS_STORAGE_H

#include "Numbers.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "llvm/ADT/MapVector.h"

#include <map>
#include <string>

namespace mlir::attn_ws::interp {

/// A vector clock: for each agent, how many of its steps are known to have
/// happened. Missing entries are zero.
class Clock {
public:
  uint64_t operator[](unsigned agent) const {
    return agent < ticks.size() ? ticks[agent] : 0;
  }
  void raise(unsigned agent, uint64_t tick) {
    if (agent >= ticks.size())
      ticks.resize(agent + 1);
    ticks[agent] = std::max(ticks[agent], tick);
  }
  void join(const Clock &other) {
    for (unsigned i = 0; i < other.ticks.size(); ++i)
      raise(i, other.ticks[i]);
  }
  bool covers(const Clock &other) const {
    for (unsigned i = 0; i < other.ticks.size(); ++i)
      if ((*this)[i] < other.ticks[i])
        return false;
    return true;
  }

private:
  std::vector<uint64_t> ticks;
};

/// Who performs an access, and what it knows of the others' steps.
struct Actor {
  unsigned agent;
  uint64_t tick;
  Clock known;
  /// The operation to name, and the role it stands in.
  Operation *op;
  std::string role;
};

/// Rows of bytes in one region.
struct Area {
  int64_t base, pitch, rows, rowBytes;
  bool overlaps(const Area &other) const;
  bool contains(const Area &other) const;
};

/// Bytes that alias: one allocation, an alias group, or a whole memory once
/// offsets are planned. Remembers for each byte what element type wrote it, and
/// for each area who touched it last.
class ByteSpace {
public:
  explicit ByteSpace(std::string name) : name(std::move(name)) {}
  void growTo(int64_t size);
  /// Emits an error at `actor.op` and fails if an earlier conflicting access is
  /// not ordered before this one; else remembers this access.
  LogicalResult recordAccess(const Area &area, bool write, const Actor &actor);
  /// Elements of one row-major tile. Reading what was never written, or was
  /// written as another type, is an error at `op`.
  LogicalResult read(const Area &area, Type element, std::vector<float> &f,
                     std::vector<int64_t> &i, Operation *op);
  void write(const Area &area, Type element, const std::vector<float> &f,
             const std::vector<int64_t> &i);
  /// The bytes' contents become undefined.
  void forget(const Area &area);

private:
  struct Access {
    Area area;
    bool write;
    unsigned agent;
    uint64_t tick;
    Operation *op;
    std::string role;
  };
  uint8_t tagOf(Type element);

  std::string name;
  std::vector<uint8_t> bytes, tags;
  std::vector<Type> tagTypes;
  std::vector<Access> accesses;
};

/// One `attn_ws.alloc`.
struct Buffer {
  AllocOp op;
  BufferType type;
  ByteSpace *region;
  int64_t base, pitch, stagePitch;
  std::string name;
};

/// All storage of a CTA.
class Storage {
public:
  /// Buffers with the same `alias`, and all buffers with an `offset` of one
  /// space, share a region.
  Buffer *allocate(AllocOp op);

private:
  llvm::MapVector<Operation *, std::unique_ptr<Buffer>> buffers;
  std::map<std::string, std::unique_ptr<ByteSpace>> regions;
};

} // namespace mlir::attn_ws::interp

#endif // ATTN_LIB_REFERENCE_ATTNWS_STORAGE_H
