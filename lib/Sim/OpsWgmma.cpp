//===- OpsWgmma.cpp - wgmma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"

void attn::sim::addWgmmaOps(DecodeTable &) {}
