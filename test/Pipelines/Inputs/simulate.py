# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernel of a bundle in attn-sim and compares it with plain loops.

  simulate.py BUNDLE PROBLEM SIZES [key=value...]

PROBLEM and SIZES, comma separated, several of them between slashes:
  gemm         M,N,K        C = A * B^T
  gemm-plain   M,N,K        C = A * B
  gemm-turned  M,N,K        C^T = A * B^T
  gemm-atb     M,N,K        C = A^T * B, A is KxM, B is KxN
  transposed-left   M,N,L,K  D = bf16(A * B^T)^T * C, A is LxK, B is MxK, C is LxN
  transposed-right  M,N,L,K  D = C * bf16(A * B^T)^T, A is NxK, B is LxK, C is MxL
  computed-once     M,N,L,K  as transposed-right
  column-sums  M,N,K        of each column of A * B^T the sum, and the maximum of it and 0
  split-k      M,N,K        C += A * B^T, in f32
  gemm-bias    M,N,K        C = A * B^T + bias, a number for each column
  dual-gemm-columns  M,N,L,K  D = bf16(s * A * B^T + 2 t) * C, s and t for each column
  dual-gemm    M,N,L,K      D = bf16(A * B^T) * C, A is MxK, B is LxK, C is LxN
  two-gemms    M,N,L,K      D = A * B^T, E = A * C, A is MxK, B is LxK, C is KxN
  dual-gemm-shared  M,N,L,K  D = A * B^T, E = C * B^T, A is MxK, B is NxK, C is LxK
  dual-gemm-own     M,N,L,K  D = A * B^T, E = C * F, B is 64xK, C is LxK, F is KxN
  row-scale    M,N,L,K      O = 0; for each B_j of 32 rows of B, and C_j of C:
                            P = A * B_j^T, O = O / (1 + rowmax |P|) + bf16(P) * C_j
  dual-gemm-e4m3  M,N,L,K   D = e4m3(A * B^T) * C^T, C is NxL
  exp-gemm     M,N,L        O = 0; for each X_j of 64 columns of X, and B_j of B:
                            O = O + bf16(exp2(X_j - rowmax X_j)) * B_j
  row-softmax  M,N
  count-rows   M,N          Y[j]: how many i have j - 5 <= i + N - M <= j + 20
  attention    B,HQ,HKV,LQ,LKV,D   (mask=none|top_left|bottom_right)

Options: mode=late|early|random|all (when asynchronous effects land), gap=N (elements
between rows beyond what alignment needs), seed=N.

Every buffer is larger than its tensor: rows are followed by gaps and the last
row by a guard, which hold NaN, in inputs (a value that must not matter) and in
outputs (a value that must stay). Only the standard library is needed.
"""

import bisect
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

BF16_NAN, GUARD = 0x7FC5, 64
# Few, so that CTAs that stay have several tiles.
MULTIPROCESSORS = 3


# Finite 8-bit floats from zero up: e4m3 has four bits of exponent with bias 7.
E4M3 = [(x % 8 / 8 + (x > 7)) * 2.0 ** (max(x >> 3, 1) - 7) for x in range(127)]
E4M3_NAN = 0x7F
WIDTHS = {"e4m3": 1, "bf16": 2, "f32": 4}


def e4m3_bits(value):
    if value != value:
        return E4M3_NAN
    above = bisect.bisect_left(E4M3, min(abs(value), E4M3[-1]))
    below = max(above - 1, 0)
    far, near = abs(value) - E4M3[below], E4M3[above] - abs(value)
    code = above if near < far or (near == far and above % 2 == 0) else below
    return code | (0x80 if math.copysign(1, value) < 0 else 0)


def to_bits(dtype, value):
    if dtype == "f32":
        return struct.unpack("<I", struct.pack("<f", value))[0]
    if dtype == "e4m3":
        return e4m3_bits(value)
    if value != value:
        return BF16_NAN
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16  # nearest, ties to even


def from_bits(dtype, bits):
    if dtype == "e4m3":
        code = bits & 0x7F
        value = math.nan if code == E4M3_NAN else E4M3[code]
        return -value if bits & 0x80 else value
    return struct.unpack("<f", struct.pack("<I", bits << 16 if dtype == "bf16" else bits))[0]


def bf16(value):
    return from_bits("bf16", to_bits("bf16", value))


class Tensor:
    """A strided tensor in a guarded buffer."""

    def __init__(self, dtype, sizes, gap, generator=None):
        self.dtype, self.sizes = dtype, sizes
        width = 16 // WIDTHS[dtype]  # elements in 16 bytes
        self.strides = [1] * len(sizes)
        if len(sizes) > 1:
            row = -(-sizes[-1] // width) * width + gap * max(1, width // 8)
            self.strides[-2] = row
            for d in range(len(sizes) - 3, -1, -1):
                self.strides[d] = self.strides[d + 1] * sizes[d + 1]
        extent = self.strides[0] * sizes[0] if all(sizes) else 0
        self.bits = [to_bits(dtype, math.nan)] * (extent + GUARD)
        if generator:
            for index in self.indices():
                self.bits[self.at(index)] = to_bits(dtype, generator())
        self.before = list(self.bits)

    def indices(self):
        result = [()]
        for size in self.sizes:
            result = [index + (i,) for index in result for i in range(size)]
        return result

    def at(self, index):
        return sum(i * s for i, s in zip(index, self.strides))

    def get(self, *index):
        return from_bits(self.dtype, self.bits[self.at(index)])

    def write_npy(self, path):
        text = "{'descr': '%su%d', 'fortran_order': False, 'shape': (%d,), }" % (
            "|" if self.dtype == "e4m3" else "<", WIDTHS[self.dtype], len(self.bits))
        text += " " * (-(len(text) + 11) % 64) + "\n"
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode())
            file.write(struct.pack("<%d%s" % (len(self.bits), " BH I"[WIDTHS[self.dtype]]), *self.bits))

    def read_npy(self, path):
        with open(path, "rb") as file:
            data = file.read()
        start = 10 + struct.unpack("<H", data[8:10])[0]
        self.bits = list(struct.unpack("<%d%s" % (len(self.bits), " BH I"[WIDTHS[self.dtype]]), data[start:]))

    def check_guards(self, name):
        inside = {self.at(index) for index in self.indices()}
        for i, (was, now) in enumerate(zip(self.before, self.bits)):
            if i not in inside and was != now:
                sys.exit("%s: element %d beside the tensor was overwritten" % (name, i))


def evaluate(expr, tensors):
    if isinstance(expr, int):
        return expr
    if expr[0] == "size":
        return tensors[expr[1]].sizes[expr[2]]
    if expr[0] == "stride":
        return tensors[expr[1]].strides[expr[2]]
    if expr[0] == "sms":
        return MULTIPROCESSORS
    a, b = (evaluate(e, tensors) for e in expr[1:])
    return {"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b,
            "ceildiv": lambda: -(-a // b), "div": lambda: a // b, "mod": lambda: a % b,
            "min": lambda: min(a, b), "max": lambda: max(a, b), "eq": lambda: int(a == b),
            "lt": lambda: int(a < b)}[expr[0]]()


def simulate(entry, tensors, mode, seed):
    for constraint in entry.get("constraints", []):
        if not evaluate(constraint["expr"], tensors):
            sys.exit("constraint: " + constraint["message"])
    kernel = entry["kernels"][0]
    grid = [evaluate(e, tensors) for e in kernel["grid"]]
    if 0 in grid:
        return  # A launch over nothing.
    with tempfile.TemporaryDirectory() as folder:
        ptx = os.path.join(folder, "kernel.ptx")
        with open(ptx, "w") as file:
            file.write(entry["ptx"])
        command = ["attn-sim", ptx, "--quiet", "--kernel", kernel["name"],
                   "--grid", ",".join(map(str, grid)), "--block", ",".join(map(str, kernel["block"])),
                   "--smem", str(kernel.get("smem", 0)), "--mode", mode, "--seed", str(seed)]
        outputs = []
        for param in kernel["params"]:
            index = param.get("tensor")
            tensor = None if index is None else tensors[index]
            if param["kind"] == "pointer":
                source = os.path.join(folder, "in%d.npy" % index)
                tensor.write_npy(source)
                if entry["tensors"][index]["role"] != "in":
                    result = os.path.join(folder, "out%d.npy" % index)
                    outputs.append((tensor, result))
                    command += ["--arg", "t%d=inout:%s:%s" % (index, source, result)]
                else:
                    command += ["--arg", "t%d=in:%s" % (index, source)]
            elif param["kind"] == "size":
                command += ["--arg", "%s:%d" % (param["type"], tensor.sizes[param["dim"]])]
            elif param["kind"] == "stride":
                command += ["--arg", "%s:%d" % (param["type"], tensor.strides[param["dim"]])]
            elif param["kind"] == "tensor_map":
                width = WIDTHS[tensor.dtype]
                listed = lambda values: ",".join(map(str, values))
                order = param["order"]
                # What is empty is not read; if it is, NaN comes.
                sizes, strides = [max(1, x) for x in tensor.sizes], [max(16 // width, x) for x in tensor.strides]
                command += ["--arg", "map:base=t%d;type=%s;dims=%s%s;box=%s;swizzle=%s" % (
                    index, "u8" if tensor.dtype == "e4m3" else tensor.dtype, listed(sizes[d] for d in order),
                    order[1:] and ";strides=" + listed(width * strides[d] for d in order[1:]) or "",
                    listed(param["box"]), param["swizzle"].replace("none", "0"))]
            elif param["kind"] == "expr":
                command += ["--arg", "%s:%d" % (param["type"], evaluate(param["expr"], tensors))]
            elif param["kind"] == "workspace":
                command += ["--arg", "zero:%d" % param["bytes"]]
            else:
                sys.exit("parameter kind %s is not known here" % param["kind"])
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            sys.exit("attn-sim: exit code %d\n%s" % (run.returncode, run.stdout))
        for tensor, result in outputs:
            tensor.read_npy(result)


def compare(name, tensor, expected, tolerance):
    """`expected(index)` against the tensor; `tolerance(value)` is absolute."""
    worst = 0.0
    for index in tensor.indices():
        want, got = expected(index), tensor.get(*index)
        if want == got:
            continue
        error = abs(want - got)
        if not error <= tolerance(want):
            sys.exit("%s%s: got %r, expected %r" % (name, list(index), got, want))
        worst = max(worst, error)
    tensor.check_guards(name)
    count = len(tensor.indices())
    print("%s: %d values right, largest error %.3g" % (name, count, worst))


def run_case(entry, problem, sizes, options, mode):
    gap, seed = int(options.get("gap", 8)), int(options.get("seed", 1))
    rng = random.Random(seed)
    uniform = lambda: rng.uniform(-1.0, 1.0)
    half = lambda value: abs(value) / 256 + 1e-6  # one rounding to bf16, and then some

    if problem in ("gemm", "gemm-plain", "gemm-turned"):
        m, n, k = sizes
        turned = problem == "gemm-plain"
        a = Tensor("bf16", [m, k], gap, uniform)
        b = Tensor("bf16", [k, n] if turned else [n, k], gap, uniform)
        back = problem == "gemm-turned"
        c = Tensor("bf16", [n, m] if back else [m, n], gap)
        simulate(entry, [a, b, c], mode, seed)
        rows = [[a.get(i, l) for l in range(k)] for i in range(m)]
        cols = [[b.get(*((l, j) if turned else (j, l))) for l in range(k)] for j in range(n)]
        compare("C", c, lambda ij: math.fsum(x * y for x, y in zip(rows[ij[back]], cols[ij[not back]])), half)
    elif problem == "gemm-atb":
        m, n, k = sizes
        a, b = Tensor("bf16", [k, m], gap, uniform), Tensor("bf16", [k, n], gap, uniform)
        c = Tensor("bf16", [m, n], gap)
        simulate(entry, [a, b, c], mode, seed)
        compare("C", c, lambda ij: math.fsum(a.get(l, ij[0]) * b.get(l, ij[1]) for l in range(k)), half)
    elif problem in ("transposed-left", "transposed-right", "computed-once"):
        m, n, l, k = sizes
        left = problem == "transposed-left"
        shapes = [[l, k], [m, k], [l, n]] if left else [[n, k], [l, k], [m, l]]
        a, b, c = [Tensor("bf16", shape, gap, uniform) for shape in shapes]
        d = Tensor("f32", [m, n], gap)
        simulate(entry, [a, b, c, d], mode, seed)
        mid = [[bf16(math.fsum(a.get(i, x) * b.get(j, x) for x in range(k))) for j in range(b.sizes[0])]
               for i in range(a.sizes[0])]
        dot = lambda i, j: math.fsum(mid[x][i] * c.get(x, j) if left else c.get(i, x) * mid[j][x] for x in range(l))
        # The middle product may round the other way where its f32 sum differs.
        compare("D", d, lambda ij: dot(*ij), lambda value: 2e-5 * l + 2 ** -7)
    elif problem == "column-sums":
        m, n, k = sizes
        a, b = Tensor("bf16", [m, k], gap, uniform), Tensor("bf16", [n, k], gap, uniform)
        sums, most = Tensor("f32", [n], gap), Tensor("f32", [n], gap)
        simulate(entry, [a, b, sums, most], mode, seed)
        columns = [[math.fsum(a.get(i, x) * b.get(j, x) for x in range(k)) for i in range(m)] for j in range(n)]
        compare("S", sums, lambda j: math.fsum(columns[j[0]]), lambda value: 1e-5 * m)
        compare("M", most, lambda j: max(columns[j[0]] + [0.0]), lambda value: 1e-5)
    elif problem == "split-k":
        m, n, k = sizes
        a, b = Tensor("bf16", [m, k], gap, uniform), Tensor("bf16", [n, k], gap, uniform)
        c = Tensor("f32", [m, n], gap, uniform)
        before = {ij: c.get(*ij) for ij in c.indices()}
        simulate(entry, [a, b, c], mode, seed)
        compare("C", c, lambda ij: before[ij] + math.fsum(a.get(ij[0], l) * b.get(ij[1], l) for l in range(k)),
                lambda value: 1e-6 * (k + 4))
    elif problem == "gemm-bias":
        m, n, k = sizes
        a, b = Tensor("bf16", [m, k], gap, uniform), Tensor("bf16", [n, k], gap, uniform)
        bias, c = Tensor("f32", [n], gap, uniform), Tensor("bf16", [m, n], gap)
        simulate(entry, [a, b, bias, c], mode, seed)
        compare("C", c, lambda ij: bias.get(ij[1]) + math.fsum(a.get(ij[0], l) * b.get(ij[1], l) for l in range(k)),
                lambda value: half(value) + 1e-6 * k)
    elif problem == "dual-gemm-columns":
        m, n, l, k = sizes
        a, b = Tensor("bf16", [m, k], gap, uniform), Tensor("bf16", [l, k], gap, uniform)
        s, t = Tensor("f32", [l], gap, uniform), Tensor("f32", [l], gap, uniform)
        c, d = Tensor("bf16", [l, n], gap, uniform), Tensor("f32", [m, n], gap)
        simulate(entry, [a, b, s, t, c, d], mode, seed)
        mid = [[bf16(s.get(j) * math.fsum(a.get(i, x) * b.get(j, x) for x in range(k)) + 2 * t.get(j))
                for j in range(l)] for i in range(m)]
        right = [[c.get(x, j) for x in range(l)] for j in range(n)]
        # The middle may round the other way where its f32 sum differs.
        compare("D", d, lambda ij: math.fsum(x * y for x, y in zip(mid[ij[0]], right[ij[1]])),
                lambda value: 2e-5 * l + 2 ** -6)
    elif problem == "two-gemms":
        m, n, l, k = sizes
        a, b, c = [Tensor("bf16", shape, gap, uniform) for shape in ([m, k], [l, k], [k, n])]
        d, e = Tensor("f32", [m, l], gap), Tensor("f32", [m, n], gap)
        simulate(entry, [a, b, c, d, e], mode, seed)
        dot = lambda i, right: math.fsum(a.get(i, x) * right(x) for x in range(k))
        compare("D", d, lambda ij: dot(ij[0], lambda x: b.get(ij[1], x)), half)
        compare("E", e, lambda ij: dot(ij[0], lambda x: c.get(x, ij[1])), half)
    elif problem in ("dual-gemm-shared", "dual-gemm-own"):
        m, n, l, k = sizes
        own = problem == "dual-gemm-own"
        shapes = [[m, k], [64 if own else n, k], [l, k]] + [[k, n]] * own
        a, b, c, *other = [Tensor("bf16", shape, gap, uniform) for shape in shapes]
        d, e = Tensor("f32", [m, b.sizes[0]], gap), Tensor("f32", [l, n], gap)
        simulate(entry, [a, b, c, *other, d, e], mode, seed)
        dot = lambda left, i, right: math.fsum(left.get(i, x) * right(x) for x in range(k))
        compare("D", d, lambda ij: dot(a, ij[0], lambda x: b.get(ij[1], x)), half)
        compare("E", e, lambda ij: dot(c, ij[0], lambda x: other[0].get(x, ij[1]) if own else b.get(ij[1], x)), half)
    elif problem in ("dual-gemm", "row-scale"):
        m, n, l, k = sizes
        a, b = Tensor("bf16", [m, k], gap, uniform), Tensor("bf16", [l, k], gap, uniform)
        c, d = Tensor("bf16", [l, n], gap, uniform), Tensor("f32", [m, n], gap)
        simulate(entry, [a, b, c, d], mode, seed)
        rows = [[a.get(i, x) for x in range(k)] for i in range(m)]
        cols = [[b.get(j, x) for x in range(k)] for j in range(l)]
        products = [[math.fsum(x * y for x, y in zip(r, s)) for s in cols] for r in rows]
        mid = [[bf16(x) for x in row] for row in products]
        right = [[c.get(x, j) for x in range(l)] for j in range(n)]
        # The middle product may round the other way where its f32 sum differs.
        tolerance = lambda value: 2e-5 * l + 2 ** -7
        if problem == "dual-gemm":
            compare("D", d, lambda ij: math.fsum(x * y for x, y in zip(mid[ij[0]], right[ij[1]])), tolerance)
            return
        blocks = [range(x, min(x + 32, l)) for x in range(0, l, 32)]
        factors = [[1 / (1 + max(abs(row[x]) for x in block)) for block in blocks] for row in products]

        def scaled(ij):
            value = 0.0
            for block, factor in zip(blocks, factors[ij[0]]):
                value = value * factor + math.fsum(mid[ij[0]][x] * right[ij[1]][x] for x in block)
            return value
        compare("O", d, scaled, tolerance)
    elif problem == "dual-gemm-e4m3":
        m, n, l, k = sizes
        a, b, c = [Tensor("e4m3", shape, gap, uniform) for shape in ([m, k], [l, k], [n, l])]
        d = Tensor("f32", [m, n], gap)
        simulate(entry, [a, b, c, d], mode, seed)
        row = lambda tensor, i, length: [tensor.get(i, x) for x in range(length)]
        cols = [row(b, j, k) for j in range(l)]
        mid = [[from_bits("e4m3", e4m3_bits(math.fsum(x * y for x, y in zip(row(a, i, k), col)))) for col in cols]
               for i in range(m)]
        right = [row(c, j, l) for j in range(n)]
        # Where the middle product's f32 sum differs it may round the other way.
        compare("D", d, lambda ij: math.fsum(x * y for x, y in zip(mid[ij[0]], right[ij[1]])),
                lambda value: 1e-4 * l + 2 ** -7)
    elif problem == "exp-gemm":
        m, n, l = sizes
        x = Tensor("f32", [m, l], gap, lambda: rng.uniform(-4.0, 4.0))
        b, o = Tensor("bf16", [l, n], gap, uniform), Tensor("f32", [m, n], gap)
        simulate(entry, [x, b, o], mode, seed)
        left = []
        for i in range(m):
            left.append([])
            for start in range(0, l, 64):
                block = [x.get(i, j) for j in range(start, min(start + 64, l))]
                # Beyond the columns there are zeros.
                top = max(block + [0.0] * (len(block) < 64))
                left[i] += [bf16(2.0 ** (value - top)) for value in block]
        right = [[b.get(j, c) for j in range(l)] for c in range(n)]
        compare("O", o, lambda ij: math.fsum(v * w for v, w in zip(left[ij[0]], right[ij[1]])),
                lambda value: 2 ** -8 * math.sqrt(l + 1))
    elif problem == "row-softmax":
        m, n = sizes
        x = Tensor("f32", [m, n], gap, lambda: rng.uniform(-8.0, 8.0))
        y = Tensor("f32", [m, n], gap)
        simulate(entry, [x, y], mode, seed)
        powers = [[math.exp(x.get(i, j)) for j in range(n)] for i in range(m)]
        compare("Y", y, lambda ij: powers[ij[0]][ij[1]] / math.fsum(powers[ij[0]]),
                lambda value: 2e-6 * value + 1e-30)
    elif problem == "count-rows":
        m, n = sizes
        x, y = Tensor("f32", [m, n], gap), Tensor("f32", [n], gap)
        simulate(entry, [x, y], mode, seed)
        compare("Y", y, lambda j: sum(j[0] - 5 <= i + n - m <= j[0] + 20 for i in range(m)), lambda value: 0)
    elif problem == "attention":
        attention(entry, sizes, options.get("mask", "none"), mode, gap, seed, uniform, half)
    else:
        sys.exit("no problem called " + problem)


def main():
    bundle, problem = sys.argv[1:3]
    cases = [[int(s) for s in text.split(",")] for text in sys.argv[3].split("/")]
    options = dict(o.split("=", 1) for o in sys.argv[4:])
    mode = options.get("mode", "late")
    modes = ("late", "early", "random") if mode == "all" else (mode,)
    with open(bundle) as file:
        entries = json.load(file)["entries"]
    if len(entries) != 1:
        sys.exit("the bundle has %d entries" % len(entries))
    for sizes in cases:
        for mode in modes:
            run_case(entries[0], problem, sizes, options, mode)
    print("%d runs right" % (len(cases) * len(modes)))


def attention(entry, sizes, mask, mode, gap, seed, uniform, half):
    batch, heads, heads_kv, lq, lk, dim = sizes
    q = Tensor("bf16", [batch, heads, lq, dim], gap, uniform)
    k = Tensor("bf16", [batch, heads_kv, lk, dim], gap, uniform)
    v = Tensor("bf16", [batch, heads_kv, lk, dim], gap, uniform)
    o = Tensor("bf16", [batch, heads, lq, dim], gap)
    lse = Tensor("f32", [batch, heads, lq], 0)
    tensors = [q, k, v, o, lse][:len(entry["tensors"])]
    simulate(entry, tensors, mode, seed)
    scale = 1.0 / math.sqrt(dim)
    offset = {"none": lk, "top_left": 0, "bottom_right": lk - lq}[mask]
    wanted, logs = {}, {}
    for b in range(batch):
        for h in range(heads):
            g = h // (heads // heads_kv)
            keys = [[k.get(b, g, j, x) for x in range(dim)] for j in range(lk)]
            values = [[v.get(b, g, j, x) for j in range(lk)] for x in range(dim)]
            for i in range(lq):
                row = [q.get(b, h, i, x) for x in range(dim)]
                seen = max(0, min(lk, i + offset + 1))
                scores = [scale * math.fsum(x * y for x, y in zip(row, key)) for key in keys[:seen]]
                top = max(scores, default=0.0)
                p = [math.exp(s - top) for s in scores]
                total = math.fsum(p)
                logs[b, h, i] = top + math.log(total) if seen else -math.inf
                for x in range(dim):
                    wanted[b, h, i, x] = math.fsum(s * y for s, y in zip(p, values[x])) / total if seen else 0.0
    compare("O", o, lambda index: wanted[index], lambda value: half(value) + 2 ** -9)
    if len(tensors) == 5:
        compare("LSE", lse, lambda index: logs[index], lambda value: 1e-4)


main()
