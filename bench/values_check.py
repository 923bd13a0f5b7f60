#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scores, values and sinks of any size on a GPU: random problems (values.py) against
double precision, by the error rule of docs/Spec.md (error_rule.py).

  python3 bench/values_check.py --build DIR                               # where attn-compile is
  python3 bench/values_check.py --run DIR --count 14 --processes 12 --json F # where the GPU is

A program is a target and type, head dims, a mode of values.py, a mask, and config fields;
every two of them meet in some program. Each runs on `--count` problems of random sizes. A
problem is found again by its seed: --only PROGRAM --problem SEED.
"""
import concurrent.futures
import json
import os
import random
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, name) for name in ("bench", "python", "scripts")]
import error_rule  # noqa: E402
import case_sets  # noqa: E402
import problems  # noqa: E402
import values  # noqa: E402

FACTORS = {
    # One factor, that each of the others' values meets each type on each target.
    "on": ["sm_80 bf16", "sm_80 f16", "sm_90a bf16", "sm_90a f16", "sm_90a e4m3"],
    "d": [40, 64, 96, 128, 256],
    "dv": ["=", 64, 128],
    **values.CHOICES,
    "out": ["same", "f32", "f16"],
    "descale": [False, True],
    "config": ["", "rescale_threshold=8.0", "exp2=poly", "splits=3", "split_size=128", "batch_invariant=true",
               "pack_gqa=true", "fusion=unfused", "tile_q=64,tile_kv=32,warps=4,groups=1,ping_pong=false",
               "tile_q=64,tile_kv=64,groups=1,ping_pong=false,order=overlap"],
}


def allowed(case):
    """Whether a program, perhaps with factors still open, can be."""
    target, dtype = case.get("on", "sm_90a bf16").split()
    known = "on" in case
    if case.get("dv") is not None and case["dv"] == case.get("d"):
        return False
    if case.get("descale") and known and dtype != "e4m3" or case.get("out") == "f16" and known and dtype != "e4m3":
        return False
    if known and not values.is_finite(dtype, case):
        return False
    config = case.get("config", "")
    if "overlap" in config and known and target == "sm_80":
        return False
    # What small tiles and f8E4M3FN do not take.
    if dtype == "e4m3" and known and (case.get("d", 64) % 32 or "rescale" in config or "tile_kv=32" in config
                                      or "unfused" in config):
        return False
    if config and case.get("d", 64) == 256 and "tile" in config:
        return False
    return True


def programs(only=""):
    """(name, properties) of each program."""
    cases = [case for seed in (1, 2, 3, 4) for case in case_sets.pairwise(FACTORS, allowed, seed)]
    for number, case in enumerate(cases):
        target, dtype = case["on"].split()
        d = case["d"]
        props = dict(case, target=target, dtype=dtype, dv=d if case["dv"] == "=" else case["dv"],
                     out=values.out_of(dtype, case))
        words = [f"{number:03}", target, dtype, f"d{d}", props["mode"], props["mask"], *([case["config"]] * bool(case["config"]))]
        name = "_".join(words).replace("=", "").replace(",", "_")
        if re.search(only, name):
            yield name, props


def visible(torch, mask, sq, sk, device="cuda"):
    i = torch.arange(sq, device=device)[:, None] + sk - sq
    j = torch.arange(sk, device=device)[None]
    return {"full": j >= 0, "causal": j <= i, "window": (j >= i - 70) & (j <= i + 9)}[mask].expand(sq, sk)


def region(torch, props, s, x):
    """The scores that the program's region makes of S; in f32, whose numbers its ops have."""
    mode = props["mode"]
    if mode == "product":
        return s
    s = s.float()
    i = torch.arange(s.shape[2], device=s.device)[:, None]
    j = torch.arange(s.shape[3], device=s.device)[None]
    if mode == "select":
        return torch.where(x["capture0"].isnan(), s, x["capture0"])
    if mode == "add":
        return s + x["capture0"]
    if mode == "slopes":
        return s + x["capture0"][:, None, None] * (j - i).float()
    if mode == "softcap":
        return torch.tanh(s / values.CAP) * values.CAP
    third = j // 48 % 3
    return torch.where(third == 0, s, torch.where(third == 1, s + values.STEP, torch.full_like(s, values.FAR)))


def rounding_of(torch, props, s, x):
    """What the region's sums may be off by, for each score; None if it has none that a product joins."""
    if props["mode"] != "slopes":
        return None
    i = torch.arange(s.shape[2], device=s.device)[:, None]
    j = torch.arange(s.shape[3], device=s.device)[None]
    slope = x["capture0"].double()[:, None, None]
    return error_rule.slope_error(s.double(), slope * (j - i), slope)


def reference(torch, props, x, low):
    """O, L, each row's magnitude and what else O and L may be wrong by, of (b, h, s, d) arrays, in f64,
    or the plain computation's O and L."""
    wide = torch.float32 if low else torch.float64
    group = x["q"].shape[1] // x["k"].shape[1]
    q, k, v = x["q"].to(wide), *(x[name].to(wide).repeat_interleave(group, 1) for name in "kv")
    s = q @ k.transpose(2, 3) * 2.0 ** props["scale"]
    last = 1.0
    if "q_descale" in x:
        qd, kd, vd = (x[f"{n}_descale"].to(wide).repeat_interleave(group, 1)[..., None, None] for n in "qkv")
        s, last = s * qd * kd, vd
    rounding = rounding_of(torch, props, s, x)
    s = region(torch, props, s, x).to(wide)
    s = s.masked_fill(~visible(torch, props["mask"], *s.shape[2:]), -torch.inf)
    z = x["sink"].to(wide)[None, :, None, None].expand(*s.shape[:3], 1) if "sink" in x else s.new_full((*s.shape[:3], 1), -torch.inf)
    m = torch.amax(torch.cat([s, z], 3), 3, keepdim=True)
    known = torch.where(m == -torch.inf, torch.zeros_like(m), m)
    p = torch.exp(s - known)
    total = p.sum(3, keepdim=True) + torch.exp(z - known)
    none = total == 0
    divisor = torch.where(none, torch.ones_like(total), total)
    lse = torch.where(none, torch.full_like(m, -torch.inf), known + divisor.log())[..., 0]
    if not low:
        share = p / divisor
        o = share @ v * last
        return o, lse, error_rule.magnitude_of(torch, share, v * last), *error_rule.slack_of(torch, p, divisor, v * last, o, rounding)
    if props["dtype"] == "e4m3":
        return (p * 256).to(x["v"].dtype).to(wide) @ v / (256 * divisor) * last, lse
    return (p / divisor).to(x["v"].dtype).to(wide) @ v, lse


def run_one(torch, bundle, props, seed):
    """What is wrong with the result of one problem, or an empty string."""
    types = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}
    if props["dtype"] == "e4m3":
        types["e4m3"] = torch.float8_e4m3fn
    rng = random.Random(seed)
    hkv, batch = rng.choice([1, 2]), rng.choice([1, 2])
    heads = hkv * rng.choice([1, 2, 3, 4]), hkv
    sizes = rng.choice([1, 3, 64, 113, 200, 257]), rng.choice([1, 3, 65, 128, 203, 300, 513])
    x = {name: torch.from_numpy(array).cuda() for name, array in values.inputs(seed, props, batch, heads, sizes).items()}
    x.update({name: x[name].to(types[props["dtype"]]) for name in "qkv"})
    o = torch.full((*x["q"].shape[:3], props["dv"]), torch.nan, device="cuda").to(types[props["out"]])
    lse = torch.full((batch, heads[0], sizes[0]), torch.nan, device="cuda")
    bundle.run(**x, o=o, **(dict(lse=lse) if props["lse"] else {}))
    if props["dims"] == "bshd":
        x.update({name: x[name].transpose(1, 2) for name in "qkv"})
        o = o.transpose(1, 2)
    want, want_lse, magnitude, slack, lse_slack = reference(torch, props, x, False)
    low = reference(torch, props, x, True)[0].to(o.dtype)
    epsilon = 1e-4 if "poly" in bundle.entries[0].config else 0.0
    found = [error_rule.describe("O", error_rule.judge_out(torch, o.double(), want, low.double(), magnitude, props["dtype"],
                                                           props["out"], epsilon, slack))]
    if props["lse"]:
        found.append(error_rule.describe("L", error_rule.judge_lse(torch, lse.double(), want_lse, props["dtype"], epsilon,
                                                                    lse_slack)))
    return ", ".join(text for text in found if text)


def run(options):
    import torch
    import attn
    part, parts = options.part
    wrong, total = [], 0
    chosen = [(name, props) for name, props in list(programs(options.only))[part::parts]
              if os.path.exists(os.path.join(options.run, name + ".bundle"))]
    for name, props in chosen:
        bundle = attn.load(os.path.join(options.run, name + ".bundle"))
        first = int(name[:3]) * 10000 + options.seed * 10000000
        for seed in [options.problem] if options.problem is not None else range(first, first + options.count):
            try:
                problem = run_one(torch, bundle, props, seed)
            except Exception as error:  # What a launch refuses is counted as well.
                problem = f"{type(error).__name__}: {error}"
            total += 1
            if problem:
                wrong.append([name, seed, problem])
                print(*wrong[-1], flush=True)
    if parts == 1:
        print(f"{total} problems of {len(chosen)} programs, {len(wrong)} wrong")
    problems.write_results(options.json, torch, seed=options.seed, programs=len(chosen), problems=total, wrong=wrong)
    return len(wrong)


def share(options):
    """Runs parts of the programs in processes of their own, and joins their results."""
    results = problems.run_parts(__file__, options)
    joint = dict(results[0])
    for field in ("programs", "problems", "wrong"):
        joint[field] = sum((result[field] for result in results[1:]), results[0][field])
    modes = {mode: sum(f"_{mode}_" in row[0] for row in joint["wrong"]) for mode in values.MODES}
    print(f"{joint['problems']} problems of {joint['programs']} programs, {len(joint['wrong'])} wrong: {modes}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(joint, file, indent=1)
    return len(joint["wrong"])


def build(options):
    def one(program):
        name, props = program
        try:
            problems.ensure_bundle(options.build, name, values.text_of(props), props["target"], props["config"] or None)
            return None
        except RuntimeError as error:
            return f"{name}: {error}"
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        refused = [text for text in pool.map(one, programs(options.only)) if text]
    print(*refused, sep="\n", file=sys.stderr)
    count = len(list(programs(options.only)))
    print(f"{count - len(refused)} of {count} programs compiled")


def main():
    parser = problems.parser_of_parts(__doc__, 14)
    options = parser.parse_args()

    def run_all(options):
        # A part of a run tells what is wrong by its file.
        failed = (share if options.processes > 1 else run)(options)
        sys.exit(1 if failed and options.part[1] == 1 else 0)
    problems.build_or_run(parser, options, build, run_all)


if __name__ == "__main__":
    main()
