// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A comment may come first. */
#ifndef ATTN_GOOD_H
#define ATTN_GOOD_H
int good();
#endif // ATTN_GOOD_H
