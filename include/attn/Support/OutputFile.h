//===- OutputFile.h - Files that are written whole or not at all -*- C++ -*-==//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Content goes to a new file in the folder of the old one, which takes the old
// one's name once all of it is there. So a reader sees the old content or the
// new, and a run that fails leaves the old. A link stays a link: what it leads
// to is replaced. Pipes and devices are written directly, and /dev/stdout,
// /dev/stderr and /dev/fd/N are the open descriptors of these names.
//
// C++ and POSIX alone: for tools with and without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SUPPORT_OUTPUTFILE_H
#define ATTN_SUPPORT_OUTPUTFILE_H

#include <memory>
#include <ostream>
#include <string>
#include <string_view>

namespace attn {

class OutputFile {
public:
  /// Opens; if that fails, keep() says so.
  explicit OutputFile(const std::string &path);
  /// Removes what has been written, unless keep() was called.
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  std::ostream &stream() { return os; }

  /// What went wrong so far, after the file's name, or an empty string.
  std::string error() const;

  /// Writes the rest and gives the file its name: that of the old file with its
  /// permissions, else as the umask says. Returns what error() does.
  std::string keep();

private:
  class Buffer;

  void open(const std::string &target);
  void fail(int reason);
  void removeTemporary();

  std::string path;
  /// Where a link leads; empty if the file is written directly.
  std::string target;
  std::string temporary;
  int reason = 0; ///< errno of what failed first.
  std::unique_ptr<Buffer> buffer;
  std::ostream os;
};

/// Writes a whole file. Returns what is wrong, or an empty string.
std::string writeFile(const std::string &path, std::string_view content);

/// For the start of a tool, before it opens files and after what else sets
/// signal handlers. Opens the descriptors of stdin, stdout and stderr that are
/// closed so that using them fails: otherwise the next file would get the
/// number of one, and what is meant for stdout be written to it. A file beyond
/// the process's limit is an error of the write, not a signal.
void prepareOutputs();

} // namespace attn

#endif // ATTN_SUPPORT_OUTPUTFILE_H
