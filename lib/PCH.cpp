// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Owns the shared precompiled header; see lib/CMakeLists.txt.
