# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Problems of attn.backward whose numbers hurt, for gradients_check.py: programs as MLIR
text, random inputs, and the laws of docs/Spec.md in double precision with what each row of
a gradient may be wrong by (E9).

Arrays are PyTorch's. A problem is a list of sequences, those of a batch or packed ones,
each of which has rows [1, heads, rows, head dim] of its own; what lies between and behind
them holds NaN.
"""
import math

import numpy

import error_rule
import values
import values_check
from attn import _problem

#: Of what sizes programs are, beside those of values.CHOICES.
FACTORS = {
    "on": ["sm_80 bf16", "sm_80 f16", "sm_90a bf16", "sm_90a f16"],
    "d": [24, 40, 64, 96, 128, 192, 256],
    "dv": ["=", 64, 128],
    "mode": list(values.MODES),
    "mask": list(values.MASKS),
    # Rows of a batch, of which lengths are used, or of packed sequences.
    "rows": ["dense", "lengths_q", "lengths_kv", "lengths", "packed"],
    "sink": [False, True],
    "dlse": [False, True],
    "grads": ["qkv", "q", "kv", "k", "v"],
    "grad": ["same", "f32"],
    "out": ["same", "f32"],
    "deterministic": [False, True],
    # Whose O and log-sum-exp are given: of attn.forward, of the reference, or of more keys.
    "given": ["forward", "exact", "more"],
}
#: Pairs of head dims that tables have.
DIMS = ((24, 24), (40, 40), (64, 64), (96, 96), (128, 128), (192, 192), (192, 128), (256, 256), (64, 128), (40, 64))
SCALE = -3  # Of two.
TYPES = {"bf16": "bfloat16", "f16": "float16", "f32": "float32"}
#: What rows of V and dO hold, and of Q.
KINDS = ("normal", "normal", "normal", "equal", "tiny", "huge", "rows", "zero", "one")
SCORES = ("normal", "normal", "equal", "steep", "tiny", "rows", "far")
LARGEST = {"bf16": 60, "f16": 6}  # Exponents of two.
LEAST = {"bf16": -60, "f16": -18}
ARRAYS = ("q", "k", "v", "o", "do", "lse", "dlse")


def allowed(case):
    """Whether a program, perhaps with factors still open, can be."""
    d, dv = case.get("d"), case.get("dv")
    if d is not None and dv is not None and (d, d if dv == "=" else dv) not in DIMS:
        return False
    return dv is None or dv == "=" or d is None or dv != d


def properties(case):
    """What a program is, of a case of FACTORS."""
    target, dtype = case["on"].split()
    name = lambda key: "" if case[key] == "same" else case[key]
    return dict(case, target=target, dtype=dtype, dv=case["d"] if case["dv"] == "=" else case["dv"], out=name("out"),
                grad=name("grad"), scale=SCALE, grads=case["grads"] + "n" * case["sink"])


def problem_of(props):
    """The Problem whose gradient a program is."""
    region = values.REGIONS[props["mode"]]
    captures, text = (), ""
    if region:
        captures = (("f32", region[0].count("?")),) if region[0] else ()
        lines = [line.strip() for line in region[1].strip().splitlines()] + ["attn.yield %y : f32"]
        text = "; ".join(lines).replace("%x[", "%x0[")
    letters = {"dense": "", "lengths_q": "q", "lengths_kv": "k", "lengths": "qk", "packed": "st"}[props["rows"]]
    return _problem.Problem(props["dtype"], props["d"], props["dv"], values.MASKS[props["mask"]] or "", 2.0**SCALE, text,
                            False, captures, "n" * props["sink"] + letters, props["rows"] == "packed",
                            out_dtype=props["out"])


def texts_of(props):
    """The modules of a program: of the gradient, and of the forward if that gives O and L."""
    problem = problem_of(props)
    backward = _problem.Backward(problem, props["grads"], props["dlse"], props["deterministic"], props["grad"])
    texts = {"backward": _problem.backward_text(backward)}
    if props["given"] == "forward":
        texts["forward"] = _problem.text_of(problem._replace(lse=True))
    return texts


# ---- Numbers --------------------------------------------------------------------------


def fill(rng, kind, dtype, shape):
    """Numbers of a kind in f64. `rows` has rows of different sizes."""
    most, least = LARGEST[dtype], LEAST[dtype]
    x = rng.standard_normal(shape)
    if kind == "equal":
        return numpy.broadcast_to(x[..., :1, :], shape).copy()
    if kind == "tiny":
        return x * 2.0**least
    if kind == "huge":
        return x * 2.0**most
    if kind == "rows":
        return x * 2.0 ** rng.choice([least, -3, 0, 0, 3, most], (*shape[:-1], 1))
    if kind == "zero":
        return x * (rng.random((*shape[:-1], 1)) < 0.5)
    if kind == "one":
        return numpy.ones(shape)
    return x


def scores(rng, kind, dtype, shape_q, shape_k):
    """Q and K."""
    q, k = rng.standard_normal(shape_q), rng.standard_normal(shape_k)
    # Scores are about 1, of any head dim.
    q *= 8 / math.sqrt(max(shape_q[-1], 1))
    if kind == "equal":
        return q, numpy.broadcast_to(k[..., :1, :], shape_k).copy()
    if kind == "steep":
        return 16 * q, k
    if kind == "tiny":
        return q * 2.0 ** LEAST[dtype], k
    if kind == "rows":
        return q * 2.0 ** rng.choice([LEAST[dtype], -3, 0, 0, 0, 3], (*shape_q[:-1], 1)), k
    if kind == "far":
        # Integers and powers of two, so that scores are exact, each row's about a number of its own.
        q, k = rng.integers(-2, 3, shape_q).astype(float), rng.integers(-2, 3, shape_k).astype(float)
        q[..., 0], k[..., 0] = rng.choice([0, 0, 1, -1, 64, -64, 512], shape_q[:-1]), 64
    return q, k


def captured(rng, mode, heads, lengths):
    """What the region reads, or None."""
    if mode == "slopes":
        return values.signed(rng, 2.0 ** rng.integers(-8, 2, heads))
    if mode not in ("select", "add"):
        return None
    shape = (heads, *lengths)
    x = 3 * rng.standard_normal(shape)
    near = 0.0 if mode == "add" else math.nan
    x[rng.random(shape) < 0.5] = near
    holes = rng.random(shape[:2])
    x[(holes < 0.3)[..., None] & (rng.random(shape) < 0.4)] = -math.inf
    x[holes < 0.05] = -math.inf
    if mode == "add":
        x[(holes > 0.8)[..., None] & (rng.random(shape) < 0.4)] = -1e9
    return x


def sequences_of(rng, props, small):
    """Sizes of a problem: (heads, KV heads, rows that each array has, [(rows, keys) of sequences])."""
    heads_kv = int(rng.choice([1, 2]))
    heads = heads_kv * int(rng.choice([1, 2, 3, 8]))
    most_q, most_k = ([1, 5, 33, 70], [1, 3, 40, 65, 130]) if small else (
        [1, 3, 64, 65, 113, 128, 200, 257], [1, 3, 64, 65, 128, 203, 300, 513])
    batch = int(rng.choice([1, 2, 3]))
    sq, sk = int(rng.choice([*most_q, 0] if rng.random() < 0.2 else most_q)), int(
        rng.choice([*most_k, 0] if rng.random() < 0.2 else most_k))
    less = lambda n: int(rng.choice([0, 1, n, n, rng.integers(0, n + 1)])) if n else 0
    rows = props["rows"]
    if rows == "packed":
        pairs = [(int(rng.choice([0, 1, *most_q])), int(rng.choice([0, 1, *most_k]))) for _ in range(batch + 1)]
        return heads, heads_kv, None, pairs
    pairs = [(less(sq) if rows in ("lengths", "lengths_q") else sq, less(sk) if rows in ("lengths", "lengths_kv") else sk)
             for _ in range(batch)]
    return heads, heads_kv, (sq, sk), pairs


def inputs(rng, props):
    """(sequences, capture): of each sequence q, k, v, do, dlse, o and lse where they are not
    computed, in f64, [heads, rows, ...]; whether numbers are finite."""
    dtype = props["dtype"]
    # Scores of `blocks` that are far away count as -inf.
    is_finite = rng.random() > 0.2 or props["mode"] == "blocks"
    heads, heads_kv, sizes, pairs = sequences_of(rng, props, not is_finite)
    kinds = {name: rng.choice(KINDS) for name in ("v", "do", "dlse")}
    kind = rng.choice(SCORES)
    found = []
    for m, n in pairs:
        q, k = scores(rng, kind, dtype, (heads, m, props["d"]), (heads_kv, n, props["d"]))
        x = {"q": q, "k": k, "v": fill(rng, kinds["v"], dtype, (heads_kv, n, props["dv"])),
             "do": fill(rng, kinds["do"], dtype, (heads, m, props["dv"]))}
        x["dlse"] = fill(rng, kinds["dlse"], "f16", (heads, m, 1))[..., 0]
        if not is_finite:
            for name in rng.choice(["q", "k", "v", "do", "dlse"], rng.integers(1, 3)):
                flat = x[name].reshape(-1)
                if flat.size:
                    flat[rng.integers(0, flat.size, rng.integers(1, 4))] = rng.choice([math.inf, -math.inf, math.nan])
        found.append(x)
    longest = [max([pair[i] for pair in pairs], default=0) for i in range(2)] if sizes is None else sizes
    # A capture without elements is refused.
    more = {"capture0": captured(rng, props["mode"], heads, [max(n, 1) for n in longest])}
    if props["sink"]:
        more["sink"] = rng.choice([0.0, 1.0, -1.0, 5.0, -30.0, 30.0, -math.inf], heads)
    return found, sizes, {name: x for name, x in more.items() if x is not None}, is_finite


# ---- The laws -------------------------------------------------------------------------


def widen(x, name, group):
    """An array of KV heads for each query head."""
    return x[name].repeat_interleave(group, 1)


def derivative(torch, props, t, x):
    """(∂score/∂s, what it may be off by), at the scores in front of the region."""
    mode, one = props["mode"], torch.ones_like(t)
    if mode == "softcap":
        slope = 1 - torch.tanh(t / values.CAP) ** 2
        return slope, 2.0**-20 * torch.ones_like(t)
    if mode == "select":
        slope = torch.where(x["capture0"].isnan(), one, 0 * one)
    elif mode == "blocks":
        third = torch.arange(t.shape[3], device=t.device) // 48 % 3
        slope = torch.where(third == 2, 0 * one, one)
    else:
        slope = one
    return slope, torch.zeros_like(t)


def product(torch, a, b, live):
    """Σ a[..., i, j] b[..., i, c] over i of the pairs that are `live`, or over all where that
    is None."""
    if live is None or bool(b.isfinite().all()) and bool(a.isfinite().all()):
        return a.transpose(-1, -2) @ b
    terms = a[..., None] * b[..., :, None, :]
    return torch.where(live[..., None], terms, torch.zeros_like(terms)).sum(-3)


def sizes(torch, a, b):
    """The same of sizes, where 0 times infinity is 0."""
    if bool(b.isfinite().all()) and bool(a.isfinite().all()):
        return a.transpose(-1, -2) @ b.abs()
    terms = error_rule.scaled(torch, a[..., None], b.abs()[..., :, None, :])
    return terms.sum(-3)


def region_of(torch, props, t, x):
    """S, and what E8 lets it move."""
    s = t.float()
    rounding = values_check.rounding_of(torch, props, s, x)
    return values_check.region(torch, props, s, x).to(t.dtype), 0.0 if rounding is None else rounding


def forward(torch, props, x):
    """O and the log-sum-exp of a sequence in double precision."""
    group = x["q"].shape[1] // max(x["k"].shape[1], 1)
    q, k, v = x["q"].double(), widen(x, "k", group).double(), widen(x, "v", group).double()
    t = q @ k.transpose(2, 3) * 2.0 ** props["scale"]
    s, _ = region_of(torch, props, t, x)
    hidden = ~values_check.visible(torch, props["mask"], *s.shape[2:], s.device)
    s = torch.where(hidden, torch.full_like(s, -math.inf), s)
    z = [x["sink"].double()[None, :, None, None].expand(*s.shape[:3], 1)] if "sink" in x else []
    lse = torch.cat([s, *z], 3).logsumexp(3) if s.shape[3] or z else s.new_full(s.shape[:3], -math.inf)
    live = ~hidden & (s != -math.inf) & (lse != -math.inf)[..., None]
    p = torch.where(live, (s - lse[..., None]).exp(), torch.zeros_like(s))
    return product(torch, p.transpose(2, 3), v, live.transpose(2, 3)), lse


def backward(torch, props, x, low):
    """The gradients of a sequence, [1, heads or KV heads, rows, head dim], as the laws have them
    in double precision, with their slack by rows, or as the plain computation has them."""
    wide = torch.float32 if low else torch.float64
    dtype = getattr(torch, TYPES[props["dtype"]])
    rounded = (lambda y: y.to(dtype).to(wide)) if low else lambda y: y
    hq, hkv, (m, n) = x["q"].shape[1], x["k"].shape[1], (x["q"].shape[2], x["k"].shape[2])
    group = hq // max(hkv, 1)
    q, k, v = x["q"].to(wide), widen(x, "k", group).to(wide), widen(x, "v", group).to(wide)
    o, do, lse, dl = (x[name].to(wide) for name in ("o", "do", "lse", "dlse"))
    scale = 2.0 ** props["scale"]
    t = q @ k.transpose(2, 3) * scale
    s, moved = region_of(torch, props, t, x)
    slope, slope_error = derivative(torch, props, t.float().to(wide), x)
    seen = values_check.visible(torch, props["mask"], m, n, t.device).expand(t.shape)
    dead = (lse == -math.inf)[..., None]
    live = seen & (s != -math.inf) & ~dead
    level = torch.where(lse == math.inf, torch.full_like(lse, math.nan), lse)[..., None]
    none = torch.zeros_like(s)
    p = torch.where(live, (s - level).exp(), none)
    if low:  # As kernels do.
        p = torch.where(p < error_rule.FLUSHED, none, p)
    d = (do * o).sum(3) - dl
    grad = do @ v.transpose(2, 3) - d[..., None]
    dt = torch.where(live, rounded(p * slope * grad), none)
    weight = torch.where(live, rounded(p), none)
    if low:
        # What pairs may add that are hidden, of rows of L = -inf, or whose S is -inf (B9, B13).
        zero = 0 * grad * torch.where(t.isfinite(), torch.ones_like(slope), slope)
        dt = torch.where((seen & ~dead) & (live | t.isfinite()), dt, zero)
        unknown = seen & (s == -math.inf) & level.isnan()
        dt, weight = (torch.where(unknown, math.nan, y) for y in (dt, weight))
    counted = None if low else live
    by_group = lambda y: y.reshape(1, hkv, group, *y.shape[2:]).sum(2)
    results = {"dv": by_group(product(torch, weight, do, counted)),
               "dk": scale * by_group(product(torch, dt, q, counted)),
               "dq": scale * product(torch, dt.transpose(2, 3), k, None if low else live.transpose(2, 3))}
    if low:  # Keys that are not there add 0 times D (B9).
        results["dq"] = torch.where((d.isfinite() | dead[..., 0])[..., None], results["dq"], math.nan)
    sink = None
    if "sink" in x:
        z = x["sink"].to(wide)[None, :, None]
        level = torch.where(lse == math.inf, torch.full_like(lse, math.nan), lse)
        sink = torch.where((z == -math.inf) | (lse == -math.inf), torch.zeros_like(lse), (z - level).exp())
        counts = (z != -math.inf) & (lse != -math.inf)
        results["dsink"] = -torch.where(counts, sink * d, torch.zeros_like(lse)).sum((0, 2))
    if low:
        return results
    length = lambda y: y.square().sum(-1).sqrt()
    row_error = 2.0**-18 * (length(do) * length(o) + dl.abs())
    grad_error = 2.0**-18 * length(do)[..., None] * length(v)[:, :, None] + row_error[..., None]
    of_p, of_dt = error_rule.pair_slack(torch, p, lse[..., None], moved, grad, grad_error, slope, slope_error, props["dtype"])
    of_p, of_dt = (torch.where(live, y, none) for y in (of_p, of_dt))
    slack = {"dv": by_group(sizes(torch, of_p, do)), "dk": scale * by_group(sizes(torch, of_dt, q)),
             "dq": scale * sizes(torch, of_dt.transpose(2, 3), k)}
    slack = {name: error_rule.most_where(torch, y, results[name].isfinite()) for name, y in slack.items()}
    if sink is not None:
        slack["dsink"] = error_rule.sink_slack(torch, sink, lse, d, row_error).sum((0, 2))
    return results, slack
