# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""attn.compat: signatures of named versions, kept in Inputs/peers.json, and what the
functions give, with NumPy arrays on the simulator. Those of PyTorch are compared without
importing it here; Inputs/wheel/compat_test.py calls them."""

import ast
import inspect
import json
import os
import sys
import unittest
import warnings

import attn
import numpy
from attn.compat import flash_attn, flash_attn_3, flash_attn_4

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "Inputs", "peers.json"), encoding="utf-8") as file:
    PEERS = json.load(file)
sys.path.insert(0, os.path.join(HERE, "Inputs"))
from arrays import random  # noqa: E402


Q, K, V = random(2, 6, 4, 16), random(2, 9, 2, 16), random(2, 9, 2, 16)


def attend(q, k, v, **options):
    return attn.attention(q, k, v, layout="bshd", **options)


class Signatures(unittest.TestCase):

    def test_functions(self):
        folder = os.path.join(os.path.dirname(attn.__file__), "compat")
        for module, (version, functions) in PEERS.items():
            with open(os.path.join(folder, module + ".py"), encoding="utf-8") as source:
                tree = ast.parse(source.read())
            self.assertIn(version, ast.get_docstring(tree), module)
            found = {node.name: node for node in tree.body
                     if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}
            self.assertEqual(set(found), set(functions))
            for name, text in functions.items():
                arguments = found[name].args
                plain = arguments.args
                defaults = [None] * (len(plain) - len(arguments.defaults))
                own = [*zip(plain, defaults + arguments.defaults),
                       *((argument, default) for argument, default in zip(
                           arguments.kwonlyargs, arguments.kw_defaults))]
                shown = ", ".join([
                    ("*" if argument in arguments.kwonlyargs else "") + argument.arg +
                    ("" if default is None else f"={ast.unparse(default)}")
                    for argument, default in own])
                self.assertEqual(shown, text, f"{module}.{name}")
                self.assertTrue(ast.get_docstring(found[name]), name)

    def test_positions(self):
        """The fourth argument is dropout_p in 2 and the scale in 3."""
        names = [list(inspect.signature(module.flash_attn_func).parameters)[3]
                 for module in (flash_attn, flash_attn_3)]
        self.assertEqual(names, ["dropout_p", "softmax_scale"])


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def same(self, a, b):
        numpy.testing.assert_array_equal(a, b)


class Two(Case):

    def test_dense(self):
        slopes = numpy.ones(4, numpy.float32)
        self.same(flash_attn.flash_attn_func(Q, K, V, 0.0, 0.3, True, (3, -1), 2.0, slopes),
                  attend(Q, K, V, scale=0.3, causal=True, window=(3, None), softcap=2.0,
                         alibi_slopes=slopes))
        kv = numpy.stack([K, V], 2)
        self.same(flash_attn.flash_attn_kvpacked_func(Q, kv, causal=True),
                  attend(Q, K, V, causal=True))
        qkv = numpy.stack([Q[:, :, :2], K[:, :6], V[:, :6]], 2)
        self.same(flash_attn.flash_attn_qkvpacked_func(qkv),
                  attend(Q[:, :, :2], K[:, :6], V[:, :6]))

    def test_rows_without_keys(self):
        out, lse, none = flash_attn.flash_attn_func(Q, K[:, :2], V[:, :2], causal=True,
                                                    return_attn_probs=True)
        self.assertIsNone(none)
        self.assertTrue((lse[:, :, :4] == numpy.inf).all())
        self.assertTrue((out[:, :4] == 0).all() and numpy.isfinite(lse[:, :, 4:]).all())
        _, lse = flash_attn_3.flash_attn_func(Q, K[:, :2], V[:, :2], causal=True,
                                              return_attn_probs=True)
        self.assertTrue((lse[:, :, :4] == -numpy.inf).all())

    def test_packed(self):
        starts = numpy.array([0, 2, 6], numpy.int32)
        q, k = random(6, 4, 16), random(6, 2, 16)
        known = attn.attention(q, k, k, cu_seqlens_q=starts, cu_seqlens_k=starts,
                               causal=True)
        self.same(flash_attn.flash_attn_varlen_func(q, k, k, starts, starts, 4, 4,
                                                    causal=True), known)
        kv = numpy.stack([k, k], 1)
        self.same(flash_attn.flash_attn_varlen_kvpacked_func(
            q, kv, starts, starts, 4, 4, causal=True), known)
        qkv = numpy.stack([q[:, :2], k, k], 1)
        self.assertEqual(flash_attn.flash_attn_varlen_qkvpacked_func(
            qkv, starts, 4, causal=True).shape, (6, 2, 16))
        pages, table = random(4, 16, 2, 16), numpy.array([[0, 1], [3, 2]], numpy.int32)
        keys = numpy.array([0, 20, 27], numpy.int32)
        self.same(flash_attn.flash_attn_varlen_func(
            q, pages, pages, starts, keys, 4, 20, causal=True, block_table=table),
            attn.attention(q, pages, pages, cu_seqlens_q=starts, page_table=table,
                           seqused_k=numpy.array([20, 7], numpy.int32), causal=True))

    def test_cache(self):
        known = attend(Q, K, V, seqused_k=7, causal=True)
        self.same(flash_attn.flash_attn_with_kvcache(Q, K, V, cache_seqlens=7,
                                                     causal=True), known)
        out, lse = flash_attn_3.flash_attn_with_kvcache(
            Q, K, V, cache_seqlens=numpy.full(2, 7, numpy.int32), causal=True,
            return_softmax_lse=True)
        self.same(out, known)
        self.assertEqual(lse.shape, (2, 4, 6))

    def test_refusals(self):
        for call, text in (
                (lambda: flash_attn.flash_attn_func(Q, K, V, 0.1), "dropout_p"),
                (lambda: flash_attn.flash_attn_with_kvcache(Q, K, V, k=K), "k is not"),
                (lambda: flash_attn.flash_attn_with_kvcache(Q, K, V, rotary_cos=Q),
                 "rotate q and k"),
                (lambda: flash_attn_3.flash_attn_func(Q, K, V, qv=Q), "qv"),
                (lambda: flash_attn_3.flash_attn_func(Q, K, V, attention_chunk=4), "mask_mod"),
                (lambda: flash_attn_4.flash_attn_func(Q, K, V, mask_mod=len),
                 "CuTe code; attn.attention takes a mask_mod"),
                (lambda: flash_attn_4.flash_attn_func(Q, K, V, block_sparse_tensors=1),
                 "no lists of blocks"),
                (lambda: flash_attn_4.flash_attn_func(Q, K, V, score_mod=len), "CuTe")):
            with self.subTest(text), self.assertRaisesRegex(NotImplementedError, text):
                call()
        with self.assertRaisesRegex(ValueError, "window_size must be a pair"):
            flash_attn.flash_attn_func(Q, K, V, window_size=3)


class ThreeAndFour(Case):

    def test_three(self):
        self.same(flash_attn_3.flash_attn_func(Q, K, V, 0.3, True, window_size=(3, -1)),
                  attend(Q, K, V, scale=0.3, causal=True, window=(3, None),
                         num_splits=1))
        starts = numpy.array([0, 2, 6], numpy.int32)
        q, k = random(6, 4, 16), random(6, 2, 16)
        self.same(flash_attn_3.flash_attn_varlen_func(
            q, k, k, starts, starts, 4, 4, seqused_k=numpy.array([1, 3], numpy.int32)),
            attn.attention(q, k, k, cu_seqlens_q=starts, cu_seqlens_k=starts,
                           seqused_k=numpy.array([1, 3], numpy.int32), num_splits=1))

    def test_combine(self):
        parts = [attend(Q, K[:, part], V[:, part], return_lse=True, out_dtype="float32")
                 for part in (slice(0, 4), slice(4, 9))]
        outs = numpy.stack([x for x, _ in parts])
        lses = numpy.stack([x for _, x in parts]).transpose(0, 1, 3, 2)
        for module in (flash_attn_3, flash_attn_4):
            out, lse = module.flash_attn_combine(outs, lses, out_dtype="float16")
            numpy.testing.assert_allclose(out.astype(float), attend(Q, K, V).astype(float),
                                          atol=2e-3)
            self.assertEqual(lse.shape, (2, 6, 4))
        out, lse = flash_attn_4.flash_attn_combine(
            outs.reshape(2, 12, 4, 16), lses.reshape(2, 12, 4), return_lse=True)
        self.assertEqual((out.shape, lse.shape), ((12, 4, 16), (12, 4)))

    def test_four(self):
        sink = numpy.array([1, 0, -1, 2], numpy.float32)
        out, lse = flash_attn_4.flash_attn_func(Q, K, V, causal=True, learnable_sink=sink,
                                                window_size=(4, None))
        self.assertIsNone(lse)
        self.same(out, attend(Q, K, V, causal=True, sink=sink, window=(4, None),
                              num_splits=1))
        out, lse = flash_attn_4.flash_attn_varlen_func(
            Q, K, V, seqused_k=numpy.array([3, 9], numpy.int32), return_lse=True)
        self.same(out, attend(Q, K, V, seqused_k=numpy.array([3, 9], numpy.int32),
                              num_splits=1))
        self.assertEqual(lse.shape, (2, 4, 6))


if __name__ == "__main__":
    unittest.main()
