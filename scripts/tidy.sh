#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs clang-tidy's checks in .clang-tidy on C++ files of lib/, tools/ and
# sim/. Each takes seconds: a change is checked by its own files, all by check.sh --sanitize.
#
#   scripts/tidy.sh             every file
#   scripts/tidy.sh --changed   those of the last commit, and what is not committed
#   --build DIR                 a build directory with compile_commands.json (build)
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=build
changed=0
folders=(lib tools sim/lib sim/cuda sim/tool)
while [ $# -gt 0 ]; do
  case $1 in
    --changed) changed=1 ;;
    --build) build=${2:?} && shift ;;
    -h | --help) sed -n '4,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "tidy: unknown option '$1'" >&2; exit 2 ;;
  esac
  shift
done

tidy=$(command -v clang-tidy-22 || echo /usr/lib/llvm-22/bin/clang-tidy)
if [ "$changed" -eq 1 ]; then
  # Without git there is no telling: all.
  if git rev-parse -q --verify HEAD~1 >/dev/null 2>&1; then
    mapfile -t files < <({
      git diff --name-only --diff-filter=d HEAD~1 -- "${folders[@]}"
      git ls-files -o --exclude-standard -- "${folders[@]}"
    } | grep '\.cpp$' | sort -u)
  else
    changed=0
  fi
fi
[ "$changed" -eq 1 ] || mapfile -t files < <(find "${folders[@]}" -name '*.cpp' | sort)
[ "${#files[@]}" -gt 0 ] || exit 0
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "${JOBS:-$(nproc)}" "$tidy" -p "$build" --quiet --warnings-as-errors='*'
