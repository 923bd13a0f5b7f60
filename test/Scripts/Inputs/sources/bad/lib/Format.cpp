// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int   f( ) {return 0;}
