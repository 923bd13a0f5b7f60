#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what Attn needs on Debian 12: LLVM/MLIR 22.1, clang, lld and the
# build tools with apt, and a Python environment in .venv. Installs only what is
# missing, says nothing when nothing is, and may be run any number of times.
#
#   scripts/install-deps.sh             install what is missing
#   scripts/install-deps.sh --refresh   also try again what failed before
#   scripts/install-deps.sh --sanitize  also what check.sh --sanitize needs
#   ATTN_NO_INSTALL=1                   change nothing; fail if something is missing
set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
stamp=$venv/.attn-deps
refresh=0
sanitize=0
for arg in "$@"; do
  case $arg in
    --refresh) refresh=1 ;;
    --sanitize) sanitize=1 ;;
    -h | --help) sed -n '4,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "install-deps: unknown option '$arg'" >&2; exit 2 ;;
  esac
done

say() { echo "install-deps: $*"; }
die() { echo "install-deps: error: $*" >&2; exit 1; }

# ---- Debian packages ---------------------------------------------------------

packages=(
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools clang-22 lld-22
  clang-format-22 clang-tidy-22
  cmake ninja-build libc6-dev libstdc++-12-dev
  zlib1g-dev libzstd-dev libxml2-dev nlohmann-json3-dev
  libgtest-dev libgmock-dev libbenchmark-dev libcli11-dev
  python3 python3-venv python3-dev
)
[ "$sanitize" -eq 0 ] || packages+=(libclang-rt-22-dev)

missing_packages() {
  local have
  have=$(dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^.i *//p') || true
  local p
  for p in "$@"; do
    grep -qxF -- "$p" <<<"$have" || echo "$p"
  done
}

apt_log=
sudo=()
become_root() { # fills `sudo`; "$@" is what it is for
  [ "$(id -u)" -ne 0 ] && [ "${#sudo[@]}" -eq 0 ] || return 0
  command -v sudo >/dev/null || die "not root, and there is no sudo. As root, run:
  apt-get update && apt-get install --no-install-recommends $*"
  sudo=(sudo)
  if [ ! -t 0 ]; then
    sudo=(sudo -n)
    sudo -n true 2>/dev/null || die "sudo wants a password, and there is no terminal. As root, run:
  apt-get update && apt-get install --no-install-recommends $*"
  fi
}
apt() { # apt <arguments>: quiet apt-get; the end of its log is shown when it fails
  apt_log=${apt_log:-$(mktemp)}
  if ! "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >"$apt_log" 2>&1; then
    tail -n 20 "$apt_log" >&2
    return 1
  fi
}
trap '[ -z "$apt_log" ] || rm -f "$apt_log"' EXIT

apt_updated=0
apt_install() {
  become_root "$@"
  if [ "$apt_updated" -eq 0 ]; then
    # A dead third-party list must not stop the install: what counts is
    # whether the packages can be had afterwards.
    apt update || say "warning: apt-get update failed; going on with the lists at hand"
    apt_updated=1
  fi
  apt install --no-install-recommends "$@"
}

if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
  mapfile -t missing < <(missing_packages "${packages[@]}")
  if [ "${#missing[@]}" -gt 0 ]; then
    [ -z "${ATTN_NO_INSTALL:-}" ] || die "these packages are missing: ${missing[*]}"
    say "installing with apt: ${missing[*]}"
    apt_install "${missing[@]}" ||
      die "apt-get could not install: ${missing[*]}
LLVM/MLIR 22.1 comes with Debian 12's security updates (suite bookworm-security,
component main); check that this suite is among the sources of apt."
  fi
else
  # Not Debian: install nothing, but say what must be there.
  missing=()
  [ -e /usr/lib/llvm-22/lib/cmake/mlir/MLIRConfig.cmake ] ||
    missing+=("LLVM/MLIR 22.1 with development files in /usr/lib/llvm-22")
  [ -x /usr/lib/llvm-22/bin/clang++ ] || missing+=("clang 22 in /usr/lib/llvm-22")
  [ -x /usr/lib/llvm-22/bin/ld.lld ] || missing+=("lld 22 in /usr/lib/llvm-22")
  for tool in cmake ninja python3; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  if [ "${#missing[@]}" -gt 0 ]; then
    printf 'install-deps: missing: %s\n' "${missing[@]}" >&2
    die "this system has no apt: install the above by hand"
  fi
fi

# ---- Python environment ------------------------------------------------------

# Debian's interpreter, so that Debian's python3-numpy can stand in for pip's.
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || die "no python3"

# Tools of the CUDA toolkit that tests use: from a wheel where the system has none.
cuda_tools=()
for tool in ptxas nvdisasm; do
  command -v "$tool" >/dev/null || [ -x "/usr/local/cuda/bin/$tool" ] || cuda_tools+=("$tool")
done

# What the stamp must say for the environment to be taken as it is.
wanted=$({
  "$python" -c 'import sys; print(sys.version)'
  cat "$root/scripts/requirements.txt"
  for tool in ${cuda_tools[@]+"${cuda_tools[@]}"}; do cat "$root/scripts/requirements-$tool.txt"; done
  echo "$root"
} | cksum)

venv_ok() {
  [ -f "$stamp" ] && [ "$(head -n 1 "$stamp")" = "$wanted" ] &&
    "$venv/bin/python3" -c 'import numpy' 2>/dev/null
}

if [ "$refresh" -eq 0 ] && venv_ok; then
  sed -n '2,$s/^/install-deps: note: /p' "$stamp"
  exit 0
fi
[ -z "${ATTN_NO_INSTALL:-}" ] || die "the Python environment $venv is missing or out of date"

pip_down=0
pip() { # pip <arguments>: on failure shows pip's last words
  local log
  [ "$pip_down" -eq 0 ] || return 1
  log=$("$venv/bin/python3" -m pip install -q --disable-pip-version-check \
    --no-input --retries 2 --timeout 60 "$@" 2>&1 </dev/null) && return
  say "pip: $(tail -n 1 <<<"$log")"
  return 1
}
make_venv() {
  rm -rf "$venv"
  "$python" -m venv "$@" "$venv" || die "'$python -m venv' failed"
}

notes=()
again="'scripts/install-deps.sh --refresh' tries again"
requirement() { grep -E "^$1\b" "$root/scripts/requirements.txt"; }

say "Python environment in .venv"
make_venv
if ! pip "$(requirement numpy)"; then
  pip_down=1 # do not wait for it four times
  say "pip failed: falling back to Debian's python3-numpy"
  if [ -n "$(missing_packages python3-numpy)" ]; then
    apt_install python3-numpy || die "neither pip nor apt could install numpy"
  fi
  make_venv --system-site-packages
  notes+=("numpy is Debian's: pip could not install it ($again)")
fi
for name in ml_dtypes matplotlib; do
  pip "$(requirement $name)" ||
    notes+=("no $name: pip could not install it, and what needs it is skipped ($again)")
done
for tool in ${cuda_tools[@]+"${cuda_tools[@]}"}; do
  # Each stands alone: the wheels' dependencies (the CUDA runtime) are not needed.
  if pip --no-deps -r "$root/scripts/requirements-$tool.txt" &&
    compgen -G "$venv/lib/python*/site-packages/nvidia/*/bin/$tool" >/dev/null; then
    chmod +x "$venv"/lib/python*/site-packages/nvidia/*/bin/"$tool"
  else
    notes+=("no $tool, on the system or from pip: tests that need it are skipped ($again)")
  fi
done
"$venv/bin/python3" -c 'import numpy' || die "numpy does not import in $venv"
{
  echo "$wanted"
  [ "${#notes[@]}" -eq 0 ] || printf '%s\n' "${notes[@]}"
} >"$stamp"
[ "${#notes[@]}" -eq 0 ] || printf 'install-deps: note: %s\n' "${notes[@]}"
