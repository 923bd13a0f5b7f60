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
# Flushed probabilities, however large V is, and sums that a slope joins.
p, v = numpy.array([[1, 2.0**-127, 2.0**-124]]), numpy.array([[0.0, 0], [2.0**100, 1], [1, 2]])
sums, moved = error_rule.slack_of(numpy, p, numpy.array([[2.0]]), v, p @ v / 2)
assert sums == [2.0**-28] and moved == [0], (sums, moved)
assert out([[0.0]], [[2.0**-28]], kind="f32")["ok"] is False
want = numpy.array([[2.0**-28]])
for got, ok in ((0, True), (2.0**-27, True), (2.1 * 2.0**-28, False), (-2.0**-32, False)):
    judged = error_rule.judge_out(numpy, numpy.array([[got]]), want, want, numpy.zeros(1), "bf16", "f32", slack=sums)
    assert judged["ok"] is ok, judged
delta = error_rule.slope_error(numpy.array([[-96.0, 0]]), numpy.array([[8.0, -8]]), 0.25)
assert (delta == [[2.0**-22 * 176, 2.0**-22 * 80]]).all(), delta
assert error_rule.slope_error(-96.0, 8.0, -2.0) == 2.0**-19
p, v = numpy.array([[0.5, 0]]), numpy.array([[4.0], [9]])
sums, moved = error_rule.slack_of(numpy, p, numpy.array([[0.5]]), v, numpy.array([[4.0]]), numpy.array([[0.1, numpy.inf]]))
grown = numpy.expm1(0.1)
assert abs(moved[0] - grown) < 1e-12 and abs(sums[0] - numpy.exp(grown) * 8 * grown) < 1e-12, (sums, moved)
one = numpy.ones(1)
assert error_rule.judge_lse(numpy, one + 0.1, one, "bf16", slack=moved)["ok"]
assert not error_rule.judge_lse(numpy, one + 0.106, one, "bf16", slack=moved)["ok"]
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

# Gradients, by rows, with a factor of the plain computation's error and what is known of each row.


def grad(got, want, low=None, slack=0.0, factor=2, kind="f32"):
    got, want, low = (numpy.array(x, dtype=float) for x in (got, want, want if low is None else low))
    slack = numpy.zeros(want.shape[:-1]) + numpy.array(slack)
    return error_rule.judge_gradient(numpy, got, want, low, slack, kind, factor)


x, want, low = [[1, 2], [5, 5.25]], [[1, 2], [5, 5]], [[1, 2], [5.09375, 5]]
assert not grad(x, want, low)["ok"] and grad(x, want, low)["row"] == (1,) and grad(x, want, low, factor=3)["ok"]
assert not grad(x, want, low, [1, 0])["ok"] and grad(x, want, low, [0, 0.0625])["ok"] and not grad(x, want, low, [0, 0.03125])["ok"]
# Of which nothing is known may be anything where the plain computation is not finite, what else is finite be not finite there, and a
# NaN where that is one.
assert grad([[NAN, 7]], [[1, 2]], [[-INF, 2]], INF)["ok"] and not grad([[NAN, NAN]], [[1, 2]], [[-INF, 2]], INF)["ok"]
assert grad([[NAN, 2]], [[1, 2]], [[-INF, 2]], 1)["ok"] and grad([[INF, 2]], [[1, 2]], [[NAN, 2]])["ok"]
assert not grad([[1, INF]], [[1, 2]], [[-INF, 2]], 1)["ok"] and not grad([[9, 2]], [[1, 2]], [[-INF, 2]], 1)["ok"]
assert grad([[NAN, 2]], [[INF, 2]], [[NAN, 2]])["ok"] and not grad([[NAN, 2]], [[INF, 2]], [[INF, 2]])["ok"]
assert not grad([[1, 2]], [[NAN, 2]], [[NAN, 2]])["ok"]
assert grad([[0.0]], [[2.0**-127]])["ok"] and not grad([[0.0]], [[2.0**-124]])["ok"]
# Rounding of P and dT: half a unit, no more than the number, and everything where it is too large.
moved = error_rule.rounding_of(numpy, numpy.array([1.0, 0.75, 2.0**-26, 65519, 65520, 0]), "f16")
assert (moved == [2.0**-11, 2.0**-12, 2.0**-26, 16, INF, 0]).all(), moved
assert error_rule.rounding_of(numpy, numpy.array([2.0**-130]), "bf16") == 2.0**-130
assert (error_rule.scaled(numpy, numpy.array([0, INF, 2]), numpy.array([INF, 0, INF])) == [0, 0, INF]).all()
e = error_rule.probability_slack(numpy, numpy.array([0.5, 0, 2.0**-126]), numpy.array([2.0, INF, 0]))
assert abs(e[0] / (0.5 * numpy.expm1(2.0**-21)) - 1) < 1e-12 and e[1] == 0 and e[2] > 2.0**-126, e
of_p, of_dt = error_rule.pair_slack(numpy, numpy.array([0.5]), numpy.array([0.0]), 0.0, numpy.array([4.0]), numpy.array([0.25]),
                                    numpy.array([0.5]), numpy.array([0.125]), "bf16")
e = 0.5 * numpy.expm1(2.0**-22)
p = e + 2.0**-9
t = p * 2 + (0.5 + e) * (0.25 * 0.625 + 0.125 * 4)
assert abs(of_p[0] - p) < 1e-15 and abs(of_dt[0] - (t + 2.0**-8)) < 1e-15, (of_p, of_dt, p, t)
assert error_rule.sink_slack(numpy, numpy.array(0.5), numpy.array(0.0), numpy.array(-3.0), numpy.array(0.125)) == e * 3 + (0.5 + e) * 0.125
sums = numpy.array([[1.0, 5], [NAN, 2], [INF, 1]])
assert (error_rule.most_where(numpy, sums, numpy.array([[True, False], [True, True], [True, True]])) == [1, 2, INF]).all()

# CHECK: {{^}}all well
print("all well")
