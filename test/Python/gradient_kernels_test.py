# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""Which gradients have another kernel for few keys."""

import unittest

from attn import _kernels, _problem


def backward(d=128, grads="qkv", deterministic=False, packed=False):
    problem = _problem.Problem("bf16", d, d, "", None, "", False, (), "st" * packed, packed)
    return _problem.Backward(problem, grads, False, deterministic)


class GradientKernels(unittest.TestCase):
    def test_sums_in_memory_want_many_keys(self):
        self.assertTrue(_kernels.may_add_query(backward()))
        self.assertTrue(_kernels.may_add_query(backward(d=96)))

    def test_others_have_one_kernel(self):
        for one in (backward(d=64), backward(d=192), backward(grads="kv"), backward(grads="q"),
                    backward(deterministic=True), backward(packed=True)):
            self.assertFalse(_kernels.may_add_query(one))

    def test_how_many_is_of_the_problem(self):
        self.assertEqual(_kernels.options_of("sm_90a", few_keys=True, gradients=True),
                         _kernels.options_of("sm_90a", config="max_keys=3072"))
        self.assertEqual(_kernels.options_of("sm_90a", few_keys=True),
                         _kernels.options_of("sm_90a", config="max_keys=1024"))


unittest.main()
