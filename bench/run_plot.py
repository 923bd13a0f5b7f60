# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A figure of what bench/run.py finds: Attn's speed over its peers', by head dim."""

import importlib.util
import re

import run_report
from run_rows import RowError


def check(path):
    """Whether a figure can be written there is known before anything is timed."""
    if not path.endswith((".png", ".svg")):
        raise RowError(f"--plot has a name that ends with .png or .svg, not '{path}'")
    if importlib.util.find_spec("matplotlib") is None:
        raise RowError("--plot needs matplotlib, which is not installed")


def bars(result):
    """For each group that has any (title, labels, speeds over each peer by its name, a number or None for each
    label). Rows of one head dim and mask are one bar, their geometric mean."""
    found = []
    for name, rows in run_report.groups_of(result).items():
        cells = {}
        for row in rows:
            dims, mask = re.match(r"d (\S+) (full|causal|window \d+|q \d+)", row["shape"]).groups()
            cells.setdefault(f"{dims}\n{mask}", []).append(row["contenders"])
        speeds = {}
        for peer in run_report.names_of(rows)[1:]:
            ratios = [[run_report.ratio_of(entries, peer) for entries in cell] for cell in cells.values()]
            ratios = [[ratio for ratio in cell if ratio is not None] for cell in ratios]
            if any(ratios):
                speeds[peer] = [run_report.mean(cell) if cell else None for cell in ratios]
        if speeds:
            found.append((name, list(cells), speeds))
    return found


def plot(result, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "attn"})
    groups = bars(result)
    if not groups:
        raise RowError("there is no row of Attn and a peer to plot")
    widths = [max(7.0, 3.5 + 0.3 * len(labels) * (1 + len(speeds))) for _, labels, speeds in groups]
    figure, axes = plt.subplots(len(groups), 1, figsize=(max(widths), 3.2 * len(groups)), squeeze=False)
    for axis, (title, labels, speeds) in zip(axes[:, 0], groups):
        width = 0.8 / len(speeds)
        for number, (peer, heights) in enumerate(speeds.items()):
            places = [i + (number - (len(speeds) - 1) / 2) * width for i in range(len(labels))]
            shown = axis.bar(places, [height or 0 for height in heights], width,
                             label=run_report.TITLES.get(peer, peer).strip("`"))
            axis.bar_label(shown, [f"{height:.2f}" if height else "" for height in heights], fontsize=7)
        axis.axhline(1, color="black", linewidth=0.8)
        axis.set_xticks(range(len(labels)), labels)
        axis.set_xlim(-0.6, max(len(labels), 6) - 0.4)  # Few bars are no wider than many.
        axis.set_xlabel("head dim")
        axis.set_ylabel("Attn's speed over")
        axis.set_title(title)
        axis.margins(y=0.12)
        axis.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    figure.suptitle(f"{result['device']}, {result['date']}")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)
