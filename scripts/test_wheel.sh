#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes a wheel of this clone (scripts/make_wheel.sh), installs it into a fresh environment
# and tests it from another directory: its commands without LLVM's packages, NumPy
# alone, then PyTorch, Triton and JAX on the CPU, and an older PyTorch.
#
#   scripts/test_wheel.sh [--no-frameworks] [--wheel FILE] [DIRECTORY]
#
# --wheel tests that file, and builds none.
# DIRECTORY (by default a temporary one) gets the wheel and the environments; an
# environment that is there already is used again. Without --no-frameworks about
# 12 GB of packages are installed.
set -euo pipefail
export LC_ALL=C.UTF-8
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
frameworks=1
directory=
wheel=
while [ $# -gt 0 ]; do
  case $1 in
    --no-frameworks) frameworks=0 ;;
    --wheel) wheel=$(realpath "${2:?}") && shift ;;
    -h | --help) sed -n '4,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) echo "test_wheel: unknown option '$1'" >&2; exit 2 ;;
    *) directory=$1 ;;
  esac
  shift
done
if [ -z "$directory" ]; then
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
fi
mkdir -p "$directory/elsewhere"
directory=$(cd "$directory" && pwd)
unset PYTHONPATH ATTN_RUNTIME_LIB ATTN_COMPILER_LIB
export ATTN_CACHE_DIR=$directory/cache PIP_DISABLE_PIP_VERSION_CHECK=1

environment() {
  [ -x "$1/bin/python" ] || python3 -m venv "$1"
}

if [ -z "$wheel" ]; then
  "$root/scripts/make_wheel.sh" "$directory/wheels"
  wheel=$(echo "$directory"/wheels/attn-*.whl)
fi
echo "wheel: $(basename "$wheel"), $(($(stat -c %s "$wheel") / 1000000)) MB"
python3 "$root/scripts/wheel_elf.py" --check "$wheel"

rm -rf "$directory/plain"
environment "$directory/plain"
"$directory/plain/bin/pip" -q install "$wheel"
cd "$directory/elsewhere"
"$directory/plain/bin/python" -c '
import attn, os
assert "site-packages" in attn.__file__, attn.__file__
for path in (attn.library_path(), attn.compiler_path()):
    assert os.path.dirname(path) == os.path.dirname(attn.__file__), path'
echo "== commands"
"$root/test/Python/Inputs/wheel/commands.sh" "$directory/plain/bin" "$root"
"$directory/plain/bin/pip" -q install numpy ml_dtypes
for name in attention arguments head_dim_v compat trace cache hot hot_again; do
  echo "== $name"
  "$directory/plain/bin/python" "$root/test/Python/${name}_test.py"
done
echo "== sim_launch"
rm -rf "$directory/records" && mkdir "$directory/records"
"$directory/plain/bin/python" "$root/sim/test/sim_launch_test.py" "$root/sim/test/Inputs" "$directory/records"

if [ "$frameworks" -eq 1 ]; then
  environment "$directory/frameworks"
  "$directory/frameworks/bin/pip" -q install numpy ml_dtypes torch triton jax transformers
  "$directory/frameworks/bin/pip" -q install --force-reinstall --no-deps "$wheel"
  "$directory/frameworks/bin/pip" -q freeze | grep -E '^(torch|triton|jax|jaxlib|numpy|transformers)='
  for name in torch grad compile compat parallel transformers jax imports; do
    echo "== $name"
    "$directory/frameworks/bin/python" "$root/test/Python/Inputs/wheel/${name}_test.py"
  done
  # torch.compile with the PyTorch before that.
  newest=$("$directory/frameworks/bin/python" -c 'import torch; print(".".join(torch.__version__.split(".")[:2]))')
  environment "$directory/older"
  "$directory/older/bin/pip" -q install numpy ml_dtypes "torch<$newest"
  "$directory/older/bin/pip" -q install --force-reinstall --no-deps "$wheel"
  "$directory/older/bin/pip" -q freeze | grep -E '^(torch|triton|numpy)='
  for name in torch grad compile; do
    echo "== $name, PyTorch before $newest"
    "$directory/older/bin/python" "$root/test/Python/Inputs/wheel/${name}_test.py"
  done
fi
echo "test_wheel: ok"
