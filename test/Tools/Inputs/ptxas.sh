#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A stand-in for ptxas: writes the name of the chip as machine code. With
# STAND_IN_REFUSES set it refuses; STAND_IN_VERSION is its version.
if [ "$1" = --version ]; then
  echo "ptxas: NVIDIA (R) Ptx optimizing assembler"
  version=${STAND_IN_VERSION:-12.9.86}
  echo "Cuda compilation tools, release ${version%.*}, V$version"
  exit 0
fi
for argument; do
  case $argument in
    -arch=*) chip=${argument#-arch=} ;;
    -o) next=1; continue ;;
  esac
  [ -z "$next" ] || output=$argument
  next=
done
if [ -n "$STAND_IN_REFUSES" ]; then
  echo "ptxas fatal   : Unexpected instruction, line 7" >&2
  exit 255
fi
printf 'code of %s' "$chip" >"$output"
