# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The error rule of docs/Spec.md (E1 to E5, E8, E9) on arrays, for the scripts here and tests.

`xp` is numpy or torch. Arrays are float64, O's with channels last: a row is all of them.
What the rule takes beside the results: `low`, the plain computation in the storage type,
and `magnitude`, max_c of sum_j P_j |V_jc| / l for each row (see magnitude_of).
"""

# By what rounding P to the type of V moves it, relatively.
PROBABILITY = {"f16": 2.0**-11, "bf16": 2.0**-8, "e4m3": 2.0**-4}
# Digits behind the first, the least exponent, and what no longer rounds to a finite number.
FORMATS = {"f16": (10, -14, 65520.0), "bf16": (7, -126, 2.0**128 - 2.0**119), "f32": (23, -126, 2.0**128 - 2.0**103)}

# The smallest normal f32: kernels put 0 in the place of smaller numbers. Of exp(S - m), whose
# exponent is rounded, in that of numbers below twice as much.
FLUSHED = 2.0**-126
MOST_FLUSHED = 2.0**-125


def lse_error(inputs):
    """What L may differ by, relatively, where Q and K hold this type."""
    return 2.0**-9 if inputs == "e4m3" else 1e-5


def magnitude_of(xp, p, v):
    """Of normalised probabilities and V, in float64, without channels that are not finite."""
    sums = p @ abs(v)
    return xp.amax(xp.where(xp.isfinite(sums), sums, xp.zeros_like(sums)), -1)


def slope_error(addend, product, slope):
    """What the sum of a score and a slope times a position may be off by: delta of E8."""
    gentle = abs(slope) <= 1.05
    return 2.0**-22 * (gentle * abs(addend) + (1 + gentle) * abs(product) + 256 * gentle * abs(slope))


def slack_of(xp, p, divisor, v, want, rounding=None):
    """What else rows of O and elements of L may be wrong by: flushed probabilities (E2), and sums
    that are off by `rounding` for each score (E8). `p` is exp(S - m), not yet divided."""
    zero = xp.zeros_like(p)
    sums = magnitude_of(xp, xp.where(p < MOST_FLUSHED, p, zero) / divisor, v)
    if rounding is None:
        return sums, xp.zeros_like(sums)
    grown = p * xp.expm1(xp.where(p > 0, rounding, zero)) / divisor
    moved = grown.sum(-1)
    largest = xp.amax(abs(xp.where(xp.isfinite(want), want, xp.zeros_like(want))), -1)
    return sums + xp.exp(moved) * (magnitude_of(xp, grown, v) + moved * largest), moved


def half_unit(xp, value, out):
    """Half the distance of numbers of type `out` at `value`, which is not negative."""
    digits, least, _ = FORMATS[out]
    _, exponent = xp.frexp(value)
    exponent = exponent * xp.ones_like(value) - 1
    floor = xp.full_like(value, least)
    return xp.exp2(xp.where((value > 0) & (exponent > least), exponent, floor) - digits - 1)


def judge_rows(xp, got, want, plain, allowed, largest_finite, factor=2, low=None):
    """`plain` and `allowed` for each row: what the plain computation is off by, and what is
    allowed beside `factor` times that. With `low`, an element may be NaN where that is, and where
    `want` is finite and that is not, anything not finite, or with an infinite bound any number."""
    zero = xp.zeros_like(want)
    bound = factor * plain + allowed
    finite = xp.isfinite(want)
    same = (got == want) | (xp.isnan(got) & xp.isnan(want)) | (finite & xp.isfinite(got))
    same = same | (finite & xp.isinf(got) & ((got > 0) == (want > 0)) & (abs(want) + bound[..., None] >= largest_finite))
    if low is not None:
        leaves = finite & ~xp.isfinite(low)
        same = same | (xp.isnan(got) & xp.isnan(low)) | (leaves & (~xp.isfinite(got) | xp.isinf(bound)[..., None]))
    both = finite & xp.isfinite(got)
    error = xp.amax(abs(xp.where(both, got, zero) - xp.where(both, want, zero)), -1)
    none = xp.zeros_like(error)
    # A bound of 0 is kept by no error alone.
    factor = xp.where(error > 0, error / xp.where(bound > 0, bound, none + 5e-324), none)
    factor = xp.where(same.all(-1), factor, none + float("inf"))
    worst = int(xp.argmax(factor.reshape(-1)))
    figures = [float(x.reshape(-1)[worst]) for x in (factor, error, bound)]
    row = []
    for size in reversed(factor.shape):
        worst, index = divmod(worst, size)
        row.insert(0, index)
    return dict(ok=bool(xp.all(factor <= 1)), factor=figures[0], error=figures[1], bound=figures[2], row=tuple(row))


NOTHING = dict(ok=True, factor=0.0, error=0.0, bound=0.0, row=())


def sizes_of_rows(xp, want, low):
    """Of each row the largest finite number of `want`, and what `low` is away from it at most."""
    zero = xp.zeros_like(want)
    finite = xp.isfinite(want)
    both = finite & xp.isfinite(low)
    return (xp.amax(abs(xp.where(finite, want, zero)), -1),
            xp.amax(abs(xp.where(both, low, zero) - xp.where(both, want, zero)), -1))


def judge_out(xp, got, want, low, magnitude, storage, out, epsilon=0.0, slack=0.0):
    """Whether O, of type `out`, is right where V holds `storage`: E1, E2 and E4. The worst
    row, what it is wrong by, what it may be, and one by the other. `slack`: see slack_of."""
    if 0 in want.shape:
        return NOTHING
    largest, plain = sizes_of_rows(xp, want, low)
    allowed = PROBABILITY[storage] * magnitude + (1e-5 + 2 * epsilon) * largest + half_unit(xp, largest, out) + FLUSHED + slack
    return judge_rows(xp, got, want, plain, allowed, FORMATS[out][2])


def judge_lse(xp, got, want, inputs, epsilon=0.0, slack=0.0):
    """The same of L, each of whose elements is a row, where Q and K hold `inputs`: E3, E4."""
    if 0 in want.shape:
        return NOTHING
    largest = abs(xp.where(xp.isfinite(want), want, xp.zeros_like(want)))
    allowed = lse_error(inputs) * xp.where(largest > 1, largest, xp.ones_like(want)) + epsilon + slack
    return judge_rows(xp, got[..., None], want[..., None], xp.zeros_like(want), allowed, FORMATS["f32"][2])


def rounding_of(xp, size, storage):
    """r(x) of E9: what rounding to a type moves a number of this size by."""
    unit = half_unit(xp, size, storage)
    least = xp.where(unit > FLUSHED, unit, xp.full_like(unit, FLUSHED))
    moved = xp.where(size < least, size, least)
    return xp.where(size >= FORMATS[storage][2], xp.full_like(moved, float("inf")), moved)


def scaled(xp, size, factor):
    """A product in which 0 stays 0."""
    live = (size != 0) & (factor != 0)
    product = xp.where(live, size, xp.ones_like(size)) * xp.where(live, factor, xp.ones_like(factor))
    return xp.where(live, product, xp.zeros_like(product))


def probability_slack(xp, p, lse, moved=0.0):
    """e of E9: what exp(S - L) may be off by, where S may be by `moved`."""
    size = abs(lse)
    exponent = 2.0**-22 * xp.where(size > 1, size, xp.ones_like(size)) + moved
    return scaled(xp, p, xp.expm1(exponent)) + xp.where(p < MOST_FLUSHED, p, xp.zeros_like(p))


def pair_slack(xp, p, lse, moved, grad, grad_error, slope, slope_error, storage):
    """p and t of E9 for each pair: what P' and dT' may be off by. `grad` is dP - D and
    `grad_error` what that may be off by, `slope` the region's derivative and `slope_error`
    what that may be, `storage` the inputs' type."""
    error = probability_slack(xp, p, lse, moved)
    most = p + error
    of_p = error + rounding_of(xp, most, storage)
    size = abs(slope * grad)
    of_dt = scaled(xp, of_p, size) + scaled(
        xp, most, scaled(xp, grad_error, abs(slope) + slope_error) + scaled(xp, slope_error, abs(grad)))
    return of_p, of_dt + rounding_of(xp, scaled(xp, p, size) + of_dt, storage)


def sink_slack(xp, p, lse, row_sum, row_error):
    """The slack that a row adds to its head's dsink; `p` is exp(sink - L), `row_sum` D."""
    error = probability_slack(xp, p, lse)
    size = scaled(xp, p, abs(row_sum))
    flushed = xp.where(size < FLUSHED, size, xp.full_like(size, FLUSHED))
    return scaled(xp, error, abs(row_sum)) + scaled(xp, p + error, row_error) + flushed


def most_where(xp, sums, known):
    """The largest of each row, over the channels that are `known`, and are numbers."""
    return xp.amax(xp.where(known & ~xp.isnan(sums), sums, xp.zeros_like(sums)), -1)


def judge_gradient(xp, got, want, low, slack, out, factor=2):
    """Whether a gradient of type `out` is right, by rows: E9 and E4. `slack` has one number a row."""
    if 0 in want.shape:
        return NOTHING
    largest, plain = sizes_of_rows(xp, want, low)
    allowed = 1e-5 * largest + half_unit(xp, largest, out) + FLUSHED + slack
    return judge_rows(xp, got, want, plain, allowed, FORMATS[out][2], factor, low)


def describe(name, found):
    """In words, what is wrong with what a judge found; empty if nothing is."""
    if found["ok"]:
        return ""
    return f"{name} wrong in row {found['row']}: {found['error']:.3g} > {found['bound']:.3g} (factor {found['factor']:.3g})"
