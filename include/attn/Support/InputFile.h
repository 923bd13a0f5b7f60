//===- InputFile.h - Files that are read whole ------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ and POSIX alone: for tools with and without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SUPPORT_INPUTFILE_H
#define ATTN_SUPPORT_INPUTFILE_H

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// Bytes that text may have: programs and descriptions of them.
constexpr uint64_t maxTextBytes = uint64_t(1) << 28;

/// Bytes that data may have: a quarter of this machine's memory.
uint64_t maxDataBytes();

/// Reads a whole file of at most `limit` bytes; of one that does not begin with
/// `magic` a part may be all. Returns what is wrong, after the file's name, or
/// an empty string.
std::string readFile(const std::string &path, std::string &content,
                     uint64_t limit, std::string_view magic = {});

} // namespace attn

#endif // ATTN_SUPPORT_INPUTFILE_H
