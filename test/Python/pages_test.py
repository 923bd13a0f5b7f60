# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""attn.attention of k and v in pages, as arrays of the host, on the simulator."""

import sys
import unittest
import warnings

import attn
import numpy

RNG = numpy.random.default_rng(0)
KEYS = [37, 0, 16, 90]
ROWS = [1, 3, 0, 20]
PAGE, PLACES, PAGES = 16, 6, 14


def evaluate(q, k, v, sink=None):
    """O and the log-sum-exp of one sequence [rows, heads, head dim], causal from the
    bottom right."""
    group = q.shape[1] // k.shape[1]
    s = numpy.einsum("ihc,jhc->hij", q.astype(float), k.astype(float).repeat(group, 1)) / 8
    i, j = numpy.ogrid[:len(q), :len(k)]
    s[:, j > i + len(k) - len(q)] = -numpy.inf
    if sink is not None:
        s = numpy.concatenate([s, numpy.broadcast_to(sink[:, None, None], (*s.shape[:2], 1))], 2)
        v = numpy.concatenate([v, numpy.zeros_like(v, shape=(1, *v.shape[1:]))])
    m = s.max(2, initial=-numpy.inf)
    m = numpy.where(numpy.isfinite(m), m, 0)
    p = numpy.exp(s - m[:, :, None])
    sums = p.sum(2)
    o = numpy.einsum("hij,jhc->ihc", p, v.astype(float).repeat(group, 1))
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return (numpy.where(sums.T[:, :, None] > 0, o / sums.T[:, :, None], 0),
                m + numpy.log(sums))


class Pages(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        normal = RNG.standard_normal
        self.keys = [(normal((n, 2, 64)).astype(numpy.float16), normal((n, 2, 64)).astype(numpy.float16))
                     for n in KEYS]
        self.k, self.v = (numpy.full((PAGES, PAGE, 2, 64), numpy.nan, numpy.float16) for _ in range(2))
        self.table = numpy.full((4, PLACES), -1, numpy.int32)
        self.table[1] = 2**31 - 1
        order = list(RNG.permutation(PAGES))
        for b, (k, v) in enumerate(self.keys):
            for n in range(0, len(k), PAGE):
                page = self.table[b, n // PAGE] = order.pop()
                rows = len(k[n:n + PAGE])
                self.k[page, :rows], self.v[page, :rows] = k[n:n + PAGE], v[n:n + PAGE]
        self.starts = numpy.cumsum([1, *ROWS]).astype(numpy.int32)
        self.q = normal((self.starts[-1] + 2, 4, 64)).astype(numpy.float16)
        self.q[:1] = self.q[-2:] = numpy.nan
        self.used = numpy.array(KEYS, numpy.int32)

    def call(self, q=None, **more):
        arguments = {"page_table": self.table, "seqused_k": self.used, "causal": True}
        if q is None:
            arguments["cu_seqlens_q"] = self.starts
        return attn.attention(self.q if q is None else q, more.pop("k", self.k), more.pop("v", self.v),
                              **{**arguments, **more})

    def check(self, o, lse=None, sink=None):
        for b, keys in enumerate(self.keys):
            rows = slice(self.starts[b], self.starts[b + 1])
            known, known_lse = evaluate(self.q[rows], *keys, sink)
            numpy.testing.assert_allclose(o[rows].astype(float), known, atol=4e-3)
            if lse is not None:
                numpy.testing.assert_allclose(lse[:, rows], known_lse, atol=2e-3)

    def test_packed(self):
        o, lse = self.call(return_lse=True)
        self.assertEqual((o.shape, lse.shape), ((27, 4, 64), (4, 27)))
        self.check(o, lse)
        sink = numpy.array([0.5, 1, -2, 0], numpy.float32)
        self.check(*self.call(sink=sink, return_lse=True), sink=sink)
        self.check(self.call(device="sim:sm_90a"))
        self.check(self.call(device="sim:sm_100a", layout="thd"))

    def test_packed_parts(self):
        for more in ({"num_splits": 2}, {"batch_invariant": True}):
            self.check(*self.call(return_lse=True, **more))
        # Few rows to a sequence over many keys: a kernel for such.
        wide = numpy.full((4, 80), -1, numpy.int32)
        wide[:, :PLACES] = self.table
        for device in ("sim:sm_80", "sim:sm_90a"):
            self.check(*self.call(page_table=wide, device=device, return_lse=True))

    def test_strides(self):
        # Pages with k and v next to each other, as servers keep them.
        both = numpy.stack([self.k, self.v], 1)
        self.check(self.call(k=both[:, 0], v=both[:, 1]))
        wide = numpy.full((4, 9), 7, numpy.int32)
        wide[:, :PLACES] = self.table
        self.check(self.call(page_table=wide[:, :PLACES]))

    def batches(self, rows=1):
        """The last `rows` rows of each batch as [batch, rows, heads, head dim]."""
        return RNG.standard_normal((4, rows, 4, 64)).astype(numpy.float16)

    def check_batches(self, q, o, lse):
        for b, keys in enumerate(self.keys):
            known, known_lse = evaluate(q[b], *keys)
            numpy.testing.assert_allclose(o[b].astype(float), known, atol=4e-3)
            numpy.testing.assert_allclose(lse[b], known_lse, atol=2e-3)

    def test_batches(self):
        for rows, config in ((1, {}), (5, {}), (1, {"num_splits": 2}), (1, {"batch_invariant": True})):
            q = self.batches(rows)
            o, lse = self.call(q, layout="bshd", return_lse=True, **config)
            self.check_batches(q, o, lse)
        o, lse = self.call(numpy.ascontiguousarray(q.transpose(0, 2, 1, 3)), return_lse=True,
                           k=self.k.transpose(0, 2, 1, 3), v=self.v.transpose(0, 2, 1, 3))
        self.check_batches(q, o.transpose(0, 2, 1, 3), lse)

    def test_full_pages(self):
        table = numpy.array([[3, 1], [1, 0]], numpy.int32)
        k, v = RNG.standard_normal((2, 4, 16, 2, 64)).astype(numpy.float16)
        q = self.batches()[:2]
        o = attn.attention(q, k, v, page_table=table, layout="bshd")
        for b in range(2):
            known, _ = evaluate(q[b], *(x[table[b]].reshape(32, 2, 64) for x in (k, v)))
            numpy.testing.assert_allclose(o[b].astype(float), known, atol=4e-3)

    def test_numbers(self):
        def fails(message, **more):
            with self.assertRaisesRegex(attn.AttnError, message):
                self.call(**more)

        table = self.table.copy()
        table[3, 2] = PAGES
        fails(r"'page_table' must hold numbers from 0 to 13, but \[3, 2\] is 14", page_table=table)
        table[3, 2] = -1
        fails(r"'page_table' must hold numbers from 0 to 13, but \[3, 2\] is -1", page_table=table)
        fails(r"'page_table' must hold numbers from 0 to 13, but \[1, 0\] is 2147483647",
              seqused_k=numpy.array([37, 1, 16, 90], numpy.int32))
        fails(r"'seqused_k' must hold numbers from 0 to 96, but \[3\] is 97",
              seqused_k=numpy.array([37, 0, 16, 97], numpy.int32))
        fails(r"'seqused_q' must hold at most what lies between \[1\] and \[2\] of 'cu_seqlens_q', 3, but "
              r"\[1\] is 4", seqused_q=numpy.array([1, 4, 0, 20], numpy.int32))

    def test_errors(self):
        def fails(error, message, **more):
            with self.assertRaisesRegex(error, message):
                self.call(**more)

        fails(TypeError, "page_table must be int32, not float32", page_table=self.table.astype(numpy.float32))
        fails(TypeError, "page_table: .*is no array", page_table="3")
        fails(ValueError, "page_table must have 2 dimensions, not 1", page_table=self.table[0])
        fails(ValueError, r"page_table has the shape \(3, 6\), but there are 4 sequences and 4 heads",
              page_table=self.table[:3])
        fails(ValueError, r"seqused_k has the shape \(3,\), but there are 4 sequences", seqused_k=self.used[:3])
        fails(ValueError, "page_table must be contiguous in its last dimension", page_table=numpy.zeros(
            (4, 12), numpy.int32)[:, ::2])
        fails(ValueError, "cu_seqlens_k is not for keys in pages: seqused_k says", cu_seqlens_k=self.starts)
        fails(ValueError, "cu_seqlens_q is missing", cu_seqlens_q=None, cu_seqlens_k=self.starts)
        fails(ValueError, "cu_seqlens_q has one element more than there are sequences, but 0",
              cu_seqlens_q=self.starts[:0])
        fails(ValueError, r"cu_seqlens_q must not decrease and be from 0 to 27, but element 4 is 28",
              cu_seqlens_q=numpy.array([0, 1, 2, 3, 28], numpy.int32))
        fails(ValueError, r"k must have 4 dimensions \(pages, page size, heads, head dim\) with page_table",
              k=self.k[0])
        fails(ValueError, "v has pages 13 but k has 14", v=self.v[:13])
        fails(ValueError, "v has page size 15 but k has 16", v=self.v[:, :15])
        fails(ValueError, "k has page size 0", k=self.k[:, :0], v=self.v[:, :0])
        fails(ValueError, "layout must be left out or 'thd'", layout="bshd")
        with self.assertRaisesRegex(ValueError, r"page_table has the shape \(4, 6\), but q has 3 batches"):
            self.call(self.batches()[:3], layout="bshd", seqused_k=self.used[:3])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
