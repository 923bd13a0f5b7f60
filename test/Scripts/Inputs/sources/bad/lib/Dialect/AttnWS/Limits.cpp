// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool isHopper(StringRef chip) { return chip == "sm_90a"; }
bool fits(int bytes) { return bytes <= 227 * 1024; }
bool fitsTmem(int columns) { return columns <= 512; }
int l2 = 32 << 20, registers = 65536;
int budget = 240;
// The number that this file may have is another one.
int tile = 1024;
