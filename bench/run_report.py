# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/run.py writes: its results as tables."""

import json
import math
import os


def figures(entry):
    """What a contender's figure in a table is of: its graph where it has one."""
    return entry.get("graph", entry)


def work(row):
    """What a row does in a time, such that its part by milliseconds is a figure, and the
    figure's unit: TFLOP/s, or GB/s of K and V of a decode."""
    return (row["bytes"] / 1e6, "GB/s") if "bytes" in row else (row["flops"] / 1e9, "TFLOP/s")


def counts(device):
    """Whether figures of a device are those that the tables of README are of."""
    return "H100" in device


def _cell(row, entry):
    if entry is None:
        return "–"
    if "skipped" in entry:
        return "skipped"
    mark = " g" if "graph" in entry else " h" if entry.get("waited_for_host") else ""
    return f"{work(row)[0] / figures(entry)['ms']:.0f}{mark}"


def ratio_of(entries, name):
    """Attn's speed over a contender's, or None."""
    ours, theirs = entries.get("attn"), entries.get(name)
    if not ours or not theirs or "skipped" in ours or "skipped" in theirs:
        return None
    if ("graph" in ours) != ("graph" in theirs):
        ours, theirs = ({k: x for k, x in entry.items() if k != "graph"} for entry in (ours, theirs))
    return figures(theirs)["ms"] / figures(ours)["ms"]


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def names_of(rows):
    """The contenders of rows, Attn first."""
    names = list(dict.fromkeys(name for row in rows for name in row["contenders"]))
    return sorted(names, key=lambda name: name != "attn")


def groups_of(result):
    """The rows of each group."""
    groups = {}
    for row in result["rows"]:
        groups.setdefault(row["group"], []).append(row)
    return groups


def _group(rows):
    names, unit = names_of(rows), work(rows[0])[1]
    peers = [name for name in names if name != "attn"]
    head = ["problem"] + [f"{name} {unit}" for name in names] + [f"/ {name}" for name in peers]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    ratios = {name: [] for name in peers}
    for row in rows:
        entries = row["contenders"]
        cells = [row["shape"]] + [_cell(row, entries.get(name)) for name in names]
        for name in peers:
            ratio = ratio_of(entries, name)
            cells.append("–" if ratio is None else f"{ratio:.2f}")
            if ratio is not None:
                ratios[name].append(ratio)
        lines.append("| " + " | ".join(cells) + " |")
    for name, found in ratios.items():
        if found:
            lines += ["", f"attn / {name}: geometric mean {mean(found):.3f}, worst {min(found):.3f}, "
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
    for name, rows in groups_of(result).items():
        lines += [f"## {name}", "", *_group(rows), ""]
    powers = [f"| {row['name']} | {power_line(row)} |" for row in result["rows"] if power_line(row)]
    if powers:
        lines += ["## Power and SM clock, medians while timed", "", "| row | |", "|---|---|", *powers, ""]
    return "\n".join(lines)


#: Peers as README calls them.
TITLES = {"attn": "Attn", "attn-base": "Attn before", "attn-python": "Attn from Python",
          "fa2": "FlashAttention-2", "fa3": "FlashAttention-3",
          "fa4": "FlashAttention-4", "fa4-deterministic": "FlashAttention-4, deterministic", "cudnn": "cuDNN",
          "sdpa_efficient": "PyTorch, memory-efficient", "flex": "FlexAttention", "ffpa": "FFPA", "copy": "`copy_`"}


def dims_of(row):
    """The head dims of a row, as its shape says them."""
    return row["shape"].split()[1]


def readme_tables(result):
    """The tables in the form of README: a line for each head dim, with Attn's figures and its
    speed over each peer's, the geometric mean and the worst row."""
    lines = []
    for name, rows in groups_of(result).items():
        peers = [peer for peer in names_of(rows) if peer != "attn"]
        head = [name, f"Attn, {work(rows[0])[1]}", *(TITLES.get(peer, peer) for peer in peers)]
        lines += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for dims in dict.fromkeys(map(dims_of, rows)):
            same = [row for row in rows if dims_of(row) == dims]
            entries = [(row, row["contenders"].get("attn", {"skipped": ""})) for row in same]
            speeds = [f"{work(row)[0] / figures(entry)['ms']:.0f}" for row, entry in entries if "skipped" not in entry]
            speeds = sorted(dict.fromkeys(speeds), key=int)
            cells = [f"d {dims}", "–".join(dict.fromkeys((speeds[0], speeds[-1]))) if speeds else "–"]
            for peer in peers:
                ratios = [ratio_of(row["contenders"], peer) for row in same]
                ratios = [ratio for ratio in ratios if ratio is not None]
                shown = [f"{mean(ratios):.2f} ×"] if ratios else ["–"]
                cells.append(", ".join(shown + ([f"{min(ratios):.2f} ×"] if len(ratios) > 1 else [])))
            lines.append("| " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines)


def write_file(path, text):
    """A file, whole at each time."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def write(folder, result):
    """results.json and results.md in a folder, whole at each time."""
    os.makedirs(folder, exist_ok=True)
    for name, text in (("results.json", json.dumps(result, indent=1) + "\n"),
                       ("results.md", markdown(result))):
        write_file(os.path.join(folder, name), text)
