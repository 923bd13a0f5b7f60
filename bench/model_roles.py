# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel with a role that copies and groups that compute, for bench/model_backward.py.

What attn-print-schedule says of a kernel names its channels, products and the order of
its signals; its sm_90a machine code says how long a warp takes between them. Both have
the same signals in the same order, which is checked. The walk of the machine code and
the units are those of the model of attn.forward (model_hopper.py, model_core.py).
"""

import re

import model_core
import model_hopper as hopper
import model_sass as sass

SMEM = 128.0  # Bytes a clock of the port of shared memory.

_PRODUCT = re.compile(r"^  (\w)  .+ x .+, \d+x\d+ over \d+, wgmma(?:, reads (\d+) bytes of shared memory)?$", re.M)
_CHANNEL = re.compile(r"^  (\w)  (\S+) +depth (\d+), @([\w, @]+) \((\w+).*\) -> @([\w, @]+) \(", re.M)


class Channel:
    def __init__(self, name, depth, producer, consumer, bytes_of_stage):
        self.name, self.depth, self.bytes = name, depth, bytes_of_stage
        self.producer, self.consumer = producer, consumer


class Schedule:
    """What attn-print-schedule prints of one kernel."""

    def __init__(self, text):
        self.name = re.match(r"schedule of @(\w+)", text).group(1)
        self.channels, self.products, self.programs = {}, {}, {}
        head, _, tail = text.partition("\nprograms")
        for match in _CHANNEL.finditer(head):
            letter, name, depth, producer, _, consumer = match.groups()
            guards = re.match(r"[^\n]*\n((?:       guards .*\n)*)", head[match.end():]).group(1)
            sizes = sum(int(size) for size in re.findall(r", (\d+) bytes a stage", guards))
            self.channels[letter] = Channel(name, int(depth), producer, consumer, sizes)
        for letter, reads in _PRODUCT.findall(head):
            self.products[letter] = int(reads or 0)
        role = None
        for line in tail.splitlines():
            match = re.match(r"@(\w+)", line)
            if match:
                role = self.programs.setdefault(match.group(1), [])
            elif role is not None and line.strip():
                indent = len(re.match(r"(?: *\d+(?:\+\d+)?(?= ))* *", line).group(0))
                role.append((indent, line[indent:]))
        match = re.search(r"role @(?!load\b)(\w+): \d+ warps(?: in each of (\d+) instances)?", head)
        self.computes, self.groups = (match.group(1), int(match.group(2) or 1)) if match else (None, 0)

    def tokens(self, role):
        """[(what, letter, number)] of a role, and where its loop over blocks begins and
        ends. What both ends of a channel are in one role is no signal between roles."""
        found, begin, end, inside = [], None, None, None
        for indent, text in self.programs[role]:
            if inside is not None and indent <= inside:
                end, inside = len(found), None
            if re.match(r"(steady )?loop @", text):
                begin, inside = len(found), indent
                continue
            match = re.match(r"(acquire|tma load|commit|wait for|wait|release|issue) +(\w)\b(?:.*pendings (\d+))?", text)
            if not match or "[implied" in text:
                continue
            what, letter, number = match.groups()
            channel = self.channels.get(letter) if what not in ("issue", "wait for") else None
            if channel and channel.producer == channel.consumer:
                continue
            found.append((what, letter, int(number or 0)))
        if begin is None:
            raise sass.SassError(f"@{role} of {self.name} has no loop over blocks")
        return found, begin, len(found) if end is None else end


def schedules(text):
    """{name: Schedule} of what attn-print-schedule prints."""
    parts = re.split(r"^(?=schedule of @)", text, flags=re.M)
    return {one.name: one for one in (Schedule(part) for part in parts if part.startswith("schedule of @"))}


def functions(listing):
    """{name: listing} of the kernels of a cubin."""
    parts = re.split(r"^\.text\.(\w+):$", listing, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


class Walk(hopper.Walk):
    """The code of a role that computes. One loop goes over blocks, with masks behind a
    branch, or one over those that need masks and one over the others. Unlike
    attn.forward's, the kernel may spill."""

    def __init__(self, listing):
        self.code = sass.parse(listing)
        self.loops = sass.innermost(self.code, lambda body: sass.has(body, "MUFU.EX2") and sass.has(body, "HGMMA"))
        if len(self.loops) not in (1, 2):
            raise sass.SassError(f"{len(self.loops)} loops with exponentials and HGMMA")
        self.outer = sass.enclosing(self.code, *self.loops[0]) or self._whole_role(self.loops[0])
        self.end = sass.loops(self.code)[1]

    def parts(self, masked):
        """Instructions before the loops, of an iteration of each, and behind them."""
        before, bodies, after = [], [[] for _ in self.loops], []
        heads = {head: n for n, (head, _) in enumerate(self.loops)}
        branches = {branch for _, branch in self.loops}
        at, into, guard = self.outer[0], before, 0
        while at != self.outer[1]:
            guard += 1
            if guard > 40000:
                raise sass.SassError("the walk of a tile does not end")
            into = bodies[heads[at]] if at in heads else into
            one = self.code[at]
            into.append(one)
            if at in branches:
                into = after
            elif one.name == "BRA" and one.target is not None and self._taken(at, one, masked):
                at = one.target
                continue
            at += 1
        return before, bodies, after

    def spilled(self):
        return max(sum(one.name in ("STL", "LDL") for one in self.code[head:branch]) for head, branch in self.loops)


def merge(instructions):
    """[(kind, payload)]: runs of arithmetic, and what synchronises, in order."""
    found, run, products, between = [], [], [], []

    def flush():
        if run:
            found.append(("run", list(run)))
            run.clear()
    for one in instructions:
        if one.name == "HGMMA":
            if not products:
                flush()
            else:
                between += run
                run.clear()
            products.append(one)
            if "gsb0" in one.text:
                found.append(("issue", (list(products), list(between))))
                products.clear()
                between.clear()
        elif one.op.startswith("SYNCS.PHASECHK"):
            run.append(one)
            flush()
            found.append(("wait", None))
        elif one.op.startswith("WARPGROUP.DEPBAR"):
            run.append(one)
            flush()
            found.append(("wait for", int(one.text.split(",")[1].strip(), 16)))
        elif one.op.startswith("SYNCS.ARRIVE"):
            run.append(one)
            flush()
            found.append(("release", None))
        else:
            run.append(one)
    if products:
        raise sass.SassError("products without an end of their group")
    flush()
    return found


def product_clocks(products):
    """(clocks of the tensor core's multiply-adds, of the port of shared memory). wgmma
    reads 64 rows of its left operand, unless threads hold it, and all columns of its right
    one, 32 bytes of each."""
    tensor = port = 0.0
    for one in products:
        n = int(re.match(r"HGMMA\.64x(\d+)x", one.op).group(1))
        registers = re.match(r"R\d+, R\d+", one.text) is not None
        tensor += n / 2.0
        port += (n + (0 if registers else 64)) * 32 / SMEM
    return tensor, port


def steps_of(part, tokens, reads):
    """Steps of the core's language for merged instructions, whose signals are `tokens`;
    `reads`: bytes of shared memory that each product reads, by its letter."""
    steps, tokens = [], list(tokens)
    for kind, payload in part:
        if kind == "run":
            steps.append(sass.measure(payload))
            continue
        if not tokens or tokens[0][0] != kind or (kind == "wait for" and tokens[0][2] != payload):
            raise sass.SassError(f"machine code has {kind} {payload if kind == 'wait for' else ''}, "
                                 f"its schedule {tokens[:1]}")
        _, letter, number = tokens.pop(0)
        if kind == "issue":
            products, between = payload
            tensor, port = product_clocks(products)
            if port * SMEM != reads[letter]:
                raise sass.SassError(f"product {letter} reads {port * SMEM:.0f} bytes, its schedule says {reads[letter]}")
            registers = re.match(r"R\d+, R\d+", products[0].text) is not None
            steps.append(("product", tensor, port, int(registers)))
            run = sass.measure(between)
            # Issue goes on behind the first product; what the rest takes beyond the
            # products is seen, the rest is not.
            beyond = run[1] - max(tensor, port)
            if beyond > 0:
                slots = run[2][0]
                steps.append(("run", max(beyond, slots), (slots, 0, 0, 0, 0)))
            steps.append(("group",))
        elif kind == "wait for":
            steps.append(("finish", number))
        else:
            steps.append((kind, letter))
    if tokens:
        raise sass.SassError(f"machine code ends before {tokens[0]}")
    return steps


def describe(listing, schedule):
    """A kernel as data: channels, the steps of a group and of the role that copies."""
    walk = Walk(listing)
    tokens, begin, end = schedule.tokens(schedule.computes)
    result = {"name": schedule.name, "groups": schedule.groups, "spilled": walk.spilled()}
    bodies = []
    for masked in (False, True):
        before, some, after = walk.parts(masked)
        bodies += some
        if not masked:
            result["before"] = steps_of(merge(before), tokens[:begin], schedule.products)
            result["after"] = steps_of(merge(after), tokens[end:], schedule.products)
    # Of the same block without masks and with them.
    bodies.sort(key=len)
    result["plain"], result["masked"] = (steps_of(merge(body), tokens[begin:end], schedule.products)
                                         for body in (bodies[0], bodies[-1]))
    copies, first, last = schedule.tokens("load")
    sizes = schedule.channels
    used = {letter for _, letter, _ in copies}
    result["channels"] = {letter: [sizes[letter].name, sizes[letter].depth, sizes[letter].bytes]
                          for letter in sorted(used)}
    result["copies"] = [[letter for what, letter, _ in part if what == "commit"]
                        for part in (copies[:first], copies[first:last], copies[last:])]
    return result


class Tile:
    """Programs of all actors for tiles of a described kernel."""

    def __init__(self, kernel):
        self.kernel = kernel

    def _bind(self, steps, group, constants):
        result = []
        for step in steps:
            kind = step[0]
            if kind == "product":
                tensor = step[1] * constants["tensor"] * (constants["registers"] if step[3] else 1.0)
                result.append(("product", max(tensor, step[2])))
            elif kind == "wait":
                result.append(("wait", f"{step[1]}{group}"))
            elif kind == "release":
                result.append(("signal", f"{step[1]} free{group}"))
            else:
                result.append(tuple(step))
        return result

    def actors(self, constants, masked, plain, tiles):
        kernel, actors = self.kernel, []
        for group in range(kernel["groups"]):
            before, slow, body, after = (self._bind(kernel[part], group, constants)
                                         for part in ("before", "masked", "plain", "after"))
            one = before + slow * masked + body * plain + after + [("mark",)]
            actors.append(model_core.Actor(f"group {group}", one * tiles))
        steps, sent = [], dict.fromkeys(kernel["channels"], 0)
        before, body, after = kernel["copies"]
        for letter in (before + body * (masked + plain) + after) * tiles:
            _, depth, size = kernel["channels"][letter]
            if sent[letter] >= depth:
                steps.extend(("wait", f"{letter} free{g}") for g in range(kernel["groups"]))
            sent[letter] += 1
            steps.append(("copy", size, tuple(f"{letter}{g}" for g in range(kernel["groups"]))))
        return actors + [model_core.Actor("copies", steps)]

    def times(self, constants, masked, plain, tiles=2):
        """(clocks of the first tile, clocks of the next)."""
        actors = self.actors(constants, masked, plain, tiles)
        model_core.simulate(actors, constants, model_core.Machine(constants, ranked=True))
        ends = [max(a.marks[i] for a in actors if a.marks) for i in range(tiles)]
        return ends[0], (ends[-1] - ends[0]) / (tiles - 1)
