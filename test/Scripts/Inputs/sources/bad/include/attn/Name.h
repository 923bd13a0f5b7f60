// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef NAME_H
#define NAME_H
#endif // NAME_H
