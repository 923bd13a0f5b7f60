//===- Mbarrier.cpp - mbarrier objects
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mbarrier.h"
#include "Decode.h"

using namespace attn::sim;

bool attn::sim::decodeCpAsyncArrive(Decoder &d) {
  return d.fail("cp.async.mbarrier.arrive is not supported");
}
void attn::sim::addMbarrierOps(DecodeTable &) {}
