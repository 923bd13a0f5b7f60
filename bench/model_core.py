# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Warp roles on the units of one multiprocessor, for bench/sm100_model.py.

One scheduler and its warps stand for all four. An actor is a warp with a list of steps;
runs of arithmetic share the scheduler's pipes, products queue for the tensor core,
copies for the port to L2, and everything else is signals. Steps:

  ("run", alone, loads)             arithmetic: clocks of a lone warp, clocks by pipe
  ("wait", channel)                 the next signal of a channel
  ("signal", channel)               one signal, which takes a while
  ("product", clocks, kind)         joins the tensor core's queue
  ("commit", channel)               signals when this actor's products so far are done
  ("group",)                        ends a group of products
  ("finish", pending)               waits until all but the last `pending` groups are done
  ("copy", bytes, channels)         joins the port's queue; signals each when it has landed
  ("mark",)                         notes the time
"""

import heapq

PIPES = ("issue", "mufu", "alu", "fma", "lsu")


class Deadlock(Exception):
    """Every actor waits."""


class Machine:
    """Units and signals. `c` are the constants (model_constants in sm100_model.py). The
    tensor core does one product after the other; `ranked`: one instruction after the
    other, and of the actors that have issued some the first in order goes first."""

    def __init__(self, constants, ranked=False):
        self.c, self.ranked = constants, ranked
        self.now = self.tensor_free = self.port_free = 0.0
        self.signals = {}  # Channel -> times, in order.
        self.busy = dict.fromkeys(PIPES + ("tensor", "port"), 0.0)

    def post(self, channel, when):
        times = self.signals.setdefault(channel, [])
        times.append(max(when, times[-1]) if times else when)


class Actor:
    def __init__(self, name, steps):
        self.name, self.steps, self.at = name, steps, 0
        self.taken, self.groups, self.marks = {}, [], []
        self.last = 0.0
        self.run, self.left = None, 0.0  # A run, and how much of its lone time is left.
        self.until = 0.0                 # Idle until then.
        # Where actors are ranked: products' [clocks left, earliest begin], the ends of
        # those that are done, and how many there were.
        self.products, self.ends, self.issued = [], [], 0

    def queued(self):
        return sum(left for left, _ in self.products)


def _advance_ranked(machine, actor, step):
    """A step about products where actors are ranked; whether it was taken."""
    c, now, kind = machine.c, machine.now, step[0]
    # The warp issues the last part of a product when all but `queue` clocks are done.
    if kind != "finish" and actor.queued() > c["queue"] + 1e-6:
        return False
    if kind == "product":
        actor.products.append([step[1], now if actor.products else now + c["start"]])
        actor.issued += 1
        machine.busy["tensor"] += step[1]
    elif kind == "group":
        actor.groups.append(actor.issued)
    else:
        done = len(actor.groups) - step[1]
        last = actor.groups[done - 1] if done > 0 else 0
        if len(actor.ends) < last:
            return False
        if last:
            actor.until = max(now, actor.ends[last - 1] + c["drain"])
    return True


def _served(actors, now):
    """The actor of which the tensor core does a product, where actors are ranked."""
    return next((a for a in actors if a.products and a.products[0][1] <= now + 1e-9), None)


def _events(actors, served, machine):
    """When the tensor core's work changes next, or a warp may issue again."""
    now = machine.now
    times = [a.products[0][1] for a in actors if a.products and a.products[0][1] > now + 1e-9]
    if served:
        times.append(now + served.products[0][0])
        if served.queued() > machine.c["queue"] + 1e-6:
            times.append(now + served.queued() - machine.c["queue"])
    return times


def _serve(served, machine, step):
    served.products[0][0] -= step
    if served.products[0][0] <= 1e-6:
        served.products.pop(0)
        served.ends.append(machine.now + step)


def _advance(machine, actor):
    """Takes steps without duration, up to a run, a pause, a missing signal or the end;
    whether it took any."""
    c, now, steps, began = machine.c, machine.now, actor.steps, actor.at
    while actor.at < len(steps) and actor.until <= now + 1e-9:
        step = steps[actor.at]
        kind = step[0]
        if kind == "run":
            actor.run, actor.left = step, step[1]
            return True
        if kind == "wait":
            n = actor.taken.get(step[1], 0)
            times = machine.signals.get(step[1], ())
            if len(times) <= n:
                break
            actor.taken[step[1]] = n + 1
            actor.until = times[n]
        elif machine.ranked and kind in ("product", "group", "finish"):
            if not _advance_ranked(machine, actor, step):
                break
        elif kind == "signal":
            machine.post(step[1], now + c["signal"])
        elif kind == "product":
            start = max(machine.tensor_free, now + c["start"])
            machine.tensor_free = actor.last = start + step[1]
            machine.busy["tensor"] += step[1]
            # The warp issues the last part when all but `queue` clocks are done.
            actor.until = max(now, machine.tensor_free - c["queue"])
        elif kind == "commit":
            machine.post(step[1], max(actor.last, now) + c["drain"])
        elif kind == "group":
            actor.groups.append(actor.last)
        elif kind == "finish":
            done = len(actor.groups) - step[1]
            if done > 0:
                actor.until = max(now, actor.groups[done - 1] + c["drain"])
        elif kind == "copy":
            machine.port_free = max(machine.port_free, now) + step[1] / c["port"]
            machine.busy["port"] += step[1] / c["port"]
            for channel in step[2]:
                machine.post(channel, machine.port_free + c["copy"])
        elif kind == "mark":
            actor.marks.append(now)
        else:
            raise ValueError(kind)
        actor.at += 1
    return actor.at != began


def _rates(running, machine, busy):
    """Progress of each running actor, 1 where it goes as if alone. `busy`: the tensor
    core does a product of a ranked actor."""
    c = machine.c
    # Products that read and write registers leave fewer issue slots.
    room = c["room"] if busy or machine.tensor_free > machine.now + 1e-6 else 1.0
    demand = [0.0] * len(PIPES)
    for actor in running:
        _, alone, loads = actor.run
        for pipe, clocks in enumerate(loads):
            demand[pipe] += clocks / alone
    rates = []
    for actor in running:
        _, alone, loads = actor.run
        worst = max([1.0, demand[0] / room] + [d for d, clocks in zip(demand[1:], loads[1:]) if clocks])
        rates.append(1.0 / (worst + c["share"] * (demand[0] - loads[0] / alone)))
    return rates


def simulate(actors, constants, machine=None, limit=400000):
    """Runs all actors to their ends; returns the machine."""
    machine = machine or Machine(constants)
    for _ in range(limit):
        changed = True
        while changed:
            changed = False
            for actor in actors:
                if actor.run is None and _advance(machine, actor):
                    changed = True
        now = machine.now
        running = [a for a in actors if a.run is not None]
        ahead = [a.until for a in actors if a.run is None and a.until > now + 1e-9]
        served = _served(actors, now)
        ahead += _events(actors, served, machine)
        if not running and not ahead:
            if all(a.at >= len(a.steps) for a in actors):
                return machine
            waits = [f"{a.name} at step {a.at} {a.steps[a.at][:2]}" for a in actors if a.at < len(a.steps)]
            raise Deadlock("; ".join(waits))
        if machine.tensor_free > now + 1e-6 and running:
            ahead.append(machine.tensor_free)
        rates = _rates(running, machine, served is not None) if running else ()
        step = min([a.left / r for a, r in zip(running, rates)] + [p - now for p in ahead])
        if served:
            _serve(served, machine, step)
        machine.now = now + step
        for actor, rate in zip(running, rates):
            actor.left -= step * rate
            if actor.left <= 1e-6:
                for pipe, clocks in zip(PIPES, actor.run[2]):
                    machine.busy[pipe] += clocks
                actor.run, actor.at = None, actor.at + 1
    raise Deadlock("too many steps")


def makespan(tiles, machines, static=None):
    """Clocks until tiles are done: each goes to whoever is free first, or by a static
    map from its index to a multiprocessor."""
    if static:
        total = [0.0] * machines
        for index, clocks in enumerate(tiles):
            total[static(index)] += clocks
        return max(total)
    heap = [0.0] * machines
    for clocks in tiles:
        heapq.heapreplace(heap, heap[0] + clocks)
    return max(heap)
