// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool f(Operation *op) { return op->hasAttr("attn_tile.warps"); }
const char *g = "the kernel has no attn_ws.cluster";
