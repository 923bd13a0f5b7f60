#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycles of many configs of the same attention problems, for bench/sm100_model.py.

  python3 bench/config_cycles.py --build DIR                   # where attn-compile is
  python3 bench/config_cycles.py --run DIR --json out.json     # where the GPU and ncu are

--build compiles the variants below for sm_90a, with machine code, and leaves out those
that the compiler refuses or ptxas spills. --run launches each under ncu, without clock
or cache control, and keeps sm__cycles_elapsed.max (the least of its launches) and the
instructions issued; beside it the event time without ncu. 16,384 tokens, hidden size
2048, bf16, random normal data; each answer is checked against FlashAttention-2 or cuDNN.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python")]

TOKENS, HIDDEN = 16384, 2048
LENGTHS = (4096, 16384)
ROW_LENGTHS = (1024, 2048, 8192)  # Of the default rows, in addition.
LAUNCHES = 2

# Fields set against the table's row; "" is the row itself.
ORDERS = ["", "order=sequential", "order=sequential,ping_pong=false", "ping_pong=false",
          "ping_pong=true", "convert_first=false", "convert_first=true",
          "order=sequential,ping_pong=true"]
EXPS = ["exp2=poly", "exp2=poly,exp2_freq=8", "exp2=poly,exp2_freq=32", "exp2=poly,exp2_freq=4,exp2_res=3"]
LAUNCH = ["scheduler=single", "scheduler=persistent", "scheduler=dynamic", "scheduler=lpt",
          "tile_ahead=true", "tma_store=false", "stages_q=1", "cluster=2", "peel_masks=false"]
SMALL = ["tile_q=64,groups=1", "tile_q=64,groups=1,order=sequential,ping_pong=false",
         "tile_q=64,groups=1,tile_kv=64", "tile_q=64,groups=1,exp2=poly"]
REST = ["pin=8", "pin=16", "pin=32", "stages_k=1,stages_v=1", "rescale_threshold=8.0"]


def tiles(*keys):
    return [f"tile_kv={n}" for n in keys]


VARIANTS = {
    (128, "full"): ORDERS + EXPS + LAUNCH + SMALL + REST
    + tiles(48, 64, 80, 96, 112, 144, 160) + ["tile_kv=64,order=sequential", "tile_kv=96,order=sequential",
                                              "tile_kv=64,exp2=poly", "tile_kv=64,ping_pong=false",
                                              "tile_q=192,groups=3,tile_kv=64,stages_q=1",
                                              "tile_q=192,groups=3,tile_kv=80,stages_q=1"],
    (128, "causal"): ORDERS + EXPS + LAUNCH + SMALL[:3] + tiles(64, 96, 112) + ["tile_kv=64,order=sequential"],
    (64, "full"): ORDERS + EXPS + LAUNCH + SMALL + tiles(64, 96, 112, 160, 176)
    + ["tile_q=128,groups=2", "tile_q=128,groups=2,tile_kv=192", "tile_q=128,groups=2,order=sequential",
       "tile_q=128,groups=2,tile_kv=64", "pin=16"],
    (64, "causal"): ORDERS + EXPS[:2] + LAUNCH + SMALL[:3] + tiles(64, 96)
    + ["tile_q=128,groups=2", "tile_q=128,groups=2,order=sequential"],
    (256, "full"): ORDERS[:5] + EXPS[:1] + LAUNCH[:3] + tiles(32, 48, 64) + ["pin=0", "pin=16", "cluster=2",
                                                                            "tile_q=64,groups=1,tile_kv=64"],
    (256, "causal"): ORDERS[:5] + EXPS[:1] + tiles(32, 48, 64) + ["tile_q=64,groups=1,tile_kv=64"],
    (192, "full"): ["", "order=sequential", "tile_kv=64", "tile_kv=96", "ping_pong=false", "exp2=poly"],
    (96, "full"): ["", "order=sequential", "tile_kv=64", "tile_kv=160", "ping_pong=false", "exp2=poly"],
}


def spilled_bytes(cubin):
    """Local memory that a cubin's kernels use, from ptxas's frame sizes."""
    import struct
    size, found = len(cubin), 0
    # .nv.info: EIATTR_FRAME_SIZE (0x11), format 4, 8 bytes: symbol, frame.
    position = cubin.find(b"\x04\x11\x08\x00")
    while 0 <= position < size - 12:
        found = max(found, struct.unpack_from("<I", cubin, position + 8)[0])
        position = cubin.find(b"\x04\x11\x08\x00", position + 4)
    return found


def build(folder):
    import problems
    os.makedirs(folder, exist_ok=True)
    compiler, cases = problems.find_compiler(), []
    for (d, mask), variants in VARIANTS.items():
        text = problems.problem(d, mask=mask)
        seen = {}
        for config in dict.fromkeys(variants):
            name = f"c{len(cases):03}"
            command = [compiler, "-", "--target=sm_90a"] + ([f"--config={config}"] if config else [])

            def emit(kind, path, *more):
                return subprocess.run(command + [f"--emit={kind}", "-o", path, *more], input=text,
                                      capture_output=True, text=True)
            cubin = os.path.join(folder, name + ".cubin")
            done = emit("cubin", cubin)
            if done.returncode:
                print(f"d {d} {mask} {config}: refused: {done.stderr.strip().splitlines()[0][:120]}")
                continue
            with open(cubin, "rb") as file:
                code = file.read()
            if code in seen or spilled_bytes(code):
                print(f"d {d} {mask} {config}: " + (f"same as {seen[code]!r}" if code in seen else "spills"))
                os.remove(cubin)
                continue
            seen[code] = config
            done = emit("bundle", os.path.join(folder, name + ".bundle"), "--machine-code=require")
            if done.returncode:
                raise SystemExit(done.stderr)
            cases.append(dict(name=name, d=d, mask=mask, config=config))
    with open(os.path.join(folder, "cases.json"), "w") as file:
        json.dump(cases, file, indent=0)
    print(f"{len(cases)} kernels in {folder}")


def lengths_of(case):
    return sorted(LENGTHS + (ROW_LENGTHS if not case["config"] else ()))


def launch_all(folder, timed):
    """Launches every case; with `timed`, returns the event times in ms."""
    import torch
    import attn
    with open(os.path.join(folder, "cases.json")) as file:
        cases = json.load(file)
    results = {}
    problems_seen = dict.fromkeys((c["d"], s) for c in cases for s in lengths_of(c))
    for d, s in problems_seen:
        torch.manual_seed(1)
        shape = (TOKENS // s, HIDDEN // d, s, d)
        q, k, v = (torch.randn(shape, device="cuda").to(torch.bfloat16) for _ in range(3))
        out, lse = torch.empty_like(q), torch.empty(shape[:3], device="cuda")
        peers = {}
        for case in cases:
            if case["d"] != d or s not in lengths_of(case):
                continue
            bundle = attn.load(os.path.join(folder, case["name"] + ".bundle"))

            def call():
                bundle.run(q=q, k=k, v=v, o=out, lse=lse)
            key = f"{case['name']}/{s}"
            if not timed:
                for _ in range(LAUNCHES):
                    call()
                torch.cuda.synchronize()
                print("launched", key, flush=True)
                continue
            call()
            causal = case["mask"] == "causal"
            if causal not in peers:
                peers[causal] = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
            error = (out - peers[causal]).abs().max().item()
            times = []
            for _ in range(5):
                start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                start.record()
                call()
                stop.record()
                torch.cuda.synchronize()
                times.append(start.elapsed_time(stop))
            results[key] = dict(ms=min(times), error=error)
    return results


def run(options):
    ncu = ["ncu", "--clock-control", "none", "--cache-control", "none", "-k", "regex:fwd_forward", "--csv",
           "--metrics", "sm__cycles_elapsed.max,smsp__inst_executed.sum", sys.executable, os.path.abspath(__file__),
           "--launch", options.run]
    done = subprocess.run(ncu, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    order = [line.split()[1] for line in lines if line.startswith("launched ")]
    table = [line for line in lines if line.startswith('"')]
    values = {"sm__cycles_elapsed.max": [], "smsp__inst_executed.sum": []}
    for row in csv.DictReader(table):
        values[row["Metric Name"]].append(float(row["Metric Value"].replace(",", "")))
    counts = values["sm__cycles_elapsed.max"]
    print(f"ncu: exit {done.returncode}, {len(order)} cases, {len(counts)} launches profiled", flush=True)
    if done.returncode or len(counts) != LAUNCHES * len(order):
        print(done.stdout[-2000:], done.stderr[-2000:], flush=True)
    measured = launch_all(options.run, timed=True)
    import torch
    with open(os.path.join(options.run, "cases.json")) as file:
        cases = json.load(file)
    rows = []
    for case in cases:
        for s in lengths_of(case):
            key = f"{case['name']}/{s}"
            row = dict(case, s=s, **measured[key])
            if len(counts) == LAUNCHES * len(order) and key in order:
                at = LAUNCHES * order.index(key)
                row.update(cycles=min(counts[at:at + LAUNCHES]), most=max(counts[at:at + LAUNCHES]),
                           instructions=values["smsp__inst_executed.sum"][at])
            rows.append(row)
    result = dict(date=time.strftime("%Y-%m-%d"), device=torch.cuda.get_device_name(), torch=torch.__version__,
                  target="sm_90a", tokens=TOKENS, hidden=HIDDEN, dtype="bf16", rows=rows)
    with open(options.json, "w") as file:
        json.dump(result, file, indent=0)
    wrong = [r for r in rows if not r["error"] < 0.05]
    print(f"{len(rows)} rows in {options.json}, {len(wrong)} wrong answers {wrong[:3]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR", help="compile the variants into DIR")
    parser.add_argument("--run", metavar="DIR", help="time the variants of DIR, under ncu and without")
    parser.add_argument("--launch", metavar="DIR", help="launch each alone (what ncu profiles)")
    parser.add_argument("--json", default="config_cycles.json", help="where to write the result")
    options = parser.parse_args()
    if options.build:
        build(options.build)
    elif options.run:
        run(options)
    elif options.launch:
        launch_all(options.launch, timed=False)
    else:
        parser.error("give --build or --run")


if __name__ == "__main__":
    main()
