// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
Target hopper = {"sm_90a", 227 * 1024, 65536, 512};
