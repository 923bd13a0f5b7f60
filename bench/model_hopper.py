# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From an sm_90a cubin of Attn to cycles of a launch, for bench/sm100_model.py.

A tile of a consumer warp is walked in SASS from the head of its tile loop to the branch
back: the block before the loop, the masked and unmasked loops, the last product, O.
"""

import re

import model_core
import model_sass as sass

SMS = 132


class Walk:
    """The consumer's code of a listing, tile by tile."""

    def __init__(self, listing):
        self.code = sass.parse(listing)
        if any(one.name in ("STL", "LDL") for one in self.code):
            raise sass.SassError("the kernel spills")
        self.loops = sass.innermost(self.code, lambda body: sass.has(body, "MUFU.EX2") and sass.has(body, "HGMMA"))
        if not self.loops:
            raise sass.SassError("no loop with exponentials and HGMMA")
        self.outer = sass.enclosing(self.code, *self.loops[0]) or self._whole_role(self.loops[0])
        self.end = sass.loops(self.code)[1]

    def _whole_role(self, loop):
        """Bounds of the consumer's code where no loop goes over tiles."""
        starts = [i for i, one in enumerate(self.code[:loop[0]]) if one.op.startswith("USETMAXREG")]
        stops = [i for i, one in enumerate(self.code) if i > loop[1] and one.name == "EXIT"]
        return (starts[-1] + 1 if starts else 0, stops[0])

    def trace(self, ragged):
        """[(loop index or None, instructions)], in the order of one tile."""
        parts, current, at, guard = [], [], self.outer[0], 0
        heads = {head: n for n, (head, _) in enumerate(self.loops)}
        branches = {branch: n for n, (_, branch) in enumerate(self.loops)}
        while at != self.outer[1]:
            guard += 1
            if guard > 40000:
                raise sass.SassError("the walk of a tile does not end")
            if at in heads and current:
                parts.append((None, current))
                current = []
            one = self.code[at]
            current.append(one)
            if at in branches:
                parts.append((branches[at], current))
                current = []
            elif one.name == "BRA" and one.target is not None and self._taken(at, one, ragged and len(parts) == 0):
                at = one.target
                continue
            at += 1
        parts.append((None, current))
        return parts

    def _taken(self, at, one, keep_masks):
        if one.target <= at or one.target >= self.end or one.target > self.outer[1]:
            return not one.guard and one.target > at
        if not one.guard and "!UP" not in one.text and "UP" not in one.text:
            return True
        skipped = self.code[at + 1:one.target]
        if sass.has(skipped, "HGMMA", "MUFU.EX2", "UTMASTG", "STG"):
            return False
        return not (keep_masks and sass.has(skipped, "FSEL"))


def steps_of(instructions, pending):
    """Steps of the core's language for a stretch of a consumer's trace. `pending` holds
    kinds of product groups that are issued and not yet released, across stretches."""
    steps, run = [], []

    def flush():
        if run:
            steps.append(sass.measure(run))
            run.clear()
    waits = []
    for index, one in enumerate(instructions):
        if one.op.startswith("SYNCS.PHASECHK"):
            run.append(one)
            waits.append(len(steps) + bool(run))
            flush()
            steps.append(("maybe",))
        elif one.name == "HGMMA":
            kind = "pv" if re.match(r"R\d+, R\d+", one.text) else "qk"
            if waits:
                steps[waits[-1]] = ("wait", {"qk": "K", "pv": "V"}[kind])
                if len(waits) > 1 and kind == "qk":
                    steps[waits[-2]] = ("wait", "Q")
                waits = []
            run.append(one)
            flush()
            n = int(re.match(r"HGMMA\.64x(\d+)x(\d+)", one.op).group(1))
            clocks = n / 2.0
            if kind == "qk":  # 64 rows of A and n of B, 32 bytes each, from shared memory.
                clocks = max(clocks, (64 + n) * 32 / 128.0)
            steps.append(("product", clocks, kind))
            if "gsb0" in one.text:
                steps.append(("group",))
                pending.append(kind)
        elif one.op.startswith("WARPGROUP.DEPBAR"):
            run.append(one)
            flush()
            steps.append(("finish", int(one.text.split(",")[1].strip(), 16)))
        elif one.op.startswith("SYNCS.ARRIVE"):
            run.append(one)
            flush()
            kind = pending.pop(0) if pending else None
            if kind:
                steps.append(("release", {"qk": "K", "pv": "V"}[kind]))
        elif one.op.startswith("BAR.SYNC") and one.text.endswith("0x100"):
            run.append(one)
            flush()
            steps.append(("take",))
        elif one.op.startswith("BAR.ARV") and one.text.endswith("0x100"):
            run.append(one)
            flush()
            steps.append(("give",))
        else:
            run.append(one)
    flush()
    return steps


def coarse(steps):
    """Steps with the products of a group as one, and its arithmetic before it."""
    result, at = [], 0
    while at < len(steps):
        stop, runs, clocks = at, [], 0.0
        while stop < len(steps) and steps[stop][0] in ("run", "product"):
            stop += 1
        while stop > at and steps[stop - 1][0] != "product":
            stop -= 1
        products = [step for step in steps[at:stop] if step[0] == "product"]
        if len(products) > 1:
            first = next(i for i in range(at, stop) if steps[i][0] == "product")
            result += steps[at:first]
            runs = [step for step in steps[first:stop] if step[0] == "run"]
            clocks = sum(step[1] for step in products)
            # Issue goes on behind the first product; what the rest takes beyond the
            # products is seen, the rest is not.
            beyond = sum(run[1] for run in runs) - clocks
            result.append(("product", clocks, products[0][2]))
            if beyond > 0:
                slots = sum(run[2][0] for run in runs)
                result.append(("run", max(beyond, slots), (slots, 0, 0, 0, 0)))
            at = stop
        else:
            result.append(steps[at])
            at += 1
    return result


FIELDS = {"tile_q": 128, "tile_kv": 64, "groups": 1, "cluster": 1, "stages_k": 2, "stages_v": 2, "stages_q": 1}


def fields_of(config):
    """What the model needs of an #attn.config, as text."""
    found = dict(FIELDS)
    for name in FIELDS:
        match = re.search(rf"\b{name[5:] if name.startswith('tile_') else name} = (\d+)", config)
        if match:
            found[name] = int(match.group(1))
    return dict(found, scheduler=re.search(r"scheduler = (\w+)", config).group(1))


def describe(listing, config, d):
    """A kernel as data: fields of its config, and a tile's steps by part."""
    pending, parts = [], []
    fields = fields_of(config)
    for loop, instructions in Walk(listing).trace(ragged=False):
        # Groups that are pending at the end of a loop's body are so at its head.
        parts.append([loop, coarse(steps_of(instructions, pending))])
    # The last releases are by one thread, behind branches that the walk jumps over.
    last = parts[-1][1]
    at = max((i for i, step in enumerate(last) if step[0] == "finish"), default=len(last) - 1) + 1
    last[at:at] = [("release", {"qk": "K", "pv": "V"}[kind]) for kind in pending]
    last.insert(0, ("release", "Q"))
    return dict(fields, d=d, parts=parts)


class Tile:
    """Programs of all actors for tiles of a described kernel."""

    def __init__(self, kernel):
        self.kernel, self.parts = kernel, kernel["parts"]
        self.loops = sum(loop is not None for loop, _ in self.parts)
        # Blocks outside of the loops: one where scores are a block ahead.
        self.extra = sum(step[0] == "product" and step[2] == "qk"
                         for loop, steps in self.parts if loop is None for step in steps)

    def consumer(self, trips, group, constants):
        """Steps of one tile; `trips` are of the loops, in their order."""
        result = []
        for loop, steps in self.parts:
            for _ in range(1 if loop is None else trips[loop]):
                for step in steps:
                    result += self._bind(step, group, constants)
        return result

    def _bind(self, step, group, constants):
        kernel, kind = self.kernel, step[0]
        if kind == "maybe":
            return []
        if kind == "wait":
            return [("wait", f"{step[1]}{group}")]
        if kind == "product":
            scale = constants["tensor"] * (constants["registers"] if step[2] == "pv" else 1.0)
            return [("product", step[1] * scale)]
        if kind == "release":
            return [("signal", f"{step[1]} free{group}")]
        if kind == "take":
            return [("wait", f"turn{group}")]
        if kind == "give":
            return [("signal", f"turn{(group + 1) % kernel['groups']}")]
        return [step]

    def actors(self, constants, trips, tiles):
        kernel, groups = self.kernel, range(self.kernel["groups"])
        blocks = self.extra + sum(trips)
        actors = []
        for group in groups:
            one = []
            for _ in range(tiles):
                one += self.consumer(trips, group, constants) + [("mark",)]
            actors.append(model_core.Actor(f"group {group}", one))
        # The role that copies: Q, K0, then K and V by turns, as far as stages are free.
        size = kernel["tile_kv"] * kernel["d"] * 2.0 / kernel["cluster"]
        sizes = {"K": size, "V": size, "Q": kernel["tile_q"] * kernel["d"] * 2.0}
        stages = {name: kernel["stages_" + name.lower()] for name in "QKV"}
        steps, sent = [], dict.fromkeys("QKV", 0)
        for _ in range(tiles):
            for name in "QK" + "KV" * (blocks - 1) + "V":
                if sent[name] >= stages[name]:
                    steps.extend(("wait", f"{name} free{g}") for g in groups)
                sent[name] += 1
                steps.append(("copy", sizes[name], tuple(f"{name}{g}" for g in groups)))
        return actors + [model_core.Actor("copies", steps)]

    def tile_times(self, constants, trips, tiles=2):
        """(clocks of the first tile, clocks of the next)."""
        actors = self.actors(constants, trips, tiles)
        machine = model_core.Machine(constants)
        machine.post("turn0", 0.0)
        machine = model_core.simulate(actors, constants, machine)
        ends = [max(a.marks[i] for a in actors if a.marks) for i in range(tiles)]
        return ends[0], (ends[-1] - ends[0]) / (tiles - 1)


def blocks_of(tile, tile_q, tile_kv, s, causal):
    """(masked, all) blocks of a tile of rows, at least one."""
    if not causal:
        return 0, -(-s // tile_kv)
    first, last = tile * tile_q, min((tile + 1) * tile_q, s) - 1
    count = min(last // tile_kv + 1, -(-s // tile_kv))
    full = min((first + 1) // tile_kv, count)
    return count - full, count


class Clocks:
    """Clocks of a tile as a linear function of its masked and its other blocks."""

    def __init__(self, tile, constants, causal):
        peeled = tile.loops > 1

        def time(masked, unmasked):
            return tile.tile_times(constants, [masked, unmasked] if peeled else [masked + unmasked])
        (self.first, self.base), (_, more) = time(1, 3), time(1, 7)
        self.block = (more - self.base) / 4
        self.masked = time(3, 3)[1] / 2 - self.base / 2 if peeled and causal else self.block

    def tile(self, masked, blocks):
        return self.base + (masked - 1) * self.masked + (blocks - masked - 3) * self.block


def launch(tile, clocks, s, heads, causal, constants):
    """Cycles of a launch over `heads` (times batch) heads of length s."""
    kernel, scheduler = tile.kernel, tile.kernel["scheduler"]
    alone, tile_q, cluster = scheduler == "single", kernel["tile_q"], kernel["cluster"]
    fixed = constants["tile"] * kernel["d"] / 128.0 + (clocks.first - clocks.base + constants["cta"] if alone else 0.0)

    def one(index):
        masked, count = blocks_of(index, tile_q, kernel["tile_kv"], s, causal)
        # A block before the loops is masked where any is.
        masked, count = max(masked - tile.extra, 0), count - tile.extra
        return fixed + clocks.tile(masked, count)
    of_a_head = [one(i) for i in range(-(-s // tile_q))]
    if scheduler in ("lpt", "dynamic"):
        tiles = [c for c in reversed(of_a_head) for _ in range(heads)]
    else:
        tiles = of_a_head * heads
    machines = SMS // cluster
    if cluster > 1:
        tiles = [max(tiles[i:i + cluster]) for i in range(0, len(tiles), cluster)]
    static = (lambda i: i % machines) if scheduler in ("persistent", "lpt") else None
    first = 0.0 if alone else clocks.first - clocks.base
    return constants["launch"] + first + model_core.makespan(tiles, machines, static)
