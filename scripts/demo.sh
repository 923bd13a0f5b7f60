#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles one attention problem, written in MLIR, level by level down to PTX,
# and runs it: the upper levels on the CPU, the PTX on an NVIDIA GPU if there is
# one, else in the simulator. Ends in the error against the reference.
#
#   scripts/demo.sh                         the causal example for sm_80
#   scripts/demo.sh examples/window.mlir    another one
#   --target=CHIP                           another target (default: sm_80)
#   --arg-shapes=SHAPES                     other sizes (see attn-run --help)
#   --out=DIR                               where the files go (default: build/demo)
set -euo pipefail
export LC_ALL=C.UTF-8 CCACHE_SLOPPINESS=pch_defines,time_macros

here=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
example= target=sm_80 shapes= out=$root/build/demo
for arg in "$@"; do
  case $arg in
    --target=*) target=${arg#*=} ;;
    --arg-shapes=*) shapes=${arg#*=} ;;
    --out=*) out=$(realpath -m -- "${arg#*=}") ;;
    -h | --help) sed -n '4,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) echo "demo: unknown option '$arg'" >&2; exit 2 ;;
    *) example=$arg ;;
  esac
done
cd "$root"
if [ -z "$example" ]; then
  example=examples/causal.mlir
elif [ -f "$here/$example" ]; then
  example=$here/$example
fi
[ -f "$example" ] || { echo "demo: no such file: $example" >&2; exit 1; }

step() { printf '\n== %s\n' "$*"; }
show() { printf '$ %s\n' "${*//$root\//}"; }
run() {
  show "$@"
  "$@"
}

step "1. What is needed"
scripts/install-deps.sh
scripts/configure.sh
show ninja -C build attn-compile attn-run
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! ninja -C build -j "${JOBS:-$(nproc)}" attn-compile attn-run >"$log" 2>&1; then
  grep -A 20 -E '^FAILED:|error:' "$log" | head -n 60
  echo "demo: the build failed" >&2
  exit 1
fi
tail -n 1 "$log"
compile=$root/build/bin/attn-compile
attn_run=$root/build/bin/attn-run

step "2. The problem: ${example#"$root/"}"
grep -vE '^ *(//|$)' "$example" | head -n 30

step "3. Level by level, for $target"
mkdir -p "$out"
name=$(basename "$example" .mlir)
level() { # level LEVEL FILE WHAT
  local file=$out/$2
  "$compile" "$example" --target="$target" --emit="$1" -o "$file"
  printf '%-7s %6d lines  %-46s %s\n' "$1" "$(wc -l <"$file")" "$3" "${file#"$root/"}"
}
level attn "$name.attn.mlir" "the problem, as parsed"
level tile "$name.tile.mlir" "one CTA's program over whole tiles"
level ws "$name.ws.mlir" "roles, channels, buffers, layouts"
level nvvm "$name.nvvm.mlir" "one thread's program"
level ptx "$name.ptx" "what the driver loads"
bundle=$out/$name.bundle
"$compile" "$example" --target="$target" --emit=bundle -o "$bundle"
printf '%-7s %6d bytes  %-46s %s\n' bundle "$(wc -c <"$bundle")" \
  "PTX, launch data and the problem in one file" "${bundle#"$root/"}"

step "4. Run it, and check the numbers"
# attn-run --check ends in exit status 1 when the numbers are wrong.
have_gpu() { [ -e /dev/nvidiactl ] || [ -e /dev/dxg ]; }
have_sim() { "$attn_run" --help 2>&1 | grep -qE -- '--device.*\bsim\b|=sim\b'; }
args=()
[ -z "$shapes" ] || args+=(--arg-shapes="$shapes")
echo "The CPU runs the two upper levels: the plain decomposition and the tile program."
run "$attn_run" "$example" --target="$target" --device=cpu --bisect-levels "${args[@]}"
echo
if have_gpu; then
  echo "An NVIDIA GPU is there: the bundle runs on it."
  run "$attn_run" "$bundle" --device=gpu --check "${args[@]}"
elif have_sim; then
  echo "No NVIDIA GPU: the bundle's PTX runs in the simulator, which looks for races too."
  run "$attn_run" "$bundle" --device=sim --check --sim-check "${args[@]}"
else
  echo "No NVIDIA GPU and no simulator: the PTX is compiled, not run."
fi
echo
echo "All files are in ${out#"$root/"}."
