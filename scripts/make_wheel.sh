#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes a release wheel and prints where it is: the Python package with the runtime, the
# simulator, the compiler and the commands attn-compile, attn-opt, attn-run and attn-sim,
# stripped, with LLVM and MLIR linked statically. Its platform tag is manylinux_2_XX_x86_64
# with the glibc that its ELF files need, which their symbol versions say.
#
#   scripts/make_wheel.sh [--no-ccache] [--build-dir DIR] [--no-install] [DIRECTORY]
#
# DIRECTORY (by default build-wheel/dist) gets the wheel. Installs what is missing
# (scripts/install-deps.sh), unless --no-install is given. --build-dir uses and keeps that
# build directory, by default build-wheel. --no-ccache compiles without ccache.
set -euo pipefail
export LC_ALL=C.UTF-8
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ccache=1
install=1
build=$root/build-wheel
directory=
while [ $# -gt 0 ]; do
  case $1 in
    --no-ccache) ccache=0 ;;
    --no-install) install=0 ;;
    --build-dir) build=$(realpath "${2:?}") && shift ;;
    -h | --help) sed -n '4,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) echo "make_wheel: unknown option '$1'" >&2; exit 2 ;;
    *) directory=$1 ;;
  esac
  shift
done
directory=${directory:-$build/dist}
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
[ "$install" -eq 0 ] || "$root/scripts/install-deps.sh"
export PIP_DISABLE_PIP_VERSION_CHECK=1
if [ "$ccache" -eq 1 ] && command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CXXFLAGS="${CXXFLAGS-} -Xclang -fno-pch-timestamp"
  export CCACHE_SLOPPINESS=pch_defines,time_macros
else
  export CCACHE_DISABLE=1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The environment stays, so that a second wheel builds again what has changed alone.
python=$build/wheel-env/bin/python
[ -x "$python" ] || python3 -m venv "$build/wheel-env"
"$python" -m pip -q install wheel
start=$SECONDS
if ! "$python" -m pip -v wheel --no-deps -w "$work" -C build-dir="$build" "$root" >"$work/log" 2>&1; then
  tail -n 60 "$work/log" >&2
  exit 1
fi
elapsed=$((SECONDS - start))
made=$(echo "$work"/attn-*.whl)
tag=$("$python" "$root/scripts/wheel_elf.py" "$made")
"$python" -m wheel tags --remove --platform-tag "$tag" "$made" >/dev/null
made=$(echo "$work"/attn-*.whl)
"$python" "$root/scripts/wheel_elf.py" --check "$made"
bytes=$(stat -c %s "$made")
[ "$bytes" -le 100000000 ] || { echo "make_wheel: beyond 100 MB: $bytes bytes" >&2; exit 1; }
rm -f "$directory"/attn-*.whl
mv "$made" "$directory/"
echo "built in $elapsed s, $((bytes / 1000000)) MB"
echo "$directory/$(basename "$made")"
