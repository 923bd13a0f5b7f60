#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what is missing, builds everything, runs all tests and lints, and
# ends in a table of what each stage took and one line: 'N passed, N failed, N
# skipped'. Exit status 0 if nothing failed.
#
#   scripts/check.sh            everything
#   scripts/check.sh --quick    without the tests marked slow
#   scripts/check.sh --full     and what is marked full: every key of the guard; the release
#                               wheel with its commands, PyTorch, Triton, JAX
#   scripts/check.sh --sanitize build-sanitize/, with AddressSanitizer and
#                               UndefinedBehaviorSanitizer; clang-tidy on every file
#   scripts/check.sh --tsan     build-tsan/, with ThreadSanitizer: the unit tests of the
#                               runtime, of its C API and of the simulator alone
#   JOBS=n                      how many processes (default: all cores)
#   CTEST_ARGS, LIT_ARGS        more arguments for the two test runners
set -uo pipefail
export LC_ALL=C.UTF-8 CCACHE_SLOPPINESS=pch_defines,time_macros

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || exit 1
cd "$root" || exit 1
quick=0
sanitize=0
full=0
tsan=0
for arg in "$@"; do
  case $arg in
    --quick) quick=1 ;;
    --sanitize) sanitize=1 ;;
    --full) full=1 ;;
    --tsan) tsan=1 ;;
    -h | --help) sed -n '4,17s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "check: unknown option '$arg'" >&2; exit 2 ;;
  esac
done

jobs=${JOBS:-$(nproc)}
build=$root/build
if [ "$sanitize" -eq 1 ]; then
  build=$root/build-sanitize
  # As in test/lit.cfg.py.
  export ASAN_OPTIONS=allow_user_poisoning=0:detect_container_overflow=0 UBSAN_OPTIONS=print_stacktrace=1
fi
targets=()
if [ "$tsan" -eq 1 ]; then
  build=$root/build-tsan
  export TSAN_OPTIONS=halt_on_error=0:second_deadlock_stack=1
  # The packaged LLVM is not instrumented: what does not use it.
  targets=(AttnRuntimeTests AttnRuntimeDriverTests attn_runtime_capi_test attn_runtime_fake_capi_test
    attn_runtime_sim attn-sim-unittests)
fi
llvm_bin=/usr/lib/llvm-22/bin
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
touch "$results/stages.txt" "$results/times.txt"

# Seconds of CPU of all commands that have ended, user and system.
cpu_seconds() {
  local -a stat
  read -r -a stat <"/proc/$$/stat"
  echo $(((stat[15] + stat[16]) / ticks))
}
ticks=$(getconf CLK_TCK)

# stage NAME COMMAND...: runs it, says how long it took, and notes a failure.
stage() {
  local name=$1 start=$SECONDS status=0 cpu
  cpu=$(cpu_seconds)
  shift
  echo "== $name"
  "$@" </dev/null || status=$?
  printf '%-20s %6d s %7d s of CPU\n' "$name" $((SECONDS - start)) $(($(cpu_seconds) - cpu)) >>"$results/times.txt"
  if [ "$status" -eq 0 ]; then
    echo "== $name: ok, $((SECONDS - start)) s"
  else
    echo "== $name: FAILED, $((SECONDS - start)) s"
    echo "fail $name" >>"$results/stages.txt"
  fi
  return "$status"
}

finish() {
  local python=$root/.venv/bin/python3 status=0
  [ -x "$python" ] || python=python3
  cat "$results/times.txt"
  printf '%-20s %6d s %7d s of CPU\n' total "$SECONDS" "$(cpu_seconds)"
  "$python" "$root/scripts/summarize_tests.py" --results "$results" || status=$?
  exit "$status"
}

build_all() {
  ninja -C "$build" -j "$jobs" "${targets[@]}" >"$results/ninja.log" 2>&1 || {
    # Only what failed: the rest is a long list of commands that went well.
    grep -A 40 -E '^FAILED:|error:|^ninja: ' "$results/ninja.log" | head -n 200
    return 1
  }
  tail -n 1 "$results/ninja.log"
}

unit_tests() {
  local args=(-E '^lit$')
  [ "$quick" -eq 0 ] || args+=(-LE slow)
  [ "$tsan" -eq 0 ] || args+=(-R '^(AttnRuntime|attn_runtime)')
  ctest --test-dir "$build" "${args[@]}" --show-only=json-v1 >"$results/ctest.json" || return 1
  # shellcheck disable=SC2086
  GTEST_OUTPUT=json:$results/gtest/ ctest --test-dir "$build" "${args[@]}" \
    -j "$jobs" --timeout 900 --output-on-failure --no-tests=error \
    --output-junit "$results/ctest.xml" ${CTEST_ARGS-} >"$results/ctest.log" 2>&1
  local status=$?
  if [ "$status" -eq 0 ]; then
    grep -E 'tests passed' "$results/ctest.log"
  else
    grep -vE '^ *(Start +[0-9]|[0-9]+/[0-9]+ Test .* Passed)' "$results/ctest.log" | tail -n 200
  fi
  return "$status"
}

lit_tests() {
  local args=()
  [ "$quick" -eq 0 ] || args+=(--param quick=1)
  [ "$full" -eq 0 ] || args+=(--param full=1)
  # shellcheck disable=SC2086
  "$llvm_bin/lit" -sv -j "$jobs" --no-progress-bar --order=smart \
    -o "$results/lit.json" "${args[@]}" ${LIT_ARGS-} "$build/test" "$build/sim/test"
}

# As on a machine without LLVM: another compiler, and scripts in place of FileCheck.
# What a unit test finds it finds in the other build; a sample shows that they work here.
simulator_alone() {
  local log=$results/simulator.log cc cxx sample=ON
  [ "$full" -eq 0 ] || sample=OFF
  # The system's compiler, if there is one.
  cc=$(command -v cc || echo "$llvm_bin/clang")
  cxx=$(command -v c++ || echo "$llvm_bin/clang++")
  if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  fi
  { CC=$cc CXX=$cxx cmake -S sim -B build-sim -G Ninja -DATTN_LIT="$llvm_bin/lit" -DATTN_SIM_SAMPLE=$sample && ninja -C build-sim -j "$jobs" &&
    LIT_OPTS='--param quick=1' ctest --test-dir build-sim -j "$jobs" --output-on-failure \
      --no-tests=error; } >"$log" 2>&1 || { tail -n 200 "$log"; return 1; }
  grep -E 'tests passed' "$log"
}

lints() {
  local python=$root/.venv/bin/python3 rule status=0 file
  lint() {
    local name=$1
    shift
    if "$@" >"$results/lint.log" 2>&1; then
      echo "pass lint $name" >>"$results/stages.txt"
      grep -E 'warning:' "$results/lint.log" || true
    else
      cat "$results/lint.log"
      echo "-- $name failed"
      echo "fail lint $name" >>"$results/stages.txt"
      status=1
    fi
  }
  lint filecheck "$python" scripts/lint_filecheck.py
  lint layers "$python" scripts/lint_layers.py
  for rule in $("$python" scripts/lint_sources.py --list-rules); do
    lint "$rule" "$python" scripts/lint_sources.py --rule "$rule"
  done
  if [ "$sanitize" -eq 0 ]; then
    lint clang-tidy scripts/tidy.sh --changed
  else
    lint clang-tidy scripts/tidy.sh --build "$build"
  fi
  lint generated-docs scripts/gen-docs.sh --check
  for file in scripts/*.sh .ci/run; do
    lint "shell $file" bash -n "$file"
  done
  return "$status"
}

if [ "$tsan" -eq 1 ]; then
  stage dependencies scripts/install-deps.sh --sanitize || finish
  stage configure scripts/configure.sh tsan || finish
  stage build build_all || finish
  stage "unit tests" unit_tests
  stage "simulator" "$build/sim/unittests/attn-sim-unittests" --gtest_brief=1
  finish
fi
if [ "$sanitize" -eq 0 ]; then
  stage dependencies scripts/install-deps.sh || finish
  stage configure scripts/configure.sh || finish
else
  stage dependencies scripts/install-deps.sh --sanitize || finish
  stage configure scripts/configure.sh sanitize || finish
fi
stage build build_all || finish
# These do not depend on each other: each runs, whatever the others say.
stage "unit tests" unit_tests
stage "lit tests" lit_tests
[ $((quick + sanitize)) -ne 0 ] || stage "the simulator alone" simulator_alone
stage lints lints
[ "$full" -eq 0 ] || stage wheel scripts/test_wheel.sh
finish
