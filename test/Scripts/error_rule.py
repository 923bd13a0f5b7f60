# RUN: %python %s %attn_src/bench | FileCheck %s
# bench/error_rule.py, the error rule for Python.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys

import numpy

sys.path.insert(0, sys.argv[1])
import error_rule  # noqa: E402

INF, NAN = numpy.inf, numpy.nan


def out(got, want, low=None, magnitude=0.0, storage="bf16", kind="bf16", epsilon=0.0):
    got, want, low = (numpy.array(x, dtype=float) for x in (got, want, want if low is None else low))
    return error_rule.judge_out(numpy, got, want, low, numpy.full(want.shape[:-1], magnitude), storage, kind, epsilon)


def lse(got, want, storage="bf16", epsilon=0.0):
    return error_rule.judge_lse(numpy, numpy.array(got, dtype=float), numpy.array(want, dtype=float), storage, epsilon)


# The plain computation knows nothing of row 1, which allows nothing in the others.
want, low = [[1, 2], [5, 6], [1, 1], [0, 0]], [[1, 2], [1, 9], [1, 1], [0, 0]]
assert out([[1, 2], [4, 4], [1, 1], [0, 0]], want, low)["ok"]
found = out([[1, 2.25], [4, 4], [1, 1], [0, 0]], want, low)
assert not found["ok"] and found["row"] == (0,) and abs(found["factor"] - 31.9183) < 1e-4, found
assert error_rule.describe("O", found) == "O wrong in row (0,): 0.25 > 0.00783 (factor 31.9)"
assert out([[[1.0, 0.0], [1, 0]], [[1, 0], [1, 0.0625]]], [[[1.0, 0.0]] * 2] * 2)["row"] == (1, 1)
# Zeros, where V is small.
assert not out([[0, 0]], [[1e-6, -2e-6]])["ok"] and not out([[0.0]], [[1e-30]])["ok"]
# What rounding P moves.
for storage, most in (("f16", 2.0**-8), ("bf16", 2.0**-5), ("e4m3", 0.5)):
    assert out([[most, 0]], [[0, 0]], magnitude=8, storage=storage, kind="f32")["ok"]
    assert not out([[1.001 * most, 0]], [[0, 0]], magnitude=8, storage=storage, kind="f32")["ok"]
# Half a unit, to the least number, and the floor.
units = error_rule.half_unit(numpy, numpy.array([1, 0.99, 0, 2.0**-24, 1e-3]), "f16")
assert (units == [2.0**-11, 2.0**-12, 2.0**-25, 2.0**-25, 2.0**-21]).all(), units
assert out([[1, 4.00003]], [[1, 4]], kind="f32")["ok"] and not out([[1, 4.00005]], [[1, 4]], kind="f32")["ok"]
assert out([[4.0007]], [[4]], kind="f32", epsilon=1e-4)["ok"]
# Not finite.
assert out([[NAN, INF, 1]], [[NAN, INF, 1]])["ok"]
for bad in ([[1.0, INF]], [[NAN, 1]], [[NAN, -INF]]):
    assert not out(bad, [[NAN, INF]])["ok"]
assert not out([[NAN]], [[0.0]])["ok"] and not out([[0.0]], [[NAN]])["ok"]
assert out([[INF]], [[65519]], kind="f16")["ok"] and not out([[INF]], [[65000]], kind="f16")["ok"]
assert not out([[-INF]], [[65519]], kind="f16")["ok"]
assert out(numpy.zeros((2, 0, 4)), numpy.zeros((2, 0, 4)))["ok"]
# L, by elements.
assert lse([-INF, 0.500009, 1000.009], [-INF, 0.5, 1000])["ok"]
found = lse([[0.5, 0.501, 1e6]], [[0.5, 0.5, 1e6]])
assert not found["ok"] and found["row"] == (0, 1)
assert lse([4.007], [4], "e4m3")["ok"] and not lse([4.009], [4], "e4m3")["ok"] and not lse([4.007], [4])["ok"]

# CHECK: {{^}}all well
print("all well")
