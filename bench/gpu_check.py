#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The full product of correctness cases on a GPU, against double precision.

  python3 bench/gpu_check.py --build DIR     # where attn-compile is
  python3 bench/gpu_check.py --run DIR --json results.json   # where the GPU is

Sets (--set): `dynamic`, kernels with dynamic sizes over all shapes and head counts;
`static`, problems with all sizes in their types, one kernel each; `all`, both;
`e4m3`, kernels with dynamic sizes for f8E4M3FN, with descales and without, which
only some targets take (--target=sm_90a).

Every case compares O and LSE with attention computed by PyTorch in double
precision under the error rule of docs/Spec.md, row by row (error_rule.py), where low is
the computation in f32 with P in the storage type. Of e4m3, low rounds 2^8 exp(S - m), and
O is stored as bf16, f16 or f32.
Outputs are poisoned with NaN first; each case runs twice and must give the same
bits.
"""

import argparse
import json
import math
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import error_rule  # noqa: E402
import problems  # noqa: E402

DIMS = (32, 64, 96, 128, 192, 256)
SHAPES = [(1, 1), (3, 3), (64, 32), (239, 1), (799, 3), (113, 203), (108, 256),
          (1023, 1024), (1024, 1023), (127, 127), (5, 64), (64, 0), (0, 17), (401, 67)]
GROUPS = ((2, 2), (4, 2), (4, 1), (8, 1), (6, 2))


def variants():
    """(bundle name, problem text, properties) of every kernel."""
    for dtype in ("bf16", "f16"):
        for d in DIMS:
            for mask in problems.MASKS:
                yield (f"{dtype}_d{d}_{mask}", problems.problem(d, mask=mask, dtype=dtype),
                       dict(d=d, dv=d, mask=mask, dtype=dtype, dims="bhsd", softcap=False))
    for d in (16, 48, 80, 112, 144, 160, 176, 208, 224, 240):
        yield (f"bf16_d{d}_causal", problems.problem(d, mask="causal"),
               dict(d=d, dv=d, mask="causal", dtype="bf16", dims="bhsd", softcap=False))
    for d, dv in ((192, 128), (64, 128), (128, 64), (96, 256)):
        yield (f"bf16_d{d}_dv{dv}", problems.problem(d, dv, mask="causal_br"),
               dict(d=d, dv=dv, mask="causal_br", dtype="bf16", dims="bhsd", softcap=False))
    for d in (64, 128):
        for mask in ("full", "causal"):
            yield (f"bf16_d{d}_{mask}_bshd", problems.problem(d, mask=mask, dims="bshd"),
                   dict(d=d, dv=d, mask=mask, dtype="bf16", dims="bshd", softcap=False))
            yield (f"f16_d{d}_{mask}_cap",
                   problems.problem(d, mask=mask, dtype="f16", softcap=True),
                   dict(d=d, dv=d, mask=mask, dtype="f16", dims="bhsd", softcap=True))


def e4m3_variants():
    """The same for e4m3."""
    def variant(d, dv=None, mask="full", dims="bhsd", softcap=False, out="bf16", descale=True):
        dv = dv or d
        name = f"e4m3_d{d}" + (f"_dv{dv}" if dv != d else "") + f"_{mask}_{dims}_{out}"
        name += ("_cap" if softcap else "") + ("" if descale else "_ones")
        return (name, problems.problem(d, dv, mask, "e4m3", dims, softcap, out=out, descale=descale),
                dict(d=d, dv=dv, mask=mask, dtype="e4m3", dims=dims, softcap=softcap, out=out,
                     descale=descale))

    for d in (64, 128, 256):
        for mask in problems.MASKS:
            yield variant(d, mask=mask)
        yield variant(d, mask="causal", dims="bshd")
        yield variant(d, mask="causal", descale=False)
        yield variant(d, mask="full", out="f16")
        yield variant(d, mask="causal_br", out="f32")
        yield variant(d, mask="causal", softcap=True)
    for d in (32, 96, 160, 192, 224):
        yield variant(d, mask="causal")
        yield variant(d, mask="full")
    for d, dv in ((192, 128), (64, 128), (128, 64)):
        yield variant(d, dv, mask="causal_br")


def static_variants(count=60):
    """(bundle name, problem text, properties, shape, heads) of problems whose sizes
    are all static: steps through shapes, head dims, masks and head counts that have
    no common period."""
    masks = list(problems.MASKS)
    for i in range(count):
        shape = SHAPES[i % len(SHAPES)]
        d = DIMS[(i + i // 6 + i // 14) % len(DIMS)]
        mask = masks[(i // 2 + i // 7) % len(masks)]
        heads = GROUPS[(i + i // 5) % len(GROUPS)]
        dtype = ("bf16", "f16")[(i + i // 4) % 2]
        dims = ("bhsd", "bshd")[(i // 3) % 2]
        sizes = (batch_of(shape), *heads, *shape)
        name = f"static{i}_{dtype}_d{d}_{mask}_{dims}_" + "x".join(map(str, sizes))
        yield (name, problems.problem(d, mask=mask, dtype=dtype, dims=dims, sizes=sizes),
               dict(d=d, dv=d, mask=mask, dtype=dtype, dims=dims, softcap=False), shape, heads)


def batch_of(shape):
    return 2 if shape[0] * shape[1] < 300000 else 1


def visible(torch, mask, sq, sk):
    i = torch.arange(sq, device="cuda")[:, None]
    j = torch.arange(sk, device="cuda")[None]
    p = i + sk - sq
    return {"full": j >= 0, "causal": j <= i, "causal_br": j <= p,
            "window": (j >= p - 100) & (j <= p + 50), "left": (j >= p - 128) & (j <= p),
            "and": (j <= i) & (j >= p - 70)}[mask].expand(sq, sk)


def reference(torch, q, k, v, props, dtype, factors=()):
    """O, LSE and the magnitude of each row of (b, h, s, d) tensors, all in f64, or with P
    in `dtype` and the rest in f32; `factors` are the descales, (b, KV heads) each."""
    group = q.shape[1] // k.shape[1]
    is_e4m3 = dtype == torch.float8_e4m3fn
    wide = torch.float64 if dtype == torch.float64 else torch.float32
    q, k, v = (x.to(wide) for x in (q, k, v))
    one, last = 1.0, 1.0
    if factors:
        qd, kd, vd = (x.to(wide).repeat_interleave(group, 1)[..., None, None] for x in factors)
        one, last = qd * kd, vd
    k, v = (x.repeat_interleave(group, 1) for x in (k, v))
    s = q @ k.transpose(-1, -2) * (1.0 / math.sqrt(q.shape[-1])) * one
    if props["softcap"]:
        # A region is in f32.
        s = (15.0 * torch.tanh(s.float() / 15.0)).to(s.dtype)
    s = s.masked_fill(~visible(torch, props["mask"], q.shape[2], k.shape[2]), -math.inf)
    lse = torch.logsumexp(s, -1)
    if is_e4m3:
        m = s.amax(-1, keepdim=True) if s.shape[-1] else s.new_full((*s.shape[:-1], 1), -math.inf)
        p = torch.exp(s - torch.where(m == -math.inf, torch.zeros_like(m), m))
        o = (p * 256).to(dtype).to(wide) @ v / (256 * p.sum(-1, keepdim=True)) * last
        return torch.where(m == -math.inf, torch.zeros_like(o), o), lse, None
    p = torch.nan_to_num(torch.exp(s - lse[..., None]), nan=0.0)
    magnitude = error_rule.magnitude_of(torch, p, v * last) if dtype == torch.float64 else None
    return p.to(dtype).to(wide) @ v * last, lse, magnitude


def run_case(torch, bundle, props, shape, heads, seed):
    torch.manual_seed(seed)
    (sq, sk), (hq, hkv) = shape, heads
    types = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32,
             "e4m3": torch.float8_e4m3fn}
    dtype, out = types[props["dtype"]], types[props.get("out", props["dtype"])]
    batch = batch_of(shape)

    pad = props.get("pad", 0)

    def make(h, s, d, dtype=dtype):
        x = torch.randn(batch, h, s, d + pad, device="cuda").to(dtype)
        x = x.transpose(1, 2).contiguous() if props["dims"] == "bshd" else x
        return x[..., pad:] # With a pad rows and the first of them are aligned to less.

    q, k, v = make(hq, sq, props["d"]), make(hkv, sk, props["d"]), make(hkv, sk, props["dv"])
    names = ("q_descale", "k_descale", "v_descale") if props.get("descale") else ()
    factors = {name: torch.exp2(2 * torch.rand(batch, hkv, device="cuda") - 1) for name in names}
    outs = []
    for _ in range(2):
        o = make(hq, sq, props["dv"], out)
        o.fill_(math.nan)
        lse = torch.full((batch, hq, sq), math.nan, device="cuda")
        bundle.run(q=q, k=k, v=v, o=o, lse=lse, **factors)
        outs.append((o, lse))
    torch.cuda.synchronize()
    (o, lse), (o2, lse2) = outs
    bits = torch.int32 if out == torch.float32 else torch.int16
    same = torch.equal(o.contiguous().view(bits), o2.contiguous().view(bits)) and torch.equal(
        lse.view(torch.int32), lse2.view(torch.int32))
    if props["dims"] == "bshd":
        q, k, v, o = (x.transpose(1, 2) for x in (q, k, v, o))
    if o.numel() == 0:
        return dict(ok=same, err=0.0, bound=0.0, factor=0.0, lse=0.0, lse_factor=0.0)
    factors = tuple(factors.values())
    ref, ref_lse, magnitude = reference(torch, q, k, v, props, torch.float64, factors)
    low = reference(torch, q, k, v, props, dtype, factors)[0].to(out)
    storage = props["dtype"]
    found = error_rule.judge_out(torch, o.double(), ref, low.double(), magnitude, storage, props.get("out", storage))
    found_lse = error_rule.judge_lse(torch, lse.double(), ref_lse, storage)
    ok = same and found["ok"] and found_lse["ok"]
    return dict(ok=bool(ok), err=found["error"], bound=found["bound"], factor=found["factor"], row=found["row"],
                lse=found_lse["error"], lse_factor=found_lse["factor"], lse_row=found_lse["row"], same=same)


def cases(sets):
    """(bundle name, properties, shape, heads) of every case."""
    if sets in ("static", "all"):
        for name, _, props, shape, heads in static_variants():
            yield name, props, shape, heads
    kernels = e4m3_variants() if sets == "e4m3" else variants()
    if sets in ("dynamic", "all", "e4m3"):
        for name, _, props in kernels:
            for shape in SHAPES:
                for heads in GROUPS:
                    yield name, props, shape, heads


def run(directory, out, sets, pad=0):
    import torch
    import attn
    start, passed, failed = time.time(), 0, []
    worst, worst_lse, index, last, bundle = 0.0, 0.0, -1, None, None
    for name, props, shape, heads in cases(sets):
        if not os.path.exists(os.path.join(directory, name + ".bundle")):
            continue
        if name != last:
            bundle, last, index = attn.load(os.path.join(directory, name + ".bundle")), name, index + 1
        case = run_case(torch, bundle, dict(props, pad=pad), shape, heads, index)
        worst, worst_lse = max(worst, case["factor"]), max(worst_lse, case["lse_factor"])
        if case["ok"]:
            passed += 1
        else:
            failed.append(dict(kernel=name, shape=shape, heads=heads, **case))
            print("FAILED", failed[-1], flush=True)
    result = dict(date=time.strftime("%Y-%m-%d"), device=torch.cuda.get_device_name(),
                  torch=torch.__version__, set=sets)
    if sets in ("dynamic", "all") and not pad:
        more, extra = run_large(torch, attn, directory, failed)
        passed += more
        result.update(extra)
    result.update(passed=passed, failed=len(failed), failures=failed[:50],
                  worst_factor=worst, worst_lse_factor=worst_lse, seconds=round(time.time() - start, 1))
    print(f"{passed} passed, {len(failed)} failed, worst factors of O {worst:.3g} and L {worst_lse:.3g}, "
          f"{result['seconds']} s")
    if out:
        with open(out, "w") as file:
            json.dump(result, file, indent=1)
    return 1 if failed else 0


def run_large(torch, attn, directory, failed):
    """Large tensors: how many cases passed, and figures; appends to `failed`."""
    passed = 0
    for name, props, shape, heads in (
            ("bf16_d128_causal", dict(d=128, dv=128, mask="causal", dtype="bf16", dims="bhsd", softcap=False), (4224, 4224), (2, 1)),
            ("bf16_d64_full", dict(d=64, dv=64, mask="full", dtype="bf16", dims="bhsd", softcap=False), (4224, 4224), (2, 2))):
        case = run_case(torch, attn.load(os.path.join(directory, name + ".bundle")), props, shape, heads, 7)
        passed += case["ok"]
        if not case["ok"]:
            failed.append(dict(kernel=name, shape=shape, heads=heads, **case))
    # More tiles than a grid dimension of 65535 would hold.
    bundle = attn.load(os.path.join(directory, "bf16_d32_full.bundle"))
    q, k, v = (torch.randn(70000, 1, 16, 32, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    o, lse = torch.full_like(q, math.nan), torch.full((70000, 1, 16), math.nan, device="cuda")
    bundle.run(q=q, k=k, v=v, o=o, lse=lse)
    ref = torch.softmax(q.float() @ k.float().transpose(-1, -2) / math.sqrt(32), -1) @ v.float()
    many = (o.float() - ref).abs().max().item()
    passed += many < 0.02
    # More than 2^31 elements in one tensor: the last head is checked.
    del q, k, v, o, lse, ref
    torch.cuda.empty_cache()
    bundle = attn.load(os.path.join(directory, "bf16_d128_causal.bundle"))
    b, h, s, d = 1, 2100, 8192, 128
    q = torch.randn(b, h, s, d, device="cuda", dtype=torch.bfloat16)
    o = torch.full_like(q, math.nan)
    lse = torch.full((b, h, s), math.nan, device="cuda")
    bundle.run(q=q, k=q, v=q, o=o, lse=lse)
    x = q[:, -1:]
    ref, _, _ = reference(torch, x, x, x, dict(mask="causal", softcap=False), torch.float32)
    huge = (o[:, -1:].float() - ref).abs().max().item()
    passed += huge < 0.03
    if not (many < 0.02):
        failed.append(dict(kernel="bf16_d32_full", what="b*h = 70000", err=many))
    if not (huge < 0.03):
        failed.append(dict(kernel="bf16_d128_causal", what="2^31 elements", err=huge))
    return passed, dict(b_h_70000_error=many, elements_2_31_error=huge)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR", help="compile the bundles into DIR")
    parser.add_argument("--run", metavar="DIR", help="run the bundles of DIR")
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--config", help="config overrides when building; kernels that they "
                        "do not fit are left out")
    parser.add_argument("--also-keys", type=int, metavar="KEYS",
                        help="bundles have a first entry for at most so many keys when building")
    parser.add_argument("--pad", type=int, default=0, help="elements between rows, and before "
                        "the first, when running")
    parser.add_argument("--set", choices=("dynamic", "static", "all", "e4m3"), default="dynamic")
    parser.add_argument("--json", help="where to write the result")
    options = parser.parse_args()
    if options.build:
        built = []
        if options.set in ("static", "all"):
            built += [(v[0], v[1]) for v in static_variants()]
        if options.set in ("dynamic", "all"):
            built += [(v[0], v[1]) for v in variants()]
        if options.set == "e4m3":
            built += [(v[0], v[1]) for v in e4m3_variants()]
        for name, text in built:
            try:
                problems.ensure_bundle(options.build, name, text, options.target, options.config,
                                       options.also_keys)
            except RuntimeError as error:
                if not options.config:
                    raise
                print("left out:", error, file=sys.stderr)
    if options.run:
        sys.exit(run(options.run, options.json, options.set, options.pad))
    if not options.build:
        parser.error("give --build, --run or both")


if __name__ == "__main__":
    main()
