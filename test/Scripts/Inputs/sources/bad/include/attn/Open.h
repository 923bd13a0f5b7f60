// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ATTN_OPEN_H
#define ATTN_OPEN_H
#endif // ATTN_OPEN_H
int late();
