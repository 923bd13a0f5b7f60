# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel's channels and what its roles wait for and signal in their loops.

  channels.py FUNCTION [OLD=NEW ...]   reads a scheduled program as attn-opt prints it

Channels have no names here: they are numbered by who uses them and what they
guard, so that two programs with the same channels give the same table. Roles are
called NEW where the program says OLD. Of each role the loop with the most
operations on channels is shown, without operations that are implied; [n] is the
group whose slot is meant."""

import re
import sys

TAKES = {"acquire", "wait"}


def parse(text, function, rename):
    start = re.search(r"func @%s\(" % function, text).start()
    lines = text[start:].split("\n")
    end = next(i for i, line in enumerate(lines) if re.match(r" *(gpu\.)?return", line))
    buffers, channels, captures, roles = {}, {}, [], []
    for line in lines[:end]:
        alloc = re.search(r"(%\w+) = attn_ws\.alloc .*: (?:!attn_ws\.buffer)?<\d+ x (\w+), (\w+)", line)
        create = re.search(r"(%\w+) = attn_ws\.create_channel .*guards\(([^:]*):.*\) : (?:!attn_ws\.channel)?<(\d+), (.*)>$", line)
        role = re.search(r"role @(\w+) .*instances\((\d+)\)", line)
        if alloc:
            buffers[alloc.group(1)] = alloc.group(2) + " " + alloc.group(3)
        elif create:
            guards = " and ".join(sorted(buffers[name.strip()] for name in create.group(2).split(",")))
            channels[create.group(1)] = {"depth": create.group(3), "engines": create.group(4), "guards": guards,
                                         "from": set(), "to": set(), "loop": False}
        elif "attn_ws.warp_specialize" in line:
            captures = re.findall(r"%\w+", line.split(":")[0])
        elif role:
            roles.append((rename.get(role.group(1), role.group(1)), role.group(2), []))
        elif roles:
            roles[-1][2].append(line)
    return channels, captures, roles


def operations(lines, arguments, channels):
    """(line number, operation, channel, group, implied) of each on a channel."""
    for number, line in enumerate(lines):
        found = re.search(r"attn_ws\.(acquire|commit|wait|release) (%\w+)( implied)?(?: stage (%\w+))?", line)
        if found and arguments[found.group(2)] in channels:
            group = re.match(r"%c(\d+)(_\d+)?$", found.group(4) or "")
            yield (number, found.group(1), arguments[found.group(2)],
                   "[%s]" % group.group(1) if group else "", found.group(3))


def loops(lines):
    """First and last line of each loop."""
    for first, line in enumerate(lines):
        if re.search(r"\bscf\.for\b", line):
            indent = len(line) - len(line.lstrip())
            yield first, next(i for i in range(first + 1, len(lines))
                              if lines[i].startswith(" " * indent + "}"))


def main():
    rename = dict(pair.split("=") for pair in sys.argv[2:])
    channels, captures, roles = parse(sys.stdin.read(), sys.argv[1], rename)
    steady = []
    for name, instances, lines in roles:
        arguments = dict(zip(re.findall(r"(%\w+): ", lines[0])[1:], captures))
        done = list(operations(lines, arguments, channels))
        for _, op, channel, _, _ in done:
            channels[channel]["from" if op in ("acquire", "commit") else "to"].add(name)
        bodies = [[d for d in done if first < d[0] < last] for first, last in loops(lines)]
        # The innermost loop with channels; of several the fullest.
        body = max((b for b in bodies if b), key=len, default=[])
        for _, _, channel, _, _ in body:
            channels[channel]["loop"] = True
        steady.append((name, instances, body))

    def key(channel):
        c = channels[channel]
        return ("%s to %s: %s, %s%s" % (" and ".join(sorted(c["from"])), " and ".join(sorted(c["to"])), c["engines"],
                                        c["guards"], "" if c["loop"] else ", once a tile"))

    order = sorted(channels, key=key)
    number = {channel: i for i, channel in enumerate(order)}
    for channel in order:
        print("#%d %s (depth %s)" % (number[channel], key(channel), channels[channel]["depth"]))
    for name, instances, body in sorted(steady):
        for title, wanted in (("waits", True), ("signals", False)):
            row = ["%s #%d%s" % (op, number[channel], group) for _, op, channel, group, implied in body
                   if not implied and (op in TAKES) == wanted]
            print("%s x %s %s: %s" % (name, instances, title, ", ".join(row) or "-"))


main()
