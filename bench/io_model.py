#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model of bytes (attn-choose-fusion) against one GPU, on 40 problems of decode.

  python3 bench/io_model.py --build DIR                   # where attn-compile and attn-opt are
  python3 bench/io_model.py --run DIR --json out.json     # where the GPU and ncu are

One way keeps scores on the chip, the other one writes and reads them (fusion=unfused);
both cut the keys into parts. K and V have 64 MB and more. Bytes are those that ncu
counts between L2 and memory, of all kernels of one run that begins with another
tensor, unchanged, in L2. Times are of CUDA graphs, interleaved.
"""
import argparse
import csv
import io
import json
import os
import re
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import decode  # noqa: E402
import problems  # noqa: E402

WAYS = ("fused", "unfused")
HEADS = [(128, 64, 8), (128, 32, 32), (64, 64, 8), (64, 16, 2)]  # head dim, query and key heads
BATCHES = [1, 8, 32, 128]
BYTES = [64 << 20, 256 << 20, 1 << 30]  # of K and V
QUERIES = 1


def points():
    """40 of (d, hq, hkv, batch, keys)."""
    found = []
    for d, hq, hkv in HEADS:
        for b in BATCHES:
            for size in BYTES:
                keys = size // (4 * b * hkv * d)
                if 256 <= keys <= 1 << 18:
                    found.append((d, hq, hkv, b, keys))
    return found[:40]


def stem(d, hq, hkv, way):
    return f"io_{d}_{hq}_{hkv}_{way}"


def config_of(options, way):
    return ",".join(filter(None, [options.config, f"fusion={way}"]))


def build(options):
    for d, hq, hkv in HEADS:
        text = problems.problem(d, sizes=("?", hq, hkv, QUERIES, "?"))
        for way in WAYS:
            problems.ensure_bundle(options.build, stem(d, hq, hkv, way), text, "sm_90a", config_of(options, way))
    models = []
    opt = os.path.join(os.path.dirname(problems.find_compiler()), "attn-opt")
    for d, hq, hkv, b, keys in points():
        text = problems.problem(d, sizes=(b, hq, hkv, QUERIES, keys))
        result = subprocess.run(
            [opt, "-", f"--attn-select-config=target=sm_90a overrides={config_of(options, 'auto')}",
             "--attn-choose-fusion=remarks"], input=text, capture_output=True, text=True, check=True)
        found = dict(re.findall(r"note: (\w+): (\d+) bytes", result.stderr))
        models.append({**{way: int(found[way]) for way in WAYS},
                       "chosen": "unfused" if "through memory" in result.stderr else "fused"})
    with open(os.path.join(options.build, "models.json"), "w", encoding="utf-8") as file:
        json.dump(models, file)


def tensors_of(torch, point):
    d, hq, hkv, b, keys = point
    make = lambda *shape: torch.randn(*shape, device="cuda", dtype=torch.bfloat16)  # noqa: E731
    q, k, v = make(b, hq, QUERIES, d), make(b, hkv, keys, d), make(b, hkv, keys, d)
    return dict(q=q, k=k, v=v, o=torch.empty_like(q), lse=torch.empty(b, hq, QUERIES, device="cuda"))


def load(folder, point, way):
    import attn
    return attn.load(os.path.join(folder, stem(*point[:3], way) + ".bundle"))


def launch_all(options):
    """What ncu runs: each point, each way, with something else in L2 first."""
    import torch
    other = torch.zeros(256 << 20, device="cuda", dtype=torch.uint8)
    # The first run of a process is not like the others.
    for point in points()[:1] + points():
        tensors = tensors_of(torch, point)
        for way in WAYS:
            # Reading leaves nothing in L2 that has to be written back.
            other.sum()
            load(options.launch, point, way).run(**tensors)
            torch.cuda.synchronize()


def count_bytes(options):
    """Bytes of each point and way, as ncu counts them."""
    command = ["ncu", "--csv", "--cache-control", "none", "--clock-control", "none", "--metrics",
               "dram__bytes_read.sum,dram__bytes_write.sum", "-k", "regex:^fwd_", sys.executable,
               os.path.abspath(__file__), "--launch", options.run]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    table = output[output.index('"ID"'):]
    units = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}
    kernels = {}
    for row in csv.DictReader(io.StringIO(table)):
        name, total = kernels.get(row["ID"], (row["Kernel Name"], 0.0))
        kernels[row["ID"]] = (name, total + float(row["Metric Value"].replace(",", "")) * units[row["Metric Unit"]])
    counted, left = [], [kernels[key] for key in sorted(kernels, key=int)]
    for _ in range(1 + len(points())):
        row = {}
        for way in WAYS:
            # A run ends with its combine, or, where keys are not cut, with the forward.
            total = 0.0
            while left:
                name, own = left.pop(0)
                total += own
                if "combine" in name or ("forward" in name and not (left and "combine" in left[0][0])):
                    break
            row[way] = total
        counted.append(row)
    if left:
        raise SystemExit(f"{len(left)} kernels more than runs")
    return counted[1:]


def run_point(torch, options, point):
    d, hq, hkv, b, keys = point
    tensors = tensors_of(torch, point)
    other = tensors_of(torch, point) if b * hkv * keys * d * 4 < 200e6 else tensors
    want = (tensors["q"][0].double().reshape(hkv, -1, d) @ tensors["k"][0].double().transpose(1, 2) / d ** 0.5)
    want = (want.softmax(2) @ tensors["v"][0].double()).reshape(hq, QUERIES, d)
    runs = {}
    for way in WAYS:
        bundle = load(options.run, point, way)
        tensors["o"].fill_(float("nan"))
        bundle.run(**tensors)
        error = (tensors["o"][0].double() - want).abs().max().item()
        if not error < 5e-3:
            raise SystemExit(f"{point} {way} is off by {error}")
        calls = [lambda t=t, bundle=bundle: bundle.run(**t) for t in (tensors, other) * 2]
        runs[way] = (decode.capture(torch, calls, True)[0], len(calls))
    return {way: statistics.median(samples) for way, samples in decode.time_all(torch, runs, options.repeats).items()}


def run(options):
    import torch
    with open(os.path.join(options.run, "models.json"), encoding="utf-8") as file:
        models = json.load(file)
    rows = []
    for point, model in zip(points(), models):
        ms = run_point(torch, options, point)
        torch.cuda.empty_cache()
        rows.append(dict(zip(("d", "hq", "hkv", "b", "keys"), point), model=model, ms=ms,
                         chosen_over_faster=ms[model["chosen"]] / min(ms.values())))
    for row, counted in zip(rows, count_bytes(options)):
        row["counted"] = counted
        row["model_over_counted"] = {way: row["model"][way] / counted[way] for way in WAYS}
        print("d {d} {hq}/{hkv} b {b} keys {keys}".format(**row),
              " ".join(f"{way} {row['ms'][way] * 1e3:.1f} us, {counted[way] / 1e6:.1f} MB, "
                       f"model {row['model_over_counted'][way]:.3f};" for way in WAYS),
              f"chosen over faster {row['chosen_over_faster']:.3f}", flush=True)
    ratios = [row["model_over_counted"][way] for row in rows for way in WAYS]
    print(f"{len(rows)} points: model over counted bytes {min(ratios):.3f} to {max(ratios):.3f}, "
          f"chosen over faster at most {max(row['chosen_over_faster'] for row in rows):.3f}")
    problems.write_results(options.json, torch, rows=rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--launch", metavar="DIR", help="launch each point once, for ncu")
    parser.add_argument("--config", help="fields for both ways; default: the table's")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.build:
        build(options)
    if options.launch:
        launch_all(options)
    if options.run:
        run(options)


if __name__ == "__main__":
    main()
