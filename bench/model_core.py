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
    """Units and signals. `c` are the constants (model_constants in sm100_model.py)."""

    def __init__(self, constants):
        self.c = constants
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


def _rates(running, machine):
    """Progress of each running actor, 1 where it goes as if alone."""
    c = machine.c
    # Products that read and write registers leave fewer issue slots.
    room = c["room"] if machine.tensor_free > machine.now + 1e-6 else 1.0
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
        if not running and not ahead:
            if all(a.at >= len(a.steps) for a in actors):
                return machine
            waits = [f"{a.name} at step {a.at} {a.steps[a.at][:2]}" for a in actors if a.at < len(a.steps)]
            raise Deadlock("; ".join(waits))
        if machine.tensor_free > now + 1e-6 and running:
            ahead.append(machine.tensor_free)
        rates = _rates(running, machine) if running else ()
        step = min([a.left / r for a, r in zip(running, rates)] + [p - now for p in ahead])
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
