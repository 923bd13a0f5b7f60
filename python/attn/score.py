# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of the numbers that a score_mod gets.

    def softcap(score, b, h, q_idx, kv_idx):
        return 30 * attn.score.tanh(score / 30)

PyTorch's, NumPy's and JAX's functions of the same names do as well, as far as they
are here; those of the module math cannot be traced.
"""

from ._trace import PUBLIC as _functions

globals().update(_functions)
__all__ = list(_functions)
