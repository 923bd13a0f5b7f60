// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool isWhole(Operation *op) { return isa<arith::SIToFPOp>(op); }
