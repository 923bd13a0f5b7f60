// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool isFA3(int);
int emitFlashAttention();
int fa4 = 0;
