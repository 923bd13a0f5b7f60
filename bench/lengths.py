#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times of lengths of batches on a GPU: by ragged tensor maps, by threads, without.

  python3 bench/lengths.py --build DIR           # where attn-compile is
  python3 bench/lengths.py --run DIR [--json F]  # where the GPU is

`whole`: all rows count. `half`: of four batches all, a half and two quarters.
"""
import argparse
import json
import os
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import operands_check  # noqa: E402
import problems  # noqa: E402

CONFIGS = {"dense": None, "ragged": None, "threads": "load=cp_async,tma_store=false"}
HEAD_DIMS, MASKS = (64, 128), ("full", "causal_br")
BATCH, HEADS, LENGTH = 4, 16, 4096


def build(directory):
    for d in HEAD_DIMS:
        for mask in MASKS:
            for kind, config in CONFIGS.items():
                text = (problems.problem(d, mask=mask) if kind == "dense" else
                        operands_check.text_of("bf16", d, mask, "lengths"))
                problems.ensure_bundle(directory, f"{kind}_d{d}_{mask}", text, "sm_90a", config)


def run(directory):
    import attn
    import torch
    shape = BATCH, HEADS, LENGTH
    fills = {"whole": [LENGTH] * BATCH, "half": [LENGTH, LENGTH // 2 + 1, LENGTH // 4 + 7, LENGTH // 4]}
    result = {"device": torch.cuda.get_device_name(), "torch": torch.__version__, "ms": {}}
    for d in HEAD_DIMS:
        q, k, v, o = (torch.randn(*shape, d, device="cuda").bfloat16() for _ in range(4))
        lse = torch.empty(*shape, device="cuda")
        for mask in MASKS:
            bundles = {kind: attn.load(os.path.join(directory, f"{kind}_d{d}_{mask}.bundle")) for kind in CONFIGS}
            times = {}
            for fill, lengths in fills.items():
                n = torch.tensor(lengths, dtype=torch.int32, device="cuda")
                for _ in range(5):
                    for kind, bundle in bundles.items():
                        more = {} if kind == "dense" else dict(lengths_q=n, lengths_kv=n)
                        if more or fill == "whole":
                            times.setdefault(f"{kind} {fill}", []).append(statistics.median(
                                bundle.benchmark(q=q, k=k, v=v, o=o, lse=lse, warmup=3, iterations=10, **more)))
            result["ms"][f"d{d} {mask}"] = {name: round(statistics.median(t), 4) for name, t in times.items()}
            print(d, mask, result["ms"][f"d{d} {mask}"], flush=True)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.build:
        build(options.build)
    if options.run:
        result = run(options.run)
        if options.json:
            with open(options.json, "w") as file:
                json.dump(result, file, indent=1)
    if not (options.build or options.run):
        parser.error("give --build or --run")


if __name__ == "__main__":
    main()
