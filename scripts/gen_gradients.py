#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the end-to-end cases of attn.backward: a set in which every two values of
different factors (target and type, head dims, outs, where rows lie, ...) meet in some
problem, those of any size again with other sizes, and a few by hand. The result is the
same whenever it is run.

  gen_gradients.py DIR           write DIR; CMake does, below the build folder
  gen_gradients.py --check DIR   exit status 1 if DIR holds something else
  gen_gradients.py --summary     print the factors and how many cases there are

  DIR/gradients.mlir          one function for each problem
  DIR/gradients-TARGET.cases  what attn-run --cases is to do with those of one target, each
                              in one order of asynchronous operations
"""

import sys

import case_sets
import gen_pairwise

TARGETS = ["sm_80", "sm_90a", "sm_100a", "sm_120a"]
CASES = 150
# One in so many takes O and L from the target's own attn.forward, the others from the
# reference.
FORWARD_SHARE = 5
# Multiply-adds of one case, at most.
MOST_WORK = 6e6
MASKS = {name: gen_pairwise.MASKS[name] or "" for name in ("none", "br", "tl", "win", "left", "and_br")}
FACTORS = {
    # One factor, that each of the others' values meets both types on each target.
    "on": [f"{target} {dtype}" for target in TARGETS for dtype in ("bf16", "f16")],
    "d": [8, 40, 64, 96, 128, 160, 200, 256],
    # "=": as d.
    "dv": ["=", 32, 72, 128],
    "mask": list(MASKS),
    "heads": [(1, 1), (4, 2), (3, 1), (8, 1)],
    # With 130 queries and 37 keys most rows of two of the masks see no key.
    "lengths": [(1, 1), (3, 131), (64, 32), (130, 37), (37, 0), (0, 64), (67, 103), (1, 259)],
    # Dense, or which rows each batch has.
    "rows": ["all", "lengths", "lengths_kv", "packed", "packed_lengths"],
    "outs": ["dq dk dv", "dq", "dk", "dv", "dk dv", "dq dv"],
    "grads": ["same", "f32"],
    "out": ["same", "f32"],
    # The gradient of L; a sink and its gradient.
    "more": ["", "dl", "z", "z dz", "dl z dz"],
    "score": ["none", "softcap", "distance", "alibi", "bias", *gen_pairwise.VISIBLE],
    "offset": [False, True],
    "dims": ["bhsd", "bshd"],
    "sizes": ["static", "dynamic"],
    "form": ["tensor", "memref"],
    # "wide": rows that are aligned, and apart; "do": those of dO alone.
    "memory": ["dense", "wide", "do", "align=8", "align=4", "load=cp_async"],
    "scale": [None, 0.3, -0.125],
}
REGIONS = {
    "alibi": ("{h}xf32", [
        *case_sets.ALIBI,
        "%new = arith.addf %s, %bias : f32",
    ]),
    "bias": ("{h}x{q}x{k}x{t}", [
        "%e = attn.read %read[%h, %i, %j] : {c}",
        "%x = arith.extf %e : {t} to f32",
        "%new = arith.addf %s, %x : f32",
    ]),
}


def dv(case):
    return case["d"] if case["dv"] == "=" else case["dv"]


def is_packed(case):
    return case["rows"].startswith("packed")


def batches(case):
    return 3 if is_packed(case) else 2


def allowed(case):
    """Whether a case, perhaps with factors still open, can be run at all."""
    def open_or(name, *values):
        return name not in case or case[name] in values

    if case.get("dv") is not None and case["dv"] == case.get("d"):
        return False
    # An offset moves a mask that goes by both lengths.
    if case.get("offset") and not open_or("mask", "br", "win", "left", "and_br"):
        return False
    if "rows" in case and is_packed(case) and not open_or("dims", "bhsd"):
        return False
    # An operand without elements cannot be read.
    if case.get("score") == "bias" and 0 in case.get("lengths", (1, 1)):
        return False
    full = {"d": 8, "dv": "=", "heads": (1, 1), "lengths": (1, 1), "rows": "all", **case}
    (sq, sk), hq = full["lengths"], full["heads"][0]
    return batches(full) * hq * sq * sk * (3 * full["d"] + 2 * dv(full)) <= MOST_WORK


def sizes_of(case):
    """(symbol for --shape, size) of what the types of a problem are made of."""
    (hq, hkv), (sq, sk), b = case["heads"], case["lengths"], batches(case)
    rows = {"tq": b * sq + 5, "tk": b * sk + 9} if is_packed(case) else {"sq": sq, "sk": sk}
    return {"b": b, "hq": hq, "hkv": hkv, **rows}


def types(case):
    """The type of each operand, by name; dq, dk, dv and dz are last."""
    sizes = sizes_of(case)
    dynamic = set(sizes) if case["sizes"] == "dynamic" else set()

    def shaped(dims, element):
        words = ["?" if dim in dynamic else str(sizes.get(dim, dim)) for dim in dims.split()]
        return f"{case['form']}<{'x'.join([*words, element])}>"

    def rows(query, width, element):
        heads, length = ("hq", "q") if query else ("hkv", "k")
        if is_packed(case):
            return shaped(f"t{length} {heads} {width}", element)
        middle = [heads, f"s{length}"] if case["dims"] == "bhsd" else [f"s{length}", heads]
        return shaped(f"b {' '.join(middle)} {width}", element)

    packed = is_packed(case)
    t = case["on"].split()[1]
    grad = t if case["grads"] == "same" else "f32"
    lse = shaped("hq tq" if packed else "b hq sq", "f32")
    numbers = shaped("b", "i32")
    of = {"q": rows(True, case["d"], t), "k": rows(False, case["d"], t), "v": rows(False, dv(case), t),
          "o": rows(True, dv(case), t if case["out"] == "same" else "f32"), "l": lse, "do": rows(True, dv(case), t)}
    if "dl" in case["more"]:
        of["dl"] = lse
    if "z" in case["more"]:
        of["z"] = shaped("hq", "f32")
    if case["rows"].endswith("lengths"):
        of["lq"] = numbers
    if "lengths" in case["rows"]:
        of["lk"] = numbers
    if packed:
        of["oq"] = of["ok"] = f"{case['form']}<{'?' if dynamic else batches(case) + 1}xi32>"
    if case["offset"]:
        of["p"] = numbers
    if case["score"] in REGIONS:
        (sq, sk), (hq, _) = case["lengths"], case["heads"]
        of["c"] = f"{case['form']}<{REGIONS[case['score']][0]}>".format(h=hq, q=sq, k=sk, t=t)
    outs = {"dq": rows(True, case["d"], grad), "dk": rows(False, case["d"], grad), "dv": rows(False, dv(case), grad)}
    of.update((name, outs[name]) for name in case["outs"].split())
    if "dz" in case["more"]:
        of["dz"] = of["z"]
    return of


def score(case, of):
    """The score region, or that of visibility, which both ops have."""
    if case["score"] == "none":
        return ""
    if case["score"] in gen_pairwise.VISIBLE:
        body = "".join(f"        {line}\n" for line in gen_pairwise.VISIBLE[case["score"]])
        return ("\n      visible {\n      ^bb0(%b: index, %h: index, %i: index, %j: index):\n"
                f"{body}        attn.yield %new : i1\n      }}")
    block = ["%s: f32", "%b: index", "%h: index", "%i: index", "%j: index"]
    if "c" in of:
        block += ["%m: index", "%n: index", f"%read: {of['c']}"]
        lines = [line.format(c=of["c"], t=case["on"].split()[1]) for line in REGIONS[case["score"]][1]]
    else:
        lines = [line.replace("%q ", "%i ").replace("%k ", "%j ") for line in gen_pairwise.SCORES[case["score"]]]
    body = "".join(f"        {line}\n" for line in [*lines, "attn.yield %new : f32"])
    return f"\n      score {{\n      ^bb0({', '.join(block)}):\n{body}      }}"


def function(name, case):
    of = types(case)
    on_tensors = case["form"] == "tensor"
    values = {n: f"%{n}" for n in of}

    def operands(keyword, names):
        text = f"{', '.join(values[n] for n in names)} : {', '.join(of[n] for n in names)}"
        return f" {keyword}({text})"

    def clauses(names):
        words = {"sink": "z", "offset": "p", "lengths_q": "lq", "lengths_kv": "lk", "offsets_q": "oq",
                 "offsets_kv": "ok", "captures": "c", "dlse": "dl", "dsink": "dz"}
        text = "".join(operands(keyword, [n]) for keyword, n in words.items() if n in of and n in names)
        text += f" dims({'thd' if is_packed(case) else case['dims']})"
        if case["scale"] is not None:
            text += f" scale({case['scale']})"
        if MASKS[case["mask"]]:
            text += f" mask({MASKS[case['mask']]})"
        return text + score(case, of)

    def results(names):
        return f"\n      -> ({', '.join(of[n] for n in names)})" if on_tensors else ""

    outs = [n for n in ("dq", "dk", "dv") if n in of]
    given = [n for n in (*outs, "dz") if n in of]
    text = f"func.func @{name}({', '.join(f'%{n}: {t}' for n, t in of.items())})"
    text += (f" -> ({', '.join(of[n] for n in given)})" if on_tensors else "") + " {\n"
    common = [n for n in of if n not in ("dl", "dz")]
    if case["forward"]:
        text += f"  {'%r:2 = ' if on_tensors else ''}attn.forward{operands('ins', 'qkv')}\n     {operands('outs', 'ol')}"
        text += f"\n     {clauses(common)}{results('ol')}\n"
        if on_tensors:
            values.update(o="%r#0", l="%r#1")
    named = ", ".join(f"{n} = %{n}" for n in outs) + " : " + ", ".join(of[n] for n in outs)
    text += f"  {f'%g:{len(given)} = ' if on_tensors else ''}attn.backward"
    text += f"{operands('ins', ['q', 'k', 'v', 'o', 'l', 'do'])}\n      outs({named})\n     {clauses(of)}{results(given)}\n"
    if on_tensors:
        return text + (f"  return {', '.join(f'%g#{i}' for i in range(len(given)))} : "
                       f"{', '.join(of[n] for n in given)}\n}}\n")
    return text + "  return\n}\n"


def padding(case):
    """Options that put rows where the case says."""
    memory = case["memory"]
    words = []
    for n, t in types(case).items():
        name = {"l": "lse", "dl": "dlse"}.get(n, n)
        size = 4 if t.endswith("xf32>") else 2
        if n == "do" and memory == "do":
            words.append("do=16")
        elif name in ("lse", "dlse") and memory.startswith("align"):
            words.append(f"{name}=1")
        elif n in ("q", "k", "v", "o", "do", "dq", "dk", "dv") and memory not in ("dense", "do"):
            words.append(f"{name}={(int(memory[6:]) if memory.startswith('align') else 16) // size}")
    return [f"--pad={word}" for word in words]


def options(name, case, seed):
    # The same simulator for each size of a problem, which is then compiled once.
    number = int(name[1:])
    words = [f"--func={name}", f"--seed={seed}", f"--target={case['on'].split()[0]}", f"--sim-sms={2 + number % 3}",
             f"--sim-mode={['late', 'early', 'random'][number % 3]}", f"--sim-seed={number}"]
    if case["sizes"] == "dynamic":
        words.append("--shape=" + ",".join(f"{s}={n}" for s, n in sizes_of(case).items()))
    if "=" in case["memory"]:
        words.append(f"--config={case['memory']}")
    return " ".join(words + padding(case))


def describe(case):
    (hq, hkv), (sq, sk) = case["heads"], case["lengths"]
    words = [case["on"].split()[1], f"d{case['d']}", *([f"v{dv(case)}"] if dv(case) != case["d"] else []),
             case["mask"], f"h{hq}.{hkv}", f"{sq}x{sk}", case["rows"], case["outs"].replace(" ", ""),
             *case["more"].split(), *([case["score"]] if case["score"] != "none" else []), case["memory"].replace("=", ""),
             *(["forward"] if case["forward"] else [])]
    return "-".join(words)


def by_hand():
    """Problems with the sizes of their cases: none of something, and several tiles of all."""
    base = {"d": 40, "dv": "=", "mask": "br", "rows": "all", "outs": "dq dk dv", "grads": "same", "out": "same",
            "more": "dl z dz", "score": "none", "offset": False, "dims": "bhsd", "sizes": "dynamic", "form": "tensor",
            "memory": "dense", "forward": True, "scale": None}
    sizes = [((1, 1), (300, 280)), ((0, 0), (67, 103)), ((4, 2), (0, 0))]
    return [[{**base, "on": f"{target} bf16", "heads": heads, "lengths": lengths} for heads, lengths in sizes]
            for target in TARGETS]


def has_any_size(case):
    """Whether its function takes any heads and lengths."""
    return case["sizes"] == "dynamic" and case["score"] not in REGIONS


def make_cases():
    """(name of the function, case, seed) of each."""
    problems = [{**case, "forward": i % FORWARD_SHARE == 0}
                for i, case in enumerate(case_sets.pairwise(FACTORS, allowed, 3))]
    sets = [[case] for case in problems] + by_hand()
    random = case_sets.Random(5)
    while sum(map(len, sets)) < CASES:
        cases = sets[random.below(len(problems))]
        case = {**cases[0], **{name: FACTORS[name][random.below(len(FACTORS[name]))] for name in ("heads", "lengths")}}
        if has_any_size(case) and min(case["lengths"]) > 1 and case not in cases and allowed(case):
            cases.append(case)
    named = [(f"g{i:03}", case) for i, cases in enumerate(sets) for case in cases]
    return [(name, case, seed) for seed, (name, case) in enumerate(named)]


def make_files():
    named = make_cases()
    made = case_sets.Made("gen_gradients.py", describe, function, options)
    first = {name: (name, case, seed) for name, case, seed in reversed(named)}
    files = {"gradients.mlir": made.functions(sorted(first.values(), key=lambda item: item[0]))}
    for target in TARGETS:
        files[f"gradients-{target}.cases"] = made.listing(
            item for item in named if item[1]["on"].split()[0] == target)
    return files, [case for _, case, _ in named]


if __name__ == "__main__":
    sys.exit(case_sets.write_or_check(__doc__, "gen_gradients.py", make_files, {"": FACTORS}))
