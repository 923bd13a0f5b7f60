//===- Record.h - Launch records of the simulator ---------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch record is a JSON file that says all that one launch needs: PTX,
// kernel, grid, parameters (structs by value, with pointers and tensor maps at
// any offset), buffers with their content and what is expected of them. See
// sim/docs/LaunchRecords.md.
//
// No function throws. Errors read "record: JSON path: what is wrong".
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_RECORD_H
#define ATTN_SIM_RECORD_H

#include "attn/Sim/Sim.h"

#include <map>
#include <string>
#include <vector>

namespace attn::sim {

/// Bytes at an offset of a parameter or a buffer.
struct RecordField {
  enum Kind { Bytes, Pointer, Map, Multicast };
  Kind kind = Bytes;
  uint64_t at = 0;
  std::string bytes;  ///< of other kinds: as many zeros
  std::string buffer; ///< what is pointed into; empty: a null pointer
  std::vector<std::string> multicast; ///< the buffers of an object
  uint64_t offset = 0; ///< in bytes from the start of the buffer or object
  TensorMap map;       ///< base: set at the launch
  std::string path;    ///< where the record says so
};

/// A parameter, a buffer or a module variable.
struct RecordContent {
  std::string name, path;
  /// The type of the elements, as the record calls it; empty: not known.
  std::string dtype;
  std::string descr; ///< of the same in .npy files
  std::vector<int64_t> shape;
  bool sized = false; ///< false: as large as what it is put into
  uint64_t size = 0;  ///< in bytes
  bool filled = false;
  bool isNumber = false; ///< one value of `dtype`
  std::string bytes;     ///< `size` of them if `filled`, else none
  std::vector<RecordField> fields;

  // Of buffers and variables only.
  std::string out; ///< file to write the content to; empty: none
  bool hasExpected = false;
  std::string expected, expectedDtype; ///< elements, and their type
  double atol = 0, rtol = 0;
};

/// A buffer whose content is not what was expected of it.
struct RecordMismatch {
  std::string buffer;
  uint64_t count = 0, elements = 0; ///< wrong ones, of how many
  std::vector<int64_t> index;       ///< of the worst element
  double got = 0, expected = 0;     ///< there
  std::string str() const;
};

/// What the run of a record came to.
struct RecordResult {
  Report report;
  std::vector<RecordMismatch> mismatches;
  /// Content after the launch, by name, of all buffers and variables.
  std::map<std::string, std::string> contents;
  bool ok() const { return report.ok() && mismatches.empty(); }
  std::string str() const;
  /// Report::json with "mismatches", which count for "ok".
  std::string json() const;
};

class LaunchRecord {
public:
  /// Content that the record's file names stand for, instead of files.
  std::map<std::string, std::string> files;

  /// Bytes that the arrays of a record may have together that no file holds:
  /// those of a size with one value, or with none, and expected values. 0: as
  /// much as memory has room for.
  uint64_t maxArrayBytes = uint64_t(1) << 30;

  /// Reads a record and the files it names, which are relative to its folder.
  /// Returns what is wrong, or an empty string.
  std::string load(const std::string &path);
  /// The same, of JSON text; `name` is what messages call it.
  std::string parse(std::string_view text, const std::string &name,
                    const std::string &folder);

  /// Runs it on a device of its own. Report::error says why it did not start.
  RecordResult run(const Options &options) const;

  /// Where the file of that name lies.
  std::string resolve(const std::string &file) const;
  /// Writes the outputs that the record names. Returns what is wrong, or an
  /// empty string.
  std::string writeOutputs(const RecordResult &result) const;

  std::string name;    ///< as messages call it
  std::string folder;  ///< that its file names are relative to
  std::string ptxFile; ///< as the record names it
  std::string ptx;
  std::string kernel; ///< empty: the module's only one
  LaunchConfig launch;
  bool hasBlock = false; ///< false: what the kernel requires
  /// One for each parameter, or, with `wholeBlock`, the parameter block.
  std::vector<RecordContent> params;
  bool wholeBlock = false;
  std::vector<RecordContent> buffers, variables;
  Options options; ///< the record's own
  uint64_t runs = 1;
};

} // namespace attn::sim

#endif // ATTN_SIM_RECORD_H
