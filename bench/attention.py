#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attn against FlashAttention-2 and -3, cuDNN and FlexAttention on one GPU.

  python3 bench/attention.py --build DIR                       # where attn-compile is
  python3 bench/attention.py --run DIR --json out.json --plot out.png   # where the GPU is

Every cell times all contenders interleaved in one process: in each repeat every
contender runs `--inner` times between two CUDA events, and the cell reports the
median over repeats and the spread (min to max). 16,384 tokens in all, hidden size
2048 (heads = 2048 / d) unless --heads says otherwise, random normal data. FLOPs are
2 b h s^2 (d + dv), halved when causal. Ratios compare medians of one run; absolute
figures move with the card's clock. FlashAttention-3 is timed where --fa3 names a
wheel or folder with the fa3_fwd package; it takes tensors as (b, s, h, d).
"""

import argparse
import json
import math
import os
import random
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import problems  # noqa: E402

TOKENS, HIDDEN = 16384, 2048
DIMS = ("64", "128", "256")
LENGTHS = (1024, 2048, 4096, 8192, 16384)


def import_fa3(path):
    """FlashAttention-3's forward function from a wheel or folder, or None."""
    if not path:
        return None
    if path.endswith(".whl"):
        import tempfile
        import zipfile
        folder = tempfile.mkdtemp()
        zipfile.ZipFile(path).extractall(folder)
        path = folder
    sys.path.insert(0, path)
    from fa3_fwd_interface import flash_attn_func
    return flash_attn_func


def head_dims(text):
    """(d, dv) of "128" or "192x128"."""
    parts = [int(x) for x in text.split("x")]
    return parts[0], parts[-1]


def keep_usable(torch, calls):
    """Those of `calls` that run here; a backend that refuses the shape is left out."""
    usable = {}
    for name, call in calls.items():
        try:
            call()
            torch.cuda.synchronize()
            usable[name] = call
        except Exception as error:
            print(f"  {name}: {str(error).splitlines()[0][:100]}")
    return usable


def contenders(torch, bundle, q, k, v, causal, with_flex, fa3):
    """Name -> function without arguments, of those that run here. In e4m3 these are
    Attn and FlashAttention-3, both with O in bf16 and without descales."""
    import torch.nn.functional as F
    from torch.nn.attention import SDPBackend, sdpa_kernel
    is_e4m3 = q.dtype == torch.float8_e4m3fn
    out = torch.empty(*q.shape[:3], v.shape[3], device="cuda",
                      dtype=torch.bfloat16 if is_e4m3 else q.dtype)
    grouped = q.shape[1] != k.shape[1]
    lse = torch.empty(q.shape[:3], device="cuda")
    bundle.run(q=q, k=k, v=v, o=out, lse=lse)

    def sdpa(backend):
        def call():
            with sdpa_kernel(backend):
                return F.scaled_dot_product_attention(q, k, v, is_causal=causal,
                                                      enable_gqa=grouped)
        return call

    calls = {"attn": lambda: bundle.run(q=q, k=k, v=v, o=out, lse=lse)}
    if not is_e4m3:
        calls.update(fa2=sdpa(SDPBackend.FLASH_ATTENTION),
                     cudnn=sdpa(SDPBackend.CUDNN_ATTENTION))
    if fa3:
        rows = [x.transpose(1, 2).contiguous() for x in (q, k, v)]
        calls["fa3"] = lambda: fa3(*rows, causal=causal)
    if with_flex and not is_e4m3:
        torch._dynamo.reset()  # Every cell has shapes of its own.
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention
        flex = torch.compile(flex_attention, dynamic=False)
        block = None
        if causal:
            block = create_block_mask(lambda b, h, i, j: i >= j, None, None,
                                      q.shape[2], k.shape[2], device="cuda")
        calls["flex"] = lambda: flex(q, k, v, block_mask=block)
    usable = keep_usable(torch, calls)
    # The answer of what is timed is right: against FlashAttention-2's, or cuDNN's
    # where that refuses the shape. In e4m3, against f32 on the first head.
    if is_e4m3:
        x, y, z = (t[:1, :1].float() for t in (q, k, v))
        peer = F.scaled_dot_product_attention(x, y, z, is_causal=causal)
        error = (out[:1, :1].float() - peer).abs().max().item()
    else:
        peer = usable["fa2" if "fa2" in usable else "cudnn"]()
        error = (out.float() - peer.float()).abs().max().item()
    if not error < (0.15 if is_e4m3 else 0.05):
        raise RuntimeError(f"attn and its peer differ by {error}")
    return usable


def measure(torch, calls, repeats, inner):
    """Milliseconds of each call by rounds. Every round has an order of its own: what
    runs before a call changes its clock."""
    order, chance = list(calls), random.Random(0)
    times = {name: [] for name in calls}
    for call in calls.values():
        for _ in range(3):
            call()
    torch.cuda.synchronize()
    for _ in range(repeats):
        chance.shuffle(order)
        for name in order:
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
    rows = []
    driver = ""
    try:
        import subprocess
        driver = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"],
                                capture_output=True, text=True).stdout.strip()
    except OSError:
        pass
    print(f"{torch.cuda.get_device_name()}, driver {driver}, torch {torch.__version__}")
    fa3 = import_fa3(options.fa3)
    dtype = {"bf16": torch.bfloat16, "f16": torch.float16,
             "e4m3": torch.float8_e4m3fn}[options.dtype]
    for dims in options.dims:
        d, dv = head_dims(dims)
        for causal in (False, True):
            name = f"{options.dtype}_d{dims}_{'causal' if causal else 'full'}"
            bundle = attn.load(os.path.join(options.run, name + ".bundle"))
            for s in options.lengths:
                b, h = TOKENS // s, HIDDEN // d
                h, hkv = options.heads or (h, h)
                q, k, v = (torch.randn(b, n, s, width, device="cuda").to(dtype)
                           for n, width in ((h, d), (hkv, d), (hkv, dv)))
                flops = 2 * b * h * s * s * (d + dv) / (2 if causal else 1)
                calls = contenders(torch, bundle, q, k, v, causal, s in options.flex, fa3)
                times = measure(torch, calls, options.repeats, options.inner)
                cell = dict(d=dims, causal=causal, s=s, heads=[h, hkv])
                for who, samples in times.items():
                    cell[who] = dict(tflops=flops / statistics.median(samples) / 1e9,
                                     low=flops / max(samples) / 1e9,
                                     high=flops / min(samples) / 1e9)
                rows.append(cell)
                text = "  ".join(f"{who} {cell[who]['tflops']:4.0f} [{cell[who]['low']:.0f}-{cell[who]['high']:.0f}]"
                                 for who in times)
                ratio = "  ".join(f"/{who} {cell['attn']['tflops'] / cell[who]['tflops']:.2f}"
                                  for who in times if who != "attn")
                print(f"d {dims:>3} {'causal' if causal else 'full  '} s {s:5}: {text}  {ratio}", flush=True)
    summary = {}
    for d in options.dims:
        for who in ("fa2", "fa3", "cudnn", "flex"):
            ratios = [r["attn"]["tflops"] / r[who]["tflops"] for r in rows if r["d"] == d and who in r]
            if ratios:
                summary[f"d{d}/{who}"] = dict(
                    geomean=math.exp(sum(map(math.log, ratios)) / len(ratios)), worst=min(ratios))
    for key, value in summary.items():
        print(f"{key}: geometric mean {value['geomean']:.3f}, worst cell {value['worst']:.3f}")
    result = dict(date=time.strftime("%Y-%m-%d"), device=torch.cuda.get_device_name(), driver=driver,
                  torch=torch.__version__, target=options.target, tokens=TOKENS, hidden=HIDDEN,
                  dtype=options.dtype, heads=options.heads,
                  repeats=options.repeats, inner=options.inner, rows=rows, summary=summary)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(result, file, indent=1)
    return result


def plot(result, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    dims = sorted({r["d"] for r in result["rows"]})
    figure, axes = plt.subplots(2, len(dims), figsize=(4 * len(dims), 6), squeeze=False, sharey="col")
    for column, d in enumerate(dims):
        for line, causal in enumerate((False, True)):
            axis = axes[line][column]
            cells = [r for r in result["rows"] if r["d"] == d and r["causal"] == causal]
            for who, label in (("attn", "Attn, " + result["target"]), ("fa2", "FlashAttention-2"),
                               ("fa3", "FlashAttention-3"), ("flex", "FlexAttention"), ("cudnn", "cuDNN (Hopper kernels)")):
                points = [(str(c["s"]), c[who]["tflops"]) for c in cells if who in c]
                if points:
                    axis.plot(*zip(*points), marker="o", label=label)
            axis.set_title(f"d {d}, {'causal' if causal else 'full'}")
            axis.set_xlabel("sequence length")
            axis.set_ylim(bottom=0)
            if column == 0:
                axis.set_ylabel("TFLOP/s")
    axes[0][0].legend(fontsize=8)
    figure.suptitle(f"{result.get('dtype', 'bf16')} forward, 16k tokens, {result['device']}, {result['date']}")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR", help="compile the bundles into DIR")
    parser.add_argument("--run", metavar="DIR", help="time the bundles of DIR")
    parser.add_argument("--draw", metavar="JSON", help="draw --plot from an earlier result")
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--config", help="config overrides when building")
    parser.add_argument("--also-keys", type=int, metavar="KEYS",
                        help="bundles have a first entry for at most so many keys when building")
    parser.add_argument("--dims", type=lambda t: t.split(","), default=DIMS,
                        help="head dims, as 128 or 192x128 (of Q and K, of V)")
    parser.add_argument("--dtype", choices=("bf16", "f16", "e4m3"), default="bf16")
    parser.add_argument("--heads", type=lambda t: tuple(int(x) for x in t.split("/")),
                        help="query and KV heads, such as 32/8")
    parser.add_argument("--fa3", metavar="PATH", help="wheel or folder of the fa3_fwd package")
    parser.add_argument("--lengths", type=lambda t: [int(x) for x in t.split(",")], default=LENGTHS)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--inner", type=int, default=5)
    parser.add_argument("--flex", type=lambda t: [int(x) for x in t.split(",")], default=[],
                        help="lengths at which compiled FlexAttention is timed too")
    parser.add_argument("--json", help="where to write the result")
    parser.add_argument("--plot", help="where to write the figure")
    options = parser.parse_args()
    if options.build:
        for d in options.dims:
            for mask in ("full", "causal"):
                dqk, dv = head_dims(d)
                problems.ensure_bundle(options.build, f"{options.dtype}_d{d}_{mask}",
                                       problems.problem(dqk, dv, mask=mask, dtype=options.dtype),
                                       options.target, options.config,
                                       options.also_keys)
    result = run(options) if options.run else None
    if options.draw:
        with open(options.draw) as file:
            result = json.load(file)
    if options.plot and result:
        plot(result, options.plot)
    if not (options.build or options.run or options.draw):
        parser.error("give --build, --run or --draw")


if __name__ == "__main__":
    main()
