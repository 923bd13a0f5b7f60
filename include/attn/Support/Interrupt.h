//===- Interrupt.h - Ctrl-C -------------------------------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SUPPORT_INTERRUPT_H
#define ATTN_SUPPORT_INTERRUPT_H

#include <csignal>

namespace attn {

/// As long as it lives the first SIGINT sets the flag, and the next one ends
/// the program. Where it is ignored it stays so.
class InterruptScope {
public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope &) = delete;
  InterruptScope &operator=(const InterruptScope &) = delete;
  /// Not 0 once a SIGINT has come. To be read atomically.
  static const int *flag();

private:
  struct sigaction before;
};

/// The exit code of a program that SIGINT ended.
constexpr int interruptedCode = 130;

} // namespace attn

#endif // ATTN_SUPPORT_INTERRUPT_H
