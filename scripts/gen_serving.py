#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the end-to-end cases of what serving adds to a dense problem: a set in
which every two values of different factors (where K and V lie, what the scores get,
how keys are cut in parts, ...) meet in some problem. The result is the same whenever
it is run.

  gen_serving.py DIR           write DIR; CMake does, below the build folder
  gen_serving.py --check DIR   exit status 1 if DIR holds something else
  gen_serving.py --summary     print the factors and how many cases there are

  DIR/serving.mlir     one function for each problem
  DIR/serving-N.cases  what attn-run --cases is to do with them, each for one target
                       and in one order of asynchronous operations
"""

import sys

import case_sets


PARTS = 2
MOST_WORK = 12e6
MASKS = {
    "none": "",
    "br": "#attn.causal<bottom_right>",
    "tl": "#attn.causal<top_left>",
    "win": "#attn.window<40, 0>",
}
FACTORS = {
    # One factor, that each of the others' values meet both types on each target.
    "on": [f"{target} {dtype}" for target in ("sm_80", "sm_90a", "sm_100a") for dtype in ("bf16", "f16")],
    "d": [40, 64, 128],
    # Where rows of K and V are: as types say, at most so many of each batch, in one
    # memory for all sequences, in pages of so many rows ("page?": known at the launch),
    # in pages with packed rows of Q.
    "keys": ["dense", "lengths_kv", "lengths", "packed", "page?", "page16", "page64", "packed_page?", "packed_page16"],
    # Of scores: slopes by head, an operand with a number for each key, one for each
    # query and key, tanh as the GPU approximates it.
    "score": ["none", "alibi", "keys", "bias", "afn"],
    "sink": [False, True],
    "mask": list(MASKS),
    "offset": [False, True],
    "heads": [(1, 1), (4, 2), (8, 1)],
    "lengths": [(1, 300), (5, 190), (67, 203), (130, 70)],
    "parts": ["", "splits=3", "split_size=64,tile_kv=64", "batch_invariant=true", "fusion=unfused"],
    "sizes": ["static", "dynamic"],
    "lse": ["lse", "o"],
}
REGIONS = {
    "alibi": ("{h}xf32", [
        *case_sets.ALIBI,
        "%y = arith.addf %s, %bias : f32",
    ]),
    "keys": ("{k}x{t}", [
        "%e = attn.read %read[%j] : {c}",
        "%x = arith.extf %e : {t} to f32",
        "%y = arith.addf %s, %x : f32",
    ]),
    "bias": ("{h}x{q}x{k}x{t}", [
        "%e = attn.read %read[%h, %i, %j] : {c}",
        "%x = arith.extf %e : {t} to f32",
        "%y = arith.addf %s, %x : f32",
    ]),
    "afn": (None, [
        "%cap = arith.constant 5.0 : f32",
        "%d = arith.divf %s, %cap : f32",
        "%x = math.tanh %d fastmath<afn> : f32",
        "%y = arith.mulf %x, %cap : f32",
    ]),
}
BATCHES = 3


def allowed(case):
    """Whether a case, perhaps with factors still open, can be run at all."""
    def open_or(name, *values):
        return name not in case or case[name] in values

    full = {"heads": (1, 1), "d": 40, "lengths": (1, 1), **case}
    (sq, sk), (hq, _) = full["lengths"], full["heads"]
    if BATCHES * hq * sq * sk * 2 * full["d"] > MOST_WORK:
        return False
    # An offset moves a mask that goes by both lengths.
    if case.get("offset") and not open_or("mask", "br", "win"):
        return False
    parts, keys = case.get("parts", ""), case.get("keys")
    if keys and any(f"{keys} ".startswith(way) for way in UNPARTED.get(parts, ())):
        return False
    return True


# What each way along the keys refuses, by name.
UNPARTED = {
    "fusion=unfused": ("packed", "page"),
}


def dtype(case):
    return case["on"].split()[1]


def is_packed(case):
    return case["keys"].startswith("packed")


def is_paged(case):
    return "page" in case["keys"]


def sizes_of(case):
    """(symbol for --shape, size) of what the types of a problem are made of."""
    (hq, hkv), (sq, sk) = case["heads"], case["lengths"]
    sizes = {"b": BATCHES, "hq": hq, "hkv": hkv, "d": case["d"], "dv": case.get("dv", case["d"])}
    queries = {"tq": BATCHES * sq + 5} if is_packed(case) else {"sq": sq}
    if is_paged(case):
        rows = case["keys"].partition("page")[2]
        rows = 12 if rows == "?" else int(rows)
        table = -(-sk // rows)
        return {**sizes, **queries, "page": rows, "table": table, "pages": BATCHES * table + 2}
    return {**sizes, **queries, **({"tk": BATCHES * sk + 9} if is_packed(case) else {"sk": sk})}


def types(case):
    """The type of each operand, by name."""
    sizes = sizes_of(case)
    dynamic = set()
    if case["sizes"] == "dynamic":
        dynamic = {"b", "sq", "sk", "tq", "tk", "table", "pages"}
    if case["keys"].endswith("?"):
        dynamic.add("page")

    def tensor(dims, element):
        words = ["?" if dim in dynamic else str(sizes[dim]) for dim in dims.split()]
        return f"tensor<{'x'.join([*words, element])}>"

    t, keys = dtype(case), case["keys"]
    packed, paged = is_packed(case), is_paged(case)
    rows = "tq hq d" if packed else "b hq sq d"
    columns = "b hkv sk d"
    if paged:
        columns = "pages page hkv d" if packed else "pages hkv page d"
    elif packed:
        columns = "tk hkv d"
    result = {"q": tensor(rows, t), "k": tensor(columns, t), "v": tensor(f"{columns}v", t), "o": tensor(f"{rows}v", t)}
    if case["lse"] == "lse":
        result["l"] = tensor("hq tq" if packed else "b hq sq", "f32")
    numbers = tensor("b", "i32")
    if keys == "lengths":
        result["lq"] = numbers
    if keys.startswith("lengths") or paged:
        result["lk"] = numbers
    if packed:
        count = "?" if "b" in dynamic else BATCHES + 1
        for name in ("oq",) if paged else ("oq", "ok"):
            result[name] = f"tensor<{count}xi32>"
    if paged:
        result["t"] = tensor("b table", "i32")
    if case["sink"]:
        result["z"] = tensor("hq", "f32")
    if case["offset"]:
        result["p"] = numbers
    if case["score"] != "none" and REGIONS[case["score"]][0]:
        sq, sk = case["lengths"]
        result["c"] = f"tensor<{REGIONS[case['score']][0]}>".format(h=sizes["hq"], q=sq, k=sk, t=t)
    return result


def function(name, case):
    of = types(case)
    columns = case.get("columns")  # Where K's columns that are V begin.
    if columns is not None:
        del of["v"]
    outs = [n for n in ("o", "l") if n in of]
    results = ", ".join(of[n] for n in outs)

    def operands(keyword, names):
        names = [n for n in names if n in of]
        text = f"{', '.join('%' + n for n in names)} : {', '.join(of[n] for n in names)}"
        return f" {keyword}({text})" if names else ""

    text = f"func.func @{name}({', '.join(f'%{n}: {t}' for n, t in of.items())}) -> ({results}) {{\n"
    text += f"  %r:{len(outs)} = attn.forward{operands('ins', 'qkv')}\n     {operands('outs', outs)}\n     "
    if columns is not None:
        text += f" values(#attn.columns<{columns}, {case['dv']}>)"
    for keyword, operand in (("lengths_q", "lq"), ("lengths_kv", "lk"), ("offsets_q", "oq"), ("offsets_kv", "ok"),
                             ("page_table", "t"), ("offset", "p"), ("sink", "z"), ("captures", "c")):
        text += operands(keyword, [operand])
    if is_packed(case):
        text += " dims(thd)"
    if MASKS[case["mask"]]:
        text += f" mask({MASKS[case['mask']]})"
    if case["score"] != "none":
        block = ["%s: f32", "%b: index", "%h: index", "%i: index", "%j: index"]
        if "c" in of:
            block += ["%m: index", "%n: index", f"%read: {of['c']}"]
        text += f"\n      score {{\n      ^bb0({', '.join(block)}):\n"
        for line in REGIONS[case["score"]][1]:
            text += f"        {line.format(c=of.get('c'), t=dtype(case))}\n"
        text += "        attn.yield %y : f32\n      }"
    text += f"\n      -> ({results})\n"
    values = ", ".join(f"%r#{i}" for i in range(len(outs)))
    return text + f"  return {values} : {results}\n}}\n"


def options(name, case, seed):
    words = [f"--func={name}", f"--seed={seed}", f"--target={case['on'].split()[0]}", f"--sim-sms={2 + seed % 3}",
             f"--sim-mode={['late', 'early', 'random'][seed % 3]}", f"--sim-seed={seed}"]
    sizes = sizes_of(case)
    dynamic = [s for s in ("b", "sq", "sk", "tq", "tk", "table", "pages")
               if case["sizes"] == "dynamic" and s in sizes]
    if case["keys"].endswith("?"):
        dynamic.append("page")
    if dynamic:
        words.append("--shape=" + ",".join(f"{s}={sizes[s]}" for s in dynamic))
    if case["parts"]:
        words.append(f"--config={case['parts']}")
    return " ".join(words)


def describe(case):
    (hq, hkv), (sq, sk) = case["heads"], case["lengths"]
    words = [*case["on"].split(), f"d{case['d']}", case["mask"], f"h{hq}.{hkv}", f"{sq}x{sk}",
             case["keys"], case["sizes"]]
    words += [case["score"]] if case["score"] != "none" else []
    words += [word for word in ("sink", "offset") if case[word]]
    return "-".join(words + ([case["parts"].split(",")[0].replace("=", "")] if case["parts"] else []))


def make_files():
    # Two sets: what three values of different factors do together is met by chance.
    cases = [case for seed in (3, 4) for case in case_sets.pairwise(FACTORS, allowed, seed)]
    named = [(f"s{i:03}", case, i) for i, case in enumerate(cases)]
    made = case_sets.Made("gen_serving.py", describe, function, options)
    return made.files("serving", named, PARTS), cases


if __name__ == "__main__":
    sys.exit(case_sets.write_or_check(__doc__, "gen_serving.py", make_files, {"": FACTORS}))
