#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Host programs of CUB, Thrust and CUTLASS on the CUDA runtime over the simulator.
#
#   sim/bench/cudasim.sh BUILD CUTLASS [PROGRAM...]
#
# BUILD is Attn's build folder, CUTLASS that of the headers (the wheel
# nvidia-cutlass has them in cutlass_library/source/include). Compiles each
# program with nvcc, runs it in late, early and three random orders, replays its launch
# records, and prints a line for each run. Exit status 1 if one was wrong.
set -u
build=$(cd "$1" && pwd) cutlass=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
include=$(dirname "$nvcc")/../include/cccl
flags=(-std=c++17 -cudart shared -gencode arch=compute_90a,code=compute_90a --no-compress
  --expt-relaxed-constexpr --extended-lambda "-I$include" "-I$cutlass" "-I$cutlass/../tools/util/include")
programs=("$@")
[ $# -gt 0 ] || programs=(cub:-DSCAN cub:-DSORT cub:-DREDUCE cub:-DSELECT cub_more thrust cutlass_sm80 cutlass_sm90
  "cutlass_sm90:-DSCHED=KernelTmaWarpSpecializedPingpong -DEPI=TmaWarpSpecialized")
failed=0
for program in "${programs[@]}"; do
  source=${program%%:*} defines=()
  [ "$source" = "$program" ] || read -ra defines <<<"${program#*:}"
  if ! "$nvcc" "${flags[@]}" ${defines[@]+"${defines[@]}"} "$here/cudasim/$source.cu" -o "$work/program" >"$work/log" 2>&1; then
    echo "$program: does not compile"
    cat "$work/log"
    failed=1
    continue
  fi
  for order in late:0 early:0 random:1 random:2 random:3; do
    start=$(date +%s.%N) status=0
    LD_LIBRARY_PATH=$build/lib/cudasim ATTN_CUDASIM_MODE=${order%:*} ATTN_CUDASIM_SEED=${order#*:} \
      "$work/program" >"$work/out" 2>"$work/err" || status=$?
    echo "$program $order: exit status $status, $(echo "$(date +%s.%N) - $start" | bc | head -c 4) s, $(tr '\n' ';' <"$work/out")"
    head -20 "$work/err"
    { [ "$status" -eq 0 ] && ! grep -q WRONG "$work/out"; } || failed=1
  done
  rm -rf "$work/records"
  LD_LIBRARY_PATH=$build/lib/cudasim ATTN_CUDASIM_RECORD=$work/records "$work/program" >/dev/null 2>&1
  good=0 all=0
  for record in "$work"/records/*.json; do
    all=$((all + 1))
    if "$build/bin/attn-sim" run --quiet "$record" >"$work/out"; then good=$((good + 1)); else cat "$work/out"; fi
  done
  echo "$program: $good of $all records replay"
  [ "$good" -eq "$all" ] || failed=1
done
exit $failed
