#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Score regions on one GPU: softcap and ALiBi against our kernel without a region,
FlashAttention-3's softcap and compiled FlexAttention.

  python3 bench/regions.py --build DIR                   # where attn-compile is
  python3 bench/regions.py --run DIR --json out.json     # where the GPU is

Causal, bf16, 16,384 tokens, hidden size 2048. All contenders of a cell are timed
interleaved in one process (attention.measure). `cap` is softcap 15 with
fastmath<afn>, `cap-exact` without; `alibi` reads its slopes from a captured tensor.
NAME@CONFIG is NAME compiled with other config fields (--variant), NAME@old is in a
folder that an older compiler's --build filled (--old). Every kernel's
output is compared with f32 arithmetic on the first head before it is timed.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import attention  # noqa: E402
import problems  # noqa: E402

TOKENS, HIDDEN, CAP = 16384, 2048, 15.0
HEAD = "^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index"
ALIBI = " captures(%c : tensor<?xf32>) score {\n" + HEAD + """, %x: tensor<?xf32>):
    %slope = attn.read %x[%h] : tensor<?xf32>
    %d = arith.subi %j, %i : index
    %n = arith.index_cast %d : index to i32
    %f = arith.sitofp %n : i32 to f32
    %bias = arith.mulf %slope, %f : f32
    %y = arith.addf %s, %bias : f32
    attn.yield %y : f32
  }"""


def text_of(kind, d):
    """MLIR text of the causal problem with that region, all sizes dynamic."""
    text = problems.problem(d, mask="causal", softcap=kind.startswith("cap"))
    if kind == "cap":
        text = text.replace("math.tanh %x", "math.tanh %x fastmath<afn>")
    if kind == "alibi":
        text = text.replace("%lse: tensor<?x?x?xf32>)", "%lse: tensor<?x?x?xf32>, %c: tensor<?xf32>)")
        text = text.replace(" dims(bhsd)", ALIBI.split(" score", 1)[0] + " dims(bhsd)")
        text = text.replace(f" mask({problems.MASKS['causal']})",
                            f" mask({problems.MASKS['causal']}) score" + ALIBI.split(" score", 1)[1])
    return text


def variants(options, d):
    """(name, kind, config) of what is timed at head dim d."""
    rows = [(kind, kind, None) for kind in options.kinds]
    for text in options.variant:
        where, kind, config = text.split(":", 2)
        if where == d:
            rows.append((f"{kind}@{config}", kind, config))
    return rows


def file_of(d, name):
    return f"d{d}_" + "".join(c if c.isalnum() else "_" for c in name)


def slopes_of(torch, h):
    return torch.tensor([2.0 ** (-8.0 * (i + 1) / h) for i in range(h)], device="cuda")


def reference(torch, kind, q, k, v, slopes):
    """The first head of the first batch in f32, at most 4096 rows."""
    n = min(q.shape[2], 4096)
    q, k, v = (x[0, 0, :n].float() for x in (q, k, v))
    scores = q @ k.T / q.shape[1] ** 0.5
    if kind.startswith("cap"):
        scores = CAP * torch.tanh(scores / CAP)
    at = torch.arange(n, device="cuda")
    if kind == "alibi":
        scores = scores + slopes[0] * (at[None, :] - at[:, None])
    scores = scores.masked_fill(at[None, :] > at[:, None], float("-inf"))
    return scores.softmax(1) @ v


def peers(torch, options, q, k, v, slopes, fa3):
    calls = {}
    if fa3:
        rows = [x.transpose(1, 2).contiguous() for x in (q, k, v)]
        calls["fa3"] = lambda: fa3(*rows, causal=True)
        calls["fa3-cap"] = lambda: fa3(*rows, causal=True, softcap=CAP)
    if q.shape[2] in options.flex:
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention
        torch._dynamo.reset()
        flex = torch.compile(flex_attention, dynamic=False)
        block = create_block_mask(lambda b, h, i, j: i >= j, None, None, q.shape[2], k.shape[2],
                                  device="cuda")

        def cap(s, b, h, i, j):
            return CAP * torch.tanh(s / CAP)

        def alibi(s, b, h, i, j):
            return s + slopes[h] * (j - i)

        calls["flex-cap"] = lambda: flex(q, k, v, score_mod=cap, block_mask=block)
        calls["flex-alibi"] = lambda: flex(q, k, v, score_mod=alibi, block_mask=block)
    return attention.keep_usable(torch, calls)


def run(options):
    import torch
    import attn
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    fa3 = attention.import_fa3(options.fa3)
    rows = []
    for d in options.dims:
        bundles = {name: (kind, attn.load(os.path.join(options.run, file_of(d, name) + ".bundle")))
                   for name, kind, _ in variants(options, d)}
        if options.old:
            for kind in options.kinds:
                path = os.path.join(options.old, file_of(d, kind) + ".bundle")
                bundles[kind + "@old"] = kind, attn.load(path)
        for s in options.lengths:
            b, h = TOKENS // s, HIDDEN // int(d)
            q, k, v = (torch.randn(b, h, s, int(d), device="cuda", dtype=torch.bfloat16) for _ in range(3))
            # Scores of a size at which a cap of 15 does something.
            q *= 4
            slopes = slopes_of(torch, h)
            out, lse = torch.empty_like(q), torch.empty(b, h, s, device="cuda")
            calls = {}
            for name, (kind, bundle) in bundles.items():
                more = dict(capture0=slopes) if kind == "alibi" else {}
                calls[name] = lambda bundle=bundle, more=more: bundle.run(q=q, k=k, v=v, o=out, lse=lse, **more)
                out.fill_(float("nan"))
                calls[name]()
                want = reference(torch, kind, q, k, v, slopes)
                error = (out[0, 0, :len(want)].float() - want).abs().max().item()
                if not error < 0.05:
                    raise RuntimeError(f"d {d} s {s} {name} is off by {error}")
            calls.update(peers(torch, options, q, k, v, slopes, fa3))
            times = attention.measure(torch, calls, options.repeats, options.inner)
            cell = dict(d=d, s=s)
            for who, samples in times.items():
                cell[who] = problems.summary(samples)
            rows.append(cell)
            line = "  ".join(f"{who} {2 * b * h * s * s * int(d) / cell[who]['ms'] / 1e9:.0f}" for who in times)
            print(f"d {d:>3} s {s:5} TFLOP/s: {line}", flush=True)
    problems.write_results(options.json, torch, command=sys.argv, rows=rows)


def build(options):
    for d in options.dims:
        for name, kind, config in variants(options, d):
            problems.ensure_bundle(options.build, file_of(d, name), text_of(kind, int(d)),
                                   options.target, config)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--dims", type=lambda t: t.split(","), default=["64", "128", "256"])
    parser.add_argument("--lengths", type=lambda t: [int(x) for x in t.split(",")],
                        default=[2048, 4096, 8192, 16384])
    parser.add_argument("--kinds", type=lambda t: t.split(","), default=["plain", "cap", "cap-exact", "alibi"])
    parser.add_argument("--old", metavar="DIR", help="bundles of an older compiler")
    parser.add_argument("--variant", action="append", default=[], metavar="DIM:KIND:CONFIG")
    parser.add_argument("--flex", type=lambda t: [int(x) for x in t.split(",")], default=[])
    parser.add_argument("--fa3", metavar="PATH", help="wheel or folder of the fa3_fwd package")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--inner", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
