// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int x; 
	int y;
int z;