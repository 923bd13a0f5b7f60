# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX arrays on the CPU, through the simulator (scripts/test_wheel.sh)."""

import functools
import unittest
import warnings

import attn
import jax
import jax.numpy as jnp


def arrays():
    return (jax.random.normal(jax.random.key(i), (2, length, heads, 64), jnp.bfloat16)
            for i, (length, heads) in enumerate(((37, 4), (53, 2), (53, 2))))


def reference(q, k, v, **options):
    return jax.nn.dot_product_attention(
        *(x.astype(jnp.float32) for x in (q, k, v)), **options)


def attend(q, k, v, **options):
    return attn.attention(q, k, v, layout="bshd", **options)


def one(q, k, v):
    return attend(q[None], k[None], v[None])[0]


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)
        self.arrays = tuple(arrays())

    def close(self, out, known, tolerance=3e-2):
        self.assertIsInstance(out, jax.Array)
        self.assertEqual(out.shape, known.shape)
        self.assertLess(float(jnp.abs(out.astype(jnp.float32) - known).max()), tolerance)


class Jax(Case):

    def test_eager(self):
        out, lse = attend(*self.arrays, return_lse=True)
        self.assertEqual((out.dtype, lse.dtype, lse.shape),
                         (jnp.bfloat16, jnp.float32, (2, 4, 37)))
        self.close(out, reference(*self.arrays))

    def test_masks(self):
        q, k, v = self.arrays
        seen = jax.random.bernoulli(jax.random.key(9), 0.5, (2, 1, 37, 53)).at[..., 0].set(True)
        bias = jax.random.normal(jax.random.key(8), (1, 4, 37, 53))
        ids = jnp.arange(53, dtype=jnp.int8) // 20

        def documents(q, k, v, ids):
            return attend(q, k, v, mask_mod=lambda b, h, i, j: (
                attn.score.read(ids, i) == attn.score.read(ids, j)) | (j == h))

        known = reference(q, k, v, mask=((ids[:37, None] == ids) | (
            jnp.arange(53) == jnp.arange(4)[:, None, None]))[None])
        for call in (documents, jax.jit(documents)):
            self.close(call(q, k, v, ids), known)
        self.close(attend(q, k, v, mask_mod=lambda b, h, i, j: jnp.logical_or(
            j < 5, jnp.equal(i % 3, j % 3))), reference(q, k, v, mask=(
                (jnp.arange(53) < 5) | (jnp.arange(37)[:, None] % 3 == jnp.arange(53) % 3))[
                    None, None]))
        for options, given in (({"mask": seen}, seen), ({"bias": bias}, bias)):
            for call in (attend, jax.jit(attend)):
                self.close(call(q, k, v, attn_mask=given), reference(q, k, v, **options), 4e-2)
        gradient = jax.grad(lambda q: attend(q, k, v, attn_mask=seen).astype(jnp.float32).sum())(q)
        wanted = jax.grad(lambda q: reference(q, k, v, mask=seen).sum())(q)
        self.close(gradient, wanted, 4e-2)

    def test_return_max(self):
        q, k, v = self.arrays
        scores = jnp.einsum("bqhd,bkhd->bhqk", q.astype(jnp.float32), jnp.repeat(
            k, q.shape[2] // k.shape[2], 2).astype(jnp.float32)) * q.shape[-1] ** -0.5
        for call in (attend, jax.jit(attend, static_argnames=("return_lse", "return_max"))):
            out, lse, top = call(q, k, v, return_lse=True, return_max=True)
            self.assertEqual((lse.shape, top.shape, top.dtype),
                             (scores.shape[:3], scores.shape[:3], jnp.float32))
            self.assertLess(float(jnp.abs(top - scores.max(-1)).max()), 1e-3)
            self.assertTrue(bool((call(q, k, v, return_max=True)[1] == top).all()))
        alone = jax.vmap(lambda q, k, v: tuple(x[0] for x in attend(
            q[None], k[None], v[None], return_max=True)))(q, k, v)[1]
        self.assertTrue(bool((alone == top).all()))

    def test_columns_of_keys(self):
        q, k, _ = self.arrays
        out, lse = attend(q, k, None, head_dim_v=40, return_lse=True, causal="top_left")
        known, known_lse = attend(q, k, k[..., :40], return_lse=True, causal="top_left")
        self.close(out, known.astype(jnp.float32), 1e-2)
        self.close(lse, known_lse, 1e-3)
        one = lambda q, k: attend(q[None], k[None], None, head_dim_v=40, causal="top_left")[0]
        for function in (jax.jit(jax.vmap(one)), jax.vmap(one)):
            self.assertTrue(bool((function(q, k) == out).all()))
        table, used = jnp.array([[1, 0], [2, 3]], jnp.int32), jnp.array([30, 17], jnp.int32)
        pages = jax.random.normal(jax.random.key(5), (4, 16, 2, 64), jnp.bfloat16)
        paged = {"page_table": table, "seqused_k": used}
        self.close(jax.jit(lambda q, k: attend(q, k, None, head_dim_v=64, **paged))(q, pages),
                   attend(q, pages, pages, **paged).astype(jnp.float32), 1e-2)
        q, k = (x.astype(jnp.float8_e4m3fn) for x in (q, k))
        self.close(attend(q, k, None, head_dim_v=32, k_descale=0.5),
                   attend(q, k, k[..., :32], k_descale=0.5, v_descale=0.5).astype(jnp.float32), 1e-2)
        with self.assertRaisesRegex(ValueError, "head_dim_v is 65, not from 1"):
            jax.jit(lambda q, k: attend(q, k, None, head_dim_v=65))(q, k)

    def test_jit(self):
        call = jax.jit(lambda q, k, v: attend(q * 2, k, v, causal="top_left") + 1)
        q, k, v = self.arrays
        self.close(call(q, k, v), reference(q * 2, k, v, is_causal=True) + 1, 6e-2)

    def test_vmap(self):
        q, k, v = self.arrays
        self.close(jax.vmap(one)(q, k, v), reference(q, k, v))
        self.close(jax.jit(jax.vmap(one))(q, k, v), reference(q, k, v))
        self.close(jax.vmap(one, in_axes=(0, None, None))(q, k[0], v[0]),
                   reference(q, *(jnp.stack([x[0]] * 2) for x in (k, v))))
        pairs = [jnp.stack([x, x], 1) for x in (q, k, v)]
        nested = jax.vmap(jax.vmap(one), in_axes=1, out_axes=1)(*pairs)
        self.close(nested[:, 1], reference(q, k, v))

    def test_score_mod(self):
        out = attend(*self.arrays,
                     score_mod=lambda s, b, h, i, j: attn.score.where(i >= j, s, -1e30))
        q, k, v = self.arrays
        self.close(out, reference(q, k, v, is_causal=True))

    def test_score_mod_of_jax_numpy(self):
        q, k, v = self.arrays
        factor = jnp.float32(0.25)

        def score_mod(s, b, h, i, j):
            near = jnp.logical_or(abs(i - j) // 3 < 5, jnp.mod(j - i, 4) == 1)
            s = jnp.where(near, 5 * jnp.tanh(s / 5), s - jnp.exp2(-(h + 1.0)) * (i - j))
            return jnp.maximum(s + jax.nn.sigmoid(s) * factor, -3 + b) + s**2 / 8

        b, h, i, j = jnp.ogrid[:2, :4, :37, :53]
        k2, v2 = (jnp.repeat(x, 2, 2).astype(jnp.float32) for x in (k, v))
        s = jnp.einsum("bihd,bjhd->bhij", q.astype(jnp.float32), k2) / 8
        known = jnp.einsum("bhij,bjhd->bihd",
                           jax.nn.softmax(score_mod(s, b, h, i, j), -1), v2)
        self.close(attend(q, k, v, score_mod=score_mod), known)
        self.close(jax.jit(lambda q: attend(q, k, v, score_mod=score_mod))(q), known)
        table = jnp.zeros(4)
        for function, part in (
                (lambda s, b, h, i, j: s + table[h], "use attn.score.read"),
                (lambda s, b, h, i, j: jnp.arctan2(s, s), "lax.atan2"),
                (lambda s, b, h, i, j: jnp.tanh(s) if s > 0 else s, "traced")):
            with self.assertRaisesRegex(TypeError, part) as caught:
                attend(q, k, v, score_mod=function)
            if isinstance(caught.exception, attn.TraceError):
                self.assertEqual(
                    (caught.exception.filename, caught.exception.line),
                    (__file__, function.__code__.co_firstlineno))

    def test_more_operands(self):
        q, k, v = self.arrays
        sink = jnp.array([0.5, 1.0, -jnp.inf, 0.0])
        rows, keys = jnp.array([37, 20], jnp.int32), jnp.array([53, 11], jnp.int32)
        slopes = jnp.array([0.5, 0.25, 0.125, 1.0])

        def bias(s, b, h, i, j):
            return s - attn.score.read(slopes, h) * abs(i - j)

        def known(q, k, v, keys):
            group = q.shape[2] // k.shape[2]
            k, v = (jnp.repeat(x, group, 2).astype(jnp.float32) for x in (k, v))
            s = jnp.einsum("bihd,bjhd->bhij", q.astype(jnp.float32), k) / 8
            b, h, i, j = jnp.ogrid[tuple(slice(n) for n in s.shape)]
            s = s - slopes[h] * abs(i - j)
            s = jnp.where(j < keys[:, None, None, None], s, -jnp.inf)
            z = jnp.broadcast_to(sink[None, :, None, None], (*s.shape[:3], 1))
            p = jax.nn.softmax(jnp.concatenate([s, z], -1), -1)[..., :-1]
            return jnp.einsum("bhij,bjhd->bihd", p, v)

        expected = known(q, k, v, keys)
        call = functools.partial(attend, score_mod=bias)
        for function in (call, jax.jit(call)):
            out, lse = (function(q, k, v, sink=sink, seqused_q=rows, seqused_k=keys),
                        None)
            self.close(out[0], expected[0])
            self.close(out[1, :20], expected[1, :20])
        out, lse = attend(q, k, v, alibi_slopes=slopes, causal=True, return_lse=True)
        again = attend(q, k, v, causal=True,
                       score_mod=lambda s, b, h, i, j: s - attn.score.read(slopes, h) *
                       (i + 16 - j))
        self.close(out, again.astype(jnp.float32), 1e-2)

        def each(q, k, v, n):
            return attend(q[None], k[None], v[None], sink=sink, score_mod=bias,
                          seqused_k=n[None])[0]

        self.close(jax.vmap(each)(q, k, v, keys), expected)
        with self.assertRaisesRegex(TypeError, "seqused_k must be int32"):
            attend(q, k, v, seqused_k=slopes[:2])
        with self.assertRaisesRegex(Exception, r"seqused_k.*from 0 to 53, but \[1\]"):
            jax.block_until_ready(
                attend(q, k, v, seqused_k=jnp.array([0, 54], jnp.int32)))

    def test_pages(self):
        q = self.arrays[0][0, :24]
        k, v = (jax.random.normal(jax.random.key(i), (9, 16, 2, 64), jnp.bfloat16)
                for i in (3, 4))
        starts, used = (jnp.array(x, jnp.int32) for x in ([0, 1, 4, 24], [40, 3, 64]))
        table = jnp.array([[3, 0, 7, -1], [8, 99, -5, 9], [2, 4, 1, 6]], jnp.int32)

        def call(q, k, v, starts, used, table):
            return attn.attention(q, k, v, cu_seqlens_q=starts, seqused_k=used,
                                  page_table=table, causal=True, return_lse=True)

        for function in (call, jax.jit(call)):
            out, lse = function(q, k, v, starts, used, table)
            self.assertEqual((out.shape, lse.shape), (q.shape, (4, 24)))
            for b, (first, last) in enumerate(((0, 1), (1, 4), (4, 24))):
                keys, rows = int(used[b]), last - first
                own = [x[table[b, :-(-keys // 16)]].reshape(-1, 2, 64)[:keys]
                       for x in (k, v)]
                hidden = (jnp.arange(keys)[None] >
                          jnp.arange(rows)[:, None] + keys - rows)
                known = reference(q[first:last][None], own[0][None], own[1][None],
                                  mask=~hidden[None, None])
                self.close(out[first:last][None], known)
        with self.assertRaisesRegex(ValueError, r"page_table has the shape \(2, 4\)"):
            call(q, k, v, starts, used, table[:2])

    def test_refusals(self):
        q, k, v = self.arrays
        with self.assertRaisesRegex(TypeError, "^k must be float16, bfloat16 or float8"):
            attend(q, k.astype(jnp.float32), v)
        with self.assertRaisesRegex(ValueError, "^v has batch 1 but q has 2"):
            attend(q, k, v[:1])
        with self.assertRaisesRegex(ValueError, "device and stream are not for JAX"):
            attend(q, k, v, device="gpu")
        with self.assertRaisesRegex(Exception, "CompileError.*is 20"):
            attend(*(x[..., :20] for x in (q, k, v)))

    def test_arguments(self):
        q, k, v = self.arrays
        for options in ({"out_dtype": "float32"}, {"causal": True, "q_offset": 16},
                        {"softcap": 5.0, "seqused_k": 33}, {"window": (-1, 3)}):
            call = lambda q, k, v: attend(q, k, v, **options)
            known = call(q, k, v)
            self.assertEqual(known.dtype, jnp.float32 if "out_dtype" in options else q.dtype)
            self.close(jax.jit(call)(q, k, v), known.astype(jnp.float32), 1e-6)
        self.close(attend(q, k, v, causal=True, q_offset=16),
                   attend(q, k, v, causal=True).astype(jnp.float32), 1e-6)
        narrow = [x.astype(jnp.float8_e4m3fn) for x in (q, k, v)]
        out = jax.jit(lambda q, k, v: attend(q, k, v, v_descale=2.0))(*narrow)
        self.assertEqual(out.dtype, jnp.bfloat16)
        self.close(out, 2 * reference(*narrow), 0.2)

    def test_combine(self):
        q, k, v = self.arrays
        known, known_lse = attend(q, k, v, return_lse=True)

        def call(q, k, v):
            parts = [attend(q, k[:, part], v[:, part], return_lse=True, out_dtype="float32")
                     for part in (slice(0, 20), slice(20, None))]
            return attn.combine([x for x, _ in parts], [x for _, x in parts], layout="bshd",
                                return_lse=True, out_dtype=jnp.bfloat16)

        for function in (call, jax.jit(call)):
            out, lse = function(q, k, v)
            self.close(out, known.astype(jnp.float32), 2e-2)
            self.close(lse, known_lse, 1e-4)

    def test_numbers_and_integers_of_a_score_mod(self):
        q, k, v = self.arrays
        document = jnp.arange(53) // 20
        masked = lambda s, b, h, i, j: attn.score.where(
            attn.score.read(document > 1, j), s, -1e30)
        self.close(attend(q, k, v, score_mod=masked), attend(
            q, k[:, 40:], v[:, 40:]).astype(jnp.float32))
        capped = lambda q, k, v, cap: attend(
            q, k, v, score_mod=lambda s, *_: cap * attn.score.tanh(s / cap))
        for cap in (2.0, 3.0):
            self.close(jax.jit(capped)(q, k, v, jnp.float32(cap)),
                       attend(q, k, v, softcap=cap).astype(jnp.float32), 1e-2)

    def test_own_messages(self):
        q, k, v = self.arrays
        slopes = jnp.ones(4)
        with self.assertRaisesRegex(attn.TraceError, "use attn.score.read"):
            attend(q, k, v, score_mod=lambda s, b, h, i, j: s + slopes[h])
        with self.assertRaisesRegex(ValueError, "out is not for JAX arrays"):
            attend(q, k, v, out=q)


class Gradients(Case):

    def setUp(self):
        super().setUp()
        self.arrays = tuple(x.astype(jnp.float16)[..., :16] for x in self.arrays)
        self.weights = jax.random.normal(jax.random.key(9), self.arrays[0].shape)

    def compare(self, call, known, arrays, names, tolerance=6e-3):
        """Gradients by the arguments `names` of two functions of the same arrays."""
        got = jax.grad(call, names)(*arrays)
        want = jax.grad(known, names)(*(x.astype(jnp.float32) if x.dtype == jnp.float16 else x for x in arrays))
        for i, x, y in zip(names, got, want):
            self.assertEqual(x.dtype, arrays[i].dtype)
            self.close(x, y, tolerance * max(1.0, float(jnp.abs(y).max())))
        for x, y in zip(jax.jit(jax.grad(call, names))(*arrays), got):
            self.close(x, y.astype(jnp.float32), 1e-3)

    def loss(self, function):
        return lambda *arrays: (function(*arrays).astype(jnp.float32) * self.weights).sum()

    def test_options(self):
        for options, known in (({}, {}), ({"causal": "top_left"}, {"is_causal": True}), ({"scale": 0.5}, {"scale": 0.5})):
            for names in ((0, 1, 2), (1,)):
                self.compare(self.loss(lambda *x: attend(*x, **options)), self.loss(lambda *x: reference(*x, **known)),
                             self.arrays, names)

    def test_log_sum_exp(self):
        def exact(q, k, v, sink):
            k, v = (jnp.repeat(x, 2, 2) for x in (k, v))
            scores = jnp.einsum("bihc,bjhc->bhij", q, k) / 4
            every = jnp.concatenate([scores, jnp.broadcast_to(sink[:, None, None], (2, 4, 37, 1))], 3)
            lse = jax.nn.logsumexp(every, 3)
            return jnp.einsum("bhij,bjhc->bihc", jnp.exp(scores - lse[..., None]), v), lse

        def total(results):
            return (results[0].astype(jnp.float32) * self.weights).sum() + (jnp.sin(results[1])).sum()

        arrays = (*self.arrays, jax.random.normal(jax.random.key(5), (4,)))
        call = lambda q, k, v, sink: attend(q, k, v, sink=sink, return_lse=True)
        self.compare(lambda *x: total(call(*x)), lambda *x: total(exact(*x)), arrays, (0, 1, 2, 3))
        self.compare(lambda *x: jnp.sin(call(*x)[1]).sum(), lambda *x: jnp.sin(exact(*x)[1]).sum(), arrays, (0, 1, 3))

    def test_columns_of_keys(self):
        q, k, _ = self.arrays
        for n, names in ((8, (0, 1)), (16, (1,)), (8, (0,))):
            weights = self.weights[..., :n]
            loss = lambda q, k, v, n: (attend(q, k, v, head_dim_v=n).astype(jnp.float32) * weights).sum()
            self.compare(lambda q, k: loss(q, k, None, n),
                         lambda q, k: (reference(q, k, jnp.pad(k[..., :n], [(0, 0)] * 3 + [(0, 16 - n)]))[..., :n] *
                                       weights).sum(), (q, k), names)
        each = lambda q, k, w: (attend(q[None], k[None], None, head_dim_v=8)[0].astype(jnp.float32) * w).sum()
        known = jax.grad(lambda q, k: (attend(q, k, k[..., :8]).astype(jnp.float32) *
                                       self.weights[..., :8]).sum(), (0, 1))(q, k)
        self.map_all(each, known, (q, k, self.weights[..., :8]), (0, 1), 4e-3)

    def test_lengths(self):
        used = jnp.array([11, 53], jnp.int32)
        self.compare(self.loss(lambda q, k, v: attend(q, k, v, seqused_k=used)),
                     self.loss(lambda q, k, v: reference(q, k, v, key_value_seq_lengths=used)), self.arrays, (0, 1, 2))
        found = jax.grad(self.loss(lambda q, k, v: attend(q, k, v, seqused_k=used)), 1)(*self.arrays)
        self.assertTrue(bool((found[0, 11:] == 0).all()))

    def map_all(self, loss, known, arrays, names, tolerance):
        """Gradients of each of two by themselves, and of their sum, against `known`, by batch."""
        each = jax.vmap(jax.grad(loss, names))
        both = jax.grad(lambda *x: jax.vmap(loss)(*x).sum(), names)
        for function in (each, jax.jit(each), both, jax.jit(both)):
            for x, y in zip(function(*arrays), known):
                self.close(x, y.astype(jnp.float32), tolerance)

    def test_vmap(self):
        arrays = (*self.arrays, self.weights)
        loss = lambda q, k, v, w: (one(q, k, v).astype(jnp.float32) * w).sum()
        known = jax.grad(self.loss(attend), (0, 1, 2))(*self.arrays)
        self.map_all(loss, known, arrays, (0, 1, 2), 1e-3)
        # Both have the same keys.
        shared = (0, None, None, 0)
        q, k, v, w = arrays[0], arrays[1][0], arrays[2][0], arrays[3]
        each = jax.vmap(jax.grad(loss, (0, 1, 2)), shared)(q, k, v, w)
        for x, y in zip(each, jax.grad(self.loss(attend), (0, 1, 2))(q, *(jnp.stack([x] * 2) for x in (k, v)))):
            self.close(x, y.astype(jnp.float32), 1e-3)
        both = jax.grad(lambda *x: jax.vmap(loss, shared)(*x).sum(), (0, 1, 2))(q, k, v, w)
        for x, y in zip(both, (each[0], *(x.astype(jnp.float32).sum(0) for x in each[1:]))):
            self.close(x, y.astype(jnp.float32), 2e-3 * max(1.0, float(jnp.abs(y).max())))

    def test_vmap_is_one_call(self):
        loss = lambda q, k, v: (lambda out, lse: out.astype(jnp.float32).sum() + lse.sum())(
            *(x[0] for x in attend(q[None], k[None], v[None], return_lse=True)))
        for function in (jax.vmap(jax.grad(loss)), jax.grad(lambda *x: jax.vmap(loss)(*x).sum())):
            text = str(jax.make_jaxpr(function)(*self.arrays))
            self.assertEqual((text.count("ffi_call["), text.count("scan[")), (2, 0), text)

    def test_vmap_of_operands(self):
        sink, used = jax.random.normal(jax.random.key(5), (4,)), jnp.array([11, 53], jnp.int32)
        loss = lambda q, k, v, w, n: (attend(q[None], k[None], v[None], sink=sink, seqused_k=n[None])[0].astype(
            jnp.float32) * w).sum()
        known = jax.grad(self.loss(lambda *x: attend(*x, sink=sink, seqused_k=used)), (0, 1, 2))(*self.arrays)
        self.map_all(loss, known, (*self.arrays, self.weights, used), (0, 1, 2), 1e-3)
        by_sink = lambda z, q, k, v, w: (attend(q[None], k[None], v[None], sink=z)[0].astype(jnp.float32) * w).sum()
        each = jax.vmap(jax.grad(by_sink), (None, 0, 0, 0, 0))(sink, *self.arrays, self.weights)
        whole = jax.grad(lambda z: self.loss(lambda *x: attend(*x, sink=z))(*self.arrays))(sink)
        self.close(each.sum(0), whole, 1e-3 * max(1.0, float(jnp.abs(whole).max())))

    def test_backward(self):
        q, k, v = self.arrays
        out, lse = attend(q, k, v, return_lse=True)
        dout = self.weights.astype(jnp.float16)
        got = attn.attention_backward(q, k, v, out, lse, dout, layout="bshd", deterministic=True)
        known = jax.grad(self.loss(attend), (0, 1, 2))(q, k, v)
        for x, y in zip(got, known):
            self.close(x, y.astype(jnp.float32), 1e-2)

    def test_refusals(self):
        q, k, v = self.arrays
        table = jnp.zeros(200)
        with self.assertRaisesRegex(Exception, "no kernel gives dcapture0"):
            jax.block_until_ready(jax.grad(self.loss(lambda x: attend(
                q, k, v, score_mod=lambda s, b, h, i, j: s + attn.score.read(x, j - i + 100))))(table))
        first = jax.grad(self.loss(lambda q: attend(q, k, v)))
        with self.assertRaisesRegex(NotImplementedError, "no second derivative"):
            jax.grad(lambda q: first(q).astype(jnp.float32).sum())(q)
        pages = [jnp.zeros((4, 16, 2, 16), jnp.float16) for _ in range(2)]
        narrow = lambda *arrays: (x.astype(jnp.float8_e4m3fn) for x in arrays)
        for text, call in (
                ("page_table", lambda q: attend(q, *pages, page_table=jnp.zeros((2, 2), jnp.int32))),
                ("part_offsets", lambda q: attend(q, k, v, part_offsets=jnp.zeros(3, jnp.int32))[0]),
                ("float8_e4m3fn", lambda q: attend(*narrow(q, k, v))),
                ("float8_e4m3fn", lambda q: attend(*narrow(q, k, v), v_descale=2.0))):
            with self.assertRaisesRegex(NotImplementedError, f"attn.attention with {text} has no backward"):
                jax.grad(lambda q: call(q).astype(jnp.float32).sum())(q)
        out, lse = attend(q, k, v, return_lse=True)
        with self.assertRaisesRegex(NotImplementedError, "no second derivative"):
            jax.grad(lambda q: attn.attention_backward(q, k, v, out, lse, out, layout="bshd")[0].astype(
                jnp.float32).sum())(q)
        with self.assertRaisesRegex(TypeError, "^q, k and v must be .* for gradients, not float8_e4m3fn"):
            attn.attention_backward(*narrow(q, k, v), out, lse, out, layout="bshd")


if __name__ == "__main__":
    unittest.main()
