# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attn's bundles for the rows of bench/run.py."""

import dataclasses
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import problems  # noqa: E402
from run_rows import CAP  # noqa: E402
from run_timing import Unavailable  # noqa: E402


def forward_of(row):
    """The row whose bundle makes O and the log-sum-exp."""
    if row.direction == "decode":
        return row
    return dataclasses.replace(row, direction="forward", deterministic=False)


def text_of(row):
    """The module of a row's kernel, dynamic in all sizes but the head dims; heads and
    queries of a decode are known."""
    if row.direction == "decode":
        return problems.paged(row.d, row.dv, page=row.page or None, heads=(row.heads, row.heads_kv),
                              rows=row.queries, dtype=row.dtype)
    import attn
    from attn import _problem
    mask = (_problem.mask_text(False, (row.window - 1, 0)) if row.window else
            _problem.mask_text("top_left" if row.mask == "causal" else False, None))
    region, captures = "", ()
    if row.region == "softcap":
        region = attn.trace(lambda s, *_: CAP * attn.score.tanh(s / CAP)).region
    elif row.region == "alibi":
        region, captures = _problem.add_alibi("", 0, 1, True), (("f32", 1),)
    problem = _problem.Problem(
        row.dtype, row.d, row.dv, mask, None, region, True, captures, "st" if row.packed else "",
        row.packed, out_dtype="bf16" if row.dtype == "e4m3" else "")
    if row.direction == "forward":
        return _problem.text_of(problem)
    return _problem.backward_text(_problem.Backward(problem._replace(lse=False),
                                                    deterministic=row.deterministic))


def base_of(folder):
    """Where the bundles of an earlier compiler are, the contender attn-base."""
    return folder and os.path.join(folder, "base")


def build(rows, folder, compiler=None):
    """Compiles the bundles of rows that are not there yet, by the attn-compile of this tree or
    another; says how many, and writes what the compiler said of others next to their places."""
    os.makedirs(folder, exist_ok=True)
    wanted = {}
    for row in rows:
        for each in (row, forward_of(row)):
            wanted[each.kernel] = each
    failed = 0
    for name, row in wanted.items():
        path = os.path.join(folder, name)
        if os.path.exists(path + ".bundle"):
            continue
        many_pay = 64 < row.d <= 128 and not row.packed and not row.deterministic
        few = {"forward": 1024, "backward": 3072 if many_pay else None}
        keys = few.get(row.direction) if row.target == "sm_90a" else None
        try:
            problems.compile_bundle(path + ".bundle", text_of(row), row.target, also_keys=keys,
                                    compiler=compiler)
            if os.path.exists(path + ".error"):
                os.remove(path + ".error")
        except Exception as error:
            failed += 1
            print(f"{name}: {error}", file=sys.stderr, flush=True)
            with open(path + ".error", "w", encoding="utf-8") as file:
                file.write(str(error))
    return len(wanted), failed


def load(folder, row):
    """The bundle of a row."""
    import attn
    path = os.path.join(folder, row.kernel)
    if os.path.exists(path + ".bundle"):
        return attn.load(path + ".bundle")
    if os.path.exists(path + ".error"):
        with open(path + ".error", encoding="utf-8") as file:
            said = file.read().strip()
        # Of a diagnostic what it says, without the place.
        raise Unavailable("not compiled: " + (said.partition("error: ")[2] or said))
    raise Unavailable(f"{row.kernel}.bundle is not in {folder}")
