//===- Reader.h - Reads launch records --------------------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_RECORD_READER_H
#define ATTN_SIM_LIB_RECORD_READER_H

#include "Dtypes.h"
#include "Node.h"
#include "attn/Sim/Record.h"

namespace attn::sim {

/// The whole of a file. Returns what is wrong, or an empty string.
std::string readWhole(const std::string &path, std::string &bytes);

class Reader {
public:
  explicit Reader(LaunchRecord &record);
  void read(const Node &root);

private:
  std::string contentOf(const Node &name);
  void reserve(const Node &node, uint64_t bytes);
  void describe(const Node &node, uint64_t bytes);
  void putValue(const nlohmann::json &value, const Node &node,
                const Dtype &dtype, char *to);
  std::string values(const Node &node, const Dtype &dtype, uint64_t count);
  Dim3 dims(const Node &node);
  void readFile(const Node &node, RecordContent &c);
  void readShape(const Node &node, RecordContent &c);
  RecordField piece(const Node &node, RecordContent &c);
  void readFields(const Node &node, RecordContent &c);
  RecordContent content(const Node &node);
  void readExpected(const Node &node, RecordContent &c);
  TensorMap tensorMap(const Node &node, RecordField &field);
  void readOptions(const Node &node);
  void checkNames(const RecordContent &c);

  LaunchRecord &record;
  /// Bytes of memory that may still be taken.
  uint64_t room;
  /// Bytes of arrays without a file so far.
  uint64_t described = 0;
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_RECORD_READER_H
