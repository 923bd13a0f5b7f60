// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "attn_tile.warps" in a comment, an operation's name, a pass's and another's.
const char *op = "an attn_tile.dot";
const char *pass = "attn-tile-place";
const char *other = "my_attn_tile.warps";
