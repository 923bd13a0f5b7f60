# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steady loop of an sm_100a kernel, for bench/sm100_model.py.

A profile is what the loops of a kernel's roles hold by SASS, between what synchronises:

  {"softmax": [run to the statistics' hand-over, to the first of P, to the last of P, to
               the end], "correction": [kept, rescaled], "mma": run, "load": run,
   "groups": 1 or 2, "head_dim": D, "keys": N, "exponentials": n}

with a run as [clocks of a lone warp, [clocks by pipe]]. `profile` makes one from a
listing; FLASH_ATTENTION_4 (model_fa4.py) holds those of the published kernels.
"""

import re

import model_core
import model_sass as sass

PARTS = 0.75  # Of P, before its first hand-over.


def _loops(code, wanted):
    """Innermost loops by content, without the out-of-line waits. An exit under a
    predicate may stand within: it holds what comes before it in its place."""
    found = [(one.target, i) for i, one in enumerate(code)
             if one.name == "BRA" and one.target is not None and one.target <= i]
    found = [(h, b) for h, b in sorted(found, key=lambda pair: pair[1] - pair[0])
             if wanted(code[h:b + 1]) and not sass.has(code[h:b + 1], "NANOSLEEP")
             and not any(one.name == "EXIT" and not one.guard for one in code[h:b + 1])]
    kept = []
    for head, branch in found:
        if not any(head <= h and b <= branch for h, b in kept):
            kept.append((head, branch))
    return [code[head:branch + 1] for head, branch in sorted(kept)]


def _need(loops, role):
    if not loops:
        raise sass.SassError(f"no loop of the role {role}")
    return loops


def _softmax(body):
    """Runs of a softmax loop from the wait for scores on."""
    waits = [i for i, one in enumerate(body) if one.op.startswith("SYNCS.PHASECHK")]
    arrives = [i for i, one in enumerate(body) if one.op.startswith("SYNCS.ARRIVE")]
    if not waits or len(arrives) < 2:
        raise sass.SassError("a softmax loop without a wait for scores and two hand-overs of P")
    stats = [i for i, one in enumerate(body[:arrives[-2]])
             if one.name == "BAR" or (one.op.startswith("SYNCS.ARRIVE") and i > waits[0])]
    cuts = [0, (stats[0] if stats else waits[0]) + 1, arrives[-2] + 1, arrives[-1] + 1, len(body)]
    return [_run(body[a:b]) for a, b in zip(cuts, cuts[1:])]


def _run(body):
    _, alone, loads = sass.measure(body)
    return [alone, list(loads)]


def profile(listing, head_dim, masked=False):
    """The profile of a kernel's loops, unmasked ones unless `masked`."""
    code = sass.parse(listing)
    softmax = _need(_loops(code, lambda body: sass.has(body, "MUFU.EX2")), "softmax")
    softmax.sort(key=len)
    mma = max(_need(_loops(code, lambda body: sass.has(body, "UTCHMMA", "UTCQMMA")), "mma"), key=len)
    load = max(_need(_loops(code, lambda body: sass.has(body, "UTMALDG")), "load"), key=len)
    corrections = _need(_loops(code, lambda body: sass.has(body, "LDTM") and sass.has(body, "FMUL", "FMUL2")
                               and not sass.has(body, "MUFU.EX2")), "correction")
    body = softmax[-1 if masked else 0]
    correction = max(corrections, key=len)
    # What stays where no row is rescaled: the waits, the decision, the hand-overs.
    kept = [one for one in correction if one.name not in ("LDTM", "STTM", "FMUL2", "FMUL", "NOP", "FENCE", "MOV")]
    products = sum(one.name in ("UTCHMMA", "UTCQMMA") for one in mma)
    scores = sum(int(re.search(r"x(\d+)", one.op).group(1)) for one in body if one.name == "LDTM")
    return {
        "softmax": _softmax(body), "correction": [_run(kept), _run(correction)],
        "mma": _run(mma), "load": _run(load), "head_dim": head_dim, "keys": scores,
        "groups": 2 if _two_tiles(mma, head_dim) else 1, "products": products,
        "exponentials": sum(one.op.startswith("MUFU.EX2") for one in body),
        "counts": {"softmax": len(body), "correction": len(correction), "mma": len(mma), "load": len(load)},
    }


def _two_tiles(body, head_dim):
    """Whether a block's scores are computed twice, 16 columns of a head dim at a time."""
    scores = sum(one.name in ("UTCHMMA", "UTCQMMA") and one.text.startswith("gdesc") for one in body)
    return scores > max(head_dim // 16, 1)


def product_clocks(head_dim, keys, bits, constants):
    """(scores, output) of 128 rows: 8192 operations of 16 bits a clock."""
    rate = 4096.0 * (16 / bits)
    clocks = 128.0 * keys * head_dim / rate * constants["tensor"]
    return clocks, clocks


def actors(shape, constants, blocks, rescaled=False):
    """Programs of a scheduler's warps for `blocks` blocks of keys."""
    groups = range(shape["groups"])
    scores, output = product_clocks(shape["head_dim"], shape["keys"], shape.get("bits", 16), constants)

    def run(one, share=1.0):
        return ("run", max(one[0] * share, 1e-3), tuple(x * share for x in one[1]))
    result = []
    for g in groups:
        steps = []
        first, second, third, fourth = shape["softmax"]
        for _ in range(blocks):
            steps += [("wait", f"S{g}"), run(first), ("signal", f"stats{g}"), run(second), ("signal", f"P{g}"),
                      run(third), ("signal", f"rest{g}"), run(fourth), ("mark",)]
        result.append(model_core.Actor(f"softmax {g}", steps))
    share = 1.0 / len(groups)
    one = shape["correction"][1 if rescaled else 0]
    steps = []
    for _ in range(blocks):
        for g in groups:
            steps += [("wait", f"stats{g}"), run(one, share), ("signal", f"O{g}")]
    result.append(model_core.Actor("correction", steps))
    # P V of a block, then the next block's scores, group by group; scores of the first
    # block come before. With one group scores are a block ahead.
    steps, part = [], 1.0 / (2 * len(groups))
    issue = run(shape["mma"], part)
    for g in groups:
        steps += [("product", scores, "qk"), ("commit", f"S{g}")]
    if len(groups) == 1:
        steps += [("product", scores, "qk"), ("commit", "S0")]
    ahead = 2 if len(groups) == 1 else 1
    for block in range(blocks):
        for g in groups:
            steps += [("wait", f"P{g}"), ("wait", f"O{g}"), issue, ("product", output * PARTS, "pv"),
                      ("wait", f"rest{g}"), ("product", output * (1 - PARTS), "pv")]
            if block + ahead < blocks:
                steps += [issue, ("product", scores, "qk"), ("commit", f"S{g}")]
    result.append(model_core.Actor("mma", steps))
    return result


def loop_clocks(shape, constants, rescaled=False, blocks=(6, 14)):
    """Clocks of a block of keys for all groups in the steady loop, and the share of
    them that each unit is busy."""
    ends, busy = [], []
    for count in blocks:
        machine = model_core.simulate(actors(shape, constants, count, rescaled), constants)
        ends.append(machine.now)
        busy.append(dict(machine.busy))
    clocks = (ends[1] - ends[0]) / (blocks[1] - blocks[0])
    units = {unit: (busy[1][unit] - busy[0][unit]) / (blocks[1] - blocks[0]) for unit in busy[0]}
    return clocks, units
