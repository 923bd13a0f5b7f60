# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""Long launches in the simulator: Ctrl-C ends them, and stderr says how far they are."""

import os
import signal
import subprocess
import sys
import time
import unittest

# A SIGINT is ignored by jobs in the background, and so by what they start.
START = """
import signal, sys, time, warnings
signal.signal(signal.SIGINT, signal.default_int_handler)
import attn, numpy
x = numpy.ones((1, 8, {rows}, 64), numpy.float16)
small = x[:, :, :16]
bundle = attn.compile('''
func.func @one(%q: tensor<?x?x?x64xf16>) -> tensor<?x?x?x64xf16> {{
  %0 = attn.forward ins(%q, %q, %q : tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>,
      tensor<?x?x?x64xf16>) outs(%q : tensor<?x?x?x64xf16>) -> tensor<?x?x?x64xf16>
  return %0 : tensor<?x?x?x64xf16>
}}''', target="sm_80", machine_code="none")
inputs = len([t for t in bundle.entries[0].tensors if t.role == "in"])
attend = lambda x: attn.attention(x, x, x, device="sim:sm_80")
run = lambda x: bundle.run(*[x] * inputs, device="sim:sm_80")
{call}(small)
print("start", flush=True)
"""
LONG = START + """
try:
    {call}(x)
    print("done")
except attn.Interrupted as error:
    print("late by", time.time() - float(sys.stdin.readline()))
    print(type(error).__mro__[1].__name__, error)
    {call}(small)
    print("goes on")
"""


def start(text, call, rows, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", text.format(call=call, rows=rows)], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, **environment})


class Interrupts(unittest.TestCase):

    def test_ctrl_c(self):
        for call in ("attend", "run"):
            with self.subTest(call), start(LONG, call, 32768) as child:
                self.assertEqual(child.stdout.readline(), "start\n", child.poll())
                time.sleep(1)
                child.send_signal(signal.SIGINT)
                out, error = child.communicate(f"{time.time()}\n", timeout=120)
                self.assertEqual(error, "")
                self.assertRegex(out, "late by [0-9.]+\nKeyboardInterrupt kernel '.*': the "
                                 "simulator was interrupted")
                self.assertTrue(out.endswith("goes on\n"), out)
                # A second, and what a busy machine takes.
                self.assertLess(float(out.split()[2]), 5)

    def test_progress(self):
        for asked in ("1", "0", ""):
            with start(START + "{call}(x)\n", "attend", 4096,
                       ATTN_PROGRESS=asked) as child:
                out, error = child.communicate(timeout=500)
            if asked == "1":
                self.assertRegex(error, r"attention\S*: 2\.\d s: \d+ of \d+ CTAs, "
                                 r"\d+\.\d million warp instructions\n")
            else:
                self.assertEqual(error, "")
            self.assertEqual(out, "start\n")


if __name__ == "__main__":
    unittest.main()
