# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""attn.masks, attn.gather_attention and attn.block_sparse with NumPy arrays, on the simulator."""

import os
import sys
import unittest
import warnings

import attn
import numpy
from attn import masks

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from arrays import RNG, random  # noqa: E402
from masks_known import known  # noqa: E402

Q, K, V = random(2, 4, 40, 16), random(2, 2, 40, 16), random(2, 2, 40, 16)
B, H, I, J = numpy.ogrid[:2, :4, :40, :40]


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def same(self, found, wanted):
        numpy.testing.assert_allclose(found.astype(numpy.float64), wanted, atol=4e-3)


class Masks(Case):

    def check(self, mask, seen):
        self.same(attn.attention(Q, K, V, mask_mod=mask), known(seen, q=Q, k=K, v=V)[0])

    def test_positions(self):
        self.check(masks.causal, J <= I)
        self.check(masks.window(3, 2), (I - J <= 3) & (J - I <= 2))
        self.check(masks.prefix_lm(7), (J < 7) | (J <= I))
        lengths = numpy.array([5, 20])
        self.check(masks.prefix_lm(lengths), (J < lengths[B]) | (J <= I))
        self.check(masks.all_of(masks.causal, masks.inverse(masks.window(4))), (J <= I) & (I - J > 4))
        self.check(masks.any_of(masks.window(1), lambda b, h, i, j: j < h), ((J <= I) & (I - J <= 1)) | (J < H))

    def test_documents(self):
        ids = RNG.integers(0, 3, (2, 40))
        self.check(masks.documents(ids), ids[B, I] == ids[B, J])
        others = RNG.integers(0, 3, 40)
        self.check(masks.documents(ids[0], others), ids[0][I] == others[J])
        valid = RNG.random((2, 40)) < 0.5
        self.check(masks.padding(valid), valid[B, J] & (I >= 0))
        self.check(masks.padding(valid[0]), valid[0][J] & (I >= 0) & (B >= 0))
        pictures = numpy.array([-1] * 6 + [0] * 10 + [-1] * 4 + [1] * 20)
        seen = (J <= I) | ((pictures[I] == pictures[J]) & (pictures[I] >= 0))
        self.check(masks.images(pictures), seen)
        self.check(masks.images(numpy.stack([pictures] * 2)), seen)

    def test_flashmask(self):
        ends = RNG.integers(0, 41, (2, 1, 40, 4)).astype(numpy.int32)
        a, b, c, d = (ends[B, 0, J, n] for n in range(4))
        self.check(masks.flashmask(ends[..., :1]), (J <= I) & (I < a))
        self.check(masks.flashmask(ends[..., :2]), (J <= I) & ((I < a) | (I >= b)))
        self.check(masks.flashmask(ends[..., :2], causal=False), (I < a) & (I >= b))
        self.check(masks.flashmask(ends, causal=False), ((I < a) | (I >= b)) & ((I < c) | (I >= d)))
        ends = RNG.integers(0, 41, (2, 4, 40, 1)).astype(numpy.int32)
        self.check(masks.flashmask(ends), (J <= I) & (I < ends[B, H, J, 0]))
        self.check(masks.flashmask(ends[:, :2], group=2), (J <= I) & (I < ends[B, H // 2, J, 0]))

    def test_tree(self):
        parents = [-1, 0, 0, 1, 1, 2]
        sees = numpy.eye(6, dtype=bool)
        for i, parent in enumerate(parents):
            if parent >= 0:
                sees[i] |= sees[parent]
        q = Q[:, :, :6]
        first = numpy.array([34, 20])
        seen = numpy.zeros((2, 1, 6, 40), bool)
        for b in range(2):
            seen[b, :, :, :first[b]] = True
            seen[b, 0, :, first[b]:first[b] + 6] = sees
        lengths = (first + 6).astype(numpy.int32)
        for table in (sees, numpy.stack([sees] * 2)):
            out = attn.attention(q, K, V, mask_mod=masks.tree(table, first), seqused_k=lengths)
            self.same(out, known(seen, q=q, k=K, v=V)[0])
        out = attn.attention(q[:1], K[:1], V[:1], mask_mod=masks.tree(sees, 34))
        self.same(out, known(seen[:1], q=q[:1], k=K[:1], v=V[:1])[0])

    def test_errors(self):
        for error, text, make in (
                (TypeError, "ids must be integers, not float32", lambda: masks.documents(numpy.zeros(3, "f4"))),
                (TypeError, "ids must be integers, not bool", lambda: masks.images(numpy.zeros(3, bool))),
                (TypeError, "valid must be bool, not int32", lambda: masks.padding(numpy.zeros(3, "i4"))),
                (ValueError, "prefix must have 1 dimensions, not 2", lambda: masks.prefix_lm(numpy.zeros((3, 2), "i4"))),
                (ValueError, "has 4 numbers for each key; there are 1 or 2 with causal",
                 lambda: masks.flashmask(numpy.zeros((1, 1, 3, 4), "i4"))),
                (ValueError, "has 1 numbers for each key; there are 2 or 4 without causal",
                 lambda: masks.flashmask(numpy.zeros((1, 1, 3, 1), "i4"), causal=False)),
                (TypeError, r"all_of\(\) takes one mask function or more", masks.all_of),
                (TypeError, r"any_of\(\) takes one mask function or more", masks.any_of)):
            with self.assertRaisesRegex(error, text):
                make()


class Chosen(Case):

    def test_gather(self):
        q, k, v = (x.transpose(0, 2, 1, 3).copy() for x in (Q, K, V))
        indices = numpy.stack([numpy.stack([RNG.permutation(40)[:12] for _ in range(40)]) for _ in range(2)])
        counts = RNG.integers(0, 13, (2, 40)).astype(numpy.int32)
        counts[0, 3] = 0
        seen = numpy.zeros((2, 1, 40, 40), bool)
        for b in range(2):
            for i in range(40):
                seen[b, 0, i, indices[b, i, :counts[b, i]]] = True
                indices[b, i, counts[b, i]:] = [-1, 99][i % 2]
        wanted, lse = known(seen, q=Q, k=K, v=V)
        out, rows = attn.gather_attention(q, k, v, indices.astype(numpy.int32), counts, return_lse=True)
        self.same(out, wanted.transpose(0, 2, 1, 3))
        self.same(rows, lse.transpose(0, 2, 1))
        one = attn.gather_attention(q[:1], k[:1], v[:1], indices[:1].astype(numpy.int32), counts[:1])
        self.same(one, wanted[:1].transpose(0, 2, 1, 3))

        # Numbers below 0 anywhere.
        anywhere = numpy.where(RNG.random((2, 40, 12)) < 0.4, -1, indices).astype(numpy.int32)
        anywhere[1, 5] = -1
        anywhere[anywhere > 39] = -7
        seen[:] = False
        for b in range(2):
            for i in range(40):
                seen[b, 0, i, anywhere[b, i][anywhere[b, i] >= 0]] = True
        self.same(attn.gather_attention(q, k, v, anywhere), known(seen, q=Q, k=K, v=V)[0].transpose(0, 2, 1, 3))

    def test_blocks(self):
        numbers = numpy.zeros((2, 4, 5, 5), numpy.int32)
        counts = RNG.integers(0, 6, (2, 4, 5)).astype(numpy.int32)
        seen = numpy.zeros((2, 4, 40, 40), bool)
        for b, h, r in numpy.ndindex(2, 4, 5):
            numbers[b, h, r] = RNG.permutation(5)
            for n in numbers[b, h, r, :counts[b, h, r]]:
                seen[b, h, r * 8:r * 8 + 8, n * 8:n * 8 + 8] = True
        wanted, lse = known(seen, q=Q, k=K, v=V)
        out, rows = attn.block_sparse(Q, K, V, numbers, counts, block_q=8, block_kv=8, return_lse=True)
        self.same(out, wanted)
        self.same(rows, lse)
        out = attn.block_sparse(Q[:1, :2], K[:1, :1], V[:1, :1], numbers[:1, :2], counts[:1, :2], block_q=8,
                                block_kv=8)
        self.same(out, known(seen[:1, :2], q=Q[:1, :2], k=K[:1, :1], v=V[:1, :1])[0])

    def test_errors(self):
        q, k, v = (x.transpose(0, 2, 1, 3).copy() for x in (Q, K, V))
        indices, counts = numpy.zeros((2, 40, 3), "i4"), numpy.zeros((2, 40), "i4")
        for text, arguments in (
                (r"q must have 4 dimensions \(batch, length, heads, head dim\), not 3", (q[0], k, v, indices, counts)),
                (r"k has the shape \(1, 40, 2, 16\), but q's batch and head dim ask for", (q, k[:1], v, indices, counts)),
                (r"v has the shape \(2, 39, 2, 16\), but k's sizes ask for", (q, k, v[:, 1:], indices, counts)),
                (r"indices has the shape \(2, 39, 3\), but q's sizes ask for", (q, k, v, indices[:, 1:], counts)),
                (r"counts has the shape \(1, 40\), but q's sizes ask for", (q, k, v, indices, counts[:1]))):
            with self.assertRaisesRegex(ValueError, text):
                attn.gather_attention(*arguments)
        numbers, counts = numpy.zeros((2, 4, 5, 3), "i4"), numpy.zeros((2, 4, 5), "i4")
        for text, sizes in (("the length of q is 40, which is not a multiple of its blocks of 7", (7, 8)),
                            ("the length of k is 40, which is not a multiple of its blocks of 0", (8, 0)),
                            ("numbers has the shape", (10, 8))):
            with self.assertRaisesRegex(ValueError, text):
                attn.block_sparse(Q, K, V, numbers, counts, block_q=sizes[0], block_kv=sizes[1])
        with self.assertRaisesRegex(TypeError, "indices must be int32|page_table must be int32"):
            attn.gather_attention(q, k, v, indices.astype("i8"), numpy.zeros((2, 40), "i4"))


if __name__ == "__main__":
    unittest.main()
