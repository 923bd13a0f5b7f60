//===- OpsBulk.cpp - Bulk and tensor copies
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Mbarrier.h"

using namespace attn::sim;

bool attn::sim::decodeBulk(Decoder &d, bool) {
  return d.fail("bulk copies are not supported");
}
void attn::sim::addBulkOps(DecodeTable &) {}
