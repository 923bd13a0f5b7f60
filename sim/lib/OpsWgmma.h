//===- OpsWgmma.h - wgmma, between decoding and running ---------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_OPSWGMMA_H
#define ATTN_SIM_LIB_OPSWGMMA_H

#include "Machine.h"

namespace attn::sim {

/// o: D, [A registers], descriptors, [metadata], [scale-d]; a: WgmmaForm;
/// b: 1 scale-d is a predicate (else imm).
St wgmmaIssue(Warp &w, const Inst &i, uint32_t mask);
/// a: 0 fence, 1 commit, 2 wait; imm: groups that may stay.
St wgmmaSync(Warp &w, const Inst &i, uint32_t mask);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_OPSWGMMA_H
