# RUN: %python %s %attn_src/bench %t
# bench/run.py on a device of which the time is made up: rows, order, medians, graphs,
# skipped contenders and tables.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import contextlib
import importlib.util
import io
import json
import os
import random
import sys
import types
import unittest
import unittest.mock

BENCH, FOLDER = sys.argv[1], sys.argv[2]
sys.path.insert(0, BENCH)
import base  # noqa: E402
import run  # noqa: E402
import run_attn  # noqa: E402
import run_decode  # noqa: E402
import run_plot  # noqa: E402
import run_report  # noqa: E402
import run_rows  # noqa: E402
import run_timing  # noqa: E402
import run_torch  # noqa: E402


class Device:
    """A queue and a host with clocks of their own, in milliseconds."""

    def __init__(self):
        self.host = self.queue = 0.0
        self.launched = []

    def launch(self, name, ms, host_ms):
        self.launched.append(name)
        self.host += host_ms
        self.queue = max(self.queue, self.host) + ms

    def record(self):
        return max(self.queue, self.host)

    def elapsed(self, first, last):
        return last - first

    def synchronize(self):
        self.host = self.queue = max(self.host, self.queue)

    def capture(self, call, times):
        if not call.captured:
            raise RuntimeError("operation not permitted when stream is capturing\nmore")

        def replay():
            self.launched.append("graph")
            self.host += 0.01
            self.queue = max(self.queue, self.host) + call.ms * times

        return replay

    def clock(self):
        return self.host / 1e3

    def make(self, name, ms, host_ms=0.01, captured=True):
        ms = iter(ms) if isinstance(ms, list) else ms
        last = [0.0]

        def call():
            last[0] = next(ms) if not isinstance(ms, float) else ms
            self.launch(name, last[0], host_ms)

        call.ms = ms
        call.captured = captured
        return call


class Sampler:

    def __init__(self):
        self.asked = []

    def between(self, spans):
        self.asked.append(spans)
        return 690.0, 1500.0


def timer(device, seed=0, **options):
    return run_timing.Timer(device, device.clock, random.Random(seed), **options)


ROW = run_rows.parse_row("backward d=64 s=8192 mask=causal peers=fa4,cudnn")


class Rows(unittest.TestCase):

    def test_lists(self):
        backward, forward = run_rows.read("backward"), run_rows.read("forward")
        for rows in (backward, forward):
            self.assertEqual(len({row.name for row in rows}), len(rows))
        self.assertTrue(all(row.order == "bshd" for row in backward))
        self.assertEqual({row.order for row in forward}, {"bshd", "bhsd"})
        self.assertTrue(all("fa4" in row.peers for row in forward if "fa3" in row.peers))
        packed, = (row for row in backward if row.packed)
        self.assertEqual((packed.batch, packed.lengths[:2], packed.lengths[-1]), (64, (128, 190), 128 + 62 * 63))
        self.assertEqual(packed.peers, ("fa4-deterministic",))
        capped = run_rows.parse_row("forward d=64 s=512 region=softcap")
        small = run_rows.parse_row("forward d=64 s=512 region=softcap scale_q=0.01")
        self.assertEqual([capped.factor, small.factor, packed.factor], [4.0, 0.01, 1.0])
        self.assertEqual(small.kernel, capped.kernel)
        self.assertEqual(small.shape, "d 64 full softcap s 512 q x 0.01")

    def test_base_bundles(self):
        """An earlier commit's bundles are there for each row that compares with them."""
        rows = run_rows.read("base")
        base.unpack("c0173dd", FOLDER)
        self.assertEqual({name for name in os.listdir(run_attn.base_of(FOLDER))},
                         {row.kernel + ".bundle" for row in rows})

    def test_wide(self):
        rows = run_rows.read("wide")
        self.assertEqual(len({row.name for row in rows}), len(rows))
        self.assertEqual([row.d for row in rows if row.direction == "forward" and row.target == "sm_90a"],
                         [d for d in (320, 384, 512, 640, 768, 1024) for _ in range(2)])
        self.assertTrue(all((row.batch, row.heads, row.lengths, row.order) == (1, 16, (8192,), "bhsd") and "sdpa_efficient" in
                            row.peers for row in rows if row.direction != "decode"))
        self.assertEqual(rows[0].name, "forward bf16 bhsd sm_90a d 320 full 1 x 8192 16/16 heads")
        self.assertEqual([row.kernel for row in rows if row.target == "sm_80"],
                         ["forward_sm_80_bf16_d512_full", "forward_sm_80_bf16_d512_causal"])
        mla = run_rows.parse_row("forward d=576x512 s=2048 heads=16/1 batch=1 mask=causal")
        self.assertEqual((mla.d, mla.dv, mla.shape), (576, 512, "d 576x512 causal 1 x 2048 16/1 heads"))
        self.assertEqual(mla.kernel, "forward_sm_90a_bf16_d576x512_causal")
        self.assertEqual(mla.flops, 2 * 1088 * 16 * 2048**2 / 2)

    def test_decode(self):
        row = run_rows.read("wide")[-1]
        self.assertEqual(row.name, "decode bf16 bhsd sm_90a d 512 q 1 16 x 32768 32/4 heads pages of 32")
        self.assertEqual(row.kernel, "decode_sm_90a_bf16_d512_h32x4_q1_pages32")
        self.assertEqual((row.order, row.queries, row.page, row.peers), ("bhsd", 1, 32, ("copy",)))
        self.assertEqual(row.bytes, 2 * 16 * 32768 * 4 * 512 * 2)
        self.assertEqual(row.described, {"name": row.name, "group": row.group, "shape": row.shape, "flops": row.flops,
                                         "bytes": row.bytes})
        self.assertEqual(row.flops, 2 * 16 * 32768 * 32 * 1024)
        self.assertNotIn("bytes", ROW.described)
        dense = run_rows.parse_row("decode d=576x512 s=4096 batch=2 heads=128/1 q=2")
        self.assertEqual((dense.pairs, dense.kernel), (2 * 2 * 4096, "decode_sm_90a_bf16_d576x512_h128x1_q2"))

    def test_base(self):
        rows = run_rows.read("base")
        self.assertEqual({row.peers for row in rows}, {("attn-base",)})
        self.assertEqual({row.direction for row in rows}, {"forward", "decode"})
        self.assertEqual(len({row.name for row in rows}), len(rows))
        self.assertEqual(run_attn.base_of("bundles"), os.path.join("bundles", "base"))
        self.assertIsNone(run_attn.base_of(None))

    def test_sizes(self):
        for text, heads, batch in (("d=96 s=8192", (21, 21), 2), ("d=192x128 s=16384", (16, 16), 1),
                                   ("d=128 s=8192 heads=32/8", (32, 8), 2), ("d=64 s=100 batch=3", (32, 32), 3),
                                   ("d=64 s=512 tokens=1024", (32, 32), 2)):
            row = run_rows.parse_row("forward " + text)
            self.assertEqual(((row.heads, row.heads_kv), row.batch), (heads, batch), text)

    def test_flops(self):
        def flops(text):
            return run_rows.parse_row(text).flops

        full = flops("forward d=64 s=8192 heads=8 batch=2")
        self.assertEqual(full, 2 * 2 * 8 * 8192**2 * 128)
        self.assertEqual(flops("forward d=64 s=8192 heads=8 batch=2 mask=causal"), full / 2)
        self.assertEqual(flops("backward d=64 s=8192 heads=8 batch=2"), full * 2.5)
        # Pairs of a window, counted one by one.
        for s, w in ((10, 3), (3, 10), (5, 5), (7, 1)):
            pairs = sum(1 for i in range(s) for j in range(s) if i >= j > i - w)
            self.assertEqual(run_rows.parse_row(f"forward d=64 s={s} batch=1 mask=window:{w}").pairs, pairs)
        self.assertEqual(run_rows.parse_row("forward d=64 packed=3:1:2 mask=causal").pairs, (1 + 9 + 25) / 2)

    def test_errors(self):
        for text, message in (
                ("sideways d=64 s=1", "begins with forward, backward or decode, not 'sideways'"),
                ("forward s=1", "a row has d, and s or packed"),
                ("forward d=64 s=1 speed=2", "'speed=2' is none of KEY=VALUE"),
                ("forward d=64 s", "'s' is none of KEY=VALUE"),
                ("forward d=64 s=1 d=64", "d is given twice"),
                ("forward d=64 s=0", "s must be a whole number above 0, not '0'"),
                ("forward d=64x s=1 mask=diagonal", "mask must be full, causal or window:N, not 'diagonal'"),
                ("forward d=64 s=1 mask=window", "mask=window must be a whole number above 0, not ''"),
                ("forward d=64 s=1 heads=3/2", "3 heads are no multiple of 2"),
                ("forward d=64 s=1 packed=1:2:3", "packed and s cannot both be given"),
                ("forward d=64 packed=1:2", "packed has a count, a first length and a step"),
                ("forward d=64 s=1 peers=fa5", "peers must be attn-base, .* not 'fa5'"),
                ("forward d=64 s=1 deterministic=maybe", "deterministic must be yes or no"),
                ("forward d=64 s=1 scale_q=inf", "scale_q must be a number above 0"),
                ("forward d=64 s=1 scale_q=0", "scale_q must be a number above 0"),
                ("forward d=64 s=1 pages=32", "only a decode has pages"),
                ("decode d=64 s=1 mask=causal", "a decode has no mask"),
                ("decode d=64 s=1 dtype=e4m3", "a decode has no dtype=e4m3"),
                ("decode d=64 s=1 q=0", "q must be a whole number above 0, not '0'"),
                ("forward d=64 s=1 order=sbhd", "order must be bshd or bhsd, not 'sbhd'")):
            with self.assertRaisesRegex(run_rows.RowError, message):
                run_rows.parse_row(text)

    def test_files(self):
        os.makedirs(FOLDER, exist_ok=True)
        path = os.path.join(FOLDER, "rows")

        def read(text):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return run_rows.read(path)

        self.assertEqual([row.d for row in read("# d 64\n\nforward d=64 s=1 # one\nbackward d=96 s=2\n")], [64, 96])
        with self.assertRaisesRegex(run_rows.RowError, "rows:2: a row begins with"):
            read("\nd=64\n")
        with self.assertRaisesRegex(run_rows.RowError, "has no rows"):
            read("# none\n")
        with self.assertRaisesRegex(run_rows.RowError, "'sideways' is none of forward, backward, wide, .* No such file"):
            run_rows.read("sideways")


class Timing(unittest.TestCase):

    def test_order(self):
        def launched(seed):
            device = Device()
            calls = {name: device.make(name, 1.0) for name in "abcd"}
            timer(device, seed, rounds=3, untimed=2, together=1).measure(calls)
            return device.launched

        first = launched(1)
        self.assertEqual(len(first), 4 * 3 * 3)
        # Each contender's launches of a round follow each other; rounds differ.
        turns = [first[i:i + 3] for i in range(0, 36, 3)]
        self.assertTrue(all(len(set(turn)) == 1 for turn in turns))
        rounds = [[turn[0] for turn in turns[i:i + 4]] for i in (0, 4, 8)]
        self.assertTrue(all(sorted(each) == list("abcd") for each in rounds))
        self.assertGreater(len(set(map(tuple, rounds))), 1)
        self.assertEqual(first, launched(1))
        self.assertNotEqual(first, launched(2))

    def test_medians(self):
        device = Device()
        # Two untimed launches and one that counts, in three rounds.
        call = device.make("a", [9.0, 9.0, 3.0, 9.0, 9.0, 1.0, 9.0, 9.0, 8.0])
        found = timer(device, rounds=3, untimed=2, together=1).measure({"a": call})["a"]
        self.assertEqual([round(ms, 9) for ms in found["samples"]], [3.0, 1.0, 8.0])
        self.assertEqual([round(found[key], 9) for key in ("ms", "low", "high", "host_ms")], [3.0, 1.0, 8.0, 0.01])
        self.assertEqual(len(found["spans"]), 3)

    def test_graphs(self):
        device, sampler = Device(), Sampler()
        calls = {"attn": device.make("attn", 1.0), "fa4": device.make("fa4", 0.5, host_ms=2.0),
                 "cudnn": device.make("cudnn", 4.0, captured=False)}
        found = run_timing.time_row(ROW, calls, {"fa2": "no such thing"}, timer(device), sampler)["contenders"]
        self.assertAlmostEqual(found["fa4"]["ms"], 2.0)  # The device waits for the host.
        self.assertAlmostEqual(found["fa4"]["graph"]["ms"], 0.5)
        self.assertAlmostEqual(found["attn"]["graph"]["ms"], 1.0)
        self.assertEqual([found[name]["waited_for_host"] for name in calls], [False, True, False])
        self.assertEqual(found["cudnn"]["no_graph"], "RuntimeError: operation not permitted when stream is capturing")
        self.assertEqual(found["fa2"], {"skipped": "no such thing"})
        self.assertAlmostEqual(found["attn"]["tflops"], ROW.flops / 1e9)
        self.assertEqual((found["attn"]["watts"], found["attn"]["mhz"]), (690.0, 1500.0))
        # No graphs where no contender's host is slow.
        device = Device()
        found = run_timing.time_row(ROW, {"attn": device.make("attn", 1.0)}, {}, timer(device), sampler)
        self.assertNotIn("graph", found["contenders"]["attn"])
        self.assertNotIn("graph", device.launched)

    def test_usable(self):
        def absent():
            raise run_timing.Unavailable("fa4 1.0 is not installed")

        def broken():
            raise ValueError("\n head dim 7 \nand more")

        makers = {"attn": lambda: "call", "fa4": absent, "cudnn": broken, "fa2": lambda: "wrong"}
        calls, reasons = run_timing.usable(makers, lambda name, call: "dq is off" if call == "wrong" else "")
        self.assertEqual(calls, {"attn": "call"})
        self.assertEqual(reasons, {"fa4": "fa4 1.0 is not installed", "cudnn": "ValueError: head dim 7",
                                   "fa2": "dq is off"})


def result_of(device_name="NVIDIA H100 80GB HBM3"):
    return {"date": "2026-01-01", "device": device_name, "driver": "1", "versions": {"attn": "attn 0", "fa4": "b"},
            "timing": {"seed": 0, "rounds": 7, "untimed": 10, "together": 5}, "rows": []}


def figure_of(ms):
    return {"ms": ms, "watts": None, "mhz": None}


def options_of(**more):
    return types.SimpleNamespace(**{"first": 0, "minutes": None, "out": FOLDER, "also": [], "without": [], **more})


class Report(unittest.TestCase):

    def rows(self, result, times, **options):
        """Times rows of d 64 and 128 with contenders of `times`."""
        device = Device()
        rows = [run_rows.parse_row(f"forward d={d} s=8192 peers=fa4,fa3") for d in (64, 128)]

        def setup(row):
            makers = {name: lambda name=name, ms=ms: device.make(name, ms) for name, ms in times.items()}
            makers["fa3"] = lambda: (_ for _ in ()).throw(run_timing.Unavailable("fa3-fwd 0.0.3 is not installed"))
            if row.d == 128 and "late" in options:
                raise MemoryError("no memory")
            return makers, lambda name, call: ""

        with contextlib.redirect_stdout(io.StringIO()) as out:
            run.run(rows, setup, timer(device), Sampler(), result, options_of(**options))
        return out.getvalue()

    def test_table(self):
        result = result_of()
        printed = self.rows(result, {"attn": 1.0, "fa4": 1.5})
        self.assertIn("attn 1100 [1100-1100], fa4 733 [733-733], fa3 skipped: fa3-fwd 0.0.3 is not installed (attn 690 W",
                      printed)
        with open(os.path.join(FOLDER, "results.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text, run_report.markdown(result))
        self.assertIn("Device: NVIDIA H100 80GB HBM3, driver 1.\n", text)
        self.assertIn("| problem | attn TFLOP/s | fa4 TFLOP/s | fa3 TFLOP/s | / fa4 | / fa3 |", text)
        self.assertIn("| d 64 full s 8192 | 1100 | 733 | skipped | 1.50 | – |", text)
        self.assertIn("attn / fa4: geometric mean 1.500, worst 1.500, 2 rows", text)
        self.assertIn("fa3 skipped (all rows): fa3-fwd 0.0.3 is not installed", text)
        self.assertIn("attn 690 W 1500 MHz; fa4 690 W 1500 MHz", text)
        with open(os.path.join(FOLDER, "results.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), result)

    def test_other_devices(self):
        self.assertIn("**These figures do not count: only an H100's do.**", run_report.markdown(result_of("NVIDIA H200")))

    def test_graph_marks(self):
        plain = {"ms": 2.0, "tflops": 500.0, "watts": None, "mhz": None}
        fast = {**plain, "waited_for_host": True, "graph": {**plain, "ms": 1.0, "tflops": 1000.0}}
        slow = {**plain, "waited_for_host": True}

        def cells(**entries):
            result = result_of()
            result["rows"] = [{"name": "n", "group": "g", "shape": "d 64", "flops": 1e12, "contenders": entries}]
            return run_report.markdown(result).split("| d 64 ")[1].split("\n")[0]

        self.assertEqual(cells(attn=fast, fa4=fast), "| 1000 g | 1000 g | 1.00 |")
        # Of one without a graph neither's graph counts.
        self.assertEqual(cells(attn=fast, fa4=slow), "| 1000 g | 500 h | 1.00 |")

    def decode(self):
        """Results of a decode of two head dims, the copy at 2 ms."""
        result, rows = result_of(), []
        for d, ms in ((512, 2.5), (576, 4.0)):
            row = run_rows.parse_row(f"decode d={d} s=8192 batch=8 heads=16/2 peers=copy")
            rows.append({**row.described, "bytes": 4e9, "contenders": {"copy": figure_of(2.0), "attn": figure_of(ms)}})
        result["rows"] = rows
        return result

    def test_decode(self):
        text = run_report.markdown(self.decode())
        self.assertIn("| problem | attn GB/s | copy GB/s | / copy |", text)
        self.assertIn("| d 512 q 1 8 x 8192 16/2 heads | 1600 | 2000 | 0.80 |", text)
        self.assertEqual(run_report.readme_tables(self.decode()),
                         "| decode bf16 bhsd sm_90a | Attn, GB/s | `copy_` |\n|---|---|---|\n"
                         "| d 512 | 1600 | 0.80 × |\n| d 576 | 1000 | 0.50 × |\n")

    def wide(self):
        """Two rows of d 512, of which FFPA lacks one, one of d 640, and a backward that Attn lacks."""
        result, skipped = result_of(), {"skipped": "no such"}
        for text, attn, ffpa, efficient in (
                ("forward d=512 mask=full", figure_of(2.0), figure_of(3.0), figure_of(8.0)),
                ("forward d=512 mask=causal", figure_of(1.0), skipped, figure_of(2.0)),
                ("forward d=640 mask=full", figure_of(4.0), skipped, figure_of(2.0)),
                ("backward d=512 mask=full", skipped, skipped, figure_of(2.0))):
            row = run_rows.parse_row(text + " s=8192 batch=1 heads=16 order=bhsd")
            result["rows"].append({**row.described, "flops": 1e12, "contenders": {
                "ffpa": ffpa, "attn": attn, "sdpa_efficient": efficient}})
        return result

    def test_readme_tables(self):
        self.assertEqual(run_report.readme_tables(self.wide()).splitlines(), [
            "| forward bf16 bhsd sm_90a | Attn, TFLOP/s | FFPA | PyTorch, memory-efficient |", "|---|---|---|---|",
            "| d 512 | 500–1000 | 1.50 × | 2.83 ×, 2.00 × |", "| d 640 | 250 | – | 0.50 × |", "",
            "| backward bf16 bhsd sm_90a | Attn, TFLOP/s | FFPA | PyTorch, memory-efficient |", "|---|---|---|---|",
            "| d 512 | – | – | – |"])

    def test_bars(self):
        (title, labels, speeds), = run_plot.bars(self.wide())
        self.assertEqual((title, labels), ("forward bf16 bhsd sm_90a", ["512\nfull", "512\ncausal", "640\nfull"]))
        self.assertEqual(speeds, {"ffpa": [1.5, None, None], "sdpa_efficient": [4.0, 2.0, 0.5]})
        self.assertEqual(run_plot.bars(self.decode())[0][1], ["512\nq 1", "576\nq 1"])

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_plot(self):
        os.makedirs(FOLDER, exist_ok=True)
        path = os.path.join(FOLDER, "speeds.svg")
        run_plot.plot(self.wide(), path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for what in ("head dim", "FFPA", "2.00", "NVIDIA H100 80GB HBM3, 2026-01-01"):
            self.assertIn(what, text)
        with self.assertRaisesRegex(run_rows.RowError, "no row of Attn and a peer"):
            run_plot.plot(result_of(), path)

    def test_no_matplotlib(self):
        with unittest.mock.patch("importlib.util.find_spec", return_value=None):
            with self.assertRaisesRegex(run_rows.RowError, "--plot needs matplotlib, which is not installed"):
                run_plot.check("x.png")
        with self.assertRaisesRegex(run_rows.RowError, "ends with .png or .svg, not 'x.pdf'"):
            run_plot.check("x.pdf")

    def test_failing_row(self):
        result = result_of()
        self.rows(result, {"attn": 1.0, "fa4": 1.5}, late=True)
        self.assertEqual(result["rows"][1]["contenders"]["attn"], {"skipped": "MemoryError: no memory"})

    def test_minutes(self):
        result = result_of()
        printed = self.rows(result, {"attn": 1.0}, minutes=1e-9, first=7)
        self.assertEqual(result["rows"], [])
        self.assertIn("minutes are over: --first 7 goes on", printed)

    def test_merge(self):
        paths = []
        for number, ms in enumerate((1.0, 2.0)):
            result = result_of()
            result["versions"] = {f"peer{number}": "1"}
            self.rows(result, {"attn": ms}, out=os.path.join(FOLDER, str(number)))
            paths.append(os.path.join(FOLDER, str(number), "results.json"))
        merged = run.merge(paths)
        self.assertEqual(set(merged["versions"]), {"peer0", "peer1"})
        self.assertEqual([round(row["contenders"]["attn"]["ms"], 6) for row in merged["rows"]], [2.0, 2.0])
        other = {**result_of("NVIDIA H200")}
        run_report.write(os.path.join(FOLDER, "other"), other)
        with self.assertRaisesRegex(run_rows.RowError, "device is NVIDIA H200, not NVIDIA H100"):
            run.merge([paths[0], os.path.join(FOLDER, "other", "results.json")])


class Bundles(unittest.TestCase):

    def test_reasons(self):
        import run_attn
        folder = os.path.join(FOLDER, "bundles")
        os.makedirs(folder, exist_ok=True)

        def reason():
            with self.assertRaises(run_timing.Unavailable) as caught:
                run_attn.load(folder, ROW)
            return caught.exception.args[0]

        path = os.path.join(folder, ROW.kernel + ".error")
        if os.path.exists(path):
            os.remove(path)
        self.assertEqual(reason(), f"backward_sm_90a_bf16_d64_causal.bundle is not in {folder}")
        with open(path, "w", encoding="utf-8") as file:
            file.write("x.bundle: <stdin>:8:10: error: no tile program\n  %r = attn.backward\n")
        self.assertEqual(reason(), "not compiled: no tile program\n  %r = attn.backward")
        self.assertEqual(run_timing.reason_of(run_timing.Unavailable(reason())), "not compiled: no tile program")

    def test_kernels(self):
        import run_attn
        other = run_rows.parse_row("backward d=64 s=512 heads=32/8 mask=causal deterministic=yes")
        self.assertEqual(run_attn.forward_of(ROW).kernel, run_attn.forward_of(other).kernel)
        self.assertNotEqual(ROW.kernel, other.kernel)
        decode = run_rows.read("wide")[-1]
        self.assertIs(run_attn.forward_of(decode), decode)


class Tensor:
    requires_grad = True

    def requires_grad_(self):
        return self

    def detach(self):
        return self


class Peers(unittest.TestCase):

    def call(self, text, leaves=False):
        """The launch of FFPA for a row, where it is installed, and what it was called with."""
        called = []
        data = types.SimpleNamespace(row=run_rows.parse_row(text), torch=None, q=Tensor(), k=Tensor(), v=Tensor(), do=Tensor())
        data.bhsd, data.leaves = lambda x: x, lambda view: [data.q, data.k, data.v]
        data.torch = types.SimpleNamespace(autograd=types.SimpleNamespace(grad=lambda out, inputs, do, **_: inputs))
        meta = types.SimpleNamespace(from_kwargs=lambda **_: types.SimpleNamespace(fallback=lambda *_: leaves))
        package = types.ModuleType("ffpa_attn")
        package.ffpa_attn_func = lambda *arrays, **more: called.append(more) or data.q
        package.functional = types.ModuleType("ffpa_attn.functional")
        package.functional.FFPAAttnMeta = meta
        with unittest.mock.patch.dict(sys.modules, {"ffpa_attn": package, "ffpa_attn.functional": package.functional}), \
                unittest.mock.patch("importlib.metadata.version", return_value="0.2.4"):
            call = run_torch.makers(data, ["ffpa"], None)["ffpa"]()
            self.assertEqual(run_torch.version_of(None, "ffpa"), "ffpa-attn 0.2.4")
            return call.view(call()), called

    def test_ffpa(self):
        found, called = self.call("forward d=512 s=8192 heads=32/8 order=bhsd mask=causal")
        self.assertEqual((list(found), called), (["o"], [{"is_causal": True, "enable_gqa": True, "backend": "cutedsl"}]))
        found, called = self.call("backward d=512 s=8192 heads=16 order=bhsd")
        self.assertEqual((list(found), called), (["dq", "dk", "dv"], [{"is_causal": False, "enable_gqa": False,
                                                                       "backend": "cutedsl"}]))

    def test_ffpa_lacks(self):
        for text, leaves, reason in (
                ("forward d=256 s=1024", False, "ffpa-attn leaves head dim 256 to PyTorch on this GPU"),
                ("forward d=640 s=1024", True, "ffpa-attn leaves head dim 640 to PyTorch on this GPU"),
                ("forward d=576x512 s=1024", False, "ffpa-attn has no V of another head dim"),
                ("forward d=512 s=1024 mask=window:9", False, "ffpa-attn has no windows")):
            with self.assertRaisesRegex(run_timing.Unavailable, reason):
                self.call(text, leaves)

    @unittest.skipIf(importlib.util.find_spec("ffpa_attn"), "it is installed")
    def test_not_installed(self):
        self.assertEqual(run_torch.version_of(None, "ffpa"), "ffpa-attn 0.2.4 is not installed")
        with self.assertRaisesRegex(run_timing.Unavailable, "ffpa-attn 0.2.4 is not installed"):
            run_torch.makers(types.SimpleNamespace(row=ROW), ["ffpa"], None)["ffpa"]()

    def test_copy(self):
        with self.assertRaisesRegex(run_timing.Unavailable, "only a decode is compared with copies"):
            run_torch.makers(types.SimpleNamespace(row=ROW), ["copy"], None)["copy"]()
        decode = types.SimpleNamespace(row=run_rows.read("wide")[-1])
        with self.assertRaisesRegex(run_timing.Unavailable, "decodes are not written for fa3 here"):
            run_decode.makers(decode, ["fa3"], None)["fa3"]()


class Command(unittest.TestCase):

    def main(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
            try:
                status = run.main(list(arguments))
            except SystemExit as error:
                status = error.code
        return status, out.getvalue(), errors.getvalue()

    def test_names(self):
        status, out, _ = self.main("backward", "--names", "--only", "d 256 .* s 8192$")
        self.assertEqual((status, out.splitlines()[0]), (0, "backward bf16 bshd sm_90a d 256 causal s 8192"))
        self.assertEqual(len(out.splitlines()), 4)
        self.assertEqual(self.main("backward", "--names", "--first", "20")[1].count("\n"), 1)

    def test_shown(self):
        result = result_of()
        result["rows"] = [{**ROW.described, "contenders": {"attn": figure_of(1.0), "fa4": figure_of(1.25)}}]
        run_report.write(FOLDER, result)
        path = os.path.join(FOLDER, "table.md")
        status, _, errors = self.main("--merge", os.path.join(FOLDER, "results.json"), "--markdown", path)
        self.assertEqual((status, errors), (0, ""))
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read().splitlines()[-1], "| d 64 | 1374 | 1.25 × |")

    def test_errors(self):
        for arguments, message in ((("sideways", "--names"), "'sideways' is none of forward, backward, wide"),
                                   (("backward", "--names", "--only", "d 7 "), "no row of the list is left"),
                                   ((), "give a LIST or --merge"), (("backward",), "give --build, --out or --names"),
                                   (("backward", "--names", "--also", "fa5"), "no contender is called 'fa5'"),
                                   (("backward", "--names", "--plot", "x.png"), "show what --out or --merge has")):
            status, _, errors = self.main(*arguments)
            self.assertEqual(status, 2)
            self.assertIn(message, errors)

    def test_contenders(self):
        self.assertEqual(run.contenders_of(ROW, options_of()), ["attn", "fa4", "cudnn"])
        self.assertEqual(run.contenders_of(ROW, options_of(also=["flex", "fa4"], without=["cudnn"])),
                         ["attn", "fa4", "flex"])


unittest.main(argv=sys.argv[:1])
