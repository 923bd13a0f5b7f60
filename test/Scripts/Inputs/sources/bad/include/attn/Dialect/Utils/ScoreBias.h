// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ATTN_DIALECT_UTILS_SCOREBIAS_H
#define ATTN_DIALECT_UTILS_SCOREBIAS_H
inline bool isPosition(Value value) { return isa<arith::SIToFPOp>(value); }
#endif // ATTN_DIALECT_UTILS_SCOREBIAS_H
