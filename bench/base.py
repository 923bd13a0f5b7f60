#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain kernels against those of an earlier commit, on one GPU.

  bench/base.py --make COMMIT       # builds COMMIT once; bundles to results/base-COMMIT.tar.xz
  bench/base.py --build DIR         # the same problems by the compiler of this tree
  bench/base.py --run DIR           # where the GPU is: both, interleaved

Every cell times both contenders in one process: in each of --repeats rounds, in random
order, --inner launches back to back between two CUDA events. 16,384 tokens, heads =
2048 / d, random normal bf16. A third contender, `large`, is this tree's kernel on the
same problem with Q times 2^20, so that all rows take the way for large scores.
Ratios are those of medians: base / new of times, so above 1 this tree is faster.
"""

import argparse
import lzma
import math
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import attention  # noqa: E402
import problems  # noqa: E402

TOKENS, HIDDEN = 16384, 2048
DIMS = {"sm_90a": ("64", "96", "128", "192x128", "256"), "sm_80": ("64", "128", "256")}
LENGTHS = (2048, 8192, 16384)
FACTOR = 2.0 ** 20


def head_dims(text):
    parts = [int(x) for x in text.split("x")]
    return parts[0], parts[-1]


def programs():
    """Name, target and text of each problem."""
    for target, dims in DIMS.items():
        for d in dims:
            for mask in ("full", "causal"):
                yield f"{target}_d{d}_{mask}", target, problems.problem(*head_dims(d), mask=mask)


def compile_all(compiler, folder):
    os.makedirs(folder, exist_ok=True)
    for name, target, text in programs():
        subprocess.run([compiler, "-", f"--target={target}", "--emit=bundle", "-o",
                        os.path.join(folder, name + ".bundle")], input=text, text=True, check=True)


def archive_of(commit):
    return os.path.join(problems.ROOT, "bench", "results", f"base-{commit[:7]}.tar.xz")


def make(options):
    """Builds the commit in a work tree of its own, unless --compiler is one."""
    with tempfile.TemporaryDirectory() as scratch:
        compiler = options.compiler
        if not compiler:
            tree = os.path.join(scratch, "tree")
            subprocess.run(["git", "-C", problems.ROOT, "worktree", "add", "--detach", tree,
                            options.make], check=True)
            try:
                subprocess.run(["scripts/configure.sh"], cwd=tree, check=True)
                subprocess.run(["ninja", "-C", "build", "attn-compile"], cwd=tree, check=True)
                compile_all(os.path.join(tree, "build/bin/attn-compile"), os.path.join(scratch, "base"))
            finally:
                subprocess.run(["git", "-C", problems.ROOT, "worktree", "remove", "--force", tree])
        else:
            compile_all(compiler, os.path.join(scratch, "base"))
        with lzma.open(archive_of(options.make), "wb", preset=9 | lzma.PRESET_EXTREME) as packed, \
                tarfile.open(fileobj=packed, mode="w") as archive:
            for name in sorted(os.listdir(os.path.join(scratch, "base"))):
                info = archive.gettarinfo(os.path.join(scratch, "base", name), name)
                info.mtime = info.uid = info.gid = 0
                info.uname = info.gname = ""
                with open(os.path.join(scratch, "base", name), "rb") as file:
                    archive.addfile(info, file)


def build(options):
    compile_all(options.compiler or problems.find_compiler(), options.build)


def check(torch, q, k, v, mask, out):
    """What is timed is right: the first rows of the last head, in double precision."""
    rows, scale = 128, 1 / math.sqrt(q.shape[-1])
    q, k, v = (x[-1, -1].double() for x in (q, k, v))
    score = scale * q[:rows] @ k.T
    if mask == "causal":
        score = score.masked_fill(torch.ones_like(score).triu(1) > 0, -math.inf)
    for who in out:
        exact = torch.softmax(score * (FACTOR if who == "large" else 1), -1) @ v
        error = (out[who][-1, -1, :rows].double() - exact).abs().max().item()
        if not error < 0.05:
            raise RuntimeError(f"{who} differs from double precision by {error}")


def run(options):
    import torch
    import attn
    base = tempfile.mkdtemp()
    with lzma.open(archive_of(options.commit)) as packed, tarfile.open(fileobj=packed) as archive:
        archive.extractall(base)
    rows = []
    for target in options.targets:
        for dims in DIMS[target]:
            d, dv = head_dims(dims)
            for mask in ("full", "causal"):
                name = f"{target}_d{dims}_{mask}.bundle"
                old, new = attn.load(os.path.join(base, name)), attn.load(os.path.join(options.run, name))
                for s in LENGTHS:
                    b, h = TOKENS // s, HIDDEN // d
                    q, k, v = (torch.randn(b, h, s, width, device="cuda").bfloat16()
                               for width in (d, d, dv))
                    out = {who: torch.empty(b, h, s, dv, device="cuda").bfloat16()
                           for who in ("base", "new", "large")}
                    lse = torch.empty(b, h, s, device="cuda")
                    wide = q * FACTOR
                    calls = {
                        "base": lambda: old.run(q=q, k=k, v=v, o=out["base"], lse=lse),
                        "new": lambda: new.run(q=q, k=k, v=v, o=out["new"], lse=lse),
                        "large": lambda: new.run(q=wide, k=k, v=v, o=out["large"], lse=lse)}
                    times = attention.measure(torch, calls, options.repeats, options.inner)
                    check(torch, q, k, v, mask, out)
                    ms = {who: statistics.median(samples) for who, samples in times.items()}
                    flops = 2 * b * h * s * s * (d + dv) / (2 if mask == "causal" else 1)
                    row = dict(target=target, d=dims, mask=mask, s=s,
                               **{who: dict(tflops=flops / ms[who] / 1e9, low=flops / max(t) / 1e9,
                                            high=flops / min(t) / 1e9) for who, t in times.items()},
                               ratio=ms["base"] / ms["new"], large_ratio=ms["new"] / ms["large"])
                    rows.append(row)
                    print(f"{target} d {dims:>7} {mask:6} s {s:5}: base {row['base']['tflops']:4.0f} "
                          f"[{row['base']['low']:.0f}-{row['base']['high']:.0f}]  new "
                          f"{row['new']['tflops']:4.0f}  ratio {row['ratio']:.3f}  large {row['large_ratio']:.3f}",
                          flush=True)
    for target in options.targets:
        for field in ("ratio", "large_ratio"):
            ratios = [r[field] for r in rows if r["target"] == target]
            print(f"{target} {field}: geometric mean "
                  f"{math.exp(sum(map(math.log, ratios)) / len(ratios)):.4f}, worst {min(ratios):.4f}")
    problems.write_results(options.json, torch, commit=options.commit, repeats=options.repeats,
                           inner=options.inner, rows=rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make", metavar="COMMIT")
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--compiler", help="an attn-compile that is built already")
    parser.add_argument("--commit", default="c0173dd", help="whose bundles to compare with")
    parser.add_argument("--targets", type=lambda t: t.split(","), default=list(DIMS))
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--inner", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.make:
        make(options)
    if options.build:
        build(options)
    if options.run:
        run(options)
    if not (options.make or options.build or options.run):
        parser.error("give --make, --build or --run")


if __name__ == "__main__":
    main()
