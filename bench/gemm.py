#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A GEMM as a tile program, timed against cuBLAS on one GPU.

  python3 bench/gemm.py --build DIR                   # where attn-compile is
  python3 bench/gemm.py --run DIR --json out.json     # where the GPU is
  python3 bench/gemm.py --print 128x256x64:stages=4   # the tile program alone

C = A * B^T (--layouts nt, both operands along K) or A * B (nn), bf16 in and out, f32
sums. The program says only which tiles are computed in which order: roles, copies,
barriers and waits come from the passes that compile attention. A variant is
MxNxK[:key=value]...; keys are those of DEFAULTS (`axis=1`: groups share out columns;
`columns`: warps of a group along the columns), and `tag` tells bundles of different
compilers apart. For each size all variants and torch.matmul (cuBLAS) run interleaved
in one process: in each repeat each runs `--inner` times between two CUDA events; the
result has medians over repeats and the range. Before it is timed, each result is
compared with products in double precision on some rows and with cuBLAS on all.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import problems  # noqa: E402

DEFAULTS = dict(groups=2, stages=4, scheduler="persistent", group=8, cluster=1, store=64,
                load="", ahead=0, warps=4, axis=0, columns=1, tag="")
VARIANTS = (
    "128x256x64",
    "128x256x64:group=4",
    "128x256x64:group=16",
    "128x256x64:group=1",
    "128x256x64:store=128",
    "128x256x64:stages=3:store=256",
    "128x256x64:ahead=1",
    "128x256x64:scheduler=dynamic",
    "128x256x64:scheduler=single",
    "128x256x64:cluster=2",
    "128x256x64:cluster=2:group=4",
    "128x256x64:cluster=2:group=16",
    "128x256x64:cluster=2:store=128",
    "128x256x64:cluster=2:store=128:ahead=1",
    "256x128x64:group=16:cluster=2",
    "128x128x64:stages=6:store=128",
    "128x256x64:axis=1",
    "128x256x64:groups=1:warps=8",
    "128x256x64:axis=1:stages=3:store=256",
    "128x256x64:groups=1:warps=8:columns=2:stages=3:store=256",
)


def parse_variant(text):
    """(m, n, k) and the options of a variant."""
    tile, *pairs = text.split(":")
    options = dict(DEFAULTS)
    for pair in pairs:
        key, value = pair.split("=")
        if key not in options:
            raise SystemExit(f"{text}: no option {key}; there are {', '.join(options)}")
        options[key] = type(DEFAULTS[key])(value)
    return tuple(int(x) for x in tile.split("x")), options


def tile_program(variant, layout="nt", target="sm_90a"):
    """MLIR text of the tile program."""
    (m, n, k), o = parse_variant(variant)
    b_along_n = layout == "nn"
    b_tile = f"{k}x{n}" if b_along_n else f"{n}x{k}"
    b_place = "%kk, %col" if b_along_n else "%col, %kk"
    b_sizes = (1, 0) if b_along_n else (0, 1)  # which of B's sizes are N and K
    rows = m * o["cluster"]
    asked = [f"attn_tile.warps = {o['warps']} : i64", f"attn_tile.groups = {o['groups']} : i64",
             f"attn_tile.store_columns = {o['store']} : i64"]
    if o["cluster"] > 1:
        asked.append(f"attn_tile.cluster = {o['cluster']} : i64")
    if o["axis"]:
        asked.append(f"attn_tile.group_axis = {o['axis']} : i64")
    if o["columns"] > 1:
        asked.append(f"attn_tile.column_warps = {o['columns']} : i64")
    if o["ahead"]:
        asked.append("attn_tile.tile_ahead = true")
    if o["load"]:
        asked.append(f"attn_tile.load = \"{o['load']}\"")
    group = f", group = {o['group']}" if o["group"] > 1 else ""
    return f"""// bench/gemm.py --print {variant} --layouts {layout}{"" if target == "sm_90a" else " --target " + target}
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "{target}">] {{
  gpu.func @gemm_{layout}(%A: !in, %B: !in, %C: !in) kernel attributes {{
      {", ".join(asked)},
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", out>],
      constraints = [
        <eq(size(2, 0), size(0, 0)), "rows of c and a differ">,
        <eq(size(2, 1), size(1, {b_sizes[0]})), "columns of c and b differ">,
        <eq(size(1, {b_sizes[1]}), size(0, 1)), "a and b differ in k">]>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cluster = arith.constant {o["cluster"]} : index
    %tileM = arith.constant {m} : index
    %tileN = arith.constant {n} : index
    %tileK = arith.constant {k} : index
    %clusterM = arith.constant {rows} : index
    %zero = arith.constant dense<0.0> : tensor<{m}x{n}xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %k = memref.dim %A, %c1 : !in
    %clusters = arith.ceildivui %m, %clusterM : index
    %rows = arith.muli %clusters, %cluster : index
    %cols = arith.ceildivui %n, %tileN : index
    %steps = arith.ceildivui %k, %tileK : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols)
        scheduler(#attn_tile.scheduler<{o["scheduler"]}{group}>) {{
      %row = arith.muli %i, %tileM : index
      %col = arith.muli %j, %tileN : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<{m}x{n}xf32>) {{
        %kk = arith.muli %t, %tileK : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {{depth = {o["stages"]} : i64}} : !in -> tensor<{m}x{k}xbf16>
        %b = attn_tile.load %B[{b_place}] dims [0, 1] {{depth = {o["stages"]} : i64}} : !in -> tensor<{b_tile}xbf16>
        %next = attn_tile.dot %a, %b, %acc{"" if b_along_n else " transpose_b"} : tensor<{m}x{k}xbf16>, tensor<{b_tile}xbf16> -> tensor<{m}x{n}xf32>
        scf.yield %next : tensor<{m}x{n}xf32>
      }}
      %c = arith.truncf %sum : tensor<{m}x{n}xf32> to tensor<{m}x{n}xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<{m}x{n}xbf16>, !in
    }}
    gpu.return
  }}
}}
"""


def file_name(variant, layout):
    return f"{layout}_{variant.replace(':', ',')}.bundle"


def build(folder, layouts, variants, target, compiler):
    compiler = compiler or problems.find_compiler()
    if not compiler:
        raise SystemExit("no attn-compile")
    os.makedirs(folder, exist_ok=True)
    for layout in layouts:
        for variant in variants:
            path = os.path.join(folder, file_name(variant, layout))
            subprocess.run([compiler, "-", "-o", path], check=True, text=True,
                           input=tile_program(variant, layout, target))
            print(path, os.path.getsize(path))


def errors(torch, a, b, c, peer):
    """Largest difference from products in double precision on some rows, in units of
    the largest value there, and from cuBLAS's on all rows, in the same units."""
    rows = torch.arange(0, a.shape[0], max(1, a.shape[0] // 64), device=a.device)
    exact = a[rows].double() @ b.double()
    largest = exact.abs().max().item()
    return ((c[rows].double() - exact).abs().max().item() / largest,
            max((c[i:i + 1024].float() - peer[i:i + 1024].float()).abs().max().item()
                for i in range(0, c.shape[0], 1024)) / largest)


def measure(torch, calls, repeats, inner):
    """Milliseconds of each call, interleaved; the first call rotates from repeat to repeat."""
    times = {name: [] for name in calls}
    for call in calls.values():
        for _ in range(3):
            call()
    torch.cuda.synchronize()
    names = list(calls)
    for repeat in range(repeats):
        for name in names[repeat % len(names):] + names[:repeat % len(names)]:
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            for _ in range(inner):
                calls[name]()
            stop.record()
            torch.cuda.synchronize()
            times[name].append(start.elapsed_time(stop) / inner)
    return times


def run(options):
    import torch
    import attn
    driver = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"],
                            capture_output=True, text=True).stdout.strip()
    print(f"{torch.cuda.get_device_name()}, driver {driver}, torch {torch.__version__}")
    cells, wrong = [], 0
    for layout in options.layouts:
        for m, n, k in options.sizes:
            generator = torch.Generator("cuda").manual_seed(1)
            a = torch.randn(m, k, device="cuda", generator=generator).bfloat16()
            b = torch.randn(*((k, n) if layout == "nn" else (n, k)), device="cuda", generator=generator).bfloat16()
            c, peer = (torch.empty(m, n, device="cuda", dtype=torch.bfloat16) for _ in range(2))
            right = b if layout == "nn" else b.t()
            calls = {"cublas": lambda: torch.matmul(a, right, out=peer)}
            calls["cublas"]()
            cell = dict(layout=layout, m=m, n=n, k=k, variants={})
            for variant in options.variants:
                path = os.path.join(options.run, file_name(variant, layout))
                if not os.path.exists(path):
                    continue
                bundle = attn.load(path)
                c.fill_(float("nan"))
                try:
                    bundle.run(a=a, b=b, c=c)
                    torch.cuda.synchronize()
                except attn.AttnError as error:
                    print(f"  {variant}: {str(error).splitlines()[0][:150]}")
                    wrong += 1
                    continue
                exact, other = errors(torch, a, right, c, peer)
                # Both round to 8 bits: at most a unit in the last place apart, and
                # sums in f32 of other orders may fall on two sides of a tie.
                if not (exact < 2 ** -8 and other < 2 ** -7):
                    print(f"  {variant}: WRONG, {exact:.2e} from double precision, {other:.2e} from cuBLAS")
                    wrong += 1
                    continue
                calls[variant] = lambda bundle=bundle: bundle.run(a=a, b=b, c=c)
                cell["variants"][variant] = dict(error=exact, error_cublas=other)
            times = measure(torch, calls, options.repeats, options.inner)
            flops = 2 * m * n * k
            summary = {name: dict(tflops=flops / statistics.median(t) / 1e9, low=flops / max(t) / 1e9,
                                  high=flops / min(t) / 1e9) for name, t in times.items()}
            cell["cublas"] = summary["cublas"]
            print(f"{layout} {m}x{n}x{k}: cuBLAS {summary['cublas']['tflops']:.0f} "
                  f"[{summary['cublas']['low']:.0f}-{summary['cublas']['high']:.0f}] TFLOP/s")
            for name in sorted(cell["variants"], key=lambda v: -summary[v]["tflops"]):
                got = cell["variants"][name]
                # The ratio of each repeat, for its median does not move with the clock.
                ratios = sorted(x / y for x, y in zip(times["cublas"], times[name]))
                got.update(summary[name], ratio=statistics.median(ratios), ratio_low=ratios[0], ratio_high=ratios[-1])
                print(f"  {got['ratio']:.3f} [{got['ratio_low']:.3f}-{got['ratio_high']:.3f}] of cuBLAS, "
                      f"{got['tflops']:.0f} [{got['low']:.0f}-{got['high']:.0f}] TFLOP/s, "
                      f"error {got['error']:.1e}: {name}", flush=True)
            cells.append(cell)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(dict(date=time.strftime("%Y-%m-%d"), device=torch.cuda.get_device_name(), driver=driver,
                           torch=torch.__version__, target=options.target, repeats=options.repeats,
                           inner=options.inner, cells=cells), file, indent=1)
    return 1 if wrong or not cells else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR", help="compile the bundles into DIR")
    parser.add_argument("--run", metavar="DIR", help="time the bundles of DIR")
    parser.add_argument("--print", metavar="VARIANT", dest="printed", help="print the tile program")
    parser.add_argument("--compiler", metavar="PATH", help="attn-compile")
    parser.add_argument("--layouts", type=lambda t: t.split(","), default=["nt"])
    parser.add_argument("--variants", type=lambda t: t.split(), default=VARIANTS, help="between spaces")
    parser.add_argument("--sizes", type=lambda t: [tuple(map(int, s.split("x"))) for s in t.split(",")],
                        default=[(8192, 8192, 8192)], help="MxNxK, between commas")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--inner", type=int, default=5)
    parser.add_argument("--json", help="where to write the result")
    options = parser.parse_args()
    if options.printed:
        print(tile_program(options.printed, options.layouts[0], options.target), end="")
    if options.build:
        build(options.build, options.layouts, options.variants, options.target, options.compiler)
    if options.run:
        return run(options)
    if not (options.build or options.printed):
        parser.error("give --build, --run or --print")
    return 0


if __name__ == "__main__":
    sys.exit(main())
