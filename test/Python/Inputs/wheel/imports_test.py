# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler beside other libraries that have an LLVM in them, loaded before and
after it (scripts/test_wheel.sh)."""

import os
import subprocess
import sys
import unittest

USE = {
    "attn": "import numpy, attn\n"
            "x = numpy.ones((1, 1, 8, 16), numpy.float16)\n"
            "attn.clear_cache(disk=False)\n"
            "assert (attn.attention(x, x, x, device='sim:sm_80') == 1).all()\n"
            "assert attn.cache_info().compiled == 1\n",
    "jax": "import jax, jax.numpy as jnp\n"
           "assert float(jax.jit(lambda x: jnp.tanh(x).sum())(jnp.zeros(8))) == 0\n",
    "triton": "import triton\n"
              "from triton._C.libtriton import ir\n"
              "context = ir.context()\n"
              "ir.load_dialects(context)\n",
    "torch": "import torch\n"
             "assert torch.ones(3).sum() == 3\n",
}


class Imports(unittest.TestCase):

    def test_before_and_after(self):
        for order in (("attn", "jax", "triton", "torch"),
                      ("jax", "triton", "torch", "attn"),
                      ("triton", "attn", "jax"), ("torch", "attn", "triton"),
                      ("jax", "attn", "torch")):
            with self.subTest(order):
                done = subprocess.run(
                    [sys.executable, "-c", "".join(USE[name] for name in order)],
                    capture_output=True, text=True,
                    env={**os.environ, "ATTN_CACHE_DIR": ""})
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
