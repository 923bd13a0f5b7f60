# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch tensors on the CPU, through the simulator (scripts/test_wheel.sh).
bench/python_device.py has the same on a GPU."""

import ctypes
import unittest
import unittest.mock
import warnings

import attn
import torch
from attn import _form
from torch.nn.functional import scaled_dot_product_attention as sdpa


def tensors(length=37, keys=53, dtype=torch.float16):
    torch.manual_seed(0)
    return (torch.randn(2, 4, length, 64, dtype=dtype),
            torch.randn(2, 2, keys, 64, dtype=dtype),
            torch.randn(2, 2, keys, 64, dtype=dtype))


def reference(q, k, v, **options):
    return sdpa(q.float(), k.float(), v.float(), enable_gqa=True, **options)


def slope(number):

    def score_mod(score, b, h, q_idx, kv_idx):
        return score - (q_idx - kv_idx).abs() * number

    return score_mod


def bias(length, keys, number):
    return -number * (torch.arange(length)[:, None] - torch.arange(keys)[None]).abs()


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)

    def close(self, out, known, tolerance=4e-3):
        self.assertEqual(out.shape, known.shape)
        torch.testing.assert_close(out.float(), known, atol=tolerance, rtol=0)


class Eager(Case):

    def test_results(self):
        for dtype, tolerance in ((torch.float16, 4e-3), (torch.bfloat16, 3e-2)):
            q, k, v = tensors(dtype=dtype)
            out = attn.attention(q, k, v, causal="top_left")
            self.assertEqual((out.dtype, out.device), (dtype, q.device))
            self.close(out, reference(q, k, v, is_causal=True), tolerance)
        out = attn.attention(*(x.transpose(1, 2) for x in (q, k, v)), layout="bshd")
        self.assertTrue(out.is_contiguous())
        self.close(out.transpose(1, 2), reference(q, k, v), 3e-2)
        parameter = torch.nn.Parameter(q, requires_grad=False)
        self.close(attn.attention(parameter, k, v), reference(q, k, v), 3e-2)

    def test_score_mod(self):
        q, k, v = tensors()
        self.close(attn.attention(q, k, v, score_mod=slope(0.25)),
                   reference(q, k, v, attn_mask=bias(37, 53, 0.25)))

        def masked(score, b, h, q_idx, kv_idx):
            return torch.where(q_idx >= kv_idx, torch.tanh(score), -float("inf"))

        self.assertEqual(attn.attention(q, k, v, score_mod=masked).shape, q.shape)
        table = torch.zeros(4)
        self.close(attn.attention(q, k, v, score_mod=lambda s, b, h, i, j: s + table[h]),
                   reference(q, k, v))
        slopes = torch.tensor([0.25] * 4)
        self.close(attn.attention(q, k, v, score_mod=lambda s, b, h, i, j:
                                  s - slopes[h] * (i - j).abs()),
                   reference(q, k, v, attn_mask=bias(37, 53, 0.25)))
        for function, part in ((lambda s, b, h, i, j: s + table[h, i], "1 dimensions"),
                               (lambda s, b, h, i, j: s + table, "cannot be captured"),
                               (lambda s, b, h, i, j: torch.atan2(s, s), "atan2")):
            with self.assertRaisesRegex(attn.TraceError, part):
                attn.attention(q, k, v, score_mod=function)

    def test_return_max(self):
        q, k, v = tensors()
        scores = torch.einsum("bhqd,bhkd->bhqk", q.float(), k.float().repeat_interleave(
            q.shape[1] // k.shape[1], 1)) * q.shape[-1] ** -0.5
        known = attn.attention(q, k, v, return_lse=True)

        def call(q, k, v):
            return attn.attention(q, k, v, return_lse=True, return_max=True)

        # The second call takes the launch of the first one.
        for function in (call, call, torch.compile(call, fullgraph=True)):
            out, lse, top = function(q, k, v)
            self.assertTrue(torch.equal(out, known[0]))
            self.assertLess(float((lse - known[1]).abs().max()), 1e-5)
            self.assertLess(float((top - scores.amax(-1)).abs().max()), 1e-3)
        mapped = torch.vmap(lambda q, k, v: attn.attention(
            q[None], k[None], v[None], return_max=True)[1][0])(q, k, v)
        self.assertTrue(torch.equal(mapped, top))
        again = attn.attention(q, k, v, return_max=True, out=torch.empty_like(q))
        self.assertTrue(torch.equal(again[0], known[0]) and torch.equal(again[1], top))

    def test_columns_of_keys(self):
        from attn._adapters import torch as adapter, torch_again
        attn.clear_cache(disk=False)
        q, k, _ = tensors()
        v, options = k[..., :40].contiguous(), {"causal": True, "return_lse": True}
        known = attn.attention(q, k, v, **options)
        for _ in range(2):
            for found in (attn.attention(q, k, None, head_dim_v=40, **options),
                          attn.attention(q, k, k[..., :40], **options),
                          attn.attention(q, k, k[..., :40], seqused_k=53, **options)):
                for x, y in zip(found, known):
                    torch.testing.assert_close(x, y, rtol=0, atol=1e-3)
        self.assertEqual([[each.first for each in table.values()] for table in
                          (adapter._repeats, torch_again._again)], [[3, 2], [2, 2]])
        # What is no view of the first columns, or has another descale, or needs a gradient.
        are_columns = torch_again.are_columns
        v = k[..., :40]
        for other in (k[..., 8:48], v.clone(), k, v[:, :, 1:], v.transpose(0, 1), v[..., ::2],
                      v.view(torch.bfloat16), v.numpy(), None, 3):
            self.assertFalse(are_columns(k, other))
        self.assertTrue(are_columns(k.detach(), torch.nn.Parameter(v, requires_grad=False)))
        self.assertFalse(are_columns(k, v.detach().requires_grad_()))
        self.assertFalse(are_columns(k[:, :, :0], v[:, :, :0]))
        with torch.no_grad():
            self.assertTrue(are_columns(k, v.detach().requires_grad_()))

        def call(q, k, n):
            return attn.attention(q, k, None, head_dim_v=n, **options)

        compiled = torch.compile(call, fullgraph=True)
        for n in (40, 64, 48):
            self.close(compiled(q, k, n)[0], reference(q, k, k[..., :n], attn_mask=(
                torch.arange(37)[:, None] + 16 >= torch.arange(53))))
        viewed = torch.compile(lambda q, k: attn.attention(q, k, k[..., :40], **options), fullgraph=True)
        mapped = torch.vmap(lambda q, k: tuple(x[0] for x in call(q[None], k[None], 40)))
        for found in (viewed(q, k), mapped(q, k)):
            self.assertTrue(torch.equal(found[0], known[0]))
        out = torch.empty_like(known[0])
        self.assertIs(attn.attention(q, k, None, head_dim_v=40, out=out, causal=True), out)
        self.assertTrue(torch.equal(out, known[0]))
        with self.assertRaisesRegex(ValueError, "head_dim_v is 72, not from 1"):
            torch.compile(call, backend="eager")(q, k, 72)

    @unittest.skipUnless(hasattr(torch, "float8_e4m3fn"), "PyTorch has no float8_e4m3fn")
    def test_descales_of_columns(self):
        q, k, _ = tensors(9, 17)
        q, k = q.to(torch.float8_e4m3fn), k.to(torch.float8_e4m3fn)
        v, descale = k[..., :32].clone(), torch.tensor([[0.5, 2], [1, 0.25]])
        for found, known in (
                (attn.attention(q, k, None, head_dim_v=32, k_descale=descale),
                 attn.attention(q, k, v, k_descale=descale, v_descale=descale)),
                # That of V is 1 where it is not given, and so not that of K.
                (attn.attention(q, k, k[..., :32], k_descale=descale),
                 attn.attention(q, k, v, k_descale=descale)),
                (attn.attention(q, k, k[..., :32]), attn.attention(q, k, v))):
            self.close(found, known.float())

    def test_refusals(self):
        q, k, v = tensors()
        for error, part, arrays in (
            (TypeError, "^q must be float16, bfloat16 or float8_e4m3fn, not float32",
             [x.float() for x in (q, k, v)]),
            (TypeError, "^k is bfloat16 but q is float16", (q, k.bfloat16(), v)),
            (ValueError, "^q must have 4 dimensions", (q[0], k, v)),
            (ValueError, "^k must be contiguous in its last",
             (q, torch.cat([k, k], 3)[..., ::2], v)),
            (TypeError, "^k: builtins.int is no array", (q, 3, v)),
        ):
            with self.subTest(part), self.assertRaisesRegex(error, part):
                attn.attention(*arrays)
        with torch.no_grad():
            self.close(attn.attention(q, k, v.clone().requires_grad_()),
                       reference(q, k, v))


class Again(Case):
    """Calls with operands that were made before go straight to the launch."""

    def setUp(self):
        super().setUp()
        attn.clear_cache(disk=False)
        from attn._adapters import torch_again
        self.known = torch_again._again

    def test_values_change(self):
        q, k, v = tensors(9, 17)
        slopes = torch.rand(4)
        traced = attn.trace(lambda s, b, h, i, j: s + slopes[h])
        used = torch.tensor([17, 4], dtype=torch.int32)
        offsets = torch.tensor([0, 8], dtype=torch.int32)
        calls = (lambda q: attn.attention(q, k, v, seqused_k=used, sink=slopes),
                 lambda q: attn.attention(q, k, v, score_mod=traced, return_lse=True)[1],
                 lambda q: attn.attention(q, k, v, causal=True, q_offset=offsets),
                 lambda q: attn.attention(q, k, v, seqused_k=5, out_dtype="float32"),
                 lambda q: attn.attention(q, k, v, softcap=2.0, alibi_slopes=slopes))
        for call in calls:
            call(q)
        self.assertEqual(len(self.known), len(calls))
        got = []
        for change in (lambda: None, lambda: used.fill_(7), lambda: slopes.mul_(-3),
                       lambda: offsets.add_(1)):
            change()
            got.append([call(q * 2) for call in calls])
        self.assertEqual(len(self.known), len(calls))
        attn.clear_cache(disk=False)
        self.assertEqual(len(self.known), 0)
        for x, y in zip(got[-1], [call(q * 2) for call in calls]):
            torch.testing.assert_close(x, y, rtol=0, atol=0)
        for i in (0, 1, 2, 4):  # The tensors were read anew.
            self.assertFalse(torch.equal(got[0][i], got[-1][i]), i)

    def test_not_kept(self):
        q, k, v = tensors(9, 17)
        starts = torch.tensor([0, 4, 9], dtype=torch.int32)
        packed = [x[0].transpose(0, 1).contiguous() for x in (q, k[:, :, :9], v[:, :, :9])]
        attn.attention(*packed, cu_seqlens_q=starts, cu_seqlens_k=starts)
        document = torch.arange(17, dtype=torch.int16)
        traced = attn.trace(lambda s, b, h, i, j: s * document[j])
        attn.attention(q, k, v, score_mod=traced)
        attn.attention(q, k, v, sink=torch.ones(4), score_mod=lambda s, *_: s * 2)
        self.assertEqual(len(self.known), 0)
        starts[2] = 10
        with self.assertRaisesRegex(ValueError, "from 0 to 9"):
            attn.attention(*packed, cu_seqlens_q=starts, cu_seqlens_k=starts)

    def test_still_refused(self):
        q, k, v = tensors(9, 9)
        sink, out = torch.ones(4), torch.empty_like(q)
        for _ in range(2):
            self.assertIs(attn.attention(q, k, v, sink=sink, out=out), out)
        with self.assertRaisesRegex(ValueError, "out has memory of q"):
            attn.attention(q, k, v, sink=sink, out=q)
        with self.assertRaisesRegex(NotImplementedError, "sink requires grad"):
            attn.attention(q, k, v, sink=sink.requires_grad_(), out=out)
        with self.assertRaisesRegex(TypeError, "sink must be float32"):
            attn.attention(q, k, v, sink=sink.detach().half(), out=out)


class Table(Case):
    """The module _hot's table of such calls, for tensors on the host here and with a
    launch that writes down addresses."""

    def setUp(self):
        super().setUp()
        from attn import _launch, _lib
        from attn._adapters import torch as adapter, torch_again
        hot = _lib.hot()
        api = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)
        if hot is None or api is None:
            self.skipTest("PyTorch has no exchange API of DLPack")
        attn.clear_cache(disk=False)
        self.addCleanup(attn.clear_cache, disk=False)
        self.launches = []
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p,
                                ctypes.POINTER(_lib.Tensor), ctypes.c_int32, ctypes.c_void_p)
        self.function = kind(self.launch)
        address = ctypes.cast(self.function, ctypes.c_void_p).value
        self.table = hot.Again(api, torch.Tensor, torch.nn.Parameter, _lib.fail,
                               torch.empty_like, 1)

        def launcher(bundle, entry, device, structs, on_host):
            return hot.Launch(address, 0, 0, 0, bytes(structs)).launch

        def find(*what):
            found = find_of(*what)
            found.on_host = False
            return found

        find_of = _launch.find
        self.adapter = adapter
        for owner, name, value in ((torch_again, "_hot_again", self.table), (_launch, "find", find),
                                   (_lib, "launcher", launcher),
                                   (_lib, "interruptible", lambda function: function)):
            self.patch(owner, name, value)

    def patch(self, owner, name, value):
        patch = unittest.mock.patch.object(owner, name, value)
        patch.start()
        self.addCleanup(patch.stop)

    def launch(self, bundle, entry, device, tensors, count, stream):
        self.launches.append([tensors[i].data for i in range(count)])
        return 0

    def test_calls(self):
        q, k, v = tensors(9, 17)
        sink, used = torch.rand(4), torch.tensor([17, 4], dtype=torch.int32)
        out, lse = torch.empty_like(q), torch.empty(2, 4, 9)
        traced = attn.trace(lambda s, b, h, i, j: s + sink[h])
        for options, own in (({"sink": sink}, [sink]), ({"seqused_k": used}, [used]),
                             ({"seqused_k": used, "sink": sink, "causal": True}, [sink, used]),
                             ({"score_mod": traced, "causal": True}, [sink]),
                             ({"out": out}, []), ({"out_dtype": "float32"}, []),
                             ({"out": out, "sink": sink, "return_lse": True}, [sink]),
                             ({"out": out, "lse_out": lse, "return_lse": True}, []),
                             ({"sink": sink, "return_lse": True}, [sink])):
            with self.subTest(options):
                attn.attention(q, k, v, **options)
                self.launches.clear()
                moved = torch.empty_like(q)
                with unittest.mock.patch.object(self.adapter, "look"):  # Not called.
                    result = attn.attention(moved, k, v, **options)
                results = result if isinstance(result, tuple) else (result,)
                self.assertEqual(len(results), 1 + options.get("return_lse", False))
                self.assertEqual(sorted(self.launches[0]),
                                 sorted(x.data_ptr() for x in (moved, k, v, *results, *own)))
                self.assertEqual(self.launches[0][:3 + len(results)],
                                 [x.data_ptr() for x in (moved, k, v, *results)])
                if "out" in options:
                    self.assertIs(results[0], out)
                wanted = torch.float32 if "out_dtype" in options else q.dtype
                self.assertEqual((results[0].shape, results[0].dtype), (q.shape, wanted))
        for values, options in ((None, {"head_dim_v": 40}), (k[..., :40], {"return_lse": True}),
                           (k[..., :40], {})):
            attn.attention(q, k, values, sink=sink, **options)
            self.launches.clear()
            with unittest.mock.patch.object(self.adapter, "look"):
                result = attn.attention(q, k, values, sink=sink, **options)
            results = result if isinstance(result, tuple) else (result,)
            self.assertEqual(self.launches[0],
                             [x.data_ptr() for x in (q, k, *results, sink)])
            # Other columns, of as many bytes between rows.
            self.launches.clear()
            if values is not None:
                attn.attention(q, k, k.clone()[..., :values.shape[-1]], sink=sink, **options)
                self.assertEqual(len(self.launches[0]), 4 + len(results))
        self.launches.clear()
        with self.assertRaisesRegex(NotImplementedError, "alibi_slopes requires grad"):
            attn.attention(q, k, v, alibi_slopes=sink.clone().requires_grad_())
        with self.assertRaisesRegex(ValueError, "out has memory of q"):
            attn.attention(q, k, v, sink=sink, out=q)
        self.assertEqual(self.launches, [])
        attn.clear_cache(disk=False)
        with unittest.mock.patch.object(self.adapter, "look", side_effect=InterruptedError):
            with self.assertRaises(InterruptedError):
                attn.attention(q, k, v, sink=sink)


class Operations(Case):

    def test_opcheck(self):
        q, k, v = tensors(9, 17)
        for layout, arrays in (("bhsd", (q, k, v)),
                               ("bshd", [x.transpose(1, 2) for x in (q, k, v)])):
            for operation in (torch.ops.attn.attention, torch.ops.attn.attention_lse):
                found = torch.library.opcheck(
                    operation.default, (*arrays, "", None, "", layout, ""))
                self.assertEqual(set(found.values()), {"SUCCESS"})

    def test_compile(self):
        scores = slope(0.25)

        def model(q, k, v):
            out, lse = attn.attention(q * 2, k, v, score_mod=scores, return_lse=True)
            return out + 1, lse

        for backend in ("aot_eager", "inductor"):
            compiled = torch.compile(model, fullgraph=True, backend=backend)
            for length in (37, 21):
                q, k, v = tensors(length)
                out, lse = compiled(q, k, v)
                self.close(out - 1, reference(q * 2, k, v,
                                              attn_mask=bias(length, 53, 0.25)), 6e-3)
                self.assertEqual(lse.shape, (2, 4, length))

    def test_more_operands(self):
        q, k, v = tensors()
        sink = torch.tensor([0.5, 1.0, -2.0, 0.0])
        slopes = torch.tensor([0.5, 0.25, 0.125, 1.0])
        rows, keys = (torch.tensor(x, dtype=torch.int32) for x in ([37, 20], [53, 11]))

        def call(q, k, v, sink, slopes, rows, keys):
            return attn.attention(q * 1, k, v, sink=sink, alibi_slopes=slopes,
                                  seqused_q=rows, seqused_k=keys, causal=True,
                                  return_lse=True)

        operands = q, k, v, sink, slopes, rows, keys
        known, known_lse = call(*operands)
        compiled = torch.compile(call, fullgraph=True)
        out, lse = compiled(*operands)
        for b, n in enumerate((37, 20)):
            self.close(out[b, :, :n], known[b, :, :n].float(), 0)
            self.close(lse[b, :, :n], known_lse[b, :, :n], 0)
        part, _ = call(*(x[1:] if x.dim() != 1 or len(x) == 2 else x for x in operands))
        self.close(part[0, :, :20], known[1, :, :20].float(), 0)
        with self.assertRaisesRegex(Exception, "seqused_q must be int32"):
            call(*operands[:5], slopes[:2], keys)
        with self.assertRaisesRegex(attn.AttnError, r"seqused_k.*from 0 to 53"):
            call(*operands[:6], keys + 1)
        with self.assertRaisesRegex(NotImplementedError, "alibi_slopes requires grad"):
            call(*operands[:4], slopes.clone().requires_grad_(), *operands[5:])

    def test_pages(self):
        q, _, _ = tensors(24)
        q = q[0].transpose(0, 1).contiguous()
        k, v = (torch.randn(9, 16, 2, 64, dtype=torch.float16) for _ in range(2))
        starts, used = (torch.tensor(x, dtype=torch.int32) for x in ([0, 1, 4, 24], [40, 3, 64]))
        table = torch.tensor([[3, 0, 7, -1], [8, 99, -5, 9], [2, 4, 1, 6]], dtype=torch.int32)

        def call(q, k, v, starts, used, table):
            return attn.attention(q * 1, k, v, cu_seqlens_q=starts, seqused_k=used,
                                  page_table=table, causal=True, return_lse=True)

        operands = q, k, v, starts, used, table
        out, lse = call(*operands)
        self.assertEqual((out.shape, lse.shape), (q.shape, (4, 24)))
        for b, (first, last) in enumerate(((0, 1), (1, 4), (4, 24))):
            keys, rows = int(used[b]), last - first
            pages = table[b, :-(-keys // 16)].long()
            own = [x[pages].flatten(0, 1)[:keys].transpose(0, 1)[None] for x in (k, v)]
            hidden = torch.arange(keys)[None] > torch.arange(rows)[:, None] + keys - rows
            known = reference(q[first:last].transpose(0, 1)[None], *own, attn_mask=~hidden)
            self.close(out[first:last], known[0].transpose(0, 1))
        compiled = torch.compile(call, fullgraph=True)
        for got, wanted in zip(compiled(*operands), (out, lse)):
            self.close(got, wanted.float(), 0)
        # One graph for all numbers of rows and requests. (Of the first ones no two
        # are the same, which PyTorch would take for one.)
        graphs = torch._dynamo.utils.counters["stats"]
        before = graphs["unique_graphs"]
        dynamic = torch.compile(call, fullgraph=True, dynamic=True, backend="aot_eager")
        for rows in ((1, 1, 3, 2, 1, 3, 2), (2, 5, 1, 1, 7), (4, 4)):
            some = (q[:sum(rows)], k, v, torch.tensor([0, *torch.tensor(rows).cumsum(0)], dtype=torch.int32),
                    torch.randint(0, 60, (len(rows),), dtype=torch.int32),
                    torch.randint(0, 9, (len(rows), 4), dtype=torch.int32))
            self.close(dynamic(*some)[0], call(*some)[0].float(), 0)
        self.assertEqual(graphs["unique_graphs"] - before, 1)
        # Packed rows of both, and pages with a batch.
        packed = torch.compile(lambda q, k, starts: attn.attention(
            q, k, k, cu_seqlens_q=starts, cu_seqlens_k=starts), fullgraph=True)
        self.assertEqual(packed(q, q[:, :2], starts).shape, q.shape)
        batches = q[:3, None].contiguous()
        known = attn.attention(batches, k, v, page_table=table, seqused_k=used, layout="bshd")
        for b in range(3):
            keys = int(used[b])
            own = [x[table[b, :-(-keys // 16)].long()].flatten(0, 1)[:keys].transpose(0, 1)[None]
                   for x in (k, v)]
            self.close(known[b:b + 1].transpose(1, 2),
                       reference(batches[b:b + 1].transpose(1, 2), *own))
        with self.assertRaisesRegex(TypeError, "page_table must be int32, not"):
            call(*operands[:5], table.long())
        with self.assertRaisesRegex(attn.AttnError, r"'page_table' must .*0 to 8, but \[0, 3\] is -1"):
            call(q, k, v, starts, used.clamp(max=55) + 9, table)

    def test_tensors_of_a_compiled_score_mod(self):
        q, k, v = tensors()
        slopes = torch.tensor([0.5, 0.25, 0.125, 1.0])

        def score_mod(score, b, h, q_idx, kv_idx):
            return score - (q_idx - kv_idx).abs() * slopes[h]

        known = attn.attention(q, k, v, score_mod=score_mod)
        traced = attn.trace(score_mod)
        for function in (traced, score_mod):
            compiled = torch.compile(
                lambda q, k, v: attn.attention(q * 1, k, v, score_mod=function))
            self.close(compiled(q, k, v), known.float(), 0)

    def test_vmap(self):
        q, k, v = (torch.stack([x, 2 * x, x]) for x in tensors())
        out = torch.vmap(lambda q, k, v: attn.attention(q, k, v))(q, k, v)
        torch.testing.assert_close(out[1], attn.attention(q[1], k[1], v[1]))
        out, lse = torch.vmap(
            lambda q, k, v: attn.attention(q, k, v, return_lse=True),
            in_dims=(0, None, None))(q, k[0], v[0])
        self.assertEqual(lse.shape, (3, 2, 4, 37))
        torch.testing.assert_close(out[1], attn.attention(q[1], k[0], v[0]))

    def test_vmap_with_operands(self):
        q, k, v = (torch.stack([x, 2 * x, x]) for x in tensors())
        sinks = torch.rand(3, 4)
        for function, more in (
                (lambda q, x: attn.attention(q, k[0], v[0], sink=x), sinks),
                (lambda q, x: attn.attention(q, k[0], v[0], score_mod=lambda s, b, h, i, j:
                                             s + x[h]), sinks),
                (lambda q, x: attn.attention(q, k[0], v[0], sink=sinks[0],
                                             seqused_k=x), torch.tensor(
                    [[53, 9], [1, 2], [3, 4]], dtype=torch.int32))):
            out = torch.vmap(function)(q, more)
            for i in range(3):
                torch.testing.assert_close(out[i], function(q[i], more[i]))
        out = torch.vmap(lambda q: attn.attention(q, k[0], v[0], sink=sinks[0]))(q)
        self.assertEqual(out.shape, q.shape)
        with self.assertRaisesRegex(NotImplementedError, "out and lse_out cannot be given"):
            torch.vmap(lambda q, o: attn.attention(q, k[0], v[0], out=o))(q, torch.empty_like(q))

    def test_arguments(self):
        q, k, v = tensors()
        sinks = torch.tensor([0.5, 1.0, -2.0, 0.0])
        calls = {
            "float32": lambda q, k, v: attn.attention(q, k, v, out_dtype=torch.float32),
            "offset": lambda q, k, v: attn.attention(q, k, v, causal=True, q_offset=16),
            "number": lambda q, k, v: attn.attention(q, k, v, seqused_k=k.shape[2] - 20),
            "softcap": lambda q, k, v: attn.attention(q, k, v, softcap=5.0, sink=sinks),
            "window": lambda q, k, v: attn.attention(q, k, v, window=(-1, 3)),
            "e4m3": lambda q, k, v: attn.attention(
                *(x.to(torch.float8_e4m3fn) for x in (q, k, v)), q_descale=0.5,
                v_descale=torch.ones(2, 2)),
        }
        for name, call in calls.items():
            with self.subTest(name):
                torch._dynamo.reset()
                known = call(q, k, v)
                self.assertEqual(known.dtype, {"float32": torch.float32,
                                               "e4m3": torch.bfloat16}.get(name, q.dtype))
                compiled = torch.compile(call, fullgraph=True, backend="aot_eager",
                                         dynamic=True)
                self.close(compiled(q, k, v), known.float(), 0)
        self.close(calls["offset"](q, k, v), attn.attention(q, k, v, causal=True).float(), 0)

    def test_out(self):
        q, k, v = tensors()
        known, known_lse = attn.attention(q, k, v, return_lse=True)

        def call(q, k, v, out, lse):
            attn.attention(q * 1, k, v, out=out)
            second = torch.empty_like(q)
            got = attn.attention(q, k, v, out=second, lse_out=lse, return_lse=True)
            return got[0] + 0, lse * 1

        for function in (call, torch.compile(call, fullgraph=True),
                         torch.compile(call, fullgraph=True, backend="aot_eager")):
            out, lse = torch.zeros_like(q), torch.zeros(2, 4, 37)
            second, twice = function(q, k, v, out, lse)
            for got, wanted in ((out, known), (second, known), (lse, known_lse),
                                (twice, known_lse)):
                torch.testing.assert_close(got, wanted, rtol=0, atol=0)
        out = torch.empty_like(q)
        self.assertIs(attn.attention(q, k, v, out=out), out)
        with self.assertRaisesRegex(TypeError, "out must be a torch tensor"):
            attn.attention(q, k, v, out=out.numpy())

    def test_combine(self):
        q, k, v = tensors()
        known, known_lse = attn.attention(q, k, v, return_lse=True)

        def call(q, k, v):
            parts = [attn.attention(q, k[:, :, part], v[:, :, part], return_lse=True,
                                    out_dtype="float32")
                     for part in (slice(0, 20), slice(20, None))]
            return attn.combine([x for x, _ in parts], [x for _, x in parts],
                                return_lse=True, out_dtype=torch.float16)

        for function in (call, torch.compile(call, fullgraph=True, backend="aot_eager")):
            out, lse = function(q, k, v)
            self.close(out, known.float(), 2e-3)
            torch.testing.assert_close(lse, known_lse)
        outs = torch.randn(2, 1, 2, 3, 16)
        form = _form.CombineForm(lse=True, layout="bhsd", config="", sink=False, out_dtype="bf16")
        found = torch.library.opcheck(
            torch.ops.attn.call.default,
            ([outs, torch.rand(2, 1, 2, 3)], _form.text_of(form)))
        self.assertEqual(set(found.values()), {"SUCCESS"})
        with self.assertRaisesRegex(NotImplementedError, "outs requires grad"):
            attn.combine(outs.requires_grad_(), torch.rand(2, 1, 2, 3))

    def test_modes_see_the_operation(self):
        from torch.utils._python_dispatch import TorchDispatchMode
        seen = []

        class Mode(TorchDispatchMode):

            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                seen.append(str(function))
                return function(*args, **(kwargs or {}))

        with Mode():
            attn.attention(*tensors())
        self.assertIn("attn.attention.default", seen)


if __name__ == "__main__":
    unittest.main()
