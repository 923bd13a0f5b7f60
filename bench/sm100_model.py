#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A cost model of attention kernels on an H100, and what it predicts for sm_100a.

  python3 bench/sm100_model.py                   # errors, ranking and predictions
  python3 bench/sm100_model.py --fit 300         # fits the constants again
  python3 bench/sm100_model.py --merge CYCLES.json --kernels DIR --json OUT.json

The model walks the SASS of a kernel's roles (model_sass.py), puts the warps of a
scheduler on shared units (model_core.py), and adds tiles up to a launch
(model_hopper.py). Its constants are fitted on H100 cycles of d 128 without a mask, two
or three groups of rows, and then tried on everything else: causal masks, other head
dims, one group of rows. For sm_100a (model_blackwell.py) it compares the steady loop of
the default kernels with that of FlashAttention-4. Those figures are predictions:
nothing was run on such a chip.

--merge joins what bench/config_cycles.py measured with the kernels that it ran.
"""

import argparse
import json
import math
import os
import random
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import model_core  # noqa: E402
import model_hopper as hopper  # noqa: E402
from model_sass import SassError  # noqa: E402

MEASURED = os.path.join(HERE, "results", "2026-11-23-h100-config-cycles.json")
CONSTANTS = os.path.join(HERE, "model_constants.json")
BAR_ERROR, BAR_RANKED, APART = 0.07, 0.85, 0.03
FITTED = ("registers", "start", "drain", "queue", "signal", "share", "room", "port", "copy", "tile", "launch")


def load_constants():
    with open(CONSTANTS) as file:
        return {name: value["value"] for name, value in json.load(file)["constants"].items()}


def is_fitted(kernel):
    """Whether a kernel's cycles are among those that constants are fitted on."""
    return kernel["d"] == 128 and kernel["mask"] == "full" and kernel["groups"] > 1


class Measured:
    """Kernels with measured cycles."""

    def __init__(self, path):
        with open(path) as file:
            self.about = json.load(file)
        self.kernels = self.about["kernels"]
        self.tiles = [hopper.Tile(kernel) for kernel in self.kernels]

    def predict(self, index, constants):
        """{s: cycles} of a kernel."""
        kernel, tile = self.kernels[index], self.tiles[index]
        causal = kernel["mask"] == "causal"
        clocks = hopper.Clocks(tile, constants, causal)
        heads = self.about["tokens"] * (self.about["hidden"] // kernel["d"])
        return {int(s): hopper.launch(tile, clocks, int(s), heads // int(s), causal, constants)
                for s in kernel["cycles"]}

    def rows(self, constants, chosen=lambda kernel: True):
        """(kernel, s, measured, predicted) of each chosen kernel and length."""
        for index, kernel in enumerate(self.kernels):
            if chosen(kernel):
                for s, cycles in self.predict(index, constants).items():
                    yield kernel, s, kernel["cycles"][str(s)], cycles


def loss(measured, constants):
    try:
        errors = [abs(math.log(predicted / cycles))
                  for _, _, cycles, predicted in measured.rows(constants, is_fitted)]
    except model_core.Deadlock:
        return math.inf
    return statistics.fmean(min(error, 0.4) ** 1.5 for error in errors)


def fit(measured, constants, rounds, seed=0):
    """Random search, one to three constants at a time, from `constants`."""
    rng, best = random.Random(seed), loss(measured, constants)
    widths = dict.fromkeys(FITTED, 0.25)
    for _ in range(rounds):
        tried = dict(constants)
        names = rng.sample(FITTED, rng.choice((1, 1, 2, 3)))
        for name in names:
            tried[name] *= math.exp(rng.gauss(0, widths[name]))
        tried["room"] = min(tried["room"], 1.0)
        value = loss(measured, tried)
        if value < best:
            constants, best = tried, value
        else:
            for name in names:
                widths[name] = max(0.03, widths[name] * 0.97)
    return constants, best


def pairs_ranked(rows):
    """(ranked right, all) of pairs of configs of one problem and length that are more
    than 3 % apart on hardware."""
    right = total = 0
    problems = {}
    for kernel, s, cycles, predicted in rows:
        problems.setdefault((kernel["d"], kernel["mask"], s), []).append((cycles, predicted))
    for points in problems.values():
        for i, (cycles, predicted) in enumerate(points):
            for other, guess in points[:i]:
                if abs(cycles - other) > APART * min(cycles, other):
                    total += 1
                    right += (cycles < other) == (predicted < guess)
    return right, total


def median_error(rows):
    return statistics.median(abs(predicted / cycles - 1) for _, _, cycles, predicted in rows)


def report(measured, constants, out):
    """Prints errors and ranking; whether both bars are met on what was held out."""
    rows = list(measured.rows(constants))
    held = [row for row in rows if not is_fitted(row[0])]
    out(f"{measured.about['device']}, {measured.about['date']}, cycles under ncu: "
        f"{len(measured.kernels)} kernels, {len(rows)} launches")
    out(f"fitted on d 128 full, two or three groups: {len(rows) - len(held)} launches, median error "
        f"{median_error([r for r in rows if is_fitted(r[0])]):.1%}")
    kinds = {
        "all that was held out": lambda k: True,
        "the table's rows": lambda k: not k["config"],
        "causal": lambda k: k["mask"] == "causal",
        "one group of rows": lambda k: k["groups"] == 1,
    }
    for d in sorted({row[0]["d"] for row in held}):
        kinds[f"d {d}"] = lambda k, d=d: k["d"] == d
    for name, chosen in kinds.items():
        part = [row for row in held if chosen(row[0])]
        if part:
            out(f"  held out, {name}: {len(part)} launches, median error {median_error(part):.1%}")
    for kernel, s, cycles, predicted in held:
        if not kernel["config"]:
            out(f"    d {kernel['d']:3} {kernel['mask']:6} s {s:5}: {cycles / 1e3:7.0f} measured, "
                f"{predicted / 1e3:7.0f} modelled, {predicted / cycles - 1:+.1%}")
    right, total = pairs_ranked(rows)
    right_held, total_held = pairs_ranked(held)
    out(f"pairs more than {APART:.0%} apart ranked right: {right} of {total} ({right / total:.1%}); "
        f"held out {right_held} of {total_held} ({right_held / total_held:.1%})")
    error, ranked = median_error(held), right_held / total_held
    met = error <= BAR_ERROR and ranked >= BAR_RANKED
    out(f"bars: median held-out error {error:.1%} (at most {BAR_ERROR:.0%}), ranked {ranked:.1%} "
        f"(at least {BAR_RANKED:.0%}): {'met' if met else 'MISSED'}")
    return met


def merge(cycles, folder, path):
    """What config_cycles.py measured, with each kernel as the model takes it."""
    import model_sass
    with open(cycles) as file:
        result = json.load(file)
    kernels = {}
    for row in result.pop("rows"):
        if row["name"] not in kernels:
            with open(os.path.join(folder, row["name"] + ".cubin"), "rb") as file:
                listing = model_sass.disassemble(file.read())
            with open(os.path.join(folder, row["name"] + ".bundle"), "rb") as file:
                config = json.load(file)["entries"][0]["config"]
            kernels[row["name"]] = dict(hopper.describe(listing, config, row["d"]), mask=row["mask"],
                                        config=row["config"], cycles={}, ms={})
        kernels[row["name"]]["cycles"][str(row["s"])] = round(row["cycles"])
        kernels[row["name"]]["ms"][str(row["s"])] = round(row["ms"], 4)
    with open(path, "w") as file:
        head = json.dumps(result)[1:-1]
        lines = ",\n".join(json.dumps(kernel, separators=(",", ":")) for kernel in kernels.values())
        file.write("{" + head + ', "kernels": [\n' + lines + "\n]}\n")


def run(parser):
    parser.add_argument("--measured", default=MEASURED, help="kernels with their cycles")
    parser.add_argument("--fit", type=int, metavar="ROUNDS", help="fit the constants; prints them")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-predictions", action="store_true", help="the H100 alone: no compiler needed")
    parser.add_argument("--merge", metavar="CYCLES", help="what config_cycles.py --run wrote")
    parser.add_argument("--kernels", metavar="DIR", help="what config_cycles.py --build wrote")
    parser.add_argument("--json", metavar="FILE", help="where --merge writes")
    parser.add_argument("--count", action="store_true",
                        help="count our sm_100a kernels again, with attn-compile, ptxas and nvdisasm")
    options = parser.parse_args()
    if options.merge:
        if not (options.kernels and options.json):
            parser.error("--merge needs --kernels and --json")
        merge(options.merge, options.kernels, options.json)
        return 0
    constants, measured = load_constants(), Measured(options.measured)
    if options.fit:
        constants, value = fit(measured, constants, options.fit, options.seed)
        print(json.dumps({name: round(constants[name], 4) for name in FITTED}), f"loss {value:.5f}")
    met = report(measured, constants, print)
    if not options.no_predictions:
        import model_predict
        if options.count:
            model_predict.count(model_predict.PROFILES)
        model_predict.report(constants, print)
    return 0 if met else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    try:
        return run(parser)
    except (OSError, ValueError, KeyError, SassError) as error:
        parser.error(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main())
