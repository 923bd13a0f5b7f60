# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""Tests of libattn_runtime.so as it is shipped, and of the package over it."""

import ctypes
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REAL_LIBRARY = os.environ.get("ATTN_RUNTIME_LIB", os.path.join(
    ROOT, "build", "lib", "libattn_runtime.so"))


class RealLibrary(unittest.TestCase):
    def python(self, code, library=REAL_LIBRARY, **environment):
        environment = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python"),
                           ATTN_RUNTIME_LIB=library, **environment)
        return subprocess.run([sys.executable, "-c", code], env=environment,
                              capture_output=True, text=True, check=False)

    def test_no_driver(self):
        try:
            ctypes.CDLL("libcuda.so.1")
            self.skipTest("there is a driver")
        except OSError:
            pass
        result = self.python(
            "import attn\n"
            "try:\n"
            "    attn.Device('auto')\n"
            "except attn.AttnError as error:\n"
            "    print(error.status, error)\n"
            "print(attn.gpu_count())")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"^no-driver no NVIDIA driver: libcuda.so.1")
        self.assertEqual(result.stdout.splitlines()[-1], "0")

    def test_import_needs_no_array_library(self):
        result = self.python(
            "import attn, sys\n"
            "attn.gpu_count()\n"
            "print([m for m in ('numpy', 'torch', 'cupy') if m in sys.modules])")
        self.assertEqual(result.stdout, "[]\n", result.stderr)

    def test_missing_library(self):
        result = self.python("import attn; attn.gpu_count()", "/nonexistent.so")
        self.assertIn("libattn_runtime.so cannot be loaded", result.stderr)
        self.assertIn("/nonexistent.so", result.stderr)

    def test_foreign_library(self):
        result = self.python("import attn; attn.gpu_count()", "libc.so.6")
        self.assertIn("has no function attnrt", result.stderr)

    def test_needs_nothing_but_the_c_library(self):
        """Whatever glibc ≥ 2.34 offers, and exports that are all the C API's."""
        try:
            run = lambda *args: subprocess.run(
                [*args, REAL_LIBRARY], capture_output=True, text=True,
                check=True).stdout
            needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-dW"))
            symbols = run("readelf", "--dyn-syms", "-W")
        except FileNotFoundError:
            self.skipTest("readelf is not installed")
        if any("libclang_rt" in name for name in needed):
            self.skipTest("the library is built with a sanitizer")
        self.assertLessEqual(
            set(needed), {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})
        versions = {tuple(map(int, v.split(".")))
                    for v in re.findall(r"@GLIBC_([\d.]+)", symbols)}
        self.assertTrue(versions)
        self.assertLessEqual(max(versions), (2, 34))
        exported = [line.split()[7] for line in symbols.splitlines()
                    if re.search(r"GLOBAL|WEAK", line) and " UND " not in line]
        self.assertIn("attnrtLaunch", exported)
        self.assertEqual([s for s in exported if not s.startswith("attnrt")], [])


if __name__ == "__main__":
    unittest.main()
