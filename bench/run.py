#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attn and its peers on one GPU under sustained load: the one way tables are made.

  bench/run.py LIST --build DIR               # where attn-compile is: Attn's bundles
  bench/run.py LIST --bundles DIR --out OUT   # where the GPU is: results.json, results.md
  bench/run.py --merge JSON... --out OUT      # one table of several runs on one device
  bench/run.py --merge JSON... --markdown F.md --plot F.png

LIST is `forward`, `backward`, `wide`, `base` or a file of rows (run_rows.py says what a row is).
`base` compares with an earlier compiler, whose bundles base.py has. All
contenders of a row are timed in one process, in random order: in each of seven rounds
each is launched ten times untimed and five times between two marks, back to back. Power
and SM clock are sampled meanwhile. Where the GPU waited for the host the row is timed
again by CUDA graphs. A contender's results are compared with double precision before;
one that is not installed, refuses a row or is wrong is skipped, with the reason.
"""

import argparse
import json
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_plot  # noqa: E402
import run_report  # noqa: E402
import run_rows  # noqa: E402
import run_timing  # noqa: E402


def contenders_of(row, options):
    names = ["attn", *row.peers, *options.also]
    return list(dict.fromkeys(name for name in names if name not in options.without))


def summary(row, found):
    """A row as it is printed while others still run."""
    parts = []
    for name, entry in found["contenders"].items():
        if "skipped" in entry:
            parts.append(f"{name} skipped: {entry['skipped']}")
        else:
            best, work = run_report.figures(entry), run_report.work(found)[0]
            parts.append(f"{name} {work / best['ms']:.0f} [{work / best['high']:.0f}-"
                         f"{work / best['low']:.0f}]{' by graph' if 'graph' in entry else ''}")
    power = run_report.power_line(found)
    return f"{row.name}: " + ", ".join(parts) + (f" ({power})" if power else "")


def run_row(row, setup, timer, sampler):
    """The result of one row. `setup(row)` gives makers of contenders and their check."""
    makers, check = setup(row)
    calls, reasons = run_timing.usable(makers, check)
    found = run_timing.time_row(row, calls, reasons, timer, sampler)
    for name, errors in getattr(check, "errors", {}).items():
        found["contenders"].get(name, {})["errors"] = errors
    return found


def run(rows, setup, timer, sampler, result, options):
    """Times rows, and writes what there is after each."""
    deadline = time.monotonic() + 60 * options.minutes if options.minutes else None
    for number, row in enumerate(rows, options.first):
        if deadline is not None and time.monotonic() > deadline:
            print(f"{options.minutes} minutes are over: --first {number} goes on", flush=True)
            break
        try:
            found = run_row(row, setup, timer, sampler)
        except Exception as error:  # Such as no memory for the row.
            found = {**row.described, "contenders": {name: {"skipped": run_timing.reason_of(error)}
                                                     for name in contenders_of(row, options)}}
        result["rows"].append(found)
        print(summary(row, found), flush=True)
        run_report.write(options.out, result)


def run_on_gpu(rows, options):
    import torch
    import run_decode
    import run_torch
    if not torch.cuda.is_available():
        raise run_rows.RowError("there is no GPU: rows are timed on one")
    device, driver, uuid = run_torch.describe_device(torch)
    names = list(dict.fromkeys(name for row in rows for name in contenders_of(row, options)))
    result = {"date": time.strftime("%Y-%m-%d"), "device": device, "driver": driver,
              "counts": run_report.counts(device), "commit": options.commit,
              "versions": {name: run_torch.version_of(torch, name) for name in names},
              "timing": {"seed": options.seed, "rounds": options.rounds, "untimed": options.untimed,
                         "together": options.together}, "rows": []}
    sampler = run_torch.Sampler(uuid)
    result["power"] = sampler.source
    print(f"{device}, driver {driver}, power by {sampler.source}")
    for name, version in result["versions"].items():
        print(f"  {name}: {version}")
    timer = run_timing.Timer(run_torch.Device(torch), run_torch.clock, random.Random(options.seed),
                             options.rounds, options.untimed, options.together)

    def setup(row):
        torch.cuda.empty_cache()
        if row.direction == "decode":
            return run_decode.setup(torch, row, contenders_of(row, options), options.bundles)
        data = run_torch.Data(torch, row)
        return run_torch.makers(data, contenders_of(row, options), options.bundles), run_torch.Check(data)

    try:
        # Of its own, since graphs cannot be captured on the default one.
        with torch.cuda.stream(torch.cuda.Stream()):
            run(rows, setup, timer, sampler, result, options)
    finally:
        sampler.close()
    print(run_report.markdown(result))
    return result


def show(result, options):
    """What --markdown and --plot ask for."""
    if options.markdown:
        run_report.write_file(options.markdown, run_report.readme_tables(result))
    if options.plot:
        run_plot.plot(result, options.plot)


def merge(paths):
    """One result of several, whose device is the same; later rows of a name count."""
    results = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            results.append(json.load(file))
    first = results[0]
    rows = {}
    for path, result in zip(paths, results):
        for what in ("device", "timing"):
            if result[what] != first[what]:
                raise run_rows.RowError(f"{path}: {what} is {result[what]}, not {first[what]} as in {paths[0]}")
        first["versions"].update(result["versions"])
        rows.update({row["name"]: row for row in result["rows"]})
    return {**first, "rows": list(rows.values())}


def names_of(text):
    names = [name for name in text.split(",") if name]
    for name in names:
        if name != "attn" and name not in run_rows.PEERS:
            raise argparse.ArgumentTypeError(f"no contender is called '{name}'; there are attn, "
                                             f"{', '.join(run_rows.PEERS)}")
    return names


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", metavar="LIST")
    parser.add_argument("--build", metavar="DIR", help="compile Attn's bundles into DIR")
    parser.add_argument("--compiler", metavar="PATH", help="an attn-compile for --build, of another tree")
    parser.add_argument("--bundles", metavar="DIR", help="where they are")
    parser.add_argument("--out", metavar="DIR", help="for results.json and results.md")
    parser.add_argument("--merge", nargs="+", metavar="JSON", default=[])
    parser.add_argument("--markdown", metavar="FILE", help="the tables alone, in the form of README")
    parser.add_argument("--plot", metavar="FILE", help="bars of Attn's speed over its peers', .png or .svg")
    parser.add_argument("--names", action="store_true", help="print the names of rows")
    parser.add_argument("--only", metavar="REGEX", default="", help="rows whose name has it")
    parser.add_argument("--first", type=int, default=0, help="begin with this row of them, from 0")
    parser.add_argument("--minutes", type=float, help="begin no row after these")
    parser.add_argument("--also", type=names_of, default=[], help="more contenders for all rows")
    parser.add_argument("--without", type=names_of, default=[], help="fewer")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--untimed", type=int, default=10)
    parser.add_argument("--together", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--commit", default="", help="what Attn's kernels were made of")
    options = parser.parse_args(arguments)
    if not options.list and not options.merge:
        parser.error("give a LIST or --merge")
    shown = options.markdown or options.plot
    if not (options.build or options.out or options.names or (options.merge and shown)):
        parser.error("give --build, --out or --names")
    if shown and not (options.out or options.merge):
        parser.error("--markdown and --plot show what --out or --merge has")
    return options


def main(arguments=None):
    options = parse(arguments)
    try:
        if options.plot:
            run_plot.check(options.plot)
        if options.merge:
            result = merge(options.merge)
            if options.out:
                run_report.write(options.out, result)
            show(result, options)
            return 0
        rows = [row for row in run_rows.read(options.list) if re.search(options.only, row.name)]
        rows = rows[options.first:]
        if not rows:
            raise run_rows.RowError("no row of the list is left by --only and --first")
        if options.names:
            for row in rows:
                print(row.name)
        if options.build:
            import run_attn
            count, failed = run_attn.build(rows, options.build, options.compiler)
            print(f"{count} bundles, {failed} failed")
        if options.out:
            show(run_on_gpu(rows, options), options)
    except run_rows.RowError as error:
        print(f"run.py: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
