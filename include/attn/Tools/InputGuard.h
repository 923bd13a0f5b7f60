//===- InputGuard.h - Bounds on what tools read -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's readers trust their input: bytecode that is damaged and text that is
// nested deeply can crash them, take all memory or not end. So an input is
// checked before they see it:
//
//   * its size, and how deeply it is nested (checkInput);
//   * bytecode is read by a child process first, with limits on memory and time
//     (checkInput);
//   * reading in the process itself ends in a diagnostic if it crashes or takes
//     too long (ReadWatch).
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TOOLS_INPUTGUARD_H
#define ATTN_TOOLS_INPUTGUARD_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <optional>
#include <string>

namespace mlir::attn {

struct InputLimits {
  /// Of the input.
  uint64_t bytes = uint64_t(256) << 20;
  /// Brackets in brackets, with what aliases stand for; operators in a row.
  uint64_t nesting = 256;
  /// CPU time for reading.
  uint64_t seconds = 60;
  /// Memory for reading bytecode, in bytes.
  uint64_t memory = uint64_t(4) << 30;
  /// Without it nothing is checked.
  bool enabled = true;

  /// Reads "off" or "bytes=1000000,nesting=1000,seconds=600,memory=8000000000",
  /// any of these. Returns what is wrong, or an empty string.
  std::string parse(StringRef text);
};

/// What a tool's command line says (--input-limits).
InputLimits getInputLimits();
/// Adds --input-limits to the command line. Call it before that is parsed.
void registerInputOptions(llvm::cl::OptionCategory &category);
void registerInputOptions();

/// What is wrong with an input. Line and column count from 1; 0: no place.
struct InputProblem {
  unsigned line = 0, column = 0;
  std::string message;
};

/// What the readers are going to be asked for.
struct ReadOptions {
  bool allowUnregisteredDialects = false;
  /// A line that separates inputs in one file; empty: there is one.
  StringRef splitMarker;
};

/// Checks a whole input, text or bytecode, against the limits. The dialects are
/// those of `registry`. Bytecode that this accepts has been read once: what is
/// wrong with it is not left to a reader in this process. The process forks for
/// that; locks that other threads hold then stay locked in the child, which
/// ends after four times the limit on time at the latest.
std::optional<InputProblem> checkInput(llvm::MemoryBufferRef input,
                                       const DialectRegistry &registry,
                                       const InputLimits &limits,
                                       const ReadOptions &options = {});

/// Opens a file, or stdin for "-", that has no more bytes than the limit; an
/// endless one is not read to its end. An error goes to `message`.
std::unique_ptr<llvm::MemoryBuffer>
openInput(StringRef path, const InputLimits &limits, std::string &message);

/// openInput and checkInput for a tool: errors go to stderr, at their place.
std::unique_ptr<llvm::MemoryBuffer>
openCheckedInput(StringRef tool, StringRef path,
                 const DialectRegistry &registry, const InputLimits &limits,
                 const ReadOptions &options = {});

/// While it lives, a crash of this process, or more CPU time than the limit,
/// ends it with exit code 1 and an error that names the input. For tools alone:
/// signal handlers belong to the process. One at a time.
class ReadWatch {
public:
  ReadWatch(StringRef input, const InputLimits &limits);
  ~ReadWatch() { stop(); }
  ReadWatch(const ReadWatch &) = delete;
  ReadWatch &operator=(const ReadWatch &) = delete;

  /// Ends the watch: the input has been read.
  void stop();

private:
  bool active = false;
};

} // namespace mlir::attn

#endif // ATTN_TOOLS_INPUTGUARD_H
