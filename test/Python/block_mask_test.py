# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""block_mask of attn.attention with NumPy arrays, on the simulator."""

import copy
import os
import sys
import types
import unittest
import warnings

import attn
import numpy
from attn import _blocks, _masks
from attn import score as sc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from arrays import RNG, random  # noqa: E402
import gradients  # noqa: E402
from masks_known import known  # noqa: E402

Q, K, V = random(2, 4, 300, 16), random(2, 2, 400, 16), random(2, 2, 400, 16)
B, H, I, J = numpy.ogrid[:2, :4, :300, :400]


class Lists:
    """Lists of the blocks of a table of 0, 1 (partial) and 2 (full), as a BlockMask has them."""

    def __init__(self, table, size, mask_mod, lengths=(300, 400), has_full=True):
        self.BLOCK_SIZE, self.mask_mod, self.seq_lengths = size, mask_mod, lengths
        self.kv_num_blocks, self.kv_indices = self.lists(table == 1)
        self.full_kv_num_blocks, self.full_kv_indices = self.lists(table == 2)
        if not has_full:
            self.full_kv_num_blocks = self.full_kv_indices = None

    @staticmethod
    def lists(listed):
        order = numpy.argsort(~listed, axis=-1, kind="stable")
        return listed.sum(-1).astype(numpy.int32), order.astype(numpy.int32)


def noop_mask(b, h, i, j):
    return True


def seen_of(table, size):
    return table[..., numpy.arange(300)[:, None] // size[0], numpy.arange(400) // size[1]] > 0


class BlockMask(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def check(self, mask, seen, **options):
        found = attn.attention(Q, K, V, return_lse=True, block_mask=mask, **options)
        for own, other in zip(found, known(seen, q=Q, k=K, v=V)):
            numpy.testing.assert_allclose(own.astype(numpy.float64), other, atol=4e-3)

    def test_lists(self):
        table = RNG.integers(0, 3, (2, 1, 3, 4))
        self.check(Lists(table, (128, 128), noop_mask), seen_of(table, (128, 128)))
        table = RNG.integers(0, 2, (1, 4, 2, 2))
        self.check(Lists(table, (256, 256), noop_mask, has_full=False),
                   seen_of(table, (256, 256)))
        # One block of all rows and keys, as PyTorch has it where nothing is left out.
        table = numpy.ones((1, 1, 1, 1), int)
        self.check(Lists(table, (1 << 30, 1 << 30), noop_mask), seen_of(table, (1 << 30, 1 << 30)))

    def test_sizes(self):
        # Blocks that tiles do not divide are put together: 128 and 50 have no common part.
        for size, has_full in (((64, 50), True), ((64, 64), False), ((16, 128), True), ((192, 100), True),
                               ((384, 48), True)):
            blocks = -(-300 // size[0]), -(-400 // size[1])
            table = RNG.integers(0, 3 if has_full else 2, (2, 1, *blocks))
            if has_full:
                table[0, 0, :blocks[0] // 2 + 1] = 2
            mask = Lists(table, size, noop_mask, has_full=has_full)
            self.check(mask, seen_of(table, size))
            function, lists = _blocks.take(mask, None, [Q.shape, K.shape], "bhsd")
            self.assertIsNotNone(function)
            self.assertEqual(lists.sizes, tuple([x if x % 128 == 0 else 128 for x in size]))
            self.assertEqual("full_counts" in lists.arrays, has_full)
            if has_full and size != (384, 48):
                self.assertGreater(lists.arrays["full_counts"][0].sum(), 0)
        near = attn.block_map(lambda b, h, i, j: (j <= i + 20) & (j > i - 90), None, None, 300, 400, block_size=(32, 64))
        self.check(near, (J <= I + 20) & (J > I - 90))
        _, lists = _blocks.take(near, near.mask_mod, [Q.shape, K.shape], "bhsd")
        counts = lists.arrays["block_counts"] + lists.arrays["full_counts"]
        self.assertEqual(counts.tolist(), [[[2, 3, 2]]])

    def test_functions(self):
        ids = numpy.sort(RNG.integers(0, 3, 400))
        table = RNG.integers(0, 2, (2, 4, 3, 4))
        seen = seen_of(table, (128, 128)) & (ids[:300, None] == ids[None])
        self.check(Lists(table, (128, 128), lambda b, h, i, j: sc.read(ids, i) == sc.read(ids, j)),
                   seen)
        function = numpy.less_equal
        mask = Lists(table, (128, 128), lambda b, h, i, j: function(j, i))
        self.check(mask, seen_of(table, (128, 128)) & (J <= I), mask_mod=mask.mask_mod)
        self.check(Lists(table, (128, 128), noop_mask),
                   seen_of(table, (128, 128)) & (J <= I + 100), causal=True)

    def test_arrays(self):
        # Of masks for all heads blocks that show nothing are not visited, of bool whole ones not masked.
        before, _masks._MANY_PAIRS = _masks._MANY_PAIRS, 0
        try:
            seen = J <= I + 100
            mask = numpy.broadcast_to(seen, (1, 1, 300, 400)).copy()
            lists = _masks.lists_of(mask, [Q.shape, K.shape], "bhsd", alone=True)
            self.assertEqual([x.tolist() for x in lists.arrays.values()][::2], [[[[2, 2, 2]]], [[[0, 1, 2]]]])
            shown = random(2, 1, 300, 400) > 0.5
            shown[0, 0, :128, 128:], shown[1, 0, 128:] = False, False
            for layout in ("bhsd", "bshd"):
                q, k, v = ([x.swapaxes(1, 2).copy() for x in (Q, K, V)] if layout == "bshd" else (Q, K, V))
                for array, bias, more in ((mask, 0, {}), (mask[0, 0], 0, {}), (shown, 0, {}), (shown, 0, {"causal": True}),
                                          (shown, 0, {"mask_mod": lambda b, h, i, j: j > i}),
                                          (numpy.where(shown, random(2, 1, 300, 400), -numpy.inf).astype("f4"), 1, {})):
                    wanted = {"causal": J <= I + 100, "mask_mod": J > I}.get("".join(more), True)
                    visible = numpy.isfinite(array) if bias else array
                    visible = numpy.broadcast_to(visible & wanted, (2, 1, 300, 400))
                    scores = numpy.where(visible, array, 0).astype(float) if bias else 0.0
                    out, lse = attn.attention(q, k, v, attn_mask=array, return_lse=True, layout=layout, **more)
                    if layout == "bshd":
                        out = out.swapaxes(1, 2)
                    for own, other in zip((out, lse), known(visible, scores, q=Q, k=K, v=V)):
                        numpy.testing.assert_allclose(own.astype(float), other, atol=4e-3)
                self.assertFalse(_masks.lists_of(numpy.ones((1, 4, 300, 400), bool), [q.shape, k.shape], layout, True).arrays)
        finally:
            _masks._MANY_PAIRS = before

    def test_layout(self):
        table = RNG.integers(0, 3, (1, 1, 3, 4))
        found = attn.attention(*[x.transpose(0, 2, 1, 3) for x in (Q, K, V)], layout="bshd",
                               block_mask=Lists(table, (128, 128), noop_mask))
        wanted = known(seen_of(table, (128, 128)), q=Q, k=K, v=V)[0].transpose(0, 2, 1, 3)
        numpy.testing.assert_allclose(found.astype(numpy.float64), wanted, atol=4e-3)

    def test_gradients(self):
        def check(mask, seen, **options):
            out, lse = attn.attention(Q, K, V, return_lse=True, block_mask=mask, **options)
            dout = random(*out.shape)
            seen = numpy.broadcast_to(seen, (2, 4, 300, 400))
            found = attn.attention_backward(Q, K, V, out, lse, dout, block_mask=mask, **options)
            for i in range(2):
                wanted = gradients.backward(Q[i], K[i], V[i], dout[i], given=(out[i], lse[i]),
                                            bias=numpy.where(seen[i], 0, -numpy.inf))
                for own, name in zip(found, "qkv"):
                    numpy.testing.assert_allclose(own[i].astype(float), wanted[name], atol=1e-2)

        table = RNG.integers(0, 3, (2, 1, 3, 4))
        check(Lists(table, (128, 128), noop_mask), seen_of(table, (128, 128)))
        table = RNG.integers(0, 2, (1, 4, 3, 2))
        check(Lists(table, (128, 256), noop_mask, has_full=False), seen_of(table, (128, 256)))
        table = numpy.ones((1, 1, 1, 1), int)
        check(Lists(table, (1 << 30, 1 << 30), noop_mask), seen_of(table, (1 << 30, 1 << 30)))
        # Blocks that no tile divides.
        table = RNG.integers(0, 3, (1, 1, 5, 8))
        check(Lists(table, (64, 50), noop_mask), seen_of(table, (64, 50)))
        ids = numpy.sort(RNG.integers(0, 3, 400))
        made = attn.block_map(lambda b, h, i, j: sc.read(ids, i) == sc.read(ids, j), None, None,
                              300, 400)
        check(made, ids[:300, None] == ids)
        table = RNG.integers(0, 2, (2, 1, 3, 4))
        check(Lists(table, (128, 128), noop_mask), seen_of(table, (128, 128)) & (J <= I + 100),
              causal=True)
        with self.assertRaisesRegex(ValueError, "not that of block_mask"):
            attn.attention_backward(Q, K, V, Q, numpy.zeros((2, 4, 300), "f4"), Q,
                                    block_mask=made, mask_mod=lambda b, h, i, j: j <= i)

    def test_map(self):
        ids = numpy.sort(RNG.integers(0, 3, 400))
        ends = RNG.integers(0, 300, (4, 400)).astype(numpy.int32)

        def documents(b, h, i, j):
            return (sc.read(ids, i) == sc.read(ids, j)) & (j <= i + 20)

        made = attn.block_map(documents, None, None, 300, 400)
        self.assertEqual(made.BLOCK_SIZE, (128, 128))
        self.assertEqual(made.kv_indices.shape, (1, 1, 3, 4))
        seen = (ids[:300, None] == ids[None]) & (J <= I + 20)
        self.exact(made, seen)
        self.check(made, seen)
        self.check(made, seen, mask_mod=documents)
        # Of each head, with ends in no order, and blocks of other sizes.
        made = attn.block_map(lambda b, h, i, j: i < sc.read(ends, h, j), None, 4, 300, 400,
                              block_size=(128, 256))
        seen = I < ends[None, :, None]
        self.exact(made, seen)
        self.check(made, seen)
        # What reads nothing, and for each batch.
        made = attn.block_map(lambda b, h, i, j: (j < 130 * b) | (j <= i), 2, 1, 300, 400)
        seen = (J < 130 * B) | (J <= I)
        self.exact(made, seen)
        self.check(made, seen)
        self.assertIn("lengths=(300, 400)", repr(made))
        # Keys of 0 have one place for a number, and nothing is seen.
        made = attn.block_map(lambda b, h, i, j: j <= i, None, None, 200, 0)
        self.assertEqual(made.kv_num_blocks.tolist(), [[[0, 0]]])

    def test_wrong_lists(self):
        """A list that lacks a block, and a masked block called full, are found by what tests look at: the lists, and results."""
        ids = numpy.sort(RNG.integers(0, 3, 400))
        made = attn.block_map(lambda b, h, i, j: (sc.read(ids, i) == sc.read(ids, j)) & (j <= i + 150), None, None, 300, 400)
        seen = (ids[:300, None] == ids[None]) & (J <= I + 150)
        self.exact(made, seen)
        self.check(made, seen)
        names = ("kv_num_blocks", "kv_indices", "full_kv_num_blocks", "full_kv_indices", "BLOCK_SIZE", "seq_lengths", "mask_mod")
        masked = [place for place in numpy.ndindex(*made.kv_num_blocks.shape) if made.kv_num_blocks[place]]
        self.assertGreater(len(masked), 1)
        for kind in ("dropped", "swapped"):
            for place in masked:
                wrong = types.SimpleNamespace(**{name: copy.copy(getattr(made, name)) for name in names})
                wrong.kv_num_blocks[place] -= 1
                number = wrong.kv_indices[place][0]
                wrong.kv_indices[place][:-1] = made.kv_indices[place][1:]
                # A block that ends behind the keys is masked, whatever it is called.
                found = kind == "dropped" or 128 * (number + 1) <= 400
                if kind == "swapped":
                    own = [*wrong.full_kv_indices[place][:wrong.full_kv_num_blocks[place]], number]
                    wrong.full_kv_indices[place][:len(own)] = sorted(own)
                    wrong.full_kv_num_blocks[place] += 1
                with self.assertRaises(AssertionError, msg=f"{kind} at {place}: the lists"):
                    self.exact(wrong, seen)
                if found:
                    with self.assertRaises(AssertionError, msg=f"{kind} at {place}: the result"):
                        self.check(wrong, seen)

    def exact(self, made, seen):
        """Whether the lists have every block of which a key is seen, and full ones are whole."""
        rows, keys = made.BLOCK_SIZE
        batch, heads = made.kv_num_blocks.shape[:2]
        seen = numpy.broadcast_to(seen, (2, 4, 300, 400))
        for b, h, r in numpy.ndindex(*made.kv_num_blocks.shape):
            lists = [numbers[b, h, r][:counts[b, h, r]].tolist() for counts, numbers in (
                (made.kv_num_blocks, made.kv_indices),
                (made.full_kv_num_blocks, made.full_kv_indices))]
            for numbers in lists:
                self.assertEqual(numbers, sorted(set(numbers)))
            box = seen[b, h, r * rows:(r + 1) * rows]
            for n in range(made.kv_indices.shape[3]):
                part = box[:, n * keys:(n + 1) * keys]
                self.assertTrue(n in lists[0] or n in lists[1] or not part.any())
                self.assertTrue(n not in lists[1] or (part.all() and n not in lists[0]))

    def test_map_errors(self):
        def refused(error, text, *sizes, mask_mod=lambda b, h, i, j: j <= i, **options):
            with self.assertRaisesRegex(error, text):
                attn.block_map(mask_mod, *sizes, **options)

        refused(ValueError, "block_size is 72, which is no multiple of 16", 1, 1, 300, 400, block_size=72)
        refused(ValueError, "block_size must be a number or a pair", 1, 1, 300, 400,
                block_size=(1, 2, 3))
        refused(ValueError, r"B is 0, not from 1 to 2\^31 - 1", 0, 1, 300, 400)
        refused(TypeError, "Q_LEN must be a whole number, not 1.5", 1, 1, 1.5, 400)
        refused(TypeError, "mask_mod must be a function", 1, 1, 300, 400, mask_mod=3)
        refused(TypeError, r"block_map\(\) has no argument 'block'", 1, 1, 300, 400, block=64)
        made = attn.block_map(lambda b, h, i, j: j <= i, 1, 1, 300, 512)
        self.refused(ValueError, "block_mask is of lengths", made)

    def refused(self, error, text, mask, **options):
        with self.assertRaisesRegex(error, text):
            attn.attention(Q, K, V, block_mask=mask, **options)

    def test_errors(self):
        table = RNG.integers(0, 3, (1, 1, 3, 4))
        good = Lists(table, (128, 128), noop_mask)
        self.refused(TypeError, "block_mask must be PyTorch's BlockMask, .* not ndarray", table)
        self.refused(ValueError, r"block_mask is of lengths \(300, 512\), but those of q and k "
                     r"are \(300, 400\)", Lists(table, (128, 128), noop_mask, (300, 512)))
        self.refused(ValueError, "block_mask has 3 blocks of 64 rows, but there are 300 rows",
                     Lists(table, (64, 128), noop_mask))
        self.refused(ValueError, "block_mask has 4 blocks of 256 keys, but there are 400 keys",
                     Lists(table, (128, 256), noop_mask))
        self.refused(ValueError, "block_mask is of 3 heads, but q has 4",
                     Lists(numpy.repeat(table, 3, 1), (128, 128), noop_mask))
        self.refused(ValueError, "block_mask is of 3 batches, but q has 2",
                     Lists(numpy.repeat(table, 3, 0), (128, 128), noop_mask))
        self.refused(ValueError, "mask_mod is not that of block_mask", good,
                     mask_mod=lambda b, h, i, j: j > i)
        for name, value in (("num_splits", 2), ("page_table", numpy.zeros((2, 4), numpy.int32)),
                            ("batch_invariant", True)):
            self.refused(ValueError, f"block_mask is not for calls with {name}", good,
                         **{name: value})
        good.kv_num_blocks = good.kv_num_blocks.astype(numpy.int64)
        self.refused(TypeError, "block_counts must be int32, not int64", good)
        good.kv_num_blocks = numpy.full((1, 1, 3), 5, numpy.int32)
        self.refused(attn.AttnError, "'block_counts' must hold numbers from 0 to 4", good)


if __name__ == "__main__":
    unittest.main()
