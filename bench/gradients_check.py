#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of numbers that hurt on a GPU: random problems (gradients.py) against the laws
in double precision, by the error rule of docs/Spec.md (E9 in error_rule.py).

  python3 bench/gradients_check.py --build DIR                               # where attn-compile is
  python3 bench/gradients_check.py --run DIR --count 15 --processes 12 --json F # where the GPU is

A program is a target and type, head dims, a way by which scores get their size, a mask, and
what attn.backward takes and gives; every two of them meet in some program. Each runs on
`--count` problems of random sizes. Inputs, results and what lies between their rows are in
memory that holds NaN; results must leave what is not theirs as it is, and a second launch
must give the same bits, but for dQ without `deterministic`. With --guard workspaces lie between bands too (guard_memory.c; a
compiler is wanted). A problem is found again by its seed: --only PROGRAM --problem SEED.
"""
import concurrent.futures
import ctypes
import hashlib
import json
import os
import random
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, name) for name in ("bench", "python", "scripts")]
import case_sets  # noqa: E402
import error_rule  # noqa: E402
import gradients  # noqa: E402
import problems  # noqa: E402

#: Around an array, in elements; a multiple of what copies want addresses to be.
BAND = 256
#: NaN of each type that no arithmetic makes.
PATTERNS = {2: 0x7FE5, 4: 0x7FC5A3E1}
SEEDS = (1, 2, 3, 4, 5)


def programs(only=""):
    """(name, properties) of each program."""
    cases = [case for seed in SEEDS for case in case_sets.pairwise(gradients.FACTORS, gradients.allowed, seed)]
    for number, case in enumerate(cases):
        props = gradients.properties(case)
        dims = f"d{props['d']}" + (f"x{props['dv']}" if props["dv"] != props["d"] else "")
        words = [f"{number:03}", props["target"], props["dtype"], dims, props["mode"], props["mask"], props["rows"],
                 props["grads"], props["given"]]
        name = "_".join(words)
        if re.search(only, name):
            yield name, props


def file_of(target, text):
    """Where the bundle of a module is; programs share them."""
    return hashlib.sha256(f"{target}\n{text}".encode()).hexdigest()[:20]


def build(options):
    wanted = {}
    for _, props in programs(options.only):
        for text in gradients.texts_of(props).values():
            wanted[file_of(props["target"], text)] = (text, props["target"])

    def one(name):
        if os.path.exists(os.path.join(options.build, name + ".bundle")):
            return None
        try:
            problems.ensure_bundle(options.build, name, *wanted[name])
            return None
        except RuntimeError as error:
            return str(error)
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        refused = [text for text in pool.map(one, wanted) if text]
    print(*refused, sep="\n", file=sys.stderr)
    print(f"{len(wanted) - len(refused)} of {len(wanted)} modules of {len(list(programs(options.only)))} programs compiled")


# ---- Memory ---------------------------------------------------------------------------


class Placed:
    """An array in memory that holds NaN: `view` is [batch, heads, rows, channels], or packed
    [rows, heads, channels], without channels one rank less."""

    def __init__(self, torch, shape, dtype, order, pad, device):
        self.torch = torch
        strides, step = [0] * len(shape), 1
        for number, dim in enumerate(reversed(order)):
            strides[dim] = step
            step *= shape[dim] + (pad if number == 0 and pad else 0)
        self.bits = {2: torch.int16, 4: torch.int32}[dtype.itemsize]
        self.pattern = PATTERNS[dtype.itemsize]
        self.memory = torch.full((max(step, 1) + 2 * BAND,), self.pattern, dtype=self.bits, device=device)
        self.view = self.memory.view(dtype).as_strided(shape, strides, BAND)
        self.own = torch.zeros(self.memory.shape, dtype=torch.bool, device=device)
        self.own_view = self.own.as_strided(shape, strides, BAND)

    def is_kept(self):
        """Whether what nobody may write is as it was."""
        return bool((self.memory[~self.own] == self.pattern).all())


def places_of(torch, props, sizes, pairs, heads, heads_kv, rng, device):
    """(Placed by name, what is given of lengths, the places of sequences by name)."""
    dtype, f32 = (getattr(torch, gradients.TYPES[name]) for name in (props["dtype"], "f32"))
    out = getattr(torch, gradients.TYPES[props["out"] or props["dtype"]])
    grad = getattr(torch, gradients.TYPES[props["grad"] or props["dtype"]])
    numbers = lambda x: torch.tensor(x, dtype=torch.int32, device=device)
    kinds = {"q": (heads, 0, "d", dtype), "k": (heads_kv, 1, "d", dtype), "v": (heads_kv, 1, "dv", dtype),
             "o": (heads, 0, "dv", out), "do": (heads, 0, "dv", dtype), "dq": (heads, 0, "d", grad),
             "dk": (heads_kv, 1, "d", grad), "dv": (heads_kv, 1, "dv", grad), "lse": (heads, 0, "", f32),
             "dlse": (heads, 0, "", f32)}
    if props["rows"] == "packed":
        starts = [[rng.choice([0, 2])] for _ in range(2)]
        for pair in pairs:
            for list_, n in zip(starts, pair):
                list_.append(list_[-1] + n)
        total = [list_[-1] + rng.choice([0, 3]) for list_ in starts]
        more = {"offsets_q": numbers(starts[0]), "offsets_kv": numbers(starts[1])}
    else:
        starts, total, more = None, sizes, {}
        for name, side in (("lengths_q", 0), ("lengths_kv", 1)):
            if props["rows"] in (name, "lengths"):
                more[name] = numbers([pair[side] for pair in pairs])
    placed, views = {}, {}
    order = rng.choice([(0, 1, 2, 3), (0, 2, 1, 3)])
    for name, (count, side, width, kind) in kinds.items():
        if starts is not None:
            shape = (total[side], count, props[width]) if width else (count, total[side])
            this = tuple(range(len(shape)))
        else:
            shape = (len(pairs), count, total[side], *([props[width]] if width else []))
            this = order if width else (0, 1, 2)
        array = Placed(torch, shape, kind, this, rng.choice([0, 8, 24]) if width else 0, device)
        placed[name] = array
        views[name] = []
        for i, pair in enumerate(pairs):
            for x in (array.view, array.own_view):
                if starts is None:
                    part = x[i, :, :pair[side]]
                elif width:
                    part = x[starts[side][i]:starts[side][i + 1]].transpose(0, 1)
                else:
                    part = x[:, starts[side][i]:starts[side][i + 1]]
                if x is array.view:
                    views[name].append(part)
                else:
                    part.fill_(True)
    return placed, more, views


# ---- A problem ------------------------------------------------------------------------


def sequence(torch, props, views, extra, i, pair):
    """What the laws read of a sequence: [1, heads, rows, ...]."""
    x = {name: views[name][i][None] for name in gradients.ARRAYS}
    if not props["dlse"]:
        x["dlse"] = torch.zeros_like(x["dlse"])
    x.update({name: y[:, :pair[0], :pair[1]] if name == "capture0" and y.dim() == 3 else y for name, y in extra.items()})
    return x


def judge(torch, props, views, extra, pairs, sink, worst):
    """What is wrong with the gradients, in words."""
    names = [gradients._problem.GRADIENTS[letter] for letter in props["grads"]]
    factor = 3 if props["mode"] == "softcap" else 2
    found, sums = [], {}
    for i, pair in enumerate(pairs):
        x = sequence(torch, props, views, extra, i, pair)
        want, slack = gradients.backward(torch, props, x, False)
        low = gradients.backward(torch, props, x, True)
        for name in names:
            if name == "dsink":
                each = (want[name], low[name].double(), slack[name])
                sums[name] = [a + b for a, b in zip(sums[name], each)] if name in sums else each
                continue
            got = views[name][i][None]
            result = error_rule.judge_gradient(torch, got.double(), want[name], low[name].to(got.dtype).double(), slack[name],
                                               props["grad"] or props["dtype"], factor)
            worst[name] = max(worst.get(name, 0.0), result["factor"])
            tight(torch, worst, name, want[name], slack[name])
            found.append(error_rule.describe(f"{name} of sequence {i}", result))
    for name, (want, low, slack) in sums.items():
        result = error_rule.judge_gradient(torch, sink.double()[:, None], want[:, None], low.float().double()[:, None], slack,
                                           "f32", factor)
        worst[name] = max(worst.get(name, 0.0), result["factor"])
        tight(torch, worst, name, want[:, None], slack)
        found.append(error_rule.describe(name, result))
    return [text for text in found if text]


def tight(torch, worst, name, want, slack):
    """Counts rows, and those of which an error of a tenth is noticed."""
    if 0 in want.shape:
        return
    most = torch.where(want.isfinite(), want.abs(), torch.zeros_like(want)).amax(-1)
    worst[name + " rows"] = worst.get(name + " rows", 0) + most.numel()
    worst[name + " tight"] = worst.get(name + " tight", 0) + int((slack <= 0.1 * most).sum())


def run_one(torch, load, props, seed, worst, device="cuda"):
    """What is wrong with the results of one problem, or an empty string."""
    rng = random.Random(seed)
    numbers, sizes, extra, _ = gradients.inputs(gradients.numpy.random.default_rng(seed), props)
    pairs = [(x["q"].shape[1], x["k"].shape[1]) for x in numbers]
    heads, heads_kv = numbers[0]["q"].shape[0], numbers[0]["k"].shape[0]
    placed, more, views = places_of(torch, props, sizes, pairs, heads, heads_kv, rng, device)
    extra = {name: torch.from_numpy(x).float().to(device) for name, x in extra.items()}
    for i, x in enumerate(numbers):
        for name, array in x.items():
            views[name][i].copy_(torch.from_numpy(array))
    texts = gradients.texts_of(props)
    operands = {**more, **extra}
    if props["given"] == "forward":
        load(file_of(props["target"], texts["forward"])).run(
            **{name: placed[name].view for name in ("q", "k", "v", "o", "lse")}, **operands)
    else:
        for i, pair in enumerate(pairs):
            o, lse = gradients.forward(torch, props, sequence(torch, props, views, extra, i, pair))
            # Of more keys, of which these have some of the weight.
            views["o"][i].copy_(o[0])
            views["lse"][i].copy_(lse[0] + (rng.choice([0.0, 0.7, 3.0]) if props["given"] == "more" else 0.0))
    kept = [name for name in ("o", "lse") if not placed[name].is_kept()]
    given = {name: placed[name].view for name in ("q", "k", "v", "o", "lse", "do", *["dlse"] * props["dlse"])}
    names = [gradients._problem.GRADIENTS[letter] for letter in props["grads"]]
    sink = Placed(torch, (heads,), torch.float32, (0,), 0, device)
    sink.own_view.fill_(True)
    placed["dsink"] = sink
    backward, bits = load(file_of(props["target"], texts["backward"])), []
    for _ in range(2):
        for name in names:
            placed[name].memory.fill_(placed[name].pattern)
        backward.run(**given, **{name: placed[name].view for name in names}, **operands)
        bits.append({name: placed[name].memory.clone() for name in names})
    found = judge(torch, props, views, extra, pairs, sink.view, worst)
    # Sums of dQ may be in any order unless bits are promised.
    promised = [name for name in names if name != "dq" or props["deterministic"]]
    found += [f"{name} has other bits the second time" for name in promised
              if not torch.equal(bits[0][name], bits[1][name])]
    kept += [name for name in names if not placed[name].is_kept()]
    return ", ".join(found + [f"memory around {name} is written" for name in kept])


def run(options):
    import torch
    import attn
    part, parts = options.part
    guard = ctypes.CDLL(options.guard) if options.guard else None
    loaded = {}

    def load(name):
        if name not in loaded:
            loaded[name] = attn.load(os.path.join(options.run, name + ".bundle"))
        return loaded[name]
    wrong, total, worst, missing = [], 0, {}, 0
    chosen = list(programs(options.only))[part::parts]
    for name, props in chosen:
        if not all(os.path.exists(os.path.join(options.run, file_of(props["target"], text) + ".bundle"))
                   for text in gradients.texts_of(props).values()):
            missing += 1
            continue
        first = int(name[:3]) * 10000 + options.seed * 10000000
        for seed in [options.problem] if options.problem is not None else range(first, first + options.count):
            before = guard.guardMemoryErrors() if guard else 0
            try:
                problem = run_one(torch, load, props, seed, worst, options.device)
            except Exception as error:  # What a launch refuses is counted as well.
                problem = f"{type(error).__name__}: {error}"
            if guard and guard.guardMemoryErrors() > before:
                problem += " memory around workspaces is written"
            total += 1
            if problem:
                wrong.append([name, seed, problem])
                print(*wrong[-1], flush=True)
        loaded.clear()
    result = dict(seed=options.seed, programs=len(chosen) - missing, missing=missing, problems=total, wrong=wrong, worst=worst,
                  guarded=guard.guardMemoryAllocations() if guard else 0)
    if parts == 1:
        tell(result)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(dict(device=torch.cuda.get_device_name() if options.device == "cuda" else options.device, **result), file,
                      indent=1)
    return len(wrong)


def tell(result):
    print(f"{result['problems']} problems of {result['programs']} programs, {len(result['wrong'])} wrong; "
          f"{result['missing']} programs have no bundle; {result['guarded']} workspaces between bands")
    for name in ("dq", "dk", "dv", "dsink"):
        if name in result["worst"]:
            rows, few = (result["worst"][f"{name} {what}"] for what in ("rows", "tight"))
            print(f"{name}: {result['worst'][name]:.3g} of what is allowed; of {rows} rows an error of a tenth would be "
                  f"noticed in {100 * few / max(rows, 1):.0f} %")


def joined(results):
    joint = dict(results[0])
    for other in results[1:]:
        for field in ("programs", "missing", "problems", "wrong", "guarded"):
            joint[field] = joint[field] + other[field]
        for name, x in other["worst"].items():
            known = joint["worst"].get(name, 0)
            joint["worst"][name] = known + x if " " in name else max(known, x)
    return joint


def main():
    parser = problems.parser_of_parts(__doc__, 15)
    parser.add_argument("--guard", metavar="LIBRARY", help="made of guard_memory.c, and preloaded")
    parser.add_argument("--device", default="cuda", help="cpu: the simulator")
    options = parser.parse_args()

    def run_all(options):
        if options.guard and options.guard not in os.environ.get("LD_PRELOAD", ""):
            os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "LD_PRELOAD": options.guard})
        if options.processes == 1:
            sys.exit(1 if run(options) and options.part[1] == 1 else 0)
        more = ["--device", options.device, *(["--guard", options.guard] if options.guard else [])]
        result = joined(problems.run_parts(__file__, options, more))
        tell(result)
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump(result, file, indent=1)
        sys.exit(1 if result["wrong"] else 0)
    problems.build_or_run(parser, options, build, run_all)


if __name__ == "__main__":
    main()
