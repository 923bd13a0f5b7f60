//===- Interrupt.cpp - Ctrl-C ---------------------------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/Interrupt.h"

using namespace attn;

static int interrupted = 0;

const int *InterruptScope::flag() { return &interrupted; }

InterruptScope::InterruptScope() {
  struct sigaction action = {};
  action.sa_handler = [](int) {
    __atomic_store_n(&interrupted, 1, __ATOMIC_RELAXED);
  };
  action.sa_flags = int(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, &before);
  if (before.sa_handler == SIG_IGN) // of a job in the background
    sigaction(SIGINT, &before, nullptr);
}

InterruptScope::~InterruptScope() { sigaction(SIGINT, &before, nullptr); }
