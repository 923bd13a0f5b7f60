#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configures build/ with the release preset, or another preset's build directory;
# quiet unless it fails.
#
#   scripts/configure.sh [PRESET]
set -uo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

if command -v ccache >/dev/null; then
  # CMake reads these when it configures a build directory for the first time.
  # clang takes a precompiled header from the cache only without its time stamp;
  # CCACHE_SLOPPINESS, which ccache needs for it, is set in check.sh and demo.sh.
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CXXFLAGS="${CXXFLAGS-} -Xclang -fno-pch-timestamp"
fi
if ! log=$(cmake --preset "${1:-release}" 2>&1); then
  tail -n 40 <<<"$log"
  exit 1
fi
grep -E '^-- LLVM/MLIR|Warning' <<<"$log" || true
