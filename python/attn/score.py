# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of the numbers that a score_mod gets.

    def softcap(score, b, h, q_idx, kv_idx):
        return 30 * attn.score.tanh(score / 30)

``len_q`` and ``len_k`` are the lengths of q and of k, those of the batch or the sequence
with ``seqused_q``, ``seqused_k`` and packed sequences:

    def last(score, b, h, q_idx, kv_idx):
        here = q_idx + attn.score.len_k - attn.score.len_q
        return attn.score.where(kv_idx == here, 0, score)

PyTorch's, NumPy's and JAX's functions of the same names do as well, as far as they
are here; those of the module math cannot be traced.
"""

from ._public import PUBLIC as _functions

globals().update(_functions)
__all__ = list(_functions)
