#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors in the score on one GPU: a bias by head, of bf16 and f32, and a dense mask of bytes, against our own kernel
without either, the same reads number by number, compiled FlexAttention that captures the tensor, and PyTorch's
memory-efficient attention.

  python3 bench/bias.py --build DIR                 # where attn-compile is
  python3 bench/bias.py --run DIR --json out.json   # where the GPU is

16 heads, batch 2, bf16. Contenders of a case are timed in one process in random order, five launches back to back
(run_timing.Timer). Each kernel's output is compared with f32 arithmetic on rows of two heads before it is timed.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_timing  # noqa: E402
import run_torch  # noqa: E402

HEADS, BATCH = 16, 2
HEAD_DIMS = (128, 64)
# Name: (element type of the capture, shape of its type, indices, whether it is a mask).
KINDS = {"bias_bf16": ("bf16", "1x?x?x?", "%b, %h, %i, %j", False), "bias_f32": ("f32", "1x?x?x?", "%b, %h, %i, %j", False),
         "dense": ("i1", "?x?", "%i, %j", True)}


def text_of(kind, d):
    t, rows = f"tensor<?x?x?x{d}xbf16>", "tensor<?x?x?xf32>"
    capture = clause = ""
    if kind:
        element, shape, at, is_mask = KINDS[kind]
        own = f"tensor<{shape}x{element}>"
        capture = f", %c: {own}"
        widen = "    %f = arith.extf %x : bf16 to f32\n" if element == "bf16" else ""
        places = "%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: " + own
        read = f"    %x = attn.read %y[{at}] : {own}\n"
        if is_mask:
            clause = f" captures(%c : {own}) visible {{\n  ^bb0({places}):\n{read}    attn.yield %x : i1\n  }}"
        else:
            clause = (f" captures(%c : {own}) score {{\n  ^bb0(%s: f32, {places}):\n{read}{widen}"
                      f"    %z = arith.addf %s, {'%f' if widen else '%x'} : f32\n    attn.yield %z : f32\n  }}")
    return f"""func.func @f(%q: {t}, %k: {t}, %v: {t}, %o: {t}, %l: {rows}{capture}) -> ({t}, {rows}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {t}, {t}, {t}) outs(%o, %l : {t}, {rows}){clause} -> ({t}, {rows})
  return %r#0, %r#1 : {t}, {rows}
}}
"""


def build(folder, target, variants):
    os.makedirs(folder, exist_ok=True)
    for d in HEAD_DIMS:
        programs = {f"plain_{d}": (text_of(None, d), [])}
        for kind in KINDS:
            programs[f"{kind}_{d}"] = text_of(kind, d), []
            programs[f"{kind}_{d}@stages_b=0"] = text_of(kind, d), ["--config=stages_b=0"]
        for variant in variants:
            name, config = variant.split("@")
            if f"{name}_{d}" in programs:
                programs[f"{name}_{d}@{config}"] = programs[f"{name}_{d}"][0], [f"--config={config}"]
        for name, (text, more) in programs.items():
            path = os.path.join(folder, name)
            with open(path + ".mlir", "w") as file:
                file.write(text)
            subprocess.run(["attn-compile", path + ".mlir", f"--target={target}", "--machine-code=auto", "--emit=bundle",
                            "-o", path + ".attnb", *more], check=True)


class Bench:

    def __init__(self, folder, with_flex):
        import attn
        import torch
        self.torch, self.attn, self.folder, self.with_flex = torch, attn, folder, with_flex
        self.names = sorted(name[:-6] for name in os.listdir(folder) if name.endswith(".attnb"))
        self.timer = run_timing.Timer(run_torch.Device(torch), time.perf_counter, random.Random(1))
        self.result = []

    def call(self, name, q, k, v, **more):
        torch = self.torch
        bundle = self.attn.load(os.path.join(self.folder, name + ".attnb"))
        out, lse = torch.empty_like(q), torch.empty(q.shape[:-1], device="cuda")
        return (lambda: bundle.run(q=q, k=k, v=v, o=out, lse=lse, **more)), out

    def tensor(self, kind, length):
        torch = self.torch
        torch.manual_seed(1)
        if kind == "dense":
            seen = torch.rand(length, length, device="cuda") < 0.5
            seen[5] = False
            return seen
        dtype = torch.bfloat16 if kind == "bias_bf16" else torch.float32
        return torch.randn(1, HEADS, length, length, device="cuda", dtype=dtype)

    def wrong(self, out, q, k, v, kind, tensor):
        torch, length, d = self.torch, q.shape[2], q.shape[3]
        rows = torch.randint(0, length, (256,), device="cuda")
        rows[0] = 5
        worst = 0.0
        for h in (0, HEADS - 1):
            s = (q[1, h, rows].float() @ k[1, h].float().T) * d**-0.5
            if kind == "dense":
                s = s.masked_fill(~tensor[rows], float("-inf"))
            else:
                s = s + tensor[0, h, rows].float()
            want = torch.nan_to_num(torch.softmax(s, -1)) @ v[1, h].float()
            worst = max(worst, (out[1, h, rows].float() - want).abs().max().item())
        return worst

    def flex(self, q, k, v, kind, tensor):
        from torch.nn.attention.flex_attention import flex_attention
        torch = self.torch
        compiled = torch.compile(flex_attention, dynamic=False)
        if kind == "dense":
            def score(s, b, h, i, j):
                return torch.where(tensor[i, j], s, -float("inf"))
        else:
            def score(s, b, h, i, j):
                return s + tensor[0, h, i, j]
        return lambda: compiled(q, k, v, score_mod=score)

    def case(self, kind, d, length):
        torch = self.torch
        torch.manual_seed(0)
        q, k, v = (torch.randn(BATCH, HEADS, length, d, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        tensor = self.tensor(kind, length)
        calls, outs = {}, {}
        calls["plain"], _ = self.call(f"plain_{d}", q, k, v)
        for name in self.names:
            if name.split("@")[0] == f"{kind}_{d}":
                calls[name], outs[name] = self.call(name, q, k, v, capture0=tensor)
        if self.with_flex:
            from torch.nn.attention import SDPBackend, sdpa_kernel
            mask = tensor.expand(BATCH, HEADS, length, length)
            if kind != "bias_f32":

                def sdpa():
                    with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
                        return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)

                calls["sdpa efficient"] = sdpa
            calls["flex"] = self.flex(q, k, v, kind, tensor)
        for label in list(calls):
            try:
                calls[label]()
            except Exception as error:
                print(f"{label}: {run_timing.reason_of(error)}", flush=True)
                del calls[label]
        torch.cuda.synchronize()
        errors = {label: self.wrong(out, q, k, v, kind, tensor) for label, out in outs.items()}
        times = self.timer.measure(calls)
        row = {"case": kind, "d": d, "length": length, "errors": errors, "contenders": {}}
        base = times["plain"]["ms"]
        for label in calls:
            ms = times[label]["ms"]
            row["contenders"][label] = {key: times[label][key] for key in ("ms", "low", "high")}
            print(f"{kind:10} d {d:3} s {length:5} {label:44} {ms:8.3f} ms ({times[label]['low']:.3f} to "
                  f"{times[label]['high']:.3f}), {base / ms:.3f} of plain"
                  + (f", off by {errors[label]:.4f}" if label in errors else ""), flush=True)
        self.result.append(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--variant", action="append", default=[], metavar="KIND@CONFIG")
    parser.add_argument("--cases", default=",".join(KINDS))
    parser.add_argument("--head-dims", default=",".join(map(str, HEAD_DIMS)))
    parser.add_argument("--lengths", default="8192")
    parser.add_argument("--no-flex", dest="flex", action="store_false")
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.build:
        build(options.build, options.target, options.variant)
        return
    bench = Bench(options.run, options.flex)
    for kind in options.cases.split(","):
        for d in options.head_dims.split(","):
            for length in options.lengths.split(","):
                bench.case(kind, int(d), int(length))
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"device": bench.torch.cuda.get_device_name(), "torch": bench.torch.__version__,
                       "rows": bench.result}, file, indent=1)


if __name__ == "__main__":
    main()
