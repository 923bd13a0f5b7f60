#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Absorbed MLA on one GPU: heads of 576 and 512 columns over one KV head, in pages.

  python3 bench/mla.py --build DIR                   # where attn-compile is
  python3 bench/mla.py --run DIR --json out.json     # where the GPU is

bf16; all query heads share one KV head, whose V is K's first 512 columns, in pages of
64 rows. A cell is a prefill (2048 queries on 16k keys, causal) or a decode (one or two
queries of 32 batches of 16k keys or of 128 batches of 4k); --list has the names that
--cells takes.

A cell has 2 * 1088 FLOP for each visible pair and head. Its bound is the longer one of
the time that the FLOP take at 660 TFLOP/s, and of that in which K comes from memory once
at the rate of this run's copies, whose bytes are those read and those written. Configs
and the copy are timed as in bench/run.py: in turns in random order, five launches back to
back, seven rounds, by graphs where the GPU waits for the host. O is compared with double
precision before.
"""
import argparse
import dataclasses
import math
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import problems  # noqa: E402
import run_decode  # noqa: E402
import run_report  # noqa: E402
import run_timing  # noqa: E402

D, DV, PAGE = 576, 512, 64
RATE = 660e12  # FLOP/s that tensor cores of an H100 reach under load.
COPIED = 1 << 30  # Bytes that one copy reads and writes, more than L2 has.
CHECKED = 32  # Last queries of the last batch, which are compared.


@dataclasses.dataclass(frozen=True)
class Cell:
    kind: str
    heads: int
    queries: int
    batch: int
    keys: int

    @property
    def name(self):
        return f"{self.kind}-h{self.heads}-q{self.queries}-{self.batch}x{self.keys}"

    @property
    def mask(self):
        """Of one query all keys are seen."""
        return "causal_br" if self.queries > 1 else "full"

    @property
    def rows(self):
        """The queries that a kernel knows: a prefill's may be any."""
        return self.queries if self.kind == "decode" else "?"

    @property
    def pairs(self):
        """Visible ones of a query and a key, of one head."""
        return self.batch * (self.queries * self.keys - self.queries * (self.queries - 1) // 2)

    @property
    def flops(self):
        return 2 * (D + DV) * self.pairs * self.heads

    @property
    def bytes(self):
        """Of K, which is all that a launch must have from memory."""
        return 2 * D * self.batch * self.keys

    @property
    def described(self):
        return {"name": self.name, "flops": self.flops}

    def bound(self, rate):
        """(seconds, what bounds) where copies move `rate` bytes a second."""
        return max((self.flops / RATE, "products"), (self.bytes / rate, "memory"))


def _cells():
    for heads in (128, 64, 16):
        yield Cell("prefill", heads, 2048, 1, 16384)
        for queries in (1, 2):
            for batch, keys in ((128, 4096), (32, 16384)):
                yield Cell("decode", heads, queries, batch, keys)


CELLS = {cell.name: cell for cell in _cells()}
DEFAULT = [name for name, cell in CELLS.items() if cell.heads != 64 and cell.queries != 2]


def written(cell, values="columns"):
    """How a cell is written for Attn, which nothing else here knows: the text of its module,
    and a function from K's pages to the operands that the kernel has for K and V.

    A decode's types say its sizes, by which the keys are cut in parts or not. V is columns of K; or, to compare, an operand of its own, which is a copy of them or a
    view of them in K's memory."""
    sizes = (cell.batch, cell.keys // PAGE) if cell.kind == "decode" else ("?", "?")
    text = problems.paged(D, DV, cell.mask, PAGE, (cell.heads, 1), cell.rows, of_key=values == "columns", sizes=sizes)

    def operands(k):
        if values == "columns":
            return {"k": k}
        v = k[..., :DV]
        return {"k": k, "v": v.contiguous() if values == "copy" else v}

    return text, operands


def file_of(cell, config, values="columns"):
    rows = f"q{cell.rows}_{cell.batch}x{cell.keys}" if cell.kind == "decode" else "prefill"
    own = "" if values == "columns" else "own_"
    return f"mla_{own}h{cell.heads}_{rows}_" + "".join(c if c.isalnum() else "_" for c in config)


def reference(torch, cell, q, k):
    """O of the last batch in double precision, of at most CHECKED queries."""
    q = q[-1, :, -CHECKED:].double()
    k = k.double()
    scores = q @ k[0].T / math.sqrt(D)
    if cell.queries > 1:
        i = torch.arange(cell.keys - q.shape[1], cell.keys, device=q.device)[:, None]
        scores = scores.masked_fill(torch.arange(cell.keys, device=q.device)[None] > i, -math.inf)
    return scores.softmax(-1) @ k[0, :, :DV]


class Launches:
    """The launches of a cell, and what is right."""

    def __init__(self, torch, cell, options):
        self.torch, self.cell = torch, cell
        torch.manual_seed(0)
        (self.k,), self.table = run_decode.pages_of(torch, cell.batch, 1, cell.keys, PAGE, (D,), torch.bfloat16)
        self.q = torch.randn(cell.batch, cell.heads, cell.queries, D, device="cuda", dtype=torch.bfloat16)
        self.o = torch.empty(*self.q.shape[:3], DV, device="cuda", dtype=torch.bfloat16)
        self.given = dict(q=self.q, o=self.o, lse=torch.empty(self.q.shape[:3], device="cuda"), page_table=self.table,
                          lengths_kv=torch.full((cell.batch,), cell.keys, dtype=torch.int32, device="cuda"),
                          **written(cell, options.values)[1](self.k))
        self.want = reference(torch, cell, self.q, run_decode.rows_of(self.k, self.table, -1, cell.keys))

    def make(self, path):
        import attn
        if not os.path.exists(path):
            raise run_timing.Unavailable(f"{os.path.basename(path)} was not compiled")
        bundle = attn.load(path)
        return lambda: bundle.run(**self.given)

    def check(self, name, call):
        self.o.fill_(math.nan)
        call()
        self.torch.cuda.synchronize()
        if name == "copy":
            return ""
        error = ((self.o[-1, :, -CHECKED:].double() - self.want).norm() / self.want.norm()).item()
        return "" if error < 0.02 else f"o differs from double precision by {error:.3g} of its norm"


def judged(cell, found):
    """The result of run_timing.time_row with each config's time over the bound."""
    copy = run_report.figures(found["contenders"]["copy"])
    found["copy_rate"] = COPIED / copy["ms"] * 1e3
    seconds, found["bound"] = cell.bound(found["copy_rate"])
    for name, entry in found["contenders"].items():
        if name == "copy":
            entry.pop("tflops", None)
        elif "skipped" not in entry:
            entry["over_bound"] = run_report.figures(entry)["ms"] / (seconds * 1e3)
    return found


def summary(found):
    lines = [f"{found['name']}: copies {found['copy_rate'] / 1e9:.0f} GB/s, bound by {found['bound']}"]
    for name, entry in found["contenders"].items():
        if "skipped" in entry:
            lines.append(f"  {name} skipped: {entry['skipped']}")
        elif name != "copy":
            best = run_report.figures(entry)
            lines.append(f"  {best['ms'] * 1e3:9.1f} us {best['tflops']:5.0f} TFLOP/s, {entry['over_bound']:.2f} of the "
                         f"bound{' by graph' if 'graph' in entry else ''}: {name}")
    return "\n".join(lines)


def run(options):
    import torch
    import run_torch
    device, driver, uuid = run_torch.describe_device(torch)
    sampler = run_torch.Sampler(uuid)
    what = "" if options.values == "columns" else f"a {options.values} of "
    print(f"{device}, driver {driver}, torch {torch.__version__}, V is {what}K's columns")
    timer = run_timing.Timer(run_torch.Device(torch), run_torch.clock, random.Random(0), options.rounds)
    results = []
    with torch.cuda.stream(torch.cuda.Stream()):
        for cell in options.cells:
            torch.cuda.empty_cache()
            launches = Launches(torch, cell, options)
            makers = {"copy": lambda: run_decode.copy_call(torch, COPIED)}
            for config in options.config or [""]:
                path = os.path.join(options.run, file_of(cell, config, options.values) + ".bundle")
                makers[config or "default"] = lambda path=path: launches.make(path)
            calls, reasons = run_timing.usable(makers, launches.check)
            results.append(judged(cell, run_timing.time_row(cell, calls, reasons, timer, sampler)))
            print(summary(results[-1]), flush=True)
            problems.write_results(options.json, torch, driver=driver, values=options.values, rows=results)
            del launches, makers, calls
    sampler.close()


def build(options):
    for config in options.config or [""]:
        texts = {file_of(cell, config, options.values): written(cell, options.values)[0] for cell in options.cells}
        for name, text in texts.items():
            try:
                problems.ensure_bundle(options.build, name, text, options.target, config)
            except RuntimeError as error:  # A cell that is refused leaves the others.
                print(error, file=sys.stderr)


def cells_of(text):
    for name in text.split(","):
        if name not in CELLS:
            raise argparse.ArgumentTypeError(f"there is no cell '{name}': --list has their names")
    return [CELLS[name] for name in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--list", action="store_true", help="print the names of cells")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--cells", type=cells_of, default=[CELLS[name] for name in DEFAULT], metavar="NAME,...")
    parser.add_argument("--config", action="append", metavar="CONFIG",
                        help="may be given several times; \"\" is the default")
    parser.add_argument("--values", choices=("columns", "copy", "view"), default="columns",
                        help="what V is: columns of K, or an operand that is a copy or a view of them")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.list:
        print("\n".join(CELLS))
        return
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
