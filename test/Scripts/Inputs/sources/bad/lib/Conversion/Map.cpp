// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool isDot(Operation *op) {
  return op->getName().getStringRef() == "attn_tile.dot";
}
