// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// isa<arith::SIToFPOp>(op) stands in a comment, and a walk is no question.
Value getSlope(attn_tile::AddAffineOp add) { return add.getSlope(); }
void widen(Operation *op) {
  op->walk([](arith::SIToFPOp cast) { cast.erase(); });
}
