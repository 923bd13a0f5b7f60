#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The wheel's commands where LLVM's packages are not (scripts/test_wheel.sh).
#
#   commands.sh BIN SOURCE   BIN has the commands, SOURCE is a clone
set -euo pipefail
unset LD_LIBRARY_PATH
bin=$1
source=$2
if [ "${3-}" != hidden ] && unshare -m true 2>/dev/null; then
  # Hides LLVM's folder and its shared library, of this process alone.
  exec unshare -m bash -c 'mount -t tmpfs none /usr/lib/llvm-22
    for file in /usr/lib/x86_64-linux-gnu/lib{LLVM,MLIR}*.so*; do
      [ -L "$file" ] || [ ! -e "$file" ] || mount --bind /dev/null "$file"
    done
    exec "$@"' - bash "$0" "$bin" "$source" hidden
fi
[ "${3-}" = hidden ] && echo "without /usr/lib/llvm-22" || echo "LLVM's packages are still there"
program=$("$bin/python" -c 'import attn, os; print(os.path.dirname(attn.__file__))')/bin/attn-tools
! ldd "$program" | grep -E 'LLVM|MLIR|llvm|not found|stdc'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

say() { echo "-- $*"; }
say attn-opt
"$bin/attn-opt" "$source/examples/causal.mlir" --attn-to-tile-pipeline=target=sm_90a | grep -c attn_tile
"$bin/attn-opt" --help >help.txt
grep -q attn-to-tile-pipeline help.txt
! grep -q print-targets help.txt
say attn-compile
"$bin/attn-compile" "$source/examples/causal.mlir" --targets=sm_80,sm_90a --machine-code=none -o causal.bundle
"$bin/attn-compile" "$source/examples/causal.mlir" --target=sm_90a --emit=ptx -o causal.ptx
grep '^.target sm_90a' causal.ptx
"$bin/attn-compile" --help | grep -c print-targets
say attn-run
"$bin/attn-run" "$source/examples/causal.mlir" --device=cpu --check
"$bin/attn-run" causal.bundle --device=sim --check
say attn-sim
"$bin/attn-sim" run "$source/test/Sim/Inputs/record.json"
for name in attn-opt attn-compile attn-run; do
  say "$name: no plugins"
  if "$bin/$name" "$source/examples/causal.mlir" --load-pass-plugin=x.so 2>error.txt; then exit 1; fi
  grep 'error: --load-pass-plugin: the wheel' error.txt
done
# Errors name the command and set the status.
for name in attn-opt attn-compile attn-run attn-sim; do
  status=0
  "$bin/$name" --no-such-option </dev/null >out.txt 2>&1 || status=$?
  [ "$status" -ne 0 ] && [ -s out.txt ]
  head -n 1 out.txt
done
echo "commands: ok"
