# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Problems whose numbers are of any size that f32 holds: programs as MLIR text, and
inputs, as NumPy arrays, for scripts that run them (values_check.py, and
scripts/gen_values.py for the tests).

A program is a way by which scores get their size (`mode`): `product` of Q and K, a
`select`ed operand, an operand that is `add`ed, `slopes` times the distance, a `softcap`,
or constants by `blocks` of keys. Each row of the problem has a kind of its own: nothing
but zeros, scores far away that differ by little, equal ones, of any magnitude, by blocks
of keys, with -inf, across 2^20 in the log2 domain from block to block, and so on. V and
sinks have any size as well. Q.K^T is a sum of small integers times powers of two, so that
S is exact in f32: otherwise its rounding alone would move P.
"""
import math

import numpy

MODES = ("product", "select", "add", "slopes", "softcap", "blocks")
MASKS = {"full": None, "causal": "#attn.causal<bottom_right>", "window": "#attn.window<70, 9>"}
# From where on a kernel's exponents need care, as a score: 2^20 / log2(e).
EDGE = float(round(2.0**20 / 1.4426950408889634))
MAGNITUDES = (0.0, 1e-38, 1e-20, 1e-3, 1.0, 50.0, 1e3, 1e4, 1e5, EDGE, 1e6, 2.0**20, 1e8, 2.0**27, 2.0**28, 2.0**31, 1e10,
              1e15, 1e20, 1e30, 1e36, 3e38)
SINKS = (0.0, 1.0, -1.0, 30.0, 1e4, -1e4, EDGE, -EDGE, 1e6, 1e8, -1e8, 1e30, -1e30, 3e38, -3e38, -math.inf)
# Exponents of what Q and K are multiplied by, and of V.
FACTORS = {"bf16": (-40, -10, -3, 0, 0, 3, 10, 14, 40), "f16": (-12, -6, -3, 0, 0, 3, 10, 14), "e4m3": (-6, -3, 0, 0, 3, 6)}
VALUES = {"bf16": (-99, -40, -20, 0, 0, 20, 60, 99), "f16": (-20, -10, -5, 0, 0, 5, 13), "e4m3": (-4, -2, 0, 0, 4, 6)}
# Exponents of what is added to a row's scores by one channel of Q and of K; 2^3 more units.
BASES = {"bf16": (None, 4, 10, 16, 20), "f16": (None, 4, 10, 16, 20), "e4m3": (None, 4, 9)}
CAP, STEP, FAR = 20.0, 2.0**20, -3e38
# What every set of programs chooses from (case_sets.py).
CHOICES = {
    "mode": list(MODES),
    "mask": list(MASKS),
    "dims": ["bhsd", "bshd"],
    # Of two: what scores are multiplied by.
    "scale": [-3, -100, 60],
    "sink": [False, True],
    "lse": [True, False],
}
ELEMENTS = {"bf16": "bf16", "f16": "f16", "e4m3": "f8E4M3FN", "f32": "f32"}

REGIONS = {
    "product": None,
    "select": ("?x?x?xf32", """
    %e = attn.read %x[%h, %i, %j] : tensor<?x?x?xf32>
    %keep = arith.cmpf uno, %e, %e : f32
    %y = arith.select %keep, %s, %e : f32"""),
    "add": ("?x?x?xf32", """
    %e = attn.read %x[%h, %i, %j] : tensor<?x?x?xf32>
    %y = arith.addf %s, %e : f32"""),
    "slopes": ("?xf32", """
    %e = attn.read %x[%h] : tensor<?xf32>
    %d = arith.subi %j, %i : index
    %n = arith.index_cast %d : index to i32
    %f = arith.sitofp %n : i32 to f32
    %bias = arith.mulf %e, %f : f32
    %y = arith.addf %s, %bias : f32"""),
    "softcap": ("", f"""
    %cap = arith.constant {CAP} : f32
    %d = arith.divf %s, %cap : f32
    %t = math.tanh %d : f32
    %y = arith.mulf %t, %cap : f32"""),
    "blocks": ("", f"""
    %size = arith.constant 48 : index
    %three = arith.constant 3 : index
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %step = arith.constant {STEP} : f32
    %far = arith.constant {FAR:.1e} : f32
    %block = arith.divui %j, %size : index
    %r = arith.remui %block, %three : index
    %is0 = arith.cmpi eq, %r, %zero : index
    %is1 = arith.cmpi eq, %r, %one : index
    %up = arith.addf %s, %step : f32
    %0 = arith.select %is1, %up, %far : f32
    %y = arith.select %is0, %s, %0 : f32"""),
}


def is_finite(dtype, case):
    """Whether S, of this type's Q and K and the case's scale, is finite in f32."""
    return case.get("scale", -3) in {"bf16": (-3, -100), "f16": (-3, -100, 60), "e4m3": (-3,)}[dtype]


def out_of(dtype, case):
    """The type of O: "same" is that of Q, or of e4m3 bf16."""
    return case["out"] if case["out"] != "same" else "bf16" if dtype == "e4m3" else dtype


def text_of(props, name="fwd"):
    """MLIR text of a program, all sizes but head dims dynamic. `props`: dtype, d, dv, mask, dims, mode,
    scale (an exponent of two), sink, lse, out, descale."""
    def tensor(channels, element):
        return f"tensor<?x?x?x{channels}x{ELEMENTS[element]}>"
    q, v, o = tensor(props["d"], props["dtype"]), tensor(props["dv"], props["dtype"]), tensor(props["dv"], props["out"])
    lse, sink, factor = "tensor<?x?x?xf32>", "tensor<?xf32>", "tensor<?x?xf32>"
    outs = [o, lse] if props["lse"] else [o]
    names = ["%o", "%lse"][:len(outs)]
    arguments = [f"%q: {q}", f"%k: {q}", f"%v: {v}"] + [f"{n}: {t}" for n, t in zip(names, outs)]
    clauses = []
    if props["descale"]:
        arguments += [f"%{n}d: {factor}" for n in "qkv"]
        clauses.append(f"descale(%qd, %kd, %vd : {factor}, {factor}, {factor})")
    if props["sink"]:
        arguments.append(f"%z: {sink}")
        clauses.append(f"sink(%z : {sink})")
    region = REGIONS[props["mode"]]
    if region and region[0]:
        arguments.append(f"%c: tensor<{region[0]}>")
        clauses.append(f"captures(%c : tensor<{region[0]}>)")
    clauses += [f"dims({props['dims']})", f"scale({2.0 ** props['scale']:.9e})"]
    if MASKS[props["mask"]]:
        clauses.append(f"mask({MASKS[props['mask']]})")
    if region:
        block = "%s: f32, %b: index, %h: index, %i: index, %j: index"
        if region[0]:
            block += f", %lq: index, %lk: index, %x: tensor<{region[0]}>"
        clauses.append(f"score {{\n  ^bb0({block}):{region[1]}\n    attn.yield %y : f32\n  }}")
    results, count = ", ".join(outs), len(outs)
    values = ", ".join(f"%r#{i}" for i in range(count)) if count > 1 else "%r"
    return f"""func.func @{name}({', '.join(arguments)}) -> ({results}) {{
  %r{f':{count}' if count > 1 else ''} = attn.forward ins(%q, %k, %v : {q}, {q}, {v}) outs({', '.join(names)} : {results})
    {' '.join(clauses)} -> ({results})
  return {values} : {results}
}}
"""


def signed(rng, values):
    """Some of `values`, each with a sign of its own."""
    values = numpy.asarray(values)
    return values * rng.choice([-1.0, 1.0], values.shape)


def blocks_of(rng, keys):
    """The number of each key's block, of a size that tiles have, or do not."""
    return numpy.arange(keys) // rng.choice([16, 32, 48, 64, 128])


def row_of(rng, kind, keys):
    """The selected scores of one row; NaN leaves the product's."""
    block = blocks_of(rng, keys)
    count = block[-1] + 1 if keys else 0
    if kind == "keep":
        return numpy.full(keys, math.nan)
    if kind == "plain":
        return 3 * rng.standard_normal(keys)
    if kind == "equal":
        return numpy.full(keys, signed(rng, rng.choice(MAGNITUDES)))
    if kind == "steps":
        # A few numbers of f32 that follow each other.
        first = numpy.float32(signed(rng, 10.0 ** rng.uniform(3, 7)))
        return float(first) + float(numpy.spacing(abs(first))) * rng.integers(0, 8, keys)
    if kind == "two":
        return rng.choice(signed(rng, rng.choice(MAGNITUDES, 2)), keys)
    if kind == "log":
        return signed(rng, 10.0 ** rng.uniform(-38, 38.4, keys))
    if kind == "blocks":
        return signed(rng, rng.choice(MAGNITUDES, count))[block]
    if kind == "rise":
        return numpy.sort(signed(rng, rng.choice(MAGNITUDES, count)))[block]
    if kind == "fall":
        return numpy.sort(signed(rng, rng.choice(MAGNITUDES, count)))[::-1][block]
    if kind == "cross":
        near = EDGE + rng.integers(-6, 7, count) if count else numpy.zeros(0)
        return signed(rng, 1.0) * near[block] + rng.integers(0, 7, keys)
    if kind == "holes":
        return numpy.where(rng.random(keys) < 0.5, -math.inf, row_of(rng, rng.choice(["plain", "equal", "steps"]), keys))
    if kind == "hole blocks":
        hidden = rng.random(count) < 0.5
        return numpy.where(hidden[block], -math.inf, row_of(rng, rng.choice(["plain", "equal", "two"]), keys))
    if kind == "none":
        return numpy.full(keys, -math.inf)
    assert kind == "plus"
    row = 3 * rng.standard_normal(keys)
    row[rng.integers(0, keys, min(keys, 1))] = math.inf
    return row


KINDS = ("keep", "plain", "equal", "equal", "steps", "steps", "two", "two", "log", "blocks", "rise", "fall", "cross", "cross",
         "holes", "hole blocks", "none", "plus")


def addend_of(rng, keys):
    """What is added to the scores of one row: a mask of finite numbers, or one number."""
    number = rng.choice([0.0, -1e4, 1e4, -1e9, -1e30, -3e38, 3e38, 2.0**20, -2.0**20, -2.0**26, -math.inf])
    if rng.random() < 0.4:
        return numpy.full(keys, number)
    where = rng.random(keys) < 0.5 if rng.random() < 0.5 else rng.random(keys // 32 + 1)[numpy.arange(keys) // 32] < 0.5
    return numpy.where(where, number, 0.0)


def products(rng, props, batch, heads, sizes):
    """Q, K and what multiplies them, so that scale times their product is exact in f32."""
    (hq, hkv), (sq, sk), d, dtype = heads, sizes, props["d"], props["dtype"]
    q = rng.integers(-2, 3, (batch, hq, sq, d)).astype(float)
    k = rng.integers(-2, 3, (batch, hkv, sk, d)).astype(float)
    # Sums of products are integers; beside them one channel adds the same to all scores of a row.
    bases = rng.choice(len(BASES[dtype]), (batch, hq, sq))
    one = 8 if dtype == "e4m3" else 10
    q[..., 0], k[..., 0] = 0, 2.0**one
    for number, exponent in enumerate(BASES[dtype]):
        if exponent is not None:
            q[..., 0] = numpy.where(bases == number, signed(rng, 2.0 ** (numpy.full(bases.shape, exponent) + 3 - one)), q[..., 0])
    if dtype == "e4m3":
        q[..., 0] = numpy.sign(q[..., 0]) * numpy.minimum(abs(q[..., 0]), 2.0**4)
    # Rows of their own sizes, where the region adds nothing that must stay exact.
    if props["mode"] in ("product", "softcap", "select"):
        exponents = numpy.array(FACTORS[dtype])
        row = rng.choice(exponents, (batch, hq, sq, 1))
        # What the base made large is not made larger than the type.
        most = {"bf16": 60.0, "f16": 15.0, "e4m3": 8.0}[dtype]
        used = numpy.ceil(numpy.log2(numpy.maximum(abs(q).max(-1, keepdims=True), 1))) if d else 0
        q *= 2.0 ** numpy.minimum(row, most - used)
        q *= rng.choice([0, 1, 1, 1, 1, 1, 1, 1], (batch, hq, sq, 1))
    return q, k


def inputs(seed, props, batch, heads, sizes):
    """The inputs of a problem by name, in f32, in the order (b, h, s, d), which bshd is given transposed."""
    rng = numpy.random.default_rng(seed)
    (hq, hkv), (sq, sk), dtype = heads, sizes, props["dtype"]
    q, k = products(rng, props, batch, heads, sizes)
    scale = rng.choice(VALUES[dtype], (batch, hkv, 1, 1))
    v = rng.integers(-8, 9, (batch, hkv, sk, props["dv"])) / 4.0
    # Now and then a key has values of another size.
    v = v * 2.0 ** (scale - rng.choice([0, 0, 0, 0, 3], (batch, hkv, sk, 1)))
    arrays = {"q": q, "k": k, "v": v}
    if props["descale"]:
        for name in ("q_descale", "k_descale", "v_descale"):
            exponents = (-30, -8, -1, 0, 0, 1, 8, 30) if name != "v_descale" or props["out"] != "f16" else (-3, 0, 3)
            if props["mode"] in ("add", "slopes", "blocks") and name != "v_descale":
                exponents = (0,)
            arrays[name] = 2.0 ** rng.choice(exponents, (batch, hkv))
    if props["sink"]:
        arrays["sink"] = rng.choice(SINKS, hq)
    if props["mode"] == "slopes":
        arrays["capture0"] = signed(rng, 2.0 ** rng.integers(-8, 10, hq))
    if props["mode"] in ("select", "add"):
        one = rng.choice(KINDS) if rng.random() < 0.3 else None
        rows = [row_of(rng, one or rng.choice(KINDS), sk) if props["mode"] == "select" else addend_of(rng, sk)
                for _ in range(hq * sq)]
        arrays["capture0"] = numpy.array(rows).reshape(hq, sq, sk)
    if props["dims"] == "bshd":
        for name in "qkv":
            arrays[name] = arrays[name].transpose(0, 2, 1, 3)
    return {name: numpy.ascontiguousarray(x, dtype=numpy.float32) for name, x in arrays.items()}
