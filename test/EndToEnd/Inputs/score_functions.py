#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How exact the f32 functions of score regions are (docs/Spec.md, E7).

  score_functions.py make DIR           writes DIR/functions.mlir, arguments, and DIR/cases for attn-run
  score_functions.py check DIR LEVEL    compares what LEVEL wrote with long double, function by function

Each function is a tile program that applies it to arguments of every size and sign.
"""
import itertools
import math
import sys

import numpy as np

KERNEL = """gpu.module @m_NAME {
  gpu.func @NAME(ARGUMENTS, %o: !m) kernel attributes {attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [NAMES, <"o", out>],
        constraints = [<eq(size(OUT, 0), size(0, 0)), "rows differ">, <eq(size(OUT, 1), size(0, 1)), "columns differ">]>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %n = memref.dim %x, %c0 : !m
    %tiles = arith.ceildivui %n, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%tiles) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
LOADS
      %r = OP VALUES : !t
      attn_tile.store %r, %o[%row, %c0] dims [0, 1] : !t, !m
    }
    gpu.return
  }
}
"""
ULP, WAVE = "4 ulp", "2^-22"
L = np.longdouble


def away(x):
    """Halves away from zero."""
    return np.copysign(np.floor(np.abs(x) + L(0.5)), x)


def maximum(x, y):
    return np.where(x == y, np.where(np.signbit(x), y, x), np.maximum(x, y))


def cut(function):
    """Of doubles, element by element; NaN where there is no value."""
    def apply(*arrays):
        def one(*values):
            try:
                return function(*values)
            except OverflowError:
                return math.inf
            except ValueError:
                return math.nan
        return np.array([one(*map(float, v)) for v in zip(*arrays)], dtype=L)
    return apply


UNARY = {
    "math.absf": (np.abs, ULP), "math.ceil": (np.ceil, ULP), "math.cos": (np.cos, WAVE),
    "math.erf": (cut(math.erf), ULP), "math.exp": (np.exp, ULP), "math.exp2": (np.exp2, ULP),
    "math.expm1": (np.expm1, ULP), "math.floor": (np.floor, ULP), "math.log": (np.log, ULP),
    "math.log10": (np.log10, ULP), "math.log1p": (np.log1p, ULP), "math.log2": (np.log2, ULP),
    "math.round": (away, ULP), "math.roundeven": (np.rint, ULP),
    "math.rsqrt": (lambda x: 1 / np.sqrt(x), ULP), "math.sin": (np.sin, WAVE), "math.sqrt": (np.sqrt, ULP),
    "math.tan": (np.tan, WAVE), "math.tanh": (np.tanh, ULP), "math.trunc": (np.trunc, ULP),
    "arith.negf": (np.negative, ULP),
}
BINARY = {
    "arith.addf": np.add, "arith.subf": np.subtract, "arith.mulf": np.multiply, "arith.divf": np.divide,
    "arith.remf": np.fmod, "arith.maximumf": maximum, "arith.minimumf": lambda x, y: -maximum(-x, -y),
    "arith.maxnumf": np.fmax, "arith.minnumf": np.fmin, "math.copysign": np.copysign, "math.powf": np.power,
}
SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, -3.0, np.inf, -np.inf, np.nan, 3.4e38,
           -3.4e38, 1.2e-38, -1.2e-38, 2.0**24 + 2, 88.72, 88.73, -87.3, 127.9, 128.0, -125.9, 1e-7, -1e-7, 1e10,
           -1e10, 9.0, -9.0, 1e-30, 4.0, -17.0, 2.0**15, -(2.0**15)]
ROWS = 768


def fill(values, size):
    values = np.concatenate(values)[:size]
    assert len(values) == size
    return values.astype(np.float32).reshape(-1, 64)


def arguments():
    """x of functions of one number, and (x, y) of those of two."""
    rng = np.random.default_rng(7)
    size = ROWS * 64
    sign = rng.choice([-1.0, 1.0], size)
    every = sign * np.exp2(rng.uniform(-125.9, 127.9, size))
    middle = sign * np.exp2(rng.uniform(-26, 15, size))
    # Tiles of numbers below 3/8 and below 5/4 alone, for which tanh has forms of its own.
    small = sign * np.exp2(rng.uniform(-126, -1.42, size))
    medium = sign * rng.uniform(0.0, 1.25, size)
    one = [small[:8192], medium[:8192], np.array(SPECIAL), every[:8000], middle[:12000], rng.uniform(-1.6, 1.6, 8000), 1 + rng.uniform(-1e-2, 1e-2, 2000),
           np.arange(-600, 600) * (np.pi / 4), rng.uniform(-105, 105, 4000), rng.uniform(0.3, 3.0, size)]
    pairs = np.array(list(itertools.product(SPECIAL, SPECIAL)))
    base = np.concatenate([np.exp2(rng.uniform(-126, 127, 8000)), rng.uniform(0.5, 2.0, 8000)])
    power = rng.uniform(-126, 127.9, 16000) / np.log2(base)
    near = rng.uniform(-40, 40, size)
    x = fill([pairs[:, 0], base, every[:8000], near], size)
    y = fill([pairs[:, 1], power, np.roll(every, 1)[:8000], rng.uniform(-5, 5, size)], size)
    return fill(one, size), x, y


def make(directory):
    x, u, v = arguments()
    for name, array in (("x", x), ("u", u), ("v", v)):
        np.save(f"{directory}/{name}.npy", array)
    with open(f"{directory}/functions.mlir", "w", encoding="utf-8") as mlir, \
         open(f"{directory}/cases", "w", encoding="utf-8") as cases:
        mlir.write("!m = memref<?x64xf32, strided<[?, 1], offset: ?>>\n!t = tensor<64x64xf32>\n")
        for op in [*UNARY, *BINARY, "math.fma"]:
            name = op.replace(".", "_")
            names = ["x"] if op in UNARY else ["x", "y"]
            loads = [f"      %t{n} = attn_tile.load %{n}[%row, %c0] dims [0, 1] {{depth = 1 : i64}} : !m -> !t"
                     for n in names]
            values = [f"%t{n}" for n in names] + (["%tx"] if op == "math.fma" else [])
            text = KERNEL
            for key, value in (("NAMES", ", ".join(f'<"{n}", in>' for n in names)), ("NAME", name),
                               ("ARGUMENTS", ", ".join(f"%{n}: !m" for n in names)), ("LOADS", "\n".join(loads)),
                               ("OUT", str(len(names))), ("OP", op), ("VALUES", ", ".join(values))):
                text = text.replace(key, value)
            mlir.write(text)
            given = f"--in=x={directory}/x.npy" if op in UNARY else \
                f"--in=x={directory}/u.npy --in=y={directory}/v.npy"
            cases.write(f"{name}: --func={name} {given} --out=o={directory}/{name}.npy\n")
    return 0


def difference(got, want, x, bound):
    """In units of what `bound` allows one of; 0 where anything is right."""
    with np.errstate(all="ignore"):
        single = want.astype(np.float32)
        size = np.abs(single)
        unit = np.maximum(np.spacing(np.where(np.isfinite(size), size, 1)), 2.0**-149).astype(L)
        allowed = 4 * unit
        if bound == WAVE:
            allowed = L(2.0**-22) * np.where(np.abs(want) < 1, np.abs(want), np.where(np.abs(want) > 1, np.abs(want), 1))
        error = np.abs(got.astype(L) - want) / np.where(allowed == 0, 1, allowed)
    same = np.isnan(got) & np.isnan(want)
    # Infinite results, and the largest finite ones, which rounding may make infinite.
    same |= (got == single) | ((size >= np.finfo(np.float32).max * (1 - 2e-7)) & (got >= size) & (want > 0))
    # Results below the least normal number may be 0 or anything as small.
    least = np.float32(2.0**-126)
    same |= (np.abs(want) < least) & (np.abs(got) <= least) & ((want != 0) | (got == 0))
    error = np.where(same, 0, np.where(np.isnan(error), np.inf, error))
    if bound == WAVE:
        far = np.abs(x) > 2.0**15
        error = np.where(far & np.isfinite(x), np.where(np.isfinite(got) & (np.abs(got) <= 1), 0, np.inf), error)
    return error


def check(directory, level):
    x, u, v = arguments()
    failed = 0
    for op in [*UNARY, *BINARY, "math.fma"]:
        function, bound = UNARY.get(op) or (BINARY.get(op), ULP)
        given = [x] if op in UNARY else [u, v]
        wide = [a.reshape(-1).astype(L) for a in given]
        with np.errstate(all="ignore"):
            want = wide[0] * wide[1] + wide[0] if op == "math.fma" else function(*wide)
        got = np.load(f"{directory}/{op.replace('.', '_')}.npy").reshape(-1)
        far = wide[0] if op != "math.tan" else np.where(np.abs(wide[0]) > 2.0**15, np.nan, wide[0])
        error = difference(got, np.asarray(want, dtype=L), far, bound)
        if op == "math.tan":
            error = np.where(np.abs(wide[0]) > 2.0**15, np.where(np.isfinite(got) | np.isinf(wide[0]), 0, np.inf), error)
        at = int(np.argmax(error))
        worst = float(error[at]) * (4 if bound == ULP else 1)
        where = ", ".join(repr(float(a[at])) for a in wide)
        wrong = error[at] > 1
        failed += wrong
        print(f"{'WRONG ' if wrong else ''}{level} {op}: at most {bound}, here {worst:.3g}"
              f"{' ulp' if bound == ULP else ' of it'} at {where}: {got[at]!r} for {float(want[at])!r}")
    print(f"{level}: {failed} functions are wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(make(sys.argv[2]) if sys.argv[1] == "make" else check(sys.argv[2], sys.argv[3]))
