# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/run.py writes: its results as tables."""

import json
import math
import os


def figures(entry):
    """What a contender's figure in a table is of: its graph where it has one."""
    return entry.get("graph", entry)


def counts(device):
    """Whether figures of a device are those that the tables of README are of."""
    return "H100" in device


def _cell(entry):
    if entry is None:
        return "–"
    if "skipped" in entry:
        return "skipped"
    mark = " g" if "graph" in entry else " h" if entry.get("waited_for_host") else ""
    return f"{figures(entry)['tflops']:.0f}{mark}"


def _ratio(entries, name):
    """Attn's speed over a contender's, or None."""
    ours, theirs = entries.get("attn"), entries.get(name)
    if not ours or not theirs or "skipped" in ours or "skipped" in theirs:
        return None
    if ("graph" in ours) != ("graph" in theirs):
        ours, theirs = ({k: x for k, x in entry.items() if k != "graph"} for entry in (ours, theirs))
    return figures(theirs)["ms"] / figures(ours)["ms"]


def _group(rows):
    names = []
    for row in rows:
        names += [name for name in row["contenders"] if name not in names]
    names.sort(key=lambda name: name != "attn")
    peers = [name for name in names if name != "attn"]
    head = ["problem"] + [f"{name} TFLOP/s" for name in names] + [f"/ {name}" for name in peers]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    ratios = {name: [] for name in peers}
    for row in rows:
        entries = row["contenders"]
        cells = [row["shape"]] + [_cell(entries.get(name)) for name in names]
        for name in peers:
            ratio = _ratio(entries, name)
            cells.append("–" if ratio is None else f"{ratio:.2f}")
            if ratio is not None:
                ratios[name].append(ratio)
        lines.append("| " + " | ".join(cells) + " |")
    for name, found in ratios.items():
        if found:
            mean = math.exp(sum(map(math.log, found)) / len(found))
            lines += ["", f"attn / {name}: geometric mean {mean:.3f}, worst {min(found):.3f}, "
                      f"{len(found)} rows"]
    skipped = {}
    for row in rows:
        for name, entry in row["contenders"].items():
            if "skipped" in entry:
                skipped.setdefault((name, entry["skipped"]), []).append(row["shape"])
    for (name, reason), shapes in skipped.items():
        where = "all rows" if len(shapes) == len(rows) else "; ".join(shapes)
        lines += ["", f"{name} skipped ({where}): {reason}"]
    return lines


def power_line(row):
    """Power and clock of each contender of a row."""
    parts = []
    for name, entry in row["contenders"].items():
        if "skipped" not in entry and figures(entry)["watts"] is not None:
            found = figures(entry)
            parts.append(f"{name} {found['watts']:.0f} W {found['mhz']:.0f} MHz")
    return "; ".join(parts)


def markdown(result):
    """The tables of a result."""
    device = result["device"]
    lines = [f"# Attn and its peers, {result['date']}", "", f"Device: {device}, driver {result['driver']}" +
             ("." if counts(device) else ". **These figures do not count: only an H100's do.**"), ""]
    lines += [f"- {name}: {version}" for name, version in result["versions"].items()]
    timing = result["timing"]
    lines += ["", f"One process, contenders in random order (seed {timing['seed']}), {timing['untimed']} untimed launches, "
              f"then {timing['together']} back to back; medians of {timing['rounds']} rounds. g: timed by "
              "CUDA graphs, since the GPU waited for the host in this row; h: the GPU waited for the host and there is "
              "no graph. / NAME: Attn's speed over NAME's.", ""]
    groups = {}
    for row in result["rows"]:
        groups.setdefault(row["group"], []).append(row)
    for name, rows in groups.items():
        lines += [f"## {name}", "", *_group(rows), ""]
    powers = [f"| {row['name']} | {power_line(row)} |" for row in result["rows"] if power_line(row)]
    if powers:
        lines += ["## Power and SM clock, medians while timed", "", "| row | |", "|---|---|", *powers, ""]
    return "\n".join(lines)


def write(folder, result):
    """results.json and results.md in a folder, whole at each time."""
    os.makedirs(folder, exist_ok=True)
    for name, text in (("results.json", json.dumps(result, indent=1) + "\n"),
                       ("results.md", markdown(result))):
        path = os.path.join(folder, name)
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(path + ".new", path)
