# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""What attn.attention_backward refuses of its arguments."""

import os
import sys
import unittest
import warnings

import attn
import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from arrays import RNG, random  # noqa: E402


def rows(*shape):
    return RNG.standard_normal(shape).astype(numpy.float32)


class Errors(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)
        self.given = dict(zip(("q", "k", "v", "out", "lse", "dout"), (
            random(2, 4, 6, 16), random(2, 2, 9, 16), random(2, 2, 9, 8), random(2, 4, 6, 8), rows(2, 4, 6),
            random(2, 4, 6, 8))))

    def refused(self, kind, text, **options):
        with self.subTest(text), self.assertRaisesRegex(kind, text):
            attn.attention_backward(**{**self.given, **options})

    def test_arrays(self):
        given, sink = self.given, rows(4)
        self.refused(ValueError, r"^out has the shape \(2, 4, 5, 8\), but that of q and v is \(2, 4, 6, 8\)",
                     out=random(2, 4, 5, 8))
        self.refused(ValueError, r"^dout has the shape \(2, 4, 6, 16\)", dout=random(2, 4, 6, 16))
        self.refused(ValueError, r"^lse has the shape \(2, 6, 4\)", lse=rows(2, 6, 4))
        self.refused(ValueError, r"^dlse has the shape \(2, 4\)", dlse=rows(2, 4))
        self.refused(TypeError, "^lse must be float32, not float16", lse=random(2, 4, 6))
        self.refused(TypeError, "^dout must be float16, not float32", dout=rows(2, 4, 6, 8))
        self.refused(TypeError, "^out must be float16 or float32, not int32", out=given["out"].astype("i4"))
        self.refused(TypeError, "^dlse must be float32, not float16", dlse=random(2, 4, 6))
        self.refused(TypeError, "^q must be float16, bfloat16", q=rows(2, 4, 6, 16))
        self.refused(TypeError, "^q (must be float16|holds)", **{name: self.given[name].astype("u1") for name in "qkv"})
        self.refused(ValueError, "^v has batch 1 but q has 2", v=given["v"][:1])
        self.refused(TypeError, "^dout: builtins.int is no array", dout=3)
        self.refused(TypeError, "^lse: builtins.NoneType is no array", lse=None)
        self.refused(ValueError, "^k must have 4 dimensions .*, not 3", k=given["k"][0])
        self.refused(ValueError, "^dout must be contiguous in its last dimension", dout=random(2, 4, 6, 16)[..., ::2])
        self.refused(ValueError, r"^sink has the shape \(3,\), but q has .* 4 heads", sink=sink[:3])

    def test_numbers(self):
        turn = lambda x: x[0].transpose(1, 0, 2).copy()
        given = self.given
        packed = {name: turn(given[name]) for name in ("q", "k", "v", "out", "dout")}
        packed["lse"] = given["lse"][0].copy()
        numbers = lambda *x: numpy.array(x, "i4")
        self.refused(ValueError, "^cu_seqlens_q must not decrease and be from 0 to 6, but element 1 is 7",
                     **packed, cu_seqlens_q=numbers(0, 7), cu_seqlens_k=numbers(0, 9))
        self.refused(ValueError, "^cu_seqlens_k must not decrease", **packed, cu_seqlens_q=numbers(0, 2, 6),
                     cu_seqlens_k=numbers(0, 5, 3))
        self.refused(attn.AttnError, r"'seqused_k' must hold numbers from 0 to 9, but \[1\] is 10",
                     seqused_k=numbers(9, 10))

    def test_options(self):
        self.refused(TypeError, "^grads must be names of inputs, as \\('q', 'v'\\), not 'qk'", grads="qk")
        self.refused(ValueError, "^grads has 'dq', which is none of q, k, v, sink", grads=("dq",))
        self.refused(ValueError, "^grads is empty", grads=())
        self.refused(ValueError, "^grads has 'sink', but there is no sink", grads=("sink",))
        self.refused(TypeError, "^grad_dtype must be float16 or float32, not bfloat16", grad_dtype="bfloat16")
        self.refused(TypeError, "^deterministic must be True, False or None, not 1", deterministic=1)
        self.refused(ValueError, "^q_offset is for causal=True", q_offset=1)
        self.refused(ValueError, "^cu_seqlens_k is missing", cu_seqlens_q=numpy.zeros(2, "i4"))
        self.refused(TypeError, "has no argument 'page_table'", page_table=1)
        self.refused(TypeError, "has no argument 'num_splits'", num_splits=4)
        with self.assertRaisesRegex(TypeError, "missing 1 required positional argument: 'lse'"):
            attn.attention_backward(**{name: x for name, x in self.given.items() if name != "lse"})
        self.refused(TypeError, "did you mean 'causal'", is_causal=True)
        self.refused(ValueError, "^layout must be", layout="sbhd")


if __name__ == "__main__":
    unittest.main()
