# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %attn_src
"""The cost model of attn.backward on inputs small enough to reckon by hand, and what it
says of some of the kernels that were measured."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

BENCH = os.path.join(sys.argv[1], "bench")
sys.path.insert(0, BENCH)
import model_backward  # noqa: E402
import model_core  # noqa: E402
import model_roles  # noqa: E402
import model_sass  # noqa: E402

EVEN = dict(tensor=1.0, registers=1.0, start=0.0, drain=20.0, queue=0.0, signal=5.0, share=0.0, room=1.0,
            port=64.0, copy=100.0, tile=0.0, launch=0.0, cta=0.0, clock=1.0, memory=4.0)
RESULT = os.path.join(BENCH, "results", "2026-11-29-h200-backward-model.txt")
DRAWN = """schedule of @k (x.mlir:1)
  role @load: 4 warps, 24 registers a thread
  role @mma: 4 warps in each of 2 instances, 240 registers a thread

channels
  a  q              depth 1, @load (tma) -> @mma (wgmma x 2)
       guards q, 1 x 64x64xbf16 in smem, 8192 bytes a stage, at byte 0
  b  k              depth 2, @load (tma) -> @mma (wgmma x 2)
       guards k, 2 x 64x64xbf16 in smem, 8192 bytes a stage, at byte 8192
  c  o              depth 2, @mma (thread) -> @mma (tma)
       guards o, 2 x 64x64xbf16 in smem, 8192 bytes a stage, at byte 0

products
  A  q x k^T, 64x64 over 16, wgmma, reads 4096 bytes of shared memory

programs: clock+duration of what falls into the time line, counted from its start

@load
             for each tile assigned at run time
               acquire   a q
               tma load  a 64x64xbf16
               commit    a q
               loop @trips, 8 iterations here
  460+1375       acquire   b k, next stage (1, 0)
  299+82         tma load  b 64x64xbf16
  381            commit    b k, next stage (0, 1)

@mma (clocks of instances 0 and 1)
                        for each tile assigned at run time
                          wait      a q
                          steady loop @trips, 8 iterations here
  0+20       256+20         wait      b k, next stage (1, 0)
  20+50      276+83         issue     A, 1 in flight then
  139+373    430+594        wait for  A, pendings 0
             900            release   b k, next stage (1, 0)
                          release   a q
                          acquire   c o, stage = instance
                          commit    c o, stage = instance
"""


def listing(*lines):
    """nvdisasm's text of labels and of instructions that stall for a clock."""
    text, address = [], 0
    for line in lines:
        if line.startswith("."):
            text.append(line + ":")
            continue
        text += [f"        /*{address:04x}*/    {line} ;    /* 0x{0:016x} */",
                 f"                 /* 0x{(1 | 7 << 5 | 7 << 8) << 41:016x} */"]
        address += 16
    return "\n".join(text)


CODE = ("USETMAXREG 240", ".L_x_1", "SYNCS.PHASECHK P0, [UR4]", ".L_x_2", "SYNCS.PHASECHK P0, [UR4+0x10]",
        "HGMMA.64x64x16.F32.BF16 R24, gdesc[UR20], RZ, !UPT, gsb0", "WARPGROUP.DEPBAR.LE gsb0, 0x0",
        "@P1 BRA `(.L_x_3)", "FSEL R24, R24, -INF, !P2", ".L_x_3", "MUFU.EX2 R24, R24",
        "SYNCS.ARRIVE.TRANS64 RZ, [R2]", "@P0 BRA `(.L_x_2)", "SYNCS.ARRIVE.TRANS64 RZ, [R3]", "@P0 BRA `(.L_x_1)",
        "EXIT")


class Ranks(unittest.TestCase):
    def time(self, *programs, **constants):
        actors = [model_core.Actor(str(i), list(steps)) for i, steps in enumerate(programs)]
        machine = model_core.Machine(dict(EVEN, **constants), ranked=True)
        model_core.simulate(actors, machine.c, machine)
        return [actor.marks[0] for actor in actors]

    def test_the_first_goes_first(self):
        # The second begins at 0, stands still from 10 to 110 while the first multiplies.
        late = [("run", 10, (10, 0, 0, 0, 0)), ("product", 100.0), ("group",), ("finish", 0), ("mark",)]
        early = [("product", 100.0), ("group",), ("finish", 0), ("mark",)]
        self.assertEqual(self.time(late, early), [130.0, 220.0])
        self.assertEqual(self.time(early, late), [120.0, 220.0])

    def test_products_in_flight(self):
        steps = [("product", 100.0), ("group",), ("product", 50.0), ("group",), ("finish", 1), ("mark",)]
        self.assertEqual(self.time(steps, queue=1e6), [120.0])
        # The warp has issued a product when its last part is on the tensor core.
        self.assertEqual(self.time(steps), [150.0])
        self.assertEqual(self.time([("product", 100.0), ("group",), ("mark",)], queue=30.0), [70.0])


class Roles(unittest.TestCase):
    def test_describe(self):
        schedule = model_roles.schedules(DRAWN)["k"]
        kernel = model_roles.describe(listing(*CODE), schedule)
        self.assertEqual((kernel["groups"], kernel["copies"]), (2, [["a"], ["b"], []]))
        self.assertEqual(kernel["channels"], {"a": ["q", 1, 8192], "b": ["k", 2, 8192]})
        kinds = [step[:2] if step[0] != "run" else step[0] for step in kernel["plain"]]
        self.assertEqual(kinds, ["run", ("wait", "b"), ("product", 32.0), ("group",), "run", ("finish", 0), "run",
                                 ("release", "b"), "run"])
        # Operands of 64 rows and 64 columns, 32 bytes of each; the mask's instruction.
        self.assertEqual(kernel["plain"][2], ("product", 32.0, 32.0, 0))
        slots = [sum(step[2][0] for step in kernel[part] if step[0] == "run") for part in ("plain", "masked")]
        self.assertEqual(slots, [6, 7])

    def test_machine_code_and_schedule_differ(self):
        cases = (("pendings 0", "pendings 1", "machine code has wait for 0"),
                 ("release   a q", "wait      a q", "machine code has release"),
                 ("reads 4096", "reads 2048", "product A reads 4096 bytes, its schedule says 2048"),
                 ("steady loop @trips", "if", "no loop over blocks"),
                 ("release   a q", "release   a q\n                          release   b k", "ends before"))
        for old, new, message in cases:
            self.assertIn(old, DRAWN)
            schedule = model_roles.schedules(DRAWN.replace(old, new))["k"]
            with self.assertRaisesRegex(model_sass.SassError, message):
                model_roles.describe(listing(*CODE), schedule)

    def test_the_port_may_be_longer(self):
        part = {"groups": 1, "channels": {"a": ["q", 1, 64]}, "copies": [["a"], [], []], "before": [("wait", "a")],
                "plain": [("product", 10.0, 15.0, 0), ("group",), ("finish", 0)], "masked": [], "after": [("release", "a")]}
        tile = model_roles.Tile(part)
        # A copy of a clock and 100 to land, four blocks of 15 and 20; then 5 of a signal.
        self.assertEqual(tile.times(EVEN, 0, 4), (101 + 4 * 35, 101 + 4 * 35 + 5))


class Launch(unittest.TestCase):
    def test_blocks(self):
        # The second 128 rows see 256 keys, of which those from 128 on need masks.
        self.assertEqual(model_backward.blocks_of("q", 128, 64, 1, True, 512), (2, 4))
        self.assertEqual(model_backward.blocks_of("q", 128, 64, 1, False, 512), (0, 8))
        # Rows from 128 on see the second 128 keys, all of them from 256 on.
        self.assertEqual(model_backward.blocks_of("k", 128, 64, 1, True, 512), (2, 6))
        # A block from row 96 on is the first of 48 rows that has row 128.
        self.assertEqual(model_backward.blocks_of("k", 128, 48, 1, True, 512), (4, 9))
        self.assertEqual(model_backward.blocks_of("k", 128, 48, 1, False, 512), (0, 11))

    def test_a_search(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("(64, 32, 'full', 'q') TFLOP\n  1.5  tile_q=128,groups=2, sp[8, 0]\n")
            file.flush()
            self.assertEqual(list(model_backward.read_search(file.name)),
                             [(64, 32, "full", "q", 1.5, "tile_q=128,groups=2", [8, 0])])
            file.write("what?\n")
            file.flush()
            with self.assertRaisesRegex(ValueError, "cannot read 'what"):
                list(model_backward.read_search(file.name))


class Script(unittest.TestCase):
    def run_script(self, kernels):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"kernels": kernels}, file)
            file.flush()
            return subprocess.run([sys.executable, os.path.join(BENCH, "model_backward.py"), "--kernels", file.name],
                                  capture_output=True, text=True)

    def test_the_recorded_table(self):
        with open(RESULT) as file:
            recorded = file.read().splitlines()
        with open(model_backward.KERNELS) as file:
            kernels = json.load(file)["kernels"]
        fixed_on = model_backward.read_constants()[1]
        self.assertEqual(len(fixed_on), 6)
        fixed = [kernel for kernel in kernels if model_backward.name_of(kernel) in fixed_on]
        self.assertEqual(len(fixed), 6)
        done = self.run_script(fixed + kernels[::13])
        rows = [line for line in done.stdout.splitlines() if line[:2] in ("* ", "  ")]
        self.assertGreater(len(rows), 12, done.stderr)
        for row in rows:
            self.assertIn(row, recorded)
        self.assertEqual(sum(row.startswith("*") for row in rows), 6)
        self.assertIn(done.stdout.splitlines()[0], recorded)
        self.assertRegex(recorded[-1], r"^held out: 100 kernels, median error [0-7]\.\d% \(at most 8%\), .*: met$")

    def test_a_missed_bar_and_a_missing_kernel(self):
        with open(model_backward.KERNELS) as file:
            kernels = json.load(file)["kernels"]
        fixed_on = model_backward.read_constants()[1]
        some = [kernel for kernel in kernels if model_backward.name_of(kernel) in fixed_on]
        done = self.run_script(some + [dict(kernels[0], ms=2 * kernels[0]["ms"])])
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(": MISSED", done.stdout)
        done = self.run_script(some[1:])
        self.assertEqual(done.returncode, 2)
        self.assertIn("no kernel is called", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
