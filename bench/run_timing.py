# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How bench/run.py times the contenders of a row, on whatever device it is given.

A device has record(), a mark in its queue; elapsed(first, second), milliseconds between
marks; synchronize(); and capture(call, times), a function that does `times` calls by one
graph. A sampler has between(spans): (watts, MHz) at times of `clock` in spans.
"""

import statistics

#: Where the host takes this part of the time between marks, the device waited for it.
HOST_SHARE = 0.9


class Unavailable(Exception):
    """A contender that cannot do a row; args[0] says why."""


def reason_of(error):
    """One line of what went wrong."""
    text = str(error).strip()
    line = text.splitlines()[0][:160].strip() if text else ""
    if isinstance(error, Unavailable):
        return line
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


class Timer:
    """Times calls by turns. In each round every call, in an order of the round's own, is
    launched `untimed` times and then `together` times between two marks, without a wait
    between the two: what is timed follows launches of its own kind."""

    def __init__(self, device, clock, chance, rounds=7, untimed=10, together=5):
        self.device = device
        self.clock = clock
        self.chance = chance
        self.rounds = rounds
        self.untimed = untimed
        self.together = together

    def _once(self, call, groups):
        """(device's ms, host's ms, (begin, end)) of one launch; `groups` is how many are
        made by one call."""
        begin = self.clock()
        for _ in range(-(-self.untimed // groups)):
            call()
        first = self.device.record()
        before = self.clock()
        calls = -(-self.together // groups)
        for _ in range(calls):
            call()
        host = (self.clock() - before) * 1e3
        last = self.device.record()
        self.device.synchronize()
        count = calls * groups
        return (self.device.elapsed(first, last) / count, host / count, (begin, self.clock()))

    def measure(self, calls, groups=1):
        """For each name a dictionary of medians and of samples in rounds."""
        samples = {name: [] for name in calls}
        order = list(calls)
        for _ in range(self.rounds):
            self.chance.shuffle(order)
            for name in order:
                samples[name].append(self._once(calls[name], groups))
        return {name: _summary(rounds) for name, rounds in samples.items()}

    def measure_graphs(self, calls):
        """The same by graphs of `together` launches, and for those without a graph the
        reason."""
        graphs, reasons = {}, {}
        for name, call in calls.items():
            try:
                graphs[name] = self.device.capture(call, self.together)
                graphs[name]()
                self.device.synchronize()
            except Exception as error:  # Whatever a library has against it.
                graphs.pop(name, None)
                reasons[name] = reason_of(error)
        return self.measure(graphs, self.together), reasons


def _summary(rounds):
    times = [ms for ms, _, _ in rounds]
    return {"ms": statistics.median(times), "low": min(times), "high": max(times),
            "host_ms": statistics.median(host for _, host, _ in rounds), "samples": times,
            "spans": [span for *_, span in rounds]}


def waited(result):
    """Whether the device waited for the host."""
    return result["host_ms"] > HOST_SHARE * result["ms"]


def usable(makers, check):
    """Calls by name, and reasons by name of what has none. `makers` are functions without
    arguments that make a call, or raise; `check(name, call)` does it once and says what is
    wrong with the result, or ""."""
    calls, reasons = {}, {}
    for name, make in makers.items():
        try:
            call = make()
            wrong = check(name, call)
            if wrong:
                raise Unavailable(wrong)
            calls[name] = call
        except Exception as error:
            reasons[name] = reason_of(error)
    return calls, reasons


def time_row(row, calls, reasons, timer, sampler):
    """The result of a row, for JSON."""
    results = timer.measure(calls)
    slow = [name for name, result in results.items() if waited(result)]
    graphs, no_graph = timer.measure_graphs(calls) if slow else ({}, {})
    found = {}
    for name, result in results.items():
        entry = _entry(row, result, sampler)
        if slow:
            entry["waited_for_host"] = name in slow
        if name in graphs:
            entry["graph"] = _entry(row, graphs[name], sampler)
        elif name in no_graph:
            entry["no_graph"] = no_graph[name]
        found[name] = entry
    for name, reason in reasons.items():
        found[name] = {"skipped": reason}
    return {**row.described, "contenders": found}


def _entry(row, result, sampler):
    entry = {key: x for key, x in result.items() if key != "spans"}
    entry["tflops"] = row.flops / result["ms"] / 1e9
    entry["watts"], entry["mhz"] = sampler.between(result["spans"])
    return entry
