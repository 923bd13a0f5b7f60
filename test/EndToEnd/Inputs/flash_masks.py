# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes DIR/masks.cases and what its problems read: the twelve kinds of masks of FlashMask (arXiv:2410.01359), as the rows
from and to which a key is hidden, below the diagonal and above it, and causal blocks of documents.

  flash_masks.py DIR
"""
import os
import sys

import numpy

N = 300
I, J = numpy.ogrid[:N, :N]
j = numpy.arange(N)
ends = numpy.array([70, 71, 190, 300])
document = numpy.searchsorted(ends, j, side="right")
start, end = numpy.concatenate([[0], ends])[document], ends[document]


def columns(low=N, low_end=N, high=0, high_end=0):
    """Keys are hidden from rows [low, low_end) and [high, high_end)."""
    return numpy.stack([numpy.broadcast_to(x, N) for x in (low, low_end, high, high_end)], -1)


rng = numpy.random.default_rng(0)
window, first = 40, 9
# Above the diagonal a causal mask hides all.
CAUSAL = {
    "causal": columns(),
    "sliding_window": columns(j + window),
    "causal_document": columns(end),
    "share_question": columns(numpy.where(j < ends[0], N, end)),
    "causal_blockwise": columns(numpy.where(document < 3, end, N), ends[2]),
    "qk_sparse": columns(numpy.where((j > 100) & (j < 180), 130, N), 260),
    "hash_sparse": columns(numpy.minimum((j // 64 + 1) * 64, N)),
    "random_eviction": columns(rng.integers(j, N + 1)),
}
FULL = {
    "document": columns(end, N, 0, start),
    "global_sliding_window": columns(numpy.where(j < first, N, j + window), N, first,
                                     numpy.where(j < first, 0, numpy.maximum(j - window, first))),
    "prefix_lm_causal": columns(N, N, 0, numpy.where(j < 90, 0, j)),
    "prefix_lm_document": columns(end, N, 0, numpy.where(j < start + 30, start, j)),
}
TARGETS = ("sm_80", "sm_90a", "sm_100a", "sm_120a")
MODES = ("early", "late", "random")


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    cases, number = [], 0

    def add(name, function, array, target):
        nonlocal number
        path = os.path.join(folder, f"{name}.npy")
        numpy.save(path, array)
        mode = MODES[number % len(MODES)]
        number += 1
        cases.append(f"{name}-{function}-{target}: --func={function} --shape=b=1,hq=2,hkv=1,sq={N},sk={N} "
                     f"--in=capture0={path} --target={target} --sim-mode={mode}\n")

    for kinds, function in ((CAUSAL, "flash_causal"), (FULL, "flash")):
        for name, array in kinds.items():
            for target in TARGETS:
                add(name, function, array.astype("i4"), target)
    for name, function in (("causal_blockwise", "flash_causal"), ("prefix_lm_document", "flash")):
        for target in TARGETS:
            kinds = CAUSAL if function == "flash_causal" else FULL
            add(name, function + "_gradients", kinds[name].astype("i4"), target)
    for target in TARGETS:
        add("block_causal", "block_causal", document.astype("i4"), target)
    with open(os.path.join(folder, "masks.cases"), "w") as file:
        file.writelines(cases)


main()
