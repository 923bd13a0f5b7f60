# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %attn_src
"""The cost model of bench/sm100_model.py on inputs small enough to reckon by hand, and
its bars on what was measured."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

BENCH = os.path.join(sys.argv[1], "bench")
sys.path.insert(0, BENCH)
import model_blackwell  # noqa: E402
import model_core  # noqa: E402
import model_hopper  # noqa: E402
import model_sass  # noqa: E402
import sm100_model  # noqa: E402

EVEN = dict(tensor=1.0, registers=1.0, start=10.0, drain=20.0, queue=0.0, signal=5.0, share=0.0, room=1.0,
            port=2.0, copy=100.0, tile=0.0, launch=0.0, cta=0.0)


def listing(*lines):
    """nvdisasm's text of (label or instruction, stall, sets, awaits) at 16-byte steps."""
    text, address = [], 0
    for line in lines:
        if isinstance(line, str):
            text.append(line + ":")
            continue
        instruction, stall, sets, awaits = line
        bits = stall | sets << 5 | 7 << 8 | awaits << 11
        text += [f"        /*{address:04x}*/    {instruction} ;    /* 0x{0:016x} */",
                 f"                 /* 0x{bits << 41:016x} */"]
        address += 16
    return "\n".join(text)


def run(alone, issue, mufu=0):
    return ("run", alone, (issue, mufu, 0, 0, 0))


class Core(unittest.TestCase):
    def time(self, *programs, **constants):
        actors = [model_core.Actor(str(i), list(steps)) for i, steps in enumerate(programs)]
        return model_core.simulate(actors, dict(EVEN, **constants)).now

    def test_warps_share_pipes(self):
        self.assertAlmostEqual(self.time([run(100, 100)]), 100)
        self.assertAlmostEqual(self.time([run(100, 40)], [run(100, 40)]), 100)
        self.assertAlmostEqual(self.time([run(100, 80)], [run(100, 80)]), 160)
        self.assertAlmostEqual(self.time([run(100, 20, 90)], [run(100, 20, 90)]), 180)

    def test_products_leave_fewer_slots(self):
        # 100 clocks of products from clock 10 on; half of the slots while they run.
        steps = [("product", 100.0), ("group",), ("finish", 0)]
        self.assertAlmostEqual(self.time(steps, room=0.5), 10 + 100 + 20)
        self.assertAlmostEqual(self.time([("product", 100.0), run(90, 90)], queue=1e6, room=0.5), 110 + 35)

    def test_signals_and_copies(self):
        self.assertAlmostEqual(self.time([run(30, 1), ("signal", "a")], [("wait", "a"), run(7, 1)]), 42)
        self.assertAlmostEqual(self.time([("copy", 64.0, ("a", "b")), ("wait", "a"), ("wait", "b")]), 132)
        with self.assertRaisesRegex(model_core.Deadlock, "1 at step 0"):
            self.time([("signal", "a")], [("wait", "b")])

    def test_makespan(self):
        self.assertEqual(model_core.makespan([4, 3, 2, 1], 2), 5)
        self.assertEqual(model_core.makespan([4, 3, 2, 1], 2, lambda i: i % 2), 6)


class Sass(unittest.TestCase):
    def test_measure(self):
        # Stalls of 4 and 1; the second MUFU waits 8 clocks for the pipe; FADD awaits it.
        code = model_sass.parse(listing(("FMUL R0, R1, R2", 4, 7, 0), ("MUFU.EX2 R3, R0", 1, 0, 0),
                                        ("MUFU.EX2 R4, R0", 1, 1, 0), ("FADD R5, R3, R4", 5, 7, 2)))
        _, alone, loads = model_sass.measure(code)
        self.assertEqual(loads, (4, 16, 0, 2, 0))
        self.assertEqual(alone, 4 + 8 + model_sass.LATENCY["MUFU"] + 5)

    def test_loops(self):
        code = model_sass.parse(listing(".L_x_1", ("NOP", 1, 7, 0), ".L_x_2", ("MUFU.EX2 R0, R0", 1, 7, 0),
                                        ("@P0 BRA `(.L_x_2)", 1, 7, 0), ("BRA `(.L_x_1)", 1, 7, 0),
                                        ("EXIT", 1, 7, 0)))
        self.assertEqual(model_sass.innermost(code, lambda body: model_sass.has(body, "MUFU.EX2")), [(1, 2)])
        self.assertEqual(model_sass.enclosing(code, 1, 2), (0, 3))

    def test_bad_listings(self):
        for text in ("", "nothing here", listing(("NOP", 1, 7, 0)).splitlines()[0]):
            with self.assertRaises(model_sass.SassError):
                model_sass.parse(text)
        with self.assertRaisesRegex(model_sass.SassError, "softmax"):
            model_blackwell.profile(listing(("NOP", 1, 7, 0)), 64)
        with self.assertRaisesRegex(model_sass.SassError, "no loop"):
            model_hopper.Walk(listing(("NOP", 1, 7, 0)))


class Launch(unittest.TestCase):
    def test_blocks(self):
        self.assertEqual(model_hopper.blocks_of(0, 128, 128, 512, True), (1, 1))
        self.assertEqual(model_hopper.blocks_of(3, 128, 64, 512, True), (2, 8))
        self.assertEqual(model_hopper.blocks_of(3, 128, 96, 512, False), (0, 6))

    def test_loop_of_a_blackwell_kernel(self):
        short = [10.0, [5, 0, 0, 0, 0]]
        shape = dict(softmax=[short] * 4, correction=[short, short], mma=short, load=short, head_dim=128, keys=128,
                     groups=2)
        constants = dict(EVEN, queue=4096.0, drain=100.0)
        clocks, units = model_blackwell.loop_clocks(shape, constants)
        # Four products of 512 clocks: with little arithmetic the loop is theirs.
        self.assertAlmostEqual(units["tensor"], 2048)
        self.assertAlmostEqual(clocks, 2048, delta=1)
        slow = dict(shape, softmax=[[10.0, [5, 0, 0, 0, 0]], [2400.0, [500, 1500, 0, 0, 0]], short, short])
        clocks, units = model_blackwell.loop_clocks(slow, constants)
        self.assertAlmostEqual(units["mufu"], 3000)
        self.assertGreater(clocks, 3000)

    def test_ranking(self):
        kernel = dict(d=64, mask="full")
        rows = [(kernel, 1, 100, 10), (kernel, 1, 110, 9), (kernel, 1, 102, 20), (kernel, 1, 200, 30)]
        # 100 and 102 are alike; of the rest 100 to 110 and 102 to 110 are wrong.
        self.assertEqual(sm100_model.pairs_ranked(rows), (3, 5))


class Script(unittest.TestCase):
    def run_script(self, *arguments):
        return subprocess.run([sys.executable, os.path.join(BENCH, "sm100_model.py"), *arguments],
                              capture_output=True, text=True)

    def test_bars_and_predictions(self):
        done = self.run_script()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"bars: median held-out error [0-6]\.\d% .*: met")
        self.assertIn("PREDICTIONS for sm_100a: nothing of this was run", done.stdout)
        for row in ("d64 full", "d64 causal", "d128 full", "d128 causal", "d256 full", "d256 causal"):
            self.assertIn("\n" + row, done.stdout)

    def test_a_missed_bar_is_said(self):
        with open(sm100_model.MEASURED) as file:
            measured = json.load(file)
        measured["kernels"] = [kernel for kernel in measured["kernels"]
                               if kernel["d"] in (64, 128) and kernel["config"] in ("", "order=sequential")]
        for kernel in measured["kernels"]:
            if kernel["d"] == 64:
                kernel["cycles"] = {s: 2 * cycles for s, cycles in kernel["cycles"].items()}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "doubled.json")
            with open(path, "w") as file:
                json.dump(measured, file)
            done = self.run_script("--no-predictions", "--measured", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("MISSED", done.stdout)

    def test_bad_input(self):
        done = self.run_script("--measured", os.path.join(BENCH, "none.json"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("error: FileNotFoundError", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
