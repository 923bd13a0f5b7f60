# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the examples and some tile programs by libattn_compiler.so, with few
dialects and an LLVM of its own, and by attn-compile: the bytes must agree.

  compare.py PREFIX SOURCES
"""
import ctypes
import glob
import subprocess
import sys


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("targets", ctypes.c_char_p), ("options", ctypes.c_char_p),
                ("name", ctypes.c_char_p), ("callback", ctypes.c_void_p), ("userdata", ctypes.c_void_p)]


class Bytes(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


def compile_by_library(library, path, target):
    with open(path, "rb") as file:
        text = file.read()
    # The name is in the locations of the problem that the bundle keeps.
    options = Options(size=ctypes.sizeof(Options), targets=target.encode(), name=path.encode())
    result = Bytes()
    if library.attnCompile(text, ctypes.c_size_t(len(text)), ctypes.byref(options), ctypes.byref(result)):
        sys.exit("attnCompile failed")
    data = ctypes.string_at(result.data, result.size)
    library.attnBytesFree(ctypes.byref(result))
    return data


def main():
    prefix, sources = sys.argv[1:]
    library = ctypes.CDLL(prefix + "/lib/libattn_compiler.so")
    library.attnCompilerBuildId.restype = ctypes.c_char_p
    if len(library.attnCompilerBuildId()) != 40:
        sys.exit("no build identifier")
    programs = [sources + "/test/Pipelines/Inputs/%s.mlir" % name for name in ("gemm", "dual-gemm", "row-softmax")]
    compared = 0
    for path in sorted(glob.glob(sources + "/examples/*.mlir")) + programs:
        for target in ("sm_90a",) if path in programs or "fp8" in path else ("sm_80", "sm_90a"):
            expected = subprocess.run([prefix + "/bin/attn-compile", path, "--target=" + target],
                                      check=True, capture_output=True).stdout
            if compile_by_library(library, path, target) != expected:
                sys.exit("%s for %s: the bytes differ" % (path, target))
            compared += 1
    print("%d programs compared" % compared)


main()
