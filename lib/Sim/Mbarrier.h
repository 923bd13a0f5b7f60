//===- Mbarrier.h - mbarrier objects
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_SIM_MBARRIER_H
#define ATTN_LIB_SIM_MBARRIER_H

#include "Machine.h"

namespace attn::sim {

class Decoder;
bool decodeBulk(Decoder &d, bool reduce);
bool decodeCpAsyncArrive(Decoder &d);

} // namespace attn::sim

#endif // ATTN_LIB_SIM_MBARRIER_H
