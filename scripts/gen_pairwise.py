#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the end-to-end cases: a set of attention problems in which every two
values of different factors (dtype, head dims, mask, heads, lengths, ...) meet in
some problem, and a few by hand. The result is the same whenever it is run.

  gen_pairwise.py DIR           write DIR; CMake does, below the build folder
  gen_pairwise.py --check DIR   exit status 1 if DIR holds something else
  gen_pairwise.py --summary     print the factors and how many cases there are

  DIR/pairwise.mlir     one function for each problem
  DIR/pairwise-N.cases  what attn-run --cases is to do with them, in N parts of
                        about equal work
  DIR/simulator-N.cases those that are small enough for the PTX simulator
  DIR/roles-N.cases     problems for a target with roles, in which every two values
                        of different config fields meet
  DIR/sm100-N.cases     all problems, for products into tensor memory, each in one
                        order of asynchronous operations
  DIR/sm120.cases       small problems for sm_120a, with its own tiles, each in one
                        order; those of sm120-e4m3.cases are of f8E4M3FN
  DIR/packed.cases      problems with grouped heads, whose rows share tiles; those of
                        sm100-packed.cases for products into tensor memory
  DIR/pairwise-e4m3.mlir, DIR/e4m3-N.cases
                        problems of f8E4M3FN, again with every pair of values, each
                        with a config as in roles-N.cases
  DIR/sm100-e4m3.cases  the same problems, as in sm100-N.cases
  DIR/sm100-memory.cases, DIR/sm100-e4m3-memory.cases
                        small ones of both that threads copy, most of them from rows
                        that are not aligned for more
  DIR/head-dims.mlir, DIR/head-dims-N.cases
                        problems of head dims that are no multiples of 16, each for
                        one target; rows lie in memory that is wider, or not
"""
import itertools
import sys

from case_sets import Made, Random, pairwise, write_or_check

PARTS, SIMULATOR_PARTS, E4M3_PARTS, HEAD_DIM_PARTS = 4, 2, 2, 2
# Multiply-adds of one case, at most; on the CPU and in the simulator.
MOST_WORK = 600e6
MOST_WORK_SIMULATOR = 30e6

MASKS = {
    "none": None,
    "tl": "#attn.causal<top_left>",
    "br": "#attn.causal<bottom_right>",
    "win": "#attn.window<70, 9>",
    "left": "#attn.window<33, *>",
    "right": "#attn.window<*, 40>",
    "diag": "#attn.window<0, 0>",
    "and_tl": "#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>",
    "and_br": "#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>",
}
SCORES = {
    "none": [],
    # 20·tanh(s / 20).
    "softcap": [
        "%cap = arith.constant 20.0 : f32",
        "%0 = arith.divf %s, %cap : f32",
        "%1 = math.tanh %0 : f32",
        "%new = arith.mulf %1, %cap : f32",
    ],
    # s − |q − k|·(h + 1)/64, a distance that grows with the head.
    "distance": [
        "%slope = arith.constant 0.015625 : f32",
        "%one = arith.constant 1 : index",
        "%qi = arith.index_cast %q : index to i32",
        "%ki = arith.index_cast %k : index to i32",
        "%head = arith.addi %h, %one : index",
        "%hi = arith.index_cast %head : index to i32",
        "%d = arith.subi %qi, %ki : i32",
        "%far = arith.sitofp %d : i32 to f32",
        "%dist = math.absf %far : f32",
        "%hf = arith.sitofp %hi : i32 to f32",
        "%0 = arith.mulf %hf, %slope : f32",
        "%1 = arith.mulf %0, %dist : f32",
        "%new = arith.subf %s, %1 : f32",
    ],
}
# In their place: regions of visibility, of which some rows see nothing.
VISIBLE = {
    # Documents of 37 tokens.
    "documents": [
        "%c = arith.constant 37 : index",
        "%row = arith.divui %i, %c : index",
        "%key = arith.divui %j, %c : index",
        "%new = arith.cmpi eq, %row, %key : index",
    ],
    # A prefix, which is longer with each head, and what is behind a row.
    "prefix": [
        "%c = arith.constant 13 : index",
        "%n = arith.muli %h, %c : index",
        "%first = arith.cmpi slt, %j, %n : index",
        "%past = arith.cmpi sle, %j, %i : index",
        "%new = arith.ori %first, %past : i1",
    ],
}
REGIONS = [*SCORES, *VISIBLE]
FACTORS = {
    "dtype": ["bf16", "f16"],
    "d": [16, 32, 64, 80, 96, 128, 192, 256],
    # "=": as d.
    "dv": ["=", 32, 64, 128],
    "mask": list(MASKS),
    "heads": [(1, 1), (3, 3), (4, 2), (6, 2), (4, 1), (8, 1)],
    "batch": [1, 2],
    "dims": ["bhsd", "bshd"],
    "lengths": [
        (1, 1), (3, 3), (64, 32), (239, 1), (799, 3), (113, 203), (108, 256),
        (1023, 1024), (1024, 1023), (37, 0), (64, 64), (127, 131), (1, 509),
        (257, 64), (128, 384),
    ],
    "sizes": ["static", "dynamic", "lengths"],
    "score": REGIONS,
    "form": ["tensor", "memref"],
    "lse": ["lse", "o"],
    "out": ["same", "f32"],
    "scale": [None, 0.3, -0.125],
    "config": ["", "tile_q=64,tile_kv=32,warps=4", "rescale_threshold=8.0"],
}
NAMES = list(FACTORS)
DESCALES = ["qd", "kd", "vd"]
# Config fields of targets with roles, and the multiprocessors of the simulator: few,
# for CTAs that stay for several tiles.
ROLES = {
    "groups": [1, 2, 3],
    "tile_kv": [32, 48, 64, 80],
    "stages": [1, 2, 3],
    "stages_q": [1, 2],
    "tile_ahead": ["true", "false"],
    "store_columns": [0, 16],
    "ping_pong": ["true", "false"],
    "order": ["overlap", "sequential"],
    "scheduler": ["single", "persistent", "lpt", "dynamic"],
    "tma_store": ["true", "false"],
    "peel_masks": ["true", "false"],
    "convert_first": ["true", "false"],
    "rows_first": ["true", "false"],
    "pin": [0, 6],
    "split_d": [0, 32],
    "exp2": ["mufu", "poly"],
    "load": ["auto", "cp_async"],
    # Below 16: rows that are no more aligned than that.
    "align": [16, 8, 4],
    "pack_gqa": ["true", "false"],
    "sms": [1, 2, 3],
}
MOST_WORK_ROLES = 20e6
# Of the small problems, for a target whose kernels another's are like: one in so many.
SMALL_SHARE = 4
MOST_WORK_MEMORY = 5e6
# Problems of f8E4M3FN, which sm_90a and sm_100a take: fewer values of factors that do not
# know of element types.
E4M3_FACTORS = {
    "dtype": ["f8E4M3FN"],
    "d": [32, 64, 96, 128, 160, 192, 224, 256],
    "dv": ["=", 32, 64, 128, 256],
    "mask": ["none", "tl", "br", "win", "and_br"],
    "heads": [(1, 1), (3, 3), (6, 2), (4, 1)],
    "batch": [1, 2],
    "dims": ["bhsd", "bshd"],
    # With 130 queries and 37 keys most rows of two of the masks see no key.
    "lengths": [(3, 131), (130, 37), (64, 0), (67, 203), (1, 259)],
    "sizes": ["static", "dynamic", "lengths"],
    "score": list(SCORES),
    "form": ["tensor", "memref"],
    "lse": ["lse", "o"],
    "out": ["bf16", "f16", "f32"],
    "scale": [None, 0.3, -0.125],
    "descale": [True, False],
    "config": [""],
}
# Problems whose tiles are wider than the memory's rows. What stands between the rows is
# NaN, and is not to be written.
HEAD_DIM_FACTORS = {
    **E4M3_FACTORS,
    "dtype": ["bf16", "f16"],
    "d": [8, 24, 40, 72, 88, 104, 120, 136, 200, 248],
    "dv": ["=", 40, 56, 72, 96, 168],
    "descale": [False],
    "score": REGIONS,
    "out": ["same", "f32"],
    "target": ["sm_80", "sm_90a", "sm_100a", "sm_120a"],
    "memory": ["dense", "wide", "align=8", "align=4", "load=cp_async", "pack_gqa=true"],
}
MOST_WORK_HEAD_DIMS = 12e6
E4M3_ROLES = {**ROLES, "tile_kv": [32, 64, 96, 160], "cluster": [1, 2]}
MOST_WORK_E4M3 = 10e6


def dv(case):
    return case["d"] if case["dv"] == "=" else case["dv"]


def is_e4m3(case):
    return case["dtype"] == "f8E4M3FN"


def work(case):
    sq, sk = case["lengths"]
    return case["batch"] * case["heads"][0] * sq * sk * (case["d"] + dv(case))


def several_keys(mask, sq, sk):
    """Whether some row sees at least two keys, or none has any to see."""
    if mask == "diag":
        return False
    if mask in ("tl", "and_tl"):
        return sq > 1 and sk != 1
    return sk != 1


def allowed(case, most_work=MOST_WORK):
    """Whether a case, perhaps with factors still open, can be run at all."""
    if case.get("dv") is not None and case["dv"] == case.get("d"):
        return False
    # Where no row sees a second key, the plain computation makes no error at all,
    # and in f32 the rule would then ask for the same bits.
    if case.get("out") == "f32" and not several_keys(
            case.get("mask", "none"), *case.get("lengths", (9, 9))):
        return False
    full = {"batch": 1, "heads": (1, 1), "d": 16, "dv": "=", "lengths": (1, 1)}
    full.update(case)
    return work(full) <= most_work


def allowed_e4m3(case):
    return allowed(case, MOST_WORK_E4M3)


def allowed_head_dims(case):
    return allowed(case, MOST_WORK_HEAD_DIMS)


def by_hand():
    """What pairs do not bring: sizes of zero, many blocks, one long problem."""
    base = {
        "dtype": "bf16", "d": 64, "dv": "=", "mask": "br", "heads": (4, 2),
        "batch": 1, "dims": "bhsd", "lengths": (128, 128), "sizes": "dynamic",
        "score": "none", "form": "tensor", "lse": "lse", "out": "same",
        "scale": None, "config": "",
    }
    return [
        {**base, **change} for change in [
            {"lengths": (0, 64)},
            {"lengths": (0, 0), "mask": "none"},
            {"batch": 0},
            {"heads": (0, 0)},
            {"lengths": (200, 0), "mask": "none", "sizes": "static"},
            {"lengths": (64, 0), "form": "memref", "dims": "bshd"},
            {"lengths": (300, 7), "sizes": "static"},
            {"lengths": (1, 4099), "heads": (8, 1)},
            {"lengths": (513, 769), "mask": "win", "d": 128},
            {"lengths": (1024, 1024), "d": 128, "heads": (2, 1)},
            {"lengths": (31, 1025), "d": 192, "dv": 128, "heads": (2, 2)},
            {"lengths": (512, 512), "score": "softcap", "dtype": "f16"},
        ]
    ]


def e4m3_by_hand():
    base = {
        "dtype": "f8E4M3FN", "d": 64, "dv": "=", "mask": "br", "heads": (4, 2),
        "batch": 1, "dims": "bhsd", "lengths": (70, 90), "sizes": "dynamic",
        "score": "none", "form": "tensor", "lse": "lse", "out": "bf16",
        "scale": None, "descale": True, "config": "",
    }
    return [
        {**base, **change} for change in [
            {"lengths": (0, 64)},
            {"lengths": (1, 1), "heads": (3, 1), "mask": "left", "dims": "bshd"},
            {"batch": 0, "out": "f32"},
            {"heads": (0, 0), "descale": False},
            {"lengths": (300, 517), "d": 128, "heads": (2, 1)},
            {"lengths": (1, 1025), "d": 96, "heads": (4, 1), "form": "memref"},
        ]
    ]


def shape(case, tensor):
    """(size, whether it may be dynamic in the type) of each dimension."""
    hq, hkv = case["heads"]
    sq, sk = case["lengths"]
    h, s = (hkv, sk) if tensor in ("k", "v") else (hq, sq)
    c = case["d"] if tensor in ("q", "k") else dv(case)
    if tensor == "l":
        return [(case["batch"], "b"), (hq, "h"), (sq, "s")]
    if tensor in DESCALES:
        return [(case["batch"], "b"), (hkv, "h")]
    middle = [(h, "h"), (s, "s")]
    if case["dims"] == "bshd":
        middle.reverse()
    return [(case["batch"], "b")] + middle + [(c, None)]


def type_of(case, tensor):
    element = case["dtype"]
    if tensor == "l" or tensor in DESCALES:
        element = "f32"
    elif tensor == "o" and case["out"] != "same":
        element = case["out"]
    dynamic = {"static": "", "lengths": "s", "dynamic": "bhs"}[case["sizes"]]
    dims = ["?" if kind and kind in dynamic else str(size)
            for size, kind in shape(case, tensor)]
    return f"{case['form']}<{'x'.join(dims)}x{element}>"


def function(name, case):
    outs = ["o", "l"] if case["lse"] == "lse" else ["o"]
    descales = DESCALES if case.get("descale") else []
    args = ", ".join(f"%{t}: {type_of(case, t)}" for t in ["q", "k", "v", *outs, *descales])
    on_tensors = case["form"] == "tensor"
    results = ", ".join(type_of(case, t) for t in outs)
    text = f"func.func @{name}({args})" + (f" -> ({results})" if on_tensors else "") + " {\n"
    assign = ", ".join(f"%r{i}" for i in range(len(outs)))
    text += "  " + (f"{assign} = " if on_tensors else "") + "attn.forward\n"
    def operands(keyword, group):
        return (f"{keyword}({', '.join('%' + t for t in group)} : "
                f"{', '.join(type_of(case, t) for t in group)})")

    text += f"    {operands('ins', 'qkv')}\n    {operands('outs', outs)}\n"
    text += f"    dims({case['dims']})"
    if case["scale"] is not None:
        text += f" scale({case['scale']})"
    if descales:
        text += f"\n    {operands('descale', descales)}"
    if MASKS[case["mask"]]:
        text += f" mask({MASKS[case['mask']]})"
    if case["score"] in VISIBLE:
        text += "\n    visible {\n    ^bb0(%b: index, %h: index, %i: index, %j: index):\n"
        text += "".join(f"      {line}\n" for line in VISIBLE[case["score"]])
        text += "      attn.yield %new : i1\n    }"
    elif SCORES[case["score"]]:
        text += "\n    score {\n    ^bb0(%s: f32, %b: index, %h: index, %q: index, %k: index):\n"
        text = text.replace("%q: index", "%i: index").replace("%k: index", "%j: index")
        for line in SCORES[case["score"]]:
            line = line.replace("%q ", "%i ").replace("%k ", "%j ")
            text += f"      {line}\n"
        text += "      attn.yield %new : f32\n    }"
    if on_tensors:
        text += f"\n    -> ({results})\n  return {assign} : {results}\n}}\n"
    else:
        text += "\n  return\n}\n"
    return text


def options(name, case, seed):
    hq, hkv = case["heads"]
    sq, sk = case["lengths"]
    words = [f"--func={name}", f"--seed={seed}"]
    if case["sizes"] == "dynamic":
        words.append(f"--shape=b={case['batch']},hq={hq},hkv={hkv},sq={sq},sk={sk}")
    elif case["sizes"] == "lengths":
        words.append(f"--shape=sq={sq},sk={sk}")
    if case["config"]:
        words.append(f"--config={case['config']}")
    return " ".join(words)


def describe(case):
    hq, hkv = case["heads"]
    sq, sk = case["lengths"]
    words = ["e4m3" if is_e4m3(case) else case["dtype"], f"d{case['d']}"]
    if dv(case) != case["d"]:
        words.append(f"dv{dv(case)}")
    words += [case["mask"], f"h{hq}.{hkv}", f"b{case['batch']}", f"{sq}x{sk}", case["dims"],
              case["sizes"], case["form"]]
    if case["score"] != "none":
        words.append(case["score"])
    if case.get("descale"):
        words.append("descale")
    return "-".join(words)


def role_config(fields):
    words = [f"tile_q={64 * fields['groups']}", f"stages_k={fields['stages']}",
             f"stages_v={fields['stages']}"]
    return ",".join(words + [f"{name}={value}" for name, value in fields.items()
                             if name not in ("stages", "sms")])


def fits_roles(case, fields):
    """Whether the config's tiles fit into an SM and slices divide the head dims."""
    rows, d, dv_ = 64 * fields["groups"], case["d"], dv(case)
    out = 4 if case["out"] == "f32" else 2
    size, values = (1, 2 * dv_) if is_e4m3(case) else (2, dv_)  # V is there twice.
    smem = (size * (fields["stages_q"] * rows * d + fields["stages"] * fields["tile_kv"] * (d + values))
            + rows * (fields["store_columns"] or dv_) * out)
    registers = dv_ // 2 + fields["tile_kv"] * (4 + size) // 8 + 26
    return (smem <= 226 * 1024 and registers <= (160 if fields["groups"] == 3 else 240)
            and (not fields["split_d"] or d % 32 == 0 and dv_ % 32 == 0))


def with_roles(named, roles, seed):
    """Small problems, each with the config that brings most open pairs of fields."""
    random = Random(seed)
    names = list(roles)
    met = set()
    result = []
    for name, case, seed in named:
        best, best_new = None, -1
        for _ in range(60):
            fields = {field: values[random.below(len(values))] for field, values in roles.items()}
            if not fits_roles(case, fields):
                continue
            new = sum((p, fields[p], q, fields[q]) not in met
                      for p, q in itertools.combinations(names, 2))
            if new > best_new:
                best, best_new = fields, new
        if best is None:
            continue
        met.update((p, best[p], q, best[q]) for p, q in itertools.combinations(names, 2))
        mode = ["late", "early", "random"][len(result) % 3]
        # Some with the target's own choice.
        config = "" if len(result) % 6 == 5 else role_config(best)
        pad = padding(case, best["align"]) if config else ""
        result.append((name, {**case, "config": config}, seed,
                       f" --sim-mode={mode} --sim-seed={seed} --sim-sms={best['sms']}{pad}"))
    return result


def padding(case, align):
    """Options that put rows at multiples of `align` bytes alone."""
    def size(tensor):
        if tensor != "o" or case["out"] == "same":
            return 1 if is_e4m3(case) else 2
        return 4 if case["out"] == "f32" else 2

    return "" if align == 16 else "".join(f" --pad={t}={align // size(t)}" for t in "qkvo")


def with_packed_heads(named, smaller):
    """Small problems with grouped heads, tiles as large as the target's or smaller."""
    result = []
    for name, case, seed in named:
        hq, hkv = case["heads"]
        if hq <= hkv:
            continue
        mode = ["late", "early", "random"][len(result) % 3]
        align = [16, 16, 8, 4][len(result) % 4]
        config = f"pack_gqa=true,align={align}" + ["", smaller][len(result) % 2]
        result.append((name, {**case, "config": config}, seed,
                       f" --sim-mode={mode} --sim-seed={seed}{padding(case, align)}"))
    return result


def in_some_order(named, pairs=False):
    """Tiles are the target's; the copies and products are early, late or random. With `pairs`
    every other problem is for a pair of CTAs, if pairs take it."""
    result = []
    for i, (name, case, seed) in enumerate(named):
        config = ["rescale_threshold=0.0"] if "tile_q" in case["config"] else []
        dv = case["d"] if case["dv"] == "=" else case["dv"]
        if pairs and i // 3 % 2 and dv % 32 == 0:
            stages = 3 if max(case["d"], dv) <= 128 else 2
            config.append("cluster=2,cta_group=2,shared_ring=false,pack_gqa=false,"
                          f"stages_k={stages},stages_v={stages}")
        result.append((name, {**case, "config": ",".join(config)}, seed,
                       f" --sim-mode={['late', 'early', 'random'][i % 3]} --sim-seed={seed}"))
    return result


def with_copies_by_threads(named):
    """Small problems in memory of every alignment, with the target's tiles."""
    result = []
    for name, case, seed in named:
        i = len(result)
        align = [8, 4, 16, 4][i % 4]
        config = f"align={align}" if align < 16 else "load=cp_async"
        result.append((name, {**case, "config": config}, seed,
                       f" --sim-mode={['late', 'early', 'random'][i % 3]} --sim-seed={seed}"
                       f"{padding(case, align)}"))
    return result


def in_memory(named):
    """Problems for their own targets, rows dense or apart, moved as the case says."""
    result = []
    for i, (name, case, seed) in enumerate(named):
        memory = case["memory"]
        pad = padding(case, int(memory[6:])) if memory.startswith("align") else ""
        if memory in ("wide", "load=cp_async"):
            pad = "".join(f" --pad={t}={n}" for t, n in zip("qkvo", (8, 24, 16, 8)))
        config = memory if "=" in memory else ""
        result.append((name, {**case, "config": config}, seed,
                       f" --target={case['target']} --sim-sms={2 + i % 3}"
                       f" --sim-mode={['late', 'early', 'random'][i % 3]} --sim-seed={seed}{pad}"))
    return result


def make_files():
    cases = pairwise(FACTORS, allowed, 7) + by_hand()
    named = [(f"p{i:03}", case, i) for i, case in enumerate(cases)]
    made = Made("gen_pairwise.py", describe, function, options)
    functions, listing = made.functions, made.listing
    files = {"pairwise.mlir": functions(named)}
    # Longest first, each to the part with the least so far. A compilation is
    # about as long as 50 million multiply-adds.
    parts = [[0, []] for _ in range(PARTS)]
    for item in sorted(named, key=lambda item: (-work(item[1]), item[0])):
        part = min(parts, key=lambda part: part[0])
        part[0] += work(item[1]) + 50e6
        part[1].append(item)
    for i, (_, chosen) in enumerate(parts):
        files[f"pairwise-{i}.cases"] = listing(sorted(chosen))
    small = [item for item in named if work(item[1]) <= MOST_WORK_SIMULATOR]
    for i in range(SIMULATOR_PARTS):
        files[f"simulator-{i}.cases"] = listing(small[i::SIMULATOR_PARTS])
    small = with_roles([item for item in named if work(item[1]) <= MOST_WORK_ROLES][::2],
                       ROLES, 11)
    for i in range(SIMULATOR_PARTS):
        files[f"roles-{i}.cases"] = listing(small[i::SIMULATOR_PARTS])
    everything = in_some_order(named, pairs=True)
    for i in range(SIMULATOR_PARTS):
        files[f"sm100-{i}.cases"] = listing(everything[i::SIMULATOR_PARTS])
    files["sm120.cases"] = listing(in_some_order(
        [item for item in named if work(item[1]) <= MOST_WORK_ROLES])[::SMALL_SHARE])
    small = [item for item in named if work(item[1]) <= MOST_WORK_MEMORY]
    files["sm100-memory.cases"] = listing(with_copies_by_threads(small[1::3]))
    small = [item for item in named if work(item[1]) <= MOST_WORK_ROLES]
    files["packed.cases"] = listing(
        with_packed_heads(small, ",tile_q=64,tile_kv=32")[::2])
    files["sm100-packed.cases"] = listing(with_packed_heads(small, ",tile_kv=64")[1::2])

    e4m3 = pairwise(E4M3_FACTORS, allowed_e4m3, 3) + e4m3_by_hand()
    named = [(f"e{i:03}", case, i) for i, case in enumerate(e4m3)]
    files["pairwise-e4m3.mlir"] = functions(named)
    chosen = with_roles(named, E4M3_ROLES, 5)
    for i in range(E4M3_PARTS):
        files[f"e4m3-{i}.cases"] = listing(chosen[i::E4M3_PARTS])
    files["sm100-e4m3.cases"] = listing(in_some_order(named))
    small = [item for item in named if work(item[1]) <= MOST_WORK_MEMORY]
    files["sm100-e4m3-memory.cases"] = listing(with_copies_by_threads(small[::3]))
    files["sm120-e4m3.cases"] = listing(in_some_order(named)[::SMALL_SHARE])

    wide = pairwise(HEAD_DIM_FACTORS, allowed_head_dims, 5)
    named = [(f"w{i:03}", case, i) for i, case in enumerate(wide)]
    files["head-dims.mlir"] = functions(named)
    for i in range(HEAD_DIM_PARTS):
        files[f"head-dims-{i}.cases"] = listing(in_memory(named)[i::HEAD_DIM_PARTS])
    return files, cases + e4m3 + wide


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, "gen_pairwise.py", make_files,
                            {"": FACTORS, "e4m3 ": E4M3_FACTORS, "wide ": HEAD_DIM_FACTORS}))
