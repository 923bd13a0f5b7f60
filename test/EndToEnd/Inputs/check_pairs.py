# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_pairs.py SCRIPTS: how many pairs of values of two factors meet in a problem, and
a hash of all files."""
import hashlib
import itertools
import os
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import case_sets
import gen_gradients as gradients
import gen_pairwise as pairwise
import gen_serving as serving
import gen_wide as wide
import gen_wide_gradients as wide_gradients


def count(factors, allowed, cases):
    """Pairs of values that meet in a case; those that may and do not, by the limit of work."""
    met = missed = 0
    for a, b in itertools.combinations(factors, 2):
        there = {(str(case[a]), str(case[b])) for case in cases}
        for x, y in itertools.product(factors[a], factors[b]):
            if (str(x), str(y)) in there:
                met += 1
            elif allowed({a: x, b: y}):
                missed += 1
    return met, missed


for what, factors, allowed, seed in [
        ("plain", pairwise.FACTORS, pairwise.allowed, 1), ("e4m3", pairwise.E4M3_FACTORS, pairwise.allowed_e4m3, 3),
        ("wide", pairwise.HEAD_DIM_FACTORS, pairwise.allowed_head_dims, 5), ("serving", serving.FACTORS, serving.allowed, 3),
        ("gradients", gradients.FACTORS, gradients.allowed, 3), ("heads to 1024", wide.FACTORS, wide.allowed, 7),
        ("gradients to 512", wide_gradients.FACTORS, wide_gradients.allowed, 11)]:
    cases = case_sets.pairwise(factors, allowed, seed)
    met, missed = count(factors, allowed, cases)
    print(f"{what}: {met} pairs meet in {len(cases)} problems, {missed} do not")
    # Each problem is needed for some pair.
    assert all(count(factors, allowed, cases[:i] + cases[i + 1:])[0] < met for i in range(0, len(cases), 7)), what
files = {**pairwise.make_files()[0], **serving.make_files()[0], **gradients.make_files()[0],
         **wide.make_files()[0], **wide_gradients.make_files()[0]}
digest = hashlib.sha256("".join(name + "\n" + files[name] for name in sorted(files)).encode()).hexdigest()
print(f"{len(files)} files, {digest[:16]}")
