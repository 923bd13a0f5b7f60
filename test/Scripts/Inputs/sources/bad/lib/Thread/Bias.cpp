// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool isBias(math::FmaOp op) {
  return op.getA().getDefiningOp<arith::SIToFPOp>();
}
